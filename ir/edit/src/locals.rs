//! Replaces and renumbers the locals of a body, and what metadata wraps of it.
use crate::instructions::{NO_LOCAL, result_of};
use crate::values::map_body;
use bctk_ir::body::{Body, DbgOperand};
use bctk_ir::entity::MdId;
use bctk_ir::metadata::{Metadata, MetadataTable};
use bctk_ir::module::Module;
use bctk_ir::value::{Value, ValueKind};
use hashbrown::{HashMap, HashSet};

/// Replaces the first local of each pair by the second value, which may be such a local in turn.
pub fn substitute(module: &mut Module, body: usize, pairs: HashMap<u32, Value>) {
    change_locals(module, body, |body, wrapped| substitute_in(body, wrapped, pairs));
}

/// As [`substitute`], in a body alone and in what metadata wraps of it.
pub fn substitute_in(body: &mut Body, wrapped: &mut [(MdId, Value)], mut pairs: HashMap<u32, Value>) {
    // In order, so that a circle always ends at the same one.
    let mut locals: Vec<u32> = pairs.keys().copied().collect();
    locals.sort_unstable();
    for local in locals {
        resolve(&mut pairs, Value::local(local));
    }
    let map = |value: Value| match value.kind() {
        ValueKind::Local(local) => pairs.get(&local).copied().unwrap_or(value),
        _ => value,
    };
    map_locals(body, wrapped, &map);
    move_orders(body, &pairs);
}

/// Stated orders of uses follow them to the new instructions that take the place of others.
fn move_orders(body: &mut Body, pairs: &HashMap<u32, Value>) {
    let moved = |value: Value| match value.kind() {
        ValueKind::Local(local) => pairs.get(&local).copied(),
        _ => None,
    };
    if !body.provenance.use_orders.iter().any(|order| moved(order.value).is_some()) {
        return;
    }
    let new = |(inst, local)| body.provenance.step_of(inst).map(|_| Value::local(local));
    let new: HashSet<Value> = body.made_locals().filter_map(new).collect();
    for order in &mut body.provenance.use_orders {
        if let Some(value) = moved(order.value).filter(|value| new.contains(value)) {
            order.value = value;
        }
    }
}

/// What finally takes the place of a value. Chains of replacements become short, so that each is followed once. Replacements that lead back,
/// as in code that nothing reaches, end at one of them.
pub fn resolve(pairs: &mut HashMap<u32, Value>, value: Value) -> Value {
    let mut chain = Vec::new();
    let mut end = value;
    while let ValueKind::Local(local) = end.kind()
        && let Some(&next) = pairs.get(&local)
        && next != end
    {
        chain.push(local);
        // In a circle, what was passed is its own end.
        pairs.insert(local, end);
        end = next;
    }
    for local in chain {
        pairs.insert(local, end);
    }
    end
}

/// Replaces locals in a whole body and in what metadata wraps of it.
fn map_locals(body: &mut Body, wrapped: &mut [(MdId, Value)], map: &impl Fn(Value) -> Value) {
    wrapped.iter_mut().for_each(|(_, value)| *value = map(*value));
    map_body(body, map);
}

/// Calls `change` with a body and what metadata wraps of it.
fn change_locals(module: &mut Module, body: usize, change: impl FnOnce(&mut Body, &mut [(MdId, Value)])) {
    let Module { bodies, metadata, .. } = module;
    let Some(body) = bodies.get_mut(body) else { return };
    let mut wrapped = wrapped_values(metadata, body);
    change(body, &mut wrapped);
    rewrap(metadata, wrapped);
}

/// The values of a body that metadata wraps.
pub fn wrapped_values(metadata: &MetadataTable, body: &Body) -> Vec<(MdId, Value)> {
    wrapped_locals(metadata, body).into_iter().filter_map(|id| Some((id, metadata.wrapped_value(id)?))).collect()
}

/// Gives metadata that wraps values of a body the values that these have become.
pub fn rewrap(metadata: &mut MetadataTable, wrapped: Vec<(MdId, Value)>) {
    for (id, new) in wrapped {
        if let Some(Metadata::Value { value, .. }) = metadata.items.get_mut(id.index()) {
            *value = new;
        }
    }
}

/// The metadata that wraps values of a body, in order: its own items, and what its calls and records refer to, which passes may have added.
pub fn wrapped_locals(metadata: &MetadataTable, body: &Body) -> Vec<MdId> {
    let is_local = |id: MdId| match metadata.get(id) {
        Metadata::Value { value, .. } => matches!(value.kind(), ValueKind::Local(_) | ValueKind::LocalConst(_)),
        _ => false,
    };
    let mut out: Vec<MdId> = (body.metadata.0..body.metadata.1).map(MdId).filter(|&id| is_local(id)).collect();
    let mut note = |id: MdId| match metadata.get(id) {
        Metadata::ArgList(list) => out.extend(metadata.lists.get(list).iter().filter(|&id| is_local(id))),
        // The same one is often named several times in a row.
        _ if out.last() == Some(&id) => {}
        _ => out.extend(is_local(id).then_some(id)),
    };
    for call in &body.calls {
        for arg in body.values(call.args) {
            if let ValueKind::Metadata(id) = arg.kind() {
                note(id);
            }
        }
    }
    for record in &body.dbg_records {
        for operand in body.dbg_operands(record) {
            if let DbgOperand::Md(id) = operand {
                note(id);
            }
        }
    }
    if !out.is_sorted_by(|a, b| a < b) {
        out.sort_unstable();
        out.dedup();
    }
    out
}

/// Renumbers new locals in the order of the instructions that define them, as a reader does.
pub fn order_locals(module: &mut Module, body: usize) {
    if module.bodies.get(body).is_some_and(|body| !in_order(body)) {
        change_locals(module, body, order_locals_in);
    }
}

/// Whether new locals are in the order of the instructions that define them.
fn in_order(body: &Body) -> bool {
    body.made_locals().map(|(_, local)| local).eq(body.args..body.local_types.len() as u32)
}

/// As [`order_locals`], in a body alone and in what metadata wraps of it.
pub fn order_locals_in(found: &mut Body, wrapped: &mut [(MdId, Value)]) {
    if in_order(found) {
        return;
    }
    let mut numbers = vec![NO_LOCAL; found.local_types.len()];
    let mut types = Vec::with_capacity(found.local_types.len());
    let mut names = Vec::with_capacity(found.local_names.len());
    let made: Vec<u32> = found.made_locals().map(|(_, local)| local).collect();
    for local in (0..found.args).chain(made) {
        let Some(number) = numbers.get_mut(local as usize).filter(|number| **number == NO_LOCAL) else { continue };
        *number = types.len() as u32;
        types.push(found.local_types[local as usize]);
        names.extend(found.local_names.get(local as usize));
    }
    for result in &mut found.results {
        if let Some(&number) = result.get().and_then(|local| numbers.get(local as usize)) {
            *result = result_of(number);
        }
    }
    found.local_types = types;
    found.local_names = names;
    let map = |value: Value| match value.kind() {
        ValueKind::Local(local) => numbers.get(local as usize).filter(|&&n| n != NO_LOCAL).map_or(value, |&n| Value::local(n)),
        _ => value,
    };
    found
        .provenance
        .use_orders
        .retain(|order| !matches!(order.value.kind(), ValueKind::Local(l) if numbers.get(l as usize) == Some(&NO_LOCAL)));
    for order in &mut found.provenance.use_orders {
        order.value = map(order.value);
    }
    map_locals(found, wrapped, &map);
}
