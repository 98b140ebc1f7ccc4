//! `!tbaa` tags that name only a type become access tags (`UpgradeTBAANode`).
use bctk_edit::intern::md_int;
use bctk_edit::nodes::tuple;
use bctk_ir::body::Attachment;
use bctk_ir::entity::MdId;
use bctk_ir::metadata::Metadata;
use bctk_ir::metadata::tuples::TupleIndex;
use bctk_ir::module::Module;
use bctk_support::parallel::prelude::*;
use hashbrown::HashMap;

/// Replaces the tags of all instructions.
pub(super) fn upgrade(module: &mut Module) {
    let Some(kind) = module.md_kinds.iter().position(|&kind| module.strings.get(kind) == b"tbaa") else { return };
    // Almost always there are only access tags.
    let is_old = |attachment: &Attachment| attachment.kind as usize == kind && !stays(module, attachment.node);
    let bodies = module.bodies.par_iter().balanced().enumerate();
    let old = bodies.filter(|(_, body)| body.attachments.iter().any(|(_, attachment)| is_old(attachment)));
    let old: Vec<usize> = old.map(|(index, _)| index).collect();
    let mut known: HashMap<MdId, MdId> = HashMap::new();
    let mut tuples = TupleIndex::default();
    let mut zero: Option<MdId> = None;
    for index in old {
        for at in 0..module.bodies[index].attachments.len() {
            let (_, attachment) = module.bodies[index].attachments[at];
            if attachment.kind as usize != kind {
                continue;
            }
            let node = match known.get(&attachment.node) {
                Some(&node) => node,
                None => {
                    let node = tag(module, attachment.node, &mut tuples, &mut zero);
                    known.insert(attachment.node, node);
                    node
                }
            };
            module.bodies[index].attachments[at].1.node = node;
        }
    }
}

/// Removes all tags if one is invalid, as the reader of bitcode does (`BitcodeReader::materialize`).
pub(super) fn strip_invalid(module: &mut Module) {
    let Some(kind) = module.md_kinds.iter().position(|&kind| module.strings.get(kind) == b"tbaa") else { return };
    if !bctk_verify::has_valid_tags(module, kind as u32) {
        for body in &mut module.bodies {
            body.attachments.retain(|(_, attachment)| attachment.kind as usize != kind);
        }
    }
}

/// Whether `node` is an access tag already, or cannot become one.
fn stays(module: &Module, node: MdId) -> bool {
    tuple(module, node).is_none_or(|ops| {
        let first = ops.first().flatten().map(|id| module.metadata.get(id));
        let first_is_node = first.is_some_and(|first| !matches!(first, Metadata::String(_) | Metadata::Value { .. }));
        ops.is_empty() || first_is_node && ops.len() >= 3
    })
}

/// The tag for `node`; the same node if it is one already. `zero` is the shared offset, once it has been made.
fn tag(module: &mut Module, node: MdId, tuples: &mut TupleIndex, zero: &mut Option<MdId>) -> MdId {
    let Some(ops) = tuple(module, node) else { return node };
    if stays(module, node) {
        return node;
    }
    let ops = ops.to_vec();
    let new = match ops[..] {
        [name, parent, constant] => {
            let scalar = Some(tuples.uniqued_tuple(&mut module.metadata, &[name, parent]));
            let offset = Some(*zero.get_or_insert_with(|| md_int(module, 64, 0)));
            vec![scalar, scalar, offset, constant]
        }
        _ => vec![Some(node), Some(node), Some(*zero.get_or_insert_with(|| md_int(module, 64, 0)))],
    };
    tuples.uniqued_tuple(&mut module.metadata, &new)
}
