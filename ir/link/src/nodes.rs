//! The places of a module's metadata in the linked module, and fields of nodes.
use bctk_ir::constants::ConstKind;
use bctk_ir::entity::MdId;
use bctk_ir::metadata::di::{DiKind, FieldKind, NUMBER};
use bctk_ir::metadata::{Metadata, MetadataTable, slot_md};
use bctk_ir::module::Module;
use bctk_ir::types::Type;
use bctk_ir::value::ValueKind;

/// A node that has no place yet.
pub(crate) const UNKNOWN: u32 = u32::MAX;
/// A node that became null.
pub(crate) const NULL: u32 = u32::MAX - 1;

/// The nodes of a module.
#[derive(Default)]
pub(crate) struct Nodes {
    /// The places in the linked module.
    pub(crate) map: Vec<u32>,
    /// Which nodes lead to a global value; empty if none does.
    pub(crate) leads: Vec<bool>,
    pub(crate) seen: Vec<bool>,
    /// Which nodes are read, if not all are.
    pub(crate) read: Option<Vec<bool>>,
    /// Nodes whose contents are those of a node of the module.
    pub(crate) to_fill: Vec<(MdId, MdId)>,
}

impl Nodes {
    /// Whether any node leads to a global value.
    pub(crate) fn leads_anywhere(&self) -> bool {
        !self.leads.is_empty()
    }

    /// The place of a node; none if it became null.
    pub(crate) fn place(&self, id: MdId) -> Option<MdId> {
        match self.map.get(id.index()) {
            Some(&(UNKNOWN | NULL)) | None => None,
            Some(&place) => Some(MdId(place)),
        }
    }
}

/// `FlagFwdDecl` of debug information.
pub(crate) const FORWARD: u32 = 1 << 2;

/// The field of a composite type.
pub(crate) fn composite(table: &MetadataTable, fields: u32, name: &str) -> u32 {
    let slots = table.node_fields(DiKind::CompositeType, fields);
    DiKind::CompositeType.field(name).and_then(|field| slots.get(usize::from(field.slot))).copied().unwrap_or(0)
}

/// Puts numbers of 64 bits that a node wraps into its fields, where other files have them: equal nodes have one form then.
pub(crate) fn inline_numbers(module: &mut Module, item: Metadata) {
    let Metadata::Node { kind, fields, .. } = item else { return };
    for field in kind.fields().iter().filter(|field| matches!(field.kind, FieldKind::SizeOrMd | FieldKind::BoundOrMd)) {
        let at = fields as usize + usize::from(field.slot);
        let Some(&slot) = module.metadata.fields.get(at).filter(|&&slot| slot != NUMBER) else { continue };
        let Some(Metadata::Value { value, .. }) = slot_md(slot).map(|id| module.metadata.get(id)) else { continue };
        let ValueKind::Const(index) = value.kind() else { continue };
        let Some(constant) = module.consts.get(index).filter(|constant| module.types.get(constant.ty) == Type::Int(64)) else {
            continue;
        };
        let number = match constant.kind {
            ConstKind::Null => 0,
            ConstKind::Int(number) => number as u64,
            _ => continue,
        };
        if let Some(slots) = module.metadata.fields.get_mut(at..at + 3) {
            slots.copy_from_slice(&[NUMBER, number as u32, (number >> 32) as u32]);
        }
    }
}
