//! What a body has to do with values that are not its own, and the orders of its own: one pass over each body, all bodies in parallel.
use crate::exprs::is_data;
use bctk_ir::body::{Body, DbgOperand};
use bctk_ir::constants::ConstPool;
use bctk_ir::entity::{BlockId, MdId};
use bctk_ir::inst::Inst;
use bctk_ir::module::Module;
use bctk_ir::use_order::UseOrder;
use bctk_ir::value::{Value, ValueKind};
use bctk_ir::visit::operands;
use std::borrow::Cow;

/// A global value or a constant that is no plain data, as an instruction has it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    /// The instruction, or the one after the debug record.
    pub(super) at: u32,
    /// Where it stands there; see [`operand_rank`].
    pub(super) rank: u32,
    pub(super) value: Value,
}

const FIRST_OPERAND: u32 = 1 << 30;

/// The rank of an operand; metadata does not use what it wraps. Debug records come before all operands.
fn operand_rank(number: u32, metadata: bool) -> u32 {
    FIRST_OPERAND | number.min(FIRST_OPERAND / 2 - 1) << 1 | u32::from(metadata)
}

/// Where the order of an instruction's own result is looked at: after its operands.
const RESULT: u32 = u32::MAX;

impl Entry {
    /// The operand number; none for what metadata wraps.
    pub(super) fn operand(self) -> Option<u32> {
        (self.rank & 1 == 0).then_some((self.rank & !FIRST_OPERAND) >> 1)
    }
}

/// What one pass over a body finds.
#[derive(Debug, Default)]
pub(super) struct Sketch {
    /// In the order in which uses come to be.
    pub(super) entries: Vec<Entry>,
    /// Whether that is not the order of operand numbers everywhere.
    pub(super) out_of_order: bool,
    /// Orders of blocks, by block.
    pub(super) blocks: Vec<UseOrder>,
    /// Orders of arguments, by argument.
    pub(super) args: Vec<UseOrder>,
    /// Orders of results, with instruction and rank where LLVM comes to them first, sorted by these.
    pub(super) results: Vec<(u32, u32, UseOrder)>,
}

/// A use within a body: instruction and operand number.
type Use = (u32, u32);

fn counts(pool: &ConstPool, index: u32) -> bool {
    pool.consts.get(index as usize).is_some_and(|c| !is_data(&c.kind))
}

pub(super) fn sketch(module: &Module, body: &Body) -> Sketch {
    let mut sketch = Sketch::default();
    let is_wanted = |value: Value| match value.kind() {
        ValueKind::Global(_) => true,
        ValueKind::Const(c) => counts(&module.consts, c),
        ValueKind::LocalConst(c) => counts(&body.consts, c),
        _ => false,
    };
    // Operands of the instruction that are written later than one of a higher number.
    let mut late: Vec<Value> = Vec::new();
    let mut records = body.dbg_records.iter().peekable();
    for (i, inst) in body.insts.iter().enumerate() {
        let at = i as u32;
        let mut next = 0;
        while let Some(record) = records.next_if(|r| r.before.index() <= i) {
            described(module, record.value, record.assign.map(|(_, address, _)| address), |value| {
                if is_wanted(value) {
                    sketch.entries.push(Entry { at, rank: next << 1 | 1, value });
                }
                next += 1;
            });
        }
        match *inst {
            Inst::Call(id) | Inst::Invoke { call: id, .. } | Inst::CallBr { call: id, .. } => {
                let Some(call) = body.call(id) else { continue };
                let bundled = call.bundles.0 < call.bundles.1;
                operands(inst, body, |number, value| match value.kind() {
                    ValueKind::Metadata(md) => wrapped(module, md, |value| {
                        if is_wanted(value) {
                            sketch.entries.push(Entry { at, rank: operand_rank(number, true), value });
                        }
                    }),
                    _ => {
                        if is_wanted(value) {
                            sketch.entries.push(Entry { at, rank: operand_rank(number, false), value });
                        }
                    }
                });
                if bundled {
                    sketch.out_of_order = true;
                    let is_own = matches!(call.callee.kind(), ValueKind::Local(_));
                    if is_own && body.call_bundles(call).iter().any(|b| body.values(b.inputs).any(|v| v == call.callee)) {
                        late.push(call.callee);
                    }
                }
            }
            _ => operands(inst, body, |number, value| {
                if is_wanted(value) {
                    sketch.entries.push(Entry { at, rank: operand_rank(number, false), value });
                }
            }),
        }
    }
    if !late.is_empty() || !body.provenance.use_orders.is_empty() || body.provenance.late.iter().any(|late| !late.callee_only) {
        own_orders(module, body, &late, &mut sketch);
    }
    sketch
}

/// Calls `f` for what a debug record describes.
fn described(module: &Module, value: Option<DbgOperand>, address: Option<DbgOperand>, mut f: impl FnMut(Value)) {
    for operand in [value, address].into_iter().flatten() {
        match operand {
            DbgOperand::Value(value) => f(value),
            DbgOperand::Md(md) => wrapped(module, md, &mut f),
        }
    }
}

/// Calls `f` for the values that metadata wraps.
fn wrapped(module: &Module, md: MdId, mut f: impl FnMut(Value)) {
    super::super::order::wrapped_values(module, md, |_, value| f(value));
}

/// The lists of uses of locals and blocks, in the order in which the uses come to be.
pub(super) struct OwnUses {
    locals: usize,
    uses: Vec<Use>,
    /// Where the run of each local ends, then of each block.
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

    /// Those by the text's own instructions, then those that upgrades made, by step.
    fn of(&self, place: usize, body: &Body) -> (Cow<'_, [Use]>, Vec<(u32, Use)>) {
        let all = self.run(place);
        if body.provenance.late.is_empty() {
            return (Cow::Borrowed(all), Vec::new());
        }
        let (mut own, mut late) = (Vec::new(), Vec::new());
        for &at in all {
            match step_of(body, at.0) {
                None => own.push(at),
                Some(step) => late.push((step, at)),
            }
        }
        late.sort_by_key(|&(step, (inst, _))| (step, inst));
        (Cow::Owned(own), late)
    }

    /// Those of a block, the earliest first.
    pub(super) fn of_block(&self, block: BlockId) -> &[Use] {
        self.run(self.locals + block.index())
    }

    fn run(&self, place: usize) -> &[Use] {
        let start = if place == 0 { 0 } else { self.ends.get(place - 1).copied().unwrap_or(0) };
        let end = self.ends.get(place).copied().unwrap_or(0);
        self.uses.get(start as usize..end as usize).unwrap_or(&[])
    }
}

/// The step in which an upgrade made an instruction.
fn step_of(body: &Body, inst: u32) -> Option<u32> {
    let at = body.provenance.late.binary_search_by_key(&inst, |late| late.inst.0).ok()?;
    body.provenance.late.get(at).filter(|late| !late.callee_only).map(|late| late.step)
}

/// Puts the uses that upgrades made, the earliest first, at the head of `list`. What replaced a call in the step `made` takes over the uses of
/// its result at the end of that, which turns them round.
fn put_late(list: &mut Vec<Use>, late: &[(u32, Use)], made: Option<u32>) {
    let mut rest = late;
    if let Some(made) = made {
        let (before, after) = late.split_at(late.partition_point(|&(step, _)| step < made));
        let (own, after) = after.split_at(after.partition_point(|&(step, _)| step == made));
        // Turned round: the earliest first, but for what was turned round before.
        list.reverse();
        list.extend(before.iter().map(|&(_, at)| at));
        list.extend(own.iter().rev().map(|&(_, at)| at));
        rest = after;
    }
    list.splice(0..0, rest.iter().rev().map(|&(_, at)| at));
}

/// Sorts `list` as a stated order says; one of another length is not for it.
pub(super) fn permute<T: Copy>(list: &mut [T], indexes: &[u32]) {
    if list.len() != indexes.len() {
        return;
    }
    let mut keyed: Vec<(u32, T)> = indexes.iter().copied().zip(list.iter().copied()).collect();
    keyed.sort_by_key(|&(index, _)| index);
    for (to, (_, from)) in list.iter_mut().zip(keyed) {
        *to = from;
    }
}

/// The order that has to be stated for `list`, first use first, if the reader would not make it so: uses of which `is_early` is true last,
/// the earliest of them first, others first, the latest of them first.
pub(super) fn shuffle<T: Copy + Ord>(list: &[T], is_early: impl Fn(&T) -> bool) -> Option<Vec<u32>> {
    if list.len() < 2 {
        return None;
    }
    let in_place = |l: &T, r: &T| match (is_early(l), is_early(r)) {
        (false, false) => l > r,
        (true, true) => l < r,
        (l_early, _) => !l_early,
    };
    if list.windows(2).all(|w| in_place(&w[0], &w[1])) {
        return None;
    }
    let mut order: Vec<u32> = (0..list.len() as u32).collect();
    order.sort_by(|&l, &r| {
        let (l, r) = (&list[l as usize], &list[r as usize]);
        match (is_early(l), is_early(r)) {
            (false, false) => r.cmp(l),
            (true, true) => l.cmp(r),
            (l_early, _) => l_early.cmp(&!l_early),
        }
    });
    Some(order)
}

/// The orders that a text states in a body, sorted by value.
pub(super) fn by_value(body: &Body) -> Vec<&UseOrder> {
    let mut stated: Vec<&UseOrder> = body.provenance.use_orders.iter().collect();
    stated.sort_by_key(|order| order.value.raw());
    stated
}

/// Those of them for `value`, as they stand.
pub(super) fn stated_for<'o>(stated: &'o [&'o UseOrder], value: Value) -> impl Iterator<Item = &'o UseOrder> {
    let first = stated.partition_point(|order| order.value.raw() < value.raw());
    stated.get(first..).unwrap_or(&[]).iter().copied().take_while(move |order| order.value == value)
}

/// The orders of locals and blocks. A list is what the reader would make of it but where the text states an order and where operands are
/// not written by number, as those in `late` are not.
fn own_orders(module: &Module, body: &Body, late: &[Value], sketch: &mut Sketch) {
    let uses = OwnUses::new(body);
    let mut values: Vec<Value> = body.provenance.use_orders.iter().map(|order| order.value).chain(late.iter().copied()).collect();
    for late in body.provenance.late.iter().filter(|late| !late.callee_only) {
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
        let (found, by_upgrades) = uses.of(place, body);
        // Uses up to the definition hung on a placeholder, which turned them round.
        let early = definition.map_or(0, |at| found.partition_point(|u| u.0 <= at));
        let mut list: Vec<Use> = found[early..].iter().rev().chain(&found[..early]).copied().collect();
        for stated in stated_for(&stated, value) {
            permute(&mut list, &stated.indexes);
        }
        if !body.provenance.late.is_empty() {
            put_late(&mut list, &by_upgrades, definition.and_then(|at| step_of(body, at)));
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

/// What metadata of an instruction mentions is looked at there, if that comes before the value's own instruction.
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
            described(module, record.value, record.assign.map(|(_, address, _)| address), |value| {
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
