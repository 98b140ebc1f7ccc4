//! Fingerprints: the CRC-32 of a block's bytes, to compare two files at a glance.
use crate::dump::tree::Block;

/// CRC-32 (IEEE) of the bytes that hold the bits `from..to`, as far as they are there. Blocks end at a multiple of 32 bits and their
/// content begins at one.
pub fn crc32_bits(data: &[u8], from: u64, to: u64) -> u32 {
    let end = ((to / 8).min(data.len() as u64)) as usize;
    let start = (from.div_ceil(8).min(end as u64)) as usize;
    crc32fast::hash(data.get(start..end).unwrap_or(&[]))
}

/// CRC-32 of the content of a block: what stands after its length word, nested blocks included. It does not depend on where in the file the
/// block stands, nor on the width of abbreviation ids around it.
pub fn crc32(data: &[u8], block: &Block) -> u32 {
    crc32_bits(data, block.start, block.end)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn checks_content_alone() {
        let block = Block { id: 8, index: 0, depth: 0, width: 3, bit: 32, start: 96, end: 96 + 72 };
        let data = b"............123456789...";
        assert_eq!(crc32(data, &block), 0xcbf4_3926, "the check value of CRC-32");
        assert_eq!(crc32(&data[..15], &block), crc32fast::hash(b"123"), "what is there of a truncated block");
        assert_eq!(crc32(&data[..4], &block), 0);
    }
}
