//! `getelementptr` of constants (`ConstantFoldGetElementPtr`).
use super::Folder;
use super::arena::{Gep, Id, Node, Range};
use super::rules::Rule;
use bctk_ir::entity::TypeId;
use bctk_ir::global::{GlobalKind, GlobalValue};
use bctk_ir::inst::GepNoWrapFlags;
use bctk_ir::keywords::Linkage;
use bctk_ir::opcodes::{BinOp, CastOp};
use bctk_ir::types::Type;

impl Folder<'_> {
    pub(super) fn make_gep_inbounds(&mut self, source: TypeId, base: Id, indices: Vec<Id>, ty: TypeId) -> Id {
        self.get(ty, Node::Gep(Gep { flags: GepNoWrapFlags::INBOUNDS, source, base, indices, in_range: None }))
    }

    pub(super) fn is_sized(&mut self, ty: TypeId) -> bool {
        let types = &*self.types;
        self.layouts.is_sized(types, ty)
    }

    /// Operands in the form in which an expression has them.
    pub(super) fn completed(&mut self, ty: TypeId, node: Node) -> Node {
        let Node::Gep(mut gep) = node else { return node };
        let Type::Vector { len, scalable, .. } = self.types.get(ty) else { return Node::Gep(gep) };
        let mut at = None;
        for index in &mut gep.indices {
            let index_ty = self.ty(*index);
            let is_field = at.is_some_and(|ty| matches!(self.types.get(ty), Type::Struct { .. }));
            if is_field && !self.has(Rule::VectorFields) {
                if let Some(field) = self.splat_value(*index) {
                    *index = field;
                }
            } else if !self.is_vector(index_ty) {
                let vector = self.types.intern(Type::Vector { elem: index_ty, len, scalable });
                if let Some(splat) = self.splat(vector, *index) {
                    *index = splat;
                }
            }
            at = self.step(at, gep.source, *index);
        }
        Node::Gep(gep)
    }

    /// The type that an index leads to; the first one leads to the source type.
    pub(super) fn step(&mut self, at: Option<TypeId>, source: TypeId, index: Id) -> Option<TypeId> {
        let Some(at) = at else { return Some(source) };
        let number = match self.splat_value(index) {
            Some(element) => self.small(element),
            None => self.small(index),
        };
        match self.types.get(at) {
            Type::Array { elem, .. } | Type::Vector { elem, .. } => Some(elem),
            _ => self.types.member(at, number?),
        }
    }

    /// The type of what the indices lead to.
    fn target(&mut self, source: TypeId, indices: &[Id]) -> Option<TypeId> {
        let mut at = None;
        for &index in indices {
            at = Some(self.step(at, source, index)?);
        }
        at.map(|ty| self.canonical(ty))
    }

    pub(super) fn fold_gep(&mut self, gep: &Gep, ty: TypeId) -> Option<Id> {
        let base = gep.base;
        if gep.indices.is_empty() {
            return Some(base);
        }
        if self.is_poison(base) {
            return Some(self.poison(ty));
        }
        if self.is_undefined(base) {
            let is_scalar = gep.indices.len() == 1 && self.is_null(gep.indices[0]) && !self.is_vector(self.ty(base));
            let ty = if is_scalar && self.has(Rule::ScalarOfUndefined) { self.types.scalar(ty) } else { ty };
            let is_lost = gep.flags.contains(GepNoWrapFlags::INBOUNDS) && self.has(Rule::PoisonBeyondUndef);
            return Some(if is_lost { self.poison(ty) } else { self.undef(ty) });
        }
        let is_zero = |this: &Self, id: Id| this.is_null(id) || this.is_undefined(id) && this.has(Rule::UndefinedGepIndices);
        let all_zero = gep.indices.iter().all(|&index| is_zero(self, index));
        if self.is_unmoved(gep, ty, all_zero) {
            return match self.types.get(ty) {
                Type::Vector { .. } if !self.is_vector(self.ty(base)) && !self.has(Rule::ScalarOfZeros) => self.splat(ty, base),
                _ => Some(base),
            };
        }
        if self.is_null(base) && all_zero && self.has(Rule::GepOfNull) {
            let is_scalar = !self.is_vector(self.ty(base)) && self.has(Rule::ScalarOfNull);
            let ty = if is_scalar { self.types.scalar(ty) } else { ty };
            return Some(self.null(ty));
        }
        if let Node::Gep(inner) = &*self.node(base)
            && self.has(Rule::GepOfGep)
            && let Some(folded) = self.gep_of_gep(inner, gep, ty)
        {
            return Some(folded);
        }
        if let Some(folded) = self.gep_of_array_cast(gep, ty) {
            return Some(folded);
        }
        if !self.has(Rule::GepFactors) && !self.has(Rule::GepBounds) {
            return None;
        }
        self.normalized(gep, ty)
    }

    /// Whether the pointer stays as it is.
    fn is_unmoved(&mut self, gep: &Gep, ty: TypeId, all_zero: bool) -> bool {
        if !all_zero || gep.in_range.is_some() && self.has(Rule::InRangeKept) {
            return false;
        }
        if matches!(self.types.get(self.types.scalar(ty)), Type::TypedPtr { .. }) {
            // Only one index keeps the type.
            return gep.indices.len() == 1;
        }
        true
    }

    /// One `getelementptr` for two.
    fn gep_of_gep(&mut self, inner: &Gep, outer: &Gep, ty: TypeId) -> Option<Id> {
        let middle = self.target(inner.source, &inner.indices)?;
        if middle != self.canonical(outer.source) {
            return None;
        }
        let flags = inner.flags & outer.flags;
        let first = outer.indices[0];
        if self.is_null(first) {
            let indices = inner.indices.iter().chain(&outer.indices[1..]).copied().collect();
            let gep = Gep { flags, source: inner.source, base: inner.base, indices, in_range: inner.in_range.clone() };
            // The lengths of vectors are those of the operands that are left, even if there are none.
            let is_vector = std::iter::once(gep.base).chain(gep.indices.iter().copied()).any(|id| self.is_vector(self.ty(id)));
            let ty = if is_vector { ty } else { self.types.scalar(ty) };
            return Some(self.get(ty, Node::Gep(gep)));
        }
        let (last, rest) = inner.indices.split_last()?;
        // What the last index is one of.
        let holder = if rest.is_empty() { None } else { Some(self.target(inner.source, rest)?) };
        if self.has(Rule::SumWithinArray) && !holder.is_none_or(|holder| self.is_within_array(holder, first)) {
            return None;
        }
        if holder.is_some_and(|holder| matches!(self.types.get(holder), Type::Struct { .. })) || !self.is_int(first) {
            return None;
        }
        let (mut first, mut last) = (first, *last);
        if self.is_vector(self.ty(last)) {
            return None;
        }
        if self.ty(first) != self.ty(last) {
            let width = self.int_bits(self.ty(first))?.max(self.int_bits(self.ty(last))?).max(64);
            let wide = self.types.intern(Type::Int(width));
            first = self.extended(first, wide);
            last = self.extended(last, wide);
        }
        let sum = self.make_binary(BinOp::Add, first, last);
        let indices: Vec<Id> = rest.iter().copied().chain([sum]).chain(outer.indices[1..].iter().copied()).collect();
        let in_range = match &inner.in_range {
            Some(Range::Index(at)) if *at as usize == inner.indices.len() - 1 => None,
            other => other.clone(),
        };
        let gep = Gep { flags, source: inner.source, base: inner.base, indices, in_range };
        Some(self.get(ty, Node::Gep(gep)))
    }

    fn extended(&mut self, value: Id, to: TypeId) -> Id {
        if self.ty(value) == to { value } else { self.make_cast(CastOp::SExt, value, to) }
    }

    /// Of a pointer to an array that is cast to one to another array of such elements, with typed pointers.
    fn gep_of_array_cast(&mut self, gep: &Gep, ty: TypeId) -> Option<Id> {
        let Node::Cast(_, _, inner) = *self.node(gep.base) else { return None };
        if gep.indices.len() < 2 || !self.is_null(gep.indices[0]) {
            return None;
        }
        let array = |ty| match self.types.get(ty) {
            Type::TypedPtr { pointee, addrspace } => match self.types.get(pointee) {
                Type::Array { elem, .. } => Some((pointee, self.canonical(elem), addrspace)),
                _ => None,
            },
            _ => None,
        };
        let (source, elem, space) = array(self.ty(inner))?;
        let (_, other, other_space) = array(self.ty(gep.base))?;
        if elem != other || space != other_space {
            return None;
        }
        Some(self.get(ty, Node::Gep(Gep { source, base: inner, ..gep.clone() })))
    }

    /// Whether an index is below the length of an array or vector, of which an empty one counts as endless.
    pub(super) fn is_within_array(&self, holder: TypeId, index: Id) -> bool {
        let len = match self.types.get(holder) {
            Type::Array { len, .. } => len,
            Type::Vector { len, .. } => len.into(),
            _ => return true,
        };
        self.signed(index).is_some_and(|index| index >= 0 && (len == 0 || (index as u64) < len))
    }

    fn is_below_zero(&self, index: Id) -> bool {
        match self.int(index).as_deref() {
            Some([low, _, ..]) if self.has(Rule::LowSigns) => (*low as i64) < 0,
            _ => self.is_negative(index),
        }
    }

    fn is_number(&self, id: Id) -> bool {
        match &*self.node(id) {
            Node::Aggregate(parts) => {
                let is_data = matches!(self.types.get(self.types.scalar(self.ty(id))), Type::Int(8 | 16 | 32 | 64));
                is_data && self.has(Rule::VectorFactors) && parts.iter().all(|&part| self.is_int(part))
            }
            Node::Null if self.is_vector(self.ty(id)) => self.has(Rule::NullVectorIndices),
            _ => self.is_int(id),
        }
    }

    /// The numbers of an index: one, or those of a vector.
    fn numbers(&mut self, id: Id) -> Vec<Id> {
        match &*self.node(id) {
            Node::Aggregate(parts) => parts.clone(),
            Node::Null if self.is_vector(self.ty(id)) => {
                let zero = self.null(self.types.scalar(self.ty(id)));
                vec![zero]
            }
            _ => vec![id],
        }
    }

    /// With indices within their arrays, and `inbounds` if that is known.
    fn normalized(&mut self, gep: &Gep, ty: TypeId) -> Option<Id> {
        let mut new: Vec<Option<Id>> = vec![None; gep.indices.len()];
        let mut is_unknown = !self.is_number(gep.indices[0]);
        let mut at = Some(gep.source);
        let mut is_struct_before = false;
        for i in 1..gep.indices.len() {
            let index = gep.indices[i];
            let holder = at?;
            at = self.step(Some(holder), gep.source, index);
            let was_struct = std::mem::replace(&mut is_struct_before, matches!(self.types.get(holder), Type::Struct { .. }));
            if !self.is_number(index) {
                is_unknown = true;
                continue;
            }
            let previous = gep.indices[i - 1];
            let is_carried = self.is_number(previous) || self.has(Rule::CarriedIntoAny);
            if !is_carried || gep.in_range == Some(Range::Index(i as u32 - 1)) || is_struct_before {
                continue;
            }
            let Type::Array { len, .. } = self.types.get(holder) else {
                is_unknown = true;
                continue;
            };
            let numbers = self.numbers(index);
            if numbers.iter().all(|&number| self.is_within_array(holder, number)) {
                continue;
            }
            if is_unknown && self.is_vector(self.ty(index)) {
                // A vector is carried only if all indices before it are known.
                continue;
            }
            let is_endless = matches!(self.types.get(holder), Type::Array { len: 0, .. }) && !self.has(Rule::EndlessFactors);
            if was_struct || is_endless || numbers.iter().any(|&number| self.is_below_zero(number)) {
                is_unknown = true;
                continue;
            }
            let before = new[i - 1].filter(|_| !self.has(Rule::CarriedTwice)).unwrap_or(previous);
            let (rest, sum) = self.factored(index, before, len)?;
            new[i] = Some(rest);
            new[i - 1] = Some(sum);
        }
        if new.iter().any(Option::is_some) {
            let indices = new.iter().zip(&gep.indices).map(|(new, old)| new.unwrap_or(*old)).collect();
            return Some(self.get(ty, Node::Gep(Gep { indices, ..gep.clone() })));
        }
        if !is_unknown && !gep.flags.contains(GepNoWrapFlags::INBOUNDS) && self.is_within(gep) {
            let flags = gep.flags | GepNoWrapFlags::INBOUNDS;
            return Some(self.get(ty, Node::Gep(Gep { flags, ..gep.clone() })));
        }
        None
    }

    /// The rest of an index by the length of its array, and the index before it with what is carried.
    fn factored(&mut self, index: Id, previous: Id, len: u64) -> Option<(Id, Id)> {
        let (mut index, mut previous) = (index, previous);
        let lanes = |this: &Self, id: Id| match this.kind_of(id) {
            Type::Vector { len, .. } => Some(len),
            _ => None,
        };
        if let Some(count) = lanes(self, index).or(lanes(self, previous)) {
            for id in [&mut index, &mut previous] {
                let mut elem = self.ty(*id);
                if !self.is_vector(elem) {
                    if !matches!(self.types.get(elem), Type::Int(8 | 16 | 32 | 64)) {
                        // A `ConstantDataVector` has no such elements; LLVM takes the lowest 64 bits.
                        let low = *self.int(*id)?.first()?;
                        elem = self.types.intern(Type::Int(64));
                        *id = self.small_int(elem, low);
                    }
                    let vector = self.types.intern(Type::Vector { elem, len: count, scalable: false });
                    *id = self.splat(vector, *id)?;
                }
            }
        }
        let ty = self.ty(index);
        let factor = self.small_int(ty, len);
        let rest = self.fold_binary(BinOp::SRem, index, factor)?;
        let mut carried = self.fold_binary(BinOp::SDiv, index, factor)?;
        let width = self.int_bits(self.ty(previous))?.max(self.int_bits(ty)?).max(64);
        let scalar = self.types.intern(Type::Int(width));
        let wide = match self.types.get(ty) {
            Type::Vector { len, scalable, .. } => self.types.intern(Type::Vector { elem: scalar, len, scalable }),
            _ => scalar,
        };
        previous = self.extended(previous, wide);
        carried = self.extended(carried, wide);
        Some((rest, self.make_binary(BinOp::Add, previous, carried)))
    }

    /// Whether indices stay within the variable that is the base (`isInBoundsIndices`).
    fn is_within(&mut self, gep: &Gep) -> bool {
        let Node::Global(id) = *self.node(gep.base) else { return false };
        let Some(global) = self.globals.get(id.index()) else { return false };
        let is_variable = matches!(global.kind, GlobalKind::Variable { .. }) && global.linkage != Linkage::ExternalWeak;
        let is_other = self.canonical(global.value_type) != self.canonical(gep.source);
        if !is_variable || is_other && self.has(Rule::BoundsOfType) {
            return false;
        }
        let first = gep.indices[0];
        self.is_null(first) || self.is_one(first) && gep.indices[1..].iter().all(|&index| self.is_null(index))
    }

    /// How many of the lowest bits of a variable's address are zero, by its alignment or that of its type.
    pub(super) fn variable_zeros(&mut self, global: &GlobalValue, stated: u32) -> Option<u32> {
        if global.align != 0 {
            return Some(stated);
        }
        if self.has(Rule::StatedAlignments) {
            return Some(0);
        }
        let types = &*self.types;
        if !self.layouts.is_sized(types, global.value_type) {
            return Some(0);
        }
        let is_strong = matches!(&global.kind, GlobalKind::Variable { initializer, .. } if initializer.is_some())
            && !(self.in_module && self.has(Rule::DeclaredInModule))
            && matches!(global.linkage, Linkage::External | Linkage::Internal | Linkage::Private | Linkage::Appending);
        let align = match is_strong {
            true => {
                let align = self.layouts.pref_align(types, global.value_type)?;
                let is_large = self.layouts.bits(types, global.value_type)? > 128;
                if is_large { align.max(16) } else { align }
            }
            false => self.layouts.abi_align(types, global.value_type)?,
        };
        Some(align.trailing_zeros())
    }
}
