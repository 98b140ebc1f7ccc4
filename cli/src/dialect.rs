//! Modules in the language of another LLVM than the one that they are of (`--dialect`).
use std::path::Path;

use bctk_bitcode::{facts, unrepresentable, write};
use bctk_ir::version::LlvmVersion;
use bctk_transforms::upgrade;

use crate::conversion::Conversion;
use crate::convert::{self, Module, Parts, Purpose};
use crate::diag::Fault;
use crate::input::{Input, Kind};
use crate::limits;
use crate::lossless::Described;

/// What becomes of a module.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Into {
    /// Text in the language of its LLVM, which would print it so, having read it.
    Text,
    /// What `llvm-dis` of its LLVM prints of it. That of LLVM 15 keeps typed pointers, though opaque ones are the rule in its llvm.
    Disassembly,
    /// Bitcode: what its LLVM can read. Of what went out of use it still reads much.
    Bitcode,
}

/// Whether all modules of the bitcode in `bytes` are of `llvm` already.
pub(crate) fn is_of(bytes: &[u8], llvm: LlvmVersion) -> bool {
    let Ok(parts) = bctk_bitcode::modules(bytes, &limits::read_options()) else { return false };
    parts.iter().all(|part| facts(part).is_ok_and(|facts| facts.llvm == Some(llvm)))
}

impl Conversion<'_> {
    /// Reads the modules of an input, in the language of `llvm`.
    pub(crate) fn translated(&self, input: &Input, kind: Kind, path: &Path, llvm: LlvmVersion, into: Into) -> Result<Vec<Module>, Fault> {
        let mut modules = if kind == Kind::Text {
            input.populate();
            let purpose = if into == Into::Text { Purpose::Text } else { Purpose::Bitcode };
            vec![convert::parse(&Described::new(input.bytes()).text, path, purpose, &self.parse_options())?]
        } else {
            self.read(input.bytes(), Parts::AsStored)?
        };
        for module in &mut modules {
            translate(&mut module.0, llvm, into).map_err(|message| self.content(message))?;
        }
        Ok(modules)
    }
}

/// Changes a module, which nothing was changed in since it was read, to the language of `llvm`; or tells what that does not have.
pub(crate) fn translate(module: &mut bctk_ir::module::Module, llvm: LlvmVersion, into: Into) -> Result<(), String> {
    let is_text = into != Into::Bitcode;
    let own = module.llvm_version();
    if is_text && module.is_from_bitcode() {
        upgrade::upgrade_old_forms(module, llvm);
    }
    let to_opaque = if into == Into::Disassembly { llvm.reads_as_opaque() } else { llvm.opaque_pointers() };
    if to_opaque && module.types.has_typed_pointers() {
        upgrade::to_opaque_pointers(module);
        if into == Into::Bitcode {
            upgrade::rename_intrinsics(module);
        }
    }
    if is_text {
        match llvm.reads_as_newest() {
            true => upgrade::upgrade(module),
            false => bctk_transforms::read_as::as_read_by(module, llvm),
        }
        bctk_ir::summary::identify_as(module, own, llvm);
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
    let mut unsaid = unrepresentable::unrepresentable(module, llvm);
    unsaid.retain(|unsaid| is_text || !unsaid.gone);
    if !unsaid.is_empty() {
        let attribute = unsaid.iter().find_map(|unsaid| unsaid.attribute).filter(|_| into == Into::Disassembly);
        let words = attribute.map_or(String::new(), |kind| format!("Unknown attribute kind ({}): ", kind.0));
        let what: Vec<String> = unsaid.into_iter().map(|unsaid| unsaid.what).collect();
        return Err(format!("{words}LLVM {} has no {}", llvm.major, what.join(", ")));
    }
    if own.major != llvm.major {
        let producer = if llvm.is_newest() { write::PRODUCER.to_vec() } else { format!("LLVM{}", llvm.major).into_bytes() };
        module.producer = module.strings.push(&producer);
        module.text_version = None;
        module.libraries.clear();
    }
    Ok(())
}
