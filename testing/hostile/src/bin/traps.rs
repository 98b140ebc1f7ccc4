//! Runs every complexity case at two sizes through every entry point, and prints time (of all threads) and memory as a table.
//!
//! `traps [--times N] [--factor N] [--patience SECONDS] [--only ORACLE] [--slow SECONDS] [--write DIR] [WORD...]`: runs the traps whose
//! names contain one of the words, at `N` times their size and at `factor` (4) times that. `--slow` reports only those that take as long or
//! grow quadratically; `--write` only writes the files. Each input runs in its own process, which is killed after `--patience` seconds.
use bctk_hostile::oracles::Oracle;
use bctk_hostile::traps::{Trap, traps};
use cap::Cap;
use cpu_time::ProcessTime;
use peak_alloc::PeakAlloc;
use std::io::{BufRead, BufReader, Write};
use std::path::PathBuf;
use std::process::{Child, Command, ExitCode, Stdio};
use std::sync::mpsc::channel;
use std::time::Duration;

/// The limits of a process.
const MEMORY: usize = 6 << 30;

#[global_allocator]
static ALLOCATOR: Cap<PeakAlloc> = Cap::new(PeakAlloc, MEMORY);

#[derive(Default)]
struct Job {
    times: usize,
    factor: usize,
    patience: u64,
    only: Option<String>,
    slow: Option<f64>,
    write: Option<PathBuf>,
    /// In a process that measures: the trap, its size, the entry points to leave out.
    one: Option<(String, usize, usize)>,
    words: Vec<String>,
}

/// The measurements of one entry point at one size.
#[derive(Clone, Debug)]
struct Measured {
    oracle: String,
    input: usize,
    seconds: Option<f64>,
    peak: usize,
    total: usize,
}

fn main() -> ExitCode {
    let job = match parse_args() {
        Ok(job) => job,
        Err(message) => {
            eprintln!("traps: {message}");
            return ExitCode::from(2);
        }
    };
    if let Some((name, size, skip)) = &job.one {
        return measure(&job, name, *size, *skip);
    }
    let wanted = |trap: &&Trap| job.words.is_empty() || job.words.iter().any(|word| trap.name.contains(word.as_str()));
    let mut bad = false;
    if job.write.is_none() {
        println!(
            "| trap | entry point | bytes | time | 4 × bytes | time | peak | allocated |\n| --- | --- | --: | --: | --: | --: | --: | --: |"
        );
    }
    for trap in traps().filter(wanted) {
        let size = (trap.size * job.times).max(1);
        if let Some(dir) = &job.write {
            for size in [size, size * job.factor] {
                let name = format!("{}.{size}.{}", trap.name.replace([' ', ',', '\''], "-"), if trap.is_text { "ll" } else { "bc" });
                if let Err(error) = std::fs::write(dir.join(&name), (trap.make)(size)) {
                    eprintln!("traps: {name}: {error}");
                }
            }
            continue;
        }
        let (small, large) = (run(&job, trap, size), run(&job, trap, size * job.factor));
        for one in &large {
            let Some(less) = small.iter().find(|less| less.oracle == one.oracle) else { continue };
            let grows = match (less.seconds, one.seconds) {
                (Some(less), Some(more)) => more > 0.2 && more > less * 1.8 * job.factor as f64,
                _ => true,
            };
            bad |= grows;
            if job.slow.is_none_or(|slow| grows || one.seconds.is_none_or(|seconds| seconds > slow)) {
                let time = |one: &Measured| one.seconds.map_or("never".to_owned(), |seconds| format!("{seconds:.3} s"));
                println!(
                    "| {} | {} | {} | {} | {} | {} | {:.1} × | {:.1} × |{}",
                    trap.name,
                    one.oracle,
                    less.input,
                    time(less),
                    one.input,
                    time(one),
                    one.peak as f64 / one.input.max(1) as f64,
                    one.total as f64 / one.input.max(1) as f64,
                    if grows { " **grows**" } else { "" }
                );
            }
        }
        let _ = std::io::stdout().flush();
    }
    if bad { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}

fn parse_args() -> Result<Job, String> {
    let mut job = Job { times: 1, factor: 4, patience: 10, ..Job::default() };
    let mut args = std::env::args().skip(1);
    while let Some(arg) = args.next() {
        let mut word = || args.next().ok_or(format!("{arg} wants a value"));
        let number = |word: String| word.parse::<usize>().map_err(|_| format!("{word} is no number"));
        match arg.as_str() {
            "--times" => job.times = number(word()?)?,
            "--factor" => job.factor = number(word()?)?.max(2),
            "--patience" => job.patience = number(word()?)? as u64,
            "--only" => job.only = Some(word()?),
            "--slow" => job.slow = Some(word()?.parse().map_err(|_| "--slow wants seconds")?),
            "--write" => job.write = Some(word()?.into()),
            "--one" => job.one = Some((word()?, number(word()?)?, number(word()?)?)),
            _ => job.words.push(arg),
        }
    }
    Ok(job)
}

/// The entry points with their inputs: a name, and `bitcode:` before it where a text was made bitcode.
fn inputs(trap: &Trap, size: usize) -> Vec<(String, Vec<u8>, Oracle)> {
    let mut all = Vec::new();
    for (number, (bytes, oracles)) in trap.inputs(size).into_iter().enumerate() {
        for oracle in oracles {
            let name = if number > 0 { format!("bitcode: {}", oracle.name) } else { oracle.name.to_owned() };
            all.push((name, bytes.clone(), *oracle));
        }
    }
    all
}

/// Measures one trap at one size with all entry points from `skip` on, and reports each.
fn measure(job: &Job, name: &str, size: usize, skip: usize) -> ExitCode {
    let Some(trap) = traps().find(|trap| trap.name == name) else { return ExitCode::from(2) };
    println!("at 0 0 inputs");
    for (number, (name, bytes, oracle)) in inputs(trap, size).into_iter().enumerate().skip(skip) {
        if job.only.as_ref().is_some_and(|only| !name.contains(only.as_str())) {
            continue;
        }
        println!("at {} {} {name}", number + 1, bytes.len());
        let _ = std::io::stdout().flush();
        let (before, total) = (ALLOCATOR.allocated(), ALLOCATOR.total_allocated());
        PeakAlloc.reset_peak_usage();
        let begun = ProcessTime::now();
        let fine = std::panic::catch_unwind(|| (oracle.check)(&bytes)).is_ok();
        let seconds = begun.elapsed().as_secs_f64();
        let peak = PeakAlloc.peak_usage().saturating_sub(before);
        if fine {
            println!("took {seconds} {peak} {}", ALLOCATOR.total_allocated() - total);
        }
    }
    println!("done");
    ExitCode::SUCCESS
}

/// Measures one trap at one size in another process; after a timeout, continues with the next entry point.
fn run(job: &Job, trap: &Trap, size: usize) -> Vec<Measured> {
    let mut all: Vec<Measured> = Vec::new();
    let mut skip = 0;
    loop {
        let Ok(mut child) = start(job, trap, size, skip) else { return all };
        let (send, lines) = channel();
        let out = BufReader::new(child.stdout.take().expect("its output is a pipe"));
        let reader = std::thread::spawn(move || out.lines().map_while(Result::ok).try_for_each(|line| send.send(line)).is_ok());
        let mut open: Option<Measured> = None;
        let mut done = false;
        // Nothing for so long, or an early end: it is not waited for any more.
        while let Ok(line) = lines.recv_timeout(Duration::from_secs(job.patience)) {
            let words: Vec<&str> = line.splitn(4, ' ').collect();
            let number = |at: usize| words.get(at).and_then(|word| word.parse::<usize>().ok()).unwrap_or(0);
            match words[0] {
                "at" => {
                    skip = number(1);
                    let oracle = words.get(3).unwrap_or(&"").to_string();
                    open = Some(Measured { oracle, input: number(2), seconds: None, peak: 0, total: 0 });
                }
                "took" => {
                    if let Some(mut one) = open.take() {
                        (one.seconds, one.peak, one.total) = (words[1].parse().ok(), number(2), number(3));
                        all.push(one);
                    }
                }
                "done" => done = true,
                _ => {}
            }
        }
        let _ = child.kill().and_then(|()| child.wait());
        let _ = reader.join();
        let nothing = open.as_ref().is_some_and(|one| one.oracle == "inputs");
        all.extend(open.filter(|_| !done));
        if done || nothing {
            return all;
        }
    }
}

fn start(job: &Job, trap: &Trap, size: usize, skip: usize) -> std::io::Result<Child> {
    let mut command = Command::new(std::env::current_exe()?);
    if let Some(only) = &job.only {
        command.arg("--only").arg(only);
    }
    command.arg("--one").arg(trap.name).arg(size.to_string()).arg(skip.to_string());
    command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn()
}
