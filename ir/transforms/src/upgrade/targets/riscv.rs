//! RISC-V cryptography intrinsics, which are limited to 32-bit integers now.
use crate::upgrade::intrinsics::build::Build;
use bctk_edit::functions::fn_type;
use bctk_edit::instructions::NewInst;
use bctk_ir::entity::TypeId;
use bctk_ir::module::Module;
use bctk_ir::opcodes::CastOp;
use bctk_ir::types::Type;

/// Intrinsics with two operands and the number of a byte.
const WITH_BYTE: &[&str] = &["aes32dsi", "aes32dsmi", "aes32esi", "aes32esmi", "sm4ks", "sm4ed"];
/// Intrinsics with one operand.
const PLAIN: &[&str] = &["sha256sig0", "sha256sig1", "sha256sum0", "sha256sum1", "sm3p0", "sm3p1"];

/// The current intrinsic for the old form `name` (without `llvm.riscv.`), if it is one.
fn today(module: &Module, name: &str, fn_ty: TypeId) -> Option<&'static str> {
    let (ret, params, _) = module.types.function(fn_ty)?;
    let is = |ty: TypeId, width: u32| module.types.get(ty) == Type::Int(width);
    let begins = |new: &&&str| name.strip_prefix(**new).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'));
    if let Some(new) = WITH_BYTE.iter().find(begins) {
        let old_byte = params.len() == 3 && params.get(2).is_some_and(|ty| !is(ty, 32));
        let wide = params.len() == 3 && new.starts_with("sm4") && is(ret, 64);
        return (old_byte || wide).then_some(new);
    }
    PLAIN.iter().find(begins).filter(|_| params.len() == 1 && is(ret, 64)).copied()
}

/// Whether calls of this intrinsic are replaced here.
pub(crate) fn knows(module: &Module, name: &str, fn_ty: TypeId) -> bool {
    today(module, name, fn_ty).is_some()
}

/// The intrinsic that takes the place of `name`, and its type.
pub(crate) fn replacement(module: &mut Module, name: &str, fn_ty: TypeId) -> Option<(String, TypeId)> {
    let new = today(module, name, fn_ty)?;
    let word = module.types.intern(Type::Int(32));
    let count = if WITH_BYTE.contains(&new) { 3 } else { 1 };
    Some((format!("riscv.{new}"), fn_type(module, word, &vec![word; count])))
}

/// What takes the place of a call.
pub(crate) fn replace(mut b: Build<'_, '_>, name: &str) -> Option<Vec<NewInst>> {
    let new = today(b.up.module, name, b.site.call.fn_ty)?;
    let (ret, mut args) = (b.result()?, b.site.args.clone());
    let word = b.intern(Type::Int(32));
    let operands = if args.len() == 3 { 2 } else { args.len() };
    if ret != word {
        for arg in args.iter_mut().take(operands) {
            *arg = match b.up.constant_int(b.site.body, *arg) {
                Some(number) => b.up.int(32, number),
                None => b.cast(CastOp::Trunc, *arg, word, "")?,
            };
        }
    }
    if let Some(byte) = args.get(2) {
        args[2] = b.up.int(32, b.up.constant_int(b.site.body, *byte)?);
    }
    let made = b.call(&format!("riscv.{new}"), word, &args, "")?;
    b.take_name(made);
    if ret == word {
        return b.done(made);
    }
    let value = b.cast(CastOp::SExt, made, ret, "")?;
    b.done(value)
}
