//! Which lists of uses the bitcode reader would build in another order than they have in memory.
use super::collect::{Entry, OwnUses, Sketch, by_value, permute, shuffle, sketch, stated_for};
use super::memory::{Address, Memory, Positions, User, UserKind};
use crate::exprs::Node;
use crate::{Directives, UseOrder};
use bctk_ir::entity::{BlockId, GlobalId};
use bctk_ir::global::GlobalKind;
use bctk_ir::module::Module;
use bctk_ir::value::Value;
use bctk_support::parallel::prelude::*;

/// The order in which the reader comes to things: position, then number there. Instructions come last at their position, after the constants
/// that are first met there. Position 0 is that of global values and the constants in their initializers. 0 is for what is not written.
type Key = u64;

fn key(position: u32, number: u32) -> Key {
    u64::from(position) << 32 | u64::from(number)
}

fn is_global(key: Key) -> bool {
    key >> 32 == 0
}

/// The keys of global values and constants.
struct Keys {
    globals: Vec<Key>,
    exprs: Vec<Key>,
    next: u32,
    stack: Vec<(u32, u32)>,
}

impl Keys {
    fn take(&mut self, position: u32) -> Key {
        self.next = self.next.saturating_add(1);
        key(position, self.next)
    }

    /// Gives a constant its key after its operands.
    fn expr(&mut self, memory: &Memory<'_>, root: u32, position: u32) {
        if self.exprs.get(root as usize) != Some(&0) {
            return;
        }
        self.stack.push((root, 0));
        while let Some((expr, at)) = self.stack.pop() {
            if self.exprs.get(expr as usize) != Some(&0) {
                continue;
            }
            match memory.exprs.operands(expr).get(at as usize).copied() {
                Some(op) => {
                    self.stack.push((expr, at + 1));
                    if let Node::Expr(op) = op
                        && self.exprs.get(op as usize) == Some(&0)
                    {
                        self.stack.push((op, 0));
                    }
                }
                None => self.exprs[expr as usize] = self.take(position),
            }
        }
    }

    fn of(&self, user: User) -> Key {
        match user.kind() {
            UserKind::Global(g) => self.globals.get(g as usize).copied().unwrap_or(0),
            UserKind::Expr(e) => self.exprs.get(e as usize).copied().unwrap_or(0),
            UserKind::Inst(position) => key(position, u32::MAX),
        }
    }
}

/// The kinds of global values in the order in which the writer counts them.
fn rank(kind: &GlobalKind) -> u32 {
    match kind {
        GlobalKind::Variable { .. } => 0,
        GlobalKind::Alias { .. } => 1,
        GlobalKind::IFunc { .. } => 2,
        GlobalKind::Function(_) => 3,
    }
}

/// Numbers what the file will hold (`orderModule`). `nodes` are those of the entries of each body.
fn number(module: &Module, memory: &Memory<'_>, positions: &Positions, sketches: &[Sketch], nodes: &[Vec<Node>]) -> Keys {
    let mut keys = Keys { globals: vec![0; module.globals.len()], exprs: vec![0; memory.exprs.list.len()], next: 0, stack: Vec::new() };
    for wanted in 0..4 {
        for (i, _) in module.globals.iter().enumerate().rev().filter(|(_, g)| rank(&g.kind) == wanted) {
            for node in memory.global_operands.get(i).into_iter().flatten() {
                if let Node::Expr(expr) = *node {
                    keys.expr(memory, expr, 0);
                }
            }
            keys.globals[i] = keys.take(0);
        }
    }
    for (_, _, function) in module.functions() {
        let Some(body) = function.body else { continue };
        let (Some(sketch), Some(nodes)) = (sketches.get(body as usize), nodes.get(body as usize)) else { continue };
        let exprs = || {
            sketch.entries.iter().zip(nodes).filter_map(|(entry, node)| match node {
                Node::Expr(expr) => Some((entry, *expr)),
                _ => None,
            })
        };
        // Metadata is read before instructions.
        for (_, expr) in exprs().filter(|(entry, _)| entry.operand().is_none()) {
            keys.expr(memory, expr, positions.metadata(body));
        }
        for (entry, expr) in exprs().filter(|(entry, _)| entry.operand().is_some()) {
            keys.expr(memory, expr, positions.inst(body, entry.at));
        }
    }
    keys
}

/// Looks at each value once, and notes the orders that have to be stated.
struct Predictor<'a, 'm> {
    memory: &'a Memory<'m>,
    keys: &'a Keys,
    seen_globals: Vec<bool>,
    seen_exprs: Vec<bool>,
    stack: Vec<Node>,
    list: Vec<(Key, u32)>,
}

impl Predictor<'_, '_> {
    fn visit(&mut self, root: Node, out: &mut Vec<(Node, Vec<u32>)>) {
        let memory = self.memory;
        self.stack.push(root);
        while let Some(node) = self.stack.pop() {
            let (seen, id, operands): (_, _, &[Node]) = match node {
                Node::Data => continue,
                Node::Global(g) => (
                    self.seen_globals.get_mut(g as usize),
                    self.keys.globals.get(g as usize),
                    memory.global_operands.get(g as usize).map_or(&[], |ops| ops),
                ),
                Node::Expr(e) => (self.seen_exprs.get_mut(e as usize), self.keys.exprs.get(e as usize), memory.exprs.operands(e)),
            };
            match seen {
                Some(seen) if !*seen => *seen = true,
                _ => continue,
            }
            self.stack.extend(operands.iter().rev().filter(|op| **op != Node::Data));
            if memory.count(node) < 2 {
                continue;
            }
            let id = id.copied().unwrap_or(0);
            let (list, keys) = (&mut self.list, self.keys);
            list.clear();
            memory.uses(node, |user, operand| {
                let key = keys.of(user);
                // Constants that nothing uses are not written.
                if key != 0 {
                    list.push((key, operand));
                }
            });
            // What uses a global value is not turned round.
            let indexes = if is_global(id) { shuffle(list, |_| false) } else { shuffle(list, |u| u.0 <= id) };
            if let Some(indexes) = indexes {
                out.push((node, indexes));
            }
        }
    }
}

/// The orders that a module from text needs.
pub(super) fn predict(module: &Module) -> Directives {
    let mut directives = Directives { module: Vec::new(), bodies: vec![Vec::new(); module.bodies.len()] };
    let Some(positions) = Positions::new(module) else { return directives };
    let mut sketches: Vec<Sketch> = module.bodies.par_iter().map(|body| sketch(module, body)).collect();
    let mut memory = Memory::new(module, &positions, &sketches);
    let mut nodes: Vec<Vec<Node>> = Vec::with_capacity(sketches.len());
    for (index, sketch) in sketches.iter_mut().enumerate() {
        if sketch.out_of_order {
            sketch.entries.sort_by_key(|e| (e.at, e.rank));
        }
        memory.exprs.enter_body(index as u32);
        nodes.push(sketch.entries.iter().map(|entry| memory.exprs.node(entry.value)).collect());
    }
    let keys = number(module, &memory, &positions, &sketches, &nodes);
    for addressed in addressed(module, &memory).chunk_by(|a, b| a.body == b.body) {
        let sketch = addressed.first().and_then(|a| sketches.get_mut(a.body as usize));
        if let Some(sketch) = sketch {
            order_blocks(module, &keys, &positions, addressed, sketch);
        }
    }
    let mut predictor = Predictor {
        memory: &memory,
        keys: &keys,
        seen_globals: vec![false; module.globals.len()],
        seen_exprs: vec![false; memory.exprs.list.len()],
        stack: Vec::new(),
        list: Vec::new(),
    };
    // What a body states is found first; the values are named when all is known.
    let mut found: Vec<(u32, Vec<Named>)> = Vec::new();
    let functions: Vec<u32> = module.functions().filter_map(|(_, _, f)| f.body).collect();
    for &body in functions.iter().rev() {
        let (Some(sketch), Some(nodes)) = (sketches.get_mut(body as usize), nodes.get(body as usize)) else { continue };
        let orders = body_orders(&mut predictor, sketch, nodes);
        if !orders.is_empty() {
            found.push((body, orders));
        }
    }
    let mut of_module = Vec::new();
    for wanted in [0, 3, 1, 2] {
        for (i, _) in module.globals.iter().enumerate().filter(|(_, g)| rank(&g.kind) == wanted) {
            predictor.visit(Node::Global(i as u32), &mut of_module);
        }
    }
    for (body, orders) in found {
        let list = &mut directives.bodies[body as usize];
        for order in orders.into_iter().rev() {
            match order {
                Named::Own(order) => list.push(order),
                Named::Node(node, indexes) => list.extend(value_of(&mut memory, node, Some(body)).map(|value| UseOrder { value, indexes })),
            }
        }
    }
    for (node, indexes) in of_module.into_iter().rev() {
        directives.module.extend(value_of(&mut memory, node, None).map(|value| (UseOrder { value, indexes }, None)));
    }
    directives
}

/// An order of a body's own value, or of another.
enum Named {
    Own(UseOrder),
    Node(Node, Vec<u32>),
}

fn value_of(memory: &mut Memory<'_>, node: Node, body: Option<u32>) -> Option<Value> {
    match node {
        Node::Data => None,
        Node::Global(g) => Some(Value::global(GlobalId(g))),
        Node::Expr(e) => memory.exprs.value_in(e, body),
    }
}

/// The orders that a body states, in the order in which LLVM comes to them.
fn body_orders(predictor: &mut Predictor<'_, '_>, sketch: &mut Sketch, nodes: &[Node]) -> Vec<Named> {
    let mut orders: Vec<Named> = Vec::new();
    orders.extend(std::mem::take(&mut sketch.blocks).into_iter().map(Named::Own));
    orders.extend(std::mem::take(&mut sketch.args).into_iter().map(Named::Own));
    let mut own = std::mem::take(&mut sketch.results).into_iter().peekable();
    let mut found = Vec::new();
    for (&Entry { at, rank, .. }, &node) in sketch.entries.iter().zip(nodes) {
        while let Some((.., order)) = own.next_if(|&(own_at, own_rank, _)| (own_at, own_rank) < (at, rank)) {
            orders.push(Named::Own(order));
        }
        predictor.visit(node, &mut found);
        orders.extend(found.drain(..).map(|(node, indexes)| Named::Node(node, indexes)));
    }
    orders.extend(own.map(|(.., order)| Named::Own(order)));
    orders
}

/// The orders of the blocks of one function whose addresses are taken, which count among their uses.
fn order_blocks(module: &Module, keys: &Keys, positions: &Positions, addressed: &[Addressed], sketch: &mut Sketch) {
    let Some(&Addressed { body: index, .. }) = addressed.first() else { return };
    let Some(body) = module.bodies.get(index as usize) else { return };
    let uses = OwnUses::new(body);
    let stated = by_value(body);
    let mut list: Vec<(Key, u32)> = Vec::new();
    let mut orders = Vec::new();
    for &Addressed { block, address, .. } in addressed {
        let address_key = keys.exprs.get(address.expr as usize).copied().unwrap_or(0);
        let by_insts = uses.of_block(block);
        let before = by_insts.partition_point(|&(inst, _)| positions.inst(index, inst) < address.at);
        let by_inst = |&(inst, operand): &(u32, u32)| (key(positions.inst(index, inst), u32::MAX), operand);
        list.clear();
        list.extend(by_insts[before..].iter().rev().map(by_inst));
        list.push((address_key, 0));
        list.extend(by_insts[..before].iter().rev().map(by_inst));
        let value = Value::block(block);
        for stated in stated_for(&stated, value) {
            permute(&mut list, &stated.indexes);
        }
        list.retain(|u| u.0 != 0);
        let own = key(positions.blocks(index), block.0);
        orders.extend(shuffle(&list, |u| u.0 <= own).map(|indexes| UseOrder { value, indexes }));
    }
    let is_addressed = |order: &UseOrder| addressed.binary_search_by_key(&order.value.raw(), |a| Value::block(a.block).raw()).is_ok();
    sketch.blocks.retain(|order| !is_addressed(order));
    sketch.blocks.extend(orders);
    sketch.blocks.sort_by_key(|order| order.value.raw());
}

/// A block whose address is taken.
#[derive(Clone, Copy)]
struct Addressed {
    body: u32,
    block: BlockId,
    address: Address,
}

/// All blocks whose addresses are taken, by body and block.
fn addressed(module: &Module, memory: &Memory<'_>) -> Vec<Addressed> {
    let mut list: Vec<Addressed> = Vec::new();
    for &address in &memory.addresses {
        let Some((function, block)) = memory.exprs.list.get(address.expr as usize).and_then(|e| e.address) else { continue };
        let Some(body) = module.global(function).and_then(|g| g.function()).and_then(|f| f.body) else { continue };
        list.push(Addressed { body, block, address });
    }
    list.sort_by_key(|a| (a.body, a.block));
    list
}
