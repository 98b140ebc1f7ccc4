//! Checks instructions that access memory.
use crate::function::{Checker, check};
use crate::report::Subject;
use bctk_ir::entity::{InstId, TypeId};
use bctk_ir::inst::{AlignCode, Inst};
use bctk_ir::opcodes::{Ordering, RmwOp};
use bctk_ir::types::Type;
use bctk_ir::value::Value;

/// The largest alignment, as [`AlignCode`] (`Value::MaximumAlignment`, 2^32 bytes).
pub(crate) const MAX_ALIGN: AlignCode = 33;
/// The number of the sync scope of the whole system.
const SYSTEM: u32 = 1;
/// The address space of the stack on GPUs of AMD.
const PRIVATE: u32 = 5;

impl Checker<'_, '_> {
    pub(crate) fn alloca(&mut self, id: InstId) {
        let Inst::Alloca { align, swift_error, ty, count, .. } = self.body.insts[id.index()] else { return };
        let this = Subject::Inst(id);
        check!(self, !self.shared.is_logical, "Non-logical alloca disallowed for this module.");
        check!(self, self.is_sized(ty), "Cannot allocate unsized type", this);
        let is_local = !self.shared.llvm.naked_rules() || !self.shared.has_global_target_type(ty);
        check!(self, is_local, "Alloca has illegal target extension type", this);
        let Some(of_count) = self.ty(count) else { return };
        check!(self, self.types.is_int(of_count), "Alloca array size must have integer type", this);
        check!(self, align <= MAX_ALIGN, "huge alignment values are unsupported", this);
        if swift_error {
            check!(self, self.types.is_pointer(ty), "swifterror alloca must have pointer type", this);
            check!(self, self.constant_int(count) == Some(1), "swifterror alloca must not be array allocation", this);
            if let Some(local) = self.body.result(id) {
                crate::swift_error::value(self.shared, &self.uses, Value::local(local), &mut self.sink);
            }
        }
        if self.shared.is_amdgpu && self.shared.llvm.intrinsic_places_checked() {
            let space = self.body.result_type(id).and_then(|ty| self.types.addrspace(ty));
            check!(self, space == Some(PRIVATE), "alloca on amdgpu must be in addrspace(5)", this);
        }
        self.instruction(id);
    }

    pub(crate) fn load(&mut self, id: InstId) {
        let Inst::Load { align, access, scope, ptr } = self.body.insts[id.index()] else { return };
        let (Some(ptr), Some(ty)) = (self.ty(ptr), self.body.result_type(id)) else { return };
        let this = Subject::Inst(id);
        check!(self, self.types.is_pointer(ptr), "Load operand must be a pointer.", this);
        check!(self, align <= MAX_ALIGN, "huge alignment values are unsupported", this);
        check!(self, self.is_sized(ty), "loading unsized types is not allowed", this);
        if access.is_atomic() {
            check!(self, !matches!(access.ordering(), Ordering::Release | Ordering::AcqRel), "Load cannot have Release ordering", this);
            if access.is_elementwise() {
                let is_weak = access.ordering() != Ordering::SeqCst;
                check!(self, is_weak, "atomic elementwise load cannot be sequentially consistent.", this);
                let is_vector = self.types.element_count(ty).is_some_and(|(_, scalable)| !scalable);
                check!(self, is_vector, "atomic elementwise load operand must have fixed vector type!", Subject::Type(ty), this);
            }
            let fits = self.is_atomic_type(ty);
            check!(self, fits, format!("atomic load operand must have {}", self.atomic_types()), Subject::Type(ty), this);
            self.atomic_size(ty, id);
        } else {
            check!(self, scope == SYSTEM, "Non-atomic load cannot have SynchronizationScope specified", this);
            check!(self, !access.is_elementwise(), "non-atomic load cannot be elementwise", this);
        }
        self.instruction(id);
    }

    pub(crate) fn store(&mut self, id: InstId) {
        let Inst::Store { align, access, scope, value, ptr } = self.body.insts[id.index()] else { return };
        let (Some(ptr), Some(ty)) = (self.ty(ptr), self.ty(value)) else { return };
        let this = Subject::Inst(id);
        check!(self, self.types.is_pointer(ptr), "Store operand must be a pointer.", this);
        check!(self, align <= MAX_ALIGN, "huge alignment values are unsupported", this);
        check!(self, self.is_sized(ty), "storing unsized types is not allowed", this);
        if access.is_atomic() {
            check!(self, !matches!(access.ordering(), Ordering::Acquire | Ordering::AcqRel), "Store cannot have Acquire ordering", this);
            let fits = self.is_atomic_type(ty);
            check!(self, fits, format!("atomic store operand must have {}", self.atomic_types()), Subject::Type(ty), this);
            self.atomic_size(ty, id);
        } else {
            check!(self, scope == SYSTEM, "Non-atomic store cannot have SynchronizationScope specified", this);
        }
        self.instruction(id);
    }

    /// Whether atomic loads and stores may have a type.
    fn is_atomic_type(&self, ty: TypeId) -> bool {
        let of = match self.shared.llvm.atomic_vectors() {
            true => self.types.scalar(ty),
            false => self.types.get(ty),
        };
        matches!(of, Type::Int(_) | Type::Byte(_) | Type::Ptr(_) | Type::TypedPtr { .. }) || of.is_float()
    }

    /// The types that atomic loads and stores may have, in LLVM's words.
    fn atomic_types(&self) -> &'static str {
        match (self.shared.llvm.byte_types(), self.shared.llvm.atomic_vectors()) {
            (true, _) => "integer, byte, pointer, floating point, or vector type!",
            (false, true) => "integer, pointer, floating point, or vector type!",
            (false, false) => "integer, pointer, or floating point type!",
        }
    }

    /// Checks the size of an atomic access.
    fn atomic_size(&mut self, ty: TypeId, id: InstId) {
        let bits = self.scratch.layouts.bits(&self.module.types, ty).unwrap_or(0);
        let subjects = [Subject::Type(ty), Subject::Inst(id)];
        if bits < 8 {
            self.fail("atomic memory access' size must be byte-sized", &subjects);
        } else if !bits.is_power_of_two() {
            self.fail("atomic memory access' operand must have a power-of-two size", &subjects);
        }
    }

    pub(crate) fn cmpxchg(&mut self, id: InstId) {
        let Inst::CmpXchg { ops, .. } = self.body.insts[id.index()] else { return };
        let Some(ty) = self.body.values(ops).nth(1).and_then(|value| self.ty(value)) else { return };
        let fits = self.types.is_int(ty) || self.types.is_pointer(ty);
        check!(self, fits, "cmpxchg operand must have integer or pointer type", Subject::Type(ty), Subject::Inst(id));
        self.atomic_size(ty, id);
        self.instruction(id);
    }

    pub(crate) fn atomic_rmw(&mut self, id: InstId) {
        let Inst::AtomicRmw { op, access, value, .. } = self.body.insts[id.index()] else { return };
        let Some(ty) = self.ty(value) else { return };
        let types = self.types;
        let this = Subject::Inst(id);
        check!(self, access.ordering() != Ordering::Unordered, "atomicrmw instructions cannot be unordered.", this);
        if access.is_elementwise() {
            let is_weak = access.ordering() != Ordering::SeqCst;
            check!(self, is_weak, "atomicrmw elementwise cannot be sequentially consistent.", this);
            let is_vector = types.element_count(ty).is_some_and(|(_, scalable)| !scalable);
            check!(self, is_vector, "atomicrmw elementwise operand must have fixed vector type!", this, Subject::Type(ty));
        }
        let is_fixed = types.element_count(ty).is_none_or(|(_, scalable)| !scalable);
        let by_element = access.is_elementwise() && is_fixed;
        let vectors = self.shared.llvm.rmw_xchg_of_vectors();
        let (fits, wanted) = if op == RmwOp::Xchg {
            let of = if by_element || vectors && is_fixed { types.scalar(ty) } else { types.get(ty) };
            let fits = matches!(of, Type::Int(_) | Type::Ptr(_) | Type::TypedPtr { .. }) || of.is_float();
            match vectors {
                true => (fits, "be an integer type, a floating-point type, a pointer type, or a fixed vector of any of these types!"),
                false => (fits, "have integer or floating point type!"),
            }
        } else if op.is_float() {
            (types.is_floats(ty) && is_fixed, "have floating-point or fixed vector of floating-point type!")
        } else if self.shared.llvm.vectors_in_rmw() {
            (types.is_ints(ty) && is_fixed, "have integer or fixed vector of integer type!")
        } else {
            (types.is_int(ty), "have integer type!")
        };
        if !fits {
            let message = format!("atomicrmw {} operand must {wanted}", op.spelling());
            return self.fail(message, &[this, Subject::Type(ty)]);
        }
        self.atomic_size(ty, id);
        self.instruction(id);
    }

    pub(crate) fn fence(&mut self, id: InstId, ordering: Ordering) {
        check!(
            self,
            matches!(ordering, Ordering::Acquire | Ordering::Release | Ordering::AcqRel | Ordering::SeqCst),
            "fence instructions may only have acquire, release, acq_rel, or seq_cst ordering.",
            Subject::Inst(id)
        );
        self.instruction(id);
    }
}
