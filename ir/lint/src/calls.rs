//! Calls: whether they suit the function that is called, and what intrinsics do with memory (`Lint::visitCallBase`).
use bctk_ir::attr_set::{Attr, AttrIndex};
use bctk_ir::attrs::AttrKind;
use bctk_ir::body::Call;
use bctk_ir::entity::{CallId, InstId};
use bctk_ir::integers::low;
use bctk_ir::keywords::TailKind;
use bctk_ir::types::Type;
use bctk_ir::value::Value;

use crate::access::{Access, Does, Size};
use crate::function::{Function, check};

/// The attributes that tell how an argument is passed, in LLVM's order.
const PASSING: [AttrKind; 7] =
    [AttrKind::Z_EXT, AttrKind::S_EXT, AttrKind::IN_REG, AttrKind::BY_VAL, AttrKind::BYREF, AttrKind::IN_ALLOCA, AttrKind::STRUCT_RET];

/// Arguments of a call whose attributes are looked at: each is compared with all others.
const ARGUMENTS: usize = 1 << 7;

/// An attribute of a kind.
fn find(attrs: &[Attr], kind: AttrKind) -> Option<&Attr> {
    attrs.iter().find(|attr| attr.kind() == Some(kind))
}

/// The number of an argument.
fn param(at: usize) -> AttrIndex {
    AttrIndex::Param(u32::try_from(at).unwrap_or(u32::MAX))
}

impl<'m> Function<'_, '_, 'm> {
    pub(crate) fn call(&mut self, id: InstId, call: CallId, is_call: bool) {
        let body = self.body;
        let Some(call) = body.call(call) else { return };
        let args: Vec<Value> = body.values(call.args).collect();
        self.reference(id, Access { pointer: call.callee, size: Size::Unknown, align: None, does: Does::Call });
        if !self.suits(id, call, &args) {
            return;
        }
        if is_call && matches!(call.tail, TailKind::Tail | TailKind::MustTail) {
            for (at, &arg) in args.iter().enumerate().take(ARGUMENTS) {
                if find(self.attrs(call.attrs, param(at)), AttrKind::BY_VAL).is_none() {
                    check!(self, !self.is_alloca(arg), "Undefined behavior: Call with \"tail\" keyword references alloca", id);
                }
            }
        }
        if let Some((_, global, _)) = self.called(call) {
            let name = self.shared.module.str(global.name);
            if let Some(name) = name.strip_prefix(b"llvm.") {
                self.intrinsic(id, name, call, &args);
            }
        }
    }

    /// Whether a call suits the function that it calls, if that is known.
    fn suits(&mut self, id: InstId, call: &'m Call, args: &[Value]) -> bool {
        let Some((_, global, callee)) = self.function(self.find(call.callee, false)) else { return true };
        let (types, table) = (self.shared.types, &self.shared.module.types);
        let Some((ret, params, vararg)) = table.function(global.value_type) else { return true };
        let own = table.function(call.fn_ty).map(|(ret, ..)| ret);
        let is_count = if vararg { params.len() <= args.len() } else { params.len() == args.len() };
        let faults = [
            (call.cc == callee.cc, "Undefined behavior: Caller and callee calling convention differ"),
            (is_count, "Undefined behavior: Call argument count mismatches callee argument count"),
            (own.is_none_or(|own| types.same(own, ret)), "Undefined behavior: Call return type mismatches callee return type"),
        ];
        if let Some((_, message)) = faults.iter().find(|(holds, _)| !holds) {
            self.fail(message, id);
            return false;
        }
        for (at, (&arg, formal)) in args.iter().zip(params.iter()).enumerate() {
            if self.ty(arg).is_some_and(|ty| !types.same(ty, formal)) {
                self.fail("Undefined behavior: Call argument type mismatches callee parameter type", id);
                return false;
            }
            if args.len() > ARGUMENTS {
                continue;
            }
            let attrs = self.attrs(callee.attrs, param(at)).to_vec();
            if types.is_pointer(formal) {
                if find(&attrs, AttrKind::NO_ALIAS).is_some() && self.has_alias(call, args, at, &attrs) {
                    self.fail("Unusual: noalias argument aliases another argument", id);
                    return false;
                }
                if let Some(&Attr::Type(_, Some(ty))) = find(&attrs, AttrKind::STRUCT_RET) {
                    self.access(id, arg, ty, 0, Does::ReadWrite);
                }
            }
            if let Some(message) = passing(&attrs, self.attrs(call.attrs, param(at))) {
                self.fail_with(message, id);
                return false;
            }
        }
        true
    }

    /// Whether another argument of a call is the same pointer as that at `at`, which has these attributes.
    fn has_alias(&self, call: &Call, args: &[Value], at: usize, attrs: &[Attr]) -> bool {
        let called = self.called(call).map(|(_, _, function)| function.attrs);
        let reads_only = |attrs: &[Attr]| [AttrKind::READ_ONLY, AttrKind::READ_NONE].iter().any(|&kind| find(attrs, kind).is_some());
        let pointer = self.without_casts(args[at]);
        if self.is_null(pointer) || self.is_undef(pointer) {
            return false;
        }
        args.iter().enumerate().any(|(other, &value)| {
            if other == at || !self.is_pointer(value) || self.without_casts(value) != pointer {
                return false;
            }
            let own = self.attrs(call.attrs, param(other));
            let theirs = called.map_or(&[][..], |list| self.attrs(list, param(other)));
            let says = |kind: AttrKind| find(own, kind).is_some() || find(theirs, kind).is_some();
            let is_read = reads_only(attrs) && (reads_only(own) || reads_only(theirs));
            find(own, AttrKind::BY_VAL).is_none() && !is_read && !says(AttrKind::READ_NONE)
        })
    }

    /// What an intrinsic does with memory; `name` is what follows `llvm.`.
    fn intrinsic(&mut self, id: InstId, name: &[u8], call: &Call, args: &[Value]) {
        let is = |what: &str| name == what.as_bytes() || name.strip_prefix(what.as_bytes()).is_some_and(|rest| rest.starts_with(b"."));
        let open = |pointer: Value, does: Does| Access { pointer, size: Size::Unknown, align: None, does };
        match *args {
            [to, from, len, ..] if is("memcpy") || is("memcpy.inline") || is("memmove") => {
                let size = self.length(len);
                self.reference(id, Access { pointer: to, size, align: self.stated(call, 0), does: Does::Write });
                self.reference(id, Access { pointer: from, size, align: self.stated(call, 1), does: Does::Read });
            }
            [to, _, len, ..] if is("memset") && !is("memset.inline") && !is("memset.pattern") => {
                let size = self.length(len);
                self.reference(id, Access { pointer: to, size, align: self.stated(call, 0), does: Does::Write });
            }
            [list] if is("va_start") => {
                check!(self, self.is_vararg(), "Undefined behavior: va_start called in a non-varargs function", id);
                self.reference(id, open(list, Does::ReadWrite));
            }
            [to, from] if is("va_copy") => {
                self.reference(id, open(to, Does::Write));
                self.reference(id, open(from, Does::Read));
            }
            [pointer] if is("va_end") || is("stackrestore") => self.reference(id, open(pointer, Does::ReadWrite)),
            _ => {}
        }
    }

    /// How many bytes a length means.
    fn length(&self, len: Value) -> Size {
        let is_small = self.ty(len).is_some_and(|ty| matches!(self.shared.types.get(ty), Type::Int(bits) if bits <= 64));
        match self.small_int(len).filter(|_| is_small) {
            Some(number) => {
                let bits = self.ty(len).map_or(64, |ty| self.shared.types.scalar_bits(ty));
                Size::Bytes(low(number as u64, bits))
            }
            None => Size::Unknown,
        }
    }

    /// The alignment that a call states of an argument.
    fn stated(&self, call: &Call, at: usize) -> Option<u64> {
        match find(self.attrs(call.attrs, param(at)), AttrKind::ALIGNMENT) {
            Some(&Attr::Int(_, align)) => Some(align),
            _ => None,
        }
    }
}

/// In what a function and a call of it differ as to how an argument is passed.
fn passing(formal: &[Attr], actual: &[Attr]) -> Option<String> {
    PASSING.iter().find_map(|&kind| {
        let name = kind.spelling();
        match (find(formal, kind), find(actual, kind)) {
            (None, None) => None,
            (Some(one), Some(other)) if one == other => None,
            (Some(_), Some(_)) => {
                Some(format!("Undefined behavior: ABI attribute {name} does not have same argument for function and call-site"))
            }
            _ => Some(format!("Undefined behavior: ABI attribute {name} not present on both function and call-site")),
        }
    })
}
