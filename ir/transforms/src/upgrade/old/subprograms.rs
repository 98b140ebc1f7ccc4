//! Links between functions, subprograms and compile units.
use super::nodes::{dbg_kind, field, take};
use bctk_ir::body::Attachment;
use bctk_ir::entity::{GlobalId, MdId};
use bctk_ir::metadata::di::DiKind;
use bctk_ir::metadata::flags::{DI_FLAG_MAIN_SUBPROGRAM, SP_DEFINITION, SP_MAIN_SUBPROGRAM};
use bctk_ir::metadata::{Metadata, MetadataTable, TASK, md_slot, slot_md};
use bctk_ir::module::Module;
use bctk_ir::value::ValueKind;
use bctk_support::parallel::prelude::*;

/// Links functions to their subprograms, subprograms to their units, and variables to theirs; until LLVM 3.9 these links went the other
/// way (LLVM 22, `MetadataLoader`). Units and definitions are distinct.
pub(crate) fn tie_debug_info(module: &mut Module) {
    // There are many subprograms, so that their fields are looked up once.
    let at = |name: &str| DiKind::Subprogram.field(name).map_or(usize::MAX, |field| usize::from(field.slot));
    let (function, flags, sp_flags) = (at("function"), at("flags"), at("spFlags"));
    let table = &module.metadata;
    let old_kind = |(id, item): (usize, &Metadata)| match *item {
        Metadata::Node { kind: kind @ DiKind::CompileUnit, .. } => Some((MdId::new(id), kind)),
        Metadata::Node { kind: kind @ DiKind::Subprogram, distinct, fields } => {
            let slots = table.node_fields(kind, fields);
            let slot = |at: usize| slots.get(at).copied().unwrap_or(0);
            let is_uniqued_definition = !distinct && slot(sp_flags) & SP_DEFINITION != 0;
            let is_old = slot(function) != 0 || slot(flags) & DI_FLAG_MAIN_SUBPROGRAM != 0 || is_uniqued_definition;
            is_old.then_some((MdId::new(id), kind))
        }
        _ => None,
    };
    let ids: Vec<(MdId, DiKind)> = table.items.par_iter().enumerate().balanced().with_min_len(TASK).filter_map(old_kind).collect();
    let mut functions: Vec<(GlobalId, MdId)> = Vec::new();
    for (id, kind) in ids {
        let table = &mut module.metadata;
        let mut is_distinct = kind == DiKind::CompileUnit;
        if kind == DiKind::CompileUnit {
            for subprogram in tuple(table, id, "subprograms") {
                if let Some(unit) = field(table, subprogram, DiKind::Subprogram, "unit").filter(|unit| **unit == 0) {
                    *unit = md_slot(Some(id));
                }
            }
            take(table, id, kind, "subprograms");
        } else if let Metadata::Node { fields, .. } = table.get(id)
            && let Some(slots) = table.fields.get_mut(fields as usize..fields as usize + kind.slots())
        {
            let value = slots.get_mut(function).and_then(|slot| slot_md(std::mem::take(slot)));
            let flags = slots.get_mut(flags).map_or(0, |flags| {
                let old = *flags;
                *flags &= !DI_FLAG_MAIN_SUBPROGRAM;
                old
            });
            if let Some(sp_flags) = slots.get_mut(sp_flags) {
                if flags & DI_FLAG_MAIN_SUBPROGRAM != 0 {
                    *sp_flags |= SP_MAIN_SUBPROGRAM;
                }
                is_distinct = *sp_flags & SP_DEFINITION != 0;
            }
            if let Some(value) = value
                && let Metadata::Value { value, .. } = table.get(value)
                && let ValueKind::Global(function) = value.kind()
            {
                functions.push((function, id));
            }
        }
        if let (true, Some(Metadata::Node { distinct, .. })) = (is_distinct, table.items.get_mut(id.index())) {
            *distinct = true;
        }
    }
    if functions.is_empty() {
        return;
    }
    let kind = dbg_kind(module);
    for (function, node) in functions {
        let body = module.global(function).and_then(|global| global.function()?.body);
        if let Some(body) = body.and_then(|body| module.bodies.get_mut(body as usize))
            && !body.function_attachments.iter().any(|attachment| attachment.kind == kind)
        {
            body.function_attachments.insert(0, Attachment { kind, node });
        }
    }
}

/// The items of the tuple in a field of a compile unit.
fn tuple(table: &mut MetadataTable, unit: MdId, name: &str) -> Vec<MdId> {
    let list = field(table, unit, DiKind::CompileUnit, name).and_then(|slot| slot_md(*slot));
    match list.map(|list| table.get(list)) {
        Some(Metadata::Tuple { ops, .. }) => table.lists.get(ops).iter().flatten().collect(),
        _ => Vec::new(),
    }
}
