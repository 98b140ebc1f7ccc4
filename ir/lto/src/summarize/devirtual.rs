//! Virtual calls: what tests of types and checked loads from virtual tables lead to (LLVM's `TypeMetadataUtils`).
use super::SummarizeError;
use super::context::{Context, Intrinsic};
use super::metadata::signed;
use super::offsets::Offsets;
use bctk_analysis::{ControlFlowGraph, DominatorTree, Uses};
use bctk_ir::attr_set::AttrIndex;
use bctk_ir::attrs::AttrKind;
use bctk_ir::body::Body;
use bctk_ir::constants::ConstKind;
use bctk_ir::entity::{AttrListId, BlockId, CallId, GlobalId, InstId};
use bctk_ir::inst::Inst;
use bctk_ir::module::Module;
use bctk_ir::opcodes::CastOp;
use bctk_ir::value::{Value, ValueKind};
use hashbrown::HashSet;

/// A virtual call: the offset of its function in the virtual table, and the instruction.
pub(super) type VirtualCall = (u64, u32);

/// Control flow and uses of a body, made when the first question comes.
pub(super) struct Followed<'c, 'm> {
    context: &'c Context<'m>,
    body: &'m Body,
    uses: Uses,
    cfg: ControlFlowGraph,
    dominators: DominatorTree,
    offsets: Offsets<'m>,
}

impl<'c, 'm> Followed<'c, 'm> {
    pub(super) fn new(context: &'c Context<'m>, body: &'m Body) -> Followed<'c, 'm> {
        let cfg = ControlFlowGraph::new(body);
        let dominators = DominatorTree::new(&cfg);
        Followed { context, body, uses: Uses::new(body), cfg, dominators, offsets: Offsets::new(context.module, context.llvm) }
    }

    /// The instructions that use a local, in the order of its use-list in LLVM's memory.
    pub(super) fn users(&self, local: u32) -> Vec<u32> {
        let found = self.uses.of(local);
        let defined = self.body.maker(local);
        // Uses before the definition were uses of a placeholder; replacing it reversed them.
        let early = defined.map_or(0, |at| found.partition_point(|of| of.inst <= at));
        let mut list: Vec<u32> = found[early..].iter().rev().chain(&found[..early]).map(|of| of.inst.0).collect();
        for order in self.body.provenance.use_orders.iter().filter(|order| order.value == Value::local(local)) {
            if order.indexes.len() == list.len() {
                let mut keyed: Vec<(u32, u32)> = order.indexes.iter().copied().zip(list.iter().copied()).collect();
                keyed.sort_by_key(|&(index, _)| index);
                list = keyed.into_iter().map(|(_, inst)| inst).collect();
            }
        }
        list
    }

    fn users_of_inst(&self, inst: u32) -> Vec<u32> {
        self.body.result(InstId(inst)).map_or_else(Vec::new, |local| self.users(local))
    }

    /// The intrinsic that an instruction calls.
    fn called(&self, inst: u32) -> Option<(Intrinsic, Vec<Value>)> {
        let Some(&Inst::Call(call)) = self.body.insts.get(inst as usize) else { return None };
        let call = self.body.call(call)?;
        Some((self.context.intrinsic(call.callee.as_global()?)?, self.body.values(call.args).collect()))
    }

    /// Whether a test of a type is used by anything but `llvm.assume`, and the virtual calls that rely on it.
    pub(super) fn of_type_test(&mut self, test: u32) -> Result<(bool, Vec<VirtualCall>), SummarizeError> {
        let users = self.users_of_inst(test);
        let is_assumed = |&user: &u32| matches!(self.called(user), Some((Intrinsic::Assume, _)));
        let (assumed, others): (Vec<u32>, Vec<u32>) = users.into_iter().partition(is_assumed);
        let mut calls = Vec::new();
        if !assumed.is_empty()
            && let Some((_, args)) = self.called(test)
            && let Some(&table) = args.first()
        {
            self.loads(table, test, &mut calls)?;
        }
        Ok((!others.is_empty(), calls))
    }

    /// Finds calls of what is loaded at constant offsets from `table`, where `test` is before them (`findLoadCallsAtConstantOffset`).
    fn loads(&mut self, table: Value, test: u32, calls: &mut Vec<VirtualCall>) -> Result<(), SummarizeError> {
        let table = self.without_casts(table);
        let ValueKind::Local(table) = table.kind() else {
            // Its users may be in any function. As a rule there are none: what would be loaded from a constant table is known.
            let root = root(self.context.module, Some(self.body), table);
            let is_used = root.is_some_and(|root| self.context.loaded.get_or_init(|| loaded(self.context)).contains(&root));
            return if is_used { Err(SummarizeError::ConstantTypeTest) } else { Ok(()) };
        };
        let mut seen = HashSet::new();
        let mut open = vec![(self.users(table), Value::local(table), 0i64, 0)];
        while let Some((users, pointer, offset, next)) = open.last_mut() {
            let (pointer, offset) = (*pointer, *offset);
            let Some(&user) = users.get(*next) else {
                open.pop();
                continue;
            };
            *next += 1;
            let Some(inst) = self.body.insts.get(user as usize) else { continue };
            let step = match *inst {
                Inst::Cast { op: CastOp::BitCast, .. } => Some(0),
                Inst::Load { .. } => {
                    self.calls(user, offset, test, calls, &mut false);
                    None
                }
                Inst::Gep { source, ops, .. } if self.body.lists.get(ops).first() == Some(pointer) => {
                    let indices: Vec<Value> = self.body.values(ops).skip(1).collect();
                    self.offsets.indexed(Some(self.body), source, indices.into_iter())
                }
                Inst::Call(_) => {
                    if let Some((Intrinsic::LoadRelative, args)) = self.called(user)
                        && let Some(at) = args.get(1).and_then(|&at| signed(self.context.module, Some(self.body), at))
                    {
                        self.calls(user, offset.wrapping_add(at), test, calls, &mut false);
                    }
                    None
                }
                _ => None,
            };
            if let Some(step) = step
                && let Some(local) = self.body.result(InstId(user))
                && seen.insert(local)
            {
                open.push((self.users(local), Value::local(local), offset.wrapping_add(step), 0));
            }
        }
        Ok(())
    }

    /// The value without casts of pointers and indices that are all zero (`Value::stripPointerCasts`).
    pub(super) fn without_casts(&self, value: Value) -> Value {
        without_casts(self.context, Some(self.body), value, |local| self.body.maker(local).map(|inst| inst.0))
    }

    /// Finds calls of a loaded function (`findCallsAtConstantOffset`).
    fn calls(&self, loaded: u32, offset: i64, test: u32, calls: &mut Vec<VirtualCall>, has_others: &mut bool) {
        let mut seen = HashSet::new();
        let mut open = vec![(self.users_of_inst(loaded), 0)];
        while let Some((users, next)) = open.last_mut() {
            let Some(&user) = users.get(*next) else {
                open.pop();
                continue;
            };
            *next += 1;
            if !self.is_before(test, user) {
                continue;
            }
            match self.body.insts.get(user as usize) {
                Some(Inst::Cast { op: CastOp::BitCast, .. }) => {
                    if seen.insert(user) {
                        open.push((self.users_of_inst(user), 0));
                    }
                }
                Some(Inst::Call(_) | Inst::Invoke { .. }) => calls.push((offset as u64, user)),
                _ => *has_others = true,
            }
        }
    }

    /// Whether `test` is on every way to `user` (`DominatorTree::dominates` of instructions).
    fn is_before(&self, test: u32, user: u32) -> bool {
        let (Some(of_test), Some(of_user)) = (self.block_of(test), self.block_of(user)) else { return false };
        if !self.dominators.is_reachable(of_user) {
            return true;
        }
        if !self.dominators.is_reachable(of_test) || test == user {
            return false;
        }
        match of_test == of_user {
            true => !matches!(self.body.insts.get(user as usize), Some(Inst::Phi { .. })) && test < user,
            false => self.dominators.dominates(of_test, of_user),
        }
    }

    fn block_of(&self, inst: u32) -> Option<BlockId> {
        let at = self.body.blocks.partition_point(|block| block.end.0 <= inst);
        (at < self.cfg.len()).then_some(BlockId::new(at))
    }

    /// The virtual calls of a checked load, and whether its result is used otherwise.
    pub(super) fn of_checked_load(&self, load: u32) -> (bool, Vec<VirtualCall>) {
        let mut calls = Vec::new();
        let offset = self.called(load).and_then(|(_, args)| args.get(1).copied());
        let Some(offset) = offset.and_then(|offset| super::metadata::integer(self.context.module, Some(self.body), offset)) else {
            return (true, calls);
        };
        let mut has_others = false;
        let mut loaded = Vec::new();
        for user in self.users_of_inst(load) {
            match self.body.insts.get(user as usize) {
                Some(&Inst::ExtractValue { indices, .. }) => match self.body.lists.get(indices).to_vec()[..] {
                    [0] => loaded.push(user),
                    [1] => {}
                    _ => has_others = true,
                },
                _ => has_others = true,
            }
        }
        for pointer in loaded {
            self.calls(pointer, offset as i64, load, &mut calls, &mut has_others);
        }
        (has_others, calls)
    }
}

/// The global value that a constant address is in.
fn root(module: &Module, body: Option<&Body>, mut value: Value) -> Option<GlobalId> {
    for _ in 0..CASTS {
        let (pool, index) = match value.kind() {
            ValueKind::Global(id) => return Some(id),
            _ => module.pool_of(body, value)?,
        };
        value = match pool.get(index)?.kind {
            ConstKind::Cast { value, .. } => value,
            ConstKind::Gep { ops, .. } => pool.values(ops).next()?,
            _ => return None,
        };
    }
    None
}

/// The global values from which bodies load, or whose addresses they compute with. This is asked for on one of many threads, and so does not
/// spread its work: a thread that waits would take over work that asks for the same.
fn loaded(context: &Context<'_>) -> HashSet<GlobalId> {
    let module = context.module;
    let mut found = HashSet::new();
    for body in &module.bodies {
        for inst in &body.insts {
            let address = match *inst {
                Inst::Load { ptr: value, .. } | Inst::Cast { value, .. } => Some(value),
                Inst::Gep { ops, .. } => body.lists.get(ops).first(),
                Inst::Call(call) => body
                    .call(call)
                    .filter(|call| call.callee.as_global().and_then(|id| context.intrinsic(id)) == Some(Intrinsic::LoadRelative))
                    .and_then(|call| body.lists.get(call.args).first()),
                _ => None,
            };
            let constant = address.filter(|value| !matches!(value.kind(), ValueKind::Local(_)));
            found.extend(constant.and_then(|value| root(module, Some(body), value)));
        }
    }
    found
}

/// So many casts are looked through; chains of casts in unreachable code may be circles.
const CASTS: usize = 1 << 16;

/// The value without casts of pointers, indices that are all zero, and calls that return their argument (`Value::stripPointerCasts`).
pub(super) fn without_casts(context: &Context<'_>, body: Option<&Body>, mut value: Value, maker: impl Fn(u32) -> Option<u32>) -> Value {
    let module = context.module;
    let zero_based = |mut ops: std::vec::IntoIter<Value>| {
        let base = ops.next()?;
        ops.all(|index| signed(module, body, index) == Some(0)).then_some(base)
    };
    for _ in 0..CASTS {
        let next = match value.kind() {
            ValueKind::Local(local) => {
                let Some(body) = body else { return value };
                let Some(inst) = maker(local).and_then(|inst| body.insts.get(inst as usize)) else { return value };
                match *inst {
                    Inst::Cast { op: CastOp::BitCast | CastOp::AddrSpaceCast, value, .. } => Some(value),
                    Inst::Gep { ops, .. } => zero_based(body.values(ops).collect::<Vec<_>>().into_iter()),
                    Inst::Call(call) | Inst::Invoke { call, .. } => returned(context, body, call),
                    _ => None,
                }
            }
            ValueKind::Const(_) | ValueKind::LocalConst(_) => {
                let Some((pool, index)) = module.pool_of(body, value) else { return value };
                match pool.get(index).map(|constant| constant.kind) {
                    Some(ConstKind::Cast { op: CastOp::BitCast | CastOp::AddrSpaceCast, value, .. }) => Some(value),
                    Some(ConstKind::Gep { ops, .. }) => zero_based(pool.values(ops).collect::<Vec<_>>().into_iter()),
                    _ => None,
                }
            }
            _ => None,
        };
        match next {
            Some(next) => value = next,
            None => return value,
        }
    }
    value
}

/// The argument that a call returns (`CallBase::getReturnedArgOperand`).
fn returned(context: &Context<'_>, body: &Body, call: CallId) -> Option<Value> {
    let module = context.module;
    let call = body.call(call)?;
    let argument = |attrs: AttrListId| {
        module.attrs.lists.get(attrs.index())?.iter().find_map(|&(at, set)| match at {
            AttrIndex::Param(number) if module.attrs.set(set).iter().any(|attr| attr.kind() == Some(AttrKind::RETURNED)) => Some(number),
            _ => None,
        })
    };
    let callee = || module.global(call.callee.as_global()?)?.function().map(|function| function.attrs);
    let number = argument(call.attrs).or_else(|| argument(callee()?))?;
    body.values(call.args).nth(number as usize)
}
