//! Copies of the metadata that a clone of a function must have for itself.
use super::values::Mapper;
use crate::{ModuleEdit, nodes};
use bctk_ir::entity::{MdId, TypeId};
use bctk_ir::metadata::di::{DiKind, NUMBER};
use bctk_ir::metadata::ends::{Ends, Step};
use bctk_ir::metadata::relocate::{Relocation, map_slots, reference_slots};
use bctk_ir::metadata::{Metadata, MetadataTable, slot_md};
use bctk_ir::strings::Str;
use bctk_ir::value::{Value, ValueKind};
use hashbrown::{HashMap, HashSet};

/// The copy of each piece of metadata that has one.
#[derive(Debug, Default)]
pub(crate) struct Copies(HashMap<MdId, MdId>);

impl Copies {
    /// The copy of `id`, or `id` itself.
    pub(crate) fn of(&self, id: MdId) -> MdId {
        self.0.get(&id).copied().unwrap_or(id)
    }

    /// As [`Copies::of`], for a value; other values are returned as they are.
    pub(crate) fn of_value(&self, value: Value) -> Value {
        match value.kind() {
            ValueKind::Metadata(id) => Value::metadata(self.of(id)),
            _ => value,
        }
    }
}

impl Relocation for Copies {
    fn md(&self, id: MdId) -> Option<MdId> {
        Some(self.of(id))
    }
    fn text(&self, text: Str) -> Str {
        text
    }
    fn value(&self, ty: TypeId, value: Value) -> (TypeId, Value) {
        (ty, value)
    }
}

/// What stays one for original and clone, by the rules of LLVM's `CloneFunctionInto`.
struct Kept<'t> {
    table: &'t MetadataTable,
    /// The subprogram that is cloned.
    subprogram: Option<MdId>,
    /// Whether types belong to the function that they are local to.
    has_local_types: bool,
    ends: Ends,
}

impl Kept<'_> {
    fn scope(&self, id: MdId, kind: DiKind) -> Option<MdId> {
        nodes::field(self.table, id, kind, "scope")
    }

    fn is_local_scope(&self, id: MdId) -> bool {
        matches!(self.table.get(id), Metadata::Node { kind, .. } if kind.is_local_scope())
    }

    /// Whether a local scope lies in the subprogram that is cloned.
    fn is_own(&self, scope: MdId) -> bool {
        let end = self.ends.end(self.table, scope, |scope| match self.table.get(scope) {
            Metadata::Node { kind: DiKind::Subprogram, .. } => Step::End(Some(scope)),
            Metadata::Node { kind, .. } if kind.is_local_scope() => self.scope(scope, kind).map_or(Step::End(None), Step::Next),
            _ => Step::End(None),
        });
        end.is_some() && end == self.subprogram
    }

    /// Whether a node, with all that only it leads to, belongs to original and clone.
    fn has(&self, id: MdId) -> bool {
        let Metadata::Node { kind, .. } = self.table.get(id) else { return false };
        let scope = || self.scope(id, kind).filter(|&scope| self.is_local_scope(scope));
        match kind {
            // A variable of the whole program has one place.
            DiKind::CompileUnit | DiKind::GlobalVariable | DiKind::GlobalVariableExpression => true,
            DiKind::LocalVariable => scope().is_some_and(|scope| !self.is_own(scope)),
            kind if kind.is_type() && !self.has_local_types => true,
            // A type without a scope may be derived from a local one.
            DiKind::DerivedType if self.scope(id, kind).is_none() => self.subprogram.is_none(),
            kind if kind.is_type() => !scope().is_some_and(|scope| self.is_own(scope)),
            kind if kind.is_local_scope() => !self.is_own(id),
            _ => false,
        }
    }

    /// What refers to each of the nodes that `roots` lead to, and these in an order in which operands come before what refers to them; circles
    /// have no such order.
    fn reached(&self, roots: impl IntoIterator<Item = MdId>) -> (Vec<MdId>, HashMap<MdId, Vec<MdId>>) {
        let (mut order, mut users): (Vec<MdId>, HashMap<MdId, Vec<MdId>>) = Default::default();
        let mut seen: HashSet<MdId> = HashSet::new();
        let mut open: Vec<(MdId, bool)> = Vec::new();
        for root in roots {
            open.push((root, false));
            while let Some((id, is_done)) = open.pop() {
                if is_done {
                    order.push(id);
                } else if seen.insert(id) && !self.has(id) {
                    open.push((id, true));
                    operands(self.table, id, |operand| {
                        users.entry(operand).or_default().push(id);
                        open.push((operand, false));
                    });
                }
            }
        }
        (order, users)
    }
}

/// Calls `f` with the metadata that a piece of metadata refers to.
fn operands(table: &MetadataTable, id: MdId, mut f: impl FnMut(MdId)) {
    match table.get(id) {
        Metadata::Tuple { ops, .. } | Metadata::Generic { ops, .. } => table.lists.get(ops).iter().flatten().for_each(f),
        Metadata::ArgList(ops) => table.lists.get(ops).iter().for_each(f),
        Metadata::Node { kind, fields, .. } => {
            let slots = table.node_fields(kind, fields);
            let slots = reference_slots(kind).filter_map(|at| slots.get(at)).filter(|&&slot| slot != NUMBER);
            slots.filter_map(|&slot| slot_md(slot)).for_each(&mut f);
        }
        Metadata::String(_) | Metadata::Value { .. } | Metadata::Expression { .. } | Metadata::Missing => {}
    }
}

impl ModuleEdit<'_> {
    /// Copies what `roots` lead to and a clone must have for itself: the subprogram with what is local to it, other distinct nodes, values of
    /// the body, and all that refers to such.
    pub(super) fn copy_metadata(
        &mut self,
        roots: impl IntoIterator<Item = MdId>,
        subprogram: Option<MdId>,
        mapper: &mut Mapper<'_>,
    ) -> Copies {
        let has_local_types = self.module.llvm_version().function_local_debug_info();
        let kept = Kept { table: &self.module.metadata, subprogram, has_local_types, ends: Ends::default() };
        let (order, users) = kept.reached(roots);
        let items: Vec<Metadata> = order.iter().map(|&id| self.module.metadata.get(id)).collect();
        // What is copied for its own sake, then what refers to that.
        let mut is_first = |item: &Metadata| match *item {
            Metadata::Tuple { distinct, .. } | Metadata::Generic { distinct, .. } | Metadata::Node { distinct, .. } => distinct,
            Metadata::Value { value, .. } => is_of_body(value) || mapper.map(self, value) != value,
            _ => false,
        };
        let mut copied: HashSet<MdId> = HashSet::new();
        let mut open: Vec<MdId> = order.iter().zip(&items).filter(|(_, item)| is_first(item)).map(|(&id, _)| id).collect();
        while let Some(id) = open.pop() {
            if copied.insert(id) {
                open.extend(users.get(&id).into_iter().flatten());
            }
        }
        let mut copies = Copies::default();
        // Copies that are still to be filled in, with what they are copies of.
        let mut empty: Vec<(MdId, MdId)> = Vec::new();
        let place = |edit: &mut Self, copies: &mut Copies, empty: &mut Vec<(MdId, MdId)>, id: MdId| {
            let new = edit.module.metadata.push(Metadata::Missing);
            copies.0.insert(id, new);
            empty.push((new, id));
        };
        for (&id, item) in order.iter().zip(&items) {
            if let Metadata::Tuple { distinct: true, .. }
            | Metadata::Generic { distinct: true, .. }
            | Metadata::Node { distinct: true, .. } = item
            {
                place(self, &mut copies, &mut empty, id);
            }
        }
        for (&id, &item) in order.iter().zip(&items) {
            if !copied.contains(&id) || copies.0.contains_key(&id) {
                continue;
            }
            let mut is_complete = true;
            operands(&self.module.metadata, id, |operand| is_complete &= !copied.contains(&operand) || copies.0.contains_key(&operand));
            let new = match item {
                Metadata::Value { ty, value } => match mapper.of(value) {
                    value if is_of_body(value) => self.module.metadata.push(Metadata::Value { ty, value }),
                    value => self.index.wrapped(self.module, ty, value),
                },
                Metadata::Tuple { ops, .. } if is_complete => {
                    let ops: Vec<Option<MdId>> = self.module.metadata.lists.get(ops).iter().map(|id| id.map(|id| copies.of(id))).collect();
                    self.index.tuple(self.module, &ops)
                }
                Metadata::Node { kind, fields, .. } if is_complete => {
                    let mut slots = self.module.metadata.node_fields(kind, fields).to_vec();
                    for at in reference_slots(kind).filter(|&at| at < slots.len() && slots[at] != NUMBER).collect::<Vec<_>>() {
                        slots[at] = copies.slot(slots[at]);
                    }
                    self.uniqued_node(kind, slots)
                }
                // A circle of uniqued nodes.
                _ => {
                    place(self, &mut copies, &mut empty, id);
                    continue;
                }
            };
            copies.0.insert(id, new);
        }
        for (new, old) in empty {
            let table = &mut self.module.metadata;
            let item = table.get(old);
            table.items[new.index()] = copy_slots(table, item);
            map_slots(table, new, &copies);
        }
        if let Some(subprogram) = subprogram.filter(|subprogram| copies.0.contains_key(subprogram)) {
            self.drop_static_variables(copies.of(subprogram));
        }
        copies
    }

    /// A static variable in a function is retained by the original alone.
    fn drop_static_variables(&mut self, subprogram: MdId) {
        let table = &self.module.metadata;
        let is_static =
            |id: Option<MdId>| matches!(id.map(|id| table.get(id)), Some(Metadata::Node { kind: DiKind::GlobalVariableExpression, .. }));
        let Some(retained) = nodes::operands(table, subprogram, DiKind::Subprogram, "retainedNodes") else { return };
        let others: Vec<Option<MdId>> = retained.iter().copied().filter(|&id| !is_static(id)).collect();
        if others.len() < retained.len() {
            let others = self.index.tuple(self.module, &others);
            nodes::set_field(&mut self.module.metadata, subprogram, DiKind::Subprogram, "retainedNodes", others);
        }
    }
}

/// Whether a value is one of a body.
fn is_of_body(value: Value) -> bool {
    matches!(value.kind(), ValueKind::Local(_) | ValueKind::LocalConst(_))
}

/// The same piece of metadata with lists and fields of its own.
fn copy_slots(table: &mut MetadataTable, item: Metadata) -> Metadata {
    match item {
        Metadata::Tuple { distinct, ops } => {
            let ops: Vec<Option<MdId>> = table.lists.get(ops).to_vec();
            Metadata::Tuple { distinct, ops: table.lists.push(&ops) }
        }
        Metadata::Generic { distinct, tag, ops } => {
            let ops: Vec<Option<MdId>> = table.lists.get(ops).to_vec();
            Metadata::Generic { distinct, tag, ops: table.lists.push(&ops) }
        }
        Metadata::ArgList(ops) => {
            let ops: Vec<MdId> = table.lists.get(ops).to_vec();
            Metadata::ArgList(table.lists.push(&ops))
        }
        Metadata::Node { kind, distinct, fields } => {
            let start = table.fields.len();
            let end = (fields as usize + kind.slots()).min(start);
            table.fields.extend_from_within((fields as usize).min(end)..end);
            table.fields.resize(start + kind.slots(), 0);
            Metadata::Node { kind, distinct, fields: start as u32 }
        }
        Metadata::String(_) | Metadata::Value { .. } | Metadata::Expression { .. } | Metadata::Missing => item,
    }
}
