//! Symbols of Mach-O files.

use object::macho;

use super::bytes::Fault;
use super::dyld;
use super::macho_layout::{self, Layout, Section};
use super::macho_symbol::{
    ABSOLUTE, EXTERNAL, Entry, Header, IN_SECTION, INDIRECT, STAB, TYPE, UNDEFINED, WEAK_DEFINITION, WEAK_REFERENCE,
};
use super::model::Options;
use super::model::{Flags, Kind, Object, Symbol};

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

fn of_layout(layout: &Layout<'_>, of: &str, options: &Options) -> Object {
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
        let symbol = Symbol {
            name,
            address: if !options.without_addresses { n_value } else { 0 },
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
        };
        if !object.push(symbol, file.data.len(), of) {
            break;
        }
    }
    if !options.no_dyld {
        let faults = dyld::add(layout, options, &mut object.symbols);
        object.errors.extend(faults.into_iter().map(|fault| format!("{of}: {}\n", fault.message)));
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

/// The letter of a symbol, determined by its kind and section.
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
