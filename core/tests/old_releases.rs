//! What LLVM 3.7 to 12 wrote and printed themselves (`corpus/v3.7` to `corpus/v12`): their texts give their bitcode, which is written again as it
//! is, and prints their texts.
use bctk_bitcode::write::{UseListOrders, WriteOptions, write};
use bctk_bitcode::{LlvmVersion, ReadOptions};
use bctk_core::modules::{self, Purpose};
use bctk_core::{Target, translate};
use bctk_textual::{ParseOptions, Pointers};
use std::path::{Path, PathBuf};

const SOURCES: [&str; 2] = ["old-forms", "old-debug"];

/// The releases before the first that has corpora of its own, oldest first.
fn releases() -> impl Iterator<Item = LlvmVersion> {
    LlvmVersion::written().filter(|version| version.major < 13 && *version != LlvmVersion::three(9))
}

fn file(release: LlvmVersion, name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../corpus/v{release}/{name}"))
}

fn read(path: &Path) -> Vec<u8> {
    std::fs::read(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Bitcode of a text as `release` writes it.
fn assembled(release: LlvmVersion, source: &str, producer: Vec<u8>) -> Vec<u8> {
    let path = file(release, &format!("{source}.ll"));
    let options = ParseOptions { pointers: Pointers::TypedThroughout, read_as: Some(release), ..ParseOptions::default() };
    let mut module = modules::parse(&read(&path), &path, Purpose::UnverifiedBitcode, &options).expect("a module");
    translate::to(&mut module, release, Target::Bitcode).expect("a module of the release");
    let mut options = WriteOptions { llvm: Some(release), producer: Some(producer), ..WriteOptions::default() };
    // The program that made the files of LLVM 3.7 sorts names and keeps orders of uses.
    let is_oldest = release == LlvmVersion::OLDEST_WRITTEN;
    options.sorted_names = is_oldest;
    options.use_list_orders = if is_oldest { UseListOrders::Preserve } else { UseListOrders::Drop };
    write(&module, &options).unwrap_or_else(|error| panic!("LLVM {release}, {source}: {error}"))
}

#[test]
fn texts_become_the_bitcode_of_their_release() {
    for release in releases() {
        for source in SOURCES {
            let path = file(release, &format!("{source}.bc"));
            if !path.is_file() {
                // No program that writes it was at hand: it can be read again.
                let written = assembled(release, source, b"LLVM3.8.1".to_vec());
                assert!(bctk_bitcode::read(&written, &ReadOptions::default()).is_ok());
                continue;
            }
            let want = read(&path);
            let theirs = bctk_bitcode::read(&want, &ReadOptions::default()).expect("a module");
            let written = assembled(release, source, theirs.str(theirs.provenance.producer).to_vec());
            if release == LlvmVersion::OLDEST_WRITTEN && source == SOURCES[0] {
                // Its orders of uses are those of that program's reader.
                continue;
            }
            assert!(in_common(release, &written) == in_common(release, &want), "LLVM {release}, {source}");
        }
    }
}

/// The bytes that are compared: that program of LLVM 12 names itself otherwise in its symbol table, after the module.
fn in_common(release: LlvmVersion, bytes: &[u8]) -> &[u8] {
    if release != LlvmVersion::new(12) {
        return bytes;
    }
    let word = |at: usize| bytes.get(at..at + 4).map_or(0, |word| u32::from_le_bytes([word[0], word[1], word[2], word[3]]) as usize);
    // Two blocks follow the signature: IDENTIFICATION and MODULE.
    let second = 12 + 4 * word(8);
    bytes.get(..second + 8 + 4 * word(second + 4)).unwrap_or_default()
}

#[test]
fn copies_are_the_same_bytes() {
    for release in releases() {
        for path in SOURCES.map(|source| file(release, &format!("{source}.bc"))).iter().filter(|path| path.is_file()) {
            let bytes = read(path);
            let module = bctk_bitcode::read(&bytes, &ReadOptions::default()).expect("a module");
            let written = write(&module, &WriteOptions::default()).expect("bitcode");
            assert!(in_common(release, &written) == in_common(release, &bytes), "{}", path.display());
        }
    }
}
