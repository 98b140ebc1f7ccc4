//! Metadata: strings, tuples, specialised nodes and wrapped values in one arena.

pub mod di;
pub mod dwarf;
#[doc(hidden)]
pub mod ends;
pub mod expr;
pub mod flags;
pub mod locations;
pub mod module_flags;
#[doc(hidden)]
pub mod relocate;
pub mod subprograms;
#[doc(hidden)]
pub mod tuples;
pub mod unique;

use crate::entity::{List, ListPool, MdId, TypeId};
use crate::strings::Str;
use crate::value::Value;
use di::DiKind;

/// A piece of metadata (LangRef, "Metadata").
#[derive(Clone, Copy, Debug, PartialEq, Hash)]
pub enum Metadata {
    /// A string, in the module's strings.
    String(Str),
    /// A value as metadata. A local or body constant belongs to the only body that uses the item.
    Value {
        /// Type of the value.
        ty: TypeId,
        /// The value.
        value: Value,
    },
    /// `!{…}`: references, none for null.
    Tuple {
        /// `distinct`
        distinct: bool,
        /// Operands.
        ops: List<Option<MdId>>,
    },
    /// A specialised node; its fields start at `fields` in [`MetadataTable::fields`], in the slots of [`DiKind`]'s table.
    Node {
        /// Which.
        kind: DiKind,
        /// `distinct`
        distinct: bool,
        /// Start of its slots.
        fields: u32,
    },
    /// `!GenericDINode`: tag, header, operands.
    Generic {
        /// `distinct`
        distinct: bool,
        /// DWARF tag.
        tag: u16,
        /// The header, then the operands.
        ops: List<Option<MdId>>,
    },
    /// `!DIExpression`: its elements are `start..start + len` in [`MetadataTable::words`].
    Expression {
        /// `distinct`
        distinct: bool,
        /// First element.
        start: u32,
        /// Number of elements.
        len: u32,
    },
    /// `!DIArgList`: list of metadata ids (wrapped values).
    ArgList(List<MdId>),
    /// A number that nothing defines; prints as a null reference.
    Missing,
}

/// A reference to metadata in a field: id + 1, 0 for null.
#[inline]
pub const fn md_slot(id: Option<MdId>) -> u32 {
    match id {
        Some(id) => id.0.wrapping_add(1),
        None => 0,
    }
}

/// The reference in a slot.
#[inline]
pub const fn slot_md(slot: u32) -> Option<MdId> {
    match slot {
        0 => None,
        n => Some(MdId(n - 1)),
    }
}

/// A named metadata node: `!name = !{…}`.
#[derive(Clone, Debug, PartialEq, Hash)]
pub struct NamedMetadata {
    /// Name.
    pub name: Str,
    /// Its nodes.
    pub nodes: Vec<MdId>,
}

/// At least so many items are worth a task of their own where all threads look at them.
pub const TASK: usize = 1 << 13;

/// All metadata of a module, that of its bodies included.
#[derive(Clone, Debug, Default, Hash)]
pub struct MetadataTable {
    /// Everything, by id.
    pub items: Vec<Metadata>,
    /// Operand lists.
    pub lists: ListPool,
    /// Field slots of specialised nodes.
    pub fields: Vec<u32>,
    /// Elements of expressions; words of wide integers.
    pub words: Vec<u64>,
    /// The number of items of the module itself; those of bodies follow, see [`Body::metadata`](crate::body::Body::metadata).
    pub module_items: u32,
    /// Named metadata, in order.
    pub named: Vec<NamedMetadata>,
}

impl MetadataTable {
    /// Empties the table but keeps its memory.
    pub fn clear(&mut self) {
        self.items.clear();
        self.lists.clear();
        self.fields.clear();
        self.words.clear();
        self.module_items = 0;
        self.named.clear();
    }
    /// The metadata `id`; [`Metadata::Missing`] for an id that is not in this table.
    #[inline]
    pub fn get(&self, id: MdId) -> Metadata {
        self.items.get(id.index()).copied().unwrap_or(Metadata::Missing)
    }
    /// Appends metadata.
    pub fn push(&mut self, item: Metadata) -> MdId {
        let id = MdId::new(self.items.len());
        self.items.push(item);
        id
    }
    /// Appends the items of `other`, whose references are those of this table already, with their lists, fields and words. Named metadata
    /// is left out. Returns false, and changes nothing, if there is no room.
    pub fn append(&mut self, other: &MetadataTable) -> bool {
        let room = |own: usize, other: usize| own + other <= u32::MAX as usize;
        if !room(self.fields.len(), other.fields.len()) || !room(self.words.len(), other.words.len()) || !self.lists.has_room(&other.lists)
        {
            return false;
        }
        let at = relocate::Appended::new(other, self);
        for &item in &other.items {
            let item = at.item(item, self);
            self.push(item);
        }
        true
    }
    /// The slots of a specialised node.
    #[inline]
    pub fn node_fields(&self, kind: DiKind, fields: u32) -> &[u32] {
        self.fields.get(fields as usize..fields as usize + kind.slots()).unwrap_or(&[])
    }
    /// Elements of an expression, or words of a wide integer.
    pub fn word_range(&self, start: u32, len: u32) -> &[u64] {
        self.words.get(start as usize..start as usize + len as usize).unwrap_or(&[])
    }
    /// The uniqued tuple of these operands: one that is there, or a new one. Looks at all metadata; who asks often
    /// has a [`tuples::TupleIndex`].
    pub fn uniqued_tuple(&mut self, operands: &[Option<MdId>]) -> MdId {
        let there = self.items.iter().position(|item| match item {
            Metadata::Tuple { distinct: false, ops } => self.lists.get(*ops) == *operands,
            _ => false,
        });
        match there {
            Some(at) => MdId::new(at),
            None => {
                let ops = self.lists.push(operands);
                self.push(Metadata::Tuple { distinct: false, ops })
            }
        }
    }
    /// The value that an item wraps.
    pub fn wrapped_value(&self, id: MdId) -> Option<Value> {
        match self.get(id) {
            Metadata::Value { value, .. } => Some(value),
            _ => None,
        }
    }
    /// Whether `id` is a node, that is, prints as `!N` and not inline.
    pub fn is_node(&self, id: MdId) -> bool {
        matches!(self.get(id), Metadata::Tuple { .. } | Metadata::Node { .. } | Metadata::Generic { .. } | Metadata::Expression { .. })
    }
}
