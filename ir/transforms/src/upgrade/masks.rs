//! Normalises masks of `shufflevector` to LLVM's only form: undefined elements are poison, until LLVM 16 `undef`
//! (`convertShuffleMaskForBitcode`).
use bctk_ir::constants::{ConstKind, ConstPool};
use bctk_ir::entity::TypeId;
use bctk_ir::inst::Inst;
use bctk_ir::module::Module;
use bctk_ir::value::{Value, ValueKind};
use bctk_ir::version::LlvmVersion;
use bctk_support::parallel::prelude::*;

/// What an undefined mask becomes.
enum Form {
    Same,
    Undefined,
    /// Elements, some of them undefined.
    Mixed(Vec<Value>),
}

/// What undefined elements are in memory and what they become.
#[derive(Clone, Copy)]
struct Change {
    from: ConstKind,
    to: ConstKind,
}

/// Gives all masks the form that they have in `llvm`.
pub(super) fn settle(module: &mut Module, llvm: LlvmVersion) {
    let change = match llvm.poison_masks() {
        true => Change { from: ConstKind::Undef, to: ConstKind::Poison },
        false => Change { from: ConstKind::Poison, to: ConstKind::Undef },
    };
    let module_consts = &mut module.consts;
    let has_other = |pool: &ConstPool| pool.consts.iter().any(|constant| constant.kind == change.from);
    let other_outside = has_other(module_consts);
    settle_expressions(module_consts, None, change);
    let module_consts = &*module_consts;
    module.bodies.par_iter_mut().balanced().filter(|body| other_outside || has_other(&body.consts)).for_each(|body| {
        settle_expressions(&mut body.consts, Some(module_consts), change);
        for inst in &mut body.insts {
            if let Inst::ShuffleVector { mask, .. } = inst {
                *mask = settled(*mask, &mut body.consts, Some(module_consts), change);
            }
        }
    });
}

/// The masks of constant expressions in `pool`; `outer` is the module's pool if that is another.
fn settle_expressions(pool: &mut ConstPool, outer: Option<&ConstPool>, change: Change) {
    for index in 0..pool.consts.len() {
        if let ConstKind::ShuffleVector(list) = pool.consts[index].kind
            && let Some(mask) = pool.lists.get(list).get(2)
        {
            let mask = settled(mask, pool, outer, change);
            pool.lists.set(list, 2, mask);
        }
    }
}

/// The normalised form of `mask`, which may be added to `pool`.
fn settled(mask: Value, pool: &mut ConstPool, outer: Option<&ConstPool>, change: Change) -> Value {
    let (ty, form) = {
        let of = |value: Value| match (value.kind(), outer) {
            (ValueKind::LocalConst(index), _) | (ValueKind::Const(index), None) => pool.get(index).map(|constant| (&*pool, constant)),
            (ValueKind::Const(index), Some(outer)) => outer.get(index).map(|constant| (outer, constant)),
            _ => None,
        };
        let Some((home, constant)) = of(mask) else { return mask };
        let form = match constant.kind {
            kind if kind == change.from => Form::Undefined,
            ConstKind::Aggregate(list) => {
                let elements: Vec<Value> = home.values(list).collect();
                let kinds: Vec<Option<ConstKind>> = elements.iter().map(|&value| of(value).map(|(_, c)| c.kind)).collect();
                let unknown = |kind: &Option<ConstKind>| matches!(kind, Some(ConstKind::Undef | ConstKind::Poison));
                if !kinds.contains(&Some(change.from)) {
                    Form::Same
                } else if kinds.iter().all(unknown) {
                    Form::Undefined
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
        Form::Undefined => add(pool, ty, change.to),
        Form::Mixed(elements) => {
            let mut new = Vec::with_capacity(elements.len());
            for element in elements {
                let constant = match (element.kind(), outer) {
                    (ValueKind::LocalConst(index), _) | (ValueKind::Const(index), None) => pool.get(index),
                    (ValueKind::Const(index), Some(outer)) => outer.get(index),
                    _ => None,
                };
                let element = match constant {
                    Some(constant) if constant.kind == change.from => add(pool, constant.ty, change.to),
                    _ => element,
                };
                new.push(element);
            }
            let list = pool.lists.push(&new);
            add(pool, ty, ConstKind::Aggregate(list))
        }
    }
}
