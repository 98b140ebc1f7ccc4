//! What tables say of small modules, of damaged ones, and of the same function in other clothes.
use bctk_tables::arrow_array::cast::AsArray;
use bctk_tables::arrow_array::types::{UInt32Type, UInt64Type};
use bctk_tables::arrow_array::{Array, RecordBatch};
use bctk_tables::{Options, Source, Table, read, read_all};
use std::time::Duration;

fn table(table: Table, text: &str) -> RecordBatch {
    let batch = read(table, 0, Source { name: Some("a.ll"), bytes: text.as_bytes() }, &Options::default());
    assert_eq!(errors(&batch), Vec::<String>::new(), "{text}");
    batch
}

fn errors(batch: &RecordBatch) -> Vec<String> {
    batch.column_by_name("error").expect("errors").as_string::<i32>().iter().flatten().map(str::to_owned).collect()
}

fn texts(batch: &RecordBatch, column: &str) -> Vec<String> {
    let column = batch.column_by_name(column).unwrap_or_else(|| panic!("no column {column}"));
    column.as_string::<i32>().iter().map(|text| text.unwrap_or("-").to_owned()).collect()
}

fn numbers(batch: &RecordBatch, column: &str) -> Vec<Option<u32>> {
    batch.column_by_name(column).expect("a column").as_primitive::<UInt32Type>().iter().collect()
}

fn corpus(name: &str) -> Vec<u8> {
    std::fs::read(format!("{}/../corpus/v22/{name}", env!("CARGO_MANIFEST_DIR"))).expect("a file of the corpus")
}

const LOOP: &str = "
%struct.pair = type { i32, i32 }
@text = private unnamed_addr constant [3 x i8] c\"hi\\00\"
@count = external global i32

define i32 @sum(ptr %p, i32 %n) {
entry:
  %c = icmp sgt i32 %n, 0
  br i1 %c, label %loop, label %exit

loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %at = getelementptr inbounds %struct.pair, ptr %p, i32 %i, i32 1
  %v = load i32, ptr %at, align 4
  store volatile i32 %v, ptr @count, align 4
  %r = call i32 @puts(ptr @text)
  %next = add nuw nsw i32 %i, 1
  %d = icmp eq i32 %next, %n
  br i1 %d, label %exit, label %loop

exit:
  ret i32 %n
}

declare i32 @puts(ptr)
";

#[test]
fn functions_count_what_is_in_them() {
    let batch = table(Table::Functions, LOOP);
    assert_eq!(texts(&batch, "name"), ["sum", "puts"]);
    assert_eq!(texts(&batch, "type"), ["i32 (ptr, i32)", "i32 (ptr)"]);
    for (column, count) in [("blocks", 3), ("instructions", 11), ("edges", 4), ("cyclomatic_complexity", 3), ("loads", 1)] {
        assert_eq!(numbers(&batch, column), [Some(count), None], "{column}");
    }
    assert_eq!((numbers(&batch, "calls")[0], numbers(&batch, "branches")[0]), (Some(1), Some(2)));
    let opcodes = batch.column_by_name("opcodes").expect("opcodes").as_struct();
    let sum: u32 = opcodes.columns().iter().map(|column| column.as_primitive::<UInt32Type>().value(0)).sum();
    assert_eq!(sum, 11);
    assert!(opcodes.is_null(1));
}

#[test]
fn blocks_are_a_graph() {
    let batch = table(Table::Blocks, LOOP);
    let lists = |column: &str| -> Vec<Vec<u32>> {
        let lists = batch.column_by_name(column).expect("a column").as_list::<i32>();
        lists.iter().flatten().map(|list| list.as_primitive::<UInt32Type>().values().to_vec()).collect()
    };
    assert_eq!(lists("successors"), [vec![1, 2], vec![2, 1], vec![]]);
    assert_eq!(lists("predecessors"), [vec![], vec![0, 1], vec![0, 1]]);
    assert_eq!(texts(&batch, "terminator"), ["br", "br", "ret"]);
}

#[test]
fn calls_name_caller_and_callee() {
    let text = "
@f = external global ptr
declare void @g(i32)
declare void @llvm.trap()
define void @h() {
  call void @g(i32 1)
  tail call void @llvm.trap()
  %p = load ptr, ptr @f
  call void %p()
  call void asm \"\", \"\"()
  ret void
}
";
    let batch = table(Table::Calls, text);
    assert_eq!(texts(&batch, "callee"), ["g", "llvm.trap", "-", "-"]);
    assert_eq!(texts(&batch, "kind"), ["direct", "direct", "indirect", "asm"]);
    assert_eq!(texts(&batch, "tail"), ["-", "tail", "-", "-"]);
    assert_eq!(numbers(&batch, "instruction"), [Some(0), Some(1), Some(3), Some(4)]);
}

#[test]
fn instructions_have_operands_and_flags() {
    let batch = table(Table::Instructions, LOOP);
    assert_eq!(&texts(&batch, "opcode")[..5], ["icmp", "br", "phi", "getelementptr", "load"]);
    let list = |column: &str, row: usize| -> Vec<String> {
        let list = batch.column_by_name(column).expect("a column").as_list::<i32>().value(row);
        list.as_string::<i32>().iter().flatten().map(str::to_owned).collect()
    };
    assert_eq!(list("flags", 7), ["nuw", "nsw"]);
    assert_eq!(list("flags", 5), ["volatile"]);
    let operands = batch.column_by_name("operands").expect("operands").as_list::<i32>().value(7);
    let operands = operands.as_struct();
    let kinds: Vec<&str> = operands.column(0).as_string::<i32>().iter().flatten().collect();
    assert_eq!(kinds, ["instruction", "constant"]);
    assert_eq!(operands.column(1).as_primitive::<UInt32Type>().value(0), 2);
    assert_eq!(operands.column(3).as_string::<i32>().value(1), "1");
    assert_eq!(texts(&batch, "predicate")[0], "sgt");
    assert_eq!(texts(&batch, "accessed_type")[3], "%struct.pair");
}

#[test]
fn metadata_operands_have_numbers() {
    let text = "declare void @llvm.x(metadata)\ndefine void @f() {\n  call void @llvm.x(metadata !5)\n  ret void\n}\n!n = !{!0}\n!0 = !{}\n!5 = distinct !{!0}\n";
    let batch = table(Table::Instructions, text);
    let operands = batch.column_by_name("operands").expect("operands").as_list::<i32>().value(0);
    assert_eq!(operands.as_struct().column_by_name("value").expect("values").as_string::<i32>().value(0), "metadata !1");
}

#[test]
fn globals_and_types_have_sizes() {
    let globals = table(Table::Globals, LOOP);
    assert_eq!(texts(&globals, "name"), ["text", "count"]);
    let size = globals.column_by_name("size").expect("size").as_primitive::<UInt64Type>();
    assert_eq!((size.value(0), size.value(1)), (3, 4));
    let types = table(Table::Types, LOOP);
    let at = texts(&types, "text").iter().position(|text| text == "%struct.pair").expect("a structure");
    let size = types.column_by_name("size").expect("size").as_primitive::<UInt64Type>();
    assert_eq!((texts(&types, "struct_kind")[at].as_str(), size.value(at)), ("identified", 8));
}

#[test]
fn locations_say_where_code_was_inlined() {
    let bytes = corpus("clang-cpp-O0-g.bc");
    let batch = read(Table::DebugLocations, 0, Source { name: None, bytes: &bytes }, &Options::default());
    assert!(batch.num_rows() > 50 && errors(&batch).is_empty());
    assert!(numbers(&batch, "line").iter().all(|line| line.is_some()));
    let bytes = corpus("clang-c-O2-g.bc");
    let batch = read(Table::DebugLocations, 0, Source { name: None, bytes: &bytes }, &Options::default());
    let inlined = batch.column_by_name("inlined_at").expect("places").as_list::<i32>();
    assert!(inlined.iter().flatten().any(|places| !places.is_empty()), "clang inlines at -O2");
}

#[test]
fn records_are_those_of_the_stream() {
    let bytes = corpus("clang-c-O2-g.bc");
    let batch = read(Table::Records, 0, Source { name: None, bytes: &bytes }, &Options::default());
    assert!(errors(&batch).is_empty());
    assert_eq!(texts(&batch, "path")[0], "IDENTIFICATION");
    assert!(texts(&batch, "path").iter().any(|path| path == "MODULE/FUNCTION[0]"), "{:?}", texts(&batch, "path").last());
    let text = read(Table::Records, 0, Source { name: Some("a.ll"), bytes: LOOP.as_bytes() }, &Options::default());
    assert_eq!(errors(&text), ["assembly has no records"]);
}

/// One row says what is wrong; other sources are not affected.
#[test]
fn columns_are_selected_by_name() {
    let columns = Table::Functions.select(["row", "text", "name", "error"]).expect("columns");
    assert_eq!(columns.iter().map(|column| column.name).collect::<Vec<_>>(), ["text", "name"]);
    let options = Options { columns: Some(columns), ..Options::default() };
    let source = Source { name: None, bytes: b"define void @f() {\n  ret void\n}\n" };
    let batch = read(Table::Functions, 0, source, &options);
    // In the order of the table.
    let names: Vec<&str> = batch.schema_ref().fields().iter().map(|field| field.name().as_str()).collect();
    assert_eq!(names, ["row", "source", "module", "name", "text", "error"]);
    assert_eq!(texts(&batch, "text"), ["define void @f() {\n  ret void\n}"]);
    let unknown = Table::Types.select(["nme"]).expect_err("no such column").to_string();
    assert!(unknown.starts_with("no column 'nme' in the table types; its columns are "), "{unknown}");
}

#[test]
fn damaged_sources_are_rows() {
    let sound = corpus("clang-c-O2-g.bc");
    let cut = &sound[..sound.len() / 2];
    let sources = [("cut.bc", cut), ("sound.bc", &sound[..]), ("empty", b""), ("text.ll", b"define"), ("junk", b"\x7FELF....")];
    let sources: Vec<Source<'_>> = sources.iter().map(|(name, bytes)| Source { name: Some(name), bytes }).collect();
    for &kind in Table::ALL {
        let batches = read_all(kind, 7, &sources, &Options::default());
        for (at, batch) in batches.iter().enumerate() {
            let rows = batch.column_by_name("row").expect("rows").as_primitive::<UInt64Type>();
            assert!(rows.values().iter().all(|&row| row == 7 + at as u64));
            if at == 1 {
                assert!(errors(batch).is_empty() && batch.num_rows() > 0, "{}: {:?}", kind.name(), errors(batch));
            } else {
                assert_eq!((batch.num_rows(), errors(batch).len()), (1, 1), "{}", kind.name());
                assert!(batch.column_by_name("module").expect("modules").is_null(0));
            }
        }
    }
}

#[test]
fn limits_are_rows() {
    let bytes = corpus("clang-c-O2-g.bc");
    let with = |options: Options| errors(&read(Table::Functions, 0, Source { name: None, bytes: &bytes }, &options));
    assert_eq!(with(Options { max_rows: Some(1), ..Options::default() }), ["more than 1 rows"]);
    assert_eq!(with(Options { max_bytes: Some(9), ..Options::default() }), [format!("{} bytes, more than the limit of 9", bytes.len())]);
    assert_eq!(with(Options { time_limit: Some(Duration::ZERO), ..Options::default() }), ["time limit of 0 s exceeded"]);
}

/// Random bytes in place of others: no panic, and errors have one row.
#[test]
fn damaged_bytes_never_panic() {
    let sound = corpus("clang-c-O2-g.bc");
    let mut seed = 1u64;
    for _ in 0..60 {
        let mut bytes = sound.clone();
        for _ in 0..4 {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let at = (seed >> 33) as usize % bytes.len();
            bytes[at] ^= 1 << (seed >> 60 & 7);
        }
        for &kind in Table::ALL {
            let batch = read(kind, 0, Source { name: None, bytes: &bytes }, &Options { text: true, ..Options::default() });
            let errors = errors(&batch);
            assert!(errors.is_empty() || batch.num_rows() == 1);
            assert!(!errors.iter().any(|error| error.starts_with("internal error")), "{}: {errors:?}", kind.name());
        }
    }
}

const HASHES: [&str; 4] = ["hash", "hash_no_debug", "hash_code", "hash_normalized"];

/// The four hashes of the first function with a body.
fn hashes(text: &str) -> [String; 4] {
    let batch = table(Table::Functions, text);
    HASHES.map(|column| texts(&batch, column).into_iter().find(|hash| hash != "-").expect("a body"))
}

/// Which hashes of two texts are equal.
fn same(a: &str, b: &str) -> [bool; 4] {
    let (a, b) = (hashes(a), hashes(b));
    std::array::from_fn(|at| a[at] == b[at])
}

#[test]
fn hashes_do_not_change() {
    // Version 1 of the format. A change of these is another version.
    let found = hashes(LOOP);
    assert_eq!(bctk_tables::hash::VERSION, 1);
    let known = include_str!("hashes.txt");
    assert_eq!(known.lines().collect::<Vec<_>>(), found);
}

#[test]
fn what_each_hash_leaves_out() {
    assert_eq!(same(LOOP, LOOP), [true; 4]);
    assert_eq!(same(LOOP, &LOOP.replace("%next", "%following")), [false, false, true, true]);
    assert_eq!(same(LOOP, &LOOP.replace("@sum", "@total")), [false, false, true, true]);
    assert_eq!(same(LOOP, &LOOP.replace("%struct.pair", "%struct.two")), [false, false, true, true]);
    assert_eq!(same(LOOP, &LOOP.replace("define i32", "define internal i32")), [false, false, true, true]);
    assert_eq!(same(LOOP, &LOOP.replace("@puts", "@print")), [false, false, false, true]);
    assert_eq!(same(LOOP, &LOOP.replace("@text", "@.str.7")), [true; 4], "a literal is its text");
    assert_eq!(same(LOOP, &LOOP.replace("c\"hi", "c\"ho")), [false; 4]);
    assert_eq!(same(LOOP, &LOOP.replace("sgt", "sge")), [false; 4]);
    assert_eq!(same(LOOP, &LOOP.replace("nuw nsw", "nsw")), [false; 4]);
    assert_eq!(same(LOOP, &LOOP.replace("i32 1\n", "i32 0\n")), [false; 4]);
}

/// The rest of the module does not count: other functions before it, more types, constants and metadata.
#[test]
fn hashes_are_of_the_function_alone() {
    let before = "%a = type { ptr, i64 }\n@x = global i64 7\n!named = !{!0}\n!0 = !{!\"a\", i32 9}\n";
    assert_eq!(same(LOOP, &format!("{before}{LOOP}")), [true; 4]);
    let after = "\ndefine void @other(ptr %q) {\n  store i64 1, ptr %q\n  ret void\n}\n";
    assert_eq!(same(LOOP, &format!("{LOOP}{after}")), [true; 4]);
    let batch = table(Table::Functions, &format!("{after}{LOOP}"));
    let at = texts(&batch, "name").iter().position(|name| name == "sum").expect("the function");
    assert_eq!(HASHES.map(|column| texts(&batch, column)[at].clone()), hashes(LOOP));
}

const DEBUG: &str = "
define i32 @f(i32 %a) !dbg !4 {
    #dbg_value(i32 %a, !7, !DIExpression(), !8)
  %b = add i32 %a, 1, !dbg !8
  br label %l, !dbg !9

l:
  br i1 undef, label %l, label %e, !llvm.loop !10

e:
  ret i32 %b
}
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!1}
!0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !2, producer: \"p\", isOptimized: false, emissionKind: FullDebug)
!1 = !{i32 2, !\"Debug Info Version\", i32 3}
!2 = !DIFile(filename: \"a.c\", directory: \"/\")
!3 = !DIBasicType(name: \"int\", size: 32, encoding: DW_ATE_signed)
!4 = distinct !DISubprogram(name: \"f\", scope: !2, file: !2, line: 1, type: !5, spFlags: DISPFlagDefinition, unit: !0)
!5 = !DISubroutineType(types: !6)
!6 = !{!3, !3}
!7 = !DILocalVariable(name: \"a\", arg: 1, scope: !4, file: !2, line: 1, type: !3)
!8 = !DILocation(line: 2, column: 3, scope: !4)
!9 = !DILocation(line: 3, column: 3, scope: !4)
!10 = distinct !{!10, !8, !9}
";

#[test]
fn debug_information_is_in_one_hash() {
    let without = "
define i32 @f(i32 %a) {
  %b = add i32 %a, 1
  br label %l

l:
  br i1 undef, label %l, label %e

e:
  ret i32 %b
}
";
    assert_eq!(same(DEBUG, without), [false, true, true, true]);
    assert_eq!(same(DEBUG, &DEBUG.replace("line: 2, column", "line: 4, column")), [false, true, true, true]);
    assert_eq!(same(DEBUG, &DEBUG.replace("name: \"a\"", "name: \"x\"")), [false, true, true, true]);
    assert_eq!(same(DEBUG, &DEBUG.replace("producer: \"p\"", "producer: \"q\"")), [true; 4], "not of the function");
    let batch = table(Table::Modules, DEBUG);
    assert_eq!((texts(&batch, "language"), texts(&batch, "compiler")), (vec!["C11".to_owned()], vec!["p".to_owned()]));
}

#[test]
fn names_in_texts_are_normalized() {
    let options = Options { text: true, normalize_names: true, ..Options::default() };
    let batch = read(Table::Functions, 0, Source { name: Some("a.ll"), bytes: LOOP.as_bytes() }, &options);
    let text = &texts(&batch, "text")[0];
    assert!(text.contains("define i32 @f0(ptr %0, i32 %1) {") && text.contains("%t0, ptr %0"), "{text}");
    assert!(text.contains("ptr @g0, align 4") && text.contains("call i32 @f1(ptr @g1)"), "{text}");
    let options = Options { strip_debug: true, ..options };
    let batch = read(Table::Functions, 0, Source { name: Some("a.ll"), bytes: DEBUG.as_bytes() }, &options);
    let text = &texts(&batch, "text")[0];
    assert!(!text.contains("dbg") && !text.contains('!'), "{text}");
}
