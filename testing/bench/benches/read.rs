//! Benchmarks of reading modules: as a whole, without bodies, and bodies alone. `BCTK_BENCH_FILE` names a larger file to use instead of the small one.
use std::hint::black_box;

use bctk_bench::limit;
use bctk_bitcode::{ReadOptions, modules, read, read_lazily};
use bctk_ir::entity::GlobalId;
use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};

fn benches(c: &mut Criterion) {
    let data = bctk_bench::bitcode();
    let options = ReadOptions::default();
    let one_thread = rayon::ThreadPoolBuilder::new().num_threads(1).build().expect("a thread");
    let part = || modules(&data, &options).expect("bitcode").remove(0);
    let bodies: Vec<GlobalId> = {
        let lazy = read_lazily(&part(), &options).expect("a module");
        lazy.module().functions().filter(|(_, _, function)| function.body.is_some()).map(|(id, ..)| id).collect()
    };
    let mut room = Vec::new();
    let mut group = c.benchmark_group("read");
    group.throughput(Throughput::Bytes(data.len() as u64));
    group.bench_function("limit: memcpy", |b| b.iter(|| limit::copy(&data, &mut room)));
    group.bench_function("limit: cursor", |b| b.iter(|| limit::cursor(black_box(&data))));
    group.bench_function("finding modules", |b| b.iter(|| modules(black_box(&data), &options).expect("bitcode").len()));
    // Types, constants, global values, attributes and metadata.
    group.bench_function("module without bodies", |b| {
        b.iter_batched(part, |part| read_lazily(black_box(&part), &options).expect("a module").detach(), BatchSize::PerIteration);
    });
    group.bench_function("bodies, one after the other", |b| {
        b.iter_batched(
            || read_lazily(&part(), &options).expect("a module").detach(),
            |mut module| {
                for &body in &bodies {
                    module.read_body(black_box(&data), body).expect("a body");
                }
                module
            },
            BatchSize::PerIteration,
        );
    });
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
