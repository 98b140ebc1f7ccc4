//! Moving metadata from one table to another.
use super::di::{DiKind, FieldKind, NUMBER};
use super::{Metadata, MetadataTable, md_slot, slot_md};
use crate::entity::{List, MdId, TypeId};
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
            for slot in bits(WIDE[kind as usize]) {
                let i = at + slot;
                if to.fields[i] > 64 {
                    let words = from.word_range(to.fields[i + 1], to.fields[i + 2]);
                    to.fields[i + 1] = to.words.len() as u32;
                    to.words.extend_from_slice(words);
                }
            }
            Metadata::Node { kind, distinct, fields: at as u32 }
        }
        Metadata::Missing => Metadata::Missing,
    }
}

/// Where the lists, fields and words of a table lie in one that they were appended to.
#[derive(Clone, Copy, Debug)]
pub struct Appended {
    lists: u32,
    fields: u32,
    words: u32,
}

impl Appended {
    /// Appends all lists, fields and words of `from`, but no items, to `to`. What they refer to keeps its numbers.
    pub fn new(from: &MetadataTable, to: &mut MetadataTable) -> Appended {
        let (fields, words) = (to.fields.len() as u32, to.words.len() as u32);
        to.fields.extend_from_slice(&from.fields);
        to.words.extend_from_slice(&from.words);
        Appended { lists: to.lists.append(&from.lists), fields, words }
    }

    /// Where the list lies.
    pub fn list<T>(self, list: List<T>) -> List<T> {
        list.moved(self.lists)
    }

    /// The place of the field at `field`.
    pub fn field(self, field: u32) -> usize {
        field as usize + self.fields as usize
    }

    /// The item as one of `to`, the table that was appended to. It is to be asked for once.
    pub fn item(self, item: Metadata, to: &mut MetadataTable) -> Metadata {
        match item {
            Metadata::Tuple { distinct, ops } => Metadata::Tuple { distinct, ops: self.list(ops) },
            Metadata::Generic { distinct, tag, ops } => Metadata::Generic { distinct, tag, ops: self.list(ops) },
            Metadata::ArgList(ops) => Metadata::ArgList(self.list(ops)),
            Metadata::Expression { distinct, start, len } => Metadata::Expression { distinct, start: start.wrapping_add(self.words), len },
            Metadata::Node { kind, distinct, fields } => {
                let fields = fields.wrapping_add(self.fields);
                for slot in bits(WIDE[kind as usize]) {
                    // Above 64 bits, the words lie elsewhere.
                    if let Some([width, start]) = to.fields.get_mut(fields as usize + slot..).and_then(|slots| slots.first_chunk_mut())
                        && *width > 64
                    {
                        *start = start.wrapping_add(self.words);
                    }
                }
                Metadata::Node { kind, distinct, fields }
            }
            Metadata::String(_) | Metadata::Value { .. } | Metadata::Missing => item,
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
    let Some(slots) = fields.get_mut(at..at + kind.slots()) else { return };
    for slot in reference_slots(kind) {
        // In place of a reference there may be a number.
        if slots[slot] != NUMBER {
            slots[slot] = by.slot(slots[slot]);
        }
    }
}

/// First slots of the fields that may refer to metadata, as bits, for each kind of node.
static REFERENCES: [u64; DiKind::ALL.len()] = slots(true);
/// First slots of integers of any width.
static WIDE: [u64; DiKind::ALL.len()] = slots(false);

/// For each kind of node, the first slots of its references or of its wide integers.
const fn slots(references: bool) -> [u64; DiKind::ALL.len()] {
    let mut all = [0; DiKind::ALL.len()];
    let mut k = 0;
    while k < all.len() {
        let fields = DiKind::ALL[k].fields();
        let mut i = 0;
        while i < fields.len() {
            let wanted = if references { fields[i].kind.is_reference() } else { matches!(fields[i].kind, FieldKind::ApInt) };
            if wanted {
                all[k] |= 1 << fields[i].slot;
            }
            i += 1;
        }
        k += 1;
    }
    all
}

/// The slots of a node of this kind that may refer to metadata.
#[inline]
pub fn reference_slots(kind: DiKind) -> impl Iterator<Item = usize> {
    bits(REFERENCES[kind as usize])
}

/// The numbers of the bits that are set.
#[inline]
fn bits(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let lowest = set.trailing_zeros() as usize;
        set &= set.wrapping_sub(1);
        (lowest < 64).then_some(lowest)
    })
}
