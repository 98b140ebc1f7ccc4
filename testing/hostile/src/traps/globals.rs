//! Global values, their tables and the lists of a module.
use super::{Trap, text};
use std::fmt::Write;

pub(super) const TRAPS: &[Trap] = &[
    text("globals that each name the next", 40_000, |n| chain(n, "@g{i} = global ptr @g{+}\n", "@g{n} = global ptr null\n")),
    text("globals that name the one that is declared last", 40_000, |n| {
        chain(n, "@g{i} = global ptr @g{n}\n", "@g{n} = global ptr null\n")
    }),
    text("names and numbers of globals", 40_000, |n| chain(n, "@{i} = global ptr @{+}\n@n{i} = global ptr @{i}\n", "@{n} = global i8 0\n")),
    text("aliases of aliases", 10_000, |n| chain(n, "@g{i} = alias i8, ptr @g{+}\n", "@g{n} = global i8 0\n")),
    text("aliases of aliases, last first", 10_000, aliases_back),
    text("aliases of expressions of aliases", 10_000, |n| {
        chain(n, "@g{i} = alias i8, getelementptr (i8, ptr @g{+}, i64 1)\n", "@g{n} = global i8 0\n")
    }),
    text("resolvers of aliases", 10_000, |n| {
        chain(n, "@g{i} = alias ptr (), ptr @g{+}\n@i{i} = ifunc void (), ptr @g{i}\n", "define ptr @g{n}() {\n  ret ptr null\n}\n")
    }),
    text("aliases in a circle", 10_000, |n| chain(n, "@g{i} = alias i8, ptr @g{+}\n", "@g{n} = alias i8, ptr @g0\n")),
    text("comdats", 20_000, |n| chain(n, "$c{i} = comdat any\n@g{i} = global i8 0, comdat($c{i})\n", "")),
    text("globals of one comdat", 20_000, |n| chain(n, "@g{i} = global i8 0, comdat($c)\n", "$c = comdat any\n")),
    text("sections, partitions and collectors", 20_000, |n| {
        chain(n, "@g{i} = global i8 0, section \"s{i}\", partition \"p{i}\"\ndeclare void @f{i}() gc \"g{i}\"\n", "")
    }),
    text("attribute groups", 20_000, |n| chain(n, "declare void @f{i}() #{i}\nattributes #{i} = { nounwind \"a{i}\"=\"{i}\" }\n", "")),
    text("attribute groups defined again", 20_000, |n| chain(n, "attributes #0 = { \"a{i}\" }\n", "declare void @f() #0\n")),
    text("attributes of one function", 40_000, |n| {
        let mut out = String::from("declare void @f() #0\nattributes #0 = {");
        (0..n).for_each(|i| {
            let _ = write!(out, " \"a{i}\"=\"{i}\"");
        });
        out.push_str(" }\n");
        out.into_bytes()
    }),
    text("attributes of many parameters", 20_000, parameters),
    text("attributes of global variables", 20_000, |n| chain(n, "@g{i} = global i8 0 #{i}\nattributes #{i} = { \"a{i}\" }\n", "")),
    text("constructors", 20_000, constructors),
    text("used lists", 40_000, used),
    text("uses of one global in constants", 40_000, |n| {
        chain(n, "@g{i} = global { i64, ptr } { i64 {i}, ptr @g }\n", "@g = global i8 0\n")
    }),
    text("functions that are called before they are declared", 20_000, calls),
    text("bodies that do not end", 40_000, |n| "define void @f() {\n".repeat(n).into_bytes()),
    text("strings that do not end", 40_000, |n| format!("@g = global [1 x i8] c\"{}", "\n\"a\n".repeat(n) + "\"").into_bytes()),
    text("nodes that do not end", 40_000, |n| chain(n, "!{i} = !{!{+},\n", "")),
    text("faults", 40_000, |n| chain(n, "@g{i} = global i8 0\n@g{i} = oops\ndefine void @f{i}() {\n  oops\n}\n", "")),
    text("symbols that are not there", 40_000, |n| chain(n, "@g{i} = global ptr @missing{i}\n", "")),
    text("comments", 40_000, |n| "; bctk layout 1 text=00000000 file=00000000\n;\n".repeat(n).into_bytes()),
    text("modules' first lines", 40_000, |n| "; ModuleID = 'a'\nsource_filename = \"a\"\n".repeat(n).into_bytes()),
    text("assembly of symbols", 20_000, |n| {
        chain(
            n,
            "module asm \".globl a{i}\"\nmodule asm \"a{i}:\"\nmodule asm \".set b{i}, a{i}\"\nmodule asm \".symver a{i}, c{i}@@V1\"\n",
            "",
        )
    }),
    text("assembly that names one symbol", 20_000, |n| {
        chain(n, "module asm \".set b{i}, b{+}\"\nmodule asm \".weak a; .globl a; .hidden a\"\nmodule asm \".symver a, c{i}@V1\"\n", "")
    }),
    text("entries of a summary", 10_000, summary),
    text("one entry of a summary with a long list", 20_000, summary_list),
    text("names with one prefix", 20_000, |n| {
        let prefix = "a".repeat(100);
        chain(n, &format!("@{prefix}{{i}} = global i8 0\n@{prefix}.{{i}} = global i8 0\n"), "")
    }),
    text("orders of uses", 40_000, orders),
    text("functions under one intrinsic's name", 20_000, |n| {
        chain(n, "declare void @llvm.donothing.{i}()\ndeclare <2 x i64> @llvm.x86.foo.{i}()\n", "")
    }),
    text("block addresses", 10_000, block_addresses),
];

/// `line` for each number: `{i}` is it, `{+}` the next, `{n}` how many there are; then `end`.
pub(super) fn chain(n: usize, line: &str, end: &str) -> Vec<u8> {
    let all = n.to_string();
    let (line, end) = (line.replace("{n}", &all), end.replace("{n}", &all));
    let mut out = String::with_capacity(n * (line.len() + 8));
    for i in 0..n {
        let mut rest = line.as_str();
        while let Some(at) = rest.find('{') {
            out.push_str(&rest[..at]);
            let (number, length) = match &rest[at..] {
                found if found.starts_with("{i}") => (i, 3),
                found if found.starts_with("{+}") => (i + 1, 3),
                _ => {
                    out.push('{');
                    rest = &rest[at + 1..];
                    continue;
                }
            };
            let _ = write!(out, "{number}");
            rest = &rest[at + length..];
        }
        out.push_str(rest);
    }
    out.push_str(&end);
    out.into_bytes()
}

/// The results of `item` for each number, separated by commas.
pub(super) fn list(n: usize, item: impl Fn(usize) -> String) -> String {
    (0..n).map(item).collect::<Vec<_>>().join(", ")
}

fn aliases_back(n: usize) -> Vec<u8> {
    let mut out = String::from("@g0 = global i8 0\n");
    for i in 0..n {
        let _ = writeln!(out, "@g{} = alias i8, ptr @g{i}", i + 1);
    }
    out.into_bytes()
}

fn parameters(n: usize) -> Vec<u8> {
    format!("declare void @f({})\n", list(n, |i| format!("i{} noundef zeroext", i % 60 + 1))).into_bytes()
}

fn constructors(n: usize) -> Vec<u8> {
    let items = list(n, |i| format!("{{ i32, ptr }} {{ i32 65535, ptr @f{i} }}"));
    let mut out = format!("@llvm.global_ctors = appending global [{n} x {{ i32, ptr }}] [{items}]\n").into_bytes();
    out.extend(chain(n, "define internal void @f{i}() {\n  ret void\n}\n", ""));
    out
}

fn used(n: usize) -> Vec<u8> {
    let items = list(n, |i| format!("ptr @g{i}"));
    let mut out = format!("@llvm.used = appending global [{n} x ptr] [{items}], section \"llvm.metadata\"\n").into_bytes();
    out.extend(chain(n, "@g{i} = internal global i8 0\n", ""));
    out
}

fn calls(n: usize) -> Vec<u8> {
    let mut out = chain(
        n,
        "define void @f{i}() {\n  call void @g()\n  call void @f{+}()\n  call void @h{i}()\n  ret void\n}\n",
        "declare void @f{n}()\n",
    );
    out.extend(chain(n, "declare void @h{i}()\n", "declare void @g()\n"));
    out
}

fn summary(n: usize) -> Vec<u8> {
    let mut out = String::from("^0 = module: (path: \"a\", hash: (0, 0, 0, 0, 0))\n");
    for i in 1..=n {
        let next = i % n + 1;
        let _ = writeln!(
            out,
            "^{i} = gv: (guid: {i}, summaries: (function: (module: ^0, flags: (linkage: external, visibility: default, notEligibleToImport: 0, live: 0, dsoLocal: 0, canAutoHide: 0), insts: 1, calls: ((callee: ^{next}), (callee: ^1)), refs: (^{next}, ^{i}))))"
        );
    }
    out.into_bytes()
}

fn summary_list(n: usize) -> Vec<u8> {
    let mut out = String::from("^0 = module: (path: \"a\", hash: (0, 0, 0, 0, 0))\n^1 = gv: (guid: 1, summaries: (");
    let flags = "flags: (linkage: external, visibility: default, notEligibleToImport: 0, live: 0, dsoLocal: 0, canAutoHide: 0)";
    let calls = list(n, |i| format!("(callee: ^{})", i + 2));
    let (tests, refs) = (list(n, |i| i.to_string()), list(n, |i| format!("^{}", i + 2)));
    let _ = write!(
        out,
        "function: (module: ^0, {flags}, insts: 1, calls: ({calls}), typeIdInfo: (typeTests: (1, {tests})), refs: (^2, {refs}))"
    );
    for _ in 0..n / 10 {
        let _ = write!(out, ", variable: (module: ^0, {flags}, varFlags: (readonly: 0, writeonly: 0, constant: 0))");
    }
    out.push_str("))\n");
    for i in 0..n {
        let _ = writeln!(out, "^{} = gv: (guid: {})", i + 2, i + 2);
    }
    out.into_bytes()
}

fn orders(n: usize) -> Vec<u8> {
    let mut out = chain(n, "@g{i} = global ptr @g\n", "@g = global i8 0\n");
    out.extend_from_slice(b"uselistorder ptr @g, { ");
    for i in (0..n).rev() {
        out.extend_from_slice(i.to_string().as_bytes());
        out.extend_from_slice(if i == 0 { b" }\n" } else { b", " });
    }
    out
}

fn block_addresses(n: usize) -> Vec<u8> {
    let mut out = chain(n, "@g{i} = global ptr blockaddress(@f, %b{i})\n", "define void @f() {\n  br label %b0\n");
    out.extend(chain(n, "b{i}:\n  br label %b{+}\n", "b{n}:\n  ret void\n}\n"));
    out
}
