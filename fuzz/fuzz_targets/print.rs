//! Any bytes as a module: reading ends in a module or an error, and a module that was read can be printed.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    if let Ok(module) = bctk_bitcode::read(data, &bctk_bitcode::ReadOptions::default()) {
        for preserve_uselistorder in [false, true] {
            let options = bctk_textual::PrintOptions { preserve_uselistorder, ..Default::default() };
            let text = bctk_textual::print(&module, &options);
            std::hint::black_box(text);
        }
    }
});
