//! Names in assembly: bare if possible, otherwise quoted and escaped.

use bctk_support::text::{write_escaped, write_hex};
use std::io::{self, Write};

/// Bytes that a bare name may hold.
const NAME: [bool; 256] = {
    let mut table = [false; 256];
    let mut i = 0;
    while i < 256 {
        let b = i as u8;
        table[i] = b.is_ascii_alphanumeric() || matches!(b, b'-' | b'.' | b'_');
        i += 1;
    }
    table
};

/// Writes a name without its prefix (`printLLVMNameWithoutPrefix`, LLVM 22).
pub(super) fn write_name(out: &mut Vec<u8>, name: &[u8]) {
    let bare = !name.first().is_none_or(u8::is_ascii_digit) && name.iter().all(|&b| NAME[usize::from(b)]);
    if bare {
        out.extend_from_slice(name);
    } else {
        write_quoted(out, name);
    }
}

/// Writes a string in quotes, escaped.
pub(crate) fn write_quoted(out: &mut Vec<u8>, text: &[u8]) {
    out.push(b'"');
    write_escaped(out, text);
    out.push(b'"');
}

/// Writes the name of a metadata kind or of named metadata, without the `!` (`printMetadataIdentifier`, LLVM 22).
pub(super) fn write_metadata_name(out: &mut Vec<u8>, name: &[u8]) {
    if name.is_empty() {
        out.extend_from_slice(b"<empty name> ");
    }
    for (i, &b) in name.iter().enumerate() {
        let plain = match b {
            b'-' | b'$' | b'.' | b'_' => true,
            _ if i == 0 => b.is_ascii_alphabetic(),
            _ => b.is_ascii_alphanumeric(),
        };
        if plain {
            out.push(b);
        } else {
            out.push(b'\\');
            write_hex(out, u64::from(b), 2);
        }
    }
}

/// Appends what is printed with the escapes of LLVM before 10, which has no `\\`. Each piece must end outside of quotes.
pub(super) struct OldEscapes<'w>(pub(super) &'w mut dyn Write);

impl Write for OldEscapes<'_> {
    fn write(&mut self, text: &[u8]) -> io::Result<usize> {
        if !text.contains(&b'\\') {
            self.0.write_all(text)?;
            return Ok(text.len());
        }
        let mut out = Vec::with_capacity(text.len() + text.len() / 16);
        let mut quoted = false;
        let mut at = 0;
        while let Some(&byte) = text.get(at) {
            at += 1;
            quoted ^= byte == b'"';
            if quoted && byte == b'\\' && text.get(at) == Some(&b'\\') {
                out.extend_from_slice(b"\\5C");
                at += 1;
            } else {
                out.push(byte);
            }
        }
        self.0.write_all(&out)?;
        Ok(text.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn name(bytes: &[u8]) -> String {
        let mut out = Vec::new();
        write_name(&mut out, bytes);
        String::from_utf8(out).unwrap()
    }

    // As LLVM 9 prints them.
    #[test]
    fn old_escapes() {
        let mut out = Vec::new();
        let text = br#"; 'a\\b'
@x = global [3 x i8] c"\\a\00"
"#;
        OldEscapes(&mut out).write_all(text).expect("a vector");
        assert_eq!(
            out,
            br#"; 'a\\b'
@x = global [3 x i8] c"\5Ca\00"
"#
        );
    }

    // As llvm-dis 22 prints these names.
    #[test]
    fn names() {
        assert_eq!(name(b"main"), "main");
        assert_eq!(name(b"-a.b_c"), "-a.b_c");
        assert_eq!(name(b"0x"), "\"0x\"");
        assert_eq!(name(b"a$b"), "\"a$b\"");
        assert_eq!(name(b"\x01f"), "\"\\01f\"");
        let mut out = Vec::new();
        write_metadata_name(&mut out, b"1a b$");
        assert_eq!(out, b"\\31a\\20b$");
    }
}
