//! What the tests of the tools share: the names in a folder.
use std::path::Path;

/// The names in a folder, in order.
pub(crate) fn files(dir: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(dir).expect("a folder").flatten();
    let mut names: Vec<String> = entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}
