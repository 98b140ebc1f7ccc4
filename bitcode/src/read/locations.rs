//! Debug locations: each is a uniqued `DILocation` node, and LLVM keeps one node for equal ones of the whole module.
//!
//! A location that refers to a body's own metadata equals none of another body. So most are told apart while bodies are decoded, in parallel;
//! only those that refer to the module's alone are looked at when bodies are joined, and looked up if several bodies refer to the same.
use bctk_ir::body::{Body, DebugLoc};
use bctk_ir::entity::MdId;
use bctk_ir::metadata::locations::LocationSlots;
use bctk_ir::metadata::{Metadata, MetadataTable};
use bctk_support::hash::spread;
use hashbrown::{DefaultHashBuilder, HashTable};
use std::hash::BuildHasher;

/// Which slots of a location refer to metadata: the scope, and where it was inlined.
const REFERENCES: [usize; 2] = [2, 3];

/// In place of a location's node: it will be a new one.
pub(super) const NEW: MdId = MdId(u32::MAX);
/// In place of a location's node: another body may have it.
pub(super) const SHARED: MdId = MdId(u32::MAX - 1);

/// The fields of location `id`.
fn node_key(metadata: &MetadataTable, id: u32) -> LocationSlots {
    metadata.location_slots(metadata.get(MdId(id))).unwrap_or_default()
}

/// Whether a location refers to metadata from the number `base` on.
pub(super) fn refers_past(key: &LocationSlots, base: u32) -> bool {
    REFERENCES.iter().any(|&slot| key[slot] > base)
}

/// Whether an item is a uniqued location.
pub(super) fn is_location(item: &Metadata) -> bool {
    matches!(item, Metadata::Node { kind, distinct: false, .. } if kind.is_location())
}

/// Hash and number of locations.
#[derive(Default)]
struct Table {
    entries: HashTable<(u32, u32)>,
    hasher: DefaultHashBuilder,
}

impl Table {
    fn hash(&self, key: &LocationSlots) -> u32 {
        // As words of 64 bits, which hash faster than a slice.
        let word = |i: usize| u64::from(key[i]) | u64::from(key[i + 1]) << 32;
        // Seldom is there more than a position, a scope and where it was inlined.
        match (word(4), word(6)) {
            (0, 0) => self.hasher.hash_one((word(0), word(2))) as u32,
            rest => self.hasher.hash_one((word(0), word(2), rest)) as u32,
        }
    }

    /// The entry with this key by `key_at`.
    #[inline]
    fn find(&self, hash: u32, key: &LocationSlots, key_at: impl Fn(u32) -> LocationSlots) -> Option<u32> {
        self.entries.find(spread(hash), |&(h, at)| h == hash && key_at(at) == *key).map(|&(_, at)| at)
    }

    /// The entry with this key by `key_at`, or else `new` from now on.
    #[inline]
    fn find_or_add(&mut self, key: &LocationSlots, new: u32, key_at: impl Fn(u32) -> LocationSlots) -> Option<u32> {
        let hash = self.hash(key);
        let found = self.find(hash, key, key_at);
        if found.is_none() {
            self.entries.insert_unique(spread(hash), (hash, new), |&(h, _)| spread(h));
        }
        found
    }
}

/// In [`Locations::owners`]: no location refers to this metadata.
const NOBODY: u32 = u32::MAX;
/// In [`Locations::owners`]: all locations that refer to this metadata are in the table.
const TABLE: u32 = u32::MAX - 1;

/// The uniqued `DILocation` nodes of the module by their contents, but for those that only one body can have.
///
/// Equal locations refer to the same metadata. Nearly always, only one body has locations that refer to a scope of the module. As long as
/// this is so, its locations are not in the table.
#[derive(Default)]
pub(super) struct Locations {
    table: Table,
    /// By slot of a reference: the only body with locations that refer to it, [`NOBODY`] or [`TABLE`]. Empty if all are in the table.
    owners: Vec<u32>,
}

/// The slot by which [`Locations::owners`] knows a location.
fn reference(key: &LocationSlots) -> usize {
    let [scope, inlined_at] = REFERENCES.map(|slot| key[slot]);
    (if inlined_at == 0 { scope } else { inlined_at }) as usize
}

impl Locations {
    /// Those in `metadata`, which is the module's alone. All bodies of the module are going to be joined, one after the other.
    pub(super) fn for_all_bodies(metadata: &MetadataTable) -> Locations {
        Locations::with(metadata, vec![NOBODY; metadata.items.len() + 1])
    }

    /// Those in `metadata`.
    pub(super) fn of(metadata: &MetadataTable) -> Locations {
        Locations::with(metadata, Vec::new())
    }

    /// The uniqued locations among the items of `metadata`.
    fn with(metadata: &MetadataTable, owners: Vec<u32>) -> Locations {
        let mut locations = Locations { owners, ..Locations::default() };
        for i in (0..metadata.items.len()).filter(|&i| is_location(&metadata.items[i])) {
            locations.find_or_add(metadata, &[], &node_key(metadata, i as u32), i as u32);
        }
        locations
    }

    /// The node with these contents, or `new` from now on.
    pub(super) fn find_or_add(&mut self, metadata: &MetadataTable, bodies: &[Body], key: &LocationSlots, new: u32) -> u32 {
        self.share(metadata, bodies, key);
        self.table.find_or_add(key, new, |id| node_key(metadata, id)).unwrap_or(new)
    }

    /// The same for the next body, which follows `bodies`, none of whose other locations is equal.
    pub(super) fn find_or_add_once(&mut self, metadata: &MetadataTable, bodies: &[Body], key: &LocationSlots, new: u32) -> u32 {
        let body = bodies.len() as u32;
        match self.owners.get_mut(reference(key)) {
            Some(owner) if *owner == NOBODY || *owner == body => {
                *owner = body;
                new
            }
            _ => self.find_or_add(metadata, bodies, key, new),
        }
    }

    /// Whether a location before the next body, which follows `bodies`, has these contents.
    pub(super) fn has(&mut self, metadata: &MetadataTable, bodies: &[Body], key: &LocationSlots) -> bool {
        if self.owners.get(reference(key)) == Some(&NOBODY) {
            return false;
        }
        self.share(metadata, bodies, key);
        self.table.find(self.table.hash(key), key, |id| node_key(metadata, id)).is_some()
    }

    /// From now on, all locations that refer to the same as `key` are in the table.
    fn share(&mut self, metadata: &MetadataTable, bodies: &[Body], key: &LocationSlots) {
        match self.owners.get_mut(reference(key)).map(|owner| std::mem::replace(owner, TABLE)) {
            None | Some(NOBODY | TABLE) => {}
            Some(body) => self.add_body(metadata, bodies, body),
        }
    }

    /// Puts the locations of a body in the table, also those of its metadata.
    fn add_body(&mut self, metadata: &MetadataTable, bodies: &[Body], body: u32) {
        let Some(Body { metadata: (first, end), loc_nodes, .. }) = bodies.get(body as usize) else { return };
        let own = (*first..*end).filter(|&id| is_location(&metadata.get(MdId(id))));
        for id in own.chain(loc_nodes.iter().map(|node| node.0)) {
            let key = node_key(metadata, id);
            if let Some(owner) = self.owners.get_mut(reference(&key))
                && (*owner == body || *owner == TABLE)
            {
                *owner = TABLE;
                self.table.find_or_add(&key, id, |id| node_key(metadata, id));
            }
        }
    }
}

/// Whether the locations of a body are told apart, as far as no other body may have them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Apart {
    /// They are.
    Always,
    /// They are, unless another body has a location of this body's metadata. Some have been inlined at these.
    UnlessMerged,
    /// They have to be looked up one by one, since some are equal or refer to what is not there.
    Never,
}

/// Marks an entry of [`BodyLocations`] that is a node of the body's metadata.
const NODE: u32 = 1 << 31;

/// The locations of the body that is being decoded.
#[derive(Default)]
pub(super) struct BodyLocations {
    table: Table,
}

impl BodyLocations {
    /// Forgets all locations; room is kept unless there is much of it.
    pub(super) fn clear(&mut self) {
        let entries = &mut self.table.entries;
        match entries.capacity() > 1024 && entries.capacity() > 16 * entries.len() {
            true => *entries = HashTable::new(),
            false => entries.clear(),
        }
    }

    /// The place of `loc` in `locs`, where it is put unless it is there.
    #[inline]
    pub(super) fn place(&mut self, locs: &mut Vec<DebugLoc>, loc: DebugLoc) -> u32 {
        let new = locs.len() as u32;
        match self.table.find_or_add(&loc.slots(), new, |at| locs.get(at as usize).map_or_else(LocationSlots::default, DebugLoc::slots)) {
            Some(at) => at,
            None => {
                locs.push(loc);
                new
            }
        }
    }

    /// For each of `locs`, all that were placed: its node in `own`, the body's metadata that is numbered from `base` on; [`NEW`]; or
    /// [`SHARED`]. This does not hold for [`Apart::Never`].
    pub(super) fn nodes(&mut self, locs: &[DebugLoc], own: &MetadataTable, base: u32) -> (Apart, Vec<MdId>) {
        let mut apart = Apart::Always;
        let mut is_understood = |key: &LocationSlots| {
            REFERENCES.iter().all(|&slot| match key[slot].checked_sub(base + 1).map(|at| own.items.get(at as usize)) {
                None => true,
                Some(Some(item)) => {
                    if is_location(item) {
                        apart = Apart::UnlessMerged;
                    }
                    true
                }
                Some(None) => false,
            })
        };
        let mut nodes = Vec::with_capacity(locs.len());
        for loc in locs {
            let key = loc.slots();
            if !is_understood(&key) {
                return (Apart::Never, vec![SHARED; locs.len()]);
            }
            nodes.push(if refers_past(&key, base) { NEW } else { SHARED });
        }
        for (at, _) in own.items.iter().enumerate().filter(|(_, item)| is_location(item)) {
            let at = at as u32;
            let key = node_key(own, at);
            let key_at = |entry: u32| match entry.checked_sub(NODE) {
                Some(at) => node_key(own, at),
                None => locs.get(entry as usize).map_or_else(LocationSlots::default, DebugLoc::slots),
            };
            let is_understood = is_understood(&key);
            let same = self.table.find_or_add(&key, NODE | at, key_at);
            match same.map(|same| nodes.get_mut(same as usize)) {
                None if is_understood => {}
                Some(Some(node)) if is_understood && (*node == NEW || *node == SHARED) => *node = MdId(base + at),
                _ => return (Apart::Never, nodes),
            }
        }
        (apart, nodes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BASE: u32 = 10;

    fn loc(line: u32, scope: u32, inlined_at: Option<u32>) -> DebugLoc {
        let inlined_at = inlined_at.map(MdId);
        DebugLoc { line, column: 1, scope: Some(MdId(scope)), inlined_at, implicit: false, atom_group: 0, atom_rank: 0 }
    }

    /// A table with a tuple and these locations, uniqued but for those that are `distinct`.
    fn table(locs: &[(DebugLoc, bool)]) -> MetadataTable {
        let mut table = MetadataTable::default();
        let ops = table.lists.push(&[]);
        table.push(Metadata::Tuple { distinct: true, ops });
        for (loc, distinct) in locs {
            table.push_location(*distinct, &loc.slots());
        }
        table
    }

    fn nodes(locs: &[DebugLoc], own: &MetadataTable) -> (Apart, Vec<MdId>) {
        let (mut all, mut index) = (Vec::new(), BodyLocations::default());
        for (i, &loc) in locs.iter().enumerate() {
            assert_eq!(index.place(&mut all, loc), i as u32);
            assert_eq!(index.place(&mut all, loc), i as u32, "placed once");
        }
        index.nodes(&all, own, BASE)
    }

    #[test]
    fn own_scopes_tell_locations_apart() {
        let own = table(&[(loc(1, 10, None), false), (loc(2, 3, None), true), (loc(5, 10, None), true), (loc(6, 3, None), false)]);
        let locs = [loc(1, 10, None), loc(2, 10, None), loc(1, 3, None), loc(1, 3, Some(12)), loc(5, 10, None), loc(6, 3, None)];
        assert_eq!(nodes(&locs, &own), (Apart::Always, vec![MdId(11), NEW, SHARED, NEW, NEW, MdId(14)]));
    }

    #[test]
    fn uniqued_places_of_inlining_may_be_merged() {
        let uniqued = table(&[(loc(1, 3, None), false)]);
        assert_eq!(nodes(&[loc(1, 3, Some(11)), loc(2, 3, None)], &uniqued), (Apart::UnlessMerged, vec![NEW, SHARED]));
        let nested = table(&[(loc(1, 10, None), false), (loc(2, 3, Some(11)), false)]);
        assert_eq!(nodes(&[loc(2, 3, Some(11))], &nested), (Apart::UnlessMerged, vec![MdId(12)]));
    }

    #[test]
    fn what_cannot_be_told_is_looked_up() {
        let equal = table(&[(loc(1, 10, None), false), (loc(1, 10, None), false)]);
        assert_eq!(nodes(&[], &equal).0, Apart::Never, "equal nodes without a location");
        assert_eq!(nodes(&[loc(1, 10, None)], &equal).0, Apart::Never, "equal nodes with a location");
        let uniqued = table(&[(loc(1, 10, None), false)]);
        assert_eq!(nodes(&[loc(1, 12, None)], &uniqued).0, Apart::Never, "a scope that is not there");
    }

    #[test]
    fn bodies_share_equal_locations() {
        let mut metadata = table(&[(loc(1, 3, None), false)]);
        // So that scopes up to 8 are the module's.
        metadata.items.resize(8, Metadata::Missing);
        let mut all = Locations::for_all_bodies(&metadata);
        let mut bodies: Vec<Body> = Vec::new();
        let mut join = |locs: &[DebugLoc]| -> Vec<u32> {
            let mut body = Body::default();
            for one in locs {
                let new = metadata.items.len() as u32;
                let id = all.find_or_add_once(&metadata, &bodies, &one.slots(), new);
                if id == new {
                    metadata.push_location(false, &one.slots());
                }
                body.loc_nodes.push(MdId(id));
            }
            let ids = body.loc_nodes.iter().map(|id| id.0).collect();
            bodies.push(body);
            ids
        };
        assert_eq!(join(&[loc(1, 3, None), loc(2, 3, None), loc(2, 4, None), loc(2, 5, Some(6))]), [1, 8, 9, 10]);
        assert_eq!(join(&[loc(7, 7, None), loc(8, 7, None)]), [11, 12], "a scope of its own");
        assert_eq!(join(&[loc(2, 5, Some(6)), loc(2, 4, None), loc(3, 4, None), loc(2, 3, None)]), [10, 9, 13, 8]);
        assert_eq!(join(&[loc(3, 4, None), loc(8, 7, None), loc(2, 6, Some(6))]), [13, 12, 14]);
    }
}
