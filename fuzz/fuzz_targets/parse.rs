//! Any bytes as a text: parsing ends in a module or in faults that lie in the text; what was parsed can be upgraded, printed and written.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    bctk_hostile::oracles::parsed(data);
    bctk_hostile::oracles::printed_again(data);
    bctk_hostile::oracles::assembled(data);
    bctk_hostile::oracles::described(data);
});
