//! Makes the summaries that are written: of the whole index, or of what the backend of one module needs.
use std::collections::BTreeMap;

use bctk_ir::module::Module;
use bctk_ir::strings::Strings;
use bctk_ir::summary::{self, CallEdge, EntryKind, FunctionSummary, ModulePath, Summary, ValueInfo};
use hashbrown::HashMap;

use super::index::{Entry, Function, Index, Kind};
use super::link::Link;
use crate::dense::{DenseOrder, hash_u64};

/// Entries to list, each with whether only its declaration is imported.
type Listed = Vec<(u32, bool)>;

/// What a module's backend needs: the entries to list, and the paths of modules that it imports from.
#[derive(Clone, Debug, Default)]
pub struct Needed {
    /// By path: the module's number, if it is in the index, and entries in LLVM's order, with whether only the declaration is imported.
    groups: BTreeMap<Vec<u8>, (Option<u32>, Listed)>,
    path: Vec<u8>,
}

impl Needed {
    /// The paths of modules that are imported from, in their order.
    pub fn imports(&self) -> impl Iterator<Item = &[u8]> {
        self.groups.keys().map(Vec::as_slice).filter(|path| *path != self.path.as_slice())
    }
}

impl Link {
    /// What the backend of the module with this path needs.
    pub fn needed(&self, index: &Index, path: &[u8]) -> Needed {
        let module = index.module(path);
        let own = module.map_or_else(Vec::new, |module| self.defined.in_order(index, module));
        let mut tables: HashMap<u32, (DenseOrder, Listed)> = HashMap::new();
        let list = module.and_then(|module| self.plan.imports.get(module as usize)).map_or(&[][..], |imports| &imports.list);
        for &(place, declared) in list {
            let Some(entry) = index.entry(place) else { continue };
            let (table, items) = tables.entry(entry.module).or_default();
            table.insert(hash_u64(index.guids.get(entry.value as usize).copied().unwrap_or_default()));
            items.push((place, declared));
        }
        let mut groups = BTreeMap::new();
        groups.insert(path.to_vec(), (module, own.into_iter().map(|place| (place, false)).collect()));
        for (from, (table, items)) in tables {
            let listed = table.items().filter_map(|item| items.get(item as usize).copied()).collect();
            let name = index.modules.get(from as usize).map(|module| module.path.to_vec()).unwrap_or_default();
            groups.insert(name, (Some(from), listed));
        }
        Needed { groups, path: path.to_vec() }
    }
}

impl Index {
    /// The whole index as a module without code.
    pub fn whole(&self) -> Module {
        let mut maker = Maker::new(self);
        for (number, module) in (0..).zip(&self.modules) {
            maker.module(number, &module.path, module.hash);
        }
        for &value in &self.order {
            for &place in self.list(value) {
                if let Some(entry) = self.entry(place) {
                    maker.entry(entry, false, true);
                }
            }
        }
        maker.finish()
    }

    /// The part of the index that the backend of a module needs, as a module without code; its entries are in the order in which they are
    /// written.
    pub fn part(&self, needed: &Needed) -> Module {
        let mut maker = Maker::new(self);
        for (path, (module, _)) in &needed.groups {
            if let Some(module) = *module {
                let hash = self.modules.get(module as usize).map_or([0; 5], |module| module.hash);
                maker.module(module, path, hash);
            }
        }
        for &(place, declared) in needed.groups.values().flat_map(|group| &group.1) {
            if let Some(entry) = self.entry(place) {
                maker.entry(entry, declared, false);
            }
        }
        maker.finish()
    }
}

/// A summary in the making.
struct Maker<'i> {
    index: &'i Index,
    strings: Strings,
    summary: Summary,
    values: HashMap<u32, u32>,
    modules: HashMap<u32, u32>,
}

impl<'i> Maker<'i> {
    fn new(index: &'i Index) -> Maker<'i> {
        let summary = Summary { flags: index.flags, block_count: index.block_count, names_values: true, ..Summary::default() };
        let mut maker = Maker { index, strings: Strings::default(), summary, values: HashMap::new(), modules: HashMap::new() };
        maker.summary.type_ids = index.type_ids.clone();
        maker.summary.cfi_defs = index.cfi_defs.clone();
        maker.summary.cfi_decls = index.cfi_decls.clone();
        if !(index.type_ids.is_empty() && index.cfi_defs.is_empty() && index.cfi_decls.is_empty()) {
            maker.strings = index.strings.clone();
        }
        maker
    }

    fn module(&mut self, number: u32, path: &[u8], hash: [u32; 5]) {
        let at = self.summary.modules.len() as u32;
        self.modules.insert(number, at);
        let path = Some(self.strings.push(path));
        self.summary.modules.push(ModulePath { id: u64::from(at), path, hash });
    }

    fn value(&mut self, value: u32) -> u32 {
        let values = &mut self.summary.values;
        let guid = self.index.guids.get(value as usize).copied().unwrap_or_default();
        *self.values.entry(value).or_insert_with(|| {
            values.push(ValueInfo { guid, name: bctk_ir::strings::Str::EMPTY, global: None });
            values.len() as u32 - 1
        })
    }

    fn entry(&mut self, entry: &Entry, declared: bool, whole: bool) {
        let value = self.value(entry.value);
        let index = self.index;
        let refs = index.refs_of(entry).iter().map(|r| summary::Ref { value: self.value(r.value), kind: r.kind }).collect();
        let kind = match &entry.kind {
            Kind::Function(function) => EntryKind::Function(Box::new(self.function(function))),
            Kind::Variable(flags) => EntryKind::Variable { flags: u64::from(*flags), vtable: Vec::new(), is_vtable: false },
            Kind::Alias { value, .. } => EntryKind::Alias(value.map(|value| self.value(value))),
        };
        let mut flags = entry.flags;
        flags.import_declaration |= declared;
        let module = self.modules.get(&entry.module).copied().unwrap_or_default();
        let original_guid = whole.then_some(entry.original).filter(|_| flags.linkage.is_local());
        self.summary.entries.push(summary::Entry { value, module, flags, original_guid, refs, kind });
    }

    fn function(&mut self, function: &Function) -> FunctionSummary {
        let index = self.index;
        let mut calls = Vec::with_capacity(function.calls.range().len());
        for call in index.calls_of(function) {
            calls.push(CallEdge { callee: self.value(call.callee), hotness: call.hotness, rel_block_freq: 0, tail: call.tail });
        }
        let mut made = FunctionSummary {
            instructions: u64::from(function.instructions),
            flags: u64::from(function.flags),
            entry_count: function.entry_count,
            calls,
            ..FunctionSummary::default()
        };
        if let Some(rare) = function.rare.as_deref().cloned() {
            made.type_tests = rare.type_tests;
            made.assume_vcalls = rare.assume_vcalls;
            made.checked_load_vcalls = rare.checked_load_vcalls;
            made.assume_const_vcalls = rare.assume_const_vcalls;
            made.checked_load_const_vcalls = rare.checked_load_const_vcalls;
            made.params = rare.params;
            made.callsites = rare.callsites;
            made.allocs = rare.allocs;
            made.params.iter_mut().flat_map(|param| &mut param.calls).for_each(|call| call.1 = self.value(call.1));
            for site in &mut made.callsites {
                site.callee = site.callee.map(|callee| self.value(callee));
            }
        }
        made
    }

    fn finish(self) -> Module {
        Module { strings: self.strings, summary: Some(Box::new(self.summary)), ..Module::default() }
    }
}
