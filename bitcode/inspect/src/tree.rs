//! A walk over any bitstream, block by block and record by record; all views of a file use it.
use std::ops::Range;
use std::sync::Arc;

use bctk_bitcode::schema;
use bctk_bitstream::limits::Limits;
use bctk_bitstream::stream::{BlockInfo, Entry, RecordBuf, StreamReader};
use bctk_bitstream::wrapper::{Wrapper, strip_wrapper};
use bctk_bitstream::{Error, ErrorKind, Result};

/// The kind of a stream, by its magic number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum StreamKind {
    /// `BC C0 DE`: LLVM IR.
    LlvmIr,
    /// `CPCH`: clang's precompiled headers and modules (`.pch`, `.pcm`).
    ClangAst,
    /// `DIAG`: clang's serialized diagnostics (`.dia`).
    ClangDiagnostics,
    /// `RMRK`: optimisation remarks.
    Remarks,
    /// `E2 9C A8 0E`: a Swift module.
    SwiftModule,
    /// `E2 9C A8 07`: documentation of a Swift module.
    SwiftDoc,
    /// Anything else that is a bitstream.
    Unknown,
}

impl StreamKind {
    /// The kind of a magic number.
    pub fn of(magic: [u8; 4]) -> StreamKind {
        match &magic {
            b"BC\xC0\xDE" => StreamKind::LlvmIr,
            b"CPCH" => StreamKind::ClangAst,
            b"DIAG" => StreamKind::ClangDiagnostics,
            b"RMRK" => StreamKind::Remarks,
            b"\xE2\x9C\xA8\x0E" => StreamKind::SwiftModule,
            b"\xE2\x9C\xA8\x07" => StreamKind::SwiftDoc,
            _ => StreamKind::Unknown,
        }
    }

    /// Its name.
    pub fn describe(self) -> &'static str {
        match self {
            StreamKind::LlvmIr => "LLVM IR bitcode",
            StreamKind::ClangAst => "clang AST (.pch or .pcm)",
            StreamKind::ClangDiagnostics => "clang serialized diagnostics",
            StreamKind::Remarks => "LLVM optimisation remarks",
            StreamKind::SwiftModule => "Swift module",
            StreamKind::SwiftDoc => "Swift module documentation",
            StreamKind::Unknown => "bitstream of unknown kind",
        }
    }

    /// A short name without blanks, for machines.
    pub fn id(self) -> &'static str {
        match self {
            StreamKind::LlvmIr => "llvm-ir",
            StreamKind::ClangAst => "clang-ast",
            StreamKind::ClangDiagnostics => "clang-diagnostics",
            StreamKind::Remarks => "remarks",
            StreamKind::SwiftModule => "swift-module",
            StreamKind::SwiftDoc => "swift-doc",
            StreamKind::Unknown => "unknown",
        }
    }
}

/// A block, as it is known when it is entered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Block {
    /// Block id.
    pub id: u32,
    /// The number of blocks with this id before it in the same block (at the top level: in the file).
    pub index: u32,
    /// Blocks around it.
    pub depth: u32,
    /// Width in bits of abbreviation ids inside.
    pub width: u32,
    /// Bit offset of the header (its ENTER_SUBBLOCK abbreviation id), from the start of the stream.
    pub bit: u64,
    /// Bit offset of the content.
    pub start: u64,
    /// Bit after the block, by its length word.
    pub end: u64,
}

impl Block {
    /// Bits of the whole block by its length word, header included.
    pub fn bits(&self) -> u64 {
        self.end.saturating_sub(self.bit)
    }
}

/// A step of [`Walk::next`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// A magic number at this bit; blocks follow. A file may hold several streams, one after the other.
    Stream {
        /// Bit offset of the magic number.
        bit: u64,
        /// The magic number.
        magic: [u8; 4],
    },
    /// A block begins and has been entered. [`Walk::skip_block`] passes over the rest of it.
    Enter(Block),
    /// An abbreviation is defined in these bits.
    Abbrev {
        /// First bit.
        bit: u64,
        /// Bit after it.
        end: u64,
    },
    /// A record; its contents are in [`Walk::record`].
    Record,
    /// The innermost block has ended.
    Leave {
        /// The block.
        block: Block,
        /// Bit after its last word. Differs from the block's `end` if its length word lies.
        end: u64,
    },
    /// The bytes between these bits, after the last block, are not part of the stream.
    Trailing {
        /// First bit.
        bit: u64,
        /// Bit after them.
        end: u64,
    },
}

/// How a walk is done.
#[derive(Clone, Debug, Default)]
pub struct WalkOptions {
    /// BLOCKINFO of another file, for streams that were split from theirs.
    pub block_info: Option<Arc<BlockInfo>>,
    /// Bounds on what the file may ask for.
    pub limits: Limits,
}

/// The state of the walk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    Magic,
    Blocks,
    Done,
}

/// A walk over a file: an optional wrapper, then one or more bitstreams.
///
/// Everything before an error is reported, then the error; the walk ends there, and [`Walk::open`] returns what was open.
/// Memory does not grow with the file.
///
/// ```
/// use bctk_inspect::{Step, Walk, WalkOptions};
/// let data = std::fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/small.bc"))?;
/// let mut walk = Walk::new(&data, WalkOptions::default())?;
/// let (mut blocks, mut records) = (0, 0);
/// while let Some(step) = walk.next()? {
///     match step {
///         Step::Enter(_) => blocks += 1,
///         Step::Record => records += 1,
///         _ => {}
///     }
/// }
/// assert!(blocks > 10 && records > 100);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Walk<'a> {
    file: &'a [u8],
    range: Range<usize>,
    wrapper: Option<Wrapper>,
    reader: StreamReader<'a>,
    record: RecordBuf,
    record_end: u64,
    open: Vec<Block>,
    top_level: Vec<(u32, u32)>,
    stage: Stage,
    kind: StreamKind,
    magic: [u8; 4],
    options: WalkOptions,
    passed: Option<&'a dyn Fn(usize)>,
    /// Bit at which `passed` is called next.
    tell_at: u64,
}

/// Bits of input between two calls of a [`Walk::with_passed`] function.
pub(crate) const TELL: u64 = 8 << 23;

/// Maximum number of distinct ids of top-level blocks.
const TOP_LEVEL_IDS: usize = 64;

impl<'a> Walk<'a> {
    /// A walk over the bytes of a file.
    ///
    /// # Errors
    /// NotBitcode, if the file cannot be a bitstream: shorter than a magic number, or no block after it. A wrapper that announces more than
    /// there is does not fail here; what is there is walked.
    pub fn new(file: &'a [u8], options: WalkOptions) -> Result<Walk<'a>> {
        let wrapper = Wrapper::parse(file);
        let range = strip_wrapper(file).or_else(|e| {
            let start = wrapper.map_or(usize::MAX, |w| w.offset as usize);
            if start < file.len() { Ok(start..file.len()) } else { Err(e) }
        })?;
        let data = file.get(range.clone()).unwrap_or(&[]);
        let Some(&magic) = data.first_chunk::<4>() else {
            return Err(Error::new(ErrorKind::NotBitcode, "expected a magic number of four bytes, found the end of the file").at(0));
        };
        let kind = StreamKind::of(magic);
        // A stream begins with a block; two bits show that.
        if kind == StreamKind::Unknown && data.get(4).is_none_or(|byte| byte & 3 != 1) {
            return Err(Error::new(ErrorKind::NotBitcode, "expected a bitstream: a magic number and a block after it").at(0));
        }
        let reader = Walk::reader_for(data, &options);
        Ok(Walk {
            file,
            range,
            wrapper,
            reader,
            record: RecordBuf::new(),
            record_end: 0,
            open: Vec::new(),
            top_level: Vec::new(),
            stage: Stage::Magic,
            kind,
            magic,
            options,
            passed: None,
            tell_at: TELL,
        })
    }

    /// Calls `passed` now and then with the number of bytes of the file that have been passed and are not needed soon, so that their memory
    /// can be given back.
    #[must_use]
    pub fn with_passed(mut self, passed: &'a dyn Fn(usize)) -> Walk<'a> {
        self.passed = Some(passed);
        self
    }

    /// Reports that the bits before `bit` are done, if a report is due. Returns the position of the next report.
    pub(crate) fn tell(&self, bit: u64) -> u64 {
        if let Some(passed) = self.passed {
            passed(self.range.start + (bit / 8) as usize);
        }
        bit + TELL
    }

    fn reader_for(data: &'a [u8], options: &WalkOptions) -> StreamReader<'a> {
        let mut reader = StreamReader::new(data).with_limits(options.limits.clone());
        if let Some(info) = &options.block_info {
            reader.set_block_info(info.clone());
        }
        reader
    }

    /// The whole file.
    pub fn file(&self) -> &'a [u8] {
        self.file
    }

    /// The bytes that bit offsets count in: the file without wrapper.
    pub fn data(&self) -> &'a [u8] {
        self.reader.data()
    }

    /// Byte range of [`Walk::data`] in the file.
    pub fn range(&self) -> Range<usize> {
        self.range.clone()
    }

    /// The wrapper header, if there is one.
    pub fn wrapper(&self) -> Option<&Wrapper> {
        self.wrapper.as_ref()
    }

    /// Kind of the stream that is walked now.
    pub fn kind(&self) -> StreamKind {
        self.kind
    }

    /// The reader underneath: abbreviations, BLOCKINFO, position. Clones of it read on independently.
    pub fn reader(&self) -> &StreamReader<'a> {
        &self.reader
    }

    /// The record of the last [`Step::Record`].
    pub fn record(&self) -> &RecordBuf {
        &self.record
    }

    /// Bits of that record: from its abbreviation id to its last bit.
    pub fn record_bits(&self) -> Range<u64> {
        self.record.bit..self.record_end.max(self.record.bit)
    }

    /// The blocks that are open, outermost first.
    pub fn open(&self) -> &[Block] {
        &self.open
    }

    /// The innermost open block.
    pub fn block(&self) -> Option<&Block> {
        self.open.last()
    }

    /// The next step; `None` at the end of the file, and after an error.
    ///
    /// # Errors
    /// As [`StreamReader::next`], with bit offset and block path.
    #[allow(clippy::should_implement_trait)]
    #[inline]
    pub fn next(&mut self) -> Result<Option<Step>> {
        match self.stage {
            Stage::Blocks if !self.open.is_empty() => {}
            Stage::Blocks => {
                if let Some(step) = self.between() {
                    return Ok(Some(step));
                }
            }
            Stage::Magic => {
                self.stage = Stage::Blocks;
                if let Err(e) = self.begin_stream(0) {
                    self.stage = Stage::Done;
                    return Err(e);
                }
                return Ok(Some(Step::Stream { bit: 0, magic: self.magic }));
            }
            Stage::Done => return Ok(None),
        }
        if self.stage == Stage::Done {
            return Ok(None);
        }
        match self.step() {
            Ok(step) => Ok(Some(step)),
            Err(e) => {
                self.stage = Stage::Done;
                Err(e)
            }
        }
    }

    #[inline]
    fn step(&mut self) -> Result<Step> {
        let bit = self.reader.position();
        match self.reader.step(&mut self.record)? {
            Some(Entry::Record) => {
                self.record_end = self.reader.position();
                if self.record_end >= self.tell_at {
                    self.tell_at = self.tell(self.record_end);
                }
                if self.open.is_empty() {
                    return Err(Error::malformed("expected a block at the top level, found a record").at(bit));
                }
                Ok(Step::Record)
            }
            None => {
                if self.open.is_empty() {
                    return Err(Error::malformed("expected a block at the top level, found an abbreviation").at(bit));
                }
                Ok(Step::Abbrev { bit, end: self.reader.position() })
            }
            Some(Entry::SubBlock(id)) => self.enter(id, bit).map(Step::Enter),
            Some(Entry::EndBlock | Entry::EndOfStream) => match self.open.pop() {
                Some(block) => Ok(Step::Leave { block, end: self.reader.position() }),
                None => Err(Error::malformed("expected a block, found the end of one").at(bit)),
            },
        }
    }

    fn enter(&mut self, id: u32, bit: u64) -> Result<Block> {
        let extent = self.reader.block_extent().unwrap_or(bit..bit);
        let inner = self.reader.block_position().map_or(0, |position| position.index);
        let index = if self.open.is_empty() { self.top_level_index(id) } else { inner };
        self.reader.enter()?;
        let depth = self.open.len() as u32;
        let block = Block { id, index, depth, width: self.reader.abbrev_width(), bit, start: extent.start, end: extent.end };
        self.open.push(block);
        Ok(block)
    }

    /// Counts top-level blocks over all streams of the file.
    fn top_level_index(&mut self, id: u32) -> u32 {
        match self.top_level.iter_mut().find(|(known, _)| *known == id) {
            Some((_, count)) => {
                *count = count.saturating_add(1);
                *count - 1
            }
            None => {
                if self.top_level.len() < TOP_LEVEL_IDS {
                    self.top_level.push((id, 1));
                }
                0
            }
        }
    }

    /// Between top-level blocks: the end of the file or a further stream.
    fn between(&mut self) -> Option<Step> {
        let bit = self.reader.position();
        let data = self.reader.data();
        let rest = data.get((bit / 8) as usize..).unwrap_or(&[]);
        // No block begins with the bits of a magic number: their lowest two are not those of ENTER_SUBBLOCK.
        if bit > 32
            && let Some(&magic) = rest.first_chunk::<4>()
            && (magic == self.magic || (StreamKind::of(magic) != StreamKind::Unknown && rest.len() > 8))
            && magic[0] & 3 != 1
            && self.begin_stream(bit).is_ok()
        {
            self.magic = magic;
            self.kind = StreamKind::of(magic);
            return Some(Step::Stream { bit, magic });
        }
        if !self.reader.at_end_of_stream() {
            return None;
        }
        self.stage = Stage::Done;
        let end = data.len() as u64 * 8;
        (bit < end).then_some(Step::Trailing { bit, end })
    }

    /// Puts a new reader after the magic number at `bit`.
    fn begin_stream(&mut self, bit: u64) -> Result<()> {
        let mut reader = Walk::reader_for(self.reader.data(), &self.options);
        if StreamKind::of(self.magic) == StreamKind::LlvmIr {
            reader = reader.with_names(&schema::NAMES);
        }
        reader.seek_top_level(bit + 32)?;
        self.reader = reader;
        Ok(())
    }

    /// Skips the rest of the innermost open block by its length word. The next step is its [`Step::Leave`].
    ///
    /// # Errors
    /// Truncated, if the data ends before the block; Malformed, if no block is open or reading is past its end. The walk is over then.
    pub fn skip_block(&mut self) -> Result<Step> {
        let left = self.reader.leave();
        match (left, self.open.pop()) {
            (Ok(()), Some(block)) => {
                let end = self.reader.position();
                if end >= self.tell_at {
                    self.tell_at = self.tell(end);
                }
                Ok(Step::Leave { block, end })
            }
            (Err(e), block) => {
                self.open.extend(block);
                self.stage = Stage::Done;
                let bit = self.reader.position();
                Err(e.at(bit).within(&self.reader.path()))
            }
            (Ok(()), None) => Err(Error::malformed("expected an open block to leave").at(self.reader.position())),
        }
    }
}

/// The BLOCKINFO of a file, for [`WalkOptions::block_info`]: the contents of its first BLOCKINFO block.
///
/// # Errors
/// As [`Walk::next`]; Malformed, if the file has none.
pub fn block_info_of(file: &[u8]) -> Result<Arc<BlockInfo>> {
    let mut walk = Walk::new(file, WalkOptions::default())?;
    while let Some(step) = walk.next()? {
        if let Step::Leave { block, .. } = step
            && block.id == bctk_bitstream::stream::BLOCKINFO
        {
            return Ok(walk.reader().block_info().clone());
        }
    }
    Err(Error::malformed("expected a BLOCKINFO block, found none"))
}
