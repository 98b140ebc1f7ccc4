//! Messages of our own tools, and `eprint!`, `eprintln!`, `print!` and `println!` of this crate: those of the standard library, but that a
//! stream that takes no more is no reason to panic. A message that nobody can read must not end the work that it is about.
use std::collections::BTreeMap;
use std::process::ExitCode;
use std::sync::{Mutex, OnceLock};

use crate::diag::{self, Fault};
use crate::notes::{self, Note};
use crate::readable;

/// A message on the standard error, if that takes one.
macro_rules! eprint {
    ($($arg:tt)*) => {{
        use std::io::Write as _;
        let _ = std::io::stderr().lock().write_all(format!($($arg)*).as_bytes());
    }};
}

/// A line on the standard error, if that takes one.
macro_rules! eprintln {
    () => { eprint!("\n") };
    ($($arg:tt)*) => { eprint!("{}\n", format_args!($($arg)*)) };
}

/// A short text on the standard output, such as help: outputs report errors themselves.
macro_rules! print {
    ($($arg:tt)*) => {{
        use std::io::Write as _;
        let mut out = std::io::stdout().lock();
        let _ = out.write_all(format!($($arg)*).as_bytes()).and_then(|()| out.flush());
    }};
}

/// A line on the standard output.
macro_rules! println {
    ($($arg:tt)*) => { print!("{}\n", format_args!($($arg)*)) };
}

/// The program's own name, see [`be`].
static TOOL: OnceLock<&str> = OnceLock::new();

/// Which notes are shown, and when.
static NOTES: Mutex<Notes> = Mutex::new(Notes { shown: Shown::AtOnce, count: 0, held: BTreeMap::new() });

struct Notes {
    shown: Shown,
    /// How many there were.
    count: usize,
    /// Those that wait, by their texts, each with the names of the files that it is about.
    held: BTreeMap<String, Vec<(String, Note)>>,
}

/// What becomes of notes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shown {
    /// Each is printed when it comes.
    AtOnce,
    /// They are printed at the end, and those with the same words as one. This is for many files.
    Merged,
    /// They are kept for who [takes](take_notes) them.
    Kept,
    /// None is printed.
    Never,
}

/// Files that a merged note names before it only counts them.
const NAMED: usize = 3;

/// Sets the name under which messages of our own tools come. The first one stays.
pub(crate) fn be(name: &'static str) {
    let _ = TOOL.set(name);
}

/// The name under which messages of our own tools come.
pub(crate) fn tool() -> &'static str {
    TOOL.get().copied().unwrap_or("bctk")
}

/// Sets what becomes of notes from now on.
pub(crate) fn show_notes(shown: Shown) {
    notes().shown = shown;
}

fn notes() -> std::sync::MutexGuard<'static, Notes> {
    NOTES.lock().unwrap_or_else(|error| error.into_inner())
}

/// A note about the file `name`.
pub(crate) fn note(name: &str, note: Note) {
    let mut note = note;
    note.text = explained(note.text);
    let mut notes = notes();
    notes.count += 1;
    match notes.shown {
        Shown::Never => {}
        Shown::AtOnce => eprintln!("{}: note: {name}: {}", tool(), note.text),
        Shown::Merged | Shown::Kept => notes.held.entry(note.text.clone()).or_default().push((name.to_owned(), note)),
    }
}

/// A note that names what it is about, or is about the whole work. It is not merged.
pub(crate) fn note_all(text: impl std::fmt::Display) {
    let mut notes = notes();
    notes.count += 1;
    if notes.shown != Shown::Never {
        eprintln!("{}: note: {text}", tool());
    }
}

/// Takes the notes that were kept: the name of a file and what is said of it.
pub(crate) fn take_notes() -> Vec<(String, Note)> {
    std::mem::take(&mut notes().held).into_values().flatten().collect()
}

/// What the library says of containers with several modules, and what `bctk` says instead.
const MANY: [(&str, &str); 2] = [
    ("list all with bcdump --list", "list all with bctk list"),
    ("extract all with bcconv --extract DIR", "write all with bctk unpack -o DIR"),
];

/// What a message of `bctk` says: of mangled names what they mean, and of other tools what is their like. The tools with names of their own
/// keep their messages.
pub(crate) fn explained(text: String) -> String {
    match tool() == "bctk" {
        true => MANY.iter().fold(readable::explained(&text), |text, (theirs, ours)| text.replace(theirs, ours)),
        false => text,
    }
}

/// Prints the notes that wait. Returns how many notes there were.
pub(crate) fn end_notes() -> usize {
    let (count, held) = {
        let mut notes = notes();
        (notes.count, std::mem::take(&mut notes.held))
    };
    for (text, notes) in held {
        let mut names: Vec<String> = notes.into_iter().map(|(name, _)| name).collect();
        // The work is done in no order.
        names.sort();
        let shown = names.iter().take(NAMED).map(String::as_str).collect::<Vec<_>>().join(", ");
        let more = match names.len().saturating_sub(NAMED) {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        eprintln!("{}: note: {shown}{more}: {text}", tool());
    }
    count
}

/// Prints a fault of a command line, or the help that it asks for. Returns the status to end with.
pub(crate) fn usage(error: &clap::Error) -> ExitCode {
    let _ = error.print();
    ExitCode::from(u8::from(error.use_stderr()) * 2)
}

/// Reports a fault of our own tools. Returns the status to end with, if the work ends here.
pub(crate) fn fail(fault: &Fault) -> ExitCode {
    match fault {
        Fault::Content(name, message) | Fault::Translation(name, message) => {
            diag::report(tool(), &Fault::Content(name.clone(), explained(message.clone())));
        }
        Fault::Parts(faults) => faults.iter().for_each(|fault| {
            let _ = fail(fault);
        }),
        _ => diag::report(tool(), fault),
    }
    ExitCode::from(fault.status())
}

/// Notes what of an input could not be looked into.
pub(crate) fn note_unread(contents: &bctk::contents::Contents) {
    if let Some(unread) = notes::unread(contents) {
        note(&contents.name, unread);
    }
}
