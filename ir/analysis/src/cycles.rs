//! The cycles of the control flow, with those that have several entries.
use super::ControlFlowGraph;
use bctk_ir::entity::BlockId;

/// No cycle.
const NONE: u32 = u32::MAX;

/// The cycles of a body (LLVM `CycleInfo`) and how they are nested. A cycle that has one entry is a natural loop. Others are irreducible, and
/// which of their entries is the header follows from the depth-first order that LLVM uses. Blocks that nothing reaches are in no cycle.
///
/// Cost: near linear in blocks and edges. A block that is an entry of several cycles within each other counts once for each of these.
#[derive(Clone, Debug, Default)]
pub struct Cycles {
    cycles: Vec<Cycle>,
    /// The innermost cycle of each block.
    innermost: Vec<u32>,
}

#[derive(Clone, Debug)]
struct Cycle {
    entries: Vec<BlockId>,
    parent: u32,
    depth: u32,
    /// Those inside are the cycles with an index from its own to this one.
    end: u32,
}

/// The cycle that is outermost so far, with shorter ways for later questions.
fn top(tops: &mut [u32], mut cycle: u32) -> u32 {
    while tops[cycle as usize] != cycle {
        let next = tops[cycle as usize];
        tops[cycle as usize] = tops[next as usize];
        cycle = next;
    }
    cycle
}

impl Cycles {
    /// The cycles of `cfg`.
    pub fn new(cfg: &ControlFlowGraph) -> Cycles {
        let (order, spans) = depth_first(cfg);
        let is_below = |block: BlockId, header: BlockId| {
            let ((start, end), at) = (spans[header.index()], spans[block.index()].0);
            start <= at && at <= end
        };
        let is_reached = |block: BlockId| spans[block.index()].0 != 0;
        let mut innermost = vec![NONE; cfg.len()];
        // Inner cycles come first here.
        let (mut entries, mut parents, mut tops) = (Vec::<Vec<BlockId>>::new(), Vec::<u32>::new(), Vec::<u32>::new());
        for &header in order.iter().rev() {
            let mut open: Vec<BlockId> = cfg.predecessors(header).iter().copied().filter(|&pred| is_below(pred, header)).collect();
            if open.is_empty() {
                continue;
            }
            let this = tops.len() as u32;
            tops.push(this);
            parents.push(NONE);
            innermost[header.index()] = this;
            let mut own = vec![header];
            while let Some(block) = open.pop() {
                if block == header {
                    continue;
                }
                let inner = innermost[block.index()];
                let at = if inner == NONE { NONE } else { top(&mut tops, inner) };
                if at == this {
                    continue;
                }
                let alone = [block];
                let news: &[BlockId] = if at == NONE {
                    innermost[block.index()] = this;
                    &alone
                } else {
                    parents[at as usize] = this;
                    tops[at as usize] = this;
                    &entries[at as usize]
                };
                for &new in news {
                    let mut is_entry = false;
                    for &pred in cfg.predecessors(new) {
                        if is_below(pred, header) {
                            open.push(pred);
                        } else {
                            is_entry |= is_reached(pred);
                        }
                    }
                    if is_entry {
                        own.push(new);
                    }
                }
            }
            entries.push(own);
        }
        nested(entries, &parents, innermost)
    }

    /// How many cycles there are.
    pub fn len(&self) -> usize {
        self.cycles.len()
    }

    /// Whether there is no cycle.
    pub fn is_empty(&self) -> bool {
        self.cycles.is_empty()
    }

    /// The innermost cycle that a block is in.
    pub fn innermost(&self, block: BlockId) -> Option<usize> {
        self.innermost.get(block.index()).filter(|&&cycle| cycle != NONE).map(|&cycle| cycle as usize)
    }

    /// The cycle around a cycle.
    pub fn parent(&self, cycle: usize) -> Option<usize> {
        self.cycles.get(cycle).filter(|cycle| cycle.parent != NONE).map(|cycle| cycle.parent as usize)
    }

    /// How many cycles contain a cycle, with itself; 0 for a cycle that there is not.
    pub fn depth(&self, cycle: usize) -> u32 {
        self.cycles.get(cycle).map_or(0, |cycle| cycle.depth)
    }

    /// The blocks of a cycle that edges from outside lead to, and its header, which comes first.
    pub fn entries(&self, cycle: usize) -> &[BlockId] {
        self.cycles.get(cycle).map_or(&[], |cycle| &cycle.entries)
    }

    /// The header of a cycle.
    pub fn header(&self, cycle: usize) -> Option<BlockId> {
        self.entries(cycle).first().copied()
    }

    /// Whether a cycle is a natural loop.
    pub fn is_reducible(&self, cycle: usize) -> bool {
        self.entries(cycle).len() == 1
    }

    /// Whether a block is in a cycle. This takes constant time.
    pub fn contains(&self, cycle: usize, block: BlockId) -> bool {
        let Some(end) = self.cycles.get(cycle).map(|cycle| cycle.end as usize) else { return false };
        self.innermost(block).is_some_and(|inner| cycle <= inner && inner < end)
    }
}

/// The reachable blocks depth first, later successors first as in LLVM; and for each block its number and the last number below it, from 1.
fn depth_first(cfg: &ControlFlowGraph) -> (Vec<BlockId>, Vec<(u32, u32)>) {
    let mut order = Vec::new();
    let mut spans = vec![(0u32, 0u32); cfg.len()];
    let mut open = if cfg.is_empty() { Vec::new() } else { vec![(BlockId(0), false)] };
    while let Some((block, is_done)) = open.pop() {
        let span = &mut spans[block.index()];
        if is_done {
            span.1 = order.len() as u32;
        } else if span.0 == 0 {
            order.push(block);
            *span = (order.len() as u32, u32::MAX);
            open.push((block, true));
            open.extend(cfg.successors(block).iter().map(|&next| (next, false)));
        }
    }
    (order, spans)
}

/// Numbers the cycles so that each comes right before those inside it.
fn nested(mut entries: Vec<Vec<BlockId>>, parents: &[u32], mut innermost: Vec<u32>) -> Cycles {
    let mut sizes = vec![1u32; parents.len()];
    for (at, &parent) in parents.iter().enumerate() {
        if parent != NONE {
            sizes[parent as usize] += sizes[at];
        }
    }
    // The number of each, and the next one free inside it. Outer cycles have higher indices.
    let mut numbers = vec![0u32; parents.len()];
    let mut free = vec![0u32; parents.len()];
    let mut next = 0;
    let mut cycles = vec![Cycle { entries: Vec::new(), parent: NONE, depth: 1, end: 0 }; parents.len()];
    for at in (0..parents.len()).rev() {
        let parent = parents[at];
        let slot = if parent == NONE { &mut next } else { &mut free[parent as usize] };
        let number = *slot;
        *slot += sizes[at];
        numbers[at] = number;
        free[at] = number + 1;
        let around = if parent == NONE { NONE } else { numbers[parent as usize] };
        let depth = if parent == NONE { 1 } else { cycles[around as usize].depth + 1 };
        cycles[number as usize] = Cycle { entries: std::mem::take(&mut entries[at]), parent: around, depth, end: number + sizes[at] };
    }
    for cycle in innermost.iter_mut().filter(|cycle| **cycle != NONE) {
        *cycle = numbers[*cycle as usize];
    }
    Cycles { cycles, innermost }
}
