//! A file for the thin link alone: names and linkages of a module, its summary, its hash and its symbols (`writeThinLinkBitcode`).
use super::abbrevs;
use super::emit::{Chars, Emitter};
use super::enumerate::Numbering;
use super::file::{MAGIC, symbol_table, tail};
use super::{WriteOptions, globals, summary};
use crate::schema::abbrevs::{NameChar, Widths};
use crate::schema::module as row;
use crate::write::strtab::Strtab;
use bctk_bitstream::Result;
use bctk_bitstream::stream::StreamWriter;
use bctk_ir::module::Module;
use bctk_ir::strings::Str;

/// Writes what a thin link needs of `module`; `hash` is that of the file with all of it.
///
/// # Errors
/// As [`write()`](super::write()).
pub fn write_thin_link(module: &Module, hash: [u32; 5], options: &WriteOptions) -> Result<Vec<u8>> {
    let llvm = options.version_for(module);
    let numbers = Numbering::new(module, Some(false), llvm);
    let mut names = Strtab::default();
    let mut out = Emitter::new(StreamWriter::after(Vec::new()), llvm);
    out.open(row::ID)?;
    out.record(&row::Version { version: 2 })?;
    let source = module.str(module.source_filename.unwrap_or(Str::EMPTY));
    let widths = Widths { name_char: NameChar::of(source), ..Widths::default() };
    let filename = abbrevs::define(&mut out, row::ID, "SOURCE_FILENAME", &widths)?;
    out.text(filename, row::SourceFilename::CODE, source, Chars::Unsigned)?;
    if llvm.guid_list() {
        globals::write_guids(&mut out, &numbers)?;
    }
    let of_kinds = &numbers.globals;
    let kinds = [
        (row::GlobalVar::CODE, &of_kinds.variables),
        (row::Function::CODE, &of_kinds.functions),
        (row::Alias::CODE, &of_kinds.aliases),
        (row::IFunc::CODE, &of_kinds.ifuncs),
    ];
    for (code, ids) in kinds {
        for global in ids.iter().filter_map(|id| module.globals.get(id.index())) {
            let name = names.add(module.str(global.name));
            out.plain(code, [name.offset, name.size, 0, 0, 0, globals::wire_linkage(global.linkage)])?;
        }
    }
    summary::write_module(&mut out, &numbers, &mut names)?;
    let [word0, word1, word2, word3, word4] = hash;
    out.record(&row::Hash { word0, word1, word2, word3, word4 })?;
    out.end()?;
    let symbols = symbol_table(&[module], options, &mut names);
    let mut bytes = MAGIC.to_vec();
    bytes.extend(out.stream.finish()?);
    bytes.extend(tail(module, options, symbols, names)?);
    Ok(bytes)
}
