//! Arithmetic on floating-point numbers, as LLVM's `APFloat` does it, and its conversions to and from integers.
use super::pair;
use bctk_ir::integers::{is_negative, negated, product, shifted_left, shifted_right, trimmed};
use bctk_ir::opcodes::{BinOp, FCmpPred};
use bctk_ir::types::Type;
use rustc_apfloat::ieee::{BFloat, Double, Half, Quad, Single, X87DoubleExtended};
use rustc_apfloat::ppc::DoubleDouble;
use rustc_apfloat::{Float, FloatConvert, Round};
use std::cmp::Ordering;

/// The signs of the two numbers of a `ppc_fp128`.
const BOTH_SIGNS: u128 = 1 << 127 | 1 << 63;

/// Does something with the format of a type.
macro_rules! with_format {
    ($ty:expr, $format:ident => $what:expr) => {
        match $ty {
            Type::Half => {
                type $format = Half;
                $what
            }
            Type::BFloat => {
                type $format = BFloat;
                $what
            }
            Type::Float => {
                type $format = Single;
                $what
            }
            Type::Double => {
                type $format = Double;
                $what
            }
            Type::X86Fp80 => {
                type $format = X87DoubleExtended;
                $what
            }
            Type::Fp128 => {
                type $format = Quad;
                $what
            }
            Type::PpcFp128 => {
                type $format = DoubleDouble;
                $what
            }
            _ => return None,
        }
    };
}

/// What an operator on floating-point numbers gives.
pub(super) fn float_binary(ty: Type, op: BinOp, a: u128, b: u128) -> Option<u128> {
    match op {
        BinOp::FDiv if ty == Type::PpcFp128 => return Some(pair::quotient(a, b)),
        BinOp::FRem if ty == Type::PpcFp128 => return Some(pair::exact_remainder(a, b)),
        _ => {}
    }
    with_format!(ty, F => {
        let (a, b) = (F::from_bits(a), F::from_bits(b));
        let result = match op {
            BinOp::FAdd if ty == Type::PpcFp128 && a.is_zero() => return Some(b.to_bits()),
            BinOp::FAdd => a.add_r(b, Round::NearestTiesToEven),
            // Both numbers of the result have their signs changed.
            BinOp::FSub if ty == Type::PpcFp128 => {
                if a.is_zero() && !b.is_nan() {
                    return Some(b.to_bits() ^ BOTH_SIGNS);
                }
                let sum = F::from_bits(a.to_bits() ^ BOTH_SIGNS).add_r(b, Round::NearestTiesToEven);
                return Some(sum.value.to_bits() ^ BOTH_SIGNS);
            }
            BinOp::FSub => a.sub_r(b, Round::NearestTiesToEven),
            BinOp::FMul => a.mul_r(b, Round::NearestTiesToEven),
            BinOp::FDiv => a.div_r(b, Round::NearestTiesToEven),
            BinOp::FRem => a.c_fmod(b),
            _ => return None,
        };
        Some(result.value.to_bits())
    })
}

/// The result of an operator, with the sign that NaN operands gave it before LLVM 11, and signaling if they were.
pub(super) fn with_old_nan(ty: Type, op: BinOp, a: u128, b: u128, result: u128) -> u128 {
    let (Some(first), Some(second)) = (is_nan(ty, a), is_nan(ty, b)) else { return result };
    if ty == Type::PpcFp128 && matches!(op, BinOp::FSub | BinOp::FMul) || !first && !second {
        return result;
    }
    let result = if ty == Type::PpcFp128 { result } else { as_signaling(ty, if first { a } else { b }, ty, result) };
    sign_of_nan(ty, op, first, b, result)
}

/// A NaN as signaling as the one that it was made of.
pub(super) fn as_signaling(from: Type, origin: u128, to: Type, nan: u128) -> u128 {
    let is_signaling = is_nan(from, origin) == Some(true) && origin >> quiet_bit(from) & 1 == 0;
    if is_signaling { nan & !(1 << quiet_bit(to)) } else { nan }
}

/// The sign that a NaN operand gave a result before LLVM 11: the first one if `first` is set.
pub(super) fn sign_of_nan(ty: Type, op: BinOp, first: bool, b: u128, result: u128) -> u128 {
    let width = ty.float_bits().unwrap_or(64);
    let sign = if ty == Type::PpcFp128 { 1 << 63 } else { 1 << (width - 1) };
    match op {
        BinOp::FMul | BinOp::FDiv => result & !sign,
        BinOp::FRem if !first => result & !sign,
        BinOp::FSub if !first => result & !sign | !b & sign,
        _ => result,
    }
}

/// `frem` as LLVM 4 computes it.
pub(super) fn old_remainder(ty: Type, a: u128, b: u128) -> Option<u128> {
    let is_special = |bits| ty != Type::PpcFp128 && parts(ty, bits).is_none_or(|(_, _, significand)| significand == 0);
    if ty == Type::PpcFp128 || is_special(a) || is_special(b) {
        return float_binary(ty, BinOp::FRem, a, b);
    }
    let width = if ty.float_bits()? > 64 { 128 } else { 64 };
    let quotient = float_binary(ty, BinOp::FDiv, a, b)?;
    let Ok(whole) = to_int(ty, quotient, width, true)? else { return Some(a) };
    let whole = from_int(ty, &whole, width, true)?;
    let rest = float_binary(ty, BinOp::FSub, a, float_binary(ty, BinOp::FMul, whole, b)?)?;
    let sign = 1 << (ty.float_bits()? - 1);
    Some(if rest & !sign == 0 { a & sign } else { rest })
}

/// The bit of a NaN that makes it quiet.
pub(super) fn quiet_bit(ty: Type) -> u32 {
    match ty {
        Type::Half => 9,
        Type::BFloat => 6,
        Type::Float => 22,
        Type::X86Fp80 => 62,
        Type::Fp128 => 111,
        _ => 51,
    }
}

/// What the quotient of two numbers in a wide format is if its exponent does not fit 16 bits on the way.
pub(super) fn wrapped_quotient(ty: Type, a: u128, b: u128) -> Option<u128> {
    if !matches!(ty, Type::X86Fp80 | Type::Fp128) {
        return None;
    }
    let ((negative, first, x), (other, second, y)) = (parts(ty, a)?, parts(ty, b)?);
    if x == 0 || y == 0 {
        return None;
    }
    let (above, below) = (x.leading_zeros(), y.leading_zeros());
    // Exponents of the highest bits.
    let exponent = (first - above as i32) - (second - below as i32) - i32::from(x << above < y << below);
    let magnitude = match exponent {
        ..-0x8000 => infinity(ty)?,
        0x8000.. => 0,
        _ => return None,
    };
    Some(magnitude | u128::from(negative != other) << (ty.float_bits()? - 1))
}

/// Whether the exponent of a product of numbers in a wide format does not fit 16 bits on the way.
pub(super) fn wraps(ty: Type, a: u128, b: u128) -> bool {
    let precision = match ty {
        Type::X86Fp80 => 64,
        Type::Fp128 => 113,
        _ => return false,
    };
    let (Some((_, first, a)), Some((_, second, b))) = (parts(ty, a), parts(ty, b)) else { return false };
    if a == 0 || b == 0 {
        return false;
    }
    // The length of the product, from the halves of both factors.
    let words = |number: u128| vec![number as u64, (number >> 64) as u64, 0, 0];
    let product = product(&words(a), &words(b));
    let highest = product.iter().rposition(|&word| word != 0).unwrap_or(0);
    let length = highest as i32 * 64 + 64 - product[highest].leading_zeros() as i32;
    // Exponents are those of the highest bit of a significand.
    let sum = first + second + 2 * (precision - 1);
    sum + 1 - precision + (length - precision).max(0) < i32::from(i16::MIN)
}

pub(super) fn infinity(ty: Type) -> Option<u128> {
    with_format!(ty, F => Some(F::INFINITY.to_bits()))
}

/// Whether a number is infinite.
pub(super) fn is_infinite(ty: Type, bits: u128) -> Option<bool> {
    with_format!(ty, F => Some(F::from_bits(bits).is_infinite()))
}

pub(super) fn is_nan(ty: Type, bits: u128) -> Option<bool> {
    with_format!(ty, F => Some(F::from_bits(bits).is_nan()))
}

/// The number with the other sign.
pub(super) fn float_negated(ty: Type, bits: u128) -> Option<u128> {
    match ty {
        Type::PpcFp128 => Some(bits ^ BOTH_SIGNS),
        _ => Some(bits ^ 1 << (ty.float_bits()? - 1)),
    }
}

/// The quiet NaN without payload.
pub(super) fn nan(ty: Type) -> Option<u128> {
    with_format!(ty, F => Some(F::qnan(None).to_bits()))
}

/// Whether a comparison of floating-point numbers holds.
pub(super) fn float_holds(ty: Type, pred: FCmpPred, a: u128, b: u128) -> Option<bool> {
    with_format!(ty, F => {
        let order = F::from_bits(a).partial_cmp(&F::from_bits(b));
        let bit = match order {
            Some(Ordering::Equal) => 1,
            Some(Ordering::Greater) => 2,
            Some(Ordering::Less) => 4,
            None => 8,
        };
        Some(pred.code() & bit != 0)
    })
}

/// An integer as a floating-point number.
pub(super) fn from_int(ty: Type, words: &[u64], bits: u32, is_signed: bool) -> Option<u128> {
    let is_negative = is_signed && is_negative(words, bits);
    let (number, exponent) = leading(&if is_negative { negated(words, bits) } else { words.to_vec() });
    if ty == Type::PpcFp128 {
        return Some(pair::from_int(number, exponent, is_negative));
    }
    with_format!(ty, F => {
        let number = F::from_u128_r(number, Round::NearestTiesToEven).value;
        let number = if exponent == 0 { number } else { number.scalbn(exponent) };
        Some(if is_negative { -number } else { number }.to_bits())
    })
}

/// The highest bits of an integer, and the exponent of the lowest of them. That bit also stands for all that are lost.
fn leading(words: &[u64]) -> (u128, i32) {
    let highest = words.iter().rposition(|&word| word != 0).unwrap_or(0);
    if highest < 2 {
        return (u128::from(words[0]) | u128::from(words.get(1).copied().unwrap_or(0)) << 64, 0);
    }
    let by = highest as u32 * 64 - words[highest].leading_zeros() - 64;
    let top = shifted_right(words, by);
    let is_exact = shifted_left(&top, by) == words;
    (u128::from(top[0]) | u128::from(top[1]) << 64 | u128::from(!is_exact), by as i32)
}

/// Sign, exponent of the lowest bit, and significand of a number; none for infinities and NaNs.
fn parts(ty: Type, bits: u128) -> Option<(bool, i32, u128)> {
    let (width, exponent) = match ty {
        Type::Half => (16, 5),
        Type::BFloat | Type::Float => (ty.float_bits()?, 8),
        Type::Double => (64, 11),
        Type::X86Fp80 => (80, 15),
        _ => (128, 15),
    };
    let is_explicit = ty == Type::X86Fp80;
    let fraction = width - 1 - exponent;
    let stated = (bits >> fraction & ((1 << exponent) - 1)) as i32;
    let low = bits & ((1 << fraction) - 1);
    if stated == (1 << exponent) - 1 {
        return None;
    }
    let leading = u128::from(stated != 0 && !is_explicit) << fraction;
    let bias = (1 << (exponent - 1)) - 1 + fraction as i32 - i32::from(is_explicit);
    Some((bits >> (width - 1) & 1 == 1, stated.max(1) - bias, low | leading))
}

/// The sum of the two numbers of a `ppc_fp128`, rounded to 106 bits.
fn parts_of_pair(bits: u128) -> Option<(bool, i32, u128)> {
    const PRECISION: u32 = 106;
    let double = |bits: u128| parts(Type::Double, bits & u128::from(u64::MAX));
    let high = double(bits)?;
    if high.2 == 0 {
        return Some(high);
    }
    let low = double(bits >> 64)?;
    let end = |(_, exponent, significand): (bool, i32, u128)| exponent - significand.leading_zeros() as i32;
    let (large, small) = if low.2 == 0 || end(high) >= end(low) { (high, low) } else { (low, high) };
    // With room for a carry above, and for a bit that stands for all that are lost below.
    let by = large.2.leading_zeros() - 2;
    let (exponent, first) = (large.1 - by as i32, large.2 << by);
    let distance = small.1 - exponent;
    let (second, is_lost) = match u32::try_from(distance) {
        Ok(distance) => (small.2.checked_shl(distance).unwrap_or(0), false),
        Err(_) => {
            let second = small.2.checked_shr(distance.unsigned_abs()).unwrap_or(0);
            (second, second.checked_shl(distance.unsigned_abs()).unwrap_or(0) != small.2)
        }
    };
    let (sum, is_negative) = match large.0 == small.0 {
        true => (first + second, large.0),
        false if first < second => (second - first, small.0),
        false => (first - second - u128::from(is_lost), large.0),
    };
    let excess = (128 - sum.leading_zeros()).saturating_sub(PRECISION);
    if excess == 0 {
        return Some((is_negative, exponent, sum));
    }
    let (kept, rest, half) = (sum >> excess, sum & ((1 << excess) - 1), 1 << (excess - 1));
    let is_up = rest > half || rest == half && (is_lost || kept & 1 == 1);
    Some((is_negative, exponent + excess as i32, kept + u128::from(is_up)))
}

/// A floating-point number as an integer, rounded towards zero; `Err` if it does not fit.
pub(super) fn to_int(ty: Type, number: u128, bits: u32, is_signed: bool) -> Option<Result<Vec<u64>, ()>> {
    ty.float_bits()?;
    let found = if ty == Type::PpcFp128 { parts_of_pair(number) } else { parts(ty, number) };
    let Some((is_negative, exponent, significand)) = found else { return Some(Err(())) };
    let significand = if exponent < 0 { significand.checked_shr(exponent.unsigned_abs()).unwrap_or(0) } else { significand };
    let exponent = if significand == 0 { 0 } else { exponent.max(0).unsigned_abs() };
    let length = 128 - significand.leading_zeros() + exponent;
    // A sign takes a bit, but for the number that is the lowest.
    let is_lowest = is_negative && significand.is_power_of_two() && length == bits;
    let fits = match is_signed {
        true => length < bits || is_lowest || significand == 0,
        false => length <= bits && (!is_negative || significand == 0),
    };
    if !fits {
        return Some(Err(()));
    }
    let mut words = vec![significand as u64, (significand >> 64) as u64];
    words.resize((bits.div_ceil(64) as usize).max(2), 0);
    let words = trimmed(shifted_left(&words, exponent), bits);
    Some(Ok(if is_negative { negated(&words, bits) } else { words }))
}

/// A number in another format, rounded to nearest.
pub(super) fn converted(from: Type, bits: u128, to: Type) -> Option<u128> {
    if to == Type::PpcFp128 && from != to {
        // The second number is what the first one lacks.
        let high = converted(from, bits, Type::Double)?;
        let rest = float_binary(from, BinOp::FSub, bits, converted(Type::Double, high, from)?);
        let is_exact = matches!(from, Type::Half | Type::BFloat | Type::Float | Type::Double) || parts(Type::Double, high).is_none();
        let low = if is_exact { 0 } else { converted(from, rest?, Type::Double)? & u128::from(u64::MAX) };
        let low = if low << 65 == 0 { 0 } else { low };
        return Some(high | low << 64);
    }
    // The first of the two numbers of a `ppc_fp128` is looked at alone, since LLVM 5.
    let (from, bits) = if from == Type::PpcFp128 { (Type::Double, bits & u128::from(u64::MAX)) } else { (from, bits) };
    fn ieee<F, T>(bits: u128) -> u128
    where
        F: Float + FloatConvert<T>,
        T: Float,
    {
        let number: T = F::from_bits(bits).convert(&mut false).value;
        number.to_bits()
    }
    macro_rules! from {
        ($format:ty) => {
            match to {
                Type::Half => ieee::<$format, Half>(bits),
                Type::BFloat => ieee::<$format, BFloat>(bits),
                Type::Float => ieee::<$format, Single>(bits),
                Type::Double => ieee::<$format, Double>(bits),
                Type::X86Fp80 => ieee::<$format, X87DoubleExtended>(bits),
                Type::Fp128 => ieee::<$format, Quad>(bits),
                _ => return None,
            }
        };
    }
    Some(match from {
        Type::Half => from!(Half),
        Type::BFloat => from!(BFloat),
        Type::Float => from!(Single),
        Type::Double => from!(Double),
        Type::X86Fp80 => from!(X87DoubleExtended),
        Type::Fp128 => from!(Quad),
        _ => return None,
    })
}
