//! Types: the table that a part of the text adds to, and the grammar of types (LLVM 22, `LLParser::parseType`).

use super::Parser;
use crate::error::Result;
use crate::token::{Kw, Tok};
use bctk_ir::entity::{ListRef, TypeId};
use bctk_ir::strings::{Str, Strings};
use bctk_ir::target_types::TargetType;
use bctk_ir::types::{StructKind, Type, TypeTable};
use bctk_ir::version::LlvmVersion;
use bctk_support::limits::LimitName;

/// Number of the first type that a part adds to a shared table, above all ids of a table.
pub(crate) const OWN: u32 = 1 << 31;

/// Integer types up to this width are cached.
const SMALL: usize = 129;

/// Types of the module and those that a part of the text adds. While the module's own table is built, there is no other.
pub(crate) struct Types<'e> {
    base: Option<&'e TypeTable>,
    /// The types added.
    pub(crate) own: TypeTable,
    ints: [TypeId; SMALL],
    ptr: TypeId,
    /// Whether the text has the type `ptr`.
    pub(crate) opaque_pointers: bool,
    simple: [TypeId; 16],
}

const UNKNOWN: TypeId = TypeId(u32::MAX);

impl<'e> Types<'e> {
    pub(crate) fn new(base: Option<&'e TypeTable>) -> Self {
        Self { base, own: TypeTable::default(), ints: [UNKNOWN; SMALL], ptr: UNKNOWN, opaque_pointers: false, simple: [UNKNOWN; 16] }
    }

    fn first(&self) -> u32 {
        if self.base.is_some() { OWN } else { 0 }
    }

    fn own_id(&self, id: TypeId) -> TypeId {
        TypeId(id.0 + self.first())
    }

    /// The type and the table that contains `id`. Its lists are of that table; the ids in them are valid everywhere.
    #[inline]
    pub(crate) fn get(&self, id: TypeId) -> (Type, &TypeTable) {
        match self.base {
            Some(base) if id.0 < OWN => (base.get(id), base),
            _ => (self.own.get(TypeId(id.0 & !self.first())), &self.own),
        }
    }

    /// The type `id`, whose lists need [`Types::get`].
    #[inline]
    pub(crate) fn kind(&self, id: TypeId) -> Type {
        self.get(id).0
    }

    /// The id of a type without lists.
    pub(crate) fn intern(&mut self, ty: Type) -> TypeId {
        match self.base.and_then(|base| base.find(&ty)) {
            Some(id) => id,
            None => {
                let id = self.own.intern(ty);
                self.own_id(id)
            }
        }
    }

    /// `iN`
    #[inline]
    pub(crate) fn int(&mut self, bits: u32) -> TypeId {
        match self.ints.get(bits as usize) {
            Some(&id) if id != UNKNOWN => id,
            _ => {
                let id = self.intern(Type::Int(bits));
                if let Some(slot) = self.ints.get_mut(bits as usize) {
                    *slot = id;
                }
                id
            }
        }
    }

    /// `ptr addrspace(N)`
    #[inline]
    pub(crate) fn ptr(&mut self, addrspace: u32) -> TypeId {
        if addrspace == 0 && self.ptr != UNKNOWN {
            return self.ptr;
        }
        let id = self.intern(Type::Ptr(addrspace));
        if addrspace == 0 {
            self.ptr = id;
        }
        id
    }

    /// A type without parts; `slot` is its place in the cache.
    #[inline]
    fn simple(&mut self, slot: usize, ty: Type) -> TypeId {
        if self.simple[slot] == UNKNOWN {
            self.simple[slot] = self.intern(ty);
        }
        self.simple[slot]
    }

    /// The type without parts that the word names.
    #[inline]
    pub(super) fn simple_type(&mut self, word: Kw) -> Option<TypeId> {
        let slot = SIMPLE.iter().position(|row| row.0 == word)?;
        Some(self.simple(slot, SIMPLE[slot].1))
    }

    /// `void`
    #[inline]
    pub(crate) fn void(&mut self) -> TypeId {
        self.simple(0, Type::Void)
    }

    /// `label`
    #[inline]
    pub(crate) fn label(&mut self) -> TypeId {
        self.simple(1, Type::Label)
    }

    /// `metadata`
    #[inline]
    pub(crate) fn metadata(&mut self) -> TypeId {
        self.simple(2, Type::Metadata)
    }

    /// `token`
    #[inline]
    pub(crate) fn token(&mut self) -> TypeId {
        self.simple(3, Type::Token)
    }

    /// A pointer to `pointee`: typed or opaque, as the module has them.
    pub(crate) fn pointer_to(&mut self, pointee: TypeId, addrspace: u32, typed: bool) -> TypeId {
        if typed { self.intern(Type::TypedPtr { pointee, addrspace }) } else { self.ptr(addrspace) }
    }

    /// `ret (params)`
    pub(crate) fn function_type(&mut self, ret: TypeId, params: &[TypeId], vararg: bool) -> TypeId {
        if let Some(id) = self.base.and_then(|base| base.find_function(ret, params, vararg)) {
            return id;
        }
        let id = self.own.intern_function(ret, params, vararg);
        self.own_id(id)
    }

    /// `{ fields }` or `<{ fields }>`
    pub(crate) fn literal(&mut self, fields: &[TypeId], packed: bool) -> TypeId {
        if let Some(id) = self.base.and_then(|base| base.find_literal(fields, packed)) {
            return id;
        }
        let id = self.own.find_literal(fields, packed).unwrap_or_else(|| {
            let fields = self.own.lists.push(fields);
            self.own.push(Type::Struct { kind: StructKind::Literal, packed, name: Str::EMPTY, fields })
        });
        self.own_id(id)
    }

    /// A structure with a name of its own, without fields yet.
    pub(crate) fn identified(&mut self, name: Str) -> TypeId {
        let fields = self.own.lists.push(&[]);
        let id = self.own.push(Type::Struct { kind: StructKind::Opaque, packed: false, name, fields });
        self.own_id(id)
    }

    /// Return type, parameters and variadicity of a function type.
    #[inline]
    pub(crate) fn function(&self, id: TypeId) -> Option<(TypeId, ListRef<'_, TypeId>, bool)> {
        match self.get(id) {
            (Type::Function { ret, params, vararg }, table) => Some((ret, table.list(params), vararg)),
            _ => None,
        }
    }

    /// The element type of a vector, else the type itself.
    #[inline]
    pub(crate) fn scalar(&self, id: TypeId) -> TypeId {
        match self.kind(id) {
            Type::Vector { elem, .. } => elem,
            _ => id,
        }
    }

    /// A vector of `elem` with the shape of `like`, or `elem` itself if `like` is not a vector.
    pub(crate) fn shaped_like(&mut self, elem: TypeId, like: TypeId) -> TypeId {
        match self.kind(like) {
            Type::Vector { len, scalable, .. } => self.intern(Type::Vector { elem, len, scalable }),
            _ => elem,
        }
    }

    /// The type of member `index` of an aggregate; none if there is no such member.
    pub(crate) fn member(&self, id: TypeId, index: u64) -> Option<TypeId> {
        match self.get(id) {
            (Type::Struct { fields, .. }, table) => table.list(fields).get(usize::try_from(index).ok()?),
            (Type::Array { elem, len }, _) => (index < len).then_some(elem),
            (Type::Vector { elem, .. }, _) => Some(elem),
            _ => None,
        }
    }

    /// Address space of a pointer or vector of pointers.
    pub(crate) fn addrspace(&self, id: TypeId) -> Option<u32> {
        match self.kind(self.scalar(id)) {
            Type::Ptr(space) | Type::TypedPtr { addrspace: space, .. } => Some(space),
            _ => None,
        }
    }

    /// Whether it is a pointer.
    #[inline]
    pub(crate) fn is_pointer(&self, id: TypeId) -> bool {
        matches!(self.kind(id), Type::Ptr(_) | Type::TypedPtr { .. })
    }

    /// Whether it is a floating-point type.
    #[inline]
    pub(crate) fn is_float(&self, id: TypeId) -> bool {
        use Type::{BFloat, Double, Float, Fp128, Half, PpcFp128, X86Fp80};
        matches!(self.kind(id), Half | BFloat | Float | Double | X86Fp80 | Fp128 | PpcFp128)
    }

    /// Whether it is an integer type.
    #[inline]
    pub(crate) fn is_int(&self, id: TypeId) -> bool {
        matches!(self.kind(id), Type::Int(_))
    }

    /// Whether it is a byte type.
    #[inline]
    pub(crate) fn is_byte(&self, id: TypeId) -> bool {
        matches!(self.kind(id), Type::Byte(_))
    }

    /// Whether instructions can produce and use values of the type (LLVM 22, `Type::isFirstClassType`).
    pub(crate) fn is_first_class(&self, id: TypeId) -> bool {
        !matches!(self.kind(id), Type::Void | Type::Function { .. } | Type::Struct { kind: StructKind::Opaque, .. })
    }

    /// The type as it would be printed, for messages. Long ones are cut.
    #[cold]
    pub(crate) fn text(&self, id: TypeId, strings: &Strings) -> String {
        let mut out = String::new();
        self.write(&mut out, id, strings, 8);
        out
    }

    fn write_list(&self, out: &mut String, ids: ListRef<'_, TypeId>, strings: &Strings, depth: usize) {
        for (i, id) in ids.iter().enumerate() {
            if i != 0 {
                out.push_str(", ");
            }
            self.write(out, id, strings, depth);
            if out.len() > 200 {
                return out.push('…');
            }
        }
    }

    fn write(&self, out: &mut String, id: TypeId, strings: &Strings, depth: usize) {
        use std::fmt::Write as _;
        let Some(depth) = depth.checked_sub(1) else { return out.push('…') };
        let (ty, table) = self.get(id);
        let space = |out: &mut String, n: u32| {
            if n != 0 {
                let _ = write!(out, " addrspace({n})");
            }
        };
        match ty {
            Type::Int(bits) => {
                let _ = write!(out, "i{bits}");
            }
            Type::Byte(bits) => {
                let _ = write!(out, "b{bits}");
            }
            Type::Ptr(n) => {
                out.push_str("ptr");
                space(out, n);
            }
            Type::TypedPtr { pointee, addrspace } => {
                self.write(out, pointee, strings, depth);
                space(out, addrspace);
                out.push('*');
            }
            Type::Function { ret, params, vararg } => {
                self.write(out, ret, strings, depth);
                out.push_str(" (");
                self.write_list(out, table.list(params), strings, depth);
                if vararg {
                    out.push_str(if table.list(params).is_empty() { "..." } else { ", ..." });
                }
                out.push(')');
            }
            Type::Struct { kind: StructKind::Literal, packed, fields, .. } if table.list(fields).is_empty() => {
                out.push_str(if packed { "<{}>" } else { "{}" });
            }
            Type::Struct { kind: StructKind::Literal, packed, fields, .. } => {
                out.push_str(if packed { "<{ " } else { "{ " });
                self.write_list(out, table.list(fields), strings, depth);
                out.push_str(if packed { " }>" } else { " }" });
            }
            Type::Struct { name, .. } => {
                let _ = match name.is_empty() {
                    true => write!(out, "%{}", id.0 & !OWN),
                    false => write!(out, "%{}", String::from_utf8_lossy(strings.get(name))),
                };
            }
            Type::Array { elem, len } => {
                let _ = write!(out, "[{len} x ");
                self.write(out, elem, strings, depth);
                out.push(']');
            }
            Type::Vector { elem, len, scalable } => {
                let _ = write!(out, "<{}{len} x ", if scalable { "vscale x " } else { "" });
                self.write(out, elem, strings, depth);
                out.push('>');
            }
            Type::TargetExt { name, .. } => {
                let _ = write!(out, "target(\"{}\")", String::from_utf8_lossy(strings.get(name)));
            }
            other => out.push_str(simple_name(other)),
        }
    }
}

fn simple_name(ty: Type) -> &'static str {
    SIMPLE.iter().find(|row| row.1 == ty).map_or("?", |row| row.2)
}

/// The simple types: keyword, type, spelling. The first four are in the cache under other numbers.
const SIMPLE: [(Kw, Type, &str); 13] = [
    (Kw::Void, Type::Void, "void"),
    (Kw::LabelWord, Type::Label, "label"),
    (Kw::Metadata, Type::Metadata, "metadata"),
    (Kw::Token, Type::Token, "token"),
    (Kw::Half, Type::Half, "half"),
    (Kw::BFloat, Type::BFloat, "bfloat"),
    (Kw::FloatWord, Type::Float, "float"),
    (Kw::Double, Type::Double, "double"),
    (Kw::X86Fp80, Type::X86Fp80, "x86_fp80"),
    (Kw::Fp128, Type::Fp128, "fp128"),
    (Kw::PpcFp128, Type::PpcFp128, "ppc_fp128"),
    (Kw::X86Amx, Type::X86Amx, "x86_amx"),
    (Kw::X86Mmx, Type::X86Mmx, "x86_mmx"),
];

impl Parser<'_, '_> {
    /// The type as the text would have it, for messages.
    #[cold]
    pub(crate) fn type_text(&self, id: TypeId) -> String {
        // Names of structures belong to the module: in a part of the text, its strings are in the environment.
        let strings = match self.env {
            Some(env) if id.0 < OWN => &env.module.strings,
            _ => &self.strings,
        };
        self.types.text(id, strings)
    }

    /// A type that is not `void`.
    #[inline]
    pub(crate) fn ty(&mut self) -> Result<TypeId> {
        self.type_or("expected type", false)
    }

    /// A type, `void` included.
    #[inline]
    pub(crate) fn ty_or_void(&mut self) -> Result<TypeId> {
        self.type_or("expected type", true)
    }

    /// A type; `message` is the error if there is none.
    #[inline]
    pub(crate) fn type_or(&mut self, message: &'static str, allow_void: bool) -> Result<TypeId> {
        let start = self.span();
        let ty = match self.tok {
            Tok::IntType => {
                let bits = self.value as u32;
                self.next_comma();
                let ty = self.types.int(bits);
                if matches!(self.tok, Tok::Comma | Tok::LocalNum | Tok::Local | Tok::Int) {
                    return Ok(ty);
                }
                ty
            }
            Tok::ByteType => {
                let bits = self.value as u32;
                self.next();
                self.types.intern(Type::Byte(bits))
            }
            Tok::Word if self.word.kw == Kw::Ptr => {
                if self.typed_pointers() {
                    return Err(self.mixed_pointers("ptr type in a module with typed pointers"));
                }
                self.next_comma();
                if matches!(self.tok, Tok::Comma | Tok::LocalNum | Tok::Local) {
                    self.types.opaque_pointers = true;
                    return Ok(self.types.ptr(0));
                }
                let space = self.addrspace()?;
                if self.tok == Tok::Star {
                    return Err(self.error("ptr* is invalid - use ptr instead"));
                }
                self.types.opaque_pointers = true;
                let ptr = self.types.ptr(space);
                if self.tok != Tok::LParen {
                    return Ok(ptr);
                }
                ptr
            }
            _ => self.composite_type(message)?,
        };
        if !matches!(self.tok, Tok::Star | Tok::LParen) && !self.at(Kw::AddrSpace) {
            if !allow_void && self.types.kind(ty) == Type::Void {
                return Err(self.error_at(start, "void type only allowed for function results"));
            }
            return Ok(ty);
        }
        self.enter()?;
        let ty = self.type_suffixes(ty, start, allow_void)?;
        self.leave();
        Ok(ty)
    }

    #[cold]
    fn mixed_pointers(&self, message: &str) -> crate::error::Error {
        let error = self.error(message).label("opaque pointers and typed pointers do not mix");
        match self.first_typed_pointer() {
            Some(at) => error.note(at..at + 1, "a typed pointer is here"),
            None => error,
        }
    }

    /// `*`, `addrspace(N)*` and parameter lists after a type.
    fn type_suffixes(&mut self, mut ty: TypeId, start: std::ops::Range<usize>, allow_void: bool) -> Result<TypeId> {
        let mut depth = 0;
        loop {
            match self.tok {
                Tok::Star => {
                    self.check_pointee(ty)?;
                    ty = self.pointer_to(ty, 0)?;
                    self.next();
                }
                Tok::Word if self.word.kw == Kw::AddrSpace => {
                    self.check_pointee(ty)?;
                    let addrspace = self.addrspace()?;
                    if self.tok != Tok::Star {
                        return Err(self.error("expected '*' in address space"));
                    }
                    ty = self.pointer_to(ty, addrspace)?;
                    self.next();
                }
                Tok::LParen => ty = self.parameter_types(ty)?,
                _ => break,
            }
            depth += 1;
            if depth > self.limits.type_suffixes {
                return Err(self.beyond(LimitName::TypeSuffixes, "type of too many parts"));
            }
        }
        if !allow_void && self.types.kind(ty) == Type::Void {
            return Err(self.error_at(start, "void type only allowed for function results"));
        }
        Ok(ty)
    }

    /// The type of a `T*`. In a text that LLVM printed without a typed pointer so far, it is an error that causes the text to be parsed
    /// again with typed pointers. Anywhere else it is another spelling of `ptr`.
    fn pointer_to(&mut self, pointee: TypeId, addrspace: u32) -> Result<TypeId> {
        if self.typed_pointers() {
            return Ok(self.types.intern(Type::TypedPtr { pointee, addrspace }));
        }
        if self.keeps_typed {
            return Err(self.mixed_pointers("typed pointer in a module with opaque pointers"));
        }
        Ok(self.types.ptr(addrspace))
    }

    fn check_pointee(&self, ty: TypeId) -> Result<()> {
        Err(self.error(match self.types.kind(ty) {
            Type::Label => "basic block pointers are invalid",
            Type::Void => "pointers to void are invalid - use i8* instead",
            Type::Metadata | Type::Token | Type::X86Amx => "pointer to this type is invalid",
            _ => return Ok(()),
        }))
    }

    /// Parameters have values: `ty`, which is at `at`, must be a first-class type.
    pub(super) fn check_parameter(&self, ty: TypeId, at: std::ops::Range<usize>) -> Result<()> {
        match self.types.kind(ty) {
            Type::Void => Err(self.error_at(at, "void type only allowed for function results")),
            Type::Function { .. } | Type::Label => Err(self.error_at(at, "invalid type for function argument")),
            // Also if the text defines it later.
            Type::Struct { kind: StructKind::Opaque, .. }
                if self.env.is_none() && self.strict.is_some_and(LlvmVersion::opaque_arguments_refused) =>
            {
                Err(self.error_at(at, "invalid type for function argument"))
            }
            _ => Ok(()),
        }
    }

    /// The parameters of a function type whose return type is `ret`.
    fn parameter_types(&mut self, ret: TypeId) -> Result<TypeId> {
        if matches!(self.types.kind(ret), Type::Label | Type::Metadata | Type::Function { .. }) {
            return Err(self.error("invalid function return type"));
        }
        self.next();
        let first = self.type_scratch.len();
        let mut vararg = false;
        while self.tok != Tok::RParen {
            if self.type_scratch.len() > first {
                self.expect(Tok::Comma, "expected ')' at end of argument list")?;
            }
            if self.eat(Tok::DotDotDot) {
                vararg = true;
                break;
            }
            let at = self.span();
            let param = self.ty_or_void()?;
            self.check_parameter(param, at)?;
            // Attributes and names have no place in a function type.
            if matches!(self.tok, Tok::Local | Tok::LocalNum) {
                return Err(self.error("argument name invalid in function type"));
            }
            if self.tok == Tok::Word && self.word.attr != 0 {
                return Err(self.error("argument attributes invalid in function type"));
            }
            self.type_scratch.push(param);
        }
        self.expect(Tok::RParen, "expected ')' at end of argument list")?;
        let ty = self.types.function_type(ret, &self.type_scratch[first..], vararg);
        self.type_scratch.truncate(first);
        Ok(ty)
    }

    fn composite_type(&mut self, message: &'static str) -> Result<TypeId> {
        match self.tok {
            Tok::Word => {
                let kw = self.word.kw;
                if kw == Kw::Target {
                    return self.target_type();
                }
                let Some(ty) = self.types.simple_type(kw) else {
                    return Err(self.error(message));
                };
                self.next();
                Ok(ty)
            }
            Tok::Local | Tok::LocalNum => self.named_type(),
            Tok::LSquare => {
                self.next();
                self.sequence(false)
            }
            Tok::LBrace => {
                let first = self.struct_fields()?;
                let ty = self.types.literal(&self.type_scratch[first..], false);
                self.type_scratch.truncate(first);
                Ok(ty)
            }
            Tok::Less => {
                self.next();
                if self.tok != Tok::LBrace {
                    return self.sequence(true);
                }
                let first = self.struct_fields()?;
                let ty = self.types.literal(&self.type_scratch[first..], true);
                self.type_scratch.truncate(first);
                self.expect(Tok::Greater, "expected '>' at end of packed struct")?;
                Ok(ty)
            }
            _ => Err(self.error(message)),
        }
    }

    /// The fields of a structure with their braces, pushed on the scratch list; returns their start.
    pub(crate) fn struct_fields(&mut self) -> Result<usize> {
        self.expect(Tok::LBrace, "expected '{' here")?;
        self.enter()?;
        let first = self.type_scratch.len();
        while self.tok != Tok::RBrace {
            if self.type_scratch.len() > first {
                self.expect(Tok::Comma, "expected '}' at end of struct")?;
            }
            let at = self.span();
            let field = self.ty()?;
            if matches!(self.types.kind(field), Type::Label | Type::Metadata | Type::Token | Type::Function { .. }) {
                return Err(self.error_at(at, "invalid element type for struct"));
            }
            self.type_scratch.push(field);
        }
        self.next();
        self.leave();
        Ok(first)
    }

    /// The rest of an array or vector type after its opening bracket.
    fn sequence(&mut self, vector: bool) -> Result<TypeId> {
        let mut scalable = false;
        if vector && self.eat_kw(Kw::VScale) {
            self.expect_kw(Kw::X, "expected 'x' after vscale")?;
            scalable = true;
        }
        let len = match self.tok {
            Tok::Int if !self.negative && !self.big => Some(self.value),
            _ => None,
        };
        let Some(len) = len else { return Err(self.error("expected number in address space")) };
        let size_at = self.span();
        self.next();
        self.expect_kw(Kw::X, "expected 'x' after element count")?;
        self.enter()?;
        let at = self.span();
        let elem = self.ty()?;
        self.leave();
        let kind = self.types.kind(elem);
        let ty = if vector {
            self.expect(Tok::Greater, "expected end of sequential type")?;
            if len == 0 {
                return Err(self.error_at(size_at, "zero element vector is illegal"));
            }
            let Ok(len) = u32::try_from(len) else {
                return Err(self.error_at(size_at, "size too large for vector"));
            };
            let element = match self.types.get(elem) {
                (Type::Int(_) | Type::Byte(_) | Type::Ptr(_) | Type::TypedPtr { .. }, _) => true,
                (Type::TargetExt { target, .. }, _) => target == TargetType::VectorElement,
                _ => self.types.is_float(elem),
            };
            if !element {
                return Err(self.error_at(at, "invalid vector element type"));
            }
            Type::Vector { elem, len, scalable }
        } else {
            self.expect(Tok::RSquare, "expected end of sequential type")?;
            let of_vectors = matches!(kind, Type::Vector { scalable: true, .. }) && !self.language.sized_scalable_structures();
            if of_vectors || matches!(kind, Type::Label | Type::Metadata | Type::Token | Type::X86Amx | Type::Function { .. } | Type::Void)
            {
                return Err(self.error_at(at, "invalid array element type"));
            }
            Type::Array { elem, len }
        };
        Ok(self.types.intern(ty))
    }

    /// `target("name", types…, numbers…)`
    fn target_type(&mut self) -> Result<TypeId> {
        self.next();
        self.expect(Tok::LParen, "expected '(' in target extension type")?;
        let name = self.string()?;
        let first = self.type_scratch.len();
        let mut ints = Vec::new();
        self.enter()?;
        while self.eat(Tok::Comma) {
            if self.tok == Tok::Int {
                ints.push(self.u32()?);
            } else if !ints.is_empty() {
                // Types come before numbers.
                return Err(self.error("expected uint32 param"));
            } else {
                let ty = self.ty_or_void()?;
                self.type_scratch.push(ty);
            }
        }
        self.leave();
        self.expect(Tok::RParen, "expected ')' in target extension type")?;
        let types: Vec<TypeId> = self.type_scratch.split_off(first);
        if self.strict.is_some_and(LlvmVersion::target_parameters) {
            let wanted = match (TargetType::of(&name), types.len(), ints.len()) {
                (TargetType::SvCount, 0, 0) | (TargetType::VectorTuple, 1, 1) | (TargetType::NamedBarrier, 0, 1) => None,
                (TargetType::SvCount, ..) => Some("no parameters"),
                (TargetType::VectorTuple, ..) => Some("one type parameter and one integer parameter"),
                (TargetType::NamedBarrier, ..) => Some("no type parameters and one integer parameter"),
                _ => None,
            };
            if let Some(wanted) = wanted {
                let name = String::from_utf8_lossy(&name);
                return Err(self.error(format!("target extension type {name} should have {wanted}")));
            }
        }
        Ok(self.intern_target_type(&name, &types, &ints))
    }

    /// Equal target types are one. There are few.
    fn intern_target_type(&mut self, name: &[u8], types: &[TypeId], ints: &[u32]) -> TypeId {
        let equal = |table: &TypeTable, strings: &Strings| {
            table.iter().find_map(|(id, ty)| match ty {
                Type::TargetExt { name: n, types: t, ints: i, .. }
                    if strings.get(n) == name && table.list(t) == *types && table.list(i) == *ints =>
                {
                    Some(id)
                }
                _ => None,
            })
        };
        if let Some(id) = self.env.and_then(|env| equal(self.types.base?, &env.module.strings)) {
            return id;
        }
        if let Some(id) = equal(&self.types.own, &self.strings) {
            return self.types.own_id(id);
        }
        let target = TargetType::of(name);
        let name = self.strings.push(name);
        let types = self.types.own.lists.push(types);
        let ints = self.types.own.lists.push(ints);
        let id = self.types.own.push(Type::TargetExt { name, types, ints, target });
        self.types.own_id(id)
    }

    /// `addrspace(N)`, `addrspace("A")` or nothing, which is 0.
    pub(crate) fn addrspace(&mut self) -> Result<u32> {
        Ok(self.addrspace_if_any()?.unwrap_or(0))
    }

    /// `addrspace(N)`, `addrspace("A")` or nothing.
    pub(crate) fn addrspace_if_any(&mut self) -> Result<Option<u32>> {
        if !self.eat_kw(Kw::AddrSpace) {
            return Ok(None);
        }
        self.expect(Tok::LParen, "expected '(' in address space")?;
        let at = self.span();
        let space = match self.tok {
            Tok::Str => {
                let name = self.string()?;
                match self.spaces.named(&name) {
                    Some(space) => space,
                    None => return Err(self.error_at(at, format!("invalid symbolic addrspace '{}'", String::from_utf8_lossy(&name)))),
                }
            }
            Tok::Int => self.u32()?,
            _ => return Err(self.error("expected integer or string constant")),
        };
        if space >= 1 << 24 {
            return Err(self.error_at(at, "invalid address space, must be a 24-bit integer"));
        }
        self.expect(Tok::RParen, "expected ')' in address space")?;
        Ok(Some(space))
    }
}
