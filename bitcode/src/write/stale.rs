//! Use-list orders that a description lists by number and that an edit invalidated: the value now has another number of uses.
use super::enumerate::{BodyNumbers, Numbering, Scratch};
use crate::write::version_of;
use bctk_ir::body::Body;
use bctk_ir::entity::GlobalId;
use bctk_ir::module::Module;
use bctk_ir::provenance::NumberedOrder;
use bctk_ir::value::{Value, ValueKind};
use bctk_ir::visit::operands;
use bctk_uselist::use_counts;
use std::collections::HashMap;

/// What was left out.
#[derive(Debug, Default)]
pub struct Stale {
    /// How many orders of global values and constants of the module.
    pub of_module: usize,
    /// Functions with how many orders in them.
    pub of_bodies: Vec<(GlobalId, usize)>,
}

/// Drops the orders that no longer apply to `module`, which was parsed from a text. `globals`: its global values have the same numbers as
/// before; `values`: the previous number of module values, if known, which numbers in bodies depend on.
pub fn drop_stale(module: &mut Module, globals: bool, values: Option<u32>) -> Stale {
    let mut stale = Stale::default();
    let Some(mut told) = module.provenance.bitcode.as_mut().and_then(|written| written.described.take()) else { return stale };
    if !told.orders.is_empty() || told.body_orders.iter().any(|orders| !orders.is_empty()) {
        let keep_order = module.provenance.bitcode.as_ref().map_or(Some(true), |written| written.use_list_orders);
        let numbers = Numbering::new(module, keep_order, version_of(module));
        let counts = if globals { use_counts(module) } else { Vec::new() };
        let holds =
            |number: u32, order: &NumberedOrder| counts.get(number as usize).is_some_and(|&count| count as usize == order.indexes.len());
        let before = told.orders.len();
        told.orders.retain(|order| holds(order.number, order));
        stale.of_module = before - told.orders.len();
        let now = numbers.values();
        for &id in &numbers.globals.functions {
            let Some((index, body)) = numbers.body_of(id) else { continue };
            let Some(orders) = told.body_orders.get_mut(index as usize).filter(|orders| !orders.is_empty()) else { continue };
            let uses = Uses::new(&numbers, id, body);
            let before = orders.len();
            orders.retain_mut(|order| {
                if order.block {
                    // Its address, which exists once, uses it too.
                    let count = uses.blocks.get(order.number as usize).map(|&count| count as usize);
                    return count.is_some_and(|count| order.indexes.len() == count || order.indexes.len() == count + 1);
                }
                if order.number <= i32::MAX as u32 {
                    return uses.of(order.number) == Some(order.indexes.len() as u32);
                }
                // One of the module's values, below the body's own.
                let Some(global) = values.map(|values| order.number.wrapping_add(values)).filter(|&global| holds(global, order)) else {
                    return false;
                };
                order.number = global.wrapping_sub(now);
                true
            });
            if orders.len() < before {
                stale.of_bodies.push((id, before - orders.len()));
            }
        }
    }
    if let Some(written) = &mut module.provenance.bitcode {
        written.described = Some(told);
    }
    stale
}

/// How often the values of a body are used in it.
struct Uses {
    /// By number from the first argument on.
    values: HashMap<u32, u32>,
    blocks: Vec<u32>,
    /// Numbers that the body gives.
    end: u32,
}

impl Uses {
    fn new(module: &Numbering<'_>, id: GlobalId, body: &Body) -> Uses {
        let numbers = BodyNumbers::new(module, id, body, &mut Scratch::default());
        let first = module.values();
        let mut uses = Uses { values: HashMap::new(), blocks: vec![0; body.blocks.len()], end: 0 };
        uses.end = numbers.first_result - first + body.made_locals().count() as u32;
        for inst in &body.insts {
            operands(inst, body, |_, value| match value.kind() {
                ValueKind::Block(block) => {
                    if let Some(count) = uses.blocks.get_mut(block.index()) {
                        *count += 1;
                    }
                }
                ValueKind::Metadata(_) | ValueKind::None | ValueKind::Global(_) => {}
                _ => {
                    if let Some(number) = numbers.numbered(value).and_then(|number| number.checked_sub(first)) {
                        *uses.values.entry(number).or_default() += 1;
                    }
                }
            });
        }
        for &constant in &numbers.own {
            numbers.constant_operands(constant, |operand: Value| {
                if let Some(number) = numbers.number_of(operand).and_then(|number| number.checked_sub(first)) {
                    *uses.values.entry(number).or_default() += 1;
                }
            });
        }
        uses
    }

    fn of(&self, number: u32) -> Option<u32> {
        (number < self.end).then(|| self.values.get(&number).copied().unwrap_or(0))
    }
}
