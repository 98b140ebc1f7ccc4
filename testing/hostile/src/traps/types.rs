//! Types, constants and names of types.
use super::globals::{chain, list};
use super::{Trap, text};
use std::fmt::Write;

pub(super) const TRAPS: &[Trap] = &[
    text("types that each name the next", 20_000, |n| {
        chain(n, "%t{i} = type { i32, ptr, [2 x ptr], %t{+}* }\n", "%t{n} = type { i8 }\n@g = external global %t0\n")
    }),
    text("types that each contain the next, met from outside", 20_000, |n| contained(n, false)),
    text("types that each contain the one before, met from inside", 20_000, |n| contained(n, true)),
    text("types that each contain the next twice", 20_000, doubled),
    text("expressions over types of many equal parts", 2000, equal_parts),
    text("literal types nested deep", 200, literal_types),
    text("one long type and many globals", 2000, large_type),
    text("named types with one base", 20_000, |n| chain(n, "%t.{i} = type opaque\n@g{i} = external global %t.{i}\n", "")),
    text("types without names", 40_000, |n| chain(n, "%{i} = type { i32, [{i} x ptr] }\n@g{i} = external global %{i}\n", "")),
    text("constants nested deep", 400, deep_constants),
    text("constants with many parts", 20_000, wide_constants),
    text("expressions nested deep", 400, deep_expressions),
    text("vectors and arrays of many elements", 2000, counted),
    text("splats of many elements", 2000, |n| splats(n, 1 << 16)),
    text("splats of too many elements", 2000, |n| splats(n, u32::MAX as usize)),
    text("arrays of elements without size", 10_000, sizeless),
    text("folding of large vectors", 2000, folded),
    text("long integers", 200, integers),
    text("long strings", 200_000, strings),
    text("address spaces in the data layout", 20_000, data_layout),
    text("paths through nested types", 400, paths),
];

fn contained(n: usize, inside_first: bool) -> Vec<u8> {
    let mut out = String::new();
    let number = |i: usize| if inside_first { n - i } else { i };
    for i in 0..=n {
        let i = number(i);
        let _ = if i == n { writeln!(out, "%t{i} = type {{ i8 }}") } else { writeln!(out, "%t{i} = type {{ %t{}, i8 }}", i + 1) };
    }
    out.push_str("@g = global %t0 zeroinitializer\ndefine void @f() {\n");
    for i in 0..n {
        let _ = writeln!(
            out,
            "  %a{i} = alloca %t{i}\n  store %t{i} zeroinitializer, ptr %a{i}\n  %g{i} = getelementptr %t{i}, ptr %a{i}, i32 1, i32 0"
        );
    }
    out.push_str("  ret void\n}\n");
    out.into_bytes()
}

fn doubled(n: usize) -> Vec<u8> {
    let mut out = chain(n, "%t{i} = type { %t{+}, %t{+} }\n", "%t{n} = type { i8 }\n@g = global %t0 zeroinitializer\n");
    out.extend(chain(n, "@p{i} = global ptr getelementptr (%t{i}, ptr @g, i32 1, i32 1)\n", ""));
    out
}

/// A type of 8^13 parts that are 14 types, and expressions that look into it.
fn equal_parts(n: usize) -> Vec<u8> {
    let mut out = String::new();
    for level in 0..13 {
        let _ = writeln!(out, "%t{level} = type {{ {} }}", vec![format!("%t{}", level + 1); 8].join(", "));
    }
    out.push_str("%t13 = type { i8 }\n@g = external global %t0\n");
    for i in 1..=n {
        let _ = writeln!(out, "@p{i} = global ptr getelementptr (%t0, ptr @g, i64 {i})");
    }
    out.push_str("define i64 @f(ptr %p) {\n  %v = load %t0, ptr %p\n  store %t0 %v, ptr %p\n");
    out.push_str("  ret i64 ptrtoint (ptr getelementptr (%t0, ptr null, i32 1) to i64)\n}\n");
    out.into_bytes()
}

fn literal_types(n: usize) -> Vec<u8> {
    let mut out = String::new();
    for i in 0..n {
        let _ = writeln!(out, "@g{i} = external global {}i{}{}", "{ i8, ".repeat(200), i + 1, " }".repeat(200));
    }
    out.into_bytes()
}

fn large_type(n: usize) -> Vec<u8> {
    let mut out = format!("@g = external global {{ i32, {} }}\n", list(n, |i| format!("i{}", i % 64 + 1))).into_bytes();
    out.extend(chain(n, "@h{i} = global ptr @g\n", ""));
    out
}

/// Constants of 100 levels; each contains those of all previous levels.
fn deep_constants(n: usize) -> Vec<u8> {
    let mut out = String::new();
    for i in 0..n {
        let _ = writeln!(out, "@g{i} = global {}i32{} {}i32 {i}{}", "[1 x ".repeat(100), "]".repeat(100), constant(99), "]".repeat(100));
    }
    out.into_bytes()
}

fn constant(levels: usize) -> String {
    let mut out = String::from("[");
    for level in (0..levels).rev() {
        let _ = write!(out, "{}i32{} [", "[1 x ".repeat(level + 1), "]".repeat(level + 1));
    }
    out
}

fn wide_constants(n: usize) -> Vec<u8> {
    let mut out = format!("@g = global [{n} x ptr] [{}]\n", list(n, |i| format!("ptr @g{i}"))).into_bytes();
    out.extend(chain(n, "@g{i} = global { i64, ptr } { i64 {i}, ptr @g }\n", ""));
    out
}

fn deep_expressions(n: usize) -> Vec<u8> {
    let mut out = String::from("@g = global i8 0\n");
    for i in 0..n {
        let _ = writeln!(out, "@a{i} = global ptr {}@g{}", "getelementptr (i8, ptr ".repeat(100), format!(", i64 {})", i + 1).repeat(100));
        let _ = writeln!(out, "@b{i} = global i64 {}ptrtoint (ptr @g to i64){}", "sub (i64 7, i64 ".repeat(100), ")".repeat(100));
    }
    out.into_bytes()
}

fn counted(n: usize) -> Vec<u8> {
    let mut out = String::new();
    for i in 0..n {
        let count = u32::MAX as usize - i;
        for (number, value) in ["zeroinitializer", "undef", "poison"].iter().enumerate() {
            let _ = writeln!(out, "@v{i}.{number} = global <{count} x i8> {value}");
            let _ = writeln!(out, "@a{i}.{number} = global [{} x [{count} x i8]] {value}", u64::MAX - i as u64);
        }
    }
    out.into_bytes()
}

fn splats(n: usize, count: usize) -> Vec<u8> {
    let mut out = String::new();
    for i in 0..n {
        let _ = writeln!(out, "@g{i} = global <{0} x i8> splat (i8 1)\n@h{i} = global <vscale x {0} x i8> splat (i8 1)", count - i);
    }
    out.into_bytes()
}

fn sizeless(n: usize) -> Vec<u8> {
    let mut out = String::from("define void @f(ptr %p) {\n");
    for i in 0..n {
        let count = u64::MAX - i as u64;
        let _ = writeln!(out, "  %a{i} = alloca [{count} x [{i} x [0 x i8]]], align 1");
        let _ = writeln!(out, "  store [{count} x {{}}] zeroinitializer, ptr %a{i}, align 1");
        let _ = writeln!(out, "  %e{i} = extractvalue [{count} x [{i} x {{}}]] zeroinitializer, 7");
        let _ = writeln!(out, "  %g{i} = getelementptr [{count} x [{i} x {{}}]], ptr %p, i64 {i}, i64 {i}, i64 0");
    }
    out.push_str("  ret void\n}\n");
    out.into_bytes()
}

fn folded(n: usize) -> Vec<u8> {
    let mut out = String::new();
    for i in 0..n {
        let count = 4_000_000 - i;
        let _ = writeln!(out, "@a{i} = global <{count} x i16> bitcast (<{} x i8> splat (i8 3) to <{count} x i16>)", count * 2);
        let _ = writeln!(out, "@b{i} = global <{count} x i8> insertelement (<{count} x i8> zeroinitializer, i8 1, i32 {i})");
        let _ = writeln!(
            out,
            "@c{i} = global <{count} x i8> shufflevector (<2 x i8> <i8 1, i8 2>, <2 x i8> poison, <{count} x i32> zeroinitializer)"
        );
        let _ = writeln!(out, "@d{i} = global <{count} x i8> add (<{count} x i8> splat (i8 3), <{count} x i8> splat (i8 {i}))");
        let _ = writeln!(out, "@e{i} = global <{count} x ptr> getelementptr (i8, <{count} x ptr> zeroinitializer, i64 {i})");
    }
    out.into_bytes()
}

fn integers(n: usize) -> Vec<u8> {
    let mut out = String::new();
    for i in 0..n {
        let _ = writeln!(out, "@g{i} = global i65536 {}", "9".repeat(n * 10));
        let _ = writeln!(out, "@h{i} = global i65536 u0x{}", "f".repeat(n * 10));
    }
    out.into_bytes()
}

fn strings(n: usize) -> Vec<u8> {
    let escapes = "\\00\\FF\\22".repeat(n / 3);
    let name = "\\01\\FF".repeat(n / 2);
    format!(
        "source_filename = \"{escapes}\"\n@\"{name}\" = global [{} x i8] c\"{escapes}\"\n@g = global ptr @\"{name}\"\n!x = !{{!0}}\n!0 = !{{!\"{escapes}\"}}\n",
        n / 3 * 3
    )
    .into_bytes()
}

fn data_layout(n: usize) -> Vec<u8> {
    let mut out = String::from("target datalayout = \"e");
    for i in 0..n {
        let _ = write!(out, "-p{}:64:64-i{}:8", i + 1, i % 1000 + 1);
    }
    out.push_str("\"\n");
    for i in 0..n {
        let _ = writeln!(out, "@g{i} = global i8 0\n@h{i} = addrspace({}) global i8 0", i + 1);
    }
    out.into_bytes()
}

fn paths(n: usize) -> Vec<u8> {
    let deep = 200;
    let mut out = String::new();
    for i in 0..deep {
        let _ = writeln!(out, "%t{i} = type {{ %t{}, i8 }}", i + 1);
    }
    let _ = writeln!(out, "%t{deep} = type {{ i8 }}\ndefine void @f(ptr %p, %t0 %v) {{");
    for i in 0..n {
        let path = ", 0".repeat(deep);
        let _ = writeln!(out, "  %e{i} = extractvalue %t0 %v{path}\n  %i{i} = insertvalue %t0 %v, i8 7{path}, 0");
    }
    out.push_str("  ret void\n}\n");
    out.into_bytes()
}
