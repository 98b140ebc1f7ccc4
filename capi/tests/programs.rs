//! Programs in C and C++ that call every function, on intact and on damaged inputs, alone and under sanitizers. What no compiler is there for is
//! skipped, and says so.
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use bctk_generate::numbers::Numbers;
use bctk_hostile::{bitstream, tokens};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The static library that was built with this test, or the one without assembly that `BCTK_WITHOUT_TEXT` names.
fn library() -> PathBuf {
    if let Some(library) = std::env::var_os("BCTK_WITHOUT_TEXT") {
        return library.into();
    }
    let deps = std::env::current_exe().expect("a program").parent().expect("its folder").to_path_buf();
    let folders = [deps.clone(), deps.parent().expect("a folder of builds").to_path_buf()];
    let libraries = folders.iter().flat_map(|folder| folder.read_dir().expect("a folder").flatten());
    let is_it = |name: &str| {
        (name.starts_with("libbctk_capi") && name.ends_with(".a")) || (name.starts_with("bctk_capi") && name.ends_with(".lib"))
    };
    let found = libraries.filter(|entry| entry.file_name().to_str().is_some_and(is_it)).map(|entry| entry.path());
    found.max_by_key(|path| path.metadata().and_then(|about| about.modified()).ok()).expect("the static library")
}

/// Whether a compiler is there, and makes programs with these options.
fn has(compiler: &str, options: &[&str]) -> bool {
    let folder = tempfile::tempdir().expect("a folder");
    let source = folder.path().join(if compiler.ends_with("++") { "a.cpp" } else { "a.c" });
    std::fs::write(&source, "int main(void) { return 0; }\n").expect("a source");
    let made = Command::new(compiler).args(options).arg(&source).arg("-o").arg(folder.path().join("a")).output();
    made.is_ok_and(|made| made.status.success())
}

const SANITIZERS: &[&str] = &["-fsanitize=address,undefined", "-fno-sanitize-recover=all"];

/// Compiles a program with the static library; none if there is no compiler that can.
fn compiled(compiler: &str, source: &str, options: &[&str], folder: &Path) -> Option<PathBuf> {
    if !has(compiler, options) {
        println!("skipped: no {compiler} that takes {options:?}");
        return None;
    }
    let program = folder.join(format!("{source}-{}", options.len()));
    let mut command = Command::new(compiler);
    command.args(["-O1", "-g", "-Wall", "-Wextra", "-Werror"]).args(options);
    command.arg(if compiler.ends_with("++") { "-std=c++17" } else { "-std=c99" });
    command.arg("-I").arg(root().join("capi/include")).arg(root().join("capi/tests/c").join(source)).arg(library());
    command.args(["-lpthread", "-lm"]).args(if cfg!(target_os = "linux") { &["-ldl"][..] } else { &[] });
    let made = command.arg("-o").arg(&program).output().expect("a compiler");
    assert!(made.status.success(), "{command:?}: {}", String::from_utf8_lossy(&made.stderr));
    Some(program)
}

/// Runs a program; it says how many inputs it had.
fn run(program: &Path, args: &[&Path], inputs: usize) {
    let ran = Command::new(program).args(args).output().expect("the program runs");
    let (said, complained) = (String::from_utf8_lossy(&ran.stdout), String::from_utf8_lossy(&ran.stderr));
    assert!(ran.status.success(), "{program:?} {:?}: {said}{complained}", ran.status);
    assert!(said.starts_with(&format!("{inputs} ")), "{said}");
}

/// Files below a folder of the project with one of these extensions, no larger than fits the time of a test.
fn files(folder: &str, extensions: &[&str], most: u64) -> Vec<PathBuf> {
    let mut files = bctk_hostile::files::below(&root().join(folder), extensions);
    files.retain(|path| path.metadata().expect("a file").len() <= most);
    files
}

/// A few files of each kind.
fn inputs() -> &'static [PathBuf] {
    static INPUTS: OnceLock<Vec<PathBuf>> = OnceLock::new();
    INPUTS.get_or_init(|| {
        let every = |files: Vec<PathBuf>, nth: usize| files.into_iter().step_by(nth).collect::<Vec<_>>();
        let mut inputs = every(files("corpus/v22", &["bc"], 20_000), 3);
        inputs.extend(every(files("corpus/v22", &["ll"], 20_000), 19));
        inputs.extend(every(files("corpus/v3.7", &["bc"], 20_000), 5));
        inputs.extend(every(files("corpus/v16", &["bc"], 20_000), 5));
        inputs.extend(files("corpus/containers", &["a", "o", "bundle", "wasm"], 50_000));
        assert!(inputs.len() > 40, "{}", inputs.len());
        inputs
    })
}

fn intact(compiler: &str, source: &str, options: &[&str]) {
    let folder = tempfile::tempdir().expect("a folder");
    if let Some(program) = compiled(compiler, source, options, folder.path()) {
        let args: Vec<&Path> = inputs().iter().map(PathBuf::as_path).collect();
        run(&program, &args, args.len());
    }
}

#[test]
fn every_function_in_c() {
    intact("cc", "every.c", &[]);
}

#[test]
fn every_function_in_cpp() {
    intact("c++", "every.cpp", &[]);
}

#[test]
fn every_function_in_c_under_sanitizers() {
    intact("cc", "every.c", SANITIZERS);
}

#[test]
fn every_function_in_cpp_under_sanitizers() {
    intact("c++", "every.cpp", SANITIZERS);
}

/// The example on the front page of the crate is what a compiler takes.
#[test]
fn the_example_compiles() {
    let page = std::fs::read_to_string(root().join("capi/src/lib.rs")).expect("the front page");
    let (_, example) = page.split_once("//! ```c\n").expect("an example");
    let (example, _) = example.split_once("//! ```").expect("its end");
    let lines: Vec<&str> = example.lines().map(|line| line.trim_start_matches("//!")).collect();
    let folder = tempfile::tempdir().expect("a folder");
    let source = folder.path().join("example.c");
    std::fs::write(&source, lines.join("\n")).expect("a source");
    if !has("cc", &[]) {
        println!("skipped: no cc");
        return;
    }
    let mut command = Command::new("cc");
    command.args(["-std=c99", "-Wall", "-Wextra", "-Werror", "-c", "-o"]).arg(folder.path().join("example.o"));
    let made = command.arg("-I").arg(root().join("capi/include")).arg(&source).output().expect("a compiler");
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
}

/// Damaged files, one after the other with their sizes. `BCTK_MUTANTS` sets their number, `BCTK_PACK` a file that keeps them.
fn pack() -> (Vec<u8>, usize) {
    let count = std::env::var("BCTK_MUTANTS").ok().and_then(|n| n.parse().ok()).unwrap_or(300);
    let folders = ["corpus/v22", "corpus/v23", "corpus/v16", "corpus/v3.7", "corpus/v12", "corpus/containers", "fuzz/regressions"];
    let of = |extensions: &[&str]| -> Vec<PathBuf> { folders.iter().flat_map(|folder| files(folder, extensions, 30_000)).collect() };
    let (bitcode, texts, containers) = (of(&["bc"]), of(&["ll"]), of(&["a", "o", "bundle", "wasm"]));
    assert!(bitcode.len() > 100 && texts.len() > 100 && containers.len() > 5, "{} {} {}", bitcode.len(), texts.len(), containers.len());
    let mut pack = Vec::new();
    for seed in 0..count as u64 {
        let mut numbers = Numbers::new(seed);
        let read = |files: &[PathBuf], numbers: &mut Numbers| std::fs::read(&files[numbers.below(files.len())]).expect("a file");
        let bytes = match seed % 8 {
            0 | 1 => {
                let text = read(&texts, &mut numbers);
                tokens::mutate(&text, &mut numbers)
            }
            2 => {
                let mut bytes = read(&containers, &mut numbers);
                for _ in 0..=numbers.below(4) {
                    let at = numbers.below(bytes.len());
                    bytes[at] = numbers.next() as u8;
                }
                bytes
            }
            _ => {
                let file = read(&bitcode, &mut numbers);
                bitstream::mutate(&file, &mut numbers)
            }
        };
        pack.extend(u32::try_from(bytes.len()).expect("a small file").to_le_bytes());
        pack.extend(bytes);
    }
    (pack, count)
}

#[test]
fn damaged_inputs_under_sanitizers() {
    let folder = tempfile::tempdir().expect("a folder");
    let (bytes, count) = pack();
    let path = std::env::var_os("BCTK_PACK").map_or_else(|| folder.path().join("pack"), PathBuf::from);
    std::fs::write(&path, bytes).expect("a pack");
    if let Some(program) = compiled("cc", "every.c", SANITIZERS, folder.path()) {
        run(&program, &[Path::new("--pack"), &path], count);
    }
}
