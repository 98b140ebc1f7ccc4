//! A cursor that reads bits and a sink that writes them. Neither knows records or blocks.
pub mod cursor;
pub mod sink;

pub use cursor::Cursor;
pub use sink::Sink;

/// Number of bits of `value` written as a VBR of `width` bits (2..=32) with no more chunks than needed.
pub fn vbr_bits(value: u64, width: u32) -> u64 {
    let payload = width.saturating_sub(1).max(1);
    let significant = (64 - value.leading_zeros()).max(1);
    u64::from(significant.div_ceil(payload)) * u64::from(width)
}
