//! The attribute `"implicit-section-name"` (`UpgradeFunctionAttributes`).
use super::string_attr;
use bctk_edit::attributes::Sets;
use bctk_ir::module::Module;

/// Gives functions the section that their attribute names.
pub(super) fn upgrade(module: &mut Module, sets: &mut Sets) {
    for function in 0..module.globals.len() {
        if module.globals[function].function().is_none() {
            continue;
        }
        if let Some(Some(section)) = string_attr::take(module, function, b"implicit-section-name", sets) {
            module.globals[function].section = section;
        }
    }
}
