//! Any bytes as bitcode whose symbols are listed, from the table in the file and from the module, and whose summary and bodies are read alone.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    bctk_hostile::oracles::listed(data);
    bctk_hostile::oracles::lazily(data);
});
