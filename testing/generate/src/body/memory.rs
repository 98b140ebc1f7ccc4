//! Memory: allocation, access, addresses, atomic operations.
use super::Builder;
use bctk_edit::construct::Construct;
use bctk_ir::entity::TypeId;
use bctk_ir::inst::{Access, AlignCode, GepNoWrapFlags, Inst, RmwAccess};
use bctk_ir::opcodes::{Ordering, RmwOp};
use bctk_ir::types::Type;
use bctk_ir::value::Value;

impl Builder<'_, '_, '_> {
    /// An alignment that is written.
    fn align(&mut self) -> AlignCode {
        match self.g.below(6) {
            0 => 33,
            1 => 1,
            n => n as u8,
        }
    }

    pub(super) fn alloca(&mut self) {
        let ty = self.g.value_type();
        let count = match self.g.below(4) {
            0 => self.operand(self.g.common.i32),
            1 => self.operand(self.g.common.i64),
            2 => {
                let many = 1 + self.g.below(100) as i64;
                self.g.i32(many)
            }
            _ => self.g.i32(1),
        };
        let align = self.align();
        let ptr = self.g.common.ptr;
        if self.g.chance(1, 16) && self.g.is_pointer(ty) {
            let one = self.g.i32(1);
            let slot = self.define_hidden(Inst::Alloca { align, in_alloca: false, swift_error: true, ty, count: one }, ptr);
            let value = self.operand(ty);
            let _ = Construct::store(self, value, slot, align, Access::PLAIN, 1);
            return;
        }
        let in_alloca = self.g.chance(1, 24);
        self.define(Inst::Alloca { align, in_alloca, swift_error: false, ty, count }, ptr);
    }

    pub(super) fn load(&mut self) {
        let ty = self.g.value_type();
        let ptr = self.address();
        let align = self.align();
        let volatile = self.g.chance(1, 4);
        let access = Access::new(volatile, Ordering::NotAtomic, Ordering::NotAtomic, false);
        let _ = Construct::load(self, ty, ptr, align, access, 1);
    }

    pub(super) fn store(&mut self) {
        let ty = self.type_where(|g, ty| g.is_storable(ty)).unwrap_or(self.g.common.i32);
        let (value, ptr) = (self.operand(ty), self.address());
        let align = self.align();
        let volatile = self.g.chance(1, 4);
        let access = Access::new(volatile, Ordering::NotAtomic, Ordering::NotAtomic, false);
        let _ = Construct::store(self, value, ptr, align, access, 1);
    }

    fn atomic_type(&mut self, floats: bool, pointers: bool) -> TypeId {
        let mut types = vec![Type::Int(32), Type::Int(8), Type::Int(16), Type::Int(64), Type::Int(128)];
        if floats {
            types.extend([Type::Float, Type::Double, Type::Half, Type::BFloat, Type::Fp128]);
        }
        if pointers {
            types.push(Type::Ptr(0));
        }
        let ty = self.g.pick(&types);
        self.g.m.types.intern(ty)
    }

    fn scope(&mut self) -> u32 {
        self.g.pick(&[1, 1, 0, 2, 3])
    }

    pub(super) fn atomic(&mut self) {
        let scope = self.scope();
        let align = self.align();
        let volatile = self.g.chance(1, 3);
        match self.g.below(5) {
            0 => {
                let ordering = self.g.pick(&[Ordering::Unordered, Ordering::Monotonic, Ordering::Acquire, Ordering::SeqCst]);
                let access = Access::new(volatile, ordering, Ordering::NotAtomic, false);
                let ty = self.atomic_type(true, true);
                let ptr = self.address();
                let _ = Construct::load(self, ty, ptr, align, access, scope);
            }
            1 => {
                let ordering = self.g.pick(&[Ordering::Unordered, Ordering::Monotonic, Ordering::Release, Ordering::SeqCst]);
                let access = Access::new(volatile, ordering, Ordering::NotAtomic, false);
                let ty = self.atomic_type(true, true);
                let (value, ptr) = (self.operand(ty), self.address());
                let _ = Construct::store(self, value, ptr, align, access, scope);
            }
            2 => {
                let ordering = self.g.pick(&[Ordering::Acquire, Ordering::Release, Ordering::AcqRel, Ordering::SeqCst]);
                let _ = self.fence(ordering, scope);
            }
            3 => {
                let success = self.g.pick(&[Ordering::Monotonic, Ordering::Acquire, Ordering::Release, Ordering::AcqRel, Ordering::SeqCst]);
                let failure = self.g.pick(&[Ordering::Monotonic, Ordering::Acquire, Ordering::SeqCst]);
                let access = Access::new(volatile, success, failure, self.g.chance(1, 2));
                let ty = self.atomic_type(false, true);
                let ops = [self.address(), self.operand(ty), self.operand(ty)];
                let _ = self.cmpxchg(ops, align, access, scope);
            }
            _ => {
                let op = self.g.pick(RmwOp::ALL);
                let ty = match op {
                    RmwOp::Xchg => self.atomic_type(true, true),
                    op if op.is_float() => {
                        let ty = self.g.pick(&[Type::Float, Type::Double, Type::Half, Type::BFloat]);
                        let elem = self.g.m.types.intern(ty);
                        match self.g.chance(1, 4) {
                            true => self.g.m.types.intern(Type::Vector { elem, len: 2, scalable: false }),
                            false => elem,
                        }
                    }
                    _ => self.atomic_type(false, false),
                };
                let ordering =
                    self.g.pick(&[Ordering::Monotonic, Ordering::Acquire, Ordering::Release, Ordering::AcqRel, Ordering::SeqCst]);
                let (ptr, value) = (self.address(), self.operand(ty));
                let _ = self.atomicrmw(op, ptr, value, align, RmwAccess::new(volatile, ordering), scope);
            }
        }
    }

    pub(super) fn gep(&mut self) {
        let Some(base_ty) = self.type_where(|g, ty| g.of_pointers(ty)) else { return };
        let base = self.operand(base_ty);
        let mut source = self.g.value_type();
        if self.g.is_target(source) {
            source = self.g.common.i8;
        }
        let first = source;
        let index_ty = self.index_type(base_ty);
        let mut ops: Vec<Value> = vec![base, self.operand(index_ty)];
        while self.g.is_aggregate(source) && ops.len() < 6 && self.g.chance(3, 4) {
            match self.g.m.types.get(source) {
                Type::Struct { fields, .. } => {
                    let fields: Vec<TypeId> = self.g.m.types.list(fields).to_vec();
                    if fields.is_empty() {
                        break;
                    }
                    let at = self.g.below(fields.len());
                    ops.push(self.g.i32(at as i64));
                    source = fields[at];
                }
                Type::Array { elem, .. } => {
                    let ty = self.index_type(base_ty);
                    ops.push(self.operand(ty));
                    source = elem;
                }
                _ => break,
            }
        }
        let flags = self.g.pick(&[
            GepNoWrapFlags::NONE,
            GepNoWrapFlags::INBOUNDS | GepNoWrapFlags::NUSW,
            GepNoWrapFlags::NUSW,
            GepNoWrapFlags::NUW,
            GepNoWrapFlags::NUSW | GepNoWrapFlags::NUW,
            GepNoWrapFlags::INBOUNDS | GepNoWrapFlags::NUSW | GepNoWrapFlags::NUW,
        ]);
        let _ = Construct::gep(self, base_ty, flags, first, &ops);
    }

    /// A type of an index: an integer, or as many as there are pointers.
    fn index_type(&mut self, base: TypeId) -> TypeId {
        let elem = self.g.pick(&[self.g.common.i64, self.g.common.i32, self.g.common.i8]);
        if self.g.is_vector(base) && self.g.chance(1, 2) { self.g.shaped(elem, base) } else { elem }
    }
}
