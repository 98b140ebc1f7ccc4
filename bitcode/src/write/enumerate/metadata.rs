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
pub(in crate::write) type Key = u32;

/// The METADATA block of one function.
#[derive(Clone, Debug, Default)]
pub(super) struct FunctionBlock {
    /// Its range among the functions' pieces.
    pub(super) range: Range<usize>,
    /// The number of strings among them.
    pub(super) strings: usize,
}

/// Who contains a piece of metadata: the only function, or the module, which has what several functions refer to.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Owner(u32);

impl Owner {
    /// Not found yet.
    const NONE: Owner = Owner(0);
    /// The module.
    pub(super) const MODULE: Owner = Owner(1);
    /// The item is a value, and another key stands for that.
    const STOOD_FOR: Owner = Owner(u32::MAX);

    /// The function whose value number this is.
    pub(super) fn function(number: u32) -> Owner {
        Owner(number + 2)
    }

    fn number(self) -> u32 {
        self.0 - 2
    }
}

/// Discovered metadata, and its numbers.
pub(super) struct MdWalk {
    /// The number of items in the table.
    items: u32,
    /// Whether strings, values and nodes are not told apart.
    mixed: bool,
    /// By key.
    owners: Vec<Owner>,
    /// By key, or item that another key stands for: number plus one; 0 for none.
    ids: Vec<u32>,
    /// Discovered pieces by class, each in the order of discovery.
    found: [Vec<Key>; CLASSES],
    /// The values of the keys from `items` on: global values, and constants by identity.
    values: Vec<Value>,
    /// The values of items that are values.
    wrapped: HashMap<Key, Value>,
    /// By value: its key.
    key_of: HashMap<Value, Key>,
    /// By integer stored directly in a field: its key.
    integers: HashMap<u64, Key>,
    /// Items that are values, each with the key that stands for it.
    stood_for: Vec<(MdId, Key)>,
    /// Kept to save allocations.
    stack: Vec<Open>,
    waiting: Vec<Key>,
    /// The module's, followed by those of functions.
    pub(super) order: Vec<Key>,
    pub(super) module: FunctionBlock,
    /// By value number of a function; sorted.
    pub(super) functions: Vec<(u32, FunctionBlock)>,
}

/// What a key is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    String,
    Value,
    Distinct,
    Uniqued,
}

const CLASSES: usize = 4;

impl Class {
    fn of_node(distinct: bool) -> Class {
        if distinct { Class::Distinct } else { Class::Uniqued }
    }
}

/// A node that was found, and the first of its operands that has not been visited.
#[derive(Clone, Copy)]
pub(super) struct Open {
    key: Key,
    class: Class,
    at: u32,
}

impl Open {
    fn new(key: Key, class: Class) -> Open {
        Open { key, class, at: 0 }
    }
}

impl MdWalk {
    /// In `mixed` metadata, all pieces have the place of nodes.
    pub(super) fn new(items: usize, mixed: bool) -> Self {
        MdWalk {
            items: items as u32,
            mixed,
            owners: vec![Owner::NONE; items],
            ids: Vec::new(),
            // Memory that is not touched costs nothing, growing does.
            found: [0; CLASSES].map(|_| Vec::with_capacity(items)),
            values: Vec::new(),
            wrapped: HashMap::new(),
            key_of: HashMap::new(),
            integers: HashMap::new(),
            stood_for: Vec::new(),
            stack: Vec::new(),
            waiting: Vec::new(),
            order: Vec::new(),
            module: FunctionBlock::default(),
            functions: Vec::new(),
        }
    }

    /// The item of a key, if it is one.
    #[inline]
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
        self.key_of.get(&value).map_or(0, |&key| self.id_of_key(key))
    }

    /// The number plus one of an integer stored directly in a field; 0 for none.
    pub(super) fn id_of_integer(&self, bits: u64) -> u32 {
        self.integers.get(&bits).map_or(0, |&key| self.id_of_key(key))
    }

    fn id_of_key(&self, key: Key) -> u32 {
        self.ids.get(key as usize).copied().unwrap_or(0)
    }

    /// The number plus one of an item; 0 for none.
    #[inline]
    pub(super) fn id(&self, md: MdId) -> u32 {
        self.ids.get(md.index()).copied().unwrap_or(0)
    }

    #[inline]
    fn owner(&self, key: Key) -> Option<Owner> {
        self.owners.get(key as usize).copied()
    }

    #[inline]
    fn number(&mut self, key: Key, class: Class) {
        let class = if self.mixed { Class::Uniqued } else { class };
        self.found[class as usize].push(key);
    }
}

impl Enumerator<'_> {
    /// The key of a value as metadata; `item` says so, if it is one.
    fn value_key(&mut self, value: Value, item: Option<MdId>) -> Key {
        let md = &mut self.md;
        let known = md.key_of.get(&value).copied();
        let key = match (known, item) {
            (Some(key), _) => key,
            (None, Some(item)) => {
                md.wrapped.insert(item.0, value);
                item.0
            }
            (None, None) => {
                md.values.push(value);
                md.owners.push(Owner::NONE);
                md.owners.len() as u32 - 1
            }
        };
        if known.is_none() {
            md.key_of.insert(value, key);
        }
        if let Some(item) = item.filter(|item| item.0 != key)
            && let Some(owner) = md.owners.get_mut(item.index())
            && *owner != Owner::STOOD_FOR
        {
            *owner = Owner::STOOD_FOR;
            md.stood_for.push((item, key));
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

    /// The key of the integer `bits`, stored directly in a field of a node, and its identity if it is new.
    fn integer_key(&mut self, bits: u64) -> (Key, Option<Value>) {
        if let Some(&key) = self.md.integers.get(&bits) {
            return (key, None);
        }
        let value = Value::constant(self.identities.intern_integer(bits));
        let key = self.value_key(value, None);
        self.md.integers.insert(bits, key);
        (key, Some(value))
    }

    /// Notes an item that a node or instruction refers to, found by `owner` in `body`. Returns a new node, whose operands have to be visited.
    #[inline]
    fn note_item(&mut self, owner: Owner, body: u32, md: MdId) -> Option<Open> {
        match self.md.owner(md.0) {
            Some(Owner::MODULE) => None,
            Some(known) if known == owner => None,
            Some(_) => self.note_other_item(owner, body, md),
            None => None,
        }
    }

    fn note_other_item(&mut self, owner: Owner, body: u32, md: MdId) -> Option<Open> {
        let table = &self.module.metadata;
        let item = table.get(md);
        let (class, has_operands) = match item {
            Metadata::String(_) => (Class::String, false),
            Metadata::Value { value, .. } => {
                let value = self.outer_value(value, body)?;
                let key = self.value_key(value, Some(md));
                self.note_value(owner, key, value);
                return None;
            }
            Metadata::Tuple { distinct, ops } | Metadata::Generic { distinct, ops, .. } => (Class::of_node(distinct), !ops.is_empty()),
            Metadata::Node { distinct, .. } => (Class::of_node(distinct), true),
            Metadata::Expression { distinct, .. } => (Class::of_node(distinct), false),
            Metadata::ArgList(_) | Metadata::Missing => return None,
        };
        let found = &mut self.md.owners[md.index()];
        if *found != Owner::NONE {
            self.share_md(md.0);
            return None;
        }
        *found = owner;
        // A distinct node may have to wait.
        if has_operands || class == Class::Distinct {
            return Some(Open::new(md.0, class));
        }
        self.md.number(md.0, class);
        None
    }

    /// Notes a value as metadata.
    fn note_value(&mut self, owner: Owner, key: Key, value: Value) {
        let Some(found) = self.md.owners.get_mut(key as usize) else { return };
        if *found != Owner::NONE {
            // It refers to nothing.
            if *found != owner {
                *found = Owner::MODULE;
            }
            return;
        }
        *found = owner;
        self.md.number(key, Class::Value);
        if let ValueKind::Const(identity) = value.kind() {
            self.enumerate_constant(identity);
        }
    }

    /// Numbers a value of a body as metadata, unless it is a local.
    pub(super) fn enumerate_value_md(&mut self, owner: Owner, body: u32, value: Value) {
        if let Some(value) = self.outer_value(value, body) {
            let key = self.value_key(value, None);
            self.note_value(owner, key, value);
        }
    }

    /// Notes the integer `bits`, stored directly in a field of a node.
    #[inline(never)]
    fn note_integer(&mut self, owner: Owner, bits: u64) {
        match self.integer_key(bits) {
            (key, Some(value)) => self.note_value(owner, key, value),
            (key, None) => {
                if let Some(found) = self.md.owners.get_mut(key as usize).filter(|found| **found != owner) {
                    *found = Owner::MODULE;
                }
            }
        }
    }

    /// Visits the operands of `node` from `node.at` on, up to one that is a new node.
    fn next_node(&mut self, owner: Owner, body: u32, node: &mut Open) -> Option<Open> {
        let table = &self.module.metadata;
        match table.get(MdId(node.key)) {
            Metadata::Tuple { ops, .. } | Metadata::Generic { ops, .. } => {
                let ops = table.lists.get(ops);
                while let Some(op) = ops.get(node.at as usize) {
                    node.at += 1;
                    if let Some(md) = op
                        && let Some(new) = self.note_item(owner, body, md)
                    {
                        return Some(new);
                    }
                }
            }
            Metadata::Node { kind, fields, .. } => {
                let slots = table.node_fields(kind, fields);
                let order = kind.operand_slots_in(self.llvm);
                while let Some(&first) = order.get(node.at as usize) {
                    node.at += 1;
                    let at = usize::from(first);
                    match slots.get(at) {
                        None | Some(0) => {}
                        Some(&NUMBER) => {
                            // Fields that are not yet metadata in this version are stored in the record itself.
                            if let Some(&[low, high]) = slots.get(at + 1..at + 3)
                                && !is_inline(kind, first, self.llvm)
                            {
                                self.note_integer(owner, u64::from(low) | u64::from(high) << 32);
                            }
                        }
                        Some(&slot) => {
                            if let Some(md) = slot_md(slot)
                                && let Some(new) = self.note_item(owner, body, md)
                            {
                                return Some(new);
                            }
                        }
                    }
                }
            }
            _ => {}
        }
        None
    }

    /// A node that seemed to belong to one function does not, nor does anything that it refers to.
    fn share_md(&mut self, key: Key) {
        let table = &self.module.metadata;
        let mut open = vec![key];
        self.md.owners[key as usize] = Owner::MODULE;
        while let Some(key) = open.pop() {
            match table.get(MdId(key)) {
                Metadata::Tuple { ops, .. } | Metadata::Generic { ops, .. } => {
                    table.lists.get(ops).iter().flatten().for_each(|md| self.share_item(md, &mut open));
                }
                Metadata::Node { kind, fields, .. } => {
                    let slots = table.node_fields(kind, fields);
                    for &first in kind.operand_slots_in(self.llvm) {
                        let at = usize::from(first);
                        match slots.get(at) {
                            None | Some(0) => {}
                            Some(&NUMBER) => {
                                if let Some(&[low, high]) = slots.get(at + 1..at + 3)
                                    && let Some(&key) = self.md.integers.get(&(u64::from(low) | u64::from(high) << 32))
                                    && !is_inline(kind, first, self.llvm)
                                {
                                    self.md.owners[key as usize] = Owner::MODULE;
                                }
                            }
                            Some(&slot) => slot_md(slot).into_iter().for_each(|md| self.share_item(md, &mut open)),
                        }
                    }
                }
                _ => {}
            }
        }
    }

    fn share_item(&mut self, md: MdId, open: &mut Vec<Key>) {
        let Some(found) = self.md.owners.get_mut(md.index()) else { return };
        match *found {
            Owner::NONE | Owner::MODULE => {}
            // The node that refers to it has been visited, so that the value has a key.
            Owner::STOOD_FOR => {
                if let Metadata::Value { value, .. } = self.module.metadata.get(md)
                    && let Some(value) = self.outer_value(value, u32::MAX)
                    && let Some(&key) = self.md.key_of.get(&value)
                {
                    self.md.owners[key as usize] = Owner::MODULE;
                }
            }
            _ => {
                *found = Owner::MODULE;
                open.push(md.0);
            }
        }
    }

    /// Numbers the operands of a node, but not the node.
    pub(super) fn enumerate_md_operands(&mut self, owner: Owner, body: u32, node: MdId) {
        let mut node = Open::new(node.0, Class::Distinct);
        while let Some(new) = self.next_node(owner, body, &mut node) {
            self.enumerate_node(owner, body, new);
        }
    }

    /// Numbers a piece of metadata after its operands (`ValueEnumerator::EnumerateMetadata`).
    #[inline]
    pub(super) fn enumerate_md(&mut self, owner: Owner, body: u32, md: MdId) {
        if let Some(root) = self.note_item(owner, body, md) {
            self.enumerate_node(owner, body, root);
        }
    }

    /// Numbers a new node after its operands. Distinct nodes that a uniqued one refers to wait until the uniqued ones around it are done.
    fn enumerate_node(&mut self, owner: Owner, body: u32, root: Open) {
        let mut waiting = std::mem::take(&mut self.md.waiting);
        let mut stack = std::mem::take(&mut self.md.stack);
        let waits = self.llvm.function_metadata();
        stack.push(root);
        while let Some(node) = stack.last_mut() {
            if let Some(new) = self.next_node(owner, body, node) {
                if waits && new.class == Class::Distinct && node.class != Class::Distinct {
                    waiting.push(new.key);
                } else {
                    stack.push(new);
                }
                continue;
            }
            self.md.number(node.key, node.class);
            stack.pop();
            if stack.last().is_none_or(|node| node.class == Class::Distinct) {
                stack.extend(waiting.drain(..).map(|key| Open::new(key, Class::Distinct)));
            }
        }
        self.md.waiting = waiting;
        self.md.stack = stack;
    }

    /// Puts all pieces into the order in which they are written, and numbers them.
    pub(super) fn organize_md(&mut self) {
        let md = &mut self.md;
        let found = std::mem::take(&mut md.found);
        let mut order = Vec::with_capacity(found.iter().map(Vec::len).sum());
        let owners = md.owners.as_slice();
        let owner = |key: Key| owners.get(key as usize).copied().unwrap_or(Owner::NONE);
        for (class, keys) in found.iter().enumerate() {
            order.extend(keys.iter().copied().filter(|&key| owner(key) == Owner::MODULE));
            if class == Class::String as usize {
                md.module.strings = order.len();
            }
        }
        md.module.range = 0..order.len();
        md.organize_functions(found, order);
    }

    /// The first `count` items of the table have their ids as numbers in the module, as in the file that they were read from.
    pub(super) fn number_md_as_read(&mut self, count: u32) {
        for id in (0..count).map(MdId) {
            if let Some(owner) = self.md.owners.get_mut(id.index()) {
                *owner = Owner::MODULE;
            }
            if let Metadata::Value { value, .. } = self.module.metadata.get(id)
                && let Some(value) = self.outer_value(value, u32::MAX)
            {
                self.md.wrapped.insert(id.0, value);
                self.md.key_of.entry(value).or_insert(id.0);
            }
        }
    }

    /// Orders and numbers what functions have, besides the first `count` items of the table. False if the module would have to have more.
    pub(super) fn organize_md_as_read(&mut self, count: u32) -> bool {
        let md = &mut self.md;
        let found = std::mem::take(&mut md.found);
        let is_shared = |&key: &Key| md.owners.get(key as usize) == Some(&Owner::MODULE);
        if found.iter().flatten().any(is_shared) {
            return false;
        }
        let is_string = |id: &u32| matches!(self.module.metadata.get(MdId(*id)), Metadata::String(_));
        md.module = FunctionBlock { range: 0..count as usize, strings: (0..count).take_while(is_string).count() };
        md.organize_functions(found, (0..count).collect());
        true
    }
}

impl MdWalk {
    /// Puts the pieces of functions in `found` behind those of the module, which `order` has, and numbers all.
    fn organize_functions(&mut self, found: [Vec<Key>; CLASSES], mut order: Vec<Key>) {
        let md = self;
        let owners = md.owners.as_slice();
        let owner = |key: Key| owners.get(key as usize).copied().unwrap_or(Owner::NONE);
        // Functions are visited in the order of their numbers, so that each list has the functions' pieces in that order.
        let mut rest = found.each_ref().map(Vec::as_slice);
        loop {
            let mut next = Owner::STOOD_FOR;
            for keys in &mut rest {
                let shared = keys.iter().take_while(|&&key| owner(key) == Owner::MODULE).count();
                *keys = &keys[shared..];
                next = keys.first().map_or(next, |&key| next.min(owner(key)));
            }
            if next == Owner::STOOD_FOR {
                break;
            }
            let start = order.len();
            let mut strings = 0;
            for (class, keys) in rest.iter_mut().enumerate() {
                while let Some((&key, others)) = keys.split_first() {
                    match owner(key) {
                        Owner::MODULE => {}
                        owner if owner == next => order.push(key),
                        _ => break,
                    }
                    *keys = others;
                }
                if class == Class::String as usize {
                    strings = order.len() - start;
                }
            }
            md.functions.push((next.number(), FunctionBlock { range: start..order.len(), strings }));
        }
        drop(found);
        let of_module = md.module.range.len() as u32;
        // In the memory of the owners, which have served.
        let mut ids: Vec<u32> = std::mem::take(&mut md.owners).into_iter().map(|_| 0).collect();
        let blocks = md.functions.iter().map(|(_, block)| (of_module, &block.range));
        for (before, range) in std::iter::once((0, &md.module.range)).chain(blocks) {
            for (&key, id) in order[range.clone()].iter().zip(before + 1..) {
                ids[key as usize] = id;
            }
        }
        for &(item, key) in &md.stood_for {
            ids[item.index()] = ids[key as usize];
        }
        md.ids = ids;
        md.order = order;
    }
}
