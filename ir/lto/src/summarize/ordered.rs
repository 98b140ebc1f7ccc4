//! Sets and maps that keep the order of insertion, as LLVM's `SetVector` and `MapVector` do.
use hashbrown::HashMap;
use std::hash::Hash;

/// So many items are looked through; more have a table.
const FEW: usize = 12;

/// A map in the order in which keys were added.
#[derive(Debug)]
pub(super) struct OrderedMap<K, V> {
    items: Vec<(K, V)>,
    /// Places by key, if there are more than a few.
    places: HashMap<K, usize>,
}

impl<K, V> Default for OrderedMap<K, V> {
    fn default() -> Self {
        OrderedMap { items: Vec::new(), places: HashMap::new() }
    }
}

impl<K: Clone + Eq + Hash, V> OrderedMap<K, V> {
    fn find(&self, key: &K) -> Option<usize> {
        match self.items.len() <= FEW {
            true => self.items.iter().position(|(own, _)| own == key),
            false => self.places.get(key).copied(),
        }
    }

    /// The value of a key, which is added if it is not there.
    pub(super) fn entry(&mut self, key: K) -> &mut V
    where
        V: Default,
    {
        let at = self.find(&key).unwrap_or_else(|| {
            let at = self.items.len();
            if at >= FEW {
                if at == FEW {
                    self.places.extend(self.items.iter().enumerate().map(|(at, (key, _))| (key.clone(), at)));
                }
                self.places.insert(key.clone(), at);
            }
            self.items.push((key, V::default()));
            at
        });
        &mut self.items[at].1
    }

    pub(super) fn into_items(self) -> Vec<(K, V)> {
        self.items
    }

    pub(super) fn contains(&self, key: &K) -> bool {
        self.find(key).is_some()
    }

    pub(super) fn len(&self) -> usize {
        self.items.len()
    }

    pub(super) fn keys(&self) -> impl Iterator<Item = &K> {
        self.items.iter().map(|(key, _)| key)
    }
}

/// A set in the order in which items were added.
pub(super) type OrderedSet<K> = OrderedMap<K, ()>;

impl<K: Clone + Eq + Hash> OrderedSet<K> {
    pub(super) fn insert(&mut self, key: K) {
        let () = self.entry(key);
    }

    pub(super) fn into_keys(self) -> Vec<K> {
        self.items.into_iter().map(|(key, ())| key).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::OrderedSet;

    #[test]
    fn items_stay_in_order_and_come_once() {
        let mut set = OrderedSet::default();
        for number in (0..40u32).rev().chain(0..50) {
            set.insert(number);
            assert!(set.contains(&number) && !set.contains(&99));
        }
        assert_eq!(set.len(), 50);
        assert_eq!(set.into_keys(), (0..40).rev().chain(40..50).collect::<Vec<u32>>());
    }
}
