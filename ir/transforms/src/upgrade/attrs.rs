//! Attributes that LLVM's readers change on functions and calls.
use bctk_edit::attributes::{Sets, intern_set, sets_of};
use bctk_ir::attr_set::{Attr, AttrIndex, AttrList, AttrSet, sort_attrs, string_attr};
use bctk_ir::attrs::{ALL_BYTES, AttrKind, memory_effects_of_21};
use bctk_ir::entity::{AttrListId, AttrSetId, GlobalId};
use bctk_ir::global::GlobalKind;
use bctk_ir::interned::{Places, Texts};
use bctk_ir::module::Module;
use bctk_ir::strings::Str;
use bctk_ir::triple::{Arch, Triple};
use bctk_ir::value::ValueKind;
use bctk_ir::version::LlvmVersion;
use hashbrown::HashMap;

/// Removes `align 4294967296` and `align 0`: LLVM's reader truncates the value of an alignment attribute to 32 bits, and treats 0 as none.
pub(super) fn drop_too_large_alignments(module: &mut Module) {
    let mut emptied = vec![false; module.attrs.sets.len()];
    let mut changed = false;
    for (set, emptied) in module.attrs.sets.iter_mut().zip(&mut emptied) {
        let before = set.len();
        set.retain(|attr| !matches!(attr, Attr::Int(AttrKind::ALIGNMENT, value) if *value as u32 == 0));
        *emptied = set.is_empty() && before != 0;
        changed |= *emptied;
    }
    if changed {
        for list in &mut module.attrs.lists {
            list.retain(|(_, set)| emptied.get(set.index()) != Some(&true));
        }
    }
}

/// Replaces attributes that LLVM 23 removed: memory access is one attribute since LLVM 16, `nocapture` is `captures(none)` since LLVM
/// 21, `uwtable` has a kind since LLVM 15, `dead_on_return` a number of bytes since LLVM 23 (`upgradeOldMemoryAttribute`). `captures` enables the replacement of `nocapture`.
pub(super) fn upgrade_old_kinds(module: &mut Module, llvm: LlvmVersion) {
    let is_old = |index: AttrIndex, attr: &Attr| match attr {
        Attr::Enum(AttrKind::NO_CAPTURE) => llvm.captures_attribute(),
        Attr::Enum(AttrKind::UW_TABLE) => llvm.unwind_table_kinds(),
        Attr::Enum(AttrKind::DEAD_ON_RETURN) => llvm.dead_bytes(),
        Attr::Enum(kind) => index == AttrIndex::Function && llvm.memory_attribute() && old_memory(*kind).is_some(),
        _ => false,
    };
    let sets = &module.attrs.sets;
    let any = |index: AttrIndex| sets.iter().map(|set| set.iter().any(|attr| is_old(index, attr))).collect::<Vec<bool>>();
    let (on_functions, elsewhere) = (any(AttrIndex::Function), any(AttrIndex::Return));
    if !on_functions.contains(&true) && !elsewhere.contains(&true) {
        return;
    }
    // In a mask, `uwtable` is a number without a value that says otherwise.
    let of_masks = module.is_from_bitcode() && module.version().is_some_and(|file| !file.attribute_groups());
    let table = if of_masks && llvm.synchronous_masks() { SYNCHRONOUS } else { ASYNCHRONOUS };
    let mut replaced: HashMap<(bool, AttrSetId), AttrSetId> = HashMap::new();
    let mut known = sets_of(module);
    let mut lists = std::mem::take(&mut module.attrs.lists);
    for (index, set) in lists.iter_mut().flatten() {
        let on_function = *index == AttrIndex::Function;
        if (if on_function { &on_functions } else { &elsewhere }).get(set.index()) != Some(&true) {
            continue;
        }
        *set = match replaced.get(&(on_function, *set)) {
            Some(&new) => new,
            None => {
                let new = without_old_kinds(module.attrs.set(*set), on_function, table, llvm);
                let new = intern_set(module, new, &mut known);
                replaced.insert((on_function, *set), new);
                new
            }
        };
    }
    module.attrs.lists = lists;
}

/// Kinds of unwind tables in `uwtable`.
const SYNCHRONOUS: u64 = 1;
const ASYNCHRONOUS: u64 = 2;

/// All memory, read and written, in the bits of the attribute `memory`.
pub(crate) const ALL_MEMORY: u64 = 0xfff;

/// The memory that a function with this old attribute may access, in the bits of the attribute `memory`.
pub(crate) fn old_memory(kind: AttrKind) -> Option<u64> {
    Some(match kind {
        AttrKind::READ_NONE => 0,
        AttrKind::READ_ONLY => 0x555,
        AttrKind::WRITEONLY => 0xaaa,
        AttrKind::ARGMEMONLY => 0x003,
        AttrKind::INACCESSIBLEMEM_ONLY => 0x00c,
        AttrKind::INACCESSIBLEMEM_OR_ARGMEMONLY => 0x00f,
        _ => return None,
    })
}

/// `table` is the kind of unwind tables that `uwtable` without a kind means.
fn without_old_kinds(set: &[Attr], on_function: bool, table: u64, llvm: LlvmVersion) -> AttrSet {
    let mut memory = None;
    let mut new: AttrSet = Vec::new();
    for attr in set {
        match attr {
            Attr::Enum(AttrKind::NO_CAPTURE) if llvm.captures_attribute() => {
                if !set.iter().any(|attr| matches!(attr, Attr::Int(AttrKind::CAPTURES, _))) {
                    new.push(Attr::Int(AttrKind::CAPTURES, 0));
                }
            }
            Attr::Enum(AttrKind::UW_TABLE) if llvm.unwind_table_kinds() => new.push(Attr::Int(AttrKind::UW_TABLE, table)),
            Attr::Enum(AttrKind::DEAD_ON_RETURN) if llvm.dead_bytes() => new.push(Attr::Int(AttrKind::DEAD_ON_RETURN, ALL_BYTES)),
            Attr::Enum(kind) if on_function && llvm.memory_attribute() => match old_memory(*kind) {
                Some(mask) => memory = Some(memory.unwrap_or(ALL_MEMORY) & mask),
                None => new.push(attr.clone()),
            },
            _ => new.push(attr.clone()),
        }
    }
    if let Some(memory) = memory {
        new.retain(|attr| !matches!(attr, Attr::Int(AttrKind::MEMORY, _)));
        new.push(Attr::Int(AttrKind::MEMORY, memory));
    }
    new
}

/// `memory` in bitcode before LLVM 21 does not mention target memory; later releases read that as no access. Attributes from before `memory`
/// apply to target memory, too.
pub(super) fn forget_target_memory(module: &mut Module) {
    let writer = if module.is_from_bitcode() { module.version() } else { module.producer_version() };
    if writer.is_none_or(LlvmVersion::target_memory_of_attributes) {
        return;
    }
    change_memory(module, |effects| effects & 0xff);
}

/// On AArch64, state that counted as inaccessible memory before LLVM 23 is target memory since then: LLVM 23 adds the access to
/// inaccessible memory to that to target memory. Attributes from before `memory` stay as they are.
pub(super) fn access_target_memory(module: &mut Module, version: LlvmVersion) {
    let is_old = module.version().is_some_and(|file| !file.all_target_memory());
    let arch = Triple::parse(module.str(module.triple)).arch;
    if !is_old || !version.all_target_memory() || !matches!(arch, Arch::AArch64 | Arch::AArch64Be | Arch::AArch64_32) {
        return;
    }
    change_memory(module, |effects| {
        let inaccessible = effects >> 2 & 3;
        effects | inaccessible << 8 | inaccessible << 10
    });
}

/// For a release that does not distinguish target memory, the bits for other memory apply to it, too.
pub(super) fn assume_target_memory(module: &mut Module) {
    change_memory(module, memory_effects_of_21);
}

/// Replaces the effects that attributes `memory` state.
fn change_memory(module: &mut Module, new: impl Fn(u64) -> u64) {
    let mut changed = false;
    for attr in module.attrs.sets.iter_mut().flatten() {
        if let Attr::Int(AttrKind::MEMORY, effects) = attr {
            let new = new(*effects);
            changed |= std::mem::replace(effects, new) != new;
        }
    }
    if changed {
        unify_sets(module);
    }
}

/// Renames attributes of older compilers (`UpgradeAttributes`): `"no-frame-pointer-elim"` and
/// `"no-frame-pointer-elim-non-leaf"` become `"frame-pointer"`, `"null-pointer-is-valid"` becomes an enum attribute.
pub(super) fn rename_old(module: &mut Module, llvm: LlvmVersion) {
    let is_null_known = AttrKind::NULL_POINTER_IS_VALID.row().is_some_and(|row| row.since <= llvm);
    if !llvm.frame_pointer_strings() {
        return;
    }
    let mut sets = std::mem::take(&mut module.attrs.sets);
    let mut changed = false;
    for set in &mut sets {
        let value_of = |key: &[u8]| string_attr(set, &module.strings, key);
        let mut frame_pointer: Option<&[u8]> = None;
        if let Some(value) = value_of(b"no-frame-pointer-elim") {
            frame_pointer = Some(if value == b"true" { b"all" } else { b"none" });
        }
        if value_of(b"no-frame-pointer-elim-non-leaf").is_some() && frame_pointer != Some(b"all") {
            frame_pointer = Some(b"non-leaf");
        }
        let null_valid = value_of(b"null-pointer-is-valid").filter(|_| is_null_known).map(|value| value == b"true");
        if frame_pointer.is_none() && null_valid.is_none() {
            continue;
        }
        const OLD: [&[u8]; 3] = [b"no-frame-pointer-elim", b"no-frame-pointer-elim-non-leaf", b"null-pointer-is-valid"];
        let replaced: &[u8] = if frame_pointer.is_some() { b"frame-pointer" } else { b"" };
        set.retain(|attr| match attr {
            Attr::String(key, _) => {
                let key = module.strings.get(*key);
                let is_old = OLD.contains(&key) && (is_null_known || key != OLD[2]);
                !is_old && (key != replaced || replaced.is_empty())
            }
            _ => true,
        });
        if let Some(value) = frame_pointer {
            let key = module.strings.push(replaced);
            set.push(Attr::String(key, Some(module.strings.push(value))));
        }
        if null_valid == Some(true) {
            set.push(Attr::Enum(AttrKind::NULL_POINTER_IS_VALID));
        }
        sort_attrs(set, &module.strings);
        changed = true;
    }
    module.attrs.sets = sets;
    if changed {
        unify_sets(module);
    }
}

/// `"uniform-work-group-size"="true"` loses its value; with any other value, the attribute goes (`UpgradeAttributes`).
pub(super) fn forget_uniform_groups(module: &mut Module, version: LlvmVersion) {
    if !version.uniform_groups_alone() {
        return;
    }
    let mut emptied = vec![false; module.attrs.sets.len()];
    let strings = &module.strings;
    let mut changed = false;
    for (set, emptied) in module.attrs.sets.iter_mut().zip(&mut emptied) {
        let is_old = |attr: &Attr| match attr {
            Attr::String(key, Some(value)) => strings.get(*key) == b"uniform-work-group-size" && !strings.get(*value).is_empty(),
            _ => false,
        };
        let Some(at) = set.iter().position(is_old) else { continue };
        changed = true;
        match set[at] {
            Attr::String(key, Some(value)) if strings.get(value) == b"true" => set[at] = Attr::String(key, None),
            _ => drop(set.remove(at)),
        }
        *emptied = set.is_empty();
    }
    if changed {
        for list in &mut module.attrs.lists {
            list.retain(|(_, set)| emptied.get(set.index()) != Some(&true));
        }
        unify_sets(module);
    }
}

/// `"nooutline"` of functions becomes an attribute with a number (`UpgradeFunctionAttributes`).
pub(super) fn outline_as_attribute(module: &mut Module, version: LlvmVersion) {
    if !version.no_outline_attribute() {
        return;
    }
    let Some(kind) = AttrKind::from_spelling(b"nooutline") else { return };
    let strings = &module.strings;
    let is_old = |attr: &Attr| matches!(attr, Attr::String(key, _) if strings.get(*key) == b"nooutline");
    let mut changed: Vec<(usize, AttrSet)> = Vec::new();
    for (at, set) in module.attrs.sets.iter().enumerate() {
        if !set.iter().any(is_old) {
            continue;
        }
        let mut new = set.clone();
        new.retain(|attr| !is_old(attr));
        new.push(Attr::Enum(kind));
        sort_attrs(&mut new, strings);
        changed.push((at, new));
    }
    if changed.is_empty() {
        return;
    }
    // Calls keep the string.
    let first = module.attrs.sets.len();
    // In order, as the sets were looked at.
    let old: Vec<usize> = changed.iter().map(|(at, _)| *at).collect();
    module.attrs.sets.extend(changed.into_iter().map(|(_, set)| set));
    for global in 0..module.globals.len() {
        let GlobalKind::Function(function) = &module.globals[global].kind else { continue };
        let Some(mut list) = module.attrs.lists.get(function.attrs.index()).cloned() else { continue };
        let Some(entry) = list.iter_mut().find(|(index, _)| *index == AttrIndex::Function) else { continue };
        let Ok(place) = old.binary_search(&entry.1.index()) else { continue };
        entry.1 = AttrSetId::new(first + place);
        module.attrs.lists.push(list);
        replace_attrs(module, GlobalId::new(global), AttrListId::new(module.attrs.lists.len() - 1));
    }
}

/// `"denormal-fp-math"` and `"denormal-fp-math-f32"` of functions become `denormal_fpenv` (`UpgradeFunctionAttributes`). Invalid ones stay.
pub(super) fn denormals_as_attribute(module: &mut Module, sets: &mut Sets, version: LlvmVersion) {
    const DEFAULT: &[u8] = b"denormal-fp-math";
    const FLOAT: &[u8] = b"denormal-fp-math-f32";
    if !version.denormal_environment() {
        return;
    }
    let with = |key: &[u8], module: &Module| {
        let is = |attr: &Attr| {
            matches!(attr, Attr::String(k, value) if module.strings.get(*k) == key
            && denormal_mode(value.map_or(&b""[..], |value| module.strings.get(value))).is_some())
        };
        module.attrs.sets.iter().map(|set| set.iter().any(is)).collect::<Vec<bool>>()
    };
    let (defaults, floats) = (with(DEFAULT, module), with(FLOAT, module));
    if !defaults.contains(&true) && !floats.contains(&true) {
        return;
    }
    let mut replaced: HashMap<AttrListId, AttrListId> = HashMap::new();
    for at in 0..module.globals.len() {
        let Some(list) = module.globals[at].function().map(|function| function.attrs) else { continue };
        let Some(set) = module.attrs.set_at(list, AttrIndex::Function) else { continue };
        if defaults.get(set.index()) != Some(&true) && floats.get(set.index()) != Some(&true) {
            continue;
        }
        let new = match replaced.get(&list) {
            Some(&new) => new,
            None => {
                let mut modes = [None, None];
                let mut attrs: AttrSet = Vec::new();
                for attr in module.attrs.set(set) {
                    if let Attr::String(key, value) = attr
                        && let Some(which) = [DEFAULT, FLOAT].iter().position(|name| module.strings.get(*key) == *name)
                        && let Some(mode) = denormal_mode(value.map_or(&b""[..], |value| module.strings.get(value)))
                    {
                        modes[which] = Some(mode);
                    } else if !matches!(attr, Attr::Int(AttrKind::DENORMAL_FPENV, _)) {
                        attrs.push(attr.clone());
                    }
                }
                let default = modes[0].unwrap_or(0);
                attrs.push(Attr::Int(AttrKind::DENORMAL_FPENV, default | modes[1].unwrap_or(default) << 4));
                let set = intern_set(module, attrs, sets);
                let mut changed: AttrList = module.attrs.lists.get(list.index()).cloned().unwrap_or_default();
                changed.retain(|&(index, _)| index != AttrIndex::Function);
                changed.push((AttrIndex::Function, set));
                module.attrs.lists.push(changed);
                let new = AttrListId::new(module.attrs.lists.len() - 1);
                replaced.insert(list, new);
                new
            }
        };
        replace_attrs(module, GlobalId::new(at), new);
    }
}

/// The bits of a mode such as `preserve-sign,ieee` (output, input) in `denormal_fpenv`.
fn denormal_mode(text: &[u8]) -> Option<u64> {
    let kind = |word: &[u8]| {
        Some(match word {
            b"" | b"ieee" => 0,
            b"preserve-sign" => 1,
            b"positive-zero" => 2,
            b"dynamic" => 3,
            _ => return None,
        })
    };
    let (output, input) = match text.iter().position(|&c| c == b',') {
        Some(at) => (&text[..at], &text[at + 1..]),
        None => (text, &b""[..]),
    };
    let output = kind(output)?;
    Some(output | if input.is_empty() { output } else { kind(input)? } << 2)
}

/// Gives sets that have become equal the same id. Strings are compared by content.
pub(super) fn unify_sets(module: &mut Module) {
    let mut texts = Texts::default();
    let strings = &module.strings;
    let mut one = |s: Str| texts.first(strings, s);
    for attr in module.attrs.sets.iter_mut().flatten() {
        if let Attr::String(key, value) = attr {
            *key = one(*key);
            *value = value.map(&mut one);
        }
    }
    let ids = Places::firsts(&module.attrs.sets);
    for (_, set) in module.attrs.lists.iter_mut().flatten() {
        if let Some(&id) = ids.get(set.index()) {
            *set = id;
        }
    }
}

/// In functions without `strictfp`, calls with `strictfp` get `nobuiltin` instead (`UpgradeFunctionAttributes`); the constrained
/// floating-point intrinsics keep it.
pub(super) fn replace_stray_strictfp(module: &mut Module, sets: &mut Sets) {
    let strict = |set: &[Attr]| set.contains(&Attr::Enum(AttrKind::STRICT_FP));
    let strict_sets: Vec<bool> = module.attrs.sets.iter().map(|set| strict(set)).collect();
    if !strict_sets.contains(&true) {
        return;
    }
    let is_strict = |module: &Module, list: AttrListId| {
        module.attrs.set_at(list, AttrIndex::Function).filter(|set| strict_sets.get(set.index()) == Some(&true))
    };
    let is_constrained = |module: &Module, callee: ValueKind| match callee {
        ValueKind::Global(id) => module.global(id).is_some_and(|g| module.str(g.name).starts_with(b"llvm.experimental.constrained.")),
        _ => false,
    };
    let stray: Vec<u32> =
        module.functions().filter(|(_, _, function)| is_strict(module, function.attrs).is_none()).filter_map(|(_, _, f)| f.body).collect();
    let mut replaced: HashMap<AttrListId, AttrListId> = HashMap::new();
    for index in stray {
        let Some(body) = module.bodies.get_mut(index as usize) else { continue };
        let mut calls = std::mem::take(&mut body.calls);
        for call in &mut calls {
            // A call is strict if its callee is.
            let callee = match call.callee.kind() {
                ValueKind::Global(id) => module.global(id).and_then(|g| g.function()).map_or(AttrListId(0), |f| f.attrs),
                _ => AttrListId(0),
            };
            if is_strict(module, call.attrs).or(is_strict(module, callee)).is_none() || is_constrained(module, call.callee.kind()) {
                continue;
            }
            call.attrs = match replaced.get(&call.attrs) {
                Some(&list) => list,
                None => {
                    let list = without_strictfp(module, call.attrs, sets);
                    replaced.insert(call.attrs, list);
                    list
                }
            };
        }
        if let Some(body) = module.bodies.get_mut(index as usize) {
            body.calls = calls;
        }
    }
}

/// The list with `nobuiltin` in place of `strictfp`.
fn without_strictfp(module: &mut Module, list: AttrListId, sets: &mut Sets) -> AttrListId {
    let mut attrs = module.attrs.set_at(list, AttrIndex::Function).map_or_else(Vec::new, |set| module.attrs.set(set).to_vec());
    attrs.retain(|attr| !matches!(attr, Attr::Enum(AttrKind::STRICT_FP | AttrKind::NO_BUILTIN)));
    attrs.push(Attr::Enum(AttrKind::NO_BUILTIN));
    let set = intern_set(module, attrs, sets);
    let mut list: AttrList = module.attrs.lists.get(list.index()).cloned().unwrap_or_default();
    list.retain(|&(index, _)| index != AttrIndex::Function);
    list.push((AttrIndex::Function, set));
    module.attrs.lists.push(list);
    AttrListId::new(module.attrs.lists.len() - 1)
}

/// Changes the attributes of a function; the original ones are kept in the provenance.
pub(super) fn replace_attrs(module: &mut Module, id: GlobalId, list: AttrListId) {
    let Some(GlobalKind::Function(function)) = module.globals.get_mut(id.index()).map(|global| &mut global.kind) else { return };
    let stated = std::mem::replace(&mut function.attrs, list);
    if let Some(written) = &mut module.provenance.bitcode
        && module.attrs.lists.get(stated.index()) != module.attrs.lists.get(list.index())
    {
        written.note_attrs(id, stated);
    }
}
