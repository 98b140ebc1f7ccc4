//! Bodies: decoded in parallel, batch by batch, and joined with the module in file order.
use super::function::{Decoded, NewType, decode_body, new_type_index};
use super::module::AddressSpaces;
use crate::error::{Error, Result};
use crate::stream::{BlockPosition, StreamReader};
use bctk_ir::body::{Body, DbgOperand};
use bctk_ir::entity::{GlobalId, MdId, TypeId};
use bctk_ir::metadata::di::{DiKind, FieldKind, NUMBER};
use bctk_ir::metadata::{Metadata, MetadataTable, md_slot};
use bctk_ir::module::Module;
use bctk_ir::types::{StructKind, Type};
use bctk_ir::uselist::order_predecessors;
use bctk_ir::value::{Value, ValueKind};
use hashbrown::HashTable;
use rayon::prelude::*;
use std::hash::BuildHasher;

/// What decoding a body needs beside the module.
pub(super) struct Context<'a> {
    /// Whether value numbers are relative.
    pub(super) relative: bool,
    pub(super) spaces: AddressSpaces,
    /// The reader of the module block, with its BLOCKINFO.
    pub(super) stream: StreamReader<'a>,
    /// Where the bodies lie.
    pub(super) positions: Vec<BlockPosition>,
    /// Whose they are.
    pub(super) functions: Vec<GlobalId>,
    pub(super) typed_pointers: bool,
    /// `i1`, if the table has it.
    pub(super) bit_type: Option<TypeId>,
}

/// How many bodies are decoded before they are joined: enough to keep all threads busy, few enough to hold little twice.
const BATCH: usize = 512;

/// Decodes all bodies and joins them with `module`.
pub(super) fn read_bodies(mut module: Module, ctx: &Context<'_>) -> Result<Module> {
    let base = Base { metadata: module.metadata.items.len() as u32 };
    module.metadata.module_items = base.metadata;
    let mut locations = Locations::new(&module.metadata);
    module.bodies.reserve(ctx.positions.len());
    let mut start = 0;
    let mut unsettled = false;
    while start < ctx.positions.len() {
        let end = ctx.positions.len().min(start + BATCH);
        let decoded: Vec<Result<Decoded>> = (start..end).into_par_iter().map(|i| decode_body(&module, &base, ctx, i)).collect();
        for body in decoded {
            let body = body?;
            unsettled |= body.unsettled_preds;
            let body = join(&mut module, &base, &mut locations, body)?;
            module.bodies.push(body);
        }
        start = end;
    }
    if unsettled {
        order_predecessors(&mut module);
    }
    Ok(module)
}

/// How much the module had before any body was joined: metadata numbers from there on are a body's own.
pub(super) struct Base {
    pub(super) metadata: u32,
}

/// The uniqued `DILocation` nodes of the module by their contents, since debug locations of instructions are such nodes too.
struct Locations {
    table: HashTable<u32>,
    hasher: hashbrown::DefaultHashBuilder,
}

const LOCATION_SLOTS: usize = DiKind::Location.slots();

impl Locations {
    fn new(metadata: &MetadataTable) -> Self {
        let mut locations = Self { table: HashTable::new(), hasher: Default::default() };
        for id in 0..metadata.items.len() {
            locations.add(metadata, MdId::new(id));
        }
        locations
    }

    fn key(metadata: &MetadataTable, id: u32) -> &[u32] {
        match metadata.get(MdId(id)) {
            Metadata::Node { kind: DiKind::Location, fields, .. } => metadata.node_fields(DiKind::Location, fields),
            _ => &[],
        }
    }

    /// Notes `id` if it is a uniqued location.
    fn add(&mut self, metadata: &MetadataTable, id: MdId) {
        let Metadata::Node { kind: DiKind::Location, distinct: false, fields } = metadata.get(id) else { return };
        let key = metadata.node_fields(DiKind::Location, fields);
        if self.find(metadata, key).is_none() {
            let hash = self.hasher.hash_one(key);
            self.table.insert_unique(hash, id.0, |&other| self.hasher.hash_one(Self::key(metadata, other)));
        }
    }

    fn find(&self, metadata: &MetadataTable, key: &[u32]) -> Option<MdId> {
        let hash = self.hasher.hash_one(key);
        self.table.find(hash, |&other| Self::key(metadata, other) == key).map(|&id| MdId(id))
    }
}

/// Joins one body with the module: its metadata, strings and types get their places there.
fn join(module: &mut Module, base: &Base, locations: &mut Locations, decoded: Decoded) -> Result<Body> {
    let Decoded { mut body, metadata: own, strings, new_types, md_lists, .. } = decoded;
    let first = module.metadata.items.len() as u32;
    let shift = first - base.metadata;
    let renumber = |id: MdId| if id.0 >= base.metadata { MdId(id.0 + shift) } else { id };
    if !own.items.is_empty() {
        append(module, &own, &strings, base, shift)?;
        body.metadata = (first, module.metadata.items.len() as u32);
        for id in first..module.metadata.items.len() as u32 {
            locations.add(&module.metadata, MdId(id));
        }
        for list in md_lists {
            for word in body.lists.get_mut(list) {
                if let ValueKind::Metadata(id) = Value::from_raw(*word).kind() {
                    *word = Value::metadata(renumber(id)).raw();
                }
            }
        }
        let operand = |op: &mut DbgOperand| {
            if let DbgOperand::Md(id) = op {
                *id = renumber(*id);
            }
        };
        for record in &mut body.dbg_records {
            record.loc = renumber(record.loc);
            record.variable = renumber(record.variable);
            record.expression = record.expression.map(renumber);
            record.value.iter_mut().for_each(operand);
            if let Some((id, address, expression)) = &mut record.assign {
                *id = renumber(*id);
                operand(address);
                *expression = renumber(*expression);
            }
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
    join_locations(module, locations, &mut body);
    if !new_types.is_empty() {
        join_types(module, &new_types, &mut body);
    }
    Ok(body)
}

/// Gives every debug location of the body its node.
fn join_locations(module: &mut Module, locations: &mut Locations, body: &mut Body) {
    body.loc_nodes.reserve_exact(body.locs.len());
    for loc in &body.locs {
        let mut key = [0u32; LOCATION_SLOTS];
        let values = [
            loc.line,
            loc.column,
            md_slot(loc.scope),
            md_slot(loc.inlined_at),
            u32::from(loc.implicit),
            loc.atom_group as u32,
            (loc.atom_group >> 32) as u32,
            u32::from(loc.atom_rank),
        ];
        key.copy_from_slice(&values);
        let metadata = &mut module.metadata;
        let id = locations.find(metadata, &key).unwrap_or_else(|| {
            let fields = metadata.fields.len() as u32;
            metadata.fields.extend_from_slice(&key);
            let id = metadata.push(Metadata::Node { kind: DiKind::Location, distinct: false, fields });
            locations.add(metadata, id);
            id
        });
        body.loc_nodes.push(id);
    }
    body.locs = Vec::new();
}

/// Appends the body's metadata to the module's, with all references renumbered.
fn append(module: &mut Module, own: &MetadataTable, strings: &bctk_ir::strings::Strings, base: &Base, shift: u32) -> Result<()> {
    let slot = |slot: u32| if slot > base.metadata { slot + shift } else { slot };
    let table = &mut module.metadata;
    let text_shift = module.strings.append(strings).ok_or_else(|| Error::limit("more than 4 GiB of strings"))?;
    for &item in &own.items {
        let item = match item {
            Metadata::String(text) => Metadata::String(text.shifted(text_shift)),
            Metadata::Tuple { distinct, ops } => Metadata::Tuple { distinct, ops: table.lists.push_with(own.lists.get(ops), slot) },
            Metadata::Generic { distinct, tag, ops } => {
                Metadata::Generic { distinct, tag, ops: table.lists.push_with(own.lists.get(ops), slot) }
            }
            Metadata::ArgList(ops) => Metadata::ArgList(table.lists.push_with(own.lists.get(ops), |id| slot(id + 1) - 1)),
            Metadata::Expression { distinct, start, len } => {
                let at = table.words.len() as u32;
                table.words.extend_from_slice(own.word_range(start, len));
                Metadata::Expression { distinct, start: at, len }
            }
            Metadata::Node { kind, distinct, fields } => {
                let at = table.fields.len();
                table.fields.extend_from_slice(own.node_fields(kind, fields));
                for field in kind.fields() {
                    let i = at + field.slot as usize;
                    match field.kind {
                        FieldKind::Md | FieldKind::MdString | FieldKind::GenericBound => table.fields[i] = slot(table.fields[i]),
                        FieldKind::SizeOrMd | FieldKind::BoundOrMd if table.fields[i] != NUMBER => table.fields[i] = slot(table.fields[i]),
                        FieldKind::ApInt if table.fields[i] > 64 => {
                            let words = own.word_range(table.fields[i + 1], table.fields[i + 2]);
                            table.fields[i + 1] = table.words.len() as u32;
                            table.words.extend_from_slice(words);
                        }
                        _ => {}
                    }
                }
                Metadata::Node { kind, distinct, fields: at as u32 }
            }
            other @ (Metadata::Value { .. } | Metadata::Missing) => other,
        };
        table.push(item);
    }
    Ok(())
}

/// Interns the types that the table lacked and renumbers those of the body's locals.
fn join_types(module: &mut Module, new_types: &[NewType], body: &mut Body) {
    let mut ids: Vec<TypeId> = Vec::new();
    for new in new_types {
        let known = |id: TypeId| new_type_index(id).and_then(|i| ids.get(i).copied()).unwrap_or(id);
        let ty = match *new {
            NewType::CmpXchg(value, flag) => {
                let fields = module.types.lists.push(&[known(value).0, known(flag).0]);
                Type::Struct { kind: StructKind::Literal, packed: false, name: Default::default(), fields }
            }
            NewType::Plain(Type::Vector { elem, len, scalable }) => Type::Vector { elem: known(elem), len, scalable },
            NewType::Plain(Type::TypedPtr { pointee, addrspace }) => Type::TypedPtr { pointee: known(pointee), addrspace },
            NewType::Plain(ty) => ty,
        };
        ids.push(module.types.intern(ty));
    }
    for ty in &mut body.local_types {
        if let Some(&id) = new_type_index(*ty).and_then(|i| ids.get(i)) {
            *ty = id;
        }
    }
}
