//! Benchmarks of reading modules. `BCTK_BENCH_FILE` names a larger file to use instead of the small one.
use std::hint::black_box;

use bctk_bitcode::{ReadOptions, modules, read};
use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};

fn benches(c: &mut Criterion) {
    let data = bctk_bench::bitcode();
    let options = ReadOptions::default();
    let one_thread = rayon::ThreadPoolBuilder::new().num_threads(1).build().expect("a thread");
    let mut group = c.benchmark_group("read");
    group.throughput(Throughput::Bytes(data.len() as u64));
    group.bench_function("finding modules", |b| b.iter(|| modules(black_box(&data), &options).expect("bitcode").len()));
    // Taking the model apart again is not part of the measure.
    group.bench_function("module, all threads", |b| {
        b.iter_batched(|| (), |()| read(black_box(&data), &options).expect("a module"), BatchSize::PerIteration);
    });
    group.bench_function("module, one thread", |b| {
        one_thread.install(|| b.iter_batched(|| (), |()| read(black_box(&data), &options).expect("a module"), BatchSize::PerIteration));
    });
    group.finish();
}

criterion_group!(all, benches);
criterion_main!(all);
