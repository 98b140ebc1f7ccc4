//! The record schema: every block and record of LLVM bitcode, declared once.
//!
//! One row per record yields the typed struct, its decoding and encoding, the name in dumps, and the page in `docs/format`. A historic shape is
//! a row of its own. Rows define shape; readers and writers define meaning.
//!
//! Source: LLVM 22 `llvm/Bitcode/LLVMBitCodes.h`, `BitcodeReader`, `BitcodeWriter`, `MetadataLoader`; older shapes from what these still read.
#[macro_use]
mod macros;

pub mod abbrevs;
pub mod attrs;
pub mod constants;
pub mod demands;
mod di;
pub mod field;
pub mod function;
pub mod lists;
pub mod metadata;
pub mod module;
pub mod old;
pub mod small_blocks;
pub mod summary;
pub mod symtab;
pub mod types;

pub use field::{Fields, Operands, StrtabRef, ValTyRef};
pub(crate) use macros::{match_record, until};

use bctk_bitstream::Result;
use bctk_bitstream::stream::Names;
pub use bctk_ir::version::LlvmVersion;

/// A block and its records.
#[derive(Debug)]
pub struct BlockRow {
    /// Block id.
    pub id: u32,
    /// Name, as in paths of errors and in dumps.
    pub name: &'static str,
    /// First LLVM that writes it (3.0 for older ones).
    pub since: LlvmVersion,
    /// What the block is for.
    pub doc: &'static str,
    /// Its records; several rows with the same code are shapes of different releases.
    pub rows: &'static [RecordRow],
}

/// A record.
#[derive(Debug)]
pub struct RecordRow {
    /// Record code.
    pub code: u32,
    /// Name, as in LLVM's enumeration without its prefix.
    pub name: &'static str,
    /// First LLVM that writes this shape (3.0 for older ones).
    pub since: LlvmVersion,
    /// Last LLVM that writes this shape, if the newest does not.
    pub until: Option<LlvmVersion>,
    /// What the record says.
    pub doc: &'static str,
    /// Operands in order.
    pub fields: &'static [FieldRow],
}

/// A field of a record.
#[derive(Debug)]
pub struct FieldRow {
    /// Name.
    pub name: &'static str,
    /// Kind, see [`field`].
    pub kind: &'static str,
    /// First LLVM that writes it, if that is later than for the record.
    pub since: Option<LlvmVersion>,
    /// When it is absent, or how much of the record it takes.
    pub note: &'static str,
    /// The same for programs.
    pub mode: Mode,
    /// Minimum number of operands where it is there.
    pub least: usize,
    /// Maximum number of operands; none if it takes all remaining ones.
    pub most: Option<usize>,
    /// Operands of one item of a list if this is the same for every item; else 0.
    pub item: usize,
    /// What it says, where the name does not.
    pub doc: &'static str,
}

/// When a field is there, and how many items of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// Always; a list takes all remaining operands.
    Always,
    /// If operands are left.
    Optional,
    /// If this holds, which is a bit of an earlier field: `field >> bit & 1 == 1`.
    If(&'static str),
    /// If more operands than these are left.
    MoreThan(usize),
    /// If an odd number of operands is left.
    Odd,
    /// As many items as the field of this name says.
    Count(&'static str),
    /// All operands but these last.
    AllBut(usize),
    /// As many items as are whole, of so many operands each.
    Whole(usize),
}

/// A typed record.
pub trait Record<'r>: Sized {
    /// The record's row.
    const ROW: RecordRow;
    /// Takes the record's fields from its operands. Extra operands stay in `fields`.
    ///
    /// # Errors
    /// Malformed, naming the field.
    fn decode(fields: &mut Fields<'r>) -> Result<Self>;
    /// Appends the operands.
    fn encode(&self, out: &mut Operands);
}

/// Every block, by id.
pub static BLOCKS: &[&BlockRow] = &[
    &module::BLOCK,
    &attrs::lists::BLOCK,
    &attrs::groups::BLOCK,
    &constants::BLOCK,
    &function::BLOCK,
    &small_blocks::identification::BLOCK,
    &symtab::value_symtab::BLOCK,
    &metadata::BLOCK,
    &metadata::attachment::BLOCK,
    &types::BLOCK,
    &small_blocks::uselist::BLOCK,
    &summary::module_strtab::BLOCK,
    &summary::BLOCK,
    &small_blocks::operand_bundle_tags::BLOCK,
    &metadata::kind::BLOCK,
    &symtab::strtab::BLOCK,
    &summary::full_lto::BLOCK,
    &symtab::irsymtab::BLOCK,
    &small_blocks::sync_scope_names::BLOCK,
];

/// Blocks that only LLVM 2 wrote; their ids have been reused.
pub static OLD_BLOCKS: &[&BlockRow] = &[&old::types::BLOCK, &old::type_symtab::BLOCK];

/// The row of a block id.
pub fn block_row(block: u32) -> Option<&'static BlockRow> {
    // The table is sorted by id, from 8 on and without gaps; a test checks this.
    BLOCKS.get(block.checked_sub(module::ID)? as usize).copied()
}

/// The first row of a record code in a block: the current shape, if there is one.
pub fn record_row(block: u32, code: u32) -> Option<&'static RecordRow> {
    // FULL_LTO_GLOBALVAL_SUMMARY holds the records of GLOBALVAL_SUMMARY.
    let block = if block == summary::full_lto::ID { summary::ID } else { block };
    let rows = block_row(block)?.rows;
    rows.iter().find(|row| row.code == code && row.until.is_none()).or_else(|| rows.iter().find(|row| row.code == code))
}

/// Name of a block: `MODULE`, `FUNCTION`, ...
pub fn block_name(block: u32) -> Option<&'static str> {
    if block == bctk_bitstream::stream::BLOCKINFO {
        return Some("BLOCKINFO");
    }
    block_row(block).map(|row| row.name)
}

/// Name of a record: `INST_CAST`, ...
pub fn record_name(block: u32, code: u32) -> Option<&'static str> {
    if let Some(row) = record_row(block, code) {
        return Some(row.name);
    }
    match block {
        bctk_bitstream::stream::BLOCKINFO => Some(match code {
            1 => "SETBID",
            2 => "BLOCKNAME",
            3 => "SETRECORDNAME",
            _ => return None,
        }),
        metadata::ID => metadata::DI_RECORDS.iter().find(|row| row.code == code).map(|row| row.name),
        _ => None,
    }
}

/// The names of LLVM bitcode, for [`bctk_bitstream::stream::StreamReader::with_names`].
pub static NAMES: Names = Names { block: block_name, record: record_name };

#[cfg(test)]
fn recode_as<'r, R: Record<'r>>(fields: Fields<'r>) -> Result<Vec<u64>> {
    let mut left = fields;
    let record = R::decode(&mut left)?;
    let mut out = Operands { next_value: fields.next_value, relative: fields.relative, ..Operands::default() };
    record.encode(&mut out);
    out.ops.extend(left.ops());
    Ok(out.ops)
}

#[cfg(test)]
mod tests;
