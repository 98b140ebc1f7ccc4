//! Work on many items with one thread for each processor.
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use tempfile::TempDir;

/// A temporary folder for each thread.
pub(crate) fn rooms() -> Result<Vec<TempDir>, String> {
    (0..processors()).map(|_| tempfile::tempdir().map_err(|e| format!("temporary folder: {e}"))).collect()
}

/// Threads without anything of their own.
pub(crate) fn threads() -> Vec<()> {
    vec![(); processors()]
}

fn processors() -> usize {
    std::thread::available_parallelism().map_or(2, usize::from)
}

/// Calls `of` for every number below `count`, on a thread for each of `workers`, and gives it that worker. Returns the results in order.
pub(crate) fn each<W: Sync, T: Send>(workers: &[W], count: usize, of: impl Fn(&W, usize) -> T + Sync) -> Vec<T> {
    let next = AtomicUsize::new(0);
    let done: Mutex<Vec<(usize, T)>> = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for worker in workers {
            let (next, done, of) = (&next, &done, &of);
            scope.spawn(move || {
                while let Some(number) = Some(next.fetch_add(1, Ordering::Relaxed)).filter(|&number| number < count) {
                    let result = of(worker, number);
                    done.lock().unwrap_or_else(|e| e.into_inner()).push((number, result));
                }
            });
        }
    });
    let mut done = done.into_inner().unwrap_or_else(|e| e.into_inner());
    done.sort_by_key(|(number, _)| *number);
    done.into_iter().map(|(_, result)| result).collect()
}

/// Makes a folder for each of `jobs` threads in `parent`.
///
/// # Errors
/// If a folder cannot be made.
pub(crate) fn folders(parent: &Path, jobs: usize) -> Result<Vec<PathBuf>, String> {
    let made = (0..jobs).map(|job| {
        let folder = parent.join(job.to_string());
        std::fs::create_dir_all(&folder).map_err(|e| format!("{}: {e}", folder.display()))?;
        Ok(folder)
    });
    made.collect()
}
