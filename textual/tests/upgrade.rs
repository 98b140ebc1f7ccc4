//! Texts in the language of older versions print as LLVM 22 has them: each `NAME.out` is what `llvm-as | llvm-dis` of LLVM 22 makes of
//! `NAME.ll` on the standard input. Texts that an older LLVM printed print again as they were.
use bctk_ir::version::LlvmVersion;
use bctk_textual::{ParseOptions, PrintOptions, parse, print};
use std::path::Path;

fn check(name: &str) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/upgrade");
    let text = std::fs::read(folder.join(name).with_extension("ll")).expect("a text");
    let expected = std::fs::read_to_string(folder.join(name).with_extension("out")).expect("what LLVM makes of it");
    let options = ParseOptions { read_as: Some(LlvmVersion::new(22)), ..ParseOptions::default() };
    let mut module = parse(&text, &options).unwrap_or_else(|faults| panic!("{name}: {faults}"));
    assert!(module.is_current());
    bctk_transforms::upgrade::upgrade(&mut module, LlvmVersion::new(22));
    module.source_filename = Some(module.strings.push(b"<stdin>"));
    let printed = print(&module, &PrintOptions { module_id: b"<stdin>".to_vec(), ..Default::default() });
    let printed = String::from_utf8_lossy(&printed);
    for (i, (got, want)) in printed.lines().zip(expected.lines()).enumerate() {
        assert_eq!(got, want, "{name}, line {}", i + 1);
    }
    assert_eq!(printed.lines().count(), expected.lines().count(), "{name}");
}

#[test]
fn intrinsics_of_all_targets() {
    check("intrinsics");
}

#[test]
fn intrinsics_of_targets() {
    check("targets");
}

#[test]
fn annotations_and_intrinsics_of_nvvm() {
    check("nvvm");
}

#[test]
fn intrinsics_of_nvvm_that_are_instructions() {
    check("nvvm-calls");
}

#[test]
fn vector_intrinsics_of_x86() {
    check("x86");
}

#[test]
fn module_flags_tags_sections_and_runtime_calls() {
    check("metadata");
}

#[test]
fn debug_intrinsics_become_records() {
    check("debug");
}

#[test]
fn invalid_debug_information_is_dropped() {
    check("invalid-debug");
}

// What llvm-dis 14.0.6 printed, but for the name of the file.
const PRINTED_BY_14: &str = r#"; ModuleID = 'f.c'
source_filename = "f.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

; Function Attrs: mustprogress nofree norecurse nosync nounwind readonly uwtable willreturn
define dso_local i32 @f(i32* nocapture noundef readonly %0) local_unnamed_addr #0 {
  %2 = load i32, i32* %0, align 4
  ret i32 %2
}

attributes #0 = { mustprogress nofree norecurse nosync nounwind readonly uwtable willreturn "frame-pointer"="none" }

!llvm.ident = !{!0}

!0 = !{!"Debian clang version 14.0.6"}
"#;

#[test]
fn what_an_older_llvm_printed_prints_as_it_was() {
    let module = parse(PRINTED_BY_14.as_bytes(), &ParseOptions::default()).unwrap_or_else(|faults| panic!("{faults}"));
    assert_eq!(module.version(), Some(LlvmVersion::new(14)));
    let printed = print(&module, &PrintOptions { module_id: b"f.c".to_vec(), ..Default::default() });
    assert_eq!(String::from_utf8_lossy(&printed), PRINTED_BY_14);
}

#[test]
fn typed_pointers_by_hand_are_opaque_ones() {
    let text = PRINTED_BY_14.split_once('\n').map_or("", |(_, rest)| rest);
    let module = parse(text.as_bytes(), &ParseOptions::default()).unwrap_or_else(|faults| panic!("{faults}"));
    assert!(module.is_current() && !module.types.has_typed_pointers());
}
