//! Columns by name, and the column that tells errors.

use arrow_array::{Array, RecordBatch};
use bctk_tables::columns::Column;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

/// The columns of these names.
pub(crate) fn selected(table: bctk_tables::Table, names: Option<Vec<String>>) -> PyResult<Option<Vec<&'static Column>>> {
    names.map(|names| table.select(names).map_err(|error| PyValueError::new_err(error.to_string()))).transpose()
}

/// How many rows of a batch tell an error.
pub(crate) fn errors(batch: &RecordBatch) -> u64 {
    batch.column_by_name("error").map_or(0, |column| (column.len() - column.null_count()) as u64)
}
