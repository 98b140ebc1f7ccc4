//! METADATA, METADATA_KIND and METADATA_ATTACHMENT blocks.
use super::emit::Emitter;
use super::enumerate::{MdBlock, MdIds, Numbering};
use crate::error::Result;
use bctk_ir::body::Body;

/// Writes the METADATA_KIND block (`writeModuleMetadataKinds`).
pub(super) fn write_kinds(out: &mut Emitter, numbers: &Numbering<'_>) -> Result<()> {
    let _ = (out, numbers);
    Ok(())
}

/// Writes the METADATA block of the module: strings, nodes with their index, named metadata, attachments of global variables and of functions
/// that are only declared (`writeModuleMetadata`).
pub(super) fn write_module(out: &mut Emitter, numbers: &Numbering<'_>) -> Result<()> {
    let _ = (out, numbers);
    Ok(())
}

/// Writes the METADATA block of a function, if it has any metadata (`writeFunctionMetadata`).
pub(super) fn write_function(out: &mut Emitter, numbers: &Numbering<'_>, ids: &impl MdIds, block: MdBlock<'_>) -> Result<()> {
    let _ = (out, numbers, ids, block);
    Ok(())
}

/// Writes the METADATA_ATTACHMENT block of a function, if there are attachments other than debug locations (`writeFunctionMetadataAttachment`).
pub(super) fn write_attachments(out: &mut Emitter, numbers: &Numbering<'_>, ids: &impl MdIds, body: &Body) -> Result<()> {
    let _ = (out, numbers, ids, body);
    Ok(())
}
