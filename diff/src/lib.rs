//! Finds what two modules of LLVM IR differ in, by meaning.
//!
//! [`diff`] pairs functions, variables and types by name, and by what is in them if the names differ. Lines of a changed function are aligned
//! by instruction: numbers of values, metadata, attribute groups and of names that LLVM made unique do not count.
//!
//! ```
//! use bctk_diff::{DiffOptions, Status, diff};
//! use bctk_textual::{ParseOptions, parse};
//! let module = |text: &str| parse(text.as_bytes(), &ParseOptions::default());
//! let old = module("define i32 @f(i32 %a) {\n  %1 = add i32 %a, 1\n  ret i32 %1\n}\n")?;
//! let new = module("define i32 @f(i32 %a) {\n  %1 = mul i32 %a, %a\n  %2 = add i32 %a, 1\n  ret i32 %2\n}\n")?;
//! let found = diff(&old, &new, &DiffOptions::default());
//! let [change] = &found.changes[..] else { panic!("one function changed") };
//! assert_eq!((change.name(), change.status), ("f", Status::Changed));
//! let added: Vec<&str> = change.lines.iter().filter(|line| line.old.is_none()).filter_map(|line| line.new.as_deref()).collect();
//! assert_eq!(added, ["  %1 = mul i32 %a, %a"]);
//! # Ok::<(), bctk_textual::Diagnostics>(())
//! ```
#![forbid(unsafe_code)]

mod align;
mod debug;
mod functions;
mod globals;
mod header;
mod lines;
mod nodes;
mod pairs;
mod side;
mod summaries;
mod tokens;
mod types;
mod why;

use bctk_ir::module::Module;
use bctk_support::parallel;
use std::ops::{BitOr, BitOrAssign};

use side::Side;

/// How to compare.
#[derive(Clone, Copy, Debug)]
pub struct DiffOptions {
    /// Whether the order of functions and other global values counts.
    pub order: bool,
    /// Whether names and folders of source files count.
    pub paths: bool,
    /// Whether names count of locals, and of functions and variables that no other module sees.
    pub names: bool,
}

impl Default for DiffOptions {
    fn default() -> DiffOptions {
        DiffOptions { order: true, paths: true, names: true }
    }
}

/// What something differs in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Aspects(u8);

impl Aspects {
    /// In nothing.
    pub const NONE: Aspects = Aspects(0);
    /// In what it does: instructions, types, values, linkage.
    pub const CODE: Aspects = Aspects(1);
    /// In attributes.
    pub const ATTRIBUTES: Aspects = Aspects(2);
    /// In names.
    pub const NAMES: Aspects = Aspects(4);
    /// In metadata that is no debug information.
    pub const METADATA: Aspects = Aspects(8);
    /// In debug information.
    pub const DEBUG: Aspects = Aspects(16);
    /// In its place in the module.
    pub const ORDER: Aspects = Aspects(32);

    const WORDS: [(Aspects, &'static str); 6] = [
        (Aspects::CODE, "code"),
        (Aspects::ATTRIBUTES, "attributes"),
        (Aspects::NAMES, "names"),
        (Aspects::METADATA, "metadata"),
        (Aspects::DEBUG, "debug information"),
        (Aspects::ORDER, "order"),
    ];

    /// Whether all of `other` is in it.
    pub fn contains(self, other: Aspects) -> bool {
        self.0 & other.0 == other.0
    }

    fn remove(&mut self, other: Aspects) {
        self.0 &= !other.0;
    }

    /// Whether there are none.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Their names.
    pub fn words(self) -> impl Iterator<Item = &'static str> {
        Aspects::WORDS.into_iter().filter(move |(aspect, _)| self.contains(*aspect)).map(|(_, word)| word)
    }
}

impl BitOr for Aspects {
    type Output = Aspects;
    fn bitor(self, other: Aspects) -> Aspects {
        Aspects(self.0 | other.0)
    }
}

impl BitOrAssign for Aspects {
    fn bitor_assign(&mut self, other: Aspects) {
        self.0 |= other.0;
    }
}

/// What kind of thing changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// What the module says of itself: target, data layout, inline assembly, the source's name.
    Header,
    /// A named structure type.
    Type,
    /// A comdat.
    Comdat,
    /// A global variable.
    Variable,
    /// A function.
    Function,
    /// An alias.
    Alias,
    /// An indirect function.
    IFunc,
    /// Named metadata, flags of the module among it.
    NamedMetadata,
    /// A kind of nodes of debug information.
    DebugInfo,
    /// The ThinLTO summary of a value.
    Summary,
}

impl Kind {
    /// Its name.
    pub fn word(self) -> &'static str {
        match self {
            Kind::Header => "module",
            Kind::Type => "type",
            Kind::Comdat => "comdat",
            Kind::Variable => "variable",
            Kind::Function => "function",
            Kind::Alias => "alias",
            Kind::IFunc => "ifunc",
            Kind::NamedMetadata => "named metadata",
            Kind::DebugInfo => "debug information",
            Kind::Summary => "summary",
        }
    }
}

/// What became of a thing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Status {
    /// Only the old module has it.
    Removed,
    /// Only the new module has it.
    Added,
    /// It does something else.
    Changed,
    /// It does the same; [`Change::aspects`] tells what differs.
    SameCode,
    /// It has another name and is the same otherwise.
    Renamed,
    /// It is the same, at another place among the others.
    Moved,
}

impl Status {
    /// Its name.
    pub fn word(self) -> &'static str {
        match self {
            Status::Removed => "removed",
            Status::Added => "added",
            Status::Changed => "changed",
            Status::SameCode => "same code",
            Status::Renamed => "renamed",
            Status::Moved => "moved",
        }
    }
}

/// Two lines that belong together, or one that the other module does not have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineDiff {
    /// The line in the old module.
    pub old: Option<String>,
    /// The line in the new module.
    pub new: Option<String>,
    /// What they differ in, beside numbers.
    pub aspects: Aspects,
    /// Attributes and nodes that differ, where the lines have only their numbers.
    pub why: Vec<Why>,
}

/// What two lines differ in that have the same code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Why {
    /// `attributes`, or the kind of metadata: `!dbg`.
    pub what: String,
    /// The attributes that only the old line has, or the node that differs, which may be one that the attached one refers to.
    pub old: String,
    /// The same of the new line.
    pub new: String,
}

impl LineDiff {
    pub(crate) fn of(old: Option<&str>, new: Option<&str>, aspects: Aspects) -> LineDiff {
        LineDiff { old: old.map(str::to_owned), new: new.map(str::to_owned), aspects, why: Vec::new() }
    }
}

/// A thing that differs.
#[derive(Clone, Debug)]
pub struct Change {
    /// What it is.
    pub kind: Kind,
    /// Its name in the old module, without a sign.
    pub old: Option<String>,
    /// Its name in the new module.
    pub new: Option<String>,
    /// What became of it.
    pub status: Status,
    /// What differs in it; nothing for one that was added, removed or only renamed.
    pub aspects: Aspects,
    /// All its lines, those that are the same, too. Empty where the text of both is the same.
    pub lines: Vec<LineDiff>,
}

impl Change {
    /// Its name, that in the new module if it has two.
    pub fn name(&self) -> &str {
        self.new.as_deref().or(self.old.as_deref()).unwrap_or("")
    }

    /// The number of lines that differ in more than `without`.
    pub fn changed_lines(&self) -> usize {
        self.lines.iter().filter(|line| !line.aspects.is_empty()).count()
    }

    /// One for two versions of a thing that have these lines; none if they are the same.
    pub(crate) fn of_pair(kind: Kind, old: &str, new: &str, lines: Vec<LineDiff>, is_moved: bool) -> Option<Change> {
        let mut aspects = lines.iter().fold(Aspects::NONE, |aspects, line| aspects | line.aspects);
        let status = match () {
            () if aspects.contains(Aspects::CODE) => Status::Changed,
            () if !aspects.is_empty() => Status::SameCode,
            () if old != new => Status::Renamed,
            () if is_moved => Status::Moved,
            () => return None,
        };
        if is_moved {
            aspects |= Aspects::ORDER;
        }
        let lines = if matches!(status, Status::Changed | Status::SameCode) { lines } else { Vec::new() };
        Some(Change { kind, old: Some(old.to_owned()), new: Some(new.to_owned()), status, aspects, lines })
    }

    /// One for a thing that only one module has: the old one, unless it `is_new`.
    pub(crate) fn alone(kind: Kind, name: &str, text: &str, is_new: bool) -> Change {
        let line = |text: &str| match is_new {
            false => LineDiff::of(Some(text), None, Aspects::CODE),
            true => LineDiff::of(None, Some(text), Aspects::CODE),
        };
        let (old, new) = if is_new { (None, Some(name.to_owned())) } else { (Some(name.to_owned()), None) };
        let status = if is_new { Status::Added } else { Status::Removed };
        Change { kind, old, new, status, aspects: Aspects::NONE, lines: text.lines().map(line).collect() }
    }
}

/// What two modules differ in.
#[derive(Clone, Debug, Default)]
pub struct ModuleDiff {
    /// What differs, by kind, in the order of the new module; what was removed comes first.
    pub changes: Vec<Change>,
    /// The functions with a body in the old module and in the new one.
    pub functions: [usize; 2],
    /// Functions with a body that are the same in both.
    pub same_functions: usize,
}

impl ModuleDiff {
    /// Whether nothing differs.
    pub fn is_same(&self) -> bool {
        self.changes.is_empty()
    }
}

/// Compares two modules. Both should be in the language of one release.
pub fn diff(old: &Module, new: &Module, options: &DiffOptions) -> ModuleDiff {
    let (mut old, mut new) = parallel::join(|| Side::new(old, options.paths), || Side::new(new, options.paths));
    types::count_unnamed(&mut old);
    types::count_unnamed(&mut new);
    let types = types::pair(&mut old, &mut new);
    let pairs = pairs::pair(&mut old, &mut new);
    let mut found = ModuleDiff::default();
    header::compare(&old, &new, options, &mut found.changes);
    types::compare(&types, &mut found.changes);
    globals::compare(&old, &new, &pairs, options, &mut found.changes);
    functions::compare(&old, &new, &pairs, options, &mut found);
    header::named_metadata(&old, &new, &mut found.changes);
    header::debug_info(&old, &new, &mut found.changes);
    summaries::compare(&old, &new, &mut found.changes);
    found.changes.sort_by_key(|change| change.kind);
    if !options.names {
        forget_names(&mut found, new.module);
    }
    found
}

/// Takes back what only names differ in.
fn forget_names(found: &mut ModuleDiff, new: &Module) {
    let is_local = |name: &str| new.view().global(name).is_some_and(|global| global.global().linkage.is_local());
    found.changes.retain_mut(|change| {
        change.lines.iter_mut().for_each(|line| line.aspects.remove(Aspects::NAMES));
        change.aspects.remove(Aspects::NAMES);
        let is_left = match change.status {
            Status::SameCode => !change.aspects.is_empty(),
            Status::Renamed => !change.new.as_deref().is_some_and(is_local),
            _ => true,
        };
        found.same_functions += usize::from(!is_left && change.kind == Kind::Function);
        is_left
    });
}
