//! Calls of functions, pointers and intrinsics.
use super::FunctionBuilder;
use crate::construct::Construct;
use crate::{Operand, Result};
use bctk_ir::body::{Call, OperandBundle};
use bctk_ir::entity::{AttrListId, BlockId, CallId, TypeId};
use bctk_ir::inst::{FastMathFlags, Inst};
use bctk_ir::keywords::{CallConv, TailKind};
use bctk_ir::types::Type;
use bctk_ir::value::{Value, ValueKind};

impl FunctionBuilder<'_, '_> {
    /// `call` of a function, with its type and calling convention. The result is [`Value::NONE`] if the function returns nothing.
    ///
    /// # Errors
    /// If the callee is no function, or the arguments do not fit its parameters.
    pub fn call<A: Into<Operand>>(&mut self, callee: impl Into<Operand>, args: impl IntoIterator<Item = A>) -> Result<Value> {
        let callee = self.operand(callee, None)?;
        let Some(function) = self.edit.function_of(callee).and_then(|id| self.edit.module.global(id)) else {
            return self.error("call: expected a function; call_indirect calls a pointer");
        };
        let (fn_ty, cc) = (function.value_type, function.function().map_or(CallConv::C, |function| function.cc));
        self.call_with(fn_ty, cc, callee, args)
    }

    /// `call` of a pointer to a function of this type.
    ///
    /// # Errors
    /// If the callee is no pointer, or the arguments do not fit.
    pub fn call_indirect<A: Into<Operand>>(
        &mut self,
        fn_ty: TypeId,
        callee: impl Into<Operand>,
        args: impl IntoIterator<Item = A>,
    ) -> Result<Value> {
        let callee = self.operand(callee, None)?;
        self.call_with(fn_ty, CallConv::C, callee, args)
    }

    /// `call` of an intrinsic, which is declared if it is not there. The parameters have the types of the arguments.
    ///
    /// # Errors
    /// If the release of the module has no such intrinsic, or it takes other types.
    pub fn call_intrinsic(&mut self, name: &str, ret: TypeId, args: &[Value]) -> Result<Value> {
        let mut params = Vec::with_capacity(args.len());
        for &arg in args {
            params.push(match arg.kind() {
                ValueKind::Metadata(_) => self.edit.intern(Type::Metadata),
                _ => self.ty(arg)?,
            });
        }
        let fn_ty = self.edit.function_type(ret, &params);
        let callee = self.edit.intrinsic(name, fn_ty).map_err(|error| self.placed(error))?;
        self.call(callee, args)
    }

    fn call_with<A: Into<Operand>>(
        &mut self,
        fn_ty: TypeId,
        cc: CallConv,
        callee: Value,
        args: impl IntoIterator<Item = A>,
    ) -> Result<Value> {
        let (_, call) = self.new_call(fn_ty, cc, callee, args)?;
        self.checked().call(call)
    }

    /// `invoke` of a function or of a pointer to one of this type.
    ///
    /// # Errors
    /// If the arguments do not fit, or there is no such block.
    pub fn invoke<A: Into<Operand>>(
        &mut self,
        fn_ty: TypeId,
        callee: impl Into<Operand>,
        args: impl IntoIterator<Item = A>,
        normal: BlockId,
        unwind: BlockId,
    ) -> Result<Value> {
        self.check_blocks(&[normal, unwind], "invoke")?;
        let callee = self.operand(callee, None)?;
        let function = self.edit.function_of(callee).and_then(|id| self.edit.module.global(id)?.function());
        let cc = function.map_or(CallConv::C, |function| function.cc);
        let (ret, call) = self.new_call(fn_ty, cc, callee, args)?;
        let result = (!self.edit.module.types.is_void(ret)).then_some(ret);
        self.edit.open.body.calls.push(call);
        let call = CallId::new(self.edit.open.body.calls.len() - 1);
        self.add_inst(result, Inst::Invoke { call, normal, unwind })
    }

    /// A call of this type with checked arguments, and what it returns.
    fn new_call<A: Into<Operand>>(
        &mut self,
        fn_ty: TypeId,
        cc: CallConv,
        callee: Value,
        args: impl IntoIterator<Item = A>,
    ) -> Result<(TypeId, Call)> {
        let Some((ret, params, vararg)) = self.edit.module.types.function(fn_ty) else {
            return self.error(format!("call: expected a function type, found {}", self.spell(fn_ty)));
        };
        let params = params.to_vec();
        let address = self.ty(callee)?;
        match self.get(address) {
            Type::Ptr(_) => {}
            Type::TypedPtr { pointee, .. } if self.same(pointee, fn_ty) => {}
            _ => return self.error(format!("call: expected a pointer to a function, found {}", self.spell(address))),
        }
        let mut values = Vec::with_capacity(params.len());
        for (at, arg) in args.into_iter().enumerate() {
            let arg = arg.into();
            values.push(match (params.get(at), arg) {
                // Metadata has no type in the table of values.
                (Some(&param), Operand::Value(value)) if self.get(param) == Type::Metadata => match value.kind() {
                    ValueKind::Metadata(id) if id.index() < self.edit.module.metadata.items.len() => value,
                    _ => return self.error(format!("argument {at}: expected metadata")),
                },
                (Some(&param), arg) => {
                    let value = self.operand(arg, Some(param))?;
                    let found = self.ty(value)?;
                    if !self.same(found, param) {
                        let (wanted, found) = (self.spell(param), self.spell(found));
                        return self.error(format!("argument {at}: expected a value of type {wanted}, found {found}"));
                    }
                    value
                }
                (None, _) if !vararg => Value::NONE,
                (None, arg) => {
                    let value = self.operand(arg, None)?;
                    self.ty(value)?;
                    value
                }
            });
        }
        if values.len() < params.len() || values.len() > params.len() && !vararg {
            return self.error(format!("call: expected {} arguments, found {}", params.len(), values.len()));
        }
        let args = self.edit.open.body.lists.push(&values);
        let call = Call { callee, fn_ty, attrs: AttrListId(0), args, bundles: (0, 0), cc, tail: TailKind::None, fmf: FastMathFlags::NONE };
        Ok((ret, call))
    }

    /// The call made last, to set its convention, its attributes or `tail`.
    pub fn last_call(&mut self) -> Option<&mut Call> {
        self.edit.open.pending.unchecked = Some(bctk_verify::verify_functions);
        match self.edit.open.body.insts.get(self.last?.index()) {
            Some(&(Inst::Call(call) | Inst::Invoke { call, .. } | Inst::CallBr { call, .. })) => {
                self.edit.open.body.calls.get_mut(call.index())
            }
            _ => None,
        }
    }

    /// Gives the call made last an operand bundle.
    ///
    /// # Errors
    /// If the instruction made last is no call.
    pub fn add_bundle(&mut self, tag: &str, inputs: &[Value]) -> Result<()> {
        for &input in inputs {
            self.ty(input)?;
        }
        let module = &mut *self.edit.module;
        let there = module.bundle_tags.iter().position(|&known| module.strings.get(known) == tag.as_bytes());
        let tag = there.unwrap_or_else(|| {
            module.bundle_tags.push(module.strings.push(tag.as_bytes()));
            module.bundle_tags.len() - 1
        }) as u32;
        let inputs = self.edit.open.body.lists.push(inputs);
        let Some(old) = self.last_call().map(|call| call.bundles) else { return self.error("expected a call") };
        // The bundles of a call follow each other.
        let start = self.edit.open.body.bundles.len() as u32;
        let others = self.edit.open.body.bundles.get(old.0 as usize..old.1 as usize).map_or_else(Vec::new, <[_]>::to_vec);
        self.edit.open.body.bundles.extend(others);
        self.edit.open.body.bundles.push(OperandBundle { tag, inputs });
        let end = self.edit.open.body.bundles.len() as u32;
        if let Some(call) = self.last_call() {
            call.bundles = (start, end);
        }
        Ok(())
    }
}
