//! The program under the name `llvm-ranlib`: makes the index of archives that have none.
use std::ffi::OsString;
use std::process::ExitCode;

use super::options::{Operation, Options};
use super::{Program, Stop, perform};

/// What a program under this name replaces.
const NAME: &str = "llvm-ranlib";

const HELP: &str = "OPTIONS:
  -h --help             - print this help
  -V --version          - print the version
  -D                    - no dates and owners (default)
  -U                    - the real dates and owners
";

/// Runs as `llvm-ranlib` with `args`, the program's name first.
pub(crate) fn run(args: &[OsString]) -> ExitCode {
    let program = Program::new(args, NAME, ("LLVM ranlib\n\nMakes the index of archives", &["archive..."], HELP));
    program.exit(work(&program, args.get(1..).unwrap_or_default()))
}

fn work(program: &Program, args: &[OsString]) -> Result<(), Stop> {
    let mut archives = Vec::new();
    let mut deterministic = true;
    for arg in args {
        let text = arg.to_string_lossy();
        if program.answers(&text) {
            return Ok(());
        }
        let Some(letters) = text.strip_prefix('-') else {
            archives.push(arg);
            continue;
        };
        for (at, letter) in letters.char_indices() {
            match letter {
                'D' => deterministic = true,
                'U' => deterministic = false,
                'h' => {
                    program.print_help();
                    return Ok(());
                }
                letter if letter == program.rules.version_letter() => {
                    println!("{}", program.named.about());
                    return Ok(());
                }
                'X' if program.rules.has_object_mode() => {
                    return Err(Stop::Fail(format!("-{} option not supported on non AIX OS", &letters[at..])));
                }
                _ => return Err(Stop::Fail(format!("Invalid option: '-{}'", &letters[at..]))),
            }
        }
    }
    if archives.is_empty() {
        return Err(Stop::Usage("an archive name must be specified".into()));
    }
    for archive in archives {
        let mut options = Options::new(Operation::Index, archive.clone());
        options.deterministic = deterministic;
        perform(program, options)?;
    }
    Ok(())
}
