//! What Python sees of the data sets.

use std::path::PathBuf;
use std::time::Duration;

use arrow_array::cast::AsArray;
use arrow_array::{Array, ArrayRef, RecordBatch};
use arrow_schema::DataType;
use bctk_tables::{Options, Table};
use parquet::basic::{Compression, GzipLevel, ZstdLevel};
use pyo3::exceptions::{PyOSError, PyValueError};
use pyo3::prelude::*;
use pyo3_arrow::PyTable;
use pyo3_arrow::input::AnyArray;
use rayon::prelude::*;

use super::encode::Counts;
use super::reader::plan;
use super::{Failure, Part, Place, Spec, run};
use crate::columns::selected;
use crate::shared::Pool;

impl From<Failure> for PyErr {
    fn from(failure: Failure) -> Self {
        match failure {
            Failure::Io(path, error) => {
                let number = error.raw_os_error();
                match number {
                    Some(number) => PyOSError::new_err((number, error.to_string(), path)),
                    None => PyOSError::new_err(format!("{}: {error}", path.display())),
                }
            }
            Failure::Input(text) => PyValueError::new_err(text),
            Failure::Stopped(error) => error,
        }
    }
}

/// A part as Python hands it around: its file and its row groups (first, end), or its files of modules and no row groups; its first row
/// and how many rows it has.
type PlainPart = (Vec<PathBuf>, usize, usize, u64, u64);

fn plain(part: Part) -> PlainPart {
    let (files, groups) = match part.place {
        Place::Groups(path, groups) => (vec![path], groups),
        Place::Files(files) => (files, 0..0),
    };
    (files, groups.start, groups.end, part.first_row, part.rows)
}

fn part(modules: bool, (mut files, start, end, first_row, rows): PlainPart) -> PyResult<Part> {
    let place = match (modules, files.len()) {
        (true, _) => Place::Files(files),
        (false, 1) => Place::Groups(files.remove(0), start..end),
        (false, count) => return Err(PyValueError::new_err(format!("expected a part of one Parquet file, found {count}"))),
    };
    Ok(Part { place, first_row, rows })
}

/// The compression of this name.
pub(crate) fn compression(name: &str) -> PyResult<Compression> {
    Ok(match name {
        "none" => Compression::UNCOMPRESSED,
        "snappy" => Compression::SNAPPY,
        "lz4" => Compression::LZ4_RAW,
        "gzip" => Compression::GZIP(GzipLevel::default()),
        "zstd" => Compression::ZSTD(ZstdLevel::default()),
        other => {
            return Err(PyValueError::new_err(format!("no compression `{other}`; there are none, snappy, lz4, gzip and zstd")));
        }
    })
}

/// One table of one column of modules: what `bctk.dataset` asks of the extension module.
#[pyclass(module = "bctk._bctk", name = "_DatasetJob", frozen)]
pub(crate) struct DatasetJob {
    spec: Spec,
    pool: Pool,
}

/// Lets Python handle Ctrl-C and show the progress.
fn ticker(progress: Option<Py<PyAny>>) -> impl FnMut(Counts) -> Result<(), Failure> {
    move |counts| {
        Python::attach(|py| {
            py.check_signals()?;
            if let Some(progress) = &progress {
                progress.call1(py, (counts.rows_in, counts.rows_out, counts.errors))?;
            }
            Ok(())
        })
        .map_err(Failure::Stopped)
    }
}

#[pymethods]
impl DatasetJob {
    #[new]
    #[pyo3(signature = (table, *, modules, column, name_column, keep, columns, text, normalize_names, strip_debug, max_bytes, time_limit, compression, threads))]
    #[expect(clippy::too_many_arguments, reason = "they are keywords")]
    fn new(
        table: &str,
        modules: bool,
        column: String,
        name_column: Option<String>,
        keep: Vec<(String, String)>,
        columns: Option<Vec<String>>,
        text: bool,
        normalize_names: bool,
        strip_debug: bool,
        max_bytes: Option<usize>,
        time_limit: Option<f64>,
        compression: &str,
        threads: Option<usize>,
    ) -> PyResult<Self> {
        let table = Table::from_name(table).ok_or_else(|| {
            let names: Vec<_> = Table::ALL.iter().map(|t| t.name()).collect();
            PyValueError::new_err(format!("no table `{table}`; the tables are {}", names.join(", ")))
        })?;
        let time_limit = match time_limit {
            None => None,
            Some(seconds) => Some(
                Duration::try_from_secs_f64(seconds).map_err(|_| PyValueError::new_err("a time limit is a positive number of seconds"))?,
            ),
        };
        let compression = self::compression(compression)?;
        Ok(Self {
            spec: Spec {
                table,
                modules,
                options: Options {
                    columns: selected(table, columns)?,
                    text,
                    normalize_names,
                    strip_debug,
                    max_bytes,
                    time_limit,
                    ..Options::default()
                },
                column,
                name_column,
                keep,
                compression,
            },
            pool: Pool::new(threads.unwrap_or(0)),
        })
    }

    /// The parts of the inputs: `(files, first group, end group, first row, rows)` each.
    fn plan(&self, py: Python<'_>, inputs: Vec<PathBuf>) -> PyResult<Vec<PlainPart>> {
        let parts = py.detach(|| run::guarded(|| plan(&self.spec, &inputs)))?;
        Ok(parts.into_iter().map(plain).collect())
    }

    /// Reads the inputs on the threads of this process and writes `output`. Returns how many rows
    /// were read and written and how many of these tell an error.
    #[pyo3(signature = (inputs, output, memory, progress=None))]
    fn run(
        &self,
        py: Python<'_>,
        inputs: Vec<PathBuf>,
        output: PathBuf,
        memory: usize,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<(u64, u64, u64)> {
        let pool = self.pool.get()?;
        let mut tick = ticker(progress);
        let counts = py.detach(|| {
            let parts = run::guarded(|| plan(&self.spec, &inputs))?;
            run::run(&self.spec, &inputs, &parts, &output, &pool, memory, &mut tick)
        })?;
        Ok((counts.rows_in, counts.rows_out, counts.errors))
    }

    /// Reads one part and writes `output`, which is the same file each time.
    fn run_part(&self, py: Python<'_>, plain: PlainPart, output: PathBuf) -> PyResult<(u64, u64, u64)> {
        let pool = self.pool.get()?;
        let part = part(self.spec.modules, plain)?;
        let mut tick = ticker(None);
        let counts = py.detach(|| run::guarded(|| run::run_part(&self.spec, &part, &output, &pool, &mut tick)))?;
        Ok((counts.rows_in, counts.rows_out, counts.errors))
    }

    /// Puts the files of the parts together. Returns how many rows they have and how many
    /// of these tell an error.
    fn join(&self, py: Python<'_>, inputs: Vec<PathBuf>, files: Vec<PathBuf>, output: PathBuf) -> PyResult<(u64, u64)> {
        let mut tick = ticker(None);
        let counts = py.detach(|| run::guarded(|| run::join(&self.spec, &inputs, &files, &output, &mut tick)))?;
        Ok((counts.rows_out, counts.errors))
    }

    /// The table of modules that are in memory already, as an Arrow stream.
    #[pyo3(signature = (contents, names=None))]
    fn read(&self, py: Python<'_>, contents: AnyArray, names: Option<AnyArray>) -> PyResult<PyTable> {
        let (contents, _) = contents.into_chunked_array()?.into_inner();
        let names = match names {
            Some(names) => names.into_chunked_array()?.into_inner().0,
            None => Vec::new(),
        };
        let batches = py.detach(|| {
            let contents = values(&contents)?;
            let names = values(&names)?;
            Ok::<_, PyErr>(self.pool.run(|| tables(&self.spec, &contents, &names))?)
        })?;
        PyTable::try_new(batches, self.spec.table.schema(&self.spec.options))
    }

    /// The schema of [`Self::read`], as an empty Arrow stream.
    fn empty(&self) -> PyResult<PyTable> {
        PyTable::try_new(Vec::new(), self.spec.table.schema(&self.spec.options))
    }
}

fn tables(spec: &Spec, contents: &[Option<&[u8]>], names: &[Option<&[u8]>]) -> Vec<RecordBatch> {
    let reader = spec.reader();
    let row = |(at, content): (usize, &Option<&[u8]>)| spec.read(&reader, at as u64, names.get(at).copied().flatten(), *content);
    contents.par_iter().enumerate().map(row).collect()
}

/// The values of a column of byte strings or strings of any layout.
fn values(chunks: &[ArrayRef]) -> Result<Vec<Option<&[u8]>>, Failure> {
    let mut out = Vec::new();
    for chunk in chunks {
        match chunk.data_type() {
            DataType::Binary => out.extend(chunk.as_binary::<i32>().iter()),
            DataType::LargeBinary => out.extend(chunk.as_binary::<i64>().iter()),
            DataType::BinaryView => out.extend(chunk.as_binary_view().iter()),
            DataType::Utf8 => out.extend(chunk.as_string::<i32>().iter().map(|s| s.map(str::as_bytes))),
            DataType::LargeUtf8 => out.extend(chunk.as_string::<i64>().iter().map(|s| s.map(str::as_bytes))),
            DataType::Utf8View => out.extend(chunk.as_string_view().iter().map(|s| s.map(str::as_bytes))),
            DataType::FixedSizeBinary(_) => out.extend(chunk.as_fixed_size_binary().iter()),
            // So says a batch whose rows are all null.
            DataType::Null => out.resize(out.len() + chunk.len(), None),
            other => {
                return Err(Failure::Input(format!("a column of {other} is not of byte strings")));
            }
        }
    }
    Ok(out)
}
