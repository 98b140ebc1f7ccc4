//! Any bytes as a module in the words of other versions of LLVM.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| bctk_hostile::oracles::other_dialects(data));
