//! A pager between a long output and the terminal, as git has it.
use std::io::{self, IsTerminal};
use std::sync::atomic::{AtomicBool, Ordering};

/// Whether the standard output leads to a terminal through a pager.
static RUNS: AtomicBool = AtomicBool::new(false);

/// Whether somebody sees the standard output on a terminal.
pub(crate) fn is_terminal() -> bool {
    RUNS.load(Ordering::Relaxed) || io::stdout().is_terminal()
}

/// A running pager. Dropping it ends the standard output and waits until the user leaves it.
#[cfg(unix)]
pub(crate) struct Pager(std::process::Child);

#[cfg(unix)]
impl Pager {
    /// Starts the pager if the standard output is a terminal: `$BCTK_PAGER`, `$PAGER` or `less`. None if there is none, or if it is empty or
    /// `cat`.
    pub(crate) fn start() -> Option<Pager> {
        use std::process::{Command, Stdio};
        if !io::stdout().is_terminal() {
            return None;
        }
        let named = ["BCTK_PAGER", "PAGER"].into_iter().find_map(std::env::var_os);
        let line = named.map_or_else(|| "less".to_owned(), |line| line.to_string_lossy().into_owned());
        let mut words = line.split_whitespace();
        let program = words.next().filter(|&program| program != "cat")?;
        let mut command = Command::new(program);
        command.args(words).stdin(Stdio::piped());
        // Short outputs stay on the screen, and colours are shown.
        if std::env::var_os("LESS").is_none() {
            command.env("LESS", "FRX");
        }
        let mut child = command.spawn().ok()?;
        let pipe = child.stdin.take()?;
        rustix::stdio::dup2_stdout(&pipe).ok()?;
        RUNS.store(true, Ordering::Relaxed);
        Some(Pager(child))
    }
}

#[cfg(unix)]
impl Drop for Pager {
    fn drop(&mut self) {
        // The pager sees the end of its input when nothing has the pipe open any more.
        if let Ok(nothing) = std::fs::File::options().write(true).open("/dev/null") {
            let _ = rustix::stdio::dup2_stdout(&nothing);
        }
        let _ = self.0.wait();
    }
}

/// Elsewhere there is none.
#[cfg(not(unix))]
pub(crate) struct Pager;

#[cfg(not(unix))]
impl Pager {
    pub(crate) fn start() -> Option<Pager> {
        None
    }
}
