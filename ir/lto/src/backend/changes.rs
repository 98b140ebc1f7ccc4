//! Turns definitions into declarations.
use super::access::{is_implicitly_local, set_linkage};
use bctk_edit::erase::forget_block_addresses;
use bctk_edit::globals::keep_bodies;
use bctk_ir::entity::{GlobalId, OptionalId};
use bctk_ir::global::GlobalKind;
use bctk_ir::keywords::Linkage;
use bctk_ir::module::Module;

/// Makes declarations of functions and variables, and forgets what is attached to them (`convertToDeclaration`). The bodies stay until
/// [`drop_bodies`].
pub(super) fn declare(module: &mut Module, id: GlobalId) {
    let Some(global) = module.globals.get_mut(id.index()) else { return };
    match &mut global.kind {
        GlobalKind::Function(function) => {
            [function.prefix, function.prologue, function.personality] = [OptionalId::NONE; 3];
        }
        GlobalKind::Variable { initializer, .. } => *initializer = OptionalId::NONE,
        GlobalKind::Alias { .. } | GlobalKind::IFunc { .. } => return,
    }
    set_linkage(global, Linkage::External);
    global.attachments.clear();
    global.comdat = None;
    if !is_implicitly_local(global) {
        global.dso_local = false;
    }
}

/// Takes out the bodies of functions that were declared.
pub(super) fn drop_bodies(module: &mut Module, declared: &[GlobalId]) {
    if declared.is_empty() {
        return;
    }
    let mut kept = vec![true; module.globals.len()];
    for id in declared {
        if let Some(kept) = kept.get_mut(id.index()) {
            *kept = false;
        }
    }
    forget_block_addresses(module, |id| kept.get(id.index()) == Some(&false));
    keep_bodies(module, &kept);
    for body in &mut module.bodies {
        body.block_addr_users.retain(|user| kept.get(user.index()) == Some(&true));
    }
}
