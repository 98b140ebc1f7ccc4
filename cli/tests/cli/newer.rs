//! Bitcode of a newer LLVM than 22: files of clang 22 with records that no LLVM writes yet. What can be kept is kept, the rest is named.
use bctk_ir::version::LlvmVersion;
use std::fs;

use bctk_bitcode::schema::{attrs, function, metadata, module, small_blocks, types};
use bctk_bitcode::{ErrorKind, ReadOptions, facts, modules};
use bctk_bitstream::stream::{Event, EventReader, StreamWriter, UNABBREV_RECORD};

use crate::support::{corpus, succeeds};

/// Makes a newer file from one of the corpus: LLVM 23 is its producer, and `edit`, called with the innermost block, changes events and adds
/// events after them.
fn newer(name: &str, edit: &mut dyn FnMut(u32, &mut Event<'_>) -> Vec<Event<'static>>) -> Vec<u8> {
    let data = fs::read(corpus("v22").join(name)).expect("a file of the corpus");
    let mut reader = EventReader::new(&data).expect("a stream");
    let mut writer = StreamWriter::new();
    let mut blocks = vec![u32::MAX];
    while let Some(item) = reader.next().expect("an event") {
        let mut event = item.event;
        if let Event::EnterBlock { block, .. } = event {
            blocks.push(block);
        }
        let inside = blocks[blocks.len() - 1];
        if let Event::Record { code: 1, ops, abbrev, .. } = &mut event
            && inside == small_blocks::identification::ID
        {
            *ops = b"LLVM23.0.0".iter().map(|&c| u64::from(c)).collect();
            *abbrev = UNABBREV_RECORD;
        }
        let more = edit(inside, &mut event);
        if matches!(event, Event::EndBlock { .. }) {
            blocks.pop();
        }
        writer.event(&event).expect("an event that can be written");
        more.iter().for_each(|event| writer.event(event).expect("an event that can be written"));
    }
    writer.finish().expect("a stream")
}

fn record(code: u32, ops: &[u64]) -> Event<'static> {
    Event::Record { abbrev: UNABBREV_RECORD, code, ops: ops.to_vec(), blob: None }
}

/// Appends operands to a record, which then needs no abbreviation.
fn append(event: &mut Event<'_>, more: &[u64]) {
    if let Event::Record { abbrev, ops, .. } = event {
        *abbrev = UNABBREV_RECORD;
        ops.extend_from_slice(more);
    }
}

fn is_record(event: &Event<'_>, wanted: u32) -> bool {
    matches!(event, Event::Record { code, .. } if *code == wanted)
}

/// The text of `file`, which copies to the same bytes, also through its text.
fn survives(file: &[u8]) -> String {
    let dir = tempfile::tempdir().expect("a temporary folder");
    let dir = dir.path();
    let read = |name: &str| fs::read(dir.join(name)).expect("a file");
    fs::write(dir.join("a.bc"), file).expect("a file");
    succeeds(dir, &["a.bc", "-o", "copy.bc"]);
    assert!(read("copy.bc") == file, "the copy");
    succeeds(dir, &["a.bc", "-o", "a.ll"]);
    succeeds(dir, &["a.ll", "-o", "back.bc"]);
    assert!(read("back.bc") == file, "through text");
    // What is only in the text gives the same text again.
    succeeds(dir, &["--plain", "a.bc", "-o", "plain.ll"]);
    succeeds(dir, &["--plain", "plain.ll", "-o", "plain.bc"]);
    succeeds(dir, &["--plain", "plain.bc", "-o", "again.ll"]);
    let text = |name: &str| {
        let text = String::from_utf8(read(name)).expect("a text");
        // Without the name of the file; nor does a text tell the order of predecessors.
        text.lines().skip(1).map(|line| line.split("; preds").next().unwrap_or(line)).collect::<Vec<_>>().join("\n")
    };
    let (plain, again) = (text("plain.ll"), text("again.ll"));
    let different = plain.lines().zip(again.lines()).find(|(a, b)| a != b);
    assert_eq!((different, plain.len()), (None, again.len()));
    plain
}

#[test]
fn attributes_keep_their_numbers() {
    let mut edit = |block: u32, event: &mut Event<'_>| {
        if block == attrs::groups::ID && is_record(event, 3) {
            append(event, &[0, 250, 1, 251, 8, 5, 252, 6, 253, 0, 7, 254, 8, 0, 4, 8, 255, 2, 64, 0, 16, 32, 48]);
        }
        Vec::new()
    };
    let text = survives(&newer("clang-c-O0.bc", &mut edit));
    let spelled = "\"bctk.attribute.250\" \"bctk.attribute.251\"=\"8\" \"bctk.attribute.252\"() \"bctk.attribute.253\"(";
    assert!(text.contains(spelled), "{text}");
    assert!(text.contains("\"bctk.attribute.254\"(i8 0, 2) \"bctk.attribute.255\"((i64 0, 8), (i64 16, 24)) "), "{text}");
}

#[test]
fn records_and_blocks_that_nothing_depends_on_are_passed_over_and_kept() {
    let mut edit = |block: u32, event: &mut Event<'_>| {
        let mut more = Vec::new();
        // Version of the module, then a record of it and a block.
        if block == module::ID && is_record(event, 1) {
            more.push(record(40, &[1, 2, 3]));
            more.push(Event::EnterBlock { block: 60, width: 4 });
            more.push(record(1, &[4, 5, 6]));
            more.push(Event::EndBlock { declared_words: None });
        }
        // Strings of metadata, then a record that is no node.
        if block == metadata::ID && is_record(event, 35) {
            more.push(record(77, &[1, 2]));
        }
        if block == function::ID && is_record(event, 1) {
            more.push(Event::EnterBlock { block: 61, width: 3 });
            more.push(record(9, &[7; 40]));
            more.push(Event::EndBlock { declared_words: None });
        }
        more
    };
    let file = newer("clang-c-O2-g.bc", &mut edit);
    let text = survives(&file);
    assert!(text.contains("define "), "{text}");
}

#[test]
fn more_operands_than_known_are_passed_over_and_kept() {
    let mut edit = |block: u32, event: &mut Event<'_>| {
        let global = block == module::ID && (is_record(event, 7) || is_record(event, 8));
        // Compile unit, subprogram, local variable, location.
        let node = block == metadata::ID && [20, 21, 27].iter().any(|&code| is_record(event, code));
        let summary_flags = block == types::ID && is_record(event, 25);
        if global || node || summary_flags {
            append(event, &[0, 0]);
        }
        Vec::new()
    };
    survives(&newer("clang-c-O2-g.bc", &mut edit));
}

#[test]
fn kinds_of_metadata_keep_their_names() {
    let mut edit = |block: u32, event: &mut Event<'_>| {
        let last = block == metadata::kind::ID && matches!(event, Event::Record { ops, .. } if ops.first() == Some(&40));
        if last { vec![record(6, &[90, u64::from(b'n'), u64::from(b'e'), u64::from(b'w')])] } else { Vec::new() }
    };
    survives(&newer("clang-c-O2-g.bc", &mut edit));
}

/// The message about `file`, whose facts can be read all the same.
fn refused(file: &[u8]) -> String {
    let options = ReadOptions::default();
    let part = modules(file, &options).expect("a module")[0];
    let known = facts(&part).expect("facts");
    assert_eq!((known.producer.as_slice(), known.llvm, known.epoch), (&b"LLVM23.0.0"[..], Some(LlvmVersion::new(23)), 0));
    assert!(known.triple.starts_with(b"x86_64-") && known.data_layout.starts_with(b"e-m:e"), "{known:?}");
    assert!(known.source_filename.ends_with(b".c"), "{known:?}");
    assert!(known.symbols.iter().any(|symbol| symbol.defined) && known.symbols.iter().any(|symbol| !symbol.defined), "{known:?}");
    let error = bctk_bitcode::read(file, &options).expect_err("a module that cannot be read");
    assert_eq!(error.kind(), ErrorKind::Unsupported);
    error.to_string()
}

#[test]
fn what_others_depend_on_is_named_with_the_version() {
    // Once, after the first record that fits.
    let once = |wanted: u32, code: u32, added: Event<'static>| {
        let mut added = Some(added);
        let mut edit = |block: u32, event: &mut Event<'_>| {
            if block == wanted && is_record(event, code) { added.take().into_iter().collect() } else { Vec::new() }
        };
        refused(&newer("clang-c-O2-g.bc", &mut edit))
    };
    let said = once(function::ID, 1, record(99, &[1, 2]));
    assert!(said.contains("unknown instruction record 99") && said.contains("LLVM23.0.0") && said.contains("MODULE/FUNCTION"), "{said}");
    // A node that the index lists has a number.
    let mut is_first = true;
    let mut edit = |block: u32, event: &mut Event<'_>| {
        if block == metadata::ID
            && let Event::Record { code: code @ 21, .. } = event
            && std::mem::take(&mut is_first)
        {
            *code = 77;
        }
        Vec::new()
    };
    let said = refused(&newer("clang-c-O2-g.bc", &mut edit));
    assert!(said.contains("unknown metadata record 77") && said.contains("LLVM23.0.0") && said.contains("MODULE/METADATA"), "{said}");
    let said = once(types::ID, 1, record(78, &[1, 2]));
    assert!(said.contains("unknown type record 78") && said.contains("LLVM23.0.0") && said.contains("MODULE/TYPE"), "{said}");
    let said = once(module::ID, 2, record(module::Version::CODE, &[3]));
    assert!(said.contains("module version 3") && said.contains("LLVM23.0.0"), "{said}");
    let mut edit = |block: u32, event: &mut Event<'_>| {
        if block == attrs::groups::ID && is_record(event, 3) {
            append(event, &[9, 250, 1]);
        }
        Vec::new()
    };
    let said = refused(&newer("clang-c-O2-g.bc", &mut edit));
    assert!(said.contains("unknown attribute form 9") && said.contains("LLVM23.0.0"), "{said}");
}
