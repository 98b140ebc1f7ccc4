//! Any bytes as a container: what is found lies within them, and what is wrong is told.
#![no_main]

use bctk_bitcode::container::{FindOptions, find};

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    let Ok(contents) = find(data, &FindOptions::default()) else { return };
    for found in &contents.found {
        assert_eq!(&data[found.range()], found.bytes);
        let _ = (found.name(), found.section(), found.is_wrapped());
        let _ = bctk_bitcode::modules(found.bytes, &Default::default());
    }
    for fault in &contents.faults {
        let _ = fault.to_string();
    }
});
