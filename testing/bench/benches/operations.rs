//! Benchmarks of whole operations, by the functions that `bcconv` and `bcdump` call. `BCTK_BENCH_FILE` names a larger file to use instead of
//! the small one.
use std::hint::black_box;

use bctk::{AssembleOptions, CopyOptions, DisassembleOptions, inspect, open_bytes};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};

fn benches(c: &mut Criterion) {
    let data = bctk_bench::bitcode();
    let file = open_bytes("bench.bc", data.clone()).unwrap_or_else(|e| panic!("{e}"));
    let plain = DisassembleOptions { plain: true, ..DisassembleOptions::default() };
    let text = |options: &DisassembleOptions| bctk::disassemble(black_box(&file), options).unwrap_or_else(|e| panic!("{e}"));
    let lossless = open_bytes("bench.ll", text(&DisassembleOptions::default())).expect("a text");
    // Throughput is in bytes of bitcode.
    let mut group = c.benchmark_group("operation");
    group.throughput(Throughput::Bytes(data.len() as u64));
    group.bench_function("disassemble", |b| b.iter(|| text(&DisassembleOptions::default())));
    group.bench_function("disassemble, plain", |b| b.iter(|| text(&plain)));
    group.bench_function("assemble", |b| b.iter(|| bctk::assemble(black_box(&lossless), &AssembleOptions::default()).expect("bitcode")));
    group.bench_function("copy", |b| b.iter(|| bctk::copy(black_box(&file), &CopyOptions::default()).expect("bitcode")));
    let module = file.modules().and_then(|files| files[0].read()).unwrap_or_else(|e| panic!("{e}"));
    group.bench_function("verify", |b| b.iter(|| bctk::verify(black_box(&module), &bctk::VerifyOptions::default())));
    group.bench_function("inspect", |b| {
        b.iter(|| file.modules().expect("modules").iter().map(|module| inspect(module).expect("symbols").symbols.len()).sum::<usize>());
    });
    group.finish();
}

criterion_group!(all, benches);
criterion_main!(all);
