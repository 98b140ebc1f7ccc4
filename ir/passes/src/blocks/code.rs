//! A function while blocks are taken out of it: its blocks as lists of instructions, with the order of the uses of each block.
use bctk_edit::names::Names;
use bctk_ir::body::Body;
use bctk_ir::entity::{BlockId, InstId, OptionalId, TypeId};
use bctk_ir::inst::Inst;
use bctk_ir::strings::LocalStr;
use bctk_ir::value::{Value, ValueKind};
use bctk_ir::visit::{blocks_as_written, map_operands, operands, with_own_lists};
use hashbrown::HashSet;

use super::uses::LocalUses;

/// A block.
#[derive(Clone, Debug, Default)]
pub(super) struct Block {
    pub(super) name: Vec<u8>,
    pub(super) insts: Vec<InstId>,
    /// The blocks whose terminators use it, each as often as it does, in the order of the use-list: the latest first.
    pub(super) preds: Vec<BlockId>,
    /// Whether it has a call that is not among its instructions.
    pub(super) calls: bool,
}

/// A function whose blocks change. Instructions that are in no block any more stay in the body.
pub(super) struct Code {
    pub(super) body: Body,
    pub(super) blocks: Vec<Block>,
    /// The blocks of the function, in order.
    pub(super) order: Vec<BlockId>,
    names: Names,
    pub(super) uses: LocalUses,
}

impl Code {
    pub(super) fn new(body: Body) -> Code {
        let names = Names::of(&body);
        let count = body.blocks.len();
        let block = |at: usize| Block {
            name: body.block_name(BlockId::new(at)).to_vec(),
            insts: (body.blocks[at].first.0..body.blocks[at].end.0).map(InstId).collect(),
            preds: body.predecessors(BlockId::new(at)).to_vec(),
            calls: false,
        };
        let blocks = (0..count).map(block).collect();
        Code { blocks, order: (0..count).map(BlockId::new).collect(), names, uses: LocalUses::of(&body), body }
    }

    pub(super) fn block(&self, id: BlockId) -> &Block {
        &self.blocks[id.index()]
    }

    pub(super) fn block_mut(&mut self, id: BlockId) -> &mut Block {
        &mut self.blocks[id.index()]
    }

    pub(super) fn inst(&self, id: InstId) -> &Inst {
        &self.body.insts[id.index()]
    }

    pub(super) fn terminator(&self, block: BlockId) -> Option<InstId> {
        self.block(block).insts.last().copied().filter(|&last| self.inst(last).is_terminator())
    }

    /// The blocks that a terminator names, in the order of LLVM's `successors`, each as often as it does.
    pub(super) fn successors(&self, block: BlockId) -> Vec<BlockId> {
        let mut out = Vec::new();
        let Some(last) = self.terminator(block) else { return out };
        let inst = self.inst(last);
        blocks_as_written(inst, &self.body, |to| out.push(to));
        if let Inst::CatchSwitch { unwind, .. } = inst
            && unwind.get().is_some()
        {
            out.rotate_right(1);
        }
        out
    }

    /// The first instruction of a block that is no `phi`, and no pad either if `skips_pads`.
    pub(super) fn first_after_phis(&self, block: BlockId, skips_pads: bool) -> usize {
        let is_before = |&id: &InstId| match self.inst(id) {
            Inst::Phi { .. } => true,
            Inst::LandingPad { .. } | Inst::CatchPad { .. } | Inst::CleanupPad { .. } => skips_pads,
            _ => false,
        };
        let insts = &self.block(block).insts;
        insts.iter().position(|id| !is_before(id)).unwrap_or(insts.len())
    }

    pub(super) fn phis(&self, block: BlockId) -> Vec<InstId> {
        self.block(block).insts[..self.first_after_phis(block, false)].to_vec()
    }

    pub(super) fn incoming(&self, phi: InstId) -> Vec<(Value, BlockId)> {
        match *self.inst(phi) {
            Inst::Phi { incoming, .. } => self.body.lists.get(incoming).to_vec(),
            _ => Vec::new(),
        }
    }

    pub(super) fn set_incoming(&mut self, phi: InstId, pairs: &[(Value, BlockId)]) {
        let list = self.body.lists.push(pairs);
        if let Inst::Phi { incoming, .. } = &mut self.body.insts[phi.index()] {
            *incoming = list;
        }
    }

    /// The values that an instruction uses, in the order of their numbers.
    pub(super) fn operands(&self, inst: InstId) -> Vec<Value> {
        let mut out = Vec::new();
        bctk_ir::visit::operands_by_number(self.inst(inst), &self.body, |value| out.push(value));
        out
    }

    /// A new instruction, which is in no block as yet.
    pub(super) fn make(&mut self, ty: Option<TypeId>, name: &[u8], inst: Inst) -> InstId {
        let id = InstId::new(self.body.insts.len());
        self.body.insts.push(inst);
        let result = ty.map(|ty| self.local(ty, name));
        self.body.results.push(result.map_or(OptionalId::NONE, OptionalId::some));
        if !self.body.debug_locs.is_empty() {
            self.body.debug_locs.push(0);
        }
        id
    }

    /// A new local, which nothing makes as yet.
    pub(super) fn local(&mut self, ty: TypeId, name: &[u8]) -> u32 {
        let local = self.body.local_types.len() as u32;
        self.body.local_types.push(ty);
        if !name.is_empty() || !self.body.local_names.is_empty() {
            self.body.local_names.resize(local as usize, LocalStr::EMPTY);
            let name = if name.is_empty() { Vec::new() } else { self.names.unused(name) };
            let name = self.body.names.push(&name);
            self.body.local_names.push(name);
        }
        local
    }

    /// A new block that is in no function as yet.
    pub(super) fn detached(&mut self, name: &[u8]) -> BlockId {
        self.blocks.push(Block { name: name.to_vec(), ..Block::default() });
        BlockId::new(self.blocks.len() - 1)
    }

    /// A new block of the function, before or after another.
    pub(super) fn add_block(&mut self, name: &[u8], beside: BlockId, is_after: bool) -> BlockId {
        let name = if name.is_empty() { Vec::new() } else { self.names.unused(name) };
        let id = self.detached(&name);
        let at = self.order.iter().position(|&other| other == beside).map_or(self.order.len(), |at| at + usize::from(is_after));
        self.order.insert(at, id);
        id
    }

    /// Puts a branch at the end of a block.
    pub(super) fn branch(&mut self, from: BlockId, to: BlockId) {
        let branch = self.make(None, b"", Inst::Br(to));
        self.block_mut(from).insts.push(branch);
        self.block_mut(to).preds.insert(0, from);
    }

    /// Splits a block before its instruction number `at`, and gives the rest a name (`BasicBlock::splitBasicBlock`).
    ///
    /// Without a suffix the new block has no name.
    pub(super) fn split(&mut self, block: BlockId, at: usize, suffix: &[u8]) -> BlockId {
        let name = if suffix.is_empty() { Vec::new() } else { [&self.block(block).name[..], suffix].concat() };
        let new = self.add_block(&name, block, true);
        let rest = self.block_mut(block).insts.split_off(at);
        self.block_mut(new).insts = rest;
        for to in self.successors(new) {
            for pred in self.block_mut(to).preds.iter_mut().filter(|pred| **pred == block) {
                *pred = new;
            }
            for phi in self.phis(to) {
                self.map_from(phi, |from| if from == block { new } else { from });
            }
        }
        self.branch(block, new);
        new
    }

    /// Changes the blocks that a `phi` has values from.
    pub(super) fn map_from(&mut self, phi: InstId, map: impl Fn(BlockId) -> BlockId) {
        let pairs: Vec<_> = self.incoming(phi).into_iter().map(|(value, from)| (value, map(from))).collect();
        self.set_incoming(phi, &pairs);
    }

    /// Replaces a block in the terminator of another (`replaceUsesOfWith`).
    pub(super) fn retarget(&mut self, from: BlockId, old: BlockId, new: BlockId) {
        let count = self.successors(from).into_iter().filter(|&to| to == old).count();
        let Some(last) = self.terminator(from).filter(|_| count != 0) else { return };
        let own = self.body.insts[last.index()];
        self.body.insts[last.index()] = with_own_lists(&mut self.body, own);
        map_operands(&mut self.body, last, |value| value, |to| if to == old { new } else { to });
        self.block_mut(old).preds.retain(|&pred| pred != from);
        self.block_mut(new).preds.splice(0..0, std::iter::repeat_n(from, count));
    }

    /// Where each local is used: the blocks of the instructions that use it.
    pub(super) fn users(&self) -> Vec<Vec<(BlockId, InstId)>> {
        let mut users = vec![Vec::new(); self.body.local_types.len()];
        for &block in &self.order {
            for &inst in &self.block(block).insts {
                operands(self.inst(inst), &self.body, |_, value| {
                    if let ValueKind::Local(local) = value.kind()
                        && let Some(list) = users.get_mut(local as usize)
                    {
                        list.push((block, inst));
                    }
                });
            }
        }
        users
    }

    /// The block that makes each local; none for a parameter.
    pub(super) fn makers(&self) -> Vec<Option<BlockId>> {
        let mut makers = vec![None; self.body.local_types.len()];
        for &block in &self.order {
            for local in self.block(block).insts.iter().filter_map(|&inst| self.body.result(inst)) {
                if let Some(slot) = makers.get_mut(local as usize) {
                    *slot = Some(block);
                }
            }
        }
        makers
    }

    /// Takes instructions out of the blocks.
    pub(super) fn drop_insts(&mut self, gone: &HashSet<InstId>) {
        if !gone.is_empty() {
            for &block in &self.order {
                self.blocks[block.index()].insts.retain(|inst| !gone.contains(inst));
            }
        }
    }

    /// Takes blocks out of the function, with their names.
    pub(super) fn take_out(&mut self, is_gone: impl Fn(BlockId) -> bool) {
        let gone: Vec<BlockId> = self.order.iter().copied().filter(|&block| is_gone(block)).collect();
        self.order.retain(|block| !is_gone(*block));
        for block in gone {
            self.names.remove(&self.blocks[block.index()].name);
            for local in self.blocks[block.index()].insts.iter().filter_map(|&inst| self.body.result(inst)) {
                self.names.remove(self.body.local_name(local));
            }
        }
    }

    /// Puts another value in the place of a local in all instructions of blocks for which `is_in` holds.
    pub(super) fn replace(&mut self, old: u32, new: Value, is_in: impl Fn(BlockId) -> bool) {
        let blocks: Vec<BlockId> = self.order.iter().copied().filter(|&block| is_in(block)).collect();
        for block in blocks {
            for inst in self.block(block).insts.clone() {
                let mut uses = false;
                operands(self.inst(inst), &self.body, |_, value| uses |= value == Value::local(old));
                if uses {
                    let own = self.body.insts[inst.index()];
                    self.body.insts[inst.index()] = with_own_lists(&mut self.body, own);
                    map_operands(&mut self.body, inst, |value| if value == Value::local(old) { new } else { value }, |to| to);
                }
            }
        }
    }
}
