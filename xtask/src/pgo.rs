//! `cargo xtask pgo`: builds the programs for a release with a profile of what they do (PGO), and reorders their code with BOLT if it is installed.
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::{bench, llvm};

const HELP: &str = "usage: cargo xtask pgo [--no-bolt] [FILE.bc...]

Builds bcconv and bcdump with instrumentation, has them work on corpus/ and on the files (default: those of `cargo xtask bench` without the largest),
and builds them again with that profile. The result is in target/pgo/dist. Needs llvm-profdata of rustc's LLVM: `rustup component add llvm-tools`, or
llvm-profdata-N on the PATH. If llvm-bolt is installed, it reorders the code of the result by another such run.
";

/// The programs.
const PROGRAMS: [&str; 2] = ["bcconv", "bcdump"];

/// The files that the programs are trained on, by their names in the bench.
const FILES: &[&str] = &["c", "c-g", "cpp", "cpp-g", "rust-g"];

/// The folders of the corpus that they are trained on: all forms of records are there, old ones as well.
const CORPUS: &[&str] = &["v13", "v16", "v19", "v22", "v23"];

/// What the linker has to keep for BOLT.
const RELOCATIONS: &str = "-Clink-arg=-Wl,--emit-relocs";

/// Runs the command.
pub(crate) fn run(args: &[String]) -> Result<bool, String> {
    let (mut bolt, mut files) = (true, Vec::new());
    for arg in args {
        match arg.as_str() {
            "--no-bolt" => bolt = false,
            "--help" | "-h" => {
                print!("{HELP}");
                return Ok(true);
            }
            _ if arg.starts_with('-') => return Err(format!("{arg}: unknown option\n{HELP}")),
            path => files.push(Path::new(path).canonicalize().map_err(|e| format!("{path}: {e}"))?),
        }
    }
    let host = llvm::rustc_host().ok_or("rustc does not tell its target")?;
    let merge = profdata(&host)?;
    if files.is_empty() {
        files = bench::files(FILES)?;
    }
    let bolt = bolt.then(|| llvm::find_of("llvm-bolt", llvm_of_rustc()).or_else(|| on_path("llvm-bolt"))).flatten();

    let dir = llvm::root().join("target/pgo");
    let profiles = dir.join("profiles");
    empty(&profiles)?;
    println!("building with instrumentation");
    let trained = build(&dir, "instrumented", &host, &[&format!("-Cprofile-generate={}", profiles.display())])?;
    println!("training on corpus/ and {} files", files.len());
    // A pool of files that the processes merge into: one process would leave one file.
    train(&dir, &trained, &files, &[("LLVM_PROFILE_FILE", profiles.join("bctk-%4m.profraw").as_os_str())])?;
    let merged = dir.join("merged.profdata");
    let raw = llvm::files_below(&profiles, ".profraw")?;
    let mut words: Vec<&OsStr> = vec!["merge".as_ref(), "-o".as_ref(), merged.as_os_str()];
    words.extend(raw.iter().map(|path| path.as_os_str()));
    llvm::run(&merge, &words, &dir)?;
    println!("building with the profile");
    let used = format!("-Cprofile-use={}", merged.display());
    let flags: &[&str] = if bolt.is_some() { &[&used, RELOCATIONS] } else { &[&used] };
    let built = build(&dir, "optimised", &host, flags)?;

    let out = dir.join("dist");
    std::fs::create_dir_all(&out).map_err(|e| format!("{}: {e}", out.display()))?;
    match bolt {
        Some(bolt) => reorder(&bolt, &dir, &built, &out, &files)?,
        None => {
            println!("llvm-bolt is not used");
            for name in PROGRAMS {
                std::fs::copy(built.join(name), out.join(name)).map_err(|e| format!("{name}: {e}"))?;
            }
        }
    }
    println!("{}", out.display());
    Ok(true)
}

/// The `bcconv` that this command built last.
pub(crate) fn built() -> Result<PathBuf, String> {
    let bcconv = llvm::root().join("target/pgo/dist/bcconv");
    if bcconv.is_file() { Ok(bcconv) } else { Err(format!("{}: not built; run cargo xtask pgo", bcconv.display())) }
}

/// The major number of rustc's LLVM.
fn llvm_of_rustc() -> u32 {
    llvm::rustc_versions().and_then(|v| v.1.split('.').next()?.parse().ok()).unwrap_or(llvm::MAJOR)
}

/// The tool that merges profiles: rustup's, or that of the LLVM that rustc has.
fn profdata(host: &str) -> Result<PathBuf, String> {
    let answer = llvm::run(Path::new("rustc"), &["--print", "sysroot"], &llvm::root())?;
    let sysroot = PathBuf::from(String::from_utf8_lossy(&answer).trim());
    let own = sysroot.join("lib/rustlib").join(host).join("bin/llvm-profdata");
    let found = Some(own).filter(|path| path.is_file()).or_else(|| llvm::find_of("llvm-profdata", llvm_of_rustc()));
    found.ok_or_else(|| format!("no llvm-profdata of LLVM {}: rustup component add llvm-tools", llvm_of_rustc()))
}

fn on_path(name: &str) -> Option<PathBuf> {
    std::env::split_paths(&std::env::var_os("PATH")?).map(|dir| dir.join(name)).find(|path| path.is_file())
}

fn empty(dir: &Path) -> Result<(), String> {
    let failed = |e: std::io::Error| format!("{}: {e}", dir.display());
    if dir.exists() {
        std::fs::remove_dir_all(dir).map_err(failed)?;
    }
    std::fs::create_dir_all(dir).map_err(failed)
}

/// Builds the programs with more flags of rustc and returns their folder. With a target named, flags are not for build scripts and macros.
fn build(dir: &Path, name: &str, host: &str, flags: &[&str]) -> Result<PathBuf, String> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let target = dir.join(name);
    let mut command = Command::new(cargo);
    command.args(["build", "--profile", "dist", "--quiet", "--package", "bctk-cli", "--bins", "--target", host, "--target-dir"]);
    command.arg(&target).env("CARGO_ENCODED_RUSTFLAGS", flags.join("\u{1f}")).current_dir(llvm::root());
    if !command.status().map_err(|e| format!("cargo: {e}"))?.success() {
        return Err("the programs do not build".into());
    }
    Ok(target.join(host).join("dist"))
}

/// Has the programs in `from` do all that the bench measures.
fn train(dir: &Path, from: &Path, files: &[PathBuf], env: &[(&str, &OsStr)]) -> Result<(), String> {
    let work = dir.join("work");
    empty(&work)?;
    for name in ["llvm-as", "llvm-dis", "llvm-nm", "llvm-bcanalyzer"] {
        let tool = if matches!(name, "llvm-as" | "llvm-dis") { "bcconv" } else { "bcdump" };
        let link = work.join(name);
        std::fs::copy(from.join(tool), &link).map_err(|e| format!("{}: {e}", link.display()))?;
    }
    let run = |program: &Path, args: &[&OsStr]| {
        let mut command = Command::new(program);
        // One thread: counters of several threads would overwrite each other.
        command.args(args).envs(env.iter().copied()).env("RAYON_NUM_THREADS", "1").current_dir(&work);
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        // Some files of the corpus are damaged or too new on purpose.
        command.status().map(drop).map_err(|e| format!("{}: {e}", program.display()))
    };
    let bcconv = from.join("bcconv");
    for file in files {
        let file = file.as_os_str();
        let tool = |name: &str| work.join(name);
        run(&tool("llvm-dis"), &[file, "-o".as_ref(), "plain.ll".as_ref()])?;
        run(&tool("llvm-as"), &["--disable-verify", "plain.ll", "-o", "plain.bc"].map(OsStr::new))?;
        run(&bcconv, &[file, "-o".as_ref(), "described.ll".as_ref()])?;
        run(&bcconv, &["described.ll", "-o", "back.bc"].map(OsStr::new))?;
        run(&bcconv, &[file, "-o".as_ref(), "copy.bc".as_ref()])?;
        run(&tool("llvm-bcanalyzer"), &["--dump".as_ref(), file])?;
        run(&tool("llvm-bcanalyzer"), &[file])?;
        run(&tool("llvm-nm"), &[file])?;
        run(&bcconv, &["--verify".as_ref(), file])?;
    }
    for name in CORPUS {
        let folder = llvm::root().join("corpus").join(name);
        let small = llvm::files_below(&folder, ".bc").unwrap_or_default();
        let small: Vec<&OsStr> = small.iter().map(|path| path.as_os_str()).collect();
        if small.is_empty() {
            continue;
        }
        let out = work.join(name);
        run(&bcconv, &[&small[..], &["--out-dir".as_ref(), out.as_os_str()]].concat())?;
        let texts = llvm::files_below(&out, ".ll").unwrap_or_default();
        let texts: Vec<&OsStr> = texts.iter().map(|path| path.as_os_str()).collect();
        run(&bcconv, &[&texts[..], &["--out-dir".as_ref(), out.as_os_str()]].concat())?;
        run(&work.join("llvm-nm"), &small)?;
    }
    std::fs::remove_dir_all(&work).map_err(|e| format!("{}: {e}", work.display()))
}

/// Reorders the code of the programs in `from` by what they do, into `to`.
fn reorder(bolt: &Path, dir: &Path, from: &Path, to: &Path, files: &[PathBuf]) -> Result<(), String> {
    let instrumented = dir.join("bolt");
    empty(&instrumented)?;
    let profile = |name: &str| instrumented.join(format!("{name}.fdata"));
    for name in PROGRAMS {
        println!("{name}: BOLT's instrumentation");
        let (input, output) = (from.join(name), instrumented.join(name));
        let data = format!("--instrumentation-file={}", profile(name).display());
        let args: [&OsStr; 6] = [
            input.as_os_str(),
            "-o".as_ref(),
            output.as_os_str(),
            "-instrument".as_ref(),
            data.as_ref(),
            "--instrumentation-file-append-pid".as_ref(),
        ];
        llvm::run(bolt, &args, dir)?;
    }
    train(dir, &instrumented, files, &[])?;
    // Distributions link the tool under a name with a number; its neighbours have none.
    let merge = bolt.canonicalize().map_err(|e| format!("{}: {e}", bolt.display()))?.with_file_name("merge-fdata");
    for name in PROGRAMS {
        println!("{name}: reordered by BOLT");
        let all = llvm::files_below(&instrumented, ".fdata")?;
        let of_it = all.iter().filter(|path| path.file_name().is_some_and(|n| n.to_string_lossy().starts_with(name)));
        let merged = llvm::run(&merge, &of_it.map(|path| path.as_os_str()).collect::<Vec<_>>(), dir)?;
        std::fs::write(profile(name), merged).map_err(|e| format!("{name}: {e}"))?;
        let (input, output, data) = (from.join(name), to.join(name), profile(name));
        let mut args: Vec<&OsStr> = vec![input.as_os_str(), "-o".as_ref(), output.as_os_str(), "-data".as_ref(), data.as_os_str()];
        args.extend(
            ["-reorder-blocks=ext-tsp", "-reorder-functions=cdsort", "-split-functions", "-split-all-cold", "-icf=1"].map(OsStr::new),
        );
        llvm::run(bolt, &args, dir)?;
    }
    Ok(())
}
