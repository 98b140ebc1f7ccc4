//! `--dialect`: modules in the language of another LLVM than their own.
use bctk_ir::version::LlvmVersion;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use bctk_bitcode::schema::metadata;
use bctk_bitstream::stream::{Event, EventReader, StreamWriter};

fn bcconv(dir: &Path, args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_bcconv")).current_dir(dir).args(args).output().expect("the tool")
}

fn succeeds(dir: &Path, args: &[&str]) {
    let output = bcconv(dir, args);
    assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
}

/// A folder with a file of the corpus as `a.bc`.
fn with(name: &str) -> tempfile::TempDir {
    let dir = tempfile::tempdir().expect("a temporary folder");
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpus").join(name);
    fs::copy(path, dir.path().join("a.bc")).expect("a file of the corpus");
    dir
}

/// What a text says, without the name of its file and the order of predecessors.
fn text(dir: &Path, name: &str) -> Vec<String> {
    let text = String::from_utf8(fs::read(dir.join(name)).expect("a text")).expect("a text");
    text.lines().skip(1).map(|line| line.split("; preds").next().unwrap_or(line).to_owned()).collect()
}

fn files(version: &str) -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpus").join(version);
    let names = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned());
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
        let majors = ["15", "16", "22"];
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
fn the_own_version_is_no_other() {
    let dir = with("v15/clang-mix-O2-g.bc");
    let dir = dir.path();
    succeeds(dir, &["a.bc", "-o", "a.ll"]);
    succeeds(dir, &["--dialect", "15", "a.bc", "-o", "b.ll"]);
    assert_eq!(text(dir, "a.ll"), text(dir, "b.ll"));
    succeeds(dir, &["b.ll", "-o", "b.bc"]);
    assert!(fs::read(dir.join("a.bc")).expect("a file") == fs::read(dir.join("b.bc")).expect("a file"));
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

#[test]
fn what_cannot_be_said_is_named() {
    let refused = |name: &str, args: &[&str]| {
        let dir = with(name);
        let output = bcconv(dir.path(), &[args, &["a.bc", "-o", "b.ll"]].concat());
        assert_eq!(output.status.code(), Some(1), "{name}");
        assert!(!dir.path().join("b.ll").exists());
        String::from_utf8_lossy(&output.stderr).into_owned()
    };
    let said = refused("v22/clang-c-O2-g.bc", &["--dialect", "17"]);
    assert!(said.contains("LLVM 17 has no ") && said.contains(" atomGroup of debug locations (since LLVM 21)"), "{said}");
    let said = refused("v15/clang-mix-O2-g.bc", &["--dialect", "14"]);
    assert!(said.contains("LLVM 14 has no opaque pointers (ptr) (since LLVM 15)"), "{said}");
}

/// A text of LLVM 12: inline assembly and an intrinsic that take addresses, attributes where they do not fit, a bundle and a comment for the Objective-C
/// runtime.
const OF_12: &str = r##"; ModuleID = 'old.c'
source_filename = "old.c"

declare i8* @foo()

declare i32 @llvm.arm.ldrex.p0i32(i32*)

define align 8 i8 @f(i8 align 8 %0, i32* align 4 %p) {
  %a = call i32 @llvm.arm.ldrex.p0i32(i32* %p)
  call void asm "", "=*m,r"(i32* %p, i32 %a)
  %b = call i8* @foo() [ "clang.arc.attachedcall"() ]
  call void asm sideeffect "mov\09fp, fp\09\09# marker for objc_retainAutoreleaseReturnValue", ""()
  ret i8 %0
}

!llvm.ident = !{!0}

!0 = !{!"clang version 12.0.0"}
"##;

/// What llvm-dis 22 prints of its bitcode, but for the first line.
const OF_12_IN_22: &str = r##"source_filename = "old.c"

declare ptr @foo()

define i8 @f(i8 %0, ptr align 4 %p) {
  %a = call i32 @llvm.arm.ldrex.p0(ptr elementtype(i32) %p)
  call void asm "", "=*m,r"(ptr elementtype(i32) %p, i32 %a)
  %b = call ptr @foo()
  call void asm sideeffect "mov\09fp, fp\09\09; marker for objc_retainAutoreleaseReturnValue", ""()
  ret i8 %0
}

; Function Attrs: nounwind
declare i32 @llvm.arm.ldrex.p0(ptr) #0

attributes #0 = { nounwind }

!llvm.ident = !{!0}

!0 = !{!"clang version 12.0.0"}
"##;

#[test]
fn what_llvm_22_reads_in_bitcode_of_llvm_12() {
    let dir = tempfile::tempdir().expect("a temporary folder");
    let dir = dir.path();
    fs::write(dir.join("a.ll"), OF_12).expect("a text");
    succeeds(dir, &["a.ll", "-o", "a.bc"]);
    succeeds(dir, &["--dialect", "22", "a.bc", "-o", "b.ll"]);
    assert_eq!(text(dir, "b.ll"), OF_12_IN_22.lines().collect::<Vec<_>>());
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
    let refused = bcconv(dir, &["--dialect", "18", "a.ll", "-o", "b.ll"]);
    assert!(String::from_utf8_lossy(&refused.stderr).contains("LLVM 18 has no #dbg_declare_value (since LLVM 22)\n"), "{refused:?}");
}

/// A text of LLVM 8 and older: labels as arguments of `callbr`, a vector of MMX, a frame of an interrupt handler, an attribute that does not fit an argument beyond
/// those of the type, attachments that do not fit.
const OF_8: &str = r##"; ModuleID = 'old.c'
source_filename = "old.c"

%frame = type { i64, i64 }

declare void @v(i8, ...)

define i32 @labels(i32 %x) {
entry:
  callbr void asm "", "r,X,i,~{memory}"(i32 %x, i8* blockaddress(@labels, %other), i8* blockaddress(@labels, %fail))
          to label %normal [label %fail]

normal:
  ret i32 1

fail:
  ret i32 0

other:
  ret i32 2
}

define x86_intrcc void @handler(%frame* %f) {
  ret void
}

define void @f(i1 %c, x86_mmx %m) {
  %p = alloca x86_mmx, align 8
  call void (i8, ...) @v(i8 0, i8 align 8 1, i32* align 4 null)
  br i1 %c, label %a, label %a, !prof !1

a:
  br i1 %c, label %a, label %b, !prof !2

b:
  ret void
}

!llvm.ident = !{!0}
!llvm.module.flags = !{!3}

!0 = !{!"clang version 8.0.0"}
!1 = !{!"branch_weights", i32 1}
!2 = !{!"branch_weights", i32 1, i32 2}
!3 = !{i32 6, !"Linker Options", !4}
!4 = !{!5}
!5 = !{!"-lz"}
"##;

/// What llvm-dis 22 prints of its bitcode, but for the first line.
const OF_8_IN_22: &str = r##"source_filename = "old.c"

%frame = type { i64, i64 }

declare void @v(i8, ...)

define i32 @labels(i32 %x) {
entry:
  callbr void asm "", "r,X,!i,~{memory}"(i32 %x, ptr blockaddress(@labels, %other))
          to label %normal [label %fail]

normal:
  ret i32 1

fail:
  ret i32 0

other:                                            ; No predecessors!
  ret i32 2
}

define x86_intrcc void @handler(ptr byval(%frame) %f) {
  ret void
}

define void @f(i1 %c, <1 x i64> %m) {
  %p = alloca <1 x i64>, align 8
  call void (i8, ...) @v(i8 0, i8 1, ptr align 4 null)
  br i1 %c, label %a, label %a

a:
  br i1 %c, label %a, label %b, !prof !4

b:
  ret void
}

!llvm.ident = !{!0}
!llvm.module.flags = !{!1}
!llvm.linker.options = !{!3}

!0 = !{!"clang version 8.0.0"}
!1 = !{i32 6, !"Linker Options", !2}
!2 = !{!3}
!3 = !{!"-lz"}
!4 = !{!"branch_weights", i32 1, i32 2}
"##;

#[test]
fn what_llvm_22_reads_in_bitcode_of_llvm_8() {
    let dir = tempfile::tempdir().expect("a temporary folder");
    let dir = dir.path();
    fs::write(dir.join("a.ll"), OF_8).expect("a text");
    succeeds(dir, &["a.ll", "-o", "a.bc"]);
    succeeds(dir, &["--dialect", "22", "a.bc", "-o", "b.ll"]);
    let printed: Vec<String> = text(dir, "b.ll").iter().map(|line| line.trim_end().to_owned()).collect();
    assert_eq!(printed, OF_8_IN_22.lines().collect::<Vec<_>>());
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
            Event::Record { code: 27 | 29, ops, .. } if blocks.last() == Some(&metadata::ID) => ops[0] &= 1,
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

/// A text of LLVM 14 with constant expressions that LLVM 22 does not have.
const OF_14: &str = r##"; ModuleID = 'old.c'
source_filename = "old.c"

%pair = type { i32, i32 }

@a = external global i32
@b = external global i32
@table = global i8* blockaddress(@phis, %join)

define i32 @value(i32* %p, i1 %c) {
  store i32 zext (i1 icmp eq (i32* @a, i32* @b) to i32), i32* getelementptr (i32, i32* null, i32 zext (i1 icmp eq (i32* @a, i32* @b) to i32))
  %s = select i1 %c, i32 zext (i1 icmp ne (i32* @a, i32* null) to i32), i32 mul (i32 ptrtoint (i32* @a to i32), i32 3)
  %t = call i32 @value(i32* select (i1 icmp ugt (i32* @a, i32* @b), i32* @a, i32* @b), i1 icmp ult (i32* @a, i32* @b))
  ret i32 %s
}

define %pair @parts() {
  ret %pair { i32 7, i32 sdiv exact (i32 ptrtoint (i32* @a to i32), i32 3) }
}

define <2 x i32> @vector() {
  ret <2 x i32> <i32 shl nuw nsw (i32 ptrtoint (i32* @a to i32), i32 3), i32 add (i32 shl nuw nsw (i32 ptrtoint (i32* @a to i32), i32 3), i32 1)>
}

define double @float() {
  ret double fneg (double fadd (double sitofp (i1 fcmp ogt (double bitcast (i64 ptrtoint (i32* @a to i64) to double), double 1.0) to double), double 2.0))
}

define i64 @phis(i32 %x, i8* %to) {
entry:
  switch i32 %x, label %default [
    i32 0, label %join
    i32 1, label %join
    i32 2, label %default
  ]

default:
  indirectbr i8* %to, [label %join, label %last]

join:
  %phi = phi i64 [ lshr (i64 ptrtoint (i32* @a to i64), i64 1), %entry ], [ lshr (i64 ptrtoint (i32* @a to i64), i64 1), %entry ], [ 0, %default ]
  %other = phi i64 [ and (i64 ptrtoint (i32* @a to i64), i64 1), %entry ], [ and (i64 ptrtoint (i32* @a to i64), i64 1), %entry ], [ 5, %default ]
  br i1 icmp eq (i32* @a, i32* @b), label %last, label %join2

join2:
  br label %last

last:
  %end = phi i64 [ 1, %join ], [ or (i64 ptrtoint (i32* @a to i64), i64 ptrtoint (i32* @b to i64)), %join2 ], [ 2, %default ]
  ret i64 %end
}

!named = !{!0}
!llvm.ident = !{!1}

!0 = !{i1 icmp eq (i32* @a, i32* @b), i32 ptrtoint (i32* @a to i32)}
!1 = !{!"clang version 14.0.0"}
"##;

/// What llvm-dis 22 prints of its bitcode, but for the first line.
const OF_14_IN_22: &str = r##"source_filename = "old.c"

%pair = type { i32, i32 }

@a = external global i32
@b = external global i32
@table = global ptr blockaddress(@phis, %join)

define i32 @value(ptr %p, i1 %c) {
  %constexpr = icmp eq ptr @a, @b
  %constexpr1 = zext i1 %constexpr to i32
  %constexpr2 = getelementptr i32, ptr null, i32 %constexpr1
  %constexpr3 = icmp eq ptr @a, @b
  %constexpr4 = zext i1 %constexpr3 to i32
  store i32 %constexpr4, ptr %constexpr2, align 4
  %constexpr5 = icmp ne ptr @a, null
  %constexpr6 = zext i1 %constexpr5 to i32
  %constexpr7 = mul i32 ptrtoint (ptr @a to i32), 3
  %s = select i1 %c, i32 %constexpr6, i32 %constexpr7
  %constexpr8 = icmp ugt ptr @a, @b
  %constexpr9 = select i1 %constexpr8, ptr @a, ptr @b
  %constexpr10 = icmp ult ptr @a, @b
  %t = call i32 @value(ptr %constexpr9, i1 %constexpr10)
  ret i32 %s
}

define %pair @parts() {
  %constexpr = sdiv exact i32 ptrtoint (ptr @a to i32), 3
  %constexpr.ins = insertvalue %pair poison, i32 7, 0
  %constexpr.ins1 = insertvalue %pair %constexpr.ins, i32 %constexpr, 1
  ret %pair %constexpr.ins1
}

define <2 x i32> @vector() {
  %constexpr = shl nuw nsw i32 ptrtoint (ptr @a to i32), 3
  %constexpr1 = add i32 %constexpr, 1
  %constexpr.ins = insertelement <2 x i32> poison, i32 %constexpr, i32 0
  %constexpr.ins2 = insertelement <2 x i32> %constexpr.ins, i32 %constexpr1, i32 1
  ret <2 x i32> %constexpr.ins2
}

define double @float() {
  %constexpr = fcmp ogt double bitcast (i64 ptrtoint (ptr @a to i64) to double), 1.000000e+00
  %constexpr1 = sitofp i1 %constexpr to double
  %constexpr2 = fadd double %constexpr1, 2.000000e+00
  %constexpr3 = fneg double %constexpr2
  ret double %constexpr3
}

define i64 @phis(i32 %x, ptr %to) {
entry:
  switch i32 %x, label %default [
    i32 0, label %phi.constexpr
    i32 1, label %phi.constexpr
    i32 2, label %default
  ]

default:
  indirectbr ptr %to, [label %join, label %last]

phi.constexpr:
  %constexpr = lshr i64 ptrtoint (ptr @a to i64), 1
  %constexpr2 = and i64 ptrtoint (ptr @a to i64), 1
  br label %join

join:
  %phi = phi i64 [ %constexpr, %phi.constexpr ], [ 0, %default ]
  %other = phi i64 [ %constexpr2, %phi.constexpr ], [ 5, %default ]
  %constexpr3 = icmp eq ptr @a, @b
  br i1 %constexpr3, label %last, label %join2

join2:
  br label %phi.constexpr1

phi.constexpr1:
  %constexpr4 = or i64 ptrtoint (ptr @a to i64), ptrtoint (ptr @b to i64)
  br label %last

last:
  %end = phi i64 [ 1, %join ], [ %constexpr4, %phi.constexpr1 ], [ 2, %default ]
  ret i64 %end
}

!named = !{!0}
!llvm.ident = !{!1}

!0 = !{i1 poison, i32 ptrtoint (ptr @a to i32)}
!1 = !{!"clang version 14.0.0"}
"##;

#[test]
fn constant_expressions_become_instructions() {
    let dir = tempfile::tempdir().expect("a temporary folder");
    let dir = dir.path();
    fs::write(dir.join("a.ll"), OF_14).expect("a text");
    succeeds(dir, &["a.ll", "-o", "a.bc"]);
    succeeds(dir, &["--dialect", "22", "a.bc", "-o", "b.ll"]);
    let trimmed = |lines: Vec<String>| lines.iter().map(|line| line.trim_end().to_owned()).collect::<Vec<_>>();
    assert_eq!(trimmed(text(dir, "b.ll")), trimmed(OF_14_IN_22.lines().map(str::to_owned).collect()));
    // An initializer cannot be computed.
    fs::write(
        dir.join("a.ll"),
        "; ModuleID = 'a.c'\n@a = external global i8\n@b = external global i8\n@c = global i1 icmp ult (i8* @a, i8* @b)\n",
    )
    .expect("a text");
    succeeds(dir, &["a.ll", "-o", "a.bc"]);
    let refused = bcconv(dir, &["--dialect", "22", "a.bc", "-o", "b.ll"]);
    assert!(String::from_utf8_lossy(&refused.stderr).contains("LLVM 22 has no constant icmp and fcmp (until LLVM 18)"), "{refused:?}");
}
