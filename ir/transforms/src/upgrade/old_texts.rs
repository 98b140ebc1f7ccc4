//! What texts of LLVM 2 and 3 state and no later one does: instructions for the heap, and linkages that readers of bitcode replace at once.
use super::old_heap::call_heap_functions;
use bctk_ir::global::GlobalValue;
use bctk_ir::keywords::{Linkage, Visibility};
use bctk_ir::module::Module;
use bctk_ir::version::LlvmVersion;

/// Changes the module, whose pointers are still typed, to what `llvm` has words for.
pub(super) fn upgrade_old_texts(module: &mut Module, llvm: LlvmVersion) {
    if !llvm.heap_instructions() {
        call_heap_functions(module);
    }
    if !llvm.linker_private() {
        module.globals.iter_mut().for_each(replace_linkage);
    }
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
