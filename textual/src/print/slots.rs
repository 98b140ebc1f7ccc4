//! Numbers metadata nodes, attribute groups and unnamed globals in the order of LLVM's walk: named metadata and globals
//! first, then function by function (`SlotTracker` of `AsmWriter.cpp`, LLVM 22).
//!
//! The numbers of what a function contains are needed when it prints, those of later functions are not: functions print while a
//! [`Numbering`] goes on to the next ones. Only what LLVM does not number at its first mention may get a number later.

use bctk_ir::attr_set::AttrIndex;
use bctk_ir::body::{Body, DbgAssign, DbgOperand, DbgRecord};
use bctk_ir::entity::{AttrListId, AttrSetId, InstId, MdId};
use bctk_ir::global::{Function, GlobalKind, GlobalValue};
use bctk_ir::inst::Inst;
use bctk_ir::metadata::di::NUMBER;
use bctk_ir::metadata::{Metadata, MetadataTable, md_slot, slot_md};
use bctk_ir::module::Module;
use bctk_ir::value::ValueKind;
use bctk_ir::version::LlvmVersion;
use bctk_support::slices::next_if;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering::Relaxed};

/// No number was given.
pub(super) const NONE: u32 = u32::MAX;

/// A number that is given while others may look at it.
struct Slot(AtomicU32);

impl Slot {
    fn none(count: usize) -> Vec<Slot> {
        (0..count).map(|_| Slot(AtomicU32::new(NONE))).collect()
    }

    #[inline]
    fn is_none(&self) -> bool {
        self.0.load(Relaxed) == NONE
    }

    #[inline]
    fn get(&self) -> Option<u32> {
        Some(self.0.load(Relaxed)).filter(|&number| number != NONE)
    }

    #[inline]
    fn set(&self, number: u32) {
        self.0.store(number, Relaxed);
    }
}

/// Numbers of a module's things, by id.
pub(super) struct Slots {
    metadata: Vec<Slot>,
    attr_groups: Vec<Slot>,
    /// Number of each unnamed global value.
    pub(super) globals: Vec<u32>,
    /// Whether metadata and attributes have all their numbers.
    is_complete: AtomicBool,
}

/// Calls `f` with the slots (id + 1, 0 for null) of a node's operands, in LLVM's order.
pub(super) fn for_each_node_operand(table: &MetadataTable, id: MdId, llvm: LlvmVersion, mut f: impl FnMut(u32)) {
    match table.get(id) {
        Metadata::Tuple { ops, .. } | Metadata::Generic { ops, .. } => table.lists.get(ops).iter().for_each(|id| f(md_slot(id))),
        Metadata::Node { kind, fields, .. } => {
            let slots = table.node_fields(kind, fields);
            for &at in kind.operand_slots_in(llvm) {
                match slots.get(usize::from(at)) {
                    None | Some(&NUMBER) => {}
                    Some(&slot) => f(slot),
                }
            }
        }
        _ => {}
    }
}

impl Slots {
    /// Numbers only the global values without names. Nothing else gets a number if there is no `walk` over the module.
    pub(super) fn new(module: &Module, walk: bool) -> Slots {
        let mut globals = vec![NONE; module.globals.len()];
        let unnamed = |of: &dyn Fn(&GlobalKind) -> bool, next: &mut u32, globals: &mut [u32]| {
            for (slot, global) in globals.iter_mut().zip(&module.globals) {
                if global.name.is_empty() && of(&global.kind) {
                    *slot = *next;
                    *next += 1;
                }
            }
        };
        let mut next = 0;
        unnamed(&|kind| matches!(kind, GlobalKind::Variable { .. }), &mut next, &mut globals);
        unnamed(&|kind| matches!(kind, GlobalKind::Alias { .. }), &mut next, &mut globals);
        unnamed(&|kind| matches!(kind, GlobalKind::IFunc { .. }), &mut next, &mut globals);
        unnamed(&|kind| matches!(kind, GlobalKind::Function(_)), &mut next, &mut globals);
        Slots {
            metadata: Slot::none(if walk { module.metadata.items.len() } else { 0 }),
            attr_groups: Slot::none(if walk { module.attrs.sets.len() } else { 0 }),
            globals,
            is_complete: AtomicBool::new(!walk),
        }
    }

    /// The number of a metadata node.
    #[inline]
    pub(super) fn metadata(&self, id: MdId) -> Option<u32> {
        self.metadata.get(id.index())?.get()
    }

    /// Whether metadata has this id.
    pub(super) fn has(&self, id: MdId) -> bool {
        id.index() < self.metadata.len()
    }

    /// The number of an attribute set that a function or call refers to as a group.
    #[inline]
    pub(super) fn attr_group(&self, set: AttrSetId) -> Option<u32> {
        self.attr_groups.get(set.index())?.get()
    }

    /// Whether metadata and attributes have all their numbers.
    pub(super) fn is_complete(&self) -> bool {
        self.is_complete.load(Relaxed)
    }

    /// Numbers the attributes of calls anew: of these bodies only, in this order.
    pub(super) fn number_calls(&mut self, module: &Module, bodies: &[u32]) {
        self.attr_groups.iter().for_each(|slot| slot.set(NONE));
        let mut groups = Vec::new();
        for global in &module.globals {
            if let GlobalKind::Variable { attrs, .. } = global.kind {
                self.group(module, attrs, &mut groups);
            }
        }
        module.functions().for_each(|(_, _, function)| self.group(module, function.attrs, &mut groups));
        for body in bodies.iter().filter_map(|&body| module.bodies.get(body as usize)) {
            inst_calls(body).for_each(|list| self.group(module, list, &mut groups));
        }
    }

    fn group(&self, module: &Module, list: AttrListId, groups: &mut Vec<AttrSetId>) {
        if list.0 == 0 {
            return;
        }
        let Some(set) = module.attrs.set_at(list, AttrIndex::Function) else { return };
        if module.attrs.set(set).is_empty() {
            return;
        }
        if let Some(slot) = self.attr_groups.get(set.index()).filter(|slot| slot.is_none()) {
            slot.set(groups.len() as u32);
            groups.push(set);
        }
    }
}

/// A walk over a module that gives its metadata nodes and attribute groups their numbers.
pub(super) struct Numbering<'m> {
    module: &'m Module,
    /// The numbered nodes, in order.
    pub(super) nodes: Vec<MdId>,
    /// The numbered attribute groups, in order.
    pub(super) groups: Vec<AttrSetId>,
    stack: Vec<MdId>,
    /// Which global values are intrinsics.
    intrinsics: Vec<bool>,
    /// Whether expressions have numbers.
    numbers_expressions: bool,
    llvm: LlvmVersion,
    /// The first global value that may be a function whose contents have no numbers yet.
    next: usize,
}

impl<'m> Numbering<'m> {
    /// Numbers what comes before the contents of functions.
    pub(super) fn new(module: &'m Module, slots: &Slots) -> Numbering<'m> {
        let is_intrinsic = |g: &GlobalValue| matches!(g.kind, GlobalKind::Function(_)) && module.str(g.name).starts_with(b"llvm.");
        let mut numbering = Numbering {
            module,
            nodes: Vec::new(),
            groups: Vec::new(),
            stack: Vec::new(),
            llvm: module.llvm_version(),
            numbers_expressions: !module.llvm_version().inline_expressions(),
            intrinsics: module.globals.iter().map(is_intrinsic).collect(),
            next: 0,
        };
        for global in &module.globals {
            if let GlobalKind::Variable { attrs, .. } = global.kind {
                numbering.attachments(slots, global);
                numbering.group(slots, attrs);
            }
        }
        for global in &module.globals {
            if let GlobalKind::IFunc { .. } = global.kind {
                numbering.attachments(slots, global);
            }
        }
        for named in &module.metadata.named {
            for &node in &named.nodes {
                numbering.node(slots, node);
            }
        }
        module.functions().for_each(|(_, _, function)| numbering.group(slots, function.attrs));
        numbering
    }

    /// Numbers the contents of functions, those of global values before `end` at least.
    pub(super) fn functions_before(&mut self, slots: &Slots, end: usize) {
        while self.next < end
            && let Some(global) = self.module.globals.get(self.next)
        {
            self.next += 1;
            if let GlobalKind::Function(function) = &global.kind {
                self.function(slots, global, function);
            }
        }
    }

    /// Numbers everything.
    pub(super) fn complete(&mut self, slots: &Slots) {
        self.functions_before(slots, usize::MAX);
        slots.is_complete.store(true, Relaxed);
    }

    fn function(&mut self, slots: &Slots, global: &GlobalValue, function: &Function) {
        self.attachments(slots, global);
        if let Some(body) = self.module.body(function) {
            self.body(slots, body);
        }
    }

    fn attachments(&mut self, slots: &Slots, global: &GlobalValue) {
        for attachment in &global.attachments {
            self.node(slots, attachment.node);
        }
    }

    fn group(&mut self, slots: &Slots, list: AttrListId) {
        slots.group(self.module, list, &mut self.groups);
    }

    /// Numbers a node and then, depth first, the nodes it refers to. Anything else gets no number.
    #[inline]
    fn node(&mut self, slots: &Slots, id: MdId) {
        if slots.metadata.get(id.index()).is_some_and(Slot::is_none) {
            self.number(&slots.metadata, id);
        }
    }

    fn number(&mut self, numbers: &[Slot], id: MdId) {
        let table = &self.module.metadata;
        self.stack.push(id);
        while let Some(id) = self.stack.pop() {
            let Some(number) = numbers.get(id.index()).filter(|number| number.is_none()) else { continue };
            let item = table.get(id);
            let has_number = match item {
                Metadata::Tuple { .. } | Metadata::Node { .. } | Metadata::Generic { .. } => true,
                Metadata::Expression { .. } => self.numbers_expressions,
                _ => false,
            };
            if !has_number {
                continue;
            }
            number.set(self.nodes.len() as u32);
            self.nodes.push(id);
            let stack = &mut self.stack;
            let mut push = |operand: u32| {
                if let Some(part) = slot_md(operand)
                    && numbers.get(part.index()).is_some_and(Slot::is_none)
                {
                    stack.push(part);
                }
            };
            // The last operand first: the stack turns them around.
            match item {
                Metadata::Tuple { ops, .. } | Metadata::Generic { ops, .. } => {
                    table.lists.get(ops).iter().rev().for_each(|id| push(md_slot(id)));
                }
                Metadata::Node { kind, fields, .. } if kind.is_location() => {
                    // Most nodes are locations.
                    if let &[_, _, scope, inlined_at, ..] = table.node_fields(kind, fields) {
                        push(inlined_at);
                        push(scope);
                    }
                }
                Metadata::Node { kind, fields, .. } => {
                    let fields = table.node_fields(kind, fields);
                    let operands = kind.operand_slots_in(self.llvm).iter().rev();
                    // A number in place refers to nothing.
                    operands.filter_map(|&at| fields.get(usize::from(at))).for_each(|&slot| push(slot));
                }
                _ => {}
            }
        }
    }

    fn body(&mut self, slots: &Slots, body: &Body) {
        for attachment in &body.function_attachments {
            self.node(slots, attachment.node);
        }
        let mut attachments = body.attachments.as_slice();
        let mut records = body.dbg_records.as_slice();
        let mut last_loc = None;
        for (i, inst) in body.insts.iter().enumerate() {
            while let Some(record) = next_if(&mut records, |record| record.before.index() <= i) {
                self.record(slots, body, record);
            }
            if let Inst::Call(id) | Inst::Invoke { call: id, .. } | Inst::CallBr { call: id, .. } = *inst
                && let Some(call) = body.call(id)
            {
                self.group(slots, call.attrs);
                // LLVM looks at the operands of plain calls of intrinsics only.
                if matches!(inst, Inst::Call(_))
                    && let ValueKind::Global(callee) = call.callee.kind()
                    && self.intrinsics.get(callee.index()) == Some(&true)
                {
                    for arg in body.values(call.args) {
                        if let ValueKind::Metadata(id) = arg.kind() {
                            self.node(slots, id);
                        }
                    }
                }
            }
            if let Some(loc) = body.debug_loc(InstId(i as u32))
                && last_loc != Some(loc)
            {
                self.node(slots, loc);
                last_loc = Some(loc);
            }
            while let Some((_, attachment)) = next_if(&mut attachments, |(at, _)| at.index() <= i) {
                self.node(slots, attachment.node);
            }
        }
    }

    fn record(&mut self, slots: &Slots, body: &Body, record: &DbgRecord) {
        if let Some(DbgOperand::Md(id)) = record.value {
            self.node(slots, id);
        }
        self.node(slots, record.variable);
        // LLVM numbers no expression here, and prints the address of one inside another node, which no verified module has.
        record.expression.get().into_iter().for_each(|id| self.node(slots, id));
        if let Some(&DbgAssign { id, address, address_expression }) = body.dbg_assign(record) {
            self.node(slots, id);
            if let DbgOperand::Md(id) = address {
                self.node(slots, id);
            }
            self.node(slots, address_expression);
        }
        self.node(slots, record.loc);
    }
}

/// The attribute lists of a body's calls, in the order of the instructions.
fn inst_calls(body: &Body) -> impl Iterator<Item = AttrListId> + '_ {
    body.insts.iter().filter_map(|inst| match *inst {
        Inst::Call(id) | Inst::Invoke { call: id, .. } | Inst::CallBr { call: id, .. } => body.call(id).map(|call| call.attrs),
        _ => None,
    })
}
