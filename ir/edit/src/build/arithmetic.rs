//! Arithmetic, comparisons, casts.
use super::FunctionBuilder;
use crate::construct::Construct;
use crate::{Operand, Result};
use bctk_ir::entity::TypeId;
use bctk_ir::inst::{ArithFlags, FastMathFlags, OpFlags};
use bctk_ir::opcodes::{BinOp, CastOp, FCmpPred, ICmpPred};
use bctk_ir::types::Type;
use bctk_ir::value::Value;

/// Methods for operators without flags.
///
/// `operators! { /// Doc. add Add }` expands to
/// `pub fn add(&mut self, lhs: impl Into<Operand>, rhs: impl Into<Operand>) -> Result<Value> { self.bin(BinOp::Add, OpFlags::NONE, lhs, rhs) }`.
macro_rules! operators {
    ($($name:ident $op:ident)*) => {$(
        #[doc = concat!("`", stringify!($name), "`, without flags.")]
        ///
        /// # Errors
        /// If the operands have not one type that the operator takes.
        #[inline]
        pub fn $name(&mut self, lhs: impl Into<Operand>, rhs: impl Into<Operand>) -> Result<Value> {
            self.bin(BinOp::$op, OpFlags::NONE, lhs, rhs)
        }
    )*};
}

/// Methods for casts without flags.
///
/// `casts! { zext ZExt }` expands to
/// `pub fn zext(&mut self, value: impl Into<Operand>, to: TypeId) -> Result<Value> { self.cast(CastOp::ZExt, OpFlags::NONE, value, to) }`.
macro_rules! casts {
    ($($name:ident $op:ident)*) => {$(
        #[doc = concat!("`", stringify!($name), "`, without flags.")]
        ///
        /// # Errors
        /// If the cast does not take these types.
        pub fn $name(&mut self, value: impl Into<Operand>, to: TypeId) -> Result<Value> {
            self.cast(CastOp::$op, OpFlags::NONE, value, to)
        }
    )*};
}

impl FunctionBuilder<'_, '_> {
    operators! {
        add Add sub Sub mul Mul udiv UDiv sdiv SDiv urem URem srem SRem shl Shl lshr LShr ashr AShr and And or Or xor Xor
        fadd FAdd fsub FSub fmul FMul fdiv FDiv frem FRem
    }

    casts! {
        trunc Trunc zext ZExt sext SExt fptoui FpToUi fptosi FpToSi uitofp UiToFp sitofp SiToFp fptrunc FpTrunc fpext FpExt
        ptrtoint PtrToInt inttoptr IntToPtr bitcast BitCast addrspacecast AddrSpaceCast
    }

    /// A binary operator.
    ///
    /// # Errors
    /// If the operands have not one type that the operator takes.
    #[inline]
    pub fn bin(&mut self, op: BinOp, flags: impl Into<OpFlags>, lhs: impl Into<Operand>, rhs: impl Into<Operand>) -> Result<Value> {
        let (ty, lhs, rhs) = self.pair(lhs, rhs, op.spelling())?;
        let scalar = self.get(self.edit.module.types.scalar(ty));
        let fits = if op.is_float() { scalar.is_float() } else { matches!(scalar, Type::Int(_)) };
        if !fits {
            let wanted = if op.is_float() { "floating-point numbers" } else { "integers" };
            return self.error(format!("{}: expected {wanted}, found {}", op.spelling(), self.spell(ty)));
        }
        self.checked().bin(op, flags.into(), lhs, rhs)
    }

    /// `add nsw`
    ///
    /// # Errors
    /// As [`FunctionBuilder::bin`].
    pub fn nsw_add(&mut self, lhs: impl Into<Operand>, rhs: impl Into<Operand>) -> Result<Value> {
        self.bin(BinOp::Add, ArithFlags::NSW, lhs, rhs)
    }

    /// `sub nsw`
    ///
    /// # Errors
    /// As [`FunctionBuilder::bin`].
    pub fn nsw_sub(&mut self, lhs: impl Into<Operand>, rhs: impl Into<Operand>) -> Result<Value> {
        self.bin(BinOp::Sub, ArithFlags::NSW, lhs, rhs)
    }

    /// `mul nsw`
    ///
    /// # Errors
    /// As [`FunctionBuilder::bin`].
    pub fn nsw_mul(&mut self, lhs: impl Into<Operand>, rhs: impl Into<Operand>) -> Result<Value> {
        self.bin(BinOp::Mul, ArithFlags::NSW, lhs, rhs)
    }

    /// `sub 0, value`
    ///
    /// # Errors
    /// If the value is no integer.
    pub fn neg(&mut self, value: impl Into<Operand>) -> Result<Value> {
        self.sub(Operand::Zero, value)
    }

    /// `xor value, -1`
    ///
    /// # Errors
    /// If the value is no integer.
    pub fn not(&mut self, value: impl Into<Operand>) -> Result<Value> {
        self.xor(value, -1)
    }

    /// `fneg`
    ///
    /// # Errors
    /// If the value is no floating-point number.
    pub fn fneg(&mut self, value: impl Into<Operand>) -> Result<Value> {
        let value = self.operand(value, None)?;
        let ty = self.ty(value)?;
        if !self.get(self.edit.module.types.scalar(ty)).is_float() {
            return self.error(format!("fneg: expected a floating-point number, found {}", self.spell(ty)));
        }
        self.checked().fneg(FastMathFlags::NONE, value)
    }

    /// `icmp`
    ///
    /// # Errors
    /// If the operands are no integers or pointers of one type.
    #[inline]
    pub fn icmp(&mut self, pred: ICmpPred, lhs: impl Into<Operand>, rhs: impl Into<Operand>) -> Result<Value> {
        let (ty, lhs, rhs) = self.pair(lhs, rhs, "icmp")?;
        if !matches!(self.get(self.edit.module.types.scalar(ty)), Type::Int(_) | Type::Ptr(_) | Type::TypedPtr { .. }) {
            return self.error(format!("icmp: expected integers or pointers, found {}", self.spell(ty)));
        }
        self.checked().icmp(pred, ArithFlags::NONE, lhs, rhs)
    }

    /// `fcmp`
    ///
    /// # Errors
    /// If the operands are no floating-point numbers of one type.
    pub fn fcmp(&mut self, pred: FCmpPred, lhs: impl Into<Operand>, rhs: impl Into<Operand>) -> Result<Value> {
        let (ty, lhs, rhs) = self.pair(lhs, rhs, "fcmp")?;
        if !self.get(self.edit.module.types.scalar(ty)).is_float() {
            return self.error(format!("fcmp: expected floating-point numbers, found {}", self.spell(ty)));
        }
        self.checked().fcmp(pred, FastMathFlags::NONE, lhs, rhs)
    }

    /// A cast.
    ///
    /// # Errors
    /// If the cast does not take these types (`CastInst::castIsValid`).
    pub fn cast(&mut self, op: CastOp, flags: impl Into<OpFlags>, value: impl Into<Operand>, to: TypeId) -> Result<Value> {
        let value = self.operand(value, None)?;
        let from = self.ty(value)?;
        if !self.is_cast(op, from, to) {
            return self.error(format!("{}: cannot cast {} to {}", op.spelling(), self.spell(from), self.spell(to)));
        }
        self.checked().cast(op, flags.into(), value, to)
    }

    fn is_cast(&self, op: CastOp, from: TypeId, to: TypeId) -> bool {
        let types = bctk_ir::value_types::Types::new(self.edit.module);
        let (a, b) = (types.scalar(from), types.scalar(to));
        let same_shape = types.element_count(from) == types.element_count(to);
        let is_pointer = |ty| matches!(ty, Type::Ptr(_) | Type::TypedPtr { .. });
        let space = |ty| types.scalar_addrspace(ty);
        let is_int = |ty| matches!(ty, Type::Int(_));
        let bits = |ty| types.scalar_bits(ty);
        let fits = match op {
            CastOp::Trunc => is_int(a) && is_int(b) && bits(from) > bits(to),
            CastOp::ZExt | CastOp::SExt => is_int(a) && is_int(b) && bits(from) < bits(to),
            CastOp::FpTrunc => a.is_float() && b.is_float() && bits(from) > bits(to),
            CastOp::FpExt => a.is_float() && b.is_float() && bits(from) < bits(to),
            CastOp::FpToUi | CastOp::FpToSi => a.is_float() && is_int(b),
            CastOp::UiToFp | CastOp::SiToFp => is_int(a) && b.is_float(),
            CastOp::PtrToInt | CastOp::PtrToAddr => is_pointer(a) && is_int(b),
            CastOp::IntToPtr => is_int(a) && is_pointer(b),
            CastOp::AddrSpaceCast => is_pointer(a) && is_pointer(b) && space(from) != space(to),
            CastOp::BitCast => {
                return match (is_pointer(a), is_pointer(b)) {
                    (true, true) => same_shape && space(from) == space(to),
                    (false, false) => {
                        let whole = |ty| u64::from(bits(ty)) * types.element_count(ty).map_or(1, |(len, _)| u64::from(len));
                        let scalable = |ty| types.element_count(ty).is_some_and(|(_, scalable)| scalable);
                        bits(from) != 0 && whole(from) == whole(to) && scalable(from) == scalable(to)
                    }
                    _ => false,
                };
            }
        };
        fits && same_shape
    }

    /// `select`
    ///
    /// # Errors
    /// If the condition is no `i1` or vector of them, or the values differ in their types.
    pub fn select(&mut self, cond: impl Into<Operand>, if_true: impl Into<Operand>, if_false: impl Into<Operand>) -> Result<Value> {
        let (ty, if_true, if_false) = self.pair(if_true, if_false, "select")?;
        let cond = self.operand(cond, None)?;
        let found = self.ty(cond)?;
        let bit = self.edit.int_type(1);
        if found != bit && found != self.checked().truth_type(ty) {
            return self.error(format!("select: expected a condition of type i1, found {}", self.spell(found)));
        }
        self.checked().select(FastMathFlags::NONE, cond, if_true, if_false)
    }

    /// `freeze`
    ///
    /// # Errors
    /// If the value is not one of this function, a constant or a global value.
    pub fn freeze(&mut self, value: impl Into<Operand>) -> Result<Value> {
        let value = self.operand(value, None)?;
        self.checked().freeze(value)
    }
}
