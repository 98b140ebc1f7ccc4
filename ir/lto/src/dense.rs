//! The order in which LLVM walks its hash tables of numbers and paths (`DenseMap`, `DenseSet`), and the hashes of these.
//!
//! A distributed index lists summaries in that order.
use bctk_ir::version::LlvmVersion;
use hashbrown::HashMap;

/// Buckets of a table when the first item comes.
const FIRST_SIZE: usize = 64;
/// A bucket that was never taken.
const EMPTY: u32 = u32::MAX;
/// A bucket whose item was removed.
const GONE: u32 = u32::MAX - 1;
/// After so many probes, the shortcut for long searches is used.
const LONG_SEARCH: usize = 12;

/// A table, reduced to the order of its buckets. Items have numbers in the order in which they came.
#[derive(Debug, Default)]
pub(crate) struct DenseOrder {
    /// The number of the item, [`EMPTY`] or [`GONE`]. The length is a power of two, or 0.
    buckets: Vec<u32>,
    /// Hash by item.
    hashes: Vec<u32>,
    /// Items that are there.
    count: usize,
    /// Buckets whose items were removed.
    gone: usize,
    /// Where a long search that starts at a bucket goes on, and the number of that probe: an input can make all items start at the same bucket.
    ends: HashMap<usize, (usize, usize)>,
    /// Whether a search goes on with the next bucket, as since LLVM 23; before, each step is one bucket longer than the one before.
    linear: bool,
}

impl DenseOrder {
    /// A table made for `count` items.
    pub(crate) fn with_room(count: usize) -> DenseOrder {
        // One more than 4/3 of the items, and the next greater power of two.
        let size = if count == 0 { 0 } else { (count * 4 / 3 + 2).next_power_of_two() };
        DenseOrder { buckets: vec![EMPTY; size], ..DenseOrder::default() }
    }

    /// That of the release.
    pub(crate) fn of_release(llvm: LlvmVersion) -> DenseOrder {
        DenseOrder { linear: llvm.linear_probing(), ..DenseOrder::default() }
    }

    /// Adds an item with this hash, which is not there yet; gives its number.
    pub(crate) fn insert(&mut self, hash: u32) -> u32 {
        let size = self.buckets.len();
        if (self.count + 1) * 4 >= size * 3 {
            self.grow((size * 2).max(FIRST_SIZE));
        } else if size - (self.count + 1 + self.gone) <= size / 8 {
            self.grow(size);
        }
        let item = self.hashes.len() as u32;
        self.hashes.push(hash);
        let at = self.free(hash);
        if let Some(bucket) = self.buckets.get_mut(at) {
            if *bucket == GONE {
                self.gone -= 1;
            }
            *bucket = item;
            self.count += 1;
        }
        item
    }

    /// Removes an item.
    pub(crate) fn remove(&mut self, item: u32) {
        let Some(&hash) = self.hashes.get(item as usize) else { return };
        let mask = self.buckets.len().wrapping_sub(1);
        let (mut at, mut probe) = (hash as usize & mask, 1);
        while let Some(bucket) = self.buckets.get_mut(at).filter(|bucket| **bucket != EMPTY) {
            if *bucket == item {
                *bucket = GONE;
                self.gone += 1;
                self.count -= 1;
                self.ends.clear();
                return;
            }
            at = (at + self.step(probe)) & mask;
            probe += 1;
        }
    }

    /// The items in the order of their buckets.
    pub(crate) fn items(&self) -> impl Iterator<Item = u32> + '_ {
        self.buckets.iter().copied().filter(|&item| item < GONE)
    }

    /// How many buckets further the search goes after the probe of this number.
    fn step(&self, probe: usize) -> usize {
        if self.linear { 1 } else { probe }
    }

    /// The bucket that an item with this hash takes: the first one whose item was removed, or else the first one that is empty.
    fn free(&mut self, hash: u32) -> usize {
        let mask = self.buckets.len().wrapping_sub(1);
        let start = hash as usize & mask;
        let (mut at, mut probe) = (start, 1);
        let mut left = None;
        loop {
            match self.buckets.get(at) {
                None | Some(&EMPTY) => break,
                Some(&GONE) => left = left.or(Some(at)),
                Some(_) => {}
            }
            if probe == LONG_SEARCH
                && self.gone == 0
                && let Some(&(next, number)) = self.ends.get(&start)
            {
                (at, probe) = (next, number);
                continue;
            }
            at = (at + self.step(probe)) & mask;
            probe += 1;
        }
        if probe > LONG_SEARCH && self.gone == 0 {
            self.ends.insert(start, (at, probe));
        }
        left.unwrap_or(at)
    }

    /// Moves all items to `size` buckets, in the order of the buckets.
    fn grow(&mut self, size: usize) {
        self.gone = 0;
        self.ends.clear();
        let old = std::mem::replace(&mut self.buckets, vec![EMPTY; size]);
        for item in old.into_iter().filter(|&item| item < GONE) {
            let at = self.free(self.hashes.get(item as usize).copied().unwrap_or_default());
            if let Some(bucket) = self.buckets.get_mut(at) {
                *bucket = item;
            }
        }
    }
}

/// The hash of a number of 64 bits (`DenseMapInfo`).
pub(crate) fn hash_in_release(number: u64, llvm: LlvmVersion) -> u32 {
    if llvm.mixed_hashes() { hash_u64(number) } else { number.wrapping_mul(37) as u32 }
}

/// The same where it is mixed, as LLVM 22 does (`densemap::detail::mix`).
pub(crate) fn hash_u64(number: u64) -> u32 {
    let mixed = number.wrapping_mul(0xbf58_476d_1ce4_e5b9);
    (mixed ^ mixed >> 31) as u32
}

/// The hash of a number of 32 bits.
pub(crate) fn hash_u32(number: u32) -> u32 {
    number.wrapping_mul(37)
}

const K0: u64 = 0xc3a5_c85c_97cb_3127;
const K1: u64 = 0xb492_b66f_be98_f273;
const K2: u64 = 0x9ae1_6a3b_2f90_404f;
const K3: u64 = 0xc949_d7c7_509e_6557;
/// What the hash begins with in releases without checks (`get_execution_seed`).
const SEED: u64 = 0xff51_afd7_ed55_8ccd;

/// The hash of a path (`hash_value` of a `StringRef`: CityHash with a seed).
pub(crate) fn hash_path(s: &[u8]) -> u32 {
    let len = s.len() as u64;
    let hash = match s {
        [] => K2 ^ SEED,
        [first, ..] if s.len() < 4 => {
            let middle = s.get(s.len() / 2).copied().unwrap_or_default();
            let last = s.last().copied().unwrap_or_default();
            let y = u64::from(*first) + (u64::from(middle) << 8);
            let z = len + (u64::from(last) << 2);
            shift_mix(y.wrapping_mul(K2) ^ z.wrapping_mul(K3) ^ SEED).wrapping_mul(K2)
        }
        _ if s.len() <= 8 => mix16(len.wrapping_add(word32(s, 0) << 3), SEED ^ word32(s, s.len() - 4)),
        _ if s.len() <= 16 => {
            let (a, b) = (word(s, 0), word(s, s.len() - 8));
            mix16(SEED ^ a, b.wrapping_add(len).rotate_right(s.len() as u32 % 64)) ^ b
        }
        _ if s.len() <= 32 => {
            let a = word(s, 0).wrapping_mul(K1);
            let b = word(s, 8);
            let c = word(s, s.len() - 8).wrapping_mul(K2);
            let d = word(s, s.len() - 16).wrapping_mul(K0);
            mix16(
                a.wrapping_sub(b).rotate_right(43).wrapping_add((c ^ SEED).rotate_right(30)).wrapping_add(d),
                a.wrapping_add((b ^ K3).rotate_right(20)).wrapping_sub(c).wrapping_add(len).wrapping_add(SEED),
            )
        }
        _ if s.len() <= 64 => medium(s),
        _ => long(s),
    };
    hash as u32
}

/// For 33 to 64 bytes.
fn medium(s: &[u8]) -> u64 {
    let n = s.len();
    // Twice the same steps, over the first and the last 32 bytes.
    let half = |mut a: u64, z: u64, x: u64, y: u64| {
        let b = a.wrapping_add(z).rotate_right(52);
        let mut c = a.rotate_right(37);
        a = a.wrapping_add(x);
        c = c.wrapping_add(a.rotate_right(7));
        a = a.wrapping_add(y);
        (a.wrapping_add(z), b.wrapping_add(a.rotate_right(31)).wrapping_add(c))
    };
    let first = word(s, 0).wrapping_add((n as u64).wrapping_add(word(s, n - 16)).wrapping_mul(K0));
    let (vf, vs) = half(first, word(s, 24), word(s, 8), word(s, 16));
    let (wf, ws) = half(word(s, 16).wrapping_add(word(s, n - 32)), word(s, n - 8), word(s, n - 24), word(s, n - 16));
    let r = shift_mix(vf.wrapping_add(ws).wrapping_mul(K2).wrapping_add(wf.wrapping_add(vs).wrapping_mul(K0)));
    shift_mix((SEED ^ r.wrapping_mul(K0)).wrapping_add(vs)).wrapping_mul(K2)
}

/// For more than 64 bytes.
fn long(s: &[u8]) -> u64 {
    let mut h = [0, SEED, mix16(SEED, K1), (SEED ^ K1).rotate_right(49), SEED.wrapping_mul(K1), shift_mix(SEED), 0];
    h[6] = mix16(h[4], h[5]);
    let whole = s.len() & !63;
    for chunk in s[..whole].chunks_exact(64) {
        mix(&mut h, chunk);
    }
    if whole != s.len() {
        mix(&mut h, &s[s.len() - 64..]);
    }
    mix16(
        mix16(h[3], h[5]).wrapping_add(shift_mix(h[1]).wrapping_mul(K1)).wrapping_add(h[2]),
        mix16(h[4], h[6]).wrapping_add(shift_mix(s.len() as u64).wrapping_mul(K1)).wrapping_add(h[0]),
    )
}

/// Mixes 64 bytes into the state.
fn mix(h: &mut [u64; 7], s: &[u8]) {
    let mix32 = |at: usize, a: u64, b: u64| {
        let a = a.wrapping_add(word(s, at));
        let c = word(s, at + 24);
        let b = b.wrapping_add(a).wrapping_add(c).rotate_right(21);
        let sum = a.wrapping_add(word(s, at + 8)).wrapping_add(word(s, at + 16));
        (sum.wrapping_add(c), b.wrapping_add(sum.rotate_right(44)).wrapping_add(a))
    };
    h[0] = h[0].wrapping_add(h[1]).wrapping_add(h[3]).wrapping_add(word(s, 8)).rotate_right(37).wrapping_mul(K1);
    h[1] = h[1].wrapping_add(h[4]).wrapping_add(word(s, 48)).rotate_right(42).wrapping_mul(K1);
    h[0] ^= h[6];
    h[1] = h[1].wrapping_add(h[3]).wrapping_add(word(s, 40));
    h[2] = h[2].wrapping_add(h[5]).rotate_right(33).wrapping_mul(K1);
    h[3] = h[4].wrapping_mul(K1);
    h[4] = h[0].wrapping_add(h[5]);
    (h[3], h[4]) = mix32(0, h[3], h[4]);
    h[5] = h[2].wrapping_add(h[6]);
    h[6] = h[1].wrapping_add(word(s, 16));
    (h[5], h[6]) = mix32(32, h[5], h[6]);
    h.swap(0, 2);
}

fn shift_mix(number: u64) -> u64 {
    number ^ number >> 47
}

fn mix16(low: u64, high: u64) -> u64 {
    const MULTIPLIER: u64 = 0x9ddf_ea08_eb38_2d69;
    let a = shift_mix((low ^ high).wrapping_mul(MULTIPLIER));
    shift_mix((high ^ a).wrapping_mul(MULTIPLIER)).wrapping_mul(MULTIPLIER)
}

/// Eight bytes, least significant first.
fn word(s: &[u8], at: usize) -> u64 {
    s.get(at..at + 8).and_then(|bytes| bytes.try_into().ok()).map_or(0, u64::from_le_bytes)
}

/// Four bytes, least significant first.
fn word32(s: &[u8], at: usize) -> u64 {
    s.get(at..at + 4).and_then(|bytes| bytes.try_into().ok()).map_or(0, |bytes| u64::from(u32::from_le_bytes(bytes)))
}

#[cfg(test)]
mod tests {
    use super::*;

    // The order in which llvm-lto2-22 works through twelve modules (`-print-import-failures`).
    #[test]
    fn modules_by_path() {
        let paths = ["m6.bc", "m1.bc", "m10.bc", "m11.bc", "m12.bc", "m2.bc", "m3.bc", "m4.bc", "m5.bc", "m7.bc", "m8.bc", "m9.bc"];
        let mut table = DenseOrder::with_room(paths.len());
        for path in paths {
            table.insert(hash_path(path.as_bytes()));
        }
        let order: Vec<&str> = table.items().map(|item| paths[item as usize]).collect();
        assert_eq!(order, ["m6.bc", "m3.bc", "m9.bc", "m12.bc", "m4.bc", "m11.bc", "m7.bc", "m1.bc", "m2.bc", "m8.bc", "m10.bc", "m5.bc"]);
    }

    // Many items that start at the same bucket take no longer than others, and come in the order of plain searches.
    #[test]
    fn collisions() {
        let mut table = DenseOrder::default();
        for _ in 0..30_000 {
            table.insert(7);
        }
        assert_eq!(table.items().count(), 30_000);
        let mut small = DenseOrder::default();
        let mut plain = vec![None; 64];
        for item in 0..40 {
            small.insert(3);
            let (mut at, mut probe) = (3, 1);
            while plain[at].is_some() {
                at = (at + probe) % 64;
                probe += 1;
            }
            plain[at] = Some(item);
        }
        assert_eq!(small.items().collect::<Vec<_>>(), plain.into_iter().flatten().collect::<Vec<_>>());
    }

    #[test]
    fn removed_items_leave_their_place() {
        let mut table = DenseOrder::default();
        let items: Vec<u32> = (0..4).map(|_| table.insert(5)).collect();
        table.remove(items[0]);
        let last = table.insert(5);
        assert_eq!(table.items().collect::<Vec<_>>(), [last, items[1], items[2], items[3]]);
    }
}
