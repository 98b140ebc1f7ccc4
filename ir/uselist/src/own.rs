//! The use-lists of a body's own values, locals and blocks, and the orders that have to be stated for them.
use super::forms::Forms;
use super::keys::shuffle;
use super::sketch::{RESULT, Sketch, described, operand_rank, permute, wrapped};
use bctk_ir::body::Body;
use bctk_ir::entity::{BlockId, InstId};
use bctk_ir::inst::Inst;
use bctk_ir::module::Module;
use bctk_ir::use_order::UseOrder;
use bctk_ir::value::{Value, ValueKind};
use bctk_ir::visit::operands;

/// A use within a body: instruction and operand number.
type Use = (u32, u32);

/// The use-lists of locals and blocks, in the order in which the uses are created.
pub(super) struct OwnUses {
    locals: usize,
    uses: Vec<Use>,
    /// The end of the run of each local, then of each block.
    ends: Vec<u32>,
}

impl OwnUses {
    pub(super) fn new(body: &Body) -> Self {
        let locals = body.local_types.len();
        let place = |value: Value| match value.kind() {
            ValueKind::Local(n) => Some(n as usize).filter(|&n| n < locals),
            ValueKind::Block(b) => Some(locals + b.index()).filter(|&n| n < locals + body.blocks.len()),
            _ => None,
        };
        let mut ends = vec![0u32; locals + body.blocks.len()];
        for inst in &body.insts {
            operands(inst, body, |_, value| {
                if let Some(at) = place(value) {
                    ends[at] += 1;
                }
            });
        }
        let mut total = 0;
        for end in &mut ends {
            let start = total;
            total += *end;
            *end = start;
        }
        let mut uses = vec![(0, 0); total as usize];
        for (i, inst) in body.insts.iter().enumerate() {
            operands(inst, body, |number, value| {
                if let Some(at) = place(value) {
                    uses[ends[at] as usize] = (i as u32, number);
                    ends[at] += 1;
                }
            });
        }
        Self { locals, uses, ends }
    }

    /// The uses by instructions that upgrades created, by step.
    fn late(&self, place: usize, body: &Body) -> Vec<(u32, Use)> {
        let mut late: Vec<(u32, Use)> =
            self.run(place).iter().filter_map(|&at| Some((body.provenance.step_of(InstId(at.0))?, at))).collect();
        late.sort_by_key(|&(step, (inst, _))| (step, inst));
        late
    }

    /// The uses of a local, earliest first.
    pub(super) fn of_local(&self, local: u32) -> &[Use] {
        if (local as usize) < self.locals { self.run(local as usize) } else { &[] }
    }

    /// The uses of a block, earliest first.
    pub(super) fn of_block(&self, block: BlockId) -> &[Use] {
        self.run(self.locals + block.index())
    }

    fn run(&self, place: usize) -> &[Use] {
        let start = if place == 0 { 0 } else { self.ends.get(place - 1).copied().unwrap_or(0) };
        let end = self.ends.get(place).copied().unwrap_or(0);
        self.uses.get(start as usize..end as usize).unwrap_or(&[])
    }
}

/// Puts the uses that upgrades created, earliest first, at the head of `list`. An instruction that replaced a call in the step `made` takes
/// over the uses of its result at the end of that step, which reverses them.
fn put_late(list: &mut Vec<Use>, late: &[(u32, Use)], made: Option<u32>) {
    let mut rest = late;
    if let Some(made) = made {
        let (before, after) = late.split_at(late.partition_point(|&(step, _)| step < made));
        let (own, after) = after.split_at(after.partition_point(|&(step, _)| step == made));
        // Reversed: earliest first, except for uses that were reversed before.
        list.reverse();
        list.extend(before.iter().map(|&(_, at)| at));
        list.extend(own.iter().rev().map(|&(_, at)| at));
        rest = after;
    }
    list.splice(0..0, rest.iter().rev().map(|&(_, at)| at));
}

/// The orders that a text states in a body, sorted by value.
pub(super) fn by_value(body: &Body) -> Vec<&UseOrder> {
    let mut stated: Vec<&UseOrder> = body.provenance.use_orders.iter().collect();
    stated.sort_by_key(|order| order.value.raw());
    stated
}

/// The stated orders for `value`, unchanged.
pub(super) fn stated_for<'o>(stated: &'o [&'o UseOrder], value: Value) -> impl Iterator<Item = &'o UseOrder> {
    let first = stated.partition_point(|order| order.value.raw() < value.raw());
    stated.get(first..).unwrap_or(&[]).iter().copied().take_while(move |order| order.value == value)
}

/// The orders of locals and blocks. A list equals the one that the reader would build, unless the text states an order, or operands are not
/// written in the order of their numbers, as those in `late`.
pub(super) fn own_orders(module: &Module, body: &Body, late: &[Value], forms: Forms, sketch: &mut Sketch) {
    let uses = OwnUses::new(body);
    let mut values: Vec<Value> = body.provenance.use_orders.iter().map(|order| order.value).chain(late.iter().copied()).collect();
    let by_upgrades = if forms.upgrades { &body.provenance.late[..] } else { &[] };
    for late in by_upgrades.iter().filter(|late| !late.callee_only) {
        let Some(inst) = body.insts.get(late.inst.index()) else { continue };
        values.extend(body.result(late.inst).map(Value::local));
        operands(inst, body, |_, value| values.extend(matches!(value.kind(), ValueKind::Local(_)).then_some(value)));
    }
    values.sort_by_key(|value| value.raw());
    values.dedup();
    let stated = by_value(body);
    let mut defined: Vec<u32> = Vec::new();
    for value in values {
        let (place, definition) = match value.kind() {
            ValueKind::Block(b) => (body.local_types.len() + b.index(), None),
            ValueKind::Local(n) if n < body.args => (n as usize, None),
            ValueKind::Local(n) => {
                if defined.is_empty() {
                    defined.resize(body.local_types.len(), u32::MAX);
                    for (at, local) in body.made_locals() {
                        if let Some(slot) = defined.get_mut(local as usize) {
                            *slot = at.0;
                        }
                    }
                }
                let Some(&at) = defined.get(n as usize) else { continue };
                (n as usize, Some(at))
            }
            _ => continue,
        };
        let found = uses.run(place);
        // Uses before the definition were uses of a placeholder; replacing it reversed them.
        let early = definition.map_or(0, |at| found.partition_point(|u| u.0 <= at));
        let mut list: Vec<Use> = found[early..].iter().rev().chain(&found[..early]).copied().collect();
        // A stated order does not count the uses that upgrades created.
        if !by_upgrades.is_empty() {
            list.retain(|at| body.provenance.step_of(InstId(at.0)).is_none());
        }
        for stated in stated_for(&stated, value) {
            permute(&mut list, &stated.indexes);
        }
        if !by_upgrades.is_empty() {
            let late = uses.late(place, body);
            put_late(&mut list, &late, definition.and_then(|at| body.provenance.step_of(InstId(at))));
        }
        let Some(indexes) = shuffle(&list, |u| definition.is_some_and(|at| u.0 <= at)) else { continue };
        let order = UseOrder { value, indexes };
        match (value.kind(), definition) {
            (ValueKind::Block(_), _) => sketch.blocks.push(order),
            (_, None) => sketch.args.push(order),
            (_, Some(at)) => sketch.results.push((at, RESULT, order)),
        }
    }
    if !sketch.results.is_empty() {
        visits_by_metadata(module, body, &mut sketch.results);
        sketch.results.sort_by_key(|&(at, rank, _)| (at, rank));
    }
}

/// A value that metadata of an instruction mentions is visited there, if that is before the value's own instruction.
fn visits_by_metadata(module: &Module, body: &Body, results: &mut [(u32, u32, UseOrder)]) {
    let mut places: Vec<u32> = vec![u32::MAX; body.local_types.len()];
    for (place, (.., order)) in results.iter().enumerate() {
        if let ValueKind::Local(n) = order.value.kind()
            && let Some(slot) = places.get_mut(n as usize)
        {
            *slot = place as u32;
        }
    }
    let mut visit = |value: Value, at: u32, rank: u32| {
        if let ValueKind::Local(n) = value.kind()
            && let Some(&place) = places.get(n as usize)
            && let Some(result) = results.get_mut(place as usize)
            && (at, rank) < (result.0, result.1)
        {
            (result.0, result.1) = (at, rank);
        }
    };
    let mut records = body.dbg_records.iter().peekable();
    for (i, inst) in body.insts.iter().enumerate() {
        let at = i as u32;
        let mut next = 0;
        while let Some(record) = records.next_if(|r| r.before.index() <= i) {
            described(module, body, record, |value| {
                visit(value, at, next << 1 | 1);
                next += 1;
            });
        }
        if let Inst::Call(_) | Inst::Invoke { .. } | Inst::CallBr { .. } = inst {
            operands(inst, body, |number, value| {
                if let ValueKind::Metadata(md) = value.kind() {
                    wrapped(module, md, |value| visit(value, at, operand_rank(number, true)));
                }
            });
        }
    }
}
