//! Arithmetic on `ppc_fp128` with one number of 106 bits: all of LLVM 4, later quotients, remainders and conversions.
//!
//! `rustc_apfloat::ppc` has the same, but panics if a number is a signaling NaN, or rounds to infinity as a `double`.
use super::number;
use bctk_ir::opcodes::BinOp;
use bctk_ir::types::Type;
use rustc_apfloat::ieee::{BFloatS, Double, DoubleS, HalfS, IeeeFloat, QuadS, Semantics, SingleS, X87DoubleExtendedS};
use rustc_apfloat::{ExpInt, Float, FloatConvert, Round, Status};

const NEAREST: Round = Round::NearestTiesToEven;

/// The format of the one number, whose exponents are those of numbers of which also the second part is normal.
#[derive(Debug)]
pub struct WideSemantics;

impl Semantics for WideSemantics {
    const BITS: usize = 128;
    const EXP_BITS: usize = 22;
    const MAX_EXP: ExpInt = 1023;
    const MIN_EXP: ExpInt = -1022 + 53;
}

/// As [`WideSemantics`], with the exponents of a `double`.
struct ExtendedSemantics;

impl Semantics for ExtendedSemantics {
    const BITS: usize = 128;
    const EXP_BITS: usize = 22;
    const MAX_EXP: ExpInt = 1023;
    const MIN_EXP: ExpInt = -1022;
}

/// A `ppc_fp128` as one number.
pub type Wide = IeeeFloat<WideSemantics>;
type Extended = IeeeFloat<ExtendedSemantics>;

fn double(bits: u128) -> Double {
    Double::from_bits(bits & u128::from(u64::MAX))
}

fn from_pair(bits: u128) -> Wide {
    let high: Wide = double(bits).convert(&mut false).value;
    if !high.is_finite() || high.is_zero() {
        return high;
    }
    let low: Wide = double(bits >> 64).convert(&mut false).value;
    high.add_r(low, NEAREST).value
}

/// The bits of the two numbers that a number rounds to.
pub fn to_pair(number: Wide) -> u128 {
    let number: Extended = number.convert(&mut false).value;
    let mut is_inexact = false;
    let high: Double = number.convert(&mut is_inexact).value;
    let mut bits = high.to_bits();
    if is_inexact && high.is_finite() && !high.is_zero() {
        let back: Extended = high.convert(&mut false).value;
        let low: Double = number.sub_r(back, NEAREST).value.convert(&mut false).value;
        bits |= low.to_bits() << 64;
    }
    bits
}

/// The two numbers that stand for the one of two.
pub(super) fn normal(bits: u128) -> u128 {
    to_pair(from_pair(bits))
}

/// What an operator on such numbers gives.
pub(super) fn binary(op: BinOp, a: u128, b: u128) -> Option<u128> {
    let (x, y) = (from_pair(a), from_pair(b));
    let cancels = op == BinOp::FAdd && x.is_negative() != y.is_negative() || op == BinOp::FSub && x.is_negative() == y.is_negative();
    if cancels && x.is_infinite() && y.is_infinite() {
        // The NaN has the sign of the left operand.
        return Some(to_pair(Wide::NAN.copy_sign(x)));
    }
    let result = match op {
        BinOp::FAdd if x.is_zero() => y,
        BinOp::FAdd => x.add_r(y, NEAREST).value,
        // Zeros have the sign of the negated sum of the negated left operand.
        BinOp::FSub if x.is_zero() && !y.is_nan() => -y,
        BinOp::FSub if x.is_nan() || y.is_nan() => x.sub_r(y, NEAREST).value,
        BinOp::FSub => -(-x).add_r(y, NEAREST).value,
        BinOp::FMul => x.mul_r(y, NEAREST).value,
        BinOp::FDiv => x.div_r(y, NEAREST).value,
        BinOp::FRem => remainder(x, y),
        _ => return None,
    };
    let result = to_pair(result);
    let is_first = x.is_nan();
    Some(if is_first || y.is_nan() { number::sign_of_nan(Type::PpcFp128, op, is_first, b, result) } else { result })
}

/// The rounded quotient.
pub(super) fn quotient(a: u128, b: u128) -> u128 {
    to_pair(from_pair(a).div_r(from_pair(b), NEAREST).value)
}

/// The exact remainder.
pub(super) fn exact_remainder(a: u128, b: u128) -> u128 {
    to_pair(from_pair(a).c_fmod(from_pair(b)).value)
}

/// An integer, times a power of two.
pub(super) fn from_int(number: u128, exponent: ExpInt, is_negative: bool) -> u128 {
    let number = Wide::from_u128_r(number, NEAREST).value.scalbn(exponent);
    to_pair(if is_negative { -number } else { number })
}

/// In another format.
pub(super) fn converted(bits: u128, to: Type) -> Option<u128> {
    fn bits_of<S: Semantics>(number: Wide) -> u128 {
        let converted: IeeeFloat<S> = number.convert(&mut false).value;
        converted.to_bits()
    }
    let number = from_pair(bits);
    Some(match to {
        Type::Half => bits_of::<HalfS>(number),
        Type::BFloat => bits_of::<BFloatS>(number),
        Type::Float => bits_of::<SingleS>(number),
        Type::Double => bits_of::<DoubleS>(number),
        Type::X86Fp80 => bits_of::<X87DoubleExtendedS>(number),
        Type::Fp128 => bits_of::<QuadS>(number),
        _ => return None,
    })
}

/// Computed from the rounded quotient; the left operand if that has too many bits.
fn remainder(x: Wide, y: Wide) -> Wide {
    if !x.is_finite() || x.is_zero() || !y.is_finite() || y.is_zero() {
        return x.c_fmod(y).value;
    }
    let whole = x.div_r(y, NEAREST).value.to_i128_r(128, Round::TowardZero, &mut false);
    if whole.status.contains(Status::INVALID_OP) {
        return x;
    }
    let whole = Wide::from_i128_r(whole.value, NEAREST).value;
    let rest = x.sub_r(whole.mul_r(y, NEAREST).value, NEAREST).value;
    if rest.is_zero() { rest.copy_sign(x) } else { rest }
}
