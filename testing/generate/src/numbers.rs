//! Reproducible random numbers.

/// A generator (SplitMix64): equal seeds give equal numbers.
#[derive(Clone, Debug)]
pub struct Numbers(u64);

impl Numbers {
    /// One that starts from `seed`.
    pub fn new(seed: u64) -> Numbers {
        Numbers(seed)
    }

    /// The sequence of a seed and a number within it: sequences of neighbouring numbers have nothing in common.
    pub fn of_part(seed: u64, number: u64) -> Numbers {
        let mut numbers = Numbers(spread(seed) ^ number.wrapping_mul(0xFF51_AFD7_ED55_8CCD));
        numbers.next();
        numbers
    }

    /// One from a small number: those of neighbouring numbers make no pieces of one sequence.
    pub fn spread(number: u64) -> Numbers {
        Numbers(spread(number))
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

    /// As many bytes.
    pub fn bytes(&mut self, count: usize) -> Vec<u8> {
        (0..count).map(|_| self.next() as u8).collect()
    }

    /// Whether one of `of` times came.
    pub fn one_in(&mut self, of: usize) -> bool {
        self.below(of) == 0
    }

    /// One of the items, if there are any.
    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> Option<&'a T> {
        if items.is_empty() {
            return None;
        }
        items.get(self.below(items.len()))
    }

    /// One of the words; an empty one if there are none.
    pub fn word<'a>(&mut self, words: &[&'a str]) -> &'a str {
        self.pick(words).copied().unwrap_or_default()
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

fn spread(number: u64) -> u64 {
    number.wrapping_mul(0xD134_2543_DE82_EF95).rotate_left(32)
}
