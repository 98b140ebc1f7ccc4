//! Benchmarks of the writer: a module in memory to bytes. `BCTK_BENCH_FILE` names a larger file to use instead of the small one.
use std::hint::black_box;

use bctk_bitcode::write::ModuleHash;
use bctk_bitcode::{ReadOptions, WriteOptions, read, write};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};

fn benches(c: &mut Criterion) {
    let data = bctk_bench::bitcode();
    let module = read(&data, &ReadOptions::default()).expect("a module");
    let mut group = c.benchmark_group("write");
    group.throughput(Throughput::Bytes(data.len() as u64));
    group.bench_function("module", |b| b.iter(|| write(black_box(&module), &WriteOptions::default()).expect("bitcode")));
    let hashed = WriteOptions { module_hash: ModuleHash::Compute, ..WriteOptions::default() };
    group.bench_function("module with hash", |b| b.iter(|| write(black_box(&module), &hashed).expect("bitcode")));
    group.finish();
}

criterion_group!(all, benches);
criterion_main!(all);
