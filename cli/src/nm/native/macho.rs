//! Symbols of Mach-O files, and the layouts of Darwin's `nm -m` and `nm -x`.
use std::io::{self, Write};

use object::Endianness;
use object::macho;
use object::read::macho::{LoadCommandVariant, MachHeader, Nlist, Section, Segment};

use super::{Flags, Kind, Object, Symbol};

/// What of the header a list depends on.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Header {
    file_type: u32,
    flags: u32,
}

/// An entry of the table of symbols.
#[derive(Clone, Debug, Default)]
pub(super) struct Entry {
    n_type: u8,
    n_sect: u8,
    n_desc: u16,
    n_strx: u32,
    n_value: u64,
    /// `SEGMENT,SECTION`, or question marks.
    place: Vec<u8>,
    /// The name of the symbol that an indirect one stands for.
    pub(super) indirect: Vec<u8>,
    /// The library that an undefined one comes from; none where the ordinal is bad.
    library: Option<Vec<u8>>,
}

// Of `n_type`.
const STAB: u8 = 0xE0;
const PRIVATE: u8 = 0x10;
const TYPE: u8 = 0x0E;
const EXTERNAL: u8 = 0x01;
const UNDEFINED: u8 = 0;
const ABSOLUTE: u8 = 2;
const INDIRECT: u8 = 0xA;
const PREBOUND: u8 = 0xC;
const IN_SECTION: u8 = 0xE;
// Of `n_desc`.
const REFERENCE: u16 = 7;
const THUMB: u16 = 8;
const DYNAMICALLY: u16 = 0x10;
const NO_DEAD_STRIP: u16 = 0x20;
const WEAK_REFERENCE: u16 = 0x40;
const WEAK_DEFINITION: u16 = 0x80;
const RESOLVER: u16 = 0x100;
const ALT_ENTRY: u16 = 0x200;
const COLD: u16 = 0x400;

/// Reads the table of symbols.
pub(super) fn read<Mach: MachHeader<Endian = Endianness>>(data: &[u8]) -> object::read::Result<Object> {
    let header = Mach::parse(data, 0)?;
    let endian = header.endian()?;
    let mut places: Vec<(Vec<u8>, Vec<u8>)> = Vec::new();
    let mut libraries: Vec<Vec<u8>> = Vec::new();
    let mut table = None;
    let mut commands = header.load_commands(endian, data, 0)?;
    while let Some(command) = commands.next()? {
        if let Some((segment, section_data)) = Mach::Segment::from_command(command)? {
            for section in segment.sections(endian, section_data)? {
                places.push((section.segment_name().to_vec(), section.name().to_vec()));
            }
        } else if let Some(symtab) = command.symtab()? {
            table = Some(symtab);
        }
        if let LoadCommandVariant::Dylib(dylib) = command.variant()? {
            libraries.push(short_name(command.string(endian, dylib.dylib.name)?).to_vec());
        }
    }
    let file_type = header.filetype(endian).0;
    let mut symbols = Vec::new();
    if let Some(table) = table {
        let table = table.symbols::<Mach, _>(endian, data)?;
        for raw in table.iter() {
            let (n_type, n_desc, n_value) = (raw.n_type().0, raw.n_desc(endian).0, raw.n_value(endian).into());
            let kind = n_type & TYPE;
            let stab = n_type & STAB != 0;
            let place = (kind == IN_SECTION).then(|| usize::from(raw.n_sect()).checked_sub(1).and_then(|at| places.get(at))).flatten();
            let name = match raw.n_strx(endian) {
                0 => Vec::new(),
                _ => raw.name(endian, table.strings()).map_or_else(|_| b"bad string index".to_vec(), <[u8]>::to_vec),
            };
            let ordinal = n_desc >> 8;
            let strings = table.strings();
            symbols.push(Symbol {
                name,
                address: n_value,
                flags: Flags {
                    undefined: !stab && kind == UNDEFINED && n_value == 0,
                    common: !stab && kind == UNDEFINED && n_value != 0,
                    global: n_type & EXTERNAL != 0,
                    weak: n_desc & (WEAK_REFERENCE | WEAK_DEFINITION) != 0,
                    special: stab,
                    absolute: kind == ABSOLUTE && !stab,
                },
                fixed: stab.then_some('-'),
                letter: letter(kind, place, file_type == macho::MH_KEXT_BUNDLE.0 && header.is_type_64()),
                mach: Some(Entry {
                    n_type,
                    n_sect: raw.n_sect(),
                    n_desc,
                    n_strx: raw.n_strx(endian),
                    n_value,
                    place: place.map_or(b"?,?".to_vec(), |(segment, section)| [segment, &b","[..], section].concat()),
                    indirect: match kind {
                        INDIRECT => strings.get(n_value as u32).unwrap_or(b"?").to_vec(),
                        _ => Vec::new(),
                    },
                    library: usize::from(ordinal).checked_sub(1).and_then(|at| libraries.get(at).cloned()),
                }),
                ..Symbol::default()
            });
        }
    }
    let wide = header.is_type_64();
    let header = Header { file_type, flags: header.flags(endian).0 };
    Ok(Object { kind: Kind::MachO, wide, for_64: wide, has_mapping: false, any: false, symbols, header })
}

/// The letter that its kind and section give a symbol.
fn letter(kind: u8, place: Option<&(Vec<u8>, Vec<u8>)>, kext: bool) -> char {
    let place = place.map(|(segment, section)| (segment.as_slice(), section.as_slice()));
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

/// What lists call a library (`MachOObjectFile::guessLibraryShortName`): its file's name up to the first dot, or the name of the framework.
fn short_name(path: &[u8]) -> &[u8] {
    let name = path.rsplit(|c| *c == b'/').next().unwrap_or(path);
    let stem = name.split(|c| *c == b'.').next().unwrap_or(name);
    stem.strip_suffix(b"_debug").or_else(|| stem.strip_suffix(b"_profile")).unwrap_or(stem)
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
                (_, Some(library)) => out.write_all(&[b" (from ", library.as_slice(), b")"].concat())?,
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
