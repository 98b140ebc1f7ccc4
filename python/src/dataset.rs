//! Data sets: a column of modules in Parquet files, or files of modules, to one of the tables, in bounded memory.
//!
//! The work is cut into *parts* (neighbouring row groups of one file, or neighbouring files) and each part into *chunks*
//! (a bounded number of rows and bytes). Where they are cut depends on the input alone, and a chunk
//! is one row group of the output. So it does not matter who reads a part, in which order or how
//! often: threads of this process, or the workers of an engine, which leave one file per part. The
//! parts are put together by copying their encoded columns, and the output is the same to the byte.

mod chunk;
mod encode;
mod files;
mod python;
mod reader;
mod run;

pub(crate) use python::{DatasetJob, compression};
pub(crate) use run::write_table;

use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use arrow_array::RecordBatch;
use arrow_schema::{Field, Schema, SchemaRef};
use bctk_tables::{Options, Reader, Source, Table};
use parquet::basic::Compression;
use parquet::errors::ParquetError;
use pyo3::PyErr;

/// A chunk ends at the row that brings its modules to this size.
const CHUNK_BYTES: usize = 32 << 20;
/// A chunk has at most this many rows.
const CHUNK_ROWS: usize = 16384;

/// What to read from each row, and what to make of it.
pub(crate) struct Spec {
    pub(crate) table: Table,
    pub(crate) options: Options,
    /// Whether the inputs are files of modules, not Parquet files with a column of them.
    pub(crate) modules: bool,
    /// The column of the modules.
    pub(crate) column: String,
    /// The column of their names.
    pub(crate) name_column: Option<String>,
    /// Columns of the input that the output has too: their names there and here.
    pub(crate) keep: Vec<(String, String)>,
    pub(crate) compression: Compression,
}

impl Spec {
    /// The schema of the output: the table's columns, then those that are kept.
    fn schema(&self, input: &Schema) -> Result<SchemaRef, Failure> {
        let table = self.table.schema(&self.options);
        let mut fields = table.fields().to_vec();
        for (from, to) in &self.keep {
            let field = input.field_with_name(from).map_err(|_| Failure::Input(format!("there is no column `{from}` to keep")))?;
            if fields.iter().any(|f| f.name() == to) {
                return Err(Failure::Input(format!("the column `{to}` that is kept has the name of another; give it a new one")));
            }
            let kept = Field::new(to, field.data_type().clone(), true);
            fields.push(Arc::new(kept.with_metadata(field.metadata().clone())));
        }
        Ok(Arc::new(Schema::new_with_metadata(fields, table.metadata().clone())))
    }

    fn reader(&self) -> Reader {
        Reader::new(self.table, self.options.clone())
    }

    /// The rows of one module; a null gives an error row.
    fn read(&self, reader: &Reader, row: u64, name: Option<&[u8]>, content: Option<&[u8]>) -> RecordBatch {
        let name = name.map(String::from_utf8_lossy);
        match content {
            Some(bytes) => reader.read(row, Source { name: name.as_deref(), bytes }),
            None => reader.failed(row, name.as_deref(), &format!("null in the column `{}`: there is no module", self.column)),
        }
    }
}

/// What is worth one task.
#[derive(Clone, Debug)]
pub(crate) struct Part {
    pub(crate) place: Place,
    /// The number of the part's first row among the rows of all inputs.
    pub(crate) first_row: u64,
    pub(crate) rows: u64,
}

/// Where the modules of a part are.
#[derive(Clone, Debug)]
pub(crate) enum Place {
    /// Neighbouring row groups of a Parquet file.
    Groups(PathBuf, Range<usize>),
    /// Files of modules.
    Files(Vec<PathBuf>),
}

/// Why there is no output. The rows' own errors are no failures: they are rows.
pub(crate) enum Failure {
    Io(PathBuf, std::io::Error),
    Input(String),
    Stopped(PyErr),
}

impl Failure {
    /// A damaged or unfit Parquet file.
    fn parquet(path: &Path) -> impl Fn(ParquetError) -> Failure + '_ {
        move |error| Failure::Input(format!("{}: {error}", path.display()))
    }

    fn io(path: &Path) -> impl Fn(std::io::Error) -> Failure + '_ {
        move |error| Failure::Io(path.to_owned(), error)
    }
}
