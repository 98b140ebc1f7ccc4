//! Rows that are worked on together.

use arrow_array::RecordBatch;
use parquet::data_type::ByteArray;

/// What a row has.
pub(crate) enum Content {
    Module(ByteArray),
    /// A null in the column of modules.
    Null,
    /// A file that cannot be read, and why.
    Unread(String),
}

/// Rows that are read and written together.
pub(crate) struct Chunk {
    /// The number of the first row among the rows of all inputs.
    pub(crate) first_row: u64,
    /// The modules, as slices of the pages that they were read from.
    pub(crate) contents: Vec<Content>,
    /// Their names; empty where there is no column of names.
    pub(crate) names: Vec<Option<ByteArray>>,
    /// The columns that are kept, under their new names.
    pub(crate) keep: Option<RecordBatch>,
    pub(crate) bytes: usize,
}
