//! References to global values (LLVM 22, `LLParser::getGlobalVal`).

use super::globals::GlobalName;
use super::{Parser, UNDECLARED};
use crate::error::{Error, Late, Result};
use bctk_ir::constants::ConstKind;
use bctk_ir::entity::{GlobalId, TypeId};
use bctk_ir::types::Type;
use bctk_ir::value::Value;
use std::ops::Range;

/// How many undefined names of a part are told, at most.
const UNDEFINED: usize = 100;

impl<'s> Parser<'_, 's> {
    /// A global value as the text names it.
    #[cold]
    pub(crate) fn global_text(&self, name: &GlobalName<'s>) -> String {
        match name {
            GlobalName::Name(name) => format!("@{}", String::from_utf8_lossy(name)),
            GlobalName::Number(n) => format!("@{n}"),
        }
    }

    /// The current global value, as a value of type `ty`. At the top level it may be defined later.
    #[inline]
    pub(crate) fn global_value(&mut self, ty: TypeId) -> Result<Value> {
        let at = self.span();
        if !self.types.is_pointer(ty) {
            return Err(self.error("global variable reference must have pointer type"));
        }
        let name = self.global_name();
        self.named_global(&name, at, ty)
    }

    /// The global value `name`, which is at `at`, as a value of type `ty`.
    pub(crate) fn named_global(&mut self, name: &GlobalName<'s>, at: Range<usize>, ty: TypeId) -> Result<Value> {
        let (value, actual) = match self.env {
            Some(_) => match self.find_global(name) {
                Some(id) => (Value::global(id), self.global_type(id)),
                None => {
                    let fault = self.undefined_global(name, at);
                    self.note_undefined(fault);
                    return Ok(self.intern(ty, ConstKind::Undef));
                }
            },
            None => {
                let symbol = self.top().symbol(name, ty, at.clone());
                let known = self.top().symbols[symbol as usize].ty;
                if self.types.kind(known) == Type::Void {
                    self.top().symbols[symbol as usize].ty = ty;
                    return Ok(Value::global(GlobalId(symbol)));
                }
                (Value::global(GlobalId(symbol)), known)
            }
        };
        if actual == ty {
            return Ok(value);
        }
        let text = self.global_text(name);
        let (defined, expected) = (self.type_text(actual), self.type_text(ty));
        Err(self
            .error_at(at, format!("'{text}' defined with type '{defined}' but expected '{expected}'"))
            .label(format!("expected '{expected}', found '{defined}'")))
    }

    /// The fault of a name that nothing defines.
    #[cold]
    pub(crate) fn undefined_global(&self, name: &GlobalName<'s>, at: Range<usize>) -> Error {
        if let GlobalName::Name(name) = name
            && (bctk_ir::intrinsics::lookup_in(name, self.language).is_some()
                || self.language.unknown_intrinsics_refused() && name.starts_with(b"llvm."))
        {
            return self.error_at(at, "intrinsic can only be used as callee").late(Late::Intrinsic(name[..].into()));
        }
        let what = match name {
            GlobalName::Name(name) => Late::Value(name[..].into()),
            GlobalName::Number(number) => Late::NumberedValue(*number),
        };
        self.error_at(at, format!("use of undefined value '{}'", self.global_text(name))).late(what)
    }

    /// Notes that something is not defined. The text is parsed to its end, as its other faults come first.
    #[cold]
    pub(crate) fn note_undefined(&mut self, fault: Error) {
        let is_known = || self.late.iter().any(|known| known.late == fault.0.late && known.message == fault.0.message);
        // If all of them are wanted, they may be too many to compare.
        if self.allows_missing || self.late.len() < UNDEFINED && !is_known() {
            self.late.push(*fault.0);
        }
    }

    /// The global value `name`, where all are known.
    #[inline]
    pub(crate) fn find_global(&self, name: &GlobalName<'s>) -> Option<GlobalId> {
        let env = self.env?;
        match name {
            GlobalName::Name(name) => env.globals.name(name),
            GlobalName::Number(n) => env.globals.number(*n),
        }
    }

    /// The pointer type of a global value, where all are known.
    #[inline]
    pub(crate) fn global_type(&self, id: GlobalId) -> TypeId {
        debug_assert!(id.0 < UNDECLARED);
        self.env.and_then(|env| env.module.global(id)).map_or(TypeId(0), |g| g.ptr_type)
    }
}
