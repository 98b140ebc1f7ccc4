//! All symbol properties that linkers need, in the layout of `llvm-lto2 dump-symtab`.
//!
//! Taken from the behaviour of llvm-lto2 22. A table made by another version of LLVM is taken as it is, with its version and
//! producer; llvm-lto2 makes a new one.
use std::io::{self, Write};

use bctk_bitcode::write::PRODUCER;
use bctk_ir::keywords::Visibility;
use bctk_ir::triple::{ObjectFormat, Triple};
use bctk_object::symbols::{Origin, SymbolFlags, SymbolTable, as_listed};

/// Writes the chosen symbols of a table; `member` is its name in an archive.
pub(super) fn write(
    table: &SymbolTable<'_>,
    member: Option<&[u8]>,
    is_chosen: &dyn Fn(&[u8]) -> bool,
    out: &mut dyn Write,
) -> io::Result<()> {
    let mut line = |parts: &[&[u8]]| -> io::Result<()> {
        parts.iter().try_for_each(|part| out.write_all(part))?;
        out.write_all(b"\n")
    };
    if let Some(member) = member {
        line(&[member, b":"])?;
    }
    let format = Triple::parse(table.triple()).format;
    if table.origin() == Origin::Table {
        line(&[b"version: ", table.version().to_string().as_bytes()])?;
        line(&[b"producer: ", table.producer()])?;
    }
    line(&[b"target triple: ", table.triple()])?;
    line(&[b"source filename: ", table.source_filename()])?;
    match format {
        ObjectFormat::Coff => line(&[b"linker opts: ", table.linker_options()])?,
        ObjectFormat::Elf => {
            let libraries: Vec<&[u8]> = table.dependent_libraries().flat_map(|library| [b" \"", library, b"\""]).collect();
            line(&[&b"dependent libraries:"[..], &libraries.concat()])?;
        }
        _ => {}
    }
    let (symbols, more) = as_listed(table, PRODUCER.strip_prefix(b"LLVM") == Some(table.producer()), false);
    for symbol in symbols.chain(more) {
        let has = |flag| symbol.flags.contains(flag);
        if !is_chosen(symbol.name) || !has(SymbolFlags::GLOBAL) || has(SymbolFlags::FORMAT_SPECIFIC) {
            continue;
        }
        let mut letters = vec![match symbol.visibility {
            Visibility::Default => b'D',
            Visibility::Hidden => b'H',
            Visibility::Protected => b'P',
        }];
        let flags = [
            (b'U', SymbolFlags::UNDEFINED),
            (b'C', SymbolFlags::COMMON),
            (b'W', SymbolFlags::WEAK),
            (b'I', SymbolFlags::INDIRECT),
            (b'O', SymbolFlags::MAY_OMIT),
            (b'T', SymbolFlags::TLS),
            (b'X', SymbolFlags::EXECUTABLE),
        ];
        letters.extend(flags.map(|(letter, flag)| if has(flag) { letter } else { b'-' }));
        line(&[&letters, b" ", symbol.name])?;
        if let Some(common) = symbol.common {
            line(&[format!("         size {} align {}", common.size, common.align).as_bytes()])?;
        }
        if let Some(comdat) = symbol.comdat {
            line(&[b"         comdat ", comdat.kind.spelling().as_bytes(), b" ", comdat.name])?;
        }
        if format == ObjectFormat::Coff && has(SymbolFlags::WEAK | SymbolFlags::INDIRECT) {
            line(&[b"         fallback ", symbol.coff_fallback])?;
        }
        if !symbol.section.is_empty() {
            line(&[b"         section ", symbol.section])?;
        }
    }
    line(&[])
}
