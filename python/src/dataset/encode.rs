//! Turns chunks into encoded row groups, and row groups into a file.

use std::fs::File;
use std::io::Write;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use arrow_array::{Array, RecordBatch, UInt64Array};
use arrow_schema::{ArrowError, SchemaRef};
use arrow_select::concat::concat_batches;
use arrow_select::take::take;
use bytes::Bytes;
use parquet::arrow::ArrowWriter;
use parquet::basic::Compression;
use parquet::column::writer::ColumnCloseResult;
use parquet::data_type::ByteArray;
use parquet::errors::ParquetError;
use parquet::file::metadata::{ParquetMetaData, ParquetMetaDataReader};
use parquet::file::properties::{EnabledStatistics, WriterProperties};
use parquet::file::reader::ChunkReader;
use parquet::file::writer::SerializedFileWriter;
use rayon::prelude::*;

use super::chunk::{Chunk, Content};
use super::{Failure, Spec};
use crate::columns::errors;

/// Sources of this size are read together, so that few of them are in memory as tables.
const WINDOW_BYTES: usize = 1 << 20;
const WINDOW_ROWS: usize = 256;

/// One chunk as a Parquet file in memory: a row group, or none if the chunk gave no rows.
pub(crate) struct Encoded {
    data: Bytes,
    metadata: ParquetMetaData,
    pub(crate) counts: Counts,
}

impl Encoded {
    pub(crate) fn len(&self) -> usize {
        self.data.len()
    }

    pub(crate) fn write(&self, output: &mut Output) -> Result<(), ParquetError> {
        output.append(&self.data, &self.metadata)
    }
}

/// What was read and written so far.
#[derive(Clone, Copy, Default)]
pub(crate) struct Counts {
    pub(crate) rows_in: u64,
    pub(crate) rows_out: u64,
    pub(crate) errors: u64,
}

impl Counts {
    pub(crate) fn add(&mut self, other: Counts) {
        self.rows_in += other.rows_in;
        self.rows_out += other.rows_out;
        self.errors += other.errors;
    }
}

pub(crate) fn properties(compression: Compression) -> WriterProperties {
    WriterProperties::builder()
        .set_compression(compression)
        // Statistics of pages are no use for random hashes, and texts make them large.
        .set_statistics_enabled(EnabledStatistics::Chunk)
        .set_offset_index_disabled(true)
        .set_max_row_group_row_count(None)
        .set_created_by(concat!("bctk ", env!("CARGO_PKG_VERSION")).to_owned())
        .build()
}

/// Reads a chunk's modules on the threads of the current pool; none if the work is `stopped` meanwhile.
pub(crate) fn encode(spec: &Spec, schema: &SchemaRef, chunk: &Chunk, stopped: &AtomicBool) -> Result<Option<Encoded>, Failure> {
    let fault = |error: ParquetError| Failure::Input(format!("writing: {error}"));
    let mut data = Vec::new();
    let mut writer = ArrowWriter::try_new(&mut data, schema.clone(), Some(properties(spec.compression))).map_err(fault)?;
    let mut counts = Counts::default();
    let reader = spec.reader();
    let mut start = 0;
    while start < chunk.contents.len() {
        let mut end = start;
        let mut bytes = 0;
        while end < chunk.contents.len() && end - start < WINDOW_ROWS && bytes < WINDOW_BYTES {
            if let Content::Module(module) = &chunk.contents[end] {
                bytes += module.len();
            }
            end += 1;
        }
        let batches: Option<Vec<RecordBatch>> = (start..end)
            .into_par_iter()
            .map(|at| {
                if stopped.load(Ordering::Relaxed) {
                    return None;
                }
                let name = chunk.names.get(at).and_then(Option::as_ref).map(ByteArray::data);
                let row = chunk.first_row + at as u64;
                Some(match &chunk.contents[at] {
                    Content::Module(module) => spec.read(&reader, row, name, Some(module.data())),
                    Content::Null => spec.read(&reader, row, name, None),
                    Content::Unread(why) => reader.failed(row, name.map(String::from_utf8_lossy).as_deref(), why),
                })
            })
            .collect();
        let Some(batches) = batches else { return Ok(None) };
        // Few large batches: each one costs something in each of many columns.
        if let Some(table) = batches.first().map(RecordBatch::schema) {
            let batch = concat_batches(&table, &batches).map_err(|e| fault(e.into()))?;
            drop(batches);
            counts.rows_out += batch.num_rows() as u64;
            counts.errors += errors(&batch);
            let batch = finish(batch, schema, chunk).map_err(|e| fault(e.into()))?;
            writer.write(&batch).map_err(fault)?;
        }
        start = end;
    }
    counts.rows_in = chunk.contents.len() as u64;
    writer.close().map_err(fault)?;
    let data = Bytes::from(data);
    // As it is read back, which is less than what the writer knows: so the output does not depend on
    // whether it came from a file.
    let metadata = ParquetMetaDataReader::new().parse_and_finish(&data).map_err(fault)?;
    Ok(Some(Encoded { data, metadata, counts }))
}

/// Adds the columns that are kept.
fn finish(batch: RecordBatch, schema: &SchemaRef, chunk: &Chunk) -> Result<RecordBatch, ArrowError> {
    let Some(keep) = &chunk.keep else { return Ok(batch) };
    let rows = batch.column(0).as_any().downcast_ref::<UInt64Array>();
    let rows = rows.ok_or_else(|| ArrowError::SchemaError("the first column is not `row`".to_owned()))?;
    let places: UInt64Array = rows.unary(|row| row - chunk.first_row);
    let mut columns = batch.columns().to_vec();
    for column in keep.columns() {
        columns.push(take(column, &places, None)?);
    }
    RecordBatch::try_new(schema.clone(), columns)
}

/// A Parquet file that is put together of encoded row groups.
pub(crate) struct Output {
    writer: SerializedFileWriter<std::io::BufWriter<File>>,
}

impl Output {
    pub(crate) fn new(spec: &Spec, schema: &SchemaRef, file: File) -> Result<Self, ParquetError> {
        // An empty file has the schema in both forms.
        let mut empty = Vec::new();
        let writer = ArrowWriter::try_new(&mut empty, schema.clone(), Some(properties(spec.compression)))?;
        let metadata = writer.close()?;
        let described = metadata.file_metadata();
        let properties =
            properties(spec.compression).into_builder().set_key_value_metadata(described.key_value_metadata().cloned()).build();
        let writer = SerializedFileWriter::new(
            std::io::BufWriter::with_capacity(1 << 20, file),
            described.schema_descr().root_schema_ptr(),
            Arc::new(properties),
        )?;
        Ok(Self { writer })
    }

    /// Copies all row groups of a file, as they are encoded.
    pub(crate) fn append<R: ChunkReader>(&mut self, data: &R, metadata: &ParquetMetaData) -> Result<(), ParquetError> {
        for group in metadata.row_groups() {
            let mut writer = self.writer.next_row_group()?;
            for column in group.columns() {
                let close = ColumnCloseResult {
                    bytes_written: column.compressed_size().max(0) as u64,
                    rows_written: group.num_rows().max(0) as u64,
                    metadata: column.clone(),
                    bloom_filter: None,
                    column_index: None,
                    offset_index: None,
                };
                writer.append_column(data, close)?;
            }
            writer.close()?;
        }
        Ok(())
    }

    /// Copies a file of one part, whose schema must be the same, and counts its rows.
    pub(crate) fn append_file(&mut self, file: &File) -> Result<Counts, ParquetError> {
        let metadata = ParquetMetaDataReader::new().parse_and_finish(file)?;
        if metadata.file_metadata().schema() != self.writer.schema_descr().root_schema() {
            return Err(ParquetError::General("its schema is another".to_owned()));
        }
        self.append(file, &metadata)?;
        let mut counts = Counts { rows_out: metadata.file_metadata().num_rows().max(0) as u64, ..Counts::default() };
        let schema = metadata.file_metadata().schema_descr();
        let error = schema.columns().iter().position(|c| c.path().string() == "error");
        for group in metadata.row_groups() {
            let column = error.map(|error| group.column(error));
            let nulls = column.and_then(|c| c.statistics()?.null_count_opt());
            counts.errors += (group.num_rows().max(0) as u64).saturating_sub(nulls.unwrap_or(0));
        }
        Ok(counts)
    }

    pub(crate) fn close(self) -> Result<(), ParquetError> {
        let mut inner = self.writer.into_inner()?;
        inner.flush()?;
        // On the disk before it gets its name.
        inner.get_ref().sync_all()?;
        Ok(())
    }
}
