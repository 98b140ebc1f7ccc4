//! Terminators and exception-handling pads.

use super::super::Parser;
use super::super::body::NO_RESULT;
use crate::error::Result;
use crate::token::{Kw, Tok};
use bctk_ir::constants::ConstKind;
use bctk_ir::entity::{BlockId, Element, List, ListRef, OptionalId, TypeId};
use bctk_ir::inst::Inst;
use bctk_ir::value::Value;

impl Parser<'_, '_> {
    pub(super) fn br(&mut self) -> Result<(Inst, TypeId)> {
        if self.at(Kw::LabelWord) {
            return Ok((Inst::Br(self.label_operand()?), NO_RESULT));
        }
        let (ty, cond, span) = self.spanned_value()?;
        if ty != self.types.int(1) {
            return Err(self.error_at(span, "branch condition must have 'i1' type"));
        }
        let if_true = self.comma_label("expected ',' after branch condition")?;
        let if_false = self.comma_label("expected ',' after true destination")?;
        Ok((Inst::CondBr { cond, if_true, if_false }, NO_RESULT))
    }

    pub(super) fn switch(&mut self) -> Result<(Inst, TypeId)> {
        let (ty, cond, span) = self.spanned_value()?;
        let default = self.comma_label("expected ',' after switch condition")?;
        self.expect(Tok::LSquare, "expected '[' with switch table")?;
        if !self.types.is_int(ty) {
            return Err(self.error_at(span, "switch condition must have integer type"));
        }
        let first = self.scratch.len();
        let mut places = std::mem::take(&mut self.fun.places);
        places.clear();
        while self.tok != Tok::RSquare {
            let (_, value, at) = self.spanned_value()?;
            let block = self.comma_label("expected ',' after case value")?;
            if !matches!(self.kind_of(value), Some(ConstKind::Null | ConstKind::Int(_) | ConstKind::WideInt { .. })) {
                return Err(self.error_at(at, "case value is not a constant integer"));
            }
            self.scratch.push(value.raw());
            self.scratch.push(block.0);
            places.push((value.raw(), at.start));
        }
        self.next();
        places.sort_unstable();
        if let Some(pair) = places.windows(2).find(|pair| pair[0].0 == pair[1].0) {
            let (first, second) = (pair[0].1, pair[1].1);
            return Err(self
                .error_at(second..second + 1, "duplicate case value in switch")
                .note(first..first + 1, "the first one is here"));
        }
        self.fun.places = places;
        let cases = self.take_list(first);
        Ok((Inst::Switch { cond, default, cases }, NO_RESULT))
    }

    /// The list of the scratch items from `first` on, which are removed.
    pub(in crate::parse) fn take_list<T: Element>(&mut self, first: usize) -> List<T> {
        let list = self.fun.body.lists.push_ref(ListRef::of_words(&self.scratch[first..]));
        self.scratch.truncate(first);
        list
    }

    /// Blocks up to the closing bracket, which is taken.
    pub(super) fn block_list(&mut self, message: &'static str) -> Result<List<BlockId>> {
        let first = self.scratch.len();
        if self.tok != Tok::RSquare {
            loop {
                let block = self.label_operand()?;
                self.scratch.push(block.0);
                if !self.eat(Tok::Comma) {
                    break;
                }
            }
        }
        self.expect(Tok::RSquare, message)?;
        Ok(self.take_list(first))
    }

    pub(super) fn indirect_br(&mut self) -> Result<(Inst, TypeId)> {
        let (ty, addr, span) = self.spanned_value()?;
        self.expect(Tok::Comma, "expected ',' after indirectbr address")?;
        self.expect(Tok::LSquare, "expected '[' with indirectbr")?;
        if !self.types.is_pointer(ty) {
            return Err(self.error_at(span, "indirectbr address must have pointer type"));
        }
        let dests = self.block_list("expected ']' at end of block list")?;
        Ok((Inst::IndirectBr { addr, dests }, NO_RESULT))
    }

    pub(super) fn resume(&mut self) -> Result<(Inst, TypeId)> {
        let (_, value) = self.typed_value()?;
        Ok((Inst::Resume(value), NO_RESULT))
    }

    fn token_value(&mut self) -> Result<Value> {
        let token = self.types.token();
        self.value(token)
    }

    /// The parent of a pad: `none` if `outermost` allows it.
    fn parent_pad(&mut self, what: &str, outermost: bool) -> Result<Value> {
        if !self.eat_kw(Kw::Within) {
            return Err(self.error(format!("expected 'within' after {what}")));
        }
        let named = matches!(self.tok, Tok::Local | Tok::LocalNum) || outermost && self.at(Kw::NoneWord);
        if !named {
            return Err(self.error(format!("expected scope value for {what}")));
        }
        self.token_value()
    }

    fn unwind(&mut self, what: &str) -> Result<OptionalId<BlockId>> {
        if self.eat_kw(Kw::To) {
            if !self.eat_kw(Kw::Caller) {
                return Err(self.error(format!("expected 'caller' in {what}")));
            }
            return Ok(OptionalId::NONE);
        }
        self.label_operand().map(OptionalId::some)
    }

    fn pad_arguments(&mut self) -> Result<List<Value>> {
        self.expect(Tok::LSquare, "expected '[' in catchpad/cleanuppad")?;
        self.typed_operands(Tok::RSquare, "expected ',' in argument list")
    }

    pub(super) fn cleanup_ret(&mut self) -> Result<(Inst, TypeId)> {
        self.expect_kw(Kw::From, "expected 'from' after cleanupret")?;
        let pad = self.token_value()?;
        self.expect_kw(Kw::Unwind, "expected 'unwind' in cleanupret")?;
        let unwind = self.unwind("cleanupret")?;
        Ok((Inst::CleanupRet { pad, unwind }, NO_RESULT))
    }

    pub(super) fn catch_ret(&mut self) -> Result<(Inst, TypeId)> {
        self.expect_kw(Kw::From, "expected 'from' after catchret")?;
        let pad = self.token_value()?;
        self.expect_kw(Kw::To, "expected 'to' in catchret")?;
        let dest = self.label_operand()?;
        Ok((Inst::CatchRet { pad, dest }, NO_RESULT))
    }

    pub(super) fn catch_switch(&mut self) -> Result<(Inst, TypeId)> {
        let parent = self.parent_pad("catchswitch", true)?;
        self.expect(Tok::LSquare, "expected '[' with catchswitch labels")?;
        if self.tok == Tok::RSquare {
            return Err(self.error("expected type"));
        }
        let handlers = self.block_list("expected ']' after catchswitch labels")?;
        self.expect_kw(Kw::Unwind, "expected 'unwind' after catchswitch scope")?;
        let unwind = self.unwind("catchswitch")?;
        Ok((Inst::CatchSwitch { parent, handlers, unwind }, self.types.token()))
    }

    pub(super) fn catch_pad(&mut self) -> Result<(Inst, TypeId)> {
        let parent = self.parent_pad("catchpad", false)?;
        let args = self.pad_arguments()?;
        Ok((Inst::CatchPad { parent, args }, self.types.token()))
    }

    pub(super) fn cleanup_pad(&mut self) -> Result<(Inst, TypeId)> {
        let parent = self.parent_pad("cleanuppad", true)?;
        let args = self.pad_arguments()?;
        Ok((Inst::CleanupPad { parent, args }, self.types.token()))
    }
}
