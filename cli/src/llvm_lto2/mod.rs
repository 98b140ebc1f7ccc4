//! The program under the name `llvm-lto2`: LTO with a linker's resolutions on the command line, up to the indexes of a distributed build.
mod options;
mod run;
mod symtab;

use std::ffi::OsString;
use std::process::ExitCode;

use crate::diag::{self, Fault};
use crate::llvm_lto;
use crate::llvm_options::{self, About, Named};
use crate::llvm_output::Stop;

const ABOUT: About = About {
    overview: "Resolution-based LTO test harness",
    usage: "run|dump-symtab|print-guid [options] <input bitcode files>",
    help: options::HELP,
};

/// Runs as `llvm-lto2` with `args`, the program's name first.
pub(crate) fn run(args: &[OsString]) -> ExitCode {
    let (tool, short) = llvm_options::names(args);
    let named = Named::new(&short, "llvm-lto2");
    let rest = args.get(2..).unwrap_or_default();
    let result = match args.get(1).map(|arg| arg.to_string_lossy()).as_deref() {
        Some("run") => match options::parse(rest, &tool) {
            Err(parsed) => return llvm_options::answer(parsed, (&tool, &short), named, &ABOUT),
            Ok(options) => llvm_lto::release(named, "llvm-lto2").and_then(|llvm| run::run(&tool, options, llvm)),
        },
        Some("dump-symtab") => llvm_lto::release(named, "llvm-lto2").and_then(|llvm| symtab::dump(rest, llvm)),
        Some("print-guid") if !rest.is_empty() => symtab::print_guid(rest),
        Some("--help" | "-help" | "-h") => return llvm_options::answer(llvm_options::Parsed::Help, (&tool, &short), named, &ABOUT),
        Some("--version" | "-version") => return llvm_options::answer(llvm_options::Parsed::Version, (&tool, &short), named, &ABOUT),
        _ => {
            eprintln!("Available subcommands: dump-symtab run print-guid");
            return ExitCode::FAILURE;
        }
    };
    Stop::exit_with(result, |fault| match fault {
        Fault::Create(name, error) => eprintln!("{tool}: {name}: {}", diag::words(&error)),
        Fault::Content(name, message) => eprintln!("{tool}: {name}: {message}"),
        other => diag::report(&tool, &other),
    })
}
