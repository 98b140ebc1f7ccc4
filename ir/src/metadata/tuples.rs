//! An index of the uniqued tuples of a table by content, for passes that create many.
use super::{Metadata, MetadataTable, md_slot};
use crate::entity::{ListRef, MdId};
use hashbrown::{DefaultHashBuilder, HashTable};
use std::hash::{BuildHasher, Hasher};

/// Finds uniqued tuples of one table. The tuples must not change while the index is in use.
#[derive(Debug, Default)]
pub struct TupleIndex {
    ids: HashTable<MdId>,
    hasher: DefaultHashBuilder,
    /// Items that have been looked at.
    seen: usize,
    /// How often all metadata was searched instead.
    searches: u32,
}

/// So many searches take less time than an index.
const FEW: u32 = 4;

impl TupleIndex {
    /// The uniqued tuple of these operands, as [`MetadataTable::uniqued_tuple`] gives it, which looks at all metadata each time.
    pub fn uniqued_tuple(&mut self, table: &mut MetadataTable, operands: &[Option<MdId>]) -> MdId {
        let TupleIndex { ids, hasher, seen, searches } = self;
        if *searches < FEW {
            *searches += 1;
            return table.uniqued_tuple(operands);
        }
        if *seen == 0 {
            // All at once, instead of growing step by step.
            let count = (0..table.items.len()).filter(|&at| uniqued(table, MdId::new(at)).is_some()).count();
            ids.reserve(count, |&id| uniqued(table, id).map_or(0, |operands| hash(hasher, operands.iter())));
        }
        for id in (*seen..table.items.len()).map(MdId::new) {
            if let Some(operands) = uniqued(table, id) {
                let hash = |&id: &MdId| uniqued(table, id).map_or(0, |operands| hash(hasher, operands.iter()));
                // The first of several equal tuples, which files may contain.
                ids.entry(self::hash(hasher, operands.iter()), |&other| uniqued(table, other) == Some(operands), hash).or_insert(id);
            }
        }
        *seen = table.items.len();
        let found = ids.find(hash(hasher, operands.iter().copied()), |&id| uniqued(table, id).is_some_and(|own| own == *operands)).copied();
        found.unwrap_or_else(|| {
            let ops = table.lists.push(operands);
            table.push(Metadata::Tuple { distinct: false, ops })
        })
    }
}

fn hash(hasher: &DefaultHashBuilder, operands: impl ExactSizeIterator<Item = Option<MdId>>) -> u64 {
    let mut state = hasher.build_hasher();
    state.write_usize(operands.len());
    operands.for_each(|id| state.write_u32(md_slot(id)));
    state.finish()
}

/// The operands of a uniqued tuple.
fn uniqued(table: &MetadataTable, id: MdId) -> Option<ListRef<'_, Option<MdId>>> {
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
        let [one, two, three, nine] = [1, 2, 3, 9].map(|id| Some(MdId(id)));
        for operands in [&[one, two][..], &[], &[one, two], &[three]] {
            let ops = table.lists.push(operands);
            table.push(Metadata::Tuple { distinct: operands == [three], ops });
        }
        let (mut plain, mut index) = (table.clone(), TupleIndex::default());
        for operands in [&[one, two][..], &[three], &[two, one], &[three], &[], &[two, one]] {
            assert_eq!(index.uniqued_tuple(&mut table, operands), plain.uniqued_tuple(operands), "{operands:?}");
            // What someone else appends is found, too.
            for table in [&mut table, &mut plain] {
                let ops = table.lists.push(&[nine, operands.first().copied().flatten()]);
                table.push(Metadata::Tuple { distinct: false, ops });
            }
            assert_eq!(index.uniqued_tuple(&mut table, &[nine, None]), plain.uniqued_tuple(&[nine, None]));
        }
        assert_eq!(table.items, plain.items);
    }
}
