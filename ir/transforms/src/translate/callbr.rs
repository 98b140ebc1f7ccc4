//! `callbr`: results that indirect destinations use, values that live there, and assembly without jumps.
use super::intrinsics::insert_value;
use super::report::{Action, At, Report};
use bctk_analysis::{ControlFlowGraph, DominatorTree, Uses};
use bctk_edit::editor::Editor;
use bctk_edit::functions::owners;
use bctk_edit::split::{NEXT_PART, predecessors};
use bctk_ir::attr_set::AttrIndex;
use bctk_ir::body::{BasicBlock, Body, Call};
use bctk_ir::constants::{ConstKind, Constant, InlineAsm};
use bctk_ir::entity::{BlockId, CallId, GlobalId, InstId, List, OptionalId, TypeId};
use bctk_ir::inst::Inst;
use bctk_ir::module::Module;
use bctk_ir::strings::LocalStr;
use bctk_ir::triple::{Arch, Triple};
use bctk_ir::types::{Type, TypeTable};
use bctk_ir::value::Value;
use bctk_ir::version::{Feature, LlvmVersion};
use bctk_ir::visit::map_operands;
use bctk_support::parallel::prelude::*;
use hashbrown::HashSet;
use std::ops::Range;

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

/// Writes a `callbr` as a call where its result is used and the default destination need not have come before (`DominatorTree::dominates`,
/// LLVM 9 to 16), or its code generator loses one of several without optimization (LLVM 17 to 20).
pub(super) fn results(module: &mut Module, llvm: LlvmVersion, report: &mut Report) {
    let found = calls(module);
    let mut editor = Editor::new(module);
    for (id, index, calls) in found {
        editor.body = index;
        for at in used_elsewhere(editor.body(), &calls) {
            let Inst::CallBr { call, default, indirect } = editor.body().insts[at.index()] else { continue };
            let feature = if llvm.callbr_results() { Feature::CallbrResultCopies } else { Feature::CallbrResults };
            let action = match as_call(&mut editor, at, call, default, indirect) {
                Some(()) => Action::Lowered,
                None if llvm.callbr_results() => Action::Kept,
                None => Action::Refused,
            };
            report.feature(action, feature, editor.module, At::Inst(id, at));
        }
        editor.finish_body();
    }
    editor.finish();
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
    if let Some(&last) = body.provenance.offsets.last() {
        body.provenance.offsets.push(last);
    }
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

/// How the assembly of a target says in a register which way it went.
#[derive(Clone, Copy)]
struct Target {
    /// Sets the operand `{}` to the number `[]`.
    set: &'static str,
    jump: &'static str,
}

impl Target {
    fn of(module: &Module, asm: &InlineAsm) -> Option<Target> {
        match Triple::parse(module.str(module.triple)).arch {
            Arch::X86 | Arch::X86_64 if !asm.intel_dialect => Some(Target { set: "movl $$[], ${}", jump: "jmp" }),
            Arch::AArch64 | Arch::AArch64Be => Some(Target { set: "mov ${{}:w}, #[]", jump: "b" }),
            _ => None,
        }
    }

    /// Assembly whose labels are its own, at the places of `labels`, and operand `place`, which is new: 0, or the number of the label, from 1 on.
    fn with_labels(self, template: &[u8], place: usize, labels: Range<usize>) -> Option<Vec<u8>> {
        let mut out = numbered(template, place, &labels)?;
        let set = |number: usize| self.set.replace("{}", &place.to_string()).replace("[]", &number.to_string());
        let end = label("end");
        out.extend(format!("\n\t{}\n", set(0)).into_bytes());
        for number in 1..=labels.len() {
            out.extend(format!("\t{} {end}\n{}:\n\t{}\n", self.jump, label(&number.to_string()), set(number)).into_bytes());
        }
        out.extend(format!("{end}:").into_bytes());
        Some(out)
    }
}

/// A label that each copy of the assembly has for itself.
fn label(name: &str) -> String {
    format!("${{:private}}callbr_${{:uid}}_{name}")
}

/// A template of inline assembly with a new operand at `place`, and labels of its own for those of `labels`. None if it refers to these
/// otherwise than by `${N:l}`.
fn numbered(template: &[u8], place: usize, labels: &Range<usize>) -> Option<Vec<u8>> {
    let (mut rest, mut out) = (template, Vec::with_capacity(template.len()));
    while let Some(at) = rest.iter().position(|&c| c == b'$') {
        out.extend(&rest[..at]);
        rest = &rest[at + 1..];
        let is_braced = rest.first() == Some(&b'{');
        let length = match is_braced {
            true => rest.iter().position(|&c| c == b'}')? + 1,
            false => rest.iter().take_while(|c| c.is_ascii_digit()).count().max(1),
        };
        let (operand, after) = rest.split_at_checked(length)?;
        rest = after;
        let inner = if is_braced { &operand[1..length - 1] } else { operand };
        let (digits, modifier) = inner.split_at(inner.iter().take_while(|c| c.is_ascii_digit()).count());
        match std::str::from_utf8(digits).ok()?.parse::<usize>() {
            Ok(number) if labels.contains(&number) => {
                if modifier != b":l" {
                    return None;
                }
                out.extend(label(&(number - labels.start + 1).to_string()).into_bytes());
            }
            Ok(number) => {
                out.extend(format!("${{{}", number + usize::from(number >= place)).into_bytes());
                out.extend(modifier);
                out.push(b'}');
            }
            // `$$`, variants, and what has a colon alone.
            Err(_) if digits.is_empty() => {
                out.push(b'$');
                out.extend(operand);
            }
            Err(_) => return None,
        }
    }
    out.extend(rest);
    Some(out)
}

/// Writes a `callbr` as a call and a branch: assembly that refers to none of its labels never goes elsewhere than to the default destination,
/// and other assembly says where it went, if that can be written for the target.
pub(super) fn as_call(ed: &mut Editor<'_>, at: InstId, id: CallId, default: BlockId, indirect: List<BlockId>) -> Option<()> {
    let call = *ed.body().call(id)?;
    let (pool, index) = ed.module.pool_of(Some(ed.body()), call.callee)?;
    let Constant { ty: pointer, kind: ConstKind::InlineAsm(number) } = pool.get(index)? else { return None };
    let asm = *pool.asms.get(number as usize)?;
    let (template, old) = (pool.bytes.get(asm.template).to_vec(), pool.bytes.get(asm.constraints).to_vec());
    let constraints: Vec<&[u8]> = old.split(|&c| c == b',').collect();
    let is_label = |constraint: &[u8]| constraint.starts_with(b"!");
    let first = constraints.iter().position(|constraint| is_label(constraint))?;
    let labels = first..constraints.iter().rposition(|constraint| is_label(constraint))? + 1;
    let has_jumps = named_operands(&template).is_none_or(|named| named.iter().any(|&operand| operand >= first));
    let mut constraints: Vec<&[u8]> = constraints.into_iter().filter(|constraint| !is_label(constraint)).collect();
    let place = constraints.iter().take_while(|constraint| constraint.starts_with(b"=")).count();
    let (mut fn_ty, mut template, mut attrs) = (call.fn_ty, template, call.attrs);
    let word = ed.intern(Type::Int(32));
    let mut parts = Vec::new();
    if has_jumps {
        let blocks = ed.body().lists.get(indirect).len();
        if labels.len() != blocks || constraints.len() + blocks != old.split(|&c| c == b',').count() || old.contains(&b'|') {
            return None;
        }
        template = Target::of(ed.module, &asm)?.with_labels(&template, place, labels)?;
        let (ret, params, vararg) = ed.module.types.function(fn_ty)?;
        let params: Vec<TypeId> = params.iter().collect();
        parts = results_of(&ed.module.types, ret, &constraints[..place])?;
        let ret = match parts.is_empty() {
            true => word,
            false => ed.module.types.intern_literal(&[&parts[..], &[word]].concat()),
        };
        fn_ty = ed.module.types.intern_function(ret, &params, vararg);
        attrs = ed.change_set(attrs, AttrIndex::Return, Vec::clear);
        constraints.insert(place, b"=r");
    }
    let constraints = constraints.join(&b","[..]);
    let pool = &mut ed.module.consts;
    let (template, constraints) = (pool.bytes.push(&template), pool.bytes.push(&constraints));
    let side_effect = asm.side_effect || has_jumps;
    pool.asms.push(InlineAsm { fn_ty, template, constraints, side_effect, ..asm });
    let callee = Value::constant(pool.push(pointer, ConstKind::InlineAsm(pool.asms.len() as u32 - 1)));
    let inst = ed.call_inst(Call { callee, fn_ty, attrs, ..call });
    let ty = ed.body().result_type(at).filter(|_| ed.body().result(at).is_some());
    let mut cond = ed.int(word, 0);
    let result = match ty {
        _ if has_jumps => {
            let made = ed.push(ed.module.types.function(fn_ty)?.0, inst);
            let part = |ed: &mut Editor<'_>, number: usize, ty: TypeId| {
                let indices = ed.body_mut().lists.push(&[number as u32]);
                ed.push(ty, Inst::ExtractValue { aggregate: made, indices })
            };
            cond = if parts.is_empty() { made } else { part(ed, parts.len(), word) };
            match (ty, &parts[..]) {
                (Some(ty), [of]) if ty == *of => Some(part(ed, 0, ty)),
                (Some(ty), parts) => {
                    let mut whole = ed.constant(ty, ConstKind::Undef);
                    for (number, &of) in parts.iter().enumerate() {
                        let value = part(ed, number, of);
                        whole = insert_value(ed, ty, whole, value, number as u32);
                    }
                    Some(whole)
                }
                _ => None,
            }
        }
        Some(ty) => Some(ed.push(ty, inst)),
        None => {
            ed.push_void(inst);
            None
        }
    };
    // The blocks keep their predecessors.
    let blocks: Vec<BlockId> = ed.body().lists.get(indirect).to_vec();
    let cases: Vec<(Value, BlockId)> = (1..).zip(blocks).map(|(case, block)| (ed.int(word, case), block)).collect();
    let cases = ed.body_mut().lists.push(&cases);
    ed.push_void(Inst::Switch { cond, default, cases });
    ed.end(at, result);
    Some(())
}

/// The numbers of the operands that a template of inline assembly names; none if one is too large.
pub(super) fn named_operands(template: &[u8]) -> Option<Vec<usize>> {
    let (mut rest, mut named) = (template, Vec::new());
    while let Some(at) = rest.iter().position(|&c| c == b'$') {
        rest = &rest[at + 1..];
        if rest.first() == Some(&b'$') {
            rest = &rest[1..];
            continue;
        }
        let digits = rest.strip_prefix(b"{").unwrap_or(rest);
        let count = digits.iter().take_while(|c| c.is_ascii_digit()).count();
        if count > 0 {
            named.push(std::str::from_utf8(&digits[..count]).ok()?.parse().ok()?);
        }
    }
    Some(named)
}

/// The types of the results of inline assembly that returns `ret`, by the constraints of its outputs: one for each that is not in memory.
pub(super) fn results_of(types: &TypeTable, ret: TypeId, outputs: &[&[u8]]) -> Option<Vec<TypeId>> {
    match (outputs.iter().filter(|constraint| !constraint.starts_with(b"=*")).count(), types.get(ret)) {
        (0, _) => Some(Vec::new()),
        (1, _) => Some(vec![ret]),
        (_, Type::Struct { fields, .. }) => Some(types.list(fields).to_vec()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn operands_that_assembly_names() {
        let of = |template: &str| named_operands(template.as_bytes());
        assert_eq!(of("nop"), Some(vec![]));
        assert_eq!(of("test $0, ${2:w}; jz ${1:l}"), Some(vec![0, 2, 1]));
        assert_eq!(of("add $$9, $0"), Some(vec![0]));
        assert_eq!(of("$"), Some(vec![]));
        assert_eq!(of("${99999999999999999999999:l}"), None);
    }

    #[test]
    fn operands_get_other_numbers() {
        let of = |template: &str| numbered(template.as_bytes(), 1, &(3..5)).map(|text| String::from_utf8_lossy(&text).into_owned());
        assert_eq!(of("nop").as_deref(), Some("nop"));
        assert_eq!(of("mov $$1, $0, $1 $").as_deref(), None);
        assert_eq!(of("mov $$1, $0, $1$(a$|b$) ${:uid}").as_deref(), Some("mov $$1, ${0}, ${2}$(a$|b$) ${:uid}"));
        assert_eq!(of("test ${2:w}; jz ${4:l}").as_deref(), Some("test ${3:w}; jz ${:private}callbr_${:uid}_2"));
        assert_eq!(of("lea $3"), None);
        assert_eq!(of("lea ${3:c}"), None);
        assert_eq!(of("${1"), None);
        assert_eq!(of("${99999999999999999999999:l}"), None);
    }
}
