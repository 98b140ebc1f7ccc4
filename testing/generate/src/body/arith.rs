//! Operators, casts, comparisons.
use super::Builder;
use crate::draw::Gen;
use bctk_edit::construct::Construct;
use bctk_ir::entity::TypeId;
use bctk_ir::inst::{ArithFlags, FastMathFlags, OpFlags};
use bctk_ir::opcodes::{BinOp, CastOp, FCmpPred, ICmpPred};
use bctk_ir::types::Type;

impl Builder<'_, '_, '_> {
    pub(super) fn int_operator(&mut self) {
        let Some(ty) = self.type_where(|g, ty| g.of_ints(ty)) else { return };
        let op = BinOp::ALL[self.g.below(13)];
        let flags = match op {
            BinOp::Add | BinOp::Sub | BinOp::Mul | BinOp::Shl => {
                OpFlags::from_bits(self.g.bits((ArithFlags::NUW | ArithFlags::NSW).bits()))
            }
            BinOp::UDiv | BinOp::SDiv | BinOp::LShr | BinOp::AShr => OpFlags::from_bits(self.g.bits(ArithFlags::EXACT.bits())),
            BinOp::Or => OpFlags::from_bits(self.g.bits(ArithFlags::DISJOINT.bits())),
            _ => OpFlags::NONE,
        };
        let (lhs, rhs) = (self.operand(ty), self.operand(ty));
        let _ = self.bin(op, flags, lhs, rhs);
    }

    /// Fast-math flags; never the one that old bitcode had for all of them.
    pub(super) fn fast_math(&mut self) -> FastMathFlags {
        match self.g.below(3) {
            0 => FastMathFlags::NONE,
            1 => FastMathFlags::FAST,
            _ => FastMathFlags::from_bits(self.g.bits(FastMathFlags::FAST.bits())),
        }
    }

    pub(super) fn float_operator(&mut self) {
        let Some(ty) = self.type_where(|g, ty| g.of_floats(ty)) else { return };
        let fmf = self.fast_math();
        if self.g.chance(1, 5) {
            let value = self.operand(ty);
            let _ = self.fneg(fmf, value);
            return;
        }
        let op = BinOp::ALL[13 + self.g.below(5)];
        let (lhs, rhs) = (self.operand(ty), self.operand(ty));
        let _ = self.bin(op, fmf.into(), lhs, rhs);
    }

    pub(super) fn cast(&mut self) {
        let castable = |g: &Gen<'_, '_>, ty| g.of_ints(ty) || g.of_floats(ty) || g.of_pointers(ty) || g.of_bytes(ty);
        let Some(from) = self.type_where(castable) else { return };
        let scalar = self.g.m.types.get(self.g.m.types.scalar(from));
        let bits = self.g.scalar_bits(from);
        let elem = match self.g.below(5) {
            0 => self.g.m.types.intern(Type::Int(1 + bits % 128)),
            1 => {
                let space = self.g.pick(&[0, 1, 3, 7]);
                self.g.m.types.intern(Type::Ptr(space))
            }
            2 => {
                let ty = self.g.pick(&[Type::Half, Type::Float, Type::Double, Type::Fp128, Type::BFloat, Type::X86Fp80]);
                self.g.m.types.intern(ty)
            }
            3 => self.g.common.i64,
            _ => self.g.common.i32,
        };
        let to = self.g.shaped(elem, from);
        let target = self.g.m.types.get(elem);
        let wide = self.g.scalar_bits(to);
        let (op, flags) = match (scalar, target) {
            (Type::Int(_), Type::Int(_)) if wide < bits => {
                (CastOp::Trunc, OpFlags::from_bits(self.g.bits((ArithFlags::NUW | ArithFlags::NSW).bits())))
            }
            (Type::Int(_), Type::Int(_)) if wide > bits => match self.g.chance(1, 2) {
                true => (CastOp::ZExt, OpFlags::from_bits(self.g.bits(ArithFlags::NNEG.bits()))),
                false => (CastOp::SExt, OpFlags::NONE),
            },
            (Type::Int(_), Type::Ptr(_)) => (CastOp::IntToPtr, OpFlags::NONE),
            (Type::Int(_), target) if target.is_float() => match self.g.chance(1, 2) {
                true => {
                    let nneg = self.g.bits(ArithFlags::NNEG.bits());
                    (CastOp::UiToFp, OpFlags::from_bits(self.fast_math().bits() | nneg))
                }
                false => (CastOp::SiToFp, self.fast_math().into()),
            },
            (Type::Ptr(_), Type::Int(64)) if self.g.chance(1, 2) => (CastOp::PtrToAddr, OpFlags::NONE),
            (Type::Ptr(_), Type::Int(_)) => (CastOp::PtrToInt, OpFlags::NONE),
            (Type::Ptr(a), Type::Ptr(b)) if a != b => (CastOp::AddrSpaceCast, OpFlags::NONE),
            (scalar, Type::Int(_)) if scalar.is_float() => (self.g.pick(&[CastOp::FpToUi, CastOp::FpToSi]), OpFlags::NONE),
            (scalar, target) if scalar.is_float() && target.is_float() && wide < bits => (CastOp::FpTrunc, self.fast_math().into()),
            (scalar, target) if scalar.is_float() && target.is_float() && wide > bits => (CastOp::FpExt, self.fast_math().into()),
            _ => return self.bit_cast(from),
        };
        let value = self.operand(from);
        let _ = Construct::cast(self, op, flags, value, to);
    }

    /// A cast between types of as many bits; integers, bytes and floating-point numbers, vectors of them.
    fn bit_cast(&mut self, from: TypeId) {
        let Some(bits) = self.whole_bits(from) else { return };
        let to = match self.type_where(|_, ty| ty != from) {
            Some(ty) if self.whole_bits(ty) == Some(bits) => ty,
            _ => match self.g.m.types.get(from) {
                Type::Vector { scalable: true, .. } => return,
                _ => self.g.m.types.intern(Type::Int(bits)),
            },
        };
        if matches!(self.g.m.types.get(to), Type::Vector { scalable: true, .. }) {
            return;
        }
        let value = self.operand(from);
        let _ = Construct::cast(self, CastOp::BitCast, OpFlags::NONE, value, to);
    }

    fn whole_bits(&self, ty: TypeId) -> Option<u32> {
        if !(self.g.of_ints(ty) || self.g.of_floats(ty) || self.g.of_bytes(ty)) {
            return None;
        }
        match self.g.m.types.get(ty) {
            Type::Vector { scalable: true, .. } => None,
            Type::Vector { len, .. } => Some(self.g.scalar_bits(ty) * len),
            _ => Some(self.g.scalar_bits(ty)),
        }
    }

    pub(super) fn compare(&mut self) {
        let Some(ty) = self.type_where(|g, ty| g.of_ints(ty) || g.of_floats(ty) || g.of_pointers(ty)) else { return };
        let (lhs, rhs) = (self.operand(ty), self.operand(ty));
        let _ = if self.g.of_floats(ty) {
            let (pred, fmf) = (self.g.pick(FCmpPred::ALL), self.fast_math());
            self.fcmp(pred, fmf, lhs, rhs)
        } else {
            let (pred, flags) = (self.g.pick(ICmpPred::ALL), ArithFlags::from_bits(self.g.bits(ArithFlags::SAMESIGN.bits())));
            self.icmp(pred, flags, lhs, rhs)
        };
    }

    pub(super) fn select(&mut self) {
        let ty = match self.type_where(|_, _| true) {
            Some(ty) if ty != self.g.common.token => ty,
            _ => return,
        };
        let condition = if self.g.is_vector(ty) && self.g.chance(1, 2) { self.g.shaped(self.g.common.i1, ty) } else { self.g.common.i1 };
        let cond = self.operand(condition);
        let (if_true, if_false) = (self.operand(ty), self.operand(ty));
        let fmf = if self.g.of_floats(ty) { self.fast_math() } else { FastMathFlags::NONE };
        let _ = Construct::select(self, fmf, cond, if_true, if_false);
    }

    pub(super) fn freeze(&mut self) {
        let Some(ty) = self.type_where(|_, _| true) else { return };
        let value = self.operand(ty);
        let _ = Construct::freeze(self, value);
    }
}
