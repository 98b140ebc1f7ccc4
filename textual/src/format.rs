//! Floating-point formats, and how LLVM 23 spells their infinities and NaNs (LangRef, "Floating-Point Constants"; `APFloat`).
use bctk_ir::types::Type;
use std::io::Write;

/// The layout of a format: sign, exponent, and the bits of the fraction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Format {
    exponent: u32,
    fraction: u32,
    /// Whether the bit before the point is stored, as in `x86_fp80`.
    integer_bit: bool,
}

/// An infinity or NaN, apart from its sign.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Special {
    /// `inf`
    Infinity,
    /// `qnan`, and `nan(0x1)` with a payload: quiet.
    Quiet(u128),
    /// `snan(0x1)`
    Signaling(u128),
    /// `Inf`: an infinity of `ppc_fp128` whose second double is a negative zero. LLVM prints it and does not read it.
    Sum,
}

const DOUBLE: Format = Format { exponent: 11, fraction: 52, integer_bit: false };

/// The number of payload bits by which LLVM shifts a NaN of `ppc_fp128`, which it first makes in a format of 106 bits.
const PPC_SHIFT: u32 = 53;
/// The bit of a quiet NaN in that format.
const PPC_QUIET: u128 = 1 << 104;

impl Format {
    /// The format of a type; `ppc_fp128` is two doubles, of which the first one decides.
    pub(crate) fn of(ty: Type) -> Option<Format> {
        let (exponent, fraction, integer_bit) = match ty {
            Type::Half => (5, 10, false),
            Type::BFloat => (8, 7, false),
            Type::Float => (8, 23, false),
            Type::Double | Type::PpcFp128 => return Some(DOUBLE),
            Type::X86Fp80 => (15, 63, true),
            Type::Fp128 => (15, 112, false),
            _ => return None,
        };
        Some(Format { exponent, fraction, integer_bit })
    }

    /// Width in bits.
    fn width(self) -> u32 {
        1 + self.exponent + u32::from(self.integer_bit) + self.fraction
    }

    /// The bits of a number with the exponent of 1 and the lower bits of `significand`; those of a zero if that is 0.
    pub(crate) fn unscaled(self, negative: bool, significand: u128) -> u128 {
        let sign = u128::from(negative) << (self.width() - 1);
        let above = self.fraction + u32::from(self.integer_bit);
        match significand {
            0 => sign,
            _ => sign | ((1 << (self.exponent - 1)) - 1) << above | significand & ((1 << above) - 1),
        }
    }

    fn quiet_bit(self) -> u128 {
        1 << (self.fraction - 1)
    }

    /// The infinity or NaN that `bits` represent, and whether it is negative.
    fn special(self, bits: u128) -> Option<(bool, Special)> {
        let above = self.fraction + u32::from(self.integer_bit);
        if bits >> above & ((1 << self.exponent) - 1) != (1 << self.exponent) - 1 {
            return None;
        }
        let fraction = bits & ((1 << self.fraction) - 1);
        let payload = fraction & (self.quiet_bit() - 1);
        let special = match fraction {
            0 if !self.integer_bit || bits >> self.fraction & 1 == 1 => Special::Infinity,
            _ if fraction & self.quiet_bit() != 0 => Special::Quiet(payload),
            _ => Special::Signaling(payload),
        };
        Some((bits >> (self.width() - 1) & 1 == 1, special))
    }

    /// The bits of an infinity or NaN. A payload is cut to the bits that the format has; a signaling NaN without any gets one (`makeNaN`).
    fn bits(self, negative: bool, special: Special) -> u128 {
        let quiet = self.quiet_bit();
        let fraction = match special {
            Special::Infinity | Special::Sum => 0,
            Special::Quiet(payload) => quiet | payload & (quiet - 1),
            Special::Signaling(payload) => match payload & (quiet - 1) {
                0 => quiet >> 1,
                payload => payload,
            },
        };
        let above = self.fraction + u32::from(self.integer_bit);
        let exponent = ((1 << self.exponent) - 1) << above;
        u128::from(negative) << (self.width() - 1) | exponent | u128::from(self.integer_bit) << self.fraction | fraction
    }
}

/// Width in bits of a floating-point type; none for other types.
pub(crate) fn width(ty: Type) -> Option<u32> {
    match ty {
        Type::PpcFp128 => Some(128),
        _ => Format::of(ty).map(Format::width),
    }
}

/// Writes the number `bits` of type `ty` if it is an infinity or a NaN: `+inf`, `-qnan`, `+nan(0x1)`, `+snan(0x1)`.
pub(crate) fn write_special(out: &mut Vec<u8>, ty: Type, bits: u128) -> bool {
    // The second double of a `ppc_fp128` has no place in these words.
    if ty == Type::PpcFp128 && bits >> 64 != 0 {
        return false;
    }
    let Some((negative, special)) = Format::of(ty).and_then(|format| format.special(bits)) else { return false };
    out.push(if negative { b'-' } else { b'+' });
    let _ = match special {
        Special::Infinity | Special::Sum => write!(out, "inf"),
        Special::Quiet(0) => write!(out, "qnan"),
        Special::Quiet(payload) => write!(out, "nan(0x{payload:X})"),
        Special::Signaling(payload) => write!(out, "snan(0x{payload:X})"),
    };
    true
}

/// The bits of an infinity or NaN of type `ty`.
pub(crate) fn special_bits(ty: Type, negative: bool, special: Special) -> Option<u128> {
    let format = Format::of(ty)?;
    let special = match special {
        // The format before the shift has a bit for a signaling NaN without a payload, too.
        Special::Signaling(payload) if ty == Type::PpcFp128 && payload & (PPC_QUIET - 1) == 0 => {
            Special::Quiet(PPC_QUIET >> 1 >> PPC_SHIFT)
        }
        Special::Quiet(payload) | Special::Signaling(payload) if ty == Type::PpcFp128 => Special::Quiet(payload >> PPC_SHIFT),
        special => special,
    };
    let second = match special {
        Special::Sum if ty == Type::PpcFp128 => 1 << 127,
        Special::Sum => return None,
        _ => 0,
    };
    Some(format.bits(negative, special) | second)
}

/// The infinity or NaN of a literal such as `-nan(0x1)`, and whether it is negative; none for any other text.
pub(crate) fn parse_special(text: &[u8]) -> Option<(bool, Special)> {
    let (negative, word) = match text.split_first()? {
        (b'+', rest) => (false, rest),
        (b'-', rest) => (true, rest),
        _ => return None,
    };
    let payload = |digits: &[u8]| {
        let digits = digits.strip_suffix(b")").filter(|digits| !digits.is_empty() && digits.iter().all(u8::is_ascii_hexdigit))?;
        // The bits beyond those of the widest format do not matter.
        Some(digits.iter().fold(0u128, |n, &c| n << 4 | u128::from((c as char).to_digit(16).unwrap_or(0))))
    };
    let special = match word {
        b"inf" => Special::Infinity,
        b"qnan" => Special::Quiet(0),
        b"Inf" => Special::Sum,
        _ => match word.strip_prefix(b"nan(0x") {
            Some(digits) => Special::Quiet(payload(digits)?),
            None => Special::Signaling(payload(word.strip_prefix(b"snan(0x")?)?),
        },
    };
    Some((negative, special))
}

#[cfg(test)]
mod tests {
    use super::*;

    // What llvm-as 23 and llvm-dis 23 make of these literals.
    #[test]
    fn infinities_and_nans() {
        for (ty, text, expected) in [
            (Type::Float, "+snan(0x0)", "+snan(0x200000)"),
            (Type::Float, "+nan(0x0)", "+qnan"),
            (Type::Float, "+nan(0x400000)", "+qnan"),
            (Type::Float, "+nan(0x7fffff)", "+nan(0x3FFFFF)"),
            (Type::Float, "+nan(0xffffffffffffffffffffffffffffffffff)", "+nan(0x3FFFFF)"),
            (Type::Half, "-inf", "-inf"),
            (Type::X86Fp80, "+snan(0x1)", "+snan(0x1)"),
            (Type::X86Fp80, "+nan(0x4000000000000001)", "+nan(0x1)"),
            (Type::Fp128, "+nan(0x123456789abcdef0123)", "+nan(0x123456789ABCDEF0123)"),
            (Type::PpcFp128, "-nan(0x7)", "-qnan"),
            (Type::PpcFp128, "+snan(0x0)", "+nan(0x4000000000000)"),
            (Type::PpcFp128, "+nan(0x10000000000000001)", "+nan(0x800)"),
            (Type::PpcFp128, "+snan(0x4000000000000)", "+qnan"),
        ] {
            let (negative, special) = parse_special(text.as_bytes()).unwrap();
            let mut out = Vec::new();
            assert!(write_special(&mut out, ty, special_bits(ty, negative, special).unwrap()));
            assert_eq!(String::from_utf8_lossy(&out), expected, "{text}");
        }
        for text in ["inf", "+nan", "+nan()", "+nan(1)", "+snan(0x", "+nan(0x)", "-f0x1", "+inf0"] {
            assert_eq!(parse_special(text.as_bytes()), None, "{text}");
        }
    }
}
