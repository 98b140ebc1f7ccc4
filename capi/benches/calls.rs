//! How long the calls take that linkers make for each file. `cargo bench -p bctk-capi` takes a small file of the corpus; other files are named in
//! `BCTK_BENCH`, separated by `:`. For a file of 2 kB, each is meant to take less than 20 microseconds.
#![allow(missing_docs, clippy::undocumented_unsafe_blocks)]

use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::ptr::{null, null_mut};

use bctk_capi::file::*;
use bctk_capi::symbols::{BCTK_SYMBOLS_IGNORE_TABLE, bctk_module_symbols, bctk_symbols_count, bctk_symbols_free};
use bctk_capi::types::bctk_status::BCTK_OK;
use criterion::{Criterion, criterion_group, criterion_main};

fn identify(data: &[u8]) -> bctk_kind {
    let mut identity = null_mut();
    unsafe {
        assert_eq!(bctk_identify(data.as_ptr().cast(), data.len(), &mut identity, null_mut()), BCTK_OK);
        let kind = bctk_identity_kind(identity);
        bctk_identity_free(identity);
        kind
    }
}

fn open(data: &[u8]) -> *mut bctk_file {
    let mut file = null_mut();
    unsafe { assert_eq!(bctk_open_borrowed(data.as_ptr().cast(), data.len(), null(), &mut file, null_mut()), BCTK_OK) };
    file
}

fn symbols(file: *const bctk_file, flags: u32) -> usize {
    let mut symbols = null_mut();
    unsafe {
        assert_eq!(bctk_module_symbols(bctk_file_module(file, 0), flags, &mut symbols, null_mut()), BCTK_OK);
        let count = bctk_symbols_count(symbols);
        bctk_symbols_free(symbols);
        count
    }
}

fn calls(criterion: &mut Criterion) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    // The smallest file of the tests, and one of clang with about 2 kB.
    let small = || ["bctk/tests/data/small.bc", "corpus/containers/a.bc"].map(|path| root.join(path)).to_vec();
    let files = std::env::var_os("BCTK_BENCH").map_or_else(small, |files| std::env::split_paths(&files).collect::<Vec<PathBuf>>());
    for path in files {
        let data = std::fs::read(&path).expect("a file");
        let name = format!("{} ({} bytes)", path.file_name().unwrap_or_default().to_string_lossy(), data.len());
        let file = open(&data);
        criterion.bench_function(&format!("bctk_identify {name}"), |bench| bench.iter(|| identify(black_box(&data))));
        criterion.bench_function(&format!("bctk_open_borrowed {name}"), |bench| {
            bench.iter(|| unsafe { bctk_file_free(open(black_box(&data))) });
        });
        for (how, flags) in [("from the table", 0), ("without a table", BCTK_SYMBOLS_IGNORE_TABLE)] {
            criterion.bench_function(&format!("bctk_module_symbols, {how} {name}"), |bench| bench.iter(|| symbols(black_box(file), flags)));
        }
        criterion.bench_function(&format!("open, symbols, free {name}"), |bench| {
            bench.iter(|| unsafe {
                let file = open(black_box(&data));
                let count = symbols(file, 0);
                bctk_file_free(file);
                count
            });
        });
        unsafe { bctk_file_free(file) };
    }
}

criterion_group!(benches, calls);
criterion_main!(benches);
