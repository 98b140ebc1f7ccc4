//! Folds instructions on constants, as LLVM's builder does: casts, comparisons, operators and picks of elements.
//!
//! [`crate::fold`] does it. Here is what is asked of it: constants whose types are numbers or short vectors of numbers.
use super::build::Build;
use crate::fold::fold_operation as fold;
use bctk_edit::construct::Operation;
use bctk_ir::constants::{ConstKind, ConstPool};
use bctk_ir::entity::TypeId;
use bctk_ir::inst::OpFlags;
use bctk_ir::integers::low;
use bctk_ir::opcodes::CastOp;
use bctk_ir::types::Type;
use bctk_ir::value::{Value, ValueKind};

/// Vectors of more elements are not folded. No vector of a target that asks for it is longer.
const MOST_ELEMENTS: u32 = 64;

/// Constants of more parts are not folded: each fold looks at all of them.
const MOST_PARTS: usize = 1 << 12;

impl Build<'_, '_> {
    fn pool(&self, value: Value) -> Option<(&ConstPool, TypeId, ConstKind)> {
        let (pool, index) = self.up.module.pool_of(self.up.module.bodies.get(self.site.body), value)?;
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

    /// Whether a value is a constant of a type of numbers, or of short vectors of them, and of few parts.
    fn is_constant(&self, value: Value) -> bool {
        let Some((_, ty, _)) = self.pool(value) else { return false };
        let types = &self.up.module.types;
        let (elem, len) = self.parts(ty).unwrap_or((ty, 1));
        let is_fixed = !matches!(types.get(ty), Type::Vector { scalable: true, .. });
        let elem = types.get(elem);
        len <= MOST_ELEMENTS && is_fixed && (elem.is_float() || matches!(elem, Type::Int(_))) && self.has_few_parts(value)
    }

    fn has_few_parts(&self, value: Value) -> bool {
        let mut open = vec![value];
        let mut parts = 0;
        while let Some(value) = open.pop() {
            let Some((pool, ty, kind)) = self.pool(value) else { continue };
            let len = match self.up.module.types.get(ty) {
                Type::Vector { len, .. } => len as usize,
                Type::Array { .. } | Type::Struct { .. } => return false,
                _ => 1,
            };
            parts += len;
            if parts > MOST_PARTS {
                return false;
            }
            pool.operands(kind, |operand| open.push(operand));
        }
        true
    }

    /// The constant in the place of an operation on constants.
    pub(crate) fn fold(&mut self, operation: &Operation) -> Option<Value> {
        // Calls with the same constants are frequent, and what is folded may have many parts.
        let key = (self.site.body, *operation);
        if let Some(&known) = self.up.folded.get(&key) {
            return known;
        }
        let is = |value| self.is_constant(value);
        let folds = match *operation {
            Operation::Bin(_, lhs, rhs) => is(lhs) && is(rhs),
            Operation::Cast(CastOp::BitCast, value, ty) if matches!(self.up.module.types.get(ty), Type::TypedPtr { .. }) => {
                return self.cast_address(value, ty);
            }
            Operation::Cast(_, value, _) => is(value),
            Operation::ICmp(_, lhs, rhs, _) => is(lhs) && is(rhs),
            Operation::FNeg(value) => is(value),
            Operation::Select(cond, if_true, if_false) => is(cond) && is(if_true) && is(if_false),
            Operation::Extract(vector, _) => is(vector),
            Operation::Insert(vector, element, _) => is(vector) && is(element),
            Operation::Shuffle(lhs, rhs, ..) => is(lhs) && is(rhs),
        };
        if !folds {
            return None;
        }
        let folded = fold(self.up.module, self.site.body, self.up.version, operation);
        self.up.folded.insert(key, folded);
        folded
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
}
