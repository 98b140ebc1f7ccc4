//! Rust names in the v0 mangling. Legacy ones are names of the Itanium ABI.

/// The text of a name that begins with `_R`, without the hashes of its crates.
pub(crate) fn demangle(name: &[u8]) -> Option<Vec<u8>> {
    let text = std::str::from_utf8(name).ok()?;
    let (text, suffix) = text.find('.').map_or((text, ""), |at| text.split_at(at));
    let demangled = rustc_demangle::try_demangle(text).ok()?;
    let mut out = Bounded::default();
    std::fmt::Write::write_fmt(&mut out, format_args!("{demangled:#}")).ok()?;
    if !suffix.is_empty() {
        out.push(&format!(" ({suffix})")).ok()?;
    }
    Some(out.0.into_bytes())
}

/// The longest text, in bytes: names can say much in few letters.
const MOST: usize = 1 << 20;

/// Text of bounded length.
#[derive(Default)]
struct Bounded(String);

impl Bounded {
    fn push(&mut self, text: &str) -> std::fmt::Result {
        if self.0.len() + text.len() > MOST {
            return Err(std::fmt::Error);
        }
        self.0.push_str(text);
        Ok(())
    }
}

impl std::fmt::Write for Bounded {
    fn write_str(&mut self, text: &str) -> std::fmt::Result {
        self.push(text)
    }
}
