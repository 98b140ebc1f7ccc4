//! The blocks that are taken out, and whether they can be.
use bctk_ir::attr_set::{Attr, AttrIndex};
use bctk_ir::attrs::AttrKind;
use bctk_ir::constants::ConstKind;
use bctk_ir::entity::{BlockId, GlobalId, InstId};
use bctk_ir::inst::Inst;
use bctk_ir::module::Module;
use bctk_ir::value::{Value, ValueKind};
use hashbrown::HashSet;

use super::code::Code;

/// A set of blocks in the order in which they came to it. The first one is where the region begins, until that is split.
#[derive(Clone, Debug, Default)]
pub(super) struct Region {
    pub(super) blocks: Vec<BlockId>,
    set: HashSet<BlockId>,
}

impl Region {
    pub(super) fn new(blocks: impl IntoIterator<Item = BlockId>) -> Region {
        let mut region = Region::default();
        blocks.into_iter().for_each(|block| region.insert(block));
        region
    }

    pub(super) fn insert(&mut self, block: BlockId) {
        if self.set.insert(block) {
            self.blocks.push(block);
        }
    }

    pub(super) fn remove(&mut self, block: BlockId) {
        if self.set.remove(&block) {
            self.blocks.retain(|&other| other != block);
        }
    }

    pub(super) fn contains(&self, block: BlockId) -> bool {
        self.set.contains(&block)
    }

    /// The blocks outside that blocks of the region lead to, in the order in which they are met.
    pub(super) fn exits(&self, code: &Code) -> Vec<BlockId> {
        let mut exits = Vec::new();
        let mut seen = HashSet::new();
        for to in self.blocks.iter().flat_map(|&block| code.successors(block)) {
            if !self.contains(to) && seen.insert(to) {
                exits.push(to);
            }
        }
        exits
    }
}

/// The function that an instruction calls, if it is one under its own type: intrinsics have meanings then.
pub(super) fn called<'m>(module: &'m Module, code: &Code, inst: InstId) -> Option<&'m [u8]> {
    let Inst::Call(call) = *code.inst(inst) else { return None };
    let call = code.body.call(call)?;
    let id = call.callee.as_global()?;
    let global = module.global(id).filter(|global| global.function().is_some() && global.value_type == call.fn_ty)?;
    Some(module.str(global.name))
}

/// Whether a name is that of an intrinsic, with types behind it or not.
pub(super) fn is_intrinsic(name: Option<&[u8]>, of: &str) -> bool {
    name.and_then(|name| name.strip_prefix(of.as_bytes())).is_some_and(|rest| rest.is_empty() || rest[0] == b'.')
}

/// The addresses of blocks in a module.
pub(super) struct Addresses {
    taken: HashSet<(GlobalId, BlockId)>,
    of_bodies: bool,
}

impl Addresses {
    pub(super) fn new(module: &Module) -> Addresses {
        let pools = std::iter::once(&module.consts).chain(module.bodies.iter().map(|body| &*body.consts));
        let taken = pools
            .flat_map(|pool| &pool.consts)
            .filter_map(|constant| match constant.kind {
                ConstKind::BlockAddress { function, block } => Some((function, block)),
                _ => None,
            })
            .collect();
        Addresses { taken, of_bodies: module.bodies.iter().any(|body| !body.consts.consts.is_empty()) }
    }

    /// Whether a value refers to an address of a block, also by what global values hold.
    fn reached(&self, module: &Module, code: &Code, from: Vec<Value>) -> bool {
        if self.taken.is_empty() {
            return false;
        }
        let mut open = from;
        let mut seen: HashSet<Value> = HashSet::new();
        while let Some(value) = open.pop() {
            let pool = match value.kind() {
                ValueKind::Const(_) => &module.consts,
                ValueKind::LocalConst(_) if self.of_bodies => &*code.body.consts,
                ValueKind::Global(id) => {
                    if seen.insert(value)
                        && let Some(global) = module.global(id)
                    {
                        open.extend(global.kind.operands());
                    }
                    continue;
                }
                _ => continue,
            };
            let (ValueKind::Const(index) | ValueKind::LocalConst(index)) = value.kind() else { continue };
            let Some(constant) = pool.get(index).filter(|_| seen.insert(value)) else { continue };
            if matches!(constant.kind, ConstKind::BlockAddress { .. }) {
                return true;
            }
            pool.uses(constant.kind, |value| open.push(value));
        }
        false
    }
}

/// Whether a region can be taken out of a function.
pub(super) fn is_eligible(module: &Module, code: &Code, function: GlobalId, region: &Region, addresses: &Addresses) -> bool {
    let Some(&first) = region.blocks.first() else { return false };
    let is_pad = |block: BlockId| {
        let at = code.first_after_phis(block, false);
        let inst = code.block(block).insts.get(at).map(|&inst| code.inst(inst));
        matches!(inst, Some(Inst::LandingPad { .. } | Inst::CatchPad { .. } | Inst::CleanupPad { .. } | Inst::CatchSwitch { .. }))
    };
    let has_one_entry = region.blocks[1..].iter().all(|&block| code.block(block).preds.iter().all(|&pred| region.contains(pred)));
    let makers = code.makers();
    let users = code.users();
    let is_inside = |value: Value| match value.kind() {
        ValueKind::Local(local) => makers.get(local as usize).copied().flatten().is_some_and(|block| region.contains(block)),
        _ => false,
    };
    let keeps_stack = region.blocks.iter().flat_map(|&block| &code.block(block).insts).all(|&inst| {
        let name = called(module, code, inst);
        let local = code.body.result(inst).and_then(|local| users.get(local as usize));
        if is_intrinsic(name, "llvm.stacksave") {
            return local.is_none_or(|users| users.iter().all(|&(block, _)| region.contains(block)));
        }
        !is_intrinsic(name, "llvm.stackrestore") || code.operands(inst).first().is_none_or(|&saved| is_inside(saved))
    });
    let takes = |block: BlockId| {
        let insts = &code.block(block).insts;
        let operands = insts.iter().flat_map(|&inst| code.operands(inst)).collect();
        !addresses.taken.contains(&(function, block))
            && !addresses.reached(module, code, operands)
            && insts.iter().all(|&inst| takes_inst(module, code, region, inst, &users))
    };
    !is_pad(first) && has_one_entry && keeps_stack && region.blocks.iter().all(|&block| takes(block))
}

/// Whether an instruction can be moved to another function with the region.
fn takes_inst(module: &Module, code: &Code, region: &Region, inst: InstId, users: &[Vec<(BlockId, InstId)>]) -> bool {
    let has = |block: Option<BlockId>| block.is_none_or(|block| region.contains(block));
    // The ends of what a pad begins.
    let ends_inside = |is_end: fn(&Inst) -> bool| {
        let users = code.body.result(inst).and_then(|local| users.get(local as usize));
        users.into_iter().flatten().filter(|(_, user)| is_end(code.inst(*user))).all(|&(block, _)| region.contains(block))
    };
    match *code.inst(inst) {
        Inst::Alloca { .. } => false,
        Inst::Invoke { unwind, .. } => region.contains(unwind),
        Inst::CatchSwitch { handlers, unwind, .. } => {
            has(unwind.get()) && code.body.lists.get(handlers).iter().all(|handler| region.contains(handler))
        }
        Inst::CatchPad { .. } => ends_inside(|inst| matches!(inst, Inst::CatchRet { .. })),
        Inst::CleanupPad { .. } => ends_inside(|inst| matches!(inst, Inst::CleanupRet { .. })),
        Inst::CleanupRet { unwind, .. } => has(unwind.get()),
        Inst::Call(_) => {
            let name = called(module, code, inst);
            !is_intrinsic(name, "llvm.va_start") && !is_intrinsic(name, "llvm.eh.typeid.for")
        }
        _ => true,
    }
}

/// What the values of variables on the stack may depend on: the accesses of each block.
pub(super) struct Accesses {
    /// By block, whether it may do anything to memory.
    effects: HashSet<BlockId>,
    /// The variables that a block reads or writes.
    touched: HashSet<(BlockId, u32)>,
    /// The variables, in the order of the function.
    pub(super) allocas: Vec<InstId>,
}

impl Accesses {
    pub(super) fn new(module: &Module, code: &Code) -> Accesses {
        let mut accesses = Accesses { effects: HashSet::new(), touched: HashSet::new(), allocas: Vec::new() };
        let mut makers = vec![None; code.body.local_types.len()];
        for (at, local) in code.body.made_locals() {
            makers[local as usize] = Some(at);
        }
        for &block in &code.order {
            let insts = &code.block(block).insts;
            accesses.allocas.extend(insts.iter().copied().filter(|&inst| matches!(code.inst(inst), Inst::Alloca { .. })));
            let mut has_effects = code.block(block).calls;
            for &inst in insts {
                match *code.inst(inst) {
                    Inst::Load { ptr, .. } | Inst::Store { ptr, .. } => match base(code, ptr, &makers) {
                        Base::Constant => {}
                        Base::Variable(local) => drop(accesses.touched.insert((block, local))),
                        Base::Other => has_effects = true,
                    },
                    _ => has_effects |= may_have_effects(module, code, inst),
                }
            }
            if has_effects {
                accesses.effects.insert(block);
            }
        }
        accesses
    }

    /// Whether no block outside a region may change or read a variable.
    pub(super) fn leave_alone(&self, code: &Code, region: &Region, variable: u32) -> bool {
        let touches = |block: &BlockId| self.effects.contains(block) || self.touched.contains(&(*block, variable));
        !code.order.iter().any(|block| !region.contains(*block) && touches(block))
    }
}

enum Base {
    Constant,
    Variable(u32),
    Other,
}

/// What an address is based on.
fn base(code: &Code, address: Value, makers: &[Option<InstId>]) -> Base {
    let mut value = address;
    for _ in 0..makers.len() + 1 {
        let local = match value.kind() {
            ValueKind::Local(local) => local,
            ValueKind::Global(_) | ValueKind::Const(_) | ValueKind::LocalConst(_) => {
                return if value == address { Base::Constant } else { Base::Other };
            }
            _ => return Base::Other,
        };
        match makers.get(local as usize).copied().flatten().map(|inst| *code.inst(inst)) {
            Some(Inst::Alloca { .. }) => return Base::Variable(local),
            Some(Inst::Gep { flags, ops, .. }) if flags.contains(bctk_ir::inst::GepNoWrapFlags::INBOUNDS) => {
                let ops = code.body.lists.get(ops);
                if ops.iter().skip(1).any(|index| matches!(index.kind(), ValueKind::Local(_))) {
                    return Base::Other;
                }
                match ops.iter().next() {
                    Some(first) => value = first,
                    None => return Base::Other,
                }
            }
            _ => return Base::Other,
        }
    }
    Base::Other
}

/// Whether an instruction that is no plain access may write, throw or not return.
fn may_have_effects(module: &Module, code: &Code, inst: InstId) -> bool {
    match code.inst(inst) {
        Inst::Call(_) => {
            let name = called(module, code, inst);
            let is_marker = is_intrinsic(name, "llvm.lifetime.start") || is_intrinsic(name, "llvm.lifetime.end");
            let is_debug = name.is_some_and(|name| name.starts_with(b"llvm.dbg.") || name == b"llvm.pseudoprobe");
            let is_other_intrinsic = name.is_some_and(|name| name.starts_with(b"llvm."));
            !is_marker && !is_debug && (is_other_intrinsic || !only_reads(module, code, inst))
        }
        Inst::Invoke { .. }
        | Inst::CallBr { .. }
        | Inst::Fence { .. }
        | Inst::CmpXchg { .. }
        | Inst::AtomicRmw { .. }
        | Inst::VaArg(_)
        | Inst::CatchPad { .. }
        | Inst::CatchRet { .. }
        | Inst::Resume(_) => true,
        Inst::CleanupRet { unwind, .. } | Inst::CatchSwitch { unwind, .. } => unwind.get().is_none(),
        _ => false,
    }
}

/// Whether attributes say that a call writes nothing, returns, and does not throw.
fn only_reads(module: &Module, code: &Code, inst: InstId) -> bool {
    let Some(call) = code.inst(inst).call(&code.body) else { return false };
    let of_callee = call.callee.as_global().and_then(|id| module.global(id)?.function()).map(|function| function.attrs);
    let sets = [Some(call.attrs), of_callee].into_iter().flatten().filter_map(|list| module.attrs.set_at(list, AttrIndex::Function));
    let attrs: Vec<&Attr> = sets.flat_map(|set| module.attrs.set(set)).collect();
    let has = |kind: AttrKind| attrs.iter().any(|attr| **attr == Attr::Enum(kind));
    let reads = |attr: &&Attr| match attr {
        Attr::Enum(kind) => [AttrKind::READ_NONE, AttrKind::READ_ONLY].contains(kind),
        // Two bits for each kind of memory; the upper one is for writes.
        Attr::Int(AttrKind::MEMORY, effects) => effects & 0xaaaa_aaaa == 0,
        _ => false,
    };
    has(AttrKind::NO_UNWIND) && has(AttrKind::WILLRETURN) && attrs.iter().any(reads)
}
