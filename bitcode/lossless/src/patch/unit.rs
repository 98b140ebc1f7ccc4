//! A stream as a flat list of units (events with operands in one pool), and its division into regions.
use std::ops::Range;

use bctk_bitcode::schema::{function, module};
use bctk_bitstream::stream::{Abbrev, AbbrevOp, Event, EventReader, RawBits};
use bctk_bitstream::{Error, Result};

/// The kind of a unit: the kinds of [`Event`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Bytes before the stream, as operands.
    Prefix = 0,
    /// A magic number, its bytes as operands.
    Magic = 1,
    /// A block begins: `code` is its id, `abbrev` the width of abbreviation ids inside.
    Enter = 2,
    /// A block ends; an operand is a length word that is not the block's length.
    End = 3,
    /// An abbreviation is defined; see [`abbrev_to_ops`].
    Define = 4,
    /// A record.
    Record = 5,
    /// Bytes after the last block, as the blob.
    Trailing = 6,
}

impl Kind {
    pub(super) fn from_number(number: u8) -> Option<Kind> {
        Some(match number {
            0 => Kind::Prefix,
            1 => Kind::Magic,
            2 => Kind::Enter,
            3 => Kind::End,
            4 => Kind::Define,
            5 => Kind::Record,
            6 => Kind::Trailing,
            _ => return None,
        })
    }
}

/// A value of a unit that the layout of the file determines, so that it need not be stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sym {
    /// None: the operands are stored as they are.
    None = 0,
    /// MODULE:VSTOFFSET names the next symbol table of the module; the operand is 0.
    Vst = 1,
    /// VALUE_SYMTAB:FNENTRY names a body; the second operand is the body's number among those of the module.
    FnEntry = 2,
    /// METADATA:INDEX_OFFSET names the next INDEX; the operands are 0.
    IndexOffset = 3,
    /// METADATA:INDEX holds the places of the records since INDEX_OFFSET; the operand is how many.
    Index = 4,
    /// METADATA:STRINGS; the operands are the lengths of the strings, the blob their characters.
    Strings = 5,
    /// A blob of 32-bit words, as operands.
    Words = 6,
    /// A wrapper header whose size field is the size of the stream, stored as 0.
    Wrapper = 7,
}

impl Sym {
    pub(super) fn from_number(number: u8) -> Sym {
        match number {
            1 => Sym::Vst,
            2 => Sym::FnEntry,
            3 => Sym::IndexOffset,
            4 => Sym::Index,
            5 => Sym::Strings,
            6 => Sym::Words,
            7 => Sym::Wrapper,
            _ => Sym::None,
        }
    }
}

/// Most units that one file may have: indices are 31 bits wide.
const MOST_UNITS: usize = 1 << 30;

/// A unit of a stream that was read; operands, blob and bits are in the [`Tree`].
#[derive(Clone, Debug)]
pub(super) struct Unit {
    pub(super) kind: Kind,
    pub(super) sym: Sym,
    pub(super) abbrev: u32,
    pub(super) code: u32,
    /// The block that contains it, `u32::MAX` for none.
    pub(super) block: u32,
    pub(super) len: u32,
    pub(super) start: usize,
    /// Number of its blob and of its bits, `u32::MAX` for none.
    blob: u32,
    raw: u32,
    /// Whether it is one or two fields of 32 bits, which can be set later.
    pub(super) words: bool,
    /// Its position, from the start of the stream.
    pub(super) bit: u64,
}

impl Unit {
    /// Whether it is written as this crate writes it.
    pub(super) fn plain(&self) -> bool {
        self.raw == u32::MAX
    }
}

/// A view of a unit for comparing and writing, wherever it is stored.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct View<'a> {
    pub(super) kind: Kind,
    pub(super) sym: Sym,
    pub(super) abbrev: u32,
    pub(super) code: u32,
    pub(super) ops: &'a [u64],
    pub(super) blob: Option<&'a [u8]>,
    pub(super) raw: Option<&'a RawBits>,
}

impl View<'_> {
    pub(super) fn owned(&self) -> Owned {
        Owned {
            kind: self.kind,
            sym: self.sym,
            abbrev: self.abbrev,
            code: self.code,
            ops: self.ops.to_vec(),
            blob: self.blob.map(<[u8]>::to_vec),
            raw: self.raw.cloned(),
        }
    }
}

/// A unit that owns its data: one that a patch inserts or changes.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Owned {
    pub(super) kind: Kind,
    pub(super) sym: Sym,
    pub(super) abbrev: u32,
    pub(super) code: u32,
    pub(super) ops: Vec<u64>,
    pub(super) blob: Option<Vec<u8>>,
    pub(super) raw: Option<RawBits>,
}

impl Owned {
    pub(super) fn view(&self) -> View<'_> {
        View {
            kind: self.kind,
            sym: self.sym,
            abbrev: self.abbrev,
            code: self.code,
            ops: &self.ops,
            blob: self.blob.as_deref(),
            raw: self.raw.as_ref(),
        }
    }
}

/// An element of a region: a unit or a nested region.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Item(u32);

const CHILD: u32 = 1 << 31;

/// The kinds of [`Item`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// The unit of this number.
    Unit(usize),
    /// The region of this number.
    Region(usize),
}

impl Item {
    fn unit(index: usize) -> Item {
        Item(index as u32)
    }

    fn region(index: usize) -> Item {
        Item(index as u32 | CHILD)
    }

    pub(super) fn place(self) -> Place {
        if self.0 & CHILD == 0 { Place::Unit(self.0 as usize) } else { Place::Region((self.0 & !CHILD) as usize) }
    }
}

/// A part of the file that is described and checked separately.
#[derive(Clone, Debug)]
pub(super) struct Region {
    /// The region that it is a child of; the file is its own.
    pub(super) parent: u32,
    /// Block id, `u32::MAX` for the file.
    pub(super) block: u32,
    /// Number among the children of `parent` with this block id.
    pub(super) index: u32,
    /// Its units, and its children.
    pub(super) items: Vec<Item>,
}

/// A stream that was read.
#[derive(Debug)]
pub(super) struct Tree<'a> {
    pub(super) units: Vec<Unit>,
    /// Operands.
    pub(super) pool: Vec<u64>,
    blobs: Vec<&'a [u8]>,
    raws: Vec<RawBits>,
    pub(super) regions: Vec<Region>,
    /// By unit: for the start of a block, the unit that ends it.
    pub(super) ends: hashbrown::HashMap<u32, u32>,
    /// Bit after the last unit.
    pub(super) end: u64,
}

impl<'a> Tree<'a> {
    /// Parses a file into units and regions.
    ///
    /// # Errors
    /// As [`EventReader::next`]; Malformed, if the file ends within a block.
    pub(super) fn read(data: &'a [u8]) -> Result<Tree<'a>> {
        let mut reader = EventReader::new(data)?;
        let mut tree = Tree {
            units: Vec::new(),
            pool: Vec::new(),
            blobs: Vec::new(),
            raws: Vec::new(),
            regions: Vec::new(),
            ends: hashbrown::HashMap::new(),
            end: 0,
        };
        // A literal of an abbreviation costs no bits in a record. Every other operand does.
        let most = data.len().saturating_mul(8);
        // Block id and first unit of open blocks.
        let mut open: Vec<(u32, u32)> = Vec::new();
        while let Some(item) = reader.next()? {
            let index = tree.units.len();
            if index >= MOST_UNITS || tree.pool.len() > most {
                return Err(Error::too_large("too many records or operands to compare"));
            }
            let start = tree.pool.len();
            let (mut blob, mut words) = (None, false);
            let (kind, abbrev, code) = match item.event {
                Event::Prefix(bytes) => {
                    tree.pool.extend(bytes.iter().map(|&byte| u64::from(byte)));
                    (Kind::Prefix, 0, 0)
                }
                Event::Magic(bytes) => {
                    tree.pool.extend(bytes.map(u64::from));
                    (Kind::Magic, 0, 0)
                }
                Event::EnterBlock { block, width } => (Kind::Enter, width, block),
                Event::EndBlock { declared_words } => {
                    tree.pool.extend(declared_words.map(u64::from));
                    (Kind::End, 0, 0)
                }
                Event::DefineAbbrev(abbrev) => {
                    abbrev_to_ops(&abbrev, &mut tree.pool);
                    (Kind::Define, 0, 0)
                }
                Event::Record { abbrev, code, ops, blob: bytes } => {
                    tree.pool.extend_from_slice(&ops);
                    blob = bytes;
                    words = matches!(ops.len(), 1 | 2)
                        && item.verbatim.is_none()
                        && reader.stream().abbrev(abbrev).is_some_and(|abbrev| super::symbolic::is_words(abbrev, ops.len()));
                    (Kind::Record, abbrev, code)
                }
                Event::Trailing(bytes) => {
                    blob = Some(bytes);
                    (Kind::Trailing, 0, 0)
                }
            };
            let block = match (kind, open.last()) {
                // Both ends of a block count to the block around it.
                (Kind::End, _) => open.len().checked_sub(2).and_then(|at| open.get(at)).map_or(u32::MAX, |&(block, _)| block),
                (_, Some(&(block, _))) => block,
                (_, None) => u32::MAX,
            };
            match kind {
                Kind::Enter => open.push((code, index as u32)),
                Kind::End => {
                    if let Some((_, first)) = open.pop() {
                        tree.ends.insert(first, index as u32);
                    }
                }
                _ => {}
            }
            let blob = blob.map_or(u32::MAX, |blob| {
                tree.blobs.push(blob);
                tree.blobs.len() as u32 - 1
            });
            let raw = item.verbatim.map_or(u32::MAX, |raw| {
                tree.raws.push(raw);
                tree.raws.len() as u32 - 1
            });
            let len = u32::try_from(tree.pool.len() - start).map_err(|_| Error::too_large("too many operands to compare"))?;
            tree.units.push(Unit { kind, sym: Sym::None, abbrev, code, block, len, start, blob, raw, words, bit: item.bit });
        }
        if !open.is_empty() {
            return Err(Error::malformed("expected the end of every block"));
        }
        tree.end = reader.stream().position();
        super::symbolic::symbolise(&mut tree);
        tree.units.shrink_to_fit();
        tree.pool.shrink_to_fit();
        tree.divide();
        Ok(tree)
    }

    /// Finds the regions: the file, its blocks, and the blocks in modules.
    fn divide(&mut self) {
        let mut regions = vec![Region { parent: 0, block: u32::MAX, index: 0, items: Vec::new() }];
        let mut counts: hashbrown::HashMap<(u32, u32), u32> = hashbrown::HashMap::new();
        let mut add = |regions: &mut Vec<Region>, parent: u32, block: u32| -> u32 {
            let count = counts.entry((parent, block)).or_insert(0);
            regions.push(Region { parent, block, index: *count, items: Vec::new() });
            *count += 1;
            let index = regions.len() - 1;
            regions[parent as usize].items.push(Item::region(index));
            index as u32
        };
        let mut at = 0;
        while let Some(unit) = self.units.get(at) {
            if unit.kind != Kind::Enter {
                regions[0].items.push(Item::unit(at));
                at += 1;
                continue;
            }
            let region = add(&mut regions, 0, unit.code);
            let end = self.end_of(at);
            if unit.code != module::ID {
                regions[region as usize].items.extend((at..=end).map(Item::unit));
                at = end + 1;
                continue;
            }
            regions[region as usize].items.push(Item::unit(at));
            at += 1;
            while at <= end {
                let Some(unit) = self.units.get(at) else { break };
                if unit.kind == Kind::Enter {
                    let child = add(&mut regions, region, unit.code);
                    let last = self.end_of(at);
                    regions[child as usize].items.extend((at..=last).map(Item::unit));
                    at = last + 1;
                } else {
                    regions[region as usize].items.push(Item::unit(at));
                    at += 1;
                }
            }
        }
        self.regions = regions;
    }

    /// The unit that ends the block that unit `at` begins.
    pub(super) fn end_of(&self, at: usize) -> usize {
        self.ends.get(&(at as u32)).map_or(at, |&end| end as usize)
    }

    /// A unit by its number.
    pub(super) fn view(&self, index: usize) -> View<'_> {
        let unit = &self.units[index];
        View {
            kind: unit.kind,
            sym: unit.sym,
            abbrev: unit.abbrev,
            code: unit.code,
            ops: self.ops(unit),
            blob: self.blob(unit),
            raw: self.raws.get(unit.raw as usize),
        }
    }

    /// The operands of a unit.
    pub(super) fn ops(&self, unit: &Unit) -> &[u64] {
        self.pool.get(unit.start..unit.start + unit.len as usize).unwrap_or(&[])
    }

    /// The blob of a unit.
    pub(super) fn blob(&self, unit: &Unit) -> Option<&'a [u8]> {
        self.blobs.get(unit.blob as usize).copied()
    }

    /// Bit after unit `index`.
    pub(super) fn end_bit(&self, index: usize) -> u64 {
        self.units.get(index + 1).map_or(self.end, |next| next.bit)
    }

    /// Replaces the operands and the blob of a unit.
    pub(super) fn replace(&mut self, index: usize, ops: &[u64], blob: Option<&'a [u8]>) {
        let start = self.pool.len();
        self.pool.extend_from_slice(ops);
        let blob = blob.map_or(u32::MAX, |blob| {
            self.blobs.push(blob);
            self.blobs.len() as u32 - 1
        });
        let unit = &mut self.units[index];
        (unit.start, unit.len, unit.blob) = (start, ops.len() as u32, blob);
    }

    /// The units of a region, those of its children included.
    pub(super) fn span(&self, region: usize) -> Range<usize> {
        let Some(region) = self.regions.get(region) else { return 0..0 };
        let start = region.items.first().map_or(0, |item| match item.place() {
            Place::Unit(unit) => unit,
            Place::Region(child) => self.span_start(child),
        });
        if region.block == u32::MAX { 0..self.units.len() } else { start..self.end_of(start) + 1 }
    }

    fn span_start(&self, region: usize) -> usize {
        match self.regions.get(region).and_then(|region| region.items.first()).map(|item| item.place()) {
            Some(Place::Unit(unit)) => unit,
            _ => 0,
        }
    }
}

/// Name of the block `block` number `index` in what `parent` names.
pub(super) fn name(block: u32, index: u32, parent: Option<String>) -> String {
    let own = (bctk_bitcode::schema::NAMES.block)(block).map_or_else(|| format!("block {block}"), str::to_owned);
    match parent {
        None => format!("{own}[{index}]"),
        Some(parent) => format!("{parent}/{own}[{index}]"),
    }
}

/// Whether a block is a function's body.
pub(super) fn is_body(region: &Region) -> bool {
    region.block == function::ID && region.parent != 0
}

/// The operands of an abbreviation as numbers: for each its encoding (0 literal, 1 fixed, 2 VBR, 3 array, 4 char6, 5 blob), and for the first
/// three the literal or the width.
pub(super) fn abbrev_to_ops(abbrev: &Abbrev, out: &mut Vec<u64>) {
    for &op in abbrev.ops() {
        match op {
            AbbrevOp::Literal(value) => out.extend([0, value]),
            AbbrevOp::Fixed(width) => out.extend([1, u64::from(width)]),
            AbbrevOp::Vbr(width) => out.extend([2, u64::from(width)]),
            AbbrevOp::Array => out.push(3),
            AbbrevOp::Char6 => out.push(4),
            AbbrevOp::Blob => out.push(5),
        }
    }
}

/// The abbreviation that [`abbrev_to_ops`] made the numbers from.
///
/// # Errors
/// Malformed, if they describe no abbreviation.
pub(super) fn abbrev_from_ops(ops: &[u64]) -> Result<Abbrev> {
    let bad = || Error::malformed("expected the operands of an abbreviation in the patch");
    let mut out = Vec::new();
    let mut rest = ops.iter();
    while let Some(&encoding) = rest.next() {
        let mut data = || rest.next().copied().ok_or_else(bad);
        let width = |data: u64| u32::try_from(data).map_err(|_| bad());
        out.push(match encoding {
            0 => AbbrevOp::Literal(data()?),
            1 => AbbrevOp::Fixed(width(data()?)?),
            2 => AbbrevOp::Vbr(width(data()?)?),
            3 => AbbrevOp::Array,
            4 => AbbrevOp::Char6,
            5 => AbbrevOp::Blob,
            _ => return Err(bad()),
        });
    }
    Abbrev::new(out)
}

/// A hash of a unit, to find equal ones within one run.
pub(super) fn hash(unit: &View<'_>) -> u64 {
    let mut hash = (unit.kind as u64) << 8 | unit.sym as u64;
    let mut mix = |value: u64| {
        hash = (hash.rotate_left(23) ^ value).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        hash ^= hash >> 29;
    };
    mix(u64::from(unit.abbrev) << 32 | u64::from(unit.code));
    mix(unit.ops.len() as u64);
    unit.ops.iter().for_each(|&op| mix(op));
    if let Some(blob) = unit.blob {
        mix(xxhash_rust::xxh3::xxh3_64(blob));
    }
    if let Some(raw) = unit.raw {
        mix(u64::from(raw.offset()) ^ raw.len() << 8);
        mix(xxhash_rust::xxh3::xxh3_64(raw.bytes()));
    }
    hash
}
