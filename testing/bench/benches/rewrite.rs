//! Benchmarks of changes that copy what they do not touch, beside a copy of the bytes. `BCTK_BENCH_FILE` names a larger file to use instead
//! of the small one.
use bctk_bench::limit;
use bctk_bitcode::rewrite::{Extent, Rewriter};
use bctk_bitcode::{ReadOptions, WriteOptions, modules};
use bctk_edit::EditModule;
use bctk_ir::entity::GlobalId;
use criterion::{Criterion, Throughput, criterion_group, criterion_main};

fn benches(c: &mut Criterion) {
    let data = bctk_bench::bitcode();
    let options = ReadOptions { seal: false, ..ReadOptions::default() };
    let parts = modules(&data, &options).expect("a module");
    let mut room = Vec::new();
    let mut group = c.benchmark_group("rewrite");
    group.throughput(Throughput::Bytes(data.len() as u64));
    group.bench_function("limit: memcpy", |b| b.iter(|| limit::copy(&data, &mut room)));
    let mut run = |name, extent, change: &dyn Fn(&mut Rewriter<'_>)| {
        group.bench_function(name, |b| {
            b.iter(|| {
                let mut file = Rewriter::new(&parts[0], extent, &options).expect("a module");
                change(&mut file);
                room.clear();
                file.write_to(&WriteOptions::default(), &mut room).expect("bitcode")
            });
        });
    };
    run("one name", Extent::Globals, &|file| {
        let mut edit = file.module_mut().edit();
        edit.rename(GlobalId(0), "renamed").expect("a global value");
        edit.finish().expect("a name");
    });
    run("one body", Extent::WithoutBodies, &|file| {
        let has_parameters = |body: &bctk_ir::body::Body| body.args > 0;
        let module = file.module();
        let id = module.functions().find(|(.., function)| module.body(function).is_some_and(has_parameters)).map(|(id, ..)| id);
        let id = id.expect("a function with a parameter");
        file.read_body(id).expect("a body");
        let mut edit = file.module_mut().edit();
        let mut b = edit.build(id).expect("a body");
        let first = b.param(0);
        b.set_name(first, "renamed").expect("a parameter");
        edit.finish().expect("a body");
    });
    group.finish();
}

criterion_group!(all, benches);
criterion_main!(all);
