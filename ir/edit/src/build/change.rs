//! Changes of instructions and blocks that are there.
use super::layout::NIL;
use super::{FunctionBuilder, InsertPoint, Open};
use crate::{Operand, Result};
use bctk_ir::body::{Attachment, Call};
use bctk_ir::entity::{BlockId, InstId, List, MdId, OptionalId};
use bctk_ir::inst::Inst;
use bctk_ir::value::{Value, ValueKind};
use bctk_ir::visit::{blocks_as_written, map_operands, operands_by_number, with_own_lists};

impl FunctionBuilder<'_, '_> {
    /// An instruction; none for one that is erased or that there is not.
    pub fn inst(&self, id: InstId) -> Option<&Inst> {
        self.edit.open.body.insts.get(id.index()).filter(|_| self.edit.open.pending.layout.has_inst(id))
    }

    /// The value that an instruction makes, if it makes one.
    pub fn value_of(&self, inst: InstId) -> Option<Value> {
        self.edit.open.body.result(inst).map(Value::local)
    }

    /// The instruction that makes a value; none for a parameter and for what is no local.
    pub fn maker(&mut self, value: Value) -> Option<InstId> {
        let ValueKind::Local(local) = value.kind() else { return None };
        let Open { body, pending, .. } = &mut self.edit.open;
        let makers = &mut pending.makers;
        makers.resize(body.local_types.len(), NIL);
        // Instructions that were added since.
        for at in pending.makers_seen..body.insts.len() {
            if let Some(maker) = body.result(InstId::new(at)).and_then(|local| makers.get_mut(local as usize)) {
                *maker = at as u32;
            }
        }
        pending.makers_seen = body.insts.len();
        makers.get(local as usize).copied().filter(|&inst| inst != NIL).map(InstId)
    }

    /// The call of a `call`, `invoke` or `callbr`.
    pub fn call_of(&self, inst: InstId) -> Option<&Call> {
        self.inst(inst)?.call(&self.edit.open.body)
    }

    /// The call of a `call`, `invoke` or `callbr`, to change it.
    pub fn call_mut(&mut self, inst: InstId) -> Option<&mut Call> {
        self.edit.open.pending.unchecked = Some(bctk_verify::verify_functions);
        self.own_call_of(inst)
    }

    fn own_call_of(&mut self, inst: InstId) -> Option<&mut Call> {
        match *self.inst(inst)? {
            Inst::Call(call) | Inst::Invoke { call, .. } | Inst::CallBr { call, .. } => self.edit.open.body.calls.get_mut(call.index()),
            _ => None,
        }
    }

    /// The operands of an instruction, in the order of their numbers; blocks are among them.
    pub fn operands(&self, inst: InstId) -> Vec<Value> {
        let mut out = Vec::new();
        if let Some(inst) = self.inst(inst) {
            operands_by_number(inst, &self.edit.open.body, |value| out.push(value));
        }
        out
    }

    /// Replaces values in the operands of one instruction.
    ///
    /// # Errors
    /// If there is no such instruction, or the values differ in their types.
    pub fn replace_operand(&mut self, inst: InstId, old: Value, new: impl Into<Operand>) -> Result<()> {
        if self.inst(inst).is_none() {
            return self.error("there is no such instruction");
        }
        let ty = self.ty(old)?;
        let new = self.operand_of(new, ty, "operand")?;
        self.own_call(inst);
        map_operands(&mut self.edit.open.body, inst, |value| if value == old { new } else { value }, |block| block);
        Ok(())
    }

    /// Gives an instruction lists and a call of its own, if others may share them.
    fn own_call(&mut self, inst: InstId) {
        let body = &mut self.edit.open.body;
        body.insts[inst.index()] = with_own_lists(body, body.insts[inst.index()]);
    }

    /// Replaces all uses of a value of this function, also in debug information, when edits are finished. Uses that come later are replaced,
    /// too (`Value::replaceAllUsesWith`).
    ///
    /// # Errors
    /// If `old` is no parameter or result of an instruction, or `new` has another type.
    pub fn replace_all_uses_with(&mut self, old: Value, new: impl Into<Operand>) -> Result<()> {
        let ValueKind::Local(local) = old.kind() else { return self.error("expected a parameter or the result of an instruction") };
        let ty = self.ty(old)?;
        let new = self.operand_of(new, ty, "replacement")?;
        if new != old {
            self.edit.open.pending.replaced.insert(local, new);
        }
        Ok(())
    }

    /// Replaces an instruction by a value of the same type, and erases it (`ReplaceInstWithValue`). The value gets the name, if it has none.
    ///
    /// # Errors
    /// If the instruction makes no value, or one of another type.
    pub fn replace_inst(&mut self, inst: InstId, new: impl Into<Operand>) -> Result<()> {
        let Some(old) = self.value_of(inst).filter(|_| self.inst(inst).is_some()) else {
            return self.error("expected an instruction that makes a value");
        };
        self.replace_all_uses_with(old, new)?;
        self.erase(inst)
    }

    /// Erases an instruction. When edits are finished, nothing may use its value.
    ///
    /// # Errors
    /// If there is no such instruction.
    pub fn erase(&mut self, inst: InstId) -> Result<()> {
        let Some(&old) = self.inst(inst) else { return self.error("there is no such instruction") };
        let next = self.edit.open.pending.layout.next(inst);
        if self.before == inst.0 {
            self.before = next.map_or(NIL, |next| next.0);
        }
        // Records of variables belong to the next instruction then, as in LLVM.
        for record in self.edit.open.body.dbg_records.iter_mut().filter(|record| record.before == inst) {
            record.before = next.unwrap_or(InstId(NIL));
        }
        self.edit.open.pending.has_new_records = true;
        self.edit.open.body.dbg_records.retain(|record| record.before.0 != NIL);
        self.edit.open.pending.incoming.remove(&inst);
        // Its callee does not count as used.
        if let Inst::Call(call) | Inst::Invoke { call, .. } | Inst::CallBr { call, .. } = old {
            self.own_call(inst);
            let _ = call;
            if let Some(call) = self.own_call_of(inst) {
                (call.callee, call.args, call.bundles) = (Value::NONE, List::default(), (0, 0));
            }
        }
        self.edit.open.body.results[inst.index()] = OptionalId::NONE;
        self.edit.open.body.insts[inst.index()] = Inst::Unreachable;
        self.edit.open.pending.layout.unlink(inst);
        Ok(())
    }

    /// Moves an instruction, with its attachments and debug location, to a place.
    ///
    /// # Errors
    /// If there is no such instruction or place.
    pub fn move_to(&mut self, inst: InstId, point: InsertPoint) -> Result<()> {
        if self.inst(inst).is_none() {
            return self.error("there is no such instruction");
        }
        let was = (self.block, self.before, self.loc);
        let moved = self.insert_at(point);
        let (block, before) = (self.block, self.before);
        (self.block, self.before, self.loc) = was;
        moved?;
        if let Some(block) = block.filter(|_| before != inst.0) {
            // New instructions stay where they were to be put.
            if self.before == inst.0 {
                self.before = self.edit.open.pending.layout.next(inst).map_or(NIL, |next| next.0);
            }
            self.edit.open.pending.layout.move_inst(inst, block, before);
        }
        Ok(())
    }

    /// Moves a block behind another.
    ///
    /// # Errors
    /// If there is no such block, or it is the entry.
    pub fn move_block_after(&mut self, block: BlockId, after: BlockId) -> Result<()> {
        let layout = &mut self.edit.open.pending.layout;
        if block == after || !layout.has_block(block) || !layout.has_block(after) || layout.blocks().first() == Some(&block) {
            return self.error("expected a block that is not the entry, and another one");
        }
        layout.move_block(block, after);
        Ok(())
    }

    /// Splits a block before an instruction: it goes on in a new block, which follows it and which it branches to
    /// (`BasicBlock::splitBasicBlock`). Returns the new block. `phi`s of the successors refer to the new block.
    ///
    /// # Errors
    /// If there is no such instruction, or it is a `phi` or a pad.
    pub fn split_block(&mut self, before: InstId, name: impl AsRef<[u8]>) -> Result<BlockId> {
        let Some(&inst) = self.inst(before) else { return self.error("there is no such instruction") };
        if matches!(inst, Inst::Phi { .. } | Inst::LandingPad { .. } | Inst::CatchPad { .. } | Inst::CleanupPad { .. }) {
            return self.error("cannot split a block before a phi or a pad");
        }
        let Some(block) = self.edit.open.pending.layout.block_of(before) else { return self.error("there is no such instruction") };
        let new = self.block_after(Some(block), name.as_ref());
        self.edit.open.pending.layout.move_rest(before, new);
        self.replace_predecessor(new, block, new);
        let was = (self.block, self.before, self.loc);
        self.switch_to(block);
        self.loc = self.edit.open.body.debug_locs.get(before.index()).copied().unwrap_or(0);
        let branched = self.br(new);
        (self.block, self.before, self.loc) = was;
        // What was put before an instruction that has moved goes there.
        if self.before != NIL {
            self.block = self.edit.open.pending.layout.block_of(InstId(self.before));
        } else if self.block == Some(block) {
            self.block = Some(new);
        }
        branched.map(|()| new)
    }

    /// In the `phi`s of the successors of `block`, replaces a predecessor.
    fn replace_predecessor(&mut self, block: BlockId, old: BlockId, new: BlockId) {
        for successor in self.successors(block) {
            for phi in self.phis(successor) {
                self.own_call(phi);
                map_operands(&mut self.edit.open.body, phi, |value| value, |from| if from == old { new } else { from });
                for (_, from) in self.edit.open.pending.incoming.get_mut(&phi).into_iter().flatten() {
                    *from = if *from == old { new } else { *from };
                }
            }
        }
    }

    /// The `phi`s of a block.
    pub fn phis(&self, block: BlockId) -> Vec<InstId> {
        self.insts(block).take_while(|inst| matches!(self.edit.open.body.insts[inst.index()], Inst::Phi { .. })).collect()
    }

    /// The blocks that the terminator of a block names, each once, in order.
    pub fn successors(&self, block: BlockId) -> Vec<BlockId> {
        let mut out = Vec::new();
        if let Some(last) = self.terminator(block) {
            blocks_as_written(&self.edit.open.body.insts[last.index()], &self.edit.open.body, |to| {
                if !out.contains(&to) {
                    out.push(to);
                }
            });
        }
        out
    }

    /// Replaces a block in the terminator of another.
    ///
    /// # Errors
    /// If the block has no terminator, or there is no such block.
    pub fn replace_successor(&mut self, block: BlockId, old: BlockId, new: BlockId) -> Result<()> {
        self.check_blocks(&[old, new], "terminator")?;
        let Some(last) = self.terminator(block) else { return self.error("expected a block with a terminator") };
        self.own_call(last);
        map_operands(&mut self.edit.open.body, last, |value| value, |to| if to == old { new } else { to });
        Ok(())
    }

    /// Erases a block with its instructions. `phi`s of its successors forget it. When edits are finished, nothing may refer to it.
    ///
    /// # Errors
    /// If there is no such block, or it is the entry of a function with more blocks.
    pub fn erase_block(&mut self, block: BlockId) -> Result<()> {
        let layout = &self.edit.open.pending.layout;
        if !layout.has_block(block) || layout.blocks().first() == Some(&block) && layout.blocks().len() > 1 {
            return self.error("expected a block that is not the entry");
        }
        for successor in self.successors(block) {
            for phi in self.phis(successor) {
                self.remove_incoming(phi, block);
            }
        }
        let insts: Vec<InstId> = self.insts(block).collect();
        for inst in insts {
            self.erase(inst)?;
        }
        self.edit.open.pending.layout.erase_block(block);
        if self.block == Some(block) {
            (self.block, self.before) = (self.edit.open.pending.layout.blocks().last().copied(), NIL);
        }
        Ok(())
    }

    /// Removes the values of a `phi` from a block.
    fn remove_incoming(&mut self, phi: InstId, block: BlockId) {
        if let Some(Inst::Phi { incoming, .. }) = self.edit.open.body.insts.get(phi.index()).copied() {
            let kept: Vec<_> = self.edit.open.body.lists.get(incoming).iter().filter(|&(_, from)| from != block).collect();
            let list = self.edit.open.body.lists.push(&kept);
            if let Some(Inst::Phi { incoming, .. }) = self.edit.open.body.insts.get_mut(phi.index()) {
                *incoming = list;
            }
        }
        if let Some(pairs) = self.edit.open.pending.incoming.get_mut(&phi) {
            pairs.retain(|&(_, from)| from != block);
        }
    }

    /// The attachments of an instruction.
    pub fn attachments(&self, inst: InstId) -> Vec<Attachment> {
        self.edit.open.body.attachments.iter().filter(|(at, _)| *at == inst).map(|&(_, attachment)| attachment).collect()
    }

    /// Attaches metadata of a kind other than `dbg` to an instruction; earlier metadata of this kind is replaced.
    ///
    /// # Errors
    /// If there is no such instruction.
    pub fn attach(&mut self, inst: InstId, kind: &str, node: MdId) -> Result<()> {
        if self.inst(inst).is_none() {
            return self.error("there is no such instruction");
        }
        if kind == "dbg" {
            return self.error("the debug location of an instruction is no attachment");
        }
        self.edit.node(node).map_err(|error| self.placed(error))?;
        let kind = self.edit.md_kind(kind);
        let list = &mut self.edit.open.body.attachments;
        list.retain(|(at, other)| (*at, other.kind) != (inst, kind));
        let at = list.partition_point(|(at, other)| (*at, other.kind) < (inst, kind));
        list.insert(at, (inst, Attachment { kind, node }));
        Ok(())
    }
}
