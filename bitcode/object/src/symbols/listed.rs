//! The symbols of a table as LLVM's tools list them, whichever LLVM made the table.
use super::{Symbol, SymbolFlags, SymbolTable};
use bctk_ir::keywords::Visibility;
use bctk_ir::triple::{Arch, ObjectFormat, Triple};

/// The symbol that position-independent code of 32-bit x86 refers to, although no module does.
const OFFSET_TABLE: &[u8] = b"_GLOBAL_OFFSET_TABLE_";

/// Whether the symbols of some modules may have the name of the global offset table.
pub fn may_name_offset_table(table: &SymbolTable<'_>) -> bool {
    let triple = Triple::parse(table.triple());
    triple.format == ObjectFormat::Elf && triple.arch == Arch::X86_64
}

/// The symbols of a table as LLVM 22 lists them, whichever LLVM made the table: with the name of the global offset table for 32-bit x86, and for
/// 64-bit x86 if `named`, or `as_stored`.
pub fn as_listed<'t>(
    table: &'t SymbolTable<'_>,
    as_stored: bool,
    named: bool,
) -> (impl Iterator<Item = Symbol<'t>>, Option<Symbol<'static>>) {
    let triple = Triple::parse(table.triple());
    let elf = triple.format == ObjectFormat::Elf && triple.is_x86();
    let wanted = elf && (triple.arch == Arch::X86 || named);
    let is_it = |symbol: &Symbol<'_>| symbol.ir_name.is_empty() && symbol.name == OFFSET_TABLE;
    let missing = (wanted && !table.symbols().any(|symbol| is_it(&symbol))).then(|| Symbol {
        name: OFFSET_TABLE,
        ir_name: b"",
        flags: SymbolFlags::UNDEFINED | SymbolFlags::GLOBAL | SymbolFlags::USED,
        visibility: Visibility::Default,
        is_constant: None,
        comdat: None,
        common: None,
        coff_fallback: b"",
        section: b"",
    });
    (table.symbols().filter(move |symbol| wanted || as_stored || !elf || !is_it(symbol)), missing)
}
