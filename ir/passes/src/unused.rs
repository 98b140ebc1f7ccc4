//! Removes chosen global values that nothing uses.
use crate::Changes;
use crate::forget::{forget_unused, remove};
use crate::reach::Used;
use bctk_ir::entity::GlobalId;
use bctk_ir::module::Module;

/// Removes those of `candidates` that nothing uses but metadata, which forgets them; what they refer to themselves counts as used. They have no
/// bodies.
pub fn remove_unused(module: &mut Module, candidates: &[GlobalId]) -> Changes {
    let used = Used::by(module, false);
    let mut kept = vec![true; module.globals.len()];
    for id in candidates {
        if let Some(kept) = kept.get_mut(id.index()) {
            *kept = used.globals.get(id.index()) == Some(&true);
        }
    }
    if !kept.contains(&false) {
        return Changes::default();
    }
    forget_unused(module, &kept);
    remove(module, &kept)
}
