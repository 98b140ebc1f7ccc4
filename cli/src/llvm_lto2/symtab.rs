//! `llvm-lto2 dump-symtab` and `print-guid`: symbols as linkers see them, and the GUID of a name.
use std::ffi::OsString;
use std::io::Write as _;
use std::path::Path;

use bctk::input;
use bctk::lto::thin;
use bctk_bitcode::LlvmVersion;
use bctk_ir::keywords::{ComdatKind, Visibility};
use bctk_ir::summary::guid_of;
use bctk_ir::triple::{ObjectFormat, Triple};
use bctk_object::symbols::{Symbol, SymbolFlags};

use crate::diag::Fault;
use crate::limits;
use crate::llvm_output::Stop;

/// Prints the symbol tables of files.
pub(super) fn dump(files: &[OsString], llvm: LlvmVersion) -> Result<(), Stop> {
    for file in files {
        let path = Path::new(file);
        let text = table(path, llvm)?;
        std::io::stdout().lock().write_all(&text).map_err(|error| Fault::write("<stdout>", error))?;
    }
    Ok(())
}

/// Prints the GUID of the first name; LLVM's tool does not look at others.
pub(super) fn print_guid(names: &[OsString]) -> Result<(), Stop> {
    let text = names.first().map_or_else(String::new, |name| format!("{}\n", guid_of(name.as_encoded_bytes())));
    std::io::stdout().lock().write_all(text.as_bytes()).map_err(|error| Fault::write("<stdout>", error))?;
    Ok(())
}

fn table(path: &Path, llvm: LlvmVersion) -> Result<Vec<u8>, Stop> {
    let file = input::open(path).map_err(Fault::from)?;
    let options = limits::read_options();
    let of_file = |error: bctk_bitcode::Error| Stop::Fault(Fault::Content(input::name(path), error.to_string()));
    let parts = bctk_bitcode::modules(file.bytes(), &options).map_err(of_file)?;
    let mut out = Vec::new();
    // The table in the file, whoever wrote it.
    let mut asked = bctk_object::symbols::Options { read: options, directives: true, ..bctk_object::symbols::Options::default() };
    if let Some(first) = parts.first()
        && let Some(blob) = first.symtab().map_err(of_file)?
        && let Some(stored) = bctk_bitcode::symtab::StoredTable::new(blob, first.strtab().map_err(of_file)?)
    {
        line(&mut out, &[b"version: ", stored.version().to_string().as_bytes()]);
        if stored.version() == llvm.symtab_version() {
            line(&mut out, &[b"producer: ", stored.producer().unwrap_or_default()]);
        }
        asked.ignore_table = stored.producer() != Some(llvm.last_release().as_bytes());
    } else {
        asked.ignore_table = true;
    }
    let table = bctk_object::symbols::symbols(&parts, &asked).map_err(of_file)?;
    line(&mut out, &[b"target triple: ", table.triple()]);
    line(&mut out, &[b"source filename: ", table.source_filename()]);
    let format = Triple::parse(table.triple()).format;
    if format == ObjectFormat::Coff {
        line(&mut out, &[b"linker opts: ", table.linker_options()]);
    }
    if format == ObjectFormat::Elf {
        out.extend_from_slice(b"dependent libraries:");
        for library in table.dependent_libraries() {
            out.extend_from_slice(&[b" \"", library, b"\""].concat());
        }
        out.push(b'\n');
    }
    for symbol in thin::relevant(&table) {
        print(&mut out, &symbol, format);
    }
    out.push(b'\n');
    Ok(out)
}

fn line(out: &mut Vec<u8>, parts: &[&[u8]]) {
    parts.iter().for_each(|part| out.extend_from_slice(part));
    out.push(b'\n');
}

fn print(out: &mut Vec<u8>, symbol: &Symbol<'_>, format: ObjectFormat) {
    out.push(match symbol.visibility {
        Visibility::Hidden => b'H',
        Visibility::Protected => b'P',
        _ => b'D',
    });
    let letters = [
        (SymbolFlags::UNDEFINED, b'U'),
        (SymbolFlags::COMMON, b'C'),
        (SymbolFlags::WEAK, b'W'),
        (SymbolFlags::INDIRECT, b'I'),
        (SymbolFlags::MAY_OMIT, b'O'),
        (SymbolFlags::TLS, b'T'),
        (SymbolFlags::EXECUTABLE, b'X'),
    ];
    out.extend(letters.map(|(flag, letter)| if symbol.flags.contains(flag) { letter } else { b'-' }));
    line(out, &[b" ", symbol.name]);
    if let Some(common) = symbol.common {
        line(out, &[format!("         size {} align {}", common.size, common.align).as_bytes()]);
    }
    if let Some(comdat) = symbol.comdat {
        let kind: &[u8] = match comdat.kind {
            ComdatKind::Any => b"any",
            ComdatKind::ExactMatch => b"exactmatch",
            ComdatKind::Largest => b"largest",
            ComdatKind::NoDuplicates => b"nodeduplicate",
            ComdatKind::SameSize => b"samesize",
        };
        line(out, &[b"         comdat ", kind, b" ", comdat.name]);
    }
    if format == ObjectFormat::Coff && symbol.flags.contains(SymbolFlags::WEAK) && symbol.flags.contains(SymbolFlags::INDIRECT) {
        line(out, &[b"         fallback ", symbol.coff_fallback]);
    }
    if !symbol.section.is_empty() {
        line(out, &[b"         section ", symbol.section]);
    }
}
