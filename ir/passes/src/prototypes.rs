//! Removes declarations that nothing uses.
use crate::Changes;
use crate::forget::{forget_unused, remove};
use crate::reach::Used;
use bctk_ir::module::Module;

/// Removes declarations of functions and variables that nothing uses (`StripDeadPrototypesPass`). What metadata says of them is forgotten.
pub fn strip_dead_prototypes(module: &mut Module) -> Changes {
    let used = Used::of(module);
    // A declaration has no contents, so that removing one frees no other.
    let kept: Vec<bool> = module.globals.iter().zip(&used.globals).map(|(global, &is_used)| is_used || !global.is_declaration()).collect();
    if !kept.contains(&false) {
        return Changes::default();
    }
    forget_unused(module, &kept);
    remove(module, &kept)
}
