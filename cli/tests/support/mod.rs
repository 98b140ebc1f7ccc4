//! What the tests of the tools share: folders, the programs under other names, and how a run ends.
#![allow(dead_code, reason = "each test program uses a part of it")]
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use bctk_bitstream::stream::StreamWriter;

/// The path of `name` in the folder `corpus`.
pub(crate) fn corpus(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpus").join(name)
}

/// The path of `name` in the folder of the tests' own files.
pub(crate) fn data(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(name)
}

/// The names in a folder, in order.
pub(crate) fn files(dir: &Path) -> Vec<String> {
    let entries = fs::read_dir(dir).expect("a folder").flatten();
    let mut names: Vec<String> = entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

/// Bytes as text, whatever they are.
pub(crate) fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// `bcconv`, run in `dir` without input.
pub(crate) fn bcconv(dir: &Path, args: &[&str]) -> Output {
    run(Path::new(env!("CARGO_BIN_EXE_bcconv")), dir, args)
}

/// `bcdump`, run in `dir` without input.
pub(crate) fn bcdump(dir: &Path, args: &[&str]) -> Output {
    run(Path::new(env!("CARGO_BIN_EXE_bcdump")), dir, args)
}

/// `tool`, run in `dir` without input.
pub(crate) fn run(tool: &Path, dir: &Path, args: &[&str]) -> Output {
    Command::new(tool).args(args).current_dir(dir).stdin(Stdio::null()).output().expect("the tool runs")
}

/// Runs `bcconv` and expects success.
pub(crate) fn succeeds(dir: &Path, args: &[&str]) {
    let output = bcconv(dir, args);
    assert!(output.status.success(), "{args:?}: {}", text(&output.stderr));
}

/// The run failed with exit status 1, one message that says `words`, and nothing on the standard output.
pub(crate) fn assert_refused(output: &Output, words: &str) {
    let message = text(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{message}");
    assert_eq!(message.lines().count(), 1, "{message}");
    assert!(message.contains(words), "{message:?} does not say {words:?}");
    assert!(output.stdout.is_empty());
}

/// Runs `tool` in `dir` to its end, with `input` on its standard input.
pub(crate) fn with_stdin(tool: &Path, dir: &Path, args: &[&str], input: &[u8]) -> Output {
    let mut command = Command::new(tool);
    command.args(args).current_dir(dir);
    feed(command, input).expect("the tool runs")
}

/// Runs a command to its end, with `input` on its standard input.
pub(crate) fn feed(mut command: Command, input: &[u8]) -> io::Result<Output> {
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn()?;
    let stdin = child.stdin.take();
    std::thread::scope(|scope| {
        // A tool that refuses its command line or its input closes the pipe early.
        scope.spawn(move || stdin.map(|mut stdin| stdin.write_all(input)));
        child.wait_with_output()
    })
}

/// `tool` under another name in the folder `dir`; made where it is not there.
pub(crate) fn link(dir: &Path, name: &str, tool: &Path) -> PathBuf {
    let path = dir.join(format!("{name}{}", std::env::consts::EXE_SUFFIX));
    if !path.exists() {
        #[cfg(unix)]
        let made = std::os::unix::fs::symlink(tool, &path);
        #[cfg(not(unix))]
        let made = fs::copy(tool, &path).map(drop);
        // Tests run concurrently: another one may have made it.
        assert!(made.is_ok() || path.exists(), "{}: {made:?}", path.display());
    }
    path
}

/// A program under another name in a folder of its own.
pub(crate) struct Named {
    path: PathBuf,
    _dir: tempfile::TempDir,
}

impl Named {
    /// Makes the link.
    fn new(name: &str, tool: &str) -> Named {
        let dir = tempfile::tempdir().expect("a temporary folder");
        Named { path: link(dir.path(), name, Path::new(tool)), _dir: dir }
    }

    /// `bcconv` under a name such as `llvm-dis`.
    pub(crate) fn bcconv(name: &str) -> Named {
        Named::new(name, env!("CARGO_BIN_EXE_bcconv"))
    }

    /// `bcdump` under a name such as `llvm-nm`.
    pub(crate) fn bcdump(name: &str) -> Named {
        Named::new(name, env!("CARGO_BIN_EXE_bcdump"))
    }

    /// Path to start it by.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }
}

/// Folders of one test, and the conversion of all files of one to another.
pub(crate) struct Folders {
    dir: tempfile::TempDir,
}

impl Folders {
    pub(crate) fn new() -> Folders {
        Folders { dir: tempfile::tempdir().expect("a folder") }
    }

    pub(crate) fn folder(&self, name: &str) -> PathBuf {
        let path = self.dir.path().join(name);
        fs::create_dir_all(&path).expect("a folder");
        path
    }

    /// Converts all of one folder to another with `bcconv`.
    pub(crate) fn convert(&self, from: &str, to: &str, options: &[&str]) -> Output {
        let inputs = files(&self.folder(from)).into_iter().map(|name| Path::new(from).join(name));
        self.folder(to);
        let mut command = Command::new(env!("CARGO_BIN_EXE_bcconv"));
        command.current_dir(self.dir.path()).args(options).arg("--out-dir").arg(to).args(inputs).output().expect("bcconv runs")
    }
}

/// The operands of a record that ends with a name.
pub(crate) fn named(ops: &[u64], name: &str) -> Vec<u64> {
    ops.iter().copied().chain(name.bytes().map(u64::from)).collect()
}

/// A block with these records.
pub(crate) fn block(writer: &mut StreamWriter, id: u32, records: &[(u32, Vec<u64>)]) -> bctk_bitcode::Result<()> {
    writer.enter_block(id, 3)?;
    for (code, ops) in records {
        writer.record(3, *code, ops, None)?;
    }
    writer.end_block()
}
