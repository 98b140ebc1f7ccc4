//! Memory: allocation, loads, stores, atomics, address computation.
use super::super::function::BodyReader;
use super::super::globals::align;
use super::{Role, ordering, scope};
use crate::read::types::address_space;
use crate::schema::field::{Items, ValTy, ValTyRef};
use crate::schema::function as rows;
use bctk_bitstream::{Error, Result};
use bctk_ir::entity::TypeId;
use bctk_ir::inst::{Access, GepNoWrapFlags, Inst, RmwAccess};
use bctk_ir::opcodes::{Ordering, RmwOp};
use bctk_ir::types::Type;
use bctk_ir::value::Value;

impl BodyReader<'_> {
    /// A `store` of LLVM 2.1 and before.
    pub(super) fn store_by_value(&mut self, r: rows::StoreByValue) -> Result<()> {
        self.out.facts.store_by_value = true;
        let (value, _) = self.typed(r.value)?;
        let ptr = self.value(r.pointer)?;
        self.push_store(ptr, value, r.align, r.is_volatile, Ordering::NotAtomic, 1)
    }

    pub(super) fn alloca(&mut self, r: rows::Alloca) -> Result<()> {
        if r.size_ty.is_none() {
            self.out.facts.untyped_sizes = true;
            self.out.facts.unknown.least(rows::ID, rows::Alloca::CODE, 3);
        }
        self.known_flags(rows::Alloca::CODE, "flags", r.flags, 0x7FF);
        let mut ty = self.check_type(r.ty)?;
        let mut space = r.address_space.map_or(Ok(self.ctx.spaces.alloca), address_space)?;
        if r.flags & 1 << 6 == 0 {
            match self.ty(ty) {
                Type::TypedPtr { pointee, addrspace } => (ty, space) = (pointee, addrspace),
                _ => return Err(Error::malformed("expected a pointer type of an alloca")),
            }
        }
        let count = self.value(r.size)?;
        let align = align(r.flags & 31 | (r.flags >> 8 & 7) << 5)?;
        let result = self.pointer_type(ty, space);
        let inst = Inst::Alloca { align, in_alloca: r.flags & 1 << 5 != 0, swift_error: r.flags & 1 << 7 != 0, ty, count };
        self.push(inst, Some(result))
    }

    /// A `malloc`, an instruction until LLVM 2.6. Its result is a pointer of the address space 0, as the readers up to LLVM 2.9 take it.
    pub(super) fn malloc(&mut self, r: rows::Malloc) -> Result<()> {
        self.out.facts.heap_instructions = true;
        let pointer = self.check_type(r.ty)?;
        let Type::TypedPtr { pointee: ty, addrspace: 0 } = self.ty(pointer) else {
            return Err(Error::malformed("expected a pointer type of a malloc"));
        };
        let count = self.value(r.count)?;
        self.push(Inst::Malloc { align: align(r.align)?, ty, count }, Some(pointer))
    }

    /// A `free`, an instruction until LLVM 2.6.
    pub(super) fn free(&mut self, r: rows::Free) -> Result<()> {
        self.out.facts.heap_instructions = true;
        let (pointer, _) = self.typed(r.pointer)?;
        self.push(Inst::Free(pointer), None)
    }

    /// The type that a typed pointer points to.
    fn pointee(&self, ty: TypeId) -> Result<TypeId> {
        match self.ty(ty) {
            Type::TypedPtr { pointee, .. } => Ok(pointee),
            _ => Err(Error::malformed("expected the type of the loaded value, or a typed pointer")),
        }
    }

    /// The pointer and the loaded type: explicit since LLVM 3.7, before that the pointee type.
    #[inline]
    fn loaded_type(&mut self, pointer: ValTyRef, ty: Option<u32>) -> Result<(Value, TypeId)> {
        let (ptr, ptr_ty) = self.typed(pointer)?;
        let ty = match ty {
            Some(ty) => self.check_type(ty)?,
            None => {
                self.out.facts.pointee_types = true;
                self.pointee(ptr_ty)?
            }
        };
        Ok((ptr, ty))
    }

    #[inline]
    pub(super) fn load(&mut self, r: rows::Load) -> Result<()> {
        let (ptr, ty) = self.loaded_type(r.pointer, r.ty)?;
        let align = align(r.align)?;
        let access = Access::new(r.is_volatile, Ordering::NotAtomic, Ordering::NotAtomic, false);
        self.push(Inst::Load { align, access, scope: 1, ptr }, Some(ty))
    }

    pub(super) fn load_atomic(&mut self, r: rows::LoadAtomic) -> Result<()> {
        let (ptr, ty) = self.loaded_type(r.pointer, r.ty)?;
        let align = align(r.align)?;
        let access = Access::new(r.is_volatile, ordering(r.ordering, Role::Load)?, Ordering::NotAtomic, false);
        let access = if r.is_elementwise { access.elementwise() } else { access };
        let scope = scope(r.scope)?;
        self.push(Inst::Load { align, access, scope, ptr }, Some(ty))
    }

    fn push_store(&mut self, ptr: Value, value: Value, at: u64, volatile: bool, order: Ordering, scope: u32) -> Result<()> {
        let access = Access::new(volatile, order, Ordering::NotAtomic, false);
        self.push(Inst::Store { align: align(at)?, access, scope, value, ptr }, None)
    }

    #[inline]
    pub(super) fn store(&mut self, r: rows::Store) -> Result<()> {
        let (ptr, _) = self.typed(r.pointer)?;
        let (value, _) = self.typed(r.value)?;
        self.push_store(ptr, value, r.align, r.is_volatile, Ordering::NotAtomic, 1)
    }

    pub(super) fn store_old(&mut self, r: rows::StoreOld) -> Result<()> {
        let (ptr, _) = self.typed(r.pointer)?;
        let value = self.value(r.value)?;
        self.push_store(ptr, value, r.align, r.is_volatile, Ordering::NotAtomic, 1)
    }

    pub(super) fn store_atomic(&mut self, r: rows::StoreAtomic) -> Result<()> {
        let (ptr, _) = self.typed(r.pointer)?;
        let (value, _) = self.typed(r.value)?;
        self.push_store(ptr, value, r.align, r.is_volatile, ordering(r.ordering, Role::Store)?, scope(r.scope)?)
    }

    pub(super) fn store_atomic_old(&mut self, r: rows::StoreAtomicOld) -> Result<()> {
        let (ptr, _) = self.typed(r.pointer)?;
        let value = self.value(r.value)?;
        self.push_store(ptr, value, r.align, r.is_volatile, ordering(r.ordering, Role::Store)?, scope(r.scope)?)
    }

    pub(super) fn fence(&mut self, r: rows::Fence) -> Result<()> {
        self.push(Inst::Fence { ordering: ordering(r.ordering, Role::Fence)?, scope: scope(r.scope)? }, None)
    }

    pub(super) fn cmpxchg(&mut self, r: rows::CmpXchg) -> Result<()> {
        let (ptr, _) = self.typed(r.pointer)?;
        let (compare, ty) = self.typed(r.compare)?;
        let new = self.value(r.new)?;
        let access = Access::new(r.is_volatile, ordering(r.success, Role::Success)?, ordering(r.failure, Role::Failure)?, r.weak);
        let ops = self.out.body.lists.push(&[ptr, compare, new]);
        let result = self.cmpxchg_type(ty);
        self.push(Inst::CmpXchg { align: align(r.align)?, access, scope: scope(r.scope)?, ops }, Some(result))
    }

    /// The form of LLVM up to 3.7. The first versions have neither failure ordering nor `weak`.
    pub(super) fn cmpxchg_old(&mut self, r: rows::CmpXchgOld) -> Result<()> {
        let (ptr, ptr_ty) = self.typed(r.pointer)?;
        let ty = self.pointee(ptr_ty)?;
        let (compare, new) = (self.value(r.compare)?, self.value(r.new)?);
        let success = ordering(r.success, Role::Success)?;
        let failure = match r.failure {
            Some(code) => ordering(code, Role::Failure)?,
            None => success.of_failure(),
        };
        let access = Access::new(r.is_volatile, success, failure, r.weak.unwrap_or(false));
        let ops = self.out.body.lists.push(&[ptr, compare, new]);
        self.out.facts.plain_cmpxchg |= r.weak.is_none();
        let result = if r.weak.is_some() { self.cmpxchg_type(ty) } else { ty };
        self.push(Inst::CmpXchg { align: 0, access, scope: scope(r.scope)?, ops }, Some(result))
    }

    pub(super) fn atomic_rmw(&mut self, r: rows::AtomicRmw) -> Result<()> {
        let (ptr, _) = self.typed(r.pointer)?;
        let (value, ty) = self.typed(r.value)?;
        self.push_rmw(ptr, value, ty, (r.operation, r.is_volatile, r.ordering, r.scope, r.align))
    }

    pub(super) fn atomic_rmw_old(&mut self, r: rows::AtomicRmwOld) -> Result<()> {
        let (ptr, ptr_ty) = self.typed(r.pointer)?;
        let value = self.value(r.value)?;
        let ty = match self.ty(ptr_ty) {
            Type::TypedPtr { pointee, .. } => pointee,
            _ => self.type_of(value)?,
        };
        self.push_rmw(ptr, value, ty, (r.operation, r.is_volatile, r.ordering, r.scope, r.align))
    }

    fn push_rmw(
        &mut self,
        ptr: Value,
        value: Value,
        ty: TypeId,
        (op, volatile, order, scope_code, at): (u64, bool, u64, u64, u64),
    ) -> Result<()> {
        let elementwise = op & rows::AtomicRmw::ELEMENTWISE != 0;
        let op = RmwOp::from_code(op & !rows::AtomicRmw::ELEMENTWISE)
            .ok_or_else(|| Error::unsupported(format!("unknown atomicrmw operation {op}, from a newer LLVM")))?;
        let access = RmwAccess::new(volatile, ordering(order, Role::ReadWrite)?);
        let access = if elementwise { access.elementwise() } else { access };
        self.push(Inst::AtomicRmw { op, align: align(at)?, access, scope: scope(scope_code)?, ptr, value }, Some(ty))
    }

    #[inline]
    pub(super) fn gep(&mut self, r: rows::Gep<'_>) -> Result<()> {
        self.gep_of(r.ty, r.flags, r.operands)
    }

    /// A `getelementptr` with its operands, the base pointer first.
    #[inline(always)]
    pub(super) fn gep_of(&mut self, ty: u32, flags: u64, operands: impl Iterator<Item = Result<ValTyRef>>) -> Result<()> {
        let source = self.check_type(ty)?;
        self.known_flags(rows::Gep::CODE, "flags", flags, 7);
        self.push_gep(GepNoWrapFlags::from_bits(flags as u8), Some(source), operands)
    }

    pub(super) fn gep_old(&mut self, operands: Items<'_, ValTy>, flags: GepNoWrapFlags) -> Result<()> {
        self.out.facts.pointee_types = true;
        self.push_gep(flags, None, operands)
    }

    fn push_gep(
        &mut self,
        flags: GepNoWrapFlags,
        source: Option<TypeId>,
        mut operands: impl Iterator<Item = Result<ValTyRef>>,
    ) -> Result<()> {
        let base = operands.next().ok_or_else(|| Error::malformed("expected the base pointer of a getelementptr"))?;
        let (base, base_ty) = self.typed(base?)?;
        let list = self.out.body.lists.begin();
        self.out.body.lists.add(&list, base);
        let mut vector = None;
        for index in operands {
            let (index, ty) = self.typed(index?)?;
            self.out.body.lists.add(&list, index);
            if let Type::Vector { len, scalable, .. } = self.ty(ty) {
                vector = Some((len, scalable));
            }
        }
        let ops = self.out.body.lists.finish(list);
        let (base_scalar, base_vector) = match self.ty(base_ty) {
            Type::Vector { elem, len, scalable } => (elem, Some((len, scalable))),
            _ => (base_ty, None),
        };
        let (source, scalar) = match self.ty(base_scalar) {
            Type::TypedPtr { pointee, addrspace } => {
                let source = source.unwrap_or(pointee);
                let element = self.indexed_type(source, ops)?;
                (source, self.find_type(Type::TypedPtr { pointee: element, addrspace }))
            }
            Type::Ptr(_) => (source.ok_or_else(|| Error::malformed("expected the source element type"))?, base_scalar),
            _ => return Err(Error::malformed("expected a pointer as base of a getelementptr")),
        };
        let result = match base_vector.or(vector) {
            Some((len, scalable)) => self.find_type(Type::Vector { elem: scalar, len, scalable }),
            None => scalar,
        };
        self.push(Inst::Gep { flags, source, ops }, Some(result))
    }

    /// The type after applying the indices of a GEP: structure members by constants, elements otherwise.
    fn indexed_type(&self, source: TypeId, ops: bctk_ir::entity::List<Value>) -> Result<TypeId> {
        let mut ty = source;
        for index in self.out.body.lists.get(ops).iter().skip(2) {
            let index = match self.ty(ty) {
                Type::Struct { .. } => self.constant_index(index)?,
                _ => 0,
            };
            ty = match self.ty(ty) {
                Type::Array { elem, .. } => elem,
                _ => self.member(ty, index).ok_or_else(|| Error::malformed(format!("expected a member number, found {index}")))?,
            };
        }
        Ok(ty)
    }

    fn constant_index(&self, value: Value) -> Result<u64> {
        use bctk_ir::constants::ConstKind;
        use bctk_ir::value::ValueKind;
        let constant = match value.kind() {
            ValueKind::Const(c) => self.module.consts.get(c),
            ValueKind::LocalConst(c) => self.out.body.consts.get(c),
            _ => None,
        };
        let pool = match value.kind() {
            ValueKind::Const(_) => &self.module.consts,
            _ => &self.out.body.consts,
        };
        match constant.map(|c| c.kind) {
            Some(ConstKind::Null) => Ok(0),
            Some(ConstKind::Int(n)) => Ok(n as u64),
            // A vector of equal indices.
            Some(ConstKind::Data(bytes)) => Ok(pool.bytes.get(bytes).iter().take(4).rev().fold(0, |n, &b| n << 8 | u64::from(b))),
            _ => Err(Error::malformed("expected a constant as member number")),
        }
    }
}
