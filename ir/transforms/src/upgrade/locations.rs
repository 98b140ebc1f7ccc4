//! Debug locations of instructions: bitcode stores only their fields, so a `distinct` location becomes uniqued.
use bctk_ir::entity::MdId;
use bctk_ir::metadata::di::DiKind;
use bctk_ir::metadata::unique::{Which, unique};
use bctk_ir::metadata::{Metadata, MetadataTable};
use bctk_ir::module::Module;
use bctk_support::parallel::prelude::*;
use hashbrown::HashMap;

/// Replaces distinct locations of instructions by uniqued ones.
pub(super) fn undistinguish(module: &mut Module) {
    let table = &module.metadata;
    let is_distinct = |node: &MdId| matches!(table.get(*node), Metadata::Node { kind: DiKind::Location, distinct: true, .. });
    if !module.bodies.par_iter().any(|body| body.loc_nodes.iter().any(is_distinct)) {
        return;
    }
    let metadata = &mut module.metadata;
    let mut plain: HashMap<MdId, MdId> = HashMap::new();
    for node in module.bodies.iter_mut().flat_map(|body| &mut body.loc_nodes) {
        if let Metadata::Node { kind: DiKind::Location, distinct: true, fields } = metadata.get(*node) {
            *node = *plain.entry(*node).or_insert_with(|| copy(metadata, fields));
        }
    }
    unique(module, Which::Equal);
}

fn copy(metadata: &mut MetadataTable, fields: u32) -> MdId {
    let slots = metadata.node_fields(DiKind::Location, fields).to_vec();
    let fields = metadata.fields.len() as u32;
    metadata.fields.extend(slots);
    metadata.push(Metadata::Node { kind: DiKind::Location, distinct: false, fields })
}
