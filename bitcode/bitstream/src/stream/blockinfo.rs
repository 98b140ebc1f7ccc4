//! The contents of BLOCKINFO: initial abbreviations and names of a stream's blocks.
use std::collections::BTreeMap;
use std::sync::Arc;

use crate::error::{Error, Result};
use crate::limits::{LimitName, Limits};
use crate::stream::abbrev::Abbrev;

/// Record code of BLOCKINFO: the following records are about this block id (`bitc::BLOCKINFO_CODE_SETBID`).
pub const SETBID: u32 = 1;
/// Record code of BLOCKINFO: the name of the block (`bitc::BLOCKINFO_CODE_BLOCKNAME`).
pub const BLOCKNAME: u32 = 2;
/// Record code of BLOCKINFO: a record code and its name (`bitc::BLOCKINFO_CODE_SETRECORDNAME`).
pub const SETRECORDNAME: u32 = 3;

/// The contents of BLOCKINFO for one block id.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BlockInfoEntry {
    /// Abbreviations that every block of this id starts with, from id 4 on.
    pub abbrevs: Arc<Vec<Abbrev>>,
    /// Name of the block, empty if none is given.
    pub name: Vec<u8>,
    /// Names of records, by record code.
    pub record_names: BTreeMap<u32, Vec<u8>>,
}

/// The contents of BLOCKINFO, by block id.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BlockInfo {
    blocks: BTreeMap<u32, BlockInfoEntry>,
    current: Option<u32>,
}

impl BlockInfo {
    /// What is known about a block id.
    pub fn get(&self, block: u32) -> Option<&BlockInfoEntry> {
        self.blocks.get(&block)
    }

    /// The abbreviations for blocks with this id, in the order of their definitions.
    pub fn abbrevs(&self, block: u32) -> &[Abbrev] {
        self.get(block).map_or(&[], |entry| &entry.abbrevs)
    }

    /// All entries by block id.
    pub fn iter(&self) -> impl Iterator<Item = (u32, &BlockInfoEntry)> {
        self.blocks.iter().map(|(&id, entry)| (id, entry))
    }

    fn current(&mut self) -> Result<&mut BlockInfoEntry> {
        let id = self.current.ok_or_else(|| Error::malformed("expected SETBID first in BLOCKINFO"))?;
        Ok(self.blocks.entry(id).or_default())
    }

    /// Adds an abbreviation defined inside BLOCKINFO to the block named by the last SETBID. Returns its index among those of the block.
    ///
    /// # Errors
    /// Malformed without SETBID; Limit.
    pub fn add_abbrev(&mut self, abbrev: Abbrev, limits: &Limits) -> Result<usize> {
        let entry = self.current()?;
        if entry.abbrevs.len() >= limits.abbreviations {
            return Err(Error::beyond(LimitName::Abbreviations, limits, "too many abbreviations for one block in BLOCKINFO"));
        }
        Arc::make_mut(&mut entry.abbrevs).push(abbrev);
        Ok(entry.abbrevs.len() - 1)
    }

    /// Processes a record of BLOCKINFO. Unknown codes are ignored, as by LLVM (`BitstreamCursor::ReadBlockInfoBlock`).
    ///
    /// # Errors
    /// Malformed, if an operand is missing or too large; Limit.
    pub fn add_record(&mut self, code: u32, ops: &[u64], limits: &Limits) -> Result<()> {
        let chars = |ops: &[u64]| ops.iter().map(|&c| c as u8).collect::<Vec<u8>>();
        match code {
            SETBID => {
                let id = ops.first().and_then(|&id| u32::try_from(id).ok());
                let id = id.ok_or_else(|| Error::malformed("expected a block id in SETBID"))?;
                if !self.blocks.contains_key(&id) && self.blocks.len() >= limits.block_infos {
                    return Err(Error::beyond(LimitName::BlockInfos, limits, "too many blocks in BLOCKINFO"));
                }
                self.current = Some(id);
            }
            BLOCKNAME => self.current()?.name = chars(ops),
            SETRECORDNAME => {
                let record = ops.first().and_then(|&code| u32::try_from(code).ok());
                let record = record.ok_or_else(|| Error::malformed("expected a record code in SETRECORDNAME"))?;
                let name = chars(ops.get(1..).unwrap_or(&[]));
                self.current()?.record_names.insert(record, name);
            }
            _ => {}
        }
        Ok(())
    }
}
