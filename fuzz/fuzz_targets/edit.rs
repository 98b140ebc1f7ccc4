//! Any bytes as a module of which parts are taken.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| bctk_hostile::oracles::edited(data));
