//! The fast reader: decodes records into one reused buffer, enters or skips blocks by length, and can return to a block later.
use std::ops::Range;
use std::sync::Arc;

use crate::bits::Cursor;
use crate::bits::cursor::WINDOW;
use crate::error::{Error, Result};
use crate::limits::{LimitName, Limits};
use crate::stream::abbrev::{Abbrev, CHAR6, MAX_WIDTH, Step, Tail};
use crate::stream::blockinfo::BlockInfo;
use crate::stream::fast;
use crate::stream::fields::FieldReader;
use crate::stream::{
    BLOCK_ID_WIDTH, BLOCKINFO, CODE_LEN_WIDTH, DEFINE_ABBREV, END_BLOCK, ENTER_SUBBLOCK, FIRST_ABBREV, TOP_LEVEL_WIDTH, UNABBREV_RECORD,
};

/// One decoded record. The caller keeps and reuses it, so that reading does not allocate once it has grown.
#[derive(Clone, Debug, Default)]
pub struct RecordBuf {
    /// Record code.
    pub code: u32,
    /// Operands. Array elements follow the plain operands; the length of an array is not among them.
    pub ops: Vec<u64>,
    /// Abbreviation id, [`UNABBREV_RECORD`] if none was used.
    pub abbrev: u32,
    /// Bit offset of the record's abbreviation id.
    pub bit: u64,
    blob: Option<Range<usize>>,
}

impl RecordBuf {
    /// An empty buffer.
    pub fn new() -> RecordBuf {
        RecordBuf::default()
    }

    /// The blob of the record, if it has one. `data` is the reader's input.
    pub fn blob<'a>(&self, data: &'a [u8]) -> Option<&'a [u8]> {
        data.get(self.blob.clone()?)
    }

    /// Byte range of the blob within the reader's data.
    pub fn blob_range(&self) -> Option<Range<usize>> {
        self.blob.clone()
    }
}

/// What [`StreamReader::next`] found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Entry {
    /// A record; its contents are in the buffer.
    Record,
    /// Start of a block with this id. [`StreamReader::enter`] or [`StreamReader::skip`] it before the next call of `next`.
    SubBlock(u32),
    /// The innermost block has ended and been left.
    EndBlock,
    /// Outside of blocks, no block follows: the data ends, except for at most 8 bytes or zeros.
    EndOfStream,
}

/// Names for the paths in error messages. The stream layer itself has none.
#[derive(Debug)]
pub struct Names {
    /// Name of a block id.
    pub block: fn(u32) -> Option<&'static str>,
    /// Name of a record code in a block.
    pub record: fn(u32, u32) -> Option<&'static str>,
}

/// The position of a block, to read it later (or on another thread) with [`StreamReader::reader_at`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BlockPosition {
    /// Bit offset of the block's header (its ENTER_SUBBLOCK abbreviation id).
    pub bit: u64,
    /// Block id.
    pub block: u32,
    /// The number of blocks with this id before it in the same block.
    pub index: u32,
}

/// An open block, or the top level of the stream.
#[derive(Clone, Debug)]
struct Scope {
    /// Block id; unused in the outermost scope.
    block: u32,
    index: u32,
    /// Width of abbreviation ids.
    width: u32,
    /// Abbreviations from BLOCKINFO, then those defined inside.
    inherited: Option<Arc<Vec<Abbrev>>>,
    local: Vec<Abbrev>,
    /// Sub-blocks met so far, by block id.
    children: Vec<(u32, u32)>,
    /// BLOCKINFO as it was outside of the block.
    outer_info: Option<Arc<BlockInfo>>,
    /// Bit after the block by its length word.
    end: u64,
}

impl Scope {
    fn new(block: u32, index: u32, width: u32, end: u64) -> Scope {
        Scope { block, index, width, inherited: None, local: Vec::new(), children: Vec::new(), outer_info: None, end }
    }

    #[inline(always)]
    fn abbrev(&self, id: u32) -> Option<&Abbrev> {
        let index = id.wrapping_sub(FIRST_ABBREV) as usize;
        match &self.inherited {
            None => self.local.get(index),
            Some(inherited) if index < inherited.len() => inherited.get(index),
            Some(inherited) => self.local.get(index - inherited.len()),
        }
    }

    fn count_child(&mut self, block: u32) -> u32 {
        match self.children.iter_mut().find(|(id, _)| *id == block) {
            Some((_, count)) => {
                *count += 1;
                *count - 1
            }
            None => {
                // Ids come from the file: all but the first few share one entry, to keep the search short.
                if self.children.len() < 64 {
                    self.children.push((block, 1));
                }
                0
            }
        }
    }
}

/// The header of a block that has been met but not entered.
#[derive(Clone, Copy, Debug)]
struct Pending {
    position: BlockPosition,
    width: u32,
    /// First bit of the content.
    start: u64,
    /// Bit after the block, by its length word.
    end: u64,
}

/// Reads the blocks and records of a stream, from memory.
///
/// DEFINE_ABBREV and BLOCKINFO are handled implicitly: entering a BLOCKINFO block and reading it to its end stores its contents
/// ([`StreamReader::read_block_info`] does both). A clone continues independently.
///
/// ```
/// use bctk_bitstream::stream::{Entry, RecordBuf, StreamReader};
/// // A block with id 8 and abbreviation ids of 3 bits that holds one record of code 1 with the operand 5.
/// let data = [0x21, 0x0c, 0, 0, 1, 0, 0, 0, 0x0b, 0x82, 0x02, 0];
/// let mut reader = StreamReader::new(&data);
/// let mut record = RecordBuf::new();
/// assert_eq!(reader.next(&mut record)?, Entry::SubBlock(8));
/// reader.enter()?;
/// assert_eq!(reader.next(&mut record)?, Entry::Record);
/// assert_eq!((record.code, &record.ops[..]), (1, &[5][..]));
/// assert_eq!(reader.next(&mut record)?, Entry::EndBlock);
/// assert_eq!(reader.next(&mut record)?, Entry::EndOfStream);
/// # Ok::<(), bctk_bitstream::Error>(())
/// ```
#[derive(Clone)]
pub struct StreamReader<'a> {
    cursor: Cursor<'a>,
    scope: Scope,
    outer: Vec<Scope>,
    pending: Option<Pending>,
    info: Arc<BlockInfo>,
    limits: Limits,
    /// The most operands of a record that a fast path reads; 0 if these are turned off.
    fast_operands: u64,
    names: Option<&'static Names>,
    /// Record code last decoded, for error paths.
    last_code: Option<u32>,
}

impl<'a> StreamReader<'a> {
    /// A reader at the first bit of `data`, with default limits. It does not check the magic number: use
    /// [`StreamReader::seek_top_level`] to skip it.
    pub fn new(data: &'a [u8]) -> StreamReader<'a> {
        let cursor = Cursor::new(data);
        StreamReader {
            cursor,
            scope: Scope::new(u32::MAX, 0, TOP_LEVEL_WIDTH, cursor.end()),
            outer: Vec::new(),
            pending: None,
            info: Arc::default(),
            fast_operands: fast::operands(&Limits::default()),
            limits: Limits::default(),
            names: None,
            last_code: None,
        }
    }

    /// The same with other limits.
    #[must_use]
    pub fn with_limits(mut self, limits: Limits) -> StreamReader<'a> {
        (self.fast_operands, self.limits) = (fast::operands(&limits), limits);
        self
    }

    /// The same with names for the paths in errors.
    #[must_use]
    pub fn with_names(mut self, names: &'static Names) -> StreamReader<'a> {
        self.names = Some(names);
        self
    }

    /// The data that is read.
    pub fn data(&self) -> &'a [u8] {
        self.cursor.data()
    }

    /// The limits in force.
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// Bit offset of the next item.
    pub fn position(&self) -> u64 {
        self.cursor.position()
    }

    /// Number of blocks that are open.
    pub fn depth(&self) -> usize {
        self.outer.len()
    }

    /// Id of the innermost open block.
    pub fn block(&self) -> Option<u32> {
        (!self.outer.is_empty()).then_some(self.scope.block)
    }

    /// The contents of BLOCKINFO so far.
    pub fn block_info(&self) -> &Arc<BlockInfo> {
        &self.info
    }

    /// Width in bits of abbreviation ids in the innermost open block.
    pub fn abbrev_width(&self) -> u32 {
        self.scope.width
    }

    /// An abbreviation of the innermost open block by its id.
    pub fn abbrev(&self, id: u32) -> Option<&Abbrev> {
        self.scope.abbrev(id)
    }

    /// Sets the BLOCKINFO from another stream (clang's and Swift's tools split some streams this way).
    pub fn set_block_info(&mut self, info: Arc<BlockInfo>) {
        self.info = info;
    }

    /// Leaves every block and moves to bit `bit`, for instance past the magic number (32) or to a module within the file.
    ///
    /// # Errors
    /// Truncated, if the data ends before `bit`.
    pub fn seek_top_level(&mut self, bit: u64) -> Result<()> {
        self.cursor.seek(bit)?;
        if let Some(outermost) = self.outer.drain(..).next() {
            self.scope = outermost;
        }
        self.pending = None;
        self.last_code = None;
        Ok(())
    }

    /// Moves to bit `bit` of the innermost open block, where an item has to start. Abbreviations between here and there are not read.
    ///
    /// # Errors
    /// Truncated, if the data ends before `bit`.
    pub fn seek_in_block(&mut self, bit: u64) -> Result<()> {
        self.cursor.seek(bit)?;
        self.pending = None;
        self.last_code = None;
        Ok(())
    }

    /// Path of the innermost open block, such as `MODULE/FUNCTION[3]`. An index is shown from the second block of its kind on.
    pub fn path(&self) -> String {
        let mut path = String::new();
        for scope in self.outer.iter().skip(1).chain((!self.outer.is_empty()).then_some(&self.scope)) {
            if !path.is_empty() {
                path.push('/');
            }
            match self.names.and_then(|names| (names.block)(scope.block)) {
                Some(name) => path.push_str(name),
                None => path.push_str(&format!("block {}", scope.block)),
            }
            if scope.index > 0 {
                path.push_str(&format!("[{}]", scope.index));
            }
        }
        path
    }

    /// Path of a record of the innermost open block, such as `MODULE/FUNCTION[3]/INST_CAST`.
    pub fn record_path(&self, code: u32) -> String {
        let mut path = self.path();
        if !path.is_empty() {
            path.push('/');
        }
        match self.names.and_then(|names| (names.record)(self.scope.block, code)) {
            Some(name) => path.push_str(name),
            None => path.push_str(&format!("record {code}")),
        }
        path
    }

    /// Bit after the innermost open block, by its length word; the end of the data outside of every block.
    pub fn block_end(&self) -> u64 {
        self.scope.end
    }

    /// Adds the position of `record`, the last one read, to an error about its meaning.
    #[cold]
    #[inline(never)]
    pub fn locate(&self, error: Error, record: &RecordBuf) -> Error {
        self.locate_at(error, record.bit, record.code)
    }

    /// Adds the position of a record of the innermost block to an error: its bit offset, and its code for the path.
    #[cold]
    #[inline(never)]
    pub fn locate_at(&self, error: Error, bit: u64, code: u32) -> Error {
        error.at(bit).within(&self.record_path(code))
    }

    #[cold]
    #[inline(never)]
    fn fail(&self, error: Error, bit: u64) -> Error {
        match self.last_code {
            Some(code) => error.at(bit).within(&self.record_path(code)),
            None => error.at(bit).within(&self.path()),
        }
    }

    /// Reads the next record, sub-block, end of block or end of stream.
    ///
    /// A block announced by the previous call that was neither entered nor skipped is skipped now.
    ///
    /// # Errors
    /// Truncated, Malformed or Limit, with place; after an error the reader's position is unspecified but safe.
    #[inline]
    pub fn next(&mut self, record: &mut RecordBuf) -> Result<Entry> {
        if self.pending.is_some() {
            self.skip()?;
        }
        loop {
            if self.outer.is_empty() && self.at_end_of_stream() {
                return Ok(Entry::EndOfStream);
            }
            if let Some(entry) = self.step(record)? {
                return Ok(entry);
            }
        }
    }

    /// Reads one item. For a definition of an abbreviation, the result is `None`. Does not look for the end of the stream.
    ///
    /// # Errors
    /// As [`StreamReader::next`].
    #[inline(always)]
    pub fn step(&mut self, record: &mut RecordBuf) -> Result<Option<Entry>> {
        let bit = self.cursor.position();
        self.last_code = None;
        let id = match self.cursor.fixed(self.scope.width) {
            Ok(id) => id as u32,
            Err(e) => return Err(self.fail(e, bit)),
        };
        match id {
            END_BLOCK => self.end_block(bit).map(Some),
            ENTER_SUBBLOCK => self.sub_block(bit).map(Some),
            DEFINE_ABBREV => match self.define_abbrev() {
                Ok(()) => Ok(None),
                Err(e) => Err(self.fail(e, bit)),
            },
            _ => {
                record.bit = bit;
                record.abbrev = id;
                match self.record(id, record) {
                    Ok(()) => Ok(Some(Entry::Record)),
                    Err(e) => Err(self.fail(e, bit)),
                }
            }
        }
    }

    /// The abbreviation id of the next item of the innermost block, and its fields, for a caller that knows their encodings. The position
    /// stays until [`StreamReader::accept`]. None if a block was announced that has neither been entered nor skipped.
    #[inline(always)]
    pub fn fields(&self) -> Option<(u32, FieldReader<'a>)> {
        if self.pending.is_some() || self.scope.width > MAX_WIDTH {
            return None;
        }
        let mut fields = FieldReader::new(self.cursor);
        let id = fields.fixed(self.scope.width) as u32;
        Some((id, fields))
    }

    /// Moves to the end of `fields`, which are those of [`StreamReader::fields`]; none if they do not end within the data or a field was
    /// too long. The position stays then, and [`StreamReader::next`] reads the record or says what is wrong with it.
    #[inline(always)]
    pub fn accept(&mut self, fields: FieldReader<'a>) -> Option<()> {
        self.cursor = fields.end()?;
        Some(())
    }

    /// Reads the next record of the innermost block if it has this code, `N` operands and no abbreviation; otherwise nothing happens, as
    /// with [`StreamReader::accept`].
    #[inline(always)]
    pub fn plain<const N: usize>(&mut self, code: u32) -> Option<[u64; N]> {
        let (id, mut fields) = self.fields()?;
        if id != UNABBREV_RECORD || N as u64 > self.fast_operands || (fields.vbr::<6>(), fields.vbr::<6>()) != (u64::from(code), N as u64) {
            return None;
        }
        let mut operands = [0; N];
        for operand in &mut operands {
            *operand = fields.vbr::<6>();
        }
        self.accept(fields)?;
        Some(operands)
    }

    /// Outside of blocks: whether the remaining data is not a block. LLVM ignores up to 8 bytes there, and zeros are padding.
    pub fn at_end_of_stream(&self) -> bool {
        let left = self.cursor.remaining();
        if left <= 64 {
            return true;
        }
        // Called only at the start and when a block has ended, so looking at the rest is rare, and it stops at the first byte of a block.
        let from = (self.cursor.position() / 8) as usize;
        self.cursor.data().get(from..).is_none_or(|rest| rest.iter().all(|&byte| byte == 0))
    }

    #[inline(never)]
    fn end_block(&mut self, bit: u64) -> Result<Entry> {
        let Some(outer) = self.outer.pop() else {
            return Err(Error::malformed("expected a block, found the end of one").at(bit));
        };
        if let Err(e) = self.cursor.align32() {
            self.outer.push(outer);
            return Err(self.fail(e, bit));
        }
        let closed = std::mem::replace(&mut self.scope, outer);
        if let Some(info) = closed.outer_info.filter(|_| closed.block != BLOCKINFO) {
            self.info = info;
        }
        Ok(Entry::EndBlock)
    }

    #[inline(never)]
    fn sub_block(&mut self, bit: u64) -> Result<Entry> {
        match self.header(bit) {
            Ok(pending) => {
                self.pending = Some(pending);
                Ok(Entry::SubBlock(pending.position.block))
            }
            Err(e) => Err(self.fail(e, bit)),
        }
    }

    /// Reads the header of a block after its abbreviation id.
    fn header(&mut self, bit: u64) -> Result<Pending> {
        let block = self.cursor.vbr(BLOCK_ID_WIDTH)?;
        let block = u32::try_from(block).map_err(|_| Error::malformed("expected a block id of at most 32 bits"))?;
        let width = self.cursor.vbr(CODE_LEN_WIDTH)?;
        self.cursor.align32()?;
        let words = self.cursor.fixed(32)?;
        if !(2..=u64::from(super::abbrev::MAX_WIDTH)).contains(&width) {
            return Err(Error::malformed(format!("expected abbreviation ids of 2 to 32 bits in block {block}, found {width}")));
        }
        let start = self.cursor.position();
        let index = self.scope.count_child(block);
        Ok(Pending { position: BlockPosition { bit, block, index }, width: width as u32, start, end: start + words * 32 })
    }

    /// Enters the block that was announced last.
    ///
    /// # Errors
    /// Malformed, if there is none; Limit, if too many blocks are open.
    pub fn enter(&mut self) -> Result<()> {
        let Some(pending) = self.pending.take() else {
            return Err(Error::malformed("expected a block to enter").at(self.position()));
        };
        if self.outer.len() >= self.limits.block_depth {
            return Err(self.fail(Error::beyond(LimitName::BlockDepth, &self.limits, "blocks nested too deep"), pending.position.bit));
        }
        let block = pending.position.block;
        let mut scope = Scope::new(block, pending.position.index, pending.width, pending.end);
        scope.outer_info = Some(self.info.clone());
        if block == BLOCKINFO {
            // A BLOCKINFO block replaces the contents of an earlier one (BitcodeReaderBase::readBlockInfo).
            self.info = Arc::default();
        } else {
            scope.inherited = self.info.get(block).filter(|entry| !entry.abbrevs.is_empty()).map(|entry| entry.abbrevs.clone());
        }
        self.outer.push(std::mem::replace(&mut self.scope, scope));
        self.last_code = None;
        Ok(())
    }

    /// Skips the block announced last, by its length.
    ///
    /// # Errors
    /// Malformed, if there is none; Truncated, if the data ends before the block does.
    pub fn skip(&mut self) -> Result<()> {
        let Some(pending) = self.pending.take() else {
            return Err(Error::malformed("expected a block to skip").at(self.position()));
        };
        if pending.end > self.cursor.end() {
            let words = (pending.end - pending.start) / 32;
            let message =
                format!("expected block {} to hold the {words} words it announces, found the end of the data", pending.position.block);
            return Err(self.fail(Error::new(crate::ErrorKind::Truncated, message), pending.position.bit));
        }
        self.cursor.seek(pending.end)
    }

    /// Leaves the innermost open block without reading the rest of it, by its length.
    ///
    /// # Errors
    /// Malformed, if none is open or reading is past its end already; Truncated, if the data ends before the block does.
    pub fn leave(&mut self) -> Result<()> {
        let end = self.scope.end;
        let Some(outer) = self.outer.pop() else {
            return Err(Error::malformed("expected an open block to leave").at(self.position()));
        };
        self.pending = None;
        if end < self.position() {
            return Err(Error::malformed("expected a block to end where its length says, found more of it").at(self.position()));
        }
        self.cursor.seek(end)?;
        let closed = std::mem::replace(&mut self.scope, outer);
        if let Some(info) = closed.outer_info.filter(|_| closed.block != BLOCKINFO) {
            self.info = info;
        }
        Ok(())
    }

    /// The position of the block announced last.
    pub fn block_position(&self) -> Option<BlockPosition> {
        self.pending.map(|pending| pending.position)
    }

    /// Content of the block announced last: first bit, and the bit after it by its length word.
    pub fn block_extent(&self) -> Option<Range<u64>> {
        self.pending.map(|pending| pending.start..pending.end)
    }

    /// A reader positioned before a block inside the block that is open now: its `next` announces that block.
    ///
    /// Cheap: it shares BLOCKINFO and copies neither abbreviations nor data. It does not have the abbreviations of the enclosing blocks,
    /// so it is valid for that block only.
    #[must_use]
    pub fn reader_at(&self, position: BlockPosition) -> StreamReader<'a> {
        self.reader_over(self.cursor.data(), position)
    }

    /// The same reader without its bytes, for [`StreamReader::reader_over`].
    #[must_use]
    pub fn without_data(&self) -> StreamReader<'static> {
        StreamReader {
            cursor: Cursor::new(&[]),
            scope: self.scope.clone(),
            outer: self.outer.clone(),
            pending: None,
            info: self.info.clone(),
            limits: self.limits.clone(),
            fast_operands: self.fast_operands,
            names: self.names,
            last_code: None,
        }
    }

    /// As [`StreamReader::reader_at`], over `data` instead: the same bytes, which this reader need not hold on to. Other bytes give other
    /// records, or errors.
    #[must_use]
    pub fn reader_over<'b>(&self, data: &'b [u8], position: BlockPosition) -> StreamReader<'b> {
        let bare = |scope: &Scope| Scope::new(scope.block, scope.index, scope.width, scope.end);
        let mut reader = StreamReader {
            cursor: self.cursor.over(data),
            scope: bare(&self.scope),
            outer: self.outer.iter().map(bare).collect(),
            pending: None,
            info: self.info.clone(),
            limits: self.limits.clone(),
            fast_operands: self.fast_operands,
            names: self.names,
            last_code: None,
        };
        // Beyond the end, `next` reports it.
        let _ = reader.cursor.seek(position.bit.min(reader.cursor.end()));
        // The block counts from its own index, so that paths are the same as when reading in order.
        reader.scope.children.push((position.block, position.index));
        reader
    }

    /// Enters the BLOCKINFO block announced last and reads all of it.
    ///
    /// # Errors
    /// As [`StreamReader::next`]; Malformed, if another block was announced.
    pub fn read_block_info(&mut self) -> Result<()> {
        if self.pending.is_none_or(|pending| pending.position.block != BLOCKINFO) {
            return Err(Error::malformed("expected a BLOCKINFO block").at(self.position()));
        }
        self.enter()?;
        let mut record = RecordBuf::new();
        loop {
            match self.next(&mut record)? {
                Entry::Record => {}
                Entry::SubBlock(_) => self.skip()?,
                Entry::EndBlock | Entry::EndOfStream => return Ok(()),
            }
        }
    }

    #[inline(never)]
    fn define_abbrev(&mut self) -> Result<()> {
        let abbrev = Abbrev::read(&mut self.cursor, &self.limits)?;
        if self.scope.block == BLOCKINFO && !self.outer.is_empty() {
            return Arc::make_mut(&mut self.info).add_abbrev(abbrev, &self.limits).map(drop);
        }
        if self.scope.local.len() >= self.limits.abbreviations {
            return Err(Error::beyond(LimitName::Abbreviations, &self.limits, "too many abbreviations in one block"));
        }
        self.scope.local.push(abbrev);
        Ok(())
    }

    #[inline(always)]
    fn record(&mut self, id: u32, record: &mut RecordBuf) -> Result<()> {
        record.ops.clear();
        record.blob = None;
        let decoded = match id {
            UNABBREV_RECORD => fast::unabbreviated(&mut self.cursor, &mut record.ops, self.fast_operands),
            _ => match self.scope.abbrev(id) {
                Some(abbrev) => fast::abbreviated(&mut self.cursor, abbrev, &mut record.ops, self.fast_operands),
                None => None,
            },
        };
        let Some(code) = decoded else { return self.careful_record(id, record) };
        record.code = code;
        self.last_code = Some(code);
        if self.scope.block == BLOCKINFO { self.note_info(record) } else { Ok(()) }
    }

    /// Records of a BLOCKINFO block.
    #[cold]
    #[inline(never)]
    fn note_info(&mut self, record: &RecordBuf) -> Result<()> {
        if !self.outer.is_empty() {
            Arc::make_mut(&mut self.info).add_record(record.code, &record.ops, &self.limits)?;
        }
        Ok(())
    }

    /// Decodes a record with all checks, for the exact error, and for what [`fast`] does not do.
    #[cold]
    #[inline(never)]
    fn careful_record(&mut self, id: u32, record: &mut RecordBuf) -> Result<()> {
        record.ops.clear();
        let mut cursor = self.cursor;
        if id == UNABBREV_RECORD {
            record.code = code(cursor.vbr(6)?)?;
            self.last_code = Some(record.code);
            unabbreviated(&mut cursor, &mut record.ops, &self.limits)?;
        } else {
            let Some(abbrev) = self.scope.abbrev(id) else {
                return Err(Error::malformed(format!("expected an abbreviation that is defined, found id {id}")));
            };
            record.code = code(scalar(&mut cursor, abbrev.code())?)?;
            self.last_code = Some(record.code);
            for &step in abbrev.steps() {
                record.ops.push(scalar(&mut cursor, step)?);
            }
            match abbrev.tail() {
                Tail::None => {}
                Tail::Array(element) => array(&mut cursor, element, &mut record.ops, &self.limits)?,
                Tail::Blob => record.blob = Some(blob(&mut cursor)?),
                Tail::Unusable(expected) => return Err(unusable(expected)),
            }
        }
        self.cursor = cursor;
        if self.scope.block == BLOCKINFO { self.note_info(record) } else { Ok(()) }
    }
}

#[cold]
#[inline(never)]
fn unusable(expected: &str) -> Error {
    Error::malformed(format!("expected {expected} in the abbreviation of a record"))
}

#[inline(always)]
fn code(value: u64) -> Result<u32> {
    u32::try_from(value).map_err(|_| Error::malformed("expected a record code of at most 32 bits"))
}

#[inline(always)]
fn scalar(cursor: &mut Cursor<'_>, step: Step) -> Result<u64> {
    match step {
        Step::Literal(value) => Ok(value),
        Step::Fixed(width) => cursor.fixed(u32::from(width)),
        Step::Vbr(width) => cursor.vbr(u32::from(width)),
        Step::Char6 => cursor.fixed(6).map(char6),
    }
}

#[inline(always)]
fn char6(code: u64) -> u64 {
    u64::from(CHAR6[(code & 63) as usize])
}

/// Reserves space for `count` operands of at least `bits` bits each, if the data can contain them.
#[inline(always)]
fn reserve(cursor: &Cursor<'_>, ops: &mut Vec<u64>, count: u64, bits: u64, limits: &Limits) -> Result<()> {
    if count.saturating_mul(bits) > cursor.remaining() {
        return Err(Error::truncated(cursor.position(), "all the operands that the record announces"));
    }
    if count > limits.record_operands as u64 {
        return Err(Error::beyond(LimitName::RecordOperands, limits, format_args!("a record of {count} operands")).at(cursor.position()));
    }
    ops.reserve(count as usize);
    Ok(())
}

/// Operands of a record without abbreviation: a count, then vbr6 each. Most are a single chunk, and a load contains nine.
#[inline(always)]
fn unabbreviated(cursor: &mut Cursor<'_>, ops: &mut Vec<u64>, limits: &Limits) -> Result<()> {
    let count = cursor.vbr(6)?;
    reserve(cursor, ops, count, 6, limits)?;
    vbr_run(cursor, 6, count, ops)
}

/// `count` VBR fields of `width` bits, several from each load.
#[inline(always)]
fn vbr_run(cursor: &mut Cursor<'_>, width: u32, count: u64, ops: &mut Vec<u64>) -> Result<()> {
    let more = 1u64 << (width - 1);
    let mut left = count;
    while left > 0 {
        let mut window = cursor.window();
        let mut bits = 0;
        while left > 0 && bits + width <= WINDOW && window & more == 0 {
            ops.push(window & (more - 1));
            window >>= width;
            bits += width;
            left -= 1;
        }
        cursor.advance(bits)?;
        if left > 0 && (bits == 0 || window & more != 0) {
            ops.push(cursor.vbr(width)?);
            left -= 1;
        }
    }
    Ok(())
}

#[inline(always)]
fn array(cursor: &mut Cursor<'_>, element: Step, ops: &mut Vec<u64>, limits: &Limits) -> Result<()> {
    let count = cursor.vbr(6)?;
    reserve(cursor, ops, count, element.min_bits(), limits)?;
    match element {
        Step::Vbr(width) => vbr_run(cursor, u32::from(width), count, ops),
        Step::Fixed(width) => fixed_run(cursor, u32::from(width), count, ops, |value| value),
        Step::Char6 => fixed_run(cursor, 6, count, ops, char6),
        Step::Literal(value) => Err(Error::malformed(format!("expected an array element with bits, found the literal {value}"))),
    }
}

/// `count` fixed fields of `width` bits, as many per load as it contains. The bits are known to exist.
#[inline(always)]
fn fixed_run(cursor: &mut Cursor<'_>, width: u32, count: u64, ops: &mut Vec<u64>, map: impl Fn(u64) -> u64) -> Result<()> {
    let mask = (1u64 << width) - 1;
    let per_load = u64::from(WINDOW / width);
    let mut left = count;
    while left > 0 {
        let take = left.min(per_load);
        let window = cursor.window();
        ops.extend((0..take as u32).map(|i| map(window >> (i * width) & mask)));
        cursor.advance(take as u32 * width)?;
        left -= take;
    }
    Ok(())
}

#[inline(never)]
fn blob(cursor: &mut Cursor<'_>) -> Result<Range<usize>> {
    let len = cursor.vbr(6)?;
    cursor.align32()?;
    let start = cursor.position() / 8;
    if len > cursor.remaining() / 8 {
        return Err(Error::truncated(cursor.position(), "all the bytes that a blob announces"));
    }
    cursor.seek((start + len) * 8)?;
    cursor.align32()?;
    Ok(start as usize..(start + len) as usize)
}
