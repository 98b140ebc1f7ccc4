//! The files with modules below a folder.
use std::fs;
use std::path::{Path, PathBuf};

use bctk::contents::{self, Argument};
use bctk::input::Kind;
use bctk::{Error, ErrorKind, Limits};
use rayon::prelude::*;

use crate::error::Outcome;

/// The files below a folder that have modules, sorted by name: bitcode, texts of that name, and containers of bitcode.
///
/// A file that looks like one of these and cannot be read is among them, so that somebody hears of it.
pub(crate) fn modules_below(folder: &Path) -> Outcome<Vec<PathBuf>> {
    let mut files = Vec::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(folder) = folders.pop() {
        let failed = |error| Error::new(folder.to_string_lossy(), ErrorKind::Open(error));
        for entry in fs::read_dir(&folder).map_err(failed)? {
            let entry = entry.map_err(failed)?;
            // Of the link, not of what it leads to: links to folders may lead in circles.
            let kind = entry.file_type().map_err(failed)?;
            let path = entry.path();
            if kind.is_dir() {
                folders.push(path);
            } else if kind.is_file() || path.is_file() {
                files.push(path);
            }
        }
    }
    let mut files: Vec<PathBuf> = files.into_par_iter().filter(|path| has_modules(path)).collect();
    files.sort();
    Ok(files)
}

/// Whether a file has modules. Most texts are something else, so a name tells of a text.
fn has_modules(path: &Path) -> bool {
    if path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("ll") || extension.eq_ignore_ascii_case("bc")) {
        return true;
    }
    match contents::open(path, &Limits::default()) {
        Ok(Argument::Plain(_, kind)) => kind == Kind::Bitcode,
        Ok(Argument::Within(contents, _)) => !contents.bitcode.is_empty() || !contents.faults.is_empty(),
        Err(_) => false,
    }
}
