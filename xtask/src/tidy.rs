//! `cargo xtask tidy`: house rules that the compiler does not check.
mod circles;

use std::path::Path;

use crate::{documents, llvm, manifest};

/// Longest source file in lines; tables and the record schema may be longer.
const MOST_LINES: usize = 800;

/// Files that have to be there.
const NEEDED: &[&str] = &[
    "README.md",
    "ARCHITECTURE.md",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "CODE_OF_CONDUCT.md",
    "SECURITY.md",
    "LICENSE-APACHE",
    "LICENSE-MIT",
    ".ci/run",
    ".github/workflows/ci.yml",
    "deny.toml",
    "rustfmt.toml",
    "Cargo.lock",
];

/// Crates in which unsafe code is forbidden.
const SAFE: &[&str] = &[
    "bctk/src/lib.rs",
    "ir/src/lib.rs",
    "ir/analysis/src/lib.rs",
    "ir/edit/src/lib.rs",
    "ir/hash/src/lib.rs",
    "diff/src/lib.rs",
    "ir/lto/src/lib.rs",
    "ir/split/src/lib.rs",
    "ir/support/src/lib.rs",
    "ir/uselist/src/lib.rs",
    "ir/transforms/src/lib.rs",
    "demangle/src/lib.rs",
    "bitcode/src/lib.rs",
    "bitcode/bitstream/src/lib.rs",
    "bitcode/inspect/src/lib.rs",
    "bitcode/lossless/src/lib.rs",
    "bitcode/object/src/lib.rs",
    "textual/src/lib.rs",
    "testing/generate/src/lib.rs",
    "testing/hostile/src/lib.rs",
];

/// Runs the command; `Ok(false)` means that a rule is broken.
pub(crate) fn run(_: &[String]) -> Result<bool, String> {
    let root = llvm::root();
    let mut faults = Vec::new();
    let mut sources = 0;
    let mut modules = circles::Modules::default();
    for room in ["ir", "demangle", "bctk", "core", "capi", "bitcode", "tables", "textual", "testing", "cli", "xtask", "fuzz", "python"] {
        let dir = root.join(room);
        if !dir.is_dir() {
            faults.push(format!("{room}: missing"));
            continue;
        }
        for file in llvm::files_below(&dir, ".rs")? {
            let name = manifest::relative(&root, &file);
            if name.contains("/target/") {
                continue;
            }
            sources += 1;
            let text = std::fs::read_to_string(&file).map_err(|e| format!("{name}: {e}"))?;
            source(&name, &text, &mut faults);
            modules.add(&name, &text);
        }
    }
    for name in NEEDED {
        if !root.join(name).is_file() {
            faults.push(format!("{name}: missing"));
        }
    }
    for name in SAFE {
        let text = std::fs::read_to_string(root.join(name)).unwrap_or_default();
        if !text.contains("#![forbid(unsafe_code)]") {
            faults.push(format!("{name}: expected #![forbid(unsafe_code)]"));
        }
    }
    directions(&root, &mut faults);
    modules.check(&mut faults);
    documents::check(&root, &mut faults)?;
    for fault in &faults {
        println!("{fault}");
    }
    println!("tidy: {sources} sources, {} faults", faults.len());
    Ok(faults.is_empty())
}

fn source(name: &str, text: &str, faults: &mut Vec<String>) {
    // Spelled in two parts, so that this file keeps its own rule.
    let marks = [concat!("TO", "DO"), concat!("FIX", "ME"), concat!("XX", "X:")];
    if !text.lines().next().is_some_and(|line| line.starts_with("//! ") && line.len() > 12) {
        faults.push(format!("{name}: the first line says what the file is, after //!"));
    }
    let lines = text.lines().count();
    if lines > MOST_LINES && !name.contains("table") && !name.contains("schema") {
        faults.push(format!("{name}: {lines} lines, more than {MOST_LINES}; split by subject"));
    }
    for (number, line) in text.lines().enumerate() {
        let at = number + 1;
        if line.contains('\t') {
            faults.push(format!("{name}:{at}: tab"));
        }
        if line.ends_with([' ', '\r']) {
            faults.push(format!("{name}:{at}: space at the end"));
        }
        if marks.iter().any(|mark| line.contains(mark)) {
            faults.push(format!("{name}:{at}: unfinished work belongs into an issue"));
        }
    }
    versions(name, text, faults);
    if !text.ends_with('\n') {
        faults.push(format!("{name}: no newline at the end"));
    }
}

/// The files that may contain LLVM versions as numbers: the feature table, and the tables whose rows name releases.
const VERSION_TABLES: &[&str] = &[
    "ir/src/version/",
    "ir/src/attrs/",
    "ir/src/intrinsics/",
    "ir/src/libcalls/",
    "ir/src/fixed.rs",
    "ir/src/keywords.rs",
    "ir/src/metadata/di.rs",
    "ir/src/metadata/flags.rs",
    "bitcode/src/schema/",
];

/// Code asks a version for a feature: no version is made of a number or compared with one outside the tables, rows of tables, and tests.
fn versions(name: &str, text: &str, faults: &mut Vec<String>) {
    let is_library = ["ir/", "bitcode/", "textual/", "core/src/", "capi/src/", "cli/src/"].iter().any(|dir| name.starts_with(dir));
    if !is_library || name.contains("/tests") || VERSION_TABLES.iter().any(|table| name.starts_with(table)) {
        return;
    }
    let is_digit = |text: &str| text.trim_start().starts_with(|c: char| c.is_ascii_digit());
    for (number, line) in text.lines().enumerate().take_while(|(_, line)| *line != "#[cfg(test)]") {
        let made = line.split("LlvmVersion::").skip(1).any(|rest| {
            let call = ["new(", "three(", "of(", "release(", "nearest_written("].iter().find_map(|call| rest.strip_prefix(call));
            call.is_some_and(is_digit)
        });
        let compared = line.split(".major").skip(1).any(|rest| {
            let rest = rest.trim_start_matches([')', ' ']);
            ["<=", ">=", "==", "!=", "<", ">"].iter().find_map(|sign| rest.strip_prefix(sign)).is_some_and(is_digit)
        });
        let is_row = line.trim_start().starts_with('(') && line.ends_with("),");
        if (made && !is_row) || compared {
            faults.push(format!(
                "{name}:{}: a version as a number; add a row to ir/src/version/features.rs and ask for the feature",
                number + 1
            ));
        }
    }
}

/// Which module may use which inside a crate. The dependencies in the manifests say it of the crates.
fn directions(root: &Path, faults: &mut Vec<String>) {
    let forbidden: &[(&str, &[&str])] = &[
        ("ir/edit/src", &["bctk_bitcode", "bctk_textual"]),
        ("ir/transforms/src/upgrade", &["crate::translate"]),
        ("bitcode/src/read", &["crate::write"]),
        ("bitcode/src/write", &["crate::read"]),
        ("bitcode/lossless/src/patch", &["bctk_ir", "bctk_bitcode::read", "bctk_bitcode::write", "crate::layout"]),
        ("bitcode/object/src/container", &["bctk_ir", "bctk_bitcode", "crate::symbols"]),
    ];
    for (dir, words) in forbidden {
        for file in llvm::files_below(&root.join(dir), ".rs").unwrap_or_default() {
            let text = std::fs::read_to_string(&file).unwrap_or_default();
            for word in words.iter().filter(|word| text.lines().any(|line| !line.trim_start().starts_with("//") && line.contains(**word))) {
                faults.push(format!("{}: must not know {word}", manifest::relative(root, &file)));
            }
        }
    }
}
