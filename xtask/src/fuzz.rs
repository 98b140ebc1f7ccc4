//! `cargo xtask fuzz`: builds the fuzz targets, makes seeds from `corpus/`, runs the targets, and reports coverage and findings.
//!
//! A stable compiler builds them, and cargo alone: the flags below are those that cargo-fuzz gives. `cargo fuzz run TARGET` works as well. There is no
//! address sanitizer, since all that runs is safe Rust, at less than half the speed with it; overflow checks and debug assertions are on (fuzz/Cargo.toml).
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

use bctk_hostile::shrink::shrink;
use bctk_hostile::targets::{Input, TARGETS, Target};

use crate::{fuzz_seeds, llvm, parallel};

/// Edges that count themselves, and operands of comparisons, for libFuzzer to look at.
const RUSTFLAGS: &[&str] = &[
    "-Cpasses=sancov-module",
    "-Cllvm-args=-sanitizer-coverage-level=4",
    "-Cllvm-args=-sanitizer-coverage-inline-8bit-counters",
    "-Cllvm-args=-sanitizer-coverage-pc-table",
    "-Cllvm-args=-sanitizer-coverage-trace-compares",
    "-Cllvm-args=-simplifycfg-branch-fold-threshold=0",
    "--cfg=fuzzing",
];

/// The same for a quick build: only functions count themselves.
const QUICK_RUSTFLAGS: &[&str] = &[
    "-Cpasses=sancov-module",
    "-Cllvm-args=-sanitizer-coverage-level=1",
    "-Cllvm-args=-sanitizer-coverage-inline-8bit-counters",
    "-Cllvm-args=-sanitizer-coverage-pc-table",
    "--cfg=fuzzing",
];

/// Seconds that one input may take.
const PATIENCE: u32 = 10;
/// Megabytes that a target may take.
const MEMORY: u32 = 2048;

/// Lines of a panic that a finding shows.
const LINES: usize = 4;

/// The parsed arguments.
#[derive(Default)]
struct Job {
    time: Option<u64>,
    runs: Option<u64>,
    seed: Option<u64>,
    jobs: usize,
    seeds_only: bool,
    /// Built in two thirds of the time: for a few runs that are not to find anything new.
    quick: bool,
    targets: Vec<&'static Target>,
}

/// The result of a run of a target.
#[derive(Default)]
struct Outcome {
    seconds: u64,
    runs: u64,
    /// The number of edges covered, and their total.
    edges: (u64, u64),
    features: u64,
    corpus: u64,
    megabytes: u64,
    findings: Vec<String>,
}

/// Runs the command; `Ok(false)` means that something was found.
pub(crate) fn run(args: &[String]) -> Result<bool, String> {
    let job = parse(args)?;
    let fuzz = llvm::root().join("fuzz");
    // A fixed number of runs is for comparing: it begins with few seeds and keeps nothing.
    let temporary = tempfile::tempdir().map_err(|e| format!("temporary folder: {e}"))?;
    let corpus = if job.runs.is_some() { temporary.path().to_owned() } else { fuzz.join("corpus") };
    fuzz_seeds::make(&corpus, &job.targets, job.runs.is_some())?;
    if job.seeds_only {
        println!("seeds are in {}", corpus.display());
        return Ok(true);
    }
    let bins = build(&fuzz, job.quick)?;
    let threads = vec![(); job.jobs.max(1)];
    let outcomes = parallel::each(&threads, job.targets.len(), |_, at| {
        let target = job.targets[at];
        one(&job, target, &bins, &fuzz, &corpus.join(target.name))
    });
    report(&job, outcomes.into_iter().collect::<Result<_, _>>()?)
}

fn parse(args: &[String]) -> Result<Job, String> {
    let mut job = Job { jobs: 1, ..Job::default() };
    let mut args = args.iter();
    while let Some(arg) = args.next() {
        let mut number = || args.next().and_then(|n| n.parse::<u64>().ok()).ok_or(format!("{arg} wants a number"));
        match arg.as_str() {
            "--time" => job.time = Some(number()?),
            "--runs" => job.runs = Some(number()?),
            "--seed" => job.seed = Some(number()?),
            "--jobs" => job.jobs = number()? as usize,
            "--seeds" => job.seeds_only = true,
            "--quick" => job.quick = true,
            name => {
                let names = || TARGETS.iter().map(|target| target.name).collect::<Vec<_>>().join(", ");
                job.targets.push(Target::named(name).ok_or_else(|| format!("{name}: expected a target: {}", names()))?);
            }
        }
    }
    if job.targets.is_empty() {
        job.targets = TARGETS.iter().collect();
    }
    if job.time.is_none() && job.runs.is_none() {
        job.time = Some(60);
    }
    Ok(job)
}

/// Builds all targets and returns their folder.
fn build(fuzz: &Path, quick: bool) -> Result<PathBuf, String> {
    let host = llvm::rustc_host().ok_or("rustc does not say for which machine it is")?;
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let (profile, flags) = if quick { ("quick", QUICK_RUSTFLAGS) } else { ("release", RUSTFLAGS) };
    // With a target named, the flags are for the targets alone and not for what runs while they are built.
    let mut command = Command::new(cargo);
    command.args(["build", "--profile", profile, "--quiet", "--target", &host]).current_dir(fuzz);
    command.env("CARGO_ENCODED_RUSTFLAGS", flags.join("\x1f"));
    let status = command.status().map_err(|e| format!("cargo: {e}"))?;
    if !status.success() {
        return Err("the fuzz targets do not build".into());
    }
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| fuzz.join("target"), PathBuf::from);
    Ok(target.join(host).join(profile))
}

/// Runs a target.
fn one(job: &Job, target: &Target, bins: &Path, fuzz: &Path, corpus: &Path) -> Result<Outcome, String> {
    let bin = bins.join(target.name);
    let artifacts = fuzz.join("artifacts").join(target.name);
    let logs = fuzz.join("target").join("logs");
    for dir in [&artifacts, &logs] {
        std::fs::create_dir_all(dir).map_err(|e| format!("{}: {e}", dir.display()))?;
    }
    let before = llvm::files_below(&artifacts, "")?;
    let log = logs.join(format!("{}.log", target.name));
    let output = std::fs::File::create(&log).map_err(|e| format!("{}: {e}", log.display()))?;
    let mut command = Command::new(&bin);
    command.arg(format!("-timeout={PATIENCE}")).arg(format!("-rss_limit_mb={MEMORY}")).arg("-print_final_stats=1");
    command.arg(format!("-artifact_prefix={}/", artifacts.display())).arg(format!("-max_len={}", fuzz_seeds::most_bytes(target)));
    for (name, value) in [("max_total_time", job.time), ("runs", job.runs), ("seed", job.seed)] {
        command.args(value.map(|value| format!("-{name}={value}")));
    }
    let words = fuzz_seeds::words_file(corpus);
    command.args(words.is_file().then(|| format!("-dict={}", words.display())));
    let begun = Instant::now();
    let status = command.arg(corpus).stdin(Stdio::null()).stdout(Stdio::null()).stderr(output).status();
    let status = status.map_err(|e| format!("{}: {e}", bin.display()))?;
    let said = String::from_utf8_lossy(&std::fs::read(&log).unwrap_or_default()).into_owned();
    let mut outcome = read_log(&said);
    outcome.seconds = begun.elapsed().as_secs();
    for artifact in llvm::files_below(&artifacts, "")?.into_iter().filter(|file| !before.contains(file)) {
        outcome.findings.push(finding(target, &bin, &artifact, &said)?);
    }
    if !status.success() && outcome.findings.is_empty() {
        let last: Vec<&str> = said.lines().rev().take(5).collect();
        outcome.findings.push(format!("{} ends with {status}; {}:\n  {}", target.name, log.display(), last.join("\n  ")));
    }
    println!("{}: {} runs in {} s, {} findings", target.name, outcome.runs, outcome.seconds, outcome.findings.len());
    Ok(outcome)
}

/// Numbers of what libFuzzer says.
fn read_log(said: &str) -> Outcome {
    let mut outcome = Outcome::default();
    let after = |line: &str, key: &str| {
        let rest = line[line.find(key)? + key.len()..].trim_start();
        rest[..rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len())].parse::<u64>().ok()
    };
    for line in said.lines() {
        if line.starts_with("INFO: Loaded ") {
            outcome.edges.1 += line.find('(').and_then(|at| after(&line[at..], "(")).unwrap_or(0);
        } else if line.starts_with('#') && line.contains(" cov: ") {
            outcome.edges.0 = after(line, " cov: ").unwrap_or(0);
            outcome.features = after(line, " ft: ").unwrap_or(0);
            outcome.corpus = after(line, " corp: ").unwrap_or(0);
        }
        outcome.runs = after(line, "stat::number_of_executed_units:").unwrap_or(outcome.runs);
        outcome.megabytes = after(line, "stat::peak_rss_mb:").unwrap_or(outcome.megabytes);
    }
    outcome
}

/// Makes what was found small, and says where it is.
fn finding(target: &Target, bin: &Path, artifact: &Path, said: &str) -> Result<String, String> {
    let data = std::fs::read(artifact).map_err(|e| format!("{}: {e}", artifact.display()))?;
    let input = tempfile::NamedTempFile::new().map_err(|e| e.to_string())?;
    // How it ends: the same place in the source, or the same status if no place is printed.
    let harm = |data: &[u8]| -> Option<String> {
        std::fs::write(input.path(), data).ok()?;
        let mut command = Command::new(bin);
        command.arg(format!("-timeout={PATIENCE}")).arg(format!("-rss_limit_mb={MEMORY}")).arg(input.path());
        let answer = command.env("RUST_BACKTRACE", "0").stdin(Stdio::null()).output().ok()?;
        (!answer.status.success()).then(|| place(&String::from_utf8_lossy(&answer.stderr)).unwrap_or(answer.status.to_string()))
    };
    let Some(wanted) = harm(&data) else {
        return Ok(format!("{}: {}: it does not happen again with this input alone", target.name, artifact.display()));
    };
    let small = shrink(target.input, &data, &mut |data| harm(data).as_ref() == Some(&wanted));
    let name = artifact.file_name().and_then(|name| name.to_str()).unwrap_or("found");
    let minimal = artifact.with_file_name(format!("small-{name}.{}", target.input.extension()));
    std::fs::write(&minimal, &small).map_err(|e| format!("{}: {e}", minimal.display()))?;
    let what = said.lines().skip_while(|line| place(line).is_none()).take(LINES).collect::<Vec<_>>().join("\n  ");
    Ok(format!(
        "{}: {}\n  {what}\n  {} bytes, made small: {} ({} bytes)\n  mend it, and keep it: cp {} fuzz/regressions/{}WHAT-IT-IS.{}; `cargo test -p bctk-hostile` replays it",
        target.name,
        wanted,
        data.len(),
        minimal.display(),
        small.len(),
        minimal.display(),
        if target.input == Input::Bytes { format!("{}-", target.name) } else { String::new() },
        target.input.extension(),
    ))
}

/// The position of a panic, from its message.
fn place(said: &str) -> Option<String> {
    let line = said.lines().find(|line| line.contains("panicked at "))?;
    line.split("panicked at ").nth(1).map(|place| place.trim_end_matches(':').to_owned())
}

fn report(job: &Job, outcomes: Vec<Outcome>) -> Result<bool, String> {
    println!(
        "\n{:<12} {:>7} {:>11} {:>8} {:>8} {:>6} {:>9} {:>7} {:>5} {:>8}",
        "target", "seconds", "runs", "runs/s", "edges", "share", "features", "corpus", "MB", "findings"
    );
    for (target, outcome) in job.targets.iter().zip(&outcomes) {
        let (edges, all) = outcome.edges;
        println!(
            "{:<12} {:>7} {:>11} {:>8} {:>8} {:>5.1}% {:>9} {:>7} {:>5} {:>8}",
            target.name,
            outcome.seconds,
            outcome.runs,
            outcome.runs / outcome.seconds.max(1),
            edges,
            edges as f64 * 100.0 / all.max(1) as f64,
            outcome.features,
            outcome.corpus,
            outcome.megabytes,
            outcome.findings.len()
        );
    }
    let findings: Vec<&String> = outcomes.iter().flat_map(|outcome| &outcome.findings).collect();
    findings.iter().for_each(|finding| println!("\n{finding}"));
    println!("\nfuzz: {} targets, {} findings", outcomes.len(), findings.len());
    Ok(findings.is_empty())
}
