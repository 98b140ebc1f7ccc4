//! Fields of nodes of debug information, to read and write them.
use bctk_ir::entity::MdId;
use bctk_ir::metadata::di::DiKind;
use bctk_ir::metadata::{Metadata, MetadataTable, slot_md};
use bctk_ir::module::Module;

/// The first slot of a field of a node, to read and write it.
pub(crate) fn field<'t>(table: &'t mut MetadataTable, id: MdId, kind: DiKind, name: &str) -> Option<&'t mut u32> {
    let at = match table.get(id) {
        Metadata::Node { kind: found, fields, .. } if found == kind => fields as usize + usize::from(kind.field(name)?.slot),
        _ => return None,
    };
    table.fields.get_mut(at)
}

/// Takes what such a field holds out of it.
pub(crate) fn take(table: &mut MetadataTable, id: MdId, kind: DiKind, name: &str) -> Option<MdId> {
    slot_md(std::mem::take(field(table, id, kind, name)?))
}

/// The number of the kind `dbg`.
pub(crate) fn dbg_kind(module: &mut Module) -> u32 {
    let known = module.md_kinds.iter().position(|&kind| module.strings.get(kind) == b"dbg");
    known.unwrap_or_else(|| {
        let name = module.strings.push(b"dbg");
        module.md_kinds.push(name);
        module.md_kinds.len() - 1
    }) as u32
}
