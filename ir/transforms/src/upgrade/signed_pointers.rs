//! `ptrauth` constants of releases that know no deactivation symbols.
use bctk_ir::constants::{ConstKind, ConstPool};
use bctk_ir::module::Module;
use bctk_ir::value::ValueKind;

/// Operands of a constant before LLVM 22: pointer, key, discriminator, address discriminator.
const OLD_OPERANDS: usize = 4;

/// Removes the operand of `ptrauth` constants that says that there is no deactivation symbol: it is implied before LLVM 22.
pub fn omit_no_symbols(module: &mut Module) {
    let mut pool = std::mem::take(&mut module.consts);
    omit_in(&mut pool, |pool, value| matches!(value, ValueKind::Const(at) if is_null(pool, at)));
    module.consts = pool;
    for body in &mut module.bodies {
        let globals = &module.consts;
        omit_in(&mut body.consts, |pool, value| match value {
            ValueKind::Const(at) => is_null(globals, at),
            ValueKind::LocalConst(at) => is_null(pool, at),
            _ => false,
        });
    }
}

fn is_null(pool: &ConstPool, at: u32) -> bool {
    pool.get(at).is_some_and(|constant| constant.kind == ConstKind::Null)
}

fn omit_in(pool: &mut ConstPool, is_null: impl Fn(&ConstPool, ValueKind) -> bool) {
    for at in 0..pool.consts.len() {
        let ConstKind::PtrAuth(list) = pool.consts[at].kind else { continue };
        let operands = pool.lists.get(list).to_vec();
        if let [rest @ .., symbol] = operands.as_slice()
            && rest.len() == OLD_OPERANDS
            && is_null(pool, symbol.kind())
        {
            pool.consts[at].kind = ConstKind::PtrAuth(pool.lists.push(rest));
        }
    }
}
