//! Translates modules to the language of another LLVM.
use std::collections::HashSet;

use bctk_bitcode::unrepresentable::{self, Unrepresentable};
use bctk_bitcode::write;
use bctk_ir::module::Module;
use bctk_ir::version::{LlvmVersion, Profile};
use bctk_transforms::translate::{self, Action, Lossy, NewerField, Report, profiles};
pub use bctk_transforms::upgrade::Target;
use bctk_transforms::upgrade::{self, Upgrade};
use bctk_verify::{Level, VerifyOptions, verify};

use crate::error::ErrorKind;
use crate::verify::llvm_messages;

/// The release, if its writer is known; the newest one for any newer one.
pub(crate) fn known(llvm: LlvmVersion) -> Result<LlvmVersion, ErrorKind> {
    let known = llvm.as_written();
    if known > llvm {
        let message = format!("cannot translate to LLVM {llvm}; the oldest supported version is {known}");
        return Err(ErrorKind::Unrepresentable(message));
    }
    Ok(known)
}

/// How far a translation may go.
#[derive(Clone, Debug)]
pub struct TranslateOptions {
    /// What may be left out.
    pub lossy: Lossy,
    /// Whether the result is verified with the rules of the release.
    pub verify: bool,
    /// The dialect whose rules the module must follow, too; the release is [`Profile::llvm`] then.
    pub profile: Option<Profile>,
}

impl Default for TranslateOptions {
    fn default() -> TranslateOptions {
        TranslateOptions { lossy: Lossy::default(), verify: true, profile: None }
    }
}

/// Translates a module to the language of `llvm`, one of [`LlvmVersion::written`], and says what that cost. The module is as its file has it
/// ([`Parts::AsStored`]).
///
/// # Errors
/// [`ErrorKind::Unrepresentable`] names what the release does not have and what cannot be left out, or why its verifier would refuse the
/// result. The module is half translated then.
///
/// [`Parts::AsStored`]: crate::modules::Parts::AsStored
pub fn with(module: &mut Module, llvm: LlvmVersion, target: Target, options: &TranslateOptions) -> Result<Report, ErrorKind> {
    let mut report = Report::default();
    reported(module, llvm, target, options, &mut report).map(|()| report)
}

/// As [`with`], and `report` gets all changes up to an error, too: those that were refused are among them.
///
/// # Errors
/// As [`with`].
pub fn reported(
    module: &mut Module,
    llvm: LlvmVersion,
    target: Target,
    options: &TranslateOptions,
    report: &mut Report,
) -> Result<(), ErrorKind> {
    let own = module.llvm_version();
    if let Some(profile) = options.profile {
        profiles::apply(module, profile, report);
        refuse(report, options, profile.name())?;
    }
    if own > llvm && target != Target::Disassembly {
        let was_sealed = module.is_sealed();
        down(module, llvm, options, report)?;
        // The older reader swaps them.
        if target == Target::Bitcode && own.accessors_in_place() && !llvm.accessors_in_place() {
            upgrade::swap_accessors(module);
        }
        if was_sealed {
            module.seal();
        }
    }
    to(module, llvm, target)?;
    if let Some(profile) = options.profile.filter(|_| own < llvm) {
        // Upgrades can make what the dialect does not have.
        profiles::apply(module, profile, report);
        refuse(report, options, profile.name())?;
    }
    let mut upgraded = Report::default();
    translate::lost_in_upgrade(module, &mut upgraded);
    if target != Target::Disassembly {
        translate::readable_layout(module, llvm, &mut upgraded);
    }
    let refused = refuse(&upgraded, options, &format!("LLVM {llvm}"));
    report.append(upgraded);
    refused?;
    if target == Target::Text {
        bctk_ir::summary::settle_names(module);
    }
    // The hash is that of the bitcode, which a text does not have.
    if own != llvm || options.profile.is_some() {
        bctk_ir::summary::outdate_hash(module, target == Target::Text);
    }
    if options.verify {
        verified(module, own, llvm, target)?;
    }
    Ok(())
}

/// Replaces and drops what the older release `llvm` does not have.
fn down(module: &mut Module, llvm: LlvmVersion, options: &TranslateOptions, report: &mut Report) -> Result<(), ErrorKind> {
    let newer: Vec<NewerField> = unrepresentable::newer_fields(llvm).map(|(kind, name, since)| NewerField { kind, name, since }).collect();
    let changes = translate::to_older(module, llvm, &newer);
    let refused = refuse(&changes, options, &format!("LLVM {llvm}"));
    report.append(changes);
    refused?;
    if options.lossy == Lossy::Debug && unrepresentable::unrepresentable(module, llvm).iter().any(|found| found.is_debug) {
        translate::drop_debug(module, report);
    }
    Ok(())
}

/// An error if a report names what cannot be done, or must not be.
fn refuse(report: &Report, options: &TranslateOptions, language: &str) -> Result<(), ErrorKind> {
    let mut refused: Vec<String> = report.of(Action::Refused).map(ToString::to_string).collect();
    if options.lossy == Lossy::None {
        refused.extend(report.of(Action::Dropped).map(ToString::to_string));
    }
    match refused.is_empty() {
        true => Ok(()),
        false => Err(ErrorKind::Unrepresentable(format!("{language} cannot represent: {}", refused.join("; ")))),
    }
}

/// Upgrades a module to the language of `llvm`. What is newer must be gone already, except for [`Target::Disassembly`].
///
/// # Errors
/// [`ErrorKind::Unrepresentable`] names what the release does not have.
pub fn to(module: &mut Module, llvm: LlvmVersion, target: Target) -> Result<(), ErrorKind> {
    let opaque = if target == Target::Disassembly { llvm.reads_as_opaque() } else { llvm.opaque_pointers() };
    upgraded(module, llvm, target, opaque, false, false)
}

/// [`to`] with [`Target::Disassembly`] for a module whose functions are read one by one, as LLVM's linker has them read.
pub(crate) fn to_linked(module: &mut Module, llvm: LlvmVersion) -> Result<(), ErrorKind> {
    upgraded(module, llvm, Target::Disassembly, llvm.reads_as_opaque(), false, true)
}

/// [`to`] with [`Target::Bitcode`] for a text that `llvm-as` of the release reads. That of LLVM 15 keeps typed pointers.
///
/// # Errors
/// As [`to`].
pub fn assembled(module: &mut Module, llvm: LlvmVersion) -> Result<(), ErrorKind> {
    upgraded(module, llvm, Target::Bitcode, llvm.reads_as_opaque(), true, false)
}

/// `opaque`: whether typed pointers become opaque. `is_assembled`: whether the parser of `llvm` has made its upgrades. `by_function`: whether
/// functions are read one by one.
fn upgraded(
    module: &mut Module,
    llvm: LlvmVersion,
    target: Target,
    opaque: bool,
    is_assembled: bool,
    by_function: bool,
) -> Result<(), ErrorKind> {
    let own = module.llvm_version();
    // Bitcode that is marked as of a newer release must have that release's forms: its reader looks for older ones in older files alone.
    let is_read = target != Target::Bitcode || own < llvm;
    let was_sealed = module.is_sealed();
    if target == Target::Disassembly {
        readable(module, llvm)?;
    }
    if target == Target::Disassembly && module.is_from_bitcode() && llvm.switch_cases_as_read() && upgrade::has_expression_case(module) {
        let words = if llvm.switch_record_named() { "Invalid switch record" } else { "Invalid record" };
        return Err(ErrorKind::Unrepresentable(format!("{words}: LLVM {llvm} takes no constant expression as a case of a switch")));
    }
    Upgrade { describe: Some(llvm_messages), by_function, ..Upgrade::translation(module, llvm, target, opaque, is_assembled) }.run(module);
    if target != Target::Disassembly {
        translate::lower_attributes(module, llvm);
    }
    let mut found = unrepresentable::unrepresentable(module, llvm);
    if target != Target::Disassembly {
        found.extend(unrepresentable::newer_intrinsics(module, llvm));
    }
    found.retain(|found| is_read || !found.gone);
    if !found.is_empty() {
        return Err(cannot_represent(found, llvm, target));
    }
    // A translation keeps what the summary says.
    if was_sealed {
        module.seal();
    }
    if own != llvm {
        let producer = write::producer_of_text(Some(llvm));
        module.provenance.producer = module.strings.push(&producer);
        module.provenance.text_version = None;
        module.provenance.inferred = None;
        module.libraries.clear();
        // Stated orders of blocks count the uses that the release has.
        if own.block_address_uses_nothing() != llvm.block_address_uses_nothing() {
            bctk_uselist::order_predecessors(module);
        }
    }
    Ok(())
}

/// Whether the reader of `llvm` takes the attributes of a module of bitcode: it reads all of them before it upgrades any.
///
/// # Errors
/// [`ErrorKind::Unrepresentable`] names those that it does not know.
pub(crate) fn readable(module: &Module, llvm: LlvmVersion) -> Result<(), ErrorKind> {
    if !module.is_from_bitcode() || module.llvm_version() <= llvm {
        return Ok(());
    }
    match unrepresentable::newer_attributes(module, llvm) {
        found if found.is_empty() => Ok(()),
        found => Err(cannot_represent(found, llvm, Target::Disassembly)),
    }
}

/// The error that names all of this.
fn cannot_represent(found: Vec<Unrepresentable>, llvm: LlvmVersion, target: Target) -> ErrorKind {
    let attribute = found.iter().find_map(|found| found.attribute).filter(|_| target == Target::Disassembly);
    let words = attribute.map_or(String::new(), |kind| format!("Unknown attribute kind ({}): ", kind.0));
    let what: Vec<String> = found.into_iter().map(|found| found.what).collect();
    ErrorKind::Unrepresentable(format!("{words}LLVM {llvm} cannot represent: {}", what.join(", ")))
}

/// Verifies a translated module, which was of the release `own`, with the rules of `llvm`.
fn verified(module: &mut Module, own: LlvmVersion, llvm: LlvmVersion, target: Target) -> Result<(), ErrorKind> {
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
    // LLVM's readers give the second another name, and the call is one of nothing.
    let mut names = HashSet::new();
    let intrinsics = module.functions().map(|(_, global, _)| module.str(global.name)).filter(|name| name.starts_with(b"llvm."));
    if let Some(name) = intrinsics.into_iter().find(|name| !names.insert(*name)) {
        let message = format!("LLVM {llvm} cannot represent: two functions named @{}", String::from_utf8_lossy(name));
        return Err(ErrorKind::Unrepresentable(message));
    }
    let options = VerifyOptions { level: Level::Full, llvm: Some(llvm) };
    // The text has the attributes of intrinsics already.
    let report = match target {
        Target::Bitcode => upgrade::with_intrinsics_of(module, llvm, |module| verify(module, &options)),
        _ => verify(module, &options),
    };
    let Some(finding) = report.findings.first() else { return Ok(()) };
    Err(ErrorKind::Unrepresentable(format!("not valid for LLVM {llvm}: {}", finding.describe(module))))
}
