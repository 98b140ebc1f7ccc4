//! Instructions and operands that are less frequent, but slow as tokens: exception handling, switches, atomics, large numbers, addresses
//! within global values.

use super::super::Parser;
use super::super::body::NO_RESULT;
use super::{Draft, Read};
use crate::scan::number;
use bctk_ir::constants::ConstKind;
use bctk_ir::entity::TypeId;
use bctk_ir::inst::{Access, AlignCode, Inst};
use bctk_ir::integers::signed;
use bctk_ir::opcodes::Ordering;
use bctk_ir::types::Type;
use bctk_ir::value::{Value, ValueKind};

/// What continues a `landingpad`, wherever it is.
const PAD_WORDS: [&[u8]; 4] = [b"\n  cleanup", b"\n  catch", b"\n  filter", b"\n  personality"];

impl Parser<'_, '_> {
    /// A landing pad with its clauses, each in a line, which go on the scratch list.
    pub(super) fn line_landing_pad(&mut self, at: usize) -> Option<Read> {
        let (ty, end) = self.line_type(at)?;
        let (cleanup, mut end) = match self.line_text(b"\n          cleanup", end) {
            Some(end) => (true, end),
            None => (false, end),
        };
        loop {
            let (is_filter, value, after) = if let Some(at) = self.line_text(b"\n          catch ", end) {
                let (ty, value, after) = self.line_typed(at)?;
                if matches!(self.types.kind(ty), Type::Array { .. }) || matches!(value.kind(), ValueKind::Local(_)) {
                    return None;
                }
                (false, value, after)
            } else if let Some(at) = self.line_text(b"\n          filter ", end) {
                let (ty, after) = self.line_type(at)?;
                let after = self.line_text(b" zeroinitializer", after)?;
                if !matches!(self.types.kind(ty), Type::Array { .. }) {
                    return None;
                }
                (true, self.intern(ty, ConstKind::Null), after)
            } else {
                break;
            };
            self.scratch.extend([is_filter.into(), value.raw()]);
            end = after;
        }
        let rest = self.source().get(end..)?;
        (!PAD_WORDS.iter().any(|word| rest.starts_with(word))).then_some((Draft::LandingPad(cleanup), ty, end))
    }

    pub(super) fn line_resume(&mut self, at: usize) -> Option<Read> {
        let (_, value, end) = self.line_typed(at)?;
        Some((Draft::Inst(Inst::Resume(value)), NO_RESULT, end))
    }

    /// An `extractvalue`, whose indices go on the scratch list.
    pub(super) fn line_extract_value(&mut self, at: usize) -> Option<Read> {
        let (ty, aggregate, mut end) = self.line_typed(at)?;
        let first = self.scratch.len();
        while let Some(at) = self.line_text(b", ", end) {
            // Attachments follow.
            let Some((index, after)) = number(self.source(), at) else { break };
            self.scratch.push(index);
            end = after;
        }
        if self.scratch.len() == first {
            return None;
        }
        let member = self.indexed_member(ty, first)?;
        Some((Draft::ExtractValue(aggregate), member, end))
    }

    /// A switch, whose cases go on the scratch list as the pairs of a phi do.
    pub(super) fn line_switch(&mut self, start: usize, at: usize) -> Option<Read> {
        let (ty, cond, end) = self.line_typed(at)?;
        let default = self.line_target(self.line_text(b", label ", end)?)?;
        let mut end = self.line_text(b" [", default.end)?;
        let mut places = std::mem::take(&mut self.fun.places);
        places.clear();
        while let Some(at) = self.line_text(b"\n    i", end) {
            let (case_ty, value, after) = self.line_typed(at - 1)?;
            if case_ty != ty || !matches!(self.kind_of(value), Some(ConstKind::Null | ConstKind::Int(_))) {
                return None;
            }
            let target = self.line_target(self.line_text(b", label ", after)?)?;
            let (block, later) = self.block_or_place(target, start)?;
            self.scratch.extend([value.raw(), block, 0, later]);
            places.push((value.raw(), 0));
            end = target.end;
        }
        places.sort_unstable();
        let has_twins = places.windows(2).any(|pair| pair[0] == pair[1]);
        self.fun.places = places;
        let end = self.line_text(b"\n  ]", end)?;
        let is_int = matches!(self.types.kind(ty), Type::Int(_));
        (is_int && !has_twins).then_some((Draft::Switch(cond, default), NO_RESULT, end))
    }

    /// `atomic` and `volatile` at `at`, and the position after them.
    fn line_access_words(&self, at: usize) -> (bool, bool, usize) {
        let (atomic, at) = self.line_text(b"atomic ", at).map_or((false, at), |at| (true, at));
        let (volatile, at) = self.line_text(b"volatile ", at).map_or((false, at), |at| (true, at));
        (atomic, volatile, at)
    }

    /// The ordering of an access, if it is `atomic`, and its alignment.
    fn line_ordering(&self, atomic: bool, at: usize) -> Option<(Ordering, AlignCode, usize)> {
        let (ordering, end) = match atomic {
            true => {
                let (word, _) = self.line_text(b" ", at).map(|at| self.source()[at..].split_at_checked(16))??;
                let word = word.split(|&c| c == b',').next()?;
                (Ordering::from_spelling(word).filter(|&ordering| ordering != Ordering::NotAtomic)?, at + 1 + word.len())
            }
            false => (Ordering::NotAtomic, at),
        };
        let (align, end) = self.line_align(end)?;
        Some((ordering, align, end))
    }

    /// A load from behind its opcode on that is atomic or volatile.
    pub(super) fn line_other_load(&mut self, at: usize) -> Option<Read> {
        let (atomic, volatile, at) = self.line_access_words(at);
        if !atomic && !volatile {
            return None;
        }
        let (ty, end) = self.line_type(at)?;
        let (ptr, end) = self.line_address(end)?;
        let (ordering, align, end) = self.line_ordering(atomic, end).filter(|_| self.types.is_first_class(ty))?;
        if matches!(ordering, Ordering::Release | Ordering::AcqRel) {
            return None;
        }
        self.old.stated_types = true;
        let access = Access::new(volatile, ordering, Ordering::NotAtomic, false);
        Some((Draft::Inst(Inst::Load { align, access, scope: 1, ptr }), ty, end))
    }

    /// A store from behind its opcode on that is atomic or volatile.
    pub(super) fn line_other_store(&mut self, at: usize) -> Option<Read> {
        let (atomic, volatile, at) = self.line_access_words(at);
        if !atomic && !volatile {
            return None;
        }
        let (ty, value, end) = self.line_typed(at)?;
        let (ptr, end) = self.line_address(end)?;
        let (ordering, align, end) = self.line_ordering(atomic, end).filter(|_| self.types.is_first_class(ty))?;
        if matches!(ordering, Ordering::Acquire | Ordering::AcqRel) {
            return None;
        }
        let access = Access::new(volatile, ordering, Ordering::NotAtomic, false);
        Some((Draft::Inst(Inst::Store { align, access, scope: 1, value, ptr }), NO_RESULT, end))
    }

    /// The type of a function with variable arguments, behind its result and the parenthesis, and its end.
    pub(super) fn line_vararg_type(&mut self, ret: TypeId, mut at: usize) -> Option<(TypeId, usize)> {
        let first = self.type_scratch.len();
        let end = loop {
            if let Some(end) = self.line_text(b"...)", at) {
                break Some(end);
            }
            let Some((ty, end)) = self.line_type(at).filter(|&(ty, _)| self.types.is_first_class(ty)) else { break None };
            self.type_scratch.push(ty);
            match self.line_text(b", ", end) {
                Some(next) => at = next,
                None => break None,
            }
        };
        let ty = end.map(|_| self.types.function_type(ret, &self.type_scratch[first..], true));
        self.type_scratch.truncate(first);
        Some((ty?, end?))
    }

    /// A decimal number of up to 64 bits at `at`, negated if `negative`, as a number of `bits` bits, and its end.
    #[cold]
    pub(in crate::parse) fn line_large_number(&self, at: usize, negative: bool, bits: u32) -> Option<(i64, usize)> {
        let mut value = 0u64;
        let mut end = at;
        while let Some(digit) = self.source().get(end).map(|c| c.wrapping_sub(b'0')).filter(|&digit| digit < 10) {
            value = value.checked_mul(10)?.checked_add(digit.into())?;
            end += 1;
        }
        let value = if negative { (value as i64).wrapping_neg() } else { value as i64 };
        (end > at).then(|| (signed(value as u64, bits), end))
    }

    /// A constant of pointer type `ty` that is no name: `undef`, `poison`, or an address within a global value, `getelementptr inbounds (i8,
    /// ptr @x, i64 8)`.
    pub(super) fn line_constant(&mut self, at: usize, ty: TypeId) -> Option<(Value, usize)> {
        if let Some(end) = self.line_text(b"undef", at) {
            return self.line_plain_constant(ty, ConstKind::Undef, end);
        }
        if let Some(end) = self.line_text(b"poison", at) {
            return self.line_plain_constant(ty, ConstKind::Poison, end);
        }
        let at = self.line_text(b"getelementptr ", at)?;
        let pointer = self.types.ptr(0);
        if ty != pointer {
            return None;
        }
        let (flags, at) = self.line_gep_flags(at)?;
        let (source, end) = self.line_type(self.line_text(b"(", at)?)?;
        if !matches!(self.types.kind(source), Type::Int(_)) {
            return None;
        }
        self.may_nest()?;
        let at = self.line_text(b", ptr @", end)?;
        self.types.opaque_pointers = true;
        let (base, end) = self.line_value(at - 1, pointer)?;
        let at = self.line_text(b", i", end)?;
        let (_, index, end) = self.line_typed(at - 1)?;
        let end = self.line_text(b")", end).filter(|_| matches!(index.kind(), ValueKind::LocalConst(_)))?;
        let first = self.scratch.len();
        self.scratch.extend([base.raw(), index.raw()]);
        if let Some(folded) = self.fold_gep(pointer, pointer, base, first, false) {
            self.scratch.truncate(first);
            return Some((folded, end));
        }
        let in_range = self.fun.consts.pool.push_in_range(None);
        Some((self.list_expression(pointer, first, |ops| ConstKind::Gep { flags, source, ops, in_range }), end))
    }

    /// A constant that a word ending at `end` stands for.
    fn line_plain_constant(&mut self, ty: TypeId, kind: ConstKind, end: usize) -> Option<(Value, usize)> {
        let ends = matches!(self.source().get(end)?, b',' | b')' | b'\n' | b' ');
        (ends && matches!(self.types.kind(ty), Type::Int(_) | Type::Ptr(_))).then(|| (self.intern(ty, kind), end))
    }
}
