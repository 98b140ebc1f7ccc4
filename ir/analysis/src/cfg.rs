//! The control-flow graph of a body.
use bctk_ir::body::Body;
use bctk_ir::entity::BlockId;
use bctk_ir::visit::successors;

/// The edges between the blocks of a body (LLVM `CFG.h`).
///
/// An edge leads from a block to each block that its terminator names. A terminator that names a block twice has two edges to it, as in LLVM.
/// Blocks that the body does not have are left out.
///
/// Cost: time and memory linear in blocks and edges.
#[derive(Clone, Debug, Default)]
pub struct ControlFlowGraph {
    succs: Edges,
    preds: Edges,
}

/// Lists of blocks by block: those of block `i` are `blocks[ends[i - 1]..ends[i]]`.
#[derive(Clone, Debug, Default)]
struct Edges {
    ends: Vec<u32>,
    blocks: Vec<BlockId>,
}

impl Edges {
    fn of(&self, block: BlockId) -> &[BlockId] {
        let at = block.index();
        let start = if at == 0 { 0 } else { self.ends.get(at - 1).copied().unwrap_or(0) };
        let end = self.ends.get(at).copied().unwrap_or(start);
        &self.blocks[start as usize..end as usize]
    }
}

impl ControlFlowGraph {
    /// The graph of `body`.
    pub fn new(body: &Body) -> ControlFlowGraph {
        let count = body.blocks.len();
        let mut succs = Edges { ends: Vec::with_capacity(count), blocks: Vec::new() };
        let mut incoming = vec![0u32; count];
        for block in &body.blocks {
            let last = block.end.index().checked_sub(1).filter(|&last| last >= block.first.index());
            if let Some(inst) = last.and_then(|last| body.insts.get(last)) {
                let first = succs.blocks.len();
                successors(inst, body, |target| {
                    if let Some(incoming) = incoming.get_mut(target.index()) {
                        *incoming += 1;
                        succs.blocks.push(target);
                    }
                });
                // The uses of a conditional branch are in the reverse order of its successors.
                if matches!(inst, bctk_ir::inst::Inst::CondBr { .. }) {
                    succs.blocks[first..].reverse();
                }
            }
            succs.ends.push(succs.blocks.len() as u32);
        }
        let mut preds = Edges { ends: Vec::with_capacity(count), blocks: vec![BlockId(0); succs.blocks.len()] };
        let mut next = 0;
        for incoming in &mut incoming {
            let start = next;
            next += *incoming;
            preds.ends.push(next);
            *incoming = start;
        }
        for at in 0..count {
            let from = BlockId::new(at);
            for &to in succs.of(from) {
                let slot = &mut incoming[to.index()];
                preds.blocks[*slot as usize] = from;
                *slot += 1;
            }
        }
        ControlFlowGraph { succs, preds }
    }

    /// How many blocks there are.
    pub fn len(&self) -> usize {
        self.succs.ends.len()
    }

    /// Whether there is no block.
    pub fn is_empty(&self) -> bool {
        self.succs.ends.is_empty()
    }

    /// The blocks that `block` may continue at, in the order of its terminator.
    pub fn successors(&self, block: BlockId) -> &[BlockId] {
        self.succs.of(block)
    }

    /// The blocks that may continue at `block`, in layout order.
    pub fn predecessors(&self, block: BlockId) -> &[BlockId] {
        self.preds.of(block)
    }

    /// The only block that may continue at `block`, even if by several edges (`BasicBlock::getUniquePredecessor`).
    pub fn unique_predecessor(&self, block: BlockId) -> Option<BlockId> {
        let (&first, rest) = self.predecessors(block).split_first()?;
        rest.iter().all(|&other| other == first).then_some(first)
    }

    /// The blocks that can be reached from the entry, each after at least one of its predecessors, the entry first (reverse post-order).
    pub fn reverse_post_order(&self) -> Vec<BlockId> {
        let mut order = Vec::new();
        if self.is_empty() {
            return order;
        }
        let mut seen = vec![false; self.len()];
        seen[0] = true;
        let mut open: Vec<(BlockId, usize)> = vec![(BlockId(0), 0)];
        while let Some((block, next)) = open.last_mut() {
            match self.succs.of(*block).get(*next) {
                Some(&succ) => {
                    *next += 1;
                    if !std::mem::replace(&mut seen[succ.index()], true) {
                        open.push((succ, 0));
                    }
                }
                None => {
                    order.push(*block);
                    open.pop();
                }
            }
        }
        order.reverse();
        order
    }
}
