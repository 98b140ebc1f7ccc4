//! Memory: allocation, loads, stores, atomics, address computation.

use super::super::Parser;
use super::super::body::NO_RESULT;
use crate::error::{About, Result};
use crate::token::{Kw, Tok};
use bctk_ir::constants::ConstKind;
use bctk_ir::datalayout::TypeSource;
use bctk_ir::entity::TypeId;
use bctk_ir::inst::{Access, AlignCode, GepNoWrapFlags, Inst, RmwAccess};
use bctk_ir::opcodes::{Ordering, RmwOp};
use bctk_ir::types::Type;
use bctk_ir::version::LlvmVersion;
use std::ops::Range;

/// The largest alignment in bytes (LLVM 22, `Value::MaximumAlignment`).
const MAX_ALIGN: u64 = 1 << 32;

/// The code of an alignment in bytes, a power of two.
fn align_code(bytes: u64) -> AlignCode {
    bytes.clamp(1, MAX_ALIGN).trailing_zeros() as AlignCode + 1
}

impl Parser<'_, '_> {
    /// `, align N`, any number of times; 0 for none.
    #[inline]
    fn comma_align(&mut self) -> Result<AlignCode> {
        let mut align = self.fast_align().unwrap_or(0);
        while self.comma() {
            if !self.eat_kw(Kw::Align) {
                return Err(self.error("expected metadata or 'align'"));
            }
            align = self.align_value()?;
        }
        Ok(align)
    }

    /// The alignment of an access that states none: LLVM uses that of the type. With typed pointers it stays open.
    #[inline]
    fn access_align(&mut self, stated: AlignCode, ty: TypeId, span: Range<usize>, message: &'static str) -> Result<AlignCode> {
        if stated != 0 || self.typed_pointers() {
            self.old.unaligned |= stated == 0;
            return Ok(stated);
        }
        match self.abi_align(ty) {
            Some(bytes) => Ok(align_code(bytes)),
            None => Err(self.error_at(span, message)),
        }
    }

    pub(super) fn alloca(&mut self) -> Result<(Inst, TypeId)> {
        let in_alloca = self.eat_kw(Kw::InAlloca);
        let swift_error = self.eat_kw(Kw::SwiftError);
        let at = self.span();
        let ty = self.ty()?;
        if matches!(self.types.kind(ty), Type::Function { .. } | Type::Void | Type::Label | Type::Metadata | Type::Token | Type::X86Amx) {
            return Err(self.error_at(at, "invalid type for alloca"));
        }
        let mut count = None;
        let mut align = 0;
        let mut space = None;
        let mut stage = 0;
        while self.comma() {
            match self.kw() {
                Kw::Align if stage < 2 => {
                    self.next();
                    align = self.align_value()?;
                    stage = 2;
                }
                Kw::AddrSpace => {
                    space = self.addrspace_if_any()?;
                    if stage != 2 {
                        break;
                    }
                }
                _ if stage == 0 => {
                    let (count_ty, value, span) = self.spanned_value()?;
                    if !self.types.is_int(count_ty) {
                        return Err(self.error_at(span, "element count must have integer type"));
                    }
                    count = Some(value);
                    stage = 1;
                }
                // As after any other instruction.
                _ if stage == 1 => return Err(self.error("expected instruction opcode")),
                _ => return Err(self.error("expected metadata or 'addrspace'")),
            }
        }
        if align == 0 && !self.typed_pointers() {
            align = match self.pref_align(ty) {
                Some(bytes) => align_code(bytes),
                None => return Err(self.error_at(at, "Cannot allocate unsized type")),
            };
        }
        self.old.unaligned |= align == 0;
        let count = match count {
            Some(count) => count,
            None => {
                let i32 = self.types.int(32);
                self.intern(i32, ConstKind::Int(1))
            }
        };
        let typed = self.typed_pointers();
        let space = space.unwrap_or(0);
        let result = self.types.pointer_to(ty, space, typed);
        Ok((Inst::Alloca { align, in_alloca, swift_error, ty, count }, result))
    }

    /// `volatile`, on either side of `atomic` in old texts; returns (atomic, volatile).
    #[inline]
    fn access_words(&mut self) -> (bool, bool) {
        let atomic = self.eat_kw(Kw::Atomic);
        (atomic, self.eat_kw(Kw::Volatile))
    }

    #[inline]
    fn scope_and_ordering(&mut self, atomic: bool) -> Result<(u32, Ordering)> {
        if !atomic {
            return Ok((1, Ordering::NotAtomic));
        }
        Ok((self.sync_scope()?, self.ordering()?))
    }

    #[inline]
    pub(in crate::parse) fn load(&mut self) -> Result<(Inst, TypeId)> {
        let (atomic, volatile) = self.access_words();
        let elementwise = self.at(Kw::Elementwise) && self.accepts(LlvmVersion::elementwise_loads) && self.eat_kw(Kw::Elementwise);
        self.old.elementwise_loads |= elementwise;
        let at = self.span();
        let mut ty = self.ty()?;
        let (ptr_ty, ptr, span);
        if self.tok != Tok::Comma
            && let Some(pointee) = self.pointee(ty)
        {
            // Until LLVM 3.6, only the pointer's type determines what is read.
            self.old.pointee_types = true;
            span = self.span();
            (ptr_ty, ptr) = (ty, self.value(ty)?);
            ty = pointee;
        } else {
            (ptr_ty, ptr, span) = self.comma_operand("expected comma after load's type")?;
            self.old.stated_types = true;
        }
        let (scope, ordering) = self.scope_and_ordering(atomic)?;
        let align = self.comma_align()?;
        if !self.types.is_pointer(ptr_ty) || !self.types.is_first_class(ty) {
            return Err(self.error_at(span, "load operand must be a pointer to a first class type"));
        }
        self.check_pointee_of(ptr_ty, ty, at.clone())?;
        if elementwise && !atomic {
            return Err(self.error_at(span, "elementwise load must be atomic"));
        }
        if elementwise && !matches!(self.types.kind(ty), Type::Vector { scalable: false, .. }) {
            return Err(self.error_at(at, "atomic elementwise load operand must have fixed vector type"));
        }
        if atomic {
            if align == 0 && !self.typed_pointers() {
                return Err(self.error_at(span, "atomic load must have explicit non-zero alignment"));
            }
            if matches!(ordering, Ordering::Release | Ordering::AcqRel) {
                return Err(self.error_at(span, "atomic load cannot use Release ordering"));
            }
        }
        if elementwise && ordering == Ordering::SeqCst {
            return Err(self.error_at(span, "atomic elementwise load cannot be sequentially consistent"));
        }
        let align = self.access_align(align, ty, at, "loading unsized types is not allowed")?;
        let access = Access::new(volatile, ordering, Ordering::NotAtomic, false);
        let access = if elementwise { access.elementwise() } else { access };
        Ok((Inst::Load { align, access, scope, ptr }, ty))
    }

    #[inline]
    pub(in crate::parse) fn store(&mut self) -> Result<(Inst, TypeId)> {
        let (atomic, volatile) = self.access_words();
        let (ty, value, at) = self.spanned_value()?;
        let (ptr_ty, ptr, span) = self.comma_operand("expected ',' after store operand")?;
        let (scope, ordering) = self.scope_and_ordering(atomic)?;
        let align = self.comma_align()?;
        if !self.types.is_pointer(ptr_ty) {
            return Err(self.error_at(span, "store operand must be a pointer"));
        }
        if !self.types.is_first_class(ty) {
            return Err(self.error_at(at, "store operand must be a first class value"));
        }
        if let Type::TypedPtr { pointee, .. } = self.types.kind(ptr_ty)
            && pointee != ty
        {
            return Err(self.error_at(at, "stored value and pointer type do not match"));
        }
        if atomic {
            if align == 0 && !self.typed_pointers() {
                return Err(self.error_at(at, "atomic store must have explicit non-zero alignment"));
            }
            if matches!(ordering, Ordering::Acquire | Ordering::AcqRel) {
                return Err(self.error_at(at, "atomic store cannot use Acquire ordering"));
            }
        }
        let align = self.access_align(align, ty, at, "storing unsized types is not allowed")?;
        let access = Access::new(volatile, ordering, Ordering::NotAtomic, false);
        Ok((Inst::Store { align, access, scope, value, ptr }, NO_RESULT))
    }

    pub(super) fn fence(&mut self) -> Result<(Inst, TypeId)> {
        let (scope, ordering) = self.scope_and_ordering(true)?;
        match ordering {
            Ordering::Unordered => Err(self.error("fence cannot be unordered")),
            Ordering::Monotonic => Err(self.error("fence cannot be monotonic")),
            _ => Ok((Inst::Fence { ordering, scope }, NO_RESULT)),
        }
    }

    /// With typed pointers, the pointer must point to the type of the operand.
    fn check_operand(&self, ptr: TypeId, ty: TypeId, span: &Range<usize>, message: &'static str) -> Result<()> {
        match self.types.kind(ptr) {
            Type::TypedPtr { pointee, .. } if pointee != ty => Err(self.error_at(span.clone(), message)),
            _ => Ok(()),
        }
    }

    pub(super) fn cmpxchg(&mut self) -> Result<(Inst, TypeId)> {
        let weak = self.eat_kw(Kw::Weak);
        let volatile = self.eat_kw(Kw::Volatile);
        let (ptr_ty, ptr, ptr_span) = self.spanned_value()?;
        self.expect(Tok::Comma, "expected ',' after cmpxchg address")?;
        let (ty, compare, compare_span) = self.spanned_value()?;
        self.expect(Tok::Comma, "expected ',' after cmpxchg cmp operand")?;
        let (new_ty, new, new_span) = self.spanned_value()?;
        let (scope, success) = self.scope_and_ordering(true)?;
        let one = self.reads_old_forms() && !self.at_ordering();
        let failure = if one { success.of_failure() } else { self.ordering()? };
        let mut align = self.comma_align()?;
        self.old.unaligned_atomics |= align == 0;
        if matches!(success, Ordering::NotAtomic | Ordering::Unordered) {
            return Err(self.error("invalid cmpxchg success ordering"));
        }
        if matches!(failure, Ordering::NotAtomic | Ordering::Unordered | Ordering::Release | Ordering::AcqRel) {
            return Err(self.error("invalid cmpxchg failure ordering"));
        }
        if !self.types.is_pointer(ptr_ty) {
            return Err(self.error_at(ptr_span, "cmpxchg operand must be a pointer"));
        }
        self.check_operand(ptr_ty, ty, &compare_span, "compare value and pointer type do not match")?;
        if ty != new_ty {
            return Err(self.error_at(new_span, "compare value and new value type do not match"));
        }
        if !self.types.is_first_class(new_ty) {
            return Err(self.error_at(new_span, "cmpxchg operand must be a first class value"));
        }
        if align == 0 && !self.typed_pointers() {
            // What no power of two states is rounded down.
            align = align_code(1 << self.store_size(ty).unwrap_or(1).max(1).ilog2());
        }
        let access = Access::new(volatile, success, failure, weak);
        let ops = self.fun.body.lists.push(&[ptr, compare, new]);
        let bit = self.types.int(1);
        let mut result = self.types.literal(&[ty, bit], false);
        if one {
            // Until LLVM 3.4 the old value alone is the result.
            self.old.one_ordering = true;
            result = ty;
        }
        Ok((Inst::CmpXchg { align, access, scope, ops }, result))
    }

    pub(super) fn atomic_rmw(&mut self) -> Result<(Inst, TypeId)> {
        let volatile = self.eat_kw(Kw::Volatile);
        let elementwise = self.eat_kw(Kw::Elementwise);
        let op = match self.tok {
            Tok::Word => RmwOp::from_spelling(self.text()),
            _ => None,
        };
        let Some(op) = op else { return Err(self.error("expected binary operation in atomicrmw").about(About::RmwOperation)) };
        self.next();
        let (ptr_ty, ptr, ptr_span) = self.spanned_value()?;
        self.expect(Tok::Comma, "expected ',' after atomicrmw address")?;
        let (ty, value, span) = self.spanned_value()?;
        let (scope, ordering) = self.scope_and_ordering(true)?;
        let mut align = self.comma_align()?;
        self.old.unaligned_atomics |= align == 0;
        if ordering == Ordering::Unordered {
            return Err(self.error("atomicrmw cannot be unordered"));
        }
        if !self.types.is_pointer(ptr_ty) {
            return Err(self.error_at(ptr_span, "atomicrmw operand must be a pointer"));
        }
        self.check_operand(ptr_ty, ty, &span, "atomicrmw value and pointer type do not match")?;
        if matches!(self.types.kind(ty), Type::Vector { scalable: true, .. }) {
            return Err(self.error_at(span, "atomicrmw operand may not be scalable"));
        }
        if elementwise && self.types.scalar(ty) == ty {
            return Err(self.error_at(span, "atomicrmw elementwise operand must be a fixed vector type"));
        }
        if elementwise && ordering == Ordering::SeqCst {
            return Err(self.error("atomicrmw elementwise cannot be sequentially consistent"));
        }
        let name = op.spelling();
        let scalar = self.types.scalar(ty);
        let message = if op == RmwOp::Xchg {
            let vectors = self.language.rmw_xchg_of_vectors();
            let is_whole = !elementwise && scalar != ty && self.accepts(LlvmVersion::rmw_xchg_of_vectors);
            self.old.exchanged_vectors |= is_whole;
            let ty = if elementwise || is_whole { scalar } else { ty };
            let valid = self.types.is_int(ty) || self.types.is_float(ty) || self.types.is_pointer(ty);
            let wanted = match vectors {
                true => "operand must be an integer type, a floating-point type, a pointer type, or a fixed vector of any of these types",
                false => "operand must be an integer, floating point, or pointer type",
            };
            (!valid).then_some(wanted)
        } else if op.is_float() {
            (!self.types.is_float(scalar)).then_some("operand must be a floating point or fixed vector of floating point type")
        } else if self.language.vectors_in_rmw() {
            (!self.types.is_int(scalar)).then_some("operand must be an integer or fixed vector of integer type")
        } else {
            (!self.types.is_int(ty)).then_some("operand must be an integer")
        };
        if let Some(message) = message {
            return Err(self.error_at(span, format!("atomicrmw {name} {message}")));
        }
        let size = self.store_size(ty).unwrap_or(0);
        if size == 0 || !size.is_power_of_two() {
            return Err(self.error_at(span, "atomicrmw operand must have a power-of-two byte size"));
        }
        if align == 0 && !self.typed_pointers() {
            align = align_code(size);
        }
        let access = RmwAccess::new(volatile, ordering);
        let access = if elementwise { access.elementwise() } else { access };
        Ok((Inst::AtomicRmw { op, align, access, scope, ptr, value }, ty))
    }

    #[inline]
    pub(super) fn gep(&mut self) -> Result<(Inst, TypeId)> {
        let mut flags = self.gep_flags();
        let at = self.span();
        let mut source = self.ty()?;
        let (base_ty, base, span);
        if self.tok != Tok::Comma
            && let Some(pointee) = self.pointee(source)
        {
            self.old.pointee_types = true;
            span = self.span();
            (base_ty, base) = (source, self.value(source)?);
            source = pointee;
        } else {
            (base_ty, base, span) = self.comma_operand("expected comma after getelementptr's type")?;
            self.old.stated_types = true;
        }
        if !self.types.is_pointer(self.types.scalar(base_ty)) {
            return Err(self.error_at(span, "base of getelementptr must be a pointer"));
        }
        if self.typed_pointers() {
            self.check_pointee_of(base_ty, source, at)?;
            flags &= GepNoWrapFlags::INBOUNDS;
        }
        let mut shape = Some(base_ty).filter(|&ty| matches!(self.types.kind(ty), Type::Vector { .. }));
        let first = self.scratch.len();
        self.scratch.push(base.raw());
        loop {
            let (ty, index, at) = match self.fast_operand() {
                Some(operand) => operand,
                None if self.comma() => self.spanned_value()?,
                None => break,
            };
            match self.types.kind(ty) {
                Type::Int(_) => {}
                Type::Vector { elem, .. } if self.types.is_int(elem) => shape = self.gep_shape(shape, ty, at)?,
                _ => return Err(self.error_at(at, "getelementptr index must be an integer")),
            }
            self.scratch.push(index.raw());
        }
        let result = self.gep_type(source, base_ty, shape, first, span.clone())?;
        if let (Type::Struct { fields, .. }, table) = self.types.lookup(source)
            && table.list(fields).iter().any(|field| matches!(self.types.kind(field), Type::Vector { scalable: true, .. }))
        {
            return Err(self.error_at(span, "getelementptr cannot target structure that contains scalable vector type"));
        }
        let ops = self.take_list(first);
        Ok((Inst::Gep { flags, source, ops }, result))
    }
}
