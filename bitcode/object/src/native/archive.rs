//! Reads archives as LLVM does: members, symbol tables, and messages about damaged ones.
//!
//! The facts are those of LLVM's `Archive` and `BigArchive` (`lib/Object/Archive.cpp`, LLVM 22).
use std::borrow::Cow;

use super::bytes::{Bytes, Fault, decimal, escaped, shown, until_zero};

/// The layout of an archive's tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// System V and GNU.
    Gnu,
    /// The same with offsets of 64 bits.
    Gnu64,
    /// BSD and Darwin.
    Bsd,
    /// Darwin, with offsets of 64 bits.
    Darwin64,
    /// Windows.
    Coff,
    /// The big archives of AIX.
    AixBig,
}

/// An archive.
pub struct Archive<'a> {
    data: &'a [u8],
    kind: Kind,
    thin: bool,
    symbols: Cow<'a, [u8]>,
    /// The position of the table of symbols in the file, if all of it is there.
    symbols_at: Option<u64>,
    strings: Cow<'a, [u8]>,
    ec_symbols: &'a [u8],
    /// The first member that is no table.
    first: Option<Member<'a>>,
    /// The positions of the first and the last member of a big archive.
    ends: (u64, u64),
}

/// A member of an archive.
#[derive(Clone, Copy, Debug)]
pub struct Member<'a> {
    /// The start of its header.
    start: u64,
    /// Its name in the header.
    raw_name: &'a [u8],
    /// The bytes of header, name and content.
    size: u64,
    /// The start of the content, relative to the start of the member.
    content: u64,
    /// Whether the content is a file elsewhere.
    pub elsewhere: bool,
}

/// A name in the table of symbols, and the member that it leads to.
pub type MapEntry<'a> = (Vec<u8>, Result<Member<'a>, Fault>);

const HEADER: u64 = 60;
/// The header of a member of a big archive.
const BIG_HEADER: u64 = 114;
/// Upper bound on the symbols in a table, whatever its header says.
const WRONG: &str = "Invalid data was encountered while parsing the file";

fn malformed(message: String) -> Fault {
    format!("truncated or malformed archive ({message})").into()
}

fn trimmed(field: &[u8]) -> &[u8] {
    let blanks = field.iter().rev().take_while(|byte| **byte == b' ').count();
    &field[..field.len() - blanks]
}

impl<'a> Archive<'a> {
    /// Reads the head of an archive and its tables.
    pub fn parse(data: &'a [u8]) -> Result<Archive<'a>, Fault> {
        let thin = data.starts_with(b"!<thin>\n");
        let big = data.starts_with(b"<bigaf>\n");
        if !thin && !big && !data.starts_with(b"!<arch>\n") {
            return Err(Fault { message: "file too small to be an archive".into(), not_an_object: true });
        }
        let kind = if big { Kind::AixBig } else { Kind::Gnu };
        let empty = || Cow::Borrowed(&b""[..]);
        let mut archive =
            Archive { data, kind, thin, symbols: empty(), symbols_at: None, strings: empty(), ec_symbols: b"", first: None, ends: (8, 0) };
        if big {
            archive.parse_big()?;
        } else {
            archive.parse_tables()?;
        }
        Ok(archive)
    }

    fn bytes(&self) -> Bytes<'a> {
        Bytes { data: self.data, big: true }
    }

    /// The layout of its tables.
    pub fn kind(&self) -> Kind {
        self.kind
    }

    /// Whether the contents of its members are files elsewhere.
    pub fn is_thin(&self) -> bool {
        self.thin
    }

    /// Whether it has a table of symbols with anything in it.
    pub fn has_symbols(&self) -> bool {
        !self.symbols.is_empty()
    }

    /// Whether a big archive has tables of symbols for members of 32 and of 64 bits.
    pub fn big_tables(&self) -> (bool, bool) {
        let is_there = |at: usize| {
            let field = self.data.get(at..at + 20).unwrap_or_default();
            self.kind == Kind::AixBig && decimal(trimmed(field)).is_some_and(|offset| offset != 0)
        };
        (is_there(28), is_there(48))
    }

    /// Finds the tables among the first members, and with them the layout.
    fn parse_tables(&mut self) -> Result<(), Fault> {
        if self.data.len() == 8 {
            return Ok(());
        }
        let member = self.member_at(8)?;
        let name = member.raw_name;
        if name == b"__.SYMDEF" || name == b"__.SYMDEF_64" {
            self.kind = if name == b"__.SYMDEF" { Kind::Bsd } else { Kind::Darwin64 };
            (self.symbols, self.symbols_at) = (self.content(&member).into(), Some(self.content_offset(&member)));
            self.first = self.next(&member)?;
            return Ok(());
        }
        if name.starts_with(b"#1/") {
            self.kind = Kind::Bsd;
            let name = self.name(&member)?;
            let is_64 = matches!(&*name, b"__.SYMDEF_64 SORTED" | b"__.SYMDEF_64");
            if !is_64 && !matches!(&*name, b"__.SYMDEF SORTED" | b"__.SYMDEF") {
                self.first = Some(member);
                return Ok(());
            }
            if is_64 {
                self.kind = Kind::Darwin64;
            }
            (self.symbols, self.symbols_at) = (self.content(&member).into(), Some(self.content_offset(&member)));
            self.first = self.next(&member)?;
            return Ok(());
        }
        let mut next = Some(member);
        let mut is_64 = false;
        if name == b"/" || name == b"/SYM64/" {
            is_64 = name == b"/SYM64/";
            (self.symbols, self.symbols_at) = (self.content(&member).into(), Some(self.content_offset(&member)));
            next = self.next(&member)?;
        }
        let Some(member) = next else { return Ok(()) };
        let name = member.raw_name;
        if name == b"//" || !name.starts_with(b"/") {
            self.kind = if is_64 { Kind::Gnu64 } else { Kind::Gnu };
            self.first = Some(member);
            if name == b"//" {
                self.strings = self.content(&member).into();
                self.first = self.next(&member)?;
            }
            return Ok(());
        }
        if name != b"/" {
            return Err(WRONG.into());
        }
        self.kind = Kind::Coff;
        (self.symbols, self.symbols_at) = (self.content(&member).into(), Some(self.content_offset(&member)));
        let mut next = self.next(&member)?;
        if let Some(member) = next.filter(|member| member.raw_name == b"//") {
            self.strings = self.content(&member).into();
            next = self.next(&member)?;
        }
        if let Some(member) = next.filter(|member| member.raw_name == b"/<ECSYMBOLS>/") {
            self.ec_symbols = self.content(&member);
            next = self.next(&member)?;
        }
        self.first = next;
        Ok(())
    }

    /// Reads the header of a big archive, and joins its two tables of symbols.
    fn parse_big(&mut self) -> Result<(), Fault> {
        let Some(header) = self.bytes().get(0, 128) else {
            let size = self.data.len();
            return Err(malformed(format!("malformed AIX big archive: incomplete fixed length header, the archive is only{size} byte(s)")));
        };
        let number = |at: usize, what: &str| {
            let field = trimmed(&header[at..at + 20]);
            let what = || malformed(format!("{what}\"{}\" is not a number", shown(field)));
            decimal(field).filter(|_| !field.is_empty()).ok_or_else(what)
        };
        let table_32 = number(28, "global symbol table offset of 32-bit members ")?;
        let table_64 = number(48, "global symbol table offset of 64-bit members")?;
        // LLVM continues if these are not numbers.
        let end = |at: usize| decimal(trimmed(&header[at..at + 20])).unwrap_or(0);
        self.ends = (end(68), end(88));
        let mut tables = Vec::new();
        for (offset, bits) in [(table_32, "32-bit"), (table_64, "64-bit")] {
            if offset != 0 {
                tables.push(self.big_table(offset, bits)?);
            }
        }
        let part = |table: &'a [u8]| {
            let count = Bytes { data: table, big: true }.u64(0).unwrap_or(0);
            let offsets = usize::try_from(count).ok().and_then(|count| count.checked_mul(8)?.checked_add(8)).unwrap_or(usize::MAX);
            (count, table.get(8..offsets).unwrap_or_default(), table.get(offsets..).unwrap_or_default())
        };
        match tables[..] {
            [table] => {
                self.symbols = table.into();
                self.strings = part(table).2.into();
            }
            [one, other] => {
                let (one, other) = (part(one), part(other));
                let count = one.0.wrapping_add(other.0).to_be_bytes();
                self.strings = [one.2, other.2].concat().into();
                self.symbols = [&count[..], one.1, other.1, one.2, other.2].concat().into();
            }
            _ => {}
        }
        if self.ends.0 != 0 {
            self.first = Some(self.member_at(self.ends.0)?);
        }
        Ok(())
    }

    fn big_table(&self, offset: u64, bits: &str) -> Result<&'a [u8], Fault> {
        let file = self.bytes();
        let start = offset.saturating_add(BIG_HEADER);
        if start > self.data.len() as u64 {
            return Err(malformed(format!(
                "{bits} global symbol table header at offset 0x{offset:x} and size 0x{BIG_HEADER:x} goes past the end of file"
            )));
        }
        let field = trimmed(file.get(offset, 20).unwrap_or_default());
        let not_a_number = || malformed(format!("{bits} global symbol table size \"{}\" is not a number", shown(field)));
        let size = decimal(field).filter(|_| !field.is_empty()).ok_or_else(not_a_number)?;
        let past =
            || malformed(format!("{bits} global symbol table content at offset 0x{start:x} and size 0x{size:x} goes past the end of file"));
        file.get(start, size).ok_or_else(past)
    }

    /// The member whose header begins at an offset.
    fn member_at(&self, start: u64) -> Result<Member<'a>, Fault> {
        let rest = (self.data.len() as u64).saturating_sub(start);
        if self.kind == Kind::AixBig { self.big_member(start, rest) } else { self.plain_member(start, rest) }
    }

    fn plain_member(&self, start: u64, rest: u64) -> Result<Member<'a>, Fault> {
        let file = self.bytes();
        let header = self.data.get(usize::try_from(start).unwrap_or(usize::MAX)..).unwrap_or_default();
        let of = |name: Result<Cow<'_, [u8]>, Fault>| match name {
            Ok(name) => format!("for {}", shown(&name)),
            Err(_) => format!("at offset {start}"),
        };
        if rest < HEADER {
            let name = self.full_name(start, rest);
            return Err(malformed(format!("remaining size of archive too small for next archive member header {}", of(name))));
        }
        if &header[58..60] != b"`\n" {
            let found = escaped(&header[58..60]);
            return Err(malformed(format!(
                "terminator characters in archive member \"{found}\" not the correct \"`\\n\" values for the archive member header {}",
                of(self.full_name(start, rest))
            )));
        }
        let raw_name = self.raw_name(start)?;
        let elsewhere = self.thin && !matches!(raw_name, b"/" | b"//" | b"/SYM64/");
        let mut size = HEADER;
        if !elsewhere {
            size = size.saturating_add(self.decimal_field("size", trimmed(&header[48..58]), start)?);
        }
        let mut content = HEADER;
        if let Some(length) = raw_name.strip_prefix(b"#1/") {
            let length = trimmed(length);
            let wrong = || {
                malformed(format!(
                    "long name length characters after the #1/ are not all decimal numbers: '{}' for archive member header at offset {start}",
                    shown(length)
                ))
            };
            content = content.saturating_add(decimal(length).filter(|_| !length.is_empty()).ok_or_else(wrong)?);
        }
        // LLVM keeps sixteen bits of it.
        let content = if file.get(start, content).is_some() { content } else { size };
        Ok(Member { start, raw_name, size, content, elsewhere })
    }

    fn big_member(&self, start: u64, rest: u64) -> Result<Member<'a>, Fault> {
        let file = self.bytes();
        if start.saturating_add(BIG_HEADER) >= self.data.len() as u64 || rest < BIG_HEADER {
            return Err(malformed("malformed AIX big archive: remaining buffer is unable to contain next archive member".into()));
        }
        let field = |at: u64, size: u64| trimmed(file.get(start + at, size).unwrap_or_default());
        let content = self.decimal_field("size", field(0, 20), start)?;
        let length = self.decimal_field("NameLen", field(108, 4), start)?;
        let padded = length + length % 2;
        if file.get(start + 112 + padded, 2) != Some(b"`\n") {
            let at = start + 112 + padded;
            return Err(malformed(format!("name does not have name terminator \"`\\n\" for archive memberheader at offset {at}")));
        }
        let raw_name = file.get(start + 112, length).unwrap_or_default();
        let size = BIG_HEADER.saturating_add(content).saturating_add(padded);
        Ok(Member { start, raw_name, size, content: BIG_HEADER + padded, elsewhere: false })
    }

    fn decimal_field(&self, what: &str, field: &[u8], start: u64) -> Result<u64, Fault> {
        decimal(field).filter(|_| !field.is_empty()).ok_or_else(|| {
            malformed(format!(
                "characters in {what} field in archive member header are not all decimal numbers: '{}' for the archive member header at offset {start}",
                shown(field)
            ))
        })
    }

    /// The name in the header of a member, up to what ends it.
    fn raw_name(&self, start: u64) -> Result<&'a [u8], Fault> {
        let field = self.bytes().get(start, 16).unwrap_or_default();
        let end = match (self.kind, field.first()) {
            (Kind::Bsd | Kind::Darwin64, Some(b' ')) => {
                return Err(malformed(format!("name contains a leading space for archive member header at offset {start}")));
            }
            (Kind::Bsd | Kind::Darwin64, _) | (_, Some(b'/' | b'#')) => b' ',
            _ => b'/',
        };
        Ok(&field[..field.iter().position(|byte| *byte == end).unwrap_or(field.len())])
    }

    /// The name of a member; `size` counts the bytes that belong to it.
    fn full_name(&self, start: u64, size: u64) -> Result<Cow<'a, [u8]>, Fault> {
        let at = || format!("for archive member header at offset {start}");
        if size < 16 {
            return Err(malformed(format!("archive header truncated before the name field {}", at())));
        }
        let name = self.raw_name(start)?;
        if let Some(rest) = name.strip_prefix(b"/") {
            if matches!(rest, b"" | b"/" | b"<XFGHASHMAP>/" | b"<ECSYMBOLS>/") {
                return Ok(name.into());
            }
            let digits = trimmed(rest);
            let wrong = || {
                malformed(format!("long name offset characters after the '/' are not all decimal numbers: '{}' {}", escaped(digits), at()))
            };
            let offset = decimal(digits).filter(|_| !digits.is_empty()).ok_or_else(wrong)?;
            // Many members may have one long name, which is not copied for each.
            let strings: &'a [u8] = match self.strings {
                Cow::Borrowed(strings) => strings,
                Cow::Owned(_) => b"",
            };
            let from = usize::try_from(offset).ok().and_then(|offset| strings.get(offset..)).filter(|from| !from.is_empty());
            let Some(from) = from else {
                return Err(malformed(format!("long name offset {offset} past the end of the string table {}", at())));
            };
            if !matches!(self.kind, Kind::Gnu | Kind::Gnu64) {
                return Ok(until_zero(from).into());
            }
            let end = from.iter().position(|byte| *byte == b'\n').unwrap_or(0);
            let name = from[..end].strip_suffix(b"/");
            return match name {
                Some(name) => Ok(name.into()),
                None => Err(malformed(format!("string table at long name offset {offset} not terminated"))),
            };
        }
        if let Some(length) = name.strip_prefix(b"#1/") {
            let digits = trimmed(length);
            let wrong = || {
                malformed(format!("long name length characters after the #1/ are not all decimal numbers: '{}' {}", escaped(digits), at()))
            };
            let length = decimal(digits).filter(|_| !digits.is_empty()).ok_or_else(wrong)?;
            let name = self.bytes().get(start + HEADER, length).filter(|_| HEADER.saturating_add(length) <= size);
            let past = || malformed(format!("long name length: {length} extends past the end of the member or archive {}", at()));
            let name = name.ok_or_else(past)?;
            let zeros = name.iter().rev().take_while(|byte| **byte == 0).count();
            return Ok(name[..name.len() - zeros].into());
        }
        match name.strip_suffix(b"/") {
            Some(name) => Ok(name.into()),
            None => Ok(trimmed(name).into()),
        }
    }

    /// The name of a member.
    pub fn name(&self, member: &Member<'a>) -> Result<Cow<'a, [u8]>, Fault> {
        match self.kind {
            Kind::AixBig => Ok(member.raw_name.into()),
            _ if member.elsewhere => {
                let field = self.bytes().get(member.start + 48, 10).unwrap_or_default();
                let size = self.decimal_field("size", trimmed(field), member.start)?;
                self.full_name(member.start, HEADER.saturating_add(size))
            }
            _ => self.full_name(member.start, member.size),
        }
    }

    /// A field in the header of a member, by its place in the two layouts.
    fn field(&self, member: &Member<'a>, plain: (u64, u64), big: (u64, u64)) -> &'a [u8] {
        let (at, size) = if self.kind == Kind::AixBig { big } else { plain };
        trimmed(self.bytes().get(member.start.saturating_add(at), size).unwrap_or_default())
    }

    /// When the content of a member was last changed, in seconds since 1970.
    pub fn date(&self, member: &Member<'a>) -> Result<u64, Fault> {
        self.decimal_field("LastModified", self.field(member, (16, 12), (60, 12)), member.start)
    }

    /// The number of the owner of a member; 0 if there is none.
    pub fn user(&self, member: &Member<'a>) -> Result<u64, Fault> {
        self.owner("UID", self.field(member, (28, 6), (72, 12)), member.start)
    }

    /// The number of the group of a member; 0 if there is none.
    pub fn group(&self, member: &Member<'a>) -> Result<u64, Fault> {
        self.owner("GID", self.field(member, (34, 6), (84, 12)), member.start)
    }

    fn owner(&self, what: &str, field: &[u8], start: u64) -> Result<u64, Fault> {
        if field.is_empty() { Ok(0) } else { self.decimal_field(what, field, start) }
    }

    /// The permissions of a member.
    pub fn mode(&self, member: &Member<'a>) -> Result<u64, Fault> {
        let field = self.field(member, (40, 8), (96, 12));
        let digits = std::str::from_utf8(field).ok().filter(|field| field.bytes().all(|byte| byte.is_ascii_digit()));
        digits.and_then(|digits| u64::from_str_radix(digits, 8).ok()).ok_or_else(|| {
            malformed(format!(
                "characters in AccessMode field in archive member header are not all octal numbers: '{}' for the archive member header at offset {}",
                shown(field),
                member.start
            ))
        })
    }

    /// The size in the header of a member.
    pub fn stated_size(&self, member: &Member<'a>) -> Result<u64, Fault> {
        self.decimal_field("size", self.field(member, (48, 10), (0, 20)), member.start)
    }

    /// The size of the content of a member as its header states it, which may go past the end of the file.
    pub fn size(&self, member: &Member<'a>) -> u64 {
        member.size.saturating_sub(member.content)
    }

    /// The content of a member, up to the end of the file.
    pub fn content(&self, member: &Member<'a>) -> &'a [u8] {
        let at = |offset: u64| usize::try_from(offset).unwrap_or(usize::MAX).min(self.data.len());
        let start = at(member.start.saturating_add(member.content));
        let end = at(member.start.saturating_add(member.size));
        self.data.get(start..end).unwrap_or_default()
    }

    /// The start of the content in the archive.
    pub fn content_offset(&self, member: &Member<'a>) -> u64 {
        member.start.saturating_add(member.content)
    }

    /// The first member that is no table.
    pub fn first(&self) -> Option<Member<'a>> {
        self.first
    }

    /// The member after another.
    pub fn next(&self, member: &Member<'a>) -> Result<Option<Member<'a>>, Fault> {
        let file_size = self.data.len() as u64;
        let next = match self.kind {
            Kind::AixBig if member.start == self.ends.1 => return Ok(None),
            Kind::AixBig => {
                let field = trimmed(self.bytes().get(member.start + 20, 20).unwrap_or_default());
                self.decimal_field("NextOffset", field, member.start)?
            }
            _ => {
                let end = member.start.saturating_add(member.size);
                end.saturating_add(end % 2)
            }
        };
        if next == file_size && self.kind != Kind::AixBig {
            return Ok(None);
        }
        if next > file_size {
            let of = match self.name(member) {
                Ok(name) => shown(&name).into_owned(),
                Err(_) => format!("at offset {}", member.start),
            };
            return Err(malformed(format!("offset to next archive member past the end of the archive after member {of}")));
        }
        // A big archive may be linked in a ring.
        if self.kind == Kind::AixBig && (128..=member.start).contains(&next) {
            return Ok(None);
        }
        self.member_at(next).map(Some)
    }

    /// The table of symbols: names and the members that define them. The last entry may be a fault.
    pub fn map(&self) -> Vec<MapEntry<'a>> {
        let big = matches!(self.kind, Kind::Gnu | Kind::Gnu64 | Kind::AixBig);
        let table = Bytes { data: &self.symbols, big };
        let size = self.symbols.len() as u64;
        if size == 0 {
            return Vec::new();
        }
        let read = |at: u64, wide: bool| if wide { table.u64(at) } else { table.u32(at).map(u64::from) };
        let mut members = 0;
        // The bytes of a number, the number of symbols, where their names begin.
        let (count, names) = match self.kind {
            Kind::Gnu | Kind::Gnu64 | Kind::AixBig => {
                let wide = self.kind != Kind::Gnu;
                let width = if wide { 8 } else { 4 };
                let count = read(0, wide).unwrap_or(0);
                (count, count.saturating_add(1).saturating_mul(width))
            }
            Kind::Bsd | Kind::Darwin64 => {
                let wide = self.kind == Kind::Darwin64;
                let width = if wide { 8 } else { 4 };
                let count = read(0, wide).unwrap_or(0) / (2 * width);
                (count, count.saturating_mul(2 * width).saturating_add(2 * width))
            }
            Kind::Coff => {
                members = read(0, false).unwrap_or(0);
                let count = read(4 + 4 * members, false).unwrap_or(0);
                (count, 8 + 4 * members + 2 * count)
            }
        };
        // LLVM counts in 32 bits.
        let count = count & 0xFFFF_FFFF;
        let mut entries = Vec::new();
        let mut at = names;
        for index in 0..count {
            let (name_at, offset) = match self.kind {
                Kind::Gnu => (at, read(4 + 4 * index, false)),
                Kind::Gnu64 | Kind::AixBig => (at, read(8 + 8 * index, true)),
                Kind::Bsd => (names.saturating_add(read(4 + 8 * index, false).unwrap_or(u64::MAX)), read(8 + 8 * index, false)),
                Kind::Darwin64 if index == 0 => (names.saturating_add(read(8, true).unwrap_or(u64::MAX)), read(16, true)),
                Kind::Darwin64 => (at, read(16 + 16 * index, true)),
                Kind::Coff => (at, self.coff_offset(table, members, table.u16(8 + 4 * members + 2 * index))),
            };
            // A name without a terminating zero continues past the table; LLVM then starts again.
            let in_file = self.symbols_at.and_then(|start| self.bytes().text(start.checked_add(name_at)?));
            let Some(name) = in_file.or_else(|| table.text(name_at)).filter(|_| name_at <= size) else { break };
            let end = name_at + name.len() as u64;
            at = if end < size { end + 1 } else { 0 };
            if !self.push(&mut entries, name, offset) {
                break;
            }
        }
        entries
    }

    /// The offset of a member by its number in the table of a COFF archive.
    fn coff_offset(&self, table: Bytes<'_>, members: u64, number: Option<u16>) -> Option<u64> {
        let index = u64::from(number?.wrapping_sub(1));
        if index >= members { None } else { table.u32(4 + 4 * index).map(u64::from) }
    }

    /// Adds an entry and returns whether more may follow.
    fn push(&self, entries: &mut Vec<MapEntry<'a>>, name: &[u8], offset: Option<u64>) -> bool {
        let member = match offset {
            Some(offset) => self.member_at(offset),
            None => Err(WRONG.into()),
        };
        let sound = member.is_ok();
        entries.push((name.to_vec(), member));
        sound
    }

    /// The table of symbols for Arm64EC.
    pub fn ec_map(&self) -> Result<Vec<MapEntry<'a>>, Fault> {
        let mut entries = Vec::new();
        let size = self.ec_symbols.len() as u64;
        if size == 0 {
            return Ok(entries);
        }
        let table = Bytes { data: self.ec_symbols, big: false };
        let main = Bytes { data: &self.symbols, big: false };
        let count = u64::from(table.u32(0).ok_or_else(|| malformed(format!("invalid EC symbols size ({size})")))?);
        let members = u64::from(main.u32(0).ok_or_else(|| malformed(format!("invalid symbols size ({size})")))?);
        let mut at = 4 + 2 * count;
        if size < at {
            return Err(malformed(format!("invalid EC symbols size. Size was {size}, but expected {at}")));
        }
        let mut names = Vec::new();
        for index in 0..count {
            let number = table.u16(4 + 2 * index).unwrap_or(0);
            if number == 0 {
                return Err(malformed("invalid EC symbol index 0".into()));
            }
            if u64::from(number) > members {
                return Err(malformed(format!("invalid EC symbol index {number} is larger than member count {members}")));
            }
            let name = table.text(at).unwrap_or_default();
            let end = at + name.len() as u64;
            if end >= size {
                return Err(malformed("malformed EC symbol names: not null-terminated".into()));
            }
            names.push((name, number));
            at = end + 1;
        }
        for (name, number) in names {
            let offset = self.coff_offset(main, members, Some(number));
            if !self.push(&mut entries, name, offset) {
                break;
            }
        }
        Ok(entries)
    }
}
