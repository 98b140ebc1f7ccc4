//! Writes the big archives of AIX: members in a list linked both ways, a table of them, and an index for 32 bits and one for 64.
use std::io::Write;

use super::header::{Fields, to_multiple};
use super::index::Symbols;
use super::table::{self, Names};
use super::{Error, Index, Kind, Member, WriteOptions};

/// The header of the archive.
const FIXED: u64 = 128;
/// The header of a member, without its name.
const HEADER: u64 = 114;

/// A member as it is written.
struct Placed {
    header: Vec<u8>,
    /// Zeros before the header, so that the content is aligned.
    before: u64,
    /// Where the header begins.
    at: u64,
}

fn even(size: u64) -> u64 {
    size + size % 2
}

fn header(name: &[u8], fields: &Fields, previous: u64, next: u64) -> Vec<u8> {
    let Fields { date, user, group, mode, size } = *fields;
    let (user, group) = (user % 1_000_000_000_000, group % 1_000_000_000_000);
    let mut header = format!("{size:<20}{next:<20}{previous:<20}{date:<12}{user:<12}{group:<12}{mode:<12o}{:<4}", name.len()).into_bytes();
    header.extend_from_slice(name);
    header.resize(even(header.len() as u64) as usize, 0);
    header.extend_from_slice(b"`\n");
    header
}

/// Writes a big archive.
pub(super) fn write(
    members: &[Member<'_>],
    symbols: &[Symbols],
    dates: &[u64],
    options: &WriteOptions,
    out: &mut dyn Write,
) -> Result<(), Error> {
    let placed = place(members, symbols, dates)?;
    let size = |number: usize| even(members[number].data.len() as u64);
    // What lies between the beginning of a member and that of the next one, but for the zeros before that.
    let end = placed.last().map_or(FIXED, |last| last.at + last.header.len() as u64 + size(members.len() - 1));
    let last = placed.last().map_or(0, |last| last.at);
    let names: u64 = members.iter().map(|member| member.name.len() as u64 + 1).sum();
    let table_size = 20 + 20 * members.len() as u64 + names;
    let mut tables = [false, true].map(|is_64| {
        let wanted = match options.index {
            Index::None => false,
            Index::Only32 => !is_64,
            Index::Only64 => is_64,
            Index::All => !(is_64 && options.one_index),
        };
        let of = |one: &Symbols| if one.is_64 == is_64 || options.one_index { one.clone() } else { Symbols::default() };
        let names = Names::of(Kind::AixBig, &symbols.iter().map(of).collect::<Vec<_>>(), Index::All);
        (wanted && names.count > 0).then_some((names, 0))
    });
    let after_table = end + even(HEADER + table_size);
    let mut at = after_table;
    for (names, offset) in tables.iter_mut().flatten() {
        *offset = at;
        at += HEADER + (names.count + 1) * 8 + even(names.text.len() as u64);
    }
    let offset = |which: usize| tables[which].as_ref().map_or(0, |(_, offset)| *offset);
    let [offset_32, offset_64] = [0, 1].map(offset);
    let some = |number: u64| if members.is_empty() { 0 } else { number };
    let first = placed.first().map_or(0, |first| first.at);
    out.write_all(b"<bigaf>\n")?;
    for number in [some(end), offset_32, offset_64, some(first), some(last), 0] {
        out.write_all(format!("{number:<20}").as_bytes())?;
    }
    for (one, member) in placed.iter().zip(members) {
        out.write_all(&vec![0; one.before as usize])?;
        out.write_all(&one.header)?;
        out.write_all(&member.data)?;
        out.write_all(&[0][..member.data.len() % 2])?;
    }
    if members.is_empty() {
        out.flush()?;
        return Ok(());
    }
    let next = if offset_32 != 0 { offset_32 } else { offset_64 };
    out.write_all(&header(b"", &Fields::of_table(0, table_size), last, next))?;
    out.write_all(format!("{:<20}", members.len()).as_bytes())?;
    for one in &placed {
        out.write_all(format!("{:<20}", one.at).as_bytes())?;
    }
    for member in members {
        out.write_all(&member.name)?;
        out.write_all(b"\0")?;
    }
    out.write_all(&[0][..(names % 2) as usize])?;
    let sizes: Vec<u64> = (0..placed.len())
        .map(|number| {
            let next = placed.get(number + 1).map_or(end, |next| next.at);
            next - placed[number].at
        })
        .collect();
    for (which, table) in tables.iter().enumerate() {
        let Some((names, _)) = table else { continue };
        let content = table::entries(Kind::AixBig, names, &sizes, first, 0)?;
        let (previous, next) = match which {
            0 => (end, offset_64),
            _ => (if offset_32 != 0 { offset_32 } else { end }, 0),
        };
        out.write_all(&header(b"", &Fields::of_table(options.index_date, content.len() as u64), previous, next))?;
        out.write_all(&content)?;
        if which == 0 && offset_64 != 0 {
            out.write_all(&[0][..content.len() % 2])?;
        }
    }
    out.flush()?;
    Ok(())
}

/// Makes the headers of members, which refer to each other.
fn place(members: &[Member<'_>], symbols: &[Symbols], dates: &[u64]) -> Result<Vec<Placed>, Error> {
    let mut placed = Vec::with_capacity(members.len());
    // Zeros before a header that would begin at `at`.
    let before = |number: usize, at: u64| {
        let content = at + HEADER + even(members[number].name.len() as u64);
        to_multiple(content, symbols[number].align.max(2))
    };
    let mut previous = 0;
    let mut at = FIXED;
    let mut zeros = if members.is_empty() { 0 } else { before(0, at) };
    for (number, member) in members.iter().enumerate() {
        if member.outside.is_some() {
            return Err(Error::Member(member.name.to_vec(), "its file was not read".into()));
        }
        if member.name.len() > 9999 || member.name.is_empty() || member.name.contains(&0) {
            return Err(Error::Member(member.name.to_vec(), "no member of such an archive can have this name".into()));
        }
        let fields = Fields::of(member, dates[number], member.size())?;
        at += zeros;
        let end = at + HEADER + even(member.name.len() as u64) + even(member.size());
        let following = if number + 1 < members.len() { before(number + 1, end) } else { 0 };
        placed.push(Placed { header: header(&member.name, &fields, previous, end + following), before: zeros, at });
        (previous, at, zeros) = (at, end, following);
    }
    Ok(placed)
}
