//! Any bytes as a text: parsing ends in a module or in faults that lie in the text; what was parsed prints, and its print parses again.
#![no_main]

use bctk_textual::{ParseOptions, PrintOptions, parse, print};

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    match parse(data, &ParseOptions::default()) {
        Ok(module) => {
            let printed = print(&module, &PrintOptions::default());
            assert!(parse(&printed, &ParseOptions::default()).is_ok(), "a print does not parse");
        }
        Err(faults) => assert!(faults.0.iter().all(|fault| fault.span.start <= fault.span.end && fault.span.end <= data.len())),
    }
});
