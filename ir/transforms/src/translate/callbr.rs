//! `callbr`: results that indirect destinations use, values that live there, and assembly without jumps.
use super::attributes::owners;
use super::edit::Editor;
use super::report::{Action, At, Report};
use super::split::{NEXT_PART, predecessors};
use bctk_analysis::{ControlFlowGraph, DominatorTree, Uses};
use bctk_ir::body::{BasicBlock, Body, Call};
use bctk_ir::constants::{ConstKind, Constant, InlineAsm};
use bctk_ir::entity::{BlockId, CallId, GlobalId, InstId, List, OptionalId};
use bctk_ir::inst::Inst;
use bctk_ir::module::Module;
use bctk_ir::strings::LocalStr;
use bctk_ir::types::Type;
use bctk_ir::value::{Value, ValueKind};
use bctk_ir::version::{Feature, LlvmVersion};
use bctk_ir::visit::map_operands;
use bctk_support::parallel::prelude::*;
use hashbrown::HashSet;

/// Every `callbr` of a module, by functions: the function, its body, and the instructions, which end blocks.
fn calls(module: &Module) -> Vec<(GlobalId, usize, Vec<InstId>)> {
    let of = |&(id, index): &(GlobalId, usize)| {
        let body = &module.bodies[index];
        let of_block = |block: &BasicBlock| {
            let last = block.end.index().checked_sub(1)?;
            matches!(body.insts.get(last), Some(Inst::CallBr { .. })).then(|| InstId::new(last))
        };
        let found: Vec<InstId> = body.blocks.iter().filter_map(of_block).collect();
        (!found.is_empty()).then_some((id, index, found))
    };
    owners(module).par_iter().balanced().filter_map(of).collect()
}

/// The block of an instruction.
fn block_of(body: &Body, inst: InstId) -> BlockId {
    BlockId::new(body.blocks.partition_point(|block| block.first <= inst).saturating_sub(1))
}

/// Refuses results that are used where the default destination need not have come before (`DominatorTree::dominates`, LLVM 9 to 16).
pub(super) fn results(module: &Module, report: &mut Report) {
    for (id, index, found) in calls(module) {
        for inst in used_elsewhere(&module.bodies[index], &found) {
            report.feature(Action::Refused, Feature::CallbrResults, module, At::Inst(id, inst));
        }
    }
}

/// Those of the `calls` of a body whose result is used elsewhere than below the default destination.
fn used_elsewhere(body: &Body, calls: &[InstId]) -> Vec<InstId> {
    let all = calls.iter().filter_map(|&at| match body.insts[at.index()] {
        Inst::CallBr { default, .. } => Some((at, default, body.result(at)?)),
        _ => None,
    });
    let all: Vec<(InstId, BlockId, u32)> = all.collect();
    if all.is_empty() {
        return Vec::new();
    }
    let cfg = ControlFlowGraph::new(body);
    let (dominators, uses) = (DominatorTree::new(&cfg), Uses::new(body));
    let is_below = |maker: InstId, default: BlockId, user: InstId, operand: u32| {
        let (made_in, own) = (block_of(body, maker), block_of(body, user));
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

/// Whether the code of `llvm` without optimization stores what a block made behind the assembly, and so only on the way to the default
/// destination: LLVM 11, since such assembly has results and is no terminator any more.
pub(super) fn loses_values(llvm: LlvmVersion) -> bool {
    llvm.callbr_outputs() && !llvm.callbr_values()
}

/// Puts each `callbr` into a block of its own, so that values are stored before it ([`loses_values`]).
pub(super) fn isolate(module: &mut Module) {
    let mut found = calls(module);
    for (_, index, calls) in &mut found {
        let body = &module.bodies[*index];
        // The first block makes the arguments.
        calls.retain(|&at| at.index() == 0 || body.blocks[block_of(body, at).index()].first < at);
    }
    let mut editor = Editor::new(module);
    for (_, index, calls) in found.into_iter().filter(|(.., calls)| !calls.is_empty()) {
        editor.body = index;
        for at in calls {
            editor.push_void(Inst::Br(NEXT_PART));
            editor.begin_part();
            editor.put_before(at);
        }
        editor.finish_body();
    }
    editor.finish();
}

/// Gives indirect destinations a block between, which branches there: one that the `callbr` states twice, and one with a `phi`, if the
/// block of the `callbr` must not set it.
pub(super) fn split_edges(module: &mut Module, llvm: LlvmVersion, report: &mut Report) {
    for (id, index, calls) in calls(module) {
        let body = &mut module.bodies[index];
        let has_phi = |body: &Body, to: BlockId| {
            let first = body.blocks.get(to.index()).and_then(|block| body.insts.get(block.first.index()));
            matches!(first, Some(Inst::Phi { .. }))
        };
        let mut split = Vec::new();
        for last in calls {
            let Inst::CallBr { call, default, indirect } = body.insts[last.index()] else { continue };
            let from = block_of(body, last);
            let mut targets: Vec<BlockId> = body.lists.get(indirect).to_vec();
            let mut stated: HashSet<BlockId> = [default].into_iter().collect();
            let is_again: Vec<bool> = targets.iter().map(|&to| !stated.insert(to) && !llvm.callbr_duplicates()).collect();
            let is_split = |&at: &usize| is_again[at] || loses_values(llvm) && has_phi(body, targets[at]);
            let ways: Vec<usize> = (0..targets.len()).filter(is_split).collect();
            for &at in &ways {
                let between = append_branch(body, targets[at]);
                enter_from(body, targets[at], from, between);
                targets[at] = between;
            }
            if !ways.is_empty() {
                let indirect = body.lists.push(&targets);
                body.insts[last.index()] = Inst::CallBr { call, default, indirect };
                let is_for_phi = ways.iter().any(|&at| !is_again[at]);
                split.push((last, if is_for_phi { Feature::CallbrValues } else { Feature::CallbrDuplicates }));
            }
        }
        if !split.is_empty() {
            predecessors(body);
        }
        for (inst, feature) in split {
            report.feature(Action::Lowered, feature, module, At::Inst(id, inst));
        }
    }
}

/// A new last block that branches to `to`.
fn append_branch(body: &mut Body, to: BlockId) -> BlockId {
    let (first, end) = (InstId::new(body.insts.len()), InstId::new(body.insts.len() + 1));
    body.insts.push(Inst::Br(to));
    body.results.push(OptionalId::NONE);
    if !body.debug_locs.is_empty() {
        body.debug_locs.push(0);
    }
    body.provenance.offsets.extend(body.provenance.offsets.last().copied());
    body.blocks.push(BasicBlock { first, end });
    if !body.block_names.is_empty() {
        body.block_names.push(LocalStr::EMPTY);
    }
    BlockId::new(body.blocks.len() - 1)
}

/// In every `phi` of `block`, one edge from `old` becomes one from `new`.
fn enter_from(body: &mut Body, block: BlockId, old: BlockId, new: BlockId) {
    let BasicBlock { first, end } = body.blocks[block.index()];
    for at in (first.index()..end.index()).map(InstId::new) {
        if !matches!(body.insts.get(at.index()), Some(Inst::Phi { .. })) {
            break;
        }
        let mut is_open = true;
        let renamed = |from: BlockId| if from == old && std::mem::take(&mut is_open) { new } else { from };
        map_operands(body, at, |value| value, renamed);
    }
}

/// Writes assembly that refers to none of its labels as a call, and a branch that never goes elsewhere than to the default destination.
pub(super) fn as_call(ed: &mut Editor<'_>, at: InstId, id: CallId, default: BlockId, indirect: List<BlockId>) -> Option<()> {
    let call = *ed.body().call(id)?;
    let (pool, index) = match call.callee.kind() {
        ValueKind::Const(index) => (&ed.module.consts, index),
        ValueKind::LocalConst(index) => (&ed.body().consts, index),
        _ => return None,
    };
    let Constant { ty: pointer, kind: ConstKind::InlineAsm(number) } = pool.get(index)? else { return None };
    let asm = *pool.asms.get(number as usize)?;
    let (template, old) = (pool.bytes.get(asm.template).to_vec(), pool.bytes.get(asm.constraints).to_vec());
    let constraints: Vec<&[u8]> = old.split(|&c| c == b',').collect();
    let first = constraints.iter().position(|constraint| constraint.starts_with(b"!"))?;
    if greatest_operand(&template).is_some_and(|greatest| greatest >= first) {
        return None;
    }
    let constraints: Vec<&[u8]> = constraints.into_iter().filter(|constraint| !constraint.starts_with(b"!")).collect();
    let constraints = constraints.join(&b","[..]);
    let pool = &mut ed.module.consts;
    let (template, constraints) = (pool.bytes.push(&template), pool.bytes.push(&constraints));
    pool.asms.push(InlineAsm { template, constraints, ..asm });
    let callee = Value::constant(pool.push(pointer, ConstKind::InlineAsm(pool.asms.len() as u32 - 1)));
    let inst = ed.call_inst(Call { callee, ..call });
    let result = match ed.body().result_type(at) {
        Some(ty) if ed.body().result(at).is_some() => Some(ed.push(ty, inst)),
        _ => {
            ed.push_void(inst);
            None
        }
    };
    // The blocks keep their predecessors.
    let blocks: Vec<BlockId> = ed.body().lists.get(indirect).to_vec();
    let word = ed.intern(Type::Int(32));
    let cond = ed.int(word, 0);
    let cases: Vec<(Value, BlockId)> = (1..).zip(blocks).map(|(case, block)| (ed.int(word, case), block)).collect();
    let cases = ed.body_mut().lists.push(&cases);
    ed.push_void(Inst::Switch { cond, default, cases });
    ed.end(at, result);
    Some(())
}

/// The greatest number of an operand that a template of inline assembly names.
fn greatest_operand(template: &[u8]) -> Option<usize> {
    let (mut rest, mut greatest) = (template, None);
    while let Some(at) = rest.iter().position(|&c| c == b'$') {
        rest = &rest[at + 1..];
        if rest.first() == Some(&b'$') {
            rest = &rest[1..];
            continue;
        }
        let digits = rest.strip_prefix(b"{").unwrap_or(rest);
        let count = digits.iter().take_while(|c| c.is_ascii_digit()).count();
        let number =
            std::str::from_utf8(&digits[..count]).ok().filter(|text| !text.is_empty()).map(|text| text.parse().unwrap_or(usize::MAX));
        greatest = greatest.max(number);
    }
    greatest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn operands_that_assembly_names() {
        assert_eq!(greatest_operand(b"nop"), None);
        assert_eq!(greatest_operand(b"test $0, ${2:w}; jz ${1:l}"), Some(2));
        assert_eq!(greatest_operand(b"add $$9, $0"), Some(0));
        assert_eq!(greatest_operand(b"$"), None);
        assert_eq!(greatest_operand(b"${99999999999999999999999:l}"), Some(usize::MAX));
    }
}
