//! Debug information that is invalid or of another version than LLVM 22 has is dropped (`UpgradeDebugInfo`, `StripDebugInfo`).
use super::make::number;
use super::module_flags::flag;
use super::verify_debug::is_broken;
use crate::entity::MdId;
use crate::metadata::di::DiKind;
use crate::metadata::{Metadata, md_slot, slot_md};
use crate::module::Module;

/// The version of debug information that LLVM has had since 3.4 (`DEBUG_METADATA_VERSION`).
const VERSION: u64 = 3;

/// Drops all debug information unless the module flag says that it is of the version of today and all of it is valid.
pub(super) fn strip_invalid(module: &mut Module) {
    let version = flag(module, b"Debug Info Version").and_then(|(_, value)| number(module, value));
    if version.is_some_and(|(version, _)| version == VERSION) && !is_broken(module) {
        return;
    }
    strip(module);
}

fn strip(module: &mut Module) {
    let strings = &module.strings;
    module.metadata.named.retain(|named| {
        let name = strings.get(named.name);
        !name.starts_with(b"llvm.dbg.") && name != b"llvm.gcov"
    });
    let kind = |name: &[u8]| module.md_kinds.iter().position(|&kind| module.strings.get(kind) == name).map(|at| at as u32);
    let (dbg, heap, assign, looped) = (kind(b"dbg"), kind(b"heapallocsite"), kind(b"DIAssignID"), kind(b"llvm.loop"));
    for global in &mut module.globals {
        global.attachments.retain(|attachment| Some(attachment.kind) != dbg);
    }
    for index in 0..module.bodies.len() {
        let body = &mut module.bodies[index];
        body.function_attachments.retain(|attachment| Some(attachment.kind) != dbg);
        body.debug_locs = Vec::new();
        body.locs = Vec::new();
        body.loc_nodes = Vec::new();
        body.dbg_records = Vec::new();
        let gone = [dbg, heap, assign];
        body.attachments.retain(|(_, attachment)| !gone.contains(&Some(attachment.kind)));
        for at in 0..module.bodies[index].attachments.len() {
            let (_, attachment) = module.bodies[index].attachments[at];
            if Some(attachment.kind) == looped
                && let Some(node) = without_locations(module, attachment.node)
            {
                module.bodies[index].attachments[at].1.node = node;
            }
        }
    }
}

/// A loop's node without the locations in it, if it has some.
fn without_locations(module: &mut Module, node: MdId) -> Option<MdId> {
    let table = &mut module.metadata;
    let Metadata::Tuple { ops, .. } = table.get(node) else { return None };
    let ops = table.lists.get(ops).to_vec();
    // A location, or a node of nothing but locations and itself.
    let location = |id: MdId| matches!(table.get(id), Metadata::Node { kind: DiKind::Location, .. });
    let is_location = |slot: &u32| {
        slot_md(*slot).is_some_and(|id| {
            location(id)
                || id != node
                    && matches!(table.get(id), Metadata::Tuple { ops, .. } if {
                        let inner = table.lists.get(ops);
                        inner.len() > 1 && inner.iter().all(|&slot| slot_md(slot).is_some_and(|part| part == id || location(part)))
                    })
        })
    };
    if !ops.iter().any(is_location) {
        return None;
    }
    // A loop is its own first operand.
    let new = MdId::new(table.items.len());
    let rest: Vec<u32> = ops
        .iter()
        .filter(|slot| !is_location(slot))
        .map(|&slot| if slot == md_slot(Some(node)) { md_slot(Some(new)) } else { slot })
        .collect();
    let ops = table.lists.push(&rest);
    Some(table.push(Metadata::Tuple { distinct: true, ops }))
}
