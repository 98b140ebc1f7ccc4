//! Where a text defines its names, found without parsing it.

use crate::lexer::Lexer;
use crate::token::Tok;
use bctk_support::near::nearest;
use memchr::{memchr_iter, memmem};
use std::ops::Range;

/// A name with its sigil and where it is; a label has none.
pub(super) type Named = Range<usize>;

/// The names that the top level of a text defines.
pub(super) struct Globals {
    values: Vec<Named>,
    types: Vec<Named>,
    comdats: Vec<Named>,
}

/// The end of the name at `at`, which begins with a sigil.
fn name_end(text: &[u8], at: usize) -> usize {
    match text.get(at + 1) {
        Some(b'"') => memchr::memchr(b'"', &text[at + 2..]).map_or(text.len(), |end| at + 3 + end),
        _ => at + 1 + crate::lexer::name_len(&text[at + 1..]),
    }
}

impl Globals {
    pub(super) fn of(text: &[u8]) -> Globals {
        let mut globals = Globals { values: Vec::new(), types: Vec::new(), comdats: Vec::new() };
        for start in std::iter::once(0).chain(memchr_iter(b'\n', text).map(|end| end + 1)) {
            let list = match text.get(start) {
                Some(b'@') => &mut globals.values,
                Some(b'%') => &mut globals.types,
                Some(b'$') => &mut globals.comdats,
                Some(b'd') if text[start..].starts_with(b"define ") || text[start..].starts_with(b"declare ") => {
                    let end = memchr::memchr2(b'\n', b'@', &text[start..]).map_or(text.len(), |at| start + at);
                    if text.get(end) == Some(&b'@') {
                        globals.values.push(end..name_end(text, end));
                    }
                    continue;
                }
                _ => continue,
            };
            let end = name_end(text, start);
            if text[end..].trim_ascii_start().starts_with(b"=") {
                list.push(start..end);
            }
        }
        globals
    }

    /// The name nearest to the one at `span`, of the same sort.
    pub(super) fn near(&self, text: &[u8], span: &Range<usize>) -> Option<Named> {
        let list = match text.get(span.start)? {
            b'@' => &self.values,
            b'%' => &self.types,
            b'$' => &self.comdats,
            _ => return None,
        };
        near(text, span, list)
    }

    /// The global value that is called `name`, without a sigil.
    pub(super) fn value(&self, text: &[u8], name: &[u8]) -> Option<Named> {
        self.values.iter().find(|at| &text[at.start + 1..at.end] == name).cloned()
    }
}

/// The one of `list` whose name is nearest to the one at `span`; all of them have sigils.
fn near(text: &[u8], span: &Range<usize>, list: &[Named]) -> Option<Named> {
    let name = text.get(span.start + 1..span.end).filter(|name| name.len() > 2)?;
    let known = list.iter().take(COMPARED).enumerate().map(|(i, at)| (bare(text, at), i));
    list.get(nearest(name, known)?).cloned()
}

/// The name without its sigil.
pub(super) fn bare<'t>(text: &'t [u8], at: &Named) -> &'t [u8] {
    let name = text.get(at.clone()).unwrap_or(&[]);
    match name.first() {
        Some(b'%' | b'@' | b'$') => &name[1..],
        _ => name,
    }
}

/// How many bytes of a function are looked at, before and after a place.
const NEAR: usize = 1 << 20;
/// How many names are compared.
const COMPARED: usize = 1 << 15;

/// The function that a place is in.
pub(super) struct Function<'t> {
    text: &'t [u8],
    /// From its first line to its closing brace.
    pub(super) span: Range<usize>,
    /// The part of it that is looked at.
    near: Range<usize>,
}

/// A line of a function that defines something.
pub(super) struct Line {
    /// What it defines: with its sigil, if it is no label.
    pub(super) name: Named,
    pub(super) is_label: bool,
}

impl<'t> Function<'t> {
    /// The function that `at` is in.
    pub(super) fn around(text: &'t [u8], at: usize) -> Option<Function<'t>> {
        let before = text.get(..at)?;
        let start = match memmem::rfind(before, b"\ndefine ") {
            Some(line) => line + 1,
            None => text.starts_with(b"define ").then_some(0)?,
        };
        let end = memmem::find(&text[at..], b"\n}").map_or(text.len(), |end| at + end + 1);
        Some(Function { text, span: start..end, near: at.saturating_sub(NEAR).max(start)..at.saturating_add(NEAR).min(end) })
    }

    /// Its first line.
    pub(super) fn header(&self) -> Range<usize> {
        let text = &self.text[self.span.clone()];
        self.span.start..self.span.start + memchr::memchr(b'\n', text).unwrap_or(text.len())
    }

    /// Its name.
    pub(super) fn name(&self) -> Option<Named> {
        let header = self.header();
        let at = header.start + memchr::memchr(b'@', &self.text[header])?;
        Some(at..name_end(self.text, at))
    }

    /// Its parameters.
    fn parameters(&self) -> impl Iterator<Item = Named> + '_ {
        let header = self.header();
        let names = memchr_iter(b'%', &self.text[header.clone()]).map(move |at| header.start + at);
        let named = names.map(|at| at..name_end(self.text, at));
        // Types come before something else.
        named.filter(|at| matches!(self.text.get(at.end), Some(b',' | b')')))
    }

    /// Its lines that define something.
    fn lines(&self) -> impl Iterator<Item = Line> + '_ {
        let (text, from) = (&self.text[..self.near.end], self.near.start);
        let starts = memchr_iter(b'\n', text.get(from..).unwrap_or(&[])).map(move |end| from + end + 1);
        starts.filter_map(move |start| {
            let at = start + text[start..].iter().position(|c| !matches!(c, b' ' | b'\t'))?;
            match text[at] {
                b'%' => {
                    let end = name_end(text, at);
                    let is_definition = text.get(end..)?.trim_ascii_start().starts_with(b"=");
                    is_definition.then_some(Line { name: at..end, is_label: false })
                }
                c if c.is_ascii_alphanumeric() || matches!(c, b'"' | b'-' | b'$' | b'.' | b'_') => {
                    let lexer = Lexer::new(text, at);
                    let is_label = matches!(lexer.tok, Tok::Label | Tok::LabelNum);
                    is_label.then(|| Line { name: at..lexer.end() - 1, is_label })
                }
                _ => None,
            }
        })
    }

    /// What the function defines that is called nearly as the text at `span`, which begins with a sigil.
    pub(super) fn near(&self, span: &Range<usize>) -> Option<Named> {
        let name = self.text.get(span.start + 1..span.end).filter(|name| name.len() > 2)?;
        let all: Vec<Named> = self.parameters().chain(self.lines().map(|line| line.name)).collect();
        let known = all.iter().enumerate().map(|(i, at)| (bare(self.text, at), i));
        all.get(nearest(name, known)?).cloned()
    }

    /// What the function defines under this name, which is without a sigil.
    pub(super) fn definition(&self, name: &[u8]) -> Option<Named> {
        let is_it = |at: &Named| bare(self.text, at) == name;
        self.parameters().find(is_it).or_else(|| self.lines().map(|line| line.name).find(is_it))
    }

    /// The label of the block that `at` is in, or the function's first line.
    pub(super) fn block(&self, at: usize) -> Named {
        let labels = self.lines().take_while(|line| line.name.start < at).filter(|line| line.is_label);
        labels.last().map_or(self.header(), |line| line.name)
    }
}
