//! One function: its instructions in order, each with its check.
use bctk_ir::attr_set::AttrIndex;
use bctk_ir::attrs::AttrKind;
use bctk_ir::body::{Body, Call};
use bctk_ir::datalayout::Layouts;
use bctk_ir::entity::{BlockId, GlobalId, InstId};
use bctk_ir::global::{self, GlobalKind, GlobalValue};
use bctk_ir::inst::Inst;
use bctk_ir::keywords::Linkage;
use bctk_ir::opcodes::BinOp;
use bctk_ir::types::Type;
use bctk_ir::value::{Value, ValueKind};
use bctk_verify::{Finding, Level, Subject};

use crate::Shared;
use crate::access::{Access, Does, Size};

/// Reports a finding and ends the function unless the condition holds.
macro_rules! check {
    ($self:ident, $holds:expr, $message:expr, $id:expr) => {
        if !$holds {
            $self.fail($message, $id);
            return;
        }
    };
}
pub(crate) use check;

/// No instruction makes a local: it is an argument.
const ARGUMENT: u32 = u32::MAX;

/// A function with a body.
pub(crate) struct Function<'s, 'l, 'm> {
    pub(crate) shared: &'s Shared<'m>,
    pub(crate) layouts: &'l mut Layouts,
    id: GlobalId,
    global: &'m GlobalValue,
    function: &'m global::Function,
    number: u32,
    pub(crate) body: &'m Body,
    /// The instruction that makes each local.
    pub(crate) makers: Vec<u32>,
    found: Vec<Finding>,
}

impl<'s, 'l, 'm> Function<'s, 'l, 'm> {
    pub(crate) fn new(
        shared: &'s Shared<'m>,
        layouts: &'l mut Layouts,
        id: GlobalId,
        global: &'m GlobalValue,
        function: &'m global::Function,
    ) -> Option<Self> {
        let number = function.body?;
        let body = shared.module.bodies.get(number as usize)?;
        let mut makers = vec![ARGUMENT; body.local_types.len()];
        for (inst, local) in body.made_locals() {
            if let Some(maker) = makers.get_mut(local as usize) {
                *maker = inst.0;
            }
        }
        Some(Function { shared, layouts, id, global, function, number, body, makers, found: Vec::new() })
    }

    /// Looks at everything; returns what was found.
    pub(crate) fn lint(mut self) -> Vec<Finding> {
        let is_local = matches!(self.global.linkage, Linkage::Internal | Linkage::Private);
        if self.global.name.is_empty() && !is_local {
            let mut finding = Finding::new("Unusual: Unnamed function with non-local linkage", Level::Lint);
            finding.function = Some(self.id);
            finding.subjects = vec![Subject::Global(self.id)];
            self.found.push(finding);
        }
        for (number, block) in self.body.blocks.iter().enumerate() {
            for at in block.first.0..block.end.0 {
                let id = InstId(at);
                if let Some(inst) = self.body.insts.get(id.index()) {
                    self.inst(id, inst, BlockId::new(number));
                }
            }
        }
        self.found
    }

    /// Reports something about an instruction.
    pub(crate) fn fail(&mut self, message: &'static str, id: InstId) {
        self.fail_with(message.to_owned(), id);
    }

    pub(crate) fn fail_with(&mut self, message: String, id: InstId) {
        let mut finding = Finding::new(message, Level::Lint);
        (finding.function, finding.body, finding.inst) = (Some(self.id), Some(self.number), Some(id));
        finding.subjects = vec![Subject::Inst(id)];
        self.found.push(finding);
    }

    /// The function that a value is.
    pub(crate) fn function(&self, value: Value) -> Option<(GlobalId, &'m GlobalValue, &'m global::Function)> {
        let ValueKind::Global(id) = value.kind() else { return None };
        let global = self.shared.module.global(id)?;
        match &global.kind {
            GlobalKind::Function(function) => Some((id, global, function)),
            _ => None,
        }
    }

    /// The function that a call calls by its own type.
    pub(crate) fn called(&self, call: &Call) -> Option<(GlobalId, &'m GlobalValue, &'m global::Function)> {
        self.function(call.callee).filter(|(_, global, _)| self.shared.types.same(global.value_type, call.fn_ty))
    }

    /// Whether the function takes more arguments than it names.
    pub(crate) fn is_vararg(&self) -> bool {
        self.shared.module.types.function(self.global.value_type).is_some_and(|(.., vararg)| vararg)
    }

    fn inst(&mut self, id: InstId, inst: &Inst, block: BlockId) {
        match *inst {
            Inst::Call(call) => self.call(id, call, true),
            Inst::Invoke { call, .. } | Inst::CallBr { call, .. } => self.call(id, call, false),
            Inst::Ret(value) => self.ret(id, value.get()),
            Inst::Load { align, ptr, .. } => {
                if let Some(ty) = self.body.result_type(id) {
                    self.access(id, ptr, ty, align, Does::Read);
                }
            }
            Inst::Store { align, value, ptr, .. } => {
                if let Some(ty) = self.ty(value) {
                    self.access(id, ptr, ty, align, Does::Write);
                }
            }
            Inst::CmpXchg { align, ops, .. } => {
                let ops: Vec<Value> = self.body.values(ops).collect();
                if let [ptr, comparand, _] = *ops
                    && let Some(ty) = self.ty(comparand)
                {
                    self.access(id, ptr, ty, align, Does::ReadWrite);
                }
            }
            Inst::AtomicRmw { align, ptr, value, .. } => {
                if let Some(ty) = self.ty(value) {
                    self.access(id, ptr, ty, align, Does::ReadWrite);
                }
            }
            Inst::VaArg(pointer) => self.reference(id, Access { pointer, size: Size::Unknown, align: None, does: Does::ReadWrite }),
            Inst::Bin { op, lhs, rhs, .. } => self.binary(id, op, lhs, rhs),
            Inst::Alloca { count, .. } => {
                let is_static = self.int(count).is_some();
                check!(self, !is_static || block == BlockId(0), "Pessimization: Static alloca outside of entry block", id);
            }
            Inst::IndirectBr { addr, dests } => {
                self.reference(id, Access { pointer: addr, size: Size::Unknown, align: None, does: Does::Branch });
                check!(self, !dests.is_empty(), "Undefined behavior: indirectbr with no destinations", id);
            }
            Inst::ExtractElement { vector, index } => {
                check!(self, self.is_index(vector, index), "Undefined result: extractelement index out of range", id);
            }
            Inst::InsertElement { vector, index, .. } => {
                check!(self, self.is_index(vector, index), "Undefined result: insertelement index out of range", id);
            }
            Inst::Unreachable => self.unreachable(id, block),
            _ => {}
        }
    }

    fn ret(&mut self, id: InstId, value: Option<Value>) {
        let never = self.attrs(self.function.attrs, AttrIndex::Function).iter().any(|attr| attr.kind() == Some(AttrKind::NO_RETURN));
        check!(self, !never, "Unusual: Return statement in function with noreturn attribute", id);
        if let Some(value) = value {
            check!(self, !self.is_alloca(value), "Unusual: Returning alloca value", id);
        }
    }

    /// Whether a value is a place in memory of this function.
    pub(crate) fn is_alloca(&self, value: Value) -> bool {
        matches!(self.maker(self.find(value, true)), Some((_, Inst::Alloca { .. })))
    }

    fn binary(&mut self, id: InstId, op: BinOp, lhs: Value, rhs: Value) {
        let are_undef = self.is_undef(lhs) && self.is_undef(rhs);
        match op {
            BinOp::Xor => check!(self, !are_undef, "Undefined result: xor(undef, undef)", id),
            BinOp::Sub => check!(self, !are_undef, "Undefined result: sub(undef, undef)", id),
            BinOp::UDiv | BinOp::SDiv | BinOp::URem | BinOp::SRem => {
                check!(self, !self.is_zero(rhs), "Undefined behavior: Division by zero", id);
            }
            BinOp::Shl | BinOp::LShr | BinOp::AShr => {
                let count = self.find(rhs, false);
                let Some((words, ty)) = self.int(count).zip(self.ty(lhs)) else { return };
                let is_less = self.is_below(count, &words, self.shared.types.scalar_bits(ty).into());
                check!(self, is_less, "Undefined result: Shift count out of range", id);
            }
            _ => {}
        }
    }

    /// Whether an index may be that of an element of a vector.
    fn is_index(&self, vector: Value, index: Value) -> bool {
        let Some(Type::Vector { len, scalable: false, .. }) = self.ty(vector).map(|ty| self.shared.types.get(ty)) else { return true };
        let index = self.find(index, false);
        self.int(index).is_none_or(|words| self.is_below(index, &words, len.into()))
    }

    fn unreachable(&mut self, id: InstId, block: BlockId) {
        let Some(first) = self.body.blocks.get(block.index()).map(|block| block.first) else { return };
        let before = (id > first).then(|| self.body.insts.get(id.index() - 1)).flatten();
        let is_reached = before.is_none_or(|before| self.has_effects(before));
        check!(self, is_reached, "Unusual: unreachable immediately preceded by instruction without side effects", id);
    }
}
