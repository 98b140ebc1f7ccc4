//! The order of blocks and instructions while a body changes.
use bctk_ir::body::{BasicBlock, Body};
use bctk_ir::entity::{BlockId, InstId};

/// No instruction.
pub(super) const NIL: u32 = u32::MAX;

/// The place of an instruction: its neighbours and its block.
#[derive(Clone, Copy, Debug)]
struct Place {
    prev: u32,
    next: u32,
    block: u32,
}

/// Lists of instructions by block. New instructions and blocks get the next ids, wherever they are put.
#[derive(Clone, Debug, Default)]
pub(super) struct Layout {
    places: Vec<Place>,
    /// First and last instruction of each block.
    ends: Vec<(u32, u32)>,
    /// Blocks in order.
    order: Vec<BlockId>,
    /// Whether each block is erased; shorter if none from there on is.
    gone: Vec<bool>,
    /// Whether blocks and instructions are in the order of their ids, none missing.
    is_plain: bool,
}

impl Layout {
    /// The order of a body that is complete.
    pub(super) fn new(body: &Body) -> Layout {
        let mut layout = Layout { places: Vec::with_capacity(body.insts.len()), is_plain: true, ..Layout::default() };
        layout.places.resize(body.insts.len(), Place { prev: NIL, next: NIL, block: NIL });
        for (at, block) in body.blocks.iter().enumerate() {
            layout.order.push(BlockId::new(at));
            let (first, end) = (block.first.0, block.end.0.min(body.insts.len() as u32));
            layout.ends.push(if first < end { (first, end - 1) } else { (NIL, NIL) });
            for inst in first..end {
                let prev = if inst == first { NIL } else { inst - 1 };
                let next = if inst + 1 == end { NIL } else { inst + 1 };
                layout.places[inst as usize] = Place { prev, next, block: at as u32 };
            }
        }
        layout
    }

    /// How many blocks there are, erased ones included.
    pub(super) fn block_count(&self) -> usize {
        self.ends.len()
    }

    /// Whether there is such a block, and it is not erased.
    pub(super) fn has_block(&self, block: BlockId) -> bool {
        block.index() < self.ends.len() && self.gone.get(block.index()) != Some(&true)
    }

    /// Whether there is such an instruction, and it is not erased.
    pub(super) fn has_inst(&self, inst: InstId) -> bool {
        self.places.get(inst.index()).is_some_and(|place| place.block != NIL)
    }

    /// Blocks in order.
    pub(super) fn blocks(&self) -> &[BlockId] {
        &self.order
    }

    /// The block of an instruction.
    pub(super) fn block_of(&self, inst: InstId) -> Option<BlockId> {
        self.places.get(inst.index()).filter(|place| place.block != NIL).map(|place| BlockId(place.block))
    }

    /// First and last instruction of a block.
    pub(super) fn ends_of(&self, block: BlockId) -> (Option<InstId>, Option<InstId>) {
        let (first, last) = self.ends.get(block.index()).copied().unwrap_or((NIL, NIL));
        let some = |inst: u32| (inst != NIL).then_some(InstId(inst));
        (some(first), some(last))
    }

    /// The instruction after one.
    pub(super) fn next(&self, inst: InstId) -> Option<InstId> {
        self.places.get(inst.index()).map(|place| place.next).filter(|&next| next != NIL).map(InstId)
    }

    /// The instruction before one.
    pub(super) fn prev(&self, inst: InstId) -> Option<InstId> {
        self.places.get(inst.index()).map(|place| place.prev).filter(|&prev| prev != NIL).map(InstId)
    }

    /// The instructions of a block, in order.
    pub(super) fn insts(&self, block: BlockId) -> impl Iterator<Item = InstId> + '_ {
        std::iter::successors(self.ends_of(block).0, |&inst| self.next(inst))
    }

    /// Adds a block after another, or at the end.
    pub(super) fn add_block(&mut self, after: Option<BlockId>) -> BlockId {
        let block = BlockId::new(self.ends.len());
        self.ends.push((NIL, NIL));
        let place = after.and_then(|after| self.order.iter().position(|&other| other == after));
        match place {
            Some(at) if at + 1 < self.order.len() => {
                self.is_plain = false;
                self.order.insert(at + 1, block);
            }
            _ => self.order.push(block),
        }
        block
    }

    /// Puts an existing block after another.
    pub(super) fn move_block(&mut self, block: BlockId, after: BlockId) {
        self.is_plain = false;
        self.order.retain(|&other| other != block);
        let at = self.order.iter().position(|&other| other == after).map_or(self.order.len(), |at| at + 1);
        self.order.insert(at, block);
    }

    /// Takes a block, which has no instructions any more, out.
    pub(super) fn erase_block(&mut self, block: BlockId) {
        self.is_plain = false;
        self.order.retain(|&other| other != block);
        if self.gone.len() <= block.index() {
            self.gone.resize(block.index() + 1, false);
        }
        self.gone[block.index()] = true;
    }

    /// Whether an instruction can be put into a block, before another or at the end.
    #[inline]
    pub(super) fn has_place(&self, block: BlockId, before: u32) -> bool {
        self.has_block(block) && (before == NIL || self.places.get(before as usize).is_some_and(|place| place.block == block.0))
    }

    /// How many instructions there are, erased ones included.
    pub(super) fn inst_count(&self) -> usize {
        self.places.len()
    }

    /// Puts the next instruction into a block, before another or at the end.
    #[inline]
    pub(super) fn add(&mut self, block: BlockId, before: u32) -> InstId {
        let inst = self.places.len() as u32;
        self.places.push(Place { prev: NIL, next: NIL, block: NIL });
        self.link(inst, block, before);
        InstId(inst)
    }

    /// Puts an instruction that is in no block into one.
    #[inline]
    fn link(&mut self, inst: u32, block: BlockId, before: u32) {
        let (first, last) = self.ends[block.index()];
        let prev = if before == NIL { last } else { self.places[before as usize].prev };
        // In order only at the end of the last block, after the latest instruction.
        self.is_plain &= before == NIL && self.order.last() == Some(&block) && inst as usize + 1 == self.places.len();
        self.places[inst as usize] = Place { prev, next: before, block: block.0 };
        match prev {
            NIL => self.ends[block.index()].0 = inst,
            _ => self.places[prev as usize].next = inst,
        }
        match before {
            NIL => self.ends[block.index()].1 = inst,
            _ => self.places[before as usize].prev = inst,
        }
        debug_assert!(first == NIL || last != NIL);
    }

    /// Takes an instruction out of its block.
    pub(super) fn unlink(&mut self, inst: InstId) {
        self.is_plain = false;
        let Place { prev, next, block } = self.places[inst.index()];
        if block == NIL {
            return;
        }
        match prev {
            NIL => self.ends[block as usize].0 = next,
            _ => self.places[prev as usize].next = next,
        }
        match next {
            NIL => self.ends[block as usize].1 = prev,
            _ => self.places[next as usize].prev = prev,
        }
        self.places[inst.index()] = Place { prev: NIL, next: NIL, block: NIL };
    }

    /// Moves an instruction before another, or to the end of a block.
    pub(super) fn move_inst(&mut self, inst: InstId, block: BlockId, before: u32) {
        self.unlink(inst);
        self.link(inst.0, block, before);
    }

    /// Moves the instructions from `first` on to the end of another block.
    pub(super) fn move_rest(&mut self, first: InstId, to: BlockId) {
        self.is_plain = false;
        let mut next = Some(first);
        while let Some(inst) = next {
            next = self.next(inst);
            self.move_inst(inst, to, NIL);
        }
    }

    /// Gives a body this order. Returns where each instruction is then (the next one of its block for one that is erased), and where each block
    /// is; nothing if none moves.
    pub(super) fn apply(&self, body: &mut Body) -> Option<(Vec<InstId>, Vec<Option<BlockId>>)> {
        if self.is_plain {
            let mut at = 0;
            body.blocks.clear();
            for &(first, last) in &self.ends {
                let end = if first == NIL { at } else { last + 1 };
                body.blocks.push(BasicBlock { first: InstId(at), end: InstId(end) });
                at = end;
            }
            return None;
        }
        let mut sequence: Vec<u32> = Vec::with_capacity(self.places.len());
        let mut blocks = vec![None; self.ends.len()];
        body.blocks.clear();
        for &block in &self.order {
            blocks[block.index()] = Some(BlockId::new(body.blocks.len()));
            let first = InstId::new(sequence.len());
            sequence.extend(self.insts(block).map(|inst| inst.0));
            body.blocks.push(BasicBlock { first, end: InstId::new(sequence.len()) });
        }
        let mut places = vec![InstId(NIL); self.places.len()];
        for (new, &old) in sequence.iter().enumerate() {
            places[old as usize] = InstId::new(new);
        }
        fn permuted<T: Copy + Default>(list: &mut Vec<T>, sequence: &[u32]) {
            if !list.is_empty() {
                let old = std::mem::take(list);
                list.extend(sequence.iter().map(|&at| old.get(at as usize).copied().unwrap_or_default()));
            }
        }
        let old = std::mem::take(&mut body.insts);
        body.insts.extend(sequence.iter().filter_map(|&at| old.get(at as usize).copied()));
        permuted(&mut body.results, &sequence);
        permuted(&mut body.debug_locs, &sequence);
        Some((places, blocks))
    }
}
