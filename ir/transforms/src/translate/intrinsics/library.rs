//! Functions of the C library: which are intrinsics, and those with two results, which return the second one in memory.
use super::super::instructions::{SYSTEM, align_code};
use super::expand::{Site, insert_value, library_suffix};
use bctk_edit::editor::Editor;
use bctk_ir::constants::ConstKind;
use bctk_ir::datalayout::{AddressSpaces, DataLayout, Layouts};
use bctk_ir::entity::TypeId;
use bctk_ir::inst::{Access, Inst};
use bctk_ir::types::Type;
use bctk_ir::value::Value;

/// Functions of the C library that are intrinsics of all releases.
pub(super) const OLD_FUNCTIONS: &[&str] = &[
    "ceil",
    "cos",
    "exp",
    "exp2",
    "floor",
    "fma",
    "log",
    "log10",
    "log2",
    "maxnum",
    "minnum",
    "nearbyint",
    "pow",
    "powi",
    "rint",
    "round",
    "sin",
    "sqrt",
    "trunc",
];

/// Those that newer releases have as intrinsics. `sincos` is two functions of C.
pub(super) const FUNCTIONS: &[&str] = &[
    "acos",
    "asin",
    "atan",
    "atan2",
    "cosh",
    "exp10",
    "ldexp",
    "llrint",
    "llround",
    "lrint",
    "lround",
    "roundeven",
    "sincos",
    "sinh",
    "tan",
    "tanh",
];

/// `frexp` and `modf`.
pub(super) fn through_memory(ed: &mut Editor<'_>, site: &Site<'_>) -> Option<Value> {
    let number = site.arg(0)?;
    let ty = ed.ty(number)?;
    let Type::Struct { fields, .. } = ed.get(site.ret) else { return None };
    let &[first, second] = &ed.module.types.list(fields).to_vec()[..] else { return None };
    // What is C's `int`, or a number like the argument.
    if first != ty || !(second == ty && site.name == "modf" || ed.get(second) == Type::Int(32) && site.name == "frexp") {
        return None;
    }
    let name = [site.name, library_suffix(ed.get(ty))?].concat();
    let slot = slot(ed, second)?;
    let result = ed.call(name.as_bytes(), first, &[number, slot.0], site.callee)?;
    let other = ed.push(second, Inst::Load { align: slot.1, access: Access::PLAIN, scope: SYSTEM, ptr: slot.0 });
    let undef = ed.constant(site.ret, ConstKind::Undef);
    let half = insert_value(ed, site.ret, undef, result, 0);
    Some(insert_value(ed, site.ret, half, other, 1))
}

/// A new stack slot at the start of the function, and its alignment.
pub(in super::super) fn slot(ed: &mut Editor<'_>, ty: TypeId) -> Option<(Value, u8)> {
    let layout = ed.module.str(ed.module.data_layout).to_vec();
    if AddressSpaces::parse(&layout).alloca != 0 {
        return None;
    }
    let align = align_code(Layouts::new(DataLayout::parse(&layout)).abi_align(&ed.module.types, ty)?);
    let (word, pointer) = (ed.intern(Type::Int(32)), ed.intern(Type::Ptr(0)));
    let count = ed.int(word, 1);
    Some((ed.push_at_entry(pointer, Inst::Alloca { align, in_alloca: false, swift_error: false, ty, count }), align))
}
