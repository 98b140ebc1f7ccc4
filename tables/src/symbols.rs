//! The table `symbols`.
use crate::Options;
use crate::columns::{Column, Kind};
use crate::fault::Result;
use crate::names;
use crate::rows::Rows;
use crate::source::{Form, Stored};
use bctk_ir::triple::Triple;
use bctk_object::symbols::{self, Symbol, SymbolFlags};

pub(crate) const COLUMNS: &[Column] = &[
    Column::new("name", Kind::Text, "Name in the object file: with the prefix of the target, such as `_` on Darwin."),
    Column::new("ir_name", Kind::Text, "Name in the module; null for a symbol of inline assembly."),
    Column::new("demangled", Kind::Text, "The name in the source language, if the name is mangled (C++, Rust, D)."),
    Column::new(
        "kind",
        Kind::Text,
        "The letter of llvm-nm: `T`, `t` code, `D`, `d` data, `S`, `s` constant data (Darwin), `W` weak, `C` common, `U` undefined, `w` undefined weak. Capital for a symbol that other modules see.",
    ),
    Column::new("is_undefined", Kind::Bool, "Whether another module has to define it."),
    Column::new("is_global", Kind::Bool, "Whether other modules see it."),
    Column::new("is_weak", Kind::Bool, "Whether it is weak, or merged with others of its name."),
    Column::new("is_executable", Kind::Bool, "Whether it is code."),
    Column::new(
        "flags",
        Kind::TextList,
        "All flags: `undefined`, `weak`, `common`, `indirect`, `used`, `tls`, `may_omit`, `global`, `format_specific`, `unnamed_addr`, `executable`. llvm-nm lists `format_specific` ones only with `--debug-syms`.",
    ),
    Column::new("visibility", Kind::Text, "`default`, `hidden` or `protected`."),
    Column::new("size", Kind::U64, "Bytes of a common symbol; null for others."),
    Column::new("alignment", Kind::U64, "Alignment of a common symbol."),
    Column::new("section", Kind::Text, "Section that it is placed in by name."),
    Column::new("comdat", Kind::Text, "Name of its comdat in the object file."),
];

pub(crate) fn add(stored: &Stored<'_, '_>, options: &Options, rows: &mut Rows<'_>) -> Result<()> {
    let asked = symbols::Options { read: options.read(), ..symbols::Options::default() };
    match &stored.form {
        Form::Bitcode { parts, index, .. } => {
            // One table may be for all modules of a file.
            if *index == 0 {
                let table = symbols::symbols(parts, &asked)?;
                let is_darwin = Triple::parse(table.triple()).is_os_darwin();
                for number in 0..table.modules() {
                    table.symbols_of(number).try_for_each(|symbol| add_row(&symbol, is_darwin, stored.number + number as u32, rows))?;
                }
            }
        }
        Form::Text(_) => {
            let table = symbols::of_module(stored.whole()?);
            let is_darwin = Triple::parse(table.triple()).is_os_darwin();
            table.symbols().try_for_each(|symbol| add_row(&symbol, is_darwin, stored.number, rows))?;
        }
    }
    Ok(())
}

/// The letter of llvm-nm (LLVM 22, `getNMSectionTagAndName` for IR).
fn letter(symbol: &Symbol<'_>, is_darwin: bool) -> char {
    let has = |flag| symbol.flags.contains(flag);
    let letter = match () {
        () if has(SymbolFlags::UNDEFINED) => return if has(SymbolFlags::WEAK) { 'w' } else { 'U' },
        () if has(SymbolFlags::WEAK) => return 'W',
        () if has(SymbolFlags::COMMON) => return 'C',
        () if has(SymbolFlags::EXECUTABLE) => 't',
        () if is_darwin && symbol.is_constant == Some(true) => 's',
        () => 'd',
    };
    if has(SymbolFlags::GLOBAL) { letter.to_ascii_uppercase() } else { letter }
}

fn add_row(symbol: &Symbol<'_>, is_darwin: bool, module: u32, rows: &mut Rows<'_>) -> Result<()> {
    let has = |flag| symbol.flags.contains(flag);
    let mut row = rows.begin(module)?;
    row.text(symbol.name)?.some_text(symbol.ir_name)?.opt_text(names::demangled(symbol.name).as_deref())?;
    row.text(letter(symbol, is_darwin).encode_utf8(&mut [0; 4]).as_bytes())?;
    row.bool(has(SymbolFlags::UNDEFINED))?.bool(has(SymbolFlags::GLOBAL))?.bool(has(SymbolFlags::WEAK))?;
    row.bool(has(SymbolFlags::EXECUTABLE))?.text_list(symbol.flags.names())?;
    row.text(names::visibility(symbol.visibility).as_bytes())?;
    row.opt_u64(symbol.common.map(|common| common.size))?.opt_u64(symbol.common.map(|common| u64::from(common.align)))?;
    row.some_text(symbol.section)?.opt_text(symbol.comdat.map(|comdat| comdat.name))?;
    row.end()
}
