//! Translates modules to the language of another LLVM.
use bctk_bitcode::{unrepresentable, write};
use bctk_ir::module::Module;
use bctk_ir::version::LlvmVersion;
use bctk_transforms::read_as;
use bctk_transforms::upgrade::{self, Reader};
use bctk_verify::{Level, VerifyOptions, verify};

use crate::error::ErrorKind;
use crate::verify::llvm_messages;

/// The output for which a module is translated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// Text as the release prints it after reading the module.
    Text,
    /// What `llvm-dis` of the release prints. That of LLVM 15 keeps typed pointers, although its own language has opaque ones.
    Disassembly,
    /// Bitcode that the release can read. Releases still read much of what they removed.
    Bitcode,
}

/// The release, if its writer is known; the newest one for any newer one.
pub(crate) fn known(llvm: LlvmVersion) -> Result<LlvmVersion, ErrorKind> {
    let known = llvm.as_written();
    if known > llvm {
        let message = format!("cannot translate to LLVM {llvm}; the oldest supported version is {known}");
        return Err(ErrorKind::Unrepresentable(message));
    }
    Ok(known)
}

/// Translates a module to the language of `llvm`, one of [`LlvmVersion::written`]. The module is as its file has it ([`Parts::AsStored`]).
///
/// [`verified`] also makes sure that `llvm` takes the result.
///
/// # Errors
/// [`ErrorKind::Unrepresentable`] names what the release does not have. The module is half translated then.
///
/// [`Parts::AsStored`]: crate::modules::Parts::AsStored
pub fn to(module: &mut Module, llvm: LlvmVersion, target: Target) -> Result<(), ErrorKind> {
    let is_text = target != Target::Bitcode;
    let own = module.llvm_version();
    let was_stale = module.is_stale();
    if is_text && module.is_from_bitcode() {
        upgrade::upgrade_old_forms(module, llvm);
    }
    let to_opaque = if target == Target::Disassembly { llvm.reads_as_opaque() } else { llvm.opaque_pointers() };
    if to_opaque && module.types.has_typed_pointers() {
        upgrade::to_opaque_pointers(module);
        if target == Target::Bitcode {
            upgrade::rename_intrinsics(module, llvm);
        }
    }
    // The reader of an older release drops debug information that it does not know.
    if target != Target::Disassembly {
        if !llvm.function_local_debug_info() {
            upgrade::retained_to_units(module);
        }
        if !llvm.dead_bytes() {
            upgrade::dead_bytes_to_word(module);
        }
        if !llvm.denormal_environment() {
            upgrade::denormals_to_strings(module);
        }
    }
    if is_text {
        match llvm.upgrades_all() {
            true => upgrade::upgrade_as(module, Reader::Bitcode, llvm, llvm_messages),
            false => read_as::as_read_by(module, llvm, llvm_messages),
        }
        bctk_ir::summary::identify_as(module, own, llvm);
    }
    if !llvm.float_splats() {
        upgrade::expand_splats(module);
    }
    if !llvm.captures_known() {
        upgrade::captures_to_nocapture(module);
    }
    if !llvm.debug_records() {
        upgrade::records_to_calls(module);
    }
    if !llvm.memory_attribute() {
        upgrade::split_memory(module);
    }
    let mut found = unrepresentable::unrepresentable(module, llvm);
    if target != Target::Disassembly {
        found.extend(unrepresentable::newer_intrinsics(module, llvm));
    }
    found.retain(|found| is_text || !found.gone);
    if !found.is_empty() {
        let attribute = found.iter().find_map(|found| found.attribute).filter(|_| target == Target::Disassembly);
        let words = attribute.map_or(String::new(), |kind| format!("Unknown attribute kind ({}): ", kind.0));
        let what: Vec<String> = found.into_iter().map(|found| found.what).collect();
        return Err(ErrorKind::Unrepresentable(format!("{words}LLVM {llvm} cannot represent: {}", what.join(", "))));
    }
    // A translation keeps what the summary says.
    if !was_stale {
        module.seal();
    }
    if own != llvm {
        let producer = if llvm.is_newest() { write::PRODUCER.to_vec() } else { format!("LLVM{llvm}").into_bytes() };
        module.provenance.producer = module.strings.push(&producer);
        module.provenance.text_version = None;
        module.libraries.clear();
        // Stated orders of blocks count the uses that the release has.
        if own.block_address_uses_nothing() != llvm.block_address_uses_nothing() {
            bctk_uselist::order_predecessors(module);
        }
    }
    Ok(())
}

/// Translates a module like [`to`], and verifies the result with the rules of `llvm`.
///
/// # Errors
/// Also if the module is not valid for `llvm`.
pub fn verified(module: &mut Module, llvm: LlvmVersion, target: Target) -> Result<(), ErrorKind> {
    let own = module.llvm_version();
    to(module, llvm, target)?;
    let is_verified = match target {
        Target::Text => own != llvm,
        // A newer release upgrades this before its verifier looks at it.
        Target::Bitcode => llvm < own,
        // llvm-dis does not verify.
        Target::Disassembly => false,
    };
    if !is_verified {
        return Ok(());
    }
    let mut options = VerifyOptions::default();
    options.level = Level::Full;
    options.llvm = Some(llvm);
    let report = verify(module, &options);
    let Some(finding) = report.findings.first() else { return Ok(()) };
    Err(ErrorKind::Unrepresentable(format!("not valid for LLVM {llvm}: {}", finding.describe(module))))
}
