//! Benchmarks of the writer: a module in memory to bytes. `BCTK_BENCH_FILE` names a larger file to use instead of the small one.
use std::hint::black_box;

use bctk_bench::limit;
use bctk_bitcode::write::ModuleHash;
use bctk_bitcode::{ReadOptions, WriteOptions, read, write};
use bctk_bitstream::bits::Sink;
use criterion::{Criterion, Throughput, criterion_group, criterion_main};

fn benches(c: &mut Criterion) {
    let data = bctk_bench::bitcode();
    let module = read(&data, &ReadOptions::default()).expect("a module");
    let one_thread = rayon::ThreadPoolBuilder::new().num_threads(1).build().expect("a thread");
    let mut group = c.benchmark_group("write");
    group.throughput(Throughput::Bytes(data.len() as u64));
    let mut room = Vec::new();
    group.bench_function("limit: memcpy", |b| b.iter(|| limit::copy(&data, &mut room)));
    // The sink alone, with as many bytes of fields of 6 bits.
    let numbers: Vec<u64> = data.iter().map(|byte| u64::from(byte & 31)).collect();
    group.bench_function("limit: sink", |b| {
        b.iter(|| {
            let mut sink = Sink::new();
            for _ in 0..8 {
                for &number in &numbers[..numbers.len() / 6] {
                    sink.vbr(6, black_box(number)).expect("a width that is allowed");
                }
            }
            sink.finish()
        });
    });
    group.bench_function("module, one thread", |b| {
        one_thread.install(|| b.iter(|| write(black_box(&module), &WriteOptions::default()).expect("bitcode")));
    });
    group.bench_function("module, all threads", |b| b.iter(|| write(black_box(&module), &WriteOptions::default()).expect("bitcode")));
    let hashed = WriteOptions { module_hash: ModuleHash::Compute, ..WriteOptions::default() };
    group.bench_function("module with hash", |b| b.iter(|| write(black_box(&module), &hashed).expect("bitcode")));
    group.finish();
}

criterion_group!(all, benches);
criterion_main!(all);
