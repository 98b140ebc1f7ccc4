//! `cargo xtask bench --shapes`: modules of very many small things. The time of every operation has to grow as the module does.
use std::fmt::Write as _;
use std::path::Path;

use super::figures::Spread;
use super::process::{self, Call};
use super::{Room, llvm_version};
use crate::llvm;

/// A kind of module: its name, and how the text of one with `n` such things is written.
struct Shape {
    name: &'static str,
    write: fn(usize, &mut String) -> std::fmt::Result,
}

/// How many things the smaller and the larger module have.
const COUNTS: [usize; 2] = [100_000, 400_000];

/// Four times as many things may take this many times as long: what is linear but for caches and hash tables takes up to five.
const GROWTH: f64 = 6.0;

/// Times below this many seconds are mostly the start of the program, and no growth is judged by them.
const SHORT: f64 = 0.02;

const SHAPES: &[Shape] = &[
    Shape {
        name: "instructions",
        write: |n, out| {
            out.push_str("define i32 @f(i32 %v0) {\n");
            (0..n).try_for_each(|i| writeln!(out, "  %v{} = add i32 %v{i}, {}", i + 1, i % 1000))?;
            writeln!(out, "  ret i32 %v{n}\n}}")
        },
    },
    Shape {
        name: "blocks",
        write: |n, out| {
            out.push_str("define void @f() {\n");
            (0..n).try_for_each(|i| writeln!(out, "b{i}:\n  br label %b{}", i + 1))?;
            writeln!(out, "b{n}:\n  ret void\n}}")
        },
    },
    Shape {
        name: "cases",
        write: |n, out| {
            out.push_str("define void @f(i32 %a) {\n  switch i32 %a, label %d [\n");
            (0..n).try_for_each(|i| writeln!(out, "    i32 {i}, label %d"))?;
            writeln!(out, "  ]\nd:\n  ret void\n}}")
        },
    },
    Shape { name: "globals", write: |n, out| (0..n).try_for_each(|i| writeln!(out, "@g{i} = global i32 {i}")) },
    Shape { name: "declarations", write: |n, out| (0..n).try_for_each(|i| writeln!(out, "declare void @f{i}(i32)")) },
    Shape { name: "functions", write: |n, out| (0..n).try_for_each(|i| writeln!(out, "define void @f{i}() {{\n  ret void\n}}\n")) },
    Shape {
        name: "attributes",
        write: |n, out| {
            (0..n).try_for_each(|i| writeln!(out, "declare void @f{i}() #{i}"))?;
            (0..n).try_for_each(|i| writeln!(out, "attributes #{i} = {{ \"a\"=\"{i}\" }}"))
        },
    },
    Shape {
        name: "nodes",
        // In short chains, as those of debug information are.
        write: |n, out| {
            let heads: Vec<String> = (0..n).step_by(10).map(|i| format!("!{i}")).collect();
            writeln!(out, "!n = !{{{}}}", heads.join(", "))?;
            (0..n).try_for_each(|i| match (i + 1) % 10 == 0 || i + 1 == n {
                true => writeln!(out, "!{i} = !{{i32 {i}}}"),
                false => writeln!(out, "!{i} = !{{i32 {i}, !{}}}", i + 1),
            })
        },
    },
    Shape {
        name: "locations",
        write: |n, out| {
            out.push_str("define void @f() !dbg !4 {\n");
            (0..n).try_for_each(|i| writeln!(out, "  call void @g(), !dbg !{}", i + 6))?;
            out.push_str(
                "  ret void\n}\ndeclare void @g()\n!llvm.dbg.cu = !{!0}\n!llvm.module.flags = !{!2}\n\
                !0 = distinct !DICompileUnit(language: DW_LANG_C, file: !1, emissionKind: FullDebug)\n\
                !1 = !DIFile(filename: \"a\", directory: \"b\")\n!2 = !{i32 2, !\"Debug Info Version\", i32 3}\n\
                !3 = !DISubroutineType(types: !5)\n!4 = distinct !DISubprogram(name: \"f\", scope: !1, file: !1, line: 1, type: !3, \
                spFlags: DISPFlagDefinition, unit: !0)\n!5 = !{null}\n",
            );
            (0..n).try_for_each(|i| writeln!(out, "!{} = !DILocation(line: {}, scope: !4)", i + 6, i + 1))
        },
    },
    Shape {
        name: "elements",
        write: |n, out| {
            let elements: Vec<String> = (0..n).map(|i| format!("i32 {i}")).collect();
            writeln!(out, "@a = constant [{n} x i32] [{}]", elements.join(", "))
        },
    },
    Shape {
        name: "pointers",
        write: |n, out| writeln!(out, "@x = global i32 0\n@a = constant [{n} x ptr] [{}]", vec!["ptr @x"; n].join(", ")),
    },
    Shape {
        name: "string",
        // 8 MB for 100,000.
        write: |n, out| writeln!(out, "@s = constant [{} x i8] c\"{}\"", n * 80, "ab\\00cd\\22ef".repeat(n * 10)),
    },
    Shape {
        name: "types",
        write: |n, out| {
            (0..n).try_for_each(|i| writeln!(out, "%t{i} = type {{ i32, ptr, [{i} x i8] }}"))?;
            (0..n).try_for_each(|i| writeln!(out, "@g{i} = external global %t{i}"))
        },
    },
];

/// An operation: its name, LLVM's tool for it if there is one, the name of ours, what it reads and further arguments.
type Operation = (&'static str, Option<&'static str>, &'static str, &'static str, &'static [&'static str]);

/// In this order: some read what others write.
const OPERATIONS: &[Operation] = &[
    ("as", Some("llvm-as"), "llvm-as", "text.ll", &["--disable-verify", "-o", "as.bc"]),
    ("dis", Some("llvm-dis"), "llvm-dis", "as.bc", &["-o", "dis.ll"]),
    ("default", None, "bcconv", "as.bc", &["-o", "default.ll"]),
    ("back", None, "bcconv", "default.ll", &["-o", "back.bc"]),
    ("copy", None, "bcconv", "as.bc", &["-o", "copy.bc"]),
    ("to-7", None, "bcconv", "as.bc", &["--to", "bc", "--to-llvm", "7", "-o", "to-7.bc"]),
    ("strip", None, "bcconv", "as.bc", &["--to", "bc", "--strip-names", "-o", "strip.bc"]),
    ("verify", None, "bcconv", "as.bc", &["--verify"]),
];

/// Measures all operations on all shapes, each with one thread. Returns whether the time of each grows as the module does.
pub(super) fn run(room: &Room, runs: usize) -> Result<bool, String> {
    println!("Processor time on one thread, medians of {runs} runs: seconds for {} and {} things.", COUNTS[0], COUNTS[1]);
    println!("LLVM {}: how many times as fast ours is with {} things.\n", llvm_version(), COUNTS[1]);
    println!("{:<13} {:<8} {:>9} {:>9} {:>7} {:>6}", "shape", "", "fewer", "more", "growth", "LLVM");
    let mut is_linear = true;
    for shape in SHAPES {
        let mut seconds = vec![[0.0; 2]; OPERATIONS.len()];
        let mut times = vec![None; OPERATIONS.len()];
        for (size, count) in COUNTS.into_iter().enumerate() {
            let dir = tempfile::tempdir_in(room.folder("got")).map_err(|e| format!("temporary folder: {e}"))?;
            let mut text = String::new();
            (shape.write)(count, &mut text).map_err(|e| e.to_string())?;
            let path = dir.path().join("text.ll");
            std::fs::write(&path, text).map_err(|e| format!("{}: {e}", path.display()))?;
            for (at, operation) in OPERATIONS.iter().enumerate() {
                let (ours, theirs) = measure(room, dir.path(), operation, runs)?;
                seconds[at][size] = ours;
                times[at] = theirs.map(|theirs| theirs / ours);
            }
        }
        for ((operation, seconds), times) in OPERATIONS.iter().zip(&seconds).zip(&times) {
            let [fewer, more] = *seconds;
            let growth = more / fewer.max(SHORT);
            let is_steep = growth > GROWTH;
            is_linear &= !is_steep;
            let times = times.map_or(String::new(), |times| format!("{times:.1}"));
            let note = if is_steep { "  more than linear" } else { "" };
            println!("{:<13} {:<8} {fewer:>9.3} {more:>9.3} {growth:>7.1} {times:>6}{note}", shape.name, operation.0);
        }
    }
    Ok(is_linear)
}

/// Processor time of our tool in seconds, and of LLVM's: medians.
fn measure(room: &Room, dir: &Path, operation: &Operation, runs: usize) -> Result<(f64, Option<f64>), String> {
    let (_, theirs, ours, input, args) = *operation;
    let call = |program, to: &str| {
        let mut all = vec![dir.join(input).into_os_string()];
        // The argument after `-o` is a name in the folder.
        for (at, arg) in args.iter().enumerate() {
            let is_output = at > 0 && args[at - 1] == "-o";
            all.push(if is_output { dir.join(format!("{to}{arg}")).into() } else { arg.into() });
        }
        Call { program, args: all, stdout: None }
    };
    let theirs = theirs.and_then(llvm::find).map(|program| call(program, "llvm-"));
    let ours = call(room.dir.path().join(ours), "");
    let mut costs = (Vec::new(), Vec::new());
    for _ in 0..runs {
        costs.0.push(process::run(std::slice::from_ref(&ours), Some(1))?.cpu);
        if let Some(theirs) = &theirs {
            costs.1.push(process::run(std::slice::from_ref(theirs), None)?.cpu);
        }
    }
    let theirs = (!costs.1.is_empty()).then(|| Spread::of(costs.1).median);
    Ok((Spread::of(costs.0).median, theirs))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shapes_are_valid_texts() {
        for shape in SHAPES {
            let mut text = String::new();
            (shape.write)(25, &mut text).expect("a text");
            let module = bctk_textual::parse(text.as_bytes(), &Default::default()).unwrap_or_else(|e| panic!("{}: {e:?}", shape.name));
            assert!(bctk_verify::verify(&module, &Default::default()).findings.is_empty(), "{}", shape.name);
        }
    }
}
