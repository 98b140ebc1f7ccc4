//! Benchmarks of what llvm-bcanalyzer prints: the summary and the trace. `BCTK_BENCH_FILE` names a larger file to use instead of the small one.
use std::hint::black_box;
use std::io;

use bctk_inspect::analyzer::{Options, analyze};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};

fn input() -> Vec<u8> {
    let path = std::env::var("BCTK_BENCH_FILE")
        .unwrap_or_else(|_| concat!(env!("CARGO_MANIFEST_DIR"), "/../../corpus/v22/clang-cpp-lto-O2-g.bc").into());
    std::fs::read(&path).unwrap_or_else(|e| panic!("{path}: {e}"))
}

fn benches(c: &mut Criterion) {
    let data = input();
    let mut group = c.benchmark_group("dump");
    group.throughput(Throughput::Bytes(data.len() as u64));
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
