//! Folds instructions on constants, as LLVM's builder does: casts, comparisons and bitwise operators on numbers and vectors of them.
use super::build::Build;
use bctk_ir::constants::{ConstKind, ConstPool};
use bctk_ir::entity::TypeId;
use bctk_ir::inst::OpFlags;
use bctk_ir::opcodes::{BinOp, CastOp, ICmpPred};
use bctk_ir::types::Type;
use bctk_ir::value::{Value, ValueKind};

/// Elements of a constant as unsigned numbers; one for a scalar.
pub(crate) struct Elements {
    /// Bits of an element, at most 64.
    pub(crate) bits: u32,
    pub(crate) numbers: Vec<u64>,
}

fn low(number: u64, bits: u32) -> u64 {
    if bits >= 64 { number } else { number & ((1 << bits) - 1) }
}

fn signed(number: u64, bits: u32) -> i64 {
    let shift = 64 - bits.clamp(1, 64);
    ((number << shift) as i64) >> shift
}

impl Build<'_, '_> {
    pub(crate) fn pool(&self, value: Value) -> Option<(&ConstPool, TypeId, ConstKind)> {
        let (pool, index) = match value.kind() {
            ValueKind::Const(index) => (&self.up.module.consts, index),
            ValueKind::LocalConst(index) => (&self.up.module.bodies.get(self.site.body)?.consts, index),
            _ => return None,
        };
        pool.get(index).map(|constant| (pool, constant.ty, constant.kind))
    }

    /// Width of a number, and whether it is an integer.
    fn width(&self, ty: TypeId) -> Option<(u32, bool)> {
        Some(match self.up.module.types.get(ty) {
            Type::Int(bits) if (1..=64).contains(&bits) => (bits, true),
            Type::Half | Type::BFloat => (16, false),
            Type::Float => (32, false),
            Type::Double => (64, false),
            _ => return None,
        })
    }

    pub(crate) fn elements(&self, value: Value) -> Option<Elements> {
        let (pool, ty, kind) = self.pool(value)?;
        let (elem, len) = self.parts(ty).unwrap_or((ty, 1));
        let is_vector = elem != ty;
        // No vector of a target that asks for this is longer.
        if len > 64 || matches!(self.up.module.types.get(ty), Type::Vector { scalable: true, .. }) {
            return None;
        }
        let (bits, _) = self.width(elem)?;
        let numbers = match kind {
            ConstKind::Null => vec![0; len as usize],
            // A vector may be one number, too.
            ConstKind::Int(number) => vec![low(number as u64, bits); len as usize],
            ConstKind::Float(number) => vec![number; len as usize],
            ConstKind::Data(bytes) if is_vector && bits % 8 == 0 => {
                let number = |bytes: &[u8]| bytes.iter().rev().fold(0u64, |number, &byte| number << 8 | u64::from(byte));
                pool.bytes.get(bytes).chunks_exact(bits as usize / 8).map(number).collect()
            }
            ConstKind::Aggregate(list) if is_vector => {
                let one = |element: Value| match self.pool(element)? {
                    (_, _, ConstKind::Null) => Some(0),
                    (_, _, ConstKind::Int(number)) => Some(low(number as u64, bits)),
                    (_, _, ConstKind::Float(number)) => Some(number),
                    _ => None,
                };
                pool.values(list).map(one).collect::<Option<_>>()?
            }
            _ => return None,
        };
        Some(Elements { bits, numbers })
    }

    /// The constant of a type with these elements.
    pub(crate) fn of_elements(&mut self, ty: TypeId, numbers: &[u64]) -> Option<Value> {
        let Some((elem, len)) = self.parts(ty) else {
            let number = *numbers.first()?;
            return match self.width(ty)? {
                (width, true) => Some(self.up.int(width, number)),
                (_, false) => Some(self.up.constant(ty, if number == 0 { ConstKind::Null } else { ConstKind::Float(number) })),
            };
        };
        let (bits, is_int) = self.width(elem)?;
        if numbers.len() != len as usize {
            return None;
        }
        if numbers.iter().all(|&number| low(number, bits) == 0) {
            return Some(self.zero(ty));
        }
        if !is_int && self.up.version.float_splats() && numbers.windows(2).all(|two| two[0] == two[1]) {
            return Some(self.up.constant(ty, ConstKind::Float(numbers[0])));
        }
        let consts = &mut self.up.module.consts;
        let kind = if matches!(bits, 8 | 16 | 32 | 64) {
            let bytes: Vec<u8> = numbers.iter().flat_map(|number| number.to_le_bytes().into_iter().take(bits as usize / 8)).collect();
            ConstKind::Data(consts.bytes.push(&bytes))
        } else if is_int {
            let elements: Vec<Value> = numbers.iter().map(|&number| self.up.int(bits, number)).collect();
            ConstKind::Aggregate(self.up.module.consts.lists.push(&elements))
        } else {
            return None;
        };
        Some(Value::constant(self.up.module.consts.push(ty, kind)))
    }

    /// A cast of a constant.
    pub(crate) fn fold_cast(&mut self, op: CastOp, value: Value, ty: TypeId) -> Option<Value> {
        if op == CastOp::BitCast && matches!(self.up.module.types.get(ty), Type::TypedPtr { .. }) {
            return self.cast_address(value, ty);
        }
        let (_, _, kind) = self.pool(value)?;
        let keeps_undef = matches!(op, CastOp::BitCast | CastOp::FpExt | CastOp::FpTrunc);
        if keeps_undef && matches!(kind, ConstKind::Undef | ConstKind::Poison) {
            return Some(self.up.constant(ty, kind));
        }
        if keeps_undef && let Some(folded) = self.fold_elements(op, value, ty) {
            return Some(folded);
        }
        if matches!(op, CastOp::FpExt | CastOp::FpTrunc) {
            return self.fold_conversion(value, ty);
        }
        let (elem, len) = self.parts(ty).unwrap_or((ty, 1));
        if op == CastOp::BitCast && self.is_undefined_in_parts(value) {
            return self.kept_cast(value, ty);
        }
        let from = self.elements(value)?;
        let (bits, is_int) = self.width(elem)?;
        let numbers: Vec<u64> = match op {
            CastOp::BitCast => {
                // LLVM keeps a cast to another number of elements, unless all bits are zeros or all are ones.
                let all_are = |wanted: u64| from.numbers.iter().all(|&number| number == wanted);
                if from.numbers.len() != len as usize && !all_are(0) && !all_are(low(u64::MAX, from.bits)) {
                    return self.kept_cast(value, ty);
                }
                let all: u32 = from.bits.checked_mul(u32::try_from(from.numbers.len()).ok()?)?;
                if bits.checked_mul(len)? != all {
                    return None;
                }
                let bit = |at: u32| from.numbers[(at / from.bits) as usize] >> (at % from.bits) & 1;
                (0..len).map(|i| (0..bits).fold(0, |number, at| number | bit(i * bits + at) << at)).collect()
            }
            CastOp::Trunc | CastOp::ZExt if is_int => from.numbers.iter().map(|&number| low(number, bits)).collect(),
            CastOp::SExt if is_int => from.numbers.iter().map(|&number| low(signed(number, from.bits) as u64, bits)).collect(),
            _ => return None,
        };
        self.of_elements(ty, &numbers)
    }

    /// A cast of a vector that is `undef` or `poison` in parts: the vector of its elements' casts.
    fn fold_elements(&mut self, op: CastOp, value: Value, ty: TypeId) -> Option<Value> {
        let (pool, from, ConstKind::Aggregate(list)) = self.pool(value)? else { return None };
        let values: Vec<Value> = pool.values(list).collect();
        let (elem, len) = self.parts(ty)?;
        let is_missing = |&value: &Value| matches!(self.pool(value), Some((_, _, ConstKind::Undef | ConstKind::Poison)));
        if self.parts(from)?.1 != len || !values.iter().any(is_missing) {
            return None;
        }
        let folded = values.into_iter().map(|value| self.fold_cast(op, value, elem)).collect::<Option<Vec<Value>>>()?;
        let list = self.up.module.consts.lists.push(&folded);
        Some(Value::constant(self.up.module.consts.push(ty, ConstKind::Aggregate(list))))
    }

    /// Whether elements of a vector are undefined. One whose elements all are is undefined itself.
    fn is_undefined_in_parts(&self, value: Value) -> bool {
        let Some((pool, _, ConstKind::Aggregate(list))) = self.pool(value) else { return false };
        pool.values(list).any(|value| matches!(self.pool(value), Some((_, _, ConstKind::Undef | ConstKind::Poison))))
    }

    /// A vector of the module with the elements of another, which are numbers or undefined.
    fn of_plain_elements(&mut self, value: Value, ty: TypeId) -> Option<Value> {
        let (pool, _, ConstKind::Aggregate(list)) = self.pool(value)? else { return None };
        let plain = |value: Value| self.pool(value).filter(|(_, _, kind)| kind.is_plain()).map(|(_, ty, kind)| (ty, kind));
        let elements: Vec<(TypeId, ConstKind)> = pool.values(list).map(plain).collect::<Option<_>>()?;
        let elements: Vec<Value> = elements.into_iter().map(|(ty, kind)| self.up.constant(ty, kind)).collect();
        let list = self.up.module.consts.lists.push(&elements);
        Some(Value::constant(self.up.module.consts.push(ty, ConstKind::Aggregate(list))))
    }

    /// A constant pointer as one to another type; none if it is not constant, or of the body alone.
    fn cast_address(&mut self, value: Value, ty: TypeId) -> Option<Value> {
        let value = match (value.kind(), self.pool(value).map(|(_, _, kind)| kind)) {
            (_, Some(kind @ (ConstKind::Null | ConstKind::Undef | ConstKind::Poison))) => return Some(self.up.constant(ty, kind)),
            // A cast of a cast is one.
            (ValueKind::Const(_), Some(ConstKind::Cast { op: CastOp::BitCast, value, .. })) => value,
            (ValueKind::Const(_) | ValueKind::Global(_), _) => value,
            _ => return None,
        };
        if self.ty(value) == Some(ty) {
            return Some(value);
        }
        Some(self.up.constant(ty, ConstKind::Cast { op: CastOp::BitCast, flags: OpFlags::NONE, value }))
    }

    /// A constant cast, of a number as a vector of one.
    fn kept_cast(&mut self, value: Value, ty: TypeId) -> Option<Value> {
        let from = self.ty(value)?;
        let vector = if self.parts(from).is_some() { from } else { self.vector(from, 1) };
        // The constant may be one of the body alone, which those of the module cannot refer to.
        let value = match self.elements(value) {
            Some(elements) => self.of_elements(vector, &elements.numbers)?,
            None => self.of_plain_elements(value, vector)?,
        };
        Some(self.up.constant(ty, ConstKind::Cast { op: CastOp::BitCast, flags: OpFlags::NONE, value }))
    }

    /// Elements of two constants that a list names.
    pub(crate) fn fold_shuffle(&mut self, lhs: Value, rhs: Value, elements: &[u32], ty: TypeId) -> Option<Value> {
        let x = self.elements(lhs)?;
        let y = if lhs == rhs { None } else { self.elements(rhs) };
        let len = x.numbers.len();
        let pick = |&at: &u32| match (at as usize).checked_sub(len) {
            None => x.numbers.get(at as usize).copied(),
            Some(at) => y.as_ref().unwrap_or(&x).numbers.get(at).copied().filter(|_| y.is_some() || lhs == rhs),
        };
        let numbers: Vec<u64> = elements.iter().map(pick).collect::<Option<_>>()?;
        self.of_elements(ty, &numbers)
    }

    /// A comparison of constants of integers.
    pub(crate) fn fold_compare(&mut self, pred: ICmpPred, lhs: Value, rhs: Value, ty: TypeId) -> Option<Value> {
        let (x, y) = (self.elements(lhs)?, self.elements(rhs)?);
        let bits = x.bits;
        let holds = |(&x, &y): (&u64, &u64)| {
            let (sx, sy) = (signed(x, bits), signed(y, bits));
            u64::from(match pred {
                ICmpPred::Eq => x == y,
                ICmpPred::Ne => x != y,
                ICmpPred::Ugt => x > y,
                ICmpPred::Uge => x >= y,
                ICmpPred::Ult => x < y,
                ICmpPred::Ule => x <= y,
                ICmpPred::Sgt => sx > sy,
                ICmpPred::Sge => sx >= sy,
                ICmpPred::Slt => sx < sy,
                ICmpPred::Sle => sx <= sy,
            })
        };
        let numbers: Vec<u64> = x.numbers.iter().zip(&y.numbers).map(holds).collect();
        self.of_elements(ty, &numbers)
    }

    /// An operator on constants of integers.
    pub(crate) fn fold_binary(&mut self, op: BinOp, lhs: Value, rhs: Value) -> Option<Value> {
        let ty = self.ty(lhs)?;
        if let Some(folded) = self.fold_undefined(op, lhs, rhs, ty) {
            return Some(folded);
        }
        let (x, y) = (self.elements(lhs)?, self.elements(rhs)?);
        let bits = x.bits;
        let of = |(&x, &y): (&u64, &u64)| {
            Some(match op {
                BinOp::And => x & y,
                BinOp::Or => x | y,
                BinOp::Xor => x ^ y,
                BinOp::Add => x.wrapping_add(y),
                BinOp::Sub => x.wrapping_sub(y),
                BinOp::Mul => x.wrapping_mul(y),
                BinOp::Shl if y < u64::from(bits) => x << y,
                BinOp::LShr if y < u64::from(bits) => x >> y,
                BinOp::AShr if y < u64::from(bits) => (signed(x, bits) >> y) as u64,
                _ => return None,
            })
        };
        let numbers: Vec<u64> = x.numbers.iter().zip(&y.numbers).map(of).collect::<Option<_>>()?;
        let numbers: Vec<u64> = numbers.into_iter().map(|number| low(number, bits)).collect();
        // Floating-point sums are not folded here.
        self.of_elements(ty, &numbers)
    }

    /// A bitwise operator, product or shift of integers of which some are undefined.
    fn fold_undefined(&mut self, op: BinOp, lhs: Value, rhs: Value, ty: TypeId) -> Option<Value> {
        let (x, y) = (self.pool(lhs)?.2, self.pool(rhs)?.2);
        let is_undef = |kind: ConstKind| kind == ConstKind::Undef;
        let kind = match (op, is_undef(x), is_undef(y)) {
            (BinOp::And | BinOp::Or | BinOp::Xor | BinOp::Mul, ..) if [x, y].contains(&ConstKind::Poison) => ConstKind::Poison,
            (_, false, false) => return None,
            (BinOp::And | BinOp::Or | BinOp::Mul, true, true) | (BinOp::Xor, true, false) | (BinOp::Xor, false, true) => ConstKind::Undef,
            (BinOp::Xor, true, true) | (BinOp::And, ..) => ConstKind::Null,
            (BinOp::Shl | BinOp::LShr | BinOp::AShr, true, false) if self.elements(rhs)?.numbers.iter().all(|&by| by != 0) => {
                ConstKind::Null
            }
            (BinOp::Mul, undefined, _) => {
                let numbers = self.elements(if undefined { rhs } else { lhs })?.numbers;
                let is_odd = numbers.windows(2).all(|two| two[0] == two[1]) && numbers.first().is_some_and(|number| number & 1 == 1);
                if is_odd { ConstKind::Undef } else { ConstKind::Null }
            }
            _ => return None,
        };
        Some(self.up.constant(ty, kind))
    }

    /// An element of a constant.
    pub(crate) fn fold_extract(&mut self, vector: Value, index: u64) -> Option<Value> {
        let (elem, _) = self.parts(self.ty(vector)?)?;
        match self.pool(vector)?.2 {
            kind @ (ConstKind::Undef | ConstKind::Poison | ConstKind::Null) => Some(self.up.constant(elem, kind)),
            ConstKind::Cast { .. } => {
                let index = self.up.int(64, index);
                Some(self.up.constant(elem, ConstKind::ExtractElement(vector, index)))
            }
            _ => {
                let number = *self.elements(vector)?.numbers.get(usize::try_from(index).ok()?)?;
                self.of_elements(elem, &[number])
            }
        }
    }
}
