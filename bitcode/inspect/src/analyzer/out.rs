//! Buffered text output, and formatting of numbers.
use std::io::{self, Write};
use std::sync::{Mutex, PoisonError};

use bctk_support::text::{is_plain, short};

use super::digits::{ABBREVIATED, GROUPS, abbreviated_len, set, signed, unsigned};
use super::line::{self, Head, Line};

/// Size of a page in bytes.
const PAGE: usize = 1 << 18;
/// Operands that are written between two looks at the room left.
const RUN: usize = 512;
/// The most bytes that one operand takes: ` op4294967295=` and 20 digits with a sign, rounded up.
const SLOT: usize = 40;

/// Pages that are used again: making one is as slow as filling it.
#[derive(Default)]
pub(super) struct Pool(Mutex<Vec<Vec<u8>>>);

impl Pool {
    fn take(&self) -> Vec<u8> {
        let page = self.0.lock().unwrap_or_else(PoisonError::into_inner).pop();
        page.filter(|page| page.len() == PAGE).unwrap_or_else(|| vec![0; PAGE])
    }

    pub(super) fn give(&self, page: Vec<u8>) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(page);
    }
}

/// A page and how many of its bytes are output.
pub(super) type Filled = (Vec<u8>, usize);

/// A buffered output.
pub(super) struct Out<'w> {
    /// As long as a page: memory is not set again.
    page: Vec<u8>,
    at: usize,
    to: To<'w>,
}

/// Where full pages go.
enum To<'w> {
    Sink(&'w mut dyn Write),
    /// They are kept, up to a number of them.
    Kept(Vec<Filled>, usize, &'w Pool),
    /// There is no output.
    Nowhere,
}

/// ` opN=` for numbers below 1000.
static NUMBERED: [[u8; 8]; 1000] = {
    let mut table = [*b" op     "; 1000];
    let mut n = 0;
    while n < 1000 {
        let mut at = 0;
        while at < GROUPS[n][3] as usize {
            table[n][3 + at] = GROUPS[n][at];
            at += 1;
        }
        table[n][3 + at] = b'=';
        n += 1;
    }
    table
};

/// Operands from number `first` on, whose numbers have so many digits that ` opN=` is `LEN` long.
#[inline(always)]
fn numbered<const LEN: usize>(room: &mut [u8], mut at: usize, first: usize, ops: &[u64]) -> usize {
    for (number, &op) in (first..).zip(ops) {
        let Some(prefix) = NUMBERED.get(number) else { break };
        let Some(slot) = room.get_mut(at..).and_then(|rest| rest.first_chunk_mut::<SLOT>()) else { break };
        set(slot, 0, prefix);
        let Some(digits) = slot[LEN..].first_chunk_mut() else { break };
        at += LEN + signed(op, digits);
    }
    at
}

impl<'w> Out<'w> {
    pub(super) fn new(sink: &'w mut dyn Write) -> Out<'w> {
        Out { page: vec![0; PAGE], at: 0, to: To::Sink(sink) }
    }

    /// An output that is kept in pages of `pool`, up to about `most` bytes: more is an error.
    pub(super) fn kept(most: usize, pool: &'w Pool) -> Out<'w> {
        Out { page: pool.take(), at: 0, to: To::Kept(Vec::new(), most / PAGE, pool) }
    }

    /// An output that nothing is written to.
    pub(super) fn nowhere() -> Out<'w> {
        Out { page: Vec::new(), at: 0, to: To::Nowhere }
    }

    /// The pages that were kept.
    pub(super) fn into_pages(self) -> Vec<Filled> {
        match self.to {
            To::Kept(mut full, ..) => {
                full.push((self.page, self.at));
                full
            }
            _ => Vec::new(),
        }
    }

    /// Writes what has been gathered.
    pub(super) fn flush(&mut self) -> io::Result<()> {
        let To::Sink(sink) = &mut self.to else { return Ok(()) };
        let gathered = std::mem::take(&mut self.at);
        sink.write_all(self.page.get(..gathered).unwrap_or_default())
    }

    /// Adds a page that was filled elsewhere.
    pub(super) fn filled(&mut self, (page, len): &Filled) -> io::Result<()> {
        let filled = page.get(..*len).unwrap_or_default();
        // Small ones are gathered.
        if *len < PAGE / 8 {
            return self.bytes(filled);
        }
        self.flush()?;
        if let To::Sink(sink) = &mut self.to { sink.write_all(filled) } else { self.bytes(filled) }
    }

    /// Makes room for `len` bytes, at most a page.
    #[inline(always)]
    fn room(&mut self, len: usize) -> io::Result<()> {
        if self.page.len() - self.at < len { self.next_page() } else { Ok(()) }
    }

    #[cold]
    #[inline(never)]
    fn next_page(&mut self) -> io::Result<()> {
        match &mut self.to {
            To::Sink(_) => self.flush(),
            To::Kept(full, most, pool) if full.len() < *most => {
                full.push((std::mem::replace(&mut self.page, pool.take()), std::mem::take(&mut self.at)));
                Ok(())
            }
            _ => Err(io::ErrorKind::OutOfMemory.into()),
        }
    }

    /// Adds the first `len` of these bytes. All are copied, in one go.
    #[inline(always)]
    fn put<const LEN: usize>(&mut self, bytes: &[u8; LEN], len: usize) -> io::Result<()> {
        self.room(LEN)?;
        if let Some(room) = self.page.get_mut(self.at..).and_then(|rest| rest.first_chunk_mut::<LEN>()) {
            *room = *bytes;
            self.at += len;
        }
        Ok(())
    }

    /// Adds the start of a line.
    #[inline(always)]
    pub(super) fn head(&mut self, head: &Head) -> io::Result<()> {
        let (text, len) = head.parts();
        self.put(text, len)
    }

    /// Room for a line, which counts once [`Out::add`] is called.
    #[inline(always)]
    pub(super) fn line(&mut self) -> io::Result<Option<Line<'_>>> {
        self.room(line::ROOM)?;
        Ok(self.page.get_mut(self.at..).and_then(|rest| rest.first_chunk_mut()).map(Line::new))
    }

    /// Adds a line of `len` bytes that has been put there.
    #[inline(always)]
    pub(super) fn add(&mut self, len: usize) {
        self.at += len;
    }

    /// Adds ` abbrevid=` and the number.
    #[inline(always)]
    pub(super) fn abbreviation(&mut self, id: u32) -> io::Result<()> {
        match ABBREVIATED.get(id as usize) {
            Some(text) => self.put(text, abbreviated_len(id)),
            None => {
                self.bytes(b" abbrevid=")?;
                self.number(u64::from(id))
            }
        }
    }

    /// Adds a few bytes, such as the end of a line.
    #[inline(always)]
    pub(super) fn chunk<const LEN: usize>(&mut self, bytes: &[u8; LEN]) -> io::Result<()> {
        self.put(bytes, LEN)
    }

    /// Adds bytes.
    #[inline]
    pub(super) fn bytes(&mut self, bytes: &[u8]) -> io::Result<()> {
        if bytes.len() > PAGE / 2 {
            return bytes.chunks(PAGE / 2).try_for_each(|part| self.bytes(part));
        }
        self.room(bytes.len())?;
        if let Some(room) = self.page.get_mut(self.at..self.at + bytes.len()) {
            room.copy_from_slice(bytes);
            self.at += bytes.len();
        }
        Ok(())
    }

    /// Adds text.
    #[inline]
    pub(super) fn text(&mut self, text: &str) -> io::Result<()> {
        self.bytes(text.as_bytes())
    }

    /// Adds a number.
    pub(super) fn number(&mut self, value: u64) -> io::Result<()> {
        let mut digits = [0; 24];
        let len = unsigned(value, &mut digits);
        self.bytes(&digits[..len])
    }

    /// Adds ` op0=…` and so on for every operand, as signed numbers.
    #[inline]
    pub(super) fn ops(&mut self, ops: &[u64]) -> io::Result<()> {
        let mut number = 0;
        while number < ops.len() {
            // Up to where the numbers get another digit.
            let end = match number {
                0..10 => 10,
                10..100 => 100,
                100..1000 => 1000,
                _ => ops.len(),
            };
            let run = &ops[number..end.min(number + RUN).min(ops.len())];
            self.room(run.len() * SLOT)?;
            let room = &mut self.page;
            self.at = match number {
                0..10 => numbered::<5>(room, self.at, number, run),
                10..100 => numbered::<6>(room, self.at, number, run),
                100..1000 => numbered::<7>(room, self.at, number, run),
                _ => many(room, self.at, number, run),
            };
            number += run.len();
        }
        Ok(())
    }

    /// Adds the low bytes of operands.
    pub(super) fn chars(&mut self, ops: &[u64]) -> io::Result<()> {
        for run in ops.chunks(PAGE / 2) {
            self.room(run.len())?;
            for (to, &op) in self.page[self.at..].iter_mut().zip(run) {
                *to = op as u8;
            }
            self.at += run.len();
        }
        Ok(())
    }

    /// Adds bytes as `raw_ostream::write_escaped` does with hexadecimal escapes.
    pub(super) fn escaped(&mut self, bytes: &[u8]) -> io::Result<()> {
        let mut rest = bytes;
        loop {
            match (rest.split_first_chunk(), short(rest)) {
                (Some((chunk, after)), _) if is_plain(chunk) => {
                    self.chunk(chunk)?;
                    rest = after;
                    continue;
                }
                (_, Some(last)) if is_plain(&last) => return self.put(&last, rest.len()),
                _ => {}
            }
            let plain = rest.iter().take_while(|c| matches!(c, b' '..=b'~') && !matches!(c, b'\\' | b'"')).count();
            let (run, other) = rest.split_at(plain);
            self.bytes(run)?;
            let Some((&c, after)) = other.split_first() else { break };
            let hex = |digit: u8| b"0123456789ABCDEF"[usize::from(digit & 15)];
            match c {
                b'\\' => self.bytes(b"\\\\")?,
                b'\t' => self.bytes(b"\\t")?,
                b'\n' => self.bytes(b"\\n")?,
                b'"' => self.bytes(b"\\\"")?,
                _ => self.bytes(&[b'\\', b'x', hex(c >> 4), hex(c)])?,
            }
            rest = after;
        }
        Ok(())
    }
}

/// Operands from number 1000 on.
fn many(room: &mut [u8], mut at: usize, first: usize, ops: &[u64]) -> usize {
    for (number, &op) in (first..).zip(ops) {
        let Some(slot) = room.get_mut(at..).and_then(|rest| rest.first_chunk_mut::<SLOT>()) else { break };
        set(slot, 0, b" op");
        let Some(digits) = slot[3..].first_chunk_mut() else { break };
        let len = 3 + unsigned(number as u64, digits).min(12);
        slot[len] = b'=';
        let Some(digits) = slot[len + 1..].first_chunk_mut() else { break };
        at += len + 1 + signed(op, digits);
    }
    at
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_are_kept_up_to_a_limit() {
        let pool = Pool::default();
        let mut out = Out::kept(3 * PAGE, &pool);
        let result = (0..100).try_for_each(|_| out.bytes(&[b'x'; PAGE / 10]));
        assert!(result.is_err());
        let pages = out.into_pages();
        assert_eq!(pages.len(), 4);
        assert!(pages.iter().all(|(page, len)| *len == PAGE / 10 * 10 && page[..*len].iter().all(|&c| c == b'x')));
    }

    fn written(write: impl Fn(&mut Out<'_>) -> io::Result<()>) -> String {
        let mut bytes = Vec::new();
        let mut out = Out::new(&mut bytes);
        write(&mut out).and_then(|()| out.flush()).unwrap();
        String::from_utf8(bytes).unwrap()
    }

    #[test]
    fn numbers() {
        for value in
            [0, 9, 10, 99, 100, 999, 1000, 1001, 10_500, 123_456, 1_000_000, 999_999_999, 1 << 40, i64::MAX as u64, 1 << 63, u64::MAX]
        {
            assert_eq!(written(|out| out.number(value)), value.to_string());
            assert_eq!(written(|out| out.ops(&[value])), format!(" op0={}", value.cast_signed()));
        }
    }

    #[test]
    fn operands() {
        let ops: Vec<u64> = (0..70_000u64).map(|n| n.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> (n % 64)).collect();
        let want: String = ops.iter().enumerate().map(|(n, &op)| format!(" op{n}={}", op.cast_signed())).collect();
        assert_eq!(written(|out| out.ops(&ops)), want);
        assert_eq!(written(|out| out.ops(&ops[..333])), want[..want.find(" op333=").unwrap()]);
    }

    #[test]
    fn escapes() {
        assert_eq!(written(|out| out.escaped(b"a\\b\t\n\"\0\xFF'~")), r#"a\\b\t\n\"\x00\xFF'~"#);
        for len in 0..50 {
            let plain = &b"The quick brown fox jumps over the lazy dog, twice."[..len];
            assert_eq!(written(|out| out.escaped(plain)).as_bytes(), plain);
            for at in 0..len {
                let mut bytes = plain.to_vec();
                bytes[at] = b'\x7F';
                let (before, after) = (&plain[..at], &plain[at + 1..]);
                assert_eq!(written(|out| out.escaped(&bytes)).as_bytes(), [before, b"\\x7F", after].concat());
            }
        }
    }
}
