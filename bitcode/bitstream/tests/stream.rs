//! The stream layer on files of clang 22: records as LLVM's own analyzer lists them, and copies that are the same bytes.
use std::fmt::Write;
use std::path::PathBuf;

use bctk_bitstream::stream::{Entry, Event, EventReader, Names, RecordBuf, StreamReader, StreamWriter, copy};
use bctk_bitstream::wrapper::Wrapper;

const FILES: &[&str] = &["small.bc", "small-opt.bc", "small-thin.bc", "small.opt.bitstream", "wrong.dia", "header.pch"];

/// Names of two blocks, as the schema of a format gives them.
const NAMES: Names = Names {
    block: |block| match block {
        8 => Some("MODULE"),
        12 => Some("FUNCTION"),
        _ => None,
    },
    record: |_, _| None,
};

fn data(name: &str) -> Vec<u8> {
    let path: PathBuf = [env!("CARGO_MANIFEST_DIR"), "..", "tests", "data", name].iter().collect();
    std::fs::read(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

fn assert_copies(what: &str, data: &[u8]) {
    match copy(data) {
        Ok(copied) => assert!(copied == data, "{what}: the copy differs, {} bytes from {}", copied.len(), data.len()),
        Err(e) => panic!("{what}: {e}"),
    }
}

/// Blocks and records in the form of the `.records` files.
fn list(data: &[u8]) -> bctk_bitstream::Result<String> {
    let mut out = String::new();
    let mut reader = StreamReader::new(data);
    reader.seek_top_level(32)?;
    let mut record = RecordBuf::new();
    loop {
        match reader.next(&mut record)? {
            Entry::EndOfStream => return Ok(out),
            Entry::EndBlock => out.push_str("end\n"),
            Entry::SubBlock(0) => {
                reader.read_block_info()?;
                out.push_str("BLOCKINFO\n");
            }
            Entry::SubBlock(block) => {
                let extent = reader.block_extent().expect("a block was announced");
                reader.enter()?;
                let words = (extent.end - extent.start) / 32;
                writeln!(out, "BlockID={block} NumWords={words} BlockCodeSize={}", reader.abbrev_width()).unwrap();
            }
            Entry::Record => {
                write!(out, "codeid={}", record.code).unwrap();
                if record.abbrev != 3 {
                    write!(out, " abbrevid={}", record.abbrev).unwrap();
                }
                for (index, &op) in record.ops.iter().enumerate() {
                    write!(out, " op{index}={}", op as i64).unwrap();
                }
                out.push('\n');
            }
        }
    }
}

#[test]
fn records_are_those_that_llvm_lists() {
    for name in ["small.bc", "small-thin.bc", "small.opt.bitstream", "wrong.dia"] {
        let expected = String::from_utf8(data(&format!("{name}.records"))).unwrap();
        let listed = list(&data(name)).unwrap_or_else(|e| panic!("{name}: {e}"));
        for (index, (a, b)) in listed.lines().zip(expected.lines()).enumerate() {
            assert_eq!(a, b, "{name}, line {}", index + 1);
        }
        assert_eq!(listed.lines().count(), expected.lines().count(), "{name}");
    }
}

#[test]
fn copies_of_every_kind_of_stream_are_the_same_bytes() {
    for name in FILES {
        assert_copies(name, &data(name));
    }
}

#[test]
fn copies_with_wrapper_padding_and_several_modules() {
    let module = data("small.bc");
    for cpu_type in [7, 0x0100_0007] {
        let header = Wrapper { version: 0, offset: 20, size: module.len() as u32, cpu_type };
        let mut wrapped = header.to_bytes().to_vec();
        wrapped.extend(&module);
        assert_copies("wrapped", &wrapped);
        wrapped.extend([0; 12]);
        assert_copies("wrapped and padded", &wrapped);
    }
    for padding in [&[0u8; 4][..], &[0; 8], &[0; 64], b"\n\n\n\n", b"\x01", b"\x05\x05", b"BC", b"BC\xC0\xDE"] {
        let padded = [&module[..], padding].concat();
        assert_copies("padded", &padded);
    }
    // One file after another, as by `llvm-cat -b`: the blocks of both after one magic number.
    let other = data("small-thin.bc");
    assert_copies("two files", &[&module[..], &other].concat());
    let both = [&module[..], &other[4..]].concat();
    assert_copies("two modules", &both);
    let listed = list(&both).unwrap();
    assert_eq!(listed.matches("BlockID=8 ").count(), 2);
    assert_eq!(listed, list(&module).unwrap() + &list(&other).unwrap());
}

#[test]
fn copies_what_no_writer_of_llvm_writes() {
    let module = data("small.bc");
    // Any change of bits that still reads as a stream must come out again: VBRs with needless chunks, padding, lengths that lie.
    let mut copied = 0;
    for bit in (32..module.len() * 8).step_by(23) {
        let mut changed = module.clone();
        changed[bit / 8] ^= 1 << (bit % 8);
        if let Ok(copy) = copy(&changed) {
            assert!(copy == changed, "bit {bit}");
            copied += 1;
        }
    }
    assert!(copied > 200, "only {copied} of the changed files could be read");
}

#[test]
fn unusual_encodings_are_kept_as_bits() {
    // A block whose only record has a code of two chunks where one is enough, and whose padding is not 0.
    let mut sink = bctk_bitstream::bits::Sink::new();
    sink.bytes(b"TEST");
    sink.fixed(2, 1).unwrap();
    sink.vbr(8, 9).unwrap();
    sink.vbr(4, 3).unwrap();
    sink.fixed(18, 0x3ffff).unwrap();
    sink.fixed(32, 7).unwrap();
    sink.fixed(3, 3).unwrap();
    sink.fixed(12, 0b000000_100101).unwrap();
    sink.vbr(6, 1).unwrap();
    sink.vbr(6, 200).unwrap();
    sink.fixed(3, 0).unwrap();
    sink.fixed(28, 0x0abc_def1).unwrap();
    let data = sink.finish();
    assert_eq!(data.len() % 4, 0);
    assert_copies("unusual", &data);
    let mut reader = EventReader::new(&data).unwrap();
    let mut unusual = Vec::new();
    while let Some(item) = reader.next().unwrap() {
        unusual.push(item.verbatim.is_some());
        if let Event::Record { code, ops, .. } = &item.event {
            assert_eq!((*code, &ops[..]), (5, &[200][..]));
        }
        if let Event::EndBlock { declared_words } = &item.event {
            assert_eq!(*declared_words, Some(7));
        }
    }
    assert_eq!(unusual, [false, true, true, true]);
}

#[test]
fn events_written_anew_read_as_the_same_records() {
    for name in FILES {
        let original = data(name);
        let mut reader = EventReader::new(&original).unwrap();
        let mut writer = StreamWriter::new();
        while let Some(item) = reader.next().unwrap() {
            writer.event(&item.event).unwrap();
        }
        let written = writer.finish().unwrap();
        assert_eq!(list(&written).unwrap(), list(&original).unwrap(), "{name}");
    }
}

#[test]
fn blocks_are_skipped_and_found_again() {
    let module = data("small.bc");
    let mut reader = StreamReader::new(&module).with_names(&NAMES);
    reader.seek_top_level(32).unwrap();
    let mut record = RecordBuf::new();
    let mut bodies = Vec::new();
    let mut in_order = Vec::new();
    loop {
        match reader.next(&mut record).unwrap() {
            Entry::SubBlock(0) => reader.read_block_info().unwrap(),
            Entry::SubBlock(8) => reader.enter().unwrap(),
            Entry::SubBlock(12) => {
                bodies.push((reader.block_position().unwrap(), reader.reader_at(reader.block_position().unwrap())));
                reader.enter().unwrap();
                let mut records = Vec::new();
                loop {
                    match reader.next(&mut record).unwrap() {
                        Entry::Record => records.push((record.code, record.ops.clone())),
                        Entry::SubBlock(_) => reader.skip().unwrap(),
                        _ => break,
                    }
                }
                in_order.push(records);
            }
            Entry::SubBlock(_) => reader.skip().unwrap(),
            Entry::Record | Entry::EndBlock => {}
            Entry::EndOfStream => break,
        }
    }
    assert_eq!(bodies.len(), 3);
    for ((position, mut body), expected) in bodies.into_iter().zip(in_order).rev() {
        assert_eq!(body.next(&mut record).unwrap(), Entry::SubBlock(12));
        assert_eq!(body.block_position(), Some(position));
        body.enter().unwrap();
        let path = if position.index == 0 { "MODULE/FUNCTION".to_owned() } else { format!("MODULE/FUNCTION[{}]", position.index) };
        assert_eq!(body.path(), path);
        let mut records = Vec::new();
        loop {
            match body.next(&mut record).unwrap() {
                Entry::Record => records.push((record.code, record.ops.clone())),
                Entry::SubBlock(_) => body.skip().unwrap(),
                _ => break,
            }
        }
        assert_eq!(records, expected);
    }
}

#[test]
fn every_truncation_is_an_error_or_a_shorter_stream() {
    let module = data("small.bc");
    for len in (4..module.len()).step_by(5) {
        let truncated = &module[..len];
        if let Ok(listed) = list(truncated) {
            // Whole top-level blocks only, or nothing but what is too short for one.
            assert_eq!(listed.matches("BlockID").count(), listed.matches("end").count(), "{len} bytes");
        }
        if let Ok(copied) = copy(truncated) {
            assert_eq!(copied, truncated);
        }
    }
    let error = list(&module[..module.len() / 2]).expect_err("the module block is cut off");
    assert!(error.bit().is_some());
}

#[test]
fn hostile_counts_are_refused_before_memory_is_taken() {
    // A record that announces 2^40 operands, and an array and a blob that do.
    for (ops, count_at) in [(None, 6), (Some(3), 0), (Some(5), 0)] {
        let mut writer = bctk_bitstream::bits::Sink::new();
        writer.bytes(b"TEST");
        for (width, value) in [(2, 1), (8, 9), (4, 3), (18, 0), (32, 100)] {
            writer.fixed(width, value).unwrap();
        }
        if let Some(encoding) = ops {
            writer.fixed(3, 2).unwrap();
            writer.vbr(5, if encoding == 3 { 3 } else { 2 }).unwrap();
            writer.fixed(1, 1).unwrap();
            writer.vbr(8, 1).unwrap();
            writer.fixed(4, encoding << 1).unwrap();
            if encoding == 3 {
                writer.fixed(4, 1 << 1).unwrap();
                writer.vbr(5, 8).unwrap();
            }
            writer.fixed(3, 4).unwrap();
        } else {
            writer.fixed(3, 3).unwrap();
            writer.vbr(count_at, 1).unwrap();
        }
        writer.vbr(6, 1 << 40).unwrap();
        writer.bytes(&[0; 400]);
        writer.align32();
        let error = list(&writer.finish()).expect_err("the count is far beyond the data");
        assert_eq!(error.kind(), bctk_bitstream::ErrorKind::Truncated, "{error}");
    }
}
