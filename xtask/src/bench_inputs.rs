//! Real programs for `cargo xtask bench`: C, C++ and Rust sources from crates, compiled to bitcode once below `target/bench`.
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::llvm;

/// The crates whose sources are compiled: SQLite's amalgamation (C), HarfBuzz (C++) and two crates of Rust.
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
regex-automata = "0.4"
"#;

/// Copies of SQLite that are linked into the huge module: about 300 MB of bitcode.
const COPIES: usize = 51;

/// Makes missing inputs and returns the files; reports and skips what cannot be made (no network, no clang).
pub(crate) fn make(work: &Path, huge: bool) -> Result<Vec<PathBuf>, String> {
    std::fs::write(work.join("Cargo.toml"), FETCH).map_err(|e| e.to_string())?;
    std::fs::write(work.join("lib.rs"), "//! Empty: only the dependencies matter.\n").map_err(|e| e.to_string())?;
    let mut files = Vec::new();
    let mut keep = |name: String, made: Result<(), String>| match made {
        Ok(()) => files.push(work.join(name)),
        Err(e) => println!("{name}: left out: {}", e.lines().next().unwrap_or_default()),
    };
    for (krate, level, flags) in [
        ("sqlite", "O0-g", ["-O0", "-g"]),
        ("sqlite", "O2", ["-O2", "-w"]),
        ("sqlite", "O2-g", ["-O2", "-g"]),
        ("harfbuzz", "O0", ["-O0", "-w"]),
        ("harfbuzz", "O2-g", ["-O2", "-g"]),
    ] {
        let name = format!("{krate}-{level}.bc");
        let made = once(work, &name, || compile(work, krate, &flags, &name));
        keep(name, made);
    }
    for (krate, debug) in [("syn@3", "0"), ("syn@3", "2"), ("regex-automata", "2")] {
        let name = format!("{}-debuginfo{debug}.bc", stem(krate));
        let made = once(work, &name, || rust(work, krate, debug, &name));
        keep(name, made);
    }
    if huge {
        let name = "huge.bc".to_owned();
        let made = once(work, &name, || link(work, &name));
        keep(name, made);
    }
    Ok(files)
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
    let mut parts = Vec::new();
    for copy in 0..COPIES {
        let from = work.join(if copy % 2 == 0 { "sqlite-O0-g.bc" } else { "sqlite-O2-g.bc" });
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
