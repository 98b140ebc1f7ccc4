//! Tests that are files: those of `tests/cli` at the top of the workspace, and what LLVM's programs made of the files of `corpus`.
//!
//! Each file is a test of its own name: `cargo test -p bctk-cli --test files -- NAME` runs those whose names have NAME in them.
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use libtest_mimic::{Arguments, Trial};

mod assemble;

mod builtin;
mod corpus;
mod run;
mod script;
#[path = "../support/mod.rs"]
mod support;
mod symbols;

use run::{Bless, EXPECTED, Shared, test};

fn main() -> ExitCode {
    let args = Arguments::from_args();
    let bless = match std::env::var("BLESS").as_deref() {
        Ok("1") => Bless::Own,
        Ok("oracle") => Bless::Oracle,
        _ => Bless::Nothing,
    };
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").canonicalize().expect("the folder of the workspace");
    let shared = Arc::new(Shared { root, links: tempfile::tempdir().expect("a temporary folder"), bless });
    let mut trials = scripts(&shared);
    for found in [corpus::trials(&shared), assemble::trials(&shared), symbols::trials(&shared)] {
        trials.extend(found);
    }
    let conclusion = libtest_mimic::run(&args, trials);
    drop(shared);
    conclusion.exit_code()
}

/// A trial for each test in `tests/cli`, and one that every file there belongs to a test.
fn scripts(shared: &Arc<Shared>) -> Vec<Trial> {
    let folder = shared.root.join("tests/cli");
    let mut found = Vec::new();
    below(&folder, &mut found);
    found.sort();
    let mut trials = Vec::new();
    for file in found.iter().filter(|file| is_test(file)) {
        let name = file.strip_prefix(&folder).expect("it is below the folder").to_string_lossy().replace('\\', "/");
        let (shared, file) = (shared.clone(), file.clone());
        trials.push(Trial::test(format!("cli/{name}"), move || test(&shared, &file)));
    }
    assert!(trials.len() >= 50, "tests/cli is not where it should be");
    trials.push(Trial::test("cli/every-file-belongs-to-a-test", move || {
        let strays: Vec<String> = found.iter().filter(|file| is_stray(file)).map(|file| file.display().to_string()).collect();
        if strays.is_empty() { Ok(()) } else { Err(format!("no test has these expectations: {}", strays.join(", ")).into()) }
    }));
    trials
}

/// All files below `dir`, but for those in folders `inputs`, which tests copy.
fn below(dir: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(dir).into_iter().flatten().flatten() {
        let path = entry.path();
        match path.is_dir() {
            true if path.ends_with("inputs") => {}
            true => below(&path, found),
            false => found.push(path),
        }
    }
}

/// A text, a list of commands, or bitcode that no list of commands is for.
fn is_test(file: &Path) -> bool {
    match file.extension().and_then(|extension| extension.to_str()) {
        Some("ll" | "test") => true,
        Some("bc") => !file.with_extension("test").is_file(),
        _ => false,
    }
}

/// An expectation of a test that is not there.
fn is_stray(file: &Path) -> bool {
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    let Some((stem, ending)) = name.rsplit_once('.') else { return false };
    let numbered = stem.rsplit_once('.').filter(|(_, number)| number.parse::<u32>().is_ok()).map_or(stem, |(stem, _)| stem);
    let of = |stem: &str| ["ll", "test", "bc"].iter().any(|test| file.with_file_name(format!("{stem}.{test}")).is_file());
    EXPECTED.contains(&ending) && !of(stem) && !of(numbered)
}
