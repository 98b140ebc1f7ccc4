//! Benchmarks of translating a module to older releases, against printing it. `BCTK_BENCH_FILE` names a larger file to use instead of the small
//! one.
use std::hint::black_box;

use bctk::modules::{self, Parts};
use bctk::{Target, translate};
use bctk_bitcode::LlvmVersion;
use bctk_ir::module::Module;
use bctk_textual::{PrintOptions, print};
use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};

fn benches(c: &mut Criterion) {
    let data = bctk_bench::bitcode();
    let read = || -> Module {
        let mut modules = modules::read("bench.bc", &data, Parts::AsStored, &Default::default()).unwrap_or_else(|e| panic!("{e}"));
        modules.pop().expect("a module")
    };
    let one_thread = rayon::ThreadPoolBuilder::new().num_threads(1).build().expect("a thread");
    let mut group = c.benchmark_group("translate");
    group.sample_size(20);
    // Throughput is in bytes of bitcode.
    group.throughput(Throughput::Bytes(data.len() as u64));
    let module = read();
    group.bench_function("printing, one thread", |b| {
        one_thread.install(|| b.iter(|| print(black_box(&module), &PrintOptions::default()).len()));
    });
    // The module is read anew each time, outside of the measure.
    for (name, llvm, verify) in [
        ("to LLVM 19", 19, false),
        ("to LLVM 14, typed pointers", 14, false),
        ("to LLVM 19, verified", 19, true),
        ("to LLVM 14, typed pointers, verified", 14, true),
    ] {
        let options = translate::TranslateOptions { verify, ..translate::TranslateOptions::default() };
        group.bench_function(format!("{name}, one thread"), |b| {
            one_thread.install(|| {
                b.iter_batched(
                    read,
                    |mut module| {
                        translate::with(&mut module, LlvmVersion::new(llvm), Target::Text, &options).unwrap_or_else(|e| panic!("{e:?}"));
                        module
                    },
                    BatchSize::PerIteration,
                );
            });
        });
    }
    group.finish();
}

criterion_group!(all, benches);
criterion_main!(all);
