//! Gives locals that other modules need a name that all can see, and notes what the index knows of each symbol (`renameModuleForThinLTO`).
use super::access::{is_declared, is_ifunc, is_implicitly_local, set_linkage, set_visibility};
use super::{Backend, guids_of, in_order};
use bctk_edit::attributes::{Lists, Sets, change_set_once, sets_of};
use bctk_ir::attr_set::{Attr, AttrIndex};
use bctk_ir::constants::ConstKind;
use bctk_ir::entity::{ComdatId, GlobalId, OptionalId};
use bctk_ir::global::{Comdat, GlobalKind};
use bctk_ir::keywords::{ComdatKind, DllStorage, Linkage, Visibility};
use bctk_ir::module::Module;
use bctk_ir::strings::Str;
use hashbrown::{HashMap, HashSet};

/// The attribute of variables that become local once everything is imported.
pub(super) const INTERNALIZED: &[u8] = b"thinlto-internalize";

/// A module that is changed, and what is known of it.
struct Promotion<'p, 'i> {
    backend: &'p Backend<'i>,
    /// Its place in the index.
    place: Option<u32>,
    guids: Vec<u64>,
    /// What is imported from it; none if it is the module of the backend itself.
    wanted: Option<&'p [bool]>,
    names: HashSet<Box<[u8]>>,
    last_number: u64,
    /// Comdats whose leaders have new names.
    comdats: HashMap<ComdatId, ComdatId>,
    by_name: HashMap<Box<[u8]>, ComdatId>,
    sets: Sets,
    lists: Lists,
    mark: Option<Str>,
}

impl Backend<'_> {
    /// Promotes what other modules import of the module.
    ///
    /// # Errors
    /// The name of a local symbol that the index does not know.
    pub fn promote(&self, module: &mut Module) -> Result<(), String> {
        promote(self, module, self.module, None)
    }
}

/// Promotes the module at `place` in the index; of one that `wanted` is imported from, all locals.
pub(super) fn promote(backend: &Backend<'_>, module: &mut Module, place: Option<u32>, wanted: Option<&[bool]>) -> Result<(), String> {
    let guids = guids_of(module, backend.options.llvm);
    let mut promotion = Promotion {
        backend,
        place,
        guids,
        wanted,
        names: module.globals.iter().map(|global| module.str(global.name).into()).collect(),
        last_number: 0,
        comdats: HashMap::new(),
        by_name: (0..).map(ComdatId::new).zip(&module.comdats).map(|(id, comdat)| (module.str(comdat.name).into(), id)).collect(),
        sets: sets_of(module),
        lists: Lists::of(&module.attrs.lists),
        mark: None,
    };
    for id in in_order(module, false) {
        if !matches!(module.globals[id.index()].kind, GlobalKind::IFunc { .. }) {
            promotion.one(module, id)?;
        }
    }
    if !promotion.comdats.is_empty() {
        for global in &mut module.globals {
            global.comdat = global.comdat.map(|comdat| promotion.comdats.get(&comdat).copied().unwrap_or(comdat));
        }
    }
    Ok(())
}

impl Promotion<'_, '_> {
    /// Whether the module is imported from.
    fn is_source(&self) -> bool {
        self.wanted.is_some()
    }

    fn is_wanted(&self, id: GlobalId) -> bool {
        self.wanted.is_some_and(|wanted| wanted.get(id.index()) == Some(&true))
    }

    fn one(&mut self, module: &mut Module, id: GlobalId) -> Result<(), String> {
        let index = self.backend.index;
        let is_named = !module.globals[id.index()].name.is_empty();
        let guid = self.guids.get(id.index()).copied().filter(|_| is_named);
        self.mark_accesses(module, id, guid);
        if self.is_promoted(module, id, guid)? {
            self.rename(module, id);
            let linkage = if self.is_wanted(id) && !is_alias(module, id) { Linkage::AvailableExternally } else { Linkage::External };
            let global = &mut module.globals[id.index()];
            set_linkage(global, linkage);
            set_visibility(global, Visibility::Hidden);
        } else if self.is_source() {
            let linkage = self.linkage(module, id);
            set_linkage(&mut module.globals[id.index()], linkage);
        }
        let is_wanted = self.is_wanted(id);
        let global = &mut module.globals[id.index()];
        let clears = self.backend.options.clears_dso_local;
        if clears && (is_declared(global) || self.wanted.is_some() && !is_wanted) && !is_implicitly_local(global) {
            global.dso_local = false;
        } else if guid.is_some_and(|guid| index.is_dso_local(guid)) {
            global.dso_local = true;
            if global.dll_storage == DllStorage::Import {
                global.dll_storage = DllStorage::Default;
            }
        }
        if matches!(global.kind, GlobalKind::Variable { .. } | GlobalKind::Function(_)) && is_declared(global) {
            global.comdat = None;
        }
        Ok(())
    }

    /// Marks a variable that is only read, or only written: it becomes local at the end. What a write-only one holds does not matter.
    fn mark_accesses(&mut self, module: &mut Module, id: GlobalId, guid: Option<u64>) {
        let index = self.backend.index;
        let global = &module.globals[id.index()];
        let GlobalKind::Variable { attrs, .. } = global.kind else { return };
        if global.is_declaration() {
            return;
        }
        let Some(entry) = guid.zip(self.place).and_then(|(guid, place)| index.entry_in(guid, place)) else { return };
        let (reads, writes) = index.access(entry);
        if !reads && !writes {
            return;
        }
        let ty = global.value_type;
        let mark = *self.mark.get_or_insert_with(|| mark(module));
        let new = change_set_once(module, attrs, AttrIndex::Function, (&mut self.sets, &mut self.lists), |_, set| {
            if !set.iter().any(|attr| matches!(attr, Attr::String(key, _) if *key == mark)) {
                set.push(Attr::String(mark, None));
            }
        });
        let zero = writes.then(|| bctk_edit::intern::constant(module, ty, ConstKind::Null));
        if let GlobalKind::Variable { attrs, initializer, .. } = &mut module.globals[id.index()].kind {
            *attrs = new;
            if let Some(zero) = zero {
                *initializer = OptionalId::some(zero);
            }
        }
    }

    /// Whether a local becomes visible (`shouldPromoteLocalToGlobal`).
    fn is_promoted(&self, module: &Module, id: GlobalId, guid: Option<u64>) -> Result<bool, String> {
        let global = &module.globals[id.index()];
        if !global.linkage.is_local() || is_ifunc(module, id) {
            return Ok(false);
        }
        if self.is_source() {
            return Ok(true);
        }
        let Some(place) = self.place else { return Ok(false) };
        let entry = guid.and_then(|guid| self.backend.index.entry_in(guid, place));
        let Some(entry) = entry else {
            let name = String::from_utf8_lossy(module.str(global.name)).into_owned();
            return Err(name);
        };
        Ok(!entry.flags.linkage.is_local())
    }

    /// The linkage of a global value of a module that is imported from and that keeps its name.
    fn linkage(&self, module: &Module, id: GlobalId) -> Linkage {
        let global = &module.globals[id.index()];
        let is_definition = self.is_wanted(id) && !is_alias(module, id);
        match global.linkage {
            Linkage::LinkOnceOdr | Linkage::External if is_definition => Linkage::AvailableExternally,
            Linkage::AvailableExternally if !self.is_wanted(id) => Linkage::External,
            Linkage::WeakOdr if is_definition => Linkage::AvailableExternally,
            Linkage::WeakOdr => Linkage::External,
            linkage => linkage,
        }
    }

    /// Gives a promoted local its name, and remembers the comdat that it leads.
    fn rename(&mut self, module: &mut Module, id: GlobalId) {
        let old = module.str(module.globals[id.index()].name).to_vec();
        let suffix = match (self.backend.options.promotes_by_source, module.source_filename.map(|name| module.str(name))) {
            (true, Some(source)) if !source.is_empty() => {
                source.iter().map(|&byte| if byte.is_ascii_alphanumeric() { byte } else { b'_' }).collect()
            }
            _ => self.backend.index.suffix(self.place).to_string().into_bytes(),
        };
        let base = [&old[..], b".llvm.", &suffix].concat();
        self.names.remove(&old[..]);
        let mut name = base.clone();
        while self.names.contains(&name[..]) {
            self.last_number += 1;
            name = [&base[..], b".", self.last_number.to_string().as_bytes()].concat();
        }
        self.names.insert(name.clone().into());
        let text = module.strings.push(&name);
        let global = &mut module.globals[id.index()];
        global.name = text;
        if let Some(comdat) = global.comdat
            && module.comdats.get(comdat.index()).is_some_and(|comdat| module.strings.get(comdat.name) == old)
        {
            let new = *self.by_name.entry(name.into()).or_insert_with(|| {
                module.comdats.push(Comdat { name: text, kind: ComdatKind::Any });
                ComdatId::new(module.comdats.len() - 1)
            });
            self.comdats.entry(comdat).or_insert(new);
        }
    }
}

fn is_alias(module: &Module, id: GlobalId) -> bool {
    matches!(module.globals[id.index()].kind, GlobalKind::Alias { .. })
}

/// The text of the mark; one that the module has is used again, since equal sets are one.
fn mark(module: &mut Module) -> Str {
    let there = module.attrs.sets.iter().flatten().find_map(|attr| match attr {
        Attr::String(key, None) if module.strings.get(*key) == INTERNALIZED => Some(*key),
        _ => None,
    });
    there.unwrap_or_else(|| module.strings.push(INTERNALIZED))
}
