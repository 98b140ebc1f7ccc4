//! Symbols of XCOFF files, and the names for AIX's linker to export.
//!
//! The checks and messages are those of LLVM's `XCOFFObjectFile` (`lib/Object/XCOFFObjectFile.cpp`, LLVM 22); exports are those of
//! `getXCOFFExports` in llvm-nm.
use super::bytes::{Bytes, Fault, shown, until_zero};
use super::model::Options;
use super::model::{Flags, Kind, Object, Symbol};

const EOF: &str = "The end of the file was unexpectedly encountered";
const ENTRY: u64 = 18;

// Kinds of sections.
const TEXT: u32 = 0x20;
const DATA: u32 = 0x40;
const BSS: u32 = 0x80;
const THREAD_DATA: u32 = 0x400;
const THREAD_BSS: u32 = 0x800;
const DWARF: u32 = 0x10;
const DEBUG: u32 = 0x2000;

// Storage classes.
const EXTERNAL: u8 = 2;
const HIDDEN_EXTERNAL: u8 = 107;
const WEAK_EXTERNAL: u8 = 111;
const FILE: u8 = 103;

/// Of the type of a symbol: the visibility.
const VISIBILITY: u16 = 0x7000;
const INTERNAL: u16 = 0x1000;
const HIDDEN: u16 = 0x2000;
const PROTECTED: u16 = 0x3000;
const EXPORTED: u16 = 0x4000;
const FUNCTION: u16 = 0x20;

/// Of the kind of a control section.
const EXTERNAL_REFERENCE: u8 = 0;
const SECTION_DEFINITION: u8 = 1;
const LABEL: u8 = 2;
const COMMON: u8 = 3;

/// A shared object without exports.
const SHARED: u16 = 0x2000;

/// A file with all its tables inside of it.
struct Xcoff<'a> {
    file: Bytes<'a>,
    wide: bool,
    sections: (u64, u64),
    symbols: (u64, u64),
    strings: (u64, u64),
    has_visibility: bool,
    shared: bool,
}

/// A symbol's record.
#[derive(Clone, Copy)]
struct Raw {
    at: u64,
    index: u64,
    value: u64,
    section: i16,
    kind: u16,
    class: u8,
    /// The number of auxiliary records after it.
    more: u64,
}

/// The last record of a control section's symbol.
struct Csect {
    index: u64,
    length: u64,
    kind: u8,
    class: u8,
}

/// Reads the symbols of a file; `name` is that of the file in messages.
pub(super) fn read(data: &[u8], name: &str, options: &Options) -> Result<Object, Fault> {
    let file = Xcoff::parse(data)?;
    let mut object = Object { wide: file.wide, for_64: file.wide, ..Object::new(Kind::Xcoff) };
    object.any = file.symbols.1 > 0;
    if options.export_symbols {
        file.exports(name, options, &mut object);
        return Ok(object);
    }
    let mut index = 0;
    while let Some(raw) = file.raw(index) {
        index += 1 + raw.more;
        let csect = if raw.is_csect() { Some(file.csect(&raw)) } else { None };
        if let Some(Err(message)) = csect {
            object.errors.push(format!("{name}: {message}\n"));
            object.stopped = true;
            return Ok(object);
        }
        let csect = csect.and_then(Result::ok);
        let is_common = csect.as_ref().is_some_and(|csect| csect.kind == COMMON);
        let sized = csect.as_ref().filter(|csect| matches!(csect.kind, SECTION_DEFINITION | COMMON));
        let flags = Flags {
            absolute: raw.section == -1,
            global: matches!(raw.class, EXTERNAL | WEAK_EXTERNAL),
            weak: raw.class == WEAK_EXTERNAL,
            common: is_common,
            undefined: raw.section == 0,
            ..Flags::default()
        };
        let by_section = !flags.undefined && !flags.weak && !flags.common && !flags.absolute;
        let letter = if by_section { file.letter(&raw, name, &mut object) } else { '?' };
        let symbol_name = file.name(&raw).unwrap_or_else(|message| {
            object.errors.push(format!("{name}: {message}\n"));
            Vec::new()
        });
        let size = sized.map_or(0, |csect| csect.length);
        let symbol = Symbol { name: symbol_name, address: raw.value, size, flags, letter, ..Symbol::default() };
        if !object.push(symbol, data.len(), name) {
            break;
        }
    }
    Ok(object)
}

impl Raw {
    fn is_csect(&self) -> bool {
        matches!(self.class, EXTERNAL | WEAK_EXTERNAL | HIDDEN_EXTERNAL)
    }
}

impl<'a> Xcoff<'a> {
    fn parse(data: &'a [u8]) -> Result<Xcoff<'a>, Fault> {
        let file = Bytes { data, big: true };
        let wide = data.starts_with(b"\x01\xF7");
        let header = if wide { 24 } else { 20 };
        let eof = || Fault::from(EOF);
        file.get(0, header).ok_or_else(eof)?;
        let section_count = u64::from(file.u16(2).unwrap_or(0));
        let optional = u64::from(file.u16(16).unwrap_or(0));
        file.get(header, optional).ok_or_else(eof)?;
        let sections = header + optional;
        let sections_size = section_count * if wide { 72 } else { 40 };
        if section_count > 0 && file.get(sections, sections_size).is_none() {
            return Err(format!(
                "{EOF}: section headers with offset 0x{sections:x} and size 0x{sections_size:x} go past the end of the file"
            )
            .into());
        }
        let (at, count) = match wide {
            true => (file.u64(8), file.u32(20)),
            // A negative number of them counts as none.
            false => (file.u32(8).map(u64::from), file.u32(12).filter(|count| *count as i32 >= 0)),
        };
        let (at, count) = (at.unwrap_or(0), u64::from(count.unwrap_or(0)));
        let has_visibility = wide || optional > 0 && file.u16(header + 2) == Some(2);
        let shared = file.u16(18).unwrap_or(0) & SHARED != 0;
        let mut xcoff =
            Xcoff { file, wide, sections: (sections, section_count), symbols: (at, count), strings: (0, 0), has_visibility, shared };
        if count == 0 {
            return Ok(xcoff);
        }
        let size = count * ENTRY;
        if file.get(at, size).is_none() {
            return Err(format!("{EOF}: symbol table with offset 0x{at:x} and size 0x{size:x} goes past the end of the file").into());
        }
        let strings = at + size;
        let Some(length) = file.u32(strings).map(u64::from) else { return Ok(xcoff) };
        if length <= 4 {
            xcoff.strings = (strings, 4);
            return Ok(xcoff);
        }
        let Some(table) = file.get(strings, length) else {
            return Err(format!("{EOF}: string table with offset 0x{strings:x} and size 0x{length:x} goes past the end of the file").into());
        };
        if table.last() != Some(&0) {
            return Err("String table must end with a null terminator".into());
        }
        xcoff.strings = (strings, length);
        Ok(xcoff)
    }

    fn raw(&self, index: u64) -> Option<Raw> {
        let at = self.symbols.0 + index * ENTRY;
        let within = index < self.symbols.1;
        within.then_some(())?;
        let value = if self.wide { self.file.u64(at)? } else { u64::from(self.file.u32(at + 8)?) };
        Some(Raw {
            at,
            index,
            value,
            section: self.file.u16(at + 12)? as i16,
            kind: self.file.u16(at + 14)?,
            class: self.file.u8(at + 16)?,
            more: u64::from(self.file.u8(at + 17)?),
        })
    }

    fn string(&self, offset: u32) -> Result<Vec<u8>, String> {
        let (start, size) = self.strings;
        if offset < 4 {
            return Ok(Vec::new());
        }
        if size > 4 && u64::from(offset) < size {
            return Ok(self.file.text(start + u64::from(offset)).unwrap_or_default().to_vec());
        }
        Err(format!("entry with offset 0x{offset:x} in a string table with size 0x{size:x} is invalid"))
    }

    fn name(&self, raw: &Raw) -> Result<Vec<u8>, String> {
        if raw.class & 0x80 != 0 {
            return Ok(b"Unimplemented Debug Name".to_vec());
        }
        let offset = |at: u64| self.file.u32(at).unwrap_or(0);
        match self.wide {
            true => self.string(offset(raw.at + 8)),
            false if offset(raw.at) == 0 => self.string(offset(raw.at + 4)),
            false => Ok(until_zero(self.file.get(raw.at, 8).unwrap_or_default()).to_vec()),
        }
    }

    fn csect(&self, raw: &Raw) -> Result<Csect, String> {
        let name = self.name(raw)?;
        let of = || format!("\"{}\" with index {}", shown(&name), raw.index);
        if raw.more == 0 {
            return Err(format!("csect symbol {} contains no auxiliary entry", of()));
        }
        let number = |at: u64| self.file.u32(at).map_or(0, u64::from);
        let made = |index: u64, at: u64| Csect {
            index,
            length: if self.wide { number(at) | number(at + 12) << 32 } else { number(at) },
            kind: self.file.u8(at + 10).unwrap_or(0) & 7,
            class: self.file.u8(at + 11).unwrap_or(0),
        };
        let at = |number: u64| raw.at + number * ENTRY;
        if !self.wide {
            return Ok(made(raw.index + raw.more, at(raw.more)));
        }
        let found = (1..=raw.more).rev().find(|number| self.file.u8(at(*number) + 17) == Some(251));
        match found {
            Some(number) => Ok(made(raw.index + number, at(number))),
            None => Err(format!("a csect auxiliary entry has not been found for symbol {}", of())),
        }
    }

    /// The kind of a section, by its number.
    fn section(&self, number: i16) -> Result<(u32, &'a [u8]), String> {
        let (start, count) = self.sections;
        let index = u64::try_from(number).ok().and_then(|number| number.checked_sub(1)).filter(|index| *index < count);
        let index = index.ok_or_else(|| format!("the section index ({number}) is invalid"))?;
        let size = if self.wide { 72 } else { 40 };
        let at = start + index * size;
        let flags = self.file.u32(at + if self.wide { 64 } else { 36 }).unwrap_or(0);
        Ok((flags, until_zero(self.file.get(at, 8).unwrap_or_default())))
    }

    /// Whether a symbol is a function.
    fn is_function(&self, raw: &Raw) -> Result<bool, String> {
        const CODE: u8 = 0;
        const GLUE: u8 = 6;
        if !raw.is_csect() {
            return Ok(false);
        }
        if raw.kind & FUNCTION != 0 {
            return Ok(true);
        }
        let csect = self.csect(raw)?;
        if !matches!(csect.class, CODE | GLUE) {
            return Ok(false);
        }
        match csect.kind {
            COMMON | EXTERNAL_REFERENCE => Ok(false),
            SECTION_DEFINITION if csect.length == 0 => Ok(false),
            SECTION_DEFINITION => match self.raw(raw.index + 1 + raw.more) {
                Some(next) if next.value == raw.value => Ok(self.csect(&next)?.kind != LABEL),
                _ => Ok(true),
            },
            LABEL => Ok(true),
            kind => Err(format!("symbol csect aux entry with index {} has invalid symbol type {kind:x}", csect.index)),
        }
    }

    /// The letter of a symbol, determined by its section.
    fn letter(&self, raw: &Raw, name: &str, object: &mut Object) -> char {
        let warn = |message: String, object: &mut Object| {
            object.warnings.push(format!("{name}: for symbol with index {}: {message}", raw.index));
            '?'
        };
        let is_function = match self.is_function(raw) {
            Ok(is_function) => is_function,
            Err(message) => return warn(message, object),
        };
        if !is_function && raw.class == FILE {
            return 'f';
        }
        if raw.section <= 0 {
            return '?';
        }
        let (flags, _) = match self.section(raw.section) {
            Ok(section) => section,
            Err(message) => return warn(message, object),
        };
        if let (false, Err(message)) = (is_function, self.name(raw)) {
            return warn(message, object);
        }
        match () {
            () if flags & (DEBUG | DWARF) != 0 => 'N',
            () if flags & TEXT != 0 => 't',
            () if flags & (DATA | THREAD_DATA) != 0 => 'd',
            () if flags & (BSS | THREAD_BSS) != 0 => 'b',
            () => '?',
        }
    }

    /// The symbols that a linker is to export.
    fn exports(&self, file: &str, options: &Options, object: &mut Object) {
        if self.shared {
            return;
        }
        let mut index = 0;
        while let Some(raw) = self.raw(index) {
            index += 1 + raw.more;
            let visibility = if self.has_visibility { raw.kind & VISIBILITY } else { 0 };
            if matches!(visibility, INTERNAL | HIDDEN) || raw.section <= 0 {
                continue;
            }
            let flags = match self.section(raw.section) {
                Ok((flags, _)) => flags,
                Err(message) => {
                    object.warnings.push(format!("{file}: for symbol with index {}: {message}", raw.index));
                    continue;
                }
            };
            let Ok(name) = self.name(&raw) else { continue };
            if flags & (TEXT | DATA | THREAD_DATA | BSS | THREAD_BSS) == 0 {
                continue;
            }
            let digits = name.strip_prefix(b"__").and_then(|name| name.strip_suffix(b"__")).filter(|digits| !digits.is_empty());
            let is_number = digits.is_some_and(|digits| digits.iter().all(u8::is_ascii_digit));
            let of_linker = [&b"__sinit"[..], b"__sterm", b".", b"("].iter().any(|start| name.starts_with(start));
            if name.is_empty() || of_linker || is_number || options.no_resources && name == b"__rsrc" {
                continue;
            }
            let skipped = match () {
                () if name.starts_with(b"__tf1") => 6,
                () if name.starts_with(b"__tf9") => 14,
                () => 0,
            };
            let is_csect = raw.is_csect();
            if let (true, Err(message)) = (is_csect, self.csect(&raw)) {
                object.errors.push(format!("{file}: {message}\n"));
                continue;
            }
            let symbol = Symbol {
                name: name.get(skipped..).unwrap_or_default().to_vec(),
                flags: Flags {
                    global: matches!(raw.class, EXTERNAL | WEAK_EXTERNAL),
                    weak: raw.class == WEAK_EXTERNAL,
                    ..Flags::default()
                },
                visibility: match visibility {
                    PROTECTED => "protected",
                    EXPORTED => "export",
                    _ => "",
                },
                ..Symbol::default()
            };
            if !object.push(symbol, self.file.data.len(), file) {
                return;
            }
        }
    }
}
