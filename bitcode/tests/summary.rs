//! ThinLTO summaries: the contents of a file by LLVM, and files with invalid contents.
use bctk_bitcode::limits::Limits;
use bctk_bitcode::read::MAGIC;
use bctk_bitcode::schema::{self, summary as row};
use bctk_bitcode::{ErrorKind, ReadOptions, read};
use bctk_bitstream::stream::StreamWriter;
use bctk_ir::summary::{EntryKind, FunctionSummary, RefKind, Summary};

fn corpus(name: &str) -> Vec<u8> {
    let path = format!("{}/../corpus/v22/{name}", env!("CARGO_MANIFEST_DIR"));
    std::fs::read(&path).unwrap_or_else(|e| panic!("{path}: {e}"))
}

fn summary_of(data: &[u8]) -> Summary {
    let module = read(data, &ReadOptions::default()).expect("a module");
    *module.summary.expect("a summary")
}

fn functions(summary: &Summary) -> Vec<&FunctionSummary> {
    let mut functions = Vec::new();
    for entry in &summary.entries {
        if let EntryKind::Function(function) = &entry.kind {
            functions.push(&**function);
        }
    }
    functions
}

/// A bitcode file with one module, whose records are none but a version, and one summary of version 12 with these records.
fn index(records: &[(u32, &[u64])]) -> Vec<u8> {
    let made = || -> bctk_bitcode::Result<Vec<u8>> {
        let mut writer = StreamWriter::new();
        writer.magic(MAGIC);
        writer.enter_block(schema::module::ID, 3)?;
        writer.record(3, schema::module::Version::CODE, &[2], None)?;
        writer.enter_block(row::module_strtab::ID, 3)?;
        writer.record(3, row::module_strtab::Entry::CODE, &[0, u64::from(b'm')], None)?;
        writer.end_block()?;
        writer.enter_block(row::ID, 4)?;
        writer.record(3, row::Version::CODE, &[12], None)?;
        writer.record(3, row::ValueGuid::CODE, &[1, 0, 23], None)?;
        for &(code, ops) in records {
            writer.record(3, code, ops, None)?;
        }
        writer.end_block()?;
        writer.end_block()?;
        writer.finish()
    };
    made().expect("a stream")
}

/// Reads an index that must not be accepted; gives what is said of it.
fn refused(records: &[(u32, &[u64])], limits: Limits) -> (ErrorKind, String) {
    let error = read(&index(records), &ReadOptions { limits, ..ReadOptions::default() }).expect_err("nonsense was accepted");
    assert!(error.bit().is_some() || error.kind() == ErrorKind::Limit, "{error}");
    (error.kind(), error.message().to_owned())
}

/// A function summary of value 1 in module 0 with `rest` after the number of instructions.
const FUNCTION: (u32, &[u64]) = (row::CombinedProfile::CODE, &[1, 0, 0, 1, 0, 0, 0, 0, 0]);

/// What opt wrote for the `!memprof` of the source: stacks that share a part of the radix tree, sizes by full context.
#[test]
fn allocations() {
    let summary = summary_of(&corpus("summary-memprof.bc"));
    let functions = functions(&summary);
    let allocs: Vec<_> = functions.iter().flat_map(|function| &function.allocs).collect();
    let stack = |alloc: usize, context: usize| allocs[alloc].contexts[context].1.iter().map(|&id| id as i64).collect::<Vec<_>>();
    assert_eq!(allocs.len(), 2);
    assert_eq!((stack(0, 0), stack(0, 1)), (vec![-102, 103, 104], vec![-102, 103, 105]));
    assert_eq!((stack(1, 0), stack(1, 1)), (vec![202], vec![203, 103, 105]));
    assert_eq!(allocs[0].sizes, [vec![(901, 400), (-902i64 as u64, 600)], vec![(903, 700)]]);
    assert_eq!(allocs[1].sizes, [vec![(901, 400)], vec![(903, 700)]]);
    assert_eq!(functions.iter().map(|function| function.callsites.len()).sum::<usize>(), 4);
}

/// Every value that llvm-dis gives a GUID, and no other, has one here.
#[test]
fn guids_as_llvm_prints_them() {
    for name in ["clang-c-thinlto", "summary-module", "summary-vtable", "summary-memprof"] {
        let summary = summary_of(&corpus(&format!("{name}.bc")));
        let text = String::from_utf8(corpus(&format!("{name}.dis.ll"))).expect("text");
        let mut want: Vec<u64> = text
            .lines()
            .filter(|line| line.contains(" = gv: (name: "))
            .filter_map(|line| line.rsplit("; guid = ").next()?.parse().ok())
            .collect();
        let mut got: Vec<u64> = summary.values.iter().filter(|value| !value.name.is_empty()).map(|value| value.guid).collect();
        want.sort_unstable();
        got.sort_unstable();
        assert!(!want.is_empty(), "{name}");
        assert_eq!(got, want, "{name}");
    }
}

#[test]
fn references_and_calls() {
    let summary = summary_of(&index(&[
        (row::ValueGuid::CODE, &[2, 1, 5]),
        (row::CombinedProfile::CODE, &[1, 0, 0, 7, 3, 11, 3, 1, 1, 2, 2, 1, 2, 0xB]),
        (row::CombinedOriginalName::CODE, &[99]),
    ]));
    let entry = &summary.entries[0];
    assert_eq!(summary.values[1].guid, 1 << 32 | 5);
    assert_eq!(
        entry.refs.iter().map(|r| (r.value, r.kind)).collect::<Vec<_>>(),
        [(1, RefKind::Any), (1, RefKind::ReadOnly), (0, RefKind::WriteOnly)]
    );
    assert_eq!(entry.original_guid, Some(99));
    let EntryKind::Function(function) = &entry.kind else { panic!("no function") };
    assert_eq!((function.instructions, function.flags, function.entry_count), (7, 3, 11));
    assert_eq!((function.calls[0].callee, function.calls[0].hotness, function.calls[0].tail), (1, 3, true));
}

#[test]
fn counts_that_lie() {
    let huge = u64::from(u32::MAX);
    let records: [&[(u32, &[u64])]; 8] = [
        &[(row::CombinedProfile::CODE, &[1, 0, 0, 1, 0, 0, u64::MAX, 0, 0])],
        &[(row::CombinedProfile::CODE, &[1, 0, 0, 1, 0, 0, 1, u64::MAX, 2, 1])],
        &[(row::ParamAccess::CODE, &[0, 0, 4, u64::MAX])],
        &[(row::StackIds::CODE, &[0, 1, 0])],
        &[(row::StackIds::CODE, &[0, 1]), (row::CombinedCallsiteInfo::CODE, &[1, huge, 0, 0])],
        &[(row::StackIds::CODE, &[0, 1]), (row::CombinedCallsiteInfo::CODE, &[1, 1, 0, 1])],
        &[(row::CombinedAllocInfoNoContext::CODE, &[u64::MAX, 0, 1])],
        &[(row::TypeTestAssumeVCalls::CODE, &[1])],
    ];
    for records in records {
        assert_eq!(refused(records, Limits::default()).0, ErrorKind::Malformed, "{records:?}");
    }
}

#[test]
fn numbers_of_nothing() {
    let message = |records: &[(u32, &[u64])]| refused(records, Limits::default()).1;
    assert_eq!(
        message(&[(row::CombinedProfile::CODE, &[9, 0, 0, 1, 0, 0, 0, 0, 0])]),
        "expected the number of a value with a GUID, found 9"
    );
    assert_eq!(
        message(&[(row::CombinedProfile::CODE, &[1, 4, 0, 1, 0, 0, 0, 0, 0])]),
        "expected a module number of MODULE_STRTAB, found 4"
    );
    assert_eq!(message(&[(row::TypeId::CODE, &[3, 2, 0, 0, 0, 0, 0, 0])]), "expected a name within STRTAB, found 2 bytes at 3");
    assert_eq!(message(&[(row::CombinedOriginalName::CODE, &[9])]), "expected an original name after the summary of its value");
    assert_eq!(message(&[(row::Alias::CODE, &[1, 0, 1])]), "expected the summary of an aliasee before that of its alias");
}

/// Places of the radix tree outside of it, stacks longer than it, and jumps out of it.
#[test]
fn radix_trees() {
    let minus = |n: u32| u64::from(n.wrapping_neg());
    let tree = |tree: &[u64], at: u64| {
        let records: &[(u32, &[u64])] = &[
            (row::StackIds::CODE, &[0, 7]),
            (row::ContextRadixTreeArray::CODE, tree),
            (row::CombinedAllocInfo::CODE, &[1, 0, 1, at]),
            FUNCTION,
        ];
        read(&index(records), &ReadOptions::default())
    };
    let whole = tree(&[2, 0, minus(2), 5, 0], 0).expect("a stack");
    let summary = whole.summary.expect("a summary");
    assert_eq!(functions(&summary)[0].allocs[0].contexts, [(1, vec![7, 7])]);
    for (entries, at) in [
        (&[1, 0][..], 2),
        (&[3, 0, 0], 0),
        (&[9, 0], 0),
        (&[1, minus(5)], 0),
        (&[1, minus(1), minus(1)], 0),
        (&[1, 1], 0),
        (&[1, 0], u64::MAX),
    ] {
        let error = tree(entries, at).expect_err("nonsense was accepted");
        assert_eq!(error.kind(), ErrorKind::Malformed, "{entries:?} {at}");
    }
}

/// A small file may speak of one long stack very often.
#[test]
fn growth_is_bounded() {
    let mut tree = vec![100];
    tree.resize(101, 0);
    let mut alloc = vec![50, 0];
    for _ in 0..50 {
        alloc.extend([1, 0]);
    }
    let records: [(u32, &[u64]); 3] =
        [(row::StackIds::CODE, &[0, 7]), (row::ContextRadixTreeArray::CODE, &tree), (row::CombinedAllocInfo::CODE, &alloc)];
    let bytes = 50 * 100 * 8;
    assert!(
        read(&index(&records), &ReadOptions { limits: Limits { summary_bytes: bytes, ..Limits::default() }, ..ReadOptions::default() })
            .is_ok()
    );
    assert_eq!(refused(&records, Limits { summary_bytes: bytes - 1, ..Limits::default() }).0, ErrorKind::Limit);
}

/// Every bit of an index turned over: a module or an error, nothing else.
#[test]
fn damaged_files() {
    let data = corpus("summary-index.bc");
    let mut refused = 0;
    for bit in 32..data.len() * 8 {
        let mut damaged = data.clone();
        damaged[bit / 8] ^= 1 << (bit % 8);
        refused += usize::from(read(&damaged, &ReadOptions::default()).is_err());
    }
    assert!(refused > 0);
}
