//! String attributes of functions that an older release does not read, or reads as something else.
use super::report::Action;
use bctk_edit::attributes::{change_set, sets_of};
use bctk_ir::attr_set::{Attr, AttrIndex, AttrSet, sort_attrs, string_attr};
use bctk_ir::entity::GlobalId;
use bctk_ir::global::GlobalKind;
use bctk_ir::module::Module;
use bctk_ir::strings::Strings;
use bctk_ir::triple::Arch;
use bctk_ir::version::{Feature, LlvmVersion};

const FRAME_POINTER: &[u8] = b"frame-pointer";
const DENORMALS: &[u8] = b"denormal-fp-math";
const FLOAT_DENORMALS: &[u8] = b"denormal-fp-math-f32";

/// Whether a release reads all string attributes as newer ones do, but for values (`older_string` in `attributes.rs`).
pub(super) fn is_like_newer(llvm: LlvmVersion) -> bool {
    llvm.uniform_groups_alone() && llvm.dynamic_denormals() && llvm.zeroed_registers() && llvm.probes_of_aarch64()
}

/// Replaces or drops the string attributes of a set of the release `own` that `llvm` does not read. Returns what was done about which features.
pub(super) fn older(set: &mut AttrSet, arch: Arch, [own, llvm]: [LlvmVersion; 2], strings: &mut Strings) -> Vec<(Feature, Action)> {
    let mut done = Vec::new();
    let value = |set: &AttrSet, strings: &Strings, key: &[u8]| string_attr(set, strings, key).map(<[u8]>::to_vec);
    let remove = |set: &mut AttrSet, strings: &Strings, key: &[u8]| {
        set.retain(|attr| !matches!(attr, Attr::String(name, _) if strings.get(*name) == key));
    };
    let add = |set: &mut AttrSet, strings: &mut Strings, key: &[u8], value: Option<&[u8]>| {
        let (key, value) = (strings.push(key), value.map(|value| strings.push(value)));
        set.push(Attr::String(key, value));
    };
    const UNIFORM: &[u8] = b"uniform-work-group-size";
    if own.uniform_groups_alone() && !llvm.uniform_groups_alone() && value(set, strings, UNIFORM).is_some_and(|value| value.is_empty()) {
        remove(set, strings, UNIFORM);
        add(set, strings, UNIFORM, Some(b"true"));
        done.push((Feature::UniformGroupsAlone, Action::Lowered));
    }
    if !llvm.frame_pointers_by_word()
        && let Some(kind) = value(set, strings, FRAME_POINTER)
    {
        remove(set, strings, FRAME_POINTER);
        add(set, strings, b"no-frame-pointer-elim", Some(if kind == b"all" { b"true" } else { b"false" }));
        if kind != b"none" {
            add(set, strings, b"no-frame-pointer-elim-non-leaf", None);
        }
        done.push((Feature::FramePointersByWord, Action::Lowered));
    }
    if value(set, strings, b"probe-stack").is_some_and(|how| how == b"inline-asm") {
        let feature = match arch {
            _ if !llvm.inline_stack_probes() => Some(Feature::InlineStackProbes),
            Arch::AArch64 if !llvm.probes_of_aarch64() => Some(Feature::ProbesOfAarch64),
            _ => None,
        };
        if let Some(feature) = feature {
            remove(set, strings, b"probe-stack");
            done.push((feature, Action::Dropped));
        }
    }
    if !llvm.patchable_entries() {
        for key in [&b"patchable-function-entry"[..], b"patchable-function-prefix"] {
            let Some(places) = value(set, strings, key) else { continue };
            remove(set, strings, key);
            if places != b"0" {
                done.push((Feature::PatchableEntries, Action::Refused));
            }
        }
    }
    if !llvm.zeroed_registers()
        && let Some(which) = value(set, strings, b"zero-call-used-regs")
    {
        remove(set, strings, b"zero-call-used-regs");
        if which != b"skip" {
            done.push((Feature::ZeroedRegisters, Action::Dropped));
        }
    }
    for key in [DENORMALS, FLOAT_DENORMALS] {
        let Some(modes) = value(set, strings, key).filter(|_| !llvm.dynamic_denormals()) else { continue };
        let modes = String::from_utf8_lossy(&modes).into_owned();
        let known = modes.replace("dynamic", "ieee");
        if known != modes {
            done.push((Feature::DynamicDenormals, Action::Lowered));
        }
        if llvm.denormal_mode_pairs() {
            if known != modes {
                remove(set, strings, key);
                add(set, strings, key, Some(known.as_bytes()));
            }
            continue;
        }
        // Estimates of square roots look at operands.
        let of_operands = known.rsplit(',').next().unwrap_or("");
        remove(set, strings, key);
        match arch {
            _ if key == DENORMALS => add(set, strings, key, Some(of_operands.as_bytes())),
            Arch::Nvptx if of_operands != "ieee" => add(set, strings, b"nvptx-f32ftz", Some(b"true")),
            // Those of AMD's GPUs are features by now.
            Arch::Nvptx | Arch::AmdGpu => {}
            _ => {
                done.push((Feature::DenormalModePairs, Action::Dropped));
                continue;
            }
        }
        if known.contains(',') || key == FLOAT_DENORMALS {
            done.push((Feature::DenormalModePairs, Action::Lowered));
        }
    }
    if !done.is_empty() {
        sort_attrs(set, strings);
    }
    done
}

/// On AMD's GPUs, the modes of denormal numbers were features of the target, and `float` had none without one.
pub(super) fn features_of_modes(module: &mut Module, llvm: LlvmVersion) {
    // R600 has no such modes.
    let is_meant = module.str(module.triple).starts_with(b"amdgcn") && module.llvm_version().denormal_mode_pairs();
    if !is_meant || llvm.denormal_mode_pairs() {
        return;
    }
    let mut sets = sets_of(module);
    for at in 0..module.globals.len() {
        let id = GlobalId::new(at);
        let Some(function) = module.global(id).and_then(|global| global.function()).filter(|function| function.body.is_some()) else {
            continue;
        };
        let list = function.attrs;
        let new = change_set(module, list, AttrIndex::Function, &mut sets, |module, set| with_features(set, &mut module.strings));
        if let GlobalKind::Function(function) = &mut module.globals[at].kind {
            function.attrs = new;
        }
    }
}

/// Adds the features for the modes that a set states.
fn with_features(set: &mut AttrSet, strings: &mut Strings) {
    const FEATURES: &[u8] = b"target-features";
    let value = |key: &[u8]| {
        let text = string_attr(set, strings, key).filter(|text| !text.is_empty())?;
        Some(String::from_utf8_lossy(text).into_owned())
    };
    let default = value(DENORMALS);
    let of_float = value(FLOAT_DENORMALS).or_else(|| default.clone());
    let flushes = |modes: &Option<String>| modes.as_ref().is_some_and(|modes| !modes.starts_with("ieee") && !modes.starts_with("dynamic"));
    let mut features = value(FEATURES).unwrap_or_default();
    for (name, flushes) in [("fp32-denormals", flushes(&of_float)), ("fp64-fp16-denormals", flushes(&default))] {
        if features.split(',').any(|feature| feature.get(1..) == Some(name)) {
            continue;
        }
        let sign = if flushes { '-' } else { '+' };
        let comma = if features.is_empty() { "" } else { "," };
        features.push_str(&format!("{comma}{sign}{name}"));
    }
    set.retain(|attr| !matches!(attr, Attr::String(name, _) if strings.get(*name) == FEATURES));
    let (key, value) = (strings.push(FEATURES), strings.push(features.as_bytes()));
    set.push(Attr::String(key, Some(value)));
    sort_attrs(set, strings);
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What becomes of string attributes, as `key=value`.
    fn lowered(attrs: &[(&str, &str)], arch: Arch, major: u32) -> (Vec<String>, Vec<Action>) {
        let mut strings = Strings::default();
        let mut set: AttrSet =
            attrs.iter().map(|(key, value)| Attr::String(strings.push(key.as_bytes()), Some(strings.push(value.as_bytes())))).collect();
        let done = older(&mut set, arch, [LlvmVersion::NEWEST, LlvmVersion::new(major)], &mut strings);
        let text = |attr: &Attr| match *attr {
            Attr::String(key, value) => {
                let value = value.map_or(String::new(), |value| format!("={}", String::from_utf8_lossy(strings.get(value))));
                format!("{}{value}", String::from_utf8_lossy(strings.get(key)))
            }
            _ => String::new(),
        };
        (set.iter().map(text).collect(), done.into_iter().map(|(_, action)| action).collect())
    }

    #[test]
    fn frame_pointers_by_two_attributes() {
        let (all, done) = lowered(&[("frame-pointer", "all")], Arch::X86_64, 7);
        assert_eq!(all, ["no-frame-pointer-elim=true", "no-frame-pointer-elim-non-leaf"]);
        assert_eq!(done, [Action::Lowered]);
        let (some, _) = lowered(&[("frame-pointer", "non-leaf")], Arch::X86_64, 7);
        assert_eq!(some, ["no-frame-pointer-elim=false", "no-frame-pointer-elim-non-leaf"]);
        assert_eq!(lowered(&[("frame-pointer", "none")], Arch::X86_64, 7).0, ["no-frame-pointer-elim=false"]);
        assert_eq!(lowered(&[("frame-pointer", "all")], Arch::X86_64, 8), (vec!["frame-pointer=all".to_owned()], vec![]));
    }

    #[test]
    fn uniform_groups_have_a_value() {
        assert_eq!(lowered(&[("uniform-work-group-size", "")], Arch::AmdGpu, 22).0, ["uniform-work-group-size=true"]);
        assert_eq!(lowered(&[("uniform-work-group-size", "false")], Arch::AmdGpu, 22).1, []);
        assert_eq!(lowered(&[("uniform-work-group-size", "")], Arch::AmdGpu, 23).1, []);
    }

    #[test]
    fn probes_that_would_be_calls() {
        let inline = [("probe-stack", "inline-asm")];
        assert_eq!(lowered(&inline, Arch::X86_64, 10), (vec![], vec![Action::Dropped]));
        assert_eq!(lowered(&inline, Arch::X86_64, 11).1, []);
        assert_eq!(lowered(&inline, Arch::AArch64, 17), (vec![], vec![Action::Dropped]));
        assert_eq!(lowered(&[("probe-stack", "__probe")], Arch::X86_64, 7).0, ["probe-stack=__probe"]);
    }

    #[test]
    fn entries_and_registers() {
        assert_eq!(lowered(&[("patchable-function-entry", "2")], Arch::X86_64, 9).1, [Action::Refused]);
        assert_eq!(lowered(&[("patchable-function-entry", "0")], Arch::X86_64, 9), (vec![], vec![]));
        assert_eq!(lowered(&[("patchable-function-entry", "2")], Arch::X86_64, 10).1, []);
        assert_eq!(lowered(&[("zero-call-used-regs", "used")], Arch::X86_64, 14), (vec![], vec![Action::Dropped]));
        assert_eq!(lowered(&[("zero-call-used-regs", "used")], Arch::X86_64, 15).1, []);
    }

    #[test]
    fn modes_of_denormal_numbers() {
        let pair = [("denormal-fp-math", "ieee,preserve-sign"), ("denormal-fp-math-f32", "preserve-sign,preserve-sign")];
        assert_eq!(lowered(&pair, Arch::X86_64, 10).0, ["denormal-fp-math=preserve-sign"]);
        assert_eq!(lowered(&pair, Arch::Nvptx, 10).0, ["denormal-fp-math=preserve-sign", "nvptx-f32ftz=true"]);
        assert_eq!(lowered(&pair, Arch::X86_64, 11).1, []);
        let dynamic = [("denormal-fp-math", "dynamic,dynamic")];
        assert_eq!(lowered(&dynamic, Arch::X86_64, 16), (vec!["denormal-fp-math=ieee,ieee".to_owned()], vec![Action::Lowered]));
        assert_eq!(lowered(&dynamic, Arch::X86_64, 17).1, []);
    }
}
