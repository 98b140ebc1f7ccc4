//! Inputs that are folders: the files in them that a tool can read.
use std::fs;
use std::path::{Path, PathBuf};

use bctk::contents::{self, Argument};
use bctk::input::{self, Kind};

use crate::diag::Fault;
use crate::limits;

/// An input.
pub(crate) struct Found {
    pub(crate) path: PathBuf,
    /// Its name in a folder for outputs: the file name, after the folders below the argument that it was found in. None for a path that does
    /// not end with a name.
    pub(crate) name: Option<PathBuf>,
}

/// The files in a folder that it stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Files {
    /// Texts, bitcode and containers of bitcode.
    All,
    /// Those that are no text: what is there as text already is not made again.
    Bitcode,
    /// Texts alone.
    Text,
}

/// The inputs that `arguments` name. With `recursive`, a folder stands for the files in it that are `wanted`, sorted by name.
///
/// # Errors
/// If a folder cannot be read or has no such file.
pub(crate) fn expand(arguments: &[PathBuf], recursive: bool, wanted: Files) -> Result<Vec<Found>, Fault> {
    let mut all = Vec::new();
    for path in arguments {
        if !recursive || input::is_dash(path) || !path.is_dir() {
            all.push(Found { path: path.clone(), name: path.file_name().map(PathBuf::from) });
            continue;
        }
        let files = below(path, wanted)?;
        if files.is_empty() {
            let what = match wanted {
                Files::All => "bitcode, text (.ll) or container of bitcode",
                Files::Bitcode => "bitcode or container of bitcode",
                Files::Text => "text (.ll)",
            };
            return Err(Fault::Content(path.display().to_string(), format!("no {what} is in this folder")));
        }
        all.extend(files.into_iter().map(|file| Found { name: file.strip_prefix(path).ok().map(Path::to_path_buf), path: file }));
    }
    Ok(all)
}

/// The files below a folder that are wanted.
fn below(folder: &Path, wanted: Files) -> Result<Vec<PathBuf>, Fault> {
    let mut files = Vec::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(folder) = folders.pop() {
        let failed = |error| Fault::Open(folder.display().to_string(), error);
        for entry in fs::read_dir(&folder).map_err(failed)? {
            let entry = entry.map_err(failed)?;
            // Of the link, not of what it leads to: links to folders may lead in circles.
            let kind = entry.file_type().map_err(failed)?;
            let path = entry.path();
            if kind.is_dir() {
                folders.push(path);
            } else if (kind.is_file() || path.is_file()) && is_wanted(&path, wanted) {
                files.push(path);
            }
        }
    }
    files.sort();
    Ok(files)
}

/// Whether a file is of a kind that has modules and is wanted. Most texts are something else, so a name tells of a text.
fn is_wanted(path: &Path, wanted: Files) -> bool {
    if path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("ll")) {
        return wanted != Files::Bitcode;
    }
    if wanted == Files::Text {
        return false;
    }
    match contents::open(path, &limits::limits()) {
        Ok(Argument::Plain(_, kind)) => kind == Kind::Bitcode,
        Ok(Argument::Within(contents, _)) => !contents.bitcode.is_empty(),
        Err(_) => false,
    }
}

/// The longest path that both begin with.
pub(crate) fn common(one: &Path, other: &Path) -> PathBuf {
    one.components().zip(other.components()).take_while(|(one, other)| one == other).map(|(part, _)| part).collect()
}
