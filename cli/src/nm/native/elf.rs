//! Symbols of ELF files.
use std::borrow::Cow;

use object::Endianness;
use object::elf;
use object::read::elf::{FileHeader, SectionHeader, Sym, VersionTable};

use super::{Flags, Kind, Object, Symbol};
use crate::nm::options::Options;

/// Reads the table of symbols, or that of dynamic ones.
pub(super) fn read<Elf: FileHeader<Endian = Endianness>>(data: &[u8], options: &Options) -> object::read::Result<Object> {
    let header = Elf::parse(data)?;
    let endian = header.endian()?;
    let sections = header.sections(endian, data)?;
    let machine = header.e_machine(endian);
    let table_type = if options.dynamic { elf::SHT_DYNSYM } else { elf::SHT_SYMTAB };
    let table = sections.symbols(endian, data, table_type)?;
    let versions = match options.dynamic {
        true => sections.versions(endian, data)?,
        false => None,
    };
    let is_relocatable = header.e_type(endian) == elf::ET_REL;
    let mut symbols = Vec::new();
    for (index, raw) in table.enumerate().skip_while(|(index, _)| index.0 == 0) {
        let section_number = table.symbol_section(endian, raw, index).ok().flatten();
        let section = section_number.and_then(|index| sections.section(index).ok());
        let kind = raw.st_type();
        let shndx = raw.st_shndx(endian);
        let mut name = table.symbol_name(endian, raw)?.to_vec();
        let known_name = section.and_then(|section| sections.section_name(endian, section).ok());
        let section_name = known_name.unwrap_or_default();
        if name.is_empty() && kind == elf::STT_SECTION {
            name = section_name.to_vec();
        }
        let common = kind == elf::STT_COMMON || shndx == elf::SHN_COMMON;
        let undefined = shndx == elf::SHN_UNDEF;
        let absolute = shndx == elf::SHN_ABS;
        let flags = Flags {
            undefined,
            global: raw.st_bind() != elf::STB_LOCAL,
            weak: raw.st_bind() == elf::STB_WEAK,
            special: kind == elf::STT_FILE || kind == elf::STT_SECTION || is_mapping(machine, &name),
            common,
            absolute,
        };
        // Of a common symbol it is the size that stands in the place of the address.
        let size: u64 = raw.st_size(endian).into();
        let mut address: u64 = if common && !undefined { size } else { raw.st_value(endian).into() };
        if kind == elf::STT_FUNC && !absolute && (machine == elf::EM_ARM || machine == elf::EM_MIPS) {
            // The lowest bit tells the instruction set.
            address &= !1;
        }
        if is_relocatable && let Some(section) = section.filter(|_| !common) {
            let start: u64 = section.sh_addr(endian).into();
            address = address.wrapping_add(start);
        }
        if let Some(version) = versions.as_ref().and_then(|versions| version(versions, endian, index, undefined)) {
            name.extend_from_slice(&version);
        }
        let other_binding = ![elf::STB_LOCAL, elf::STB_GLOBAL, elf::STB_WEAK, elf::STB_GNU_UNIQUE].contains(&raw.st_bind());
        symbols.push(Symbol {
            name,
            address,
            size,
            flags,
            letter: match section {
                Some(section) if !other_binding && known_name.is_some() => letter::<Elf>(section, section_name, endian),
                _ => '?',
            },
            fixed: match (kind, raw.st_bind()) {
                (elf::STT_GNU_IFUNC, _) => Some('i'),
                (_, elf::STB_GNU_UNIQUE) => Some('u'),
                _ => None,
            },
            is_object: kind == elf::STT_OBJECT,
            type_name: type_name(kind.0),
            section: match () {
                () if absolute => b"*ABS*".to_vec(),
                () if common => b"*COM*".to_vec(),
                () if undefined => b"*UND*".to_vec(),
                () => section_name.to_vec(),
            },
            mach: None,
        });
    }
    let wide = header.is_type_64();
    Ok(Object {
        kind: Kind::Elf,
        wide,
        for_64: wide,
        has_mapping: mapping(machine).is_some(),
        any: false,
        symbols,
        header: Default::default(),
    })
}

/// The letter that the section of a symbol gives it.
fn letter<Elf: FileHeader<Endian = Endianness>>(section: &Elf::SectionHeader, name: &[u8], endian: Endianness) -> char {
    let flags = section.sh_flags(endian);
    match () {
        () if flags.contains(elf::SHF_EXECINSTR) => 't',
        () if section.sh_type(endian) == elf::SHT_NOBITS => 'b',
        () if flags.contains(elf::SHF_ALLOC) && flags.contains(elf::SHF_WRITE) => 'd',
        () if flags.contains(elf::SHF_ALLOC) => 'r',
        () if name.starts_with(b".debug") => 'N',
        () if !flags.contains(elf::SHF_WRITE) => 'n',
        () => '?',
    }
}

/// How names begin that tell disassemblers code from data, or stand for differences of labels (ELF for ARM, AArch64, C-SKY and RISC-V).
fn mapping(machine: elf::Machine) -> Option<&'static [&'static [u8]]> {
    match machine {
        elf::EM_AARCH64 => Some(&[b"$d", b"$x"]),
        elf::EM_ARM => Some(&[b"$d", b"$t", b"$a"]),
        elf::EM_CSKY => Some(&[b"$d", b"$t"]),
        elf::EM_RISCV => Some(&[b"$d", b"$x", b".L0 "]),
        _ => None,
    }
}

/// Whether a name is one of those.
fn is_mapping(machine: elf::Machine, name: &[u8]) -> bool {
    let starts = mapping(machine).unwrap_or_default();
    name.is_empty() && matches!(machine, elf::EM_ARM | elf::EM_RISCV) || starts.iter().any(|start| name.starts_with(start))
}

/// What the layout of System V calls a type.
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

/// The version of a dynamic symbol as its name ends with it: `@@` before that which others are linked with.
fn version<Elf: FileHeader<Endian = Endianness>>(
    versions: &VersionTable<'_, Elf>,
    endian: Endianness,
    index: object::SymbolIndex,
    undefined: bool,
) -> Option<Vec<u8>> {
    let number = versions.version_index(endian, index);
    let version = versions.version(number.index()).ok()??;
    // A version of another file is one that this file needs.
    let mark: &[u8] = if undefined || number.is_hidden() || version.file().is_some() { b"@" } else { b"@@" };
    Some([mark, version.name()].concat())
}
