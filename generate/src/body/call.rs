//! Calls: of functions, pointers, inline assembly and intrinsics.
use super::Builder;
use crate::intrinsics::Argument;
use bctk_ir::body::Bundle;
use bctk_ir::entity::{CallId, GlobalId, MdId, TypeId};
use bctk_ir::global::GlobalKind;
use bctk_ir::inst::Inst;
use bctk_ir::keywords::{CallConv, TailKind};
use bctk_ir::types::Type;
use bctk_ir::value::Value;

impl Builder<'_, '_, '_> {
    pub(super) fn call(&mut self) {
        if self.g.chance(1, 24) {
            let ptr = self.operand(self.g.common.ptr);
            let ty = self.type_where(|g, ty| g.is_int(ty) || g.is_float(ty) || g.is_pointer(ty)).unwrap_or(self.g.common.i32);
            self.define(Inst::VaArg(ptr), ty);
            return;
        }
        let (call, ret) = self.callee_and_arguments(false);
        let tail = self.g.pick(&[TailKind::None, TailKind::Tail, TailKind::NoTail, TailKind::None]);
        self.body.calls[call.index()].tail = tail;
        self.finish_call(call, ret);
    }

    fn finish_call(&mut self, call: CallId, ret: TypeId) {
        if self.g.of_floats(ret) {
            self.body.calls[call.index()].fmf = self.fast_math();
        }
        if self.g.m.types.is_void(ret) {
            self.push(Inst::Call(call));
        } else {
            self.define(Inst::Call(call), ret);
        }
    }

    /// What an instruction that calls needs, and the type of its result.
    pub(super) fn callee_and_arguments(&mut self, invoke: bool) -> (CallId, TypeId) {
        let functions: Vec<GlobalId> = (0..self.g.m.globals.len())
            .filter(|&i| matches!(self.g.m.globals[i].kind, GlobalKind::Function(_)))
            .filter(|&i| !self.g.m.str(self.g.m.globals[i].name).starts_with(b"llvm."))
            .map(GlobalId::new)
            .collect();
        let function = self.g.pick_some(&functions).filter(|_| !self.g.chance(1, 8));
        let (callee, fn_ty, mut cc) = match function {
            Some(id) => {
                let global = &self.g.m.globals[id.index()];
                let GlobalKind::Function(of) = &global.kind else { return self.call_pointer(invoke) };
                (Value::global(id), global.value_type, of.cc)
            }
            None => return self.call_pointer(invoke),
        };
        if self.g.chance(1, 8) {
            cc = CallConv::C;
        }
        let call = self.call_with(callee, fn_ty);
        // Conventions of kernels and shaders are for functions that nothing calls.
        self.body.calls[call.index()].cc = if callable(cc) { cc } else { CallConv::C };
        let ret = self.g.m.types.function(fn_ty).map_or(self.g.common.void, |(ret, ..)| ret);
        (call, ret)
    }

    /// A call of what a pointer points to, or of inline assembly.
    fn call_pointer(&mut self, invoke: bool) -> (CallId, TypeId) {
        let ret = if self.g.chance(1, 2) { self.g.common.void } else { self.g.common.i32 };
        if !invoke && self.g.chance(1, 2) {
            let with = self.g.chance(1, 2);
            let params = if with { vec![self.g.common.i32] } else { Vec::new() };
            let fn_ty = self.g.function_type(ret, &params, false);
            let mut constraints = Vec::new();
            if ret != self.g.common.void {
                constraints.push("=r");
            }
            if with {
                constraints.push("r");
            }
            constraints.push("~{memory}");
            let constraints = constraints.join(",");
            let callee = self.g.inline_asm(fn_ty, constraints.as_bytes(), true);
            let args: Vec<Value> = params.into_iter().map(|ty| self.operand(ty)).collect();
            let call = self.plain_call(callee, fn_ty, &args);
            return (call, ret);
        }
        let params: Vec<TypeId> = (0..self.g.below(3)).map(|_| self.g.value_type()).collect();
        let vararg = self.g.chance(1, 4);
        let fn_ty = self.g.function_type(ret, &params, vararg);
        let callee = self.operand(self.g.common.ptr);
        let call = self.call_with(callee, fn_ty);
        (call, ret)
    }

    /// A call with arguments, attributes and bundles.
    fn call_with(&mut self, callee: Value, fn_ty: TypeId) -> CallId {
        let (params, vararg) = match self.g.m.types.function(fn_ty) {
            Some((_, params, vararg)) => (params.iter().map(|&ty| TypeId(ty)).collect::<Vec<_>>(), vararg),
            None => (Vec::new(), false),
        };
        let mut args: Vec<Value> = params.into_iter().map(|ty| self.operand(ty)).collect();
        if vararg {
            for _ in 0..self.g.below(3) {
                let ty = self.g.value_type();
                args.push(self.operand(ty));
            }
        }
        let call = self.plain_call(callee, fn_ty, &args);
        if self.g.chance(1, 3) {
            let attrs = self.g.call_attrs(fn_ty);
            self.body.calls[call.index()].attrs = attrs;
        }
        if self.g.chance(1, 6) {
            self.bundles(call);
        }
        call
    }

    fn bundles(&mut self, call: CallId) {
        let first = self.body.calls[call.index()].bundles.0;
        let mut used = Vec::new();
        for _ in 0..1 + self.g.below(2) {
            // `deopt`, `gc-live`, and two that no one knows.
            let tag = self.g.pick(&[0, 5, 12, 13]);
            if used.contains(&tag) {
                continue;
            }
            used.push(tag);
            let inputs: Vec<Value> = (0..self.g.below(3))
                .map(|_| {
                    let ty = if tag == 5 { self.g.common.ptr } else { self.g.value_type() };
                    self.operand(ty)
                })
                .collect();
            let inputs = self.list(&inputs);
            self.body.bundles.push(Bundle { tag, inputs });
        }
        self.body.calls[call.index()].bundles = (first, self.body.bundles.len() as u32);
    }

    pub(super) fn intrinsic(&mut self) {
        let ty = self.type_where(|g, ty| g.of_ints(ty) || g.of_floats(ty)).unwrap_or(self.g.common.i32);
        let Some((callee, arguments)) = self.g.intrinsic(ty) else { return };
        let is_assume = self.g.m.str(self.g.m.globals[callee.index()].name) == b"llvm.assume";
        // An assumption's bundles are attributes, not the funclet that it is in.
        if is_assume && self.frame.blocks[self.current].funclet.is_some() {
            return;
        }
        let fn_ty = self.g.m.globals[callee.index()].value_type;
        let Some((ret, params, _)) = self.g.m.types.function(fn_ty) else { return };
        let params: Vec<TypeId> = params.iter().map(|&ty| TypeId(ty)).collect();
        let args: Vec<Value> = params
            .into_iter()
            .zip(arguments)
            .map(|(ty, argument)| match argument {
                Argument::Any => self.operand(ty),
                Argument::Int(value) => self.g.int(ty, value),
                Argument::Metadata(text) => {
                    let id: MdId = self.g.md_string(text.as_bytes());
                    Value::metadata(id)
                }
            })
            .collect();
        let call = self.plain_call(Value::global(callee), fn_ty, &args);
        let first = self.body.calls[call.index()].bundles.0;
        if is_assume && self.g.chance(1, 2) {
            let (ptr, align) = (self.operand(self.g.common.ptr), self.g.i64(16));
            let inputs = self.list(&[ptr, align]);
            self.body.bundles.push(Bundle { tag: 10, inputs });
            self.body.calls[call.index()].bundles = (first, self.body.bundles.len() as u32);
        }
        if is_assume && self.body.bundles.len() > first as usize {
            // With bundles it says nothing else.
            let yes = self.g.int(self.g.common.i1, 1);
            self.body.calls[call.index()].args = self.list(&[yes]);
        }
        self.finish_call(call, ret);
    }
}

/// Whether functions of this convention can be called.
fn callable(cc: CallConv) -> bool {
    !matches!(cc.0, 71 | 76 | 83..=85 | 87..=91 | 93..=96 | 104 | 105 | 124)
}

/// Whether a type can be an argument.
pub(crate) fn is_argument(ty: Type) -> bool {
    !matches!(ty, Type::Void | Type::Label | Type::Metadata | Type::Token | Type::Function { .. })
}
