//! Texts with choices: `@(a@|b@)` is one of its alternatives, which may hold choices, and `@(T:a@|b@)` is one that `@T` repeats. `@n` is the number
//! of the piece, `@i` an integer, `@f` a number with a fraction, `@s` one from 1 to 7, and `@@` an at sign.

use bctk_generate::numbers::Numbers;

/// A number of 1 to 63 bits, so that it fits into the signed numbers.
fn integer(random: &mut Numbers) -> u64 {
    let bits = 1 + random.below(63);
    random.next() >> (64 - bits)
}

/// What a piece of text becomes.
struct Filled<'a> {
    number: &'a str,
    random: &'a mut Numbers,
    /// What was chosen under a name.
    named: [String; 26],
}

/// The text with its choices made.
pub(super) fn fill(text: &str, number: &str, random: &mut Numbers) -> String {
    const NONE: String = String::new();
    let mut out = String::with_capacity(text.len());
    Filled { number, random, named: [NONE; 26] }.append(text, &mut out);
    out
}

impl Filled<'_> {
    fn append(&mut self, text: &str, out: &mut String) {
        let mut rest = text;
        while let Some(at) = rest.find('@') {
            out.push_str(&rest[..at]);
            let sign = rest[at + 1..].chars().next();
            rest = rest.get(at + 2..).unwrap_or_default();
            match sign {
                Some('(') => rest = self.choose(rest, out),
                Some('n') => out.push_str(self.number),
                Some('i') => out.push_str(&integer(self.random).to_string()),
                Some('f') => out.push_str(&format!("{}.{}", self.random.below(30), ["0", "5", "125", "1"][self.random.below(4)])),
                Some('s') => out.push_str(&(1 + self.random.below(7)).to_string()),
                Some(name @ 'A'..='Z') => out.push_str(&self.named[usize::from(name as u8 - b'A')]),
                _ => out.push('@'),
            }
        }
        out.push_str(rest);
    }

    /// Appends one of the alternatives that `text` begins with; returns what follows them.
    fn choose<'t>(&mut self, text: &'t str, out: &mut String) -> &'t str {
        let (mut depth, mut from, mut at) = (0, 0, 0);
        let mut all = Vec::new();
        let name = match text.as_bytes() {
            [name @ b'A'..=b'Z', b':', ..] => {
                (from, at) = (2, 2);
                Some(usize::from(name - b'A'))
            }
            _ => None,
        };
        let rest = loop {
            let Some(found) = text[at..].find('@') else {
                all.push(&text[from..]);
                break "";
            };
            let here = at + found;
            at = (here + 2).min(text.len());
            match text.as_bytes().get(here + 1) {
                Some(b'(') => depth += 1,
                Some(b')') if depth > 0 => depth -= 1,
                Some(b'|') if depth == 0 => {
                    all.push(&text[from..here]);
                    from = at;
                }
                Some(b')') => {
                    all.push(&text[from..here]);
                    break &text[at..];
                }
                _ => {}
            }
        };
        let mut chosen = String::new();
        let alternative = all[self.random.below(all.len())];
        self.append(alternative, &mut chosen);
        out.push_str(&chosen);
        if let Some(name) = name {
            self.named[name] = chosen;
        }
        rest
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn choices_are_made_and_repeated() {
        let of = |text: &str| fill(text, "5", &mut Numbers::new(1));
        assert_eq!(of("int x@n = @(3@);"), "int x5 = 3;");
        assert_eq!(of("@(T:long@) a, @T b, c@@d"), "long a, long b, c@d");
        assert_eq!(of("@(@(a@)@(b@|b@)@)!"), "ab!");
        let all: std::collections::BTreeSet<String> = (0..50).map(|seed| fill("@(a@|@(b@|@)c@)", "", &mut Numbers::new(seed))).collect();
        assert_eq!(all.into_iter().collect::<Vec<_>>(), ["a", "bc", "c"]);
    }
}
