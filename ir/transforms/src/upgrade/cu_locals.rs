//! Moves imported entities that are local to a function from the compile unit, where older compilers listed them, to
//! the function (`MetadataLoader`'s upgrade of a compile unit's locals; since LLVM 23, global variables and
//! enumerations too).
use bctk_edit::nodes::{field, operands, set_field};
use bctk_ir::entity::MdId;
use bctk_ir::metadata::di::DiKind;
use bctk_ir::metadata::ends::{Ends, Step};
use bctk_ir::metadata::tuples::TupleIndex;
use bctk_ir::metadata::{Metadata, MetadataTable};
use bctk_ir::module::Module;
use bctk_ir::version::LlvmVersion;
use std::collections::BTreeMap;

/// Moves the local entities of every compile unit to their functions' retained nodes, where readers of `version` want them.
pub(super) fn move_locals(module: &mut Module, version: LlvmVersion) {
    let lists: &[&str] = match version.function_local_debug_info() {
        true => &["globals", "imports", "enums"],
        false if version.retained_imports() => &["imports"],
        false => return,
    };
    let units: Vec<MdId> = units(module).collect();
    let table = &mut module.metadata;
    // Only lists change: neither scopes nor existing tuples do.
    let (chains, mut tuples) = (Ends::default(), TupleIndex::default());
    for unit in units {
        let mut moved: BTreeMap<MdId, Vec<MdId>> = BTreeMap::new();
        for &list in lists {
            let Some(entities) = operands(table, unit, DiKind::CompileUnit, list) else { continue };
            let mut rest = Vec::new();
            for &slot in &entities {
                let function = slot.and_then(|id| Some((id, enclosing_function(table, &chains, scope(table, id)?)?)));
                match function {
                    Some((id, function)) => moved.entry(function).or_default().push(id),
                    None => rest.push(slot),
                }
            }
            if rest.len() != entities.len() {
                let tuple = tuples.uniqued_tuple(table, &rest);
                set_field(table, unit, DiKind::CompileUnit, list, tuple);
            }
        }
        for (function, entities) in moved {
            let mut nodes = operands(table, function, DiKind::Subprogram, "retainedNodes").unwrap_or_default();
            nodes.extend(entities.into_iter().map(Some));
            let tuple = tuples.uniqued_tuple(table, &nodes);
            set_field(table, function, DiKind::Subprogram, "retainedNodes", tuple);
        }
    }
}

/// The compile units of a module.
fn units(module: &Module) -> impl Iterator<Item = MdId> + '_ {
    let named = module.metadata.named.iter().filter(|named| module.strings.get(named.name) == b"llvm.dbg.cu");
    named.flat_map(|named| named.nodes.iter().copied())
}

/// Whether a compile unit lists a global variable or an enumeration that is local to a function, as before LLVM 23.
pub(crate) fn lists_locals(module: &Module) -> bool {
    let (table, chains) = (&module.metadata, Ends::default());
    let is_local = |id: MdId| scope(table, id).is_some_and(|scope| enclosing_function(table, &chains, scope).is_some());
    let entities = |unit, list| operands(table, unit, DiKind::CompileUnit, list).unwrap_or_default();
    units(module).any(|unit| ["globals", "enums"].iter().any(|list| entities(unit, list).into_iter().flatten().any(is_local)))
}

/// Whether a function retains a variable or a type, as since LLVM 23.
pub(crate) fn retains_locals(module: &Module) -> bool {
    let table = &module.metadata;
    let is_local = |id: MdId| match table.get(id) {
        Metadata::Node { kind, .. } => !matches!(kind, DiKind::LocalVariable | DiKind::Label | DiKind::ImportedEntity),
        _ => false,
    };
    let functions =
        (0..table.items.len()).map(MdId::new).filter(|&id| matches!(table.get(id), Metadata::Node { kind: DiKind::Subprogram, .. }));
    let nodes = |function| operands(table, function, DiKind::Subprogram, "retainedNodes").unwrap_or_default();
    functions.flat_map(nodes).flatten().any(is_local)
}

/// The scope of a global variable, imported entity or enumeration.
fn scope(table: &MetadataTable, id: MdId) -> Option<MdId> {
    match table.get(id) {
        Metadata::Node { kind: kind @ DiKind::GlobalVariableExpression, .. } => {
            field(table, field(table, id, kind, "var")?, DiKind::GlobalVariable, "scope")
        }
        Metadata::Node { kind: kind @ (DiKind::ImportedEntity | DiKind::CompositeType), .. } => field(table, id, kind, "scope"),
        _ => None,
    }
}

/// The function that a local scope is in; none for a scope that is not local.
pub(crate) fn enclosing_function(table: &MetadataTable, chains: &Ends, scope: MdId) -> Option<MdId> {
    chains.end(table, scope, |scope| match table.get(scope) {
        Metadata::Node { kind: DiKind::Subprogram, .. } => Step::End(Some(scope)),
        Metadata::Node { kind: kind @ (DiKind::LexicalBlock | DiKind::LexicalBlockFile), .. } => {
            field(table, scope, kind, "scope").map_or(Step::End(None), Step::Next)
        }
        _ => Step::End(None),
    })
}
