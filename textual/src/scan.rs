//! Looks at several bytes of a text at once: short words, numbers and strings as printers write them, without a branch for each byte.

use bctk_support::text::byte_marks;

/// Bytes that [`window`] shows.
pub(crate) const WINDOW: usize = 16;

/// The bytes from `at` on, the first one lowest; none near the end of the text.
#[inline(always)]
pub(crate) fn window(text: &[u8], at: usize) -> Option<u128> {
    Some(u128::from_le_bytes(*text.get(at..)?.first_chunk::<WINDOW>()?))
}

/// A short word to compare with a [`window`].
#[derive(Clone, Copy)]
pub(crate) struct Pattern {
    bytes: u128,
    mask: u128,
}

impl Pattern {
    /// No window starts so.
    pub(crate) const NEVER: Pattern = Pattern { bytes: 1, mask: 0 };

    /// What starts with the first bytes of `text`, at most as many as a window has.
    pub(crate) const fn new(text: &[u8]) -> Pattern {
        let (mut bytes, mut mask) = (0, 0);
        let mut i = 0;
        while i < text.len() && i < WINDOW {
            bytes |= (text[i] as u128) << (8 * i);
            mask |= 0xff << (8 * i);
            i += 1;
        }
        Pattern { bytes, mask }
    }

    /// Whether the window starts so.
    #[inline(always)]
    pub(crate) fn starts(self, window: u128) -> bool {
        window & self.mask == self.bytes
    }
}

/// The decimal number of up to seven digits at `at`, and the position after it; none for any other number, or near the end of the text.
#[inline(always)]
pub(crate) fn number(text: &[u8], at: usize) -> Option<(u32, usize)> {
    let bytes = u64::from_le_bytes(*text.get(at..)?.first_chunk::<8>()?);
    let (value, len) = digits(bytes)?;
    Some((value, at + len))
}

/// The number that the digits at the start of `bytes` form, and how many there are: one to seven.
#[inline(always)]
pub(crate) fn digits(bytes: u64) -> Option<(u32, usize)> {
    // Digits become 0 to 9. The addition sets the top bit of the first byte that is greater, and of no byte before it.
    let values = bytes ^ 0x3030_3030_3030_3030;
    let others = (values.wrapping_add(0x7676_7676_7676_7676) | values) & 0x8080_8080_8080_8080;
    let bits = others.trailing_zeros() & !7;
    if bits == 0 || bits == 64 {
        return None;
    }
    // Eight digits, the first ones 0: pairs, then all.
    let digits = values << (64 - bits);
    let pairs = digits.wrapping_mul(10).wrapping_add(digits >> 8);
    let high = (pairs & 0x0000_00ff_0000_00ff).wrapping_mul(0x000f_4240_0000_0064);
    let low = (pairs >> 16 & 0x0000_00ff_0000_00ff).wrapping_mul(0x0000_2710_0000_0001);
    Some(((high.wrapping_add(low) >> 32) as u32, bits as usize / 8))
}

/// The word at the start of the window: the bytes up to the first one below `0`, which all marks are but a few, and their number. It may
/// hold such a mark. None if it has as many bytes as the window.
#[inline(always)]
pub(crate) fn word(window: u128) -> Option<(u128, usize)> {
    const ONES: u128 = u128::from_le_bytes([1; WINDOW]);
    // The first mark is exact: only a byte below another one sets a wrong one.
    let below = window.wrapping_sub(ONES * b'0' as u128) & !window & ONES << 7;
    let bits = below.trailing_zeros() & !7;
    (below != 0).then(|| (window & ((1 << bits) - 1), bits as usize / 8))
}

/// The position of the first quote from `at` on, and whether a backslash comes before it; none if there is no quote.
#[inline]
pub(crate) fn quote(text: &[u8], at: usize) -> Option<(usize, bool)> {
    let mut escaped = false;
    let mut end = at;
    while let Some(bytes) = text.get(end..).and_then(|rest| rest.first_chunk::<8>()) {
        let bytes = u64::from_le_bytes(*bytes);
        let (quotes, backslashes) = (byte_marks(bytes, b'"'), byte_marks(bytes, b'\\'));
        if quotes != 0 {
            // Only marks below the quote count.
            let below = (quotes & quotes.wrapping_neg()) - 1;
            return Some((end + quotes.trailing_zeros() as usize / 8, escaped || backslashes & below != 0));
        }
        escaped |= backslashes != 0;
        end += 8;
    }
    let rest = text.get(end..)?;
    let len = rest.iter().position(|&c| c == b'"')?;
    Some((end + len, escaped || rest[..len].contains(&b'\\')))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_up_to_seven_digits() {
        for (text, expected) in [
            ("0)       ", Some((0, 1))),
            ("007,     ", Some((7, 3))),
            ("1234567, ", Some((1_234_567, 7))),
            ("9999999:x", Some((9_999_999, 7))),
            ("12345678,", None),
            (",        ", None),
            ("/1       ", None),
            ("12\u{e9}    ", Some((12, 2))),
            ("42", None),
        ] {
            assert_eq!(number(text.as_bytes(), 0), expected, "{text}");
        }
        for value in 0..100_000u32 {
            let text = format!("{value}/0000000");
            assert_eq!(number(text.as_bytes(), 0), Some((value, text.len() - 8)));
        }
    }

    #[test]
    fn words_end_at_a_mark() {
        let of = |text: &[u8]| word(window(text, 0).unwrap()).map(|(bytes, len)| (bytes.to_le_bytes()[..len].to_vec(), len));
        assert_eq!(of(b"load ptr, ptr %12"), Some((b"load".to_vec(), 4)));
        assert_eq!(of(b"unreachable\n}\n\n\xff\x00"), Some((b"unreachable".to_vec(), 11)));
        assert_eq!(of(b"a:b=c[d]{e}|<>?@,"), None);
        assert_eq!(of(b"a:b=c[d]{e}|\xe9_@@,"), None);
        assert_eq!(of(b"a:b=c[d]{e}|\xe9_,@"), Some((b"a:b=c[d]{e}|\xe9_".to_vec(), 14)));
        assert_eq!(of(b",,,,,,,,,,,,,,,,,"), Some((Vec::new(), 0)));
    }

    #[test]
    fn strings_end_at_their_quote() {
        assert_eq!(quote(b"abc\", \"\\", 0), Some((3, false)));
        assert_eq!(quote(b"a\\5Cbcdefgh\" ", 0), Some((11, true)));
        assert_eq!(quote(b"abcdefgh\\\"", 0), Some((9, true)));
        assert_eq!(quote(b"\"\\aaaaaa\\", 0), Some((0, false)));
        assert_eq!(quote(b"#!\xa2\xdc\"aaaaaaaa", 0), Some((4, false)));
        assert_eq!(quote(b"abcdefghi", 0), None);
        assert_eq!(quote(b"\"", 9), None);
    }

    #[test]
    fn patterns_start_windows() {
        let shown = window(b"scope: !12, line: 3)", 0).unwrap();
        assert!(Pattern::new(b"scope: ").starts(shown));
        assert!(!Pattern::new(b"scope:x").starts(shown));
        assert!(!Pattern::NEVER.starts(shown));
        assert!(Pattern::new(b"scope: !12, line: 3)").starts(shown));
        assert!(window(b"scope: !12, line: 3)", 5).is_none());
    }
}
