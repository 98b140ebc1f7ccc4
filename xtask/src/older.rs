//! The part of `cargo xtask corpus` that makes bitcode with older versions of LLVM, as far as they are installed: `corpus/v13` to `corpus/v21`.
use std::collections::BTreeMap;
use std::ops::RangeInclusive;
use std::path::Path;

use crate::llvm;

/// The versions that there are folders for.
const VERSIONS: RangeInclusive<u32> = 13..=21;

/// Programs in `corpus/src`: source, name of the module, arguments of the compiler.
const COMPILED: &[(&str, &str, &[&str])] = &[
    ("older.cpp", "clang-older-O1", &["-O1"]),
    ("mix.c", "clang-mix-O2-g", &["-O2", "-g"]),
    ("classes.cpp", "clang-classes-thin-g", &["-O2", "-g", "-flto=thin", "-fwhole-program-vtables", "-fvisibility=hidden"]),
];

/// Texts in `corpus/src`: source, name of the module, versions and flags of llvm-as.
const ASSEMBLED: &[(&str, &str, RangeInclusive<u32>, &[&str])] = &[
    ("older-as-typed.ll", "older-as", 13..=14, &[]),
    ("older-as.ll", "older-as", 16..=21, &[]),
    ("typed.ll", "typed", 13..=14, &[]),
    ("typed.ll", "typed", 15..=16, &["-opaque-pointers=0"]),
    ("typed.ll", "opaque", 15..=16, &["-opaque-pointers=1"]),
];

/// Texts in `corpus/v22` that LLVM 15 and later assemble.
const TEXTS: &[&str] = &["eh-landingpad", "function-properties", "inst-call", "metadata-cycles", "symbols-coff", "uselist"];

/// Makes the output of the installed versions; `old` lists who made the files that stay. Returns the maker of each file.
pub(crate) fn make(corpus: &Path, old: &BTreeMap<String, String>, makers: &mut BTreeMap<String, String>) -> Result<(), String> {
    let src = corpus.join("src");
    for major in VERSIONS {
        let folder = format!("v{major}");
        std::fs::create_dir_all(corpus.join(&folder)).map_err(|e| format!("{folder}: {e}"))?;
        let mut step = |tool: &str, dir: &Path, name: &str, args: &[&str]| -> Result<(), String> {
            let key = format!("{folder}/{name}.bc");
            let found = llvm::find_of(tool, major).and_then(|path| Some((llvm::version_of(&path)?, path)));
            let Some(((version, whole), path)) = found.filter(|((version, _), _)| *version == major) else {
                println!("{key}: kept as it is (no {tool} of LLVM {major})");
                if let Some(maker) = old.get(&key) {
                    makers.insert(key, maker.clone());
                }
                return Ok(());
            };
            let output = format!("../{key}");
            llvm::run(&path, &[args, &["-o", &output]].concat(), dir)?;
            debug_assert_eq!(version, major);
            makers.insert(key, format!("{tool} {whole}"));
            Ok(())
        };
        for (source, name, flags) in COMPILED {
            // Some builds record their whole command line, with its paths.
            let plain = ["-gno-record-command-line", "-ffile-compilation-dir=/corpus"];
            let target = ["--target=x86_64-unknown-linux-gnu", plain[0], plain[1], "-emit-llvm", "-c", source];
            step("clang", &src, name, &[*flags, &target].concat())?;
        }
        for (source, name, _, flags) in ASSEMBLED.iter().filter(|(_, _, versions, _)| versions.contains(&major)) {
            step("llvm-as", &src, name, &[*flags, &[*source]].concat())?;
        }
        for stem in TEXTS.iter().filter(|_| major >= 15) {
            let text = format!("{stem}.ll");
            step("llvm-as", &corpus.join("v22"), stem, &[&text])?;
        }
        step("llvm-lto", &corpus.join(&folder), "index", &["-thinlto-action=thinlink", "clang-classes-thin-g.bc"])?;
    }
    Ok(())
}
