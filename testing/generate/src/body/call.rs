//! Calls: of functions, pointers, inline assembly and intrinsics.
use super::Builder;
use crate::intrinsics::Argument;
use bctk_ir::body::OperandBundle;
use bctk_ir::entity::{CallId, GlobalId, MdId, TypeId};
use bctk_ir::global::GlobalKind;
use bctk_ir::inst::Inst;
use bctk_ir::keywords::{CallConv, TailKind};
use bctk_ir::types::Type;
use bctk_ir::value::{Value, ValueKind};

/// Numbers of bundle tags that LLVM knows (`LLVMContext.h` of LLVM 23).
pub(super) mod tag {
    pub(crate) const ALIGN: u32 = 0;
    pub(crate) const COLD: u32 = 1;
    pub(crate) const DEREFERENCEABLE: u32 = 2;
    pub(crate) const DEREFERENCEABLE_OR_NULL: u32 = 3;
    pub(crate) const IGNORE: u32 = 4;
    pub(crate) const NONNULL: u32 = 5;
    pub(crate) const NOUNDEF: u32 = 6;
    pub(crate) const SEPARATE_STORAGE: u32 = 7;
    pub(crate) const DEOPT: u32 = 8;
    pub(crate) const FUNCLET: u32 = 9;
    pub(crate) const GC_TRANSITION: u32 = 10;
    pub(crate) const CF_GUARD_TARGET: u32 = 11;
    pub(crate) const PREALLOCATED: u32 = 12;
    pub(crate) const GC_LIVE: u32 = 13;
    pub(crate) const ATTACHED_CALL: u32 = 14;
    pub(crate) const PTR_AUTH: u32 = 15;
    pub(crate) const KCFI: u32 = 16;
    pub(crate) const DEACTIVATION_SYMBOL: u32 = 18;
    /// The first of those that no one knows.
    pub(crate) const OWN: u32 = 19;
}

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
            .filter(|&id| !self.g.is_demanding(id))
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
        let callee = self.callee();
        let call = self.call_with(callee, fn_ty);
        (call, ret)
    }

    /// A pointer that is called: no function that asks for more than its type says.
    pub(super) fn callee(&mut self) -> Value {
        let ptr = self.g.common.ptr;
        let callee = self.operand(ptr);
        match callee.kind() {
            ValueKind::Global(id) if self.g.is_demanding(id) => self.g.null(ptr),
            _ => callee,
        }
    }

    /// Gives the call that was made last a bundle.
    pub(super) fn bundle(&mut self, call: CallId, tag: u32, inputs: &[Value]) {
        let inputs = self.list(inputs);
        self.body.bundles.push(OperandBundle { tag, inputs });
        self.body.calls[call.index()].bundles.1 = self.body.bundles.len() as u32;
    }

    /// A call with arguments, attributes and bundles.
    fn call_with(&mut self, callee: Value, fn_ty: TypeId) -> CallId {
        let (params, vararg) = match self.g.m.types.function(fn_ty) {
            Some((_, params, vararg)) => (params.iter().collect::<Vec<_>>(), vararg),
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

    /// Bundles that any call may have.
    fn bundles(&mut self, call: CallId) {
        let mut tags =
            vec![tag::DEOPT, tag::GC_TRANSITION, tag::CF_GUARD_TARGET, tag::GC_LIVE, tag::DEACTIVATION_SYMBOL, tag::OWN, tag::OWN + 1];
        if matches!(self.body.calls[call.index()].callee.kind(), ValueKind::Local(_)) {
            // Who is called must not be known.
            tags.extend([tag::PTR_AUTH, tag::KCFI, tag::PTR_AUTH, tag::KCFI]);
        }
        let ptr = self.g.common.ptr;
        for _ in 0..1 + self.g.below(2) {
            let tag = self.g.pick(&tags);
            tags.retain(|&left| left != tag);
            let inputs = match tag {
                tag::CF_GUARD_TARGET => vec![self.operand(ptr)],
                tag::PTR_AUTH => vec![self.g.i32(2), self.operand(self.g.common.i64)],
                tag::KCFI => vec![self.g.i32(0x1234_5678)],
                tag::DEACTIVATION_SYMBOL => match self.g.pick_some(&self.g.globals_of(ptr)) {
                    Some(id) => vec![Value::global(id)],
                    None => continue,
                },
                _ => {
                    let ty = if tag == tag::GC_LIVE { ptr } else { self.g.value_type() };
                    (0..self.g.below(3)).map(|_| self.operand(ty)).collect()
                }
            };
            self.bundle(call, tag, &inputs);
        }
    }

    /// Bundles of `llvm.assume`, which are attributes of their first input.
    fn assumptions(&mut self, call: CallId) {
        const TAGS: &[u32] = &[
            tag::ALIGN,
            tag::COLD,
            tag::DEREFERENCEABLE,
            tag::DEREFERENCEABLE_OR_NULL,
            tag::IGNORE,
            tag::NONNULL,
            tag::NOUNDEF,
            tag::SEPARATE_STORAGE,
        ];
        let ptr = self.g.common.ptr;
        for _ in 0..1 + self.g.below(3) {
            let tag = self.g.pick(TAGS);
            let inputs = match tag {
                tag::COLD => vec![],
                tag::IGNORE | tag::NOUNDEF | tag::NONNULL => vec![self.operand(ptr)],
                tag::SEPARATE_STORAGE => vec![self.operand(ptr), self.operand(ptr)],
                _ => vec![self.operand(ptr), self.g.i64(16)],
            };
            self.bundle(call, tag, &inputs);
        }
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
        let params: Vec<TypeId> = params.iter().collect();
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
            self.assumptions(call);
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
