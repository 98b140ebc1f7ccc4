//! Checks terminators, but those that handle exceptions.
use crate::function::{Checker, check};
use crate::report::Subject;
use bctk_ir::constants::ConstKind;
use bctk_ir::entity::InstId;
use bctk_ir::inst::Inst;
use bctk_ir::value::Value;
use hashbrown::HashSet;

impl Checker<'_, '_> {
    /// The checks of every terminator.
    pub(crate) fn any_terminator(&mut self, id: InstId) {
        let block = self.blocks[id.index()];
        check!(
            self,
            self.body.blocks[block.index()].end.index() == id.index() + 1,
            "Terminator found in the middle of a basic block!",
            Subject::Block(block)
        );
        self.instruction(id);
    }

    pub(crate) fn branch(&mut self, id: InstId, cond: Value) {
        let Some(ty) = self.ty(cond) else { return };
        check!(self, self.types.is_int_of(ty, 1), "Branch condition is not 'i1' type!", Subject::Inst(id), Subject::Value(cond));
        self.any_terminator(id);
    }

    pub(crate) fn ret(&mut self, id: InstId, value: Option<Value>) {
        let Some((ret, ..)) = self.module.types.function(self.global.value_type) else { return };
        let subjects = [Subject::Inst(id), Subject::Type(ret)];
        if self.module.types.is_void(ret) {
            if value.is_some() {
                return self.fail("Found return instr that returns non-void in Function of void return type!", &subjects);
            }
        } else {
            let fits = value.and_then(|value| self.ty(value)).is_some_and(|ty| self.types.same(ty, ret));
            if !fits {
                return self.fail("Function return type does not match operand type of return inst!", &subjects);
            }
        }
        self.any_terminator(id);
    }

    pub(crate) fn switch(&mut self, id: InstId) {
        let Inst::Switch { cond, cases, .. } = self.body.insts[id.index()] else { return };
        let Some(ty) = self.ty(cond) else { return };
        let this = Subject::Inst(id);
        let mut seen: HashSet<Vec<u64>> = HashSet::new();
        for (case, _) in self.body.lists.get(cases) {
            let Some(words) = self.case(case) else {
                return self.fail("Case value is not a constant integer.", &[this]);
            };
            let same = self.ty(case).is_some_and(|of| self.types.same(of, ty));
            check!(self, same, "Switch constants must all be same type as switch value!", this);
            check!(self, seen.insert(words), "Duplicate integer as switch case", this, Subject::Value(case));
        }
        self.any_terminator(id);
    }

    /// The words of a constant integer, without zeros at the end.
    fn case(&self, value: Value) -> Option<Vec<u64>> {
        let (pool, index) = self.module.pool_of(Some(self.body), value)?;
        let constant = pool.get(index)?;
        if !self.types.is_int(constant.ty) {
            return None;
        }
        match constant.kind {
            ConstKind::Null => Some(Vec::new()),
            ConstKind::Int(value) => Some(vec![value as u64]),
            ConstKind::WideInt { start, len } => Some(pool.word_range(start, len).to_vec()),
            _ => None,
        }
    }

    pub(crate) fn indirect_branch(&mut self, id: InstId, addr: Value) {
        let Some(ty) = self.ty(addr) else { return };
        check!(self, self.types.is_pointer(ty), "Indirectbr operand must have pointer type!", Subject::Inst(id));
        self.any_terminator(id);
    }
}
