//! The part of `cargo xtask corpus` that makes `corpus/edited`: texts of the results of llvm-extract and opt for modules in `corpus/v22`.
use std::collections::BTreeMap;
use std::path::Path;

use crate::llvm;

/// Modules and the function, variable or alias that is left of them.
const ONLY: &[(&str, &str)] = &[
    ("clang-c-O2-g", "total"),
    ("clang-c-O2-g", "main"),
    ("clang-c-arm-O1-g", "total"),
    ("clang-c-thinlto", "main"),
    ("alias-ifunc", "resolver"),
    ("function-properties", "everything"),
    ("global-properties", "all"),
    ("metadata-attachments", "f"),
    ("block-addresses", "f"),
    ("comdat", "any"),
    ("debug-records", "f"),
    ("eh-funclet", "f"),
];

/// Modules, the arguments of opt that change them, and the name of the change.
const CHANGED: &[(&str, &[&str], &str)] = &[
    ("clang-c-O2-g", &["--strip-debug", "-passes=verify"], "strip-debug"),
    ("clang-c-arm-O1-g", &["--strip-debug", "-passes=verify"], "strip-debug"),
    ("debug-records", &["--strip-debug", "-passes=verify"], "strip-debug"),
    ("clang-c-O2-g", &["-passes=strip-nondebug"], "strip-names"),
    ("types-struct", &["-passes=strip-nondebug"], "strip-names"),
    ("names", &["-passes=strip-nondebug"], "strip-names"),
    ("alias-ifunc", &["-passes=strip-nondebug"], "strip-names"),
];

/// Makes `corpus/edited`; gives the maker of each file.
pub(crate) fn make(corpus: &Path, makers: &mut BTreeMap<String, String>) -> Result<(), String> {
    let (source, target) = (corpus.join("v22"), corpus.join("edited"));
    let _ = std::fs::remove_dir_all(&target);
    std::fs::create_dir_all(&target).map_err(|e| format!("{}: {e}", target.display()))?;
    let mut step = |tool: &str, stem: &str, args: &[&str], change: &str| -> Result<(), String> {
        let path = llvm::find(tool).ok_or_else(|| format!("{tool} of LLVM {} is not installed", llvm::MAJOR))?;
        let version = llvm::version_of(&path).map(|(_, version)| version).unwrap_or_default();
        let (input, output) = (format!("{stem}.bc"), format!("edited/{stem}.{change}.ll"));
        llvm::run(&path, &[args, &["-S", &input, "-o", &format!("../{output}")]].concat(), &source)?;
        makers.insert(output, format!("{tool} {version} {}", args.join(" ")));
        Ok(())
    };
    for (stem, name) in ONLY {
        let text = std::fs::read_to_string(source.join(format!("{stem}.dis.ll"))).unwrap_or_default();
        let kind = if text.lines().any(|line| line.starts_with(&format!("@{name} = "))) { "glob" } else { "func" };
        step("llvm-extract", stem, &[&format!("--{kind}={name}")], &format!("only-{name}"))?;
    }
    for (stem, args, change) in CHANGED {
        step("opt", stem, args, change)?;
    }
    Ok(())
}
