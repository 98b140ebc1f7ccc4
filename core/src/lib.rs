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
#![deny(unsafe_code)]

pub mod assemble;
pub mod contents;
pub mod copy;
pub mod edit;
mod error;
mod file;
mod identify;
pub mod input;
pub mod link;
pub mod lossless;
pub mod modules;
pub mod names;
pub mod prelude;
mod readers;
mod refusals;
mod text_errors;
pub mod translate;
pub mod verify;

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
pub use bctk_textual as textual;
pub use bctk_textual::{DisplayIn, DisplayView, ModuleSlotTracker, ParseOptions};
pub use bctk_transforms::translate::{Action as TranslateAction, Change as TranslateChange, Lossy, Report as TranslateReport};
pub use bctk_verify::{Finding, Report, VerifyOptions, verify};
pub use copy::CopyOptions;
pub use edit::{Edits, strip};
pub use error::{Error, ErrorKind, Place, Result};
pub use file::{
    File, Inspection, ModuleFile, Origin, SymbolFacts, inspect, open, open_bytes, open_bytes_with, open_shared, open_text, open_with,
};
pub use identify::{FileType, Identity, identify};
pub use text_errors::{TextError, TextErrors};
pub use translate::{Target, TranslateOptions};

use input::Kind;
use lossless::{Described, Disassembly};
use modules::{Parts, Purpose, Style};

/// How to disassemble.
#[derive(Clone, Debug, Default)]
pub struct DisassembleOptions {
    /// Print as this release would after reading the module; by default as the release that wrote it. Text of another release has no description.
    pub llvm: Option<LlvmVersion>,
    /// With a release: what a translation may leave out.
    pub translate: TranslateOptions,
    /// Leave out the description of the bitcode file.
    pub plain: bool,
    /// Print use-list order directives.
    pub preserve_uselistorder: bool,
    /// Add comments about uses, types and debug locations.
    pub annotations: bool,
    /// What to change before printing; a changed module has no description.
    pub edits: Edits,
}

/// Disassembles the only module of a file. Of a text it prints the same module again.
///
/// # Errors
/// [`ErrorKind::Modules`] if the file has several modules; if the module cannot be read, or the release asked for cannot represent it.
pub fn disassemble(file: &File, options: &DisassembleOptions) -> Result<Vec<u8>> {
    let mut texts = disassemble_all(file, options)?;
    match (texts.pop(), texts.len()) {
        (Some(text), 0) => Ok(text),
        (_, more) => {
            let message = format!("the file contains {} modules; disassemble_all returns a text for each", more + 1);
            Err(Error::new(file.name(), ErrorKind::Modules(message)))
        }
    }
}

/// Disassembles every module of a bitcode file; together, the texts restore it.
///
/// # Errors
/// As [`disassemble`].
pub fn disassemble_all(file: &File, options: &DisassembleOptions) -> Result<Vec<Vec<u8>>> {
    let fault = |error| Error::new(file.name(), ErrorKind::Write(error));
    let (input, kind) = file.only()?;
    let style = Style {
        module_id: input::module_id(file.path()),
        preserve_uselistorder: options.preserve_uselistorder,
        annotations: options.annotations,
        limits: file.limits().clone(),
        ..Style::default()
    };
    let parse = ParseOptions { limits: file.limits().clone(), ..ParseOptions::default() };
    let is_changed = options.llvm.is_some() || !options.edits.is_empty();
    let wanted = if options.llvm.is_some() { Parts::AsStored } else { Parts::All };
    let mut read = match kind {
        Kind::Text => {
            let described = Described::new(input.bytes());
            if described.is_intact() && !options.plain && !is_changed {
                return Ok(vec![described.print_again(file.path(), &parse, &style, &mut |_| ())?.map_err(fault)?]);
            }
            vec![modules::parse_for(&described.text, file.path(), Purpose::Text, options.llvm, &parse, &mut |_| ())?]
        }
        _ => modules::read(file.name(), input.bytes(), wanted, file.limits())?,
    };
    edit::edit(&mut read, &options.edits).map_err(|kind| Error::new(file.name(), kind))?;
    for module in &mut read {
        if let Some(llvm) = options.llvm {
            translate::with(module, llvm, Target::Text, &options.translate).map_err(|kind| Error::new(file.name(), kind))?;
        }
    }
    if kind == Kind::Bitcode && !is_changed && !options.plain {
        let (texts, refused) = Disassembly::new(input.bytes(), read, &style).map_err(fault)?.finish();
        return match refused {
            None => Ok(texts),
            Some(message) => Err(Error::new(file.name(), ErrorKind::Description(message))),
        };
    }
    let print = |module| {
        let mut text = Vec::new();
        modules::print(module, &style, &mut text).map(|_| text)
    };
    read.iter().map(print).collect::<std::io::Result<_>>().map_err(fault)
}

/// Assembles a text to bitcode. With an intact description below it, the result is the file that it was printed from.
///
/// # Errors
/// If the text has errors, or its module cannot be written.
pub fn assemble(file: &File, options: &AssembleOptions) -> Result<Vec<u8>> {
    let (input, kind) = file.only()?;
    let mut out = Vec::new();
    assemble::Assembly::read(file.name(), vec![(file.path(), input, kind)], options)?.write_to(options, &mut out)?;
    Ok(out)
}

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
        true => bctk_textual::print(module, &bctk_textual::PrintOptions::default()),
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
