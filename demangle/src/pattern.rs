//! Names of symbols as people write them: as in the file, demangled, or with wildcards.
use crate::demangle;
use bctk_support::near::{Distance, distance};
use std::borrow::Cow;

/// A name, or a pattern for names.
///
/// It may be the name in the file (`_ZN2ns5twiceEi`), the demangled one (`ns::twice(int)`), or that without parameters (`ns::twice`). `*`
/// stands for any text, and `?` for one byte.
///
/// ```
/// use bctk_demangle::NamePattern;
///
/// let pattern = NamePattern::new("ns::tw*");
/// assert!(pattern.matches(b"_ZN2ns5twiceEi"));
/// assert!(NamePattern::new("ns::twice").matches(b"_ZN2ns5twiceEi"));
/// assert!(NamePattern::new("ns::twice(int)").matches(b"_ZN2ns5twiceEi"));
/// assert!(!pattern.matches(b"_ZN2ns6threeXEi"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamePattern(Vec<u8>);

impl NamePattern {
    /// A pattern from its text.
    pub fn new(text: impl Into<Vec<u8>>) -> NamePattern {
        NamePattern(text.into())
    }

    /// The text.
    pub fn text(&self) -> &[u8] {
        &self.0
    }

    /// Whether it has wildcards.
    pub fn is_glob(&self) -> bool {
        self.0.iter().any(|byte| matches!(byte, b'*' | b'?'))
    }

    /// Whether `name`, as it is in a file, is meant.
    pub fn matches(&self, name: &[u8]) -> bool {
        let is = |name: &[u8]| self.0 == name || self.is_glob() && glob(&self.0, name);
        if is(name) {
            return true;
        }
        match demangle(name) {
            Cow::Borrowed(_) => false,
            Cow::Owned(demangled) => is(&demangled) || is(without_parameters(&demangled)),
        }
    }

    /// The names of `names` that are meant. One that is the pattern to the letter is the only one.
    pub fn choose<'n>(&self, names: impl Iterator<Item = &'n [u8]> + Clone) -> Vec<&'n [u8]> {
        match names.clone().find(|&name| name == self.0) {
            Some(exact) => vec![exact],
            None => names.filter(|name| self.matches(name)).collect(),
        }
    }

    /// The names that are most like it, the best first, at most `count`. They are as in the file, or demangled if that form is the one that
    /// is alike.
    pub fn nearest<'n>(&self, names: impl Iterator<Item = &'n [u8]>, count: usize) -> Vec<String> {
        let mut found: Vec<(Distance, String)> = Vec::new();
        for name in names {
            let demangled = demangle(name);
            let forms = [name, without_parameters(&demangled)];
            let near = forms.iter().find_map(|form| Some((distance(&self.0, form)?, String::from_utf8_lossy(form).into_owned())));
            found.extend(near);
        }
        found.sort();
        found.dedup();
        found.into_iter().take(count).map(|(_, name)| name).collect()
    }
}

/// A demangled name without the parameters of the function, if it is that of one.
pub fn without_parameters(demangled: &[u8]) -> &[u8] {
    let mut depth = 0u32;
    for (at, byte) in demangled.iter().enumerate() {
        match byte {
            // `operator<` begins no list of arguments, and `operator>` and `operator->` end none.
            b'<' if demangled[..at].ends_with(b"operator") || demangled[..at].ends_with(b"operator<") => {}
            b'<' => depth += 1,
            b'>' => depth = depth.saturating_sub(1),
            b'(' if depth == 0 && at > 0 => {
                let (name, rest) = (&demangled[..at], &demangled[at..]);
                // `(anonymous namespace)::f(int)`, and the call operator.
                let is_part = rest.starts_with(b"(anonymous namespace)") || name.ends_with(b"operator") && rest.starts_with(b"()");
                if !is_part {
                    return name;
                }
            }
            _ => {}
        }
    }
    demangled
}

/// Whether `pattern` with `*` and `?` is `name`. It takes time for the product of the lengths at most.
fn glob(pattern: &[u8], name: &[u8]) -> bool {
    let (mut p, mut n) = (0, 0);
    // Where the last `*` is, and up to where it stands for the name so far.
    let mut star: Option<(usize, usize)> = None;
    while n < name.len() {
        match pattern.get(p) {
            Some(b'*') => {
                star = Some((p, n));
                p += 1;
            }
            Some(&byte) if byte == b'?' || byte == name[n] => (p, n) = (p + 1, n + 1),
            _ => match star {
                Some((at, end)) => {
                    star = Some((at, end + 1));
                    (p, n) = (at + 1, end + 1);
                }
                None => return false,
            },
        }
    }
    pattern[p..].iter().all(|&byte| byte == b'*')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wildcards() {
        for (pattern, name, is) in [
            ("a*c", "abbbc", true),
            ("a*c", "ac", true),
            ("a*c", "acb", false),
            ("*", "", true),
            ("?", "", false),
            ("a?c", "abc", true),
            ("*b*b*", "abab", true),
            ("*b*b*", "ab", false),
            ("abc", "abcd", false),
        ] {
            assert_eq!(glob(pattern.as_bytes(), name.as_bytes()), is, "{pattern} {name}");
        }
    }

    #[test]
    fn parameters() {
        for (name, without) in [
            ("f(int)", "f"),
            ("ns::f<void (int)>(int)", "ns::f<void (int)>"),
            ("(anonymous namespace)::f(int)", "(anonymous namespace)::f"),
            ("a::(anonymous namespace)::f(int)", "a::(anonymous namespace)::f"),
            ("S::operator()(int) const", "S::operator()"),
            ("S::operator->()", "S::operator->"),
            ("operator<(S, S)", "operator<"),
            ("operator<< <int>(S, int)", "operator<< <int>"),
            ("main", "main"),
        ] {
            assert_eq!(String::from_utf8_lossy(without_parameters(name.as_bytes())), without);
        }
    }

    #[test]
    fn near_names() {
        let names: [&[u8]; 4] = [b"compute", b"_ZN2ns5twiceEi", b"main", b"computed"];
        let near = |text: &str| NamePattern::new(text).nearest(names.into_iter(), 2);
        assert_eq!(near("comptue"), ["compute", "computed"]);
        assert_eq!(near("ns::twise"), ["ns::twice"]);
        assert!(near("zzzzzz").is_empty());
    }

    #[test]
    fn the_exact_name_is_the_only_one() {
        let names: [&[u8]; 3] = [b"f", b"f.1", b"f*"];
        assert_eq!(NamePattern::new("f*").choose(names.into_iter()), [b"f*"]);
        assert_eq!(NamePattern::new("f?1").choose(names.into_iter()), [b"f.1"]);
    }
}
