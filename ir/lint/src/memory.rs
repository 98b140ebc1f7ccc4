//! Accesses to memory that cannot be right (`Lint::visitMemoryReference`).
use bctk_ir::constants::ConstKind;
use bctk_ir::entity::{InstId, TypeId};
use bctk_ir::global::GlobalKind;
use bctk_ir::inst::{AlignCode, Inst};
use bctk_ir::value::{Value, ValueKind};

use crate::access::{Access, Does, Size};
use crate::function::{Function, check};

/// The alignment of a code in bytes.
pub(crate) fn bytes(code: AlignCode) -> Option<u64> {
    (code > 0).then(|| 1u64.checked_shl(u32::from(code) - 1)).flatten()
}

impl Function<'_, '_, '_> {
    /// An access to a value of this type.
    pub(crate) fn access(&mut self, id: InstId, pointer: Value, ty: TypeId, align: AlignCode, does: Does) {
        let table = &self.shared.module.types;
        let size = match self.layouts.store_size(table, ty) {
            Some(size) if !self.layouts.is_scalable(table, ty) => Size::Bytes(size),
            _ => Size::Unknown,
        };
        let align = bytes(align).or_else(|| self.layouts.abi_align(table, ty));
        self.reference(id, Access { pointer, size, align, does });
    }

    /// Looks at an access of the instruction `id`.
    pub(crate) fn reference(&mut self, id: InstId, access: Access) {
        if access.size == Size::Bytes(0) {
            return;
        }
        let object = self.find(access.pointer, true);
        check!(self, !self.is_null(object), "Undefined behavior: Null pointer dereference", id);
        check!(self, !self.is_undef(object), "Undefined behavior: Undef pointer dereference", id);
        let number = self.small_int(object);
        check!(self, number != Some(-1), "Unusual: All-ones pointer dereference", id);
        check!(self, number != Some(1), "Unusual: Address one pointer dereference", id);
        let module = self.shared.module;
        let global = match object.kind() {
            ValueKind::Global(id) => module.global(id),
            _ => None,
        };
        let is_function = global.is_some_and(|global| matches!(global.kind, GlobalKind::Function(_)));
        let is_label = self.constant(object).is_some_and(|(constant, _)| matches!(constant.kind, ConstKind::BlockAddress { .. }));
        if access.does.writes() {
            let is_constant = global.is_some_and(|global| matches!(global.kind, GlobalKind::Variable { constant: true, .. }));
            check!(self, !is_constant, "Undefined behavior: Write to read-only memory", id);
            check!(self, !is_function && !is_label, "Undefined behavior: Write to text section", id);
        }
        if access.does.reads() {
            check!(self, !is_function, "Unusual: Load from function body", id);
            check!(self, !is_label, "Undefined behavior: Load from block address", id);
        }
        if access.does == Does::Call {
            check!(self, !is_label, "Undefined behavior: Call to block address", id);
        }
        if access.does == Does::Branch {
            let is_constant = global.is_some() || self.constant(object).is_some();
            check!(self, !is_constant || is_label, "Undefined behavior: Branch to non-blockaddress", id);
        }
        self.bounds(id, access);
    }

    /// Whether an access lies in its object, and is aligned as it says.
    fn bounds(&mut self, id: InstId, access: Access) {
        let Some((base, offset)) = self.base(access.pointer) else { return };
        let Some((size, align)) = self.object(base) else { return };
        if let (Size::Bytes(bytes), Some(size)) = (access.size, size) {
            let is_within = u64::try_from(offset).ok().and_then(|offset| offset.checked_add(bytes)).is_some_and(|end| end <= size);
            check!(self, is_within, "Undefined behavior: Buffer overflow", id);
        }
        if let (Some(stated), Some(own)) = (access.align, align) {
            let at = if offset == 0 { own } else { own.min(1 << offset.trailing_zeros()) };
            check!(self, stated <= at, "Undefined behavior: Memory reference address is misaligned", id);
        }
    }

    /// Size and alignment of an object that is known here.
    fn object(&mut self, base: Value) -> Option<(Option<u64>, Option<u64>)> {
        let table = &self.shared.module.types;
        if let Some((_, Inst::Alloca { align, ty, count, .. })) = self.maker(base) {
            let each = self.layouts.alloc_size(table, ty).filter(|_| !self.layouts.is_scalable(table, ty));
            let count = self.small_int(count).and_then(|count| u64::try_from(count).ok());
            // Any number of nothing is nothing.
            let size = if each == Some(0) { each } else { each.zip(count).and_then(|(each, count)| each.checked_mul(count)) };
            return Some((size, bytes(align).or_else(|| self.layouts.pref_align(table, ty))));
        }
        let ValueKind::Global(id) = base.kind() else { return None };
        let global = self.shared.module.global(id)?;
        let GlobalKind::Variable { initializer, externally_initialized, .. } = &global.kind else { return None };
        if initializer.is_none() || *externally_initialized || self.shared.is_interposable(global) {
            return Some((None, None));
        }
        let align = bytes(global.align).or_else(|| self.layouts.abi_align(table, global.value_type));
        Some((self.layouts.alloc_size(table, global.value_type), align))
    }
}
