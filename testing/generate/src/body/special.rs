//! Instructions that LLVM's verifier accepts only together.
use super::Builder;
use super::call::tag;
use bctk_ir::attr_set::{Attr, AttrIndex};
use bctk_ir::attrs::AttrKind;
use bctk_ir::constants::ConstKind;
use bctk_ir::entity::{CallId, TypeId};
use bctk_ir::inst::{Access, AlignCode, Inst, OpFlags};
use bctk_ir::opcodes::CastOp;
use bctk_ir::types::Type;
use bctk_ir::value::Value;

/// An alignment that is 1 byte.
const ONE_BYTE: AlignCode = 1;
/// The number of the system's sync scope.
const SYSTEM: u32 = 1;

impl Builder<'_, '_, '_> {
    pub(super) fn special(&mut self) {
        match self.g.below(7) {
            0 => self.in_alloca(),
            1 => self.preallocated(),
            2 => self.swift_error(),
            3 => self.indirect_asm(),
            4 => self.access_index(),
            5 => self.tile(),
            _ => self.attached_call(),
        }
    }

    /// A call of what returns nothing and takes pointers, the last with an attribute.
    fn call_with_last(&mut self, args: &[Value], last: Attr) -> CallId {
        let ptr = self.g.common.ptr;
        let fn_ty = self.g.function_type(self.g.common.void, &vec![ptr; args.len()], false);
        let callee = self.callee();
        let call = self.plain_call(callee, fn_ty, args);
        self.body.calls[call.index()].attrs = self.g.list_of(vec![(AttrIndex::Param(args.len() as u32 - 1), vec![last])]);
        call
    }

    fn slot(&mut self, ty: TypeId, in_alloca: bool, swift_error: bool) -> Value {
        let count = self.g.i32(1);
        self.define_hidden(Inst::Alloca { align: ONE_BYTE, in_alloca, swift_error, ty, count }, self.g.common.ptr)
    }

    /// Memory that is allocated for an argument.
    fn in_alloca(&mut self) {
        let ty = self.g.variable_type();
        let slot = self.slot(ty, true, false);
        let other = self.operand(self.g.common.ptr);
        let call = self.call_with_last(&[other, slot], Attr::Type(AttrKind::IN_ALLOCA, Some(ty)));
        self.push(Inst::Call(call));
    }

    /// An argument that lies on the stack before the call.
    fn preallocated(&mut self) {
        let (Some(setup), Some(arg)) = (self.special_intrinsic("call.preallocated.setup"), self.special_intrinsic("call.preallocated.arg"))
        else {
            return;
        };
        let ty = self.g.variable_type();
        let one = self.g.i32(1);
        let call = self.plain_call(setup.0, setup.1, &[one]);
        let token = self.define_hidden(Inst::Call(call), self.g.common.token);
        let zero = self.g.i32(0);
        let call = self.plain_call(arg.0, arg.1, &[token, zero]);
        let attr = Attr::Type(AttrKind::PREALLOCATED, Some(ty));
        self.body.calls[call.index()].attrs = self.g.list_of(vec![(AttrIndex::Function, vec![attr.clone()])]);
        let place = self.define_hidden(Inst::Call(call), self.g.common.ptr);
        let call = self.call_with_last(&[place], attr);
        self.bundle(call, tag::PREALLOCATED, &[token]);
        self.push(Inst::Call(call));
    }

    /// A place for Swift's errors, which only such arguments, loads and stores use.
    fn swift_error(&mut self) {
        let ptr = self.g.common.ptr;
        let own = self.error_argument().filter(|_| self.g.chance(2, 3));
        let slot = match own {
            Some(argument) => argument,
            None => self.slot(ptr, false, true),
        };
        if own.is_none() || self.g.chance(1, 2) {
            let value = self.operand(ptr);
            self.push(Inst::Store { align: ONE_BYTE, access: Access::PLAIN, scope: SYSTEM, value, ptr: slot });
        }
        let call = self.call_with_last(&[slot], Attr::Enum(AttrKind::SWIFT_ERROR));
        self.push(Inst::Call(call));
        if self.g.chance(1, 2) {
            self.define(Inst::Load { align: ONE_BYTE, access: Access::PLAIN, scope: SYSTEM, ptr: slot }, ptr);
        }
    }

    /// Inline assembly that works on memory.
    fn indirect_asm(&mut self) {
        let (ptr, ty) = (self.g.common.ptr, self.g.variable_type());
        let fn_ty = self.g.function_type(self.g.common.void, &[ptr], false);
        let constraints = self.g.pick(&["*m", "=*m", "=*m,~{memory}"]);
        let callee = self.g.inline_asm(fn_ty, constraints.as_bytes(), true);
        let address = self.operand(ptr);
        let call = self.plain_call(callee, fn_ty, &[address]);
        self.body.calls[call.index()].attrs = self.element_type(ty);
        self.push(Inst::Call(call));
    }

    fn access_index(&mut self) {
        let Some((callee, fn_ty)) = self.special_intrinsic("preserve.array.access.index") else { return };
        let (ptr, elem) = (self.g.common.ptr, self.g.variable_type());
        let array = self.g.m.types.intern(Type::Array { elem, len: 4 });
        let index = self.g.below(4) as i64;
        let args = [self.operand(ptr), self.g.i32(1), self.g.i32(index)];
        let call = self.plain_call(callee, fn_ty, &args);
        self.body.calls[call.index()].attrs = self.element_type(array);
        self.define(Inst::Call(call), ptr);
    }

    fn element_type(&mut self, ty: TypeId) -> bctk_ir::entity::AttrListId {
        self.g.list_of(vec![(AttrIndex::Param(0), vec![Attr::Type(AttrKind::ELEMENTTYPE, Some(ty))])])
    }

    /// A tile of a matrix. Only the text has loads and stores of it.
    fn tile(&mut self) {
        let amx = self.g.m.types.intern(Type::X86Amx);
        let vector = self.g.m.types.intern(Type::Vector { elem: self.g.common.i32, len: 256, scalable: false });
        let kind = self.g.pick(&[ConstKind::Null, ConstKind::Poison]);
        let value = self.g.intern(vector, kind);
        let value = self.define_hidden(Inst::Cast { op: CastOp::BitCast, flags: OpFlags::NONE, value }, amx);
        if self.g.chance(1, 2) {
            self.define_hidden(Inst::Freeze(value), amx);
        }
    }

    /// A call whose result the runtime of Objective-C takes.
    fn attached_call(&mut self) {
        let Some((taker, _)) = self.special_intrinsic("objc.retainAutoreleasedReturnValue") else { return };
        let ptr = self.g.common.ptr;
        let fn_ty = self.g.function_type(ptr, &[], false);
        let callee = self.callee();
        let call = self.plain_call(callee, fn_ty, &[]);
        self.bundle(call, tag::ATTACHED_CALL, &[taker]);
        self.define(Inst::Call(call), ptr);
    }

    /// An intrinsic that is called in few ways, with its type, if it is declared.
    fn special_intrinsic(&self, name: &str) -> Option<(Value, TypeId)> {
        let &(_, id) = self.g.special.iter().find(|(known, _)| *known == name)?;
        Some((Value::global(id), self.g.m.globals[id.index()].value_type))
    }

    /// The argument that is a place for errors.
    fn error_argument(&self) -> Option<Value> {
        let bctk_ir::global::GlobalKind::Function(function) = &self.g.m.globals[self.frame.function.index()].kind else { return None };
        let is_naked = self.g.has_attr(function.attrs, AttrIndex::Function, AttrKind::NAKED);
        let is_place = |&at: &u32| !is_naked && self.g.has_attr(function.attrs, AttrIndex::Param(at), AttrKind::SWIFT_ERROR);
        (0..self.body.args).find(is_place).map(Value::local)
    }
}
