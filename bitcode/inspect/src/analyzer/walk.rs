//! The walk through blocks and records.
use std::borrow::Cow;
use std::ops::Range;
use std::sync::Arc;

use bctk_bitcode::schema;
use bctk_bitstream::limits::Limits;
use bctk_bitstream::stream::{
    Abbrev, BLOCK_ID_WIDTH, BLOCKINFO, DEFINE_ABBREV, END_BLOCK, ENTER_SUBBLOCK, TOP_LEVEL_WIDTH, UNABBREV_RECORD,
};
use bctk_ir::version::LlvmVersion;
use bctk_support::limits::ANALYZER_BLOCK_DEPTH;

use super::bits::{Bits, Outcome};
use super::fast::{self, Known, Lists};
use super::info::{self, Header, Info};
use super::line::{Head, LABELLED};
use super::names;
use super::options::{Fault, Options};
use super::out::Out;
use super::parallel::Split;
use super::record::record;
use super::stats::Stats;
use super::stream::{self, Kind};
use super::trace::{Hashed, Line, METADATA_INDEX, METADATA_INDEX_OFFSET, MODULE_HASH};

/// Bytes of input between two calls of `passed`.
const STRIDE: u64 = 4 << 20;

/// The sources of names: the standard blocks, the stream itself, and LLVM IR.
pub(super) struct Names<'i> {
    kind: Kind,
    info: &'i Info,
    /// The release whose names of LLVM IR are used.
    llvm: LlvmVersion,
}

impl Names<'_> {
    pub(super) fn kind(&self) -> Kind {
        self.kind
    }

    /// Name of a block, if it has one.
    pub(super) fn block(&self, block: u32) -> Option<Cow<'static, [u8]>> {
        let known = if block < names::FIRST_APPLICATION_BLOCK {
            names::standard_block(block)
        } else if let Some(about) = self.info.get(block).filter(|about| !about.name.is_empty()) {
            return Some(c_string(&about.name).to_vec().into());
        } else {
            names::ir_block(block).filter(|_| self.kind == Kind::LlvmIr)
        };
        known.map(|name| name.as_bytes().into())
    }

    /// Name of a record, if it has one.
    pub(super) fn record(&self, block: u32, code: u32) -> Option<&[u8]> {
        if block < names::FIRST_APPLICATION_BLOCK {
            return names::standard_record(block, code).map(str::as_bytes);
        }
        if let Some(name) = self.info.get(block).and_then(|about| about.records.get(&code)) {
            return Some(c_string(name));
        }
        names::ir_record(block, code, self.llvm).filter(|_| self.kind == Kind::LlvmIr).map(str::as_bytes)
    }
}

/// Names are C strings for the tool: they end at the first zero.
fn c_string(name: &[u8]) -> &[u8] {
    name.split(|&c| c == 0).next().unwrap_or_default()
}

/// An open block.
pub(super) struct Open {
    pub(super) block: u32,
    pub(super) width: u32,
    inherited: Arc<Vec<Known>>,
    local: Arc<Vec<Known>>,
    /// Place of its numbers.
    pub(super) stats: usize,
    /// Bit after the block's id, moved on by the length of the blocks inside.
    pub(super) start: u64,
    /// Byte where its content starts.
    content: u64,
    /// Whether it is traced.
    pub(super) dump: bool,
    /// Name, as in its first line.
    name: Cow<'static, [u8]>,
    /// Where the metadata index should be.
    index_at: u64,
    /// The hash of the bytes of its content so far, as far as it was asked for.
    hashed: Option<Hashed>,
}

impl Open {
    /// The same block for a reader of a part of it, which has its numbers at the place `stats`.
    pub(super) fn part(&self, stats: usize) -> Open {
        Open {
            block: self.block,
            width: self.width,
            inherited: self.inherited.clone(),
            local: self.local.clone(),
            stats,
            start: self.start,
            content: self.content,
            dump: self.dump,
            name: self.name.clone(),
            index_at: 0,
            hashed: None,
        }
    }

    #[inline(always)]
    fn known(&self) -> Lists<'_> {
        Lists { inherited: &self.inherited, local: &self.local }
    }

    #[inline(always)]
    pub(super) fn abbrev(&self, id: u32) -> Option<&Abbrev> {
        self.known().get(id).map(|known| &known.abbrev)
    }

    /// Whether what is printed for records of this code, or done after them, depends on more than the record.
    #[inline(always)]
    pub(super) fn is_special(&self, code: u32) -> bool {
        match code {
            METADATA_INDEX_OFFSET | METADATA_INDEX => self.block == schema::metadata::ID,
            MODULE_HASH => self.block == schema::module::ID,
            _ => false,
        }
    }
}

/// Starts of lines for the records of one block id at one depth, by code: `<NAME`, with the number where that is wanted. Made when they are
/// first needed.
pub(super) struct Labels {
    block: u32,
    indent: usize,
    by_code: Box<[Head; LABELLED]>,
}

pub(super) struct Walk<'r, 'a, 'w> {
    pub(super) bits: Bits<'a>,
    pub(super) kind: Kind,
    pub(super) options: &'r Options<'r>,
    pub(super) limits: Limits,
    pub(super) info: Arc<Info>,
    pub(super) stats: Stats,
    pub(super) labels: Vec<Labels>,
    pub(super) out: &'r mut Out<'w>,
    pub(super) indent: Vec<u8>,
    /// Blocks around those that are read here.
    pub(super) depth: usize,
    /// None for a reader of a part of the stream.
    pub(super) whole: Option<Whole<'r>>,
}

/// What the reader of the whole stream has.
pub(super) struct Whole<'r> {
    passed: &'r mut dyn FnMut(usize),
    next_pass: u64,
    /// Bytes before the stream, of a wrapper.
    before: usize,
    /// How large blocks are split, if they are.
    pub(super) split: Option<Split>,
}

/// Analyzes a whole stream.
pub(super) fn analyze(data: &[u8], options: &Options<'_>, out: &mut Out<'_>, passed: &mut dyn FnMut(usize)) -> Outcome<()> {
    let (bits, kind) = stream::open(data, options.dump.then_some(&mut *out))?;
    let limits = Limits::default();
    let info = match options.block_info {
        Some(elsewhere) => block_info(elsewhere, options, &limits, out)?,
        None => Info::default(),
    };
    let before = (bits.data().as_ptr() as usize).saturating_sub(data.as_ptr() as usize);
    let mut walk = Walk {
        bits,
        kind,
        options,
        limits,
        info: Arc::new(info),
        stats: Stats::default(),
        labels: Vec::new(),
        out,
        indent: Vec::new(),
        depth: 0,
        whole: Some(Whole { passed, next_pass: STRIDE * 8, before, split: Split::new(data.len()) }),
    };
    while !walk.bits.at_end() {
        if walk.bits.fixed(TOP_LEVEL_WIDTH)? as u32 != ENTER_SUBBLOCK {
            return Err(Fault::content("Invalid record at top-level"));
        }
        let block = walk.bits.vbr32(BLOCK_ID_WIDTH)?;
        if options.dump {
            walk.block::<true>(block)?
        } else {
            walk.block::<false>(block)?
        }
        walk.stats.top_level += 1;
    }
    let Walk { stats, info, out, bits, .. } = walk;
    if options.dump {
        out.text("\n\n")?;
    }
    stats.print(out, &Names { kind, info: &info, llvm: options.names_of }, options.name, bits.data().len(), options.histogram)?;
    Ok(())
}

/// The first BLOCKINFO at the top level of another stream.
fn block_info(data: &[u8], options: &Options<'_>, limits: &Limits, out: &mut Out<'_>) -> Outcome<Info> {
    let (mut bits, _) = stream::open(data, options.dump.then_some(out))?;
    while !bits.at_end() {
        if bits.fixed(TOP_LEVEL_WIDTH)? as u32 != ENTER_SUBBLOCK {
            return Err(Fault::content("Invalid record at top-level in block info file"));
        }
        if bits.vbr32(BLOCK_ID_WIDTH)? == BLOCKINFO {
            let read = Info::read(bits, &Info::default(), limits)?;
            return read.ok_or_else(|| Fault::content("Malformed BlockInfoBlock in block info file"));
        }
        info::skip(&mut bits)?;
    }
    Ok(Info::default())
}

impl Walk<'_, '_, '_> {
    fn names(&self) -> Names<'_> {
        Names { kind: self.kind, info: &self.info, llvm: self.options.names_of }
    }

    /// Reads the block whose id has been read, including nested blocks.
    pub(super) fn block<const DUMP: bool>(&mut self, block: u32) -> Outcome<()> {
        let mut outer: Vec<(Open, u64)> = Vec::new();
        let mut open = self.enter::<DUMP>(block)?;
        let mut ops = Vec::new();
        loop {
            if self.bits.at_end() {
                return Err(Fault::content("Premature end of bitstream"));
            }
            let until = self.whole.as_ref().map_or(u64::MAX, |whole| whole.next_pass);
            self.usual::<DUMP>(&open, until)?;
            self.tell();
            let start = self.bits.position();
            let id = self.bits.fixed(open.width)? as u32;
            match id {
                END_BLOCK => {
                    self.leave::<DUMP>(&open)?;
                    let Some((outside, from)) = outer.pop() else { return Ok(()) };
                    open = outside;
                    self.indent.truncate((self.depth + outer.len()) * 2);
                    self.stats.at(open.stats).sub_blocks += 1;
                    open.start = open.start.wrapping_add(self.bits.position() - from);
                }
                ENTER_SUBBLOCK => {
                    if outer.is_empty() && self.blocks_ahead::<DUMP>(&mut open, start)? {
                        continue;
                    }
                    let block = self.bits.vbr32(BLOCK_ID_WIDTH)?;
                    if self.depth + outer.len() >= ANALYZER_BLOCK_DEPTH {
                        return Err(Fault::content("blocks nested too deeply"));
                    }
                    let from = self.bits.position();
                    self.indent.extend(b"  ");
                    let inside = self.enter::<DUMP>(block)?;
                    outer.push((std::mem::replace(&mut open, inside), from));
                }
                DEFINE_ABBREV => {
                    let abbrev = self.bits.abbrev(&self.limits)?;
                    Arc::make_mut(&mut open.local).push(Known::new(abbrev));
                    self.stats.at(open.stats).abbrevs += 1;
                }
                _ => {
                    let code = match DUMP && open.dump {
                        true => self.traced(&mut open, id, start, &mut ops)?,
                        false => {
                            let (code, _) = record::<false>(&mut self.bits, id, open.abbrev(id), &mut ops)?;
                            self.count(&open, code, id, start);
                            code
                        }
                    };
                    if code == METADATA_INDEX_OFFSET && open.block == schema::metadata::ID {
                        self.nodes_ahead::<DUMP>(&mut open, start, outer.len())?;
                    }
                }
            }
            self.tell();
        }
    }

    /// Reports from time to time what has been passed.
    #[inline(always)]
    pub(super) fn tell(&mut self) {
        if let Some(whole) = &mut self.whole
            && self.bits.position() >= whole.next_pass
        {
            whole.tell(self.bits.position());
        }
    }

    #[inline(always)]
    pub(super) fn count(&mut self, open: &Open, code: u32, id: u32, start: u64) {
        self.stats.at(open.stats).record(code, self.bits.position() - start, id != UNABBREV_RECORD);
    }

    fn enter<const DUMP: bool>(&mut self, block: u32) -> Outcome<Open> {
        let start = self.bits.position();
        let stats = self.stats.enter(block);
        let mut dump = DUMP;
        if block == BLOCKINFO {
            if self.whole.is_none() {
                // It would apply to the parts that follow, too.
                return Err(Fault::given_up());
            }
            if DUMP && !self.options.dump_blockinfo {
                self.out.bytes(&self.indent)?;
                self.out.text("<BLOCKINFO_BLOCK/>\n")?;
            }
            let read = Info::read(self.bits, &self.info, &self.limits)?;
            self.info = Arc::new(read.ok_or_else(|| Fault::content("Malformed BlockInfoBlock"))?);
            self.labels.clear();
            dump = DUMP && self.options.dump_blockinfo;
        }
        let inherited = self.info.get(block).map(|about| about.abbrevs.clone()).unwrap_or_default();
        let Header { width, words } = info::enter(&mut self.bits)?;
        let content = self.bits.position() / 8;
        let mut open = Open {
            block,
            width,
            inherited,
            local: Arc::default(),
            stats,
            start,
            content,
            dump,
            name: Cow::default(),
            index_at: 0,
            hashed: None,
        };
        if dump {
            let name = self.names().block(block);
            let with_id = !self.options.symbolic && name.is_some();
            open.name = name.unwrap_or_else(|| format!("UnknownBlock{block}").into_bytes().into());
            let out = &mut *self.out;
            out.bytes(&self.indent)?;
            out.chunk(b"<")?;
            out.bytes(&open.name)?;
            if with_id {
                out.text(" BlockID=")?;
                out.number(u64::from(block))?;
            }
            out.chunk(b" NumWords=")?;
            out.number(u64::from(words))?;
            out.chunk(b" BlockCodeSize=")?;
            out.number(u64::from(width))?;
            out.chunk(b">\n")?;
        }
        Ok(open)
    }

    fn leave<const DUMP: bool>(&mut self, open: &Open) -> Outcome<()> {
        self.bits.align();
        let stats = self.stats.at(open.stats);
        stats.bits = stats.bits.wrapping_add(self.bits.position().wrapping_sub(open.start));
        if DUMP && open.dump {
            self.out.bytes(&self.indent)?;
            self.out.chunk(b"</")?;
            self.out.bytes(&open.name)?;
            self.out.chunk(b">\n")?;
        }
        Ok(())
    }

    /// Reads records of usual shapes, and counts and prints them, up to bit `until` or the first that is none.
    ///
    /// Not inlined: the loop has the registers for itself.
    #[inline(never)]
    pub(super) fn usual<const DUMP: bool>(&mut self, open: &Open, until: u64) -> Outcome<()> {
        if DUMP && open.dump {
            return self.usual_lines(open, until);
        }
        let (known, stats) = (open.known(), self.stats.at(open.stats));
        let mut cursor = self.bits.cursor();
        while cursor.position() < until
            && let Some((id, code, after)) = fast::skip(cursor, open.width, &known)
            && after.position() <= after.end()
            && !open.is_special(code)
        {
            stats.record(code, after.position() - cursor.position(), id != UNABBREV_RECORD);
            cursor = after;
        }
        self.bits.go_on(cursor);
        Ok(())
    }

    #[inline(always)]
    fn usual_lines(&mut self, open: &Open, until: u64) -> Outcome<()> {
        let mut cursor = self.bits.cursor();
        if fast::id(&mut { cursor }, open.width).0 < UNABBREV_RECORD {
            return Ok(());
        }
        self.select(open.block);
        let Some(labels) = self.labels.last() else { return Ok(()) };
        let (known, stats) = (open.known(), self.stats.at(open.stats));
        while cursor.position() < until
            && let Some(line) = self.out.line()?
            && let Some(made) = line.record(cursor, open.width, &known, &labels.by_code)
            && made.cursor.position() <= made.cursor.end()
        {
            self.out.add(made.len);
            stats.record(made.code, made.cursor.position() - cursor.position(), made.is_abbreviated);
            cursor = made.cursor;
        }
        self.bits.go_on(cursor);
        Ok(())
    }

    /// Reads a record and prints it. Returns its code.
    #[inline(always)]
    fn traced(&mut self, open: &mut Open, id: u32, start: u64, ops: &mut Vec<u64>) -> Outcome<u32> {
        let after_id = self.bits.position();
        let (code, blob) = record::<true>(&mut self.bits, id, open.abbrev(id), ops)?;
        self.line(open, (id, code), (start, after_id), ops, blob)?;
        Ok(code)
    }

    /// Counts and prints a record that has been read: its abbreviation id and code, the bits where it and its contents start.
    #[inline(always)]
    pub(super) fn line(
        &mut self,
        open: &mut Open,
        (id, code): (u32, u32),
        (start, after_id): (u64, u64),
        ops: &[u64],
        blob: Option<Range<usize>>,
    ) -> Outcome<()> {
        self.count(open, code, id, start);
        self.label(open, code)?;
        let Open { inherited, local, index_at, hashed, .. } = open;
        let line = Line {
            data: self.bits.data(),
            options: self.options,
            block: open.block,
            code,
            abbrev: Lists { inherited, local }.get(id).filter(|_| id != UNABBREV_RECORD).map(|known| (id, &known.abbrev)),
            ops,
            blob,
            bits: (start, after_id, self.bits.position()),
            block_start: open.content,
        };
        line.print(self.out, &self.indent, index_at, hashed)
    }

    /// Brings the labels of a block to the end of the list.
    #[inline(always)]
    fn select(&mut self, block: u32) {
        let indent = self.indent.len();
        if !self.labels.last().is_some_and(|labels| labels.block == block && labels.indent == indent) {
            self.find_labels(block, indent);
        }
    }

    #[inline(never)]
    fn find_labels(&mut self, block: u32, indent: usize) {
        if let Some(at) = self.labels.iter().position(|labels| labels.block == block && labels.indent == indent) {
            let last = self.labels.len() - 1;
            self.labels.swap(at, last);
            return;
        }
        // Block ids come from the file, so the number kept is limited.
        if self.labels.len() >= 64 {
            self.labels.clear();
        }
        self.labels.push(Labels { block, indent, by_code: Box::new([Head::NONE; LABELLED]) });
    }

    /// Prints the start of a record's line.
    #[inline(never)]
    fn label(&mut self, open: &Open, code: u32) -> Outcome<()> {
        self.select(open.block);
        let kept = self.labels.last().and_then(|labels| labels.by_code.get(code as usize));
        if let Some(head) = kept.filter(|head| head.parts().1 > 0) {
            self.out.head(head)?;
            return Ok(());
        }
        let mut label = self.indent.clone();
        label.extend(b"  <");
        match self.names().record(open.block, code) {
            Some(name) => {
                label.extend(name);
                if !self.options.symbolic {
                    label.extend(format!(" codeid={code}").as_bytes());
                }
            }
            None => label.extend(format!("UnknownCode{code}").as_bytes()),
        }
        self.out.bytes(&label)?;
        if let Some(kept) = self.labels.last_mut().and_then(|labels| labels.by_code.get_mut(code as usize))
            && let Some(head) = Head::new(&label)
            && !open.is_special(code)
        {
            *kept = head;
        }
        Ok(())
    }
}

impl Whole<'_> {
    #[inline(never)]
    fn tell(&mut self, position: u64) {
        (self.passed)(self.before + (position / 8) as usize);
        self.next_pass = position + STRIDE * 8;
    }
}
