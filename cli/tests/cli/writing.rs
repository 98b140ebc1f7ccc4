//! The producer that `bcconv` writes into bitcode.
use std::fs;
use std::path::Path;

use crate::support::{bcconv, corpus, text};

/// A text of the corpus.
const SAMPLE: &str = "inst-terminator";

/// A folder with the text of `sample` under its own name, which bitcode repeats.
fn setup(sample: &str) -> tempfile::TempDir {
    let dir = tempfile::tempdir().expect("a temporary folder");
    fs::copy(corpus(&format!("v22/{sample}.ll")), dir.path().join(format!("{sample}.ll"))).expect("the sample");
    dir
}

/// Runs it and expects nothing to be said.
fn silently(dir: &Path, args: &[&str]) -> Vec<u8> {
    let output = bcconv(dir, args);
    assert!(output.status.success() && output.stderr.is_empty(), "{args:?}: {}", text(&output.stderr));
    output.stdout
}

fn made(dir: &Path, name: &str) -> Vec<u8> {
    fs::read(dir.join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

#[test]
fn producer() {
    let dir = setup(SAMPLE);
    let name = format!("{SAMPLE}.ll");
    let names = |bytes: &[u8]| {
        let module = bctk_bitcode::read(bytes, &bctk_bitcode::ReadOptions::default()).expect("bitcode");
        text(module.str(module.provenance.producer))
    };
    assert_eq!(names(&silently(dir.path(), &[&name, "-o", "-", "--to", "bc"])), "LLVM23.1.4");
    let other = silently(dir.path(), &[&name, "-o", "-", "--to", "bc", "--producer", "somebody's 1.0"]);
    assert_eq!(names(&other), "somebody's 1.0");
    fs::write(dir.path().join("other.bc"), &other).expect("a file");
    assert_eq!(names(&silently(dir.path(), &["other.bc", "-o", "-", "--to", "bc"])), "somebody's 1.0");
    // What an older LLVM printed says so in bitcode, too: only so does it print again as it was.
    let old =
        "; ModuleID = 't.c'\nsource_filename = \"t.c\"\n\ndefine i32 @f(i32* %p) {\n  %v = load i32, i32* %p, align 4\n  ret i32 %v\n}\n";
    fs::write(dir.path().join("old.ll"), old).expect("a file");
    silently(dir.path(), &["old.ll", "-o", "old.bc"]);
    assert_eq!(names(&made(dir.path(), "old.bc")), "LLVM14");
    let again = text(&silently(dir.path(), &["old.bc", "-o", "-"]));
    assert_eq!(again.split_once('\n').map(|(_, rest)| rest), old.split_once('\n').map(|(_, rest)| rest));
}
