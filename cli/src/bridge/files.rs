//! What becomes of one input: whether the linker's LLVM takes its bitcode, and the file with the bitcode that it does take.
use std::borrow::Cow;
use std::path::{Path, PathBuf};

use bctk::contents::{self, Bitcode, Contents};
use bctk::input::{self, Kind};
use bctk::modules::{self, Parts};
use bctk::{LlvmVersion, Target, TranslateOptions, TranslateReport, translate};
use bctk_bitcode::ReadOptions;
use bctk_bitcode::write::{InOrder, ModuleHash, WriteOptions};
use bctk_ir::version::producer::producer_version;
use bctk_object::container::Container;
use rayon::iter::{IndexedParallelIterator, IntoParallelRefIterator, ParallelIterator};

use super::cache::{Cache, Entry, Known};
use crate::diag::{self, Fault};
use crate::limits;

/// Sections with bitcode that no linker reads: a copy beside the code.
const COPIES: &[&str] = &[".llvmbc", "__LLVM,__bitcode", "__LLVM,__bitcode1"];

/// A container that cannot be made.
fn refused(name: &str, error: bctk::Error) -> Answer {
    let fault = match Fault::from(error) {
        Fault::Open(member, error) => (member, format!("{}; {name} has it as a member", diag::words(&error))),
        Fault::Content(name, message) => (name, message),
        other => (name.to_owned(), other.to_string()),
    };
    Answer::Refused { because: "it cannot be made again".into(), faults: vec![fault] }
}

/// Parts of a container that cannot be read. Files that an object names are nothing to linkers.
fn unread(contents: &Contents) -> impl Iterator<Item = &contents::Unread> {
    contents.faults.iter().filter(|fault| !fault.is_recorded())
}

/// Whether linkers read it.
fn is_linked(bitcode: &Bitcode) -> bool {
    !bitcode.section.as_deref().is_some_and(|section| COPIES.contains(&section))
}

/// What conversions are for.
pub(super) struct Job {
    pub(super) llvm: LlvmVersion,
    pub(super) options: TranslateOptions,
    pub(super) cache: Cache,
    /// Whether converted files are kept. Without it, they are only made.
    pub(super) writes: bool,
}

/// What becomes of an input.
#[derive(Debug)]
pub(super) enum Answer {
    /// It has no bitcode that linkers read.
    NoBitcode(&'static str),
    /// LLVM takes all of it.
    Reads,
    /// It cannot be read, or nobody could read it: this is why. The linker is to say what it thinks of it.
    Damaged(String),
    /// There is a converted file, or would be.
    Converted(Converted),
    /// It cannot be converted: this is why LLVM does not take it, and why nothing else could be made of it.
    Refused { because: String, faults: Vec<(String, String)> },
}

/// A converted file.
#[derive(Debug, Default)]
pub(super) struct Converted {
    pub(super) file: PathBuf,
    /// It was there before.
    pub(super) was_there: bool,
    /// Why LLVM does not take it, if it was not there before.
    pub(super) because: String,
    /// Of each translated module: its name, its own release, and what changed.
    pub(super) changes: Vec<(String, LlvmVersion, TranslateReport)>,
    /// Parts that nobody can read. They stay as they are.
    pub(super) damaged: Vec<String>,
}

impl Converted {
    /// What changed in all modules.
    pub(super) fn all_changes(&self) -> TranslateReport {
        let mut all = TranslateReport::default();
        self.changes.iter().for_each(|(.., report)| all.append(report.clone()));
        all
    }
}

/// What becomes of a bitcode file.
enum Part {
    Reads,
    Damaged(String),
    Converted { because: String, bytes: Vec<u8>, changes: Vec<(LlvmVersion, TranslateReport)> },
    Refused { because: String, message: String },
}

/// An input that was looked at.
pub(super) enum Looked {
    /// Nothing is left to do.
    Done(Answer),
    /// Bitcode that linkers read.
    Bitcode(Box<Contents>),
    /// Bitcode of another release than the linker's, and the folder for what becomes of it.
    Other(Box<Contents>, Entry),
}

impl Looked {
    /// Looks at the file at `path`.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub(super) fn at(path: &Path) -> Result<Looked, Fault> {
        let input = input::open(path)?;
        // An archive of texts or of nothing looks like a text.
        let kind = if input::is_archive(input.bytes()) { None } else { Some(input::kind(input.bytes())) };
        let none = |reason| Ok(Looked::Done(Answer::NoBitcode(reason)));
        if kind == Some(Kind::Text) {
            return none("text");
        }
        let contents = match contents::all_in(path, input, &limits::limits()) {
            Ok(contents) => contents,
            // What is neither bitcode nor a container of it is none of ours.
            Err(_) if kind == Some(Kind::Unknown) => return none("no bitcode"),
            Err(error) => return Ok(Looked::Done(Answer::Damaged(error.message()))),
        };
        if contents.bitcode.iter().any(is_linked) {
            return Ok(Looked::Bitcode(Box::new(contents)));
        }
        match (unread(&contents).next(), contents.bitcode.is_empty()) {
            (Some(fault), _) => Ok(Looked::Done(Answer::Damaged(fault.to_string()))),
            (None, true) => none("no bitcode"),
            (None, false) => none("only copies of bitcode, which linkers do not read"),
        }
    }
}

impl Job {
    /// Tells whether the file at `path` has bitcode of other releases than the linker's.
    pub(super) fn compare(&self, path: &Path, looked: Looked) -> Looked {
        let Looked::Bitcode(mut contents) = looked else { return looked };
        let limits = limits::limits();
        let linked: Vec<&Bitcode> = contents.bitcode.iter().filter(|bitcode| is_linked(bitcode)).collect();
        if linked.par_iter().all(|bitcode| modules::are_of(bitcode.bytes(), self.llvm, &limits)) {
            return Looked::Done(Answer::Reads);
        }
        // Bytes of a thin archive do not tell what is in its members, so these come into it.
        if contents.container == Some(Container::ThinArchive) {
            match contents.with_members() {
                Ok(filled) => *contents = filled,
                Err(error) => return Looked::Done(refused(&contents.name, error)),
            }
        }
        match contents.rebuilt([]).map(|bytes| self.cache.entry(path, &bytes)) {
            Ok(entry) => Looked::Other(contents, entry),
            Err(error) => Looked::Done(refused(&contents.name, error)),
        }
    }

    /// Tells what becomes of an input, and does it if converted files are kept.
    ///
    /// # Errors
    /// If the new file cannot be made.
    pub(super) fn answer(&self, looked: Looked) -> Result<Answer, Fault> {
        let (contents, entry) = match looked {
            Looked::Done(answer) => return Ok(answer),
            Looked::Other(contents, entry) => (contents, entry),
            Looked::Bitcode(contents) => return Ok(self.convert(&contents).0),
        };
        match entry.known(contents.bytes()) {
            Known::NeedsNothing => return Ok(Answer::Reads),
            Known::Converted(file) => return Ok(Answer::Converted(Converted { file, was_there: true, ..Converted::default() })),
            Known::Nothing => {}
        }
        let (mut answer, new) = self.convert(&contents);
        match &mut answer {
            Answer::Reads if self.writes => entry.needs_nothing(),
            Answer::Converted(converted) => {
                let new = contents.rebuilt(new.into_iter().map(|(index, bytes)| (index, Cow::Owned(bytes))));
                converted.file = match (new, self.writes) {
                    (Ok(new), true) => entry.keep(&new)?,
                    (Ok(_), false) => entry.file(),
                    (Err(error), _) => return Ok(refused(&contents.name, error)),
                };
            }
            _ => {}
        }
        Ok(answer)
    }

    /// Converts what LLVM does not take. New bytes come with the numbers of the bitcode files.
    fn convert(&self, contents: &Contents) -> (Answer, Vec<(usize, Vec<u8>)>) {
        let names = contents.full_names();
        let part = |(bitcode, name): (&Bitcode, &String)| if is_linked(bitcode) { self.part(name, bitcode.bytes()) } else { Part::Reads };
        let parts: Vec<Part> = contents.bitcode.par_iter().zip(&names).map(part).collect();
        let (mut new, mut faults, mut changes) = (Vec::new(), Vec::new(), Vec::new());
        let mut damaged: Vec<String> = unread(contents).map(ToString::to_string).collect();
        let mut first = None;
        for (index, part) in parts.into_iter().enumerate() {
            let name = &names[index];
            match part {
                Part::Reads => {}
                Part::Damaged(message) => damaged.push(message),
                Part::Converted { because, bytes, changes: of_part } => {
                    first.get_or_insert(because);
                    changes.extend(of_part.into_iter().map(|(own, report)| (name.clone(), own, report)));
                    new.push((index, bytes));
                }
                Part::Refused { because, message } => {
                    first.get_or_insert(because);
                    faults.push((name.clone(), message));
                }
            }
        }
        let answer = match first {
            Some(because) if !faults.is_empty() => Answer::Refused { because, faults },
            Some(because) => Answer::Converted(Converted { file: PathBuf::new(), was_there: false, because, changes, damaged }),
            None if !damaged.is_empty() => Answer::Damaged(damaged.join("; ")),
            None => Answer::Reads,
        };
        (answer, new)
    }

    /// The releases that wrote the modules, as far as they tell.
    fn releases(&self, bytes: &[u8]) -> Result<Vec<Option<LlvmVersion>>, bctk_bitcode::Error> {
        let parts = bctk_bitcode::modules(bytes, &limits::read_options())?;
        parts.iter().map(|part| part.producer().map(|producer| producer_version(&producer))).collect()
    }

    fn part(&self, name: &str, bytes: &[u8]) -> Part {
        let limits = limits::limits();
        let (is_newer, is_own) = match self.releases(bytes) {
            Ok(releases) => {
                (releases.iter().any(|&own| own.is_some_and(|own| own > self.llvm)), releases.iter().all(|&own| own == Some(self.llvm)))
            }
            Err(error) => return Part::Damaged(format!("{name}: {error}")),
        };
        if is_own {
            return Part::Reads;
        }
        // A linker verifies what it reads, and makes code for what it knows. So what it might read of a newer release is translated, too; why it
        // does not read the rest is asked only where somebody wants to know.
        let mut because = format!("it is of a newer release than LLVM {}", self.llvm);
        if !is_newer || !self.writes {
            let options = ReadOptions { limits: limits.clone(), seal: false, ..ReadOptions::default() };
            match modules::read_for(name, bytes, Parts::All, self.llvm, &options, &mut |_| ()) {
                Ok(_) if !is_newer => return Part::Reads,
                Ok(_) => {}
                Err(error) => because = format!("LLVM {} does not read it as it is: {}", self.llvm, error.message()),
            }
        }
        let options = ReadOptions { limits, ..ReadOptions::default() };
        let mut read = match modules::read_with(name, bytes, Parts::AsStored, &options, &mut |_| ()) {
            Ok(read) => read,
            Err(error) => return Part::Damaged(error.to_string()),
        };
        let mut changes = Vec::new();
        for module in &mut read {
            let own = module.llvm_version();
            let mut report = TranslateReport::default();
            if let Err(kind) = translate::reported(module, self.llvm, Target::Bitcode, &self.options, &mut report) {
                return Part::Refused { because, message: bctk::Error::new(name, kind).message() };
            }
            changes.push((own, report));
        }
        let write = WriteOptions { module_hash: ModuleHash::Renew, llvm: Some(self.llvm), ..WriteOptions::default() };
        let mut out = Vec::new();
        let written = modules::write(&read, &write, &mut InOrder(&mut out));
        modules::discard(read);
        match written {
            Ok(()) => Part::Converted { because, bytes: out, changes },
            Err(fault) => Part::Refused { because, message: Fault::of_bitcode(fault, name, name).to_string() },
        }
    }
}
