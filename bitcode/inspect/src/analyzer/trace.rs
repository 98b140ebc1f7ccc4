//! The trace of `--dump`: one line per record.
use std::ops::Range;

use sha1::{Digest, Sha1};

use bctk_bitcode::schema;
use bctk_bitstream::stream::Abbrev;
use bctk_bitstream::stream::abbrev::Tail;

use super::bits::{Bits, Outcome};
use super::options::{Fault, Options};
use super::out::Out;

/// Record code of the strings of a module's metadata (`bitc::METADATA_STRINGS`).
const METADATA_STRINGS: u32 = 35;
/// Record code of the distance to the metadata index (`bitc::METADATA_INDEX_OFFSET`).
pub(super) const METADATA_INDEX_OFFSET: u32 = 38;
/// Record code of the metadata index (`bitc::METADATA_INDEX`).
pub(super) const METADATA_INDEX: u32 = 39;
/// Record code of a module's hash (`bitc::MODULE_CODE_HASH`).
pub(super) const MODULE_HASH: u32 = 17;

/// A hash, and the byte where the hashed data ends.
pub(super) type Hashed = (Sha1, usize);

/// A record to be printed.
pub(super) struct Line<'r, 'a> {
    pub(super) data: &'a [u8],
    pub(super) options: &'r Options<'r>,
    pub(super) block: u32,
    pub(super) code: u32,
    /// Abbreviation id and the abbreviation, if one was used.
    pub(super) abbrev: Option<(u32, &'r Abbrev)>,
    pub(super) ops: &'r [u64],
    pub(super) blob: Option<Range<usize>>,
    /// Bit where the record starts, that after its abbreviation id, and that where it ends.
    pub(super) bits: (u64, u64, u64),
    /// Byte where the content of the block starts.
    pub(super) block_start: u64,
}

fn printable(byte: u8) -> bool {
    matches!(byte, b' '..=b'~')
}

impl Line<'_, '_> {
    /// Prints everything after the name. `index_at` is the position of the index, from the block's last METADATA_INDEX_OFFSET.
    #[inline(always)]
    pub(super) fn print(&self, out: &mut Out<'_>, indent: &[u8], index_at: &mut u64, hashed: &mut Option<Hashed>) -> Outcome<()> {
        if let Some((id, _)) = self.abbrev {
            out.abbreviation(id)?;
        }
        out.ops(self.ops)?;
        if self.block == schema::metadata::ID && matches!(self.code, METADATA_INDEX_OFFSET | METADATA_INDEX) {
            self.index(out, index_at)?;
        }
        if self.block == schema::module::ID && self.code == MODULE_HASH && self.options.check_hash.is_some() {
            self.hash(out, hashed)?;
        }
        if let Some((_, abbrev)) = self.abbrev
            && let Tail::Array(_) = abbrev.tail()
        {
            out.chunk(b"/>")?;
            let chars = self.ops.get(abbrev.steps().len()..).unwrap_or_default();
            if chars.iter().all(|&c| printable(c as u8)) {
                out.bytes(b" record string = '")?;
                out.chars(chars)?;
                out.bytes(b"'")?;
            }
            return Ok(out.chunk(b"\n")?);
        }
        if self.blob.is_none() {
            return Ok(out.chunk(b"/>\n")?);
        }
        out.chunk(b"/>")?;
        if let Some(range) = &self.blob {
            let blob = self.data.get(range.clone()).unwrap_or_default();
            if self.block == schema::metadata::ID && self.code == METADATA_STRINGS {
                self.strings(blob, out, indent)?;
            } else {
                self.blob(blob, out)?;
            }
        }
        out.chunk(b"\n")?;
        Ok(())
    }

    #[inline(never)]
    fn index(&self, out: &mut Out<'_>, index_at: &mut u64) -> Outcome<()> {
        let (start, _, end) = self.bits;
        if self.code == METADATA_INDEX_OFFSET {
            match self.ops {
                [low, high] => *index_at = end.wrapping_add(low.wrapping_add(high << 32)),
                _ => out.text("(Invalid record)")?,
            }
        } else if *index_at == start {
            out.text(" (offset match)")?;
        } else {
            out.text(&format!(" (offset mismatch: {index_at} vs {start})"))?;
        }
        Ok(())
    }

    /// Compares the hash of a module with that of the bytes of its block up to the record.
    #[inline(never)]
    fn hash(&self, out: &mut Out<'_>, hashed: &mut Option<Hashed>) -> Outcome<()> {
        if self.ops.len() != 5 {
            out.text(" (invalid)")?;
            return Ok(());
        }
        let start = usize::try_from(self.block_start).unwrap_or(usize::MAX);
        let end = usize::try_from(self.bits.1 / 8).unwrap_or(usize::MAX);
        // A block may have many such records: what was hashed for the one before is not hashed again.
        let (mut hasher, from) =
            hashed.take().unwrap_or_else(|| (Sha1::new_with_prefix(self.options.check_hash.unwrap_or_default()), start));
        hasher.update(self.data.get(from..end).unwrap_or_default());
        *hashed = Some((hasher.clone(), from.max(end)));
        let recorded = self.ops.iter().flat_map(|&op| (op as u32).to_be_bytes());
        let same = hasher.finalize().iter().copied().eq(recorded);
        out.text(if same { " (match)" } else { " (!mismatch!)" })?;
        Ok(())
    }

    #[inline(never)]
    fn blob(&self, blob: &[u8], out: &mut Out<'_>) -> Outcome<()> {
        out.text(" blob data = ")?;
        if self.options.show_binary_blobs {
            out.text("'")?;
            out.escaped(blob)?;
            out.text("'")?;
        } else if blob.iter().all(|&c| printable(c)) {
            out.text("'")?;
            out.bytes(blob)?;
            out.text("'")?;
        } else {
            out.text(&format!("unprintable, {} bytes.", blob.len()))?;
        }
        Ok(())
    }

    /// The strings of metadata: lengths in vbr6, then the characters of all.
    #[inline(never)]
    fn strings(&self, blob: &[u8], out: &mut Out<'_>, indent: &[u8]) -> Outcome<()> {
        if blob.is_empty() {
            return Err(Fault::content("Cannot decode empty blob."));
        }
        let &[count, offset] = self.ops else {
            return Err(Fault::content("Decoding metadata strings blob needs two record entries."));
        };
        let (mut count, offset) = (count as u32, offset as u32 as usize);
        out.text(&format!(" num-strings = {count} {{\n"))?;
        let (lengths, mut chars) = blob.split_at(offset.min(blob.len()));
        let mut lengths = Bits::new(lengths);
        // A count of 0 underflows in the tool: it continues until the lengths end.
        loop {
            if lengths.at_end() {
                return Err(Fault::content("bad length"));
            }
            let len = lengths.vbr32(6)? as usize;
            let Some((string, rest)) = chars.split_at_checked(len) else {
                return Err(Fault::content("truncated chars"));
            };
            out.bytes(indent)?;
            out.bytes(b"    '")?;
            out.escaped(string)?;
            out.bytes(b"'\n")?;
            chars = rest;
            count = count.wrapping_sub(1);
            if count == 0 {
                break;
            }
        }
        out.bytes(indent)?;
        out.bytes(b"  }")?;
        Ok(())
    }
}
