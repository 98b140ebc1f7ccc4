//! Puts the faults of nodes where LLVM finds them: at the first thing that reaches the node (`Verifier::visitMDNode`).
use super::assigned::{calls, intrinsic_takers};
use super::nodes::node;
use super::{Nodes, Out};
use crate::function::Shared;
use crate::report::{Finding, Level, Sink, Subject};
use bctk_ir::entity::MdId;
use bctk_ir::metadata::di::{DiKind, NUMBER};
use bctk_ir::metadata::{Metadata, slot_md};
use bctk_ir::module::Module;
use bctk_ir::types::Type;
use bctk_ir::value::ValueKind;
use bctk_ir::version::LlvmVersion;
use std::collections::VecDeque;

/// Something that checks note, to be looked at once the order of all of them is known.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Note {
    /// A node is reached; whether it may be or contain a location.
    Node(MdId, bool),
    /// A node is checked here, but not its operands, and again where it is reached.
    Itself(MdId),
    /// So many of the next findings are about locations, and so many of these about that of the first instruction. If debug information was
    /// invalid before, LLVM looks at the first instruction alone.
    Locations { all: usize, of_first: usize },
    /// The end of a module, where its compile units are compared with those that are listed.
    Units,
}

/// A walk over the nodes of a module, each of which is visited once.
pub(crate) struct Walk<'s, 'm> {
    shared: &'s Shared<'m>,
    seen: Vec<bool>,
    /// Whether some debug information is invalid.
    is_broken: bool,
    /// Valid compile units, in the order of the walk.
    units: Vec<MdId>,
}

impl<'s, 'm> Walk<'s, 'm> {
    pub(crate) fn new(shared: &'s Shared<'m>) -> Walk<'s, 'm> {
        let count = if shared.debug.visits { shared.module.metadata.items.len() } else { 0 };
        Walk { shared, seen: vec![false; count], is_broken: false, units: Vec::new() }
    }

    /// Adds what was found in a function, or in the rest of the module, with the faults of the nodes that it is first to reach.
    pub(crate) fn add(&mut self, mut sink: Sink, findings: &mut Vec<Finding>) {
        let notes = sink.take_notes();
        let mut own = sink.like();
        let mut rest = sink.findings.into_iter();
        let mut done = 0;
        for (position, at, note) in notes {
            own.findings.extend(rest.by_ref().take(position.saturating_sub(done)));
            done = position;
            self.update(&own);
            own.at = at;
            match note {
                Note::Node(id, with_locations) => self.visit(id, with_locations, &mut own),
                Note::Itself(id) => node(self.nodes(), id, &mut Out::Sink(&mut own)),
                Note::Units => self.unlisted(&mut own),
                Note::Locations { all, of_first } => {
                    if self.is_broken {
                        own.findings.extend(rest.by_ref().take(of_first));
                        let _ = rest.by_ref().take(all - of_first).count();
                        done += all;
                    }
                }
            }
            self.update(&own);
            findings.append(&mut own.findings);
        }
        own.findings.extend(rest);
        self.update(&own);
        findings.append(&mut own.findings);
    }

    fn update(&mut self, sink: &Sink) {
        self.is_broken |= sink.findings.iter().any(|finding| finding.level == Level::DebugInfo);
    }

    fn nodes(&self) -> Nodes<'s> {
        let shared = self.shared;
        shared.debug.nodes(shared.module)
    }

    /// Whether a node was not visited before; it is now.
    fn is_new(&mut self, id: MdId) -> bool {
        self.seen.get_mut(id.index()).is_some_and(|seen| !std::mem::replace(seen, true))
    }

    fn check(&mut self, id: MdId, sink: &mut Sink) {
        let before = sink.findings.len();
        node(self.nodes(), id, &mut Out::Sink(sink));
        if sink.findings.len() == before && self.nodes().kind(id) == Some(DiKind::CompileUnit) {
            self.units.push(id);
        }
    }

    fn visit(&mut self, first: MdId, with_locations: bool, sink: &mut Sink) {
        if !self.shared.module.metadata.is_node(first) || !self.is_new(first) {
            return;
        }
        match self.shared.llvm.breadth_first_nodes() {
            true => self.visit_level_by_level(first, with_locations, sink),
            false => self.visit_depth_first(first, with_locations, sink),
        }
    }

    /// As LLVM 23 does: a node with a wrong operand ends the walk. What was queued counts as visited.
    fn visit_level_by_level(&mut self, first: MdId, with_locations: bool, sink: &mut Sink) {
        let mut queue = VecDeque::from([first]);
        while let Some(id) = queue.pop_front() {
            self.check(id, sink);
            let nodes = self.nodes();
            for operand in (0..).map_while(|at| nodes.operand(id, at)).flatten() {
                if self.is_wrong(id, operand, with_locations, sink) {
                    return;
                }
                if self.shared.module.metadata.is_node(operand) && self.is_new(operand) {
                    queue.push_back(operand);
                }
            }
            if let Some(fault) = loop_fault(nodes, id) {
                return sink.fail(fault, &[Subject::Metadata(id)]);
            }
        }
    }

    /// As LLVM does: a node with a wrong operand ends the checks of that node.
    fn visit_depth_first(&mut self, first: MdId, with_locations: bool, sink: &mut Sink) {
        self.check(first, sink);
        let mut stack = vec![(first, 0)];
        while let Some((id, at)) = stack.last_mut() {
            let Some(operand) = self.nodes().operand(*id, *at) else {
                if let Some(fault) = loop_fault(self.nodes(), *id) {
                    sink.fail(fault, &[Subject::Metadata(*id)]);
                }
                stack.pop();
                continue;
            };
            *at += 1;
            let Some(operand) = operand else { continue };
            if self.is_wrong(*id, operand, with_locations, sink) {
                stack.pop();
            } else if self.shared.module.metadata.is_node(operand) && self.is_new(operand) {
                self.check(operand, sink);
                stack.push((operand, 0));
            }
        }
    }

    /// Whether an operand is nothing that a node may have, which is reported.
    fn is_wrong(&self, id: MdId, operand: MdId, with_locations: bool, sink: &mut Sink) -> bool {
        let subjects = [Subject::Metadata(id), Subject::Metadata(operand)];
        if is_local(self.nodes(), operand) {
            sink.fail("Invalid operand for global metadata!", &subjects);
            return true;
        }
        let is_misplaced = !with_locations && self.nodes().is_location(operand);
        if is_misplaced {
            sink.report(Level::DebugInfo, "DILocation not allowed within this metadata node".into(), &subjects);
        }
        is_misplaced
    }

    /// Reports the first compile unit that is not listed (`Verifier::verifyCompileUnits`).
    fn unlisted(&mut self, sink: &mut Sink) {
        if let Some(&unit) = self.units.iter().find(|unit| !self.shared.debug.units.contains(*unit)) {
            sink.report(Level::DebugInfo, "DICompileUnit not listed in llvm.dbg.cu".into(), &[Subject::Metadata(unit)]);
        }
    }
}

/// Whether the verifier of `llvm` checks nodes that begin with this name.
pub(super) fn is_checked_hint(name: &[u8], llvm: LlvmVersion) -> bool {
    match name {
        b"llvm.loop.estimated_trip_count" => llvm.format_rules(),
        b"llvm.loop.distribute.enable"
        | b"llvm.loop.distribute.disable"
        | b"llvm.loop.vectorize.enable"
        | b"llvm.loop.vectorize.disable" => llvm.named_loop_switches(),
        _ => false,
    }
}

/// What is wrong with a node that says how often a loop runs, or how it is to be changed.
pub(super) fn loop_fault(nodes: Nodes<'_>, id: MdId) -> Option<&'static str> {
    let plain = crate::nodes::Nodes { module: nodes.module, body: None };
    let ops = nodes.tuple(id)?;
    let first = ops.get(0).flatten()?;
    let name = plain.string(Some(first)).filter(|name| is_checked_hint(name, nodes.llvm))?;
    if name.starts_with(b"llvm.loop.distribute.") {
        return (ops.len() != 1).then_some("Expected one operand for llvm.loop.distribute metadata");
    }
    if name.starts_with(b"llvm.loop.vectorize.") {
        return (ops.len() != 1).then_some("Expecting only the metadata name");
    }
    if ops.len() != 2 {
        return Some("Expected two operands");
    }
    let ty = ops.get(1).flatten().filter(|&count| plain.is_constant(Some(count))).and_then(|count| {
        let types = bctk_ir::value_types::Types::new(nodes.module);
        types.of(plain.value(Some(count))?, None).map(|ty| types.get(ty))
    });
    let fits = matches!(ty, Some(Type::Int(1..=32)));
    (!fits).then_some("Expected second operand to be an integer constant of type i32 or smaller")
}

/// Whether metadata wraps a value that only one function has (`LocalAsMetadata`).
fn is_local(nodes: Nodes<'_>, id: MdId) -> bool {
    is_local_item(&nodes.table.get(id))
}

/// The same of an item.
pub(super) fn is_local_item(item: &Metadata) -> bool {
    matches!(*item, Metadata::Value { value, .. } if matches!(value.kind(), ValueKind::Local(_) | ValueKind::Block(_)))
}

/// Everything that something of the module refers to.
pub(super) fn reachable(module: &Module, llvm: LlvmVersion) -> Vec<bool> {
    let table = &module.metadata;
    let mut reached = vec![false; table.items.len()];
    let mut stack: Vec<MdId> = Vec::new();
    stack.extend(table.named.iter().flat_map(|named| named.nodes.iter().copied()));
    stack.extend(module.globals.iter().flat_map(|global| global.attachments.iter().map(|attachment| attachment.node)));
    let takers = intrinsic_takers(module, llvm);
    for body in &module.bodies {
        stack.extend(body.function_attachments.iter().map(|attachment| attachment.node));
        stack.extend(body.attachments.iter().map(|(_, attachment)| attachment.node));
        stack.extend(body.loc_nodes.iter().copied());
        for record in &body.dbg_records {
            stack.extend([Some(record.loc), Some(record.variable), record.expression.get()].into_iter().flatten());
            stack.extend(body.dbg_assign(record).iter().flat_map(|assign| [assign.id, assign.address_expression]));
        }
        calls(body, &takers, |_, id| stack.push(id));
    }
    while let Some(id) = stack.pop() {
        match reached.get_mut(id.index()) {
            Some(seen) if !*seen => *seen = true,
            _ => continue,
        }
        match table.get(id) {
            Metadata::Tuple { ops, .. } | Metadata::Generic { ops, .. } => stack.extend(table.lists.get(ops).iter().flatten()),
            Metadata::Node { kind, fields, .. } => {
                let slots = table.node_fields(kind, fields);
                let operands = kind.operand_slots().iter().filter_map(|&slot| slots.get(usize::from(slot)));
                stack.extend(operands.filter(|&&slot| slot != NUMBER).filter_map(|&slot| slot_md(slot)));
            }
            _ => {}
        }
    }
    reached
}
