//! Goes on after a fault: at the next instruction of a body, the next metadata node, the next entity of the top level. What a fault leaves
//! undefined is known, so that no other fault comes of it.
//!
//! All of this runs only once a fault is found, and each line is looked at once or twice, however many faults there are.

use super::body::BodyTask;
use super::is_opcode;
use super::locals::Defined;
use super::{ParseOptions, Parser, skip};
use crate::error::{About, Diagnostic, Error, Late, Result};
use crate::lexer::Lexer;
use crate::token::{Kw, Tok};
use bctk_ir::entity::TypeId;
use hashbrown::{HashMap, HashSet};
use memchr::{memchr, memrchr};
use std::borrow::Cow;
use std::ops::Range;

/// The faults of a part of the text after which parsing goes on.
#[derive(Default)]
pub(crate) struct Found<'s> {
    /// Whether it does.
    pub(super) goes_on: bool,
    /// How many are kept.
    pub(super) most: usize,
    /// The first of them.
    pub(super) faults: Vec<Diagnostic>,
    /// How many others there are.
    pub(super) more: usize,
    /// Types that nothing defines.
    unknown_types: HashMap<Cow<'s, [u8]>, TypeId>,
    /// Where the last of them is named, plus one.
    unknown_type_at: usize,
    /// Whether the current body has a fault.
    in_body: bool,
    /// Where parsing went on last.
    resumed: usize,
    /// Whether it is unknown what numbers the values of the body have.
    numbers_unknown: bool,
}

/// Names whose definitions at the top level have faults, as the text spells them.
pub(crate) type Failed<'s> = HashSet<&'s [u8]>;

/// What a line of a body begins.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Begins {
    Statement,
    Label,
    End,
}

impl Found<'_> {
    pub(super) fn new(options: &ParseOptions) -> Self {
        // A release stops at the first fault.
        let goes_on = options.errors > 1 && options.read_as.is_none() && !options.allow_incomplete;
        Found { goes_on, most: options.errors.max(1), ..Found::default() }
    }

    pub(super) fn note(&mut self, fault: Diagnostic) {
        match self.faults.len() < self.most {
            true => self.faults.push(fault),
            false => self.more += 1,
        }
    }
}

/// Whether the text at the start of a line begins an entity of the top level, and nothing of a body.
pub(crate) fn begins_entity(rest: &[u8]) -> bool {
    let begins = |word: &[u8]| rest.starts_with(word);
    match rest.first() {
        Some(b'@' | b'$' | b'!' | b'^') => is_definition(rest),
        Some(b'%') => is_definition(rest) && memchr(b'=', rest).is_some_and(|at| rest[at + 1..].trim_ascii_start().starts_with(b"type ")),
        _ => [&b"define "[..], b"declare ", b"attributes #", b"target ", b"module asm", b"source_filename"].into_iter().any(begins),
    }
}

/// Whether a name and `=` come first.
fn is_definition(rest: &[u8]) -> bool {
    let rest = rest.get(1..).unwrap_or(&[]);
    let len = match rest.strip_prefix(b"\"") {
        Some(quoted) => memchr(b'"', quoted).map_or(0, |at| at + 2),
        None => crate::lexer::name_len(rest),
    };
    let rest = &rest[len..];
    let blanks = rest.iter().position(|&c| c != b' ').unwrap_or(rest.len());
    rest[blanks..].starts_with(b"=")
}

/// The start of the line of `at`.
fn line_start(text: &[u8], at: usize) -> usize {
    memrchr(b'\n', &text[..at.min(text.len())]).map_or(0, |end| end + 1)
}

/// The start of the next line after `at`.
fn next_line(text: &[u8], at: usize) -> Option<usize> {
    memchr(b'\n', text.get(at..)?).map(|line| at + line + 1)
}

/// What the line at `at` of a body begins whose closing brace ends at `end`, if it does not continue the line before.
fn begins(text: &[u8], at: usize, end: usize) -> Option<Begins> {
    let rest = text.get(at..end)?;
    let at = at + rest.iter().position(|c| !matches!(c, b' ' | b'\t' | b'\r'))?;
    if !matches!(text[at], b'%' | b'#' | b'}' | b'"' | b'_' | b'-' | b'$' | b'.') && !text[at].is_ascii_alphanumeric() {
        return None;
    }
    // What follows is not looked at: a comment may have no end.
    let lexer = Lexer::new(text, at);
    let is_opcode = |lexer: &Lexer<'_>| is_opcode(lexer.word.kw) || lexer.word.op.is_some();
    // A word that means nothing may be meant as an opcode.
    let is_unknown = |lexer: &Lexer<'_>| lexer.word.kw == Kw::None && lexer.word.attr == 0;
    let begins = match lexer.tok {
        Tok::Label | Tok::LabelNum => Begins::Label,
        Tok::RBrace if at + 1 == end => return Some(Begins::End),
        Tok::HashWord if lexer.text().starts_with(b"#dbg_") => Begins::Statement,
        Tok::Word if is_opcode(&lexer) || is_unknown(&lexer) => Begins::Statement,
        Tok::Local | Tok::LocalNum if is_definition(&text[at..]) => Begins::Statement,
        _ => return None,
    };
    let before = text[..at].trim_ascii_end().last();
    (!matches!(before, Some(b',' | b'(' | b'[' | b'<'))).then_some(begins)
}

impl<'s> Parser<'_, 's> {
    /// Begins a body, which has no fault yet.
    pub(super) fn begin_body_faults(&mut self, task: &BodyTask) {
        self.found.in_body = false;
        self.found.numbers_unknown = false;
        self.found.resumed = task.start + 1;
    }

    /// A type that nothing defines; the same one for the same name.
    #[cold]
    pub(super) fn unknown_type(&mut self, name: Cow<'s, [u8]>, at: usize) -> TypeId {
        self.found.unknown_type_at = at + 1;
        if let Some(&known) = self.found.unknown_types.get(&name) {
            return known;
        }
        let text = self.strings.push(&name);
        let ty = self.types.identified(text);
        if self.found.goes_on {
            self.found.unknown_types.insert(name, ty);
        }
        ty
    }

    /// Goes on after a fault in a block of the body `task`. Returns whether the body goes on.
    #[cold]
    #[inline(never)]
    pub(super) fn recover_in_block(&mut self, mut fault: Error, task: &BodyTask) -> Result<bool> {
        loop {
            if !self.found.goes_on || fault.0.limit.is_some() {
                return Err(fault);
            }
            self.scratch.clear();
            self.type_scratch.clear();
            self.syntax.reset();
            self.fun.ate_comma = false;
            match self.pass_statement(fault, task) {
                Begins::Statement => {}
                Begins::Label => {
                    self.end_block();
                    return Ok(true);
                }
                Begins::End => return Ok(false),
            }
            match self.rest_of_block() {
                Ok(()) => return Ok(true),
                Err(next) => fault = next,
            }
        }
    }

    /// Whether nothing more can be read: the current token is a comment that nothing closes.
    fn has_no_more(&self) -> bool {
        self.tok == Tok::Error && self.end() == self.source().len()
    }

    /// Notes the fault of a statement and goes to the next one. A statement where a block must begin is taken for a label.
    fn pass_statement(&mut self, fault: Error, task: &BodyTask) -> Begins {
        let (text, here) = (self.source(), self.syntax.start);
        self.found.in_body = true;
        // The block or the body ends without a terminator; if the last statement has a fault, that may have been one.
        if fault.0.about == About::Opcode && fault.0.span.start == here {
            let ended = match self.tok {
                Tok::Label | Tok::LabelNum => Some(Begins::Label),
                Tok::RBrace | Tok::Eof => Some(Begins::End),
                _ if here >= task.end => Some(Begins::End),
                _ => None,
            };
            if let Some(ended) = ended {
                if self.found.resumed != here {
                    self.found.note(*fault.0);
                }
                return ended;
            }
        }
        if self.has_no_more() {
            self.found.note(*fault.0);
            return Begins::End;
        }
        let first = self.found.resumed.clamp(task.start + 1, task.end);
        // What was expected at the end of a statement is missing at the start of the next line.
        let is_missed = fault.0.unexpected && fault.0.about != About::Opcode && text[line_start(text, here)..here].trim_ascii().is_empty();
        // Fast paths are ahead of the current token.
        let passed = self.syntax.last_end.saturating_sub(1);
        let at = if is_missed { passed } else { fault.0.span.start };
        let at = at.clamp(first, task.end.max(first));
        let mut start = line_start(text, at).max(first);
        while start > first && begins(text, start, task.end).is_none() {
            start = line_start(text, start - 1).max(first);
        }
        let (mut next, mut found) = (at.max(passed), Begins::End);
        while let Some(line) = next_line(text, next).filter(|&line| line < task.end) {
            next = line;
            if let Some(begins) = begins(text, line, task.end) {
                found = begins;
                break;
            }
        }
        if found == Begins::End {
            next = task.end;
        }
        let is_terminator = self.poison(start..next, &fault);
        if !self.follows_from_another(start, next) {
            self.found.note(*fault.0);
        }
        self.syntax.seek(next);
        self.found.resumed = self.syntax.start;
        match found {
            Begins::Statement if is_terminator => Begins::Label,
            found => found,
        }
    }

    /// Whether a fault in this part of the text comes from a name whose definition has a fault, or from a type that nothing defines.
    fn follows_from_another(&self, start: usize, end: usize) -> bool {
        if self.found.unknown_type_at > start {
            return true;
        }
        let Some(env) = self.env.filter(|env| !env.failed.is_empty()) else { return false };
        let mut lexer = Lexer::new(&self.source()[..end], start);
        while lexer.tok != Tok::Eof {
            if env.failed.contains(lexer.text()) {
                return true;
            }
            lexer.next();
        }
        false
    }

    /// Notes that the value of the statement, which has a fault, is unknown. Returns whether the statement is a terminator.
    fn poison(&mut self, statement: Range<usize>, fault: &Error) -> bool {
        let mut lexer = Lexer::new(&self.source()[..statement.end], statement.start);
        if matches!(lexer.tok, Tok::Label | Tok::LabelNum) {
            lexer.next();
        }
        let name = match lexer.tok {
            Tok::LocalNum => Some(Defined::Number(lexer.value as u32)),
            Tok::Local => Some(self.fun.named(&lexer.name())),
            _ => None,
        };
        if let Some(name) = name {
            self.fun.poison(name, matches!(fault.0.about, About::Number(_)));
            lexer.next();
            if lexer.tok == Tok::Equal {
                lexer.next();
            }
        }
        let kw = if lexer.tok == Tok::Word { lexer.word.kw } else { Kw::None };
        self.found.numbers_unknown |= name.is_none() && !matches!(kw, Kw::Store | Kw::Ret | Kw::Br | Kw::Switch | Kw::Unreachable);
        matches!(
            kw,
            Kw::Ret
                | Kw::Br
                | Kw::Switch
                | Kw::IndirectBr
                | Kw::Invoke
                | Kw::Resume
                | Kw::Unreachable
                | Kw::CallBr
                | Kw::CatchSwitch
                | Kw::CatchRet
                | Kw::CleanupRet
        )
    }

    /// Whether the body that has been parsed has faults; notes its undefined names as well.
    #[cold]
    #[inline(never)]
    pub(super) fn body_has_faults(&mut self) -> bool {
        let undefined = self.fun.locals.all_undefined();
        if !self.found.goes_on || !self.found.in_body && undefined.len() < 2 {
            return false;
        }
        for span in undefined {
            let is_number = self.source().get(span.start + 1).is_some_and(u8::is_ascii_digit);
            if !(is_number && self.found.numbers_unknown) {
                let fault = self.undefined_local(span);
                self.found.note(*fault.0);
            }
        }
        true
    }

    /// Whether the body is known to have faults.
    #[inline]
    pub(super) fn has_faults(&self) -> bool {
        self.found.in_body
    }

    /// Goes on after the fault of a metadata node, at the next one before `end`.
    #[cold]
    pub(super) fn recover_nodes(&mut self, fault: Error, end: usize) -> Result<()> {
        if !self.found.goes_on || fault.0.limit.is_some() {
            return Err(fault);
        }
        let text = self.source();
        let mut at = fault.0.span.start.max(self.syntax.last_end.saturating_sub(1)).max(self.found.resumed).min(text.len());
        if !self.follows_from_another(line_start(text, at), at) {
            self.found.note(*fault.0);
        }
        if self.has_no_more() {
            at = end;
        }
        self.scratch.clear();
        self.type_scratch.clear();
        self.syntax.reset();
        while let Some(line) = next_line(text, at).filter(|&line| line < end) {
            at = line;
            if text[at] == b'!' && is_definition(&text[at..]) {
                self.found.resumed = at;
                self.syntax.seek(at);
                return Ok(());
            }
        }
        self.syntax.seek(end);
        Ok(())
    }

    /// Goes on at the next line that begins like an entity of the top level. What the one at `start` defines is known to have a fault.
    #[cold]
    pub(super) fn recover_entity(&mut self, start: usize) {
        let text = self.source();
        let line_end = next_line(text, start).unwrap_or(text.len());
        let mut lexer = Lexer::new(&text[..line_end], start);
        let is_word = lexer.tok == Tok::Word;
        while lexer.tok != Tok::Eof {
            let is_name = match lexer.tok {
                Tok::Global | Tok::GlobalNum => true,
                Tok::Local | Tok::LocalNum | Tok::Comdat | Tok::MetadataNum => !is_word,
                _ => false,
            };
            if is_name {
                self.top().failed.insert(lexer.text());
                break;
            }
            lexer.next();
        }
        if self.has_no_more() {
            return self.syntax.seek(text.len());
        }
        let mut at = self.syntax.last_end.max(start);
        // The body of a function with a fault in its first line.
        let line = text[start..line_end].trim_ascii_end();
        if at < line_end && line.ends_with(b"{") {
            at = skip::body_or_entity(text, start + line.len() - 1).saturating_sub(1).max(at);
        }
        while let Some(line) = next_line(text, at) {
            at = line;
            let rest = &text[at..];
            if begins_entity(rest) || rest.starts_with(b"uselistorder") || rest.starts_with(b"! ") {
                self.scratch.clear();
                self.type_scratch.clear();
                self.syntax.reset();
                self.syntax.seek(at);
                return;
            }
        }
        self.syntax.seek(text.len());
    }
}

/// Whether a fault that is found at the end of the text comes from a definition that has a fault.
pub(super) fn is_of_failed(text: &[u8], fault: &Diagnostic, failed: &Failed<'_>) -> bool {
    match &fault.late {
        None => false,
        Some(Late::Metadata(number)) => failed.contains(format!("!{number}").as_bytes()),
        Some(Late::Value(name)) if failed.contains([b"@", &name[..]].concat().as_slice()) => true,
        Some(_) => text.get(fault.span.clone()).is_some_and(|name| failed.contains(name)),
    }
}
