//! Whole instructions in the layout of LLVM's printer, read from the bytes of the text without a token for each word.
//!
//! An instruction is read to its last byte, and what follows must show that it ends there, before anything is added to the body. What is
//! interned until then, the parser of tokens would intern in the same order. At the first byte that differs, that parser starts at the
//! beginning of the instruction, and it alone reports errors.

mod call;
mod label;
mod rare;

use super::Parser;
use super::body::{Fun, NO_RESULT};
use super::globals::GlobalName;
use super::locals::{Defined, FORWARD, Local};
use crate::error::Result;
use crate::lexer::name_len;
use crate::scan::{Pattern, digits, number, quote, window, word};
use crate::token::{Kw, Op, Word, short_word};
use bctk_ir::body::Attachment;
use bctk_ir::constants::ConstKind;
use bctk_ir::entity::{BlockId, OptionalId, TypeId};
use bctk_ir::inst::{Access, AlignCode, ArithFlags, FastMathFlags, GepNoWrapFlags, Inst, OpFlags};
use bctk_ir::integers::signed;
use bctk_ir::keywords::TailKind;
use bctk_ir::opcodes::{BinOp, CastOp, ICmpPred};
use bctk_ir::types::Type;
use bctk_ir::value::Value;
use call::DraftCall;
use std::borrow::Cow;

/// An instruction up to its attachments, the type of its result or [`NO_RESULT`], and its end.
type Read = (Draft, TypeId, usize);

/// An instruction before anything is added to the body.
enum Draft {
    /// It has no list and refers to nothing that is to be defined.
    Inst(Inst),
    Br(Target),
    CondBr(Value, Target, Target),
    /// Its operands are on the scratch list.
    Gep(GepNoWrapFlags, TypeId),
    /// Its pairs are on the scratch list, each as [`PHI_WORDS`].
    Phi,
    Call(DraftCall),
    /// With its normal and its unwind destination.
    Invoke(DraftCall, Target, Target),
    /// Its cases are on the scratch list, as the pairs of a phi.
    Switch(Value, Target),
    /// Its clauses are on the scratch list.
    LandingPad(bool),
    /// Its indices are on the scratch list.
    ExtractValue(Value),
}

/// What the last part of an instruction is, which determines what would continue it in the next line.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Last {
    /// A value, a label or a number, which only a comma continues.
    Operand,
    /// A type, which may get an address space, too.
    Type,
    /// A call, which attributes may follow.
    Call,
}

/// What follows an instruction that ends.
#[derive(Clone, Copy)]
enum After {
    /// An instruction here.
    Line(usize),
    /// Attachments.
    Comma,
    /// Something else: a label, a record, the end of the body.
    Other,
}

/// A block that a branch goes to: how it is named, and where.
#[derive(Clone, Copy)]
struct Target {
    name: Defined,
    start: usize,
    end: usize,
}

/// What a pair of a phi has on the scratch list until the phi ends: value, block, and how far from the start of the instruction the names of
/// those are that are not known yet.
const PHI_WORDS: usize = 4;

impl Fun<'_> {
    /// Whether the name may become that of a result of type `ty`.
    #[inline]
    fn may_define(&self, name: Defined, ty: TypeId) -> bool {
        if let Defined::Number(n) = name
            && n != self.locals.next_number
        {
            return false;
        }
        match self.what(name) {
            Local::None => !matches!(name, Defined::Nothing),
            Local::ForwardValue(at) => self.locals.forward_type(at) == Some(ty),
            _ => false,
        }
    }

    /// Whether the name is that of a block, or of nothing yet.
    #[inline]
    fn may_be_block(&self, name: Defined) -> bool {
        matches!(self.what(name), Local::None | Local::Block(_) | Local::ForwardBlock(_)) && !matches!(name, Defined::Nothing)
    }
}

impl<'s> Parser<'_, 's> {
    /// Reads instructions from the current token on, as long as they are laid out plainly; returns whether the last one is a terminator.
    pub(super) fn fast_lines(&mut self) -> Result<bool> {
        if !self.is_fast || self.typed_pointers() || self.env.is_none() || !self.fun.active {
            return Ok(false);
        }
        let mut at = self.start;
        // The end of what was read and is not passed yet.
        let mut read = None;
        while let Some((end, after, is_terminator)) = self.fast_line(at)? {
            let (end, after) = match after {
                After::Comma => self.fast_attachments(end),
                after => (end, after),
            };
            if let After::Line(next) = after
                && !is_terminator
            {
                (at, read) = (next, Some(end));
                continue;
            }
            // Most blocks have a label, and begin with a whole line as well.
            if matches!(after, After::Other)
                && is_terminator
                && let Some((name, span, next)) = self.line_label(end)
            {
                self.end_block();
                self.define_block(name, self.fun.body.blocks.len() as u32, span)?;
                (at, read) = (next, Some(next));
                continue;
            }
            self.seek(end);
            let has_more = matches!(after, After::Comma);
            if has_more {
                self.fun.ate_comma = false;
                let inst = self.fun.body.insts.len() - 1;
                self.attachments(inst)?;
            }
            if is_terminator || !has_more {
                return Ok(is_terminator);
            }
            (at, read) = (self.start, None);
        }
        if let Some(end) = read {
            self.seek(end);
        }
        Ok(false)
    }

    /// The instruction at `start`, which is added to the body: its end, what follows, and whether it is a terminator.
    #[inline]
    fn fast_line(&mut self, start: usize) -> Result<Option<(usize, After, bool)>> {
        let source = self.source();
        let (name, name_end, at) = match source.get(start) {
            Some(b'%') => match self.line_local(start) {
                Some((name, end)) if source.get(end..end + 3) == Some(b" = ") => (name, end, end + 3),
                _ => return Ok(None),
            },
            _ => (Defined::Nothing, start, start),
        };
        let first = self.scratch.len();
        let read = self.line_operation(start, at);
        let ended = read.and_then(|(draft, ty, end)| {
            let named = match ty == NO_RESULT {
                true => matches!(name, Defined::Nothing),
                false => self.fun.may_define(name, ty),
            };
            let last = match &draft {
                Draft::Call(_) => Last::Call,
                Draft::Inst(Inst::Cast { .. }) => Last::Type,
                Draft::Inst(Inst::Ret(value)) if value.is_none() => Last::Type,
                _ => Last::Operand,
            };
            let after = self.after(end, last).filter(|_| named && self.fun.body.insts.len() < FORWARD as usize)?;
            Some((draft, ty, end, after))
        });
        let Some((draft, ty, end, after)) = ended else {
            self.scratch.truncate(first);
            return Ok(None);
        };
        let inst = match draft {
            Draft::Inst(inst) => inst,
            Draft::Br(target) => Inst::Br(self.branch_target(target)?),
            Draft::CondBr(cond, if_true, if_false) => {
                Inst::CondBr { cond, if_true: self.branch_target(if_true)?, if_false: self.branch_target(if_false)? }
            }
            Draft::Gep(flags, source) => Inst::Gep { flags, source, ops: self.take_list(first) },
            Draft::Call(call) => Inst::Call(self.add_call(&call, first)),
            Draft::Invoke(call, normal, unwind) => {
                let call = self.add_call(&call, first);
                Inst::Invoke { call, normal: self.branch_target(normal)?, unwind: self.branch_target(unwind)? }
            }
            Draft::Switch(cond, default) => {
                let default = self.branch_target(default)?;
                self.settle_phi(start, first, ty)?;
                Inst::Switch { cond, default, cases: self.take_list(first) }
            }
            Draft::LandingPad(cleanup) => Inst::LandingPad { cleanup, clauses: self.take_list(first) },
            Draft::ExtractValue(aggregate) => Inst::ExtractValue { aggregate, indices: self.take_list(first) },
            Draft::Phi => {
                self.settle_phi(start, first, ty)?;
                Inst::Phi { fmf: FastMathFlags::NONE, incoming: self.take_list(first) }
            }
        };
        let body = &mut self.fun.body;
        body.insts.push(inst);
        if self.env.is_some_and(|env| env.options.offsets) {
            body.provenance.offsets.push(start as u64);
        }
        if ty == NO_RESULT {
            body.results.push(OptionalId::NONE);
        } else {
            let local = body.local_types.len() as u32;
            body.results.push(OptionalId::some(local));
            body.local_types.push(ty);
            self.define_local(name, local, ty, start..name_end, "instruction")?;
        }
        Ok(Some((end, after, inst.is_terminator())))
    }

    /// What follows the name of the instruction at `start`: its operation, which is at `at`.
    #[inline]
    fn line_operation(&mut self, start: usize, at: usize) -> Option<Read> {
        // The most frequent ones are told apart by four bytes, faster than words of all lengths.
        let rest = self.source().get(at..)?;
        match rest.first_chunk::<4>()? {
            b"load" if rest.get(4) == Some(&b' ') => return self.line_load(at + 5),
            b"stor" if self.line_text(b"store ", at).is_some() => return self.line_store(at + 6),
            b"gete" if self.line_text(b"getelementptr ", at).is_some() => return self.line_gep(at + 14),
            b"br i" | b"br l" => return self.line_br(at + 3),
            b"icmp" if rest.get(4) == Some(&b' ') => return self.line_icmp(at + 5),
            b"call" if rest.get(4) == Some(&b' ') => return self.line_call(TailKind::None, at + 5),
            b"tail" if rest.get(4) == Some(&b' ') => return self.line_tail_call(TailKind::Tail, at + 5),
            b"phi " => return self.line_phi(start, at + 4),
            _ => {}
        }
        let Some((opcode, at)) = self.line_word(at) else {
            let end = self.line_text(b"unreachable", at)?;
            return Some((Draft::Inst(Inst::Unreachable), NO_RESULT, end));
        };
        match (opcode.op, opcode.kw) {
            (Some(Op::Bin(op)), _) => self.line_binary(op, at),
            (Some(Op::Cast(op)), _) => self.line_cast(op, at),
            (_, Kw::Select) => self.line_select(at),
            (_, Kw::Alloca) => self.line_alloca(at),
            (_, Kw::Ret) => self.line_ret(at),
            (_, Kw::NoTail) => self.line_tail_call(TailKind::NoTail, at),
            (_, Kw::Invoke) => self.line_invoke(at),
            (_, Kw::Switch) => self.line_switch(start, at),
            (_, Kw::LandingPad) => self.line_landing_pad(at),
            (_, Kw::Resume) => self.line_resume(at),
            (_, Kw::ExtractValue) => self.line_extract_value(at),
            _ => None,
        }
    }

    /// What follows an instruction whose last part ends at `end`; none if it may go on.
    #[inline]
    fn after(&self, end: usize, last: Last) -> Option<After> {
        let source = self.source();
        match *source.get(end..)?.first_chunk::<4>()? {
            [b',', b' ', b'!', b'a'..=b'z'] => Some(After::Comma),
            [b'\n', b' ', b' ', b'%'] => Some(After::Line(end + 3)),
            [b'\n', b' ', b' ', b'a'..=b'z'] => {
                let may_go_on = match last {
                    Last::Operand => false,
                    Last::Type => self.line_text(b"addrspace", end + 3).is_some(),
                    // Words that are no attributes end it.
                    Last::Call => short_word(word(window(source, end + 3)?)?.0)?.attr != 0,
                };
                (!may_go_on).then_some(After::Line(end + 3))
            }
            [b'\n', b' ', b' ', b' '] => self.line_text(b"\n    #dbg_", end).map(|_| After::Other),
            [b'\n', b'}', ..] if last != Last::Call => Some(After::Other),
            [b'\n', b'\n', c, _] if last != Last::Call => {
                let is_label = c.is_ascii_alphanumeric() && !(last == Last::Type && c == b'a') || matches!(c, b'"' | b'.' | b'_' | b'$');
                is_label.then_some(After::Other)
            }
            _ => None,
        }
    }

    /// The attachments from the comma at `end` on that name defined nodes; returns where they end and what follows.
    #[inline]
    fn fast_attachments(&mut self, mut end: usize) -> (usize, After) {
        let inst = self.fun.body.insts.len().wrapping_sub(1);
        loop {
            let Some((attachment, next, after)) = self.line_attachment(end) else { return (end, After::Comma) };
            match attachment.kind {
                0 => self.set_debug_loc(inst, attachment.node),
                _ => self.attach(inst, attachment),
            }
            end = next;
            if !matches!(after, After::Comma) {
                return (end, after);
            }
        }
    }

    /// `, !tbaa !5` at `at`, its end and what follows.
    #[inline]
    fn line_attachment(&mut self, at: usize) -> Option<(Attachment, usize, After)> {
        const LOCATION: Pattern = Pattern::new(b", !dbg !");
        let (env, source) = (self.env?, self.source());
        let shown = window(source, at).filter(|_| self.locations.is_none())?;
        if LOCATION.starts(shown) {
            let (number, len) = digits((shown >> 64) as u64)?;
            let end = at + 8 + len;
            let after = self.after(end, Last::Operand)?;
            return Some((Attachment { kind: 0, node: env.md_numbers.get(number)? }, end, after));
        }
        let name = &source[at + 3..];
        let name = &name[..name_len(name)];
        let after_name = at + 3 + name.len();
        if name.first()?.is_ascii_digit() || source.get(after_name..after_name + 2) != Some(b" !") {
            return None;
        }
        let (number, end) = number(source, after_name + 2)?;
        let after = self.after(end, Last::Operand)?;
        let kind = self.md_kinds.number_at(Cow::Borrowed(name), at + 2);
        Some((Attachment { kind, node: env.md_numbers.get(number)? }, end, after))
    }

    /// The word at `at`, and the position after it and a space.
    #[inline(always)]
    fn line_word(&self, at: usize) -> Option<(&'static Word, usize)> {
        let (key, len) = word(window(self.source(), at)?)?;
        if len == 0 || self.source().get(at + len) != Some(&b' ') {
            return None;
        }
        Some((short_word(key)?, at + len + 1))
    }

    /// The position after `text`, if it is at `at`.
    #[inline(always)]
    fn line_text<const N: usize>(&self, text: &[u8; N], at: usize) -> Option<usize> {
        // Of a known length: a comparison that is no call.
        (self.source().get(at..)?.first_chunk::<N>()? == text).then_some(at + N)
    }

    /// `%12`, `%name` or `%"name"` at `at`, and its end.
    #[inline]
    fn line_local(&mut self, at: usize) -> Option<(Defined, usize)> {
        let rest = self.source().get(at + 1..)?;
        if let Some((number, len)) = digits(u64::from_le_bytes(*rest.first_chunk::<8>()?)) {
            return Some((Defined::Number(number), at + 1 + len));
        }
        let (name, end) = self.line_name(at + 1)?;
        Some((self.fun.named(name), end))
    }

    /// `name` or `"name"` without escapes at `at`, and its end.
    #[inline]
    fn line_name(&self, at: usize) -> Option<(&'s [u8], usize)> {
        let source = self.source();
        match *source.get(at)? {
            b'0'..=b'9' => None,
            b'"' => {
                let (end, escaped) = quote(source, at + 1)?;
                let name = &source[at + 1..end];
                (!escaped && !name.is_empty() && !name.contains(&0)).then_some((name, end + 1))
            }
            _ => {
                let len = name_len(&source[at..]);
                (len > 0).then(|| (&source[at..at + len], at + len))
            }
        }
    }

    /// The type at `at`, and its end.
    #[inline]
    fn line_type(&mut self, at: usize) -> Option<(TypeId, usize)> {
        let source = self.source();
        match *source.get(at)? {
            b'i' => {
                // Most have one of these widths.
                let (bits, end) = match source[at..].first_chunk::<4>()? {
                    [_, b'3', b'2', b' ' | b',' | b']' | b'\n'] => (32, at + 3),
                    [_, b'6', b'4', b' ' | b',' | b']' | b'\n'] => (64, at + 3),
                    [_, b'8', b' ' | b',' | b']' | b'\n', _] => (8, at + 2),
                    [_, b'1', b' ' | b',' | b']' | b'\n', _] => (1, at + 2),
                    _ => number(source, at + 1).filter(|(bits, _)| (1..=64).contains(bits))?,
                };
                Some((self.types.int(bits), end))
            }
            b'p' => {
                let end = self.line_text(b"ptr", at)?;
                self.types.opaque_pointers = true;
                Some((self.types.ptr(0), end))
            }
            _ => self.other_type(at),
        }
    }

    fn other_type(&mut self, at: usize) -> Option<(TypeId, usize)> {
        let source = self.source();
        match *source.get(at)? {
            b'd' => Some((self.types.simple_type(Kw::Double)?, self.line_text(b"double", at)?)),
            b'f' => Some((self.types.simple_type(Kw::FloatWord)?, self.line_text(b"float", at)?)),
            b'%' => {
                let names = &self.env?.type_names;
                let (ty, end) = match number(source, at + 1) {
                    Some((number, end)) => (*names.numbers.get(&number)?, end),
                    None => {
                        let (name, end) = self.line_name(at + 1)?;
                        (*names.names.get(name)?, end)
                    }
                };
                matches!(self.types.kind(ty), Type::Struct { .. }).then_some((ty, end))
            }
            b'{' => {
                let first = self.type_scratch.len();
                let end = self.line_fields(at);
                let ty = end.map(|_| self.types.literal(&self.type_scratch[first..], false));
                self.type_scratch.truncate(first);
                Some((ty?, end?))
            }
            b'[' => {
                let (len, end) = number(source, at + 1)?;
                let elem = self.line_text(b" x ", end)?;
                // Arrays of arrays are rare.
                let (elem, end) = match *source.get(elem)? {
                    b'i' | b'p' => self.line_type(elem)?,
                    b'%' => self.other_type(elem)?,
                    _ => return None,
                };
                let end = self.line_text(b"]", end)?;
                self.may_nest()?;
                Some((self.types.intern(Type::Array { elem, len: len.into() }), end))
            }
            _ => None,
        }
    }

    /// `{ ptr, i64 }` at `at`, whose fields go on the scratch list of types, and its end.
    fn line_fields(&mut self, at: usize) -> Option<usize> {
        let mut at = self.line_text(b"{ ", at)?;
        self.may_nest()?;
        loop {
            // Structures in structures are rare.
            let (field, end) = match *self.source().get(at)? {
                b'{' | b'[' => return None,
                _ => self.line_type(at)?,
            };
            self.type_scratch.push(field);
            match self.source().get(end..end + 2)? {
                b", " => at = end + 2,
                b" }" => return Some(end + 2),
                _ => return None,
            }
        }
    }

    /// Fails if the text has to do without any nesting.
    #[inline]
    fn may_nest(&mut self) -> Option<()> {
        self.enter().ok()?;
        self.leave();
        Some(())
    }

    /// The value of type `ty` at `at`, after a space, and its end.
    #[inline]
    fn line_value(&mut self, at: usize, ty: TypeId) -> Option<(Value, usize)> {
        let source = self.source();
        let constant = |p: &mut Self, end: Option<usize>, kind: ConstKind| end.map(|end| (p.intern(ty, kind), end));
        match *source.get(at)? {
            b'%' => {
                let (name, end) = self.line_local(at)?;
                Some((self.fun.known_value(name, ty)?, end))
            }
            b'0'..=b'9' | b'-' => {
                let Type::Int(bits) = self.types.kind(ty) else { return None };
                self.fast_number(ty, bits, at - 1)
            }
            b'@' if self.types.is_pointer(ty) => {
                let (name, end) = self.line_name(at + 1)?;
                let id = self.find_global(&GlobalName::Name(Cow::Borrowed(name)))?;
                (self.global_type(id) == ty).then_some((Value::global(id), end))
            }
            b'n' if self.types.is_pointer(ty) => constant(self, self.line_text(b"null", at), ConstKind::Null),
            b't' if self.types.kind(ty) == Type::Int(1) => constant(self, self.line_text(b"true", at), ConstKind::Int(signed(1, 1))),
            b'f' if self.types.kind(ty) == Type::Int(1) => constant(self, self.line_text(b"false", at), ConstKind::Null),
            b'g' | b'p' | b'u' => self.line_constant(at, ty),
            _ => None,
        }
    }

    /// A type and its value at `at`, and its end.
    #[inline]
    fn line_typed(&mut self, at: usize) -> Option<(TypeId, Value, usize)> {
        let (ty, end) = self.line_type(at)?;
        let at = self.line_text(b" ", end)?;
        let (value, end) = self.line_value(at, ty)?;
        Some((ty, value, end))
    }

    /// `, ptr ` and an address at `at`, and its end.
    #[inline]
    fn line_address(&mut self, at: usize) -> Option<(Value, usize)> {
        let at = self.line_text(b", ptr ", at)?;
        self.types.opaque_pointers = true;
        let ty = self.types.ptr(0);
        self.line_value(at, ty)
    }

    /// `, align 8` at `at`, and its end.
    #[inline]
    fn line_align(&self, at: usize) -> Option<(AlignCode, usize)> {
        const ALIGN: Pattern = Pattern::new(b", align ");
        let shown = window(self.source(), at).filter(|&shown| ALIGN.starts(shown))?;
        let (value, len) = digits((shown >> 64) as u64).filter(|(value, _)| value.is_power_of_two())?;
        Some((value.trailing_zeros() as AlignCode + 1, at + 8 + len))
    }

    #[inline]
    fn line_load(&mut self, at: usize) -> Option<Read> {
        let Some((ty, end)) = self.line_type(at) else { return self.line_other_load(at) };
        let (ptr, end) = self.line_address(end)?;
        let (align, end) = self.line_align(end).filter(|_| self.types.is_first_class(ty))?;
        self.old.stated_types = true;
        Some((Draft::Inst(Inst::Load { align, access: Access::PLAIN, scope: 1, ptr }), ty, end))
    }

    #[inline]
    fn line_store(&mut self, at: usize) -> Option<Read> {
        let Some((ty, value, end)) = self.line_typed(at) else { return self.line_other_store(at) };
        let (ptr, end) = self.line_address(end)?;
        let (align, end) = self.line_align(end).filter(|_| self.types.is_first_class(ty))?;
        Some((Draft::Inst(Inst::Store { align, access: Access::PLAIN, scope: 1, value, ptr }), NO_RESULT, end))
    }

    /// The flags of a getelementptr at `at`, and the position after them.
    #[inline]
    fn line_gep_flags(&self, at: usize) -> Option<(GepNoWrapFlags, usize)> {
        const IN_BOUNDS: Pattern = Pattern::new(b"inbounds ");
        const IN_BOUNDS_NUW: Pattern = Pattern::new(b"inbounds nuw ");
        const IN_BOUNDS_FLAGS: GepNoWrapFlags = GepNoWrapFlags::INBOUNDS.union(GepNoWrapFlags::NUSW);
        let shown = window(self.source(), at)?;
        Some(match () {
            () if IN_BOUNDS_NUW.starts(shown) => (IN_BOUNDS_FLAGS | GepNoWrapFlags::NUW, at + 13),
            () if IN_BOUNDS.starts(shown) => (IN_BOUNDS_FLAGS, at + 9),
            () => (GepNoWrapFlags::NONE, at),
        })
    }

    #[inline]
    fn line_gep(&mut self, at: usize) -> Option<Read> {
        let (flags, at) = self.line_gep_flags(at)?;
        let (source, end) = self.line_type(at)?;
        let (base, mut end) = self.line_address(end)?;
        let pointer = self.types.ptr(0);
        let first = self.scratch.len();
        self.scratch.push(base.raw());
        while let Some(at) = self.line_text(b", i", end) {
            let (_, index, after) = self.line_typed(at - 1)?;
            self.scratch.push(index.raw());
            end = after;
        }
        let ty = match (self.types.kind(source), self.scratch.len() - first) {
            (Type::Int(_) | Type::Ptr(_), 2) => pointer,
            (_, 0..=1) => return None,
            _ if self.has_scalable_field(source) => return None,
            _ => self.gep_type(source, pointer, None, first, at..end).ok()?,
        };
        self.old.stated_types = true;
        Some((Draft::Gep(flags, source), ty, end))
    }

    #[inline]
    fn line_br(&mut self, at: usize) -> Option<Read> {
        if let Some(at) = self.line_text(b"label ", at) {
            let target = self.line_target(at)?;
            return Some((Draft::Br(target), NO_RESULT, target.end));
        }
        let bit = self.types.int(1);
        let at = self.line_text(b"i1 ", at)?;
        let (cond, end) = self.line_value(at, bit)?;
        let if_true = self.line_target(self.line_text(b", label ", end)?)?;
        let if_false = self.line_target(self.line_text(b", label ", if_true.end)?)?;
        Some((Draft::CondBr(cond, if_true, if_false), NO_RESULT, if_false.end))
    }

    /// `%12` at `start`, which may be a block.
    #[inline]
    fn line_target(&mut self, start: usize) -> Option<Target> {
        if self.source().get(start) != Some(&b'%') {
            return None;
        }
        let (name, end) = self.line_local(start)?;
        self.fun.may_be_block(name).then_some(Target { name, start, end })
    }

    /// The block that a branch goes to.
    #[inline]
    fn branch_target(&mut self, target: Target) -> Result<BlockId> {
        match self.fun.what(target.name) {
            Local::Block(block) => Ok(BlockId(block)),
            Local::ForwardBlock(at) => {
                self.fun.note_user();
                Ok(BlockId(FORWARD + at))
            }
            _ => self.forward_block(target.name, target.start..target.end),
        }
    }

    #[inline]
    fn line_binary(&mut self, op: BinOp, mut at: usize) -> Option<Read> {
        let mut flags = ArithFlags::NONE;
        let (ty, lhs, end) = loop {
            if let Some(operand) = self.line_typed(at) {
                break operand;
            }
            let (flag, after) = self.line_word(at)?;
            flags |= arith_flag(op, flag.kw)?;
            at = after;
        };
        let at = self.line_text(b", ", end)?;
        let (rhs, end) = self.line_value(at, ty)?;
        let is_valid = if op.is_float() { self.types.is_float(ty) } else { self.types.is_int(ty) };
        is_valid.then_some((Draft::Inst(Inst::Bin { op, flags: flags.into(), lhs, rhs }), ty, end))
    }

    #[inline]
    fn line_cast(&mut self, op: CastOp, mut at: usize) -> Option<Read> {
        let mut flags = OpFlags::NONE;
        let (from, value, end) = loop {
            if let Some(operand) = self.line_typed(at) {
                break operand;
            }
            let (flag, after) = self.line_word(at)?;
            let flag = match (op, flag.kw) {
                (CastOp::Trunc, Kw::Nuw) => ArithFlags::NUW,
                (CastOp::Trunc, Kw::Nsw) => ArithFlags::NSW,
                (CastOp::ZExt, Kw::NNeg) => ArithFlags::NNEG,
                _ => return None,
            };
            flags |= flag.into();
            at = after;
        };
        let (to, end) = self.line_type(self.line_text(b" to ", end)?)?;
        self.cast_is_valid(op, from, to).then_some((Draft::Inst(Inst::Cast { op, flags, value }), to, end))
    }

    #[inline]
    fn line_icmp(&mut self, at: usize) -> Option<Read> {
        let (flags, at) = match self.line_text(b"samesign ", at) {
            Some(at) => (ArithFlags::SAMESIGN, at),
            None => (ArithFlags::NONE, at),
        };
        let (_, len) = word(window(self.source(), at)?)?;
        let pred = ICmpPred::from_spelling(&self.source()[at..at + len])?;
        let (ty, lhs, end) = self.line_typed(self.line_text(b" ", at + len)?)?;
        let (rhs, end) = self.line_value(self.line_text(b", ", end)?, ty)?;
        let is_valid = matches!(self.types.kind(ty), Type::Int(_) | Type::Ptr(_));
        let bit = self.types.int(1);
        is_valid.then_some((Draft::Inst(Inst::ICmp { pred, flags, lhs, rhs }), bit, end))
    }

    #[inline]
    fn line_select(&mut self, at: usize) -> Option<Read> {
        let (cond_ty, cond, end) = self.line_typed(at)?;
        let (ty, if_true, end) = self.line_typed(self.line_text(b", ", end)?)?;
        let (other, if_false, end) = self.line_typed(self.line_text(b", ", end)?)?;
        let is_valid = self.types.kind(cond_ty) == Type::Int(1) && ty == other;
        let inst = Inst::Select { fmf: FastMathFlags::NONE, cond, if_true, if_false };
        is_valid.then_some((Draft::Inst(inst), ty, end))
    }

    #[inline]
    fn line_alloca(&mut self, at: usize) -> Option<Read> {
        let (ty, end) = self.line_type(at)?;
        let (align, end) = self.line_align(end)?;
        let bits = self.types.int(32);
        let count = self.intern(bits, ConstKind::Int(1));
        let result = self.types.ptr(0);
        Some((Draft::Inst(Inst::Alloca { align, in_alloca: false, swift_error: false, ty, count }), result, end))
    }

    #[inline]
    fn line_ret(&mut self, at: usize) -> Option<Read> {
        let expected = self.fun.ret.0;
        if let Some(end) = self.line_text(b"void", at) {
            let is_void = self.types.kind(expected) == Type::Void;
            return is_void.then_some((Draft::Inst(Inst::Ret(OptionalId::NONE)), NO_RESULT, end));
        }
        let (ty, value, end) = self.line_typed(at)?;
        (ty == expected).then_some((Draft::Inst(Inst::Ret(OptionalId::some(value))), NO_RESULT, end))
    }

    /// A phi, whose pairs go on the scratch list. What is not known yet is only noted.
    #[inline]
    fn line_phi(&mut self, start: usize, at: usize) -> Option<Read> {
        let (ty, mut end) = self.line_type(at)?;
        if !self.types.is_first_class(ty) {
            return None;
        }
        let mut next = self.line_text(b" [ ", end);
        // At least one pair.
        next?;
        while let Some(at) = next {
            let mut later = [0, 0];
            let (value, comma) = match *self.source().get(at)? {
                b'%' => {
                    let (name, end) = self.line_local(at)?;
                    match self.fun.known_value(name, ty) {
                        Some(value) => (value.raw(), end),
                        None if self.fun.what(name) == Local::None => {
                            later[0] = u32::try_from(at - start).ok()?;
                            (0, end)
                        }
                        None => return None,
                    }
                }
                _ => {
                    let (value, end) = self.line_value(at, ty)?;
                    (value.raw(), end)
                }
            };
            let target = self.line_target(self.line_text(b", ", comma)?)?;
            let block;
            (block, later[1]) = self.block_or_place(target, start)?;
            self.scratch.extend([value, block, later[0], later[1]]);
            end = self.line_text(b" ]", target.end)?;
            next = self.line_text(b", [ ", end);
        }
        Some((Draft::Phi, ty, end))
    }

    /// The block, or else how far from `start` its name is.
    #[inline]
    fn block_or_place(&self, target: Target, start: usize) -> Option<(u32, u32)> {
        match self.fun.what(target.name) {
            Local::Block(block) => Some((block, 0)),
            _ => Some((0, u32::try_from(target.start - start).ok()?)),
        }
    }

    /// Leaves the values and blocks of a phi of type `ty`, which begins at `start`, on the scratch list from `first` on.
    fn settle_phi(&mut self, start: usize, first: usize, ty: TypeId) -> Result<()> {
        let mut to = first;
        for from in (first..self.scratch.len()).step_by(PHI_WORDS) {
            let Some(&[mut value, mut block, value_at, block_at]) = self.scratch[from..].first_chunk::<PHI_WORDS>() else { break };
            if value_at != 0 {
                let at = start + value_at as usize;
                if let Some((name, end)) = self.line_local(at) {
                    value = self.named_local(name, ty, at..end)?.raw();
                }
            }
            if block_at != 0 {
                let at = start + block_at as usize;
                if let Some((name, end)) = self.line_local(at) {
                    block = self.forward_block(name, at..end)?.0;
                }
            }
            self.scratch[to] = value;
            self.scratch[to + 1] = block;
            to += 2;
        }
        self.scratch.truncate(to);
        Ok(())
    }

    /// Whether the type is a structure with a scalable vector among its fields.
    fn has_scalable_field(&self, ty: TypeId) -> bool {
        let (Type::Struct { fields, .. }, table) = self.types.get(ty) else { return false };
        table.list(fields).iter().any(|field| matches!(self.types.kind(field), Type::Vector { scalable: true, .. }))
    }
}

/// The flag of a binary operator that the word is.
#[inline]
fn arith_flag(op: BinOp, word: Kw) -> Option<ArithFlags> {
    match (op, word) {
        (BinOp::Add | BinOp::Sub | BinOp::Mul | BinOp::Shl, Kw::Nuw) => Some(ArithFlags::NUW),
        (BinOp::Add | BinOp::Sub | BinOp::Mul | BinOp::Shl, Kw::Nsw) => Some(ArithFlags::NSW),
        (BinOp::UDiv | BinOp::SDiv | BinOp::LShr | BinOp::AShr, Kw::Exact) => Some(ArithFlags::EXACT),
        (BinOp::Or, Kw::Disjoint) => Some(ArithFlags::DISJOINT),
        _ => None,
    }
}
