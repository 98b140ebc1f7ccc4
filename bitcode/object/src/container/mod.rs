//! Containers of bitstreams: wrappers, archives, object files, universal binaries, offload bundles, Metal libraries, DirectX containers.
//!
//! [`find`] searches any of these, also nested ones, and returns the positions of bitcode. It copies nothing and reads no bitcode.
//!
//! ```no_run
//! use bctk_object::container::{FindOptions, find};
//! let bytes = std::fs::read("libfoo.a")?;
//! let contents = find(&bytes, &FindOptions::default())?;
//! for found in &contents.found {
//!     println!("{}: {} bytes at {}", found.name(), found.bytes.len(), found.range().start);
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
mod archive;
mod concatenated;
#[cfg_attr(not(feature = "write"), allow(dead_code, reason = "only what changes files asks for all of their layout"))]
pub(crate) mod directx;
mod finder;
#[cfg_attr(not(feature = "write"), allow(dead_code, reason = "only what changes files asks for all of their layout"))]
pub(crate) mod metal;
pub(crate) mod object_file;
#[cfg_attr(not(feature = "write"), allow(dead_code, reason = "only what changes files asks for all of their layout"))]
pub(crate) mod offload;
#[cfg(test)]
mod tests;
mod thin;

use std::fmt;
use std::ops::Range;

use bctk_bitstream::wrapper::Wrapper;
use bctk_bitstream::{Error, ErrorKind, Result};
use finder::Finder;
pub use thin::member_at;

/// How to look for bitcode.
#[derive(Clone, Debug)]
pub struct FindOptions {
    /// Containers within containers.
    pub depth: usize,
}

impl Default for FindOptions {
    fn default() -> FindOptions {
        FindOptions { depth: 12 }
    }
}

/// A kind of container.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Container {
    /// A static archive in the GNU (System V) form; rlibs are such.
    GnuArchive,
    /// A static archive in the BSD form, which Darwin has.
    BsdArchive,
    /// A static archive in the form of COFF's linkers.
    CoffArchive,
    /// A big archive of AIX.
    AixArchive,
    /// An archive whose members are files of their own.
    ThinArchive,
    /// A Mach-O universal binary.
    Universal,
    /// An ELF file.
    Elf,
    /// A Mach-O file.
    MachO,
    /// A COFF object or a PE image.
    Coff,
    /// A WebAssembly module.
    Wasm,
    /// An XCOFF file.
    Xcoff,
    /// A bundle of clang-offload-bundler (magic `__CLANG_OFFLOAD_BUNDLE__`).
    OffloadBundle,
    /// Offload binaries (magic 0x10FF10AD; `llvm::object::OffloadBinary`).
    OffloadBinary,
    /// A xar archive, as Darwin's linker put into `__LLVM,__bundle`.
    Xar,
    /// A library of Metal (magic `MTLB`), which has a bitcode module for each function.
    MetalLibrary,
    /// A DirectX container (magic `DXBC`), whose parts `DXIL`, `ILDB` and `STAT` hold bitcode.
    DirectX,
    /// Several bitcode files one after the other, as linkers make of sections.
    Sequence,
    /// A part that is compressed: an offload bundle or a section.
    Compressed,
}

impl Container {
    /// Whether it is a static archive of any kind.
    pub fn is_archive(self) -> bool {
        use Container::{AixArchive, BsdArchive, CoffArchive, GnuArchive, ThinArchive};
        matches!(self, GnuArchive | BsdArchive | CoffArchive | AixArchive | ThinArchive)
    }

    /// A word for it.
    pub fn name(self) -> &'static str {
        match self {
            Container::GnuArchive => "archive",
            Container::BsdArchive => "BSD archive",
            Container::CoffArchive => "COFF archive",
            Container::AixArchive => "AIX archive",
            Container::ThinArchive => "thin archive",
            Container::Universal => "universal binary",
            Container::Elf => "ELF",
            Container::MachO => "Mach-O",
            Container::Coff => "COFF",
            Container::Wasm => "WebAssembly",
            Container::Xcoff => "XCOFF",
            Container::OffloadBundle => "offload bundle",
            Container::OffloadBinary => "offload binary",
            Container::Xar => "xar",
            Container::MetalLibrary => "Metal library",
            Container::DirectX => "DirectX container",
            Container::Sequence => "sequence",
            Container::Compressed => "compressed",
        }
    }
}

/// One step on the way from a file to the bitcode in it: a container, and what was chosen in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step<'a> {
    /// The container that the step enters.
    pub container: Container,
    /// The item chosen there: the name of a member, an architecture, a section (`__LLVM,__bitcode` for Mach-O), the target of an offload
    /// image, a function of a Metal library, a part of a DirectX container. Empty in a [`Container::Sequence`] and a [`Container::Xar`].
    pub name: &'a [u8],
    /// The number of items before it with the same name, or without a name, in the same container.
    pub nth: u32,
}

impl Step<'_> {
    /// Whether the step is part of [`Found::name`]: sections and indices in a sequence are not.
    pub fn is_named(&self) -> bool {
        !matches!(self.container, Container::Elf | Container::MachO | Container::Coff | Container::Wasm | Container::Sequence)
    }
}

impl fmt::Display for Step<'_> {
    /// The name; with `#` and its number, from 2 on, where others of the name come before.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = String::from_utf8_lossy(self.name);
        match (self.name.is_empty(), self.nth) {
            (true, nth) => write!(f, "{nth}"),
            (false, 0) => write!(f, "{name}"),
            (false, nth) => write!(f, "{name}#{}", nth + 1),
        }
    }
}

/// Bitcode that was found: one file of it, with one or more modules ([`bctk_bitcode::modules`]).
#[derive(Clone, Debug)]
pub struct Found<'a> {
    /// The way to it; empty where the whole input is bitcode.
    pub steps: Vec<Step<'a>>,
    /// Its offset in the input, in bytes.
    pub offset: usize,
    /// Its bytes, a wrapper header included: a part of the input.
    pub bytes: &'a [u8],
    /// The compiler's command line, stored next to it (`.llvmcmd`, `__LLVM,__cmdline`): arguments, each followed by a zero byte. A linked
    /// file has those of all its parts.
    pub command: Option<&'a [u8]>,
    /// The object file, image, Metal library or DirectX container that it lies in, if any: the innermost one.
    pub object: Option<&'a [u8]>,
}

impl Found<'_> {
    /// Its range in the input, in bytes.
    pub fn range(&self) -> Range<usize> {
        self.offset..self.offset + self.bytes.len()
    }

    /// Whether it starts with a wrapper header.
    pub fn is_wrapped(&self) -> bool {
        Wrapper::parse(self.bytes).is_some()
    }

    /// Its name in the input: members, architectures, offload targets, functions and parts, separated by `:`; empty if there are none. All bitcode in one
    /// object file has the same name, whatever the section.
    pub fn name(&self) -> String {
        name(&self.steps)
    }

    /// The section that it lies in, if any: the innermost one.
    pub fn section(&self) -> Option<&[u8]> {
        section(&self.steps)
    }
}

impl Packed<'_> {
    /// As [`Found::name`].
    pub fn name(&self) -> String {
        name(&self.steps)
    }

    /// As [`Found::section`].
    pub fn section(&self) -> Option<&[u8]> {
        section(&self.steps)
    }
}

/// The name of the innermost section on a way.
fn section<'a>(steps: &[Step<'a>]) -> Option<&'a [u8]> {
    let sections = [Container::Elf, Container::MachO, Container::Coff, Container::Wasm];
    steps.iter().rev().find(|step| sections.contains(&step.container)).map(|step| step.name)
}

/// The named ones of `steps` with `:` between them.
fn name(steps: &[Step<'_>]) -> String {
    let names: Vec<String> = steps.iter().filter(|step| step.is_named()).map(Step::to_string).collect();
    names.join(":")
}

/// A member of a thin archive, which is a separate file.
#[derive(Clone, Debug)]
pub struct Outside<'a> {
    /// The way to it; the last step's name is the path of the file, relative to the folder of the archive.
    pub steps: Vec<Step<'a>>,
    /// Its size in bytes, as stated in the archive.
    pub size: u64,
    /// If the file is an archive and the member is one of that: the byte at which its header begins there (GNU's nested thin archives).
    pub header: Option<u64>,
}

/// A section in which wllvm, gllvm or rllvm recorded where bitcode files are.
#[derive(Clone, Debug)]
pub struct Paths<'a> {
    /// The way to it.
    pub steps: Vec<Step<'a>>,
    /// Its offset in the input, in bytes.
    pub offset: usize,
    /// Its bytes: paths, each with a line feed at the end. A linked file has those of all its parts, maybe with zeros between them.
    pub bytes: &'a [u8],
}

impl<'a> Paths<'a> {
    /// The name of the object, as [`Found::name`].
    pub fn name(&self) -> String {
        name(&self.steps)
    }

    /// The paths.
    pub fn paths(&self) -> impl Iterator<Item = &'a [u8]> {
        self.bytes.split(|byte| matches!(byte, b'\n' | 0)).filter(|path| !path.is_empty())
    }
}

/// How a part of the input is compressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// A compressed offload bundle (magic `CCOB`).
    Bundle,
    /// A section of an ELF file with a header of compression.
    Section {
        /// Whether the file is one of 64 bits.
        wide: bool,
        /// Whether its numbers are big-endian.
        big: bool,
    },
}

/// A compressed part of the input, which has to be unpacked before one can look into it: `packed::unpacked` does (feature `compressed`).
#[derive(Clone, Debug)]
pub struct Packed<'a> {
    /// The way to it.
    pub steps: Vec<Step<'a>>,
    /// Its offset in the input, in bytes.
    pub offset: usize,
    /// Its bytes, header included: a part of the input.
    pub bytes: &'a [u8],
    /// Its form.
    pub form: Form,
    /// As [`Found::command`].
    pub command: Option<&'a [u8]>,
}

/// A part of the input that could not be looked into.
#[derive(Debug)]
pub struct Fault<'a> {
    /// The way to it.
    pub steps: Vec<Step<'a>>,
    /// Its offset in the input, in bytes.
    pub offset: usize,
    /// Why: damaged, or of a form that is not known.
    pub error: Error,
}

impl fmt::Display for Fault<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let steps: Vec<String> = self.steps.iter().map(Step::to_string).collect();
        match steps.is_empty() {
            true => write!(f, "{} (at byte {})", self.error, self.offset),
            false => write!(f, "{}: {} (at byte {})", steps.join(":"), self.error, self.offset),
        }
    }
}

/// An object file, or an image, in which no bitcode is.
#[derive(Clone, Debug)]
pub struct Native<'a> {
    /// The way to it; empty for the input itself.
    pub steps: Vec<Step<'a>>,
    /// Its offset in the input, in bytes.
    pub offset: usize,
    /// Its bytes.
    pub bytes: &'a [u8],
}

/// The results for an input.
#[derive(Debug, Default)]
pub struct Contents<'a> {
    /// The type of the input itself; none for bitcode.
    pub container: Option<Container>,
    /// Bitcode, in the order of the input.
    pub found: Vec<Found<'a>>,
    /// Files that a thin archive names.
    pub outside: Vec<Outside<'a>>,
    /// Sections that name bitcode files.
    pub paths: Vec<Paths<'a>>,
    /// Compressed parts, which nothing has looked into.
    pub packed: Vec<Packed<'a>>,
    /// Object files without bitcode.
    pub natives: Vec<Native<'a>>,
    /// The parts that could not be read. All other parts were.
    pub faults: Vec<Fault<'a>>,
}

/// Finds the bitcode in `data`: the whole of it, or what lies in a container of any known kind.
///
/// # Errors
/// `NotBitcode`, if `data` is neither bitcode nor a known container. Errors inside a container are in [`Contents::faults`].
pub fn find<'a>(data: &'a [u8], options: &FindOptions) -> Result<Contents<'a>> {
    let mut finder = Finder::new(data, options);
    match finder.look(data, 0) {
        true => Ok(finder.contents),
        false => Err(Error::new(
            ErrorKind::NotBitcode,
            "expected 'BC' 0xC0DE, the wrapper 0x0B17C0DE, an archive, an object file, a universal binary, an offload bundle, a Metal library \
             or a DirectX container",
        )),
    }
}
