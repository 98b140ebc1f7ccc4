//! Compressed parts of files: offload bundles (CCOB) and sections of ELF files are unpacked, and packed again with other contents.
use std::io::Read;

use byteorder::{BigEndian, ByteOrder, LittleEndian};
use flate2::Compression;
use flate2::read::{ZlibDecoder, ZlibEncoder};
use md5::{Digest, Md5};
use ruzstd::decoding::{FrameDecoder, StreamingDecoder};
use ruzstd::encoding::{CompressionLevel, compress_to_vec};

use crate::container::offload::COMPRESSED;
use crate::container::{Form, Packed};
use bctk_bitstream::Error;

/// The window of a compressor that does not know the size of the contents, as ours: it may be larger than they are.
const OWN_WINDOW: u64 = 1 << 20;

/// How the contents are compressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Method {
    Zlib,
    Zstd,
}

/// The header of a compressed part.
struct Header {
    method: Method,
    /// How many bytes the contents have.
    size: u64,
    /// Where the compressed contents begin.
    start: usize,
}

/// The header of a compressed bundle. LLVM 18 writes version 1, LLVM 20 and 21 version 2, LLVM 22 and 23 version 3.
fn bundle(data: &[u8]) -> Result<Header, Error> {
    let cut = || Error::malformed("expected a complete header of a compressed offload bundle");
    let word = |at: usize, size: usize| data.get(at..at + size).map(|bytes| LittleEndian::read_uint(bytes, size)).ok_or_else(cut);
    let (version, method) = (word(COMPRESSED.len(), 2)?, word(6, 2)?);
    // From version 2 on, the size of the whole comes before that of the contents. A hash of the contents follows.
    let (size, start) = match version {
        1 => (word(8, 4)?, 20),
        2 => (word(12, 4)?, 24),
        3 => (word(16, 8)?, 32),
        _ => return Err(Error::unsupported(format!("a compressed offload bundle of version {version}"))),
    };
    let method = match method {
        0 => Method::Zlib,
        1 => Method::Zstd,
        _ => return Err(Error::unsupported(format!("compression method {method} of an offload bundle"))),
    };
    Ok(Header { method, size, start })
}

/// The header of a compressed section: `Elf32_Chdr` or `Elf64_Chdr`.
fn section(data: &[u8], wide: bool, big: bool) -> Result<Header, Error> {
    let number = |at: usize, size: usize| {
        let bytes = data.get(at..at + size).ok_or_else(|| Error::malformed("expected a complete header of a compressed section"))?;
        Ok::<u64, Error>(if big { BigEndian::read_uint(bytes, size) } else { LittleEndian::read_uint(bytes, size) })
    };
    let (size, start) = if wide { (number(8, 8)?, 24) } else { (number(4, 4)?, 12) };
    let method = match number(0, 4)? {
        1 => Method::Zlib,
        2 => Method::Zstd,
        other => return Err(Error::unsupported(format!("compression type {other} of a section"))),
    };
    Ok(Header { method, size, start })
}

fn header(data: &[u8], form: Form) -> Result<Header, Error> {
    match form {
        Form::Bundle => bundle(data),
        Form::Section { wide, big } => section(data, wide, big),
    }
}

/// The contents of a compressed part.
///
/// # Errors
/// `Malformed` or `Unsupported`, if it is damaged or of a form that is not known; `Limit`, if it says that it has more than `most` bytes.
pub fn unpacked(part: &Packed<'_>, most: usize) -> Result<Vec<u8>, Error> {
    let header = header(part.bytes, part.form)?;
    let Some(size) = usize::try_from(header.size).ok().filter(|&size| size <= most) else {
        return Err(Error::too_large(format!("{} bytes of compressed contents", header.size)));
    };
    let packed = part.bytes.get(header.start..).unwrap_or_default();
    let mut out = Vec::new();
    // One byte more, so that more than stated is seen.
    let bound = size as u64 + 1;
    match header.method {
        Method::Zlib => drop(ZlibDecoder::new(packed).take(bound).read_to_end(&mut out).map_err(damaged)?),
        Method::Zstd => {
            let mut rest = packed;
            while !rest.is_empty() && out.len() <= size {
                let mut decoder = FrameDecoder::new();
                // The window is not larger than the contents need. Compressors that do not know the size have a window of their own.
                decoder.set_max_window_size(bound.next_power_of_two().max(OWN_WINDOW));
                let mut frame = StreamingDecoder::new_with_decoder(&mut rest, decoder).map_err(damaged)?;
                (&mut frame).take(bound - out.len() as u64).read_to_end(&mut out).map_err(damaged)?;
                drop(frame);
                // What aligns the next bundle is no frame.
                if rest.iter().all(|&byte| byte == 0) {
                    break;
                }
            }
        }
    }
    match out.len() == size {
        true => Ok(out),
        false => Err(Error::malformed(format!("the compressed contents are not of {size} bytes, as the header says"))),
    }
}

fn damaged(error: impl std::fmt::Display) -> Error {
    Error::malformed(format!("the compressed contents are damaged: {error}"))
}

/// The compressed part with other contents: the header has its form, and the method is the same. The bytes are those of our compressor, not LLVM's.
///
/// # Errors
/// A sentence, if the header is damaged, or the new contents are too large for it.
pub fn packed(old: &[u8], form: Form, contents: &[u8]) -> Result<Vec<u8>, String> {
    let head = header(old, form).map_err(|error| error.to_string())?;
    let mut out = old.get(..head.start).unwrap_or_default().to_vec();
    match head.method {
        Method::Zlib => {
            let mut encoder = ZlibEncoder::new(contents, Compression::new(6));
            encoder.read_to_end(&mut out).map_err(|error| error.to_string())?;
        }
        Method::Zstd => out.extend_from_slice(&compress_to_vec(contents, CompressionLevel::Fastest)),
    }
    let sizes = [out.len() as u64, contents.len() as u64];
    let mut put = |at: usize, size: usize, big: bool, value: u64| {
        if size == 4 && u32::try_from(value).is_err() {
            return Err("the contents are too large for this header".to_owned());
        }
        let field = &mut out[at..at + size];
        if big {
            BigEndian::write_uint(field, value, size)
        } else {
            LittleEndian::write_uint(field, value, size)
        }
        Ok(())
    };
    match (form, head.start) {
        (Form::Section { big, .. }, 12) => put(4, 4, big, sizes[1])?,
        (Form::Section { big, .. }, _) => put(8, 8, big, sizes[1])?,
        (Form::Bundle, start) => {
            match start {
                20 => put(8, 4, false, sizes[1])?,
                24 => (put(8, 4, false, sizes[0])?, put(12, 4, false, sizes[1])?).1,
                _ => (put(8, 8, false, sizes[0])?, put(16, 8, false, sizes[1])?).1,
            }
            // `llvm::MD5::MD5Result::low`.
            put(start - 8, 8, false, LittleEndian::read_u64(&Md5::digest(contents)))?;
        }
    }
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::container::offload::bundles;

    #[test]
    fn parts_are_packed_again() {
        for (form, old) in [
            (Form::Bundle, [&b"CCOB\x01\0\0\0"[..], &[0; 12]].concat()),
            (Form::Bundle, [&b"CCOB\x02\0\x01\0"[..], &[0; 16]].concat()),
            (Form::Bundle, [&b"CCOB\x03\0\x01\0"[..], &[0; 24]].concat()),
            (Form::Section { wide: true, big: false }, [&[1, 0, 0, 0][..], &[0; 20]].concat()),
            (Form::Section { wide: false, big: true }, [&[0, 0, 0, 2][..], &[0; 8]].concat()),
        ] {
            for contents in [&b""[..], b"abc", &[7; 10_000]] {
                let bytes = packed(&old, form, contents).expect("packed");
                let part = Packed { steps: Vec::new(), offset: 0, bytes: &bytes, form, command: None };
                assert_eq!(unpacked(&part, 10_000).expect("unpacked"), contents);
                if form == Form::Bundle {
                    assert_eq!(bundles(&[&bytes[..], b"\0\0\0", &bytes].concat()).len(), if bytes[4] == 1 { 1 } else { 2 });
                }
                if contents.len() == 10_000 {
                    assert!(unpacked(&part, 9_999).is_err());
                    let cut = Packed { bytes: &bytes[..bytes.len() - 9], ..part };
                    assert!(unpacked(&cut, 10_000).is_err());
                }
            }
        }
        assert!(packed(b"CCOB\x04\0\0\0", Form::Bundle, b"").is_err());
        assert!(packed(b"CCOB\x01\0", Form::Bundle, b"").is_err());
    }
}
