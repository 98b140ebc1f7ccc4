//! Removes, replaces and renumbers global values, with all references to them.
use crate::values::{map_module, values_of_body, values_of_consts};
use bctk_ir::body::Body;
use bctk_ir::constants::{ConstKind, ConstPool};
use bctk_ir::entity::{BlockId, GlobalId};
use bctk_ir::global::{GlobalKind, GlobalValue};
use bctk_ir::metadata::Metadata;
use bctk_ir::module::Module;
use bctk_ir::use_order::UseOrder;
use bctk_ir::value::{Value, ValueKind};
use bctk_support::parallel::prelude::*;
use hashbrown::{HashMap, HashSet};

/// Changes to global values; the others keep their order.
#[derive(Default)]
pub struct GlobalChanges {
    /// Values to remove, with their replacements.
    pub replaced: Vec<(GlobalId, GlobalId)>,
    /// Values to remove if nothing refers to them any more.
    pub dropped: Vec<GlobalId>,
    /// New values that take the position of another, in the order in which they were made.
    pub beside: Vec<(GlobalId, GlobalId)>,
}

impl GlobalChanges {
    /// Makes the changes in the whole module.
    pub fn apply(&self, module: &mut Module) {
        if self.replaced.is_empty() && self.dropped.is_empty() {
            return;
        }
        let count = module.globals.len();
        let mut target: Vec<GlobalId> = (0..count).map(GlobalId::new).collect();
        let mut kept = vec![true; count];
        for &(old, new) in &self.replaced {
            target[old.index()] = new;
            kept[old.index()] = false;
        }
        // A replacement may itself be replaced. The chains are short and have no cycles, because each leads to a newer value.
        for i in 0..count {
            for _ in 0..count {
                let next = target[target[i].index()];
                if next == target[i] {
                    break;
                }
                target[i] = next;
            }
        }
        if !self.dropped.is_empty() {
            let used = used_globals(module, &self.dropped);
            // A value that is still in use, other than as a callee, stays.
            for id in &self.dropped {
                kept[id.index()] = used.contains(id);
            }
        }
        let beside: HashMap<usize, usize> = self.beside.iter().map(|&(new, old)| (new.index(), old.index())).collect();
        renumber_globals(module, &kept, &target, |at| beside.get(&at).copied().unwrap_or(at));
    }
}

/// Those of `wanted` that something refers to.
fn used_globals(module: &Module, wanted: &[GlobalId]) -> HashSet<GlobalId> {
    let mut is_wanted = vec![false; module.globals.len()];
    wanted.iter().for_each(|id| is_wanted[id.index()] = true);
    let note = |value: Value, used: &mut HashSet<GlobalId>| {
        if let ValueKind::Global(id) = value.kind()
            && is_wanted.get(id.index()) == Some(&true)
        {
            used.insert(id);
        }
    };
    let of_body = |body: &Body| {
        let mut used = HashSet::new();
        values_of_body(body, &mut |value| note(value, &mut used));
        used
    };
    let of_bodies: Vec<HashSet<GlobalId>> = module.bodies.par_iter().balanced().map(of_body).collect();
    let mut used: HashSet<GlobalId> = of_bodies.into_iter().flatten().collect();
    let mut note = |value: Value| note(value, &mut used);
    for global in &module.globals {
        global.kind.operands().for_each(&mut note);
    }
    values_of_consts(&module.consts, &mut note);
    for item in &module.metadata.items {
        if let Metadata::Value { value, .. } = item {
            note(*value);
        }
    }
    used
}

/// The place of a global value by its kind, as in bitcode.
pub(crate) fn rank(global: &GlobalValue) -> u8 {
    match global.kind {
        GlobalKind::Variable { .. } => 0,
        GlobalKind::Function(_) => 1,
        GlobalKind::Alias { .. } => 2,
        GlobalKind::IFunc { .. } => 3,
    }
}

/// Takes out bodies of functions that are not kept.
pub fn keep_bodies(module: &mut Module, kept: &[bool]) {
    let mut bodies: Vec<Option<Body>> = std::mem::take(&mut module.bodies).into_iter().map(Some).collect();
    let mut wanted: Vec<(u32, usize)> = Vec::new();
    for (at, global) in module.globals.iter().enumerate() {
        if let GlobalKind::Function(function) = &global.kind
            && let Some(body) = function.body
            && kept.get(at) == Some(&true)
        {
            wanted.push((body, at));
        }
    }
    for global in &mut module.globals {
        if let GlobalKind::Function(function) = &mut global.kind {
            function.body = None;
        }
    }
    wanted.sort_unstable();
    for (body, at) in wanted {
        let body = bodies.get_mut(body as usize).and_then(Option::take);
        if let GlobalKind::Function(function) = &mut module.globals[at].kind {
            function.body = body.is_some().then_some(module.bodies.len() as u32);
        }
        module.bodies.extend(body);
    }
}

/// Keeps only the global values in `kept`, sorted by kind and then by `place`, and renumbers references to `target` of each. Returns the new
/// numbers of those that are kept, by old number.
pub fn renumber_globals(module: &mut Module, kept: &[bool], target: &[GlobalId], place: impl Fn(usize) -> usize) -> Vec<GlobalId> {
    let count = module.globals.len();
    let mut order: Vec<usize> = (0..count).filter(|&i| kept[i]).collect();
    order.sort_by_key(|&i| (rank(&module.globals[i]), place(i), i));
    let mut numbers = vec![GlobalId(0); count];
    for (new, &old) in order.iter().enumerate() {
        numbers[old] = GlobalId::new(new);
    }
    let renumber = |id: GlobalId| target.get(id.index()).and_then(|t| numbers.get(t.index())).copied().unwrap_or(id);
    let f = |value: Value| match value.kind() {
        ValueKind::Global(id) => Value::global(renumber(id)),
        _ => value,
    };
    let mut globals: Vec<Option<GlobalValue>> = std::mem::take(&mut module.globals).into_iter().map(Some).collect();
    module.globals = order.iter().filter_map(|&i| globals[i].take()).collect();
    map_module(module, &f);
    let orders = |orders: &mut Vec<UseOrder>| {
        orders.retain(|order| !matches!(order.value.kind(), ValueKind::Global(id) if kept.get(id.index()) == Some(&false)));
        orders.iter_mut().for_each(|order| order.value = f(order.value));
    };
    orders(&mut module.provenance.use_orders);
    module.bodies.par_iter_mut().balanced().for_each(|body| orders(&mut body.provenance.use_orders));
    for user in module.bodies.iter_mut().flat_map(|body| &mut body.block_addr_users) {
        *user = renumber(*user);
    }
    if let Some(file) = &mut module.provenance.bitcode {
        let own = |id: GlobalId| kept.get(id.index()).is_some_and(|&kept| kept).then(|| numbers[id.index()]);
        file.renumber_globals(own);
    }
    if let Some(summary) = &mut module.summary {
        for value in &mut summary.values {
            // A global value that is gone leaves what the summary knows of it: its GUID.
            value.global =
                value.global.filter(|id| target.get(id.index()).is_none_or(|t| kept.get(t.index()) != Some(&false))).map(renumber);
        }
    }
    numbers
}

/// Replaces the blocks in addresses of blocks: `moved` has the new number of each old block of a function.
pub fn renumber_addresses(module: &mut Module, moved: &HashMap<GlobalId, Vec<BlockId>>) {
    let renumber = |pool: &mut ConstPool| {
        for constant in &mut pool.consts {
            if let ConstKind::BlockAddress { function, block } = &mut constant.kind
                && let Some(new) = moved.get(function).and_then(|blocks| blocks.get(block.index()))
            {
                *block = *new;
            }
        }
    };
    renumber(&mut module.consts);
    module.bodies.par_iter_mut().balanced().for_each(|body| renumber(&mut body.consts));
}
