//! Global variables of debug information and their expressions.
use super::nodes::{dbg_kind, field, take};
use bctk_ir::body::Attachment;
use bctk_ir::constants::ConstKind;
use bctk_ir::entity::MdId;
use bctk_ir::metadata::di::DiKind;
use bctk_ir::metadata::dwarf::Op;
use bctk_ir::metadata::{Metadata, MetadataTable, md_slot, slot_md};
use bctk_ir::module::Module;
use bctk_ir::value::ValueKind;
use bctk_ir::version::LlvmVersion;
use hashbrown::HashMap;

/// Gives global variables whose expression is null an empty one, as readers do since LLVM 6.
pub(crate) fn complete_expressions(module: &mut Module, llvm: LlvmVersion) {
    let is_needed = module.provenance.bitcode.as_ref().is_some_and(|written| written.forms.null_expressions);
    if !is_needed || !llvm.variables_with_expressions() {
        return;
    }
    let table = &mut module.metadata;
    let is_empty = |item: &Metadata| matches!(item, Metadata::Expression { distinct: false, len: 0, .. });
    let empty = match table.items.iter().position(is_empty) {
        Some(at) => MdId::new(at),
        None => table.push(Metadata::Expression { distinct: false, start: 0, len: 0 }),
    };
    for id in (0..table.items.len()).map(MdId::new) {
        if let Some(expression) = field(table, id, DiKind::GlobalVariableExpression, "expr").filter(|slot| **slot == 0) {
            *expression = md_slot(Some(empty));
        }
    }
}

/// Gives global variables of debug information expressions, as since LLVM 4. Attaches them to the variables, or creates them from the
/// constants that the nodes named (LLVM 22, `MetadataLoader`). Since LLVM 24, all references to a variable get the same expression.
pub(crate) fn wrap_variables(module: &mut Module, llvm: LlvmVersion) {
    let ids_of = |module: &Module, wanted: DiKind| -> Vec<MdId> {
        let items = (0..).map(MdId).zip(&module.metadata.items);
        items.filter(|(_, item)| matches!(item, Metadata::Node { kind, .. } if *kind == wanted)).map(|(id, _)| id).collect()
    };
    let variables = ids_of(module, DiKind::GlobalVariable);
    if variables.is_empty() {
        return;
    }
    let kind = dbg_kind(module);
    // Null stands for an empty expression until LLVM 5.
    let plain = llvm.variables_with_expressions().then(|| module.metadata.push(Metadata::Expression { distinct: false, start: 0, len: 0 }));
    let mut shared: HashMap<MdId, MdId> = HashMap::new();
    let mut with_expression = |table: &mut MetadataTable, variable: MdId| match llvm.shared_variable_expressions() {
        true => *shared.entry(variable).or_insert_with(|| with_expression(table, variable, plain)),
        false => with_expression(table, variable, plain),
    };
    for id in variables {
        let table = &mut module.metadata;
        let Some(value) = take(table, id, DiKind::GlobalVariable, "variable") else { continue };
        let expression = match table.get(value) {
            Metadata::Expression { .. } => value,
            Metadata::Value { value, .. } => match value.kind() {
                ValueKind::Global(global) => {
                    let node = with_expression(table, id);
                    if let Some(global) = module.globals.get_mut(global.index()) {
                        global.attachments.insert(0, Attachment { kind, node });
                    }
                    continue;
                }
                ValueKind::Const(at) => match module.consts.get(at).map(|constant| constant.kind) {
                    Some(ConstKind::Int(number)) => constant_expression(table, number as u64),
                    Some(ConstKind::Null) => constant_expression(table, 0),
                    _ => continue,
                },
                _ => continue,
            },
            _ => continue,
        };
        // What refers to the variable refers to both from here on.
        let variable = table.push(table.get(id));
        if let Metadata::Node { fields, .. } = with_expression_parts(table, variable, Some(expression))
            && let Some(item) = table.items.get_mut(id.index())
        {
            *item = Metadata::Node { kind: DiKind::GlobalVariableExpression, distinct: true, fields };
        }
    }
    for unit in ids_of(module, DiKind::CompileUnit) {
        let table = &mut module.metadata;
        let list = field(table, unit, DiKind::CompileUnit, "globals").and_then(|slot| slot_md(*slot));
        let Some(Metadata::Tuple { ops, .. }) = list.map(|list| table.get(list)) else { continue };
        for at in 0..table.lists.get(ops).len() {
            let Some(variable) = table.lists.get(ops).get(at).flatten() else { continue };
            if matches!(table.get(variable), Metadata::Node { kind: DiKind::GlobalVariable, .. }) {
                let node = with_expression(table, variable);
                table.lists.set(ops, at, Some(node));
            }
        }
    }
    let table = &mut module.metadata;
    for attachment in module.globals.iter_mut().flat_map(|global| &mut global.attachments) {
        if attachment.kind == kind && matches!(table.get(attachment.node), Metadata::Node { kind: DiKind::GlobalVariable, .. }) {
            attachment.node = with_expression(table, attachment.node);
        }
    }
}

/// A new distinct node for a variable and its expression, not in the table yet.
fn with_expression_parts(table: &mut MetadataTable, variable: MdId, expression: Option<MdId>) -> Metadata {
    let fields = table.fields.len() as u32;
    table.fields.extend([md_slot(Some(variable)), md_slot(expression)]);
    Metadata::Node { kind: DiKind::GlobalVariableExpression, distinct: true, fields }
}

/// The same, in the table.
fn with_expression(table: &mut MetadataTable, variable: MdId, expression: Option<MdId>) -> MdId {
    let node = with_expression_parts(table, variable, expression);
    table.push(node)
}

/// The expression of a constant.
fn constant_expression(table: &mut MetadataTable, number: u64) -> MdId {
    let start = table.words.len() as u32;
    table.words.extend([u64::from(Op::CONSTU.0), number, u64::from(Op::STACK_VALUE.0)]);
    table.push(Metadata::Expression { distinct: false, start, len: 3 })
}
