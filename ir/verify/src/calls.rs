//! Checks calls (`Verifier::visitCallBase`, `verifyMustTailCall`).
use crate::conventions::{SWIFT_TAIL, TAIL};
use crate::function::{Checker, check};
use crate::report::Subject;
use bctk_ir::attr_set::AttrIndex;
use bctk_ir::attrs::AttrKind;
use bctk_ir::body::Call;
use bctk_ir::constants::ConstKind;
use bctk_ir::entity::{BlockId, CallId, InstId, ListRef, TypeId};
use bctk_ir::inst::Inst;
use bctk_ir::keywords::TailKind;
use bctk_ir::opcodes::CastOp;
use bctk_ir::types::Type;
use bctk_ir::value::{Value, ValueKind};

impl<'m> Checker<'_, 'm> {
    pub(crate) fn call(&mut self, id: InstId, call: CallId) {
        let Some(&call) = self.body.call(call) else { return };
        self.any_call(id, &call);
        if call.tail == TailKind::MustTail {
            self.must_tail(id, &call);
        }
    }

    pub(crate) fn invoke(&mut self, id: InstId, call: CallId, unwind: BlockId) {
        let Some(&call) = self.body.call(call) else { return };
        self.any_call(id, &call);
        let is_pad = self.first_non_phi(unwind).is_some_and(|(_, inst)| {
            matches!(inst, Inst::LandingPad { .. } | Inst::CatchPad { .. } | Inst::CleanupPad { .. } | Inst::CatchSwitch { .. })
        });
        check!(self, is_pad, "The unwind destination does not have an exception handling instruction!", Subject::Inst(id));
        self.any_terminator(id);
    }

    fn any_call(&mut self, id: InstId, call: &Call) {
        let this = Subject::Inst(id);
        let types = self.types;
        if let Some(ty) = self.ty(call.callee) {
            check!(self, types.is_pointer(ty), "Called function must be a pointer!", this);
        }
        let Some((ret, params, vararg)) = self.module.types.function(call.fn_ty) else { return };
        let mut args = std::mem::take(&mut self.scratch.args);
        args.clear();
        args.extend(self.body.values(call.args));
        self.call_with(id, call, (ret, params, vararg), &args);
        self.scratch.args = args;
    }

    /// Checks a call of a function of this type.
    fn call_with(&mut self, id: InstId, call: &Call, (ret, params, vararg): (TypeId, ListRef<'m, TypeId>, bool), args: &[Value]) {
        let (types, this) = (self.types, Subject::Inst(id));
        if vararg {
            check!(self, args.len() >= params.len(), "Called function requires more parameters than were provided!", this);
        } else {
            check!(self, args.len() == params.len(), "Incorrect number of arguments passed to called function!", this);
        }
        for (param, &arg) in params.iter().zip(args) {
            let same = match arg.kind() {
                ValueKind::Metadata(_) => types.get(param) == Type::Metadata,
                ValueKind::Block(_) => types.get(param) == Type::Label,
                _ => self.ty(arg).is_none_or(|ty| types.same(ty, param)),
            };
            check!(self, same, "Call parameter type does not match function signature!", Subject::Value(arg), Subject::Type(param), this);
        }
        check!(self, self.shared.attrs.fits(call.attrs, args.len()), "Attribute after last parameter!", this);
        let callee = self.shared.function(call.callee);
        let intrinsic = callee.filter(|(_, global, _)| self.shared.is_intrinsic(global));
        if let Some((_, global, _)) = intrinsic
            && !types.same(global.value_type, call.fn_ty)
        {
            self.note_taken(call.callee, id);
            return self.fail("Intrinsic called with incompatible signature", &[this]);
        }
        if let Some(message) = self.shared.uncallable(call.cc) {
            return self.fail(message, &[this]);
        }
        if intrinsic.is_none() {
            self.passed_alignment(id, ret, params);
        }
        if !self.call_attributes(id, call, args) {
            return;
        }
        if intrinsic.is_none() {
            for param in params {
                check!(self, types.get(param) != Type::Metadata, "Function has metadata parameter but isn't an intrinsic", this);
                check!(self, !self.shared.is_token_like(param), "Function has token parameter but isn't an intrinsic", this);
            }
        }
        if self.shared.called(call).is_none() {
            check!(self, !self.shared.is_token_like(ret), "Return type cannot be token for indirect call!");
            check!(self, types.get(ret) != Type::X86Amx, "Return type cannot be x86_amx for indirect call!");
        }
        if intrinsic.is_some() {
            self.intrinsic(id, call, args);
        }
        if !self.bundles(id, call) {
            return;
        }
        let has_ptrauth = self.body.call_bundles(call).iter().any(|bundle| self.tag(bundle.tag) == b"ptrauth");
        check!(self, self.shared.called(call).is_none() || !has_ptrauth, "Direct call cannot have a ptrauth bundle", this);
        if let Some(asm) = self.inline_asm(call.callee) {
            self.asm_call(id, call, &asm, None);
        }
        self.convergence(id, call);
        if self.shared.intrinsic_name(call.callee).is_some() {
            self.locals.reach_arguments(call, &mut self.sink);
        }
        if self.locals.call(id, call, &mut self.sink) {
            self.instruction(id);
        }
    }

    /// The name of a bundle's tag.
    pub(crate) fn tag(&self, tag: u32) -> &'m [u8] {
        self.module.bundle_tags.get(tag as usize).map_or(b"", |&tag| self.module.str(tag))
    }

    /// Checks the operand bundles of a call; whether they are valid.
    fn bundles(&mut self, id: InstId, call: &Call) -> bool {
        let this = [Subject::Inst(id)];
        let mut seen: Vec<&[u8]> = Vec::new();
        for bundle in self.body.call_bundles(call) {
            let tag = self.tag(bundle.tag);
            let inputs: Vec<Value> = self.body.values(bundle.inputs).collect();
            let again = match tag {
                b"deopt" => "Multiple deopt operand bundles",
                b"gc-transition" => "Multiple gc-transition operand bundles",
                b"funclet" => "Multiple funclet operand bundles",
                b"cfguardtarget" => "Multiple CFGuardTarget operand bundles",
                b"ptrauth" => "Multiple ptrauth operand bundles",
                b"kcfi" => "Multiple kcfi operand bundles",
                b"preallocated" => "Multiple preallocated operand bundles",
                b"gc-live" => "Multiple gc-live operand bundles",
                b"clang.arc.attachedcall" => "Multiple \"clang.arc.attachedcall\" operand bundles",
                _ => continue,
            };
            if seen.contains(&tag) {
                self.fail(again, &this);
                return false;
            }
            seen.push(tag);
            if let Some(message) = self.bundle_fault(tag, &inputs) {
                self.fail(message, &this);
                return false;
            }
            if tag == b"clang.arc.attachedcall"
                && let Some(message) = self.attached_fault(call, &inputs)
            {
                self.fail(message, &this);
            }
        }
        true
    }

    /// What is wrong with the inputs of a bundle.
    fn bundle_fault(&self, tag: &[u8], inputs: &[Value]) -> Option<&'static str> {
        let is_i32 = |value: Value| self.ty(value).is_some_and(|ty| self.types.is_int_of(ty, 32)) && self.constant_int(value).is_some();
        let faults: &[(bool, &'static str)] = match tag {
            b"funclet" => match *inputs {
                [pad] => &[(
                    matches!(self.maker(pad), Some((_, Inst::CatchPad { .. } | Inst::CleanupPad { .. }))),
                    "Funclet bundle operands should correspond to a FuncletPadInst",
                )],
                _ => &[(false, "Expected exactly one funclet bundle operand")],
            },
            b"cfguardtarget" => &[(inputs.len() == 1, "Expected exactly one cfguardtarget bundle operand")],
            b"ptrauth" => match *inputs {
                [key, discriminator] => &[
                    (is_i32(key), "Ptrauth bundle key operand must be an i32 constant"),
                    (
                        self.ty(discriminator).is_some_and(|ty| self.types.is_int_of(ty, 64)),
                        "Ptrauth bundle discriminator operand must be an i64",
                    ),
                ],
                _ => &[(false, "Expected exactly two ptrauth bundle operands")],
            },
            b"kcfi" => match *inputs {
                [ty] => &[(is_i32(ty), "Kcfi bundle operand must be an i32 constant")],
                _ => &[(false, "Expected exactly one kcfi bundle operand")],
            },
            b"preallocated" => match *inputs {
                [setup] => &[(
                    self.calls(setup, b"llvm.call.preallocated.setup"),
                    "\"preallocated\" argument must be a token from llvm.call.preallocated.setup",
                )],
                _ => &[(false, "Expected exactly one preallocated bundle operand")],
            },
            _ => &[],
        };
        faults.iter().find(|(holds, _)| !holds).map(|&(_, message)| message)
    }

    /// What is wrong with the inputs of a bundle `clang.arc.attachedcall` (`Verifier::verifyAttachedCallBundle`).
    fn attached_fault(&self, call: &Call, inputs: &[Value]) -> Option<&'static str> {
        const CALLED: [&[u8]; 3] =
            [b"retainAutoreleasedReturnValue", b"claimAutoreleasedReturnValue", b"unsafeClaimAutoreleasedReturnValue"];
        // Before, numbers stood for the functions.
        if !self.shared.llvm.attribute_rules() {
            return None;
        }
        let (ret, ..) = self.module.types.function(call.fn_ty)?;
        let own = [Some(call.attrs), self.shared.called(call).map(|(_, _, function)| function.attrs)];
        let never_returns = || {
            own.into_iter().flatten().any(|list| {
                let set = self.module.attrs.set_at(list, AttrIndex::Function);
                self.shared.attrs.kinds(set).has(AttrKind::NO_RETURN)
            })
        };
        let may_call = self.types.is_pointer(ret) || self.types.get(ret) == Type::Void && never_returns();
        if !may_call {
            return Some(
                "a call with operand bundle \"clang.arc.attachedcall\" must call a function returning a pointer or a non-returning function \
                 that has a void return type",
            );
        }
        let [function] = *inputs else {
            return Some("operand bundle \"clang.arc.attachedcall\" requires one function as an argument");
        };
        let Some((_, global, _)) = self.shared.function(function) else {
            return Some("operand bundle \"clang.arc.attachedcall\" requires one function as an argument");
        };
        let name = self.module.str(global.name);
        // Functions and intrinsics have the same names after their prefixes.
        let function = name.strip_prefix(b"llvm.objc.").or_else(|| name.strip_prefix(b"objc_"));
        let is_right = function.is_some_and(|function| CALLED.contains(&function));
        (!is_right).then_some("invalid function argument")
    }

    /// Whether a value is the result of a call of this function.
    fn calls(&self, value: Value, name: &[u8]) -> bool {
        let Some((_, &Inst::Call(call))) = self.maker(value) else { return false };
        let callee = self.body.call(call).and_then(|call| self.shared.function(call.callee));
        callee.is_some_and(|(_, global, _)| self.module.str(global.name) == name)
    }

    /// Whether two types are the same, or pointers of one address space.
    fn congruent(&self, a: TypeId, b: TypeId) -> bool {
        self.types.same(a, b) || self.types.addrspace(a).is_some_and(|space| self.types.addrspace(b) == Some(space))
    }

    fn must_tail(&mut self, id: InstId, call: &Call) {
        let this = Subject::Inst(id);
        check!(self, self.inline_asm(call.callee).is_none(), "cannot use musttail call with inline asm", this);
        let (Some((own_ret, own, own_vararg)), Some((ret, params, vararg))) =
            (self.module.types.function(self.global.value_type), self.module.types.function(call.fn_ty))
        else {
            return;
        };
        check!(self, own_vararg == vararg, "cannot guarantee tail call due to mismatched varargs", this);
        check!(self, self.congruent(own_ret, ret), "cannot guarantee tail call due to mismatched return types", this);
        check!(self, self.function.cc == call.cc, "cannot guarantee tail call due to mismatched calling conv", this);
        let mut result = self.body.result(id).map(Value::local);
        let mut next = InstId(id.0 + 1);
        let may_cast = !self.shared.llvm.format_index_rules();
        if let Some(&Inst::Cast { op: CastOp::BitCast, value, .. }) = self.body.insts.get(next.index())
            && may_cast
        {
            check!(self, Some(value) == result, "bitcast following musttail call must use the call", Subject::Inst(next));
            result = self.body.result(next).map(Value::local);
            next = InstId(next.0 + 1);
        }
        let Some(&Inst::Ret(returned)) = self.body.insts.get(next.index()) else {
            return self.fail(
                match may_cast {
                    true => "musttail call must precede a ret with an optional bitcast",
                    false => "musttail call must precede a ret",
                },
                &[this],
            );
        };
        let is_result = returned.get().is_none_or(|value| Some(value) == result || self.is_undef(value));
        check!(self, is_result, "musttail call result must be returned", Subject::Inst(next));
        if call.cc == TAIL || call.cc == SWIFT_TAIL {
            self.tail_attributes(call);
            if own_vararg {
                let name = if call.cc == TAIL { "tailcc" } else { "swifttailcc" };
                self.fail(format!("cannot guarantee {name} tail call for varargs function"), &[]);
            }
            return;
        }
        let is_intrinsic = self.shared.function(call.callee).is_some_and(|(_, global, _)| self.shared.is_intrinsic(global));
        if !is_intrinsic {
            check!(self, own.len() == params.len(), "cannot guarantee tail call due to mismatched parameter counts", this);
            for (a, b) in own.iter().zip(params.iter()) {
                check!(self, self.congruent(a, b), "cannot guarantee tail call due to mismatched parameter types", this);
            }
        }
        self.same_passing(id, call);
    }

    fn is_undef(&self, value: Value) -> bool {
        let constant = match value.kind() {
            ValueKind::Const(index) => self.module.consts.get(index),
            ValueKind::LocalConst(index) => self.body.consts.get(index),
            _ => None,
        };
        constant.is_some_and(|constant| matches!(constant.kind, ConstKind::Undef | ConstKind::Poison))
    }
}
