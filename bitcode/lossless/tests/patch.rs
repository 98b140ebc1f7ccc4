//! Patches: applying one gives the other file, for any files; and what remains of a patch when the canonical file changes.
use std::path::{Path, PathBuf};

use bctk_bitcode::schema::small_blocks::identification;
use bctk_bitcode::schema::symtab::{strtab, value_symtab};
use bctk_bitcode::schema::{constants, function, module, types};
use bctk_bitcode::{ReadOptions, modules, read_module};
use bctk_bitstream::stream::{Event, EventReader, StreamWriter};
use bctk_lossless::patch::{Patch, apply, diff};
use proptest::prelude::*;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn data(name: &str) -> Vec<u8> {
    let path = root().join(name);
    std::fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn bitcode_in(folder: &str) -> Vec<String> {
    let entries = std::fs::read_dir(root().join(folder)).expect("a folder of inputs");
    let mut names: Vec<String> = entries.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned()).collect();
    names.retain(|name| name.ends_with(".bc"));
    names.sort();
    names
}

/// Applies the patch between two files, through its bytes; returns their number.
fn check(what: &str, canonical: &[u8], original: &[u8]) -> (usize, Patch) {
    let patch = diff(canonical, original).unwrap_or_else(|error| panic!("{what}: {error}"));
    let bytes = patch.to_bytes();
    let decoded = Patch::from_bytes(&bytes).unwrap_or_else(|error| panic!("{what}: {error}"));
    assert_eq!(decoded, patch, "{what}");
    let applied = apply(canonical, &decoded).unwrap_or_else(|error| panic!("{what}: {error}"));
    assert!(applied.bytes == original, "{what}: the patched file differs");
    assert!(applied.exact && applied.dropped.is_empty(), "{what}: {:?}", applied.dropped);
    (bytes.len(), patch)
}

#[test]
fn equal_files_need_nothing() {
    let file = data("bitcode/tests/data/small.bc");
    let (size, patch) = check("equal", &file, &file);
    assert!(patch.is_empty());
    assert_eq!(size, 1);
}

/// What llvm-as writes with and without use-list orders: blocks and their records come and go, and offsets change.
#[test]
fn files_of_the_same_text() {
    let mut pairs = 0;
    for name in bitcode_in("corpus/as") {
        let other = format!("{}.bc", name.split('.').next().unwrap_or_default());
        if !root().join("corpus/v22").join(&other).exists() {
            continue;
        }
        let (a, b) = (data(&format!("corpus/as/{name}")), data(&format!("corpus/v22/{other}")));
        let (forth, patch) = check(&name, &a, &b);
        let (back, _) = check(&name, &b, &a);
        assert!(!patch.is_verbatim(), "{name}");
        assert!(forth * 3 < b.len() && back * 3 < a.len(), "{name}: {forth} and {back} bytes of {}", b.len());
        pairs += 1;
    }
    assert!(pairs > 30, "{pairs} pairs");
}

#[test]
fn files_that_have_nothing_to_do_with_each_other() {
    let names = bitcode_in("corpus/v22");
    for (a, b) in names.iter().zip(names.iter().skip(1)) {
        check(&format!("{a} and {b}"), &data(&format!("corpus/v22/{a}")), &data(&format!("corpus/v22/{b}")));
    }
    let small = data("bitcode/tests/data/small.bc");
    for other in ["small.opt.bitstream", "wrong.dia", "header.pch", "small.c"] {
        let other_data = data(&format!("bitcode/tests/data/{other}"));
        check(other, &small, &other_data);
        check(other, &other_data, &small);
    }
    check("nothing", &small, b"");
    check("nothing", b"", &small);
}

#[test]
fn what_is_no_stream_is_told_in_bytes() {
    let file = data("bitcode/tests/data/small.bc");
    for length in [1, 3, 4, 50, 1001, file.len() / 2, file.len() - 1] {
        let (size, _) = check("truncated", &file, &file[..length]);
        assert!(size < 60, "{length}: {size}");
    }
    let (_, patch) = check("cut", &file, &file[..file.len() - 9]);
    assert!(patch.is_verbatim());
}

/// An edit of a stream: the new events for each event.
#[derive(Clone, Copy, Debug)]
enum Edit {
    Drop,
    Double,
    Swap,
    Operand(u64),
    Shorten,
    Append(u64),
    Unabbreviated,
    DropBlock,
    DoubleBlock,
    Bytes,
}

fn events(data: &[u8]) -> Vec<Event<'_>> {
    let mut reader = EventReader::new(data).expect("a stream");
    std::iter::from_fn(|| reader.next().expect("an event")).map(|item| item.event).collect()
}

fn write(events: &[Event<'_>]) -> Vec<u8> {
    let mut writer = StreamWriter::new();
    events.iter().for_each(|event| writer.event(event).expect("an event that can be written"));
    writer.finish().expect("a stream")
}

/// The last event of the block that begins at `at`.
fn end_of(events: &[Event<'_>], at: usize) -> usize {
    let mut depth = 0;
    for (index, event) in events.iter().enumerate().skip(at) {
        match event {
            Event::EnterBlock { .. } => depth += 1,
            Event::EndBlock { .. } => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return index;
        }
    }
    events.len() - 1
}

fn edit(events: &mut Vec<Event<'_>>, at: usize, edit: Edit) {
    let wants_block = matches!(edit, Edit::DropBlock | Edit::DoubleBlock);
    // BLOCKINFO stays: it is needed to write the rest.
    let fits = |event: &Event<'_>| match event {
        Event::EnterBlock { block, .. } => wants_block && *block != 0 && *block != module::ID,
        Event::Record { abbrev: 3, .. } => !wants_block,
        _ => false,
    };
    let start = at % events.len();
    let in_blockinfo = |events: &[Event<'_>], at: usize| {
        let begin = events[..at].iter().rposition(|event| matches!(event, Event::EnterBlock { block: 0, .. }));
        begin.is_some_and(|begin| end_of(events, begin) > at)
    };
    let Some(at) = (start..events.len()).chain(0..start).find(|&at| fits(&events[at]) && !in_blockinfo(events, at)) else { return };
    let end = end_of(events, at);
    match edit {
        Edit::DropBlock => drop(events.drain(at..=end)),
        Edit::DoubleBlock => {
            let block = events[at..=end].to_vec();
            events.splice(at..at, block);
        }
        Edit::Drop => drop(events.remove(at)),
        Edit::Double => events.insert(at, events[at].clone()),
        Edit::Swap => {
            if let Some(other) = (at + 1..events.len()).find(|&other| fits(&events[other]) && !in_blockinfo(events, other)) {
                events.swap(at, other);
            }
        }
        Edit::Operand(value) => {
            if let Event::Record { ops, .. } = &mut events[at]
                && let Some(op) = ops.last_mut()
            {
                *op = value;
            }
        }
        Edit::Shorten => {
            if let Event::Record { ops, .. } = &mut events[at] {
                ops.pop();
            }
        }
        Edit::Append(value) => {
            if let Event::Record { ops, .. } = &mut events[at] {
                ops.push(value);
            }
        }
        Edit::Unabbreviated => {
            if let Some(Event::Record { abbrev, .. }) =
                events.iter_mut().skip(at).find(|event| matches!(event, Event::Record { abbrev, blob: None, .. } if *abbrev != 3))
            {
                *abbrev = 3;
            }
        }
        Edit::Bytes => match events.last_mut() {
            Some(Event::Trailing(_)) => {}
            _ => events.push(Event::Trailing(b"after the end")),
        },
    }
}

fn any_edit() -> impl Strategy<Value = (usize, Edit)> {
    let kind = prop_oneof![
        Just(Edit::Drop),
        Just(Edit::Double),
        Just(Edit::Swap),
        any::<u64>().prop_map(Edit::Operand),
        (0u64..4).prop_map(Edit::Operand),
        Just(Edit::Shorten),
        (0u64..300).prop_map(Edit::Append),
        Just(Edit::Unabbreviated),
        Just(Edit::DropBlock),
        Just(Edit::DoubleBlock),
        Just(Edit::Bytes),
    ];
    (any::<usize>(), kind)
}

const SEEDS: &[&str] =
    &["bitcode/tests/data/small.bc", "bitcode/tests/data/small-thin.bc", "corpus/multi/two.bc", "corpus/v22/clang-cpp-lto-O2-g.bc"];

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn edited_streams(seed in 0..SEEDS.len(), edits in proptest::collection::vec(any_edit(), 1..12)) {
        let file = data(SEEDS[seed]);
        let mut events = events(&file);
        for &(at, kind) in &edits {
            edit(&mut events, at, kind);
        }
        let edited = write(&events);
        let (size, patch) = check("forth", &file, &edited);
        check("back", &edited, &file);
        // For inserted or removed blocks, and moved records with large blobs, bytes may be shorter, in many spans.
        let is_large = |edit: &Edit| matches!(edit, Edit::DoubleBlock | Edit::DropBlock | Edit::Swap);
        if !edits.iter().any(|(_, kind)| is_large(kind)) {
            prop_assert!(!patch.is_verbatim());
            prop_assert!(size < 300 + 120 * edits.len(), "{size} bytes for {} edits", edits.len());
        }
    }

    #[test]
    fn changed_bits(seed in 0..SEEDS.len(), bits in proptest::collection::vec(any::<usize>(), 1..6)) {
        let file = data(SEEDS[seed]);
        let mut changed = file.clone();
        for bit in bits {
            let bit = bit % (file.len() * 8);
            changed[bit / 8] ^= 1 << (bit % 8);
        }
        check("forth", &file, &changed);
        check("back", &changed, &file);
    }

    #[test]
    fn damaged_patches(seed in 0..SEEDS.len(), edits in proptest::collection::vec(any_edit(), 1..6), damage in proptest::collection::vec(any::<(usize, u8)>(), 1..4)) {
        let file = data(SEEDS[seed]);
        let mut events = events(&file);
        for &(at, kind) in &edits {
            edit(&mut events, at, kind);
        }
        let edited = write(&events);
        let mut bytes = diff(&file, &edited).expect("a patch").to_bytes();
        for (at, value) in damage {
            let at = at % bytes.len();
            bytes[at] = value;
        }
        if let Ok(patch) = Patch::from_bytes(&bytes) {
            // Neither a panic nor a file out of all proportion.
            if let Ok(applied) = apply(&file, &patch) {
                prop_assert!(applied.bytes.len() < 64 * (file.len() + bytes.len()));
            }
        }
    }

    #[test]
    fn noise_is_no_patch(bytes in proptest::collection::vec(any::<u8>(), 0..200), kind in 0u8..3) {
        let noise = [&[1, kind][..], &bytes].concat();
        if let Ok(patch) = Patch::from_bytes(&noise) {
            let _ = apply(&data(SEEDS[0]), &patch);
        }
    }
}

#[test]
fn wrappers_and_several_modules() {
    use bctk_bitstream::wrapper::Wrapper;
    let module = data("bitcode/tests/data/small.bc");
    let wrapped = |padding: usize, cpu_type: u32, module: &[u8]| {
        let header = Wrapper { version: 0, offset: 20, size: module.len() as u32, cpu_type };
        [&header.to_bytes()[..], module, &vec![0; padding]].concat()
    };
    let (size, _) = check("wrapped", &module, &wrapped(8, 7, &module));
    assert!(size < 80, "{size}");
    let longer = data("bitcode/tests/data/small-opt.bc");
    let (size, _) = check("padding", &wrapped(8, 7, &module), &wrapped(12, 0x0100_0007, &module));
    assert!(size < 50, "{size}");
    check("other module", &wrapped(8, 7, &module), &wrapped(4, 7, &longer));
    let both = [&module[..], &longer[4..]].concat();
    let (size, _) = check("order", &both, &[&longer[..], &module[4..]].concat());
    assert!(size < 60, "{size}");
    check("one of two", &both, &module);
    check("two of one", &module, &both);
}

/// Bodies of the module, by their place among the events.
fn bodies(events: &[Event<'_>]) -> Vec<usize> {
    let is_body = |event: &Event<'_>| matches!(event, Event::EnterBlock { block, .. } if *block == function::ID);
    events.iter().enumerate().filter(|(_, event)| is_body(event)).map(|(at, _)| at).collect()
}

/// Removes the abbreviations from the records of a body, whose meaning stays the same.
fn restyle(events: &mut [Event<'_>], from: usize) {
    let end = end_of(events, from);
    for event in &mut events[from..=end] {
        if let Event::Record { abbrev, blob: None, .. } = event {
            *abbrev = 3;
        }
    }
}

/// Removes records with positions of bodies, which would be wrong in a changed stream.
fn without_places(data: &[u8]) -> Vec<u8> {
    let mut events = events(data);
    let last = events.iter().rposition(|event| matches!(event, Event::EnterBlock { block, .. } if *block == value_symtab::ID));
    let last = last.expect("a symbol table");
    let end = end_of(&events, last);
    events.drain(last..=end);
    let offset = events
        .iter()
        .position(|event| matches!(event, Event::Record { code, abbrev, .. } if *code == module::VstOffset::CODE && *abbrev > 3));
    events.remove(offset.expect("VSTOFFSET"));
    write(&events)
}

fn is_abbreviated(event: &Event<'_>) -> bool {
    matches!(event, Event::Record { abbrev, blob: None, .. } if *abbrev != 3)
}

fn is_valid(data: &[u8]) -> bool {
    let options = ReadOptions::default();
    modules(data, &options).is_ok_and(|parts| !parts.is_empty() && parts.iter().all(|part| read_module(part, &options).is_ok()))
}

#[test]
fn an_edited_body_loses_its_own_edits_only() {
    let canonical = without_places(&data("corpus/v22/clang-cpp-lto-O2-g.bc"));
    let mut original = events(&canonical);
    let places = bodies(&original);
    assert!(places.len() > 3);
    places.iter().for_each(|&at| restyle(&mut original, at));
    // And another producer.
    for event in &mut original {
        if let Event::Record { ops, code, abbrev, .. } = event
            && *code == identification::Producer::CODE
            && ops.starts_with(&b"LLVM".map(u64::from))
        {
            ops.extend(b"rust".map(u64::from));
            *abbrev = 3;
        }
    }
    let original = write(&original);
    let (_, patch) = check("restyled", &canonical, &original);

    // The first body gets another constant, so to speak: an operand of its first record of no abbreviation changes.
    let mut edited = events(&canonical);
    let first = bodies(&edited)[0];
    let declared = (first..).find(|&at| matches!(edited[at], Event::Record { code: 1, .. })).expect("DECLAREBLOCKS");
    edited.insert(declared + 1, Event::Record { abbrev: 3, code: function::DeclareBlocks::CODE, ops: vec![1], blob: None });
    let edited = write(&edited);
    let applied = apply(&edited, &patch).expect("a patched stream");
    assert_eq!(applied.dropped, ["MODULE[0]/FUNCTION[0]"]);
    assert!(!applied.exact);
    let patched = events(&applied.bytes);
    for (number, &at) in bodies(&patched).iter().enumerate() {
        let end = end_of(&patched, at);
        assert_eq!(patched[at..end].iter().any(is_abbreviated), number == 0, "body {number}");
    }
    let producer = |event: &Event<'_>| matches!(event, Event::Record { ops, .. } if ops.ends_with(&b"rust".map(u64::from)));
    assert!(patched.iter().any(producer));
}

/// What takes part in the meaning of an edited body stays as the edited file has it.
#[test]
fn other_types_and_no_string_table_do_not_outlive_an_edit() {
    let canonical = without_places(&data("corpus/v22/clang-cpp-lto-O2-g.bc"));
    let is = |event: &Event<'_>, wanted: u32| matches!(event, Event::EnterBlock { block, .. } if *block == wanted);
    let mut edited = events(&canonical);
    let first = bodies(&edited)[0];
    restyle(&mut edited, first);
    let edited = write(&edited);

    let mut no_names = events(&canonical);
    let table = no_names.iter().position(|event| is(event, strtab::ID)).expect("a string table");
    let end = end_of(&no_names, table);
    no_names.drain(table..=end);
    let mut other_type = events(&canonical);
    let table = other_type.iter().position(|event| is(event, types::ID)).expect("types");
    let end = end_of(&other_type, table);
    let width = other_type[table..end].iter_mut().find_map(|event| match event {
        Event::Record { code: types::Integer::CODE, ops, .. } => ops.first_mut(),
        _ => None,
    });
    *width.expect("an integer type") += 1;
    for original in [write(&no_names), write(&other_type)] {
        let (_, patch) = check("other tables", &canonical, &original);
        let applied = apply(&edited, &patch).expect("a patched stream");
        assert!(applied.bytes == edited, "{:?}", applied.dropped);
        assert_eq!(applied.dropped.len(), 1);
    }
}

#[test]
fn a_hash_does_not_outlive_an_edit() {
    let canonical = without_places(&data("corpus/v22/clang-cpp-lto-O2-g.bc"));
    let mut original = events(&canonical);
    let start = original.iter().position(|event| matches!(event, Event::EnterBlock { block: module::ID, .. })).expect("a module");
    let end = end_of(&original, start);
    original.insert(end, Event::Record { abbrev: 3, code: module::Hash::CODE, ops: vec![1, 2, 3, 4, 5], blob: None });
    // A record that no LLVM knows stays.
    original.insert(end, Event::Record { abbrev: 3, code: 1 << 20, ops: vec![6, 7, 8], blob: None });
    let (_, patch) = check("a hash", &canonical, &write(&original));
    let mut edited = events(&canonical);
    let last = *bodies(&edited).last().expect("a body");
    restyle(&mut edited, last);
    let edited = write(&edited);
    let applied = apply(&edited, &patch).expect("a patched stream");
    assert_eq!(applied.dropped, ["MODULE/HASH"]);
    let before = events(&edited);
    let after = events(&applied.bytes);
    assert_eq!(after.len(), before.len() + 1);
    assert!(after.iter().any(|event| matches!(event, Event::Record { code, .. } if *code == 1 << 20)));
}

#[test]
fn a_body_that_goes_takes_only_its_own_edits_along() {
    let canonical = without_places(&data("corpus/v22/clang-cpp-lto-O2-g.bc"));
    let mut original = events(&canonical);
    bodies(&original).iter().for_each(|&at| restyle(&mut original, at));
    let original = write(&original);
    let (_, patch) = check("restyled", &canonical, &original);
    let mut edited = events(&canonical);
    let second = bodies(&edited)[1];
    let end = end_of(&edited, second);
    edited.drain(second..=end);
    let edited = write(&edited);
    let applied = apply(&edited, &patch).expect("a patched stream");
    assert_eq!(applied.dropped.len(), 1, "{:?}", applied.dropped);
    let patched = events(&applied.bytes);
    for &at in &bodies(&patched) {
        let end = end_of(&patched, at);
        assert!(!patched[at..end].iter().any(is_abbreviated));
    }
}

#[test]
fn other_tables_do_not_outlive_an_edit() {
    // The original has one constant more at the start of the module's constants: every number after it is another one.
    let canonical = data("bitcode/tests/data/small-opt.bc");
    let mut original = events(&canonical);
    let table = original.iter().position(|event| matches!(event, Event::EnterBlock { block, .. } if *block == constants::ID));
    let table = table.expect("constants");
    let settype = (table..).find(|&at| matches!(original[at], Event::Record { code: 1, .. })).expect("SETTYPE");
    original.insert(settype + 1, Event::Record { abbrev: 3, code: 2, ops: vec![], blob: None });
    let original = write(&original);
    let (_, patch) = check("a constant more", &canonical, &original);

    let mut edited = events(&canonical);
    let first = bodies(&edited)[0];
    restyle(&mut edited, first);
    let at = (first..).find(|&at| matches!(edited[at], Event::Record { code: 1, .. })).expect("DECLAREBLOCKS");
    edited.insert(at + 1, Event::Record { abbrev: 3, code: function::DeclareBlocks::CODE, ops: vec![1], blob: None });
    let edited = write(&edited);
    let applied = apply(&edited, &patch).expect("a patched stream");
    assert!(applied.bytes == edited, "nothing of the patch is of use: {:?}", applied.dropped);
    assert!(!applied.dropped.is_empty());
    assert!(is_valid(&canonical));
}
