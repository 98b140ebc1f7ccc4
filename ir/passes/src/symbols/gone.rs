//! Global values that leave a module: declarations that become another symbol or that nothing uses.
use super::Found;
use crate::forget::{forget_unused, remove as remove_globals};
use crate::reach::Used;
use bctk_edit::values::map_module;
use bctk_ir::entity::GlobalId;
use bctk_ir::global::GlobalKind;
use bctk_ir::module::Module;
use bctk_ir::summary::{EntryKind, Summary};
use bctk_ir::value::Value;
use hashbrown::HashMap;

/// A global value that leaves.
pub(super) struct Gone {
    pub(super) id: GlobalId,
    /// What takes its place, if anything uses it.
    pub(super) becomes: Option<GlobalId>,
}

/// By global value, whether anything but metadata uses it.
pub(super) fn used(module: &Module) -> Vec<bool> {
    Used::of(module).globals
}

/// The declarations whose new name another symbol has, or that get the name of one; they keep their names until they go.
pub(super) fn merged(module: &Module, found: &[Found], names: &mut [Option<Vec<u8>>], gone: &[Gone]) -> Result<Vec<Gone>, String> {
    if names.iter().all(Option::is_none) {
        return Ok(Vec::new());
    }
    let changed: HashMap<GlobalId, usize> = found.iter().enumerate().map(|(at, found)| (found.id, at)).collect();
    let leaves: hashbrown::HashSet<GlobalId> = gone.iter().map(|gone| gone.id).collect();
    let mut taken: HashMap<Vec<u8>, GlobalId> = HashMap::new();
    let mut merged: Vec<Gone> = Vec::new();
    for (at, global) in module.globals.iter().enumerate() {
        let id = GlobalId::new(at);
        let new = changed.get(&id).and_then(|at| names[*at].clone());
        let name = new.unwrap_or_else(|| module.str(global.name).to_vec());
        if name.is_empty() || leaves.contains(&id) {
            continue;
        }
        let Some(&other) = taken.get(&name) else {
            taken.insert(name, id);
            continue;
        };
        let shown = || String::from_utf8_lossy(&name).into_owned();
        let is_declared = |id: GlobalId| module.globals[id.index()].is_declaration();
        // The definition stays, or of two declarations the first one.
        let (leaves, stays) = match (is_declared(id), is_declared(other)) {
            (true, _) => (id, other),
            (false, true) => (other, id),
            (false, false) => return Err(format!("two symbols would have the name `{}`", shown())),
        };
        let (left, stayed) = (&module.globals[leaves.index()].kind, &module.globals[stays.index()].kind);
        let are_alike = match (left, stayed) {
            (_, GlobalKind::Alias { .. } | GlobalKind::IFunc { .. }) => true,
            (left, stayed) => matches!(left, GlobalKind::Function(_)) == matches!(stayed, GlobalKind::Function(_)),
        };
        if !are_alike || module.globals[leaves.index()].ptr_type != module.globals[stays.index()].ptr_type {
            return Err(format!("two symbols of different kinds would have the name `{}`", shown()));
        }
        taken.insert(name, stays);
        for gone in merged.iter_mut().filter(|gone| gone.becomes == Some(leaves)) {
            gone.becomes = Some(stays);
        }
        merged.push(Gone { id: leaves, becomes: Some(stays) });
    }
    for gone in &merged {
        if let Some(at) = changed.get(&gone.id) {
            names[*at] = None;
        }
    }
    Ok(merged)
}

/// Takes global values out of a module, and puts others in their places.
pub(super) fn remove(module: &mut Module, gone: &[Gone]) {
    if gone.is_empty() {
        return;
    }
    let places: HashMap<GlobalId, GlobalId> = gone.iter().filter_map(|gone| Some((gone.id, gone.becomes?))).collect();
    if !places.is_empty() {
        let map = |value: Value| value.as_global().and_then(|id| places.get(&id)).map_or(value, |id| Value::global(*id));
        map_module(module, &map);
    }
    if let Some(summary) = &mut module.summary {
        in_summary(summary, gone, &places);
    }
    let mut kept = vec![true; module.globals.len()];
    for gone in gone {
        kept[gone.id.index()] = false;
    }
    forget_unused(module, &kept);
    remove_globals(module, &kept);
}

/// What the summary says of values that leave, it says of those that take their places.
fn in_summary(summary: &mut Summary, gone: &[Gone], places: &HashMap<GlobalId, GlobalId>) {
    let by_global: HashMap<GlobalId, u32> =
        summary.values.iter().enumerate().filter_map(|(at, value)| Some((value.global?, at as u32))).collect();
    let mut moved: HashMap<u32, u32> = HashMap::new();
    for gone in gone {
        let Some(&old) = by_global.get(&gone.id) else { continue };
        match places.get(&gone.id).map(|id| (by_global.get(id), id)) {
            Some((Some(&new), _)) => drop(moved.insert(old, new)),
            // Nothing was said of the other yet.
            Some((None, id)) => summary.values[old as usize].global = Some(*id),
            None => {}
        }
    }
    let map = |value: &mut u32| {
        if let Some(new) = moved.get(value) {
            *value = *new;
        }
    };
    for entry in &mut summary.entries {
        entry.refs.iter_mut().for_each(|reference| map(&mut reference.value));
        match &mut entry.kind {
            EntryKind::Function(function) => {
                function.calls.iter_mut().for_each(|call| map(&mut call.callee));
                function.params.iter_mut().flat_map(|param| &mut param.calls).for_each(|(_, callee, _)| map(callee));
                function.callsites.iter_mut().filter_map(|site| site.callee.as_mut()).for_each(map);
            }
            EntryKind::Variable { vtable, .. } => vtable.iter_mut().for_each(|(callee, _)| map(callee)),
            EntryKind::Alias(aliasee) => aliasee.iter_mut().for_each(map),
        }
    }
}
