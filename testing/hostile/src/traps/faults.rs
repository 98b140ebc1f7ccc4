//! Texts of nothing but faults, after each of which parsing goes on.
use super::{Trap, text};

pub(super) const TRAPS: &[Trap] = &[
    text("unknown instructions", 40_000, |n| body(n, |i| format!("  %v{i} = ad i32 %v{}, 1\n", i + 1))),
    text("comments without an end in a body", 40_000, |n| body(n, |_| "  foo /*\n".into())),
    text("empty lines and unknown instructions", 2_000, |n| body(n, |_| format!("{}foo\n", "\n".repeat(50)))),
    text("strings without an end in a body", 40_000, |n| body(n, |_| "  \"a\n  %\"b = c\n".into())),
    text("blocks without terminators", 40_000, |n| body(n, |i| format!("b{i}:\n"))),
    text("cases before a fault", 40_000, |n| {
        let cases: String = (0..n).map(|i| format!("    i32 {i}, label %c{i}\n")).collect();
        body(1, |_| format!("  switch i32 0, label %b [\n{cases}    x\n  ]\n"))
    }),
    text("types that nothing defines", 40_000, |n| body(n, |i| format!("  %v{i} = load %t{i}, ptr null\n"))),
    text("uses of a type that has a fault", 40_000, |n| {
        format!("%t = type {{ x }}\n{}", String::from_utf8_lossy(&body(n, |_| "  x %t\n".into()))).into_bytes()
    }),
    text("functions that are not closed", 10_000, |n| repeated(n, |i| format!("define void @f{i}() {{\n  ret void\n"))),
    text("functions with a fault in the first line", 10_000, |n| repeated(n, |i| format!("define void @f{i}() x {{\n  ret void\n}}\n"))),
    text("comments without an end at the top level", 20_000, |n| repeated(n, |_| "@a = x /*\n".into())),
    text("nodes with faults", 40_000, |n| repeated(n, |i| format!("!{i} = !DILocaton(line: 1)\n"))),
    text("values that nothing defines, and near names", 10_000, |n| body(n, |i| format!("  %vaule{i} = add i32 %value{i}x, 1\n"))),
    text("global values that nothing defines, and near names", 10_000, |n| {
        repeated(n, |i| format!("@compute{i:06} = global ptr @comptue{i:06}\n"))
    }),
];

fn repeated(n: usize, part: impl Fn(usize) -> String) -> Vec<u8> {
    (0..n).map(part).collect::<String>().into_bytes()
}

/// A function of these lines.
fn body(n: usize, part: impl Fn(usize) -> String) -> Vec<u8> {
    let lines: String = (0..n).map(part).collect();
    format!("define void @f() {{\n{lines}  ret void\n}}\n").into_bytes()
}
