//! Reads and changes fields and operands of metadata nodes.
use bctk_ir::constants::ConstKind;
use bctk_ir::entity::{ListRef, MdId};
use bctk_ir::integers::low;
use bctk_ir::metadata::di::{DiField, DiKind};
use bctk_ir::metadata::{Metadata, MetadataTable, md_slot, slot_md};
use bctk_ir::module::Module;
use bctk_ir::types::Type;
use bctk_ir::value::ValueKind;

/// The position of a field of this kind of node in the table's fields.
fn place(table: &MetadataTable, id: MdId, wanted: DiKind, field: &str) -> Option<usize> {
    match table.get(id) {
        Metadata::Node { kind, fields, .. } if kind == wanted => {
            kind.field(field).map(|DiField { slot, .. }| fields as usize + usize::from(*slot))
        }
        _ => None,
    }
}

/// The node that a field of a node of this kind refers to.
pub fn field(table: &MetadataTable, id: MdId, kind: DiKind, field: &str) -> Option<MdId> {
    slot_md(*table.fields.get(place(table, id, kind, field)?)?)
}

/// Lets a field of a node of this kind refer to `value`. A node of another kind stays as it is.
pub fn set_field(table: &mut MetadataTable, id: MdId, kind: DiKind, field: &str, value: MdId) {
    if let Some(slot) = place(table, id, kind, field).and_then(|at| table.fields.get_mut(at)) {
        *slot = md_slot(Some(value));
    }
}

/// The operands of the tuple that a field refers to.
pub fn operands(table: &MetadataTable, id: MdId, kind: DiKind, name: &str) -> Option<Vec<Option<MdId>>> {
    match table.get(field(table, id, kind, name)?) {
        Metadata::Tuple { ops, .. } => Some(table.lists.get(ops).to_vec()),
        _ => None,
    }
}

/// The unsigned value of an integer constant as metadata, and the width of its type.
pub fn number(module: &Module, id: MdId) -> Option<(u64, u32)> {
    let Metadata::Value { ty, value } = module.metadata.get(id) else { return None };
    let Type::Int(width) = module.types.get(ty) else { return None };
    let ValueKind::Const(index) = value.kind() else { return None };
    let number = match module.consts.get(index)?.kind {
        ConstKind::Null => 0,
        ConstKind::Int(value) => value as u64,
        _ => return None,
    };
    Some((low(number, width), width))
}

/// The text of a metadata string.
pub fn text(module: &Module, id: MdId) -> Option<&[u8]> {
    match module.metadata.get(id) {
        Metadata::String(text) => Some(module.str(text)),
        _ => None,
    }
}

/// The operands of a tuple.
pub fn tuple(module: &Module, id: MdId) -> Option<ListRef<'_, Option<MdId>>> {
    match module.metadata.get(id) {
        Metadata::Tuple { ops, .. } => Some(module.metadata.lists.get(ops)),
        _ => None,
    }
}
