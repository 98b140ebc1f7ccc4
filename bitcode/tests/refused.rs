//! Modules with one operand that LLVM's reader rejects: they are rejected here, too, with the expected value and the position.
use bctk_bitcode::{ReadOptions, read};
use bctk_bitstream::stream::{Event, EventReader, Item, StreamWriter};
use std::path::Path;

/// Ids of blocks.
const FUNCTION: u32 = 12;
const CONSTANTS: u32 = 11;

/// The message for a file of the corpus in which `change` was made to the operands of the first record of this code in such a block.
fn refusal(file: &str, block: u32, code: u32, change: impl Fn(&mut Vec<u64>)) -> String {
    refusal_of_two(file, block, code, |ops| {
        change(ops);
        None
    })
}

/// The same followed by a second record of this code, if `change` gives its operands.
fn refusal_of_two(file: &str, block: u32, code: u32, change: impl Fn(&mut Vec<u64>) -> Option<Vec<u64>>) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpus/v22").join(file);
    let bytes = std::fs::read(path).expect("a file of the corpus");
    assert!(read(&bytes, &ReadOptions::default()).is_ok());
    let mut reader = EventReader::new(&bytes).expect("a stream");
    let (mut writer, mut blocks, mut changed) = (StreamWriter::new(), Vec::new(), false);
    while let Some(mut item) = reader.next().expect("an event") {
        let mut second = None;
        match &mut item.event {
            Event::EnterBlock { block, .. } => blocks.push(*block),
            Event::EndBlock { .. } => drop(blocks.pop()),
            Event::Record { code: found, ops, .. } if *found == code && blocks.last() == Some(&block) && !changed => {
                changed = true;
                second = change(ops);
            }
            _ => {}
        }
        let mut item = Item { verbatim: None, ..item };
        writer.item(&item).expect("what was read is written");
        if let (Some(second), Event::Record { ops, .. }) = (second, &mut item.event) {
            *ops = second;
            writer.item(&item).expect("a record like the one before");
        }
    }
    assert!(changed, "no record {code} in a block {block}");
    let error = read(&writer.finish().expect("a stream"), &ReadOptions::default()).expect_err("a module that is refused");
    error.to_string()
}

/// Sets the operand that is so many before the last.
fn set(from_end: usize, value: u64) -> impl Fn(&mut Vec<u64>) {
    move |ops| {
        let at = ops.len() - 1 - from_end;
        ops[at] = value;
    }
}

#[track_caller]
fn says(message: &str, parts: &[&str]) {
    for part in parts.iter().chain(&["at bit "]) {
        assert!(message.contains(part), "{message}: expected {part}");
    }
}

#[test]
fn orderings_that_an_instruction_cannot_have() {
    // Success before scope, failure, weak, alignment.
    says(&refusal("inst-atomic.bc", FUNCTION, 46, set(4, 1)), &["memory ordering for cmpxchg, found 1", "INST_CMPXCHG"]);
    for failure in [0, 1, 4, 5] {
        says(&refusal("inst-atomic.bc", FUNCTION, 46, set(2, failure)), &["cmpxchg that fails", "INST_CMPXCHG"]);
    }
    for ordering in [0, 4, 5] {
        says(&refusal("inst-atomic.bc", FUNCTION, 41, set(1, ordering)), &["memory ordering for an atomic load"]);
    }
    for ordering in [0, 3, 5] {
        says(&refusal("inst-atomic.bc", FUNCTION, 45, set(1, ordering)), &["memory ordering for an atomic store"]);
    }
    for ordering in [0, 1, 2] {
        says(&refusal("inst-atomic.bc", FUNCTION, 36, set(1, ordering)), &["memory ordering for a fence"]);
    }
}

#[test]
fn members_that_are_not_there() {
    says(
        &refusal("inst-vector-aggregate.bc", FUNCTION, 27, set(0, 4000)),
        &["expected a member of a structure, found 4000", "INST_INSERTVAL"],
    );
}

#[test]
fn constants_of_no_type_of_constants() {
    // The type of the module is void, wherever that is in the table.
    let bytes = std::fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpus/v22/inst-atomic.bc")).expect("a file");
    let module = read(&bytes, &ReadOptions::default()).expect("a module");
    let void = module.types.find(&bctk_ir::types::Type::Void).expect("void").0;
    says(&refusal("inst-atomic.bc", CONSTANTS, 1, set(0, u64::from(void))), &["expected a type of constants", "SETTYPE"]);
}

#[test]
fn two_numbers_of_blocks() {
    const DECLARE_BLOCKS: u32 = 1;
    let larger = |ops: &mut Vec<u64>| {
        let count = ops.clone();
        ops[0] += 1;
        Some(count)
    };
    says(&refusal_of_two("inst-atomic.bc", FUNCTION, DECLARE_BLOCKS, larger), &["one number of blocks", "DECLAREBLOCKS"]);
}
