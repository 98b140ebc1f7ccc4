//! What needs assembly, its printer, or translations.
use bctk::edit::Edits;
use bctk::ir::module::Module;
use bctk::lossless::Described;
use bctk::modules::{self, Purpose, Style};
use bctk::translate::Target;
use bctk::verify;
use bctk::{AssembleOptions, DisassembleOptions, ErrorKind, LlvmVersion, Lossy, ModuleFile, ParseOptions, Profile};
use bctk::{Report, TranslateOptions, TranslateReport, input};

use crate::error::{bctk_error, fault};
use crate::options::*;
use crate::types::{check_flags, release, string, take};

/// The text of a module, with `BCTK_TEXT_…` flags.
pub(crate) fn disassemble(file: &ModuleFile, flags: u32) -> Result<Vec<u8>, bctk_error> {
    let options = DisassembleOptions {
        plain: flags & BCTK_TEXT_LOSSLESS == 0,
        preserve_uselistorder: flags & BCTK_TEXT_USE_LIST_ORDER != 0,
        annotations: flags & BCTK_TEXT_ANNOTATIONS != 0,
        ..DisassembleOptions::default()
    };
    Ok(bctk::disassemble(&file.file(), &options)?)
}

/// A module as the LLVM that wrote it reads it, to be changed and printed.
pub(crate) fn read(file: &ModuleFile) -> Result<Module, bctk_error> {
    Ok(file.read()?)
}

/// The text of a stripped module.
pub(crate) fn stripped(file: &ModuleFile, edits: Edits) -> Result<Vec<u8>, bctk_error> {
    let options = DisassembleOptions { plain: true, edits, ..DisassembleOptions::default() };
    Ok(bctk::disassemble(&file.file(), &options)?)
}

/// The bitcode of a text.
pub(crate) fn assemble(file: &ModuleFile) -> Result<Vec<u8>, bctk_error> {
    let mut options = AssembleOptions::default();
    options.parse.limits = file.limits().clone();
    Ok(bctk::assemble(&file.file(), &options)?)
}

/// The text of a module that was changed.
pub(crate) fn print(file: &ModuleFile, module: &Module) -> Result<Vec<u8>, bctk_error> {
    let style = Style { module_id: input::module_id(file.path()), limits: file.limits().clone(), ..Style::default() };
    let mut text = Vec::new();
    modules::print(module, &style, &mut text).map_err(|error| fault(file, ErrorKind::Write(error)))?;
    Ok(text)
}

/// A module as its file has it, to be changed and written as `output`, or translated to `llvm` first.
pub(crate) fn stored(file: &ModuleFile, output: bctk_output, llvm: Option<LlvmVersion>) -> Result<Module, bctk_error> {
    if !file.is_assembly() {
        return Ok(file.read_as_stored()?);
    }
    let purpose = if output == bctk_output::BCTK_OUTPUT_TEXT { Purpose::Text } else { Purpose::Bitcode };
    let options = ParseOptions { limits: file.limits().clone(), ..ParseOptions::default() };
    Ok(modules::parse_for(&Described::new(file.bytes()).text, file.path(), purpose, llvm, &options, &mut |_| ())?)
}

/// A module of a text, with places, to be verified.
pub(crate) fn parse_to_verify(file: &ModuleFile) -> Result<Module, bctk_error> {
    let options = ParseOptions { limits: file.limits().clone(), offsets: true, ..ParseOptions::default() };
    Ok(modules::parse(file.bytes(), file.path(), Purpose::Text, &options)?)
}

/// All that LLVM prints about findings.
pub(crate) fn findings(module: &Module, report: &Report) -> String {
    verify::llvm_messages(module, report)
}

/// The release and the options of a translation.
///
/// # Safety
/// `options` is null or points to options.
unsafe fn translation(llvm: u32, options: *const bctk_translate_options) -> Result<(LlvmVersion, TranslateOptions), bctk_error> {
    // SAFETY: as the caller promises.
    let Some(given) = (unsafe { take(options) })? else { return Ok((release(llvm)?, TranslateOptions::default())) };
    check_flags(given.flags, BCTK_TRANSLATE_UNVERIFIED)?;
    let lossy = match given.lossy {
        0 => Lossy::Hints,
        1 => Lossy::None,
        2 => Lossy::Debug,
        other => return Err(bctk_error::argument(format!("there is no bctk_lossy {other}"))),
    };
    // SAFETY: as the caller promises.
    let profile = match unsafe { string(given.dialect) }? {
        [] => None,
        name => {
            let name = String::from_utf8_lossy(name);
            Some(name.parse::<Profile>().map_err(|said| bctk_error::argument(said.to_string()))?)
        }
    };
    let llvm = match profile {
        Some(_) if llvm != 0 => return Err(bctk_error::argument("a dialect has a release of its own; expected 0 for llvm")),
        Some(profile) => profile.llvm(),
        None => release(llvm)?,
    };
    Ok((llvm, TranslateOptions { lossy, verify: given.flags & BCTK_TRANSLATE_UNVERIFIED == 0, profile }))
}

/// A translated module, and what was changed.
///
/// # Safety
/// `options` is null or points to options.
pub(crate) unsafe fn translated(
    file: &ModuleFile,
    llvm: u32,
    options: *const bctk_translate_options,
    output: bctk_output,
) -> Result<(Module, TranslateReport), bctk_error> {
    // SAFETY: as the caller promises.
    let (llvm, options) = unsafe { translation(llvm, options) }?;
    let mut module = stored(file, output, Some(llvm))?;
    let target = if output == bctk_output::BCTK_OUTPUT_TEXT { Target::Text } else { Target::Bitcode };
    let changes = bctk::translate(&mut module, llvm, target, &options)?;
    Ok((module, changes))
}

/// Why the reader of `llvm` refuses a module.
pub(crate) fn refusal(file: &ModuleFile, llvm: LlvmVersion) -> Result<Option<String>, bctk_error> {
    Ok(file.refusal_by(llvm)?)
}

/// The oldest reader that takes a module.
pub(crate) fn oldest_reader(file: &ModuleFile) -> Result<Option<LlvmVersion>, bctk_error> {
    Ok(file.oldest_reader()?)
}
