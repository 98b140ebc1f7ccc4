//! A checksum of a text that does not depend on comments, white space, empty lines and line ends.
use bctk_support::parallel::prelude::*;

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
    let mut hasher = crc32fast::Hasher::new();
    let mut said: Vec<u8> = Vec::with_capacity(part.len().min(1 << 16) + 256);
    let mut rest = part;
    while !rest.is_empty() {
        let end = memchr::memchr(b'\n', rest).map_or(rest.len(), |at| at + 1);
        let (line, after) = rest.split_at(end);
        add_line(line, &mut said);
        if said.len() >= 1 << 16 {
            hasher.update(&said);
            said.clear();
        }
        rest = after;
    }
    hasher.update(&said);
    hasher
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

/// Appends a line break and the significant part of `line`, if there is any.
fn add_line(line: &[u8], said: &mut Vec<u8>) {
    let start = said.len();
    let mut gap = false;
    let mut rest = line;
    while let Some(&byte) = rest.first() {
        let length = match byte {
            b';' => return,
            // An unclosed quote ends with its line.
            b'"' => memchr::memchr(b'"', &rest[1..]).map_or(rest.trim_ascii_end().len().max(1), |len| len + 2),
            _ if SPECIAL[byte as usize] => {
                gap = true;
                rest = &rest[1..];
                continue;
            }
            _ => rest.iter().position(|&byte| SPECIAL[byte as usize]).unwrap_or(rest.len()),
        };
        if said.len() == start {
            said.push(b'\n');
        } else if gap && WORD[byte as usize] && said.last().is_some_and(|&last| WORD[last as usize]) {
            said.push(b' ');
        }
        gap = false;
        let (run, after) = rest.split_at(length);
        said.extend_from_slice(run);
        rest = after;
    }
}

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
        let mut said = Vec::new();
        text.split_inclusive(|&c| c == b'\n').for_each(|line| add_line(line, &mut said));
        assert_eq!(fingerprint(&text), crc32fast::hash(&said));
        assert_eq!(fingerprint(b""), crc32fast::hash(b""));
    }
}
