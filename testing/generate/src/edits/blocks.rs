//! Edits of blocks.
use super::Body;
use bctk_edit::Result;
use bctk_ir::entity::{BlockId, InstId};
use bctk_ir::inst::Inst;
use bctk_ir::value::Value;

impl Body<'_, '_, '_, '_> {
    fn any_block(&mut self) -> BlockId {
        let blocks = self.b.blocks().to_vec();
        blocks[self.below(blocks.len())]
    }

    pub(super) fn split(&mut self) -> Result<()> {
        let Some((block, at)) = self.place() else { return Ok(()) };
        // What follows has rules about the block that it is in.
        if self.has_touchy(block) {
            return Ok(());
        }
        self.note(format!("split {block:?} before {at:?}"));
        self.b.split_block(at, "split").map(|_| ())
    }

    /// Whether a block has something that must stay where it is.
    pub(super) fn has_touchy(&mut self, block: BlockId) -> bool {
        let insts: Vec<InstId> = self.b.insts(block).collect();
        insts.into_iter().any(|inst| self.is_touchy(inst))
    }

    /// The blocks that branch to a block, once for each branch.
    fn predecessors(&mut self, block: BlockId) -> Vec<BlockId> {
        let blocks = self.b.blocks().to_vec();
        blocks.into_iter().filter(|&from| self.b.successors(from).contains(&block)).collect()
    }

    /// Whether a block ends with a branch that may go elsewhere.
    fn is_plain_block(&mut self, block: BlockId) -> bool {
        let Some(last) = self.b.terminator(block) else { return false };
        let ends =
            matches!(self.b.inst(last), Some(Inst::Br(_) | Inst::CondBr { .. } | Inst::Switch { .. } | Inst::Ret(_) | Inst::Unreachable));
        ends && self.b.phis(block).is_empty() && !self.has_touchy(block)
    }

    /// The locals that a block makes.
    fn made_in(&mut self, block: BlockId) -> Vec<Value> {
        self.b.insts(block).filter_map(|inst| self.b.value_of(inst)).collect()
    }

    /// Whether other blocks use what a block makes, but for `phi`s that get it from there.
    fn is_used_elsewhere(&mut self, block: BlockId) -> bool {
        let made = self.made_in(block);
        if made.is_empty() {
            return false;
        }
        let blocks = self.b.blocks().to_vec();
        blocks.into_iter().filter(|&other| other != block).any(|other| {
            let mut operands = self.b.insts(other).flat_map(|inst| self.b.operands(inst));
            operands.any(|value| made.contains(&value))
        })
    }

    pub(super) fn clone_a_block(&mut self) -> Result<()> {
        let block = self.any_block();
        if !self.is_plain_block(block) || self.b.insts(block).count() > 40 {
            return Ok(());
        }
        let successors = self.b.successors(block);
        if successors.iter().any(|&to| to == block || self.has_touchy(to)) {
            return Ok(());
        }
        let has_phis = successors.iter().any(|&to| !self.b.phis(to).is_empty());
        if has_phis {
            // How often a terminator goes to a block decides how often its phis name it.
            return Ok(());
        }
        self.note(format!("clone {block:?}"));
        let can_move = !self.is_used_elsewhere(block);
        let (copy, _) = self.b.clone_block(block, "copy")?;
        if can_move && self.b.blocks().first() != Some(&block) {
            let from = self.predecessors(block);
            let from: Vec<BlockId> = from.into_iter().filter(|&from| from != copy && self.is_plain_end(from)).collect();
            if !from.is_empty() {
                let from = from[self.below(from.len())];
                self.note(format!(", {from:?} goes to the copy"));
                self.b.replace_successor(from, block, copy)?;
            }
        }
        Ok(())
    }

    fn is_plain_end(&mut self, block: BlockId) -> bool {
        let last = self.b.terminator(block);
        last.is_some_and(|last| matches!(self.b.inst(last), Some(Inst::Br(_) | Inst::CondBr { .. } | Inst::Switch { .. })))
    }

    pub(super) fn erase_a_block(&mut self) -> Result<()> {
        let block = self.any_block();
        if self.b.blocks().first() == Some(&block) || !self.predecessors(block).is_empty() || self.is_used_elsewhere(block) {
            return Ok(());
        }
        // Pads belong to others, and a phi without values is none.
        let has_pad = self.b.insts(block).any(|inst| {
            let is_pad = |inst: &Inst| matches!(inst, Inst::CatchPad { .. } | Inst::CleanupPad { .. } | Inst::LandingPad { .. });
            self.b.inst(inst).is_some_and(is_pad)
        });
        let successors = self.b.successors(block);
        if has_pad
            || !self.is_plain_block(block)
            || successors.iter().any(|&to| self.predecessors(to).len() < 2 && !self.b.phis(to).is_empty())
        {
            return Ok(());
        }
        self.note(format!("erase {block:?}"));
        self.b.erase_block(block)
    }

    pub(super) fn move_a_block(&mut self) -> Result<()> {
        let (block, after) = (self.any_block(), self.any_block());
        if block == after || self.b.blocks().first() == Some(&block) {
            return Ok(());
        }
        self.note(format!("move {block:?} behind {after:?}"));
        self.b.move_block_after(block, after)
    }
}
