//! `docs/translate.md`: what a translation to an older LLVM does with each feature, from the table of features and that of attributes.
use std::collections::BTreeMap;
use std::fmt::Write;

use bctk_ir::attrs::ROWS;
use bctk_ir::version::{FEATURES, FeatureRow, LlvmVersion};
use bctk_transforms::translate::{dropped_intrinsics, expanded_intrinsics, is_required, selected_intrinsics, unselected_intrinsics};

use crate::codegen::sentence;

const HEAD: &str = "<!-- Generated from ir/src/version/features.rs by `cargo xtask codegen`; do not edit. -->

# Translation to an older LLVM

`bcconv --to-llvm N` writes a module for LLVM N (3.7 to 23, and 24 in development). What LLVM N does not have is

- *lowered*: something older with the same meaning takes its place;
- *dropped*: it is left out, because the program means the same without it;
- *refused*: it is an error, because the program would mean something else.

What LLVM N reads, and makes no code or wrong code of, is *kept*, and named in a note ([below](#code-generation)).

`--lossy` says how far this may go: `none` refuses all that would be dropped, `hints` (the default) drops what these
tables say, and `debug` also drops all debug information of a module if LLVM N cannot represent it. A note names what
was dropped, and `--report FILE` writes all changes with their places as JSON. What other options remove (`--only`,
`--strip-debug`, `--strip-names`) is removed before the translation, and is no loss of it:

```
$ bcconv corpus/v22/clang-c-O2-g.bc --to-llvm 17 -o old.ll --report changes.json
```

An upgrade to a newer LLVM loses the metadata attached to calls of `llvm.dbg.*` that become records, which is reported
as dropped. Data layouts that its parser refuses get a form that it reads (without `S0`, `i0:8` or `f:32`, and with
bytes aligned to 8 bits if nothing in memory is elsewhere then), or are refused. The hash of a module is computed anew
in bitcode, and left out of text.

The result is verified with the rules of LLVM N, unless `--disable-verify`. [profiles.md](profiles.md) describes the
dialects of NVVM, Metal and DirectX. [llvm-downgrade.md](llvm-downgrade.md) compares it with another tool.

A processor that LLVM N does not know (`target-cpu`, `tune-cpu`) becomes the nearest one that it knows, and the
features that this one lacks are written out; features that LLVM N does not know are dropped. The lists are those of
compilers of LLVM 4 to 23 for x86, 8 to 22 for AMD's and NVIDIA's GPUs, 12 to 22 for AArch64, Arm, PowerPC, RISC-V,
BPF, WebAssembly, s390x, SPARC and Hexagon, and 16 to 22 for LoongArch; older releases are taken to know what the first
one listed does.

A way down, up and down again gives what one way down gives, but for what LLVM's own readers lose or move on the way
up: sizes and attributes of calls of `llvm.lifetime` (LLVM 22), `uniform-work-group-size` if it is `false` (LLVM 23),
the order of declarations of intrinsics that get another name, which come last, what a summary calls them, opaque
structures that stand for types of OpenCL before LLVM 17, and the order of variables and types that functions retain.

A translation to LLVM N does everything below that belongs to a release after N. It starts with the newest release that
the module uses.
";

/// The page.
pub(crate) fn page() -> String {
    let mut out = String::from(HEAD);
    let mut by_release: BTreeMap<LlvmVersion, Vec<&FeatureRow>> = BTreeMap::new();
    for row in FEATURES {
        let is_told = [row.lowered, row.dropped, row.refused].iter().any(|column| !column.is_empty());
        if let Some(since) = row.since.filter(|_| is_told) {
            by_release.entry(since).or_default().push(row);
        }
    }
    out.push_str("\n## Features\n\n| LLVM | feature | lowered to | dropped | refused |\n|---|---|---|---|---|\n");
    for (since, rows) in by_release.iter().rev() {
        for row in rows {
            let cell = |text: &str| if text.is_empty() { "—".to_owned() } else { sentence(text) };
            let _ = writeln!(
                out,
                "| {since} | {} | {} | {} | {} |",
                sentence(row.name),
                cell(row.lowered),
                cell(row.dropped),
                cell(row.refused)
            );
        }
    }
    out.push_str(
        "\n## Attributes\n\nAttributes that only help the optimizer are dropped before the release that brought them. Those that decide how \
         an\nargument is passed, or about the code of a function, are refused. The table of features names those that are lowered.\n\n\
         | LLVM | dropped | refused |\n|---|---|---|\n",
    );
    let mut attributes: BTreeMap<LlvmVersion, [Vec<&str>; 2]> = BTreeMap::new();
    for row in ROWS.iter().filter(|row| row.since > LlvmVersion::of(3.7)) {
        let column = usize::from(is_required(bctk_ir::attrs::AttrKind(row.code)));
        attributes.entry(row.since).or_default()[column].push(row.spelling);
    }
    for (since, columns) in attributes.iter().rev() {
        let cell = |names: &Vec<&str>| match names.is_empty() {
            true => "—".to_owned(),
            false => names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", "),
        };
        let _ = writeln!(out, "| {since} | {} | {} |", cell(&columns[0]), cell(&columns[1]));
    }
    out.push_str(
        "\n## Intrinsics\n\nAn intrinsic that LLVM N has under another name or with other arguments gets these. Otherwise its calls are \
         handled as\nfollows; calls of all others are refused.\n\n| intrinsics | calls become |\n|---|---|\n",
    );
    let list = |names: &[&str]| {
        let names = names.iter().map(|name| if name.ends_with('.') { format!("`llvm.{name}*`") } else { format!("`llvm.{name}`") });
        names.collect::<Vec<_>>().join(", ")
    };
    for (names, how) in expanded_intrinsics() {
        let _ = writeln!(out, "| {} | {how} |", list(names));
    }
    let _ = writeln!(out, "| {} | nothing: they are hints |", list(dropped_intrinsics()));
    out.push_str(
        "\n## Code generation\n\nSome releases have intrinsics that their code generator does not select, or not rightly. Calls of them become \
         what\nreleases without them get, or are refused as there. `cargo xtask select` asks the code generators.\n\n\
         | target | intrinsics | types | selected since | before |\n|---|---|---|---|---|\n",
    );
    for &(names, target, types, since, before) in selected_intrinsics() {
        let _ = writeln!(out, "| {target} | {} | {} | {since} | {before} |", list(names), types.words());
    }
    out.push_str(
        "\nThese calls are written all the same, with a note: the clang of the release makes them, too, and nothing simple has the\nsame meaning.\n\n\
         | target | intrinsics | types | releases | what they do |\n|---|---|---|---|---|\n",
    );
    for row in unselected_intrinsics() {
        let names = if row.names.is_empty() { "all that compute".to_owned() } else { list(row.names) };
        let releases = if row.first == row.last { row.first.to_string() } else { format!("{} to {}", row.first, row.last) };
        let optimized = if row.optimized { ", with optimizations" } else { "" };
        let _ = writeln!(out, "| {} | {names} | {} | {releases}{optimized} | {} |", row.target, row.types.words(), row.does);
    }
    out
}
