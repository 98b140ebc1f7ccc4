//! Messages on standard error and their exit status, and code shared by several command lines.
use bctk_support::limits::Exceeded;
use std::ffi::{OsStr, OsString};
use std::fmt;
use std::io;

use crate::color;
use bctk::verify::Located;
use bctk::{ErrorKind, Module, TextErrors};

/// How LLVM ends when its reader finds a module invalid.
pub(crate) const BROKEN: &str = "LLVM ERROR: Broken module found, compilation aborted!";

/// Why a conversion failed.
pub(crate) enum Fault {
    /// A file could not be opened or read; with its name.
    Open(String, io::Error),
    /// The output could not be made.
    Create(String, io::Error),
    /// The output could not be written; with its name.
    Write(String, io::Error),
    /// The reader of the output went away: no message, and the exit status of a process that a broken pipe ends.
    BrokenPipe,
    /// The content of the input is at fault: name of the input, message.
    Content(String, String),
    /// A translation is refused: name of the input, message.
    Translation(String, String),
    /// The text of the input is at fault.
    Text(TextErrors),
    /// A module is not valid: the name of the input, what the verifier found in LLVM's lines.
    Invalid(String, String),
    /// A module is valid, and a lint found something: the name of the input, the findings in LLVM's lines.
    Lint(String, String),
    /// The same for programs.
    Found(String, Vec<Located>),
    /// The same, found by the reader itself, where LLVM gives up.
    Broken(String, String),
    /// The command line asks for something that cannot be.
    Usage(String),
    /// Several parts of a container are at fault.
    Parts(Vec<Fault>),
}

impl From<bctk::Error> for Fault {
    fn from(error: bctk::Error) -> Fault {
        let message = error.message();
        match error.into_parts() {
            (name, ErrorKind::Open(error)) => Fault::Open(name, error),
            (name, ErrorKind::Write(error)) => Fault::write(&name, error),
            (_, ErrorKind::Text(errors)) => Fault::Text(errors),
            (name, _) => Fault::Content(name, message),
        }
    }
}

/// Exit status that a shell shows for a process ended by a broken pipe.
pub(crate) const BROKEN_PIPE: u8 = 141;

impl Fault {
    /// A failed write to `name`.
    pub(crate) fn write(name: &str, error: io::Error) -> Fault {
        match error.get_ref().and_then(|inner| inner.downcast_ref::<Exceeded>()) {
            Some(exceeded) => Fault::Content(name.to_owned(), exceeded.to_string()),
            None if error.kind() == io::ErrorKind::BrokenPipe => Fault::BrokenPipe,
            None => Fault::Write(name.to_owned(), error),
        }
    }

    /// Bitcode that was not written: because of the module, told of `module`, or of the output.
    pub(crate) fn of_bitcode(fault: bctk_bitcode::write::Fault, module: &str, output: &str) -> Fault {
        match fault {
            bctk_bitcode::write::Fault::Module(error) => Fault::Content(module.to_owned(), error.to_string()),
            bctk_bitcode::write::Fault::Sink(error) => Fault::write(output, error),
        }
    }

    /// The faults of parts of a container, one or more.
    pub(crate) fn of_parts(mut faults: Vec<Fault>) -> Fault {
        match faults.pop() {
            Some(only) if faults.is_empty() => only,
            last => {
                faults.extend(last);
                Fault::Parts(faults)
            }
        }
    }

    /// Exit status for this fault.
    pub(crate) fn status(&self) -> u8 {
        match self {
            Fault::BrokenPipe => BROKEN_PIPE,
            Fault::Usage(_) => 2,
            Fault::Parts(faults) => faults.iter().map(Fault::status).max().unwrap_or(1),
            _ => 1,
        }
    }
}

/// Warns, in LLVM's words after `prefix`, of debug information that reading the file `name` dropped, below what is wrong with it.
pub(crate) fn dropped(modules: &[Module], name: &str, prefix: &str) {
    for module in modules {
        if let Some(faults) = module.provenance.debug_faults.as_ref().filter(|_| module.provenance.dropped_debug.is_some()) {
            eprint!("{}", faults.messages);
        }
        if let Some(dropped) = module.provenance.dropped_debug {
            eprintln!("{prefix}warning: {}", dropped.warning(name));
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::Open(name, error) => write!(f, "{name}: {}", words(error)),
            Fault::Create(name, error) => write!(f, "{name}: cannot be created: {}", words(error)),
            Fault::Write(name, error) => write!(f, "{name}: cannot be written: {}", words(error)),
            Fault::BrokenPipe => write!(f, "broken pipe"),
            Fault::Content(name, message) | Fault::Translation(name, message) => write!(f, "{name}: {message}"),
            Fault::Text(report) => write!(f, "{report}"),
            Fault::Invalid(name, findings) | Fault::Broken(name, findings) => {
                write!(f, "{name}: the module is not valid\n{}", findings.trim_end_matches('\n'))
            }
            Fault::Lint(name, findings) => write!(f, "{name}: the lint found\n{}", findings.trim_end_matches('\n')),
            Fault::Found(name, findings) => write!(f, "{name}: {} findings", findings.len()),
            Fault::Usage(message) => write!(f, "{message}"),
            Fault::Parts(faults) => {
                let all: Vec<String> = faults.iter().map(ToString::to_string).collect();
                write!(f, "{}", all.join("; "))
            }
        }
    }
}

/// The system's words for an error, without the number that Rust adds and with the capital that the system begins them with.
pub(crate) fn words(error: &io::Error) -> String {
    let mut text = error.to_string();
    if let Some(at) = text.find(" (os error") {
        text.truncate(at);
    }
    if let Some(first) = text.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    text
}

/// Prints `tool: error: fault`, unless it is one to be silent about.
pub(crate) fn report(tool: &str, fault: &Fault) {
    match fault {
        Fault::BrokenPipe => {}
        // Each fault says itself that it is one.
        Fault::Text(report) if color::in_messages() => eprintln!("{}", report.styled()),
        Fault::Text(report) => eprintln!("{report}"),
        fault => eprintln!("{tool}: error: {fault}"),
    }
}

/// The text after the first `=` of an argument, in any bytes.
#[cfg(unix)]
pub(crate) fn after_equals(arg: &OsStr) -> Option<OsString> {
    use std::os::unix::ffi::OsStrExt;
    let bytes = arg.as_bytes();
    let at = bytes.iter().position(|c| *c == b'=')?;
    Some(OsStr::from_bytes(&bytes[at + 1..]).to_owned())
}

/// The part of an argument after the first `=`.
#[cfg(not(unix))]
pub(crate) fn after_equals(arg: &OsStr) -> Option<OsString> {
    arg.to_string_lossy().split_once('=').map(|(_, value)| OsString::from(value))
}

/// Things that a message names before it only counts them.
const NAMED: usize = 6;

/// Says which records of the modules' bitcode LLVM refuses because they have too few operands, if any.
pub(crate) fn short_records(modules: &[Module]) -> Option<String> {
    let all: Vec<String> = modules.iter().flat_map(bctk::modules::short_records_of).map(short_record).collect();
    if all.is_empty() {
        return None;
    }
    let more = match all.len().saturating_sub(NAMED) {
        0 => String::new(),
        more => format!("; and {more} more"),
    };
    let named = all.into_iter().take(NAMED).collect::<Vec<_>>().join("; ");
    Some(format!("records with fewer operands than LLVM demands: {named}{more}"))
}

fn short_record(short: &bctk_ir::provenance::ShortRecord) -> String {
    let times = if short.count == 1 { String::new() } else { format!(" ({} times)", short.count) };
    format!("{} with {}{times}", bctk::modules::record_path(short), short.operands)
}

/// Says what of the modules' bitcode is not known here, if anything.
pub(crate) fn not_understood(modules: &[Module]) -> Option<String> {
    let all: Vec<&bctk_ir::provenance::NotUnderstood> = modules.iter().flat_map(bctk::modules::unknown_of).collect();
    if all.is_empty() {
        return None;
    }
    let times = |unknown: &&bctk_ir::provenance::NotUnderstood| match unknown.count {
        1 => unknown.what.clone(),
        count => format!("{} ({count} times)", unknown.what),
    };
    let named: Vec<String> = all.iter().take(NAMED).map(times).collect();
    let more = match all.len().saturating_sub(NAMED) {
        0 => String::new(),
        more => format!("; and {more} more"),
    };
    Some(format!("unknown parts: {}{more}", named.join("; ")))
}
