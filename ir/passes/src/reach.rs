//! Finds the global values and constants of the module that bodies and contents of global values use.
use bctk_ir::body::Body;
use bctk_ir::constants::{ConstKind, ConstPool};
use bctk_ir::metadata::Metadata;
use bctk_ir::module::Module;
use bctk_ir::value::{Value, ValueKind};
use bctk_ir::visit::operands;
use bctk_support::parallel::prelude::*;
use hashbrown::HashSet;

/// The global values and constants of the module that the instructions of each body use, each of them once. What metadata wraps is not used.
pub(crate) fn of_bodies(module: &Module) -> Vec<Vec<Value>> {
    let uses_function = !module.llvm_version().block_address_uses_block();
    module.bodies.par_iter().balanced().map(|body| of_body(body, uses_function)).collect()
}

fn of_body(body: &Body, uses_function: bool) -> Vec<Value> {
    let mut seen: HashSet<Value> = HashSet::new();
    let mut found = Vec::new();
    let mut open: Vec<u32> = Vec::new();
    let mut own = vec![false; body.consts.consts.len()];
    let mut note = |value: Value, open: &mut Vec<u32>| match value.kind() {
        ValueKind::Global(_) | ValueKind::Const(_) if seen.insert(value) => found.push(value),
        ValueKind::LocalConst(index) if own.get_mut(index as usize).is_some_and(|own| !std::mem::replace(own, true)) => open.push(index),
        _ => {}
    };
    body.provenance.pad_personality.into_iter().for_each(|value| note(value, &mut open));
    for inst in &body.insts {
        operands(inst, body, |_, value| note(value, &mut open));
        while let Some(index) = open.pop() {
            if let Some(constant) = body.consts.get(index) {
                uses(&body.consts, constant.kind, uses_function, |value| note(value, &mut open));
            }
        }
    }
    found
}

/// Calls `f` for all that a constant uses. Since LLVM 21, the address of a block does not use the function.
pub(crate) fn uses(pool: &ConstPool, kind: ConstKind, uses_function: bool, f: impl FnMut(Value)) {
    match kind {
        ConstKind::BlockAddress { .. } if !uses_function => {}
        _ => pool.uses(kind, f),
    }
}

/// What anything uses.
pub(crate) struct Used {
    /// By global value.
    pub(crate) globals: Vec<bool>,
}

impl Used {
    /// What any instruction, global value or constant uses. A constant that metadata alone wraps uses its operands, too.
    pub(crate) fn of(module: &Module) -> Used {
        Used::by(module, true)
    }

    /// The same; what metadata alone wraps counts for nothing unless `by_metadata`.
    pub(crate) fn by(module: &Module, by_metadata: bool) -> Used {
        let uses_function = !module.llvm_version().block_address_uses_block();
        let mut globals = vec![false; module.globals.len()];
        let mut consts = vec![false; module.consts.consts.len()];
        let mut open: Vec<u32> = Vec::new();
        let mut note = |value: Value, open: &mut Vec<u32>| match value.kind() {
            ValueKind::Global(id) => {
                if let Some(used) = globals.get_mut(id.index()) {
                    *used = true;
                }
            }
            ValueKind::Const(index) if consts.get_mut(index as usize).is_some_and(|seen| !std::mem::replace(seen, true)) => {
                open.push(index)
            }
            _ => {}
        };
        of_bodies(module).into_iter().flatten().for_each(|value| note(value, &mut open));
        for global in &module.globals {
            global.kind.operands().for_each(|value| note(value, &mut open));
        }
        for item in module.metadata.items.iter().filter(|_| by_metadata) {
            // The global value itself is wrapped, not used.
            if let Metadata::Value { value, .. } = item
                && matches!(value.kind(), ValueKind::Const(_))
            {
                note(*value, &mut open);
            }
        }
        while let Some(index) = open.pop() {
            if let Some(constant) = module.consts.get(index) {
                uses(&module.consts, constant.kind, uses_function, |value| note(value, &mut open));
            }
        }
        Used { globals }
    }
}
