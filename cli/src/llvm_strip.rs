//! The program under the names `llvm-strip` and `llvm-bitcode-strip`: the options of these tools, for bitcode, archives of it, and objects.
use std::ffi::OsString;
use std::fs::{self, FileTimes, OpenOptions};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use bctk::archive;
use bctk::contents;
use bctk::input;

use crate::containers;
use crate::diag::Fault;
use crate::embedded;
use crate::limits;
use crate::llvm_options::Named;
use crate::messages;
use crate::objcopy;
use crate::output::{Existing, Output, Resolved};

const HELP: &str = "OVERVIEW: removes debug information, names and symbols of bitcode, and of ELF objects

USAGE: llvm-strip [options] inputs...

OPTIONS:
  -g -S -d --strip-debug   - remove debug information
  --strip-unneeded         - remove symbols and names that links do not need, too
  -x --discard-all         - remove all local symbols and names, too
  -s --strip-all           - as --strip-unneeded, for bitcode alone (default)
  --no-strip-all           - not that
  -N --strip-symbol=<name> - remove a symbol
  -K --keep-symbol=<name>  - keep a symbol
  -R --remove-section=<name> - remove a section with bitcode
  -w --wildcard            - names are patterns
  --regex                  - names are regular expressions
  -o <file>                - output file; by default, inputs are replaced
  -p --preserve-dates      - keep the dates of files
  -D --enable-deterministic-archives - archives without dates and owners (default)
  -U --disable-deterministic-archives - archives with them
  -h --help                - print this help
  -V --version             - print the version
";

const BITCODE_HELP: &str = "OVERVIEW: removes the bitcode of Mach-O files

USAGE: llvm-bitcode-strip [options] input

OPTIONS:
  -o <file>    - output file
  -r           - remove the sections of the __LLVM segment
  -h --help    - print this help
  -V --version - print the version
";

/// Options of `llvm-strip` and the one of `objcopy` that each becomes; none for what this program does itself.
const FLAGS: &[(&str, Option<&str>)] = &[
    ("-g", Some("--strip-debug")),
    ("-S", Some("--strip-debug")),
    ("-d", Some("--strip-debug")),
    ("--strip-debug", Some("--strip-debug")),
    ("--strip-unneeded", Some("--strip-unneeded")),
    ("-x", Some("--discard-all")),
    ("--discard-all", Some("--discard-all")),
    ("-s", Some("--strip-all")),
    ("--strip-all", Some("--strip-all")),
    ("-w", Some("--wildcard")),
    ("--wildcard", Some("--wildcard")),
    ("--regex", Some("--regex")),
    ("--no-strip-all", None),
    ("-p", None),
    ("--preserve-dates", None),
    ("-D", None),
    ("--enable-deterministic-archives", None),
    ("-U", None),
    ("--disable-deterministic-archives", None),
];

/// The same of options with values; the output is the last one.
const VALUES: &[(&str, &str)] = &[
    ("-N", "--strip-symbol"),
    ("--strip-symbol", "--strip-symbol"),
    ("-K", "--keep-symbol"),
    ("--keep-symbol", "--keep-symbol"),
    ("-R", "--remove-section"),
    ("--remove-section", "--remove-section"),
    ("-o", "-o"),
];

/// A command line that was read.
#[derive(Debug, Default, PartialEq)]
struct Line {
    inputs: Vec<PathBuf>,
    output: Option<PathBuf>,
    /// For `objcopy`.
    options: Vec<OsString>,
    keeps_dates: bool,
    is_deterministic: bool,
}

/// Runs as `llvm-strip` with `args`, the program's name first.
pub(crate) fn run(args: &[OsString]) -> ExitCode {
    messages::be("llvm-strip");
    let args = args.get(1..).unwrap_or_default();
    match asks(args) {
        Some(Ask::Help) => print!("{HELP}"),
        Some(Ask::Version) => print!("llvm-strip, compatible with GNU strip\n{}\n", Named::new("llvm-strip", "llvm-strip").about()),
        None => return exit(read(args).and_then(|line| line.inputs.iter().try_for_each(|input| strip(&line, input)))),
    }
    ExitCode::SUCCESS
}

/// Runs as `llvm-bitcode-strip` with `args`, the program's name first.
pub(crate) fn run_bitcode(args: &[OsString]) -> ExitCode {
    messages::be("llvm-bitcode-strip");
    let args = args.get(1..).unwrap_or_default();
    match asks(args) {
        Some(Ask::Help) => print!("{BITCODE_HELP}"),
        Some(Ask::Version) => {
            print!("llvm-bitcode-strip tool\n{}\n", Named::new("llvm-bitcode-strip", "llvm-bitcode-strip").about());
        }
        None => return exit(strip_bitcode(args)),
    }
    ExitCode::SUCCESS
}

/// A question about the program.
enum Ask {
    Help,
    Version,
}

fn asks(args: &[OsString]) -> Option<Ask> {
    args.iter().take_while(|arg| *arg != "--").find_map(|arg| match arg.to_str() {
        Some("-h" | "--help") => Some(Ask::Help),
        Some("-V" | "--version") => Some(Ask::Version),
        _ => None,
    })
}

fn exit(result: Result<(), Fault>) -> ExitCode {
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(fault) => {
            messages::fail(&fault);
            ExitCode::FAILURE
        }
    }
}

fn unknown(arg: &OsString) -> Fault {
    Fault::Usage(format!("unknown argument '{}'", arg.to_string_lossy()))
}

fn read(args: &[OsString]) -> Result<Line, Fault> {
    let mut line = Line { is_deterministic: true, ..Line::default() };
    let (mut strips, mut strips_all) = (false, true);
    let mut args = args.iter();
    while let Some(arg) = args.next() {
        let text = arg.to_string_lossy();
        if text == "--" {
            line.inputs.extend(args.by_ref().map(PathBuf::from));
        } else if text == "-" || !text.starts_with('-') {
            line.inputs.push(arg.into());
        } else if let Some((flag, option)) = FLAGS.iter().find(|(flag, _)| *flag == text) {
            strips |= option.is_some_and(|option| option.starts_with("--strip") || option == "--discard-all");
            line.options.extend(option.map(OsString::from));
            match *flag {
                "-p" | "--preserve-dates" => line.keeps_dates = true,
                "--no-strip-all" => strips_all = false,
                "-U" | "--disable-deterministic-archives" => line.is_deterministic = false,
                "-D" | "--enable-deterministic-archives" => line.is_deterministic = true,
                _ => {}
            }
        } else {
            let (name, value) =
                crate::diag::after_equals(arg).map_or((&*text, None), |value| (text.split('=').next().unwrap_or(&text), Some(value)));
            let (_, option) = VALUES.iter().find(|(known, _)| *known == name).ok_or_else(|| unknown(arg))?;
            let value = value.or_else(|| args.next().cloned());
            let value = value.ok_or_else(|| Fault::Usage(format!("argument to '{name}' is missing")))?;
            if *option == "-o" {
                line.output = Some(value.into());
                continue;
            }
            // These say what to remove: not all.
            strips |= matches!(*option, "--strip-symbol" | "--remove-section");
            let mut option = OsString::from(format!("{option}="));
            option.push(value);
            line.options.push(option);
        }
    }
    if line.inputs.is_empty() {
        return Err(Fault::Usage("no input file specified".into()));
    }
    if line.inputs.len() > 1 && line.output.is_some() {
        return Err(Fault::Usage("multiple input files cannot be used in combination with -o".into()));
    }
    if !strips && strips_all {
        line.options.push("--strip-all".into());
    }
    Ok(line)
}

/// Strips one file.
fn strip(line: &Line, input: &Path) -> Result<(), Fault> {
    let output = line.output.as_deref().unwrap_or(input);
    let create = |error| Fault::Create(input::name(output), error);
    let dates = match line.keeps_dates && !input::is_dash(input) {
        true => Some(fs::metadata(input).map_err(|error| Fault::Open(input::name(input), error))?),
        false => None,
    };
    objcopy::copy(&line.options, input, output, &|bytes| match line.is_deterministic {
        // Anything but an archive has no dates.
        true => archive::deterministic(&bytes).unwrap_or(bytes),
        false => bytes,
    })?;
    if let Some(dates) = dates.filter(|_| !input::is_dash(output)) {
        let times = FileTimes::new().set_accessed(dates.accessed().map_err(create)?).set_modified(dates.modified().map_err(create)?);
        OpenOptions::new().append(true).open(output).and_then(|file| file.set_times(times)).map_err(create)?;
    }
    Ok(())
}

fn strip_bitcode(args: &[OsString]) -> Result<(), Fault> {
    let (mut inputs, mut output, mut removes) = (Vec::new(), None, false);
    let mut args = args.iter();
    while let Some(arg) = args.next() {
        match arg.to_str() {
            Some("-r") => removes = true,
            Some("-o") => {
                let value = args.next().ok_or_else(|| Fault::Usage("argument to '-o' is missing".into()))?;
                output = Some(PathBuf::from(value));
            }
            Some("--") => inputs.extend(args.by_ref().map(PathBuf::from)),
            Some(text) if text.starts_with('-') && text != "-" => return Err(unknown(arg)),
            _ => inputs.push(arg.into()),
        }
    }
    let [input] = inputs.as_slice() else {
        return Err(Fault::Usage("llvm-bitcode-strip expects a single input file".into()));
    };
    let output = output.ok_or_else(|| Fault::Usage("-o is a required argument".into()))?;
    if !removes {
        return Err(Fault::Usage("no action specified".into()));
    }
    let (contents, part) = contents::all(input, &limits::limits())?;
    if part.is_some() {
        return Err(Fault::Usage("llvm-bitcode-strip takes a whole file".into()));
    }
    // Other sections of that segment go with the bitcode. Files without bitcode, and ELF objects, stay what they are.
    let is_macho = |section: &str| section.starts_with("__LLVM,");
    let names: Vec<String> =
        embedded::SECTIONS.iter().copied().filter(|name| is_macho(name)).chain(["__LLVM,__asm"]).map(str::to_owned).collect();
    let bytes = match contents.bitcode.iter().any(|bitcode| bitcode.section.as_deref().is_some_and(is_macho)) {
        true => embedded::stripped(&contents, &names)?,
        false => contents.bytes().to_vec(),
    };
    containers::write(&bytes, Output::derived(&output, std::slice::from_ref(input), &Resolved::default(), Existing::Replaced)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(args: &[&str]) -> Result<Line, Fault> {
        read(&args.iter().map(OsString::from).collect::<Vec<_>>())
    }

    #[test]
    fn options_become_those_of_objcopy() {
        let found = line(&["-g", "a.o", "-N", "f", "--keep-symbol=g", "-U", "-p", "-o", "b.o"]).ok().expect("a command line");
        assert_eq!(found.options, ["--strip-debug", "--strip-symbol=f", "--keep-symbol=g"]);
        assert_eq!((found.inputs, found.output), (vec!["a.o".into()], Some("b.o".into())));
        assert!(found.keeps_dates && !found.is_deterministic);
        assert_eq!(line(&["a.o"]).ok().expect("a command line").options, ["--strip-all"]);
        assert!(line(&["--no-strip-all", "a.o"]).ok().expect("a command line").options.is_empty());
        for wrong in [&["a.o", "b.o", "-o", "c"][..], &[], &["--foo", "a.o"], &["a.o", "-N"]] {
            assert!(line(wrong).is_err(), "{wrong:?}");
        }
    }
}
