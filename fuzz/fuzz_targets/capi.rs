//! Arbitrary bytes through every function of the C API: what its header promises holds, and no fault of its own is reported.
#![no_main]

// What `bctk_fuzz_each` calls.
use bctk_capi as _;

unsafe extern "C" {
    fn bctk_fuzz_each(data: *const std::ffi::c_void, size: usize, seed: u32);
}

/// Releases, flags and outputs are chosen by the last bytes.
fn call(data: &[u8]) {
    let seed = data.iter().rev().take(4).fold(0_u32, |seed, &byte| seed << 8 | u32::from(byte));
    // SAFETY: the bytes are there for the call, which keeps nothing.
    unsafe { bctk_fuzz_each(data.as_ptr().cast(), data.len(), seed) }
}

bctk_fuzz::target!("capi", call);
