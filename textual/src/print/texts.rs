//! Texts by index: each is made once, and copied where it prints.

use bctk_support::text::{append_start, digits, short, write_u32};

/// What stands in the place of a length in an entry that has only the place of its text.
const LONG: u8 = u8::MAX;

/// A text of up to fifteen bytes, and its length in the last byte; or where a longer text is: its start and its length.
#[derive(Clone, Copy)]
pub(super) struct Entry([u8; 16]);

impl Entry {
    /// The entry of a text that starts there.
    #[inline]
    pub(super) fn new(text: &[u8], start: usize) -> Entry {
        match short(text) {
            Some(mut chunk) => {
                chunk[15] = text.len() as u8;
                Entry(chunk)
            }
            None => Entry((start as u128 | (text.len() as u128) << 64 | u128::from(LONG) << 120).to_le_bytes()),
        }
    }

    /// Appends the text without the last `cut` bytes; false if it is elsewhere.
    #[inline]
    pub(super) fn append(&self, cut: usize, out: &mut Vec<u8>) -> bool {
        let is_here = self.0[15] != LONG;
        if is_here {
            append_start(out, &self.0, usize::from(self.0[15]).saturating_sub(cut));
        }
        is_here
    }

    /// The text as the first bytes of a piece; none if it is elsewhere.
    #[inline(always)]
    pub(super) fn piece(&self) -> Option<(&[u8; 16], usize)> {
        (self.0[15] != LONG).then_some((&self.0, usize::from(self.0[15])))
    }

    fn text<'t>(&'t self, others: &'t [u8]) -> Option<&'t [u8]> {
        if self.0[15] != LONG {
            return self.0.get(..usize::from(self.0[15]));
        }
        let place = u128::from_le_bytes(self.0);
        let (start, len) = (place as u64 as usize, ((place >> 64) as u64 & (u64::MAX >> 8)) as usize);
        others.get(start..)?.get(..len)
    }
}

/// Texts by index.
#[derive(Default)]
pub(super) struct Texts {
    /// Long texts, and the one that has no entry yet.
    pub(super) bytes: Vec<u8>,
    /// Where that starts.
    start: usize,
    entries: Vec<Entry>,
}

impl Texts {
    /// Ends the text that was appended to `bytes` since the last end.
    pub(super) fn end(&mut self) {
        let text = self.bytes.get(self.start..).unwrap_or(&[]);
        let entry = Entry::new(text, self.start);
        match entry.0[15] {
            LONG => self.start = self.bytes.len(),
            _ => self.bytes.truncate(self.start),
        }
        self.entries.push(entry);
    }

    /// Adds a sign and a number.
    #[inline]
    pub(super) fn push_number(&mut self, sign: u8, number: u32) {
        match digits(number) {
            Some((digits, len)) => {
                let text = u128::from(u64::from_le_bytes(digits)) << 8 | u128::from(sign);
                self.entries.push(Entry((text | (len as u128 + 1) << 120).to_le_bytes()));
            }
            None => {
                self.bytes.push(sign);
                write_u32(&mut self.bytes, number);
                self.end();
            }
        }
    }

    /// How many texts there are.
    #[inline]
    pub(super) fn len(&self) -> usize {
        self.entries.len()
    }

    #[inline]
    pub(super) fn get(&self, index: usize) -> Option<&[u8]> {
        self.entries.get(index)?.text(&self.bytes)
    }

    /// A text as the first bytes of a piece, if it is short.
    #[inline(always)]
    pub(super) fn piece(&self, index: usize) -> Option<(&[u8; 16], usize)> {
        self.entries.get(index)?.piece()
    }

    /// Appends a text, or `other` if there is none.
    #[inline]
    pub(super) fn append(&self, index: usize, other: &[u8], out: &mut Vec<u8>) {
        match self.entries.get(index) {
            Some(entry) if entry.append(0, out) => {}
            Some(entry) => out.extend_from_slice(entry.text(&self.bytes).unwrap_or(&[])),
            None => out.extend_from_slice(other),
        }
    }

    pub(super) fn clear(&mut self) {
        self.bytes.clear();
        self.start = 0;
        self.entries.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_of_all_lengths() {
        let mut texts = Texts::default();
        let text: Vec<u8> = (b'a'..=b'z').collect();
        for len in 0..text.len() {
            texts.bytes.extend_from_slice(&text[..len]);
            texts.end();
            texts.push_number(b'%', 10u32.saturating_pow(len as u32));
        }
        for len in 0..text.len() {
            let number = format!("%{}", 10u32.saturating_pow(len as u32)).into_bytes();
            for (index, expected) in [(2 * len, &text[..len]), (2 * len + 1, &number)] {
                assert_eq!(texts.get(index), Some(expected));
                let mut out = b"x".to_vec();
                texts.append(index, b"", &mut out);
                assert_eq!(out[1..], *expected);
            }
        }
        let mut out = Vec::new();
        texts.append(100, b"none", &mut out);
        assert_eq!(out, b"none");
    }
}
