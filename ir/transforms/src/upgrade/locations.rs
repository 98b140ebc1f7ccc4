//! Debug locations of instructions: bitcode stores only their fields, so a `distinct` location becomes uniqued.
use bctk_ir::entity::MdId;
use bctk_ir::metadata::Metadata;
use bctk_ir::metadata::unique::{Which, unique};
use bctk_ir::module::Module;
use bctk_support::parallel::prelude::*;
use hashbrown::HashMap;

/// Replaces distinct locations of instructions by uniqued ones.
pub(super) fn undistinguish(module: &mut Module) {
    let table = &module.metadata;
    let is_distinct = |node: &MdId| is_distinct_location(&table.get(*node));
    if !module.bodies.par_iter().balanced().any(|body| body.loc_nodes.iter().any(is_distinct)) {
        return;
    }
    let metadata = &mut module.metadata;
    let mut plain: HashMap<MdId, MdId> = HashMap::new();
    for node in module.bodies.iter_mut().flat_map(|body| &mut body.loc_nodes) {
        let item = metadata.get(*node);
        if let Some(slots) = metadata.location_slots(item).filter(|_| is_distinct_location(&item)) {
            *node = *plain.entry(*node).or_insert_with(|| metadata.push_location(false, &slots));
        }
    }
    unique(module, Which::Equal);
}

fn is_distinct_location(item: &Metadata) -> bool {
    matches!(item, Metadata::Node { kind, distinct: true, .. } if kind.is_location())
}
