//! `bcconv` under the name `llvm-as`: that tool's options, file names, messages and exit status.
use std::ffi::OsString;
use std::path::PathBuf;
use std::process::ExitCode;

use crate::convert;
use crate::diag::{self, Fault};
use crate::input;
use crate::llvm_options::{self, About, Parsed};
use crate::progress::Progress;

/// What the command line asks for.
#[derive(Debug, Default, PartialEq)]
struct Options {
    input: PathBuf,
    output: Option<PathBuf>,
    disable_output: bool,
}

const ABOUT: About = About {
    overview: "llvm .ll -> .bc assembler",
    usage: "[options] <input .ll file>",
    help: HELP,
    version: "reads what llvm-as of LLVM version 22.1 reads",
};

const HELP: &str = "
OPTIONS:

AsmParser Options:

  --data-layout=<layout-string> - Data layout string to use
  --disable-output              - Do not write any bitcode
  --disable-verify              - Accepted for llvm-as's sake
  -f                            - Write bitcode to a terminal, too
  --module-hash                 - Write the module's hash
  -o <filename>                 - Write to this file; '-' is the standard output
  --preserve-bc-uselistorder    - Write use-list orders

Color Options:

  --color                       - Use colors in output (default=autodetect)

Generic Options:

  --help                        - This text
  --version                     - The version of this program
";

/// Runs as `llvm-as` with `args`, the program's name first.
pub(crate) fn run(args: &[OsString]) -> ExitCode {
    let (tool, short) = llvm_options::names(args);
    match parse(args.get(1..).unwrap_or_default(), &tool) {
        Err(parsed) => llvm_options::answer(parsed, (&tool, &short), &ABOUT),
        Ok(options) => match assemble(&options) {
            Ok(()) => ExitCode::SUCCESS,
            Err(fault) => {
                let status = fault.status();
                match fault {
                    // As llvm-as words it.
                    Fault::Open(name, error) => {
                        let name = if name == "<stdin>" { "-" } else { &name };
                        eprintln!("{tool}: {name}: error: Could not open input file: {}", diag::words(&error));
                    }
                    Fault::Text(report) => eprint!("{}", report.as_llvm(&tool)),
                    other => diag::report(&tool, &other),
                }
                ExitCode::from(status)
            }
        },
    }
}

fn parse(args: &[OsString], tool: &str) -> Result<Options, Parsed> {
    let mut options = Options::default();
    let (mut output, mut layout) = (None, None);
    let mut taken = [false; 6];
    let [force, hash, uselist, debug, verify, color] = &mut taken;
    let parsed = llvm_options::parse(
        args,
        tool,
        &mut [
            ("f", force),
            ("d", debug),
            ("color", color),
            ("disable-output", &mut options.disable_output),
            ("disable-verify", verify),
            ("module-hash", hash),
            ("preserve-bc-uselistorder", uselist),
        ],
        &mut [("o", &mut output), ("data-layout", &mut layout)],
    );
    options.output = output.map(PathBuf::from);
    match parsed {
        Parsed::Files(files) if files.len() <= 1 => {
            options.input = files.into_iter().next().unwrap_or_else(|| PathBuf::from("-"));
            Ok(options)
        }
        other => Err(other),
    }
}

fn assemble(options: &Options) -> Result<(), Fault> {
    let input = input::open(&options.input)?;
    let progress = Progress::start();
    progress.begin(input.bytes().len());
    input.populate();
    let module = convert::parse(input.bytes(), &options.input, &bctk_textual::ParseOptions::default())?;
    progress.end(input.bytes().len());
    convert::forget(vec![module]);
    if options.disable_output {
        return Ok(());
    }
    Err(Fault::Content(
        input::name(&options.input),
        "writing bitcode comes with a later version; this one checks the text (--disable-output)".to_owned(),
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options() {
        let args = ["-disable-output", "--preserve-bc-uselistorder=false", "a.ll", "-o", "x.bc"].map(OsString::from);
        let want = Options { input: "a.ll".into(), output: Some("x.bc".into()), disable_output: true };
        assert_eq!(parse(&args, "llvm-as"), Ok(want));
        assert_eq!(parse(&[], "llvm-as").map(|o| o.input), Ok("-".into()));
        assert!(matches!(parse(&["a", "b"].map(OsString::from), "llvm-as"), Err(Parsed::Files(_))));
    }
}
