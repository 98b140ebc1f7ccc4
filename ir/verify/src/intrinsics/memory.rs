//! Checks intrinsics that access memory.
use super::{Called, Check};
use crate::function::{Checker, check};
use bctk_ir::attrs::AttrKind;
use bctk_ir::types::Type;

pub(super) fn check_of(name: &str) -> Option<Check> {
    Some(match name {
        "memcpy.element.unordered.atomic" | "memmove.element.unordered.atomic" => atomic_transfer,
        "memset.element.unordered.atomic" => atomic_set,
        "experimental.memset.pattern" => pattern,
        "invariant.start" => invariant_start,
        "lifetime.start" | "lifetime.end" => lifetime,
        "masked.load" => masked_load,
        "masked.store" => masked_store,
        "ptrmask" => pointer_mask,
        "thread.pointer" => thread_pointer,
        "sponentry" => stack_entry,
        "get.dynamic.area.offset" => dynamic_area,
        _ => return None,
    })
}

fn atomic_transfer(c: &mut Checker<'_, '_>, of: &Called<'_>) {
    atomic(c, of, true);
}

fn atomic_set(c: &mut Checker<'_, '_>, of: &Called<'_>) {
    atomic(c, of, false);
}

fn atomic(c: &mut Checker<'_, '_>, of: &Called<'_>, has_source: bool) {
    let this = of.this();
    let Some(size) = c.int(of.arg(3)).and_then(|int| int.bits) else { return };
    check!(c, size.is_power_of_two(), "element size of the element-wise atomic memory intrinsic must be a power of 2", this);
    let fits = |c: &Checker<'_, '_>, at| c.call_param_align(of.call, at).is_some_and(|align| size <= u128::from(align));
    check!(c, fits(c, 0), "incorrect alignment of the destination argument", this);
    check!(c, !has_source || fits(c, 1), "incorrect alignment of the source argument", this);
}

fn pattern(c: &mut Checker<'_, '_>, of: &Called<'_>) {
    let Some(ty) = c.arg_ty(of, 1) else { return };
    check!(c, c.is_sized(ty), "unsized types cannot be used as memset patterns", of.this());
}

fn invariant_start(c: &mut Checker<'_, '_>, of: &Called<'_>) {
    let fits = c.int(of.arg(0)).is_some_and(|int| !int.is_negative() || c.constant_int(of.arg(0)) == Some(-1));
    check!(c, fits, "invariant_start parameter must be -1, 0 or a positive number", of.this());
}

fn lifetime(c: &mut Checker<'_, '_>, of: &Called<'_>) {
    if !c.shared.llvm.lifetimes_of_allocas() {
        return;
    }
    let pointer = of.arg(0);
    let is_structured = matches!(c.intrinsic_of(pointer), Some((_, "structured.alloca")));
    let is_poison = c.constant(pointer).is_some_and(|constant| constant.kind == bctk_ir::constants::ConstKind::Poison);
    let fits = c.alloca_of(pointer).is_some() || is_poison || is_structured;
    check!(c, fits, "llvm.lifetime.start/end can only be used on alloca or poison", of.this());
}

/// LLVM 21 and older have the alignment as an argument.
fn masked_load(c: &mut Checker<'_, '_>, of: &Called<'_>) {
    if of.args.len() == 4 && c.checks_types_of_calls() {
        let fits = c.number(of, 1).is_some_and(u64::is_power_of_two);
        check!(c, fits, "masked_load: alignment must be a power of 2", of.this());
    }
}

fn masked_store(c: &mut Checker<'_, '_>, of: &Called<'_>) {
    if of.args.len() == 4 && c.checks_types_of_calls() {
        let fits = c.number(of, 2).is_some_and(u64::is_power_of_two);
        check!(c, fits, "masked_store: alignment must be a power of 2", of.this());
    }
}

fn pointer_mask(c: &mut Checker<'_, '_>, of: &Called<'_>) {
    let this = of.this();
    let (Some(pointer), Some(mask)) = (c.arg_ty(of, 0), c.arg_ty(of, 1)) else { return };
    let types = c.types;
    let Some(space) = types.scalar_addrspace(pointer) else {
        return c.fail("llvm.ptrmask intrinsic first argument must be pointer or vector of pointers", &[this]);
    };
    let both = types.is_vector(pointer) == types.is_vector(mask);
    check!(c, both, "llvm.ptrmask intrinsic arguments must be both scalars or both vectors", this);
    check!(c, c.same_count(pointer, mask), "llvm.ptrmask intrinsic arguments must have the same number of elements", this);
    let fits = c.scratch.layouts.layout().index_bits(space) == types.scalar_bits(mask);
    check!(c, fits, "llvm.ptrmask intrinsic second argument bitwidth must match pointer index type size of first argument", this);
}

fn thread_pointer(c: &mut Checker<'_, '_>, of: &Called<'_>) {
    if !c.shared.llvm.intrinsic_places_checked() {
        return;
    }
    let fits = c.types.addrspace(of.ret) == Some(c.shared.spaces.globals);
    check!(c, fits, "llvm.thread.pointer intrinsic return type must be for the globals address space", of.this());
}

fn stack_entry(c: &mut Checker<'_, '_>, of: &Called<'_>) {
    let fits = c.types.addrspace(of.ret) == Some(c.shared.spaces.alloca);
    check!(c, fits, "llvm.sponentry must return a pointer to the stack", of.this());
}

fn dynamic_area(c: &mut Checker<'_, '_>, of: &Called<'_>) {
    if !c.shared.llvm.intrinsic_places_checked() {
        return;
    }
    let bits = c.scratch.layouts.layout().pointer_bytes(c.shared.spaces.alloca) * 8;
    let fits = matches!(c.types.get(of.ret), Type::Int(width) if u64::from(width) == bits);
    check!(c, fits, "get_dynamic_area_offset result type must be scalar integer matching alloca address space width", of.this());
}

impl Checker<'_, '_> {
    /// Bytes of the alignment of an argument (`CallBase::getParamAlign`).
    fn call_param_align(&self, call: &bctk_ir::body::Call, at: u32) -> Option<u64> {
        match self.call_param_attr(call, at, AttrKind::ALIGNMENT)? {
            bctk_ir::attr_set::Attr::Int(_, bytes) => Some(*bytes),
            _ => None,
        }
    }
}
