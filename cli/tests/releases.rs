//! Files of LLVM 4 to 12 print as those releases print them, and their texts as they are. `releases/vN.bc` is what LLVM N made of one small module in its
//! own words, `releases/vN.ll` what it printed for that.
use std::path::{Path, PathBuf};
use std::process::Command;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/releases")
}

/// What bcconv prints for a file, without the line that names the file.
fn printed(file: &Path) -> String {
    let args = ["--plain", "--to", "ll", "-o", "-"];
    let output = Command::new(env!("CARGO_BIN_EXE_bcconv")).args(args).arg(file).output().expect("the tool");
    assert!(output.status.success() && output.stderr.is_empty(), "{}: {}", file.display(), String::from_utf8_lossy(&output.stderr));
    body(&String::from_utf8(output.stdout).expect("text"))
}

fn body(text: &str) -> String {
    text.split_once('\n').map_or(String::new(), |(_, rest)| rest.to_owned())
}

#[test]
fn bitcode_prints_as_its_release_prints_it() {
    for release in 4..=12 {
        let file = folder().join(format!("v{release}"));
        let want = std::fs::read_to_string(file.with_extension("ll")).expect("a text");
        assert_eq!(printed(&file.with_extension("bc")), body(&want), "LLVM {release}");
    }
}

#[test]
fn texts_come_back_as_their_release_printed_them() {
    for release in 4..=12 {
        let text = folder().join(format!("v{release}.ll"));
        let dir = tempfile::tempdir().expect("a temporary folder");
        let bitcode = dir.path().join("a.bc");
        let status = Command::new(env!("CARGO_BIN_EXE_bcconv")).arg(&text).arg("-o").arg(&bitcode).status().expect("the tool");
        assert!(status.success());
        let want = std::fs::read_to_string(&text).expect("a text");
        assert_eq!(printed(&bitcode), body(&want), "LLVM {release}");
    }
}
