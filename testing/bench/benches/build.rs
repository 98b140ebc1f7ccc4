//! Benchmarks of building functions: 1,000 blocks with 20 instructions each, as a compiler makes them.
use bctk_edit::{EditModule, ModuleEdit};
use bctk_ir::module::Module;
use bctk_ir::opcodes::ICmpPred;
use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};

const BLOCKS: usize = 1000;
const INSTRUCTIONS: usize = 20;

/// A module with an edit under way that has built the function.
fn build(edit: &mut ModuleEdit<'_>) -> bctk_edit::Result<()> {
    let (word, wide, ptr) = (edit.int_type(32), edit.int_type(64), edit.ptr_type());
    let callee = edit.add_function("callee", word, &[word, ptr]);
    let id = edit.add_function("f", word, &[word, ptr]);
    let mut b = edit.build(id)?;
    let (number, array) = (b.param(0), b.param(1));
    let mut block = b.block("");
    b.switch_to(block);
    for at in 0..BLOCKS {
        let slot = b.alloca(word)?;
        b.store(number, slot)?;
        let first = b.load(word, slot)?;
        let element = b.gep(word, array, [at as u64 & 7])?;
        let second = b.load(word, element)?;
        let sum = b.add(first, second)?;
        let product = b.mul(sum, 3)?;
        let index = b.sext(product, wide)?;
        let other = b.inbounds_gep(word, array, [index])?;
        let third = b.load(word, other)?;
        let masked = b.and(third, 255)?;
        let shifted = b.shl(masked, 1)?;
        let difference = b.nsw_sub(shifted, sum)?;
        b.store(difference, other)?;
        let mixed = b.xor(difference, number)?;
        let called = b.call(callee, [mixed, array])?;
        let total = b.or(called, mixed)?;
        b.store(total, slot)?;
        let next = b.block("");
        let is_less = b.icmp(ICmpPred::Slt, total, 100)?;
        b.cond_br(is_less, next, block)?;
        block = next;
        b.switch_to(block);
    }
    b.ret(0)
}

fn benches(c: &mut Criterion) {
    let mut group = c.benchmark_group("build");
    group.throughput(Throughput::Elements((BLOCKS * INSTRUCTIONS) as u64));
    group.bench_function("instructions", |b| {
        b.iter_batched(
            || Module::new("bench.c"),
            |mut module| {
                let mut edit = module.edit();
                build(&mut edit).unwrap_or_else(|e| panic!("{e}"));
                drop(edit);
                module
            },
            BatchSize::LargeInput,
        );
    });
    group.bench_function("instructions, with the end of the edits", |b| {
        b.iter_batched(
            || Module::new("bench.c"),
            |mut module| {
                let mut edit = module.edit();
                build(&mut edit).unwrap_or_else(|e| panic!("{e}"));
                edit.finish().unwrap_or_else(|e| panic!("{e}"));
                module
            },
            BatchSize::LargeInput,
        );
    });
    group.finish();
}

criterion_group!(all, benches);
criterion_main!(all);
