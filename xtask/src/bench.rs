//! `cargo xtask bench`: whole processes, LLVM 22's tools against bcconv, on real inputs: wall time, CPU time and peak memory.
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

use wait4::Wait4;

use crate::{bench_inputs, llvm};

const HELP: &str = "usage: cargo xtask bench [--runs N] [--huge] [--threads N] [FILE.bc...]

Runs LLVM 22's tools and bcconv in turn on each file, N times (default 5), output to a file, and prints the medians: bitcode to text (llvm-dis),
that text to bitcode (llvm-as --disable-verify), bitcode to bitcode (opt -passes= --disable-verify); then bitcode to text with all that gives the file
back (against llvm-dis), and that text to bitcode again (against llvm-as), which has to be the file.
Without files, it uses programs compiled from crates' sources, made once below target/bench; --huge adds a module of about 300 MB.
Criterion measures the layers of the libraries: cargo bench -p bctk-bench
";

/// A conversion: what LLVM's tool and bcconv are called with.
struct Mode {
    tool: &'static str,
    flags: &'static [&'static str],
    /// The name under which bcconv is started, and its options.
    ours: (&'static str, &'static [&'static str]),
    /// Extensions of input and output.
    from: &'static str,
    to: &'static str,
    /// The requirement for the output of bcconv.
    expected: Expected,
}

/// The reference for the output of bcconv.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Expected {
    /// That of LLVM's tool.
    Same,
    /// That of LLVM's tool, with something below it.
    Above,
    /// The bitcode file that the text was printed from.
    Original,
}

const MODES: &[Mode] = &[
    Mode { tool: "llvm-dis", flags: &[], ours: ("llvm-dis", &[]), from: "bc", to: "ll", expected: Expected::Same },
    Mode {
        tool: "llvm-as",
        flags: &["--disable-verify"],
        ours: ("llvm-as", &["--disable-verify"]),
        from: "ll",
        to: "bc",
        expected: Expected::Same,
    },
    Mode {
        tool: "opt",
        flags: &["-passes=", "--disable-verify"],
        ours: ("bcconv", &[]),
        from: "bc",
        to: "bc",
        expected: Expected::Original,
    },
    Mode { tool: "llvm-dis", flags: &[], ours: ("bcconv", &[]), from: "bc", to: "ll", expected: Expected::Above },
    Mode { tool: "llvm-as", flags: &["--disable-verify"], ours: ("bcconv", &[]), from: "ll", to: "bc", expected: Expected::Original },
];

/// The cost of one run of a process.
#[derive(Clone, Copy, Debug)]
struct Cost {
    wall: f64,
    cpu: f64,
    memory: f64,
}

/// Runs the command; `Ok(false)` means that bcconv makes something else than it has to.
pub(crate) fn run(args: &[String]) -> Result<bool, String> {
    let (mut runs, mut huge, mut threads, mut files) = (5usize, false, None, Vec::new());
    let mut args = args.iter();
    while let Some(arg) = args.next() {
        let mut number = || args.next().and_then(|n| n.parse::<usize>().ok()).ok_or_else(|| format!("{arg}: expected a number"));
        match arg.as_str() {
            "--runs" => runs = number()?.max(1),
            "--threads" => threads = Some(number()?.to_string()),
            "--huge" => huge = true,
            "--help" | "-h" => {
                print!("{HELP}");
                return Ok(true);
            }
            _ => files.push(PathBuf::from(arg)),
        }
    }
    let mut tools = Vec::new();
    for mode in MODES {
        let Some(tool) = llvm::find(mode.tool) else {
            println!("bench: SKIPPED, {} of LLVM {} is not installed", mode.tool, llvm::MAJOR);
            return Ok(true);
        };
        tools.push(tool);
    }
    let ours = llvm::build_bcconv()?;
    let work = llvm::root().join("target").join("bench");
    std::fs::create_dir_all(&work).map_err(|e| format!("{}: {e}", work.display()))?;
    if files.is_empty() {
        files = bench_inputs::make(&work, huge)?;
    }
    let links = tempfile::tempdir_in(&work).map_err(|e| format!("temporary folder: {e}"))?;
    for mode in MODES {
        let link = links.path().join(mode.ours.0);
        if !link.exists() {
            std::os::unix::fs::symlink(&ours, &link).map_err(|e| format!("{}: {e}", link.display()))?;
        }
    }

    println!("{:<40} {:>7} | {:^25} | {:^25} | {:^20} |", "median of", "", "wall s", "CPU s", "memory MB");
    println!(
        "{:<40} {:>7} | {:>8} {:>8} {:>7} | {:>8} {:>8} {:>7} | {:>6} {:>6} {:>6} | same",
        format!("{runs} runs"),
        "MB",
        "LLVM",
        "bcconv",
        "times",
        "LLVM",
        "bcconv",
        "times",
        "LLVM",
        "bcconv",
        "share"
    );
    let mut all_same = true;
    for file in &files {
        let file = file.canonicalize().map_err(|e| format!("{}: {e}", file.display()))?;
        let (text, described) = (links.path().join("text.ll"), links.path().join("described.ll"));
        measure(&tools[0], &[], &file, &text, None)?;
        measure(&links.path().join("bcconv"), &[], &file, &described, None)?;
        for (mode, theirs) in MODES.iter().zip(&tools) {
            let input = match (mode.from, mode.expected) {
                ("ll", Expected::Original) => &described,
                ("ll", _) => &text,
                _ => &file,
            };
            let link = links.path().join(mode.ours.0);
            let (want, got) = (links.path().join("want").with_extension(mode.to), links.path().join("got").with_extension(mode.to));
            let mut costs = [Vec::new(), Vec::new()];
            for _ in 0..runs {
                costs[0].push(measure(theirs, mode.flags, input, &want, None)?);
                costs[1].push(measure(&link, mode.ours.1, input, &got, threads.as_deref())?);
            }
            let same = match mode.expected {
                Expected::Same => same(&want, &got, false)?,
                Expected::Above => same(&want, &got, true)?,
                Expected::Original => same(&file, &got, false)?,
            };
            all_same &= same;
            let [theirs, ours] = costs.map(|c| median(&c));
            let size = std::fs::metadata(input).map(|m| m.len() as f64 / 1e6).unwrap_or_default();
            let name = file.file_stem().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
            let back = mode.ours.0 == "bcconv" && mode.tool != "opt";
            let name = format!("{name}, {} to {}{}", mode.from, mode.to, if back { ", lossless" } else { "" });
            println!(
                "{name:<40} {size:>7.1} | {:>8.3} {:>8.3} {:>6.1}x | {:>8.3} {:>8.3} {:>6.1}x | {:>6.0} {:>6.0} {:>5.0}% | {}",
                theirs.wall,
                ours.wall,
                theirs.wall / ours.wall,
                theirs.cpu,
                ours.cpu,
                theirs.cpu / ours.cpu,
                theirs.memory,
                ours.memory,
                100.0 * ours.memory / theirs.memory,
                if same { "yes" } else { "NO" }
            );
        }
    }
    Ok(all_same)
}

fn measure(tool: &Path, flags: &[&str], input: &Path, output: &Path, threads: Option<&str>) -> Result<Cost, String> {
    let mut command = Command::new(tool);
    command.args(flags).arg(input).arg("-o").arg(output).stdin(Stdio::null());
    if let Some(threads) = threads {
        command.env("RAYON_NUM_THREADS", threads);
    }
    let start = Instant::now();
    let mut child = command.spawn().map_err(|e| format!("{}: {e}", tool.display()))?;
    let used = child.wait4().map_err(|e| format!("{}: {e}", tool.display()))?;
    let wall = start.elapsed().as_secs_f64();
    if !used.status.success() {
        return Err(format!("{} {}: {}", tool.display(), input.display(), used.status));
    }
    let cpu = (used.rusage.utime + used.rusage.stime).as_secs_f64();
    Ok(Cost { wall, cpu, memory: used.rusage.maxrss as f64 / 1e6 })
}

fn median(costs: &[Cost]) -> Cost {
    let of = |part: fn(&Cost) -> f64| {
        let mut values: Vec<f64> = costs.iter().map(part).collect();
        values.sort_by(f64::total_cmp);
        values[values.len() / 2]
    };
    Cost { wall: of(|c| c.wall), cpu: of(|c| c.cpu), memory: of(|c| c.memory) }
}

/// Whether two files hold the same bytes, or `b` those of `a` and more, without holding both in memory.
fn same(a: &Path, b: &Path, more: bool) -> Result<bool, String> {
    use std::io::{BufRead, BufReader};
    let open = |path: &Path| {
        std::fs::File::open(path).map(|f| BufReader::with_capacity(1 << 20, f)).map_err(|e| format!("{}: {e}", path.display()))
    };
    let (mut a, mut b) = (open(a)?, open(b)?);
    loop {
        let (x, y) = (a.fill_buf().map_err(|e| e.to_string())?, b.fill_buf().map_err(|e| e.to_string())?);
        let n = x.len().min(y.len());
        if n == 0 {
            return Ok(x.is_empty() && (more || y.is_empty()));
        }
        if x[..n] != y[..n] {
            return Ok(false);
        }
        a.consume(n);
        b.consume(n);
    }
}
