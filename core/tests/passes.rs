//! Every pass of a translation to an older release leaves a module that is valid.
use bctk_bitcode::{LlvmVersion, unrepresentable};
use bctk_core::modules::{self, Parts};
use bctk_transforms::translate::{self, NewerField};
use bctk_verify::{Level, VerifyOptions, verify};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

/// Findings from a pass on that are forms of the older release, or are in a module that is refused, by the beginning of their message. All others are faults.
const OLDER_FORMS: &[(&str, &str)] = &[
    // Destinations of `callbr` are arguments before LLVM 15, with constraints of their own.
    ("instructions", "Number of label constraints does not match number of callbr dests"),
    // Intrinsics have their older names and parameters.
    ("intrinsics", "Intrinsic name not mangled correctly for type arguments!"),
    ("intrinsics", "intrinsic has incorrect number of args."),
    ("intrinsics", "llvm.lifetime.start/end can only be used on alloca or poison"),
    // Switches of loops have an operand until LLVM 23.
    ("metadata", "Expecting only the metadata name"),
    // Typed pointers say the type themselves.
    ("typed", "Operand for indirect constraint must have elementtype attribute"),
    ("typed", "Intrinsic requires elementtype attribute on first argument."),
    // Refused: signed pointers are pointers to bytes.
    ("typed", "signed ptrauth constant must have same type as its base pointer"),
    // Refused before LLVM 3.9.
    ("attributes", "swifterror value when used in a callsite should be marked with swifterror attribute"),
];

/// The releases translated to.
fn releases() -> Vec<LlvmVersion> {
    let old = [LlvmVersion::three(7), LlvmVersion::new(6)];
    old.into_iter().chain([11, 14, 16, 19, 22, 23].map(LlvmVersion::new)).collect()
}

fn files_of(folder: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpus").join(folder);
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder).into_iter().flatten().filter_map(|entry| Some(entry.ok()?.path())).collect();
    files.retain(|path| path.extension().is_some_and(|ending| ending == "bc"));
    files.sort();
    files
}

/// What the passes left behind.
#[derive(Default)]
struct Outcome {
    steps: usize,
    /// Forms of [`OLDER_FORMS`] that were found.
    seen: BTreeSet<&'static str>,
    /// Where, by pass and message.
    faults: BTreeMap<(&'static str, String), BTreeSet<String>>,
}

impl Outcome {
    fn add(&mut self, other: Outcome) {
        self.steps += other.steps;
        self.seen.extend(other.seen);
        for (fault, places) in other.faults {
            self.faults.entry(fault).or_default().extend(places);
        }
    }

    /// Translates a module to each older release, and verifies it after each pass.
    fn check(&mut self, path: &Path) {
        let options = VerifyOptions { level: Level::Full, llvm: Some(LlvmVersion::NEWEST) };
        let bytes = std::fs::read(path).expect("a file");
        let read = || modules::read("file", &bytes, Parts::AsStored, &Default::default()).expect("bitcode").pop();
        let Some(module) = read() else { return };
        // Some files are there because they are not.
        if !verify(&module, &options).findings.is_empty() {
            return;
        }
        for llvm in releases().into_iter().filter(|llvm| *llvm < module.llvm_version()) {
            let mut module = read().expect("a module");
            let newer: Vec<NewerField> =
                unrepresentable::newer_fields(llvm).map(|(kind, name, since)| NewerField { kind, name, since }).collect();
            let mut ran = Vec::new();
            let mut is_valid = true;
            translate::in_steps(&mut module, llvm, &newer, &mut |module, pass| {
                self.steps += 1;
                ran.push(pass);
                let is_fault = |message: &str| !OLDER_FORMS.iter().any(|(since, form)| ran.contains(since) && message.starts_with(form));
                let findings = verify(module, &options).findings;
                OLDER_FORMS.iter().for_each(|form| {
                    if findings.iter().any(|finding| finding.message.starts_with(form.1)) {
                        self.seen.insert(form.1);
                    }
                });
                // What follows a fault are its consequences.
                if is_valid && let Some(finding) = findings.iter().find(|finding| is_fault(&finding.message)) {
                    is_valid = false;
                    let name = path.file_name().unwrap_or_default().to_string_lossy();
                    let place = format!("{llvm} {name}: {}", finding.describe(module));
                    self.faults.entry((pass, finding.message.to_string())).or_default().insert(place);
                }
            });
        }
    }
}

#[test]
fn the_module_is_valid_after_each_pass() {
    let files: Vec<PathBuf> = ["v22", "v23", "v24"].into_iter().flat_map(files_of).collect();
    let next = AtomicUsize::new(0);
    let part = || {
        let mut outcome = Outcome::default();
        while let Some(file) = files.get(next.fetch_add(1, Ordering::Relaxed)) {
            outcome.check(file);
        }
        outcome
    };
    let mut all = Outcome::default();
    std::thread::scope(|scope| {
        let threads = [scope.spawn(part), scope.spawn(part)];
        threads.into_iter().for_each(|thread| all.add(thread.join().expect("no panic")));
    });
    for ((pass, message), places) in &all.faults {
        println!("{pass}: {message}: {} places, as {:?}", places.len(), places.iter().take(2).collect::<Vec<_>>());
    }
    assert_eq!(all.seen.len(), OLDER_FORMS.len(), "forms that no file has any more: {:?}", all.seen);
    assert!(all.faults.is_empty() && all.steps > 10_000, "{} kinds of faults, {} steps", all.faults.len(), all.steps);
}
