//! Arrow tables of LLVM bitcode and LLVM assembly.
//!
//! [`read`] makes one record batch of one source: a file's bytes, be it bitcode, assembly, an archive, an object file or another container.
//! [`read_all`] does so for many, in parallel. [`Table`] lists the tables; `docs/tables.md` describes their columns.
//!
//! Modules are shown as they are stored: nothing is upgraded. A table reads only what it needs: symbols come from the symbol table, `modules`
//! reads no function bodies, and the bodies for `functions` are read one after the other.
//!
//! No source stops the others: one that is damaged, too large or too slow gives one row with an `error`.
//!
//! ```
//! use bctk_tables::arrow_array::cast::AsArray;
//! use bctk_tables::arrow_array::types::UInt32Type;
//! use bctk_tables::{Options, Source, Table, read};
//!
//! let text = b"define i32 @twice(i32 %a) {\n  %b = add i32 %a, %a\n  ret i32 %b\n}\n";
//! let batch = read(Table::Functions, 0, Source { name: Some("a.ll"), bytes: text }, &Options::default());
//! let names = batch.column_by_name("name").ok_or("no column")?.as_string::<i32>();
//! let instructions = batch.column_by_name("instructions").ok_or("no column")?.as_primitive::<UInt32Type>();
//! assert_eq!((names.value(0), instructions.value(0)), ("twice", 2));
//!
//! let damaged = read(Table::Functions, 0, Source { name: Some("b.bc"), bytes: b"BC\xC0\xDE" }, &Options::default());
//! println!("{}", damaged.column_by_name("error").ok_or("no column")?.as_string::<i32>().value(0));
//! # assert!(damaged.num_rows() == 1);
//! # Ok::<(), &str>(())
//! ```
#![forbid(unsafe_code)]

pub use {arrow_array, arrow_schema};

mod blocks;
mod calls;
pub mod columns;
mod counts;
mod debug;
mod fault;
mod functions;
mod globals;
mod instructions;
mod locations;
mod modules;
mod names;
mod records;
mod rows;
mod source;
mod symbols;
mod text;
mod types;

use arrow_array::RecordBatch;
use arrow_schema::SchemaRef;
use bctk_support::limits::Limits;
use bctk_support::parallel::prelude::*;
use columns::{Column, Layout};
use fault::{Clock, Result};
use rows::Rows;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

pub use bctk_hash as hash;
pub use bctk_hash::OPCODES;

/// A table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Table {
    /// A row for each module.
    Modules,
    /// A row for each function, defined or declared.
    Functions,
    /// A row for each instruction.
    Instructions,
    /// A row for each basic block: control flow graphs.
    Blocks,
    /// A row for each call: the call graph.
    Calls,
    /// A row for each variable, alias and ifunc.
    Globals,
    /// A row for each type.
    Types,
    /// A row for each instruction with a debug location.
    DebugLocations,
    /// A row for each symbol, as linkers see them.
    Symbols,
    /// A row for each record of the bitstream.
    Records,
}

impl Table {
    /// All tables.
    pub const ALL: &[Table] = &[
        Table::Modules,
        Table::Functions,
        Table::Instructions,
        Table::Blocks,
        Table::Calls,
        Table::Globals,
        Table::Types,
        Table::DebugLocations,
        Table::Symbols,
        Table::Records,
    ];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Table::Modules => "modules",
            Table::Functions => "functions",
            Table::Instructions => "instructions",
            Table::Blocks => "blocks",
            Table::Calls => "calls",
            Table::Globals => "globals",
            Table::Types => "types",
            Table::DebugLocations => "debug_locations",
            Table::Symbols => "symbols",
            Table::Records => "records",
        }
    }

    /// The table of this name.
    pub fn from_name(name: &str) -> Option<Table> {
        Table::ALL.iter().copied().find(|table| table.name() == name)
    }

    /// What its rows are.
    pub fn about(self) -> &'static str {
        match self {
            Table::Modules => {
                "A row for each module of a source: who wrote it, for what target, and what it contains. Function bodies are not read."
            }
            Table::Functions => {
                "A row for each function, defined or declared, in the order of the module: properties, counts of instructions, control flow, hashes. \
                 Bodies are read one after the other; without the column `text` nothing is printed."
            }
            Table::Instructions => "A row for each instruction, in the order of the module: opcode, type, operands, flags, location.",
            Table::Blocks => "A row for each basic block: the control flow graph of each function.",
            Table::Calls => "A row for each `call`, `invoke` and `callbr`: the edges of the call graph.",
            Table::Globals => "A row for each global variable, alias and ifunc. Function bodies are not read.",
            Table::Types => "A row for each type of the module's table. Function bodies are not read.",
            Table::DebugLocations => "A row for each instruction with a debug location, with the calls that it was inlined at.",
            Table::Symbols => {
                "A row for each symbol that a linker sees, as llvm-nm lists them. They come from the symbol table of the file if it has one; then \
                 nothing else is read."
            }
            Table::Records => {
                "A row for each record of the bitstream, as `bcdump --records` shows them. Assembly has none and gives an error."
            }
        }
    }

    /// Its own columns: those between the first three of every table and `error`.
    pub fn columns(self) -> &'static [Column] {
        match self {
            Table::Modules => modules::COLUMNS,
            Table::Functions => functions::COLUMNS,
            Table::Instructions => instructions::COLUMNS,
            Table::Blocks => blocks::COLUMNS,
            Table::Calls => calls::COLUMNS,
            Table::Globals => globals::COLUMNS,
            Table::Types => types::COLUMNS,
            Table::DebugLocations => locations::COLUMNS,
            Table::Symbols => symbols::COLUMNS,
            Table::Records => records::COLUMNS,
        }
    }

    /// Its own columns of these names, for [`Options::columns`]. Names of columns that every table has are left out.
    ///
    /// # Errors
    /// A name that no column has.
    pub fn select<T: AsRef<str>>(self, names: impl IntoIterator<Item = T>) -> std::result::Result<Vec<&'static Column>, UnknownColumn> {
        let mut found = Vec::new();
        for name in names {
            let name = name.as_ref();
            if columns::FIRST.iter().chain([&columns::LAST]).any(|column| column.name == name) {
                continue;
            }
            let column = self.columns().iter().find(|column| column.name == name);
            found.push(column.ok_or_else(|| UnknownColumn { table: self, name: name.to_owned() })?);
        }
        Ok(found)
    }

    /// The columns with these options.
    pub fn schema(self, options: &Options) -> SchemaRef {
        self.layout(options).schema
    }

    fn layout(self, options: &Options) -> Layout {
        Layout::new(self.name(), self.columns(), options)
    }
}

/// A name that no column of a table has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownColumn {
    table: Table,
    name: String,
}

impl std::fmt::Display for UnknownColumn {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let names: Vec<&str> = self.table.columns().iter().map(|column| column.name).collect();
        write!(f, "no column '{}' in the table {}; its columns are {}", self.name, self.table.name(), names.join(", "))
    }
}

impl std::error::Error for UnknownColumn {}

/// A source: the contents of one file.
#[derive(Clone, Copy, Debug)]
pub struct Source<'a> {
    /// Its name, for the column `source`. A name that ends with `.ll` says that the contents are assembly, whatever they begin with.
    pub name: Option<&'a str>,
    /// Its contents.
    pub bytes: &'a [u8],
}

/// What to read.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// The columns to make, next to those that every table has; all but texts by default. What only other columns need is not done: no hash
    /// without its column, no body read for names. [`Table::select`] finds them; those of other tables have no effect.
    pub columns: Option<Vec<&'static Column>>,
    /// Whether tables that have one get their `text` column: the text of each function, the initializer of each variable.
    pub text: bool,
    /// Whether names in texts are replaced by numbers in the order in which they occur.
    pub normalize_names: bool,
    /// Whether texts lack debug information.
    pub strip_debug: bool,
    /// What a source may ask for.
    pub limits: Limits,
    /// The most bytes that a source may have.
    pub max_bytes: Option<usize>,
    /// The most rows that a source may give.
    pub max_rows: Option<usize>,
    /// The time that a source may take. It is looked at between phases and between functions, so that a source may take a little longer.
    pub time_limit: Option<Duration>,
}

impl Options {
    /// Whether the column of a table is made.
    pub(crate) fn asks_for(&self, column: &Column) -> bool {
        let is_text = column.is_text && self.text;
        match &self.columns {
            Some(columns) => is_text || columns.iter().any(|wanted| wanted.name == column.name),
            None => is_text || !column.is_text,
        }
    }
}

/// The rows of one source, whose number is `index`. A source that cannot be read gives one row with an error. Panics in this program's readers are
/// caught and become such rows, too.
pub fn read(table: Table, index: u64, source: Source<'_>, options: &Options) -> RecordBatch {
    Reader::new(table, options.clone()).read(index, source)
}

/// The rows of many sources, numbered from `first`; a batch for each, in their order. With the feature `rayon` they are read on the threads of the
/// current pool.
pub fn read_all(table: Table, first: u64, sources: &[Source<'_>], options: &Options) -> Vec<RecordBatch> {
    let reader = Reader::new(table, options.clone());
    let numbered: Vec<(u64, Source<'_>)> = (first..).zip(sources.iter().copied()).collect();
    numbered.into_par_iter().map(|(index, source)| reader.read(index, source)).collect()
}

/// Reads one table of any number of sources.
#[derive(Clone, Debug)]
pub struct Reader {
    table: Table,
    options: Options,
    layout: Layout,
}

impl Reader {
    /// For a table, with these options.
    pub fn new(table: Table, options: Options) -> Reader {
        Reader { table, layout: table.layout(&options), options }
    }

    /// The schema of all batches.
    pub fn schema(&self) -> &SchemaRef {
        &self.layout.schema
    }

    /// As [`read`](read()).
    pub fn read(&self, index: u64, source: Source<'_>) -> RecordBatch {
        let made = catch_unwind(AssertUnwindSafe(|| rows(self.table, index, source, &self.options, &self.layout)));
        let error = match made {
            Ok(Ok(batch)) => return batch,
            Ok(Err(fault)) => fault.into_text(),
            Err(panic) => {
                let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned()).or_else(|| panic.downcast_ref::<String>().cloned());
                format!("internal error: {}", text.unwrap_or_default())
            }
        };
        self.failed(index, source.name, &error)
    }

    /// The row of a source that was not there to be read.
    pub fn failed(&self, index: u64, name: Option<&str>, error: &str) -> RecordBatch {
        Rows::of_error(&self.layout, index, name, error)
    }
}

fn rows(table: Table, index: u64, source: Source<'_>, options: &Options, layout: &Layout) -> Result<RecordBatch> {
    let clock = Clock::start(options.time_limit);
    let mut rows = Rows::new(layout, index, source.name, options.max_rows);
    source::for_each(&source, options, clock, |stored| match table {
        Table::Modules => modules::add(stored, &mut rows),
        Table::Functions => functions::add(stored, options, clock, &mut rows),
        Table::Instructions => instructions::add(stored, clock, &mut rows),
        Table::Blocks => blocks::add(stored, clock, &mut rows),
        Table::Calls => calls::add(stored, clock, &mut rows),
        Table::Globals => globals::add(stored, clock, &mut rows),
        Table::Types => types::add(stored, clock, &mut rows),
        Table::DebugLocations => locations::add(stored, clock, &mut rows),
        Table::Symbols => symbols::add(stored, options, &mut rows),
        Table::Records => records::add(stored, options, clock, &mut rows),
    })?;
    clock.check()?;
    rows.finish()
}
