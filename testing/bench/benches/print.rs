//! Benchmarks of printing modules. `BCTK_BENCH_FILE` names a larger file to use instead of the small one.
use std::hint::black_box;
use std::io::{self, Write};

use bctk_bench::limit;
use bctk_bitcode::ReadOptions;
use bctk_textual::{PrintOptions, print, print_to};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};

/// Counts what is written to it.
struct Count(usize);

impl Write for Count {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0 += bytes.len();
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn benches(c: &mut Criterion) {
    let data = bctk_bench::bitcode();
    let module = bctk_bitcode::read(&data, &ReadOptions::default()).unwrap_or_else(|e| panic!("a fault: {e}"));
    let options = PrintOptions { module_id: b"bench.bc".to_vec(), ..PrintOptions::default() };
    let ordered = PrintOptions { preserve_uselistorder: true, ..options.clone() };
    let text = print(&module, &options);
    let mut room = Vec::new();
    let one_thread = rayon::ThreadPoolBuilder::new().num_threads(1).build().expect("a thread");
    let printed = |options: &PrintOptions| {
        let mut count = Count(0);
        print_to(black_box(&module), options, &mut count).expect("counting does not fail");
        count.0
    };
    // Throughput is in bytes of text.
    let mut group = c.benchmark_group("print");
    group.throughput(Throughput::Bytes(text.len() as u64));
    group.bench_function("limit: memcpy", |b| b.iter(|| limit::copy(&text, &mut room)));
    group.bench_function("module, all threads", |b| b.iter(|| printed(&options)));
    group.bench_function("module, one thread", |b| one_thread.install(|| b.iter(|| printed(&options))));
    group.bench_function("with use-list orders, one thread", |b| one_thread.install(|| b.iter(|| printed(&ordered))));
    group.finish();
}

criterion_group!(all, benches);
criterion_main!(all);
