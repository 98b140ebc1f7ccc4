//! Passes over debug information.
use crate::Changes;
use bctk_edit::instructions::remove_instructions;
use bctk_ir::entity::InstId;
use bctk_ir::inst::Inst;
use bctk_ir::module::Module;

/// Removes debug information of code that is gone: global variables of compile units, and units that nothing is left of
/// (`StripDeadDebugInfoPass`).
pub fn strip_dead_debug_info(module: &mut Module) -> Changes {
    Changes::in_place(bctk_transforms::edit::strip_dead_debug_info(module))
}

/// As [`strip_dead_debug_info`]; variables that state a constant and have no symbol go, too (`-strip-global-constants`).
pub fn strip_dead_debug_info_and_constants(module: &mut Module) -> Changes {
    Changes::in_place(bctk_transforms::edit::strip_dead_debug_info_with(module, true))
}

/// Removes calls of `llvm.dbg.declare`, and its declaration (`StripDebugDeclarePass`). Debug records stay, as in LLVM: releases that have
/// them no longer have such calls.
pub fn strip_debug_declare(module: &mut Module) -> Changes {
    remove_calls(module, &[b"llvm.dbg.declare"])
}

/// Removes the calls of these functions, and the functions.
pub(crate) fn remove_calls(module: &mut Module, callees: &[&[u8]]) -> Changes {
    let kept: Vec<bool> = module.globals.iter().map(|global| !callees.contains(&module.str(global.name))).collect();
    if !kept.contains(&false) {
        return Changes::default();
    }
    let mut removed = Vec::new();
    for (id, _, function) in module.functions() {
        let Some(body) = module.body(function) else { continue };
        let is_gone = |inst: &Inst| match *inst {
            Inst::Call(call) => {
                body.call(call).and_then(|call| call.callee.as_global()).is_some_and(|id| kept.get(id.index()) == Some(&false))
            }
            _ => false,
        };
        let calls: Vec<InstId> = (0..).map(InstId).zip(&body.insts).filter(|(_, inst)| is_gone(inst)).map(|(id, _)| id).collect();
        if let (false, Some(index)) = (calls.is_empty(), function.body) {
            removed.push((id, index, calls));
        }
    }
    for (_, body, calls) in &removed {
        remove_instructions(&mut module.bodies[*body as usize], calls);
    }
    let removed = removed.into_iter().map(|(id, _, calls)| (id, calls)).collect();
    crate::forget::forget_unused(module, &kept);
    Changes { removed, ..crate::forget::remove(module, &kept) }
}
