//! Linkages of LLVM 2 and 3, which readers of bitcode replace at once.
use bctk_ir::global::GlobalValue;
use bctk_ir::keywords::{Linkage, Visibility};
use bctk_ir::module::Module;

/// Gives global values the linkages that bitcode has for their old ones.
pub(crate) fn replace(module: &mut Module) {
    module.globals.iter_mut().for_each(replace_linkage);
}

/// Gives a global value the linkage that bitcode has for its old one.
fn replace_linkage(global: &mut GlobalValue) {
    match global.linkage {
        Linkage::LinkerPrivate | Linkage::LinkerPrivateWeak => {
            global.linkage = Linkage::Private;
            // Private symbols have no other.
            global.visibility = Visibility::Default;
            global.dso_local = true;
        }
        Linkage::LinkOnceOdrAutoHide => global.linkage = Linkage::LinkOnceOdr,
        _ => {}
    }
}
