//! Debug locations: each is a uniqued `DILocation` node, and LLVM keeps one node for equal ones of the whole module.
//!
//! A location that refers to a body's own metadata equals none of another body. So most are told apart while bodies are decoded, in parallel;
//! only those that refer to the module's alone are looked up when bodies are joined.
use bctk_ir::body::DebugLoc;
use bctk_ir::entity::MdId;
use bctk_ir::metadata::di::DiKind;
use bctk_ir::metadata::{Metadata, MetadataTable, md_slot};
use hashbrown::{DefaultHashBuilder, HashTable};
use std::hash::BuildHasher;

const LOCATION_SLOTS: usize = DiKind::Location.slots();
/// The slots of a location's node.
pub(super) type LocationKey = [u32; LOCATION_SLOTS];
/// Which slots of a [`LocationKey`] refer to metadata: the scope, and where it was inlined.
const REFERENCES: [usize; 2] = [2, 3];

/// In place of a location's node: it will be a new one.
pub(super) const NEW: MdId = MdId(u32::MAX);
/// In place of a location's node: another body may have it.
pub(super) const SHARED: MdId = MdId(u32::MAX - 1);

/// The node of a debug location.
pub(super) fn key_of(loc: &DebugLoc) -> LocationKey {
    [
        loc.line,
        loc.column,
        md_slot(loc.scope),
        md_slot(loc.inlined_at),
        u32::from(loc.implicit),
        loc.atom_group as u32,
        (loc.atom_group >> 32) as u32,
        u32::from(loc.atom_rank),
    ]
}

/// The fields of location `id`.
fn node_key(metadata: &MetadataTable, id: u32) -> LocationKey {
    match metadata.get(MdId(id)) {
        Metadata::Node { kind: DiKind::Location, fields, .. } => {
            metadata.node_fields(DiKind::Location, fields).try_into().unwrap_or_default()
        }
        _ => LocationKey::default(),
    }
}

/// Whether a location refers to metadata from the number `base` on.
pub(super) fn refers_past(key: &LocationKey, base: u32) -> bool {
    REFERENCES.iter().any(|&slot| key[slot] > base)
}

/// Whether an item is a uniqued location.
pub(super) fn is_location(item: &Metadata) -> bool {
    matches!(item, Metadata::Node { kind: DiKind::Location, distinct: false, .. })
}

/// Hash and number of locations.
#[derive(Default)]
struct Table {
    entries: HashTable<(u32, u32)>,
    hasher: DefaultHashBuilder,
}

impl Table {
    fn hash(&self, key: &LocationKey) -> u32 {
        // As words of 64 bits, which hash faster than a slice.
        let word = |i: usize| u64::from(key[i]) | u64::from(key[i + 1]) << 32;
        // Seldom is there more than a position, a scope and where it was inlined.
        match (word(4), word(6)) {
            (0, 0) => self.hasher.hash_one((word(0), word(2))) as u32,
            rest => self.hasher.hash_one((word(0), word(2), rest)) as u32,
        }
    }

    /// The entry with this key by `key_at`, or else `new` from now on.
    #[inline]
    fn find_or_add(&mut self, key: &LocationKey, new: u32, key_at: impl Fn(u32) -> LocationKey) -> Option<u32> {
        // The table uses bits from both ends of the hash.
        let spread = |hash: u32| u64::from(hash).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let hash = self.hash(key);
        let found = self.entries.find(spread(hash), |&(h, at)| h == hash && key_at(at) == *key);
        if let Some(&(_, at)) = found {
            return Some(at);
        }
        self.entries.insert_unique(spread(hash), (hash, new), |&(h, _)| spread(h));
        None
    }
}

/// The uniqued `DILocation` nodes of the module by their contents, but for those that only one body can have.
#[derive(Default)]
pub(super) struct Locations {
    table: Table,
}

impl Locations {
    /// The node with these contents, or `new` from now on.
    pub(super) fn find_or_add(&mut self, metadata: &MetadataTable, key: &LocationKey, new: u32) -> u32 {
        self.table.find_or_add(key, new, |id| node_key(metadata, id)).unwrap_or(new)
    }

    /// The node like `id`, which is `id` itself if there was none.
    pub(super) fn first(&mut self, metadata: &MetadataTable, id: u32) -> u32 {
        self.find_or_add(metadata, &node_key(metadata, id), id)
    }

    /// Notes those of the items that are uniqued locations.
    pub(super) fn add_all(&mut self, metadata: &MetadataTable) {
        for (i, item) in metadata.items.iter().enumerate() {
            if is_location(item) {
                self.first(metadata, i as u32);
            }
        }
    }
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
        match self.table.find_or_add(&key_of(&loc), new, |at| locs.get(at as usize).map_or_else(LocationKey::default, key_of)) {
            Some(at) => at,
            None => {
                locs.push(loc);
                new
            }
        }
    }

    /// For each of `locs`, all that were placed: its node in `own`, the body's metadata that is numbered from `base` on; [`NEW`]; or
    /// [`SHARED`]. Nothing if nodes have to be looked up one by one, since some are equal or have been inlined at uniqued ones.
    pub(super) fn nodes(&mut self, locs: &[DebugLoc], own: &MetadataTable, base: u32) -> Option<Vec<MdId>> {
        let plain = |key: &LocationKey| {
            REFERENCES.iter().all(|&slot| match key[slot].checked_sub(base + 1) {
                None => true,
                Some(at) => own.items.get(at as usize).is_some_and(|item| !is_location(item)),
            })
        };
        let mut nodes = Vec::with_capacity(locs.len());
        for loc in locs {
            let key = key_of(loc);
            if !plain(&key) {
                return None;
            }
            nodes.push(if refers_past(&key, base) { NEW } else { SHARED });
        }
        for (at, _) in own.items.iter().enumerate().filter(|(_, item)| is_location(item)) {
            let at = at as u32;
            let key = node_key(own, at);
            if !plain(&key) {
                return None;
            }
            if !refers_past(&key, base) {
                continue;
            }
            let key_at = |entry: u32| match entry.checked_sub(NODE) {
                Some(at) => node_key(own, at),
                None => locs.get(entry as usize).map_or_else(LocationKey::default, key_of),
            };
            if let Some(same) = self.table.find_or_add(&key, NODE | at, key_at) {
                match nodes.get_mut(same as usize) {
                    Some(node) if *node == NEW => *node = MdId(base + at),
                    _ => return None,
                }
            }
        }
        Some(nodes)
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
            let fields = table.fields.len() as u32;
            table.fields.extend(key_of(loc));
            table.push(Metadata::Node { kind: DiKind::Location, distinct: *distinct, fields });
        }
        table
    }

    fn nodes(locs: &[DebugLoc], own: &MetadataTable) -> Option<Vec<MdId>> {
        let (mut all, mut index) = (Vec::new(), BodyLocations::default());
        for (i, &loc) in locs.iter().enumerate() {
            assert_eq!(index.place(&mut all, loc), i as u32);
            assert_eq!(index.place(&mut all, loc), i as u32, "placed once");
        }
        index.nodes(&all, own, BASE)
    }

    #[test]
    fn own_scopes_tell_locations_apart() {
        let own = table(&[(loc(1, 10, None), false), (loc(2, 3, None), true), (loc(5, 10, None), true)]);
        let locs = [loc(1, 10, None), loc(2, 10, None), loc(1, 3, None), loc(1, 3, Some(12)), loc(5, 10, None)];
        assert_eq!(nodes(&locs, &own), Some(vec![MdId(11), NEW, SHARED, NEW, NEW]));
    }

    #[test]
    fn what_cannot_be_told_is_looked_up() {
        let equal = table(&[(loc(1, 10, None), false), (loc(1, 10, None), false)]);
        assert_eq!(nodes(&[], &equal), None, "equal nodes without a location");
        assert_eq!(nodes(&[loc(1, 10, None)], &equal), None, "equal nodes with a location");
        let uniqued = table(&[(loc(1, 10, None), false)]);
        assert_eq!(nodes(&[loc(1, 3, Some(11))], &uniqued), None, "inlined at a uniqued node");
        assert_eq!(nodes(&[loc(1, 12, None)], &uniqued), None, "a scope that is not there");
        let nested = table(&[(loc(1, 10, None), false), (loc(2, 3, Some(11)), false)]);
        assert_eq!(nodes(&[], &nested), None, "a node inlined at a uniqued node");
    }
}
