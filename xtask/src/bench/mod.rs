//! `cargo xtask bench`: the dashboard. Whole processes, LLVM 22's tools and ours in turn, on real inputs: wall time and peak memory.
use std::ffi::OsString;
use std::path::{Path, PathBuf};

use crate::llvm;

mod figures;
mod history;
mod inputs;
mod machine;
mod operations;
mod page;
mod process;
mod shapes;

use figures::{Figure, Spread};
use inputs::Input;
use operations::{Expected, GOAL_THREADS, INPUT, INPUTS, OPERATIONS, OURS, OUTPUT, Operation, Output, Source};
use process::{Call, Cost};

const HELP: &str = "usage: cargo xtask bench [OPTIONS] [FILE.bc...]

Runs LLVM 22's tools and ours in turn, and prints a line for each operation, file and number of threads: medians and ranges of the time, how many
times as fast ours is (of each pair), peak memory, what more threads gain, and whether the goals are met. Every output is compared: `same`.

  --runs N          runs of each tool (default 5); five times as many where LLVM takes less than 0.1 s, 3 at most where it takes more than 20 s
  --threads N,...   numbers of threads (default 1,2,4)
  --only NAME,...   only these operations
  --files NAME,...  only these files; they are made once below target/bench
  --huge            also the file of 300 MB
  --quick           3 runs on tiny, c, c-g and cpp-g, with 1 and 2 threads
  --pgo             the programs that `cargo xtask pgo` built last, in place of a new build of the profile dist
  --record          append the results to docs/bench-history.tsv if nothing else kept the machine busy
  --page            write the results into docs/performance.md
  --shapes          measure modules of very many small things instead, such as 400,000 functions of one instruction: their time has to
                    grow as they do; takes --runs and --pgo
  --history         measure nothing: show the last change of each cell in docs/bench-history.tsv

Links are not measured. Criterion measures the layers of the libraries: cargo bench -p bctk-bench
";

/// A cell with fewer seconds of LLVM is run this many times as often.
const SHORT: (f64, usize) = (0.1, 5);

/// A cell with more seconds of LLVM is run this often at most.
const LONG: (f64, usize) = (20.0, 3);

/// Cells with fewer seconds of LLVM have one round that does not count.
const WARM_UP: f64 = 2.0;

/// The command line.
#[derive(Debug, PartialEq)]
struct Options {
    runs: usize,
    threads: Vec<usize>,
    only: Vec<String>,
    files: Vec<String>,
    paths: Vec<PathBuf>,
    record: bool,
    page: bool,
    history: bool,
    shapes: bool,
    pgo: bool,
    help: bool,
}

/// Runs the command; `Ok(false)` means that one of our tools makes something else than it has to.
pub(crate) fn run(args: &[String]) -> Result<bool, String> {
    let options = parse(args)?;
    if options.help {
        print!("{HELP}\nOperations:\n");
        for operation in OPERATIONS {
            println!("  {:<9} {}", operation.name, operation.about);
        }
        println!("\nFiles:");
        for (name, about) in inputs::NAMES {
            println!("  {name:<9} {about}");
        }
        return Ok(true);
    }
    if options.history {
        print!("{}", history::changes(&history::read(&history::path())?));
        return Ok(true);
    }
    if options.shapes {
        let work = work()?;
        let room = Room::new(&work, &programs(&options)?)?;
        return shapes::run(&room, options.runs);
    }
    let load = machine::load();
    let work = work()?;
    let operations: Vec<&Operation> = OPERATIONS.iter().filter(|o| options.only.iter().any(|name| name == o.name)).collect();
    for operation in &operations {
        if operation.theirs.0 != OURS && llvm::find(operation.theirs.0).is_none() {
            println!("bench: SKIPPED, {} of LLVM {} is not installed", operation.theirs.0, llvm::MAJOR);
            return Ok(true);
        }
    }
    let room = Room::new(&work, &programs(&options)?)?;
    let names: Vec<&str> = options.files.iter().map(String::as_str).collect();
    let mut inputs = inputs::make(&work, &names)?;
    for path in &options.paths {
        inputs.push(Input::of(path)?);
    }

    // Programs with a profile are not compared with those without one: in the file of past results they are as those of another machine.
    let name = machine::name() + if options.pgo { ", PGO" } else { "" };
    let commit = machine::commit();
    let told = load.map_or("unknown".to_owned(), |load| format!("{load:.2}"));
    println!("{}: {name}, commit {commit}, LLVM {}, load average {told}\n", machine::date(), llvm_version());
    println!("{}", figures::heading());
    let start = machine::ticks();
    let mut all: Vec<Figure> = Vec::new();
    let mut is_same = true;
    if let Some(version) = operations.iter().find(|o| o.input == Source::Nothing) {
        let none = Input { name: "-".into(), files: Vec::new() };
        is_same &= cell(version, &none, &room, &options, &mut all)?;
    }
    for input in &inputs {
        room.prepare(input, &operations)?;
        for operation in operations.iter().filter(|o| o.input != Source::Nothing) {
            is_same &= cell(operation, input, &room, &options, &mut all)?;
        }
        room.clear()?;
    }
    let processors = std::thread::available_parallelism().map_or(1, usize::from);
    let others = start.zip(machine::ticks()).map(|(from, to)| machine::others(from, to, processors));
    let noise = machine::noise(load, others);

    println!("\n{}", figures::summary(&all));
    let quiet = match &noise {
        None => format!("load average {told} before"),
        Some(noise) => format!("not quiet: {noise}"),
    };
    println!("The machine: {quiet}.");
    if options.record {
        record(&noise, is_same, &all, (&name, &commit))?;
    }
    if options.page {
        let about =
            format!("Measured on {} with {name}, commit {commit}, LLVM {}.\nThe machine: {quiet}.", machine::date(), llvm_version());
        let path = llvm::root().join("docs/performance.md");
        let failed = |e: std::io::Error| format!("{}: {e}", path.display());
        let text = std::fs::read_to_string(&path).map_err(failed)?;
        let text = page::replace(&text, &page::section(&about, &all)).ok_or_else(|| format!("{}: no marks", path.display()))?;
        std::fs::write(&path, text).map_err(failed)?;
    }
    Ok(is_same)
}

/// The folder of inputs and outputs.
fn work() -> Result<PathBuf, String> {
    let work = llvm::root().join("target/bench");
    std::fs::create_dir_all(&work).map_err(|e| format!("{}: {e}", work.display()))?;
    Ok(work)
}

/// Our programs that are measured: the path of `bcconv`, beside which the others are.
fn programs(options: &Options) -> Result<PathBuf, String> {
    if options.pgo { crate::pgo::built() } else { llvm::build_bcconv("dist") }
}

/// The files of these names, made where they are missing; without those that cannot be made.
pub(crate) fn files(names: &[&str]) -> Result<Vec<PathBuf>, String> {
    let work = work()?;
    Ok(inputs::make(&work, names)?.into_iter().flat_map(|input| input.files).collect())
}

fn parse(args: &[String]) -> Result<Options, String> {
    let mut options = Options {
        runs: 5,
        threads: vec![1, 2, 4],
        only: OPERATIONS.iter().map(|o| o.name.to_owned()).collect(),
        files: Vec::new(),
        paths: Vec::new(),
        record: false,
        page: false,
        history: false,
        shapes: false,
        pgo: false,
        help: false,
    };
    let (mut huge, mut quick, mut runs, mut threads) = (false, false, None, None);
    let mut args = args.iter();
    while let Some(arg) = args.next() {
        let mut value = || args.next().ok_or_else(|| format!("{arg}: expected a value"));
        let list = |text: &String| text.split(',').map(str::to_owned).collect::<Vec<_>>();
        let number =
            |text: &str| text.parse::<usize>().ok().filter(|&n| n > 0).ok_or_else(|| format!("{arg}: expected a number, not {text}"));
        match arg.as_str() {
            "--runs" => runs = Some(number(value()?)?),
            "--threads" => threads = Some(list(value()?).iter().map(|text| number(text)).collect::<Result<Vec<_>, _>>()?),
            "--only" => options.only = known(arg, list(value()?), OPERATIONS.iter().map(|o| o.name))?,
            "--files" => options.files = known(arg, list(value()?), inputs::NAMES.iter().map(|n| n.0))?,
            "--huge" => huge = true,
            "--quick" => quick = true,
            "--record" => options.record = true,
            "--page" => options.page = true,
            "--history" => options.history = true,
            "--shapes" => options.shapes = true,
            "--pgo" => options.pgo = true,
            "--help" | "-h" => options.help = true,
            _ if arg.starts_with('-') => return Err(format!("{arg}: unknown option\n{HELP}")),
            _ => options.paths.push(PathBuf::from(arg)),
        }
    }
    let chooses = threads.is_some() || huge || quick || options.record || options.page || options.history;
    if options.shapes && (chooses || !options.files.is_empty() || !options.paths.is_empty() || options.only.len() < OPERATIONS.len()) {
        return Err(format!("--shapes: takes no options but --runs and --pgo\n{HELP}"));
    }
    options.runs = runs.unwrap_or(if quick { 3 } else { 5 });
    options.threads = threads.unwrap_or(if quick { vec![1, 2] } else { vec![1, 2, 4] });
    // What a gain is compared with comes first.
    options.threads.sort_unstable();
    options.threads.dedup();
    if options.files.is_empty() && options.paths.is_empty() {
        let usual = |name: &str| if quick { matches!(name, "tiny" | "c" | "c-g" | "cpp-g") } else { name != "huge" };
        options.files = inputs::NAMES.iter().map(|n| n.0).filter(|name| usual(name)).map(str::to_owned).collect();
    }
    if huge && !options.files.iter().any(|name| name == "huge") {
        options.files.push("huge".into());
    }
    Ok(options)
}

fn known<'a>(arg: &str, names: Vec<String>, all: impl Iterator<Item = &'a str>) -> Result<Vec<String>, String> {
    let all: Vec<&str> = all.collect();
    match names.iter().find(|name| !all.contains(&name.as_str())) {
        Some(name) => Err(format!("{arg}: no {name}; there are {}", all.join(", "))),
        None => Ok(names),
    }
}

/// The version of the tools that ours are compared with.
fn llvm_version() -> String {
    llvm::find("llvm-dis").and_then(|tool| llvm::version_of(&tool)).map_or_else(|| llvm::MAJOR.to_string(), |v| v.1)
}

/// Appends the results to the file of past results, unless they cannot be trusted.
fn record(noise: &Option<String>, is_same: bool, all: &[Figure], (machine, commit): (&str, &str)) -> Result<(), String> {
    if let Some(noise) = noise {
        println!("Nothing is recorded: {noise}.");
        return Ok(());
    }
    if !is_same {
        println!("Nothing is recorded: an output is not what it has to be.");
        return Ok(());
    }
    let entry = |figure: &Figure| history::Entry {
        date: machine::date(),
        commit: commit.to_owned(),
        machine: machine.to_owned(),
        figure: figure.clone(),
    };
    let entries: Vec<history::Entry> = all.iter().map(entry).collect();
    history::append(&history::path(), &entries)?;
    println!("Recorded: {} entries in {}.", entries.len(), history::path().display());
    Ok(())
}

/// Our tools under the names by which they are started, and a temporary folder for inputs and outputs.
struct Room {
    dir: tempfile::TempDir,
}

impl Room {
    fn new(work: &Path, bcconv: &Path) -> Result<Room, String> {
        let dir = tempfile::tempdir_in(work).map_err(|e| format!("temporary folder: {e}"))?;
        for name in OPERATIONS.iter().flat_map(|o| [o.ours.0].into_iter().chain(o.many.map(|many| many.0))).chain(["bcconv"]) {
            let tool = if matches!(name, "llvm-nm" | "llvm-bcanalyzer") { bcconv.with_file_name("bcdump") } else { bcconv.to_path_buf() };
            let link = dir.path().join(name);
            if !link.exists() {
                #[cfg(unix)]
                std::os::unix::fs::symlink(&tool, &link).map_err(|e| format!("{}: {e}", link.display()))?;
                #[cfg(not(unix))]
                std::fs::copy(&tool, &link).map_err(|e| format!("{}: {e}", link.display()))?;
            }
        }
        let room = Room { dir };
        room.clear()?;
        Ok(room)
    }

    /// The folder of texts that are inputs, and those of outputs: LLVM's and ours.
    fn folder(&self, name: &str) -> PathBuf {
        self.dir.path().join(name)
    }

    fn clear(&self) -> Result<(), String> {
        for name in ["text", "described", "want", "got"] {
            let dir = self.folder(name);
            if dir.exists() {
                std::fs::remove_dir_all(&dir).map_err(|e| format!("{}: {e}", dir.display()))?;
            }
            std::fs::create_dir(&dir).map_err(|e| format!("{}: {e}", dir.display()))?;
        }
        Ok(())
    }

    /// Makes the texts that operations read.
    fn prepare(&self, input: &Input, operations: &[&Operation]) -> Result<(), String> {
        let reads = |source| operations.iter().any(|o| o.input == source);
        let dis = llvm::find("llvm-dis").unwrap_or_default();
        for (source, tool) in [(Source::Text, dis), (Source::Described, self.dir.path().join("bcconv"))] {
            if reads(source) {
                let calls = input.files.iter().map(|file| {
                    let to = self.input(source, file);
                    Call { program: tool.clone(), args: vec![file.into(), "-o".into(), to.into()], stdout: None }
                });
                process::run(&calls.collect::<Vec<_>>(), None)?;
            }
        }
        Ok(())
    }

    /// What an operation reads in place of a bitcode file.
    fn input(&self, source: Source, file: &Path) -> PathBuf {
        let in_folder = |name: &str| self.folder(name).join(file.file_name().unwrap_or_default()).with_extension("ll");
        match source {
            Source::Nothing | Source::Bitcode => file.to_path_buf(),
            Source::Text => in_folder("text"),
            Source::Described => in_folder("described"),
        }
    }

    /// The output for a bitcode file, below `folder`.
    fn output(&self, operation: &Operation, folder: &str, file: &Path) -> PathBuf {
        let extension = match operation.output {
            Output::File(extension) => extension,
            Output::Printed => "out",
        };
        self.folder(folder).join(file.file_name().unwrap_or("none".as_ref())).with_extension(extension)
    }

    /// The call of `program` for one file.
    fn call(&self, operation: &Operation, (program, args): (PathBuf, &[&str]), folder: &str, file: &Path) -> Call {
        let output = self.output(operation, folder, file);
        let arg = |arg: &&str| match *arg {
            INPUT => OsString::from(self.input(operation.input, file)),
            OUTPUT => OsString::from(&output),
            arg => OsString::from(arg),
        };
        Call { program, args: args.iter().map(arg).collect(), stdout: (operation.output == Output::Printed).then_some(output) }
    }

    /// LLVM's calls, or those that take their place: one for each file.
    fn theirs(&self, operation: &Operation, input: &Input) -> Vec<Call> {
        let program = match operation.theirs.0 {
            OURS => self.dir.path().join(OURS),
            name => llvm::find(name).unwrap_or_default(),
        };
        let call = |file: &PathBuf| self.call(operation, (program.clone(), operation.theirs.1), "want", file);
        each_file(input).iter().map(call).collect()
    }

    /// Our calls: one for all files if our tool takes many.
    fn ours(&self, operation: &Operation, input: &Input) -> Vec<Call> {
        let program = |name: &str| self.dir.path().join(name);
        if let (Some((name, args)), true) = (operation.many, input.files.len() > 1) {
            return vec![self.call_of_many(operation, (program(name), args), "got", input)];
        }
        let call = |file: &PathBuf| self.call(operation, (program(operation.ours.0), operation.ours.1), "got", file);
        each_file(input).iter().map(call).collect()
    }

    /// One call for all files.
    fn call_of_many(&self, operation: &Operation, (program, args): (PathBuf, &[&str]), folder: &str, input: &Input) -> Call {
        let mut all = Vec::new();
        for arg in args {
            match *arg {
                INPUTS => all.extend(input.files.iter().map(|file| OsString::from(self.input(operation.input, file)))),
                OUTPUT => all.push(self.folder(folder).into()),
                arg => all.push(arg.into()),
            }
        }
        let stdout = (operation.output == Output::Printed).then(|| self.output(operation, folder, Path::new("many")));
        Call { program, args: all, stdout }
    }

    /// Whether our outputs are what they have to be.
    fn check(&self, operation: &Operation, input: &Input) -> Result<Option<bool>, String> {
        if operation.expected == Expected::Nothing {
            return Ok(None);
        }
        if operation.output == Output::Printed && operation.many.is_some() && input.files.len() > 1 {
            // With several files, the names of the files are printed as well: LLVM's tool has to take them all, too.
            let (want, got) = ["want", "got"].map(|folder| self.output(operation, folder, Path::new("many"))).into();
            if operation.name == "nm" {
                let program = llvm::find(operation.theirs.0).unwrap_or_default();
                process::run(&[self.call_of_many(operation, (program, &[INPUTS]), "want", input)], None)?;
            } else {
                // The verifier finds nothing.
                std::fs::write(&want, "").map_err(|e| format!("{}: {e}", want.display()))?;
            }
            return process::same(&want, &got, false).map(Some);
        }
        for file in &input.files {
            let (want, got) = (self.output(operation, "want", file), self.output(operation, "got", file));
            let is_same = match operation.expected {
                Expected::Original => process::same(file, &got, false)?,
                expected => process::same(&want, &got, expected == Expected::Above)?,
            };
            if !is_same {
                return Ok(Some(false));
            }
        }
        Ok(Some(true))
    }
}

/// The files of an input; an operation without an input runs once.
fn each_file(input: &Input) -> &[PathBuf] {
    static NONE: std::sync::LazyLock<[PathBuf; 1]> = std::sync::LazyLock::new(|| [PathBuf::new()]);
    if input.files.is_empty() { &*NONE } else { &input.files }
}

/// Measures an operation on an input with each number of threads and prints a line for each; returns whether all outputs are what they have to be.
fn cell(operation: &Operation, input: &Input, room: &Room, options: &Options, all: &mut Vec<Figure>) -> Result<bool, String> {
    let theirs_calls = room.theirs(operation, input);
    let ours_calls = room.ours(operation, input);
    // Start-up does not depend on threads.
    let threads = if operation.input == Source::Nothing { &[GOAL_THREADS][..] } else { &options.threads };
    let mut theirs: Vec<Cost> = Vec::new();
    let mut ours: Vec<Vec<Cost>> = vec![Vec::new(); threads.len()];
    let mut same: Vec<Option<bool>> = vec![None; threads.len()];
    let mut runs = options.runs;
    let mut round = 0;
    let mut is_warm = false;
    while round < runs {
        let cost = process::run(&theirs_calls, None)?;
        let mut costs = Vec::new();
        for (at, &threads) in threads.iter().enumerate() {
            costs.push(process::run(&ours_calls, Some(threads))?);
            if round == 0 {
                same[at] = room.check(operation, input)?;
            }
        }
        if round == 0 && !is_warm {
            runs = if cost.wall < SHORT.0 { runs * SHORT.1 } else { runs };
            runs = if cost.wall > LONG.0 { runs.min(LONG.1) } else { runs };
            is_warm = true;
            if cost.wall < WARM_UP {
                continue;
            }
        }
        theirs.push(cost);
        ours.iter_mut().zip(costs).for_each(|(all, cost)| all.push(cost));
        round += 1;
    }
    for ((&threads, ours), &same) in threads.iter().zip(&ours).zip(&same) {
        let median = |costs: &[Cost], part: fn(&Cost) -> f64| Spread::of(costs.iter().map(part)).median;
        let figure = Figure {
            operation: operation.name.into(),
            file: input.name.clone(),
            bytes: input.bytes(),
            threads,
            runs,
            theirs: Spread::of(theirs.iter().map(|cost| cost.wall)),
            ours: Spread::of(ours.iter().map(|cost| cost.wall)),
            times: Spread::of(theirs.iter().zip(ours).map(|(theirs, ours)| theirs.wall / ours.wall)),
            cpu: [median(&theirs, |c| c.cpu), median(ours, |c| c.cpu)],
            memory: [median(&theirs, |c| c.memory), median(ours, |c| c.memory)],
        };
        all.push(figure);
        println!("{}", figures::row(&all[all.len() - 1], all, same));
    }
    Ok(same.iter().all(|same| *same != Some(false)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(text: &str) -> Result<Options, String> {
        parse(&text.split_whitespace().map(str::to_owned).collect::<Vec<_>>())
    }

    #[test]
    fn options_choose_operations_files_and_threads() {
        let usual = parsed("").expect("no options");
        assert_eq!((usual.runs, &usual.threads[..], usual.files.len(), usual.only.len()), (5, &[1, 2, 4][..], 8, OPERATIONS.len()));
        let quick = parsed("--quick --threads 4,1 --huge").expect("options");
        assert_eq!((quick.runs, &quick.threads[..]), (3, &[1, 4][..]));
        assert_eq!(quick.files, ["tiny", "c", "c-g", "cpp-g", "huge"]);
        let few = parsed("--only dis,nm --files rust --runs 7 --record").expect("options");
        assert_eq!((few.runs, few.record, few.page), (7, true, false));
        assert_eq!((few.only, few.files), (vec!["dis".to_owned(), "nm".to_owned()], vec!["rust".to_owned()]));
        let own = parsed("a.bc b.bc").expect("files");
        assert_eq!((own.paths.len(), own.files.len()), (2, 0));
    }

    #[test]
    fn wrong_options_are_errors() {
        assert!(parsed("--only link").expect_err("no link").starts_with("--only: no link; there are dis, as,"));
        assert!(parsed("--files fortran").is_err());
        assert!(parsed("--runs 0").is_err());
        assert!(parsed("--runs").is_err());
        assert!(parsed("--threads 1,x").is_err());
        assert!(parsed("--fast").is_err());
        assert!(parsed("--shapes --runs 3 --pgo").is_ok_and(|options| options.shapes));
        assert!(parsed("--shapes --only dis").expect_err("a choice").starts_with("--shapes: takes no options but"));
    }
}
