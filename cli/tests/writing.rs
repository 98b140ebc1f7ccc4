//! How `bcconv` behaves when it writes bitcode: names of outputs, options, messages, exit status, and no file left behind by a failure. What
//! the bytes have to be was made by LLVM's tools and is in `corpus`.
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;

#[path = "support/files.rs"]
mod files;
#[path = "support/stdin.rs"]
mod stdin;

use files::files;
use stdin::with_stdin;

/// A text of the corpus.
const SAMPLE: &str = "inst-terminator";

fn corpus(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpus").join(name)
}

fn stored(name: &str) -> Vec<u8> {
    fs::read(corpus(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// A folder with the text of `sample` under its own name, which bitcode repeats.
fn setup(sample: &str) -> tempfile::TempDir {
    let dir = tempfile::tempdir().expect("a temporary folder");
    fs::copy(corpus(&format!("v22/{sample}.ll")), dir.path().join(format!("{sample}.ll"))).expect("the sample");
    dir
}

fn bcconv(dir: &Path, args: &[&str]) -> Output {
    with_stdin(Path::new(env!("CARGO_BIN_EXE_bcconv")), dir, args, b"")
}

/// Runs it and expects nothing to be said.
fn silently(dir: &Path, args: &[&str]) -> Vec<u8> {
    let output = bcconv(dir, args);
    assert!(output.status.success() && output.stderr.is_empty(), "{args:?}: {}", text(&output.stderr));
    output.stdout
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn made(dir: &Path, name: &str) -> Vec<u8> {
    fs::read(dir.join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

#[test]
fn from_text_to_bitcode() {
    let dir = setup(SAMPLE);
    let want = stored(&format!("v22/{SAMPLE}.bc"));
    let name = format!("{SAMPLE}.ll");
    silently(dir.path(), &[&name]);
    assert_eq!(files(dir.path()), [format!("{SAMPLE}.bc"), name.clone()]);
    assert!(made(dir.path(), &format!("{SAMPLE}.bc")) == want);
    silently(dir.path(), &[&name, "-o", "x.bc", "--threads", "1"]);
    assert!(made(dir.path(), "x.bc") == want);
    assert!(silently(dir.path(), &[&name, "-o", "-", "--to", "bc"]) == want);
    silently(dir.path(), &[&name, "-o", "y.bc", "--preserve-bc-uselistorder=false"]);
    assert!(made(dir.path(), "y.bc") == stored(&format!("as/{SAMPLE}.nouse.bc")));
    fs::create_dir(dir.path().join("out")).expect("a folder");
    silently(dir.path(), &[&name, "--out-dir", "out"]);
    assert_eq!(files(&dir.path().join("out")), [format!("{SAMPLE}.bc")]);
}

#[test]
fn copies() {
    let dir = tempfile::tempdir().expect("a temporary folder");
    for name in [
        "v22/symbols-macho.bc",
        "v22/rustc-debug.bc",
        "v22/clang-c-thinlto.bc",
        "v22/summary-index.bc",
        "as/symbols-elf.hash.bc",
        "multi/two.bc",
    ] {
        let want = stored(name);
        fs::write(dir.path().join("a.bc"), &want).expect("a file");
        silently(dir.path(), &["a.bc", "-o", "b.bc"]);
        assert!(made(dir.path(), "b.bc") == want, "{name}");
    }
    // Its own name would be the output's.
    let output = bcconv(dir.path(), &["a.bc", "--to", "bc"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stderr).contains("the place of the input"), "{}", text(&output.stderr));
    assert!(made(dir.path(), "a.bc") == stored("multi/two.bc"));
}

#[test]
fn producer() {
    let dir = setup(SAMPLE);
    let name = format!("{SAMPLE}.ll");
    let names = |bytes: &[u8]| {
        let module = bctk_bitcode::read(bytes, &bctk_bitcode::ReadOptions::default()).expect("bitcode");
        text(module.str(module.producer))
    };
    assert_eq!(names(&silently(dir.path(), &[&name, "-o", "-", "--to", "bc"])), "LLVM22.1.8");
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

#[test]
fn wrapper() {
    let dir = setup("symbols-macho");
    let want = stored("v22/symbols-macho.bc");
    assert!(want.starts_with(b"\xDE\xC0\x17\x0B") && want.len().is_multiple_of(16));
    let plain = silently(dir.path(), &["symbols-macho.ll", "-o", "-", "--to", "bc", "--wrapper=false"]);
    assert!(plain.starts_with(b"BC\xC0\xDE") && want[20..].starts_with(&plain) && want.len() - 20 - plain.len() < 16);
    // What it was made of has the same bytes in a wrapper and without.
    fs::write(dir.path().join("plain.bc"), &plain).expect("a file");
    assert!(silently(dir.path(), &["plain.bc", "-o", "-", "--to", "bc"]) == plain);
    assert!(silently(dir.path(), &["plain.bc", "-o", "-", "--to", "bc", "--wrapper"]) == want);
}

#[test]
fn hash() {
    let dir = setup("symbols-elf");
    let want = stored("as/symbols-elf.hash.bc");
    assert!(silently(dir.path(), &["symbols-elf.ll", "-o", "-", "--to", "bc", "--module-hash"]) == want);
    // A copy computes none, or the same one.
    fs::write(dir.path().join("a.bc"), &want).expect("a file");
    assert!(silently(dir.path(), &["a.bc", "-o", "-", "--to", "bc"]) == want);
    assert!(silently(dir.path(), &["a.bc", "-o", "-", "--to", "bc", "--module-hash"]) == want);
}

#[test]
fn a_failure_leaves_nothing_behind() {
    let dir = tempfile::tempdir().expect("a temporary folder");
    fs::write(dir.path().join("bad.ll"), "define void @f() {\n  ret i32 %x\n}\n").expect("a file");
    let output = bcconv(dir.path(), &["bad.ll"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stderr).contains("bad.ll:2:"), "{}", text(&output.stderr));
    assert_eq!(files(dir.path()), ["bad.ll"]);
    fs::write(dir.path().join("bad.bc"), b"old").expect("a file");
    assert_eq!(bcconv(dir.path(), &["bad.ll"]).status.code(), Some(1));
    assert_eq!(made(dir.path(), "bad.bc"), b"old");
}

/// What follows was taken from llvm-as 22.1.8: file names, exit status, what is written where.
mod as_llvm_as {
    use super::*;

    fn run(dir: &Path, args: &[&str], input: &[u8]) -> Output {
        let tools = tempfile::tempdir().expect("a temporary folder");
        let tool = tools.path().join(format!("llvm-as{}", std::env::consts::EXE_SUFFIX));
        #[cfg(unix)]
        std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_bcconv"), &tool).expect("a link");
        #[cfg(not(unix))]
        fs::copy(env!("CARGO_BIN_EXE_bcconv"), &tool).map(drop).expect("a copy");
        with_stdin(&tool, dir, args, input)
    }

    #[test]
    fn names_of_outputs() {
        let dir = setup(SAMPLE);
        let name = format!("{SAMPLE}.ll");
        let want = stored(&format!("v22/{SAMPLE}.bc"));
        assert!(run(dir.path(), &[&name], b"").status.success());
        assert!(made(dir.path(), &format!("{SAMPLE}.bc")) == want);
        assert!(run(dir.path(), &["-o=zz", &name], b"").status.success());
        assert!(made(dir.path(), "zz") == want);
        let output = run(dir.path(), &["-disable-output", &name, "-o", "never"], b"");
        assert!(output.status.success() && output.stdout.is_empty() && !dir.path().join("never").exists());
        fs::write(dir.path().join("noext"), "declare void @f()\n").expect("a file");
        assert!(run(dir.path(), &["noext"], b"").status.success());
        assert!(dir.path().join("noext.bc").exists());
    }

    #[test]
    fn standard_input_and_output() {
        let dir = tempfile::tempdir().expect("a temporary folder");
        for args in [&[][..], &["-"], &["-", "-o", "-"]] {
            let output = run(dir.path(), args, b"source_filename = \"x\"\ndeclare void @f()\n");
            assert!(output.status.success() && output.stdout.starts_with(b"BC\xC0\xDE"), "{}", text(&output.stderr));
        }
        // An empty text is an empty module.
        let output = run(dir.path(), &[], b"");
        assert!(output.status.success() && output.stdout.starts_with(b"BC\xC0\xDE"));
        assert_eq!(files(dir.path()), [""; 0]);
    }

    #[test]
    fn the_module_is_shown() {
        let dir = tempfile::tempdir().expect("a temporary folder");
        fs::write(dir.path().join("t.ll"), "declare void @f()\n").expect("a file");
        let output = run(dir.path(), &["-d", "-disable-output", "t.ll"], b"");
        let want = "Here's the assembly:\n; ModuleID = 't.ll'\nsource_filename = \"t.ll\"\n\ndeclare void @f()\n";
        assert_eq!((output.status.code(), text(&output.stderr)), (Some(0), want.to_owned()));
    }

    #[test]
    fn outputs_that_cannot_be() {
        let dir = tempfile::tempdir().expect("a temporary folder");
        fs::write(dir.path().join("t.ll"), "declare void @f()\n").expect("a file");
        let output = run(dir.path(), &["t.ll", "-o", "no/such/x.bc"], b"");
        assert_eq!((output.status.code(), text(&output.stderr)), (Some(1), "No such file or directory\n".to_owned()));
        let output = run(dir.path(), &["missing.ll"], b"");
        assert_eq!(output.status.code(), Some(1));
        assert!(
            text(&output.stderr).ends_with("missing.ll: error: Could not open input file: No such file or directory\n"),
            "{}",
            text(&output.stderr)
        );
        assert_eq!(files(dir.path()), ["t.ll"]);
    }
}
