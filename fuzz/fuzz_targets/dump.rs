//! Any bytes as bcdump shows them, and what differs from other bytes.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    bctk_hostile::oracles::dumped(data);
    bctk_hostile::oracles::compared(data);
});
