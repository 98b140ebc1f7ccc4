//! Checks the debug information of functions: attachments, locations, calls (parts of `Verifier::visitFunction` and others).
use super::{Debug, Nodes, is_local_scope, of_function};
use crate::debug::walk::Note;
use crate::report::{Level, Sink, Subject};
use bctk_ir::body::{Attachment, Body, Call};
use bctk_ir::entity::{BlockId, GlobalId, InstId, MdId};
use bctk_ir::global::{Function, GlobalValue};
use bctk_ir::inst::Inst;
use bctk_ir::metadata::di::DiKind;
use bctk_ir::metadata::{Metadata, slot_md};
use bctk_ir::module::Module;
use bctk_ir::value::ValueKind;
use hashbrown::{HashMap, HashSet};
use std::cell::Cell;

/// Intrinsics that set or copy memory start with one of these.
const MEMORY_INTRINSICS: [&[u8]; 3] = [b"llvm.mem", b"llvm.masked.", b"llvm.vp."];

/// The number of entries of the cache of places of inlining.
const INLINED: usize = 128;

/// The debug information of one function with a body.
pub(crate) struct Locals<'c, 'm> {
    pub(super) debug: &'c Debug,
    pub(super) nodes: Nodes<'c>,
    pub(super) module: &'m Module,
    pub(super) id: GlobalId,
    /// The index of the body.
    pub(super) number: u32,
    pub(super) function: &'m Function,
    pub(super) body: &'m Body,
    /// Whether the function has a `DISubprogram`, as far as LLVM knows.
    pub(super) has_info: bool,
    /// The variable of each argument.
    pub(super) arguments: HashMap<u32, MdId>,
    /// Records before this one are of earlier instructions.
    pub(super) next_record: usize,
    /// The scope that was asked for last, and the function that it is in.
    last_owner: Cell<Option<(MdId, Option<MdId>)>>,
    /// A cache of places of inlining whose outermost location was found. The remainder of the number chooses the entry; 0 is none.
    inlined: [Cell<u32>; INLINED],
    /// The scope of the last location that was not inlined.
    last_scope: Cell<Option<MdId>>,
}

/// All attachments of a function, in the order of their kinds.
pub(crate) fn attachments(module: &Module, global: &GlobalValue) -> Vec<Attachment> {
    let mut all: Vec<Attachment> = of_function(module, global).copied().collect();
    all.sort_by_key(|attachment| attachment.kind);
    all
}

impl Debug {
    /// Checks an attachment of a function; whether it may have it. `number` counts those of the same kind.
    pub(crate) fn attached(
        &self,
        module: &Module,
        (id, function): (GlobalId, &Function),
        attachment: Attachment,
        number: usize,
        sink: &mut Sink,
    ) -> bool {
        let is_debug = Some(attachment.kind) == self.dbg;
        let before = sink.findings.len();
        if is_debug {
            self.subprogram(self.nodes(module), (id, function), attachment.node, number, sink);
        }
        sink.findings.len() == before
    }

    /// Notes an attachment of a function that it may have.
    pub(crate) fn reach(&self, function: &Function, attachment: Attachment, sink: &mut Sink) {
        if self.visits {
            sink.note(Note::Node(attachment.node, function.body.is_none() || Some(attachment.kind) == self.dbg));
        }
    }

    fn subprogram(&self, nodes: Nodes<'_>, (id, function): (GlobalId, &Function), node: MdId, number: usize, sink: &mut Sink) {
        let (this, subject) = (Subject::Global(id), Subject::Metadata(node));
        let mut fail = |message: &'static str, subjects: &[Subject]| sink.report(Level::DebugInfo, message.into(), subjects);
        let is_distinct = nodes.is_distinct(node);
        if function.body.is_none() {
            if is_distinct {
                fail("function declaration may only have a unique !dbg attachment", &[this]);
            }
        } else if number > 1 {
            fail("function must have a single !dbg attachment", &[this, subject]);
        } else if nodes.kind(node) != Some(DiKind::Subprogram) {
            fail("function !dbg attachment must be a subprogram", &[this, subject]);
        } else if !is_distinct {
            fail("function definition may only have a distinct !dbg attachment", &[this]);
        } else if self.owners.get(&node).is_some_and(|&owner| owner != id) {
            fail("DISubprogram attached to more than one function", &[subject, this]);
        }
    }

    /// Checks what is attached to a global variable; whether that may be.
    pub(crate) fn variable(&self, module: &Module, global: &GlobalValue, sink: &mut Sink) -> bool {
        for attachment in global.attachments.iter().filter(|attachment| Some(attachment.kind) == self.dbg) {
            if self.nodes(module).kind(attachment.node) != Some(DiKind::GlobalVariableExpression) {
                let message = "!dbg attachment of global variable must be a DIGlobalVariableExpression";
                sink.report(Level::DebugInfo, message.into(), &[]);
                return false;
            }
            if self.visits {
                sink.note(Note::Itself(attachment.node));
            }
        }
        true
    }

    /// Checks what is attached to an ifunc; whether that may be.
    pub(crate) fn ifunc(&self, module: &Module, id: GlobalId, global: &GlobalValue, sink: &mut Sink) -> bool {
        for attachment in &global.attachments {
            match module.md_kinds.get(attachment.kind as usize).map(|&kind| module.str(kind)) {
                Some(b"dbg") => {
                    sink.report(Level::DebugInfo, "an ifunc may not have a !dbg attachment".into(), &[Subject::Global(id)]);
                    return false;
                }
                Some(b"prof") => {
                    sink.fail("an ifunc may not have a !prof attachment", &[Subject::Global(id)]);
                    return false;
                }
                _ if self.visits => sink.note(Note::Node(attachment.node, false)),
                _ => {}
            }
        }
        true
    }

    /// Checks named metadata (`Verifier::visitNamedMDNode`).
    pub(crate) fn named(&self, module: &Module, sink: &mut Sink) {
        for (at, named) in module.metadata.named.iter().enumerate() {
            let this = Subject::Named(at as u32);
            let name = module.str(named.name);
            let lists_units = name == b"llvm.dbg.cu";
            if name.starts_with(b"llvm.dbg.") && !lists_units {
                let message = "unrecognized named metadata node in the llvm.dbg namespace";
                sink.report(Level::DebugInfo, message.into(), &[this]);
                continue;
            }
            for &node in &named.nodes {
                if lists_units && self.nodes(module).kind(node) != Some(DiKind::CompileUnit) {
                    sink.report(Level::DebugInfo, "invalid compile unit".into(), &[this, Subject::Metadata(node)]);
                    break;
                }
                if self.visits {
                    sink.note(Note::Node(node, true));
                }
            }
        }
    }

    /// Notes the end of a module.
    pub(crate) fn end(&self, sink: &mut Sink) {
        if self.visits {
            sink.note(Note::Units);
        }
    }
}

impl<'c, 'm> Locals<'c, 'm> {
    /// For the body of a function. `is_whole` says whether the function itself is valid; otherwise LLVM forgets to look at its `DISubprogram`.
    pub(crate) fn new(debug: &'c Debug, module: &'m Module, id: GlobalId, function: &'m Function, body: &'m Body, is_whole: bool) -> Self
    where
        'm: 'c,
    {
        let own = debug.subprograms.get(id.index()).copied().flatten().is_some();
        let has_info = if is_whole { own } else { debug.before.get(id.index()).copied().unwrap_or(false) };
        let number = function.body.unwrap_or(0);
        Locals {
            debug,
            nodes: debug.nodes(module),
            module,
            id,
            number,
            function,
            body,
            has_info,
            arguments: HashMap::new(),
            next_record: 0,
            last_owner: Cell::new(None),
            inlined: [const { Cell::new(0) }; INLINED],
            last_scope: Cell::new(None),
        }
    }

    fn fail(&self, sink: &mut Sink, message: &'static str, subjects: &[Subject]) {
        sink.report(Level::DebugInfo, message.into(), subjects);
    }

    /// Checks that all locations lead to the `DISubprogram` of the function. Ends after the first instruction with a fault.
    pub(crate) fn locations(&self, sink: &mut Sink) {
        let Some(own) = self.debug.subprograms.get(self.id.index()).copied().flatten() else { return };
        let before = sink.findings.len();
        let mut of_first = 0;
        if !self.has_wrong_location() {
            return;
        }
        let mut seen_locations = vec![false; self.body.loc_nodes.len()];
        let mut seen: HashSet<MdId> = HashSet::new();
        let mut attachments = self.body.attachments.iter().peekable();
        self.forget_scopes();
        let count = self.body.insts.len();
        let position = sink.findings.len();
        for at in 0..count {
            let inst = InstId::new(at);
            let number = self.body.debug_locs.get(at).copied().unwrap_or(0);
            if let Some(number) = (number as usize).checked_sub(1)
                && let Some(is_seen) = seen_locations.get_mut(number)
                && !std::mem::replace(is_seen, true)
            {
                self.location(own, inst, self.body.loc_nodes[number], &mut seen, sink);
            }
            while let Some((of, attachment)) = attachments.next_if(|(of, _)| of.index() <= at) {
                if of.index() == at && Some(attachment.kind) == self.debug.looped {
                    let members = self.nodes.tuple(attachment.node).into_iter().flat_map(|members| members.iter().skip(1));
                    for member in members.flatten() {
                        self.location(own, inst, member, &mut seen, sink);
                    }
                }
            }
            if at == 0 {
                of_first = sink.findings.len() - before;
            }
            if sink.findings.len() != before {
                break;
            }
        }
        let all = sink.findings.len() - before;
        if all > of_first {
            sink.note_at(position, Note::Locations { all, of_first });
        }
    }

    /// Whether any instruction has a location that is wrong in itself or leads to another function.
    pub(super) fn has_wrong_location(&self) -> bool {
        let own = self.debug.subprograms.get(self.id.index()).copied().flatten();
        let (mut sink, mut seen) = (Sink::new(None, None), HashSet::new());
        self.forget_scopes();
        for &node in &self.body.loc_nodes {
            let Some(slots) = self.nodes.location(node) else { return true };
            if has_group(slots) {
                self.own_location(None, node, &mut sink);
            }
            if let Some(own) = own {
                self.location_with(own, InstId(0), node, slots, &mut seen, &mut sink);
            }
        }
        if let Some(own) = own {
            let of_loops = self.body.attachments.iter().filter(|(_, attachment)| Some(attachment.kind) == self.debug.looped);
            let of_loops = of_loops.filter_map(|(_, attachment)| self.nodes.tuple(attachment.node));
            for node in of_loops.flat_map(|members| members.iter().skip(1)).flatten() {
                self.location(own, InstId(0), node, &mut seen, &mut sink);
            }
        }
        !sink.findings.is_empty()
    }

    /// Forgets which locations were looked at.
    fn forget_scopes(&self) {
        self.inlined.iter().for_each(|inlined| inlined.set(0));
        self.last_scope.set(None);
    }

    /// The places of inlining from `inlined` outwards, as slots.
    fn inlined_at(&self, inlined: u32) -> impl Iterator<Item = u32> {
        let outer = |&at: &u32| {
            let slots = self.nodes.location(slot_md(at)?)?;
            Some(slots[field!(Location.inlinedAt)]).filter(|&outer| outer != 0)
        };
        std::iter::successors(Some(inlined).filter(|&at| at != 0), outer).take(INLINED)
    }

    /// Whether a place of inlining, or one that it was inlined at, is in the cache.
    fn is_inlined_at_seen(&self, inlined: u32) -> bool {
        self.inlined_at(inlined).any(|at| self.inlined[at as usize % INLINED].get() == at)
    }

    /// Remembers places of inlining whose outermost location was found.
    fn remember(&self, inlined: u32) {
        self.inlined_at(inlined).for_each(|at| self.inlined[at as usize % INLINED].set(at));
    }

    fn location(&self, own: MdId, inst: InstId, node: MdId, seen: &mut HashSet<MdId>, sink: &mut Sink) {
        if let Some(slots) = self.nodes.location(node) {
            self.location_with(own, inst, node, slots, seen, sink);
        }
    }

    fn location_with(&self, own: MdId, inst: InstId, node: MdId, slots: &[u32], seen: &mut HashSet<MdId>, sink: &mut Sink) {
        let nodes = self.nodes;
        let scope = slot_md(slots[field!(Location.scope)]);
        let subjects = [Subject::Metadata(own), Subject::Global(self.id), Subject::Inst(inst), Subject::Metadata(node)];
        let is_local = |scope: Option<MdId>| scope.and_then(|scope| nodes.kind(scope)).is_some_and(is_local_scope);
        if !is_local(scope) {
            let parent = scope.map_or(Subject::Null, Subject::Metadata);
            return self.fail(sink, "DILocation's scope must be a DILocalScope", &[&subjects[..], &[parent]].concat());
        }
        // Many are inlined at the same place, or have the same scope. Then the outermost scope is one of those that were seen.
        let inlined = slots[field!(Location.inlinedAt)];
        if inlined == 0 && self.last_scope.replace(scope) == scope || self.is_inlined_at_seen(inlined) {
            return;
        }
        let Some(outermost) = nodes.outermost(node) else {
            return self.fail(sink, "Failed to find DILocalScope", &[Subject::Metadata(node)]);
        };
        self.remember(inlined);
        let scope = nodes.location(outermost).and_then(|slots| slot_md(slots[field!(Location.scope)]));
        let Some(scope) = scope.filter(|&scope| is_local(Some(scope)) && seen.insert(scope)) else { return };
        let Some(found) = nodes.subprogram(Some(scope)) else { return };
        if scope != found && !seen.insert(found) || found == own {
            return;
        }
        let message = "!dbg attachment points at wrong subprogram for function";
        self.fail(sink, message, &[&subjects[..], &[Subject::Metadata(scope), Subject::Metadata(found)]].concat());
    }

    /// Checks that a call that may be inlined has a location; whether it is so.
    pub(crate) fn call(&self, inst: InstId, call: &Call, sink: &mut Sink) -> bool {
        let is_covered = self.debug.subprograms.get(self.id.index()).copied().flatten().is_none()
            || self.body.debug_locs.get(inst.index()).is_some_and(|&loc| loc != 0);
        if is_covered {
            return true;
        }
        let ValueKind::Global(callee) = call.callee.kind() else { return true };
        let Some(global) = self.module.global(callee) else { return true };
        let is_defined = self.debug.subprograms.get(callee.index()).copied().flatten().is_some();
        let has_info = is_defined || self.debug.declared.contains(&callee);
        // LLVM considers a call with another type than the callee's not to be a call of it.
        if !has_info || self.debug.is_interposable(global) || call.fn_ty != global.value_type {
            return true;
        }
        self.fail(sink, "inlinable function call in a function with debug info must have a !dbg location", &[Subject::Inst(inst)]);
        false
    }

    /// Checks the location of an instruction; whether it is valid.
    pub(crate) fn debug_location(&self, inst: InstId, sink: &mut Sink) -> bool {
        let Some(node) = self.body.debug_loc(inst) else { return true };
        let is_valid = self.own_location(Some(inst), node, sink);
        if self.debug.visits && self.nodes.is_location(node) {
            sink.note(Note::Node(node, true));
        }
        is_valid
    }

    /// Checks a location itself.
    pub(super) fn own_location(&self, inst: Option<InstId>, node: MdId, sink: &mut Sink) -> bool {
        let Some(slots) = self.nodes.location(node) else {
            let this = inst.map_or(Subject::Null, Subject::Inst);
            self.fail(sink, "invalid !dbg metadata attachment", &[this, Subject::Metadata(node)]);
            return false;
        };
        if !has_group(slots) {
            return true;
        }
        let owner = self.nodes.subprogram(slot_md(slots[field!(Location.scope)]));
        let of_owner = owner.and_then(|owner| self.nodes.slots(owner, DiKind::Subprogram));
        if of_owner.is_none_or(|slots| slots[field!(Subprogram.keyInstructions)] != 0) {
            return true;
        }
        if self.debug.visits {
            sink.note(Note::Node(node, true));
        }
        let message = "DbgLoc uses atomGroup but DISubprogram doesn't have Key Instructions enabled";
        self.fail(sink, message, &[Subject::Metadata(node), owner.map_or(Subject::Null, Subject::Metadata)]);
        false
    }

    /// Notes what else is attached to an instruction.
    pub(crate) fn reach_attachments(&self, attached: &[(InstId, Attachment)], sink: &mut Sink) {
        if !self.debug.visits {
            return;
        }
        for (_, attachment) in attached {
            let with_locations = [self.debug.dbg, self.debug.looped].contains(&Some(attachment.kind));
            sink.note(Note::Node(attachment.node, with_locations));
        }
    }

    /// Notes the metadata among the arguments of an intrinsic.
    pub(crate) fn reach_arguments(&self, call: &Call, sink: &mut Sink) {
        if !self.debug.visits {
            return;
        }
        for value in self.body.values(call.args) {
            if let ValueKind::Metadata(id) = value.kind() {
                sink.note(Note::Node(id, false));
            }
        }
    }

    /// Checks the identity of an assignment that is attached to an instruction (`Verifier::visitDIAssignIDMetadata`).
    pub(crate) fn assignment(&self, inst: InstId, node: MdId, sink: &mut Sink) {
        let this = Subject::Inst(inst);
        let assigns = match self.body.insts.get(inst.index()) {
            Some(Inst::Alloca { .. } | Inst::Store { .. }) => true,
            Some(Inst::Call(id)) => self.body.call(*id).is_some_and(|call| {
                let ValueKind::Global(id) = call.callee.kind() else { return false };
                let name = self.module.global(id).map_or(&b""[..], |global| self.module.str(global.name));
                MEMORY_INTRINSICS.iter().any(|prefix| name.starts_with(prefix))
            }),
            _ => false,
        };
        let assigned = &self.debug.assigned;
        let id = Subject::Metadata(node);
        if !assigns {
            return self.fail(sink, "!DIAssignID attached to unexpected instruction kind", &[this, id]);
        }
        if let Some(call) = assigned.call(node) {
            let call = Subject::InstIn(call.body, call.at);
            return self.fail(sink, "!DIAssignID should only be used by llvm.dbg.assign intrinsics", &[id, call]);
        }
        match assigned.wrong_record(node, self.number) {
            Some((record, true)) => {
                let record = Subject::RecordIn(record.body, record.at);
                self.fail(sink, "!DIAssignID should only be used by Assign DVRs.", &[id, record]);
            }
            Some((record, false)) => {
                self.fail(sink, "DVRAssign not in same function as inst", &[Subject::RecordIn(record.body, record.at), this]);
            }
            None => {}
        }
    }

    /// The kind of the attachments that [`Locals::assignment`] checks.
    pub(crate) fn is_assignment(&self, kind: u32) -> bool {
        Some(kind) == self.debug.assign
    }

    /// Whether a node may stand for no value: it has no operands.
    pub(super) fn is_empty_node(&self, id: MdId) -> bool {
        match self.nodes.table.get(id) {
            Metadata::Tuple { ops, .. } => self.nodes.table.lists.get(ops).is_empty(),
            Metadata::Node { kind: DiKind::AssignID, .. } | Metadata::Expression { .. } => true,
            _ => false,
        }
    }

    /// The function that a scope is in.
    pub(super) fn owner(&self, scope: Option<MdId>) -> Option<MdId> {
        let scope = scope?;
        match self.last_owner.get() {
            Some((last, owner)) if last == scope => owner,
            _ => {
                let owner = self.nodes.subprogram(Some(scope));
                self.last_owner.set(Some((scope, owner)));
                owner
            }
        }
    }
}

/// Whether a location is in a group of key instructions.
fn has_group(slots: &[u32]) -> bool {
    const GROUP: usize = field!(LongLocation.atomGroup);
    slots.get(GROUP..GROUP + 2).is_some_and(|group| group != [0; 2])
}

/// The block of an instruction.
pub(super) fn block_of(body: &Body, inst: InstId) -> BlockId {
    BlockId::new(body.blocks.partition_point(|block| block.end <= inst))
}
