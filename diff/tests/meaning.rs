//! What differs and what does not, in small modules.
use bctk_diff::{Aspects, Change, DiffOptions, Kind, ModuleDiff, Status, diff};
use bctk_ir::module::Module;
use bctk_textual::{ParseOptions, parse};

fn module(text: &str) -> Module {
    parse(text.as_bytes(), &ParseOptions::default()).unwrap_or_else(|errors| panic!("{errors}\n{text}"))
}

fn compare(old: &str, new: &str) -> ModuleDiff {
    diff(&module(old), &module(new), &DiffOptions::default())
}

/// The only change of two modules.
fn only(old: &str, new: &str) -> Change {
    let mut found = compare(old, new).changes;
    let (change, rest) = (found.pop().expect("a change"), found);
    assert!(rest.is_empty(), "{change:?}\n{rest:?}");
    change
}

/// The lines that only one side has, and those that differ, with their signs.
fn lines(change: &Change) -> Vec<String> {
    let sign = |line: &bctk_diff::LineDiff| {
        let text = line.new.as_deref().or(line.old.as_deref()).unwrap_or("").trim();
        match (&line.old, &line.new) {
            (Some(_), None) => format!("- {text}"),
            (None, Some(_)) => format!("+ {text}"),
            _ => format!("~ {text}"),
        }
    };
    change.lines.iter().filter(|line| !line.aspects.is_empty()).map(sign).collect()
}

const LOOP: &str = "define i32 @f(i32 %0) {
  %2 = add i32 %0, 1
  br label %3
3:
  %4 = phi i32 [ %2, %1 ], [ %5, %3 ]
  %5 = sub i32 %4, 3
  %6 = icmp eq i32 %5, 0
  br i1 %6, label %7, label %3
7:
  ret i32 %4
}
";

#[test]
fn numbers_do_not_count() {
    let renumbered = LOOP.replace("  br label %3\n", "  %3 = mul i32 %0, 7\n  br label %4\n");
    let renumbered = renumbered
        .replace("3:\n  %4 = phi i32 [ %2, %1 ], [ %5, %3 ]\n  %5 = sub i32 %4, 3\n  %6 = icmp eq i32 %5, 0\n  br i1 %6, label %7, label %3\n7:\n  ret i32 %4", "4:\n  %5 = phi i32 [ %2, %1 ], [ %6, %4 ]\n  %6 = sub i32 %5, 3\n  %7 = icmp eq i32 %6, 0\n  br i1 %7, label %8, label %4\n8:\n  ret i32 %5");
    let change = only(LOOP, &renumbered);
    assert_eq!((change.status, change.aspects), (Status::Changed, Aspects::CODE));
    assert_eq!(lines(&change), ["+ %3 = mul i32 %0, 7"]);
    // Other uses of values are a change, though each line looks the same.
    let swapped = LOOP.replace("%6 = icmp eq i32 %5, 0", "%6 = icmp eq i32 %4, 0");
    assert_eq!(lines(&only(LOOP, &swapped)), ["~ %6 = icmp eq i32 %4, 0"]);
}

#[test]
fn a_line_in_the_place_of_another_keeps_its_uses() {
    let change = only(LOOP, &LOOP.replace("sub i32 %4, 3", "xor i32 %4, 3"));
    assert_eq!(lines(&change), ["~ %5 = xor i32 %4, 3"]);
}

#[test]
fn names_attributes_and_metadata_are_no_code() {
    let named = LOOP.replace("%5 ", "%next ").replace("%5,", "%next,").replace("%6", "%5").replace("%7", "%6").replace("7:", "6:");
    let change = only(LOOP, &named);
    assert_eq!((change.status, change.aspects), (Status::SameCode, Aspects::NAMES), "{change:?}");
    assert!(diff(&module(LOOP), &module(&named), &DiffOptions { names: false, ..DiffOptions::default() }).is_same());

    let old = "define void @f(ptr %p) #0 {\n  call void @g(ptr noundef %p) #1\n  ret void\n}\ndeclare void @g(ptr)\n\
               attributes #0 = { nounwind }\nattributes #1 = { cold }\n";
    let new = old.replace("ptr noundef %p", "ptr nonnull %p").replace("{ nounwind }", "{ nounwind \"a\"=\"b\" }");
    let change = only(old, &new);
    assert_eq!((change.status, change.aspects), (Status::SameCode, Aspects::ATTRIBUTES));
    let why: Vec<(&str, &str)> = change.lines.iter().flat_map(|line| &line.why).map(|why| (why.old.as_str(), why.new.as_str())).collect();
    assert_eq!(why, [("", "\"a\"=\"b\""), ("noundef", "nonnull")]);

    let old = "define i32 @f(ptr %p) {\n  %v = load i32, ptr %p, !range !0, !x !1\n  ret i32 %v\n}\n!0 = !{i32 0, i32 2}\n!1 = !{!2}\n!2 = !{!\"a\"}\n";
    let change = only(old, &old.replace("!\"a\"", "!\"b\""));
    assert_eq!((change.status, change.aspects), (Status::SameCode, Aspects::METADATA));
    let why = &change.lines[1].why[0];
    assert_eq!((&*why.what, &*why.old, &*why.new), ("!x", "!{!\"a\"}", "!{!\"b\"}"));
    // Numbers that are no integers, and types of those that are.
    let old = "define float @f(float %a) {\n  %r = fdiv float %a, %a, !fpmath !0\n  ret float %r\n}\n!0 = !{float 2.5}\n";
    assert_eq!(only(old, &old.replace("2.5", "3.0")).aspects, Aspects::METADATA);
    let old = "!x = !{!0}\n!0 = !{i32 4, ptr null, i1 false}\n";
    for (from, to) in [("i32 4", "i64 4"), ("ptr null", "ptr undef"), ("i1 false", "i8 0")] {
        assert_eq!(only(old, &old.replace(from, to)).name(), "x", "{from}");
    }
    let old = "define i32 @f(ptr %p) {\n  %v = load i32, ptr %p, !range !0, !x !1\n  ret i32 %v\n}\n!0 = !{i32 0, i32 2}\n!1 = !{!2}\n!2 = !{!\"a\"}\n";
    // The numbers of nodes are not what they say.
    let renumbered = old.replace("!0", "!9").replace("!1", "!0").replace("!9", "!1");
    assert!(compare(old, &renumbered).is_same());
}

#[test]
fn global_values_are_paired() {
    let old = "@.str = private constant [2 x i8] c\"a\\00\"\n@.str.1 = private constant [2 x i8] c\"b\\00\"\n@v = global ptr @.str.1\n\
               define void @one() {\n  ret void\n}\ndefine void @two() {\n  call void @one()\n  ret void\n}\n";
    // A literal more moves the numbers of the others.
    let new = "@.str = private constant [2 x i8] c\"x\\00\"\n@.str.1 = private constant [2 x i8] c\"a\\00\"\n\
               @.str.2 = private constant [2 x i8] c\"b\\00\"\n@v = global ptr @.str.2\n\
               define void @one() {\n  ret void\n}\ndefine void @two() {\n  call void @one()\n  ret void\n}\n";
    let change = only(old, new);
    assert_eq!((change.kind, change.status, change.name()), (Kind::Variable, Status::Added, ".str"));
    // What calls a renamed function is the same.
    let change = only(old, &old.replace("@one", "@uno"));
    assert_eq!((change.status, change.old.as_deref(), change.new.as_deref()), (Status::Renamed, Some("one"), Some("uno")));
    let removed = only(old, &old.replace("define void @two() {\n  call void @one()\n  ret void\n}\n", ""));
    assert_eq!((removed.kind, removed.status, removed.name()), (Kind::Function, Status::Removed, "two"));
    let changed = only(old, &old.replace("@v = global ptr @.str.1", "@v = global ptr @.str"));
    assert_eq!((changed.kind, changed.status), (Kind::Variable, Status::Changed));
}

#[test]
fn order_counts_if_it_should() {
    let [a, b, c] = ["a", "b", "c"].map(|name| format!("define void @{name}() {{\n  ret void\n}}\n"));
    let (old, new) = (format!("{a}{b}{c}"), format!("{b}{c}{a}"));
    let change = only(&old, &new);
    assert_eq!((change.status, change.name()), (Status::Moved, "a"));
    assert!(diff(&module(&old), &module(&new), &DiffOptions { order: false, ..DiffOptions::default() }).is_same());
}

#[test]
fn types_are_their_contents() {
    let old = "%T = type { i32, ptr }\n%U = type { i8 }\n@a = global %T zeroinitializer\n@b = global %U zeroinitializer\n";
    assert!(compare(old, &old.replace("%T", "%T.7")).is_same());
    // Those without names have numbers.
    let unnamed = old.replace("%T", "%0").replace("%U", "%1");
    let renumbered = "%0 = type { i8 }\n%1 = type { i32, ptr }\n@a = global %1 zeroinitializer\n@b = global %0 zeroinitializer\n";
    assert!(compare(&unnamed, renumbered).is_same());
    assert_eq!(only(&unnamed, &unnamed.replace("{ i8 }", "{ i16 }")).name(), "b");
    let change = only(old, &old.replace("{ i8 }", "{ i16 }"));
    assert_eq!((change.kind, change.status, change.name()), (Kind::Type, Status::Changed, "U"));
}

const DEBUG: &str = "define void @f() !dbg !4 {
  ret void, !dbg !7
}
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!3}
!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, producer: \"p\", emissionKind: FullDebug)
!1 = !DIFile(filename: \"a.c\", directory: \"/old\")
!3 = !{i32 2, !\"Debug Info Version\", i32 3}
!4 = distinct !DISubprogram(name: \"f\", file: !1, line: 1, type: !5, unit: !0, spFlags: DISPFlagDefinition)
!5 = !DISubroutineType(types: !6)
!6 = !{null}
!7 = !DILocation(line: 2, scope: !4)
";

#[test]
fn debug_information_is_told_where_it_differs() {
    let change = only(DEBUG, &DEBUG.replace("line: 2, scope", "line: 3, scope"));
    assert_eq!((change.kind, change.status, change.aspects), (Kind::Function, Status::SameCode, Aspects::DEBUG));
    assert_eq!(change.changed_lines(), 1);
    // Another folder is not another location.
    let moved = DEBUG.replace("/old", "/new");
    let change = only(DEBUG, &moved);
    assert_eq!((change.kind, change.name(), change.lines.len()), (Kind::DebugInfo, "DIFile", 2));
    assert!(diff(&module(DEBUG), &module(&moved), &DiffOptions { paths: false, ..DiffOptions::default() }).is_same());
    // A type that is another one is seen at what has it.
    let typed = DEBUG.replace("!6 = !{null}\n", "!6 = !{!8}\n!8 = !DIBasicType(name: \"int\", size: 32)\n!9 = !DIBasicType(name: \"long\", size: 64)\n!10 = !{!8, !9}\n!x = !{!10}\n");
    let change = only(&typed, &typed.replace("!6 = !{!8}", "!6 = !{!9}"));
    assert_eq!((change.kind, change.name()), (Kind::DebugInfo, "DISubroutineType"), "{change:?}");
}

#[test]
fn what_modules_say_of_themselves() {
    let change = only("target triple = \"x86_64-linux\"\n", "target triple = \"aarch64-linux\"\n");
    assert_eq!((change.kind, change.name(), change.status), (Kind::Header, "target triple", Status::Changed));
    let change =
        only("!llvm.module.flags = !{!0}\n!0 = !{i32 1, !\"a\", i32 1}\n", "!llvm.module.flags = !{!0}\n!0 = !{i32 1, !\"a\", i32 2}\n");
    assert_eq!((change.kind, change.aspects), (Kind::NamedMetadata, Aspects::METADATA));
    assert!(compare("", "").is_same());
}
