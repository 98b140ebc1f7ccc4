//! The bit sink: collects fields in a word and appends them to a byte buffer; can patch words that were written before.
use crate::bits::Cursor;
use crate::error::{Error, Result};

/// Writes bits to memory, least significant end of each byte first.
///
/// ```
/// use bctk_bitstream::bits::Sink;
/// let mut sink = Sink::new();
/// sink.fixed(3, 0b110)?;
/// sink.vbr(6, 100)?;
/// sink.align32();
/// assert_eq!(sink.position(), 32);
/// assert_eq!(sink.finish(), [0x26, 0x07, 0, 0]);
/// # Ok::<(), bctk_bitstream::Error>(())
/// ```
#[derive(Default)]
pub struct Sink {
    buffer: Vec<u8>,
    /// Bits that are not in the buffer yet; those from `filled` on are zero.
    word: u64,
    /// How many bits of `word` are written, 0..=63.
    filled: u32,
    /// Where the stream begins in the buffer: after the bytes of a prefix; below zero once bytes were taken out. Positions count from there.
    base: i64,
    /// Words to be put over those that were taken out.
    late: Vec<LateWord>,
    /// Bits that are patched late, and the eight bytes around them once these were taken out.
    ahead: Vec<(u64, Option<[u8; 8]>)>,
}

/// A word that became known after the bytes in its place had left the memory of a [`Sink`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LateWord {
    /// The number of bytes before it.
    pub at: u64,
    /// What is in its place.
    pub was: [u8; 4],
    /// The word.
    pub word: [u8; 4],
}

#[cold]
#[inline(never)]
fn no_vbr(width: u32) -> Error {
    Error::too_large(format!("a VBR field of {width} bits; 2 to 32 are allowed"))
}

#[cold]
#[inline(never)]
fn does_not_fit(value: u64, width: u32) -> Error {
    match width {
        0..=64 => Error::malformed(format!("expected a value that fits {width} bits, found {value}")),
        _ => Error::too_large(format!("a fixed field of {width} bits; 64 is the most")),
    }
}

impl Sink {
    /// An empty sink.
    pub fn new() -> Sink {
        Sink::default()
    }

    /// A sink that appends to `prefix`; positions count from its end.
    pub fn after(prefix: Vec<u8>) -> Sink {
        Sink { base: prefix.len() as i64, buffer: prefix, ..Sink::default() }
    }

    /// Bits written.
    #[inline]
    pub fn position(&self) -> u64 {
        self.flushed() + u64::from(self.filled)
    }

    /// Bits that are in the buffer, or were.
    #[inline]
    fn flushed(&self) -> u64 {
        (self.buffer.len() as i64 - self.base) as u64 * 8
    }

    /// How many bytes are in memory.
    pub fn held(&self) -> usize {
        self.buffer.len()
    }

    /// Passes the whole words that are in memory to `take`, which is the last that is seen of them here. Positions stay as they are.
    ///
    /// # Errors
    /// Those of `take`.
    pub fn take_words<E>(&mut self, take: impl FnOnce(&[u8]) -> std::result::Result<(), E>) -> std::result::Result<(), E> {
        let mut end = (self.buffer.len() as i64 - self.base).max(0) / 4 * 4 + self.base;
        for (bit, around) in self.ahead.iter_mut().filter(|(_, around)| around.is_none()) {
            let start = (*bit / 32 * 4) as i64 + self.base;
            match usize::try_from(start).ok().and_then(|start| self.buffer.get(start..)?.first_chunk()) {
                Some(bytes) if start + 8 <= end => *around = Some(*bytes),
                // Both words stay together.
                _ => end = end.min(start.max(0)),
            }
        }
        let taken = &self.buffer[..end as usize];
        take(taken)?;
        let count = taken.len();
        self.buffer.drain(..count);
        self.base -= count as i64;
        // Room that was asked for ahead has served its purpose.
        if self.buffer.capacity() / 8 > count {
            self.buffer.shrink_to(2 * count);
        }
        Ok(())
    }

    /// Says that the 32 bits at `bit`, which lie in two words, are patched after they have been taken. A whole word of zeros, such as the length
    /// of a block, need not be named.
    pub fn patched_late(&mut self, bit: u64) {
        self.ahead.push((bit, None));
    }

    /// The words that [`Sink::patch32`] put over those that [`Sink::take_words`] had taken.
    pub fn late_words(&mut self) -> Vec<LateWord> {
        std::mem::take(&mut self.late)
    }

    /// [`Sink::patch32`] for what was taken.
    fn patch_late(&mut self, bit: u64, value: u32) -> Result<()> {
        let at = bit / 32 * 4;
        match self.ahead.iter_mut().find(|(ahead, _)| *ahead == bit) {
            Some((_, Some(around))) => {
                let was = u64::from_le_bytes(*around);
                let shift = bit % 32;
                let new = was & !(u64::from(u32::MAX) << shift) | u64::from(value) << shift;
                *around = new.to_le_bytes();
                for (at, shift) in [(at, 0), (at + 4, 32)] {
                    let [was, word] = [was, new].map(|both| ((both >> shift) as u32).to_le_bytes());
                    if was != word {
                        self.late.push(LateWord { at, was, word });
                    }
                }
                Ok(())
            }
            None if bit.is_multiple_of(32) => {
                self.late.push(LateWord { at, was: [0; 4], word: value.to_le_bytes() });
                Ok(())
            }
            _ => Err(Error::malformed("expected a whole word to patch in what is no longer in memory").at(bit)),
        }
    }

    /// Writes fields with the end of the stream in registers.
    #[inline(always)]
    pub(crate) fn run<T>(&mut self, write: impl FnOnce(&mut Run<'_>) -> T) -> T {
        let mut run = Run { buffer: &mut self.buffer, word: self.word, filled: self.filled };
        let result = write(&mut run);
        (self.word, self.filled) = (run.word, run.filled);
        result
    }

    /// Appends the `width` low bits of `value`, 0..=64. All higher bits must be zero.
    #[inline(always)]
    fn put(&mut self, width: u32, value: u64) {
        self.run(|run| run.put(width, value));
    }

    /// Writes a field of `width` bits, 0..=64.
    ///
    /// # Errors
    /// Malformed, if the value needs more bits; Limit, if `width` is above 64.
    #[inline]
    pub fn fixed(&mut self, width: u32, value: u64) -> Result<()> {
        self.run(|run| run.fixed(width, value))
    }

    /// Writes a variable bit rate field with the fewest chunks of `width` bits, 2..=32.
    ///
    /// # Errors
    /// Limit, if `width` is not 2..=32.
    #[inline]
    pub fn vbr(&mut self, width: u32, value: u64) -> Result<()> {
        self.run(|run| run.vbr(width, value))
    }

    /// Makes room for so many more bytes.
    pub(crate) fn reserve(&mut self, bytes: usize) {
        self.buffer.reserve(bytes);
    }

    /// Writes zeros up to the next multiple of 32 bits.
    pub fn align32(&mut self) {
        let padding = (self.position().next_multiple_of(32) - self.position()) as u32;
        self.put(padding, 0);
    }

    /// Writes whole bytes at any position.
    pub fn bytes(&mut self, bytes: &[u8]) {
        if self.filled.is_multiple_of(8) {
            let word = self.word.to_le_bytes();
            self.buffer.extend_from_slice(&word[..self.filled as usize / 8]);
            (self.word, self.filled) = (0, 0);
            self.buffer.extend_from_slice(bytes);
            return;
        }
        let (words, rest) = bytes.as_chunks::<8>();
        self.buffer.reserve(bytes.len() + 8);
        self.run(|run| {
            words.iter().for_each(|&word| run.put(64, u64::from_le_bytes(word)));
            rest.iter().for_each(|&byte| run.put(8, u64::from(byte)));
        });
    }

    /// Writes the first `bits` bits of `bytes`, at any position.
    ///
    /// # Errors
    /// Truncated, if there are fewer.
    pub fn bits(&mut self, bytes: &[u8], bits: u64) -> Result<()> {
        let whole = usize::try_from(bits / 8).unwrap_or(usize::MAX);
        let Some((whole, rest)) = bytes.split_at_checked(whole) else {
            return Err(Error::truncated(self.position(), "expected as many bits as are to be copied"));
        };
        let width = (bits % 8) as u32;
        let last = match rest.first() {
            Some(&last) => u64::from(last) & ((1 << width) - 1),
            None if width == 0 => 0,
            None => return Err(Error::truncated(self.position(), "expected as many bits as are to be copied")),
        };
        self.bytes(whole);
        self.put(width, last);
        Ok(())
    }

    /// Copies the bits from `from` up to bit `end`.
    ///
    /// # Errors
    /// Truncated, if `from` has fewer bits.
    pub fn copy_bits(&mut self, from: &mut Cursor<'_>, end: u64) -> Result<()> {
        while from.position() < end {
            let width = (end - from.position()).min(32) as u32;
            let bits = from.fixed(width)?;
            self.fixed(width, bits)?;
        }
        Ok(())
    }

    /// Overwrites the 32 bits at bit position `bit`, which must have been written already, with `value`.
    ///
    /// # Errors
    /// Malformed, if fewer than 32 bits have been written from there on.
    pub fn patch32(&mut self, bit: u64, value: u32) -> Result<()> {
        if bit.checked_add(32).is_none_or(|end| end > self.position()) {
            return Err(Error::malformed("expected a word to patch before the end of what is written").at(bit));
        }
        let flushed = self.flushed();
        let start = (bit / 8) as i64 + self.base;
        if start < 0 {
            return self.patch_late(bit, value);
        }
        let shift = bit % 8;
        let (mask, bits) = (u64::from(u32::MAX) << shift, u64::from(value) << shift);
        for (index, byte) in self.buffer.iter_mut().skip(start as usize).take(5).enumerate() {
            *byte = *byte & !((mask >> (index * 8)) as u8) | (bits >> (index * 8)) as u8;
        }
        // The part of the 32 bits that is still in the word: all, or those that the buffer does not contain.
        if bit >= flushed {
            let shift = (bit - flushed) as u32;
            self.word = self.word & !(u64::from(u32::MAX) << shift) | u64::from(value) << shift;
        } else if bit + 32 > flushed {
            let done = (flushed - bit) as u32;
            self.word = self.word & !(u64::from(u32::MAX) >> done) | u64::from(value) >> done;
        }
        Ok(())
    }

    /// Passes what has been written since bit `bit` to `f`, in one or two pieces; `bit` and the position must be at whole bytes.
    pub fn since(&self, bit: u64, mut f: impl FnMut(&[u8])) {
        let start = usize::try_from((bit / 8) as i64 + self.base).unwrap_or(usize::MAX);
        let word = self.word.to_le_bytes();
        f(self.buffer.get(start..).unwrap_or(&[]));
        f(word.get(start.saturating_sub(self.buffer.len())..self.filled.div_ceil(8) as usize).unwrap_or(&[]));
    }

    /// The bytes, the prefix included; zeros fill up the last byte.
    pub fn finish(mut self) -> Vec<u8> {
        let word = self.word.to_le_bytes();
        self.buffer.extend_from_slice(&word[..self.filled.div_ceil(8) as usize]);
        self.buffer
    }
}

/// The end of a [`Sink`] while fields are written. It stays in registers as long as no function that is not inlined takes it by reference.
pub struct Run<'s> {
    buffer: &'s mut Vec<u8>,
    word: u64,
    filled: u32,
}

impl Run<'_> {
    /// Writes the `width` low bits of `value`, 0..=64. All higher bits must be zero.
    #[inline(always)]
    pub(crate) fn put(&mut self, width: u32, value: u64) {
        self.word |= value << self.filled;
        let filled = self.filled + width;
        if filled < 64 {
            self.filled = filled;
            return;
        }
        self.buffer.extend_from_slice(&self.word.to_le_bytes());
        // If the word was empty, all 64 bits of the value are done.
        self.word = value.checked_shr(64 - self.filled).unwrap_or(0);
        self.filled = filled - 64;
    }

    /// As [`Sink::fixed`].
    ///
    /// # Errors
    /// As there.
    #[inline(always)]
    pub fn fixed(&mut self, width: u32, value: u64) -> Result<()> {
        if width > 64 || value.checked_shr(width).unwrap_or(0) != 0 {
            return Err(does_not_fit(value, width));
        }
        self.put(width, value);
        Ok(())
    }

    /// As [`Sink::vbr`].
    #[inline(always)]
    pub(crate) fn vbr(&mut self, width: u32, value: u64) -> Result<()> {
        match width {
            // Widths that LLVM's abbreviations have.
            6 => self.vbr_of::<6>(value),
            8 => self.vbr_of::<8>(value),
            7 => self.vbr_of::<7>(value),
            4 => self.vbr_of::<4>(value),
            2..=32 => (self.word, self.filled) = vbr_chunks(self.buffer, (self.word, self.filled), width, value),
            _ => return Err(no_vbr(width)),
        }
        Ok(())
    }

    /// Writes a variable bit rate field of chunks of `W` bits, 2..=8.
    #[inline(always)]
    pub fn vbr_of<const W: u32>(&mut self, value: u64) {
        let payload = const { W - 1 };
        if value >> (4 * payload) != 0 {
            (self.word, self.filled) = vbr_chunks(self.buffer, (self.word, self.filled), W, value);
            return;
        }
        // Up to four chunks without a branch on their number, which is unpredictable.
        let low = (1u64 << payload) - 1;
        let chunks =
            value & low | (value & low << payload) << 1 | (value & low << (2 * payload)) << 2 | (value & low << (3 * payload)) << 3;
        let highest = (value | 1).ilog2() as usize;
        let (width, more) = (Chunks::<W>::WIDTHS[highest], Chunks::<W>::MORE[highest]);
        self.put(u32::from(width), chunks | u64::from(more));
    }
}

/// Fields of one to four chunks of `W` bits, by the highest bit of the value.
struct Chunks<const W: u32>;

impl<const W: u32> Chunks<W> {
    /// How many bits the field has.
    const WIDTHS: [u8; 64] = {
        let mut widths = [0; 64];
        let mut highest = 0;
        while highest < 4 * (W - 1) {
            widths[highest as usize] = ((highest / (W - 1) + 1) * W) as u8;
            highest += 1;
        }
        widths
    };
    /// The bits of all chunks but the last which say that another follows.
    const MORE: [u32; 64] = {
        let mut more = [0; 64];
        let mut highest = 0;
        while highest < 4 * (W - 1) {
            let mut chunk = 1;
            while chunk <= highest / (W - 1) {
                more[highest as usize] |= 1 << (chunk * W - 1);
                chunk += 1;
            }
            highest += 1;
        }
        more
    };
}

/// A field of any number of chunks; writes as many at once as fit a word. Takes and returns the last word and how much of it is filled.
#[inline(never)]
fn vbr_chunks(buffer: &mut Vec<u8>, (word, filled): (u64, u32), width: u32, mut value: u64) -> (u64, u32) {
    let mut run = Run { buffer, word, filled };
    let more = 1u64 << (width - 1);
    let (mut chunks, mut bits) = (0, 0);
    while value >= more {
        if bits + width > 64 {
            run.put(bits, chunks);
            (chunks, bits) = (0, 0);
        }
        chunks |= (value & (more - 1) | more) << bits;
        bits += width;
        value >>= width - 1;
    }
    if bits + width > 64 {
        run.put(bits, chunks);
        (chunks, bits) = (0, 0);
    }
    run.put(bits + width, chunks | value << bits);
    (run.word, run.filled)
}

#[cfg(test)]
mod tests {
    use super::*;
    use bitstream_io::{BitWrite, BitWriter, LittleEndian};

    #[test]
    fn the_cursor_reads_what_the_sink_wrote() {
        let mut sink = Sink::new();
        let mut fields = Vec::new();
        let mut seed = 7u64;
        for round in 0..3000u32 {
            seed = seed.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
            let value = seed >> (seed >> 58);
            if round % 2 == 0 {
                let width = 64 - value.leading_zeros();
                sink.fixed(width, value).unwrap();
                fields.push((true, width, value));
            } else {
                let width = 2 + (seed >> 20) as u32 % 31;
                let before = sink.position();
                sink.vbr(width, value).unwrap();
                assert_eq!(sink.position() - before, crate::bits::vbr_bits(value, width));
                fields.push((false, width, value));
            }
        }
        let end = sink.position();
        let bytes = sink.finish();
        let mut cursor = Cursor::new(&bytes);
        for (fixed, width, value) in fields {
            assert_eq!(if fixed { cursor.fixed(width) } else { cursor.vbr(width) }.unwrap(), value);
        }
        assert_eq!(cursor.position(), end);
    }

    /// bitstream-io writes the same bytes for the same fields.
    #[test]
    fn agrees_with_bitstream_io() {
        let mut sink = Sink::new();
        let mut theirs = BitWriter::<Vec<u8>, LittleEndian>::new(Vec::new());
        let mut seed = 11u64;
        for round in 0..5000u32 {
            seed = seed.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
            let value = seed >> (seed >> 58);
            match round % 4 {
                0 => {
                    let width = (64 - value.leading_zeros()).max(1);
                    sink.fixed(width, value).unwrap();
                    theirs.write_unsigned_var(width, value).unwrap();
                }
                1 => {
                    sink.vbr(4, value).unwrap();
                    theirs.write_unsigned_vbr::<4, u64>(value).unwrap();
                }
                2 => {
                    sink.vbr(6, value).unwrap();
                    theirs.write_unsigned_vbr::<6, u64>(value).unwrap();
                }
                _ => {
                    let bytes = value.to_le_bytes();
                    let count = round as usize % 8;
                    sink.bytes(&bytes[..count]);
                    theirs.write_bytes(&bytes[..count]).unwrap();
                    sink.bits(&bytes[count..], 5).unwrap();
                    theirs.write_unsigned_var(5, bytes[count] & 31).unwrap();
                }
            }
        }
        theirs.byte_align().unwrap();
        assert_eq!(sink.finish(), theirs.into_writer());
    }

    #[test]
    fn patches_at_any_position() {
        for offset in 0..64 {
            // With the end close enough that the word may be in the buffer, half in it, or not at all.
            for tail in [0, 3, 40] {
                let mut sink = Sink::after(vec![0xaa; 3]);
                sink.fixed(offset, (1 << offset) - 1).unwrap();
                sink.fixed(32, 0xffff_ffff).unwrap();
                sink.fixed(tail, (1 << tail) - 1).unwrap();
                sink.patch32(u64::from(offset), 0x1234_5678).unwrap();
                sink.fixed(9, 0x1ff).unwrap();
                let bytes = sink.finish();
                assert_eq!(bytes[..3], [0xaa; 3]);
                let mut cursor = Cursor::new(&bytes[3..]);
                assert_eq!(cursor.fixed(offset).unwrap(), (1 << offset) - 1);
                assert_eq!(cursor.fixed(32).unwrap(), 0x1234_5678);
                assert_eq!(cursor.fixed(tail).unwrap(), (1 << tail) - 1);
                assert_eq!(cursor.fixed(9).unwrap(), 0x1ff);
            }
        }
        let mut sink = Sink::new();
        sink.fixed(31, 0).unwrap();
        assert!(sink.patch32(0, 1).is_err());
        assert!(sink.bits(&[1, 2], 17).is_err());
        assert!(sink.bits(&[1, 2], 32).is_err());
    }

    #[test]
    fn refuses_values_that_do_not_fit() {
        let mut sink = Sink::new();
        assert!(sink.fixed(3, 8).is_err());
        assert!(sink.fixed(0, 1).is_err());
        assert!(sink.fixed(65, 0).is_err());
        assert!(sink.vbr(1, 0).is_err());
        assert!(sink.vbr(33, 0).is_err());
        assert_eq!(sink.position(), 0);
    }
}
