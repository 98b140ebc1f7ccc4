//! Inputs of conversions: what a path names, of what type it is, and what lies around it.
use std::path::Path;

use bctk::contents::{self, Argument, Contents};
use bctk::input::{Input, Kind};

use crate::diag::Fault;
use crate::kinds::Origin;
use crate::limits;
use crate::messages;

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
        let (contents, part) = contents::all(path, &limits::limits())?;
        let contents = contents.within(part.as_deref());
        messages::note_unread(&contents);
        return Ok(Opened::One(contents.module(number)?, Kind::Bitcode, Origin::Part));
    }
    let (input, kind) = match contents::open(path, &limits::limits())? {
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
