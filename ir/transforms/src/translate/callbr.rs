//! Results of `callbr` that indirect destinations use.
use super::attributes::owners;
use super::report::{Action, At, Report};
use bctk_ir::body::Body;
use bctk_ir::entity::{BlockId, InstId};
use bctk_ir::inst::Inst;
use bctk_ir::module::Module;
use bctk_ir::version::Feature;
use bctk_verify::analysis::{ControlFlowGraph, DominatorTree, Uses};

/// Refuses results that are used where the default destination need not have come before (`DominatorTree::dominates`, LLVM 9 to 16).
pub(super) fn results(module: &Module, report: &mut Report) {
    for (id, index) in owners(module) {
        for inst in used_elsewhere(&module.bodies[index]) {
            report.feature(Action::Refused, Feature::CallbrResults, module, At::Inst(id, inst));
        }
    }
}

/// Every `callbr` of a body whose result is used elsewhere than below its default destination.
fn used_elsewhere(body: &Body) -> Vec<InstId> {
    let all = body.insts.iter().enumerate().filter_map(|(at, inst)| match *inst {
        Inst::CallBr { default, .. } => Some((InstId::new(at), default, body.result(InstId::new(at))?)),
        _ => None,
    });
    let all: Vec<(InstId, BlockId, u32)> = all.collect();
    if all.is_empty() {
        return Vec::new();
    }
    let cfg = ControlFlowGraph::new(body);
    let (dominators, uses) = (DominatorTree::new(&cfg), Uses::new(body));
    let block_of = |inst: InstId| BlockId::new(body.blocks.partition_point(|block| block.first <= inst).saturating_sub(1));
    let is_below = |maker: InstId, default: BlockId, user: InstId, operand: u32| {
        let (made_in, own) = (block_of(maker), block_of(user));
        let incoming = match body.insts[user.index()] {
            Inst::Phi { incoming, .. } => body.lists.get(incoming).get(operand as usize).map(|(_, from)| from),
            _ => None,
        };
        let used_in = incoming.unwrap_or(own);
        !dominators.is_reachable(used_in)
            || incoming == Some(made_in) && own == default
            || dominators.edge_dominates(&cfg, made_in, default, used_in)
    };
    let is_elsewhere =
        |&(maker, default, local): &(InstId, BlockId, u32)| uses.of(local).iter().any(|of| !is_below(maker, default, of.inst, of.operand));
    all.into_iter().filter(is_elsewhere).map(|(maker, ..)| maker).collect()
}
