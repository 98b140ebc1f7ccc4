//! The IDENTIFICATION and MODULE blocks of one module.
use super::WriteOptions;
use super::strtab::Strtab;
use crate::error::Result;
use bctk_ir::module::Module;

/// The IDENTIFICATION and MODULE blocks of `module`, whose names go to `strtab`. All positions in them count from their own start.
pub(super) fn write(module: &Module, options: &WriteOptions, strtab: &mut Strtab) -> Result<Vec<u8>> {
    let _ = (module, options, strtab);
    Ok(Vec::new())
}
