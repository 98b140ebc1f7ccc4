//! Joins the parts of a text: merges their types, attributes, constants and metadata into the module's.

use super::attrs::AttrUnit;
use super::constants::{BlockName, ConstUnit, PendingBlock};
use super::metadata::{INLINE, MdUnit};
use super::names::NameTable;
use super::old::OldForms;
use super::resolve::{BlockIndex, ParsedBody, settle_blocks};
use super::types::OWN;
use super::{Parser, UNDECLARED, Undeclared};
use crate::error::{Error, Late};
use crate::print::DisplayIn;
use bctk_ir::attr_set::{Attr, AttrList, AttrSet, AttrTable};
use bctk_ir::body::{Attachment, Body};
use bctk_ir::constants::{ConstAt, ConstKind, ConstPool, Interner};
use bctk_ir::entity::{AttrListId, AttrSetId, BlockId, GlobalId, InstId, List, MdId, TypeId};
use bctk_ir::global::GlobalValue;
use bctk_ir::inst::Inst;
use bctk_ir::interned::{Places, Texts};
use bctk_ir::metadata::relocate::{Appended, Relocation};
use bctk_ir::metadata::unique::{Which, renumber_body, unique};
use bctk_ir::metadata::{Metadata, MetadataTable, NamedMetadata};
use bctk_ir::module::Module;
use bctk_ir::strings::{Str, Strings};
use bctk_ir::target_types::TargetType;
use bctk_ir::types::{StructKind, Type, TypeTable};
use bctk_ir::value::{Value, ValueKind};
use bctk_ir::version::LlvmVersion;
use bctk_ir::visit::map_operands;
use bctk_support::hash::spread;
use hashbrown::{HashMap, HashTable};
use std::ops::Range;

/// What a part of the text adds to the module, but its bodies.
#[derive(Default)]
pub(super) struct Unit<'s> {
    types: TypeTable,
    /// Whether the types are those of the module itself.
    whole: bool,
    strings: Strings,
    first_set: u32,
    sets: Vec<AttrSet>,
    lists: Vec<AttrList>,
    md: MdUnit<'s>,
    consts: ConstUnit<'s>,
    names: [Option<NameTable<'s>>; 3],
    undeclared: Vec<Undeclared<'s>>,
    opaque_pointers: bool,
    old: OldForms,
}

impl<'s> Unit<'s> {
    /// Takes the results of `parser`. At the top level the strings stay where they are.
    pub(super) fn of(parser: &mut Parser<'_, 's>) -> Unit<'s> {
        let whole = parser.env.is_none();
        let attrs = std::mem::replace(&mut parser.attrs, AttrUnit::new(0));
        let names = [&parser.md_kinds, &parser.bundle_tags, &parser.sync_scopes]
            .map(|names| (!whole && (!names.own.is_empty() || !names.met.is_empty())).then(|| names.clone()));
        Unit {
            types: std::mem::take(&mut parser.types.own),
            whole,
            strings: std::mem::take(&mut parser.strings),
            first_set: attrs.first_set,
            sets: attrs.sets,
            lists: attrs.lists,
            md: std::mem::take(&mut parser.md),
            consts: std::mem::take(&mut parser.consts),
            names,
            undeclared: std::mem::take(&mut parser.undeclared),
            opaque_pointers: parser.types.opaque_pointers,
            old: parser.old,
        }
    }
}

/// The module's tables as far as parts are joined.
pub(super) struct Joined<'s> {
    pub(super) types: TypeTable,
    /// Strings of types and attributes; metadata strings.
    strings: Strings,
    texts: Texts,
    sets: Vec<AttrSet>,
    set_places: Places<AttrSetId>,
    lists: Vec<AttrList>,
    list_places: Places<AttrListId>,
    pub(super) metadata: MetadataTable,
    md_strings: HashTable<(u32, MdId)>,
    md_values: HashMap<(TypeId, u32), MdId>,
    consts: ConstPool,
    /// Equal constants are one; their numbers are not used.
    interner: Interner<'static>,
    names: [HashMap<Box<[u8]>, u32>; 3],
    name_lists: [Vec<Box<[u8]>>; 3],
    /// First position of each metadata kind in the text; `usize::MAX` for predefined ones.
    kinds_met: Vec<usize>,
    /// Name, type and position of a call of each undeclared intrinsic.
    undeclared: Vec<(Box<[u8]>, TypeId, Range<usize>)>,
    /// Places in `undeclared` by name.
    undeclared_index: HashMap<Box<[u8]>, u32>,
    /// Bodies that refer to those.
    with_undeclared: Vec<usize>,
    pub(super) bodies: Vec<Body>,
    pending: Vec<PendingBlock<'s>>,
    body_pending: Vec<(usize, Vec<PendingBlock<'s>>)>,
    /// Numbers of blocks by body, where they do not follow from the body.
    block_numbers: HashMap<usize, Vec<(u32, BlockId)>>,
    /// Whether the text has the type `ptr`.
    pub(super) opaque_pointers: bool,
    pub(super) old: OldForms,
    /// Whether something that no LLVM accepts is an error: the text may be of a file that is readable nonetheless.
    pub(super) strict: bool,
}

/// Maps ids of a part to ids of the module.
#[derive(Default)]
pub(super) struct Maps {
    types: Vec<TypeId>,
    first_set: u32,
    sets: Vec<AttrSetId>,
    lists: Vec<AttrListId>,
    md: Vec<MdId>,
    consts: Vec<u32>,
    symbols: Option<Vec<GlobalId>>,
    undeclared: Vec<GlobalId>,
    /// New numbers of metadata kinds, bundle tags and sync scopes: the first, and the values.
    names: [(u32, Vec<u32>); 3],
}

impl Maps {
    #[inline]
    fn ty(&self, id: TypeId) -> TypeId {
        match id.0.checked_sub(OWN) {
            Some(own) => self.types.get(own as usize).copied().unwrap_or(id),
            None => id,
        }
    }
    pub(super) fn set(&self, id: AttrSetId) -> AttrSetId {
        match id.0.checked_sub(self.first_set) {
            Some(own) => self.sets.get(own as usize).copied().unwrap_or(id),
            None => id,
        }
    }
    #[inline]
    pub(super) fn list(&self, id: AttrListId) -> AttrListId {
        match id.0.checked_sub(1) {
            Some(own) => self.lists.get(own as usize).copied().unwrap_or(id),
            None => id,
        }
    }
    #[inline]
    pub(super) fn md(&self, id: MdId) -> MdId {
        match id.0.checked_sub(INLINE) {
            Some(own) => self.md.get(own as usize).copied().unwrap_or(id),
            None => id,
        }
    }
    #[inline]
    pub(super) fn value(&self, value: Value) -> Value {
        match value.kind() {
            ValueKind::Global(id) => match (id.0.checked_sub(UNDECLARED), &self.symbols) {
                (Some(own), _) => self.undeclared.get(own as usize).map_or(value, |&id| Value::global(id)),
                (None, Some(symbols)) => symbols.get(id.index()).map_or(value, |&id| Value::global(id)),
                (None, None) => value,
            },
            ValueKind::Const(index) => self.consts.get(index as usize).map_or(value, |&index| Value::constant(index)),
            ValueKind::Metadata(id) => Value::metadata(self.md(id)),
            _ => value,
        }
    }
    fn global_id(&self, id: GlobalId) -> GlobalId {
        match id.0.checked_sub(UNDECLARED) {
            Some(own) => self.undeclared.get(own as usize).copied().unwrap_or(id),
            None => id,
        }
    }
    fn name(&self, table: usize, number: u32) -> u32 {
        let (first, map) = &self.names[table];
        number.checked_sub(*first).and_then(|own| map.get(own as usize).copied()).unwrap_or(number)
    }
}

impl Relocation for Maps {
    #[inline]
    fn md(&self, id: MdId) -> Option<MdId> {
        Some(Maps::md(self, id))
    }
    fn text(&self, text: Str) -> Str {
        text
    }
    fn value(&self, ty: TypeId, value: Value) -> (TypeId, Value) {
        (self.ty(ty), Maps::value(self, value))
    }
}

const KINDS: usize = 0;
const TAGS: usize = 1;
const SCOPES: usize = 2;

impl<'s> Joined<'s> {
    /// Tables with space for `nodes` numbered nodes; `types` and `strings` are those of the top level. The text is one of LLVM `version`.
    pub(super) fn new(nodes: u32, types: TypeTable, strings: Strings, version: LlvmVersion) -> Self {
        let fixed = [bctk_ir::fixed::MD_KINDS, super::bundle_tags(version), bctk_ir::fixed::SYNC_SCOPES];
        let metadata = MetadataTable { items: vec![Metadata::Missing; nodes as usize], ..MetadataTable::default() };
        Joined {
            types,
            strings,
            texts: Texts::default(),
            sets: Vec::new(),
            set_places: Places::default(),
            lists: vec![AttrList::new()],
            list_places: Places::of(&[AttrList::new()]),
            metadata,
            md_strings: HashTable::new(),
            md_values: HashMap::new(),
            consts: ConstPool::default(),
            interner: Interner::default(),
            names: fixed.map(|names| names.iter().zip(0..).map(|(n, i)| (n.as_bytes().into(), i)).collect()),
            name_lists: fixed.map(|names| names.iter().map(|n| n.as_bytes().into()).collect()),
            kinds_met: Vec::new(),
            undeclared: Vec::new(),
            undeclared_index: HashMap::new(),
            with_undeclared: Vec::new(),
            bodies: Vec::new(),
            pending: Vec::new(),
            body_pending: Vec::new(),
            block_numbers: HashMap::new(),
            opaque_pointers: false,
            old: OldForms::default(),
            strict: false,
        }
    }

    /// The attributes so far, for parts to build on.
    pub(super) fn attrs(&self) -> AttrTable {
        AttrTable { sets: self.sets.clone(), lists: self.lists.clone() }
    }

    fn text(&mut self, text: &[u8]) -> Str {
        self.texts.intern(&mut self.strings, text)
    }

    /// Joins everything but bodies. `symbols` are the numbers of global values at the top level.
    pub(super) fn join_unit(&mut self, unit: &Unit<'s>, symbols: Option<&[GlobalId]>) -> Maps {
        self.opaque_pointers |= unit.opaque_pointers;
        self.old.add(unit.old);
        let mut maps = Maps { first_set: unit.first_set, symbols: symbols.map(<[_]>::to_vec), ..Maps::default() };
        for (table, names) in unit.names.iter().enumerate() {
            if let Some(names) = names {
                let numbers = names.own.iter().map(|name| self.name(table, name)).collect();
                maps.names[table] = (names.base, numbers);
                if table == KINDS {
                    names.met.iter().for_each(|&(kind, at)| self.meet_kind(maps.name(KINDS, kind), at));
                }
            }
        }
        for undeclared in &unit.undeclared {
            let known = *self.undeclared_index.entry(undeclared.name.as_ref().into()).or_insert_with_key(|name| {
                self.undeclared.push((name.clone(), undeclared.fn_ty, undeclared.at.clone()));
                self.undeclared.len() as u32 - 1
            });
            maps.undeclared.push(GlobalId(UNDECLARED + known));
        }
        if !unit.whole {
            self.join_types(unit, &mut maps);
        }
        for (i, undeclared) in unit.undeclared.iter().enumerate() {
            let own = (maps.undeclared[i].0 - UNDECLARED) as usize;
            if self.undeclared[own].1.0 >= OWN {
                self.undeclared[own].1 = maps.ty(undeclared.fn_ty);
            }
        }
        self.join_attrs(unit, &mut maps);
        // Metadata of a part refers to constants, which refer to none.
        self.join_consts(&unit.consts, &mut maps);
        self.join_metadata(&unit.md, &mut maps);
        maps
    }

    /// Notes a metadata kind at `at`.
    fn meet_kind(&mut self, kind: u32, at: usize) {
        if self.kinds_met.len() <= kind as usize {
            self.kinds_met.resize(kind as usize + 1, usize::MAX);
        }
        if let Some(met) = self.kinds_met.get_mut(kind as usize) {
            *met = at.min(*met);
        }
    }

    /// Sorts the metadata kinds that the text's release, or LLVM `version`, does not predefine in the order in which the text names them
    /// anywhere, and returns their new numbers; none if nothing changes.
    fn order_kinds(&mut self, version: LlvmVersion) -> Option<Vec<u32>> {
        let release = self.old.infer().map_or(version, |inferred| inferred.release.min(version));
        let fixed = bctk_ir::fixed::md_kinds_of(release).len();
        let names = self.name_lists.get_mut(KINDS)?;
        let met = |kind: usize| if kind < fixed { 0 } else { self.kinds_met.get(kind).copied().unwrap_or(usize::MAX) };
        if (0..names.len()).is_sorted_by_key(met) {
            return None;
        }
        let mut order: Vec<usize> = (0..names.len()).collect();
        order.sort_by_key(|&kind| met(kind));
        let mut numbers = vec![0; names.len()];
        for (new, &old) in order.iter().enumerate() {
            numbers[old] = new as u32;
        }
        *names = order.iter().map(|&old| std::mem::take(&mut names[old])).collect();
        Some(numbers)
    }

    fn name(&mut self, table: usize, name: &[u8]) -> u32 {
        if let Some(&number) = self.names[table].get(name) {
            return number;
        }
        let number = self.name_lists[table].len() as u32;
        self.names[table].insert(name.into(), number);
        self.name_lists[table].push(name.into());
        number
    }

    fn join_types(&mut self, unit: &Unit<'_>, maps: &mut Maps) {
        for (_, ty) in unit.types.iter() {
            let ids = |list: List<TypeId>, maps: &Maps| -> Vec<TypeId> { unit.types.list(list).iter().map(|t| maps.ty(t)).collect() };
            let table = &mut self.types;
            let id = match ty {
                Type::Function { ret, params, vararg } => {
                    let (ret, params) = (maps.ty(ret), ids(params, maps));
                    table.intern_function(ret, &params, vararg)
                }
                Type::Struct { kind: StructKind::Literal, packed, fields, .. } => {
                    let fields = ids(fields, maps);
                    table.find_literal(&fields, packed).unwrap_or_else(|| {
                        let fields = table.lists.push(&fields);
                        table.push(Type::Struct { kind: StructKind::Literal, packed, name: Str::EMPTY, fields })
                    })
                }
                Type::TypedPtr { pointee, addrspace } => table.intern(Type::TypedPtr { pointee: maps.ty(pointee), addrspace }),
                Type::Array { elem, len } => table.intern(Type::Array { elem: maps.ty(elem), len }),
                Type::Vector { elem, len, scalable } => table.intern(Type::Vector { elem: maps.ty(elem), len, scalable }),
                Type::TargetExt { name, types, ints, .. } => {
                    let types = ids(types, maps);
                    self.target_type(unit.strings.get(name), &types, &unit.types.list(ints).to_vec())
                }
                other => table.intern(other),
            };
            maps.types.push(id);
        }
    }

    /// Equal target types are one.
    fn target_type(&mut self, name: &[u8], types: &[TypeId], ints: &[u32]) -> TypeId {
        let target = TargetType::of(name);
        let name = self.text(name);
        let known = self.types.iter().find_map(|(id, ty)| match ty {
            Type::TargetExt { name: n, types: t, ints: i, .. }
                if n == name && self.types.list(t) == *types && self.types.list(i) == *ints =>
            {
                Some(id)
            }
            _ => None,
        });
        known.unwrap_or_else(|| {
            let (types, ints) = (self.types.lists.push(types), self.types.lists.push(ints));
            self.types.push(Type::TargetExt { name, types, ints, target })
        })
    }

    /// The unique position of a string of `unit`. Those of the top level are here already.
    fn own_text(&mut self, unit: &Unit<'_>, text: Str) -> Str {
        match unit.whole {
            true => self.texts.first(&self.strings, text),
            false => self.text(unit.strings.get(text)),
        }
    }

    fn join_attrs(&mut self, unit: &Unit<'_>, maps: &mut Maps) {
        for set in &unit.sets {
            let set: AttrSet = set
                .iter()
                .map(|attr| match attr {
                    Attr::Type(kind, ty) => Attr::Type(*kind, ty.map(|ty| maps.ty(ty))),
                    Attr::String(key, value) => {
                        let key = self.own_text(unit, *key);
                        Attr::String(key, value.map(|v| self.own_text(unit, v)))
                    }
                    other => other.clone(),
                })
                .collect();
            maps.sets.push(self.set_places.intern(&mut self.sets, set));
        }
        for list in &unit.lists {
            let list: AttrList = list.iter().map(|&(at, set)| (at, maps.set(set))).collect();
            maps.lists.push(self.list_places.intern(&mut self.lists, list));
        }
    }

    /// Joins the constants of no body. Equal ones are merged, so that metadata that wraps them is, too.
    fn join_consts(&mut self, unit: &ConstUnit<'s>, maps: &mut Maps) {
        let from = &unit.pool;
        for (i, constant) in from.consts.iter().enumerate() {
            let kind = self.consts.take_from(constant.kind, from, |v| maps.value(v), |ty| maps.ty(ty));
            let ty = maps.ty(constant.ty);
            let pool = &mut self.consts;
            let index = pool.push(ty, kind);
            let pending = unit.block_addresses.binary_search_by_key(&(i as u32), |p| p.index).ok().map(|at| &unit.block_addresses[at]);
            let (number, new) = match pending {
                None => self.interner.intern_last(pool, index),
                // An unknown block makes two different addresses look equal.
                Some(_) => (self.interner.add_distinct(pool, index), true),
            };
            let index = match self.interner.at(number) {
                Some(ConstAt::Module(known)) if !new => {
                    pool.consts.pop();
                    known
                }
                _ => index,
            };
            self.pending.extend(pending.map(|p| PendingBlock { index, ..p.clone() }));
            maps.consts.push(index);
        }
    }

    fn join_metadata(&mut self, unit: &MdUnit<'s>, maps: &mut Maps) {
        maps.md.reserve(unit.table.items.len());
        let mut fresh: Vec<(MdId, Metadata)> = Vec::new();
        let mut hashes = unit.string_hashes.iter();
        for &item in &unit.table.items {
            let id = match item {
                Metadata::String(text) => self.md_string(unit.strings.get(text), hashes.next().copied().unwrap_or(0)),
                Metadata::Value { ty, value } if !matches!(value.kind(), ValueKind::Local(_) | ValueKind::LocalConst(_)) => {
                    let (ty, value) = (maps.ty(ty), maps.value(value));
                    let metadata = &mut self.metadata;
                    *self.md_values.entry((ty, value.raw())).or_insert_with(|| metadata.push(Metadata::Value { ty, value }))
                }
                _ => {
                    let id = self.metadata.push(Metadata::Missing);
                    fresh.push((id, item));
                    id
                }
            };
            maps.md.push(id);
        }
        // References to numbered nodes are the module's already.
        let table = &mut self.metadata;
        let at = Appended::new(&unit.table, table);
        for &field in &unit.inline_fields {
            if let Some(slot) = table.fields.get_mut(at.field(field)) {
                *slot = Relocation::slot(maps, *slot);
            }
        }
        for &list in &unit.inline_lists {
            table.lists.update(at.list(list), |id| Relocation::md(maps, id?));
        }
        for (id, item) in fresh.into_iter().chain(unit.nodes.iter().copied()) {
            let item = match item {
                Metadata::Value { ty, value } => Metadata::Value { ty: maps.ty(ty), value: maps.value(value) },
                Metadata::ArgList(list) => {
                    table.lists.update(at.list(list), |id| maps.md(id));
                    at.item(item, table)
                }
                _ => at.item(item, table),
            };
            if let Some(slot) = table.items.get_mut(id.index()) {
                *slot = item;
            }
        }
    }

    /// The string `text`, which has this hash.
    fn md_string(&mut self, text: &[u8], hash: u32) -> MdId {
        let (items, strings) = (&self.metadata.items, &self.strings);
        let equal =
            |&(h, id): &(u32, MdId)| h == hash && matches!(items[id.index()], Metadata::String(known) if strings.get(known) == text);
        if let Some(&(_, id)) = self.md_strings.find(spread(hash), equal) {
            return id;
        }
        let stored = self.strings.push(text);
        let id = self.metadata.push(Metadata::String(stored));
        self.md_strings.insert_unique(spread(hash), (hash, id), |&(h, _)| spread(h));
        id
    }

    /// Takes named metadata, whose names are strings of the top level.
    pub(super) fn take_named(&mut self, named: Vec<NamedMetadata>, maps: &Maps) {
        self.metadata.named = named;
        for node in self.metadata.named.iter_mut().flat_map(|named| &mut named.nodes) {
            *node = maps.md(*node);
        }
    }

    /// Takes the names that the top level adds to tables of names.
    pub(super) fn top_names(&mut self, tables: [&NameTable<'s>; 3]) {
        for (table, names) in tables.into_iter().enumerate() {
            for name in &names.own {
                self.name(table, name);
            }
        }
        tables[KINDS].met.iter().for_each(|&(kind, at)| self.meet_kind(kind, at));
    }

    /// A copy of the strings so far.
    pub(super) fn strings(&self) -> Strings {
        self.strings.clone()
    }

    /// Joins a part with its bodies.
    pub(super) fn join_part(&mut self, unit: &Unit<'s>, bodies: Vec<ParsedBody<'s>>) {
        let new_types = !unit.types.is_empty();
        let metadata = !unit.md.table.items.is_empty();
        let undeclared = !unit.undeclared.is_empty();
        let maps = self.join_unit(unit, None);
        for ParsedBody { mut body, pending, numbers } in bodies {
            for call in &mut body.calls {
                call.attrs = maps.list(call.attrs);
            }
            if new_types {
                renumber_types(&mut body, &maps);
            }
            if metadata {
                renumber_body(&mut body, |id| maps.md(id));
            }
            if maps.names.iter().any(|(_, map)| !map.is_empty()) {
                renumber_names(&mut body, &maps);
            }
            let index = self.bodies.len();
            if undeclared {
                map_globals(&mut body, |id| maps.global_id(id));
                self.with_undeclared.push(index);
            }
            if !pending.is_empty() {
                self.body_pending.push((index, pending));
            }
            if !numbers.is_empty() {
                self.block_numbers.insert(index, numbers);
            }
            self.bodies.push(body);
        }
    }

    /// The module of all parts; `module` is the top level's, `which` selects the metadata nodes to merge. Intrinsics that the text does not declare are
    /// those of LLVM `version`.
    pub(super) fn into_module(mut self, mut module: Module, which: Which, version: LlvmVersion) -> Result<Module, Error> {
        let undeclared = self.declare_undeclared(&mut module);
        self.find_blocks(&module)?;
        let kinds = self.order_kinds(version);
        module.strings = self.strings;
        module.types = self.types;
        module.attrs = AttrTable { sets: self.sets, lists: self.lists };
        module.metadata = self.metadata;
        module.metadata.module_items = module.metadata.items.len() as u32;
        module.consts = self.consts;
        module.bodies = self.bodies;
        let mut name_lists = self.name_lists.into_iter();
        let mut next = |module: &mut Module| -> Vec<Str> {
            name_lists.next().unwrap_or_default().iter().map(|name| module.strings.push(name)).collect()
        };
        module.md_kinds = next(&mut module);
        module.bundle_tags = next(&mut module);
        module.sync_scopes = next(&mut module);
        if let Some(numbers) = kinds {
            renumber_kinds(&mut module, &numbers);
        }
        settle_undeclared(&mut module, &undeclared, version, self.strict)?;
        unique(&mut module, which);
        Ok(module)
    }

    /// Finds the blocks whose addresses are taken.
    fn find_blocks(&mut self, module: &Module) -> Result<(), Error> {
        if self.pending.is_empty() && self.body_pending.is_empty() {
            return Ok(());
        }
        let bodies = &mut self.bodies;
        let places: HashMap<GlobalId, u32> = module.functions().filter_map(|(id, _, f)| Some((id, f.body?))).collect();
        let mut indexes: HashMap<GlobalId, BlockIndex> = HashMap::new();
        let block_numbers = &self.block_numbers;
        let mut find = |bodies: &[Body], function: GlobalId, name: &BlockName<'_>| {
            let place = *places.get(&function)? as usize;
            let body = bodies.get(place)?;
            let numbers = block_numbers.get(&place).map_or(&[][..], |numbers| numbers);
            let block = indexes.entry(function).or_insert_with(|| BlockIndex::new(body, numbers)).find(name)?;
            Some((block, module.global(function)?.ptr_type))
        };
        settle_blocks(&mut self.consts, self.strict, &self.pending, &self.types, |f, name| find(bodies, f, name))?;
        for (body, pending) in std::mem::take(&mut self.body_pending) {
            let mut pool = std::mem::take(&mut bodies[body].consts);
            let settled = settle_blocks(&mut pool, self.strict, &pending, &self.types, |f, name| find(bodies, f, name));
            bodies[body].consts = pool;
            settled?;
        }
        Ok(())
    }

    /// Adds a function for each undeclared intrinsic that bodies call; returns the functions, with the positions of calls.
    fn declare_undeclared(&mut self, module: &mut Module) -> Vec<(GlobalId, Range<usize>)> {
        let mut made = Vec::with_capacity(self.undeclared.len());
        for (name, fn_ty, at) in &self.undeclared {
            made.push((GlobalId::new(module.globals.len()), at.clone()));
            let ptr_type = self.types.intern(Type::Ptr(0));
            module.globals.push(GlobalValue::declaration(self.strings.push(name), *fn_ty, ptr_type));
        }
        for &body in &self.with_undeclared {
            map_globals(&mut self.bodies[body], |id| {
                let own = id.0.checked_sub(UNDECLARED).and_then(|own| made.get(own as usize));
                own.map_or(id, |(id, _)| *id)
            });
        }
        made
    }
}

/// What is wrong with a call of an intrinsic that nothing declares and that `version` does not have.
fn unknown_intrinsic(name: &[u8], version: LlvmVersion) -> String {
    let name = String::from_utf8_lossy(name);
    match version.unknown_intrinsics_refused() {
        true => format!("unknown intrinsic '{name}'"),
        false => format!("use of undefined value '@{name}'"),
    }
}

/// Gives placeholders for undeclared intrinsics the names and types of their calls.
fn settle_undeclared(module: &mut Module, made: &[(GlobalId, Range<usize>)], version: LlvmVersion, strict: bool) -> Result<(), Error> {
    let ids: Vec<GlobalId> = made.iter().map(|(id, _)| *id).collect();
    bctk_transforms::upgrade::declare_implicit(module, &ids, version, strict).map_err(|id| {
        let at = made.iter().find(|(known, _)| *known == id).map_or(0..0, |(_, at)| at.clone());
        let name = module.global(id).map_or(&[][..], |global| module.str(global.name));
        let fault = |intrinsic: bctk_ir::intrinsics::Intrinsic| {
            let fn_ty = module.global(id).map_or(TypeId(0), |global| global.value_type);
            let fault = intrinsic.signature_fault(&module.types, fn_ty, &|ty| ty.display(&*module).to_string());
            fault.filter(|_| version.intrinsic_declarations_verified())
        };
        let message = match bctk_ir::intrinsics::lookup_in(name, version) {
            Some(intrinsic) if version.undeclared_intrinsics() => {
                fault(intrinsic).unwrap_or_else(|| "invalid intrinsic signature".to_owned())
            }
            _ => unknown_intrinsic(name, version),
        };
        let mut fault = Error::new(at, message);
        fault.0.late = Some(Late::Intrinsic(name[..].into()));
        fault
    })
}

/// Renumbers the global values that the instructions of a body refer to.
fn map_globals(body: &mut Body, map: impl Fn(GlobalId) -> GlobalId) {
    for inst in 0..body.insts.len() {
        let value = |value: Value| match value.kind() {
            ValueKind::Global(id) => Value::global(map(id)),
            _ => value,
        };
        map_operands(body, InstId::new(inst), value, |block| block);
    }
}

fn renumber_types(body: &mut Body, maps: &Maps) {
    for ty in &mut body.local_types {
        *ty = maps.ty(*ty);
    }
    for constant in &mut body.consts.consts {
        constant.ty = maps.ty(constant.ty);
        if let ConstKind::Gep { source, .. } = &mut constant.kind {
            *source = maps.ty(*source);
        }
    }
    for asm in &mut body.consts.asms {
        asm.fn_ty = maps.ty(asm.fn_ty);
    }
    for call in &mut body.calls {
        call.fn_ty = maps.ty(call.fn_ty);
    }
    for inst in &mut body.insts {
        if let Inst::Alloca { ty, .. } | Inst::Malloc { ty, .. } | Inst::Gep { source: ty, .. } = inst {
            *ty = maps.ty(*ty);
        }
    }
}

/// Renumbers metadata kinds, and sorts attachments by the new numbers.
fn renumber_kinds(module: &mut Module, numbers: &[u32]) {
    let renumber = |attachment: &mut Attachment| {
        attachment.kind = numbers.get(attachment.kind as usize).copied().unwrap_or(attachment.kind);
    };
    for global in &mut module.globals {
        global.attachments.iter_mut().for_each(renumber);
        global.attachments.sort_by_key(|attachment| attachment.kind);
    }
    for body in &mut module.bodies {
        body.function_attachments.iter_mut().for_each(renumber);
        body.function_attachments.sort_by_key(|attachment| attachment.kind);
        body.attachments.iter_mut().for_each(|(_, attachment)| renumber(attachment));
        body.attachments.sort_by_key(|(inst, attachment)| (*inst, attachment.kind));
    }
}

fn renumber_names(body: &mut Body, maps: &Maps) {
    for (_, attachment) in &mut body.attachments {
        attachment.kind = maps.name(KINDS, attachment.kind);
    }
    body.attachments.sort_by_key(|(inst, attachment)| (*inst, attachment.kind));
    for bundle in &mut body.bundles {
        bundle.tag = maps.name(TAGS, bundle.tag);
    }
    for inst in &mut body.insts {
        if let Inst::Load { scope, .. }
        | Inst::Store { scope, .. }
        | Inst::Fence { scope, .. }
        | Inst::CmpXchg { scope, .. }
        | Inst::AtomicRmw { scope, .. } = inst
        {
            *scope = maps.name(SCOPES, *scope);
        }
    }
}
