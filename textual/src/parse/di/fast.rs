//! Numbered nodes in the layout of LLVM's printer, read from the bytes of the text without tokens.
//!
//! What is laid out otherwise, or is wrong, is left to the parser of tokens: it goes on at the first field that is not plain, or at the
//! whole node. Either way the node is the same, and so are the errors.

use super::super::di_words::WordKind;
use super::super::module::node_number;
use super::super::{Env, Parser};
use super::{FACTS, Node, kind_of};
use crate::error::Result;
use crate::scan::{Pattern, WINDOW, number, quote, window};
use bctk_ir::entity::MdId;
use bctk_ir::metadata::di::{DiField, DiKind, FieldKind, NUMBER, PrintRule};
use bctk_ir::metadata::{Metadata, md_slot};
use bctk_support::text::unescape;

/// Most fields of a kind of node.
const MAX_FIELDS: usize = {
    let mut max = 0;
    let mut i = 0;
    while i < DiKind::ALL.len() {
        if DiKind::ALL[i].fields().len() > max {
            max = DiKind::ALL[i].fields().len();
        }
        i += 1;
    }
    max
};

/// How the value of a field is read.
#[derive(Clone, Copy)]
enum Read {
    /// With tokens.
    Tokens,
    /// `!12` or `null`.
    Md,
    /// `"text"`.
    Text,
    /// `12`, up to this number, stored with this added.
    Number { max: u32, add: u32 },
    /// `12`, in two slots.
    Wide,
    /// `12`, an inline number, or what [`Read::Md`] reads.
    Size,
    /// `12`, an inline number.
    Bound,
    /// `12`, the value of an enumerator.
    Enumerator,
    /// `true` or `false`.
    Bool,
    /// A keyword.
    Word(WordKind),
    /// Keywords with bars between them.
    Flags(WordKind),
}

/// A field as it is in the text.
#[derive(Clone, Copy)]
struct Plain {
    /// Its name, with a colon and a space.
    label: Pattern,
    len: u8,
    slot: u8,
    read: Read,
}

static PLAIN: [[Plain; MAX_FIELDS]; DiKind::ALL.len()] = {
    let none = Plain { label: Pattern::NEVER, len: 0, slot: 0, read: Read::Tokens };
    let mut table = [[none; MAX_FIELDS]; DiKind::ALL.len()];
    let mut k = 0;
    while k < table.len() {
        let kind = DiKind::ALL[k];
        let mut i = 0;
        while i < kind.fields().len() {
            let field = &kind.fields()[i];
            let read = read_of(kind, field);
            if !matches!(read, Read::Tokens) {
                let (_, label) = field.label.as_bytes().split_at(2);
                table[k][i] = Plain { label: Pattern::new(label), len: label.len() as u8, slot: field.slot, read };
            }
            i += 1;
        }
        k += 1;
    }
    table
};

const fn read_of(kind: DiKind, field: &DiField) -> Read {
    if matches!(field.rule, PrintRule::Until(_)) {
        return Read::Tokens;
    }
    match field.kind {
        FieldKind::Md => Read::Md,
        FieldKind::MdString => match kind {
            // There, an empty string is special.
            DiKind::File | DiKind::GlobalVariable => Read::Tokens,
            _ => Read::Text,
        },
        FieldKind::U32 => Read::Number { max: super::limit(kind, field.name), add: 0 },
        FieldKind::OptU32 => Read::Number { max: super::limit(kind, field.name), add: 1 },
        FieldKind::U64 => Read::Wide,
        FieldKind::Bool => Read::Bool,
        FieldKind::SizeOrMd => Read::Size,
        FieldKind::BoundOrMd => Read::Bound,
        FieldKind::ApInt if matches!(kind, DiKind::Enumerator) => Read::Enumerator,
        FieldKind::Tag => Read::Word(WordKind::Tag),
        FieldKind::DwLang => Read::Word(WordKind::Lang),
        FieldKind::DwEncoding => Read::Word(WordKind::Encoding),
        FieldKind::DwCc => Read::Word(WordKind::Cc),
        FieldKind::EmissionKind => Read::Word(WordKind::EmissionKind),
        FieldKind::NameTableKind => Read::Word(WordKind::NameTableKind),
        FieldKind::DiFlags => Read::Flags(WordKind::DiFlag),
        FieldKind::SpFlags => Read::Flags(WordKind::SpFlag),
        _ => Read::Tokens,
    }
}

/// The kinds that most of a text is made of, with their names as [`Plain::label`]s.
const COMMON: [(Pattern, DiKind); 8] = {
    const fn row(kind: DiKind) -> (Pattern, DiKind) {
        (Pattern::new(kind.name().as_bytes()), kind)
    }
    [
        row(DiKind::LongLocation),
        row(DiKind::LocalVariable),
        row(DiKind::DerivedType),
        row(DiKind::Subprogram),
        row(DiKind::SubroutineType),
        row(DiKind::CompositeType),
        row(DiKind::LexicalBlock),
        row(DiKind::TemplateTypeParameter),
    ]
};

/// The kind of node whose name is at `at`, and the position after its opening parenthesis.
#[inline]
fn kind_at(source: &[u8], at: usize) -> Option<(DiKind, usize)> {
    let shown = window(source, at)?;
    for (name, kind) in COMMON {
        let end = at + kind.name().len();
        if name.starts(shown) && source.get(end) == Some(&b'(') && source.get(at..end) == Some(kind.name().as_bytes()) {
            return Some((kind, end + 1));
        }
    }
    let rest = source.get(at..)?;
    let len = rest.iter().position(|&c| !c.is_ascii_alphanumeric()).filter(|&len| rest[len] == b'(')?;
    Some((kind_of(&rest[..len])?, at + len + 1))
}

/// Where a line has led.
enum Line {
    /// The node is read; here the next line begins.
    Read(usize),
    /// The node is read, the last of it with tokens.
    WithTokens,
    /// Nothing is read.
    NotFast,
}

/// How far the fields of a node are plain.
enum Fields {
    /// All of them; here is the closing parenthesis.
    All(usize),
    /// Up to here, where another field should begin.
    Some(usize),
}

impl<'s> Parser<'_, 's> {
    /// Numbered nodes from the current token up to `end`, as many as are plain; returns whether there are any.
    pub(in super::super) fn fast_nodes(&mut self, end: usize) -> Result<bool> {
        let Some(env) = self.env.filter(|_| self.is_fast && self.limits.nesting > 0) else { return Ok(false) };
        let first = self.start;
        let mut at = first;
        while at < end {
            match self.fast_node(env, at)? {
                Line::Read(next) => at = next,
                Line::WithTokens => return Ok(true),
                Line::NotFast => break,
            }
        }
        if at > first {
            self.seek(at);
        }
        Ok(at > first)
    }

    /// The node on the line that begins at `at`.
    fn fast_node(&mut self, env: &Env<'s>, at: usize) -> Result<Line> {
        let source = self.source();
        let Some((number, mut at)) = node_number(source, at) else { return Ok(Line::NotFast) };
        let Some(id) = env.md_numbers.get(number) else { return Ok(Line::NotFast) };
        let distinct = source[at..].starts_with(b"distinct ");
        if distinct {
            at += 9;
        }
        match source.get(at..at + 2) {
            Some(b"!{") => {
                let first = self.scratch.len();
                let end = self.fast_operands(env, at + 2);
                let line = end.map_or(Line::NotFast, |end| {
                    let ops = self.md.operands(&self.scratch[first..]);
                    self.md.nodes.push((id, Metadata::Tuple { distinct, ops }));
                    Line::Read(end)
                });
                self.scratch.truncate(first);
                Ok(line)
            }
            Some(b"!D") => self.fast_special(env, id, distinct, at),
            _ => Ok(Line::NotFast),
        }
    }

    /// The operands of a tuple from `at` on, which go on the scratch list; returns where the next line begins.
    fn fast_operands(&mut self, env: &Env<'s>, mut at: usize) -> Option<usize> {
        let source = self.source();
        if source.get(at..at + 2) == Some(b"}\n") {
            return Some(at + 2);
        }
        loop {
            let (slot, end) = match source.get(at..at + 2)? {
                b"!\"" => {
                    let (close, escaped) = quote(source, at + 2)?;
                    (self.fast_string(&source[at + 2..close], escaped), close + 1)
                }
                _ => fast_md(env, source, at, true)?,
            };
            self.scratch.push(slot);
            at = end + 2;
            match source.get(end..at)? {
                b", " => {}
                b"}\n" => return Some(at),
                _ => return None,
            }
        }
    }

    /// The slot of a string.
    #[inline]
    fn fast_string(&mut self, text: &[u8], escaped: bool) -> u32 {
        let string = if escaped { self.md.string(&unescape(text)) } else { self.md.string(text) };
        md_slot(Some(string))
    }

    /// A specialised node, whose name is at `name` with its mark.
    #[inline]
    fn fast_special(&mut self, env: &Env<'s>, id: MdId, distinct: bool, name: usize) -> Result<Line> {
        let source = self.source();
        let Some((kind, open)) = kind_at(source, name + 1) else { return Ok(Line::NotFast) };
        if !distinct && matches!(kind, DiKind::AssignID | DiKind::CompileUnit) {
            return Ok(Line::NotFast);
        }
        let name = name..open - 1;
        let facts = &FACTS[kind as usize];
        let newly_required = self.newly_required(kind);
        let mut node = Node::new(kind);
        let fields = self.fast_fields(env, &mut node, open, facts.not_null | newly_required);
        if let Fields::All(close) = fields
            && source.get(close + 1) == Some(&b'\n')
            && (facts.required | newly_required) & !node.seen == 0
            // What is wrong here is told at the token after the parenthesis.
            && self.finish_node(&mut node, distinct, name.clone()).is_ok()
        {
            let item = self.store_node(&node, distinct)?;
            self.md.nodes.push((id, item));
            return Ok(Line::Read(close + 2));
        }
        let (at, more) = match fields {
            Fields::All(close) => (close, false),
            Fields::Some(at) => (at, node.seen != 0 || source.get(at) != Some(&b')')),
        };
        self.seek(at);
        let item = self.rest_of_node(node, more, distinct, name)?;
        self.md.nodes.push((id, item));
        Ok(Line::WithTokens)
    }

    /// The fields from `at` on, in the order of the table. `not_null` has the bits of those that must not be null.
    #[inline]
    fn fast_fields(&mut self, env: &Env<'s>, node: &mut Node, mut at: usize, not_null: u32) -> Fields {
        let source = self.source();
        let kind = node.kind;
        let table = &PLAIN[kind as usize][..kind.fields().len()];
        let mut next = 0;
        loop {
            let Some(shown) = window(source, at) else { return Fields::Some(at) };
            let Some(i) = table[next..].iter().position(|field| field.label.starts(shown)).map(|i| i + next) else {
                return Fields::Some(at);
            };
            let field = &table[i];
            let value = at + usize::from(field.len);
            if usize::from(field.len) > WINDOW && source.get(at + WINDOW..value) != kind.fields()[i].label.as_bytes().get(WINDOW + 2..) {
                return Fields::Some(at);
            }
            let Some(end) = self.fast_field(env, node, field, value, not_null >> i & 1 == 0) else { return Fields::Some(at) };
            node.seen |= 1 << i;
            next = i + 1;
            match source.get(end) {
                Some(b')') => return Fields::All(end),
                // A comma and a space.
                _ => at = end + 2,
            }
        }
    }

    /// The value of a field at `at`, stored in `node`; returns its end. None if it is not plain, or if neither a closing parenthesis nor a
    /// comma and a space follow.
    #[inline]
    fn fast_field(&mut self, env: &Env<'s>, node: &mut Node, field: &Plain, at: usize, or_null: bool) -> Option<usize> {
        let source = self.source();
        let first = usize::from(field.slot);
        let (value, end) = match field.read {
            Read::Tokens => return None,
            Read::Md => fast_md(env, source, at, or_null)?,
            Read::Text => {
                if source.get(at) != Some(&b'"') {
                    return None;
                }
                let (close, escaped) = quote(source, at + 1)?;
                let end = ended(source, close + 1)?;
                let text = &source[at + 1..close];
                node.slots[first] = if text.is_empty() { 0 } else { self.fast_string(text, escaped) };
                return Some(end);
            }
            Read::Number { max, add } => {
                let (value, end) = number(source, at).filter(|&(value, _)| value <= max)?;
                (value + add, end)
            }
            Read::Size if source.get(at) == Some(&b'!') => fast_md(env, source, at, or_null)?,
            Read::Wide | Read::Size | Read::Bound | Read::Enumerator => {
                let (value, end) = number(source, at)?;
                let end = ended(source, end)?;
                let slots = match field.read {
                    Read::Wide => [value, 0, node.slots[first + 2]],
                    // The fewest bits that hold the number and a sign.
                    Read::Enumerator if value == 0 => [1, 0, 0],
                    Read::Enumerator => [33 - value.leading_zeros(), value, 0],
                    _ => [NUMBER, value, 0],
                };
                node.slots[first..first + 3].copy_from_slice(&slots);
                return Some(end);
            }
            Read::Bool => match source.get(at..)? {
                [b't', b'r', b'u', b'e', ..] => (1, at + 4),
                [b'f', b'a', b'l', b's', b'e', ..] => (0, at + 5),
                _ => return None,
            },
            Read::Word(kind) => self.fast_word(kind, at)?,
            Read::Flags(kind) => {
                let (mut flags, mut end) = self.fast_word(kind, at)?;
                while source.get(end..end + 3) == Some(b" | ") {
                    let (flag, next) = self.fast_word(kind, end + 3)?;
                    flags |= flag;
                    end = next;
                }
                (flags, end)
            }
        };
        let end = ended(source, end)?;
        node.slots[first] = value;
        Some(end)
    }
}

/// The slot of `!12`, or of `null` if that is allowed, and its end.
#[inline]
fn fast_md(env: &Env<'_>, source: &[u8], at: usize, or_null: bool) -> Option<(u32, usize)> {
    match source.get(at) {
        Some(b'!') => {
            let (number, end) = number(source, at + 1)?;
            Some((md_slot(Some(env.md_numbers.get(number)?)), end))
        }
        _ => (or_null && source.get(at..at + 4) == Some(b"null")).then_some((0, at + 4)),
    }
}

/// `end` if a closing parenthesis or a comma and a space are there.
#[inline(always)]
fn ended(source: &[u8], end: usize) -> Option<usize> {
    let ended = match source.get(end)? {
        b')' => true,
        b',' => source.get(end + 1) == Some(&b' '),
        _ => false,
    };
    ended.then_some(end)
}
