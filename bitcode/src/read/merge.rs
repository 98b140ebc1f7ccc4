//! Decodes bodies in parallel, batch by batch, and joins them with the module in file order.
use super::decoded::{Base, Context, Decoded, NewType, Own, Scratch, Spare, give_back, new_type_index};
use super::facts::Facts;
use super::function::decode_body;
use super::locations::{Apart, Locations, NEW, SHARED, is_location, refers_past};
use bctk_bitstream::{Error, Result};
use bctk_ir::body::{Body, DbgOperand};
use bctk_ir::entity::{MdId, TypeId};
use bctk_ir::metadata::relocate::{Appended, Relocation, map_slots};
use bctk_ir::metadata::{Metadata, MetadataTable};
use bctk_ir::module::Module;
use bctk_ir::personality::{hoist_personality, hoist_personality_of};
use bctk_ir::strings::{Str, Strings};
use bctk_ir::types::{StructKind, Type};
use bctk_ir::value::{Value, ValueKind};
use bctk_support::parallel::{Reused, Taken, in_order, prelude::*};
use bctk_uselist::order_predecessors;
use hashbrown::HashMap;
use std::ops::Range;

/// Bits of bodies to decode before joining them, if they are read on request: enough to keep all threads busy.
const BATCH_BITS: u64 = 1 << 22;
/// Bits of bodies that one thread decodes at once.
const TASK_BITS: u64 = 1 << 17;
/// Bits of decoded bodies that wait until they are joined, for each thread.
const WAITING: usize = 1 << 19;

/// Decodes all bodies and joins them with `module`.
pub(super) fn read_bodies(
    mut module: Module,
    ctx: &Context,
    data: &[u8],
    facts: &mut Facts,
    passed: &mut dyn FnMut(usize),
) -> Result<Module> {
    let base = Base { metadata: ctx.numbered };
    // Joining does not change what decoding reads, so both can run at the same time.
    let (metadata, strings) = (std::mem::take(&mut module.metadata), std::mem::take(&mut module.strings));
    let locations = Locations::for_all_bodies(&metadata);
    let mut joined = Joined::with(metadata, strings, locations);
    joined.bodies.reserve(ctx.positions.len());
    let mut start = 0;
    let tasks = std::iter::from_fn(|| {
        let first = ctx.positions.get(start)?.bit;
        let count = ctx.positions[start..].iter().take_while(|p| p.bit.saturating_sub(first) < TASK_BITS).count().max(1);
        start += count;
        let bits = ctx.positions.get(start).map_or(TASK_BITS, |next| next.bit.saturating_sub(first));
        Some((start - count..start, bits as usize))
    });
    let (scratches, spare): (Reused<Scratch>, Spare) = Default::default();
    let decode = |task: Range<usize>| -> Vec<Result<Decoded>> {
        let mut scratch = scratches.lend();
        task.map(|i| decode_body(&module, &base, ctx, data, i, &mut scratch, &spare)).collect()
    };
    let mut pass_up_to = |body: usize| {
        if let Some(position) = ctx.positions.get(body) {
            passed((position.bit / 8) as usize);
        }
    };
    pass_up_to(0);
    in_order(WAITING, tasks, decode, |bodies| {
        for body in bodies {
            give_back(joined.join(&base, body?)?, &spare);
        }
        pass_up_to(joined.bodies.len());
        Ok(())
    })?;
    module.metadata = joined.metadata;
    module.strings = joined.strings;
    module.bodies = joined.bodies;
    for (body, new_types) in joined.new_types {
        join_types(&mut module, &new_types, body);
    }
    for (body, value) in joined.personalities {
        if let Some(body) = module.bodies.get_mut(body) {
            body.provenance.pad_personality = Some(value);
        }
    }
    hoist_personality(&mut module);
    facts.add(joined.facts);
    if joined.unsettled {
        order_predecessors(&mut module);
    }
    Ok(module)
}

/// Joins bodies with a module one after the other, in any order.
#[derive(Default)]
pub(super) struct Joiner {
    /// The locations of the module, noted when the first body is joined.
    locations: Option<Locations>,
}

impl Joiner {
    /// Decodes the bodies `indices` and stores them in `module`, which has all bodies, read or not.
    pub(super) fn read(&mut self, module: &mut Module, ctx: &Context, data: &[u8], facts: &mut Facts, indices: &[usize]) -> Result<()> {
        let base = Base { metadata: ctx.numbered };
        let spare = Spare::default();
        let decoded: Vec<Result<Decoded>> = match indices {
            [index] => vec![decode_body(module, &base, ctx, data, *index, &mut Scratch::default(), &spare)],
            _ => {
                let decode = |scratch: &mut Scratch, &i: &usize| decode_body(module, &base, ctx, data, i, scratch, &spare);
                indices.par_iter().map_init(Scratch::default, decode).collect()
            }
        };
        let mut unsettled = false;
        for (&index, decoded) in indices.iter().zip(decoded) {
            unsettled |= self.join(module, ctx, &base, facts, index, decoded?)?;
        }
        if unsettled {
            order_predecessors(module);
        }
        Ok(())
    }

    /// Decodes the body `index` and stores it in `module`, without regard to what other bodies say of the order of its predecessors.
    pub(super) fn read_alone(&mut self, module: &mut Module, ctx: &Context, data: &[u8], facts: &mut Facts, index: usize) -> Result<()> {
        let decoded = decode(module, ctx, data, index)?;
        self.join(module, ctx, &Base { metadata: ctx.numbered }, facts, index, decoded).map(drop)
    }

    /// Stores a body in `module`.
    pub(super) fn add(&mut self, module: &mut Module, ctx: &Context, facts: &mut Facts, index: usize, body: Decoded) -> Result<()> {
        if self.join(module, ctx, &Base { metadata: ctx.numbered }, facts, index, body)? {
            order_predecessors(module);
        }
        Ok(())
    }

    /// Stores a body in `module`. Returns whether the order of predecessors depends on other bodies.
    fn join(&mut self, module: &mut Module, ctx: &Context, base: &Base, facts: &mut Facts, index: usize, body: Decoded) -> Result<bool> {
        let module_items = module.metadata.module_items;
        let (metadata, strings) = (std::mem::take(&mut module.metadata), std::mem::take(&mut module.strings));
        let locations = self.locations.take().unwrap_or_else(|| Locations::of(&metadata));
        let mut joined = Joined::with(metadata, strings, locations);
        let result = joined.join(base, body);
        module.metadata = joined.metadata;
        module.metadata.module_items = module_items;
        module.strings = joined.strings;
        self.locations = Some(joined.locations);
        result?;
        if let (Some(body), Some(slot)) = (joined.bodies.pop(), module.bodies.get_mut(index)) {
            *slot = body;
            slot.provenance.pad_personality = joined.personalities.pop().map(|(_, value)| value).or(slot.provenance.pad_personality);
        }
        for (_, new_types) in joined.new_types {
            join_types(module, &new_types, index);
        }
        if let Some(&id) = ctx.functions.get(index) {
            hoist_personality_of(module, id);
        }
        facts.add(joined.facts);
        Ok(joined.unsettled)
    }

    /// Decodes the bodies of `indices` in batches and stores them in `module`.
    pub(super) fn read_all(&mut self, module: &mut Module, ctx: &Context, data: &[u8], facts: &mut Facts, indices: &[usize]) -> Result<()> {
        batches(ctx, indices).try_for_each(|batch| self.read(module, ctx, data, facts, batch))?;
        Ok(())
    }
}

/// Decodes the body `index`.
pub(super) fn decode(module: &Module, ctx: &Context, data: &[u8], index: usize) -> Result<Decoded> {
    decode_body(module, &Base { metadata: ctx.numbered }, ctx, data, index, &mut Scratch::default(), &Spare::default())
}

/// The bodies of `indices`, as many together as keep all threads busy.
pub(super) fn batches<'i>(ctx: &Context, indices: &'i [usize]) -> impl Iterator<Item = &'i [usize]> {
    let bit = |index: &usize| ctx.positions.get(*index).map_or(0, |position| position.bit);
    let mut rest = indices;
    std::iter::from_fn(move || {
        let first = bit(rest.first()?);
        let count = rest.iter().take_while(|index| bit(index).saturating_sub(first) < BATCH_BITS).count().max(1);
        let (batch, later) = rest.split_at(count);
        rest = later;
        Some(batch)
    })
}

/// What the bodies joined so far have made of the module.
struct Joined {
    metadata: MetadataTable,
    strings: Strings,
    bodies: Vec<Body>,
    /// Bodies with types that the table lacks.
    new_types: Vec<(usize, Vec<NewType>)>,
    locations: Locations,
    unsettled: bool,
    facts: Facts,
    /// Bodies whose landing pads name a personality.
    personalities: Vec<(usize, Value)>,
}

impl Joined {
    /// With the locations in `metadata`.
    fn with(mut metadata: MetadataTable, strings: Strings, locations: Locations) -> Self {
        metadata.module_items = metadata.items.len() as u32;
        Self {
            metadata,
            strings,
            bodies: Vec::new(),
            new_types: Vec::new(),
            locations,
            unsettled: false,
            facts: Facts::default(),
            personalities: Vec::new(),
        }
    }

    /// Joins one body with the module, including its metadata and strings. Returns what is no longer needed.
    fn join(&mut self, base: &Base, decoded: Decoded) -> Result<Taken<Own>> {
        let Decoded { mut body, mut own, new_types, mut locations, unsettled_preds, facts, personality } = decoded;
        self.facts.add(facts);
        self.personalities.extend(personality.map(|value| (self.bodies.len(), value)));
        let first = self.metadata.items.len() as u32;
        let shift = first - base.metadata;
        let mut same = HashMap::new();
        if !own.metadata.items.is_empty() {
            if locations == Apart::UnlessMerged && self.merges_any(&own.metadata, base) {
                locations = Apart::Never;
            }
            same = self.append(&own.metadata, &own.strings, base, shift, locations)?;
            let renumber = |id: MdId| match id.0 >= base.metadata {
                true => same.get(&(id.0 + shift)).copied().unwrap_or(MdId(id.0 + shift)),
                false => id,
            };
            body.metadata = (first, self.metadata.items.len() as u32);
            for &list in &own.md_lists {
                body.lists.update(list, |value| match Value::kind(value) {
                    ValueKind::Metadata(id) => Value::metadata(renumber(id)),
                    _ => value,
                });
            }
            let operand = |op: &mut DbgOperand| {
                if let DbgOperand::Md(id) = op {
                    *id = renumber(*id);
                }
            };
            for record in &mut body.dbg_records {
                record.loc = renumber(record.loc);
                record.variable = renumber(record.variable);
                record.expression = record.expression.get().map(renumber).into();
                record.value.iter_mut().for_each(operand);
            }
            for assign in &mut body.dbg_assigns {
                assign.id = renumber(assign.id);
                operand(&mut assign.address);
                assign.address_expression = renumber(assign.address_expression);
            }
            for (_, attachment) in &mut body.attachments {
                attachment.node = renumber(attachment.node);
            }
            for attachment in &mut body.function_attachments {
                attachment.node = renumber(attachment.node);
            }
            for loc in &mut body.locs {
                loc.scope = loc.scope.map(renumber);
                loc.inlined_at = loc.inlined_at.map(renumber);
            }
        }
        self.join_locations(&mut body, shift, locations, &same);
        own.locs = std::mem::take(&mut body.locs);
        if !new_types.is_empty() {
            self.new_types.push((self.bodies.len(), new_types));
        }
        self.unsettled |= unsettled_preds;
        self.bodies.push(body);
        Ok(own)
    }

    /// Gives every debug location of the body its node; `same` is what [`Joined::append`] returned.
    fn join_locations(&mut self, body: &mut Body, shift: u32, apart: Apart, same: &HashMap<u32, MdId>) {
        let metadata = &mut self.metadata;
        for (loc, node) in body.locs.iter().zip(&mut body.loc_nodes) {
            let new = metadata.items.len() as u32;
            let id = match *node {
                _ if apart == Apart::Never => self.locations.find_or_add(metadata, &self.bodies, &loc.slots(), new),
                NEW => new,
                SHARED => self.locations.find_or_add_once(metadata, &self.bodies, &loc.slots(), new),
                MdId(own) => same.get(&(own + shift)).map_or(own + shift, |id| id.0),
            };
            if id == new {
                metadata.push_location(false, &loc.slots());
            }
            *node = MdId(id);
        }
    }

    /// Whether an earlier body has a location of this body's metadata.
    fn merges_any(&mut self, own: &MetadataTable, base: &Base) -> bool {
        own.items.iter().filter(|item| is_location(item)).any(|&item| {
            let key = own.location_slots(item).unwrap_or_default();
            !refers_past(&key, base.metadata) && self.locations.has(&self.metadata, &self.bodies, &key)
        })
    }

    /// Appends the body's metadata to the module's and renumbers all references. Returns the locations that an earlier body also has: LLVM
    /// keeps one node for equal ones.
    fn append(&mut self, own: &MetadataTable, strings: &Strings, base: &Base, shift: u32, apart: Apart) -> Result<HashMap<u32, MdId>> {
        let text_shift = self.strings.append(strings).ok_or_else(|| Error::too_large("more than 4 GiB of strings"))?;
        let mut by = Shifted { base: base.metadata, shift, text_shift, same: HashMap::new() };
        let table = &mut self.metadata;
        // Lists and fields as a whole, then the references among them where they lie.
        let at = Appended::new(own, table);
        for &item in &own.items {
            let looked_up =
                is_location(&item) && (apart == Apart::Never || !refers_past(&own.location_slots(item).unwrap_or_default(), base.metadata));
            let item = match item {
                Metadata::String(text) => Metadata::String(by.text(text)),
                item => at.item(item, table),
            };
            let id = table.push(item);
            map_slots(table, id, &by);
            if looked_up {
                let key = table.location_slots(table.get(id)).unwrap_or_default();
                let first = match apart {
                    Apart::Never => self.locations.find_or_add(table, &self.bodies, &key, id.0),
                    Apart::Always | Apart::UnlessMerged => self.locations.find_or_add_once(table, &self.bodies, &key, id.0),
                };
                if first != id.0 {
                    by.same.insert(id.0, MdId(first));
                }
            }
        }
        Ok(by.same)
    }
}

/// The new ids of a body's metadata: consecutive, except for existing locations.
struct Shifted {
    /// First id of the body's own.
    base: u32,
    shift: u32,
    text_shift: u32,
    same: HashMap<u32, MdId>,
}

impl Relocation for Shifted {
    fn md(&self, id: MdId) -> Option<MdId> {
        if id.0 < self.base {
            return Some(id);
        }
        let id = MdId(id.0 + self.shift);
        Some(self.same.get(&id.0).copied().unwrap_or(id))
    }
    fn text(&self, text: Str) -> Str {
        text.shifted(self.text_shift)
    }
    fn value(&self, ty: TypeId, value: Value) -> (TypeId, Value) {
        (ty, value)
    }
}

/// Interns the types that the table lacked and renumbers those of the body's locals.
fn join_types(module: &mut Module, new_types: &[NewType], body: usize) {
    let mut ids: Vec<TypeId> = Vec::new();
    for new in new_types {
        let known = |id: TypeId| new_type_index(id).and_then(|i| ids.get(i).copied()).unwrap_or(id);
        let ty = match *new {
            NewType::CmpXchg(value, flag) => {
                let fields = module.types.lists.push(&[known(value), known(flag)]);
                Type::Struct { kind: StructKind::Literal, packed: false, name: Default::default(), fields }
            }
            NewType::Plain(Type::Vector { elem, len, scalable }) => Type::Vector { elem: known(elem), len, scalable },
            NewType::Plain(Type::TypedPtr { pointee, addrspace }) => Type::TypedPtr { pointee: known(pointee), addrspace },
            NewType::Plain(ty) => ty,
        };
        ids.push(module.types.intern(ty));
    }
    for ty in module.bodies.get_mut(body).into_iter().flat_map(|b| &mut b.local_types) {
        if let Some(&id) = new_type_index(*ty).and_then(|i| ids.get(i)) {
            *ty = id;
        }
    }
}
