//! The wrapper header that Apple's tools put before bitcode (magic 0x0B17C0DE).
use std::ops::Range;

use byteorder::{ByteOrder, LittleEndian};

use crate::error::{Error, Result};

/// First four bytes of a wrapped file, as a little-endian word.
pub const WRAPPER_MAGIC: u32 = 0x0B17_C0DE;
/// Bytes of the header (`llvm::BWH_HeaderSize`).
pub const WRAPPER_SIZE: usize = 20;

/// The fields of a wrapper header (`llvm::BitstreamWrapperHeader`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wrapper {
    /// Version of the wrapper, 0.
    pub version: u32,
    /// Byte offset of the bitstream from the start of the file.
    pub offset: u32,
    /// Bytes of the bitstream.
    pub size: u32,
    /// CPU type in Mach-O's numbering.
    pub cpu_type: u32,
}

impl Wrapper {
    /// The header at the start of `data`, if there is one.
    pub fn parse(data: &[u8]) -> Option<Wrapper> {
        let header = data.get(..WRAPPER_SIZE)?;
        let word = |index: usize| LittleEndian::read_u32(&header[index * 4..]);
        (word(0) == WRAPPER_MAGIC).then(|| Wrapper { version: word(1), offset: word(2), size: word(3), cpu_type: word(4) })
    }

    /// The header as bytes.
    pub fn to_bytes(self) -> [u8; WRAPPER_SIZE] {
        let mut bytes = [0; WRAPPER_SIZE];
        LittleEndian::write_u32_into(&[WRAPPER_MAGIC, self.version, self.offset, self.size, self.cpu_type], &mut bytes);
        bytes
    }
}

/// The range of `data` that holds the bitstream: all of it without a wrapper header.
///
/// # Errors
/// Truncated, if the header is incomplete or its range is out of bounds (LLVM: `SkipBitcodeWrapperHeader`).
pub fn strip_wrapper(data: &[u8]) -> Result<Range<usize>> {
    if data.len() < 4 || LittleEndian::read_u32(data) != WRAPPER_MAGIC {
        return Ok(0..data.len());
    }
    let Some(wrapper) = Wrapper::parse(data) else {
        return Err(Error::truncated(0, "a whole wrapper header"));
    };
    let (start, size) = (wrapper.offset as usize, wrapper.size as usize);
    match start.checked_add(size) {
        Some(end) if end <= data.len() => Ok(start..end),
        _ => Err(Error::truncated(64, "the bytes that the wrapper header announces")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn header_both_ways() {
        let header = Wrapper { version: 0, offset: 20, size: 4, cpu_type: 0x0100_0007 };
        let mut data = header.to_bytes().to_vec();
        data.extend(b"BC\xC0\xDE\0\0");
        assert_eq!(Wrapper::parse(&data), Some(header));
        assert_eq!(strip_wrapper(&data).unwrap(), 20..24);
        assert!(strip_wrapper(&data[..22]).is_err());
        assert!(strip_wrapper(&data[..8]).is_err());
        assert_eq!(strip_wrapper(b"BC\xC0\xDE").unwrap(), 0..4);
        assert_eq!(strip_wrapper(b"").unwrap(), 0..0);
    }
}
