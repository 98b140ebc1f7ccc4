//! Every record that bcconv writes has as many operands as the readers of its release demand (`bctk_bitcode::schema::demands`), whatever rewrites
//! a module.
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use arbitrary::Unstructured;
use bctk::LlvmVersion;
use bctk_bitcode::{ReadOptions, facts, modules, undemanded};

use crate::support::{self, corpus};

/// Options of which each rewrites a module.
const REWRITES: &[&[&str]] = &[
    &["--strip-debug"],
    &["--strip-names"],
    &["--plain"],
    &["--module-hash"],
    &["--producer", "LLVM99.1"],
    &["--wrapper"],
    &["--strip-debug", "--strip-names", "--preserve-bc-uselistorder"],
];

/// Generated modules.
const GENERATED: usize = 8;

/// Releases that each module is written for; in turn, all of them.
const RELEASES_EACH: usize = 5;

/// The release that wrote a file.
fn release_of(file: &[u8]) -> LlvmVersion {
    let parts = modules(file, &ReadOptions::default()).expect("modules");
    facts(&parts[0]).expect("facts").llvm.unwrap_or(LlvmVersion::DEFAULT)
}

/// Fails if a reader of `llvm` refuses a record for the number of its operands.
fn is_taken(file: &[u8], llvm: LlvmVersion, what: &str) {
    let range = bctk_bitstream::wrapper::strip_wrapper(file).expect("a file");
    let refused = undemanded(&file[range], llvm.as_written(), 3).expect("a stream");
    assert!(refused.is_empty(), "{what}, LLVM {llvm}: {refused:?}");
}

/// Small files of every release of the corpus, and generated modules.
fn inputs(room: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for folder in ["v3.7", "v4", "v8", "v12", "v13", "v15", "v17", "v20", "v21", "v22", "v23"] {
        let mut own: Vec<PathBuf> = fs::read_dir(corpus(folder)).expect("the corpus").flatten().map(|entry| entry.path()).collect();
        own.retain(|path| path.extension().is_some_and(|e| e == "bc") && fs::metadata(path).is_ok_and(|data| data.len() < 8 << 10));
        own.sort();
        let every = own.len().div_ceil(2).max(1);
        files.extend(own.into_iter().step_by(every));
    }
    for seed in 0..GENERATED {
        let bytes: Vec<u8> = (0..3000usize).map(|at| (((at + 1) * (at + 7 * seed + 3) * 2_654_435_761) >> 13) as u8).collect();
        let module = bctk_generate::module(&mut Unstructured::new(&bytes), &bctk_generate::Options::default()).expect("a module");
        let path = room.join(format!("generated{seed}.bc"));
        fs::write(&path, bctk_bitcode::write(&module, &bctk_bitcode::WriteOptions::default()).expect("bitcode")).expect("a file");
        files.push(path);
    }
    files
}

#[test]
fn what_is_written_has_the_operands_that_readers_demand() {
    let room = tempfile::tempdir().expect("a temporary folder");
    let files = inputs(room.path());
    assert!(files.len() > 20, "{} files", files.len());
    let releases: Vec<LlvmVersion> = LlvmVersion::written().collect();
    let mut done: BTreeMap<String, usize> = BTreeMap::new();
    let mut number = 0;
    for (at, path) in files.iter().enumerate() {
        let file = path.to_str().expect("a name");
        let mut run = |args: &[&str], llvm: Option<LlvmVersion>| {
            number += 1;
            let output = room.path().join(format!("{number}.bc"));
            let output = output.to_str().expect("a name");
            let ran = support::bcconv(room.path(), &[&[file, "-o", output][..], args].concat());
            // Not every release has what a module needs.
            let Ok(written) = fs::read(output) else {
                let said = String::from_utf8_lossy(&ran.stderr).into_owned();
                assert!(ran.status.code() == Some(1) && !said.contains("panicked"), "{file} {args:?}: {said}");
                return;
            };
            let own = || if args.contains(&"--producer") { release_of(&fs::read(file).expect("a file")) } else { release_of(&written) };
            is_taken(&written, llvm.unwrap_or_else(own), &format!("{file} {args:?}"));
            *done.entry(args.join(" ")).or_default() += 1;
        };
        REWRITES.iter().for_each(|args| run(args, None));
        for each in 0..RELEASES_EACH {
            let llvm = releases[(at * RELEASES_EACH + each) % releases.len()];
            run(&["--to-llvm", &llvm.to_string()], Some(llvm));
        }
    }
    let expected = REWRITES.iter().map(|args| args.join(" ")).chain(releases.iter().map(|llvm| format!("--to-llvm {llvm}")));
    let missing: Vec<String> = expected.filter(|args| !done.contains_key(args)).collect();
    assert!(missing.is_empty(), "nothing was written with {missing:?}");
}

/// A file has a checksum and its kind, or neither. Every LLVM refuses four operands: "Invalid record".
#[test]
fn a_file_with_half_a_checksum_is_refused() {
    let file = fs::read(corpus("v23").join("debug-info.bc")).expect("a file of the corpus");
    let records = bctk_lossless::patch::Records::read(&file).expect("a stream");
    let found = records.iter().find(|record| (record.block, record.code) == (15, 16)).expect("a DIFile");
    let ops = |count: usize| found.ops.iter().copied().chain(std::iter::repeat(0)).take(count).collect::<Vec<u64>>();
    let read = |count| bctk_bitcode::read(&records.with(found.number, &ops(count)).expect("a file"), &ReadOptions::default());
    assert!([3, 5].into_iter().all(|count| read(count).is_ok()));
    let fault = read(4).expect_err("half a checksum").to_string();
    assert!(fault.contains("expected a checksum"), "{fault}");
}
