//! Compares the bit cursor with `bitstream-io`: both read what the input asks for, and must agree on every value, position and the end.
use bctk_bitstream::bits::Cursor;
use bitstream_io::{BitRead, BitReader, LittleEndian};

/// How the reads are encoded, one byte each with one more for its size: number of reads per byte of the input.
const SCRIPT_SHARE: usize = 4;

/// The same reads by bitstream-io, which knows no position: that is counted here.
struct Reference<'a> {
    data: &'a [u8],
    reader: BitReader<&'a [u8], LittleEndian>,
    position: u64,
}

impl<'a> Reference<'a> {
    fn at(data: &'a [u8], position: u64) -> Option<Reference<'a>> {
        let start = data.get(usize::try_from(position / 8).ok()?..)?;
        let mut reader = BitReader::endian(start, LittleEndian);
        reader.skip((position % 8) as u32).ok()?;
        Some(Reference { data, reader, position })
    }

    fn fixed(&mut self, width: u32) -> Option<u64> {
        let value = if width == 0 { 0 } else { self.reader.read_unsigned_var::<u64>(width).ok()? };
        self.position += u64::from(width);
        Some(value)
    }

    /// Chunk by chunk; none where more than 64 bits come.
    fn vbr(&mut self, width: u32) -> Option<u64> {
        let (mut value, mut shift) = (0u64, 0);
        let more = 1 << (width - 1);
        loop {
            let chunk = self.fixed(width)?;
            value |= (chunk & (more - 1)) << shift;
            if chunk & more == 0 {
                return Some(value);
            }
            shift += width - 1;
            if shift >= 64 {
                return None;
            }
        }
    }

    fn bytes(&mut self, len: usize) -> Option<Vec<u8>> {
        let bytes = self.reader.read_to_vec(len).ok()?;
        self.position += len as u64 * 8;
        Some(bytes)
    }

    fn align32(&mut self) -> Option<()> {
        let rest = (32 - self.position % 32) % 32;
        self.fixed(rest as u32).map(drop)
    }

    fn skip(&mut self, bits: u32) -> Option<()> {
        self.reader.skip(bits).ok()?;
        self.position += u64::from(bits);
        Some(())
    }

    fn seek(&mut self, bit: u64) -> Option<()> {
        *self = Reference::at(self.data, bit).filter(|_| bit <= self.data.len() as u64 * 8)?;
        Some(())
    }
}

/// Reads as the first quarter of the input says from the rest of it, by the cursor and by bitstream-io.
pub fn agrees(input: &[u8]) {
    let (script, data) = input.split_at(input.len() / SCRIPT_SHARE);
    let mut ours = Cursor::new(data);
    let Some(mut theirs) = Reference::at(data, 0) else { return };
    for step in script.chunks_exact(2) {
        let (before, size) = (ours.position(), u32::from(step[1]));
        let same = match step[0] % 8 {
            0 | 1 => same(ours.fixed(size % 65), theirs.fixed(size % 65)),
            2 | 3 => same(ours.vbr(1 + size % 32), theirs.vbr(1 + size % 32)),
            4 => same(ours.align32(), theirs.align32()),
            5 => {
                // Bytes are read where whole ones begin.
                if !before.is_multiple_of(8) {
                    assert!(ours.bytes(1).is_err(), "bytes at bit {before}");
                    continue;
                }
                same(ours.bytes(size as usize).map(<[u8]>::to_vec), theirs.bytes(size as usize))
            }
            6 => same(ours.advance(size), theirs.skip(size)),
            _ => {
                let bit = u64::from(size) * 5 + u64::from(step[0] / 8);
                same(ours.seek(bit), theirs.seek(bit))
            }
        };
        assert!(same != Some(false), "the cursor and bitstream-io differ at bit {before} with step {step:?}");
        if same.is_none() {
            // Both have failed; the position of a reader after that is unspecified.
            return;
        }
        assert_eq!(ours.position(), theirs.position, "after step {step:?} at bit {before}");
        assert_eq!(ours.remaining(), ours.end() - ours.position());
        assert_eq!(ours.at_end(), ours.position() == data.len() as u64 * 8);
    }
}

/// Whether two results are the same; none where both are errors.
fn same<T: PartialEq, E>(ours: Result<T, E>, theirs: Option<T>) -> Option<bool> {
    match (ours, theirs) {
        (Ok(a), Some(b)) => Some(a == b),
        (Err(_), None) => None,
        _ => Some(false),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bctk_generate::numbers::Numbers;

    #[test]
    fn random_reads_agree() {
        let mut numbers = Numbers::new(1);
        for _ in 0..2000 {
            let len = numbers.below(200);
            // Bytes with few bits make short fields, so that many are read.
            let mask = numbers.next() | numbers.next();
            let input: Vec<u8> =
                (0..len).map(|at| (numbers.next() & if at < len / SCRIPT_SHARE { u64::MAX } else { mask }) as u8).collect();
            agrees(&input);
        }
    }

    #[test]
    fn results_are_compared() {
        assert_eq!(same(Ok::<_, ()>(1), Some(1)), Some(true));
        assert_eq!(same(Ok::<_, ()>(1), Some(2)), Some(false));
        assert_eq!(same(Ok::<_, ()>(1), None), Some(false));
        assert_eq!(same(Err::<u8, _>(()), Some(1)), Some(false));
        assert_eq!(same(Err::<u8, _>(()), None), None);
    }
}
