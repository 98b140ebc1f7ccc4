//! The parts of a file around the module blocks: signature, SYMTAB, STRTAB, the wrapper header and its padding.
use super::Verify;
use super::emit::Emitter;
use super::fault::Fault;
use super::output::{InOrder, Output, Put, Rest};
use super::{Strtab, Wrapper, WriteOptions, module, summary};
use crate::demanded::undemanded;
use crate::schema::symtab::{irsymtab, strtab};
use crate::symtab;
use bctk_bitstream::stream::{Abbrev, AbbrevOp, StreamWriter};
use bctk_bitstream::wrapper::{self, WRAPPER_SIZE};
use bctk_bitstream::{Error, Result};
use bctk_ir::module::Module;
use bctk_ir::summary::Summary;
use bctk_ir::triple::{Arch, Triple};
use std::io;

/// The four bytes with which LLVM IR bitcode begins.
pub(super) const MAGIC: [u8; 4] = [b'B', b'C', 0xC0, 0xDE];
/// A file in a wrapper is padded to a multiple of this many bytes (LLVM 22, `emitDarwinBCHeaderAndTrailer`).
const WRAPPED_MULTIPLE: usize = 16;

/// Writes `module` as a file of its own.
///
/// # Errors
/// Unsupported, if the release's bitcode cannot express something in the module; Limit, if the file would be too large.
pub fn write(module: &Module, options: &WriteOptions) -> Result<Vec<u8>> {
    write_modules(&[module], options)
}

/// Writes several modules as one file: their blocks one after the other, with one symbol table and one string table for all, like
/// a `BitcodeWriter` whose `writeModule` is called several times.
///
/// # Errors
/// As [`write()`], and Unsupported if there is no module.
pub fn write_modules(modules: &[&Module], options: &WriteOptions) -> Result<Vec<u8>> {
    let mut out = Vec::new();
    match write_to_output(modules, options, &mut out) {
        Ok(()) => Ok(out),
        Err(fault) => Err(fault.into_error()),
    }
}

/// Writes modules as one file to `out`, each module as soon as it is done. Modules from one file with several string tables are written
/// with the same tables. In a wrapper, all modules are kept until the last one, because the header comes first and contains the size.
///
/// # Errors
/// As [`write_modules`], and those of `out`. Some bytes may have been written by then.
pub fn write_to(modules: &[&Module], options: &WriteOptions, out: &mut dyn io::Write) -> std::result::Result<(), Fault> {
    write_to_output(modules, options, &mut InOrder(out))
}

/// As [`write_to`]; modules leave memory piece by piece if `out` takes words late.
///
/// # Errors
/// As [`write_to`].
pub fn write_to_output(modules: &[&Module], options: &WriteOptions, out: &mut dyn Output) -> std::result::Result<(), Fault> {
    // Hash, summary and use-list orders of an edited module are stale.
    let edited: Vec<Option<Module>> = modules.iter().map(|module| module.is_stale().then(|| without_provenance(module))).collect();
    let modules: Vec<&Module> = modules.iter().zip(&edited).map(|(module, edited)| edited.as_ref().unwrap_or(module)).collect();
    write_with(&modules, options, out)
}

/// A copy of an edited module without its stale provenance.
fn without_provenance(module: &Module) -> Module {
    let mut module = module.clone();
    module.forget_provenance();
    for body in &mut module.bodies {
        body.provenance.use_orders.clear();
    }
    module
}

/// Refuses an invalid module.
fn verify(module: &Module, what: Verify) -> Result<()> {
    match what.report(module).findings.first() {
        Some(finding) => Err(Error::malformed(format!("the module is not valid: {}", finding.describe(module)))),
        None => Ok(()),
    }
}

fn write_with(modules: &[&Module], options: &WriteOptions, out: &mut dyn Output) -> std::result::Result<(), Fault> {
    let Some(&first) = modules.first() else { return Err(Error::unsupported("a file without a module").into()) };
    modules.iter().try_for_each(|module| verify(module, options.verify))?;
    let wrapped = is_wrapped(modules, options);
    let mut put = Put::new(out, wrapped);
    put.part(MAGIC.to_vec())?;
    let table = |module: &&Module| module.provenance.bitcode.as_ref().map(|written| written.table);
    for group in modules.chunk_by(|a, b| table(a) == table(b)) {
        write_group(group, options, &mut put)?;
    }
    let (kept, out) = put.finish();
    if wrapped {
        let (header, padding) = wrapping(first, kept.iter().map(Vec::len).sum())?;
        out.write_all(&header)?;
        for bytes in kept {
            out.write_all(&bytes)?;
        }
        out.write_all(&vec![0; padding])?;
    }
    Ok(())
}

/// Whether a wrapper goes around the file of these modules.
pub(super) fn is_wrapped(modules: &[&Module], options: &WriteOptions) -> bool {
    let Some(first) = modules.first() else { return false };
    match (options.wrapper, &first.provenance.bitcode) {
        (Wrapper::Always, _) => true,
        (Wrapper::Never, _) => false,
        (Wrapper::ByTarget, Some(written)) => written.wrapper,
        // LLVM writes a wrapper only around single modules; tools that concatenate modules do not support it.
        (Wrapper::ByTarget, None) => modules.len() == 1 && !is_index(first) && Triple::parse(first.str(first.triple)).wraps_bitcode(),
    }
}

/// The header of a wrapper around `size` bytes, and how many zero bytes follow them.
pub(super) fn wrapping(first: &Module, size: usize) -> Result<(Vec<u8>, usize)> {
    let size_word = u32::try_from(size).map_err(|_| Error::too_large("a wrapped file of 4 GiB or more"))?;
    let cpu_type = cpu_type(&Triple::parse(first.str(first.triple)));
    let header = wrapper::Wrapper { version: 0, offset: WRAPPER_SIZE as u32, size: size_word, cpu_type };
    let padding = (WRAPPER_SIZE + size).next_multiple_of(WRAPPED_MULTIPLE) - WRAPPER_SIZE - size;
    Ok((header.to_bytes().to_vec(), padding))
}

/// Writes modules that share a string table.
fn write_group(modules: &[&Module], options: &WriteOptions, put: &mut Put<'_>) -> std::result::Result<(), Fault> {
    let Some((&first, (&last, others))) = modules.first().zip(modules.split_last()) else { return Ok(()) };
    let mut names = Strtab::default();
    for &module in others {
        write_one(module, options, &mut names, |_| {}, put)?;
    }
    // Once all names of the modules are known, the symbol table need not wait for the bodies of the last one.
    let mut symbols = None;
    let make_symbols = |names: &mut Strtab| symbols = symbol_table(modules, options, names);
    write_one(last, options, &mut names, make_symbols, put)?;
    let tail = tail(first, options, symbols, names)?;
    if !tail.is_empty() {
        put.part(tail)?;
    }
    Ok(())
}

/// The symbol table of modules that share a string table, if the file has one.
pub(super) fn symbol_table(modules: &[&Module], options: &WriteOptions, names: &mut Strtab) -> Option<Vec<u8>> {
    let first = *modules.first()?;
    if options.no_symbol_table || is_index(first) || !options.version_for(first).string_table() {
        return None;
    }
    // A missing table may have failed, which leaves names behind; or the writer did not want one.
    let unwanted = first.provenance.bitcode.as_ref().is_some_and(|written| !written.symtab).then(|| names.clone());
    let symbols = symtab::build(modules, options, names);
    match unwanted {
        Some(without) => {
            if symbols.is_some() {
                *names = without;
            }
            None
        }
        None => symbols,
    }
}

/// The blocks after those of modules that share a string table: their symbol table, and the string table. Empty in releases without them.
pub(super) fn tail(first: &Module, options: &WriteOptions, symbols: Option<Vec<u8>>, names: Strtab) -> Result<Vec<u8>> {
    if !options.version_for(first).string_table() {
        return Ok(Vec::new());
    }
    let mut tail = StreamWriter::new();
    if let Some(symbols) = symbols {
        blob(&mut tail, irsymtab::ID, irsymtab::Table::CODE, &symbols)?;
    }
    blob(&mut tail, strtab::ID, strtab::Strings::CODE, names.bytes())?;
    drop(names);
    tail.finish()
}

/// Whether a summary contains anything but the list of its modules; LLVM's assembler writes no other.
pub(super) fn said(summary: &Summary) -> bool {
    summary.names_values || !summary.entries.is_empty() || summary.flags != 0
}

/// Writes the blocks of one module. `with_names` is called once, when all its names are in the string table.
fn write_one(
    module: &Module,
    options: &WriteOptions,
    names: &mut Strtab,
    with_names: impl FnOnce(&mut Strtab) + Send,
    put: &mut Put<'_>,
) -> std::result::Result<(), Fault> {
    let llvm = options.version_for(module);
    let written = match is_index(module) {
        false => module::write(module, options, names, with_names, put)?,
        true => {
            let mut emitter = Emitter::new(StreamWriter::new(), llvm);
            summary::write_index(&mut emitter, module, names, options.listed_index)?;
            with_names(names);
            Rest::Whole(emitter.stream.finish()?)
        }
    };
    if cfg!(debug_assertions) {
        let (Rest::Whole(bytes) | Rest::Written(bytes)) = &written;
        let refused = undemanded(bytes, llvm.as_written(), 4)?;
        debug_assert!(refused.is_empty(), "LLVM {llvm} refuses what was written for it: {refused:?}");
    }
    if let Rest::Whole(bytes) = written {
        put.part(bytes)?;
    }
    Ok(())
}

/// Whether the module contains only an index: a summary and nothing else.
pub(crate) fn is_index(module: &Module) -> bool {
    let is_alone = match module.provenance.bitcode {
        Some(_) => module.summary.is_some() && module.source_filename.is_none_or(|name| name.is_empty()),
        None => module.summary.as_deref().is_some_and(said),
    };
    is_alone && module.globals.is_empty() && module.triple.is_empty() && module.metadata.named.is_empty()
}

/// The block of a string table with these bytes, as it follows modules at the top level of a file.
///
/// # Errors
/// Limit, if it would be too large.
pub fn string_table(bytes: &[u8]) -> Result<Vec<u8>> {
    let mut table = StreamWriter::new();
    blob(&mut table, strtab::ID, strtab::Strings::CODE, bytes)?;
    table.finish()
}

/// A block with a single record, which is a blob (`BitcodeWriter::writeBlob`).
fn blob(out: &mut StreamWriter, block: u32, code: u32, bytes: &[u8]) -> Result<()> {
    if u32::try_from(bytes.len()).is_err() {
        return Err(Error::too_large("a blob of 4 GiB or more"));
    }
    out.enter_block(block, 3)?;
    let abbrev = out.define_abbrev(Abbrev::new(vec![AbbrevOp::Literal(u64::from(code)), AbbrevOp::Blob])?)?;
    out.record(abbrev, code, &[], Some(bytes))?;
    out.end_block()
}

/// The CPU in a wrapper header, in Mach-O's numbering: the values that LLVM writes, all ones for any other.
fn cpu_type(triple: &Triple<'_>) -> u32 {
    const ABI64: u32 = 0x0100_0000;
    match triple.arch {
        Arch::X86_64 => 7 | ABI64,
        Arch::X86 => 7,
        Arch::Ppc => 18,
        Arch::Ppc64 => 18 | ABI64,
        Arch::Arm | Arch::Thumb => 12,
        _ => u32::MAX,
    }
}
