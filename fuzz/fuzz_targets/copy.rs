//! Any bytes as a bitstream: what the event reader accepts, the writer writes again bit for bit.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| bctk_hostile::oracles::copy(data));
