//! The stated and the actual hash of a module.
use super::name_budget::NameBudget;
use super::part::{ModulePart, ReadOptions};
use super::records::decode;
use crate::schema::{Fields, Record, StrtabRef, module as row};
use bctk_bitstream::Result;
use bctk_bitstream::stream::{Entry, RecordBuf};
use sha1::{Digest, Sha1};

/// The SHA-1 of a module, in words of 32 bits, the most significant byte first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HashCheck {
    /// The hash that the module states (HASH).
    pub stated: [u32; 5],
    /// The hash of its bytes.
    pub computed: [u32; 5],
}

/// Compares the hash stated by the module at `part` with that of its bytes: the names of its comdats and global values in record order, and
/// the module block up to the record (LLVM 22, `writeModuleHash`). None if it states no hash.
///
/// # Errors
/// If the stream is damaged before the record, or asks for more than `options` allow.
pub fn check_hash(part: &ModulePart<'_>, options: &ReadOptions) -> Result<Option<HashCheck>> {
    let limits = &options.limits;
    let base = part.stream().with_limits(limits.clone());
    let strtab = part.strtab()?;
    let mut stream = base.reader_at(part.module);
    let mut record = RecordBuf::new();
    stream.next(&mut record)?;
    stream.enter()?;
    let start = (stream.position() / 8) as usize;
    let mut hasher = Sha1::new();
    let mut room = NameBudget::new(limits, part, strtab.len());
    let mut version = 0;
    loop {
        match stream.next(&mut record)? {
            Entry::EndBlock | Entry::EndOfStream => return Ok(None),
            Entry::SubBlock(bctk_bitstream::stream::BLOCKINFO) => stream.read_block_info()?,
            Entry::SubBlock(_) => stream.skip()?,
            Entry::Record if record.code == row::Hash::CODE => {
                // The writer has whole words by then.
                let end = (record.bit / 32 * 4) as usize;
                hasher.update(part.data.get(start..end).unwrap_or_default());
                let digest: [u8; 20] = hasher.finalize().into();
                let mut computed = [0; 5];
                for (word, bytes) in computed.iter_mut().zip(digest.chunks_exact(4)) {
                    *word = bytes.iter().fold(0, |word, &byte| word << 8 | u32::from(byte));
                }
                let row::Hash { word0, word1, word2, word3, word4 } = decode(&record.ops)?;
                return Ok(Some(HashCheck { stated: [word0, word1, word2, word3, word4], computed }));
            }
            Entry::Record if record.code == row::Version::CODE => version = decode::<row::Version>(&record.ops).map_or(0, |r| r.version),
            // Before that, names were not in a string table.
            Entry::Record if version >= 2 => {
                for name in names(record.code, &record.ops) {
                    let text = usize::try_from(name.offset).ok().zip(usize::try_from(name.size).ok());
                    let text = text.and_then(|(at, size)| strtab.get(at..at.checked_add(size)?));
                    let text = text.unwrap_or_default();
                    room.take(text.len() as u64, limits)?;
                    hasher.update(text);
                }
            }
            Entry::Record => {}
        }
    }
}

/// The strings of a record in the string table: its name and that of a partition.
fn names(code: u32, ops: &[u64]) -> impl Iterator<Item = StrtabRef> {
    let fields = &mut Fields::in_module(ops, true);
    let both = match code {
        row::Comdat::CODE => row::Comdat::decode(fields).map(|r| (r.name, 0, 0)),
        row::GlobalVar::CODE => row::GlobalVar::decode(fields).map(|r| (r.name, r.partition_offset, r.partition_size)),
        row::Function::CODE => row::Function::decode(fields).map(|r| (r.name, r.partition_offset, r.partition_size)),
        row::Alias::CODE => row::Alias::decode(fields).map(|r| (r.name, r.partition_offset, r.partition_size)),
        row::IFunc::CODE => row::IFunc::decode(fields).map(|r| (r.name, r.partition_offset, r.partition_size)),
        _ => return None.into_iter().flatten(),
    };
    let both = both.ok().map(|(name, offset, size)| [name, Some(StrtabRef { offset, size })].into_iter().flatten());
    both.into_iter().flatten()
}
