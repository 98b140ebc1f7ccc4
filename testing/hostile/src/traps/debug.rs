//! Metadata and debug information.
use super::globals::{chain, list};
use super::{Trap, text};
use std::fmt::Write;

pub(super) const TRAPS: &[Trap] = &[
    text("nodes that each name the next", 40_000, |n| chain(n, "!{i} = !{!{+}}\n", "!{n} = !{}\n!x = !{!0}\n")),
    text("nodes that each name the one before", 40_000, |n| {
        let mut out = String::from("!0 = !{}\n");
        for i in 0..n {
            let _ = writeln!(out, "!{} = !{{!{i}}}", i + 1);
        }
        let _ = writeln!(out, "!x = !{{!{n}}}");
        out.into_bytes()
    }),
    text("nodes that each name the next twice", 40_000, |n| chain(n, "!{i} = !{!{+}, !{+}}\n", "!{n} = !{}\n!x = !{!0}\n")),
    text("nodes in a circle", 40_000, |n| chain(n, "!{i} = !{!{+}}\n", "!{n} = !{!0}\n!x = !{!0}\n")),
    text("two circles of equal nodes", 20_000, |n| {
        let mut out = chain(n, "!{i} = !{!{+}}\n", "!{n} = !{!0}\n");
        for i in 0..=n {
            out.extend_from_slice(format!("!{} = !{{!{}}}\n", n + 1 + i, n + 1 + (i + 1) % (n + 1)).as_bytes());
        }
        out.extend_from_slice(format!("!x = !{{!0, !{}}}\n", n + 1).as_bytes());
        out
    }),
    text("equal chains of nodes", 20_000, |n| {
        let mut out = chain(n, "!{i} = !{!{+}}\n", "!{n} = !{}\n");
        for i in n + 1..n + n {
            out.extend_from_slice(format!("!{} = !{{!{}}}\n", i, i + 1).as_bytes());
        }
        out.extend_from_slice(format!("!{} = !{{}}\n!x = !{{!0, !{}}}\n", n + n, n + 1).as_bytes());
        out
    }),
    text("small circles", 20_000, |n| {
        let mut out = String::from("!x = !{!0}\n");
        for i in 0..n {
            let _ = writeln!(out, "!{0} = !{{!{1}, i32 {i}}}\n!{1} = !{{!{0}, !{2}}}", i * 2, i * 2 + 1, (i * 2 + 2) % (n * 2));
        }
        out.into_bytes()
    }),
    text("distinct nodes in a chain", 40_000, |n| chain(n, "!{i} = distinct !{!{+}, !{+}}\n", "!{n} = !{}\n!x = !{!0}\n")),
    text("nodes of one node", 40_000, |n| chain(n, "!{i} = !{!{n}, i32 {i}}\n", "!{n} = distinct !{!0}\n!x = !{!{n}}\n")),
    text("one long node", 100_000, |n| {
        let mut out = b"!x = !{!0}\n!0 = !{!1".to_vec();
        out.extend(chain(n, ", !{+}", "}\n"));
        out.extend(chain(n, "!{+} = !{i32 {i}}\n", ""));
        out
    }),
    text("nested nodes without numbers", 20_000, |n| {
        let deep = 200;
        chain(n / deep, &format!("!{{i}} = {}null{}\n", "!{".repeat(deep), "}".repeat(deep)), "!x = !{!0}\n")
    }),
    text("named lists", 20_000, |n| chain(n, "!a{i} = !{!0, !0}\n", "!0 = !{}\n")),
    text("one named list again and again", 40_000, |n| chain(n, "!llvm.ident = !{!{i}}\n!{i} = !{!\"clang {i}\"}\n", "")),
    text("module flags", 10_000, |n| named_list("llvm.module.flags", n, "!{i} = !{i32 1, !\"flag{i}\", i32 {i}}\n")),
    text("module flags of one name", 10_000, |n| named_list("llvm.module.flags", n, "!{i} = !{i32 2, !\"flag\", i32 {i}}\n")),
    text("attachments of one instruction", 10_000, |n| {
        let mut out = b"define void @f(ptr %p) {\n  store i8 0, ptr %p".to_vec();
        out.extend(chain(n, ", !k{i} !{i}", "\n  ret void\n}\n"));
        out.extend(chain(n, "!{i} = !{!{+}}\n", "!{n} = !{}\n"));
        out
    }),
    text("attachments of one global", 10_000, |n| {
        let mut out = b"@g = global i8 0".to_vec();
        out.extend(chain(n, ", !k{i} !{i}, !type !{i}", "\n"));
        out.extend(chain(n, "!{i} = !{i64 {i}, !\"t{i}\"}\n", ""));
        out
    }),
    text("attachments of many functions", 10_000, |n| {
        let mut out = chain(n, "define void @f{i}() !k{i} !{i} {\n  ret void, !k{i} !{i}\n}\n", "");
        out.extend(chain(n, "!{i} = !{!{+}, i64 {i}}\n", "!{n} = !{}\n"));
        out
    }),
    text("one graph of nodes in many functions", 10_000, |n| {
        let mut out = chain(n, "define void @f{i}() {\n  ret void, !k !{i}\n}\n", "");
        out.extend(chain(n, "!{i} = !{!{+}, i64 {i}}\n", "!{n} = !{}\n"));
        out
    }),
    text("graphs of nodes from the end in many functions", 10_000, |n| {
        let mut out = chain(n, "define void @f{i}() {\n  ret void, !k !{i}\n}\n", "");
        for i in (1..n).rev() {
            out.extend_from_slice(format!("!{i} = distinct !{{!{}, i64 {i}}}\n", i - 1).as_bytes());
        }
        out.extend_from_slice(b"!0 = !{}\n");
        out
    }),
    text("lexical blocks in a chain, a location in each", 10_000, |n| scopes(n, true)),
    text("locations inlined in each other", 10_000, |n| scopes(n, false)),
    text("lexical blocks in a circle", 10_000, |n| {
        let mut out = HEAD.as_bytes().to_vec();
        out.extend_from_slice(b"define void @f() {\n");
        out.extend((0..n).flat_map(|i| format!("  %a{i} = add i8 1, 1, !dbg !DILocation(line: 1, scope: !{})\n", i + 6).into_bytes()));
        out.extend_from_slice(b"  ret void\n}\n");
        out.extend((0..n).flat_map(|i| {
            format!("!{} = distinct !DILexicalBlock(scope: !{}, file: !2, line: {i})\n", i + 6, (i + 1) % n + 6).into_bytes()
        }));
        out
    }),
    text("types derived from each other", 10_000, |n| {
        let mut out =
            chain(n, "!{i} = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !{+}, size: 64)\n", "!{n} = !DIBasicType(name: \"a\")\n");
        out.extend_from_slice(b"!x = !{!0}\n");
        out
    }),
    text("identified types", 10_000, |n| {
        named_list("x", n, "!{i} = !DICompositeType(tag: DW_TAG_class_type, name: \"a\", identifier: \"id{i}\")\n")
    }),
    text("types of one identifier", 10_000, |n| {
        named_list("x", n, "!{i} = distinct !DICompositeType(tag: DW_TAG_class_type, name: \"a{i}\", identifier: \"id\")\n")
    }),
    text("compile units", 5_000, units),
    text("locals of one function", 10_000, locals),
    text("debug records of one instruction", 20_000, records),
    text("debug intrinsics", 20_000, intrinsics),
    text("operations of an expression", 200_000, |n| {
        let mut out = b"!x = !{!0}\n!0 = !DIExpression(DW_OP_plus_uconst, 1".to_vec();
        out.extend(chain(n / 2, ", DW_OP_plus_uconst, {i}", ")\n"));
        out
    }),
    text("expressions", 20_000, |n| {
        let mut out = chain(n, "!a{i} = !{!DIExpression(DW_OP_constu, {i}, DW_OP_stack_value)}\n", "");
        out.extend_from_slice(b"!x = !{}\n");
        out
    }),
    text("argument lists", 10_000, |n| {
        let mut out = b"define void @f(i32 %v) {\n  call void @llvm.dbg.value(metadata !DIArgList(i32 0".to_vec();
        out.extend(chain(n, ", i32 {i}, i32 %v", "), metadata !0, metadata !DIExpression())\n  ret void\n}\n"));
        out.extend_from_slice(b"declare void @llvm.dbg.value(metadata, metadata, metadata)\n!0 = !{}\n");
        out
    }),
    text("values as metadata", 40_000, |n| {
        let mut out = b"define void @f(i32 %v) {\n".to_vec();
        out.extend(chain(
            n,
            "  call void @g(metadata i32 %v, metadata i32 {i})\n",
            "  ret void\n}\ndeclare void @g(metadata, metadata)\n!x = !{!0",
        ));
        out.extend(chain(n, ", !{i}", "}\n"));
        out.extend(chain(n, "!{i} = !{ptr @f, i32 {i}}\n", ""));
        out
    }),
    text("strings of metadata", 40_000, |n| {
        let mut out = b"!x = !{!0}\n!0 = !{!\"\"".to_vec();
        out.extend(chain(n, ", !\"s{i}\"", "}\n"));
        out
    }),
    text("type-based alias tags", 10_000, |n| {
        let mut out = b"define void @f(ptr %p) {\n".to_vec();
        out.extend(chain(n, "  store i8 0, ptr %p, !tbaa !{i}\n", "  ret void\n}\n"));
        out.extend((0..n).flat_map(|i| format!("!{i} = !{{!\"t{i}\", !{}}}\n", i + 1).into_bytes()));
        out.extend_from_slice(format!("!{n} = !{{!\"root\"}}\n").as_bytes());
        out
    }),
    text("numbers of nodes far apart", 40_000, |n| {
        let mut out = String::from("!x = !{!0}\n!0 = !{}\n");
        for i in 0..n {
            let _ = writeln!(out, "!{} = !{{i32 {i}}}", 4_000_000_000_u64.saturating_sub(i as u64 * 20_000));
        }
        out.into_bytes()
    }),
];

const HEAD: &str = "!llvm.dbg.cu = !{!0}\n!llvm.module.flags = !{!1}\n!1 = !{i32 2, !\"Debug Info Version\", i32 3}\n\
    !0 = distinct !DICompileUnit(language: DW_LANG_C, file: !2, emissionKind: FullDebug)\n!2 = !DIFile(filename: \"a\", directory: \"b\")\n\
    !3 = !DISubroutineType(types: !4)\n!4 = !{null}\n\
    !5 = distinct !DISubprogram(name: \"f\", scope: !2, file: !2, line: 1, type: !3, unit: !0, spFlags: DISPFlagDefinition)\n";

/// A named list of nodes, each on a line as [`chain`] makes it.
fn named_list(name: &str, n: usize, line: &str) -> Vec<u8> {
    let mut out = format!("!{name} = !{{{}}}\n", list(n, |i| format!("!{i}"))).into_bytes();
    out.extend(chain(n, line, ""));
    out
}

/// A function with a location in each of many scopes, which lie in each other, or a location that is inlined in the next.
fn scopes(n: usize, blocks: bool) -> Vec<u8> {
    let mut out = String::from(HEAD);
    out.push_str("define void @f() !dbg !5 {\n");
    let first = 6;
    for i in 0..n {
        let _ = match blocks {
            true => writeln!(out, "  %a{i} = add i8 1, 1, !dbg !DILocation(line: 1, scope: !{})", first + i),
            false => writeln!(out, "  %a{i} = add i8 1, 1, !dbg !{}", first + i),
        };
    }
    out.push_str("  ret void\n}\n");
    for i in 0..n {
        let (number, last) = (first + i, i + 1 == n);
        let next = if last { 5 } else { number + 1 };
        let _ = match (blocks, last) {
            (true, _) => writeln!(out, "!{number} = distinct !DILexicalBlock(scope: !{next}, file: !2, line: {i})"),
            (false, true) => writeln!(out, "!{number} = !DILocation(line: {i}, scope: !5)"),
            (false, false) => writeln!(out, "!{number} = distinct !DILocation(line: {i}, scope: !5, inlinedAt: !{next})"),
        };
    }
    out.into_bytes()
}

fn units(n: usize) -> Vec<u8> {
    let mut out = format!("!llvm.dbg.cu = !{{{}}}\n", list(n, |i| format!("!{}", 6 + i)));
    out.push_str("!llvm.module.flags = !{!1}\n!1 = !{i32 2, !\"Debug Info Version\", i32 3}\n!2 = !DIFile(filename: \"a\", directory: \"b\")\n!3 = !{!4}\n");
    out.push_str("!4 = !DICompositeType(tag: DW_TAG_enumeration_type, name: \"e\", file: !2, elements: !5)\n!5 = !{}\n");
    for i in 0..n {
        let _ = writeln!(
            out,
            "!{} = distinct !DICompileUnit(language: DW_LANG_C, file: !2, enums: !3, retainedTypes: !3, globals: !{}, imports: !5)",
            6 + i,
            6 + n + i
        );
    }
    for i in 0..n {
        let (globals, expression) = (6 + n + i, 6 + 2 * n + i);
        let variable = 6 + 3 * n + i;
        let _ = writeln!(out, "!{globals} = !{{!{expression}}}");
        let _ = writeln!(out, "!{expression} = !DIGlobalVariableExpression(var: !{variable}, expr: !DIExpression())");
        let _ = writeln!(out, "!{variable} = distinct !DIGlobalVariable(name: \"g{i}\", scope: !{}, file: !2, line: 1, type: !4)", 6 + i);
    }
    out.into_bytes()
}

/// Local variables of the function, from number 8 on, whose type has this number.
fn variables(n: usize, ty: usize) -> String {
    let line = |i| format!("!{} = !DILocalVariable(name: \"v{i}\", scope: !5, file: !2, line: {i}, type: !{ty})\n", 8 + i);
    format!("!{ty} = !DIBasicType(name: \"int\", size: 32, encoding: DW_ATE_signed)\n{}", (0..n).map(line).collect::<String>())
}

fn locals(n: usize) -> Vec<u8> {
    let head = HEAD.replace("spFlags: DISPFlagDefinition)", "spFlags: DISPFlagDefinition, retainedNodes: !6)");
    let retained = list(n, |i| format!("!{}", 8 + i));
    format!("{head}define void @f(i32 %v) !dbg !5 {{\n  ret void\n}}\n!6 = !{{{retained}}}\n{}", variables(n, 7)).into_bytes()
}

/// A function with what `line` says of the variable with each number.
fn described(n: usize, declarations: &str, line: impl Fn(usize) -> String) -> Vec<u8> {
    let lines: String = (8..8 + n).map(line).collect();
    let location = "!7 = !DILocation(line: 1, scope: !5)\n";
    let rest = format!("  ret void, !dbg !7\n}}\n{location}{}", variables(n, 6));
    format!("{HEAD}{declarations}define void @f(i32 %v) !dbg !5 {{\n{lines}{rest}").into_bytes()
}

fn records(n: usize) -> Vec<u8> {
    described(n, "", |variable| format!("    #dbg_value(i32 %v, !{variable}, !DIExpression(), !7)\n"))
}

fn intrinsics(n: usize) -> Vec<u8> {
    described(n, "declare void @llvm.dbg.value(metadata, metadata, metadata)\n", |variable| {
        format!("  call void @llvm.dbg.value(metadata i32 %v, metadata !{variable}, metadata !DIExpression()), !dbg !7\n")
    })
}
