//! Thin archives: headers and names alone. GNU ar refers to members of other archives, too, which no other reader knows.
use std::ops::Range;

use bctk_bitstream::{Error, Result};

/// Begins a thin archive.
pub(super) const MAGIC: &[u8] = b"!<thin>\n";
/// Bytes of the header of a member.
const HEADER: usize = 60;

/// A member of a thin archive.
pub(super) struct Member<'a> {
    /// The path of its file, relative to the folder of the archive.
    pub(super) name: &'a [u8],
    /// Its size in bytes, as stated.
    pub(super) size: u64,
    /// If the file is an archive and the member is one of that: the byte at which its header begins there.
    pub(super) header: Option<u64>,
}

/// The members of a thin archive, up to the first damaged one.
pub(super) fn members(data: &[u8]) -> impl Iterator<Item = Result<Member<'_>>> {
    let mut at = MAGIC.len();
    let mut names: &[u8] = &[];
    let mut ended = false;
    std::iter::from_fn(move || {
        while !ended && at < data.len() {
            match entry(data, at) {
                Ok((b"//", _, content)) => (names, at) = (&data[content.clone()], content.end.next_multiple_of(2)),
                Ok((b"/" | b"/SYM64/", _, content)) => at = content.end.next_multiple_of(2),
                // Nothing follows the header of another one: its content is elsewhere.
                Ok((field, size, content)) => {
                    at = content.start;
                    let member = member(field, size, names);
                    ended = member.is_err();
                    return Some(member);
                }
                Err(error) => {
                    ended = true;
                    return Some(Err(error));
                }
            }
        }
        None
    })
}

/// The range of the content of the member whose header is at byte `start` of a regular archive, all of it there. A long name of BSD's archives comes
/// before the content, and is part of it.
pub fn member_at(archive: &[u8], start: u64) -> Option<Range<usize>> {
    let start = usize::try_from(start).ok()?;
    let size = size(header(archive, start)?)?;
    let end = (start + HEADER).checked_add(usize::try_from(size).ok()?).filter(|&end| end <= archive.len())?;
    Some(start + HEADER..end)
}

/// The header of a member at byte `at`.
fn header(archive: &[u8], at: usize) -> Option<&[u8]> {
    archive.get(at..at.checked_add(HEADER)?).filter(|header| header.ends_with(b"`\n"))
}

/// The size that a header states.
fn size(header: &[u8]) -> Option<u64> {
    number(header[48..58].trim_ascii())
}

/// The name field, the size, and the content of a table, or no content of a member, for the header at byte `at`.
fn entry(data: &[u8], at: usize) -> Result<(&[u8], u64, Range<usize>)> {
    let header = header(data, at).ok_or_else(|| Error::malformed("expected the header of a member of a thin archive"))?;
    let field = header[..16].trim_ascii_end();
    let size = size(header).ok_or_else(|| Error::malformed("expected the size of a member of a thin archive"))?;
    let start = at + HEADER;
    if !matches!(field, b"/" | b"//" | b"/SYM64/") {
        return Ok((field, size, start..start));
    }
    let end = usize::try_from(size).ok().and_then(|size| start.checked_add(size)).filter(|&end| end <= data.len());
    Ok((field, size, start..end.ok_or_else(|| Error::malformed("expected a complete table of a thin archive"))?))
}

/// A member whose name field is a name and `/`, or `/` and a place in the table of names; with `:`, and a place in the archive of this name.
fn member<'a>(field: &'a [u8], size: u64, names: &'a [u8]) -> Result<Member<'a>> {
    let unknown = || Error::malformed("expected the name of a member of a thin archive");
    let Some(place) = field.strip_prefix(b"/") else {
        return Ok(Member { name: field.strip_suffix(b"/").unwrap_or(field), size, header: None });
    };
    let (place, header) = match memchr::memchr(b':', place) {
        Some(colon) => (&place[..colon], Some(number(&place[colon + 1..]).ok_or_else(unknown)?)),
        None => (place, None),
    };
    let place = number(place).and_then(|place| usize::try_from(place).ok());
    let rest = place.and_then(|place| names.get(place..)).ok_or_else(unknown)?;
    let end = memchr::memchr(b'\n', rest).ok_or_else(unknown)?;
    let name = &rest[..end];
    Ok(Member { name: name.strip_suffix(b"/").unwrap_or(name), size, header })
}

fn number(digits: &[u8]) -> Option<u64> {
    str::from_utf8(digits).ok().filter(|digits| !digits.starts_with('+')).and_then(|digits| digits.parse().ok())
}
