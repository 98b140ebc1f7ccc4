//! Builds the record batch of one source, row by row.
use crate::columns::{Kind, Layout, count_fields, item, operand_fields, place_fields};
use crate::counts::Counts;
use crate::fault::{Fault, Result};
use arrow_array::builder::{BinaryBuilder, BooleanBuilder, ListBuilder, StringBuilder, UInt32Builder, UInt64Builder};
use arrow_array::{ArrayRef, ListArray, RecordBatch, StructArray, UInt32Array};
use arrow_buffer::{NullBufferBuilder, OffsetBuffer};
use arrow_schema::DataType;
use bctk_hash::OPCODES;
use std::sync::Arc;

/// What offsets of 32 bits can say.
const MAX_BYTES: usize = i32::MAX as usize;

/// A place of inlined code.
#[derive(Clone, Copy, Default)]
pub(crate) struct Place<'a> {
    pub(crate) function: Option<&'a [u8]>,
    pub(crate) file: Option<&'a [u8]>,
    pub(crate) line: u32,
    pub(crate) column: u32,
}

/// An operand of an instruction.
pub(crate) struct Operand {
    pub(crate) kind: &'static str,
    pub(crate) index: Option<u32>,
    pub(crate) ty: Option<String>,
    pub(crate) value: Option<String>,
}

/// Lists of structures: where each ends, and the columns of the items.
struct Structs {
    ends: Vec<i32>,
    nulls: NullBufferBuilder,
    texts: [StringBuilder; 2],
    numbers: [UInt32Builder; 2],
}

impl Structs {
    fn new() -> Structs {
        Structs {
            ends: vec![0],
            nulls: NullBufferBuilder::new(0),
            texts: std::array::from_fn(|_| StringBuilder::with_capacity(0, 0)),
            numbers: std::array::from_fn(|_| UInt32Builder::with_capacity(0)),
        }
    }
    fn end(&mut self, is_there: bool) -> Result<()> {
        self.ends.push(i32::try_from(self.numbers[0].values_slice().len()).map_err(|_| too_much())?);
        self.nulls.append(is_there);
        Ok(())
    }
}

enum Cells {
    /// A column that was not asked for.
    Skipped,
    Bool(BooleanBuilder),
    U32(UInt32Builder),
    U64(UInt64Builder),
    Text(StringBuilder),
    Binary(BinaryBuilder),
    U32List(ListBuilder<UInt32Builder>),
    U64List(ListBuilder<UInt64Builder>),
    TextList(ListBuilder<StringBuilder>),
    Counts(Vec<Vec<u32>>, NullBufferBuilder),
    Places(Structs),
    Operands(Structs),
}

impl Cells {
    fn new(kind: Option<Kind>) -> Cells {
        let Some(kind) = kind else { return Cells::Skipped };
        match kind {
            Kind::Bool => Cells::Bool(BooleanBuilder::new()),
            Kind::U32 => Cells::U32(UInt32Builder::with_capacity(0)),
            Kind::U64 => Cells::U64(UInt64Builder::with_capacity(0)),
            Kind::Text => Cells::Text(StringBuilder::with_capacity(0, 0)),
            Kind::Binary => Cells::Binary(BinaryBuilder::with_capacity(0, 0)),
            Kind::U32List => Cells::U32List(ListBuilder::with_capacity(UInt32Builder::with_capacity(0), 0)),
            Kind::U64List => Cells::U64List(ListBuilder::with_capacity(UInt64Builder::with_capacity(0), 0)),
            Kind::TextList => Cells::TextList(ListBuilder::with_capacity(StringBuilder::with_capacity(0, 0), 0)),
            Kind::Places => Cells::Places(Structs::new()),
            Kind::Operands => Cells::Operands(Structs::new()),
            Kind::Counts => Cells::Counts(vec![Vec::new(); OPCODES.len()], NullBufferBuilder::new(0)),
        }
    }

    fn null(&mut self) -> Result<()> {
        match self {
            Cells::Skipped => {}
            Cells::Bool(cells) => cells.append_null(),
            Cells::U32(cells) => cells.append_null(),
            Cells::U64(cells) => cells.append_null(),
            Cells::Text(cells) => cells.append_null(),
            Cells::Binary(cells) => cells.append_null(),
            Cells::U32List(cells) => cells.append(false),
            Cells::U64List(cells) => cells.append(false),
            Cells::TextList(cells) => cells.append(false),
            Cells::Counts(columns, nulls) => {
                columns.iter_mut().for_each(|column| column.push(0));
                nulls.append(false);
            }
            Cells::Places(cells) | Cells::Operands(cells) => cells.end(false)?,
        }
        Ok(())
    }

    /// The array; none for a column that was not asked for.
    fn finish(self) -> Result<Option<ArrayRef>> {
        Ok(Some(match self {
            Cells::Skipped => return Ok(None),
            Cells::Bool(mut cells) => Arc::new(cells.finish()),
            Cells::U32(mut cells) => Arc::new(cells.finish()),
            Cells::U64(mut cells) => Arc::new(cells.finish()),
            Cells::Text(mut cells) => Arc::new(cells.finish()),
            Cells::Binary(mut cells) => Arc::new(cells.finish()),
            Cells::U32List(mut cells) => Arc::new(cells.finish()),
            Cells::U64List(mut cells) => Arc::new(cells.finish()),
            Cells::TextList(mut cells) => Arc::new(cells.finish()),
            Cells::Counts(columns, mut nulls) => {
                let arrays = columns.into_iter().map(|column| Arc::new(UInt32Array::from(column)) as ArrayRef).collect();
                Arc::new(StructArray::try_new(count_fields(), arrays, nulls.finish())?)
            }
            Cells::Places(mut cells) => {
                let ([function, file], [line, column]) = (&mut cells.texts, &mut cells.numbers);
                let arrays: Vec<ArrayRef> =
                    vec![Arc::new(function.finish()), Arc::new(file.finish()), Arc::new(line.finish()), Arc::new(column.finish())];
                list(StructArray::try_new(place_fields(), arrays, None)?, cells.ends, cells.nulls)?
            }
            Cells::Operands(mut cells) => {
                let ([ty, value], [kind, index]) = (&mut cells.texts, &mut cells.numbers);
                let kinds = names(&kind.finish());
                let arrays: Vec<ArrayRef> = vec![kinds, Arc::new(index.finish()), Arc::new(ty.finish()), Arc::new(value.finish())];
                list(StructArray::try_new(operand_fields(), arrays, None)?, cells.ends, cells.nulls)?
            }
        }))
    }
}

/// The names of kinds of operands.
fn names(kinds: &UInt32Array) -> ArrayRef {
    let mut texts = StringBuilder::new();
    for kind in kinds.values() {
        texts.append_value(OPERAND_KINDS.get(*kind as usize).copied().unwrap_or_default());
    }
    Arc::new(texts.finish())
}

/// What operands are.
pub(crate) const OPERAND_KINDS: [&str; 9] =
    ["instruction", "argument", "block", "constant", "function", "global", "asm", "metadata", "none"];

fn list(items: StructArray, ends: Vec<i32>, mut nulls: NullBufferBuilder) -> Result<ArrayRef> {
    let field = item(DataType::Struct(items.fields().clone()));
    Ok(Arc::new(ListArray::try_new(field, OffsetBuffer::new(ends.into()), Arc::new(items), nulls.finish())?))
}

fn too_much() -> Fault {
    Fault::new("more than 2 GiB in one column of one source")
}

fn lossy(bytes: &[u8]) -> std::borrow::Cow<'_, str> {
    String::from_utf8_lossy(bytes)
}

/// The rows of a source.
pub(crate) struct Rows<'a> {
    layout: &'a Layout,
    row: u64,
    source: Option<&'a str>,
    columns: Vec<Cells>,
    count: usize,
    max: Option<usize>,
}

/// A row that is being filled from left to right. Each method fills one column.
pub(crate) struct Row<'r, 'a> {
    rows: &'r mut Rows<'a>,
    at: usize,
}

impl<'a> Rows<'a> {
    pub(crate) fn new(layout: &'a Layout, row: u64, source: Option<&'a str>, max: Option<usize>) -> Rows<'a> {
        let columns = layout.kinds.iter().map(|&kind| Cells::new(kind)).collect();
        Rows { layout, row, source, columns, count: 0, max }
    }

    /// Whether one of these columns is asked for, so that what it takes to fill it is worth doing.
    pub(crate) fn wants(&self, names: &[&str]) -> bool {
        names.iter().any(|name| self.layout.schema.column_with_name(name).is_some())
    }

    /// Begins a row of a module.
    pub(crate) fn begin(&mut self, module: u32) -> Result<Row<'_, 'a>> {
        if let Some(max) = self.max.filter(|&max| self.count >= max) {
            return Err(Fault::new(format!("more than {max} rows")));
        }
        self.count += 1;
        let (row, source) = (self.row, self.source);
        let mut begun = Row { rows: self, at: 0 };
        begun.u64(row)?.opt_text(source.map(str::as_bytes))?.u32(module)?;
        Ok(begun)
    }

    /// Fills the column that a row [`defer`](Row::defer)red: its next cell.
    pub(crate) fn fill(&mut self, column: usize, text: Option<&[u8]>) -> Result<()> {
        Row { rows: self, at: column }.opt_text(text).map(drop)
    }

    pub(crate) fn finish(self) -> Result<RecordBatch> {
        let arrays = self.columns.into_iter().filter_map(|cells| cells.finish().transpose()).collect::<Result<Vec<_>>>()?;
        Ok(RecordBatch::try_new(self.layout.schema.clone(), arrays)?)
    }

    /// The batch of a source with an error.
    pub(crate) fn of_error(layout: &Layout, row: u64, source: Option<&str>, error: &str) -> RecordBatch {
        let mut rows = Rows::new(layout, row, source, None);
        let last = rows.columns.len().saturating_sub(1);
        let mut filled = Row { rows: &mut rows, at: 0 };
        let made = filled.u64(row).and_then(|row| row.opt_text(source.map(str::as_bytes))).map(drop).and_then(|()| {
            while filled.at < last {
                filled.null()?;
            }
            filled.text(error.as_bytes()).map(drop)
        });
        made.and_then(|()| rows.finish()).unwrap_or_else(|_| RecordBatch::new_empty(layout.schema.clone()))
    }
}

impl Row<'_, '_> {
    fn cells(&mut self) -> &mut Cells {
        self.at += 1;
        &mut self.rows.columns[self.at - 1]
    }

    /// Leaves a column of texts for later; returns its number. Each row must be filled, in their order.
    pub(crate) fn defer(&mut self) -> usize {
        self.at += 1;
        self.at - 1
    }

    /// A column without a value.
    pub(crate) fn null(&mut self) -> Result<&mut Self> {
        self.cells().null()?;
        Ok(self)
    }
    pub(crate) fn bool(&mut self, value: bool) -> Result<&mut Self> {
        if let Cells::Bool(cells) = self.cells() {
            cells.append_value(value);
        }
        Ok(self)
    }
    pub(crate) fn u32(&mut self, value: u32) -> Result<&mut Self> {
        self.opt_u32(Some(value))
    }
    pub(crate) fn opt_u32(&mut self, value: Option<u32>) -> Result<&mut Self> {
        if let Cells::U32(cells) = self.cells() {
            cells.append_option(value);
        }
        Ok(self)
    }
    pub(crate) fn u64(&mut self, value: u64) -> Result<&mut Self> {
        self.opt_u64(Some(value))
    }
    pub(crate) fn opt_u64(&mut self, value: Option<u64>) -> Result<&mut Self> {
        if let Cells::U64(cells) = self.cells() {
            cells.append_option(value);
        }
        Ok(self)
    }
    pub(crate) fn text(&mut self, text: &[u8]) -> Result<&mut Self> {
        self.opt_text(Some(text))
    }
    /// Null for an empty text.
    pub(crate) fn some_text(&mut self, text: &[u8]) -> Result<&mut Self> {
        self.opt_text(Some(text).filter(|text| !text.is_empty()))
    }
    pub(crate) fn opt_text(&mut self, text: Option<&[u8]>) -> Result<&mut Self> {
        if let Cells::Text(cells) = self.cells() {
            append(cells, text)?;
        }
        Ok(self)
    }
    pub(crate) fn opt_binary(&mut self, bytes: Option<&[u8]>) -> Result<&mut Self> {
        if let Cells::Binary(cells) = self.cells() {
            if cells.values_slice().len() + bytes.map_or(0, <[u8]>::len) > MAX_BYTES {
                return Err(too_much());
            }
            cells.append_option(bytes);
        }
        Ok(self)
    }
    pub(crate) fn u32_list(&mut self, items: impl Iterator<Item = u32>) -> Result<&mut Self> {
        if let Cells::U32List(cells) = self.cells() {
            items.for_each(|item| cells.values().append_value(item));
            if cells.values().values_slice().len() > MAX_BYTES {
                return Err(too_much());
            }
            cells.append(true);
        }
        Ok(self)
    }
    pub(crate) fn u64_list(&mut self, items: &[u64]) -> Result<&mut Self> {
        if let Cells::U64List(cells) = self.cells() {
            if cells.values().values_slice().len() + items.len() > MAX_BYTES {
                return Err(too_much());
            }
            cells.values().append_slice(items);
            cells.append(true);
        }
        Ok(self)
    }
    pub(crate) fn text_list<T: AsRef<[u8]>>(&mut self, items: impl IntoIterator<Item = T>) -> Result<&mut Self> {
        if let Cells::TextList(cells) = self.cells() {
            for item in items {
                append(cells.values(), Some(item.as_ref()))?;
            }
            cells.append(true);
        }
        Ok(self)
    }
    pub(crate) fn counts(&mut self, counts: &Counts) -> Result<&mut Self> {
        if let Cells::Counts(columns, nulls) = self.cells() {
            columns.iter_mut().zip(counts.iter()).for_each(|(column, count)| column.push(count));
            nulls.append(true);
        }
        Ok(self)
    }
    pub(crate) fn places<'p>(&mut self, places: impl IntoIterator<Item = Place<'p>>) -> Result<&mut Self> {
        if let Cells::Places(cells) = self.cells() {
            for place in places {
                let ([function, file], [line, column]) = (&mut cells.texts, &mut cells.numbers);
                append(function, place.function)?;
                append(file, place.file)?;
                line.append_value(place.line);
                column.append_value(place.column);
            }
            cells.end(true)?;
        }
        Ok(self)
    }
    pub(crate) fn operands(&mut self, operands: &[Operand]) -> Result<&mut Self> {
        if let Cells::Operands(cells) = self.cells() {
            for operand in operands {
                let ([ty, value], [kind, index]) = (&mut cells.texts, &mut cells.numbers);
                kind.append_value(OPERAND_KINDS.iter().position(|name| *name == operand.kind).unwrap_or(OPERAND_KINDS.len()) as u32);
                index.append_option(operand.index);
                append(ty, operand.ty.as_deref().map(str::as_bytes))?;
                append(value, operand.value.as_deref().map(str::as_bytes))?;
            }
            cells.end(true)?;
        }
        Ok(self)
    }

    /// Ends the row of a sound source.
    pub(crate) fn end(&mut self) -> Result<()> {
        self.null()?;
        debug_assert_eq!(self.at, self.rows.columns.len(), "a row fills every column");
        Ok(())
    }
}

fn append(cells: &mut StringBuilder, text: Option<&[u8]>) -> Result<()> {
    let Some(text) = text else {
        cells.append_null();
        return Ok(());
    };
    let text = lossy(text);
    if cells.values_slice().len() + text.len() > MAX_BYTES {
        return Err(too_much());
    }
    cells.append_value(text);
    Ok(())
}
