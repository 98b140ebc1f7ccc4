//! What an output of `bcconv` is to be: text, bitcode, or the container of its input with other bitcode in it.
use std::ffi::OsStr;
use std::fs;
use std::path::Path;

use bctk::contents::Contents;
use bctk::input::{self, Kind};
use bctk_object::container::Container;

use crate::args::To;
use crate::diag::Fault;

/// Where the bitcode or text of an input lies.
pub(crate) enum Origin {
    /// It is the whole file.
    File,
    /// It is all the bitcode of a container.
    Container(Box<Contents>),
    /// It is a part of a file, which the command line names.
    Part,
}

/// What an output is to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wanted {
    Only(To),
    /// The container of the input, with other bitcode in it.
    Container,
}

impl Wanted {
    /// What becomes of the modules.
    pub(crate) fn to(self) -> To {
        match self {
            Wanted::Only(to) => to,
            Wanted::Container => To::Bc,
        }
    }
}

/// Extensions of object files. Compilers write bitcode under these names when they leave code generation to the linker.
const OBJECTS: [&str; 3] = ["o", "obj", "lo"];

/// The type without any name that tells it: the opposite of the input's.
pub(crate) fn opposite(kind: Kind) -> To {
    if kind == Kind::Text { To::Bc } else { To::Ll }
}

/// The type of the input, for an output that takes its place.
///
/// # Errors
/// If the input is a part of a container: as an output of its own, it is a file.
pub(crate) fn same(from: &Path, kind: Kind, origin: &Origin) -> Result<Wanted, Fault> {
    match origin {
        _ if kind == Kind::Text => Ok(Wanted::Only(To::Ll)),
        Origin::File => Ok(Wanted::Only(To::Bc)),
        Origin::Container(contents) if contents.container == Some(Container::Sequence) && contents.bitcode.len() == 1 => {
            Ok(Wanted::Only(To::Bc))
        }
        Origin::Container(_) => Ok(Wanted::Container),
        Origin::Part => Err(Fault::Usage(format!(
            "{}: the module is a part of its file; --to bc writes it alone, and --embed puts a new one in its place",
            input::name(from)
        ))),
    }
}

/// The type that the output `path` of the input `from` gets without `--to`.
///
/// # Errors
/// If the name does not tell whether bitcode is to become text.
pub(crate) fn of_output(path: &Path, from: &Path, kind: Kind, origin: &Origin) -> Result<Wanted, Fault> {
    if input::is_dash(path) {
        return Ok(Wanted::Only(To::Ll));
    }
    let extension = extension(path);
    match extension.as_deref() {
        Some("ll") => return Ok(Wanted::Only(To::Ll)),
        Some("bc") => return Ok(Wanted::Only(To::Bc)),
        _ => {}
    }
    // Nothing is lost in a device or a pipe.
    let is_special = fs::metadata(path).is_ok_and(|old| !old.is_file());
    if kind == Kind::Text || is_special {
        return Ok(Wanted::Only(opposite(kind)));
    }
    let is_object = extension.as_deref().is_some_and(|extension| OBJECTS.contains(&extension));
    let is_alike = extension.is_some() && extension == self::extension(from) || is_same_file(path, from);
    if !is_object && !is_alike {
        let message = "the name does not tell the type of the output; choose one with --to ll or --to bc";
        return Err(Fault::Usage(format!("{}: {message}", input::name(path))));
    }
    same(path, kind, origin)
}

fn extension(path: &Path) -> Option<String> {
    path.extension().map(OsStr::to_ascii_lowercase).and_then(|extension| extension.into_string().ok())
}

/// Whether both are names of the same file.
pub(crate) fn is_same_file(one: &Path, other: &Path) -> bool {
    fs::canonicalize(one).is_ok_and(|one| fs::canonicalize(other).is_ok_and(|other| one == other))
}
