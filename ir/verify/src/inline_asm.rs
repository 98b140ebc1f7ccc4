//! Checks calls of inline assembly, and `callbr` (`Verifier::verifyInlineAsmCall`, `visitCallBrInst`).
use crate::function::{Checker, check};
use crate::report::Subject;
use bctk_ir::attrs::AttrKind;
use bctk_ir::body::Call;
use bctk_ir::constants::{ConstKind, InlineAsm};
use bctk_ir::entity::{BlockId, CallId, InstId, List};
use bctk_ir::inline_asm::uses;
use bctk_ir::inst::Inst;
use bctk_ir::value::{Value, ValueKind};
use hashbrown::HashSet;

impl Checker<'_, '_> {
    /// The inline assembly that a value is.
    pub(crate) fn inline_asm(&self, value: Value) -> Option<InlineAsm> {
        let (pool, index) = self.module.pool_of(Some(self.body), value)?;
        match pool.get(index)?.kind {
            ConstKind::InlineAsm(asm) => pool.asms.get(asm as usize).copied(),
            _ => None,
        }
    }

    /// The constraints of the inline assembly that a value is.
    fn constraints(&self, value: Value, asm: &InlineAsm) -> &[u8] {
        match value.kind() {
            ValueKind::Const(_) => self.module.consts.bytes.get(asm.constraints),
            _ => self.body.consts.bytes.get(asm.constraints),
        }
    }

    pub(crate) fn callbr(&mut self, id: InstId, call: CallId, default: BlockId, indirect: List<BlockId>) {
        let Some(&call) = self.body.call(call) else { return };
        if let Some(asm) = self.inline_asm(call.callee) {
            check!(self, !asm.unwind, "Unwinding from Callbr is not allowed");
            if !self.shared.llvm.callbr_duplicates() {
                let mut stated: HashSet<BlockId> = [default].into_iter().collect();
                let are_different = self.body.lists.get(indirect).iter().all(|to| stated.insert(to));
                check!(self, are_different, "Duplicate callbr destination!", Subject::Inst(id));
            }
            self.asm_call(id, &call, &asm, Some(indirect));
        } else if !self.shared.llvm.format_rules() {
            return self.fail("Callbr is currently only used for asm-goto!", &[Subject::Inst(id)]);
        } else {
            let Some((_, global, _)) = self.shared.called(&call) else {
                return self.fail("callbr: indirect function / invalid signature", &[]);
            };
            let has_bundles = !self.body.call_bundles(&call).is_empty();
            check!(self, !has_bundles, "callbr for intrinsics currently doesn't support operand bundles");
            if self.module.str(global.name) == b"llvm.amdgcn.kill" {
                let dests = self.body.lists.get(indirect);
                check!(self, dests.len() == 1, "callbr amdgcn_kill only supports one indirect dest");
                let is_dead = dests.first().is_some_and(|dest| self.is_unreachable(dest));
                check!(self, is_dead, "callbr amdgcn_kill indirect dest needs to be unreachable");
            } else {
                self.fail("callbr currently only supports asm-goto and selected intrinsics", &[]);
            }
            let args: Vec<Value> = self.body.values(call.args).collect();
            self.intrinsic(id, &call, &args);
        }
        self.any_terminator(id);
    }

    /// Whether a block starts with `unreachable`, or the intrinsic for it.
    fn is_unreachable(&self, block: BlockId) -> bool {
        let first = self.body.blocks.get(block.index()).and_then(|block| self.body.insts.get(block.first.index()));
        match first {
            Some(Inst::Unreachable) => true,
            Some(&Inst::Call(call)) => {
                let called = self.body.call(call).and_then(|call| self.shared.called(call));
                called.is_some_and(|(_, global, _)| self.module.str(global.name) == b"llvm.amdgcn.unreachable")
            }
            _ => false,
        }
    }

    /// Checks that a call fits the constraints of its assembly; `indirect` are the other destinations of a `callbr`.
    pub(crate) fn asm_call(&mut self, id: InstId, call: &Call, asm: &InlineAsm, indirect: Option<List<BlockId>>) {
        let this = Subject::Inst(id);
        let (by_address, labels) = uses(self.constraints(call.callee, asm));
        // Before, the types of pointers stated what they point to.
        let checks_types = self.shared.llvm.attribute_rules();
        let mut sets = self.module.attrs.params(call.attrs);
        let args: Vec<Value> = self.body.values(call.args).collect();
        for ((number, is_indirect), &arg) in (0..).zip(by_address).zip(&args) {
            let has_type = self.shared.attrs.kinds(sets.of(number)).has(AttrKind::ELEMENTTYPE);
            if is_indirect {
                let is_pointer = self.ty(arg).is_none_or(|ty| self.types.is_pointer(ty));
                check!(self, is_pointer, "Operand for indirect constraint must have pointer type", this);
                check!(self, has_type || !checks_types, "Operand for indirect constraint must have elementtype attribute", this);
            } else {
                check!(self, !has_type, "Elementtype attribute can only be applied for indirect constraints", this);
            }
        }
        match indirect {
            // Before LLVM 15, labels were arguments, and the constraints did not tell them.
            Some(indirect) => {
                let fits = labels == self.body.lists.get(indirect).len() || !checks_types;
                check!(self, fits, "Number of label constraints does not match number of callbr dests", this);
            }
            None => check!(self, labels == 0, "Label constraints can only be used with callbr", this),
        }
    }
}
