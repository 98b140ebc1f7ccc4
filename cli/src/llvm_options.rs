//! Command lines of LLVM's tools: options have one or two dashes, flags may have a value after `=`, other options take the next
//! argument or the text after `=`, and everything after `--` is a file (LLVM 22, `CommandLine.cpp`, verified with the tools).
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use bctk_bitcode::LlvmVersion;

use crate::diag;
use crate::limits;

/// The result of parsing a command line.
#[derive(Debug, PartialEq)]
pub(crate) enum Parsed {
    /// These files; the options are in the variable passed to [`parse`].
    Files(Vec<PathBuf>),
    Help,
    Version,
    /// Complaints, one line each, without the tool's name.
    Wrong(Vec<String>),
}

/// Reads `args`: `flags` and `values` say which options there are, and where they go.
pub(crate) fn parse(
    args: &[OsString],
    tool: &str,
    flags: &mut [(&str, &mut bool)],
    values: &mut [(&str, &mut Option<OsString>)],
) -> Parsed {
    parse_lists(args, tool, flags, values, &mut [])
}

/// As [`parse`]; `lists` are options that may be there several times.
pub(crate) fn parse_lists(
    args: &[OsString],
    tool: &str,
    flags: &mut [(&str, &mut bool)],
    values: &mut [(&str, &mut Option<OsString>)],
    lists: &mut [(&str, &mut Vec<OsString>)],
) -> Parsed {
    let mut files = Vec::new();
    let mut wrong = Vec::new();
    let mut only_files = false;
    let mut args = args.iter();
    let mut limits = Vec::new();
    while let Some(arg) = args.next() {
        let bytes = arg.as_encoded_bytes();
        if only_files || bytes == b"-" || !bytes.starts_with(b"-") {
            files.push(PathBuf::from(arg));
            continue;
        }
        if bytes == b"--" {
            only_files = true;
            continue;
        }
        let text = arg.to_string_lossy();
        let bare = text.strip_prefix("--").or_else(|| text.strip_prefix('-')).unwrap_or(&text);
        let (name, value) = bare.split_once('=').map_or((bare, None), |(name, value)| (name, Some(value)));
        let dashes = if name.len() == 1 { "-" } else { "--" };
        match name {
            "h" | "help" | "help-hidden" | "help-list" | "help-list-hidden" => return Parsed::Help,
            "version" => return Parsed::Version,
            _ => {}
        }
        // Not an option of LLVM's tools.
        if name == "limit" {
            match value.map(str::to_owned).or_else(|| args.next().map(|next| next.to_string_lossy().into_owned())) {
                Some(value) => limits.push(value),
                None => wrong.push("for the --limit option: requires a value!".into()),
            }
            continue;
        }
        let (value_slot, list_slot) = (values.iter_mut().find(|(n, _)| *n == name), lists.iter_mut().find(|(n, _)| *n == name));
        if value_slot.is_some() || list_slot.is_some() {
            match (diag::after_equals(arg).or_else(|| args.next().cloned()), value_slot, list_slot) {
                (Some(value), Some((_, slot)), _) => **slot = Some(value),
                (Some(value), None, Some((_, slot))) => slot.push(value),
                _ => wrong.push(format!("for the {dashes}{name} option: requires a value!")),
            }
            continue;
        }
        let Some((_, flag)) = flags.iter_mut().find(|(n, _)| *n == name) else {
            wrong.push(format!("Unknown command line argument '{text}'.  Try: '{tool} --help'"));
            continue;
        };
        **flag = match value {
            None | Some("" | "true" | "TRUE" | "True" | "1") => true,
            Some("false" | "FALSE" | "False" | "0") => false,
            Some(other) => {
                wrong.push(format!("for the {dashes}{name} option: '{other}' is invalid value for boolean argument! Try 0 or 1"));
                continue;
            }
        };
    }
    if let Err(fault) = limits::set(limits.iter().map(String::as_str), None) {
        wrong.push(fault.to_string());
    }
    if wrong.is_empty() { Parsed::Files(files) } else { Parsed::Wrong(wrong) }
}

/// How a program describes itself when it replaces one of LLVM's tools.
pub(crate) struct About {
    /// The tool's own line about itself.
    pub(crate) overview: &'static str,
    /// The usage text after the name.
    pub(crate) usage: &'static str,
    /// The options.
    pub(crate) help: &'static str,
}

/// The version of LLVM in the name of a program: 17 for `llvm-dis-17`, the default release for `llvm-dis`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Named {
    version: Option<LlvmVersion>,
}

impl Named {
    /// By the file name of the program, which contains the name of the tool; a number follows it, as in `llvm-dis-17`, `llvm-dis17` or `llvm-dis-mp-17`.
    pub(crate) fn new(short: &str, tool: &str) -> Named {
        let rest = short.rsplit_once(tool).map_or("", |(_, rest)| rest);
        let rest = rest.strip_prefix("-mp").unwrap_or(rest);
        let rest = rest.strip_prefix('-').unwrap_or(rest);
        let digits = rest.bytes().take_while(|c| c.is_ascii_digit() || *c == b'.').count();
        Named { version: LlvmVersion::parse(rest[..digits].trim_end_matches('.').as_bytes()) }
    }

    /// The release; the newest known one for any newer one, the default for none.
    pub(crate) fn llvm(self) -> Result<LlvmVersion, String> {
        let Some(version) = self.version else { return Ok(LlvmVersion::DEFAULT) };
        let llvm = version.as_written();
        if llvm > version {
            return Err(format!("cannot translate to LLVM {version}; the oldest supported version is {llvm}"));
        }
        Ok(llvm)
    }

    /// The release in the name, known or not.
    pub(crate) fn reader(self) -> LlvmVersion {
        self.version.unwrap_or_default()
    }

    /// The release that the name states, known or not.
    pub(crate) fn stated(self) -> Option<LlvmVersion> {
        self.version
    }

    /// The output of `--version`: the LLVM that it matches, in the form of LLVM's tools.
    pub(crate) fn about(self) -> String {
        let release = self.llvm().unwrap_or_default().last_release();
        format!("bctk LLVM version {release}\n  Optimized build.\n  bctk {}", env!("CARGO_PKG_VERSION"))
    }
}

/// The path by which the program was started, and its last part.
pub(crate) fn names(args: &[OsString]) -> (String, String) {
    let tool = args.first().map(|arg0| arg0.to_string_lossy().into_owned()).unwrap_or_default();
    let short = Path::new(&tool).file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    (tool, short)
}

/// Answers a command line that asks for no work.
pub(crate) fn answer(parsed: Parsed, (tool, short): (&str, &str), named: Named, about: &About) -> ExitCode {
    match parsed {
        Parsed::Help => print!("OVERVIEW: {}\n\nUSAGE: {short} {}\n{}", about.overview, about.usage, about.help),
        Parsed::Version => println!("{}", named.about()),
        Parsed::Wrong(complaints) => {
            for complaint in complaints {
                eprintln!("{short}: {complaint}");
            }
            return ExitCode::FAILURE;
        }
        Parsed::Files(_) => {
            eprintln!("{short}: Too many positional arguments specified!\nCan specify at most 1 positional arguments: See: {tool} --help");
            return ExitCode::FAILURE;
        }
    }
    ExitCode::SUCCESS
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_in_names() {
        let version = |short: &str| Named::new(short, "llvm-dis").version;
        assert_eq!(version("llvm-dis"), None);
        assert_eq!(version("llvm-dis.exe"), None);
        assert_eq!(version("llvm-dis-17"), Some(LlvmVersion::new(17)));
        assert_eq!(version("llvm-dis-3.9"), Some(LlvmVersion::three(9)));
        assert_eq!(version("llvm-dis-17.exe"), Some(LlvmVersion::new(17)));
        assert_eq!(version("x86_64-w64-mingw32-llvm-dis-mp-9"), Some(LlvmVersion::new(9)));
        assert_eq!(version("llvm-dis19"), Some(LlvmVersion::new(19)));
        let llvm = |short: &str| Named::new(short, "llvm-dis").llvm();
        assert_eq!((llvm("llvm-dis"), llvm("llvm-dis-40")), (Ok(LlvmVersion::DEFAULT), Ok(LlvmVersion::NEWEST)));
        assert_eq!(llvm("llvm-dis-13"), Ok(LlvmVersion::new(13)));
        assert!(llvm("llvm-dis-3.6").is_err());
    }
}
