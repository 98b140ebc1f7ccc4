//! VBR fields of several chunks, taken out of the bits of one load without a loop.
use super::cursor::WINDOW;
use crate::stream::abbrev::MAX_WIDTH;

/// How to take a VBR field of some width out of the bits that begin with it, for up to eight chunks that one load covers.
#[derive(Clone, Copy)]
pub struct Chunks {
    /// The bits that say whether another chunk follows.
    more: u64,
    /// The chunks of even number; pairs of them; the first four.
    even: u64,
    pairs: u64,
    four: u64,
}

impl Chunks {
    pub(crate) const fn new(width: u32) -> Chunks {
        let payload = (1u64 << (width - 1)) - 1;
        let mut chunks = Chunks { more: 0, even: 0, pairs: 0, four: 0 };
        let mut at = 0;
        while at < 8 && (at + 1) * width <= WINDOW {
            let bits = payload << (at * width);
            chunks.more |= 1 << ((at + 1) * width - 1);
            if at % 2 == 0 {
                chunks.even |= bits;
            }
            // After the odd chunks have moved by a bit, and the odd pairs by two.
            if at % 4 < 2 {
                chunks.pairs |= bits >> (at % 2);
            }
            if at < 4 {
                chunks.four |= bits >> at;
            }
            at += 1;
        }
        chunks
    }

    /// The field at the start of `window`, which is that of a [`Cursor`](super::Cursor::window), and how many bits it has; none if it has
    /// more than eight chunks or than the window.
    #[inline(always)]
    pub fn take(self, window: u64) -> Option<(u64, u32)> {
        let last = !window & self.more;
        if last == 0 {
            return None;
        }
        // All bits up to the lowest one of `last`, but for the bits that are no payload.
        let field = window & (last ^ (last - 1)) & !self.more;
        let even = field & self.even;
        let field = even | (field ^ even) >> 1;
        let pairs = field & self.pairs;
        let field = pairs | (field ^ pairs) >> 2;
        let four = field & self.four;
        Some((four | (field ^ four) >> 4, last.trailing_zeros() + 1))
    }
}

/// By the width of a chunk, up to [`MAX_WIDTH`]. There is no width of zero.
pub static CHUNKS: [Chunks; MAX_WIDTH as usize + 1] = {
    let mut chunks = [Chunks { more: 0, even: 0, pairs: 0, four: 0 }; MAX_WIDTH as usize + 1];
    let mut width = 1;
    while width <= MAX_WIDTH {
        chunks[width as usize] = Chunks::new(width);
        width += 1;
    }
    chunks
};

/// Those of six bits, the most frequent ones.
pub(crate) const SIX: Chunks = Chunks::new(6);
