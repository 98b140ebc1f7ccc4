//! Floating-point constants as LLVM prints them.
//!
//! `float` and `double` print in decimal with six significant digits if that text reads back as the same number, else as the sixteen
//! hexadecimal digits of the `double`; all other formats print in hexadecimal after a letter (`WriteAPFloatInternal` in `AsmWriter.cpp`;
//! LangRef, "Simple Constants"). Since LLVM 23, all formats print in one way: in decimal, as an infinity or NaN by name, or as the digits of
//! all bits after `f0x` ([`write_literal`]).

use crate::format::{width, write_special};
use bctk_ir::types::Type;
use bctk_support::text::{write_hex, write_u64};
use rustc_apfloat::Float;
use rustc_apfloat::ieee::{BFloat, Double, Half, Quad, Single, X87DoubleExtended};
use rustc_apfloat::ppc::DoubleDouble;
use std::fmt::{self, Write};

/// Writes a `double` from its bits.
pub fn write_double(out: &mut Vec<u8>, bits: u64) {
    let value = f64::from_bits(bits);
    if !value.is_finite() || !write_decimal(out, value, reads_back) {
        write_hexadecimal(out, bits);
    }
}

/// Writes the number `bits` of type `ty` as LLVM 23 does: in decimal with six significant digits if that text reads back as the same number,
/// else `+inf`, `+nan(0x1)` and the like, else all bits after `f0x`.
pub fn write_literal(out: &mut Vec<u8>, ty: Type, bits: u128) {
    let bits = match ty {
        Type::X86Fp80 => {
            let significand = bits as u64;
            u128::from(significand) | u128::from(x86_fp80_exponent(significand, (bits >> 64) as u16)) << 64
        }
        _ => bits,
    };
    if write_special(out, ty, bits) {
        return;
    }
    let double = |word: u128| f64::from_bits(word as u64);
    let decimal = match ty {
        Type::Float => write_decimal(out, f32::from_bits(bits as u32).into(), |text, value| reads_back_as_float(text, value as f32)),
        Type::Double => write_decimal(out, f64::from_bits(bits as u64), reads_back),
        Type::Half => write_exactly::<Half>(out, bits, same_bits),
        Type::BFloat => write_exactly::<BFloat>(out, bits, same_bits),
        Type::X86Fp80 => write_exactly::<X87DoubleExtended>(out, bits, same_bits),
        Type::Fp128 => write_exactly::<Quad>(out, bits, same_bits),
        _ if !double(bits).is_finite() || !double(bits >> 64).is_finite() => {
            match double(bits).is_infinite() && double(bits >> 64) == 0.0 {
                // With a negative zero; LLVM converts it to text as it does in messages.
                true => {
                    out.extend_from_slice(if double(bits) > 0.0 { b"+Inf" } else { b"-Inf" });
                    return;
                }
                false => false,
            }
        }
        _ => write_exactly::<DoubleDouble>(out, bits, |a, b| {
            let double = |word: u128| f64::from_bits(word as u64);
            double(a) == double(b) && double(a >> 64) == double(b >> 64)
        }),
    };
    if !decimal {
        let digits = width(ty).unwrap_or(64) / 4;
        out.extend_from_slice(b"f0x");
        if digits > 16 {
            write_hex(out, (bits >> 64) as u64, digits - 16);
        }
        write_hex(out, bits as u64, digits.min(16));
    }
}

fn same_bits(a: u128, b: u128) -> bool {
    a == b
}

/// Writes a number in decimal if six significant digits are the `same`; otherwise writes nothing and returns false.
fn write_exactly<F: Float>(out: &mut Vec<u8>, bits: u128, same: fn(u128, u128) -> bool) -> bool {
    if bits == 0 {
        out.extend_from_slice(b"0.000000e+00");
        return true;
    }
    let mut text = Scratch::default();
    if write!(text, "{:#1$.2$}", F::from_bits(bits), 0, 6).is_err() {
        return false;
    }
    let text = text.as_str();
    if !text.parse::<F>().is_ok_and(|read| same(read.to_bits(), bits)) {
        return false;
    }
    out.extend_from_slice(text.as_bytes());
    true
}

/// Writes a `double` from its bits, as LLVM 4 and older print it: with seven significant digits, if they are exact.
pub fn write_old_double(out: &mut Vec<u8>, bits: u64) {
    let value = f64::from_bits(bits);
    let mut text = Scratch::default();
    let exact = value.is_finite() && write!(text, "{value:.6e}").is_ok() && text.as_str().parse() == Ok(value);
    match text.as_str().split_once('e').filter(|_| exact) {
        Some((mantissa, exponent)) => {
            out.extend_from_slice(mantissa.as_bytes());
            write_exponent(out, exponent);
        }
        None => write_hexadecimal(out, bits),
    }
}

fn write_hexadecimal(out: &mut Vec<u8>, bits: u64) {
    out.extend_from_slice(b"0x");
    // LLVM prints no leading zeros here, but at least one digit.
    let digits = (64 - bits.leading_zeros()).div_ceil(4).max(1);
    write_hex(out, bits, digits);
}

/// Writes an exponent with its sign and at least two digits.
fn write_exponent(out: &mut Vec<u8>, exponent: &str) {
    let (sign, exponent) = match exponent.strip_prefix('-') {
        Some(rest) => (b'-', rest),
        None => (b'+', exponent),
    };
    out.extend_from_slice(&[b'e', sign]);
    if exponent.len() < 2 {
        out.push(b'0');
    }
    out.extend_from_slice(exponent.as_bytes());
}

/// Writes a `float` from its bits: as the `double` of the same value.
pub fn write_float(out: &mut Vec<u8>, bits: u32) {
    write_double(out, widen(bits));
}

/// The bits of the `double` that has the value of a `float`.
pub(crate) fn widen(bits: u32) -> u64 {
    let exponent = bits >> 23 & 0xff;
    if exponent == 0xff {
        // Infinities and NaNs, signalling ones too, keep their payload; a conversion by the processor would quiet them.
        u64::from(bits >> 31) << 63 | 0x7ff << 52 | u64::from(bits & 0x7f_ffff) << 29
    } else {
        f64::from(f32::from_bits(bits)).to_bits()
    }
}

/// Writes `value` in decimal if its six significant digits read back as it; otherwise writes nothing and returns false.
fn write_decimal(out: &mut Vec<u8>, value: f64, reads_back: impl Fn(&str, f64) -> bool) -> bool {
    let magnitude = value.abs();
    if magnitude < 1e6 && magnitude.trunc() == magnitude {
        write_integral(out, magnitude as u32, value.is_sign_negative());
        return true;
    }
    let mut text = Scratch::default();
    if write!(text, "{value:.5e}").is_err() {
        return false;
    }
    // Rounding gives the nearest six-digit number: if that is another double, so is the truncated one.
    if !reads_back(text.as_str(), value) {
        return false;
    }
    if may_truncate(value, text.as_str()) {
        text = Scratch::default();
        if write!(text, "{:#1$.2$}", Double::from_bits(u128::from(value.to_bits())), 0, 6).is_err() || !reads_back(text.as_str(), value) {
            return false;
        }
        out.extend_from_slice(text.as_str().as_bytes());
        return true;
    }
    let Some((mantissa, exponent)) = text.as_str().split_once('e') else { return false };
    out.extend_from_slice(mantissa.as_bytes());
    // LLVM asks for six digits after the point but fills only five.
    out.push(b'0');
    write_exponent(out, exponent);
    true
}

/// A short text on the stack.
#[derive(Default)]
struct Scratch {
    bytes: [u8; 32],
    len: usize,
}

impl Scratch {
    fn as_str(&self) -> &str {
        std::str::from_utf8(&self.bytes[..self.len]).unwrap_or("")
    }
}

impl Write for Scratch {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        let end = self.len + text.len();
        self.bytes.get_mut(self.len..end).ok_or(fmt::Error)?.copy_from_slice(text.as_bytes());
        self.len = end;
        Ok(())
    }
}

/// Whether LLVM might truncate the digits of `value` to six instead of rounding them.
///
/// Before it looks at single digits, `APFloat::toString` divides the number, as an integer N times a power of ten, by a power of ten that
/// leaves at least 20 bits (`AdjustToPrecision`). If those give seven digits, the last one is rounded; if they give six, nothing is left
/// to round by. A number of at most 20 fractional bits that reads back, as a double, from its six digits `rounded` equals them, so it does
/// not matter.
fn may_truncate(value: f64, rounded: &str) -> bool {
    const FRACTION: f64 = (1 << 20) as f64;
    let magnitude = value.abs();
    // Six digits can read back as a `float` that differs from them.
    if magnitude < 1e9 && (magnitude * FRACTION).fract() == 0.0 && rounded.parse() == Ok(value) {
        return false;
    }
    let bits = magnitude.to_bits();
    let (mantissa, exponent) = match (bits >> 52) as i32 {
        0 => (bits & ((1 << 52) - 1), -1074),
        e => (bits & ((1 << 52) - 1) | 1 << 52, e - 1075),
    };
    let odd = mantissa >> mantissa.trailing_zeros();
    let exponent = exponent + mantissa.trailing_zeros() as i32;
    // log2 of N, whose unit is 10^-scale.
    let scale = f64::from((-exponent).max(0));
    let log = (odd as f64).log2() + if exponent > 0 { f64::from(exponent) } else { scale * 5f64.log2() };
    if (log - log.round()).abs() < 1e-6 {
        return true;
    }
    let removed = ((log as i64 + 1 - 20) * 59 / 196).max(0);
    let left = log - removed as f64 * 10f64.log2();
    // Six digits, or so near to a million that it is hard to say.
    left < 1e6f64.log2() + 1e-6
}

/// Whether LLVM reads `text` as exactly `value`.
fn reads_back(text: &str, value: f64) -> bool {
    // If six digits can be exactly halfway between two doubles, LLVM's own arithmetic does not always round to even.
    const TIES: std::ops::Range<f64> = 9e15..1e30;
    if TIES.contains(&value.abs()) {
        return text.parse::<Double>().is_ok_and(|read| read.to_bits() == u128::from(value.to_bits()));
    }
    text.parse() == Ok(value)
}

/// Whether LLVM reads `text`, in the format `float`, as exactly `value`.
fn reads_back_as_float(text: &str, value: f32) -> bool {
    // As in `reads_back`: from here on, six digits can be halfway between two floats.
    const TIES: std::ops::Range<f32> = 1e7..1e20;
    if TIES.contains(&value.abs()) {
        return text.parse::<Single>().is_ok_and(|read| read.to_bits() == u128::from(value.to_bits()));
    }
    text.parse() == Ok(value)
}

/// Writes a whole number below a million in LLVM's exponent form.
fn write_integral(out: &mut Vec<u8>, value: u32, negative: bool) {
    if negative {
        out.push(b'-');
    }
    let mut digits = *b"000000";
    let mut rest = value;
    let mut count = 0;
    let mut scratch = [0u8; 6];
    while rest != 0 && count < 6 {
        scratch[count] = b'0' + (rest % 10) as u8;
        rest /= 10;
        count += 1;
    }
    for i in 0..count {
        digits[i] = scratch[count - 1 - i];
    }
    out.push(digits[0]);
    out.push(b'.');
    out.extend_from_slice(&digits[1..]);
    out.extend_from_slice(b"0e+0");
    write_u64(out, count.max(1) as u64 - 1);
}

/// Writes a `half` from its bits.
pub fn write_half(out: &mut Vec<u8>, bits: u16) {
    out.extend_from_slice(b"0xH");
    write_hex(out, u64::from(bits), 4);
}

/// Writes a `bfloat` from its bits.
pub fn write_bfloat(out: &mut Vec<u8>, bits: u16) {
    out.extend_from_slice(b"0xR");
    write_hex(out, u64::from(bits), 4);
}

/// Sign and exponent of an `x86_fp80`, as LLVM interprets invalid bit patterns: a number with a clear integer bit is a NaN; an exponent of
/// zero with that bit set counts as one (`IEEEFloat::initFromF80LongDoubleAPInt`).
pub(crate) fn x86_fp80_exponent(significand: u64, sign_exponent: u16) -> u16 {
    let integer_bit = significand >> 63 == 1;
    match sign_exponent & 0x7fff {
        0 if integer_bit => sign_exponent | 1,
        1..=0x7ffe if !integer_bit => sign_exponent | 0x7fff,
        _ => sign_exponent,
    }
}

/// Writes an `x86_fp80` from its significand and its sign and exponent.
pub fn write_x86_fp80(out: &mut Vec<u8>, significand: u64, sign_exponent: u16) {
    out.extend_from_slice(b"0xK");
    write_hex(out, u64::from(x86_fp80_exponent(significand, sign_exponent)), 4);
    write_hex(out, significand, 16);
}

/// Writes an `fp128` from its low and high word; the low one comes first in the text.
pub fn write_fp128(out: &mut Vec<u8>, low: u64, high: u64) {
    out.extend_from_slice(b"0xL");
    write_hex(out, low, 16);
    write_hex(out, high, 16);
}

/// Writes a `ppc_fp128` from its two words; the first word comes first in the text.
pub fn write_ppc_fp128(out: &mut Vec<u8>, first: u64, second: u64) {
    out.extend_from_slice(b"0xM");
    write_hex(out, first, 16);
    write_hex(out, second, 16);
}
