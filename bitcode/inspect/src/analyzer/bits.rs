//! Reads bits like LLVM's cursor: the same values, and the same messages if the data ends.
//!
//! The fast path is that of [`Cursor`]. Only if it fails is the field read again, to find the message of
//! `SimpleBitstreamCursor` (LLVM 22), which depends on the eight-byte words that it takes from the stream.
use bctk_bitstream::bits::Cursor;
use bctk_bitstream::bits::chunks::CHUNKS;
use bctk_bitstream::bits::cursor::WINDOW;
use bctk_bitstream::limits::Limits;
use bctk_bitstream::stream::Abbrev;

use super::options::Fault;

/// Result of reading.
pub(super) type Outcome<T> = Result<T, Fault>;

/// A reading position in a stream.
#[derive(Clone, Copy)]
pub(super) struct Bits<'a> {
    cursor: Cursor<'a>,
}

impl<'a> Bits<'a> {
    pub(super) fn new(data: &'a [u8]) -> Bits<'a> {
        Bits { cursor: Cursor::new(data) }
    }

    /// The position, for reading without looks at the end.
    #[inline(always)]
    pub(super) fn cursor(&self) -> Cursor<'a> {
        self.cursor
    }

    /// Goes on at a position that is not past the end; false if it is.
    #[inline(always)]
    pub(super) fn go_on(&mut self, cursor: Cursor<'a>) -> bool {
        let there = cursor.position() <= cursor.end();
        if there {
            self.cursor = cursor;
        }
        there
    }

    pub(super) fn data(&self) -> &'a [u8] {
        self.cursor.data()
    }

    #[inline(always)]
    pub(super) fn position(&self) -> u64 {
        self.cursor.position()
    }

    pub(super) fn at_end(&self) -> bool {
        self.cursor.at_end()
    }

    pub(super) fn remaining(&self) -> u64 {
        self.cursor.remaining()
    }

    /// Moves to a bit that is known to be there.
    pub(super) fn seek(&mut self, bit: u64) {
        // Callers have looked; were it not so, the position would stay, and reading goes on from there.
        let _ = self.cursor.seek(bit.min(self.cursor.end()));
    }

    /// A fixed field of 1 to 32 bits.
    #[inline(always)]
    pub(super) fn fixed(&mut self, width: u32) -> Outcome<u64> {
        match self.cursor.fixed(width) {
            Ok(value) => Ok(value),
            Err(_) => Err(self.ended(self.position(), width)),
        }
    }

    /// A VBR field of 64 bits at most, in chunks of 1 to 32 bits.
    ///
    /// Up to three chunks are told apart by branches: where the processor foresees them, it goes on to the next field at once.
    #[inline(always)]
    pub(super) fn vbr(&mut self, width: u32) -> Outcome<u64> {
        let window = self.cursor.window();
        let more = 1u64 << (width - 1);
        let (value, bits) = if window & more == 0 {
            (window & (more - 1), width)
        } else if (window >> width) & more == 0 && 2 * width <= WINDOW {
            (window & (more - 1) | (window >> width & (more - 1)) << (width - 1), 2 * width)
        } else if (window >> (2 * width)) & more == 0 && 3 * width <= WINDOW {
            let low = window & (more - 1) | (window >> width & (more - 1)) << (width - 1);
            (low | (window >> (2 * width) & (more - 1)) << (2 * width - 2), 3 * width)
        } else {
            match CHUNKS.get(width as usize).and_then(|chunks| chunks.take(window)) {
                Some(found) => found,
                None => return self.long(width),
            }
        };
        match self.cursor.advance(bits) {
            Ok(()) => Ok(value),
            Err(_) => self.long(width),
        }
    }

    /// A VBR field that is longer than a window, or that ends after the data.
    #[cold]
    #[inline(never)]
    fn long(&mut self, width: u32) -> Outcome<u64> {
        let start = self.cursor;
        match self.cursor.vbr(width) {
            Ok(value) => Ok(value),
            Err(_) => Err(Bits { cursor: start }.vbr_fault(width, 64)),
        }
    }

    /// A VBR field of 32 bits at most; bits above are lost.
    #[inline(always)]
    pub(super) fn vbr32(&mut self, width: u32) -> Outcome<u32> {
        let window = self.cursor.window();
        let more = 1u64 << (width - 1);
        if window & more == 0 && u64::from(width) <= self.remaining() {
            self.seek(self.position() + u64::from(width));
            return Ok((window & (more - 1)) as u32);
        }
        let start = *self;
        match self.cursor.vbr(width) {
            Ok(value) => {
                let more_chunks = (self.position() - start.position()) / u64::from(width) - 1;
                if more_chunks * u64::from(width - 1) >= 32 { Err(unterminated()) } else { Ok(value as u32) }
            }
            Err(_) => Err(start.vbr_fault(width, 32)),
        }
    }

    /// The number of operands that follow. A number too large for the stream is an error.
    #[inline(always)]
    pub(super) fn count(&mut self) -> Outcome<u64> {
        let count = match self.vbr32(6) {
            Ok(count) => u64::from(count),
            Err(fault) => return Err(fault.before("Failed to read size: ")),
        };
        if count >= self.cursor.end() { Err(Fault::content("Size is not plausible")) } else { Ok(count) }
    }

    /// Moves to the next multiple of 32 bits, or to the end.
    pub(super) fn align(&mut self) {
        self.seek(self.position().next_multiple_of(32));
    }

    /// `count` VBR fields.
    #[inline(always)]
    pub(super) fn vbrs(&mut self, width: u32, count: u64, ops: &mut Vec<u64>) -> Outcome<()> {
        ops.reserve(count.min(self.remaining() / u64::from(width)) as usize);
        let more = 1u64 << (width - 1);
        let mut left = count;
        while left > 0 {
            let mut window = self.cursor.window();
            let mut bits = 0;
            while left > 0 && bits + width <= WINDOW && window & more == 0 {
                ops.push(window & (more - 1));
                window >>= width;
                bits += width;
                left -= 1;
            }
            if self.cursor.advance(bits).is_err() {
                // The window was filled with zeros past the end.
                return Err(self.fields_fault(width));
            }
            if left > 0 && (bits == 0 || window & more != 0) {
                ops.push(self.vbr(width)?);
                left -= 1;
            }
        }
        Ok(())
    }

    /// Passes over `count` VBR fields.
    #[inline(always)]
    pub(super) fn skip_vbrs(&mut self, width: u32, count: u64) -> Outcome<()> {
        let mut left = count;
        let chunks = WINDOW / width;
        // The top bits of the chunks that a window holds.
        let tops = (0..chunks).fold(0u64, |tops, i| tops | 1 << ((i + 1) * width - 1));
        while left > 0 {
            if self.remaining() >= 64 {
                let ends = !self.cursor.window() & tops;
                let fields = u64::from(ends.count_ones());
                if fields > 0 && fields <= left {
                    // Up to the end of the last field that ends in the window.
                    let _ = self.cursor.advance(64 - ends.leading_zeros());
                    left -= fields;
                    continue;
                }
            }
            self.vbr(width)?;
            left -= 1;
        }
        Ok(())
    }

    /// `count` fixed fields.
    #[inline(always)]
    pub(super) fn fixeds(&mut self, width: u32, count: u64, ops: &mut Vec<u64>, map: impl Fn(u64) -> u64) -> Outcome<()> {
        self.there(width, count)?;
        ops.reserve(count as usize);
        let mask = (1u64 << width) - 1;
        let per_window = u64::from(WINDOW / width);
        let mut left = count;
        while left > 0 {
            let take = left.min(per_window);
            let window = self.cursor.window();
            ops.extend((0..take as u32).map(|i| map(window >> (i * width) & mask)));
            let _ = self.cursor.advance(take as u32 * width);
            left -= take;
        }
        Ok(())
    }

    /// Passes over `count` fixed fields.
    #[inline(always)]
    pub(super) fn skip_fixeds(&mut self, width: u32, count: u64) -> Outcome<()> {
        self.there(width, count)?;
        self.seek(self.position() + count * u64::from(width));
        Ok(())
    }

    /// Whether `count` fields of `width` bits are there.
    #[inline(always)]
    fn there(&mut self, width: u32, count: u64) -> Outcome<()> {
        let width = u64::from(width);
        if count * width > self.remaining() {
            let first_missing = self.position() + self.remaining() / width * width;
            return Err(self.ended(first_missing, width as u32));
        }
        Ok(())
    }

    /// Reads a definition of an abbreviation.
    pub(super) fn abbrev(&mut self, limits: &Limits) -> Outcome<Abbrev> {
        let start = *self;
        match Abbrev::read(&mut self.cursor, limits) {
            Ok(abbrev) => Ok(abbrev),
            Err(error) => Err(start.abbrev_fault(error.message())),
        }
    }

    /// LLVM's message if `width` bits at `position` do not exist.
    #[cold]
    #[inline(never)]
    fn ended(&self, position: u64, width: u32) -> Fault {
        let (size, end) = (self.data().len(), self.cursor.end());
        let width = u64::from(width);
        // LLVM takes words of 64 bits, the last one of what is left.
        let loaded = position.next_multiple_of(64).min(end);
        let missing = width.saturating_sub(loaded - position.min(loaded));
        if loaded < end && end - loaded < missing {
            Fault::content(format!("Unexpected end of file reading {} of {missing} bits", end - loaded))
        } else {
            Fault::content(format!("Unexpected end of file reading {size} of {size} bytes"))
        }
    }

    /// LLVM's message for a VBR field that cannot be read.
    #[cold]
    #[inline(never)]
    fn vbr_fault(mut self, width: u32, limit: u32) -> Fault {
        let mut shift = 0;
        loop {
            match self.fixed(width) {
                Err(fault) => return fault,
                Ok(_) => shift += width - 1,
            }
            if shift >= limit {
                return unterminated();
            }
        }
    }

    /// LLVM's messages for one-chunk VBR fields that extend past the end.
    #[cold]
    #[inline(never)]
    fn fields_fault(mut self, width: u32) -> Fault {
        loop {
            if let Err(fault) = self.vbr(width) {
                return fault;
            }
        }
    }

    /// LLVM's message for a definition of an abbreviation that cannot be read.
    #[cold]
    #[inline(never)]
    fn abbrev_fault(mut self, otherwise: &str) -> Fault {
        let mut replay = || -> Outcome<u32> {
            let count = self.vbr32(5)?;
            for _ in 0..count {
                if self.fixed(1)? == 1 {
                    self.vbr(8)?;
                    continue;
                }
                match self.fixed(3)? {
                    1 | 2 => {
                        if self.vbr(5)? > u64::from(bctk_bitstream::stream::abbrev::MAX_WIDTH) {
                            return Err(Fault::content("Fixed or VBR abbrev record with size > MaxChunkData"));
                        }
                    }
                    3..=5 => {}
                    _ => return Err(Fault::content("Invalid encoding")),
                }
            }
            Ok(count)
        };
        match replay() {
            Err(fault) => fault,
            Ok(0) => Fault::content("Abbrev record with no operands"),
            Ok(_) => Fault::content(otherwise),
        }
    }
}

#[cold]
#[inline(never)]
fn unterminated() -> Fault {
    Fault::content("Unterminated VBR")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn skipping_is_reading_without_keeping() {
        let data: Vec<u8> = (0..400u32).map(|i| (i.wrapping_mul(2_654_435_761) >> 13) as u8 & (i >> 2) as u8).collect();
        for width in 2..=9 {
            let mut read = Bits::new(&data);
            let mut skipped = read;
            let mut ops = Vec::new();
            for count in [1, 2, 7, 30, 100] {
                let a = read.vbrs(width, count, &mut ops).map_err(|f| f.to_string());
                let b = skipped.skip_vbrs(width, count).map_err(|f| f.to_string());
                assert_eq!(a, b, "width {width}");
                if a.is_err() {
                    break;
                }
                assert_eq!(read.position(), skipped.position(), "width {width}");
            }
            assert!(ops.len() > 30, "width {width} read only {}", ops.len());
        }
    }

    #[test]
    fn the_end_in_llvms_words() {
        let data = [0xFF; 12];
        let mut bits = Bits::new(&data);
        assert_eq!(bits.vbr(6).unwrap_err().to_string(), "Unterminated VBR");
        let mut bits = Bits::new(&data);
        bits.seek(70);
        assert_eq!(bits.vbr(6).unwrap_err().to_string(), "Unexpected end of file reading 12 of 12 bytes");
        assert_eq!(Bits::new(&data[..9]).skip_fixeds(20, 4).unwrap_err().to_string(), "Unexpected end of file reading 8 of 16 bits");
    }
}
