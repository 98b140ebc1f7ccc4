//! Any bytes as the choices that make a valid module: it goes through bitcode and through text, and what comes back prints and writes the same.
#![no_main]

use bctk_bitcode::write::UseListOrders;
use bctk_bitcode::{ReadOptions, WriteOptions, read, write};
use bctk_generate::{Options, module};
use bctk_ir::module::Module;
use bctk_textual::{ParseOptions, PrintOptions, parse, print};
use libfuzzer_sys::arbitrary::Unstructured;

fn bitcode(module: &Module, use_list_orders: UseListOrders) -> Vec<u8> {
    write(module, &WriteOptions { use_list_orders, ..Default::default() }).expect("a valid module is written")
}

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    let made = module(&mut Unstructured::new(data), &Options::default()).expect("any bytes make a module");
    let first = bitcode(&made, UseListOrders::AsRead);
    let again = read(&first, &ReadOptions::default()).expect("what was written can be read");
    assert_eq!(first, bitcode(&again, UseListOrders::AsRead));
    let text = print(&again, &PrintOptions::default());
    let parsed = parse(&text, &ParseOptions::default()).expect("what was printed can be parsed");
    // Orders of uses are not in the text.
    let plain = bitcode(&parsed, UseListOrders::Drop);
    let last = read(&plain, &ReadOptions::default()).expect("and written, and read");
    assert_eq!(plain, bitcode(&last, UseListOrders::Drop));
});
