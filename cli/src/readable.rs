//! Names as people read them.
use std::borrow::Cow;

use bctk::names::demangle;

/// The name of a global value: demangled, unless `mangled` asks for that of the file.
pub(crate) fn name(name: &[u8], mangled: bool) -> Cow<'_, [u8]> {
    if mangled { Cow::Borrowed(name) } else { demangle(name) }
}

/// A message with the demangled name behind each mangled one that it mentions: `in @_Z1fv (f())`.
pub(crate) fn explained(message: &str) -> String {
    let mut out = String::with_capacity(message.len());
    let mut rest = message;
    while let Some(at) = rest.find('@') {
        let after = &rest[at + 1..];
        let end = after.find(|c: char| !(c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '$'))).unwrap_or(after.len());
        // A full stop ends a sentence.
        let name = after[..end].trim_end_matches('.');
        out.push_str(&rest[..at + 1]);
        out.push_str(name);
        if let Cow::Owned(readable) = demangle(name.as_bytes()) {
            out.push_str(&format!(" ({})", String::from_utf8_lossy(&readable)));
        }
        rest = &after[name.len()..];
    }
    out + rest
}

#[cfg(test)]
mod tests {
    use super::explained;

    #[test]
    fn mangled_names_are_explained() {
        assert_eq!(explained("x in @_Z1fv, y in @main"), "x in @_Z1fv (f()), y in @main");
        assert_eq!(explained("a@b @"), "a@b @");
        assert_eq!(explained("in @_Z1fv. More"), "in @_Z1fv (f()). More");
    }
}
