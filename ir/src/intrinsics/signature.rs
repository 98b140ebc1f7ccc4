//! Checks whether a function type fits an intrinsic, and says what does not (`Intrinsic::isSignatureValid` of LLVM 23).
//!
//! A signature in the table is the result and the parameters in prefix form; the code that makes the table documents the words.
use crate::entity::TypeId;
use crate::types::{StructKind, Type, TypeTable};

/// Where in a function type a type is.
#[derive(Clone, Copy, Default)]
struct Place {
    /// The number of the argument, or none for the result.
    argument: Option<usize>,
    /// The field of a structure.
    field: Option<usize>,
    /// Whether it is the element of a vector.
    in_vector: bool,
}

/// What is wrong with a function type.
struct Mismatch {
    place: Place,
    /// How the type depends on an overloaded one: `matching overload type 0`.
    relation: Option<String>,
    problem: Problem,
}

enum Problem {
    /// The type is another than was expected.
    Type { expected: Expected, got: TypeId, of: Option<(usize, TypeId)> },
    /// The overloaded type that it depends on is no such type.
    Overload { number: usize, expected: String, got: TypeId },
    /// The number of arguments.
    Count { expected: usize, got: usize },
    /// Whether it has variable arguments: whether it should.
    Variadic(bool),
}

enum Expected {
    Words(String),
    Type(TypeId),
}

impl From<&str> for Expected {
    fn from(words: &str) -> Expected {
        Expected::Words(words.to_owned())
    }
}

impl Mismatch {
    /// LLVM's message; `spell` writes a type.
    fn message(&self, spell: &dyn Fn(TypeId) -> String) -> String {
        let Place { argument, field, in_vector } = self.place;
        let mut out = match argument {
            Some(number) => format!("intrinsic argument {number}"),
            None => "intrinsic return".to_owned(),
        };
        if let Some(field) = field {
            out += &format!(" struct element {field}");
        }
        if in_vector {
            out += " vector element";
        }
        let relation = self.relation.as_deref().unwrap_or_default();
        match &self.problem {
            Problem::Type { expected, got, of } => {
                out += " type";
                if !relation.is_empty() {
                    out += &format!(" ({relation})");
                }
                out += " expected ";
                match expected {
                    Expected::Words(words) => out += words,
                    Expected::Type(ty) => out += &spell(*ty),
                }
                if let Some((number, ty)) = of {
                    out += &format!(" (overload type {number} is {})", spell(*ty));
                }
                out += &format!(", but got {}", spell(*got));
            }
            Problem::Overload { number, expected, got } => {
                out += &format!(" is {relation}, so overload type {number} expected {expected}, but got {}", spell(*got));
            }
            Problem::Count { expected, got } => {
                return format!("intrinsic has incorrect number of args. Expected {expected}, but got {got}");
            }
            Problem::Variadic(true) => return "intrinsic was not defined with variable arguments!".to_owned(),
            Problem::Variadic(false) => return "intrinsic was defined with variable arguments!".to_owned(),
        }
        out
    }
}

struct Matcher<'t> {
    types: &'t TypeTable,
    words: Vec<&'static str>,
    /// The overloaded types found so far.
    overloads: Vec<TypeId>,
    /// Types and words to check again once all overloaded types are known.
    deferred: Vec<(TypeId, usize, Place)>,
    place: Place,
    mismatch: Option<Mismatch>,
}

/// The overloaded types, if `fn_ty` has the signature `text`.
pub(super) fn overloads(types: &TypeTable, text: &'static str, fn_ty: TypeId) -> Option<Vec<TypeId>> {
    matched(types, text, fn_ty).ok()
}

/// LLVM's message for what is wrong with a function type, if it does not have the signature `text`; `spell` writes a type.
pub(super) fn fault(types: &TypeTable, text: &'static str, fn_ty: TypeId, spell: &dyn Fn(TypeId) -> String) -> Option<String> {
    match matched(types, text, fn_ty) {
        Ok(_) => None,
        Err(mismatch) => Some(mismatch?.message(spell)),
    }
}

fn matched(types: &TypeTable, text: &'static str, fn_ty: TypeId) -> Result<Vec<TypeId>, Option<Mismatch>> {
    let (ret, params, vararg) = types.function(fn_ty).ok_or(None)?;
    let words = text.split(' ').collect();
    let mut matcher = Matcher { types, words, overloads: Vec::new(), deferred: Vec::new(), place: Place::default(), mismatch: None };
    let fits = matcher.function(ret, &params.iter().collect::<Vec<_>>(), vararg);
    match fits {
        Some(()) => Ok(matcher.overloads),
        None => Err(matcher.mismatch),
    }
}

/// The number after `prefix`.
fn after(word: &str, prefix: &str) -> Option<usize> {
    word.strip_prefix(prefix)?.parse().ok()
}

/// The number of an overloaded type in a word, and how many parts it is divided into.
fn number_of(word: &str) -> Option<(&str, usize, u32)> {
    let (name, rest) = match word.split_once(':') {
        // `sub2:0`, `sub4:0`: the digit is part of the word.
        Some(parts) => parts,
        None => word.split_at(word.find(|c: char| c.is_ascii_digit())?),
    };
    let (number, parts) = rest.split_once('/').unwrap_or((rest, "1"));
    Some((name, number.parse().ok()?, parts.parse().ok().filter(|&parts| parts != 0)?))
}

/// What a type that a name's suffix stands for may be.
fn kind_words(name: &str) -> &'static str {
    match name {
        "int" => "any integer or integer vector",
        "fp" => "any fp or fp vector",
        "vec" => "any vector type",
        "ptr" => "any pointer type",
        "vint" => "any integer vector",
        "vfp" => "any fp vector",
        "vptr" => "any pointer vector",
        "sint" => "any integer type",
        "sfp" => "any fp type",
        _ => "any type",
    }
}

impl Matcher<'_> {
    /// Matches a whole function type.
    fn function(&mut self, ret: TypeId, params: &[TypeId], vararg: bool) -> Option<()> {
        let mut at = self.one(ret, 0, false)?;
        let wants_more = self.words.last() == Some(&"...");
        let expected = self.items_from(at) - usize::from(wants_more);
        if expected != params.len() {
            return self.fail(None, Problem::Count { expected, got: params.len() });
        }
        for (number, &ty) in params.iter().enumerate() {
            self.place = Place { argument: Some(number), ..Place::default() };
            at = self.one(ty, at, false)?;
        }
        for (ty, at, place) in std::mem::take(&mut self.deferred) {
            self.place = place;
            self.one(ty, at, true)?;
        }
        if vararg != wants_more {
            return self.fail(None, Problem::Variadic(wants_more));
        }
        Some(())
    }

    /// How many types the words from `at` on are.
    fn items_from(&self, mut at: usize) -> usize {
        let (mut count, mut open) = (0, 0usize);
        while let Some(word) = self.words.get(at) {
            if open == 0 {
                count += 1;
            } else {
                open -= 1;
            }
            open += match word.strip_prefix('{') {
                Some(fields) => fields.parse().unwrap_or(0),
                None => usize::from(word.starts_with('<') || word.starts_with("wide")),
            };
            at += 1;
        }
        count
    }

    /// Notes what is wrong, unless something has been noted.
    fn fail<T>(&mut self, relation: Option<String>, problem: Problem) -> Option<T> {
        let place = self.place;
        self.mismatch.get_or_insert(Mismatch { place, relation, problem });
        None
    }

    /// The position after a word if the type is as expected.
    fn expect(&mut self, fits: bool, ty: TypeId, at: usize, expected: impl Into<Expected>) -> Option<usize> {
        match fits {
            true => Some(at + 1),
            false => self.fail(None, Problem::Type { expected: expected.into(), got: ty, of: None }),
        }
    }

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

    fn is_int(&self, ty: TypeId) -> bool {
        matches!(self.types.get(ty), Type::Int(_))
    }

    fn is_pointer(&self, ty: TypeId) -> bool {
        matches!(self.types.get(ty), Type::Ptr(_) | Type::TypedPtr { .. })
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
                scalar(elem) && self.types.get(elem).number_bits() == Some(bits) && len == count && scalable == of_scalable
            }
            (None, None) => scalar(ty) && self.types.get(ty).number_bits() == Some(bits),
            _ => false,
        }
    }

    /// The name of that type: `i64`, `<8 x half>`.
    fn resized_name(&self, of: TypeId, is_int: bool, bits: u32, count: u32) -> String {
        let scalar = match (is_int, bits) {
            (false, 16) => "half".to_owned(),
            (false, 32) => "float".to_owned(),
            (false, 64) => "double".to_owned(),
            (false, 128) => "fp128".to_owned(),
            _ => format!("i{bits}"),
        };
        match self.vector(of) {
            Some((_, _, true)) => format!("<vscale x {count} x {scalar}>"),
            Some(_) => format!("<{count} x {scalar}>"),
            None => scalar,
        }
    }

    /// Matches `ty` with the words from `at` on and returns the position after them. With `again`, nothing is deferred.
    fn one(&mut self, ty: TypeId, at: usize, again: bool) -> Option<usize> {
        let word = *self.words.get(at)?;
        let found = self.types.get(ty);
        if let Some(rest) = word.strip_prefix('<') {
            let (count, wanted_scalable) = match rest.strip_prefix('s') {
                Some(count) => (count, true),
                None => (rest, false),
            };
            let scale = if wanted_scalable { "vscale x " } else { "" };
            match self.vector(ty) {
                Some((elem, len, scalable)) if count.parse() == Ok(len) && scalable == wanted_scalable => {
                    return self.element(elem, at + 1, again);
                }
                _ => return self.expect(false, ty, at, &*format!("vector with {scale}{count} elements")),
            }
        }
        if let Some(count) = word.strip_prefix('{') {
            let fields: Option<Vec<TypeId>> = match found {
                Type::Struct { kind: StructKind::Literal, packed: false, fields, .. } => Some(self.types.list(fields).iter().collect()),
                _ => None,
            };
            let Some(fields) = fields.filter(|fields| count.parse() == Ok(fields.len())) else {
                return self.expect(false, ty, at, &*format!("literal non-packed struct with {count} elements"));
            };
            let outer = self.place;
            let mut next = at + 1;
            for (number, &field) in fields.iter().enumerate() {
                self.place.field = Some(number);
                next = self.one(field, next, again)?;
            }
            self.place = outer;
            return Some(next);
        }
        let (fits, expected) = match word {
            "void" => (found == Type::Void, "void"),
            "half" => (found == Type::Half, "half"),
            "bfloat" => (found == Type::BFloat, "bfloat"),
            "float" => (found == Type::Float, "float"),
            "double" => (found == Type::Double, "double"),
            "fp128" => (found == Type::Fp128, "fp128"),
            "ppc_fp128" => (found == Type::PpcFp128, "ppc_fp128"),
            "token" => (found == Type::Token, "token"),
            "metadata" => (found == Type::Metadata, "metadata"),
            "amx" => (found == Type::X86Amx, "x86_amx"),
            // `<1 x i64>` since there is no type of its own for it.
            "mmx" => {
                let plain =
                    self.vector(ty).is_some_and(|(elem, len, scalable)| len == 1 && !scalable && self.types.get(elem) == Type::Int(64));
                (plain || found == Type::X86Mmx, "x86_mmx (<1 x i64>)")
            }
            // The name is enough for LLVM.
            "svcount" => (matches!(found, Type::TargetExt { .. }), "aarch64.svcount"),
            "externref" => (matches!(found, Type::TargetExt { .. }), "wasm.externref"),
            "funcref" => (matches!(found, Type::TargetExt { .. }), "wasm.funcref"),
            "..." => return None,
            _ => {
                if let Some(width) = after(word, "i").filter(|_| !word.starts_with("int")) {
                    return self.expect(found == Type::Int(width as u32), ty, at, word);
                }
                if let Some(space) = after(word, "p") {
                    let fits = match found {
                        Type::Ptr(addrspace) | Type::TypedPtr { addrspace, .. } => addrspace as usize == space,
                        _ => false,
                    };
                    let name = if space == 0 { "ptr".to_owned() } else { format!("ptr addrspace({space})") };
                    return self.expect(fits, ty, at, &*name);
                }
                return self.dependent(ty, word, at, again);
            }
        };
        self.expect(fits, ty, at, expected)
    }

    /// Matches the element of a vector.
    fn element(&mut self, elem: TypeId, at: usize, again: bool) -> Option<usize> {
        let outer = self.place;
        self.place.in_vector = true;
        let next = self.one(elem, at, again)?;
        self.place = outer;
        Some(next)
    }

    /// The words for an overloaded type, or for a type derived from one.
    fn dependent(&mut self, ty: TypeId, word: &'static str, at: usize, again: bool) -> Option<usize> {
        if let Some(rest) = word.strip_prefix("ptrs") {
            let (_, of) = rest.split_once(':')?;
            let number: usize = of.parse().ok()?;
            let Some(&of) = self.overloads.get(number) else {
                if again {
                    return None;
                }
                self.overloads.push(ty);
                self.deferred.push((ty, at, self.place));
                return Some(at + 1);
            };
            if !again {
                self.overloads.push(ty);
            }
            let relation = format!("vector of pointers to elements of overload type {number}");
            let (Some((elem, len, scalable)), Some((_, of_len, of_scalable))) = (self.vector(ty), self.vector(of)) else {
                return self.unrelated(ty, relation, "vector".into(), Some((number, of)));
            };
            if self.is_pointer(elem) && len == of_len && scalable == of_scalable {
                return Some(at + 1);
            }
            let scale = if of_scalable { "vscale x " } else { "" };
            return self.unrelated(
                ty,
                relation,
                (&*format!("vector of pointers with {scale}{of_len} elements")).into(),
                Some((number, of)),
            );
        }
        let (name, number, parts) = number_of(word)?;
        let known = self.overloads.get(number).copied();
        match name {
            "any" | "int" | "fp" | "vec" | "ptr" | "vint" | "vfp" | "vptr" | "sint" | "sfp" | "same" => {
                if let Some(known) = known {
                    if self.same(ty, known) {
                        return Some(at + 1);
                    }
                    return self.unrelated(ty, format!("matching overload type {number}"), Expected::Type(known), None);
                }
                if number > self.overloads.len() || name == "same" {
                    return self.defer(ty, at, again);
                }
                if again {
                    return None;
                }
                self.overloads.push(ty);
                let scalar = self.types.scalar(ty);
                let is_vector = self.vector(ty).is_some();
                let is_int = self.is_int(scalar);
                let is_fp = self.types.get(scalar).is_float();
                let is_ptr = self.is_pointer(scalar);
                let fits = match name {
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
                };
                if fits {
                    return Some(at + 1);
                }
                self.unrelated(ty, format!("overload type {number}"), kind_words(name).into(), None)
            }
            "wide" => {
                // Of what follows, which is looked at with it.
                let Some(of) = known else {
                    self.defer(ty, at, again)?;
                    return Some(at + 2);
                };
                let relation = format!("same vector width of overload type {number}");
                match (self.vector(ty), self.vector(of)) {
                    (None, None) => self.one(ty, at + 1, again),
                    (Some((elem, len, scalable)), Some((_, of_len, of_scalable))) if len == of_len && scalable == of_scalable => {
                        self.element(elem, at + 1, again)
                    }
                    (Some(_), Some((_, len, scalable))) => {
                        let scale = if scalable { "vscale x " } else { "" };
                        self.unrelated(ty, relation, (&*format!("vector with {scale}{len} elements")).into(), Some((number, of)))
                    }
                    (None, Some(_)) => self.unrelated(ty, relation, "vector".into(), Some((number, of))),
                    (Some(_), None) => self.unrelated(ty, relation, "scalar".into(), Some((number, of))),
                }
            }
            _ => {
                let Some(of) = known else { return self.defer(ty, at, again) };
                self.derived(ty, at, (name, number, parts), of)
            }
        }
    }

    /// Matches a type that is made of the overloaded type `of`.
    fn derived(&mut self, ty: TypeId, at: usize, (name, number, parts): (&str, usize, u32), of: TypeId) -> Option<usize> {
        let vector = self.vector(of);
        let elem = vector.map_or(of, |(elem, ..)| elem);
        let (len, bits, is_int) = (vector.map_or(1, |(_, len, _)| len), self.types.get(elem).number_bits().unwrap_or(0), self.is_int(elem));
        let overload = Some((number, of));
        let relation = match name {
            "ext" => format!("extended overload type {number}"),
            "trunc" => format!("truncated overload type {number}"),
            "part" => format!("1/nth (n={parts}) elements vector of overload type {number}"),
            "sub2" => format!("subdivided by 2 vector of overload type {number}"),
            "sub4" => format!("subdivided by 4 vector of overload type {number}"),
            "elt" => format!("vector element of overload type {number}"),
            "bits" => format!("vector of bitcasts to int of overload type {number}"),
            _ => return None,
        };
        if matches!(name, "ext" | "trunc") && !is_int {
            return self.fail(Some(relation), Problem::Overload { number, expected: "int or vector of int".to_owned(), got: of });
        }
        if !matches!(name, "ext" | "trunc") && vector.is_none() {
            return self.fail(Some(relation), Problem::Overload { number, expected: "vector".to_owned(), got: of });
        }
        let (bits, len) = match name {
            "ext" => (bits.saturating_mul(2), len),
            "trunc" => (bits / 2, len),
            "sub2" => (bits / 2, len.saturating_mul(2)),
            "sub4" => (bits / 4, len.saturating_mul(4)),
            "elt" => {
                if self.same(ty, elem) {
                    return Some(at + 1);
                }
                return self.unrelated(ty, relation, Expected::Type(elem), overload);
            }
            "part" => {
                if len % parts != 0 {
                    let expected = format!("vector with multiple of {parts} elements");
                    return self.fail(Some(relation), Problem::Overload { number, expected, got: of });
                }
                let (_, _, of_scalable) = vector?;
                if self.vector(ty).is_some_and(|(e, l, s)| self.same(e, elem) && l == len / parts && s == of_scalable) {
                    return Some(at + 1);
                }
                if bits == 0 {
                    let pointer = match self.types.get(elem) {
                        Type::Ptr(space) if space != 0 => format!("ptr addrspace({space})"),
                        _ => "ptr".to_owned(),
                    };
                    let scale = if of_scalable { "vscale x " } else { "" };
                    return self.unrelated(ty, relation, (&*format!("<{scale}{} x {pointer}>", len / parts)).into(), overload);
                }
                (bits, len / parts)
            }
            _ => (bits, len),
        };
        let fits = match name {
            "part" => false,
            "bits" => self.vector(ty).is_some_and(|(e, l, s)| {
                self.types.get(e) == Type::Int(bits) && l == len && Some(s) == vector.map(|(_, _, scalable)| scalable)
            }),
            _ => self.resized(ty, of, bits, len),
        };
        if fits {
            return Some(at + 1);
        }
        let name = self.resized_name(of, is_int || name == "bits", bits, len);
        self.unrelated(ty, relation, (&*name).into(), overload)
    }

    /// Notes a type that is not what the overloaded type asks for.
    fn unrelated(&mut self, ty: TypeId, relation: String, expected: Expected, of: Option<(usize, TypeId)>) -> Option<usize> {
        self.fail(Some(relation), Problem::Type { expected, got: ty, of })
    }

    /// Leaves a type for when all overloads are known.
    fn defer(&mut self, ty: TypeId, at: usize, again: bool) -> Option<usize> {
        if again {
            return None;
        }
        self.deferred.push((ty, at, self.place));
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
