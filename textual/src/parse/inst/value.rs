//! Arithmetic, comparisons, casts, vectors, aggregates, `phi`, `landingpad`.

use super::super::Parser;
use super::super::body::NO_RESULT;
use crate::error::{About, Result};
use crate::token::{Kw, Tok};
use bctk_ir::constants::ConstKind;
use bctk_ir::entity::{BlockId, ListRef, OptionalId, TypeId};
use bctk_ir::inst::{ArithFlags, Inst, OpFlags};
use bctk_ir::opcodes::{BinOp, CastOp, FCmpPred, ICmpPred};
use bctk_ir::types::Type;
use bctk_ir::value::{Value, ValueKind};
use std::ops::Range;

impl Parser<'_, '_> {
    #[inline]
    pub(super) fn binary(&mut self, op: BinOp) -> Result<(Inst, TypeId)> {
        let flags: OpFlags = if op.is_float() { self.fast_math().into() } else { self.arith_flags(op).into() };
        let logical = matches!(op, BinOp::And | BinOp::Or | BinOp::Xor);
        let (ty, lhs, span) = self.spanned_value()?;
        let message = if logical { "expected ',' in logical operation" } else { "expected ',' in arithmetic operation" };
        let rhs = self.comma_value(ty, message)?;
        let scalar = self.types.scalar(ty);
        let valid = if op.is_float() { self.types.is_float(scalar) } else { self.types.is_int(scalar) };
        if !valid {
            let message = match logical {
                true => "instruction requires integer or integer vector operands",
                false => "invalid operand type for instruction",
            };
            return Err(self.error_at(span, message));
        }
        Ok((Inst::Bin { op, flags, lhs, rhs }, ty))
    }

    pub(super) fn fneg(&mut self) -> Result<(Inst, TypeId)> {
        let fmf = self.fast_math();
        let (ty, value, span) = self.spanned_value()?;
        if !self.types.is_float(self.types.scalar(ty)) {
            return Err(self.error_at(span, "invalid operand type for instruction"));
        }
        Ok((Inst::FNeg { fmf, value }, ty))
    }

    pub(super) fn cast(&mut self, op: CastOp) -> Result<(Inst, TypeId)> {
        let flags = self.cast_flags(op);
        let (from, value, span) = self.spanned_value()?;
        self.expect_kw(Kw::To, "expected 'to' after cast value")?;
        let to = self.ty()?;
        if !self.cast_is_valid(op, from, to) {
            return Err(self.invalid_cast(span, from, to));
        }
        Ok((Inst::Cast { op, flags, value }, to))
    }

    /// The type of a comparison of values of type `ty`.
    #[inline]
    fn compare_type(&mut self, ty: TypeId) -> TypeId {
        let bit = self.types.int(1);
        self.types.shaped_like(bit, ty)
    }

    pub(super) fn icmp(&mut self) -> Result<(Inst, TypeId)> {
        let flags = if self.eat_kw(Kw::SameSign) { ArithFlags::SAMESIGN } else { ArithFlags::NONE };
        let pred = match self.tok {
            Tok::Word => ICmpPred::from_spelling(self.text()),
            _ => None,
        };
        let Some(pred) = pred else {
            return Err(self.error("expected icmp predicate (e.g. 'eq')").about(About::Predicate { float: false }));
        };
        self.next();
        let (ty, lhs, span) = self.spanned_value()?;
        let rhs = self.comma_value(ty, "expected ',' after compare value")?;
        let scalar = self.types.scalar(ty);
        if !self.types.is_int(scalar) && !self.types.is_pointer(scalar) {
            return Err(self.error_at(span, "icmp requires integer operands"));
        }
        Ok((Inst::ICmp { pred, flags, lhs, rhs }, self.compare_type(ty)))
    }

    pub(super) fn fcmp(&mut self) -> Result<(Inst, TypeId)> {
        let fmf = self.fast_math();
        let pred = match self.tok {
            Tok::Word => FCmpPred::from_spelling(self.text()),
            _ => None,
        };
        let Some(pred) = pred else {
            return Err(self.error("expected fcmp predicate (e.g. 'oeq')").about(About::Predicate { float: true }));
        };
        self.next();
        let (ty, lhs, span) = self.spanned_value()?;
        let rhs = self.comma_value(ty, "expected ',' after compare value")?;
        if !self.types.is_float(self.types.scalar(ty)) {
            return Err(self.error_at(span, "fcmp requires floating point operands"));
        }
        Ok((Inst::FCmp { pred, fmf, lhs, rhs }, self.compare_type(ty)))
    }

    pub(super) fn select(&mut self, start: Range<usize>) -> Result<(Inst, TypeId)> {
        let fmf = self.fast_math();
        let (cond_ty, cond, span) = self.spanned_value()?;
        let (ty, if_true, _) = self.comma_operand("expected ',' after select condition")?;
        let (other, if_false, _) = self.comma_operand("expected ',' after select value")?;
        let bit = self.types.int(1);
        let message = if ty != other {
            "both values to select must have same type"
        } else if self.types.kind(ty) == Type::Token {
            "select values cannot have token type"
        } else if cond_ty == bit {
            ""
        } else {
            match (self.types.kind(cond_ty), self.types.kind(ty)) {
                (Type::Vector { elem, .. }, _) if elem != bit => "vector select condition element type must be i1",
                (Type::Vector { len, scalable, .. }, Type::Vector { len: l, scalable: s, .. }) if (len, scalable) != (l, s) => {
                    "vector select requires selected vectors to have the same vector length as select condition"
                }
                (Type::Vector { .. }, Type::Vector { .. }) => "",
                (Type::Vector { .. }, _) => "selected values for vector select must be vectors",
                _ => "select condition must be i1 or <n x i1>",
            }
        };
        if !message.is_empty() {
            return Err(self.error_at(span, message));
        }
        if !fmf.is_empty() && !self.has_fast_math(ty) {
            let message = "fast-math-flags specified for select without floating-point scalar or vector return type";
            return Err(self.error_at(start, message));
        }
        Ok((Inst::Select { fmf, cond, if_true, if_false }, ty))
    }

    pub(super) fn va_arg(&mut self) -> Result<(Inst, TypeId)> {
        let (_, list) = self.typed_value()?;
        self.expect(Tok::Comma, "expected ',' after vaarg operand")?;
        let at = self.span();
        let ty = self.ty()?;
        if !self.types.is_first_class(ty) {
            return Err(self.error_at(at, "va_arg requires operand with first class type"));
        }
        Ok((Inst::VaArg(list), ty))
    }

    pub(super) fn extract_element(&mut self) -> Result<(Inst, TypeId)> {
        let (ty, vector, span) = self.spanned_value()?;
        self.expect(Tok::Comma, "expected ',' after extract value")?;
        let (index_ty, index) = self.typed_value()?;
        match self.types.kind(ty) {
            Type::Vector { elem, .. } if self.types.is_int(index_ty) => Ok((Inst::ExtractElement { vector, index }, elem)),
            _ => Err(self.error_at(span, "invalid extractelement operands")),
        }
    }

    pub(super) fn insert_element(&mut self) -> Result<(Inst, TypeId)> {
        let (ty, vector, span) = self.spanned_value()?;
        self.expect(Tok::Comma, "expected ',' after insertelement value")?;
        let (element_ty, element) = self.typed_value()?;
        self.expect(Tok::Comma, "expected ',' after insertelement value")?;
        let (index_ty, index) = self.typed_value()?;
        match self.types.kind(ty) {
            Type::Vector { elem, .. } if elem == element_ty && self.types.is_int(index_ty) => {
                Ok((Inst::InsertElement { vector, element, index }, ty))
            }
            _ => Err(self.error_at(span, "invalid insertelement operands")),
        }
    }

    pub(super) fn shuffle_vector(&mut self) -> Result<(Inst, TypeId)> {
        let (lhs_ty, lhs, span) = self.spanned_value()?;
        self.expect(Tok::Comma, "expected ',' after shuffle mask")?;
        let (rhs_ty, rhs) = self.typed_value()?;
        self.expect(Tok::Comma, "expected ',' after shuffle value")?;
        let (mask_ty, mask) = self.typed_value()?;
        match self.shuffle_type(lhs_ty, rhs_ty, mask_ty, mask) {
            Some(ty) => {
                self.note_mask(mask);
                Ok((Inst::ShuffleVector { lhs, rhs, mask }, ty))
            }
            None => Err(self.error_at(span, "invalid shufflevector operands")),
        }
    }

    /// Notes how elements of a mask are undefined.
    fn note_mask(&mut self, mask: Value) {
        let Some((constant, pool)) = self.constant_of(mask) else { return };
        let has = |wanted: ConstKind| match constant.kind {
            ConstKind::Aggregate(list) => pool.values(list).any(|element| self.kind_of(element) == Some(wanted)),
            kind => kind == wanted,
        };
        let (undef, poison) = (has(ConstKind::Undef), has(ConstKind::Poison));
        self.old.undef_masks |= undef;
        self.old.poison_masks |= poison;
    }

    /// The type after applying the indices on the scratch list from `first` on.
    pub(in crate::parse) fn indexed_member(&self, ty: TypeId, first: usize) -> Option<TypeId> {
        self.scratch[first..].iter().try_fold(ty, |ty, &index| match self.types.kind(ty) {
            Type::Struct { .. } | Type::Array { .. } => self.types.member(ty, index.into()),
            _ => None,
        })
    }

    fn is_aggregate(&self, ty: TypeId) -> bool {
        matches!(self.types.kind(ty), Type::Struct { .. } | Type::Array { .. })
    }

    pub(super) fn extract_value(&mut self) -> Result<(Inst, TypeId)> {
        let (ty, aggregate, span) = self.spanned_value()?;
        let first = self.index_list()?;
        if !self.is_aggregate(ty) {
            return Err(self.error_at(span, "extractvalue operand must be aggregate type"));
        }
        let Some(member) = self.indexed_member(ty, first) else {
            return Err(self.error_at(span, "invalid indices for extractvalue"));
        };
        let indices = self.fun.body.lists.push_ref(ListRef::of_words(&self.scratch[first..]));
        self.scratch.truncate(first);
        Ok((Inst::ExtractValue { aggregate, indices }, member))
    }

    pub(super) fn insert_value(&mut self) -> Result<(Inst, TypeId)> {
        let (ty, aggregate, span) = self.spanned_value()?;
        self.expect(Tok::Comma, "expected comma after insertvalue operand")?;
        let (value_ty, value, value_span) = self.spanned_value()?;
        let first = self.index_list()?;
        if !self.is_aggregate(ty) {
            return Err(self.error_at(span, "insertvalue operand must be aggregate type"));
        }
        let Some(member) = self.indexed_member(ty, first) else {
            return Err(self.error_at(span, "invalid indices for insertvalue"));
        };
        if member != value_ty {
            let (found, expected) = (self.type_text(value_ty), self.type_text(member));
            let message = format!("insertvalue operand and field disagree in type: '{found}' instead of '{expected}'");
            return Err(self.error_at(value_span, message));
        }
        let indices = self.fun.body.lists.push_ref(ListRef::of_words(&self.scratch[first..]));
        self.scratch.truncate(first);
        Ok((Inst::InsertValue { aggregate, value, indices }, ty))
    }

    pub(super) fn freeze(&mut self) -> Result<(Inst, TypeId)> {
        let (ty, value) = self.typed_value()?;
        Ok((Inst::Freeze(value), ty))
    }

    pub(super) fn phi(&mut self, start: Range<usize>) -> Result<(Inst, TypeId)> {
        let fmf = self.fast_math();
        let at = self.span();
        let ty = self.ty()?;
        if !self.types.is_first_class(ty) {
            return Err(self.error_at(at, "phi node must have first class type"));
        }
        let first = self.scratch.len();
        if self.tok == Tok::LSquare {
            loop {
                let (value, block) = match self.fast_incoming(ty) {
                    Some(incoming) => incoming,
                    None => self.incoming(ty)?,
                };
                self.scratch.push(value.raw());
                self.scratch.push(block.0);
                if !self.comma() {
                    break;
                }
            }
        }
        if !fmf.is_empty() && !self.has_fast_math(ty) {
            let message = "fast-math-flags specified for phi without floating-point scalar or vector return type";
            return Err(self.error_at(start, message));
        }
        let incoming = self.fun.body.lists.push_ref(ListRef::of_words(&self.scratch[first..]));
        self.scratch.truncate(first);
        Ok((Inst::Phi { fmf, incoming }, ty))
    }

    /// `[ value, %block ]` of a phi.
    fn incoming(&mut self, ty: TypeId) -> Result<(Value, BlockId)> {
        self.expect(Tok::LSquare, "expected '[' in phi value list")?;
        let value = self.value(ty)?;
        self.expect(Tok::Comma, "expected ',' after insertelement value")?;
        let block = self.block()?;
        self.expect(Tok::RSquare, "expected ']' in phi value list")?;
        Ok((value, block))
    }

    pub(super) fn landing_pad(&mut self) -> Result<(Inst, TypeId)> {
        let ty = self.ty()?;
        // Until LLVM 3.6, each landing pad named the personality; now the function does.
        if self.eat_kw(Kw::Personality) {
            let personality = self.typed_value()?.1;
            self.fun.body.provenance.pad_personality.get_or_insert(personality);
            self.old.pad_personality = true;
        }
        let cleanup = self.eat_kw(Kw::Cleanup);
        let first = self.scratch.len();
        loop {
            let filter = match self.kw() {
                Kw::Catch => false,
                Kw::Filter => true,
                _ => break,
            };
            self.next();
            let (clause_ty, value, span) = self.spanned_value()?;
            if filter != matches!(self.types.kind(clause_ty), Type::Array { .. }) {
                let what = if filter { "filter" } else { "catch" };
                return Err(self.error_at(span, format!("'{what}' clause has an invalid type")));
            }
            if matches!(value.kind(), ValueKind::Local(_)) {
                return Err(self.error_at(span, "clause argument must be a constant"));
            }
            self.scratch.push(filter.into());
            self.scratch.push(value.raw());
        }
        let clauses = self.fun.body.lists.push_ref(ListRef::of_words(&self.scratch[first..]));
        self.scratch.truncate(first);
        Ok((Inst::LandingPad { cleanup, clauses }, ty))
    }

    /// `ret`
    pub(super) fn ret(&mut self) -> Result<(Inst, TypeId)> {
        let at = self.span();
        let ty = self.ty_or_void()?;
        let value = match self.types.kind(ty) {
            Type::Void => OptionalId::NONE,
            _ => OptionalId::some(self.value(ty)?),
        };
        let expected = self.fun.ret.0;
        if ty != expected {
            let text = self.type_text(expected);
            let found = self.type_text(ty);
            return Err(self
                .error_at(at, format!("value doesn't match function result type '{text}'"))
                .label(format!("expected '{text}', found '{found}'")));
        }
        Ok((Inst::Ret(value), NO_RESULT))
    }
}
