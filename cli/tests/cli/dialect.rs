//! `--dialect`: modules in the language of another LLVM than their own.
use bctk_ir::version::LlvmVersion;
use std::fs;
use std::path::Path;

use bctk_bitcode::schema::metadata;
use bctk_bitstream::stream::{Event, EventReader, StreamWriter};

use crate::support::{bcconv, corpus, succeeds};

/// A folder with a file of the corpus as `a.bc`.
fn with(name: &str) -> tempfile::TempDir {
    let dir = tempfile::tempdir().expect("a temporary folder");
    fs::copy(corpus(name), dir.path().join("a.bc")).expect("a file of the corpus");
    dir
}

/// What a text says, without the name of its file and the order of predecessors.
fn text(dir: &Path, name: &str) -> Vec<String> {
    let text = String::from_utf8(fs::read(dir.join(name)).expect("a text")).expect("a text");
    text.lines().skip(1).map(|line| line.split("; preds").next().unwrap_or(line).to_owned()).collect()
}

fn files(version: &str) -> Vec<String> {
    let names = crate::support::files(&corpus(version)).into_iter();
    names.filter(|name| name.ends_with(".bc")).map(|name| format!("{version}/{name}")).collect()
}

#[test]
fn typed_pointers_can_always_be_said_without_their_types() {
    let mut files = [files("v13"), files("v14")].concat();
    // An index has no types; a file of two modules gives two texts.
    files.retain(|name| !["/index.bc", "-thin-g.bc"].iter().any(|end| name.ends_with(end)));
    assert!(files.len() >= 6, "{}", files.len());
    for name in files {
        let dir = with(&name);
        let dir = dir.path();
        let majors = ["15", "16", "22", "23"];
        for major in majors {
            succeeds(dir, &["--dialect", major, "a.bc", "-o", "a.ll"]);
            let printed = text(dir, "a.ll");
            assert!(printed.iter().any(|line| line.contains("ptr")), "{name}");
            let typed =
                |line: &&String| !line.starts_with(['!', ';', '@']) && ["i8*", "i32*", "i64*", ")*"].iter().any(|ty| line.contains(ty));
            assert_eq!(printed.iter().find(typed), None, "{name}");
            // Its bitcode says the same.
            succeeds(dir, &["--dialect", major, "a.bc", "-o", "b.bc"]);
            succeeds(dir, &["--dialect", major, "--plain", "b.bc", "-o", "b.ll"]);
            let again = text(dir, "b.ll");
            let different = printed.iter().zip(&again).find(|(a, b)| a != b);
            assert_eq!((different, printed.len()), (None, again.len()), "{name} for {major}");
        }
    }
}

#[test]
fn a_text_becomes_bitcode_of_the_version() {
    let dir = tempfile::tempdir().expect("a temporary folder");
    let dir = dir.path();
    fs::write(dir.join("a.ll"), "define i32 @f(ptr captures(none) %p) {\n  %v = load i32, ptr %p\n  ret i32 %v\n}\n").expect("a text");
    succeeds(dir, &["--dialect", "16", "a.ll", "-o", "a.bc"]);
    let options = bctk_bitcode::ReadOptions::default();
    let file = fs::read(dir.join("a.bc")).expect("a file");
    let facts = bctk_bitcode::facts(&bctk_bitcode::modules(&file, &options).expect("a module")[0]).expect("facts");
    assert_eq!((facts.producer.as_slice(), facts.llvm), (&b"LLVM16"[..], Some(LlvmVersion::new(16))));
    succeeds(dir, &["--plain", "a.bc", "-o", "b.ll"]);
    assert!(text(dir, "b.ll").iter().any(|line| line == "define i32 @f(ptr nocapture %p) {"));
}

/// Records of each kind, at the head of a block, before another instruction and before the last, with values of every sort.
const RECORDS: &str = r#"define i32 @f(i32 %a, ptr %p) memory(argmem: read) !dbg !4 {
  %v = alloca i32, align 4
    #dbg_declare(ptr %v, !7, !DIExpression(), !9)
    #dbg_value(i32 %a, !7, !DIExpression(), !9)
    #dbg_value(!DIArgList(i32 %a, i32 2), !7, !DIExpression(DW_OP_LLVM_arg, 0, DW_OP_LLVM_arg, 1, DW_OP_plus), !9)
  br label %next, !dbg !9

next:
    #dbg_value(i32 7, !7, !DIExpression(), !9)
    #dbg_value(!{}, !7, !DIExpression(), !9)
    #dbg_label(!8, !9)
  %r = load i32, ptr %p, align 4
    #dbg_value(ptr @f, !7, !DIExpression(), !9)
  ret i32 %r
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!3}

!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, producer: "clang", isOptimized: true, runtimeVersion: 0, emissionKind: FullDebug)
!1 = !DIFile(filename: "a.c", directory: "/")
!3 = !{i32 2, !"Debug Info Version", i32 3}
!4 = distinct !DISubprogram(name: "f", scope: !1, file: !1, line: 1, type: !5, spFlags: DISPFlagDefinition, unit: !0)
!5 = !DISubroutineType(types: !6)
!6 = !{}
!7 = !DILocalVariable(name: "v", scope: !4, file: !1, line: 2)
!8 = !DILabel(scope: !4, name: "l", file: !1, line: 3)
!9 = !DILocation(line: 2, scope: !4)
"#;

#[test]
fn debug_records_were_calls() {
    let dir = tempfile::tempdir().expect("a temporary folder");
    let dir = dir.path();
    fs::write(dir.join("a.ll"), RECORDS).expect("a text");
    let body = |name: &str| -> Vec<String> {
        let lines = text(dir, name).into_iter();
        lines
            .skip_while(|line| !line.starts_with("define"))
            .map(|line| line.trim_start().to_owned())
            .take_while(|line| line != "}")
            .collect()
    };
    let expected = [
        "%v = alloca i32, align 4",
        "tail call void @llvm.dbg.declare(metadata ptr %v, metadata !7, metadata !DIExpression()), !dbg !9",
        "tail call void @llvm.dbg.value(metadata i32 %a, metadata !7, metadata !DIExpression()), !dbg !9",
        "tail call void @llvm.dbg.value(metadata !DIArgList(i32 %a, i32 2), metadata !7, metadata \
         !DIExpression(DW_OP_LLVM_arg, 0, DW_OP_LLVM_arg, 1, DW_OP_plus)), !dbg !9",
        "br label %next, !dbg !9",
        "",
        "next:",
        "tail call void @llvm.dbg.value(metadata i32 7, metadata !7, metadata !DIExpression()), !dbg !9",
        "tail call void @llvm.dbg.value(metadata !6, metadata !7, metadata !DIExpression()), !dbg !9",
        "tail call void @llvm.dbg.label(metadata !8), !dbg !9",
        "%r = load i32, ptr %p, align 4",
        "tail call void @llvm.dbg.value(metadata ptr @f, metadata !7, metadata !DIExpression()), !dbg !9",
        "ret i32 %r",
    ];
    // Metadata gets its numbers in the order of its uses, which is another in each text: what is compared has none.
    let plain = |line: &str| line.chars().filter(|c| !c.is_ascii_digit()).collect::<String>().trim_end().to_owned();
    for major in ["18", "16", "15"] {
        succeeds(dir, &["--dialect", major, "--plain", "a.ll", "-o", "b.ll"]);
        succeeds(dir, &["--dialect", major, "a.ll", "-o", "b.bc"]);
        succeeds(dir, &["--dialect", major, "--plain", "b.bc", "-o", "c.ll"]);
        for name in ["b.ll", "c.ll"] {
            let found: Vec<String> = body(name).iter().skip(1).map(|line| plain(line)).collect();
            assert_eq!(found, expected.map(plain), "{name} of {major}");
            let all = text(dir, name).join("\n");
            let attribute = if major == "15" { "argmemonly readonly" } else { "memory(argmem: read)" };
            assert!(all.contains(&format!(" {attribute} {{")) || all.contains(&format!("{{ {attribute} }}")), "{all}");
        }
        // LLVM 22 has records again.
        succeeds(dir, &["--dialect", "22", "--plain", "b.bc", "-o", "d.ll"]);
        assert_eq!(body("d.ll").iter().filter(|line| line.starts_with("#dbg_")).count(), 7, "{major}");
    }
    fs::write(dir.join("a.ll"), RECORDS.replace("#dbg_declare(", "#dbg_declare_value(")).expect("a text");
    let refused = bcconv(dir, &["--to-llvm", "18", "--lossy", "none", "a.ll", "-o", "b.ll"]);
    assert!(
        String::from_utf8_lossy(&refused.stderr).contains("LLVM 18 cannot represent: #dbg_declare_value (since LLVM 22) in "),
        "{refused:?}"
    );
}

/// A text whose bitcode has the records that [`aged`] makes old.
const FOR_3_9: &str = r##"; ModuleID = 'old.c'
source_filename = "old.c"

@a = linkonce global i32 1, !dbg !3
@b = weak_odr global i32* @a, !dbg !4
@c = weak global i32 3

define void @f(i32* %p) !dbg !10 {
  call void @llvm.dbg.declare(metadata i32* %p, metadata !11, metadata !DIExpression(DW_OP_deref)), !dbg !12
  call void @llvm.dbg.declare(metadata i32* %p, metadata !11, metadata !DIExpression(DW_OP_deref, DW_OP_plus, 4, DW_OP_bit_piece, 8, 8)), !dbg !12
  ret void, !dbg !12
}

declare void @llvm.dbg.declare(metadata, metadata, metadata)

!llvm.dbg.cu = !{!0}
!llvm.ident = !{!8}
!llvm.module.flags = !{!9}

!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, globals: !2)
!1 = !DIFile(filename: "a.c", directory: "/")
!2 = !{!3, !4, !5}
!3 = distinct !DIGlobalVariable(name: "a", scope: !0, file: !1, line: 1, type: !7, isLocal: false, isDefinition: true)
!4 = distinct !DIGlobalVariable(name: "b", scope: !0, file: !1, line: 2, type: !7, isLocal: false, isDefinition: true, declaration: !6)
!5 = distinct !DIGlobalVariable(name: "c", scope: !0, file: !1, line: 3, type: !7, isLocal: false, isDefinition: true)
!6 = !DIExpression(DW_OP_constu, 23, DW_OP_stack_value)
!7 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!8 = !{!"clang version 8.0.0"}
!9 = !{i32 2, !"Debug Info Version", i32 3}
!10 = distinct !DISubprogram(name: "f", scope: !1, file: !1, line: 4, spFlags: DISPFlagDefinition, unit: !0)
!11 = !DILocalVariable(name: "p", arg: 1, scope: !10, file: !1, line: 4, type: !7)
!12 = !DILocation(line: 4, scope: !10)
"##;

/// What llvm-dis 22 prints of the file, but for the first line.
const OF_3_9_IN_22: &str = r##"source_filename = "old.c"

@a = linkonce global i32 1, !dbg !0
@b = weak_odr global ptr @a, !dbg !6
@c = weak global i32 3

define void @f(ptr %p) !dbg !13 {
    #dbg_declare(ptr %p, !14, !DIExpression(), !15)
    #dbg_declare(ptr %p, !14, !DIExpression(DW_OP_plus_uconst, 4, DW_OP_deref, DW_OP_LLVM_fragment, 8, 8), !15)
  ret void, !dbg !15
}

!llvm.dbg.cu = !{!2}
!llvm.ident = !{!11}
!llvm.module.flags = !{!12}

!0 = distinct !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(name: "a", scope: !2, file: !3, line: 1, type: !8, isLocal: false, isDefinition: true)
!2 = distinct !DICompileUnit(language: DW_LANG_C99, file: !3, isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, globals: !4)
!3 = !DIFile(filename: "a.c", directory: "/")
!4 = !{!5, !6, !9}
!5 = distinct !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!6 = distinct !DIGlobalVariableExpression(var: !7, expr: !DIExpression(DW_OP_constu, 23, DW_OP_stack_value))
!7 = distinct !DIGlobalVariable(name: "b", scope: !2, file: !3, line: 2, type: !8, isLocal: false, isDefinition: true)
!8 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!9 = distinct !DIGlobalVariableExpression(var: !10, expr: !DIExpression())
!10 = distinct !DIGlobalVariable(name: "c", scope: !2, file: !3, line: 3, type: !8, isLocal: false, isDefinition: true)
!11 = !{!"clang version 8.0.0"}
!12 = !{i32 2, !"Debug Info Version", i32 3}
!13 = distinct !DISubprogram(name: "f", scope: !3, file: !3, line: 4, spFlags: DISPFlagDefinition, unit: !2)
!14 = !DILocalVariable(name: "p", arg: 1, scope: !13, file: !3, line: 4, type: !8)
!15 = !DILocation(line: 4, scope: !13)
"##;

/// The file with expressions and global variables of debug information in records of version 0.
fn aged(file: &[u8]) -> bctk_bitcode::Result<Vec<u8>> {
    let mut reader = EventReader::new(file)?;
    let mut writer = StreamWriter::new();
    let mut blocks = Vec::new();
    while let Some(mut item) = reader.next()? {
        match &mut item.event {
            Event::EnterBlock { block, .. } => blocks.push(*block),
            Event::EndBlock { .. } => drop(blocks.pop()),
            // DIGlobalVariable and DIExpression.
            Event::Record { code: code @ (27 | 29), ops, .. } if blocks.last() == Some(&metadata::ID) => {
                ops[0] &= 1;
                if *code == 27 {
                    // What the text has as the declaration is the value.
                    ops.swap(9, 10);
                }
            }
            _ => {}
        }
        writer.item(&item)?;
    }
    writer.finish()
}

#[test]
fn what_llvm_22_reads_in_records_of_llvm_3_9() {
    let dir = tempfile::tempdir().expect("a temporary folder");
    let dir = dir.path();
    fs::write(dir.join("a.ll"), FOR_3_9).expect("a text");
    succeeds(dir, &["a.ll", "-o", "a.bc"]);
    let old = aged(&fs::read(dir.join("a.bc")).expect("a file")).expect("a stream");
    fs::write(dir.join("a.bc"), old).expect("a file");
    succeeds(dir, &["--dialect", "22", "a.bc", "-o", "b.ll"]);
    assert_eq!(text(dir, "b.ll"), OF_3_9_IN_22.lines().collect::<Vec<_>>());
}
