//! Runs damaged files through every entry point and measures panics, crashes, time and memory.
//!
//! `mutants [--text] [--count N] [--seed N] [--jobs N] [--max-input BYTES] [--keep DIR] [--print N] FILE|DIR...` cycles through the bitcode
//! (or text) found there, damages each file in a way that depends on the number of the mutant, and passes it to each oracle. Oracles run in
//! separate processes, which are restarted if they die. `--beside llvm-dis-22,llvm-bcanalyzer-22` also passes each mutant to these tools
//! (with at most ten seconds and a gigabyte each) and counts their exit statuses; `--beside-only` skips the oracles. `--print N` writes
//! mutant N of the same files and seed to standard output.
use bctk_generate::numbers::Numbers;
use bctk_hostile::oracles::{BITCODE, Oracle, TEXT};
use bctk_hostile::{bitstream, tokens};
use peak_alloc::PeakAlloc;
use std::io::{BufRead, BufReader, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

#[path = "mutants/beside.rs"]
mod beside;

#[global_allocator]
static MEMORY: PeakAlloc = PeakAlloc;

/// The bytes that any entry point may have allocated at once, in addition to a multiple of the input's size.
const MEMORY_BASE: usize = 64 << 20;
/// See [`MEMORY_BASE`].
const MEMORY_PER_BYTE: usize = 40;
/// How long one entry point may take.
const PATIENCE: Duration = Duration::from_secs(10);

/// The parsed arguments.
struct Job {
    text: bool,
    count: u64,
    seed: u64,
    jobs: u64,
    max_input: u64,
    keep: Option<PathBuf>,
    /// Tools that get each mutant, too.
    beside: Vec<String>,
    /// Whether they alone get it.
    beside_only: bool,
    /// The numbers for one worker process: the first one, and their count.
    part: Option<(u64, u64)>,
    /// The mutant that is to be printed.
    print: Option<u64>,
    files: Vec<PathBuf>,
}

fn main() -> ExitCode {
    let job = match parse_args() {
        Ok(job) => job,
        Err(message) => {
            eprintln!("mutants: {message}");
            return ExitCode::from(2);
        }
    };
    if let Some(number) = job.print {
        return std::io::stdout().write_all(&mutant(&job, number)).map_or(ExitCode::FAILURE, |()| ExitCode::SUCCESS);
    }
    match job.part {
        Some((first, step)) => {
            if job.beside.is_empty() {
                work(&job, first, step);
            } else {
                beside::work(&job.beside, (first..job.count).step_by(step as usize).map(|number| (number, mutant(&job, number))));
            }
            ExitCode::SUCCESS
        }
        None => oversee(&job),
    }
}

fn parse_args() -> Result<Job, String> {
    let mut job = Job {
        text: false,
        count: 10_000,
        seed: 0,
        jobs: 2,
        max_input: 1 << 16,
        keep: None,
        beside: Vec::new(),
        beside_only: false,
        part: None,
        print: None,
        files: Vec::new(),
    };
    let (mut args, mut paths) = (std::env::args().skip(1), Vec::new());
    while let Some(arg) = args.next() {
        let mut number = || args.next().and_then(|n| n.parse().ok()).ok_or(format!("{arg} wants a number"));
        match arg.as_str() {
            "--text" => job.text = true,
            "--count" => job.count = number()?,
            "--seed" => job.seed = number()?,
            "--jobs" => job.jobs = number()?.max(1),
            "--max-input" => job.max_input = number()?,
            "--part" => job.part = Some((number()?, number()?)),
            "--print" => job.print = Some(number()?),
            "--beside" => job.beside = args.next().ok_or("--beside wants names of tools")?.split(',').map(str::to_owned).collect(),
            "--beside-only" => job.beside_only = true,
            "--keep" => job.keep = Some(args.next().ok_or("--keep wants a folder")?.into()),
            _ => paths.push(PathBuf::from(arg)),
        }
    }
    paths.iter().for_each(|path| collect(path, if job.text { "ll" } else { "bc" }, &mut job.files));
    let max_input = job.max_input;
    job.files.retain(|file| file.metadata().is_ok_and(|about| about.len() <= max_input));
    job.files.sort();
    if job.files.is_empty() { Err("no files of that kind".into()) } else { Ok(job) }
}

fn collect(path: &Path, extension: &str, files: &mut Vec<PathBuf>) {
    if let Ok(entries) = path.read_dir() {
        entries.flatten().for_each(|entry| collect(&entry.path(), extension, files));
    } else if path.extension().is_some_and(|found| found == extension) {
        files.push(path.to_path_buf());
    }
}

/// Mutant `number`: always the same of the same files.
fn mutant(job: &Job, number: u64) -> Vec<u8> {
    let mut numbers = Numbers::new(job.seed ^ number.wrapping_mul(0xD134_2543_DE82_EF95));
    let file = &job.files[numbers.below(job.files.len())];
    let bytes = std::fs::read(file).unwrap_or_default();
    if job.text { tokens::mutate(&bytes, &mut numbers) } else { bitstream::mutate(&bytes, &mut numbers) }
}

/// Takes the mutants `first`, `first + step` and so on, and reports progress and findings on standard output.
fn work(job: &Job, first: u64, step: u64) {
    static STARTED: AtomicU64 = AtomicU64::new(0);
    let begun = Instant::now();
    std::panic::set_hook(Box::new(|_| {}));
    std::thread::spawn(move || {
        loop {
            std::thread::sleep(Duration::from_millis(200));
            let since = STARTED.load(Ordering::Relaxed);
            if since != 0 && begun.elapsed().as_millis() as u64 > since + PATIENCE.as_millis() as u64 {
                std::process::abort();
            }
        }
    });
    let oracles: &[Oracle] = if job.text { TEXT } else { BITCODE };
    let mut out = std::io::stdout().lock();
    let mut number = first;
    while number < job.count {
        let bytes = mutant(job, number);
        for oracle in oracles {
            let _ = writeln!(out, "at {number} {}", oracle.name).and_then(|()| out.flush());
            let before = MEMORY.current_usage();
            MEMORY.reset_peak_usage();
            let start = Instant::now();
            STARTED.store(begun.elapsed().as_millis() as u64 + 1, Ordering::Relaxed);
            let fine = catch_unwind(AssertUnwindSafe(|| (oracle.check)(&bytes)));
            STARTED.store(0, Ordering::Relaxed);
            let (took, peak) = (start.elapsed(), MEMORY.peak_usage().saturating_sub(before));
            if let Err(panic) = fine {
                let text = panic.downcast_ref::<String>().cloned().or(panic.downcast_ref::<&str>().map(|s| (*s).to_owned()));
                let text = text.unwrap_or_default().replace('\n', " ");
                let _ = writeln!(out, "fault {number} {}: panics: {}", oracle.name, text.chars().take(200).collect::<String>());
            }
            if peak > MEMORY_BASE + MEMORY_PER_BYTE * bytes.len() {
                let _ = writeln!(out, "fault {number} {}: takes {peak} bytes for {}", oracle.name, bytes.len());
            }
            if took > Duration::from_secs(1) {
                let _ = writeln!(out, "slow {number} {}: takes {took:?} for {} bytes", oracle.name, bytes.len());
            }
        }
        number += step;
    }
    let _ = writeln!(out, "done");
}

/// Starts processes that work, begins them anew where they die, and sums up.
fn oversee(job: &Job) -> ExitCode {
    let begun = Instant::now();
    let mut faults: Vec<(u64, String)> = Vec::new();
    let mut tally = beside::Tally::default();
    std::thread::scope(|scope| {
        let own = (0..if job.beside_only { 0 } else { job.jobs }).map(|part| scope.spawn(move || one_part(job, part)));
        let own: Vec<_> = own.collect();
        faults = own.into_iter().flat_map(|thread| thread.join().unwrap_or_default()).collect();
        // After that, so that no tool takes time from what is timed.
        let tools = (0..if job.beside.is_empty() { 0 } else { job.jobs }).map(|part| scope.spawn(move || beside_part(job, part)));
        let tools: Vec<_> = tools.collect();
        tools.into_iter().flat_map(|thread| thread.join()).for_each(|part| tally.add(part));
    });
    for (number, fault) in &faults {
        println!("{fault}");
        if let Some(dir) = &job.keep {
            let name = dir.join(format!("{number}.{}", if job.text { "ll" } else { "bc" }));
            let _ = std::fs::create_dir_all(dir).and_then(|()| std::fs::write(name, mutant(job, *number)));
        }
    }
    let (count, files) = (job.count, job.files.len());
    let oracles = if job.text { TEXT.len() } else { BITCODE.len() };
    let seconds = begun.elapsed().as_secs();
    if !job.beside_only {
        println!("{count} mutants of {files} files through {oracles} entry points in {seconds} s: {} faults", faults.len());
    }
    print!("{tally}");
    if faults.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// The results of the tools for the mutants of one part.
fn beside_part(job: &Job, part: u64) -> beside::Tally {
    let mut tally = beside::Tally::default();
    let Ok(mut child) = start(job, part, &job.beside) else { return tally };
    for line in BufReader::new(child.stdout.take().expect("its output is a pipe")).lines().map_while(Result::ok) {
        tally.note(&line);
    }
    let _ = child.wait();
    tally
}

fn one_part(job: &Job, part: u64) -> Vec<(u64, String)> {
    let mut faults = Vec::new();
    let mut first = part;
    while first < job.count {
        let Ok(mut child) = start(job, first, &[]) else { return faults };
        let (mut at, mut done) = ((first, String::new()), false);
        for line in BufReader::new(child.stdout.take().expect("its output is a pipe")).lines().map_while(Result::ok) {
            let mut words = line.splitn(3, ' ');
            let (word, number, rest) = (words.next().unwrap_or_default(), words.next().and_then(|n| n.parse().ok()), words.next());
            match (word, number) {
                ("at", Some(number)) => at = (number, rest.unwrap_or_default().to_owned()),
                ("done", _) => done = true,
                ("slow", _) => println!("{line}"),
                (_, Some(number)) => faults.push((number, line)),
                _ => {}
            }
        }
        let status = child.wait();
        if done {
            break;
        }
        let status = status.map_or_else(|error| error.to_string(), |status| status.to_string());
        faults.push((at.0, format!("fault {} {}: dies or takes over {PATIENCE:?}: {status}", at.0, at.1)));
        first = at.0 + job.jobs;
    }
    faults
}

/// A process of its own for a part; for `tools`, if there are any, else for the oracles.
fn start(job: &Job, first: u64, tools: &[String]) -> std::io::Result<std::process::Child> {
    let mut command = if tools.is_empty() { Command::new(std::env::current_exe()?) } else { beside::limited(&std::env::current_exe()?) };
    if !tools.is_empty() {
        command.arg("--beside").arg(tools.join(","));
    }
    if job.text {
        command.arg("--text");
    }
    for (name, number) in [("--count", job.count), ("--seed", job.seed), ("--max-input", job.max_input)] {
        command.arg(name).arg(number.to_string());
    }
    command.arg("--part").arg(first.to_string()).arg(job.jobs.to_string()).args(&job.files);
    command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn()
}
