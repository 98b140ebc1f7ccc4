//! Turns copies of definitions that other modules have into declarations.
use crate::Changes;
use crate::forget::keep_some_bodies;
use bctk_ir::entity::OptionalId;
use bctk_ir::global::GlobalKind;
use bctk_ir::keywords::Linkage;
use bctk_ir::module::Module;

/// Makes `available_externally` definitions declarations (`EliminateAvailableExternallyPass`).
pub fn elim_avail_extern(module: &mut Module) -> Changes {
    let mut with_body = vec![true; module.globals.len()];
    let mut is_changed = false;
    for (global, with_body) in module.globals.iter_mut().zip(&mut with_body) {
        if global.linkage != Linkage::AvailableExternally {
            continue;
        }
        match &mut global.kind {
            GlobalKind::Variable { initializer, .. } => *initializer = OptionalId::NONE,
            GlobalKind::Function(function) => {
                if function.body.is_none() {
                    continue;
                }
                [function.prefix, function.prologue, function.personality] = [OptionalId::NONE; 3];
                global.attachments.clear();
                *with_body = false;
            }
            _ => continue,
        }
        global.linkage = Linkage::External;
        is_changed = true;
    }
    if is_changed {
        keep_some_bodies(module, &with_body);
    }
    Changes::in_place(is_changed)
}
