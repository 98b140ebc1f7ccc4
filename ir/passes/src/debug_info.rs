//! Passes over debug information.
use crate::Changes;
use bctk_ir::module::Module;

/// Removes debug information of code that is gone: global variables of compile units, and units that nothing is left of
/// (`StripDeadDebugInfoPass`).
pub fn strip_dead_debug_info(module: &mut Module) -> Changes {
    Changes::in_place(bctk_transforms::edit::strip_dead_debug_info(module))
}
