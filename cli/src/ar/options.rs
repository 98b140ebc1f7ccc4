//! The command line of `llvm-ar`: the operation and its modifiers are letters of one word.
use std::ffi::OsString;

use bctk::archive::{Index, Kind};

use super::{Program, Stop, paths};
use crate::response::{self, Quoting};

/// What is done with an archive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Operation {
    Print,
    Delete,
    Move,
    Append,
    Replace,
    List,
    Extract,
    Index,
}

/// What an archive is to have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum State {
    /// Anything that can be read and is in the index.
    Any,
    /// No member with bitcode alone, which only a linker with LTO can link.
    Native,
    /// Bitcode in all objects.
    Bitcode,
    /// No bitcode.
    Stripped,
}

impl State {
    pub(super) fn named(name: &str) -> Option<State> {
        Some(match name {
            "native" => State::Native,
            "bitcode" => State::Bitcode,
            "stripped" => State::Stripped,
            _ => return None,
        })
    }

    /// Whether a member with or without bitcode and native code is against it.
    pub(super) fn refuses(self, bitcode: bool, native: bool) -> bool {
        match self {
            State::Any => false,
            State::Native => bitcode && !native,
            State::Bitcode => native && !bitcode,
            State::Stripped => bitcode,
        }
    }
}

/// The kind of archive that is asked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Format {
    #[default]
    Default,
    Of(Kind),
}

const FORMATS: [(&str, Format); 6] = [
    ("default", Format::Default),
    ("gnu", Format::Of(Kind::Gnu)),
    ("darwin", Format::Of(Kind::Darwin)),
    ("bsd", Format::Of(Kind::Bsd)),
    ("bigarchive", Format::Of(Kind::AixBig)),
    ("coff", Format::Of(Kind::Coff)),
];

/// The arguments with those in the files that they name.
pub(super) fn expand(args: &[OsString]) -> Result<Vec<OsString>, Stop> {
    let mut quoting = if cfg!(windows) { Quoting::Windows } else { Quoting::Posix };
    let mut rest = args.iter();
    while let Some(arg) = rest.next() {
        if let Some(style) = value("rsp-quoting", arg, &mut rest)? {
            quoting = match &*style.to_string_lossy() {
                "posix" => Quoting::Posix,
                "windows" => Quoting::Windows,
                style => return Err(Stop::Fail(format!("Invalid response file quoting style {style}"))),
            };
        }
    }
    response::expand_with(args.to_vec(), quoting).map_err(Stop::Fail)
}

/// The value of an option, if `arg` is that option, with or without dashes.
fn value<'a>(name: &str, arg: &OsString, rest: &mut impl Iterator<Item = &'a OsString>) -> Result<Option<OsString>, Stop> {
    let text = arg.to_string_lossy();
    let bare = text.strip_prefix("--").unwrap_or(&text);
    if bare == name {
        let missing = || Stop::Fail(format!("{name} requires an argument"));
        return rest.next().cloned().ok_or_else(missing).map(Some);
    }
    let is_it = bare.strip_prefix(name).is_some_and(|rest| rest.starts_with('='));
    Ok(if is_it { crate::diag::after_equals(arg) } else { None })
}

/// A command line taken apart.
#[derive(Debug, Default)]
pub(super) struct Line {
    /// The letters of operation and modifiers.
    pub(super) letters: String,
    pub(super) words: Vec<OsString>,
    pub(super) script: bool,
    pub(super) thin: bool,
    pub(super) format: Format,
    pub(super) output: Option<OsString>,
    pub(super) check: Option<State>,
}

impl Line {
    /// Takes the arguments apart; none if they only ask for an answer, which was given.
    pub(super) fn parse(program: &Program, args: &[OsString]) -> Result<Option<Line>, Stop> {
        let mut line = Line::default();
        let mut rest = args.iter();
        while let Some(arg) = rest.next() {
            let text = arg.to_string_lossy();
            if program.answers(&text) {
                return Ok(None);
            }
            if text == "--" {
                line.words.extend(rest.cloned());
                break;
            }
            let state = text.strip_prefix("--check");
            match state.map(|state| state.strip_prefix('=').ok_or(state)) {
                Some(Ok(state)) => {
                    line.check = Some(State::named(state).ok_or_else(|| Stop::Fail(format!("Invalid state {state}")))?);
                    continue;
                }
                Some(Err("")) => {
                    line.check = Some(State::Any);
                    continue;
                }
                _ => {}
            }
            if !text.starts_with('-') {
                if !line.letters.is_empty() || line.check.is_some() {
                    line.words.push(arg.clone());
                } else {
                    line.letters.push_str(&text);
                }
                continue;
            }
            match &*text {
                "-M" => line.script = true,
                "--thin" => line.thin = true,
                _ => {
                    if let Some(format) = value("format", arg, &mut rest)? {
                        let format = format.to_string_lossy();
                        let is_known = |kind| matches!(kind, Format::Of(kind) if program.rules.has_format(kind)) || kind == Format::Default;
                        let is_it = |(name, kind): &&(&str, Format)| *name == format && is_known(*kind);
                        let found = FORMATS.iter().find(is_it);
                        line.format = found.ok_or_else(|| Stop::Fail(format!("Invalid format {format}")))?.1;
                    } else if let Some(folder) = value("output", arg, &mut rest)? {
                        line.output = Some(folder);
                    } else if value("plugin", arg, &mut rest)?.is_some() || value("rsp-quoting", arg, &mut rest)?.is_some() {
                        // Nothing depends on them any more.
                    } else if text.starts_with("-X") && program.rules.archiver_has_object_mode() {
                        return Err(Stop::Fail(format!("{text} option not supported on non AIX OS")));
                    } else {
                        line.letters.push_str(&text[1..]);
                    }
                }
            }
        }
        Ok(Some(line))
    }
}

/// What is asked for.
#[derive(Debug)]
pub(super) struct Options {
    pub(super) operation: Operation,
    pub(super) archive: OsString,
    /// The members or files that are named, as long as they have not been found.
    pub(super) names: Vec<Vec<u8>>,
    /// The member next to which others go, and whether they go after it.
    pub(super) place: Option<(Vec<u8>, bool)>,
    /// Which of several members of a name is meant, from 1.
    pub(super) count: Option<u64>,
    pub(super) create: bool,
    pub(super) original_dates: bool,
    pub(super) offsets: bool,
    pub(super) full_paths: bool,
    pub(super) only_newer: bool,
    pub(super) verbose: bool,
    pub(super) index: Index,
    pub(super) deterministic: bool,
    pub(super) thin: bool,
    pub(super) add_library: bool,
    pub(super) format: Format,
    pub(super) output: Option<OsString>,
}

impl Options {
    /// Options for an archive that is made from nothing.
    pub(super) fn new(operation: Operation, archive: OsString) -> Options {
        Options {
            operation,
            archive,
            names: Vec::new(),
            place: None,
            count: None,
            create: false,
            original_dates: false,
            offsets: false,
            full_paths: false,
            only_newer: false,
            verbose: false,
            index: Index::All,
            deterministic: true,
            thin: false,
            add_library: false,
            format: Format::Default,
            output: None,
        }
    }

    /// The options of a command line without a script.
    pub(super) fn of(program: &Program, line: &Line) -> Result<Options, Stop> {
        let mut options = Options::new(Operation::Index, OsString::new());
        (options.thin, options.format, options.output) = (line.thin, line.format, line.output.clone());
        let mut words = line.words.iter();
        let mut operations = Vec::new();
        let mut places = 0;
        let mut only_index = false;
        for letter in line.letters.chars() {
            match letter {
                'd' => operations.push(Operation::Delete),
                'm' => operations.push(Operation::Move),
                'p' => operations.push(Operation::Print),
                'q' => operations.push(Operation::Append),
                'r' => operations.push(Operation::Replace),
                't' => operations.push(Operation::List),
                'x' => operations.push(Operation::Extract),
                'a' | 'b' | 'i' => {
                    let missing = || Stop::Fail("expected [relpos] for 'a', 'b', or 'i' modifier".into());
                    let name = words.next().ok_or_else(missing)?;
                    options.place = Some((name.as_encoded_bytes().to_vec(), letter == 'a'));
                    places += 1;
                }
                'N' => options.count = Some(count(words.next())?),
                's' => (options.index, only_index) = (Index::All, true),
                'V' => {
                    println!("{}", program.named.about());
                    return Err(Stop::Done(std::process::ExitCode::SUCCESS));
                }
                'h' => {
                    program.print_help();
                    return Err(Stop::Done(std::process::ExitCode::SUCCESS));
                }
                letter if !options.modify(letter) => return Err(Stop::Usage(format!("unknown option {letter}"))),
                _ => {}
            }
        }
        options.full_paths |= options.thin;
        let archive = words.next().ok_or_else(|| Stop::Usage("an archive name must be specified".into()))?;
        options.archive.clone_from(archive);
        options.names = words.map(|word| word.as_encoded_bytes().to_vec()).collect();
        if operations.is_empty() && only_index {
            operations.push(Operation::Index);
            if !options.names.is_empty() {
                return Err(Stop::Usage("the 's' operation takes only an archive as argument".into()));
            }
        }
        match operations.as_slice() {
            [] => return Err(Stop::Usage("you must specify at least one of the operations".into())),
            [operation] => options.operation = *operation,
            _ => return Err(Stop::Usage("only one operation may be specified".into())),
        }
        options.check(places)?;
        Ok(options)
    }

    /// Takes a modifier without an argument.
    fn modify(&mut self, letter: char) -> bool {
        match letter {
            'c' => self.create = true,
            'l' => {}
            'o' => self.original_dates = true,
            'O' => self.offsets = true,
            'P' => self.full_paths = true,
            'S' => self.index = Index::None,
            'u' => self.only_newer = true,
            'v' => self.verbose = true,
            'D' => self.deterministic = true,
            'U' => self.deterministic = false,
            'T' => self.thin = true,
            'L' => self.add_library = true,
            _ => return false,
        }
        true
    }

    /// Refuses modifiers that the operation does not have.
    fn check(&self, places: usize) -> Result<(), Stop> {
        use Operation::{Append, Delete, Extract, Move, Replace};
        let wrong = [
            (places > 1, "you may only specify one of 'a', 'b', and 'i' modifiers"),
            (
                self.place.is_some() && !matches!(self.operation, Move | Replace),
                "the 'a', 'b' and 'i' modifiers can only be specified with the 'm' or 'r' operations",
            ),
            (
                self.count.is_some() && !matches!(self.operation, Extract | Delete),
                "the 'N' modifier can only be specified with the 'x' or 'd' operations",
            ),
            (self.original_dates && self.operation != Extract, "the 'o' modifier is only applicable to the 'x' operation"),
            (self.only_newer && self.operation != Replace, "the 'u' modifier is only applicable to the 'r' operation"),
            (self.add_library && self.operation != Append, "the 'L' modifier is only applicable to the 'q' operation"),
            (self.output.is_some() && self.operation != Extract, "--output is only applicable to the 'x' operation"),
        ];
        if let Some((_, message)) = wrong.iter().find(|(is_wrong, _)| *is_wrong) {
            return Err(Stop::Usage((*message).into()));
        }
        if let Some(folder) = self.output.as_ref().filter(|folder| !folder.is_empty())
            && (std::fs::create_dir_all(folder).is_err() || !std::path::Path::new(folder).is_dir())
        {
            return Err(Stop::Fail(format!("'{}' is not a directory", folder.to_string_lossy())));
        }
        Ok(())
    }

    /// The name of the archive for messages.
    pub(super) fn shown(&self) -> std::borrow::Cow<'_, str> {
        self.archive.to_string_lossy()
    }

    /// Whether a member has a name that is meant by another.
    pub(super) fn are_same(&self, one: &[u8], other: &[u8]) -> bool {
        paths::are_same(one, other, self.full_paths)
    }
}

/// The argument of the modifier `N`.
fn count(word: Option<&OsString>) -> Result<u64, Stop> {
    let word = word.ok_or_else(|| Stop::Usage("expected [count] for 'N' modifier".into()))?.to_string_lossy();
    match word.parse::<i32>() {
        Err(_) => Err(Stop::Usage(format!("value for [count] must be numeric, got: {word}"))),
        Ok(count) if count < 1 => Err(Stop::Usage(format!("value for [count] must be positive, got: {word}"))),
        Ok(count) => Ok(count.unsigned_abs().into()),
    }
}
