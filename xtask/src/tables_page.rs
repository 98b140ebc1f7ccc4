//! The page `docs/tables.md`: the columns of all tables.
use std::fmt::Write;

use crate::codegen::sentence;
use bctk_tables::columns::{Column, FIRST, LAST};
use bctk_tables::{OPCODES, Table};

/// Bytes of a line.
const WIDTH: usize = 117;

const HEAD: &str = "<!-- Generated from tables/src by `cargo xtask codegen`; do not edit. -->

# Tables of modules

`bctk.tables` in Python and the crate `bctk-tables` in Rust turn bitcode and assembly into
[Arrow](https://arrow.apache.org) tables, for pyarrow, Polars, DuckDB, pandas, and for data sets of any size. A source
is the contents of one file: bitcode, assembly, an archive, an object file or another container of bitcode.

- Modules are shown as they are stored; nothing is upgraded. Only the column `text` of `functions` shows what `bcconv`
  prints: the module as its own LLVM reads it.
- A source that is damaged, beyond a limit or too slow gives one row with an `error`. All other columns but `row` and
  `source` are null there. A sound source gives a row for each thing of the table; it may have none.
- `columns` asks for some of the columns. What only others need is not done: no hash without its column, no body read
  for names.
- Names and texts are UTF-8. Bytes of names that are not UTF-8 are replaced by U+FFFD.
- The schema's metadata have the table's name (`bctk.table`) and the version of the hashes (`bctk.hash_version`). Each
  field has its `description`.

Every table starts and ends with the same columns:

";

/// The page.
pub(crate) fn page() -> String {
    let mut out = String::from(HEAD);
    columns(&mut out, FIRST.iter().chain([&LAST]));
    for &table in Table::ALL {
        let _ = writeln!(out, "\n## {}\n\n{}\n", table.name(), wrapped(&sentence(table.about())));
        columns(&mut out, table.columns().iter());
        if table == Table::Functions {
            let opcodes: Vec<String> = OPCODES.iter().map(|name| format!("`{name}`")).collect();
            let _ = writeln!(out, "\n{}", wrapped(&format!("The fields of `opcodes` are {}.", opcodes.join(", "))));
            let _ = write!(out, "\n### Hashes\n\n{}", bctk_tables::hash::FORMAT);
        }
    }
    out
}

/// The text in lines of a page's width.
fn wrapped(text: &str) -> String {
    let mut out = String::new();
    let mut width = 0;
    for word in text.split(' ') {
        if width > 0 && width + 1 + word.len() > WIDTH {
            out.push('\n');
            width = 0;
        } else if width > 0 {
            out.push(' ');
            width += 1;
        }
        out.push_str(word);
        width += word.len();
    }
    out
}

fn columns<'c>(out: &mut String, columns: impl Iterator<Item = &'c Column>) {
    out.push_str("| column | type | |\n|---|---|---|\n");
    for column in columns {
        let only = if column.is_text { " Only with the option `text`." } else { "" };
        let _ = writeln!(out, "| `{}` | {} | {}{only} |", column.name, column.kind.words(), sentence(column.about));
    }
}
