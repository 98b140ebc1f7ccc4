//! Files to begin with: what is below a folder.
use std::path::{Path, PathBuf};

/// All files below a folder that have one of these extensions, in order.
///
/// # Panics
/// If a folder cannot be read: a test that finds no files tests nothing.
pub fn below(folder: &Path, extensions: &[&str]) -> Vec<PathBuf> {
    let mut folders = vec![folder.to_path_buf()];
    let mut files = Vec::new();
    while let Some(folder) = folders.pop() {
        let entries = folder.read_dir().unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
        for path in entries.flatten().map(|entry| entry.path()) {
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|found| extensions.iter().any(|extension| found == *extension)) {
                files.push(path);
            }
        }
    }
    files.sort();
    files
}
