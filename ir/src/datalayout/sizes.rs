//! Sizes and alignments of types under a data layout (LLVM 22, `DataLayout`).

use super::grammar::{self, Field, Specification, number, pointer_head};
use crate::entity::TypeId;
use crate::target_types::TargetType;
use crate::types::{StructKind, Type, TypeTable};
use crate::version::LlvmVersion;
use hashbrown::HashMap;
use hashbrown::hash_map::Entry;

/// Where types are looked up: one table, or several that act as one.
pub trait TypeSource {
    /// The type `id` and the table that holds its lists.
    fn lookup(&self, id: TypeId) -> (Type, &TypeTable);
}

impl TypeSource for TypeTable {
    fn lookup(&self, id: TypeId) -> (Type, &TypeTable) {
        (self.get(id), self)
    }
}

/// ABI and preferred alignment in bytes of a width in bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Spec {
    bits: u32,
    abi: u64,
    pref: u64,
}

/// Pointers of one address space.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct PointerSpec {
    space: u32,
    bits: u32,
    abi: u64,
    pref: u64,
    index_bits: u32,
}

/// Alignments and pointer sizes from a data layout string, with LLVM's defaults for the rest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DataLayout {
    ints: Vec<Spec>,
    floats: Vec<Spec>,
    vectors: Vec<Spec>,
    /// Whether vectors without a specification are aligned as their elements.
    element_aligned: bool,
    aggregate: Spec,
    pointers: Vec<PointerSpec>,
}

impl Default for DataLayout {
    fn default() -> Self {
        let spec = |bits, abi, pref| Spec { bits, abi, pref };
        Self {
            ints: vec![spec(1, 1, 1), spec(8, 1, 1), spec(16, 2, 2), spec(32, 4, 4), spec(64, 4, 8)],
            floats: vec![spec(16, 2, 2), spec(32, 4, 4), spec(64, 8, 8), spec(128, 16, 16)],
            vectors: vec![spec(64, 8, 8), spec(128, 16, 16)],
            element_aligned: false,
            aggregate: spec(0, 1, 8),
            pointers: vec![PointerSpec { space: 0, bits: 64, abi: 8, pref: 8, index_bits: 64 }],
        }
    }
}

/// Bits as a power of two of bytes; 0 counts as 1.
fn alignment(text: Field<'_>) -> Option<u64> {
    let bytes = u64::from(number(text)? / 8);
    if bytes == 0 { Some(1) } else { bytes.is_power_of_two().then_some(bytes) }
}

fn set(specs: &mut Vec<Spec>, new: Spec) {
    match specs.binary_search_by_key(&new.bits, |s| s.bits) {
        Ok(at) => specs[at] = new,
        Err(at) => specs.insert(at, new),
    }
}

impl DataLayout {
    /// Parses `layout`; specifications that are not understood are ignored.
    pub fn parse(layout: &[u8]) -> DataLayout {
        let is_alone = |specification: Specification<'_>| (specification.key, specification.text) == (b'v', &b"e"[..]);
        let element_aligned = grammar::specifications(layout).flatten().any(is_alone);
        let mut out = DataLayout { element_aligned, ..DataLayout::default() };
        if out.element_aligned {
            // Vectors have no alignments but those of this layout.
            out.vectors.clear();
        }
        for specification in grammar::specifications(layout).flatten() {
            let Specification { key, head, fields, .. } = specification;
            match key {
                b'i' | b'f' | b'v' | b'a' => {
                    let Some(abi) = fields.first().and_then(|f| alignment(f)) else { continue };
                    let pref = fields.get(1).and_then(|f| alignment(f)).unwrap_or(abi);
                    match (key, number(head)) {
                        (b'a', _) => out.aggregate = Spec { bits: 0, abi, pref },
                        (b'i', Some(bits)) => set(&mut out.ints, Spec { bits, abi, pref }),
                        (b'f', Some(bits)) => set(&mut out.floats, Spec { bits, abi, pref }),
                        (b'v', Some(bits)) => set(&mut out.vectors, Spec { bits, abi, pref }),
                        _ => {}
                    }
                }
                b'p' => out.pointer(head, &fields),
                _ => {}
            }
        }
        out
    }

    /// `p[flags][n][(name)]:size:abi[:pref][:index]`
    fn pointer(&mut self, head: Field<'_>, fields: &[Field<'_>]) {
        let head = pointer_head(head);
        let space = if head.space.is_empty() { Some(0) } else { number(head.space) };
        let (Some(space), Some(bits)) = (space, fields.first().and_then(|f| number(f))) else { return };
        let abi = fields.get(1).and_then(|f| alignment(f)).unwrap_or(u64::from(bits / 8).next_power_of_two());
        let pref = fields.get(2).and_then(|f| alignment(f)).unwrap_or(abi);
        let index_bits = fields.get(3).and_then(|f| number(f)).unwrap_or(bits);
        let new = PointerSpec { space, bits, abi, pref, index_bits };
        match self.pointers.binary_search_by_key(&space, |s| s.space) {
            Ok(at) => self.pointers[at] = new,
            Err(at) => self.pointers.insert(at, new),
        }
    }

    fn pointer_spec(&self, space: u32) -> PointerSpec {
        match self.pointers.binary_search_by_key(&space, |s| s.space) {
            Ok(at) => self.pointers[at],
            // Address spaces without a specification use that of space 0.
            Err(_) => self.pointers[0],
        }
    }

    /// Bytes of a pointer into address space `space`.
    pub fn pointer_bytes(&self, space: u32) -> u64 {
        u64::from(self.pointer_spec(space).bits.div_ceil(8))
    }

    /// Width in bits of an index into an object in address space `space`.
    pub fn index_bits(&self, space: u32) -> u32 {
        self.pointer_spec(space).index_bits
    }
}

/// Size and alignments of a type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Measure {
    /// Size in bits; the minimum size for a scalable type.
    bits: u64,
    /// ABI alignment in bytes.
    abi: u64,
    /// Preferred alignment in bytes.
    pref: u64,
    /// Whether it is or contains a scalable vector.
    scalable: bool,
}

impl Measure {
    fn store_bytes(self) -> u64 {
        self.bits.div_ceil(8)
    }
    fn alloc_bytes(self) -> u64 {
        self.store_bytes().checked_next_multiple_of(self.abi).unwrap_or(u64::MAX)
    }
}

/// Part `number` of the types whose sizes depend on other types.
fn part(types: &impl TypeSource, ty: TypeId, number: usize) -> Option<TypeId> {
    let (kind, table) = types.lookup(ty);
    match kind {
        Type::Vector { elem, .. } | Type::Array { elem, .. } => (number == 0).then_some(elem),
        Type::Struct { fields, .. } => table.list(fields).get(number),
        _ => None,
    }
}

/// Sizes and alignments by type, each computed once.
#[derive(Clone, Debug, Default)]
pub struct Layouts {
    layout: DataLayout,
    known: HashMap<TypeId, Option<Measure>>,
    /// Those of `known` that have no size.
    unsized_types: Vec<TypeId>,
    /// Whether structures may not contain scalable vectors and have a size.
    scalable_structures_are_unsized: bool,
}

impl Layouts {
    /// Sizes under `layout`.
    pub fn new(layout: DataLayout) -> Layouts {
        Layouts { layout, ..Layouts::default() }
    }

    /// Sizes as `llvm` has them, where a release differs from the newest.
    pub fn of_release(self, llvm: LlvmVersion) -> Layouts {
        Layouts { scalable_structures_are_unsized: !llvm.sized_scalable_structures(), ..self }
    }

    /// The layout itself.
    pub fn layout(&self) -> &DataLayout {
        &self.layout
    }

    /// ABI alignment in bytes; none for a type without size.
    pub fn abi_align(&mut self, types: &impl TypeSource, ty: TypeId) -> Option<u64> {
        self.measure(types, ty).map(|m| m.abi)
    }

    /// Preferred alignment in bytes; none for a type without size.
    pub fn pref_align(&mut self, types: &impl TypeSource, ty: TypeId) -> Option<u64> {
        self.measure(types, ty).map(|m| m.pref)
    }

    /// Number of bytes that a store writes; none for a type without size.
    pub fn store_size(&mut self, types: &impl TypeSource, ty: TypeId) -> Option<u64> {
        self.measure(types, ty).map(Measure::store_bytes)
    }

    /// Distance in bytes between consecutive array elements; none for a type without size.
    pub fn alloc_size(&mut self, types: &impl TypeSource, ty: TypeId) -> Option<u64> {
        self.measure(types, ty).map(Measure::alloc_bytes)
    }

    /// Size in bits, without padding at the end; none for a type without size.
    pub fn bits(&mut self, types: &impl TypeSource, ty: TypeId) -> Option<u64> {
        self.measure(types, ty).map(|m| m.bits)
    }

    /// Whether the type has a size.
    pub fn is_sized(&mut self, types: &impl TypeSource, ty: TypeId) -> bool {
        self.measure(types, ty).is_some()
    }

    /// Whether the type is or contains a scalable vector (`Type::isScalableTy`); not for a type without size.
    pub fn is_scalable(&mut self, types: &impl TypeSource, ty: TypeId) -> bool {
        self.measure(types, ty).is_some_and(|m| m.scalable)
    }

    /// Forgets which types have no size: for tables whose opaque types may be defined later. A size never changes.
    pub fn forget_unsized(&mut self) {
        for ty in self.unsized_types.drain(..) {
            self.known.remove(&ty);
        }
    }

    /// The measure of a type after those of its parts, each once; no recursion, as types may be nested deeply.
    fn measure(&mut self, types: &impl TypeSource, ty: TypeId) -> Option<Measure> {
        if let Some(&known) = self.known.get(&ty) {
            return known;
        }
        // A structure that contains itself reaches this entry and has no size.
        self.known.insert(ty, None);
        let mut open = vec![(ty, 0)];
        while let Some((ty, next)) = open.last_mut() {
            let Some(part) = part(types, *ty, *next) else {
                let ty = *ty;
                open.pop();
                let measure = self.compute(types, ty);
                if measure.is_none() {
                    self.unsized_types.push(ty);
                }
                self.known.insert(ty, measure);
                continue;
            };
            *next += 1;
            if let Entry::Vacant(entry) = self.known.entry(part) {
                entry.insert(None);
                open.push((part, 0));
            }
        }
        self.measured(ty)
    }

    fn measured(&self, ty: TypeId) -> Option<Measure> {
        self.known.get(&ty).copied().flatten()
    }

    /// The measure of a type whose parts are measured.
    fn compute(&self, types: &impl TypeSource, ty: TypeId) -> Option<Measure> {
        let (kind, table) = types.lookup(ty);
        Some(match kind {
            // Bytes are aligned as integers (`DataLayout::getAlignment`).
            Type::Int(bits) | Type::Byte(bits) => self.int(bits)?,
            Type::Half | Type::BFloat => self.float(16),
            Type::Float => self.float(32),
            Type::Double => self.float(64),
            Type::X86Fp80 => self.float(80),
            Type::Fp128 | Type::PpcFp128 => self.float(128),
            Type::X86Mmx => self.vector(64, 8, None),
            Type::X86Amx => Measure { bits: 8192, abi: 64, pref: 64, scalable: false },
            Type::Ptr(space) | Type::TypedPtr { addrspace: space, .. } => self.pointer(space),
            Type::Vector { elem, len, scalable } => {
                let elem = self.measured(elem)?;
                let bits = elem.bits.checked_mul(len.into())?;
                Measure { scalable, ..self.vector(bits, bits.div_ceil(8), Some(elem)) }
            }
            Type::Array { elem, len } => {
                let elem = self.measured(elem)?;
                let bits = elem.alloc_bytes().saturating_mul(len).saturating_mul(8);
                Measure { bits, ..elem }
            }
            Type::Struct { kind: StructKind::Opaque, .. } => return None,
            Type::Struct { packed, fields, .. } => {
                let fields = table.list(fields).to_vec();
                // Scalable vectors are only next to equal ones, and not within another field (`StructType::isSized`).
                let is_vector = |field: TypeId| matches!(types.lookup(field).0, Type::Vector { .. });
                let is_scalable = |&field: &TypeId| self.measured(field).is_some_and(|m| m.scalable);
                let is_scalable_target =
                    |&field: &TypeId| matches!(types.lookup(field).0, Type::TargetExt { target, .. } if target.is_scalable());
                if fields.iter().any(is_scalable_target) {
                    return None;
                }
                let is_equal = |&field: &TypeId| is_vector(field) && types.lookup(field).0 == types.lookup(fields[0]).0;
                let may_contain_them = !self.scalable_structures_are_unsized && fields.iter().all(is_equal);
                if !may_contain_them && fields.iter().any(is_scalable) {
                    return None;
                }
                let (mut end, mut abi, mut scalable) = (0u64, 1u64, false);
                for field in fields {
                    let field = self.measured(field)?;
                    let align = if packed { 1 } else { field.abi };
                    end = end.checked_next_multiple_of(align).unwrap_or(u64::MAX).saturating_add(field.alloc_bytes());
                    abi = abi.max(align);
                    scalable |= field.scalable;
                }
                let bits = end.checked_next_multiple_of(abi).unwrap_or(u64::MAX).saturating_mul(8);
                let stated = self.layout.aggregate;
                match packed {
                    true => Measure { bits, abi: 1, pref: stated.pref.max(1), scalable },
                    false => Measure { bits, abi: abi.max(stated.abi), pref: abi.max(stated.pref), scalable },
                }
            }
            Type::TargetExt { target, types: params, ints, .. } => {
                let byte = self.int(8)?;
                let bytes = |count: u64| Measure { bits: count.saturating_mul(8), ..byte };
                let int = |at: usize| table.list(ints).iter().nth(at).map(u64::from);
                match target {
                    TargetType::Unknown | TargetType::StrideMark | TargetType::SpirvConstant => return None,
                    TargetType::SvCount => Measure { scalable: true, ..self.vector(16, 2, None) },
                    // At least 8 bytes for each of the vectors.
                    TargetType::VectorTuple => {
                        let elements = table.list(params).iter().next().and_then(|of| match types.lookup(of).0 {
                            Type::Vector { len, .. } => Some(u64::from(len)),
                            _ => None,
                        });
                        let bytes = elements.unwrap_or(0).max(8).saturating_mul(int(0).unwrap_or(0));
                        Measure { scalable: true, ..self.vector(bytes.saturating_mul(8), bytes, None) }
                    }
                    TargetType::NamedBarrier => self.vector(128, 16, None),
                    TargetType::Padding => bytes(int(0).unwrap_or(0)),
                    // LLVM reads the second of at least three numbers as the size; what it does without them is not defined.
                    TargetType::SpirvType if int(2).is_some() && int(1) != Some(0) => bytes(int(1).unwrap_or(0)),
                    TargetType::SpirvType | TargetType::VectorElement => self.int(32)?,
                    TargetType::DirectX | TargetType::SpirvImage | TargetType::Spirv | TargetType::WasmReference => self.pointer(0),
                }
            }
            Type::Void | Type::Label | Type::Metadata | Type::Token | Type::Function { .. } => return None,
        })
    }

    fn int(&self, bits: u32) -> Option<Measure> {
        let specs = &self.layout.ints;
        // The next wider specification, or the widest.
        let spec = specs.iter().find(|s| s.bits >= bits).or(specs.last())?;
        Some(Measure { bits: bits.into(), abi: spec.abi, pref: spec.pref, scalable: false })
    }

    fn pointer(&self, space: u32) -> Measure {
        let spec = self.layout.pointer_spec(space);
        Measure { bits: spec.bits.into(), abi: spec.abi, pref: spec.pref, scalable: false }
    }

    fn float(&self, bits: u32) -> Measure {
        match self.layout.floats.iter().find(|s| s.bits == bits) {
            Some(spec) => Measure { bits: bits.into(), abi: spec.abi, pref: spec.pref, scalable: false },
            None => {
                let align = u64::from(bits.div_ceil(8)).next_power_of_two();
                Measure { bits: bits.into(), abi: align, pref: align, scalable: false }
            }
        }
    }

    fn vector(&self, bits: u64, bytes: u64, elem: Option<Measure>) -> Measure {
        match self.layout.vectors.iter().find(|s| u64::from(s.bits) == bits) {
            Some(spec) => Measure { bits, abi: spec.abi, pref: spec.pref, scalable: false },
            None => {
                if let Some(elem) = elem.filter(|_| self.layout.element_aligned) {
                    return Measure { bits, ..elem };
                }
                let align = bytes.max(1).checked_next_power_of_two().unwrap_or(1 << 32);
                Measure { bits, abi: align, pref: align, scalable: false }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn vectors_aligned_as_their_elements() {
        // Alignments that llvm-as 23 gives to loads and allocas.
        let mut types = TypeTable::default();
        let elem = types.intern(Type::Int(64));
        let vector = types.intern(Type::Vector { elem, len: 4, scalable: false });
        for (layout, abi, pref) in [("e", 32, 32), ("e-ve", 4, 8), ("ve-v256:128", 16, 16), ("v256:128-ve", 16, 16)] {
            let mut layouts = Layouts::new(DataLayout::parse(layout.as_bytes()));
            assert_eq!((layouts.abi_align(&types, vector), layouts.pref_align(&types, vector)), (Some(abi), Some(pref)), "{layout}");
        }
    }

    #[test]
    fn structures_within_each_other() {
        // More of them than calls fit on a stack. LLVM's assemblers accept an `alloca` of the outermost.
        const COUNT: usize = 100_000;
        let mut types = TypeTable::default();
        let mut all = vec![types.intern(Type::Int(64))];
        for _ in 0..COUNT {
            let fields = types.lists.push(&[all[all.len() - 1]]);
            all.push(types.push(Type::Struct { name: crate::strings::Str::EMPTY, kind: StructKind::Identified, packed: false, fields }));
        }
        let (outermost, middle) = (all[COUNT], all[COUNT / 2]);
        for order in [[outermost, middle], [middle, outermost]] {
            let mut layouts = Layouts::new(DataLayout::parse(b""));
            assert_eq!(order.map(|ty| layouts.alloc_size(&types, ty)), [Some(8), Some(8)]);
        }
    }

    #[test]
    fn alignments_that_llvm_fills_in() {
        // Each determined with llvm-as 22, from the alignment that it gives to a load without one.
        let mut types = TypeTable::default();
        let i1 = types.intern(Type::Int(1));
        let i24 = types.intern(Type::Int(24));
        let i64 = types.intern(Type::Int(64));
        let i128 = types.intern(Type::Int(128));
        let fp80 = types.intern(Type::X86Fp80);
        let ptr = types.intern(Type::Ptr(0));
        let i32 = types.intern(Type::Int(32));
        let v3 = types.intern(Type::Vector { elem: i32, len: 3, scalable: false });
        let void = types.intern(Type::Void);
        let mut plain = Layouts::new(DataLayout::parse(b""));
        let mut x86 = Layouts::new(DataLayout::parse(b"e-m:e-p:32:32-i64:64-i128:128-f80:128-n8:16:32:64-S128"));
        for (ty, without, with) in [(i1, 1, 1), (i24, 4, 4), (i64, 4, 8), (i128, 4, 16), (fp80, 16, 16), (ptr, 8, 4), (v3, 16, 16)] {
            assert_eq!(plain.abi_align(&types, ty), Some(without), "{ty:?}");
            assert_eq!(x86.abi_align(&types, ty), Some(with), "{ty:?}");
        }
        assert_eq!(plain.pref_align(&types, i64), Some(8));
        assert_eq!(plain.abi_align(&types, void), None);
        assert_eq!(plain.store_size(&types, i24), Some(3));
    }
}
