//! `cargo xtask translate`: translates files to each release, and has that release read, verify and print what was written.
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use bctk_ir::version::LlvmVersion;

use crate::{fidelity, llvm, parallel};

mod generated;
mod readers;
mod run;

use readers::Reader;

const HELP: &str = "usage: cargo xtask translate [--llvm N[,N...]] [--old DIR] [--bin DIR] [--every K] [--show K] [FILE|DIR...]
       cargo xtask translate --run [--csmith COUNT] [--generate COUNT] [--seed S] [--keep DIR]
                                   [--llvm N[,N...]] [--old DIR] [--bin DIR] [--every K] [--show K] [SOURCE...]

Translates each bitcode file to each LLVM, as text and as bitcode (`bcconv FILE --to-llvm N`), and has the programs of that LLVM read, verify and
print both. A row says how many files were
  written   translated, both as text and as bitcode, not refused
  accepted  of these: read and verified, both ways
  same      of these: printed alike, both ways
  upgraded  of those written and not newer than N: printed as N prints the file itself, both ways
  again     of those written and newer than N: translated to the newest LLVM and back to N, and the same as before
Below the table stand the reasons, the most frequent first.
--llvm N     only these releases (default: all from 3.7 on that are installed)
--old DIR    the folder of llvm-3.7 to llvm-12, which take `verify IN`, `as IN -o OUT` and `dis IN -o OUT` (default: the variable OLD_LLVMS)
--bin DIR    the folder of bcconv (default: target/release)
--every K    takes every Kth file, or way to compile a program
--show K     files that are named for each reason (default: 1)
Without files, takes corpus/v22 and corpus/v23.

--run compiles programs (C, C++ and Rust; default: those in corpus/src/run) in several ways, translates their modules, has that LLVM make code of
the text without and of the bitcode with optimizations, and runs it: it has to print what the program prints, and to end alike. So does what is
translated to the newest LLVM again. Code is made by clang of that LLVM; for a release before 13 by the library or the zig that DIR/llvm-N names
(--old), else of bitcode by the oldest clang. Below the table stand the reasons: what bcconv refused, what LLVM made no code of, and what does
something else. Skips what is not installed.
--csmith COUNT    takes programs of csmith, each compiled in one way and translated to five of the releases 4 to 21 (or --llvm), as text or bitcode
--generate COUNT  does so with programs that this command generates, with what csmith does not know: floating point, vectors, C++ and others
--seed S          the seed of the first program (default: 1)
--keep DIR        keeps the files of what fails

--stops compiles programs (C and C++; the same default) with -O0 and -g, has gdb stop them at twenty lines, and compares where that is and what the
variables are before and after the translation, for LLVM 7, 11, 14, 16 and 19 unless others are named. Addresses are not compared.

--lto translates all modules of whole programs to each older LLVM whose ld.lld is installed, links them with that lld, which optimises them (ThinLTO
and LTO), and runs them: the program of seven units in corpus/src/lto with several sets of flags, and bcconv with all its crates.
";

/// What judges translations.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Judge {
    /// The reader, the verifier and the printer.
    Reader,
    /// What programs print.
    Run,
    /// What a debugger shows.
    Stops,
    /// What whole programs print that lld links.
    Lto,
}

/// What was asked.
struct Job {
    releases: Vec<LlvmVersion>,
    old: Option<PathBuf>,
    bcconv: PathBuf,
    files: Vec<PathBuf>,
    show: usize,
    judge: Judge,
    /// Of the ways to compile programs, every Kth.
    every: usize,
    /// No releases were named.
    takes_all: bool,
    /// How many programs of csmith are run.
    csmith: usize,
    /// How many generated programs are run.
    generate: usize,
    seed: u64,
    /// Where the files of failed translations go.
    keep: Option<PathBuf>,
}

/// How far a file came.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Step {
    Written,
    Accepted,
    Same,
    Upgraded,
    Again,
}

const STEPS: [(Step, &str); 5] =
    [(Step::Written, "written"), (Step::Accepted, "accepted"), (Step::Same, "same"), (Step::Upgraded, "upgraded"), (Step::Again, "again")];

/// The steps that were tried, each with what went wrong.
type Outcome = Vec<(Step, Option<String>)>;

/// Runs the command; `Ok(false)` means that a release does not take what was written for it.
pub(crate) fn run(args: &[String]) -> Result<bool, String> {
    let Some(job) = parse(args)? else {
        print!("{HELP}");
        return Ok(true);
    };
    match job.judge {
        Judge::Reader => {}
        Judge::Run => return run::run(&job),
        Judge::Stops => return run::stops::run(&job),
        Judge::Lto => return run::lto::run(&job),
    }
    println!("| LLVM | files | {} |", STEPS.map(|(_, name)| name).join(" | "));
    println!("|---|---|{}", "---|".repeat(STEPS.len()));
    let (mut good, mut reasons) = (true, Vec::new());
    for &release in job.releases.iter().rev() {
        let Some(reader) = Reader::find(release, job.old.as_deref()) else {
            println!("| {release} | SKIPPED: not installed |");
            continue;
        };
        let outcomes = parallel::each(&parallel::rooms()?, job.files.len(), |room, number| {
            let outcome = look_at(&job, &job.files[number], release, &reader, room.path());
            outcome.unwrap_or_else(|fault| vec![(Step::Written, Some(fault))])
        });
        let cells = STEPS.map(|(step, _)| {
            let tried = outcomes.iter().flatten().filter(|(of, _)| *of == step);
            let failed = tried.clone().filter(|(_, fault)| fault.is_some()).count();
            let tried = tried.count();
            good &= failed == 0 || step == Step::Written;
            format!("{} of {tried} ({:.1} %)", tried - failed, 100.0 * (tried - failed) as f64 / tried.max(1) as f64)
        });
        println!("| {release} | {} | {} |", job.files.len(), cells.join(" | "));
        reasons.push((release, outcomes));
    }
    for (release, outcomes) in &reasons {
        explain(&job, *release, outcomes);
    }
    Ok(good)
}

fn parse(args: &[String]) -> Result<Option<Job>, String> {
    let mut job = Job {
        releases: Vec::new(),
        old: std::env::var_os("OLD_LLVMS").map(PathBuf::from),
        bcconv: llvm::root().join("target/release"),
        files: Vec::new(),
        show: 1,
        judge: Judge::Reader,
        every: 1,
        takes_all: false,
        csmith: 0,
        generate: 0,
        seed: 1,
        keep: None,
    };
    let mut paths = Vec::new();
    let mut args = args.iter();
    while let Some(arg) = args.next() {
        let mut value = || args.next().ok_or_else(|| format!("{arg}: expected a value"));
        let number = |text: &String| text.parse::<usize>().map_err(|e| format!("{text}: {e}"));
        match arg.as_str() {
            "--help" => return Ok(None),
            "--llvm" => {
                for name in value()?.split(',') {
                    let release = LlvmVersion::parse(name.as_bytes()).filter(|release| release.as_written() == *release);
                    job.releases.push(release.ok_or_else(|| format!("{name}: expected a release from 3.7 on"))?);
                }
            }
            "--old" => job.old = Some(value()?.into()),
            "--bin" => job.bcconv = value()?.into(),
            "--every" => job.every = number(value()?)?.max(1),
            "--run" => job.judge = Judge::Run,
            "--stops" => job.judge = Judge::Stops,
            "--lto" => job.judge = Judge::Lto,
            "--csmith" => job.csmith = number(value()?)?,
            "--generate" => job.generate = number(value()?)?,
            "--seed" => job.seed = number(value()?)? as u64,
            "--keep" => job.keep = Some(value()?.into()),
            "--show" => job.show = number(value()?)?,
            _ => paths.push(PathBuf::from(arg)),
        }
    }
    job.bcconv.push(format!("bcconv{}", std::env::consts::EXE_SUFFIX));
    if !job.bcconv.is_file() {
        return Err(format!("{}: not there (cargo build --release)", job.bcconv.display()));
    }
    if job.releases.is_empty() {
        job.releases = LlvmVersion::written().collect();
        job.takes_all = true;
    }
    if !matches!(job.judge, Judge::Run | Judge::Stops) && job.csmith + job.generate > 0 {
        return Err("--csmith and --generate need --run or --stops".into());
    }
    if job.judge != Judge::Run && job.keep.is_some() {
        return Err("--keep needs --run".into());
    }
    if job.judge == Judge::Lto && !paths.is_empty() {
        return Err("--lto has programs of its own".into());
    }
    if job.judge != Judge::Reader {
        job.files = paths;
        return Ok(Some(job));
    }
    if paths.is_empty() {
        paths = ["v22", "v23"].map(|folder| llvm::root().join("corpus").join(folder)).to_vec();
    }
    let mut files = Vec::new();
    paths.iter().try_for_each(|path| fidelity::gather(path, &mut files))?;
    // The readers take one module.
    files.retain(|file| facts(file).0 == 1);
    files.sort();
    job.files = files.into_iter().step_by(job.every).collect();
    if job.files.is_empty() {
        return Err("no bitcode files (--help)".into());
    }
    Ok(Some(job))
}

/// Translates a file and has the result looked at; an error is about the file system.
fn look_at(job: &Job, file: &Path, release: LlvmVersion, reader: &Reader, room: &Path) -> Result<Outcome, String> {
    let path = |name: &str| room.join(name);
    let (text, bitcode) = (path("translated.ll"), path("translated.bc"));
    let to = |input: &Path, output: &Path, llvm: LlvmVersion| convert(&job.bcconv, input, output, llvm);
    if let Err(fault) = to(file, &text, release).and_then(|()| to(file, &bitcode, release)) {
        return Ok(vec![(Step::Written, Some(fault))]);
    }
    let mut outcome = vec![(Step::Written, None)];
    let is_older = facts(file).1.is_some_and(|own| own <= release);
    let written = std::fs::read(&text).map_err(|e| e.to_string())?;
    let triple = triple(&written);
    let printed = reader.text(&text, &triple, room).map_err(|fault| format!("text: {fault}"));
    let printed =
        printed.and_then(|printed| Ok((printed, reader.bitcode(&bitcode, &triple, room).map_err(|fault| format!("bitcode: {fault}"))?)));
    match printed {
        Ok((from_text, from_bitcode)) => {
            outcome.push((Step::Accepted, None));
            let comparable = |text: &[u8]| comparable(text, reader.is_compiler());
            let (from_text, from_bitcode) = (comparable(&from_text), comparable(&from_bitcode));
            if is_older {
                let wanted = reader.disassembly(file, room).map(|wanted| comparable(&wanted));
                outcome.extend(wanted.ok().map(|wanted| {
                    let text = fidelity::same_text(&from_text, &wanted).map_err(|fault| format!("text: {fault}"));
                    let both = text.and_then(|()| fidelity::same_text(&from_bitcode, &wanted).map_err(|fault| format!("bitcode: {fault}")));
                    (Step::Upgraded, both.err())
                }));
            }
            // llvm-as takes a text without global values for an index, and writes its summary alone.
            if !from_text.is_empty() {
                outcome.push((Step::Same, fidelity::same_text(&from_text, &from_bitcode).err()));
            }
        }
        Err(fault) => outcome.push((Step::Accepted, Some(fault))),
    }
    if is_older {
        return Ok(outcome);
    }
    let (newest, again) = (path("newest.bc"), path("again.ll"));
    let there_and_back = || {
        to(&bitcode, &newest, LlvmVersion::NEWEST)?;
        to(&newest, &again, release)?;
        let again = std::fs::read(&again).map_err(|e| e.to_string())?;
        fidelity::same_text(&comparable(&again, false), &comparable(&written, false))
    };
    outcome.push((Step::Again, there_and_back().err()));
    Ok(outcome)
}

/// Number of modules in a file, and the LLVM it is of.
fn facts(file: &Path) -> (usize, Option<LlvmVersion>) {
    let bytes = std::fs::read(file).unwrap_or_default();
    let modules = bctk_bitcode::modules(&bytes, &bctk_bitcode::ReadOptions::default()).unwrap_or_default();
    let llvm = modules.first().and_then(|module| bctk_bitcode::facts(module).ok()?.llvm);
    (modules.len(), llvm)
}

fn convert(bcconv: &Path, input: &Path, output: &Path, llvm: LlvmVersion) -> Result<(), String> {
    let plain: &[&str] = if output.extension().is_some_and(|ending| ending == "ll") { &["--plain"] } else { &[] };
    let mut command = Command::new(bcconv);
    command.arg(input).arg("--to-llvm").arg(llvm.to_string()).arg("-o").arg(output).args(plain);
    let done = command.stdin(Stdio::null()).output().map_err(|e| format!("{}: {e}", bcconv.display()))?;
    let said = String::from_utf8_lossy(&done.stderr);
    let fault = said.lines().find(|line| !line.contains(": note: ")).unwrap_or("said nothing");
    if done.status.success() { Ok(()) } else { Err(fault.to_owned()) }
}

/// The target of a text.
fn triple(text: &[u8]) -> String {
    let text = String::from_utf8_lossy(text);
    let line = text.lines().find_map(|line| line.strip_prefix("target triple = \"")).unwrap_or_default();
    line.trim_end_matches('"').to_owned()
}

/// A text without what is not in both forms: the name of the file, its source, lists of predecessors, and the summary; for a compiler, which
/// states its own, also the target.
fn comparable(text: &[u8], is_compiled: bool) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len());
    let starts = [&b"; ModuleID = "[..], b"source_filename = ", b"^", b"target "];
    let starts = &starts[..starts.len() - usize::from(!is_compiled)];
    for line in text.split_inclusive(|&c| c == b'\n') {
        if starts.iter().any(|start| line.starts_with(start)) {
            continue;
        }
        match line.windows(8).position(|window| window == b"; preds ") {
            Some(end) => {
                out.extend_from_slice(line[..end].trim_ascii_end());
                out.push(b'\n');
            }
            None => out.extend_from_slice(line),
        }
    }
    out.trim_ascii().to_vec()
}

/// Prints why files failed.
fn explain(job: &Job, release: LlvmVersion, outcomes: &[Outcome]) {
    let mut reasons: BTreeMap<(Step, String), Vec<usize>> = BTreeMap::new();
    for (number, outcome) in outcomes.iter().enumerate() {
        for (step, fault) in outcome {
            if let Some(fault) = fault {
                reasons.entry((*step, general(fault, job, number))).or_default().push(number);
            }
        }
    }
    let mut reasons: Vec<_> = reasons.into_iter().collect();
    reasons.sort_by_key(|((step, _), files)| (*step, std::cmp::Reverse(files.len())));
    let mut begun = BTreeSet::new();
    for ((step, reason), files) in &reasons {
        if begun.insert(step) {
            let name = STEPS.iter().find(|(of, _)| of == step).map_or("", |(_, name)| name);
            println!("\nLLVM {release}, not {name}:");
        }
        println!("  {} × {reason}", files.len());
        files.iter().take(job.show).for_each(|&number| println!("      {}", job.files[number].display()));
    }
}

/// A reason without what is of one file alone: paths, and names but those of intrinsics.
fn general(fault: &str, job: &Job, number: usize) -> String {
    let fault = fault.replace(&job.files[number].display().to_string(), "FILE");
    // What a reader says begins with its path and that of the temporary file.
    let fault = match fault.find("/translated.") {
        Some(at) if fault.starts_with("text: /") || fault.starts_with("bitcode: /") => &fault[at + 1..],
        _ => &fault,
    };
    unnamed(fault)
}

/// A reason without names, but for those of intrinsics.
fn unnamed(fault: &str) -> String {
    let (mut out, mut rest) = (String::new(), fault);
    while let Some(c) = rest.chars().next().filter(|_| out.len() < 200) {
        let name = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.' | '$' | '"' | '?');
        rest = &rest[c.len_utf8()..];
        out.push(c);
        if matches!(c, '%' | '@' | '!' | '#') && !rest.starts_with("llvm.") {
            rest = rest.trim_start_matches(name);
            out.push('X');
        }
    }
    out
}
