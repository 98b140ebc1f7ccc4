//! Reads large blocks on several threads: their parts are read independently, and the results are joined in order.
//!
//! Only the place where a part starts is a guess: blocks inside of a block follow each other by their length words, and an index in the
//! metadata of modules says where its nodes are. A part counts only if the part before it ended exactly where it starts; else it is
//! dropped, and everything that follows is read in order. So the output and the errors are those of one thread.
use std::ops::Range;

use bctk_bitcode::schema;
use bctk_bitstream::stream::{BLOCK_ID_WIDTH, BLOCKINFO, DEFINE_ABBREV, END_BLOCK, ENTER_SUBBLOCK};
use bctk_support::limits::ANALYZER_BLOCK_DEPTH;
use bctk_support::parallel::{self, Reused};

use super::bits::{Bits, Outcome};
use super::info;
use super::options::Fault;
use super::out::{Filled, Out, Pool};
use super::record::record;
use super::stats::Stats;
use super::trace::METADATA_INDEX;
use super::walk::{Labels, Open, Walk, Whole};

/// Bits of a part, if blocks and records are not larger.
const PIECE: u64 = 8 << 14;
/// Files of fewer bytes are not worth another thread.
const SMALL: usize = 1 << 18;
/// Bits of a block that is traced as a part: what is printed is kept until it is its turn.
const MOST_TRACED: u64 = 8 << 20;
/// Bits that are split at once.
const RUN: u64 = 8 << 26;
/// Bytes of output that a part may keep: so many, and so many for each byte of input. No compiler writes what takes more.
const KEPT: usize = 4 << 20;
const KEPT_PER_BYTE: usize = 16;

/// Bits of parts that wait for their turn, for each thread.
const WAITING: u64 = 4 * PIECE;

/// How blocks are split.
pub(super) struct Split {
    /// Up to this bit, everything has been looked at.
    looked: u64,
}

impl Split {
    /// Nothing, if a stream of `bytes` bytes is not to be split.
    pub(super) fn new(bytes: usize) -> Option<Split> {
        if bytes < SMALL {
            return None;
        }
        (parallel::threads() > 1).then_some(Split { looked: 0 })
    }
}

/// The result of a part.
struct Made {
    /// Bit after it.
    end: u64,
    pages: Vec<Filled>,
    stats: Stats,
    /// Blocks directly inside, and their bits.
    blocks: u64,
    bits: u64,
    fault: Option<Fault>,
}

impl Walk<'_, '_, '_> {
    fn split(&self) -> Option<&Split> {
        self.whole.as_ref()?.split.as_ref()
    }

    fn looked(&mut self, bit: u64) {
        if let Some(Whole { split: Some(split), .. }) = &mut self.whole {
            split.looked = split.looked.max(bit);
        }
    }

    /// From here on, everything is read in order.
    fn stop_splitting(&mut self) {
        if let Some(whole) = &mut self.whole {
            whole.split = None;
        }
    }

    /// Reads the blocks that follow each other at `start` in the open block, if they are many. False if none has been read.
    #[inline]
    pub(super) fn blocks_ahead<const DUMP: bool>(&mut self, open: &mut Open, start: u64) -> Outcome<bool> {
        if self.split().is_none_or(|split| start < split.looked) {
            return Ok(false);
        }
        let mut bits = self.bits;
        bits.seek(start);
        let mut pieces = Vec::new();
        let mut begin = start;
        let end = loop {
            let at = bits.position();
            if at - begin >= PIECE {
                pieces.push(begin..at);
                begin = at;
            }
            match next_block::<DUMP>(&mut bits, open.width) {
                Ok(true) if at - start < RUN => {}
                _ => break at,
            }
        };
        if end > begin {
            pieces.push(begin..end);
        }
        self.looked(end.max(start + 1));
        if pieces.len() < 2 {
            return Ok(false);
        }
        self.pieces::<DUMP>(open, &pieces, 0)
    }

    /// Reads the nodes after the METADATA_INDEX_OFFSET record at `start` up to the index, if they are many.
    #[inline(never)]
    pub(super) fn nodes_ahead<const DUMP: bool>(&mut self, open: &mut Open, start: u64, depth: usize) -> Outcome<()> {
        if self.split().is_none_or(|split| start < split.looked) {
            return Ok(());
        }
        let from = self.bits.position();
        let mut bits = self.bits;
        let mut ops = Vec::new();
        bits.seek(start);
        let read = |bits: &mut Bits<'_>, ops: &mut Vec<u64>| -> Outcome<u32> {
            let id = bits.fixed(open.width)? as u32;
            if matches!(id, END_BLOCK | ENTER_SUBBLOCK | DEFINE_ABBREV) {
                return Ok(0);
            }
            record::<true>(bits, id, open.abbrev(id), ops).map(|(code, _)| code)
        };
        read(&mut bits, &mut ops)?;
        let &[low, high] = ops.as_slice() else { return Ok(()) };
        let index_at = from.wrapping_add(low.wrapping_add(high << 32));
        let end = from + bits.remaining();
        if index_at < from.saturating_add(2 * PIECE) || index_at >= end {
            return Ok(());
        }
        bits.seek(index_at);
        if !matches!(read(&mut bits, &mut ops), Ok(METADATA_INDEX)) {
            self.stop_splitting();
            return Ok(());
        }
        let pieces = schema::metadata::index_parts(&ops, from..index_at, PIECE);
        drop(ops);
        self.looked(index_at);
        self.pieces::<DUMP>(open, &pieces, depth).map(drop)
    }

    /// Reads parts of the open block, `depth` blocks deep in the one at the top level, of which the first is known to be one. False if none has
    /// been read.
    fn pieces<const DUMP: bool>(&mut self, open: &mut Open, pieces: &[Range<u64>], depth: usize) -> Outcome<bool> {
        let pool = Pool::default();
        let labels: Reused<Vec<Labels>> = Reused::default();
        let (kind, options, info) = (self.kind, self.options, self.info.clone());
        let (data, limits, parent) = (self.bits.data(), self.limits.clone(), &*open);
        let make = |piece: &Range<u64>| {
            let mut bits = Bits::new(data);
            bits.seek(piece.start);
            let most = (bits_of(piece) / 8) as usize * KEPT_PER_BYTE + KEPT;
            let mut out = if DUMP { Out::kept(most, &pool) } else { Out::nowhere() };
            let mut known = labels.lend();
            let walk = Walk {
                bits,
                kind,
                options,
                limits: limits.clone(),
                info: info.clone(),
                stats: Stats::default(),
                labels: std::mem::take(&mut *known),
                out: &mut out,
                indent: vec![b' '; depth * 2],
                depth: depth + 1,
                whole: None,
            };
            let mut made;
            (made, *known) = walk.piece::<DUMP>(parent, piece.end);
            made.pages = out.into_pages();
            made
        };
        let (mut blocks, mut inside) = (0, 0u64);
        let start = pieces.first().map_or(self.bits.position(), |first| first.start);
        let mut at = start;
        let mut next = pieces.iter().map(|piece| piece.start);
        let (out, stats) = (&mut *self.out, &mut self.stats);
        let work = pieces.iter().map(|piece| (piece, bits_of(piece) as usize));
        let result = parallel::in_order(WAITING as usize, work, make, |made| {
            // None: the rest is read in order.
            if next.next() != Some(at) || made.fault.as_ref().is_some_and(Fault::is_write) {
                return Err(None);
            }
            at = made.end;
            blocks += made.blocks;
            inside = inside.wrapping_add(made.bits);
            stats.add(&made.stats);
            for filled in made.pages {
                out.filled(&filled).map_err(|error| Some(error.into()))?;
                pool.give(filled.0);
            }
            made.fault.map_or(Ok(()), |fault| Err(Some(fault)))
        });
        open.start = open.start.wrapping_add(inside);
        self.stats.at(open.stats).sub_blocks += blocks;
        match result {
            Ok(()) => {}
            Err(None) => self.stop_splitting(),
            Err(Some(fault)) => return Err(fault),
        }
        if at == start {
            return Ok(false);
        }
        self.bits.seek(at);
        self.tell();
        Ok(true)
    }

    /// Reads the open block from here up to bit `until`, or up to what is not for a part to read.
    fn piece<const DUMP: bool>(mut self, parent: &Open, until: u64) -> (Made, Vec<Labels>) {
        let place = self.stats.place(parent.block);
        let mut open = parent.part(place);
        let mut made = Made { end: 0, pages: Vec::new(), stats: Stats::default(), blocks: 0, bits: 0, fault: None };
        let mut ops = Vec::new();
        while self.bits.position() < until {
            if let Err(fault) = self.usual::<DUMP>(&open, until) {
                made.fault = Some(fault);
                break;
            }
            let start = self.bits.position();
            if start >= until {
                break;
            }
            match self.item::<DUMP>(&mut open, start, &mut made, &mut ops) {
                Ok(true) => {}
                Ok(false) => {
                    self.bits.seek(start);
                    break;
                }
                Err(fault) => {
                    made.fault = Some(fault);
                    break;
                }
            }
        }
        made.end = self.bits.position();
        made.stats = self.stats;
        (made, self.labels)
    }

    /// Reads a record or a block of the open block. False if it is not for a part to read.
    #[inline(always)]
    fn item<const DUMP: bool>(&mut self, open: &mut Open, start: u64, made: &mut Made, ops: &mut Vec<u64>) -> Outcome<bool> {
        let Ok(id) = self.bits.fixed(open.width) else { return Ok(false) };
        let id = id as u32;
        match id {
            END_BLOCK | DEFINE_ABBREV => return Ok(false),
            ENTER_SUBBLOCK => {
                let Ok(block) = self.bits.vbr32(BLOCK_ID_WIDTH) else { return Ok(false) };
                if block == BLOCKINFO || self.depth > ANALYZER_BLOCK_DEPTH {
                    return Ok(false);
                }
                let from = self.bits.position();
                let outside = self.indent.len();
                self.indent.extend(b"  ");
                self.block::<DUMP>(block)?;
                self.indent.truncate(outside);
                made.blocks += 1;
                made.bits = made.bits.wrapping_add(self.bits.position() - from);
            }
            _ => {
                let after_id = self.bits.position();
                let (code, blob) = match DUMP && open.dump {
                    true => record::<true>(&mut self.bits, id, open.abbrev(id), ops)?,
                    false => record::<false>(&mut self.bits, id, open.abbrev(id), ops)?,
                };
                if open.is_special(code) {
                    return Ok(false);
                }
                match DUMP && open.dump {
                    true => self.line(open, (id, code), (start, after_id), ops, blob)?,
                    false => self.count(open, code, id, start),
                }
            }
        }
        Ok(true)
    }
}

/// Passes over the next block by its length; false if there is none that can be read as a part.
fn next_block<const DUMP: bool>(bits: &mut Bits<'_>, width: u32) -> Outcome<bool> {
    if bits.at_end() || bits.fixed(width)? as u32 != ENTER_SUBBLOCK {
        return Ok(false);
    }
    let block = bits.vbr32(BLOCK_ID_WIDTH)?;
    let words = u64::from(info::enter(bits)?.words);
    if words * 32 > bits.remaining() {
        return Ok(false);
    }
    let most = match block {
        BLOCKINFO => return Ok(false),
        // Split itself.
        schema::metadata::ID => 2 * PIECE,
        _ if DUMP => MOST_TRACED,
        _ => u64::MAX,
    };
    bits.seek(bits.position() + words * 32);
    Ok(words * 32 <= most)
}

fn bits_of(piece: &Range<u64>) -> u64 {
    piece.end.saturating_sub(piece.start)
}
