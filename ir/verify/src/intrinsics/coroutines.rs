//! Checks intrinsics of coroutines.
use super::general::definitive_initializer;
use super::{Called, Check};
use crate::function::{Checker, check};
use bctk_ir::constants::ConstKind;

pub(super) fn check_of(name: &str) -> Option<Check> {
    Some(match name {
        "coro.begin" | "coro.begin.custom.abi" => begin,
        "coro.id" => id,
        _ => return None,
    })
}

fn begin(c: &mut Checker<'_, '_>, of: &Called<'_>) {
    if !c.shared.llvm.coroutine_ids_checked() {
        return;
    }
    let is_id = c
        .intrinsic_of(of.arg(0))
        .is_some_and(|(_, name)| matches!(name, "coro.id" | "coro.id.async" | "coro.id.retcon" | "coro.id.retcon.once"));
    check!(c, is_id, "id argument of llvm.coro.begin must refer to coro.id");
}

fn id(c: &mut Checker<'_, '_>, of: &Called<'_>) {
    let info = of.arg(3);
    if c.shared.llvm.coroutine_ids_checked() {
        check!(c, c.int(of.arg(0)).is_some(), "align argument only accepts constants");
        let promise = of.arg(1);
        check!(c, c.is_null(promise) || c.alloca_of(promise).is_some(), "promise argument must refer to an alloca");
        let coroutine = c.strip_pointer_casts(of.arg(2));
        let is_early = c.is_null(coroutine);
        check!(c, is_early || c.shared.function(coroutine).is_some(), "coro argument must refer to a function");
        if c.is_null(info) {
            return;
        }
        check!(c, !is_early, "cannot run CoroSplit before CoroEarly");
    } else if c.is_null(c.strip_pointer_casts(info)) {
        return;
    }
    let Some((true, initializer)) = definitive_initializer(c, c.strip_pointer_casts(info)) else {
        return c.fail("info argument of llvm.coro.id must refer to an initialized constant", &[]);
    };
    let is_aggregate = matches!(initializer, ConstKind::Aggregate(_));
    check!(c, is_aggregate, "info argument of llvm.coro.id must refer to either a struct or an array");
}
