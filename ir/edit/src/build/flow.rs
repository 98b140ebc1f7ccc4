//! Control flow: terminators, `phi`, exceptions.
use super::FunctionBuilder;
use crate::construct::Construct;
use crate::{Operand, Result};
use bctk_ir::constants::ConstKind;
use bctk_ir::entity::{BlockId, OptionalId, TypeId};
use bctk_ir::inst::{Clause, FastMathFlags, Inst};
use bctk_ir::types::Type;
use bctk_ir::value::Value;

impl FunctionBuilder<'_, '_> {
    /// Adds an instruction without a result.
    fn end(&mut self, inst: Inst) -> Result<()> {
        self.add_inst(None, inst)?;
        Ok(())
    }

    /// Checks that there are such blocks.
    pub(super) fn check_blocks(&self, blocks: &[BlockId], what: &str) -> Result<()> {
        match blocks.iter().find(|&&block| !self.edit.open.pending.layout.has_block(block)) {
            Some(block) => self.error(format!("{what}: there is no block {}", block.index())),
            None => Ok(()),
        }
    }

    /// `ret`
    ///
    /// # Errors
    /// If the value has another type than the function returns.
    pub fn ret(&mut self, value: impl Into<Operand>) -> Result<()> {
        let Some(ty) = self.return_type() else { return self.error("ret: the function has no type") };
        let value = self.operand_of(value, ty, "ret")?;
        self.end(Inst::Ret(OptionalId::some(value)))
    }

    /// `ret void`
    ///
    /// # Errors
    /// If the function returns a value.
    pub fn ret_void(&mut self) -> Result<()> {
        match self.return_type() {
            Some(ty) if !self.edit.module.types.is_void(ty) => self.error(format!("ret: expected a value of type {}", self.spell(ty))),
            _ => self.end(Inst::Ret(OptionalId::NONE)),
        }
    }

    /// `br label`
    ///
    /// # Errors
    /// If there is no such block.
    pub fn br(&mut self, dest: BlockId) -> Result<()> {
        self.check_blocks(&[dest], "br")?;
        self.end(Inst::Br(dest))
    }

    /// `br i1`
    ///
    /// # Errors
    /// If the condition is no `i1`, or there is no such block.
    pub fn cond_br(&mut self, cond: impl Into<Operand>, if_true: BlockId, if_false: BlockId) -> Result<()> {
        self.check_blocks(&[if_true, if_false], "br")?;
        let bit = self.edit.int_type(1);
        let cond = self.operand_of(cond, bit, "br")?;
        self.end(Inst::CondBr { cond, if_true, if_false })
    }

    /// `switch`
    ///
    /// # Errors
    /// If the cases have another type than the value, are no integers, or occur twice, or there is no such block.
    pub fn switch<C: Into<Operand>>(
        &mut self,
        cond: impl Into<Operand>,
        default: BlockId,
        cases: impl IntoIterator<Item = (C, BlockId)>,
    ) -> Result<()> {
        let cond = self.operand(cond, None)?;
        let ty = self.ty(cond)?;
        if !matches!(self.get(ty), Type::Int(_)) {
            return self.error(format!("switch: expected an integer, found {}", self.spell(ty)));
        }
        let mut list: Vec<(Value, BlockId)> = Vec::new();
        for (case, dest) in cases {
            let case = self.operand_of(case, ty, "switch")?;
            if !matches!(self.edit.kind_of(case), Some(ConstKind::Null | ConstKind::Int(_) | ConstKind::WideInt { .. })) {
                return self.error("switch: expected a constant as a case");
            }
            list.push((case, dest));
        }
        let mut known = hashbrown::HashSet::new();
        if list.iter().any(|(case, _)| !known.insert(*case)) {
            return self.error("switch: a case occurs twice");
        }
        let blocks: Vec<BlockId> = list.iter().map(|&(_, dest)| dest).chain([default]).collect();
        self.check_blocks(&blocks, "switch")?;
        let cases = self.edit.open.body.lists.push(&list);
        self.end(Inst::Switch { cond, default, cases })
    }

    /// `indirectbr`
    ///
    /// # Errors
    /// If the address is no pointer, or there is no such block.
    pub fn indirect_br(&mut self, addr: impl Into<Operand>, dests: &[BlockId]) -> Result<()> {
        self.check_blocks(dests, "indirectbr")?;
        let addr = self.operand(addr, None)?;
        let ty = self.ty(addr)?;
        if !matches!(self.get(ty), Type::Ptr(_) | Type::TypedPtr { .. }) {
            return self.error(format!("indirectbr: expected a pointer, found {}", self.spell(ty)));
        }
        let dests = self.edit.open.body.lists.push(dests);
        self.end(Inst::IndirectBr { addr, dests })
    }

    /// `unreachable`
    ///
    /// # Errors
    /// If no block has been made.
    pub fn unreachable(&mut self) -> Result<()> {
        self.end(Inst::Unreachable)
    }

    /// `resume`
    ///
    /// # Errors
    /// If the value is none of this function.
    pub fn resume(&mut self, value: impl Into<Operand>) -> Result<()> {
        let value = self.operand(value, None)?;
        self.ty(value)?;
        self.end(Inst::Resume(value))
    }

    /// `landingpad` with these clauses. The function needs a personality.
    ///
    /// # Errors
    /// If no block has been made.
    pub fn landingpad(&mut self, ty: TypeId, cleanup: bool, clauses: &[Clause]) -> Result<Value> {
        let clauses = self.edit.open.body.lists.push(clauses);
        self.add_inst(Some(ty), Inst::LandingPad { cleanup, clauses })
    }

    /// `phi` without incoming values, which [`FunctionBuilder::add_incoming`] adds.
    ///
    /// # Errors
    /// If values cannot have this type.
    pub fn phi(&mut self, ty: TypeId) -> Result<Value> {
        if matches!(self.get(ty), Type::Void | Type::Function { .. } | Type::Label | Type::Metadata | Type::Token) {
            return self.error(format!("phi: cannot have the type {}", self.spell(ty)));
        }
        self.checked().phi(ty, FastMathFlags::NONE, &[])
    }

    /// Gives a `phi` a value for when control comes from a block.
    ///
    /// # Errors
    /// If the first value is no `phi` of this function, or the other has another type.
    pub fn add_incoming(&mut self, phi: Value, value: impl Into<Operand>, from: BlockId) -> Result<()> {
        self.check_blocks(&[from], "phi")?;
        let ty = self.ty(phi)?;
        let Some(inst) = self.maker(phi).filter(|inst| matches!(self.edit.open.body.insts[inst.index()], Inst::Phi { .. })) else {
            return self.error("expected a phi");
        };
        let value = self.operand_of(value, ty, "phi")?;
        self.edit.open.pending.incoming.entry(inst).or_default().push((value, from));
        Ok(())
    }
}
