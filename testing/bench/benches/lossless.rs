//! Benchmarks of descriptions of bitcode files: finding and encoding one, finding and applying a patch. `BCTK_BENCH_FILE` names a larger file
//! to use instead of the small one.
use std::hint::black_box;
use std::io;

use bctk::{CopyOptions, DisassembleOptions, open_bytes};
use bctk_bench::limit;
use bctk_bitcode::{ReadOptions, WriteOptions, read, write};
use bctk_lossless::layout::describe;
use bctk_lossless::patch::{apply, diff};
use bctk_textual::{PrintOptions, print_numbered_to};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};

fn benches(c: &mut Criterion) {
    let data = bctk_bench::bitcode();
    let module = read(&data, &ReadOptions::default()).unwrap_or_else(|e| panic!("a fault: {e}"));
    let nodes = print_numbered_to(&module, &PrintOptions::default(), &mut io::sink()).expect("a sink");
    let file = open_bytes("bench.bc", data.clone()).unwrap_or_else(|e| panic!("{e}"));
    // What LLVM would write: the patch has to say all that is otherwise in the file.
    let plain = bctk::copy(&file, &CopyOptions { plain: true, ..CopyOptions::default() }).unwrap_or_else(|e| panic!("{e}"));
    let patch = diff(&plain, &data).expect("a patch");
    let mut room = Vec::new();
    // Throughput is in bytes of bitcode.
    let mut group = c.benchmark_group("lossless");
    group.throughput(Throughput::Bytes(data.len() as u64));
    group.bench_function("limit: memcpy", |b| b.iter(|| limit::copy(&data, &mut room)));
    group.bench_function("limit: comparing", |b| b.iter(|| black_box(&data) == black_box(&room)));
    group.bench_function("describing", |b| b.iter(|| describe(black_box(&module), &nodes)));
    // The text is converted back to be sure of it: this and reading it is what the description costs.
    group.bench_function("writing again", |b| b.iter(|| write(black_box(&module), &WriteOptions::default()).expect("bitcode")));
    group.bench_function("patch of a plain copy", |b| b.iter(|| diff(black_box(&plain), &data).expect("a patch")));
    group.bench_function("applying it", |b| b.iter(|| apply(black_box(&plain), &patch).expect("the file")));
    for (name, plain) in [("text without a description", true), ("text with one", false)] {
        let options = DisassembleOptions { plain, ..DisassembleOptions::default() };
        group.bench_function(name, |b| b.iter(|| bctk::disassemble(black_box(&file), &options).unwrap_or_else(|e| panic!("{e}"))));
    }
    group.finish();
}

criterion_group!(all, benches);
criterion_main!(all);
