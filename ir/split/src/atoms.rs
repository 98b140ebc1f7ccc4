//! Groups of key instructions: the code of a part gets new ones (LLVM: `mapAtomInstance`, `RemapSourceAtom`).
use bctk_ir::entity::MdId;
use bctk_ir::metadata::di::DiKind;
use bctk_ir::metadata::{Metadata, slot_md};
use bctk_ir::module::Module;
use hashbrown::HashMap;

/// The greatest group of a module.
pub(crate) fn greatest(module: &Module) -> u64 {
    let table = &module.metadata;
    let group = |&item: &Metadata| match (item, table.location_slots(item)) {
        (Metadata::Node { kind: DiKind::LongLocation, .. }, Some([.., low, high, _])) => u64::from(low) | u64::from(high) << 32,
        _ => 0,
    };
    let in_bodies = module.bodies.iter().flat_map(|body| &body.locs).map(|loc| loc.atom_group);
    table.items.iter().map(group).chain(in_bodies).max().unwrap_or(0)
}

/// Gives the groups of a part the numbers after `last`, in the order of its instructions. Inlined code keeps its groups, but takes numbers all
/// the same: LLVM looks for the place where it was inlined, which the copy has anew.
pub(crate) fn renew(module: &mut Module, last: &mut u64) {
    let mut groups: HashMap<(Option<MdId>, u64), u64> = HashMap::new();
    let functions: Vec<u32> = module.functions().filter_map(|(_, _, function)| function.body).collect();
    for at in functions {
        let Some(body) = module.bodies.get_mut(at as usize) else { continue };
        let mut is_done = vec![false; body.loc_nodes.len()];
        for used in body.debug_locs.iter().filter_map(|&at| at.checked_sub(1)) {
            let at = used as usize;
            let Some(false) = is_done.get_mut(at).map(|done| std::mem::replace(done, true)) else { continue };
            let node = body.loc_nodes[at];
            let slots = module.metadata.location_slots(module.metadata.get(node));
            let Some([line, column, scope, inlined_at, implicit, low, high, rank]) = slots else { continue };
            let group = u64::from(low) | u64::from(high) << 32;
            if group == 0 {
                continue;
            }
            let new = *groups.entry((slot_md(inlined_at), group)).or_insert_with(|| {
                *last = last.saturating_add(1);
                *last
            });
            if slot_md(inlined_at).is_some() {
                continue;
            }
            if let Some(loc) = body.locs.get_mut(at) {
                loc.atom_group = new;
            }
            let is_distinct = matches!(module.metadata.get(node), Metadata::Node { distinct: true, .. });
            let slots = [line, column, scope, inlined_at, implicit, new as u32, (new >> 32) as u32, rank];
            body.loc_nodes[at] = module.metadata.push_location(is_distinct, &slots);
        }
    }
}
