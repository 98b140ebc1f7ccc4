//! Finds out quickly, in parallel, whether any debug information may be invalid.
use super::assigned::{calls, intrinsic_takers};
use super::classes::Class;
use super::functions::attachments;
use super::nodes::{is_sound_location, node};
use super::walk::{is_checked_hint, loop_fault, reachable};
use super::{Debug, Locals, Nodes, Out};
use crate::VerifyOptions;
use crate::report::{Level, Sink};
use bctk_ir::body::Body;
use bctk_ir::entity::{GlobalId, InstId, ListRef, MdId};
use bctk_ir::global::{GlobalKind, GlobalValue};
use bctk_ir::inst::Inst;
use bctk_ir::metadata::di::DiKind;
use bctk_ir::metadata::{Metadata, MetadataTable, TASK, slot_md};
use bctk_ir::module::Module;
use bctk_ir::version::LlvmVersion;
use bctk_support::parallel::prelude::*;

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
    let is_broken = functions.par_iter().balanced().any(|&(id, global, function)| {
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

/// Whether `llvm` refuses a node that says how loops are changed, and with it the module, if it verifies what it reads.
pub fn has_faulty_loop(module: &Module, llvm: LlvmVersion) -> bool {
    let table = &module.metadata;
    let is_name = |item: &Metadata| match *item {
        Metadata::String(text) => llvm.format_rules() && (26..=31).contains(&text.len) && is_checked_hint(module.str(text), llvm),
        _ => false,
    };
    if !table.items.iter().any(is_name) {
        return false;
    }
    let debug = Debug::new(module, llvm, true);
    let reached = reachable(module, llvm);
    any(table, |id, _| reached.get(id.index()) == Some(&true) && loop_fault(debug.nodes(module), id).is_some())
}

fn has_debug_finding(sink: &Sink) -> bool {
    sink.findings.iter().any(|finding| finding.level == Level::DebugInfo)
}

fn is_body_broken(locals: &mut Locals<'_, '_>, sink: &mut Sink) -> bool {
    let body = locals.body;
    if locals.has_wrong_location() {
        locals.locations(sink);
        for &loc in &body.loc_nodes {
            locals.own_location(None, loc, sink);
        }
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

/// A set of metadata, a bit each.
struct Marks(Vec<u64>);

impl Marks {
    fn new(count: usize, ids: &[MdId]) -> Marks {
        let mut words = vec![0; if ids.is_empty() { 0 } else { count.div_ceil(64) }];
        for id in ids {
            if let Some(word) = words.get_mut(id.index() / 64) {
                *word |= 1 << (id.index() % 64);
            }
        }
        Marks(words)
    }

    #[inline]
    fn has(&self, id: MdId) -> bool {
        self.0.get(id.index() / 64).is_some_and(|word| word >> (id.index() % 64) & 1 == 1)
    }
}

/// The node of this number, if it is one.
fn node_at(table: &MetadataTable, at: usize) -> Option<(MdId, &Metadata)> {
    let item = table.items.get(at)?;
    let is_node = matches!(item, Metadata::Tuple { .. } | Metadata::Node { .. } | Metadata::Generic { .. } | Metadata::Expression { .. });
    is_node.then_some((MdId::new(at), item))
}

/// Whether there is a node that `f` accepts.
fn any(table: &MetadataTable, f: impl Fn(MdId, &Metadata) -> bool + Sync) -> bool {
    (0..table.items.len()).into_par_iter().balanced().with_min_len(TASK).any(|at| node_at(table, at).is_some_and(|(id, item)| f(id, item)))
}

/// Whether a fault may come from what nodes refer to, so that it matters in which order they are reached.
pub(super) fn has_suspects(debug: &Debug, module: &Module) -> bool {
    let nodes = debug.nodes(module);
    let (table, classes) = (&module.metadata, &debug.classes);
    // What is local no node may refer to, and locations only some nodes. Locations refer to each other.
    let is_misplaced = |id: MdId| matches!(classes.get(id), Class::Local | Class::Node(DiKind::Location));
    let tuples = |f: &(dyn Fn(MdId, ListRef<'_, Option<MdId>>) -> bool + Sync)| -> Vec<MdId> {
        let accepted = |(at, class): (usize, &Class)| {
            let id = MdId::new(at);
            (*class == Class::Tuple && nodes.tuple(id).is_some_and(|ops| f(id, ops))).then_some(id)
        };
        classes.all().par_iter().enumerate().balanced().with_min_len(TASK).filter_map(accepted).collect()
    };
    let suspects = tuples(&|id, ops| ops.iter().flatten().any(is_misplaced) || loop_fault(nodes, id).is_some());
    let is_loop = |&id: &MdId| {
        let mut ops = nodes.tuple(id).into_iter().flat_map(ListRef::iter).flatten();
        ops.all(|operand| classes.get(operand) != Class::Local) && loop_fault(nodes, id).is_none()
    };
    if !suspects.iter().all(is_loop) {
        return true;
    }
    let holders = Marks::new(table.items.len(), &suspects);
    if !suspects.is_empty() && !tuples(&|id, ops| !holders.has(id) && ops.iter().flatten().any(|id| holders.has(id))).is_empty() {
        return true;
    }
    // Only locations of instructions and the attachments of loops may lead to such a node, or to a location.
    let is_wrong = |id: MdId| match classes.get(id) {
        Class::Tuple => holders.has(id),
        class => class == Class::Node(DiKind::Location),
    };
    let is_suspect = |id: MdId, item: &Metadata| {
        let wrong = |id: MdId| is_wrong(id) || classes.get(id) == Class::Local;
        let refers = match *item {
            Metadata::Node { kind, fields, .. } if kind.is_location() => {
                // Most nodes are locations. Any fault of what they refer to is their own.
                let slots = table.node_fields(kind, fields);
                return !slots.is_empty() && !is_sound_location(nodes, slots);
            }
            Metadata::Node { kind, fields, .. } => {
                let slots = table.node_fields(kind, fields);
                // What stands for a number is no node.
                kind.operand_slots().iter().any(|&at| slots.get(usize::from(at)).and_then(|&slot| slot_md(slot)).is_some_and(wrong))
            }
            Metadata::Generic { ops, .. } => table.lists.get(ops).iter().flatten().any(wrong),
            Metadata::Expression { .. } => false,
            _ => return false,
        };
        refers || is_faulty(debug, nodes, id)
    };
    let is_any_suspect = table.items.par_iter().enumerate().balanced().with_min_len(TASK).any(|(at, item)| is_suspect(MdId::new(at), item));
    if is_any_suspect {
        return true;
    }
    let of_function = |global: &GlobalValue| {
        !matches!(global.kind, GlobalKind::Variable { .. }) && global.attachments.iter().any(|attachment| is_wrong(attachment.node))
    };
    let takers = intrinsic_takers(module, debug.llvm);
    let of_body = |body: &Body| {
        let may_have = |kind: u32| [debug.dbg, debug.looped].contains(&Some(kind));
        let mut argument = false;
        calls(body, &takers, |_, id| argument |= is_wrong(id));
        argument
            || body.function_attachments.iter().any(|attachment| is_wrong(attachment.node))
            || body.attachments.iter().any(|(_, attachment)| !may_have(attachment.kind) && is_wrong(attachment.node))
    };
    module.globals.iter().any(of_function) || module.bodies.par_iter().balanced().any(of_body)
}

/// Whether a node that something refers to is at fault.
fn has_faulty_node(debug: &Debug, module: &Module) -> bool {
    let nodes = debug.nodes(module);
    let reached = reachable(module, debug.llvm);
    if any(&module.metadata, |id, _| reached.get(id.index()) == Some(&true) && is_faulty(debug, nodes, id)) {
        return true;
    }
    // Whether a location is where it may not be depends on the order.
    let options = VerifyOptions { llvm: Some(debug.llvm), ..VerifyOptions::default() };
    crate::verify(module, &options).findings.iter().any(|finding| finding.level == Level::DebugInfo)
}
