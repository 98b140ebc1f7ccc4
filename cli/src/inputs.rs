//! Inputs of conversions: what a path names, of what type it is, and what lies around it.
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use bctk::contents::{self, Argument, Contents};
use bctk::input::{self, Input, Kind};

use crate::diag::Fault;
use crate::kinds::Origin;
use crate::limits;
use crate::messages;

/// The folder in which files may be read that objects name (`--follow-paths`). Set once, before anything is read.
static FOLLOWED: OnceLock<PathBuf> = OnceLock::new();

/// Files that objects name are read if they lie in this folder.
pub(crate) fn follow(folder: Option<&Path>) {
    if let Some(folder) = folder {
        let _ = FOLLOWED.set(folder.to_owned());
    }
}

/// As [`contents::all`], with the files that objects name where that is asked for.
pub(crate) fn all(path: &Path) -> Result<(Contents, Option<String>), Fault> {
    let (contents, part) = contents::all(path, &limits::limits())?;
    Ok((followed(contents)?, part))
}

/// As [`contents::open`], with the files that objects name where that is asked for.
pub(crate) fn argument(path: &Path) -> Result<Argument, Fault> {
    Ok(match contents::open(path, &limits::limits())? {
        Argument::Within(contents, part) => Argument::Within(Box::new(followed(*contents)?), part),
        Argument::Plain(..) if FOLLOWED.get().is_some() => {
            return Err(Fault::Usage(format!("{}: --follow-paths goes with objects that name bitcode files", input::name(path))));
        }
        plain => plain,
    })
}

fn followed(contents: Contents) -> Result<Contents, Fault> {
    Ok(match FOLLOWED.get() {
        Some(folder) => contents.follow(folder)?,
        None => contents,
    })
}

/// What an input is.
pub(crate) enum Opened {
    /// One bitcode file or text.
    One(Input, Kind, Origin),
    /// A container with more bitcode files, and the error where one is needed.
    Many(Box<Contents>, Fault),
}

/// Opens an input of which one bitcode file or text is needed.
pub(crate) fn open(path: &Path, module: Option<usize>) -> Result<(Input, Kind, Origin), Fault> {
    match opened(path, module)? {
        Opened::One(input, kind, origin) => {
            note_unread(&origin);
            Ok((input, kind, origin))
        }
        Opened::Many(_, fault) => Err(fault),
    }
}

/// Notes what of a container could not be looked into.
pub(crate) fn note_unread(origin: &Origin) {
    if let Origin::Container(contents) = origin {
        messages::note_unread(contents);
    }
}

/// Opens an input and determines its type; rejects files that are neither bitcode nor text and contain no bitcode.
pub(crate) fn opened(path: &Path, module: Option<usize>) -> Result<Opened, Fault> {
    if let Some(number) = module {
        let (contents, part) = all(path)?;
        let contents = contents.within(part.as_deref());
        messages::note_unread(&contents);
        return Ok(Opened::One(contents.module(number)?, Kind::Bitcode, Origin::Part));
    }
    let (input, kind) = match argument(path)? {
        Argument::Plain(input, kind) => (input, kind),
        Argument::Within(contents, part) => {
            let input = match contents.choose(part.as_deref()) {
                Err(fault) if part.is_none() && contents.bitcode.len() > 1 => return Ok(Opened::Many(contents, fault.into())),
                chosen => chosen?,
            };
            if part.is_none() {
                return Ok(Opened::One(input, Kind::Bitcode, Origin::Container(contents)));
            }
            messages::note_unread(&contents);
            return Ok(Opened::One(input, Kind::Bitcode, Origin::Part));
        }
    };
    let kind = contents::known(path, &input, kind)?;
    Ok(Opened::One(input, kind, Origin::File))
}
