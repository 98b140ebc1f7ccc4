//! Integers of any width as LLVM parses them (LLVM 22, `LLLexer` and `APSInt`).

use super::Parser;
use crate::token::Tok;
use bctk_support::limits::UNTYPED_DIGITS;
use num_bigint::BigInt;

/// An integer with the fewest bits that hold it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct WideInt {
    /// Two's complement words, least significant first; sign-extended beyond `width` if it is signed.
    words: Vec<u64>,
    /// Its width in bits, at least 1.
    pub(super) width: u32,
    /// Whether its top bit is a sign.
    pub(super) signed: bool,
}

impl WideInt {
    /// A number of at most 64 bits, as a decimal number in the text.
    fn small(magnitude: u64, negative: bool) -> WideInt {
        if negative && magnitude != 0 {
            let value = magnitude.wrapping_neg();
            let width = 65 - (value as i64).leading_ones().min(64);
            WideInt { words: vec![value], width, signed: true }
        } else {
            WideInt { words: vec![magnitude], width: (64 - magnitude.leading_zeros()).max(1), signed: negative }
        }
    }

    /// Whether it is less than zero.
    pub(super) fn is_negative(&self) -> bool {
        self.signed && self.words.last().is_some_and(|&word| word >> 63 == 1)
    }

    /// The value in `width` bits, as words sign-extended from that width; `width` is at least its own.
    pub(super) fn words(&self, width: u32) -> Vec<u64> {
        let count = (width.max(1) as usize).div_ceil(64);
        let fill = if self.is_negative() { u64::MAX } else { 0 };
        let mut words: Vec<u64> = (0..count).map(|i| self.words.get(i).copied().unwrap_or(fill)).collect();
        if !width.is_multiple_of(64)
            && let Some(top) = words.last_mut()
        {
            let unused = 64 - width % 64;
            *top = ((*top << unused) as i64 >> unused) as u64;
        }
        words
    }

    /// The low 64 bits, extended by its sign.
    pub(super) fn low(&self) -> u64 {
        self.words.first().copied().unwrap_or(0)
    }
}

impl Parser<'_, '_> {
    /// The current integer, not consumed; none if there is none, or if it has too many digits.
    pub(super) fn wide_number(&self) -> Option<WideInt> {
        let text = self.text();
        match self.tok {
            // The width of a number in hexadecimal digits is not always the least.
            Tok::Int if text.len() <= UNTYPED_DIGITS && matches!(text[0], b's' | b'u') => {
                let digits = text.get(3..)?;
                let number = BigInt::parse_bytes(digits, 16)?;
                let signed = text[0] == b's';
                let bits = match number.bits() {
                    0 => digits.len() as u64 * 4,
                    bits => bits,
                };
                let width = u32::try_from(bits).ok()?;
                let mut words = to_words(&number.to_signed_bytes_le(), false);
                if signed {
                    words = WideInt { words, width, signed: false }.words(width);
                }
                Some(WideInt { words, width, signed })
            }
            Tok::Int if matches!(text[0], b's' | b'u') => None,
            Tok::Int if !(self.big || self.negative && self.value > 1 << 63) => Some(WideInt::small(self.value, self.negative)),
            Tok::Int if text.len() <= UNTYPED_DIGITS => {
                let number = BigInt::parse_bytes(text, 10)?;
                let words = to_words(&number.to_signed_bytes_le(), self.negative);
                // For a negative number, the magnitude less one has one bit less than the number.
                let bits = if self.negative { (number + 1u32).bits() + 1 } else { number.bits() };
                Some(WideInt { words, width: u32::try_from(bits.max(1)).ok()?, signed: self.negative })
            }
            _ => None,
        }
    }
}

fn to_words(bytes: &[u8], negative: bool) -> Vec<u64> {
    let fill = if negative { 0xff } else { 0 };
    bytes
        .chunks(8)
        .map(|chunk| {
            let mut word = [fill; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            u64::from_le_bytes(word)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::super::ParseOptions;
    use super::*;

    fn int(text: &str) -> WideInt {
        Parser::top_level(text.as_bytes(), &ParseOptions::default(), None).wide_number().unwrap()
    }

    #[test]
    fn widths_are_the_least_that_hold_the_number() {
        for (text, width, signed) in [
            ("0", 1, false),
            ("1", 1, false),
            ("255", 8, false),
            ("256", 9, false),
            ("-1", 1, true),
            ("-2", 2, true),
            ("-128", 8, true),
            ("-129", 9, true),
            ("18446744073709551615", 64, false),
            ("18446744073709551616", 65, false),
            ("-9223372036854775808", 64, true),
            ("-9223372036854775809", 65, true),
            ("s0xff", 8, true),
            ("u0x0f", 4, false),
        ] {
            let n = int(text);
            assert_eq!((n.width, n.signed), (width, signed), "{text}");
        }
    }

    #[test]
    fn words_extend_by_the_sign_of_the_width_asked_for() {
        assert_eq!(int("255").words(8), [u64::MAX]);
        assert_eq!(int("255").words(9), [255]);
        assert_eq!(int("-1").words(128), [u64::MAX, u64::MAX]);
        assert_eq!(int("s0xff").words(16), [u64::MAX]);
        assert_eq!(int("18446744073709551616").words(128), [0, 1]);
        assert_eq!(int("-9223372036854775809").words(128), [0x7fff_ffff_ffff_ffff, u64::MAX]);
        assert!(int("-5").is_negative() && !int("5").is_negative() && int("s0x80").is_negative());
    }
}
