//! Any bytes as bitcode that goes to text, with its description, and back.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| bctk_hostile::oracles::text_and_back(data));
