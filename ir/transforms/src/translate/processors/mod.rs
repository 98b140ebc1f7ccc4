//! Processors and their features that an older release does not know: `target-cpu`, `tune-cpu` and `target-features` of functions.
//!
//! A code generator takes an unknown processor for the plainest of its target, which on x86 has no 64-bit mode.
use super::report::{Action, At, Report};
use bctk_ir::attr_set::{Attr, sort_attrs, string_attr};
use bctk_ir::module::Module;
use bctk_ir::triple::{Arch, Triple};
use bctk_ir::version::LlvmVersion;
use hashbrown::HashMap;
use std::borrow::Cow;

/// Made by `cargo xtask processors`; its first lines describe it.
static TABLE: &str = include_str!("table.txt");

/// What the table has of one target.
struct Target {
    /// The rows by tag and name: `p` for processors, `f` for features.
    rows: HashMap<(&'static str, &'static str), Row>,
    /// The first release whose names are known; older ones are taken to have the same.
    first: u32,
}

/// A line: a processor, with the nearest older one and how it differs from that, or a feature.
#[derive(Clone, Copy)]
struct Row {
    name: &'static str,
    releases: &'static str,
    parent: &'static str,
    changes: &'static str,
}

/// Architectures, and the lists for them.
const TARGETS: &[(&[Arch], &str)] = &[
    (&[Arch::X86_64, Arch::X86], "x86"),
    (&[Arch::AArch64, Arch::AArch64Be, Arch::AArch64_32], "aarch64"),
    (&[Arch::Arm, Arch::ArmEb, Arch::Thumb, Arch::ThumbEb], "arm"),
    (&[Arch::Ppc, Arch::Ppcle, Arch::Ppc64, Arch::Ppc64le], "powerpc"),
    (&[Arch::RiscV32, Arch::RiscV64], "riscv"),
    (&[Arch::Nvptx], "nvptx"),
    (&[Arch::AmdGpu], "amdgpu"),
    (&[Arch::Bpf], "bpf"),
    (&[Arch::Hexagon], "hexagon"),
    (&[Arch::LoongArch32, Arch::LoongArch64], "loongarch"),
    (&[Arch::Sparc, Arch::SparcV9], "sparc"),
    (&[Arch::SystemZ], "systemz"),
    (&[Arch::Wasm], "wasm"),
];

impl Target {
    /// That of a triple, if there is a list.
    fn of(triple: &[u8]) -> Option<Target> {
        let arch = Triple::parse(triple).arch;
        let (_, name) = TARGETS.iter().find(|(archs, _)| archs.contains(&arch))?;
        Target::named(name)
    }

    fn named(name: &str) -> Option<Target> {
        let mut sections = TABLE.split("\ntarget ").skip(1);
        let section = sections.find(|section| section.split(' ').next() == Some(name))?;
        let (head, rows) = section.split_once('\n')?;
        let row = |line: &'static str| {
            let mut words = line.split(' ');
            let (tag, name) = (words.next()?, words.next()?);
            let mut next = || words.next().unwrap_or("");
            Some(((tag, name), Row { name, releases: next(), parent: next(), changes: next() }))
        };
        Some(Target { rows: rows.lines().filter_map(row).collect(), first: head.split(' ').nth(1)?.parse().ok()? })
    }

    /// The row of a processor or a feature; none if all releases know it, or none does.
    fn row(&self, tag: &str, name: &str) -> Option<Row> {
        self.rows.get(&(tag, name)).copied()
    }

    /// Whether a release knows a name that has a row.
    fn knows(&self, row: Row, llvm: LlvmVersion) -> bool {
        let wanted = llvm.major.max(self.first);
        row.releases.split(',').any(|range| {
            let (from, to) = range.split_once('-').unwrap_or((range, range));
            from.parse().is_ok_and(|from: u32| from <= wanted) && (to.is_empty() || to.parse().is_ok_and(|to: u32| wanted <= to))
        })
    }

    /// The nearest processor that `llvm` knows, and what it lacks and has too much, the latest change last; none if `llvm` knows `name` or the table
    /// does not have it.
    fn nearest(&self, name: &str, llvm: LlvmVersion) -> Option<(&'static str, Vec<&'static str>)> {
        let mut changes = Vec::new();
        let mut row = self.row("p", name)?;
        if self.knows(row, llvm) {
            return None;
        }
        // Parents are of older releases, so that this ends.
        loop {
            changes.push(row.changes);
            match self.row("p", row.parent) {
                Some(parent) if !self.knows(parent, llvm) && parent.name != row.name => row = parent,
                _ => break,
            }
        }
        changes.reverse();
        let changes = changes.into_iter().flat_map(|list| list.split(',')).filter(|change| !change.is_empty()).collect();
        Some((row.parent, changes))
    }
}

/// Gives functions the nearest processors that `llvm` knows, states the features that these lack, and drops unknown features.
pub(super) fn to_older(module: &mut Module, llvm: LlvmVersion, report: &mut Report) {
    let Some(target) = Target::of(module.str(module.triple)) else { return };
    for at in 0..module.attrs.sets.len() {
        let mut changes = Vec::new();
        for (key, is_tuning) in [(&b"target-cpu"[..], false), (b"tune-cpu", true)] {
            let Some(name) = text(module, at, key) else { continue };
            let Some((nearest, differ)) = target.nearest(&name, llvm) else { continue };
            let (what, how) = match is_tuning {
                true => (format!("tuning for `{name}`"), "Tuning for the nearest processor."),
                false => (format!("the processor `{name}`"), "The nearest processor, with the same features."),
            };
            report.note(Action::Dropped, Cow::Owned(what), None, how, module, At::Module);
            set(module, at, key, nearest);
            if !is_tuning {
                changes = differ;
            }
        }
        let features = text(module, at, b"target-features").unwrap_or_default();
        let known = known(&target, &features, &changes, llvm, module, report);
        if known != features {
            set(module, at, b"target-features", &known);
        }
    }
}

/// The value of a string attribute of a set.
fn text(module: &Module, at: usize, key: &[u8]) -> Option<String> {
    let text = string_attr(&module.attrs.sets[at], &module.strings, key).filter(|text| !text.is_empty())?;
    Some(String::from_utf8_lossy(text).into_owned())
}

/// Changes the value of a string attribute, or adds it.
fn set(module: &mut Module, at: usize, key: &[u8], new: &str) {
    let value = module.strings.push(new.as_bytes());
    let strings = &module.strings;
    let found = module.attrs.sets[at].iter_mut().find_map(|attr| match attr {
        Attr::String(name, stated) if strings.get(*name) == key => Some(stated),
        _ => None,
    });
    match found {
        Some(stated) => *stated = Some(value),
        None => {
            let name = module.strings.push(key);
            module.attrs.sets[at].push(Attr::String(name, Some(value)));
            sort_attrs(&mut module.attrs.sets[at], &module.strings);
        }
    }
}

/// The features of a list that `llvm` knows, after those of `changes` that the list does not state.
fn known(target: &Target, list: &str, changes: &[&str], llvm: LlvmVersion, module: &Module, report: &mut Report) -> String {
    let is_known = |name: &str| target.row("f", name).is_none_or(|row| target.knows(row, llvm));
    let bare = |feature: &str| feature.trim_start_matches(['+', '-']).to_owned();
    let mut out: Vec<&str> = Vec::new();
    for &change in changes {
        let name = bare(change);
        let is_stated = list.split(',').any(|feature| bare(feature) == name);
        if is_stated {
            continue;
        }
        // A later change of a chain takes the place of an older one.
        out.retain(|feature| bare(feature) != name);
        match is_known(&name) {
            true => out.push(change),
            false if change.starts_with('+') => {
                let what = Cow::Owned(format!("the target feature `{name}`"));
                report.note(Action::Dropped, what, None, "The feature.", module, At::Module);
            }
            false => {}
        }
    }
    for feature in list.split(',').filter(|feature| !feature.is_empty()) {
        let name = bare(feature);
        if is_known(&name) {
            out.push(feature);
            continue;
        }
        // Without the feature is as the release is anyway.
        let action = if feature.starts_with('-') { Action::Lowered } else { Action::Dropped };
        report.note(action, Cow::Owned(format!("the target feature `{name}`")), None, "The feature.", module, At::Module);
    }
    out.join(",")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nearest_processors() {
        let nearest = |triple: &str, name, major| Target::of(triple.as_bytes())?.nearest(name, LlvmVersion::new(major));
        assert_eq!(nearest("x86_64-unknown-linux-gnu", "znver5", 19), None);
        assert_eq!(nearest("x86_64-unknown-linux-gnu", "znver5", 18).map(|(name, _)| name), Some("znver4"));
        assert_eq!(nearest("x86_64-unknown-linux-gnu", "znver5", 7).map(|(name, _)| name), Some("znver1"));
        assert_eq!(nearest("x86_64-unknown-linux-gnu", "x86-64-v3", 11).map(|(name, _)| name), Some("x86-64"));
        assert_eq!(nearest("x86_64-unknown-linux-gnu", "no-such-processor", 11), None);
        assert_eq!(nearest("nvptx64-nvidia-cuda", "sm_100", 16).map(|(name, _)| name), Some("sm_90"));
        assert_eq!(nearest("bpfel", "v4", 17).map(|(name, _)| name), Some("v3"));
        assert_eq!(nearest("s390x", "z17", 20).map(|(name, _)| name), Some("arch15"));
        assert_eq!(nearest("s390x", "z17", 17).map(|(name, _)| name), Some("arch14"));
        assert_eq!(nearest("loongarch64", "la664", 18).map(|(name, _)| name), Some("la464"));
        assert_eq!(nearest("hexagon", "hexagonv79", 16).map(|(name, _)| name), Some("hexagonv73"));
        assert_eq!(nearest("mips64", "i6400", 17), None);
    }

    /// WebAssembly has hardly any processors, and many features.
    #[test]
    fn features_of_releases() {
        let wasm = Target::of(b"wasm32-unknown-unknown").expect("a list");
        let knows = |name, major| wasm.row("f", name).is_none_or(|row| wasm.knows(row, LlvmVersion::new(major)));
        for (name, since) in [("bulk-memory-opt", 20), ("extended-const", 15), ("multimemory", 18), ("gc", 22)] {
            assert!(knows(name, since) && knows(name, 23) && !knows(name, since - 1), "{name}");
        }
        assert!(knows("bulk-memory", 12) && knows("half-precision", 19) && !knows("half-precision", 20));
    }

    #[test]
    fn parents_lead_to_old_processors() {
        for (_, name) in TARGETS {
            let target = Target::named(name).expect(name);
            for (_, name) in target.rows.keys().filter(|(tag, _)| *tag == "p") {
                assert!(target.nearest(name, LlvmVersion::new(target.first)).is_some(), "{name}");
            }
        }
    }
}
