//! Names of blocks and records: from the schema for LLVM IR, from BLOCKINFO for anything else, or numbers.
use std::borrow::Cow;

use crate::tree::StreamKind;
use bctk_bitcode::schema;
use bctk_bitstream::stream::{BLOCKINFO, BlockInfo};

/// Names for a stream of one kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Labels {
    /// Kind of the stream.
    pub kind: StreamKind,
}

/// Bytes as text: non-UTF-8 bytes and unprintable characters become `\xHH`.
pub fn printable(bytes: &[u8], out: &mut String) {
    for chunk in bytes.utf8_chunks() {
        for c in chunk.valid().chars() {
            match c {
                '\\' => out.push_str("\\\\"),
                '"' => out.push_str("\\\""),
                '\n' => out.push_str("\\n"),
                '\t' => out.push_str("\\t"),
                c if c.is_control()
                    || matches!(c, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}') =>
                {
                    let mut buffer = [0; 4];
                    escape(c.encode_utf8(&mut buffer).as_bytes(), out);
                }
                c => out.push(c),
            }
        }
        escape(chunk.invalid(), out);
    }
}

fn escape(bytes: &[u8], out: &mut String) {
    const HEX: &[u8; 16] = b"0123456789ABCDEF";
    for byte in bytes {
        out.push_str("\\x");
        out.push(char::from(HEX[usize::from(byte >> 4)]));
        out.push(char::from(HEX[usize::from(byte & 15)]));
    }
}

/// A name from the file, made fit to print; `None` if it is empty.
fn from_file(bytes: &[u8]) -> Option<Cow<'_, str>> {
    if bytes.is_empty() {
        return None;
    }
    match std::str::from_utf8(bytes) {
        Ok(name) if name.bytes().all(|b| b.is_ascii_graphic()) => Some(Cow::Borrowed(name)),
        _ => {
            let mut name = String::new();
            printable(bytes, &mut name);
            Some(Cow::Owned(name.replace(' ', "_")))
        }
    }
}

impl Labels {
    /// Names for streams of this kind.
    pub fn new(kind: StreamKind) -> Labels {
        Labels { kind }
    }

    /// Whether the schema describes the records of the stream.
    pub fn has_schema(self) -> bool {
        self.kind == StreamKind::LlvmIr
    }

    /// Name of a block, if it has one.
    pub fn block_name(self, info: &BlockInfo, id: u32) -> Option<Cow<'_, str>> {
        if id == BLOCKINFO {
            return Some(Cow::Borrowed("BLOCKINFO"));
        }
        if self.has_schema()
            && let Some(name) = schema::block_name(id)
        {
            return Some(Cow::Borrowed(name));
        }
        from_file(&info.get(id)?.name)
    }

    /// Name of a record, if it has one.
    pub fn record_name(self, info: &BlockInfo, block: u32, code: u32) -> Option<Cow<'_, str>> {
        if (self.has_schema() || block == BLOCKINFO)
            && let Some(name) = schema::record_name(block, code)
        {
            return Some(Cow::Borrowed(name));
        }
        from_file(info.get(block)?.record_names.get(&code)?)
    }

    /// Name of a block, `BLOCK26` without one.
    pub fn block(self, info: &BlockInfo, id: u32) -> Cow<'_, str> {
        self.block_name(info, id).unwrap_or_else(|| Cow::Owned(format!("BLOCK{id}")))
    }

    /// Name of a record, `CODE7` without one.
    pub fn record(self, info: &BlockInfo, block: u32, code: u32) -> Cow<'_, str> {
        self.record_name(info, block, code).unwrap_or_else(|| Cow::Owned(format!("CODE{code}")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn schema_then_file_then_number() {
        let mut info = BlockInfo::default();
        let limits = bctk_bitstream::limits::Limits::default();
        for (code, text) in [(2, "Meta Block"), (3, "\u{5}Remark")] {
            info.add_record(1, &[8], &limits).unwrap();
            info.add_record(code, &text.bytes().map(u64::from).collect::<Vec<_>>(), &limits).unwrap();
        }
        let ir = Labels::new(StreamKind::LlvmIr);
        assert_eq!(ir.block(&info, 8), "MODULE");
        assert_eq!(ir.record(&info, 12, 58), "INST_FREEZE");
        assert_eq!(ir.block(&info, 99), "BLOCK99");
        let remarks = Labels::new(StreamKind::Remarks);
        assert_eq!(remarks.block(&info, 8), "Meta_Block");
        assert_eq!(remarks.record(&info, 8, 5), "Remark");
        assert_eq!(remarks.record(&info, 8, 6), "CODE6");
        assert_eq!(remarks.block(&info, 0), "BLOCKINFO");
    }

    #[test]
    fn nothing_reaches_the_terminal_raw() {
        let mut out = String::new();
        printable(b"a\x1b[31m\xff\"\\\n\xe2\x80\xae", &mut out);
        assert_eq!(out, "a\\x1B[31m\\xFF\\\"\\\\\\n\\xE2\\x80\\xAE");
    }
}
