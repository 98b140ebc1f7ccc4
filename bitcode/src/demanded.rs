//! Finds the records of a file that the reader of a release refuses, because they have too few or too many operands.
use crate::schema::demands::{Demand, demand, di_shape, words};
use crate::schema::{self, LlvmVersion, metadata};
use bctk_bitstream::stream::{Entry, RecordBuf, StreamReader};
use bctk_bitstream::{Error, Result};
use std::collections::HashMap;
use std::collections::hash_map::Entry as Slot;

/// A record with another number of operands than a reader demands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Undemanded {
    /// Where it is: `MODULE/METADATA_KIND/KIND`.
    pub path: String,
    /// Its first bit in the stream.
    pub bit: u64,
    /// How many operands it has.
    pub operands: usize,
    /// How many the reader takes.
    pub demand: Demand,
    /// What the reader says of it.
    pub words: &'static str,
}

/// What distinguishes records of which a reader demands the same: block, code, address of the shape of a node, names in STRTAB.
type Kind = (u32, u32, usize, bool);

/// The records of `stream`, which begins with a block, that the reader of `llvm` refuses for the number of their operands; at most `most`.
/// Records that this release does not know are left out.
///
/// # Errors
/// As [`StreamReader::next`].
pub fn undemanded(stream: &[u8], llvm: LlvmVersion, most: usize) -> Result<Vec<Undemanded>> {
    undemanded_in(stream, llvm, most, &|_| true)
}

/// As [`undemanded`], in the blocks that `is_read` takes by their numbers, and whose outer blocks it takes.
///
/// # Errors
/// As [`StreamReader::next`].
pub fn undemanded_in(stream: &[u8], llvm: LlvmVersion, most: usize, is_read: &dyn Fn(u32) -> bool) -> Result<Vec<Undemanded>> {
    let mut reader = StreamReader::new(stream).with_names(&schema::NAMES);
    reader.seek_top_level(if stream.starts_with(&crate::read::MAGIC) { 32 } else { 0 })?;
    let (mut record, mut found) = (RecordBuf::new(), Vec::new());
    let mut known: HashMap<Kind, Option<Demand>> = HashMap::new();
    let mut strtab = false;
    while found.len() < most {
        match reader.next(&mut record)? {
            Entry::EndOfStream => break,
            Entry::SubBlock(block) if is_read(block) => reader.enter()?,
            Entry::SubBlock(_) => reader.skip()?,
            Entry::EndBlock => {}
            Entry::Record => {
                let Some(block) = reader.block() else { return Err(Error::malformed("expected a block around a record")) };
                if (block, record.code) == (schema::module::ID, schema::module::Version::CODE) {
                    strtab = record.ops.first().is_some_and(|&version| version >= 2);
                }
                let shape = match block {
                    metadata::ID => di_shape(record.code, &record.ops).map_or(0, |row| std::ptr::from_ref(row) as usize),
                    _ => 0,
                };
                let demand = match known.entry((block, record.code, shape, strtab)) {
                    Slot::Occupied(slot) => *slot.get(),
                    Slot::Vacant(slot) => *slot.insert(demand(block, record.code, &record.ops, strtab, llvm)),
                };
                let operands = record.ops.len();
                if let Some(demand) = demand.filter(|demand| !demand.takes(operands)) {
                    let words = words(block, record.code, llvm);
                    found.push(Undemanded { path: reader.record_path(record.code), bit: record.bit, operands, demand, words });
                }
            }
        }
    }
    Ok(found)
}
