//! Adds, replaces and removes instructions of a body.
use bctk_ir::body::{Attachment, Body};
use bctk_ir::entity::{InstId, OptionalId, TypeId};
use bctk_ir::inst::Inst;
use bctk_ir::provenance::Late;
use bctk_ir::strings::Str;
use bctk_ir::value::{Value, ValueKind};
use bctk_ir::visit::operands;
use hashbrown::HashMap;
use std::cell::RefCell;

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

/// What a body had before it was changed. Each thread keeps the memory, so that a body gets new memory only where it grows: threads that free
/// what another has allocated wait for each other.
#[derive(Default)]
struct Old {
    insts: Vec<Inst>,
    results: Vec<OptionalId<u32>>,
    debug_locs: Vec<u32>,
    offsets: Vec<u64>,
    attachments: Vec<(InstId, Attachment)>,
    late: Vec<Late>,
    /// Where each old instruction, and the end, is now.
    places: Vec<InstId>,
    /// The same for what precedes it.
    starts: Vec<InstId>,
}

/// Bodies of more instructions than this leave no memory to the thread.
const KEPT: usize = 1 << 16;

thread_local! {
    static OLD: RefCell<Old> = RefCell::default();
}

/// Moves the instructions of a body to memory of this thread, makes room for `count` new ones, and calls `refill`.
fn rebuild(body: &mut Body, count: usize, has_locs: bool, refill: impl FnOnce(&mut Body, &mut Old)) {
    fn set_aside<T: Copy>(from: &mut Vec<T>, to: &mut Vec<T>, room: usize) {
        to.clear();
        to.extend_from_slice(from);
        from.clear();
        if from.capacity() < room {
            // A little more, as one change is followed by others.
            *from = Vec::with_capacity(room + room / 16);
        }
    }
    OLD.with_borrow_mut(|old| {
        set_aside(&mut body.insts, &mut old.insts, count);
        set_aside(&mut body.results, &mut old.results, count);
        set_aside(&mut body.debug_locs, &mut old.debug_locs, if has_locs { count } else { 0 });
        let offsets = &mut body.provenance.offsets;
        let room = if offsets.is_empty() { 0 } else { count };
        set_aside(offsets, &mut old.offsets, room);
        refill(body, old);
        if old.insts.len() > KEPT {
            *old = Old::default();
        }
    });
}

/// Applies the edits, sorted by instruction. All new instructions get the debug location of the one that they replace.
pub fn apply(body: &mut Body, edits: &[Edit]) {
    if edits.is_empty() {
        return;
    }
    forget_replaced_uses(body, edits);
    let count = body.insts.len() + edits.iter().map(|edit| edit.by.len()).sum::<usize>() - edits.len().min(body.insts.len());
    rebuild(body, count, !body.debug_locs.is_empty(), |body, old| apply_to(body, old, edits));
}

/// Fills a body that has no instructions any more with the `old` ones and what the edits make of them.
fn apply_to(body: &mut Body, old: &mut Old, edits: &[Edit]) {
    old.attachments.clear();
    old.attachments.append(&mut body.attachments);
    old.late.clear();
    old.late.append(&mut body.provenance.late);
    old.places.clear();
    let mut attachments = &old.attachments[..];
    let mut late = old.late.iter().copied().peekable();
    let mut edits = edits.iter().peekable();
    for (i, inst) in old.insts.iter().enumerate() {
        old.places.push(InstId::new(body.insts.len()));
        let loc = old.debug_locs.get(i).copied();
        let count = attachments.iter().take_while(|(at, _)| at.index() <= i).count();
        let (own, rest) = attachments.split_at(count);
        attachments = rest;
        let was_late = late.next_if(|late| late.inst.index() == i);
        let put = |body: &mut Body, inst: Inst, local: u32, late: Option<Late>| {
            let at = InstId::new(body.insts.len());
            body.provenance.late.extend(late.map(|late| Late { inst: at, ..late }));
            body.insts.push(inst);
            body.results.push(result_of(local));
            body.debug_locs.extend(loc);
            body.provenance.offsets.extend(old.offsets.get(i));
            at
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
                    let at = put(body, new.inst, new.local, Some(Late { inst: edit.at, step: edit.step, callee_only: false }));
                    match new.keeps_attachments {
                        true => body.attachments.extend(own.iter().map(|&(_, attachment)| (at, attachment))),
                        false => body.attachments.extend(new.attachments.iter().map(|&attachment| (at, attachment))),
                    }
                });
            }
            None => {
                let at = put(body, *inst, local_of(&old.results, i), was_late);
                body.attachments.extend(own.iter().map(|&(_, attachment)| (at, attachment)));
            }
        }
    }
    old.places.push(InstId::new(body.insts.len()));
    move_starts(body, &old.places);
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
    let has_locs = !body.debug_locs.is_empty() || added.iter().any(|new| new.loc != 0);
    rebuild(body, body.insts.len() + added.len(), has_locs, |body, old| insert_into(body, old, added, has_locs));
}

/// Fills a body that has no instructions any more with the `old` ones and those that are added.
fn insert_into(body: &mut Body, old: &mut Old, added: &[InsertedInst], has_locs: bool) {
    let mut added = added.iter().peekable();
    old.starts.clear();
    old.places.clear();
    for i in 0..=old.insts.len() {
        old.starts.push(InstId::new(body.insts.len()));
        while let Some(new) = added.next_if(|new| new.before.index() <= i) {
            body.insts.push(new.inst);
            body.results.push(new.local);
            body.debug_locs.extend(has_locs.then_some(new.loc));
            body.provenance.offsets.extend(old.offsets.get(i).or(old.offsets.last()));
        }
        let Some(&inst) = old.insts.get(i) else { break };
        old.places.push(InstId::new(body.insts.len()));
        body.insts.push(inst);
        body.results.push(old.results.get(i).copied().unwrap_or_default());
        body.debug_locs.extend(has_locs.then(|| old.debug_locs.get(i).copied().unwrap_or(0)));
        body.provenance.offsets.extend(old.offsets.get(i));
    }
    let moved = |id: &mut InstId| *id = old.places.get(id.index()).copied().unwrap_or(*id);
    body.attachments.iter_mut().for_each(|(at, _)| moved(at));
    body.provenance.late.iter_mut().for_each(|late| moved(&mut late.inst));
    move_starts(body, &old.starts);
}
