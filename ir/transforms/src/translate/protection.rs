//! Branch protection of functions and `nofpclass` of structures in their older forms.
use super::report::{Action, At, Report};
use crate::upgrade::module_flags::{flag, is_key, set_value};
use bctk_edit::attributes::{change_lists, change_set, sets_of};
use bctk_edit::nodes::number;
use bctk_ir::attr_set::{Attr, AttrIndex, AttrSet, string_attr};
use bctk_ir::attrs::AttrKind;
use bctk_ir::entity::GlobalId;
use bctk_ir::global::GlobalKind;
use bctk_ir::module::Module;
use bctk_ir::types::Type;
use bctk_ir::version::Feature;

/// Attributes that protect branches, and their module flags; the last is that of signed return addresses.
const KEYS: [&[u8]; 4] = [b"branch-target-enforcement", b"branch-protection-pauth-lr", b"guarded-control-stack", b"sign-return-address"];
/// Details of the last flag, which have the same values.
const DETAILS: [&[u8]; 2] = [b"sign-return-address-all", b"sign-return-address-with-bkey"];

/// A function is protected by an attribute with the value `true`, and without the attribute by the module flag
/// (`AArch64FunctionInfo` of LLVM 12 to 18). Later, it has the attribute without a value, or is not protected, if the value of a flag is 2.
pub(super) fn to_older(module: &mut Module, report: &mut Report) {
    let arch = module.str(module.triple).split(|&c| c == b'-').next().unwrap_or(&[]);
    if ![&b"arm"[..], b"thumb", b"aarch64"].iter().any(|prefix| arch.starts_with(prefix)) {
        return;
    }
    let value = |key: &[u8]| flag(module, key).and_then(|(_, value)| number(module, value)).map_or(0, |(number, _)| number);
    let flags = KEYS.map(value);
    // Else, the reader completes the attributes, and old readers understand all of them but those without a value.
    let is_complete = flags.iter().chain(&DETAILS.map(value)).any(|&value| value == 2);
    for at in 0..module.attrs.sets.len() {
        let is_bare = |attr: &Attr| KEYS[..KEYS.len() - 1].iter().any(|key| is_key(module, attr, key)) && has_no_value(module, attr);
        let bare: Vec<usize> = module.attrs.sets[at].iter().enumerate().filter(|(_, attr)| is_bare(attr)).map(|(at, _)| at).collect();
        for &attr in &bare {
            if let Attr::String(_, value) = &mut module.attrs.sets[at][attr] {
                *value = Some(module.strings.push(b"true"));
            }
        }
        if !bare.is_empty() {
            report.feature(Action::Lowered, Feature::ProtectionByAttribute, module, At::Module);
        }
    }
    let mut sets = sets_of(module);
    for at in 0..module.globals.len() {
        let Some(function) = module.globals[at].function().filter(|function| function.body.is_some()) else { continue };
        let list = function.attrs;
        let new = change_set(module, list, AttrIndex::Function, &mut sets, |module, set| {
            for (at, (key, flag)) in KEYS.iter().zip(flags).enumerate() {
                let is_alone = at + 1 < KEYS.len();
                let older: &[u8] = match string_attr(set, &module.strings, key) {
                    Some(b"false") if is_alone && is_complete => b"true",
                    None if is_complete && flag == 2 && is_alone => b"false",
                    None if is_complete && flag == 2 => b"none",
                    _ => continue,
                };
                set.retain(|attr| !is_key(module, attr, key));
                set.push(Attr::String(module.strings.push(key), Some(module.strings.push(older))));
            }
            bctk_ir::attr_set::sort_attrs(set, &module.strings);
        });
        if new != list
            && let GlobalKind::Function(function) = &mut module.globals[at].kind
        {
            function.attrs = new;
            report.feature(Action::Lowered, Feature::ProtectionByAttribute, module, At::Global(GlobalId::new(at)));
        }
    }
    for key in KEYS.iter().chain(&DETAILS) {
        if flag(module, key).and_then(|(_, value)| number(module, value)).is_some_and(|(number, _)| number == 2) {
            set_value(module, key, 1);
            report.feature(Action::Lowered, Feature::ProtectionByAttribute, module, At::Module);
        }
    }
}

fn has_no_value(module: &Module, attr: &Attr) -> bool {
    matches!(attr, Attr::String(_, value) if value.is_none_or(|value| module.strings.get(value).is_empty()))
}

/// Drops `nofpclass` of structures (`AttributeFuncs::isNoFPClassCompatibleType`, LLVM 17 to 19).
pub(super) fn scalar_classes(module: &mut Module, report: &mut Report) {
    let is_class = |attr: &Attr| attr.kind() == Some(AttrKind::NOFPCLASS);
    if !module.attrs.sets.iter().flatten().any(is_class) {
        return;
    }
    let mut sets = sets_of(module);
    let mut count = 0;
    change_lists(module, |module, list, fn_ty| {
        let Some((ret, params, _)) = module.types.function(fn_ty) else { return list };
        let params: Vec<_> = params.iter().collect();
        let mut new = list;
        let places: Vec<AttrIndex> = module.attrs.lists.get(list.index()).into_iter().flatten().map(|&(at, _)| at).collect();
        for place in places {
            let ty = match place {
                AttrIndex::Return => Some(ret),
                AttrIndex::Param(at) => params.get(at as usize).copied(),
                AttrIndex::Function => None,
            };
            if !ty.is_some_and(|ty| matches!(module.types.get(ty), Type::Struct { .. })) {
                continue;
            }
            let without = |_: &mut Module, set: &mut AttrSet| set.retain(|attr| !is_class(attr));
            let older = change_set(module, new, place, &mut sets, without);
            count += u32::from(older != new);
            new = older;
        }
        new
    });
    for _ in 0..count {
        report.feature(Action::Dropped, Feature::ClassesOfStructures, module, At::Module);
    }
}
