//! Finds what is stored once, sets and lists and strings, by its contents and without a second copy of it.
use std::hash::{BuildHasher, Hash};
use std::marker::PhantomData;

use hashbrown::{DefaultHashBuilder, HashTable};

use crate::entity::Id;
use crate::strings::{Str, Strings};

/// The places of the items of a vector, by their contents. The vector is handed in with each call, as it belongs to somebody else.
///
/// An item that was changed in the vector is no longer found; one that was removed from its end is not, either.
#[derive(Clone, Debug)]
pub struct Places<I> {
    /// The hash of each item, and where it is.
    table: HashTable<(u64, u32)>,
    hasher: DefaultHashBuilder,
    id: PhantomData<fn() -> I>,
}

impl<I> Default for Places<I> {
    fn default() -> Self {
        Places { table: HashTable::new(), hasher: DefaultHashBuilder::default(), id: PhantomData }
    }
}

impl<I: Id> Places<I> {
    /// The places of `items`: of equal ones, the first.
    pub fn of<T: Hash + Eq>(items: &[T]) -> Self {
        let mut places = Places::default();
        places.table.reserve(items.len(), |&(hash, _)| hash);
        for (item, at) in items.iter().zip(0..) {
            places.first(items, item, at);
        }
        places
    }

    /// For each item the first one that equals it.
    pub fn firsts<T: Hash + Eq>(items: &[T]) -> Vec<I> {
        let mut places = Places::default();
        items.iter().zip(0..).map(|(item, at)| places.first(items, item, at)).collect()
    }

    /// The first item that equals `item`, which is at `at`.
    fn first<T: Hash + Eq>(&mut self, items: &[T], item: &T, at: u32) -> I {
        let hash = self.hasher.hash_one(item);
        self.find(items, hash, item).unwrap_or_else(|| {
            self.table.insert_unique(hash, (hash, at), |&(hash, _)| hash);
            I::from_raw(at)
        })
    }

    fn find<T: Eq>(&self, items: &[T], hash: u64, item: &T) -> Option<I> {
        let is_same = |&(other, at): &(u64, u32)| other == hash && items.get(at as usize) == Some(item);
        self.table.find(hash, is_same).map(|&(_, at)| I::from_raw(at))
    }

    /// The place of an item in `items`, which get it if it is new.
    pub fn intern<T: Hash + Eq>(&mut self, items: &mut Vec<T>, item: T) -> I {
        let at = items.len() as u32;
        let place = self.first(items, &item, at);
        if place.raw() == at {
            items.push(item);
        }
        place
    }
}

/// Strings of an arena that are stored once.
#[derive(Clone, Debug, Default)]
pub struct Texts {
    table: HashTable<Str>,
    hasher: DefaultHashBuilder,
}

impl Texts {
    /// The one copy of `text` in `strings`.
    pub fn intern(&mut self, strings: &mut Strings, text: &[u8]) -> Str {
        if text.is_empty() {
            return Str::EMPTY;
        }
        let hash = self.hasher.hash_one(text);
        if let Some(&known) = self.table.find(hash, |&known| strings.get(known) == text) {
            return known;
        }
        let new = strings.push(text);
        self.add(strings, hash, new);
        new
    }

    /// The first string with the contents of `text` that this was told of: `text` itself if there was none.
    pub fn first(&mut self, strings: &Strings, text: Str) -> Str {
        if text.is_empty() {
            return text;
        }
        let bytes = strings.get(text);
        let hash = self.hasher.hash_one(bytes);
        if let Some(&known) = self.table.find(hash, |&known| strings.get(known) == bytes) {
            return known;
        }
        self.add(strings, hash, text);
        text
    }

    fn add(&mut self, strings: &Strings, hash: u64, text: Str) {
        self.table.insert_unique(hash, text, |&text| self.hasher.hash_one(strings.get(text)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::entity::AttrSetId;

    #[test]
    fn equal_items_have_one_place() {
        let mut items = vec![vec![1], vec![2], vec![1]];
        let mut places = Places::<AttrSetId>::of(&items);
        assert_eq!(places.intern(&mut items, vec![1]), AttrSetId(0));
        assert_eq!(places.intern(&mut items, vec![3]), AttrSetId(3));
        assert_eq!(places.intern(&mut items, vec![3]), AttrSetId(3));
        // What has changed or is gone is not found.
        items[1] = vec![4];
        assert_eq!(places.intern(&mut items, vec![2]), AttrSetId(4));
        items.truncate(3);
        assert_eq!(places.intern(&mut items, vec![3]), AttrSetId(3));
        assert_eq!(items, [vec![1], vec![4], vec![1], vec![3]]);
    }

    #[test]
    fn equal_texts_are_stored_once() {
        let (mut strings, mut texts) = (Strings::default(), Texts::default());
        let first = strings.push(b"a");
        let second = strings.push(b"a");
        assert_eq!(texts.first(&strings, first), first);
        assert_eq!(texts.first(&strings, second), first);
        assert_eq!(texts.intern(&mut strings, b"a"), first);
        let other = texts.intern(&mut strings, b"b");
        assert_eq!(texts.intern(&mut strings, b"b"), other);
        assert_eq!(strings.get(other), b"b");
        assert_eq!(texts.intern(&mut strings, b""), Str::EMPTY);
    }
}
