//! Files of LLVM 4 to 22 print as those releases print them, and their texts as they are. `releases/vN.bc` is what LLVM N made of one small module, until LLVM 12 in its
//! own words, since LLVM 13 of `releases/release.c`. `releases/vN.ll` is what its llvm-dis printed for that, `releases/vN.uses` the directives that
//! `--preserve-ll-uselistorder` adds.
use std::path::{Path, PathBuf};
use std::process::Command;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/releases")
}

/// What bcconv prints for a file, without the line that names the file.
fn printed(file: &Path, flags: &[&str]) -> String {
    let args = ["--plain", "--to", "ll", "-o", "-"];
    let output = Command::new(env!("CARGO_BIN_EXE_bcconv")).args(args).args(flags).arg(file).output().expect("the tool");
    assert!(output.status.success() && output.stderr.is_empty(), "{}: {}", file.display(), String::from_utf8_lossy(&output.stderr));
    body(&String::from_utf8(output.stdout).expect("text"))
}

fn body(text: &str) -> String {
    text.split_once('\n').map_or(String::new(), |(_, rest)| rest.to_owned())
}

/// A text without the comments about predecessors: their order is that of uses, which a text alone does not keep.
fn without_predecessors(text: &str) -> String {
    text.lines().map(|line| format!("{}\n", line.split("; preds ").next().unwrap_or(line))).collect()
}

#[test]
fn bitcode_prints_as_its_release_prints_it() {
    for release in 4..=22 {
        let file = folder().join(format!("v{release}"));
        let want = std::fs::read_to_string(file.with_extension("ll")).expect("a text");
        assert_eq!(printed(&file.with_extension("bc"), &[]), body(&want), "LLVM {release}");
    }
}

/// `releases/floats.bc` is LLVM 4's, `releases/floats.ll` what its llvm-dis prints: numbers of seven digits.
#[test]
fn numbers_of_seven_digits() {
    let file = folder().join("floats");
    let want = std::fs::read_to_string(file.with_extension("ll")).expect("a text");
    assert!(want.contains("8.388608e+06, 1.234567e+06"));
    assert_eq!(printed(&file.with_extension("bc"), &[]), body(&want));
}

#[test]
fn texts_come_back_as_their_release_printed_them() {
    for release in 4..=22 {
        let text = folder().join(format!("v{release}.ll"));
        let dir = tempfile::tempdir().expect("a temporary folder");
        let bitcode = dir.path().join("a.bc");
        let status = Command::new(env!("CARGO_BIN_EXE_bcconv")).arg(&text).arg("-o").arg(&bitcode).status().expect("the tool");
        assert!(status.success());
        let want = std::fs::read_to_string(&text).expect("a text");
        assert_eq!(without_predecessors(&printed(&bitcode, &[])), without_predecessors(&body(&want)), "LLVM {release}");
    }
}

#[test]
fn orders_of_uses_are_those_of_the_release() {
    for release in 13..=22 {
        let file = folder().join(format!("v{release}.bc"));
        let text = printed(&file, &["--preserve-ll-uselistorder"]);
        let got: String =
            text.lines().filter(|line| line.trim_start().starts_with("uselistorder ")).map(|line| format!("{line}\n")).collect();
        let want = std::fs::read_to_string(file.with_extension("uses")).expect("directives");
        assert_eq!(got, want, "LLVM {release}");
    }
}

/// `releases/large.bc` is `releases/release.c` with `-mcmodel=large -fPIC`, `releases/large.nm` its list by llvm-nm 22.
#[test]
fn symbols_of_the_large_code_model() {
    let file = folder().join("large.bc");
    let output = Command::new(env!("CARGO_BIN_EXE_bcdump")).arg("--symbols").arg(&file).output().expect("the tool");
    let want = std::fs::read_to_string(file.with_extension("nm")).expect("a list");
    assert!(want.contains("_GLOBAL_OFFSET_TABLE_"));
    assert_eq!(String::from_utf8_lossy(&output.stdout), want);
}

/// Files of older LLVMs under the name of a newer one: `releases/readers/NAME.bc` is of LLVM 4 or 14, `releases/readers/NAME.N.ll` what llvm-dis N prints of it,
/// and what those after it print until the next such file.
#[cfg(unix)]
#[test]
fn the_reader_of_each_release_brings_older_files_up_to_date() {
    let dir = tempfile::tempdir().expect("a temporary folder");
    let mut tried = 0;
    for name in ["flags", "intrinsics", "nvvm"] {
        let text = |release: u32| folder().join(format!("readers/{name}.{release}.ll"));
        for release in 13..=22 {
            let tool = dir.path().join(format!("llvm-dis-{release}"));
            if !tool.exists() {
                std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_bcconv"), &tool).expect("a link");
            }
            let output = Command::new(&tool).arg(folder().join(format!("readers/{name}.bc"))).args(["-o", "-"]).output().expect("the tool");
            let want = (13..=release).rev().map(text).find(|text| text.exists()).expect("a text");
            let want = std::fs::read_to_string(want).expect("a text");
            assert_eq!(body(&String::from_utf8_lossy(&output.stdout)), body(&want), "{name}, LLVM {release}");
            tried += 1;
        }
    }
    assert_eq!(tried, 30);
}
