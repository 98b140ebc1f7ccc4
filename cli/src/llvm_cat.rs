//! `bctk cat`, and the program under the name `llvm-cat`: that tool's options, messages and exit status.
use std::ffi::OsString;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use bctk::concat;
use bctk::input;
use bctk::memory::Context;
use bctk::modules;
use bctk_bitcode::LlvmVersion;
use bctk_bitcode::ReadOptions;
use bctk_bitcode::write::{UseListOrders, WriteOptions};
use clap::{Arg, Command};

use crate::diag::{self, Fault};
use crate::limits;
use crate::llvm_commands;
use crate::llvm_options::{self, About, Named, Parsed};
use crate::llvm_output::{Stop, tell_of_input};
use crate::llvm_split;
use crate::output::{Existing, Output, Resolved};
use crate::threads;

/// The parsed command line.
#[derive(Debug, Default, PartialEq)]
struct Options {
    inputs: Vec<PathBuf>,
    output: PathBuf,
    as_they_are: bool,
}

const ABOUT: About = About { overview: "Module concatenation", usage: "[options] <input files>", help: HELP };

const HELP: &str = "
OPTIONS:

Generic Options:

  --help        - Print this help
  --version     - Print the version

llvm-cat Options:

  -b            - Copy modules as they are, with summaries and hashes
  -o <filename> - Output file; '-' is standard output
";

/// Runs as `llvm-cat` with `args`, the program's name first.
pub(crate) fn run(args: &[OsString]) -> ExitCode {
    let (tool, short) = llvm_options::names(args);
    let named = Named::new(&short, "llvm-cat");
    match parse(args.get(1..).unwrap_or_default(), &tool) {
        Err(parsed) => llvm_options::answer(parsed, (&tool, &short), named, &ABOUT),
        Ok(options) => Stop::exit_with(work(&tool, named, &options).map_err(Stop::from), |fault| match fault {
            Fault::Create(name, error) => eprint!("{short}: cannot open {name} for writing: {}", diag::words(&error)),
            other => tell_of_input(&tool, other),
        }),
    }
}

/// The command line as that of a subcommand, for help and completions.
pub(crate) fn command(name: &'static str) -> Command {
    let command = llvm_commands::command(name, "Put modules into one file, one after the other, as llvm-cat does", HELP)
        .after_help("Examples:\n  bctk cat a.bc b.bc -o both.bc\n  bctk cat -b a.bc b.bc -o both.bc    with their summaries and hashes");
    command.arg(Arg::new("files").value_name("FILE").num_args(1..).value_parser(clap::value_parser!(PathBuf)).help("Files with modules"))
}

fn parse(args: &[OsString], tool: &str) -> Result<Options, Parsed> {
    let (mut as_they_are, mut output) = (false, None);
    match llvm_options::parse(args, tool, &mut [("b", &mut as_they_are)], &mut [("o", &mut output)]) {
        Parsed::Files(inputs) => match output {
            Some(output) => Ok(Options { inputs, output: output.into(), as_they_are }),
            None => Err(Parsed::Wrong(vec!["for the -o option: must be specified at least once!".into()])),
        },
        other => Err(other),
    }
}

fn work(tool: &str, named: Named, options: &Options) -> Result<(), Fault> {
    let content = |message| Fault::Content("llvm-cat".into(), message);
    let llvm = named.llvm().map_err(content)?;
    if !options.as_they_are && !llvm.opaque_pointers() {
        return Err(content(format!("writing modules for LLVM {llvm}, which has typed pointers, is not supported; see -b")));
    }
    if options.inputs.is_empty() {
        return Err(content("no input file".into()));
    }
    modules::process_ends_soon();
    if options.as_they_are {
        return copy(options);
    }
    let mut context = Context::new(llvm);
    let mut found = Vec::with_capacity(options.inputs.len());
    for path in &options.inputs {
        let input = input::open(path)?;
        threads::for_input(input.bytes().len(), threads::of_modules(input.bytes().len()), options.inputs.len() == 1);
        found.push(llvm_split::read(path, input.bytes(), llvm, tool)?);
    }
    concat::share_names(&mut found);
    for module in &mut found {
        context.join(module);
        concat::renew(module, llvm, false);
    }
    let mut output = Output::derived(&options.output, &options.inputs, &Resolved::default(), Existing::Replaced)?;
    modules::write(&found, &WriteOptions { no_symbol_table: true, ..write_options(llvm) }, &mut output)
        .map_err(|fault| Fault::of_bitcode(fault, &input::name(&options.output), output.name()))?;
    modules::discard(found);
    output.finish()
}

/// How modules are written anew.
pub(crate) fn write_options(llvm: LlvmVersion) -> WriteOptions {
    WriteOptions {
        use_list_orders: UseListOrders::Drop,
        producer: Some(format!("LLVM{}", llvm.last_release()).into_bytes()),
        llvm: Some(llvm),
        ..WriteOptions::default()
    }
}

/// Copies all modules of all files, once all files were looked at.
fn copy(options: &Options) -> Result<(), Fault> {
    let inputs = options.inputs.iter().map(|path| input::open(path).map_err(Fault::from)).collect::<Result<Vec<_>, _>>()?;
    let read = ReadOptions { limits: limits::limits(), ..ReadOptions::default() };
    let mut output: Option<Output> = None;
    for (path, input) in options.inputs.iter().zip(&inputs) {
        let parts = parts(path, input.bytes(), &read)?;
        for number in 0..parts.len() {
            let pieces = concat::as_it_is(&input::name(path), &parts, number)?;
            let out = match &mut output {
                Some(out) => out,
                none => {
                    let mut out = Output::derived(&options.output, &options.inputs, &Resolved::default(), Existing::Replaced)?;
                    out.write_all(&concat::SIGNATURE).map_err(|error| Fault::write(out.name(), error))?;
                    none.insert(out)
                }
            };
            for piece in pieces {
                out.write_all(&piece).map_err(|error| Fault::write(out.name(), error))?;
            }
        }
    }
    output.map_or(Ok(()), Output::finish)
}

/// The modules of a file, with LLVM's words if there are none.
pub(crate) fn parts<'a>(path: &Path, bytes: &'a [u8], read: &ReadOptions) -> Result<Vec<bctk_bitcode::read::ModulePart<'a>>, Fault> {
    bctk_bitcode::modules(bytes, read).map_err(|error| {
        let words = match bytes.is_empty() {
            true => "file too small to contain bitcode header",
            false => bctk_bitcode::llvm_words(&error),
        };
        let message = if words.is_empty() { error.to_string() } else { format!("{words}: {error}") };
        Fault::Content(input::name(path), message)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_output_is_needed() {
        let parsed = |args: &[&str]| parse(&args.iter().map(OsString::from).collect::<Vec<_>>(), "llvm-cat");
        assert!(matches!(parsed(&["a.bc"]), Err(Parsed::Wrong(_))));
        let options = Options { inputs: vec!["a.bc".into(), "b.bc".into()], output: "c".into(), as_they_are: true };
        assert_eq!(parsed(&["-b", "a.bc", "-o", "c", "b.bc"]), Ok(options));
    }
}
