//! Checks profiles: of instructions (`Verifier::visitProfMetadata`, `visitMemProfMetadata`), and of functions with their other attachments
//! (`Verifier::verifyFunctionMetadata`).
use crate::function::{Checker, Shared, check};
use crate::nodes::{Nodes, Operands, subject};
use crate::report::{Sink, Subject};
use bctk_ir::body::Attachment;
use bctk_ir::entity::{GlobalId, InstId, MdId};
use bctk_ir::global::Function;
use bctk_ir::inst::Inst;
use hashbrown::HashSet;

/// The highest kind of value profiles, that of virtual tables.
const LAST_VALUE_KIND: u64 = 2;
const VTABLES: u64 = 2;

impl Checker<'_, '_> {
    /// How many branch weights an instruction may have (0 for none).
    fn weights_of(&self, inst: &Inst) -> usize {
        match *inst {
            Inst::CondBr { .. } | Inst::Select { .. } => 2,
            // An unconditional branch was a branch like others.
            Inst::Br(_) => usize::from(!self.shared.llvm.profile_values_checked()),
            Inst::Switch { cases, .. } => 1 + self.body.lists.get(cases).len(),
            Inst::Call(_) => 1,
            Inst::IndirectBr { dests, .. } => self.body.lists.get(dests).len(),
            Inst::CallBr { indirect, .. } => 1 + self.body.lists.get(indirect).len(),
            _ => 0,
        }
    }

    /// Checks `!prof`.
    pub(crate) fn profile(&mut self, inst: &Inst, node: MdId, ops: Operands<'_>) {
        let nodes = self.nodes();
        let this = Subject::Metadata(node);
        check!(self, ops.len() != 0, "!prof annotations should have at least 1 operand", this);
        check!(self, ops.op(0).is_some(), "first operand should not be null", this);
        let Some(name) = nodes.string(ops.op(0)) else {
            return self.fail("expected string with name of the !prof annotation", &[this]);
        };
        let checks_names = self.shared.llvm.profile_names_checked();
        if name == b"unknown" && checks_names {
            let may_have = self.weights_of(inst) != 0 || matches!(inst, Inst::Invoke { .. });
            check!(self, may_have, "'unknown' !prof should only appear on instructions on which 'branch_weights' would", this);
            return unknown_profile(nodes, &mut self.sink, node, ops);
        }
        check!(self, ops.len() >= 2, "!prof annotations should have no less than 2 operands", this);
        match name {
            b"branch_weights" => {
                let first = 1 + usize::from(nodes.string(ops.op(1)).is_some());
                let weights = ops.len() - first;
                if matches!(inst, Inst::Invoke { .. }) {
                    check!(self, matches!(weights, 1 | 2), "Wrong number of InvokeInst branch_weights operands", this);
                } else {
                    let expected = self.weights_of(inst);
                    if expected == 0 {
                        self.fail("!prof branch_weights are not allowed for this instruction", &[this]);
                    }
                    check!(self, weights == expected, "Wrong number of operands", this);
                }
                for at in first..ops.len() {
                    check!(self, ops.op(at).is_some(), "second operand should not be null", this);
                    check!(self, nodes.int(ops.op(at)).is_some(), "!prof brunch_weights operand is not a const int");
                }
            }
            b"VP" if checks_names => self.value_profile(inst, node, ops),
            _ if checks_names => self.fail("expected either branch_weights or VP profile name", &[this]),
            _ => {}
        }
    }

    fn value_profile(&mut self, inst: &Inst, node: MdId, ops: Operands<'_>) {
        let nodes = self.nodes();
        let this = Subject::Metadata(node);
        check!(self, ops.len() >= 5, "invalid value profiling metadata", this);
        let Some(kind) = nodes.int(ops.op(1)) else { return self.fail("VP !prof missing kind argument", &[this]) };
        let kind = kind.small().unwrap_or(u64::MAX);
        check!(self, kind <= LAST_VALUE_KIND, "Invalid VP !prof kind", this);
        check!(self, ops.len() % 2 == 1, "VP !prof should have an even number of arguments after 'VP'", this);
        if kind != VTABLES {
            let is_call = matches!(inst, Inst::Call(_) | Inst::Invoke { .. } | Inst::CallBr { .. });
            check!(self, is_call, "VP !prof indirect call or memop size expected to be applied to CallBase instructions only", this);
        }
        if !self.shared.llvm.profile_values_checked() {
            return;
        }
        let mut seen = HashSet::new();
        for at in (3..ops.len()).step_by(2) {
            let Some(value) = nodes.int(ops.op(at)) else { return self.fail("VP !prof value operand is not a const int", &[this]) };
            check!(self, value.bits.is_none_or(|bits| seen.insert(bits)), "VP !prof should not have duplicate profile values", this);
        }
    }

    /// Checks `!memprof`.
    pub(crate) fn memory_profile(&mut self, id: InstId, node: MdId, ops: Operands<'_>, has_callsite: bool) {
        let nodes = self.nodes();
        let (this, of) = (Subject::Metadata(node), Subject::Inst(id));
        check!(self, self.is_call(id), "!memprof metadata should only exist on calls", of);
        let is_checked = self.shared.llvm.profile_names_checked();
        check!(self, has_callsite || !is_checked, "!memprof metadata requires !callsite metadata", of, this);
        check!(self, ops.len() != 0, "!memprof annotations should have at least 1 metadata operand (MemInfoBlock)", this);
        for block in ops.iter() {
            let Some((block, parts)) = block.and_then(|block| Some((block, nodes.node(block)?))) else { return };
            let this = Subject::Metadata(block);
            check!(self, parts.len() >= 2, "Each !memprof MemInfoBlock should have at least 2 operands", this);
            check!(self, parts.op(0).is_some(), "!memprof MemInfoBlock first operand should not be null", this);
            check!(self, nodes.is_node(parts.op(0)), "!memprof MemInfoBlock first operand should be an MDNode", this);
            if let Some(stack) = parts.op(0) {
                self.call_stack(stack);
            }
            if !is_checked {
                continue;
            }
            check!(self, nodes.string(parts.op(1)).is_some(), "!memprof MemInfoBlock second operand should be an MDString", this);
            for part in parts.iter().skip(2) {
                check!(self, nodes.is_node(part), "Not all !memprof MemInfoBlock operands 2 to N are MDNode", this);
                let Some(pair) = part.and_then(|part| nodes.node(part)) else { return };
                check!(self, pair.len() == 2, "Not all !memprof MemInfoBlock operands 2 to N are MDNode with 2 operands", this);
                let are_ints = pair.iter().all(|op| nodes.int(op).is_some());
                check!(self, are_ints, "Not all !memprof MemInfoBlock operands 2 to N are MDNode with ConstantInt operands", this);
            }
        }
    }

    /// Checks `!callsite`.
    pub(crate) fn callsite(&mut self, id: InstId, node: MdId) {
        check!(self, self.is_call(id), "!callsite metadata should only exist on calls", Subject::Inst(id));
        self.call_stack(node);
    }

    fn call_stack(&mut self, node: MdId) {
        let nodes = self.nodes();
        let Some(ops) = nodes.node(node) else { return };
        check!(self, ops.len() != 0, "call stack metadata should have at least 1 operand", Subject::Metadata(node));
        for op in ops.iter() {
            if nodes.int(op).is_none() {
                return self.fail("call stack metadata operand should be constant integer", &subject(op));
            }
        }
    }

    /// Whether an instruction is some form of call.
    pub(crate) fn is_call(&self, id: InstId) -> bool {
        matches!(self.body.insts[id.index()], Inst::Call(_) | Inst::Invoke { .. } | Inst::CallBr { .. })
    }
}

/// Checks a profile that says that nothing is known.
fn unknown_profile(nodes: Nodes<'_>, sink: &mut Sink, node: MdId, ops: Operands<'_>) {
    check!(sink, ops.len() == 2, "'unknown' !prof should have a single additional operand", Subject::Metadata(node));
    let pass = nodes.string(ops.op(1));
    check!(sink, pass.is_some(), "'unknown' !prof should have an additional operand of type string");
    check!(sink, pass != Some(b""), "the 'unknown' !prof operand should not be an empty string");
}

/// Checks the forms of what is attached to a function (`Verifier::verifyFunctionMetadata`).
pub(crate) fn function_metadata(shared: &Shared<'_>, attachments: &[Attachment], sink: &mut Sink) {
    let before = sink.findings.len();
    for attachment in attachments {
        match shared.kind_name(attachment.kind) {
            b"prof" => function_profile(shared, attachment.node, sink),
            b"kcfi_type" => kcfi_type(shared, attachment.node, sink),
            b"reqd_work_group_size" => crate::work_groups::required(shared, attachment.node, sink),
            _ => {}
        }
        if sink.findings.len() != before {
            return;
        }
    }
}

/// Checks what is attached to a function, each after those before it. Returns whether the function has the right ones.
pub(crate) fn function_attachments(
    shared: &Shared<'_>,
    id: GlobalId,
    function: &Function,
    attachments: &[Attachment],
    sink: &mut Sink,
) -> bool {
    let this = Subject::Global(id);
    let (mut last, mut number) = (None, 0);
    for &attachment in attachments {
        number = if last == Some(attachment.kind) { number + 1 } else { 1 };
        last = Some(attachment.kind);
        let again = match shared.kind_name(attachment.kind) {
            b"prof" if function.body.is_none() => {
                sink.fail("function declaration may not have a !prof attachment", &[this]);
                return false;
            }
            b"prof" => Some("function must have a single !prof attachment"),
            b"kcfi_type" if function.body.is_some() => Some("function must have a single !kcfi_type attachment"),
            _ => None,
        };
        if let Some(message) = again.filter(|_| number > 1) {
            sink.fail(message, &[this, Subject::Metadata(attachment.node)]);
            return false;
        }
        if !shared.debug.attached(shared.module, (id, function), attachment, number, sink) {
            return false;
        }
        shared.debug.reach(function, attachment, sink);
    }
    true
}

fn function_profile(shared: &Shared<'_>, node: MdId, sink: &mut Sink) {
    let nodes = Nodes { module: shared.module, body: None };
    let Some(ops) = nodes.node(node) else { return };
    let this = Subject::Metadata(node);
    check!(sink, ops.len() >= 2, "!prof annotations should have no less than 2 operands", this);
    check!(sink, ops.op(0).is_some(), "first operand should not be null", this);
    let Some(name) = nodes.string(ops.op(0)) else {
        return sink.fail("expected string with name of the !prof annotation", &[this]);
    };
    if name == b"unknown" && shared.llvm.profile_names_checked() {
        return unknown_profile(nodes, sink, node, ops);
    }
    let is_count = matches!(name, b"function_entry_count" | b"synthetic_function_entry_count");
    check!(sink, is_count, "first operand should be 'function_entry_count' or 'synthetic_function_entry_count'", this);
    check!(sink, ops.op(1).is_some(), "second operand should not be null", this);
    check!(sink, nodes.is_constant(ops.op(1)), "expected integer argument to function_entry_count", this);
}

fn kcfi_type(shared: &Shared<'_>, node: MdId, sink: &mut Sink) {
    let nodes = Nodes { module: shared.module, body: None };
    let Some(ops) = nodes.node(node) else { return };
    let this = Subject::Metadata(node);
    check!(sink, ops.len() == 1, "!kcfi_type must have exactly one operand", this);
    check!(sink, ops.op(0).is_some(), "!kcfi_type operand must not be null", this);
    check!(sink, nodes.is_constant(ops.op(0)), "expected a constant operand for !kcfi_type", this);
    let Some(number) = nodes.int(ops.op(0)) else {
        return sink.fail("expected a constant integer operand for !kcfi_type", &[this]);
    };
    check!(sink, number.width == 32, "expected a 32-bit integer constant operand for !kcfi_type", this);
}
