//! Small pieces of text output shared by the tables and the printer: decimal numbers, hexadecimal digits, escaped strings.
use std::borrow::Cow;

/// The two decimal digits of every number below 100, in a row.
const PAIRS: &[u8; 200] = b"0001020304050607080910111213141516171819\
2021222324252627282930313233343536373839\
4041424344454647484950515253545556575859\
6061626364656667686970717273747576777879\
8081828384858687888990919293949596979899";

/// Appends `value` in decimal.
#[inline]
pub fn write_u64(out: &mut Vec<u8>, mut value: u64) {
    if value < 10 {
        out.push(b'0' + value as u8);
        return;
    }
    let mut digits = [0u8; 20];
    let mut at = 20;
    while value >= 100 {
        let pair = (value % 100) as usize * 2;
        value /= 100;
        at -= 2;
        digits[at..at + 2].copy_from_slice(&PAIRS[pair..pair + 2]);
    }
    if value >= 10 {
        let pair = value as usize * 2;
        at -= 2;
        digits[at..at + 2].copy_from_slice(&PAIRS[pair..pair + 2]);
    } else {
        at -= 1;
        digits[at] = b'0' + value as u8;
    }
    out.extend_from_slice(&digits[at..]);
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

/// Appends `bytes` with everything but printable ASCII escaped as `\xx`, a backslash doubled (LLVM's `printEscapedString`).
pub fn write_escaped(out: &mut Vec<u8>, bytes: &[u8]) {
    let mut rest = bytes;
    while let Some(at) = rest.iter().position(|&b| !PLAIN[usize::from(b)]) {
        out.extend_from_slice(&rest[..at]);
        let byte = rest[at];
        out.push(b'\\');
        if byte == b'\\' {
            out.push(b'\\');
        } else {
            out.push(HEX[usize::from(byte >> 4)]);
            out.push(HEX[usize::from(byte & 15)]);
        }
        rest = &rest[at + 1..];
    }
    out.extend_from_slice(rest);
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
    fn escapes() {
        let mut out = Vec::new();
        write_escaped(&mut out, b"a\"b\\c\n\xff ~\x7f");
        assert_eq!(out, b"a\\22b\\\\c\\0A\\FF ~\\7F");
    }
}
