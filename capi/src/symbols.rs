//! Symbols as linkers see them (`llvm::irsymtab`, `lto.h`), and what else they ask of a module.
use std::sync::Arc;

use bctk::ModuleFile;
use bctk::ir::keywords::{ComdatKind, Visibility};
use bctk::symbols::{self, Origin, Symbol, SymbolFlags, SymbolTable};

use crate::error::bctk_error;
use crate::file::bctk_module;
use crate::guard::{ask, free, guard, make};
use crate::types::{Sized_, bctk_status, bctk_string, check_flags, give, handle};

/// The symbols of a module. They do not change, and live as long as they are not freed, even if the file is.
pub struct bctk_symbols {
    symbols: Vec<bctk_symbol>,
    comdats: Vec<bctk_comdat>,
    libraries: Vec<bctk_string>,
    triple: bctk_string,
    source: bctk_string,
    linker_options: bctk_string,
    is_stored: bool,
    /// What the strings point into, and below it what that points into.
    _table: Box<SymbolTable<'static>>,
    _file: Arc<ModuleFile>,
}

// SAFETY: the pointers are to bytes that this owns or shares, and nobody writes to them.
unsafe impl Send for bctk_symbols {}
// SAFETY: as above.
unsafe impl Sync for bctk_symbols {}

/// A flag for `bctk_module_symbols`: ask the module although the file has a symbol table.
pub const BCTK_SYMBOLS_IGNORE_TABLE: u32 = 1;
/// A flag for `bctk_module_symbols`: read linker options and libraries from the metadata if the file has no table; a table has them anyway.
pub const BCTK_SYMBOLS_DIRECTIVES: u32 = 2;
/// A flag for `bctk_module_symbols`: find out which variables are constant, which tables do not tell.
pub const BCTK_SYMBOLS_CONSTANTS: u32 = 4;
/// A flag for `bctk_module_symbols`: list `_GLOBAL_OFFSET_TABLE_` just where the newest LLVM does, whichever LLVM made the table.
pub const BCTK_SYMBOLS_AS_LLVM: u32 = 8;

/// A flag of a symbol: it is defined elsewhere, or here only for inlining.
pub const BCTK_SYMBOL_UNDEFINED: u32 = 0x8;
/// A flag of a symbol: it is weak, or merged with others of its name.
pub const BCTK_SYMBOL_WEAK: u32 = 0x10;
/// A flag of a symbol: it is a common symbol of C; `common_size` and `common_align` tell what it needs.
pub const BCTK_SYMBOL_COMMON: u32 = 0x20;
/// A flag of a symbol: it is an alias or an ifunc; with `BCTK_SYMBOL_WEAK` in COFF, a weak external that falls back to another symbol.
pub const BCTK_SYMBOL_INDIRECT: u32 = 0x40;
/// A flag of a symbol: it must be kept although nothing in the program may refer to it.
pub const BCTK_SYMBOL_USED: u32 = 0x80;
/// A flag of a symbol: it is thread-local.
pub const BCTK_SYMBOL_TLS: u32 = 0x100;
/// A flag of a symbol: it may be left out of the dynamic symbol table if all who refer to it are in the same program.
pub const BCTK_SYMBOL_MAY_OMIT: u32 = 0x200;
/// A flag of a symbol: it is visible outside of its module.
pub const BCTK_SYMBOL_GLOBAL: u32 = 0x400;
/// A flag of a symbol: it is none of the program, but private or an intrinsic of LLVM. Linkers skip it.
pub const BCTK_SYMBOL_FORMAT_SPECIFIC: u32 = 0x800;
/// A flag of a symbol: nobody compares its address (`unnamed_addr`).
pub const BCTK_SYMBOL_UNNAMED_ADDR: u32 = 0x1000;
/// A flag of a symbol: it is code.
pub const BCTK_SYMBOL_EXECUTABLE: u32 = 0x2000;
/// A flag of a symbol: it is a constant variable. Tables do not tell this; it is certain with `BCTK_SYMBOLS_CONSTANTS`, and for Darwin.
pub const BCTK_SYMBOL_CONSTANT: u32 = 0x10000;

/// Who sees a symbol.
#[repr(u32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum bctk_visibility {
    /// Everybody.
    BCTK_VISIBILITY_DEFAULT = 0,
    /// Only the program or library that it is linked into.
    BCTK_VISIBILITY_HIDDEN = 1,
    /// Everybody, but the library itself always means its own.
    BCTK_VISIBILITY_PROTECTED = 2,
}

/// How one of several comdats of a name is chosen.
#[repr(u32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum bctk_comdat_selection {
    /// Any of them.
    BCTK_COMDAT_ANY = 0,
    /// Any of them; they must have the same contents.
    BCTK_COMDAT_EXACT_MATCH = 1,
    /// The largest.
    BCTK_COMDAT_LARGEST = 2,
    /// There must be only one. In ELF, it is a section group without the flag for comdats.
    BCTK_COMDAT_NO_DEDUPLICATE = 3,
    /// Any of them; they must have the same size.
    BCTK_COMDAT_SAME_SIZE = 4,
}

/// A comdat. Set `size` to `sizeof(bctk_comdat)` before the call.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct bctk_comdat {
    /// The size of the structure.
    pub size: usize,
    /// Its name in the object file.
    pub name: bctk_string,
    /// How one of several is chosen.
    pub selection: bctk_comdat_selection,
}

/// A symbol. Set `size` to `sizeof(bctk_symbol)` before the call. The strings belong to the `bctk_symbols`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct bctk_symbol {
    /// The size of the structure.
    pub size: usize,
    /// Its name in the object file.
    pub name: bctk_string,
    /// Its name in the module; empty for a symbol of inline assembly and for one without a name.
    pub ir_name: bctk_string,
    /// The section that it is placed in by name; empty for none.
    pub section: bctk_string,
    /// The symbol that a weak external of COFF falls back to; empty for others.
    pub fallback: bctk_string,
    /// Bytes of a common symbol.
    pub common_size: u64,
    /// Alignment of a common symbol in bytes; 0 if none is stated.
    pub common_align: u32,
    /// `BCTK_SYMBOL_…` flags.
    pub flags: u32,
    /// Who sees it.
    pub visibility: bctk_visibility,
    /// The number of its comdat; -1 for none.
    pub comdat: i32,
}

// SAFETY: the structures are `repr(C)` with their size first. They are only given, not taken.
unsafe impl Sized_ for bctk_comdat {
    const FIRST: usize = size_of::<bctk_comdat>();
}
// SAFETY: as above.
unsafe impl Sized_ for bctk_symbol {
    const FIRST: usize = size_of::<bctk_symbol>();
}

/// The flags that a table has, which are the same here.
const STORED: u32 = 0x3ff8;

fn symbol(symbol: &Symbol<'_>) -> bctk_symbol {
    let constant = if symbol.is_constant == Some(true) { BCTK_SYMBOL_CONSTANT } else { 0 };
    bctk_symbol {
        size: 0,
        name: bctk_string::of(symbol.name),
        ir_name: bctk_string::of(symbol.ir_name),
        section: bctk_string::of(symbol.section),
        fallback: bctk_string::of(symbol.coff_fallback),
        common_size: symbol.common.map_or(0, |common| common.size),
        common_align: symbol.common.map_or(0, |common| common.align),
        flags: symbol.flags.bits() & STORED | constant,
        visibility: match symbol.visibility {
            Visibility::Default => bctk_visibility::BCTK_VISIBILITY_DEFAULT,
            Visibility::Hidden => bctk_visibility::BCTK_VISIBILITY_HIDDEN,
            Visibility::Protected => bctk_visibility::BCTK_VISIBILITY_PROTECTED,
        },
        comdat: symbol.comdat.and_then(|comdat| i32::try_from(comdat.index).ok()).unwrap_or(-1),
    }
}

fn read(file: &Arc<ModuleFile>, flags: u32) -> Result<bctk_symbols, bctk_error> {
    let known = BCTK_SYMBOLS_IGNORE_TABLE | BCTK_SYMBOLS_DIRECTIVES | BCTK_SYMBOLS_CONSTANTS | BCTK_SYMBOLS_AS_LLVM;
    check_flags(flags, known)?;
    let options = symbols::Options {
        directives: flags & BCTK_SYMBOLS_DIRECTIVES != 0,
        constants: flags & BCTK_SYMBOLS_CONSTANTS != 0,
        ignore_table: flags & BCTK_SYMBOLS_IGNORE_TABLE != 0,
        ..symbols::Options::default()
    };
    let table = file.symbols(&options)?;
    let offset_table = flags & BCTK_SYMBOLS_AS_LLVM != 0 && file.names_offset_table(&table)?;
    // SAFETY: what the table borrows is in the file, which the result holds as long as the table.
    let table = unsafe { std::mem::transmute::<SymbolTable<'_>, SymbolTable<'static>>(table) };
    let table = Box::new(table);
    let (listed, more) = symbols::as_listed(&table, flags & BCTK_SYMBOLS_AS_LLVM == 0, offset_table);
    let more = more.filter(|_| flags & BCTK_SYMBOLS_AS_LLVM != 0);
    let all = listed.chain(more).map(|found| symbol(&found)).collect();
    let comdat = |comdat: symbols::ComdatOf<'_>| bctk_comdat {
        size: 0,
        name: bctk_string::of(comdat.name),
        selection: match comdat.kind {
            ComdatKind::Any => bctk_comdat_selection::BCTK_COMDAT_ANY,
            ComdatKind::ExactMatch => bctk_comdat_selection::BCTK_COMDAT_EXACT_MATCH,
            ComdatKind::Largest => bctk_comdat_selection::BCTK_COMDAT_LARGEST,
            ComdatKind::NoDuplicates => bctk_comdat_selection::BCTK_COMDAT_NO_DEDUPLICATE,
            ComdatKind::SameSize => bctk_comdat_selection::BCTK_COMDAT_SAME_SIZE,
        },
    };
    Ok(bctk_symbols {
        symbols: all,
        comdats: table.comdats().map(comdat).collect(),
        libraries: table.dependent_libraries().map(bctk_string::of).collect(),
        triple: bctk_string::of(table.triple()),
        source: bctk_string::of(table.source_filename()),
        linker_options: bctk_string::of(table.linker_options()),
        is_stored: table.origin() == Origin::Table,
        _table: table,
        _file: Arc::clone(file),
    })
}

/// Lists the symbols of a module, with `BCTK_SYMBOLS_…` flags: from the symbol table of the file, and without one from the outline of the module.
/// Functions are not read, and nothing of the program is claimed.
///
/// For a text, the module is read, and has the symbols that its bitcode would have.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bctk_module_symbols(
    module: *const bctk_module,
    flags: u32,
    symbols: *mut *mut bctk_symbols,
    error: *mut *mut bctk_error,
) -> bctk_status {
    // SAFETY: the caller passes a module and places for pointers.
    unsafe { make(symbols, error, || read(&handle(module)?.file, flags)) }
}

/// How many symbols there are; 0 for null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bctk_symbols_count(symbols: *const bctk_symbols) -> usize {
    // SAFETY: the caller passes null or symbols.
    unsafe { ask(symbols, |symbols| symbols.symbols.len()) }
}

/// Tells a symbol, in LLVM's order: functions, variables, aliases, ifuncs, symbols of inline assembly.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bctk_symbols_get(
    symbols: *const bctk_symbols,
    index: usize,
    symbol: *mut bctk_symbol,
    error: *mut *mut bctk_error,
) -> bctk_status {
    // SAFETY: the caller passes symbols, a structure with its size, and a place for a pointer.
    unsafe {
        guard(error, || {
            let all = &handle(symbols)?.symbols;
            let found = all.get(index).ok_or_else(|| bctk_error::argument(format!("no symbol {index}; there are {}", all.len())))?;
            give(symbol, *found)
        })
    }
}

/// How many comdats the symbols are in.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bctk_symbols_comdat_count(symbols: *const bctk_symbols) -> usize {
    // SAFETY: the caller passes null or symbols.
    unsafe { ask(symbols, |symbols| symbols.comdats.len()) }
}

/// Tells a comdat, by the number that symbols have.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bctk_symbols_comdat(
    symbols: *const bctk_symbols,
    index: usize,
    comdat: *mut bctk_comdat,
    error: *mut *mut bctk_error,
) -> bctk_status {
    // SAFETY: the caller passes symbols, a structure with its size, and a place for a pointer.
    unsafe {
        guard(error, || {
            let all = &handle(symbols)?.comdats;
            let found = all.get(index).ok_or_else(|| bctk_error::argument(format!("no comdat {index}; there are {}", all.len())))?;
            give(comdat, *found)
        })
    }
}

/// How many libraries the module asks a linker of ELF for (`#pragma comment(lib, …)`).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bctk_symbols_library_count(symbols: *const bctk_symbols) -> usize {
    // SAFETY: the caller passes null or symbols.
    unsafe { ask(symbols, |symbols| symbols.libraries.len()) }
}

/// The name of such a library; empty if there are fewer.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bctk_symbols_library(symbols: *const bctk_symbols, index: usize) -> bctk_string {
    // SAFETY: the caller passes null or symbols.
    unsafe { ask(symbols, |symbols| symbols.libraries.get(index).copied()) }.unwrap_or_default()
}

/// Options for a linker of COFF, each with a space before it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bctk_symbols_linker_options(symbols: *const bctk_symbols) -> bctk_string {
    // SAFETY: the caller passes null or symbols.
    unsafe { ask(symbols, |symbols| symbols.linker_options) }
}

/// The target triple of the module.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bctk_symbols_triple(symbols: *const bctk_symbols) -> bctk_string {
    // SAFETY: the caller passes null or symbols.
    unsafe { ask(symbols, |symbols| symbols.triple) }
}

/// The source file of the module.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bctk_symbols_source_file(symbols: *const bctk_symbols) -> bctk_string {
    // SAFETY: the caller passes null or symbols.
    unsafe { ask(symbols, |symbols| symbols.source) }
}

/// Whether they are from the symbol table of the file, not from the module itself. Names in inline assembly are only certain in a table.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bctk_symbols_from_table(symbols: *const bctk_symbols) -> bool {
    // SAFETY: the caller passes null or symbols.
    unsafe { ask(symbols, |symbols| symbols.is_stored) }
}

/// Frees symbols; null is fine.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bctk_symbols_free(symbols: *mut bctk_symbols) {
    // SAFETY: the caller passes null or symbols that it does not use any more.
    unsafe { free(symbols) }
}

const _: () = {
    // The flags of a table are those of the API.
    assert!(SymbolFlags::UNDEFINED.bits() == BCTK_SYMBOL_UNDEFINED);
    assert!(SymbolFlags::WEAK.bits() == BCTK_SYMBOL_WEAK);
    assert!(SymbolFlags::COMMON.bits() == BCTK_SYMBOL_COMMON);
    assert!(SymbolFlags::INDIRECT.bits() == BCTK_SYMBOL_INDIRECT);
    assert!(SymbolFlags::USED.bits() == BCTK_SYMBOL_USED);
    assert!(SymbolFlags::TLS.bits() == BCTK_SYMBOL_TLS);
    assert!(SymbolFlags::MAY_OMIT.bits() == BCTK_SYMBOL_MAY_OMIT);
    assert!(SymbolFlags::GLOBAL.bits() == BCTK_SYMBOL_GLOBAL);
    assert!(SymbolFlags::FORMAT_SPECIFIC.bits() == BCTK_SYMBOL_FORMAT_SPECIFIC);
    assert!(SymbolFlags::UNNAMED_ADDR.bits() == BCTK_SYMBOL_UNNAMED_ADDR);
    assert!(SymbolFlags::EXECUTABLE.bits() == BCTK_SYMBOL_EXECUTABLE);
};
