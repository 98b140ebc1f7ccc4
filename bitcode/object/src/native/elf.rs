//! Symbols of ELF files.
//!
//! The checks and messages are those of LLVM's `ELFFile` and `ELFObjectFile` (`llvm/Object/ELF.h`, `ELFObjectFile.h`, LLVM 22).
use std::borrow::Cow;

use object::elf;

use super::bytes::{Bytes, Fault, until_zero};
use super::elf_versions::versions;
use super::model::Options;
use super::model::{Flags, Kind, Object, Symbol};

/// A section's header.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Section {
    pub(super) index: u64,
    name: u32,
    pub(super) kind: u32,
    flags: u64,
    pub(super) address: u64,
    pub(super) offset: u64,
    pub(super) size: u64,
    pub(super) link: u32,
    pub(super) info: u32,
    entry: u64,
}

/// A file, and its sections.
pub(super) struct Elf<'a> {
    pub(super) file: Bytes<'a>,
    pub(super) wide: bool,
    machine: u16,
    kind: u16,
    names: u64,
    pub(super) sections: Vec<Section>,
}

const UNDEFINED: u16 = 0;
const RESERVED: u16 = 0xFF00;
const ABSOLUTE: u16 = 0xFFF1;
const COMMON: u16 = 0xFFF2;
const EXTENDED: u16 = 0xFFFF;

/// Reads the symbol table, or the dynamic one; `name` is the name of the file in messages.
pub(super) fn read(data: &[u8], name: &str, options: &Options) -> Result<Object, Fault> {
    let file = Elf::parse(data)?;
    let mut object = Object { wide: file.wide, for_64: file.wide, ..Object::new(Kind::Elf) };
    object.has_mapping = mapping(file.machine).is_some();
    let first = |kind: u32| file.sections.iter().find(|section| section.kind == kind);
    let tables = [first(elf::SHT_SYMTAB.0), first(elf::SHT_DYNSYM.0)];
    let Some(table) = tables[usize::from(options.dynamic)] else { return Ok(object) };
    let entry_size = if file.wide { 24 } else { 16 };
    let count = table.size / entry_size;
    object.any = count > 1;
    if !object.any {
        return Ok(object);
    }
    // Each symbol's flags depend on both tables.
    let sound = || -> Result<(), String> {
        file.entries(table, entry_size)?;
        tables.into_iter().flatten().try_for_each(|table| file.entries(table, entry_size).map(drop))
    };
    let sound = sound();
    let mut names = Vec::new();
    if options.dynamic {
        match versions(&file, table, entry_size, &sound) {
            Ok(found) => names = found,
            Err(message) => object.warnings.push(format!("unable to read symbol versions: {message}")),
        }
    }
    if let Err(message) = sound {
        object.errors.push(format!("{name}: {message}\n"));
        object.stopped = true;
        return Ok(object);
    }
    let strings = file.linked_strings(table);
    for index in 1..count {
        let at = table.offset + index * entry_size;
        let Some(raw) = file.raw(at) else { break };
        let section = file.symbol_section(&raw, index);
        let section_of = section.as_ref().ok().copied().flatten();
        let (kind, binding) = (raw.info & 0xF, raw.info >> 4);
        let symbol_name = file.symbol_name(&raw, strings.as_ref().map_err(Clone::clone), &section);
        let known = symbol_name.as_deref().unwrap_or_default();
        let undefined = raw.section == UNDEFINED;
        let common = kind == elf::STT_COMMON.0 || raw.section == COMMON;
        let absolute = raw.section == ABSOLUTE;
        let flags = Flags {
            undefined,
            global: binding != elf::STB_LOCAL.0,
            weak: binding == elf::STB_WEAK.0,
            special: kind == elf::STT_FILE.0 || kind == elf::STT_SECTION.0 || symbol_name.is_ok() && is_mapping(file.machine, known),
            common,
            absolute,
            indirect: kind == elf::STT_GNU_IFUNC.0,
        };
        // A common symbol has its size in the address field.
        let mut address = match () {
            () if undefined => 0,
            () if common => raw.size,
            () => raw.value,
        };
        if kind == elf::STT_FUNC.0 && !absolute && !common && matches!(elf::Machine(file.machine), elf::EM_ARM | elf::EM_MIPS) {
            // The lowest bit selects the instruction set.
            address &= !1;
        }
        if file.kind == elf::ET_REL.0 && !matches!(raw.section, UNDEFINED | ABSOLUTE | COMMON) {
            match &section {
                Ok(section) => address = address.wrapping_add(section.map_or(0, |section| section.address)),
                // LLVM lists nothing after a symbol with an unknown address.
                Err(_) if !options.without_addresses => break,
                Err(_) => {}
            }
        }
        let section_name = section_of.map(|section| file.section_name(section));
        let mut shown = match symbol_name {
            Ok(name) => name.into_owned(),
            Err(message) => {
                object.errors.push(format!("{name}: {message}\n"));
                Vec::new()
            }
        };
        if let Some((version, default)) = names.get(index as usize - 1).filter(|(version, _)| !version.is_empty()) {
            shown.extend_from_slice(if *default { b"@@" } else { b"@" });
            shown.extend_from_slice(version);
        }
        let other_binding = ![elf::STB_LOCAL, elf::STB_GLOBAL, elf::STB_WEAK, elf::STB_GNU_UNIQUE].iter().any(|known| known.0 == binding);
        let symbol = Symbol {
            name: shown,
            address,
            size: raw.size,
            flags,
            letter: match (section_of, &section_name) {
                (Some(section), Some(Ok(name))) if !other_binding => letter(section, name),
                _ => '?',
            },
            fixed: match kind {
                _ if kind == elf::STT_GNU_IFUNC.0 => Some('i'),
                _ if binding == elf::STB_GNU_UNIQUE.0 => Some('u'),
                _ => None,
            },
            is_object: kind == elf::STT_OBJECT.0,
            type_name: type_name(kind),
            section: match () {
                () if absolute => b"*ABS*".to_vec(),
                () if common => b"*COM*".to_vec(),
                () if undefined => b"*UND*".to_vec(),
                () => section_name.and_then(Result::ok).map(<[u8]>::to_vec).unwrap_or_default(),
            },
            index: Some(index),
            section_number: section_of.map(|section| section.index as usize),
            ..Symbol::default()
        };
        if !object.push(symbol, data.len(), name) {
            break;
        }
    }
    Ok(object)
}

/// A symbol's record.
pub(super) struct Raw {
    name: u32,
    info: u8,
    section: u16,
    value: u64,
    size: u64,
}

impl Raw {
    pub(super) fn is_undefined(&self) -> bool {
        self.section == UNDEFINED
    }
}

impl<'a> Elf<'a> {
    fn parse(data: &'a [u8]) -> Result<Elf<'a>, Fault> {
        let wide = match data.get(4) {
            Some(1) => false,
            Some(2) => true,
            _ => return Err("Invalid ELF class".into()),
        };
        let big = match data.get(5) {
            Some(1) => false,
            Some(2) => true,
            _ => return Err("Invalid ELF data".into()),
        };
        let file = Bytes { data, big };
        let header = if wide { 64 } else { 52 };
        if data.len() < header {
            return Err(format!("invalid buffer: the size ({}) is smaller than an ELF header ({header})", data.len()).into());
        }
        let half = |at: u64| file.u16(at).unwrap_or(0);
        let (start, entry, count, names) = match wide {
            true => (file.u64(40), half(58), half(60), half(62)),
            false => (file.u32(32).map(u64::from), half(46), half(48), half(50)),
        };
        let start = start.unwrap_or(0);
        let mut elf = Elf { file, wide, machine: half(18), kind: half(16), names: u64::from(names), sections: Vec::new() };
        if start == 0 {
            return Ok(elf);
        }
        let size = if wide { 64 } else { 40 };
        if u64::from(entry) != size {
            return Err(format!("invalid e_shentsize in ELF header: {entry}").into());
        }
        let Some(first) = elf.header(start, 0) else {
            return Err(format!("section header table goes past the end of the file: e_shoff = 0x{start:x}").into());
        };
        if start % if wide { 8 } else { 4 } != 0 {
            return Err("invalid alignment of section headers".into());
        }
        let count = if count == 0 { first.size } else { u64::from(count) };
        if count > u64::MAX / size {
            return Err(format!("invalid number of sections specified in the NULL section's sh_size field ({count})").into());
        }
        let Some(end) = start.checked_add(count * size) else {
            return Err(format!(
                "invalid section header table offset (e_shoff = 0x{start:x}) or invalid number of sections specified in the first section \
                 header's sh_size field (0x{count:x})"
            )
            .into());
        };
        if end > data.len() as u64 {
            return Err("section table goes past the end of file".into());
        }
        elf.sections = (0..count).map_while(|index| elf.header(start + index * size, index)).collect();
        if names == EXTENDED {
            elf.names = u64::from(first.link);
        }
        Ok(elf)
    }

    fn header(&self, at: u64, index: u64) -> Option<Section> {
        let file = self.file;
        file.get(at, if self.wide { 64 } else { 40 })?;
        let word = |place: u64| file.u32(at + place);
        Some(match self.wide {
            true => Section {
                index,
                name: word(0)?,
                kind: word(4)?,
                flags: file.u64(at + 8)?,
                address: file.u64(at + 16)?,
                offset: file.u64(at + 24)?,
                size: file.u64(at + 32)?,
                link: word(40)?,
                info: word(44)?,
                entry: file.u64(at + 56)?,
            },
            false => Section {
                index,
                name: word(0)?,
                kind: word(4)?,
                flags: word(8)?.into(),
                address: word(12)?.into(),
                offset: word(16)?.into(),
                size: word(20)?.into(),
                link: word(24)?,
                info: word(28)?,
                entry: word(36)?.into(),
            },
        })
    }

    /// The content of a section with fixed-size entries; the size is not checked for bytes.
    pub(super) fn entries(&self, section: &Section, size: u64) -> Result<&'a [u8], String> {
        let of = |what: String| format!("section [index {}] {what}", section.index);
        let Section { offset, size: length, entry, .. } = *section;
        if size != 1 && entry != size {
            return Err(of(format!("has invalid sh_entsize: expected {size}, but got {entry}")));
        }
        if length % size != 0 {
            return Err(of(format!("has an invalid sh_size ({length}) which is not a multiple of its sh_entsize ({entry})")));
        }
        let most = if self.wide { u64::MAX } else { u64::from(u32::MAX) };
        let sum = format!("has a sh_offset (0x{offset:x}) + sh_size (0x{length:x})");
        if most - offset < length {
            return Err(of(format!("{sum} that cannot be represented")));
        }
        let beyond = || of(format!("{sum} that is greater than the file size (0x{:x})", self.file.data.len()));
        self.file.get(offset, length).ok_or_else(beyond)
    }

    pub(super) fn section(&self, index: u32) -> Result<&Section, String> {
        self.sections.get(index as usize).ok_or_else(|| format!("invalid section index: {index}"))
    }

    /// The table of strings in a section.
    pub(super) fn strings(&self, section: &Section) -> Result<&'a [u8], String> {
        if section.kind != elf::SHT_STRTAB.0 {
            return Err(format!(
                "invalid sh_type for string table section [index {}]: expected SHT_STRTAB, but got {}",
                section.index,
                section_type(section.kind)
            ));
        }
        let strings = self.entries(section, 1)?;
        let of = format!("SHT_STRTAB string table section [index {}]", section.index);
        match strings.last() {
            None => Err(format!("{of} is empty")),
            Some(0) => Ok(strings),
            Some(_) => Err(format!("{of} is non-null terminated")),
        }
    }

    fn linked_strings(&self, table: &Section) -> Result<&'a [u8], String> {
        self.strings(self.section(table.link)?)
    }

    fn section_name(&self, section: &Section) -> Result<&'a [u8], String> {
        if self.names == 0 || section.name == 0 {
            return Ok(b"");
        }
        let index = u32::try_from(self.names).ok().filter(|index| (*index as usize) < self.sections.len());
        let index = index.ok_or_else(|| format!("section header string table index {} does not exist", self.names))?;
        let strings = self.strings(self.section(index)?)?;
        let name = strings.get(section.name as usize..).map(until_zero);
        name.ok_or_else(|| format!("a section [index {}] has an invalid sh_name (0x{:x}) offset", section.index, section.name))
    }

    pub(super) fn raw(&self, at: u64) -> Option<Raw> {
        let file = self.file;
        Some(match self.wide {
            true => Raw {
                name: file.u32(at)?,
                info: file.u8(at + 4)?,
                section: file.u16(at + 6)?,
                value: file.u64(at + 8)?,
                size: file.u64(at + 16)?,
            },
            false => Raw {
                name: file.u32(at)?,
                value: file.u32(at + 4)?.into(),
                size: file.u32(at + 8)?.into(),
                info: file.u8(at + 12)?,
                section: file.u16(at + 14)?,
            },
        })
    }

    /// The section of a symbol.
    fn symbol_section(&self, raw: &Raw, index: u64) -> Result<Option<&Section>, String> {
        let number = match raw.section {
            EXTENDED => {
                let table = self.sections.iter().find(|section| section.kind == elf::SHT_SYMTAB_SHNDX.0);
                let table = table.ok_or_else(|| {
                    format!("found an extended symbol index ({index}), but unable to locate the extended symbol index table")
                })?;
                self.entries(table, 4)?;
                let at = table.offset + 4 * index;
                let number = if 4 * index < table.size { self.file.u32(at) } else { None };
                number.ok_or_else(|| format!("unable to read an extended symbol table at index {index}"))?
            }
            UNDEFINED | RESERVED.. => return Ok(None),
            number => number.into(),
        };
        self.section(number).map(Some)
    }

    fn symbol_name(
        &self,
        raw: &Raw,
        strings: Result<&&'a [u8], String>,
        section: &Result<Option<&Section>, String>,
    ) -> Result<Cow<'a, [u8]>, String> {
        let strings: &'a [u8] = strings?;
        let name = strings.get(raw.name as usize..).filter(|rest| !rest.is_empty()).map(until_zero);
        match name {
            Some(name) if !name.is_empty() => return Ok(name.into()),
            _ => {}
        }
        if raw.info & 0xF == elf::STT_SECTION.0 {
            return match section.clone()? {
                Some(section) => self.section_name(section).map(Cow::Borrowed),
                None => Ok(Cow::Borrowed(b"")),
            };
        }
        let size = strings.len();
        let past = || format!("st_name (0x{:x}) is past the end of the string table of size 0x{size:x}", raw.name);
        name.map(Cow::Borrowed).ok_or_else(past)
    }
}

/// The letter of a symbol, determined by its section.
fn letter(section: &Section, name: &[u8]) -> char {
    let has = |flag: elf::SectionFlags| section.flags & flag.0 != 0;
    match () {
        () if has(elf::SHF_EXECINSTR) => 't',
        () if section.kind == elf::SHT_NOBITS.0 => 'b',
        () if has(elf::SHF_ALLOC) && has(elf::SHF_WRITE) => 'd',
        () if has(elf::SHF_ALLOC) => 'r',
        () if name.starts_with(b".debug") => 'N',
        () if !has(elf::SHF_WRITE) => 'n',
        () => '?',
    }
}

/// Prefixes of names that mark code and data for disassemblers, or differences of labels (ELF for ARM, AArch64, C-SKY and RISC-V).
fn mapping(machine: u16) -> Option<&'static [&'static [u8]]> {
    match elf::Machine(machine) {
        elf::EM_AARCH64 => Some(&[b"$d", b"$x"]),
        elf::EM_ARM => Some(&[b"$d", b"$t", b"$a"]),
        elf::EM_CSKY => Some(&[b"$d", b"$t"]),
        elf::EM_RISCV => Some(&[b"$d", b"$x"]),
        _ => None,
    }
}

/// Whether a name is one of those.
pub(super) fn is_mapping(machine: u16, name: &[u8]) -> bool {
    let other = match elf::Machine(machine) {
        elf::EM_ARM => name.is_empty(),
        elf::EM_RISCV => name == b".L0 ",
        _ => false,
    };
    other || mapping(machine).unwrap_or_default().iter().any(|start| name.starts_with(start))
}

/// The name of a type in the System V format.
fn type_name(kind: u8) -> Cow<'static, str> {
    const NAMES: [&str; 7] = ["NOTYPE", "OBJECT", "FUNC", "SECTION", "FILE", "COMMON", "TLS"];
    match (NAMES.get(usize::from(kind)), kind) {
        (Some(name), _) => (*name).into(),
        (None, 10) => "IFUNC".into(),
        (None, 11..=12) => format!("<OS specific>: {kind}").into(),
        (None, 13..) => format!("<processor specific>: {kind}").into(),
        (None, _) => format!("<unknown>: {kind}").into(),
    }
}

/// The name of a section's type in messages (`getELFSectionTypeName`).
pub(super) fn section_type(kind: u32) -> &'static str {
    const NAMES: [&str; 20] = [
        "SHT_NULL",
        "SHT_PROGBITS",
        "SHT_SYMTAB",
        "SHT_STRTAB",
        "SHT_RELA",
        "SHT_HASH",
        "SHT_DYNAMIC",
        "SHT_NOTE",
        "SHT_NOBITS",
        "SHT_REL",
        "SHT_SHLIB",
        "SHT_DYNSYM",
        "Unknown",
        "Unknown",
        "SHT_INIT_ARRAY",
        "SHT_FINI_ARRAY",
        "SHT_PREINIT_ARRAY",
        "SHT_GROUP",
        "SHT_SYMTAB_SHNDX",
        "SHT_RELR",
    ];
    match kind {
        0x6FFF_FFF6 => "SHT_GNU_HASH",
        0x6FFF_FFF5 => "SHT_GNU_ATTRIBUTES",
        0x6FFF_FFFD => "SHT_GNU_verdef",
        0x6FFF_FFFE => "SHT_GNU_verneed",
        0x6FFF_FFFF => "SHT_GNU_versym",
        _ => NAMES.get(kind as usize).copied().unwrap_or("Unknown"),
    }
}
