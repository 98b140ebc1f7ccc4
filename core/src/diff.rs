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
    /// The producers that the two files name, or those that their texts tell of.
    pub producers: [String; 2],
    /// Whether the bitcode or text of both is the same byte for byte.
    pub is_identical: bool,
    /// What differs; none if only one file has the module.
    pub diff: Option<ModuleDiff>,
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
    let (olds, news) = (old.modules()?, new.modules()?);
    let mut pairs = Vec::new();
    for (left, right) in pair(&olds, &news) {
        pairs.push(match (left, right) {
            (Some(left), Some(right)) => compare(left, right, ignore)?,
            (left, right) => {
                let name = |module: Option<&ModuleFile>| module.map(|module| module.name().to_owned());
                Pair { old: name(left), new: name(right), producers: Default::default(), is_identical: false, diff: None }
            }
        });
    }
    Ok(pairs)
}

/// Modules that belong together: the only one of each file, those of the same name, and of several of one name those at the same place.
fn pair<'f>(olds: &'f [ModuleFile], news: &'f [ModuleFile]) -> Vec<(Option<&'f ModuleFile>, Option<&'f ModuleFile>)> {
    if let ([old], [new]) = (olds, news) {
        return vec![(Some(old), Some(new))];
    }
    let is_file = |modules: &[ModuleFile]| modules.iter().all(|module| module.origin().containers.is_empty());
    if is_file(olds) && is_file(news) && olds.len() == news.len() {
        return olds.iter().zip(news).map(|(old, new)| (Some(old), Some(new))).collect();
    }
    let mut free: HashMap<&str, Vec<&ModuleFile>> = HashMap::new();
    news.iter().rev().for_each(|module| free.entry(module.name()).or_default().push(module));
    let mut pairs: Vec<_> = olds.iter().map(|old| (Some(old), free.get_mut(old.name()).and_then(Vec::pop))).collect();
    let is_left = |new: &&ModuleFile| free.values().flatten().any(|left| std::ptr::eq(*left, *new));
    pairs.extend(news.iter().filter(is_left).map(|new| (None, Some(new))));
    pairs
}

fn compare(old: &ModuleFile, new: &ModuleFile, ignore: Ignore) -> Result<Pair> {
    let is_identical = old.bytes() == new.bytes();
    let name = |module: &ModuleFile| Some(module.name().to_owned());
    if is_identical {
        let left = old.read()?;
        let functions = left.functions().filter(|(_, _, function)| function.body.is_some()).count();
        let same = ModuleDiff { functions: [functions; 2], same_functions: functions, ..ModuleDiff::default() };
        let producers = [producer(&left), producer(&left)];
        return Ok(Pair { old: name(old), new: name(new), producers, is_identical, diff: Some(same) });
    }
    let (left, right) = parallel::join(|| old.read(), || new.read());
    let (mut left, mut right) = (left?, right?);
    let producers = [producer(&left), producer(&right)];
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
    Ok(Pair { old: name(old), new: name(new), producers, is_identical, diff: Some(diff(&left, &right, &options)) })
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
