//! The operations behind the crate `bctk`, which exports all of this crate and has the program, the guides and the examples.
//!
//! Use `bctk`. This crate is apart from it because the program stands between the two: `bctk` depends on the command line tools, and they
//! depend on what is here.
//!
//! ```
//! use bctk_core::prelude::*;
//!
//! let mut module = Module::new("answer.c");
//! let mut edit = module.edit();
//! let int = edit.int_type(32);
//! let answer = edit.add_function("answer", int, &[]);
//! let mut b = edit.build(answer)?;
//! b.block("entry");
//! b.ret(42)?;
//! edit.finish()?;
//! assert_eq!(module.view().functions().count(), 1);
//! # Ok::<(), bctk_core::Error>(())
//! ```
//!
//! # Features
//! `text` is assembly, with copies and translations, which need its printer. Without it, a [`File`] of assembly can be opened, and reading its
//! module is [`ErrorKind::NoText`]. `archives` reads and writes archives as a whole. `rayon` lets work go on several threads. All are on by default.
#![deny(unsafe_code)]

#[cfg(feature = "archives")]
pub mod archive;
#[cfg(feature = "text")]
pub mod assemble;
#[cfg(feature = "text")]
pub mod concat;
#[cfg(feature = "archives")]
mod containers;
pub mod contents;
#[cfg(feature = "text")]
pub mod copy;
#[cfg(feature = "text")]
mod disassemble;
pub mod edit;
mod error;
#[cfg(all(feature = "archives", feature = "text"))]
pub mod fat_objects;
mod file;
pub mod folders;
mod follow;
mod identify;
pub mod input;
#[cfg(feature = "text")]
pub mod link;
#[cfg(feature = "text")]
pub mod lossless;
#[cfg(feature = "text")]
pub mod lto;
#[cfg(feature = "text")]
pub mod memory;
pub mod modules;
pub mod names;
mod packed;
#[cfg(feature = "text")]
pub mod passes;
#[cfg(feature = "text")]
pub mod plan;
pub mod prelude;
mod readers;
#[cfg(feature = "text")]
mod refusals;
#[cfg(feature = "text")]
pub mod split;
#[cfg(feature = "text")]
pub mod symbol_changes;
mod text_bundle;
#[cfg(feature = "text")]
mod text_errors;
#[cfg(feature = "text")]
pub mod translate;
pub mod verify;

#[cfg(feature = "text")]
pub use assemble::AssembleOptions;
pub use bctk_analysis as analysis;
pub use bctk_bitcode as bitcode;
pub use bctk_bitcode::write::WriteOptions;
pub use bctk_ir as ir;
pub use bctk_ir::module::Module;
pub use bctk_ir::version::{LlvmVersion, Profile};
pub use bctk_lint::lint;
pub use bctk_object as object;
pub use bctk_object::symbols::{self, SymbolFlags, SymbolTable};
pub use bctk_support::limits::{LimitName, Limits};
#[cfg(feature = "text")]
pub use bctk_textual as textual;
#[cfg(feature = "text")]
pub use bctk_textual::{DisplayIn, DisplayView, ModuleSlotTracker, ParseOptions};
pub use bctk_transforms::translate::{Action as TranslateAction, Change as TranslateChange, Lossy, Report as TranslateReport};
pub use bctk_verify::{Finding, Report, VerifyOptions, verify};
#[cfg(feature = "text")]
pub use copy::CopyOptions;
#[cfg(feature = "text")]
pub use disassemble::{DisassembleOptions, assemble, disassemble, disassemble_all};
pub use edit::{Edits, strip};
pub use error::{Error, ErrorKind, Place, Result};
pub use file::{
    File, Inspection, ModuleFile, Origin, SymbolFacts, inspect, open, open_bytes, open_bytes_with, open_shared, open_text, open_with,
};
pub use identify::{FileType, Identity, identify};
#[cfg(feature = "text")]
pub use text_errors::{TextError, TextErrors};
#[cfg(feature = "text")]
pub use translate::{Target, TranslateOptions};

#[cfg(feature = "text")]
use input::Kind;

/// Reads the only module of a file, bitcode or assembly, as the LLVM that wrote it reads it.
///
/// # Errors
/// If the file cannot be read, or has several modules.
pub fn read(path: impl AsRef<std::path::Path>) -> Result<Module> {
    open(path)?.module()?.read()
}

/// Writes a module to a file: as assembly if its name ends with `.ll`, else as bitcode. A file that is there is replaced when all is written.
///
/// # Errors
/// If the module or the file cannot be written.
pub fn write(module: &Module, path: impl AsRef<std::path::Path>) -> Result<()> {
    let path = path.as_ref();
    let name = || path.display().to_string();
    let bytes = match path.extension().is_some_and(|extension| extension == "ll") {
        #[cfg(feature = "text")]
        true => bctk_textual::print(module, &bctk_textual::PrintOptions::default()),
        #[cfg(not(feature = "text"))]
        true => return Err(Error::new(name(), ErrorKind::NoText)),
        false => bctk_bitcode::write(module, &WriteOptions::default()).map_err(|error| Error::new(name(), ErrorKind::Bitcode(error)))?,
    };
    replace(path, |mut out| std::io::Write::write_all(&mut out, &bytes))
}

/// Writes a module that was read in part from `source` to a file, as [`edit::Rewriter::write_to`] does. A file that is there is replaced when
/// all is written; it may be the one that the module comes from.
///
/// # Errors
/// If the module or the file cannot be written.
pub fn write_rewritten(source: &ModuleFile, module: &mut edit::Rewriter<'_>, path: impl AsRef<std::path::Path>) -> Result<edit::Rewritten> {
    let path = path.as_ref();
    let mut rewritten = edit::Rewritten::default();
    let mut refused = None;
    let written = replace(path, |out| match module.write_to(&WriteOptions::default(), &mut source.copying(out)) {
        Ok(done) => {
            rewritten = done;
            Ok(())
        }
        Err(bctk_bitcode::write::Fault::Sink(error)) => Err(error),
        Err(bctk_bitcode::write::Fault::Module(error)) => {
            refused = Some(Error::new(path.display().to_string(), ErrorKind::Bitcode(error)));
            Err(std::io::ErrorKind::InvalidData.into())
        }
    });
    match refused {
        Some(error) => Err(error),
        None => written.map(|()| rewritten),
    }
}

/// Replaces a file by what `write` writes, when all is written.
fn replace(path: &std::path::Path, write: impl FnOnce(std::fs::File) -> std::io::Result<()>) -> Result<()> {
    let fault = |error| Error::new(path.display().to_string(), ErrorKind::Write(error));
    let beside = path.with_extension(format!("{}.tmp", std::process::id()));
    let written = std::fs::File::create(&beside).and_then(write).and_then(|()| std::fs::rename(&beside, path));
    written.map_err(|error| {
        // The reason why it could not be written matters more.
        let _ = std::fs::remove_file(&beside);
        fault(error)
    })
}

/// Copies bitcode, with the changes of `options`.
///
/// # Errors
/// If the bitcode cannot be read or written.
#[cfg(feature = "text")]
pub fn copy(file: &File, options: &CopyOptions) -> Result<Vec<u8>> {
    let (input, kind) = file.only()?;
    if kind == Kind::Text {
        return Err(Error::new(file.name(), ErrorKind::NotLlvm("expected bitcode, found assembly".into())));
    }
    let mut out = Vec::new();
    copy::copy_to(file.name(), input.bytes(), options, &mut out)?;
    Ok(out)
}

/// Translates a module, read by [`ModuleFile::read_as_stored`], to the language of a release, and says what that cost.
///
/// # Errors
/// [`ErrorKind::Unrepresentable`] names what the release does not have, or why it would refuse the module ([`verify()`]).
#[cfg(feature = "text")]
pub fn translate(module: &mut Module, llvm: LlvmVersion, target: Target, options: &TranslateOptions) -> Result<TranslateReport> {
    translate::with(module, llvm, target, options).map_err(|kind| Error::new(name_of(module), kind))
}

/// Keeps only the global values of these names in the modules of one file.
///
/// # Errors
/// [`ErrorKind::Symbol`] names a global value that no module has.
pub fn extract(modules: &mut Vec<Module>, names: &[&str]) -> Result<()> {
    let file = modules.first().map_or_else(String::new, name_of);
    let names: Vec<Vec<u8>> = names.iter().map(|name| name.as_bytes().to_vec()).collect();
    edit::extract(modules, &names).map_err(|kind| Error::new(file, kind))
}

/// The name of a module that has no file any more.
fn name_of(module: &Module) -> String {
    String::from_utf8_lossy(module.source_filename.map_or(b"<module>", |name| module.str(name))).into_owned()
}
