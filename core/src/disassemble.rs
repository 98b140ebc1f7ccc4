//! Disassembles and assembles files.
use bctk_ir::version::LlvmVersion;
use bctk_textual::ParseOptions;

use crate::assemble::{self, AssembleOptions};
use crate::edit::{self, Edits};
use crate::error::{Error, ErrorKind, Result};
use crate::file::File;
use crate::input::{self, Kind};
use crate::lossless::{Described, Disassembly};
use crate::modules::{self, Parts, Purpose, Style};
use crate::translate::{self, Target, TranslateOptions};

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
