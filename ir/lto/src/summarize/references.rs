//! The global values that instructions, constants and initial values refer to, in the order in which LLVM's walk meets them.
use super::context::{Context, Target};
use super::ordered::OrderedSet;
use bctk_ir::body::Body;
use bctk_ir::constants::{ConstKind, ConstPool};
use bctk_ir::entity::{BlockId, GlobalId};
use bctk_ir::global::GlobalKind;
use bctk_ir::inst::Inst;
use bctk_ir::value::{Value, ValueKind};
use bctk_ir::visit::{operands, operands_by_number};
use hashbrown::HashSet;

/// A user that is still to be looked at.
#[derive(Clone, Copy, Debug)]
pub(super) enum Node {
    Inst(u32),
    Const(u32),
    LocalConst(u32),
}

/// What was looked at already.
#[derive(Debug, Default)]
pub(super) struct Seen {
    insts: Vec<u64>,
    local_consts: HashSet<u32>,
    consts: HashSet<u32>,
}

impl Seen {
    pub(super) fn new(body: Option<&Body>) -> Seen {
        Seen { insts: vec![0; body.map_or(0, |body| body.insts.len().div_ceil(64))], ..Seen::default() }
    }

    /// Whether the node is new.
    pub(super) fn insert(&mut self, node: Node) -> bool {
        match node {
            Node::Inst(inst) => {
                let Some(word) = self.insts.get_mut(inst as usize / 64) else { return false };
                let bit = 1 << (inst % 64);
                let is_new = *word & bit == 0;
                *word |= bit;
                is_new
            }
            Node::Const(index) => self.consts.insert(index),
            Node::LocalConst(index) => self.local_consts.insert(index),
        }
    }

    pub(super) fn remove_inst(&mut self, inst: u32) {
        if let Some(word) = self.insts.get_mut(inst as usize / 64) {
            *word &= !(1 << (inst % 64));
        }
    }
}

/// Walks from users to what they use (`findRefEdges`).
pub(super) struct Walker<'c, 'm> {
    context: &'c Context<'m>,
    body: Option<&'m Body>,
    /// The instruction of each local.
    makers: Vec<u32>,
    open: Vec<Node>,
    /// Blocks whose addresses are used other than by `callbr`.
    pub(super) addresses: Vec<(GlobalId, BlockId)>,
    /// Of values that share their GUIDs with others, those that were met, in order: the index shows the last.
    pub(super) met: Vec<u32>,
    /// Whether the present walk met the address of a block, or an ifunc of this module alone.
    ends: bool,
}

/// No instruction makes it.
const NO_MAKER: u32 = u32::MAX;

impl<'c, 'm> Walker<'c, 'm> {
    pub(super) fn new(context: &'c Context<'m>, body: Option<&'m Body>) -> Walker<'c, 'm> {
        let mut makers = Vec::new();
        if let Some(body) = body {
            makers.resize(body.local_types.len(), NO_MAKER);
            for (inst, local) in body.made_locals() {
                if let Some(slot) = makers.get_mut(local as usize) {
                    *slot = inst.0;
                }
            }
        }
        Walker { context, body, makers, open: Vec::new(), addresses: Vec::new(), met: Vec::new(), ends: false }
    }

    /// The value that stands for a global value, which is met.
    pub(super) fn target(&mut self, id: GlobalId) -> Target {
        if self.context.is_shared(id) {
            self.met.push(id.0);
        }
        self.context.target(id)
    }

    /// The instruction that makes a local.
    pub(super) fn maker(&self, local: u32) -> Option<u32> {
        self.makers.get(local as usize).copied().filter(|&maker| maker != NO_MAKER)
    }

    /// Adds what an instruction refers to; returns whether it keeps its function from being imported.
    pub(super) fn inst(&mut self, inst: u32, seen: &mut Seen, refs: &mut OrderedSet<Target>) -> bool {
        self.ends = false;
        if seen.insert(Node::Inst(inst)) {
            self.look(Node::Inst(inst), seen, refs);
            self.finish(seen, refs);
        }
        self.ends
    }

    /// Adds what an operand of something that is no user in a body refers to, such as an initial value. With `is_user`, the walk begins
    /// at the value itself.
    pub(super) fn value(&mut self, value: Value, seen: &mut Seen, refs: &mut OrderedSet<Target>) -> bool {
        self.ends = false;
        self.operand(value, false, seen, refs);
        self.finish(seen, refs);
        self.ends
    }

    fn finish(&mut self, seen: &mut Seen, refs: &mut OrderedSet<Target>) {
        while let Some(node) = self.open.pop() {
            self.look(node, seen, refs);
        }
    }

    fn look(&mut self, node: Node, seen: &mut Seen, refs: &mut OrderedSet<Target>) {
        let (pool, index): (&'m ConstPool, u32) = match (node, self.body) {
            (Node::Const(index), _) => (&self.context.module.consts, index),
            (Node::LocalConst(index), Some(body)) => (&body.consts, index),
            (Node::Inst(inst), Some(body)) => {
                if let Some(inst) = body.insts.get(inst as usize) {
                    self.look_at_inst(inst, body, seen, refs);
                }
                return;
            }
            _ => return,
        };
        if let Some(constant) = pool.get(index) {
            pool.operands(constant.kind, |value| self.operand(value, false, seen, refs));
        }
    }

    fn look_at_inst(&mut self, inst: &Inst, body: &'m Body, seen: &mut Seen, refs: &mut OrderedSet<Target>) {
        match *inst {
            Inst::Call(call) | Inst::Invoke { call, .. } | Inst::CallBr { call, .. } => {
                let Some(call) = body.call(call) else { return };
                let by_callbr = matches!(inst, Inst::CallBr { .. });
                let inputs = body.call_bundles(call).iter().flat_map(|bundle| body.values(bundle.inputs));
                for value in body.values(call.args).chain(inputs) {
                    self.operand(value, by_callbr, seen, refs);
                }
                if call.callee.as_global().is_none() {
                    self.operand(call.callee, by_callbr, seen, refs);
                }
            }
            Inst::CatchPad { .. } | Inst::CleanupPad { .. } => {
                operands_by_number(inst, body, |value| self.operand(value, false, seen, refs));
            }
            _ => operands(inst, body, |_, value| self.operand(value, false, seen, refs)),
        }
    }

    #[inline]
    fn operand(&mut self, value: Value, by_callbr: bool, seen: &mut Seen, refs: &mut OrderedSet<Target>) {
        match value.kind() {
            ValueKind::Local(local) => {
                if let Some(inst) = self.maker(local)
                    && seen.insert(Node::Inst(inst))
                {
                    self.open.push(Node::Inst(inst));
                }
            }
            ValueKind::Global(id) => {
                let Some(global) = self.context.module.global(id) else { return };
                // An ifunc has no summary, so nothing could make it visible to others.
                if matches!(global.kind, GlobalKind::IFunc { .. }) && global.linkage.is_local() && self.context.llvm.local_ifuncs_stay() {
                    self.ends = true;
                } else {
                    refs.insert(self.target(id));
                }
            }
            ValueKind::Const(index) if self.context.reaching.get(index as usize) == Some(&true) => {
                self.constant(&self.context.module.consts, Node::Const(index), index, by_callbr, seen);
            }
            ValueKind::LocalConst(index) => {
                if let Some(body) = self.body {
                    self.constant(&body.consts, Node::LocalConst(index), index, by_callbr, seen);
                }
            }
            _ => {}
        }
    }

    fn constant(&mut self, pool: &ConstPool, node: Node, index: u32, by_callbr: bool, seen: &mut Seen) {
        let Some(constant) = pool.get(index).filter(|constant| !constant.kind.is_data()) else { return };
        if let ConstKind::BlockAddress { function, block } = constant.kind {
            // In a function, the address is that of one of its own blocks.
            self.ends |= self.body.is_none();
            if !by_callbr {
                self.addresses.push((function, block));
            }
        } else if seen.insert(node) {
            self.open.push(node);
        }
    }
}
