//! `bctk bridge`: runs a command that links, with inputs that the LLVM of its linker reads. Those that it could not read are converted before.
mod arguments;
mod cache;
mod files;
mod inputs;
mod options;
mod plan;
mod release;

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::process::{self, ExitCode};

use bctk::{LlvmVersion, TranslateOptions, TranslateReport};
use bctk_transforms::translate::Action;
use clap::builder::StyledStr;
use clap::{Args, Command as CommandLine, FromArgMatches};
use hashbrown::HashMap;
use rayon::iter::{IndexedParallelIterator, IntoParallelIterator, IntoParallelRefIterator, ParallelIterator};

use crate::args::LossyKind;
use crate::diag::{self, Fault};
use crate::limits;
use crate::losses;
use crate::messages::{self, Shown, be};
use crate::notes::{Kind as Of, Note};
use crate::output::Existing;
use crate::threads;
use arguments::Command;
use cache::{Cache, Entry};
use files::{Answer, Job, Looked};
use inputs::{Folders, Input, Inputs};
use release::{Wanted, wanted};

/// Names the folder for converted files, unless `--cache` does.
const CACHE: &str = "BCTK_BRIDGE_CACHE";

/// The command line.
#[derive(Args, Debug)]
struct Options {
    /// The release of the LLVM that reads the inputs: that of the linker, or `auto` to ask the command.
    ///
    /// lld and clang tell, other linkers do not. With clang, it is the older of clang's and lld's.
    #[arg(short = 't', long, value_name = "N", value_parser = wanted, required = true)]
    to_llvm: Wanted,

    /// The command: a linker, or a compiler that links. It is run with its own standard streams, and its exit status is that of bctk.
    #[arg(last = true, required = true, value_name = "COMMAND")]
    command: Vec<OsString>,

    /// Print what becomes of each input, and the command that would run; write and run nothing.
    #[arg(long)]
    plan: bool,

    /// With --plan: print it as JSON, one object per line for each input, and one for the command.
    #[arg(long, requires = "plan")]
    json: bool,

    /// The folder for converted files.
    ///
    /// Default: that in the variable BCTK_BRIDGE_CACHE, else `.bctk-bridge` in the folder of the command's output. Nothing in it is ever removed.
    #[arg(long, value_name = "DIR")]
    cache: Option<PathBuf>,

    /// Run the command with the old file where one cannot be converted, with a note.
    ///
    /// Default: it is an error, and the command is not run.
    #[arg(long)]
    keep_going: bool,

    /// What conversions may leave out.
    #[arg(long, value_name = "WHAT", default_value = "hints")]
    lossy: LossyKind,

    /// Write what conversions change to FILE, as `bctk translate --report` does.
    #[arg(long, value_name = "FILE", hide_short_help = true)]
    report: Option<PathBuf>,

    /// Print no notes.
    #[arg(short, long, conflicts_with = "verbose")]
    quiet: bool,

    /// Name each file that takes the place of another.
    #[arg(short, long, conflicts_with = "plan")]
    verbose: bool,

    /// Number of threads. Default: the number of processors.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024), hide_short_help = true)]
    threads: Option<u16>,

    /// Change a limit on what an input may ask for; `--limit help` of other subcommands lists all.
    #[arg(long, value_name = "NAME=N", hide_short_help = true)]
    limit: Vec<String>,
}

const EXAMPLES: &str = "\
Examples:
  bctk bridge -t 19 -- clang-19 -fuse-ld=lld main.o libcrate.a -o app
  bctk bridge -t 19 --plan -- ld.lld-19 a.o -L libs -lfoo -o app
  bctk bridge -t 16 --cache ~/.cache/bridge -- clang-16 @objects.rsp -o app";

/// The command line of the subcommand.
pub(crate) fn command(name: &'static str) -> CommandLine {
    let command = CommandLine::new(name).max_term_width(100).arg_required_else_help(true).after_help(StyledStr::from(EXAMPLES));
    Options::augment_args(command).about("Run a linker with inputs that its LLVM can read: convert those of other LLVMs before")
}

/// Runs the subcommand with its arguments, its name first.
pub(crate) fn run(args: &[OsString]) -> ExitCode {
    be("bctk");
    let matches = command("bctk bridge").no_binary_name(false).try_get_matches_from(args);
    let options = match matches.and_then(|matches| Options::from_arg_matches(&matches)) {
        Ok(options) => options,
        Err(error) => return messages::usage(&error),
    };
    messages::show_notes(if options.quiet { Shown::Never } else { Shown::Merged });
    let done = limits::set(options.limit.iter().map(String::as_str), None).and_then(|()| work(&options));
    messages::end_notes();
    match done {
        Ok(Some(arguments)) => execute(&options.command[0], &arguments),
        Ok(None) => ExitCode::SUCCESS,
        Err(fault) => messages::fail(&fault),
    }
}

/// Makes what the command needs. Returns its arguments, unless it is not to run.
fn work(options: &Options) -> Result<Option<Vec<OsString>>, Fault> {
    let command = options.command.split_first().filter(|(program, _)| !program.is_empty());
    let (program, arguments) = command.ok_or_else(|| Fault::Usage("the command is empty".into()))?;
    takes_inputs(program)?;
    let mut command = Command::parse(program, arguments).map_err(Fault::Usage)?;
    let found = Inputs::of(&command, &folders_of(program));
    let looked = looked(&found.inputs, options.threads)?;
    let llvm = match options.to_llvm {
        Wanted::Named(llvm) => Some(llvm),
        // Nobody is asked where it does not matter.
        Wanted::Auto if !looked.iter().any(|looked| matches!(looked, Looked::Bitcode(_))) => None,
        Wanted::Auto => Some(release::of(program, arguments, &command)?),
    };
    let named = options.cache.clone().or_else(|| std::env::var_os(CACHE).filter(|path| !path.is_empty()).map(PathBuf::from));
    let folder = named.unwrap_or_else(|| Cache::beside(found.output.as_deref()));
    let translate = TranslateOptions { lossy: options.lossy.into(), ..TranslateOptions::default() };
    let llvm = llvm.unwrap_or_default();
    let depends = format!("LLVM {llvm}, {:?}", translate.lossy);
    let job = Job { llvm, options: translate, cache: Cache::new(plain(folder), &depends), writes: !options.plan };
    let answers = answers(&job, &found.inputs, looked)?;
    if let Some(path) = &options.report {
        reported(path, llvm, &answers)?;
    }
    if !options.plan {
        told(options, llvm, &found.inputs, &answers)?;
    }
    let mut changed = false;
    for (input, answer) in found.inputs.iter().zip(&answers) {
        if let Answer::Converted(converted) = answer {
            input.replace(&converted.file, &mut command);
            changed = true;
        }
    }
    if changed {
        is_not_distributed(&command)?;
    }
    let mut make = |path: &Path, text: &[u8]| if options.plan { Ok(job.cache.place(path, text)) } else { job.cache.arguments(path, text) };
    let arguments = command.rebuilt(&mut make)?;
    if options.plan {
        plan::print(&plan::Plan { llvm: job.llvm, found: &found, answers: &answers, program, arguments: &arguments }, options.json)?;
        return Ok(None);
    }
    Ok(Some(arguments))
}

/// The folders that the environment names for libraries: compilers pass them on, and linkers of Windows look there.
fn folders_of(program: &OsStr) -> Folders {
    let of = |variable| {
        std::env::var_os(variable).map(|list| std::env::split_paths(&list).filter(|path| !path.as_os_str().is_empty()).collect())
    };
    match (arguments::is_of_windows(program), arguments::is_linker(program)) {
        (true, _) => Folders { windows: of("LIB").unwrap_or_default(), ..Folders::default() },
        (false, true) => Folders::default(),
        (false, false) => Folders { all: of("LIBRARY_PATH").unwrap_or_default(), ..Folders::default() },
    }
}

/// Looks at all inputs, on all threads.
fn looked(inputs: &[Input], threads: Option<u16>) -> Result<Vec<Looked>, Fault> {
    if inputs.is_empty() {
        return Ok(Vec::new());
    }
    threads::make(threads).map_err(|error| Fault::Usage(error.to_string()))?;
    inputs.par_iter().map(|input| Looked::at(&input.path)).collect()
}

/// Finds out what becomes of each input, on all threads.
fn answers(job: &Job, inputs: &[Input], looked: Vec<Looked>) -> Result<Vec<Answer>, Fault> {
    let mut looked: Vec<Looked> = inputs.par_iter().zip(looked).map(|(input, looked)| job.compare(&input.path, looked)).collect();
    // Equal files have the numbers that the command gives them, whichever thread comes first.
    let mut count: HashMap<Entry, usize> = HashMap::new();
    for looked in &mut looked {
        if let Looked::Other(_, entry) = looked {
            let nth = count.entry(entry.clone()).or_default();
            entry.number(*nth);
            *nth += 1;
        }
    }
    looked.into_par_iter().map(|looked| job.answer(looked)).collect()
}

/// Writes what conversions changed to a file.
fn reported(path: &Path, llvm: LlvmVersion, answers: &[Answer]) -> Result<(), Fault> {
    losses::begin(path, Existing::Replaced)?;
    for answer in answers {
        let Answer::Converted(converted) = answer else { continue };
        converted.changes.iter().try_for_each(|(module, own, report)| losses::append(path, module, *own, llvm, report))?;
    }
    Ok(())
}

/// Tells what conversions left out, and what could not be converted.
///
/// # Errors
/// The latter, unless such files are kept.
fn told(options: &Options, llvm: LlvmVersion, inputs: &[Input], answers: &[Answer]) -> Result<(), Fault> {
    let (mut refused, mut left_out, mut losers) = (Vec::new(), TranslateReport::default(), Vec::new());
    for (input, answer) in inputs.iter().zip(answers) {
        let name = bctk::input::name(&input.path);
        let stays = |name: &str, message: &str| messages::note(name, Note::new(Of::LeftAsItIs, format!("left as it is: {message}")));
        match answer {
            Answer::NoBitcode(_) | Answer::Reads => {}
            Answer::Damaged(message) => stays(&name, message),
            Answer::Converted(converted) => {
                if options.verbose {
                    eprintln!("bctk: {name} -> {}", converted.file.display());
                }
                let changes = converted.all_changes();
                if [Action::Dropped, Action::Kept].iter().any(|&action| changes.of(action).next().is_some()) {
                    losers.push(name.clone());
                    left_out.append(changes);
                }
                converted.damaged.iter().for_each(|message| stays(&name, message));
            }
            Answer::Refused { faults, .. } if options.keep_going => faults.iter().for_each(|(part, message)| stays(part, message)),
            Answer::Refused { faults, .. } => {
                refused.extend(faults.iter().map(|(part, message)| Fault::Translation(part.clone(), message.clone())));
            }
        }
    }
    // One note for all files: their numbers differ.
    for words in lost(&left_out, llvm) {
        losers.iter().for_each(|name| messages::note(name, Note::new(Of::Translation, words.clone())));
    }
    if refused.is_empty() { Ok(()) } else { Err(Fault::of_parts(refused)) }
}

/// What was left out, and what has no code in that release, in words.
fn lost(report: &TranslateReport, llvm: LlvmVersion) -> Vec<String> {
    let language = format!("LLVM {llvm}");
    [losses::note(report, &language), losses::kept(report, &language)].into_iter().flatten().collect()
}

/// Refuses programs that would take the converted files for something else than inputs.
fn takes_inputs(program: &OsStr) -> Result<(), Fault> {
    let stem = stem(program);
    let mut words = stem.split(['-', '.', '_']);
    let message = match words.next() {
        Some("rustc" | "clippy") => "reads libraries with an LLVM of its own; have it run bctk bridge for its linker (docs/bridge.md)",
        Some("ar" | "ranlib" | "strip" | "objcopy") => "changes its files in place; bctk translate converts them",
        _ if words.any(|word| matches!(word, "ar" | "ranlib" | "strip" | "objcopy")) => {
            "changes its files in place; bctk translate converts them"
        }
        _ => return Ok(()),
    };
    Err(Fault::Usage(format!("{} {message}", program.display())))
}

/// Refuses commands whose outputs or inputs have names that depend on those of the modules.
fn is_not_distributed(command: &Command) -> Result<(), Fault> {
    const OPTIONS: [&str; 3] = ["thinlto-index-only", "thinlto-emit-index-files", "-fthinlto-index="];
    let words = || command.words.iter().map(|word| String::from_utf8_lossy(&word.text));
    match words().find(|word| OPTIONS.iter().any(|option| word.contains(option))) {
        Some(word) => {
            let message =
                "finds files by the names of modules, which others would have; bctk translate converts modules where they are made";
            Err(Fault::Usage(format!("{word} {message}")))
        }
        None => Ok(()),
    }
}

/// The name of a program, without its folder and `.exe`, in small letters.
fn stem(program: &OsStr) -> String {
    let name = Path::new(program).file_name().unwrap_or(program).to_string_lossy().to_ascii_lowercase();
    name.strip_suffix(".exe").map_or(name.clone(), str::to_owned)
}

/// A path that no program takes for an option.
fn plain(path: PathBuf) -> PathBuf {
    if path.as_os_str().as_encoded_bytes().starts_with(b"-") { Path::new(".").join(path) } else { path }
}

/// Runs the command in place of this process, where systems have that.
fn execute(program: &OsStr, arguments: &[OsString]) -> ExitCode {
    let mut command = process::Command::new(program);
    command.args(arguments);
    #[cfg(unix)]
    let error = std::os::unix::process::CommandExt::exec(&mut command);
    #[cfg(not(unix))]
    let error = match command.status() {
        Ok(status) => process::exit(status.code().unwrap_or(1)),
        Err(error) => error,
    };
    // The statuses of a shell.
    let status = if error.kind() == std::io::ErrorKind::NotFound { 127 } else { 126 };
    diag::report(messages::tool(), &Fault::Open(program.display().to_string(), error));
    ExitCode::from(status)
}
