//! Benchmarks of the lexer and the parser. `BCTK_BENCH_FILE` names a larger text to use instead of the small one.
use std::hint::black_box;

use bctk_bench::limit;
use bctk_textual::{ParseOptions, count_tokens, parse};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};

fn benches(c: &mut Criterion) {
    let text = bctk_bench::text();
    let options = ParseOptions::default();
    let one_thread = rayon::ThreadPoolBuilder::new().num_threads(1).build().expect("a thread");
    let parsed = || parse(black_box(&text), &options).unwrap_or_else(|e| panic!("a fault: {e}"));
    // Throughput is in bytes of text.
    let mut group = c.benchmark_group("parse");
    group.throughput(Throughput::Bytes(text.len() as u64));
    let mut room = Vec::new();
    group.bench_function("limit: memcpy", |b| b.iter(|| limit::copy(&text, &mut room)));
    group.bench_function("limit: memchr", |b| b.iter(|| limit::scan(&text)));
    group.bench_function("tokens", |b| b.iter(|| count_tokens(black_box(&text))));
    group.bench_function("module, all threads", |b| b.iter(parsed));
    group.bench_function("module, one thread", |b| one_thread.install(|| b.iter(parsed)));
    group.finish();
}

criterion_group!(all, benches);
criterion_main!(all);
