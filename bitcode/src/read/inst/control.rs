//! Terminators and exception-handling pads.
use super::super::function::BodyReader;
use crate::limits::LimitName;
use crate::schema::Fields;
use crate::schema::field::{BlockRef, Items, ValTy, sign_rotated};
use crate::schema::function as rows;
use bctk_bitstream::{Error, Result};
use bctk_ir::constants::ConstKind;
use bctk_ir::entity::{BlockId, List, OptionalId, TypeId};
use bctk_ir::inst::Inst;
use bctk_ir::integers;
use bctk_ir::types::Type;
use bctk_ir::value::{Value, ValueKind};

/// The words of a case, least significant first.
fn case_words(rest: &mut Fields<'_>, width: u32) -> Result<Vec<u64>> {
    let count = if width > 64 { rest.op("number of words of a case")? } else { 1 };
    let words = rest.take(usize::try_from(count).unwrap_or(usize::MAX), "words of a case")?;
    Ok(words.iter().map(|&word| sign_rotated(word) as u64).collect())
}

/// The numbers in a range of cases, for integers of at most 64 bits: no known file has wider ones.
fn case_range(low: &[u64], high: &[u64], width: u32) -> Result<std::ops::RangeInclusive<u64>> {
    match (low, high) {
        (&[low], &[high]) => Ok(integers::low(low, width)..=integers::low(high, width)),
        _ => Err(Error::unsupported("a range of cases of more than 64 bits")),
    }
}

impl BodyReader<'_> {
    pub(super) fn ret(&mut self, r: rows::Ret) -> Result<()> {
        let value = match r.value {
            Some(value) => OptionalId::some(self.typed(value)?.0),
            None => OptionalId::NONE,
        };
        self.push(Inst::Ret(value), None)
    }

    #[inline]
    pub(super) fn br(&mut self, r: rows::Br) -> Result<()> {
        let if_true = self.block(r.if_true.into())?;
        let inst = match (r.if_false, r.condition) {
            (Some(if_false), Some(cond)) => Inst::CondBr { cond: self.value(cond)?, if_true, if_false: self.block(if_false.into())? },
            (None, None) => Inst::Br(if_true),
            _ => return Err(Error::malformed("expected one operand of a branch, or three")),
        };
        self.push(inst, None)
    }

    pub(super) fn switch(&mut self, r: rows::Switch<'_>) -> Result<()> {
        let cond = self.value(r.condition)?;
        let default = self.block(r.default.into())?;
        let list = self.out.body.lists.begin();
        for pair in r.cases {
            let (case, block) = pair?;
            let (case, block) = (self.value(case)?, self.block(block.into())?);
            self.out.body.lists.add(&list, (case, block));
        }
        let cases = self.out.body.lists.finish(list);
        self.push(Inst::Switch { cond, default, cases }, None)
    }

    /// A `switch` whose cases, including ranges, are constants in the record. Each number in a range becomes a case, as in LLVM.
    pub(super) fn switch_ranges(&mut self, r: rows::SwitchRanges<'_>) -> Result<()> {
        self.out.facts.case_ranges = true;
        let ty = self.check_type(r.ty)?;
        let Type::Int(width) = self.ty(ty) else { return Err(Error::malformed("expected the integer type of a switch")) };
        let cond = self.value(r.condition)?;
        let default = self.block(r.default.into())?;
        let mut rest = r.cases;
        let mut cases: Vec<(Value, BlockId)> = Vec::new();
        for _ in 0..r.case_count {
            let items = rest.op("number of items of a case")?;
            let first = cases.len();
            for _ in 0..items {
                let single = rest.op("kind of a case")? != 0;
                let low = case_words(&mut rest, width)?;
                if single {
                    cases.push((self.case_value(ty, &low)?, BlockId(0)));
                    continue;
                }
                let high = case_words(&mut rest, width)?;
                for number in case_range(&low, &high, width)? {
                    cases.push((self.case_value(ty, &[number])?, BlockId(0)));
                    let limits = &self.ctx.bounds.limits;
                    if cases.len() * 2 > limits.switch_operands {
                        return Err(Error::beyond(LimitName::SwitchOperands, limits, "ranges of many numbers as cases of a switch"));
                    }
                }
            }
            let block = self.block(rest.op("block of a case")?)?;
            cases[first..].iter_mut().for_each(|case| case.1 = block);
        }
        let cases = self.out.body.lists.push(&cases);
        self.push(Inst::Switch { cond, default, cases }, None)
    }

    /// The constant of a case, which no block of constants has.
    fn case_value(&mut self, ty: TypeId, words: &[u64]) -> Result<Value> {
        let width = match self.ty(ty) {
            Type::Int(width) => width,
            _ => 64,
        };
        let pool = &mut self.out.body.consts;
        let kind = match words {
            [] | [0] => ConstKind::Null,
            [word] => ConstKind::Int(integers::signed(*word, width)),
            words if words.iter().all(|&word| word == 0) => ConstKind::Null,
            words => {
                let start = pool.words.len() as u32;
                pool.words.extend_from_slice(words);
                ConstKind::WideInt { start, len: words.len() as u32 }
            }
        };
        if pool.consts.len() >= Value::MAX_INDEX as usize {
            return Err(Error::too_large("more than 2^29 constants"));
        }
        Ok(Value::local_const(pool.push(ty, kind)))
    }

    pub(super) fn indirect_br(&mut self, r: rows::IndirectBr<'_>) -> Result<()> {
        let addr = self.value(r.address)?;
        let dests = self.blocks(r.targets)?;
        self.push(Inst::IndirectBr { addr, dests }, None)
    }

    pub(super) fn blocks(&mut self, numbers: Items<'_, BlockRef>) -> Result<List<BlockId>> {
        let mut blocks = Vec::with_capacity(numbers.most());
        for n in numbers {
            blocks.push(self.block(n?.into())?);
        }
        Ok(self.out.body.lists.push(&blocks))
    }

    pub(super) fn resume(&mut self, r: rows::Resume) -> Result<()> {
        let value = self.typed(r.value)?.0;
        self.push(Inst::Resume(value), None)
    }

    pub(super) fn block_addr_users(&mut self, r: rows::BlockAddrUsers<'_>) -> Result<()> {
        self.out.facts.unknown.least(rows::ID, rows::BlockAddrUsers::CODE, r.functions.ops().len());
        for n in r.functions {
            let n = n?;
            match self.value(n)?.kind() {
                ValueKind::Global(id) => self.out.body.block_addr_users.push(id),
                _ => return Err(Error::malformed(format!("expected the number of a function, found {n}"))),
            }
        }
        Ok(())
    }

    /// The type of pads.
    fn token(&mut self) -> TypeId {
        self.find_type(Type::Token)
    }

    pub(super) fn cleanup_ret(&mut self, r: rows::CleanupRet) -> Result<()> {
        let pad = self.value(r.pad)?;
        let unwind = match r.unwind {
            Some(block) => OptionalId::some(self.block(block.into())?),
            None => OptionalId::NONE,
        };
        self.push(Inst::CleanupRet { pad, unwind }, None)
    }

    pub(super) fn catch_ret(&mut self, r: rows::CatchRet) -> Result<()> {
        let pad = self.value(r.pad)?;
        let dest = self.block(r.successor.into())?;
        self.push(Inst::CatchRet { pad, dest }, None)
    }

    pub(super) fn catch_pad(&mut self, r: rows::CatchPad<'_>) -> Result<()> {
        let parent = self.value(r.parent)?;
        let args = self.pad_args(r.arg_count, r.args)?;
        let token = self.token();
        self.push(Inst::CatchPad { parent, args }, Some(token))
    }

    pub(super) fn cleanup_pad(&mut self, r: rows::CleanupPad<'_>) -> Result<()> {
        let parent = self.value(r.parent)?;
        let args = self.pad_args(r.arg_count, r.args)?;
        let token = self.token();
        self.push(Inst::CleanupPad { parent, args }, Some(token))
    }

    fn pad_args(&mut self, count: u64, args: Items<'_, ValTy>) -> Result<List<Value>> {
        let list = self.typed_list(args)?;
        if self.out.body.lists.get(list).len() as u64 != count {
            return Err(Error::malformed(format!("expected {count} arguments of a pad")));
        }
        Ok(list)
    }

    pub(super) fn catch_switch(&mut self, r: rows::CatchSwitch<'_>) -> Result<()> {
        let parent = self.value(r.parent)?;
        let handlers = self.blocks(r.handlers)?;
        let unwind = match r.unwind {
            Some(block) => OptionalId::some(self.block(block.into())?),
            None => OptionalId::NONE,
        };
        let token = self.token();
        self.push(Inst::CatchSwitch { parent, handlers, unwind }, Some(token))
    }
}
