//! GUIDs, summaries and module assembly as LLVM 23 writes them: files in `corpus/v23` and what LLVM 23 made of them.
use std::fs;

use crate::support::{assert_refused, bcconv, bcdump, corpus, text};

/// The files, by name without ending.
const FILES: [&str; 6] = ["asm-properties", "clang-c-thinlto", "guids", "summary-cfi", "summary-memprof", "summary-promotion"];

#[test]
fn texts_as_llvm_23_prints_them() {
    let dir = corpus("v23");
    for name in FILES {
        let output = bcconv(&dir, &["--plain", &format!("{name}.bc"), "-o", "-"]);
        let want = fs::read_to_string(dir.join(format!("{name}.dis.ll"))).expect("what llvm-dis 23 prints");
        assert_eq!((text(&output.stdout), text(&output.stderr)), (want, String::new()), "{name}");
    }
}

#[test]
fn copies_are_written_from_the_module() {
    let (dir, out) = (corpus("v23"), tempfile::tempdir().expect("a temporary folder"));
    let copy = out.path().join("copy.bc").display().to_string();
    for name in FILES {
        let output = bcconv(&dir, &[&format!("{name}.bc"), "-o", &copy]);
        assert_eq!(fs::read(&copy).expect("the copy"), fs::read(dir.join(format!("{name}.bc"))).expect("the file"), "{name}");
        // The index for one module orders its entries by a hash table.
        if name != "summary-cfi" {
            assert_eq!(text(&output.stderr), "", "{name}: bytes of the file were kept");
        }
    }
}

#[test]
fn records_of_texts() {
    let (dir, out) = (corpus("v23"), tempfile::tempdir().expect("a temporary folder"));
    let made = out.path().join("made.bc").display().to_string();
    for (name, path) in [
        ("guids", "MODULE:GUIDLIST"),
        ("summary-promotion", "MODULE:GUIDLIST"),
        ("summary-promotion", "MODULE/GLOBALVAL_SUMMARY"),
        ("asm-properties", "MODULE:ASM_PROPERTY"),
        ("asm-properties", "MODULE:ASM"),
    ] {
        assert!(bcconv(&dir, &["--plain", &format!("{name}.ll"), "-o", &made]).status.success(), "{name}");
        let records = |file: &str| {
            let shown = text(&bcdump(&dir, &[file, "--records", path]).stdout);
            // The position of the block aside.
            shown.lines().filter(|line| line.starts_with("  ")).map(str::to_owned).collect::<Vec<_>>()
        };
        let want = records(&format!("{name}.bc"));
        assert!(!want.is_empty(), "{name}: {path}");
        assert_eq!(records(&made), want, "{name}: {path}");
    }
}

#[test]
fn what_llvm_22_cannot_represent() {
    let (dir, out) = (corpus("v23"), tempfile::tempdir().expect("a temporary folder"));
    let made = out.path().join("made.bc").display().to_string();
    for (name, words) in [
        ("asm-properties", "LLVM 22 cannot represent: properties of module assembly (since LLVM 23)"),
        ("summary-promotion", "LLVM 22 cannot represent: noRenameOnPromotion of summaries (since LLVM 23)"),
    ] {
        assert_refused(&bcconv(&dir, &["--to-llvm", "22", "--lossy", "none", &format!("{name}.bc"), "-o", &made]), words);
    }
    assert!(bcconv(&dir, &["--dialect", "22", "guids.bc", "-o", &made]).status.success());
    let shown = text(&bcdump(&dir, &[&made, "--records", "MODULE"]).stdout);
    assert!(shown.contains("GLOBALVAR") && !shown.contains("GUIDLIST"), "{shown}");
}
