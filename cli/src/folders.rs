//! Inputs that are folders: the files in them that a tool can read.
use std::path::{Path, PathBuf};

use bctk::folders::{Wanted, files_below};
use bctk::input;

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
        let is = |kinds: &[Files]| kinds.contains(&wanted);
        let limits = limits::limits();
        let looked_for = Wanted {
            texts: is(&[Files::All, Files::Text]),
            bitcode: is(&[Files::All, Files::Bitcode]),
            unreadable: false,
            limits: &limits,
        };
        let files = files_below(path, &looked_for)?;
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

/// The longest path that both begin with.
pub(crate) fn common(one: &Path, other: &Path) -> PathBuf {
    one.components().zip(other.components()).take_while(|(one, other)| one == other).map(|(part, _)| part).collect()
}
