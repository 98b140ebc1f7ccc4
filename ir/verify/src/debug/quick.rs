//! Finds out quickly, in parallel, whether any debug information may be invalid.
use super::assigned::{calls, takers};
use super::functions::attachments;
use super::nodes::node;
use super::walk::{is_local, reachable, trip_count_fault};
use super::{Debug, Locals, Nodes, Out};
use crate::VerifyOptions;
use crate::report::{Level, Sink};
use bctk_ir::body::Body;
use bctk_ir::entity::{GlobalId, InstId, MdId};
use bctk_ir::global::{GlobalKind, GlobalValue};
use bctk_ir::inst::Inst;
use bctk_ir::metadata::di::{DiKind, NUMBER};
use bctk_ir::metadata::{Metadata, slot_md};
use bctk_ir::module::Module;
use bctk_ir::version::LlvmVersion;
use bctk_support::parallel::prelude::*;

/// Nodes that one task looks at.
const TASK: usize = 1 << 13;

/// Whether `llvm` finds debug information of a module invalid, so that it drops all of it when it reads the module.
///
/// Apart from that, the module should be valid. Much cheaper than to verify the module.
pub fn is_debug_info_broken(module: &Module, llvm: LlvmVersion) -> bool {
    let debug = Debug::new(module, llvm, true);
    let mut sink = Sink::new(None, None);
    for (at, global) in module.globals.iter().enumerate() {
        match global.kind {
            GlobalKind::Variable { .. } => _ = debug.variable(module, global, &mut sink),
            GlobalKind::IFunc { .. } => _ = debug.ifunc(module, GlobalId::new(at), global, &mut sink),
            _ => {}
        }
    }
    debug.named(module, &mut sink);
    if has_debug_finding(&sink) {
        return true;
    }
    let functions: Vec<_> = module.functions().collect();
    let is_broken = functions.par_iter().any(|&(id, global, function)| {
        let mut sink = Sink::new(None, None);
        for (number, attachment) in attachments(module, global).into_iter().filter(|at| Some(at.kind) == debug.dbg).enumerate() {
            if !debug.attached(module, (id, function), attachment, number + 1, &mut sink) {
                return true;
            }
        }
        let Some(body) = module.body(function) else { return false };
        is_body_broken(&mut Locals::new(&debug, module, id, function, body, true), &mut sink)
    });
    is_broken || debug.visits && has_faulty_node(&debug, module)
}

fn has_debug_finding(sink: &Sink) -> bool {
    sink.findings.iter().any(|finding| finding.level == Level::DebugInfo)
}

fn is_body_broken(locals: &mut Locals<'_, '_>, sink: &mut Sink) -> bool {
    let body = locals.body;
    locals.locations(sink);
    for &loc in &body.loc_nodes {
        locals.own_location(None, loc, sink);
    }
    let mut last = None;
    for record in &body.dbg_records {
        if last != Some(record.before) {
            locals.records(record.before, sink);
            last = Some(record.before);
        }
    }
    for (inst, attachment) in body.attachments.iter().filter(|(_, attachment)| locals.is_assignment(attachment.kind)) {
        locals.assignment(*inst, attachment.node, sink);
    }
    for (at, inst) in body.insts.iter().enumerate() {
        if let Inst::Call(call) | Inst::Invoke { call, .. } | Inst::CallBr { call, .. } = *inst
            && let Some(call) = body.call(call)
        {
            locals.call(InstId::new(at), call, sink);
        }
    }
    has_debug_finding(sink)
}

/// Whether a node has a fault of its own.
fn is_faulty(debug: &Debug, nodes: Nodes<'_>, id: MdId) -> bool {
    let mut out = Out::Any(false);
    node(nodes, id, &mut out);
    let is_unlisted = nodes.kind(id) == Some(DiKind::CompileUnit) && !debug.units.contains(&id);
    is_unlisted || matches!(out, Out::Any(true))
}

/// A set of metadata.
struct Marks(Vec<u64>);

impl Marks {
    /// Those of the first `count` that `f` accepts.
    fn of(count: usize, f: impl Fn(MdId) -> bool + Sync) -> Marks {
        let word = |at: usize| (at * 64..count.min(at * 64 + 64)).fold(0, |word, id| word | u64::from(f(MdId::new(id))) << (id % 64));
        Marks((0..count.div_ceil(64)).into_par_iter().with_min_len(TASK / 64).map(word).collect())
    }

    fn new(count: usize, ids: &[MdId]) -> Marks {
        let mut words = vec![0; count.div_ceil(64)];
        for id in ids {
            if let Some(word) = words.get_mut(id.index() / 64) {
                *word |= 1 << (id.index() % 64);
            }
        }
        Marks(words)
    }

    fn is_empty(&self) -> bool {
        self.0.iter().all(|&word| word == 0)
    }

    fn has(&self, id: MdId) -> bool {
        self.0.get(id.index() / 64).is_some_and(|word| word >> (id.index() % 64) & 1 == 1)
    }
}

/// Whether a node has an operand in a set.
fn has_operand(nodes: Nodes<'_>, id: MdId, marks: &Marks) -> bool {
    match nodes.table.get(id) {
        Metadata::Tuple { ops, .. } | Metadata::Generic { ops, .. } => {
            nodes.table.lists.get(ops).iter().flatten().any(|operand| marks.has(operand))
        }
        Metadata::Node { kind, fields, .. } => {
            let slots = nodes.table.node_fields(kind, fields);
            let operands = kind.operand_slots().iter().filter_map(|&slot| slots.get(usize::from(slot)));
            operands.filter(|&&slot| slot != NUMBER).filter_map(|&slot| slot_md(slot)).any(|operand| marks.has(operand))
        }
        _ => false,
    }
}

/// All nodes that `f` accepts.
fn find(module: &Module, f: impl Fn(MdId) -> bool + Sync) -> Vec<MdId> {
    let count = module.metadata.items.len();
    (0..count).into_par_iter().with_min_len(TASK).map(MdId::new).filter(|&id| module.metadata.is_node(id) && f(id)).collect()
}

/// Whether a fault may come from what nodes refer to, so that it matters in which order they are reached.
pub(super) fn has_suspects(debug: &Debug, module: &Module) -> bool {
    let nodes = debug.nodes(module);
    let count = module.metadata.items.len();
    let locals = Marks::of(count, |id| is_local(nodes, id));
    let any_local = !locals.is_empty();
    let has_local = |id: MdId| any_local && has_operand(nodes, id, &locals);
    // Nodes with a location, which only some things may refer to. Locations refer to each other.
    let misplaced = Marks::of(count, |id| nodes.is_location(id) || is_local(nodes, id));
    let suspects = find(module, |id| {
        let refers = if nodes.is_location(id) { has_local(id) } else { has_operand(nodes, id, &misplaced) };
        refers || trip_count_fault(nodes, id).is_some() || is_faulty(debug, nodes, id)
    });
    let is_loop =
        |id: MdId| matches!(module.metadata.get(id), Metadata::Tuple { .. }) && !has_local(id) && trip_count_fault(nodes, id).is_none();
    if !suspects.iter().all(|&id| is_loop(id)) {
        return true;
    }
    let holders = Marks::new(count, &suspects);
    if !suspects.is_empty() && !find(module, |id| !holders.has(id) && has_operand(nodes, id, &holders)).is_empty() {
        return true;
    }
    // Only locations of instructions and the attachments of loops may lead to such a node, or to a location.
    let is_wrong = |id: MdId| holders.has(id) || nodes.is_location(id);
    let of_function = |global: &GlobalValue| {
        !matches!(global.kind, GlobalKind::Variable { .. }) && global.attachments.iter().any(|attachment| is_wrong(attachment.node))
    };
    let takers = takers(module);
    let of_body = |body: &Body| {
        let may_have = |kind: u32| [debug.dbg, debug.looped].contains(&Some(kind));
        let mut argument = false;
        calls(body, &takers, |_, id| argument |= is_wrong(id));
        argument
            || body.function_attachments.iter().any(|attachment| is_wrong(attachment.node))
            || body.attachments.iter().any(|(_, attachment)| !may_have(attachment.kind) && is_wrong(attachment.node))
    };
    module.globals.iter().any(of_function) || module.bodies.par_iter().any(of_body)
}

/// Whether a node that something refers to is at fault.
fn has_faulty_node(debug: &Debug, module: &Module) -> bool {
    let nodes = debug.nodes(module);
    let reached = reachable(module);
    if !find(module, |id| reached.get(id.index()) == Some(&true) && is_faulty(debug, nodes, id)).is_empty() {
        return true;
    }
    // Whether a location is where it may not be depends on the order.
    let options = VerifyOptions { llvm: Some(debug.llvm), ..VerifyOptions::default() };
    crate::verify(module, &options).findings.iter().any(|finding| finding.level == Level::DebugInfo)
}
