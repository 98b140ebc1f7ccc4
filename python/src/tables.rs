//! `bctk.tables`: Arrow tables of modules, given to Python through the Arrow PyCapsule interface.

use std::path::{Path, PathBuf};
use std::time::Duration;

use arrow_array::cast::AsArray;
use arrow_array::{Array, ArrayRef, RecordBatch, RecordBatchIterator, RecordBatchReader};
use arrow_schema::{ArrowError, DataType, SchemaRef};
use arrow_select::concat::concat_batches;
use bctk::Limits;
use bctk::folders::{Wanted, files_below};
use bctk_tables::{Options, Reader, Source};
use pyo3::exceptions::{PyImportError, PyModuleNotFoundError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use pyo3::types::{PyCapsule, PyDict, PyIterator, PyString, PyTuple};
use pyo3_arrow::input::AnyArray;
use pyo3_arrow::{PyRecordBatch, PyRecordBatchReader, PySchema};
use rayon::prelude::*;

use crate::columns::{errors, selected};
use crate::shared::Pool;

/// How many sources are read between two looks at signals, and how many bytes of them.
const CHUNK_SOURCES: usize = 512;
const CHUNK_BYTES: usize = 64 << 20;

/// Adds the classes and functions of the tables to the extension module.
pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<Table>()?;
    module.add("_table_names", bctk_tables::Table::ALL.iter().map(|table| table.name()).collect::<Vec<_>>())?;
    module.add_function(wrap_pyfunction!(modules_below, module)?)?;
    module.add_function(wrap_pyfunction!(table_read, module)?)?;
    module.add_function(wrap_pyfunction!(table_scan, module)?)?;
    module.add_function(wrap_pyfunction!(table_schema, module)?)
}

/// A source, with what keeps its bytes alive.
enum Input {
    /// A file, read when its turn comes.
    Path(PathBuf),
    /// An object with bytes, and a name.
    Bytes(Option<String>, PyBackedBytes),
    /// An item of an Arrow array.
    Item(ArrayRef, usize),
}

impl Input {
    fn read(&self, reader: &Reader, index: u64) -> RecordBatch {
        match self {
            Input::Path(path) => {
                let name = path.to_string_lossy();
                // `-` is a file like any other here.
                let found = match path == Path::new("-") {
                    true => bctk::input::open(&Path::new(".").join(path)),
                    false => bctk::input::open(path),
                };
                match found {
                    Ok(input) => reader.read(index, Source { name: Some(&name), bytes: input.bytes() }),
                    Err(error) => reader.failed(index, Some(&name), &error.message()),
                }
            }
            Input::Bytes(name, bytes) => reader.read(index, Source { name: name.as_deref(), bytes }),
            Input::Item(array, at) => match item(array, *at) {
                Some(bytes) => reader.read(index, Source { name: None, bytes }),
                None => reader.failed(index, None, "null: there is nothing to read"),
            },
        }
    }

    fn len(&self) -> usize {
        match self {
            Input::Path(path) => path.metadata().map_or(0, |about| about.len() as usize),
            Input::Bytes(_, bytes) => bytes.len(),
            Input::Item(array, at) => item(array, *at).map_or(0, <[u8]>::len),
        }
    }
}

/// An item of an array of bytes or text.
fn item(array: &ArrayRef, at: usize) -> Option<&[u8]> {
    if array.is_null(at) {
        return None;
    }
    // A column of nulls alone has a type of its own, and no bitmap of nulls.
    Some(match array.data_type() {
        DataType::Binary => array.as_binary::<i32>().value(at),
        DataType::LargeBinary => array.as_binary::<i64>().value(at),
        DataType::BinaryView => array.as_binary_view().value(at),
        DataType::FixedSizeBinary(_) => array.as_fixed_size_binary().value(at),
        DataType::Utf8 => array.as_string::<i32>().value(at).as_bytes(),
        DataType::LargeUtf8 => array.as_string::<i64>().value(at).as_bytes(),
        DataType::Utf8View => array.as_string_view().value(at).as_bytes(),
        _ => return None,
    })
}

fn is_bytes(ty: &DataType) -> bool {
    use DataType::{Binary, BinaryView, FixedSizeBinary, LargeBinary, LargeUtf8, Null, Utf8, Utf8View};
    matches!(ty, Null | Binary | LargeBinary | BinaryView | FixedSizeBinary(_) | Utf8 | LargeUtf8 | Utf8View)
}

/// The sources that a Python object stands for: one, if it is a path, bytes, a pair or a module.
fn single(object: &Bound<'_, PyAny>) -> PyResult<Option<Input>> {
    if let Ok(bytes) = object.extract::<PyBackedBytes>() {
        return Ok(Some(Input::Bytes(None, bytes)));
    }
    if object.is_instance_of::<PyString>() || object.hasattr("__fspath__")? {
        return Ok(Some(Input::Path(object.extract()?)));
    }
    if object.is_instance_of::<crate::module::Module>() {
        return Ok(Some(Input::Bytes(object.getattr("name")?.extract()?, object.call_method0("to_bitcode")?.extract()?)));
    }
    if let Ok(pair) = object.cast::<PyTuple>()
        && let Ok((name, content)) = pair.extract::<(Option<String>, Bound<'_, PyAny>)>()
        && !content.is_instance_of::<PyString>()
        && !content.hasattr("__fspath__")?
    {
        return match bytes_of(&content)? {
            Some(bytes) => Ok(Some(Input::Bytes(name, bytes))),
            None => Err(PyTypeError::new_err("expected bytes as the second item of a pair (name, bytes)")),
        };
    }
    Ok(bytes_of(object)?.map(|bytes| Input::Bytes(None, bytes)))
}

/// The bytes of an object that has some: bytes, a bytearray, a memoryview.
fn bytes_of(object: &Bound<'_, PyAny>) -> PyResult<Option<PyBackedBytes>> {
    if let Ok(bytes) = object.extract::<PyBackedBytes>() {
        return Ok(Some(bytes));
    }
    let memoryview = object.py().import("builtins")?.getattr("memoryview")?;
    if object.is_instance(&memoryview)? {
        return Ok(Some(object.call_method0("tobytes")?.extract()?));
    }
    Ok(None)
}

/// Sources, one after the other.
enum Inputs {
    Known(std::vec::IntoIter<Input>),
    Iterator(Py<PyIterator>),
}

impl Inputs {
    fn of(object: &Bound<'_, PyAny>) -> PyResult<Inputs> {
        if let Some(one) = single(object)? {
            return Ok(Inputs::Known(vec![one].into_iter()));
        }
        if object.hasattr("__arrow_c_array__")? || object.hasattr("__arrow_c_stream__")? {
            let mut inputs = Vec::new();
            for array in object.extract::<AnyArray>()?.into_reader()? {
                let array = array.map_err(|error| PyValueError::new_err(error.to_string()))?;
                if !is_bytes(array.data_type()) {
                    let message = format!("expected a column of binary or text, found {}", array.data_type());
                    return Err(PyTypeError::new_err(message));
                }
                inputs.extend((0..array.len()).map(|at| Input::Item(array.clone(), at)));
            }
            return Ok(Inputs::Known(inputs.into_iter()));
        }
        let expected = "expected a path, bytes, a module, a pair (name, bytes), an iterable of these, or an Arrow array of binary";
        match object.try_iter() {
            Ok(iterator) => Ok(Inputs::Iterator(iterator.unbind())),
            Err(_) => Err(PyTypeError::new_err(expected)),
        }
    }

    /// The next sources that are read together; empty at the end.
    fn chunk(&mut self) -> PyResult<Vec<Input>> {
        let (mut chunk, mut bytes) = (Vec::new(), 0);
        while chunk.len() < CHUNK_SOURCES && bytes < CHUNK_BYTES {
            let next = match self {
                Inputs::Known(inputs) => inputs.next(),
                Inputs::Iterator(iterator) => Python::attach(|py| {
                    let Some(object) = iterator.bind(py).clone().next() else { return Ok(None) };
                    let object = object?;
                    match single(&object)? {
                        Some(input) => Ok(Some(input)),
                        None => {
                            let message =
                                format!("expected a path, bytes, a module or a pair (name, bytes), found {}", object.get_type().name()?);
                            Err(PyTypeError::new_err(message))
                        }
                    }
                })?,
            };
            let Some(next) = next else { break };
            bytes += next.len();
            chunk.push(next);
        }
        Ok(chunk)
    }
}

/// Reads sources chunk by chunk and joins small batches.
struct Chunks {
    reader: Reader,
    inputs: Inputs,
    pool: Pool,
    next: u64,
    batch_rows: usize,
    waiting: std::collections::VecDeque<RecordBatch>,
}

impl Chunks {
    /// The next batch. The interpreter is not held while sources are read.
    fn read(&mut self) -> PyResult<Option<RecordBatch>> {
        while self.waiting.is_empty() {
            let chunk = self.inputs.chunk()?;
            if chunk.is_empty() {
                return Ok(None);
            }
            let first = self.next;
            self.next += chunk.len() as u64;
            let (reader, pool, rows) = (&self.reader, &self.pool, self.batch_rows);
            let work = || {
                let read = || chunk.par_iter().enumerate().map(|(at, input)| input.read(reader, first + at as u64)).collect::<Vec<_>>();
                pool.run(read).map(|read| join(reader.schema(), read, rows))
            };
            let made = Python::attach(|py| {
                py.check_signals()?;
                Ok::<_, PyErr>(py.detach(work)?)
            })?;
            // What the chunk keeps alive is let go with the interpreter, not in a thread of the pool.
            self.waiting.extend(made.map_err(|error| PyValueError::new_err(error.to_string()))?);
        }
        Ok(self.waiting.pop_front())
    }
}

/// Joins neighbouring batches to batches of about `rows` rows.
fn join(schema: &SchemaRef, batches: Vec<RecordBatch>, rows: usize) -> Result<Vec<RecordBatch>, ArrowError> {
    let (mut joined, mut group, mut count) = (Vec::new(), Vec::new(), 0);
    let mut bytes = 0;
    for batch in batches.into_iter().filter(|batch| batch.num_rows() > 0) {
        let size = batch.get_array_memory_size();
        // Offsets of 32 bits say no more.
        if !group.is_empty() && (count + batch.num_rows() > rows || bytes + size > i32::MAX as usize / 2) {
            joined.push(concat_batches(schema, &group)?);
            group.clear();
            (count, bytes) = (0, 0);
        }
        count += batch.num_rows();
        bytes += size;
        group.push(batch);
    }
    match group.len() {
        0 => {}
        1 => joined.append(&mut group),
        _ => joined.push(concat_batches(schema, &group)?),
    }
    Ok(joined)
}

impl Iterator for Chunks {
    type Item = Result<RecordBatch, ArrowError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.read().map_err(|error| ArrowError::ExternalError(Box::new(error))).transpose()
    }
}

impl RecordBatchReader for Chunks {
    fn schema(&self) -> SchemaRef {
        self.reader.schema().clone()
    }
}

fn named(name: &str) -> PyResult<bctk_tables::Table> {
    bctk_tables::Table::from_name(name).ok_or_else(|| {
        let names: Vec<&str> = bctk_tables::Table::ALL.iter().map(|table| table.name()).collect();
        PyValueError::new_err(format!("no table '{name}'; there are {}", names.join(", ")))
    })
}

/// What a table is read with.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
struct Keywords {
    columns: Option<Vec<String>>,
    text: bool,
    normalize_names: bool,
    strip_debug: bool,
    max_bytes: Option<usize>,
    max_rows: Option<usize>,
    time_limit: Option<f64>,
    threads: Option<usize>,
    batch_rows: usize,
}

fn chunks(table: &str, sources: &Bound<'_, PyAny>, keywords: Keywords) -> PyResult<Chunks> {
    let table = named(table)?;
    let time_limit = keywords.time_limit.map(Duration::try_from_secs_f64).transpose();
    let options = Options {
        columns: selected(table, keywords.columns)?,
        text: keywords.text,
        normalize_names: keywords.normalize_names,
        strip_debug: keywords.strip_debug,
        max_bytes: keywords.max_bytes,
        max_rows: keywords.max_rows,
        time_limit: time_limit.map_err(|error| PyValueError::new_err(format!("time_limit: {error}")))?,
        ..Options::default()
    };
    Ok(Chunks {
        reader: Reader::new(table, options),
        inputs: Inputs::of(sources)?,
        pool: Pool::new(keywords.threads.unwrap_or(0)),
        next: 0,
        batch_rows: keywords.batch_rows.max(1),
        waiting: std::collections::VecDeque::new(),
    })
}

/// The files below a folder that have modules, sorted by name.
#[pyfunction]
#[pyo3(name = "_modules_below")]
fn modules_below(py: Python<'_>, folder: PathBuf) -> PyResult<Vec<PathBuf>> {
    // A file that cannot be read is among them, so that somebody hears of it.
    let wanted = Wanted { texts: true, bitcode: true, unreadable: true, limits: &Limits::default() };
    Ok(crate::shared::work(py, || Ok(files_below(&folder, &wanted)?))?)
}

#[pyfunction]
#[pyo3(name = "_table_read")]
fn table_read(table: &str, sources: &Bound<'_, PyAny>, keywords: Keywords) -> PyResult<Table> {
    let mut chunks = chunks(table, sources, keywords)?;
    let mut batches = Vec::new();
    while let Some(batch) = chunks.read()? {
        batches.push(batch);
    }
    Ok(Table { name: named(table)?.name(), schema: chunks.schema(), batches })
}

#[pyfunction]
#[pyo3(name = "_table_scan")]
fn table_scan(table: &str, sources: &Bound<'_, PyAny>, keywords: Keywords) -> PyResult<PyRecordBatchReader> {
    Ok(PyRecordBatchReader::new(Box::new(chunks(table, sources, keywords)?)))
}

#[pyfunction]
#[pyo3(name = "_table_schema")]
fn table_schema(table: &str, columns: Option<Vec<String>>, text: bool) -> PyResult<PySchema> {
    let table = named(table)?;
    Ok(PySchema::new(table.schema(&Options { columns: selected(table, columns)?, text, ..Options::default() })))
}

/// A package that is optional; one that is not there is an error that says how to get it.
fn package<'py>(py: Python<'py>, method: &str, name: &str, install: &str) -> PyResult<Bound<'py, PyModule>> {
    py.import(name).map_err(|error| {
        let missing = error.value(py).getattr("name").and_then(|name| name.extract::<String>()).ok();
        if !error.is_instance_of::<PyModuleNotFoundError>(py) || missing.as_deref() != Some(name) {
            return error;
        }
        let said = PyImportError::new_err(format!("Table.{method} needs {name}, which is not installed: pip install {install}"));
        said.set_cause(py, Some(error));
        said
    })
}

/// The rows of a table, as Arrow record batches.
#[pyclass(frozen, module = "bctk.tables")]
struct Table {
    name: &'static str,
    schema: SchemaRef,
    batches: Vec<RecordBatch>,
}

#[pymethods]
impl Table {
    /// The rows, for libraries that take Arrow streams. Nothing is copied.
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(&self, py: Python<'py>, requested_schema: Option<Bound<'py, PyCapsule>>) -> PyResult<Bound<'py, PyAny>> {
        let reader = RecordBatchIterator::new(self.batches.clone().into_iter().map(Ok), self.schema.clone());
        Bound::new(py, PyRecordBatchReader::new(Box::new(reader)))?.call_method1("__arrow_c_stream__", (requested_schema,))
    }

    /// The schema, for libraries that take Arrow schemas.
    #[getter]
    fn schema(&self) -> PySchema {
        PySchema::new(self.schema.clone())
    }

    /// The name of the table, such as `functions`.
    #[getter]
    fn name(&self) -> &'static str {
        self.name
    }

    /// How many rows there are.
    #[getter]
    fn num_rows(&self) -> usize {
        self.batches.iter().map(RecordBatch::num_rows).sum()
    }

    /// How many rows tell an error.
    #[getter]
    fn num_errors(&self) -> u64 {
        self.batches.iter().map(errors).sum()
    }

    /// The names of the columns.
    #[getter]
    fn column_names(&self) -> Vec<String> {
        self.schema.fields().iter().map(|field| field.name().clone()).collect()
    }

    /// The record batches.
    fn batches(&self) -> Vec<PyRecordBatch> {
        self.batches.iter().cloned().map(PyRecordBatch::new).collect()
    }

    /// The table as a ``pyarrow.Table``. Nothing is copied.
    fn to_arrow<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        package(slf.py(), "to_arrow", "pyarrow", "pyarrow")?.call_method1("table", (slf,))
    }

    /// The table as a ``polars.DataFrame``.
    fn to_polars<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        package(slf.py(), "to_polars", "polars", "polars")?.call_method1("DataFrame", (slf,))
    }

    /// The table as a ``pandas.DataFrame``. The options are those of ``pyarrow.Table.to_pandas``: with ``types_mapper=pandas.ArrowDtype``,
    /// columns keep their types, such as whole numbers that may be missing.
    #[pyo3(signature = (**options))]
    fn to_pandas<'py>(slf: &Bound<'py, Self>, options: Option<&Bound<'py, PyDict>>) -> PyResult<Bound<'py, PyAny>> {
        package(slf.py(), "to_pandas", "pandas", "pandas pyarrow")?;
        package(slf.py(), "to_pandas", "pyarrow", "pandas pyarrow")?.call_method1("table", (slf,))?.call_method("to_pandas", (), options)
    }

    /// Writes the table to a Parquet file, which is there when it is whole. The compression is ``zstd``, ``snappy``, ``lz4``, ``gzip`` or
    /// ``none``.
    #[pyo3(signature = (path, *, compression = "zstd"))]
    fn write_parquet(&self, py: Python<'_>, path: PathBuf, compression: &str) -> PyResult<()> {
        let compression = crate::dataset::compression(compression)?;
        Ok(py.detach(|| crate::dataset::write_table(&self.schema, &self.batches, &path, compression))?)
    }

    fn __len__(&self) -> usize {
        self.num_rows()
    }

    fn __repr__(&self) -> String {
        let some = |count: usize, what: &str| format!("{count} {what}{}", if count == 1 { "" } else { "s" });
        let (rows, columns) = (some(self.num_rows(), "row"), some(self.schema.fields().len(), "column"));
        format!("<bctk.tables.Table {}: {rows}, {columns}, {}>", self.name, some(self.num_errors() as usize, "error"))
    }
}
