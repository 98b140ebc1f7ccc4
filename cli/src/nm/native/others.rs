//! Symbols of COFF objects and PE images, WebAssembly modules and XCOFF files.
use object::read::coff::{CoffHeader, Symbol as _};
use object::read::pe::{ImageNtHeaders, PeFile};
use object::read::xcoff::{FileHeader as XcoffHeader, Symbol as _, XcoffFile};
use object::{FileKind, Object as _, ObjectSection, ObjectSymbol, SectionIndex, SectionKind, SymbolFlags, SymbolKind};
use object::{pe, xcoff};

use super::{Flags, Kind, Object, Symbol};

/// Reads the symbols of a COFF object or a PE image.
pub(super) fn coff(data: &[u8]) -> object::read::Result<Object> {
    let kind = FileKind::parse(data)?;
    let mut symbols = Vec::new();
    match kind {
        FileKind::CoffBig => of_coff::<pe::AnonObjectHeaderBigobj>(data, &mut 0, 0, &mut symbols)?,
        FileKind::Pe32 => of_pe::<pe::ImageNtHeaders32>(data, &mut symbols)?,
        FileKind::Pe64 => of_pe::<pe::ImageNtHeaders64>(data, &mut symbols)?,
        _ => of_coff::<pe::ImageFileHeader>(data, &mut 0, 0, &mut symbols)?,
    }
    let for_64 = object::File::parse(data)?.is_64();
    Ok(Object { kind: Kind::Coff, wide: false, for_64, has_mapping: false, any: false, symbols, header: Default::default() })
}

fn of_pe<Pe: ImageNtHeaders>(data: &[u8], symbols: &mut Vec<Symbol>) -> object::read::Result<()> {
    use object::read::pe::ImageOptionalHeader;
    let file = PeFile::<Pe>::parse(data)?;
    let base = file.nt_headers().optional_header().image_base();
    let mut offset = u64::from(file.dos_header().nt_headers_offset()) + 4;
    of_coff::<pe::ImageFileHeader>(data, &mut offset, base, symbols)
}

fn of_coff<Coff: CoffHeader>(data: &[u8], offset: &mut u64, base: u64, symbols: &mut Vec<Symbol>) -> object::read::Result<()> {
    let header = Coff::parse(data, offset)?;
    let mut at = *offset;
    if base != 0 {
        // The optional header stands between the header and the sections.
        let start = at - size_of::<pe::ImageFileHeader>() as u64;
        let image = object::ReadRef::read_at::<pe::ImageFileHeader>(data, start);
        at += image.map_or(0, |image| u64::from(image.size_of_optional_header.get(object::LittleEndian)));
    }
    let sections = header.sections(data, at)?;
    let table = header.symbols(data)?;
    for (index, raw) in table.iter() {
        let number = raw.section_number().0;
        let value = raw.value();
        let name = raw.name(table.strings())?;
        let external = raw.storage_class() == pe::IMAGE_SYM_CLASS_EXTERNAL;
        let weak = raw.storage_class() == pe::IMAGE_SYM_CLASS_WEAK_EXTERNAL;
        let section =
            usize::try_from(number).ok().filter(|number| *number > 0).and_then(|number| sections.section(SectionIndex(number)).ok());
        let alias = weak
            && table
                .aux_weak_external(index)
                .is_ok_and(|aux| aux.weak_search_type.get(object::LittleEndian) == pe::IMAGE_WEAK_EXTERN_SEARCH_ALIAS);
        let is_section = raw.storage_class() == pe::IMAGE_SYM_CLASS_STATIC && raw.has_aux_section();
        let file = raw.storage_class() == pe::IMAGE_SYM_CLASS_FILE;
        let flags = Flags {
            global: external || weak,
            weak,
            undefined: external && number == 0 && value == 0 || weak && !alias,
            common: external && number == 0 && value != 0,
            absolute: number == -1,
            special: file || is_section,
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
        let start = section.map_or(0, |section| base + u64::from(section.virtual_address.get(object::LittleEndian)));
        symbols.push(Symbol { name: name.to_vec(), address: u64::from(value) + start, flags, letter, ..Symbol::default() });
    }
    Ok(())
}

/// Reads the symbols of a WebAssembly module: those of its linking section, or else its names.
pub(super) fn wasm(data: &[u8]) -> object::read::Result<Object> {
    let file = object::File::parse(data)?;
    let mut symbols = Vec::new();
    for symbol in file.symbols() {
        let undefined = symbol.is_undefined();
        symbols.push(Symbol {
            name: symbol.name_bytes()?.to_vec(),
            address: symbol.address(),
            size: symbol.size(),
            flags: Flags { undefined, global: symbol.is_global(), weak: symbol.is_weak(), ..Flags::default() },
            letter: if symbol.kind() == SymbolKind::Text { 't' } else { 'd' },
            ..Symbol::default()
        });
    }
    Ok(Object { kind: Kind::Wasm, wide: false, for_64: file.is_64(), has_mapping: false, any: false, symbols, header: Default::default() })
}

/// Reads the symbols of an XCOFF file.
pub(super) fn xcoff(data: &[u8]) -> object::read::Result<Object> {
    match FileKind::parse(data)? {
        FileKind::Xcoff32 => of_xcoff::<xcoff::FileHeader32>(data),
        _ => of_xcoff::<xcoff::FileHeader64>(data),
    }
}

fn of_xcoff<Xcoff: XcoffHeader>(data: &[u8]) -> object::read::Result<Object> {
    let file = XcoffFile::<Xcoff>::parse(data)?;
    let mut symbols = Vec::new();
    for symbol in file.symbols() {
        let raw = symbol.xcoff_symbol();
        let class = raw.n_sclass();
        let csect = match symbol.flags() {
            SymbolFlags::Xcoff { x_smtyp, .. } => x_smtyp.0 & 7,
            _ => 0,
        };
        let section = symbol.section_index().and_then(|index| file.section_by_index(index).ok());
        let letter = match section.as_ref().map(ObjectSection::kind) {
            _ if class == xcoff::C_FILE => 'f',
            Some(SectionKind::Debug | SectionKind::DebugString | SectionKind::OtherString) => 'N',
            Some(SectionKind::Text) => 't',
            Some(SectionKind::Data | SectionKind::Tls) => 'd',
            Some(SectionKind::UninitializedData | SectionKind::UninitializedTls) => 'b',
            Some(_) | None => '?',
        };
        let number = raw.n_scnum().0;
        let flags = Flags {
            undefined: number == 0,
            global: class == xcoff::C_EXT || class == xcoff::C_WEAKEXT,
            weak: class == xcoff::C_WEAKEXT,
            common: csect == xcoff::XTY_CM.0,
            absolute: number == -1,
            special: false,
        };
        let (address, size) = (raw.n_value().into(), symbol.size());
        symbols.push(Symbol { name: symbol.name_bytes()?.to_vec(), address, size, flags, letter, ..Symbol::default() });
    }
    let wide = file.is_64();
    Ok(Object { kind: Kind::Xcoff, wide, for_64: wide, has_mapping: false, any: false, symbols, header: Default::default() })
}
