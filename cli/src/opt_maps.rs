//! Reads rewrite maps of `rewrite-symbols`: lists of symbols with their new names, in the part of YAML that such maps use.
use std::path::Path;

use bctk::passes::{Posix, Rewrite, SymbolKind};

use crate::diag;

/// The kinds of symbols as maps name them.
const KINDS: [(&str, SymbolKind); 3] =
    [("function", SymbolKind::Function), ("global variable", SymbolKind::Variable), ("global alias", SymbolKind::Alias)];

/// Reads a map. The error is all that is to be printed.
pub(crate) fn read(path: &Path) -> Result<Vec<Rewrite>, String> {
    let text = std::fs::read(path)
        .map_err(|error| format!("LLVM ERROR: unable to read rewrite map '{}': {}", path.display(), diag::words(&error)))?;
    let text = String::from_utf8_lossy(&text);
    entries(&text).map_err(|(at, message)| {
        let before = &text[..at.min(text.len())];
        let (line, column) = (before.matches('\n').count() + 1, at - before.rfind('\n').map_or(0, |newline| newline + 1) + 1);
        let shown = text.lines().nth(line - 1).unwrap_or("");
        let mark = format!("{}^", " ".repeat(column - 1));
        format!("YAML:{line}:{column}: error: {message}\n{shown}\n{mark}\nLLVM ERROR: unable to parse rewrite map '{}'", path.display())
    })
}

/// Where something is wrong, and what.
type Wrong = (usize, String);

/// A key with its value, and where both are.
struct Pair {
    key: (usize, String),
    value: (usize, String),
}

fn entries(text: &str) -> Result<Vec<Rewrite>, Wrong> {
    let mut reader = Reader { text, at: 0 };
    let mut found = Vec::new();
    loop {
        reader.skip_space();
        let start = reader.at;
        if reader.rest().is_empty() {
            return Ok(found);
        }
        if reader.rest().starts_with("---") || reader.rest().starts_with("...") {
            reader.at += 3;
            continue;
        }
        if reader.rest().starts_with("- ") || reader.rest().starts_with('[') {
            return Err((start, "DescriptorList node must be a map".into()));
        }
        let (_, kind) = reader.key()?;
        let Some(&(_, kind)) = KINDS.iter().find(|(name, _)| *name == kind) else { return Err((start, "unknown rewrite type".into())) };
        let (place, pairs) = reader.map()?;
        found.push(rewrite(kind, place, pairs)?);
    }
}

/// What a map says of one symbol.
fn rewrite(kind: SymbolKind, place: usize, pairs: Vec<Pair>) -> Result<Rewrite, Wrong> {
    let name = KINDS.iter().find(|(_, own)| *own == kind).map_or("", |(name, _)| name);
    let (mut source, mut target, mut transform, mut is_naked) = (None, None, None, false);
    for Pair { key, value } in pairs {
        match key.1.as_str() {
            "source" => source = Some(value),
            // What is empty does not count.
            "target" => target = Some(value.1).filter(|target| !target.is_empty()),
            "transform" => transform = Some(value.1).filter(|transform| !transform.is_empty()),
            "naked" if kind == SymbolKind::Function => is_naked = matches!(value.1.to_lowercase().as_str(), "true" | "1"),
            _ => return Err((key.0, format!("unknown key for {name}"))),
        }
    }
    match (source, target, transform) {
        (_, Some(_), Some(_)) | (_, None, None) => Err((place, "exactly one of transform or target must be specified".into())),
        (source, None, Some(by)) => {
            let source = source.map(|(_, source)| source).unwrap_or_default();
            let pattern = Posix::new(source.as_bytes()).map_err(|words| (place, format!("invalid Source regex: {words}")))?;
            Ok(Rewrite { kind, source: source.into_bytes(), target: by.into_bytes(), pattern: Some(pattern) })
        }
        (source, Some(target), None) => {
            let mut source = source.map(|(_, source)| source.into_bytes()).unwrap_or_default();
            let mut target = target.into_bytes();
            // A name that stays as it is in the object file.
            if is_naked {
                source.insert(0, 1);
                target.insert(0, 1);
            }
            Ok(Rewrite { kind, source, target, pattern: None })
        }
    }
}

struct Reader<'t> {
    text: &'t str,
    at: usize,
}

impl Reader<'_> {
    fn rest(&self) -> &str {
        &self.text[self.at..]
    }

    /// Skips space, ends of lines and comments.
    fn skip_space(&mut self) {
        loop {
            let rest = self.rest();
            let space = rest.len() - rest.trim_start().len();
            self.at += space;
            if !self.rest().starts_with('#') {
                return;
            }
            self.at += self.rest().find('\n').unwrap_or(self.rest().len());
        }
    }

    /// A key and the colon after it.
    fn key(&mut self) -> Result<(usize, String), Wrong> {
        let key = self.scalar(&[':', '\n', ',', '}'])?;
        self.skip_space();
        if !self.rest().starts_with(':') {
            return Err((self.at, "rewrite descriptor must be a map".into()));
        }
        self.at += 1;
        Ok(key)
    }

    /// A text with or without quotes, up to one of `ends`.
    fn scalar(&mut self, ends: &[char]) -> Result<(usize, String), Wrong> {
        self.skip_space();
        let start = self.at;
        let quote = self.rest().chars().next().filter(|c| matches!(c, '"' | '\''));
        let Some(quote) = quote else {
            let rest = self.rest();
            let mut end = rest.find(ends).unwrap_or(rest.len());
            if let Some(comment) = rest[..end].find(" #") {
                end = comment;
            }
            let text = rest[..end].trim_end().to_owned();
            self.at += end;
            return match text.starts_with(['[', '{', '&', '*', '!', '|', '>', '%', '@']) {
                true => Err((start, "rewrite descriptor must be a map".into())),
                false => Ok((start, text)),
            };
        };
        let mut text = String::new();
        let mut chars = self.rest().char_indices().skip(1).peekable();
        while let Some((at, c)) = chars.next() {
            match c {
                '\\' if quote == '"' => match chars.next() {
                    Some((_, 'n')) => text.push('\n'),
                    Some((_, 't')) => text.push('\t'),
                    Some((_, escaped)) => text.push(escaped),
                    None => break,
                },
                '\'' if quote == '\'' && chars.peek().is_some_and(|&(_, next)| next == '\'') => {
                    chars.next();
                    text.push('\'');
                }
                c if c == quote => {
                    self.at += at + 1;
                    return Ok((start, text));
                }
                c => text.push(c),
            }
        }
        Err((start, "Expected quote at end of scalar".into()))
    }

    /// A map in braces, or one with a key in each of the following lines that are indented.
    fn map(&mut self) -> Result<(usize, Vec<Pair>), Wrong> {
        self.skip_space();
        let mut place = self.at;
        let mut pairs = Vec::new();
        if self.rest().starts_with('{') {
            self.at += 1;
            self.skip_space();
            // LLVM shows the first key.
            place = self.at;
            loop {
                self.skip_space();
                if self.rest().starts_with('}') {
                    self.at += 1;
                    return Ok((place, pairs));
                }
                if self.rest().is_empty() {
                    return Err((place, "not all keys of the map are there".into()));
                }
                let (key, value) = (self.key()?, self.scalar(&[',', '}', '\n'])?);
                pairs.push(Pair { key, value });
                self.skip_space();
                match self.rest().chars().next() {
                    Some(',') => self.at += 1,
                    Some('}') => {}
                    _ => return Err((self.at, "expected ',' or '}'".into())),
                }
            }
        }
        loop {
            self.skip_space();
            let indent = self.text[..self.at].rsplit('\n').next().unwrap_or("");
            let is_indented = !indent.is_empty() && indent.bytes().all(|byte| byte == b' ');
            if self.rest().is_empty() || !is_indented {
                break;
            }
            let (key, value) = (self.key()?, self.scalar(&['\n'])?);
            pairs.push(Pair { key, value });
        }
        if pairs.is_empty() { Err((place, "rewrite descriptor must be a map".into())) } else { Ok((place, pairs)) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn maps() {
        let names = |text: &str| -> Result<Vec<(String, String)>, String> {
            let text_of = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
            let found = entries(text).map_err(|(at, message)| format!("{at}: {message}"))?;
            Ok(found.iter().map(|one| (text_of(&one.source), text_of(&one.target))).collect())
        };
        let pair = |a: &str, b: &str| (a.to_owned(), b.to_owned());
        assert_eq!(names("function: {\n  source: foo,\n  target: bar,\n}\n"), Ok(vec![pair("foo", "bar")]));
        assert_eq!(names("# c\nglobal alias:\n  source: 'a''b'\n  target: \"c\\\"\" # d\n"), Ok(vec![pair("a'b", "c\"")]));
        assert_eq!(names("function: {source: f, target: g, naked: true}"), Ok(vec![pair("\u{1}f", "\u{1}g")]));
        for wrong in
            ["function: { source: a }", "x: { source: a, target: b }", "- a", "function: [a]", "function: {", "function", "function: 'a"]
        {
            assert!(names(wrong).is_err(), "{wrong}");
        }
    }
}
