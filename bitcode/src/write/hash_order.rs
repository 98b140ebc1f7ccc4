//! The order in which LLVM walks a table of names: by bucket of its hash table (`StringMap`), with that table's size and growth.
use bctk_ir::version::LlvmVersion;
use hashbrown::HashMap;
use xxhash_rust::xxh3::xxh3_64;

/// What table of names a writer had.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct NameTable {
    /// Logarithm of its size before the first name; 0 for a table created for that name.
    size: u8,
    /// Whether names are hashed as LLVM did before version 17.
    old_hash: bool,
    /// Whether a search goes from bucket to bucket, as since LLVM 23, and not by growing steps.
    linear: bool,
}

/// The bit of [`NameTable::linear`] in a table's number.
const LINEAR: u64 = 1 << 6;

impl NameTable {
    /// The logarithms of sizes that a table may begin with.
    const SIZES: std::ops::RangeInclusive<u8> = 5..=24;

    /// One that LLVM of this version makes for the first name.
    pub fn of(llvm: LlvmVersion) -> NameTable {
        NameTable { size: 0, old_hash: !llvm.names_by_xxh3(), linear: llvm.names_by_linear_probing() }
    }
    /// The table, with the searches of the `usual` one, in which these `count` names most likely have this order: one where their buckets ascend nearly everywhere.
    pub fn guess<'n>(usual: NameTable, count: usize, names: impl Iterator<Item = &'n [u8]> + Clone) -> NameTable {
        let linear = usual.linear;
        let natural = (count * 4).div_ceil(3).next_power_of_two().max(FIRST_SIZE).trailing_zeros() as u8;
        let mut best = (usize::MAX, NameTable::default());
        for old_hash in [false, true] {
            let hashes: Vec<u32> = names.clone().map(|name| if old_hash { djb_hash(name) } else { hash(name) }).collect();
            for doubled in 0..5 {
                let mask = 1u32.checked_shl(u32::from(natural + doubled)).map_or(u32::MAX, |size| size - 1);
                let falls = hashes.windows(2).filter(|pair| pair[0] & mask > pair[1] & mask).count();
                let table = NameTable { size: if doubled == 0 { 0 } else { natural + doubled }, old_hash, linear };
                if falls < best.0 && (doubled == 0 || Self::SIZES.contains(&table.size)) {
                    best = (falls, table);
                }
            }
            if best.0 <= count / 8 {
                break;
            }
        }
        best.1
    }
    /// The table as a number.
    pub fn code(self) -> u64 {
        u64::from(self.size) << 1 | u64::from(self.old_hash) | if self.linear { LINEAR } else { 0 }
    }
    /// The reverse of [`NameTable::code`].
    pub fn from_code(code: u64) -> Option<NameTable> {
        let linear = code & LINEAR != 0;
        let size = u8::try_from((code & !LINEAR) >> 1).ok().filter(|size| *size == 0 || Self::SIZES.contains(size))?;
        Some(NameTable { size, old_hash: code & 1 != 0, linear })
    }
}

/// A table of names, reduced to the order of its buckets.
#[derive(Default)]
pub struct HashOrder {
    /// Whether names are hashed as LLVM did before version 17.
    old_hash: bool,
    /// Whether a search goes from bucket to bucket.
    linear: bool,
    /// Name number plus one; 0 for a free bucket, [`GONE`] for one whose name was removed. The length is a power of two, or 0.
    buckets: Vec<u32>,
    /// Hash by name number.
    hashes: Vec<u32>,
    /// Names that are there.
    count: usize,
    /// Buckets whose names were removed.
    gone: usize,
    /// A shortcut for long probe sequences, by the bucket where the search starts: the next bucket to try, and the number of its probe. An
    /// input can easily make all names start at the same bucket. Empty if names were removed.
    ends: Ends,
    /// A shortcut for long searches from bucket to bucket: for each bucket the next one that may be free, itself if it is. Empty until needed.
    free: Vec<u32>,
}

/// See [`HashOrder::ends`].
type Ends = HashMap<usize, (usize, usize)>;

/// From this number of probes on, the end of the sequence is cached.
const FAR: usize = 16;

/// Buckets that the first name makes.
const FIRST_SIZE: usize = 16;

/// A bucket whose name was removed: free for another, but the search continues past it.
const GONE: u32 = u32::MAX;

impl HashOrder {
    /// An empty table.
    pub fn new(table: NameTable) -> HashOrder {
        let buckets = if table.size == 0 { Vec::new() } else { vec![0; 1 << table.size] };
        HashOrder { buckets, old_hash: table.old_hash, linear: table.linear, ..HashOrder::default() }
    }

    /// Makes room for this many names, in lists that do not determine their order.
    pub(super) fn reserve(&mut self, count: usize) {
        self.hashes.reserve(count);
    }

    fn hash(&self, name: &[u8]) -> u32 {
        if self.old_hash { djb_hash(name) } else { hash(name) }
    }

    /// Adds a name that is not there yet.
    pub fn add(&mut self, name: &[u8]) {
        if self.buckets.is_empty() {
            self.buckets = vec![0; FIRST_SIZE];
        }
        let hash = self.hash(name);
        self.hashes.push(hash);
        self.count += 1;
        if self.linear {
            self.place_linearly(hash, self.hashes.len() as u32);
        } else if place(&mut self.buckets, hash, self.hashes.len() as u32, (self.gone == 0).then_some(&mut self.ends)) == GONE {
            self.gone -= 1;
        }
        let size = self.buckets.len();
        // If three quarters are used, doubles the size; if few buckets were never used, rebuilds the table. Names move in the order of
        // their old buckets.
        if self.count * 4 > size * 3 {
            self.move_to(size * 2);
        } else if size - (self.count + self.gone) <= size / 8 {
            self.move_to(size);
        }
    }

    /// Removes a name, if it is there.
    pub fn remove(&mut self, name: &[u8]) {
        let hash = self.hash(name);
        let Some(mask) = self.buckets.len().checked_sub(1) else { return };
        if self.linear {
            return self.remove_linearly(hash, mask);
        }
        let mut at = hash as usize & mask;
        let mut step = 1;
        // Two names with the same 32-bit hash are treated as one.
        while self.buckets[at] == GONE || self.buckets[at] != 0 && self.hashes[self.buckets[at] as usize - 1] != hash {
            at = (at + step) & mask;
            step += 1;
        }
        if self.buckets[at] != 0 {
            self.buckets[at] = GONE;
            self.count -= 1;
            self.gone += 1;
            self.ends.clear();
        }
    }

    /// Puts a name that is not in the table in its bucket or the next free one.
    fn place_linearly(&mut self, hash: u32, name: u32) {
        let mask = self.buckets.len() - 1;
        let mut at = hash as usize & mask;
        let mut step = 0;
        while self.buckets[at] != 0 && step < FAR {
            at = (at + 1) & mask;
            step += 1;
        }
        if self.buckets[at] != 0 {
            at = self.next_free(at);
        }
        self.buckets[at] = name;
        if let Some(free) = self.free.get_mut(at) {
            *free = ((at + 1) & mask) as u32;
        }
    }

    /// The first free bucket after `at`, which is not; every bucket on the way then leads there faster.
    fn next_free(&mut self, mut at: usize) -> usize {
        let mask = self.buckets.len() - 1;
        if self.free.is_empty() {
            let next = |(at, &name): (usize, &u32)| (if name == 0 { at } else { (at + 1) & mask }) as u32;
            self.free = self.buckets.iter().enumerate().map(next).collect();
        }
        while self.free[at] as usize != at {
            let next = self.free[at] as usize;
            self.free[at] = self.free[next];
            at = next;
        }
        at
    }

    /// Removes the name with this hash, if it is there. Names after it whose search passes its bucket move up (`StringMapImpl::RemoveKey`; D. E.
    /// Knuth, "The Art of Computer Programming", section 6.4, algorithm R).
    fn remove_linearly(&mut self, hash: u32, mask: usize) {
        let mut hole = hash as usize & mask;
        while self.buckets[hole] != 0 && self.hashes[self.buckets[hole] as usize - 1] != hash {
            hole = (hole + 1) & mask;
        }
        if self.buckets[hole] == 0 {
            return;
        }
        self.count -= 1;
        self.free.clear();
        let mut at = hole;
        loop {
            at = (at + 1) & mask;
            let name = self.buckets[at];
            if name == 0 {
                break;
            }
            let home = self.hashes[name as usize - 1] as usize & mask;
            // Whether the hole is between the name's own bucket and where it is.
            if at.wrapping_sub(home) & mask >= at.wrapping_sub(hole) & mask {
                self.buckets[hole] = name;
                hole = at;
            }
        }
        self.buckets[hole] = 0;
    }

    fn move_to(&mut self, size: usize) {
        if self.linear {
            let names = std::mem::replace(&mut self.buckets, vec![0; size]);
            self.free.clear();
            for name in names.into_iter().filter(|&name| name != 0) {
                self.place_linearly(self.hashes[name as usize - 1], name);
            }
            return;
        }
        let mut buckets = vec![0; size];
        self.ends.clear();
        for &name in self.buckets.iter().filter(|&&name| name != 0 && name != GONE) {
            place(&mut buckets, self.hashes[name as usize - 1], name, Some(&mut self.ends));
        }
        self.buckets = buckets;
        self.gone = 0;
    }

    /// Numbers of the names in the order of their buckets; the first name added is 0.
    pub fn order(&self) -> impl Iterator<Item = u32> + '_ {
        self.buckets.iter().filter(|&&name| name != GONE).filter_map(|name| name.checked_sub(1))
    }
}

/// LLVM keeps the low half (since LLVM 17).
fn hash(name: &[u8]) -> u32 {
    xxh3_64(name) as u32
}

/// The hash of LLVM before version 17 (`djbHash` with a start of 0).
fn djb_hash(name: &[u8]) -> u32 {
    name.iter().fold(0, |hash: u32, &c| hash.wrapping_mul(33).wrapping_add(u32::from(c)))
}

/// Puts a name that is not in the table in its bucket, or the next free one at growing distances; returns the previous content of the
/// bucket.
fn place(buckets: &mut [u32], hash: u32, name: u32, mut ends: Option<&mut Ends>) -> u32 {
    let mask = buckets.len() - 1;
    let first = hash as usize & mask;
    let known = ends.as_deref().filter(|ends| !ends.is_empty()).and_then(|ends| ends.get(&first)).copied();
    let (mut at, mut step) = known.unwrap_or((first, 1));
    // There is always a bucket that was never used; one whose name was removed is preferred if it comes first.
    while buckets[at] != 0 && buckets[at] != GONE {
        at = (at + step) & mask;
        step += 1;
    }
    if step > FAR
        && let Some(ends) = &mut ends
    {
        ends.insert(first, (at, step));
    }
    std::mem::replace(&mut buckets[at], name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn order_depends_on_the_version() {
        let order = |major: u32| -> Vec<u32> {
            let mut table = HashOrder::new(NameTable::of(LlvmVersion::nearest_written(major)));
            for name in ["a", "b", "entry", "retval"] {
                table.add(name.as_bytes());
            }
            table.order().collect()
        };
        assert_eq!(order(16), [0, 1, 2, 3]);
        assert_ne!(order(17), order(16));
        assert_eq!(order(17), order(22));
        assert_eq!(order(23).len(), 4);
    }

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
