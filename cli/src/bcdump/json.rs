//! The JSON of every view: one versioned schema, described in docs/bcdump-json.md. Lists of unknown length are written incrementally.
use std::io::{self, Write};

use bctk_bitcode::Error;
use bctk_inspect::{StreamKind, Walk};
use serde::Serialize;

/// Name of the schema.
pub(crate) const SCHEMA: &str = "bcdump";
/// Version of the schema. It changes when a member changes its meaning or is removed; new members do not change it.
pub(crate) const VERSION: u32 = 1;

/// The file.
#[derive(Serialize)]
pub(crate) struct File<'a> {
    name: &'a str,
    bytes: u64,
    kind: &'static str,
    magic: String,
    /// The byte of the file at which bit offsets start.
    offset: u64,
    wrapper: Option<WrapperHeader>,
}

#[derive(Serialize)]
struct WrapperHeader {
    version: u32,
    offset: u32,
    size: u32,
    cpu_type: u32,
}

/// Why the file could not be read to its end.
#[derive(Serialize)]
pub(crate) struct Fault<'a> {
    message: &'a str,
    bit: Option<u64>,
    path: &'a str,
}

/// The members about a file.
pub(crate) fn file<'a>(name: &'a str, walk: &Walk<'_>) -> File<'a> {
    let magic = walk.data().first_chunk::<4>().copied().unwrap_or_default();
    File {
        name,
        bytes: walk.file().len() as u64,
        kind: StreamKind::of(magic).id(),
        magic: hex(magic),
        offset: walk.range().start as u64,
        wrapper: walk.wrapper().map(|w| WrapperHeader { version: w.version, offset: w.offset, size: w.size, cpu_type: w.cpu_type }),
    }
}

/// The members about an error.
pub(crate) fn fault(error: &Error) -> Fault<'_> {
    Fault { message: error.message(), bit: error.bit(), path: error.path() }
}

/// Four bytes in hexadecimal.
pub(crate) fn hex(magic: [u8; 4]) -> String {
    magic.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// A checksum as it is shown everywhere.
pub(crate) fn checksum(crc: u32) -> String {
    format!("{crc:08x}")
}

/// A document that is written incrementally: the head, members, and at last the error or null.
pub(crate) struct Document<'o, W: Write> {
    out: &'o mut W,
    /// Whether a list is open, and has an element.
    list: Option<bool>,
}

impl<'o, W: Write> Document<'o, W> {
    /// Writes the head.
    pub(crate) fn begin(out: &'o mut W, view: &str, name: &str, walk: &Walk<'_>) -> io::Result<Document<'o, W>> {
        write!(out, "{{\"schema\":\"{SCHEMA}\",\"version\":{VERSION},\"view\":\"{view}\",\"file\":")?;
        serde_json::to_writer(&mut *out, &file(name, walk))?;
        Ok(Document { out, list: None })
    }

    /// Writes a member.
    pub(crate) fn member(&mut self, name: &str, value: &impl Serialize) -> io::Result<()> {
        self.end_list()?;
        write!(self.out, ",\n\"{name}\":")?;
        serde_json::to_writer(&mut *self.out, value)?;
        Ok(())
    }

    /// Begins a member that is a list.
    pub(crate) fn begin_list(&mut self, name: &str) -> io::Result<()> {
        self.end_list()?;
        self.list = Some(false);
        write!(self.out, ",\n\"{name}\":[")
    }

    /// Writes an element of the list, on a line of its own.
    pub(crate) fn element(&mut self, value: &impl Serialize) -> io::Result<()> {
        let first = self.list.replace(true) != Some(true);
        self.out.write_all(if first { b"\n" } else { b",\n" })?;
        serde_json::to_writer(&mut *self.out, value)?;
        Ok(())
    }

    fn end_list(&mut self) -> io::Result<()> {
        match self.list.take() {
            Some(_) => self.out.write_all(b"\n]"),
            None => Ok(()),
        }
    }

    /// Writes the error, or null, and the end.
    pub(crate) fn end(mut self, error: Option<&Error>) -> io::Result<()> {
        self.member("error", &error.map(fault))?;
        self.out.write_all(b"}\n")
    }
}
