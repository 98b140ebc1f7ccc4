//! Floating-point numbers in all spellings: decimal, hexadecimal of each format, infinities and NaNs (`LLLexer::Lex0x`; LangRef, "Simple
//! Constants"). Until LLVM 22, decimals were doubles, which had to be exact in narrower formats. Since LLVM 23, they are rounded to the format.

use super::Parser;
use crate::error::Result;
use crate::format::{Format, Special, parse_special, special_bits, width};
use crate::token::Tok;
use bctk_ir::constants::ConstKind;
use bctk_ir::entity::TypeId;
use bctk_ir::types::Type;
use bctk_transforms::fold::pair::to_pair;
use rustc_apfloat::ieee::{BFloat, Double, Half, Quad, Single, X87DoubleExtended};
use rustc_apfloat::{Float, Round, Status};

/// A number as its spelling gives it.
enum Number {
    /// The bits of a `double`: what decimals and plain hexadecimals are.
    Double(u64),
    /// `0xH`
    Half(u64),
    /// `0xR`
    BFloat(u64),
    /// `0xK`, `0xL`, `0xM`: the format and its two words.
    Wide(Type, [u64; 2]),
}

/// Magnitudes where a decimal may be halfway between two doubles, and LLVM's own arithmetic decides.
const TIES: std::ops::Range<f64> = 9e15..1e30;

/// The `double` nearest to a decimal.
fn decimal(text: &[u8]) -> Option<u64> {
    let text = std::str::from_utf8(text).ok()?;
    let value: f64 = text.parse().ok()?;
    if TIES.contains(&value.abs())
        && let Ok(exact) = text.parse::<Double>()
    {
        return Some(exact.to_bits() as u64);
    }
    Some(value.to_bits())
}

/// At most 16 hexadecimal digits.
fn hex(digits: &[u8]) -> u64 {
    digits.iter().fold(0, |n, &c| n << 4 | u64::from((c as char).to_digit(16).unwrap_or(0)))
}

/// A number of any length as LLVM parses it: the low 64 bits, or 0 if a digit makes those smaller (`LLLexer::HexIntToVal`).
fn wrapping_hex(digits: &[u8]) -> u64 {
    let mut value = 0u64;
    for &c in digits {
        let next = value.wrapping_mul(16).wrapping_add(u64::from((c as char).to_digit(16).unwrap_or(0)));
        if next < value {
            return 0;
        }
        value = next;
    }
    value
}

/// A `double` in a format of `exponent` and `mantissa` bits, if it is exact. NaNs keep their payload, signalling ones included.
fn narrow(bits: u64, exponent: u32, mantissa: u32) -> Option<u64> {
    let sign = bits >> 63 << (exponent + mantissa);
    let fraction = bits & ((1 << 52) - 1);
    let dropped = 52 - mantissa;
    let bias = (1i32 << (exponent - 1)) - 1;
    let magnitude = match bits >> 52 & 0x7ff {
        0 if fraction == 0 => 0,
        // Smaller than anything the narrower formats have.
        0 => return None,
        0x7ff => {
            if fraction.trailing_zeros() < dropped {
                return None;
            }
            ((1 << exponent) - 1) << mantissa | fraction >> dropped
        }
        e => {
            let e = e as i32 - 1023;
            if e > bias {
                return None;
            }
            let full = fraction | 1 << 52;
            let below = (1 - bias - e).max(0) as u32;
            if below > mantissa || full.trailing_zeros() < dropped + below {
                return None;
            }
            if below == 0 { ((e + bias) as u64) << mantissa | fraction >> dropped } else { full >> (dropped + below) }
        }
    };
    Some(sign | magnitude)
}

/// The bits of a decimal, or of a hexadecimal with an exponent, rounded to the format of a type.
fn rounded(text: &[u8], ty: Type) -> std::result::Result<u128, &'static str> {
    let text = text.strip_prefix(b"+").unwrap_or(text);
    let text = std::str::from_utf8(text).unwrap_or_default();
    if text.contains('x') && text.ends_with(['p', 'P', '+', '-']) {
        return without_exponent(text, ty).ok_or(INVALID);
    }
    match ty {
        Type::Double if !text.contains('x') => {
            let bits = decimal(text.as_bytes()).ok_or(INVALID)?;
            let value = f64::from_bits(bits);
            if value.is_infinite() {
                return Err(OVERFLOWED);
            }
            let mantissa = text.split(['e', 'E']).next().unwrap_or_default();
            if value == 0.0 && mantissa.bytes().any(|c| matches!(c, b'1'..=b'9')) {
                return Err(UNDERFLOWED);
            }
            Ok(bits.into())
        }
        Type::Double => rounded_to::<Double>(text),
        Type::Half => rounded_to::<Half>(text),
        Type::BFloat => rounded_to::<BFloat>(text),
        Type::Float => rounded_to::<Single>(text),
        Type::X86Fp80 => rounded_to::<X87DoubleExtended>(text),
        Type::Fp128 => rounded_to::<Quad>(text),
        Type::PpcFp128 => rounded_by(text, to_pair),
        _ => Err(INVALID),
    }
}

/// What LLVM 23 makes of a hexadecimal without the digits of its exponent: it stops there, with the digits at the upper end of the words for
/// the significand, and the exponent of 1.
fn without_exponent(text: &str, ty: Type) -> Option<u128> {
    let format = Format::of(ty).filter(|_| ty != Type::PpcFp128)?;
    let words = if matches!(ty, Type::X86Fp80 | Type::Fp128) { 128 } else { 64 };
    let digits = text.split_once('x')?.1.chars().filter_map(|c| c.to_digit(16)).skip_while(|&digit| digit == 0);
    let significand = digits.take(words / 4).enumerate().fold(0u128, |bits, (at, digit)| bits | u128::from(digit) << (words - 4 - at * 4));
    let bits = format.unscaled(text.starts_with('-'), significand);
    Some(match ty {
        Type::X86Fp80 => {
            u128::from(bits as u64) | u128::from(crate::print::float::x86_fp80_exponent(bits as u64, (bits >> 64) as u16)) << 64
        }
        _ => bits,
    })
}

fn rounded_to<F: Float>(text: &str) -> std::result::Result<u128, &'static str> {
    rounded_by(text, F::to_bits)
}

fn rounded_by<F: Float>(text: &str, bits: impl Fn(F) -> u128) -> std::result::Result<u128, &'static str> {
    let read = F::from_str_r(text, Round::NearestTiesToEven).map_err(|_| INVALID)?;
    if read.status.contains(Status::OVERFLOW) {
        return Err(OVERFLOWED);
    }
    if read.value.is_zero() && read.status != Status::OK {
        return Err(UNDERFLOWED);
    }
    Ok(bits(read.value))
}

const WRONG_WIDTH: &str = "float hex literal has incorrect number of bits";
const INVALID: &str = "floating-point constant invalid for type";
const OVERFLOWED: &str = "floating-point constant overflowed type";
const UNDERFLOWED: &str = "floating-point constant underflowed type";

impl Parser<'_, '_> {
    /// The bits of the current number of type `kind`, as LLVM 23 reads it.
    fn literal(&self, ty: TypeId, kind: Type) -> Result<u128> {
        let text = self.text();
        match self.tok {
            Tok::Float => return rounded(text, kind).map_err(|message| self.error(message)),
            Tok::SpecialFloat => {
                let special = parse_special(text).filter(|(_, special)| self.strict.is_none() || *special != Special::Sum);
                if special.is_none() {
                    return Err(self.error("bad payload format for nan literal"));
                }
                let special = special.and_then(|(negative, special)| special_bits(kind, negative, special));
                return special.ok_or_else(|| self.error(INVALID));
            }
            _ => {}
        }
        // All bits of the type.
        if let Some(digits) = text.strip_prefix(b"f0x") {
            if width(kind) != u32::try_from(digits.len() * 4).ok() {
                return Err(self.error(WRONG_WIDTH));
            }
            let (high, low) = digits.split_at(digits.len().saturating_sub(16));
            let bits = u128::from(hex(high)) << 64 | u128::from(hex(low));
            return Ok(match kind {
                Type::X86Fp80 => {
                    u128::from(bits as u64) | u128::from(crate::print::float::x86_fp80_exponent(bits as u64, (bits >> 64) as u16)) << 64
                }
                _ => bits,
            });
        }
        let of_width = |bits: u128, found: u32| match width(kind) {
            Some(width) if width == found => Ok(bits),
            _ => Err(self.error(WRONG_WIDTH)),
        };
        match self.number()? {
            Number::Half(bits) | Number::BFloat(bits) => of_width(bits.into(), 16),
            Number::Wide(format, [first, second]) => {
                of_width(u128::from(first) | u128::from(second) << 64, if format == Type::X86Fp80 { 80 } else { 128 })
            }
            Number::Double(bits) => {
                let bits = match kind {
                    Type::Double => Some(bits),
                    Type::Float => narrow(bits, 8, 23),
                    Type::Half => narrow(bits, 5, 10),
                    Type::BFloat => narrow(bits, 8, 7),
                    Type::X86Fp80 | Type::Fp128 | Type::PpcFp128 => return Err(self.wrong_float(ty)),
                    _ => None,
                };
                bits.map(u128::from).ok_or_else(|| self.error("floating point constant invalid for type"))
            }
        }
    }

    /// Notes what the form of the current number, with these bits, shows about the release that printed it.
    fn note_form(&mut self, kind: Type, bits: u128) {
        let is_new = match self.tok {
            Tok::SpecialFloat => true,
            Tok::HexFloat => {
                let is_new = self.text().starts_with(b"f0x");
                self.old.hexadecimal_doubles |= !is_new;
                is_new
            }
            // Decimals that are no double of the value, or not of a type that had decimals.
            _ => match kind {
                Type::Double => false,
                Type::Float => decimal(self.text()) != Some(crate::print::float::widen(bits as u32)),
                _ => true,
            },
        };
        self.old.float_literals |= is_new;
    }

    fn number(&self) -> Result<Number> {
        let text = self.text();
        if self.tok == Tok::Float {
            return match decimal(text) {
                Some(bits) => Ok(Number::Double(bits)),
                None => Err(self.error("expected a floating-point constant")),
            };
        }
        if text.starts_with(b"f0x") {
            return Err(self.error("expected value token"));
        }
        let letter = text.get(2).copied().unwrap_or(0);
        let digits = &text[3.min(text.len())..];
        match letter {
            b'H' | b'R' => {
                let bits = wrapping_hex(digits);
                if bits > 0xffff {
                    let ty = if letter == b'H' { "half" } else { "bfloat" };
                    return Err(self.error(format!("hexadecimal constant too large for {ty} (16-bit)")));
                }
                Ok(if letter == b'H' { Number::Half(bits) } else { Number::BFloat(bits) })
            }
            b'K' => {
                // LLVM passes over digits that are too many.
                let (high, low) = digits.split_at(digits.len().min(4));
                let (significand, sign_exponent) = (hex(&low[..low.len().min(16)]), hex(high) as u16);
                let sign_exponent = crate::print::float::x86_fp80_exponent(significand, sign_exponent);
                Ok(Number::Wide(Type::X86Fp80, [significand, u64::from(sign_exponent)]))
            }
            b'L' | b'M' => {
                // Fewer than sixteen digits are the second word; LLVM ignores extra digits.
                let (first, second) = digits.split_at(if digits.len() >= 16 { 16 } else { 0 });
                let second = &second[..second.len().min(16)];
                Ok(Number::Wide(if letter == b'L' { Type::Fp128 } else { Type::PpcFp128 }, [hex(first), hex(second)]))
            }
            _ => Ok(Number::Double(wrapping_hex(&text[2.min(text.len())..]))),
        }
    }

    /// The bits of the current number as one of type `kind`, which is `half`, `bfloat`, `float` or `double`; consumes the number.
    pub(super) fn float_bits(&mut self, ty: TypeId, kind: Type) -> Result<u64> {
        if self.language.float_literals() {
            let bits = self.literal(ty, kind)?;
            self.note_form(kind, bits);
            self.next();
            return Ok(bits as u64);
        }
        let number = self.number()?;
        let bits = match (number, kind) {
            (Number::Double(bits), Type::Double) => Some(bits),
            (Number::Double(bits), Type::Float) => narrow(bits, 8, 23),
            (Number::Double(bits), Type::Half) => narrow(bits, 5, 10),
            (Number::Double(bits), Type::BFloat) => narrow(bits, 8, 7),
            (Number::Half(bits), Type::Half) | (Number::BFloat(bits), Type::BFloat) => Some(bits),
            (Number::Half(_) | Number::BFloat(_), _) => return Err(self.wrong_float(ty)),
            _ => None,
        };
        let Some(bits) = bits else { return Err(self.error("floating point constant invalid for type")) };
        self.next();
        Ok(bits)
    }

    #[cold]
    fn wrong_float(&self, ty: TypeId) -> crate::error::Error {
        self.error(format!("floating point constant does not have type '{}'", self.type_text(ty)))
    }

    /// The current number as a constant of type `ty`; consumes it.
    pub(super) fn float_kind(&mut self, ty: TypeId) -> Result<ConstKind> {
        let kind = self.types.kind(ty);
        match kind {
            Type::Half | Type::BFloat | Type::Float | Type::Double => {
                let bits = self.float_bits(ty, kind)?;
                Ok(if bits == 0 { ConstKind::Null } else { ConstKind::Float(bits) })
            }
            Type::X86Fp80 | Type::Fp128 | Type::PpcFp128 if self.language.float_literals() => {
                let bits = self.literal(ty, kind)?;
                self.note_form(kind, bits);
                self.next();
                Ok(self.wide_float([bits as u64, (bits >> 64) as u64]))
            }
            Type::X86Fp80 | Type::Fp128 | Type::PpcFp128 => {
                let words = match self.number()? {
                    Number::Wide(format, words) if format == kind => words,
                    Number::Wide(..) => return Err(self.error("floating point constant invalid for type")),
                    _ => return Err(self.wrong_float(ty)),
                };
                self.next();
                Ok(self.wide_float(words))
            }
            _ if self.language.float_literals() && self.text().starts_with(b"f0x") => Err(self.error(WRONG_WIDTH)),
            _ if self.tok == Tok::HexFloat => Err(self.error("floating point constant invalid for type")),
            _ => Err(self.error(INVALID)),
        }
    }

    /// A number of two words.
    pub(super) fn wide_float(&mut self, words: [u64; 2]) -> ConstKind {
        if words == [0, 0] {
            return ConstKind::Null;
        }
        let pool = &mut self.const_unit().pool;
        let start = pool.words.len() as u32;
        pool.words.extend(words);
        ConstKind::WideFloat { start }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What llvm-as 22 accepts and rejects for `float`, `half` and `bfloat`, and the bits that llvm-dis shows.
    #[test]
    fn doubles_that_narrower_formats_have() {
        let float = |v: u64| narrow(v, 8, 23);
        assert_eq!(float(1.5f64.to_bits()), Some(u64::from(1.5f32.to_bits())));
        assert_eq!(float(1.3f64.to_bits()), None);
        assert_eq!(float((-0.0f64).to_bits()), Some(1 << 31));
        assert_eq!(float(f64::from(f32::from_bits(1)).to_bits()), Some(1));
        assert_eq!(float(f64::from(f32::from_bits(1)).to_bits() - (1 << 52)), None);
        assert_eq!(float(f64::from(f32::MAX).to_bits()), Some(u64::from(f32::MAX.to_bits())));
        assert_eq!(float(1e39f64.to_bits()), None);
        assert_eq!(float(0x7FF0_0000_2000_0000), Some(0x7F80_0001));
        assert_eq!(float(0x7FF0_0000_1000_0000), None);
        assert_eq!(narrow(1.0f64.to_bits(), 5, 10), Some(0x3C00));
        assert_eq!(narrow(1.0f64.to_bits(), 8, 7), Some(0x3F80));
        assert_eq!(narrow((1.0 / 16_777_216.0f64).to_bits(), 5, 10), Some(1));
        for bits in (0..=u32::MAX).step_by(65_537) {
            let value = f32::from_bits(bits);
            if !value.is_nan() {
                assert_eq!(float(f64::from(value).to_bits()), Some(u64::from(bits)));
            }
        }
    }

    /// What LLVM 23 makes of decimals near the end of the range.
    #[test]
    fn pairs_may_round_to_infinity() {
        let of = |text: &str| rounded(text.as_bytes(), Type::PpcFp128);
        assert_eq!(of("1.7976931348623159e+308"), Ok(0x7FF0 << 48));
        assert_eq!(of("-1.797693134862315907729305190789e+308"), Ok(0xFFF0 << 48));
        assert_eq!(of("1.79769313486231580793728971405e+308"), Ok(0x7FEF_FFFF_FFFF_FFFF | 0x7C8F_FFFF_FFFF_FEEE << 64));
        assert_eq!(of("1.797693134862316e+308"), Err(OVERFLOWED));
    }

    #[test]
    fn decimals() {
        for (text, bits) in [("1.0", 0x3FF0_0000_0000_0000), ("-0.0", 1 << 63), ("1.e1", 0x4024_0000_0000_0000), ("1.0e999", 0x7FF << 52)] {
            assert_eq!(decimal(text.as_bytes()), Some(bits), "{text}");
        }
    }
}
