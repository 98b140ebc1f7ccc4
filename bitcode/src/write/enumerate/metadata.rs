//! The order of metadata: by function; within a function strings, values, distinct nodes, uniqued nodes, each in the order of discovery.
use super::Enumerator;
use crate::write::di::is_inline;
use bctk_ir::entity::MdId;
use bctk_ir::metadata::di::NUMBER;
use bctk_ir::metadata::{Metadata, slot_md};
use bctk_ir::value::{Value, ValueKind};
use hashbrown::HashMap;
use std::ops::Range;

/// A piece of metadata, as in LLVM's memory: below [`MdWalk::items`] an item of the module's table, from there on a constant as metadata
/// that is no item.
pub(super) type Key = u32;

/// The METADATA block of one function.
#[derive(Clone, Debug, Default)]
pub(super) struct FunctionBlock {
    /// Its range among the functions' pieces.
    pub(super) range: Range<usize>,
    /// The number of strings among them.
    pub(super) strings: usize,
}

/// Discovered metadata, and its numbers.
pub(super) struct MdWalk {
    /// The number of items in the table.
    items: u32,
    /// By key: the only function that contains it (value number of the function plus one), 0 for several or the module, or [`NOT_FOUND`].
    function: Vec<u32>,
    /// By key: number plus one; 0 for none.
    pub(super) ids: Vec<u32>,
    /// Discovered pieces, in order.
    found: Vec<Key>,
    /// The values of the keys from `items` on: global values, and constants by identity.
    values: Vec<Value>,
    /// The values of items that are values.
    wrapped: HashMap<Key, Value>,
    /// By value: its key.
    key_of: HashMap<Value, Key>,
    /// By item that is a value as metadata: the key of its representative, plus one.
    stands_for: Vec<u32>,
    /// The module's, followed by those of functions.
    pub(super) order: Vec<Key>,
    pub(super) module: FunctionBlock,
    /// By value number of a function; sorted.
    pub(super) functions: Vec<(u32, FunctionBlock)>,
}

const NOT_FOUND: u32 = u32::MAX;

/// What a key is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    String,
    Value,
    Distinct,
    Uniqued,
}

impl MdWalk {
    pub(super) fn new(items: usize) -> Self {
        MdWalk {
            items: items as u32,
            function: vec![NOT_FOUND; items],
            ids: vec![0; items],
            found: Vec::new(),
            values: Vec::new(),
            wrapped: HashMap::new(),
            key_of: HashMap::new(),
            stands_for: vec![0; items],
            order: Vec::new(),
            module: FunctionBlock::default(),
            functions: Vec::new(),
        }
    }

    /// The item of a key, if it is one.
    pub(super) fn item(&self, key: Key) -> Option<MdId> {
        (key < self.items).then_some(MdId(key))
    }

    /// The value that a key is, if it is one: a global value, or a constant by its identity.
    pub(super) fn value(&self, key: Key) -> Option<Value> {
        match key.checked_sub(self.items) {
            Some(at) => self.values.get(at as usize).copied(),
            None => self.wrapped.get(&key).copied(),
        }
    }

    /// The number plus one of a value as metadata; 0 for none.
    pub(super) fn id_of_value(&self, value: Value) -> u32 {
        self.key_of.get(&value).map_or(0, |&key| self.ids[key as usize])
    }

    /// The key of an item's representative.
    pub(super) fn key(&self, md: MdId) -> Key {
        self.stands_for.get(md.index()).copied().unwrap_or(0).checked_sub(1).unwrap_or(md.0)
    }

    /// The number plus one of an item; 0 for none.
    #[inline]
    pub(super) fn id(&self, md: MdId) -> u32 {
        self.ids.get(self.key(md) as usize).copied().unwrap_or(0)
    }
}

impl Enumerator<'_> {
    /// The key of a value as metadata; `item` says so, if it is one.
    fn value_key(&mut self, value: Value, item: Option<MdId>) -> Key {
        let md = &mut self.md;
        let key = match (md.key_of.get(&value), item) {
            (Some(&key), _) => key,
            (None, Some(item)) => {
                md.wrapped.insert(item.0, value);
                item.0
            }
            (None, None) => {
                md.values.push(value);
                md.function.push(NOT_FOUND);
                md.ids.push(0);
                md.ids.len() as u32 - 1
            }
        };
        md.key_of.insert(value, key);
        if let Some(slot) = item.and_then(|item| md.stands_for.get_mut(item.index())) {
            *slot = key + 1;
        }
        key
    }

    /// A global value, or the identity of a constant; none for a local of a function.
    fn outer_value(&mut self, value: Value, body: u32) -> Option<Value> {
        match value.kind() {
            ValueKind::Global(_) => Some(value),
            ValueKind::Const(_) | ValueKind::LocalConst(_) => self.identities.intern(value, Some(body)).map(Value::constant),
            _ => None,
        }
    }

    /// The key of metadata that a node or instruction refers to, and its value if it is one; none for locals of a function, and for
    /// anything but metadata.
    fn settle(&mut self, body: u32, operand: Operand) -> Option<(Key, Option<Value>)> {
        let (value, item) = match operand {
            Operand::Item(md) => match self.module.metadata.get(md) {
                Metadata::Value { value, .. } => (self.outer_value(value, body)?, Some(md)),
                Metadata::ArgList(_) | Metadata::Missing => return None,
                _ => return Some((md.0, None)),
            },
            Operand::Value(value) => (self.outer_value(value, body)?, None),
            Operand::Integer(bits) => (Value::constant(self.identities.intern_integer(bits)), None),
        };
        Some((self.value_key(value, item), Some(value)))
    }

    fn class(&self, key: Key) -> Class {
        match self.md.item(key).map(|md| self.module.metadata.get(md)) {
            None | Some(Metadata::Value { .. } | Metadata::ArgList(_) | Metadata::Missing) => Class::Value,
            Some(Metadata::String(_)) => Class::String,
            Some(
                Metadata::Tuple { distinct, .. }
                | Metadata::Node { distinct, .. }
                | Metadata::Generic { distinct, .. }
                | Metadata::Expression { distinct, .. },
            ) => {
                if distinct {
                    Class::Distinct
                } else {
                    Class::Uniqued
                }
            }
        }
    }

    /// Operand `at` of a node: nothing past the last, `Some(None)` for null.
    fn md_operand(&mut self, key: Key, at: usize) -> Option<Option<Operand>> {
        let table = &self.module.metadata;
        match table.get(MdId(key)) {
            Metadata::Tuple { ops, .. } | Metadata::Generic { ops, .. } => Some(table.lists.get(ops).get(at)?.map(Operand::Item)),
            Metadata::Node { kind, fields, .. } => {
                let slots = table.node_fields(kind, fields);
                let first = usize::from(*kind.operand_slots_in(self.llvm).get(at)?);
                Some(match slots.get(first..) {
                    // Fields that are not yet metadata in this version are stored in the record itself.
                    Some(&[NUMBER, ..]) if is_inline(kind, first as u8, self.llvm) => None,
                    Some(&[NUMBER, low, high, ..]) => Some(Operand::Integer(u64::from(low) | u64::from(high) << 32)),
                    Some(&[slot, ..]) => slot_md(slot).map(Operand::Item),
                    _ => None,
                })
            }
            _ => None,
        }
    }

    /// Notes a piece of metadata found in `function` (0: in the module). Returns a new node, whose operands have to be visited.
    pub(super) fn note_md(&mut self, function: u32, body: u32, operand: Operand) -> Option<Key> {
        // Without blocks of functions everything is the module's.
        let function = if self.llvm.function_metadata() { function } else { 0 };
        let (key, value) = self.settle(body, operand)?;
        let found = self.md.function.get_mut(key as usize)?;
        if *found != NOT_FOUND {
            if *found != 0 && *found != function {
                self.share_md(key);
            }
            return None;
        }
        *found = function;
        match self.class(key) {
            Class::Distinct | Class::Uniqued => Some(key),
            Class::String | Class::Value => {
                self.number_md(key);
                if let Some(ValueKind::Const(identity)) = value.map(Value::kind) {
                    self.enumerate_constant(identity);
                }
                None
            }
        }
    }

    fn number_md(&mut self, key: Key) {
        self.md.found.push(key);
        self.md.ids[key as usize] = self.md.found.len() as u32;
    }

    /// A piece that seemed to belong to one function does not, nor does anything that it refers to.
    fn share_md(&mut self, key: Key) {
        let mut open = Vec::new();
        let share = |md: &mut MdWalk, key: Key, open: &mut Vec<Key>| {
            let function = &mut md.function[key as usize];
            if *function == 0 || *function == NOT_FOUND {
                return;
            }
            *function = 0;
            if md.ids[key as usize] != 0 {
                open.push(key);
            }
        };
        share(&mut self.md, key, &mut open);
        while let Some(key) = open.pop() {
            if self.md.item(key).is_none() {
                continue;
            }
            let mut at = 0;
            while let Some(operand) = self.md_operand(key, at) {
                at += 1;
                // The node that refers to it has an entry, so it has one, too.
                if let Some((part, _)) = operand.and_then(|operand| self.settle(u32::MAX, operand)) {
                    share(&mut self.md, part, &mut open);
                }
            }
        }
    }

    /// Numbers the operands of a node, but not the node.
    pub(super) fn enumerate_md_operands(&mut self, function: u32, body: u32, node: MdId) {
        let mut at = 0;
        while let Some(operand) = self.md_operand(node.0, at) {
            at += 1;
            if let Some(operand) = operand {
                self.enumerate_operand_md(function, body, operand);
            }
        }
    }

    /// Numbers a piece of metadata after its operands (`ValueEnumerator::EnumerateMetadata`). Distinct nodes that a uniqued one refers to
    /// wait until the uniqued ones around it are done.
    pub(super) fn enumerate_md(&mut self, function: u32, body: u32, md: MdId) {
        self.enumerate_operand_md(function, body, Operand::Item(md));
    }

    /// As [`Enumerator::enumerate_md`].
    pub(super) fn enumerate_operand_md(&mut self, function: u32, body: u32, operand: Operand) {
        let Some(root) = self.note_md(function, body, operand) else { return };
        let mut waiting: Vec<Key> = Vec::new();
        let mut stack: Vec<(Key, usize)> = vec![(root, 0)];
        while let Some(&(node, start)) = stack.last() {
            let mut at = start;
            let mut new = None;
            while let Some(operand) = self.md_operand(node, at) {
                at += 1;
                if let Some(operand) = operand {
                    new = self.note_md(function, body, operand);
                    if new.is_some() {
                        break;
                    }
                }
            }
            if let Some(new) = new {
                if let Some(top) = stack.last_mut() {
                    top.1 = at;
                }
                if self.llvm.function_metadata() && self.class(new) == Class::Distinct && self.class(node) != Class::Distinct {
                    waiting.push(new);
                } else {
                    stack.push((new, 0));
                }
                continue;
            }
            stack.pop();
            self.number_md(node);
            if stack.last().is_none_or(|&(node, _)| self.class(node) == Class::Distinct) {
                stack.extend(waiting.drain(..).map(|node| (node, 0)));
            }
        }
    }

    /// Sorts all pieces into the order in which they are written, and numbers them.
    pub(super) fn organize_md(&mut self) {
        // Strings, values and nodes are mixed in releases without METADATA_STRINGS; they count as nodes then.
        let is_mixed = !self.llvm.metadata_strings();
        let class = |this: &Self, key: Key| if is_mixed { Class::Uniqued } else { this.class(key) };
        let sort_key = |this: &Self, key: Key| u64::from(this.md.function[key as usize]) << 2 | class(this, key) as u64;
        let mut order: Vec<(u64, Key)> = self.md.found.iter().map(|&key| (sort_key(self, key), key)).collect();
        order.sort_by_key(|&(by, _)| by);
        let md = &mut self.md;
        let of_module = order.partition_point(|&(by, _)| by >> 2 == 0);
        let mut at = 0;
        for block in order.chunk_by(|a, b| a.0 >> 2 == b.0 >> 2) {
            let function = (block[0].0 >> 2) as u32;
            let strings = block.iter().take_while(|&&(by, _)| by & 3 == Class::String as u64).count();
            let first = if function == 0 { 0 } else { of_module };
            for (i, &(_, key)) in block.iter().enumerate() {
                md.ids[key as usize] = (first + i) as u32 + 1;
            }
            let range = at..at + block.len();
            at = range.end;
            let block = FunctionBlock { range, strings };
            match function.checked_sub(1) {
                None => md.module = block,
                Some(function) => md.functions.push((function, block)),
            }
        }
        md.order = order.into_iter().map(|(_, key)| key).collect();
        md.found = Vec::new();
    }
}

/// An operand of a node.
#[derive(Clone, Copy)]
pub(super) enum Operand {
    Item(MdId),
    /// A value of a body.
    Value(Value),
    /// An integer of type `i64`, stored directly.
    Integer(u64),
}
