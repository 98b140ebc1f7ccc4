//! Casts of locals in a body: each is made once, after the definition where that is possible.
use bctk_edit::instructions::{InsertedInst, insert, new_local};
use bctk_ir::body::{BasicBlock, Body};
use bctk_ir::entity::{BlockId, InstId, OptionalId, TypeId};
use bctk_ir::inst::{Inst, OpFlags};
use bctk_ir::opcodes::CastOp;
use bctk_ir::value::{Value, ValueKind};
use bctk_ir::visit::successors;
use hashbrown::HashMap;

/// Where a cast is put.
#[derive(Clone, Copy)]
enum Place {
    /// Before an instruction that its definition precedes on all ways to users.
    Before(usize),
    /// There is no such place.
    AtUse,
}

/// The casts of a body.
pub(super) struct Casts {
    /// The instruction that makes each local; `u32::MAX` for arguments.
    makers: Vec<u32>,
    /// How many edges lead to each block.
    edges: Vec<u32>,
    /// The first instruction of each block before which others may be; none if there is none.
    firsts: Vec<Option<u32>>,
    /// Casts after the definition.
    known: HashMap<(u32, TypeId), Value>,
    /// Casts in the block of a user, before the first one there or, if the last part is set, at the end.
    at_use: HashMap<(u32, TypeId, usize, bool), Value>,
    added: Vec<InsertedInst>,
    /// A cast for which there is no place.
    pub(super) failed: Option<&'static str>,
}

impl Casts {
    pub(super) fn new(body: &Body) -> Casts {
        let mut makers = vec![u32::MAX; body.local_types.len()];
        for (inst, local) in body.made_locals() {
            if let Some(maker) = makers.get_mut(local as usize) {
                *maker = inst.0;
            }
        }
        let mut edges = vec![0u32; body.blocks.len()];
        for inst in &body.insts {
            successors(inst, body, |block| {
                if let Some(edges) = edges.get_mut(block.index()) {
                    *edges += 1;
                }
            });
        }
        let firsts = body.blocks.iter().map(|block| first_place(body, block)).collect();
        Casts { makers, edges, firsts, known: HashMap::new(), at_use: HashMap::new(), added: Vec::new(), failed: None }
    }

    /// The block of an instruction.
    fn block_of(&self, body: &Body, at: usize) -> usize {
        body.blocks.partition_point(|block| block.first.index() <= at).saturating_sub(1)
    }

    /// The last instruction of a block.
    fn terminator(&self, body: &Body, block: usize) -> Option<usize> {
        body.blocks.get(block)?.end.index().checked_sub(1)
    }

    /// The first instruction of a block before which others may be; none if there is none.
    fn first_place(&self, block: usize) -> Option<usize> {
        self.firsts.get(block).copied().flatten().map(|at| at as usize)
    }

    fn place(&self, body: &Body, local: u32) -> Place {
        let maker = self.makers.get(local as usize).copied().unwrap_or(u32::MAX) as usize;
        let first = |block| self.first_place(block).map_or(Place::AtUse, Place::Before);
        match body.insts.get(maker) {
            None => first(0),
            Some(Inst::Phi { .. }) => first(self.block_of(body, maker)),
            Some(&(Inst::Invoke { normal: next, .. } | Inst::CallBr { default: next, .. })) => match self.edges.get(next.index()) {
                Some(1) => first(next.index()),
                _ => Place::AtUse,
            },
            Some(_) => Place::Before(maker + 1),
        }
    }

    /// Whether operands of the `phi` at `at` can be cast: not if one is made by the last instruction of its block, or if nothing can precede that.
    pub(super) fn can_precede_phi(&self, body: &Body, at: usize) -> bool {
        let Some(&Inst::Phi { incoming, .. }) = body.insts.get(at) else { return false };
        if self.first_place(self.block_of(body, at)).is_none() {
            return false;
        }
        body.lists.get(incoming).iter().all(|(value, from)| {
            let last = self.terminator(body, from.index()).and_then(|at| body.insts.get(at));
            let is_made_there = matches!(value.kind(), ValueKind::Local(local)
                if self.makers.get(local as usize).is_some_and(|&maker| Some(maker as usize) == self.terminator(body, from.index())));
            !is_made_there && !matches!(last, Some(Inst::CatchSwitch { .. }))
        })
    }

    /// A local as a pointer of type `want`, for the instruction at `at`.
    pub(super) fn before(&mut self, body: &mut Body, local: u32, want: TypeId, at: usize) -> Value {
        let block = self.block_of(body, at);
        self.cast(body, local, want, block, Some(at))
    }

    /// A local as a pointer of type `want`, for a `phi` where control comes from `from`.
    pub(super) fn on_edge(&mut self, body: &mut Body, local: u32, want: TypeId, from: BlockId) -> Value {
        self.cast(body, local, want, from.index(), None)
    }

    /// The cast for a user at `at` in `block`, or after that block.
    fn cast(&mut self, body: &mut Body, local: u32, want: TypeId, block: usize, at: Option<usize>) -> Value {
        if let Some(&known) = self.known.get(&(local, want)) {
            return known;
        }
        let at = match self.place(body, local) {
            Place::Before(at) => {
                let made = there(body, local, want, at).unwrap_or_else(|| self.push(body, local, want, at));
                self.known.insert((local, want), made);
                return made;
            }
            Place::AtUse => at,
        };
        let key = (local, want, block, at.is_none());
        if let Some(&known) = self.at_use.get(&key) {
            return known;
        }
        let last = self.terminator(body, block);
        let Some(at) = at.or(last) else { return Value::local(local) };
        let is_after = self.makers.get(local as usize).is_some_and(|&maker| maker as usize == at);
        if is_after || matches!(body.insts.get(at), Some(Inst::CatchSwitch { .. })) {
            self.failed = Some("a cast of a pointer between two blocks");
            return Value::local(local);
        }
        let made = self.push(body, local, want, at);
        self.at_use.insert(key, made);
        made
    }

    fn push(&mut self, body: &mut Body, local: u32, want: TypeId, before: usize) -> Value {
        let made = new_local(body, want, b"");
        let inst = Inst::Cast { op: CastOp::BitCast, flags: OpFlags::NONE, value: Value::local(local) };
        self.added.push(InsertedInst { before: InstId::new(before), inst, local: OptionalId::some(made), loc: 0 });
        Value::local(made)
    }

    /// Puts all casts in place.
    pub(super) fn finish(&mut self, body: &mut Body) {
        // A stable sort: casts of one place stay in the order in which they were made.
        self.added.sort_by_key(|added| added.before);
        insert(body, &self.added);
    }
}

/// The result of a cast to `want` that is there already, as modules have that were translated to opaque pointers.
fn there(body: &Body, local: u32, want: TypeId, at: usize) -> Option<Value> {
    let is_cast = |inst: &Inst| matches!(inst, Inst::Cast { op: CastOp::BitCast, value, .. } if value.kind() == ValueKind::Local(local));
    let casts = body.insts.get(at..)?.iter().take_while(|inst| is_cast(inst)).count();
    let mut results = (at..at + casts).filter_map(|at| body.result(InstId::new(at)));
    results.find(|&result| body.local_types.get(result as usize) == Some(&want)).map(Value::local)
}

/// The first instruction of a block before which others may be.
fn first_place(body: &Body, block: &BasicBlock) -> Option<u32> {
    let is_fixed =
        |inst: &Inst| matches!(inst, Inst::Phi { .. } | Inst::LandingPad { .. } | Inst::CatchPad { .. } | Inst::CleanupPad { .. });
    let insts = body.insts.get(block.first.index()..block.end.index())?;
    let at = insts.iter().position(|inst| !is_fixed(inst))?;
    (!matches!(insts[at], Inst::CatchSwitch { .. })).then_some(block.first.0 + at as u32)
}
