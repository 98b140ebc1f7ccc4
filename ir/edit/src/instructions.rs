//! Adds, replaces and removes instructions of a body.
use bctk_ir::body::{Attachment, Body};
use bctk_ir::entity::{InstId, OptionalId, TypeId};
use bctk_ir::inst::Inst;
use bctk_ir::provenance::Late;
use bctk_ir::strings::Str;
use bctk_ir::value::{Value, ValueKind};
use bctk_ir::visit::operands;
use hashbrown::HashMap;

/// No local: of an instruction without a result.
pub const NO_LOCAL: u32 = u32::MAX;

/// A local, or [`NO_LOCAL`], as an entry of [`Body::results`].
pub fn result_of(local: u32) -> OptionalId<u32> {
    if local == NO_LOCAL { OptionalId::NONE } else { OptionalId::some(local) }
}

/// The local that instruction `at` makes, or [`NO_LOCAL`].
pub fn local_of(results: &[OptionalId<u32>], at: usize) -> u32 {
    results.get(at).and_then(|result| result.get()).unwrap_or(NO_LOCAL)
}

/// An instruction that replaces another.
#[derive(Clone, Debug)]
pub struct NewInst {
    /// The instruction.
    pub inst: Inst,
    /// The local that it makes, [`NO_LOCAL`] for none.
    pub local: u32,
    /// Whether the attachments of the replaced instruction are kept.
    pub keeps_attachments: bool,
    /// Attachments of its own, sorted by kind.
    pub attachments: Vec<Attachment>,
}

/// The replacement of one instruction; nothing to remove it.
#[derive(Clone, Debug)]
pub struct Edit {
    /// The instruction that is replaced.
    pub at: InstId,
    /// What takes its place, in order.
    pub by: Vec<NewInst>,
    /// Number of the step, counted through the module.
    pub step: u32,
}

/// A new local of type `ty`, named `name` unless that is empty.
pub fn new_local(body: &mut Body, ty: TypeId, name: &[u8]) -> u32 {
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
pub fn apply(body: &mut Body, edits: &[Edit]) {
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
pub fn remove_instructions(body: &mut Body, insts: &[InstId]) {
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
pub struct InsertedInst {
    /// The instruction that it is put before; one past the last for the end.
    pub before: InstId,
    /// The instruction.
    pub inst: Inst,
    /// The local that it makes.
    pub local: OptionalId<u32>,
    /// Its entry of [`Body::debug_locs`].
    pub loc: u32,
}

/// Inserts instructions, sorted by position, before others. Locals that they make are in order only after [`order_locals`](crate::locals::order_locals).
pub fn insert(body: &mut Body, added: &[InsertedInst]) {
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
