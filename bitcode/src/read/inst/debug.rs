//! Debug records. Each applies before the instruction whose record it follows.
use super::super::function::BodyReader;
use crate::schema::function as rows;
use bctk_bitstream::Result;
use bctk_ir::body::{DbgAssign, DbgKind, DbgOperand, DbgRecord};
use bctk_ir::entity::{MdId, OptionalId};

impl BodyReader<'_> {
    fn dbg(&mut self, kind: DbgKind, loc: u32, variable: u32, expression: Option<u32>, value: Option<DbgOperand>) -> Result<()> {
        let before = self.last_inst()?;
        self.out.body.dbg_records.push(DbgRecord {
            before,
            kind,
            loc: MdId(loc),
            variable: MdId(variable),
            expression: expression.map(MdId).into(),
            value,
            assign: OptionalId::NONE,
        });
        Ok(())
    }

    pub(super) fn dbg_value(&mut self, r: rows::DebugRecordValue) -> Result<()> {
        self.dbg(DbgKind::Value, r.location, r.variable, Some(r.expression), Some(DbgOperand::Md(MdId(r.value))))
    }

    pub(super) fn dbg_declare(&mut self, r: rows::DebugRecordDeclare) -> Result<()> {
        self.dbg(DbgKind::Declare, r.location, r.variable, Some(r.expression), Some(DbgOperand::Md(MdId(r.value))))
    }

    pub(super) fn dbg_declare_value(&mut self, r: rows::DebugRecordDeclareValue) -> Result<()> {
        self.dbg(DbgKind::DeclareValue, r.location, r.variable, Some(r.expression), Some(DbgOperand::Md(MdId(r.value))))
    }

    pub(super) fn dbg_value_simple(&mut self, r: rows::DebugRecordValueSimple) -> Result<()> {
        let value = self.typed(r.value)?.0;
        self.dbg(DbgKind::Value, r.location, r.variable, Some(r.expression), Some(DbgOperand::Value(value)))
    }

    pub(super) fn dbg_label(&mut self, r: rows::DebugRecordLabel) -> Result<()> {
        self.dbg(DbgKind::Label, r.location, r.label, None, None)
    }

    pub(super) fn dbg_assign(&mut self, r: rows::DebugRecordAssign) -> Result<()> {
        let value = Some(DbgOperand::Md(MdId(r.value)));
        self.dbg(DbgKind::Assign, r.location, r.variable, Some(r.expression), value)?;
        let body = &mut self.out.body;
        let (address, address_expression) = (DbgOperand::Md(MdId(r.address)), MdId(r.address_expression));
        let assign = body.push_dbg_assign(DbgAssign { id: MdId(r.assign_id), address, address_expression });
        if let Some(record) = body.dbg_records.last_mut() {
            record.assign = assign;
        }
        Ok(())
    }
}
