//! Folds constant expressions as LLVM does when it creates them, without the data layout (`ConstantExpr`,
//! `ConstantFoldCastInstruction`, `ConstantFoldBinaryInstruction` …).
//!
//! `fold` of `bctk-transforms` does the same for a module that is whole, by the rules of any release. Here parts of a text are parsed on
//! several threads. Each has tables of its own on top of the module's, and global values may not be defined yet, so nothing asks what one is.
//! Only text of the newest releases is folded, and what is made is limited by the length of the text.

use super::Parser;
use super::constants::{data_width, is_number};
use crate::error::Error;
use bctk_ir::constants::{ConstKind, Constant};
use bctk_ir::entity::{ListRef, TypeId};
use bctk_ir::inst::OpFlags;
use bctk_ir::integers;
use bctk_ir::opcodes::{BinOp, CastOp};
use bctk_ir::types::Type;
use bctk_ir::value::Value;
use bctk_support::limits::{FOLDED_ELEMENTS, LimitName};
use std::ops::Range;

impl Parser<'_, '_> {
    /// Whether abbreviated constants may expand to `elements` more elements. A short text must not need much memory.
    pub(super) fn afford(&mut self, elements: u32) -> bool {
        self.fun.expanded += u64::from(elements);
        self.fun.expanded <= self.limits.expanded_elements.saturating_add(self.source().len() as u64)
    }

    /// Whether a vector of `elements` equal elements may be made.
    pub(super) fn affords(&mut self, elements: u32) -> bool {
        elements <= self.limits.splat_elements && self.afford(elements)
    }

    /// About a vector that [`Parser::affords`] refused.
    pub(super) fn beyond_elements(&self, at: Range<usize>, elements: u32) -> Error {
        let limit = if elements > self.limits.splat_elements { LimitName::SplatElements } else { LimitName::ExpandedElements };
        Error::beyond(at, limit, &self.limits, format_args!("a vector of {elements} elements"))
    }

    /// Element `index` of a constant vector or array of type `ty`, as a constant of its own.
    fn element_of(&mut self, ty: TypeId, value: Value, index: u64) -> Option<Value> {
        let (elem, len) = match self.types.kind(ty) {
            Type::Vector { elem, len, .. } => (elem, u64::from(len)),
            _ => return None,
        };
        if index >= len {
            return None;
        }
        let (constant, pool) = self.constant_of(value)?;
        match constant.kind {
            kind @ (ConstKind::Null | ConstKind::Undef | ConstKind::Poison) => Some(self.intern(elem, kind)),
            kind if is_number(kind) => Some(self.splat_element(elem, kind)),
            ConstKind::Aggregate(list) => pool.lists.get(list).get(index as usize),
            ConstKind::Data(s) => {
                let kind = self.types.kind(elem);
                let width = data_width(kind)?;
                let mut bytes = [0; 8];
                bytes[..width].copy_from_slice(pool.bytes.get(s).get(index as usize * width..)?.get(..width)?);
                Some(self.plain_element(elem, kind, &bytes[..width]))
            }
            _ => None,
        }
    }

    /// The element, of type `elem`, of a vector that is one number.
    fn splat_element(&mut self, elem: TypeId, kind: ConstKind) -> Value {
        let zero = matches!(kind, ConstKind::Int(0) | ConstKind::Float(0));
        self.intern_number(elem, if zero { ConstKind::Null } else { kind })
    }

    /// Element `index` of a constant vector of type `ty`, as an expression if it cannot be extracted.
    fn element_value(&mut self, ty: TypeId, mut value: Value, index: u64) -> Option<Value> {
        let Type::Vector { elem, .. } = self.types.kind(ty) else { return None };
        loop {
            if let Some(element) = self.element_of(ty, value, index) {
                return Some(element);
            }
            if let Some(element) = self.element_of_gep(value, elem, index) {
                return Some(element);
            }
            let Some((Constant { kind: ConstKind::InsertElement(list), .. }, pool)) = self.constant_of(value) else { break };
            let Some([vector, element, at]) = pool.lists.get(list).array() else { break };
            match self.index(at) {
                Some(at) if at == index => return Some(element),
                Some(_) => value = vector,
                None => break,
            }
        }
        let i32 = self.types.int(32);
        let index = self.int_constant(i32, i64::try_from(index).ok()?);
        Some(self.intern(elem, ConstKind::ExtractElement(value, index)))
    }

    /// Element `index` of a GEP that yields a vector: the GEP of the elements of its operands.
    fn element_of_gep(&mut self, value: Value, elem: TypeId, index: u64) -> Option<Value> {
        let (Constant { kind: ConstKind::Gep { flags, source, ops, in_range }, .. }, pool) = self.constant_of(value)? else { return None };
        let ops = pool.lists.get(ops).to_vec();
        let first = self.scratch.len();
        let mut base_ty = elem;
        for (i, op) in ops.into_iter().enumerate() {
            let element = match self.value_type(op) {
                Some(ty) if matches!(self.types.kind(ty), Type::Vector { .. }) => self.element_value(ty, op, index),
                other => {
                    base_ty = if i == 0 { other.unwrap_or(elem) } else { base_ty };
                    Some(op)
                }
            };
            let Some(element) = element else {
                self.scratch.truncate(first);
                return None;
            };
            self.scratch.push(element.raw());
        }
        let base = Value::from_raw(self.scratch[first]);
        if let Some(folded) = self.fold_gep(elem, base_ty, base, first, in_range.is_some()) {
            self.scratch.truncate(first);
            return Some(folded);
        }
        let unit = if self.fun.active { &mut self.fun.consts } else { &mut self.consts };
        let ops = unit.pool.lists.push_iter(ListRef::of_words(&self.scratch[first..]));
        self.scratch.truncate(first);
        Some(self.intern(elem, ConstKind::Gep { flags, source, ops, in_range }))
    }

    /// What all elements of a scalable vector are, if it is known.
    fn scalable_splat(&mut self, value: Value) -> Option<Value> {
        if let Some((Constant { ty, kind }, _)) = self.constant_of(value)
            && let Type::Vector { elem, scalable: true, .. } = self.types.kind(ty)
            && is_number(kind)
        {
            return Some(self.splat_element(elem, kind));
        }
        let (Constant { kind: ConstKind::ShuffleVector(list), .. }, pool) = self.constant_of(value)? else { return None };
        let [insert, _, mask] = pool.lists.get(list).array()?;
        let (Constant { kind: ConstKind::InsertElement(list), .. }, pool) = self.constant_of(insert)? else { return None };
        let [_, element, at] = pool.lists.get(list).array()?;
        let zero = |value| self.kind_of(value) == Some(ConstKind::Null);
        (zero(mask) && zero(at)).then_some(element)
    }

    /// The words of an integer constant.
    fn int_words(&self, value: Value, bits: u32) -> Option<Vec<u64>> {
        let count = bits.div_ceil(64) as usize;
        let (constant, pool) = self.constant_of(value)?;
        let mut words = match constant.kind {
            ConstKind::Null => vec![0],
            ConstKind::Int(n) => {
                let mut words = vec![n as u64];
                words.resize(count, (n >> 63) as u64);
                words
            }
            ConstKind::WideInt { start, len } => pool.word_range(start, len).to_vec(),
            _ => return None,
        };
        words.resize(count, 0);
        Some(words)
    }

    /// The bits of a number, integer or floating-point, of at most 128 bits.
    fn bits_of(&self, value: Value) -> Option<[u64; 2]> {
        let (constant, pool) = self.constant_of(value)?;
        match constant.kind {
            ConstKind::Null => Some([0, 0]),
            ConstKind::Int(n) => Some([n as u64, (n >> 63) as u64]),
            ConstKind::Float(bits) => Some([bits, 0]),
            ConstKind::WideInt { start, len } if len <= 2 => {
                let words = pool.word_range(start, len);
                Some([words.first().copied().unwrap_or(0), words.get(1).copied().unwrap_or(0)])
            }
            ConstKind::WideFloat { start } => {
                let words = pool.word_range(start, 2);
                Some([words.first().copied()?, words.get(1).copied()?])
            }
            _ => None,
        }
    }

    fn is_number(&self, value: Value) -> bool {
        self.kind_of(value).is_some_and(is_number)
    }

    /// Whether all bits of a constant integer, or of all elements of a vector, are set.
    fn is_all_ones(&mut self, ty: TypeId, value: Value) -> bool {
        let (constant, pool) = match self.constant_of(value) {
            Some(found) => found,
            None => return false,
        };
        match (constant.kind, self.types.kind(self.types.scalar(ty))) {
            (ConstKind::Int(n), _) => n == -1,
            (ConstKind::Float(bits), kind) => data_width(kind).is_some_and(|width| bits.count_ones() as usize == width * 8),
            (ConstKind::Data(s), _) => pool.bytes.get(s).iter().all(|&b| b == 0xff),
            (ConstKind::WideInt { .. }, Type::Int(bits) | Type::Byte(bits)) => {
                self.int_words(value, bits).is_some_and(|words| words == integers::trimmed(vec![u64::MAX; words.len()], bits))
            }
            _ => false,
        }
    }

    /// A cast of a constant, unless it remains an expression.
    pub(super) fn fold_cast(&mut self, op: CastOp, from: TypeId, value: Value, to: TypeId) -> Option<Value> {
        let kind = self.kind_of(value);
        match kind {
            Some(ConstKind::Poison) => return Some(self.intern(to, ConstKind::Poison)),
            Some(ConstKind::Undef) => {
                let zero = matches!(op, CastOp::ZExt | CastOp::SExt | CastOp::UiToFp | CastOp::SiToFp);
                return Some(self.intern(to, if zero { ConstKind::Null } else { ConstKind::Undef }));
            }
            Some(ConstKind::Null) if op != CastOp::AddrSpaceCast && self.types.kind(to) != Type::X86Amx => {
                return Some(self.intern(to, ConstKind::Null));
            }
            _ => {}
        }
        if op == CastOp::BitCast && from == to {
            return Some(value);
        }
        if let Some(ConstKind::Cast { op: inner, value: origin, .. }) = kind {
            let source = self.value_type(origin)?;
            if let Some(folded) = self.fold_cast_pair(inner, op, origin, source, to) {
                return Some(folded);
            }
        }
        if let (Type::Vector { elem, len, scalable }, Type::Vector { elem: to_elem, len: to_len, .. }) =
            (self.types.kind(from), self.types.kind(to))
            && len == to_len
        {
            if scalable {
                let element = self.scalable_splat(value)?;
                let element = self.make_cast(op, elem, element, to_elem);
                return Some(self.splat_of(to, to_elem, element));
            }
            return if len <= FOLDED_ELEMENTS && self.afford(len) {
                self.fold_vector_cast(op, (from, elem), value, (to, to_elem), len)
            } else {
                None
            };
        }
        match op {
            CastOp::Trunc => {
                let (Type::Int(bits), Type::Int(to_bits)) = (self.types.kind(from), self.types.kind(to)) else { return None };
                let words = self.int_words(value, bits)?;
                Some(self.wide_constant(to, to_bits, words))
            }
            CastOp::BitCast => self.fold_bitcast(from, value, to),
            _ => None,
        }
    }

    /// A cast of a cast, where the two are one.
    fn fold_cast_pair(&mut self, inner: CastOp, outer: CastOp, origin: Value, source: TypeId, to: TypeId) -> Option<Value> {
        let op = match (inner, outer) {
            (CastOp::BitCast, CastOp::BitCast) => CastOp::BitCast,
            (CastOp::Trunc, CastOp::Trunc) => CastOp::Trunc,
            (CastOp::PtrToInt, CastOp::Trunc) => CastOp::PtrToInt,
            (CastOp::AddrSpaceCast, CastOp::AddrSpaceCast) => CastOp::AddrSpaceCast,
            _ => return None,
        };
        if source == to {
            return Some(origin);
        }
        Some(self.make_cast(op, source, origin, to))
    }

    fn make_cast(&mut self, op: CastOp, from: TypeId, value: Value, to: TypeId) -> Value {
        match self.fold_cast(op, from, value, to) {
            Some(folded) => folded,
            None => self.intern(to, ConstKind::Cast { op, flags: OpFlags::NONE, value }),
        }
    }

    fn fold_vector_cast(
        &mut self,
        op: CastOp,
        (from, elem): (TypeId, TypeId),
        value: Value,
        (to, to_elem): (TypeId, TypeId),
        len: u32,
    ) -> Option<Value> {
        let first = self.scratch.len();
        for i in 0..len {
            let Some(element) = self.element_value(from, value, i.into()) else {
                self.scratch.truncate(first);
                return None;
            };
            let folded = self.make_cast(op, elem, element, to_elem);
            self.scratch.push(folded.raw());
        }
        Some(self.sequence_of(to, to_elem, first))
    }

    fn fold_bitcast(&mut self, from: TypeId, value: Value, to: TypeId) -> Option<Value> {
        if self.is_all_ones(from, value) {
            let (elem, len) = match self.types.kind(to) {
                Type::Vector { elem, len, .. } => (elem, len),
                _ => (to, 1),
            };
            let ones = match self.types.kind(elem) {
                Type::Int(bits) | Type::Byte(bits) => self.wide_constant(elem, bits, vec![u64::MAX; bits.div_ceil(64) as usize]),
                Type::X86Fp80 => {
                    let kind = self.wide_float([u64::MAX, 0xffff]);
                    self.intern(elem, kind)
                }
                Type::Fp128 | Type::PpcFp128 => {
                    let kind = self.wide_float([u64::MAX; 2]);
                    self.intern(elem, kind)
                }
                float => {
                    let width = data_width(float)? as u32 * 8;
                    self.intern(elem, ConstKind::Float(u64::MAX >> (64 - width)))
                }
            };
            return if self.affords(len) { Some(self.splat_of(to, elem, ones)) } else { None };
        }
        if let Type::Vector { .. } = self.types.kind(to) {
            if !matches!(self.types.kind(from), Type::Vector { .. }) && self.is_number(value) {
                // A scalar becomes a vector of one element first.
                let vector = self.types.intern(Type::Vector { elem: from, len: 1, scalable: false });
                let one = self.splat_of(vector, from, value);
                if let Some(folded) = self.fold_cast(CastOp::BitCast, vector, one, to) {
                    return Some(folded);
                }
                return Some(self.intern(to, ConstKind::Cast { op: CastOp::BitCast, flags: OpFlags::NONE, value: one }));
            }
            return None;
        }
        let bits = self.bits_of(value).or_else(|| self.is_number(value).then_some([0, 0]))?;
        match (self.types.kind(from), self.types.kind(to)) {
            (Type::Int(_) | Type::Byte(_), Type::Half | Type::BFloat | Type::Float | Type::Double) => {
                let width = data_width(self.types.kind(to))? as u32 * 8;
                let word = integers::low(bits[0], width);
                Some(self.intern(to, if word == 0 { ConstKind::Null } else { ConstKind::Float(word) }))
            }
            (Type::Int(_) | Type::Byte(_), Type::X86Fp80) => {
                let kind = self.wide_float([bits[0], bits[1] & 0xffff]);
                Some(self.intern(to, kind))
            }
            (Type::Int(_) | Type::Byte(_), Type::Fp128) => {
                let kind = self.wide_float(bits);
                Some(self.intern(to, kind))
            }
            (Type::PpcFp128, _) => None,
            (_, Type::Int(width) | Type::Byte(width)) if self.types.is_float(from) => Some(self.wide_constant(to, width, bits.to_vec())),
            // Of more words, too.
            (Type::Int(bits) | Type::Byte(bits), Type::Int(_) | Type::Byte(_)) => {
                let words = self.int_words(value, bits)?;
                Some(self.wide_constant(to, bits, words))
            }
            _ => None,
        }
    }

    /// A binary operator on constants, unless it remains an expression.
    pub(super) fn fold_binary(&mut self, op: BinOp, ty: TypeId, lhs: Value, rhs: Value) -> Option<Value> {
        if !matches!(op, BinOp::Add | BinOp::Sub | BinOp::Xor) {
            return None;
        }
        let commutes = op != BinOp::Sub;
        let (left, right) = (self.kind_of(lhs), self.kind_of(rhs));
        if right == Some(ConstKind::Null) {
            return Some(lhs);
        }
        if commutes && left == Some(ConstKind::Null) {
            return Some(rhs);
        }
        if left == Some(ConstKind::Poison) || right == Some(ConstKind::Poison) {
            return Some(self.intern(ty, ConstKind::Poison));
        }
        let scalar = self.types.scalar(ty);
        let Type::Int(bits) = self.types.kind(scalar) else { return None };
        let fixed_len = match self.types.kind(ty) {
            Type::Vector { len, scalable: false, .. } => Some(len),
            _ => None,
        };
        let undef = |kind| kind == Some(ConstKind::Undef);
        if fixed_len.is_none() && (undef(left) || undef(right)) {
            let both = undef(left) && undef(right);
            return Some(self.intern(ty, if op == BinOp::Xor && both { ConstKind::Null } else { ConstKind::Undef }));
        }
        let number = |kind| matches!(kind, Some(ConstKind::Null | ConstKind::Int(_) | ConstKind::WideInt { .. }));
        if fixed_len.is_none() && scalar == ty {
            if number(left) && number(right) {
                return self.compute(op, ty, bits, lhs, rhs);
            }
            if number(left) && commutes {
                return Some(self.make_binary(op, ty, rhs, lhs));
            }
        }
        if let Some(len) = fixed_len
            && len <= FOLDED_ELEMENTS
            && self.afford(len)
            && let Some(folded) = self.fold_vector_binary(op, (ty, scalar), lhs, rhs, len)
        {
            return Some(folded);
        }
        let is_expression = |kind: Option<ConstKind>| {
            matches!(
                kind,
                Some(
                    ConstKind::Bin { .. }
                        | ConstKind::Cast { .. }
                        | ConstKind::Gep { .. }
                        | ConstKind::ExtractElement(..)
                        | ConstKind::InsertElement(_)
                        | ConstKind::ShuffleVector(_)
                )
            )
        };
        if is_expression(left) {
            // (a op b) op c is a op (b op c), if b op c is simpler.
            if commutes
                && let Some(ConstKind::Bin { op: inner, lhs: a, rhs: b, .. }) = left
                && inner == op
                && let Some(folded) = self.fold_binary(op, ty, b, rhs)
                && !matches!(self.kind_of(folded), Some(ConstKind::Bin { op: o, .. }) if o == op)
            {
                return Some(self.make_binary(op, ty, a, folded));
            }
        } else if is_expression(right) && commutes && left.is_some() {
            return Some(self.make_binary(op, ty, rhs, lhs));
        }
        (bits == 1 && scalar == ty && op != BinOp::Xor).then(|| self.make_binary(BinOp::Xor, ty, lhs, rhs))
    }

    fn make_binary(&mut self, op: BinOp, ty: TypeId, lhs: Value, rhs: Value) -> Value {
        match self.fold_binary(op, ty, lhs, rhs) {
            Some(folded) => folded,
            None => self.intern(ty, ConstKind::Bin { op, flags: OpFlags::NONE, lhs, rhs }),
        }
    }

    fn compute(&mut self, op: BinOp, ty: TypeId, bits: u32, lhs: Value, rhs: Value) -> Option<Value> {
        let (a, b) = (self.int_words(lhs, bits)?, self.int_words(rhs, bits)?);
        let words = integers::binary(op, &a, &b, bits)?.ok()?;
        Some(self.wide_constant(ty, bits, words))
    }

    fn fold_vector_binary(&mut self, op: BinOp, (ty, elem): (TypeId, TypeId), lhs: Value, rhs: Value, len: u32) -> Option<Value> {
        let first = self.scratch.len();
        for i in 0..len {
            let pair = self.element_value(ty, lhs, i.into()).zip(self.element_value(ty, rhs, i.into()));
            let Some((a, b)) = pair else {
                self.scratch.truncate(first);
                return None;
            };
            let folded = self.make_binary(op, elem, a, b);
            self.scratch.push(folded.raw());
        }
        Some(self.sequence_of(ty, elem, first))
    }

    /// An index, if it is a constant integer.
    fn index(&self, value: Value) -> Option<u64> {
        match self.kind_of(value) {
            Some(ConstKind::Null) => Some(0),
            Some(ConstKind::Int(n)) => Some(n as u64),
            _ => None,
        }
    }

    fn is_undefined(&self, value: Value) -> bool {
        matches!(self.kind_of(value), Some(ConstKind::Undef | ConstKind::Poison))
    }

    /// `extractelement` of constants, unless it remains an expression.
    pub(super) fn fold_extract_element(&mut self, ty: TypeId, vector: Value, index: Value) -> Option<Value> {
        let Type::Vector { elem, len, scalable } = self.types.kind(ty) else { return None };
        if self.kind_of(vector) == Some(ConstKind::Poison) || self.is_undefined(index) {
            return Some(self.intern(elem, ConstKind::Poison));
        }
        if self.kind_of(vector) == Some(ConstKind::Undef) {
            return Some(self.intern(elem, ConstKind::Undef));
        }
        let at = self.index(index)?;
        if at >= u64::from(len) && !scalable {
            return Some(self.intern(elem, ConstKind::Poison));
        }
        if scalable {
            return self.element_of(ty, vector, at).or_else(|| self.scalable_splat(vector).filter(|_| at < u64::from(len)));
        }
        match self.element_value(ty, vector, at)? {
            // The expression that is being made.
            same if matches!(self.kind_of(same), Some(ConstKind::ExtractElement(v, _)) if v == vector) => None,
            folded => Some(folded),
        }
    }

    /// `insertelement` of constants, unless it remains an expression.
    pub(super) fn fold_insert_element(&mut self, ty: TypeId, vector: Value, element: Value, index: Value) -> Option<Value> {
        let Type::Vector { elem, len, scalable } = self.types.kind(ty) else { return None };
        if self.is_undefined(index) {
            return Some(self.intern(ty, ConstKind::Poison));
        }
        if self.kind_of(vector) == Some(ConstKind::Null) && self.kind_of(element) == Some(ConstKind::Null) {
            return Some(vector);
        }
        let at = self.index(index)?;
        if scalable || len > FOLDED_ELEMENTS || !self.afford(len) {
            return None;
        }
        if at >= u64::from(len) {
            return Some(self.intern(ty, ConstKind::Poison));
        }
        let first = self.scratch.len();
        for i in 0..u64::from(len) {
            let one = if i == at { Some(element) } else { self.element_value(ty, vector, i) };
            let Some(one) = one else {
                self.scratch.truncate(first);
                return None;
            };
            self.scratch.push(one.raw());
        }
        Some(self.sequence_of(ty, elem, first))
    }

    /// `shufflevector` of constants, unless it remains an expression.
    pub(super) fn fold_shuffle(&mut self, ty: TypeId, from: TypeId, lhs: Value, rhs: Value, mask: Value) -> Option<Value> {
        let (Type::Vector { elem, len: mask_len, scalable }, Type::Vector { len, .. }) = (self.types.kind(ty), self.types.kind(from))
        else {
            return None;
        };
        match self.kind_of(mask)? {
            ConstKind::Undef | ConstKind::Poison => return Some(self.intern(ty, ConstKind::Poison)),
            ConstKind::Null => {
                let zero = self.types.int(64);
                let zero = self.intern(zero, ConstKind::Null);
                if let Some(element) = self.fold_extract_element(from, lhs, zero) {
                    if self.kind_of(element) == Some(ConstKind::Null) {
                        return Some(self.intern(ty, ConstKind::Null));
                    }
                    if !scalable && self.affords(mask_len) {
                        return Some(self.splat_of(ty, elem, element));
                    }
                }
            }
            _ => {}
        }
        if scalable || mask_len > FOLDED_ELEMENTS || !self.afford(mask_len) {
            return None;
        }
        let i32 = self.types.int(32);
        let mask_ty = self.types.intern(Type::Vector { elem: i32, len: mask_len, scalable: false });
        let first = self.scratch.len();
        for i in 0..u64::from(mask_len) {
            let one = self.element_of(mask_ty, mask, i).and_then(|at| match self.index(at) {
                None => Some(self.intern(elem, ConstKind::Undef)),
                Some(at) if at < u64::from(len) => self.element_value(from, lhs, at),
                Some(at) => self.element_value(from, rhs, at - u64::from(len)),
            });
            let Some(one) = one else {
                self.scratch.truncate(first);
                return None;
            };
            self.scratch.push(one.raw());
        }
        Some(self.sequence_of(ty, elem, first))
    }

    /// A constant GEP whose base and indices are on the scratch list from `first` on, unless it remains an expression.
    pub(super) fn fold_gep(&mut self, ty: TypeId, base_ty: TypeId, base: Value, first: usize, in_range: bool) -> Option<Value> {
        if self.scratch.len() - first == 1 {
            return Some(base);
        }
        if let Some(kind @ (ConstKind::Poison | ConstKind::Undef)) = self.kind_of(base) {
            return Some(self.intern(ty, kind));
        }
        let is_zero =
            |raw: &u32| matches!(self.kind_of(Value::from_raw(*raw)), Some(ConstKind::Null | ConstKind::Undef | ConstKind::Poison));
        if in_range || !self.scratch[first + 1..].iter().all(is_zero) {
            return None;
        }
        match (self.types.kind(ty), self.types.kind(base_ty)) {
            (Type::Vector { .. }, Type::Vector { .. }) => Some(base),
            (Type::Vector { elem, len, scalable }, _) => (scalable || self.affords(len)).then(|| self.splat_of(ty, elem, base)),
            _ => Some(base),
        }
    }
}
