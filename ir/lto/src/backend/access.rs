//! Properties of global values and what follows from them, as in LLVM's classes.
use bctk_ir::entity::GlobalId;
use bctk_ir::global::{GlobalKind, GlobalValue};
use bctk_ir::keywords::{DllStorage, Linkage, Visibility};
use bctk_ir::mangle::aliasee_object;
use bctk_ir::module::Module;

/// Sets a linkage and what follows from it (`GlobalValue::setLinkage`).
pub(super) fn set_linkage(global: &mut GlobalValue, linkage: Linkage) {
    if linkage.is_local() {
        (global.visibility, global.dll_storage) = (Visibility::Default, DllStorage::Default);
    }
    global.linkage = linkage;
    global.dso_local |= is_implicitly_local(global);
}

/// Sets a visibility and what follows from it.
pub(super) fn set_visibility(global: &mut GlobalValue, visibility: Visibility) {
    global.visibility = visibility;
    global.dso_local |= is_implicitly_local(global);
}

/// Whether linkage and visibility imply `dso_local`.
pub(super) fn is_implicitly_local(global: &GlobalValue) -> bool {
    global.linkage.is_local() || global.visibility != Visibility::Default && global.linkage != Linkage::ExternalWeak
}

/// Whether the linker takes it for a declaration.
pub(super) fn is_declared(global: &GlobalValue) -> bool {
    global.linkage == Linkage::AvailableExternally || global.is_declaration()
}

/// Whether another definition may take its place.
pub(super) fn is_interposable(linkage: Linkage) -> bool {
    matches!(linkage, Linkage::WeakAny | Linkage::LinkOnceAny | Linkage::Common | Linkage::ExternalWeak)
}

/// Whether it is an ifunc, or an alias of one: summaries do not know them.
pub(super) fn is_ifunc(module: &Module, id: GlobalId) -> bool {
    let is = |id: GlobalId| module.global(id).is_some_and(|global| matches!(global.kind, GlobalKind::IFunc { .. }));
    match module.global(id).map(|global| &global.kind) {
        Some(GlobalKind::IFunc { .. }) => true,
        Some(GlobalKind::Alias { .. }) => aliasee_object(module, id).is_some_and(is),
        _ => false,
    }
}
