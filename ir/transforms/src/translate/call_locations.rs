//! Locations of calls of declared functions, without which LLVM before 16 drops all debug information.
//!
//! Its verifier wants one for each call that may be inlined, and takes a declared function for one if it has debug information.
use super::report::{Action, At, Report};
use bctk_edit::functions::owners;
use bctk_ir::body::{Body, DebugLoc};
use bctk_ir::entity::{GlobalId, InstId, MdId};
use bctk_ir::inst::Inst;
use bctk_ir::metadata::Metadata;
use bctk_ir::metadata::di::DiKind;
use bctk_ir::module::Module;
use bctk_ir::value::ValueKind;
use bctk_ir::version::Feature;
use bctk_support::parallel::prelude::*;
use hashbrown::HashSet;

/// Gives such calls a location in line 0.
pub(super) fn complete(module: &mut Module, report: &mut Report) {
    let declared: HashSet<GlobalId> = module
        .functions()
        .filter(|(id, global, function)| function.body.is_none() && !global.linkage.is_interposable() && subprogram(module, *id).is_some())
        .map(|(id, ..)| id)
        .collect();
    if declared.is_empty() {
        return;
    }
    let of_function = |&(id, index): &(GlobalId, usize)| {
        let body = &module.bodies[index];
        let function = subprogram(module, id)?;
        let is_open = |at: &InstId| body.debug_loc(*at).is_none() && calls(body, *at).is_some_and(|callee| declared.contains(&callee));
        let open: Vec<InstId> = (0..body.insts.len()).map(InstId::new).filter(is_open).collect();
        (!open.is_empty()).then_some((id, index, function, open))
    };
    let found: Vec<_> = owners(module).par_iter().balanced().filter_map(of_function).collect();
    for (id, index, function, open) in found {
        let loc = DebugLoc { line: 0, column: 0, scope: Some(function), inlined_at: None, implicit: false, atom_group: 0, atom_rank: 0 };
        let node = module.metadata.push_location(false, &loc.slots());
        let body = &mut module.bodies[index];
        if body.locs.len() == body.loc_nodes.len() {
            body.locs.push(loc);
        }
        body.loc_nodes.push(node);
        let number = body.loc_nodes.len() as u32;
        body.debug_locs.resize(body.insts.len(), 0);
        for at in open {
            module.bodies[index].debug_locs[at.index()] = number;
            report.feature(Action::Lowered, Feature::InlinableDefinitions, module, At::Inst(id, at));
        }
    }
}

/// The function that an instruction calls.
fn calls(body: &Body, at: InstId) -> Option<GlobalId> {
    let (Inst::Call(call) | Inst::Invoke { call, .. } | Inst::CallBr { call, .. }) = body.insts[at.index()] else { return None };
    match body.call(call)?.callee.kind() {
        ValueKind::Global(id) => Some(id),
        _ => None,
    }
}

/// The `DISubprogram` of a function.
fn subprogram(module: &Module, id: GlobalId) -> Option<MdId> {
    let global = module.global(id)?;
    let of_body = global.function().and_then(|function| module.body(function)).map_or(&[][..], |body| &body.function_attachments);
    let mut attached = global.attachments.iter().chain(of_body);
    let attachment =
        attached.find(|attachment| module.md_kinds.get(attachment.kind as usize).is_some_and(|&kind| module.str(kind) == b"dbg"))?;
    matches!(module.metadata.get(attachment.node), Metadata::Node { kind: DiKind::Subprogram, .. }).then_some(attachment.node)
}
