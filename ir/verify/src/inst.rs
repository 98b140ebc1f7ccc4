//! Checks one instruction: which checks it needs, and those that all instructions share (`Verifier::visitInstruction`).
use crate::function::Checker;
use crate::report::Subject;
use bctk_ir::entity::InstId;
use bctk_ir::inst::Inst;
use bctk_ir::types::Type;
use bctk_ir::value::{Value, ValueKind};
use bctk_ir::visit::operands;

impl Checker<'_, '_> {
    pub(crate) fn inst(&mut self, id: InstId) {
        match self.body.insts[id.index()] {
            Inst::FNeg { value, .. } => self.negation(id, value),
            Inst::Bin { op, lhs, rhs, .. } => self.binary(id, op, lhs, rhs),
            Inst::Cast { op, value, .. } => self.cast(id, op, value),
            Inst::ICmp { lhs, rhs, .. } => self.comparison(id, false, lhs, rhs),
            Inst::FCmp { lhs, rhs, .. } => self.comparison(id, true, lhs, rhs),
            Inst::Select { cond, if_true, if_false, .. } => self.select(id, cond, if_true, if_false),
            Inst::Phi { .. } => self.phi(id),
            Inst::ExtractElement { .. } | Inst::InsertElement { .. } | Inst::ShuffleVector { .. } => self.vector(id),
            Inst::ExtractValue { .. } | Inst::InsertValue { .. } => self.aggregate(id),
            Inst::Gep { .. } => self.gep(id),
            Inst::Alloca { .. } => self.alloca(id),
            Inst::Load { .. } => self.load(id),
            Inst::Store { .. } => self.store(id),
            Inst::CmpXchg { .. } => self.cmpxchg(id),
            Inst::AtomicRmw { .. } => self.atomic_rmw(id),
            Inst::Fence { ordering, .. } => self.fence(id, ordering),
            Inst::Ret(value) => self.ret(id, value.get()),
            Inst::CondBr { cond, .. } => self.branch(id, cond),
            Inst::Switch { .. } => self.switch(id),
            Inst::IndirectBr { addr, .. } => self.indirect_branch(id, addr),
            Inst::Unreachable | Inst::Unwind | Inst::Br(_) => self.any_terminator(id),
            Inst::Call(call) => self.call(id, call),
            Inst::Invoke { call, unwind, .. } => self.invoke(id, call, unwind),
            Inst::CallBr { call, default, indirect } => self.callbr(id, call, default, indirect),
            Inst::LandingPad { .. } => self.landing_pad(id),
            Inst::Resume(value) => self.resume(id, value),
            Inst::CatchPad { .. } => self.catch_pad(id),
            Inst::CleanupPad { .. } => self.cleanup_pad(id),
            Inst::CatchSwitch { .. } => self.catch_switch(id),
            Inst::CatchRet { pad, .. } => self.catch_ret(id, pad),
            Inst::CleanupRet { .. } => self.cleanup_ret(id),
            Inst::VaArg(_) | Inst::Freeze(_) | Inst::Malloc { .. } | Inst::Free(_) => self.instruction(id),
        }
    }

    /// The checks of every instruction, after its own.
    pub(crate) fn instruction(&mut self, id: InstId) {
        let inst = self.body.insts[id.index()];
        let mut values = std::mem::take(&mut self.scratch.operands);
        values.clear();
        operands(&inst, self.body, |number, value| values.push((number, value)));
        let is_valid = self.instruction_with(id, &inst, &mut values);
        self.scratch.operands = values;
        if !is_valid {
            return;
        }
        self.sink.operand = None;
        if self.attachments(id) && self.locals.debug_location(id, &mut self.sink) {
            let attached = self.own_attachments(id);
            self.locals.reach_attachments(attached, &mut self.sink);
        }
    }

    /// Checks an instruction with these operands. Returns whether it is valid.
    fn instruction_with(&mut self, id: InstId, inst: &Inst, values: &mut [(u32, Value)]) -> bool {
        let this = [Subject::Inst(id)];
        let is_phi = matches!(inst, Inst::Phi { .. });
        if let Some(result) = self.body.result(id).map(Value::local)
            && !is_phi
            && values.iter().any(|&(_, value)| value == result)
            && self.dominators.is_reachable(self.blocks[id.index()])
        {
            self.fail("Only PHI nodes may reference their own value!", &this);
            return false;
        }
        if let Some(ty) = self.body.result_type(id) {
            if !self.types.is_first_class(ty) {
                self.fail("Instruction returns a non-scalar type!", &this);
                return false;
            }
            let is_call = matches!(inst, Inst::Call(_) | Inst::Invoke { .. });
            if self.types.get(ty) == Type::Metadata && !is_call {
                self.fail("Invalid use of metadata!", &this);
                return false;
            }
        }
        if !values.is_sorted_by_key(|&(number, _)| number) {
            values.sort_by_key(|&(number, _)| number);
        }
        self.operands(id, inst, values)
    }

    /// Checks the operands of an instruction, in their order. Returns whether they are valid.
    fn operands(&mut self, id: InstId, inst: &Inst, values: &[(u32, Value)]) -> bool {
        let this = Subject::Inst(id);
        let callee = match *inst {
            Inst::Call(call) | Inst::Invoke { call, .. } | Inst::CallBr { call, .. } => self.body.call(call).map(|call| call.callee),
            _ => None,
        };
        let last = values.last().map(|&(number, _)| number);
        for &(number, value) in values {
            self.sink.operand = Some(number);
            if let Some(ty) = self.ty(value)
                && !self.types.is_first_class(ty)
            {
                self.fail("Instruction operands must be first-class values!", &[this]);
                return false;
            }
            match value.kind() {
                ValueKind::Global(of) if self.shared.is_watched(of) => {
                    if self.shared.function(value).is_none() {
                        self.note_taken(value, id);
                    } else {
                        let is_callee = callee == Some(value) && Some(number) == last;
                        let is_attached = self.is_attached_call(inst, number);
                        if !is_callee && !is_attached {
                            self.note_taken(value, id);
                            self.fail("Cannot take the address of an intrinsic!", &[this]);
                            return false;
                        }
                        if matches!(inst, Inst::Invoke { .. }) && !is_attached && !self.may_be_invoked(value) {
                            let message = "Cannot invoke an intrinsic other than donothing, patchpoint, statepoint, coro_resume, coro_destroy, \
                                           clang.arc.attachedcall or wasm.(re)throw";
                            self.fail(message, &[this]);
                            return false;
                        }
                    }
                }
                ValueKind::Local(_) => {
                    if let Some((maker, _)) = self.maker(value)
                        && !self.dominates(maker, id, number)
                    {
                        self.fail("Instruction does not dominate all uses!", &[Subject::Inst(maker), this]);
                    }
                }
                _ => {}
            }
        }
        true
    }

    /// Notes that an instruction uses an intrinsic, and not to call it.
    pub(crate) fn note_taken(&mut self, value: Value, by: InstId) {
        let is_intrinsic = self.shared.function(value).is_some();
        let called = self.call_at(by).and_then(|call| self.shared.intrinsic_name(call.callee));
        if is_intrinsic && called.is_some_and(is_assume_like) {
            return;
        }
        if let (ValueKind::Global(id), Some(body)) = (value.kind(), self.function.body) {
            self.taken.push((id, Subject::InstIn(body, by)));
        }
    }

    /// Notes all uses of intrinsics that do not call them.
    pub(crate) fn note_all_taken(&mut self) {
        if self.shared.watched.is_empty() {
            return;
        }
        for (at, inst) in self.body.insts.iter().enumerate() {
            let mut watched: Vec<(u32, Value)> = Vec::new();
            let mut last = 0;
            operands(inst, self.body, |number, value| {
                last = last.max(number);
                if matches!(value.kind(), ValueKind::Global(of) if self.shared.is_watched(of)) {
                    watched.push((number, value));
                }
            });
            let id = InstId::new(at);
            for (number, value) in watched {
                let is_call = self.call_at(id).is_some_and(|call| {
                    let function = self.shared.function(value);
                    number == last && function.is_some_and(|(_, global, _)| self.types.same(global.value_type, call.fn_ty))
                });
                if !(is_call || self.shared.function(value).is_some() && self.is_attached_call(inst, number)) {
                    self.note_taken(value, id);
                }
            }
        }
    }

    /// Whether `invoke` may call an intrinsic.
    fn may_be_invoked(&self, callee: Value) -> bool {
        matches!(
            self.shared.intrinsic_name(callee),
            Some(
                "donothing"
                    | "seh.try.begin"
                    | "seh.try.end"
                    | "seh.scope.begin"
                    | "seh.scope.end"
                    | "coro.resume"
                    | "coro.destroy"
                    | "coro.await.suspend.void"
                    | "coro.await.suspend.bool"
                    | "coro.await.suspend.handle"
                    | "experimental.patchpoint.void"
                    | "experimental.patchpoint"
                    | "fake.use"
                    | "experimental.gc.statepoint"
                    | "wasm.throw"
                    | "wasm.rethrow"
            )
        )
    }

    /// Whether operand `number` of a call is an input of a `clang.arc.attachedcall` bundle.
    fn is_attached_call(&self, inst: &Inst, number: u32) -> bool {
        let (Inst::Call(call) | Inst::Invoke { call, .. } | Inst::CallBr { call, .. }) = *inst else { return false };
        let Some(call) = self.body.call(call) else { return false };
        let mut first = self.body.lists.get(call.args).len() as u32;
        for bundle in self.body.call_bundles(call) {
            let end = first + self.body.lists.get(bundle.inputs).len() as u32;
            if (first..end).contains(&number) {
                let tag = self.module.bundle_tags.get(bundle.tag as usize).map(|&tag| self.module.str(tag));
                return tag == Some(b"clang.arc.attachedcall");
            }
            first = end;
        }
        false
    }

    /// Whether the result of `maker` is there when operand `number` of `user` is used (`DominatorTree::dominates`).
    fn dominates(&self, maker: InstId, user: InstId, number: u32) -> bool {
        let own = self.blocks[user.index()];
        let incoming = match self.body.insts[user.index()] {
            Inst::Phi { incoming, .. } => self.body.lists.get(incoming).get(number as usize).map(|(_, from)| from),
            _ => None,
        };
        let used_in = incoming.unwrap_or(own);
        let made_in = self.blocks[maker.index()];
        if incoming.is_none() && made_in == own && maker < user {
            // An invoke does not come before anything in its block.
            return true;
        }
        if !self.dominators.is_reachable(used_in) {
            return true;
        }
        if !self.dominators.is_reachable(made_in) {
            return false;
        }
        let normal = match self.body.insts[maker.index()] {
            // What is wrong with such an invoke is said elsewhere.
            Inst::Invoke { normal, unwind, .. } if normal == unwind => return true,
            Inst::Invoke { normal, .. } => Some(normal),
            Inst::CallBr { default, .. } if !self.shared.llvm.callbr_results() => Some(default),
            _ => None,
        };
        if let Some(normal) = normal {
            return incoming == Some(made_in) && own == normal || self.dominators.edge_dominates(&self.cfg, made_in, normal, used_in);
        }
        if made_in != used_in {
            return self.dominators.dominates(made_in, used_in);
        }
        incoming.is_some() || maker < user
    }
}

/// Whether calls of an intrinsic only tell something about values (`IntrinsicInst::isAssumeLikeIntrinsic`).
fn is_assume_like(name: &str) -> bool {
    matches!(
        name,
        "assume"
            | "sideeffect"
            | "pseudoprobe"
            | "dbg.assign"
            | "dbg.declare"
            | "dbg.value"
            | "dbg.label"
            | "invariant.start"
            | "invariant.end"
            | "lifetime.start"
            | "lifetime.end"
            | "experimental.noalias.scope.decl"
            | "objectsize"
            | "ptr.annotation"
            | "var.annotation"
    )
}
