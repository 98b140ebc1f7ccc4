//! Drops types from a function's retained nodes that are not local to the function (`DISubprogram::cleanupRetainedNodes` of LLVM 23).
//!
//! Such types are left over when linking merges equal types of several functions.
use super::cu_locals::{enclosing_function, field, set_field};
use bctk_ir::entity::MdId;
use bctk_ir::metadata::di::DiKind;
use bctk_ir::metadata::ends::Ends;
use bctk_ir::metadata::tuples::TupleIndex;
use bctk_ir::metadata::{Metadata, MetadataTable, slot_md};
use bctk_ir::module::Module;

/// Drops the foreign types from every distinct function.
pub(super) fn drop_foreign_types(module: &mut Module) {
    let table = &mut module.metadata;
    // Only lists change: scopes do not.
    let (chains, mut tuples) = (Ends::default(), TupleIndex::default());
    // There are many functions, so that the field is looked up once.
    let Some(retained) = DiKind::Subprogram.field("retainedNodes").map(|field| usize::from(field.slot)) else { return };
    for id in (0..table.items.len()).map(MdId::new) {
        let Metadata::Node { kind: kind @ DiKind::Subprogram, distinct: true, fields } = table.get(id) else { continue };
        let list = table.node_fields(kind, fields).get(retained).and_then(|&slot| slot_md(slot)).map(|list| table.get(list));
        let Some(Metadata::Tuple { ops, .. }) = list else { continue };
        let is_kept = |node: &Option<MdId>| node.is_none_or(|node| !is_foreign_type(table, &chains, node, id));
        let nodes = table.lists.get(ops);
        if nodes.iter().all(|node| is_kept(&node)) {
            continue;
        }
        let nodes: Vec<Option<MdId>> = nodes.iter().filter(is_kept).collect();
        let tuple = tuples.uniqued_tuple(table, &nodes);
        set_field(table, id, kind, "retainedNodes", tuple);
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
