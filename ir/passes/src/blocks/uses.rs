//! The orders of uses of the locals and blocks of a function, as LLVM has them in memory: the latest use comes first.
use bctk_ir::body::Body;
use bctk_ir::entity::{BlockId, InstId};
use bctk_ir::use_order::UseOrder;
use bctk_ir::value::{Value, ValueKind};
use bctk_ir::visit::operands;
use hashbrown::{HashMap, HashSet};

/// A use: the instruction, and the number of the operand.
pub(super) type Use = (InstId, u32);

/// The uses of each local, the latest first.
#[derive(Clone, Debug, Default)]
pub(super) struct LocalUses {
    lists: Vec<Vec<Use>>,
}

/// The uses of each local of a body in the order in which a reader makes them: the earliest first.
fn found(body: &Body) -> Vec<Vec<Use>> {
    let mut found = vec![Vec::new(); body.local_types.len()];
    for (at, inst) in body.insts.iter().enumerate() {
        operands(inst, body, |number, value| {
            if let ValueKind::Local(local) = value.kind()
                && let Some(list) = found.get_mut(local as usize)
            {
                list.push((InstId::new(at), number));
            }
        });
    }
    found
}

/// The lists of a body that is read: the latest use comes first, and those before the value itself, which were uses of a placeholder, last.
fn as_read(body: &Body) -> Vec<Vec<Use>> {
    let mut lists = found(body);
    let mut makers = vec![None; lists.len()];
    for (at, local) in body.made_locals() {
        if let Some(slot) = makers.get_mut(local as usize) {
            *slot = Some(at);
        }
    }
    for (list, maker) in lists.iter_mut().zip(makers) {
        let early = maker.map_or(0, |maker| list.partition_point(|&(inst, _)| inst <= maker));
        *list = list[early..].iter().rev().chain(&list[..early]).copied().collect();
    }
    lists
}

impl LocalUses {
    /// Those of a body that was read, with the orders that it states.
    pub(super) fn of(body: &Body) -> LocalUses {
        let mut lists = as_read(body);
        for order in &body.provenance.use_orders {
            let ValueKind::Local(local) = order.value.kind() else { continue };
            let Some(list) = lists.get_mut(local as usize).filter(|list| list.len() == order.indexes.len()) else { continue };
            let mut keyed: Vec<(u32, Use)> = order.indexes.iter().copied().zip(list.iter().copied()).collect();
            keyed.sort_by_key(|&(index, _)| index);
            *list = keyed.into_iter().map(|(_, at)| at).collect();
        }
        LocalUses { lists }
    }

    fn list(&mut self, local: u32) -> &mut Vec<Use> {
        if self.lists.len() <= local as usize {
            self.lists.resize(local as usize + 1, Vec::new());
        }
        &mut self.lists[local as usize]
    }

    /// Adds the latest use.
    pub(super) fn add(&mut self, value: Value, at: Use) {
        if let ValueKind::Local(local) = value.kind() {
            self.list(local).insert(0, at);
        }
    }

    /// Moves all uses of a local to another, one after the other.
    pub(super) fn move_all(&mut self, from: u32, to: u32) {
        let moved = std::mem::take(self.list(from));
        self.list(to).splice(0..0, moved.into_iter().rev());
    }

    /// The list of a parameter that takes the place of a local in some instructions: these are changed in the order of its list.
    fn of_parameter(&self, local: u32, is_in: impl Fn(InstId) -> bool) -> Vec<Use> {
        let Some(list) = self.lists.get(local as usize) else { return Vec::new() };
        let mut seen = HashSet::new();
        let mut new: Vec<Use> = Vec::new();
        for &(inst, _) in list.iter().filter(|&&(inst, _)| is_in(inst)) {
            if seen.insert(inst) {
                let mut own: Vec<Use> = list.iter().copied().filter(|&(other, _)| other == inst).collect();
                own.sort_unstable();
                own.into_iter().for_each(|at| new.insert(0, at));
            }
        }
        new
    }
}

/// The orders that a new body must state for its locals and blocks.
///
/// `moved` has the place of each instruction of the old body, `params` the locals that are parameters, `made` the new number of each old local,
/// and `preds` the blocks that use each block.
pub(super) fn orders(
    body: &Body,
    uses: &LocalUses,
    moved: &HashMap<InstId, InstId>,
    params: &[u32],
    made: &HashMap<u32, u32>,
    preds: &[Vec<BlockId>],
) -> Vec<UseOrder> {
    let read = as_read(body);
    let mut orders = Vec::new();
    let of_params = params.iter().zip(0..).map(|(&old, new)| (new, uses.of_parameter(old, |inst| moved.contains_key(&inst))));
    let of_locals = made.iter().map(|(&old, &new)| (new, uses.lists.get(old as usize).cloned().unwrap_or_default()));
    for (new, list) in of_params.chain(of_locals) {
        let list: Vec<Use> = list.into_iter().filter_map(|(inst, number)| Some((*moved.get(&inst)?, number))).collect();
        if let Some(found) = read.get(new as usize) {
            orders.extend(order(Value::local(new), found, &list));
        }
    }
    let read = read_preds(body);
    for (at, (found, list)) in read.iter().zip(preds).enumerate() {
        orders.extend(order(Value::block(BlockId::new(at)), &numbered(found), &numbered(list)));
    }
    orders.sort_by_key(|order| order.value.raw());
    orders
}

/// The order that makes one list of the other, if they differ and have the same uses.
fn order<T: Eq + std::hash::Hash + Copy>(value: Value, found: &[T], wanted: &[T]) -> Option<UseOrder> {
    if found == wanted || found.len() != wanted.len() {
        return None;
    }
    let places: HashMap<T, u32> = wanted.iter().copied().zip(0..).collect();
    let indexes = found.iter().map(|at| places.get(at).copied()).collect::<Option<Vec<u32>>>()?;
    Some(UseOrder { value, indexes })
}

/// The predecessors that a reader finds, the latest first.
fn read_preds(body: &Body) -> Vec<Vec<BlockId>> {
    let mut preds: Vec<Vec<BlockId>> = vec![Vec::new(); body.blocks.len()];
    for (from, block) in body.blocks.iter().enumerate() {
        let last = block.end.index().checked_sub(1).and_then(|last| body.insts.get(last));
        if let Some(last) = last {
            operands(last, body, |_, value| {
                if let ValueKind::Block(to) = value.kind()
                    && let Some(list) = preds.get_mut(to.index())
                {
                    list.insert(0, BlockId::new(from));
                }
            });
        }
    }
    preds
}

/// Tells apart what is there several times.
fn numbered(list: &[BlockId]) -> Vec<(BlockId, u32)> {
    let mut seen: HashMap<BlockId, u32> = HashMap::new();
    let number = |&block: &BlockId| {
        let count = seen.entry(block).or_insert(0);
        *count += 1;
        (block, *count)
    };
    list.iter().map(number).collect()
}
