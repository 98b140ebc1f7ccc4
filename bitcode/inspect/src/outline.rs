//! The outline of a file: its type, its modules, the tree of its blocks, the biggest functions and kinds of metadata.
use std::cmp::Reverse;
use std::collections::BinaryHeap;

use crate::fingerprint::Running;
use crate::resolve::Resolver;
use crate::stats::Stats;
use crate::tree::{Block, Step, StreamKind, Walk};
use bctk_bitcode::schema::small_blocks::identification;
use bctk_bitcode::schema::{function, module};
use bctk_bitstream::wrapper::Wrapper;

/// The number of biggest functions that are kept.
const FUNCTIONS: usize = 10;
/// Maximum number of distinct kinds of nested blocks; the tree is cut off there.
const MOST_NODES: usize = 1024;
/// Most modules and streams that are listed.
const MOST_LISTED: usize = 1024;
/// Longest text that is kept of a module's records, in bytes.
const MOST_TEXT: usize = 4096;

/// All blocks of one id within all blocks of the node above.
#[derive(Clone, Debug)]
pub struct Node {
    /// Block id.
    pub id: u32,
    /// Name as shown.
    pub name: String,
    /// Blocks around it.
    pub depth: usize,
    /// Blocks.
    pub count: u64,
    /// Their bits, header, nested blocks and end included.
    pub bits: u64,
    /// Records directly inside.
    pub records: u64,
    /// CRC-32 of the content of a single block; of several, that of their checksums in order, four bytes each, the lowest first.
    pub crc32: u32,
    /// Nodes below, in order of their first block.
    pub children: Vec<usize>,
    hasher: crc32fast::Hasher,
}

/// A module, as far as its records say in a word.
#[derive(Clone, Debug, Default)]
pub struct ModuleInfo {
    /// Version of the encoding.
    pub version: u64,
    /// Its producer.
    pub producer: String,
    /// Target triple.
    pub triple: String,
    /// Name of the source file.
    pub source: String,
    /// Bits of the module block.
    pub bits: u64,
    /// Function bodies.
    pub functions: u64,
    /// CRC-32 of the module block.
    pub crc32: u32,
}

/// A big function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BigFunction {
    /// Its name, without `@`; empty if it is not known.
    pub name: String,
    /// Number of its module.
    pub module: u32,
    /// Number of its block in the module.
    pub index: u32,
    /// Bits of its block.
    pub bits: u64,
}

/// A big function as it is ordered: bits, then number of module and block (the first one counts more), and name.
type Candidate = (u64, Reverse<(u32, u32)>, String);

/// The outline, and the statistics of the file.
#[derive(Clone, Debug)]
pub struct Outline<'a> {
    /// Streams: bit offset and magic number.
    pub streams: Vec<(u64, [u8; 4])>,
    /// The wrapper header, if there is one.
    pub wrapper: Option<Wrapper>,
    /// Modules of LLVM IR.
    pub modules: Vec<ModuleInfo>,
    /// All nodes; [`Outline::roots`] are those at the top level.
    pub nodes: Vec<Node>,
    /// Nodes at the top level.
    pub roots: Vec<usize>,
    /// Bits of magic numbers.
    pub magic_bits: u64,
    /// Bits after the last block.
    pub trailing_bits: u64,
    /// Statistics by block and record.
    pub stats: Stats,
    biggest: BinaryHeap<Reverse<Candidate>>,
    /// Nodes of the open blocks.
    open: Vec<Option<usize>>,
    producer: String,
    running: Running<'a>,
    /// CRC-32 of the file, after [`Outline::finish`].
    pub crc32: u32,
}

/// Fingerprints continue after this many bytes without a block boundary.
const FAR: u64 = 1 << 20;

impl<'a> Outline<'a> {
    /// An outline of nothing yet, for a walk.
    pub fn new(walk: &Walk<'a>) -> Outline<'a> {
        let before = walk.file().get(..walk.range().start).unwrap_or(&[]);
        Outline {
            streams: Vec::new(),
            wrapper: walk.wrapper().copied(),
            modules: Vec::new(),
            nodes: Vec::new(),
            roots: Vec::new(),
            magic_bits: 0,
            trailing_bits: 0,
            stats: Stats::new(),
            biggest: BinaryHeap::new(),
            open: Vec::new(),
            producer: String::new(),
            running: Running::new(walk.data()).around(before),
            crc32: 0,
        }
    }

    /// Takes note that the walk is over, be it at the end of the file or at a fault.
    pub fn finish(&mut self, walk: &Walk<'_>) {
        while !self.open.is_empty() {
            self.open.pop();
            self.running.leave(0);
        }
        let end = walk.data().len() as u64 * 8;
        let mut bit = walk.reader().position();
        while bit < end {
            self.running.advance(bit);
            bit = walk.tell(bit).min(end);
        }
        let mut whole = self.running.leave_open(end);
        whole.update(walk.file().get(walk.range().end..).unwrap_or(&[]));
        self.crc32 = whole.finalize();
    }

    /// Takes in a step. `resolver` has seen it before.
    pub fn step(&mut self, walk: &Walk<'_>, resolver: &Resolver<'_>, step: &Step) {
        self.stats.step(walk, step);
        match *step {
            Step::Stream { bit, magic } => {
                self.magic_bits += 32;
                if self.streams.len() < MOST_LISTED {
                    self.streams.push((bit, magic));
                }
            }
            Step::Enter(block) => self.enter(walk, resolver, &block),
            Step::Leave { block, end } => self.leave(walk, resolver, &block, end),
            Step::Record => {
                let end = walk.record_bits().end;
                if self.running.behind(end) >= FAR {
                    self.running.advance(end);
                }
                self.record(walk);
            }
            Step::Trailing { bit, end } => self.trailing_bits += end - bit,
            Step::Abbrev { .. } => {}
        }
    }

    fn enter(&mut self, walk: &Walk<'_>, resolver: &Resolver<'_>, block: &Block) {
        self.running.enter(block);
        let parent = self.open.last().copied();
        let siblings = match parent {
            Some(Some(node)) => self.nodes.get(node).map_or(&[][..], |node| &node.children),
            Some(None) => &[],
            None => &self.roots,
        };
        let known = siblings.iter().copied().find(|&node| self.nodes.get(node).is_some_and(|node| node.id == block.id));
        let node = known.or_else(|| {
            if self.nodes.len() >= MOST_NODES || parent == Some(None) {
                return None;
            }
            let number = self.nodes.len();
            let name = resolver.labels().block(walk.reader().block_info(), block.id).into_owned();
            let (id, depth) = (block.id, block.depth as usize);
            let hasher = crc32fast::Hasher::new();
            self.nodes.push(Node { id, name, depth, count: 0, bits: 0, records: 0, crc32: 0, children: Vec::new(), hasher });
            match parent.flatten() {
                Some(parent) => self.nodes.get_mut(parent)?.children.push(number),
                None => self.roots.push(number),
            }
            Some(number)
        });
        if let Some(node) = node.and_then(|node| self.nodes.get_mut(node)) {
            node.count += 1;
        }
        self.open.push(node);
        if walk.kind() == StreamKind::LlvmIr {
            if block.id == module::ID && block.depth == 0 && self.modules.len() < MOST_LISTED {
                let producer = std::mem::take(&mut self.producer);
                self.modules.push(ModuleInfo { producer, bits: block.bits(), ..ModuleInfo::default() });
            } else if block.id == function::ID
                && block.depth == 1
                && let Some(module) = self.modules.last_mut()
            {
                module.functions += 1;
            }
        }
    }

    fn leave(&mut self, walk: &Walk<'_>, resolver: &Resolver<'_>, block: &Block, end: u64) {
        let bits = end.saturating_sub(block.bit);
        let crc32 = self.running.leave(end);
        if let Some(node) = self.open.pop().flatten().and_then(|node| self.nodes.get_mut(node)) {
            node.bits += bits;
            node.hasher.update(&crc32.to_le_bytes());
            node.crc32 = if node.count == 1 { crc32 } else { node.hasher.clone().finalize() };
        }
        if walk.kind() != StreamKind::LlvmIr {
            return;
        }
        match block.id {
            module::ID if block.depth == 0 => {
                if let Some(module) = self.modules.last_mut() {
                    module.bits = bits;
                    module.crc32 = crc32;
                }
            }
            function::ID if block.depth == 1 => self.function(resolver, block, bits),
            _ => {}
        }
    }

    fn function(&mut self, resolver: &Resolver<'_>, block: &Block, bits: u64) {
        let full = self.biggest.len() >= FUNCTIONS;
        if full && self.biggest.peek().is_some_and(|Reverse((least, ..))| *least >= bits) {
            return;
        }
        let mut name = String::new();
        if let Some(bytes) = resolver.function_name(block) {
            super::names::printable(bytes.get(..MOST_TEXT).unwrap_or(bytes), &mut name);
        }
        if full {
            self.biggest.pop();
        }
        let module = (self.modules.len() as u32).saturating_sub(1);
        self.biggest.push(Reverse((bits, Reverse((module, block.index)), name)));
    }

    fn record(&mut self, walk: &Walk<'_>) {
        if let Some(node) = self.open.last().copied().flatten().and_then(|node| self.nodes.get_mut(node)) {
            node.records += 1;
        }
        let (Some(block), StreamKind::LlvmIr) = (walk.block(), walk.kind()) else { return };
        if block.depth > 0 || !matches!(block.id, module::ID | identification::ID) {
            return;
        }
        let record = walk.record();
        let text = || {
            let bytes: Vec<u8> = record.ops.iter().take(MOST_TEXT).map(|&c| c as u8).collect();
            let mut text = String::new();
            super::names::printable(&bytes, &mut text);
            text
        };
        match (block.id, record.code, self.modules.last_mut()) {
            (identification::ID, identification::Producer::CODE, _) => self.producer = text(),
            (module::ID, module::Version::CODE, Some(module)) => module.version = record.ops.first().copied().unwrap_or(0),
            (module::ID, module::Triple::CODE, Some(module)) => module.triple = text(),
            (module::ID, module::SourceFilename::CODE, Some(module)) => module.source = text(),
            _ => {}
        }
    }

    /// The biggest functions, the biggest first.
    pub fn biggest_functions(&self) -> Vec<BigFunction> {
        let mut all: Vec<_> = self.biggest.iter().map(|Reverse(entry)| entry.clone()).collect();
        all.sort();
        let made = all.into_iter().rev().map(|(bits, Reverse((module, index)), name)| BigFunction { name, module, index, bits });
        made.collect()
    }
}
