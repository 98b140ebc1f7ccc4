//! Colours for LLVM assembly on a terminal.
use crate::color::{Ink, Paint};

/// Colours a text that comes in pieces.
pub(crate) struct Highlighter {
    paint: Paint,
    /// The bytes of a line that has not ended.
    line: Vec<u8>,
}

impl Highlighter {
    pub(crate) fn new(paint: Paint) -> Highlighter {
        Highlighter { paint, line: Vec::new() }
    }

    /// The lines that end in `bytes`, in colours.
    pub(crate) fn feed(&mut self, bytes: &[u8]) -> Vec<u8> {
        let mut out = String::new();
        for part in bytes.split_inclusive(|&byte| byte == b'\n') {
            match part.strip_suffix(b"\n") {
                Some(end) => {
                    self.line.extend_from_slice(end);
                    self.end_line(&mut out);
                    out.push('\n');
                }
                None => self.line.extend_from_slice(part),
            }
        }
        out.into_bytes()
    }

    /// What the text ends with, if that is no whole line.
    pub(crate) fn rest(&mut self) -> Vec<u8> {
        let mut out = String::new();
        self.end_line(&mut out);
        out.into_bytes()
    }

    fn end_line(&mut self, out: &mut String) {
        // A terminal takes only text.
        line(self.paint, &String::from_utf8_lossy(&std::mem::take(&mut self.line)), out);
    }
}

/// Appends a line of assembly in colours.
pub(crate) fn line(paint: Paint, line: &str, out: &mut String) {
    if !paint.is_on() {
        out.push_str(line);
        return;
    }
    let mut rest = line;
    let mut is_first = true;
    while let Some(first) = rest.chars().next() {
        let len = match first {
            ';' => rest.len(),
            '"' => quoted(rest),
            '@' | '%' | '!' | '#' | '$' | '^' => 1 + name(&rest[1..]),
            c if c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.') => word(rest),
            c => c.len_utf8(),
        };
        let (token, after) = rest.split_at(len);
        let is_label = after.starts_with(':') && line.len() == rest.len();
        match ink(token, is_first, is_label) {
            Some(ink) => paint.add(out, ink, token),
            None => out.push_str(token),
        }
        is_first &= token.trim().is_empty();
        rest = after;
    }
}

/// The colour of a token.
fn ink(token: &str, is_first: bool, is_label: bool) -> Option<Ink> {
    let first = token.chars().next()?;
    match first {
        ';' | '!' | '#' | '^' if token.len() > 1 => Some(Ink::Dim),
        '@' | '$' => Some(Ink::Block),
        '%' => Some(Ink::Definition),
        '"' => Some(Ink::Field),
        _ if is_label => Some(Ink::Block),
        _ if is_type(token) => Some(Ink::Field),
        c if c.is_ascii_digit() || c == '-' => None,
        // What an instruction or a definition begins with stands out.
        c if c.is_ascii_alphabetic() => Some(if is_first { Ink::Heading } else { Ink::Record }),
        _ => None,
    }
}

/// Whether a word is the name of a type.
fn is_type(word: &str) -> bool {
    const NAMES: [&str; 14] =
        ["void", "ptr", "half", "bfloat", "float", "double", "fp128", "x86_fp80", "ppc_fp128", "label", "metadata", "token", "x", "vscale"];
    let is_int = word.strip_prefix('i').is_some_and(|width| !width.is_empty() && width.bytes().all(|byte| byte.is_ascii_digit()));
    is_int || NAMES.contains(&word)
}

/// The length of a quoted text, with its quotes.
fn quoted(text: &str) -> usize {
    text[1..].find('"').map_or(text.len(), |end| end + 2)
}

/// The length of a name after its sigil.
fn name(text: &str) -> usize {
    if text.starts_with('"') { quoted(text) } else { word(text) }
}

fn word(text: &str) -> usize {
    text.find(|c: char| !(c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.' | '$'))).unwrap_or(text.len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::color::When;

    #[test]
    fn lines_come_in_pieces() {
        let mut highlighter = Highlighter::new(Paint::new(When::Always));
        let text = b"define void @f() {\n  ret void\n}";
        let mut pieces: Vec<u8> = text.chunks(5).flat_map(|piece| highlighter.feed(piece)).collect();
        pieces.extend(highlighter.rest());
        let mut whole = Highlighter::new(Paint::new(When::Always));
        let mut at_once = whole.feed(text);
        at_once.extend(whole.rest());
        assert_eq!(pieces, at_once);
    }

    #[test]
    fn colours_leave_the_text_as_it_is() {
        for text in [
            "define i32 @\"a b\"(ptr %0, ...) #0 !dbg !5 { ; c",
            "  %x = add nsw i32 %y, -1, !dbg !7",
            "é: ; label \"",
            "\"unfinished",
            "!0 = !{!\"x\", i32 1}",
            "@",
        ] {
            let mut coloured = String::new();
            line(Paint::new(When::Always), text, &mut coloured);
            let mut plain = String::new();
            let mut parts = coloured.split('\x1b');
            plain.push_str(parts.next().unwrap_or(""));
            for part in parts {
                plain.push_str(part.split_once('m').map_or("", |(_, text)| text));
            }
            assert_eq!(plain, text);
            assert!(coloured.contains('\x1b') || text == "@");
        }
    }
}
