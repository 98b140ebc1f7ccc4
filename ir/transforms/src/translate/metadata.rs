//! Metadata other than debug information whose form came later.
use super::attributes::owners;
use super::report::{Action, At, Report};
use bctk_ir::body::Attachment;
use bctk_ir::entity::{GlobalId, MdId};
use bctk_ir::global::GlobalKind;
use bctk_ir::metadata::Metadata;
use bctk_ir::metadata::tuples::TupleIndex;
use bctk_ir::module::Module;
use bctk_ir::version::{Feature, LlvmVersion};

/// Gives profiles their older form, and drops attachments where older releases have none.
pub(super) fn to_older(module: &mut Module, llvm: LlvmVersion, report: &mut Report) {
    if !llvm.variable_attachments() {
        drop_of_globals(module, report);
    }
    if !llvm.branch_weight_origins() {
        profiles(module, llvm, report);
    }
}

/// Attachments of variables and declarations.
fn drop_of_globals(module: &mut Module, report: &mut Report) {
    for at in 0..module.globals.len() {
        let global = &mut module.globals[at];
        let has_body = matches!(&global.kind, GlobalKind::Function(function) if function.body.is_some());
        if has_body || std::mem::take(&mut global.attachments).is_empty() {
            continue;
        }
        report.feature(Action::Dropped, Feature::VariableAttachments, module, At::Global(GlobalId::new(at)));
    }
}

/// `!prof` of instructions and functions.
fn profiles(module: &mut Module, llvm: LlvmVersion, report: &mut Report) {
    let Some(kind) = module.md_kinds.iter().position(|&name| module.str(name) == b"prof") else { return };
    let kind = kind as u32;
    let mut tuples = TupleIndex::default();
    for (id, index) in owners(module) {
        let mut attachments = std::mem::take(&mut module.bodies[index].attachments);
        attachments.retain_mut(|(inst, attachment)| {
            attachment.kind != kind || keep(module, attachment, At::Inst(id, *inst), llvm, &mut tuples, report)
        });
        module.bodies[index].attachments = attachments;
        let mut attachments = std::mem::take(&mut module.bodies[index].function_attachments);
        attachments.retain_mut(|attachment| attachment.kind != kind || keep(module, attachment, At::Global(id), llvm, &mut tuples, report));
        module.bodies[index].function_attachments = attachments;
    }
}

/// Whether a profile stays, in its older form.
fn keep(
    module: &mut Module,
    attachment: &mut Attachment,
    at: At,
    llvm: LlvmVersion,
    tuples: &mut TupleIndex,
    report: &mut Report,
) -> bool {
    let Metadata::Tuple { ops, .. } = module.metadata.get(attachment.node) else { return true };
    let operands: Vec<Option<MdId>> = module.metadata.lists.get(ops).to_vec();
    let text = |at: usize| match operands.get(at).copied().flatten().map(|id| module.metadata.get(id)) {
        Some(Metadata::String(text)) => Some(module.str(text)),
        _ => None,
    };
    if text(0) == Some(b"unknown") && !llvm.profile_names_checked() {
        report.feature(Action::Dropped, Feature::ProfileNamesChecked, module, at);
        return false;
    }
    if text(0) == Some(b"branch_weights") && text(1).is_some() {
        let mut operands = operands.clone();
        operands.remove(1);
        attachment.node = tuples.uniqued_tuple(&mut module.metadata, &operands);
        report.feature(Action::Dropped, Feature::BranchWeightOrigins, module, at);
    }
    true
}
