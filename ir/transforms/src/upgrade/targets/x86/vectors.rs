//! Operations on vectors, as LLVM builds them for x86.
use crate::upgrade::intrinsics::build::{Build, size};
use bctk_edit::construct::Construct;
use bctk_ir::constants::ConstKind;
use bctk_ir::entity::TypeId;
use bctk_ir::opcodes::{BinOp, CastOp, ICmpPred};
use bctk_ir::types::Type;
use bctk_ir::value::Value;

pub(super) fn binary(b: &mut Build<'_, '_>, op: BinOp, lhs: Value, rhs: Value) -> Option<Value> {
    b.bin(op, lhs, rhs, "")
}

/// A comparison of vectors.
pub(super) fn compare(b: &mut Build<'_, '_>, pred: ICmpPred, lhs: Value, rhs: Value) -> Option<Value> {
    b.parts(b.ty(lhs)?)?;
    b.icmp(pred, lhs, rhs, "")
}

/// The vector of integers as wide as the elements of another.
pub(super) fn integers(b: &mut Build<'_, '_>, ty: TypeId) -> Option<TypeId> {
    let (elem, len) = b.parts(ty)?;
    let width = size(b.up.module, elem).checked_mul(8)?;
    let int = b.intern(Type::Int(u32::try_from(width).ok()?));
    Some(b.vector(int, len))
}

/// A vector of one number.
pub(super) fn splat(b: &mut Build<'_, '_>, ty: TypeId, value: u64) -> Option<Value> {
    let (_, len) = b.parts(ty)?;
    b.of_elements(ty, &vec![value; len as usize])
}

/// A vector of one value.
pub(super) fn splat_of(b: &mut Build<'_, '_>, element: Value, len: u32) -> Option<Value> {
    let elem = b.ty(element)?;
    let vector = b.vector(elem, len);
    let poison = b.up.constant(vector, ConstKind::Poison);
    let index = b.up.int(64, 0);
    let one = b.named(".splatinsert").insert_element(poison, element, index).ok()?;
    b.shuffle(one, poison, &vec![0; len as usize], ".splat")
}

pub(super) fn not(b: &mut Build<'_, '_>, value: Value) -> Option<Value> {
    let ones = splat(b, b.ty(value)?, u64::MAX)?;
    binary(b, BinOp::Xor, value, ones)
}

/// The listed elements of a vector, as a shuffle with one operand.
pub(super) fn one(b: &mut Build<'_, '_>, vector: Value, mask: &[u32]) -> Option<Value> {
    let ty = b.ty(vector)?;
    let poison = b.up.constant(ty, ConstKind::Poison);
    b.shuffle(vector, poison, mask, "")
}

/// Bits as an integer of at least eight, of which a mask keeps some.
pub(super) fn mask_of_bits(b: &mut Build<'_, '_>, mut bits: Value, mask: Option<Value>) -> Option<Value> {
    let (_, len) = b.parts(b.ty(bits)?)?;
    if let Some(mask) = mask.filter(|&mask| !b.is_all_ones(mask)) {
        let mut other = b.mask_bits(mask)?;
        if len <= 4 {
            other = b.first(other, len, "extract")?;
        }
        bits = binary(b, BinOp::And, bits, other)?;
    }
    if len < 8 {
        let mask: Vec<u32> = (0..8).map(|i| if i < len { i } else { len + i % len }).collect();
        let zero = b.zero(b.ty(bits)?);
        bits = b.shuffle(bits, zero, &mask, "")?;
    }
    let ty = b.intern(Type::Int(len.max(8)));
    b.cast(CastOp::BitCast, bits, ty, "")
}
