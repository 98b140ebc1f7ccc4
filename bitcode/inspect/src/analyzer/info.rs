//! BLOCKINFO as llvm-bcanalyzer handles it: the last one applies to everything after it, whichever block contains it.
use std::collections::BTreeMap;
use std::sync::Arc;

use bctk_bitstream::limits::Limits;
use bctk_bitstream::stream::blockinfo::{BLOCKNAME, SETBID, SETRECORDNAME};
use bctk_bitstream::stream::{BLOCK_ID_WIDTH, CODE_LEN_WIDTH, DEFINE_ABBREV, END_BLOCK, ENTER_SUBBLOCK, FIRST_ABBREV, UNABBREV_RECORD};

use super::bits::{Bits, Outcome};
use super::fast::Known;
use super::options::Fault;
use super::record::record;

/// The contents for one block id.
#[derive(Debug, Default)]
pub(super) struct About {
    /// Abbreviations that its blocks start with.
    pub(super) abbrevs: Arc<Vec<Known>>,
    /// Its name, if not empty.
    pub(super) name: Vec<u8>,
    /// Names of its records; the first that was given counts.
    pub(super) records: BTreeMap<u32, Vec<u8>>,
}

/// The contents of BLOCKINFO, by block id.
#[derive(Debug, Default)]
pub(super) struct Info {
    blocks: BTreeMap<u32, About>,
}

/// The header of a block, after its id.
#[derive(Clone, Copy)]
pub(super) struct Header {
    /// Width of its abbreviation ids.
    pub(super) width: u32,
    /// Its length word.
    pub(super) words: u32,
}

/// Reads the header of a block after its id, and enters it.
pub(super) fn enter(bits: &mut Bits<'_>) -> Outcome<Header> {
    let width = bits.vbr32(CODE_LEN_WIDTH)?;
    if width > bctk_bitstream::stream::abbrev::MAX_WIDTH {
        return Err(Fault::content(format!("can't read more than 32 at a time, trying to read {width}")));
    }
    bits.align();
    let words = bits.fixed(32)? as u32;
    if width == 0 {
        return Err(Fault::content("can't enter sub-block: current code size is 0"));
    }
    if bits.at_end() {
        return Err(Fault::content("can't enter sub block: already at end of stream"));
    }
    Ok(Header { width, words })
}

/// Reads the header of a block after its id, and passes over it.
pub(super) fn skip(bits: &mut Bits<'_>) -> Outcome<()> {
    bits.vbr32(CODE_LEN_WIDTH)?;
    bits.align();
    let words = bits.fixed(32)?;
    if bits.at_end() {
        return Err(Fault::content("can't skip block: already at end of stream"));
    }
    let (from, to) = (bits.position(), bits.position() + words * 32);
    if words * 32 > bits.remaining() {
        return Err(Fault::content(format!("can't skip to bit {to} from {from}")));
    }
    bits.seek(to);
    Ok(())
}

impl Info {
    /// The contents for a block id.
    pub(super) fn get(&self, block: u32) -> Option<&About> {
        self.blocks.get(&block)
    }

    /// Reads a BLOCKINFO block, after its id. `outer` holds the contents of an earlier one. `None` if it is malformed.
    pub(super) fn read(mut bits: Bits<'_>, outer: &Info, limits: &Limits) -> Outcome<Option<Info>> {
        let inherited = outer.get(bctk_bitstream::stream::BLOCKINFO).map(|about| about.abbrevs.clone()).unwrap_or_default();
        let width = enter(&mut bits)?.width;
        let mut info = Info::default();
        let mut current = None;
        let mut ops = Vec::new();
        loop {
            if bits.at_end() {
                return Ok(None);
            }
            let id = bits.fixed(width)? as u32;
            match id {
                END_BLOCK => return Ok(Some(info)),
                ENTER_SUBBLOCK => {
                    bits.vbr32(BLOCK_ID_WIDTH)?;
                    skip(&mut bits)?;
                }
                DEFINE_ABBREV => {
                    let Some(about) = current.and_then(|block| info.blocks.get_mut(&block)) else {
                        return Ok(None);
                    };
                    Arc::make_mut(&mut about.abbrevs).push(Known::new(bits.abbrev(limits)?));
                }
                _ => {
                    let known = inherited.get(id.wrapping_sub(FIRST_ABBREV) as usize).filter(|_| id != UNABBREV_RECORD);
                    let abbrev = known.map(|known| &known.abbrev);
                    let (code, blob) = record::<true>(&mut bits, id, abbrev, &mut ops)?;
                    if let Some(blob) = blob.and_then(|range| bits.data().get(range)) {
                        ops.extend(blob.iter().map(|&byte| u64::from(byte)));
                    }
                    if !info.take(code, &ops, &mut current) {
                        return Ok(None);
                    }
                }
            }
        }
    }

    /// Takes a record; false if it is malformed.
    fn take(&mut self, code: u32, ops: &[u64], current: &mut Option<u32>) -> bool {
        let chars = |ops: &[u64]| ops.iter().map(|&c| c as u8).collect::<Vec<u8>>();
        if code == SETBID {
            let Some(&block) = ops.first() else { return false };
            self.blocks.entry(block as u32).or_default();
            *current = Some(block as u32);
            return true;
        }
        if !matches!(code, BLOCKNAME | SETRECORDNAME) {
            return true;
        }
        let Some(about) = current.and_then(|block| self.blocks.get_mut(&block)) else { return false };
        match (code, ops) {
            (BLOCKNAME, _) => about.name = chars(ops),
            (_, [record, name @ ..]) => {
                about.records.entry(*record as u32).or_insert_with(|| chars(name));
            }
            _ => return false,
        }
        true
    }
}
