//! Links between nodes of debug information and what they describe, as LLVM 3.7 to 3.9 have them: the other way round.
use super::report::{Action, At, Report};
use bctk_edit::functions::owners;
use bctk_edit::nodes::{field, operands, set_field};
use bctk_ir::entity::{GlobalId, List, MdId};
use bctk_ir::metadata::di::DiKind;
use bctk_ir::metadata::tuples::TupleIndex;
use bctk_ir::metadata::{Metadata, MetadataTable, md_slot};
use bctk_ir::module::Module;
use bctk_ir::value::Value;
use bctk_ir::version::{Feature, LlvmVersion};
use hashbrown::HashMap;
use std::collections::BTreeMap;

/// `DW_TAG_auto_variable` and `DW_TAG_arg_variable`, which only LLVM had.
const AUTO_VARIABLE: u32 = 0x100;
const ARG_VARIABLE: u32 = 0x101;

/// Turns the links around, as far as `llvm` has them so.
pub(super) fn to_older(module: &mut Module, llvm: LlvmVersion, report: &mut Report) {
    if !llvm.variable_expressions() && variables(module) {
        report.feature(Action::Lowered, Feature::VariableExpressions, module, At::Module);
    }
    if !llvm.subprogram_units() && units(module) {
        report.feature(Action::Lowered, Feature::SubprogramUnits, module, At::Module);
    }
    if !llvm.subprogram_attachments() && functions(module) {
        report.feature(Action::Lowered, Feature::SubprogramAttachments, module, At::Module);
    }
}

/// The variable of a `DIGlobalVariableExpression`.
fn variable_of(table: &MetadataTable, id: MdId) -> Option<MdId> {
    field(table, id, DiKind::GlobalVariableExpression, "var")
}

/// Variables in debug information refer to the global variables that they describe; units list them without expressions.
fn variables(module: &mut Module) -> bool {
    let mut values: Vec<(MdId, GlobalId)> = Vec::new();
    for (at, global) in module.globals.iter().enumerate() {
        for attachment in &global.attachments {
            if let Some(variable) = variable_of(&module.metadata, attachment.node) {
                values.push((variable, GlobalId::new(at)));
            }
        }
    }
    for (variable, global) in values {
        let Some(ty) = module.global(global).map(|global| global.ptr_type) else { continue };
        let value = module.metadata.push(Metadata::Value { ty, value: Value::global(global) });
        set_field(&mut module.metadata, variable, DiKind::GlobalVariable, "variable", value);
    }
    for global in &mut module.globals {
        let table = &module.metadata;
        global.attachments.retain(|attachment| variable_of(table, attachment.node).is_none());
    }
    let table = &mut module.metadata;
    let mut tuples = TupleIndex::default();
    let count = table.items.len();
    for unit in (0..count).map(MdId::new) {
        if !matches!(table.get(unit), Metadata::Node { kind: DiKind::CompileUnit, .. }) {
            continue;
        }
        let Some(old) = operands(table, unit, DiKind::CompileUnit, "globals") else { continue };
        let mut new: Vec<Option<MdId>> = Vec::with_capacity(old.len());
        for node in old {
            let node = node.map(|node| variable_of(table, node).unwrap_or(node));
            // Several parts of one variable are one variable.
            if new.last() != Some(&node) {
                new.push(node);
            }
        }
        let tuple = tuples.uniqued_tuple(table, &new);
        set_field(table, unit, DiKind::CompileUnit, "globals", tuple);
    }
    let mut any = false;
    for item in table.items.iter_mut().take(count) {
        if matches!(item, Metadata::Node { kind: DiKind::GlobalVariableExpression, .. }) {
            *item = Metadata::Tuple { distinct: false, ops: List::EMPTY };
            any = true;
        }
    }
    any
}

/// Units list the functions that they define.
fn units(module: &mut Module) -> bool {
    let table = &mut module.metadata;
    let Some(unit_field) = DiKind::Subprogram.field("unit") else { return false };
    let mut listed: BTreeMap<MdId, Vec<Option<MdId>>> = BTreeMap::new();
    for function in (0..table.items.len()).map(MdId::new) {
        let Metadata::Node { kind: DiKind::Subprogram, fields, .. } = table.get(function) else { continue };
        let Some(unit) = field(table, function, DiKind::Subprogram, "unit") else { continue };
        listed.entry(unit).or_default().push(Some(function));
        if let Some(slot) = table.fields.get_mut(fields as usize + usize::from(unit_field.slot)) {
            *slot = md_slot(None);
        }
    }
    let any = !listed.is_empty();
    let mut tuples = TupleIndex::default();
    for (unit, functions) in listed {
        let tuple = tuples.uniqued_tuple(table, &functions);
        set_field(table, unit, DiKind::CompileUnit, "subprograms", tuple);
    }
    any
}

/// Functions in debug information refer to the functions that they describe, and variables say whether they are parameters.
fn functions(module: &mut Module) -> bool {
    let mut any = false;
    let mut values: HashMap<GlobalId, MdId> = HashMap::new();
    for (id, index) in owners(module) {
        let attachments = std::mem::take(&mut module.bodies[index].function_attachments);
        let mut rest = Vec::with_capacity(attachments.len());
        for attachment in attachments {
            if !matches!(module.metadata.get(attachment.node), Metadata::Node { kind: DiKind::Subprogram, .. }) {
                rest.push(attachment);
                continue;
            }
            let Some(ty) = module.global(id).map(|global| global.ptr_type) else { continue };
            let metadata = &mut module.metadata;
            let value = *values.entry(id).or_insert_with(|| metadata.push(Metadata::Value { ty, value: Value::global(id) }));
            set_field(metadata, attachment.node, DiKind::Subprogram, "function", value);
            any = true;
        }
        module.bodies[index].function_attachments = rest;
    }
    let (Some(arg), Some(tag)) = (DiKind::LocalVariable.field("arg"), DiKind::LocalVariable.field("tag")) else { return any };
    for item in &module.metadata.items {
        let Metadata::Node { kind: DiKind::LocalVariable, fields, .. } = *item else { continue };
        let fields = fields as usize;
        let is_arg = module.metadata.fields.get(fields + usize::from(arg.slot)).is_some_and(|&arg| arg != 0);
        if let Some(slot) = module.metadata.fields.get_mut(fields + usize::from(tag.slot)) {
            *slot = if is_arg { ARG_VARIABLE } else { AUTO_VARIABLE };
        }
    }
    any
}
