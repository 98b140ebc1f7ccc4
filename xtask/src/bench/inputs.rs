//! The inputs of `cargo xtask bench`: C, C++ and Rust sources from crates, compiled to bitcode once below `target/bench`.
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::{llvm, parallel};

/// The crates whose sources are compiled: SQLite's amalgamation (C), HarfBuzz (C++) and a crate of Rust.
const FETCH: &str = r#"[package]
name = "bench-inputs"
version = "0.0.0"
edition = "2021"

[workspace]

[lib]
path = "lib.rs"

[dependencies]
libsqlite3-sys = { version = "0.39", default-features = false, features = ["bundled"] }
harfbuzz-sys = "0.8"
syn = { version = "3", features = ["full", "visit", "visit-mut", "fold", "extra-traits"] }
"#;

/// Copies of SQLite that are linked into the huge module: about 300 MB of bitcode.
const COPIES: usize = 51;

/// An input of the dashboard: a file, or many.
#[derive(Clone, Debug)]
pub(crate) struct Input {
    pub(crate) name: String,
    pub(crate) files: Vec<PathBuf>,
}

impl Input {
    /// A file of the user's.
    pub(crate) fn of(path: &Path) -> Result<Input, String> {
        let path = path.canonicalize().map_err(|e| format!("{}: {e}", path.display()))?;
        let name = path.file_stem().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        Ok(Input { name, files: vec![path] })
    }

    pub(crate) fn bytes(&self) -> u64 {
        self.files.iter().filter_map(|file| std::fs::metadata(file).ok()).map(|m| m.len()).sum()
    }
}

/// The names of all inputs, with what they are.
pub(crate) const NAMES: &[(&str, &str)] = &[
    ("tiny", "2 kB of metadata, from corpus/"),
    ("c", "SQLite, C, -O2"),
    ("c-g", "the same with -g"),
    ("cpp", "HarfBuzz, C++, -O2"),
    ("cpp-g", "the same with -g"),
    ("rust", "the crate syn, release"),
    ("rust-g", "the same with debug information"),
    ("many", "a thousand functions of c and cpp, a file each"),
    ("huge", "51 copies of SQLite, linked: 300 MB with debug information"),
];

/// How many files `many` has.
const MANY: usize = 1000;

/// The size of the largest of them.
const SMALL: u64 = 8000;

/// Makes the inputs of these names where they are missing; reports and skips what cannot be made (no network, no clang).
pub(crate) fn make(work: &Path, names: &[&str]) -> Result<Vec<Input>, String> {
    std::fs::write(work.join("Cargo.toml"), FETCH).map_err(|e| e.to_string())?;
    std::fs::write(work.join("lib.rs"), "//! Empty: only the dependencies matter.\n").map_err(|e| e.to_string())?;
    let mut inputs = Vec::new();
    for name in names {
        match input(work, name) {
            Ok(files) => inputs.push(Input { name: (*name).to_owned(), files }),
            Err(e) => println!("{name}: left out: {}", e.lines().next().unwrap_or_default()),
        }
    }
    Ok(inputs)
}

/// The files of an input.
fn input(work: &Path, name: &str) -> Result<Vec<PathBuf>, String> {
    let file = format!("{name}.bc");
    let made = match name {
        "tiny" => return Ok(vec![llvm::root().join("corpus/v22/metadata-basic.bc")]),
        "many" => return many(work),
        "huge" => once(work, &file, || link(work, &file)),
        "rust" => once(work, &file, || rust(work, "syn@3", "0", &file)),
        "rust-g" => once(work, &file, || rust(work, "syn@3", "2", &file)),
        _ => {
            let krate = if name.starts_with("cpp") { "harfbuzz" } else { "sqlite" };
            let level = if name.contains("-O0") { "-O0" } else { "-O2" };
            let flags: &[&str] = if name.ends_with("-g") { &[level, "-g"] } else { &[level] };
            once(work, &file, || compile(work, krate, flags, &file))
        }
    };
    made.map(|()| vec![work.join(&file)])
}

/// Small files: single functions, extracted from larger files by LLVM.
fn many(work: &Path) -> Result<Vec<PathBuf>, String> {
    let dir = work.join("many");
    if !dir.is_dir() {
        println!("making many");
        let [list, extract] = ["llvm-nm", "llvm-extract"].map(|tool| llvm::find(tool).ok_or_else(|| format!("{tool} is not installed")));
        let (list, extract) = (list?, extract?);
        let part = work.join("many.part");
        let _ = std::fs::remove_dir_all(&part);
        std::fs::create_dir_all(&part).map_err(|e| format!("{}: {e}", part.display()))?;
        for name in ["c", "cpp"] {
            let from = input(work, name)?.remove(0);
            let symbols = llvm::run(&list, &["--defined-only".as_ref(), from.as_os_str()], work)?;
            let symbols = String::from_utf8_lossy(&symbols).into_owned();
            let functions: Vec<&str> =
                symbols.lines().filter_map(|line| line.split_once(" T ").or_else(|| line.split_once(" t "))).map(|s| s.1).collect();
            let made = parallel::each(&parallel::threads(), functions.len(), |(), at| {
                let to = part.join(format!("{name}{at}.bc"));
                let args = ["-func".as_ref(), functions[at].as_ref(), from.as_os_str(), "-o".as_ref(), to.as_os_str()];
                // Aliases are listed as well and cannot be extracted.
                llvm::run(&extract, &args, work).ok().map(|_| to)
            });
            let mut kept = 0;
            for path in made.into_iter().flatten() {
                let small = std::fs::metadata(&path).map_err(|e| format!("{}: {e}", path.display()))?.len() <= SMALL;
                if small && kept < MANY / 2 {
                    kept += 1;
                } else {
                    std::fs::remove_file(&path).map_err(|e| format!("{}: {e}", path.display()))?;
                }
            }
        }
        std::fs::rename(&part, &dir).map_err(|e| format!("{}: {e}", dir.display()))?;
    }
    llvm::files_below(&dir, ".bc")
}

fn once(work: &Path, name: &str, make: impl FnOnce() -> Result<(), String>) -> Result<(), String> {
    if work.join(name).is_file() {
        return Ok(());
    }
    println!("making {name}");
    make()
}

/// Folder of the sources of `krate`, downloaded by cargo if need be.
fn sources(work: &Path, krate: &str) -> Result<PathBuf, String> {
    let answer = llvm::run(Path::new("cargo"), &["metadata", "--format-version=1", "--quiet"], work)?;
    let text = String::from_utf8_lossy(&answer).into_owned();
    let key = format!("/{krate}-");
    let manifests = text.split("\"manifest_path\":\"").skip(1).filter_map(|part| part.split('"').next());
    let found = manifests
        .filter_map(|path| path.strip_suffix("/Cargo.toml"))
        .find(|path| path.rsplit_once(&key).is_some_and(|(_, v)| v.starts_with(|c: char| c.is_ascii_digit())));
    found.map(PathBuf::from).ok_or_else(|| format!("cargo knows no sources of {krate}"))
}

fn compile(work: &Path, krate: &str, flags: &[&str], name: &str) -> Result<(), String> {
    let clang = llvm::find("clang").ok_or("clang is not installed")?;
    let source = match krate {
        "sqlite" => sources(work, "libsqlite3-sys")?.join("sqlite3/sqlite3.c"),
        _ => sources(work, "harfbuzz-sys")?.join("harfbuzz/src/harfbuzz.cc"),
    };
    let source = source.to_string_lossy().into_owned();
    let mut args = flags.to_vec();
    if krate == "harfbuzz" {
        args.extend(["-std=c++17", "-fno-exceptions", "-DHAVE_OT"]);
    }
    args.extend(["-w", "-emit-llvm", "-c", &source, "-o", name]);
    llvm::run(&clang, &args, work).map(drop)
}

fn rust(work: &Path, krate: &str, debug: &str, name: &str) -> Result<(), String> {
    llvm::rustc_versions().filter(|v| v.1.starts_with("22.")).ok_or("rustc has another LLVM")?;
    let target = work.join(format!("rust{debug}"));
    let mut command = Command::new("cargo");
    command.args(["rustc", "--quiet", "--release", "--package", krate, "--", "--emit=llvm-bc", "-C", "codegen-units=1", "-C"]);
    command.arg(format!("debuginfo={debug}")).env("CARGO_TARGET_DIR", &target).current_dir(work);
    if !command.status().map_err(|e| e.to_string())?.success() {
        return Err(format!("{krate} does not build"));
    }
    let stem = stem(krate);
    let made = llvm::files_below(&target.join("release/deps"), ".bc")?;
    let made = made.iter().find(|path| path.file_name().is_some_and(|n| n.to_string_lossy().starts_with(&format!("{stem}-"))));
    std::fs::copy(made.ok_or("no bitcode was made")?, work.join(name)).map(drop).map_err(|e| e.to_string())
}

/// Links copies of SQLite, each with symbols and file names of its own so that nothing is merged.
fn link(work: &Path, name: &str) -> Result<(), String> {
    let [dis, assembler, linker] =
        ["llvm-dis", "llvm-as", "llvm-link"].map(|tool| llvm::find(tool).ok_or_else(|| format!("{tool} is not installed")));
    let (dis, assembler, linker) = (dis?, assembler?, linker?);
    let dir = work.join("copies");
    std::fs::create_dir_all(&dir).map_err(|e| e.to_string())?;
    let sources = [input(work, "c-O0-g")?.remove(0), input(work, "c-g")?.remove(0)];
    let mut parts = Vec::new();
    for copy in 0..COPIES {
        let from = &sources[copy % 2];
        let text = llvm::run(&dis, &[from.as_os_str(), "-o".as_ref(), "-".as_ref()], &dir)?;
        let text = replace(&text, b"@sqlite3", format!("@sqlite3_copy{copy}").as_bytes());
        let text = replace(&text, b"filename: \"", format!("filename: \"copy{copy}").as_bytes());
        std::fs::write(dir.join("part.ll"), text).map_err(|e| e.to_string())?;
        let part = format!("part{copy}.bc");
        llvm::run(&assembler, &["part.ll", "-o", &part], &dir)?;
        parts.push(part);
    }
    parts.extend(["-o".to_owned(), format!("../{name}")]);
    llvm::run(&linker, &parts, &dir)?;
    std::fs::remove_dir_all(&dir).map_err(|e| e.to_string())
}

fn replace(text: &[u8], from: &[u8], to: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len() + text.len() / 16);
    let mut at = 0;
    while at < text.len() {
        if text[at..].starts_with(from) {
            out.extend_from_slice(to);
            at += from.len();
        } else {
            out.push(text[at]);
            at += 1;
        }
    }
    out
}

/// The names of the files of a crate, whose name may contain a version.
fn stem(krate: &str) -> String {
    krate.split('@').next().unwrap_or_default().replace('-', "_")
}
