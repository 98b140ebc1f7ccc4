//! The dominator tree of a body, by the algorithm of Lengauer and Tarjan with path compression.
use super::ControlFlowGraph;
use bctk_ir::entity::BlockId;

/// Which blocks come before a block on every way from the entry (LLVM `DominatorTree`).
///
/// Cost: n log n in blocks and edges, memory linear; no recursion. Questions take constant time.
#[derive(Clone, Debug, Default)]
pub struct DominatorTree {
    /// The immediate dominator of each block; none for the entry and for blocks that nothing reaches.
    idoms: Vec<Option<BlockId>>,
    /// When a walk over the tree enters and leaves each block; both 0 for blocks that nothing reaches.
    spans: Vec<(u32, u32)>,
}

/// No number of the depth-first walk.
const NONE: u32 = u32::MAX;

impl DominatorTree {
    /// The tree of a graph, whose first block is the entry.
    pub fn new(cfg: &ControlFlowGraph) -> DominatorTree {
        let count = cfg.len();
        if count == 0 {
            return DominatorTree::default();
        }
        let walk = Walk::new(cfg);
        let idoms = walk.immediate_dominators(cfg);
        let spans = spans(&idoms, count);
        DominatorTree { idoms, spans }
    }

    /// The last block that dominates `block` and is not `block` itself.
    pub fn immediate_dominator(&self, block: BlockId) -> Option<BlockId> {
        *self.idoms.get(block.index())?
    }

    /// Whether the entry reaches `block`.
    pub fn is_reachable(&self, block: BlockId) -> bool {
        self.spans.get(block.index()).is_some_and(|&(_, end)| end != 0)
    }

    /// Whether every way from the entry to `block` contains `dominator`. Every block dominates itself, and one that nothing reaches.
    pub fn dominates(&self, dominator: BlockId, block: BlockId) -> bool {
        if dominator == block || !self.is_reachable(block) {
            return true;
        }
        let (Some(&(start, end)), Some(&(at, _))) = (self.spans.get(dominator.index()), self.spans.get(block.index())) else {
            return false;
        };
        end != 0 && start <= at && at < end
    }

    /// Whether every way from the entry to `block` takes the edge from `start` to `end` (`DominatorTree::dominates` of a `BasicBlockEdge`).
    /// `cfg` must be the graph that the tree was made from.
    pub fn edge_dominates(&self, cfg: &ControlFlowGraph, start: BlockId, end: BlockId, block: BlockId) -> bool {
        if !self.dominates(end, block) {
            return false;
        }
        let mut taken = false;
        cfg.predecessors(end).iter().all(|&pred| {
            if pred == start {
                return !std::mem::replace(&mut taken, true);
            }
            self.dominates(end, pred)
        })
    }

    /// As [`DominatorTree::dominates`], but no block dominates itself.
    pub fn properly_dominates(&self, dominator: BlockId, block: BlockId) -> bool {
        dominator != block && self.dominates(dominator, block)
    }
}

/// The depth-first walk from the entry: numbers count from 0.
struct Walk {
    /// The number of each block.
    number: Vec<u32>,
    /// The block of each number.
    block: Vec<BlockId>,
    /// The number of the block from which each number was reached.
    parent: Vec<u32>,
}

impl Walk {
    fn new(cfg: &ControlFlowGraph) -> Walk {
        let mut walk = Walk { number: vec![NONE; cfg.len()], block: vec![BlockId(0)], parent: vec![0] };
        walk.number[0] = 0;
        let mut open: Vec<(u32, usize)> = vec![(0, 0)];
        while let Some((at, next)) = open.last_mut() {
            match cfg.successors(walk.block[*at as usize]).get(*next) {
                Some(&succ) => {
                    *next += 1;
                    if walk.number[succ.index()] == NONE {
                        let number = walk.block.len() as u32;
                        walk.number[succ.index()] = number;
                        walk.block.push(succ);
                        walk.parent.push(*at);
                        open.push((number, 0));
                    }
                }
                None => {
                    open.pop();
                }
            }
        }
        walk
    }

    fn immediate_dominators(&self, cfg: &ControlFlowGraph) -> Vec<Option<BlockId>> {
        let count = self.block.len();
        let mut forest = Forest { ancestor: vec![NONE; count], best: (0..count as u32).collect(), semi: (0..count as u32).collect() };
        let mut idom: Vec<u32> = vec![0; count];
        // The blocks by their semidominator, as linked lists.
        let (mut first, mut next) = (vec![NONE; count], vec![NONE; count]);
        for at in (1..count as u32).rev() {
            for pred in cfg.predecessors(self.block[at as usize]) {
                let pred = self.number[pred.index()];
                if pred != NONE {
                    let best = forest.eval(pred);
                    let semi = forest.semi[best as usize];
                    let own = &mut forest.semi[at as usize];
                    *own = semi.min(*own);
                }
            }
            let semi = forest.semi[at as usize] as usize;
            next[at as usize] = std::mem::replace(&mut first[semi], at);
            let parent = self.parent[at as usize];
            forest.ancestor[at as usize] = parent;
            let mut waiting = std::mem::replace(&mut first[parent as usize], NONE);
            while waiting != NONE {
                let best = forest.eval(waiting);
                let below = forest.semi[best as usize] < forest.semi[waiting as usize];
                idom[waiting as usize] = if below { best } else { parent };
                waiting = next[waiting as usize];
            }
        }
        let mut result = vec![None; cfg.len()];
        for at in 1..count {
            if idom[at] != forest.semi[at] {
                idom[at] = idom[idom[at] as usize];
            }
            result[self.block[at].index()] = Some(self.block[idom[at] as usize]);
        }
        result
    }
}

/// The part of the walk's tree that is linked already.
struct Forest {
    ancestor: Vec<u32>,
    /// The number with the least semidominator on the compressed way to the root.
    best: Vec<u32>,
    semi: Vec<u32>,
}

impl Forest {
    /// The number with the least semidominator between `at` and the root of its tree, the root left out.
    fn eval(&mut self, at: u32) -> u32 {
        if self.ancestor[at as usize] == NONE {
            return at;
        }
        let mut way = Vec::new();
        let mut top = at;
        while self.ancestor[self.ancestor[top as usize] as usize] != NONE {
            way.push(top);
            top = self.ancestor[top as usize];
        }
        while let Some(at) = way.pop() {
            let above = self.ancestor[at as usize];
            let (best, own) = (self.best[above as usize], self.best[at as usize]);
            if self.semi[best as usize] < self.semi[own as usize] {
                self.best[at as usize] = best;
            }
            self.ancestor[at as usize] = self.ancestor[above as usize];
        }
        self.best[at as usize]
    }
}

/// When a walk over the tree of dominators enters and leaves each block.
fn spans(idoms: &[Option<BlockId>], count: usize) -> Vec<(u32, u32)> {
    let (mut first, mut next) = (vec![NONE; count], vec![NONE; count]);
    for (at, idom) in idoms.iter().enumerate() {
        if let Some(idom) = idom {
            next[at] = std::mem::replace(&mut first[idom.index()], at as u32);
        }
    }
    let mut spans = vec![(0, 0); count];
    let mut time = 0;
    let mut open = vec![0u32];
    while let Some(&at) = open.last() {
        let child = first[at as usize];
        if spans[at as usize].0 == 0 {
            time += 1;
            spans[at as usize].0 = time;
        }
        if child == NONE {
            spans[at as usize].1 = time + 1;
            open.pop();
        } else {
            first[at as usize] = next[child as usize];
            open.push(child);
        }
    }
    spans
}
