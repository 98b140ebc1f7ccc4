//! What a library without assembly says where `texts` works.
#[cfg(feature = "verify")]
use bctk::Report;
use bctk::ir::module::Module;
use bctk::{Edits, LlvmVersion, ModuleFile, TranslateReport};

use crate::error::bctk_error;
use crate::options::{bctk_output, bctk_translate_options};

fn none<T>() -> Result<T, bctk_error> {
    Err(bctk_error::not_built("assembly and translations"))
}

pub(crate) fn read(_: &ModuleFile) -> Result<Module, bctk_error> {
    none()
}

pub(crate) fn disassemble(_: &ModuleFile, _: u32) -> Result<Vec<u8>, bctk_error> {
    none()
}

pub(crate) fn stripped(_: &ModuleFile, _: Edits) -> Result<Vec<u8>, bctk_error> {
    none()
}

pub(crate) fn assemble(_: &ModuleFile) -> Result<Vec<u8>, bctk_error> {
    none()
}

pub(crate) fn print(_: &ModuleFile, _: &Module) -> Result<Vec<u8>, bctk_error> {
    none()
}

pub(crate) fn stored(file: &ModuleFile, output: bctk_output, _: Option<LlvmVersion>) -> Result<Module, bctk_error> {
    match output {
        bctk_output::BCTK_OUTPUT_TEXT => none(),
        bctk_output::BCTK_OUTPUT_BITCODE => Ok(file.read_as_stored()?),
    }
}

#[cfg(feature = "verify")]
pub(crate) fn parse_to_verify(_: &ModuleFile) -> Result<Module, bctk_error> {
    none()
}

/// The messages alone: what LLVM prints below them is assembly.
#[cfg(feature = "verify")]
pub(crate) fn findings(_: &Module, report: &Report) -> String {
    report.findings.iter().map(|finding| format!("{}\n", finding.message)).collect()
}

/// # Safety
/// None is needed: the options are not looked at.
pub(crate) unsafe fn translated(
    _: &ModuleFile,
    _: u32,
    _: *const bctk_translate_options,
    _: bctk_output,
) -> Result<(Module, TranslateReport), bctk_error> {
    none()
}

pub(crate) fn refusal(_: &ModuleFile, _: LlvmVersion) -> Result<Option<String>, bctk_error> {
    none()
}

pub(crate) fn oldest_reader(_: &ModuleFile) -> Result<Option<LlvmVersion>, bctk_error> {
    none()
}
