//! `!prof` that does not fit its instruction, which LLVM's bitcode reader drops (LLVM 22, `BitcodeReader::materialize`).
use bctk_edit::nodes::{text, tuple};
use bctk_ir::body::Body;
use bctk_ir::entity::MdId;
use bctk_ir::inst::Inst;
use bctk_ir::module::Module;
use bctk_ir::visit::successors;
use bctk_support::parallel::prelude::*;

/// Drops branch weights whose number does not match the successors of the instruction.
pub(super) fn drop_unfitting_weights(module: &mut Module) {
    let Some(kind) = module.md_kinds.iter().position(|&kind| module.strings.get(kind) == b"prof") else { return };
    let mut bodies = std::mem::take(&mut module.bodies);
    bodies.par_iter_mut().balanced().for_each(|body| {
        let mut attachments = std::mem::take(&mut body.attachments);
        attachments.retain(|&(at, attachment)| {
            attachment.kind as usize != kind
                || match (weights(module, attachment.node), body.insts.get(at.index()).and_then(|inst| ways(inst, body))) {
                    (Some(weights), Some(ways)) => weights == ways,
                    _ => true,
                }
        });
        body.attachments = attachments;
    });
    module.bodies = bodies;
}

/// The number of weights in a node, if it holds branch weights.
fn weights(module: &Module, node: MdId) -> Option<usize> {
    let slots = tuple(module, node)?;
    let word = |at: usize| text(module, slots.get(at)??);
    let head = if word(1) == Some(b"expected") { 2 } else { 1 };
    (word(0)? == b"branch_weights").then(|| slots.len().saturating_sub(head))
}

/// The number of weights for an instruction, where LLVM checks it.
fn ways(inst: &Inst, body: &Body) -> Option<usize> {
    match inst {
        Inst::Call(_) => Some(1),
        Inst::Select { .. } => Some(2),
        Inst::Br(_) | Inst::CondBr { .. } | Inst::Switch { .. } | Inst::IndirectBr { .. } => {
            let mut count = 0;
            successors(inst, body, |_| count += 1);
            Some(count)
        }
        _ => None,
    }
}
