//! Drops types from a function's retained nodes that are not local to the function (`DISubprogram::cleanupRetainedNodes` of LLVM 23).
//!
//! Such types are left over when linking merges equal types of several functions.
use super::cu_locals::enclosing_function;
use bctk_edit::nodes::{field, set_field};
use bctk_ir::entity::MdId;
use bctk_ir::metadata::di::DiKind;
use bctk_ir::metadata::ends::Ends;
use bctk_ir::metadata::tuples::TupleIndex;
use bctk_ir::metadata::{Metadata, MetadataTable, TASK, slot_md};
use bctk_ir::module::Module;
use bctk_support::parallel::prelude::*;

/// Drops the foreign types from every distinct function.
pub(super) fn drop_foreign_types(module: &mut Module) {
    let table = &mut module.metadata;
    // Only lists change: scopes do not.
    let (chains, mut tuples) = (Ends::default(), TupleIndex::default());
    // There are many functions, so that the field is looked up once.
    const KIND: DiKind = DiKind::Subprogram;
    let Some(retained) = KIND.field("retainedNodes").map(|field| usize::from(field.slot)) else { return };
    let changed = |(id, item): (usize, &Metadata)| {
        let Metadata::Node { kind: KIND, distinct: true, fields } = *item else { return None };
        let list = table.node_fields(KIND, fields).get(retained).and_then(|&slot| slot_md(slot))?;
        let Metadata::Tuple { ops, .. } = table.get(list) else { return None };
        let id = MdId::new(id);
        let is_kept = |node: &Option<MdId>| node.is_none_or(|node| !is_foreign_type(table, &chains, node, id));
        let nodes = table.lists.get(ops);
        (!nodes.iter().all(|node| is_kept(&node))).then(|| (id, nodes.iter().filter(is_kept).collect()))
    };
    let changed: Vec<(MdId, Vec<Option<MdId>>)> =
        table.items.par_iter().enumerate().balanced().with_min_len(TASK).filter_map(changed).collect();
    for (id, nodes) in changed {
        let tuple = tuples.uniqued_tuple(table, &nodes);
        set_field(table, id, KIND, "retainedNodes", tuple);
    }
}

/// Whether a node is a type that is not local to the function.
fn is_foreign_type(table: &MetadataTable, chains: &Ends, node: MdId, function: MdId) -> bool {
    let scope = match table.get(node) {
        Metadata::Node { kind, .. } => match kind {
            DiKind::BasicType | DiKind::FixedPointType | DiKind::DerivedType | DiKind::SubrangeType | DiKind::CompositeType => {
                field(table, node, kind, "scope")
            }
            DiKind::StringType | DiKind::SubroutineType => None,
            _ => return false,
        },
        _ => return false,
    };
    scope.and_then(|scope| enclosing_function(table, chains, scope)) != Some(function)
}
