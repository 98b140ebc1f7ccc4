//! Finds compile units of which only some files have embedded source (`Verifier::verifySourceDebugInfo` of LLVM 7 to 17).
use super::classes::Classes;
use super::walk::reachable;
use super::{Chains, Nodes};
use crate::report::{Finding, Level, Sink};
use bctk_ir::entity::MdId;
use bctk_ir::metadata::di::DiKind;
use bctk_ir::metadata::slot_md;
use bctk_ir::module::Module;
use hashbrown::HashMap;

/// The fault of a module with a compile unit of which only some files, including those of the functions that it defines, have embedded
/// source. LLVM 7 to 17 drop the debug information of such a module.
pub fn mixed_sources(module: &Module) -> Option<Finding> {
    let table = &module.metadata;
    let (classes, chains) = (Classes::of(table), Chains::default());
    let view = Nodes { module, table, classes: &classes, chains: &chains, llvm: module.llvm_version() };
    let of_file = |slot: u32| {
        let slots = slot_md(slot).and_then(|file| view.slots(file, DiKind::File))?;
        Some(slots[field!(File.source)] != 0)
    };
    if !(0..table.items.len()).any(|id| view.slots(MdId::new(id), DiKind::File).is_some_and(|slots| slots[field!(File.source)] != 0)) {
        return None;
    }
    let reached = reachable(module, view.llvm);
    let mut seen: HashMap<MdId, bool> = HashMap::new();
    let is_mixed = (0..table.items.len()).map(MdId::new).filter(|id| reached[id.index()]).any(|id| {
        let (unit, file) = if let Some(slots) = view.slots(id, DiKind::CompileUnit) {
            (Some(id), slots[field!(CompileUnit.file)])
        } else if let Some(slots) = view.slots(id, DiKind::Subprogram).filter(|_| view.is_definition(id)) {
            (slot_md(slots[field!(Subprogram.unit)]), slots[field!(Subprogram.file)])
        } else {
            return false;
        };
        let (Some(unit), Some(has_source)) = (unit, of_file(file)) else { return false };
        *seen.entry(unit).or_insert(has_source) != has_source
    });
    if !is_mixed {
        return None;
    }
    let mut sink = Sink::new(None, None);
    sink.report(Level::DebugInfo, "inconsistent use of embedded source".into(), &[]);
    sink.findings.pop()
}
