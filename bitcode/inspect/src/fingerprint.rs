//! Fingerprints: the CRC-32 of a block's bytes, to compare two files at a glance.
use crate::tree::Block;

/// CRC-32 (IEEE) of the bytes that hold the bits `from..to`, as far as they are there. Blocks end at a multiple of 32 bits and their
/// content begins at one.
pub fn crc32_bits(data: &[u8], from: u64, to: u64) -> u32 {
    let end = ((to / 8).min(data.len() as u64)) as usize;
    let start = (from.div_ceil(8).min(end as u64)) as usize;
    crc32fast::hash(data.get(start..end).unwrap_or(&[]))
}

/// CRC-32 of the content of a block, nested blocks included: everything after its length word. It does not depend on the position of the
/// block in the file, nor on the width of abbreviation ids around it.
pub fn crc32(data: &[u8], block: &Block) -> u32 {
    crc32_bits(data, block.start, block.end)
}

/// Fingerprints of all blocks of a walk, computed during the walk: every byte is read once, near the current position.
#[derive(Clone, Debug)]
pub struct Running<'a> {
    data: &'a [u8],
    at: usize,
    open: Vec<crc32fast::Hasher>,
}

impl<'a> Running<'a> {
    /// No block is open. `data` is what bit offsets count in.
    pub fn new(data: &'a [u8]) -> Running<'a> {
        Running { data, at: 0, open: Vec::new() }
    }

    /// Opens one around all blocks that has seen `before` already.
    #[must_use]
    pub fn around(mut self, before: &[u8]) -> Running<'a> {
        let mut hasher = crc32fast::Hasher::new();
        hasher.update(before);
        self.open.insert(0, hasher);
        self
    }

    /// The walk has come to this bit. Only needed where the next block boundary may be far.
    pub fn advance(&mut self, bit: u64) {
        let to = ((bit / 8).min(self.data.len() as u64)) as usize;
        if let Some(bytes) = self.data.get(self.at..to)
            && !bytes.is_empty()
        {
            self.open.iter_mut().for_each(|hasher| hasher.update(bytes));
            self.at = to;
        }
    }

    /// Bytes between the last bit that is known and this one.
    pub fn behind(&self, bit: u64) -> u64 {
        (bit / 8).saturating_sub(self.at as u64)
    }

    /// A block begins.
    pub fn enter(&mut self, block: &Block) {
        self.advance(block.start);
        self.open.push(crc32fast::Hasher::new());
    }

    /// The innermost block ends at this bit: its fingerprint.
    pub fn leave(&mut self, end: u64) -> u32 {
        self.leave_open(end).finalize()
    }

    /// The same, but more bytes may follow.
    pub(crate) fn leave_open(&mut self, end: u64) -> crc32fast::Hasher {
        self.advance(end);
        self.open.pop().unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Both ways to a fingerprint agree, for every block of a file, and for the file.
    #[test]
    fn running_is_the_same() {
        let data = std::fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/small.bc")).unwrap();
        let mut walk = crate::Walk::new(&data, crate::WalkOptions::default()).unwrap();
        let mut running = Running::new(&data).around(b"");
        let mut blocks = 0;
        while let Some(step) = walk.next().unwrap() {
            match step {
                crate::Step::Enter(block) => running.enter(&block),
                crate::Step::Leave { block, end } => {
                    assert_eq!(running.leave(end), crc32(&data, &block));
                    blocks += 1;
                }
                _ => {}
            }
        }
        assert!(blocks > 10);
        assert_eq!(running.leave(data.len() as u64 * 8), crc32fast::hash(&data));
    }

    #[test]
    fn checks_content_alone() {
        let block = Block { id: 8, index: 0, depth: 0, width: 3, bit: 32, start: 96, end: 96 + 72 };
        let data = b"............123456789...";
        assert_eq!(crc32(data, &block), 0xcbf4_3926, "the check value of CRC-32");
        assert_eq!(crc32(&data[..15], &block), crc32fast::hash(b"123"), "what is there of a truncated block");
        assert_eq!(crc32(&data[..4], &block), 0);
    }
}
