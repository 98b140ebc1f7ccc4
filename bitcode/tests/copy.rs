//! Files that LLVM 22 and compilers with it wrote, read and written again: the same bytes.
use bctk_bitcode::write::write_modules;
use bctk_bitcode::{ReadOptions, WriteOptions, modules, read_module};
use std::path::{Path, PathBuf};

fn files() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut files: Vec<PathBuf> = [root.join("../corpus/v22"), root.join("tests/data")]
        .iter()
        .flat_map(|folder| std::fs::read_dir(folder).expect("a folder of inputs"))
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "bc"))
        .collect();
    files.sort();
    files
}

fn copy(data: &[u8]) -> bctk_bitcode::Result<Vec<u8>> {
    let options = ReadOptions::default();
    let modules: Vec<_> = modules(data, &options)?.iter().map(|part| read_module(part, &options)).collect::<Result<_, _>>()?;
    write_modules(&modules.iter().collect::<Vec<_>>(), &WriteOptions::default())
}

#[test]
fn copies_are_the_same_bytes() {
    let files = files();
    assert!(files.len() > 60, "{} files", files.len());
    let mut different = Vec::new();
    for path in files {
        let data = std::fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        match copy(&data) {
            Ok(written) if written == data => {}
            Ok(written) => {
                let at = written.iter().zip(&data).position(|(a, b)| a != b);
                different.push(format!("{name}: at byte {at:?} of {}, {} written", data.len(), written.len()));
            }
            Err(error) => different.push(format!("{name}: {error}")),
        }
    }
    assert_eq!(different, Vec::<String>::new());
}

/// A copy does not depend on what the writer's maps do: twice the same.
#[test]
fn what_is_written_does_not_change() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpus/v22/clang-cpp-lto-O2-g.bc");
    let data = std::fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let first = copy(&data).expect("a copy");
    assert!((0..3).all(|_| copy(&data).expect("a copy") == first));
}
