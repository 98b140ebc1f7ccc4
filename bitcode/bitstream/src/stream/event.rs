//! Events: a lossless representation of a stream. Copying events from [`EventReader`] to [`StreamWriter`] gives the same bytes.
use crate::bits::{Cursor, Sink};
use crate::error::{Error, Result};
use crate::stream::UNABBREV_RECORD;
use crate::stream::abbrev::Abbrev;
use crate::stream::reader::{Entry, RecordBuf, StreamReader};
use crate::stream::writer::{self, StreamWriter};
use crate::wrapper::strip_wrapper;

/// One thing in a stream.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event<'a> {
    /// Bytes before the stream: a wrapper header, up to the offset that it names.
    Prefix(&'a [u8]),
    /// A magic number: `BC C0 DE` of LLVM IR, `CPCH` of clang, `DIAG`, `RMRK`, or any other.
    Magic([u8; 4]),
    /// A block begins.
    EnterBlock {
        /// Block id.
        block: u32,
        /// Width in bits of abbreviation ids inside.
        width: u32,
    },
    /// The innermost block ends.
    EndBlock {
        /// The block's length word, in words of 32 bits, if it is not its length.
        declared_words: Option<u32>,
    },
    /// An abbreviation is defined.
    DefineAbbrev(Abbrev),
    /// A record.
    Record {
        /// Abbreviation id, [`UNABBREV_RECORD`] for none.
        abbrev: u32,
        /// Record code.
        code: u32,
        /// Operands, those of an array included.
        ops: Vec<u64>,
        /// The blob, if the abbreviation has one.
        blob: Option<&'a [u8]>,
    },
    /// Bytes after the last block.
    Trailing(&'a [u8]),
}

/// The bits of an event that differ from what [`StreamWriter::event`] would write: VBR fields with more chunks than needed, padding that is not 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RawBits {
    bytes: Vec<u8>,
    offset: u32,
    len: u64,
}

impl RawBits {
    fn cut(data: &[u8], start: u64, end: u64) -> Result<RawBits> {
        let offset = (start % 32) as u32;
        let mut cursor = Cursor::new(data);
        cursor.seek(start)?;
        let mut sink = Sink::new();
        sink.fixed(offset, 0)?;
        sink.copy_bits(&mut cursor, end)?;
        Ok(RawBits { bytes: sink.finish(), offset, len: end - start })
    }

    /// The `len` bits at `offset` bits (modulo 32) into `bytes`, or as many as there are.
    pub fn from_parts(bytes: Vec<u8>, offset: u32, len: u64) -> RawBits {
        let offset = offset % 32;
        let len = len.min((bytes.len() as u64 * 8).saturating_sub(u64::from(offset)));
        RawBits { bytes, offset, len }
    }

    /// Number of bits.
    pub fn len(&self) -> u64 {
        self.len
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Their bit position in the 32-bit word. Aligned fields are only meaningful there.
    pub fn offset(&self) -> u32 {
        self.offset
    }

    /// The bits, from bit [`RawBits::offset`] of the first byte on.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }
}

/// An event, and its bits where they are unusual.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item<'a> {
    /// The event.
    pub event: Event<'a>,
    /// Its own bits; for [`Event::EnterBlock`], without the length word.
    pub verbatim: Option<RawBits>,
    /// Bit offset from the start of the stream.
    pub bit: u64,
}

/// The reader's state outside of blocks.
enum Stage {
    Prefix,
    Magic,
    Blocks,
    Done,
}

/// Reads a stream as events.
///
/// ```
/// use bctk_bitstream::stream::{Event, EventReader};
/// let data = b"BC\xC0\xDE\n\n\n\n";
/// let mut reader = EventReader::new(data)?;
/// assert_eq!(reader.next()?.map(|item| item.event), Some(Event::Magic(*b"BC\xC0\xDE")));
/// assert_eq!(reader.next()?.map(|item| item.event), Some(Event::Trailing(b"\n\n\n\n")));
/// assert_eq!(reader.next()?, None);
/// # Ok::<(), bctk_bitstream::Error>(())
/// ```
pub struct EventReader<'a> {
    /// The file.
    data: &'a [u8],
    /// Where the stream begins in it.
    base: usize,
    reader: StreamReader<'a>,
    record: RecordBuf,
    stage: Stage,
    magic: [u8; 4],
    /// Per open block: position after the length word, and the length word.
    lengths: Vec<(u64, u32)>,
}

impl<'a> EventReader<'a> {
    /// A reader of a file: an optional wrapper header, a magic number, blocks.
    ///
    /// # Errors
    /// NotBitcode, if the data is shorter than a magic number; Truncated for a wrapper that says more than there is.
    pub fn new(data: &'a [u8]) -> Result<EventReader<'a>> {
        let range = strip_wrapper(data)?;
        let base = range.start;
        let stream = data.get(range).unwrap_or(&[]);
        let Some(&magic) = stream.first_chunk::<4>() else {
            return Err(Error::new(crate::ErrorKind::NotBitcode, "expected a magic number of four bytes").at(0));
        };
        let stage = if base > 0 { Stage::Prefix } else { Stage::Magic };
        Ok(EventReader { data, base, reader: StreamReader::new(stream), record: RecordBuf::new(), stage, magic, lengths: Vec::new() })
    }

    /// The underlying reader, for information about open blocks.
    pub fn stream(&self) -> &StreamReader<'a> {
        &self.reader
    }

    /// The next event; `None` after the last.
    ///
    /// # Errors
    /// As [`StreamReader::next`].
    #[allow(clippy::should_implement_trait)]
    pub fn next(&mut self) -> Result<Option<Item<'a>>> {
        let bit = self.reader.position();
        let plain = |event| Ok(Some(Item { event, verbatim: None, bit }));
        match self.stage {
            Stage::Prefix => {
                self.stage = Stage::Magic;
                plain(Event::Prefix(self.data.get(..self.base).unwrap_or(&[])))
            }
            Stage::Magic => {
                self.stage = Stage::Blocks;
                self.reader.seek_top_level(bit + 32)?;
                plain(Event::Magic(self.magic))
            }
            Stage::Blocks if self.reader.depth() == 0 => self.top_level(),
            Stage::Blocks => self.step().map(Some),
            Stage::Done => Ok(None),
        }
    }

    /// Outside of blocks: a block, another magic number (concatenated files), or other bytes.
    fn top_level(&mut self) -> Result<Option<Item<'a>>> {
        let bit = self.reader.position();
        let rest = self.data.get(self.base + (bit / 8) as usize..).unwrap_or(&[]);
        if rest.first().is_some_and(|byte| byte & 3 == super::ENTER_SUBBLOCK as u8) {
            match self.step() {
                Ok(item) => return Ok(Some(item)),
                // After the first block, data that does not start like a block is not part of the stream.
                Err(e) if bit == 32 => return Err(e),
                Err(_) => self.reader.seek_top_level(bit)?,
            }
        }
        if rest.starts_with(&self.magic) && rest.len() > 8 && bit > 32 {
            self.reader.seek_top_level(bit + 32)?;
            return Ok(Some(Item { event: Event::Magic(self.magic), verbatim: None, bit }));
        }
        self.stage = Stage::Done;
        Ok((!rest.is_empty()).then_some(Item { event: Event::Trailing(rest), verbatim: None, bit }))
    }

    fn step(&mut self) -> Result<Item<'a>> {
        let start = self.reader.position();
        let width = self.reader.abbrev_width();
        let stream = self.reader.data();
        let entry = self.reader.step(&mut self.record)?;
        let mut end = self.reader.position();
        let event = match entry {
            None => {
                let mut cursor = Cursor::new(stream);
                cursor.seek(start + u64::from(width))?;
                Event::DefineAbbrev(Abbrev::read(&mut cursor, self.reader.limits())?)
            }
            Some(Entry::Record) => Event::Record {
                abbrev: self.record.abbrev,
                code: self.record.code,
                ops: std::mem::take(&mut self.record.ops),
                blob: self.record.blob(stream),
            },
            Some(Entry::SubBlock(block)) => {
                let extent = self.reader.block_extent().unwrap_or(end..end);
                self.lengths.push((extent.start, ((extent.end - extent.start) / 32) as u32));
                self.reader.enter()?;
                end = extent.start - 32;
                Event::EnterBlock { block, width: self.reader.abbrev_width() }
            }
            Some(Entry::EndBlock | Entry::EndOfStream) => {
                let (content, words) = self.lengths.pop().unwrap_or((end, 0));
                Event::EndBlock { declared_words: Some(words).filter(|&words| (end - content) / 32 != u64::from(words)) }
            }
        };
        let raw = RawBits::cut(stream, start, end)?;
        let usual = raw.are(|sink| match &event {
            Event::EnterBlock { block, width: inner } => writer::block_header(sink, width, *block, *inner),
            Event::EndBlock { .. } => writer::end_marker(sink, width),
            Event::DefineAbbrev(abbrev) => writer::definition(sink, width, abbrev),
            Event::Record { abbrev, code, ops, blob } => {
                let definition = if *abbrev == UNABBREV_RECORD { None } else { self.reader.abbrev(*abbrev) };
                writer::record(sink, width, *abbrev, definition, *code, ops, *blob)
            }
            Event::Prefix(_) | Event::Magic(_) | Event::Trailing(_) => Ok(()),
        });
        Ok(Item { event, verbatim: (!usual).then_some(raw), bit: start })
    }
}

/// Copies a stream event by event: the output bytes equal the input bytes.
///
/// # Errors
/// As [`EventReader::next`].
pub fn copy(data: &[u8]) -> Result<Vec<u8>> {
    let mut reader = EventReader::new(data)?;
    let mut writer = StreamWriter::new();
    while let Some(item) = reader.next()? {
        writer.item(&item)?;
    }
    writer.finish()
}
