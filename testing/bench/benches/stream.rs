//! Benchmarks of the cursor, of decoding records, all and those of single blocks, and of copying events. `BCTK_BENCH_FILE` names a larger file to use instead of the small one.
use std::hint::black_box;

use bctk_bench::limit;
use bctk_bitstream::bits::{Cursor, Sink};
use bctk_bitstream::stream::{Entry, RecordBuf, StreamReader, copy};
use bitstream_io::{BitWrite, BitWriter, LittleEndian};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};

/// The sum of all fields of `width` bits.
fn fixed(data: &[u8], width: u32) -> u64 {
    let mut cursor = Cursor::new(data);
    let mut sum = 0u64;
    while let Ok(value) = cursor.fixed(width) {
        sum = sum.wrapping_add(value);
    }
    sum
}

/// Records and operands in the whole stream.
fn walk(data: &[u8]) -> bctk_bitstream::Result<(usize, usize)> {
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

/// The blocks with this id, each with its length in bytes: a reader that is before it.
fn blocks(data: &[u8], block: u32) -> bctk_bitstream::Result<Vec<(StreamReader<'_>, u64)>> {
    let mut reader = StreamReader::new(data);
    reader.seek_top_level(32)?;
    let mut record = RecordBuf::new();
    let mut found = Vec::new();
    loop {
        match reader.next(&mut record)? {
            // Blocks of constants, metadata and others are inside of bodies and are part of them.
            Entry::SubBlock(id) if id == block => {
                let position = reader.block_position().expect("a block");
                let inside = reader.reader_at(position);
                let bytes = reader.block_extent().map_or(0, |bits| (bits.end - bits.start) / 8);
                reader.skip()?;
                found.push((inside, bytes));
            }
            // What abbreviations the blocks have is known before they come.
            Entry::SubBlock(0) => reader.read_block_info()?,
            Entry::SubBlock(MODULE) => reader.enter()?,
            Entry::SubBlock(_) => reader.skip()?,
            Entry::Record | Entry::EndBlock => {}
            Entry::EndOfStream => return Ok(found),
        }
    }
}

const MODULE: u32 = 8;

/// Blocks whose records most of the time of reading goes to.
const BLOCKS: [(&str, u32); 4] = [("metadata", 15), ("function bodies", 12), ("constants", 11), ("types", 17)];

/// Operands of all records of a block and those in it.
fn walk_block(reader: &StreamReader<'_>, record: &mut RecordBuf) -> bctk_bitstream::Result<usize> {
    let mut reader = reader.clone();
    // It is before the block.
    reader.next(record)?;
    reader.enter()?;
    let (mut operands, mut depth) = (0, 1);
    while depth > 0 {
        match reader.next(record)? {
            Entry::Record => operands += record.ops.len(),
            Entry::SubBlock(_) => {
                reader.enter()?;
                depth += 1;
            }
            Entry::EndBlock => depth -= 1,
            Entry::EndOfStream => break,
        }
    }
    Ok(operands)
}

/// Numbers as operands are: mostly small.
fn numbers() -> Vec<u64> {
    let mut seed = 5u64;
    let mut next = || {
        seed = seed.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
        seed >> 32
    };
    (0..200_000).map(|_| next() >> (12 + next() % 20)).collect()
}

/// All numbers as VBR fields of 6 bits, by the sink.
fn write_vbr6(numbers: &[u64]) -> Vec<u8> {
    let mut sink = Sink::new();
    for &number in numbers {
        sink.vbr(6, number).expect("a width that is allowed");
    }
    sink.finish()
}

/// The same by bitstream-io.
fn write_vbr6_by_bitstream_io(numbers: &[u64]) -> Vec<u8> {
    let mut writer = BitWriter::<Vec<u8>, LittleEndian>::new(Vec::new());
    for &number in numbers {
        writer.write_unsigned_vbr::<6, u64>(number).expect("memory");
    }
    writer.byte_align().expect("memory");
    writer.into_writer()
}

fn benches(c: &mut Criterion) {
    let data = bctk_bench::bitcode();
    let mut room = Vec::new();
    let mut group = c.benchmark_group("stream");
    group.throughput(Throughput::Bytes(data.len() as u64));
    group.bench_function("limit: memcpy", |b| b.iter(|| limit::copy(&data, &mut room)));
    group.bench_function("limit: memchr", |b| b.iter(|| limit::scan(&data)));
    group.bench_function("cursor fixed 7", |b| b.iter(|| fixed(black_box(&data), 7)));
    group.bench_function("cursor vbr 6", |b| b.iter(|| limit::cursor(black_box(&data))));
    group.bench_function("records", |b| b.iter(|| walk(black_box(&data)).expect("a bitstream")));
    group.bench_function("copy of events", |b| b.iter(|| copy(black_box(&data)).expect("a bitstream")));
    group.finish();
    let mut group = c.benchmark_group("records of blocks");
    for (name, id) in BLOCKS {
        let blocks = blocks(&data, id).expect("a bitstream");
        group.throughput(Throughput::Bytes(blocks.iter().map(|(_, bytes)| bytes).sum::<u64>().max(1)));
        let mut record = RecordBuf::new();
        group.bench_function(name, |b| {
            b.iter(|| blocks.iter().map(|(reader, _)| walk_block(reader, &mut record).expect("records")).sum::<usize>());
        });
    }
    group.finish();
    let numbers = numbers();
    let mut group = c.benchmark_group("sink");
    group.throughput(Throughput::Elements(numbers.len() as u64));
    group.bench_function("vbr 6", |b| b.iter(|| write_vbr6(black_box(&numbers))));
    group.bench_function("vbr 6 by bitstream-io", |b| b.iter(|| write_vbr6_by_bitstream_io(black_box(&numbers))));
    group.finish();
}

criterion_group!(all, benches);
criterion_main!(all);
