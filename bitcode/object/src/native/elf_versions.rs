//! Versions of the dynamic symbols of ELF files.
//!
//! The checks and messages are those of LLVM's `readDynsymVersions` and `loadVersionMap` (LLVM 22).
use super::bytes::until_zero;
use super::elf::{Elf, Section, section_type};

const DEFINITIONS: u32 = 0x6FFF_FFFD;
const NEEDS: u32 = 0x6FFF_FFFE;
const SYMBOLS: u32 = 0x6FFF_FFFF;
const HIDDEN: u16 = 0x8000;

/// The name of a version, and whether it is the default.
pub(super) type Version = (Vec<u8>, bool);

/// Versions by their numbers: the name, and whether this file defines it.
type Map = Vec<Option<(Vec<u8>, bool)>>;

fn describe(section: &Section) -> String {
    format!("{} section with index {}", section_type(section.kind), section.index)
}

/// The versions of the symbols of a table, from its second on. None if there are none.
pub(super) fn versions(elf: &Elf<'_>, table: &Section, entry_size: u64, sound: &Result<(), String>) -> Result<Vec<Version>, String> {
    let last = |kind: u32| elf.sections.iter().rfind(|section| section.kind == kind);
    let Some(numbers) = last(SYMBOLS) else { return Ok(Vec::new()) };
    let mut map: Map = vec![Some(Default::default()), Some(Default::default())];
    if let Some(section) = last(DEFINITIONS) {
        definitions(elf, section, &mut map)?;
    }
    if let Some(section) = last(NEEDS) {
        needs(elf, section, &mut map)?;
    }
    let mut out = Vec::new();
    for index in 1..table.size / entry_size {
        let entries = elf.entries(numbers, 2);
        let entry = entries.and_then(|entries| {
            let past = || format!("can't read an entry at 0x{:x}: it goes past the end of the section (0x{:x})", 2 * index, numbers.size);
            if 2 * index < entries.len() as u64 { elf.file.u16(numbers.offset + 2 * index).ok_or_else(past) } else { Err(past()) }
        });
        let entry = entry.map_err(|what| format!("unable to read an entry with index {index} from {}: {what}", describe(numbers)))?;
        if let Err(what) = sound {
            return Err(format!("unable to read flags for symbol with index {index}: {what}"));
        }
        let number = entry & !HIDDEN;
        if number <= 1 {
            out.push(Default::default());
            continue;
        }
        let Some(Some((name, defined))) = map.get(usize::from(number)) else {
            return Err(format!(
                "unable to get a version for entry {index} of {}: SHT_GNU_versym section refers to a version index {number} which is missing",
                describe(numbers)
            ));
        };
        let undefined = elf.raw(table.offset + index * entry_size).is_none_or(|raw| raw.is_undefined());
        out.push((name.clone(), *defined && !undefined && entry & HIDDEN == 0));
    }
    Ok(out)
}

fn insert(map: &mut Map, number: u16, name: Vec<u8>, defined: bool) {
    let at = usize::from(number & !HIDDEN);
    if map.len() <= at {
        map.resize(at + 1, None);
    }
    map[at] = Some((name, defined));
}

fn content<'a>(elf: &Elf<'a>, section: &Section) -> Result<&'a [u8], String> {
    elf.entries(section, 1).map_err(|what| format!("cannot read content of {}: {what}", describe(section)))
}

fn linked<'a>(elf: &Elf<'a>, section: &Section) -> Result<&'a [u8], String> {
    let strings = elf.section(section.link).map_err(|what| format!("invalid section linked to {}: {what}", describe(section)))?;
    elf.strings(strings).map_err(|what| format!("invalid string table linked to {}: {what}", describe(section)))
}

/// An entry that must lie in a section, at an even place.
fn entry(section: &Section, offset: u64, size: u64, (beyond, aligned): (&str, &str)) -> Result<(), String> {
    let of = describe(section);
    if !beyond.is_empty() && offset.saturating_add(size) > section.size {
        return Err(format!("invalid {of}: {beyond}"));
    }
    if !section.offset.wrapping_add(offset).is_multiple_of(4) {
        return Err(format!("invalid {of}: found a misaligned {aligned} entry at offset 0x{offset:x}"));
    }
    Ok(())
}

/// The entry of `what` with this number at `offset` of its section: where in the file it begins. LLVM asks for the room of a definition for each kind.
fn numbered(section: &Section, (number, offset): (u32, u64), what: &str) -> Result<u64, String> {
    let beyond = format!("{what} {number} goes past the end of the section");
    entry(section, offset, 20, (&beyond, what))?;
    Ok(section.offset + offset)
}

/// The strings of a section of versions with valid contents, and the number of auxiliary entries that it has room for.
fn opening<'a>(elf: &Elf<'a>, section: &Section) -> Result<(&'a [u8], u64), String> {
    let strings = linked(elf, section)?;
    content(elf, section)?;
    Ok((strings, section.size / 4))
}

fn definitions(elf: &Elf<'_>, section: &Section, map: &mut Map) -> Result<(), String> {
    let (strings, mut steps) = opening(elf, section)?;
    let file = elf.file;
    let mut offset = 0u64;
    for number in 1..=section.info {
        let at = numbered(section, (number, offset), "version definition")?;
        let half = |place: u64| file.u16(at + place).unwrap_or(0);
        let word = |at: u64| u64::from(file.u32(at).unwrap_or(0));
        unsupported(section, half(0))?;
        let mut more = offset + word(at + 12);
        let mut name = Vec::new();
        for part in 0..half(6) {
            steps = steps.checked_sub(1).ok_or_else(|| too_many(section))?;
            entry(section, more, 0, ("", "auxiliary"))?;
            let beyond = format!("version definition {number} refers to an auxiliary entry that goes past the end of the section");
            entry(section, more, 8, (&beyond, "auxiliary"))?;
            let at = section.offset + more;
            if part == 0 {
                let name_at = word(at);
                name = match strings.get(name_at as usize..).filter(|rest| !rest.is_empty()) {
                    Some(rest) => until_zero(rest).to_vec(),
                    None => format!("<invalid vda_name: {name_at}>").into_bytes(),
                };
            }
            let step = word(at + 4);
            more += step;
            if step == 0 {
                break;
            }
        }
        insert(map, half(4), name, true);
        let step = word(at + 16);
        if step == 0 {
            break;
        }
        offset += step;
    }
    Ok(())
}

/// Entries that are used again and again, which no linker writes.
fn too_many(section: &Section) -> String {
    format!("invalid {}: more auxiliary entries than it has room for", describe(section))
}

fn unsupported(section: &Section, version: u16) -> Result<(), String> {
    match version {
        1 => Ok(()),
        _ => Err(format!("unable to dump {}: version {version} is not yet supported", describe(section))),
    }
}

fn needs(elf: &Elf<'_>, section: &Section, map: &mut Map) -> Result<(), String> {
    let (strings, mut steps) = opening(elf, section)?;
    let file = elf.file;
    let mut offset = 0u64;
    for number in 1..=section.info {
        let at = numbered(section, (number, offset), "version dependency")?;
        let word = |at: u64| u64::from(file.u32(at).unwrap_or(0));
        unsupported(section, file.u16(at).unwrap_or(0))?;
        let mut more = offset + word(at + 8);
        for _ in 0..file.u16(at + 2).unwrap_or(0) {
            steps = steps.checked_sub(1).ok_or_else(|| too_many(section))?;
            entry(section, more, 0, ("", "auxiliary"))?;
            let beyond = format!("version dependency {number} refers to an auxiliary entry that goes past the end of the section");
            entry(section, more, 16, (&beyond, "auxiliary"))?;
            let at = section.offset + more;
            let name = match strings.get(word(at + 8) as usize..).filter(|rest| !rest.is_empty()) {
                Some(rest) => until_zero(rest).to_vec(),
                None => b"<corrupt>".to_vec(),
            };
            insert(map, file.u16(at + 6).unwrap_or(0), name, false);
            let step = word(at + 12);
            more += step;
            if step == 0 {
                break;
            }
        }
        let step = word(at + 12);
        if step == 0 {
            break;
        }
        offset += step;
    }
    Ok(())
}
