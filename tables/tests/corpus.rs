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

/// The symbols of each file are those that `llvm-nm --no-sort` lists, in its order, with its letters.
#[test]
fn symbols_are_those_of_llvm_nm() {
    let listing = std::fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpus/symbols/no-sort.out")).expect("a listing");
    let listing = String::from_utf8_lossy(&listing).into_owned();
    let mut compared = 0;
    for part in listing.split("\n\n") {
        let Some((name, lines)) = part.trim_start().split_once(":\n") else { continue };
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpus").join(name);
        if !name.ends_with(".bc") || !path.is_file() {
            continue;
        }
        let batch = table(Table::Symbols, &path, &Options::default());
        let flags = batch.column_by_name("flags").expect("flags").as_list::<i32>();
        let is_listed = |row: usize| !flags.value(row).as_string::<i32>().iter().flatten().any(|flag| flag == "format_specific");
        let (kinds, names) = (texts(&batch, "kind"), texts(&batch, "name"));
        let ours = (0..batch.num_rows())
            .filter(|&row| is_listed(row))
            .map(|row| format!("{} {}", kinds[row].as_deref().unwrap_or("?"), names[row].as_deref().unwrap_or("?")));
        // A name may have several lines.
        let ours = ours.collect::<Vec<_>>().join("\n");
        let ours: Vec<&str> = ours.lines().collect();
        // After the address: a letter, a blank, the name.
        let without_address = |line| match str::trim_start(line) {
            line if line.starts_with(['-', '0']) => line.split_once(' ').map_or(line, |(_, rest)| rest),
            line => line,
        };
        let theirs: Vec<&str> = lines.lines().filter(|line| !line.is_empty()).map(without_address).collect();
        // llvm-nm numbers those without names anew, without what it does not list.
        let is_numbered = |name: &str| name.contains("__unnamed_");
        let differ: Vec<_> = ours.iter().zip(&theirs).filter(|(a, b)| a != b && !(is_numbered(a) && is_numbered(b))).collect();
        assert!(differ.is_empty() && ours.len() == theirs.len(), "{name}: {differ:?}");
        compared += ours.len();
    }
    assert!(compared > 1000, "{compared}");
}

/// Blocks, loads, stores and instructions as `opt -passes='print<func-properties>'` of LLVM 22 counts them, which leaves out unreachable blocks
/// (`run` of `clang-cpp-O0-g.bc` has one and is not in the list).
#[test]
fn counts_are_those_of_opt() {
    let mut found: Vec<(Option<String>, String)> = Vec::new();
    let mut compared = 0;
    for line in include_str!("func-properties.txt").lines() {
        if let Some(name) = line.strip_prefix("# ") {
            let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpus/v22").join(name);
            let batch = table(Table::Functions, &path, &Options::default());
            let columns = ["blocks", "loads", "stores", "instructions"].map(|column| numbers(&batch, column));
            let row = |row: usize| columns.iter().map(|column| column[row].unwrap_or(0).to_string()).collect::<Vec<_>>().join(" ");
            found = texts(&batch, "name").into_iter().enumerate().map(|(at, name)| (name, row(at))).collect();
        } else if let Some((name, counts)) = line.split_once(' ') {
            assert!(found.contains(&(Some(name.to_owned()), counts.to_owned())), "{line}: {found:?}");
            compared += 1;
        }
    }
    assert!(compared > 15);
}

/// A function that opt stripped of debug information or names, or that llvm-extract took out of its module, keeps the hashes that leave these out.
#[test]
fn hashes_survive_edits_by_llvm() {
    let mut compared = 0;
    for path in corpus("edited", ".ll") {
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        let Some((original, edit)) = name.strip_suffix(".ll").and_then(|name| name.rsplit_once('.')) else { continue };
        let original = Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpus/v22").join(format!("{original}.bc"));
        if !original.is_file() || is_unreadable(&path) {
            continue;
        }
        let columns: &[&str] = match edit {
            "strip-debug" => &["hash_no_debug", "hash_code", "hash_normalized"],
            "strip-names" => &["hash_normalized"],
            // Extracted functions get other linkage and visibility.
            _ => &["hash_code", "hash_normalized"],
        };
        let (before, after) =
            (table(Table::Functions, &original, &Options::default()), table(Table::Functions, &path, &Options::default()));
        for column in columns {
            let hashes = texts(&before, column);
            for (name, hash) in texts(&after, "name").into_iter().zip(texts(&after, column)) {
                let Some(hash) = hash else { continue };
                // It refers to string literals, which become declarations of variables when it is taken out.
                let has_literals = edit == "only-main" && name.as_deref() == Some("main");
                // llvm-extract changes a node that names a variable.
                if has_literals || path.ends_with("metadata-attachments.only-f.ll") {
                    continue;
                }
                assert!(hashes.contains(&Some(hash)), "{column} of {name:?} in {}", path.display());
                compared += 1;
            }
        }
    }
    assert!(compared > 30, "{compared}");
}

/// A column is the same alone and among all others.
#[test]
fn columns_alone_are_those_of_the_whole_table() {
    let files = ["v22", "v15", "v7"].iter().flat_map(|folder| corpus(folder, ".bc").into_iter().step_by(40));
    let mut compared = 0;
    for path in files {
        let bytes = std::fs::read(&path).expect("a file");
        let source = Source { name: None, bytes: &bytes };
        for &of in Table::ALL {
            let whole = read(of, 3, source, &Options { text: true, ..Options::default() });
            for column in of.columns() {
                let columns = of.select([column.name]).expect("a column");
                let options = Options { columns: Some(columns), ..Options::default() };
                let alone = read(of, 3, source, &options);
                assert_eq!(alone.schema(), of.schema(&options));
                assert_eq!(
                    alone.schema().fields().iter().map(|field| field.name().as_str()).collect::<Vec<_>>(),
                    ["row", "source", "module", column.name, "error"]
                );
                for name in ["row", "module", column.name, "error"] {
                    assert_eq!(alone.column_by_name(name), whole.column_by_name(name), "{} of {}: {name}", of.name(), path.display());
                }
                compared += whole.num_rows();
            }
        }
    }
    assert!(compared > 10_000, "{compared}");
}

/// Functions without names are told apart by their numbers, and these join all tables.
#[test]
fn numbers_of_functions_join_tables() {
    let mut calls = 0;
    for path in corpus("v22", ".bc").into_iter().step_by(4) {
        let functions = table(Table::Functions, &path, &Options::default());
        let (names, bodies) = (texts(&functions, "name"), numbers(&functions, "instructions"));
        assert_eq!(numbers(&functions, "function_index"), (0..names.len() as u32).map(Some).collect::<Vec<_>>());
        let mut found = vec![0; names.len()];
        let instructions = table(Table::Instructions, &path, &Options::default());
        for (index, name) in numbers(&instructions, "function_index").into_iter().zip(texts(&instructions, "function")) {
            let index = index.expect("a number") as usize;
            assert_eq!(names[index], name);
            found[index] += 1;
        }
        assert_eq!(found, bodies.into_iter().map(|count| count.unwrap_or(0)).collect::<Vec<_>>(), "{}", path.display());
        let edges = table(Table::Calls, &path, &Options::default());
        for (number, name) in [("caller_index", "caller"), ("callee_index", "callee")] {
            for (index, name) in numbers(&edges, number).into_iter().zip(texts(&edges, name)) {
                // Aliases have names, but are no functions.
                let Some(index) = index else { continue };
                assert_eq!(names[index as usize], name, "{}", path.display());
                calls += 1;
            }
        }
    }
    assert!(calls > 100, "{calls}");
}

/// Up to LLVM 3.7, subprograms name their functions.
#[test]
fn functions_of_old_releases_have_subprograms() {
    let mut found = 0;
    for path in corpus("v3.7", ".bc") {
        let batch = table(
            Table::Functions,
            &path,
            &Options { columns: Some(Table::Functions.select(["name", "subprogram", "line"]).expect("columns")), ..Options::default() },
        );
        let (names, subprograms) = (texts(&batch, "name"), texts(&batch, "subprogram"));
        found += names.iter().zip(&subprograms).filter(|(name, subprogram)| subprogram.is_some() && name == subprogram).count();
    }
    assert!(found > 0);
}
