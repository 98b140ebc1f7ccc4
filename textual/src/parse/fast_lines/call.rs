//! Calls in the layout of LLVM's printer: direct ones and those of a known local, with attributes of any kind.

use super::super::Parser;
use super::super::body::NO_RESULT;
use super::super::globals::GlobalName;
use super::super::inst::Arguments;
use super::{Draft, Read, Target};
use crate::scan::number;
use bctk_ir::body::Call;
use bctk_ir::entity::{AttrSetId, CallId, List, TypeId};
use bctk_ir::inst::FastMathFlags;
use bctk_ir::keywords::{CallConv, TailKind};
use bctk_ir::types::Type;
use bctk_ir::value::{Value, ValueKind};
use std::borrow::Cow;

/// A call whose arguments are on the scratch list, and their attributes in the parser's list of arguments.
pub(super) struct DraftCall {
    callee: Value,
    fn_ty: TypeId,
    cc: CallConv,
    tail: TailKind,
    ret: Option<AttrSetId>,
    function: Option<AttrSetId>,
    /// The end of the call.
    end: usize,
}

impl Parser<'_, '_> {
    /// A call from behind the word `call` on.
    #[inline]
    pub(super) fn line_call(&mut self, tail: TailKind, at: usize) -> Option<Read> {
        let (call, result) = self.line_call_site(tail, at)?;
        let end = call.end;
        Some((Draft::Call(call), result, end))
    }

    /// `tail call` or `notail call`, from behind its first word on.
    #[inline]
    pub(super) fn line_tail_call(&mut self, tail: TailKind, at: usize) -> Option<Read> {
        let at = self.line_text(b"call ", at)?;
        self.line_call(tail, at)
    }

    /// An invoke, with its blocks in the next line.
    #[inline]
    pub(super) fn line_invoke(&mut self, at: usize) -> Option<Read> {
        let (call, result) = self.line_call_site(TailKind::None, at)?;
        let normal = self.line_target(self.line_text(b"\n          to label ", call.end)?)?;
        let unwind: Target = self.line_target(self.line_text(b" unwind label ", normal.end)?)?;
        Some((Draft::Invoke(call, normal, unwind), result, unwind.end))
    }

    /// A call from its calling convention to its attributes, and the type of the result or [`NO_RESULT`].
    fn line_call_site(&mut self, tail: TailKind, at: usize) -> Option<(DraftCall, TypeId)> {
        let (cc, at) = match self.line_text(b"fastcc ", at) {
            Some(at) => (CallConv::from_keyword(b"fastcc")?, at),
            None => (CallConv::C, at),
        };
        // Where types end and attributes begin is known only from the words.
        let (ret_attrs, (ret, end)) = match self.line_result(at) {
            Some(result) => (None, result),
            None => {
                let (set, at) = self.attrs_at(at, true)?;
                (Some(set), self.line_result(at)?)
            }
        };
        let at = self.line_text(b" ", end)?;
        let (stated, at) = match self.line_text(b"(", at) {
            Some(at) => {
                let (ty, end) = self.line_vararg_type(ret, at)?;
                (Some(ty), self.line_text(b" ", end)?)
            }
            None => (None, at),
        };
        let pointer = self.types.ptr(0);
        if self.spaces.program != 0 {
            return None;
        }
        let (callee, name_end) = match self.source().get(at)? {
            b'%' => self.line_value(at, pointer)?,
            b'@' => {
                let (name, end) = self.line_name(at + 1)?;
                // Debug intrinsics and debug records exclude each other.
                if name.starts_with(b"llvm.dbg.") {
                    return None;
                }
                let id = self.find_global(&GlobalName::Name(Cow::Borrowed(name)))?;
                (self.global_type(id) == pointer).then_some((Value::global(id), end))?
            }
            _ => return None,
        };
        let at = self.line_text(b"(", name_end)?;
        let mut args = std::mem::take(&mut self.fun.arguments);
        args.clear();
        let read = self.line_arguments(&mut args, at);
        let fn_ty = read.and_then(|_| match stated {
            Some(ty) => self.takes(ty, &args).then_some(ty),
            None => self.line_call_type(ret, callee, &args),
        });
        self.fun.arguments = args;
        let (fn_ty, end) = (fn_ty?, read?);
        let (function, end) = match self.line_text(b" #", end) {
            Some(at) => {
                let (group, end) = number(self.source(), at)?;
                (self.env?.groups.get(&group).copied(), end)
            }
            None => (None, end),
        };
        let result = if self.types.kind(ret) == Type::Void { NO_RESULT } else { ret };
        Some((DraftCall { callee, fn_ty, cc, tail, ret: ret_attrs, function, end }, result))
    }

    /// The type of a result at `at`, and its end.
    #[inline]
    fn line_result(&mut self, at: usize) -> Option<(TypeId, usize)> {
        if let Some(end) = self.line_text(b"void", at) {
            return Some((self.types.void(), end));
        }
        self.line_type(at).filter(|&(ty, end)| self.source().get(end) == Some(&b' ') && self.types.is_first_class(ty))
    }

    /// Arguments from `at` on, behind the parenthesis; the position behind the closing one.
    #[inline]
    fn line_arguments(&mut self, args: &mut Arguments, mut at: usize) -> Option<usize> {
        if self.source().get(at) == Some(&b')') {
            return Some(at + 1);
        }
        loop {
            let (ty, attrs, value, end) = self.line_argument(at)?;
            args.types.push(ty);
            args.attrs.push(attrs);
            self.scratch.push(value.raw());
            match self.source().get(end..end + 2)? {
                b", " => at = end + 2,
                [b')', _] => return Some(end + 1),
                _ => return None,
            }
        }
    }

    /// The argument at `at`: its type, attributes and value, and its end.
    #[inline]
    fn line_argument(&mut self, at: usize) -> Option<(TypeId, Option<AttrSetId>, Value, usize)> {
        if let Some(at) = self.line_text(b"metadata !", at) {
            let (node, end) = number(self.source(), at)?;
            let node = self.env?.md_numbers.get(node)?;
            return Some((self.types.metadata(), None, Value::metadata(node), end));
        }
        let (ty, end) = self.line_type(at).filter(|&(ty, _)| self.types.is_first_class(ty))?;
        let at = self.line_text(b" ", end)?;
        if let Some((value, end)) = self.line_value(at, ty) {
            return Some((ty, None, value, end));
        }
        let (set, at) = self.attrs_at(at, false)?;
        let (value, end) = self.line_value(at, ty)?;
        Some((ty, Some(set), value, end))
    }

    /// Whether a function of type `ty` with variable arguments takes these.
    fn takes(&self, ty: TypeId, args: &Arguments) -> bool {
        let Some((_, params, _)) = self.types.function(ty) else { return false };
        args.types.get(..params.len()).is_some_and(|fixed| params == *fixed)
    }

    /// The type of the function that a call of `callee` with the result `ret` and these arguments has.
    #[inline]
    fn line_call_type(&mut self, ret: TypeId, callee: Value, args: &Arguments) -> Option<TypeId> {
        if let ValueKind::Global(id) = callee.kind()
            && let Some(global) = self.env?.module.global(id)
            && let Some((r, params, false)) = self.types.function(global.value_type)
            && r == ret
            && params == args.types[..]
        {
            return Some(global.value_type);
        }
        Some(self.types.function_type(ret, &args.types, false))
    }

    /// Adds a call, whose arguments are on the scratch list from `first` on.
    #[inline]
    pub(super) fn add_call(&mut self, call: &DraftCall, first: usize) -> CallId {
        let args = std::mem::take(&mut self.fun.arguments);
        let attrs = self.attr_list_of_sets(call.ret, &args.attrs, call.function);
        self.fun.arguments = args;
        let args: List<Value> = self.take_list(first);
        let body = &mut self.fun.body;
        let bundles = (body.bundles.len() as u32, body.bundles.len() as u32);
        let &DraftCall { callee, fn_ty, cc, tail, .. } = call;
        body.calls.push(Call { callee, fn_ty, attrs, args, bundles, cc, tail, fmf: FastMathFlags::NONE });
        CallId::new(body.calls.len() - 1)
    }
}
