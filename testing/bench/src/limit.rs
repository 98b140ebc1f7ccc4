//! What a layer is compared with: the least work that anything with the same bytes could do. Each group of benchmarks has these beside its own.
use std::hint::black_box;

use bctk_bitstream::bits::Cursor;

/// Copies all bytes (`memcpy`): nothing that makes new bytes is faster.
pub fn copy(from: &[u8], to: &mut Vec<u8>) {
    to.clear();
    to.extend_from_slice(black_box(from));
}

/// Looks at all bytes (`memchr` for the ends of lines): nothing that reads a text is faster.
pub fn scan(bytes: &[u8]) -> usize {
    memchr::memchr_iter(b'\n', black_box(bytes)).count()
}

/// The sum of all fields of 6 bits with continuation bits, past those that never end: no reader of bitcode is faster than the cursor.
pub fn cursor(data: &[u8]) -> u64 {
    let mut cursor = Cursor::new(data);
    let mut sum = 0u64;
    while !cursor.at_end() {
        match cursor.vbr(6) {
            Ok(value) => sum = sum.wrapping_add(value),
            Err(_) => {
                if cursor.seek(cursor.position() + 6).is_err() {
                    break;
                }
            }
        }
    }
    sum
}
