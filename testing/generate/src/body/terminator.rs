//! Terminators.
use super::Builder;
use super::call::tag;
use super::plan::{End, Kind};
use bctk_ir::body::{Call, OperandBundle};
use bctk_ir::entity::{AttrListId, BlockId, CallId, OptionalId};
use bctk_ir::global::GlobalKind;
use bctk_ir::inst::{FastMathFlags, Inst};
use bctk_ir::keywords::{CallConv, TailKind};
use bctk_ir::types::Type;
use bctk_ir::value::Value;

impl Builder<'_, '_, '_> {
    /// Ends the block at hand as planned.
    pub(super) fn terminator(&mut self) {
        let plan = self.frame.blocks[self.current].clone();
        match plan.end {
            End::Return => self.ret(),
            End::MustTail => self.must_tail(),
            End::Unreachable => self.push(Inst::Unreachable),
            End::Br(to) => {
                let to = self.block(to);
                self.push(Inst::Br(to));
            }
            End::CondBr(a, b) => {
                let cond = self.operand(self.g.common.i1);
                let (if_true, if_false) = (self.block(a), self.block(b));
                self.push(Inst::CondBr { cond, if_true, if_false });
            }
            End::Switch(default, cases) => self.switch(default, &cases),
            End::IndirectBr(to) => {
                let addr = self.operand(self.g.common.ptr);
                let dests: Vec<BlockId> = to.iter().map(|&to| self.block(to)).collect();
                let dests = self.body.lists.push(&dests);
                self.push(Inst::IndirectBr { addr, dests });
            }
            End::Invoke(normal, unwind) => {
                let (call, ret) = self.callee_and_arguments(true);
                let inst = Inst::Invoke { call, normal: self.block(normal), unwind: self.block(unwind) };
                self.end_with_value(inst, ret, normal);
            }
            End::CallBr(default, indirect) => {
                let ret = if self.g.chance(1, 2) { self.g.common.void } else { self.g.common.i32 };
                let mut constraints = if ret == self.g.common.void { Vec::new() } else { vec!["=r"] };
                constraints.extend(indirect.iter().map(|_| "!i"));
                let constraints = constraints.join(",");
                let fn_ty = self.g.function_type(ret, &[], false);
                let callee = self.g.inline_asm(fn_ty, constraints.as_bytes(), false);
                let call = self.plain_call(callee, fn_ty, &[]);
                let targets: Vec<BlockId> = indirect.iter().map(|&to| self.block(to)).collect();
                let inst = Inst::CallBr { call, default: self.block(default), indirect: self.body.lists.push(&targets) };
                self.end_with_value(inst, ret, default);
            }
            End::Resume => {
                let value = self.operand(self.landing_type);
                self.push(Inst::Resume(value));
            }
            End::Dispatch => self.dispatch(&plan.kind),
            End::CatchRet(to) => {
                let Some(pad) = plan.funclet.and_then(|funclet| self.pads[funclet]) else { return self.push(Inst::Unreachable) };
                let dest = self.block(to);
                self.push(Inst::CatchRet { pad, dest });
            }
            End::CleanupRet(to) => {
                let Some(pad) = plan.funclet.and_then(|funclet| self.pads[funclet]) else { return self.push(Inst::Unreachable) };
                let unwind = to.map(|to| self.block(to)).into();
                self.push(Inst::CleanupRet { pad, unwind });
            }
        }
    }

    /// Ends the block with what makes a value, which may be used after the edge to `normal` if that is the only one to it.
    fn end_with_value(&mut self, inst: Inst, ret: bctk_ir::entity::TypeId, normal: usize) {
        if self.g.m.types.is_void(ret) {
            return self.push(inst);
        }
        let value = self.define_hidden(inst, ret);
        if self.frame.preds[normal].len() == 1
            && self.frame.idom[normal] == Some(self.current)
            && let bctk_ir::value::ValueKind::Local(local) = value.kind()
        {
            self.values[normal].push((local, ret));
        }
    }

    fn ret(&mut self) {
        let ty = self.return_type;
        let value = if self.g.m.types.is_void(ty) { OptionalId::NONE } else { OptionalId::some(self.operand(ty)) };
        self.push(Inst::Ret(value));
    }

    /// A `musttail` call of the function itself, and a return of its result.
    fn must_tail(&mut self) {
        let function = self.frame.function;
        let global = &self.g.m.globals[function.index()];
        let GlobalKind::Function(of) = &global.kind else { return self.ret() };
        let (fn_ty, cc) = (global.value_type, of.cc);
        let vararg = matches!(self.g.m.types.get(fn_ty), Type::Function { vararg: true, .. });
        if !self.g.may_must_tail(function) || vararg {
            return self.ret();
        }
        let params: Vec<_> = self.arguments.iter().map(|&(_, ty)| ty).collect();
        let args: Vec<Value> = params.into_iter().map(|ty| self.operand(ty)).collect();
        let call = self.plain_call(Value::global(function), fn_ty, &args);
        let slot = &mut self.body.calls[call.index()];
        (slot.cc, slot.tail) = (cc, TailKind::MustTail);
        let ty = self.return_type;
        if self.g.m.types.is_void(ty) {
            self.push(Inst::Call(call));
            return self.push(Inst::Ret(OptionalId::NONE));
        }
        let value = self.define_hidden(Inst::Call(call), ty);
        self.push(Inst::Ret(OptionalId::some(value)));
    }

    fn switch(&mut self, default: usize, cases: &[usize]) {
        // Wide enough for as many cases as there are.
        let ty = self.type_where(|g, ty| g.is_int(ty) && g.scalar_bits(ty) >= 8).unwrap_or(self.g.common.i32);
        let cond = self.operand(ty);
        let mut pairs: Vec<(Value, BlockId)> = Vec::new();
        for &to in cases {
            let mut case = self.g.number_of(ty);
            let mut n = 0;
            while pairs.iter().any(|&(other, _)| other == case) {
                case = self.g.int(ty, n);
                n += 1;
            }
            pairs.push((case, self.block(to)));
        }
        let cases = self.body.lists.push(&pairs);
        let default = self.block(default);
        self.push(Inst::Switch { cond, default, cases });
    }

    fn dispatch(&mut self, kind: &Kind) {
        let Kind::Dispatch { handlers, unwind } = kind else { return self.push(Inst::Unreachable) };
        let handlers: Vec<BlockId> = handlers.iter().map(|&to| self.block(to)).collect();
        let handlers = self.body.lists.push(&handlers);
        let unwind = unwind.map(|to| self.block(to)).into();
        let parent = self.g.null(self.g.common.token);
        let value = self.define_hidden(Inst::CatchSwitch { parent, handlers, unwind }, self.g.common.token);
        self.pads[self.current] = Some(value);
    }

    /// A call without any attribute or bundle.
    pub(super) fn plain_call(&mut self, callee: Value, fn_ty: bctk_ir::entity::TypeId, args: &[Value]) -> CallId {
        let args = self.list(args);
        let first = self.body.bundles.len() as u32;
        if let Some(pad) = self.frame.blocks[self.current].funclet.and_then(|funclet| self.pads[funclet]) {
            let inputs = self.list(&[pad]);
            self.body.bundles.push(OperandBundle { tag: tag::FUNCLET, inputs });
        }
        let bundles = (first, self.body.bundles.len() as u32);
        self.body.calls.push(Call {
            callee,
            fn_ty,
            attrs: AttrListId(0),
            args,
            bundles,
            cc: CallConv::C,
            tail: TailKind::None,
            fmf: FastMathFlags::NONE,
        });
        CallId::new(self.body.calls.len() - 1)
    }
}
