//! Any bytes as llvm-bcanalyzer shows them: a trace or a message, and no panic.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| bctk_hostile::oracles::analyzed(data));
