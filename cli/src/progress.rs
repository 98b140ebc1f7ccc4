//! A progress bar on the standard error: only on a terminal, and only for work that takes longer than a second.
use std::io::{self, IsTerminal, Write};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex};
use std::thread::JoinHandle;
use std::time::Duration;

use bctk_bitcode::write::Output;
use indicatif::{ProgressBar, ProgressStyle};

/// Work shorter than this shows nothing.
const PATIENCE: Duration = Duration::from_secs(1);
/// Pause between two looks at the counters.
const TICK: Duration = Duration::from_millis(100);

/// Counters that the work keeps, and the thread that shows them.
pub(crate) struct Progress {
    shared: Arc<Shared>,
    shower: Option<JoinHandle<()>>,
}

#[derive(Default)]
struct Shared {
    /// Bytes written so far.
    written: AtomicU64,
    /// Bytes of the inputs that are done.
    done: AtomicU64,
    /// Bytes of all inputs that are known.
    total: AtomicU64,
    stop: AtomicBool,
    lock: Mutex<()>,
    wake: Condvar,
}

impl Progress {
    /// Starts the clock. Nothing is shown, and no thread started, where the standard error is not a terminal.
    pub(crate) fn start() -> Progress {
        let shared = Arc::new(Shared::default());
        let shower = io::stderr().is_terminal().then(|| {
            let shared = Arc::clone(&shared);
            std::thread::spawn(move || show(&shared))
        });
        Progress { shared, shower }
    }

    /// An input of `bytes` bytes is to be converted.
    pub(crate) fn begin(&self, bytes: usize) {
        self.shared.total.fetch_add(bytes as u64, Ordering::Relaxed);
    }

    /// An input of `bytes` bytes is done.
    pub(crate) fn end(&self, bytes: usize) {
        self.shared.done.fetch_add(bytes as u64, Ordering::Relaxed);
    }

    /// `out`, with a count of the bytes written.
    pub(crate) fn count<'a, W: Write>(&'a self, out: &'a mut W) -> Counted<'a, W> {
        Counted { out, written: &self.shared.written }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some(shower) = self.shower.take() {
            self.shared.stop.store(true, Ordering::Relaxed);
            {
                let _guard = self.shared.lock.lock();
                self.shared.wake.notify_all();
            }
            let _ = shower.join();
        }
    }
}

fn show(shared: &Shared) {
    // Waits for `time`, or less if the work ends before that; returns whether it continues.
    let wait = |time: Duration| {
        let guard = shared.lock.lock().unwrap_or_else(|e| e.into_inner());
        let _unused = shared.wake.wait_timeout_while(guard, time, |()| !shared.stop.load(Ordering::Relaxed));
        !shared.stop.load(Ordering::Relaxed)
    };
    if !wait(PATIENCE) {
        return;
    }
    let bar = ProgressBar::new_spinner();
    if let Ok(style) = ProgressStyle::with_template("{spinner} {elapsed} {msg}") {
        bar.set_style(style);
    }
    while wait(TICK) {
        let [written, done, total] = [&shared.written, &shared.done, &shared.total].map(|n| n.load(Ordering::Relaxed));
        bar.set_message(message(written, done, total));
        bar.tick();
    }
    bar.finish_and_clear();
}

/// What the line says. Inputs and outputs may be bitcode or text, and tools that do not tell how large their inputs are have a total of 0.
fn message(written: u64, done: u64, total: u64) -> String {
    let mb = |bytes: u64| format!("{:.1} MB", bytes as f64 / 1e6);
    match (written, total) {
        (0, 0) => "reading".to_owned(),
        (0, _) => format!("reading {}", mb(total)),
        (_, 0) => format!("{} written", mb(written)),
        _ => format!("{} of {} done, {} written", mb(done), mb(total), mb(written)),
    }
}

/// A writer that counts.
pub(crate) struct Counted<'a, W> {
    out: &'a mut W,
    written: &'a AtomicU64,
}

impl<W: Write> Write for Counted<'_, W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let n = self.out.write(bytes)?;
        self.written.fetch_add(n as u64, Ordering::Relaxed);
        Ok(n)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

impl<W: Output> Output for Counted<'_, W> {
    fn takes_late_words(&self) -> bool {
        self.out.takes_late_words()
    }

    fn put_late(&mut self, back: u64, was: [u8; 4], word: [u8; 4]) -> io::Result<()> {
        self.out.put_late(back, was, word)
    }
}

#[cfg(test)]
mod tests {
    use super::message;

    #[test]
    fn nothing_is_said_that_is_not_known() {
        assert_eq!(message(0, 0, 0), "reading");
        assert_eq!(message(0, 0, 2_500_000), "reading 2.5 MB");
        assert_eq!(message(1_000_000, 0, 0), "1.0 MB written");
        assert_eq!(message(1_000_000, 500_000, 2_500_000), "0.5 MB of 2.5 MB done, 1.0 MB written");
    }
}
