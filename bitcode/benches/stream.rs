//! Benchmarks of the cursor, of record decoding and of copying events. `BCTK_BENCH_FILE` names a larger file to use instead of the small one.
use std::hint::black_box;

use bctk_bitcode::bits::Cursor;
use bctk_bitcode::stream::{Entry, RecordBuf, StreamReader, copy};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};

fn input() -> Vec<u8> {
    let path = std::env::var("BCTK_BENCH_FILE").unwrap_or_else(|_| concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/small.bc").into());
    std::fs::read(&path).unwrap_or_else(|e| panic!("{path}: {e}"))
}

/// The sum of all fields of `width` bits.
fn fixed(data: &[u8], width: u32) -> u64 {
    let mut cursor = Cursor::new(data);
    let mut sum = 0u64;
    while let Ok(value) = cursor.fixed(width) {
        sum = sum.wrapping_add(value);
    }
    sum
}

/// The sum of all VBR fields of 6 bits, passing over those that never end.
fn vbr6(data: &[u8]) -> u64 {
    let mut cursor = Cursor::new(data);
    let mut sum = 0u64;
    while !cursor.at_end() {
        match cursor.vbr(6) {
            Ok(value) => sum = sum.wrapping_add(value),
            Err(_) => {
                if cursor.seek(cursor.position() + 6).is_err() {
                    break;
                }
            }
        }
    }
    sum
}

/// Records and operands in the whole stream.
fn walk(data: &[u8]) -> bctk_bitcode::Result<(usize, usize)> {
    let mut reader = StreamReader::new(data);
    reader.seek_top_level(32)?;
    let mut record = RecordBuf::new();
    let (mut records, mut operands) = (0, 0);
    loop {
        match reader.next(&mut record)? {
            Entry::Record => {
                records += 1;
                operands += record.ops.len();
            }
            Entry::SubBlock(_) => reader.enter()?,
            Entry::EndBlock => {}
            Entry::EndOfStream => return Ok((records, operands)),
        }
    }
}

fn benches(c: &mut Criterion) {
    let data = input();
    let mut group = c.benchmark_group("stream");
    group.throughput(Throughput::Bytes(data.len() as u64));
    group.bench_function("cursor fixed 7", |b| b.iter(|| fixed(black_box(&data), 7)));
    group.bench_function("cursor vbr 6", |b| b.iter(|| vbr6(black_box(&data))));
    group.bench_function("records", |b| b.iter(|| walk(black_box(&data)).expect("a bitstream")));
    group.bench_function("copy of events", |b| b.iter(|| copy(black_box(&data)).expect("a bitstream")));
    group.finish();
}

criterion_group!(all, benches);
criterion_main!(all);
