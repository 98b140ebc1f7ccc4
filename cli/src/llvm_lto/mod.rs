//! The program under the name `llvm-lto`: that tool's options for the thin link and the first half of backends.
//!
//! Options and stages that need an optimiser or a code generator are refused by name. Under a name with a number, such as `llvm-lto-22`, the
//! result is that of this version of LLVM; a number for which the thin link was not made is refused.
mod backend;
mod import_options;
mod options;
mod thin;

use std::ffi::OsString;
use std::process::ExitCode;

use bctk_bitcode::LlvmVersion;

use crate::diag::{self, Fault};
use crate::llvm_options::{self, About, Named};
use crate::llvm_output::Stop;

pub(crate) use import_options::{ImportOptions, Raw as RawImportOptions};
pub(crate) use options::{Action, Options};
pub(crate) use thin::{suffixed, write};

const ABOUT: About = About { overview: "llvm LTO linker", usage: "[options] <input bitcode files>", help: options::HELP };

/// Runs as `llvm-lto` with `args`, the program's name first.
pub(crate) fn run(args: &[OsString]) -> ExitCode {
    let (tool, short) = llvm_options::names(args);
    let named = Named::new(&short, "llvm-lto");
    match options::parse(args.get(1..).unwrap_or_default(), &tool) {
        Err(parsed) => {
            let is_help = matches!(parsed, llvm_options::Parsed::Help);
            let status = llvm_options::answer(parsed, (&tool, &short), named, &ABOUT);
            if is_help {
                print!("{}", import_options::HELP);
            }
            status
        }
        Ok(options) if options.inputs.is_empty() => {
            eprintln!("{short}: Not enough positional command line arguments specified!");
            eprintln!("Must specify at least 1 positional argument: See: {tool} --help");
            ExitCode::FAILURE
        }
        Ok(options) => {
            let result = release(named, "llvm-lto").and_then(|llvm| work(&options, llvm));
            Stop::exit_with(result, |fault| match fault {
                Fault::Create(name, error) => eprintln!("{tool}: error opening the file '{name}': {}", diag::words(&error)),
                Fault::Content(name, message) => eprintln!("{tool}: {name}: error: {message}"),
                other => diag::report(&tool, &other),
            })
        }
    }
}

/// The release whose thin link the program `tool` does: that of its name, or else the newest one for which it was made.
pub(crate) fn release(named: Named, tool: &str) -> Result<LlvmVersion, Stop> {
    match named.stated() {
        None => Ok(bctk::lto::thin::newest()),
        Some(stated) if bctk::lto::thin::is_done(stated) => Ok(stated),
        Some(stated) => {
            let done = bctk::lto::thin::RELEASES.join(", ");
            eprintln!("{tool}: error: LTO as LLVM {stated} does it is not supported; that of LLVM {done} is");
            Err(Stop::Told)
        }
    }
}

fn work(options: &Options, llvm: LlvmVersion) -> Result<(), Stop> {
    match options.action {
        Some(Action::ThinLink) => thin::link(options, llvm),
        Some(Action::DistributedIndexes) => thin::indexes(options, llvm),
        Some(Action::EmitImports) => thin::imports(options, llvm),
        Some(Action::Promote | Action::Import | Action::Internalize) => backend::run(options, llvm),
        Some(action @ (Action::Optimize | Action::CodeGen | Action::Run)) => Err(usage(&format!(
            "--thinlto-action={} needs an optimizer and a code generator, which this program does not have",
            action.name()
        ))),
        None if options.thin_index => thin::index_of_all(options, llvm),
        None => Err(usage("LTO of whole modules needs an optimizer and a code generator; see --thinlto-action for what there is")),
    }
}

/// A complaint about the command line as a whole.
fn usage(message: &str) -> Stop {
    eprintln!("llvm-lto: error: {message}");
    Stop::Told
}
