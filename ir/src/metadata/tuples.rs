//! The uniqued tuples of a table by what they hold, for whoever makes many.
use super::{Metadata, MetadataTable};
use crate::entity::MdId;
use hashbrown::{DefaultHashBuilder, HashTable};
use std::hash::BuildHasher;

/// Finds uniqued tuples of one table. The tuples must not change while the index is in use.
#[derive(Debug, Default)]
pub struct TupleIndex {
    ids: HashTable<MdId>,
    hasher: DefaultHashBuilder,
    /// Items that have been looked at.
    seen: usize,
}

impl TupleIndex {
    /// The uniqued tuple of these slots, as [`MetadataTable::uniqued_tuple`] gives it, which looks at all metadata each time.
    pub fn uniqued_tuple(&mut self, table: &mut MetadataTable, slots: &[u32]) -> MdId {
        let TupleIndex { ids, hasher, seen } = self;
        for id in (*seen..table.items.len()).map(MdId::new) {
            if let Some(slots) = uniqued(table, id) {
                let hash = |&id: &MdId| hasher.hash_one(uniqued(table, id));
                // The first of several that are equal, as files may hold them.
                ids.entry(hasher.hash_one(Some(slots)), |&other| uniqued(table, other) == Some(slots), hash).or_insert(id);
            }
        }
        *seen = table.items.len();
        let found = ids.find(hasher.hash_one(Some(slots)), |&id| uniqued(table, id) == Some(slots)).copied();
        found.unwrap_or_else(|| {
            let ops = table.lists.push(slots);
            table.push(Metadata::Tuple { distinct: false, ops })
        })
    }
}

/// The slots of a uniqued tuple.
fn uniqued(table: &MetadataTable, id: MdId) -> Option<&[u32]> {
    match table.get(id) {
        Metadata::Tuple { distinct: false, ops } => Some(table.lists.get(ops)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tuples_are_found_as_without_an_index() {
        let mut table = MetadataTable::default();
        for slots in [&[1, 2][..], &[], &[1, 2], &[3]] {
            let ops = table.lists.push(slots);
            table.push(Metadata::Tuple { distinct: slots == [3], ops });
        }
        let (mut plain, mut index) = (table.clone(), TupleIndex::default());
        for slots in [&[1, 2][..], &[3], &[2, 1], &[3], &[], &[2, 1]] {
            assert_eq!(index.uniqued_tuple(&mut table, slots), plain.uniqued_tuple(slots), "{slots:?}");
            // What someone else appends is found, too.
            for table in [&mut table, &mut plain] {
                let ops = table.lists.push(&[9, slots.len() as u32]);
                table.push(Metadata::Tuple { distinct: false, ops });
            }
            assert_eq!(index.uniqued_tuple(&mut table, &[9, 0]), plain.uniqued_tuple(&[9, 0]));
        }
        assert_eq!(table.items, plain.items);
    }
}
