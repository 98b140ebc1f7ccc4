//! Finds out quickly, in parallel, whether any debug information may be invalid.
use super::assigned::{calls, takers};
use super::functions::attachments;
use super::nodes::node;
use super::walk::{is_local_item, reachable, trip_count_fault};
use super::{Debug, Locals, Nodes, Out};
use crate::VerifyOptions;
use crate::report::{Level, Sink};
use bctk_ir::body::Body;
use bctk_ir::entity::{GlobalId, InstId, MdId};
use bctk_ir::global::{GlobalKind, GlobalValue};
use bctk_ir::inst::Inst;
use bctk_ir::metadata::di::DiKind;
use bctk_ir::metadata::{Metadata, MetadataTable};
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
struct Marks {
    words: Vec<u64>,
    /// The first id of the set as a slot, and how far the last is from it.
    first: u32,
    span: u32,
}

impl Marks {
    /// The items that `f` accepts, and those that `f` or `g` accepts.
    fn of_two(items: &[Metadata], f: impl Fn(&Metadata) -> bool + Sync, g: impl Fn(&Metadata) -> bool + Sync) -> (Marks, Marks) {
        let word = |items: &[Metadata]| {
            items.iter().rev().fold((0, 0), |(first, either): (u64, u64), item| {
                let is_first = f(item);
                (first << 1 | u64::from(is_first), either << 1 | u64::from(is_first || g(item)))
            })
        };
        let words: Vec<(u64, u64)> = items.par_chunks(64).with_min_len(TASK / 64).map(word).collect();
        let (first, either) = words.into_iter().unzip();
        (Marks::with(first), Marks::with(either))
    }

    fn new(count: usize, ids: &[MdId]) -> Marks {
        let mut words = vec![0; count.div_ceil(64)];
        for id in ids {
            if let Some(word) = words.get_mut(id.index() / 64) {
                *word |= 1 << (id.index() % 64);
            }
        }
        Marks::with(words)
    }

    fn with(words: Vec<u64>) -> Marks {
        let first = words.iter().position(|&word| word != 0).unwrap_or(0) as u32 * 64;
        let last = words.iter().rposition(|&word| word != 0).unwrap_or(0) as u32 * 64 + 63;
        Marks { words, first: first + 1, span: last - first }
    }

    fn is_empty(&self) -> bool {
        self.words.iter().all(|&word| word == 0)
    }

    #[inline]
    fn has(&self, id: MdId) -> bool {
        self.words.get(id.index() / 64).is_some_and(|word| word >> (id.index() % 64) & 1 == 1)
    }

    /// Whether a slot refers to one. What stands for null or for a number is past the end.
    #[inline]
    fn has_slot(&self, slot: u32) -> bool {
        self.has(MdId(slot.wrapping_sub(1)))
    }

    /// Whether a slot may refer to one, if all of these are references.
    #[inline]
    fn may_have(&self, slots: &[u32]) -> bool {
        slots.iter().fold(false, |any, slot| any | (slot.wrapping_sub(self.first) <= self.span))
    }
}

/// Whether a node has an operand in a set.
fn has_operand(table: &MetadataTable, item: &Metadata, marks: &Marks) -> bool {
    match *item {
        Metadata::Tuple { ops, .. } | Metadata::Generic { ops, .. } => {
            table.lists.get(ops).iter().any(|operand| operand.is_some_and(|operand| marks.has(operand)))
        }
        Metadata::Node { kind, fields, .. } => {
            let slots = table.node_fields(kind, fields);
            marks.may_have(slots)
                && kind.operand_slots().iter().any(|&at| slots.get(usize::from(at)).is_some_and(|&slot| marks.has_slot(slot)))
        }
        _ => false,
    }
}

/// The node of this number, if it is one.
fn node_at(table: &MetadataTable, at: usize) -> Option<(MdId, &Metadata)> {
    let item = table.items.get(at)?;
    let is_node = matches!(item, Metadata::Tuple { .. } | Metadata::Node { .. } | Metadata::Generic { .. } | Metadata::Expression { .. });
    is_node.then_some((MdId::new(at), item))
}

/// All nodes that `f` accepts.
fn find(table: &MetadataTable, f: impl Fn(MdId, &Metadata) -> bool + Sync) -> Vec<MdId> {
    let accepted = |at| node_at(table, at).filter(|&(id, item)| f(id, item)).map(|(id, _)| id);
    (0..table.items.len()).into_par_iter().with_min_len(TASK).filter_map(accepted).collect()
}

/// Whether there is a node that `f` accepts.
fn any(table: &MetadataTable, f: impl Fn(MdId, &Metadata) -> bool + Sync) -> bool {
    (0..table.items.len()).into_par_iter().with_min_len(TASK).any(|at| node_at(table, at).is_some_and(|(id, item)| f(id, item)))
}

/// Whether a fault may come from what nodes refer to, so that it matters in which order they are reached.
pub(super) fn has_suspects(debug: &Debug, module: &Module) -> bool {
    let nodes = debug.nodes(module);
    let table = &module.metadata;
    let count = table.items.len();
    let is_location = |item: &Metadata| matches!(item, Metadata::Node { kind: DiKind::Location, .. });
    // Locals; and nodes with a location, which only some things may refer to. Locations refer to each other.
    let (locals, misplaced) = Marks::of_two(&table.items, is_local_item, is_location);
    let any_local = !locals.is_empty();
    let has_local = |item: &Metadata| any_local && has_operand(table, item, &locals);
    let suspects = find(table, |id, item| {
        // A location is at fault if it refers to a local value.
        let refers = !is_location(item) && has_operand(table, item, &misplaced);
        refers || trip_count_fault(nodes, id).is_some() || is_faulty(debug, nodes, id)
    });
    let is_loop = |id: MdId| {
        let item = table.get(id);
        matches!(item, Metadata::Tuple { .. }) && !has_local(&item) && trip_count_fault(nodes, id).is_none()
    };
    if !suspects.iter().all(|&id| is_loop(id)) {
        return true;
    }
    let holders = Marks::new(count, &suspects);
    if !suspects.is_empty() && any(table, |id, item| !is_location(item) && !holders.has(id) && has_operand(table, item, &holders)) {
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
    if any(&module.metadata, |id, _| reached.get(id.index()) == Some(&true) && is_faulty(debug, nodes, id)) {
        return true;
    }
    // Whether a location is where it may not be depends on the order.
    let options = VerifyOptions { llvm: Some(debug.llvm), ..VerifyOptions::default() };
    crate::verify(module, &options).findings.iter().any(|finding| finding.level == Level::DebugInfo)
}
