//! Intrinsics that LLVM 22 has and LLVM 23 replaces: those of all targets, and those that take the place of one.
mod amdgpu;
mod nvvm;

use super::build::Build;
use bctk_edit::instructions::NewInst;
use bctk_ir::entity::TypeId;
use bctk_ir::intrinsics::lookup_in;
use bctk_ir::module::Module;
use bctk_ir::opcodes::CastOp;
use bctk_ir::types::Type;
use bctk_ir::version::LlvmVersion;

/// What an old intrinsic was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Old {
    /// A conversion of a `half`, given as an integer.
    FromHalf,
    /// A conversion to a `half`, returned as an integer.
    ToHalf,
    /// An intrinsic of all targets.
    Common(&'static str),
    /// An atomic operation of NVVM.
    Atomic(nvvm::Atomic),
    /// An operation of AMDGPU on matrices.
    Matrices(amdgpu::Matrices),
}

fn begins(name: &str, whole: &str) -> bool {
    name.strip_prefix(whole).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
}

fn old(name: &str, params: usize) -> Option<Old> {
    if let Some(rest) = name.strip_prefix("nvvm.atomic.") {
        return nvvm::old(rest, params).map(Old::Atomic);
    }
    if let Some(rest) = name.strip_prefix("amdgcn.") {
        return amdgpu::old(rest, params).map(Old::Matrices);
    }
    match (name, params) {
        ("aarch64.neon.vcvthf2fp", 1) => Some(Old::FromHalf),
        ("aarch64.neon.vcvtfp2hf", 1) => Some(Old::ToHalf),
        ("x86.bmi.pdep.32" | "x86.bmi.pdep.64", 2) => Some(Old::Common("pdep")),
        ("x86.bmi.pext.32" | "x86.bmi.pext.64", 2) => Some(Old::Common("pext")),
        (_, 1) if begins(name, "convert.from.fp16") => Some(Old::FromHalf),
        (_, 1) if begins(name, "convert.to.fp16") => Some(Old::ToHalf),
        _ => None,
    }
}

/// Whether calls of this intrinsic (without `llvm.`) are replaced here when LLVM `version` reads them: not if the release itself has the intrinsic.
pub(crate) fn knows(module: &Module, name: &str, fn_ty: TypeId, version: LlvmVersion) -> bool {
    let Some((_, params, _)) = module.types.function(fn_ty) else { return false };
    let own = || lookup_in(&[b"llvm.", name.as_bytes()].concat(), version);
    if name.starts_with("convert.") && !is_conversion(module, name, fn_ty) {
        return false;
    }
    old(name, params.len()).is_some() && !own().is_some_and(|intrinsic| intrinsic.has_signature(&module.types, fn_ty))
}

/// Whether a conversion has the types of one: 16 bits, and a number that is wider than `half`.
fn is_conversion(module: &Module, name: &str, fn_ty: TypeId) -> bool {
    use Type::{BFloat, Double, Float, Fp128, Half, Int, PpcFp128, X86Fp80};
    let Some((ret, params, _)) = module.types.function(fn_ty) else { return false };
    let Some(param) = params.first() else { return false };
    let (half, wide) = if name.starts_with("convert.to.") { (ret, param) } else { (param, ret) };
    // A bitcast of one element changes between vectors and numbers.
    let half = match module.types.get(half) {
        Type::Vector { elem, len: 1, scalable: false } => elem,
        _ => half,
    };
    matches!(module.types.get(half), Int(16) | Half | BFloat)
        && matches!(module.types.get(wide), Float | Double | Fp128 | PpcFp128 | X86Fp80)
}

/// What takes the place of a call.
pub(crate) fn replace(mut b: Build<'_, '_>, name: &str) -> Option<Vec<NewInst>> {
    let ret = b.result()?;
    let args = b.site.args.clone();
    let value = match old(name, args.len())? {
        Old::FromHalf => {
            let half = half_like(&mut b, ret);
            let value = b.cast(CastOp::BitCast, args[0], half, "")?;
            b.cast(CastOp::FpExt, value, ret, "")?
        }
        Old::ToHalf => {
            let half = half_like(&mut b, ret);
            let value = b.cast(CastOp::FpTrunc, args[0], half, "")?;
            b.cast(CastOp::BitCast, value, ret, "")?
        }
        Old::Common(new) => b.call(new, ret, &args, "")?,
        Old::Atomic(atomic) => nvvm::replace(&mut b, atomic, ret)?,
        Old::Matrices(matrices) => return amdgpu::replace(b, name, matrices),
    };
    b.done(value)
}

/// `half`, or the vector of it that is as long as `ty`.
fn half_like(b: &mut Build<'_, '_>, ty: TypeId) -> TypeId {
    let half = b.intern(Type::Half);
    match b.parts(ty) {
        Some((_, len)) => b.vector(half, len),
        None => half,
    }
}
