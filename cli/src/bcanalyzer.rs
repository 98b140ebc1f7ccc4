//! `bcdump` under the name `llvm-bcanalyzer`: that tool's options, messages and exit status.
//!
//! Behaves like llvm-bcanalyzer 22, and under a name with a number, such as `llvm-bcanalyzer-23`, names records as that release does. Options have one or two dashes, flags may have a value after `=`, the others take the next argument or
//! the text after `=`, and everything after `--` is a file. There may be only one file.
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use bctk_inspect::analyzer::{self, Options};

use crate::diag::{self, Fault};
use crate::llvm_options::Named;
use crate::output::Output;
use bctk::input::{self, Input};

/// The parsed command line.
#[derive(Debug, Default, PartialEq)]
struct Asked {
    input: Option<PathBuf>,
    block_info: Option<OsString>,
    check_hash: Option<OsString>,
    dump: bool,
    dump_blockinfo: bool,
    disable_histogram: bool,
    non_symbolic: bool,
    show_binary_blobs: bool,
}

/// The result of parsing the command line.
#[derive(Debug, PartialEq)]
enum Parsed {
    Work(Asked),
    Help,
    Version,
    /// Messages of one or more lines; the first line of each starts with the tool's name.
    Wrong(Vec<String>),
}

const HELP: &str = "
OPTIONS:

BC Analyzer Options:

  --block-info=<string> - Take BLOCKINFO from another file
  --check-hash=<string> - Check the hash of modules, computed from this string on
  --disable-histogram   - Omit the counts of record codes from the summary
  --dump                - Print every block and record
  --dump-blockinfo      - Also print the contents of BLOCKINFO
  --non-symbolic        - Print numbers instead of names
  --show-binary-blobs   - Print blobs with hexadecimal escapes

Color Options:

  --color               - Use colors in output (default=autodetect)

Generic Options:

  --help                - Print this help
  --version             - Print the version
";

/// The names of all options, for a guess at what a wrong one was meant to be.
const NAMES: [&str; 12] = [
    "block-info",
    "check-hash",
    "color",
    "disable-histogram",
    "dump",
    "dump-blockinfo",
    "help",
    "help-hidden",
    "help-list",
    "non-symbolic",
    "show-binary-blobs",
    "version",
];

/// Runs as `llvm-bcanalyzer` with `args`, the program's name first.
pub(crate) fn run(args: &[OsString]) -> ExitCode {
    let tool = args.first().map(|arg0| arg0.to_string_lossy().into_owned()).unwrap_or_default();
    let short = Path::new(&tool).file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    match parse(args.get(1..).unwrap_or_default(), &tool) {
        Parsed::Help => {
            print!("OVERVIEW: llvm-bcanalyzer file analyzer\n\nUSAGE: {short} [options] <input bitcode>\n{HELP}");
            ExitCode::SUCCESS
        }
        Parsed::Version => {
            println!("{}", Named::new(&short, "llvm-bcanalyzer").about());
            ExitCode::SUCCESS
        }
        Parsed::Wrong(complaints) => {
            for complaint in complaints {
                eprintln!("{short}: {complaint}");
            }
            ExitCode::FAILURE
        }
        Parsed::Work(asked) => match work(&asked, Named::new(&short, "llvm-bcanalyzer")) {
            Ok(()) => ExitCode::SUCCESS,
            Err(fault) => {
                match &fault {
                    // The tool prints its own name, whatever it was called as, and not the file's.
                    Fault::Open(_, error) => eprintln!("llvm-bcanalyzer: {}", diag::words(error)),
                    Fault::Content(_, message) | Fault::Translation(_, message) => eprintln!("llvm-bcanalyzer: {message}"),
                    Fault::Create(_, error) | Fault::Write(_, error) => {
                        eprintln!("LLVM ERROR: IO failure on output stream: {}", diag::words(error));
                    }
                    Fault::BrokenPipe
                    | Fault::Text(_)
                    | Fault::Invalid(..)
                    | Fault::Lint(..)
                    | Fault::Found(..)
                    | Fault::Broken(..)
                    | Fault::Parts(_) => {}
                    Fault::Usage(message) => eprintln!("{short}: {message}"),
                }
                ExitCode::from(fault.status())
            }
        },
    }
}

fn parse(args: &[OsString], tool: &str) -> Parsed {
    let mut asked = Asked::default();
    let mut wrong = Vec::new();
    let mut files = 0;
    let mut only_files = false;
    let mut args = args.iter();
    while let Some(arg) = args.next() {
        let bytes = arg.as_encoded_bytes();
        if only_files || bytes == b"-" || !bytes.starts_with(b"-") {
            files += 1;
            asked.input.get_or_insert_with(|| PathBuf::from(arg));
            continue;
        }
        if bytes == b"--" {
            only_files = true;
            continue;
        }
        let text = arg.to_string_lossy();
        let bare = text.strip_prefix("--").or_else(|| text.strip_prefix('-')).unwrap_or(&text);
        let (name, value) = bare.split_once('=').map_or((bare, None), |(name, value)| (name, Some(value)));
        let mut ignored = false;
        let flag = match name {
            "block-info" | "check-hash" => {
                let value = match value {
                    Some(_) => diag::after_equals(arg),
                    None => args.next().cloned(),
                };
                match (value, name) {
                    (Some(value), "block-info") => asked.block_info = Some(value),
                    (Some(value), _) => asked.check_hash = Some(value),
                    (None, _) => wrong.push(format!("for the --{name} option: requires a value!")),
                }
                continue;
            }
            "h" | "help" | "help-hidden" | "help-list" | "help-list-hidden" => return Parsed::Help,
            "version" => return Parsed::Version,
            "color" => &mut ignored,
            "dump" => &mut asked.dump,
            "dump-blockinfo" => &mut asked.dump_blockinfo,
            "disable-histogram" => &mut asked.disable_histogram,
            "non-symbolic" => &mut asked.non_symbolic,
            "show-binary-blobs" => &mut asked.show_binary_blobs,
            _ => {
                wrong.push(format!("Unknown command line argument '{text}'.  Try: '{tool} --help'"));
                if let Some(nearest) = NAMES.iter().min_by_key(|known| distance(name, known)) {
                    let value = value.map(|value| format!("={value}")).unwrap_or_default();
                    wrong.push(format!("Did you mean '--{nearest}{value}'?"));
                }
                continue;
            }
        };
        *flag = match value {
            None | Some("" | "true" | "TRUE" | "True" | "1") => true,
            Some("false" | "FALSE" | "False" | "0") => false,
            Some(other) => {
                wrong.push(format!("for the --{name} option: '{other}' is invalid value for boolean argument! Try 0 or 1"));
                continue;
            }
        };
    }
    if files > 1 {
        wrong.push(format!("Too many positional arguments specified!\nCan specify at most 1 positional arguments: See: {tool} --help"));
    }
    if wrong.is_empty() { Parsed::Work(asked) } else { Parsed::Wrong(wrong) }
}

/// The number of characters to insert, remove or change to turn `a` into `b`.
fn distance(a: &str, b: &str) -> usize {
    // Only a guess at a name: beyond this many characters it does not matter how many more there are.
    let a: Vec<char> = a.chars().take(64).collect();
    let mut row: Vec<usize> = (0..=a.len()).collect();
    for (above, y) in b.chars().enumerate() {
        let mut diagonal = std::mem::replace(&mut row[0], above + 1);
        for (at, &x) in a.iter().enumerate() {
            let cost = (diagonal + usize::from(x != y)).min(row[at] + 1).min(row[at + 1] + 1);
            diagonal = std::mem::replace(&mut row[at + 1], cost);
        }
    }
    row[a.len()]
}

/// Opens a file of whole words, as the tool wants it.
fn open(path: &Path) -> Result<Input, Fault> {
    let input = input::open(path)?;
    if input.bytes().len().is_multiple_of(4) {
        Ok(input)
    } else {
        Err(Fault::Content(input::name(path), "Bitcode stream should be a multiple of 4 bytes in length".to_owned()))
    }
}

fn work(asked: &Asked, named: Named) -> Result<(), Fault> {
    let path = asked.input.as_deref().unwrap_or(Path::new("-"));
    let input = open(path)?;
    let block_info = match &asked.block_info {
        Some(path) if !path.is_empty() => Some(open(Path::new(path))?),
        _ => None,
    };
    let options = Options {
        dump: asked.dump,
        dump_blockinfo: asked.dump_blockinfo,
        histogram: !asked.disable_histogram,
        symbolic: !asked.non_symbolic,
        show_binary_blobs: asked.show_binary_blobs,
        check_hash: asked.check_hash.as_ref().map(|seed| seed.as_encoded_bytes()).filter(|seed| !seed.is_empty()),
        block_info: block_info.as_ref().map(Input::bytes),
        name: path.as_os_str().as_encoded_bytes(),
        names_of: named.stated().unwrap_or(Options::default().names_of),
    };
    let mut output = Output::create(Path::new("-"))?;
    // Dumps are printed into pages that are used again.
    crate::threads::for_input(input.bytes().len(), 0, true);
    let result = analyzer::analyze(input.bytes(), &options, &mut output, &mut |done| input.forget(0..done));
    match result.map_err(|fault| fault.into_write()) {
        Ok(()) => output.finish(),
        Err(Ok(error)) => Err(Fault::write(output.name(), error)),
        Err(Err(fault)) => Err(Fault::Content(input::name(path), fault.to_string())),
    }
}

#[cfg(test)]
mod threads;

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(args: &[&str]) -> Parsed {
        parse(&args.iter().map(OsString::from).collect::<Vec<_>>(), "llvm-bcanalyzer")
    }

    #[test]
    fn options_take_one_dash_or_two() {
        let want = Asked { input: Some("-x".into()), block_info: Some("i=j".into()), dump: true, ..Asked::default() };
        assert_eq!(parsed(&["-dump", "--block-info=i=j", "--dump-blockinfo=0", "--", "-x"]), Parsed::Work(want));
        let want = Asked { check_hash: Some("seed".into()), ..Asked::default() };
        assert_eq!(parsed(&["--check-hash", "seed"]), Parsed::Work(want));
    }

    #[test]
    fn wrong_ones_are_named() {
        let Parsed::Wrong(complaints) = parsed(&["--dumpp", "a", "b", "--check-hash"]) else { panic!("accepted") };
        assert_eq!(complaints[0], "Unknown command line argument '--dumpp'.  Try: 'llvm-bcanalyzer --help'");
        assert_eq!(complaints[1], "Did you mean '--dump'?");
        assert_eq!(complaints[2], "for the --check-hash option: requires a value!");
        assert!(complaints[3].starts_with("Too many positional arguments specified!\n"));
    }

    #[test]
    fn distances() {
        assert_eq!(distance("dumpp", "dump"), 1);
        assert_eq!(distance("", "dump"), 4);
        assert_eq!(distance("kitten", "sitting"), 3);
    }
}
