//! Symbols as JSON, described in docs/bcdump-json.md.
use std::io::{self, Write};

use bctk_bitcode::read::ModulePart;
use bctk_demangle::demangle;
use bctk_inspect::names::printable;
use bctk_object::symbols::{Origin, SymbolTable};
use serde::Serialize;

use super::options::Options;
use crate::bcdump::json::{SCHEMA, VERSION};

/// A bitcode file.
#[derive(Serialize)]
struct File<'t> {
    file: &'t str,
    member: Option<String>,
    origin: &'static str,
    table_producer: String,
    triple: String,
    source_filename: String,
    linker_options: String,
    dependent_libraries: Vec<String>,
    modules: Vec<Module>,
    symbols: Vec<Symbol>,
}

/// A module of it.
#[derive(Serialize)]
struct Module {
    producer: String,
    symbols: usize,
}

/// A symbol.
#[derive(Serialize)]
struct Symbol {
    name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    demangled: Option<String>,
    ir_name: String,
    module: usize,
    visibility: &'static str,
    flags: Vec<&'static str>,
    constant: Option<bool>,
    comdat: Option<Comdat>,
    common: Option<Common>,
    coff_fallback: Option<String>,
    section: Option<String>,
}

#[derive(Serialize)]
struct Comdat {
    index: u32,
    name: String,
    kind: &'static str,
}

#[derive(Serialize)]
struct Common {
    size: u64,
    align: u32,
}

/// Bytes from the file as every view writes them.
fn text(bytes: &[u8]) -> String {
    let mut out = String::new();
    printable(bytes, &mut out);
    out
}

/// Writes the facts about one bitcode file.
pub(super) fn write(
    table: &SymbolTable<'_>,
    parts: &[ModulePart<'_>],
    (name, member): (&str, Option<&[u8]>),
    options: &Options,
    is_chosen: &dyn Fn(&[u8]) -> bool,
    out: &mut dyn Write,
) -> io::Result<()> {
    let some = |bytes: &[u8]| (!bytes.is_empty()).then(|| text(bytes));
    let modules = 0..table.modules();
    let symbol = |module: usize, symbol: bctk_object::symbols::Symbol<'_>| Symbol {
        name: text(symbol.name),
        demangled: options.demangle.then(|| text(&demangle(symbol.name))),
        ir_name: text(symbol.ir_name),
        module,
        visibility: match symbol.visibility.spelling() {
            "" => "default",
            name => name,
        },
        flags: symbol.flags.names().collect(),
        constant: symbol.is_constant,
        comdat: symbol.comdat.map(|comdat| Comdat { index: comdat.index, name: text(comdat.name), kind: comdat.kind.spelling() }),
        common: symbol.common.map(|common| Common { size: common.size, align: common.align }),
        coff_fallback: some(symbol.coff_fallback),
        section: some(symbol.section),
    };
    let file = File {
        file: name,
        member: member.map(text),
        origin: match table.origin() {
            Origin::Table => "table",
            Origin::Modules => "modules",
        },
        table_producer: text(table.producer()),
        triple: text(table.triple()),
        source_filename: text(table.source_filename()),
        linker_options: text(table.linker_options()),
        dependent_libraries: table.dependent_libraries().map(text).collect(),
        modules: modules
            .clone()
            .map(|number| Module {
                producer: parts.get(number).and_then(|part| part.producer().ok()).map(|producer| text(&producer)).unwrap_or_default(),
                symbols: table.symbols_of(number).len(),
            })
            .collect(),
        symbols: modules
            .flat_map(|number| table.symbols_of(number).map(move |found| (number, found)))
            .filter(|(_, found)| is_chosen(found.name))
            .map(|(number, found)| symbol(number, found))
            .collect(),
    };
    serde_json::to_writer(out, &file).map_err(io::Error::from)
}

/// The document around the files.
pub(super) struct Documents {
    any: bool,
}

impl Documents {
    /// Writes the head, if it is `wanted`.
    pub(super) fn begin(wanted: bool, out: &mut dyn Write) -> io::Result<Documents> {
        if wanted {
            write!(out, "{{\"schema\":\"{SCHEMA}\",\"version\":{VERSION},\"view\":\"symbols\",\n\"files\":[")?;
        }
        Ok(Documents { any: false })
    }

    /// Adds a file; none for one that cannot be listed.
    pub(super) fn add(&mut self, text: &[u8], out: &mut dyn Write) -> io::Result<()> {
        if !text.is_empty() {
            out.write_all(if self.any { b",\n" } else { b"\n" })?;
            self.any = true;
        }
        out.write_all(text)
    }

    /// Writes the end.
    pub(super) fn end(self, wanted: bool, out: &mut dyn Write) -> io::Result<()> {
        if wanted { out.write_all(b"\n]}\n") } else { Ok(()) }
    }
}
