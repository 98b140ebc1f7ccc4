//! Declarations of intrinsics have the attributes that a release's own table gives them (`UpgradeIntrinsicFunction`).
use super::names::wanted_name;
use crate::upgrade::attrs::replace_attrs;
use bctk_edit::attributes::{Sets, intern_set, sets_of};
use bctk_ir::attr_set::{Attr, AttrIndex, AttrList, AttrSet, ConstantRange};
use bctk_ir::attrs::AttrKind;
use bctk_ir::entity::{AttrListId, GlobalId, TypeId};
use bctk_ir::global::GlobalKind;
use bctk_ir::intrinsics::{Intrinsic, IntrinsicAttr, lookup_in};
use bctk_ir::module::Module;
use bctk_ir::types::Type;
use bctk_ir::version::LlvmVersion;
use hashbrown::HashMap;

/// Gives declarations of intrinsics the attributes of `llvm` (`UpgradeIntrinsicFunction`).
pub(crate) fn reset(module: &mut Module, llvm: LlvmVersion, sets: &mut Sets) {
    let mut lists: HashMap<AttrList, AttrListId> =
        module.attrs.lists.iter().enumerate().map(|(i, list)| (list.clone(), AttrListId::new(i))).collect();
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
        let attrs = &mut module.attrs;
        let id = *lists.entry(list).or_insert_with_key(|list| {
            attrs.lists.push(list.clone());
            AttrListId::new(attrs.lists.len() - 1)
        });
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

/// The attribute list of an intrinsic of type `fn_ty`.
pub(crate) fn intrinsic_list(module: &mut Module, intrinsic: Intrinsic, fn_ty: TypeId, sets: &mut Sets) -> AttrList {
    let mut list: AttrList =
        intrinsic_attrs(module, intrinsic, fn_ty).into_iter().map(|(index, set)| (index, intern_set(module, set, sets))).collect();
    list.sort();
    list
}

/// The attributes of an intrinsic of type `fn_ty`.
fn intrinsic_attrs(module: &Module, intrinsic: Intrinsic, fn_ty: TypeId) -> Vec<(AttrIndex, AttrSet)> {
    let mut list = Vec::new();
    let Some((ret, params, _)) = module.types.function(fn_ty) else { return list };
    let params: Vec<TypeId> = params.iter().collect();
    let to_attr = |attr: IntrinsicAttr, width: u32| -> Option<Attr> {
        Some(match attr {
            IntrinsicAttr::Enum(kind) => Attr::Enum(AttrKind::from_spelling(kind.as_bytes())?),
            IntrinsicAttr::Int(kind, value) => Attr::Int(AttrKind::from_spelling(kind.as_bytes())?, value),
            IntrinsicAttr::Range(lower, upper) => {
                // Sign-extended from the width, as a range of the file: an upper bound of 2^31 is that of `i32 -2147483648`.
                let unused = 64 - width.clamp(1, 64);
                let words = |bound: i64| {
                    let low = bound << unused >> unused;
                    let above = if low < 0 { u64::MAX } else { 0 };
                    (0..width.div_ceil(64)).map(|i| if i == 0 { low as u64 } else { above }).collect()
                };
                Attr::Range(AttrKind::RANGE, ConstantRange { width, lower: words(lower), upper: words(upper) })
            }
        })
    };
    for (index, attrs) in intrinsic.arg_attrs() {
        let (at, ty) = match index.checked_sub(1) {
            None => (AttrIndex::Return, Some(ret)),
            Some(param) => (AttrIndex::Param(param), params.get(param as usize).copied()),
        };
        let Some(ty) = ty else { continue };
        let width = match module.types.get(module.types.scalar(ty)) {
            Type::Int(width) => width,
            _ => 0,
        };
        let set = attrs.into_iter().filter_map(|a| to_attr(a, width)).collect();
        list.push((at, set));
    }
    let set: AttrSet = intrinsic.function_attrs().filter_map(|a| to_attr(a, 0)).collect();
    if !set.is_empty() {
        list.push((AttrIndex::Function, set));
    }
    list
}
