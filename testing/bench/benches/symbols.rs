//! Benchmarks of listing symbols. `BCTK_BENCH_FILE` names a larger file to use instead of the small one.
use std::hint::black_box;

use bctk_bench::limit;
use bctk_bitcode::{ReadOptions, facts, modules};
use bctk_object::symbols::{Options, symbols};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};

fn benches(c: &mut Criterion) {
    let data = bctk_bench::bitcode();
    let parts = |data| modules(data, &ReadOptions::default()).expect("bitcode");
    let list = |options: &Options| symbols(&parts(black_box(&data)), options).expect("symbols").symbols().count();
    let mut group = c.benchmark_group("symbols");
    group.throughput(Throughput::Elements(list(&Options::default()) as u64));
    group.bench_function("limit: memchr of the file", |b| b.iter(|| limit::scan(&data)));
    group.bench_function("from the table", |b| b.iter(|| list(&Options::default())));
    group.bench_function("from the module", |b| b.iter(|| list(&Options { ignore_table: true, ..Options::default() })));
    group.bench_function("facts", |b| b.iter(|| facts(&parts(black_box(&data))[0]).expect("facts").symbols.len()));
    group.finish();
}

criterion_group!(all, benches);
criterion_main!(all);
