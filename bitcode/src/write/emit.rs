//! Emits records: typed rows of the schema, with the matching abbreviation.
use super::abbrevs::{self, Shared, SharedIds};
use crate::schema::abbrevs::block_width;
use crate::schema::{Operands, Record};
use bctk_bitstream::bits::sink::Run;
use bctk_bitstream::stream::{Abbrev, StreamWriter, UNABBREV_RECORD};
use bctk_bitstream::{Error, Result};

use bctk_ir::version::LlvmVersion;

/// How LLVM's writer converts characters to operands. They are signed on most of its hosts; readers use only the low eight bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Chars {
    /// By their byte.
    Unsigned,
    /// Extended to 32 bits (`writeStringRecord`).
    Signed32,
    /// Sign-extended to 64 bits, for characters appended to operands of that width.
    Signed64,
}

impl Chars {
    /// The operand of a character.
    #[inline]
    pub(super) fn operand(self, c: u8) -> u64 {
        match self {
            Chars::Unsigned => u64::from(c),
            Chars::Signed32 => u64::from(i32::from(c as i8) as u32),
            Chars::Signed64 => i64::from(c as i8) as u64,
        }
    }
}

/// A stream under way, with room for the operands of one record.
pub(super) struct Emitter {
    /// The stream itself, for blocks and blobs.
    pub(super) stream: StreamWriter,
    operands: Operands,
    llvm: LlvmVersion,
    ids: &'static SharedIds,
}

impl Emitter {
    /// Goes on with `stream`, as LLVM of this version writes it.
    pub(super) fn new(stream: StreamWriter, llvm: LlvmVersion) -> Emitter {
        let version = (!llvm.is_newest()).then_some(llvm);
        let operands = Operands { relative: true, version, ..Operands::default() };
        Emitter { stream, operands, llvm, ids: abbrevs::ids(llvm) }
    }

    /// The LLVM version whose output to write.
    pub(super) fn llvm(&self) -> LlvmVersion {
        self.llvm
    }

    /// The error for what the release cannot encode.
    #[cold]
    pub(super) fn lacks(&self, what: &str) -> Error {
        Error::unsupported(format!("LLVM {} does not have {what}", self.llvm))
    }

    /// Refuses what the release cannot encode, if it `is_used`.
    pub(super) fn check(&self, has: bool, is_used: bool, what: &str) -> Result<()> {
        if is_used && !has { Err(self.lacks(what)) } else { Ok(()) }
    }

    /// Sets the number of the next value; relative value numbers count back from it.
    #[inline]
    pub(super) fn set_next_value(&mut self, number: u32) {
        self.operands.next_value = number;
    }

    /// Opens a block.
    pub(super) fn enter(&mut self, block: u32, width: u32) -> Result<()> {
        self.stream.enter_block(block, width)
    }

    /// Opens a block with abbreviation ids of the usual width.
    pub(super) fn open(&mut self, block: u32) -> Result<()> {
        self.stream.enter_block(block, block_width(block, self.llvm))
    }

    /// Closes the innermost block.
    pub(super) fn end(&mut self) -> Result<()> {
        self.stream.end_block()
    }

    /// Defines an abbreviation in the innermost block and returns its id.
    pub(super) fn define(&mut self, abbrev: Abbrev) -> Result<u32> {
        self.stream.define_abbrev(abbrev)
    }

    /// Writes a record without abbreviation.
    #[inline]
    pub(super) fn record<'r, R: Record<'r>>(&mut self, record: &R) -> Result<()> {
        self.record_as(UNABBREV_RECORD, record)
    }

    /// Writes a record that releases before its first one did without.
    pub(super) fn record_if_known<'r, R: Record<'r>>(&mut self, record: &R) -> Result<()> {
        if R::ROW.since > self.llvm { Ok(()) } else { self.record(record) }
    }

    /// Writes a record by the abbreviation `abbrev`.
    #[inline]
    pub(super) fn record_as<'r, R: Record<'r>>(&mut self, abbrev: u32, record: &R) -> Result<()> {
        if R::ROW.since > self.llvm {
            return Err(self.lacks(&format!("the record {}", R::ROW.name)));
        }
        self.operands.ops.clear();
        record.encode(&mut self.operands);
        self.stream.record(abbrev, R::ROW.code, &self.operands.ops, None)
    }

    /// The id of an abbreviation of BLOCKINFO, or [`UNABBREV_RECORD`].
    pub(super) fn id(&self, abbrev: Shared) -> u32 {
        abbrev.id(self.ids)
    }

    /// Writes a record by an abbreviation of BLOCKINFO.
    #[inline]
    pub(super) fn record_by<'r, R: Record<'r>>(&mut self, abbrev: Shared, record: &R) -> Result<()> {
        self.record_as(abbrev.id(self.ids), record)
    }

    /// Writes a record of prepared operands, for rows that are a single list.
    pub(super) fn operands(&mut self, abbrev: u32, code: u32, ops: &[u64]) -> Result<()> {
        self.stream.record(abbrev, code, ops, None)
    }

    /// Writes a record of few operands without abbreviation, outside of BLOCKINFO.
    #[inline]
    pub(super) fn plain<const N: usize>(&mut self, code: u32, ops: [u64; N]) -> Result<()> {
        self.stream.record_by(UNABBREV_RECORD, |run| {
            start(run, code, N);
            ops.into_iter().for_each(|op| run.vbr_of::<6>(op));
            Ok(())
        })
    }

    /// Writes a record of numbers and a name.
    pub(super) fn named(&mut self, abbrev: u32, code: u32, numbers: &[u64], name: &[u8]) -> Result<()> {
        self.stream.record_of_text(abbrev, code, numbers, name)
    }

    /// Writes a record whose operands are the characters of `text`.
    pub(super) fn text(&mut self, abbrev: u32, code: u32, text: &[u8], chars: Chars) -> Result<()> {
        self.operands.ops.clear();
        self.operands.ops.extend(text.iter().map(|&c| chars.operand(c)));
        self.stream.record(abbrev, code, &self.operands.ops, None)
    }
}

/// Starts a record without abbreviation, inside [`StreamWriter::record_by`].
#[inline(always)]
pub(super) fn start(run: &mut Run<'_>, code: u32, operands: usize) {
    run.vbr_of::<6>(u64::from(code));
    run.vbr_of::<6>(operands as u64);
}
