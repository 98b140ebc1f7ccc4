//! Bit-level input and output: a cursor and a sink, neither of which knows about records or blocks.
pub mod chunks;
pub mod cursor;
pub mod sink;

pub use cursor::Cursor;
pub use sink::Sink;

/// Number of bits of `value` as a VBR of `width` bits (2..=32) with the fewest chunks.
pub fn vbr_bits(value: u64, width: u32) -> u64 {
    let payload = width.saturating_sub(1).max(1);
    let significant = (64 - value.leading_zeros()).max(1);
    u64::from(significant.div_ceil(payload)) * u64::from(width)
}
