//! Checks debug records (`Verifier::visitDbgRecords`).
use super::functions::block_of;
use super::nodes::fragment;
use super::walk::Note;
use super::{Locals, Out, is_type, is_undef, md};
use crate::report::{Level, Sink, Subject};
use bctk_ir::attr_set::{Attr, AttrIndex};
use bctk_ir::attrs::AttrKind;
use bctk_ir::body::{DbgAssign, DbgKind, DbgOperand, DbgRecord};
use bctk_ir::entity::{InstId, MdId, TypeId};
use bctk_ir::inst::Inst;
use bctk_ir::metadata::di::DiKind;
use bctk_ir::metadata::dwarf::Op;
use bctk_ir::metadata::expr::is_valid;
use bctk_ir::metadata::flags::DI_FLAG_ARTIFICIAL;
use bctk_ir::metadata::{Metadata, slot_md};
use bctk_ir::types::Type;
use bctk_ir::value::{Value, ValueKind};

impl Locals<'_, '_> {
    /// Checks the records before an instruction. Instructions are asked for in their order.
    pub(crate) fn records(&mut self, inst: InstId, sink: &mut Sink) {
        let all = &self.body.dbg_records;
        let Some(rest) = all.get(self.next_record..) else { return };
        let first = self.next_record + rest.iter().take_while(|record| record.before < inst).count();
        self.next_record = first;
        if all.get(first).is_none_or(|record| record.before != inst) {
            return;
        }
        if let Some(Inst::Phi { .. }) = self.body.insts.get(inst.index()) {
            return sink.report(Level::DebugInfo, "PHI Node must not have any attached DbgRecords".into(), &[Subject::Inst(inst)]);
        }
        for (at, record) in all.iter().enumerate().skip(first).take_while(|(_, record)| record.before == inst) {
            self.record(at as u32, record, sink);
        }
    }

    fn record(&mut self, at: u32, record: &DbgRecord, sink: &mut Sink) {
        self.reach(record.loc, true, sink);
        if record.kind == DbgKind::Label {
            return self.label(at, record, sink);
        }
        self.variable(at, record, sink);
        let this = Subject::Record(at);
        let Some(variable) = self.nodes.slots(record.variable, DiKind::LocalVariable) else { return };
        let Some(ops) = record.expression.get().and_then(|id| self.nodes.expression(id)) else { return };
        if ops.is_empty() || !is_valid(ops) {
            return;
        }
        if variable[field!(LocalVariable.flags)] & DI_FLAG_ARTIFICIAL == 0 {
            let subjects = [this, Subject::Metadata(record.variable)];
            fragment(self.nodes, ops, variable[field!(LocalVariable.type)], subjects, &mut Out::Sink(sink));
        }
        if is_entry_value(ops) && !record.value.is_some_and(|value| self.may_be_entry_value(value)) {
            let message = "Entry values are only allowed in MIR unless they target a swiftasync Argument";
            sink.report(Level::DebugInfo, message.into(), &[this]);
        }
    }

    fn reach(&self, node: MdId, with_locations: bool, sink: &mut Sink) {
        if self.debug.visits {
            sink.note(Note::Node(node, with_locations));
        }
    }

    fn label(&self, at: u32, record: &DbgRecord, sink: &mut Sink) {
        let nodes = self.nodes;
        let this = Subject::Record(at);
        let mut fail = |message: &'static str, subjects: &[Subject]| sink.report(Level::DebugInfo, message.into(), subjects);
        let Some(label) = nodes.slots(record.variable, DiKind::Label) else {
            return fail("invalid #dbg_label intrinsic variable", &[this, nodes.subject(record.variable)]);
        };
        let Some(loc) = nodes.location(record.loc) else {
            if nodes.table.get(record.loc) == Metadata::Missing {
                let place = [Subject::Block(block_of(self.body, record.before)), Subject::Global(self.id)];
                fail("#dbg_label record requires a !dbg attachment", &[&[this][..], &place].concat());
            }
            return;
        };
        let own = nodes.subprogram(slot_md(label[field!(Label.scope)]));
        let other = nodes.subprogram(slot_md(loc[field!(Location.scope)]));
        if let (Some(own), Some(other)) = (own, other)
            && own != other
        {
            let subjects = [
                this,
                Subject::Block(block_of(self.body, record.before)),
                Subject::Global(self.id),
                Subject::Metadata(record.variable),
                Subject::Metadata(own),
                Subject::Metadata(record.loc),
                Subject::Metadata(other),
            ];
            fail("mismatched subprogram between #dbg_label label and !dbg attachment", &subjects);
        }
    }

    fn variable(&mut self, at: u32, record: &DbgRecord, sink: &mut Sink) {
        let nodes = self.nodes;
        let this = Subject::Record(at);
        let (body, id) = (self.body, self.id);
        let place = || [Subject::Block(block_of(body, record.before)), Subject::Global(id)];
        let fail = |sink: &mut Sink, message: &'static str, more: &[Subject]| {
            let subjects = [&[this], more, &place()].concat();
            sink.report(Level::DebugInfo, message.into(), &subjects);
        };
        let value = record.value.map_or(Subject::Null, operand);
        if !record.value.is_some_and(|value| self.is_place(value, true)) {
            return fail(sink, "invalid #dbg record address/value", &[value]);
        }
        if record.kind == DbgKind::Declare && !record.value.is_some_and(|value| self.is_address(value)) {
            return fail(sink, "location of #dbg_declare must be a pointer or int", &[value]);
        }
        let Some(variable) = nodes.slots(record.variable, DiKind::LocalVariable) else {
            return fail(sink, "invalid #dbg record variable", &[nodes.subject(record.variable)]);
        };
        self.reach(record.variable, false, sink);
        let Some(expression) = record.expression.get().filter(|&id| nodes.expression(id).is_some()) else {
            return fail(sink, "invalid #dbg record expression", &[record.expression.get().map_or(Subject::Null, |id| nodes.subject(id))]);
        };
        self.reach(expression, false, sink);
        if let Some(&DbgAssign { id, address, address_expression: expression }) = self.body.dbg_assign(record) {
            if nodes.kind(id) != Some(DiKind::AssignID) {
                return fail(sink, "invalid #dbg_assign DIAssignID", &[nodes.subject(id)]);
            }
            self.reach(id, false, sink);
            if !self.is_place(address, false) {
                return fail(sink, "invalid #dbg_assign address", &[operand(address)]);
            }
            if nodes.expression(expression).is_none() {
                return fail(sink, "invalid #dbg_assign address expression", &[nodes.subject(expression)]);
            }
            self.reach(expression, false, sink);
            if let Some(inst) = self.debug.assigned.inst_outside(id, self.number) {
                let [block, function] = place();
                let subjects = [Subject::InstIn(inst.body, inst.at), this, block, function];
                return sink.report(Level::DebugInfo, "inst not in same function as #dbg_assign".into(), &subjects);
            }
        }
        let ty = variable[field!(LocalVariable.type)];
        if !nodes.is(ty, is_type) {
            let [block, function] = place();
            let subjects = [Subject::Metadata(record.variable), md(ty), block, function];
            return sink.report(Level::DebugInfo, "invalid type ref".into(), &subjects);
        }
        let Some(loc) = nodes.location(record.loc) else {
            return fail(sink, "invalid #dbg record DILocation", &[nodes.subject(record.loc)]);
        };
        // Variables of inlined functions are not looked at.
        let argument = variable[field!(LocalVariable.arg)];
        let is_argument = self.has_info && loc[field!(Location.inlinedAt)] == 0 && argument != 0;
        let scopes = [variable[field!(LocalVariable.scope)], loc[field!(Location.scope)]];
        // One scope is in one function.
        if scopes[0] != scopes[1] || is_argument {
            let [Some(own), Some(other)] = scopes.map(|scope| self.owner(slot_md(scope))) else { return };
            if own != other {
                let message = "mismatched subprogram between #dbg record variable and DILocation";
                let nodes = [record.variable, own, record.loc, other].map(Subject::Metadata);
                return fail(sink, message, &[&place()[..], &nodes].concat());
            }
        }
        if !is_argument {
            return;
        }
        if let Some(other) = self.arguments.insert(argument, record.variable)
            && other != record.variable
        {
            let subjects = [this, Subject::Metadata(other), Subject::Metadata(record.variable)];
            sink.report(Level::DebugInfo, "conflicting debug info for argument".into(), &subjects);
        }
    }

    /// Whether something is valid as the location of a variable: a value, a list of values, or a node without operands for none.
    fn is_place(&self, operand: DbgOperand, may_be_list: bool) -> bool {
        match operand {
            DbgOperand::Value(_) => true,
            DbgOperand::Md(id) => match self.nodes.table.get(id) {
                Metadata::Value { .. } => true,
                Metadata::ArgList(_) => may_be_list,
                _ => self.is_empty_node(id),
            },
        }
    }

    /// The value of an operand that is one.
    fn value(&self, operand: DbgOperand) -> Option<Value> {
        match operand {
            DbgOperand::Value(value) => Some(value),
            DbgOperand::Md(id) => self.nodes.table.wrapped_value(id),
        }
    }

    /// Whether a value can be an address: a pointer or a number. Anything but a single value passes.
    fn is_address(&self, operand: DbgOperand) -> bool {
        let pooled: Option<TypeId> = match operand {
            DbgOperand::Md(id) => match self.nodes.table.get(id) {
                Metadata::Value { ty, .. } => Some(ty),
                _ => return true,
            },
            DbgOperand::Value(value) => match value.kind() {
                ValueKind::Global(_) => return true,
                _ => self.module.type_of(value, self.body),
            },
        };
        pooled.is_none_or(|ty| matches!(self.module.types.get(ty), Type::Ptr(_) | Type::TypedPtr { .. } | Type::Int(_)))
    }

    /// Whether an entry value is allowed: for an argument with Swift's asynchronous context, or for no value.
    fn may_be_entry_value(&self, operand: DbgOperand) -> bool {
        let Some(value) = self.value(operand) else { return false };
        match value.kind() {
            ValueKind::Local(local) if local < self.body.args => {
                let set = self.module.attrs.set_at(self.function.attrs, AttrIndex::Param(local));
                set.is_some_and(|set| self.module.attrs.set(set).contains(&Attr::Enum(AttrKind::SWIFT_ASYNC)))
            }
            _ => is_undef(self.module, self.body, value),
        }
    }
}

/// A value or metadata as a subject.
fn operand(operand: DbgOperand) -> Subject {
    match operand {
        DbgOperand::Value(value) => Subject::Operand(value),
        DbgOperand::Md(id) => Subject::Metadata(id),
    }
}

/// Whether an expression uses the value on entry to the function.
fn is_entry_value(ops: &[u64]) -> bool {
    let first = if ops.first() == Some(&u64::from(Op::LLVM_ARG.0)) && ops.get(1) == Some(&0) { 2 } else { 0 };
    ops.get(first) == Some(&u64::from(Op::LLVM_ENTRY_VALUE.0))
}
