//! Declarations of intrinsics have the attributes that a release's own table gives them (`UpgradeIntrinsicFunction`).
use super::names::wanted_name;
use crate::upgrade::attrs::replace_attrs;
use bctk_edit::attributes::{Sets, sets_of};
use bctk_edit::intrinsics::{intrinsic_attrs, intrinsic_list};
use bctk_ir::attr_set::{Attr, AttrIndex};
use bctk_ir::entity::{AttrListId, GlobalId};
use bctk_ir::global::GlobalKind;
use bctk_ir::interned::Places;
use bctk_ir::intrinsics::lookup_in;
use bctk_ir::module::Module;
use bctk_ir::version::LlvmVersion;

/// Gives declarations of intrinsics the attributes of `llvm` (`UpgradeIntrinsicFunction`).
pub(crate) fn reset(module: &mut Module, llvm: LlvmVersion, sets: &mut Sets) {
    let mut lists: Option<Places<AttrListId>> = None;
    for i in 0..module.globals.len() {
        let global = &module.globals[i];
        if global.function().is_none() {
            continue;
        }
        let fn_ty = global.value_type;
        let Some(intrinsic) = lookup_in(module.str(global.name), llvm) else { continue };
        // A function of another type keeps what the file says.
        if llvm.intrinsic_types_checked() && !intrinsic.has_signature(&module.types, fn_ty) {
            continue;
        }
        let list = intrinsic_list(module, intrinsic, fn_ty, sets);
        let known = &mut module.attrs.lists;
        let id = lists.get_or_insert_with(|| Places::of(known)).intern(known, list);
        replace_attrs(module, GlobalId::new(i), id);
    }
}

/// What `f` says about the module if intrinsics have the attributes that the reader of `llvm` gives them; the module keeps its own.
pub fn with_intrinsics_of<T>(module: &mut Module, llvm: LlvmVersion, f: impl FnOnce(&Module) -> T) -> T {
    if !llvm.intrinsic_attributes() {
        return f(module);
    }
    let own: Vec<AttrListId> =
        module.globals.iter().map(|global| global.function().map_or(AttrListId(0), |function| function.attrs)).collect();
    let (sets, lists) = (module.attrs.sets.len(), module.attrs.lists.len());
    // It would note that attributes changed.
    let written = module.provenance.bitcode.take();
    reset(module, llvm, &mut sets_of(module));
    let said = f(module);
    module.provenance.bitcode = written;
    for (global, own) in module.globals.iter_mut().zip(own) {
        if let GlobalKind::Function(function) = &mut global.kind {
            function.attrs = own;
        }
    }
    module.attrs.sets.truncate(sets);
    module.attrs.lists.truncate(lists);
    said
}

/// Whether all declarations of intrinsics in `module` have the names and attributes of `llvm`; `of_others` says it of those that this release
/// does not have, or not with their type.
pub(crate) fn declares_intrinsics_of(module: &Module, llvm: LlvmVersion, of_others: bool) -> bool {
    module.functions().filter(|(_, global, _)| module.str(global.name).starts_with(b"llvm.")).all(|(_, global, function)| {
        let Some(intrinsic) = lookup_in(module.str(global.name), llvm) else { return of_others };
        if llvm.intrinsic_types_checked() {
            if !intrinsic.has_signature(&module.types, global.value_type) {
                return of_others;
            }
            // The types that the name states differ between releases, too.
            let name = module.str(global.name);
            if wanted_name(module, name, global.value_type, llvm).is_some_and(|wanted| wanted != name) {
                return false;
            }
        }
        let words = |list: &mut Vec<(AttrIndex, Attr)>| list.sort_by_cached_key(|(index, attr)| (*index, attr.kind().map(|kind| kind.0)));
        let mut wanted: Vec<(AttrIndex, Attr)> = intrinsic_attrs(module, intrinsic, global.value_type)
            .into_iter()
            .flat_map(|(index, set)| set.into_iter().map(move |attr| (index, attr)))
            .collect();
        let list = module.attrs.lists.get(function.attrs.index()).map_or(&[][..], |list| list);
        let mut there: Vec<(AttrIndex, Attr)> =
            list.iter().flat_map(|&(index, set)| module.attrs.set(set).iter().map(move |attr| (index, attr.clone()))).collect();
        words(&mut wanted);
        words(&mut there);
        wanted == there
    })
}
