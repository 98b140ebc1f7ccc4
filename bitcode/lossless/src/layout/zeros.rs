//! Sizes and offsets of debug information that are 0: a constant or absent, which print alike.
use bctk_ir::constants::ConstKind;
use bctk_ir::entity::MdId;
use bctk_ir::metadata::di::{DiKind, FieldKind, NUMBER, PrintRule};
use bctk_ir::metadata::{Metadata, slot_md};
use bctk_ir::module::Module;
use bctk_ir::value::ValueKind;

/// The indexes in the table of fields of the fields of `id` that may be 0 or absent.
fn fields_of(module: &Module, id: MdId) -> impl Iterator<Item = usize> + use<> {
    let (kind, start) = match module.metadata.get(id) {
        Metadata::Node { kind, fields, .. } => (Some(kind), fields),
        _ => (None, 0),
    };
    let table = kind.map_or(&[][..], DiKind::fields);
    let may_be = |field: &&bctk_ir::metadata::di::DiField| field.kind == FieldKind::SizeOrMd && matches!(field.rule, PrintRule::Skip(0));
    table.iter().filter(may_be).map(move |field| start as usize + usize::from(field.slot))
}

/// One bit for each size or offset of the `nodes` that is 0: whether it is a constant.
pub(super) fn find(module: &Module, nodes: &[MdId]) -> Vec<bool> {
    let is_zero = |id: MdId| match module.metadata.get(id) {
        Metadata::Value { value, .. } => match value.kind() {
            ValueKind::Const(index) => {
                matches!(module.consts.consts.get(index as usize).map(|c| c.kind), Some(ConstKind::Int(0) | ConstKind::Null))
            }
            _ => false,
        },
        _ => false,
    };
    let table = &module.metadata.fields;
    let bit = |at: usize| match table.get(at..at + 3) {
        Some(&[0, ..]) | Some(&[NUMBER, 0, 0]) => Some(false),
        Some(&[slot, ..]) if slot != NUMBER => slot_md(slot).filter(|&id| is_zero(id)).map(|_| true),
        _ => None,
    };
    nodes.iter().flat_map(|&id| fields_of(module, id)).filter_map(bit).collect()
}

/// Turns the sizes and offsets that `zeros` selects into constants, if their number matches. The nodes of a module from text are in text
/// order.
pub(super) fn restore(module: &mut Module, zeros: &[bool]) -> bool {
    let nodes = (0..module.metadata.items.len()).map(MdId::new);
    let table = &module.metadata.fields;
    let places: Vec<usize> = nodes
        .flat_map(|id| fields_of(module, id))
        .filter(|&at| matches!(table.get(at..at + 3), Some(&[0, ..] | &[NUMBER, 0, 0])))
        .collect();
    if places.len() != zeros.len() {
        return false;
    }
    for (at, &zero) in places.into_iter().zip(zeros) {
        module.metadata.fields[at..at + 3].copy_from_slice(if zero { &[NUMBER, 0, 0] } else { &[0; 3] });
    }
    true
}
