//! Texts in spellings that LLVM takes print as LLVM prints them: each `NAME.out` is what `llvm-as -disable-verify | llvm-dis` of LLVM 22
//! makes of `NAME.ll`.
use bctk_ir::version::LlvmVersion;
use bctk_textual::{ParseOptions, PrintOptions, parse, print};
use std::path::Path;

/// How LLVM 22 reads a text.
fn as_22() -> ParseOptions {
    ParseOptions { read_as: Some(LlvmVersion::new(22)), ..ParseOptions::default() }
}

fn check(name: &str) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/parse");
    let text = std::fs::read(folder.join(name).with_extension("ll")).expect("a text");
    let expected = std::fs::read_to_string(folder.join(name).with_extension("out")).expect("what LLVM makes of it");
    let mut module = parse(&text, &as_22()).unwrap_or_else(|faults| panic!("{name}: {faults}"));
    bctk_transforms::upgrade::upgrade(&mut module, LlvmVersion::new(22));
    module.source_filename = Some(module.strings.push(b"<stdin>"));
    let printed = print(&module, &PrintOptions { module_id: b"<stdin>".to_vec(), ..Default::default() });
    let printed = String::from_utf8_lossy(&printed);
    for (i, (got, want)) in printed.lines().zip(expected.lines()).enumerate().skip(2) {
        assert_eq!(got, want, "{name}, line {}", i + 1);
    }
    assert_eq!(printed.lines().count(), expected.lines().count(), "{name}");
}

/// Text that a disassembler printed prints again as it is.
fn prints_again(name: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/parse").join(name);
    let text = std::fs::read(path).expect("a text");
    let module = parse(&text, &ParseOptions::default()).unwrap_or_else(|faults| panic!("{faults}"));
    let printed = print(&module, &PrintOptions { module_id: b"<stdin>".to_vec(), ..Default::default() });
    let (printed, text) = (String::from_utf8_lossy(&printed), String::from_utf8_lossy(&text));
    for (i, (got, want)) in printed.lines().zip(text.lines()).enumerate() {
        assert_eq!(got, want, "{name}, line {}", i + 1);
    }
    assert_eq!(printed.lines().count(), text.lines().count(), "{name}");
}

/// Functions print while later ones get their numbers.
#[test]
fn a_number_from_a_later_function() {
    // A mention in a call of a function that is no intrinsic gives a node no number.
    let mut text = String::from("\ndeclare void @f(metadata)\n\ndefine void @first() {\n  call void @f(metadata !0)\n  ret void\n}\n");
    for n in 0..40 {
        text += &format!("\ndefine void @between{n}() {{\n{}  ret void\n}}\n", "  fence seq_cst\n".repeat(1000));
    }
    text += "\ndefine void @last() {\n  ret void, !a !0\n}\n\n!0 = !{}\n";
    let module = parse(text.as_bytes(), &ParseOptions::default()).unwrap_or_else(|faults| panic!("{faults}"));
    let printed = print(&module, &PrintOptions::default());
    assert!(printed == text.as_bytes(), "{}", String::from_utf8_lossy(&printed[..200]));
}

#[test]
fn constants() {
    check("constants");
}

#[test]
fn casts_that_fold() {
    check("constant-casts");
}

#[test]
fn vectors_that_fold() {
    check("constant-vectors");
}

#[test]
fn instructions() {
    check("instructions");
}

#[test]
fn attributes() {
    check("attributes");
}

#[test]
fn metadata() {
    check("metadata");
}

/// Use-list orders print as they stand, and order the predecessors; `llvm-dis --preserve-ll-uselistorder` gives what is expected.
#[test]
fn use_list_orders() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/parse");
    let text = std::fs::read(folder.join("uselist.ll")).expect("a text");
    let expected = std::fs::read_to_string(folder.join("uselist.out")).expect("what LLVM makes of it");
    let module = parse(&text, &ParseOptions::default()).unwrap_or_else(|faults| panic!("{faults}"));
    let printed = print(&module, &PrintOptions { module_id: b"<stdin>".to_vec(), preserve_uselistorder: true, ..Default::default() });
    let printed = String::from_utf8_lossy(&printed);
    let lines = |text: &str| text.lines().filter(|l| !l.starts_with("source_filename")).map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(lines(&printed), lines(&expected));
}

/// A size of 0 does not print. Nodes that differ in it alone stay two when the printed text is read again.
#[test]
fn zero_sizes() {
    check("zero-sizes");
    prints_again("zero-sizes.out");
}

/// Text with typed pointers as LLVM 14 prints it stays as it is.
#[test]
fn typed_pointers() {
    prints_again("typed.out");
}

/// An index of many modules: LLVM keeps of it what its bitcode has a place for, and what it prints stays as it is.
#[test]
fn summaries() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/parse");
    let expected = std::fs::read_to_string(folder.join("summary.out")).expect("what LLVM makes of it");
    for name in ["summary.ll", "summary.out"] {
        let text = std::fs::read(folder.join(name)).expect("a text");
        let mut module = parse(&text, &as_22()).unwrap_or_else(|faults| panic!("{name}: {faults}"));
        bctk_ir::summary::settle(&mut module);
        bctk_ir::summary::sort_references(&mut module, false);
        module.source_filename = Some(module.strings.push(b"<stdin>"));
        let printed = print(&module, &PrintOptions { module_id: b"<stdin>".to_vec(), ..Default::default() });
        let printed = String::from_utf8_lossy(&printed);
        assert_eq!(printed.lines().collect::<Vec<_>>(), expected.lines().collect::<Vec<_>>(), "{name}");
    }
}

/// Debug information as LLVM 3.7 spells it prints so again.
#[test]
fn debug_info_of_3_7() {
    let text = b"; ModuleID = 'x.c'\n@g = global i32* null\ndefine void @f() {\n  ret void\n}\n!llvm.dbg.cu = !{!0}\n\
        !0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, emissionKind: 1, subprograms: !2, globals: !4)\n\
        !1 = !DIFile(filename: \"x.c\", directory: \"\")\n!2 = !{!3}\n\
        !3 = !DISubprogram(name: \"f\", scope: !1, isLocal: true, isDefinition: true, function: void ()* @f, variables: !6)\n\
        !4 = !{!5}\n!5 = !DIGlobalVariable(name: \"g\", scope: !7, isDefinition: true, variable: i32** @g)\n!6 = !{!8}\n\
        !7 = !DINamespace(name: \"n\", scope: !3, file: !1, line: 2)\n\
        !8 = !DILocalVariable(tag: DW_TAG_auto_variable, name: \"x\", scope: !3)\n";
    let module = parse(text, &ParseOptions::default()).unwrap_or_else(|faults| panic!("{faults}"));
    let printed = print(&module, &PrintOptions::default());
    let printed = String::from_utf8_lossy(&printed);
    for line in [
        ", isLocal: false, isDefinition: true, variable: i32** @g)",
        "emissionKind: 1, subprograms: !2, globals: !",
        "= !DINamespace(name: \"n\", scope: !3, file: !1, line: 2)",
        "= !DISubprogram(name: \"f\", scope: !1, isLocal: true, isDefinition: true, isOptimized: false, function: void ()* @f, variables: !",
        "= !DILocalVariable(tag: DW_TAG_auto_variable, name: \"x\", scope: !3)",
    ] {
        assert!(printed.contains(line), "{line} in {printed}");
    }
}

/// A unit without a language has the field all the same, as a text must.
#[test]
fn a_unit_without_a_language() {
    let text =
        b"!llvm.dbg.cu = !{!0}\n!0 = distinct !DICompileUnit(language: 0, file: !1)\n!1 = !DIFile(filename: \"a\", directory: \"b\")\n";
    let module = parse(text, &ParseOptions::default()).unwrap_or_else(|faults| panic!("{faults}"));
    let printed = print(&module, &PrintOptions::default());
    assert!(String::from_utf8_lossy(&printed).contains("!DICompileUnit(language: 0, file: !1, "));
    assert!(parse(&printed, &ParseOptions::default()).is_ok());
    // llvm-dis 13 to 19 leave it out.
    let old = parse(text, &ParseOptions { printed_by: Some(bctk_ir::version::LlvmVersion::new(19)), ..ParseOptions::default() })
        .unwrap_or_else(|faults| panic!("{faults}"));
    assert!(String::from_utf8_lossy(&print(&old, &PrintOptions::default())).contains("!DICompileUnit(file: !1, "));
}
