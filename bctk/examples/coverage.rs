//! Counts how often each block runs, in an array of counters: `cargo run --example coverage -- FILE OUTPUT`.
use bctk::prelude::*;

fn main() -> Result<(), bctk::Error> {
    let mut args = std::env::args().skip(1);
    let path = args.next().unwrap_or_else(|| concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/small.bc").into());
    let mut module = bctk::read(path)?;
    let defined: Vec<GlobalId> = module.view().functions().filter(|f| !f.is_declaration()).map(|f| f.id()).collect();
    let blocks: usize = module.view().functions().map(|function| function.blocks().count()).sum();

    let mut edit = module.edit();
    let long = edit.int_type(64);
    let array = edit.array_type(long, blocks as u64);
    let zero = edit.const_zero(array);
    let counters = edit.add_variable("__counters", array, Some(zero))?;
    let mut number = 0u64;
    for function in defined {
        let mut b = edit.build(function)?;
        for block in b.blocks().to_vec() {
            b.insert_at(InsertPoint::FirstInsertionPoint(block))?;
            let counter = b.inbounds_gep(array, counters, [0, number])?;
            let count = b.load(long, counter)?;
            let more = b.add(count, 1)?;
            b.store(more, counter)?;
            number += 1;
        }
    }
    edit.finish()?;
    println!("{number} blocks");
    args.next().map_or(Ok(()), |output| bctk::write(&module, output))
}
