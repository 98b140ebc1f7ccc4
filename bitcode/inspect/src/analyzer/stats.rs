//! The summary: number and size of blocks and records of each kind.
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::io;

use super::out::Out;
use super::walk::Names;

/// Records of one code in blocks of one id.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct CodeStats {
    pub(super) instances: u64,
    pub(super) abbreviated: u64,
    pub(super) bits: u64,
}

impl CodeStats {
    fn add(&mut self, part: &CodeStats) {
        self.instances += part.instances;
        self.abbreviated += part.abbreviated;
        self.bits += part.bits;
    }
}

/// Codes below this are counted in an array.
const DENSE: usize = 128;

/// Blocks of one id.
#[derive(Debug, Default)]
pub(super) struct BlockStats {
    instances: u64,
    /// Bits without those of nested blocks.
    pub(super) bits: u64,
    pub(super) sub_blocks: u64,
    pub(super) abbrevs: u64,
    dense: Vec<CodeStats>,
    sparse: BTreeMap<u32, CodeStats>,
}

impl BlockStats {
    /// Counts a record.
    #[inline(always)]
    pub(super) fn record(&mut self, code: u32, bits: u64, abbreviated: bool) {
        let entry = match self.dense.get_mut(code as usize) {
            Some(entry) => entry,
            None => self.sparse.entry(code).or_default(),
        };
        entry.instances += 1;
        entry.bits += bits;
        entry.abbreviated += u64::from(abbreviated);
    }

    fn add(&mut self, part: &BlockStats) {
        self.instances += part.instances;
        self.bits = self.bits.wrapping_add(part.bits);
        self.sub_blocks += part.sub_blocks;
        self.abbrevs += part.abbrevs;
        self.dense.iter_mut().zip(&part.dense).for_each(|(sum, stats)| sum.add(stats));
        part.sparse.iter().for_each(|(&code, stats)| self.sparse.entry(code).or_default().add(stats));
    }

    fn codes(&self) -> impl Iterator<Item = (u32, &CodeStats)> {
        (0..).zip(&self.dense).chain(self.sparse.iter().map(|(&code, stats)| (code, stats))).filter(|(_, stats)| stats.instances > 0)
    }
}

/// All of a stream.
#[derive(Debug, Default)]
pub(super) struct Stats {
    by_id: BTreeMap<u32, usize>,
    /// The same for small ids, plus one.
    small: [u8; 32],
    blocks: Vec<BlockStats>,
    /// Blocks that are in no other.
    pub(super) top_level: u64,
}

impl Stats {
    /// Counts a block at its start. Returns the index of its numbers, for [`Stats::at`].
    pub(super) fn enter(&mut self, block: u32) -> usize {
        let index = self.place(block);
        self.blocks[index].instances += 1;
        index
    }

    /// The index of the numbers of a block.
    pub(super) fn place(&mut self, block: u32) -> usize {
        if let Some(&index) = self.small.get(block as usize)
            && index > 0
        {
            return usize::from(index) - 1;
        }
        self.find(block)
    }

    #[inline(never)]
    fn find(&mut self, block: u32) -> usize {
        let index = match self.by_id.entry(block) {
            Entry::Occupied(entry) => *entry.get(),
            Entry::Vacant(entry) => {
                self.blocks.push(BlockStats { dense: vec![CodeStats::default(); DENSE], ..BlockStats::default() });
                *entry.insert(self.blocks.len() - 1)
            }
        };
        if let (Some(small), Ok(number)) = (self.small.get_mut(block as usize), u8::try_from(index + 1)) {
            *small = number;
        }
        index
    }

    /// Adds the numbers of another part of the stream.
    pub(super) fn add(&mut self, part: &Stats) {
        for (&block, &index) in &part.by_id {
            let place = self.place(block);
            self.blocks[place].add(&part.blocks[index]);
        }
        self.top_level += part.top_level;
    }

    /// The numbers that [`Stats::enter`] gave the place of.
    #[inline(always)]
    pub(super) fn at(&mut self, index: usize) -> &mut BlockStats {
        &mut self.blocks[index]
    }

    /// Prints the summary of a stream of `bytes` bytes.
    pub(super) fn print(&self, out: &mut Out<'_>, names: &Names<'_>, name: &[u8], bytes: usize, histogram: bool) -> io::Result<()> {
        let total = bytes as u64 * 8;
        out.text("Summary of ")?;
        // A C string there.
        out.bytes(name.split(|&c| c == 0).next().unwrap_or_default())?;
        let kind = names.kind().description();
        let size = size(total);
        let blocks = self.top_level;
        out.text(&format!(":\n         Total size: {size}\n        Stream type: {kind}\n  # Toplevel Blocks: {blocks}\n\n"))?;
        out.text("Per-block Summary:\n")?;
        for (&block, &index) in &self.by_id {
            self.blocks[index].print(out, names, block, total, histogram)?;
        }
        Ok(())
    }
}

impl BlockStats {
    fn print(&self, out: &mut Out<'_>, names: &Names<'_>, block: u32, total: u64, histogram: bool) -> io::Result<()> {
        out.text(&format!("  Block ID #{block}"))?;
        if let Some(name) = names.block(block) {
            out.text(" (")?;
            out.bytes(&name)?;
            out.text(")")?;
        }
        let BlockStats { instances, sub_blocks, abbrevs, .. } = *self;
        let (records, abbreviated) =
            self.codes().fold((0, 0), |(records, abbreviated), (_, code)| (records + code.instances, abbreviated + code.abbreviated));
        let share = self.bits as f64 * 100.0 / total as f64;
        let size = size(self.bits);
        out.text(&format!(":\n      Num Instances: {instances}\n         Total Size: {size}\n    Percent of file: {share:.4}%\n"))?;
        if instances > 1 {
            let each = |count: u64| exponential(count as f64 / instances as f64);
            out.text(&format!("       Average Size: {}\n", average(self.bits as f64 / instances as f64)))?;
            out.text(&format!("  Tot/Avg SubBlocks: {sub_blocks}/{}\n", each(sub_blocks)))?;
            out.text(&format!("    Tot/Avg Abbrevs: {abbrevs}/{}\n", each(abbrevs)))?;
            out.text(&format!("    Tot/Avg Records: {records}/{}\n", each(records)))?;
        } else {
            out.text(&format!("      Num SubBlocks: {sub_blocks}\n        Num Abbrevs: {abbrevs}\n        Num Records: {records}\n"))?;
        }
        if records > 0 {
            let share = abbreviated as f64 * 100.0 / records as f64;
            out.text(&format!("    Percent Abbrevs: {share:.4}%\n"))?;
        }
        out.text("\n")?;
        let mut codes: Vec<(u32, &CodeStats)> = self.codes().collect();
        if !histogram || codes.is_empty() {
            return Ok(());
        }
        // The most frequent first, and the higher code of two that are as frequent.
        codes.sort_by_key(|(code, stats)| std::cmp::Reverse((stats.instances, *code)));
        out.text("\tRecord Histogram:\n\t\t  Count    # Bits     b/Rec   % Abv  Record Kind\n")?;
        for (code, CodeStats { instances, abbreviated, bits }) in codes {
            out.text(&format!("\t\t{instances:7} {bits:9}"))?;
            match instances {
                1 => out.text("          ")?,
                _ => out.text(&format!(" {:9.1}", *bits as f64 / *instances as f64))?,
            }
            match abbreviated {
                0 => out.text("        ")?,
                _ => out.text(&format!(" {:7.2}", *abbreviated as f64 / *instances as f64 * 100.0))?,
            }
            out.text("  ")?;
            match names.record(block, code) {
                Some(name) => out.bytes(name)?,
                None => out.text(&format!("UnknownCode{code}"))?,
            }
            out.text("\n")?;
        }
        out.text("\n")
    }
}

/// A number of bits, as bits, bytes and words of 32 bits.
fn size(bits: u64) -> String {
    format!("{bits}b/{:.2}B/{}W", bits as f64 / 8.0, bits / 32)
}

/// An average number of bits, the same way.
fn average(bits: f64) -> String {
    format!("{bits:.2}/{:.2}B/{}W", bits / 8.0, (bits / 32.0) as u64)
}

/// A number as C's `%e` prints it.
fn exponential(value: f64) -> String {
    let text = format!("{value:.6e}");
    match text.split_once('e') {
        Some((digits, exponent)) => match exponent.strip_prefix('-') {
            Some(exponent) => format!("{digits}e-{exponent:0>2}"),
            None => format!("{digits}e+{exponent:0>2}"),
        },
        None => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_as_c_prints_them() {
        assert_eq!(exponential(0.0), "0.000000e+00");
        assert_eq!(exponential(4.0 / 925.0), "4.324324e-03");
        assert_eq!(exponential(6137.0 / 925.0), "6.634595e+00");
        assert_eq!(exponential(1.5e12), "1.500000e+12");
        assert_eq!(size(93_685), "93685b/11710.62B/2927W");
        assert_eq!(average(333.5568), "333.56/41.69B/10W");
    }
}
