//! The uses by a body of values outside of it, and the orders of its own values: one pass over each body, all bodies in parallel.
use super::blocks::Addressed;
use super::forms::Forms;
use super::own::own_orders;
use bctk_ir::body::{Body, DbgOperand, DbgRecord};
use bctk_ir::constants::ConstPool;
use bctk_ir::entity::MdId;
use bctk_ir::inst::Inst;
use bctk_ir::metadata::Metadata;
use bctk_ir::module::Module;
use bctk_ir::use_order::UseOrder;
use bctk_ir::value::{Value, ValueKind};
use bctk_ir::visit::{frequent_operands, operands};

/// A global value, or a constant other than plain data, as an operand of an instruction.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    /// The instruction, or the one after the debug record.
    pub(super) at: u32,
    /// Its rank there; see [`operand_rank`].
    pub(super) rank: u32,
    pub(super) value: Value,
}

const FIRST_OPERAND: u32 = 1 << 30;

/// The rank of an operand; metadata does not use what it wraps. Debug records come before all operands.
pub(super) fn operand_rank(number: u32, metadata: bool) -> u32 {
    FIRST_OPERAND | number.min(FIRST_OPERAND / 2 - 1) << 1 | u32::from(metadata)
}

/// The rank of the mask of `shufflevector`.
const MASK: u32 = u32::MAX - 2;

/// The rank of an instruction's own result: after its operands.
pub(super) const RESULT: u32 = u32::MAX;

impl Entry {
    /// Whether a debug record describes it.
    pub(super) fn is_described(self) -> bool {
        self.rank < FIRST_OPERAND
    }
    /// Whether it is a mask, which a text shows in another form.
    pub(super) fn is_mask(self) -> bool {
        self.rank == MASK
    }
    /// Whether metadata wraps it.
    pub(super) fn is_wrapped(self) -> bool {
        self.rank & 1 == 1 && !self.is_mask()
    }
    /// The operand number; none for values that metadata wraps, and for masks.
    pub(super) fn operand(self) -> Option<u32> {
        (self.rank & 1 == 0).then_some((self.rank & !FIRST_OPERAND) >> 1)
    }
}

/// The results of one pass over a body.
#[derive(Debug, Default)]
pub(super) struct Sketch {
    /// In the order in which uses are created.
    pub(super) entries: Vec<Entry>,
    /// Whether that order differs anywhere from that of operand numbers.
    pub(super) out_of_order: bool,
    /// Orders of blocks, by block.
    pub(super) blocks: Vec<UseOrder>,
    /// Orders of arguments, by argument.
    pub(super) args: Vec<UseOrder>,
    /// Orders of results, sorted by the instruction and rank at which LLVM visits them first.
    pub(super) results: Vec<(u32, u32, UseOrder)>,
}

impl Sketch {
    /// Puts entries in the order of operand numbers.
    pub(super) fn sort(&mut self) {
        if self.out_of_order {
            self.entries.sort_by_key(|e| (e.at, e.rank));
        }
    }

    /// Sets these orders for the blocks whose addresses are taken.
    pub(super) fn put_blocks(&mut self, addressed: &[Addressed], orders: Vec<UseOrder>) {
        let is_addressed = |order: &UseOrder| addressed.binary_search_by_key(&order.value.raw(), |a| Value::block(a.block).raw()).is_ok();
        self.blocks.retain(|order| !is_addressed(order));
        self.blocks.extend(orders);
        self.blocks.sort_by_key(|order| order.value.raw());
    }
}

fn counts(pool: &ConstPool, index: u32, forms: Forms) -> bool {
    pool.consts.get(index as usize).is_some_and(|c| forms.data_is_used || !c.kind.is_data())
}

pub(super) fn sketch(module: &Module, body: &Body, forms: Forms) -> Sketch {
    let mut sketch = Sketch::default();
    let is_wanted = |value: Value| match value.kind() {
        ValueKind::Global(_) => true,
        ValueKind::Const(c) => counts(&module.consts, c, forms),
        ValueKind::LocalConst(c) => counts(&body.consts, c, forms),
        _ => false,
    };
    // Not a part of the walk, which is longer for each copy.
    let note = |entries: &mut Vec<Entry>, inst: &Inst, at: u32, number: u32, value: Value| match value.kind() {
        // What metadata wraps counts as an operand of a call.
        ValueKind::Metadata(md) => {
            if matches!(inst, Inst::Call(_) | Inst::Invoke { .. }) {
                wrapped(module, md, |value| {
                    if is_wanted(value) {
                        entries.push(Entry { at, rank: operand_rank(number, true), value });
                    }
                });
            }
        }
        _ => {
            if is_wanted(value) {
                entries.push(Entry { at, rank: operand_rank(number, false), value });
            }
        }
    };
    // Operands of the instruction that are written after one with a higher number.
    let mut late: Vec<Value> = Vec::new();
    let mut records = body.dbg_records.iter().peekable();
    for (i, inst) in body.insts.iter().enumerate() {
        let at = i as u32;
        let mut next = 0;
        while let Some(record) = records.next_if(|r| r.before.index() <= i) {
            described(module, body, record, |value| {
                if is_wanted(value) {
                    sketch.entries.push(Entry { at, rank: next << 1 | 1, value });
                }
                next += 1;
            });
        }
        let is_frequent = frequent_operands(inst, body, |number, value| {
            if !value.is_of_body() {
                note(&mut sketch.entries, inst, at, number, value);
            }
        });
        if is_frequent {
            continue;
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
        // The mask is no operand, but it is read as one and uses its elements.
        if let (Inst::ShuffleVector { mask, .. }, true) = (*inst, forms.data_is_used)
            && is_wanted(mask)
        {
            sketch.entries.push(Entry { at, rank: MASK, value: mask });
        }
    }
    let upgraded = forms.upgrades && body.provenance.late.iter().any(|late| !late.callee_only);
    if !late.is_empty() || !body.provenance.use_orders.is_empty() || upgraded {
        own_orders(module, body, &late, forms, &mut sketch);
    }
    // All of them are kept until the last body.
    sketch.entries.shrink_to_fit();
    sketch
}

/// Calls `f` for the values that a debug record describes.
pub(super) fn described(module: &Module, body: &Body, record: &DbgRecord, mut f: impl FnMut(Value)) {
    for operand in body.dbg_operands(record) {
        match operand {
            DbgOperand::Value(value) => f(value),
            DbgOperand::Md(md) => wrapped(module, md, &mut f),
        }
    }
}

/// Calls `f` for the values that metadata wraps: one, or those of an argument list.
pub(super) fn wrapped(module: &Module, md: MdId, mut f: impl FnMut(Value)) {
    match module.metadata.get(md) {
        Metadata::Value { value, .. } => f(value),
        Metadata::ArgList(list) => {
            for arg in module.metadata.lists.get(list) {
                if let Metadata::Value { value, .. } = module.metadata.get(arg) {
                    f(value);
                }
            }
        }
        _ => {}
    }
}

/// Sorts `list` by a stated order. An order of another length does not apply.
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
