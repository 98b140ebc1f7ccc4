//! Prints what the modules of a ThinLTO build may import from each other: which module calls functions that another defines, by their
//! summaries alone: `cargo run --example import_graph -- FILE…`.
use bctk::bitcode::{ReadOptions, modules, read_summary};
use bctk::ir::summary::EntryKind;
use std::collections::{BTreeMap, HashMap};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut files: Vec<String> = std::env::args().skip(1).collect();
    if files.is_empty() {
        files.push(concat!(env!("CARGO_MANIFEST_DIR"), "/../bitcode/tests/data/small-thin.bc").into());
    }
    let (mut defined, mut calls) = (HashMap::new(), Vec::new());
    for (number, file) in files.iter().enumerate() {
        let bytes = std::fs::read(file)?;
        for part in modules(&bytes, &ReadOptions::default())? {
            let Some(module) = read_summary(&part, &ReadOptions::default())? else { continue };
            let Some(summary) = module.summary else { continue };
            for entry in &summary.entries {
                let guid = |value: u32| summary.values.get(value as usize).map(|value| value.guid);
                defined.extend(guid(entry.value).map(|guid| (guid, number)));
                if let EntryKind::Function(function) = &entry.kind {
                    calls.extend(function.calls.iter().filter_map(|call| guid(call.callee)).map(|guid| (number, guid)));
                }
            }
        }
    }
    let mut edges: BTreeMap<(usize, usize), usize> = BTreeMap::new();
    for (from, guid) in &calls {
        if let Some(&to) = defined.get(guid).filter(|to| *to != from) {
            *edges.entry((*from, to)).or_default() += 1;
        }
    }
    println!("{} functions and variables, {} calls", defined.len(), calls.len());
    for ((from, to), count) in edges {
        println!("{} -> {}: {count}", files[from], files[to]);
    }
    Ok(())
}
