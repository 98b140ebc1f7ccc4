//! Reproducible random numbers.

/// A generator (SplitMix64): equal seeds give equal numbers.
#[derive(Clone, Debug)]
pub struct Numbers(u64);

impl Numbers {
    /// One that starts from `seed`.
    pub fn new(seed: u64) -> Numbers {
        Numbers(seed)
    }

    /// The next number, of 64 bits.
    #[allow(clippy::should_implement_trait)]
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// A number below `limit`; 0 for a limit of 0.
    pub fn below(&mut self, limit: usize) -> usize {
        (self.next() % limit.max(1) as u64) as usize
    }

    /// One of a list, which is not empty.
    pub fn of<T: Copy>(&mut self, list: &[T]) -> T {
        list[self.below(list.len())]
    }

    /// A number as files lie about: small, near the old one, at the edge of a width, or any.
    pub fn lie(&mut self, old: u64) -> u64 {
        match self.below(6) {
            0 => self.next() % 8,
            1 => old.wrapping_add(1 + self.next() % 4),
            2 => old.wrapping_sub(1 + self.next() % 4),
            3 => self.of(&[0x7F, 0xFF, 0xFFFF, 0x7FFF_FFFF, 0x8000_0000, 0xFFFF_FFFF, 1 << 32, i64::MAX as u64, 1 << 63, u64::MAX]),
            4 => 1 << (self.next() % 64),
            _ => self.next() >> (self.next() % 64),
        }
    }
}
