//! Any bytes as llvm-bcanalyzer shows them: a trace or a message, and no panic.
#![no_main]

use bctk_bitcode::dump::analyzer::{Options, analyze};

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    for dump in [false, true] {
        let options = Options { dump, dump_blockinfo: true, check_hash: Some(b"seed"), ..Options::default() };
        // What is wrong with the bytes is said by the fault; a literal of an abbreviation costs no bits, so that the text may be long.
        let _ = analyze(data, &options, &mut std::io::sink(), &mut |_| {});
    }
});
