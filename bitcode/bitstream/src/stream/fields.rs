//! Reads the fields of one record whose encoding the caller knows, without a list of operands.
use crate::bits::Cursor;
use crate::bits::chunks::Chunks;
use crate::bits::cursor::WINDOW;
use crate::stream::abbrev::AbbrevOp;

/// How many characters are decoded at once.
const PIECE: usize = 8;

/// The longest text that [`FieldReader::text`] reads, in bytes.
pub const MAX_TEXT: usize = 64;

/// Room for such a text.
pub type Text = [[u8; PIECE]; MAX_TEXT / PIECE];

/// How the characters of an array are encoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Characters {
    /// As bytes.
    Eight,
    /// As ASCII.
    Seven,
    /// As [`AbbrevOp::Char6`].
    Six,
}

impl Characters {
    /// The encoding of an array of such elements; none if they are no characters.
    pub fn of(element: AbbrevOp) -> Option<Characters> {
        match element {
            AbbrevOp::Fixed(8) => Some(Characters::Eight),
            AbbrevOp::Fixed(7) => Some(Characters::Seven),
            AbbrevOp::Char6 => Some(Characters::Six),
            _ => None,
        }
    }
}

/// Moves the lowest eight fields of seven bits to the eight bytes.
#[inline(always)]
fn spread_seven(bits: u64) -> u64 {
    let halves = bits & 0x0FFF_FFFF | (bits & 0x00FF_FFFF_F000_0000) << 4;
    let quarters = halves & 0x0000_3FFF_0000_3FFF | (halves & 0x0FFF_C000_0FFF_C000) << 2;
    quarters & 0x007F_007F_007F_007F | (quarters & 0x3F80_3F80_3F80_3F80) << 1
}

/// The same with fields of six bits.
#[inline(always)]
fn spread_six(bits: u64) -> u64 {
    let halves = bits & 0x00FF_FFFF | (bits & 0xFFFF_FF00_0000) << 8;
    let quarters = halves & 0x0000_0FFF_0000_0FFF | (halves & 0x00FF_F000_00FF_F000) << 4;
    quarters & 0x003F_003F_003F_003F | (quarters & 0x0FC0_0FC0_0FC0_0FC0) << 2
}

/// The characters of eight codes of [`AbbrevOp::Char6`], which are in a byte each.
#[inline(always)]
fn decode_six(codes: u64) -> u64 {
    const EACH: u64 = 0x0101_0101_0101_0101;
    // 1 in each byte whose code is not below `code`. Codes are below 64, so nothing is carried from one byte to the next.
    let from = |code: u64| (codes + (0x80 - code) * EACH) >> 7 & EACH;
    // The letters, the digits, the point and the underscore follow each other: at the start of each run, the difference changes.
    codes + u64::from(b'a') * EACH - from(26) * 58 - from(52) * 43 - from(62) * 12 + from(63) * 48
}

/// The fields of a record, read one after the other from a window of bits. [`StreamReader::fields`](super::StreamReader::fields) makes
/// it, and [`StreamReader::accept`](super::StreamReader::accept) says whether all fields were there.
///
/// A field past the end of the data is 0, and so is one that is too long for a window.
#[derive(Clone)]
pub struct FieldReader<'a> {
    /// Where the window was loaded.
    cursor: Cursor<'a>,
    window: u64,
    /// How many bits of the window have been read.
    used: u32,
    failed: bool,
}

impl<'a> FieldReader<'a> {
    #[inline(always)]
    pub(super) fn new(cursor: Cursor<'a>) -> FieldReader<'a> {
        FieldReader { cursor, window: cursor.window(), used: 0, failed: false }
    }

    #[inline(always)]
    fn refill(&mut self) {
        self.cursor.pass(self.used);
        self.window = self.cursor.window();
        self.used = 0;
    }

    #[inline(always)]
    fn pass(&mut self, bits: u32) {
        // At most `WINDOW` bits.
        self.window = self.window.wrapping_shr(bits);
        self.used += bits;
    }

    /// A field of `width` bits, 0..=32.
    #[inline(always)]
    pub fn fixed(&mut self, width: u32) -> u64 {
        debug_assert!(width <= 32, "no field of an abbreviation has {width} bits");
        if self.used + width > WINDOW {
            self.refill();
        }
        let value = self.window & ((1 << width) - 1);
        self.pass(width);
        value
    }

    /// A VBR field with chunks of `WIDTH` bits, up to eight of them.
    #[inline(always)]
    pub fn vbr<const WIDTH: u32>(&mut self) -> u64 {
        let more = 1 << (WIDTH - 1);
        if self.used + 2 * WIDTH > WINDOW {
            self.refill();
        }
        let first = self.window;
        if first & more == 0 {
            self.pass(WIDTH);
            return first & (more - 1);
        }
        if first & more << WIDTH == 0 {
            self.pass(2 * WIDTH);
            return first & (more - 1) | (first >> 1) & ((more - 1) << (WIDTH - 1));
        }
        self.long::<WIDTH>()
    }

    /// A VBR field of three chunks or more.
    #[inline(always)]
    fn long<const WIDTH: u32>(&mut self) -> u64 {
        let chunks = const { Chunks::new(WIDTH) };
        let (value, bits) = match chunks.take(self.window) {
            Some((value, bits)) if self.used + bits <= WINDOW => (value, bits),
            _ => {
                self.refill();
                chunks.take(self.window).unwrap_or_else(|| {
                    self.failed = true;
                    (0, 0)
                })
            }
        };
        self.pass(bits);
        value
    }

    /// An array of characters: puts them at the start of `text` and returns how many; none if there is no room for them. What follows
    /// them in `text` has no meaning.
    #[inline(always)]
    pub fn text(&mut self, characters: Characters, text: &mut Text) -> Option<usize> {
        let count = usize::try_from(self.vbr::<6>()).ok().filter(|&count| count <= MAX_TEXT)?;
        self.refill();
        let mut cursor = self.cursor;
        let pieces = &mut text[..count.div_ceil(PIECE)];
        let width = match characters {
            Characters::Eight => {
                for piece in pieces {
                    // A window has all bits of seven at least.
                    let low = cursor.window() & 0xFFFF_FFFF;
                    cursor.pass(32);
                    *piece = (low | cursor.window() << 32).to_le_bytes();
                    cursor.pass(32);
                }
                8
            }
            Characters::Seven => {
                for piece in pieces {
                    *piece = spread_seven(cursor.window()).to_le_bytes();
                    cursor.pass(7 * PIECE as u32);
                }
                7
            }
            Characters::Six => {
                for piece in pieces {
                    *piece = decode_six(spread_six(cursor.window())).to_le_bytes();
                    cursor.pass(6 * PIECE as u32);
                }
                6
            }
        };
        self.cursor.pass(width * count as u32);
        self.refill();
        Some(count)
    }

    /// The cursor after the fields, if they are as they were read.
    #[inline(always)]
    pub(super) fn end(mut self) -> Option<Cursor<'a>> {
        self.cursor.pass(self.used);
        (!self.failed && self.cursor.position() <= self.cursor.end()).then_some(self.cursor)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bits::Sink;
    use crate::stream::abbrev::CHAR6;

    #[test]
    fn fields_are_those_of_the_careful_cursor() {
        let mut sink = Sink::new();
        let values: Vec<u64> = (0..20).flat_map(|bits| [1 << bits, (1 << bits) - 1, 0x9E379 >> (bits / 2)]).collect();
        for &value in &values {
            sink.vbr(6, value).unwrap();
            sink.fixed(9, value & 0x1FF).unwrap();
            sink.vbr(4, value).unwrap();
        }
        let data = sink.finish();
        let mut fields = FieldReader::new(Cursor::new(&data));
        for &value in &values {
            assert_eq!((fields.vbr::<6>(), fields.fixed(9), fields.vbr::<4>()), (value, value & 0x1FF, value));
        }
        assert!(fields.end().is_some_and(|cursor| cursor.remaining() < 32));
    }

    #[test]
    fn texts_are_in_any_encoding() {
        let longest = String::from_utf8(CHAR6.to_vec()).unwrap();
        for text in [&longest, "", "a", "bb8", "exactly8", "nine.char", "sixteen_in_this_", &longest[1..], &longest[..63]] {
            for (characters, width) in [(Characters::Eight, 8), (Characters::Seven, 7), (Characters::Six, 6)] {
                let mut sink = Sink::new();
                sink.fixed(3, 5).unwrap();
                sink.vbr(6, text.len() as u64).unwrap();
                for byte in text.bytes() {
                    let code = CHAR6.iter().position(|&c| c == byte).unwrap() as u64;
                    sink.fixed(width, if width == 6 { code } else { u64::from(byte) }).unwrap();
                }
                sink.fixed(9, 0x155).unwrap();
                let data = sink.finish();
                let (mut fields, mut found) = (FieldReader::new(Cursor::new(&data)), Text::default());
                assert_eq!(fields.fixed(3), 5);
                assert_eq!(fields.text(characters, &mut found), Some(text.len()));
                assert_eq!(&found.as_flattened()[..text.len()], text.as_bytes(), "{characters:?}");
                assert_eq!(fields.fixed(9), 0x155);
                assert!(fields.end().is_some());
            }
        }
        let mut sink = Sink::new();
        sink.vbr(6, 65).unwrap();
        assert_eq!(FieldReader::new(Cursor::new(&sink.finish())).text(Characters::Six, &mut Text::default()), None);
    }

    #[test]
    fn long_fields_and_the_end_are_noticed() {
        let data = [0xFF; 16];
        let mut fields = FieldReader::new(Cursor::new(&data));
        fields.vbr::<6>();
        assert!(fields.end().is_none(), "a field of more than eight chunks");
        let mut fields = FieldReader::new(Cursor::new(&data[..1]));
        assert_eq!((fields.fixed(6), fields.fixed(6)), (0x3F, 0x3));
        assert!(fields.end().is_none(), "a field past the end");
    }
}
