//! DirectX containers (magic `DXBC`): a hash, a table of parts, and the parts, some of which hold bitcode of LLVM 3.7 (DXIL).
use std::ops::Range;

use byteorder::{ByteOrder, LittleEndian};

use super::finder::{Finder, Names};
use super::{Container, Step};
use bctk_bitstream::{Error, Result};

/// Begins a container (`hlsl::DxilContainerHeader`).
pub(crate) const MAGIC: &[u8] = b"DXBC";
/// Where the header states the hash, the size of the container, the number of parts, and their table.
pub(crate) const HASH: Range<usize> = 4..20;
pub(crate) const SIZE: usize = 24;
const COUNT: usize = 28;
const TABLE: usize = 32;
/// Bytes before the contents of a part: its name and its size.
pub(crate) const PART_HEAD: usize = 8;
/// Begins the second half of a program's header.
const PROGRAM: &[u8] = b"DXIL";
/// Where a program's header states its size in words, the second half begins, and that states place and size of the bitcode
/// (`hlsl::DxilProgramHeader`).
pub(crate) const PROGRAM_WORDS: usize = 4;
const PROGRAM_MAGIC: usize = 8;
const BITCODE_PLACE: usize = 16;
pub(crate) const BITCODE_SIZE: usize = 20;

/// The part with the hash of a shader, and those that hold a program: the shader, the same with debug information, and what remains of
/// it for reflection.
pub(crate) const SHADER_HASH: &[u8] = b"HASH";
pub(crate) const SHADER: &[u8] = b"DXIL";
const DEBUG: &[u8] = b"ILDB";
const REFLECTION: &[u8] = b"STAT";

/// A part of a container.
pub(crate) struct Part<'a> {
    /// Where the table states the place of the part.
    pub(crate) entry: usize,
    /// Its name: four bytes.
    pub(crate) name: &'a [u8],
    /// Its contents, and where they begin in the container.
    pub(crate) data: &'a [u8],
    pub(crate) start: usize,
}

impl Part<'_> {
    /// The range of the bitcode in the contents; none if this part does not hold a program.
    pub(crate) fn bitcode(&self) -> Option<Result<Range<usize>>> {
        let program = self.data.get(PROGRAM_MAGIC..).is_some_and(|rest| rest.starts_with(PROGRAM));
        match self.name {
            SHADER | DEBUG => {}
            // Before shader model 6, a part of this name holds numbers.
            REFLECTION if program => {}
            _ => return None,
        }
        let range = || {
            let start = PROGRAM_MAGIC.checked_add(word(self.data, BITCODE_PLACE)?)?;
            let range = start..start.checked_add(word(self.data, BITCODE_SIZE)?)?;
            (program && range.end <= self.data.len()).then_some(range)
        };
        Some(range().ok_or_else(|| Error::malformed("expected the header of a DXIL program, and its bitcode in the part")))
    }
}

/// The parts of a container, in the order of its table.
pub(crate) fn parts(data: &[u8]) -> Result<impl Iterator<Item = Result<Part<'_>>>> {
    let size = word(data, SIZE).filter(|size| *size <= data.len());
    let whole = size.and_then(|size| data.get(..size)).filter(|whole| whole.starts_with(MAGIC));
    let count = whole.and_then(|whole| word(whole, COUNT).filter(|count| *count <= whole.len().saturating_sub(TABLE) / 4));
    let Some((whole, count)) = whole.zip(count) else {
        return Err(Error::malformed("expected a DirectX container with its table and all its bytes"));
    };
    Ok((0..count).map(move |number| {
        let entry = TABLE + 4 * number;
        let part = || {
            let head = word(whole, entry)?;
            let start = head.checked_add(PART_HEAD)?;
            let name = whole.get(head..head.checked_add(4)?)?;
            let size = word(whole, head.checked_add(4)?)?;
            Some(Part { entry, name, data: whole.get(start..start.checked_add(size)?)?, start })
        };
        part().ok_or_else(|| Error::malformed(format!("expected part {number} in the DirectX container")))
    }))
}

/// The word of 32 bits at byte `at`.
pub(crate) fn word(data: &[u8], at: usize) -> Option<usize> {
    let bytes = data.get(at..at.checked_add(4)?)?;
    usize::try_from(LittleEndian::read_u32(bytes)).ok()
}

impl<'a> Finder<'a> {
    /// Looks into the parts of a DirectX container that hold programs.
    pub(super) fn directx(&mut self, data: &'a [u8], offset: usize) {
        let parts = match parts(data) {
            Ok(parts) => parts,
            Err(error) => return self.fault(offset, error),
        };
        let mut names = Names::default();
        self.with_object(data, None, |finder| {
            for part in parts {
                if !finder.spend(PART_HEAD, offset) {
                    return;
                }
                let part = match part {
                    Ok(part) => part,
                    Err(error) => {
                        finder.fault(offset, error);
                        continue;
                    }
                };
                let Some(bitcode) = part.bitcode() else { continue };
                let step = Step { container: Container::DirectX, name: part.name, nth: names.nth(part.name) };
                let at = offset + part.start;
                finder.within(step, |finder| match bitcode {
                    Ok(range) => finder.only_bitcode(&part.data[range.clone()], at + range.start),
                    Err(error) => finder.fault(at, error),
                });
            }
        });
    }
}
