//! A checksum of a text that does not depend on comments, white space, empty lines and line ends.
use bctk_support::parallel::prelude::*;
use bctk_support::text::{byte_marks, marks_below};

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
    let (mut at, mut is_start, mut gap) = (0, true, false);
    while let Some(&byte) = part.get(at) {
        let length = match byte {
            b'\n' => {
                (is_start, gap) = (true, false);
                at += 1;
                continue;
            }
            b';' => {
                at = memchr::memchr(b'\n', &part[at..]).map_or(part.len(), |len| at + len);
                continue;
            }
            b'"' => Some(quoted(&part[at..])),
            _ if SPECIAL[byte as usize] => {
                gap = true;
                at += 1;
                continue;
            }
            _ => None,
        };
        if is_start {
            said.push(b'\n');
        } else if gap && WORD[byte as usize] && WORD[said.last() as usize] {
            said.push(b' ');
        }
        (is_start, gap) = (false, false);
        at += match length {
            Some(length) => {
                said.extend(&part[at..at + length]);
                length
            }
            None => said.run(&part[at..]),
        };
    }
    said.finish()
}

/// The length of the quoted text at the start of `rest`. An unclosed quote ends with its line.
fn quoted(rest: &[u8]) -> usize {
    match memchr::memchr2(b'"', b'\n', &rest[1..]) {
        Some(len) if rest[len + 1] == b'"' => len + 2,
        end => rest[..end.map_or(rest.len(), |len| len + 1)].trim_ascii_end().len().max(1),
    }
}

/// The bytes that count, which go to the checksum from time to time.
struct Said {
    hasher: crc32fast::Hasher,
    buffer: Box<[u8]>,
    len: usize,
}

impl Said {
    /// Bytes at which the buffer is emptied, and room beyond them for what is written at once.
    const FULL: usize = 1 << 15;
    const ROOM: usize = 16;

    fn new() -> Said {
        // The byte before the first one is that of no word.
        Said { hasher: crc32fast::Hasher::new(), buffer: vec![0; 1 + Self::FULL + Self::ROOM].into(), len: 0 }
    }

    /// The byte that was added last.
    fn last(&self) -> u8 {
        self.buffer[self.len]
    }

    fn empty(&mut self) {
        let last = self.last();
        self.hasher.update(&self.buffer[1..=self.len]);
        self.buffer[0] = last;
        self.len = 0;
    }

    #[inline]
    fn push(&mut self, byte: u8) {
        if self.len >= Self::FULL {
            self.empty();
        }
        self.len += 1;
        self.buffer[self.len] = byte;
    }

    fn extend(&mut self, mut bytes: &[u8]) {
        while !bytes.is_empty() {
            if self.len >= Self::FULL {
                self.empty();
            }
            let (part, rest) = bytes.split_at(bytes.len().min(Self::FULL - self.len));
            self.buffer[self.len + 1..][..part.len()].copy_from_slice(part);
            self.len += part.len();
            bytes = rest;
        }
    }

    /// Adds the bytes up to the next special one, and returns how many these are. The first is none.
    #[inline]
    fn run(&mut self, rest: &[u8]) -> usize {
        let mut done = 0;
        // Eight bytes are copied at once; those from a special one on are written over.
        while let Some(chunk) = rest.get(done..).and_then(|rest| rest.first_chunk::<8>()) {
            if self.len >= Self::FULL {
                self.empty();
            }
            self.buffer[self.len + 1..self.len + 9].copy_from_slice(chunk);
            let plain = plain_bytes(u64::from_le_bytes(*chunk));
            self.len += plain;
            done += plain;
            if plain < 8 {
                if done > 0 && SPECIAL[rest[done] as usize] {
                    return done;
                }
                // A control character.
                self.push(rest[done]);
                done += 1;
            }
        }
        let end = rest[done..].iter().position(|&byte| SPECIAL[byte as usize]).unwrap_or(rest.len() - done);
        self.extend(&rest[done..done + end]);
        done + end
    }

    fn finish(mut self) -> crc32fast::Hasher {
        self.empty();
        self.hasher
    }
}

/// How many of eight bytes, from the lowest one on, come before the first that may be special: white space and control characters,
/// semicolons and quotes.
#[inline]
fn plain_bytes(bytes: u64) -> usize {
    let special = marks_below(bytes, b' ' + 1) | byte_marks(bytes, b';') | byte_marks(bytes, b'"');
    (special.trailing_zeros() / 8) as usize
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
