//! Clones blocks.
use super::FunctionBuilder;
use crate::Result;
use bctk_ir::body::DbgOperand;
use bctk_ir::entity::{BlockId, InstId, MdId};
use bctk_ir::metadata::Metadata;
use bctk_ir::value::{Value, ValueKind};
use bctk_ir::visit::{map_operands, with_own_lists};
use hashbrown::HashMap;

impl FunctionBuilder<'_, '_> {
    /// Copies instructions of a block to the end of a new block behind it (`CloneBasicBlock`). Operands that the block itself makes, and
    /// branches to itself, become those of the copy; so do values in debug records. Returns the new block, and the copy of each value.
    ///
    /// # Errors
    /// If there is no such block.
    pub fn clone_block(&mut self, block: BlockId, name: impl AsRef<[u8]>) -> Result<(BlockId, HashMap<Value, Value>)> {
        if !self.edit.open.pending.layout.has_block(block) {
            return self.error("there is no such block");
        }
        let new = self.block_after(Some(block), name.as_ref());
        let was = (self.block, self.before, self.loc);
        self.switch_to(new);
        let mut copies: HashMap<Value, Value> = HashMap::new();
        let mut made = Vec::new();
        let insts: Vec<InstId> = self.insts(block).collect();
        for old in insts {
            let body = &mut self.edit.open.body;
            let inst = with_own_lists(body, body.insts[old.index()]);
            self.loc = self.edit.open.body.debug_locs.get(old.index()).copied().unwrap_or(0);
            let value = self.add_inst(self.edit.open.body.result_type(old), inst)?;
            if let Some(old) = self.value_of(old) {
                copies.insert(old, value);
            }
            let Some(id) = self.last else { continue };
            if let Some(pairs) = self.edit.open.pending.incoming.get(&old).cloned() {
                self.edit.open.pending.incoming.insert(id, pairs);
            }
            let attached: Vec<_> = self.attachments(old);
            self.edit.open.body.attachments.extend(attached.into_iter().map(|attachment| (id, attachment)));
            made.push((old, id));
        }
        let of_copy = |value: Value| copies.get(&value).copied().unwrap_or(value);
        for &(_, id) in &made {
            let mut wrapped: HashMap<Value, Value> = HashMap::new();
            for operand in self.operands(id) {
                if let ValueKind::Metadata(of) = operand.kind() {
                    wrapped.insert(operand, Value::metadata(self.rewrapped(of, &copies)));
                }
            }
            let of_copy = |value: Value| wrapped.get(&value).copied().unwrap_or_else(|| of_copy(value));
            map_operands(&mut self.edit.open.body, id, of_copy, |to| to);
            if self.edit.open.body.insts[id.index()].is_terminator() {
                map_operands(&mut self.edit.open.body, id, |value| value, |to| if to == block { new } else { to });
            }
        }
        self.clone_records(&made.into_iter().collect(), &copies);
        (self.block, self.before, self.loc) = was;
        Ok((new, copies))
    }

    /// Copies the debug records before each instruction that has a copy.
    fn clone_records(&mut self, made: &HashMap<InstId, InstId>, copies: &HashMap<Value, Value>) {
        let records = &self.edit.open.body.dbg_records;
        let cloned: Vec<_> = records.iter().filter_map(|record| Some((*record, *made.get(&record.before)?))).collect();
        self.edit.open.pending.has_new_records |= !cloned.is_empty();
        for (mut record, before) in cloned {
            record.before = before;
            record.value = record.value.map(|operand| self.copied_operand(operand, copies));
            if let Some(mut assign) = self.edit.open.body.dbg_assign(&record).copied() {
                assign.address = self.copied_operand(assign.address, copies);
                record.assign = self.edit.open.body.push_dbg_assign(assign);
            }
            self.edit.open.body.dbg_records.push(record);
        }
    }

    fn copied_operand(&mut self, operand: DbgOperand, copies: &HashMap<Value, Value>) -> DbgOperand {
        match operand {
            DbgOperand::Value(value) => DbgOperand::Value(copies.get(&value).copied().unwrap_or(value)),
            DbgOperand::Md(id) => DbgOperand::Md(self.rewrapped(id, copies)),
        }
    }

    /// Metadata that wraps the copies of what `id` wraps; `id` itself if it wraps nothing that has a copy.
    fn rewrapped(&mut self, id: MdId, copies: &HashMap<Value, Value>) -> MdId {
        let table = &mut self.edit.module.metadata;
        let copy = |id: MdId, table: &bctk_ir::metadata::MetadataTable| match table.get(id) {
            Metadata::Value { ty, value } => copies.get(&value).map(|&value| Metadata::Value { ty, value }),
            _ => None,
        };
        if let Metadata::ArgList(list) = table.get(id) {
            let ids = table.lists.get(list).to_vec();
            if ids.iter().all(|&id| copy(id, table).is_none()) {
                return id;
            }
            let ids: Vec<MdId> = ids.into_iter().map(|id| copy(id, table).map_or(id, |item| table.push(item))).collect();
            let list = table.lists.push(&ids);
            return table.push(Metadata::ArgList(list));
        }
        copy(id, table).map_or(id, |item| table.push(item))
    }
}
