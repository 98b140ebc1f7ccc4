//! Changes to bodies and to the list of global values: removes, replaces and inserts instructions, and updates all references.
use bctk_ir::body::{Attachment, Body, DbgOperand};
use bctk_ir::constants::{ConstKind, ConstPool};
use bctk_ir::entity::{BlockId, Element, GlobalId, InstId, List, ListPool, MdId, OptionalId, TypeId};
use bctk_ir::global::{GlobalKind, GlobalValue};
use bctk_ir::inst::Inst;
use bctk_ir::metadata::{Metadata, MetadataTable};
use bctk_ir::module::Module;
use bctk_ir::provenance::Late;
use bctk_ir::strings::Str;
use bctk_ir::use_order::UseOrder;
use bctk_ir::value::{Value, ValueKind};
use bctk_ir::visit::operands;
use bctk_support::parallel::prelude::*;
use hashbrown::{HashMap, HashSet};
use std::collections::BTreeSet;

/// No local: of an instruction without a result.
pub(crate) const NO_LOCAL: u32 = u32::MAX;

/// A local, or [`NO_LOCAL`], as an entry of [`Body::results`].
pub(crate) fn result_of(local: u32) -> OptionalId<u32> {
    if local == NO_LOCAL { OptionalId::NONE } else { OptionalId::some(local) }
}

/// The local that instruction `at` makes, or [`NO_LOCAL`].
pub(crate) fn local_of(results: &[OptionalId<u32>], at: usize) -> u32 {
    results.get(at).and_then(|result| result.get()).unwrap_or(NO_LOCAL)
}

/// An instruction that replaces another.
#[derive(Clone, Debug)]
pub(crate) struct New {
    pub(crate) inst: Inst,
    /// The local that it makes, [`NO_LOCAL`] for none.
    pub(crate) local: u32,
    /// Whether the attachments of the replaced instruction are kept.
    pub(crate) keeps_attachments: bool,
    /// Attachments of its own, sorted by kind.
    pub(crate) attachments: Vec<Attachment>,
}

/// The replacement of one instruction; nothing to remove it.
#[derive(Clone, Debug)]
pub(crate) struct Edit {
    pub(crate) at: InstId,
    pub(crate) by: Vec<New>,
    /// Number of the step, counted through the module.
    pub(crate) step: u32,
}

/// A new local of type `ty`, named `name` unless that is empty.
pub(crate) fn new_local(body: &mut Body, ty: TypeId, name: &[u8]) -> u32 {
    let local = body.local_types.len() as u32;
    body.local_types.push(ty);
    if !name.is_empty() || !body.local_names.is_empty() {
        let name = body.names.push(name);
        body.local_names.resize(local as usize, Str::EMPTY);
        body.local_names.push(name);
    }
    local
}

/// Applies the edits, sorted by instruction. All new instructions get the debug location of the one that they replace.
pub(crate) fn apply(body: &mut Body, edits: &[Edit]) {
    if edits.is_empty() {
        return;
    }
    forget_replaced_uses(body, edits);
    let insts = std::mem::take(&mut body.insts);
    let results = std::mem::take(&mut body.results);
    let debug_locs = std::mem::take(&mut body.debug_locs);
    let offsets = std::mem::take(&mut body.provenance.offsets);
    let attachments = std::mem::take(&mut body.attachments);
    let mut attachments = attachments.into_iter().peekable();
    let mut late = std::mem::take(&mut body.provenance.late).into_iter().peekable();
    let count = insts.len() + edits.iter().map(|edit| edit.by.len()).sum::<usize>() - edits.len().min(insts.len());
    reserve(body, count, &debug_locs, &offsets);
    let mut edits = edits.iter().peekable();
    // Where each old instruction, and the end, is now.
    let mut places = Vec::with_capacity(insts.len() + 1);
    for (i, inst) in insts.iter().enumerate() {
        places.push(InstId::new(body.insts.len()));
        let loc = debug_locs.get(i).copied();
        let own: Vec<Attachment> =
            std::iter::from_fn(|| attachments.next_if(|(at, _)| at.index() <= i)).map(|(_, attachment)| attachment).collect();
        let was_late = late.next_if(|late| late.inst.index() == i);
        let put = |body: &mut Body, inst: Inst, local: u32, attachments: &[Attachment], late: Option<Late>| {
            let at = InstId::new(body.insts.len());
            body.provenance.late.extend(late.map(|late| Late { inst: at, ..late }));
            body.attachments.extend(attachments.iter().map(|&attachment| (at, attachment)));
            body.insts.push(inst);
            body.results.push(result_of(local));
            body.debug_locs.extend(loc);
            body.provenance.offsets.extend(offsets.get(i));
        };
        match edits.next_if(|edit| edit.at.index() == i) {
            Some(edit) => {
                // This call no longer exists, so its callee must not count as used.
                if let Inst::Call(id) = *inst
                    && let Some(call) = body.calls.get_mut(id.index())
                {
                    call.callee = Value::NONE;
                }
                edit.by.iter().for_each(|new| {
                    let attachments = if new.keeps_attachments { &own } else { &new.attachments };
                    put(body, new.inst, new.local, attachments, Some(Late { inst: edit.at, step: edit.step, callee_only: false }));
                });
            }
            None => put(body, *inst, local_of(&results, i), &own, was_late),
        }
    }
    places.push(InstId::new(body.insts.len()));
    move_starts(body, &places);
}

/// Makes room for the instructions of a body that has none now, but had `debug_locs` and `offsets`.
fn reserve(body: &mut Body, count: usize, debug_locs: &[u32], offsets: &[u64]) {
    body.insts.reserve_exact(count);
    body.results.reserve_exact(count);
    body.debug_locs.reserve_exact(if debug_locs.is_empty() { 0 } else { count });
    body.provenance.offsets.reserve_exact(if offsets.is_empty() { 0 } else { count });
}

/// Leaves the uses by instructions that the edits replace out of the orders that a text states for locals. What replaces them uses a local
/// anew.
fn forget_replaced_uses(body: &mut Body, edits: &[Edit]) {
    let mut uses: HashMap<u32, Vec<u32>> = HashMap::new();
    for order in &body.provenance.use_orders {
        if let ValueKind::Local(local) = order.value.kind() {
            uses.insert(local, Vec::new());
        }
    }
    if uses.is_empty() {
        return;
    }
    let is_late = |inst: u32| body.provenance.step_of(InstId(inst)).is_some();
    for (at, inst) in (0u32..).zip(&body.insts).filter(|&(at, _)| !is_late(at)) {
        operands(inst, body, |_, value| {
            if let ValueKind::Local(local) = value.kind()
                && let Some(uses) = uses.get_mut(&local)
            {
                uses.push(at);
            }
        });
    }
    let made: HashMap<u32, InstId> = body.made_locals().map(|(inst, local)| (local, inst)).collect();
    for order in &mut body.provenance.use_orders {
        let ValueKind::Local(local) = order.value.kind() else { continue };
        let Some(uses) = uses.get(&local).filter(|uses| uses.len() == order.indexes.len()) else { continue };
        // The latest use comes first, but uses before the definition are in the order of the text.
        let (early, after) = uses.split_at(made.get(&local).map_or(0, |inst| uses.partition_point(|&at| at <= inst.0)));
        let list = after.iter().rev().chain(early);
        let is_replaced = |at: u32| edits.binary_search_by_key(&at, |edit| edit.at.0).is_ok();
        let kept: Vec<u32> = list.zip(&order.indexes).filter(|&(&at, _)| !is_replaced(at)).map(|(_, &index)| index).collect();
        let mut sorted = kept.clone();
        sorted.sort_unstable();
        order.indexes = kept.iter().map(|&index| sorted.partition_point(|&other| other < index) as u32).collect();
    }
}

/// Removes instructions without results or uses; `insts` is sorted.
pub(crate) fn remove_instructions(body: &mut Body, insts: &[InstId]) {
    let edits: Vec<Edit> = insts.iter().map(|&at| Edit { at, by: Vec::new(), step: 0 }).collect();
    apply(body, &edits);
}

/// Moves blocks, and everything attached before an instruction, to the positions in `places`.
fn move_starts(body: &mut Body, places: &[InstId]) {
    let place = |id: InstId| places.get(id.index()).copied().unwrap_or(id);
    for block in &mut body.blocks {
        block.first = place(block.first);
        block.end = place(block.end);
    }
    for record in &mut body.dbg_records {
        record.before = place(record.before);
    }
    for (at, _) in &mut body.provenance.gone_names {
        *at = place(*at);
    }
}

/// An instruction to be inserted before another.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Added {
    pub(crate) before: InstId,
    pub(crate) inst: Inst,
    /// The local that it makes.
    pub(crate) local: OptionalId<u32>,
    /// Its entry of [`Body::debug_locs`].
    pub(crate) loc: u32,
}

/// Inserts instructions, sorted by position, before others. Locals that they make are in order only after [`order_locals`].
pub(crate) fn insert(body: &mut Body, added: &[Added]) {
    if added.is_empty() {
        return;
    }
    let insts = std::mem::take(&mut body.insts);
    let results = std::mem::take(&mut body.results);
    let debug_locs = std::mem::take(&mut body.debug_locs);
    let has_locs = !debug_locs.is_empty() || added.iter().any(|new| new.loc != 0);
    let offsets = std::mem::take(&mut body.provenance.offsets);
    reserve(body, insts.len() + added.len(), if has_locs { &[0] } else { &[] }, &offsets);
    let mut added = added.iter().peekable();
    // For each old instruction and the end: the new start of what precedes it, and the new position of the instruction itself.
    let (mut starts, mut places) = (Vec::with_capacity(insts.len() + 1), Vec::with_capacity(insts.len()));
    for i in 0..=insts.len() {
        starts.push(InstId::new(body.insts.len()));
        while let Some(new) = added.next_if(|new| new.before.index() <= i) {
            body.insts.push(new.inst);
            body.results.push(new.local);
            body.debug_locs.extend(has_locs.then_some(new.loc));
            body.provenance.offsets.extend(offsets.get(i).or(offsets.last()));
        }
        let Some(&inst) = insts.get(i) else { break };
        places.push(InstId::new(body.insts.len()));
        body.insts.push(inst);
        body.results.push(results.get(i).copied().unwrap_or_default());
        body.debug_locs.extend(has_locs.then(|| debug_locs.get(i).copied().unwrap_or(0)));
        body.provenance.offsets.extend(offsets.get(i));
    }
    let moved = |id: &mut InstId| *id = places.get(id.index()).copied().unwrap_or(*id);
    body.attachments.iter_mut().for_each(|(at, _)| moved(at));
    body.provenance.late.iter_mut().for_each(|late| moved(&mut late.inst));
    move_starts(body, &starts);
}

/// Replaces the first local of each pair by the second value, which may be such a local in turn.
pub(crate) fn substitute(module: &mut Module, body: usize, pairs: HashMap<u32, Value>) {
    change_locals(module, body, |body, wrapped| substitute_in(body, wrapped, pairs));
}

/// As [`substitute`], in a body alone and in what metadata wraps of it.
pub(crate) fn substitute_in(body: &mut Body, wrapped: &mut [(MdId, Value)], mut pairs: HashMap<u32, Value>) {
    // In order, so that a circle always ends at the same one.
    let mut locals: Vec<u32> = pairs.keys().copied().collect();
    locals.sort_unstable();
    for local in locals {
        resolve(&mut pairs, Value::local(local));
    }
    let map = |value: Value| match value.kind() {
        ValueKind::Local(local) => pairs.get(&local).copied().unwrap_or(value),
        _ => value,
    };
    map_locals(body, wrapped, &map);
}

/// What finally takes the place of a value. Chains of replacements become short, so that each is followed once. Replacements that lead back,
/// as in code that nothing reaches, end at one of them.
pub(crate) fn resolve(pairs: &mut HashMap<u32, Value>, value: Value) -> Value {
    let mut chain = Vec::new();
    let mut end = value;
    while let ValueKind::Local(local) = end.kind()
        && let Some(&next) = pairs.get(&local)
        && next != end
    {
        chain.push(local);
        // In a circle, what was passed is its own end.
        pairs.insert(local, end);
        end = next;
    }
    for local in chain {
        pairs.insert(local, end);
    }
    end
}

/// Replaces locals in a whole body and in what metadata wraps of it.
fn map_locals(body: &mut Body, wrapped: &mut [(MdId, Value)], map: &impl Fn(Value) -> Value) {
    wrapped.iter_mut().for_each(|(_, value)| *value = map(*value));
    map_body(body, map);
}

/// Calls `change` with a body and what metadata wraps of it.
fn change_locals(module: &mut Module, body: usize, change: impl FnOnce(&mut Body, &mut [(MdId, Value)])) {
    let Module { bodies, metadata, .. } = module;
    let Some(body) = bodies.get_mut(body) else { return };
    let mut wrapped = wrapped_values(metadata, body);
    change(body, &mut wrapped);
    rewrap(metadata, wrapped);
}

/// The values of a body that metadata wraps.
pub(crate) fn wrapped_values(metadata: &MetadataTable, body: &Body) -> Vec<(MdId, Value)> {
    let value = |id: MdId| match metadata.get(id) {
        Metadata::Value { value, .. } => Some((id, value)),
        _ => None,
    };
    wrapped_locals(metadata, body).into_iter().filter_map(value).collect()
}

/// Gives metadata that wraps values of a body the values that these have become.
pub(crate) fn rewrap(metadata: &mut MetadataTable, wrapped: Vec<(MdId, Value)>) {
    for (id, new) in wrapped {
        if let Some(Metadata::Value { value, .. }) = metadata.items.get_mut(id.index()) {
            *value = new;
        }
    }
}

/// The metadata that wraps values of a body: its own items, and what its calls and records refer to, which passes may have added.
pub(crate) fn wrapped_locals(metadata: &MetadataTable, body: &Body) -> BTreeSet<MdId> {
    let is_local = |id: MdId| match metadata.get(id) {
        Metadata::Value { value, .. } => matches!(value.kind(), ValueKind::Local(_) | ValueKind::LocalConst(_)),
        _ => false,
    };
    let mut out: BTreeSet<MdId> = (body.metadata.0..body.metadata.1).map(MdId).filter(|&id| is_local(id)).collect();
    let mut note = |id: MdId| match metadata.get(id) {
        Metadata::ArgList(list) => out.extend(metadata.lists.get(list).iter().filter(|&id| is_local(id))),
        _ => out.extend(is_local(id).then_some(id)),
    };
    for call in &body.calls {
        for arg in body.values(call.args) {
            if let ValueKind::Metadata(id) = arg.kind() {
                note(id);
            }
        }
    }
    for record in &body.dbg_records {
        for operand in body.dbg_operands(record) {
            if let DbgOperand::Md(id) = operand {
                note(id);
            }
        }
    }
    out
}

/// Renumbers new locals in the order of the instructions that define them, as a reader does.
pub(crate) fn order_locals(module: &mut Module, body: usize) {
    if module.bodies.get(body).is_some_and(|body| !in_order(body)) {
        change_locals(module, body, order_locals_in);
    }
}

/// Whether new locals are in the order of the instructions that define them.
fn in_order(body: &Body) -> bool {
    body.made_locals().map(|(_, local)| local).eq(body.args..body.local_types.len() as u32)
}

/// As [`order_locals`], in a body alone and in what metadata wraps of it.
pub(crate) fn order_locals_in(found: &mut Body, wrapped: &mut [(MdId, Value)]) {
    if in_order(found) {
        return;
    }
    let mut numbers = vec![NO_LOCAL; found.local_types.len()];
    let mut types = Vec::with_capacity(found.local_types.len());
    let mut names = Vec::with_capacity(found.local_names.len());
    let made: Vec<u32> = found.made_locals().map(|(_, local)| local).collect();
    for local in (0..found.args).chain(made) {
        let Some(number) = numbers.get_mut(local as usize).filter(|number| **number == NO_LOCAL) else { continue };
        *number = types.len() as u32;
        types.push(found.local_types[local as usize]);
        names.extend(found.local_names.get(local as usize));
    }
    for result in &mut found.results {
        if let Some(&number) = result.get().and_then(|local| numbers.get(local as usize)) {
            *result = result_of(number);
        }
    }
    found.local_types = types;
    found.local_names = names;
    let map = |value: Value| match value.kind() {
        ValueKind::Local(local) => numbers.get(local as usize).filter(|&&n| n != NO_LOCAL).map_or(value, |&n| Value::local(n)),
        _ => value,
    };
    found
        .provenance
        .use_orders
        .retain(|order| !matches!(order.value.kind(), ValueKind::Local(l) if numbers.get(l as usize) == Some(&NO_LOCAL)));
    for order in &mut found.provenance.use_orders {
        order.value = map(order.value);
    }
    map_locals(found, wrapped, &map);
}

/// Replaces values in all operands of a body: `f` returns the replacement of each.
pub(crate) fn map_body(body: &mut Body, f: &impl Fn(Value) -> Value) {
    let old = std::mem::take(&mut body.lists);
    let mut lists = Lists { new: ListPool::with_room_of(&old), old };
    for inst in &mut body.insts {
        *inst = lists.inst(*inst, f);
    }
    for call in &mut body.calls {
        call.callee = f(call.callee);
        call.args = lists.values(call.args, f);
    }
    for bundle in &mut body.bundles {
        bundle.inputs = lists.values(bundle.inputs, f);
    }
    body.lists = lists.new;
    map_consts(&mut body.consts, f);
    let operand = |operand: &mut DbgOperand| {
        if let DbgOperand::Value(value) = operand {
            *value = f(*value);
        }
    };
    for record in &mut body.dbg_records {
        record.value.iter_mut().for_each(operand);
    }
    body.dbg_assigns.iter_mut().for_each(|assign| operand(&mut assign.address));
}

/// Does the same for the operands of constants.
fn map_consts(pool: &mut ConstPool, f: &impl Fn(Value) -> Value) {
    let old = std::mem::take(&mut pool.lists);
    let mut lists = Lists { new: ListPool::with_room_of(&old), old };
    for constant in &mut pool.consts {
        match &mut constant.kind {
            ConstKind::Aggregate(list)
            | ConstKind::Gep { ops: list, .. }
            | ConstKind::Select(list)
            | ConstKind::InsertElement(list)
            | ConstKind::ShuffleVector(list)
            | ConstKind::PtrAuth(list) => *list = lists.values(*list, f),
            ConstKind::Bin { lhs, rhs, .. }
            | ConstKind::ExtractElement(lhs, rhs)
            | ConstKind::ICmp(_, lhs, rhs)
            | ConstKind::FCmp(_, lhs, rhs) => {
                *lhs = f(*lhs);
                *rhs = f(*rhs);
            }
            ConstKind::FNeg(value) | ConstKind::Cast { value, .. } | ConstKind::DsoLocalEquivalent(value) | ConstKind::NoCfi(value) => {
                *value = f(*value);
            }
            ConstKind::BlockAddress { function, .. } => {
                if let ValueKind::Global(id) = f(Value::global(*function)).kind() {
                    *function = id;
                }
            }
            ConstKind::Null
            | ConstKind::Undef
            | ConstKind::Poison
            | ConstKind::Int(_)
            | ConstKind::WideInt { .. }
            | ConstKind::Float(_)
            | ConstKind::WideFloat { .. }
            | ConstKind::Data(_)
            | ConstKind::InlineAsm(_) => {}
        }
    }
    pool.lists = lists.new;
}

/// Lists that were copied with their values replaced: a list with two owners must not be changed twice.
struct Lists {
    old: ListPool,
    new: ListPool,
}

impl Lists {
    fn values(&mut self, list: List<Value>, f: &impl Fn(Value) -> Value) -> List<Value> {
        self.copy(list, f)
    }

    fn plain<T: Element>(&mut self, list: List<T>) -> List<T> {
        self.copy(list, |item| item)
    }

    fn copy<T: Element>(&mut self, list: List<T>, f: impl Fn(T) -> T) -> List<T> {
        self.new.push_iter(self.old.get(list).iter().map(f))
    }

    fn inst(&mut self, mut inst: Inst, f: &impl Fn(Value) -> Value) -> Inst {
        match &mut inst {
            Inst::Unreachable | Inst::Unwind | Inst::Br(_) | Inst::Call(_) | Inst::Invoke { .. } | Inst::Fence { .. } => {}
            Inst::CallBr { indirect, .. } => *indirect = self.plain(*indirect),
            Inst::Ret(value) => *value = value.get().map(f).into(),
            Inst::Resume(value)
            | Inst::VaArg(value)
            | Inst::Freeze(value)
            | Inst::CondBr { cond: value, .. }
            | Inst::CatchRet { pad: value, .. }
            | Inst::CleanupRet { pad: value, .. }
            | Inst::FNeg { value, .. }
            | Inst::Cast { value, .. }
            | Inst::Alloca { count: value, .. }
            | Inst::Malloc { count: value, .. }
            | Inst::Free(value)
            | Inst::Load { ptr: value, .. } => {
                *value = f(*value);
            }
            Inst::Switch { cond, cases, .. } => {
                *cond = f(*cond);
                *cases = self.copy(*cases, |(case, dest)| (f(case), dest));
            }
            Inst::IndirectBr { addr, dests } => {
                *addr = f(*addr);
                *dests = self.plain(*dests);
            }
            Inst::CatchSwitch { parent, handlers, .. } => {
                *parent = f(*parent);
                *handlers = self.plain(*handlers);
            }
            Inst::CatchPad { parent, args } | Inst::CleanupPad { parent, args } => {
                *parent = f(*parent);
                *args = self.values(*args, f);
            }
            Inst::Bin { lhs, rhs, .. }
            | Inst::ICmp { lhs, rhs, .. }
            | Inst::FCmp { lhs, rhs, .. }
            | Inst::Store { value: lhs, ptr: rhs, .. }
            | Inst::AtomicRmw { ptr: lhs, value: rhs, .. }
            | Inst::ExtractElement { vector: lhs, index: rhs } => {
                *lhs = f(*lhs);
                *rhs = f(*rhs);
            }
            Inst::CmpXchg { ops, .. } | Inst::Gep { ops, .. } => *ops = self.values(*ops, f),
            Inst::Phi { incoming, .. } => *incoming = self.copy(*incoming, |(value, from)| (f(value), from)),
            Inst::Select { cond: a, if_true: b, if_false: c, .. }
            | Inst::InsertElement { vector: a, element: b, index: c }
            | Inst::ShuffleVector { lhs: a, rhs: b, mask: c } => {
                *a = f(*a);
                *b = f(*b);
                *c = f(*c);
            }
            Inst::ExtractValue { aggregate, indices } => {
                *aggregate = f(*aggregate);
                *indices = self.plain(*indices);
            }
            Inst::InsertValue { aggregate, value, indices } => {
                *aggregate = f(*aggregate);
                *value = f(*value);
                *indices = self.plain(*indices);
            }
            Inst::LandingPad { clauses, .. } => *clauses = self.copy(*clauses, |clause| clause.with(f(clause.value()))),
        }
        inst
    }
}

/// Changes to global values; the others keep their order.
#[derive(Default)]
pub(crate) struct GlobalChanges {
    /// Values to remove, with their replacements.
    pub(crate) replaced: Vec<(GlobalId, GlobalId)>,
    /// Values to remove if nothing refers to them any more.
    pub(crate) dropped: Vec<GlobalId>,
    /// New values that take the position of another, in the order in which they were made.
    pub(crate) beside: Vec<(GlobalId, GlobalId)>,
}

impl GlobalChanges {
    /// Makes the changes in the whole module.
    pub(crate) fn apply(&self, module: &mut Module) {
        if self.replaced.is_empty() && self.dropped.is_empty() {
            return;
        }
        let count = module.globals.len();
        let mut target: Vec<GlobalId> = (0..count).map(GlobalId::new).collect();
        let mut kept = vec![true; count];
        for &(old, new) in &self.replaced {
            target[old.index()] = new;
            kept[old.index()] = false;
        }
        // A replacement may itself be replaced. The chains are short and have no cycles, because each leads to a newer value.
        for i in 0..count {
            for _ in 0..count {
                let next = target[target[i].index()];
                if next == target[i] {
                    break;
                }
                target[i] = next;
            }
        }
        if !self.dropped.is_empty() {
            let used = used_globals(module, &self.dropped);
            // A value that is still in use, other than as a callee, stays.
            for id in &self.dropped {
                kept[id.index()] = used.contains(id);
            }
        }
        let beside: HashMap<usize, usize> = self.beside.iter().map(|&(new, old)| (new.index(), old.index())).collect();
        renumber_globals(module, &kept, &target, |at| beside.get(&at).copied().unwrap_or(at));
    }
}

/// Those of `wanted` that something refers to.
fn used_globals(module: &Module, wanted: &[GlobalId]) -> HashSet<GlobalId> {
    let mut is_wanted = vec![false; module.globals.len()];
    wanted.iter().for_each(|id| is_wanted[id.index()] = true);
    let note = |value: Value, used: &mut HashSet<GlobalId>| {
        if let ValueKind::Global(id) = value.kind()
            && is_wanted.get(id.index()) == Some(&true)
        {
            used.insert(id);
        }
    };
    let of_body = |body: &Body| {
        let mut used = HashSet::new();
        values_of_body(body, &mut |value| note(value, &mut used));
        used
    };
    let of_bodies: Vec<HashSet<GlobalId>> = module.bodies.par_iter().balanced().map(of_body).collect();
    let mut used: HashSet<GlobalId> = of_bodies.into_iter().flatten().collect();
    let mut note = |value: Value| note(value, &mut used);
    for global in &module.globals {
        match &global.kind {
            GlobalKind::Variable { initializer, .. } => initializer.get().into_iter().for_each(&mut note),
            GlobalKind::Alias { aliasee: value } | GlobalKind::IFunc { resolver: value } => note(*value),
            GlobalKind::Function(function) => {
                [function.prefix, function.prologue, function.personality].into_iter().filter_map(|value| value.get()).for_each(&mut note);
            }
        }
    }
    values_of_consts(&module.consts, &mut note);
    for item in &module.metadata.items {
        if let Metadata::Value { value, .. } = item {
            note(*value);
        }
    }
    used
}

/// Calls `f` with all operands of a body that [`map_body`] replaces.
fn values_of_body(body: &Body, f: &mut impl FnMut(Value)) {
    for inst in &body.insts {
        // Calls follow, also those that no instruction has.
        if !matches!(inst, Inst::Call(_)) {
            operands(inst, body, |_, value| f(value));
        }
    }
    for call in &body.calls {
        f(call.callee);
        body.values(call.args).for_each(&mut *f);
    }
    for bundle in &body.bundles {
        body.values(bundle.inputs).for_each(&mut *f);
    }
    values_of_consts(&body.consts, f);
    let records = body.dbg_records.iter().filter_map(|record| record.value);
    for operand in records.chain(body.dbg_assigns.iter().map(|assign| assign.address)) {
        if let DbgOperand::Value(value) = operand {
            f(value);
        }
    }
}

/// Does the same for the operands of constants.
fn values_of_consts(pool: &ConstPool, f: &mut impl FnMut(Value)) {
    for constant in &pool.consts {
        match constant.kind {
            ConstKind::BlockAddress { function, .. } => f(Value::global(function)),
            kind => pool.operands(kind, &mut *f),
        }
    }
}

/// Keeps only the global values in `kept`, sorted by kind and then by `place`, and renumbers references to `target` of each.
pub(crate) fn renumber_globals(module: &mut Module, kept: &[bool], target: &[GlobalId], place: impl Fn(usize) -> usize) {
    let count = module.globals.len();
    // By kind, as in bitcode: new functions are at the end until now.
    let rank = |global: &GlobalValue| match global.kind {
        GlobalKind::Variable { .. } => 0,
        GlobalKind::Function(_) => 1,
        GlobalKind::Alias { .. } => 2,
        GlobalKind::IFunc { .. } => 3,
    };
    let mut order: Vec<usize> = (0..count).filter(|&i| kept[i]).collect();
    order.sort_by_key(|&i| (rank(&module.globals[i]), place(i), i));
    let mut numbers = vec![GlobalId(0); count];
    for (new, &old) in order.iter().enumerate() {
        numbers[old] = GlobalId::new(new);
    }
    let renumber = |id: GlobalId| target.get(id.index()).and_then(|t| numbers.get(t.index())).copied().unwrap_or(id);
    let f = |value: Value| match value.kind() {
        ValueKind::Global(id) => Value::global(renumber(id)),
        _ => value,
    };
    let mut globals: Vec<Option<GlobalValue>> = std::mem::take(&mut module.globals).into_iter().map(Some).collect();
    module.globals = order.iter().filter_map(|&i| globals[i].take()).collect();
    map_module(module, &f);
    let orders = |orders: &mut Vec<UseOrder>| {
        orders.retain(|order| !matches!(order.value.kind(), ValueKind::Global(id) if kept.get(id.index()) == Some(&false)));
        orders.iter_mut().for_each(|order| order.value = f(order.value));
    };
    orders(&mut module.provenance.use_orders);
    module.bodies.par_iter_mut().balanced().for_each(|body| orders(&mut body.provenance.use_orders));
    for user in module.bodies.iter_mut().flat_map(|body| &mut body.block_addr_users) {
        *user = renumber(*user);
    }
    if let Some(file) = &mut module.provenance.bitcode {
        let own = |id: GlobalId| kept.get(id.index()).is_some_and(|&kept| kept).then(|| numbers[id.index()]);
        file.renumber_globals(own);
    }
    if let Some(summary) = &mut module.summary {
        for value in &mut summary.values {
            // A global value that is gone leaves what the summary knows of it: its GUID.
            value.global =
                value.global.filter(|id| target.get(id.index()).is_none_or(|t| kept.get(t.index()) != Some(&false))).map(renumber);
        }
    }
}

/// Replaces the blocks in addresses of blocks: `moved` has the new number of each old block of a function.
pub(crate) fn renumber_addresses(module: &mut Module, moved: &HashMap<GlobalId, Vec<BlockId>>) {
    let renumber = |pool: &mut ConstPool| {
        for constant in &mut pool.consts {
            if let ConstKind::BlockAddress { function, block } = &mut constant.kind
                && let Some(new) = moved.get(function).and_then(|blocks| blocks.get(block.index()))
            {
                *block = *new;
            }
        }
    };
    renumber(&mut module.consts);
    module.bodies.par_iter_mut().balanced().for_each(|body| renumber(&mut body.consts));
}

/// Replaces values in a whole module: `f` returns the replacement of each.
pub(crate) fn map_module(module: &mut Module, f: &(impl Fn(Value) -> Value + Sync)) {
    for global in &mut module.globals {
        match &mut global.kind {
            GlobalKind::Variable { initializer, .. } => *initializer = initializer.get().map(f).into(),
            GlobalKind::Alias { aliasee: value } | GlobalKind::IFunc { resolver: value } => *value = f(*value),
            GlobalKind::Function(function) => {
                function.prefix = function.prefix.get().map(f).into();
                function.prologue = function.prologue.get().map(f).into();
                function.personality = function.personality.get().map(f).into();
            }
        }
    }
    map_consts(&mut module.consts, f);
    for item in &mut module.metadata.items {
        if let Metadata::Value { value, .. } = item {
            *value = f(*value);
        }
    }
    module.bodies.par_iter_mut().balanced().for_each(|body| map_body(body, f));
}
