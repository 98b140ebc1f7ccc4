//! Runs an assembler on a text, and tells what it says.
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// The time that one run may take.
const PATIENCE: Duration = Duration::from_secs(10);
/// The bytes of messages that are looked at.
const SAID: usize = 1 << 16;

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    Accepts,
    Refuses,
    Crashes,
    Hangs,
}

/// What a tool answers.
#[derive(Clone, Debug)]
pub(crate) struct Answer {
    pub(crate) verdict: Verdict,
    /// The first message, without position.
    pub(crate) first: String,
    /// All that it said.
    pub(crate) said: Vec<u8>,
}

/// An assembler.
pub(crate) struct Tool {
    pub(crate) path: PathBuf,
}

impl Tool {
    /// Assembles a text to nowhere. `room` is a folder for what it says.
    pub(crate) fn run(&self, file: &Path, room: &Path) -> Option<Answer> {
        let said = room.join("said");
        let messages = std::fs::File::create(&said).ok()?;
        let mut command = Command::new(&self.path);
        command.arg(file).args(["-o", "/dev/null"]).stdin(Stdio::null()).stdout(Stdio::null()).stderr(messages);
        let mut child = command.spawn().ok()?;
        let start = Instant::now();
        let status = loop {
            match child.try_wait().ok()? {
                Some(status) => break Some(status),
                None if start.elapsed() > PATIENCE => {
                    let _ = child.kill();
                    let _ = child.wait();
                    break None;
                }
                None => std::thread::sleep(Duration::from_micros(400)),
            }
        };
        let mut bytes = std::fs::read(&said).ok()?;
        bytes.truncate(SAID);
        let text = String::from_utf8_lossy(&bytes);
        let is_broken = text.contains("LLVM ERROR: Broken module found");
        let verdict = match status.map(|status| status.code()) {
            None => Verdict::Hangs,
            Some(Some(0)) => Verdict::Accepts,
            Some(Some(1)) => Verdict::Refuses,
            Some(_) if is_broken => Verdict::Refuses,
            Some(_) => Verdict::Crashes,
        };
        Some(Answer { verdict, first: first(&text), said: bytes })
    }
}

impl Answer {
    /// What was said, from the first message on, without the names of tools and files.
    pub(crate) fn said_only(&self) -> Vec<String> {
        messages(&String::from_utf8_lossy(&self.said)).collect()
    }
}

fn messages(text: &str) -> impl Iterator<Item = String> {
    text.lines().filter(|line| !line.contains("does not verify as correct!")).map(|line| match line.split_once(": error: ") {
        Some((_, message)) => message.to_owned(),
        None => line.split_once(".ll: ").map_or(line, |(_, message)| message).to_owned(),
    })
}

/// The first message that is no warning, or the first.
fn first(text: &str) -> String {
    let fault = messages(text).find(|line| !line.contains("warning: ignoring "));
    fault.or_else(|| messages(text).next()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn first_messages() {
        assert_eq!(first("llvm-as: a.ll:3:4: error: expected type\n  foo\n"), "expected type");
        assert_eq!(first("llvm-as: assembly parsed, but does not verify as correct!\nIt is bad\n  br\n"), "It is bad");
        assert_eq!(first("llvm-as: a.ll: It is bad\n"), "It is bad");
        assert_eq!(first("warning: ignoring invalid debug info in a.ll\nllvm-as: a.ll: It is bad\n"), "It is bad");
        assert_eq!(first(""), "");
    }
}
