//! A checksum of a text that does not depend on comments, white space, empty lines and line ends.
use bctk_support::parallel::prelude::*;
use bctk_support::text::{byte_marks, marks_below};
use std::ops::Range;

/// The size of a piece for one thread, in bytes.
const PART: usize = 1 << 22;

/// The CRC-32 of the lines of `text` without insignificant parts: comments, white space (one space stays where it separates two words),
/// empty lines. Text in double quotes is kept. Texts with the same fingerprint parse to the same module, or not at all.
pub fn fingerprint(text: &[u8]) -> u32 {
    let hashers: Vec<crc32fast::Hasher> = parts(text).into_par_iter().map(of_part).collect();
    let whole = hashers.into_iter().reduce(|mut all, next| {
        all.combine(&next);
        all
    });
    whole.unwrap_or_default().finalize()
}

/// Pieces of whole lines, about [`PART`] bytes each.
fn parts(text: &[u8]) -> Vec<&[u8]> {
    let mut parts = Vec::new();
    let mut rest = text;
    while rest.len() > PART {
        let end = memchr::memchr(b'\n', &rest[PART..]).map_or(rest.len(), |at| PART + at + 1);
        let (part, after) = rest.split_at(end);
        parts.push(part);
        rest = after;
    }
    parts.push(rest);
    parts
}

fn of_part(part: &[u8]) -> crc32fast::Hasher {
    let mut said = Said::new();
    // Where the run of plain bytes begins that is not added yet, and where the block that is looked at.
    let (mut start, mut base) = (0, 0);
    while base < part.len() {
        let mut special = special_bytes(&part[base..]);
        base = loop {
            if special == 0 {
                break base + BLOCK;
            }
            let at = base + special.trailing_zeros() as usize;
            special &= special - 1;
            let byte = part[at];
            if !SPECIAL[byte as usize] {
                // A control character.
                continue;
            }
            said.run(part, start..at);
            start = at + 1;
            if byte == b' ' {
                said.blank();
                continue;
            }
            match byte {
                b'\n' => said.before = Before::Line,
                b';' => start = memchr::memchr(b'\n', &part[at..]).map_or(part.len(), |len| at + len),
                b'"' => {
                    start = at + quoted(&part[at..]);
                    said.run(part, at..start);
                }
                _ => said.blank(),
            }
            if start >= base + BLOCK {
                break start;
            }
            special &= u64::MAX << (start - base);
        };
    }
    said.run(part, start..part.len());
    said.finish()
}

/// How many bytes are looked at together.
const BLOCK: usize = 64;

/// Which of the first [`BLOCK`] bytes may be special: white space and control characters, semicolons and quotes. The lowest bit is the first
/// byte.
#[inline]
fn special_bytes(rest: &[u8]) -> u64 {
    let marks = |bytes: u64| marks_below(bytes, b' ' + 1) | byte_marks(bytes, b';') | byte_marks(bytes, b'"');
    // Of each byte, the highest bit is a mark. This brings eight of them together.
    let gathered = |bytes: u64| (marks(bytes) >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56;
    match rest.first_chunk::<BLOCK>() {
        Some(block) => {
            let (words, _) = block.as_chunks::<8>();
            words.iter().rev().fold(0, |all, &word| all << 8 | gathered(u64::from_le_bytes(word)))
        }
        None => {
            let mut block = [b'x'; BLOCK];
            block[..rest.len()].copy_from_slice(rest);
            special_bytes(&block)
        }
    }
}

/// The length of the quoted text at the start of `rest`. An unclosed quote ends with its line.
fn quoted(rest: &[u8]) -> usize {
    match memchr::memchr2(b'"', b'\n', &rest[1..]) {
        Some(len) if rest[len + 1] == b'"' => len + 2,
        end => rest[..end.map_or(rest.len(), |len| len + 1)].trim_ascii_end().len().max(1),
    }
}

/// What there was before the bytes that are added next.
#[derive(Clone, Copy, PartialEq)]
enum Before {
    /// Other bytes of the same line.
    Bytes,
    /// White space.
    Blank,
    /// The start of the line.
    Line,
}

/// The bytes that count, which go to the checksum from time to time.
struct Said {
    hasher: crc32fast::Hasher,
    buffer: Box<[u8; Said::FULL + Said::ROOM]>,
    len: usize,
    /// The byte that was added last.
    last: u8,
    before: Before,
}

impl Said {
    /// Bytes at which the buffer is emptied, and room beyond them for what is written at once.
    const FULL: usize = 1 << 15;
    const ROOM: usize = 32;
    /// Runs up to this length are copied as if they had it.
    const SHORT: usize = 16;

    fn new() -> Said {
        let buffer = Box::new([0; Said::FULL + Said::ROOM]);
        // The byte before the first one is that of no word.
        Said { hasher: crc32fast::Hasher::new(), buffer, len: 0, last: 0, before: Before::Line }
    }

    #[inline]
    fn blank(&mut self) {
        if self.before == Before::Bytes {
            self.before = Before::Blank;
        }
    }

    /// Adds some bytes of `part`, none of which is special or all of which are quoted, after what separates them from those before.
    #[inline(always)]
    fn run(&mut self, part: &[u8], range: Range<usize>) {
        if range.is_empty() {
            return;
        }
        let (Some(&first), Some(&last)) = (part.get(range.start), part.get(range.end - 1)) else { return };
        let is_line = self.before == Before::Line;
        let is_blank = (self.before == Before::Blank) & WORD[first as usize] & WORD[self.last as usize];
        (self.last, self.before) = (last, Before::Bytes);
        // All of the room is there if the buffer was not full.
        let to = self.buffer.get_mut(self.len..).and_then(|rest| rest.first_chunk_mut::<{ 1 + Self::SHORT }>());
        let from = part.get(range.start..).and_then(|rest| rest.first_chunk::<{ Self::SHORT }>());
        match (to, from) {
            (Some(to), Some(from)) if range.len() <= Self::SHORT => {
                let separator = usize::from(is_line | is_blank);
                to[0] = if is_line { b'\n' } else { b' ' };
                let to = if separator == 1 { to.last_chunk_mut() } else { to.first_chunk_mut() };
                if let Some(to) = to {
                    *to = *from;
                }
                self.len += separator + range.len();
                if self.len >= Self::FULL {
                    self.empty();
                }
            }
            _ => self.long_run(&part[range], is_line, is_blank),
        }
    }

    #[cold]
    #[inline(never)]
    fn long_run(&mut self, bytes: &[u8], is_line: bool, is_blank: bool) {
        if is_line {
            self.extend(b"\n");
        } else if is_blank {
            self.extend(b" ");
        }
        self.extend(bytes);
    }

    fn extend(&mut self, mut bytes: &[u8]) {
        while !bytes.is_empty() {
            if self.len >= Self::FULL {
                self.empty();
            }
            let (some, rest) = bytes.split_at(bytes.len().min(Self::FULL - self.len));
            self.buffer[self.len..][..some.len()].copy_from_slice(some);
            self.len += some.len();
            bytes = rest;
        }
    }

    fn empty(&mut self) {
        self.hasher.update(&self.buffer[..self.len]);
        self.len = 0;
    }

    fn finish(mut self) -> crc32fast::Hasher {
        self.empty();
        self.hasher
    }
}

/// Whether a byte can be part of a word, so that two words need a space between them (LLVM's `isLabelChar`).
const WORD: [bool; 256] = {
    let mut table = [false; 256];
    let mut byte = 0;
    while byte < 256 {
        let c = byte as u8;
        table[byte] = c.is_ascii_alphanumeric() || matches!(c, b'-' | b'$' | b'.' | b'_');
        byte += 1;
    }
    table
};

/// Bytes that end a run of text which is copied as it is: white space, and what begins a comment or a quote.
const SPECIAL: [bool; 256] = {
    let mut table = [false; 256];
    let special = b" \t\r\n\x0B\x0C;\"";
    let mut at = 0;
    while at < special.len() {
        table[special[at] as usize] = true;
        at += 1;
    }
    table
};

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &[u8] = b"; ModuleID = 'a.bc'\n\ndefine i32 @f(i32 %x) {\n  %y = add i32 %x, 1 ; one\n  ret i32 %y\n}\n@s = constant [4 x i8] c\" ;\\22 \"\n";

    #[test]
    fn what_says_nothing_does_not_count() {
        let text = String::from_utf8(TEXT.to_vec()).unwrap();
        let same = [
            text.replace('\n', "\r\n"),
            text.replace('\n', "  \n"),
            text.replace('\n', "\n; a comment\n\n"),
            text.replace("; ModuleID", "; Another"),
            text.replace("  %y", "\t%y").replace("i32 @f", "i32\t@f").replace("%x, 1", "%x,1"),
            text.trim_end().to_owned(),
        ];
        for other in same {
            assert_eq!(fingerprint(TEXT), fingerprint(other.as_bytes()), "{other}");
        }
    }

    #[test]
    fn what_says_something_counts() {
        let text = String::from_utf8(TEXT.to_vec()).unwrap();
        let others = [
            text.replace("%x, 1", "%x, 2"),
            text.replace("ret i32", "reti32"),
            text.replace("\" ;", "\";"),
            text.replace("  ret i32 %y\n", ""),
            text.replace("  ret", ";  ret"),
            text.replace("%x, 1 ", "%x, 1 2"),
        ];
        for other in others {
            assert_ne!(fingerprint(TEXT), fingerprint(other.as_bytes()), "{other}");
        }
    }

    #[test]
    fn parts_are_joined() {
        let mut text = Vec::new();
        for number in 0..400_000 {
            text.extend_from_slice(format!("  %x{number} = add i32 1, {number}\n").as_bytes());
        }
        assert!(parts(&text).len() > 2);
        assert_eq!(fingerprint(&text), plainly(&text));
        assert_eq!(fingerprint(b""), crc32fast::hash(b""));
    }

    /// The same checksum, line by line and byte by byte.
    fn plainly(text: &[u8]) -> u32 {
        let mut said = Vec::new();
        for line in text.split_inclusive(|&c| c == b'\n') {
            let (start, mut gap, mut quote) = (said.len(), false, false);
            for &byte in line.trim_ascii_end() {
                if !quote && byte == b';' {
                    break;
                }
                if !quote && SPECIAL[byte as usize] && byte != b'"' {
                    gap = true;
                    continue;
                }
                if said.len() == start {
                    said.push(b'\n');
                } else if gap && WORD[byte as usize] && said.last().is_some_and(|&last| WORD[last as usize]) {
                    said.push(b' ');
                }
                gap = false;
                said.push(byte);
                quote ^= byte == b'"';
            }
        }
        crc32fast::hash(&said)
    }

    #[test]
    fn runs_and_gaps_of_all_lengths() {
        let pieces: [&[u8]; 15] = [
            b"a",
            b" ",
            b"\t\r",
            b"\n",
            b"\"x ; y\"",
            b"\"open ",
            b"\x01",
            b"\x00\xff",
            b"\xa0;",
            b"abcdefg",
            b"0123456789abcdef",
            b"!",
            b"; c\n",
            b", ",
            b"\x0b\x0c",
        ];
        let mut seed = 7u32;
        for length in 0..4000 {
            let mut text = Vec::new();
            for _ in 0..length % 60 {
                seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                text.extend_from_slice(pieces[(seed >> 16) as usize % pieces.len()]);
            }
            assert_eq!(fingerprint(&text), plainly(&text), "{}", text.escape_ascii());
        }
        // More than the buffer holds, in one run and in one quote.
        for end in [&b"x"[..], b"\"", b" y"] {
            let text = [&b"f \""[..], &[b'a'; 100_000], end, b" ", &[b'b'; 100_000], end, b"\n"].concat();
            assert_eq!(fingerprint(&text), plainly(&text));
        }
    }
}
