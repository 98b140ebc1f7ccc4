//! Checks whether a function type fits an intrinsic (`Intrinsic::isSignatureValid` of LLVM 23).
//!
//! A signature in the table is the result and the parameters in prefix form; the code that makes the table documents the words.
use crate::entity::TypeId;
use crate::types::{StructKind, Type, TypeTable};

struct Matcher<'t> {
    types: &'t TypeTable,
    words: Vec<&'static str>,
    /// The overloaded types found so far.
    overloads: Vec<TypeId>,
    /// Types and words to check again once all overloaded types are known.
    deferred: Vec<(TypeId, usize)>,
}

/// The overloaded types, if `fn_ty` has the signature `text`.
pub(super) fn overloads(types: &TypeTable, text: &'static str, fn_ty: TypeId) -> Option<Vec<TypeId>> {
    let (ret, params, vararg) = types.function(fn_ty)?;
    let mut matcher = Matcher { types, words: text.split(' ').collect(), overloads: Vec::new(), deferred: Vec::new() };
    let mut at = 0;
    for ty in std::iter::once(ret).chain(params.iter()) {
        at = matcher.one(ty, at, false)?;
    }
    let rest_fits = match matcher.words.get(at..) {
        None | Some([]) => !vararg,
        Some(["..."]) => vararg,
        Some(_) => false,
    };
    let deferred = std::mem::take(&mut matcher.deferred);
    let fits = rest_fits && deferred.into_iter().all(|(ty, at)| matcher.one(ty, at, true).is_some());
    fits.then_some(matcher.overloads)
}

/// The number after `prefix`.
fn after(word: &str, prefix: &str) -> Option<usize> {
    word.strip_prefix(prefix)?.parse().ok()
}

impl Matcher<'_> {
    /// Element type, length and scalability of a vector.
    fn vector(&self, ty: TypeId) -> Option<(TypeId, u32, bool)> {
        match self.types.get(ty) {
            Type::Vector { elem, len, scalable } => Some((elem, len, scalable)),
            _ => None,
        }
    }

    fn same(&self, a: TypeId, b: TypeId) -> bool {
        a == b || self.types.get(a) == self.types.get(b)
    }

    /// Bits of an integer or floating-point type of up to 128 bits.
    fn bits(&self, ty: TypeId) -> u32 {
        match self.types.get(ty) {
            Type::Int(width) => width,
            Type::Half | Type::BFloat => 16,
            Type::Float => 32,
            Type::Double => 64,
            Type::X86Fp80 => 80,
            Type::Fp128 | Type::PpcFp128 => 128,
            _ => 0,
        }
    }

    /// Whether `ty` is `of` with elements of `bits` bits, and `count` elements instead of its own number.
    fn resized(&self, ty: TypeId, of: TypeId, bits: u32, count: u32) -> bool {
        let scalar = |ty| {
            matches!((self.types.get(ty), self.types.get(self.types.scalar(of))), (Type::Int(_), Type::Int(_)))
                || matches!(self.types.get(ty), Type::Half | Type::Float | Type::Double | Type::Fp128)
                    && !matches!(self.types.get(self.types.scalar(of)), Type::Int(_))
        };
        match (self.vector(ty), self.vector(of)) {
            (Some((elem, len, scalable)), Some((_, _, of_scalable))) => {
                scalar(elem) && self.bits(elem) == bits && len == count && scalable == of_scalable
            }
            (None, None) => scalar(ty) && self.bits(ty) == bits,
            _ => false,
        }
    }

    /// Matches `ty` with the words from `at` on and returns the position after them. With `again`, nothing is deferred.
    fn one(&mut self, ty: TypeId, at: usize, again: bool) -> Option<usize> {
        let word = *self.words.get(at)?;
        let found = self.types.get(ty);
        let yes = |fits: bool| fits.then_some(at + 1);
        if let Some(rest) = word.strip_prefix('<') {
            let (count, wanted_scalable) = match rest.strip_prefix('s') {
                Some(count) => (count, true),
                None => (rest, false),
            };
            let (elem, len, scalable) = self.vector(ty)?;
            return if count.parse() == Ok(len) && scalable == wanted_scalable { self.one(elem, at + 1, again) } else { None };
        }
        if let Some(count) = word.strip_prefix('{') {
            let Type::Struct { kind: StructKind::Literal, packed: false, fields, .. } = found else { return None };
            let fields: Vec<TypeId> = self.types.list(fields).iter().collect();
            if count.parse() != Ok(fields.len()) {
                return None;
            }
            return fields.into_iter().try_fold(at + 1, |at, field| self.one(field, at, again));
        }
        match word {
            "void" => return yes(found == Type::Void),
            "half" => return yes(found == Type::Half),
            "bfloat" => return yes(found == Type::BFloat),
            "float" => return yes(found == Type::Float),
            "double" => return yes(found == Type::Double),
            "fp128" => return yes(found == Type::Fp128),
            "ppc_fp128" => return yes(found == Type::PpcFp128),
            "token" => return yes(found == Type::Token),
            "metadata" => return yes(found == Type::Metadata),
            "amx" => return yes(found == Type::X86Amx),
            // `<1 x i64>` since there is no type of its own for it.
            "mmx" => {
                let plain =
                    self.vector(ty).is_some_and(|(elem, len, scalable)| len == 1 && !scalable && self.types.get(elem) == Type::Int(64));
                return yes(plain || found == Type::X86Mmx);
            }
            // The name is enough for LLVM.
            "svcount" | "externref" | "funcref" => return yes(matches!(found, Type::TargetExt { .. })),
            "..." => return None,
            _ => {}
        }
        if let Some(width) = after(word, "i").filter(|_| !word.starts_with("int")) {
            return yes(found == Type::Int(width as u32));
        }
        if let Some(space) = after(word, "p") {
            return yes(match found {
                Type::Ptr(addrspace) | Type::TypedPtr { addrspace, .. } => addrspace as usize == space,
                _ => false,
            });
        }
        self.dependent(ty, word, at, again)
    }

    /// The words for an overloaded type, or for a type derived from one.
    fn dependent(&mut self, ty: TypeId, word: &'static str, at: usize, again: bool) -> Option<usize> {
        let yes = |fits: bool| fits.then_some(at + 1);
        if let Some(rest) = word.strip_prefix("ptrs") {
            let (_, of) = rest.split_once(':')?;
            let Some(&of) = self.overloads.get(of.parse::<usize>().ok()?) else {
                if again {
                    return None;
                }
                self.overloads.push(ty);
                self.deferred.push((ty, at));
                return Some(at + 1);
            };
            if !again {
                self.overloads.push(ty);
            }
            let ((elem, len, scalable), (_, of_len, of_scalable)) = (self.vector(ty)?, self.vector(of)?);
            let pointers = matches!(self.types.get(elem), Type::Ptr(_) | Type::TypedPtr { .. });
            return yes(pointers && len == of_len && scalable == of_scalable);
        }
        let split = word.find(|c: char| c.is_ascii_digit())?;
        // `sub2:0`, `sub4:0`: the digit is part of the word.
        let (name, number) = match word.split_once(':') {
            Some((name, number)) => (name, number),
            None => word.split_at(split),
        };
        let (number, parts) = number.split_once('/').unwrap_or((number, "1"));
        let number: usize = number.parse().ok()?;
        let known = self.overloads.get(number).copied();
        match name {
            "any" | "int" | "fp" | "vec" | "ptr" | "vint" | "vfp" | "vptr" | "sint" | "sfp" | "same" => {
                if let Some(known) = known {
                    return yes(self.same(ty, known));
                }
                if number > self.overloads.len() || name == "same" {
                    return self.defer(ty, at, again);
                }
                if again {
                    return None;
                }
                self.overloads.push(ty);
                let scalar = self.types.get(self.types.scalar(ty));
                let is_vector = self.vector(ty).is_some();
                let is_int = matches!(scalar, Type::Int(_));
                let is_fp = !is_int && self.bits(self.types.scalar(ty)) != 0;
                let is_ptr = matches!(scalar, Type::Ptr(_) | Type::TypedPtr { .. });
                yes(match name {
                    "int" => is_int,
                    "fp" => is_fp,
                    "vec" => is_vector,
                    "ptr" => is_ptr && !is_vector,
                    "vint" => is_int && is_vector,
                    "vfp" => is_fp && is_vector,
                    "vptr" => is_ptr && is_vector,
                    "sint" => is_int && !is_vector,
                    "sfp" => is_fp && !is_vector,
                    _ => true,
                })
            }
            "wide" => {
                // Of what follows, which is looked at with it.
                let Some(of) = known else {
                    self.defer(ty, at, again)?;
                    return Some(at + 2);
                };
                let elem = match (self.vector(ty), self.vector(of)) {
                    (None, None) => ty,
                    (Some((elem, len, scalable)), Some((_, of_len, of_scalable))) if len == of_len && scalable == of_scalable => elem,
                    _ => return None,
                };
                self.one(elem, at + 1, again)
            }
            _ => {
                let Some(of) = known else { return self.defer(ty, at, again) };
                let (elem, len) = match self.vector(of) {
                    Some((elem, len, _)) => (elem, Some(len)),
                    None => (of, None),
                };
                let bits = self.bits(elem);
                yes(match (name, len) {
                    ("ext", _) => self.resized(ty, of, bits.saturating_mul(2), len.unwrap_or(1)),
                    ("trunc", _) => self.resized(ty, of, bits / 2, len.unwrap_or(1)),
                    ("part", Some(len)) => {
                        let parts: u32 = parts.parse().ok().filter(|&p| p != 0)?;
                        let (_, _, of_scalable) = self.vector(of)?;
                        self.vector(ty).is_some_and(|(e, l, s)| self.same(e, elem) && l == len / parts && s == of_scalable)
                    }
                    ("sub2", Some(len)) => self.resized(ty, of, bits / 2, len.saturating_mul(2)),
                    ("sub4", Some(len)) => self.resized(ty, of, bits / 4, len.saturating_mul(4)),
                    ("elt", Some(_)) => self.same(ty, elem),
                    ("bits", Some(len)) => {
                        let (_, _, of_scalable) = self.vector(of)?;
                        self.vector(ty).is_some_and(|(e, l, s)| self.types.get(e) == Type::Int(bits) && l == len && s == of_scalable)
                    }
                    _ => false,
                })
            }
        }
    }

    /// Leaves a type for when all overloads are known.
    fn defer(&mut self, ty: TypeId, at: usize, again: bool) -> Option<usize> {
        if again {
            return None;
        }
        self.deferred.push((ty, at));
        Some(at + 1)
    }
}

#[cfg(test)]
mod tests {
    use crate::intrinsics::lookup;
    use crate::types::{Type, TypeTable};

    fn fits(name: &str, ret: Type, params: &[Type], vararg: bool) -> bool {
        let mut types = TypeTable::default();
        let ret = types.intern(ret);
        let params: Vec<_> = params.iter().map(|&p| types.intern(p)).collect();
        let params = types.lists.push(&params);
        let fn_ty = types.intern(Type::Function { ret, params, vararg });
        lookup(name.as_bytes()).expect(name).has_signature(&types, fn_ty)
    }

    #[test]
    fn signatures_as_llvm_takes_them() {
        let (i1, i32, i64, ptr) = (Type::Int(1), Type::Int(32), Type::Int(64), Type::Ptr(0));
        assert!(fits("llvm.memcpy.p0.p0.i64", Type::Void, &[ptr, ptr, i64, i1], false));
        assert!(!fits("llvm.memcpy.p0.p0.i64", Type::Void, &[ptr, ptr, i64], false));
        assert!(!fits("llvm.memcpy.p0.p0.i64", Type::Void, &[ptr, i64, i64, i1], false));
        assert!(fits("llvm.aarch64.dsb", Type::Void, &[i32], false));
        assert!(!fits("llvm.aarch64.dsb", i32, &[i32], false));
        assert!(!fits("llvm.lifetime.start.i64", Type::Void, &[i64], false));
        assert!(fits("llvm.ctpop.i32", i32, &[i32], false));
        assert!(!fits("llvm.ctpop.i32", i64, &[i32], false));
        assert!(fits("llvm.localescape", Type::Void, &[], true));
        assert!(!fits("llvm.localescape", Type::Void, &[], false));
    }
}
