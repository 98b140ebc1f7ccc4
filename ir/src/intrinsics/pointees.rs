//! Function types of intrinsics with typed pointers, as LLVM 14 and older have them.
//!
//! A table lists the intrinsics whose pointers point to something other than `i8`, and those with other overloaded types than in newer
//! releases. All other pointers may point to anything or to `i8`.
use super::{exact_in, lookup, lookup_in, with_types};
use crate::entity::TypeId;
use crate::module::Module;
use crate::types::{StructKind, Type, TypeTable};
use crate::version::LlvmVersion;
use std::collections::HashMap;
use std::sync::LazyLock;

static TABLE: &str = include_str!("pointees.txt");

/// A signature in the table.
#[derive(Clone, Copy)]
struct Row {
    name: &'static str,
    /// The last release that has it, if there is another later.
    until: Option<u32>,
    /// Whether suffixes for types follow the name.
    overloaded: bool,
    signature: &'static str,
}

/// The signatures of each intrinsic in the table, those of older releases first.
static ROWS: LazyLock<HashMap<&'static str, Vec<Row>>> = LazyLock::new(|| {
    let mut rows: HashMap<&'static str, Vec<Row>> = HashMap::new();
    for line in TABLE.lines().filter(|line| !line.starts_with('#')) {
        let Some((name, rest)) = line.split_once(' ') else { continue };
        let (name, until) = name.split_once('@').map_or((name, None), |(name, until)| (name, until.parse().ok()));
        let (overloaded, signature) = rest.strip_prefix("* ").map_or((false, rest), |signature| (true, signature));
        rows.entry(name).or_default().push(Row { name, until, overloaded, signature });
    }
    rows
});

/// The row for the function `name` in `version`, which may be older than LLVM 14.
fn row(name: &[u8], version: LlvmVersion) -> Option<Row> {
    let rest = std::str::from_utf8(name).ok()?.strip_prefix("llvm.")?;
    let mut end = rest.len();
    loop {
        if let Some(rows) = ROWS.get(&rest[..end])
            && let Some(row) = rows.iter().find(|row| row.until.is_none_or(|until| version.major <= until))
        {
            let is_it = || {
                row.overloaded || end == rest.len() || lookup(name).is_some_and(|newest| newest.is_overloaded() && newest.name == row.name)
            };
            return is_it().then_some(*row);
        }
        end = rest[..end].rfind('.')?;
    }
}

/// The type of a word that stands for one without parts.
fn plain(word: &str) -> Option<Type> {
    Some(match word {
        "void" => Type::Void,
        "half" => Type::Half,
        "bfloat" => Type::BFloat,
        "float" => Type::Float,
        "double" => Type::Double,
        "fp128" => Type::Fp128,
        "ppc_fp128" => Type::PpcFp128,
        "x86_fp80" => Type::X86Fp80,
        "token" => Type::Token,
        "metadata" => Type::Metadata,
        "amx" => Type::X86Amx,
        _ => Type::Int(word.strip_prefix('i')?.parse().ok()?),
    })
}

/// Nested words in a signature of the table.
const DEPTH: u32 = 8;

/// Follows a signature along the types of a function.
struct Walk<'t> {
    types: &'t mut TypeTable,
    words: Vec<&'static str>,
    overloads: Vec<TypeId>,
    /// `i8`
    byte: TypeId,
}

impl Walk<'_> {
    /// Puts the overloaded type `number` down.
    fn bind(&mut self, number: usize, ty: TypeId) {
        if number >= self.overloads.len() {
            self.overloads.resize(number + 1, ty);
        }
        self.overloads[number] = ty;
    }

    /// The pointer, or vector of pointers, `ty` with another pointee.
    fn pointing(&mut self, ty: TypeId, pointee: TypeId) -> Option<TypeId> {
        let Type::TypedPtr { addrspace, .. } = self.types.get(self.types.scalar(ty)) else { return None };
        let elem = self.types.intern(Type::TypedPtr { pointee, addrspace });
        Some(match self.types.get(ty) {
            Type::Vector { len, scalable, .. } => self.types.intern(Type::Vector { elem, len, scalable }),
            _ => elem,
        })
    }

    /// The type of the words at `at`, and the position after them.
    fn made(&mut self, at: usize, depth: u32) -> Option<(TypeId, usize)> {
        let word = *self.words.get(at).filter(|_| depth < DEPTH)?;
        if let Some(plain) = plain(word) {
            return Some((self.types.intern(plain), at + 1));
        }
        if word == "mmx" {
            return Some((self.types.intern(Type::X86Mmx), at + 1));
        }
        if word == "{0" {
            let fields = self.types.lists.push::<TypeId>(&[]);
            let empty = Type::Struct { kind: StructKind::Literal, packed: false, name: Default::default(), fields };
            return Some((self.types.intern(empty), at + 1));
        }
        if let Some(count) = word.strip_prefix('<') {
            let (scalable, count) = count.strip_prefix('s').map_or((false, count), |count| (true, count));
            let (elem, next) = self.made(at + 1, depth + 1)?;
            return Some((self.types.intern(Type::Vector { elem, len: count.parse().ok()?, scalable }), next));
        }
        if let Some(number) = word.strip_prefix("same") {
            return Some((*self.overloads.get(number.parse::<usize>().ok()?)?, at + 1));
        }
        if let Some(number) = word.strip_prefix("elt") {
            let of = *self.overloads.get(number.parse::<usize>().ok()?)?;
            return Some((self.types.scalar(of), at + 1));
        }
        let space = word.strip_prefix('p')?;
        let (pointee, next) = match space.strip_suffix('>') {
            Some(_) => self.made(at + 1, depth + 1)?,
            None => (self.byte, at + 1),
        };
        let addrspace = space.trim_end_matches('>').parse().ok()?;
        Some((self.types.intern(Type::TypedPtr { pointee, addrspace }), next))
    }

    /// `ty` with the pointees that the words at `at` state, and the position after them.
    fn typed(&mut self, ty: TypeId, at: usize, depth: u32) -> Option<(TypeId, usize)> {
        let word = *self.words.get(at).filter(|_| depth < DEPTH)?;
        if word.starts_with('{') {
            let Type::Struct { packed, fields, .. } = self.types.get(ty) else { return None };
            let (mut fields, mut next) = (self.types.list(fields).to_vec(), at + 1);
            for field in &mut fields {
                (*field, next) = self.typed(*field, next, depth + 1)?;
            }
            let fields = self.types.lists.push(&fields);
            let ty = Type::Struct { kind: StructKind::Literal, packed, name: Default::default(), fields };
            return Some((self.types.intern(ty), next));
        }
        if word.starts_with('<') || word.starts_with("wide") {
            let elem = self.types.scalar(ty);
            let (new, next) = self.typed(elem, at + 1, depth + 1)?;
            return Some(match self.types.get(ty) {
                Type::Vector { len, scalable, .. } if new != elem => (self.types.intern(Type::Vector { elem: new, len, scalable }), next),
                _ => (ty, next),
            });
        }
        if let Some(rest) = word.strip_prefix("ptrs") {
            let (number, of) = rest.split_once(':')?;
            let of = *self.overloads.get(of.parse::<usize>().ok()?)?;
            let elem = self.types.scalar(of);
            let ty = self.pointing(ty, elem)?;
            self.bind(number.parse().ok()?, ty);
            return Some((ty, at + 1));
        }
        if let Some(number) = word.strip_prefix("ptr") {
            let (ty, next) = match number.ends_with('>') {
                true => {
                    let (pointee, next) = self.made(at + 1, depth + 1)?;
                    (self.pointing(ty, pointee)?, next)
                }
                false => (ty, at + 1),
            };
            self.bind(number.trim_end_matches('>').parse().ok()?, ty);
            return Some((ty, next));
        }
        if let Some(space) = word.strip_prefix('p').filter(|space| space.starts_with(|c: char| c.is_ascii_digit())) {
            let Type::TypedPtr { addrspace, .. } = self.types.get(ty) else { return None };
            if space.trim_end_matches('>').parse() != Ok(addrspace) {
                return None;
            }
            if !space.ends_with('>') {
                return Some((ty, at + 1));
            }
            let (pointee, next) = self.made(at + 1, depth + 1)?;
            return Some((self.pointing(ty, pointee)?, next));
        }
        if let Some(plain) = plain(word) {
            return (self.types.get(ty) == plain).then_some((ty, at + 1));
        }
        if let Some(number) = word.strip_prefix("same") {
            let same = self.overloads.get(number.parse::<usize>().ok()?).copied().unwrap_or(ty);
            return Some((same, at + 1));
        }
        for kind in ["any", "int", "fp", "vec"] {
            if let Some(number) = word.strip_prefix(kind).and_then(|number| number.parse().ok()) {
                self.bind(number, ty);
            }
        }
        Some((ty, at + 1))
    }

    /// The types of a whole function: the result and the parameters.
    fn function(&mut self, types: &[TypeId]) -> Option<Vec<TypeId>> {
        let (mut at, mut out) = (0, Vec::with_capacity(types.len()));
        for &ty in types {
            let (ty, next) = self.typed(ty, at, 0)?;
            out.push(ty);
            at = next;
        }
        (at == self.words.len() || self.words.get(at) == Some(&"...")).then_some(out)
    }

    /// Notes the overloaded types that signature and function type give; what points to one of them may precede it.
    fn note_overloads(&mut self, types: &[TypeId]) {
        let mut at = 0;
        for &ty in types {
            at = self.note(ty, at, 0);
        }
    }

    fn note(&mut self, ty: TypeId, at: usize, depth: u32) -> usize {
        let Some(&word) = self.words.get(at).filter(|_| depth < DEPTH) else { return at + 1 };
        if let Some(count) = word.strip_prefix('{') {
            let fields: Vec<TypeId> = match self.types.get(ty) {
                Type::Struct { fields, .. } => self.types.list(fields).to_vec(),
                _ => Vec::new(),
            };
            let count: usize = count.parse().unwrap_or(0);
            return (0..count).fold(at + 1, |at, field| self.note(fields.get(field).copied().unwrap_or(ty), at, depth + 1));
        }
        if word.starts_with('<') || word.starts_with("wide") || word.ends_with('>') {
            return self.note(self.types.scalar(ty), at + 1, depth + 1);
        }
        for kind in ["any", "int", "fp", "vec"] {
            if let Some(number) = word.strip_prefix(kind).and_then(|number| number.parse().ok()) {
                self.bind(number, ty);
            }
        }
        at + 1
    }
}

/// The function type and the full name of the intrinsic `name` in LLVM `version`, which has typed pointers. In `fn_ty`, all pointers point to
/// `byte`, which is `i8`; `stated` holds the pointees that are stated for parameters (`elementtype`). None if those releases do not have it with
/// these types, or if one of its types has no name in a suffix.
pub fn with_typed_pointers(
    module: &mut Module,
    name: &[u8],
    fn_ty: TypeId,
    byte: TypeId,
    stated: &[(u32, TypeId)],
    version: LlvmVersion,
) -> Option<(TypeId, Vec<u8>)> {
    let (ret, params, vararg) = module.types.function(fn_ty)?;
    let all: Vec<TypeId> = std::iter::once(ret).chain(params).collect();
    let found = row(name, version);
    let words = found.map_or(Vec::new(), |row| row.signature.split(' ').collect());
    let mut walk = Walk { types: &mut module.types, words, overloads: Vec::new(), byte };
    let mut typed = all.clone();
    if found.is_some() {
        walk.note_overloads(&all);
        // A type may be the same as one that a later word makes.
        typed = walk.function(&all).and_then(|_| walk.function(&all))?;
    }
    for &(param, pointee) in stated {
        if let Some(slot) = typed.get_mut(param as usize + 1)
            && let Some(ty) = walk.pointing(*slot, pointee)
        {
            // An overloaded pointer with this type is the parameter itself.
            let old = std::mem::replace(slot, ty);
            walk.overloads.iter_mut().filter(|overload| **overload == old).for_each(|overload| *overload = ty);
        }
    }
    let overloads = walk.overloads;
    let params = module.types.lists.push(&typed[1..]);
    let new = module.types.intern(Type::Function { ret: typed[0], params, vararg });
    let full = match found {
        Some(Row { name: own, overloaded: false, .. }) => [b"llvm.", own.as_bytes()].concat(),
        Some(Row { name: own, overloaded: true, .. }) => with_types(module, &[b"llvm.", own.as_bytes()].concat(), &overloads)?,
        None => {
            let newest = lookup(name);
            let own = newest.and_then(|newest| exact_in(newest.name, version));
            match own {
                // Releases differ in which types are overloaded.
                Some(own) if !own.is_overloaded() => [b"llvm.", own.name.as_bytes()].concat(),
                _ => {
                    let known = lookup_in(name, version).or(newest);
                    let known = known.filter(|known| known.is_overloaded() && name.len() > b"llvm.".len() + known.name.len());
                    known.and_then(|known| known.mangled_name(module, new)).unwrap_or_else(|| with_byte_pointers(name))
                }
            }
        }
    };
    Some((new, full))
}

/// The name with `p0` and the like, as parts or elements of vectors, followed by the neutral pointee.
fn with_byte_pointers(name: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(name.len() + 8);
    for (at, part) in name.split(|&c| c == b'.').enumerate() {
        if at != 0 {
            out.push(b'.');
        }
        out.extend_from_slice(part);
        let mut rest = part;
        while let Some(after) = rest.strip_prefix(b"nxv").or_else(|| rest.strip_prefix(b"v")).or_else(|| rest.strip_prefix(b"a")) {
            let digits = after.iter().take_while(|c| c.is_ascii_digit()).count();
            if digits == 0 {
                break;
            }
            rest = &after[digits..];
        }
        let is_pointer = rest.strip_prefix(b"p").is_some_and(|space| !space.is_empty() && space.iter().all(u8::is_ascii_digit));
        if at != 0 && is_pointer {
            out.extend_from_slice(b"i8");
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn typed_in(version: LlvmVersion, name: &str, types: &[Type]) -> String {
        let mut module = Module::default();
        let byte = module.types.intern(Type::Int(8));
        let pointer = Type::TypedPtr { pointee: byte, addrspace: 0 };
        let ids: Vec<TypeId> = types.iter().map(|&ty| module.types.intern(if ty == Type::Ptr(0) { pointer } else { ty })).collect();
        let params = module.types.lists.push(&ids[1..]);
        let fn_ty = module.types.intern(Type::Function { ret: ids[0], params, vararg: false });
        let (_, name) = with_typed_pointers(&mut module, name.as_bytes(), fn_ty, byte, &[], version).unwrap();
        String::from_utf8(name).unwrap()
    }

    fn typed(name: &str, types: &[Type]) -> String {
        typed_in(LlvmVersion::new(14), name, types)
    }

    // As LLVM of these releases prints declarations.
    #[test]
    fn names_of_older_releases() {
        let (void, ptr, i32_ty, i64) = (Type::Void, Type::Ptr(0), Type::Int(32), Type::Int(64));
        let prefetch = [void, ptr, i32_ty, i32_ty, i32_ty];
        assert_eq!(typed_in(LlvmVersion::new(9), "llvm.prefetch.p0", &prefetch), "llvm.prefetch");
        assert_eq!(typed_in(LlvmVersion::new(10), "llvm.prefetch.p0", &prefetch), "llvm.prefetch.p0i8");
        assert_eq!(typed_in(LlvmVersion::new(4), "llvm.lifetime.start.p0", &[void, i64, ptr]), "llvm.lifetime.start");
        assert_eq!(typed_in(LlvmVersion::three(8), "llvm.invariant.start.p0", &[ptr, i64, ptr]), "llvm.invariant.start");
    }

    // llvm-as 14 takes declarations of these names and types.
    #[test]
    fn names_of_llvm_14() {
        let (void, ptr, i1, i64) = (Type::Void, Type::Ptr(0), Type::Int(1), Type::Int(64));
        assert_eq!(typed("llvm.memcpy.p0.p0.i64", &[void, ptr, ptr, i64, i1]), "llvm.memcpy.p0i8.p0i8.i64");
        assert_eq!(typed("llvm.lifetime.start.p0", &[void, i64, ptr]), "llvm.lifetime.start.p0i8");
        let atomic = [Type::Int(32), ptr, Type::Int(32)];
        assert_eq!(typed("llvm.nvvm.atomic.add.gen.i.cta.i32.p0", &atomic), "llvm.nvvm.atomic.add.gen.i.cta.i32.p0i32");
        assert_eq!(typed("llvm.va_start.p0", &[void, ptr]), "llvm.va_start");
        assert_eq!(typed("llvm.stacksave.p0", &[ptr]), "llvm.stacksave");
        assert_eq!(typed("llvm.ptr.annotation.p0.p0", &[ptr, ptr, ptr, ptr, Type::Int(32), ptr]), "llvm.ptr.annotation.p0i8");
        assert_eq!(typed("llvm.unknown.v4p0.p3.x", &[void, i64]), "llvm.unknown.v4p0i8.p3i8.x");
    }
}
