//! Statistics: the size of each kind of block and record, and how much an abbreviation would save.
use hashbrown::HashMap;

use crate::tree::{Step, Walk};
use bctk_bitstream::stream::UNABBREV_RECORD;

/// Number of operands of a record with their own statistics; later ones count as array elements.
const POSITIONS: usize = 24;
/// Maximum number of distinct kinds of blocks, and of records.
const MOST_CODES: usize = 1 << 12;
/// The widest Fixed field that LLVM reads.
const MOST_FIXED: u32 = 32;
/// Bits that the definition of an abbreviation takes for each of its operands, about.
const DEFINITION: u64 = 12;

/// Values seen at one place of records without abbreviation.
#[derive(Clone, Copy, Debug, Default)]
struct Place {
    count: u64,
    /// Bits of the widest value.
    width: u32,
    /// Bits that the values take as VBR6.
    vbr6: u64,
    /// The first value, and whether all others are the same.
    first: u64,
    varies: bool,
}

impl Place {
    fn add(&mut self, value: u64) {
        if self.count == 0 {
            self.first = value;
        }
        self.varies |= value != self.first;
        self.count += 1;
        let width = 64 - value.leading_zeros();
        self.width = self.width.max(width);
        self.vbr6 += u64::from(vbr6(value));
    }

    fn merge(&mut self, other: &Place) {
        self.varies |= other.varies || (self.count > 0 && self.first != other.first);
        if self.count == 0 {
            self.first = other.first;
        }
        self.count += other.count;
        self.width = self.width.max(other.width);
        self.vbr6 += other.vbr6;
    }

    /// Bits of all the values in the cheapest encoding, and its name.
    fn best(&self, in_array: bool) -> (u64, String) {
        let fixed = u64::from(self.width) * self.count;
        if !self.varies && !in_array {
            (0, format!("{}", self.first))
        } else if self.width <= MOST_FIXED && fixed <= self.vbr6 {
            (fixed, format!("Fixed({})", self.width.max(1)))
        } else {
            (self.vbr6, "VBR6".to_owned())
        }
    }
}

/// Bits of a value in VBR6.
fn vbr6(value: u64) -> u32 {
    let width = (64 - value.leading_zeros()).max(1);
    width.div_ceil(5) * 6
}

/// Records of one code in blocks of one id.
#[derive(Clone, Debug, Default)]
pub struct CodeStats {
    /// Records.
    pub count: u64,
    /// Their bits, abbreviation ids included.
    pub bits: u64,
    /// Records with an abbreviation.
    pub abbreviated: u64,
    /// Operands of all of them.
    pub operands: u64,
    /// Bits of those without abbreviation.
    pub plain_bits: u64,
    /// Bits of the abbreviation ids of those.
    id_bits: u64,
    least: usize,
    most: usize,
    places: Vec<Place>,
    tail: Place,
    /// Bits of the lengths of arrays as VBR6, had each record one for all its operands.
    lengths: u64,
}

/// An abbreviation that would save bits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Advice {
    /// Bits that would be saved, the definition paid for.
    pub saved: u64,
    /// The abbreviation: encodings in order, after the literal code.
    pub operands: Vec<String>,
}

impl CodeStats {
    fn add(&mut self, bits: u64, abbreviated: bool, width: u32, ops: &[u64]) {
        let first_plain = self.count == self.abbreviated;
        self.count += 1;
        self.bits += bits;
        self.operands += ops.len() as u64;
        if abbreviated {
            self.abbreviated += 1;
            return;
        }
        self.plain_bits += bits;
        self.id_bits += u64::from(width);
        self.least = if first_plain { ops.len() } else { self.least.min(ops.len()) };
        self.most = self.most.max(ops.len());
        self.lengths += u64::from(vbr6(ops.len() as u64));
        if self.places.len() < ops.len().min(POSITIONS) {
            self.places.resize(ops.len().min(POSITIONS), Place::default());
        }
        for (place, &op) in self.places.iter_mut().zip(ops) {
            place.add(op);
        }
        ops.iter().skip(POSITIONS).for_each(|&op| self.tail.add(op));
    }

    /// Records without abbreviation.
    pub fn plain(&self) -> u64 {
        self.count - self.abbreviated
    }

    /// The abbreviation that would save most for the records without one, judged by the operands seen; `None` if none would save anything.
    ///
    /// Every operand that all of them have gets its own field; the rest is an array. The code is a literal.
    pub fn advice(&self) -> Option<Advice> {
        let plain = self.plain();
        if plain < 2 {
            return None;
        }
        let fixed = self.least.min(self.places.len());
        let mut bits = self.id_bits;
        let mut operands = Vec::new();
        for place in self.places.get(..fixed).unwrap_or(&[]) {
            let (cost, text) = place.best(false);
            bits += cost;
            operands.push(text);
        }
        if self.most > fixed {
            let mut rest = self.tail;
            self.places.get(fixed..).unwrap_or(&[]).iter().for_each(|place| rest.merge(place));
            let (cost, text) = rest.best(true);
            // The length of the array is no longer than that of the record.
            bits += cost + self.lengths;
            operands.push(format!("Array({text})"));
        }
        bits += DEFINITION * (operands.len() as u64 + 1);
        let saved = self.plain_bits.checked_sub(bits).filter(|saved| *saved > 0)?;
        Some(Advice { saved, operands })
    }
}

/// Blocks of one id.
#[derive(Clone, Debug, Default)]
pub struct BlockStats {
    /// Blocks.
    pub count: u64,
    /// Their bits, header, nested blocks and end included. A block inside one of its own kind counts twice.
    pub bits: u64,
    /// Those bits without nested blocks.
    pub own_bits: u64,
    /// Abbreviations defined inside.
    pub abbreviations: u64,
    /// Bits of the definitions.
    pub definition_bits: u64,
    /// Records directly inside.
    pub records: u64,
    /// Their bits.
    pub record_bits: u64,
    /// Of the records, how many have an abbreviation.
    pub abbreviated: u64,
}

/// Statistics of a file.
#[derive(Clone, Debug, Default)]
pub struct Stats {
    blocks: HashMap<u32, BlockStats>,
    codes: HashMap<(u32, u32), CodeStats>,
    /// Bits of nested blocks in each open block.
    nested: Vec<u64>,
}

impl Stats {
    /// No statistics yet.
    pub fn new() -> Stats {
        Stats::default()
    }

    /// Counts a step of a walk.
    pub fn step(&mut self, walk: &Walk<'_>, step: &Step) {
        match *step {
            Step::Enter(block) => {
                if let Some(stats) = self.block_mut(block.id) {
                    stats.count += 1;
                }
                self.nested.push(0);
            }
            Step::Leave { block, end } => {
                let nested = self.nested.pop().unwrap_or(0);
                let bits = end.saturating_sub(block.bit);
                if let Some(outer) = self.nested.last_mut() {
                    *outer += bits;
                }
                if let Some(stats) = self.block_mut(block.id) {
                    stats.bits += bits;
                    stats.own_bits += bits.saturating_sub(nested);
                }
            }
            Step::Abbrev { bit, end } => {
                if let Some(block) = walk.block()
                    && let Some(stats) = self.block_mut(block.id)
                {
                    stats.abbreviations += 1;
                    stats.definition_bits += end.saturating_sub(bit);
                }
            }
            Step::Record => {
                let Some(block) = walk.block() else { return };
                let record = walk.record();
                let range = walk.record_bits();
                let (bits, abbreviated) = (range.end - range.start, record.abbrev != UNABBREV_RECORD);
                if let Some(stats) = self.block_mut(block.id) {
                    stats.records += 1;
                    stats.record_bits += bits;
                    stats.abbreviated += u64::from(abbreviated);
                }
                let key = (block.id, record.code);
                let full = self.codes.len() >= MOST_CODES;
                let stats = match self.codes.get_mut(&key) {
                    Some(stats) => stats,
                    None if full => return,
                    None => self.codes.entry(key).or_default(),
                };
                stats.add(bits, abbreviated, block.width, &record.ops);
            }
            Step::Stream { .. } | Step::Trailing { .. } => {}
        }
    }

    fn block_mut(&mut self, id: u32) -> Option<&mut BlockStats> {
        if self.blocks.len() >= MOST_CODES && !self.blocks.contains_key(&id) {
            return None;
        }
        Some(self.blocks.entry(id).or_default())
    }

    /// Every kind of block, the biggest first (by own bits), then by id.
    pub fn blocks(&self) -> Vec<(u32, &BlockStats)> {
        let mut blocks: Vec<_> = self.blocks.iter().map(|(&id, stats)| (id, stats)).collect();
        blocks.sort_by_key(|(id, stats)| (std::cmp::Reverse(stats.own_bits), *id));
        blocks
    }

    /// Every kind of record in blocks of an id, the biggest first, then by code.
    pub fn codes(&self, block: u32) -> Vec<(u32, &CodeStats)> {
        let mut codes: Vec<_> = self.codes.iter().filter(|((id, _), _)| *id == block).map(|((_, code), stats)| (*code, stats)).collect();
        codes.sort_by_key(|(code, stats)| (std::cmp::Reverse(stats.bits), *code));
        codes
    }

    /// Records that would profit from an abbreviation: block, code and the abbreviation, the greatest saving first.
    pub fn advice(&self) -> Vec<(u32, u32, Advice)> {
        let mut advice: Vec<_> =
            self.codes.iter().filter_map(|(&(block, code), stats)| stats.advice().map(|advice| (block, code, advice))).collect();
        advice.sort_by_key(|(block, code, advice)| (std::cmp::Reverse(advice.saved), *block, *code));
        advice
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn vbr6_costs() {
        for (value, bits) in [(0, 6), (1, 6), (31, 6), (32, 12), (1 << 10, 18), (u64::MAX, 78)] {
            assert_eq!(vbr6(value), bits, "{value}");
        }
    }

    #[test]
    fn advises_the_cheapest() {
        let mut stats = CodeStats::default();
        // Id 3 bits, code 6, count 6, three operands; the second is always 7.
        for i in 0..1000u64 {
            let ops = [i % 4, 7, i % 50];
            let bits = 3 + 6 + 6 + ops.iter().map(|&op| u64::from(vbr6(op))).sum::<u64>();
            stats.add(bits, false, 3, &ops);
        }
        let advice = stats.advice().unwrap();
        assert_eq!(advice.operands, ["Fixed(2)", "7", "Fixed(6)"]);
        assert_eq!(advice.saved, stats.bits - 1000 * (3 + 2 + 6) - 4 * DEFINITION);

        // Lengths differ: an array.
        let mut stats = CodeStats::default();
        for i in 0..1000usize {
            let ops = vec![100; i % 7 + 1];
            stats.add(3 + 6 + 6 + 12 * ops.len() as u64, false, 3, &ops);
        }
        assert_eq!(stats.advice().unwrap().operands, ["100", "Array(Fixed(7))"]);

        // One record pays for no definition.
        let mut stats = CodeStats::default();
        stats.add(100, false, 3, &[1, 2, 3]);
        assert_eq!(stats.advice(), None);
    }
}
