//! Normalises masks of `shufflevector` to LLVM's only form: undefined elements are poison (`convertShuffleMaskForBitcode`).
use bctk_ir::constants::{ConstKind, ConstPool};
use bctk_ir::entity::TypeId;
use bctk_ir::inst::Inst;
use bctk_ir::module::Module;
use bctk_ir::value::{Value, ValueKind};
use bctk_support::parallel::prelude::*;

/// What an undefined mask becomes.
enum Form {
    Same,
    Poison,
    /// Elements, some of them poison.
    Mixed(Vec<Value>),
}

/// Gives all masks their form.
pub(super) fn settle(module: &mut Module) {
    let module_consts = &mut module.consts;
    let has_undef = |pool: &ConstPool| pool.consts.iter().any(|constant| constant.kind == ConstKind::Undef);
    let undef_outside = has_undef(module_consts);
    settle_expressions(module_consts, None);
    let module_consts = &*module_consts;
    module.bodies.par_iter_mut().filter(|body| undef_outside || has_undef(&body.consts)).for_each(|body| {
        settle_expressions(&mut body.consts, Some(module_consts));
        for inst in &mut body.insts {
            if let Inst::ShuffleVector { mask, .. } = inst {
                *mask = settled(*mask, &mut body.consts, Some(module_consts));
            }
        }
    });
}

/// The masks of constant expressions in `pool`; `outer` is the module's pool if that is another.
fn settle_expressions(pool: &mut ConstPool, outer: Option<&ConstPool>) {
    for index in 0..pool.consts.len() {
        if let ConstKind::ShuffleVector(list) = pool.consts[index].kind
            && let Some(mask) = pool.lists.get(list).get(2)
        {
            let mask = settled(mask, pool, outer);
            pool.lists.set(list, 2, mask);
        }
    }
}

/// The normalised form of `mask`, which may be added to `pool`.
fn settled(mask: Value, pool: &mut ConstPool, outer: Option<&ConstPool>) -> Value {
    let (ty, form) = {
        let of = |value: Value| match (value.kind(), outer) {
            (ValueKind::LocalConst(index), _) | (ValueKind::Const(index), None) => pool.get(index).map(|constant| (&*pool, constant)),
            (ValueKind::Const(index), Some(outer)) => outer.get(index).map(|constant| (outer, constant)),
            _ => None,
        };
        let Some((home, constant)) = of(mask) else { return mask };
        let form = match constant.kind {
            ConstKind::Undef => Form::Poison,
            ConstKind::Aggregate(list) => {
                let elements: Vec<Value> = home.values(list).collect();
                let kinds: Vec<Option<ConstKind>> = elements.iter().map(|&value| of(value).map(|(_, c)| c.kind)).collect();
                let unknown = |kind: &Option<ConstKind>| matches!(kind, Some(ConstKind::Undef | ConstKind::Poison));
                if !kinds.iter().any(|kind| matches!(kind, Some(ConstKind::Undef))) {
                    Form::Same
                } else if kinds.iter().all(unknown) {
                    Form::Poison
                } else {
                    Form::Mixed(elements)
                }
            }
            _ => Form::Same,
        };
        (constant.ty, form)
    };
    let add = |pool: &mut ConstPool, ty: TypeId, kind: ConstKind| {
        let index = pool.push(ty, kind);
        if outer.is_some() { Value::local_const(index) } else { Value::constant(index) }
    };
    match form {
        Form::Same => mask,
        Form::Poison => add(pool, ty, ConstKind::Poison),
        Form::Mixed(elements) => {
            let mut new = Vec::with_capacity(elements.len());
            for element in elements {
                let constant = match (element.kind(), outer) {
                    (ValueKind::LocalConst(index), _) | (ValueKind::Const(index), None) => pool.get(index),
                    (ValueKind::Const(index), Some(outer)) => outer.get(index),
                    _ => None,
                };
                let element = match constant {
                    Some(constant) if constant.kind == ConstKind::Undef => add(pool, constant.ty, ConstKind::Poison),
                    _ => element,
                };
                new.push(element);
            }
            let list = pool.lists.push(&new);
            add(pool, ty, ConstKind::Aggregate(list))
        }
    }
}
