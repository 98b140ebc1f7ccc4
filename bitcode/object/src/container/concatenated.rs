//! Concatenated bitcode files, which linkers make from the sections of their inputs.
use std::ops::Range;

use memchr::memmem;

use bctk_bitstream::Result;
use bctk_bitstream::bits::Cursor;
use bctk_bitstream::wrapper::{WRAPPER_MAGIC, Wrapper};

/// The four bytes with which LLVM IR bitcode begins.
pub(super) const MAGIC: [u8; 4] = [b'B', b'C', 0xC0, 0xDE];
/// Width of the abbreviation ids outside of all blocks.
const TOP_WIDTH: u32 = 2;
/// The id that begins a block (LLVM: `bitc::ENTER_SUBBLOCK`).
const ENTER: u64 = 1;

/// Whether bitcode begins here, or a wrapper.
pub(super) fn is_bitcode(data: &[u8]) -> bool {
    data.starts_with(&MAGIC) || data.starts_with(&WRAPPER_MAGIC.to_le_bytes())
}

/// The ranges of the bitcode files in `data`, and of what else is there; zeros around them are left out.
pub(super) fn split(data: &[u8]) -> Vec<Range<usize>> {
    let mut pieces = Vec::new();
    let mut at = 0;
    loop {
        let zeros = data[at..].iter().take_while(|&&byte| byte == 0).count();
        at += zeros;
        if at >= data.len() {
            return pieces;
        }
        let end = at + length(&data[at..]);
        pieces.push(at..end);
        at = end;
    }
}

/// Bytes of the bitcode file at the start of `data`, which is not empty; of anything else, those up to the next.
fn length(data: &[u8]) -> usize {
    let length = match Wrapper::parse(data) {
        Some(wrapper) => (wrapper.offset as usize).saturating_add(wrapper.size as usize),
        None if data.starts_with(&MAGIC) => blocks(data),
        None => 0,
    };
    let length = length.min(data.len());
    let rest = &data[length..];
    // Behind a sound file there is another one, or zeros, or nothing.
    if length > 4 && (rest.is_empty() || rest[0] == 0 || is_bitcode(rest)) {
        return length;
    }
    // A damaged file must not hide the following ones.
    let from = length.max(4).min(data.len());
    let next = |word: &[u8]| memmem::find_iter(&data[from..], word).map(|at| at + from).find(|at| at % 4 == 0);
    let (bare, wrapped) = (next(&MAGIC), next(&WRAPPER_MAGIC.to_le_bytes()));
    bare.into_iter().chain(wrapped).min().unwrap_or(data.len())
}

/// Bytes of the magic number and the whole blocks after it.
pub(super) fn blocks(data: &[u8]) -> usize {
    let mut end = MAGIC.len();
    while let Ok(Some(next)) = block_end(data, end) {
        end = next;
    }
    end
}

/// The end of the block at byte `start`, if there is a complete block.
fn block_end(data: &[u8], start: usize) -> Result<Option<usize>> {
    let mut cursor = Cursor::new(data);
    cursor.seek(start as u64 * 8)?;
    if cursor.remaining() < 64 || cursor.fixed(TOP_WIDTH)? != ENTER {
        return Ok(None);
    }
    // Block id, width of the ids in it, then its words at the next whole word.
    cursor.vbr(8)?;
    cursor.vbr(4)?;
    cursor.align32()?;
    let words = cursor.fixed(32)? as usize;
    let end = words.checked_mul(4).and_then(|bytes| bytes.checked_add((cursor.position() / 8) as usize));
    Ok(end.filter(|&end| end <= data.len()))
}
