//! What the verifier analyses: control flow, pads, tokens, access types, scopes, and paths that it follows.
use super::bodies::wrapped;
use super::globals::chain;
use super::{Trap, text};
use std::fmt::Write;

pub(super) const TRAPS: &[Trap] = &[
    text("loops within loops", 10_000, |n| {
        let mut out = chain(1, "  br label %b0\n", "");
        out.extend(chain(n, "b{i}:\n  br label %b{+}\n", "b{n}:\n  br label %l{n}\n"));
        for i in (0..n).rev() {
            out.extend_from_slice(format!("l{}:\n  br i1 %c, label %b{i}, label %l{i}\n", i + 1).as_bytes());
        }
        out.extend_from_slice(b"l0:\n  ret void\n");
        wrapped("i1 %c", out)
    }),
    text("ladders that cannot be reduced", 10_000, |n| {
        let rung = "b{i}:\n  br i1 %c, label %b{+}, label %d{+}\nd{i}:\n  br i1 %c, label %d{+}, label %b{+}\n";
        let end = "b{n}:\n  br i1 %c, label %d{n}, label %b0\nd{n}:\n  br i1 %c, label %b{n}, label %d0\n";
        let mut out = b"  br i1 %c, label %b0, label %d0\n".to_vec();
        out.extend(chain(n, rung, end));
        wrapped("i1 %c", out)
    }),
    text("a comb of blocks that all use the first value", 20_000, |n| {
        let tooth =
            "b{i}:\n  %x{i} = add i32 %v, {i}\n  br i1 %c, label %b{+}, label %t{i}\nt{i}:\n  %y{i} = add i32 %x{i}, %v\n  ret void\n";
        let mut out = b"  %v = freeze i32 0\n  br label %b0\n".to_vec();
        out.extend(chain(n, tooth, "b{n}:\n  ret void\n"));
        wrapped("i1 %c", out)
    }),
    text("blocks that nothing reaches", 20_000, |n| {
        let mut out = b"  ret void\n".to_vec();
        out.extend(chain(n, "b{i}:\n  %x{i} = add i32 %x{+}, 1\n  br label %b{+}\n", "b{n}:\n  %x{n} = add i32 %x0, 1\n  br label %b0\n"));
        wrapped("", out)
    }),
    text("pads within pads", 5_000, |n| {
        let pad = "l{i}:\n  %p{i} = cleanuppad within PARENT []\n  invoke void @g() [ \"funclet\"(token %p{i}) ] to label %d{i} unwind label \
                   %l{+}\nd{i}:\n  unreachable\n";
        let mut out = String::from("  invoke void @g() to label %d unwind label %l0\nd:\n  unreachable\n");
        for i in 0..n {
            let parent = if i == 0 { "none".to_owned() } else { format!("%p{}", i - 1) };
            let number = |text: &str| text.replace("{i}", &i.to_string()).replace("{+}", &(i + 1).to_string());
            out += &number(pad).replace("PARENT", &parent);
        }
        let _ = writeln!(out, "l{n}:\n  %p{n} = cleanuppad within %p{} []\n  cleanupret from %p{n} unwind to caller", n - 1);
        with_personality(out)
    }),
    text("catchswitches that unwind to each other", 5_000, |n| {
        let mut out = String::from("  invoke void @g() to label %d unwind label %l0\nd:\n  unreachable\n");
        for i in 0..n {
            let next = if i + 1 == n { "unwind to caller".to_owned() } else { format!("unwind label %l{}", i + 1) };
            let _ = writeln!(out, "l{i}:\n  %s{i} = catchswitch within none [label %k{i}] {next}");
            let _ = writeln!(out, "k{i}:\n  %h{i} = catchpad within %s{i} [ptr null]\n  catchret from %h{i} to label %d");
        }
        with_personality(out)
    }),
    text("calls in funclets", 20_000, |n| {
        let mut out =
            String::from("  invoke void @g() to label %d unwind label %l\nd:\n  unreachable\nl:\n  %p = cleanuppad within none []\n");
        out.push_str(&"  call void @g() [ \"funclet\"(token %p) ]\n".repeat(n));
        out.push_str("  cleanupret from %p unwind to caller\n");
        with_personality(out)
    }),
    text("convergence tokens of loops in each other", 5_000, |n| {
        let mut out = String::from("  %t = call token @llvm.experimental.convergence.entry()\n  br label %b0\n");
        for i in 0..n {
            let token = if i == 0 { "%t".to_owned() } else { format!("%t{}", i - 1) };
            let _ = writeln!(
                out,
                "b{i}:\n  %t{i} = call token @llvm.experimental.convergence.loop() [ \"convergencectrl\"(token {token}) ]\n  br i1 %c, label %b{i}, label %b{}",
                i + 1
            );
        }
        let _ = writeln!(out, "b{n}:\n  ret void");
        let mut text =
            b"declare token @llvm.experimental.convergence.entry()\ndeclare token @llvm.experimental.convergence.loop()\n".to_vec();
        let body = String::from_utf8(wrapped("i1 %c", out.into_bytes())).unwrap_or_default();
        text.extend_from_slice(body.replacen(") {", ") convergent {", 1).as_bytes());
        text
    }),
    text("access types of many fields in each other", 400, |n| {
        let mut out = String::from("define void @f(ptr %p) {\n");
        for i in 0..n {
            let _ = writeln!(out, "  store i8 0, ptr %p, !tbaa !{}", 3 * n + i);
        }
        out.push_str("  ret void\n}\n");
        for i in 0..n {
            let fields: String = (0..100).map(|field| format!(", !{}, i64 {field}", if field == 0 { i + 1 } else { 4 * n })).collect();
            let _ = writeln!(out, "!{i} = !{{!\"t{i}\"{fields}}}\n!{} = !{{!{i}, !{}, i64 0}}", 3 * n + i, 4 * n);
        }
        let _ = writeln!(
            out,
            "!{n} = !{{!\"char\", !{}, i64 0}}\n!{} = !{{!\"int\", !{}, i64 0}}\n!{} = !{{!\"root\"}}",
            4 * n + 1,
            4 * n,
            4 * n + 1,
            4 * n + 1
        );
        out.into_bytes()
    }),
    text("alias scopes in many lists", 2_000, |n| {
        let mut out = chain(n, "  store i8 0, ptr %p, !noalias !{i}\n", "  ret void\n}\n");
        out.splice(0..0, b"define void @f(ptr %p) {\n".iter().copied());
        let scopes: Vec<String> = (0..100).map(|scope| format!("!{}", n + scope)).collect();
        for i in 0..n {
            out.extend_from_slice(format!("!{i} = distinct !{{{}}}\n", scopes.join(", ")).as_bytes());
        }
        for scope in 0..100 {
            out.extend_from_slice(format!("!{} = distinct !{{!{0}, !{}}}\n", n + scope, n + 100).as_bytes());
        }
        out.extend_from_slice(format!("!{} = distinct !{{!{0}}}\n", n + 100).as_bytes());
        out
    }),
    text("error values along many paths", 10_000, |n| {
        let mut out = b"  %e = alloca swifterror ptr\n".to_vec();
        out.extend(chain(n, "  call void @g(ptr swifterror %e)\n  %v{i} = load ptr, ptr %e\n", "  ret void\n"));
        let mut text = wrapped("", out);
        text.extend_from_slice(b"declare void @g(ptr swifterror)\n");
        text
    }),
    text("frames that many functions recover", 5_000, |n| {
        let mut out = b"define void @f() {\n".to_vec();
        out.extend(chain(n, "  %a{i} = alloca i8\n", "  call void (...) @llvm.localescape(ptr %a0"));
        out.extend(chain(n - 1, ", ptr %a{+}", ")\n  ret void\n}\n"));
        out.extend(chain(n, "define ptr @g{i}() {\n  %p = call ptr @llvm.localrecover(ptr @f, ptr null, i32 {i})\n  ret ptr %p\n}\n", ""));
        out.extend_from_slice(b"declare void @llvm.localescape(...)\ndeclare ptr @llvm.localrecover(ptr, ptr, i32)\n");
        out
    }),
    text("calls that set up one call", 10_000, |n| {
        let setup = "  %t{i} = call token @llvm.call.preallocated.setup(i32 1)\n  %a{i} = call ptr @llvm.call.preallocated.arg(token %t{i}, \
                     i32 0) preallocated(i32)\n  call void @g(ptr preallocated(i32) %a{i}) [ \"preallocated\"(token %t{i}) ]\n";
        let mut text = wrapped("", chain(n, setup, "  ret void\n"));
        text.extend_from_slice(
            b"declare token @llvm.call.preallocated.setup(i32)\ndeclare ptr @llvm.call.preallocated.arg(token, i32)\ndeclare void @g(ptr \
              preallocated(i32))\n",
        );
        text
    }),
    text("attachments of loads in many functions", 10_000, |n| {
        let mut out =
            chain(n, "define void @f{i}(ptr %p) {\n  %v = load ptr, ptr %p, !range !0, !nonnull !1, !align !2\n  ret void\n}\n", "");
        out.extend_from_slice(b"!0 = !{}\n!1 = !{i1 true}\n!2 = !{i64 3}\n");
        out
    }),
    text("ranges of one load", 20_000, |n| {
        let mut out = b"  %v = load i64, ptr %p, !range !0\n  ret void\n}\n!0 = !{i64 0, i64 1".to_vec();
        for i in 1..n {
            out.extend_from_slice(format!(", i64 {}, i64 {}", 3 * i, 3 * i + 1).as_bytes());
        }
        out.extend_from_slice(b"}\n");
        out.splice(0..0, b"define void @f(ptr %p) {\n".iter().copied());
        out
    }),
    text("findings in many blocks", 10_000, |n| {
        wrapped("", chain(n, "  br label %b{i}\nb{i}:\n  %x{i} = add i32 %y{i}, 1\n  %y{i} = add i32 %x{i}, 1\n", "  ret void\n"))
    }),
];

/// A function with a personality for funclets, and what it calls.
fn with_personality(body: String) -> Vec<u8> {
    format!("define void @f() personality ptr @__CxxFrameHandler3 {{\n{body}}}\ndeclare void @g()\ndeclare i32 @__CxxFrameHandler3(...)\n")
        .into_bytes()
}
