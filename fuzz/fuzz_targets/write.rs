//! Any bytes as a file of modules: what can be read is written or refused, and what was written reads again and is written again.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| bctk_hostile::oracles::read_and_write(data));
