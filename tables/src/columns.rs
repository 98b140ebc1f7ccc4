//! What columns are: names, types, descriptions; the schemas made of them.
use crate::Options;
use arrow_schema::{DataType, Field, Fields, Schema, SchemaRef};
use bctk_hash::OPCODES;
use std::collections::HashMap;
use std::sync::Arc;

/// The type of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// `bool`
    Bool,
    /// `uint32`
    U32,
    /// `uint64`
    U64,
    /// `utf8`; bytes that are not UTF-8 are replaced (U+FFFD).
    Text,
    /// `binary`
    Binary,
    /// `list<uint32>`
    U32List,
    /// `list<uint64>`
    U64List,
    /// `list<utf8>`
    TextList,
    /// `struct` with a `uint32` for each opcode.
    Counts,
    /// `list<struct<function: utf8, file: utf8, line: uint32, column: uint32>>`
    Places,
    /// `list<struct<kind: utf8, index: uint32, type: utf8, value: utf8>>`
    Operands,
}

/// A column of a table.
#[derive(Clone, Copy, Debug)]
pub struct Column {
    /// Its name.
    pub name: &'static str,
    /// Its type.
    pub kind: Kind,
    /// What it holds.
    pub about: &'static str,
    /// Whether it is there only with [`Options::text`](crate::Options::text).
    pub is_text: bool,
}

impl Column {
    pub(crate) const fn new(name: &'static str, kind: Kind, about: &'static str) -> Column {
        Column { name, kind, about, is_text: false }
    }
    pub(crate) const fn text(name: &'static str, about: &'static str) -> Column {
        Column { name, kind: Kind::Text, about, is_text: true }
    }
}

/// The columns at the start of every table.
pub const FIRST: [Column; 3] = [
    Column::new("row", Kind::U64, "Number of the source in the input, from 0."),
    Column::new("source", Kind::Text, "Name of the source; null if it has none."),
    Column::new("module", Kind::U32, "Number of the module in its source, from 0; null in a row with an error."),
];

/// The column at the end of every table.
pub const LAST: Column = Column::new(
    "error",
    Kind::Text,
    "Why the source could not be read; null if it could. Then all columns but `row` and `source` are null.",
);

impl Kind {
    /// The type in Arrow's terms.
    pub fn data_type(self) -> DataType {
        match self {
            Kind::Bool => DataType::Boolean,
            Kind::U32 => DataType::UInt32,
            Kind::U64 => DataType::UInt64,
            Kind::Text => DataType::Utf8,
            Kind::Binary => DataType::Binary,
            Kind::U32List => DataType::List(item(DataType::UInt32)),
            Kind::U64List => DataType::List(item(DataType::UInt64)),
            Kind::TextList => DataType::List(item(DataType::Utf8)),
            Kind::Counts => DataType::Struct(count_fields()),
            Kind::Places => DataType::List(item(DataType::Struct(place_fields()))),
            Kind::Operands => DataType::List(item(DataType::Struct(operand_fields()))),
        }
    }

    /// The type in words.
    pub fn words(self) -> &'static str {
        match self {
            Kind::Bool => "bool",
            Kind::U32 => "uint32",
            Kind::U64 => "uint64",
            Kind::Text => "utf8",
            Kind::Binary => "binary",
            Kind::U32List => "list<uint32>",
            Kind::U64List => "list<uint64>",
            Kind::TextList => "list<utf8>",
            Kind::Counts => "struct of uint32",
            Kind::Places => "list<struct<function: utf8, file: utf8, line: uint32, column: uint32>>",
            Kind::Operands => "list<struct<kind: utf8, index: uint32, type: utf8, value: utf8>>",
        }
    }
}

/// The field of a list's items.
pub(crate) fn item(ty: DataType) -> Arc<Field> {
    Arc::new(Field::new("item", ty, true))
}

pub(crate) fn count_fields() -> Fields {
    OPCODES.iter().map(|name| Field::new(*name, DataType::UInt32, false)).collect()
}

pub(crate) fn place_fields() -> Fields {
    Fields::from(vec![
        Field::new("function", DataType::Utf8, true),
        Field::new("file", DataType::Utf8, true),
        Field::new("line", DataType::UInt32, true),
        Field::new("column", DataType::UInt32, true),
    ])
}

pub(crate) fn operand_fields() -> Fields {
    Fields::from(vec![
        Field::new("kind", DataType::Utf8, true),
        Field::new("index", DataType::UInt32, true),
        Field::new("type", DataType::Utf8, true),
        Field::new("value", DataType::Utf8, true),
    ])
}

/// The columns of batches.
#[derive(Clone, Debug)]
pub(crate) struct Layout {
    pub(crate) schema: SchemaRef,
    /// The kinds of all columns that the table can have, in order; none for one that is not asked for.
    pub(crate) kinds: Vec<Option<Kind>>,
}

impl Layout {
    /// For a table of these columns. The schema's metadata name the table and the version of its columns' meaning.
    pub(crate) fn new(table: &str, columns: &[Column], options: &Options) -> Layout {
        let own = columns.iter().map(|column| (column, options.asks_for(column)));
        let all: Vec<(&Column, bool)> = FIRST.iter().map(|column| (column, true)).chain(own).chain([(&LAST, true)]).collect();
        let field = |column: &Column| {
            let metadata = HashMap::from([("description".to_owned(), column.about.to_owned())]);
            Field::new(column.name, column.kind.data_type(), column.name != "row").with_metadata(metadata)
        };
        let fields: Vec<Field> = all.iter().filter(|(_, is_there)| *is_there).map(|(column, _)| field(column)).collect();
        let metadata = [("bctk.table", table.to_owned()), ("bctk.hash_version", bctk_hash::VERSION.to_string())];
        let metadata = metadata.map(|(key, value)| (key.to_owned(), value));
        Layout {
            schema: Arc::new(Schema::new_with_metadata(fields, metadata.into())),
            kinds: all.iter().map(|(column, is_there)| is_there.then_some(column.kind)).collect(),
        }
    }
}
