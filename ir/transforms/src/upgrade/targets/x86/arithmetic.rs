//! Arithmetic and conversions of x86 that become plain instructions or other intrinsics.
use super::call::Call;
use super::unmasked::Lanes;
use super::vectors::{binary, integers, not, one, splat, splat_of};
use crate::upgrade::intrinsics::build::Build;
use bctk_edit::construct::Construct;
use bctk_ir::entity::TypeId;
use bctk_ir::inst::{Access, Inst};
use bctk_ir::integers::low;
use bctk_ir::opcodes::{BinOp, CastOp};
use bctk_ir::types::{StructKind, Type};
use bctk_ir::value::Value;

/// A ternary operation on bits, by a number; `zero`: masked-out elements are zero.
pub(super) fn ternary_logic(b: &mut Build<'_, '_>, c: &Call<'_>, zero: bool) -> Option<Value> {
    let lanes = Lanes::of(b.up.module, b.up.module.types.get(c.ret))?;
    let elem = if lanes.bits == 32 { "d" } else { "q" };
    let value = b.call(&format!("x86.avx512.pternlog.{elem}.{}", lanes.width), c.ret, c.args.get(..4)?, "")?;
    let other = if zero { b.zero(c.ret) } else { c.arg(0)? };
    b.mask_select(c.arg(4)?, value, other)
}

/// The number of leading zeros.
pub(super) fn leading_zeros(b: &mut Build<'_, '_>, c: &Call<'_>) -> Option<Value> {
    let no = b.up.int(1, 0);
    let value = b.call("ctlz", c.ret, &[c.arg(0)?, no], "")?;
    b.mask_select(c.arg(2)?, value, c.arg(1)?)
}

/// A rotation by one number or by numbers.
pub(super) fn rotate(b: &mut Build<'_, '_>, c: &Call<'_>, right: bool) -> Option<Value> {
    let amount = amount(b, c.arg(1)?, c.ret)?;
    let value = b.call(if right { "fshr" } else { "fshl" }, c.ret, &[c.arg(0)?, c.arg(0)?, amount], "")?;
    match (c.arg(2), c.arg(3)) {
        (Some(other), Some(mask)) => b.mask_select(mask, value, other),
        _ => Some(value),
    }
}

/// A concatenation of two values, shifted; `zero`: masked-out elements are zero.
pub(super) fn funnel_shift(b: &mut Build<'_, '_>, c: &Call<'_>, right: bool, zero: bool) -> Option<Value> {
    let (x, y) = if right { (c.arg(1)?, c.arg(0)?) } else { (c.arg(0)?, c.arg(1)?) };
    let amount = amount(b, c.arg(2)?, c.ret)?;
    let value = b.call(if right { "fshr" } else { "fshl" }, c.ret, &[x, y, amount], "")?;
    match c.args.len() {
        5 => b.mask_select(c.arg(4)?, value, c.arg(3)?),
        4 => {
            let other = if zero { b.zero(c.ret) } else { c.arg(0)? };
            b.mask_select(c.arg(3)?, value, other)
        }
        _ => Some(value),
    }
}

/// Square roots with explicit rounding.
pub(super) fn sqrt_rounded(b: &mut Build<'_, '_>, c: &Call<'_>) -> Option<Value> {
    let value = match c.number(b, 3) {
        Some(4) => b.call("sqrt", c.ret, &[c.arg(0)?], "")?,
        _ => {
            let ty = if c.name.contains(".ps") { "ps" } else { "pd" };
            b.call(&format!("x86.avx512.sqrt.{ty}.512"), c.ret, &[c.arg(0)?, c.arg(3)?], "")?
        }
    };
    b.mask_select(c.arg(2)?, value, c.arg(1)?)
}

/// A conversion from integers with explicit rounding.
pub(super) fn convert_rounded(b: &mut Build<'_, '_>, c: &Call<'_>, signed: bool) -> Option<Value> {
    let current = c.args.len() < 4 || c.number(b, 3) == Some(4);
    let op = if signed { CastOp::SiToFp } else { CastOp::UiToFp };
    let value = match current {
        true => b.cast(op, c.arg(0)?, c.ret, "cvt")?,
        false => {
            let intrinsic = if signed { "x86.avx512.sitofp.round" } else { "x86.avx512.uitofp.round" };
            b.call(intrinsic, c.ret, &[c.arg(0)?, c.arg(3)?], "")?
        }
    };
    b.mask_select(c.arg(2)?, value, c.arg(1)?)
}

/// `float` from `half` under a mask.
pub(super) fn from_half(b: &mut Build<'_, '_>, c: &Call<'_>) -> Option<Value> {
    let ((_, len), (_, from)) = (b.parts(c.ret)?, b.parts(b.ty(c.arg(0)?)?)?);
    let short = if from == len { c.arg(0)? } else { b.first(c.arg(0)?, len, "")? };
    let half = b.intern(Type::Half);
    let halves = b.vector(half, len);
    let cast = b.cast(CastOp::BitCast, short, halves, "")?;
    let value = b.cast(CastOp::FpExt, cast, c.ret, "cvtph2ps")?;
    b.mask_select(c.arg(2)?, value, c.arg(1)?)
}

/// Bits from two vectors.
pub(super) fn select_bits(b: &mut Build<'_, '_>, c: &Call<'_>) -> Option<Value> {
    let other = not(b, c.arg(2)?)?;
    let x = binary(b, BinOp::And, c.arg(0)?, c.arg(2)?)?;
    let y = binary(b, BinOp::And, c.arg(1)?, other)?;
    binary(b, BinOp::Or, x, y)
}

/// Integers made narrower.
pub(super) fn truncate(b: &mut Build<'_, '_>, c: &Call<'_>) -> Option<Value> {
    let value = b.cast(CastOp::Trunc, c.arg(0)?, b.ty(c.arg(1)?)?, "")?;
    b.mask_select(c.arg(2)?, value, c.arg(1)?)
}

/// Arithmetic with a carry, which stored its result.
pub(super) fn carry(b: &mut Build<'_, '_>, c: &Call<'_>, new: &str) -> Option<Value> {
    let number = b.ty(c.arg(1)?)?;
    let value = pair(b, &format!("x86.{new}"), c.ret, number, c.args.get(..3)?)?;
    let sum = member(b, value, number, 1)?;
    let ptr = b.pointer_to(c.arg(3)?, number, "")?;
    b.named("").store(sum, ptr, 1, Access::PLAIN, 1).ok()?;
    member(b, value, c.ret, 0)
}

/// The time stamp and the processor, which was stored.
pub(super) fn rdtscp(b: &mut Build<'_, '_>, c: &Call<'_>) -> Option<Value> {
    let word = b.intern(Type::Int(32));
    let value = pair(b, "x86.rdtscp", c.ret, word, &[])?;
    b.take_name(value);
    let processor = member(b, value, word, 1)?;
    let ptr = b.pointer_to(c.arg(0)?, word, "")?;
    b.named("").store(processor, ptr, 1, Access::PLAIN, 1).ok()?;
    member(b, value, c.ret, 0)
}

/// The fraction of the first element, of the second argument.
pub(super) fn first_fraction(b: &mut Build<'_, '_>, c: &Call<'_>) -> Option<Value> {
    let value = b.call(&c.same(), c.ret, &[c.arg(1)?], "")?;
    b.take_name(value);
    Some(value)
}

/// A product with alternating addition and subtraction; masked-out elements come from argument `other`, or are zero.
pub(super) fn add_subtract(b: &mut Build<'_, '_>, c: &Call<'_>, subtract_odd: bool, other: Option<usize>) -> Option<Value> {
    let (elem, len) = b.parts(c.ret)?;
    let (x, y, addend) = (c.arg(0)?, c.arg(1)?, c.arg(2)?);
    let value = if c.args.len() == 5 {
        let addend = if subtract_odd { b.fneg(addend)? } else { addend };
        let ty = if b.up.module.types.get(elem) == Type::Float { "ps" } else { "pd" };
        b.call(&format!("x86.avx512.vfmaddsub.{ty}.512"), c.ret, &[x, y, addend, c.arg(4)?], "")?
    } else {
        let sum = b.call("fma", c.ret, &[x, y, addend], "")?;
        let negated = b.fneg(addend)?;
        let difference = b.call("fma", c.ret, &[x, y, negated], "")?;
        let (even, odd) = if subtract_odd { (sum, difference) } else { (difference, sum) };
        let elements: Vec<u32> = (0..len).map(|i| i + i % 2 * len).collect();
        b.shuffle(even, odd, &elements, "")?
    };
    let other = match other {
        Some(at) => c.arg(at)?,
        None => b.zero(c.ret),
    };
    b.mask_select(c.arg(3)?, value, other)
}

/// `bfloat` results that were integers.
pub(super) fn to_bfloat(b: &mut Build<'_, '_>, c: &Call<'_>) -> Option<Value> {
    let mut args = c.args.clone();
    let (_, len) = b.parts(c.ret)?;
    let bfloat = b.intern(Type::BFloat);
    let vector = b.vector(bfloat, len);
    if c.name.contains(".mask.") {
        args[1] = b.cast(CastOp::BitCast, c.arg(1)?, vector, "")?;
    }
    let value = b.call(&c.same(), vector, &args, "")?;
    b.take_name(value);
    b.cast(CastOp::BitCast, value, c.ret, "")
}

/// A dot product of `bfloat` operands that were integers.
pub(super) fn dot_bfloat(b: &mut Build<'_, '_>, c: &Call<'_>) -> Option<Value> {
    let (_, len) = b.parts(b.ty(c.arg(1)?)?)?;
    let bfloat = b.intern(Type::BFloat);
    let vector = b.vector(bfloat, len * 2);
    let x = b.cast(CastOp::BitCast, c.arg(1)?, vector, "")?;
    let y = b.cast(CastOp::BitCast, c.arg(2)?, vector, "")?;
    let value = b.call(&c.same(), c.ret, &[c.arg(0)?, x, y], "")?;
    b.take_name(value);
    Some(value)
}

/// An intrinsic of two operands, and a mask if there are four.
pub(super) fn of_two(b: &mut Build<'_, '_>, c: &Call<'_>, intrinsic: &str) -> Option<Value> {
    let x = c.arg(0)?;
    let value = b.call(intrinsic, c.ret, &[x, c.arg(1)?], "")?;
    c.masked(b, value, 2)
}

/// An integer operator with a mask.
pub(super) fn integer(b: &mut Build<'_, '_>, c: &Call<'_>, op: BinOp) -> Option<Value> {
    let x = c.arg(0)?;
    let value = binary(b, op, x, c.arg(1)?)?;
    c.masked(b, value, 2)
}

/// A bitwise operator for any element type, with a mask.
pub(super) fn bitwise(b: &mut Build<'_, '_>, c: &Call<'_>, op: BinOp, inverted: bool) -> Option<Value> {
    let x = c.arg(0)?;
    let bits = integers(b, c.ret)?;
    let (mut lhs, rhs) = (b.cast(CastOp::BitCast, x, bits, "")?, c.arg(1)?);
    if inverted {
        lhs = not(b, lhs)?;
    }
    let rhs = b.cast(CastOp::BitCast, rhs, bits, "")?;
    let value = binary(b, op, lhs, rhs)?;
    let value = b.cast(CastOp::BitCast, value, c.ret, "")?;
    c.masked(b, value, 2)
}

/// A floating-point operator with a mask; the 512-bit form has a rounding mode.
pub(super) fn float(b: &mut Build<'_, '_>, c: &Call<'_>, op: &str, plain: Option<BinOp>) -> Option<Value> {
    let x = c.arg(0)?;
    let y = c.arg(1)?;
    let value = match (c.name.ends_with(".512"), plain) {
        (false, Some(plain)) => binary(b, plain, x, y)?,
        _ => {
            let ty = if c.name.contains(".ps.") { "ps" } else { "pd" };
            b.call(&format!("x86.avx512.{op}.{ty}.512"), c.ret, &[x, y, c.arg(4)?], "")?
        }
    };
    c.masked(b, value, 2)
}

/// An operator on the first elements.
pub(super) fn first(b: &mut Build<'_, '_>, c: &Call<'_>, op: BinOp) -> Option<Value> {
    let x = c.arg(0)?;
    let zero = b.up.int(32, 0);
    let mut first = |vector: Value| b.named("").extract_element(vector, zero).ok();
    let (lhs, rhs) = (first(x)?, first(c.arg(1)?)?);
    let value = binary(b, op, lhs, rhs)?;
    b.named("").insert_element(x, value, zero).ok()
}

/// The absolute value.
pub(super) fn abs(b: &mut Build<'_, '_>, c: &Call<'_>) -> Option<Value> {
    let x = c.arg(0)?;
    let no = b.up.int(1, 0);
    let value = b.call("abs", c.ret, &[x, no], "")?;
    c.masked(b, value, 1)
}

/// Products of the even elements.
pub(super) fn multiply_even(b: &mut Build<'_, '_>, c: &Call<'_>, signed: bool) -> Option<Value> {
    let x = c.arg(0)?;
    let mut lhs = b.cast(CastOp::BitCast, x, c.ret, "")?;
    let mut rhs = b.cast(CastOp::BitCast, c.arg(1)?, c.ret, "")?;
    let number = splat(b, c.ret, if signed { 32 } else { 0xffff_ffff })?;
    for operand in [&mut lhs, &mut rhs] {
        if signed {
            *operand = binary(b, BinOp::Shl, *operand, number)?;
            *operand = binary(b, BinOp::AShr, *operand, number)?;
        } else {
            *operand = binary(b, BinOp::And, *operand, number)?;
        }
    }
    let value = binary(b, BinOp::Mul, lhs, rhs)?;
    c.masked(b, value, 2)
}

/// Square roots of all elements.
pub(super) fn sqrt(b: &mut Build<'_, '_>, c: &Call<'_>) -> Option<Value> {
    let x = c.arg(0)?;
    let value = b.call("sqrt", c.ret, &[x], "")?;
    c.masked(b, value, 1)
}

/// The square root of the first element.
pub(super) fn sqrt_first(b: &mut Build<'_, '_>, c: &Call<'_>) -> Option<Value> {
    let x = c.arg(0)?;
    let (elem, _) = b.parts(c.ret)?;
    let first = b.extract(x, 0)?;
    let value = b.call("sqrt", elem, &[first], "")?;
    b.insert(x, value, 0)
}

/// A conversion; `result` names it.
pub(super) fn convert(b: &mut Build<'_, '_>, c: &Call<'_>, op: CastOp, result: &str) -> Option<Value> {
    let x = c.arg(0)?;
    let ((_, len), (_, from)) = (b.parts(c.ret)?, b.parts(b.ty(x)?)?);
    let short = if len < from { b.first(x, len, "")? } else { x };
    let value = b.cast(op, short, c.ret, result)?;
    c.masked(b, value, 1)
}

/// The first element, converted from the second argument.
pub(super) fn convert_first(b: &mut Build<'_, '_>, c: &Call<'_>, op: CastOp) -> Option<Value> {
    let x = c.arg(0)?;
    let (elem, _) = b.parts(c.ret)?;
    let from = c.arg(1)?;
    let from = if b.parts(b.ty(from)?).is_some() { b.extract(from, 0)? } else { from };
    let value = b.cast(op, from, elem, "")?;
    b.insert(x, value, 0)
}

/// A product with alternating subtraction and addition.
pub(super) fn subtract_add(b: &mut Build<'_, '_>, c: &Call<'_>) -> Option<Value> {
    let x = c.arg(0)?;
    let addend = b.fneg(c.arg(2)?)?;
    b.call(&format!("x86.{}", c.name.replace("subadd", "addsub")), c.ret, &[x, c.arg(1)?, addend], "")
}

/// Elements sign- or zero-extended.
pub(super) fn extend(b: &mut Build<'_, '_>, c: &Call<'_>, op: CastOp) -> Option<Value> {
    let x = c.arg(0)?;
    let (_, len) = b.parts(c.ret)?;
    let mask: Vec<u32> = (0..len).collect();
    let short = one(b, x, &mask)?;
    let value = b.cast(op, short, c.ret, "")?;
    c.masked(b, value, 1)
}

/// Shift amounts of elements; a single one is made a vector.
fn amount(b: &mut Build<'_, '_>, amount: Value, ty: TypeId) -> Option<Value> {
    let from = b.ty(amount)?;
    if from == ty {
        return Some(amount);
    }
    let (elem, len) = b.parts(ty)?;
    if let Some(number) = b.up.constant_int(b.site.body, amount) {
        let Type::Int(width) = b.up.module.types.get(from) else { return None };
        let number = low(number, width);
        return if number == 0 { Some(b.zero(ty)) } else { splat(b, ty, number) };
    }
    let (Type::Int(was), Type::Int(width)) = (b.up.module.types.get(from), b.up.module.types.get(elem)) else { return None };
    let number = b.cast(if was < width { CastOp::ZExt } else { CastOp::Trunc }, amount, elem, "")?;
    splat_of(b, number, len)
}

/// A call that returns two values.
fn pair(b: &mut Build<'_, '_>, name: &str, first: TypeId, second: TypeId, args: &[Value]) -> Option<Value> {
    let fields = b.up.module.types.lists.push(&[first, second]);
    let both = b.intern(Type::Struct { kind: StructKind::Literal, packed: false, name: Default::default(), fields });
    b.call(name, both, args, "")
}

fn member(b: &mut Build<'_, '_>, aggregate: Value, ty: TypeId, at: u32) -> Option<Value> {
    let body = b.up.module.bodies.get_mut(b.site.body)?;
    let indices = body.lists.push(&[at]);
    b.push(ty, Inst::ExtractValue { aggregate, indices }, "")
}
