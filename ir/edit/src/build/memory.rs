//! Memory: allocas, loads, stores, addresses, atomic operations.
use super::FunctionBuilder;
use crate::construct::Construct;
use crate::{EditError, Operand, Result};
use bctk_ir::datalayout::{DataLayout, Layouts};
use bctk_ir::entity::TypeId;
use bctk_ir::inst::{Access, AlignCode, GepNoWrapFlags, RmwAccess};
use bctk_ir::opcodes::{Ordering, RmwOp};
use bctk_ir::types::Type;
use bctk_ir::value::Value;

/// The sync scope of all threads.
const SYSTEM: u32 = 1;

/// The code of an alignment in bytes, a power of two.
fn align_code(bytes: u64) -> AlignCode {
    bytes.trailing_zeros() as AlignCode + 1
}

impl FunctionBuilder<'_, '_> {
    /// The alignment of a type by the data layout of the module: that of the ABI, or the preferred one.
    fn align_of(&mut self, ty: TypeId, preferred: bool) -> Result<AlignCode> {
        let module = &*self.edit.module;
        let layouts = self.edit.layouts.get_or_insert_with(|| Layouts::new(DataLayout::parse(module.str(module.data_layout))));
        let bytes = if preferred { layouts.pref_align(&module.types, ty) } else { layouts.abi_align(&module.types, ty) };
        match bytes {
            Some(bytes) => Ok(align_code(bytes)),
            None => self.error(format!("expected a type with a size, found {}", self.spell(ty))),
        }
    }

    /// An alignment in bytes, which must be a power of two.
    fn align(&self, bytes: u64) -> Result<AlignCode> {
        match bytes.is_power_of_two() && bytes <= 1 << 32 {
            true => Ok(align_code(bytes)),
            false => self.error(format!("expected an alignment that is a power of two up to 2^32, found {bytes}")),
        }
    }

    /// Checks the code of an alignment, and an ordering: not `acq_rel`, and not the one that only the other access has.
    #[inline]
    fn check_access(&self, align: AlignCode, access: Access, what: &str, of_other: Ordering) -> Result<()> {
        if align > align_code(1 << 32) {
            return self.error(format!("{what}: expected an alignment up to 2^32"));
        }
        if access.is_atomic() && (align == 0 || [of_other, Ordering::AcqRel].contains(&access.ordering())) {
            return self.error(format!("{what}: cannot be '{}' with the alignment {align}", access.ordering().spelling()));
        }
        Ok(())
    }

    /// The value of an operand in a place that wants an address.
    #[inline]
    fn address(&mut self, operand: impl Into<Operand>) -> Result<Value> {
        match operand.into() {
            Operand::Value(value) => Ok(value),
            other => {
                let null = self.edit.ptr_type();
                self.operand(other, Some(null))
            }
        }
    }

    /// The value of an operand that must be a pointer.
    fn pointer(&mut self, operand: impl Into<Operand>, what: &str) -> Result<Value> {
        let value = self.address(operand)?;
        let ty = self.ty(value)?;
        match self.get(ty) {
            Type::Ptr(_) | Type::TypedPtr { .. } => Ok(value),
            _ => self.error(format!("{what}: expected a pointer, found {}", self.spell(ty))),
        }
    }

    /// Checks what a typed pointer points to.
    fn points_to(&self, ptr: Value, ty: TypeId, what: &str) -> Result<()> {
        match self.get(self.ty(ptr)?) {
            Type::TypedPtr { pointee, .. } if !self.same(pointee, ty) => {
                self.error(format!("{what}: expected a pointer to {}, found one to {}", self.spell(ty), self.spell(pointee)))
            }
            _ => Ok(()),
        }
    }

    /// `alloca` of one value, aligned as the data layout prefers.
    ///
    /// # Errors
    /// If the type has no size.
    pub fn alloca(&mut self, ty: TypeId) -> Result<Value> {
        let one = self.edit.int_type(32);
        let count = self.edit.const_int(one, 1).map_err(|error| self.placed(error))?;
        self.alloca_of(ty, count)
    }

    /// `alloca` of several values.
    ///
    /// # Errors
    /// If the type has no size, or the count is no integer.
    pub fn alloca_of(&mut self, ty: TypeId, count: impl Into<Operand>) -> Result<Value> {
        let align = self.align_of(ty, true)?;
        let word = self.edit.int_type(32);
        let count = self.operand(count, Some(word))?;
        let found = self.ty(count)?;
        if !matches!(self.get(found), Type::Int(_)) {
            return self.error(format!("alloca: expected an integer count, found {}", self.spell(found)));
        }
        let space = self.edit.spaces().alloca;
        let result = self.edit.pointer_to(ty, space);
        self.checked().alloca(ty, count, align, result)
    }

    /// `load`, aligned as the data layout says.
    ///
    /// # Errors
    /// If the address is no pointer, or the type has no size.
    pub fn load(&mut self, ty: TypeId, ptr: impl Into<Operand>) -> Result<Value> {
        let align = self.align_of(ty, false)?;
        self.load_with(ty, ptr, align, Access::PLAIN)
    }

    /// `load` with an alignment in bytes.
    ///
    /// # Errors
    /// As [`FunctionBuilder::load`], and if the alignment is no power of two.
    pub fn aligned_load(&mut self, ty: TypeId, ptr: impl Into<Operand>, bytes: u64) -> Result<Value> {
        let align = self.align(bytes)?;
        self.load_with(ty, ptr, align, Access::PLAIN)
    }

    /// `load`, volatile or atomic.
    ///
    /// # Errors
    /// As [`FunctionBuilder::load`].
    pub fn load_with(&mut self, ty: TypeId, ptr: impl Into<Operand>, align: AlignCode, access: Access) -> Result<Value> {
        self.check_access(align, access, "load", Ordering::Release)?;
        let ptr = self.pointer(ptr, "load")?;
        self.points_to(ptr, ty, "load")?;
        if matches!(self.get(ty), Type::Void | Type::Function { .. } | Type::Label | Type::Metadata | Type::Token) {
            return self.error(format!("load: expected a type that values in memory have, found {}", self.spell(ty)));
        }
        self.checked().load(ty, ptr, align, access, SYSTEM)
    }

    /// `store`, aligned as the data layout says.
    ///
    /// # Errors
    /// If the address is no pointer, or the type of the value is not known or has no size.
    pub fn store(&mut self, value: impl Into<Operand>, ptr: impl Into<Operand>) -> Result<()> {
        let value = self.operand(value, None)?;
        let ty = self.ty(value)?;
        let align = self.align_of(ty, false)?;
        self.store_with(value, ptr, align, Access::PLAIN)
    }

    /// `store` with an alignment in bytes.
    ///
    /// # Errors
    /// As [`FunctionBuilder::store`], and if the alignment is no power of two.
    pub fn aligned_store(&mut self, value: impl Into<Operand>, ptr: impl Into<Operand>, bytes: u64) -> Result<()> {
        let align = self.align(bytes)?;
        self.store_with(value, ptr, align, Access::PLAIN)
    }

    /// `store`, volatile or atomic.
    ///
    /// # Errors
    /// As [`FunctionBuilder::store`].
    pub fn store_with(&mut self, value: impl Into<Operand>, ptr: impl Into<Operand>, align: AlignCode, access: Access) -> Result<()> {
        self.check_access(align, access, "store", Ordering::Acquire)?;
        let value = self.operand(value, None)?;
        let ptr = self.pointer(ptr, "store")?;
        let ty = self.ty(value)?;
        self.points_to(ptr, ty, "store")?;
        self.checked().store(value, ptr, align, access, SYSTEM)?;
        Ok(())
    }

    /// `getelementptr`. Indices without a type are `i64`; those of structures are `i32`.
    ///
    /// # Errors
    /// If the base is no pointer, or the indices do not fit the type.
    pub fn gep<I: Into<Operand>>(
        &mut self,
        source: TypeId,
        ptr: impl Into<Operand>,
        indices: impl IntoIterator<Item = I>,
    ) -> Result<Value> {
        self.gep_with(GepNoWrapFlags::NONE, source, ptr, indices)
    }

    /// `getelementptr inbounds`
    ///
    /// # Errors
    /// As [`FunctionBuilder::gep`].
    pub fn inbounds_gep<I: Into<Operand>>(
        &mut self,
        source: TypeId,
        ptr: impl Into<Operand>,
        indices: impl IntoIterator<Item = I>,
    ) -> Result<Value> {
        self.gep_with(GepNoWrapFlags::INBOUNDS | self.implied(), source, ptr, indices)
    }

    /// The flag that `inbounds` implies, in releases that have it.
    fn implied(&self) -> GepNoWrapFlags {
        match self.edit.module.llvm_version().gep_flags() {
            true => GepNoWrapFlags::NUSW,
            false => GepNoWrapFlags::NONE,
        }
    }

    /// The address of a field of a structure (`IRBuilder::CreateStructGEP`).
    ///
    /// # Errors
    /// If the type is no structure with this field.
    pub fn struct_gep(&mut self, source: TypeId, ptr: impl Into<Operand>, field: u32) -> Result<Value> {
        let word = self.edit.int_type(32);
        let zero = self.edit.const_zero(word);
        let field = self.edit.const_int(word, i128::from(field)).map_err(|error| self.placed(error))?;
        let flags = match self.edit.module.llvm_version().gep_flags() {
            true => GepNoWrapFlags::NUW,
            false => GepNoWrapFlags::NONE,
        };
        self.gep_with(GepNoWrapFlags::INBOUNDS | self.implied() | flags, source, ptr, [zero, field])
    }

    /// `getelementptr` with flags.
    ///
    /// # Errors
    /// As [`FunctionBuilder::gep`].
    pub fn gep_with<I: Into<Operand>>(
        &mut self,
        flags: GepNoWrapFlags,
        source: TypeId,
        ptr: impl Into<Operand>,
        indices: impl IntoIterator<Item = I>,
    ) -> Result<Value> {
        let ptr = self.address(ptr)?;
        let base = self.ty(ptr)?;
        let Some(space) = bctk_ir::value_types::Types::new(self.edit.module).scalar_addrspace(base) else {
            return self.error(format!("getelementptr: expected a pointer, found {}", self.spell(base)));
        };
        if let Type::TypedPtr { .. } = self.get(base) {
            self.points_to(ptr, source, "getelementptr")?;
        }
        let mut ops = vec![ptr];
        let (mut ty, mut shape) = (source, base);
        for (at, index) in indices.into_iter().enumerate() {
            let index = match index.into() {
                Operand::Value(index) => index,
                number => {
                    let bits = if at > 0 && matches!(self.get(ty), Type::Struct { .. }) { 32 } else { 64 };
                    let wide = self.edit.int_type(bits);
                    self.operand(number, Some(wide))?
                }
            };
            let found = self.ty(index)?;
            if !matches!(self.get(self.edit.module.types.scalar(found)), Type::Int(_)) {
                return self.error(format!("getelementptr: expected an integer index, found {}", self.spell(found)));
            }
            if matches!(self.get(found), Type::Vector { .. }) {
                shape = found;
            }
            if at > 0 {
                ty = self.element(ty, index)?;
            }
            ops.push(index);
        }
        if ops.len() == 1 {
            return self.error("getelementptr: expected at least one index");
        }
        let pointer = self.edit.pointer_to(ty, space);
        let result = self.edit.shaped_type(shape, pointer);
        self.checked().gep(result, flags, source, &ops)
    }

    /// The type that an index of `getelementptr` leads to.
    fn element(&self, ty: TypeId, index: Value) -> Result<TypeId> {
        let member = match self.get(ty) {
            Type::Array { elem, .. } | Type::Vector { elem, .. } => Some(elem),
            Type::Struct { .. } => match self.edit.kind_of(index) {
                Some(bctk_ir::constants::ConstKind::Null) => self.edit.module.types.member(ty, 0),
                Some(bctk_ir::constants::ConstKind::Int(field)) => {
                    u64::try_from(field).ok().and_then(|field| self.edit.module.types.member(ty, field))
                }
                _ => None,
            },
            _ => None,
        };
        match member {
            Some(member) => Ok(member),
            None => self.error(format!("getelementptr: {} has no such member", self.spell(ty))),
        }
    }

    /// `fence`
    ///
    /// # Errors
    /// If the ordering is none of a fence.
    pub fn fence(&mut self, ordering: Ordering) -> Result<()> {
        if matches!(ordering, Ordering::NotAtomic | Ordering::Unordered | Ordering::Monotonic) {
            return self.error(format!("fence: expected acquire, release, acq_rel or seq_cst, found '{}'", ordering.spelling()));
        }
        self.checked().fence(ordering, SYSTEM)?;
        Ok(())
    }

    /// `atomicrmw`, aligned as its type.
    ///
    /// # Errors
    /// If the operation does not take this type, or the address is no pointer.
    pub fn atomicrmw(&mut self, op: RmwOp, ptr: impl Into<Operand>, value: impl Into<Operand>, ordering: Ordering) -> Result<Value> {
        let ptr = self.pointer(ptr, "atomicrmw")?;
        let value = self.operand(value, None)?;
        let ty = self.ty(value)?;
        let scalar = self.get(self.edit.module.types.scalar(ty));
        let is_pointer = matches!(scalar, Type::Ptr(_) | Type::TypedPtr { .. });
        let fits = match op {
            RmwOp::Xchg => matches!(scalar, Type::Int(_)) || scalar.is_float() || is_pointer,
            op if op.is_float() => scalar.is_float(),
            _ => self.get(ty) == scalar && matches!(scalar, Type::Int(_)),
        };
        if !fits {
            return self.error(format!("atomicrmw {}: cannot take a value of type {}", op.spelling(), self.spell(ty)));
        }
        if matches!(ordering, Ordering::NotAtomic | Ordering::Unordered) {
            return self.error(format!("atomicrmw: cannot be '{}'", ordering.spelling()));
        }
        self.points_to(ptr, ty, "atomicrmw")?;
        let align = self.atomic_align(ty)?;
        self.checked().atomicrmw(op, ptr, value, align, RmwAccess::new(false, ordering), SYSTEM)
    }

    /// `cmpxchg`, aligned as its type. The result is the old value and whether the new one was stored.
    ///
    /// # Errors
    /// If the values have not one type, or the address is no pointer.
    pub fn cmpxchg(
        &mut self,
        ptr: impl Into<Operand>,
        expected: impl Into<Operand>,
        new: impl Into<Operand>,
        success: Ordering,
        failure: Ordering,
    ) -> Result<Value> {
        let ptr = self.pointer(ptr, "cmpxchg")?;
        let (ty, expected, new) = self.pair(expected, new, "cmpxchg")?;
        if !matches!(self.get(ty), Type::Int(_) | Type::Ptr(_) | Type::TypedPtr { .. }) {
            return self.error(format!("cmpxchg: expected an integer or pointer, found {}", self.spell(ty)));
        }
        if matches!(success, Ordering::NotAtomic | Ordering::Unordered)
            || matches!(failure, Ordering::NotAtomic | Ordering::Unordered | Ordering::Release | Ordering::AcqRel)
        {
            return self.error(format!("cmpxchg: cannot be '{} {}'", success.spelling(), failure.spelling()));
        }
        self.points_to(ptr, ty, "cmpxchg")?;
        let align = self.atomic_align(ty)?;
        let access = Access::new(false, success, failure, false);
        self.checked().cmpxchg([ptr, expected, new], align, access, SYSTEM)
    }

    /// The size of a type as its alignment, which atomic operations have.
    fn atomic_align(&mut self, ty: TypeId) -> Result<AlignCode> {
        let module = &*self.edit.module;
        let layouts = self.edit.layouts.get_or_insert_with(|| Layouts::new(DataLayout::parse(module.str(module.data_layout))));
        match layouts.store_size(&module.types, ty) {
            Some(bytes) if bytes.is_power_of_two() => Ok(align_code(bytes)),
            _ => Err(self.placed(EditError::new(format!("expected a type whose size is a power of two, found {}", self.spell(ty))))),
        }
    }
}
