//! Files that LLVM 13 to 22 and compilers with them wrote, read and written again: the same bytes.
use crate::corpus::files;
use bctk_bitcode::write::write_modules;
use bctk_bitcode::{ReadOptions, WriteOptions, modules, read_module};
use std::path::Path;

fn copy(data: &[u8]) -> bctk_bitcode::Result<Vec<u8>> {
    let options = ReadOptions::default();
    let modules: Vec<_> = modules(data, &options)?.iter().map(|part| read_module(part, &options)).collect::<Result<_, _>>()?;
    write_modules(&modules.iter().collect::<Vec<_>>(), &WriteOptions::default())
}

#[test]
fn copies_are_the_same_bytes() {
    let data = std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data")).expect("a folder of inputs");
    let data = data.map(|entry| entry.expect("an entry").path()).filter(|path| path.extension().is_some_and(|extension| extension == "bc"));
    let files: Vec<_> = files(13..=22).into_iter().chain(data).collect();
    assert!(files.len() > 120, "{} files", files.len());
    let mut different = Vec::new();
    for path in files {
        let data = std::fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let name = path.iter().rev().take(2).map(|part| part.to_string_lossy()).collect::<Vec<_>>().join(" of ");
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

/// What is written for another version is what that version reads: here by its own shape of some records.
#[test]
fn a_dialect_can_be_asked_for() {
    use bctk_bitcode::LlvmVersion;
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpus/v15/clang-mix-O2-g.bc");
    let data = std::fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let module = bctk_bitcode::read(&data, &ReadOptions::default()).expect("a module");
    let written = |major: u32| {
        let options = WriteOptions { llvm: Some(LlvmVersion::nearest_written(major)), ..WriteOptions::default() };
        bctk_bitcode::write(&module, &options).expect("bitcode")
    };
    assert_eq!(written(15), data);
    // Each has something of its own in there: locations, sizes, constants, casts.
    assert!([14, 18, 19, 21].into_iter().all(|major| written(major) != data));
    for major in 13..=22 {
        let again = bctk_bitcode::read(&written(major), &ReadOptions::default()).unwrap_or_else(|error| panic!("{major}: {error}"));
        assert_eq!(again.bodies.len(), module.bodies.len(), "{major}");
        assert!(again.bodies.iter().zip(&module.bodies).all(|(a, b)| a.insts == b.insts), "{major}");
    }
}
