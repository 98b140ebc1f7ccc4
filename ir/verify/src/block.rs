//! Checks a block as a whole: its `phi` instructions against its predecessors (`Verifier::visitBasicBlock`).
use crate::function::{Checker, check};
use crate::report::Subject;
use bctk_ir::entity::{BlockId, InstId};
use bctk_ir::inst::Inst;

impl Checker<'_, '_> {
    pub(crate) fn block(&mut self, id: BlockId) {
        let Some(&block) = self.body.blocks.get(id.index()) else { return };
        if !matches!(self.body.insts.get(block.first.index()), Some(Inst::Phi { .. })) {
            return;
        }
        let mut preds = self.cfg.predecessors(id).to_vec();
        preds.sort();
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
}
