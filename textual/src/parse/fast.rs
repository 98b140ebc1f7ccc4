//! Operands, attachments and debug records in the layout of LLVM's printer, read from the bytes of the text without a token for each.
//!
//! What is laid out otherwise, is not defined yet or is wrong, is left to the parser of tokens, which then starts at the same place.

use super::Parser;
use super::body::Fun;
use super::di_words::WordKind;
use super::locals::{Defined, FORWARD, Local};
use crate::scan::{Pattern, digits, number, window};
use crate::token::{Kw, Tok};
use bctk_ir::entity::{BlockId, MdId, TypeId};
use bctk_ir::inst::AlignCode;
use bctk_ir::integers::signed;
use bctk_ir::types::Type;
use bctk_ir::value::Value;
use std::ops::Range;

/// What a debug record states after its operand.
pub(super) struct RecordRest {
    pub(super) variable: MdId,
    pub(super) expression: MdId,
    pub(super) loc: MdId,
}

impl Fun<'_> {
    /// The local as a value of type `ty`, if it is known under that type.
    #[inline]
    pub(super) fn known_value(&mut self, name: Defined, ty: TypeId) -> Option<Value> {
        match self.what(name) {
            Local::Value(n) if self.body.local_types.get(n as usize) == Some(&ty) => Some(Value::local(n)),
            Local::ForwardValue(at) if self.locals.forward_type(at) == Some(ty) => {
                self.note_user();
                Some(Value::local(FORWARD + at))
            }
            _ => None,
        }
    }

    /// The block of this number, if it is known.
    #[inline]
    fn known_block(&mut self, number: u32) -> Option<BlockId> {
        match self.locals.number(number) {
            Local::Block(block) => Some(BlockId(block)),
            Local::ForwardBlock(at) => {
                self.note_user();
                Some(BlockId(FORWARD + at))
            }
            _ => None,
        }
    }
}

impl<'s> Parser<'_, 's> {
    /// The number behind the current token, after a space and `mark`, and the position after it.
    #[inline(always)]
    fn number_ahead(&self, mark: u8) -> Option<(u32, usize)> {
        if !self.is_fast {
            return None;
        }
        let at = self.end();
        let bytes = self.source().get(at..)?.first_chunk::<10>()?;
        let [b' ', found, number @ ..] = *bytes else { return None };
        let (number, len) = digits(u64::from_le_bytes(number)).filter(|_| found == mark)?;
        Some((number, at + 2 + len))
    }

    /// `%12` behind the current token, as a value of type `ty`; taken with that token.
    #[inline]
    pub(super) fn fast_local(&mut self, ty: TypeId) -> Option<Value> {
        let (number, end) = self.number_ahead(b'%').filter(|_| self.fun.active)?;
        let value = self.fun.known_value(Defined::Number(number), ty)?;
        self.pass_to(end);
        Some(value)
    }

    /// `%12`, or `12` for an integer, behind the current token, as a value of type `ty`; taken with that token.
    #[inline]
    pub(super) fn fast_value(&mut self, ty: TypeId) -> Option<Value> {
        if let Some(value) = self.fast_local(ty) {
            return Some(value);
        }
        let Type::Int(bits) = self.types.kind(ty) else { return None };
        if !self.is_fast {
            return None;
        }
        let at = self.end();
        let (value, end) = self.fast_number(ty, bits, at)?;
        self.pass_to(end);
        Some(value)
    }

    /// The current type, `i32` or `ptr`, and the numbered local or the number after it.
    #[inline]
    pub(super) fn fast_typed_value(&mut self) -> Option<(TypeId, Value)> {
        if self.tok == Tok::IntType {
            let bits = self.value as u32;
            let ty = self.types.int(bits);
            return Some((ty, self.fast_value(ty)?));
        }
        if !self.at(Kw::Ptr) || self.typed_pointers() {
            return None;
        }
        let ty = self.types.ptr(0);
        let value = self.fast_local(ty)?;
        self.types.opaque_pointers = true;
        Some((ty, value))
    }

    /// ` 12` or ` -1` at `at`, as a constant of type `ty` with these bits, and its end.
    #[inline]
    pub(super) fn fast_number(&mut self, ty: TypeId, bits: u32, at: usize) -> Option<(Value, usize)> {
        let source = self.source();
        let (negative, digits) = match source.get(at..at + 2)? {
            b" -" => (true, at + 2),
            [b' ', _] => (false, at + 1),
            _ => return None,
        };
        if !(1..=64).contains(&bits) {
            return None;
        }
        let (value, end) = match number(source, digits) {
            Some((number, end)) => {
                let value = i64::from(number);
                (signed(if negative { -value } else { value } as u64, bits), end)
            }
            None => self.line_large_number(digits, negative, bits)?,
        };
        if !matches!(source.get(end), Some(b',' | b')' | b'\n' | b' ' | b']')) {
            return None;
        }
        Some((self.int_constant(ty, value), end))
    }

    /// A type and its value behind the current comma, with their position: `ptr %12`, `i32 %1`, `i64 8`. All are taken.
    #[inline]
    pub(super) fn fast_operand(&mut self) -> Option<(TypeId, Value, Range<usize>)> {
        const POINTER: Pattern = Pattern::new(b" ptr %");
        if self.tok != Tok::Comma || !self.fun.active || !self.is_fast {
            return None;
        }
        let at = self.end();
        let source = self.source();
        let shown = window(source, at)?;
        if POINTER.starts(shown) && !self.typed_pointers() {
            let (number, len) = digits((shown >> 48) as u64)?;
            let end = at + 6 + len;
            let ty = self.types.ptr(0);
            let value = self.fun.known_value(Defined::Number(number), ty)?;
            self.types.opaque_pointers = true;
            self.pass_to(end);
            return Some((ty, value, at + 1..end));
        }
        if shown as u16 != u16::from_le_bytes(*b" i") {
            return None;
        }
        let (bits, len) = digits((shown >> 16) as u64).filter(|(bits, _)| (1..=64).contains(bits))?;
        let after = at + 2 + len;
        let ty = self.types.int(bits);
        let (value, end) = match source.get(after..after + 2)? {
            b" %" => {
                let (local, end) = number(source, after + 2)?;
                (self.fun.known_value(Defined::Number(local), ty)?, end)
            }
            _ => self.fast_number(ty, bits, after)?,
        };
        self.pass_to(end);
        Some((ty, value, at + 1..end))
    }

    /// `label %12` behind the current comma; both are taken.
    #[inline]
    pub(super) fn fast_label(&mut self) -> Option<BlockId> {
        const LABEL: Pattern = Pattern::new(b" label %");
        let at = self.end();
        let shown = window(self.source(), at).filter(|&shown| self.tok == Tok::Comma && self.is_fast && LABEL.starts(shown))?;
        let (number, len) = digits((shown >> 64) as u64)?;
        let block = self.fun.known_block(number)?;
        self.pass_to(at + 8 + len);
        Some(block)
    }

    /// `%12` behind the word `label`.
    #[inline]
    pub(super) fn fast_block(&mut self) -> Option<BlockId> {
        let (number, end) = self.number_ahead(b'%')?;
        let block = self.fun.known_block(number)?;
        self.pass_to(end);
        Some(block)
    }

    /// `[ %1, %2 ]`, a value of type `ty` and a block; the current token is the bracket.
    #[inline]
    pub(super) fn fast_incoming(&mut self, ty: TypeId) -> Option<(Value, BlockId)> {
        let source = self.source();
        let (value, comma) = self.number_ahead(b'%').filter(|_| self.tok == Tok::LSquare)?;
        let (block, end) = number(source, comma + 3).filter(|_| source.get(comma..comma + 3) == Some(b", %"))?;
        if source.get(end..end + 2) != Some(b" ]") {
            return None;
        }
        let known = |what: Local| !matches!(what, Local::None);
        if !known(self.fun.locals.number(block)) {
            return None;
        }
        let value = self.fun.known_value(Defined::Number(value), ty)?;
        let block = self.fun.known_block(block)?;
        self.pass_to(end + 2);
        Some((value, block))
    }

    /// `align 8` behind the current comma; both are taken.
    #[inline]
    pub(super) fn fast_align(&mut self) -> Option<AlignCode> {
        const ALIGN: Pattern = Pattern::new(b" align ");
        let at = self.end();
        let shown = window(self.source(), at).filter(|&shown| self.tok == Tok::Comma && self.is_fast && ALIGN.starts(shown))?;
        let (value, len) = digits((shown >> 56) as u64).filter(|(value, _)| value.is_power_of_two())?;
        let end = at + 7 + len;
        if !matches!(self.source().get(end), Some(b',' | b'\n')) {
            return None;
        }
        self.pass_to(end);
        Some(value.trailing_zeros() as AlignCode + 1)
    }

    /// The node `!12` behind the current token, if it is defined; taken with that token.
    #[inline]
    pub(super) fn fast_node_ahead(&mut self) -> Option<MdId> {
        let env = self.env?;
        let (number, end) = self.number_ahead(b'!')?;
        let node = env.md_numbers.get(number)?;
        self.pass_to(end);
        Some(node)
    }

    /// ` !1, !DIExpression(), !2)` behind the current token, a comma. Goes to the token after the parenthesis.
    pub(super) fn fast_record_rest(&mut self) -> Option<RecordRest> {
        const EXPRESSION: Pattern = Pattern::new(b", !DIExpression(");
        if self.tok != Tok::Comma || self.locations.is_some() {
            return None;
        }
        let (env, source) = (self.env?, self.source());
        let (variable, at) = self.number_ahead(b'!')?;
        let variable = env.md_numbers.get(variable)?;
        if !EXPRESSION.starts(window(source, at)?) {
            return None;
        }
        let at = self.plain_elements(at + 16)?;
        if source.get(at..at + 4) != Some(b"), !") {
            return None;
        }
        let (loc, end) = number(source, at + 4)?;
        let loc = env.md_numbers.get(loc).filter(|_| source.get(end) == Some(&b')'))?;
        self.old.inline_expressions = true;
        let expression = self.md.expression();
        self.seek(end + 1);
        Some(RecordRest { variable, expression, loc })
    }

    /// The elements of an expression from `at` on, up to its closing parenthesis, in the unit's elements; returns where that is.
    #[inline]
    fn plain_elements(&mut self, mut at: usize) -> Option<usize> {
        let source = self.source();
        self.md.elements.clear();
        if source.get(at) == Some(&b')') {
            return Some(at);
        }
        loop {
            let (element, end) = match source.get(at)? {
                b'D' => self.fast_word(WordKind::Op, at)?,
                _ => number(source, at)?,
            };
            self.md.elements.push(element.into());
            match source.get(end)? {
                b')' => return Some(end),
                b',' if source.get(end + 1) == Some(&b' ') => at = end + 2,
                _ => return None,
            }
        }
    }

    /// The number of the keyword at `at`, and its end.
    #[inline]
    pub(super) fn fast_word(&mut self, kind: WordKind, at: usize) -> Option<(u32, usize)> {
        let rest = self.source().get(at..)?;
        let word = &rest[..rest.iter().position(|&c| !(c.is_ascii_alphanumeric() || c == b'_'))?];
        Some((self.md.words.number(kind, word)?, at + word.len()))
    }
}
