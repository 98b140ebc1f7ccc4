//! Writes archives: headers, names and members, around the [tables](super::table) of symbols.
use std::borrow::Cow;
use std::io::Write;

use bctk_support::parallel::prelude::*;
use hashbrown::HashMap;

use super::header::{Fields, to_multiple};
use super::index::{self, Symbols};
use super::table::{self, Names};
use super::{Error, Index, Kind, Member, WriteOptions, big};

/// What came of writing an archive.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Written {
    /// The kind that it has: with more or larger members than the kind can have, another one.
    pub kind: Kind,
    /// Members that are not in the index because they cannot be read: their names, and why.
    pub unreadable: Vec<(Vec<u8>, String)>,
}

/// Writes an archive, with an index made of its members.
///
/// # Errors
/// If a member cannot be read for the index or does not fit into such an archive, or if the output cannot be written. Nothing is written before
/// all headers are made.
pub fn write(kind: Kind, members: &[Member<'_>], options: &WriteOptions, out: &mut dyn Write) -> Result<Written, Error> {
    // Objects of AIX have an alignment, with or without an index.
    let wants_symbols = options.index != Index::None || kind == Kind::AixBig;
    let mut unreadable = Vec::new();
    let mut found = Vec::new();
    if wants_symbols {
        if let Some(member) = members.iter().find(|member| member.outside.is_some()) {
            return Err(Error::Member(member.name.to_vec(), "its file was not read, which the index is made of".into()));
        }
        let all: Vec<Result<Symbols, String>> = members.par_iter().balanced().map(|member| index::symbols(&member.data)).collect();
        let may_be_left_out = options.keep_unreadable && matches!(kind, Kind::Gnu | Kind::Gnu64 | Kind::Bsd);
        for (member, symbols) in members.iter().zip(all) {
            match symbols {
                Ok(symbols) => found.push(symbols),
                Err(message) if may_be_left_out && index::is_bitcode(&member.data) => {
                    unreadable.push((member.name.to_vec(), message));
                    found.push(Symbols::default());
                }
                Err(message) => return Err(Error::Member(member.name.to_vec(), message)),
            }
        }
    }
    let mut written = write_with(kind, members, &found, options, out)?;
    written.unreadable = unreadable;
    Ok(written)
}

/// Writes an archive whose index is made of these symbols, one entry for each member; none for an archive without an index.
///
/// # Errors
/// If a member does not fit into such an archive, or if the output cannot be written.
pub fn write_with(
    kind: Kind,
    members: &[Member<'_>],
    symbols: &[Symbols],
    options: &WriteOptions,
    out: &mut dyn Write,
) -> Result<Written, Error> {
    if options.thin && !matches!(kind, Kind::Gnu | Kind::Gnu64) {
        return Err(Error::Impossible("only the gnu format has a thin mode".into()));
    }
    if members.iter().map(|member| member.name.len() as u64).sum::<u64>() > MOST_NAMES {
        return Err(Error::Impossible("the names of members are longer than an archive can have".into()));
    }
    let empty: Vec<Symbols>;
    let symbols = match symbols.len() == members.len() {
        true => symbols,
        false => {
            empty = vec![Symbols::default(); members.len()];
            &empty
        }
    };
    // The numbers of members in the sorted index have sixteen bits, and such an archive always has that index.
    let kind = match kind {
        Kind::Coff if members.len() > 0xFFFE || options.index == Index::None => Kind::Gnu,
        kind => kind,
    };
    let dates = dates(kind, members, options);
    if kind == Kind::AixBig {
        big::write(members, symbols, &dates, options, out)?;
        return Ok(Written { kind, unreadable: Vec::new() });
    }
    let mut plain = Plain { kind, options, strings: Vec::new(), known: HashMap::new() };
    plain.write(members, symbols, &dates, out)
}

/// The dates of members.
fn dates(kind: Kind, members: &[Member<'_>], options: &WriteOptions) -> Vec<u64> {
    if !options.unique_dates || !kind.is_darwin() {
        return members.iter().map(|member| member.date).collect();
    }
    let mut count: HashMap<&[u8], u64> = HashMap::new();
    for member in members {
        *count.entry(&member.name).or_default() += 1;
    }
    let mut next: HashMap<&[u8], u64> = count.into_iter().map(|(name, count)| (name, u64::from(count > 1))).collect();
    let mut date = |name| {
        let next = next.entry(name).or_default();
        *next += 1;
        *next - 1
    };
    members.iter().map(|member| date(&*member.name)).collect()
}

/// The bytes of all names together. A damaged archive may state one long name for each of many members.
const MOST_NAMES: u64 = 1 << 30;

/// A member as it is written.
pub(super) struct Placed<'m> {
    pub(super) header: Vec<u8>,
    pub(super) data: Cow<'m, [u8]>,
    /// The bytes after it.
    pub(super) padding: usize,
}

impl Placed<'_> {
    pub(super) fn size(&self) -> u64 {
        (self.header.len() + self.data.len() + self.padding) as u64
    }
}

/// The names of the indexes of BSD's archives.
const INDEXES: [&[u8]; 4] = [b"__.SYMDEF", b"__.SYMDEF SORTED", b"__.SYMDEF_64", b"__.SYMDEF_64 SORTED"];

/// Writes all archives but the big ones.
struct Plain<'o> {
    kind: Kind,
    options: &'o WriteOptions,
    /// Long names, and where each of them is.
    strings: Vec<u8>,
    known: HashMap<Vec<u8>, usize>,
}

impl Plain<'_> {
    fn write(&mut self, members: &[Member<'_>], symbols: &[Symbols], dates: &[u64], out: &mut dyn Write) -> Result<Written, Error> {
        let mut placed = Vec::with_capacity(members.len());
        let mut position = 0;
        for (member, &date) in members.iter().zip(dates) {
            let one = self.place(member, date, position)?;
            position += one.size();
            placed.push(one);
        }
        let strings = self.string_table();
        let names = Names::of(self.kind, symbols, self.options.index);
        let last = position - placed.last().map_or(0, Placed::size);
        let mut kind = self.kind;
        let has_index = self.options.index != Index::None;
        let table = has_index.then(|| table::Table::new(kind, &names, placed.len(), strings.len() as u64));
        let table = match table {
            Some(table) if !kind.is_64() && table.headers + last >= self.options.threshold_64 => {
                if kind == Kind::Coff {
                    return Err(Error::Impossible("the members of an archive of Windows must begin before 4 GiB".into()));
                }
                kind = if kind == Kind::Darwin { Kind::Darwin64 } else { Kind::Gnu64 };
                Some(table::Table::new(kind, &names, placed.len(), strings.len() as u64))
            }
            table => table,
        };
        out.write_all(if self.options.thin { b"!<thin>\n" } else { b"!<arch>\n" })?;
        let sizes: Vec<u64> = placed.iter().map(Placed::size).collect();
        if let Some(table) = &table {
            table.write(&names, &sizes, self.options.index_date, out)?;
        }
        out.write_all(&strings)?;
        if let Some(table) = &table {
            table.write_ec(&names, self.options.index_date, out)?;
        }
        for one in &placed {
            out.write_all(&one.header)?;
            out.write_all(&one.data)?;
            out.write_all(&b"\n\n\n\n\n\n\n\n"[..one.padding])?;
        }
        out.flush()?;
        Ok(Written { kind, unreadable: Vec::new() })
    }

    fn place<'m>(&mut self, member: &'m Member<'_>, date: u64, position: u64) -> Result<Placed<'m>, Error> {
        let data = if self.options.thin { Cow::Borrowed(&b""[..]) } else { Cow::Borrowed(&*member.data) };
        if !self.options.thin && member.outside.is_some() {
            return Err(Error::Member(member.name.to_vec(), "its file was not read".into()));
        }
        // Darwin's linker wants contents of 64 bits at multiples of eight.
        let inner = if self.kind.is_darwin() { to_multiple(data.len() as u64, 8) } else { 0 };
        let padding = inner + to_multiple(data.len() as u64 + inner, 2);
        let fields = Fields::of(member, date, member.size() + inner)?;
        let header = self.header(member, &fields, position)?;
        Ok(Placed { header, data, padding: padding as usize })
    }

    fn header(&mut self, member: &Member<'_>, fields: &Fields, position: u64) -> Result<Vec<u8>, Error> {
        let name = &*member.name;
        let is_bsd = self.kind.is_bsd_like();
        // BSD's names have a length, and zeros after them; some of them are those of an index.
        let spoils = match is_bsd {
            true => name.ends_with(b"\0") || INDEXES.contains(&name),
            false => name.iter().any(|byte| matches!(byte, 0 | b'\n')),
        };
        if name.is_empty() || spoils {
            return Err(Error::Member(name.to_vec(), "no member of such an archive can have this name".into()));
        }
        if is_bsd {
            return Ok(fields.bsd_header(name, position));
        }
        let thin = self.options.thin;
        if !thin && name.len() < 16 && !name.contains(&b'/') {
            return Ok(fields.header(&[name, b"/"].concat()));
        }
        let place = match self.known.get(name).filter(|_| !thin) {
            Some(&place) => place,
            None => {
                let place = self.strings.len();
                self.strings.extend_from_slice(name);
                self.strings.extend_from_slice(if self.kind == Kind::Coff { b"\0" } else { b"/\n" });
                if !thin {
                    self.known.insert(name.to_vec(), place);
                }
                place
            }
        };
        Ok(fields.header(format!("/{place}").as_bytes()))
    }

    /// The member with the long names; empty for none.
    fn string_table(&mut self) -> Vec<u8> {
        if self.strings.is_empty() {
            return Vec::new();
        }
        let pad = to_multiple(self.strings.len() as u64, 2);
        let size = self.strings.len() as u64 + pad;
        let mut table = format!("{:<48}{size:<10}`\n", "//").into_bytes();
        table.append(&mut self.strings);
        table.resize(table.len() + pad as usize, b'\n');
        table
    }
}
