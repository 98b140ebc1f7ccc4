//! Symbols of bitcode as linkers see them: from the symbol table in the file (SYMTAB), otherwise from the module.
//!
//! LLVM writes a symbol table after every module for which it can build one, so that linkers need not read the IR. [`symbols`] uses that table
//! and reads nothing else. If it is absent, damaged or of another version, the outline of the module is read (global values, types, constants
//! without data), and the table is built as LLVM would build it. Function bodies are never read, and metadata only for linker directives
//! ([`Options::directives`]). Records of a newer LLVM are skipped.
//!
//! Without a table, symbols of module-level inline assembly are found by a scanner for GNU assembler syntax: labels, directives and names in
//! operands. It checks no instructions and expands no macros, so its list may differ from LLVM's.
mod asm;
mod flags;
mod listed;
mod outline;
mod table;

pub use flags::SymbolFlags;
pub use listed::{as_listed, may_name_offset_table};
pub use table::{ComdatOf, Common, Symbol, SymbolTable, Symbols};

use bctk_bitcode::read::{ModulePart, ReadOptions};
use bctk_bitstream::Result;
use bctk_ir::module::Module;
use std::borrow::Cow;

/// The origin of a symbol table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// The SYMTAB block of the file.
    Table,
    /// The modules.
    Modules,
}

/// The source of the symbols, and further requests.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Options for reading modules, with their limits.
    pub read: ReadOptions,
    /// Whether linker options and dependent libraries are wanted although they may have to be read from metadata. A table in the file has them anyway.
    pub directives: bool,
    /// Whether to find out which variables are constant ([`Symbol::is_constant`]), which tables do not state. For Darwin targets it always
    /// is.
    pub constants: bool,
    /// Whether the modules are asked although the file has a table.
    pub ignore_table: bool,
}

/// The symbols of the modules `parts` of one file ([`bctk_bitcode::modules`] finds them).
///
/// ```
/// use bctk_object::symbols::{Options, SymbolFlags, symbols};
/// let bytes = std::fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/small.bc"))?;
/// let parts = bctk_bitcode::modules(&bytes, &Default::default())?;
/// let table = symbols(&parts, &Options::default())?;
/// for symbol in table.symbols() {
///     let defined = !symbol.flags.contains(SymbolFlags::UNDEFINED);
///     println!("{} {}", if defined { "has" } else { "wants" }, String::from_utf8_lossy(symbol.name));
/// }
/// # assert!(table.symbols().any(|symbol| symbol.flags.contains(SymbolFlags::EXECUTABLE)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If the file has no table, and the necessary part of a module cannot be read.
pub fn symbols<'a>(parts: &[ModulePart<'a>], options: &Options) -> Result<SymbolTable<'a>> {
    if !options.ignore_table
        && let Some(table) = stored(parts)?
    {
        return with_constants(table, parts, options);
    }
    let mut modules = Vec::with_capacity(parts.len());
    let mut constants = Vec::new();
    for part in parts {
        let module = outline::read(part, options)?;
        constants.extend(outline::constants(&module));
        modules.push(module);
    }
    let (blob, strtab) = bctk_bitcode::symtab::list(&modules.iter().collect::<Vec<_>>());
    let mut table = SymbolTable::new(Cow::Owned(blob), Cow::Owned(strtab), Origin::Modules).unwrap_or_default();
    table.constants = Some(constants);
    Ok(table)
}

/// The symbols of a module that is not in a file, such as one of assembly.
pub fn of_module(mut module: Module) -> SymbolTable<'static> {
    outline::add_assembly(&mut module);
    let (blob, strtab) = bctk_bitcode::symtab::list(&[&module]);
    let mut table = SymbolTable::new(Cow::Owned(blob), Cow::Owned(strtab), Origin::Modules).unwrap_or_default();
    table.constants = Some(outline::constants(&module));
    table
}

/// Whether LLVM 22 lists `_GLOBAL_OFFSET_TABLE_` for a module of 64-bit x86 (`ModuleSymbolTable::CollectAsmSymbols`).
///
/// It depends on the code model, medium or large, which is in the metadata. LLVM has read that only if it had to read a body when it opened
/// the module: one with a block whose address an initializer takes.
///
/// # Errors
/// If the module's records cannot be read.
pub fn lists_offset_table(part: &ModulePart<'_>, options: &ReadOptions) -> Result<bool> {
    Ok(bctk_bitcode::read::says_and_takes_addresses(part, b"Code Model")?
        && bctk_bitcode::symtab::has_large_code_model(&bctk_bitcode::read::outline(part, options, true)?))
}

/// The table in the file, if it is one for just these modules.
fn stored<'a>(parts: &[ModulePart<'a>]) -> Result<Option<SymbolTable<'a>>> {
    let Some(first) = parts.first() else { return Ok(None) };
    if !parts.iter().enumerate().all(|(number, part)| part.shares_symtab(first) && part.number_in_symtab() == number) {
        return Ok(None);
    }
    let Some(blob) = first.symtab()? else { return Ok(None) };
    let table = SymbolTable::new(Cow::Borrowed(blob), Cow::Borrowed(first.strtab()?), Origin::Table);
    Ok(table.filter(|table| table.modules() == parts.len()))
}

/// Adds which variables are constant, if that is wanted.
fn with_constants<'a>(mut table: SymbolTable<'a>, parts: &[ModulePart<'a>], options: &Options) -> Result<SymbolTable<'a>> {
    if options.constants || bctk_ir::triple::Triple::parse(table.triple()).is_os_darwin() {
        let mut constants = Vec::new();
        for (number, part) in parts.iter().enumerate() {
            let all = bctk_bitcode::read::variables(part)?;
            let mut flags: Vec<bool> = std::iter::repeat_n(false, all.functions).chain(all.constant).collect();
            flags.resize(table.symbols_of(number).len(), false);
            constants.extend(flags);
        }
        table.constants = Some(constants);
    }
    Ok(table)
}
