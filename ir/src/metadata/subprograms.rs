//! Which function a subprogram describes, where the subprogram says so: up to LLVM 3.7.
use std::collections::HashMap;

use crate::entity::{GlobalId, MdId};
use crate::metadata::di::{DiKind, PrintRule};
use crate::metadata::{Metadata, slot_md};
use crate::module::Module;
use crate::value::ValueKind;

/// The subprogram of each function that one names in its field `function`; the first, if several do.
///
/// Since LLVM 3.8, a function names its subprogram by an attachment instead (`!dbg`), and nothing is found here. LLVM 3.6 and older have
/// no nodes of debug information.
pub fn subprograms_by_function(module: &Module) -> HashMap<GlobalId, MdId> {
    let mut found = HashMap::new();
    let Some(field) = DiKind::Subprogram.field("function") else { return found };
    if matches!(field.rule, PrintRule::Until(last) if module.llvm_version() > last) {
        return found;
    }
    for (at, item) in module.metadata.items.iter().enumerate() {
        let &Metadata::Node { kind: DiKind::Subprogram, fields, .. } = item else { continue };
        let slot = module.metadata.node_fields(DiKind::Subprogram, fields).get(usize::from(field.slot)).copied();
        if let Some(id) = slot.and_then(slot_md)
            && let Metadata::Value { value, .. } = module.metadata.get(id)
            && let ValueKind::Global(function) = value.kind()
        {
            found.entry(function).or_insert(MdId::new(at));
        }
    }
    found
}
