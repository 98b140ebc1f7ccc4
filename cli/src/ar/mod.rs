//! `bctk ar`, and the program under the names `llvm-ar` and `llvm-ranlib`: the options, messages, bytes and exit status of these tools, for bitcode of
//! every LLVM.
mod check;
mod edit;
mod mri;
mod options;
mod paths;
mod ranlib;
mod read;
mod rules;
mod store;

use std::ffi::OsString;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Arg, Command};

use crate::llvm_commands;
use crate::llvm_options::{self, Named};
use options::{Format, Operation, Options};
use rules::Rules;
use store::{File, Store};

pub(crate) use ranlib::run as run_ranlib;

/// What a program under this name replaces.
const NAME: &str = "llvm-ar";

/// Why nothing more is done.
#[derive(Debug)]
enum Stop {
    /// The message was printed, if there was one to print.
    Done(ExitCode),
    /// What went wrong.
    Fail(String),
    /// What is wrong with the command line; the help follows.
    Usage(String),
}

/// What went wrong, in a word for what it is about.
fn about(what: &str, error: &std::io::Error) -> Stop {
    Stop::Fail(format!("{what}: {}", crate::diag::words(error)))
}

/// A program that works on archives: its names, its rules, and how it describes itself.
struct Program {
    /// The path by which it was started.
    tool: String,
    short: String,
    named: Named,
    rules: Rules,
    overview: &'static str,
    /// The lines of its help after its name.
    usage: &'static [&'static str],
    help: &'static str,
}

impl Program {
    fn new(args: &[OsString], name: &str, (overview, usage, help): (&'static str, &'static [&'static str], &'static str)) -> Program {
        let (tool, short) = llvm_options::names(args);
        let named = Named::new(&short, name);
        let rules = Rules::of(named.llvm().unwrap_or_default());
        Program { tool, short, named, rules, overview, usage, help }
    }

    fn print_help(&self) {
        let usage: Vec<String> = self.usage.iter().map(|usage| format!("{} {usage}", self.short)).collect();
        print!("OVERVIEW: {}\n\nUSAGE: {}\n\n{}", self.overview, usage.join("\n       "), self.help);
    }

    /// Answers options that all programs for archives have.
    fn answers(&self, arg: &str) -> bool {
        match arg {
            "--help" | "-h" => self.print_help(),
            "--version" => println!("{}", self.named.about()),
            _ => return false,
        }
        true
    }

    fn warn(&self, message: &str) {
        eprintln!("{}: warning: {message}", self.tool);
    }

    fn exit(&self, result: Result<(), Stop>) -> ExitCode {
        match result {
            Ok(()) => ExitCode::SUCCESS,
            Err(Stop::Done(code)) => code,
            Err(Stop::Fail(message)) => {
                eprintln!("{}: error: {message}", self.tool);
                ExitCode::FAILURE
            }
            Err(Stop::Usage(message)) => {
                eprintln!("{}: error: {message}", self.tool);
                self.print_help();
                ExitCode::FAILURE
            }
        }
    }
}

const USAGE: &[&str] =
    &["[options] [-]<operation>[modifiers] [relpos] [count] <archive> [files]", "-M [< mri-script]", "--check[=<state>] <archives>"];

const HELP: &str = "OPTIONS:
  --check[=<state>]     - tell of each member whether it has bitcode, of which LLVM
    =native             -   status 1 if a member has only bitcode
    =bitcode            -   status 1 if an object has no bitcode
    =stripped           -   status 1 if a member has any bitcode
  --format=<format>     - kind of the archive: default, gnu, darwin, bsd, bigarchive, coff
  -M                    - read a script of commands (MRI) from standard input
  --output=<folder>     - extract members to this folder
  --rsp-quoting=<style> - quotes in files of arguments: posix, windows
  --thin                - a thin archive, which only names its members
  --plugin=<file>       - ignored
  -h --help             - print this help
  --version             - print the version
  @<file>               - take arguments from a file

OPERATIONS:
  d - delete members
  m - move members to the end, or to [relpos]
  p - print the contents of members
  q - append files
  r - replace members by files, or insert them
  s - make an index, if there is none
  t - list members
  x - extract members to files

MODIFIERS:
  [a] [b] [i] - put members after, before, before [relpos]
  [c] - no warning if the archive is new
  [D] - no dates and owners (default);  [U] - the real ones
  [L] - append the members of archives
  [N] - the member of that name with the number [count]
  [o] - extracted files keep their dates
  [O] - list offsets of members, too
  [P] - names with their paths (implied for thin archives)
  [s] - make an index (default);  [S] - make none
  [T] - as --thin
  [u] - replace only what is older than the file
  [v] - tell what is done;  [V] - print the version;  [h] - print this help;  [l] - ignored
";

/// Runs as `llvm-ar` with `args`, the program's name first.
pub(crate) fn run(args: &[OsString]) -> ExitCode {
    let program = Program::new(args, NAME, ("LLVM Archiver", USAGE, HELP));
    program.exit(work(&program, args))
}

/// The command line as that of a subcommand, for help and completions.
pub(crate) fn command(name: &'static str) -> Command {
    let command = llvm_commands::command(name, "Make, list, change and check archives, as llvm-ar does, with bitcode of every LLVM", "")
        .args([
            option("check", "STATE", "Tell of each member whether it has bitcode, and of which LLVM").num_args(0..=1).require_equals(true),
            option("format", "FORMAT", "Kind of the archive: default, gnu, darwin, bsd, bigarchive or coff"),
            option("output", "FOLDER", "Extract members to this folder"),
            option("rsp-quoting", "STYLE", "Quotes in files of arguments: posix or windows"),
            Arg::new("thin").long("thin").action(clap::ArgAction::SetTrue).help("Make a thin archive, which only names its members"),
            Arg::new("script").short('M').action(clap::ArgAction::SetTrue).help("Read a script of commands (MRI) from standard input"),
            Arg::new("operation").value_name("OPERATION").help("d, m, p, q, r, s, t or x, with modifiers; see --help"),
            path("archive", "ARCHIVE", "The archive"),
            path("files", "FILES", "Files, or members").num_args(0..),
        ]);
    command.after_help(
        "Examples:\n  bctk ar rcs lib.a a.bc b.o   make an archive with an index\n  bctk ar s lib.a              add the index that it lacks\n  \
         bctk ar --check lib.a        which members have bitcode, and of which LLVM",
    )
}

fn option(name: &'static str, value: &'static str, help: &'static str) -> Arg {
    Arg::new(name).long(name).value_name(value).help(help)
}

fn path(name: &'static str, value: &'static str, help: &'static str) -> Arg {
    Arg::new(name).value_name(value).value_parser(clap::value_parser!(PathBuf)).help(help)
}

fn work(program: &Program, args: &[OsString]) -> Result<(), Stop> {
    let args = options::expand(args)?;
    let Some(line) = options::Line::parse(program, args.get(1..).unwrap_or_default())? else { return Ok(()) };
    if let Some(state) = line.check {
        return check::run(program, state, &line);
    }
    if line.script {
        return mri::run(program, &line);
    }
    let options = Options::of(program, &line)?;
    perform(program, options)
}

/// Does what the options say with the archive that they name.
fn perform(program: &Program, mut options: Options) -> Result<(), Stop> {
    let file = match File::open(&options.archive) {
        Ok(file) => Some(file),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => None,
        Err(error) => return Err(about(&format!("unable to open '{}'", options.shown()), &error)),
    };
    let Some(file) = file else {
        if !matches!(options.operation, Operation::Append | Operation::Replace) {
            let error = std::io::Error::from(std::io::ErrorKind::NotFound);
            let words = std::fs::metadata(&options.archive).err().unwrap_or(error);
            return Err(about(&format!("unable to load '{}'", options.shown()), &words));
        }
        if !options.create {
            program.warn(&format!("creating {}", options.shown()));
        }
        let members = edit::members(&mut options, None)?;
        return store::write(program, &options, None, &members);
    };
    let store = Store::of(file).map_err(|fault| Stop::Fail(format!("unable to load '{}': {}", options.shown(), fault.message)))?;
    options.full_paths |= store.is_thin();
    match options.operation {
        Operation::Print | Operation::List | Operation::Extract => read::run(program, &mut options, &store),
        Operation::Index if store.has_index_for(&options, program.rules) => Ok(()),
        _ => {
            // Of a big archive with an index for 32 or 64 bits, both are made.
            if options.operation == Operation::Index && store.has_index() {
                options.index = bctk::archive::Index::All;
            }
            if options.thin && !store.is_thin() {
                return Err(Stop::Fail("cannot convert a regular archive to a thin one".into()));
            }
            options.thin |= store.is_thin();
            let members = edit::members(&mut options, Some(&store))?;
            store::write(program, &options, Some(&store), &members)
        }
    }
}

impl Options {
    /// The kind of the archive to write; `first` is the content of its first member.
    fn kind(&self, rules: Rules, old: Option<&Store>, first: Option<&[u8]>) -> Result<bctk::archive::Kind, Stop> {
        use bctk::archive::Kind;
        let kind = match self.format {
            Format::Default if self.thin => Kind::Gnu,
            Format::Default => {
                let detected = || first.map_or_else(Kind::of_host, |first| rules.kind_of(first));
                match old {
                    Some(old) => rules.kind_after(old.kind(), old.has_index(), detected),
                    None => detected(),
                }
            }
            Format::Of(kind) => kind,
        };
        match kind {
            Kind::Gnu | Kind::Gnu64 => Ok(kind),
            _ if self.thin => Err(Stop::Fail("only the gnu format has a thin mode".into())),
            _ => Ok(kind),
        }
    }
}
