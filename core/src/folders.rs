//! Files with modules below a folder.
use std::fs;
use std::path::{Path, PathBuf};

use bctk_support::limits::Limits;
use bctk_support::parallel::prelude::*;

use crate::contents::{self, Argument};
use crate::error::{Error, ErrorKind, Result};
use crate::input::Kind;

/// The files that are looked for.
#[derive(Clone, Copy, Debug)]
pub struct Wanted<'l> {
    /// Texts. Most texts are something else, so a name that ends with `.ll` tells of one.
    pub texts: bool,
    /// Bitcode and containers of bitcode.
    pub bitcode: bool,
    /// Files that look like bitcode or a container of it and cannot be read, so that somebody hears of them: those whose name ends with
    /// `.bc`, and containers in which something is damaged.
    pub unreadable: bool,
    /// Limits for opening containers.
    pub limits: &'l Limits,
}

/// The wanted files below a folder, at any depth, sorted by name. Links to folders are not followed, as they may lead in circles.
///
/// # Errors
/// If a folder cannot be read.
pub fn files_below(folder: &Path, wanted: &Wanted<'_>) -> Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(folder) = folders.pop() {
        let failed = |error| Error::new(folder.to_string_lossy(), ErrorKind::Open(error));
        for entry in fs::read_dir(&folder).map_err(failed)? {
            let entry = entry.map_err(failed)?;
            // Of the link, not of what it leads to.
            let kind = entry.file_type().map_err(failed)?;
            let path = entry.path();
            if kind.is_dir() {
                folders.push(path);
            } else if kind.is_file() || path.is_file() {
                files.push(path);
            }
        }
    }
    let is_wanted: Vec<bool> = files.par_iter().balanced().map(|path| wanted.has(path)).collect();
    let mut files: Vec<PathBuf> = files.into_iter().zip(is_wanted).filter_map(|(path, is_wanted)| is_wanted.then_some(path)).collect();
    files.sort();
    Ok(files)
}

impl Wanted<'_> {
    /// Whether a file is of a kind that has modules, and wanted.
    fn has(&self, path: &Path) -> bool {
        let has_extension = |wanted: &str| path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case(wanted));
        if has_extension("ll") {
            return self.texts;
        }
        if !self.bitcode {
            return false;
        }
        if self.unreadable && has_extension("bc") {
            return true;
        }
        match contents::open(path, self.limits) {
            Ok(Argument::Plain(_, kind)) => kind == Kind::Bitcode,
            Ok(Argument::Within(contents, _)) => !contents.bitcode.is_empty() || self.unreadable && !contents.faults.is_empty(),
            Err(_) => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_of_files() {
        let folder = std::env::temp_dir().join(format!("bctk-folders-{}", std::process::id()));
        let inner = folder.join("inner");
        fs::create_dir_all(&inner).expect("a folder");
        let bitcode = Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpus/v22/clang-cpp-O2.bc");
        fs::copy(bitcode, inner.join("a.o")).expect("a copy");
        for name in ["b.ll", "c.BC", "d.txt"] {
            fs::write(folder.join(name), "").expect("a file");
        }
        let limits = Limits::default();
        let names = |texts, bitcode, unreadable| {
            let wanted = Wanted { texts, bitcode, unreadable, limits: &limits };
            let files = files_below(&folder, &wanted).expect("a folder that can be read");
            let name = |path: &PathBuf| path.file_name().expect("a name").to_string_lossy().into_owned();
            files.iter().map(name).collect::<Vec<String>>()
        };
        let all = [names(true, true, false), names(true, true, true), names(true, false, true), names(false, true, false)];
        fs::remove_dir_all(&folder).expect("the folder");
        assert_eq!(all, [vec!["b.ll", "a.o"], vec!["b.ll", "c.BC", "a.o"], vec!["b.ll"], vec!["a.o"]]);
        assert!(files_below(&folder, &Wanted { texts: true, bitcode: true, unreadable: false, limits: &limits }).is_err());
    }
}
