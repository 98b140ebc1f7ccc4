//! Terminators and exception-handling pads.
use super::super::function::BodyReader;
use crate::error::{Error, Result};
use crate::schema::Fields;
use crate::schema::function as rows;
use bctk_ir::entity::{BlockId, List, TypeId};
use bctk_ir::inst::Inst;
use bctk_ir::types::Type;
use bctk_ir::value::{Value, ValueKind};

impl BodyReader<'_, '_> {
    pub(super) fn ret(&mut self, r: rows::Ret) -> Result<()> {
        let value = match r.value {
            Some(value) => self.typed(value)?.0,
            None => Value::NONE,
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
        let pairs = r.cases.ops();
        if !pairs.len().is_multiple_of(2) {
            return Err(Error::malformed("expected pairs of case value and block"));
        }
        let list = self.out.body.lists.begin();
        for pair in pairs.chunks_exact(2) {
            let case = self.value(pair[0].min(u64::from(u32::MAX)) as u32)?;
            let block = self.block(pair[1])?;
            self.out.body.lists.add(case.raw());
            self.out.body.lists.add(block.0);
        }
        let cases = self.out.body.lists.finish(list);
        self.push(Inst::Switch { cond, default, cases }, None)
    }

    pub(super) fn indirect_br(&mut self, r: rows::IndirectBr<'_>) -> Result<()> {
        let addr = self.value(r.address)?;
        let dests = self.blocks(r.targets.ops())?;
        self.push(Inst::IndirectBr { addr, dests }, None)
    }

    fn blocks(&mut self, numbers: &[u64]) -> Result<List> {
        let mut words = Vec::with_capacity(numbers.len());
        for &n in numbers {
            words.push(self.block(n)?.0);
        }
        Ok(self.out.body.lists.push(&words))
    }

    pub(super) fn resume(&mut self, r: rows::Resume) -> Result<()> {
        let value = self.typed(r.value)?.0;
        self.push(Inst::Resume(value), None)
    }

    pub(super) fn block_addr_users(&mut self, r: rows::BlockAddrUsers<'_>) -> Result<()> {
        for &n in r.functions.ops() {
            match self.value(u32::try_from(n).unwrap_or(u32::MAX))?.kind() {
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
            Some(block) => self.block(block.into())?,
            None => BlockId(u32::MAX),
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

    fn pad_args(&mut self, count: u64, rest: Fields<'_>) -> Result<List> {
        let list = self.typed_list(rest, "argument of a pad")?;
        if self.out.body.lists.get(list).len() as u64 != count {
            return Err(Error::malformed(format!("expected {count} arguments of a pad")));
        }
        Ok(list)
    }

    pub(super) fn catch_switch(&mut self, r: rows::CatchSwitch<'_>) -> Result<()> {
        let parent = self.value(r.parent)?;
        let mut rest = r.blocks;
        let count = usize::try_from(r.handler_count).unwrap_or(usize::MAX);
        let handlers = self.blocks(rest.take(count, "handlers")?)?;
        let unwind = match rest.ops().first() {
            Some(&block) => self.block(block)?,
            None => BlockId(u32::MAX),
        };
        let token = self.token();
        self.push(Inst::CatchSwitch { parent, handlers, unwind }, Some(token))
    }
}
