//! Any bytes as a module: reading ends in a module or an error, and a module that was read can be upgraded and printed in every way.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    if let Ok(mut module) = bctk_bitcode::read(data, &bctk_bitcode::ReadOptions::default()) {
        bctk_ir::upgrade::upgrade(&mut module);
        for preserve_uselistorder in [false, true] {
            let options = bctk_textual::PrintOptions { preserve_uselistorder, annotations: preserve_uselistorder, ..Default::default() };
            std::hint::black_box(bctk_textual::print(&module, &options));
        }
        module.drop_bodies();
        let options = bctk_textual::PrintOptions::default();
        std::hint::black_box(bctk_textual::print(&module, &options));
        bctk_textual::print_index_to(&module, &options, &mut std::io::sink()).expect("a sink takes everything");
    }
});
