//! Merges equal metadata nodes, as LLVM does: a node that is not `distinct` exists once.
use super::di::{DiKind, FieldKind, NUMBER};
use super::dwarf::Tag;
use super::relocate::{Relocation, map_slots, reference_slots};
use super::{Metadata, MetadataTable, TASK, md_slot, slot_md};
use crate::body::{Body, DbgOperand};
use crate::constants::Interner;
use crate::entity::{MdId, TypeId};
use crate::module::Module;
use crate::strings::Str;
use crate::value::{Value, ValueKind};
use bctk_support::parallel::prelude::*;
use hashbrown::{DefaultHashBuilder, HashMap, HashTable};
use std::hash::{BuildHasher, Hasher};

/// Which nodes are made one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Which {
    /// All that are equal.
    Equal,
    /// All equal nodes. In a text that a disassembler printed, nodes with different numbers differ in something that it does not print.
    Printed,
    /// Expressions and argument lists, which texts do not number; numbered nodes stay separate.
    Unnumbered,
}

impl Which {
    fn asks_for(self, item: &Metadata) -> bool {
        self != Which::Unnumbered || matches!(item, Metadata::Expression { .. } | Metadata::ArgList(_))
    }
}

/// Merges equal nodes of `module`, and makes nodes that refer to themselves distinct (LLVM 22, `MDNode::handleChangedOperand`).
///
/// Equal strings and equal wrapped values must be merged already.
pub fn unique(module: &mut Module, which: Which) {
    make_self_references_distinct(&mut module.metadata);
    let mut nodes = twins(&module.metadata, &[], which);
    if nodes.twins.is_empty() {
        return;
    }
    if which == Which::Printed && restore_zero_sizes(&mut module.metadata, &nodes.twins) {
        nodes = twins(&module.metadata, &[], which);
    }
    let (first, is_all) = nodes.merge(&mut module.metadata);
    drop(nodes);
    if is_all {
        renumber(module, &Same(&first));
        return;
    }
    let mut classes = Classes::new(first);
    bottom_up(&mut module.metadata, &mut classes, which);
    // Nodes in cycles may have become equal after the nodes that refer to them were compared.
    for _ in 0..CYCLE_ROUNDS {
        map_all(&mut module.metadata, &Same(&classes.same));
        let twins = twins(&module.metadata, &classes.same, which).twins;
        if twins.is_empty() {
            break;
        }
        twins.into_iter().for_each(|(id, first)| classes.join(id.0, first.0));
        classes.settle();
    }
    // The node with the lowest number of each class stays.
    classes.settle();
    let first: Vec<u32> = classes.same.iter().map(|&id| classes.lowest[id as usize]).collect();
    let by = Same(&first);
    for (id, item) in module.metadata.items.iter_mut().enumerate() {
        if first[id] as usize != id {
            *item = Metadata::Missing;
        }
    }
    map_all(&mut module.metadata, &by);
    renumber(module, &by);
}

/// Merges constants of the module that metadata wraps and that are equal, and then the nodes that this makes equal. A change of types
/// calls this: LLVM, which reads the new types, never has two.
pub fn unique_wrapped(module: &mut Module) {
    let mut interner = Interner::default();
    let mut seen: HashMap<(TypeId, Value), u32> = HashMap::new();
    let mut first: Vec<u32> = (0..module.metadata.items.len() as u32).collect();
    let mut merged = Vec::new();
    for (id, item) in (0..module.metadata.module_items).zip(&module.metadata.items) {
        let Metadata::Value { ty, value } = *item else { continue };
        let key = match value.kind() {
            ValueKind::Const(_) => interner.intern(module, value, None).map_or(value, Value::constant),
            ValueKind::Global(_) => value,
            _ => continue,
        };
        let there = *seen.entry((ty, key)).or_insert(id);
        if there != id {
            first[id as usize] = there;
            merged.push(id);
        }
    }
    if merged.is_empty() {
        return;
    }
    let by = Same(&first);
    map_all(&mut module.metadata, &by);
    renumber(module, &by);
    merged.into_iter().for_each(|id| module.metadata.items[id as usize] = Metadata::Missing);
    unique(module, Which::Equal);
}

/// If two nodes look the same, gives the second one a size or offset of 0 that the text omitted. Returns whether that changed any.
///
/// LLVM has no two equal nodes, and its printer omits both an absent number and 0 (`MDFieldPrinter::printMetadataOrInt`).
fn restore_zero_sizes(table: &mut MetadataTable, twins: &[(MdId, MdId)]) -> bool {
    let mut restored = false;
    for (id, _) in twins {
        let Some(&Metadata::Node { kind, fields, .. }) = table.items.get(id.index()) else { continue };
        let sizes = kind.fields().iter().filter(|field| field.kind == FieldKind::SizeOrMd);
        let slots = sizes.map(|field| fields as usize + usize::from(field.slot));
        if let Some(absent) = slots.into_iter().find(|&slot| table.fields.get(slot) == Some(&0)) {
            table.fields[absent] = NUMBER;
            restored = true;
        }
    }
    restored
}

/// After so many rounds, all nodes are compared in post-order.
const ROUNDS: usize = 24;

/// How often nodes are compared again after nodes in a cycle were merged.
const CYCLE_ROUNDS: usize = 16;

/// Classes of equal nodes: each node's representative is the one with the lowest number.
struct Classes {
    same: Vec<u32>,
    lowest: Vec<u32>,
}

impl Classes {
    /// Each node is alone but for those that `same` already refers to another.
    fn new(same: Vec<u32>) -> Classes {
        let lowest = (0..same.len() as u32).collect();
        Classes { same, lowest }
    }

    /// Merges the class of `id` into that of `first`; both are representatives.
    fn join(&mut self, id: u32, first: u32) {
        self.same[id as usize] = first;
        let lowest = self.lowest[id as usize].min(self.lowest[first as usize]);
        self.lowest[first as usize] = lowest;
    }

    /// Points every node directly to the representative of its class.
    fn settle(&mut self) {
        for id in 0..self.same.len() {
            let mut end = self.same[id];
            while self.same[end as usize] != end {
                end = self.same[end as usize];
            }
            let mut at = id as u32;
            while self.same[at as usize] != end {
                at = std::mem::replace(&mut self.same[at as usize], end);
            }
        }
    }
}

fn map_all(table: &mut MetadataTable, by: &Same<'_>) {
    for id in 0..table.items.len() {
        map_slots(table, MdId::new(id), by);
    }
}

/// Notes what a node refers to, and changes nothing.
struct Parts(std::cell::RefCell<Vec<u32>>);

impl Relocation for Parts {
    fn md(&self, id: MdId) -> Option<MdId> {
        self.0.borrow_mut().push(id.0);
        Some(id)
    }
    fn text(&self, text: Str) -> Str {
        text
    }
    fn value(&self, ty: TypeId, value: Value) -> (TypeId, Value) {
        (ty, value)
    }
}

/// Merges nodes in post-order, so that one look at each is enough, except for references in cycles.
fn bottom_up(table: &mut MetadataTable, classes: &mut Classes, which: Which) {
    let count = table.items.len();
    let hasher = DefaultHashBuilder::default();
    let mut hashes = vec![0u64; count];
    let mut seen: HashTable<u32> = HashTable::with_capacity(count);
    let mut met = vec![false; count];
    let mut done = vec![false; count];
    let mut stack: Vec<u32> = Vec::new();
    let parts = Parts(Vec::new().into());
    for root in 0..count as u32 {
        stack.push(root);
        while let Some(&top) = stack.last() {
            let at = top as usize;
            if done[at] {
                stack.pop();
                continue;
            }
            if !std::mem::replace(&mut met[at], true) {
                map_slots(table, MdId(top), &parts);
                stack.extend(parts.0.borrow_mut().drain(..).filter(|&part| met.get(part as usize) == Some(&false)));
                continue;
            }
            stack.pop();
            done[at] = true;
            map_slots(table, MdId(top), &Same(&classes.same));
            let item = table.items[at];
            if !which.asks_for(&item) {
                continue;
            }
            let hash = hash(&hasher, table, item);
            if hash == 0 {
                continue;
            }
            match seen.find(hash, |&id| hashes[id as usize] == hash && equal(table, id as usize, at)) {
                Some(&first) => classes.join(top, first),
                None => {
                    hashes[at] = hash;
                    seen.insert_unique(hash, top, |&id| hashes[id as usize]);
                }
            }
        }
    }
}

/// The representative of each node.
struct Same<'a>(&'a [u32]);

impl Same<'_> {
    fn first(&self, id: MdId) -> MdId {
        self.0.get(id.index()).map_or(id, |&first| MdId(first))
    }
}

impl Relocation for Same<'_> {
    fn md(&self, id: MdId) -> Option<MdId> {
        Some(self.first(id))
    }
    fn text(&self, text: Str) -> Str {
        text
    }
    fn value(&self, ty: TypeId, value: Value) -> (TypeId, Value) {
        (ty, value)
    }
}

fn make_self_references_distinct(table: &mut MetadataTable) {
    let refers_to_itself = |(at, item): &(usize, &Metadata)| match **item {
        Metadata::Tuple { distinct: false, ops } => table.lists.get(ops).contains(Some(MdId::new(*at))),
        Metadata::Node { kind, distinct: false, fields } => {
            let (own, slots) = (*at as u32 + 1, table.node_fields(kind, fields));
            // A number may look like the slot; only then is a closer look needed.
            slots.contains(&own) && reference_slots(kind).any(|slot| slots[slot] == own)
        }
        _ => false,
    };
    let found = table.items.par_iter().enumerate().balanced().with_min_len(TASK).filter(refers_to_itself);
    for at in found.map(|(at, _)| at).collect::<Vec<usize>>() {
        if let Metadata::Tuple { distinct, .. } | Metadata::Node { distinct, .. } = &mut table.items[at] {
            *distinct = true;
        }
    }
}

/// The first slot of field `name`.
const fn slot_of(kind: DiKind, name: &str) -> usize {
    kind.fields()[kind.field_index(name)].slot as usize
}

/// Whether `slot` refers to a composite type with an identifier; only some fields identify its members.
fn is_identified_type(table: &MetadataTable, slot: u32) -> bool {
    const IDENTIFIER: usize = slot_of(DiKind::CompositeType, "identifier");
    match slot_md(slot).map(|id| table.get(id)) {
        Some(Metadata::Node { kind: DiKind::CompositeType, fields, .. }) => {
            table.node_fields(DiKind::CompositeType, fields).get(IDENTIFIER).is_some_and(|&slot| slot != 0)
        }
        _ => false,
    }
}

/// The fields that identify a member of a type with an identifier (LLVM 22, `MDNodeSubsetEqualImpl`): kind, name and scope of a field;
/// linkage name, scope and template parameters of a function's declaration.
fn member_words(table: &MetadataTable, kind: DiKind, fields: u32) -> Option<[u32; 4]> {
    let slots = table.node_fields(kind, fields);
    let slot = |at: usize| slots.get(at).copied().unwrap_or(0);
    match kind {
        DiKind::DerivedType => {
            const TAG: usize = slot_of(DiKind::DerivedType, "tag");
            const NAME: usize = slot_of(DiKind::DerivedType, "name");
            const SCOPE: usize = slot_of(DiKind::DerivedType, "scope");
            const MEMBER: u32 = Tag::MEMBER.0 as u32;
            let (name, scope) = (slot(NAME), slot(SCOPE));
            (slot(TAG) == MEMBER && name != 0 && is_identified_type(table, scope)).then_some([MEMBER, name, scope, 0])
        }
        DiKind::Subprogram => {
            const NAME: usize = slot_of(DiKind::Subprogram, "linkageName");
            const SCOPE: usize = slot_of(DiKind::Subprogram, "scope");
            const FLAGS: usize = slot_of(DiKind::Subprogram, "spFlags");
            const PARAMS: usize = slot_of(DiKind::Subprogram, "templateParams");
            const DEFINITION: u32 = 1 << 3;
            let (name, scope) = (slot(NAME), slot(SCOPE));
            let member = slot(FLAGS) & DEFINITION == 0 && name != 0 && is_identified_type(table, scope);
            member.then(|| [0, name, scope, slot(PARAMS)])
        }
        _ => None,
    }
}

/// The content of an item, word by word; nothing for an item that is never merged.
fn words(table: &MetadataTable, item: Metadata, mut f: impl FnMut(u32)) -> bool {
    match item {
        Metadata::Tuple { distinct: false, ops } => {
            f(1);
            table.lists.get(ops).iter().for_each(|id| f(md_slot(id)));
        }
        Metadata::Generic { distinct: false, tag, ops } => {
            f(2 | u32::from(tag) << 8);
            table.lists.get(ops).iter().for_each(|id| f(md_slot(id)));
        }
        Metadata::Expression { distinct: false, start, len } => {
            f(3);
            for &word in table.word_range(start, len) {
                f(word as u32);
                f((word >> 32) as u32);
            }
        }
        Metadata::ArgList(ops) => {
            f(4);
            table.lists.get(ops).iter().for_each(|id| f(id.0));
        }
        Metadata::Node { kind, distinct: false, fields } => {
            f(5 | (kind as u32) << 8);
            if let Some(words) = member_words(table, kind, fields) {
                f(u32::MAX);
                words.into_iter().for_each(f);
                return true;
            }
            let slots = table.node_fields(kind, fields);
            if has_wide(kind) {
                // Wide integers lie elsewhere.
                for field in kind.fields() {
                    let at = usize::from(field.slot);
                    let slots = &slots[at..at + field.kind.slots()];
                    if field.kind == super::di::FieldKind::ApInt && slots[0] > 64 {
                        f(slots[0]);
                        for &word in table.word_range(slots[1], slots[2]) {
                            f(word as u32);
                            f((word >> 32) as u32);
                        }
                    } else {
                        slots.iter().for_each(|&slot| f(slot));
                    }
                }
            } else {
                slots.iter().for_each(|&slot| f(slot));
            }
        }
        _ => return false,
    }
    true
}

fn has_wide(kind: DiKind) -> bool {
    matches!(kind, DiKind::Enumerator | DiKind::FixedPointType)
}

/// A hash of an item; 0 for an item that is never merged. The hasher is seeded, so no input can give all its nodes the same hash.
fn hash(hasher: &DefaultHashBuilder, table: &MetadataTable, item: Metadata) -> u64 {
    let mut state = hasher.build_hasher();
    // Two words at a time.
    let mut first = None;
    let counted = words(table, item, |word| match first.take() {
        Some(first) => state.write_u64(u64::from(word) << 32 | u64::from(first)),
        None => first = Some(word),
    });
    if let Some(last) = first {
        state.write_u32(last);
    }
    if counted { state.finish().max(1) } else { 0 }
}

/// Hashes of which some may be equal: a set of bits that says of each whether it may have been there before.
struct Filter(Vec<u64>);

impl Filter {
    /// A filter for `count` hashes.
    fn new(count: usize) -> Filter {
        Filter(vec![0; (count / 4).max(16).next_power_of_two()])
    }

    #[inline]
    fn place(&self, hash: u64) -> (usize, u64) {
        ((hash >> 6) as usize & (self.0.len() - 1), 1 << (hash & 63))
    }

    /// Whether this hash may be there.
    #[inline]
    fn has(&self, hash: u64) -> bool {
        let (at, bit) = self.place(hash);
        self.0[at] & bit != 0
    }

    /// Adds a hash; whether it may have been there.
    #[inline]
    fn add(&mut self, hash: u64) -> bool {
        let (at, bit) = self.place(hash);
        let word = &mut self.0[at];
        let there = *word & bit != 0;
        *word |= bit;
        there
    }
}

/// Nodes by their hashes: the hash, and the number of the first node of each content.
struct Firsts(HashTable<(u64, u32)>);

impl Firsts {
    /// The first node that is equal to node `id`, which has this hash.
    fn find(&self, table: &MetadataTable, hash: u64, id: usize) -> Option<u32> {
        self.0.find(hash, |&(h, first)| h == hash && equal(table, first as usize, id)).map(|&(_, first)| first)
    }

    fn add(&mut self, hash: u64, id: usize) {
        self.0.insert_unique(hash, (hash, id as u32), |&(hash, _)| hash);
    }
}

/// The nodes of a table by content.
struct Nodes {
    hasher: DefaultHashBuilder,
    /// 0 for a node that is never merged, or is a twin.
    hashes: Vec<u64>,
    /// All hashes.
    filter: Filter,
    /// Nodes that are equal to an earlier one, paired with the first of them.
    twins: Vec<(MdId, MdId)>,
}

/// Finds equal nodes. `same` holds the representatives so far.
///
/// Few nodes have a twin. So a filter finds the hashes that may be there more than once, and only nodes with these are compared.
fn twins(table: &MetadataTable, same: &[u32], which: Which) -> Nodes {
    let hasher = DefaultHashBuilder::default();
    let hash = |(id, &item): (usize, &Metadata)| {
        let stays = same.get(id).is_none_or(|&first| first as usize == id);
        if stays && which.asks_for(&item) { hash(&hasher, table, item) } else { 0 }
    };
    let hashes: Vec<u64> = table.items.par_iter().enumerate().balanced().with_min_len(TASK).map(hash).collect();
    let mut filter = Filter::new(hashes.len());
    let repeated: Vec<u64> = hashes.iter().copied().filter(|&hash| hash != 0 && filter.add(hash)).collect();
    let mut nodes = Nodes { hasher, hashes, filter, twins: Vec::new() };
    nodes.find(table, &repeated);
    nodes
}

/// Calls `f` for each node in order whose hash may be one of `wanted`.
fn each_of(hashes: &[u64], wanted: &[u64], mut f: impl FnMut(&mut Firsts, usize, u64)) {
    if wanted.is_empty() {
        return;
    }
    let mut filter = Filter::new(wanted.len() * 4);
    for &hash in wanted {
        filter.add(hash.rotate_left(32));
    }
    let is_wanted = |&(_, &hash): &(usize, &u64)| hash != 0 && filter.has(hash.rotate_left(32));
    let found = hashes.par_iter().enumerate().balanced().with_min_len(TASK).filter(is_wanted);
    let found: Vec<(usize, u64)> = found.map(|(id, &hash)| (id, hash)).collect();
    let mut firsts = Firsts(HashTable::with_capacity(wanted.len()));
    for (id, hash) in found {
        f(&mut firsts, id, hash);
    }
}

impl Nodes {
    /// Merges the twins, and then the nodes that this makes equal, round by round; each round looks only at nodes that refer to what the
    /// last one merged. Returns the node that stays for each node, and whether [`ROUNDS`] were enough.
    fn merge(&mut self, table: &mut MetadataTable) -> (Vec<u32>, bool) {
        let mut first: Vec<u32> = (0..table.items.len() as u32).collect();
        let mut gone = vec![0u64; first.len().div_ceil(64)];
        for _ in 0..ROUNDS {
            if self.twins.is_empty() {
                break;
            }
            gone.fill(0);
            for &(id, earlier) in &self.twins {
                first[id.index()] = earlier.0;
                gone[id.index() / 64] |= 1 << (id.index() % 64);
            }
            let is_twin = |id: MdId| gone.get(id.index() / 64).is_some_and(|bits| bits >> (id.index() % 64) & 1 == 1);
            let changes = |(_, item): &(usize, &Metadata)| refers(table, **item, is_twin);
            let changed = table.items.par_iter().enumerate().balanced().with_min_len(TASK).filter(changes);
            let changed: Vec<usize> = changed.map(|(id, _)| id).collect();
            for &id in &changed {
                map_slots(table, MdId(id as u32), &Same(&first));
            }
            self.compare_again(table, &changed);
        }
        // What a round merged stays until the next one merges that, too; only then are the references to both the same.
        for id in 0..first.len() {
            if first[id] as usize != id {
                first[id] = first[first[id] as usize];
                table.items[id] = Metadata::Missing;
            }
        }
        (first, self.twins.is_empty())
    }

    /// Finds the twins of nodes whose references changed.
    fn compare_again(&mut self, table: &MetadataTable, changed: &[usize]) {
        let changed = changed.iter().copied().filter(|&id| std::mem::take(&mut self.hashes[id]) != 0);
        let changed: Vec<usize> = changed.collect();
        let hash = |&id: &usize| hash(&self.hasher, table, table.items[id]);
        let new: Vec<u64> = changed.par_iter().balanced().with_min_len(TASK).map(hash).collect();
        let repeated = new.iter().copied().filter(|&hash| self.filter.add(hash)).collect::<Vec<u64>>();
        for (&id, &hash) in changed.iter().zip(&new) {
            self.hashes[id] = hash;
        }
        self.find(table, &repeated);
    }

    /// Finds the twins among the nodes with these hashes, and forgets the hashes of the later ones.
    fn find(&mut self, table: &MetadataTable, repeated: &[u64]) {
        let mut twins = Vec::new();
        each_of(&self.hashes, repeated, |firsts, id, hash| match firsts.find(table, hash, id) {
            Some(first) => twins.push((MdId(id as u32), MdId(first))),
            None => firsts.add(hash, id),
        });
        for (id, _) in &twins {
            self.hashes[id.index()] = 0;
        }
        self.twins = twins;
    }
}

/// Whether an item refers to metadata of which `f` holds.
fn refers(table: &MetadataTable, item: Metadata, f: impl Fn(MdId) -> bool) -> bool {
    match item {
        Metadata::Tuple { ops, .. } | Metadata::Generic { ops, .. } => table.lists.get(ops).iter().flatten().any(&f),
        Metadata::ArgList(ops) => table.lists.get(ops).iter().any(f),
        Metadata::Node { kind, fields, .. } => {
            let slots = table.node_fields(kind, fields);
            reference_slots(kind).any(|slot| slots.get(slot).and_then(|&slot| slot_md(slot)).is_some_and(&f))
        }
        Metadata::String(_) | Metadata::Value { .. } | Metadata::Expression { .. } | Metadata::Missing => false,
    }
}

fn equal(table: &MetadataTable, a: usize, b: usize) -> bool {
    // Few nodes have more words.
    let mut of_a = [0; 32];
    let mut count = 0;
    words(table, table.items[a], |word| {
        if let Some(slot) = of_a.get_mut(count) {
            *slot = word;
        }
        count += 1;
    });
    if count > of_a.len() {
        let mut of_a = Vec::with_capacity(count);
        words(table, table.items[a], |word| of_a.push(word));
        return is_made_of(table, table.items[b], &of_a);
    }
    is_made_of(table, table.items[b], &of_a[..count])
}

/// Whether an item has exactly these words.
fn is_made_of(table: &MetadataTable, item: Metadata, wanted: &[u32]) -> bool {
    let (mut count, mut is_same) = (0, true);
    words(table, item, |word| {
        is_same &= wanted.get(count) == Some(&word);
        count += 1;
    });
    is_same && count == wanted.len()
}

/// Renumbers all references to metadata outside of the metadata.
fn renumber(module: &mut Module, same: &Same<'_>) {
    for named in &mut module.metadata.named {
        named.nodes.iter_mut().for_each(|node| *node = same.first(*node));
    }
    for attachment in module.globals.iter_mut().flat_map(|g| &mut g.attachments) {
        attachment.node = same.first(attachment.node);
    }
    module.bodies.par_iter_mut().balanced().for_each(|body| renumber_body(body, |id| same.first(id)));
}

/// Renumbers all metadata that a body refers to.
pub fn renumber_body(body: &mut Body, md: impl Fn(MdId) -> MdId) {
    let lists = &mut body.lists;
    let mut list = |list| {
        lists.update(list, |value| match Value::kind(value) {
            ValueKind::Metadata(id) => Value::metadata(md(id)),
            _ => value,
        });
    };
    body.calls.iter().for_each(|call| list(call.args));
    body.bundles.iter().for_each(|bundle| list(bundle.inputs));
    let operand = |op: &mut DbgOperand| {
        if let DbgOperand::Md(id) = op {
            *id = md(*id);
        }
    };
    for record in &mut body.dbg_records {
        record.loc = md(record.loc);
        record.variable = md(record.variable);
        record.expression = record.expression.get().map(&md).into();
        record.value.iter_mut().for_each(operand);
    }
    for assign in &mut body.dbg_assigns {
        assign.id = md(assign.id);
        operand(&mut assign.address);
        assign.address_expression = md(assign.address_expression);
    }
    for (_, attachment) in &mut body.attachments {
        attachment.node = md(attachment.node);
    }
    for attachment in &mut body.function_attachments {
        attachment.node = md(attachment.node);
    }
    for loc in &mut body.locs {
        loc.scope = loc.scope.map(&md);
        loc.inlined_at = loc.inlined_at.map(&md);
    }
    for node in &mut body.loc_nodes {
        *node = md(*node);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tuple(module: &mut Module, ops: &[u32]) -> u32 {
        let ops = module.metadata.lists.push_iter(ops.iter().map(|&id| Some(MdId(id))));
        module.metadata.items.push(Metadata::Tuple { distinct: false, ops });
        module.metadata.items.len() as u32 - 1
    }

    /// Two chains of nodes whose first links are equal, as long as `length`; the second chain comes in the opposite order.
    fn chains(length: u32) -> Module {
        let mut module = Module::default();
        let mut last = tuple(&mut module, &[]);
        for _ in 1..length {
            last = tuple(&mut module, &[last]);
        }
        let end = last + length;
        for at in last + 1..end {
            tuple(&mut module, &[at + 1]);
        }
        tuple(&mut module, &[]);
        module
    }

    #[test]
    fn chains_merge_link_by_link() {
        // Round by round, at the limit, and in post-order.
        for length in [1, 2, 5, ROUNDS as u32 - 1, ROUNDS as u32, ROUNDS as u32 + 1, 100] {
            let mut module = chains(length);
            unique(&mut module, Which::Equal);
            let (first, second) = module.metadata.items.split_at(length as usize);
            assert!(second.iter().all(|item| matches!(item, Metadata::Missing)), "{length}");
            for (id, item) in first.iter().enumerate() {
                let Metadata::Tuple { ops, .. } = item else { panic!("{length}: node {id} is gone") };
                let ops: Vec<_> = module.metadata.lists.get(*ops).iter().collect();
                assert_eq!(ops, if id == 0 { vec![] } else { vec![Some(MdId(id as u32 - 1))] }, "{length}");
            }
        }
    }

    #[test]
    fn the_first_of_three_stays() {
        let mut module = Module::default();
        // The last two become equal first, and both the first one later.
        let leaf = tuple(&mut module, &[]);
        let first = tuple(&mut module, &[leaf]);
        let other = tuple(&mut module, &[]);
        let second = tuple(&mut module, &[other]);
        let third = tuple(&mut module, &[other]);
        let user = tuple(&mut module, &[third, second, first]);
        unique(&mut module, Which::Equal);
        let Metadata::Tuple { ops, .. } = module.metadata.items[user as usize] else { panic!("the user is gone") };
        assert!(module.metadata.lists.get(ops).iter().all(|id| id == Some(MdId(first))));
        for gone in [other, second, third] {
            assert!(matches!(module.metadata.items[gone as usize], Metadata::Missing));
        }
    }
}
