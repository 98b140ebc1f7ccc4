//! `cargo xtask corpus`: makes LLVM 22's output for every input in `corpus/`, or checks that nothing changed.
//!
//! `corpus/v22/NAME.ll` is written by hand and assembled by llvm-as; a first line `; llvm-as: FLAGS` adds flags. The programs in
//! `corpus/src` are compiled as [`COMPILED`] says. Beside each `NAME.bc` stand `NAME.dis.ll`, the text of llvm-dis, and `NAME.use.ll`, the
//! text with `--preserve-ll-uselistorder` where that differs; for some, also the texts by further options ([`FURTHER`]). `corpus/as` has what
//! llvm-as makes of `v22/NAME.ll` by other options ([`ASSEMBLED`]), `corpus/multi` a file of two modules, `corpus/containers` what bitcode
//! lies in (see `containers`), `corpus/edited` parts of modules (see `edited`), `corpus/v13` and so on what older versions make (see `older`),
//! `corpus/v23` what LLVM 23 does (see `release_corpus`), `corpus/v3.7` to `corpus/v12` what old releases do (see `old_corpus`).
use std::collections::BTreeMap;
use std::path::Path;

use crate::{containers, edited, llvm, manifest, old_corpus, older, release_corpus, symbols};

/// Programs in `corpus/src`: source, name of the module, arguments of the compiler; of opt for an `.ll`.
const COMPILED: &[(&str, &str, &[&str])] = &[
    ("mix.c", "clang-c-O0", &["--target=x86_64-unknown-linux-gnu", "-O0"]),
    ("mix.c", "clang-c-O2-g", &["--target=x86_64-unknown-linux-gnu", "-O2", "-g"]),
    ("mix.c", "clang-c-arm-O1-g", &["--target=armv7-unknown-linux-gnueabihf", "-O1", "-g", "-gdwarf-4"]),
    ("mix.c", "clang-c-thinlto", &["--target=x86_64-unknown-linux-gnu", "-O2", "-flto=thin"]),
    ("mix.c", "clang-c-asan", &["--target=x86_64-unknown-linux-gnu", "-O1", "-fsanitize=address", "-fPIC"]),
    ("classes.cpp", "clang-cpp-O0-g", &["--target=x86_64-unknown-linux-gnu", "-O0", "-g"]),
    ("classes.cpp", "clang-cpp-O2", &["--target=aarch64-unknown-linux-gnu", "-O2"]),
    (
        "classes.cpp",
        "clang-cpp-msvc-O1-g",
        &["--target=x86_64-pc-windows-msvc", "-O1", "-g", "-gcodeview", "-fexceptions", "-fcxx-exceptions"],
    ),
    (
        "classes.cpp",
        "clang-cpp-lto-O2-g",
        &["--target=x86_64-unknown-linux-gnu", "-O2", "-g", "-flto", "-fvisibility=hidden", "-fwhole-program-vtables"],
    ),
    ("shapes.rs", "rustc-debug", &["-C", "debuginfo=2", "-C", "panic=unwind"]),
    ("shapes.rs", "rustc-release", &["-O"]),
    ("memprof.ll", "summary-memprof", &["-module-summary", "-memprof-report-hinted-sizes"]),
];

/// Texts by further options of llvm-dis, for some of the modules: stem, suffix, option.
const FURTHER: &[(&str, &str, &str)] = &[
    ("const-expr", "notes.ll", "--show-annotations"),
    ("alias-ifunc", "notes.ll", "--show-annotations"),
    ("debug-locations", "notes.ll", "--show-annotations"),
    ("types-struct", "notes.ll", "--show-annotations"),
    ("metadata-basic", "notes.ll", "--show-annotations"),
    ("clang-cpp-lto-O2-g", "notes.ll", "--show-annotations"),
    ("clang-c-O2-g", "bodiless.ll", "--materialize-metadata"),
    ("function-properties", "bodiless.ll", "--materialize-metadata"),
    ("global-unnamed", "bodiless.ll", "--materialize-metadata"),
    ("summary-module", "index.ll", "--print-thinlto-index-only"),
    ("summary-index", "index.ll", "--print-thinlto-index-only"),
    ("const-expr", "index.ll", "--print-thinlto-index-only"),
];

/// Bitcode made with further options of llvm-as, in `corpus/as`: ending, option, and the modules; none means every module whose bitcode
/// differs with the option.
const ASSEMBLED: &[(&str, &str, &[&str])] = &[
    ("nouse", "--preserve-bc-uselistorder=false", &[]),
    ("hash", "--module-hash", &["symbols-elf", "summary-module", "debug-records", "names"]),
    ("layout", "--data-layout=E-p:64:32-i64:32-A5", &["inst-memory", "global-properties"]),
];

/// Endings of the texts that llvm-dis makes; what ends otherwise in `.ll` is written by hand.
const MADE: [&str; 5] = [".dis.ll", ".use.ll", ".notes.ll", ".bodiless.ll", ".index.ll"];

/// Runs the command; `Ok(false)` means that the corpus is not as its manifest says.
pub(crate) fn run(args: &[String]) -> Result<bool, String> {
    let corpus = llvm::root().join("corpus");
    match args {
        [] => make(&corpus).map(|()| true),
        [major] if major.parse::<u32>().is_ok_and(|major| major > llvm::MAJOR) => {
            release_corpus::make(&corpus, major.parse().unwrap_or_default()).map(|()| true)
        }
        [old] if old == "old" => old_corpus::make(&corpus).map(|()| true),
        [flag] if flag == "--check" => {
            let (files, faults) = manifest::check(&corpus)?;
            for fault in &faults {
                println!("{fault}");
            }
            println!("corpus: {files} files, {} faults", faults.len());
            Ok(faults.is_empty())
        }
        _ => Err("expected nothing, a release from 23 on, `old`, or --check".into()),
    }
}

fn tool(name: &str) -> Result<(std::path::PathBuf, String), String> {
    let path = llvm::find(name).ok_or_else(|| format!("{name} of LLVM {} is not installed", llvm::MAJOR))?;
    let version = llvm::version_of(&path).ok_or_else(|| format!("{}: no version", path.display()))?.1;
    Ok((path, format!("{name} {version}")))
}

fn make(corpus: &Path) -> Result<(), String> {
    let (assembler, as_maker) = tool("llvm-as")?;
    let (disassembler, dis_maker) = tool("llvm-dis")?;
    let (clang, clang_maker) = tool("clang")?;
    let (optimizer, opt_maker) = tool("opt")?;
    let dir = corpus.join("v22");
    let src = corpus.join("src");
    let mut makers: BTreeMap<String, String> = BTreeMap::new();
    let old: BTreeMap<String, String> = manifest::read(corpus).unwrap_or_default().into_iter().map(|row| (row.path, row.maker)).collect();

    for file in llvm::files_below(&dir, ".ll")? {
        let name = file.file_name().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
        if !is_by_hand(&name) {
            continue;
        }
        let first = first_line(&file)?;
        let output = name.replace(".ll", ".bc");
        let mut args = assembler_flags(&first);
        args.extend([name.as_str(), "-o", output.as_str()]);
        llvm::run(&assembler, &args, &dir)?;
        makers.insert(format!("v22/{output}"), as_maker.clone());
    }

    assembled(corpus, &assembler, &as_maker, &mut makers)?;
    older::make(corpus, &old, &mut makers)?;

    for (source, name, flags) in COMPILED {
        let output = format!("../v22/{name}.bc");
        let key = format!("v22/{name}.bc");
        let mut args: Vec<&str> = flags.to_vec();
        if source.ends_with(".rs") {
            // Only a rustc whose LLVM is the one that we measure against makes files that it can print unchanged.
            let Some((rustc, of)) = llvm::rustc_versions().filter(|v| v.1.starts_with(&format!("{}.", llvm::MAJOR))) else {
                println!("{name}: kept as it is (no rustc with LLVM {})", llvm::MAJOR);
                if let Some(maker) = old.get(&key) {
                    makers.insert(key, maker.clone());
                }
                continue;
            };
            let remap = format!("--remap-path-prefix={}=/corpus", src.display());
            args.extend([
                "--edition=2021",
                "--emit=llvm-bc",
                "--target=x86_64-unknown-linux-gnu",
                "-C",
                "codegen-units=1",
                &remap,
                source,
                "-o",
                &output,
            ]);
            llvm::run(Path::new("rustc"), &args, &src)?;
            makers.insert(key, format!("rustc {rustc} (LLVM {of})"));
        } else if source.ends_with(".ll") {
            args.extend([source, "-o", &output]);
            llvm::run(&optimizer, &args, &src)?;
            makers.insert(key, opt_maker.clone());
        } else {
            args.extend(["-ffile-compilation-dir=/corpus", "-emit-llvm", "-c", source, "-o", &output]);
            llvm::run(&clang, &args, &src)?;
            makers.insert(key, clang_maker.clone());
        }
    }

    for file in llvm::files_below(&dir, ".bc")? {
        let name = file.file_name().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
        let stem = name.trim_end_matches(".bc");
        let plain = llvm::run(&disassembler, &[name.as_str(), "-o", "-"], &dir)?;
        let ordered = llvm::run(&disassembler, &["--preserve-ll-uselistorder", &name, "-o", "-"], &dir)?;
        put(&dir, &format!("{stem}.dis.ll"), &plain)?;
        makers.insert(format!("v22/{stem}.dis.ll"), dis_maker.clone());
        let use_name = format!("{stem}.use.ll");
        if ordered == plain {
            let _ = std::fs::remove_file(dir.join(&use_name));
        } else {
            put(&dir, &use_name, &ordered)?;
            makers.insert(format!("v22/{use_name}"), format!("{dis_maker} --preserve-ll-uselistorder"));
        }
    }

    for (stem, suffix, flag) in FURTHER {
        let text = llvm::run(&disassembler, &[*flag, &format!("{stem}.bc"), "-o", "-"], &dir)?;
        let name = format!("{stem}.{suffix}");
        put(&dir, &name, &text)?;
        makers.insert(format!("v22/{name}"), format!("{dis_maker} {flag}"));
    }
    two(corpus, &disassembler, &dis_maker, &mut makers)?;
    symbols::make(corpus, &mut makers)?;
    containers::make(corpus, &mut makers)?;
    edited::make(corpus, &mut makers)?;

    let mut rows = Vec::new();
    for file in llvm::files_below(corpus, "")? {
        let path = manifest::relative(corpus, &file);
        if path != manifest::NAME {
            let kept = old.get(&path).filter(|_| old_corpus::is_of_old(&path));
            let maker = makers.get(&path).or(kept).map_or("by hand", String::as_str);
            rows.push(manifest::row(corpus, &path, maker)?);
        }
    }
    println!("corpus: {} files", rows.len());
    manifest::write(corpus, rows)
}

/// Whether a text of the corpus is written by hand.
pub(crate) fn is_by_hand(name: &str) -> bool {
    !MADE.iter().any(|ending| name.ends_with(ending))
}

pub(crate) fn first_line(file: &Path) -> Result<String, String> {
    let text = std::fs::read_to_string(file).map_err(|e| format!("{}: {e}", file.display()))?;
    Ok(text.lines().next().unwrap_or_default().to_owned())
}

/// The flags that the first line of a text asks for.
pub(crate) fn assembler_flags(first_line: &str) -> Vec<&str> {
    first_line.strip_prefix("; llvm-as:").map(|flags| flags.split_whitespace().collect()).unwrap_or_default()
}

/// The output of llvm-as for the texts with other options.
fn assembled(corpus: &Path, assembler: &Path, maker: &str, makers: &mut BTreeMap<String, String>) -> Result<(), String> {
    let (source, target) = (corpus.join("v22"), corpus.join("as"));
    std::fs::create_dir_all(&target).map_err(|e| format!("{}: {e}", target.display()))?;
    for file in llvm::files_below(&source, ".ll")? {
        let name = file.file_name().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
        if !is_by_hand(&name) {
            continue;
        }
        let (stem, first) = (name.trim_end_matches(".ll"), first_line(&file)?);
        for (ending, flag, stems) in ASSEMBLED.iter().filter(|(_, _, stems)| stems.is_empty() || stems.contains(&stem)) {
            let mut args = assembler_flags(&first);
            args.extend([*flag, &name, "-o", "-"]);
            let made = llvm::run(assembler, &args, &source)?;
            let output = format!("{stem}.{ending}.bc");
            let usual = std::fs::read(source.join(format!("{stem}.bc"))).map_err(|e| format!("{stem}.bc: {e}"))?;
            if stems.is_empty() && made == usual {
                let _ = std::fs::remove_file(target.join(output));
                continue;
            }
            put(&target, &output, &made)?;
            makers.insert(format!("as/{output}"), format!("{maker} {flag}"));
        }
    }
    Ok(())
}

/// A file of two modules, and the two texts that llvm-dis writes for it.
fn two(corpus: &Path, disassembler: &Path, dis_maker: &str, makers: &mut BTreeMap<String, String>) -> Result<(), String> {
    let (cat, cat_maker) = tool("llvm-cat")?;
    let dir = corpus.join("multi");
    std::fs::create_dir_all(&dir).map_err(|e| format!("{}: {e}", dir.display()))?;
    llvm::run(&cat, &["-b", "../v22/comdat.bc", "../v22/inst-terminator.bc", "-o", "two.bc"], &dir)?;
    makers.insert("multi/two.bc".into(), format!("{cat_maker} -b"));
    llvm::run(disassembler, &["two.bc"], &dir)?;
    for number in 0..2 {
        makers.insert(format!("multi/two.{number}.ll"), dis_maker.to_owned());
    }
    Ok(())
}

pub(crate) fn put(dir: &Path, name: &str, bytes: &[u8]) -> Result<(), String> {
    std::fs::write(dir.join(name), bytes).map_err(|e| format!("{name}: {e}"))
}
