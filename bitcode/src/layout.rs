//! Where the blocks of a module lie in its file, so that they can be copied.
use crate::schema;
use bctk_bitstream::stream::{BLOCKINFO, BlockInfo, Entry, RecordBuf, StreamReader};
use bctk_bitstream::{Error, Result};
use std::ops::Range;
use std::sync::Arc;

/// A block of a module, but for those of functions.
#[derive(Clone, Debug)]
pub(crate) struct Placed {
    pub(crate) id: u32,
    /// Width of its abbreviation ids.
    pub(crate) width: u32,
    /// The bytes after its length word, with its end: whole words.
    pub(crate) contents: Range<usize>,
}

/// Where the blocks of a module lie.
#[derive(Clone, Debug)]
pub(crate) struct Layout {
    /// Width of abbreviation ids in the module's block.
    pub(crate) width: u32,
    /// The version of the module's block, if it is known.
    pub(crate) version: u64,
    /// Whether a function comes before BLOCKINFO.
    is_info_late: bool,
    /// What BLOCKINFO says.
    pub(crate) info: Arc<BlockInfo>,
    /// All blocks but those of functions, in order.
    pub(crate) blocks: Vec<Placed>,
    /// The blocks of functions, with their headers: whole words.
    pub(crate) bodies: Vec<Range<usize>>,
}

impl Layout {
    /// Looks at the headers of the blocks of the module whose block `stream` has just entered.
    ///
    /// # Errors
    /// If a block reaches past the end, or that of a function does not begin at a whole word, where all writers put them.
    pub(crate) fn of(mut stream: StreamReader<'_>) -> Result<Layout> {
        let mut record = RecordBuf::new();
        let mut layout = Layout {
            width: stream.abbrev_width(),
            version: 0,
            is_info_late: false,
            info: Arc::default(),
            blocks: Vec::new(),
            bodies: Vec::new(),
        };
        let bytes = |from: u64, to: u64| (from / 8) as usize..(to / 8) as usize;
        loop {
            let start = stream.position();
            match stream.next(&mut record)? {
                Entry::SubBlock(schema::function::ID) => {
                    if !start.is_multiple_of(32) {
                        return Err(Error::unsupported("a function whose block does not begin at a whole word").at(start));
                    }
                    stream.skip()?;
                    layout.is_info_late |= layout.blocks.is_empty();
                    layout.bodies.push(bytes(start, stream.position()));
                }
                Entry::SubBlock(id) => {
                    let mut inside = stream.clone();
                    inside.enter()?;
                    let placed = Placed { id, width: inside.abbrev_width(), contents: bytes(inside.position(), inside.block_end()) };
                    layout.blocks.push(placed);
                    if id == BLOCKINFO {
                        stream.read_block_info()?;
                        layout.info = stream.block_info().clone();
                    } else {
                        stream.skip()?;
                    }
                }
                Entry::Record => {}
                Entry::EndBlock | Entry::EndOfStream => break,
            }
        }
        Ok(layout)
    }

    /// The same for a file of this version, if its blocks end where a reader found their ends: it reads them to the end marker, and a copy goes
    /// by their length. BLOCKINFO has to come first, so that it is about all other blocks.
    ///
    /// # Errors
    /// If it is otherwise.
    pub(crate) fn checked(mut self, version: u64, ends: &[u64]) -> Result<Layout> {
        self.version = version;
        let stated = self.blocks.iter().map(|block| block.contents.end as u64 * 8);
        if !stated.eq(ends.iter().copied()) {
            return Err(Error::unsupported("a block that does not end where its length says"));
        }
        if self.blocks.first().is_none_or(|block| block.id != BLOCKINFO) || self.is_info_late {
            return Err(Error::unsupported("blocks before BLOCKINFO"));
        }
        Ok(self)
    }

    /// The block of this id, if there is one.
    pub(crate) fn block(&self, id: u32) -> Option<&Placed> {
        self.blocks.iter().find(|block| block.id == id)
    }
}
