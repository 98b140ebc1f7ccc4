//! Detects the type of a file from its first bytes.
//!
//! The facts are those of LLVM's `identify_magic` (`lib/BinaryFormat/Magic.cpp`, LLVM 22).
use super::bytes::Bytes;

/// File types: those that llvm-nm lists, and those that it skips.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Magic {
    /// An archive.
    Archive,
    /// Bitcode, with or without a wrapper.
    Bitcode,
    /// A universal binary.
    Universal,
    /// A text stub of a library of Darwin.
    Tapi,
    /// ELF.
    Elf {
        /// Whether it is an object file.
        relocatable: bool,
    },
    /// Mach-O.
    MachO {
        /// Whether it is an object file.
        relocatable: bool,
    },
    /// An object file of COFF.
    Coff,
    /// A short import of COFF.
    CoffImport,
    /// An image of COFF.
    Pe,
    /// WebAssembly.
    Wasm,
    /// XCOFF.
    Xcoff,
    /// Files that LLVM reads, in which there are no symbols.
    NoSymbols,
    /// Anything else.
    Unknown,
}

const BIG_OBJECT: [u8; 16] = [0xC7, 0xA1, 0xBA, 0xD1, 0xEE, 0xBA, 0xA9, 0x4B, 0xAF, 0x20, 0xFA, 0xF6, 0x6A, 0xA4, 0xDC, 0xB8];
const CL_OBJECT: [u8; 16] = [0x38, 0xFE, 0xB3, 0x0C, 0xA5, 0xD9, 0xAB, 0x4D, 0xAC, 0x9B, 0xD6, 0xB6, 0x22, 0x26, 0x53, 0xC2];
const RESOURCE: [u8; 16] = [0, 0, 0, 0, 0x20, 0, 0, 0, 0xFF, 0xFF, 0, 0, 0xFF, 0xFF, 0, 0];

/// The kind of file with this beginning.
const STARTS: [(&[u8], Magic); 19] = [
    (b"!<arch>\n", Magic::Archive),
    (b"!<thin>\n", Magic::Archive),
    (b"<bigaf>\n", Magic::Archive),
    (b"BC\xC0\xDE", Magic::Bitcode),
    (b"\xDE\xC0\x17\x0B", Magic::Bitcode),
    (b"\0asm", Magic::Wasm),
    (b"\x01\xDF", Magic::Xcoff),
    (b"\x01\xF7", Magic::Xcoff),
    (b"--- !tapi", Magic::Tapi),
    (b"---\narchs:", Magic::Tapi),
    (b"{", Magic::Tapi),
    (b"MDMP", Magic::NoSymbols),
    (b"\x10\xFF\x10\xAD", Magic::NoSymbols),
    (b"\x64\x86", Magic::Coff),
    (b"\x64\xAA", Magic::Coff),
    (b"\x41\xA6", Magic::Coff),
    (b"\x4E\xA6", Magic::Coff),
    (b"\x90\x02", Magic::Coff),
    (b"\x68\x02", Magic::Coff),
];

/// The first bytes of the machine types whose second byte is 1 or 2.
const COFF_MACHINES: [u8; 7] = [0xF0, 0x83, 0x84, 0x66, 0x50, 0x4C, 0xC4];

/// Tells the kind of a file.
pub fn magic(data: &[u8]) -> Magic {
    let little = Bytes { data, big: false };
    let (Some(&first), Some(&second)) = (data.first(), data.get(1)) else { return Magic::Unknown };
    if data.len() < 4 {
        return Magic::Unknown;
    }
    if let Some((_, magic)) = STARTS.iter().find(|(start, _)| data.starts_with(start)) {
        return *magic;
    }
    match first {
        0 if data.starts_with(b"\0\0\xFF\xFF") => match data.get(12..28) {
            Some(id) if id == BIG_OBJECT => Magic::Coff,
            Some(id) if id == CL_OBJECT => Magic::Unknown,
            _ => Magic::CoffImport,
        },
        0 if data.starts_with(&RESOURCE) => Magic::NoSymbols,
        0 if second == 0 => Magic::Coff,
        0x7F if data.starts_with(b"\x7FELF") && data.len() >= 18 => {
            let (high, low) = if data[5] == 2 { (data[16], data[17]) } else { (data[17], data[16]) };
            Magic::Elf { relocatable: high == 0 && low == 1 }
        }
        0xCA if matches!(data[..4], [0xCA, 0xFE, 0xBA, 0xBE | 0xBF]) && data.get(7).is_some_and(|count| *count < 43) => Magic::Universal,
        0xFE | 0xCE | 0xCF => {
            let (big, wide) = match data[..4] {
                [0xFE, 0xED, 0xFA, last @ (0xCE | 0xCF)] => (true, last == 0xCF),
                [first @ (0xCE | 0xCF), 0xFA, 0xED, 0xFE] => (false, first == 0xCF),
                _ => return Magic::Unknown,
            };
            // As LLVM computes it, of bytes with their signs and in sixteen bits.
            let kind = data.get(12..16).filter(|_| data.len() >= if wide { 32 } else { 28 }).map(|bytes| {
                let byte = |at: usize| i32::from(bytes[if big { 3 - at } else { at }] as i8);
                (byte(2) << 12 | byte(1) << 8 | byte(0)) as u16
            });
            match kind {
                Some(1) => Magic::MachO { relocatable: true },
                Some(2..=12) => Magic::MachO { relocatable: false },
                _ => Magic::Unknown,
            }
        }
        b'M' if second == b'Z' => {
            let at = little.u32(0x3C).map(u64::from);
            match at.and_then(|at| little.get(at, 4)) {
                Some(b"PE\0\0") => Magic::Pe,
                _ => Magic::Unknown,
            }
        }
        _ if data.starts_with(b"\x50\xED\x55\xBA") => Magic::Unknown,
        _ if COFF_MACHINES.contains(&first) && matches!(second, 1 | 2) => Magic::Coff,
        _ => Magic::Unknown,
    }
}
