//! Attributes of old files that LLVM's reader takes in a way of its own, and files with forms that the LLVM of their producer does not have.
//! LLVM 22's `llvm-dis` printed the declarations of both old files.
use std::fs;
use std::path::Path;

use bctk::modules::{self, Purpose};
use bctk_bitcode::read::MAGIC;
use bctk_bitcode::schema::{attrs, module, symtab, types};
use bctk_bitcode::write::{WriteOptions, write};
use bctk_bitcode::{LlvmVersion, Result};
use bctk_bitstream::stream::StreamWriter;
use bctk_textual::ParseOptions;

use crate::support::{bcconv, block, link, named, run};

/// A declaration of `void @f()` with the list of attributes that is the record `code`, `operands`.
fn declaration(code: u32, operands: Vec<u64>) -> Result<Vec<u8>> {
    let mut writer = StreamWriter::new();
    writer.magic(MAGIC);
    writer.enter_block(module::ID, 3)?;
    writer.record(3, module::Version::CODE, &[1], None)?;
    block(&mut writer, attrs::lists::ID, &[(code, operands)])?;
    let table = [
        (types::NumEntry::CODE, vec![3]),
        (types::Void::CODE, vec![]),
        (types::Function::CODE, vec![0, 0]),
        (types::Pointer::CODE, vec![1, 0]),
    ];
    block(&mut writer, types::ID, &table)?;
    writer.record(3, module::Function::CODE, &[2, 0, 1, 0, 1, 0, 0, 0, 0, 0], None)?;
    block(&mut writer, symtab::value_symtab::ID, &[(symtab::value_symtab::Entry::CODE, named(&[0], "f"))])?;
    writer.end_block()?;
    writer.finish()
}

/// The lines with words about attributes in what our llvm-dis of a release prints.
fn attributes(bytes: &[u8], release: &str) -> Vec<String> {
    let dir = tempfile::tempdir().expect("a folder");
    fs::write(dir.path().join("old.bc"), bytes).expect("a file");
    let tool = link(dir.path(), &format!("llvm-dis-{release}"), Path::new(env!("CARGO_BIN_EXE_bcconv")));
    let output = run(&tool, dir.path(), &["old.bc", "-o", "-"]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    text.lines().filter(|line| line.starts_with("declare") || line.starts_with("attributes")).map(str::to_owned).collect()
}

fn comes_back(bytes: &[u8]) {
    let dir = tempfile::tempdir().expect("a folder");
    fs::write(dir.path().join("a.bc"), bytes).expect("a file");
    for args in [["a.bc", "-o", "copy.bc"], ["a.bc", "-o", "text.ll"], ["text.ll", "-o", "again.bc"]] {
        let output = bcconv(dir.path(), &args);
        assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    }
    for name in ["copy.bc", "again.bc"] {
        assert_eq!(fs::read(dir.path().join(name)).expect(name), bytes, "{name}");
    }
}

#[test]
fn unwind_tables_in_a_mask_are_synchronous() {
    let bytes = declaration(attrs::lists::EntryOld::CODE, vec![0xFFFF_FFFF, 1 << 41 | 1 << 5]).expect("a stream");
    assert_eq!(attributes(&bytes, "22"), ["declare void @f() #0", "attributes #0 = { nounwind uwtable(sync) }"]);
    assert_eq!(attributes(&bytes, "15"), ["declare void @f() #0", "attributes #0 = { nounwind uwtable }"]);
    comes_back(&bytes);
}

#[test]
fn a_group_that_the_file_lacks_has_no_attributes() {
    let bytes = declaration(attrs::lists::Entry::CODE, vec![1, 2]).expect("a stream");
    assert_eq!(attributes(&bytes, "22"), ["declare void @f()"]);
    comes_back(&bytes);
}

#[test]
fn forms_of_a_later_release_than_the_producers() {
    const TEXT: &str = "source_filename = \"a.c\"
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, sysroot: \"/s\")
!1 = !DIFile(filename: \"a.c\", directory: \"/\")
!2 = !{i32 2, !\"Debug Info Version\", i32 3}
";
    let module =
        modules::parse(TEXT.as_bytes(), Path::new("a.ll"), Purpose::UnverifiedBitcode, &ParseOptions::default()).expect("a module");
    let options = WriteOptions { llvm: Some(LlvmVersion::new(11)), producer: Some(b"LLVM10.0.0".to_vec()), ..WriteOptions::default() };
    comes_back(&write(&module, &options).expect("bitcode"));
}
