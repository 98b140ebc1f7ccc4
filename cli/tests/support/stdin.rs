//! What the tests of the tools share: a tool run in a folder, with bytes on its standard input.
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

/// Runs `tool` in `dir` to its end.
pub(crate) fn with_stdin(tool: &Path, dir: &Path, args: &[&str], input: &[u8]) -> Output {
    let mut command = Command::new(tool);
    command.args(args).current_dir(dir).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the tool runs");
    let mut stdin = child.stdin.take().expect("a pipe");
    let input = input.to_vec();
    let writer = std::thread::spawn(move || {
        // A tool that refuses its command line or its input closes the pipe early.
        let _ = stdin.write_all(&input);
    });
    let output = child.wait_with_output().expect("the tool ends");
    writer.join().expect("the writer ends");
    output
}
