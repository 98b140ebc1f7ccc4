//! The writer: turns blocks, abbreviations, records and events into bytes.
use std::sync::Arc;

use crate::bits::sink::{LateWord, Run};
use crate::bits::{Cursor, Sink};
use crate::error::{Error, Result};
use crate::limits::{LimitName, Limits};
use crate::stream::abbrev::{Abbrev, AbbrevOp, CHAR6_CODES, Step, Tail, char6_code};
use crate::stream::blockinfo::BlockInfo;
use crate::stream::event::{Event, Item, RawBits};
use crate::stream::{
    BLOCK_ID_WIDTH, BLOCKINFO, CODE_LEN_WIDTH, DEFINE_ABBREV, END_BLOCK, ENTER_SUBBLOCK, FIRST_ABBREV, TOP_LEVEL_WIDTH, UNABBREV_RECORD,
};

/// An open block.
struct Scope {
    block: u32,
    width: u32,
    inherited: Option<Arc<Vec<Abbrev>>>,
    local: Vec<Abbrev>,
    outer_info: Arc<BlockInfo>,
    /// Bit position of the length word in the sink.
    length_at: u64,
    /// What had been left out before the block.
    left_out: u64,
}

/// Writes a stream to memory.
///
/// ```
/// use bctk_bitstream::stream::{Abbrev, AbbrevOp, StreamWriter};
/// let mut w = StreamWriter::new();
/// w.magic(*b"BC\xC0\xDE");
/// w.enter_block(8, 3)?;
/// let abbrev = w.define_abbrev(Abbrev::new(vec![AbbrevOp::Literal(2), AbbrevOp::Array, AbbrevOp::Char6])?)?;
/// w.record(abbrev, 2, &[u64::from(b'a'), u64::from(b'b')], None)?;
/// w.record(3, 1, &[1, 2, 300], None)?; // 3: without abbreviation
/// w.end_block()?;
/// assert_eq!(w.finish()?.len() % 4, 0);
/// # Ok::<(), bctk_bitstream::Error>(())
/// ```
pub struct StreamWriter {
    sink: Sink,
    scopes: Vec<Scope>,
    /// Current width of abbreviation ids.
    width: u32,
    info: Arc<BlockInfo>,
    limits: Limits,
    /// Bits that are left out so far, see [`StreamWriter::leave_out`].
    left_out: u64,
    gaps: Vec<Gap>,
}

/// Words of a stream that [`StreamWriter::leave_out`] left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Gap {
    /// How many bytes of what was written come before them.
    pub at: usize,
    /// Their number.
    pub words: u64,
}

impl Default for StreamWriter {
    fn default() -> StreamWriter {
        StreamWriter::after(Vec::new())
    }
}

impl StreamWriter {
    /// An empty stream.
    pub fn new() -> StreamWriter {
        StreamWriter::default()
    }

    /// A stream after `prefix`, such as a wrapper header; bit positions and alignment count from its end.
    pub fn after(prefix: Vec<u8>) -> StreamWriter {
        StreamWriter {
            sink: Sink::after(prefix),
            scopes: Vec::new(),
            width: TOP_LEVEL_WIDTH,
            info: Arc::default(),
            limits: Limits::default(),
            left_out: 0,
            gaps: Vec::new(),
        }
    }

    /// A separately written piece of a stream, to be inserted at a word boundary in a block with abbreviation ids of `width` bits, where
    /// `info` is known. It follows `before`, other such pieces.
    pub fn within(info: Arc<BlockInfo>, width: u32, before: Vec<u8>) -> StreamWriter {
        StreamWriter { width, info, ..StreamWriter::after(before) }
    }

    /// Bits written, without the prefix; those that are left out count.
    pub fn position(&self) -> u64 {
        self.sink.position() + self.left_out
    }

    /// Goes on `words` words later, as if they had been written. Whoever puts the stream together has them, and inserts them: a copy of
    /// blocks need not pass through memory. [`StreamWriter::gaps`] tells where they belong.
    ///
    /// # Errors
    /// Malformed, if the position is not at a whole word.
    pub fn leave_out(&mut self, words: u64) -> Result<()> {
        let at = self.sink.position();
        if !at.is_multiple_of(32) {
            return Err(Error::malformed("expected a whole word before words that are left out").at(self.position()));
        }
        let at = (at / 8) as usize;
        match self.gaps.last_mut().filter(|last| last.at == at) {
            Some(last) => last.words += words,
            None => self.gaps.push(Gap { at, words }),
        }
        self.left_out += words * 32;
        Ok(())
    }

    /// Writes the header of a block whose contents, `words` words with its end, are left out as by [`StreamWriter::leave_out`]. The
    /// contents have abbreviation ids of `width` bits.
    ///
    /// # Errors
    /// Limit, if the block has 2^32 words or more.
    pub fn leave_out_block(&mut self, block: u32, width: u32, words: u64) -> Result<()> {
        let length = u32::try_from(words).map_err(|_| Error::too_large("a block of 2^32 words or more"))?;
        block_header(&mut self.sink, self.width, block, width)?;
        self.sink.fixed(32, u64::from(length))?;
        self.leave_out(words)
    }

    /// What was left out, in order.
    pub fn gaps(&self) -> &[Gap] {
        &self.gaps
    }

    /// Sets the contents of BLOCKINFO, for a stream whose BLOCKINFO is left out.
    pub fn set_block_info(&mut self, info: Arc<BlockInfo>) {
        self.info = info;
    }

    /// Passes what has been written since bit `bit` to `f`, in one or two pieces, as long as both positions are at whole bytes, and nothing is
    /// left out.
    pub fn since(&self, bit: u64, f: impl FnMut(&[u8])) {
        self.sink.since(bit, f);
    }

    /// How many bytes of it are in memory.
    pub fn held(&self) -> usize {
        self.sink.held()
    }

    /// Passes the words that are in memory to `take`, so that a long stream need not stay there. The lengths of blocks that are open are still
    /// missing, see [`StreamWriter::late_words`].
    ///
    /// # Errors
    /// Those of `take`.
    pub fn take_words<E>(&mut self, take: impl FnOnce(&[u8]) -> std::result::Result<(), E>) -> std::result::Result<(), E> {
        self.sink.take_words(take)
    }

    /// Says that the 32 bits at `bit`, which may lie in two words, are patched after they have been taken.
    pub fn patched_late(&mut self, bit: u64) {
        self.sink.patched_late(bit);
    }

    /// The words that became known after [`StreamWriter::take_words`] had passed on what was in their place: the lengths of blocks, and those that
    /// [`StreamWriter::patch32`] changed.
    pub fn late_words(&mut self) -> Vec<LateWord> {
        self.sink.late_words()
    }

    /// Number of open blocks.
    pub fn depth(&self) -> usize {
        self.scopes.len()
    }

    /// The contents of the BLOCKINFO block that was written.
    pub fn block_info(&self) -> &Arc<BlockInfo> {
        &self.info
    }

    /// Width of abbreviation ids in the innermost block.
    #[inline]
    pub fn width(&self) -> u32 {
        self.width
    }

    /// Writes a magic number.
    pub fn magic(&mut self, magic: [u8; 4]) {
        self.sink.bytes(&magic);
    }

    /// Overwrites 32 bits, such as the offset of a block that is only known now.
    ///
    /// # Errors
    /// Malformed, if nothing has been written there.
    pub fn patch32(&mut self, bit: u64, value: u32) -> Result<()> {
        let mut left_out = 0;
        for gap in &self.gaps {
            let start = gap.at as u64 * 8 + left_out;
            if bit < start {
                break;
            }
            left_out += gap.words * 32;
            if bit < start + gap.words * 32 {
                return Err(Error::malformed("expected a word that was written").at(bit));
            }
        }
        self.sink.patch32(bit - left_out, value)
    }

    /// Opens a block whose abbreviation ids have `width` bits.
    ///
    /// # Errors
    /// Limit, if `width` is not 2..=32 or too many blocks are open.
    pub fn enter_block(&mut self, block: u32, width: u32) -> Result<()> {
        let outer_width = self.width;
        block_header(&mut self.sink, outer_width, block, width)?;
        self.opened(block, width)
    }

    /// Registers a block whose header has been written, and reserves its length word.
    fn opened(&mut self, block: u32, width: u32) -> Result<()> {
        if !(2..=32).contains(&width) {
            return Err(Error::too_large(format!("abbreviation ids of {width} bits; 2 to 32 are allowed")));
        }
        if self.scopes.len() >= self.limits.block_depth {
            return Err(Error::beyond(LimitName::BlockDepth, &self.limits, "blocks nested too deep"));
        }
        let length_at = self.sink.position();
        self.sink.fixed(32, 0)?;
        let outer_info = self.info.clone();
        let mut inherited = None;
        if block == BLOCKINFO {
            self.info = Arc::default();
        } else {
            inherited = self.info.get(block).map(|entry| entry.abbrevs.clone());
        }
        let left_out = self.left_out;
        self.scopes.push(Scope { block, width, inherited, local: Vec::new(), outer_info, length_at, left_out });
        self.width = width;
        Ok(())
    }

    /// Closes the innermost block and sets its length.
    ///
    /// # Errors
    /// Malformed, if no block is open; Limit, if the block has 2^32 words or more.
    pub fn end_block(&mut self) -> Result<()> {
        end_marker(&mut self.sink, self.width)?;
        self.closed(None)
    }

    /// Notes the end of a block whose end marker has been written.
    fn closed(&mut self, declared_words: Option<u32>) -> Result<()> {
        let Some(scope) = self.scopes.pop() else {
            return Err(Error::malformed("expected an open block to end").at(self.sink.position()));
        };
        let words = (self.sink.position() - scope.length_at + self.left_out - scope.left_out) / 32 - 1;
        let words = match declared_words {
            Some(words) => words,
            None => u32::try_from(words).map_err(|_| Error::too_large("a block of 2^32 words or more"))?,
        };
        self.sink.patch32(scope.length_at, words)?;
        self.width = self.scopes.last().map_or(TOP_LEVEL_WIDTH, |scope| scope.width);
        if scope.block != BLOCKINFO {
            self.info = scope.outer_info;
        }
        Ok(())
    }

    /// Writes a definition of an abbreviation and returns its id. Inside BLOCKINFO, it belongs to the block named by SETBID, and its id
    /// there is returned.
    ///
    /// # Errors
    /// Malformed, inside BLOCKINFO before SETBID; Limit.
    pub fn define_abbrev(&mut self, abbrev: Abbrev) -> Result<u32> {
        definition(&mut self.sink, self.width, &abbrev)?;
        self.defined(abbrev)
    }

    fn defined(&mut self, abbrev: Abbrev) -> Result<u32> {
        let Some(scope) = self.scopes.last_mut() else {
            return Err(Error::malformed("expected an open block to define an abbreviation in").at(self.sink.position()));
        };
        if scope.block == BLOCKINFO {
            let info = Arc::make_mut(&mut self.info);
            return Ok(FIRST_ABBREV + info.add_abbrev(abbrev, &self.limits)? as u32);
        }
        if scope.local.len() >= self.limits.abbreviations {
            return Err(Error::beyond(LimitName::Abbreviations, &self.limits, "too many abbreviations in one block"));
        }
        scope.local.push(abbrev);
        let inherited = scope.inherited.as_ref().map_or(0, |inherited| inherited.len());
        Ok(FIRST_ABBREV + (inherited + scope.local.len()) as u32 - 1)
    }

    /// The definition of the abbreviation `abbrev` of the innermost block.
    ///
    /// # Errors
    /// Malformed, if there is none.
    pub fn abbrev(&self, abbrev: u32) -> Result<&Abbrev> {
        abbrev_of(self.scopes.last(), abbrev)
    }

    /// Writes a record with the abbreviation `abbrev` of the innermost block, or without one for [`UNABBREV_RECORD`].
    ///
    /// # Errors
    /// Malformed, if the abbreviation is not defined or does not fit the record.
    #[inline]
    pub fn record(&mut self, abbrev: u32, code: u32, ops: &[u64], blob: Option<&[u8]>) -> Result<()> {
        if abbrev == UNABBREV_RECORD {
            unabbreviated(&mut self.sink, self.width, code, ops)?;
        } else {
            self.abbreviated(abbrev, code, ops, blob)?;
        }
        self.recorded(code, ops)
    }

    fn abbreviated(&mut self, abbrev: u32, code: u32, ops: &[u64], blob: Option<&[u8]>) -> Result<()> {
        let definition = abbrev_of(self.scopes.last(), abbrev)?;
        abbreviated(&mut self.sink, self.width, abbrev, definition, code, ops, blob)
    }

    /// Writes a record whose blob is these pieces, one after the other.
    ///
    /// # Errors
    /// As [`StreamWriter::record`].
    pub fn record_of_pieces<'b>(
        &mut self,
        abbrev: u32,
        code: u32,
        ops: &[u64],
        pieces: impl Iterator<Item = &'b [u8]> + Clone,
    ) -> Result<()> {
        let definition = abbrev_of(self.scopes.last(), abbrev)?;
        let len = pieces.clone().map(<[u8]>::len).sum();
        if fields(&mut self.sink, self.width, abbrev, definition, code, ops, Some(len))? {
            self.sink.align32();
            self.sink.reserve(len + 8);
            pieces.for_each(|piece| self.sink.bytes(piece));
            self.sink.align32();
        }
        self.recorded(code, ops)
    }

    /// Writes a record whose abbreviation has but an array for its operands, which are these.
    ///
    /// # Errors
    /// As [`StreamWriter::record`].
    pub fn record_of_array(&mut self, abbrev: u32, code: u32, ops: impl ExactSizeIterator<Item = u64>) -> Result<()> {
        let definition = abbrev_of(self.scopes.last(), abbrev)?;
        let Tail::Array(element) = definition.tail() else { return Err(unusable("an array")) };
        if !definition.steps().is_empty() {
            return Err(too_few());
        }
        self.sink.run(|run| {
            run.fixed(self.width, u64::from(abbrev))?;
            scalar(run, definition.code(), u64::from(code))?;
            run.vbr_of::<6>(ops.len() as u64);
            for op in ops {
                scalar(run, element, op)?;
            }
            Ok(())
        })
    }

    /// Writes a record whose operands are `numbers` and the bytes of `text`, outside of BLOCKINFO, as [`StreamWriter::record`] does.
    ///
    /// # Errors
    /// As [`StreamWriter::record`].
    pub fn record_of_text(&mut self, abbrev: u32, code: u32, numbers: &[u64], text: &[u8]) -> Result<()> {
        let width = self.width;
        if abbrev == UNABBREV_RECORD {
            self.sink.run(|run| {
                run.fixed(width, u64::from(UNABBREV_RECORD))?;
                run.vbr_of::<6>(u64::from(code));
                run.vbr_of::<6>((numbers.len() + text.len()) as u64);
                numbers.iter().for_each(|&number| run.vbr_of::<6>(number));
                text.iter().for_each(|&c| run.vbr_of::<6>(u64::from(c)));
                Ok(())
            })
        } else {
            let definition = abbrev_of(self.scopes.last(), abbrev)?;
            let Tail::Array(element) = definition.tail() else { return Err(unusable("an array")) };
            if definition.steps().len() != numbers.len() {
                return Err(too_few());
            }
            self.sink.run(|run| {
                run.fixed(width, u64::from(abbrev))?;
                scalar(run, definition.code(), u64::from(code))?;
                definition.steps().iter().zip(numbers).try_for_each(|(&step, &number)| scalar(run, step, number))?;
                run.vbr_of::<6>(text.len() as u64);
                characters(run, element, text)
            })
        }
    }

    /// Writes a record by the abbreviation `abbrev`, outside of BLOCKINFO. `write` writes its fields as the abbreviation says, without literals.
    ///
    /// # Errors
    /// Those of `write`.
    #[inline(always)]
    pub fn record_by(&mut self, abbrev: u32, write: impl FnOnce(&mut Run<'_>) -> Result<()>) -> Result<()> {
        let width = self.width;
        self.sink.run(|run| {
            run.fixed(width, u64::from(abbrev))?;
            write(run)
        })
    }

    /// Writes records that were encoded elsewhere: the first `bits` bits of `bytes`, with the innermost block's width of abbreviation ids
    /// and no dependence on their position.
    ///
    /// # Errors
    /// Truncated, if there are fewer bits.
    pub fn append(&mut self, bytes: &[u8], bits: u64) -> Result<()> {
        self.sink.bits(bytes, bits)
    }

    #[inline]
    fn recorded(&mut self, code: u32, ops: &[u64]) -> Result<()> {
        if self.scopes.last().is_some_and(|scope| scope.block == BLOCKINFO) {
            Arc::make_mut(&mut self.info).add_record(code, ops, &self.limits)?;
        }
        Ok(())
    }

    /// Writes an event. Its original bits are used if they differ from the usual encoding and it has the same position within a word.
    ///
    /// # Errors
    /// Those of the other methods.
    pub fn item(&mut self, item: &Item<'_>) -> Result<()> {
        let raw = item.verbatim.as_ref().filter(|raw| raw.offset() == (self.sink.position() % 32) as u32);
        let Some(raw) = raw else {
            return self.event(&item.event);
        };
        let mut cursor = Cursor::new(raw.bytes());
        cursor.seek(u64::from(raw.offset()))?;
        self.sink.copy_bits(&mut cursor, u64::from(raw.offset()) + raw.len())?;
        match &item.event {
            Event::EnterBlock { block, width } => self.opened(*block, *width),
            Event::EndBlock { declared_words } => self.closed(*declared_words),
            Event::DefineAbbrev(abbrev) => self.defined(abbrev.clone()).map(drop),
            Event::Record { code, ops, .. } => self.recorded(*code, ops),
            Event::Prefix(_) | Event::Magic(_) | Event::Trailing(_) => Ok(()),
        }
    }

    /// Writes an event as this crate would.
    ///
    /// # Errors
    /// Those of the other methods; Malformed for a prefix that is not first.
    pub fn event(&mut self, event: &Event<'_>) -> Result<()> {
        match event {
            Event::Prefix(bytes) => {
                if self.sink.position() != 0 {
                    return Err(Error::malformed("expected the prefix first").at(self.sink.position()));
                }
                self.sink = Sink::after(bytes.to_vec());
                Ok(())
            }
            Event::Magic(magic) => {
                self.magic(*magic);
                Ok(())
            }
            Event::EnterBlock { block, width } => self.enter_block(*block, *width),
            Event::EndBlock { declared_words } => {
                end_marker(&mut self.sink, self.width)?;
                self.closed(*declared_words)
            }
            Event::DefineAbbrev(abbrev) => self.define_abbrev(abbrev.clone()).map(drop),
            Event::Record { abbrev, code, ops, blob } => self.record(*abbrev, *code, ops, *blob),
            Event::Trailing(bytes) => {
                self.sink.bytes(bytes);
                Ok(())
            }
        }
    }

    /// The bytes.
    ///
    /// # Errors
    /// Malformed, if a block is still open.
    pub fn finish(self) -> Result<Vec<u8>> {
        if !self.scopes.is_empty() {
            return Err(Error::malformed("expected the end of every block").at(self.sink.position()));
        }
        Ok(self.sink.finish())
    }
}

/// The definition of the abbreviation `abbrev` in a block.
fn abbrev_of(scope: Option<&Scope>, abbrev: u32) -> Result<&Abbrev> {
    let found = scope.and_then(|scope| {
        let index = abbrev.wrapping_sub(FIRST_ABBREV) as usize;
        let inherited = scope.inherited.as_ref().map_or(&[][..], |inherited| inherited);
        inherited.get(index).or_else(|| scope.local.get(index.wrapping_sub(inherited.len())))
    });
    found.ok_or_else(|| Error::malformed(format!("expected an abbreviation that is defined, found id {abbrev}")))
}

/// Writes the header of a block but for its length word.
pub(crate) fn block_header(sink: &mut Sink, outer_width: u32, block: u32, width: u32) -> Result<()> {
    sink.fixed(outer_width, u64::from(ENTER_SUBBLOCK))?;
    sink.vbr(BLOCK_ID_WIDTH, u64::from(block))?;
    sink.vbr(CODE_LEN_WIDTH, u64::from(width))?;
    sink.align32();
    Ok(())
}

/// Writes the end of a block.
pub(crate) fn end_marker(sink: &mut Sink, width: u32) -> Result<()> {
    sink.fixed(width, u64::from(END_BLOCK))?;
    sink.align32();
    Ok(())
}

/// Writes a definition of an abbreviation.
pub(crate) fn definition(sink: &mut Sink, width: u32, abbrev: &Abbrev) -> Result<()> {
    sink.fixed(width, u64::from(DEFINE_ABBREV))?;
    sink.vbr(5, abbrev.ops().len() as u64)?;
    for &op in abbrev.ops() {
        let (encoding, data) = match op {
            AbbrevOp::Literal(value) => {
                sink.fixed(1, 1)?;
                sink.vbr(8, value)?;
                continue;
            }
            AbbrevOp::Fixed(width) => (1, Some(width)),
            AbbrevOp::Vbr(width) => (2, Some(width)),
            AbbrevOp::Array => (3, None),
            AbbrevOp::Char6 => (4, None),
            AbbrevOp::Blob => (5, None),
        };
        sink.fixed(1, 0)?;
        sink.fixed(3, encoding)?;
        if let Some(data) = data {
            sink.vbr(5, u64::from(data))?;
        }
    }
    Ok(())
}

/// Writes a record without abbreviation. `width` is that of the block's abbreviation ids.
///
/// # Errors
/// Malformed, if `width` is none that a block can have.
#[inline]
pub fn unabbreviated(sink: &mut Sink, width: u32, code: u32, ops: &[u64]) -> Result<()> {
    sink.run(|run| {
        run.fixed(width, u64::from(UNABBREV_RECORD))?;
        run.vbr_of::<6>(u64::from(code));
        run.vbr_of::<6>(ops.len() as u64);
        ops.iter().for_each(|&op| run.vbr_of::<6>(op));
        Ok(())
    })
}

/// Writes a record by `abbrev`, with the id `id`, or without one. `width` is that of the block's abbreviation ids.
///
/// # Errors
/// Malformed, if the abbreviation does not fit the record.
pub fn record(sink: &mut Sink, width: u32, id: u32, abbrev: Option<&Abbrev>, code: u32, ops: &[u64], blob: Option<&[u8]>) -> Result<()> {
    match abbrev {
        Some(abbrev) => abbreviated(sink, width, id, abbrev, code, ops, blob),
        None => unabbreviated(sink, width, code, ops),
    }
}

/// Writes a record by the abbreviation `abbrev`, with the id `id`.
#[inline]
pub(crate) fn abbreviated(
    sink: &mut Sink,
    width: u32,
    id: u32,
    abbrev: &Abbrev,
    code: u32,
    ops: &[u64],
    blob: Option<&[u8]>,
) -> Result<()> {
    if fields(sink, width, id, abbrev, code, ops, blob.map(<[u8]>::len))?
        && let Some(blob) = blob
    {
        sink.align32();
        sink.bytes(blob);
        sink.align32();
    }
    Ok(())
}

/// Writes a record but for its blob, of so many bytes; returns whether it has one.
#[inline]
fn fields(sink: &mut Sink, width: u32, id: u32, abbrev: &Abbrev, code: u32, ops: &[u64], blob: Option<usize>) -> Result<bool> {
    sink.run(|run| {
        run.fixed(width, u64::from(id))?;
        scalar(run, abbrev.code(), u64::from(code))?;
        let Some((plain, rest)) = ops.split_at_checked(abbrev.steps().len()) else { return Err(too_few()) };
        for (&step, &op) in abbrev.steps().iter().zip(plain) {
            scalar(run, step, op)?;
        }
        match abbrev.tail() {
            Tail::None if rest.is_empty() => Ok(false),
            Tail::None => Err(too_many()),
            Tail::Unusable(expected) => Err(unusable(expected)),
            Tail::Array(element) => {
                run.vbr_of::<6>(rest.len() as u64);
                for &op in rest {
                    scalar(run, element, op)?;
                }
                Ok(false)
            }
            Tail::Blob => {
                let Some(blob) = blob.filter(|_| rest.is_empty()) else { return Err(no_blob()) };
                run.vbr_of::<6>(blob as u64);
                Ok(true)
            }
        }
    })
}

/// Writes the elements of an array of characters, eight of them as one field.
#[inline(always)]
fn characters(run: &mut Run<'_>, element: Step, text: &[u8]) -> Result<()> {
    match element {
        Step::Char6 => characters_of::<6>(run, text, |c| CHAR6_CODES[usize::from(c)]),
        Step::Fixed(7) => characters_of::<7>(run, text, |c| c),
        Step::Fixed(8) => characters_of::<8>(run, text, |c| c),
        _ => text.iter().try_for_each(|&c| scalar(run, element, u64::from(c))),
    }
}

/// Writes characters by their codes, which must have `W` bits.
#[inline(always)]
fn characters_of<const W: u32>(run: &mut Run<'_>, text: &[u8], code: impl Fn(u8) -> u8) -> Result<()> {
    let (chunks, rest) = text.as_chunks::<8>();
    for chunk in chunks {
        let (mut bits, mut all) = (0, 0);
        for (at, &c) in (0..).zip(chunk) {
            let code = code(c);
            all |= code;
            bits |= u64::from(code) << (at * W);
        }
        if u32::from(all) >> W != 0 {
            return Err(no_characters(W, chunk));
        }
        run.put(8 * W, bits);
    }
    let (mut bits, mut all) = (0, 0);
    for &c in rest.iter().rev() {
        let code = code(c);
        all |= code;
        bits = bits << W | u64::from(code);
    }
    if u32::from(all) >> W != 0 {
        return Err(no_characters(W, rest));
    }
    run.put(W * rest.len() as u32, bits);
    Ok(())
}

#[inline(always)]
fn scalar(run: &mut Run<'_>, step: Step, value: u64) -> Result<()> {
    match step {
        Step::Literal(literal) if literal == value => Ok(()),
        Step::Literal(literal) => Err(no_literal(literal, value)),
        Step::Fixed(width) => run.fixed(u32::from(width), value),
        Step::Vbr(width) => run.vbr(u32::from(width), value),
        Step::Char6 => match char6_code(value) {
            Some(code) => run.fixed(6, u64::from(code)),
            None => Err(no_char6(value)),
        },
    }
}

#[cold]
#[inline(never)]
fn too_few() -> Error {
    Error::malformed("expected an operand for every field of the abbreviation")
}

#[cold]
#[inline(never)]
fn too_many() -> Error {
    Error::malformed("expected no more operands than the abbreviation has fields")
}

#[cold]
#[inline(never)]
fn unusable(expected: &str) -> Error {
    Error::malformed(format!("expected {expected} in the abbreviation of a record"))
}

#[cold]
#[inline(never)]
fn no_blob() -> Error {
    Error::malformed("expected a blob after the operands")
}

#[cold]
#[inline(never)]
fn no_literal(literal: u64, value: u64) -> Error {
    Error::malformed(format!("expected the literal {literal} of the abbreviation, found {value}"))
}

#[cold]
#[inline(never)]
fn no_characters(width: u32, text: &[u8]) -> Error {
    Error::malformed(format!("expected characters of {width} bits, found {:?}", String::from_utf8_lossy(text)))
}

#[cold]
#[inline(never)]
fn no_char6(value: u64) -> Error {
    Error::malformed(format!("expected a character of Char6, found {value}"))
}

impl RawBits {
    /// Whether `encode` writes the same bits at the same position within a word.
    pub(crate) fn are(&self, encode: impl FnOnce(&mut Sink) -> Result<()>) -> bool {
        let mut sink = Sink::new();
        let encoded = sink.fixed(self.offset(), 0).and_then(|()| encode(&mut sink));
        if encoded.is_err() || sink.position() != u64::from(self.offset()) + self.len() {
            return false;
        }
        // Both start with `offset` zeros and pad the last byte with zeros.
        sink.finish() == self.bytes()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Texts of all lengths around those that are written as one field, by abbreviations for characters of each kind.
    #[test]
    fn records_of_text_are_those_of_operands() {
        use AbbrevOp::{Array, Char6, Fixed, Literal, Vbr};
        let texts: [&[u8]; 3] = [b"a.Z_09bcdefghijklmnopqrst", b"with-a b\x7F@$%^&*()!{}[]<>,", b"\xE9\x80\xFF and all of the others"];
        for (element, fitting) in [(Char6, 1), (Fixed(7), 2), (Fixed(8), 3), (Vbr(6), 3)] {
            for (number, text) in texts.into_iter().enumerate() {
                for len in 0..text.len() {
                    for numbers in [&[][..], &[7], &[7, 300]] {
                        let text = &text[..len];
                        let ops: Vec<u64> = numbers.iter().copied().chain(text.iter().map(|&c| u64::from(c))).collect();
                        let written = |write: &dyn Fn(&mut StreamWriter, u32) -> Result<()>, is_abbreviated: bool| {
                            let mut writer = StreamWriter::new();
                            writer.enter_block(8, 4)?;
                            let fields = numbers.iter().map(|_| Vbr(8)).chain([Array, element]);
                            let abbrev = writer.define_abbrev(Abbrev::new(std::iter::once(Literal(1)).chain(fields).collect())?)?;
                            write(&mut writer, if is_abbreviated { abbrev } else { UNABBREV_RECORD })?;
                            writer.end_block()?;
                            writer.finish()
                        };
                        for is_abbreviated in [false, true] {
                            let expected = written(&|writer, abbrev| writer.record(abbrev, 1, &ops, None), is_abbreviated);
                            let found = written(&|writer, abbrev| writer.record_of_text(abbrev, 1, numbers, text), is_abbreviated);
                            assert_eq!(found.as_ref().ok(), expected.as_ref().ok(), "{element:?}, {numbers:?}, {text:?}");
                            assert!(expected.is_ok() || is_abbreviated && number >= fitting, "{element:?}, {text:?}");
                        }
                    }
                }
            }
        }
        let mut writer = StreamWriter::new();
        writer.enter_block(8, 4).unwrap();
        let abbrev = writer.define_abbrev(Abbrev::new(vec![Literal(1), Vbr(8), Array, Char6]).unwrap()).unwrap();
        assert!(writer.record_of_text(abbrev, 1, &[], b"a").is_err());
        assert!(writer.record_of_text(abbrev, 1, &[1, 2], b"a").is_err());
        assert!(writer.record_of_text(abbrev, 2, &[1], b"a").is_err());
    }
}
