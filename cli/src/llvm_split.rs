//! `bctk split`, and the program under the name `llvm-split`: that tool's options, messages and exit status.
//!
//! Under a name with a number, such as `llvm-split-19`, the parts are those of this version of LLVM.
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use bctk::input;
use bctk::modules::{self, Style};
use bctk::split::{self, Splitter};
use bctk_bitcode::LlvmVersion;
use bctk_bitcode::write::{UseListOrders, WriteOptions};
use bctk_ir::triple::{Arch, Triple};
use clap::{Arg, Command};

use crate::diag::{self, Fault};
use crate::limits;
use crate::llvm_commands;
use crate::llvm_options::{self, About, Named, Parsed};
use crate::llvm_output::{Stop, tell_of_input};
use crate::output::{Existing, Output, Resolved};
use crate::threads;

/// The parsed command line.
#[derive(Debug, PartialEq)]
struct Options {
    input: PathBuf,
    prefix: OsString,
    parts: u32,
    preserve_locals: bool,
    round_robin: bool,
    text: bool,
    triple: OsString,
    cpu: OsString,
}

const ABOUT: About = About { overview: "LLVM module splitter", usage: "[options] <input bitcode file>", help: HELP };

const HELP: &str = "
OPTIONS:

Color Options:

  --color                     - Use colors in output (default=autodetect)

Generic Options:

  --help                      - Print this help
  --version                   - Print the version

Split Options:

  -j <uint>                   - Number of output files (2)
  --mcpu=<cpu>                - Processor, for the splitter of a target
  --mtriple=<triple>          - Use the splitter of this target, if it has one
  -o <filename>               - Beginning of the names of output files, which end with a number
  --preserve-locals           - Keep local symbols local, in one part with what refers to them
  --round-robin               - Distribute functions in turn, and not by the hashes of their names
  -S                          - Write text
";

/// The most parts that are held until all of them are made.
const HELD: u32 = 128;

/// The name of the subcommand as the program's.
const OWN: &str = "bctk split";

/// Runs as `llvm-split` with `args`, the program's name first.
pub(crate) fn run(args: &[OsString]) -> ExitCode {
    let (tool, short) = llvm_options::names(args);
    let named = Named::new(&short, "llvm-split");
    match parse(args.get(1..).unwrap_or_default(), &tool, named) {
        Err(parsed) => llvm_options::answer(parsed, (&tool, &short), named, &ABOUT),
        Ok(options) => Stop::exit_with(work(&tool, named, &options), |fault| tell_of_input(&tool, fault)),
    }
}

/// The command line as that of a subcommand, for help and completions.
pub(crate) fn command(name: &'static str) -> Command {
    let command = llvm_commands::command(name, "Split a module into several, as llvm-split does", HELP)
        .after_help("Examples:\n  bctk split -j 4 a.bc -o part    write part0 to part3\n  bctk split --preserve-locals -S a.bc -o part");
    command.arg(Arg::new("file").value_name("FILE").value_parser(clap::value_parser!(PathBuf)).help("File to split"))
}

fn parse(args: &[OsString], tool: &str, named: Named) -> Result<Options, Parsed> {
    let (mut preserve_locals, mut round_robin, mut text, mut color) = (false, false, false, false);
    let (mut prefix, mut parts, mut triple, mut cpu, mut category) = (None, None, None, None, None);
    let mut flags: Vec<(&str, &mut bool)> = vec![("preserve-locals", &mut preserve_locals), ("color", &mut color)];
    let mut values: Vec<(&str, &mut Option<OsString>)> = vec![("o", &mut prefix), ("j", &mut parts)];
    if named.reader().splits_in_turn() {
        flags.push(("round-robin", &mut round_robin));
        values.extend([("mtriple", &mut triple), ("mcpu", &mut cpu)]);
    }
    if named.reader().splits_by_category() {
        flags.push(("S", &mut text));
        values.push(("split-by-category", &mut category));
    }
    let parsed = llvm_options::parse(&joined(args), tool, &mut flags, &mut values);
    let wrong = |complaint: &str| Err(Parsed::Wrong(vec![complaint.into()]));
    let parts = match parts.as_ref().map(|parts| parts.to_string_lossy()) {
        None => 2,
        Some(parts) => match parts.parse() {
            Ok(parts) => parts,
            Err(_) => return wrong(&format!("for the -j option: '{parts}' value invalid for uint argument!")),
        },
    };
    if category.is_some() {
        return wrong("for the --split-by-category option: is not supported");
    }
    match parsed {
        Parsed::Files(files) if files.len() <= 1 => Ok(Options {
            input: files.into_iter().next().unwrap_or_else(|| PathBuf::from("-")),
            prefix: prefix.unwrap_or_default(),
            parts,
            preserve_locals,
            round_robin,
            text,
            triple: triple.unwrap_or_default(),
            cpu: cpu.unwrap_or_default(),
        }),
        other => Err(other),
    }
}

/// The arguments with `-j4` as `-j=4`.
fn joined(args: &[OsString]) -> Vec<OsString> {
    let separate = |arg: &OsString| match arg.to_str().and_then(|arg| arg.strip_prefix("-j")) {
        Some(number) if number.starts_with(|c: char| c.is_ascii_digit()) => OsString::from(format!("-j={number}")),
        _ => arg.clone(),
    };
    args.iter().map(separate).collect()
}

fn work(tool: &str, named: Named, options: &Options) -> Result<(), Stop> {
    let content = |message| Fault::Content(input::name(&options.input), message);
    let llvm = named.llvm().map_err(content)?;
    if !llvm.opaque_pointers() {
        return Err(content(format!("splitting for LLVM {llvm}, which has typed pointers, is not supported")).into());
    }
    if !options.triple.is_empty() {
        ask_target(&options.triple.to_string_lossy())?;
    }
    if !options.cpu.is_empty() {
        eprintln!("{tool}: note: --mcpu has no effect: the splitters of targets are not here");
    }
    let input = input::open(&options.input).map_err(Fault::from)?;
    threads::for_input(input.bytes().len(), threads::of_modules(input.bytes().len()), true);
    modules::process_ends_soon();
    let module = read(&options.input, input.bytes(), llvm, tool)?;
    if !options.triple.is_empty() {
        tell_fallback(options, named);
    }
    let split_options = split::Options {
        parts: options.parts,
        preserve_locals: options.preserve_locals,
        round_robin: options.round_robin,
        exactly: tool != OWN,
    };
    let splitter = Splitter::new(module, llvm, &split_options).map_err(|unsplit| {
        eprintln!("{tool}: error: {unsplit}");
        Stop::Told
    })?;
    if options.text && tool != OWN {
        eprintln!("{tool}: note: LLVM's llvm-split ignores -S here and writes bitcode; so does this one (`bctk split -S` writes text)");
    }
    write_all(splitter, options, llvm, tool)
}

/// Reads the module to split, and tells what its reader drops.
pub(crate) fn read(path: &Path, bytes: &[u8], llvm: LlvmVersion, tool: &str) -> Result<bctk::Module, Fault> {
    let mut module = split::read(path, bytes, llvm, &modules::as_it_is(&limits::limits()), &limits::parse_options())?;
    if let Some(faults) = module.provenance.debug_faults.take() {
        if faults.is_fatal {
            return Err(Fault::Broken(input::name(path), faults.messages));
        }
        eprint!("{}", faults.messages);
    }
    diag::dropped(std::slice::from_ref(&module), &input::name(path), "");
    if let Some(words) = diag::not_understood(std::slice::from_ref(&module)) {
        eprintln!("{tool}: note: {}: {words}; the output omits them", input::name(path));
    }
    Ok(module)
}

/// Asks for the splitter of a target. Only that of AMD's GPUs has one, which is not here.
fn ask_target(triple: &str) -> Result<(), Stop> {
    match Triple::parse(triple.as_bytes()).arch {
        Arch::Unknown | Arch::Other | Arch::Arc | Arch::Csky | Arch::Dxil => {
            eprintln!("unknown target '{triple}': No available targets are compatible with triple \"{triple}\"");
            Err(Stop::Told)
        }
        Arch::AmdGpu => {
            eprintln!(
                "error: the splitter of the target '{triple}' is not supported; without --mtriple, modules are split in the same way for all targets"
            );
            Err(Stop::Told)
        }
        _ => Ok(()),
    }
}

/// Says what LLVM says for a target without a splitter. The options that it warns of have their effect all the same.
fn tell_fallback(options: &Options, named: Named) {
    let dashes = if named.reader().splits_by_category() { "--" } else { "-" };
    for (name, is_set) in [("preserve-locals", options.preserve_locals), ("round-robin", options.round_robin)] {
        if is_set {
            eprintln!("warning: {dashes}{name} has no effect when using TargetMachine::splitModule");
        }
    }
    eprintln!("warning: TargetMachine::splitModule failed, falling back to default splitModule implementation");
}

/// Makes all parts, and writes them when all of them are made, unless they are too many to be held.
fn write_all(splitter: Splitter, options: &Options, llvm: LlvmVersion, tool: &str) -> Result<(), Stop> {
    let inputs = std::slice::from_ref(&options.input);
    let resolved = Resolved::default();
    let mut held = Vec::new();
    for (at, mut part) in splitter.enumerate() {
        let report = bctk::verify(&part, &bctk::VerifyOptions { llvm: Some(llvm), ..bctk::VerifyOptions::default() });
        if !report.is_valid() {
            eprint!("{}", bctk::verify::llvm_messages(&part, &report));
            eprintln!("Broken module!");
            return Err(Stop::Told);
        }
        split::finish(&mut part, llvm);
        let mut name = options.prefix.clone();
        name.push(at.to_string());
        let mut output = Output::derived(Path::new(&name), inputs, &resolved, Existing::Replaced)?;
        if options.text && tool == OWN {
            let style = Style { module_id: input::module_id(&options.input), limits: limits::limits(), ..Style::default() };
            modules::print(&part, &style, &mut output).map_err(|error| Fault::write(output.name(), error))?;
        } else {
            let write_options = WriteOptions {
                use_list_orders: UseListOrders::Drop,
                producer: Some(format!("LLVM{}", llvm.last_release()).into_bytes()),
                llvm: Some(llvm),
                ..WriteOptions::default()
            };
            modules::write(std::slice::from_ref(&part), &write_options, &mut output)
                .map_err(|fault| Fault::of_bitcode(fault, &input::name(&options.input), output.name()))?;
        }
        modules::discard(vec![part]);
        match options.parts > HELD {
            true => output.finish()?,
            false => held.push(output),
        }
    }
    for output in held {
        output.finish()?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options() {
        let parsed = |args: &[&str]| {
            let args: Vec<OsString> = args.iter().map(OsString::from).collect();
            parse(&args, "llvm-split", Named::new("llvm-split", "llvm-split"))
        };
        let options = parsed(&["-j4", "-o", "p", "--round-robin", "a.bc"]).expect("valid");
        assert_eq!((options.parts, options.prefix, options.round_robin, options.input), (4, "p".into(), true, "a.bc".into()));
        assert_eq!(parsed(&[]).map(|options| (options.parts, options.input)), Ok((2, "-".into())));
        assert!(matches!(parsed(&["-j", "x"]), Err(Parsed::Wrong(_))));
        assert!(matches!(parsed(&["a", "b"]), Err(Parsed::Files(_))));
    }
}
