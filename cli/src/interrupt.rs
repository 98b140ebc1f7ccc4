//! Removes incomplete outputs when the process is interrupted.
use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::{fs, io};

static UNFINISHED: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

fn unfinished() -> MutexGuard<'static, Vec<PathBuf>> {
    UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// An incomplete file. It is removed when this is dropped, or when a signal ends the process.
pub(crate) struct Unfinished(PathBuf);

impl Unfinished {
    /// Creates a file that belongs to this process, and records its path. A signal in between waits until then.
    pub(crate) fn make<T>(make: impl FnOnce() -> io::Result<(T, PathBuf)>) -> io::Result<(T, Unfinished)> {
        #[cfg(unix)]
        signals::watch();
        let mut all = unfinished();
        let (made, path) = make()?;
        all.push(path.clone());
        Ok((made, Unfinished(path)))
    }

    /// The file is complete, or has another name now.
    pub(crate) fn forget(mut self) {
        self.take();
    }

    fn take(&mut self) -> bool {
        let mut all = unfinished();
        let at = all.iter().position(|path| *path == self.0);
        at.map(|at| all.swap_remove(at)).is_some()
    }
}

impl Drop for Unfinished {
    fn drop(&mut self) {
        if self.take() {
            let _ = fs::remove_file(&self.0);
        }
    }
}

#[cfg(unix)]
mod signals {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGXFSZ};
    use signal_hook::iterator::Signals;
    use signal_hook::low_level::emulate_default_handler;
    use std::fs;
    use std::io::Read;
    use std::sync::Once;

    /// Begins to wait for signals, once.
    pub(super) fn watch() {
        static STARTED: Once = Once::new();
        STARTED.call_once(|| {
            let ignored = ignored();
            // A file that grows too large is to be an error of the write, not the end of the process.
            let wanted = [SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGXFSZ].into_iter().filter(|signal| ignored >> (signal - 1) & 1 == 0);
            let Ok(mut signals) = Signals::new(wanted) else { return };
            let wait = move || {
                for signal in signals.forever().filter(|&signal| signal != SIGXFSZ) {
                    // Held to the end: nothing is noted or finished any more.
                    let unfinished = super::unfinished();
                    for path in unfinished.iter() {
                        let _ = fs::remove_file(path);
                    }
                    let _ = emulate_default_handler(signal);
                }
            };
            let _ = std::thread::Builder::new().name("signals".into()).stack_size(1 << 16).spawn(wait);
        });
    }

    /// The signals that the process was started to ignore (`nohup`, jobs in the background), a bit each from 1 on. They stay so.
    fn ignored() -> u64 {
        // It takes two pages at most, and one read.
        let mut status = [0; 1 << 13];
        let read = fs::File::open("/proc/self/status").and_then(|mut file| file.read(&mut status)).unwrap_or(0);
        let status = String::from_utf8_lossy(&status[..read]);
        let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
        mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0)
    }
}
