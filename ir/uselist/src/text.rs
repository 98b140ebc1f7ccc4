//! The directives that a text needs: use-lists as LLVM's bitcode reader builds them, compared with those that its assembly parser would
//! build (`predictUseListOrder` of its printer).
use super::addresses::takes_addresses;
use super::blocks::{Addressed, address_uses, order_blocks, uses_of_block};
use super::constants::Node;
use super::forms::Forms;
use super::keys::{Key, Keys, key, shuffle, uses_by_key};
use super::memory::{Memory, Positions};
use super::own::{OwnUses, by_value, stated_for};
use super::sketch::{Sketch, sketch};
use super::{Directives, UseOrder};
use crate::preds::has_no_edges;
use bctk_ir::body::Body;
use bctk_ir::entity::{BlockId, GlobalId, OptionalId};
use bctk_ir::global::GlobalKind;
use bctk_ir::module::Module;
use bctk_ir::value::{Value, ValueKind};
use bctk_support::parallel::prelude::*;

/// The use-list directives that a text of `module` needs, as LLVM prints them with `--preserve-ll-uselistorder`. A module from text
/// needs the directives that the text had.
pub fn predict(module: &Module) -> Directives {
    if module.provenance.text_use_orders {
        return Directives {
            module: module.provenance.use_orders.iter().map(|order| (order.clone(), None)).collect(),
            bodies: module.bodies.iter().map(stated).collect(),
        };
    }
    let mut directives = Directives { module: Vec::new(), bodies: vec![Vec::new(); module.bodies.len()] };
    let Some(positions) = Positions::new(module) else { return directives };
    let forms = Forms::of(module);
    let mut sketches: Vec<Sketch> = module.bodies.par_iter().balanced().map(|body| sketch(module, body, forms)).collect();
    let mut memory = Memory::new(module, forms, &positions, &sketches);
    let keys = number(module, &mut memory, &positions, &mut sketches);
    for addressed in address_uses(module, &memory, forms).chunk_by(|a, b| a.body == b.body) {
        let sketch = addressed.first().and_then(|a| sketches.get_mut(a.body as usize));
        if let Some(sketch) = sketch {
            // Uses of a block are not reversed.
            sketch.put_blocks(addressed, order_blocks(module, &keys, &positions, addressed, |_, _| false));
        }
    }
    for ((sketch, body), found) in sketches.into_iter().zip(&module.bodies).zip(&mut directives.bodies) {
        *found = in_place(sketch, body);
    }
    let mut list: Vec<(Key, u32)> = Vec::new();
    for &node in keys.order.iter().flatten() {
        if memory.count(node) < 2 {
            continue;
        }
        let (value, body) = match node {
            Node::None => continue,
            Node::Global(g) => (Value::global(GlobalId(g)), None),
            Node::Const(c) => match memory.constants.place(c) {
                Some(place) => place,
                None => continue,
            },
        };
        uses_by_key(&memory, &keys, node, &mut list);
        let own = match node {
            Node::Const(c) => memory.constants.address(c).map(|(function, block)| block_key(module, &positions, function, block)),
            _ => None,
        };
        let own = own.unwrap_or_else(|| keys.of_node(node));
        // The parser reverses the uses before the definition.
        if let Some(indexes) = shuffle(&list, |at| at.0 <= own) {
            directives.module.push((UseOrder { value, indexes }, body));
        }
    }
    directives
}

/// The orders that a text states in a body, but for those of values that upgrades use anew.
fn stated(body: &Body) -> Vec<UseOrder> {
    let mut orders = body.provenance.use_orders.clone();
    if body.provenance.late.iter().any(|late| !late.callee_only) {
        let uses = OwnUses::new(body);
        orders.retain(|order| match order.value.kind() {
            ValueKind::Local(local) => uses.of_local(local).len() == order.indexes.len(),
            _ => true,
        });
    }
    orders
}

/// The key of a block: before everything else at its first instruction.
fn block_key(module: &Module, positions: &Positions, function: GlobalId, block: BlockId) -> Key {
    let body = module.global(function).and_then(|g| g.function()).and_then(|f| f.body);
    let found = body.and_then(|index| Some((index, module.bodies.get(index as usize)?.blocks.get(block.index())?)));
    found.map_or(0, |(index, block)| key(positions.inst(index, block.first.0), 0))
}

/// Numbers the contents of the text, in the order of LLVM's printer (`orderModule` of AsmWriter).
fn number(module: &Module, memory: &mut Memory<'_>, positions: &Positions, sketches: &mut [Sketch]) -> Keys {
    sketches.iter_mut().for_each(Sketch::sort);
    let mut keys = Keys::new(module, memory);
    keys.order = Some(Vec::new());
    type Operand = fn(&GlobalKind) -> Option<OptionalId<Value>>;
    let kinds: [Operand; 3] = [
        |kind| if let GlobalKind::Variable { initializer, .. } = kind { Some(*initializer) } else { None },
        |kind| if let GlobalKind::Alias { aliasee } = kind { Some(OptionalId::some(*aliasee)) } else { None },
        |kind| if let GlobalKind::IFunc { resolver } = kind { Some(OptionalId::some(*resolver)) } else { None },
    ];
    for operand in kinds {
        for (i, global) in module.globals.iter().enumerate() {
            let Some(operand) = operand(&global.kind) else { continue };
            let node = operand.get().map_or(Node::None, |operand| memory.constants.node(operand));
            keys.constant(memory, node, 0);
            keys.global(i as u32, 0);
        }
    }
    let placeholder = memory.placeholder;
    // The position in the text: functions come before their blocks.
    let mut at = positions.start();
    for (id, _, function) in module.functions() {
        if let Some(body) = function.body {
            at = positions.blocks(body);
        }
        let operands = [function.personality, function.prefix, function.prologue];
        for value in operands {
            let value = match (value.get(), placeholder) {
                (Some(value), _) => value,
                (None, Some(null)) if operands.iter().any(|value| value.is_some()) => null,
                _ => continue,
            };
            let node = memory.constants.node(value);
            keys.constant(memory, node, at);
        }
        keys.global(id.0, at);
        let Some((index, body)) = function.body.and_then(|index| Some((index, module.bodies.get(index as usize)?))) else { continue };
        memory.constants.enter_body(index);
        for entry in sketches.get(index as usize).iter().flat_map(|sketch| &sketch.entries) {
            let position = positions.inst(index, entry.at);
            match (memory.constants.node(entry.value), entry.value.kind()) {
                (_, ValueKind::Global(id)) if entry.is_described() => keys.global(id.0, position),
                (node, _) if !entry.is_mask() => keys.constant(memory, node, position),
                _ => {}
            }
        }
        at = positions.inst(index, body.insts.len() as u32);
    }
    keys
}

/// The orders of a body's own values: arguments first, then blocks and results in the order of the body.
fn in_place(sketch: Sketch, body: &Body) -> Vec<UseOrder> {
    let mut orders = sketch.args;
    let mut others: Vec<((u32, u32), UseOrder)> = Vec::new();
    others.extend(sketch.blocks.into_iter().map(|order| match order.value.kind() {
        ValueKind::Block(b) => ((body.blocks.get(b.index()).map_or(u32::MAX, |block| block.first.0), 0), order),
        _ => ((u32::MAX, 0), order),
    }));
    if !sketch.results.is_empty() {
        let made: std::collections::HashMap<u32, u32> = body.made_locals().map(|(inst, local)| (local, inst.0)).collect();
        others.extend(sketch.results.into_iter().map(|(.., order)| match order.value.kind() {
            ValueKind::Local(n) => ((made.get(&n).copied().unwrap_or(u32::MAX), 1), order),
            _ => ((u32::MAX, 1), order),
        }));
    }
    // Blocks are sorted by number already.
    others.sort_by_key(|&(at, _)| at);
    orders.extend(others.into_iter().map(|(_, order)| order));
    orders
}

/// Sorts the predecessors of all blocks into the order of the blocks' use-lists, which also contain addresses of blocks.
pub fn order_predecessors(module: &mut Module) {
    let Some(positions) = Positions::new(module) else { return };
    let forms = Forms::of(module);
    // The uses in the whole module matter only for blocks whose addresses are among their uses.
    let mut addressed = Vec::new();
    if forms.blocks_are_used && takes_addresses(module) {
        let sketches: Vec<Sketch> = module.bodies.par_iter().balanced().map(|body| sketch(module, body, forms)).collect();
        addressed = address_uses(module, &Memory::new(module, forms, &positions, &sketches), forms);
    }
    let functions: Vec<u32> = module.functions().filter_map(|(_, _, function)| function.body).collect();
    let lists: Vec<(u32, Vec<BlockId>, Vec<u32>)> = functions
        .par_iter()
        .balanced()
        .filter_map(|&index| {
            let range = addressed.partition_point(|a| a.body < index)..addressed.partition_point(|a| a.body <= index);
            let (preds, ends) = ordered(module.bodies.get(index as usize)?, &positions, &addressed[range])?;
            Some((index, preds, ends))
        })
        .collect();
    for (index, preds, ends) in lists {
        if let Some(body) = module.bodies.get_mut(index as usize) {
            let provenance = &mut *body.provenance;
            (provenance.preds, provenance.pred_ends) = (preds, ends);
        }
    }
}

/// The predecessors of all blocks of a body, given the blocks whose addresses are among their uses, and the ends of their runs. None if
/// they stay as they are.
fn ordered(body: &Body, positions: &Positions, addressed: &[Addressed]) -> Option<(Vec<BlockId>, Vec<u32>)> {
    // Without uses by constants, a list is settled, and an upgrade may have changed it since.
    let settled = body.provenance.pred_ends.len() == body.blocks.len() || has_no_edges(body);
    let applies = |order: &UseOrder| match order.value.kind() {
        ValueKind::Block(block) => order.indexes.len() == body.predecessors(block).len(),
        _ => true,
    };
    if settled && addressed.is_empty() && body.provenance.use_orders.iter().all(applies) {
        return None;
    }
    let (uses, stated) = (OwnUses::new(body), by_value(body));
    let (mut preds, mut ends) = (Vec::new(), Vec::new());
    for block in (0..body.blocks.len()).map(BlockId::new) {
        let addressed = addressed.binary_search_by_key(&block, |a| a.block).ok().map(|at| &addressed[at]);
        if settled && addressed.is_none() && stated_for(&stated, Value::block(block)).all(applies) {
            preds.extend_from_slice(body.predecessors(block));
        } else {
            for (inst, _) in uses_of_block(&uses, &stated, positions, block, addressed).into_iter().flatten() {
                let from = body.blocks.partition_point(|b| b.end.0 <= inst);
                preds.extend(Some(from).filter(|&b| b < body.blocks.len()).map(BlockId::new));
            }
        }
        ends.push(preds.len() as u32);
    }
    Some((preds, ends))
}
