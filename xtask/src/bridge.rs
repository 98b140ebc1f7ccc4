//! `cargo xtask bridge`: links programs of C and Rust as one by `bctk bridge`, with linkers of other LLVMs than rustc's, and compares what they print
//! with what native programs do.
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::llvm;

const HELP: &str = "usage: cargo xtask bridge [--bin DIR] [--llvm N[,N...]]

Compiles C with clang of LLVM N and Rust with rustc, both to bitcode, and has lld of LLVM N link them through `bctk bridge`: a program of C with a
library of Rust, and a program of Rust with a library of C. They must print what they print without LTO, and a small function must have been
inlined into the other language. Skips what is not installed.
--bin DIR    the folder of bctk (default: target/release)
--llvm N     only these (default: 14, 16, 19 and 23)
";

/// The releases of the linkers.
const RELEASES: [u32; 4] = [14, 16, 19, 23];

/// The library of C. The program of the other language calls `weigh` in a loop.
const PART_C: &str = r#"
#include <stdint.h>
uint32_t weigh(uint32_t value) { return value * 2654435761u >> 7; }
double scale(double value, int32_t steps) { return steps > 0 ? scale(value * 1.5, steps - 1) : value; }
"#;

/// The program of C.
const MAIN_C: &str = r#"
#include <stdint.h>
#include <stdio.h>
uint64_t total(const uint32_t *values, uintptr_t count);
uintptr_t describe(uint32_t value, char *out, uintptr_t room);
uint32_t step(uint32_t value);
int main(void) {
  uint32_t values[100];
  for (uint32_t i = 0; i < 100; i++) values[i] = step(i);
  char text[200];
  uintptr_t length = describe(values[42], text, sizeof text);
  printf("%llu %.*s\n", (unsigned long long)total(values, 100), (int)length, text);
  return 0;
}
"#;

/// The library of Rust, and with `main` its program.
const RUST: &str = r#"
use std::collections::BTreeMap;
unsafe extern "C" {
    fn weigh(value: u32) -> u32;
    fn scale(value: f64, steps: i32) -> f64;
}
#[unsafe(no_mangle)]
pub extern "C" fn step(value: u32) -> u32 { value.rotate_left(5) ^ 0x5bd1_e995 }
#[unsafe(no_mangle)]
pub unsafe extern "C" fn total(values: *const u32, count: usize) -> u64 {
    let values = unsafe { std::slice::from_raw_parts(values, count) };
    let mut of: BTreeMap<u32, u64> = BTreeMap::new();
    for &value in values {
        *of.entry(value % 10).or_default() += u64::from(unsafe { weigh(value) });
    }
    of.into_iter().map(|(digit, sum)| sum * u64::from(digit + 1)).sum()
}
#[unsafe(no_mangle)]
pub unsafe extern "C" fn describe(value: u32, out: *mut u8, room: usize) -> usize {
    let text = format!("{value:#x} {:.3} {:?}", unsafe { scale(f64::from(value), 5) }, "a\tb".to_uppercase());
    let length = text.len().min(room);
    unsafe { std::ptr::copy_nonoverlapping(text.as_ptr(), out, length) };
    length
}
"#;

/// The program of Rust, after the library.
const MAIN_RUST: &str = r#"
fn main() {
    let values: Vec<u32> = (0..100).map(|number| step(number)).collect();
    let mut text = [0; 200];
    let length = unsafe { describe(values[42], text.as_mut_ptr(), text.len()) };
    let caught = std::panic::catch_unwind(|| values[values.len() + length]).is_err();
    println!("{} {} {caught}", unsafe { total(values.as_ptr(), values.len()) }, String::from_utf8_lossy(&text[..length]));
}
"#;

/// How rustc makes bitcode.
const RUSTC: [&str; 6] = ["--edition=2024", "-O", "-Clinker-plugin-lto", "-Ccodegen-units=2", "-Cdebuginfo=1", "--cap-lints=allow"];

/// How it makes code.
const NATIVE: [&str; 3] = ["--edition=2024", "-O", "--cap-lints=allow"];

/// What clang links with, whatever it prefers: there may be nothing else.
const RUNTIME: [&str; 5] = ["-rtlib=libgcc", "-unwindlib=libgcc", "-lpthread", "-ldl", "-lm"];

/// Runs the command; `Ok(false)` means that a program does not link, or does something else.
pub(crate) fn run(args: &[String]) -> Result<bool, String> {
    let (mut bctk, mut releases) = (llvm::root().join("target/release"), RELEASES.to_vec());
    let mut args = args.iter();
    while let Some(arg) = args.next() {
        let mut value = || args.next().ok_or_else(|| format!("{arg}: expected a value"));
        match arg.as_str() {
            "--bin" => bctk = value()?.into(),
            "--llvm" => {
                let numbers = value()?.split(',').map(|number| number.parse().map_err(|e| format!("{number}: {e}")));
                releases = numbers.collect::<Result<_, String>>()?;
            }
            _ => {
                print!("{HELP}");
                return Ok(arg == "--help");
            }
        }
    }
    bctk.push(format!("bctk{}", std::env::consts::EXE_SUFFIX));
    let bctk = bctk.canonicalize().map_err(|e| format!("{}: {e} (cargo build --release)", bctk.display()))?;
    if llvm::rustc_versions().is_none() || !cfg!(target_os = "linux") {
        println!("bridge: SKIPPED, no rustc, or not Linux");
        return Ok(true);
    }
    let room = tempfile::tempdir().map_err(|e| format!("temporary folder: {e}"))?;
    let library_source = write(room.path(), "library.rs", RUST)?;
    let main_source = write(room.path(), "main.rs", &format!("{RUST}{MAIN_RUST}"))?;
    write(room.path(), "main.c", MAIN_C)?;
    write(room.path(), "part.c", PART_C)?;
    let library = room.path().join("libcrate.a");
    said(Command::new("rustc").args(RUSTC).args(["--crate-type=staticlib", "-Cpanic=abort", "-o"]).arg(&library).arg(&library_source))?;
    let native = room.path().join("libnative.a");
    said(Command::new("rustc").args(NATIVE).args(["--crate-type=staticlib", "-Cpanic=abort", "-o"]).arg(&native).arg(&library_source))?;
    println!("| program | LLVM | converted | result |\n|---|---|---|---|");
    let mut good = true;
    for release in releases {
        let Some((clang, lld)) = tools(release) else {
            println!("| | {release} | | SKIPPED: clang or its lld is not installed |");
            continue;
        };
        let job = Job { room: room.path(), bctk: &bctk, clang: &clang, lld: &lld, release };
        for (name, result) in [("C with a library of Rust", job.of_c()), ("Rust with a library of C", job.of_rust(&main_source))] {
            good &= result.is_ok();
            let (converted, text) = result.map_or_else(|fault| (String::new(), fault), |count| (count.to_string(), "the same".into()));
            println!("| {name} | {release} | {converted} | {text} |");
        }
    }
    Ok(good)
}

/// clang of a release, and the lld that it finds.
fn tools(release: u32) -> Option<(PathBuf, PathBuf)> {
    let clang = llvm::find_of("clang", release)?;
    let beside = || {
        let answer = Command::new(&clang).arg("-print-prog-name=ld.lld").output().ok()?;
        let path = PathBuf::from(String::from_utf8(answer.stdout).ok()?.trim());
        let version = Command::new(&path).arg("--version").output().ok()?;
        String::from_utf8_lossy(&version.stdout).contains(&format!("LLD {release}.")).then_some(path)
    };
    let lld = llvm::find_of("ld.lld", release).or_else(beside)?;
    Some((clang, lld))
}

/// Links of one release.
struct Job<'j> {
    room: &'j Path,
    bctk: &'j Path,
    clang: &'j Path,
    lld: &'j Path,
    release: u32,
}

impl Job<'_> {
    /// Links the program of C; returns the number of converted files.
    fn of_c(&self) -> Result<usize, String> {
        let folder = self.folder("c")?;
        let sources = ["main.c", "part.c"].map(|name| self.room.join(name));
        said(self.clang(&folder).arg("-O1").args(&sources).arg(self.room.join("libnative.a")).args(RUNTIME).args(["-o", "native"]))?;
        said(self.clang(&folder).args(["-O2", "-flto=thin", "-c"]).args(&sources))?;
        let mut link = self.bridge(&folder);
        link.args(["-O2", "-flto=thin", "-Wl,--gc-sections", "main.o", "part.o", "-lcrate", "-o", "app", "-L"])
            .arg(self.room)
            .args(RUNTIME);
        said(&mut link)?;
        self.judge(&folder)
    }

    /// Links the program of Rust; returns the number of converted files.
    fn of_rust(&self, source: &Path) -> Result<usize, String> {
        let folder = self.folder("rust")?;
        let part = self.room.join("part.c");
        said(self.clang(&folder).args(["-O1", "-c", "-o", "native.o"]).arg(&part))?;
        said(Command::new("rustc").args(NATIVE).args(["-Clink-arg=native.o", "-onative"]).arg(source).current_dir(&folder))?;
        said(self.clang(&folder).args(["-O2", "-flto=thin", "-c"]).arg(&part))?;
        let command = self.bridge(&folder);
        let words = std::iter::once(command.get_program()).chain(command.get_args()).map(|word| format!("'{}'", word.to_string_lossy()));
        let script = write(&folder, "link", &format!("#!/bin/sh\nexec {} \"$@\"\n", words.collect::<Vec<_>>().join(" ")))?;
        llvm::make_executable(&script)?;
        let linker = format!("-Clinker={}", script.display());
        let mut rustc = Command::new("rustc");
        said(rustc.args(RUSTC).args([&linker, "-Clinker-flavor=gcc", "-Clink-arg=part.o", "-oapp"]).arg(source).current_dir(&folder))?;
        self.judge(&folder)
    }

    fn clang(&self, folder: &Path) -> Command {
        let mut clang = Command::new(self.clang);
        clang.current_dir(folder);
        clang
    }

    /// clang with this lld, behind the bridge.
    fn bridge(&self, folder: &Path) -> Command {
        let mut bridge = Command::new(self.bctk);
        bridge.args(["bridge", "--cache", "kept", "-t"]).arg(self.release.to_string()).arg("--").arg(self.clang);
        bridge.arg(format!("--ld-path={}", self.lld.display())).current_dir(folder);
        bridge
    }

    /// Compares `app` and `native` in a folder.
    fn judge(&self, folder: &Path) -> Result<usize, String> {
        let (app, native) = (said(&mut Command::new(folder.join("app")))?, said(&mut Command::new(folder.join("native")))?);
        if app != native || native.is_empty() {
            return Err(format!("prints {app:?}, not {native:?}"));
        }
        let symbols = said(Command::new(self.bctk).arg("llvm-nm").arg(folder.join("app")))?;
        if let Some(left) = symbols.lines().find(|line| line.ends_with(" weigh")) {
            return Err(format!("`weigh` was not inlined: {left}"));
        }
        let converted = llvm::files_below(&folder.join("kept"), "").unwrap_or_default();
        let count = converted.iter().filter(|path| !path.ends_with("as-it-is")).count();
        match llvm::rustc_versions().and_then(|(_, llvm)| llvm.split('.').next()?.parse().ok()) {
            Some(own) if (count > 0) != (self.release < own) => Err(format!("{count} files were converted")),
            _ => Ok(count),
        }
    }

    fn folder(&self, name: &str) -> Result<PathBuf, String> {
        let folder = self.room.join(format!("{name}{}", self.release));
        std::fs::create_dir_all(&folder).map_err(|e| format!("{}: {e}", folder.display()))?;
        Ok(folder)
    }
}

fn write(folder: &Path, name: &str, text: &str) -> Result<PathBuf, String> {
    let path = folder.join(name);
    std::fs::write(&path, text).map_err(|e| format!("{}: {e}", path.display()))?;
    Ok(path)
}

/// What a command prints; an error has the first lines of what it says.
fn said(command: &mut Command) -> Result<String, String> {
    let program = Path::new(command.get_program()).file_name().unwrap_or_default().to_string_lossy().into_owned();
    let output = command.stdin(Stdio::null()).output().map_err(|e| format!("{program}: {e}"))?;
    match output.status.success() {
        true => Ok(String::from_utf8_lossy(&output.stdout).into_owned()),
        false => Err(format!("{program}: {}", String::from_utf8_lossy(&output.stderr).lines().take(10).collect::<Vec<_>>().join(" "))),
    }
}
