//! Files and the modules in them.
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use bctk_bitcode::rewrite::{Extent, Rewriter};
use bctk_bitcode::{Facts, ReadOptions};
use bctk_ir::module::Module;
#[cfg(feature = "text")]
use bctk_ir::version::Feature;
use bctk_object::container::Container;
use bctk_object::symbols::{self, SymbolFlags};
use bctk_support::limits::Limits;
#[cfg(feature = "text")]
use bctk_textual::ParseOptions;

use crate::contents::{self, Argument, Contents};
use crate::error::{Error, ErrorKind, Result};
use crate::input::{self, Input, Kind};
#[cfg(feature = "text")]
use crate::lossless::Described;
#[cfg(feature = "text")]
use crate::modules::Purpose;
use crate::modules::{self, Parts};

/// A file with LLVM IR: bitcode, assembly, or a container of bitcode (archive, object file, universal binary, offload bundle, Metal library,
/// DirectX container).
pub struct File {
    name: String,
    path: PathBuf,
    limits: Limits,
    kind: FileKind,
}

enum FileKind {
    Bitcode(Arc<Input>),
    Assembly(Arc<Input>),
    Container(Box<Contents>),
}

/// A module of a [`File`], not yet read.
pub struct ModuleFile {
    name: String,
    path: PathBuf,
    input: Input,
    is_text: bool,
    limits: Limits,
    origin: Origin,
}

/// Where a module comes from.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Origin {
    /// The bytes of the file that the module lies in: those of its bitcode file, which may have several modules. None for a member of a thin
    /// archive, which is a file of its own.
    pub range: Option<Range<usize>>,
    /// Its index among the modules of that bitcode file, and how many these are.
    pub index: (usize, usize),
    /// The containers around it, outermost first.
    pub containers: Vec<Container>,
    /// The section of the object file that contains it. Linkers read `.llvm.lto` and `__LLVM,__bitcode`; that in `.llvmbc` is an addition to
    /// the code.
    pub section: Option<String>,
}

/// Opens the file at `path` and detects its type from content. `lib.a:member.o` names a member of a container.
///
/// # Errors
/// If the file cannot be read, or is neither bitcode nor assembly and contains no bitcode.
pub fn open(path: impl AsRef<Path>) -> Result<File> {
    open_with(path.as_ref(), &Limits::default())
}

/// As [`open`], with limits on what the file may ask for.
///
/// # Errors
/// As [`open`].
pub fn open_with(path: &Path, limits: &Limits) -> Result<File> {
    let kind = match contents::open(path, limits)? {
        Argument::Plain(input, kind) => plain(path, input, kind)?,
        Argument::Within(contents, None) => FileKind::Container(contents),
        Argument::Within(contents, part @ Some(_)) => FileKind::Container(Box::new(contents.within(part.as_deref()))),
    };
    Ok(File { name: input::name(path), path: path.to_path_buf(), limits: limits.clone(), kind })
}

/// Opens bytes in memory as the contents of a file called `name`.
///
/// # Errors
/// As [`open`].
pub fn open_bytes(name: impl AsRef<Path>, bytes: impl Into<Vec<u8>>) -> Result<File> {
    open_bytes_with(name, bytes, &Limits::default())
}

/// As [`open_bytes`], with limits on what the bytes may ask for.
///
/// # Errors
/// As [`open`].
pub fn open_bytes_with(name: impl AsRef<Path>, bytes: impl Into<Vec<u8>>, limits: &Limits) -> Result<File> {
    let path = name.as_ref();
    let kind = match contents::of_input(path, Input::Read(bytes.into()), limits)? {
        Argument::Plain(input, kind) => plain(path, input, kind)?,
        Argument::Within(contents, _) => FileKind::Container(contents),
    };
    Ok(File { name: input::name(path), path: path.to_path_buf(), limits: limits.clone(), kind })
}

/// Opens bytes that somebody else has, too, without a copy. No file is opened: members of thin archives are among [`File::unread`].
///
/// # Errors
/// As [`open`].
pub fn open_shared(name: impl AsRef<Path>, bytes: input::Shared, limits: &Limits) -> Result<File> {
    let path = name.as_ref();
    let kind = match contents::of_memory(path, Input::Shared(bytes), limits)? {
        Argument::Plain(input, kind) => plain(path, input, kind)?,
        Argument::Within(contents, _) => FileKind::Container(contents),
    };
    Ok(File { name: input::name(path), path: path.to_path_buf(), limits: limits.clone(), kind })
}

/// Takes bytes as assembly, whatever they look like: a text may be empty.
pub fn open_text(name: impl AsRef<Path>, text: impl Into<Vec<u8>>, limits: &Limits) -> File {
    let path = name.as_ref();
    let kind = FileKind::Assembly(Arc::new(Input::Read(text.into())));
    File { name: input::name(path), path: path.to_path_buf(), limits: limits.clone(), kind }
}

fn plain(path: &Path, input: Input, kind: Kind) -> Result<FileKind> {
    Ok(match contents::known(path, &input, kind)? {
        Kind::Text => FileKind::Assembly(Arc::new(input)),
        _ => FileKind::Bitcode(Arc::new(input)),
    })
}

impl File {
    /// The name of the file, as it was given.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Its path.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Its bytes; for a container, those of all bitcode files in it, concatenated.
    pub fn bytes(&self) -> std::borrow::Cow<'_, [u8]> {
        match &self.kind {
            FileKind::Bitcode(input) | FileKind::Assembly(input) => input.bytes().into(),
            FileKind::Container(contents) => contents.bitcode.iter().flat_map(|bitcode| bitcode.bytes()).copied().collect(),
        }
    }

    /// Whether it is LLVM assembly.
    pub fn is_assembly(&self) -> bool {
        matches!(self.kind, FileKind::Assembly(_))
    }

    /// The type of container; none for bitcode and assembly.
    pub fn container(&self) -> Option<Container> {
        match &self.kind {
            FileKind::Container(contents) => contents.container,
            _ => None,
        }
    }

    /// What the file may ask for.
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// The modules of the file, in order. Members of a container that cannot be read are left out; [`File::unread`] names them.
    ///
    /// # Errors
    /// If the modules of a bitcode file cannot be found.
    pub fn modules(&self) -> Result<Vec<ModuleFile>> {
        let module = |name: String, input: Input, is_text: bool, origin: Origin| ModuleFile {
            name,
            path: self.path.clone(),
            input,
            is_text,
            limits: self.limits.clone(),
            origin,
        };
        let whole = |input: &Input, index: (usize, usize)| Origin { range: Some(0..input.bytes().len()), index, ..Origin::default() };
        match &self.kind {
            FileKind::Assembly(input) => Ok(vec![module(self.name.clone(), share(input), true, whole(input, (0, 1)))]),
            FileKind::Container(contents) => {
                let (entries, _) = contents.entries();
                let origin = |entry: &contents::Entry<'_>| Origin {
                    range: (entry.bitcode.file.is_none() && !entry.bitcode.is_packed()).then(|| entry.bitcode.range.clone()),
                    index: (entry.index, entry.count),
                    containers: entry.bitcode.containers.clone(),
                    section: entry.bitcode.section.clone(),
                };
                entries.iter().map(|entry| Ok(module(entry.name(), entry.input()?, false, origin(entry)))).collect()
            }
            FileKind::Bitcode(input) => {
                let fault = |error| Error::new(self.name.clone(), ErrorKind::Bitcode(error));
                let parts = bctk_bitcode::modules(input.bytes(), &ReadOptions { limits: self.limits.clone(), ..ReadOptions::default() })
                    .map_err(fault)?;
                if parts.len() == 1 {
                    return Ok(vec![module(self.name.clone(), share(input), false, whole(input, (0, 1)))]);
                }
                let alone = |(number, part)| {
                    let bytes = bctk_bitcode::read::alone(part).map_err(fault)?;
                    Ok(module(format!("{}:{number}", self.name), Input::Read(bytes), false, whole(input, (number, parts.len()))))
                };
                parts.iter().enumerate().map(alone).collect()
            }
        }
    }

    /// Parts of the file that cannot be read, and why.
    pub fn unread(&self) -> Vec<String> {
        match &self.kind {
            FileKind::Container(contents) => contents.faults.iter().chain(&contents.entries().1).map(ToString::to_string).collect(),
            _ => Vec::new(),
        }
    }

    /// The only module of the file.
    ///
    /// # Errors
    /// [`ErrorKind::Modules`] if there are none or several; the error of the module otherwise.
    pub fn module(&self) -> Result<ModuleFile> {
        let mut modules = self.modules()?;
        match (modules.pop(), modules.len()) {
            (Some(module), 0) => Ok(module),
            (_, more) => {
                let count = if more == 0 { 0 } else { more + 1 };
                Err(Error::new(self.name.clone(), ErrorKind::Modules(format!("expected one module, found {count}"))))
            }
        }
    }

    /// The only bitcode file or text.
    #[cfg(feature = "text")]
    pub(crate) fn only(&self) -> Result<(Input, Kind)> {
        match &self.kind {
            FileKind::Bitcode(input) => Ok((share(input), Kind::Bitcode)),
            FileKind::Assembly(input) => Ok((share(input), Kind::Text)),
            FileKind::Container(contents) => contents.choose(None).map(|input| (input, Kind::Bitcode)),
        }
    }
}

impl ModuleFile {
    /// The name of the module: that of its file, or `member.o:0` in a container.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The path of its file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Whether it is LLVM assembly.
    pub fn is_assembly(&self) -> bool {
        self.is_text
    }

    /// What the file may ask for.
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// Where it comes from.
    pub fn origin(&self) -> &Origin {
        &self.origin
    }

    /// The module as a file of its own.
    pub fn file(&self) -> File {
        let input = Arc::new(self.input.again());
        let kind = if self.is_text { FileKind::Assembly(input) } else { FileKind::Bitcode(input) };
        File { name: self.name.clone(), path: self.path.clone(), limits: self.limits.clone(), kind }
    }

    /// Its bytes: a bitcode file with this module alone, or the text.
    pub fn bytes(&self) -> &[u8] {
        self.input.bytes()
    }

    /// Reads the module as the LLVM that wrote it reads it: older forms are upgraded.
    ///
    /// # Errors
    /// If the bitcode is malformed or the text has errors.
    pub fn read(&self) -> Result<Module> {
        if self.is_text {
            return self.read_text(Parts::All);
        }
        self.only_of(modules::read(&self.name, self.bytes(), Parts::All, &self.limits)?)
    }

    /// Reads the module exactly as the file has it.
    ///
    /// # Errors
    /// As [`ModuleFile::read`].
    pub fn read_as_stored(&self) -> Result<Module> {
        if self.is_text {
            return self.read_text(Parts::AsStored);
        }
        let options = ReadOptions { limits: self.limits.clone(), ..ReadOptions::default() };
        self.only_of(modules::read_stored(&self.name, self.bytes(), &options, &mut |_| ())?)
    }

    /// Reads the module as far as `extent` says, as it is stored, to change it and to write it again with what did not change copied.
    ///
    /// # Errors
    /// If it is assembly, or what is read of it is damaged.
    pub fn rewriter(&self, extent: Extent) -> Result<Rewriter<'_>> {
        let fault = |error| Error::new(self.name.clone(), ErrorKind::Bitcode(error));
        if self.is_text {
            return Err(Error::new(self.name.clone(), ErrorKind::NotLlvm("expected bitcode, found assembly".into())));
        }
        let options = modules::as_it_is(&self.limits);
        let parts = bctk_bitcode::modules(self.bytes(), &options).map_err(fault)?;
        match parts.as_slice() {
            [part] => Rewriter::new(part, extent, &options).map_err(fault),
            parts => {
                let message = format!("expected one module, found {}", parts.len());
                Err(Error::new(self.name.clone(), ErrorKind::Modules(message)))
            }
        }
    }

    /// A writer to `out` that has the system copy what comes from this file.
    pub(crate) fn copying(&self, out: std::fs::File) -> input::Copying<'_> {
        input::Copying::new(out, &self.input)
    }

    fn only_of(&self, mut modules: Vec<Module>) -> Result<Module> {
        modules.pop().ok_or_else(|| Error::new(self.name.clone(), ErrorKind::Modules("expected one module, found none".into())))
    }

    #[cfg(feature = "text")]
    fn read_text(&self, parts: Parts) -> Result<Module> {
        let options = ParseOptions { limits: self.limits.clone(), ..ParseOptions::default() };
        // What a later translation upgrades is not upgraded before.
        let (purpose, llvm) = match parts {
            Parts::AsStored => (Purpose::Bitcode, Some(Feature::UpgradesAll.first())),
            _ => (Purpose::Text, None),
        };
        modules::parse_for(&Described::new(self.bytes()).text, &self.path, purpose, llvm, &options, &mut |_| ())
    }

    #[cfg(not(feature = "text"))]
    fn read_text(&self, _: Parts) -> Result<Module> {
        Err(Error::new(self.name.clone(), ErrorKind::NoText))
    }
}

/// A symbol for linkers.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SymbolFacts {
    /// Its name as in an object file.
    pub name: Vec<u8>,
    /// Its flags.
    pub flags: SymbolFlags,
}

/// Facts about a module.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Inspection {
    /// The program that wrote the bitcode, such as `LLVM22.1.8`; empty for a text.
    pub producer: String,
    /// Facts from the records of the module itself; none for a text.
    pub facts: Option<Facts>,
    /// The symbols for linkers; empty for a text.
    pub symbols: Vec<SymbolFacts>,
    /// Whether the module has a ThinLTO summary.
    pub has_summary: bool,
}

/// Inspects a module without reading its function bodies.
///
/// # Errors
/// If the bitcode is malformed.
pub fn inspect(module: &ModuleFile) -> Result<Inspection> {
    if module.is_text {
        return Ok(Inspection { has_summary: module.read_as_stored()?.summary.is_some(), ..Inspection::default() });
    }
    let fault = |error| Error::new(module.name.clone(), ErrorKind::Bitcode(error));
    let options = ReadOptions { limits: module.limits.clone(), ..ReadOptions::default() };
    let parts = bctk_bitcode::modules(module.bytes(), &options).map_err(fault)?;
    let mut found = Inspection::default();
    for part in parts.iter().take(1) {
        let facts = bctk_bitcode::facts(part).map_err(fault)?;
        found.producer = String::from_utf8_lossy(&facts.producer).into_owned();
        found.has_summary = facts.summary.is_some();
        found.facts = Some(facts);
    }
    let table = symbols::symbols(&parts, &symbols::Options { read: options, ..Default::default() }).map_err(fault)?;
    found.symbols = table.symbols().map(|symbol| SymbolFacts { name: symbol.name.to_vec(), flags: symbol.flags }).collect();
    Ok(found)
}

/// All of an input, shared.
fn share(input: &Arc<Input>) -> Input {
    Input::Part(Arc::clone(input), 0..input.bytes().len())
}
