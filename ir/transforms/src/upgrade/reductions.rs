//! Ordered reductions as LLVM 9 to 11 upgrade them: `experimental.vector.reduce.fadd` becomes `experimental.vector.reduce.v2.fadd`.
//!
//! Until LLVM 8, a fast call ignored the first operand; its replacement gets the neutral element there. LLVM 12 and later leave the old names.
use super::build::Build;
use super::intrinsics::Upgrader;
use super::rewrite::New;
use bctk_ir::constants::ConstKind;
use bctk_ir::entity::{GlobalId, TypeId};
use bctk_ir::inst::FastMathFlags;
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

/// Whether `version` replaces calls of this intrinsic (without `llvm.`).
pub(super) fn knows(name: &str, version: LlvmVersion) -> bool {
    version.second_reductions() && ordered(name).is_some()
}

/// The full name of the new intrinsic, with the types of the result and the vector. The name of LLVM 8 may have that of the first operand, too.
fn new_name(new: &str, old: &str) -> Option<String> {
    let types: Vec<&str> = old.rsplitn(3, '.').take(2).collect();
    let [of_vector, of_result] = types[..] else { return None };
    Some(format!("llvm.{new}.{of_result}.{of_vector}"))
}

/// The function that replaces `old`, whose name is `name` (without `llvm.`).
pub(super) fn declare(up: &mut Upgrader<'_>, old: GlobalId, name: &str) -> Option<GlobalId> {
    let fn_ty = up.module.global(old)?.value_type;
    let name = new_name(ordered(name)?.0, name)?;
    up.functions.declare(up.module, name.as_bytes(), fn_ty, old)
}

/// The replacement for a call.
pub(super) fn replace(mut b: Build<'_, '_>, name: &str) -> Option<Vec<New>> {
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
    let value = b.call_named(&new_name(new, name)?, ret, &[first, vector], "")?;
    b.give_last_flags(flags);
    b.done_in_place(value)
}

/// The name (without `llvm.`) of a reduction of integers without the type of its result, which LLVM 8 wrote in front of that of the vector.
pub(super) fn shorter_name(name: &[u8], version: LlvmVersion) -> Option<Vec<u8>> {
    let rest = name.strip_prefix(b"experimental.vector.reduce.").filter(|_| version.second_reductions())?;
    let parts: Vec<&[u8]> = rest.split(|&c| c == b'.').collect();
    match parts[..] {
        [op, _, vector] if op != b"v2" => Some([b"experimental.vector.reduce.", op, b".", vector].concat()),
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
