//! Tables of the corpus against what LLVM's tools say of it.
use bctk_tables::arrow_array::cast::AsArray;
use bctk_tables::arrow_array::types::UInt32Type;
use bctk_tables::arrow_array::{Array, RecordBatch};
use bctk_tables::{Options, Source, Table, read};
use std::path::{Path, PathBuf};

fn corpus(folder: &str, ending: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpus").join(folder);
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder).expect("the corpus").map(|entry| entry.expect("a file").path()).collect();
    files.retain(|path| path.to_string_lossy().ends_with(ending));
    files.sort();
    assert!(!files.is_empty());
    files
}

fn table(table: Table, path: &Path, options: &Options) -> RecordBatch {
    let bytes = std::fs::read(path).expect("a file");
    let name = path.to_string_lossy();
    let batch = read(table, 0, Source { name: Some(&name), bytes: &bytes }, options);
    let error = batch.column_by_name("error").expect("errors").as_string::<i32>();
    for row in 0..batch.num_rows() {
        assert!(error.is_null(row), "{name}: {}", error.value(row));
    }
    batch
}

fn is_unreadable(path: &Path) -> bool {
    let bytes = std::fs::read(path).expect("a file");
    bctk::open_bytes(path, bytes).and_then(|file| file.module()?.read_as_stored()).is_err()
}

fn texts(batch: &RecordBatch, column: &str) -> Vec<Option<String>> {
    batch.column_by_name(column).expect("a column").as_string::<i32>().iter().map(|text| text.map(str::to_owned)).collect()
}

fn numbers(batch: &RecordBatch, column: &str) -> Vec<Option<u32>> {
    batch.column_by_name(column).expect("a column").as_primitive::<UInt32Type>().iter().collect()
}

/// The text of each function is what llvm-dis prints of it.
#[test]
fn texts_are_those_of_llvm_dis() {
    let options = Options { text: true, ..Options::default() };
    let mut found = 0;
    for path in corpus("v22", ".bc") {
        let Ok(listing) = std::fs::read(path.with_extension("dis.ll")) else { continue };
        let listing = String::from_utf8_lossy(&listing).into_owned();
        let batch = table(Table::Functions, &path, &options);
        let defined = texts(&batch, "text").into_iter().flatten().collect::<Vec<_>>();
        for text in &defined {
            assert!(listing.contains(text.as_str()), "{}: {text}", path.display());
            found += 1;
        }
        assert_eq!(defined.len(), listing.lines().filter(|line| line.starts_with("define ")).count(), "{}", path.display());
    }
    assert!(found > 300, "{found}");
}

/// Bitcode and the text that LLVM makes of it give the same hashes.
#[test]
fn hashes_of_bitcode_are_those_of_its_text() {
    let (mut compared, mut unreadable) = (0, 0);
    for path in corpus("v22", ".dis.ll") {
        // LLVM does not read some texts that it prints.
        if is_unreadable(&path) {
            unreadable += 1;
            continue;
        }
        let bitcode = PathBuf::from(path.to_string_lossy().replace(".dis.ll", ".bc"));
        let (of_text, of_bitcode) =
            (table(Table::Functions, &path, &Options::default()), table(Table::Functions, &bitcode, &Options::default()));
        let names = (texts(&of_text, "name"), texts(&of_bitcode, "name"));
        for column in ["hash_normalized", "hash_code", "hash_no_debug", "hash"] {
            let hashes = |batch: &RecordBatch, names: &[Option<String>]| {
                let mut all: Vec<_> = names.iter().cloned().zip(texts(batch, column)).collect();
                all.retain(|(_, hash)| hash.is_some());
                all.sort();
                all
            };
            let (a, b) = (hashes(&of_text, &names.0), hashes(&of_bitcode, &names.1));
            assert_eq!(a, b, "{column} of {}", path.display());
            compared += a.len();
        }
    }
    assert!(compared > 900 && unreadable < 5, "{compared} {unreadable}");
}

#[test]
fn instructions_are_as_many_as_in_the_listing() {
    for path in corpus("v22", ".bc") {
        let options = Options { text: true, ..Options::default() };
        let batch = table(Table::Functions, &path, &options);
        for (text, blocks) in texts(&batch, "text").into_iter().zip(numbers(&batch, "blocks")) {
            assert_eq!(text.is_some(), blocks.is_some());
        }
    }
}
