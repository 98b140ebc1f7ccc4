//! The records of a page: lines of text in file order, in separately compressed chunks, so that the page unpacks only what it shows.
use std::fmt::Write as _;
use std::io::{self, Write};
use std::ops::Range;

use base64::Engine;
use base64::prelude::BASE64_STANDARD_NO_PAD;
use flate2::Compression;
use flate2::write::DeflateEncoder;
use rayon::iter::{IntoParallelIterator, ParallelIterator};

/// Approximate bytes of text in a chunk.
const CHUNK: usize = 256 << 10;
/// Chunks that are compressed at a time.
const AT_ONCE: usize = 32;
/// Chunks in one element of the page: no element becomes too long for a browser.
pub(super) const GROUP: usize = 256;

/// A number of base 36, as the script reads it.
struct Base36(u64);

impl std::fmt::Display for Base36 {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut digits = [0; 13];
        let mut at = digits.len();
        let mut rest = self.0;
        loop {
            at -= 1;
            digits[at] = b"0123456789abcdefghijklmnopqrstuvwxyz"[(rest % 36) as usize];
            rest /= 36;
            if rest == 0 {
                return digits[at..].iter().try_for_each(|&digit| write!(f, "{}", digit as char));
            }
        }
    }
}

/// Entries that are packed together.
pub(super) struct Chunk {
    /// The number of the first one.
    pub(super) first: u64,
    /// The bit where it starts, unless it states one.
    pub(super) bit: u64,
    /// The lines; in the end deflated, in base 64.
    data: Vec<u8>,
}

/// All entries: a record, the beginning of a block, its end.
#[derive(Default)]
pub(super) struct Store {
    entries: u64,
    /// The end of the last record.
    bit: u64,
    text: String,
    first: u64,
    start: u64,
    waiting: Vec<Chunk>,
    chunks: Vec<Chunk>,
}

impl Store {
    /// The count so far.
    pub(super) fn entries(&self) -> u64 {
        self.entries
    }

    /// A line `+NAME`, tab, where the block begins.
    pub(super) fn enter(&mut self, name: usize, bit: u64) {
        let _ = writeln!(self.text, "+{}\t{}", Base36(name as u64), Base36(bit));
        self.bit = bit;
        self.end_entry();
    }

    /// A line `-`.
    pub(super) fn leave(&mut self) {
        self.text.push_str("-\n");
        self.end_entry();
    }

    /// A line with the record's name, its size in bits, its distance from the previous item (empty for 0), and its text, separated by tabs.
    pub(super) fn record(&mut self, name: usize, bits: Range<u64>, text: &str) {
        let _ = write!(self.text, "{}\t{}\t", Base36(name as u64), Base36(bits.end - bits.start));
        let gap = bits.start.saturating_sub(self.bit);
        if gap > 0 {
            let _ = write!(self.text, "{}", Base36(gap));
        }
        self.bit = bits.end;
        self.text.push('\t');
        self.text.extend(text.chars().map(|c| if c == '\n' { ' ' } else { c }));
        self.text.push('\n');
        self.end_entry();
    }

    fn end_entry(&mut self) {
        self.entries += 1;
        if self.text.len() >= CHUNK {
            self.end_chunk();
        }
    }

    fn end_chunk(&mut self) {
        // The line end before the chunk's end is not part of an entry.
        self.text.pop();
        self.waiting.push(Chunk { first: self.first, bit: self.start, data: std::mem::take(&mut self.text).into_bytes() });
        (self.first, self.start) = (self.entries, self.bit);
        if self.waiting.len() >= AT_ONCE {
            self.pack();
        }
    }

    fn pack(&mut self) {
        let packed = std::mem::take(&mut self.waiting).into_par_iter().map(|chunk| {
            let mut encoder = DeflateEncoder::new(Vec::new(), Compression::new(6));
            // Writing to memory does not fail.
            let deflated = encoder.write_all(&chunk.data).and_then(|()| encoder.finish()).unwrap_or_default();
            Chunk { data: BASE64_STANDARD_NO_PAD.encode(deflated).into_bytes(), ..chunk }
        });
        self.chunks.extend(packed.collect::<Vec<_>>());
    }

    /// All chunks, packed.
    pub(super) fn finish(mut self) -> Vec<Chunk> {
        if !self.text.is_empty() {
            self.end_chunk();
        }
        self.pack();
        self.chunks
    }
}

/// The elements of the page that hold the chunks, each chunk a line.
pub(super) fn write(chunks: &[Chunk], out: &mut dyn Write) -> io::Result<()> {
    for group in chunks.chunks(GROUP) {
        out.write_all(b"<script type=\"text/plain\" class=\"chunks\">\n")?;
        for chunk in group {
            out.write_all(&chunk.data)?;
            out.write_all(b"\n")?;
        }
        out.write_all(b"</script>\n")?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::Base36;

    #[test]
    fn numbers() {
        for number in [0, 1, 35, 36, 1295, 1296, u64::MAX] {
            assert_eq!(u64::from_str_radix(&Base36(number).to_string(), 36), Ok(number));
        }
    }
}
