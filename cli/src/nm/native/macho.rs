//! Symbols of Mach-O files, and the layouts of Darwin's `nm -m` and `nm -x`.
use std::io::{self, Write};

use object::macho;

use super::macho_layout::{self, Layout, Section};
use super::{Flags, Kind, Object, Symbol, dyld};
use crate::nm::bytes::Fault;
use crate::nm::options::Options;

/// What of the header a list depends on.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Header {
    file_type: u32,
    flags: u32,
}

/// An entry of the table of symbols.
#[derive(Clone, Debug, Default)]
pub(super) struct Entry {
    pub(super) n_type: u8,
    pub(super) n_sect: u8,
    pub(super) n_desc: u16,
    pub(super) n_strx: u32,
    pub(super) n_value: u64,
    /// `SEGMENT,SECTION`, or question marks.
    pub(super) place: Vec<u8>,
    /// The name of the symbol that an indirect one stands for.
    pub(super) indirect: Vec<u8>,
    /// The path of the library that an undefined one comes from; none where the ordinal is bad.
    pub(super) library: Option<Vec<u8>>,
}

// Of `n_type`.
const STAB: u8 = 0xE0;
const PRIVATE: u8 = 0x10;
const TYPE: u8 = 0x0E;
pub(super) const EXTERNAL: u8 = 0x01;
pub(super) const UNDEFINED: u8 = 0;
pub(super) const ABSOLUTE: u8 = 2;
pub(super) const INDIRECT: u8 = 0xA;
const PREBOUND: u8 = 0xC;
pub(super) const IN_SECTION: u8 = 0xE;
// Of `n_desc`.
const REFERENCE: u16 = 7;
pub(super) const LAZY: u16 = 1;
pub(super) const THUMB: u16 = 8;
pub(super) const DYNAMICALLY: u16 = 0x10;
const NO_DEAD_STRIP: u16 = 0x20;
const WEAK_REFERENCE: u16 = 0x40;
pub(super) const WEAK_DEFINITION: u16 = 0x80;
const RESOLVER: u16 = 0x100;
const ALT_ENTRY: u16 = 0x200;
const COLD: u16 = 0x400;

/// Reads the symbols of a file, or of those that it holds.
pub(super) fn read(data: &[u8], slice: Option<(u32, u32)>, name: &str, options: &Options) -> Result<Object, Fault> {
    const FILE_SET: u32 = 12;
    let layout = macho_layout::parse(data, slice, 0)?;
    let mut object = of_layout(&layout, name, options);
    if layout.wide && layout.file_type == FILE_SET {
        object.entries = Vec::new();
        for &(entry, offset) in &layout.entries {
            let part = macho_layout::parse(data, None, offset)?;
            object.entries.push((entry.to_vec(), of_layout(&part, name, options)));
        }
        object.is_set = true;
    }
    Ok(object)
}

fn of_layout(layout: &Layout<'_>, name: &str, options: &Options) -> Object {
    let header = Header { file_type: layout.file_type, flags: layout.flags };
    let mut object = Object { wide: layout.wide, for_64: layout.wide, header, cpu: layout.cpu, ..Object::new(Kind::MachO) };
    let file = layout.file;
    let in_section = options.section.as_ref().map(|(segment, section)| {
        let is_it = |found: &Section| found.segment == segment.as_bytes() && found.name == section.as_bytes();
        layout.sections.iter().position(is_it).map_or(0, |at| at + 1)
    });
    let entry_size = if layout.wide { 16 } else { 12 };
    let ((start, count), (names, names_size)) = layout.symbols.unwrap_or_default();
    object.any = count > 0;
    if in_section == Some(0) {
        object.stopped = true;
        return object;
    }
    let count = if options.dyld_only { 0 } else { count };
    for at in (0..count).map(|index| start + index * entry_size) {
        let (Some(n_strx), Some(n_type), Some(n_sect), Some(n_desc)) = (file.u32(at), file.u8(at + 4), file.u8(at + 5), file.u16(at + 6))
        else {
            break;
        };
        let n_value = if layout.wide { file.u64(at + 8) } else { file.u32(at + 8).map(u64::from) }.unwrap_or(0);
        let kind = n_type & TYPE;
        let stab = n_type & STAB != 0;
        if in_section.is_some_and(|number| kind != IN_SECTION || usize::from(n_sect) != number) {
            continue;
        }
        let place = layout.section(n_sect);
        let external = n_type & EXTERNAL != 0;
        let name = match n_strx {
            0 => Vec::new(),
            offset => file
                .text(names + u64::from(offset))
                .filter(|_| names + u64::from(offset) < file.data.len() as u64)
                .map_or_else(|| b"bad string index".to_vec(), <[u8]>::to_vec),
        };
        object.symbols.push(Symbol {
            name,
            address: if options.wants_addresses() { n_value } else { 0 },
            flags: Flags {
                undefined: external && kind == UNDEFINED && n_value == 0,
                common: external && kind == UNDEFINED && n_value != 0,
                global: external,
                weak: n_desc & (WEAK_REFERENCE | WEAK_DEFINITION) != 0,
                special: stab,
                absolute: kind == ABSOLUTE,
                indirect: kind == INDIRECT,
            },
            fixed: stab.then_some('-'),
            letter: letter(kind, place, file_type_is_kext(layout)),
            mach: Some(Entry {
                n_type,
                n_sect,
                n_desc,
                n_strx,
                n_value,
                place: place.map_or(b"?,?".to_vec(), |section| [&section.segment[..], b",", &section.name].concat()),
                indirect: match kind {
                    INDIRECT if n_value < names_size => file.text(names + n_value).unwrap_or_default().to_vec(),
                    INDIRECT => b"?".to_vec(),
                    _ => Vec::new(),
                },
                library: usize::from(n_desc >> 8).checked_sub(1).and_then(|at| layout.libraries.get(at)).map(|path| path.to_vec()),
            }),
            section_number: Some(usize::from(n_sect)),
            index: Some((at - start) / entry_size),
            ..Symbol::default()
        });
    }
    if !options.no_dyld {
        let faults = dyld::add(layout, options, &mut object.symbols);
        object.errors.extend(faults.into_iter().map(|fault| format!("{name}: {}\n", fault.message)));
    }
    object
}

fn file_type_is_kext(layout: &Layout<'_>) -> bool {
    layout.wide && layout.file_type == macho::MH_KEXT_BUNDLE.0
}

/// The letter of a symbol that the dynamic linker alone knows, in lower case.
pub(super) fn letter_of_dyld(section: Option<&Section>) -> char {
    letter(IN_SECTION, section, false)
}

/// The letter that its kind and section give a symbol.
fn letter(kind: u8, place: Option<&Section>, kext: bool) -> char {
    let place = place.map(|section| (section.segment.as_slice(), section.name.as_slice()));
    match (kind, place) {
        (ABSOLUTE, _) => 's',
        (INDIRECT, _) => 'i',
        (IN_SECTION, Some((b"__TEXT", b"__text"))) => 't',
        (IN_SECTION, Some((b"__TEXT_EXEC", b"__text"))) if kext => 't',
        (IN_SECTION, Some((b"__DATA", b"__data"))) => 'd',
        (IN_SECTION, Some((b"__DATA", b"__bss"))) => 'b',
        (IN_SECTION, _) => 's',
        _ => '?',
    }
}

/// What lists call a library (`MachOObjectFile::guessLibraryShortName`): the name of its framework, or that of its file without what ends it; else
/// the path.
fn short_name(path: &[u8]) -> &[u8] {
    let find = |end: usize| path[..end].iter().rposition(|byte| *byte == b'/');
    let without_kind = |name: &'_ [u8]| -> usize {
        match name.iter().rposition(|byte| *byte == b'_') {
            Some(at) if matches!(&name[at..], b"_debug" | b"_profile") => at,
            _ => name.len(),
        }
    };
    if let Some(last) = find(path.len()).filter(|at| *at > 0) {
        let name = &path[last + 1..];
        let name = &name[..without_kind(name)];
        let is_framework = |start: usize| {
            let rest = path.get(start..).unwrap_or_default();
            !name.is_empty() && rest.strip_prefix(name).is_some_and(|rest| rest.starts_with(b".framework/"))
        };
        let folder = find(last);
        if is_framework(folder.map_or(0, |at| at + 1)) {
            return name;
        }
        let versions = folder.and_then(find).filter(|at| *at > 0 && path[at + 1..].starts_with(b"Versions/"));
        if let Some(versions) = versions
            && is_framework(find(versions).map_or(0, |at| at + 1))
        {
            return name;
        }
    }
    let start = find(path.len()).map_or(0, |at| at + 1);
    let dot = path.iter().rposition(|byte| *byte == b'.').filter(|at| *at > 0);
    // One letter after a dot at the end is a version.
    let unversioned = |name: &'_ [u8]| if name.len() >= 3 && name[name.len() - 2] == b'.' { name.len() - 2 } else { name.len() };
    match dot.map(|at| (at, &path[at..])) {
        Some((at, b".dylib")) => {
            let at = if at >= 3 && path[at - 2] == b'.' { at - 2 } else { at };
            let name = path.get(start..at).unwrap_or_default();
            let name = match path.iter().rposition(|byte| *byte == b'_').filter(|at| *at > start) {
                Some(end) if end <= at && matches!(&path[end..at], b"_debug" | b"_profile") => &path[start..end],
                _ => name,
            };
            let name = &name[..unversioned(name)];
            if name.is_empty() { path } else { name }
        }
        Some((at, b".qtx")) => {
            let name = path.get(start..at).unwrap_or_default();
            let name = &name[..unversioned(name)];
            if name.is_empty() { path } else { name }
        }
        _ => path,
    }
}

impl Entry {
    /// What stands between the letter and the name of an entry for debuggers.
    pub(super) fn write_stab(&self, out: &mut dyn Write) -> io::Result<()> {
        write!(out, " {:02x} {:04x} ", self.n_sect, self.n_desc)?;
        match STABS.iter().find(|(number, _)| *number == self.n_type) {
            Some((_, name)) => write!(out, "{name:>5.5}"),
            None => write!(out, "   {:02x}", self.n_type),
        }
    }

    /// Writes it as Darwin's `nm -m` does, or as its `nm -x`.
    #[allow(clippy::too_many_arguments)]
    pub(super) fn write(
        &self,
        name: &[u8],
        address: Option<&str>,
        blanks: &str,
        digits: &dyn Fn(u64) -> String,
        header: Header,
        hex: bool,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let kind = self.n_type & TYPE;
        if hex {
            let value = digits(self.n_value);
            write!(out, "{value} {:02x} {:02x} {:04x} {:08x} ", self.n_type, self.n_sect, self.n_desc, self.n_strx)?;
            out.write_all(name)?;
            if kind == INDIRECT {
                out.write_all(&[b" (indirect for ", value.as_bytes(), b" ", self.indirect.as_slice(), b")"].concat())?;
            }
            // With the end of the line a blank one, as llvm-nm has it.
            return out.write_all(b"\n");
        }
        if let Some(address) = address {
            write!(out, "{} ", if kind == INDIRECT { blanks } else { address })?;
        }
        self.write_kind(kind, out)?;
        let has = |bit: u16| self.n_desc & bit == bit;
        let external = self.n_type & EXTERNAL != 0;
        let private = self.n_type & PRIVATE != 0;
        if external && has(DYNAMICALLY) {
            out.write_all(b"[referenced dynamically] ")?;
        }
        out.write_all(match (external, private) {
            (true, true) if has(WEAK_DEFINITION) => b"weak private external ",
            (true, true) => b"private external ",
            (true, false) if has(WEAK_DEFINITION) && has(WEAK_REFERENCE) => b"weak external automatically hidden ",
            (true, false) if has(WEAK_DEFINITION) || has(WEAK_REFERENCE) => b"weak external ",
            (true, false) => b"external ",
            (false, true) => b"non-external (was a private external) ",
            (false, false) => b"non-external ",
        })?;
        if header.file_type == macho::MH_OBJECT.0 {
            let notes: [(u16, bool, &[u8]); 4] = [
                (NO_DEAD_STRIP, true, b"[no dead strip] "),
                (RESOLVER, kind != UNDEFINED, b"[symbol resolver] "),
                (ALT_ENTRY, kind != UNDEFINED, b"[alt entry] "),
                (COLD, kind != UNDEFINED, b"[cold func] "),
            ];
            for (_, _, note) in notes.iter().filter(|(bit, fits, _)| *fits && has(*bit)) {
                out.write_all(note)?;
            }
        }
        if has(THUMB) {
            out.write_all(b"[Thumb] ")?;
        }
        out.write_all(name)?;
        if kind == INDIRECT {
            out.write_all(&[b" (for ", self.indirect.as_slice(), b")"].concat())?;
        }
        let undefined = kind == UNDEFINED && self.n_value == 0 || kind == PREBOUND;
        if header.flags & macho::MH_TWOLEVEL.0 != 0 && undefined {
            match (self.n_desc >> 8, &self.library) {
                (0, _) => {}
                (0xFF, _) => out.write_all(b" (from executable)")?,
                (0xFE, _) => out.write_all(b" (dynamically looked up)")?,
                (_, Some(library)) => out.write_all(&[b" (from ", short_name(library), b")"].concat())?,
                (ordinal, None) => write!(out, " (from bad library ordinal {ordinal})")?,
            }
        }
        Ok(())
    }

    /// What a symbol is, in parentheses.
    fn write_kind(&self, kind: u8, out: &mut dyn Write) -> io::Result<()> {
        match kind {
            UNDEFINED if self.n_value != 0 => {
                out.write_all(b"(common) ")?;
                match self.n_desc >> 8 & 0xF {
                    0 => Ok(()),
                    power => write!(out, "(alignment 2^{power}) "),
                }
            }
            UNDEFINED => write!(
                out,
                "(undefined{}) ",
                match self.n_desc & REFERENCE {
                    1 => " [lazy bound]",
                    4 => " [private]",
                    5 => " [private lazy bound]",
                    _ => "",
                }
            ),
            ABSOLUTE => out.write_all(b"(absolute) "),
            INDIRECT => out.write_all(b"(indirect) "),
            IN_SECTION => out.write_all(&[b"(", self.place.as_slice(), b") "].concat()),
            _ => out.write_all(b"(?) "),
        }
    }
}

/// What entries for debuggers are called.
const STABS: [(u8, &str); 31] = [
    (0x20, "GSYM"),
    (0x22, "FNAME"),
    (0x24, "FUN"),
    (0x26, "STSYM"),
    (0x28, "LCSYM"),
    (0x2E, "BNSYM"),
    (0x30, "PC"),
    (0x32, "AST"),
    (0x3C, "OPT"),
    (0x40, "RSYM"),
    (0x44, "SLINE"),
    (0x4E, "ENSYM"),
    (0x60, "SSYM"),
    (0x64, "SO"),
    (0x66, "OSO"),
    (0x80, "LSYM"),
    (0x82, "BINCL"),
    (0x84, "SOL"),
    (0x86, "PARAM"),
    (0x88, "VERS"),
    (0x8A, "OLEV"),
    (0xA0, "PSYM"),
    (0xA2, "EINCL"),
    (0xA4, "ENTRY"),
    (0xC0, "LBRAC"),
    (0xC2, "EXCL"),
    (0xE0, "RBRAC"),
    (0xE2, "BCOMM"),
    (0xE4, "ECOMM"),
    (0xE8, "ECOML"),
    (0xFE, "LENG"),
];
