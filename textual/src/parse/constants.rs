//! Constants and values: literals and aggregates (LLVM 22, `LLParser::parseValID`, `convertValIDToValue`).

use super::Parser;
pub(crate) use super::intern::{BlockName, ConstUnit, PendingBlock};
use crate::error::{Error, Result};
use crate::token::{Kw, Tok};
use bctk_ir::constants::{ConstKind, ConstPool, Constant};
use bctk_ir::entity::{ListRef, TypeId};
use bctk_ir::integers;
use bctk_ir::target_types::TargetType;
use bctk_ir::types::{StructKind, Type};
use bctk_ir::value::{Value, ValueKind};
use bctk_ir::version::LlvmVersion;
use bctk_support::limits::LimitName;
use std::ops::Range;

/// Whether a constant is a number other than zero.
pub(super) fn is_number(kind: ConstKind) -> bool {
    matches!(kind, ConstKind::Int(_) | ConstKind::WideInt { .. } | ConstKind::Float(_) | ConstKind::WideFloat { .. })
}

/// Size in bytes of an element of an array or vector that LLVM stores as plain data; none for other types.
pub(super) fn data_width(elem: Type) -> Option<usize> {
    match elem {
        Type::Int(8) | Type::Byte(8) => Some(1),
        Type::Int(16) | Type::Byte(16) | Type::Half | Type::BFloat => Some(2),
        Type::Int(32) | Type::Byte(32) | Type::Float => Some(4),
        Type::Int(64) | Type::Byte(64) | Type::Double => Some(8),
        _ => None,
    }
}

/// The elements of an array or vector.
struct Elements {
    /// The type of the first.
    elem: TypeId,
    count: u64,
    /// All of them, if they are plain data.
    bytes: Option<Vec<u8>>,
    /// The fault of the first element of another type.
    wrong: Option<Error>,
}

impl<'s> Parser<'_, 's> {
    /// A value of type `ty`: at the top level a constant, in a body also a local.
    #[inline]
    pub(crate) fn value(&mut self, ty: TypeId) -> Result<Value> {
        match self.tok {
            Tok::LocalNum | Tok::Local if self.fun.active => self.local_value(ty),
            Tok::Int => self.int(ty),
            Tok::Global | Tok::GlobalNum => self.global_value(ty),
            _ => self.constant_value(ty),
        }
    }

    /// A type and a value.
    #[inline]
    pub(crate) fn typed_value(&mut self) -> Result<(TypeId, Value)> {
        if let Some(plain) = self.fast_typed_value() {
            return Ok(plain);
        }
        let ty = self.ty()?;
        Ok((ty, self.value(ty)?))
    }

    /// A comma, or an error with `message`, and a value of type `ty`.
    #[inline]
    pub(super) fn comma_value(&mut self, ty: TypeId, message: &'static str) -> Result<Value> {
        if self.tok == Tok::Comma
            && let Some(value) = self.fast_value(ty)
        {
            return Ok(value);
        }
        self.expect(Tok::Comma, message)?;
        self.value(ty)
    }

    /// A constant of type `ty`, in a body too.
    #[inline]
    pub(super) fn constant(&mut self, ty: TypeId) -> Result<Value> {
        if matches!(self.tok, Tok::Local | Tok::LocalNum) {
            return Err(self.error("invalid use of function-local name"));
        }
        self.value(ty)
    }

    /// A type and a constant.
    #[inline]
    pub(super) fn typed_constant(&mut self) -> Result<(TypeId, Value)> {
        let ty = self.ty()?;
        Ok((ty, self.constant(ty)?))
    }

    /// Where new constants go: the body, or no body.
    #[inline]
    pub(super) fn const_unit(&mut self) -> &mut ConstUnit<'s> {
        if self.fun.active { &mut self.fun.consts } else { &mut self.consts }
    }

    /// The constant as a value.
    #[inline]
    pub(super) fn intern(&mut self, ty: TypeId, kind: ConstKind) -> Value {
        match self.fun.active {
            true => Value::local_const(self.fun.consts.intern(ty, kind)),
            false => Value::constant(self.consts.intern(ty, kind)),
        }
    }

    /// The constant that `value` is, if it is in the current pool.
    #[inline]
    pub(super) fn constant_of(&self, value: Value) -> Option<(Constant, &ConstPool)> {
        let (pool, index) = match value.kind() {
            ValueKind::LocalConst(index) => (&self.fun.consts.pool, index),
            ValueKind::Const(index) => (&self.consts.pool, index),
            _ => return None,
        };
        Some((pool.get(index)?, pool))
    }

    /// What constant `value` is.
    #[inline]
    pub(super) fn kind_of(&self, value: Value) -> Option<ConstKind> {
        self.constant_of(value).map(|(c, _)| c.kind)
    }

    /// An integer of at most 64 bits.
    pub(super) fn int_constant(&mut self, ty: TypeId, value: i64) -> Value {
        self.intern(ty, if value == 0 { ConstKind::Null } else { ConstKind::Int(value) })
    }

    /// An integer of any width from its words.
    pub(super) fn wide_constant(&mut self, ty: TypeId, bits: u32, mut words: Vec<u64>) -> Value {
        words.resize(bits.div_ceil(64) as usize, 0);
        integers::cut(&mut words, bits);
        if bits <= 64 {
            return self.int_constant(ty, integers::signed(words.first().copied().unwrap_or(0), bits));
        }
        let len = integers::active_words(&words);
        if len == 0 {
            return self.intern(ty, ConstKind::Null);
        }
        let pool = &mut self.const_unit().pool;
        let start = pool.words.len() as u32;
        pool.words.extend_from_slice(&words[..len]);
        self.intern(ty, ConstKind::WideInt { start, len: len as u32 })
    }

    /// The current integer.
    #[inline]
    fn int(&mut self, ty: TypeId) -> Result<Value> {
        if let Type::Int(bits @ 1..=64) | Type::Byte(bits @ 1..=64) = self.types.kind(ty)
            && !self.big
        {
            let value = integers::signed(if self.negative { self.value.wrapping_neg() } else { self.value }, bits);
            self.next_comma();
            return Ok(self.int_constant(ty, value));
        }
        self.wide_integer(ty)
    }

    fn wide_integer(&mut self, ty: TypeId) -> Result<Value> {
        let (Type::Int(bits) | Type::Byte(bits)) = self.types.kind(ty) else {
            let older = !self.language.byte_types();
            return Err(self.error(if older {
                "integer constant must have integer type"
            } else {
                "integer/byte constant must have integer/byte type"
            }));
        };
        let count = bits.div_ceil(64) as usize;
        let words = match self.text() {
            [sign @ (b's' | b'u'), _, _, digits @ ..] => from_hex(digits, *sign == b's', count),
            digits => {
                let digits = digits.strip_prefix(b"-").unwrap_or(digits);
                let digits = &digits[digits.iter().take_while(|&&c| c == b'0').count()..];
                if digits.len() > self.limits.integer_digits {
                    return Err(self.beyond(LimitName::IntegerDigits, format_args!("integer constant of {} digits", digits.len())));
                }
                let mut words = from_decimal(digits, count);
                if self.negative {
                    negate(&mut words);
                }
                words
            }
        };
        self.next();
        Ok(self.wide_constant(ty, bits, words))
    }

    #[cold]
    pub(super) fn mismatch(&self, span: Range<usize>, got: TypeId, expected: TypeId) -> Error {
        let (got, expected) = (self.type_text(got), self.type_text(expected));
        self.error_at(span, format!("constant expression type mismatch: got type '{got}' but expected '{expected}'"))
            .label(format!("expected '{expected}', found '{got}'"))
    }

    /// A constant that is neither an integer nor a global value.
    #[inline(never)]
    fn constant_value(&mut self, ty: TypeId) -> Result<Value> {
        if let Type::Function { .. } = self.types.kind(ty) {
            return Err(self.error("functions are not values, refer to them as pointers"));
        }
        match self.tok {
            Tok::Float | Tok::SpecialFloat | Tok::HexFloat => {
                let kind = self.float_kind(ty)?;
                Ok(self.intern(ty, kind))
            }
            Tok::Word => self.word_value(ty),
            Tok::LBrace => self.structure(ty, false),
            Tok::LSquare => self.array(ty),
            Tok::Less => {
                let start = self.span();
                self.next();
                if self.tok == Tok::LBrace { self.structure(ty, true) } else { self.vector(ty, start) }
            }
            Tok::Local | Tok::LocalNum => Err(self.error("invalid use of function-local name")),
            _ => Err(self.error("expected value token")),
        }
    }

    /// Whether an opaque structure may be `undef`, as until LLVM 20.
    fn may_be_undefined(&self, ty: TypeId) -> bool {
        let is_opaque = matches!(self.types.kind(ty), Type::Struct { kind: StructKind::Opaque, .. });
        is_opaque && !self.strict.is_some_and(LlvmVersion::opaque_undef_refused)
    }

    fn word_value(&mut self, ty: TypeId) -> Result<Value> {
        let start = self.span();
        let first_class = |p: &Self| p.types.is_first_class(ty) && p.types.kind(ty) != Type::Label;
        let kind = match self.word.kw {
            Kw::True | Kw::False => {
                let bit = self.types.int(1);
                if ty != bit {
                    return Err(self.mismatch(start, bit, ty));
                }
                if self.at(Kw::True) { ConstKind::Int(-1) } else { ConstKind::Null }
            }
            Kw::Null => {
                if !self.types.is_pointer(ty) {
                    return Err(self.error("null must be a pointer type"));
                }
                ConstKind::Null
            }
            Kw::Undef if first_class(self) || self.may_be_undefined(ty) => ConstKind::Undef,
            Kw::Poison if first_class(self) || self.may_be_undefined(ty) => ConstKind::Poison,
            Kw::ZeroInitializer if first_class(self) && self.has_zero(ty) => {
                self.old.zero_pointers |= self.types.addrspace(ty).is_some() && !self.types.is_pointer(ty);
                ConstKind::Null
            }
            Kw::Undef => return Err(self.error("invalid type for undef constant")),
            Kw::Poison => return Err(self.error("invalid type for poison constant")),
            Kw::ZeroInitializer => return Err(self.error("invalid type for null constant")),
            Kw::NoneWord => {
                if self.types.kind(ty) != Type::Token {
                    return Err(self.error("invalid type for none constant"));
                }
                ConstKind::Null
            }
            Kw::C => return self.string_constant(ty),
            Kw::Asm => return Err(self.error("invalid type for inline asm constraint string")),
            Kw::Splat => {
                self.old.splats = true;
                return self.splat(ty);
            }
            Kw::BlockAddress => return self.block_address(ty),
            Kw::DsoLocalEquivalent | Kw::NoCfi => return self.wrapped_global(ty),
            _ => {
                let (found, value) = self.untyped_expression()?;
                if found != ty {
                    return Err(self.mismatch(start, found, ty));
                }
                return Ok(value);
            }
        };
        self.next();
        Ok(self.intern(ty, kind))
    }

    /// Whether the type has a zero.
    fn has_zero(&self, ty: TypeId) -> bool {
        match self.types.kind(ty) {
            Type::TargetExt { target, .. } => {
                let had_zero = |llvm: LlvmVersion| target == TargetType::SpirvImage && llvm.spirv_image_zeros();
                target.has_zero() || self.strict.is_none_or(had_zero)
            }
            _ => true,
        }
    }

    /// `c"text"`
    fn string_constant(&mut self, ty: TypeId) -> Result<Value> {
        let start = self.span();
        self.next();
        if self.tok != Tok::Str {
            return Err(self.error("expected string"));
        }
        let text = self.name();
        let elem = match self.types.kind(ty) {
            Type::Array { elem, .. } | Type::Vector { elem, .. } if self.types.kind(elem) == Type::Byte(8) => elem,
            _ => self.types.int(8),
        };
        let found = self.types.intern(Type::Array { elem, len: text.len() as u64 });
        self.next();
        if found != ty {
            return Err(self.mismatch(start, found, ty));
        }
        Ok(self.data(ty, &text))
    }

    /// An array or vector of plain elements from their bytes.
    pub(super) fn data(&mut self, ty: TypeId, bytes: &[u8]) -> Value {
        if bytes.iter().all(|&b| b == 0) {
            return self.intern(ty, ConstKind::Null);
        }
        if let Some(kind) = self.number_of_all(ty, bytes) {
            return self.intern(ty, kind);
        }
        let s = self.const_unit().pool.bytes.push(bytes);
        self.intern(ty, ConstKind::Data(s))
    }

    /// Whether vectors with elements of this type are one number if their elements are equal (`ConstantVector::getImpl`).
    fn is_one_number(&self, elem: TypeId) -> bool {
        self.language.float_splats() && (self.types.is_float(elem) || self.types.is_byte(elem))
    }

    /// A number that another constant of the current pool is, too, as one of type `ty`. It gets words of its own.
    pub(super) fn intern_number(&mut self, ty: TypeId, kind: ConstKind) -> Value {
        let words = &mut self.const_unit().pool.words;
        let end = words.len() as u32;
        let mut copy = |start: u32, len: u32| words.extend_from_within(start as usize..(start + len) as usize);
        let kind = match kind {
            ConstKind::WideInt { start, len } => {
                copy(start, len);
                ConstKind::WideInt { start: end, len }
            }
            ConstKind::WideFloat { start } => {
                copy(start, 2);
                ConstKind::WideFloat { start: end }
            }
            kind => kind,
        };
        self.intern(ty, kind)
    }

    /// The number that all elements of the vector `ty` are, from their bytes, if the vector is stored as that number.
    fn number_of_all(&self, ty: TypeId, bytes: &[u8]) -> Option<ConstKind> {
        let Type::Vector { elem, .. } = self.types.kind(ty) else { return None };
        let width = data_width(self.types.kind(elem)).filter(|_| self.is_one_number(elem))?;
        let (first, rest) = bytes.split_at_checked(width)?;
        if !rest.chunks(width).all(|other| other == first) {
            return None;
        }
        let mut word = [0; 8];
        word[..width].copy_from_slice(first);
        let word = u64::from_le_bytes(word);
        Some(match self.types.kind(elem) {
            Type::Byte(bits) => ConstKind::Int(integers::signed(word, bits)),
            _ => ConstKind::Float(word),
        })
    }

    /// Elements with their types up to and including `close`: on the scratch list or, if they are plain, as bytes. `None` if there are none.
    fn elements(&mut self, close: Tok, what: &str, message: &'static str) -> Result<Option<Elements>> {
        let (mut elem, mut count, mut bytes, mut wrong) = (None, 0u64, None, None);
        let mut kind = Type::Void;
        if self.tok == close {
            self.next();
            return Ok(None);
        }
        let first_at = self.span();
        loop {
            let ty = self.ty()?;
            match elem {
                None => {
                    elem = Some(ty);
                    kind = self.types.kind(ty);
                    bytes = data_width(kind).map(|width| (width, std::mem::take(&mut self.fun.data)));
                }
                Some(elem) if elem != ty && wrong.is_none() => {
                    let text = self.type_text(elem);
                    wrong = Some(self.error_at(first_at.clone(), format!("{what} element #{count} is not of type '{text}")));
                }
                Some(_) => {}
            }
            if let Some((width, plain)) = &mut bytes {
                let word = match self.tok {
                    _ if wrong.is_some() => None,
                    Tok::Int if !self.big && matches!(kind, Type::Int(_) | Type::Byte(_)) => {
                        let word = if self.negative { self.value.wrapping_neg() } else { self.value };
                        self.next();
                        Some(word)
                    }
                    Tok::Float | Tok::SpecialFloat | Tok::HexFloat if !matches!(kind, Type::Int(_) | Type::Byte(_)) => {
                        Some(self.float_bits(ty, kind)?)
                    }
                    _ => None,
                };
                match word {
                    Some(word) => plain.extend_from_slice(&word.to_le_bytes()[..*width]),
                    None => {
                        // Anything else: previous plain elements become separate constants.
                        let (width, plain) = (*width, std::mem::take(plain));
                        for element in plain.chunks_exact(width) {
                            let value = self.plain_element(ty, kind, element);
                            self.scratch.push(value.raw());
                        }
                        self.fun.data = plain;
                        self.fun.data.clear();
                        bytes = None;
                    }
                }
            }
            if bytes.is_none() {
                let value = self.constant(ty)?;
                self.scratch.push(value.raw());
            }
            count += 1;
            if !self.eat(Tok::Comma) {
                break;
            }
        }
        self.expect(close, message)?;
        Ok(elem.map(|elem| Elements { elem, count, bytes: bytes.map(|(_, plain)| plain), wrong }))
    }

    /// An element of plain data.
    pub(super) fn plain_element(&mut self, ty: TypeId, kind: Type, bytes: &[u8]) -> Value {
        let mut word = [0; 8];
        word[..bytes.len().min(8)].copy_from_slice(&bytes[..bytes.len().min(8)]);
        let word = u64::from_le_bytes(word);
        match kind {
            Type::Int(bits) | Type::Byte(bits) => self.int_constant(ty, integers::signed(word, bits)),
            _ => self.intern(ty, if word == 0 { ConstKind::Null } else { ConstKind::Float(word) }),
        }
    }

    /// `[T a, T b]`
    fn array(&mut self, ty: TypeId) -> Result<Value> {
        let start = self.span();
        self.next();
        self.enter()?;
        let first = self.scratch.len();
        let first_at = self.span();
        let elements = self.elements(Tok::RSquare, "array", "expected end of array constant")?;
        self.leave();
        let Some(Elements { elem, count: len, bytes, wrong }) = elements else {
            // The element type is unknown.
            if !matches!(self.types.kind(ty), Type::Array { len: 0, .. }) {
                return Err(self.error_at(start, "invalid empty array initializer"));
            }
            let kind = if self.language.poison_empty_arrays() { ConstKind::Poison } else { ConstKind::Undef };
            return Ok(self.intern(ty, kind));
        };
        if !self.types.is_first_class(elem) {
            let text = self.type_text(elem);
            return Err(self.error_at(first_at, format!("invalid array element type: {text}")));
        }
        if let Some(wrong) = wrong {
            return Err(wrong);
        }
        if !matches!(self.types.kind(ty), Type::Array { elem: e, len: l } if e == elem && l == len) {
            let found = self.types.intern(Type::Array { elem, len });
            return Err(self.mismatch(start, found, ty));
        }
        Ok(self.finish_elements(ty, elem, first, bytes))
    }

    /// `<T a, T b>` after its bracket.
    fn vector(&mut self, ty: TypeId, start: Range<usize>) -> Result<Value> {
        self.enter()?;
        let first = self.scratch.len();
        let first_at = self.span();
        let elements = self.elements(Tok::Greater, "vector", "expected end of constant")?;
        self.leave();
        let Some(Elements { elem, count: len, bytes, wrong }) = elements else {
            return Err(self.error_at(start, "constant vector must not be empty"));
        };
        if !self.types.is_int(elem) && !self.types.is_byte(elem) && !self.types.is_float(elem) && !self.types.is_pointer(elem) {
            return Err(self.error_at(first_at, "vector elements must have integer, byte, pointer or floating point type"));
        }
        if let Some(wrong) = wrong {
            return Err(wrong);
        }
        if !matches!(self.types.kind(ty), Type::Vector { elem: e, len: l, scalable: false } if e == elem && u64::from(l) == len) {
            let len = u32::try_from(len).unwrap_or(u32::MAX);
            let found = self.types.intern(Type::Vector { elem, len, scalable: false });
            return Err(self.mismatch(start, found, ty));
        }
        self.old.written_splats |= !self.old.written_splats && self.are_equal_numbers(elem, first, bytes.as_deref());
        Ok(self.finish_elements(ty, elem, first, bytes))
    }

    /// Whether elements, given as bytes or as values from `first` on, are the same number other than zero.
    fn are_equal_numbers(&self, elem: TypeId, first: usize, bytes: Option<&[u8]>) -> bool {
        match bytes {
            Some(bytes) => {
                let width = data_width(self.types.kind(elem)).unwrap_or(1);
                bytes.iter().any(|&byte| byte != 0) && bytes.chunks(width).all(|chunk| bytes.starts_with(chunk))
            }
            None => {
                let values = &self.scratch[first..];
                let kind = values.first().and_then(|&raw| self.kind_of(Value::from_raw(raw)));
                kind.is_some_and(is_number) && values.iter().all(|raw| *raw == values[0])
            }
        }
    }

    fn finish_elements(&mut self, ty: TypeId, elem: TypeId, first: usize, bytes: Option<Vec<u8>>) -> Value {
        match bytes {
            Some(mut bytes) => {
                let value = self.data(ty, &bytes);
                bytes.clear();
                self.fun.data = bytes;
                value
            }
            None => self.sequence_of(ty, elem, first),
        }
    }

    /// The array or vector `ty` of the values on the scratch list from `first` on, which are removed.
    pub(super) fn sequence_of(&mut self, ty: TypeId, elem: TypeId, first: usize) -> Value {
        if let Some(kind) = self.uniform(first, true) {
            self.scratch.truncate(first);
            return self.intern(ty, kind);
        }
        if matches!(self.types.kind(ty), Type::Vector { .. })
            && self.is_one_number(elem)
            && let Some(&one) = self.scratch.get(first)
            && self.scratch[first..].iter().all(|&raw| raw == one)
            && let Some(kind) = self.kind_of(Value::from_raw(one)).filter(|&kind| is_number(kind))
        {
            self.scratch.truncate(first);
            return self.intern_number(ty, kind);
        }
        let elem_kind = self.types.kind(elem);
        if let Some(width) = data_width(elem_kind) {
            let mut bytes = std::mem::take(&mut self.fun.data);
            let plain = self.scratch[first..].iter().all(|&raw| match self.kind_of(Value::from_raw(raw)) {
                Some(ConstKind::Null) => {
                    bytes.extend_from_slice(&[0; 8][..width]);
                    true
                }
                Some(ConstKind::Int(n)) => {
                    bytes.extend_from_slice(&n.to_le_bytes()[..width]);
                    true
                }
                Some(ConstKind::Float(n)) => {
                    bytes.extend_from_slice(&n.to_le_bytes()[..width]);
                    true
                }
                _ => false,
            });
            let value = plain.then(|| self.data(ty, &bytes));
            bytes.clear();
            self.fun.data = bytes;
            if let Some(value) = value {
                self.scratch.truncate(first);
                return value;
            }
        }
        self.aggregate(ty, first)
    }

    fn aggregate(&mut self, ty: TypeId, first: usize) -> Value {
        let unit = if self.fun.active { &mut self.fun.consts } else { &mut self.consts };
        let list = unit.pool.lists.push_iter(ListRef::of_words(&self.scratch[first..]));
        self.scratch.truncate(first);
        self.intern(ty, ConstKind::Aggregate(list))
    }

    /// The aggregate of the values from `first` on if they are all zero, undefined or poison.
    fn uniform(&self, first: usize, empty_is_zero: bool) -> Option<ConstKind> {
        let values = &self.scratch[first..];
        let Some(&one) = values.first() else { return empty_is_zero.then_some(ConstKind::Null) };
        let kind = self.kind_of(Value::from_raw(one))?;
        let is_uniform = matches!(kind, ConstKind::Null | ConstKind::Undef | ConstKind::Poison)
            && values.iter().all(|&raw| raw == one || self.kind_of(Value::from_raw(raw)) == Some(kind));
        is_uniform.then_some(kind)
    }

    /// `{T a, U b}`; of a packed one the angle bracket was taken.
    fn structure(&mut self, ty: TypeId, packed: bool) -> Result<Value> {
        let start = self.span();
        self.next();
        self.enter()?;
        let first = self.scratch.len();
        let Type::Struct { packed: is_packed, .. } = self.types.kind(ty) else {
            return Err(self.error_at(start, "constant expression type mismatch").label(format!("expected '{}'", self.type_text(ty))));
        };
        let fields = match self.types.get(ty) {
            (Type::Struct { fields, .. }, table) => table.list(fields).len(),
            _ => 0,
        };
        if self.tok != Tok::RBrace {
            loop {
                let (found, value) = self.typed_constant()?;
                let at = self.scratch.len() - first;
                if self.types.member(ty, at as u64).is_some_and(|field| field != found) {
                    return Err(self.error_at(start, format!("element {at} of struct initializer doesn't match struct element type")));
                }
                self.scratch.push(value.raw());
                if !self.eat(Tok::Comma) {
                    break;
                }
            }
        }
        self.expect(Tok::RBrace, if packed { "expected end of packed struct" } else { "expected end of struct constant" })?;
        if packed {
            self.expect(Tok::Greater, "expected end of constant")?;
        }
        self.leave();
        if self.scratch.len() - first != fields {
            return Err(self.error_at(start, "initializer with struct type has wrong # elements"));
        }
        if packed != is_packed {
            return Err(self.error_at(start, "packed'ness of initializer and type don't match"));
        }
        match self.uniform(first, true) {
            Some(kind) => {
                self.scratch.truncate(first);
                Ok(self.intern(ty, kind))
            }
            None => Ok(self.aggregate(ty, first)),
        }
    }

    /// `splat (T x)`
    fn splat(&mut self, ty: TypeId) -> Result<Value> {
        let start = self.span();
        self.next();
        self.expect(Tok::LParen, "expected '(' after vector splat")?;
        self.enter()?;
        let (elem, value) = self.typed_constant()?;
        self.leave();
        self.expect(Tok::RParen, "expected ')' at end of vector splat")?;
        match self.types.kind(ty) {
            Type::Vector { len, scalable: false, .. } if !self.affords(len) => Err(self.beyond_elements(start, len)),
            Type::Vector { elem: e, .. } if e == elem => Ok(self.splat_of(ty, elem, value)),
            Type::Vector { elem: e, .. } => Err(self.mismatch(start, elem, e)),
            _ => Err(self.error_at(start, "vector constant must have vector type")),
        }
    }

    /// The vector `ty` whose elements are all `value`; a scalable one is the shuffle of an insertion.
    pub(super) fn splat_of(&mut self, ty: TypeId, elem: TypeId, value: Value) -> Value {
        let Type::Vector { len, scalable, .. } = self.types.kind(ty) else { return value };
        let kind = self.kind_of(value);
        self.old.null_splats |= kind == Some(ConstKind::Null) && self.types.is_pointer(elem);
        if self.is_one_number(elem) {
            // A zero of one word is another constant than `zeroinitializer`, but for scalable vectors.
            let zero = match self.types.kind(elem) {
                Type::Byte(_) => ConstKind::Int(0),
                Type::X86Fp80 | Type::Fp128 | Type::PpcFp128 => ConstKind::Null,
                _ => ConstKind::Float(0),
            };
            match kind {
                Some(ConstKind::Null) if !scalable => return self.intern(ty, zero),
                Some(kind) if is_number(kind) => return self.intern_number(ty, kind),
                _ => {}
            }
        }
        if let Some(kind @ (ConstKind::Null | ConstKind::Undef | ConstKind::Poison)) = kind {
            return self.intern(ty, kind);
        }
        if !scalable {
            if let (Some(width), Some(ConstKind::Int(n))) = (data_width(self.types.kind(elem)), kind) {
                let bytes = n.to_le_bytes()[..width].repeat(len as usize);
                return self.data(ty, &bytes);
            }
            let first = self.scratch.len();
            self.scratch.resize(first + len as usize, value.raw());
            return self.sequence_of(ty, elem, first);
        }
        let poison = self.intern(ty, ConstKind::Poison);
        let i64 = self.types.int(64);
        let zero = self.intern(i64, ConstKind::Null);
        let list = self.const_unit().pool.lists.push(&[poison, value, zero]);
        let insert = self.intern(ty, ConstKind::InsertElement(list));
        let i32 = self.types.int(32);
        let mask_ty = self.types.intern(Type::Vector { elem: i32, len, scalable: true });
        let mask = self.intern(mask_ty, ConstKind::Null);
        let list = self.const_unit().pool.lists.push(&[insert, poison, mask]);
        self.intern(ty, ConstKind::ShuffleVector(list))
    }
}

/// The low `count` words of a decimal number.
fn from_decimal(digits: &[u8], count: usize) -> Vec<u64> {
    let mut words: Vec<u64> = Vec::new();
    for chunk in digits.chunks(18) {
        let mut carry = chunk.iter().fold(0u64, |n, &c| n * 10 + u64::from(c.wrapping_sub(b'0')));
        let scale = 10u64.pow(chunk.len() as u32);
        for word in &mut words {
            let product = u128::from(*word) * u128::from(scale) + u128::from(carry);
            *word = product as u64;
            carry = (product >> 64) as u64;
        }
        if carry != 0 && words.len() < count {
            words.push(carry);
        }
    }
    words.resize(count, 0);
    words
}

/// The low `count` words of a hexadecimal number. For a signed one, the highest set bit is the sign, as in LLVM 22.
fn from_hex(digits: &[u8], signed: bool, count: usize) -> Vec<u64> {
    let mut words: Vec<u64> =
        digits.rchunks(16).map(|chunk| chunk.iter().fold(0, |n, &c| n << 4 | u64::from((c as char).to_digit(16).unwrap_or(0)))).collect();
    if signed && let Some(top) = words.iter().rposition(|&w| w != 0) {
        words.truncate(top + 1);
        words[top] |= u64::MAX << (63 - words[top].leading_zeros());
        words.resize(count.max(top + 1), u64::MAX);
    }
    words.resize(count, 0);
    words
}

fn negate(words: &mut [u64]) {
    let mut carry = true;
    for word in words {
        (*word, carry) = (!*word).overflowing_add(u64::from(carry));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wide_numbers() {
        assert_eq!(from_decimal(b"36893488147419103233", 2), [1, 2]);
        assert_eq!(from_decimal(b"36893488147419103233", 1), [1]);
        assert_eq!(from_hex(b"1F", true, 2), [u64::MAX, u64::MAX]);
        assert_eq!(from_hex(b"1F", false, 2), [31, 0]);
        assert_eq!(from_hex(b"10000000000000002", false, 2), [2, 1]);
        let mut words = [1, 0];
        negate(&mut words);
        assert_eq!(words, [u64::MAX, u64::MAX]);
    }
}
