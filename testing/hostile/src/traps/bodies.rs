//! Function bodies.
use super::globals::chain;
use super::{Trap, text};
use std::fmt::Write;

pub(super) const TRAPS: &[Trap] = &[
    text("values used before they are defined", 20_000, |n| {
        body(chain(n, "  %p{i} = phi i32 [ 0, %entry ], [ %v{i}, %b ]\n", ""), chain(n, "  %v{i} = add i32 %p{i}, 1\n", ""))
    }),
    text("values used before they are defined, last first", 20_000, |n| {
        let mut last = chain(1, "  %v0 = add i32 1, 1\n", "");
        for i in (1..n).rev() {
            last.extend_from_slice(format!("  %v{i} = add i32 {i}, 1\n").as_bytes());
        }
        body(chain(n, "  %p{i} = phi i32 [ 0, %entry ], [ %v{i}, %b ]\n", ""), last)
    }),
    text("one value used before it is defined", 40_000, |n| {
        body(chain(n, "  %p{i} = phi i32 [ 0, %entry ], [ %v, %b ]\n", ""), b"  %v = add i32 1, 1\n".to_vec())
    }),
    text("numbers used before they are given", 20_000, |n| {
        let first = n + 2;
        let mut phis = String::new();
        for i in 0..n {
            let _ = writeln!(phis, "  %{} = phi i32 [ 0, %entry ], [ %{}, %b ]", i + 1, first + i);
        }
        let mut adds = String::from("  %{0} = add i32 0, 0\n").replace("{0}", &(n + 1).to_string());
        for i in 0..n {
            let _ = writeln!(adds, "  %{} = add i32 %{}, 1", first + i, i + 1);
        }
        let mut out = b"define void @f(i8 %0) {\nentry:\n  br label %b\nb:\n".to_vec();
        out.extend_from_slice(phis.as_bytes());
        out.extend_from_slice(adds.as_bytes());
        out.extend_from_slice(b"  br label %b\n}\n");
        out
    }),
    text("branches ahead", 20_000, |n| {
        let line = "b{i}:\n  br i1 %c, label %b{+}, label %b{n}\n";
        wrapped("i1 %c", chain(n, line, "b{n}:\n  ret void\n"))
    }),
    text("branches from the last to the first", 20_000, |n| {
        let mut out = format!("  br label %b{n}\n");
        for i in 0..n {
            let to = n - i;
            let _ = writeln!(out, "b{i}:\n  br label %b{to}");
        }
        let _ = writeln!(out, "b{n}:\n  ret void");
        wrapped("", out.into_bytes())
    }),
    text("blocks that jump to one", 20_000, |n| {
        wrapped("i1 %c", chain(n, "b{i}:\n  br i1 %c, label %b{+}, label %b0.1\n", "b{n}:\n  br label %b0.1\nb0.1:\n  ret void\n"))
    }),
    text("a phi of many blocks", 20_000, |n| phi(n, 1)),
    text("many phis of some blocks", 200, |n| phi(n, n)),
    text("a switch to one block", 20_000, |n| switch(n, "%b")),
    text("a switch to many blocks", 20_000, |n| switch(n, "%b{i}")),
    text("a switch on a wide integer", 10_000, |n| {
        let mut out = chain(n, "    i128 {i}0000000000000000000000, label %b\n", "  ]\nb:\n  ret void\n");
        out.splice(0..0, b"  switch i128 %v, label %b [\n".iter().copied());
        wrapped("i128 %v", out)
    }),
    text("an indirect branch", 20_000, |n| {
        let mut out = b"  indirectbr ptr %p, [label %b0".to_vec();
        out.extend(chain(n, ", label %b{i}", "]\n"));
        out.extend(chain(n, "b{i}:\n  ret void\n", ""));
        wrapped("ptr %p", out)
    }),
    text("bundles of one call", 20_000, |n| {
        let mut out = b"  call void @g() [ \"a\"()".to_vec();
        out.extend(chain(n, ", \"t{i}\"(i32 {i}, i32 %v)", " ]\n  ret void\n"));
        let mut out = wrapped("i32 %v", out);
        out.extend_from_slice(b"declare void @g()\n");
        out
    }),
    text("bundles of many calls", 20_000, |n| {
        let mut out = wrapped("i32 %v", chain(n, "  call void @g() [ \"t{i}\"(i32 {i}), \"u\"(i32 %v) ]\n", "  ret void\n"));
        out.extend_from_slice(b"declare void @g()\n");
        out
    }),
    text("arguments of one call", 20_000, |n| {
        let mut out = b"  call void (...) @g(i32 0".to_vec();
        out.extend(chain(n, ", i32 {i}, i32 %v", ")\n  ret void\n"));
        let mut out = wrapped("i32 %v", out);
        out.extend_from_slice(b"declare void @g(...)\n");
        out
    }),
    text("types of calls", 5_000, |n| {
        wrapped(
            "ptr %p",
            chain(
                n,
                "  %c{i} = call [{i} x i8] (...) %p()\n  call void (i32, [{i} x i8], ...) %p(i32 0, [{i} x i8] zeroinitializer)\n",
                "  ret void\n",
            ),
        )
    }),
    text("attributes of calls", 20_000, |n| {
        let mut out = wrapped("", chain(n, "  call void @g() \"a{i}\"=\"{i}\"\n", "  ret void\n"));
        out.extend_from_slice(b"declare void @g()\n");
        out
    }),
    text("uses of one value", 100_000, |n| wrapped("i32 %v", chain(n, "  %a{i} = add i32 %v, {i}\n", "  ret void\n"))),
    text("uses of one constant", 100_000, |n| {
        wrapped("i32 %v", chain(n, "  store ptr @f, ptr @g\n", "  ret void\n}\n@g = global ptr null\ndefine void @h() {\n  ret void\n"))
    }),
    text("uses of one block", 20_000, |n| {
        wrapped("i1 %c", chain(n, "b{i}:\n  br i1 %c, label %entry.1, label %b{+}\n", "b{n}:\n  br label %entry.1\nentry.1:\n  ret void\n"))
    }),
    text("local names with one base", 40_000, |n| {
        wrapped("", chain(n, "  %a.{i} = add i32 1, 2\n  %a{i} = add i32 1, 2\n", "  ret void\n"))
    }),
    text("a value defined again", 40_000, |n| wrapped("", chain(n, "  %a = add i32 {i}, 2\n", "  ret void\n"))),
    text("landing pads and clauses", 20_000, |n| {
        let mut out =
            b"  invoke void @g() to label %b unwind label %l\nb:\n  ret void\nl:\n  %p = landingpad { ptr, i32 }\n    cleanup\n".to_vec();
        out.extend(chain(n, "    catch ptr @t{i}\n", "  ret void\n"));
        let mut text = wrapped("", out);
        let at = b"define void @f(".len() + 1;
        text.splice(at..at, b" personality ptr @p".iter().copied());
        text.extend(chain(n, "@t{i} = external global i8\n", "declare void @g()\ndeclare i32 @p(...)\n"));
        text
    }),
    text("handlers of a catchswitch", 10_000, |n| {
        let mut out =
            b"  invoke void @g() to label %b unwind label %l\nb:\n  ret void\nl:\n  %s = catchswitch within none [label %h0".to_vec();
        out.extend(chain(n, ", label %h{i}", "] unwind to caller\n"));
        out.extend(chain(n, "h{i}:\n  %c{i} = catchpad within %s [ptr null]\n  catchret from %c{i} to label %b\n", ""));
        let mut text = wrapped("", out);
        let at = b"define void @f(".len() + 1;
        text.splice(at..at, b" personality ptr @p".iter().copied());
        text.extend_from_slice(b"declare void @g()\ndeclare i32 @p(...)\n");
        text
    }),
    text("constants of one body", 40_000, |n| wrapped("ptr %p", chain(n, "  store i64 {i}0000, ptr %p\n", "  ret void\n"))),
    text("large constants of many bodies", 400, |n| {
        let elements: Vec<String> = (0..200).map(|i| format!("i32 {i}")).collect();
        let line = format!("define void @f{{i}}(ptr %p) {{\n  store [200 x i32] [{}], ptr %p\n  ret void\n}}\n", elements.join(", "));
        chain(n, &line, "")
    }),
    text("small functions", 20_000, |n| chain(n, "define i32 @f{i}(i32 %a) {\n  %b = add i32 %a, {i}\n  ret i32 %b\n}\n", "")),
    text("blocks with numbers", 40_000, |n| wrapped("", chain(n, "  br label %{+}\n{+}:\n", "  ret void\n"))),
    text("orders of uses in bodies", 10_000, |n| {
        let mut out = chain(n, "  %a{i} = add i32 %v, {i}\n", "  ret void\n  uselistorder i32 %v, { ");
        for i in (0..n).rev() {
            out.extend_from_slice(i.to_string().as_bytes());
            out.extend_from_slice(if i == 0 { b" }\n" } else { b", " });
        }
        wrapped("i32 %v", out)
    }),
    text("inline assembly", 10_000, |n| wrapped("", chain(n, "  call void asm sideeffect \"nop {i}\", \"~{memory}\"()\n", "  ret void\n"))),
    text("constraints of inline assembly", 10_000, |n| {
        let mut out = b"  call void asm sideeffect \"nop\", \"~{memory}".to_vec();
        out.extend(chain(n, ",~{r{i}}", "\"()\n  ret void\n"));
        wrapped("", out)
    }),
    text("intrinsics of many types", 2_000, |n| {
        let mut out = wrapped(
            "ptr %p",
            chain(
                n,
                "  call void @llvm.masked.store.v{+}i8.p0(<{+} x i8> zeroinitializer, ptr %p, i32 1, <{+} x i1> zeroinitializer)\n",
                "  ret void\n",
            ),
        );
        out.extend(chain(n, "declare void @llvm.masked.store.v{+}i8.p0(<{+} x i8>, ptr, i32, <{+} x i1>)\n", ""));
        out
    }),
];

/// A function of these parameters.
pub(super) fn wrapped(parameters: &str, instructions: Vec<u8>) -> Vec<u8> {
    let mut out = format!("define void @f({parameters}) {{\n").into_bytes();
    out.extend(instructions);
    out.extend_from_slice(b"}\n");
    out
}

/// A loop with these phis and these instructions.
fn body(phis: Vec<u8>, instructions: Vec<u8>) -> Vec<u8> {
    let mut out = b"entry:\n  br label %b\nb:\n".to_vec();
    out.extend(phis);
    out.extend(instructions);
    out.extend_from_slice(b"  br label %b\n");
    wrapped("", out)
}

/// `phis` phis with `blocks` entries each.
fn phi(blocks: usize, phis: usize) -> Vec<u8> {
    let mut out = chain(blocks, "b{i}:\n  br i1 %c, label %b{+}, label %end\n", "b{n}:\n  br label %end\nend:\n");
    for number in 0..phis {
        out.extend_from_slice(format!("  %p{number} = phi i32 [ 1, %b{blocks} ]").as_bytes());
        out.extend(chain(blocks, ", [ {i}, %b{i} ]", "\n"));
    }
    out.extend_from_slice(b"  ret void\n");
    wrapped("i1 %c", out)
}

fn switch(n: usize, target: &str) -> Vec<u8> {
    let mut out = b"  switch i32 %v, label %b [\n".to_vec();
    out.extend(chain(n, &format!("    i32 {{i}}, label {target}\n"), "  ]\nb:\n"));
    let one = target == "%b";
    if one {
        out.extend_from_slice(b"  %p = phi i32 [ 0, %entry ]");
        out.extend(chain(n, ", [ 0, %entry ]", "\n"));
    }
    out.extend_from_slice(b"  ret void\n");
    if !one {
        out.extend(chain(n, "b{i}:\n  ret void\n", ""));
    }
    let mut text = b"entry:\n".to_vec();
    text.extend(out);
    wrapped("i32 %v", text)
}
