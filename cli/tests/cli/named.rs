//! The programs under the names of LLVM's tools: llvm-nm lists native objects, and objects keep their symbols when their bitcode changes.
//!
//! LLVM's tools made what is in `data/named`: `stars.22.bc` by llvm-as-22, `nm.txt` by llvm-nm-22, each list below the options and the file.
//! clang-19 made the objects of one source for several targets. llvm-as-14 made `wrapped.14.bc`, llvm-as-16 `removed.16.bc` and llvm-dis-23
//! the texts of both.
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;

use crate::support::{link, run, text};

/// A folder with the programs under other names.
struct Tools(tempfile::TempDir);

impl Tools {
    fn new() -> Tools {
        Tools(tempfile::tempdir().expect("a temporary folder"))
    }

    /// Runs one of the programs as `name` in the folder `data/named`.
    fn run(&self, name: &str, args: &[&str]) -> Output {
        let tool = match name.contains("nm") || name.contains("bcanalyzer") {
            true => env!("CARGO_BIN_EXE_bcdump"),
            false => env!("CARGO_BIN_EXE_bcconv"),
        };
        run(&link(self.0.path(), name, Path::new(tool)), &data(), args)
    }
}

fn data() -> PathBuf {
    crate::support::data("named")
}

/// Every list in `nm.txt`.
#[test]
fn lists_of_native_symbols() {
    let tools = Tools::new();
    let lists = fs::read_to_string(data().join("nm.txt")).expect("what llvm-nm prints");
    let mut count = 0;
    for list in lists.strip_prefix("## ").unwrap_or(&lists).split("\n## ") {
        let (head, want) = list.split_once('\n').unwrap_or((list, ""));
        let (options, file) = head.split_once(' ').expect("options and a file");
        // Slices of universal binaries depend on the machine that asks.
        if file == "fat.o" && options != "--arch=all" {
            continue;
        }
        let mut args = vec![options, file];
        args.retain(|arg| *arg != "-");
        let output = tools.run("llvm-nm", &args);
        assert_eq!(text(&output.stdout).trim_end_matches('\n'), want.trim_end_matches('\n'), "{head}");
        count += 1;
    }
    assert!(count > 100, "{count}");
}

/// Objects that bitcode was taken out of, or other was put into, have the symbols that they had.
#[test]
fn other_bitcode_in_objects() {
    let tools = Tools::new();
    let out = tools.0.path().join("out.o");
    let out = out.to_str().expect("a name");
    let listed = |file: &str, options: &[&str]| text(&tools.run("llvm-nm", &[options, &[file]].concat()).stdout);
    let larger = "../../../../corpus/v14/clang-classes-thin-g.bc";
    for file in ["embedded.o", "embedded-macho.o"] {
        for new in ["stars.22.bc", larger] {
            let output = tools.run("bcconv", &[file, "--embed", new, "-o", out]);
            assert!(output.status.success(), "{}", text(&output.stderr));
            let native = ["--no-llvm-bc"];
            assert_eq!(listed(out, &native), listed(file, &native), "{file} {new}");
            let taken = tools.0.path().join("taken.bc");
            assert!(tools.run("bcconv", &[out, "-o", taken.to_str().expect("a name")]).status.success());
            assert!(fs::read(&taken).expect("bitcode") == fs::read(data().join(new)).expect("bitcode"), "{file} {new}");
        }
        assert!(tools.run("bcconv", &[file, "--strip-embedded", "-o", out]).status.success());
        // Labels in the sections that are gone are gone, too.
        let named = |list: String| {
            list.lines().filter(|line| !line.contains(" l_llvm.") && !line.contains(" ltmp")).map(str::to_owned).collect::<Vec<_>>()
        };
        assert_eq!(named(listed(out, &[])), named(listed(file, &["--no-llvm-bc"])), "{file}");
        let sizes = [out, file].map(|file| fs::metadata(data().join(file)).expect("a file").len());
        assert!(sizes[0] + 1000 < sizes[1], "{sizes:?}");
    }
    let output = tools.run("bcconv", &["mixed.a", "--strip-embedded", "-o", out]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert_eq!(text(&output.stderr), "");
}

/// What llvm-dis-23 made of a file of `data/named`, and what `llvm-dis` makes of it.
fn assert_disassembled(file: &str, want: &str) {
    let answer = Tools::new().run("llvm-dis", &[file, "-o", "-"]);
    assert_eq!(text(&answer.stderr), "");
    assert_eq!(text(&answer.stdout), fs::read_to_string(data().join(want)).expect("a text"), "{file}");
}

/// Nodes that differed in the types of pointers are one.
#[test]
fn equal_wrapped_values() {
    assert_disassembled("wrapped.14.bc", "wrapped.23.ll");
}

/// A summary names an intrinsic that the reader removed. LLVM's assembler refuses that name.
#[test]
fn a_removed_intrinsic_in_a_summary() {
    assert_disassembled("removed.16.bc", "removed.23.ll");
    let tools = Tools::new();
    let refused = tools.run("llvm-as", &["removed.23.ll", "-o", "-"]);
    assert_eq!(refused.status.code(), Some(1));
    assert!(text(&refused.stderr).contains("Reference to undefined global \"llvm.dbg.value\""), "{}", text(&refused.stderr));
    let read = tools.run("bcconv", &["--plain", "removed.23.ll", "-o", "-"]);
    assert!(read.status.success(), "{}", text(&read.stderr));
}

/// A module for the thin link has names without global values. Its text, which LLVM never prints, can be read again.
#[test]
fn names_that_a_module_for_the_thin_link_lacks() {
    let tools = Tools::new();
    let printed = tools.run("bcconv", &["--plain", "--to", "ll", "thin-link.bc", "-o", "-"]);
    assert!(text(&printed.stdout).contains("; name = "), "{}", text(&printed.stderr));
    let file = tools.0.path().join("thin-link.ll");
    fs::write(&file, &printed.stdout).expect("a text");
    let read = tools.run("bcconv", &["--plain", "--to", "bc", file.to_str().expect("a path"), "-o", "-"]);
    assert!(read.status.success(), "{}", text(&read.stderr));
}
