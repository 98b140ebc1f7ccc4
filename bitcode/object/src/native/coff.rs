//! Symbols of COFF objects, PE images and the short members of import libraries.
//!
//! The facts are those of LLVM's `COFFObjectFile` and `COFFImportFile` (`lib/Object`, LLVM 22).
use object::read::coff::{CoffHeader, Symbol as _};
use object::read::pe::{ImageNtHeaders, PeFile};
use object::{FileKind, SectionIndex, pe};

use super::bytes::{Bytes, Fault, until_zero};
use super::model::{Flags, Kind, Object, Symbol};

const EOF: &str = "The end of the file was unexpectedly encountered";

/// Reads the symbols of a COFF object or a PE image; `name` is that of the file in messages.
pub(super) fn read(data: &[u8], name: &str) -> Result<Object, Fault> {
    let mut object = Object::new(Kind::Coff);
    match FileKind::parse(data) {
        Ok(FileKind::CoffBig) => of_coff::<pe::AnonObjectHeaderBigobj>(data, &mut 0, None, name, &mut object)?,
        Ok(FileKind::Pe32) => of_pe::<pe::ImageNtHeaders32>(data, name, &mut object)?,
        Ok(FileKind::Pe64) => of_pe::<pe::ImageNtHeaders64>(data, name, &mut object)?,
        _ => of_coff::<pe::ImageFileHeader>(data, &mut 0, None, name, &mut object)?,
    }
    object.any = !object.symbols.is_empty();
    Ok(object)
}

fn of_pe<Pe: ImageNtHeaders>(data: &[u8], name: &str, object: &mut Object) -> Result<(), Fault> {
    use object::read::pe::ImageOptionalHeader;
    let file = PeFile::<Pe>::parse(data).map_err(|_| EOF)?;
    let base = file.nt_headers().optional_header().image_base();
    let mut offset = u64::from(file.dos_header().nt_headers_offset()) + 4;
    of_coff::<pe::ImageFileHeader>(data, &mut offset, Some(base), name, object)
}

fn of_coff<Coff: CoffHeader>(data: &[u8], offset: &mut u64, base: Option<u64>, file: &str, object: &mut Object) -> Result<(), Fault> {
    let header = Coff::parse(data, offset).map_err(|_| EOF)?;
    let mut at = *offset;
    if base.is_some() {
        // The optional header is between the header and the sections.
        let start = at - size_of::<pe::ImageFileHeader>() as u64;
        let image = object::ReadRef::read_at::<pe::ImageFileHeader>(data, start);
        at += image.map_or(0, |image| u64::from(image.size_of_optional_header.get(object::LittleEndian)));
    }
    let sections = header.sections(data, at).map_err(|_| EOF)?;
    // A table that does not lie in the file is none.
    let Ok(table) = header.symbols(data) else { return Ok(()) };
    for (index, raw) in table.iter() {
        let number = raw.section_number().0;
        let value = raw.value();
        let class = raw.storage_class();
        let has_more = raw.number_of_aux_symbols() > 0;
        let name = match raw.name(table.strings()) {
            Ok(name) => name,
            Err(_) => {
                object.errors.push(format!("{file}: {EOF}\n"));
                b""
            }
        };
        let external = class == pe::IMAGE_SYM_CLASS_EXTERNAL;
        let weak = class == pe::IMAGE_SYM_CLASS_WEAK_EXTERNAL;
        let section =
            usize::try_from(number).ok().filter(|number| *number > 0).and_then(|number| sections.section(SectionIndex(number)).ok());
        let search = table.aux_weak_external(index).ok().filter(|_| weak && has_more);
        let alias = search.is_some_and(|aux| aux.weak_search_type.get(object::LittleEndian) == pe::IMAGE_WEAK_EXTERN_SEARCH_ALIAS);
        let is_section = has_more && (class == pe::IMAGE_SYM_CLASS_STATIC || external && number == -1);
        let flags = Flags {
            global: external || weak,
            weak: search.is_some(),
            undefined: external && number == 0 && value == 0 || search.is_some() && !alias,
            common: external && number == 0 && value != 0,
            absolute: number == -1,
            special: class == pe::IMAGE_SYM_CLASS_FILE || is_section,
            ..Flags::default()
        };
        let characteristics = section.map(|section| section.characteristics.get(object::LittleEndian));
        let in_imports = section.is_some_and(|section| section.name(table.strings()).is_ok_and(|name| name.starts_with(b".idata")));
        let has = |flag: pe::SectionFlags| characteristics.is_some_and(|bits| bits.0 & flag.0 != 0);
        let letter = match () {
            () if name.starts_with(b".debug") || name.starts_with(b".sxdata") => 'N',
            () if in_imports => 'i',
            () if number == -2 => 'n',
            () if has(pe::IMAGE_SCN_CNT_CODE) => 't',
            () if has(pe::IMAGE_SCN_CNT_INITIALIZED_DATA) && has(pe::IMAGE_SCN_MEM_WRITE) => 'd',
            () if has(pe::IMAGE_SCN_CNT_INITIALIZED_DATA) => 'r',
            () if has(pe::IMAGE_SCN_CNT_UNINITIALIZED_DATA) => 'b',
            () if has(pe::IMAGE_SCN_LNK_INFO) => 'i',
            () if is_section => 's',
            () => '?',
        };
        let placed = number > 0 && !weak;
        if placed && section.is_none() {
            // LLVM lists nothing after a symbol of a section that does not exist.
            break;
        }
        let base = base.unwrap_or(0);
        let start = section.filter(|_| placed).map_or(0, |section| base + u64::from(section.virtual_address.get(object::LittleEndian)));
        let symbol = Symbol {
            name: name.to_vec(),
            address: if flags.undefined { 0 } else { u64::from(value).wrapping_add(start) },
            flags,
            letter,
            section_number: usize::try_from(number).ok(),
            index: Some(index.0 as u64),
            ..Symbol::default()
        };
        if !object.push(symbol, data.len(), file) {
            break;
        }
    }
    Ok(())
}

/// Reads a short member of an import library: what it imports under its own name, and the pointer to it.
pub(super) fn import(data: &[u8]) -> Object {
    const ARM64EC: u16 = 0xA641;
    const ARM64X: u16 = 0xA64E;
    const DATA: u16 = 1;
    let file = Bytes { data, big: false };
    let kind = file.u16(18).unwrap_or(0) & 3;
    let name = until_zero(data.get(20..).unwrap_or_default());
    let letter = match kind {
        0 => 't',
        DATA => 'd',
        2 => 'r',
        _ => '?',
    };
    let is_ec = matches!(file.u16(6), Some(ARM64EC | ARM64X));
    let plain = if is_ec { without_ec_mangling(name) } else { None };
    let plain = plain.as_deref().unwrap_or(name);
    let mut names = vec![[b"__imp_", plain].concat()];
    if kind != DATA {
        names.push(plain.to_vec());
        if is_ec {
            names.push([b"__imp_aux_", plain].concat());
            names.push(name.to_vec());
        }
    }
    let symbol = |name| Symbol { name, flags: Flags { global: true, ..Flags::default() }, letter, ..Symbol::default() };
    let mut object = Object::new(Kind::Coff);
    object.symbols = names.into_iter().map(symbol).collect();
    object.any = true;
    object
}

/// The name of a function of Arm64EC without what marks it as one (`getArm64ECDemangledFunctionName`).
fn without_ec_mangling(name: &[u8]) -> Option<Vec<u8>> {
    const MARK: &[u8] = b"$$h";
    if let Some(rest) = name.strip_prefix(b"#") {
        return Some(rest.to_vec());
    }
    name.starts_with(b"?").then_some(())?;
    let at = name.windows(MARK.len()).position(|part| part == MARK)?;
    let rest = &name[at + MARK.len()..];
    (!rest.is_empty()).then(|| [&name[..at], rest].concat())
}
