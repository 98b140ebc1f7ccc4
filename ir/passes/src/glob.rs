//! Patterns for names, as LLVM's tools take them: `*`, `?`, `[a-z]`, `[^x]`, and `\` before a character that stands for itself.

/// A pattern.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Glob {
    parts: Vec<Part>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Part {
    /// Any characters.
    Any,
    /// One of these.
    One(Box<[bool; 256]>),
    /// This one.
    Byte(u8),
}

impl Glob {
    /// Reads a pattern.
    ///
    /// # Errors
    /// What is wrong with it, in LLVM's words.
    pub fn new(pattern: &[u8]) -> Result<Glob, String> {
        let mut parts = Vec::new();
        let mut rest = pattern;
        while let Some((&first, after)) = rest.split_first() {
            rest = after;
            match first {
                b'*' => {
                    if parts.last() != Some(&Part::Any) {
                        parts.push(Part::Any);
                    }
                }
                b'?' => parts.push(Part::One(Box::new([true; 256]))),
                b'\\' => {
                    let (&byte, after) = rest.split_first().ok_or("invalid glob pattern, stray '\\'")?;
                    parts.push(Part::Byte(byte));
                    rest = after;
                }
                b'[' => {
                    // A bracket that comes first stands for itself.
                    let end = rest.iter().skip(1).position(|&byte| byte == b']').ok_or("invalid glob pattern, unmatched '['")? + 1;
                    parts.push(Part::One(set(&rest[..end])?));
                    rest = &rest[end + 1..];
                }
                byte => parts.push(Part::Byte(byte)),
            }
        }
        Ok(Glob { parts })
    }

    /// Whether all of `name` matches. Takes at most the product of both lengths in steps.
    pub fn matches(&self, name: &[u8]) -> bool {
        let (mut part, mut at) = (0, 0);
        // The part after the last star, and the place in the name that it was tried at.
        let mut again: Option<(usize, usize)> = None;
        loop {
            let fits = match (self.parts.get(part), name.get(at)) {
                (None, None) => return true,
                (Some(Part::Any), _) => {
                    part += 1;
                    again = Some((part, at));
                    continue;
                }
                (Some(Part::Byte(own)), Some(byte)) => own == byte,
                (Some(Part::One(set)), Some(byte)) => set[usize::from(*byte)],
                _ => false,
            };
            if fits {
                (part, at) = (part + 1, at + 1);
                continue;
            }
            match again {
                Some((after, tried)) if tried < name.len() => {
                    (part, at) = (after, tried + 1);
                    again = Some((after, tried + 1));
                }
                _ => return false,
            }
        }
    }
}

/// The characters between brackets.
fn set(text: &[u8]) -> Result<Box<[bool; 256]>, String> {
    let (is_not, chars) = match text.split_first() {
        Some((b'^' | b'!', rest)) if !rest.is_empty() => (true, rest),
        _ => (false, text),
    };
    let mut found = Box::new([is_not; 256]);
    let mut at = 0;
    while let Some(&first) = chars.get(at) {
        let last = match chars.get(at + 1..at + 3) {
            Some(&[b'-', last]) => {
                at += 2;
                last
            }
            _ => first,
        };
        if first > last {
            return Err(format!("invalid glob pattern: [{}]", String::from_utf8_lossy(text)));
        }
        (first..=last).for_each(|byte| found[usize::from(byte)] = !is_not);
        at += 1;
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_match() {
        let matches = |pattern: &str, name: &str| Glob::new(pattern.as_bytes()).unwrap().matches(name.as_bytes());
        for (pattern, yes, no) in [
            ("a*c", &["ac", "abc", "abcc"][..], &["a", "abcd", "bc"][..]),
            ("?", &["x"], &["", "xy"]),
            ("[ab-d]x", &["ax", "cx"], &["ex", "x"]),
            ("[^a]", &["b"], &["a"]),
            ("[]]", &["]"], &["["]),
            ("\\*", &["*"], &["a"]),
            ("*a*b*", &["xxaxxbxx", "ab"], &["ba"]),
            ("", &[""], &["a"]),
        ] {
            yes.iter().for_each(|name| assert!(matches(pattern, name), "{pattern} {name}"));
            no.iter().for_each(|name| assert!(!matches(pattern, name), "{pattern} {name}"));
        }
        for pattern in ["[a", "\\", "[z-a]"] {
            assert!(Glob::new(pattern.as_bytes()).is_err(), "{pattern}");
        }
    }
}
