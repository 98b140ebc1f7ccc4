//! The thin link of files: reads their summaries and symbols, and makes what is written.
use std::path::{Path, PathBuf};

use bctk_bitcode::write::WriteOptions;
use bctk_bitcode::{LlvmVersion, ReadOptions, modules as parts_of, read_summary};
use bctk_ir::module::Module;
pub use bctk_lto::thin::{
    ByModule, Choice, Fault, FirstCopy, Imports, Index, Limits, Link, ModuleInfo, Needed, Plan, Prevailing, Refusal, Resolution,
    Resolutions, Symbol, Symbols, find_dead, import_list_of_pass,
};
use bctk_object::symbols::{self, SymbolFlags, SymbolTable};
use bctk_support::parallel::prelude::*;

use crate::error::{Error, ErrorKind, Result};
use crate::input::{self, Input};
use crate::refusals::newer_summary;

/// The releases whose thin link is done, as the names of programs state them (`llvm-lto-22`), ascending.
pub const RELEASES: &[&str] = &["22"];

/// The newest release whose thin link is done.
pub fn newest() -> LlvmVersion {
    RELEASES.last().and_then(|release| LlvmVersion::parse(release.as_bytes())).unwrap_or_default()
}

/// Whether the thin link of a release is done.
pub fn is_done(llvm: LlvmVersion) -> bool {
    RELEASES.contains(&llvm.to_string().as_str())
}

/// How many files are read at a time.
const BATCH: usize = 256;

/// What a file says to a thin link.
#[derive(Debug, Default)]
pub struct Said {
    /// A module with summaries and without code; none if the file has no summaries.
    pub module: Option<Module>,
    /// Its symbols.
    pub symbols: Option<SymbolTable<'static>>,
}

/// Reads what each file says, and passes it on in the order of the files. Files are read in parallel, a few hundred at a time.
///
/// # Errors
/// If a file cannot be read, is no bitcode, or has several modules; and those of `take`.
pub fn read(
    paths: &[PathBuf],
    llvm: LlvmVersion,
    options: &ReadOptions,
    with_symbols: bool,
    mut take: impl FnMut(usize, &Path, Said) -> Result<()>,
) -> Result<()> {
    for (batch, files) in paths.chunks(BATCH).enumerate() {
        let read: Vec<Result<Said>> = files.par_iter().map(|path| said(path, llvm, options, with_symbols)).collect();
        for ((at, path), said) in (batch * BATCH..).zip(files).zip(read) {
            take(at, path, said?)?;
        }
    }
    Ok(())
}

fn said(path: &Path, llvm: LlvmVersion, options: &ReadOptions, with_symbols: bool) -> Result<Said> {
    let file = input::open(path)?;
    said_by(&file, path, llvm, options, with_symbols)
}

/// What an open file says.
///
/// # Errors
/// As [`read`].
pub fn said_by(file: &Input, path: &Path, llvm: LlvmVersion, options: &ReadOptions, with_symbols: bool) -> Result<Said> {
    let fault = |error: bctk_bitcode::Error| Error::new(input::name(path), ErrorKind::Bitcode(error));
    let parts = parts_of(file.bytes(), options).map_err(fault)?;
    let [part] = parts.as_slice() else {
        let message = format!("expected one module, found {}: LTO units that are split are not supported", parts.len());
        return Err(fault(bctk_bitcode::Error::unsupported(message)));
    };
    let mut said = Said { module: read_summary(part, options).map_err(fault)?, symbols: None };
    if let Some(message) = said.module.as_ref().and_then(|module| newer_summary(module, llvm)) {
        return Err(fault(bctk_bitcode::Error::unsupported(message)));
    }
    if with_symbols {
        let mut asked = symbols::Options { read: options.clone(), ..symbols::Options::default() };
        let table = symbols::symbols(&parts, &asked).map_err(fault)?;
        // LLVM trusts only tables that it wrote itself.
        let is_own = table.producer() == llvm.last_release().as_bytes();
        let table = if is_own {
            table
        } else {
            asked.ignore_table = true;
            symbols::symbols(&parts, &asked).map_err(fault)?
        };
        said.symbols = Some(table.into_owned());
    }
    Ok(said)
}

/// The symbols that matter to LTO, in their order.
pub fn relevant<'t>(table: &'t SymbolTable<'_>) -> impl Iterator<Item = bctk_object::symbols::Symbol<'t>> {
    table.symbols().filter(|symbol| symbol.flags.contains(SymbolFlags::GLOBAL) && !symbol.flags.contains(SymbolFlags::FORMAT_SPECIFIC))
}

/// A symbol as [`Resolutions`] takes it.
pub fn symbol<'t>(symbol: &bctk_object::symbols::Symbol<'t>) -> Symbol<'t> {
    Symbol { name: symbol.name, ir_name: symbol.ir_name, used: symbol.flags.contains(SymbolFlags::USED) }
}

/// An error about the file at `path`.
pub fn error_of(path: &Path, fault: &Fault) -> Error {
    Error::new(input::name(path), ErrorKind::Bitcode(bctk_bitcode::Error::unsupported(fault.to_string())))
}

/// How an index is written: the whole one, or the part for one module's backend.
pub fn write_options(llvm: LlvmVersion, part: bool) -> WriteOptions {
    WriteOptions {
        producer: Some(format!("LLVM{}", llvm.last_release()).into_bytes()),
        llvm: Some(llvm),
        listed_index: part,
        ..WriteOptions::default()
    }
}

/// The bytes of an index.
///
/// # Errors
/// If it is too large.
pub fn bytes(module: &Module, llvm: LlvmVersion, part: bool) -> std::result::Result<Vec<u8>, bctk_bitcode::Error> {
    bctk_bitcode::write(module, &write_options(llvm, part))
}
