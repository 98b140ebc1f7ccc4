//! `cargo xtask translate --lto`: translates all modules of whole programs, links them with lld of the older release, which optimises them, and
//! compares what the programs print.
use std::path::{Path, PathBuf};
use std::process::Command;

use bctk_ir::version::LlvmVersion;

use super::processes::{PATIENCE, Shown, execute, finish};
use crate::translated::{Job, convert};
use crate::{llvm, parallel};

/// The compiler of C++, which is as new as rustc's LLVM.
const COMPILER: u32 = 22;

/// Ways to compile the program of C++.
const LEVELS: &[&[&str]] = &[
    &["-O2", "-flto=thin"],
    &["-O2", "-g", "-flto=thin"],
    &["-O1", "-flto=thin", "-fwhole-program-vtables", "-fvisibility=hidden"],
    &["-O2", "-flto"],
    &["-O2", "-g", "-flto"],
    &["-O1", "-flto", "-fwhole-program-vtables", "-fvisibility=hidden"],
];

/// What cargo builds the program of Rust with, and what links it: a script that keeps what it is given.
const CARGO: &str = "build --release --locked --quiet -p bctk-cli --bin bcconv --target";

/// The variables that make its modules plain ones.
const VARIABLES: &[(&str, &str)] = &[
    ("CARGO_INCREMENTAL", "0"),
    ("CARGO_PROFILE_RELEASE_LTO", "off"),
    ("CARGO_PROFILE_RELEASE_OPT_LEVEL", "1"),
    ("CARGO_PROFILE_RELEASE_CODEGEN_UNITS", "4"),
    ("CARGO_PROFILE_RELEASE_STRIP", "none"),
];

/// Copies each object and library to the folder `kept`, and lists all arguments in `kept/list`.
const SCRIPT: &str = r#"#!/bin/sh
count=0
mkdir -p "$KEPT"
: > "$KEPT/list"
for argument in "$@"; do
  case $argument in
  *.o | *.rlib)
    count=$((count + 1))
    name=$KEPT/$count-$(basename "$argument")
    cp "$argument" "$name"
    argument=$name
    ;;
  esac
  printf '%s\n' "$argument" >> "$KEPT/list"
done
exec "$KEPT_CLANG" -fuse-ld="$KEPT_LLD" "$@"
"#;

/// A part of a command that links.
enum Part {
    Argument(String),
    Object(PathBuf),
    /// The members of an archive, which are linked if something refers to them.
    Archive(Vec<PathBuf>),
}

/// A program to link.
struct Program {
    name: String,
    parts: Vec<Part>,
    /// What it is started with.
    arguments: Vec<String>,
    wanted: Shown,
}

/// Runs the command; `Ok(false)` means that a release does not link what was translated, or that the program does something else.
pub(in crate::translated) fn run(job: &Job) -> Result<bool, String> {
    let (Some(clang), Some(lld)) = (llvm::find_of("clang", COMPILER), llvm::find_of("ld.lld", COMPILER)) else {
        println!("translate --lto: SKIPPED, clang or ld.lld of LLVM {COMPILER} is not installed");
        return Ok(true);
    };
    let rooms = parallel::rooms()?;
    let room = rooms.first().ok_or("no room")?.path();
    let mut programs = Vec::new();
    for flags in LEVELS.iter().step_by(job.every) {
        programs.push(of_cpp(&clang, &lld, flags, &room.join(format!("cpp{}", programs.len())))?);
    }
    match llvm::rustc_versions() {
        Some((_, llvm)) if llvm.starts_with(&format!("{COMPILER}.")) => programs.push(of_rust(&clang, &lld, &room.join("rust"))?),
        _ => println!("SKIPPED: rustc of LLVM {COMPILER} is not installed"),
    }
    println!("| program | modules | LLVM | result |\n|---|---|---|---|");
    let mut good = true;
    for &release in job.releases.iter().rev().filter(|release| release.major < COMPILER) {
        let Some(older) = llvm::find_of("ld.lld", release.major) else { continue };
        for program in &programs {
            let folder = room.join("older");
            let result = with_older(program, release, &job.bcconv, (&clang, &older), &folder);
            let _ = std::fs::remove_dir_all(&folder);
            good &= result.is_ok();
            let (modules, said) = match result {
                Ok(modules) => (modules.to_string(), "the same".into()),
                Err(fault) => (String::new(), fault),
            };
            println!("| {} | {modules} | {release} | {said} |", program.name);
        }
    }
    Ok(good)
}

/// The program of several units in `corpus/src/lto`.
fn of_cpp(clang: &Path, lld: &Path, flags: &[&str], folder: &Path) -> Result<Program, String> {
    create(folder)?;
    let mut parts: Vec<Part> = flags.iter().map(|&flag| Part::Argument(flag.to_owned())).collect();
    for unit in llvm::files_below(&llvm::root().join("corpus/src/lto"), ".cpp")? {
        let object = folder.join(unit.file_stem().unwrap_or_default()).with_extension("o");
        finish(Command::new(clang).args(["-std=c++20", "-c"]).args(flags).arg(&unit).arg("-o").arg(&object), &object)?;
        parts.push(Part::Object(object));
    }
    parts.extend(["-lstdc++", "-lm", "-lpthread"].map(|library| Part::Argument(library.to_owned())));
    let path = folder.join("program");
    link(&parts, (clang, lld), &path)?;
    let wanted = shown(&mut Command::new(&path), folder)?;
    Ok(Program { name: format!("corpus/src/lto {}", flags.join(" ")), parts, arguments: Vec::new(), wanted })
}

/// This project's own converter with all its crates.
fn of_rust(clang: &Path, lld: &Path, folder: &Path) -> Result<Program, String> {
    create(folder)?;
    let (script, kept) = (folder.join("link"), folder.join("kept"));
    std::fs::write(&script, SCRIPT).map_err(|e| format!("{}: {e}", script.display()))?;
    llvm::make_executable(&script)?;
    let host = llvm::rustc_host().ok_or("rustc does not say what its host is")?;
    let target = llvm::root().join("target/lto");
    let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo.args(CARGO.split(' ')).arg(&host).arg("--target-dir").arg(&target).current_dir(llvm::root()).envs(VARIABLES.iter().copied());
    cargo.env("KEPT", &kept).env("KEPT_CLANG", clang).env("KEPT_LLD", lld);
    cargo.env("RUSTFLAGS", format!("-Clinker-plugin-lto -Clinker-flavor=gcc -Clinker={}", script.display()));
    built(&mut cargo)?;
    let list = kept.join("list");
    let list = std::fs::read_to_string(&list).map_err(|e| format!("{}: {e}", list.display()))?;
    let mut parts = Vec::new();
    let mut words = list.lines();
    while let Some(word) = words.next() {
        let path = Path::new(word);
        match path.extension().and_then(|ending| ending.to_str()) {
            Some("o") => parts.push(Part::Object(path.to_owned())),
            Some("rlib") => parts.push(Part::Archive(members(path)?)),
            _ if word == "-o" => _ = words.next(),
            _ => parts.push(Part::Argument(word.to_owned())),
        }
    }
    let input = llvm::root().join("corpus/v22/clang-c-O2-g.bc");
    let arguments: Vec<String> = [&input.display().to_string(), "-o", "-"].map(str::to_owned).into();
    let path = target.join(host).join("release/bcconv");
    let wanted = shown(Command::new(&path).args(&arguments), folder)?;
    Ok(Program { name: "bcconv and its crates".into(), parts, arguments, wanted })
}

/// Extracts an archive.
fn members(archive: &Path) -> Result<Vec<PathBuf>, String> {
    let folder = archive.with_extension("members");
    create(&folder)?;
    let tool = llvm::find("llvm-ar").unwrap_or_else(|| "ar".into());
    finish(Command::new(tool).arg("x").arg(archive).current_dir(&folder), &folder)?;
    llvm::files_below(&folder, ".o")
}

/// Translates and links a program, and compares what it does; the number of modules that were translated.
fn with_older(program: &Program, release: LlvmVersion, bcconv: &Path, tools: (&Path, &Path), folder: &Path) -> Result<usize, String> {
    create(folder)?;
    let mut modules = 0;
    let mut translated = |path: &PathBuf| -> Result<PathBuf, String> {
        let start = std::fs::read(path).map_err(|e| format!("{}: {e}", path.display()))?;
        if !start.starts_with(b"BC\xc0\xde") {
            return Ok(path.clone());
        }
        modules += 1;
        // The driver would compile a `.bc`.
        let output = folder.join(format!("{modules}.o"));
        convert(bcconv, path, &output, release)?;
        Ok(output)
    };
    let parts = program.parts.iter().map(|part| {
        Ok(match part {
            Part::Argument(text) => Part::Argument(text.clone()),
            Part::Object(path) => Part::Object(translated(path)?),
            Part::Archive(paths) => Part::Archive(paths.iter().map(&mut translated).collect::<Result<_, String>>()?),
        })
    });
    let parts = parts.collect::<Result<Vec<Part>, String>>()?;
    let path = folder.join("program");
    link(&parts, tools, &path)?;
    let (printed, end) = shown(Command::new(&path).args(&program.arguments), folder)?;
    match (&printed, end) == (&program.wanted.0, program.wanted.1) {
        true => Ok(modules),
        false => {
            let (wanted, at) = (&program.wanted.0, program.wanted.1);
            Err(format!("ends with {end:?} and {} bytes, not {at:?} and {} bytes", printed.len(), wanted.len()))
        }
    }
}

/// Links with this driver and this linker.
fn link(parts: &[Part], (clang, lld): (&Path, &Path), output: &Path) -> Result<(), String> {
    let mut command = Command::new(clang);
    command.arg(format!("-fuse-ld={}", lld.display()));
    for part in parts {
        match part {
            Part::Argument(text) => command.arg(text),
            Part::Object(path) => command.arg(path),
            Part::Archive(paths) => command.arg("-Wl,--start-lib").args(paths).arg("-Wl,--end-lib"),
        };
    }
    built(command.arg("-o").arg(output))
}

/// Runs a program to its end.
fn shown(command: &mut Command, folder: &Path) -> Result<Shown, String> {
    execute(command, folder, PATIENCE)?.ok_or_else(|| format!("{}: does not end", command.get_program().display()))
}

/// Runs what builds, for as long as it takes.
fn built(command: &mut Command) -> Result<(), String> {
    let name = Path::new(command.get_program()).display().to_string();
    let output = command.output().map_err(|e| format!("{name}: {e}"))?;
    match output.status.success() {
        true => Ok(()),
        false => Err(format!("{name}: {}", String::from_utf8_lossy(&output.stderr).lines().take(20).collect::<Vec<_>>().join(" "))),
    }
}

fn create(folder: &Path) -> Result<(), String> {
    std::fs::create_dir_all(folder).map_err(|e| format!("{}: {e}", folder.display()))
}
