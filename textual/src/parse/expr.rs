//! Constant expressions, and constants that wrap a global value (LLVM 22, `LLParser::parseValID`; older ones follow LLVM 3.7 to 18).
//!
//! LLVM folds expressions when it creates them. In texts with typed pointers, they stay as they are.

use super::constants::BlockName;
use super::globals::GlobalName;
use super::{Parser, UNDECLARED};
use crate::error::{About, Error, Late, Result};
use crate::token::{Kw, Op, Tok};
use bctk_ir::constants::{ConstKind, InRange};
use bctk_ir::datalayout::DataLayout;
use bctk_ir::entity::{BlockId, GlobalId, List, ListRef, TypeId};
use bctk_ir::inst::{ArithFlags, GepNoWrapFlags, OpFlags};
use bctk_ir::opcodes::{BinOp, CastOp, FCmpPred, ICmpPred};
use bctk_ir::types::Type;
use bctk_ir::value::{Value, ValueKind};
use bctk_ir::version::{Feature, LlvmVersion};
use std::ops::Range;

/// Constant expressions that a release removed (tested with llvm-as and clang of each release).
const REMOVED: [(&str, Feature); 29] = [
    ("mul", Feature::ConstantMul),
    ("shl", Feature::ConstantShl),
    ("icmp", Feature::ConstantCompare),
    ("fcmp", Feature::ConstantCompare),
    ("and", Feature::ConstantBits),
    ("or", Feature::ConstantBits),
    ("lshr", Feature::ConstantBits),
    ("ashr", Feature::ConstantBits),
    ("zext", Feature::ConstantConversion),
    ("sext", Feature::ConstantConversion),
    ("fptrunc", Feature::ConstantConversion),
    ("fpext", Feature::ConstantConversion),
    ("uitofp", Feature::ConstantConversion),
    ("sitofp", Feature::ConstantConversion),
    ("fptoui", Feature::ConstantConversion),
    ("fptosi", Feature::ConstantConversion),
    ("select", Feature::ConstantSelect),
    ("fneg", Feature::ConstantFNeg),
    ("udiv", Feature::ConstantDivision),
    ("sdiv", Feature::ConstantDivision),
    ("urem", Feature::ConstantDivision),
    ("srem", Feature::ConstantDivision),
    ("fadd", Feature::ConstantDivision),
    ("fsub", Feature::ConstantDivision),
    ("fmul", Feature::ConstantDivision),
    ("fdiv", Feature::ConstantDivision),
    ("frem", Feature::ConstantDivision),
    ("extractvalue", Feature::ConstantDivision),
    ("insertvalue", Feature::ConstantDivision),
];

impl<'s> Parser<'_, 's> {
    /// A constant with an implicit type: an expression; its first word is the current token. Returns that type.
    pub(crate) fn untyped_expression(&mut self) -> Result<(TypeId, Value)> {
        let start = self.span();
        if self.tok != Tok::Word {
            return Err(self.error("expected value token"));
        }
        let removed =
            |version: LlvmVersion| REMOVED.iter().find(|&&(word, feature)| !version.has(feature) && word.as_bytes() == self.text());
        if let Some(&(word, feature)) = self.strict.and_then(removed) {
            let fault = self.error(format!("{word} constexprs are no longer supported"));
            let instead = if self.fun.active { "use an instruction" } else { "compute the value by an instruction of a function" };
            return Err(match feature.last().next() {
                Some(release) => fault.help(format!("LLVM {release} removed `{word}` expressions; {instead}")),
                None => fault,
            });
        }
        match (self.word.op, self.word.kw) {
            (Some(Op::Cast(op)), _) => self.cast_expression(op, start),
            (Some(Op::Bin(op)), _) => self.binary_expression(op, start),
            (_, Kw::GetElementPtr) => self.gep_expression(start),
            (_, Kw::PtrAuth) => self.ptr_auth(start),
            (_, Kw::Select) => {
                let (tys, first) = self.operands(3, "select", start.clone())?;
                let bit = self.types.int(1);
                if tys[1] != tys[2] || self.types.scalar(tys[0]) != bit {
                    return Err(self.error_at(start, "invalid operands to select"));
                }
                Ok((tys[1], self.list_expression(tys[1], first, ConstKind::Select)))
            }
            (_, Kw::FNeg) => {
                let (tys, first) = self.operands(1, "fneg", start)?;
                let value = Value::from_raw(self.scratch[first]);
                self.scratch.truncate(first);
                Ok((tys[0], self.intern(tys[0], ConstKind::FNeg(value))))
            }
            (_, Kw::ICmp | Kw::FCmp) => self.compare_expression(start),
            (_, Kw::ExtractElement) => self.extract_element_expression(start),
            (_, Kw::InsertElement) => self.insert_element_expression(start),
            (_, Kw::ShuffleVector) => self.shuffle_expression(start),
            (_, Kw::ExtractValue) => Err(self.error("extractvalue constexprs are no longer supported")),
            (_, Kw::InsertValue) => Err(self.error("insertvalue constexprs are no longer supported")),
            _ => Err(self.error("expected value token")),
        }
    }

    /// Whether expressions are folded, as LLVM does if pointers are opaque.
    pub(super) fn folds(&self) -> bool {
        !self.typed_pointers()
    }

    /// `(T a, …)` after the current word: exactly `count` operands; their values are on the scratch list from the returned index on.
    fn operands(&mut self, count: usize, what: &str, start: Range<usize>) -> Result<([TypeId; 3], usize)> {
        self.next();
        self.expect(Tok::LParen, "expected '(' in constantexpr")?;
        self.enter()?;
        let first = self.scratch.len();
        let mut tys = [TypeId(u32::MAX); 3];
        let mut found = 0;
        while self.tok != Tok::RParen {
            if found > 0 {
                self.expect(Tok::Comma, "expected ')' in constantexpr")?;
            }
            let (ty, value) = self.typed_constant()?;
            if let Some(slot) = tys.get_mut(found) {
                *slot = ty;
            }
            self.scratch.push(value.raw());
            found += 1;
        }
        self.next();
        self.leave();
        if found != count {
            let words = ["no", "one", "two", "three"][count.min(3)];
            return Err(self.error_at(start, format!("expected {words} operands to {what}")));
        }
        Ok((tys, first))
    }

    /// An expression of the operands on the scratch list from `first` on, which are removed.
    pub(super) fn list_expression(&mut self, ty: TypeId, first: usize, kind: impl FnOnce(List<Value>) -> ConstKind) -> Value {
        let unit = if self.fun.active { &mut self.fun.consts } else { &mut self.consts };
        let list = unit.pool.lists.push_iter(ListRef::of_words(&self.scratch[first..]));
        self.scratch.truncate(first);
        self.intern(ty, kind(list))
    }

    fn cast_expression(&mut self, op: CastOp, start: Range<usize>) -> Result<(TypeId, Value)> {
        self.next();
        let flags = self.cast_flags(op);
        self.expect(Tok::LParen, "expected '(' after constantexpr cast")?;
        self.enter()?;
        let (from, value) = self.typed_constant()?;
        self.leave();
        self.expect_kw(Kw::To, "expected 'to' in constantexpr cast")?;
        let to = self.ty()?;
        self.expect(Tok::RParen, "expected ')' at end of constantexpr cast")?;
        // A file may contain a bitcast between address spaces, which LLVM converts when it reads one.
        let as_stored = op == CastOp::BitCast && self.env.is_some_and(|env| env.options.printed_by.is_some());
        if !as_stored && !self.cast_is_valid(op, from, to) {
            return Err(self.invalid_cast(start, from, to));
        }
        if self.folds()
            && let Some(folded) = self.fold_cast(op, from, value, to)
        {
            return Ok((to, folded));
        }
        Ok((to, self.intern(to, ConstKind::Cast { op, flags, value })))
    }

    #[cold]
    pub(super) fn invalid_cast(&self, span: Range<usize>, from: TypeId, to: TypeId) -> Error {
        let (from, to) = (self.type_text(from), self.type_text(to));
        self.error_at(span, format!("invalid cast opcode for cast from '{from}' to '{to}'"))
    }

    fn binary_expression(&mut self, op: BinOp, start: Range<usize>) -> Result<(TypeId, Value)> {
        self.next();
        let flags = self.arith_flags(op).into();
        self.expect(Tok::LParen, "expected '(' in binary constantexpr")?;
        self.enter()?;
        let (ty, lhs) = self.typed_constant()?;
        self.expect(Tok::Comma, "expected comma in binary constantexpr")?;
        let (other, rhs) = self.typed_constant()?;
        self.leave();
        self.expect(Tok::RParen, "expected ')' in binary constantexpr")?;
        if ty != other {
            return Err(self.error_at(start, "operands of constexpr must have same type"));
        }
        let scalar = self.types.scalar(ty);
        if op.is_float() {
            if !self.types.is_float(scalar) {
                return Err(self.error_at(start, "constexpr requires fp operands"));
            }
        } else if !self.types.is_int(scalar) {
            return Err(self.error_at(start, "constexpr requires integer or integer vector operands"));
        }
        if self.folds()
            && let Some(folded) = self.fold_binary(op, ty, lhs, rhs)
        {
            return Ok((ty, folded));
        }
        Ok((ty, self.intern(ty, ConstKind::Bin { op, flags, lhs, rhs })))
    }

    /// `nuw`, `nsw`, `exact`, `disjoint`, in any order.
    #[inline]
    pub(super) fn arith_flags(&mut self, op: BinOp) -> ArithFlags {
        let mut flags = ArithFlags::NONE;
        loop {
            flags |= match (op, self.kw()) {
                (BinOp::Add | BinOp::Sub | BinOp::Mul | BinOp::Shl, Kw::Nuw) => ArithFlags::NUW,
                (BinOp::Add | BinOp::Sub | BinOp::Mul | BinOp::Shl, Kw::Nsw) => ArithFlags::NSW,
                (BinOp::UDiv | BinOp::SDiv | BinOp::LShr | BinOp::AShr, Kw::Exact) => ArithFlags::EXACT,
                (BinOp::Or, Kw::Disjoint) => ArithFlags::DISJOINT,
                _ => return flags,
            };
            self.next();
        }
    }

    /// `nuw`, `nsw`, `nneg`, or fast-math flags.
    #[inline]
    pub(super) fn cast_flags(&mut self, op: CastOp) -> OpFlags {
        let mut flags = OpFlags::NONE;
        loop {
            let flag = match (op, self.kw()) {
                (CastOp::Trunc, Kw::Nuw) => ArithFlags::NUW,
                (CastOp::Trunc, Kw::Nsw) => ArithFlags::NSW,
                (CastOp::ZExt, Kw::NNeg) => ArithFlags::NNEG,
                (CastOp::UiToFp, _) => {
                    let fast_math = self.fast_math();
                    return OpFlags::of_uitofp(self.eat_kw(Kw::NNeg), fast_math);
                }
                (CastOp::FpTrunc | CastOp::FpExt | CastOp::SiToFp, _) => return self.fast_math().into(),
                _ => return flags,
            };
            flags |= flag.into();
            self.next();
        }
    }

    fn compare_expression(&mut self, start: Range<usize>) -> Result<(TypeId, Value)> {
        let integer = self.at(Kw::ICmp);
        self.next();
        let text = if self.tok == Tok::Word { self.text() } else { &[] };
        let (icmp, fcmp) = (ICmpPred::from_spelling(text), FCmpPred::from_spelling(text));
        if integer && icmp.is_none() {
            return Err(self.error("expected icmp predicate (e.g. 'eq')").about(About::Predicate { float: false }));
        }
        if !integer && fcmp.is_none() {
            return Err(self.error("expected fcmp predicate (e.g. 'oeq')").about(About::Predicate { float: true }));
        }
        let (tys, first) = self.operands(2, if integer { "icmp" } else { "fcmp" }, start.clone())?;
        let (lhs, rhs) = (Value::from_raw(self.scratch[first]), Value::from_raw(self.scratch[first + 1]));
        self.scratch.truncate(first);
        if tys[0] != tys[1] {
            return Err(self.error_at(start, "compare operands must have the same type"));
        }
        let scalar = self.types.scalar(tys[0]);
        if integer && !self.types.is_int(scalar) && !self.types.is_pointer(scalar) {
            return Err(self.error_at(start, "icmp requires pointer or integer operands"));
        }
        if !integer && !self.types.is_float(scalar) {
            return Err(self.error_at(start, "fcmp requires floating point operands"));
        }
        let bit = self.types.int(1);
        let ty = self.types.shaped_like(bit, tys[0]);
        let kind = match (integer, icmp, fcmp) {
            (true, Some(pred), _) => ConstKind::ICmp(pred, lhs, rhs),
            (_, _, Some(pred)) => ConstKind::FCmp(pred, lhs, rhs),
            _ => return Err(self.error_at(start, "expected icmp predicate (e.g. 'eq')")),
        };
        Ok((ty, self.intern(ty, kind)))
    }

    fn extract_element_expression(&mut self, start: Range<usize>) -> Result<(TypeId, Value)> {
        let (tys, first) = self.operands(2, "extractelement", start.clone())?;
        let (vector, index) = (Value::from_raw(self.scratch[first]), Value::from_raw(self.scratch[first + 1]));
        self.scratch.truncate(first);
        let (Type::Vector { elem, .. }, true) = (self.types.kind(tys[0]), self.types.is_int(tys[1])) else {
            return Err(self.error_at(start, "invalid extractelement operands"));
        };
        if self.folds()
            && let Some(folded) = self.fold_extract_element(tys[0], vector, index)
        {
            return Ok((elem, folded));
        }
        Ok((elem, self.intern(elem, ConstKind::ExtractElement(vector, index))))
    }

    fn insert_element_expression(&mut self, start: Range<usize>) -> Result<(TypeId, Value)> {
        let (tys, first) = self.operands(3, "insertelement", start.clone())?;
        let valid = matches!(self.types.kind(tys[0]), Type::Vector { elem, .. } if elem == tys[1]) && self.types.is_int(tys[2]);
        if !valid {
            return Err(self.error_at(start, "invalid insertelement operands"));
        }
        if self.folds()
            && let [vector, element, index] = self.scratch[first..]
            && let Some(folded) =
                self.fold_insert_element(tys[0], Value::from_raw(vector), Value::from_raw(element), Value::from_raw(index))
        {
            self.scratch.truncate(first);
            return Ok((tys[0], folded));
        }
        Ok((tys[0], self.list_expression(tys[0], first, ConstKind::InsertElement)))
    }

    fn shuffle_expression(&mut self, start: Range<usize>) -> Result<(TypeId, Value)> {
        let (tys, first) = self.operands(3, "shufflevector", start.clone())?;
        let Some(ty) = self.shuffle_type(tys[0], tys[1], tys[2], Value::from_raw(self.scratch[first + 2])) else {
            return Err(self.error_at(start, "invalid operands to shufflevector"));
        };
        if self.folds()
            && let [lhs, rhs, mask] = self.scratch[first..]
            && let Some(folded) = self.fold_shuffle(ty, tys[0], Value::from_raw(lhs), Value::from_raw(rhs), Value::from_raw(mask))
        {
            self.scratch.truncate(first);
            return Ok((ty, folded));
        }
        Ok((ty, self.list_expression(ty, first, ConstKind::ShuffleVector)))
    }

    /// The type of a shuffle, if its operands are valid (LLVM 22, `ShuffleVectorInst::isValidOperands`).
    pub(super) fn shuffle_type(&mut self, lhs: TypeId, rhs: TypeId, mask_ty: TypeId, mask: Value) -> Option<TypeId> {
        let Type::Vector { elem, len, scalable } = self.types.kind(lhs) else { return None };
        let Type::Vector { elem: mask_elem, len: mask_len, scalable: mask_scalable } = self.types.kind(mask_ty) else { return None };
        if lhs != rhs || self.types.kind(mask_elem) != Type::Int(32) || scalable != mask_scalable {
            return None;
        }
        let limit = u64::from(len) * 2;
        let (constant, pool) = self.constant_of(mask)?;
        let valid = match constant.kind {
            ConstKind::Null | ConstKind::Undef | ConstKind::Poison => true,
            ConstKind::Data(s) if !scalable => {
                pool.bytes.get(s).chunks_exact(4).all(|b| u64::from(u32::from_le_bytes([b[0], b[1], b[2], b[3]])) < limit)
            }
            ConstKind::Aggregate(list) if !scalable => pool.values(list).all(|v| match self.kind_of(v) {
                Some(ConstKind::Int(n)) => u64::from(n as u32) < limit,
                Some(ConstKind::Null | ConstKind::Undef | ConstKind::Poison) => true,
                _ => false,
            }),
            _ => false,
        };
        valid.then(|| self.types.intern(Type::Vector { elem, len: mask_len, scalable }))
    }

    /// `inbounds`, `nusw`, `nuw`, in any order.
    #[inline]
    pub(super) fn gep_flags(&mut self) -> GepNoWrapFlags {
        let mut flags = GepNoWrapFlags::NONE;
        loop {
            flags |= match self.kw() {
                Kw::InBounds => GepNoWrapFlags::INBOUNDS | GepNoWrapFlags::NUSW,
                Kw::Nusw => GepNoWrapFlags::NUSW,
                Kw::Nuw => GepNoWrapFlags::NUW,
                _ => return flags,
            };
            self.next();
        }
    }

    /// A bound of `inrange(a, b)` in `width` bits.
    fn in_range_bound(&mut self, width: u32) -> Result<Vec<u64>> {
        if self.tok != Tok::Int || self.big {
            return Err(self.error("expected integer"));
        }
        let value = if self.negative { self.value.wrapping_neg() } else { self.value };
        let mut words = vec![value];
        words.resize(width.div_ceil(64).max(1) as usize, if self.negative { u64::MAX } else { 0 });
        self.next();
        Ok(words)
    }

    fn gep_expression(&mut self, start: Range<usize>) -> Result<(TypeId, Value)> {
        self.next();
        let mut flags = self.gep_flags();
        if self.typed_pointers() {
            flags &= GepNoWrapFlags::INBOUNDS;
        }
        let mut range = None;
        if self.eat_kw(Kw::InRange) {
            self.expect(Tok::LParen, "expected '('")?;
            let lower = self.in_range_bound(64)?;
            self.expect(Tok::Comma, "expected ','")?;
            let upper = self.in_range_bound(64)?;
            self.expect(Tok::RParen, "expected ')'")?;
            if lower[0] as i64 >= upper[0] as i64 {
                return Err(self.error_at(start, "expected end to be larger than start"));
            }
            range = Some((lower, upper));
        }
        self.expect(Tok::LParen, "expected '(' in constantexpr")?;
        self.enter()?;
        let mut source = self.ty()?;
        let (base_ty, base);
        if self.tok != Tok::Comma
            && let Some(pointee) = self.pointee(source)
        {
            // Until LLVM 3.6, only the pointer's type determines what is indexed.
            self.old.pointee_types = true;
            (base_ty, base) = (source, self.constant(source)?);
            source = pointee;
        } else {
            self.expect(Tok::Comma, "expected comma after getelementptr's type")?;
            (base_ty, base) = self.typed_constant()?;
        }
        let space = match self.types.addrspace(base_ty) {
            Some(space) => space,
            None => return Err(self.error_at(start, "base of getelementptr must be a pointer")),
        };
        self.check_pointee_of(base_ty, source, start.clone())?;
        let first = self.scratch.len();
        self.scratch.push(base.raw());
        let mut shape = Some(base_ty).filter(|&ty| matches!(self.types.kind(ty), Type::Vector { .. }));
        let mut in_range = range.map(|(lower, upper)| {
            let width = self.index_bits(space).clamp(1, 64);
            InRange::Range { width, lower, upper }
        });
        let mut tys = Vec::new();
        while self.eat(Tok::Comma) {
            if self.at(Kw::InRange) {
                // LLVM 19 has ranges alone, before the operands.
                if self.strict.is_some_and(|llvm| !llvm.in_range_index()) {
                    return Err(self.error("expected ')' in constantexpr"));
                }
                self.next();
                let position = self.scratch.len() - first;
                in_range = Some(InRange::Index(position as u32 - 1));
                self.old.in_range_index = true;
            }
            let (ty, index) = self.typed_constant()?;
            if !self.types.is_int(self.types.scalar(ty)) {
                return Err(self.error_at(start, "getelementptr index must be an integer"));
            }
            shape = self.gep_shape(shape, ty, start.clone())?;
            self.scratch.push(index.raw());
            tys.push(ty);
        }
        self.leave();
        self.expect(Tok::RParen, "expected ')' in constantexpr")?;
        let is_sized = self.is_sized(source);
        if is_sized && self.strict.is_some_and(LlvmVersion::target_parameters) && self.is_scalable(source) {
            return Err(self.error_at(start, "invalid base element for constant getelementptr"));
        }
        let ty = self.gep_type(source, base_ty, shape, first, start)?;
        if self.folds() {
            if let Some(folded) = self.fold_gep(ty, base_ty, base, first, in_range.is_some()) {
                self.scratch.truncate(first);
                return Ok((ty, folded));
            }
            self.splat_indices(ty, source, first, &tys);
        }
        let unit = self.const_unit();
        let in_range = unit.pool.push_in_range(in_range);
        Ok((ty, self.list_expression(ty, first, |ops| ConstKind::Gep { flags, source, ops, in_range })))
    }

    /// Width of an index into address space `space`.
    fn index_bits(&mut self, space: u32) -> u32 {
        match &self.top {
            Some(top) => DataLayout::parse(self.strings.get(top.data_layout)).index_bits(space),
            None => self.layouts().layout().index_bits(space),
        }
    }

    /// With typed pointers, the explicit type must be the pointee type of the base.
    pub(super) fn check_pointee_of(&mut self, ptr: TypeId, pointee: TypeId, span: Range<usize>) -> Result<()> {
        match self.types.kind(self.types.scalar(ptr)) {
            Type::TypedPtr { pointee: actual, .. } if actual != pointee => {
                let (pointee, actual) = (self.type_text(pointee), self.type_text(actual));
                Err(self.error_at(span, format!("explicit pointee type doesn't match operand's pointee type ({pointee} vs {actual})")))
            }
            _ => Ok(()),
        }
    }

    /// The vector that gives a GEP its shape, after another index.
    #[inline]
    pub(super) fn gep_shape(&mut self, shape: Option<TypeId>, index: TypeId, span: Range<usize>) -> Result<Option<TypeId>> {
        let Type::Vector { len, scalable, .. } = self.types.kind(index) else { return Ok(shape) };
        match shape.map(|s| self.types.kind(s)) {
            Some(Type::Vector { len: l, scalable: s, .. }) if (l, s) != (len, scalable) => {
                Err(self.error_at(span, "getelementptr vector index has a wrong number of elements"))
            }
            Some(_) => Ok(shape),
            None => Ok(Some(index)),
        }
    }

    /// The type of a GEP whose base and indices are on the scratch list from `first` on.
    #[inline]
    pub(super) fn gep_type(
        &mut self,
        source: TypeId,
        base: TypeId,
        shape: Option<TypeId>,
        first: usize,
        span: Range<usize>,
    ) -> Result<TypeId> {
        let indices = self.scratch.len() - first - 1;
        if indices > 0 && !self.is_sized(source) {
            return Err(self.error_at(span, "base element of getelementptr must be sized"));
        }
        let mut element = source;
        for at in first + 2..self.scratch.len() {
            let next = match self.types.kind(element) {
                Type::Struct { .. } => self.member_number(Value::from_raw(self.scratch[at])).and_then(|n| self.types.member(element, n)),
                Type::Array { elem, .. } | Type::Vector { elem, .. } => Some(elem),
                _ => None,
            };
            let Some(next) = next else { return Err(self.error_at(span, "invalid getelementptr indices")) };
            element = next;
        }
        let scalar = self.types.scalar(base);
        let result = match self.types.kind(scalar) {
            Type::TypedPtr { addrspace, .. } => self.types.intern(Type::TypedPtr { pointee: element, addrspace }),
            _ => scalar,
        };
        Ok(match shape {
            None => result,
            Some(shape) => self.types.shaped_like(result, shape),
        })
    }

    /// The index of a structure member: a constant `i32`, or a vector of equal ones.
    fn member_number(&self, value: Value) -> Option<u64> {
        let (constant, pool) = self.constant_of(value)?;
        let index_ty = self.types.kind(constant.ty);
        if self.types.kind(self.types.scalar(constant.ty)) != Type::Int(32) || matches!(index_ty, Type::Vector { scalable: true, .. }) {
            return None;
        }
        match constant.kind {
            ConstKind::Null => Some(0),
            ConstKind::Int(n) => u64::try_from(n).ok(),
            ConstKind::Data(s) => {
                let mut words = pool.bytes.get(s).chunks_exact(4);
                let one = words.next()?;
                words.all(|w| w == one).then(|| u64::from(u32::from_le_bytes([one[0], one[1], one[2], one[3]])))
            }
            _ => None,
        }
    }

    /// In a GEP that yields a vector, LLVM gives every index into an array the shape of that vector, and makes one number of
    /// a vector that selects a member.
    fn splat_indices(&mut self, ty: TypeId, source: TypeId, first: usize, tys: &[TypeId]) {
        let Type::Vector { len, scalable, .. } = self.types.kind(ty) else { return };
        if !scalable && !self.affords(len) {
            return;
        }
        let mut element = source;
        for (i, &index_ty) in tys.iter().enumerate() {
            let at = first + 1 + i;
            let sequential = i == 0 || !matches!(self.types.kind(element), Type::Struct { .. });
            let is_vector = matches!(self.types.kind(index_ty), Type::Vector { .. });
            if sequential && !is_vector {
                let vector = self.types.intern(Type::Vector { elem: index_ty, len, scalable });
                let value = Value::from_raw(self.scratch[at]);
                self.scratch[at] = self.splat_of(vector, index_ty, value).raw();
            }
            if i > 0 {
                element = match self.types.kind(element) {
                    Type::Struct { .. } => {
                        let Some(number) = self.member_number(Value::from_raw(self.scratch[at])) else { return };
                        if is_vector {
                            self.scratch[at] = self.int_constant(self.types.scalar(index_ty), number as i64).raw();
                        }
                        self.types.member(element, number).unwrap_or(element)
                    }
                    Type::Array { elem, .. } | Type::Vector { elem, .. } => elem,
                    _ => element,
                };
            }
        }
    }

    /// `ptrauth (ptr p, i32 key, i64 discriminator, ptr address discriminator, ptr deactivation symbol)`
    fn ptr_auth(&mut self, start: Range<usize>) -> Result<(TypeId, Value)> {
        self.next();
        self.expect(Tok::LParen, "expected '(' in constant ptrauth expression")?;
        self.enter()?;
        let first = self.scratch.len();
        let (ty, pointer) = self.typed_constant()?;
        self.scratch.push(pointer.raw());
        if !self.types.is_pointer(ty) {
            return Err(self.error_at(start, "constant ptrauth base pointer must be a pointer"));
        }
        self.expect(Tok::Comma, "expected comma in constant ptrauth expression")?;
        let (key_ty, key) = self.typed_constant()?;
        self.scratch.push(key.raw());
        let is_int = |p: &Self, v: Value| matches!(p.kind_of(v), Some(ConstKind::Null | ConstKind::Int(_)));
        if self.types.kind(key_ty) != Type::Int(32) || !is_int(self, key) {
            return Err(self.error_at(start, "constant ptrauth key must be i32 constant"));
        }
        let mut count = 2;
        while count < 5 && self.eat(Tok::Comma) {
            let (ty, value) = self.typed_constant()?;
            self.scratch.push(value.raw());
            let message = match count {
                2 if self.types.kind(ty) != Type::Int(64) || !is_int(self, value) => {
                    "constant ptrauth integer discriminator must be i64 constant"
                }
                3 if !self.types.is_pointer(ty) => "constant ptrauth address discriminator must be a pointer",
                4 if !self.types.is_pointer(ty) => "constant ptrauth deactivation symbol must be a pointer",
                _ => "",
            };
            if !message.is_empty() {
                return Err(self.error_at(start, message));
            }
            count += 1;
        }
        self.leave();
        self.expect(Tok::RParen, "expected ')' in constant ptrauth expression")?;
        let i64 = self.types.int(64);
        let ptr = self.types.ptr(0);
        for ty in [i64, ptr, ptr].into_iter().skip(count - 2) {
            let zero = self.intern(ty, ConstKind::Null);
            self.scratch.push(zero.raw());
        }
        Ok((ty, self.list_expression(ty, first, ConstKind::PtrAuth)))
    }

    /// `dso_local_equivalent @f`, `no_cfi @f`
    pub(super) fn wrapped_global(&mut self, ty: TypeId) -> Result<Value> {
        let no_cfi = self.at(Kw::NoCfi);
        self.next();
        if !matches!(self.tok, Tok::Global | Tok::GlobalNum) {
            let what = if no_cfi { "no_cfi" } else { "dso_local_equivalent" };
            return Err(self.error(format!("expected global value name in {what}")));
        }
        let at = self.span();
        let value = self.global_value(ty)?;
        if !no_cfi
            && let (ValueKind::Global(id), Some(env)) = (value.kind(), self.env)
            && let Some(global) = env.module.global(id)
            && !matches!(self.types.kind(global.value_type), Type::Function { .. })
        {
            return Err(self.error_at(at, "expected a function, alias to function, or ifunc in dso_local_equivalent"));
        }
        Ok(self.intern(ty, if no_cfi { ConstKind::NoCfi(value) } else { ConstKind::DsoLocalEquivalent(value) }))
    }

    /// `blockaddress(@f, %b)`
    pub(super) fn block_address(&mut self, ty: TypeId) -> Result<Value> {
        let start = self.span();
        self.next();
        self.expect(Tok::LParen, "expected '(' in block address expression")?;
        if !matches!(self.tok, Tok::Global | Tok::GlobalNum) {
            return Err(self.error("expected function name in blockaddress"));
        }
        let at = self.span();
        let name = self.global_name();
        if !self.types.is_pointer(ty) {
            let text = self.type_text(ty);
            return Err(self.error_at(start.clone(), format!("type of blockaddress must be a pointer and not '{text}'")));
        }
        let function = match self.env {
            Some(env) => {
                let Some(id) = self.find_global(&name) else {
                    let fault = self.error_at(at, "expected function name in blockaddress").late(Late::BlockAddress);
                    self.note_undefined(fault);
                    self.block_address_end()?;
                    return Ok(self.intern(ty, ConstKind::Undef));
                };
                match env.module.global(id) {
                    Some(global) if global.function().is_none() => {
                        return Err(self.error_at(at, "expected function name in blockaddress"));
                    }
                    Some(global) if global.is_declaration() && !self.is_defined(id) => {
                        return Err(self.error_at(at, "cannot take blockaddress inside a declaration"));
                    }
                    _ => id,
                }
            }
            None => {
                let function = self.function_symbol(&name, ty, at.clone());
                self.top().addressed.push((function, at));
                function
            }
        };
        let (block, span) = self.block_address_end()?;
        let kind = ConstKind::BlockAddress { function, block: BlockId(u32::MAX) };
        let at = (start.start, span);
        Ok(match self.fun.active {
            true => Value::local_const(self.fun.consts.intern_block_address(ty, kind, block, at)),
            false => Value::constant(self.consts.intern_block_address(ty, kind, block, at)),
        })
    }

    /// The block of a `blockaddress`, after its function.
    fn block_address_end(&mut self) -> Result<(BlockName<'s>, Range<usize>)> {
        self.expect(Tok::Comma, "expected comma in block address expression")?;
        let span = self.span();
        let block = match self.tok {
            Tok::Local => BlockName::Name(self.name()),
            Tok::LocalNum => BlockName::Number(self.value as u32),
            _ => return Err(self.error("expected basic block name in blockaddress")),
        };
        self.next();
        self.expect(Tok::RParen, "expected ')' in block address expression")?;
        Ok((block, span))
    }

    /// Whether a function of the environment has a body.
    fn is_defined(&self, _id: GlobalId) -> bool {
        // Bodies are joined later; the top level knows which exist, and a declaration has no named block.
        true
    }

    /// A function at the top level of which only the name is known.
    fn function_symbol(&mut self, name: &GlobalName<'s>, ty: TypeId, at: Range<usize>) -> GlobalId {
        // With typed pointers, its type is known only at its definition; until then it is void.
        let ty = if self.typed_pointers() { self.types.void() } else { ty };
        GlobalId(self.top().symbol(name, ty, at))
    }

    /// The type of a value, if it is known.
    pub(super) fn value_type(&mut self, value: Value) -> Option<TypeId> {
        match value.kind() {
            ValueKind::Global(id) if id.0 >= UNDECLARED => Some(self.types.ptr(0)),
            ValueKind::Global(id) => match self.env {
                Some(env) => env.module.global(id).map(|g| g.ptr_type),
                None => self.top().symbols.get(id.index()).map(|s| s.ty),
            },
            _ => self.constant_of(value).map(|(c, _)| c.ty),
        }
    }

    /// Whether a value of type `from` can be cast by `op` to `to` (LLVM 22, `CastInst::castIsValid`).
    pub(super) fn cast_is_valid(&self, op: CastOp, from: TypeId, to: TypeId) -> bool {
        let shape = |ty: TypeId| match self.types.kind(ty) {
            Type::Vector { elem, len, scalable } => (elem, Some((len, scalable))),
            _ => (ty, None),
        };
        let ((from_elem, from_shape), (to_elem, to_shape)) = (shape(from), shape(to));
        let (src, dst) = (self.types.kind(from_elem), self.types.kind(to_elem));
        let same = from_shape == to_shape;
        let is_float = Type::is_float;
        let is_ptr = |ty| matches!(ty, Type::Ptr(_) | Type::TypedPtr { .. });
        let is_byte = |ty| matches!(ty, Type::Byte(_));
        let int = |ty| match ty {
            Type::Int(bits) => Some(bits),
            _ => None,
        };
        match op {
            CastOp::Trunc => same && matches!((int(src), int(dst)), (Some(a), Some(b)) if a > b),
            CastOp::ZExt | CastOp::SExt => same && matches!((int(src), int(dst)), (Some(a), Some(b)) if a < b),
            CastOp::FpTrunc => same && matches!((src.float_bits(), dst.float_bits()), (Some(a), Some(b)) if a > b),
            CastOp::FpExt => same && matches!((src.float_bits(), dst.float_bits()), (Some(a), Some(b)) if a < b),
            CastOp::UiToFp | CastOp::SiToFp => same && int(src).is_some() && is_float(dst),
            CastOp::FpToUi | CastOp::FpToSi => same && is_float(src) && int(dst).is_some(),
            CastOp::PtrToInt | CastOp::PtrToAddr => same && is_ptr(src) && int(dst).is_some(),
            CastOp::IntToPtr => same && int(src).is_some() && is_ptr(dst),
            CastOp::AddrSpaceCast => same && is_ptr(src) && is_ptr(dst) && self.types.addrspace(from) != self.types.addrspace(to),
            CastOp::BitCast if is_ptr(src) && is_ptr(dst) => {
                let one = Some((1, false));
                let shapes = same || from_shape == one && to_shape.is_none() || to_shape == one && from_shape.is_none();
                shapes && self.types.addrspace(from) == self.types.addrspace(to)
            }
            // LLVM leaves their sizes, which the data layout says, to its verifier.
            CastOp::BitCast if is_ptr(src) && is_byte(dst) || is_byte(src) && is_ptr(dst) => true,
            CastOp::BitCast => {
                let bits = |elem, shape: Option<(u32, bool)>| {
                    let (len, scalable) = shape.unwrap_or((1, false));
                    Some((primitive_bits(elem)? * u64::from(len), scalable))
                };
                let (a, b) = (bits(src, from_shape), bits(dst, to_shape));
                a.is_some() && a == b
            }
        }
    }
}

/// Width of a type that `bitcast` accepts, except pointers.
fn primitive_bits(ty: Type) -> Option<u64> {
    match ty {
        Type::X86Mmx => Some(64),
        Type::X86Amx => Some(8192),
        // A target type can only be cast to itself; its width is unknown.
        Type::TargetExt { .. } => Some(0),
        other => other.number_bits().map(u64::from),
    }
}
