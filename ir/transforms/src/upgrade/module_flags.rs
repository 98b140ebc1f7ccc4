//! Upgrades of module flags (`UpgradeModuleFlags`) and of related section names (`UpgradeSectionAttributes`).
use bctk_edit::attributes::{Sets, change_set};
use bctk_edit::intern::{ModuleIndex, md_int, md_string};
use bctk_edit::nodes::{number, text, tuple};
use bctk_ir::attr_set::{Attr, AttrIndex, AttrSet, string_attr};
use bctk_ir::entity::MdId;
use bctk_ir::global::GlobalKind;
use bctk_ir::metadata::NamedMetadata;
use bctk_ir::metadata::module_flags::{NAME as FLAGS, module_flags};
use bctk_ir::module::Module;
use bctk_ir::triple::{Arch, Triple};
use bctk_ir::version::{Feature, LlvmVersion};

/// How the flags of two modules are merged (LangRef, "Module Flags Metadata").
pub(super) mod behavior {
    pub(in crate::upgrade) const ERROR: u64 = 1;
    pub(super) const OVERRIDE: u64 = 4;
    pub(super) const MAX: u64 = 7;
    pub(super) const MIN: u64 = 8;
}

/// The flag named `key`, if the module has it: behaviour, value.
pub(crate) fn flag(module: &Module, key: &[u8]) -> Option<(u64, MdId)> {
    let flags = module_flags(module).filter(|flag| flag.key == key);
    flags.filter_map(|flag| Some((number(module, flag.behavior?)?.0, flag.value?))).next()
}

/// Behaviour, name and value of a flag. Readers upgrade flags with null for two of them, too.
type Parts = (Option<MdId>, MdId, Option<MdId>);

fn parts(module: &Module, node: MdId) -> Option<Parts> {
    let [behavior, name, value] = tuple(module, node)?.array()?;
    Some((behavior, name?, value))
}

/// Appends a flag.
pub(super) fn add(module: &mut Module, behavior: u64, key: &[u8], value: MdId) {
    let behavior = md_int(module, 32, behavior);
    let key = md_string(module, key);
    let node = module.metadata.uniqued_tuple(&[Some(behavior), Some(key), Some(value)]);
    let at = module.metadata.named.iter().position(|named| module.strings.get(named.name) == FLAGS);
    match at {
        Some(at) => module.metadata.named[at].nodes.push(node),
        None => {
            let name = module.strings.push(FLAGS);
            module.metadata.named.push(NamedMetadata { name, nodes: vec![node] });
        }
    }
}

/// Linker options, a flag until LLVM 5, become named metadata (LLVM 22, `BitcodeReader::materializeMetadata`).
pub(super) fn name_linker_options(module: &mut Module) {
    const OPTIONS: &[u8] = b"llvm.linker.options";
    if module.metadata.named.iter().any(|named| module.strings.get(named.name) == OPTIONS) {
        return;
    }
    let Some((_, value)) = flag(module, b"Linker Options") else { return };
    let Some(operands) = tuple(module, value) else { return };
    let Some(nodes) = operands.iter().collect::<Option<Vec<MdId>>>() else { return };
    let name = module.strings.push(OPTIONS);
    module.metadata.named.push(NamedMetadata { name, nodes });
}

/// What becomes of a flag.
#[derive(Default, PartialEq, Eq)]
struct Change {
    behavior: Option<u64>,
    key: Option<&'static [u8]>,
    value: Option<Value>,
    /// The versions of Swift that stood above a byte of the value.
    swift: Option<u64>,
}

#[derive(PartialEq, Eq)]
enum Value {
    Byte(u64),
    Text(Vec<u8>),
}

/// The flag for the type of `long double`, since LLVM 24.
pub(crate) const LONG_DOUBLE: &[u8] = b"long-double-type";
/// The flag of PowerPC for that type until LLVM 23.
pub(crate) const FLOAT_ABI: &[u8] = b"float-abi";
/// The values of [`FLOAT_ABI`] and [`LONG_DOUBLE`]. Unknown ones are read as the first.
pub(crate) const LONG_DOUBLES: [(&[u8], &[u8]); 3] = [(b"doubledouble", b"ppc_fp128"), (b"ieeequad", b"fp128"), (b"ieeedouble", b"double")];

/// Whether the target is a PowerPC.
pub(crate) fn is_powerpc(module: &Module) -> bool {
    matches!(Triple::parse(module.str(module.triple)).arch, Arch::Ppc | Arch::Ppcle | Arch::Ppc64 | Arch::Ppc64le)
}

/// The upgrade of a flag by `llvm`. Measured for each release with one module, read by LLVM 3.8 and 4 to 22.
fn change(module: &Module, (behavior, key, value): Parts, llvm: LlvmVersion) -> Change {
    let mut change = Change::default();
    let Some(name) = text(module, key) else { return change };
    let is = behavior.and_then(|behavior| number(module, behavior)).map(|(n, _)| n);
    let said = || value.and_then(|value| text(module, value));
    match name {
        b"PIC Level" if llvm.minimum_flags() && matches!(is, Some(behavior::ERROR | behavior::MAX)) => {
            change.behavior = Some(behavior::MIN);
        }
        b"PIC Level" | b"PIE Level" if llvm.maximum_flags() && is == Some(behavior::ERROR) => change.behavior = Some(behavior::MAX),
        // No white space in the name of the section.
        b"Objective-C Image Info Section" if llvm.image_info_without_spaces() => {
            let section = said().filter(|section| section.contains(&b' '));
            change.value = section.map(|section| Value::Text(section.iter().copied().filter(|&c| c != b' ').collect()));
        }
        // A byte, above which Swift kept its versions.
        b"Objective-C Garbage Collection" if llvm.garbage_collection_byte() => {
            if let Some((number, width)) = value.and_then(|value| number(module, value)).filter(|&(_, width)| width != 8) {
                change.behavior = Some(behavior::ERROR);
                change.value = Some(Value::Byte(number & 0xff));
                change.swift = (number >> 8 != 0 && width <= 64).then_some(number);
            }
        }
        // The value said which type `long double` is, or how floating-point numbers are passed.
        FLOAT_ABI if llvm.long_double_flag() && is_powerpc(module) => match said() {
            Some(b"soft" | b"hard") => {}
            format => {
                let known = LONG_DOUBLES.iter().find(|(old, _)| format == Some(*old)).unwrap_or(&LONG_DOUBLES[0]);
                change.key = Some(LONG_DOUBLE);
                change.value = Some(Value::Text(known.1.to_vec()));
            }
        },
        b"amdgpu_code_object_version" if llvm.amdhsa_flag() => change.key = Some(b"amdhsa_code_object_version"),
        name if llvm.minimum_protection()
            && is == Some(behavior::ERROR)
            && (name == b"branch-target-enforcement" || name.starts_with(b"sign-return-address")) =>
        {
            change.behavior = Some(behavior::MIN);
        }
        _ => {}
    }
    change
}

/// The flags, as named metadata.
fn flags(module: &Module) -> Option<usize> {
    module.metadata.named.iter().position(|named| module.strings.get(named.name) == FLAGS)
}

/// Whether `llvm` reads the flags unchanged.
pub(crate) fn flags_are_of(module: &Module, llvm: LlvmVersion) -> bool {
    let nodes = flags(module).map_or(&[][..], |at| &module.metadata.named[at].nodes);
    nodes.iter().filter_map(|&node| parts(module, node)).all(|parts| change(module, parts, llvm) == Change::default())
}

/// The first release that may have printed the flags: their behaviours are as old as it, or those that its compiler or reader gives them.
pub(crate) fn flags_since(module: &Module) -> Option<LlvmVersion> {
    let nodes = flags(module).map_or(&[][..], |at| &module.metadata.named[at].nodes);
    let first = |&node: &MdId| {
        let (is, key, _) = parts(module, node)?;
        let is = is.and_then(|is| number(module, is))?.0;
        let name = text(module, key)?;
        match is {
            behavior::MIN if name == b"PIC Level" => Some(Feature::MinimumFlags.first()),
            behavior::MIN => Some(Feature::MinimumBehavior.first()),
            behavior::MAX => Some(Feature::MaximumFlags.first()),
            _ => None,
        }
    };
    nodes.iter().filter_map(first).max()
}

/// Brings all flags up to date as `llvm` does.
pub(super) fn upgrade(module: &mut Module, llvm: LlvmVersion) {
    let Some(at) = flags(module) else { return };
    let (mut objc, mut class_properties, mut swift) = (false, false, None);
    let mut made = ModuleIndex::default();
    for i in 0..module.metadata.named[at].nodes.len() {
        let Some((behavior, key, value)) = parts(module, module.metadata.named[at].nodes[i]) else { continue };
        match text(module, key) {
            Some(b"Objective-C Image Info Version") => objc = true,
            Some(b"Objective-C Class Properties") => class_properties = true,
            _ => {}
        }
        let change = change(module, (behavior, key, value), llvm);
        if change == Change::default() {
            continue;
        }
        swift = swift.or(change.swift);
        let value = match change.value {
            Some(Value::Byte(number)) => Some(made.md_int(module, 8, number)),
            Some(Value::Text(text)) => Some(made.string(module, text)),
            None => value,
        };
        let behavior = change.behavior.map(|new| made.md_int(module, 32, new)).or(behavior);
        let key = change.key.map_or(key, |new| made.string(module, new.to_vec()));
        replace(module, at, i, [behavior, Some(key), value], &mut made);
    }
    if objc && !class_properties && llvm.class_properties() {
        let value = md_int(module, 32, 0);
        add(module, behavior::OVERRIDE, b"Objective-C Class Properties", value);
    }
    if let Some(number) = swift {
        for (key, width, shift) in [(&b"Swift ABI Version"[..], 32, 8), (b"Swift Major Version", 8, 24), (b"Swift Minor Version", 8, 16)] {
            let value = md_int(module, width, number >> shift & 0xff);
            add(module, behavior::ERROR, key, value);
        }
    }
}

fn replace(module: &mut Module, named: usize, flag: usize, parts: [Option<MdId>; 3], made: &mut ModuleIndex) {
    let node = made.tuple(module, &parts);
    module.metadata.named[named].nodes[flag] = node;
}

/// Branch protection flags become attributes: each is added to all functions without it, and the flag then has the value 2
/// (`copyModuleAttrToFunctions` of LLVM 22).
pub(super) fn protect_branches(module: &mut Module, sets: &mut Sets) {
    const ALONE: [&[u8]; 3] = [b"branch-target-enforcement", b"branch-protection-pauth-lr", b"guarded-control-stack"];
    const SIGN: [&[u8]; 3] = [b"sign-return-address", b"sign-return-address-all", b"sign-return-address-with-bkey"];
    let arch = module.str(module.triple).split(|&c| c == b'-').next().unwrap_or(&[]);
    if ![&b"arm"[..], b"thumb", b"aarch64"].iter().any(|prefix| arch.starts_with(prefix)) {
        return;
    }
    let value = |key: &[u8]| flag(module, key).and_then(|(_, value)| number(module, value)).map_or(0, |(n, _)| n);
    let (alone, sign) = (ALONE.map(value), SIGN.map(value));
    if alone.iter().chain(&sign).any(|&value| value == 2) {
        return;
    }
    let kind: &[u8] = if sign[1] == 1 { b"all" } else { b"non-leaf" };
    let key: &[u8] = if sign[2] == 1 { b"b_key" } else { b"a_key" };
    let defined: Vec<usize> = module.functions().filter(|(_, _, function)| function.body.is_some()).map(|(id, ..)| id.index()).collect();
    for index in defined {
        let Some(list) = module.globals[index].function().map(|function| function.attrs) else { continue };
        let list = change_set(module, list, AttrIndex::Function, sets, |module, set| {
            if sign[0] == 1 {
                set_if_missing(module, set, SIGN[0], kind);
                set_if_missing(module, set, b"sign-return-address-key", key);
            } else if string_attr(set, &module.strings, SIGN[0]) == Some(b"none") {
                set.retain(|attr| !is_key(module, attr, SIGN[0]) && !is_key(module, attr, b"sign-return-address-key"));
            }
            for (key, &value) in ALONE.iter().zip(&alone) {
                match string_attr(set, &module.strings, key) {
                    None if value == 1 => set.push(Attr::String(module.strings.push(key), None)),
                    Some(b"false") => set.retain(|attr| !is_key(module, attr, key)),
                    // It once had a value.
                    Some(b"true") => {
                        set.retain(|attr| !is_key(module, attr, key));
                        set.push(Attr::String(module.strings.push(key), None));
                    }
                    _ => {}
                }
            }
        });
        if let GlobalKind::Function(function) = &mut module.globals[index].kind {
            function.attrs = list;
        }
    }
    for (key, value) in ALONE.iter().zip(alone).chain(SIGN.iter().zip(sign)) {
        if value == 1 {
            set_value(module, key, 2);
        }
    }
}

pub(crate) fn is_key(module: &Module, attr: &Attr, key: &[u8]) -> bool {
    matches!(attr, Attr::String(k, _) if module.strings.get(*k) == key)
}

fn set_if_missing(module: &mut Module, set: &mut AttrSet, key: &[u8], value: &[u8]) {
    if string_attr(set, &module.strings, key).is_none() {
        let value = (!value.is_empty()).then(|| module.strings.push(value));
        set.push(Attr::String(module.strings.push(key), value));
    }
}

/// Gives the flag `key` another name and a text as its value.
pub(crate) fn rename(module: &mut Module, key: &[u8], new: &[u8], value: &[u8]) {
    let Some(at) = flags(module) else { return };
    let mut made = ModuleIndex::default();
    for i in 0..module.metadata.named[at].nodes.len() {
        let Some((behavior, name, _)) = parts(module, module.metadata.named[at].nodes[i]) else { continue };
        if text(module, name) == Some(key) {
            let (new, value) = (made.string(module, new.to_vec()), made.string(module, value.to_vec()));
            let parts = [behavior, Some(new), Some(value)];
            replace(module, at, i, parts, &mut made);
        }
    }
}

/// Gives the flag `key` a 32-bit value with the behaviour `min`.
pub(crate) fn set_value(module: &mut Module, key: &[u8], value: u64) {
    let Some(at) = flags(module) else { return };
    let mut made = ModuleIndex::default();
    for i in 0..module.metadata.named[at].nodes.len() {
        let Some((_, name, _)) = parts(module, module.metadata.named[at].nodes[i]) else { continue };
        if text(module, name) == Some(key) {
            let value = made.md_int(module, 32, value);
            let behavior = made.md_int(module, 32, behavior::MIN);
            replace(module, at, i, [behavior, name, value].map(Some), &mut made);
        }
    }
}

/// The marker of the Objective-C runtime: named metadata, or a flag.
pub(crate) const MARKER: &[u8] = b"clang.arc.retainAutoreleasedReturnValueMarker";

/// The named-metadata marker of the Objective-C runtime becomes a flag, with `;` for `#`; LLVM 7 and 8 keep the metadata. Returns whether
/// there was one.
pub(super) fn upgrade_retain_release_marker(module: &mut Module, llvm: LlvmVersion) -> bool {
    let Some(at) = module.metadata.named.iter().position(|named| module.strings.get(named.name) == MARKER) else { return false };
    let Some(node) = module.metadata.named[at].nodes.first().copied() else { return false };
    let Some(id) = tuple(module, node).and_then(|ops| ops.first()?) else { return false };
    if !llvm.semicolons_in_markers() {
        return true;
    }
    let Some(marker) = text(module, id) else { return false };
    let parts: Vec<&[u8]> = marker.split(|&c| c == b'#').collect();
    let value = match parts[..] {
        [before, after] => {
            let joined = [before, b";", after].concat();
            md_string(module, &joined)
        }
        _ => id,
    };
    if !llvm.marker_flag() {
        let new = module.metadata.uniqued_tuple(&[Some(value)]);
        module.metadata.named[at].nodes[0] = new;
        return true;
    }
    add(module, behavior::ERROR, MARKER, value);
    module.metadata.named.remove(at);
    true
}

/// Removes spaces around commas from the section of Objective-C categories.
pub(crate) fn upgrade_sections(module: &mut Module) {
    for index in 0..module.globals.len() {
        let global = &module.globals[index];
        if global.function().is_some() || !module.str(global.section).starts_with(b"__DATA, __objc_catlist") {
            continue;
        }
        let parts: Vec<&[u8]> = module.str(global.section).split(|&c| c == b',').map(|part| part.trim_ascii()).collect();
        let section = module.strings.push(&parts.join(&b','));
        module.globals[index].section = section;
    }
}
