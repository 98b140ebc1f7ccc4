//! Any bytes as a text: parsing ends in a module or in faults that lie in the text; what was parsed can be upgraded and printed.
#![no_main]

use bctk_textual::{ParseOptions, PrintOptions, parse, print};

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    match parse(data, &ParseOptions::default()) {
        Ok(mut module) => {
            std::hint::black_box(print(&module, &PrintOptions::default()));
            bctk_ir::upgrade::upgrade(&mut module);
            let options = PrintOptions { preserve_uselistorder: true, annotations: true, ..PrintOptions::default() };
            std::hint::black_box(print(&module, &options));
        }
        Err(faults) => assert!(faults.0.iter().all(|fault| fault.span.start <= fault.span.end && fault.span.end <= data.len())),
    }
});
