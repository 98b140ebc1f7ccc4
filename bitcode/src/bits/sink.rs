//! The bit sink: fields appended to a byte buffer through `bitstream-io`, with a position of its own and patching of words.
use bitstream_io::{BitWrite, BitWriter, LittleEndian};

use crate::bits::Cursor;
use crate::error::{Error, Result};

/// Writes bits to memory, least significant end of each byte first.
///
/// ```
/// use bctk_bitcode::bits::Sink;
/// let mut sink = Sink::new();
/// sink.fixed(3, 0b110)?;
/// sink.vbr(6, 100)?;
/// sink.align32();
/// assert_eq!(sink.position(), 32);
/// assert_eq!(sink.finish(), [0x26, 0x07, 0, 0]);
/// # Ok::<(), bctk_bitcode::Error>(())
/// ```
pub struct Sink {
    writer: BitWriter<Vec<u8>, LittleEndian>,
    /// Bits since `base`.
    pos: u64,
    /// Bytes before the stream; positions and alignment count from after them.
    base: usize,
    /// Words to set where the buffer could not be reached at once: bit position and value.
    patches: Vec<(u64, u32)>,
}

impl Default for Sink {
    fn default() -> Sink {
        Sink::new()
    }
}

#[cold]
#[inline(never)]
fn does_not_fit(value: u64, width: u32) -> Error {
    Error::malformed(format!("expected a value that fits {width} bits, found {value}"))
}

impl Sink {
    /// An empty sink.
    pub fn new() -> Sink {
        Sink::after(Vec::new())
    }

    /// A sink that appends to `prefix`; positions count from its end.
    pub fn after(prefix: Vec<u8>) -> Sink {
        Sink { base: prefix.len(), writer: BitWriter::new(prefix), pos: 0, patches: Vec::new() }
    }

    /// Bits written.
    #[inline]
    pub fn position(&self) -> u64 {
        self.pos
    }

    /// Writes a field of `width` bits, 0..=64.
    ///
    /// # Errors
    /// Malformed, if the value needs more bits; Limit, if `width` is above 64.
    #[inline]
    pub fn fixed(&mut self, width: u32, value: u64) -> Result<()> {
        if width == 0 {
            return if value == 0 { Ok(()) } else { Err(does_not_fit(value, 0)) };
        }
        if width > 64 {
            return Err(Error::limit(format!("a fixed field of {width} bits; 64 is the most")));
        }
        // Memory takes everything, so a value that is too large is the only way to fail.
        self.writer.write_unsigned_var(width, value).map_err(|_| does_not_fit(value, width))?;
        self.pos += u64::from(width);
        Ok(())
    }

    /// Writes a variable bit rate field with chunks of `width` bits, 2..=32, and no more of them than needed.
    ///
    /// # Errors
    /// Limit, if `width` is not 2..=32.
    #[inline]
    pub fn vbr(&mut self, width: u32, value: u64) -> Result<()> {
        let written = match width {
            4 => self.writer.write_unsigned_vbr::<4, u64>(value),
            5 => self.writer.write_unsigned_vbr::<5, u64>(value),
            6 => self.writer.write_unsigned_vbr::<6, u64>(value),
            8 => self.writer.write_unsigned_vbr::<8, u64>(value),
            2..=32 => return self.vbr_any(width, value),
            _ => return Err(Error::limit(format!("a VBR field of {width} bits; 2 to 32 are allowed"))),
        };
        written.map_err(|_| does_not_fit(value, width))?;
        self.pos += super::vbr_bits(value, width);
        Ok(())
    }

    fn vbr_any(&mut self, width: u32, mut value: u64) -> Result<()> {
        let more = 1u64 << (width - 1);
        while value >= more {
            self.fixed(width, value & (more - 1) | more)?;
            value >>= width - 1;
        }
        self.fixed(width, value)
    }

    /// Writes zeros up to the next multiple of 32 bits.
    pub fn align32(&mut self) {
        let padding = (self.pos.next_multiple_of(32) - self.pos) as u32;
        // A 0 fits every width, so this cannot fail.
        let _ = self.fixed(padding, 0);
    }

    /// Writes whole bytes at any position.
    pub fn bytes(&mut self, bytes: &[u8]) {
        // Writing to memory cannot fail.
        let _ = self.writer.write_bytes(bytes);
        self.pos += bytes.len() as u64 * 8;
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

    /// Sets the 32 bits at bit position `bit`, which must have been written already, to `value`.
    ///
    /// # Errors
    /// Malformed, if fewer than 32 bits have been written from there on.
    pub fn patch32(&mut self, bit: u64, value: u32) -> Result<()> {
        if bit.checked_add(32).is_none_or(|end| end > self.pos) {
            return Err(Error::malformed("expected a word to patch before the end of what is written").at(bit));
        }
        let base = self.base;
        if bit.is_multiple_of(8)
            && let Some(buffer) = self.writer.writer()
            && let Some(word) = buffer.get_mut(base + (bit / 8) as usize..).and_then(|rest| rest.first_chunk_mut::<4>())
        {
            *word = value.to_le_bytes();
            return Ok(());
        }
        self.patches.push((bit, value));
        Ok(())
    }

    /// The bytes, the prefix included; zeros fill up the last byte.
    pub fn finish(mut self) -> Vec<u8> {
        let padding = (self.pos.next_multiple_of(8) - self.pos) as u32;
        let _ = self.fixed(padding, 0);
        let mut bytes = self.writer.into_writer();
        for (bit, value) in self.patches {
            let start = self.base + (bit / 8) as usize;
            let shift = bit % 8;
            let (mask, value) = (0xffff_ffffu64 << shift, u64::from(value) << shift);
            for (index, byte) in bytes.iter_mut().skip(start).take(5).enumerate() {
                *byte = *byte & !((mask >> (index * 8)) as u8) | (value >> (index * 8)) as u8;
            }
        }
        bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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

    #[test]
    fn patches_at_any_position() {
        for offset in 0..17 {
            for tail in [0, 3] {
                let mut sink = Sink::after(vec![0xaa; 3]);
                sink.fixed(offset, (1 << offset) - 1).unwrap();
                sink.fixed(32, 0xffff_ffff).unwrap();
                sink.fixed(9, 0x1ff).unwrap();
                sink.align32();
                sink.fixed(tail, 0).unwrap();
                sink.patch32(u64::from(offset), 0x1234_5678).unwrap();
                let bytes = sink.finish();
                assert_eq!(bytes[..3], [0xaa; 3]);
                let mut cursor = Cursor::new(&bytes[3..]);
                assert_eq!(cursor.fixed(offset).unwrap(), (1 << offset) - 1);
                assert_eq!(cursor.fixed(32).unwrap(), 0x1234_5678);
                assert_eq!(cursor.fixed(9).unwrap(), 0x1ff);
            }
        }
        let mut sink = Sink::new();
        sink.fixed(31, 0).unwrap();
        assert!(sink.patch32(0, 1).is_err());
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
