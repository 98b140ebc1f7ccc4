//! The results of a comparison, per block.

/// A record that only one file has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DiffRecord {
    /// Name of the record.
    pub name: String,
    /// The name that it defines: of a global, a type, a metadata kind; empty if none.
    pub own: String,
    /// Bit offset in its stream.
    pub bit: u64,
    /// Its fields, as `name=text`.
    pub text: String,
}

/// A field that differs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FieldChange {
    /// Name of the field.
    pub name: &'static str,
    /// Text in the first file; `None` if it is not there.
    pub old: Option<String>,
    /// Text in the second file; `None` if it is not there.
    pub new: Option<String>,
}

/// One difference within a block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change {
    /// Only the first file has the record.
    Removed(DiffRecord),
    /// Only the second file has it.
    Added(DiffRecord),
    /// Both have it, with other content.
    Changed {
        /// Name of the record.
        name: String,
        /// The name that it defines; empty if none.
        own: String,
        /// Bit offset in the first file.
        old_bit: u64,
        /// Bit offset in the second file.
        new_bit: u64,
        /// The fields that differ.
        fields: Vec<FieldChange>,
    },
}

/// How a block differs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// Only the first file has it.
    Removed,
    /// Only the second file has it.
    Added,
    /// Its own records differ, or their order or that of its blocks.
    Changed,
    /// No record in it differs, but the bits do: abbreviations, numbering, positions.
    Encoding,
}

impl Kind {
    /// A word for it.
    pub fn id(self) -> &'static str {
        match self {
            Kind::Removed => "removed",
            Kind::Added => "added",
            Kind::Changed => "changed",
            Kind::Encoding => "encoding",
        }
    }
}

/// A block of one of the files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BlockSide {
    /// Bit offset of its header in the stream.
    pub bit: u64,
    /// Its size in bits, header included.
    pub bits: u64,
    /// Records in it, nested blocks included.
    pub records: u64,
    /// CRC-32 of its content.
    pub crc32: u32,
}

/// A block that differs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BlockDiff {
    /// Its path: `MODULE/FUNCTION(@main)/CONSTANTS`.
    pub path: String,
    /// How it differs.
    pub kind: Kind,
    /// The block of the first file.
    pub old: Option<BlockSide>,
    /// The block of the second file.
    pub new: Option<BlockSide>,
    /// The differences of its own records.
    pub changes: Vec<Change>,
    /// Own records that are equal.
    pub equal: u64,
    /// Own records that are equal but in another order.
    pub moved: u64,
    /// Nested blocks that are in both files, in another order.
    pub moved_blocks: u64,
    /// Whether it is too large to look into all of it.
    pub cut: bool,
}
