//! Archives: their members with all that the headers state, and archives of every kind with an index of the symbols of bitcode.
//!
//! The index leads linkers to the members that define a symbol. LLVM's tools make it of bitcode that their own LLVM reads; here it covers bitcode
//! of every release, native objects, WebAssembly and the short members of import libraries.
//!
//! ```
//! use bctk_core::archive::{self, Kind, Member, WriteOptions};
//!
//! let bitcode = std::fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/../bctk/tests/data/small.bc"))?;
//! let members = [Member::new("small.bc", bitcode.as_slice())];
//! let mut file = Vec::new();
//! archive::write(Kind::Gnu, &members, &WriteOptions::default(), &mut file)?;
//!
//! let read = archive::Archive::read(&file)?;
//! assert!(read.has_index() && read.members[0].data == bitcode);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`get_symbols`] is for programs that write archives with the crate `ar_archive_writer`, as rustc does.
mod big;
mod header;
mod index;
mod table;
mod write;

pub use index::{Symbols, get_symbols, symbols};
pub use write::{Written, write, write_with};

use std::borrow::Cow;
use std::fmt;
use std::io;

use bctk_object::native::archive as reader;
use bctk_object::native::bytes::Fault;
use bctk_object::native::magic::{Magic, magic};

/// The layout of an archive.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Kind {
    /// System V and GNU: Linux and most others.
    #[default]
    Gnu,
    /// The same with an index of 64-bit offsets.
    Gnu64,
    /// BSD.
    Bsd,
    /// Darwin: as BSD, with members at multiples of eight bytes, and with an index in any case.
    Darwin,
    /// The same with an index of 64-bit offsets.
    Darwin64,
    /// Windows: as GNU, with a second, sorted index.
    Coff,
    /// The big archives of AIX.
    AixBig,
}

impl Kind {
    /// The kind of archive that LLVM makes of a file of this content: by the format of an object, and by the target of bitcode. None for anything
    /// else, which says nothing.
    pub fn of_content(bytes: &[u8]) -> Option<Kind> {
        match magic(bytes) {
            Magic::MachO { .. } => Some(Kind::Darwin),
            Magic::Xcoff => Some(Kind::AixBig),
            Magic::Coff | Magic::CoffImport | Magic::Pe => Some(Kind::Coff),
            Magic::Elf { .. } | Magic::Wasm => Some(Kind::Gnu),
            Magic::Bitcode => index::kind_of_target(bytes),
            _ => None,
        }
    }

    /// The kind of archive of the system that this program is for.
    pub fn of_host() -> Kind {
        match () {
            () if cfg!(target_vendor = "apple") => Kind::Darwin,
            () if cfg!(target_os = "aix") => Kind::AixBig,
            () if cfg!(windows) => Kind::Coff,
            () => Kind::Gnu,
        }
    }

    /// Whether names follow the headers, as in BSD's archives.
    pub(crate) fn is_bsd_like(self) -> bool {
        matches!(self, Kind::Bsd | Kind::Darwin | Kind::Darwin64)
    }

    pub(crate) fn is_darwin(self) -> bool {
        matches!(self, Kind::Darwin | Kind::Darwin64)
    }

    /// Whether offsets in the index have 64 bits.
    pub(crate) fn is_64(self) -> bool {
        matches!(self, Kind::Gnu64 | Kind::Darwin64 | Kind::AixBig)
    }
}

/// The index of an archive.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Index {
    /// None.
    #[default]
    None,
    /// All symbols that members define.
    All,
    /// Of a big archive only those of members for 32 bits.
    Only32,
    /// Of a big archive only those of members for 64 bits.
    Only64,
}

/// A member of an archive.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Member<'a> {
    /// Its name; that of a file in a thin archive, relative to the folder of the archive.
    pub name: Cow<'a, [u8]>,
    /// Its content. A member of a thin archive has none until it is read from its file.
    pub data: Cow<'a, [u8]>,
    /// When it was last changed, in seconds since 1970; 0 in archives that do not depend on when they were made.
    pub date: u64,
    /// The number of its owner.
    pub user: u64,
    /// The number of its group.
    pub group: u64,
    /// Its permissions.
    pub mode: u64,
    /// The size that the header states, of a member whose content is not there ([`Archive::thin`]).
    pub outside: Option<u64>,
}

impl<'a> Member<'a> {
    /// A member without date and owner, which its owner can write and all can read.
    pub fn new<N: AsRef<[u8]> + ?Sized>(name: &'a N, data: impl Into<Cow<'a, [u8]>>) -> Member<'a> {
        Member { name: name.as_ref().into(), data: data.into(), mode: 0o644, ..Member::default() }
    }

    /// Its size.
    pub fn size(&self) -> u64 {
        self.outside.unwrap_or(self.data.len() as u64)
    }
}

/// An archive that was read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Archive<'a> {
    /// Its layout. An archive of Darwin looks like one of BSD unless its index has 64-bit offsets; [`Archive::kind_to_write`] tells by its members.
    pub kind: Kind,
    /// Whether its members are files elsewhere, which only have their names and sizes here.
    pub thin: bool,
    /// The index that it has.
    pub index: Index,
    /// The date of its index, in seconds since 1970.
    pub index_date: u64,
    /// Its members in order.
    pub members: Vec<Member<'a>>,
}

impl<'a> Archive<'a> {
    /// Reads an archive. The contents of members are not looked at.
    ///
    /// # Errors
    /// If it is none, or damaged.
    pub fn read(bytes: &'a [u8]) -> Result<Archive<'a>, Error> {
        let file = reader::Archive::parse(bytes)?;
        let mut archive = Archive { kind: kind_of(&file), thin: file.is_thin(), index: index_of(&file), ..Archive::default() };
        archive.index_date = date_of_index(bytes, &file);
        let mut all = 0;
        let mut next = file.first();
        while let Some(member) = next {
            let member_read = read_member(&file, &member)?;
            all += member_read.data.len();
            // Those of a big archive are linked, and may lie in each other.
            if all > bytes.len() {
                return Err(Error::Malformed("members overlap".into()));
            }
            archive.members.push(member_read);
            next = file.next(&member)?;
        }
        Ok(archive)
    }

    /// Whether it has an index.
    pub fn has_index(&self) -> bool {
        self.index != Index::None
    }

    /// The kind to write it as again: Darwin's for one of BSD whose first member is of Darwin.
    pub fn kind_to_write(&self) -> Kind {
        match (self.kind, self.members.first()) {
            (Kind::Bsd, Some(first)) if Kind::of_content(&first.data) == Some(Kind::Darwin) => Kind::Darwin,
            (kind, _) => kind,
        }
    }

    /// The options to write it again as it was. A big archive with an index for 32 or 64 bits alone has that on purpose only if it has members of the
    /// other kind.
    pub fn options(&self) -> WriteOptions {
        let is_other = |is_64: bool| {
            let symbols = |member: &Member<'_>| symbols(&member.data).unwrap_or_default();
            self.members.iter().map(symbols).any(|symbols| symbols.is_64 == is_64 && symbols.names().next().is_some())
        };
        let index = match self.index {
            Index::Only32 if !is_other(true) => Index::All,
            Index::Only64 if !is_other(false) => Index::All,
            index => index,
        };
        WriteOptions { thin: self.thin, index, index_date: self.index_date, ..WriteOptions::default() }
    }
}

/// The archive without dates, owners and modes of members, as `D` of `ar` leaves them out: 0, and 644.
///
/// # Errors
/// If it is no archive, or a damaged one.
pub fn deterministic(bytes: &[u8]) -> Result<Vec<u8>, Error> {
    const MODE: u64 = 0o644;
    let mut archive = Archive::read(bytes)?;
    for member in &mut archive.members {
        (member.date, member.user, member.group, member.mode) = (0, 0, 0, MODE);
    }
    let options = WriteOptions { index_date: 0, keep_unreadable: true, ..archive.options() };
    let mut out = Vec::new();
    write(archive.kind_to_write(), &archive.members, &options, &mut out)?;
    Ok(out)
}

/// The layout of an archive that is being read.
pub fn kind_of(file: &reader::Archive<'_>) -> Kind {
    match file.kind() {
        reader::Kind::Gnu => Kind::Gnu,
        reader::Kind::Gnu64 => Kind::Gnu64,
        reader::Kind::Bsd => Kind::Bsd,
        reader::Kind::Darwin64 => Kind::Darwin64,
        reader::Kind::Coff => Kind::Coff,
        reader::Kind::AixBig => Kind::AixBig,
    }
}

/// The index of an archive that is being read.
pub fn index_of(file: &reader::Archive<'_>) -> Index {
    match (file.has_symbols(), file.big_tables()) {
        (false, _) => Index::None,
        (true, (true, false)) => Index::Only32,
        (true, (false, true)) => Index::Only64,
        (true, _) => Index::All,
    }
}

/// A member of an archive that is being read, with all that its header states.
///
/// # Errors
/// If a field of the header is damaged.
pub fn read_member<'a>(file: &reader::Archive<'a>, member: &reader::Member<'a>) -> Result<Member<'a>, Error> {
    let outside = if member.elsewhere { Some(file.stated_size(member)?) } else { None };
    Ok(Member {
        name: file.name(member)?,
        data: if member.elsewhere { Cow::Borrowed(b"") } else { file.content(member).into() },
        date: file.date(member)?,
        user: file.user(member)?,
        group: file.group(member)?,
        mode: file.mode(member)?,
        outside,
    })
}

/// The date in the header of the index, which comes first but in big archives.
fn date_of_index(bytes: &[u8], file: &reader::Archive<'_>) -> u64 {
    let field = |at: usize, size: usize| {
        let field = bytes.get(at..at.checked_add(size)?)?;
        std::str::from_utf8(field).ok()?.trim_end_matches(' ').parse().ok()
    };
    let date = match (file.has_symbols(), file.kind()) {
        (false, _) => None,
        (true, reader::Kind::AixBig) => {
            let (has_32, _) = file.big_tables();
            let at: Option<usize> = field(if has_32 { 28 } else { 48 }, 20);
            at.and_then(|at| field(at.checked_add(60)?, 12)).map(|date: usize| date as u64)
        }
        (true, _) => field(8 + 16, 12).map(|date| date as u64),
    };
    date.unwrap_or(0)
}

/// How an archive is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WriteOptions {
    /// Only names and sizes of members are written; the archive refers to their files. GNU's archives alone can be thin.
    pub thin: bool,
    /// The index.
    pub index: Index,
    /// The date of the index, in seconds since 1970.
    pub index_date: u64,
    /// Members of Darwin's archives that share a name get dates that tell them apart: 1, 2 and so on. All others get 0.
    pub unique_dates: bool,
    /// Bitcode that cannot be read is left out of the index where LLVM does that: in GNU's and BSD's archives. Otherwise it is an error.
    pub keep_unreadable: bool,
    /// The offset from which members need an index of 64 bits.
    pub threshold_64: u64,
    /// A big archive has one index for all members, as LLVM 15 and 16 write it, not one for 32 bits and one for 64.
    pub one_index: bool,
}

impl Default for WriteOptions {
    fn default() -> WriteOptions {
        WriteOptions {
            thin: false,
            index: Index::All,
            index_date: 0,
            unique_dates: false,
            keep_unreadable: false,
            threshold_64: 1 << 32,
            one_index: false,
        }
    }
}

/// Why an archive could not be read or written.
#[derive(Debug)]
#[non_exhaustive]
pub enum Error {
    /// It is damaged: LLVM's message.
    Malformed(String),
    /// A member cannot be in the index, or in the archive: its name and why.
    Member(Vec<u8>, String),
    /// There is no such archive.
    Impossible(String),
    /// The output cannot be written.
    Sink(io::Error),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Malformed(message) | Error::Impossible(message) => f.write_str(message),
            Error::Member(name, message) => write!(f, "'{}': {message}", String::from_utf8_lossy(name)),
            Error::Sink(error) => write!(f, "{error}"),
        }
    }
}

impl std::error::Error for Error {}

impl From<Fault> for Error {
    fn from(fault: Fault) -> Error {
        Error::Malformed(fault.message)
    }
}

impl From<io::Error> for Error {
    fn from(error: io::Error) -> Error {
        Error::Sink(error)
    }
}
