//! Finds what two files differ in, module by module.
use std::collections::HashMap;

use bctk_diff::DiffOptions as Compared;
pub use bctk_diff::{Aspects, Change, Kind, LineDiff, ModuleDiff, Status, Why, diff};
use bctk_ir::module::Module;
use bctk_support::parallel;
use bctk_transforms::upgrade::Target;

use crate::error::{Error, Result};
use crate::file::{File, ModuleFile};
use crate::{Edits, edit, translate};

/// What does not count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Ignore {
    /// Debug information.
    pub debug: bool,
    /// Names of locals, and of functions and variables that no other module sees.
    pub names: bool,
    /// Metadata that is attached, debug locations among it.
    pub metadata: bool,
    /// Attributes.
    pub attributes: bool,
    /// The order of global values.
    pub order: bool,
    /// Names and folders of source files.
    pub paths: bool,
}

/// What two modules differ in that belong together.
#[derive(Clone, Debug)]
pub struct Pair {
    /// The name of the module, or of the member of an archive, in the old file; none if only the new one has it.
    pub old: Option<String>,
    /// The same in the new file.
    pub new: Option<String>,
    /// Its number among the modules of each file ([`File::modules`]).
    pub number: [Option<usize>; 2],
    /// The producers that the two files name, or those that their texts tell of.
    pub producers: [String; 2],
    /// Whether the bitcode or text of both is the same byte for byte.
    pub is_identical: bool,
    /// What differs; none if only one file has the module.
    pub diff: Option<ModuleDiff>,
    /// What differs without the paths of source files, as far as [`causes`] was asked.
    pub without_paths: Option<ModuleDiff>,
}

impl Pair {
    /// Whether nothing that counts differs.
    pub fn is_same(&self) -> bool {
        self.diff.as_ref().is_some_and(ModuleDiff::is_same)
    }
}

/// Compares two files: modules, or those of archives and other containers, by the names of members. What an older LLVM wrote is
/// upgraded to the language of the newer one first.
///
/// ```
/// # use bctk_core as bctk;
/// # fn main() -> bctk::Result<()> {
/// let old = bctk::open_bytes("a.ll", *b"define void @f() {\n  ret void\n}\n")?;
/// let new = bctk::open_bytes("b.ll", *b"define void @g() {\n  ret void\n}\n")?;
/// let pairs = bctk::diff::files(&old, &new, bctk::diff::Ignore::default())?;
/// let changes = &pairs[0].diff.as_ref().expect("one module each").changes;
/// assert_eq!(changes[0].status, bctk::diff::Status::Renamed);
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// If a module cannot be read.
pub fn files(old: &File, new: &File, ignore: Ignore) -> Result<Vec<Pair>> {
    compare_files(old, new, ignore, false)
}

/// As [`files`]; modules that differ are also compared without the paths of source files.
///
/// # Errors
/// As [`files`].
pub fn causes(old: &File, new: &File, ignore: Ignore) -> Result<Vec<Pair>> {
    compare_files(old, new, ignore, !ignore.paths)
}

fn compare_files(old: &File, new: &File, ignore: Ignore, without_paths: bool) -> Result<Vec<Pair>> {
    let (olds, news) = (old.modules()?, new.modules()?);
    let mut pairs = Vec::new();
    for number in pair(&olds, &news) {
        let [left, right] = [(&olds, number[0]), (&news, number[1])].map(|(modules, at)| modules.get(at?));
        let name = |module: Option<&ModuleFile>| module.map(|module| module.name().to_owned());
        let mut found = Pair {
            old: name(left),
            new: name(right),
            number,
            producers: Default::default(),
            is_identical: false,
            diff: None,
            without_paths: None,
        };
        if let (Some(left), Some(right)) = (left, right) {
            compare(left, right, ignore, without_paths, &mut found)?;
        }
        pairs.push(found);
    }
    Ok(pairs)
}

/// Modules that belong together: the only one of each file, those of the same name, and of several of one name those at the same place.
fn pair(olds: &[ModuleFile], news: &[ModuleFile]) -> Vec<[Option<usize>; 2]> {
    let is_file = |modules: &[ModuleFile]| modules.iter().all(|module| module.origin().containers.is_empty());
    if olds.len() == news.len() && (olds.len() == 1 || is_file(olds) && is_file(news)) {
        return (0..olds.len()).map(|at| [Some(at); 2]).collect();
    }
    let mut free: HashMap<&str, Vec<usize>> = HashMap::new();
    news.iter().enumerate().rev().for_each(|(at, module)| free.entry(module.name()).or_default().push(at));
    let mut pairs: Vec<_> = olds.iter().enumerate().map(|(at, old)| [Some(at), free.get_mut(old.name()).and_then(Vec::pop)]).collect();
    let mut left: Vec<usize> = free.into_values().flatten().collect();
    left.sort_unstable();
    pairs.extend(left.into_iter().map(|at| [None, Some(at)]));
    pairs
}

fn compare(old: &ModuleFile, new: &ModuleFile, ignore: Ignore, without_paths: bool, found: &mut Pair) -> Result<()> {
    found.is_identical = old.bytes() == new.bytes();
    if found.is_identical {
        let left = old.read()?;
        let functions = left.functions().filter(|(_, _, function)| function.body.is_some()).count();
        found.producers = [producer(&left), producer(&left)];
        found.diff = Some(ModuleDiff { functions: [functions; 2], same_functions: functions, ..ModuleDiff::default() });
        return Ok(());
    }
    let (left, right) = parallel::join(|| old.read(), || new.read());
    let (mut left, mut right) = (left?, right?);
    found.producers = [producer(&left), producer(&right)];
    let llvm = left.llvm_version().max(right.llvm_version());
    for (module, file) in [(&mut left, old), (&mut right, new)] {
        if module.llvm_version() < llvm {
            translate::to(module, llvm, Target::Text).map_err(|kind| Error::new(file.name(), kind))?;
        }
        // A text that does not state its source has its own name.
        if file.is_assembly() && module.source_filename.is_some_and(|name| is_name_of(file, module.str(name))) {
            module.source_filename = None;
        }
        edit::strip(module, &Edits { strip_debug: ignore.debug, ..Edits::default() });
        if ignore.attributes {
            edit::drop_attributes(module);
        }
        if ignore.metadata {
            edit::drop_attachments(module);
        }
    }
    let options = Compared { order: !ignore.order, paths: !ignore.paths, names: !ignore.names };
    let differences = diff(&left, &right, &options);
    if without_paths && !differences.is_same() {
        found.without_paths = Some(diff(&left, &right, &Compared { paths: false, ..options }));
    }
    found.diff = Some(differences);
    Ok(())
}

/// Whether a text is the file of this name.
fn is_name_of(file: &ModuleFile, name: &[u8]) -> bool {
    file.path().as_os_str().as_encoded_bytes() == name || file.name().as_bytes() == name
}

/// The producer that a module names; `LLVM N` for one that only its forms tell of.
fn producer(module: &Module) -> String {
    match module.str(module.provenance.producer) {
        b"" => format!("LLVM {}", module.llvm_version()),
        name => String::from_utf8_lossy(name).into_owned(),
    }
}
