//! The data types of a patch.
use super::ops::{Hunk, Splice};
use super::unit::{Kind, Owned, Sym};
use bctk_bitstream::stream::RawBits;

/// The changes that turn one bitstream into another: made by [`super::diff()`], used by [`super::apply()`].
///
/// Its bytes ([`Patch::to_bytes`]) are described in [the module](super).
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Patch {
    pub(super) body: Body,
}

/// The kinds of patches.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) enum Body {
    /// The files are equal.
    #[default]
    Empty,
    /// Edits of regions.
    Stream(Stream),
    /// Spans of bytes.
    Bytes {
        /// CRC-32 of both files.
        canonical: u32,
        original: u32,
        splices: Vec<Splice>,
    },
}

/// Edits of regions.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Stream {
    /// CRC-32 of both files.
    pub(super) canonical: u32,
    pub(super) original: u32,
    /// CRC-32 of the tables that numbers refer to; see [`super::scope::context`].
    pub(super) context: u32,
    pub(super) rules: Rules,
    /// In the order of the canonical file.
    pub(super) entries: Vec<Entry>,
}

/// How far an entry reaches; see [the module](super).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Reach {
    /// The same records in another encoding.
    #[default]
    Form = 0,
    /// Other values, which are numbers in the canonical file's tables.
    Values = 1,
    /// Other tables.
    Tables = 2,
}

impl Reach {
    pub(super) fn from_number(number: u64) -> Option<Reach> {
        Some(match number {
            0 => Reach::Form,
            1 => Reach::Values,
            2 => Reach::Tables,
            _ => return None,
        })
    }
}

/// The position of an entry's region.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Key {
    /// The file itself: its blocks and everything between them.
    File,
    /// A top-level block: id, and number among those with this id.
    Block { block: u32, index: u32 },
    /// A block in a module: number of the module, block id, number among those with this id.
    Child { module: u32, block: u32, index: u32 },
}

/// The edits of a region.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Entry {
    pub(super) key: Key,
    pub(super) reach: Reach,
    /// CRC-32 of the canonical region.
    pub(super) crc: u32,
    pub(super) script: Vec<Op>,
}

/// A step through the items of a canonical region, from position 0 on. Items that no step uses are left out.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Op {
    /// The next items as the rules predict them, including child regions.
    Follow(u64),
    /// The next items, unchanged.
    Plain(u64),
    /// The position moves.
    Jump(i64),
    /// Inserts units.
    Insert(Vec<Owned>),
    /// The next items, one for each edit, as predicted and then changed.
    Edit(Vec<Edit>),
}

/// Changes to one unit; `None` means unchanged.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Edit {
    /// Added to the abbreviation id (or a block's width of them).
    pub(super) abbrev: Option<i64>,
    /// Record code, or block id.
    pub(super) code: Option<u32>,
    pub(super) sym: Option<Sym>,
    pub(super) ops: Vec<Hunk>,
    pub(super) blob: Option<Blob>,
    /// Bits, empty for those that the stream layer writes.
    pub(super) raw: Option<Option<RawBits>>,
}

/// The edit of a blob.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Blob {
    /// The blob is removed.
    Drop,
    /// The old blob, or an empty one, spliced.
    Splice(Vec<Splice>),
}

/// Predictions about records.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Rules {
    pub(super) shapes: Vec<Shape>,
    pub(super) columns: Vec<Column>,
}

/// Records of this form lose operands at the end, gain others, and get another abbreviation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Shape {
    pub(super) block: u32,
    pub(super) code: u32,
    pub(super) abbrev: u32,
    pub(super) len: u32,
    pub(super) to_abbrev: u32,
    pub(super) drop: u32,
    pub(super) tail: Vec<u64>,
}

/// An operand of all records of a code is shifted, by an amount that changes at certain values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Column {
    pub(super) block: u32,
    pub(super) code: u32,
    /// Number of the operand; the last number covers all later ones, too.
    pub(super) column: u32,
    /// First value and shift, ascending.
    pub(super) steps: Vec<(u64, i64)>,
}

/// Operands from this one on are one column.
pub(super) const LAST_COLUMN: u32 = 15;

impl Patch {
    /// Whether it changes nothing.
    pub fn is_empty(&self) -> bool {
        self.body == Body::Empty
    }

    /// Whether it edits bytes, because one of the files could not be parsed.
    pub fn is_verbatim(&self) -> bool {
        matches!(self.body, Body::Bytes { .. })
    }
}

/// Whether rules apply to a unit.
pub(super) fn is_ruled(kind: Kind, sym: Sym) -> bool {
    kind == Kind::Record && sym == Sym::None
}
