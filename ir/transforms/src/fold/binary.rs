//! Binary operators and `fneg` on constants (`ConstantFoldBinaryInstruction`, `ConstantFoldUnaryInstruction`).
use super::arena::{Id, Node};
use super::rules::Rule;
use super::{Folder, number, pair};
use bctk_ir::entity::TypeId;
use bctk_ir::global::GlobalKind;
use bctk_ir::inst::OpFlags;
use bctk_ir::integers;
use bctk_ir::opcodes::{BinOp, CastOp, FCmpPred, ICmpPred};
use bctk_ir::types::Type;

const fn commutes(op: BinOp) -> bool {
    matches!(op, BinOp::Add | BinOp::Mul | BinOp::And | BinOp::Or | BinOp::Xor | BinOp::FAdd | BinOp::FMul)
}

const fn is_associative(op: BinOp) -> bool {
    matches!(op, BinOp::Add | BinOp::Mul | BinOp::And | BinOp::Or | BinOp::Xor)
}

const fn divides(op: BinOp) -> bool {
    matches!(op, BinOp::UDiv | BinOp::SDiv | BinOp::URem | BinOp::SRem)
}

impl Folder<'_> {
    pub(super) fn make_binary(&mut self, op: BinOp, lhs: Id, rhs: Id) -> Id {
        let ty = self.ty(lhs);
        self.get(ty, Node::Bin(op, OpFlags::NONE, lhs, rhs))
    }

    /// Whether an operand changes nothing on either side (`getBinOpIdentity`).
    fn is_identity(&mut self, op: BinOp, value: Id) -> bool {
        match op {
            BinOp::Add | BinOp::Or | BinOp::Xor => self.is_null(value),
            // Of the same form, not only of the same number.
            BinOp::Mul => self.is_one(value) && self.small_int(self.ty(value), 1) == value,
            BinOp::And => self.is_all_ones(value) && self.all_ones(self.ty(value)) == Some(value),
            BinOp::FAdd => {
                let zero = self.negative_zero(self.ty(value));
                zero == Some(value)
            }
            BinOp::FMul => {
                let one = self.float_one(self.ty(value));
                one == Some(value)
            }
            _ => false,
        }
    }

    fn float_one(&mut self, ty: TypeId) -> Option<Id> {
        let scalar = self.types.scalar(ty);
        let kind = self.types.get(scalar);
        let bits = number::from_int(kind, &[1], 64, false)?;
        let one = self.float_of(scalar, bits);
        if scalar == ty { Some(one) } else { self.splat(ty, one) }
    }

    pub(super) fn negative_zero(&mut self, ty: TypeId) -> Option<Id> {
        let scalar = self.types.scalar(ty);
        let bits = match self.types.get(scalar) {
            Type::PpcFp128 => 1 << 63,
            kind => 1 << (kind.float_bits()? - 1),
        };
        let zero = self.float_of(scalar, bits);
        if scalar == ty { Some(zero) } else { self.splat(ty, zero) }
    }

    /// Whether it is -0.0. The second number of a pair does not matter.
    fn is_negative_zero(&mut self, value: Id) -> bool {
        let ty = self.ty(value);
        match self.float(value) {
            Some(bits) if self.types.get(ty) == Type::PpcFp128 => bits as u64 == 1 << 63,
            _ => self.negative_zero(ty) == Some(value),
        }
    }

    fn undefined_result(&mut self, ty: TypeId) -> Id {
        if self.has(Rule::PoisonResults) { self.poison(ty) } else { self.undef(ty) }
    }

    pub(super) fn fold_binary(&mut self, op: BinOp, lhs: Id, rhs: Id) -> Option<Id> {
        let ty = self.ty(lhs);
        if self.has(Rule::IdentityOfUndefined) {
            if self.is_identity(op, lhs) {
                return Some(rhs);
            }
            if self.is_identity(op, rhs) {
                return Some(lhs);
            }
        }
        if self.has(Rule::RightIdentity)
            && (matches!(op, BinOp::Sub | BinOp::Shl | BinOp::LShr | BinOp::AShr) && self.is_null(rhs)
                || matches!(op, BinOp::UDiv | BinOp::SDiv) && self.is_one(rhs))
        {
            return Some(lhs);
        }
        let is_logic = matches!(op, BinOp::And | BinOp::Or) && self.types.get(ty) == Type::Int(1) && !self.has(Rule::PoisonLogic);
        if self.has(Rule::PoisonOperands) && !is_logic && (self.is_poison(lhs) || self.is_poison(rhs)) {
            return Some(self.poison(ty));
        }
        let by_element = self.is_vector(ty) && !self.is_scalable(ty);
        if (!by_element || !self.has(Rule::UndefinedByElement)) && (self.is_undefined(lhs) || self.is_undefined(rhs)) {
            if op.is_float() && !self.has(Rule::FloatUndefined) {
                return None;
            }
            return self.fold_undefined(op, ty, lhs, rhs);
        }
        if self.is_int(rhs) {
            if let Some(folded) = self.fold_with_number(op, ty, lhs, rhs) {
                return Some(folded);
            }
        } else if self.is_int(lhs) && commutes(op) {
            return self.swapped(op, lhs, rhs);
        }
        if let Some(folded) = self.fold_numbers(op, ty, lhs, rhs) {
            return Some(folded);
        }
        if self.is_vector(ty)
            && let Some(folded) = self.fold_vector_binary(op, ty, lhs, rhs)
        {
            return Some(folded);
        }
        if self.is_expression(lhs) {
            if is_associative(op)
                && let Node::Bin(inner, _, a, b) = *self.node(lhs)
                && inner == op
            {
                let rest = self.make_binary(op, b, rhs);
                if !matches!(*self.node(rest), Node::Bin(inner, ..) if inner == op) {
                    return Some(self.make_binary(op, a, rest));
                }
            }
        } else if self.is_expression(rhs) && commutes(op) {
            return self.deeper(|this| this.fold_binary(op, rhs, lhs));
        }
        if self.types.get(ty) == Type::Int(1) {
            return match op {
                BinOp::Add | BinOp::Sub => Some(self.make_binary(BinOp::Xor, lhs, rhs)),
                BinOp::Mul if self.llvm_keeps(BinOp::And) => Some(self.make_binary(BinOp::And, lhs, rhs)),
                BinOp::Shl | BinOp::LShr | BinOp::AShr | BinOp::SDiv | BinOp::UDiv => Some(lhs),
                BinOp::URem | BinOp::SRem => Some(self.null(ty)),
                _ => None,
            };
        }
        None
    }

    /// The number, which is the left operand, goes to the right.
    fn swapped(&mut self, op: BinOp, lhs: Id, rhs: Id) -> Option<Id> {
        if self.llvm_keeps(op) {
            return Some(self.make_binary(op, rhs, lhs));
        }
        self.deeper(|this| this.fold_binary(op, rhs, lhs))
    }

    /// Whether the release makes expressions of an operator (`isDesirableBinOp`).
    pub(super) fn llvm_keeps(&self, op: BinOp) -> bool {
        match op {
            BinOp::Add | BinOp::Sub | BinOp::Xor => true,
            BinOp::Mul => self.llvm.constant_mul(),
            BinOp::Shl => self.llvm.constant_shl(),
            BinOp::And | BinOp::Or | BinOp::LShr | BinOp::AShr => self.llvm.constant_bits(),
            _ => self.llvm.constant_division(),
        }
    }

    /// An operator of which an operand is undefined.
    fn fold_undefined(&mut self, op: BinOp, ty: TypeId, lhs: Id, rhs: Id) -> Option<Id> {
        let (left, right) = (self.is_undefined(lhs), self.is_undefined(rhs));
        let both = left && right;
        Some(match op {
            BinOp::Xor if both => self.null(ty),
            BinOp::Xor | BinOp::Add | BinOp::Sub => self.undef(ty),
            BinOp::And if both => lhs,
            BinOp::And => self.null(ty),
            BinOp::Mul if both => lhs,
            BinOp::Mul => {
                let other = if left { rhs } else { lhs };
                let other = if self.is_vector(ty) { self.splat_value(other) } else { Some(other) };
                let is_odd = other.and_then(|other| self.int(other)).is_some_and(|words| words[0] & 1 == 1);
                if is_odd { self.undef(ty) } else { self.null(ty) }
            }
            BinOp::SDiv | BinOp::UDiv | BinOp::SRem | BinOp::URem if right || self.is_zero(rhs) => self.undefined_result(ty),
            BinOp::SDiv | BinOp::UDiv if self.is_one(rhs) => lhs,
            BinOp::SDiv | BinOp::UDiv | BinOp::SRem | BinOp::URem => self.null(ty),
            BinOp::Or if both => lhs,
            BinOp::Or => self.all_ones(ty)?,
            BinOp::Shl | BinOp::LShr | BinOp::AShr if right => self.undefined_result(ty),
            BinOp::Shl | BinOp::LShr | BinOp::AShr if self.is_zero(rhs) => lhs,
            BinOp::Shl | BinOp::LShr | BinOp::AShr => self.null(ty),
            BinOp::FSub if right && self.has(Rule::NegatedUndefined) && self.is_negative_zero(lhs) => rhs,
            _ if both => lhs,
            _ if !self.has(Rule::NanOfUndefined) => self.undef(ty),
            _ => self.nan(ty)?,
        })
    }

    /// Whether it is zero, or a vector of zeros and undefined elements where that is the same.
    fn is_zero(&self, value: Id) -> bool {
        match &*self.node(value) {
            Node::Aggregate(parts) if self.has(Rule::ZerosWithUndefined) => {
                parts.iter().all(|&part| self.is_null(part) || self.is_undefined(part)) && parts.iter().any(|&part| self.is_null(part))
            }
            _ => self.is_null(value),
        }
    }

    pub(super) fn nan(&mut self, ty: TypeId) -> Option<Id> {
        let scalar = self.types.scalar(ty);
        let bits = number::nan(self.types.get(scalar))?;
        let nan = self.float_of(scalar, bits);
        if scalar == ty { Some(nan) } else { self.splat(ty, nan) }
    }

    /// An operator whose right operand is an integer.
    fn fold_with_number(&mut self, op: BinOp, ty: TypeId, lhs: Id, rhs: Id) -> Option<Id> {
        let (is_zero, is_one, is_ones) = (self.is_null(rhs), self.is_one(rhs), self.is_all_ones(rhs));
        match op {
            BinOp::Add | BinOp::Sub | BinOp::Or | BinOp::Xor if is_zero => return Some(lhs),
            BinOp::Mul | BinOp::And if is_zero => return Some(rhs),
            BinOp::Mul | BinOp::UDiv | BinOp::SDiv if is_one => return Some(lhs),
            BinOp::URem | BinOp::SRem if is_one => return Some(self.null(ty)),
            op if divides(op) && is_zero => return Some(self.undefined_result(ty)),
            BinOp::And if is_ones => return Some(lhs),
            BinOp::Or if is_ones => return Some(rhs),
            _ => {}
        }
        match (op, &*self.node(lhs)) {
            (BinOp::And, Node::Cast(CastOp::ZExt, _, inner)) => {
                let (from, words) = (self.int_bits(self.ty(*inner))?, self.int(rhs)?);
                let covers = (0..from).all(|bit| words[(bit / 64) as usize] >> (bit % 64) & 1 == 1);
                covers.then_some(lhs)
            }
            (BinOp::And, Node::Cast(CastOp::PtrToInt, _, inner)) => {
                let known = self.known_zeros(*inner)?.min(self.int_bits(ty)?);
                let small = self.small(rhs)?;
                (known > 0 && small >> known == 0).then(|| self.null(ty))
            }
            (BinOp::Xor, Node::ICmp(pred, a, b)) if is_ones => {
                let node = Node::ICmp(inverse(*pred), *a, *b);
                Some(self.get(ty, node))
            }
            (BinOp::Xor, Node::FCmp(pred, a, b)) if is_ones => {
                let pred = FCmpPred::from_code(pred.code() ^ 15)?;
                let node = Node::FCmp(pred, *a, *b);
                Some(self.get(ty, node))
            }
            (BinOp::AShr, Node::Cast(CastOp::ZExt, ..)) => Some(self.make_binary(BinOp::LShr, lhs, rhs)),
            _ => None,
        }
    }

    /// How many of the lowest bits of a global value's address are zero.
    fn known_zeros(&mut self, value: Id) -> Option<u32> {
        let Node::Global(id) = *self.node(value) else { return None };
        let globals = self.globals;
        let global = globals.get(id.index())?;
        let align = u32::from(global.align).saturating_sub(1);
        match &global.kind {
            GlobalKind::Function(_) if self.has(Rule::FunctionAlignments) => Some(align.max(2)),
            GlobalKind::Function(_) => Some(2),
            GlobalKind::Variable { .. } => self.variable_zeros(global, align),
            _ => None,
        }
    }

    /// An operator on two numbers.
    fn fold_numbers(&mut self, op: BinOp, ty: TypeId, lhs: Id, rhs: Id) -> Option<Id> {
        if self.is_int(lhs) {
            if let (Some(a), Some(b)) = (self.int(lhs), self.int(rhs)) {
                return match integers::binary(op, &a, &b, self.int_bits(ty)?)? {
                    Ok(words) => Some(self.int_of(ty, words)),
                    Err(()) => Some(self.undefined_result(ty)),
                };
            }
            let keeps_zero = matches!(op, BinOp::Shl | BinOp::LShr | BinOp::AShr) || divides(op);
            return (keeps_zero && self.is_null(lhs)).then_some(lhs);
        }
        let (a, b) = (self.float(lhs)?, self.float(rhs)?);
        let kind = self.types.get(ty);
        if kind == Type::PpcFp128 && self.has(Rule::WideNumbers) {
            let is_sum = matches!(op, BinOp::FAdd | BinOp::FSub);
            // A sum with zero is the other operand as a whole.
            let is_seen = !is_sum || a << 65 == 0 || b << 65 == 0;
            let of = |this: &Self, id, bits: u128| if is_seen || !this.halves.contains(&id) { bits } else { bits & u128::from(u64::MAX) };
            let result = pair::binary(op, of(self, lhs, a), of(self, rhs, b))?;
            return Some(if is_sum { self.float_of(ty, result) } else { self.made_number(ty, result) });
        }
        let wrapped = (op == BinOp::FDiv && self.has(Rule::WrappedExponents)).then(|| number::wrapped_quotient(kind, a, b)).flatten();
        let bits = match op {
            BinOp::FDiv if wrapped.is_some() => wrapped?,
            BinOp::FMul if self.has(Rule::WrappedExponents) && number::wraps(kind, a, b) => {
                let sign = 1 << (kind.float_bits()? - 1);
                number::infinity(kind)? | (a ^ b) & sign
            }
            BinOp::FRem if self.has(Rule::RemainderOfQuotient) => number::old_remainder(kind, a, b)?,
            _ => number::float_binary(kind, op, a, b)?,
        };
        let is_zero = |bits: u128| match kind {
            Type::PpcFp128 => bits << 65 == 0,
            _ => bits << (128 - kind.float_bits().unwrap_or(128)) << 1 == 0,
        };
        let keeps_sign = self.has(Rule::SignOfZeroRemainder) || self.has(Rule::RemainderOfQuotient);
        let is_unsigned = op == BinOp::FRem && is_zero(bits) && !is_zero(a) && !keeps_sign;
        let bits = if is_unsigned { 0 } else { bits };
        let bits = if self.has(Rule::SignsOfNan) { bits } else { number::with_old_nan(kind, op, a, b, bits) };
        Some(self.float_of(ty, bits))
    }

    /// A number that is not the sum of others; if there was none before, it has the form that these operators give it.
    pub(super) fn made_number(&mut self, ty: TypeId, bits: u128) -> Id {
        let count = self.nodes.len();
        let id = self.float_of(ty, bits);
        if self.nodes.len() > count && bits >> 64 != 0 && self.types.get(ty) == Type::PpcFp128 && self.has(Rule::HalfNumbers) {
            self.halves.insert(id);
        }
        id
    }

    fn fold_vector_binary(&mut self, op: BinOp, ty: TypeId, lhs: Id, rhs: Id) -> Option<Id> {
        let Type::Vector { len, scalable, .. } = self.types.get(ty) else { return None };
        if self.has(Rule::Splats)
            && let Some(right) = self.splat_value(rhs)
        {
            if divides(op) && self.is_null(right) {
                return Some(self.undefined_result(ty));
            }
            if let Some(left) = self.splat_value(lhs) {
                let element = self.element_binary(op, left, right)?;
                return self.splat(ty, element);
            }
        }
        if scalable {
            return None;
        }
        let mut parts = Vec::new();
        if !self.affords_elements(len) {
            return None;
        }
        for at in 0..len {
            let (a, b) = (self.extracted(lhs, at), self.extracted(rhs, at));
            if divides(op) && self.is_null(b) && self.has(Rule::ZeroInDivisor) {
                return Some(self.undefined_result(ty));
            }
            parts.push(self.element_binary(op, a, b)?);
        }
        Some(self.aggregate(ty, parts))
    }

    fn element_binary(&mut self, op: BinOp, lhs: Id, rhs: Id) -> Option<Id> {
        if self.llvm_keeps(op) {
            return Some(self.make_binary(op, lhs, rhs));
        }
        self.deeper(|this| this.fold_binary(op, lhs, rhs))
    }

    pub(super) fn fold_negation(&mut self, value: Id) -> Option<Id> {
        let ty = self.ty(value);
        if !self.has(Rule::NegationOfNumbers) {
            return None;
        }
        if self.is_undefined(value) {
            return Some(value);
        }
        if let Some(bits) = self.float(value) {
            let bits = number::float_negated(self.types.get(ty), bits)?;
            return Some(self.float_of(ty, bits));
        }
        let Type::Vector { len, scalable, .. } = self.types.get(ty) else { return None };
        if !scalable && let Some(element) = self.splat_value(value) {
            let elem = self.ty(element);
            let element = self.get(elem, Node::FNeg(element));
            return self.splat(ty, element);
        }
        if scalable || !self.affords_elements(len) {
            return None;
        }
        let mut parts = Vec::new();
        for at in 0..len {
            let element = self.extracted(value, at);
            let elem = self.ty(element);
            parts.push(self.get(elem, Node::FNeg(element)));
        }
        Some(self.aggregate(ty, parts))
    }
}

/// The comparison that holds where another does not.
pub(super) fn inverse(pred: ICmpPred) -> ICmpPred {
    match pred {
        ICmpPred::Eq => ICmpPred::Ne,
        ICmpPred::Ne => ICmpPred::Eq,
        ICmpPred::Ugt => ICmpPred::Ule,
        ICmpPred::Uge => ICmpPred::Ult,
        ICmpPred::Ult => ICmpPred::Uge,
        ICmpPred::Ule => ICmpPred::Ugt,
        ICmpPred::Sgt => ICmpPred::Sle,
        ICmpPred::Sge => ICmpPred::Slt,
        ICmpPred::Slt => ICmpPred::Sge,
        ICmpPred::Sle => ICmpPred::Sgt,
    }
}
