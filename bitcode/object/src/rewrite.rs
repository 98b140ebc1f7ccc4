//! Replaces bitcode in object files, Metal libraries and DirectX containers, or removes it from object files.
//!
//! ELF objects get a new layout, and the `object` crate rebuilds Mach-O objects. Sections of COFF and WebAssembly grow or shrink in place, and so
//! do modules of Metal libraries and parts of DirectX containers.
mod directx;
mod elf_symbols;
mod metal;
mod nested;
mod offload;
mod universal;

use std::ops::Range;

use object::build::macho;
use object::read::FileKind;
use object::read::coff::CoffHeader;
use object::{LittleEndian, pe};

use crate::container;
pub use elf_symbols::{ElfSymbol, is_elf_object, numbers as elf, with_elf_section, with_elf_symbols, without_elf_debug};
pub use nested::{Archiver, Edit, rebuilt};

/// The changes to a file.
#[non_exhaustive]
pub enum Change<'a> {
    /// None of these sections is left.
    Drop(&'a [String]),
    /// The section of this name, with so many others of the name before it, holds other bytes.
    Fill(&'a [u8], usize, &'a [u8]),
    /// The bitcode in this range of the file, which is a Metal library or a DirectX container, becomes another.
    Module(Range<usize>, &'a [u8]),
}

/// A part of a container that changes: its number among all parts, and its new bytes.
type Changed = (usize, Vec<u8>);

/// A change, asked for each section in the order of the file.
struct Changes<'a> {
    change: &'a Change<'a>,
    /// The sections so far that have the name of the one to be filled.
    before: usize,
}

impl<'a> Changes<'a> {
    /// The new contents of the next section, which has this name: none to keep it, `Some(None)` to remove it.
    fn of(&mut self, name: &[u8]) -> Option<Option<&'a [u8]>> {
        match self.change {
            Change::Drop(names) => names.iter().any(|dropped| dropped.as_bytes() == name).then_some(None),
            Change::Fill(section, nth, bytes) if *section == name => {
                self.before += 1;
                (self.before == nth + 1).then_some(Some(*bytes))
            }
            Change::Fill(..) | Change::Module(..) => None,
        }
    }
}

/// The file `data` with the change.
///
/// # Errors
/// The reason why it cannot be done: an unsupported type of file, or an error in the file.
pub fn rewritten(data: &[u8], change: &Change<'_>) -> Result<Vec<u8>, String> {
    if let Change::Module(range, bytes) = change {
        return match () {
            () if data.starts_with(container::directx::MAGIC) => directx::replaced(data, range, bytes),
            () if data.starts_with(container::metal::MAGIC) => metal::replaced(data, range, bytes),
            () => Err("cannot change the size of bitcode in this kind of file".into()),
        };
    }
    let mut changes = Changes { change, before: 0 };
    match FileKind::parse(data).map_err(|error| error.to_string())? {
        FileKind::Elf32 | FileKind::Elf64 => in_elf(data, &mut changes),
        FileKind::MachO32 | FileKind::MachO64 => in_macho(data, &mut changes),
        FileKind::Coff => in_coff::<pe::ImageFileHeader>(data, &mut changes),
        FileKind::CoffBig => in_coff::<pe::AnonObjectHeaderBigobj>(data, &mut changes),
        FileKind::Wasm => in_wasm(data, &mut changes),
        _ => Err("cannot resize or remove sections of this kind of file".into()),
    }
}

/// An ELF file by its numbers: of 32 or 64 bits, in either order of bytes.
#[derive(Clone, Copy)]
struct Elf {
    wide: bool,
    big: bool,
}

/// A field: its offset in 32-bit and 64-bit files, and its width there.
type Field = ((usize, usize), (usize, usize));

const E_TYPE: Field = ((16, 2), (16, 2));
const E_SHOFF: Field = ((32, 4), (40, 8));
const E_PHNUM: Field = ((44, 2), (56, 2));
const E_SHENTSIZE: Field = ((46, 2), (58, 2));
const E_SHNUM: Field = ((48, 2), (60, 2));
const E_SHSTRNDX: Field = ((50, 2), (62, 2));
const SH_NAME: Field = ((0, 4), (0, 4));
const SH_TYPE: Field = ((4, 4), (4, 4));
const SH_OFFSET: Field = ((16, 4), (24, 8));
const SH_SIZE: Field = ((20, 4), (32, 8));
const SH_LINK: Field = ((24, 4), (40, 4));
const SH_INFO: Field = ((28, 4), (44, 4));
const SH_FLAGS: Field = ((8, 4), (8, 8));
const SH_ADDRALIGN: Field = ((32, 4), (48, 8));
const ST_INFO: Field = ((12, 1), (4, 1));
const ST_SHNDX: Field = ((14, 2), (6, 2));

// Types of sections.
const SYMTAB: u64 = 2;
const RELA: u64 = 4;
const REL: u64 = 9;
const GROUP: u64 = 17;
const INDEXES: u64 = 18;

impl Elf {
    fn of(data: &[u8]) -> Option<Elf> {
        Some(Elf { wide: *data.get(4)? == 2, big: *data.get(5)? == 2 })
    }

    fn place(self, field: Field) -> (usize, usize) {
        if self.wide { field.1 } else { field.0 }
    }

    fn get(self, bytes: &[u8], field: Field) -> Option<u64> {
        let (at, width) = self.place(field);
        let bytes = bytes.get(at..at + width)?;
        let add = |number: u64, byte: &u8| number << 8 | u64::from(*byte);
        Some(if self.big { bytes.iter().fold(0, add) } else { bytes.iter().rev().fold(0, add) })
    }

    fn put(self, bytes: &mut [u8], field: Field, value: u64) -> Option<()> {
        let (at, width) = self.place(field);
        let little = value.to_le_bytes();
        let place = bytes.get_mut(at..at + width)?;
        place.copy_from_slice(little.get(..width)?);
        if self.big {
            place.reverse();
        }
        little[width..].iter().all(|byte| *byte == 0).then_some(())
    }
}

/// A section on its way to the new file.
struct Moved {
    header: Vec<u8>,
    /// Its contents; none if it occupies no space in the file.
    data: Option<Vec<u8>>,
    dropped: bool,
}

fn in_elf(data: &[u8], change: &mut Changes<'_>) -> Result<Vec<u8>, String> {
    elf(data, change).unwrap_or_else(|| Err("a table of the file is out of bounds or malformed".into()))
}

/// Recomputes the layout of the sections of an object file. In a linked file, everything keeps its place, and new data goes to the end.
fn elf(data: &[u8], change: &mut Changes<'_>) -> Option<Result<Vec<u8>, String>> {
    const ALLOC: u64 = 2;
    let elf = Elf::of(data)?;
    let table = usize::try_from(elf.get(data, E_SHOFF)?).ok()?;
    let size = elf.get(data, E_SHENTSIZE)? as usize;
    let is_object = elf.get(data, E_TYPE)? == u64::from(object::elf::ET_REL.0) && elf.get(data, E_PHNUM)? == 0;
    let mut sections = read_sections(elf, data, data.len().saturating_mul(MOST_OVERLAP))?;
    let names = sections.get(elf.get(data, E_SHSTRNDX)? as usize)?.data.clone()?;
    let mut out = data.to_vec();
    for (number, section) in sections.iter_mut().enumerate() {
        let name = names.get(elf.get(&section.header, SH_NAME)? as usize..)?.split(|byte| *byte == 0).next()?;
        let Some(bytes) = change.of(name) else { continue };
        if is_object {
            section.dropped = bytes.is_none();
            section.data = Some(bytes.unwrap_or_default().to_vec());
            continue;
        }
        if elf.get(&section.header, SH_FLAGS)? & ALLOC != 0 {
            let name = String::from_utf8_lossy(name);
            return Some(Err(format!("section {name} is loaded at run time")));
        }
        let bytes = bytes.unwrap_or_default();
        elf.put(&mut section.header, SH_OFFSET, out.len() as u64)?;
        elf.put(&mut section.header, SH_SIZE, bytes.len() as u64)?;
        out.extend_from_slice(bytes);
        let at = table + number * size;
        out.get_mut(at..at + size)?.copy_from_slice(&section.header);
    }
    match is_object {
        true => lay_out(elf, data, sections).map(Ok),
        false => Some(Ok(out)),
    }
}

/// How many times the file its sections may take together: those of linked files may overlap.
const MOST_OVERLAP: usize = 16;

/// The sections of a file, which take at most `left` bytes together; none if one is out of bounds.
fn read_sections(elf: Elf, data: &[u8], mut left: usize) -> Option<Vec<Moved>> {
    const NO_BITS: u64 = 8;
    let table = usize::try_from(elf.get(data, E_SHOFF)?).ok()?;
    let (size, count) = (elf.get(data, E_SHENTSIZE)? as usize, elf.get(data, E_SHNUM)? as usize);
    if size == 0 {
        return None;
    }
    let mut sections = Vec::new();
    for header in data.get(table..)?.chunks_exact(size).take(count) {
        let (at, len) = (usize::try_from(elf.get(header, SH_OFFSET)?).ok()?, usize::try_from(elf.get(header, SH_SIZE)?).ok()?);
        let holds = !matches!(elf.get(header, SH_TYPE)?, 0 | NO_BITS);
        let bytes = if holds { Some(data.get(at..at.checked_add(len)?)?) } else { None };
        left = left.checked_sub(bytes.map_or(0, <[u8]>::len))?;
        sections.push(Moved { header: header.to_vec(), data: bytes.map(<[u8]>::to_vec), dropped: false });
    }
    (!sections.is_empty() && sections.len() == count).then_some(sections)
}

/// An object file with these sections: the header, their contents, and the table of the remaining ones, renumbered.
fn lay_out(elf: Elf, data: &[u8], mut sections: Vec<Moved>) -> Option<Vec<u8>> {
    const SHN_ABS: u64 = 0xFFF1;
    const RESERVED: usize = 0xFF00;
    // Relocations of a section go with it.
    for at in 0..sections.len() {
        let kind = elf.get(&sections[at].header, SH_TYPE)?;
        let of = elf.get(&sections[at].header, SH_INFO)? as usize;
        sections[at].dropped |= matches!(kind, REL | RELA) && sections.get(of).is_some_and(|section| section.dropped);
    }
    let mut numbers = Vec::with_capacity(sections.len());
    let mut next = 0u64;
    for section in &sections {
        numbers.push((!section.dropped).then_some(next));
        next += u64::from(!section.dropped);
    }
    let sections_before = sections.len() as u64;
    let renumber = |number: u64| if number as usize >= numbers.len() { Some(number) } else { numbers[number as usize] };
    for section in sections.iter_mut().filter(|section| !section.dropped) {
        let kind = elf.get(&section.header, SH_TYPE)?;
        let link = renumber(elf.get(&section.header, SH_LINK)?).unwrap_or(0);
        elf.put(&mut section.header, SH_LINK, link)?;
        if matches!(kind, REL | RELA) {
            let of = renumber(elf.get(&section.header, SH_INFO)?)?;
            elf.put(&mut section.header, SH_INFO, of)?;
        }
        let Some(bytes) = &mut section.data else { continue };
        match kind {
            SYMTAB => {
                for symbol in bytes.chunks_exact_mut(if elf.wide { 24 } else { 16 }) {
                    let number = elf.get(symbol, ST_SHNDX)?;
                    if number as usize >= RESERVED {
                        continue;
                    }
                    match renumber(number) {
                        Some(number) => elf.put(symbol, ST_SHNDX, number)?,
                        // Nothing refers to a symbol of a removed section; others keep their numbers.
                        None => {
                            elf.put(symbol, ST_INFO, 0)?;
                            elf.put(symbol, ST_SHNDX, SHN_ABS)?;
                        }
                    }
                }
            }
            GROUP => {
                let word: Field = ((0, 4), (0, 4));
                let mut left = bytes.get(..4)?.to_vec();
                for member in bytes.get(4..)?.chunks_exact(4) {
                    if let Some(number) = renumber(elf.get(member, word)?) {
                        let mut renumbered = [0; 4];
                        elf.put(&mut renumbered, word, number)?;
                        left.extend_from_slice(&renumbered);
                    }
                }
                *bytes = left;
            }
            // Its numbers of sections stay right only if no section goes.
            INDEXES if next != sections_before => return None,
            _ => {}
        }
    }
    let mut out = data.get(..if elf.wide { 64 } else { 52 })?.to_vec();
    let mut order: Vec<usize> = (0..sections.len()).filter(|&at| !sections[at].dropped).collect();
    // Where an empty one begins, another begins, too.
    order.sort_by_key(|&at| (elf.get(&sections[at].header, SH_OFFSET), elf.get(&sections[at].header, SH_SIZE)));
    let mut end = 0;
    for at in order {
        let section = &mut sections[at];
        let Some(bytes) = &section.data else { continue };
        let (start, size) = (elf.get(&section.header, SH_OFFSET)?, elf.get(&section.header, SH_SIZE)?);
        if size > 0 && start < end {
            return None;
        }
        end = end.max(start.checked_add(size)?);
        // Only an alignment that the section has in this file: sections do not overlap, so the new file is not much larger.
        let align = elf.get(&section.header, SH_ADDRALIGN)?.clamp(1, 1 << 16);
        let align = if start > 0 && start % align == 0 { align as usize } else { 1 };
        out.resize(out.len().next_multiple_of(align), 0);
        elf.put(&mut section.header, SH_OFFSET, out.len() as u64)?;
        elf.put(&mut section.header, SH_SIZE, bytes.len() as u64)?;
        out.extend_from_slice(bytes);
    }
    out.resize(out.len().next_multiple_of(8), 0);
    let table = out.len() as u64;
    for section in sections.iter().filter(|section| !section.dropped) {
        out.extend_from_slice(&section.header);
    }
    let names = renumber(elf.get(data, E_SHSTRNDX)?)?;
    elf.put(&mut out, E_SHOFF, table)?;
    elf.put(&mut out, E_SHNUM, next)?;
    elf.put(&mut out, E_SHSTRNDX, names)?;
    Some(out)
}

fn in_macho(data: &[u8], change: &mut Changes<'_>) -> Result<Vec<u8>, String> {
    let mut file = macho::Builder::read(data).map_err(|error| error.to_string())?;
    if file.header.filetype != object::macho::MH_OBJECT {
        return Err("cannot resize or remove sections of a linked file".into());
    }
    let end = |file: &macho::Builder<'_>| {
        let sections = file.sections.iter().filter(|section| !section.delete);
        sections.map(|section| section.addr.saturating_add(section.data.size() as u64)).max().unwrap_or(0)
    };
    // Each section gets its alignment in the new file, whatever it has in this one.
    let padding = file.sections.iter().map(|section| 1u64.checked_shl(section.align).unwrap_or(u64::MAX));
    if padding.fold(0, u64::saturating_add) > (data.len() as u64).saturating_mul(MOST_PADDING).saturating_add(SPARE_PADDING) {
        return Err("the alignments of the sections are too large".into());
    }
    // A section that grows gets an address after all others, so that none of these moves.
    let free = end(&file);
    for section in &mut file.sections {
        let name = [section.segname(), b",", section.sectname()].concat();
        match change.of(&name) {
            None => {}
            Some(None) => section.delete = true,
            Some(Some(bytes)) => {
                if bytes.len() > section.data.size() {
                    section.addr = free.checked_next_multiple_of(1 << section.align).ok_or("a section has no address left")?;
                }
                section.data = macho::SectionData::Data(bytes.into());
            }
        }
    }
    file.delete_orphans();
    let (size, wide, big) = (end(&file), file.is_64, file.endian == object::Endianness::Big);
    let mut out = Vec::new();
    file.write(&mut out).map_err(|error| error.to_string())?;
    state_size(&mut out, size, wide, big).ok_or("the object file has no segment")?;
    Ok(out)
}

/// How many times a file may grow by padding, and by how many bytes any file may.
const MOST_PADDING: u64 = 4;
const SPARE_PADDING: u64 = 1 << 20;

/// States how many bytes the segment of an object takes in memory: up to the end of the section with the highest address.
fn state_size(out: &mut [u8], size: u64, wide: bool, big: bool) -> Option<()> {
    // Numbers of either order of bytes, as in ELF.
    let numbers = Elf { wide, big };
    const WORD: Field = ((0, 4), (0, 4));
    const COMMANDS: Field = ((16, 4), (16, 4));
    const VM_SIZE: Field = ((28, 4), (32, 8));
    const VM_ADDRESS: Field = ((24, 4), (24, 8));
    const LENGTH: Field = ((4, 4), (4, 4));
    let segment = if wide { 0x19 } else { 1 };
    let mut at = if wide { 32 } else { 28 };
    for _ in 0..numbers.get(out, COMMANDS)? {
        let command = out.get_mut(at..)?;
        if numbers.get(command, WORD)? == segment {
            let start = numbers.get(command, VM_ADDRESS)?;
            return numbers.put(command, VM_SIZE, size.saturating_sub(start));
        }
        at += numbers.get(command, LENGTH)? as usize;
    }
    None
}

/// The contents of a section grow or shrink where they lie, and all that lies behind them moves.
fn in_coff<H: CoffHeader>(data: &[u8], change: &mut Changes<'_>) -> Result<Vec<u8>, String> {
    let mut offset = 0;
    let header = H::parse(data, &mut offset).map_err(|error| error.to_string())?;
    let table = offset as usize;
    let symbols = header.symbols(data).map_err(|error| error.to_string())?;
    let mut sections = header.sections(data, offset).map_err(|error| error.to_string())?.iter().copied().collect::<Vec<_>>();
    let bound = || "a table of the file is out of bounds or malformed".to_owned();
    let mut out = data.to_vec();
    let mut moved = header.pointer_to_symbol_table() as usize;
    for number in 0..sections.len() {
        let name = sections[number].name(symbols.strings()).map_err(|error| error.to_string())?;
        let Some(filled) = change.of(name) else { continue };
        let section = &mut sections[number];
        let bytes = filled.unwrap_or_default();
        if filled.is_none() {
            let flags = section.characteristics.get(LittleEndian);
            section.characteristics.set(LittleEndian, flags | pe::IMAGE_SCN_LNK_REMOVE);
        }
        let start = section.pointer_to_raw_data.get(LittleEndian) as usize;
        let old = section.size_of_raw_data.get(LittleEndian) as usize;
        let small = |number: usize| u32::try_from(number).map_err(|_| "the file would be too large".to_owned());
        section.size_of_raw_data.set(LittleEndian, small(bytes.len())?);
        if start == 0 || old == 0 {
            // There is no place for it yet.
            out.resize(out.len().next_multiple_of(4), 0);
            section.pointer_to_raw_data.set(LittleEndian, if bytes.is_empty() { 0 } else { small(out.len())? });
            out.extend_from_slice(bytes);
            continue;
        }
        let end = start.checked_add(old).filter(|end| *end <= out.len()).ok_or_else(bound)?;
        if start < table + size_of_val(&sections[..]) {
            return Err(bound());
        }
        let place = |at: usize| match at {
            _ if at <= start => Ok(at),
            _ if at >= end => Ok(at - old + bytes.len()),
            _ => Err("sections of the file overlap".to_owned()),
        };
        for (other, section) in sections.iter_mut().enumerate() {
            let pointers = [&mut section.pointer_to_raw_data, &mut section.pointer_to_relocations, &mut section.pointer_to_linenumbers];
            for pointer in pointers {
                pointer.set(LittleEndian, small(place(pointer.get(LittleEndian) as usize)?)?);
            }
            if other == number && bytes.is_empty() {
                section.pointer_to_raw_data.set(LittleEndian, 0);
            }
        }
        moved = place(moved)?;
        out.splice(start..end, bytes.iter().copied());
    }
    for (number, section) in sections.iter().enumerate() {
        let at = table + number * size_of::<pe::ImageSectionHeader>();
        out.get_mut(at..at + size_of::<pe::ImageSectionHeader>()).ok_or_else(bound)?.copy_from_slice(object::bytes_of(section));
    }
    let moved = u32::try_from(moved).map_err(|_| "the file would be too large".to_owned())?;
    let at = if H::is_type_bigobj() { SYMBOLS_BIG } else { SYMBOLS };
    out.get_mut(at..at + 4).ok_or_else(bound)?.copy_from_slice(&moved.to_le_bytes());
    Ok(out)
}

/// Where the header of a COFF object has the place of the symbol table, and that of a large object.
const SYMBOLS: usize = 8;
const SYMBOLS_BIG: usize = 48;

fn in_wasm(data: &[u8], change: &mut Changes<'_>) -> Result<Vec<u8>, String> {
    const HEAD: usize = 8;
    const CUSTOM: u8 = 0;
    let short = || "a section is out of bounds".to_owned();
    let mut out = data.get(..HEAD).ok_or_else(short)?.to_vec();
    let mut rest = &data[HEAD..];
    while let [id, after @ ..] = rest {
        let (size, head) = leb(after).ok_or_else(short)?;
        let payload = after.get(head..).and_then(|bytes| bytes.get(..size)).ok_or_else(short)?;
        let whole = &rest[..1 + head + size];
        rest = &rest[1 + head + size..];
        let named = (*id == CUSTOM).then(|| leb(payload)).flatten();
        let name = named.and_then(|(len, head)| Some((payload.get(head..head.checked_add(len)?)?, head + len)));
        match name.and_then(|(name, end)| Some((change.of(name)?, end))) {
            None => out.extend_from_slice(whole),
            // Others refer to sections by number, so that one without bytes is left.
            Some((bytes, end)) => {
                let bytes = bytes.unwrap_or_default();
                out.push(*id);
                put_leb(end + bytes.len(), head, &mut out);
                out.extend_from_slice(&payload[..end]);
                out.extend_from_slice(bytes);
            }
        }
    }
    Ok(out)
}

/// An unsigned number in LEB128, and how many bytes it takes.
fn leb(bytes: &[u8]) -> Option<(usize, usize)> {
    let mut value = 0usize;
    for (at, byte) in bytes.iter().take(5).enumerate() {
        value |= usize::from(byte & 0x7F).checked_shl(7 * at as u32)?;
        if byte & 0x80 == 0 {
            return Some((value, at + 1));
        }
    }
    None
}

/// Adds a number in LEB128, which takes at least `width` bytes: LLVM leaves room for any size.
fn put_leb(mut value: usize, width: usize, out: &mut Vec<u8>) {
    let mut written = 1;
    while value > 0x7F || written < width {
        out.push(value as u8 | 0x80);
        value >>= 7;
        written += 1;
    }
    out.push(value as u8);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers() {
        for number in [0, 1, 127, 128, 300, 1 << 20, (1 << 31) + 5] {
            let mut out = Vec::new();
            put_leb(number, 0, &mut out);
            assert_eq!(leb(&out), Some((number, out.len())));
            let mut padded = Vec::new();
            put_leb(number, 5, &mut padded);
            assert_eq!(leb(&padded), Some((number, padded.len().max(5))));
        }
        assert_eq!(leb(&[0x80; 9]), None);
    }

    /// Sections that all cover the file would take many times its size.
    #[test]
    fn sections_of_elf_that_overlap() {
        const COUNT: u16 = 40;
        let mut file = vec![0; 64 + 64 * usize::from(COUNT)];
        file[..6].copy_from_slice(b"\x7FELF\x02\x01");
        file[40] = 64;
        file[58] = 64;
        file[60..62].copy_from_slice(&COUNT.to_le_bytes());
        let size = file.len() as u64;
        for header in file[64..].chunks_exact_mut(64) {
            header[4] = 1;
            header[32..40].copy_from_slice(&size.to_le_bytes());
        }
        let elf = Elf::of(&file).expect("a header");
        let most = |times: usize| read_sections(elf, &file, times * file.len()).map(|sections| sections.len());
        assert_eq!((most(MOST_OVERLAP), most(usize::from(COUNT))), (None, Some(usize::from(COUNT))));
        assert!(rewritten(&file, &Change::Drop(&[])).is_err());
        file[58] = 0;
        assert!(read_sections(elf, &file, usize::MAX).is_none());
    }

    #[test]
    fn sections_of_wasm() {
        let module = |payload: &[u8]| [&b"\0asm\x01\0\0\0"[..], &[0, payload.len() as u8], payload, &[1, 1, 0]].concat();
        let before = module(b"\x07.llvmbcold");
        let filled = rewritten(&before, &Change::Fill(b".llvmbc", 0, b"longer")).expect("rewritten");
        assert_eq!(filled, module(b"\x07.llvmbclonger"));
        let dropped = rewritten(&before, &Change::Drop(&[".llvmbc".into()])).expect("rewritten");
        assert_eq!(dropped, module(b"\x07.llvmbc"));
        assert!(rewritten(&before[..20], &Change::Drop(&[])).is_err());
    }
}
