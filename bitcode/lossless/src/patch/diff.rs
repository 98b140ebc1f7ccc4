//! Makes patches: matches regions, aligns their items, and writes scripts.
use std::ops::Range;

use hashbrown::HashMap;

use super::apply::apply_to;
use super::code;
use super::model::{Blob, Body, Edit, Entry, Op, Patch, Reach, Stream};
use super::ops;
use super::rules::{Foretold, Learner};
use super::scope;
use super::unit::{self, Kind, Place, Tree, View};
use bctk_bitstream::Result;
use bctk_bitstream::align::align;

/// The patch that turns `canonical` into `original`.
///
/// Any two files have one. If they cannot be parsed as bitstreams, it consists of the spans of bytes that differ.
///
/// # Errors
/// Limit, if a file is too large to be compared.
pub fn diff(canonical: &[u8], original: &[u8]) -> Result<Patch> {
    if canonical == original {
        return Ok(Patch::default());
    }
    if let (Ok(from), Ok(to)) = (Tree::read(canonical), Tree::read(original)) {
        let stream = Maker::new(&from, &to).stream(crc32fast::hash(canonical), crc32fast::hash(original));
        // If units cannot express a difference, this check fails, and bytes are used.
        if apply_to(&from, &stream, true).is_ok_and(|applied| applied.bytes == original) {
            let patch = Patch { body: Body::Stream(stream) };
            let size = patch.to_bytes().len();
            if size <= original.len() / 2 {
                return Ok(patch);
            }
            // For files with little in common, bytes may be shorter than records; but records survive an edit.
            let bytes = in_bytes(canonical, original);
            let in_bytes = bytes.to_bytes().len();
            let shorter = in_bytes * 3 < size * 2 || in_bytes < size && size >= original.len();
            return Ok(if shorter { bytes } else { patch });
        }
    }
    Ok(in_bytes(canonical, original))
}

fn in_bytes(canonical: &[u8], original: &[u8]) -> Patch {
    let splices = ops::diff_bytes(canonical, original);
    let [canonical, original] = [canonical, original].map(crc32fast::hash);
    Patch { body: Body::Bytes { canonical, original, splices } }
}

/// The origin of an item of the new region: a position in the old one, or none.
type From = Option<u32>;

/// A region of the new file made from one of the old file.
struct Pairing {
    a: usize,
    b: usize,
    /// By item of `b`.
    from: Vec<From>,
}

struct Maker<'t, 'a> {
    a: &'t Tree<'a>,
    b: &'t Tree<'a>,
    hashes: [Vec<u64>; 2],
}

/// Units with at least this many operands are searched for elsewhere if they are not where expected.
const MOVED_OPERANDS: usize = 4;

/// A unit, or a block within a region, as a range of positions in the region's items.
type Node = Range<usize>;

impl<'t, 'a> Maker<'t, 'a> {
    fn new(a: &'t Tree<'a>, b: &'t Tree<'a>) -> Maker<'t, 'a> {
        let hashes = [a, b].map(|tree| (0..tree.units.len()).map(|at| unit::hash(&tree.view(at))).collect());
        Maker { a, b, hashes }
    }

    fn stream(&self, canonical: u32, original: u32) -> Stream {
        let mut pairings = self.pairings();
        pairings.sort_by_key(|pairing| pairing.a);
        let mut learner = Learner::default();
        self.each_pair(&pairings, |block, a, b| learner.look(block, a, b));
        self.each_pair(&pairings, |block, a, b| learner.measure(block, a, b));
        let rules = learner.rules();
        let entries: Vec<Entry> = {
            let foretold = Foretold::new(&rules);
            pairings.iter().filter_map(|pairing| self.entry(pairing, &foretold)).collect()
        };
        let context = if entries.iter().any(|entry| entry.reach == Reach::Values) { scope::context(self.a) } else { 0 };
        Stream { canonical, original, context, rules, entries }
    }

    fn each_pair(&self, pairings: &[Pairing], mut f: impl FnMut(u32, &View<'_>, &View<'_>)) {
        for pairing in pairings {
            let (old, new) = (&self.a.regions[pairing.a].items, &self.b.regions[pairing.b].items);
            for (item, from) in new.iter().zip(&pairing.from) {
                let Some(old) = from.and_then(|from| old.get(from as usize)) else { continue };
                if let (Place::Unit(a), Place::Unit(b)) = (old.place(), item.place()) {
                    f(self.a.units[a].block, &self.a.view(a), &self.b.view(b));
                }
            }
        }
    }

    /// Matches regions, from the file on.
    fn pairings(&self) -> Vec<Pairing> {
        let mut out = Vec::new();
        let mut todo = vec![(0, 0)];
        while let Some((a, b)) = todo.pop() {
            let from = self.align_region(a, b);
            let (old, new) = (&self.a.regions[a].items, &self.b.regions[b].items);
            for (item, from) in new.iter().zip(&from) {
                let old = from.and_then(|from| old.get(from as usize)).map(|item| item.place());
                if let (Some(Place::Region(x)), Place::Region(y)) = (old, item.place()) {
                    todo.push((x, y));
                }
            }
            out.push(Pairing { a, b, from });
        }
        out
    }

    fn align_region(&self, a: usize, b: usize) -> Vec<From> {
        let (old, new) = (&self.a.regions[a].items, &self.b.regions[b].items);
        let mut from = vec![None; new.len()];
        let mut free: Vec<bool> = vec![true; old.len()];
        let mut todo = vec![(0..old.len(), 0..new.len())];
        while let Some((x, y)) = todo.pop() {
            let (nodes_a, nodes_b) = (self.nodes(0, a, x), self.nodes(1, b, y));
            let pairs = self.match_nodes(a, b, &nodes_a, &nodes_b);
            for (i, j) in pairs {
                let (x, y) = (nodes_a[i].clone(), nodes_b[j].clone());
                from[y.start] = Some(x.start as u32);
                free[x.start] = false;
                if x.len() > 1 && y.len() > 1 {
                    from[y.end - 1] = Some(x.end as u32 - 1);
                    free[x.end - 1] = false;
                    todo.push((x.start + 1..x.end - 1, y.start + 1..y.end - 1));
                }
            }
        }
        self.find_moved(a, b, &mut free, &mut from);
        from
    }

    /// Equal records, and children of the same kind, in other positions.
    fn find_moved(&self, a: usize, b: usize, free: &mut [bool], from: &mut [From]) {
        if from.iter().all(Option::is_some) {
            return;
        }
        let (old, new) = (&self.a.regions[a].items, &self.b.regions[b].items);
        let mut places: HashMap<u64, Vec<usize>> = HashMap::new();
        let mut children: HashMap<u32, Vec<usize>> = HashMap::new();
        for (at, item) in old.iter().enumerate().rev().filter(|&(at, _)| free[at]) {
            match item.place() {
                Place::Unit(unit) => places.entry(self.hashes[0][unit]).or_default().push(at),
                Place::Region(child) => {
                    places.entry(self.hash_of_region(0, child)).or_default().push(at);
                    children.entry(self.a.regions[child].block).or_default().push(at);
                }
            }
        }
        // First equal ones, then children with at least the same block id.
        for equal in [true, false] {
            for (at, item) in new.iter().enumerate() {
                if from[at].is_some() {
                    continue;
                }
                let candidates = match item.place() {
                    Place::Unit(unit) => {
                        let view = self.b.view(unit);
                        let worth = view.kind == Kind::Record && (view.ops.len() >= MOVED_OPERANDS || view.blob.is_some());
                        if worth && equal { places.get_mut(&self.hashes[1][unit]) } else { None }
                    }
                    Place::Region(child) if equal => places.get_mut(&self.hash_of_region(1, child)),
                    Place::Region(child) => children.get_mut(&self.b.regions[child].block),
                };
                let Some(candidates) = candidates else { continue };
                while let Some(place) = candidates.pop() {
                    if std::mem::replace(&mut free[place], false) {
                        from[at] = Some(place as u32);
                        break;
                    }
                }
            }
        }
    }

    fn tree(&self, side: usize) -> &'t Tree<'a> {
        if side == 0 { self.a } else { self.b }
    }

    fn hash_of_region(&self, side: usize, region: usize) -> u64 {
        self.hash_of(side, self.tree(side).span(region))
    }

    fn hash_of(&self, side: usize, units: Range<usize>) -> u64 {
        let of = self.hashes[side].get(units).unwrap_or(&[]);
        of.iter().fold(of.len() as u64, |hash, &unit| (hash.rotate_left(23) ^ unit).wrapping_mul(0x9e37_79b9_7f4a_7c15))
    }

    /// The units and blocks of a range of a region's items.
    fn nodes(&self, side: usize, region: usize, range: Range<usize>) -> Vec<Node> {
        let tree = self.tree(side);
        let items = &tree.regions[region].items;
        let mut out = Vec::new();
        let mut at = range.start;
        while at < range.end {
            let mut end = at + 1;
            if let Place::Unit(unit) = items[at].place()
                && tree.units[unit].kind == Kind::Enter
                // In a module the children are regions, so positions are not those of units.
                && tree.regions[region].block != bctk_bitcode::schema::module::ID
            {
                end = (at + tree.end_of(unit) - unit + 1).clamp(end, range.end);
            }
            out.push(at..end);
            at = end;
        }
        out
    }

    /// A hash of a node: of its contents (level 0), of its kind and length, of its kind.
    fn hash_of_node(&self, side: usize, region: usize, node: &Node, level: u32) -> u64 {
        let tree = self.tree(side);
        let items = &tree.regions[region].items;
        match items[node.start].place() {
            Place::Region(child) => {
                if level == 0 {
                    self.hash_of_region(side, child)
                } else {
                    1 << 40 | u64::from(tree.regions[child].block)
                }
            }
            Place::Unit(unit) if level == 0 => self.hash_of(side, unit..unit + node.len()),
            Place::Unit(unit) => {
                let view = tree.view(unit);
                let kind = (view.kind as u64) << 32 | u64::from(view.code);
                let has_form = level == 1 && node.len() == 1;
                let form = if has_form { u64::from(view.abbrev) << 48 ^ (view.ops.len() as u64) << 41 } else { 0 };
                kind ^ form
            }
        }
    }

    /// Pairs of nodes, ascending in both: equal ones first, between them nodes of the same form, then nodes of the same kind.
    fn match_nodes(&self, a: usize, b: usize, nodes_a: &[Node], nodes_b: &[Node]) -> Vec<(usize, usize)> {
        // Only for unmatched ones: equal files need only their first hashes.
        let hashes = |side: usize, region: usize, nodes: &[Node], level: u32| -> Vec<u64> {
            nodes.iter().map(|node| self.hash_of_node(side, region, node, level)).collect()
        };
        let mut pairs: Vec<(usize, usize)> = Vec::new();
        for level in 0..3 {
            let mut more = Vec::new();
            let (mut i, mut j) = (0, 0);
            for &(x, y) in pairs.iter().chain([&(nodes_a.len(), nodes_b.len())]) {
                if i < x && j < y {
                    let found = align(&hashes(0, a, &nodes_a[i..x], level), &hashes(1, b, &nodes_b[j..y], level));
                    more.extend(found.into_iter().map(|(p, q)| (i + p as usize, j + q as usize)));
                }
                (i, j) = (x + 1, y + 1);
            }
            match pairs.is_empty() {
                true => pairs = more,
                false => pairs.extend(more),
            }
            pairs.sort_unstable();
        }
        pairs
    }

    /// The entry of a pair of regions, if they differ.
    fn entry(&self, pairing: &Pairing, foretold: &Foretold<'_>) -> Option<Entry> {
        let region = &self.a.regions[pairing.a];
        let (old, new) = (&region.items, &self.b.regions[pairing.b].items);
        let mut script = Script::default();
        let mut reach = Reach::Form;
        let mut used = vec![false; old.len()];
        let mut plain = old.len() == new.len();
        let mut last = None;
        for (at, item) in new.iter().enumerate() {
            let from = pairing.from[at].map(|from| from as usize).filter(|&from| used.get(from) == Some(&false));
            let place = from.and_then(|from| old.get(from)).map(|item| item.place());
            match (place, item.place(), from) {
                (Some(Place::Region(x)), Place::Region(_), Some(from)) => {
                    plain &= from == at;
                    if last.is_some_and(|last| from < last) {
                        reach = reach.max(scope::reach_of_block(region, self.a.regions[x].block, true));
                    }
                    last = Some(from);
                    used[from] = true;
                    script.follow(from);
                }
                (Some(Place::Unit(x)), Place::Unit(y), Some(from)) => {
                    let (x_view, y_view) = (self.a.view(x), self.b.view(y));
                    let block = self.a.units[x].block;
                    let told = foretold.of(block, &x_view);
                    if last.is_some_and(|last| from < last) {
                        reach = reach.max(scope::reach_of_item(region, block, &y_view));
                    }
                    let foretold_view = match &told {
                        Some((abbrev, ops)) => View { abbrev: *abbrev, ops, raw: None, ..x_view },
                        None => x_view,
                    };
                    if foretold_view == y_view {
                        script.follow(from);
                    } else if x_view == y_view {
                        script.plain(from);
                    } else if let Some(edit) = edit(&foretold_view, &y_view, scope::reach_of_change(region, &x_view, &y_view)) {
                        script.edit(from, edit);
                    } else {
                        plain = false;
                        reach = reach.max(scope::reach_of_item(region, block, &y_view));
                        script.insert(&y_view);
                        continue;
                    }
                    used[from] = true;
                    last = Some(from);
                    plain &= from == at && x_view == y_view;
                    if x_view != y_view {
                        reach = reach.max(scope::reach_of_change(region, &x_view, &y_view));
                    }
                }
                (_, Place::Unit(y), _) => {
                    plain = false;
                    let view = self.b.view(y);
                    reach = reach.max(scope::reach_of_item(region, self.b.units[y].block, &view));
                    script.insert(&view);
                }
                (_, Place::Region(child), _) => {
                    plain = false;
                    reach = reach.max(scope::reach_of_block(region, self.b.regions[child].block, false));
                    for y in self.b.span(child) {
                        script.insert(&self.b.view(y));
                    }
                }
            }
        }
        if plain {
            return None;
        }
        for (_, item) in old.iter().enumerate().filter(|&(at, _)| !used[at]) {
            reach = reach.max(match item.place() {
                Place::Unit(unit) => scope::reach_of_item(region, self.a.units[unit].block, &self.a.view(unit)),
                Place::Region(child) => scope::reach_of_block(region, self.a.regions[child].block, false),
            });
        }
        Some(Entry { key: scope::key(self.a, pairing.a), reach, crc: scope::crc(self.a, pairing.a), script: script.ops })
    }
}

/// A script under construction.
#[derive(Default)]
struct Script {
    ops: Vec<Op>,
    at: usize,
}

impl Script {
    fn jump(&mut self, from: usize) {
        if from != self.at {
            self.ops.push(Op::Jump(from as i64 - self.at as i64));
        }
        self.at = from + 1;
    }

    fn follow(&mut self, from: usize) {
        self.jump(from);
        match self.ops.last_mut() {
            Some(Op::Follow(count)) => *count += 1,
            _ => self.ops.push(Op::Follow(1)),
        }
    }

    fn plain(&mut self, from: usize) {
        self.jump(from);
        match self.ops.last_mut() {
            Some(Op::Plain(count)) => *count += 1,
            _ => self.ops.push(Op::Plain(1)),
        }
    }

    fn edit(&mut self, from: usize, edit: Edit) {
        self.jump(from);
        match self.ops.last_mut() {
            Some(Op::Edit(edits)) => edits.push(edit),
            _ => self.ops.push(Op::Edit(vec![edit])),
        }
    }

    fn insert(&mut self, unit: &View<'_>) {
        let unit = unit.owned();
        match self.ops.last_mut() {
            Some(Op::Insert(units)) => units.push(unit),
            _ => self.ops.push(Op::Insert(vec![unit])),
        }
    }
}

/// The changes that turn `a` into `b`, and their reach; `None` if `b` itself is shorter.
fn edit(a: &View<'_>, b: &View<'_>, reach: Reach) -> Option<Edit> {
    if a.kind != b.kind {
        return None;
    }
    let edit = Edit {
        abbrev: Some(i64::from(b.abbrev) - i64::from(a.abbrev)).filter(|&delta| delta != 0),
        code: Some(b.code).filter(|&code| code != a.code),
        sym: Some(b.sym).filter(|&sym| sym != a.sym),
        ops: ops::diff(a.ops, b.ops),
        blob: match (a.blob, b.blob) {
            (a, b) if a == b => None,
            (_, None) => Some(Blob::Drop),
            (a, Some(b)) => Some(Blob::Splice(ops::diff_bytes(a.unwrap_or(&[]), b))),
        },
        raw: (a.raw != b.raw).then(|| b.raw.cloned()),
    };
    // Both ends of a block are removed together; one alone would change the kind of a block. And an added record reaches further than a
    // changed one.
    if matches!(b.kind, Kind::Enter | Kind::End) || reach == Reach::Form {
        return Some(edit);
    }
    let (mut changed, mut whole) = (Vec::new(), Vec::new());
    code::edit(&edit, &mut changed);
    code::unit(b, &mut whole);
    (changed.len() <= whole.len()).then_some(edit)
}
