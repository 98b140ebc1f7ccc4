//! The bit cursor: a position in a byte slice, read by one eight-byte load per field.
use crate::error::{Error, Result};

/// A reading position, in bits, over a slice of bytes. Bits are taken from the least significant end of each byte first.
///
/// `Copy`, so that a decoder can work on a local copy and store it back when it is done.
///
/// ```
/// use bctk_bitstream::bits::Cursor;
/// let mut c = Cursor::new(&[0b1010_0110, 0xff]);
/// assert_eq!(c.fixed(3)?, 0b110);
/// assert_eq!(c.vbr(4)?, 0b100);   // chunk 0100: no more follow
/// assert_eq!(c.position(), 7);
/// # Ok::<(), bctk_bitstream::Error>(())
/// ```
#[derive(Clone, Copy)]
pub struct Cursor<'a> {
    data: &'a [u8],
    pos: u64,
}

/// The widest fixed field that one load covers at any bit position: 64 bits minus up to 7 bits in the first byte.
pub const WINDOW: u32 = 57;

#[inline(always)]
fn low_bits(width: u32) -> u64 {
    // `width` is at most 57 where this is called.
    (1u64 << (width & 63)) - 1
}

/// The load near the end, where fewer than eight bytes are left. (Not a method: a cursor whose address is taken is kept in memory.)
#[cold]
#[inline(never)]
fn tail_window(data: &[u8], byte: usize) -> u64 {
    let mut bytes = [0; 8];
    for (to, from) in bytes.iter_mut().zip(data.get(byte..).unwrap_or(&[])) {
        *to = *from;
    }
    u64::from_le_bytes(bytes)
}

impl<'a> Cursor<'a> {
    /// A cursor at the first bit of `data`.
    #[inline]
    pub fn new(data: &'a [u8]) -> Cursor<'a> {
        Cursor { data, pos: 0 }
    }

    /// A cursor at the same position of other bytes, or at their end if they are fewer.
    #[inline]
    #[must_use]
    pub fn over(self, data: &[u8]) -> Cursor<'_> {
        Cursor { data, pos: self.pos.min(data.len() as u64 * 8) }
    }

    /// The bytes that the cursor walks over.
    #[inline]
    pub fn data(&self) -> &'a [u8] {
        self.data
    }

    /// Bits from the start of the data.
    #[inline]
    pub fn position(&self) -> u64 {
        self.pos
    }

    /// Position after the last bit.
    #[inline]
    pub fn end(&self) -> u64 {
        self.data.len() as u64 * 8
    }

    /// Bits left.
    #[inline]
    pub fn remaining(&self) -> u64 {
        self.end() - self.pos
    }

    /// Whether no bit is left.
    #[inline]
    pub fn at_end(&self) -> bool {
        self.pos >= self.end()
    }

    /// Moves to bit `bit`.
    ///
    /// # Errors
    /// Truncated, if `bit` lies after the end; the position stays.
    #[inline]
    pub fn seek(&mut self, bit: u64) -> Result<()> {
        if bit > self.end() {
            return Err(Error::truncated(bit, "more data before this offset"));
        }
        self.pos = bit;
        Ok(())
    }

    /// The bits from the position on, lowest first: at least [`WINDOW`] of them, zeros past the end of the data.
    #[inline(always)]
    pub fn window(&self) -> u64 {
        let byte = (self.pos >> 3) as usize;
        // One comparison: the position in bytes is so far from the largest number that the sum is one, too.
        let word = match self.data.get(byte..byte + 8).and_then(|bytes| bytes.first_chunk::<8>()) {
            Some(chunk) => u64::from_le_bytes(*chunk),
            None => tail_window(self.data, byte),
        };
        word >> (self.pos & 7)
    }

    /// Skips `bits` bits that are known to exist, after a call of [`Cursor::window`].
    ///
    /// # Errors
    /// Truncated, if fewer are left.
    #[inline(always)]
    pub fn advance(&mut self, bits: u32) -> Result<()> {
        if u64::from(bits) > self.remaining() {
            return Err(Error::truncated(self.pos, "a field"));
        }
        self.pos += u64::from(bits);
        Ok(())
    }

    /// Skips `bits` bits, past the end too. Nothing but [`Cursor::window`] and [`Cursor::position`] makes sense there: whoever does that looks
    /// at the position before anything else.
    #[inline(always)]
    pub fn pass(&mut self, bits: u32) {
        self.pos += u64::from(bits);
    }

    /// Reads an unsigned field of `width` bits, 0..=64.
    ///
    /// # Errors
    /// Truncated, if fewer bits are left; Limit, if `width` is above 64.
    #[inline(always)]
    pub fn fixed(&mut self, width: u32) -> Result<u64> {
        if width > WINDOW {
            return self.fixed_wide(width);
        }
        let value = self.window() & low_bits(width);
        self.advance(width)?;
        Ok(value)
    }

    #[cold]
    #[inline(never)]
    fn fixed_wide(&mut self, width: u32) -> Result<u64> {
        if width > 64 {
            return Err(Error::too_large(format!("a fixed field of {width} bits; 64 is the most")).at(self.pos));
        }
        if u64::from(width) > self.remaining() {
            return Err(Error::truncated(self.pos, "a field"));
        }
        let low = self.fixed(32)?;
        let high = self.fixed(width - 32)?;
        Ok(high << 32 | low)
    }

    /// Reads a variable bit rate field with chunks of `width` bits, 1..=32; the top bit of a chunk is set if another one follows.
    ///
    /// Payload bits above bit 63 are dropped, as by LLVM (`SimpleBitstreamCursor::ReadVBR64`).
    ///
    /// # Errors
    /// Truncated, if the data ends within the field; Malformed, if it continues past bit 63; Limit, if `width` is not
    /// 1..=32.
    #[inline(always)]
    pub fn vbr(&mut self, width: u32) -> Result<u64> {
        if !(1..=32).contains(&width) {
            return Err(Error::too_large(format!("a VBR field of {width} bits; 1 to 32 are allowed")).at(self.pos));
        }
        let more = 1u64 << (width - 1);
        let window = self.window();
        if window & more == 0 {
            self.advance(width)?;
            return Ok(window & (more - 1));
        }
        // Two chunks are nearly as common as one, and fit in the same load unless they are wide.
        let second = window >> width;
        if second & more == 0 && 2 * width <= WINDOW {
            self.advance(2 * width)?;
            return Ok(window & (more - 1) | (second & (more - 1)) << (width - 1));
        }
        self.vbr_chunks(width, window)
    }

    /// The general case: takes as many chunks from each load as it holds.
    #[inline(never)]
    fn vbr_chunks(&mut self, width: u32, first: u64) -> Result<u64> {
        let start = self.pos;
        let more = 1u64 << (width - 1);
        let mut value = 0u64;
        let mut shift = 0u32;
        let mut window = first;
        let mut left = WINDOW;
        loop {
            if left < width {
                window = self.window();
                left = WINDOW;
            }
            self.advance(width).map_err(|_| Error::truncated(start, "the rest of a VBR field"))?;
            value |= (window & (more - 1)) << shift;
            if window & more == 0 {
                return Ok(value);
            }
            shift += width - 1;
            if shift >= 64 {
                return Err(Error::malformed("expected a VBR field to end within 64 bits").at(start));
            }
            window >>= width;
            left -= width;
        }
    }

    /// Moves to the next multiple of 32 bits.
    ///
    /// # Errors
    /// Truncated, if the data ends before it.
    #[inline]
    pub fn align32(&mut self) -> Result<()> {
        let aligned = self.pos.next_multiple_of(32);
        if aligned > self.end() {
            return Err(Error::truncated(self.pos, "padding up to a multiple of 32 bits"));
        }
        self.pos = aligned;
        Ok(())
    }

    /// Takes `len` bytes as a slice. The position must be a multiple of 8 bits.
    ///
    /// # Errors
    /// Truncated, if fewer bytes are left; Malformed, if the position is within a byte.
    pub fn bytes(&mut self, len: usize) -> Result<&'a [u8]> {
        if self.pos & 7 != 0 {
            return Err(Error::malformed("expected bytes to start at a byte").at(self.pos));
        }
        let start = (self.pos >> 3) as usize;
        let slice = start.checked_add(len).and_then(|end| self.data.get(start..end));
        let slice = slice.ok_or_else(|| Error::truncated(self.pos, "bytes"))?;
        self.pos += len as u64 * 8;
        Ok(slice)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_end_is_an_error_not_zeros() {
        let mut c = Cursor::new(&[0xff, 0x01]);
        assert_eq!(c.fixed(9).unwrap(), 0x1ff);
        assert!(c.fixed(8).is_err());
        assert_eq!(c.fixed(7).unwrap(), 0);
        assert!(c.at_end());
        assert_eq!(c.fixed(0).unwrap(), 0);
        assert!(c.fixed(1).is_err());
        assert!(c.vbr(6).is_err());
        assert!(c.seek(17).is_err());
        assert!(c.seek(16).is_ok());
    }

    #[test]
    fn a_vbr_that_never_ends_is_an_error() {
        let data = [0xff; 64];
        for width in 1..=32 {
            let mut c = Cursor::new(&data);
            assert!(c.vbr(width).is_err(), "width {width}");
        }
        assert!(Cursor::new(&data).vbr(0).is_err());
        assert!(Cursor::new(&data).vbr(33).is_err());
        assert!(Cursor::new(&data).fixed(65).is_err());
    }

    #[test]
    fn bytes_and_alignment() {
        let data = [1, 2, 3, 4, 5, 6, 7, 8];
        let mut c = Cursor::new(&data);
        c.fixed(3).unwrap();
        assert!(c.bytes(1).is_err());
        c.align32().unwrap();
        assert_eq!(c.position(), 32);
        assert!(c.bytes(5).is_err());
        assert_eq!(c.bytes(4).unwrap(), [5, 6, 7, 8]);
        c.align32().unwrap();
        assert!(Cursor::new(&[0; 3]).align32().is_ok(), "already aligned");
    }
}
