//! Any bytes as a file of modules: what can be read is written or refused, and what was written reads again, and writes the same bytes again.
#![no_main]

use bctk_bitcode::write::{ModuleHash, UseListOrders, Wrapper, WriteOptions, write_modules};
use bctk_bitcode::{ReadOptions, modules, read_module};
use bctk_ir::module::Module;

fn read(data: &[u8]) -> Option<Vec<Module>> {
    let options = ReadOptions::default();
    modules(data, &options).ok()?.iter().map(|part| read_module(part, &options).ok()).collect()
}

fn write(modules: &[Module], options: &WriteOptions) -> Option<Vec<u8>> {
    write_modules(&modules.iter().collect::<Vec<_>>(), options).ok()
}

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    let Some(mut modules) = read(data) else { return };
    let plain = WriteOptions { use_list_orders: UseListOrders::Drop, wrapper: Wrapper::Never, ..Default::default() };
    let full = WriteOptions {
        use_list_orders: UseListOrders::Preserve,
        module_hash: ModuleHash::Compute,
        wrapper: Wrapper::Always,
        ..plain.clone()
    };
    std::hint::black_box(write(&modules, &full));
    if let Some(first) = write(&modules, &plain) {
        let again = read(&first).expect("what was written can be read");
        let second = write(&again, &plain).expect("and written again");
        assert_eq!(first.len(), second.len());
    }
    modules.iter_mut().for_each(bctk_ir::upgrade::upgrade);
    std::hint::black_box(write(&modules, &full));
});
