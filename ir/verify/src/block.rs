//! Checks a block as a whole: its `phi` instructions against its predecessors (`Verifier::visitBasicBlock`).
use crate::function::{Checker, check};
use crate::report::Subject;
use bctk_ir::entity::{BlockId, InstId};
use bctk_ir::inst::Inst;
use bctk_ir::value::ValueKind;
use bctk_ir::visit::operands;

impl Checker<'_, '_> {
    pub(crate) fn block(&mut self, id: BlockId) {
        let Some(&block) = self.body.blocks.get(id.index()) else { return };
        if !matches!(self.body.insts.get(block.first.index()), Some(Inst::Phi { .. })) {
            return;
        }
        let mut preds = self.cfg.predecessors(id).to_vec();
        preds.sort();
        // LLVM's order is that of the blocks in memory, which matters for what does not fit alone.
        let mut ranks: Option<Vec<u32>> = None;
        for at in block.first.index()..block.end.index() {
            let Some(Inst::Phi { incoming, .. }) = self.body.insts.get(at) else { break };
            let this = Subject::Inst(InstId::new(at));
            self.sink.at = Some(InstId::new(at));
            let mut values: Vec<_> = self.body.lists.get(*incoming).iter().map(|(value, from)| (from, value)).collect();
            check!(
                self,
                values.len() == preds.len(),
                "PHINode should have one entry for each predecessor of its parent basic block!",
                this
            );
            values.sort_by_key(|&(from, value)| (from, value.raw()));
            if values.iter().map(|&(from, _)| from).ne(preds.iter().copied()) {
                let ranks = ranks.get_or_insert_with(|| self.block_ranks());
                let rank = |block: BlockId| (ranks.get(block.index()).copied(), block);
                preds.sort_by_key(|&block| rank(block));
                values.sort_by_key(|&(from, value)| (rank(from), value.raw()));
            }
            for (at, &(from, value)) in values.iter().enumerate() {
                if let Some(&(before, other)) = at.checked_sub(1).and_then(|before| values.get(before)) {
                    check!(
                        self,
                        before != from || other == value,
                        "PHI node has multiple entries for the same basic block with different incoming values!",
                        this,
                        Subject::Block(from),
                        Subject::Value(value),
                        Subject::Value(other)
                    );
                }
                check!(
                    self,
                    from == preds[at],
                    "PHI node entries do not match predecessors!",
                    this,
                    Subject::Block(from),
                    Subject::Block(preds[at])
                );
            }
        }
    }

    /// The order in which LLVM's reader makes the blocks: in a text, where one is first named.
    fn block_ranks(&self) -> Vec<u32> {
        if self.shared.is_from_bitcode {
            return (0..self.body.blocks.len() as u32).collect();
        }
        let mut ranks = vec![u32::MAX; self.body.blocks.len()];
        let mut next = 0;
        let mut name = |block: BlockId| {
            if let Some(rank @ &mut u32::MAX) = ranks.get_mut(block.index()) {
                *rank = next;
                next += 1;
            }
        };
        for (at, block) in self.body.blocks.iter().enumerate() {
            name(BlockId::new(at));
            for inst in self.body.insts.get(block.first.index()..block.end.index()).unwrap_or_default() {
                match *inst {
                    Inst::CondBr { if_true, if_false, .. } => [if_true, if_false].into_iter().for_each(&mut name),
                    Inst::Phi { incoming, .. } => self.body.lists.get(incoming).iter().for_each(|(_, from)| name(from)),
                    _ => operands(inst, self.body, |_, value| {
                        if let ValueKind::Block(block) = value.kind() {
                            name(block);
                        }
                    }),
                }
            }
        }
        ranks
    }
}
