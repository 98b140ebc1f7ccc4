//! Lines of records with few operands: they are put together where the output is, without a look at the room left for each piece.
use bctk_bitstream::bits::Cursor;
use bctk_bitstream::bits::cursor::WINDOW;
use bctk_bitstream::stream::UNABBREV_RECORD;
use bctk_bitstream::stream::abbrev::CHAR6;

use super::digits::{ABBREVIATED, abbreviated_len, byte, set, signed};
use super::fast::{self, Element, Lists, Plan};

/// The most operands of such a line.
const MOST: usize = 64;
/// The longest such line: start, abbreviation, operands with numbers of two digits, a string of as many characters. A power of two.
const LONGEST: usize = 1 << 11;
/// The most bytes that are copied in one go.
const PIECE: usize = 48;
/// The room for a line.
pub(super) const ROOM: usize = LONGEST + PIECE;

/// The start of a line that is copied in one go: indent, `<` and the name of the record. The last byte is the length.
const HEAD: usize = PIECE;

/// Record codes below this have starts of lines that are kept.
pub(super) const LABELLED: usize = 128;

/// The start of a line, stored for copying it in one go; of length zero if there is none.
#[derive(Clone, Copy)]
pub(super) struct Head([u8; HEAD]);

impl Head {
    pub(super) const NONE: Head = Head([0; HEAD]);

    /// Nothing, if it is too long.
    pub(super) fn new(text: &[u8]) -> Option<Head> {
        let mut head = [b' '; HEAD];
        let (len, room) = head.split_last_mut()?;
        room.get_mut(..text.len())?.copy_from_slice(text);
        *len = text.len() as u8;
        Some(Head(head))
    }

    /// Its bytes, and how many of them count.
    #[inline(always)]
    pub(super) fn parts(&self) -> (&[u8; HEAD], usize) {
        (&self.0, usize::from(self.0[HEAD - 1]))
    }
}

/// ` opN=` by the number of an operand; the last byte is the length.
static NUMBERED: [[u8; 8]; MOST] = {
    let mut table = [*b" op   \0\0"; MOST];
    let mut n = 0;
    while n < MOST {
        let digits = if n < 10 { 1 } else { 2 };
        if n >= 10 {
            table[n][3] = b'0' + (n / 10) as u8;
        }
        table[n][2 + digits] = b'0' + (n % 10) as u8;
        table[n][3 + digits] = b'=';
        table[n][7] = 4 + digits as u8;
        n += 1;
    }
    table
};

/// A record that has been read, and its line.
pub(super) struct Made<'a> {
    pub(super) code: u32,
    pub(super) is_abbreviated: bool,
    /// The position after the record.
    pub(super) cursor: Cursor<'a>,
    /// The length of the line.
    pub(super) len: usize,
}

/// A line that is being put together.
pub(super) struct Line<'p> {
    room: &'p mut [u8; ROOM],
    at: usize,
}

impl<'p> Line<'p> {
    pub(super) fn new(room: &'p mut [u8; ROOM]) -> Line<'p> {
        Line { room, at: 0 }
    }

    /// Adds the first `len` of these bytes. All are copied, in one go.
    #[inline(always)]
    fn put<const LEN: usize>(&mut self, bytes: &[u8; LEN], len: usize) {
        // The remainder is the position itself, and tells the compiler that there is room.
        set(self.room, self.at % LONGEST, bytes);
        self.at += len;
    }

    /// Adds ` opN=`.
    #[inline(always)]
    fn number(&mut self, number: usize) {
        let text = &NUMBERED[number % MOST];
        self.put(text, usize::from(text[7]));
    }

    /// Adds an operand.
    #[inline(always)]
    fn operand(&mut self, number: usize, value: u64) {
        self.number(number);
        if let Some(digits) = self.room.get_mut(self.at % LONGEST..).and_then(|room| room.first_chunk_mut()) {
            self.at += signed(value, digits);
        }
    }

    /// Reads a record and adds its line: first its abbreviation id, of `width` bits. Returns the record's code, the position after it and the
    /// length of the line; none if the record or its line is not a usual one.
    ///
    /// Cursor and line are passed as values: so the positions in both stay in registers.
    #[inline(always)]
    pub(super) fn record<'a>(
        mut self,
        mut cursor: Cursor<'a>,
        width: u32,
        known: &Lists<'_>,
        heads: &[Head; LABELLED],
    ) -> Option<Made<'a>> {
        let (id, window) = fast::id(&mut cursor, width);
        if id == UNABBREV_RECORD {
            let (code, operands) = fast::header(&mut cursor, window)?;
            let operands = operands as usize;
            if operands > MOST {
                return None;
            }
            self.head(heads.get(code as usize)?)?;
            for number in 0..operands {
                let value = fast::six(&mut cursor)?;
                self.operand(number, value);
            }
            self.put(b"/>\n", 3);
            return Some(Made { code, is_abbreviated: false, cursor, len: self.at });
        }
        let plan = known.plan(id)?;
        let code = plan.code(&mut cursor)?;
        self.head(heads.get(code as usize)?)?;
        self.put(ABBREVIATED.get(id as usize)?, abbreviated_len(id));
        for (number, field) in plan.fields.iter().enumerate() {
            let value = field.read(&mut cursor)?;
            self.operand(number, value);
        }
        match plan.array {
            None => self.put(b"/>\n", 3),
            Some(element) => self.array(&mut cursor, plan, element)?,
        }
        Some(Made { code, is_abbreviated: true, cursor, len: self.at })
    }

    #[inline(always)]
    fn head(&mut self, head: &Head) -> Option<()> {
        let (text, len) = head.parts();
        self.put(text, len);
        (len > 0).then_some(())
    }

    /// Adds the elements of an array, and the end of the line, with the string if they are one.
    #[inline(always)]
    fn array(&mut self, cursor: &mut Cursor<'_>, plan: &Plan, element: Element) -> Option<()> {
        let count = fast::count(cursor)? as usize;
        let first = plan.fields.len();
        if first + count > MOST {
            return None;
        }
        // The low bytes of the elements.
        let mut chars = [0; MOST];
        let is_text = match element {
            Element::Byte(width) => {
                self.chars(cursor, first, chars.get_mut(..count)?, u32::from(width), |code| code as u8);
                chars.iter().take(count).all(|&c| is_printable(c))
            }
            Element::Char6 => {
                self.chars(cursor, first, chars.get_mut(..count)?, 6, |code| CHAR6[code as usize & 63]);
                true
            }
            Element::Other(field) => {
                let mut is_text = true;
                for (number, low) in (first..).zip(chars.get_mut(..count)?) {
                    let value = field.read(cursor)?;
                    *low = value as u8;
                    is_text &= is_printable(*low);
                    self.operand(number, value);
                }
                is_text
            }
        };
        if !is_text {
            self.put(b"/>\n", 3);
            return Some(());
        }
        self.put(b"/> record string = '", 20);
        let (chunks, _) = chars.as_chunks::<16>();
        for (at, chunk) in (0..count).step_by(16).zip(chunks) {
            self.put(chunk, (count - at).min(16));
        }
        self.put(b"'\n", 2);
        Some(())
    }

    /// Reads characters, and adds them as operands from number `first` on.
    #[inline(always)]
    fn chars(&mut self, cursor: &mut Cursor<'_>, first: usize, chars: &mut [u8], width: u32, char: impl Fn(u64) -> u8) {
        let mask = (1u64 << width) - 1;
        let mut number = first;
        for run in chars.chunks_mut((WINDOW / width) as usize) {
            let mut window = cursor.window();
            cursor.pass(run.len() as u32 * width);
            for to in run {
                *to = char(window & mask);
                window >>= width;
                self.number(number);
                let digits = byte(*to);
                self.put(digits, usize::from(digits[3]));
                number += 1;
            }
        }
    }
}

#[inline(always)]
fn is_printable(c: u8) -> bool {
    matches!(c, b' '..=b'~')
}
