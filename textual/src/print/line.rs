//! Short pieces of text on their way to the output: a piece is copied in a length known to the compiler, with one look at the room for
//! several of them.
use bctk_support::text::{append_start, digits, is_plain, short, write_escaped, write_u64};

/// Bytes that are gathered before they are appended to the output.
const ROOM: usize = 1 << 12;
/// Bytes that fit between two calls of [`Line::make_room`].
const SPARE: usize = 1 << 8;
/// The longest piece.
pub(super) const PIECE: usize = 64;

/// The memory of a [`Line`].
pub(super) type Memory = [u8; ROOM + PIECE];

/// Text that is not in the output yet.
pub(super) struct Line<'b> {
    bytes: &'b mut Memory,
    /// Below [`ROOM`].
    at: usize,
}

/// Memory for a [`Line`].
pub(super) const fn memory() -> Memory {
    [0; ROOM + PIECE]
}

impl<'b> Line<'b> {
    pub(super) fn new(bytes: &'b mut Memory) -> Self {
        Line { bytes, at: 0 }
    }

    /// Appends everything to the output.
    #[inline]
    pub(super) fn flush(&mut self, out: &mut Vec<u8>) {
        out.extend_from_slice(self.bytes.get(..self.at).unwrap_or(&[]));
        self.at = 0;
    }

    /// Appends everything to the output, if it is no longer than a piece faster than [`Line::flush`].
    #[inline]
    pub(super) fn finish(mut self, out: &mut Vec<u8>) {
        match self.bytes.first_chunk::<PIECE>() {
            Some(piece) if self.at <= PIECE => append_start(out, piece, self.at),
            _ => self.flush(out),
        }
    }

    /// Whether there is room for [`SPARE`] bytes after `len` more.
    #[inline(always)]
    pub(super) fn has_room_after(&self, len: usize) -> bool {
        self.at.saturating_add(len) <= ROOM - SPARE
    }

    /// Makes room for [`SPARE`] bytes.
    #[inline(always)]
    pub(super) fn make_room(&mut self, out: &mut Vec<u8>) {
        if !self.has_room_after(0) {
            self.flush(out);
        }
    }

    /// Adds the first `len` bytes of `piece`. Needs room for all of it.
    #[inline(always)]
    pub(super) fn start_of<const N: usize>(&mut self, piece: &[u8; N], len: usize) {
        const { assert!(N <= PIECE) };
        // The compiler sees that it is in range. An assignment is never a call, as `copy_from_slice` may be.
        let at = self.at % ROOM;
        if let Some(room) = self.bytes[at..].first_chunk_mut::<N>() {
            *room = *piece;
        }
        self.at = at + len;
    }

    /// Adds `text`. Needs room for it.
    #[inline(always)]
    pub(super) fn piece<const N: usize>(&mut self, text: &[u8; N]) {
        self.start_of(text, N);
    }

    /// Adds a decimal number. Needs room for 24 bytes.
    #[inline(always)]
    pub(super) fn number(&mut self, value: u32) {
        match digits(value) {
            Some((digits, len)) => self.start_of(&digits, len),
            None => self.long_number(u64::from(value)),
        }
    }

    /// Adds the name of a field and a number, unless the number is 0. Needs room for both.
    #[inline(always)]
    pub(super) fn field<const N: usize>(&mut self, name: &[u8; N], value: u32) {
        if value != 0 {
            self.piece(name);
            self.number(value);
        }
    }

    /// Adds `!` and a decimal number. Needs room for 24 bytes.
    #[inline(always)]
    pub(super) fn reference(&mut self, number: u32) {
        match digits(number) {
            Some((digits, len)) if len < 8 => self.start_of(&(u64::from_le_bytes(digits) << 8 | u64::from(b'!')).to_le_bytes(), len + 1),
            _ => {
                self.piece(b"!");
                self.long_number(u64::from(number));
            }
        }
    }

    /// Adds a decimal number of any length. Needs room for 24 bytes.
    #[cold]
    #[inline(never)]
    fn long_number(&mut self, value: u64) {
        let mut text = Vec::with_capacity(24);
        write_u64(&mut text, value);
        let len = text.len();
        text.resize(24, 0);
        if let Some(text) = text.first_chunk::<24>() {
            self.start_of(text, len);
        }
    }

    /// Adds a decimal number of up to 64 bits. Needs room for 24 bytes.
    #[inline]
    pub(super) fn wide_number(&mut self, value: u64) {
        match u32::try_from(value) {
            Ok(value) => self.number(value),
            Err(_) => self.long_number(value),
        }
    }

    /// Adds a text in quotes, escaped.
    #[inline(always)]
    pub(super) fn quoted(&mut self, out: &mut Vec<u8>, text: &[u8]) {
        self.make_room(out);
        self.piece(b"\"");
        let mut rest = text;
        while let Some((chunk, after)) = rest.split_first_chunk()
            && is_plain(chunk)
        {
            self.make_room(out);
            self.piece(chunk);
            rest = after;
        }
        match short(rest) {
            Some(chunk) if is_plain(&chunk) => self.start_of(&chunk, rest.len()),
            _ => {
                self.flush(out);
                write_escaped(out, rest);
            }
        }
        self.make_room(out);
        self.piece(b"\"");
    }
}
