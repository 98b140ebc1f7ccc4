//! Calls of all kinds, their arguments and operand bundles.

use super::super::attrs::FnAttrs;
use super::super::body::NO_RESULT;
use super::super::globals::GlobalName;
use super::super::locals::Defined;
use super::super::{Parser, UNDECLARED, Undeclared};
use crate::error::Result;
use crate::token::{Kw, Tok};
use bctk_ir::body::{Call, OperandBundle};
use bctk_ir::constants::{ConstKind, InlineAsm};
use bctk_ir::entity::{AttrSetId, CallId, GlobalId, List, TypeId};
use bctk_ir::inline_asm::{self, Returns};
use bctk_ir::inst::{FastMathFlags, Inst};
use bctk_ir::keywords::TailKind;
use bctk_ir::types::{StructKind, Type};
use bctk_ir::value::Value;
use bctk_ir::version::LlvmVersion;
use std::borrow::Cow;
use std::ops::Range;

/// The callee, as far as it is known before the arguments.
enum Callee<'s> {
    /// A global value, if it is defined.
    Global(GlobalName<'s>, Option<GlobalId>),
    /// A local.
    Local(Defined),
    /// Inline assembly: template, constraints, flags as bitcode has them.
    Asm(Cow<'s, [u8]>, Cow<'s, [u8]>, u8),
    /// A constant whose type comes from the call.
    Plain(ConstKind),
    /// A constant of this type.
    Typed(TypeId, Value),
}

/// Arguments of the current call.
#[derive(Default)]
pub(in crate::parse) struct Arguments {
    pub(in crate::parse) types: Vec<TypeId>,
    pub(in crate::parse) attrs: Vec<Option<AttrSetId>>,
    places: Vec<usize>,
}

impl Arguments {
    pub(in crate::parse) fn clear(&mut self) {
        self.types.clear();
        self.attrs.clear();
        self.places.clear();
    }
}

impl<'s> Parser<'_, 's> {
    pub(super) fn tail_call(&mut self, tail: TailKind) -> Result<(Inst, TypeId)> {
        let start = self.span();
        self.expect_kw(Kw::Call, "expected 'tail call', 'musttail call', or 'notail call'")?;
        self.call(tail, start)
    }

    #[inline]
    pub(super) fn call(&mut self, tail: TailKind, start: Range<usize>) -> Result<(Inst, TypeId)> {
        let fmf = self.fast_math();
        let (id, ret) = self.call_site(tail, fmf, start)?;
        Ok((Inst::Call(id), ret))
    }

    pub(super) fn invoke(&mut self) -> Result<(Inst, TypeId)> {
        let start = self.span();
        let (call, ret) = self.call_site(TailKind::None, FastMathFlags::NONE, start)?;
        self.expect_kw(Kw::To, "expected 'to' in invoke")?;
        let normal = self.label_operand()?;
        self.expect_kw(Kw::Unwind, "expected 'unwind' in invoke")?;
        let unwind = self.label_operand()?;
        Ok((Inst::Invoke { call, normal, unwind }, ret))
    }

    pub(super) fn callbr(&mut self) -> Result<(Inst, TypeId)> {
        let start = self.span();
        let (call, ret) = self.call_site(TailKind::None, FastMathFlags::NONE, start)?;
        self.expect_kw(Kw::To, "expected 'to' in callbr")?;
        let default = self.label_operand()?;
        self.expect(Tok::LSquare, "expected '[' in callbr")?;
        let indirect = self.block_list("expected ']' at end of block list")?;
        Ok((Inst::CallBr { call, default, indirect }, ret))
    }

    /// A call from its calling convention to its operand bundles; returns its id and the type of the result, [`NO_RESULT`] for `void`.
    fn call_site(&mut self, tail: TailKind, fmf: FastMathFlags, start: Range<usize>) -> Result<(CallId, TypeId)> {
        let cc = self.calling_convention()?;
        let ret_attrs = self.return_attrs()?;
        let space = if self.at(Kw::AddrSpace) { self.addrspace()? } else { self.spaces.program };
        let ret_at = self.span();
        let ret = self.ty_or_void()?;
        let callee_at = self.span();
        let callee = self.callee(space)?;
        let first = self.scratch.len();
        let mut args = std::mem::take(&mut self.fun.arguments);
        args.clear();
        self.arguments(&mut args, tail)?;
        let fn_attrs = self.fn_attrs()?;
        let first_bundle = self.fun.body.bundles.len() as u32;
        if self.tok == Tok::LSquare {
            self.bundles()?;
        }
        let fn_ty = self.call_type(ret, ret_at, &callee, &args)?;
        let result = match self.types.kind(ret) {
            Type::Function { ret, .. } => ret,
            Type::TypedPtr { pointee, .. } if pointee == fn_ty => self.types.function(pointee).map_or(ret, |f| f.0),
            _ => ret,
        };
        if let Callee::Global(GlobalName::Name(name), _) = &callee
            && name.starts_with(b"llvm.dbg.")
            && matches!(&name[9..], b"value" | b"declare" | b"assign" | b"label")
        {
            if self.fun.has_records {
                return Err(self.error_at(start, "llvm.dbg intrinsic should not appear in a module using non-intrinsic debug info"));
            }
            self.fun.has_debug_calls = true;
        }
        let callee = self.callee_value(callee, callee_at, fn_ty, space)?;
        if result != ret {
            self.check_arguments(fn_ty, &args, &start)?;
        }
        let attrs = self.call_attrs(ret_attrs, &args, fn_attrs)?;
        self.fun.arguments = args;
        if !fmf.is_empty() && !self.has_fast_math(result) {
            let message = "fast-math-flags specified for call without floating-point scalar or vector return type";
            return Err(self.error_at(start, message));
        }
        let args = self.take_list(first);
        let body = &mut self.fun.body;
        let bundles = (first_bundle, body.bundles.len() as u32);
        body.calls.push(Call { callee, fn_ty, attrs, args, bundles, cc, tail, fmf });
        let id = CallId::new(body.calls.len() - 1);
        Ok((id, if self.types.kind(result) == Type::Void { NO_RESULT } else { result }))
    }

    #[inline]
    fn call_attrs(&mut self, ret: Option<AttrSetId>, args: &Arguments, function: FnAttrs) -> Result<bctk_ir::entity::AttrListId> {
        let plain = ret.is_none() && function.attrs.is_empty() && function.group.is_none();
        if plain && args.attrs.iter().all(Option::is_none) {
            return Ok(bctk_ir::entity::AttrListId(0));
        }
        self.attr_list(ret, &args.attrs, function)
    }

    fn callee(&mut self, space: u32) -> Result<Callee<'s>> {
        match self.tok {
            Tok::Global | Tok::GlobalNum => {
                let name = self.global_name();
                let id = self.find_global(&name);
                Ok(Callee::Global(name, id))
            }
            Tok::Local | Tok::LocalNum => Ok(Callee::Local(self.local_ref())),
            Tok::Word => {
                let kind = match self.word.kw {
                    Kw::Asm => return self.asm(),
                    Kw::Null | Kw::ZeroInitializer => ConstKind::Null,
                    Kw::Undef => ConstKind::Undef,
                    Kw::Poison => ConstKind::Poison,
                    Kw::DsoLocalEquivalent | Kw::NoCfi | Kw::BlockAddress => {
                        let ty = self.callee_type_ahead(space);
                        return Ok(Callee::Typed(ty, self.value(ty)?));
                    }
                    _ => {
                        let (ty, value) = self.untyped_expression()?;
                        return Ok(Callee::Typed(ty, value));
                    }
                };
                self.next();
                Ok(Callee::Plain(kind))
            }
            _ => Err(self.error("expected value token")),
        }
    }

    /// The type as a callee of the current wrapped global value.
    fn callee_type_ahead(&mut self, space: u32) -> TypeId {
        let name = self.lookahead();
        let known = match name.tok {
            Tok::Global => self.find_global(&GlobalName::Name(name.name())),
            Tok::GlobalNum => self.find_global(&GlobalName::Number(name.value as u32)),
            _ => None,
        };
        match known {
            Some(id) if self.typed_pointers() => self.global_type(id),
            _ => self.types.ptr(space),
        }
    }

    fn asm(&mut self) -> Result<Callee<'s>> {
        self.next();
        let mut flags = 0;
        for (bit, kw) in [(1, Kw::SideEffect), (2, Kw::AlignStack), (4, Kw::IntelDialect), (8, Kw::Unwind)] {
            if self.eat_kw(kw) {
                flags |= bit;
            }
        }
        let template = self.string()?;
        self.expect(Tok::Comma, "expected comma in inline asm expression")?;
        if self.tok != Tok::Str {
            return Err(self.error("expected constraint string"));
        }
        let constraints = self.string()?;
        Ok(Callee::Asm(template, constraints, flags))
    }

    /// Arguments in parentheses; their values go on the scratch list.
    #[inline]
    fn arguments(&mut self, args: &mut Arguments, tail: TailKind) -> Result<()> {
        self.expect(Tok::LParen, "expected '(' in call")?;
        let in_vararg = self.fun.vararg;
        while self.tok != Tok::RParen {
            if !args.types.is_empty() {
                if let Some((ty, value, at)) = self.fast_operand() {
                    args.places.push(at.start);
                    args.types.push(ty);
                    args.attrs.push(None);
                    self.scratch.push(value.raw());
                    continue;
                }
                self.expect(Tok::Comma, "expected ',' in argument list")?;
            }
            if self.tok == Tok::DotDotDot {
                if tail != TailKind::MustTail {
                    return Err(self.error("unexpected ellipsis in argument list for non-musttail call"));
                }
                if !in_vararg {
                    return Err(self.error("unexpected ellipsis in argument list for musttail call in non-varargs function"));
                }
                self.next();
                return self.expect(Tok::RParen, "expected ')' at end of argument list");
            }
            args.places.push(self.start);
            if let Some((ty, value)) = self.fast_typed_value() {
                args.types.push(ty);
                args.attrs.push(None);
                self.scratch.push(value.raw());
                continue;
            }
            let at = self.span();
            let ty = self.ty()?;
            let is_no_argument =
                matches!(self.types.kind(ty), Type::Function { .. } | Type::Label | Type::Struct { kind: StructKind::Opaque, .. });
            if is_no_argument && self.strict.is_some_and(LlvmVersion::opaque_arguments_refused) {
                return Err(self.error_at(at, "invalid type for function argument"));
            }
            let mut attrs = None;
            let value = if self.types.kind(ty) == Type::Metadata {
                self.metadata_operand()?
            } else {
                if matches!(self.tok, Tok::Word | Tok::Str) {
                    attrs = self.value_attrs()?;
                }
                self.value(ty)?
            };
            args.types.push(ty);
            args.attrs.push(attrs);
            self.scratch.push(value.raw());
        }
        if tail == TailKind::MustTail && in_vararg {
            return Err(self.error("expected '...' at end of argument list for musttail call in varargs function"));
        }
        self.next();
        Ok(())
    }

    /// `[ "tag"(T a, …), … ]`
    fn bundles(&mut self) -> Result<()> {
        let start = self.span();
        self.next();
        let before = self.fun.body.bundles.len();
        while self.tok != Tok::RSquare {
            if self.fun.body.bundles.len() > before {
                self.expect(Tok::Comma, "expected ',' in input list")?;
            }
            let tag = self.string()?;
            let tag = self.bundle_tags.number(tag);
            self.expect(Tok::LParen, "expected '(' in operand bundle")?;
            let inputs = self.typed_operands(Tok::RParen, "expected ',' in input list")?;
            self.fun.body.bundles.push(OperandBundle { tag, inputs });
        }
        if self.fun.body.bundles.len() == before {
            return Err(self.error_at(start, "operand bundle set must not be empty"));
        }
        self.next();
        Ok(())
    }

    /// Types with values up to and including `close`; `message` is the error if a comma is missing.
    pub(super) fn typed_operands(&mut self, close: Tok, message: &'static str) -> Result<List<Value>> {
        let first = self.scratch.len();
        while self.tok != close {
            if self.scratch.len() > first {
                self.expect(Tok::Comma, message)?;
            }
            let ty = self.ty()?;
            let value = match self.types.kind(ty) {
                Type::Metadata => self.metadata_operand()?,
                _ => self.value(ty)?,
            };
            self.scratch.push(value.raw());
        }
        self.next();
        Ok(self.take_list(first))
    }

    /// The function type of a call with the type `ret` in the text.
    fn call_type(&mut self, ret: TypeId, ret_at: Range<usize>, callee: &Callee<'s>, args: &Arguments) -> Result<TypeId> {
        let explicit = match self.types.kind(ret) {
            Type::Function { .. } => Some(ret),
            // The form of LLVM until 3.6: a pointer to the function's type.
            Type::TypedPtr { pointee, .. }
                if matches!(self.types.kind(pointee), Type::Function { .. }) && !self.returns_pointer(callee, ret) =>
            {
                self.old.pointee_types = true;
                Some(pointee)
            }
            _ => None,
        };
        let Some(fn_ty) = explicit else {
            if let (Callee::Global(_, Some(id)), Some(env)) = (callee, self.env)
                && let Some(global) = env.module.global(*id)
                && let Some((r, params, false)) = self.types.function(global.value_type)
                && r == ret
                && params == args.types[..]
            {
                return Ok(global.value_type);
            }
            if matches!(self.types.kind(ret), Type::Label | Type::Metadata) {
                return Err(self.error_at(ret_at, "Invalid result type for LLVM function"));
            }
            return Ok(self.types.function_type(ret, &args.types, false));
        };
        Ok(fn_ty)
    }

    /// Arguments must fit the function type that a call states.
    fn check_arguments(&self, fn_ty: TypeId, args: &Arguments, start: &Range<usize>) -> Result<()> {
        let Some((_, params, vararg)) = self.types.function(fn_ty) else { return Ok(()) };
        if let Some(wrong) = params.iter().zip(&args.types).position(|(a, b)| a != *b) {
            let (expected, found) =
                (params.get(wrong).map_or_else(String::new, |ty| self.type_text(ty)), self.type_text(args.types[wrong]));
            let at = args.places[wrong];
            return Err(self
                .error_at(at..at + 1, format!("argument is not of expected type '{expected}'"))
                .label(format!("expected '{expected}', found '{found}'")));
        }
        if args.types.len() < params.len() {
            return Err(self.error_at(start.clone(), "not enough parameters specified for call"));
        }
        if args.types.len() > params.len() && !vararg {
            let at = args.places[params.len()];
            return Err(self.error_at(at..at + 1, "too many arguments specified"));
        }
        Ok(())
    }

    /// Whether a call with the pointer type `ret` in the text returns it: its callee does not have the function type that `ret` points to.
    fn returns_pointer(&self, callee: &Callee<'s>, ret: TypeId) -> bool {
        let actual = match callee {
            Callee::Global(_, Some(id)) => Some(self.global_type(*id)),
            Callee::Typed(ty, _) => Some(*ty),
            Callee::Local(name) => self.local_type(*name),
            _ => None,
        };
        actual.is_none_or(|actual| actual != ret)
    }

    /// The callee, as a pointer to a function of type `fn_ty`.
    fn callee_value(&mut self, callee: Callee<'s>, at: Range<usize>, fn_ty: TypeId, space: u32) -> Result<Value> {
        let typed = self.typed_pointers();
        let ty = self.types.pointer_to(fn_ty, space, typed);
        match callee {
            Callee::Global(_, Some(id)) if self.global_type(id) == ty => Ok(Value::global(id)),
            Callee::Global(GlobalName::Name(name), None) if name.starts_with(b"llvm.") && !typed => {
                let next = self.undeclared.len() as u32;
                let index = *self.fun.undeclared.entry((name.clone(), fn_ty)).or_insert(next);
                if index == next {
                    self.undeclared.push(Undeclared { name, fn_ty, at });
                }
                Ok(Value::global(GlobalId(UNDECLARED + index)))
            }
            Callee::Global(name, _) => self.named_global(&name, at, ty),
            Callee::Local(name) => self.named_local(name, ty, at),
            Callee::Typed(found, value) if found == ty => Ok(value),
            Callee::Typed(found, _) => Err(self.mismatch(at, found, ty)),
            Callee::Plain(kind) => Ok(self.intern(ty, kind)),
            Callee::Asm(template, constraints, flags) => {
                self.check_asm(&constraints, fn_ty, at)?;
                let unit = &mut self.fun.consts;
                let asm = InlineAsm {
                    fn_ty,
                    template: unit.pool.bytes.push(&template),
                    constraints: unit.pool.bytes.push(&constraints),
                    side_effect: flags & 1 != 0,
                    align_stack: flags & 2 != 0,
                    intel_dialect: flags & 4 != 0,
                    unwind: flags & 8 != 0,
                };
                unit.pool.asms.push(asm);
                let kind = ConstKind::InlineAsm(unit.pool.asms.len() as u32 - 1);
                // Inline assembly lies in no address space of its own.
                let ty = self.types.pointer_to(fn_ty, 0, typed);
                Ok(self.intern(ty, kind))
            }
        }
    }

    /// The constraints of inline assembly must fit its type.
    fn check_asm(&self, constraints: &[u8], fn_ty: TypeId, at: Range<usize>) -> Result<()> {
        let Some((ret, params, _)) = self.types.function(fn_ty) else { return Ok(()) };
        let returns = match self.types.get(ret) {
            (Type::Void, _) => Returns::Void,
            (Type::Struct { fields, .. }, table) => Returns::Struct(table.list(fields).len()),
            _ => Returns::Value,
        };
        inline_asm::check(constraints, returns, params.len()).map_err(|message| self.error_at(at, message))
    }
}
