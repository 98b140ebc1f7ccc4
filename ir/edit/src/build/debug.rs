//! Debug records of variables.
use super::FunctionBuilder;
use super::layout::NIL;
use crate::{Operand, Result};
use bctk_ir::body::{DbgKind, DbgOperand, DbgRecord};
use bctk_ir::entity::{InstId, MdId, OptionalId};
use bctk_ir::metadata::Metadata;
use bctk_ir::metadata::di::DiKind;
use bctk_ir::value::{Value, ValueKind};

impl FunctionBuilder<'_, '_> {
    /// Gives an instruction that is there a debug location, a `DILocation`, or takes it (`Instruction::setDebugLoc`).
    ///
    /// # Errors
    /// If there is no such instruction, or the node is no location.
    pub fn set_location_of(&mut self, inst: InstId, loc: Option<MdId>) -> Result<()> {
        if self.inst(inst).is_none() {
            return self.error("there is no such instruction");
        }
        if loc.is_some_and(|loc| self.edit.module.metadata.location(loc).is_none()) {
            return self.error("expected a DILocation");
        }
        let was = self.loc;
        self.set_debug_location(loc);
        let loc = std::mem::replace(&mut self.loc, was);
        let body = &mut self.edit.open.body;
        if loc != 0 || !body.debug_locs.is_empty() {
            body.debug_locs.resize(body.insts.len(), 0);
            body.debug_locs[inst.index()] = loc;
        }
        Ok(())
    }

    /// Says before the next instruction that a variable lives at an address (`DIBuilder::insertDeclare`).
    ///
    /// # Errors
    /// As [`FunctionBuilder::dbg_value`].
    pub fn dbg_declare(&mut self, address: Value, variable: MdId, expression: MdId, loc: MdId) -> Result<()> {
        self.record(DbgKind::Declare, address, variable, expression, loc)
    }

    /// Says before the next instruction that a variable has a value (`DIBuilder::insertDbgValueIntrinsic`).
    ///
    /// # Errors
    /// If the value is none of this function.
    pub fn dbg_value(&mut self, value: impl Into<Operand>, variable: MdId, expression: MdId, loc: MdId) -> Result<()> {
        let value = self.operand(value, None)?;
        self.record(DbgKind::Value, value, variable, expression, loc)
    }

    fn record(&mut self, kind: DbgKind, value: Value, variable: MdId, expression: MdId, loc: MdId) -> Result<()> {
        let ty = self.ty(value)?;
        let table = &self.edit.module.metadata;
        let is_of = |id: MdId, wanted: DiKind| matches!(table.get(id), Metadata::Node { kind, .. } if kind == wanted);
        if !is_of(variable, DiKind::LocalVariable) || !matches!(table.get(expression), Metadata::Expression { .. }) {
            return self.error("expected a DILocalVariable and a DIExpression");
        }
        if table.location_slots(table.get(loc)).is_none() {
            return self.error("expected a DILocation");
        }
        let operand = match value.kind() {
            ValueKind::Const(_) | ValueKind::Global(_) => DbgOperand::Md(self.edit.index.wrapped(self.edit.module, ty, value)),
            _ => DbgOperand::Value(value),
        };
        // One for an instruction that is still to come is before the next that is made.
        let before = match self.before {
            NIL => InstId::new(self.edit.open.body.insts.len()),
            before => InstId(before),
        };
        self.edit.open.body.dbg_records.push(DbgRecord {
            before,
            kind,
            loc,
            variable,
            expression: OptionalId::some(expression),
            value: Some(operand),
            assign: OptionalId::NONE,
        });
        self.edit.open.pending.has_new_records = true;
        Ok(())
    }
}
