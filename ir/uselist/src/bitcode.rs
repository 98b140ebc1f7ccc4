//! The use-list orders that LLVM's bitcode writer writes: the orders where the lists in memory differ from those that its reader would
//! build (`predictUseListOrder` of its ValueEnumerator).
//!
//! Bitcode written by LLVM contains them. For any other module, [`super::memory`] computes the lists that the module's release would have.
//! LLVM 13 takes several uses by one global value for equal when it sorts a list with `std::sort`. They stay in their order here, as they do
//! in lists of up to 16 uses; in longer lists their order depends on the C++ library.
use super::blocks::{address_uses, order_blocks};
use super::constants::Node;
use super::forms::Forms;
use super::keys::{Key, Keys, shuffle, uses_by_key};
use super::memory::{Memory, Positions};
use super::sketch::{Entry, Sketch, sketch};
use super::steps::LinkStep;
use super::{Directives, UseOrder};
use bctk_ir::entity::GlobalId;
use bctk_ir::global::GlobalKind;
use bctk_ir::module::Module;
use bctk_ir::value::Value;
use bctk_support::parallel::prelude::*;
use std::ops::RangeInclusive;

/// The kinds of global values in the order in which the writer counts them.
fn rank(kind: &GlobalKind) -> u32 {
    match kind {
        GlobalKind::Variable { .. } => 0,
        GlobalKind::Alias { .. } => 1,
        GlobalKind::IFunc { .. } => 2,
        GlobalKind::Function(_) => 3,
    }
}

/// The nodes of the entries of all bodies, one body after the other.
struct Nodes {
    all: Vec<Node>,
    /// Where those of each body end.
    ends: Vec<usize>,
}

impl Nodes {
    fn of(&self, body: u32) -> Option<&[Node]> {
        let end = *self.ends.get(body as usize)?;
        let start = (body as usize).checked_sub(1).map_or(0, |before| self.ends[before]);
        self.all.get(start..end)
    }
}

/// Numbers the contents of the file in the order of LLVM's writer (`orderModule` of ValueEnumerator).
fn number(module: &Module, memory: &Memory<'_>, positions: &Positions, sketches: &[Sketch], nodes: &Nodes) -> Keys {
    let mut keys = Keys::new(module, memory);
    if memory.forms.makes_all {
        number_by_block(&mut keys, memory, positions, sketches, nodes);
        return keys;
    }
    for wanted in 0..4 {
        for (i, _) in module.globals.iter().enumerate().rev().filter(|(_, g)| rank(&g.kind) == wanted) {
            for &node in memory.global_operands.get(i).into_iter().flatten() {
                keys.constant(memory, node, 0);
            }
            keys.global(i as u32, 0);
        }
    }
    for (body, entries) in bodies(module, sketches, nodes) {
        // Metadata is read before instructions.
        for (_, node) in entries().filter(|(entry, _)| entry.is_wrapped()) {
            keys.constant(memory, node, positions.metadata(body));
        }
        for (entry, node) in entries().filter(|(entry, _)| !entry.is_wrapped()) {
            keys.constant(memory, node, positions.inst(body, entry.at));
        }
    }
    keys
}

/// [`number`] for a reader that creates all constants of a block at once: those of the module before global values, those of a body before
/// its instructions (`orderModule` of LLVM 14).
fn number_by_block(keys: &mut Keys, memory: &Memory<'_>, positions: &Positions, sketches: &[Sketch], nodes: &Nodes) {
    let module = memory.module;
    for wanted in 0..4 {
        for (i, _) in module.globals.iter().enumerate().filter(|(_, g)| rank(&g.kind) == wanted) {
            for &node in memory.global_operands.get(i).into_iter().flatten() {
                keys.constant(memory, node, 0);
            }
        }
    }
    // The writer puts constants that metadata wraps into the module's block.
    for (_, entries) in bodies(module, sketches, nodes) {
        for (_, node) in entries().filter(|(entry, _)| entry.is_wrapped()) {
            keys.constant(memory, node, 0);
        }
    }
    // LLVM counts forward and compares global values the other way around.
    for wanted in [0, 2, 1, 3] {
        for (i, _) in module.globals.iter().enumerate().rev().filter(|(_, g)| rank(&g.kind) == wanted) {
            keys.global(i as u32, 0);
        }
    }
    for (body, entries) in bodies(module, sketches, nodes) {
        for (_, node) in entries().filter(|(entry, _)| !entry.is_wrapped()) {
            keys.constant(memory, node, positions.metadata(body));
        }
    }
}

/// The bodies in the order of their functions, each with its entries and their nodes.
fn bodies<'a, 'm>(
    module: &'m Module,
    sketches: &'a [Sketch],
    nodes: &'a Nodes,
) -> impl Iterator<Item = (u32, impl Fn() -> Entries<'a>)> + use<'a, 'm> {
    module.functions().filter_map(move |(_, _, function)| {
        let body = function.body?;
        let (sketch, nodes) = (sketches.get(body as usize)?, nodes.of(body)?);
        Some((body, move || sketch.entries.iter().copied().zip(nodes.iter().copied())))
    })
}

type Entries<'a> = std::iter::Zip<std::iter::Copied<std::slice::Iter<'a, Entry>>, std::iter::Copied<std::slice::Iter<'a, Node>>>;

/// Visits each value once, and notes the orders that the file has to state.
struct Predictor<'a, 'm> {
    memory: &'a Memory<'m>,
    keys: &'a Keys,
    /// The keys of global values; none lies between them.
    of_globals: RangeInclusive<Key>,
    seen_globals: Vec<bool>,
    seen_constants: Vec<bool>,
    stack: Vec<Node>,
    list: Vec<(Key, u32)>,
}

impl Predictor<'_, '_> {
    fn visit(&mut self, root: Node, out: &mut Vec<(Node, Vec<u32>)>) {
        let memory = self.memory;
        self.stack.push(root);
        while let Some(node) = self.stack.pop() {
            let (seen, operands): (_, &[Node]) = match node {
                Node::None => continue,
                Node::Global(g) => {
                    (self.seen_globals.get_mut(g as usize), memory.global_operands.get(g as usize).map_or(&[], |operands| operands))
                }
                Node::Const(c) => (self.seen_constants.get_mut(c as usize), memory.constants.operands(c)),
            };
            match seen {
                Some(seen) if !*seen => *seen = true,
                _ => continue,
            }
            self.stack.extend(operands.iter().rev().filter(|op| **op != Node::None));
            if memory.count(node) < 2 {
                continue;
            }
            let id = self.keys.of_node(node);
            // Constants that nothing uses are not written.
            let list = &mut self.list;
            uses_by_key(memory, self.keys, node, list);
            if !memory.forms.sorts_operands {
                // They stay in their order.
                for (at, (_, operand)) in (0..).zip(list.iter_mut()).filter(|(_, (key, _))| self.of_globals.contains(key)) {
                    *operand = u32::MAX - at;
                }
            }
            // The uses of a global value are not reversed; nor are those of the constants counted with it.
            let is_global = if memory.forms.makes_all { matches!(node, Node::Global(_)) } else { id >> 32 == 0 };
            let indexes = if is_global { shuffle(list, |_| false) } else { shuffle(list, |u| u.0 <= id) };
            if let Some(indexes) = indexes {
                out.push((node, indexes));
            }
        }
    }
}

/// The contents of the USELIST blocks of `module`, with the records of each block in the order in which LLVM writes them. The module's
/// records order global values and constants of the module. A body's records also order its locals, blocks and constants. Each constant
/// belongs to the body whose block states its order, or to the module.
pub fn predict_for_bitcode(module: &Module) -> Directives {
    // The orders that the writer of the file stated for these lists.
    let stated = module.provenance.bitcode.as_ref().is_some_and(|written| written.use_list_orders == Some(true));
    // Uses that upgrades made since are in no stated order.
    let is_unchanged = module.bodies.iter().all(|body| body.provenance.late.is_empty());
    // A module with typed pointers states orders for constants that LLVM 22 does not have.
    let typed = !module.provenance.text_use_orders && module.types.has_typed_pointers();
    if is_unchanged && (stated || typed) {
        return Directives {
            module: module.provenance.use_orders.iter().map(|order| (order.clone(), None)).collect(),
            bodies: module.bodies.iter().map(|body| body.provenance.use_orders.clone()).collect(),
        };
    }
    compare(module, Memory::new)
}

/// The same for a module that was linked by these steps.
pub fn predict_after_linking(module: &Module, steps: &[LinkStep]) -> Directives {
    compare(module, |module, forms, positions, sketches| Memory::linked(module, forms, positions, sketches, steps))
}

/// The orders that the lists in memory need.
pub(super) fn compare<'m>(module: &'m Module, memory: impl FnOnce(&'m Module, Forms, &Positions, &[Sketch]) -> Memory<'m>) -> Directives {
    let mut directives = Directives { module: Vec::new(), bodies: vec![Vec::new(); module.bodies.len()] };
    let Some(positions) = Positions::new(module) else { return directives };
    let forms = Forms::of(module);
    let mut sketches: Vec<Sketch> = module.bodies.par_iter().balanced().map(|body| sketch(module, body, forms)).collect();
    let mut memory = memory(module, forms, &positions, &sketches);
    let count = sketches.iter().map(|sketch| sketch.entries.len()).sum();
    let mut nodes = Nodes { all: Vec::with_capacity(count), ends: Vec::with_capacity(sketches.len()) };
    for (index, sketch) in sketches.iter_mut().enumerate() {
        sketch.sort();
        memory.constants.enter_body(index as u32);
        nodes.all.extend(sketch.entries.iter().map(|entry| memory.constants.node(entry.value)));
        nodes.ends.push(nodes.all.len());
    }
    let keys = number(module, &memory, &positions, &sketches, &nodes);
    for addressed in address_uses(module, &memory, forms).chunk_by(|a, b| a.body == b.body) {
        let sketch = addressed.first().and_then(|a| sketches.get_mut(a.body as usize));
        if let Some(sketch) = sketch {
            sketch.put_blocks(addressed, order_blocks(module, &keys, &positions, addressed, |user, block| user <= block));
        }
    }
    let mut predictor = Predictor {
        memory: &memory,
        keys: &keys,
        of_globals: keys.globals.iter().copied().min().unwrap_or(1)..=keys.globals.iter().copied().max().unwrap_or(0),
        seen_globals: vec![false; module.globals.len()],
        seen_constants: vec![false; memory.constants.len()],
        stack: Vec::new(),
        list: Vec::new(),
    };
    // The orders of a body are found first; their values are named when everything is known.
    let mut found: Vec<(u32, Vec<Named>)> = Vec::new();
    let functions: Vec<u32> = module.functions().filter_map(|(_, _, f)| f.body).collect();
    for &body in functions.iter().rev() {
        let (Some(sketch), Some(nodes)) = (sketches.get_mut(body as usize), nodes.of(body)) else { continue };
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

/// An order of a body's own value, or of another value.
enum Named {
    Own(UseOrder),
    Node(Node, Vec<u32>),
}

fn value_of(memory: &mut Memory<'_>, node: Node, body: Option<u32>) -> Option<Value> {
    match node {
        Node::None => None,
        Node::Global(g) => Some(Value::global(GlobalId(g))),
        Node::Const(c) => memory.constants.value_in(c, body),
    }
}

/// The orders that a body states, in LLVM's order.
fn body_orders(predictor: &mut Predictor<'_, '_>, sketch: &mut Sketch, nodes: &[Node]) -> Vec<Named> {
    let mut orders: Vec<Named> = Vec::new();
    orders.extend(std::mem::take(&mut sketch.blocks).into_iter().map(Named::Own));
    orders.extend(std::mem::take(&mut sketch.args).into_iter().map(Named::Own));
    let mut own = std::mem::take(&mut sketch.results).into_iter().peekable();
    let mut found = Vec::new();
    // LLVM 14 looks at all constants before results, and not at what metadata wraps.
    let by_block = predictor.memory.forms.makes_all;
    for (entry, &node) in sketch.entries.iter().zip(nodes).filter(|(entry, _)| !by_block || !entry.is_wrapped()) {
        let is_before = |&(at, rank, _): &(u32, u32, UseOrder)| !by_block && (at, rank) < (entry.at, entry.rank);
        while let Some((.., order)) = own.next_if(is_before) {
            orders.push(Named::Own(order));
        }
        predictor.visit(node, &mut found);
        orders.extend(found.drain(..).map(|(node, indexes)| Named::Node(node, indexes)));
    }
    orders.extend(own.map(|(.., order)| Named::Own(order)));
    orders
}
