//! Outputs under bad conditions: full disks, read-only directories, concurrent processes, signals. No file is ever half-written.
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::thread::sleep;
use std::time::Duration;

use crate::support::{assert_refused, files};

/// A text of `functions` functions, about 60 bytes each.
fn source(functions: usize) -> String {
    (0..functions).map(|i| format!("define i32 @f{i}(i32 %a) {{\n  %v = add i32 %a, {i}\n  ret i32 %v\n}}\n\n")).collect()
}

fn start(dir: &Path, args: &[&str]) -> Child {
    let mut command = Command::new(env!("CARGO_BIN_EXE_bcconv"));
    command.args(args).current_dir(dir).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("bcconv runs")
}

fn run(dir: &Path, args: &[&str]) -> Output {
    start(dir, args).wait_with_output().expect("bcconv ends")
}

/// Shells know how to say how large a file may become; the signal that this brings is no end without a word.
#[test]
fn no_room_for_the_output() {
    let dir = tempfile::tempdir().expect("a temporary folder");
    let dir = dir.path();
    fs::write(dir.join("a.ll"), source(2000)).expect("a text");
    assert!(run(dir, &["a.ll"]).status.success());
    fs::write(dir.join("old.ll"), "; old\n").expect("a text");
    for (output, left) in [("new.ll", vec!["a.bc", "a.ll", "old.ll"]), ("old.ll", vec!["a.bc", "a.ll", "old.ll"])] {
        let script = format!("ulimit -f 8; exec {} a.bc -o {output}", env!("CARGO_BIN_EXE_bcconv"));
        let ended = Command::new("sh").args(["-c", &script]).current_dir(dir).output().expect("a shell");
        assert_refused(&ended, &format!("{output}: cannot be written: "));
        assert_eq!(files(dir), left);
    }
    assert_eq!(fs::read(dir.join("old.ll")).expect("the old text"), b"; old\n");
}

#[test]
fn a_folder_that_takes_no_files() {
    let dir = tempfile::tempdir().expect("a temporary folder");
    let dir = dir.path();
    fs::write(dir.join("a.ll"), source(3)).expect("a text");
    if Path::new("/proc/self").exists() {
        assert_refused(&run(dir, &["a.ll", "-o", "/proc/a.bc"]), "/proc/a.bc: ");
    }
    // A file in such a folder may still be written; what goes wrong before the end does not touch it. Who may do anything is not kept out by rights.
    let closed = dir.join("closed");
    fs::create_dir(&closed).expect("a folder");
    fs::write(closed.join("a.bc"), "old").expect("a file");
    fs::write(dir.join("bad.ll"), "define void @f() {\n").expect("a text");
    fs::set_permissions(&closed, fs::Permissions::from_mode(0o555)).expect("rights");
    let refused = run(dir, &["bad.ll", "-o", "closed/a.bc"]);
    assert!(String::from_utf8_lossy(&refused.stderr).contains("bad.ll:2:1"), "{refused:?}");
    assert_eq!(fs::read(closed.join("a.bc")).expect("the old file"), b"old");
    assert!(run(dir, &["a.ll", "-o", "closed/a.bc"]).status.success());
    assert!(run(dir, &["a.ll", "-o", "b.bc"]).status.success());
    assert!(fs::read(closed.join("a.bc")).expect("the new file") == fs::read(dir.join("b.bc")).expect("the same"));
    fs::set_permissions(&closed, fs::Permissions::from_mode(0o755)).expect("rights");
    assert_eq!(files(&closed), ["a.bc"]);
}

#[test]
fn two_on_one_target() {
    let dir = tempfile::tempdir().expect("a temporary folder");
    let dir = dir.path();
    let texts = [source(3000), source(5000)];
    for (text, name) in texts.iter().zip(["a", "b"]) {
        fs::write(dir.join(format!("{name}.ll")), text).expect("a text");
        assert!(run(dir, &[&format!("{name}.ll")]).status.success());
    }
    let whole = ["a.bc", "b.bc"].map(|name| fs::read(dir.join(name)).expect("bitcode"));
    let both: Vec<Child> = (0..8).map(|i| start(dir, &[["a.ll", "b.ll"][i % 2], "-o", "target.bc"])).collect();
    for child in both {
        assert!(child.wait_with_output().expect("bcconv ends").status.success());
        // Whoever was last: it is the whole of one.
        assert!(whole.contains(&fs::read(dir.join("target.bc")).expect("the target")));
    }
    assert_eq!(files(dir), ["a.bc", "a.ll", "b.bc", "b.ll", "target.bc"]);
}

#[test]
fn told_to_end() {
    let dir = tempfile::tempdir().expect("a temporary folder");
    let dir = dir.path();
    // Long enough to be at work when the signal comes.
    let functions = if cfg!(debug_assertions) { 20_000 } else { 80_000 };
    fs::write(dir.join("a.ll"), source(functions)).expect("a text");
    assert!(run(dir, &["a.ll"]).status.success());
    let mut ended = 0;
    for signal in ["INT", "TERM", "HUP", "INT", "TERM", "HUP"] {
        let mut child = start(dir, &["a.bc", "-o", "out.ll"]);
        let is_begun = |dir: &Path| files(dir).iter().any(|name| name.starts_with(".bcconv-"));
        while child.try_wait().expect("a child").is_none() && !is_begun(dir) {
            sleep(Duration::from_millis(1));
        }
        let pid = child.id().to_string();
        let _ = Command::new("kill").args([&format!("-{signal}"), &pid]).stderr(Stdio::null()).status();
        let output = child.wait_with_output().expect("bcconv ends");
        // Where the signal came too late, or is one that this process passes on as ignored, all of the output is there.
        if output.status.code().is_none() {
            ended += 1;
            assert_eq!(files(dir), ["a.bc", "a.ll"], "{signal}");
        } else {
            assert_eq!(files(dir), ["a.bc", "a.ll", "out.ll"], "{signal}");
            fs::remove_file(dir.join("out.ll")).expect("the output");
        }
    }
    assert!(ended > 0, "no signal came in time");
}

/// Nobody can read the notes; the outputs are written all the same, and the status is right.
#[test]
fn a_standard_error_that_takes_nothing() {
    if !Path::new("/dev/full").exists() {
        return;
    }
    let dir = tempfile::tempdir().expect("a temporary folder");
    let dir = dir.path();
    fs::write(dir.join("a.ll"), "define ptr @f(ptr noalias captures(none) %p) {\n  ret ptr %p\n}\n").expect("a text");
    fs::write(dir.join("b.ll"), source(3)).expect("a text");
    for stderr in ["2>/dev/full", "2>&-"] {
        for (inputs, status) in [("a.ll b.ll", 0), ("a.ll missing.ll b.ll", 1)] {
            let script = format!("exec {} {inputs} --to-llvm 17 --out-dir out {stderr}", env!("CARGO_BIN_EXE_bcconv"));
            let ended = Command::new("sh").args(["-c", &script]).current_dir(dir).output().expect("a shell");
            assert_eq!(ended.status.code(), Some(status), "{script}");
            assert_eq!(files(&dir.join("out")), ["a.bc", "b.bc"], "{script}");
            fs::remove_dir_all(dir.join("out")).expect("a folder");
        }
        for (tool, arguments) in [("bcconv", "--nonsense"), ("bcdump", "missing.bc")] {
            let path = Path::new(env!("CARGO_BIN_EXE_bcconv")).with_file_name(tool);
            let script = format!("exec {} {arguments} {stderr}", path.display());
            let ended = Command::new("sh").args(["-c", &script]).current_dir(dir).output().expect("a shell");
            assert!(matches!(ended.status.code(), Some(1 | 2)), "{script}: {ended:?}");
        }
    }
}
