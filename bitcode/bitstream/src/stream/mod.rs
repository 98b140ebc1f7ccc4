//! Bitstreams of any kind: blocks, records and abbreviations, without knowing what the records mean.
//!
//! [`StreamReader`] is the fast reader: it decodes records into one reused buffer and skips blocks by their length. [`EventReader`] and
//! [`StreamWriter`] are lossless: events copied from one to the other yield the same bytes.
pub mod abbrev;
pub mod blockinfo;
pub mod event;
mod fast;
pub mod fields;
pub mod reader;
pub mod writer;

pub use abbrev::{Abbrev, AbbrevOp};
pub use blockinfo::{BlockInfo, BlockInfoEntry};
pub use event::{Event, EventReader, Item, RawBits, copy};
pub use fields::{Characters, FieldReader, MAX_TEXT, Text};
pub use reader::{BlockPosition, Entry, Names, RecordBuf, StreamReader};
pub use writer::{Gap, StreamWriter};

/// Abbreviation id that ends a block (`bitc::END_BLOCK`).
pub const END_BLOCK: u32 = 0;
/// Abbreviation id that opens a block (`bitc::ENTER_SUBBLOCK`).
pub const ENTER_SUBBLOCK: u32 = 1;
/// Abbreviation id that defines an abbreviation (`bitc::DEFINE_ABBREV`).
pub const DEFINE_ABBREV: u32 = 2;
/// Abbreviation id of a record without abbreviation (`bitc::UNABBREV_RECORD`).
pub const UNABBREV_RECORD: u32 = 3;
/// The first id that an abbreviation of the block gets (`bitc::FIRST_APPLICATION_ABBREV`).
pub const FIRST_ABBREV: u32 = 4;
/// Width of abbreviation ids outside of every block.
pub const TOP_LEVEL_WIDTH: u32 = 2;

/// Chunk width of a block id (`bitc::BlockIDWidth`).
pub const BLOCK_ID_WIDTH: u32 = 8;
/// Chunk width of the abbreviation id width of a block (`bitc::CodeLenWidth`).
pub const CODE_LEN_WIDTH: u32 = 4;

/// Block id of BLOCKINFO, the same in every bitstream (`bitc::BLOCKINFO_BLOCK_ID`).
pub const BLOCKINFO: u32 = 0;
