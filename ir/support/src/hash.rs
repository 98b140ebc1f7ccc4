//! Fast hashes for tables of our own, which a file cannot make collide: each table has a seed that nobody knows.
use std::hash::{BuildHasher, RandomState};

const FACTOR: u64 = 0xD134_2543_DE82_EF95;

/// The start of all hashes of a table.
#[derive(Clone, Copy, Debug)]
pub struct Seed(pub u64);

impl Default for Seed {
    fn default() -> Self {
        Seed(RandomState::new().hash_one(0))
    }
}

/// A hash that another word is added to. All bits of the result depend on all bits of both.
#[inline(always)]
pub fn mix(hash: u64, word: u64) -> u64 {
    // The lower half of a product depends on the lower bits of its factors alone.
    let product = u128::from(hash ^ word) * u128::from(FACTOR);
    product as u64 ^ (product >> 64) as u64
}

/// A hash that the bytes of a name or a string are added to.
#[inline]
pub fn mix_bytes(hash: u64, bytes: &[u8]) -> u64 {
    let mut hash = hash ^ bytes.len() as u64;
    let mut chunks = bytes.chunks_exact(8);
    for c in &mut chunks {
        hash = mix(hash, u64::from_le_bytes([c[0], c[1], c[2], c[3], c[4], c[5], c[6], c[7]]));
    }
    // The last bytes, some of them twice, without a loop.
    let rest = match (chunks.remainder(), bytes.last_chunk::<8>()) {
        ([], _) => return hash,
        (_, Some(last)) => u64::from_le_bytes(*last),
        (short, None) => match (short.first_chunk::<4>(), short.last_chunk::<4>()) {
            (Some(first), Some(last)) => u64::from(u32::from_le_bytes(*first)) << 32 | u64::from(u32::from_le_bytes(*last)),
            _ => short.iter().fold(0u64, |n, &b| n << 8 | u64::from(b)),
        },
    };
    mix(hash, rest)
}

/// A hash of 64 bits from one of 32, for a table that takes its bits from both ends.
#[inline]
pub fn spread(hash: u32) -> u64 {
    u64::from(hash).wrapping_mul(FACTOR)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The mean number of slots that are looked at in a table that is half full or less, with open addresses and low bits of hashes.
    fn probes(hashes: impl ExactSizeIterator<Item = u64>) -> f64 {
        let (count, size) = (hashes.len(), (hashes.len() * 2).next_power_of_two());
        let mut slots = vec![false; size];
        let mut looked_at = 0;
        for hash in hashes {
            let mut at = hash as usize & (size - 1);
            looked_at += 1;
            while std::mem::replace(&mut slots[at], true) {
                at = (at + 1) & (size - 1);
                looked_at += 1;
            }
        }
        looked_at as f64 / count as f64
    }

    #[test]
    fn numbered_names_do_not_gather() {
        for seed in [0, 1, 0x243F_6A88_85A3_08D3, u64::MAX] {
            for (before, after) in [("b", ""), ("call.i.i", ""), ("for.body", ""), (".sroa.", ".0"), ("a.very.long.name.", ".i.i.i")] {
                let names: Vec<String> = (0..20_000).map(|n| format!("{before}{n}{after}")).collect();
                let mean = probes(names.iter().map(|name| mix_bytes(seed, name.as_bytes())));
                assert!(mean < 2.0, "{before}N{after}: {mean}");
            }
            for step in [0, 3, 12, 32, 44] {
                let mean = probes((0..20_000u64).collect::<Vec<_>>().into_iter().map(|n| mix(mix(seed, 1), n << step)));
                assert!(mean < 2.0, "numbers times 2^{step}: {mean}");
            }
        }
    }

    #[test]
    fn every_byte_counts() {
        for len in 0..40 {
            let bytes: Vec<u8> = (0..len).map(|n: u8| n.wrapping_mul(7)).collect();
            let hash = mix_bytes(1, &bytes);
            assert_ne!(hash, mix_bytes(2, &bytes));
            for at in 0..bytes.len() {
                let mut other = bytes.clone();
                other[at] ^= 1;
                assert_ne!(hash, mix_bytes(1, &other), "byte {at} of {len}");
            }
            assert_ne!(hash, mix_bytes(1, &[&bytes[..], &[0]].concat()));
        }
    }
}
