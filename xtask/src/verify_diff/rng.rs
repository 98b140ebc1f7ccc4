//! Random numbers that a seed decides (splitmix64).

/// The state of a sequence.
#[derive(Clone, Debug)]
pub(crate) struct Rng(u64);

impl Rng {
    /// The sequence of a seed and a number within it: sequences of neighbouring numbers have nothing in common.
    pub(crate) fn new(seed: u64, number: u64) -> Rng {
        let mut rng = Rng(seed.wrapping_mul(0xd134_2543_de82_ef95).rotate_left(32) ^ number.wrapping_mul(0xff51_afd7_ed55_8ccd));
        rng.next();
        rng
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut word = self.0;
        word = (word ^ word >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        word = (word ^ word >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        word ^ word >> 31
    }

    /// A number below `limit`, which is not 0.
    pub(crate) fn below(&mut self, limit: usize) -> usize {
        (self.next() % limit.max(1) as u64) as usize
    }

    /// Whether one of `of` times came.
    pub(crate) fn one_in(&mut self, of: usize) -> bool {
        self.below(of) == 0
    }

    /// One of the items.
    pub(crate) fn pick<'a, T>(&mut self, items: &'a [T]) -> Option<&'a T> {
        if items.is_empty() {
            return None;
        }
        items.get(self.below(items.len()))
    }

    /// One of the words.
    pub(crate) fn word<'a>(&mut self, words: &[&'a str]) -> &'a str {
        self.pick(words).copied().unwrap_or_default()
    }
}
