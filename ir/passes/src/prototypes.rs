//! Removes declarations that nothing uses.
use crate::Changes;
use crate::forget::{forget_unused, remove};
use crate::reach::Used;
use bctk_ir::module::Module;

/// Removes declarations of functions and variables that nothing uses (`StripDeadPrototypesPass`). What metadata says of them is forgotten.
pub fn strip_dead_prototypes(module: &mut Module) -> Changes {
    strip_dead_prototypes_but(module, &[])
}

/// As [`strip_dead_prototypes`], but those in `held`, by number, stay: in LLVM's memory, constants that nothing uses any more still use them.
pub fn strip_dead_prototypes_but(module: &mut Module, held: &[bool]) -> Changes {
    let used = Used::of(module);
    // A declaration has no contents, so that removing one frees no other.
    let is_held = |at: usize| held.get(at) == Some(&true);
    let globals = module.globals.iter().zip(&used.globals).enumerate();
    let kept: Vec<bool> = globals.map(|(at, (global, &is_used))| is_used || is_held(at) || !global.is_declaration()).collect();
    if !kept.contains(&false) {
        return Changes::default();
    }
    forget_unused(module, &kept);
    remove(module, &kept)
}
