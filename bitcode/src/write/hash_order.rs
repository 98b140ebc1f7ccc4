//! The order in which LLVM walks a table of names: by bucket of its hash table (`StringMap`), with that table's size and growth.
use xxhash_rust::xxh3::xxh3_64;

/// A table of names that only grows, as far as the order of its buckets goes.
#[derive(Default)]
pub(super) struct HashOrder {
    /// Name number plus one; 0 for a free bucket. The length is a power of two, or 0.
    buckets: Vec<u32>,
    /// Hash by name number.
    hashes: Vec<u32>,
}

/// Buckets that the first name makes.
const FIRST_SIZE: usize = 16;

impl HashOrder {
    /// Adds a name that is not there yet.
    pub(super) fn add(&mut self, name: &[u8]) {
        if self.buckets.is_empty() {
            self.buckets = vec![0; FIRST_SIZE];
        }
        // LLVM keeps the low half (since LLVM 17).
        let hash = xxh3_64(name) as u32;
        self.hashes.push(hash);
        let count = self.hashes.len();
        place(&mut self.buckets, hash, count as u32);
        // Three quarters full: twice as large. Names move in the order of their old buckets.
        if count * 4 > self.buckets.len() * 3 {
            let mut larger = vec![0; self.buckets.len() * 2];
            for &name in self.buckets.iter().filter(|&&name| name != 0) {
                place(&mut larger, self.hashes[name as usize - 1], name);
            }
            self.buckets = larger;
        }
    }

    /// Numbers of the names in the order of their buckets; the first name added is 0.
    pub(super) fn order(&self) -> impl Iterator<Item = u32> + '_ {
        self.buckets.iter().filter_map(|name| name.checked_sub(1))
    }
}

/// Puts a name in its bucket, or the next free one at growing distances.
fn place(buckets: &mut [u32], hash: u32, name: u32) {
    let mask = buckets.len() - 1;
    let mut at = hash as usize & mask;
    let mut step = 1;
    while buckets[at] != 0 {
        at = (at + step) & mask;
        step += 1;
    }
    buckets[at] = name;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_has_a_place() {
        let mut table = HashOrder::default();
        for n in 0..1000 {
            table.add(format!("name{n}").as_bytes());
        }
        let mut order: Vec<u32> = table.order().collect();
        assert_eq!(order.len(), 1000);
        assert!(table.buckets.len() == 2048);
        order.sort_unstable();
        assert!(order.iter().enumerate().all(|(i, &n)| i as u32 == n));
    }
}
