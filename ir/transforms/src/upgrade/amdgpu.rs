//! `"amdgpu-unsafe-fp-atomics"`: moves the attribute of a function to its floating-point atomic operations.
use super::old_metadata::kind_ranks;
use super::string_attr;
use bctk_ir::attr_set::AttrSet;
use bctk_ir::body::Attachment;
use bctk_ir::entity::{AttrSetId, InstId, MdId};
use bctk_ir::inst::Inst;
use bctk_ir::module::Module;
use bctk_ir::opcodes::RmwOp;
use hashbrown::HashMap;

/// The metadata that replaces it on the operations.
const KINDS: [&[u8]; 3] = [b"amdgpu.no.fine.grained.host.memory", b"amdgpu.no.remote.memory.access", b"amdgpu.ignore.denormal.mode"];

/// Replaces the attribute in all functions.
pub(super) fn replace_unsafe_atomics(module: &mut Module, sets: &mut HashMap<AttrSet, AttrSetId>) {
    let functions: Vec<(usize, Option<u32>)> = module.functions().map(|(id, _, f)| (id.index(), f.body)).collect();
    let mut empty = None;
    for (global, body) in functions {
        // Declarations keep it.
        let Some(body) = body else { continue };
        let Some(value) = string_attr::take(module, global, b"amdgpu-unsafe-fp-atomics", sets) else { continue };
        if value.is_some_and(|v| module.str(v) == b"true") {
            mark(module, body as usize, &mut empty);
        }
    }
}

/// Marks the operations of one body; `empty` is the empty tuple, once it is known.
fn mark(module: &mut Module, body: usize, empty: &mut Option<MdId>) {
    let float = |op| matches!(op, RmwOp::FAdd | RmwOp::FSub | RmwOp::FMax | RmwOp::FMin | RmwOp::FMaximum | RmwOp::FMinimum);
    let Some(found) = module.bodies.get(body) else { return };
    let atomics: Vec<InstId> = found
        .insts
        .iter()
        .enumerate()
        .filter(|(_, inst)| matches!(inst, Inst::AtomicRmw { op, .. } if float(*op)))
        .map(|(i, _)| InstId::new(i))
        .collect();
    if atomics.is_empty() {
        return;
    }
    let kinds = KINDS.map(|name| {
        let there = module.md_kinds.iter().position(|&kind| module.strings.get(kind) == name);
        there.unwrap_or_else(|| {
            module.md_kinds.push(module.strings.push(name));
            module.md_kinds.len() - 1
        }) as u32
    });
    let empty = *empty.get_or_insert_with(|| module.metadata.uniqued_tuple(&[]));
    let ranks = kind_ranks(module);
    let Some(body) = module.bodies.get_mut(body) else { return };
    body.attachments.retain(|(at, attachment)| !kinds.contains(&attachment.kind) || atomics.binary_search(at).is_err());
    body.attachments.extend(atomics.into_iter().flat_map(|inst| kinds.map(|kind| (inst, Attachment { kind, node: empty }))));
    body.attachments.sort_by_key(|(inst, attachment)| (*inst, ranks.get(attachment.kind as usize).copied()));
}
