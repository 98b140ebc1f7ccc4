//! Benchmarks of llvm-bcanalyzer's output: the summary and the trace. `BCTK_BENCH_FILE` names a larger file to use instead of the small
//! one.
use std::hint::black_box;
use std::io;

use bctk_bench::limit;
use bctk_inspect::analyzer::{Options, analyze};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};

fn benches(c: &mut Criterion) {
    let data = bctk_bench::bitcode();
    let mut group = c.benchmark_group("dump");
    group.throughput(Throughput::Bytes(data.len() as u64));
    group.bench_function("limit: cursor", |b| b.iter(|| limit::cursor(black_box(&data))));
    for (name, dump) in [("analyzer summary", false), ("analyzer trace", true)] {
        let options = Options { dump, ..Options::default() };
        group.bench_function(name, |b| {
            b.iter(|| analyze(black_box(&data), &options, &mut io::sink(), &mut |_| {}).expect("a bitstream"));
        });
    }
    group.finish();
}

criterion_group!(all, benches);
criterion_main!(all);
