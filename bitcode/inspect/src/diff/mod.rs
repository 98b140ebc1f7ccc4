//! Differences between two bitstreams, block by block and record by record, independent of numbering and position.
//!
//! Three passes over each file. The first computes fingerprints of blocks, so that equal function bodies in equal modules are skipped. The second
//! hashes the records of each block independently of numbering; blocks are matched by these hashes, functions by name. The third collects the
//! records of blocks that differ, which are then matched by name or aligned.
mod records;
mod report;
mod units;

pub use report::{BlockDiff, BlockSide, Change, DiffRecord, FieldChange, Kind};

use bctk_support::parallel::join;
use hashbrown::{HashMap, HashSet};

use crate::fingerprint::crc32;
use crate::names::printable;
use crate::resolve::Resolver;
use crate::tree::{Block, Step, StreamKind, Walk, WalkOptions};
use bctk_bitcode::schema::{function, module, symtab};
use bctk_bitstream::Error;
use units::{Hash, Maker, Units};

/// Most records that are collected of a file.
const MOST_UNITS: usize = 6 << 20;

/// The differences between two files.
#[derive(Debug, Default)]
pub struct Diff {
    /// The blocks that differ, in the order of the first file. Blocks that only the second file has are at the end of the block around
    /// them.
    pub blocks: Vec<BlockDiff>,
    /// Blocks that are equal, nested ones included.
    pub equal_blocks: u64,
    /// Whether both files are the same bytes.
    pub identical: bool,
    /// Where reading the first and the second file ended early.
    pub faults: [Option<Error>; 2],
}

impl Diff {
    /// Records and blocks of this kind.
    pub fn count(&self, kind: Kind) -> usize {
        self.blocks.iter().filter(|block| block.kind == kind).count()
    }

    /// Whether some record or block differs: encoding alone does not count.
    pub fn content_differs(&self) -> bool {
        self.blocks.iter().any(|block| block.kind != Kind::Encoding) || self.faults.iter().any(Option::is_some)
    }
}

/// The result of the second pass for a block.
#[derive(Clone, Debug)]
struct Digest {
    id: u32,
    name: String,
    function: Option<String>,
    bit: u64,
    bits: u64,
    crc: u32,
    /// Own records; with nested ones.
    own: u64,
    records: u64,
    exact: u64,
    loose: u64,
    blocks: u64,
    children: Vec<Digest>,
}

impl Digest {
    fn side(&self) -> BlockSide {
        BlockSide { bit: self.bit, bits: self.bits, records: self.records, crc32: self.crc }
    }
}

/// The result of the first pass over a file.
#[derive(Default)]
struct Glance {
    /// Everything but function bodies and records that only hold their positions.
    context: u64,
    functions: Vec<Block>,
}

fn glance(file: &[u8], options: &WalkOptions) -> Option<Glance> {
    let mut walk = Walk::new(file, options.clone()).ok()?;
    let mut out = Glance::default();
    let mut context = Hash::new();
    let mut version = 0;
    while let Some(step) = walk.next().ok()? {
        match step {
            Step::Enter(block) if block.id == module::ID && block.depth == 0 && walk.kind() == StreamKind::LlvmIr => context.number(8),
            Step::Enter(block) => {
                match block.id {
                    function::ID if block.depth == 1 => out.functions.push(block),
                    symtab::irsymtab::ID => {}
                    // Only the places of bodies, where names are in STRTAB.
                    symtab::value_symtab::ID if version >= 2 => {}
                    // Equal fingerprints are confirmed by a second hash of the same bytes.
                    _ => {
                        context.number(u64::from(block.id));
                        context.number(u64::from(crc32(walk.data(), &block)));
                        context.number(units::hash_of(walk.data().get((block.start / 8) as usize..(block.end / 8) as usize)?));
                    }
                }
                walk.skip_block().ok()?;
            }
            Step::Record => {
                let record = walk.record();
                if record.code == module::Version::CODE {
                    version = record.ops.first().copied().unwrap_or(0);
                }
                if !matches!(record.code, module::VstOffset::CODE | module::Hash::CODE) {
                    context.number(u64::from(record.code));
                    record.ops.iter().for_each(|&op| context.number(op));
                    context.bytes(record.blob(walk.data()).unwrap_or(&[]));
                }
            }
            _ => {}
        }
    }
    out.context = context.end();
    Some(out)
}

/// Bit offsets of function bodies in both files that are equal and mean the same.
fn unchanged(a: &[u8], b: &[u8], options: &WalkOptions) -> (HashSet<u64>, HashSet<u64>) {
    let mut out = (HashSet::new(), HashSet::new());
    let (Some(ga), Some(gb)) = join(|| glance(a, options), || glance(b, options)) else { return out };
    if ga.context != gb.context || ga.functions.len() != gb.functions.len() {
        return out;
    }
    let data = |file| Walk::new(file, options.clone()).ok().map(|walk| walk.data());
    let (Some(a), Some(b)) = (data(a), data(b)) else { return out };
    for (fa, fb) in ga.functions.iter().zip(&gb.functions) {
        let range = |f: &Block| (f.start / 8) as usize..(f.end / 8) as usize;
        if fa.end - fa.start == fb.end - fb.start && fa.width == fb.width && a.get(range(fa)) == b.get(range(fb)) {
            out.0.insert(fa.bit);
            out.1.insert(fb.bit);
        }
    }
    out
}

/// The second look: hashes of all blocks.
fn digest(file: &[u8], options: &WalkOptions, skip: &HashSet<u64>) -> (Vec<Digest>, Option<Error>) {
    let mut top = Vec::new();
    let mut walk = match Walk::new(file, options.clone()) {
        Ok(walk) => walk,
        Err(e) => return (top, Some(e)),
    };
    let mut resolver = Resolver::new(&walk);
    let mut maker = Maker::new();
    let mut open: Vec<(Digest, Hash, Hash)> = Vec::new();
    let mut fault = None;
    loop {
        let step = match walk.next() {
            Ok(Some(step)) => step,
            Ok(None) => break,
            Err(e) => {
                fault = Some(e);
                break;
            }
        };
        if let Step::Enter(block) = step
            && skip.contains(&block.bit)
        {
            let mut made = fresh(&walk, &resolver, &block);
            made.crc = crc32(walk.data(), &block);
            made.exact = u64::from(made.crc);
            made.loose = made.exact;
            match walk.skip_block() {
                Ok(Step::Leave { end, .. }) => made.bits = end.saturating_sub(block.bit),
                Ok(_) => {}
                Err(e) => {
                    fault = Some(e);
                    break;
                }
            }
            if let Some((around, ..)) = open.last_mut() {
                around.blocks += 1;
                around.children.push(made);
            }
            continue;
        }
        resolver.step(&walk, &step);
        maker.step(&resolver, &step);
        match step {
            Step::Enter(block) => open.push((fresh(&walk, &resolver, &block), Hash::new(), Hash::new())),
            Step::Record => {
                let made = maker.record(&walk, &resolver, None);
                if let Some((digest, exact, loose)) = open.last_mut() {
                    digest.own += 1;
                    exact.number(made.exact);
                    loose.number(made.loose);
                }
            }
            Step::Leave { block, end } => close(&mut open, &mut top, walk.data(), &block, end),
            _ => {}
        }
    }
    while let Some(block) = walk.open().get(open.len().wrapping_sub(1)).copied() {
        let end = walk.reader().position();
        close(&mut open, &mut top, walk.data(), &block, end.max(block.start));
    }
    (top, fault)
}

fn fresh(walk: &Walk<'_>, resolver: &Resolver<'_>, block: &Block) -> Digest {
    let function = resolver.function_name(block).map(|bytes| {
        let mut name = String::from("@");
        printable(bytes, &mut name);
        name
    });
    let name = resolver.labels().block(walk.reader().block_info(), block.id).into_owned();
    let (id, bit, bits) = (block.id, block.bit, block.bits());
    Digest { id, name, function, bit, bits, crc: 0, own: 0, records: 0, exact: 0, loose: 0, blocks: 1, children: Vec::new() }
}

fn close(open: &mut Vec<(Digest, Hash, Hash)>, top: &mut Vec<Digest>, data: &[u8], block: &Block, end: u64) {
    let Some((mut digest, exact, loose)) = open.pop() else { return };
    digest.bits = end.saturating_sub(block.bit);
    digest.crc = crc32(data, block);
    digest.exact = exact.end();
    digest.loose = loose.end();
    digest.records = digest.own + digest.children.iter().map(|child| child.records).sum::<u64>();
    match open.last_mut() {
        Some((around, ..)) => {
            around.blocks += digest.blocks;
            around.children.push(digest);
        }
        None => top.push(digest),
    }
}

/// Two blocks whose own records differ.
struct Wanted {
    old: u64,
    new: u64,
    /// The index of the result in the list of differences.
    at: usize,
}

#[derive(Default)]
struct Compare {
    out: Vec<BlockDiff>,
    equal: u64,
    wanted: Vec<Wanted>,
}

impl Compare {
    /// Compares the blocks within two blocks. Returns whether no record of them differs, and how many changed places.
    fn blocks(&mut self, path: &str, a: &[Digest], b: &[Digest], exact: bool) -> (bool, u64) {
        let mut places: HashMap<(u32, Option<&str>), Vec<usize>> = HashMap::new();
        for (j, digest) in b.iter().enumerate().rev() {
            places.entry((digest.id, digest.function.as_deref())).or_default().push(j);
        }
        let (several_a, several_b) = (several(a), several(b));
        let mut pairs = Vec::new();
        let mut all = true;
        let mut seen: HashMap<u32, u32> = HashMap::new();
        for (i, old) in a.iter().enumerate() {
            let number = seen.entry(old.id).or_insert(0);
            *number += 1;
            let here = place(path, old, several_a.contains(&old.id).then_some(*number - 1));
            match places.get_mut(&(old.id, old.function.as_deref())).and_then(Vec::pop) {
                Some(j) => {
                    pairs.push((i, j));
                    if let Some(new) = b.get(j) {
                        all &= self.pair(&here, old, new, exact);
                    }
                }
                None => {
                    all = false;
                    self.out.push(alone(here, Kind::Removed, old));
                }
            }
        }
        let matched: HashSet<usize> = pairs.iter().map(|&(_, j)| j).collect();
        let mut seen: HashMap<u32, u32> = HashMap::new();
        for (j, new) in b.iter().enumerate() {
            let number = seen.entry(new.id).or_insert(0);
            *number += 1;
            if !matched.contains(&j) {
                all = false;
                let here = place(path, new, several_b.contains(&new.id).then_some(*number - 1));
                self.out.push(alone(here, Kind::Added, new));
            }
        }
        // Only the order of blocks of the same kind is significant.
        let moved = pairs.len() - bctk_bitstream::align::increasing(&pairs).len();
        (all, moved as u64)
    }

    /// Compares two blocks. Returns whether no record differs.
    fn pair(&mut self, path: &str, old: &Digest, new: &Digest, exact: bool) -> bool {
        let exact = if old.id == module::ID { numbered_alike(old, new) } else { exact };
        let same = if exact { old.exact == new.exact } else { old.loose == new.loose } && old.own == new.own;
        let at = self.out.len();
        let equal = self.equal;
        let mut entry = BlockDiff {
            path: path.to_owned(),
            kind: Kind::Changed,
            old: Some(old.side()),
            new: Some(new.side()),
            changes: Vec::new(),
            equal: old.own.min(new.own),
            moved: 0,
            moved_blocks: 0,
            cut: false,
        };
        self.out.push(entry.clone());
        let wanted = self.wanted.len();
        if !same {
            self.wanted.push(Wanted { old: old.bit, new: new.bit, at });
        }
        let (children, moved) = self.blocks(path, &old.children, &new.children, exact);
        let all = same && children && moved == 0;
        if let Some(made) = self.out.get_mut(at) {
            made.moved_blocks = moved;
        }
        if all {
            // The differences inside are encoding only; they are reported once, for the outermost block.
            self.out.truncate(at);
            self.wanted.truncate(wanted);
            self.equal = equal + old.blocks;
            if old.crc != new.crc || old.bits != new.bits {
                entry.kind = Kind::Encoding;
                self.out.push(entry);
                self.equal = equal;
            }
        } else if same && moved == 0 {
            // Only blocks in it differ.
            self.out.remove(at);
            self.wanted.iter_mut().skip(wanted).for_each(|wanted| wanted.at -= 1);
        }
        all
    }
}

/// Ids that more than one block has.
fn several(blocks: &[Digest]) -> HashSet<u32> {
    let mut seen = HashSet::new();
    blocks.iter().filter(|block| !seen.insert(block.id)).map(|block| block.id).collect()
}

/// Whether constants and metadata of two modules have the same numbers.
fn numbered_alike(a: &Digest, b: &Digest) -> bool {
    let of = |digest: &Digest| {
        digest.children.iter().filter(|child| units::is_numbered(child.id)).map(|child| (child.id, child.exact)).collect::<Vec<_>>()
    };
    of(a) == of(b)
}

fn place(path: &str, digest: &Digest, number: Option<u32>) -> String {
    let slash = if path.is_empty() { "" } else { "/" };
    match (&digest.function, number) {
        (Some(function), _) => format!("{path}{slash}{}({function})", digest.name),
        (None, Some(number)) => format!("{path}{slash}{}[{number}]", digest.name),
        (None, None) => format!("{path}{slash}{}", digest.name),
    }
}

fn alone(path: String, kind: Kind, digest: &Digest) -> BlockDiff {
    let side = Some(digest.side());
    let (old, new) = if kind == Kind::Removed { (side, None) } else { (None, side) };
    BlockDiff { path, kind, old, new, changes: Vec::new(), equal: 0, moved: 0, moved_blocks: 0, cut: false }
}

/// The third look: the records of the blocks that are wanted.
fn collect(file: &[u8], options: &WalkOptions, wanted: &HashSet<u64>, skip: &HashSet<u64>) -> (HashMap<u64, Units>, Maker) {
    let mut out: HashMap<u64, Units> = HashMap::new();
    let mut maker = Maker::new();
    let Ok(mut walk) = Walk::new(file, options.clone()) else { return (out, maker) };
    let mut resolver = Resolver::new(&walk);
    let (mut text, mut count) = (0, 0);
    while let Ok(Some(step)) = walk.next() {
        if let Step::Enter(block) = step
            && skip.contains(&block.bit)
        {
            if walk.skip_block().is_err() {
                break;
            }
            continue;
        }
        resolver.step(&walk, &step);
        maker.step(&resolver, &step);
        match step {
            Step::Enter(block) if wanted.contains(&block.bit) => {
                out.insert(block.bit, Units::new(maker.first_value()));
            }
            Step::Record => {
                let units = walk.block().and_then(|block| out.get_mut(&block.bit));
                match units {
                    Some(units) if text > units::MOST_TEXT || count > MOST_UNITS => {
                        units.cut = true;
                        maker.record(&walk, &resolver, None);
                    }
                    Some(units) => {
                        let before = (units.text.len(), units.units.len());
                        maker.record(&walk, &resolver, Some(units));
                        text += units.text.len() - before.0;
                        count += units.units.len() - before.1;
                    }
                    None => {
                        maker.record(&walk, &resolver, None);
                    }
                }
            }
            _ => {}
        }
    }
    (out, maker)
}

/// Function bodies to skip: none of `wanted` is in them.
fn needless(top: &[Digest], wanted: &HashSet<u64>) -> HashSet<u64> {
    fn holds(digest: &Digest, wanted: &HashSet<u64>) -> bool {
        // As deep as blocks are nested, which the reader limits.
        wanted.contains(&digest.bit) || digest.children.iter().any(|child| holds(child, wanted))
    }
    let functions = top.iter().flat_map(|digest| &digest.children).filter(|digest| digest.id == function::ID);
    functions.filter(|digest| !holds(digest, wanted)).map(|digest| digest.bit).collect()
}

/// The diff of a file and itself.
fn same(file: &[u8], options: &WalkOptions) -> Diff {
    let mut out = Diff { identical: true, ..Diff::default() };
    let count = |blocks: &mut u64| -> bctk_bitstream::Result<()> {
        let mut walk = Walk::new(file, options.clone())?;
        while let Some(step) = walk.next()? {
            *blocks += u64::from(matches!(step, Step::Leave { .. }));
        }
        Ok(())
    };
    out.faults[0] = count(&mut out.equal_blocks).err();
    if out.faults[0].is_some() {
        out.faults[1] = count(&mut 0).err();
    }
    out
}

/// Compares two bitstreams. Functions, globals, COMDATs, named types and metadata kinds are matched by name, other records by what they say;
/// numbers of values, types, metadata and attributes are compared by what they stand for.
///
/// A damaged file is compared up to the damage; [`Diff::faults`] gives the position.
///
/// ```
/// use bctk_inspect::{WalkOptions, diff};
/// let file = std::fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/small.bc"))?;
/// let other = std::fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/small-opt.bc"))?;
/// assert!(diff::diff(&file, &file, &WalkOptions::default()).blocks.is_empty());
/// assert!(diff::diff(&file, &other, &WalkOptions::default()).content_differs());
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn diff(a: &[u8], b: &[u8], options: &WalkOptions) -> Diff {
    let identical = a == b;
    if identical {
        return same(a, options);
    }
    let (same_a, same_b) = unchanged(a, b, options);
    let ((top_a, fault_a), (top_b, fault_b)) = join(|| digest(a, options, &same_a), || digest(b, options, &same_b));
    let mut compare = Compare::default();
    let (_, moved) = compare.blocks("", &top_a, &top_b, false);
    let wanted_a: HashSet<u64> = compare.wanted.iter().map(|wanted| wanted.old).collect();
    let wanted_b: HashSet<u64> = compare.wanted.iter().map(|wanted| wanted.new).collect();
    if !compare.wanted.is_empty() {
        let (skip_a, skip_b) = (needless(&top_a, &wanted_a), needless(&top_b, &wanted_b));
        let ((units_a, maker_a), (units_b, maker_b)) =
            join(|| collect(a, options, &wanted_a, &skip_a), || collect(b, options, &wanted_b, &skip_b));
        for wanted in &compare.wanted {
            let (Some(old), Some(new)) = (units_a.get(&wanted.old), units_b.get(&wanted.new)) else { continue };
            if let Some(entry) = compare.out.get_mut(wanted.at) {
                records::compare(old, &maker_a, new, &maker_b, entry);
            }
        }
        // What turned out to differ in numbers alone.
        for entry in &mut compare.out {
            if entry.kind == Kind::Changed && entry.changes.is_empty() && entry.moved == 0 && entry.moved_blocks == 0 && !entry.cut {
                entry.kind = Kind::Encoding;
            }
        }
    }
    if compare.out.is_empty() || moved > 0 {
        // The order of top-level blocks, a wrapper, bytes between or after blocks.
        let side = |file: &[u8], top: &[Digest]| BlockSide {
            bit: 0,
            bits: file.len() as u64 * 8,
            records: top.iter().map(|digest| digest.records).sum(),
            crc32: crc32fast::hash(file),
        };
        let (old, new) = (Some(side(a, &top_a)), Some(side(b, &top_b)));
        let kind = if moved > 0 { Kind::Changed } else { Kind::Encoding };
        let (path, changes) = (String::new(), Vec::new());
        compare.out.push(BlockDiff { path, kind, old, new, changes, equal: 0, moved: 0, moved_blocks: moved, cut: false });
    }
    Diff { blocks: compare.out, equal_blocks: compare.equal, identical, faults: [fault_a, fault_b] }
}
