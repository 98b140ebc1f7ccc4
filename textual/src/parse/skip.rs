//! Skips function bodies and metadata nodes without parsing them.
//!
//! In a printed text, a body ends at the first brace in the first column, and a node at the end of its line. This is assumed at first
//! and checked when they are parsed; if it fails, the whole text is parsed again without the assumption.

use super::begins_entity;
use memchr::{memchr, memchr3, memmem};

/// The end of the body whose opening brace is at `start`, after its closing brace, if the text has a printer's layout.
pub(super) fn printed_body(text: &[u8], start: usize) -> Option<usize> {
    memmem::find(text.get(start..)?, b"\n}").map(|at| start + at + 2)
}

/// The end of the body whose opening brace is at `start`, after its closing brace; the end of the text if nothing closes it.
pub(super) fn body(text: &[u8], start: usize) -> usize {
    body_end(text, start, |_| false)
}

/// As [`body`]; a body that nothing closes ends where a line begins an entity of the top level.
#[cold]
pub(super) fn body_or_entity(text: &[u8], start: usize) -> usize {
    body_end(text, start, begins_entity)
}

#[inline(always)]
fn body_end(text: &[u8], start: usize, ends: impl Fn(&[u8]) -> bool) -> usize {
    let mut depth = 0usize;
    let mut at = start;
    while let Some(&byte) = text.get(at) {
        match byte {
            b'{' => depth += 1,
            b'}' => {
                depth -= 1;
                if depth == 0 {
                    return at + 1;
                }
            }
            b'"' | b';' | b'/' => {
                at = quoted_or_comment(text, at);
                // A comment ends its line.
                if byte == b';' && text.get(at).is_some_and(|_| ends(&text[at..])) {
                    return at;
                }
                continue;
            }
            b'\n' if ends(&text[at + 1..]) => return at + 1,
            _ => {}
        }
        at += 1;
    }
    text.len()
}

/// The end of the string or comment at `at`, or of the byte if there is none.
fn quoted_or_comment(text: &[u8], at: usize) -> usize {
    let rest = &text[at + 1..];
    match text[at] {
        b'"' => memchr(b'"', rest).map_or(text.len(), |i| at + i + 2),
        b';' => memchr(b'\n', rest).map_or(text.len(), |i| at + i + 2),
        _ if rest.first() == Some(&b'*') => memmem::find(&rest[1..], b"*/").map_or(text.len(), |i| at + i + 4),
        _ => at + 1,
    }
}

/// The position of the first `*` outside of strings and comments: a typed pointer.
pub(super) fn first_star(text: &[u8]) -> Option<usize> {
    memchr(b'*', text)?;
    let mut at = 0;
    while let Some(found) = memchr3(b'"', b';', b'*', &text[at..]) {
        at += found;
        if text[at] == b'*' {
            // The comment `/* … */` is rare, so it is recognised by its second byte.
            match at.checked_sub(1).map(|before| text[before]) {
                Some(b'/') => at = quoted_or_comment(text, at - 1).max(at + 1),
                _ => return Some(at),
            }
        } else {
            at = quoted_or_comment(text, at);
        }
    }
    None
}

/// Whether a text with a typed pointer has an opaque one (`ptr`) before the first of these.
pub(super) fn opaque_pointer_first(text: &[u8]) -> bool {
    let Some(before) = first_star(text).map(|star| &text[..star]) else { return false };
    // Before and after the word, these make it part of a name or a label.
    let is_name = |byte: Option<&u8>| byte.is_some_and(|byte| byte.is_ascii_alphanumeric() || b"$._-@%!#:".contains(byte));
    let mut at = 0;
    while let Some(found) = before.get(at..).and_then(|rest| memchr3(b'"', b';', b'p', rest)) {
        at += found;
        if before[at] != b'p' {
            at = quoted_or_comment(text, at);
            continue;
        }
        if before[at..].starts_with(b"ptr") && !is_name(before[..at].last()) && !is_name(text.get(at + 3)) {
            return true;
        }
        at += 1;
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bodies_end_at_their_brace() {
        let text = b"{ %x = alloca { i32, [2 x {}] } ; }\n call void @\"}\"() /* } */ ret void } x";
        assert_eq!(body(text, 0), text.len() - 2);
        assert_eq!(body(b"{ ret void", 0), 10);
        assert_eq!(printed_body(b"{\n  ret {} x\n}\n", 0), Some(14));
    }

    #[test]
    fn stars_outside_of_strings() {
        assert_eq!(first_star(b"; *\n!\"*\" /* * */ i8*"), Some(19));
        assert_eq!(first_star(b"; *\n!\"*\" /* * */ ptr"), None);
    }

    #[test]
    fn the_first_kind_of_pointer() {
        assert!(opaque_pointer_first(b"declare void @f(ptr)\ndeclare void @g(i8*)"));
        assert!(opaque_pointer_first(b"ptr i8*"));
        for text in ["declare void @f(ptr)", "declare void @g(i8*)\nptr", "%ptr = \"ptr\" ; ptr\nptr: @ptr i8* ptr", "\"ptr", "p*", "pt*r"]
        {
            assert!(!opaque_pointer_first(text.as_bytes()), "{text}");
        }
    }
}
