//! Ordered reductions as LLVM 9 to 11 upgrade them: `experimental.vector.reduce.fadd` becomes `experimental.vector.reduce.v2.fadd`.
//!
//! Until LLVM 8, names had all types, and a fast call ignored the first operand; its replacement gets the neutral element there. LLVM 12 and later leave the old names.
use super::build::Build;
use super::calls::Upgrader;
use bctk_edit::instructions::NewInst;
use bctk_ir::constants::ConstKind;
use bctk_ir::entity::{GlobalId, TypeId};
use bctk_ir::inst::FastMathFlags;
use bctk_ir::intrinsics::{lookup_in, with_types};
use bctk_ir::module::Module;
use bctk_ir::types::Type;
use bctk_ir::value::Value;
use bctk_ir::version::LlvmVersion;

/// Old prefix, new name, and whether it multiplies.
const ORDERED: [(&str, &str, bool); 2] = [
    ("experimental.vector.reduce.fadd.", "experimental.vector.reduce.v2.fadd", false),
    ("experimental.vector.reduce.fmul.", "experimental.vector.reduce.v2.fmul", true),
];

fn ordered(name: &str) -> Option<(&'static str, bool)> {
    ORDERED.iter().find(|(old, ..)| name.starts_with(old)).map(|&(_, new, multiplies)| (new, multiplies))
}

/// Whether `version` replaces calls of this intrinsic (without `llvm.`): the first type in the name must look like a number.
pub(crate) fn knows(name: &str, version: LlvmVersion) -> bool {
    version.second_reductions()
        && ORDERED
            .iter()
            .filter_map(|(old, ..)| name.strip_prefix(old))
            .any(|types| matches!(types.as_bytes(), [b'f' | b'i', digit, ..] if digit.is_ascii_digit()))
}

/// The full name of the new intrinsic, with the types of the result and the vector, whatever the old name says of them.
fn new_name(module: &Module, new: &str, ret: TypeId, vector: TypeId) -> Option<Vec<u8>> {
    with_types(module, format!("llvm.{new}").as_bytes(), &[ret, vector])
}

/// The function that replaces `old`, whose name is `name` (without `llvm.`).
pub(crate) fn declare(up: &mut Upgrader<'_>, old: GlobalId, name: &str) -> Option<GlobalId> {
    let fn_ty = up.module.global(old)?.value_type;
    let (ret, params, _) = up.module.types.function(fn_ty)?;
    let name = new_name(up.module, ordered(name)?.0, ret, params.get(1)?)?;
    up.functions.declare(up.module, &name, fn_ty, old)
}

/// The replacement for a call.
pub(crate) fn replace(mut b: Build<'_, '_>, name: &str) -> Option<Vec<NewInst>> {
    let (new, multiplies) = ordered(name)?;
    let (ret, mut first, vector) = (b.result()?, b.arg(0)?, b.arg(1)?);
    let flags = b.site.call.fmf;
    // LLVM 5 and older have one flag for all.
    if flags.contains(FastMathFlags::REASSOC) || flags.contains(FastMathFlags::UNSAFE_ALGEBRA) {
        first = match multiplies {
            true => one(&mut b, ret)?,
            false => b.zero(ret),
        };
    }
    let name = new_name(b.up.module, new, ret, b.ty(vector)?)?;
    let value = b.call_named(std::str::from_utf8(&name).ok()?, ret, &[first, vector], "")?;
    b.give_last_flags(flags);
    b.done_in_place(value)
}

/// The full name that LLVM 5 to 11 give a reduction of this type: until LLVM 8 with all types, then with those that the operation leaves open.
pub(crate) fn own_name(module: &Module, name: &[u8], fn_ty: TypeId, version: LlvmVersion) -> Option<Vec<u8>> {
    const PREFIX: &[u8] = b"experimental.vector.reduce.";
    if !version.reductions_by_result() && !version.second_reductions() {
        return None;
    }
    let (prefix, rest) = match name.strip_prefix(PREFIX)? {
        second if second.starts_with(b"v2.") => (&b"experimental.vector.reduce.v2."[..], &second[3..]),
        rest => (PREFIX, rest),
    };
    let is_second = prefix != PREFIX;
    let base = [b"llvm.", prefix, rest.split(|&c| c == b'.').next()?].concat();
    lookup_in(&base, version)?;
    let (ret, params, _) = module.types.function(fn_ty)?;
    let params: Vec<TypeId> = params.iter().collect();
    let &vector = params.last()?;
    match params.len() {
        _ if !version.second_reductions() => with_types(module, &base, &[&[ret], &params[..]].concat()),
        2 if is_second => with_types(module, &base, &[ret, vector]),
        1 if !is_second => with_types(module, &base, &[vector]),
        _ => None,
    }
}

/// The number one of a floating-point type.
fn one(b: &mut Build<'_, '_>, ty: TypeId) -> Option<Value> {
    let bits = match b.up.module.types.get(ty) {
        Type::Half => 0x3c00,
        Type::Float => u64::from(1f32.to_bits()),
        Type::Double => 1f64.to_bits(),
        _ => return None,
    };
    Some(b.up.constant(ty, ConstKind::Float(bits)))
}
