//! Moving metadata from one table to another.
use super::di::{DiKind, FieldKind, NUMBER};
use super::{Metadata, MetadataTable, md_slot, slot_md};
use crate::entity::{MdId, TypeId};
use crate::strings::Str;
use crate::value::Value;

/// The references of a piece of metadata, translated to the other table.
pub trait Relocation {
    /// The new id of what had `id`; none for what becomes null.
    fn md(&self, id: MdId) -> Option<MdId>;
    /// The new slot (id + 1, 0 for null) of what had `slot`.
    #[inline]
    fn slot(&self, slot: u32) -> u32 {
        slot_md(slot).map_or(0, |id| md_slot(self.md(id)))
    }
    /// The new place of a metadata string's bytes.
    fn text(&self, text: Str) -> Str;
    /// The new type and number of a value.
    fn value(&self, ty: TypeId, value: Value) -> (TypeId, Value);
}

/// Stands in an argument list for what is gone: no table has an item of this id.
const GONE: MdId = MdId(u32::MAX);

/// Copies `item` of table `from` to `to`, with its lists, fields and words.
pub fn relocate(item: Metadata, from: &MetadataTable, to: &mut MetadataTable, by: &impl Relocation) -> Metadata {
    match item {
        Metadata::String(text) => Metadata::String(by.text(text)),
        Metadata::Value { ty, value } => {
            let (ty, value) = by.value(ty, value);
            Metadata::Value { ty, value }
        }
        Metadata::Tuple { distinct, ops } => {
            Metadata::Tuple { distinct, ops: to.lists.push_iter(from.lists.get(ops).iter().map(|id| by.md(id?))) }
        }
        Metadata::Generic { distinct, tag, ops } => {
            Metadata::Generic { distinct, tag, ops: to.lists.push_iter(from.lists.get(ops).iter().map(|id| by.md(id?))) }
        }
        Metadata::ArgList(ops) => Metadata::ArgList(to.lists.push_iter(from.lists.get(ops).iter().map(|id| by.md(id).unwrap_or(GONE)))),
        Metadata::Expression { distinct, start, len } => {
            let at = to.words.len() as u32;
            to.words.extend_from_slice(from.word_range(start, len));
            Metadata::Expression { distinct, start: at, len }
        }
        Metadata::Node { kind, distinct, fields } => {
            let at = to.fields.len();
            to.fields.extend_from_slice(from.node_fields(kind, fields));
            map_fields(&mut to.fields, kind, at, by);
            if kind.has_wide_integers() {
                copy_words(from, to, kind, at);
            }
            Metadata::Node { kind, distinct, fields: at as u32 }
        }
        Metadata::Missing => Metadata::Missing,
    }
}

/// Copies the words of the wide integers of a node whose fields are at `at` of table `to` already.
fn copy_words(from: &MetadataTable, to: &mut MetadataTable, kind: DiKind, at: usize) {
    for field in kind.fields().iter().filter(|field| field.kind == FieldKind::ApInt) {
        let i = at + field.slot as usize;
        if to.fields[i] > 64 {
            let words = from.word_range(to.fields[i + 1], to.fields[i + 2]);
            to.fields[i + 1] = to.words.len() as u32;
            to.words.extend_from_slice(words);
        }
    }
}

/// Renumbers the slots of item `id` where they lie.
pub fn map_slots(table: &mut MetadataTable, id: MdId, by: &impl Relocation) {
    match table.get(id) {
        Metadata::Tuple { ops, .. } | Metadata::Generic { ops, .. } => {
            table.lists.update(ops, |id| by.md(id?));
        }
        Metadata::ArgList(ops) => table.lists.update(ops, |id| by.md(id).unwrap_or(GONE)),
        Metadata::Node { kind, fields, .. } => map_fields(&mut table.fields, kind, fields as usize, by),
        Metadata::String(_) | Metadata::Value { .. } | Metadata::Expression { .. } | Metadata::Missing => {}
    }
}

/// Renumbers the references among the fields of a node at `at`.
fn map_fields(fields: &mut [u32], kind: DiKind, at: usize, by: &impl Relocation) {
    let Some(own) = fields.get_mut(at..at + kind.slots()) else { return };
    for &slot in kind.reference_slots() {
        let Some(slot) = own.get_mut(usize::from(slot)) else { continue };
        // In place of a reference there may be a number.
        if *slot != NUMBER {
            *slot = by.slot(*slot);
        }
    }
}
