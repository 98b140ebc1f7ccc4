//! Literals of floating point, from the bits that a name holds to C's hexadecimal form.

/// The format of a literal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Single,
    Double,
    /// Eighty bits, as x86 has it.
    Extended,
}

impl Kind {
    pub(super) fn of(letter: u8) -> Option<Self> {
        match letter {
            b'f' => Some(Self::Single),
            b'd' => Some(Self::Double),
            b'e' => Some(Self::Extended),
            _ => None,
        }
    }

    /// How many hexadecimal digits say its bits.
    pub(super) fn digits(self) -> usize {
        match self {
            Self::Single => 8,
            Self::Double => 16,
            Self::Extended => 20,
        }
    }

    /// The value of these digits, as C's `%a` prints it, with the suffix of its type.
    pub(super) fn text(self, digits: &[u8]) -> Option<String> {
        let bits = u128::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok()?;
        Some(match self {
            Self::Single => {
                let value = f32::from_bits(bits as u32);
                // A conversion could lose the sign of what is no number.
                let sign = if value.is_sign_negative() { "-" } else { "" };
                format!("{sign}{}f", double(f64::from(value)))
            }
            Self::Double => {
                let value = f64::from_bits(bits as u64);
                let sign = if value.is_sign_negative() { "-" } else { "" };
                format!("{sign}{}", double(value))
            }
            Self::Extended => extended(bits),
        })
    }
}

/// The magnitude of a double.
fn double(value: f64) -> String {
    if value.is_nan() {
        return "nan".to_owned();
    }
    if value.is_infinite() {
        return "inf".to_owned();
    }
    let bits = value.to_bits();
    let fraction = bits & ((1 << 52) - 1);
    let exponent = (bits >> 52 & 0x7ff) as i32;
    match (exponent, fraction) {
        (0, 0) => "0x0p+0".to_owned(),
        (0, _) => hexadecimal(0, fraction << 12, 13, -1022),
        _ => hexadecimal(1, fraction << 12, 13, exponent - 1023),
    }
}

fn extended(bits: u128) -> String {
    let sign = if bits >> 79 & 1 == 1 { "-" } else { "" };
    let exponent = (bits >> 64 & 0x7fff) as i32;
    let mantissa = bits as u64;
    let text = match (exponent, mantissa) {
        (0, 0) => "0x0p+0".to_owned(),
        (0x7fff, _) if mantissa << 1 == 0 => "inf".to_owned(),
        (0x7fff, _) => "nan".to_owned(),
        _ => hexadecimal((mantissa >> 60) as u8, mantissa << 4, 15, exponent.max(1) - 16383 - 3),
    };
    format!("{sign}{text}L")
}

/// The digit before the point, those after it without trailing zeros, and the exponent.
fn hexadecimal(first: u8, fraction: u64, most: usize, exponent: i32) -> String {
    let digits = format!("{fraction:016x}");
    let digits = digits[..most].trim_end_matches('0');
    let point = if digits.is_empty() { "" } else { "." };
    format!("0x{first:x}{point}{digits}p{exponent:+}")
}

#[cfg(test)]
mod tests {
    use super::Kind;

    #[test]
    fn as_c_prints_them() {
        for (kind, digits, text) in [
            (Kind::Single, "3f800000", "0x1p+0f"),
            (Kind::Single, "bf99999a", "-0x1.333334p+0f"),
            (Kind::Single, "00000001", "0x1p-149f"),
            (Kind::Single, "ffc00000", "-nanf"),
            (Kind::Double, "3ff8000000000000", "0x1.8p+0"),
            (Kind::Double, "0000000000000001", "0x0.0000000000001p-1022"),
            (Kind::Extended, "3fffc000000000000000", "0xcp-3L"),
            (Kind::Extended, "00000000000000000001", "0x0.000000000000001p-16385L"),
            (Kind::Extended, "ffff8000000000000000", "-infL"),
        ] {
            assert_eq!(kind.text(digits.as_bytes()).as_deref(), Some(text));
        }
    }
}
