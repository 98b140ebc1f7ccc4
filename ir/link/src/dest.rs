//! The module that others are linked into, with indexes of what it has.
use crate::Linked;
use crate::nodes::{composite, inline_numbers};
use bctk_edit::globals::renumber_globals;
use bctk_edit::values::map_module;
use bctk_ir::attr_set::{Attr, AttrList, AttrSet};
use bctk_ir::body::Body;
use bctk_ir::constants::ConstKind;
use bctk_ir::entity::{AttrListId, AttrSetId, ComdatId, GlobalId, MdId, OptionalId, TypeId};
use bctk_ir::fixed;
use bctk_ir::global::{Comdat, GlobalKind, GlobalValue};
use bctk_ir::inst::OpFlags;
use bctk_ir::interned::{Places, Texts};
use bctk_ir::keywords::{ComdatKind, DllStorage, Linkage, Visibility};
use bctk_ir::metadata::di::DiKind;
use bctk_ir::metadata::unique::{Which, unique, unique_wrapped};
use bctk_ir::metadata::{Metadata, NamedMetadata, slot_md};
use bctk_ir::module::Module;
use bctk_ir::opcodes::CastOp;
use bctk_ir::strings::Str;
use bctk_ir::triple::{Arch, Triple};
use bctk_ir::types::Type;
use bctk_ir::value::{Value, ValueKind};
use bctk_ir::version::LlvmVersion;
use bctk_uselist::LinkStep;
use hashbrown::hash_map::Entry;
use hashbrown::{DefaultHashBuilder, HashMap, HashSet, HashTable};
use std::hash::BuildHasher;

/// The name of module flags, which are merged by rules of their own.
pub(crate) const FLAGS: &[u8] = b"llvm.module.flags";

/// The names that number metadata kinds, tags of operand bundles and sync scopes.
#[derive(Default)]
pub(crate) struct Names(HashMap<Box<[u8]>, u32>);

impl Names {
    /// The numbers in the module of the names of `list`, which are added if they are new.
    fn map(&mut self, list: &[Str], from: &Module, to: &mut Vec<Str>, strings: &mut bctk_ir::strings::Strings) -> Vec<u32> {
        list.iter().map(|&name| self.number(from.str(name), to, strings)).collect()
    }

    fn number(&mut self, name: &[u8], to: &mut Vec<Str>, strings: &mut bctk_ir::strings::Strings) -> u32 {
        if let Some(&known) = self.0.get(name) {
            return known;
        }
        let number = to.len() as u32;
        to.push(strings.push(name));
        self.0.insert(name.into(), number);
        number
    }
}

/// New numbers of metadata kinds, tags of operand bundles and sync scopes.
#[derive(Clone, Debug, Default)]
pub(crate) struct Numbers {
    pub(crate) kinds: Vec<u32>,
    /// None for a tag that no linked call has so far: LLVM knows it only then.
    pub(crate) tags: Vec<Option<u32>>,
    pub(crate) scopes: Vec<u32>,
}

/// The structures of the module: LLVM's linker merges those of equal contents.
#[derive(Default)]
pub(crate) struct Structures {
    /// By the types of their fields, and whether they are packed.
    pub(crate) defined: HashMap<(Vec<TypeId>, bool), TypeId>,
    pub(crate) opaque: HashSet<TypeId>,
}

/// The module so far. Global values stay in the order in which they were made, those that were replaced included, until [`Dest::finish`].
pub(crate) struct Dest {
    pub(crate) llvm: LlvmVersion,
    pub(crate) module: Module,
    /// Whether each global value is still there.
    pub(crate) alive: Vec<bool>,
    /// What replaced those that are gone.
    pub(crate) forward: Vec<Option<Value>>,
    /// The order of each among those of its kind.
    pub(crate) order: Vec<u64>,
    next_order: u64,
    symbols: HashMap<Box<[u8]>, GlobalId>,
    comdats: HashMap<Box<[u8]>, ComdatId>,
    /// Where named metadata is.
    named: HashMap<Box<[u8]>, usize>,
    /// How many global values there were at the beginning.
    first_globals: usize,
    /// How many nodes named metadata had at the beginning.
    first_named: Vec<usize>,
    /// The last number that was added to a name.
    last_number: u64,
    texts: Texts,
    sets: Places<AttrSetId>,
    lists: Places<AttrListId>,
    md_strings: HashTable<MdId>,
    hasher: DefaultHashBuilder,
    /// Composite types by their identifiers.
    pub(crate) identified: HashMap<MdId, MdId>,
    /// Their tags and flags.
    pub(crate) classes: HashMap<MdId, (u32, u32)>,
    kinds: Names,
    tags: Names,
    scopes: Names,
    /// Names of structures in LLVM's context, with those that are the module's.
    pub(crate) type_names: HashMap<Box<[u8]>, Option<TypeId>>,
    pub(crate) next_type_name: u64,
    pub(crate) structures: Structures,
    /// `target("…")` types.
    pub(crate) targets: Vec<TypeId>,
    /// What was linked, in order, with the numbers of global values as they were made.
    pub(crate) steps: Vec<LinkStep>,
}

impl Dest {
    pub(crate) fn new(module: Module, llvm: LlvmVersion) -> Dest {
        let mut dest = Dest {
            llvm,
            alive: Vec::new(),
            forward: Vec::new(),
            order: Vec::new(),
            next_order: 0,
            symbols: HashMap::new(),
            comdats: HashMap::new(),
            named: HashMap::new(),
            first_globals: module.globals.len(),
            first_named: module.metadata.named.iter().map(|named| named.nodes.len()).collect(),
            last_number: 0,
            texts: Texts::default(),
            sets: Places::default(),
            lists: Places::default(),
            md_strings: HashTable::new(),
            hasher: DefaultHashBuilder::default(),
            identified: HashMap::new(),
            classes: HashMap::new(),
            kinds: Names::default(),
            tags: Names::default(),
            scopes: Names::default(),
            type_names: HashMap::new(),
            next_type_name: 0,
            structures: Structures::default(),
            targets: Vec::new(),
            steps: Vec::new(),
            module,
        };
        dest.fill_names();
        dest.index();
        dest
    }

    /// Gives the module the names that LLVM predefines, unless it has them.
    fn fill_names(&mut self) {
        let tags = if self.llvm.assumption_bundle_tags() { fixed::BUNDLE_TAGS } else { self.llvm.bundle_tags() };
        let Module { strings, md_kinds, bundle_tags, sync_scopes, .. } = &mut self.module;
        let fill = |names: &mut Names, list: &mut Vec<Str>, fixed: &[&str], strings: &mut bctk_ir::strings::Strings| {
            for (number, &name) in (0..).zip(list.iter()) {
                names.0.entry(strings.get(name).into()).or_insert(number);
            }
            for name in fixed {
                names.number(name.as_bytes(), list, strings);
            }
        };
        fill(&mut self.kinds, md_kinds, fixed::md_kinds_of(self.llvm), strings);
        fill(&mut self.tags, bundle_tags, tags, strings);
        fill(&mut self.scopes, sync_scopes, fixed::SYNC_SCOPES, strings);
    }

    /// Indexes what a module has that is not empty.
    fn index(&mut self) {
        for at in 0..self.module.globals.len() {
            self.alive.push(true);
            self.forward.push(None);
            self.order.push(at as u64);
            let name = self.module.globals[at].name;
            if !name.is_empty() {
                self.symbols.insert(self.module.str(name).into(), GlobalId::new(at));
            }
        }
        self.next_order = self.module.globals.len() as u64;
        for (at, named) in self.module.metadata.named.iter().enumerate() {
            self.named.insert(self.module.str(named.name).into(), at);
        }
        for (at, comdat) in self.module.comdats.iter().enumerate() {
            self.comdats.insert(self.module.str(comdat.name).into(), ComdatId::new(at));
        }
        for (id, ty) in self.module.types.iter() {
            match ty {
                Type::TargetExt { .. } => self.targets.push(id),
                Type::Struct { kind: bctk_ir::types::StructKind::Opaque, .. } => {
                    self.structures.opaque.insert(id);
                }
                Type::Struct { kind: bctk_ir::types::StructKind::Identified, packed, fields, .. } => {
                    let fields = self.module.types.list(fields).to_vec();
                    self.structures.defined.entry((fields, packed)).or_insert(id);
                }
                _ => {}
            }
            if let Type::Struct { name, .. } = ty
                && !name.is_empty()
            {
                self.type_names.insert(self.module.str(name).into(), Some(id));
            }
        }
        for at in 0..self.module.metadata.items.len() {
            let item = self.module.metadata.items[at];
            inline_numbers(&mut self.module, item);
        }
        self.sets = Places::of(&self.module.attrs.sets);
        self.lists = Places::of(&self.module.attrs.lists);
        for id in (0..self.module.metadata.items.len()).map(MdId::new) {
            if let Metadata::String(text) = self.module.metadata.get(id) {
                let (strings, items) = (&self.module.strings, &self.module.metadata.items);
                let hash = self.hasher.hash_one(strings.get(text));
                self.md_strings.insert_unique(hash, id, |&id| md_hash(&self.hasher, strings, items, id));
            }
        }
        let Module { attrs, strings, types, .. } = &self.module;
        let of_attrs = attrs.sets.iter().flatten().flat_map(|attr| match attr {
            Attr::String(key, value) => [Some(*key), *value],
            _ => [None, None],
        });
        let of_types = types.iter().filter_map(|(_, ty)| if let Type::TargetExt { name, .. } = ty { Some(name) } else { None });
        of_attrs.flatten().chain(of_types).for_each(|text| _ = self.texts.first(strings, text));
        self.index_classes();
    }

    /// The greatest group of key instructions in debug locations.
    pub(crate) fn last_atom_group(&self) -> u64 {
        let table = &self.module.metadata;
        let groups = table.items.iter().filter_map(|&item| match table.location_slots(item)? {
            [.., low, high, _] => Some(u64::from(low) | u64::from(high) << 32),
        });
        groups.max().unwrap_or(0)
    }

    /// Notes the classes with an identifier.
    fn index_classes(&mut self) {
        let module = &self.module;
        for (at, item) in module.metadata.items.iter().enumerate() {
            let Metadata::Node { kind: DiKind::CompositeType, distinct: true, fields } = *item else { continue };
            let field = |name: &str| composite(&module.metadata, fields, name);
            let Some(Metadata::String(text)) = slot_md(field("identifier")).map(|id| module.metadata.get(id)) else { continue };
            let name = module.strings.get(text);
            let equal = |id: &MdId| matches!(module.metadata.get(*id), Metadata::String(known) if module.strings.get(known) == name);
            let Some(&key) = self.md_strings.find(self.hasher.hash_one(name), equal) else { continue };
            if let Entry::Vacant(vacant) = self.identified.entry(key) {
                vacant.insert(MdId::new(at));
                self.classes.insert(MdId::new(at), (field("tag"), field("flags")));
            }
        }
    }

    /// Takes over names that are numbered; gives the new numbers. A text has all kinds of metadata that the newest release knows.
    pub(crate) fn numbers(&mut self, from: &Module) -> Numbers {
        let is_only_known = |name: &[u8]| {
            !from.is_from_bitcode() && !self.kinds.0.contains_key(name) && fixed::MD_KINDS.iter().any(|kind| kind.as_bytes() == name)
        };
        let doubtful: Vec<bool> = from.md_kinds.iter().map(|&name| is_only_known(from.str(name))).collect();
        let used = if doubtful.contains(&true) { used_kinds(from) } else { Vec::new() };
        let Module { strings, md_kinds, sync_scopes, .. } = &mut self.module;
        Numbers {
            kinds: (0..)
                .zip(&from.md_kinds)
                .map(|(at, &name)| match doubtful.get(at) == Some(&true) && used.get(at) != Some(&true) {
                    true => at as u32,
                    false => self.kinds.number(from.str(name), md_kinds, strings),
                })
                .collect(),
            tags: from.bundle_tags.iter().map(|&name| self.tags.0.get(from.str(name)).copied()).collect(),
            scopes: self.scopes.map(&from.sync_scopes, from, sync_scopes, strings),
        }
    }

    /// The number of a tag of operand bundles.
    pub(crate) fn tag(&mut self, name: &[u8]) -> u32 {
        self.tags.number(name, &mut self.module.bundle_tags, &mut self.module.strings)
    }

    /// Gives a kind of metadata a number.
    pub(crate) fn register_kind(&mut self, name: &[u8]) {
        self.kinds.number(name, &mut self.module.md_kinds, &mut self.module.strings);
    }

    /// A copy of a string, shared by equal ones.
    pub(crate) fn text(&mut self, text: &[u8]) -> Str {
        self.texts.intern(&mut self.module.strings, text)
    }

    pub(crate) fn attr_set(&mut self, set: AttrSet) -> AttrSetId {
        self.sets.intern(&mut self.module.attrs.sets, set)
    }

    pub(crate) fn attr_list(&mut self, list: AttrList) -> AttrListId {
        if list.is_empty() {
            return AttrListId(0);
        }
        self.lists.intern(&mut self.module.attrs.lists, list)
    }

    /// The metadata string `text`.
    pub(crate) fn md_string(&mut self, text: &[u8]) -> MdId {
        let hash = self.hasher.hash_one(text);
        let (strings, items) = (&self.module.strings, &self.module.metadata.items);
        let equal = |id: &MdId| matches!(items[id.index()], Metadata::String(known) if strings.get(known) == text);
        if let Some(&id) = self.md_strings.find(hash, equal) {
            return id;
        }
        let stored = self.module.strings.push(text);
        let id = self.module.metadata.push(Metadata::String(stored));
        let (strings, items) = (&self.module.strings, &self.module.metadata.items);
        self.md_strings.insert_unique(hash, id, |&id| md_hash(&self.hasher, strings, items, id));
        id
    }

    /// The global value of this name.
    pub(crate) fn named(&self, name: &[u8]) -> Option<GlobalId> {
        self.symbols.get(name).copied()
    }

    pub(crate) fn global(&self, id: GlobalId) -> &GlobalValue {
        &self.module.globals[id.index()]
    }

    pub(crate) fn global_mut(&mut self, id: GlobalId) -> &mut GlobalValue {
        &mut self.module.globals[id.index()]
    }

    /// Adds a global value, with a number after its name if that is taken.
    pub(crate) fn add(&mut self, name: &[u8], global: GlobalValue) -> GlobalId {
        let id = GlobalId::new(self.module.globals.len());
        self.module.globals.push(GlobalValue { name: Str::EMPTY, place: OptionalId::NONE, ..global });
        self.alive.push(true);
        self.forward.push(None);
        self.order.push(0);
        self.move_to_end(id);
        self.rename(id, name);
        id
    }

    /// Makes it the last of its kind.
    pub(crate) fn move_to_end(&mut self, id: GlobalId) {
        self.order[id.index()] = self.next_order;
        self.next_order += 1;
    }

    /// Names a global value, with a number after the name if that is taken (`ValueSymbolTable::makeUniqueName`).
    pub(crate) fn rename(&mut self, id: GlobalId, name: &[u8]) {
        self.forget_name(id);
        if name.is_empty() {
            return;
        }
        let mut free = name.to_vec();
        if self.symbols.contains_key(name) {
            let is_nvptx = Triple::parse(self.module.str(self.module.triple)).arch == Arch::Nvptx;
            while self.symbols.contains_key(&free[..]) {
                free.truncate(name.len());
                self.last_number += 1;
                if !is_nvptx {
                    free.push(b'.');
                }
                free.extend_from_slice(self.last_number.to_string().as_bytes());
            }
        }
        self.global_mut(id).name = self.module.strings.push(&free);
        self.symbols.insert(free.into(), id);
    }

    fn forget_name(&mut self, id: GlobalId) {
        let old = self.global(id).name;
        if !old.is_empty() {
            self.symbols.remove(self.module.strings.get(old));
            self.global_mut(id).name = Str::EMPTY;
        }
    }

    /// Gives a global value that is not local the name `name`, and another one to whatever has it.
    pub(crate) fn force_name(&mut self, id: GlobalId, name: &[u8]) {
        let global = self.global(id);
        if global.linkage.is_local() || self.module.str(global.name) == name {
            return;
        }
        match self.named(name) {
            Some(other) => {
                self.forget_name(other);
                self.rename(id, name);
                self.rename(other, name);
            }
            None => self.rename(id, name),
        }
    }

    /// Removes a global value; `by` takes its place.
    pub(crate) fn replace(&mut self, id: GlobalId, by: Option<Value>) {
        self.forget_name(id);
        self.alive[id.index()] = false;
        self.forward[id.index()] = by;
        if let GlobalKind::Function(function) = &mut self.global_mut(id).kind {
            function.body = None;
        }
    }

    /// The comdat `name` with this selection kind, which is added if it is new.
    pub(crate) fn comdat(&mut self, name: &[u8], kind: ComdatKind) -> ComdatId {
        let id = self.comdats.get(name).copied().unwrap_or_else(|| {
            let text = self.module.strings.push(name);
            self.module.comdats.push(Comdat { name: text, kind });
            let id = ComdatId::new(self.module.comdats.len() - 1);
            self.comdats.insert(name.into(), id);
            id
        });
        self.module.comdats[id.index()].kind = kind;
        id
    }

    pub(crate) fn comdat_named(&self, name: &[u8]) -> Option<ComdatId> {
        self.comdats.get(name).copied()
    }

    /// A global value as a pointer of another address space, if it is of another one.
    pub(crate) fn cast(&mut self, id: GlobalId, to: TypeId) -> Value {
        let value = Value::global(id);
        if self.global(id).ptr_type == to {
            return value;
        }
        let is_space =
            matches!((self.module.types.get(self.global(id).ptr_type), self.module.types.get(to)), (Type::Ptr(a), Type::Ptr(b)) if a != b);
        let op = if is_space { CastOp::AddrSpaceCast } else { CastOp::BitCast };
        Value::constant(self.module.consts.push(to, ConstKind::Cast { op, flags: OpFlags::default(), value }))
    }

    /// The global value that a value is, whatever pointer it is cast to.
    pub(crate) fn object_of(&self, mut value: Value) -> Option<GlobalId> {
        loop {
            match value.kind() {
                ValueKind::Global(id) => return Some(id),
                ValueKind::Const(index) => match self.module.consts.get(index)?.kind {
                    ConstKind::Cast { value: inner, .. } => value = inner,
                    _ => return None,
                },
                _ => return None,
            }
        }
    }

    /// The place of named metadata, which is added if it is new.
    pub(crate) fn named_metadata(&mut self, name: &[u8]) -> usize {
        let named = &mut self.module.metadata.named;
        if let Some(&there) = self.named.get(name) {
            return there;
        }
        let text = self.module.strings.push(name);
        named.push(NamedMetadata { name: text, nodes: Vec::new() });
        self.named.insert(name.into(), named.len() - 1);
        named.len() - 1
    }

    /// The module with all that is left in LLVM's order.
    pub(crate) fn finish(mut self) -> Linked {
        let count = self.module.globals.len();
        let forward = &self.forward;
        let end = |mut value: Value| {
            // Each step leads to a global value that was made later.
            while let ValueKind::Global(id) = value.kind()
                && let Some(Some(next)) = forward.get(id.index())
            {
                value = *next;
            }
            value
        };
        let is_cast = |value: &Option<Value>| value.is_some_and(|value| !matches!(value.kind(), ValueKind::Global(_)));
        if forward.iter().any(is_cast) {
            map_module(&mut self.module, &end);
        }
        let target: Vec<GlobalId> = (0..count)
            .map(|at| match end(Value::global(GlobalId::new(at))).kind() {
                ValueKind::Global(id) => id,
                _ => GlobalId::new(at),
            })
            .collect();
        let order = std::mem::take(&mut self.order);
        let numbers = renumber_globals(&mut self.module, &self.alive, &target, |at| order[at] as usize);
        let steps = self.steps.iter().filter_map(|step| {
            let alive = |id: &GlobalId| self.alive[id.index()];
            Some(match *step {
                LinkStep::Module => LinkStep::Module,
                LinkStep::Function(id) => LinkStep::Function(Some(id).filter(alive).map(|id| numbers[id.index()])?),
                LinkStep::Contents(id) => LinkStep::Contents(Some(id).filter(alive).map(|id| numbers[id.index()])?),
                LinkStep::Replace(id) => LinkStep::Replace(Some(target[id.index()]).filter(alive).map(|id| numbers[id.index()])?),
            })
        });
        let steps = steps.collect();
        let old = (0..self.first_globals).map(|at| {
            let target = target[at];
            (self.alive[target.index()].then(|| numbers[target.index()]), !self.alive[at])
        });
        let old = old.collect();
        sort_bodies(&mut self.module);
        let module = &mut self.module;
        module.metadata.module_items = module.metadata.items.len() as u32;
        unique_wrapped(module);
        unique(module, Which::Equal);
        if self.llvm.linked_names_once() {
            for (at, named) in module.metadata.named.iter_mut().enumerate() {
                if module.strings.get(named.name) != FLAGS {
                    // Those that were there stay as they are.
                    let mut first = self.first_named.get(at).copied().unwrap_or(0);
                    let mut seen = HashSet::new();
                    named.nodes.retain(|node| {
                        let is_first = first > 0;
                        first = first.saturating_sub(1);
                        seen.insert(*node) || is_first
                    });
                }
            }
        }
        Linked { module: self.module, steps, numbers: old }
    }
}

/// Which kinds of metadata a module attaches to something.
fn used_kinds(module: &Module) -> Vec<bool> {
    let mut used = vec![false; module.md_kinds.len()];
    let mut note = |kind: u32| {
        if let Some(slot) = used.get_mut(kind as usize) {
            *slot = true;
        }
    };
    module.globals.iter().flat_map(|global| &global.attachments).for_each(|attachment| note(attachment.kind));
    for body in &module.bodies {
        body.function_attachments.iter().for_each(|attachment| note(attachment.kind));
        body.attachments.iter().for_each(|(_, attachment)| note(attachment.kind));
    }
    used
}

/// Puts the bodies in the order of their functions, without those of none.
fn sort_bodies(module: &mut Module) {
    let mut bodies: Vec<Option<Body>> = std::mem::take(&mut module.bodies).into_iter().map(Some).collect();
    for global in &mut module.globals {
        let GlobalKind::Function(function) = &mut global.kind else { continue };
        let body = function.body.and_then(|body| bodies.get_mut(body as usize)?.take());
        function.body = body.is_some().then_some(module.bodies.len() as u32);
        module.bodies.extend(body);
    }
}

fn md_hash(hasher: &DefaultHashBuilder, strings: &bctk_ir::strings::Strings, items: &[Metadata], id: MdId) -> u64 {
    match items.get(id.index()) {
        Some(Metadata::String(text)) => hasher.hash_one(strings.get(*text)),
        _ => 0,
    }
}

/// Whether the linker takes a global value for a declaration: what is available externally, too.
pub(crate) fn is_declared(global: &GlobalValue) -> bool {
    global.linkage == Linkage::AvailableExternally || global.is_declaration()
}

/// Sets a linkage and what follows from it (`GlobalValue::setLinkage`).
pub(crate) fn set_linkage(global: &mut GlobalValue, linkage: Linkage) {
    if linkage.is_local() {
        (global.visibility, global.dll_storage) = (Visibility::Default, DllStorage::Default);
    }
    global.linkage = linkage;
    imply_dso_local(global);
}

/// Sets a visibility and what follows from it.
pub(crate) fn set_visibility(global: &mut GlobalValue, visibility: Visibility) {
    global.visibility = visibility;
    imply_dso_local(global);
}

fn imply_dso_local(global: &mut GlobalValue) {
    let is_visible = global.visibility == Visibility::Default || global.linkage == Linkage::ExternalWeak;
    global.dso_local |= global.linkage.is_local() || !is_visible;
}
