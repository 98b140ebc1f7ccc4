//! Reads the rows of a part page by page, so that a row group of any size needs little memory.

use std::fs::File;
use std::ops::Range;
use std::path::{Path, PathBuf};

use arrow_array::RecordBatch;
use arrow_schema::{ArrowError, Schema, SchemaRef};
use arrow_select::concat::concat_batches;
use parquet::arrow::ProjectionMask;
use parquet::arrow::arrow_reader::{ParquetRecordBatchReader, ParquetRecordBatchReaderBuilder};
use parquet::arrow::parquet_to_arrow_schema;
use parquet::basic::Type as PhysicalType;
use parquet::column::reader::{ColumnReader, ColumnReaderImpl};
use parquet::data_type::{ByteArray, ByteArrayType};
use parquet::file::reader::{FileReader, SerializedFileReader};

use super::chunk::{Chunk, Content};
use super::{CHUNK_BYTES, CHUNK_ROWS, Failure, Part, Place, Spec};

/// Cuts the inputs into parts. Looks at their metadata only.
pub(crate) fn plan(spec: &Spec, inputs: &[PathBuf]) -> Result<Vec<Part>, Failure> {
    if spec.modules {
        return Ok(super::files::plan(inputs));
    }
    let mut parts = Vec::new();
    let mut next_row = 0;
    for path in inputs {
        let reader = open(path)?;
        let leaf = leaf(&reader, path, &spec.column)?.index;
        let groups = reader.metadata().row_groups();
        let mut start = 0;
        let mut bytes = 0;
        let mut rows = 0;
        for (index, group) in groups.iter().enumerate() {
            bytes += group.column(leaf).uncompressed_size().max(0) as u64;
            rows += group.num_rows().max(0) as u64;
            if bytes >= CHUNK_BYTES as u64 || index + 1 == groups.len() {
                parts.push(Part { place: Place::Groups(path.clone(), start..index + 1), first_row: next_row, rows });
                next_row += rows;
                (start, bytes, rows) = (index + 1, 0, 0);
            }
        }
    }
    Ok(parts)
}

/// The schema of the output of a file.
pub(crate) fn output_schema(spec: &Spec, path: &Path) -> Result<SchemaRef, Failure> {
    if spec.modules {
        return spec.schema(&Schema::empty());
    }
    let reader = open(path)?;
    let metadata = reader.metadata().file_metadata();
    let schema = parquet_to_arrow_schema(metadata.schema_descr(), metadata.key_value_metadata()).map_err(Failure::parquet(path))?;
    spec.schema(&schema)
}

fn open(path: &Path) -> Result<SerializedFileReader<File>, Failure> {
    let file = File::open(path).map_err(Failure::io(path))?;
    SerializedFileReader::new(file).map_err(Failure::parquet(path))
}

/// A column of byte strings.
#[derive(Clone, Copy)]
struct Leaf {
    index: usize,
    nullable: bool,
}

fn leaf(reader: &SerializedFileReader<File>, path: &Path, name: &str) -> Result<Leaf, Failure> {
    let schema = reader.metadata().file_metadata().schema_descr();
    let found =
        schema.columns().iter().enumerate().find(|(_, column)| column.path().parts().len() == 1 && column.path().parts()[0] == name);
    let Some((index, column)) = found else {
        let names: Vec<_> = schema.root_schema().get_fields().iter().map(|f| f.name()).collect();
        return Err(Failure::Input(format!("{}: there is no column `{name}` of byte strings; the columns are {names:?}", path.display())));
    };
    if column.physical_type() != PhysicalType::BYTE_ARRAY || column.max_rep_level() != 0 {
        return Err(Failure::Input(format!("{}: the column `{name}` is not of byte strings", path.display())));
    }
    Ok(Leaf { index, nullable: column.max_def_level() != 0 })
}

/// The rows of a part, chunk by chunk.
pub(crate) struct PartReader<'a> {
    path: &'a Path,
    file: SerializedFileReader<File>,
    content: Leaf,
    name: Option<Leaf>,
    groups: Range<usize>,
    /// The columns of the row group that is being read, and how many of its rows are left.
    open: Option<(Column, Option<Column>)>,
    left: u64,
    next_row: u64,
    keep: Option<Kept>,
}

impl<'a> PartReader<'a> {
    pub(crate) fn new(spec: &Spec, path: &'a Path, groups: &Range<usize>, first_row: u64) -> Result<Self, Failure> {
        let file = open(path)?;
        let content = leaf(&file, path, &spec.column)?;
        let name = match &spec.name_column {
            Some(name) => Some(leaf(&file, path, name)?),
            None => None,
        };
        let keep = match spec.keep.is_empty() {
            true => None,
            false => Some(Kept::new(spec, path, groups)?),
        };
        if groups.end > file.metadata().num_row_groups() {
            return Err(Failure::Input(format!("{}: the file changed", path.display())));
        }
        Ok(Self { path, file, content, name, groups: groups.clone(), open: None, left: 0, next_row: first_row, keep })
    }

    pub(crate) fn next(&mut self) -> Result<Option<Chunk>, Failure> {
        let mut chunk = Chunk { first_row: self.next_row, contents: Vec::new(), names: Vec::new(), keep: None, bytes: 0 };
        while chunk.contents.len() < CHUNK_ROWS && chunk.bytes < CHUNK_BYTES {
            if self.left == 0 && !self.next_group()? {
                break;
            }
            let Some((contents, names)) = &mut self.open else { break };
            let content = contents.next(self.path)?;
            chunk.bytes += content.as_ref().map_or(0, ByteArray::len);
            chunk.contents.push(content.map_or(Content::Null, Content::Module));
            if let Some(names) = names {
                chunk.names.push(names.next(self.path)?);
            }
            self.left -= 1;
        }
        if chunk.contents.is_empty() {
            return Ok(None);
        }
        self.next_row += chunk.contents.len() as u64;
        if let Some(keep) = &mut self.keep {
            chunk.keep = Some(keep.next(chunk.contents.len())?);
        }
        Ok(Some(chunk))
    }

    /// Opens the next row group that has rows.
    fn next_group(&mut self) -> Result<bool, Failure> {
        for index in self.groups.by_ref() {
            let fault = Failure::parquet(self.path);
            let group = self.file.get_row_group(index).map_err(&fault)?;
            self.left = group.metadata().num_rows().max(0) as u64;
            if self.left == 0 {
                continue;
            }
            let column = |leaf: Leaf| -> Result<Column, Failure> {
                match group.get_column_reader(leaf.index).map_err(&fault)? {
                    ColumnReader::ByteArrayColumnReader(reader) => {
                        Ok(Column { reader, nullable: leaf.nullable, levels: Vec::new(), values: Vec::new() })
                    }
                    _ => Err(Failure::Input(format!("{}: a column is not of byte strings", self.path.display()))),
                }
            };
            let content = column(self.content)?;
            let name = self.name.map(column).transpose()?;
            self.open = Some((content, name));
            return Ok(true);
        }
        Ok(false)
    }
}

/// The values of a column of byte strings in one row group.
struct Column {
    reader: ColumnReaderImpl<ByteArrayType>,
    nullable: bool,
    levels: Vec<i16>,
    values: Vec<ByteArray>,
}

impl Column {
    /// One value at a time: a batch of a fixed number of rows could be of any size.
    fn next(&mut self, path: &Path) -> Result<Option<ByteArray>, Failure> {
        self.levels.clear();
        self.values.clear();
        let levels = self.nullable.then_some(&mut self.levels);
        let (records, _, _) = self.reader.read_records(1, levels, None, &mut self.values).map_err(Failure::parquet(path))?;
        if records != 1 {
            return Err(Failure::Input(format!("{}: a column ends before its row group does", path.display())));
        }
        Ok(self.values.pop())
    }
}

/// The columns that are kept, in step with the modules.
struct Kept {
    path: PathBuf,
    reader: ParquetRecordBatchReader,
    schema: SchemaRef,
    /// Where each column is in a batch of the reader.
    order: Vec<usize>,
    rest: Option<RecordBatch>,
}

impl Kept {
    fn new(spec: &Spec, path: &Path, groups: &Range<usize>) -> Result<Self, Failure> {
        let fault = Failure::parquet(path);
        let file = File::open(path).map_err(Failure::io(path))?;
        let builder = ParquetRecordBatchReaderBuilder::try_new(file).map_err(&fault)?;
        let output = spec.schema(builder.schema())?;
        let first = output.fields().len() - spec.keep.len();
        let schema = std::sync::Arc::new(Schema::new(output.fields()[first..].to_vec()));
        let mut roots = Vec::new();
        for (from, _) in &spec.keep {
            // The columns exist, or there were no schema.
            roots.push(builder.schema().index_of(from).unwrap_or(0));
        }
        let mut sorted = roots.clone();
        sorted.sort_unstable();
        sorted.dedup();
        let order = roots.iter().map(|root| sorted.binary_search(root).unwrap_or(0)).collect();
        let mask = ProjectionMask::roots(builder.parquet_schema(), sorted);
        let reader = builder.with_projection(mask).with_row_groups(groups.clone().collect()).with_batch_size(64).build().map_err(&fault)?;
        Ok(Self { path: path.to_path_buf(), reader, schema, order, rest: None })
    }

    fn next(&mut self, rows: usize) -> Result<RecordBatch, Failure> {
        let mut taken = Vec::new();
        let mut missing = rows;
        while missing > 0 {
            let batch = match self.rest.take() {
                Some(batch) => batch,
                None => match self.reader.next() {
                    Some(batch) => self.renamed(&batch.map_err(|e| self.fault(&e))?)?,
                    None => {
                        return Err(Failure::Input(format!("{}: a column ends before its row group does", self.path.display())));
                    }
                },
            };
            let count = missing.min(batch.num_rows());
            if count < batch.num_rows() {
                self.rest = Some(batch.slice(count, batch.num_rows() - count));
            }
            taken.push(batch.slice(0, count));
            missing -= count;
        }
        concat_batches(&self.schema, &taken).map_err(|e| self.fault(&e))
    }

    fn renamed(&self, batch: &RecordBatch) -> Result<RecordBatch, Failure> {
        let columns = self.order.iter().map(|i| batch.column(*i).clone()).collect();
        RecordBatch::try_new(self.schema.clone(), columns).map_err(|e| self.fault(&e))
    }

    fn fault(&self, error: &ArrowError) -> Failure {
        Failure::Input(format!("{}: {error}", self.path.display()))
    }
}
