//! The numbers that LLVM's writer gives to types, values, attributes and metadata (`ValueEnumerator`).
mod as_read;
mod body;
mod constants;
mod metadata;
mod types;
mod uses;
mod walk;

pub(crate) use as_read::InFile;
pub(super) use body::{BodyNumbers, Scratch};
pub(super) use metadata::Key;

use bctk_bitstream::{Error, Result};

use crate::write::version_of;
use bctk_ir::attr_set::{Attr, AttrIndex};
use bctk_ir::body::{Attachment, Body};
use bctk_ir::entity::{AttrListId, AttrSetId, ComdatId, GlobalId, MdId, TypeId};
use bctk_ir::fixed;
use bctk_ir::global::GlobalKind;
use bctk_ir::metadata::{Metadata, slot_md};
use bctk_ir::module::Module;
use bctk_ir::strings::Str;
use bctk_ir::types::Type;
use bctk_ir::value::{Value, ValueKind};
use bctk_ir::version::LlvmVersion;
use constants::Identities;
use hashbrown::HashMap;
use metadata::MdWalk;
use std::sync::OnceLock;
use types::TypeNumbers;
use uses::BodyUses;

/// A piece of metadata that a METADATA block writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::write) enum MdEntry {
    /// A string, node, expression or argument list of the module's table.
    Item(MdId),
    /// A value as metadata: number of its type, number of the value.
    Value { ty: u32, value: u32 },
}

/// The numbers of metadata in the module or a function.
pub(in crate::write) trait MdIds {
    /// Number plus one (LLVM: `getMetadataOrNullID`) of metadata that is written.
    fn id(&self, md: MdId) -> u32;
    /// Number plus one of the integer `bits` of type `i64` as metadata, stored directly in a field of a node.
    fn integer(&self, bits: u64) -> u32;
    /// Number plus one of the metadata in a slot; 0 for null.
    fn slot(&self, slot: u32) -> u64 {
        slot_md(slot).map_or(0, |md| u64::from(self.id(md)))
    }
}

/// The contents of a METADATA block, see [`Numbering::md_entry`]: strings first.
#[derive(Clone, Copy, Debug)]
pub(in crate::write) struct MdBlock<'n> {
    /// Items that are strings.
    pub(in crate::write) strings: &'n [Key],
    /// Others, in order.
    pub(in crate::write) others: &'n [Key],
    /// What only a body has, after them.
    pub(in crate::write) locals: &'n [MdEntry],
}

/// Global values by kind, each in the order of the module: the order in which LLVM keeps them.
#[derive(Debug, Default)]
pub(in crate::write) struct Globals {
    pub(in crate::write) variables: Vec<GlobalId>,
    pub(in crate::write) functions: Vec<GlobalId>,
    pub(in crate::write) aliases: Vec<GlobalId>,
    pub(in crate::write) ifuncs: Vec<GlobalId>,
}

/// Numbers of attribute lists and groups.
#[derive(Debug, Default)]
pub(in crate::write) struct AttrNumbers {
    /// Number by list of the module; 0 for the empty list and for unused ones.
    numbers: Vec<u32>,
    /// The lists, in order.
    pub(in crate::write) lists: Vec<AttrListId>,
    /// The groups, in order.
    pub(in crate::write) groups: Vec<(AttrIndex, AttrSetId)>,
    by_group: HashMap<(AttrIndex, AttrSetId), u32>,
    by_contents: HashMap<Vec<(AttrIndex, AttrSetId)>, u32>,
}

impl AttrNumbers {
    /// Number of a list; 0 for the empty one.
    pub(in crate::write) fn list(&self, list: AttrListId) -> u32 {
        self.numbers.get(list.index()).copied().unwrap_or(0)
    }
    /// Number of a group, from 1 on.
    pub(in crate::write) fn group(&self, group: (AttrIndex, AttrSetId)) -> u32 {
        self.by_group.get(&group).copied().unwrap_or(0)
    }
}

/// Names of a table of LLVM's context: the fixed ones first, then those of the module in its order.
#[derive(Debug, Default)]
struct Names<'m> {
    /// Number by the module's own number.
    numbers: Vec<u32>,
    /// All names in order.
    all: Vec<&'m [u8]>,
}

impl<'m> Names<'m> {
    /// `told` holds all names of the file, if a description of the file lists them. A bitcode file names all kinds that its writer knew, so
    /// a module read from bitcode has them all and keeps its numbers. For a text, kinds that the newest release predefines (`current`) are added. Kinds
    /// that the target version does not predefine (it has `fixed`) are omitted unless `used` returns true.
    fn new(
        module: &'m Module,
        [fixed, current]: [&[&'static str]; 2],
        told: Option<&[Str]>,
        names: &[Str],
        used: &dyn Fn(u32) -> bool,
    ) -> Names<'m> {
        let first = match told {
            Some(told) => told.iter().map(|&name| module.str(name)).collect(),
            // Numbers may have no name, as in the files of Zig, which names only the kinds that it uses.
            None if module.is_from_bitcode() && !names.is_empty() => {
                let all = names.iter().map(|&name| module.str(name)).collect();
                return Names { numbers: (0..names.len() as u32).collect(), all };
            }
            None => fixed.iter().map(|name| name.as_bytes()).collect(),
        };
        let mut table = Names { numbers: Vec::new(), all: first };
        let mut known: HashMap<&[u8], u32> = table.all.iter().copied().zip(0..).collect();
        // With a description, names that the parser of texts adds do not count either.
        let is_readers = |name: &[u8]| module.described().is_some() || current.iter().any(|current| current.as_bytes() == name);
        for (own, &name) in (0..).zip(names) {
            let name = module.str(name);
            if !module.is_from_bitcode() && is_readers(name) && !known.contains_key(name) && !used(own) {
                table.numbers.push(u32::MAX);
                continue;
            }
            let next = table.all.len() as u32;
            let number = *known.entry(name).or_insert(next);
            if number == next {
                table.all.push(name);
            }
            table.numbers.push(number);
        }
        table
    }

    fn number(&self, own: u32) -> u32 {
        self.numbers.get(own as usize).copied().unwrap_or(own)
    }
}

/// Whether something in `module` has metadata of this kind attached.
fn uses_kind(module: &Module, kind: u32) -> bool {
    let is_kind = |attachment: &Attachment| attachment.kind == kind;
    let in_body = |body: &Body| body.function_attachments.iter().any(is_kind) || body.attachments.iter().any(|(_, a)| is_kind(a));
    module.globals.iter().any(|global| global.attachments.iter().any(is_kind)) || module.bodies.iter().any(in_body)
}

/// Whether the file that `module` was read from has constants sorted by type and frequency.
pub fn sorts_constants(module: &Module) -> bool {
    match module.provenance.bitcode.as_ref().and_then(|written| written.use_list_orders) {
        Some(kept) => !kept,
        None => !Numbering::new(module, None, version_of(module)).keeps_order,
    }
}

/// The numbers of a module under construction.
struct Enumerator<'m> {
    module: &'m Module,
    llvm: LlvmVersion,
    globals: Globals,
    comdats: Vec<ComdatId>,
    types: TypeNumbers<'m>,
    identities: Identities<'m>,
    /// By identity: index in `constants` plus one; 0 for constants that are not written with the module.
    found: Vec<u32>,
    /// Identities of the constants of the module, with their use counts.
    constants: Vec<(u32, u32)>,
    attrs: AttrNumbers,
    md: MdWalk,
    comdats_seen: Vec<bool>,
    /// Constants of the module's pool whose types are numbered.
    constants_seen: Vec<bool>,
    md_kinds: Names<'m>,
    /// By body.
    uses: Vec<BodyUses>,
}

/// The numbers of a module.
pub(in crate::write) struct Numbering<'m> {
    pub(in crate::write) module: &'m Module,
    /// The LLVM version that the numbers follow.
    pub(in crate::write) llvm: LlvmVersion,
    pub(in crate::write) globals: Globals,
    /// Comdats in the order of their numbers, which begin with 1.
    pub(in crate::write) comdats: Vec<ComdatId>,
    pub(in crate::write) types: TypeNumbers<'m>,
    pub(in crate::write) attrs: AttrNumbers,
    pub(in crate::write) identities: Identities<'m>,
    /// Identities of the constants of the module, in the order of their numbers, which follow those of the global values.
    pub(in crate::write) constants: Vec<u32>,
    /// How many constants of the module's pool have their places there as numbers, whether or not they are equal: as in the file.
    constants_in_file: u32,
    /// Whether names in symbol tables are sorted.
    pub(in crate::write) sorted_names: bool,
    /// Whether constants keep the order in which they are found, so that use-list orders can be stored.
    pub(in crate::write) keeps_order: bool,
    /// By identity: value number; `u32::MAX` for none.
    of_constants: Vec<u32>,
    /// By global value: value number.
    of_globals: Vec<u32>,
    /// By comdat: its number.
    of_comdats: Vec<u32>,
    md: MdWalk,
    /// What instructions use, by body.
    uses: Vec<BodyUses>,
    /// A requested item that has no number; see [`Numbering::check`].
    missing: OnceLock<&'static str>,
    md_kinds: Names<'m>,
    bundle_tags: Names<'m>,
    sync_scopes: Names<'m>,
}

impl<'m> Numbering<'m> {
    /// Numbers `module`. `keep_order` leaves constants in the order of discovery instead of sorting them by type and frequency. If it is
    /// not given, the order is the one that the module's file uses.
    pub(in crate::write) fn new(module: &'m Module, keep_order: Option<bool>, llvm: LlvmVersion) -> Numbering<'m> {
        let mut enumerator = Enumerator::new(module, TypeNumbers::new(&module.types), llvm);
        let of_globals = enumerator.number_globals();
        enumerator.walk(&of_globals);
        enumerator.organize_md();
        let constants = std::mem::take(&mut enumerator.constants);
        let mut numbering = enumerator.finish(of_globals);
        numbering.number_constants(&constants);
        if !keep_order.unwrap_or_else(|| numbering.kept_order(&constants)) {
            numbering.keeps_order = false;
            numbering.number_constants(&numbering.sorted(&constants));
        }
        numbering
    }

    /// Numbers the constants of the module in this order.
    fn number_constants(&mut self, constants: &[(u32, u32)]) {
        self.constants = constants.iter().map(|&(identity, _)| identity).collect();
        for (number, &identity) in (self.of_globals.len() as u32..).zip(&self.constants) {
            self.of_constants[identity as usize] = number;
        }
    }

    /// Constants by type and frequency.
    fn sorted(&self, constants: &[(u32, u32)]) -> Vec<(u32, u32)> {
        let mut sorted = constants.to_vec();
        let of = |&(identity, uses): &(u32, u32)| (self.identities.constant(identity).ty, uses);
        sort_constants(&self.types, self.llvm, &mut sorted, of);
        sorted
    }

    /// Whether constants in the module's file are in the order in which they are found; the first position where the two orders differ
    /// decides.
    fn kept_order(&self, found: &[(u32, u32)]) -> bool {
        let place = |&(identity, _): &(u32, u32)| self.identities.place(identity);
        let told = tells_order(found, &self.sorted(found), place);
        let mut bodies = self.globals.functions.iter().filter_map(|&id| Some((id, self.body_of(id)?.1)));
        let of_bodies = || {
            bodies.find_map(|(id, body)| {
                let (found, sorted) = BodyNumbers::new(self, id, body, &mut Scratch::default()).both_orders();
                tells_order(&found, &sorted, |value| match value.kind() {
                    ValueKind::LocalConst(index) => Some(index),
                    _ => None,
                })
            })
        };
        told.or_else(of_bodies).unwrap_or(false)
    }

    /// Notes that something has no number, for [`Numbering::check`], and returns a placeholder.
    #[cold]
    fn lost(&self, what: &'static str) -> u32 {
        // The first one is reported.
        let _ = self.missing.set(what);
        u32::MAX
    }
    /// Checks that everything requested had a number.
    ///
    /// # Errors
    /// Unsupported, naming what had none.
    pub(in crate::write) fn check(&self) -> Result<()> {
        told(self.missing.get().copied())
    }
    /// Number of a type.
    #[inline]
    pub(in crate::write) fn ty(&self, ty: TypeId) -> u32 {
        self.ty_if_any(Some(ty))
    }
    /// Number of a type; a type without one is noted.
    pub(in crate::write) fn ty_if_any(&self, ty: Option<TypeId>) -> u32 {
        match ty.and_then(|ty| self.types.number(ty)) {
            Some(number) => number,
            None => self.lost("a type that is not of the module's table"),
        }
    }
    /// Value number of a global value.
    #[inline]
    pub(in crate::write) fn global(&self, global: GlobalId) -> u32 {
        match self.of_globals.get(global.index()) {
            Some(&number) => number,
            None => self.lost("a reference to a global value that the module does not have"),
        }
    }
    /// The body of a function, and its number.
    pub(in crate::write) fn body_of(&self, function: GlobalId) -> Option<(u32, &'m Body)> {
        let number = self.module.globals.get(function.index())?.function()?.body?;
        Some((number, self.module.bodies.get(number as usize)?))
    }
    /// What the body of a function uses.
    fn uses_of(&self, function: GlobalId) -> &BodyUses {
        const NONE: &BodyUses = &BodyUses { constants: Vec::new(), metadata: Vec::new() };
        self.body_of(function).and_then(|(index, _)| self.uses.get(index as usize)).unwrap_or(NONE)
    }
    /// Value number of a constant of the module by its identity.
    pub(in crate::write) fn identity(&self, identity: u32) -> u32 {
        self.constant(identity).unwrap_or_else(|| self.lost("a constant that is part of nothing"))
    }
    /// The number of values that the module numbers.
    pub(in crate::write) fn values(&self) -> u32 {
        (self.of_globals.len() + self.constants.len()) as u32
    }
    /// Value number of a constant by its identity, if the module numbers it.
    #[inline]
    fn constant(&self, identity: u32) -> Option<u32> {
        self.of_constants.get(identity as usize).copied().filter(|&number| number != u32::MAX)
    }
    /// Value number of a global value or constant of the module's pool.
    pub(in crate::write) fn value(&self, value: Value) -> u32 {
        match value.kind() {
            ValueKind::Global(global) => self.global(global),
            ValueKind::Const(index) if index < self.constants_in_file => self.of_globals.len() as u32 + index,
            ValueKind::Const(index) => {
                let number = self.identities.of_module(index).and_then(|identity| self.constant(identity));
                number.unwrap_or_else(|| self.lost("a reference to a constant that the module does not have"))
            }
            _ => self.lost("a value of a function outside of it"),
        }
    }
    /// Value number of a global value or constant in body `body`, if any; none if the module does not number it.
    pub(in crate::write) fn value_in(&self, value: Value, body: Option<u32>) -> Option<u32> {
        match self.identities.resolve(value, body).kind() {
            ValueKind::Const(identity) => self.constant(identity),
            ValueKind::Global(global) => self.of_globals.get(global.index()).copied(),
            _ => None,
        }
    }
    /// Number of a comdat, from 1 on.
    pub(in crate::write) fn comdat(&self, comdat: ComdatId) -> u32 {
        self.of_comdats.get(comdat.index()).copied().unwrap_or(0)
    }
    /// Number of an attachment kind of the module among those of LLVM's context: fixed ones first.
    pub(in crate::write) fn md_kind(&self, kind: u32) -> u32 {
        self.md_kinds.number(kind)
    }
    /// Names of the attachment kinds, by the numbers that [`Numbering::md_kind`] gives.
    pub(in crate::write) fn md_kinds(&self) -> &[&'m [u8]] {
        &self.md_kinds.all
    }
    /// Number of an operand bundle tag.
    pub(in crate::write) fn bundle_tag(&self, tag: u32) -> u32 {
        self.bundle_tags.number(tag)
    }
    /// Names of the operand bundle tags.
    pub(in crate::write) fn bundle_tags(&self) -> &[&'m [u8]] {
        &self.bundle_tags.all
    }
    /// Number of a sync scope.
    pub(in crate::write) fn sync_scope(&self, scope: u32) -> u32 {
        self.sync_scopes.number(scope)
    }
    /// Names of the sync scopes.
    pub(in crate::write) fn sync_scopes(&self) -> &[&'m [u8]] {
        &self.sync_scopes.all
    }
    /// The module's METADATA block.
    pub(in crate::write) fn module_metadata(&self) -> MdBlock<'_> {
        self.md_block(&self.md.module)
    }
    /// A function's METADATA block without its locals.
    fn function_metadata(&self, function: GlobalId) -> MdBlock<'_> {
        let number = self.global(function);
        match self.md.functions.binary_search_by_key(&number, |&(function, _)| function) {
            Ok(at) => self.md_block(&self.md.functions[at].1),
            Err(_) => MdBlock { strings: &[], others: &[], locals: &[] },
        }
    }
    fn md_block(&self, block: &metadata::FunctionBlock) -> MdBlock<'_> {
        let (strings, others) = self.md.order[block.range.clone()].split_at(block.strings);
        MdBlock { strings, others, locals: &[] }
    }
    /// The piece of metadata that a key stands for.
    #[inline]
    pub(in crate::write) fn md_entry(&self, key: Key) -> MdEntry {
        match self.md.item(key) {
            Some(md) if !matches!(self.module.metadata.get(md), Metadata::Value { .. }) => MdEntry::Item(md),
            _ => self.md_value(key),
        }
    }
    fn md_value(&self, key: Key) -> MdEntry {
        let Some(value) = self.md.value(key) else { return MdEntry::Item(MdId(key)) };
        match value.kind() {
            ValueKind::Global(global) => {
                let ty = self.module.globals.get(global.index()).map(|global| global.ptr_type);
                MdEntry::Value { ty: self.ty_if_any(ty), value: self.global(global) }
            }
            ValueKind::Const(identity) => {
                let ty = self.identities.constant(identity).ty;
                MdEntry::Value { ty: self.ty(ty), value: self.identity(identity) }
            }
            _ => MdEntry::Value { ty: u32::MAX, value: self.lost("a value of a function as metadata of the module") },
        }
    }
}

impl MdIds for Numbering<'_> {
    #[inline]
    fn id(&self, md: MdId) -> u32 {
        self.md.id(md)
    }
    fn integer(&self, bits: u64) -> u32 {
        self.md.id_of_integer(bits)
    }
}

impl<'m> Enumerator<'m> {
    fn new(module: &'m Module, mut types: TypeNumbers<'m>, llvm: LlvmVersion) -> Self {
        let told = module.described();
        let integer_type = types.id_of(Type::Int(64));
        // With typed pointers it is a pointer to `i1`.
        let pointer_type = match module.types.has_typed_pointers() {
            true => {
                let pointee = types.id_of(Type::Int(1));
                types.id_of(Type::TypedPtr { pointee, addrspace: 0 })
            }
            false => types.id_of(Type::Ptr(0)),
        };
        Enumerator {
            module,
            llvm,
            globals: Globals::default(),
            comdats: Vec::new(),
            types,
            identities: Identities::new(module, integer_type, pointer_type),
            found: Vec::new(),
            constants: Vec::new(),
            attrs: AttrNumbers { numbers: vec![0; module.attrs.lists.len()], ..AttrNumbers::default() },
            md: MdWalk::new(module.metadata.items.len(), !llvm.metadata_strings()),
            comdats_seen: vec![false; module.comdats.len()],
            constants_seen: vec![false; module.consts.consts.len()],
            md_kinds: Names::new(
                module,
                [llvm.metadata_kinds(), fixed::MD_KINDS],
                told.and_then(|told| told.md_kinds.as_deref()),
                &module.md_kinds,
                &|kind| module.provenance.keeps_md_kinds || uses_kind(module, kind),
            ),
            uses: Vec::new(),
        }
    }

    /// The numbers, but for those of constants.
    fn finish(self, of_globals: Vec<u32>) -> Numbering<'m> {
        let Enumerator { module, llvm, globals, comdats, types, identities, attrs, md, md_kinds, uses, .. } = self;
        let mut of_comdats = vec![0; module.comdats.len()];
        for (number, comdat) in (1..).zip(&comdats) {
            of_comdats[comdat.index()] = number;
        }
        let of_constants = vec![u32::MAX; identities.len()];
        let told = module.described();
        Numbering {
            module,
            llvm,
            globals,
            comdats,
            types,
            attrs,
            identities,
            constants: Vec::new(),
            constants_in_file: 0,
            sorted_names: false,
            keeps_order: true,
            of_constants,
            of_globals,
            of_comdats,
            md,
            uses,
            missing: OnceLock::new(),
            md_kinds,
            bundle_tags: Names::new(
                module,
                [llvm.bundle_tags(), fixed::OLD_BUNDLE_TAGS],
                told.and_then(|told| told.bundle_tags.as_deref()),
                &module.bundle_tags,
                &|tag| module.bodies.iter().flat_map(|body| &body.bundles).any(|bundle| bundle.tag == tag),
            ),
            sync_scopes: Names::new(
                module,
                [llvm.sync_scopes(), fixed::SYNC_SCOPES],
                told.and_then(|told| told.sync_scopes.as_deref()),
                &module.sync_scopes,
                &|_| true,
            ),
        }
    }
}

impl Enumerator<'_> {
    /// Sorts global values by kind and numbers them.
    fn number_globals(&mut self) -> Vec<u32> {
        for (id, global) in self.module.globals.iter().enumerate() {
            let list = match global.kind {
                GlobalKind::Variable { .. } => &mut self.globals.variables,
                GlobalKind::Function(_) => &mut self.globals.functions,
                GlobalKind::Alias { .. } => &mut self.globals.aliases,
                GlobalKind::IFunc { .. } => &mut self.globals.ifuncs,
            };
            list.push(GlobalId::new(id));
        }
        let Globals { variables, functions, aliases, ifuncs } = &self.globals;
        let mut numbers = vec![0; self.module.globals.len()];
        for (number, id) in variables.iter().chain(functions).chain(aliases).chain(ifuncs).enumerate() {
            numbers[id.index()] = number as u32;
        }
        numbers
    }

    /// Numbers an attribute list, its groups and their types.
    fn enumerate_attrs(&mut self, list: AttrListId) {
        if self.attrs.numbers.get(list.index()) != Some(&0) {
            return;
        }
        let module = self.module;
        let contents = &module.attrs.lists[list.index()];
        if contents.is_empty() {
            return;
        }
        let next = self.attrs.lists.len() as u32 + 1;
        // Two lists of a file may be equal now: they differed in something that is not written.
        let number = match module.is_from_bitcode() {
            true => next,
            false => *self.attrs.by_contents.entry(contents.clone()).or_insert(next),
        };
        self.attrs.numbers[list.index()] = number;
        if number != next {
            return;
        }
        self.attrs.lists.push(list);
        self.enumerate_groups(list);
    }

    /// Numbers the groups of an attribute list and their types.
    fn enumerate_groups(&mut self, list: AttrListId) {
        let module = self.module;
        for group in groups_of(&module.attrs.lists[list.index()], self.llvm) {
            if self.attrs.by_group.contains_key(&group) {
                continue;
            }
            self.attrs.groups.push(group);
            self.attrs.by_group.insert(group, self.attrs.groups.len() as u32);
            for attr in module.attrs.set(group.1) {
                if let Attr::Type(_, Some(ty)) = attr {
                    self.types.enumerate(*ty);
                }
            }
        }
    }

    /// Numbers a constant after its operands, or counts one more use of it.
    fn enumerate_constant(&mut self, identity: u32) {
        if self.found.len() < self.identities.len() {
            self.found.resize(self.identities.len(), 0);
        }
        let mut stack: Vec<(u32, Vec<u32>, usize)> = Vec::new();
        self.enter_constant(identity, &mut stack);
        while let Some((identity, operands, next)) = stack.last_mut() {
            match operands.get(*next).copied() {
                Some(operand) => {
                    *next += 1;
                    self.enter_constant(operand, &mut stack);
                }
                None => {
                    let identity = *identity;
                    stack.pop();
                    if let bctk_ir::constants::ConstKind::Gep { source, .. } = self.identities.constant(identity).kind {
                        self.types.enumerate(source);
                    }
                    self.constants.push((identity, 1));
                    self.found[identity as usize] = self.constants.len() as u32;
                }
            }
        }
    }

    fn enter_constant(&mut self, identity: u32, stack: &mut Vec<(u32, Vec<u32>, usize)>) {
        let Some(&found) = self.found.get(identity as usize) else { return };
        if let Some(place) = found.checked_sub(1) {
            self.constants[place as usize].1 += 1;
            return;
        }
        self.types.enumerate(self.identities.constant(identity).ty);
        let mut operands = Vec::new();
        self.identities.operands(identity, |value| {
            if let ValueKind::Const(operand) = value.kind() {
                operands.push(operand);
            }
        });
        stack.push((identity, operands, 0));
    }
}

/// Whether the constants of a file, whose order `place` gives, are in the order in which they were found (true) or sorted (false); none if
/// both orders are the same or neither matches.
fn tells_order<T>(found: &[T], sorted: &[T], place: impl Fn(&T) -> Option<u32>) -> Option<bool> {
    let rises = |order: &[T]| order.iter().filter_map(&place).is_sorted();
    match (rises(found), rises(sorted)) {
        (true, false) => Some(true),
        (false, true) => Some(false),
        _ => None,
    }
}

/// The error for an item without a number, if there is one.
fn told(missing: Option<&str>) -> Result<()> {
    missing.map_or(Ok(()), |what| Err(Error::unsupported(format!("{what} cannot be written"))))
}

/// The groups of a list in the order of `llvm`: that of the function, of the result, of the parameters; or that of the function last.
pub(in crate::write) fn groups_of(list: &[(AttrIndex, AttrSetId)], llvm: LlvmVersion) -> impl Iterator<Item = (AttrIndex, AttrSetId)> + '_ {
    let first = llvm.function_attributes_first();
    let is_first = move |&&(index, _): &&(AttrIndex, AttrSetId)| (index == AttrIndex::Function) == first;
    list.iter().filter(is_first).chain(list.iter().filter(move |group| !is_first(group))).copied()
}

/// Sorts constants by type, and within a type by falling number of uses, with integers and integer vectors first
/// (`ValueEnumerator::OptimizeConstants`). `of` returns type and number of uses.
fn sort_constants<T>(types: &TypeNumbers<'_>, llvm: LlvmVersion, constants: &mut [T], of: impl Fn(&T) -> (TypeId, u32)) {
    let is_integer = |ty: TypeId| matches!(types.scalar(ty), Type::Int(_));
    if constants.len() > 1 && !llvm.stable_integers_first() {
        constants.sort_by_cached_key(|constant| {
            let (ty, uses) = of(constant);
            (types.number(ty).unwrap_or(u32::MAX), std::cmp::Reverse(uses))
        });
        partition(constants, |constant| is_integer(of(constant).0));
    } else if constants.len() > 1 {
        constants.sort_by_cached_key(|constant| {
            let (ty, uses) = of(constant);
            (!is_integer(ty), types.number(ty).unwrap_or(u32::MAX), std::cmp::Reverse(uses))
        });
    }
}

/// Moves what holds to the front by swapping the first that does not with the last that does, as C++ libraries do (`std::partition`).
fn partition<T>(items: &mut [T], holds: impl Fn(&T) -> bool) {
    let (mut first, mut last) = (0, items.len());
    loop {
        while first < last && holds(&items[first]) {
            first += 1;
        }
        while first < last && !holds(&items[last - 1]) {
            last -= 1;
        }
        if first >= last {
            return;
        }
        items.swap(first, last - 1);
        first += 1;
        last -= 1;
    }
}
