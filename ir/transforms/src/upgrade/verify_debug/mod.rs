//! The checks of the verifiers of LLVM 22 and 23 on debug information. If one fails, LLVM drops all debug information of the module.
//!
//! All nodes are checked first, in parallel. Only for an invalid node does it matter whether anything refers to it.
/// `field!(LexicalBlock.scope)` is the position of that field, computed at compile time.
macro_rules! field {
    ($kind:ident . $name:ident) => {
        const { $crate::upgrade::verify_debug::slot(bctk_ir::metadata::di::DiKind::$kind, stringify!($name)) }
    };
}

mod bodies;
mod nodes;

use super::ends::{Ends, Step};
use bctk_ir::entity::{ListRef, MdId};
use bctk_ir::metadata::di::{DiKind, FieldKind, NUMBER};
use bctk_ir::metadata::{Metadata, MetadataTable, slot_md};
use bctk_ir::module::Module;
use bctk_ir::value::ValueKind;
use bctk_ir::version::LlvmVersion;
use bctk_support::parallel::prelude::*;
use std::collections::{HashMap, HashSet};

/// Nodes that one task looks at.
const TASK: usize = 1 << 13;

/// Whether any of it is invalid.
pub(super) fn is_broken(module: &Module, reader: LlvmVersion) -> bool {
    let table = &module.metadata;
    let chains = Chains::default();
    let view = Nodes { table, chains: &chains, reader };
    let named = |name: &[u8]| table.named.iter().find(|named| module.str(named.name) == name);
    let units: HashSet<MdId> = named(b"llvm.dbg.cu").map_or_else(HashSet::new, |named| named.nodes.iter().copied().collect());
    let reserved = table.named.iter().any(|named| {
        let name = module.str(named.name);
        name.starts_with(b"llvm.dbg.") && name != b"llvm.dbg.cu"
    });
    if reserved || units.iter().any(|&unit| view.kind(unit) != Some(DiKind::CompileUnit)) {
        return true;
    }
    let faulty = |id: MdId| {
        let unlisted = view.kind(id) == Some(DiKind::CompileUnit) && !units.contains(&id);
        unlisted || nodes::is_faulty(module, &view, id)
    };
    let suspects: Vec<MdId> = (0..table.items.len())
        .into_par_iter()
        .with_min_len(TASK)
        .map(MdId::new)
        .filter(|&id| matches!(table.items[id.index()], Metadata::Node { .. } | Metadata::Expression { .. }) && faulty(id))
        .collect();
    if !suspects.is_empty() {
        let reached = reachable(module);
        if suspects.iter().any(|id| reached[id.index()]) {
            return true;
        }
    }
    bodies::is_broken(module, &view)
}

/// Whether only some of a compile unit's files, including those of the functions that it defines, have embedded source
/// (`verifySourceDebugInfo` of LLVM 7 to 17).
pub(super) fn has_mixed_sources(module: &Module) -> bool {
    let table = &module.metadata;
    let view = Nodes { table, chains: &Chains::default(), reader: module.llvm_version() };
    let of_file = |slot: u32| {
        let slots = slot_md(slot).and_then(|file| view.slots(file, DiKind::File))?;
        Some(slots[field!(File.source)] != 0)
    };
    if !(0..table.items.len()).any(|id| view.slots(MdId::new(id), DiKind::File).is_some_and(|slots| slots[field!(File.source)] != 0)) {
        return false;
    }
    let reached = reachable(module);
    let mut seen: HashMap<MdId, bool> = HashMap::new();
    (0..table.items.len()).map(MdId::new).filter(|id| reached[id.index()]).any(|id| {
        let (unit, file) = if let Some(slots) = view.slots(id, DiKind::CompileUnit) {
            (Some(id), slots[field!(CompileUnit.file)])
        } else if let Some(slots) = view.slots(id, DiKind::Subprogram).filter(|_| view.is_definition(id)) {
            (slot_md(slots[field!(Subprogram.unit)]), slots[field!(Subprogram.file)])
        } else {
            return false;
        };
        let (Some(unit), Some(has_source)) = (unit, of_file(file)) else { return false };
        *seen.entry(unit).or_insert(has_source) != has_source
    })
}

/// Where chains of nodes end, as far as it was asked.
#[derive(Default)]
struct Chains {
    subprograms: Ends,
    outermost: Ends,
    sized: Ends,
}

/// The nodes of a module, asked by kind.
#[derive(Clone, Copy)]
pub(super) struct Nodes<'m> {
    table: &'m MetadataTable,
    chains: &'m Chains,
    /// The release whose checks these are.
    reader: LlvmVersion,
}

impl<'m> Nodes<'m> {
    fn kind(self, id: MdId) -> Option<DiKind> {
        match self.table.get(id) {
            Metadata::Node { kind, .. } => Some(kind),
            _ => None,
        }
    }

    /// The slots of a node of this kind.
    fn slots(self, id: MdId, wanted: DiKind) -> Option<&'m [u32]> {
        match self.table.get(id) {
            Metadata::Node { kind, fields, .. } if kind == wanted => {
                Some(self.table.node_fields(kind, fields)).filter(|slots| slots.len() >= kind.slots())
            }
            _ => None,
        }
    }

    fn is_distinct(self, id: MdId) -> bool {
        matches!(self.table.get(id), Metadata::Node { distinct: true, .. } | Metadata::Tuple { distinct: true, .. })
    }

    /// The operands of a tuple.
    fn tuple(self, id: MdId) -> Option<ListRef<'m, Option<MdId>>> {
        match self.table.get(id) {
            Metadata::Tuple { ops, .. } => Some(self.table.lists.get(ops)),
            _ => None,
        }
    }

    /// Elements of an expression.
    fn expression(self, id: MdId) -> Option<&'m [u64]> {
        match self.table.get(id) {
            Metadata::Expression { start, len, .. } => Some(self.table.word_range(start, len)),
            _ => None,
        }
    }

    /// The function that a local scope is in, if it leads to one.
    fn subprogram(self, scope: Option<MdId>) -> Option<MdId> {
        let outer = |scope: MdId, kind: DiKind, field: usize| Some(*self.slots(scope, kind)?.get(field)?).and_then(slot_md);
        self.chains.subprograms.end(self.table, scope?, |scope| {
            let outer = match self.kind(scope) {
                Some(DiKind::Subprogram) => return Step::End(Some(scope)),
                Some(kind @ DiKind::LexicalBlock) => outer(scope, kind, field!(LexicalBlock.scope)),
                Some(kind @ DiKind::LexicalBlockFile) => outer(scope, kind, field!(LexicalBlockFile.scope)),
                _ => None,
            };
            outer.map_or(Step::End(None), Step::Next)
        })
    }

    /// The outermost inlined-at location, which may be the location itself; none if the chain leads to something else.
    fn outermost(self, loc: MdId) -> Option<MdId> {
        self.chains.outermost.end(self.table, loc, |loc| match self.slots(loc, DiKind::Location) {
            None => Step::End(None),
            Some(slots) => slot_md(slots[field!(Location.inlinedAt)]).map_or(Step::End(Some(loc)), Step::Next),
        })
    }
}

/// Where the field of a node lies in its slots.
const fn slot(kind: DiKind, name: &str) -> usize {
    let (fields, name) = (kind.fields(), name.as_bytes());
    let mut i = 0;
    while i < fields.len() {
        let found = fields[i].name.as_bytes();
        let mut same = found.len() == name.len();
        let mut at = 0;
        while same && at < name.len() {
            same = found[at] == name[at];
            at += 1;
        }
        if same {
            return fields[i].slot as usize;
        }
        i += 1;
    }
    panic!("no such field")
}

/// Everything that something of the module refers to.
fn reachable(module: &Module) -> Vec<bool> {
    let table = &module.metadata;
    let mut reached = vec![false; table.items.len()];
    let mut stack: Vec<MdId> = Vec::new();
    stack.extend(table.named.iter().flat_map(|named| named.nodes.iter().copied()));
    stack.extend(module.globals.iter().flat_map(|global| global.attachments.iter().map(|attachment| attachment.node)));
    for body in &module.bodies {
        stack.extend(body.function_attachments.iter().map(|attachment| attachment.node));
        stack.extend(body.attachments.iter().map(|(_, attachment)| attachment.node));
        stack.extend(body.loc_nodes.iter().copied());
        for record in &body.dbg_records {
            stack.extend([Some(record.loc), Some(record.variable), record.expression].into_iter().flatten());
            stack.extend(record.assign.iter().flat_map(|(id, _, expression)| [*id, *expression]));
        }
        for call in &body.calls {
            stack.extend(body.values(call.args).filter_map(|value| match value.kind() {
                ValueKind::Metadata(id) => Some(id),
                _ => None,
            }));
        }
    }
    while let Some(id) = stack.pop() {
        match reached.get_mut(id.index()) {
            Some(seen) if !*seen => *seen = true,
            _ => continue,
        }
        match table.get(id) {
            Metadata::Tuple { ops, .. } | Metadata::Generic { ops, .. } => {
                stack.extend(table.lists.get(ops).iter().flatten());
            }
            Metadata::Node { kind, fields, .. } => {
                let slots = table.node_fields(kind, fields);
                for field in kind.fields() {
                    let Some(&slot) = slots.get(usize::from(field.slot)) else { continue };
                    match field.kind {
                        FieldKind::Md | FieldKind::GenericBound => stack.extend(slot_md(slot)),
                        FieldKind::SizeOrMd | FieldKind::BoundOrMd if slot != NUMBER => stack.extend(slot_md(slot)),
                        _ => {}
                    }
                }
            }
            _ => {}
        }
    }
    reached
}
