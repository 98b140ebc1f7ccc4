//! Expressions of `getelementptr` that do nothing.
//!
//! Source: `ConstantFoldGetElementPtr` of LLVM 15 to 22.
use bctk_edit::values::{map_body, map_module};
use bctk_ir::constants::{ConstKind, ConstPool};
use bctk_ir::module::Module;
use bctk_ir::types::{Type, TypeTable};
use bctk_ir::value::{Value, ValueKind};
use bctk_support::parallel::prelude::*;

/// Removes no-op `getelementptr` expressions of opaque pointers, as the parser does.
pub(super) fn fold(module: &mut Module) {
    if module.types.has_typed_pointers() {
        return;
    }
    let outer = bases(&module.consts, None, &module.types);
    let global = |value: Value| follow(&outer, value, false);
    if outer.iter().any(|base| !base.is_none()) {
        map_module(module, &global);
    }
    let mut bodies = std::mem::take(&mut module.bodies);
    bodies.par_iter_mut().balanced().for_each(|body| {
        let local = bases(&body.consts, Some(&module.consts), &module.types);
        if local.iter().any(|base| !base.is_none()) {
            map_body(body, &|value| global(follow(&local, value, true)));
        }
    });
    module.bodies = bodies;
}

/// The base of each constant in `pool` that is a `getelementptr` with the only index 0; none for all others.
fn bases(pool: &ConstPool, outer: Option<&ConstPool>, types: &TypeTable) -> Vec<Value> {
    let find = |value: Value| match value.kind() {
        ValueKind::Const(at) => outer.unwrap_or(pool).get(at),
        ValueKind::LocalConst(at) => pool.get(at),
        _ => None,
    };
    let is_zero = |value: Value| {
        find(value).is_some_and(|constant| {
            matches!(types.get(constant.ty), Type::Int(_)) && matches!(constant.kind, ConstKind::Null | ConstKind::Int(0))
        })
    };
    let base = |kind: ConstKind| match kind {
        ConstKind::Gep { ops, .. } => match pool.lists.get(ops).array() {
            Some([base, index]) if is_zero(index) => base,
            _ => Value::NONE,
        },
        _ => Value::NONE,
    };
    pool.consts.iter().map(|constant| base(constant.kind)).collect()
}

/// The final value for `value`; `local` says which pool the bases belong to.
fn follow(bases: &[Value], mut value: Value, local: bool) -> Value {
    // In a damaged module one may lead back to itself.
    for _ in 0..bases.len() {
        let at = match value.kind() {
            ValueKind::Const(at) if !local => at,
            ValueKind::LocalConst(at) if local => at,
            _ => break,
        };
        match bases.get(at as usize) {
            Some(base) if !base.is_none() => value = *base,
            _ => break,
        }
    }
    value
}
