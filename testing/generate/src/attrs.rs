//! Attributes of functions, parameters, results, calls and variables, in combinations that LLVM 23's verifier accepts.
use crate::draw::Gen;
use bctk_ir::attr_set::{Attr, AttrIndex, ConstantRange, sort_attrs};
use bctk_ir::attrs::{AttrClass, AttrKind, ROWS};
use bctk_ir::entity::{AttrListId, AttrSetId, GlobalId, TypeId};
use bctk_ir::global::GlobalKind;
use bctk_ir::types::Type;

/// Function attributes that depend on others, or that are not for functions of any kind.
const NOT_PLAIN: &[AttrKind] = &[
    AttrKind::NAKED,
    AttrKind::ALWAYS_INLINE,
    AttrKind::NO_INLINE,
    AttrKind::BUILTIN,
    AttrKind::JUMP_TABLE,
    AttrKind::OPTIMIZE_NONE,
    AttrKind::OPTIMIZE_FOR_SIZE,
    AttrKind::OPTIMIZE_FOR_DEBUGGING,
    AttrKind::MIN_SIZE,
    AttrKind::READ_NONE,
    AttrKind::READ_ONLY,
    AttrKind::WRITEONLY,
    AttrKind::HYBRID_PATCHABLE,
    AttrKind::CORO_ELIDE_SAFE,
    AttrKind::SANITIZE_REALTIME,
    AttrKind::SANITIZE_REALTIME_BLOCKING,
    AttrKind::NO_CREATE_UNDEF_OR_POISON,
    AttrKind::SPECULATABLE,
    AttrKind::STRICT_FP,
];

impl Gen<'_, '_> {
    /// A set of attributes in LLVM's order; equal ones are one.
    pub(crate) fn attr_set(&mut self, mut set: Vec<Attr>) -> AttrSetId {
        sort_attrs(&mut set, &self.m.strings);
        if let Some(&known) = self.attr_sets.get(&set) {
            return known;
        }
        let id = AttrSetId::new(self.m.attrs.sets.len());
        self.m.attrs.sets.push(set.clone());
        self.attr_sets.insert(set, id);
        id
    }

    /// A list of sets by position; equal ones are one.
    pub(crate) fn attr_list(&mut self, list: Vec<(AttrIndex, AttrSetId)>) -> AttrListId {
        if list.is_empty() {
            return AttrListId(0);
        }
        if let Some(&known) = self.attr_lists.get(&list) {
            return known;
        }
        let id = AttrListId::new(self.m.attrs.lists.len());
        self.m.attrs.lists.push(list.clone());
        self.attr_lists.insert(list, id);
        id
    }

    /// A list of attributes by position.
    pub(crate) fn list_of(&mut self, sets: Vec<(AttrIndex, Vec<Attr>)>) -> AttrListId {
        let mut list = Vec::new();
        for (index, set) in sets {
            if !set.is_empty() {
                list.push((index, self.attr_set(set)));
            }
        }
        self.attr_list(list)
    }

    /// Strings as attributes: keys that no one knows.
    fn string_attrs(&mut self, set: &mut Vec<Attr>) {
        for key in [&b"x-key"[..], b"x-strange \xff", b"X", b"no-value"] {
            if self.chance(1, 8) {
                let mut value = self.string_bytes();
                // In bitcode a zero byte ends it.
                value.retain(|&byte| byte != 0);
                let value = if self.chance(1, 3) { None } else { Some(self.text(&value)).filter(|text| !text.is_empty()) };
                let key = self.text(key);
                set.push(Attr::String(key, value));
            }
        }
    }

    /// Attributes of a variable.
    pub(crate) fn variable_attrs(&mut self) -> AttrListId {
        let mut set = Vec::new();
        if self.chance(1, 5) {
            self.string_attrs(&mut set);
        }
        self.list_of(vec![(AttrIndex::Function, set)])
    }

    /// Attributes of a function of type `fn_ty`.
    pub(crate) fn function_attrs(&mut self, fn_ty: TypeId) -> AttrListId {
        let Some((ret, params, _)) = self.m.types.function(fn_ty) else { return AttrListId(0) };
        let params = params.to_vec();
        let mut sets = Vec::new();
        let mut set = Vec::new();
        let plain: Vec<AttrKind> = ROWS
            .iter()
            .map(|row| AttrKind(row.code))
            .filter(|kind| kind.class() == AttrClass::Enum && kind.fits_function() && !NOT_PLAIN.contains(kind))
            .filter(|kind| kind.row().is_some_and(|row| !row.gone()))
            .collect();
        for _ in 0..self.below(5) {
            let kind = self.pick(&plain);
            if !set.contains(&Attr::Enum(kind)) {
                set.push(Attr::Enum(kind));
            }
        }
        // Of each line there is one at most.
        let one_of: [&[&[AttrKind]]; 3] = [
            &[
                &[AttrKind::ALWAYS_INLINE],
                &[AttrKind::NO_INLINE, AttrKind::OPTIMIZE_NONE],
                &[AttrKind::OPTIMIZE_FOR_SIZE, AttrKind::MIN_SIZE],
                &[AttrKind::OPTIMIZE_FOR_DEBUGGING],
            ],
            &[&[AttrKind::SANITIZE_REALTIME], &[AttrKind::SANITIZE_REALTIME_BLOCKING]],
            &[&[AttrKind::NAKED], &[AttrKind::JUMP_TABLE]],
        ];
        for (kinds, rarity) in one_of.into_iter().zip([2, 4, 5]) {
            let at = self.below(kinds.len() * rarity);
            set.extend(kinds.get(at).copied().unwrap_or_default().iter().map(|&kind| Attr::Enum(kind)));
        }
        if self.chance(1, 6) {
            // Parameters that are written to need memory that is.
            set.push(Attr::Int(AttrKind::MEMORY, self.word() & 0xfff | 3));
        }
        if self.chance(1, 6) {
            set.push(Attr::Int(AttrKind::UW_TABLE, 1 + self.below(2) as u64));
        }
        if self.chance(1, 8) {
            set.push(Attr::Int(AttrKind::STACK_ALIGNMENT, 1 << self.below(9)));
        }
        if self.chance(1, 8) {
            let low = self.below(4) as u64;
            set.push(Attr::Int(AttrKind::VSCALE_RANGE, 1 << low << 32 | self.pick(&[0, 16])));
        }
        if self.chance(1, 8) {
            set.push(Attr::Int(AttrKind::DENORMAL_FPENV, self.word() & 0xff));
        }
        if self.chance(1, 8) {
            let bits = self.pick(&[1, 2, 4, 1 | 8, 1 | 16, 1 | 16 | 32]);
            set.push(Attr::Int(AttrKind::ALLOC_KIND, bits));
        }
        let sizes: Vec<u64> = (0..params.len()).filter(|&at| self.is_int(params[at])).map(|at| at as u64).collect();
        if self.chance(1, 5)
            && let Some(first) = self.pick_some(&sizes)
        {
            let second = Some(self.pick(&sizes)).filter(|&second| second != first && self.chance(1, 2)).unwrap_or(u64::from(u32::MAX));
            set.push(Attr::Int(AttrKind::ALLOC_SIZE, first << 32 | second));
        }
        self.string_attrs(&mut set);
        sets.push((AttrIndex::Function, set));
        sets.extend(self.value_sets(ret, &params, false));
        sets.sort_by_key(|(index, _)| *index);
        self.list_of(sets)
    }

    /// Whether a list has an attribute of this kind at a position.
    pub(crate) fn has_attr(&self, list: AttrListId, index: AttrIndex, kind: AttrKind) -> bool {
        self.m.attrs.set_at(list, index).is_some_and(|set| self.m.attrs.set(set).iter().any(|attr| attr.kind() == Some(kind)))
    }

    /// Whether calls of a function need arguments that are made for them.
    pub(crate) fn is_demanding(&self, function: GlobalId) -> bool {
        let GlobalKind::Function(function) = &self.m.globals[function.index()].kind else { return false };
        let list = &self.m.attrs.lists[function.attrs.index()];
        let kinds = [AttrKind::IN_ALLOCA, AttrKind::PREALLOCATED, AttrKind::SWIFT_ERROR];
        list.iter().any(|&(index, _)| kinds.iter().any(|&kind| self.has_attr(function.attrs, index, kind)))
    }

    /// Attributes of a call.
    pub(crate) fn call_attrs(&mut self, fn_ty: TypeId) -> AttrListId {
        let Some((ret, params, _)) = self.m.types.function(fn_ty) else { return AttrListId(0) };
        let params = params.to_vec();
        let mut set = Vec::new();
        for kind in [AttrKind::NO_UNWIND, AttrKind::COLD, AttrKind::NO_MERGE, AttrKind::NO_RETURN, AttrKind::CORO_ELIDE_SAFE] {
            if self.chance(1, 6) {
                set.push(Attr::Enum(kind));
            }
        }
        match self.below(8) {
            0 => set.push(Attr::Enum(AttrKind::BUILTIN)),
            1 => set.push(Attr::Enum(AttrKind::NO_BUILTIN)),
            _ => {}
        }
        if self.chance(1, 8) {
            // Parameters that are written to need memory that is.
            set.push(Attr::Int(AttrKind::MEMORY, self.word() & 0xfff | 3));
        }
        if self.chance(1, 4) {
            self.string_attrs(&mut set);
        }
        let mut sets = vec![(AttrIndex::Function, set)];
        sets.extend(self.value_sets(ret, &params, true));
        sets.sort_by_key(|(index, _)| *index);
        self.list_of(sets)
    }

    /// Attributes of the result and the parameters.
    fn value_sets(&mut self, ret: TypeId, params: &[TypeId], call: bool) -> Vec<(AttrIndex, Vec<Attr>)> {
        let mut sets = Vec::new();
        if !self.m.types.is_void(ret) && self.chance(1, 3) {
            let set = self.common_attrs(ret);
            sets.push((AttrIndex::Return, set));
        }
        // Attributes that only one parameter may have.
        let mut once = vec![
            AttrKind::NEST,
            AttrKind::RETURNED,
            AttrKind::ALLOC_ALIGN,
            AttrKind::ALLOCATED_POINTER,
            AttrKind::SWIFT_SELF,
            AttrKind::SWIFT_ASYNC,
            AttrKind::SWIFT_ERROR,
        ];
        for (at, &ty) in params.iter().enumerate() {
            if self.chance(1, 2) {
                continue;
            }
            let mut set = self.common_attrs(ty);
            if self.m.types.get(ty) == Type::Ptr(0) {
                self.pointer_attrs(&mut set, (at, at + 1 == params.len()), &mut once, call, self.m.types.is_void(ret));
            }
            if ty == ret && self.chance(1, 5) && take(&mut once, AttrKind::RETURNED) {
                set.push(Attr::Enum(AttrKind::RETURNED));
            }
            if !call && self.is_int(ty) && self.chance(1, 8) && take(&mut once, AttrKind::ALLOC_ALIGN) {
                set.push(Attr::Enum(AttrKind::ALLOC_ALIGN));
            }
            sets.push((AttrIndex::Param(at as u32), set));
        }
        sets
    }

    /// Attributes that parameters and results may have.
    fn common_attrs(&mut self, ty: TypeId) -> Vec<Attr> {
        let mut set = Vec::new();
        if self.chance(1, 3) {
            set.push(Attr::Enum(AttrKind::NOUNDEF));
        }
        if self.is_int(ty) && self.chance(1, 3) {
            let kind = self.pick(&[AttrKind::Z_EXT, AttrKind::S_EXT, AttrKind::NO_EXT]);
            set.push(Attr::Enum(kind));
        }
        if self.of_ints(ty) && self.chance(1, 4) {
            let width = self.scalar_bits(ty);
            let words = width.div_ceil(64) as usize;
            let mask = if width >= 64 { u64::MAX } else { (1 << width) - 1 };
            let bound = |g: &mut Self| {
                let mut all = vec![0u64; words];
                all[0] = g.number() & mask;
                all
            };
            let (mut lower, mut upper) = (bound(self), bound(self));
            // Equal bounds mean all or nothing, which the attribute does not say.
            if lower == upper {
                (lower[0], upper[0]) = (0, 1);
            }
            set.push(Attr::Range(AttrKind::RANGE, ConstantRange { width, lower, upper }));
        }
        if self.of_floats(ty) && self.chance(1, 3) {
            set.push(Attr::Int(AttrKind::NOFPCLASS, 1 + self.word() % 1023));
        }
        if self.of_pointers(ty) && self.chance(1, 4) {
            set.push(Attr::Int(AttrKind::ALIGNMENT, 1 << self.pick(&[0, 2, 3, 4, 12, 31])));
        }
        if self.is_pointer(ty) {
            if self.chance(1, 4) {
                set.push(Attr::Enum(AttrKind::NON_NULL));
            }
            if self.chance(1, 4) {
                set.push(Attr::Enum(AttrKind::NO_ALIAS));
            }
            if self.chance(1, 4) {
                let kind = self.pick(&[AttrKind::DEREFERENCEABLE, AttrKind::DEREFERENCEABLE_OR_NULL]);
                set.push(Attr::Int(kind, 1 + self.number() % (u64::MAX - 1)));
            }
        }
        if self.chance(1, 12) {
            self.string_attrs(&mut set);
        }
        set
    }

    /// Those of a pointer that is the parameter with this number, and perhaps the last.
    fn pointer_attrs(&mut self, set: &mut Vec<Attr>, (at, last): (usize, bool), once: &mut Vec<AttrKind>, call: bool, plain_result: bool) {
        let pointee = self.variable_type();
        let mut writes = true;
        if self.chance(1, 5) {
            let kind = self.pick(&[AttrKind::READ_NONE, AttrKind::READ_ONLY, AttrKind::WRITEONLY]);
            writes = kind == AttrKind::WRITEONLY;
            set.push(Attr::Enum(kind));
        }
        if self.chance(1, 4) {
            let bits = self.pick(&[0u64, 0x11, 0x33, 0x10, 0x7f, 0x03, 0xf0]);
            set.push(Attr::Int(AttrKind::CAPTURES, bits));
        }
        if self.chance(1, 6) {
            set.push(Attr::Enum(AttrKind::NOFREE));
        }
        match self.below(16) {
            0 if !call => set.push(Attr::Type(AttrKind::BY_VAL, Some(pointee))),
            1 if !call => set.push(Attr::Type(AttrKind::BYREF, Some(pointee))),
            2 if !call && at == 0 && plain_result => set.push(Attr::Type(AttrKind::STRUCT_RET, Some(pointee))),
            3 => set.push(Attr::Enum(AttrKind::IN_REG)),
            4 if !call && take(once, AttrKind::NEST) => set.push(Attr::Enum(AttrKind::NEST)),
            5 if writes => set.push(Attr::Enum(AttrKind::WRITABLE)),
            6 => set.push(Attr::Enum(AttrKind::DEAD_ON_UNWIND)),
            7 if !call && take(once, AttrKind::ALLOCATED_POINTER) => set.push(Attr::Enum(AttrKind::ALLOCATED_POINTER)),
            8 if writes => {
                let range = |low: u64, high: u64| ConstantRange { width: 64, lower: vec![low], upper: vec![high] };
                let mut ranges = vec![range(0, 4)];
                if self.chance(1, 2) {
                    ranges.insert(0, range(8u64.wrapping_neg(), 4u64.wrapping_neg()));
                }
                if self.chance(1, 2) {
                    ranges.push(range(8, 1 << 40));
                }
                set.push(Attr::RangeList(AttrKind::INITIALIZES, ranges));
            }
            9 => set.push(Attr::Int(AttrKind::DEAD_ON_RETURN, bctk_ir::attrs::ALL_BYTES)),
            10 if take(once, AttrKind::SWIFT_SELF) => set.push(Attr::Enum(AttrKind::SWIFT_SELF)),
            11 if take(once, AttrKind::SWIFT_ASYNC) => set.push(Attr::Enum(AttrKind::SWIFT_ASYNC)),
            12 if !call && take(once, AttrKind::SWIFT_ERROR) => set.push(Attr::Enum(AttrKind::SWIFT_ERROR)),
            13 if !call && last && writes => set.push(Attr::Type(AttrKind::IN_ALLOCA, Some(pointee))),
            14 if !call => set.push(Attr::Type(AttrKind::PREALLOCATED, Some(pointee))),
            _ => {}
        }
    }
}

/// Takes `kind` out of what is left.
fn take(once: &mut Vec<AttrKind>, kind: AttrKind) -> bool {
    match once.iter().position(|&left| left == kind) {
        Some(at) => {
            once.swap_remove(at);
            true
        }
        None => false,
    }
}
