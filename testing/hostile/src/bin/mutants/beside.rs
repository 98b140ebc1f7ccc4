//! Runs other tools on the same mutants, and counts their exit statuses.
use std::collections::BTreeMap;
use std::fmt;
use std::io::{Read, Seek, Write};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

/// Memory limit of a tool in kilobytes.
const MEMORY: u64 = 1 << 20;
/// Its time limit.
const PATIENCE: Duration = Duration::from_secs(10);
/// Number of mutants listed for each exit status.
const TOLD: usize = 8;

/// How tools ended: tool and exit status, the count, and the mutants.
#[derive(Default)]
pub(super) struct Tally(BTreeMap<(String, String), (u64, Vec<u64>)>);

impl Tally {
    /// Notes a line of [`work`].
    pub(super) fn note(&mut self, line: &str) {
        let mut words = line.splitn(4, ' ');
        if let (Some("tool"), Some(number), Some(tool), Some(way)) = (words.next(), words.next(), words.next(), words.next()) {
            let entry = self.0.entry((tool.to_owned(), way.to_owned())).or_default();
            entry.0 += 1;
            if entry.1.len() < TOLD && way != "accepts" && way != "refuses" {
                entry.1.extend(number.parse::<u64>().ok());
            }
        }
    }

    /// Adds the results of another part.
    pub(super) fn add(&mut self, other: Tally) {
        for (key, (count, numbers)) in other.0 {
            let entry = self.0.entry(key).or_default();
            entry.0 += count;
            entry.1.extend(numbers);
            entry.1.sort_unstable();
            entry.1.truncate(TOLD);
        }
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for ((tool, way), (count, numbers)) in &self.0 {
            write!(f, "{tool:<20} {way:<16} {count:>8}")?;
            let numbers: Vec<String> = numbers.iter().map(u64::to_string).collect();
            writeln!(f, "{}", if numbers.is_empty() { String::new() } else { format!("   mutants {} …", numbers.join(", ")) })?;
        }
        Ok(())
    }
}

/// A command that runs `program` and its child processes in limited memory.
pub(super) fn limited(program: &Path) -> Command {
    let mut command = Command::new("sh");
    command.arg("-c").arg(format!("ulimit -v {MEMORY} -c 0; exec \"$0\" \"$@\"")).arg(program);
    // LLVM's crash handler takes far longer than everything else.
    command.env("LLVM_DISABLE_SYMBOLIZATION", "1").env("LLVM_DISABLE_CRASH_REPORT", "1");
    command
}

/// Passes mutants to tools and reports their exit statuses on standard output.
pub(super) fn work(tools: &[String], mutants: impl Iterator<Item = (u64, Vec<u8>)>) {
    let folder = std::env::temp_dir().join(format!("bctk-beside-{}", std::process::id()));
    let _ = std::fs::create_dir_all(&folder);
    let (input, said) = (folder.join("input"), folder.join("said"));
    let mut out = std::io::stdout().lock();
    for (number, bytes) in mutants {
        if std::fs::write(&input, bytes).is_err() {
            break;
        }
        for tool in tools {
            let way = run(tool, &input, &said).unwrap_or_else(|error| format!("does not run: {error}"));
            let _ = writeln!(out, "tool {number} {tool} {way}");
        }
    }
    let _ = std::fs::remove_dir_all(folder);
}

/// Runs a tool and returns how it ended.
fn run(tool: &str, input: &Path, said: &Path) -> std::io::Result<String> {
    let mut said = std::fs::OpenOptions::new().read(true).write(true).create(true).truncate(true).open(said)?;
    let mut command = Command::new(tool);
    // Tools that write files write to /dev/null; the standard output of an analyser is discarded.
    if !tool.contains("analyzer") {
        command.args(["-o", "/dev/null"]);
    }
    let child = command.arg(input).stdin(Stdio::null()).stdout(Stdio::null()).stderr(said.try_clone()?).spawn()?;
    let Some(status) = wait(child)? else { return Ok("takes over 10 s".into()) };
    let mut text = Vec::new();
    said.rewind()?;
    said.take(1 << 16).read_to_end(&mut text)?;
    let text = String::from_utf8_lossy(&text);
    let out_of_memory = ["out of memory", "bad_alloc", "Allocation failed", "Cannot allocate"].iter().any(|words| text.contains(words));
    Ok(match status.code() {
        _ if out_of_memory => "out of memory".into(),
        Some(0) => "accepts".into(),
        Some(1) => "refuses".into(),
        Some(code) => format!("exit status {code}"),
        None => signal(status),
    })
}

/// The exit status within the time limit.
fn wait(mut child: Child) -> std::io::Result<Option<ExitStatus>> {
    let begun = Instant::now();
    let mut pause = Duration::from_micros(500);
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(Some(status));
        }
        if begun.elapsed() > PATIENCE {
            child.kill()?;
            child.wait()?;
            return Ok(None);
        }
        std::thread::sleep(pause);
        // Most end within a few milliseconds; the others are checked later.
        if begun.elapsed() > Duration::from_millis(20) {
            pause = Duration::from_millis(5);
        }
    }
}

#[cfg(unix)]
fn signal(status: ExitStatus) -> String {
    use std::os::unix::process::ExitStatusExt;
    match status.signal() {
        Some(6) => "aborts".into(),
        Some(number) => format!("dies of signal {number}"),
        None => status.to_string(),
    }
}

#[cfg(not(unix))]
fn signal(status: ExitStatus) -> String {
    status.to_string()
}
