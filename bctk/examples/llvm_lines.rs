//! Counts the lines of IR of each generic function, all its copies together, largest first, as cargo-llvm-lines does:
//! `cargo run --example llvm_lines -- FILE…`.
use bctk::prelude::*;
use std::collections::HashMap;

fn main() -> Result<(), bctk::Error> {
    let mut files: Vec<String> = std::env::args().skip(1).collect();
    if files.is_empty() {
        files.push(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/small.a").into());
    }
    let mut lines: HashMap<String, (usize, usize)> = HashMap::new();
    for file in files {
        for file in bctk::open(file)?.modules()? {
            let module: Module = file.read()?;
            for function in module.view().functions().filter(|function| !function.is_declaration()) {
                let name = String::from_utf8_lossy(&bctk::names::demangle(function.name())).into_owned();
                // Copies differ in the hash at the end.
                let name = name.split("::h").next().unwrap_or(&name).to_owned();
                let (count, copies) = lines.entry(name).or_default();
                *count += function.instructions().count() + function.blocks().count();
                *copies += 1;
            }
        }
    }
    let mut sorted: Vec<_> = lines.into_iter().collect();
    sorted.sort_by(|(a, (x, _)), (b, (y, _))| y.cmp(x).then_with(|| a.cmp(b)));
    for (name, (count, copies)) in sorted {
        println!("{count:8} {copies:6}  {name}");
    }
    Ok(())
}
