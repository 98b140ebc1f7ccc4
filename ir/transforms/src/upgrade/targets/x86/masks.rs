//! Masks and comparisons of x86 that become plain instructions or other intrinsics.
use super::call::Call;
use super::unmasked::Lanes;
use super::vectors::{binary, compare, mask_of_bits, not, splat, splat_of};
use crate::upgrade::intrinsics::build::Build;
use bctk_ir::entity::TypeId;
use bctk_ir::opcodes::{BinOp, CastOp, ICmpPred};
use bctk_ir::types::Type;
use bctk_ir::value::Value;

/// Another intrinsic without a mask, and a selection.
pub(super) fn without_mask(b: &mut Build<'_, '_>, c: &Call<'_>, new: &str) -> Option<Value> {
    let (kept, rest) = c.args.split_at_checked(c.args.len().checked_sub(2)?)?;
    let value = b.call(&format!("x86.{new}"), c.ret, kept, "")?;
    b.mask_select(rest[1], value, rest[0])
}

/// `compress` or `expand`.
pub(super) fn compress(b: &mut Build<'_, '_>, c: &Call<'_>, which: &str) -> Option<Value> {
    let bits = mask_vec(b, c.arg(2)?, c.ret)?;
    b.call(&format!("x86.avx512.mask.{which}"), c.ret, &[c.arg(0)?, c.arg(1)?, bits], "")
}

/// Two masks side by side.
pub(super) fn unpack_masks(b: &mut Build<'_, '_>, c: &Call<'_>) -> Option<Value> {
    let Type::Int(width) = b.up.module.types.get(c.ret) else { return None };
    let x = mask_of(b, c.arg(0)?, width)?;
    let y = mask_of(b, c.arg(1)?, width)?;
    let x = b.first(x, width / 2, "")?;
    let y = b.first(y, width / 2, "")?;
    let all: Vec<u32> = (0..width).collect();
    let both = b.shuffle(y, x, &all, "")?;
    b.cast(CastOp::BitCast, both, c.ret, "")
}

/// The complement of a mask.
pub(super) fn not_mask(b: &mut Build<'_, '_>, c: &Call<'_>) -> Option<Value> {
    let bits = b.mask_bits(c.arg(0)?)?;
    let bits = not(b, bits)?;
    b.cast(CastOp::BitCast, bits, c.ret, "")
}

/// Whether two masks are all zeros, or all ones.
pub(super) fn test_masks(b: &mut Build<'_, '_>, c: &Call<'_>, ones: bool) -> Option<Value> {
    let x = b.mask_bits(c.arg(0)?)?;
    let y = b.mask_bits(c.arg(1)?)?;
    let either = binary(b, BinOp::Or, x, y)?;
    let short = b.intern(Type::Int(16));
    let either = b.cast(CastOp::BitCast, either, short, "")?;
    let wanted = b.up.int(16, if ones { 0xffff } else { 0 });
    let bit = b.icmp(ICmpPred::Eq, either, wanted, "")?;
    b.cast(CastOp::ZExt, bit, c.ret, "")
}

/// A mask as the elements of a vector.
pub(super) fn vector_of_mask(b: &mut Build<'_, '_>, c: &Call<'_>) -> Option<Value> {
    let bits = mask_vec(b, c.arg(0)?, c.ret)?;
    b.cast(CastOp::SExt, bits, c.ret, "vpmovm2")
}

/// A mask as a number in each element.
pub(super) fn broadcast_mask(b: &mut Build<'_, '_>, c: &Call<'_>) -> Option<Value> {
    let bits = Lanes::of(b.up.module, b.up.module.types.get(c.ret))?.width;
    let wide = if b.up.module.types.get(b.ty(c.arg(0)?)?) == Type::Int(8) { 64 } else { 32 };
    let number = b.intern(Type::Int(wide));
    let value = b.cast(CastOp::ZExt, c.arg(0)?, number, "")?;
    splat_of(b, value, bits / wide)
}

/// The first element by a mask.
pub(super) fn move_first(b: &mut Build<'_, '_>, c: &Call<'_>) -> Option<Value> {
    let one = b.up.int(8, 1);
    let bit = binary(b, BinOp::And, c.arg(3)?, one)?;
    let zero = b.up.int(8, 0);
    let cond = b.icmp(ICmpPred::Ne, bit, zero, "")?;
    let (x, y) = (b.extract(c.arg(1)?, 0)?, b.extract(c.arg(2)?, 0)?);
    let value = b.select(cond, x, y, "")?;
    b.insert(c.arg(0)?, value, 0)
}

/// A test of elements whose result is a mask.
pub(super) fn classify(b: &mut Build<'_, '_>, c: &Call<'_>, which: &str) -> Option<Value> {
    let ty = b.ty(c.arg(0)?)?;
    let lanes = Lanes::of(b.up.module, b.up.module.types.get(ty))?;
    let (_, len) = b.parts(ty)?;
    let bit = b.intern(Type::Int(1));
    let bits = b.vector(bit, len);
    let full = match (which, lanes.bits) {
        ("fpclass", 32) => format!("x86.avx512.fpclass.ps.{}", lanes.width),
        ("fpclass", _) => format!("x86.avx512.fpclass.pd.{}", lanes.width),
        _ => format!("x86.avx512.{which}.{}", lanes.width),
    };
    let value = b.call(&full, bits, c.args.get(..2)?, "")?;
    mask_of_bits(b, value, Some(c.arg(2)?))
}

/// A floating-point comparison whose result was a number.
pub(super) fn compare_floats(b: &mut Build<'_, '_>, c: &Call<'_>) -> Option<Value> {
    let ty = b.ty(c.arg(0)?)?;
    let lanes = Lanes::of(b.up.module, b.up.module.types.get(ty))?;
    let (_, len) = b.parts(ty)?;
    let mut args = c.args.clone();
    args[3] = mask_vec(b, c.arg(3)?, ty)?;
    let bit = b.intern(Type::Int(1));
    let bits = b.vector(bit, len);
    let elem = if lanes.bits == 32 { "ps" } else { "pd" };
    let value = b.call(&format!("x86.avx512.mask.cmp.{elem}.{}", lanes.width), bits, &args, "")?;
    b.take_name(value);
    mask_of_bits(b, value, None)
}

/// The same without a mask.
pub(super) fn compare_all_floats(b: &mut Build<'_, '_>, c: &Call<'_>) -> Option<Value> {
    let lanes = Lanes::of(b.up.module, b.up.module.types.get(b.ty(c.arg(0)?)?))?;
    let (_, len) = b.parts(c.ret)?;
    let ones = b.of_elements(c.ret, &vec![1; len as usize])?;
    let mut args = c.args.clone();
    // The widest have a rounding mode at the end.
    let at = if lanes.width == 512 { args.len() - 1 } else { args.len() };
    args.insert(at, ones);
    let elem = if lanes.bits == 32 { "ps" } else { "pd" };
    b.call(&format!("x86.avx512.mask.cmp.{elem}.{}", lanes.width), c.ret, &args, "")
}

/// A comparison whose result is as wide as the operands.
pub(super) fn compare_elements(b: &mut Build<'_, '_>, c: &Call<'_>, pred: ICmpPred) -> Option<Value> {
    let x = c.arg(0)?;
    let bits = compare(b, pred, x, c.arg(1)?)?;
    b.cast(CastOp::SExt, bits, c.ret, "")
}

/// A comparison whose result is a mask, by an immediate number or `condition`.
pub(super) fn compare_to_mask(b: &mut Build<'_, '_>, c: &Call<'_>, signed: bool, condition: Option<u64>) -> Option<Value> {
    let x = c.arg(0)?;
    let condition = match condition {
        Some(condition) => condition,
        None => b.up.constant_int(b.site.body, c.arg(2)?)?,
    };
    let mask = c.args.last().copied()?;
    let bits = match condition {
        // Nothing is asked.
        3 | 7 => {
            let (_, len) = b.parts(b.ty(x)?)?;
            let bit = b.intern(Type::Int(1));
            let ty = b.vector(bit, len);
            b.of_elements(ty, &vec![u64::from(condition == 7); len as usize])?
        }
        _ => compare(b, predicate(condition, signed)?, x, c.arg(1)?)?,
    };
    mask_of_bits(b, bits, Some(mask))
}

/// The sign bits as a mask.
pub(super) fn sign_mask(b: &mut Build<'_, '_>, c: &Call<'_>) -> Option<Value> {
    let x = c.arg(0)?;
    let zero = b.zero(b.ty(x)?);
    let bits = compare(b, ICmpPred::Slt, x, zero)?;
    mask_of_bits(b, bits, None)
}

/// Whether the bits in common are none, or some.
pub(super) fn test(b: &mut Build<'_, '_>, c: &Call<'_>, pred: ICmpPred) -> Option<Value> {
    let x = c.arg(0)?;
    let common = binary(b, BinOp::And, x, c.arg(1)?)?;
    let zero = b.zero(b.ty(x)?);
    let bits = compare(b, pred, common, zero)?;
    mask_of_bits(b, bits, Some(c.arg(2)?))
}

/// An operator on masks of 16 bits.
pub(super) fn mask_operator(b: &mut Build<'_, '_>, c: &Call<'_>, op: BinOp, inverted: bool) -> Option<Value> {
    let x = c.arg(0)?;
    let mut lhs = b.mask_bits(x)?;
    let rhs = b.mask_bits(c.arg(1)?)?;
    if inverted {
        lhs = not(b, lhs)?;
    }
    let value = binary(b, op, lhs, rhs)?;
    b.cast(CastOp::BitCast, value, c.ret, "")
}

/// A comparison of XOP: the condition is in the name, or a number.
pub(super) fn compare_xop(b: &mut Build<'_, '_>, c: &Call<'_>) -> Option<Value> {
    let signed = !["ub", "uw", "ud", "uq"].iter().any(|end| c.name.ends_with(end));
    let condition = match xop_condition(c.name).filter(|_| c.args.len() != 3) {
        Some(condition) => condition,
        None => c.number(b, 2)?,
    };
    let pred = match (condition, signed) {
        (0, true) => ICmpPred::Slt,
        (0, false) => ICmpPred::Ult,
        (1, true) => ICmpPred::Sle,
        (1, false) => ICmpPred::Ule,
        (2, true) => ICmpPred::Sgt,
        (2, false) => ICmpPred::Ugt,
        (3, true) => ICmpPred::Sge,
        (3, false) => ICmpPred::Uge,
        (4, _) => ICmpPred::Eq,
        (5, _) => ICmpPred::Ne,
        (6, _) => return Some(b.zero(c.ret)),
        _ => return splat(b, c.ret, u64::MAX),
    };
    let bits = compare(b, pred, c.arg(0)?, c.arg(1)?)?;
    b.cast(CastOp::SExt, bits, c.ret, "")
}

/// The condition in the name of a comparison of XOP.
pub(super) fn xop_condition(name: &str) -> Option<u64> {
    const CONDITIONS: [&str; 8] = ["lt", "le", "gt", "ge", "eq", "ne", "false", "true"];
    let rest = name.strip_prefix("xop.vpcom")?;
    CONDITIONS.iter().position(|condition| rest.starts_with(condition)).map(|at| at as u64)
}

/// The predicate for a condition number; two of them are constant and have none.
fn predicate(condition: u64, signed: bool) -> Option<ICmpPred> {
    Some(match (condition, signed) {
        (0, _) => ICmpPred::Eq,
        (1, true) => ICmpPred::Slt,
        (1, false) => ICmpPred::Ult,
        (2, true) => ICmpPred::Sle,
        (2, false) => ICmpPred::Ule,
        (4, _) => ICmpPred::Ne,
        (5, true) => ICmpPred::Sge,
        (5, false) => ICmpPred::Uge,
        (6, true) => ICmpPred::Sgt,
        (6, false) => ICmpPred::Ugt,
        _ => return None,
    })
}

/// Bits of a mask for a vector of so many elements.
fn mask_of(b: &mut Build<'_, '_>, mask: Value, len: u32) -> Option<Value> {
    let bits = b.mask_bits(mask)?;
    if len <= 4 { b.first(bits, len, "extract") } else { Some(bits) }
}

/// Bits of a mask for the elements of a vector.
pub(super) fn mask_vec(b: &mut Build<'_, '_>, mask: Value, ty: TypeId) -> Option<Value> {
    let (_, len) = b.parts(ty)?;
    mask_of(b, mask, len)
}
