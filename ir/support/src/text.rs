//! Small pieces of text output shared by the tables and the printer: decimal numbers, hexadecimal digits, escaped strings.
use std::borrow::Cow;

/// Numbers below 1000: the digits, the first in the lowest byte, and in the highest byte how many there are.
static SMALL: [u32; 1000] = {
    let mut table = [0; 1000];
    let mut n = 0;
    while n < 1000 {
        table[n] = match n {
            0..10 => 1 << 24 | PADDED[n] >> 16,
            10..100 => 2 << 24 | PADDED[n] >> 8,
            _ => 3 << 24 | PADDED[n],
        };
        n += 1;
    }
    table
};

/// Numbers below 1000 as three digits, the first in the lowest byte.
static PADDED: [u32; 1000] = {
    let mut table = [0; 1000];
    let mut n = 0;
    while n < 1000 {
        table[n] = 0x30_3030 + ((n / 100) | (n / 10 % 10) << 8 | (n % 10) << 16) as u32;
        n += 1;
    }
    table
};

/// The decimal digits of a number below 10^8, with leading zeros: each in a byte, the first in the lowest.
///
/// All eight are found at once: halves of four digits, then pairs, then digits, each in a lane of its own. The multiplications
/// divide by 100 and by 10; they are exact for lanes this small.
#[inline]
fn eight_digits(value: u32) -> u64 {
    let fours = u64::from(value / 10_000) | u64::from(value % 10_000) << 32;
    let high = (fours * 10_486) >> 20 & 0x7f_0000_007f;
    let pairs = high | (fours - high * 100) << 16;
    let high = (pairs * 103) >> 10 & 0xf_000f_000f_000f;
    high | (pairs - high * 10) << 8
}

/// The ASCII digit 0 in each byte.
const ZEROS: u64 = 0x3030_3030_3030_3030;

/// The decimal digits of a number, and how many there are; none for more than eight.
#[inline]
pub fn digits(value: u32) -> Option<([u8; 8], usize)> {
    if value < 1_000_000 {
        // Two looks into a table are faster than arithmetic.
        let (thousands, rest) = ((value / 1000) as usize, (value % 1000) as usize);
        if thousands == 0 {
            return Some((u64::from(SMALL[rest] & 0xff_ffff).to_le_bytes(), (SMALL[rest] >> 24) as usize));
        }
        let (first, count) = (SMALL[thousands] & 0xff_ffff, SMALL[thousands] >> 24);
        Some(((u64::from(first) | u64::from(PADDED[rest]) << (8 * count)).to_le_bytes(), count as usize + 3))
    } else if value < 100_000_000 {
        let digits = eight_digits(value);
        let absent = digits.trailing_zeros() & !7;
        Some((((digits | ZEROS) >> absent).to_le_bytes(), 8 - absent as usize / 8))
    } else {
        None
    }
}

/// Appends the first `len` bytes of `piece`. A copy of known length, cut afterwards, is faster than one of the length that is needed.
#[inline]
pub fn append_start<const N: usize>(out: &mut Vec<u8>, piece: &[u8; N], len: usize) {
    out.extend_from_slice(piece);
    out.truncate(out.len() - N.saturating_sub(len));
}

/// Appends `value` in decimal.
#[inline]
pub fn write_u64(out: &mut Vec<u8>, value: u64) {
    match u32::try_from(value).ok().and_then(digits) {
        Some((digits, len)) => append_start(out, &digits, len),
        None => write_long(out, value),
    }
}

/// A number of more than eight digits.
fn write_long(out: &mut Vec<u8>, value: u64) {
    write_u64(out, value / 100_000_000);
    out.extend_from_slice(&(eight_digits((value % 100_000_000) as u32) | ZEROS).to_le_bytes());
}

/// Appends `value` in decimal.
#[inline]
pub fn write_u32(out: &mut Vec<u8>, value: u32) {
    write_u64(out, u64::from(value));
}

/// Appends `value` in decimal, with `-` when it is negative.
#[inline]
pub fn write_i64(out: &mut Vec<u8>, value: i64) {
    if value < 0 {
        out.push(b'-');
    }
    write_u64(out, value.unsigned_abs());
}

/// Appends the lowest `digits` hexadecimal digits of `value`, in capitals.
pub fn write_hex(out: &mut Vec<u8>, value: u64, digits: u32) {
    for i in (0..digits.min(16)).rev() {
        out.push(HEX[(value >> (4 * i) & 15) as usize]);
    }
}

const HEX: &[u8; 16] = b"0123456789ABCDEF";

/// Which bytes need no escape inside a quoted string.
const PLAIN: [bool; 256] = {
    let mut table = [false; 256];
    let mut i = 0x20;
    while i < 0x7f {
        table[i] = i != b'"' as usize && i != b'\\' as usize;
        i += 1;
    }
    table
};

/// A mark in the highest bit of each of eight bytes that is `byte`; exact up to the first one.
#[inline(always)]
pub const fn byte_marks(bytes: u64, byte: u8) -> u64 {
    marks_below(bytes ^ u64::from_le_bytes([byte; 8]), 1)
}

/// A mark in the highest bit of each of eight bytes that is less than `end`, which is at most 128; exact up to the first one.
#[inline(always)]
pub const fn marks_below(bytes: u64, end: u8) -> u64 {
    bytes.wrapping_sub(u64::from_le_bytes([end; 8])) & !bytes & u64::from_le_bytes([0x80; 8])
}

/// Bytes that are looked at together: whether they need an escape, and copied.
const CHUNK: usize = 16;

/// Whether no byte needs an escape. Without branches: each byte has a lane of its own.
#[inline]
pub fn is_plain(chunk: &[u8; CHUNK]) -> bool {
    const HIGH: u64 = lanes(0x80);
    const fn lanes(byte: u8) -> u64 {
        u64::from_le_bytes([byte; 8])
    }
    // The highest bit of a lane tells. Where it is set at the start, sums may reach the next lane, but the answer is known.
    let escapes = |bytes: u64| {
        let differs = |byte: u8| (bytes ^ lanes(byte)).wrapping_add(lanes(0x7f));
        let is_printable = bytes.wrapping_add(lanes(0x60)) & !bytes.wrapping_add(lanes(0x01));
        bytes | !(is_printable & differs(b'"') & differs(b'\\'))
    };
    let both = u128::from_le_bytes(*chunk);
    (escapes(both as u64) | escapes((both >> 64) as u64)) & HIGH == 0
}

/// A text of less than 16 bytes with blanks after it.
#[inline]
pub fn short(text: &[u8]) -> Option<[u8; CHUNK]> {
    const BLANKS: u128 = u128::from_le_bytes([b' '; CHUNK]);
    // Two copies that may overlap, each of a length known to the compiler.
    let len = text.len();
    let bytes = if let (Some(first), Some(last)) = (text.first_chunk(), text.last_chunk()) {
        if len >= CHUNK {
            return None;
        }
        u128::from(u64::from_le_bytes(*first)) | u128::from(u64::from_le_bytes(*last)) << (8 * (len - 8))
    } else if let (Some(first), Some(last)) = (text.first_chunk(), text.last_chunk()) {
        u128::from(u64::from(u32::from_le_bytes(*first)) | u64::from(u32::from_le_bytes(*last)) << (8 * (len - 4)))
    } else if let (Some(&first), Some(&middle), Some(&last)) = (text.first(), text.get(len / 2), text.last()) {
        u128::from(u32::from(first) | u32::from(middle) << (8 * (len / 2)) | u32::from(last) << (8 * (len - 1)))
    } else {
        0
    };
    Some((bytes | BLANKS << (8 * len)).to_le_bytes())
}

/// Appends `bytes` with everything but printable ASCII escaped as `\xx`, a backslash doubled (LLVM's `printEscapedString`).
pub fn write_escaped(out: &mut Vec<u8>, bytes: &[u8]) {
    let mut rest = bytes;
    while let Some((chunk, after)) = rest.split_first_chunk::<CHUNK>() {
        if is_plain(chunk) {
            out.extend_from_slice(chunk);
        } else {
            chunk.iter().for_each(|&byte| write_escaped_byte(out, byte));
        }
        rest = after;
    }
    match short(rest) {
        Some(chunk) if is_plain(&chunk) => append_start(out, &chunk, rest.len()),
        _ => rest.iter().for_each(|&byte| write_escaped_byte(out, byte)),
    }
}

#[inline]
fn write_escaped_byte(out: &mut Vec<u8>, byte: u8) {
    if PLAIN[usize::from(byte)] {
        out.push(byte);
    } else if byte == b'\\' {
        out.extend_from_slice(br"\\");
    } else {
        out.extend_from_slice(&[b'\\', HEX[usize::from(byte >> 4)], HEX[usize::from(byte & 15)]]);
    }
}

/// Whether two texts are equal; usable in tables built at compile time.
pub const fn same(a: &[u8], b: &[u8]) -> bool {
    if a.len() != b.len() {
        return false;
    }
    let mut i = 0;
    while i < a.len() {
        if a[i] != b[i] {
            return false;
        }
        i += 1;
    }
    true
}

/// Unescapes `text`: `\\` is a backslash, `\` and two hexadecimal digits a byte, any other backslash itself.
pub fn unescape(text: &[u8]) -> Cow<'_, [u8]> {
    if !text.contains(&b'\\') {
        return Cow::Borrowed(text);
    }
    let mut out = Vec::with_capacity(text.len());
    let mut at = 0;
    while at < text.len() {
        let digit = |i: usize| text.get(at + i).and_then(|&c| (c as char).to_digit(16));
        match (text[at], text.get(at + 1), digit(1), digit(2)) {
            (b'\\', Some(b'\\'), ..) => {
                out.push(b'\\');
                at += 2;
            }
            (b'\\', _, Some(high), Some(low)) => {
                out.push((high << 4 | low) as u8);
                at += 3;
            }
            (byte, ..) => {
                out.push(byte);
                at += 1;
            }
        }
    }
    Cow::Owned(out)
}

/// A number with commas between thousands.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut out = String::with_capacity(digits.len() + digits.len() / 3);
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decimals_match_the_standard_formatter() {
        let mut value = 1u64;
        for i in 0..200u64 {
            value = value.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(i);
            let value = value >> (i % 64);
            let mut out = Vec::new();
            write_u64(&mut out, value);
            assert_eq!(out, value.to_string().as_bytes());
            out.clear();
            write_i64(&mut out, value as i64);
            assert_eq!(out, (value as i64).to_string().as_bytes());
        }
    }

    #[test]
    fn decimals_of_all_lengths() {
        let mut numbers: Vec<u64> = (0..200_000).collect();
        for power in 0..20 {
            let one = 10u64.pow(power);
            numbers.extend([one - 1, one, one + 1, one.saturating_mul(9), one.saturating_mul(10) - 1]);
        }
        numbers.extend((0..1000).map(|n| 99_999_999 - n * 99_991));
        numbers.push(u64::MAX);
        for number in numbers {
            let mut out = b"x".to_vec();
            write_u64(&mut out, number);
            assert_eq!(out[1..], *number.to_string().as_bytes());
        }
    }

    #[test]
    fn short_texts() {
        let text: Vec<u8> = (b'a'..=b'p').collect();
        for len in 0..16 {
            let chunk = short(&text[..len]).unwrap();
            assert_eq!(chunk[..len], text[..len]);
            assert!(chunk[len..].iter().all(|&byte| byte == b' '));
        }
        assert_eq!(short(&text), None);
    }

    #[test]
    fn escapes_at_every_place() {
        for length in 0..40 {
            for at in 0..length {
                for byte in 0..=255 {
                    let mut text = vec![b'a'; length];
                    text[at] = byte;
                    let escaped = match byte {
                        b'\\' => r"\\".to_owned(),
                        b' '..=b'!' | b'#'..=b'~' => (byte as char).to_string(),
                        _ => format!("\\{byte:02X}"),
                    };
                    let mut out = Vec::new();
                    write_escaped(&mut out, &text);
                    assert_eq!(out, format!("{}{escaped}{}", "a".repeat(at), "a".repeat(length - at - 1)).into_bytes());
                }
            }
        }
    }

    #[test]
    fn escapes() {
        let mut out = Vec::new();
        write_escaped(&mut out, b"a\"b\\c\n\xff ~\x7f");
        assert_eq!(out, b"a\\22b\\\\c\\0A\\FF ~\\7F");
    }
}
