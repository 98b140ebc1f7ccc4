//! Records as the writer makes them: typed rows of the schema, in the abbreviation that fits.
use crate::error::Result;
use crate::schema::{Operands, Record};
use crate::stream::{Abbrev, StreamWriter, UNABBREV_RECORD};

/// How LLVM's writer makes operands of characters, which are signed on most of its hosts: readers take the low eight bits of them all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Chars {
    /// By their byte.
    Unsigned,
    /// Extended to 32 bits (`writeStringRecord`).
    Signed32,
    /// Extended to 64 bits, where they are appended to operands of that width.
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
}

impl Emitter {
    /// Goes on with `stream`.
    pub(super) fn new(stream: StreamWriter) -> Emitter {
        Emitter { stream, operands: Operands { relative: true, ..Operands::default() } }
    }

    /// Sets the number of the next value, from which relative value numbers count back.
    #[inline]
    pub(super) fn set_next_value(&mut self, number: u32) {
        self.operands.next_value = number;
    }

    /// Opens a block.
    pub(super) fn enter(&mut self, block: u32, width: u32) -> Result<()> {
        self.stream.enter_block(block, width)
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

    /// Writes a record by the abbreviation `abbrev`.
    #[inline]
    pub(super) fn record_as<'r, R: Record<'r>>(&mut self, abbrev: u32, record: &R) -> Result<()> {
        self.operands.ops.clear();
        record.encode(&mut self.operands);
        self.stream.record(abbrev, R::ROW.code, &self.operands.ops, None)
    }

    /// Writes a record of operands that stand ready, for rows that are one list.
    pub(super) fn operands(&mut self, abbrev: u32, code: u32, ops: &[u64]) -> Result<()> {
        self.stream.record(abbrev, code, ops, None)
    }

    /// Writes a record whose operands are the characters of `text`.
    pub(super) fn text(&mut self, abbrev: u32, code: u32, text: &[u8], chars: Chars) -> Result<()> {
        self.operands.ops.clear();
        self.operands.ops.extend(text.iter().map(|&c| chars.operand(c)));
        self.stream.record(abbrev, code, &self.operands.ops, None)
    }
}
