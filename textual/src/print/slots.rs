//! Numbers metadata nodes, attribute groups and unnamed globals in the order of LLVM's walk: named metadata and globals
//! first, then function by function (`SlotTracker` of `AsmWriter.cpp`, LLVM 22).

use bctk_ir::attr_set::AttrIndex;
use bctk_ir::body::{Body, DbgOperand, DbgRecord};
use bctk_ir::entity::{AttrListId, AttrSetId, InstId, MdId};
use bctk_ir::global::{GlobalKind, GlobalValue};
use bctk_ir::inst::Inst;
use bctk_ir::metadata::di::{DiKind, NUMBER};
use bctk_ir::metadata::{Metadata, MetadataTable, md_slot, slot_md};
use bctk_ir::module::Module;
use bctk_ir::value::ValueKind;
use bctk_ir::version::LlvmVersion;

/// No number was given.
pub(super) const NONE: u32 = u32::MAX;

/// Numbers of a module's things, by id.
pub(super) struct Slots {
    /// Number of each metadata node.
    pub(super) metadata: Vec<u32>,
    /// The numbered nodes, in order.
    pub(super) nodes: Vec<MdId>,
    /// Number of each attribute set that a function or call refers to as a group.
    pub(super) attr_groups: Vec<u32>,
    /// The numbered groups, in order.
    pub(super) groups: Vec<AttrSetId>,
    /// Number of each unnamed global value.
    pub(super) globals: Vec<u32>,
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

struct Walk<'m> {
    module: &'m Module,
    slots: Slots,
    next_global: u32,
    stack: Vec<MdId>,
    /// Which global values are intrinsics.
    intrinsics: Vec<bool>,
    /// Whether expressions have numbers.
    numbers_expressions: bool,
    llvm: LlvmVersion,
}

impl Slots {
    /// Numbers everything in `module`.
    pub(super) fn new(module: &Module) -> Slots {
        let mut walk = Walk {
            module,
            slots: Slots {
                metadata: vec![NONE; module.metadata.items.len()],
                nodes: Vec::new(),
                attr_groups: vec![NONE; module.attrs.sets.len()],
                groups: Vec::new(),
                globals: vec![NONE; module.globals.len()],
            },
            next_global: 0,
            stack: Vec::new(),
            llvm: module.llvm_version(),
            numbers_expressions: !module.llvm_version().inline_expressions(),
            intrinsics: module
                .globals
                .iter()
                .map(|g| matches!(g.kind, GlobalKind::Function(_)) && module.str(g.name).starts_with(b"llvm."))
                .collect(),
        };
        walk.module();
        for (_, global, function) in module.functions() {
            walk.attachments(global);
            if let Some(body) = module.body(function) {
                walk.body(body);
            }
        }
        walk.slots
    }

    /// Numbers only the global values without names.
    pub(super) fn of_globals(module: &Module) -> Slots {
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
        Slots { metadata: Vec::new(), nodes: Vec::new(), attr_groups: Vec::new(), groups: Vec::new(), globals }
    }

    /// Numbers the attributes of calls anew: of these bodies only, in this order.
    pub(super) fn number_calls(&mut self, module: &Module, bodies: &[u32]) {
        self.attr_groups.fill(NONE);
        self.groups.clear();
        for global in &module.globals {
            if let GlobalKind::Variable { attrs, .. } = global.kind {
                self.group(module, attrs);
            }
        }
        module.functions().for_each(|(_, _, function)| self.group(module, function.attrs));
        for body in bodies.iter().filter_map(|&body| module.bodies.get(body as usize)) {
            inst_calls(body).for_each(|list| self.group(module, list));
        }
    }

    fn group(&mut self, module: &Module, list: AttrListId) {
        if list.0 == 0 {
            return;
        }
        let Some(set) = module.attrs.set_at(list, AttrIndex::Function) else { return };
        if module.attrs.set(set).is_empty() {
            return;
        }
        if let Some(slot) = self.attr_groups.get_mut(set.index())
            && *slot == NONE
        {
            *slot = self.groups.len() as u32;
            self.groups.push(set);
        }
    }
}

impl Walk<'_> {
    fn module(&mut self) {
        let module = self.module;
        for (i, global) in module.globals.iter().enumerate() {
            if let GlobalKind::Variable { attrs, .. } = global.kind {
                self.global(i, global);
                self.attachments(global);
                self.group(attrs);
            }
        }
        for (i, global) in module.globals.iter().enumerate() {
            if let GlobalKind::Alias { .. } = global.kind {
                self.global(i, global);
            }
        }
        for (i, global) in module.globals.iter().enumerate() {
            if let GlobalKind::IFunc { .. } = global.kind {
                self.global(i, global);
                self.attachments(global);
            }
        }
        for named in &module.metadata.named {
            for &node in &named.nodes {
                self.node(node);
            }
        }
        for (i, global) in module.globals.iter().enumerate() {
            if let GlobalKind::Function(function) = &global.kind {
                self.global(i, global);
                self.group(function.attrs);
            }
        }
    }

    fn global(&mut self, index: usize, global: &GlobalValue) {
        if global.name.is_empty() {
            self.slots.globals[index] = self.next_global;
            self.next_global += 1;
        }
    }

    fn attachments(&mut self, global: &GlobalValue) {
        for attachment in &global.attachments {
            self.node(attachment.node);
        }
    }

    fn group(&mut self, list: AttrListId) {
        self.slots.group(self.module, list);
    }

    /// Numbers a node and then, depth first, the nodes it refers to. Anything else gets no number.
    #[inline]
    fn node(&mut self, id: MdId) {
        if self.slots.metadata.get(id.index()) == Some(&NONE) {
            self.number(id);
        }
    }

    fn number(&mut self, id: MdId) {
        let table = &self.module.metadata;
        self.stack.push(id);
        while let Some(id) = self.stack.pop() {
            let Some(slot) = self.slots.metadata.get_mut(id.index()).filter(|slot| **slot == NONE) else { continue };
            let item = table.get(id);
            let has_number = match item {
                Metadata::Tuple { .. } | Metadata::Node { .. } | Metadata::Generic { .. } => true,
                Metadata::Expression { .. } => self.numbers_expressions,
                _ => false,
            };
            if !has_number {
                continue;
            }
            *slot = self.slots.nodes.len() as u32;
            self.slots.nodes.push(id);
            let (slots, stack) = (&self.slots.metadata, &mut self.stack);
            let mut push = |operand: u32| {
                if let Some(part) = slot_md(operand)
                    && slots.get(part.index()) == Some(&NONE)
                {
                    stack.push(part);
                }
            };
            // The last operand first: the stack turns them around.
            match item {
                Metadata::Tuple { ops, .. } | Metadata::Generic { ops, .. } => {
                    table.lists.get(ops).iter().rev().for_each(|id| push(md_slot(id)));
                }
                Metadata::Node { kind: DiKind::Location, fields, .. } => {
                    // Most nodes are locations.
                    if let &[_, _, scope, inlined_at, ..] = table.node_fields(DiKind::Location, fields) {
                        push(inlined_at);
                        push(scope);
                    }
                }
                Metadata::Node { kind, fields, .. } => {
                    let slots = table.node_fields(kind, fields);
                    let operands = kind.operand_slots_in(self.llvm).iter().rev();
                    // A number in place refers to nothing.
                    operands.filter_map(|&at| slots.get(usize::from(at))).for_each(|&slot| push(slot));
                }
                _ => {}
            }
        }
    }

    fn body(&mut self, body: &Body) {
        for attachment in &body.function_attachments {
            self.node(attachment.node);
        }
        let mut attachments = body.attachments.iter().peekable();
        let mut records = body.dbg_records.iter().peekable();
        let mut last_loc = None;
        for (i, inst) in body.insts.iter().enumerate() {
            while let Some(record) = records.next_if(|record| record.before.index() <= i) {
                self.record(record);
            }
            // LLVM looks at the operands of plain calls of intrinsics only.
            if let Inst::Call(id) = *inst
                && let Some(call) = body.call(id)
                && let ValueKind::Global(callee) = call.callee.kind()
                && self.intrinsics.get(callee.index()) == Some(&true)
            {
                for arg in body.values(call.args) {
                    if let ValueKind::Metadata(id) = arg.kind() {
                        self.node(id);
                    }
                }
            }
            if let Some(loc) = body.debug_loc(InstId(i as u32))
                && last_loc != Some(loc)
            {
                self.node(loc);
                last_loc = Some(loc);
            }
            while let Some((_, attachment)) = attachments.next_if(|(at, _)| at.index() <= i) {
                self.node(attachment.node);
            }
        }
        for call in inst_calls(body) {
            self.group(call);
        }
    }

    fn record(&mut self, record: &DbgRecord) {
        if let Some(DbgOperand::Md(id)) = record.value {
            self.node(id);
        }
        self.node(record.variable);
        // LLVM numbers no expression here, and prints the address of one inside another node, which no verified module has.
        record.expression.into_iter().for_each(|id| self.node(id));
        if let Some((identity, address, expression)) = record.assign {
            self.node(identity);
            if let DbgOperand::Md(id) = address {
                self.node(id);
            }
            self.node(expression);
        }
        self.node(record.loc);
    }
}

/// The attribute lists of a body's calls, in the order of the instructions.
fn inst_calls(body: &Body) -> impl Iterator<Item = AttrListId> + '_ {
    body.insts.iter().filter_map(|inst| match *inst {
        Inst::Call(id) | Inst::Invoke { call: id, .. } | Inst::CallBr { call: id, .. } => body.call(id).map(|call| call.attrs),
        _ => None,
    })
}
