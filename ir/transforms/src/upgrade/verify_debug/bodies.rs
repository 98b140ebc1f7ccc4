//! Functions: their attachments, locations and debug records.
use super::Nodes;
use super::nodes::is_local_scope;
use bctk_ir::attr_set::{Attr, AttrIndex};
use bctk_ir::attrs::AttrKind;
use bctk_ir::body::{Body, DbgKind, DbgOperand, DbgRecord};
use bctk_ir::constants::ConstKind;
use bctk_ir::entity::{GlobalId, ListRef, MdId};
use bctk_ir::global::{Function, GlobalKind, GlobalValue};
use bctk_ir::inst::Inst;
use bctk_ir::keywords::Linkage;
use bctk_ir::metadata::di::DiKind;
use bctk_ir::metadata::dwarf::Op;
use bctk_ir::metadata::expr::{is_valid, operand_count};
use bctk_ir::metadata::{Metadata, slot_md};
use bctk_ir::module::Module;
use bctk_ir::types::Type;
use bctk_ir::value::{Value, ValueKind};
use bctk_support::parallel::prelude::*;
use std::collections::{HashMap, HashSet};

/// `DIFlagArtificial`
const ARTIFICIAL: u32 = 1 << 6;

/// Whether debug information of a global value or in a body is invalid.
pub(super) fn is_broken(module: &Module, nodes: &Nodes<'_>) -> bool {
    let kind = |name: &[u8]| module.md_kinds.iter().position(|&kind| module.strings.get(kind) == name).map(|at| at as u32);
    let Some(dbg) = kind(b"dbg") else { return false };
    let mut attached: HashMap<MdId, GlobalId> = HashMap::new();
    let mut subprograms: Vec<Option<MdId>> = vec![None; module.globals.len()];
    for (index, global) in module.globals.iter().enumerate() {
        let id = GlobalId::new(index);
        let own = global.attachments.iter().filter(|attachment| attachment.kind == dbg);
        let (found, defined) = match &global.kind {
            GlobalKind::Function(function) => match module.body(function) {
                Some(body) => {
                    let inner = body.function_attachments.iter().filter(|attachment| attachment.kind == dbg);
                    (own.chain(inner).map(|attachment| attachment.node).collect::<Vec<_>>(), true)
                }
                None => (own.map(|attachment| attachment.node).collect(), false),
            },
            _ => {
                let mut own = own;
                if !own.all(|attachment| nodes.kind(attachment.node) == Some(DiKind::GlobalVariableExpression)) {
                    return true;
                }
                continue;
            }
        };
        let is_subprogram = |node: &MdId| nodes.kind(*node) == Some(DiKind::Subprogram);
        if !found.iter().all(is_subprogram) || found.iter().any(|&node| nodes.is_distinct(node) != defined) {
            return true;
        }
        if defined {
            if found.len() > 1 || found.iter().any(|&node| attached.insert(node, id).is_some_and(|other| other != id)) {
                return true;
            }
            subprograms[index] = found.first().copied();
        }
    }
    let check = Check {
        module,
        nodes: *nodes,
        subprograms: &subprograms,
        looped: kind(b"llvm.loop"),
        assign: kind(b"DIAssignID"),
        assigned: assigned_bodies(module),
    };
    let defined: Vec<(usize, &Function)> =
        module.functions().filter(|(_, _, function)| function.body.is_some()).map(|(id, _, function)| (id.index(), function)).collect();
    defined.par_iter().any(|&(index, function)| check.body(function, subprograms[index]))
}

/// The bodies, by index, that contain the records of each assignment.
fn assigned_bodies(module: &Module) -> HashMap<MdId, HashSet<usize>> {
    let mut assigned: HashMap<MdId, HashSet<usize>> = HashMap::new();
    for (index, body) in module.bodies.iter().enumerate() {
        for (id, ..) in body.dbg_records.iter().filter_map(|record| record.assign) {
            assigned.entry(id).or_default().insert(index);
        }
    }
    assigned
}

struct Check<'m> {
    module: &'m Module,
    nodes: Nodes<'m>,
    /// By global value.
    subprograms: &'m [Option<MdId>],
    looped: Option<u32>,
    assign: Option<u32>,
    assigned: HashMap<MdId, HashSet<usize>>,
}

impl<'m> Check<'m> {
    /// Whether something in a body is invalid.
    fn body(&self, function: &Function, subprogram: Option<MdId>) -> bool {
        let Some(body) = self.module.body(function) else { return false };
        let is_location = |&id: &MdId| self.nodes.kind(id) == Some(DiKind::Location);
        if !body.loc_nodes.iter().all(is_location) {
            return true;
        }
        if let Some(subprogram) = subprogram {
            let looped = body.attachments.iter().filter(|(_, attachment)| Some(attachment.kind) == self.looped);
            let in_loops = looped.flat_map(|(_, attachment)| self.nodes.tuple(attachment.node).unwrap_or(ListRef::EMPTY).iter().skip(1));
            let in_loops = in_loops.flatten().filter(is_location);
            if body.loc_nodes.iter().copied().chain(in_loops).any(|loc| self.is_elsewhere(loc, subprogram)) || self.lacks_location(body) {
                return true;
            }
        }
        let mut arguments: HashMap<u32, MdId> = HashMap::new();
        body.dbg_records.iter().any(|record| self.record(function, body, record, subprogram, &mut arguments))
            || self.assigns_elsewhere(function, body)
    }

    /// Whether a location belongs to another function than the one that contains it.
    fn is_elsewhere(&self, loc: MdId, subprogram: MdId) -> bool {
        let outermost = self.nodes.outermost(loc).and_then(|loc| self.nodes.slots(loc, DiKind::Location));
        let Some(slots) = outermost else { return true };
        self.nodes.subprogram(slot_md(slots[field!(Location.scope)])).is_some_and(|found| found != subprogram)
    }

    /// Whether a call that may be inlined has no location.
    fn lacks_location(&self, body: &Body) -> bool {
        body.insts.iter().enumerate().any(|(i, inst)| {
            let (Inst::Call(id) | Inst::Invoke { call: id, .. } | Inst::CallBr { call: id, .. }) = *inst else { return false };
            if body.debug_locs.get(i).is_some_and(|&loc| loc != 0) {
                return false;
            }
            let Some(ValueKind::Global(callee)) = body.call(id).map(|call| call.callee.kind()) else { return false };
            let Some(global) = self.module.global(callee) else { return false };
            let replaceable = matches!(global.linkage, Linkage::WeakAny | Linkage::LinkOnceAny | Linkage::Common | Linkage::ExternalWeak);
            !replaceable
                && self.subprograms.get(callee.index()).is_some_and(|subprogram| subprogram.is_some())
                && self.is_called_as_it_is(body, id, global)
        })
    }

    /// Whether a call has the type of its callee; otherwise LLVM does not consider it a call of a function.
    fn is_called_as_it_is(&self, body: &Body, id: bctk_ir::entity::CallId, callee: &GlobalValue) -> bool {
        body.call(id).is_some_and(|call| call.fn_ty == callee.value_type)
    }

    fn record(
        &self,
        function: &Function,
        body: &Body,
        record: &DbgRecord,
        subprogram: Option<MdId>,
        arguments: &mut HashMap<u32, MdId>,
    ) -> bool {
        let nodes = self.nodes;
        if body.insts.get(record.before.index()).is_some_and(|inst| matches!(inst, Inst::Phi { .. })) {
            return true;
        }
        let Some(loc) = nodes.slots(record.loc, DiKind::Location) else { return true };
        let loc_scope = slot_md(loc[field!(Location.scope)]);
        if record.kind == DbgKind::Label {
            let Some(label) = nodes.slots(record.variable, DiKind::Label) else { return true };
            let own = nodes.subprogram(slot_md(label[field!(Label.scope)]));
            return matches!((own, nodes.subprogram(loc_scope)), (Some(a), Some(b)) if a != b);
        }
        let Some(variable) = nodes.slots(record.variable, DiKind::LocalVariable) else { return true };
        let Some(ops) = record.expression.and_then(|id| nodes.expression(id)) else { return true };
        let Some(value) = record.value else { return true };
        let scope = slot_md(variable[field!(LocalVariable.scope)]);
        if scope.is_none_or(|scope| !nodes.kind(scope).is_some_and(is_local_scope)) || !is_valid(ops) || !self.is_place(value) {
            return true;
        }
        if record.kind == DbgKind::Declare && !self.is_address(body, value) {
            return true;
        }
        if let Some((id, address, expression)) = record.assign {
            let bad =
                nodes.kind(id) != Some(DiKind::AssignID) || !self.is_place(address) || !nodes.expression(expression).is_some_and(is_valid);
            if bad {
                return true;
            }
        }
        if matches!((nodes.subprogram(scope), nodes.subprogram(loc_scope)), (Some(a), Some(b)) if a != b) {
            return true;
        }
        if variable[field!(LocalVariable.flags)] & ARTIFICIAL == 0 && !fragment_fits(nodes, ops, variable[field!(LocalVariable.type)]) {
            return true;
        }
        if is_entry_value(ops) && !self.may_be_entry_value(function, body, value) {
            return true;
        }
        let argument = variable[field!(LocalVariable.arg)];
        argument != 0
            && subprogram.is_some()
            && loc[field!(Location.inlinedAt)] == 0
            && arguments.insert(argument, record.variable).is_some_and(|other| other != record.variable)
    }

    /// Whether something is valid as the location of a variable: a value, a list of values, or an empty tuple for none.
    fn is_place(&self, operand: DbgOperand) -> bool {
        match operand {
            DbgOperand::Value(_) => true,
            DbgOperand::Md(id) => match self.nodes.table.get(id) {
                Metadata::Value { .. } | Metadata::ArgList(_) => true,
                Metadata::Tuple { ops, .. } => self.nodes.table.lists.get(ops).is_empty(),
                _ => false,
            },
        }
    }

    /// The value of an operand that is one.
    fn value(&self, operand: DbgOperand) -> Option<Value> {
        match operand {
            DbgOperand::Value(value) => Some(value),
            DbgOperand::Md(id) => match self.nodes.table.get(id) {
                Metadata::Value { value, .. } => Some(value),
                Metadata::ArgList(list) => match self.nodes.table.get(self.nodes.table.lists.get(list).first()?) {
                    Metadata::Value { value, .. } => Some(value),
                    _ => None,
                },
                _ => None,
            },
        }
    }

    /// Whether a value can be an address: a pointer or a number. Anything but a single value passes.
    fn is_address(&self, body: &Body, operand: DbgOperand) -> bool {
        let ty = match operand {
            DbgOperand::Md(id) => match self.nodes.table.get(id) {
                Metadata::Value { ty, .. } => Some(ty),
                _ => return true,
            },
            DbgOperand::Value(value) => match value.kind() {
                ValueKind::Global(_) => return true,
                ValueKind::Const(index) => self.module.consts.get(index).map(|c| c.ty),
                ValueKind::LocalConst(index) => body.consts.get(index).map(|c| c.ty),
                ValueKind::Local(index) => body.local_types.get(index as usize).copied(),
                _ => None,
            },
        };
        ty.is_none_or(|ty| matches!(self.module.types.get(ty), Type::Ptr(_) | Type::TypedPtr { .. } | Type::Int(_)))
    }

    /// Whether an entry value is allowed: for an argument with Swift's asynchronous context, or for anything that is not a value.
    fn may_be_entry_value(&self, function: &Function, body: &Body, operand: DbgOperand) -> bool {
        if !matches!(operand, DbgOperand::Value(_))
            && !matches!(operand, DbgOperand::Md(id) if matches!(self.nodes.table.get(id), Metadata::Value { .. }))
        {
            return false;
        }
        match self.value(operand).map(Value::kind) {
            Some(ValueKind::Local(local)) if local < body.args => {
                let set = self.module.attrs.set_at(function.attrs, AttrIndex::Param(local));
                set.is_some_and(|set| self.module.attrs.set(set).contains(&Attr::Enum(AttrKind::SWIFT_ASYNC)))
            }
            Some(ValueKind::Const(index)) => {
                self.module.consts.get(index).is_some_and(|c| matches!(c.kind, ConstKind::Undef | ConstKind::Poison))
            }
            Some(ValueKind::LocalConst(index)) => {
                body.consts.get(index).is_some_and(|c| matches!(c.kind, ConstKind::Undef | ConstKind::Poison))
            }
            _ => false,
        }
    }

    /// Whether an assignment is attached to an instruction that assigns nothing, or has records in another body.
    fn assigns_elsewhere(&self, function: &Function, body: &Body) -> bool {
        let own = function.body.map(|index| index as usize);
        body.attachments.iter().filter(|(_, attachment)| Some(attachment.kind) == self.assign).any(|(inst, attachment)| {
            let assigns = match body.insts.get(inst.index()) {
                Some(Inst::Alloca { .. } | Inst::Store { .. }) => true,
                Some(Inst::Call(id)) => body.call(*id).is_some_and(|call| self.is_memory_intrinsic(call.callee)),
                _ => false,
            };
            !assigns || self.assigned.get(&attachment.node).is_some_and(|bodies| bodies.iter().any(|&index| Some(index) != own))
        })
    }

    fn is_memory_intrinsic(&self, callee: Value) -> bool {
        let ValueKind::Global(id) = callee.kind() else { return false };
        self.module.global(id).is_some_and(|global| {
            let name = self.module.str(global.name);
            [&b"llvm.mem"[..], b"llvm.masked.", b"llvm.vp."].iter().any(|prefix| name.starts_with(prefix))
        })
    }
}

/// Whether an expression uses the value on entry to the function.
fn is_entry_value(ops: &[u64]) -> bool {
    let first = if ops.first() == Some(&u64::from(Op::LLVM_ARG.0)) && ops.get(1) == Some(&0) { 2 } else { 0 };
    ops.get(first) == Some(&u64::from(Op::LLVM_ENTRY_VALUE.0))
}

/// Whether the fragment of an expression, if any, is a proper part of a variable of this type.
pub(super) fn fragment_fits(nodes: Nodes<'_>, ops: &[u64], ty: u32) -> bool {
    let mut at = 0;
    while let Some(&op) = ops.get(at) {
        if op == u64::from(Op::LLVM_FRAGMENT.0) {
            let (Some(&offset), Some(&size), Some(whole)) = (ops.get(at + 1), ops.get(at + 2), nodes.size_in_bits(ty)) else { return true };
            return offset.saturating_add(size) <= whole && size != whole;
        }
        at += 1 + operand_count(op);
    }
    true
}
