//! Prints who calls whom in all modules of a file, for example an rlib: `cargo run --example call_graph -- FILE`.
use bctk::prelude::*;
use std::collections::BTreeSet;

fn main() -> Result<(), bctk::Error> {
    let path = std::env::args().nth(1).unwrap_or_else(|| concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/small.a").into());
    let mut edges = BTreeSet::new();
    for file in bctk::open(path)?.modules()? {
        let module: Module = file.read()?;
        for function in module.view().functions() {
            let calls = function.instructions().filter_map(|inst| inst.as_call());
            for callee in calls.filter_map(|call| call.called_function()).filter(|callee| !callee.is_intrinsic()) {
                edges.insert((function.name_str().into_owned(), callee.name_str().into_owned()));
            }
        }
    }
    for (caller, callee) in edges {
        println!("{caller} -> {callee}");
    }
    Ok(())
}
