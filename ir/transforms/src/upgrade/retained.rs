//! Drops types from a function's retained nodes that are not local to the function (`DISubprogram::cleanupRetainedNodes` of LLVM 23).
//!
//! Such types are left over when linking merges equal types of several functions.
use super::cu_locals::{enclosing_function, field, operands, set_field};
use bctk_ir::entity::MdId;
use bctk_ir::metadata::di::DiKind;
use bctk_ir::metadata::ends::Ends;
use bctk_ir::metadata::tuples::TupleIndex;
use bctk_ir::metadata::{Metadata, MetadataTable};
use bctk_ir::module::Module;

/// Drops the foreign types from every distinct function.
pub(super) fn drop_foreign_types(module: &mut Module) {
    let table = &mut module.metadata;
    // Only lists change: scopes do not.
    let (chains, mut tuples) = (Ends::default(), TupleIndex::default());
    for id in (0..table.items.len()).map(MdId::new) {
        if !matches!(table.get(id), Metadata::Node { kind: DiKind::Subprogram, distinct: true, .. }) {
            continue;
        }
        let Some(mut nodes) = operands(table, id, DiKind::Subprogram, "retainedNodes") else { continue };
        let before = nodes.len();
        nodes.retain(|&node| node.is_none_or(|node| !is_foreign_type(table, &chains, node, id)));
        if nodes.len() != before {
            let tuple = tuples.uniqued_tuple(table, &nodes);
            set_field(table, id, DiKind::Subprogram, "retainedNodes", tuple);
        }
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
