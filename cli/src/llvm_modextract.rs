//! `bctk modextract`, and the program under the name `llvm-modextract`: that tool's options, messages and exit status.
use std::ffi::OsString;
use std::io::{IsTerminal, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use bctk::concat;
use bctk::input;
use bctk::memory;
use bctk::modules::{self, Parts};
use bctk_bitcode::ReadOptions;
use clap::{Arg, Command};

use crate::diag::{self, Fault};
use crate::limits;
use crate::llvm_cat;
use crate::llvm_commands;
use crate::llvm_options::{self, About, Named, Parsed};
use crate::llvm_output::{Stop, tell_rest};
use crate::output::{Existing, Output, Resolved};
use crate::threads;

/// The parsed command line.
#[derive(Debug, Default, PartialEq)]
struct Options {
    input: PathBuf,
    output: PathBuf,
    number: u32,
    as_it_is: bool,
}

const ABOUT: About = About { overview: "Module extractor", usage: "[options] <input bitcode>", help: HELP };

const HELP: &str = "
OPTIONS:

Color Options:

  --color       - Use colors in output (default=autodetect)

Generic Options:

  --help        - Print this help
  --version     - Print the version

Modextract Options:

  -b            - Copy the module as it is, with its summary and hash
  -n <index>    - Number of the module, from 0
  -o <filename> - Output file; '-' is standard output
";

/// What LLVM's tool calls itself in most messages.
const NAME: &str = "llvm-modextract";

/// Runs as `llvm-modextract` with `args`, the program's name first.
pub(crate) fn run(args: &[OsString]) -> ExitCode {
    let (tool, short) = llvm_options::names(args);
    let named = Named::new(&short, NAME);
    match parse(args.get(1..).unwrap_or_default(), &tool) {
        Err(parsed) => llvm_options::answer(parsed, (&tool, &short), named, &ABOUT),
        Ok(options) => Stop::exit_with(work(named, &options).map_err(Stop::from), |fault| match fault {
            Fault::Open(_, error) | Fault::Create(_, error) => eprintln!("{NAME}: error: {}", diag::words(&error)),
            Fault::Content(_, message) => eprintln!("{NAME}: error: {message}"),
            Fault::Broken(_, findings) => eprintln!("{findings}{}", diag::BROKEN),
            other => tell_rest(&tool, &other),
        }),
    }
}

/// The command line as that of a subcommand, for help and completions.
pub(crate) fn command(name: &'static str) -> Command {
    let command = llvm_commands::command(name, "Take a module out of a file with several, as llvm-modextract does", HELP).after_help(
        "Examples:\n  bctk modextract -n 1 both.bc -o b.bc\n  bctk modextract -b -n 0 both.bc -o a.bc    with its summary and hash",
    );
    command.arg(Arg::new("file").value_name("FILE").value_parser(clap::value_parser!(PathBuf)).help("File with modules"))
}

fn parse(args: &[OsString], tool: &str) -> Result<Options, Parsed> {
    let (mut as_it_is, mut color, mut output, mut number) = (false, false, None, None);
    let parsed =
        llvm_options::parse(args, tool, &mut [("b", &mut as_it_is), ("color", &mut color)], &mut [("o", &mut output), ("n", &mut number)]);
    let files = match parsed {
        Parsed::Files(files) if files.len() <= 1 => files,
        other => return Err(other),
    };
    let mut wrong = Vec::new();
    let number = match number.as_ref().map(|number| number.to_string_lossy()) {
        Some(text) => text.parse().map_err(|_| wrong.push(format!("for the -n option: '{text}' value invalid for uint argument!"))).ok(),
        None => None,
    };
    if wrong.is_empty() {
        let missing = [("o", output.is_none()), ("n", number.is_none())];
        wrong.extend(
            missing.into_iter().filter(|(_, is)| *is).map(|(name, _)| format!("for the -{name} option: must be specified at least once!")),
        );
    }
    match (output, number) {
        (Some(output), Some(number)) if wrong.is_empty() => {
            let input = files.into_iter().next().unwrap_or_else(|| PathBuf::from("-"));
            Ok(Options { input, output: output.into(), number, as_it_is })
        }
        _ => Err(Parsed::Wrong(wrong)),
    }
}

fn work(named: Named, options: &Options) -> Result<(), Fault> {
    let content = |message| Fault::Content(input::name(&options.input), message);
    let llvm = named.llvm().map_err(content)?;
    if !options.as_it_is && !llvm.opaque_pointers() {
        return Err(content(format!("writing a module for LLVM {llvm}, which has typed pointers, is not supported; see -b")));
    }
    modules::process_ends_soon();
    let input = input::open(&options.input)?;
    threads::for_input(input.bytes().len(), threads::of_modules(input.bytes().len()), true);
    let read = ReadOptions { limits: limits::limits(), ..ReadOptions::default() };
    let parts = llvm_cat::parts(&options.input, input.bytes(), &read)?;
    if options.number as usize >= parts.len() {
        return Err(content(format!("module index out of range; bitcode file contains {} module(s)", parts.len())));
    }
    let [blocks, table] = concat::as_it_is(&input::name(&options.input), &parts, options.number as usize)?;
    let open = || Output::derived(&options.output, std::slice::from_ref(&options.input), &Resolved::default(), Existing::Replaced);
    if input::is_dash(&options.output) && std::io::stdout().is_terminal() {
        return Err(content("bitcode is not written to a terminal".into()));
    }
    let alone = [&concat::SIGNATURE[..], &blocks, &table].concat();
    if options.as_it_is {
        let mut output = open()?;
        output.write_all(&alone).map_err(|error| Fault::write(output.name(), error))?;
        return output.finish();
    }
    // The other modules need not be read.
    let name = input::name(&options.input);
    let mut found = modules::read_for(&name, &alone, Parts::All, llvm, &modules::as_it_is(&limits::limits()), &mut |_| ())?;
    if let Some(faults) = found.iter_mut().find_map(|module| module.provenance.debug_faults.take()) {
        if faults.is_fatal {
            return Err(Fault::Broken(name, faults.messages));
        }
        eprint!("{}", faults.messages);
    }
    diag::dropped(&found, &name, "");
    if let Some(words) = diag::not_understood(&found) {
        eprintln!("{NAME}: note: {name}: {words}; the output omits them");
    }
    for module in &mut found {
        memory::settle(module, llvm);
        memory::name_source(module, &input::module_id(&options.input));
        concat::renew(module, llvm, true);
    }
    let mut output = open()?;
    modules::write(&found, &llvm_cat::write_options(llvm), &mut output).map_err(|fault| Fault::of_bitcode(fault, &name, output.name()))?;
    modules::discard(found);
    output.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn output_and_number_are_needed() {
        let parsed = |args: &[&str]| parse(&args.iter().map(OsString::from).collect::<Vec<_>>(), NAME);
        let Err(Parsed::Wrong(complaints)) = parsed(&["a.bc"]) else { panic!("accepted") };
        assert_eq!(complaints.len(), 2);
        assert!(matches!(parsed(&["-o", "x", "-n", "-1"]), Err(Parsed::Wrong(_))));
        let options = Options { input: "a.bc".into(), output: "x".into(), number: 1, as_it_is: true };
        assert_eq!(parsed(&["-n", "0", "-n=1", "-b", "-o", "x", "a.bc"]), Ok(options));
    }
}
