//! The summaries of many modules, joined: values, what each module says of them, references and calls.
//!
//! All parts have dense numbers, and lists are ranges of common tables, as there are millions of them.
use std::fmt;
use std::ops::Range;

use bctk_ir::module::Module;
use bctk_ir::strings::{Str, Strings};
use bctk_ir::summary::{
    self, Alloc, Callsite, CfiFunction, CompatibleVtables, EntryKind, FunctionSummary, ParamAccess, RefKind, Summary, TypeIdSummary,
    ValueFlags, VirtualFunction, variable_flags,
};
use hashbrown::HashMap;

/// Why an index cannot be made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault(pub(super) String);

impl Fault {
    /// A fault with this message.
    pub fn new(message: impl Into<String>) -> Fault {
        Fault(message.into())
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Fault {}

/// A part of a table.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Span {
    start: u32,
    end: u32,
}

impl Span {
    pub(super) fn range(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }

    pub(super) fn is_empty(self) -> bool {
        self.start == self.end
    }
}

/// A module of the index.
#[derive(Clone, Debug)]
pub struct ModuleInfo {
    /// Its path.
    pub path: Box<[u8]>,
    /// Its SHA-1; zero for none.
    pub hash: [u32; 5],
}

/// A reference to a value.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ref {
    pub(super) value: u32,
    pub(super) kind: RefKind,
}

/// A call of a value.
#[derive(Clone, Copy, Debug)]
pub(super) struct Call {
    pub(super) callee: u32,
    pub(super) hotness: u8,
    pub(super) tail: bool,
}

/// What a module says of a value.
#[derive(Clone, Debug)]
pub(super) struct Entry {
    pub(super) value: u32,
    pub(super) module: u32,
    pub(super) flags: ValueFlags,
    /// GUID of the value's name as if it were visible; 0 if unknown.
    pub(super) original: u64,
    pub(super) refs: Span,
    pub(super) kind: Kind,
}

/// What only this kind of value has.
#[derive(Clone, Debug)]
pub(super) enum Kind {
    Function(Function),
    /// Bits of `variable_flags`.
    Variable(u8),
    /// The value that it stands for, and the entry of that one in the same module.
    Alias {
        value: Option<u32>,
        base: Option<u32>,
    },
}

/// A function.
#[derive(Clone, Debug)]
pub(super) struct Function {
    pub(super) instructions: u32,
    pub(super) flags: u32,
    pub(super) entry_count: u64,
    pub(super) calls: Span,
    /// What few functions have.
    pub(super) rare: Option<Box<Rare>>,
}

/// What few functions have: type tests, virtual calls, uses of parameters, memory profiles.
#[derive(Clone, Debug, Default)]
pub(super) struct Rare {
    pub(super) type_tests: Vec<u64>,
    pub(super) assume_vcalls: Vec<VirtualFunction>,
    pub(super) checked_load_vcalls: Vec<VirtualFunction>,
    pub(super) assume_const_vcalls: Vec<(VirtualFunction, Vec<u64>)>,
    pub(super) checked_load_const_vcalls: Vec<(VirtualFunction, Vec<u64>)>,
    pub(super) params: Vec<ParamAccess>,
    pub(super) callsites: Vec<Callsite>,
    pub(super) allocs: Vec<Alloc>,
}

/// Bits of a function's flags that matter here.
pub(super) mod function_flags {
    pub(in super::super) const NO_INLINE: u32 = 1 << 4;
    pub(in super::super) const ALWAYS_INLINE: u32 = 1 << 5;
}

/// Bits of the index's flags.
pub(super) mod index_flags {
    pub(in super::super) const DEAD_STRIPPED: u64 = 1;
    pub(in super::super) const ATTRIBUTES_PROPAGATED: u64 = 1 << 5;
    pub(in super::super) const LOCAL_PROPAGATED: u64 = 1 << 6;
    pub(in super::super) const HOT_COLD_NEW: u64 = 1 << 8;
    pub(in super::super) const INTERNALIZED: u64 = 1 << 10;
}

/// The summaries of many modules.
#[derive(Debug, Default)]
pub struct Index {
    pub(super) modules: Vec<ModuleInfo>,
    by_path: HashMap<Box<[u8]>, u32>,
    /// GUIDs of values.
    pub(super) guids: Vec<u64>,
    by_guid: HashMap<u64, u32>,
    pub(super) entries: Vec<Entry>,
    pub(super) refs: Vec<Ref>,
    pub(super) calls: Vec<Call>,
    /// Bits of `index_flags` and others of LLVM's.
    pub(super) flags: u64,
    pub(super) block_count: u64,
    /// Values whose name was this before they became visible; none for several.
    originals: HashMap<u64, Option<u32>>,
    /// The entries of the values of the summary that was added last.
    latest: HashMap<u32, u32>,
    /// Values by GUID, and for each the place of its entries. Made by [`Index::seal`].
    pub(super) order: Vec<u32>,
    starts: Vec<u32>,
    listed: Vec<u32>,
    /// Values whose entries are not in the order of modules.
    unordered: hashbrown::HashSet<u32>,
    /// Resolutions of type identifiers, with names in `strings`.
    pub(super) type_ids: Vec<TypeIdSummary>,
    pub(super) cfi_defs: Vec<CfiFunction>,
    pub(super) cfi_decls: Vec<CfiFunction>,
    pub(super) vtables: Vec<CompatibleVtables>,
    pub(super) strings: Strings,
    /// Whether a function states what it does with pointers.
    pub(super) has_params: bool,
}

impl Index {
    /// Adds what a module's summary says, or an index of several. A summary of one module is about the module `path`.
    ///
    /// # Errors
    /// If there are more than 2³² parts, or the module is there already.
    pub fn add(&mut self, module: &Module, path: &[u8]) -> Result<(), Fault> {
        let Some(summary) = module.summary.as_deref() else { return Ok(()) };
        self.flags |= summary.flags;
        self.block_count = self.block_count.wrapping_add(summary.block_count);
        let mut modules = Vec::with_capacity(summary.modules.len());
        for part in &summary.modules {
            let name = part.path.map_or(path, |name| module.str(name));
            modules.push(self.add_module(name, part.hash)?);
        }
        let first = u32::try_from(self.entries.len()).map_err(|_| too_many())?;
        let values = self.add_values(summary)?;
        self.latest.clear();
        for entry in &summary.entries {
            self.add_entry(module, summary, entry, &modules, &values)?;
        }
        if let [_] = summary.modules.as_slice() {
            let added = self.entries.get(first as usize..).unwrap_or_default();
            self.latest.extend(added.iter().zip(first..).map(|(entry, place)| (entry.value, place)));
        }
        self.set_bases(first)?;
        self.add_rest(module, summary, &values);
        Ok(())
    }

    /// Adds a module without summaries.
    ///
    /// # Errors
    /// As [`Index::add`].
    pub fn add_module(&mut self, path: &[u8], hash: [u32; 5]) -> Result<u32, Fault> {
        let number = u32::try_from(self.modules.len()).map_err(|_| too_many())?;
        let path: Box<[u8]> = path.into();
        if self.by_path.insert(path.clone(), number).is_some() {
            return Err(Fault(format!("the module '{}' is there twice", String::from_utf8_lossy(&path))));
        }
        self.modules.push(ModuleInfo { path, hash });
        Ok(number)
    }

    /// The number of the module with this path.
    pub fn module(&self, path: &[u8]) -> Option<u32> {
        self.by_path.get(path).copied()
    }

    /// The modules.
    pub fn modules(&self) -> &[ModuleInfo] {
        &self.modules
    }

    /// How many summaries there are.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether there is no summary.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The number of the value with this GUID.
    pub fn value(&self, guid: u64) -> Option<u32> {
        self.by_guid.get(&guid).copied()
    }

    /// The value whose name was this before it became visible, if it is only one.
    pub(super) fn original(&self, guid: u64) -> Option<u32> {
        self.originals.get(&guid).copied().flatten()
    }

    /// The entry of a value in the module that was added last, before the index is sorted.
    pub(super) fn last_entry_of(&mut self, value: u32, module: u32) -> Option<&mut Entry> {
        let at = self.latest.get(&value).copied().filter(|&at| self.entry(at).is_some_and(|entry| entry.module == module))?;
        self.entries.get_mut(at as usize)
    }

    fn value_of(&mut self, guid: u64) -> Result<u32, Fault> {
        let next = u32::try_from(self.guids.len()).ok().filter(|&next| next < u32::MAX).ok_or_else(too_many)?;
        let value = *self.by_guid.entry(guid).or_insert(next);
        if value == next {
            self.guids.push(guid);
        }
        Ok(value)
    }

    /// The numbers of a summary's values here; all ones for those that nothing refers to, which get none.
    fn add_values(&mut self, summary: &Summary) -> Result<Vec<u32>, Fault> {
        let mut values = vec![u32::MAX; summary.values.len()];
        let mut name = |index: &mut Index, value: u32| -> Result<(), Fault> {
            if let (Some(slot), Some(info)) = (values.get_mut(value as usize), summary.values.get(value as usize))
                && *slot == u32::MAX
            {
                *slot = index.value_of(info.guid)?;
            }
            Ok(())
        };
        for entry in &summary.entries {
            name(self, entry.value)?;
            entry.refs.iter().try_for_each(|r| name(self, r.value))?;
            match &entry.kind {
                EntryKind::Function(function) => {
                    function.calls.iter().try_for_each(|call| name(self, call.callee))?;
                    function.params.iter().flat_map(|param| &param.calls).try_for_each(|call| name(self, call.1))?;
                    function.callsites.iter().filter_map(|site| site.callee).try_for_each(|callee| name(self, callee))?;
                }
                EntryKind::Variable { .. } => {}
                EntryKind::Alias(aliasee) => aliasee.iter().try_for_each(|&value| name(self, value))?,
            }
        }
        summary.vtables.iter().flat_map(|list| &list.tables).try_for_each(|table| name(self, table.1))?;
        Ok(values)
    }

    fn add_entry(
        &mut self,
        module: &Module,
        summary: &Summary,
        entry: &summary::Entry,
        modules: &[u32],
        values: &[u32],
    ) -> Result<(), Fault> {
        let to = |value: u32| values.get(value as usize).copied().unwrap_or(u32::MAX);
        let of = modules.get(entry.module as usize).copied().ok_or_else(|| Fault("a summary is of no module".into()))?;
        let original = original(module, summary, entry);
        let value = to(entry.value);
        if original != 0 && self.guids.get(value as usize) != Some(&original) {
            let known = self.originals.entry(original).or_insert(Some(value));
            if *known != Some(value) {
                *known = None;
            }
        }
        let start = self.refs.len();
        self.refs.extend(entry.refs.iter().map(|r| Ref { value: to(r.value), kind: r.kind }));
        let refs = span(start, self.refs.len())?;
        let kind = match &entry.kind {
            EntryKind::Function(function) => {
                let start = self.calls.len();
                self.calls.extend(function.calls.iter().map(|call| Call {
                    callee: to(call.callee),
                    hotness: call.hotness,
                    tail: call.tail,
                }));
                self.has_params |= !function.params.is_empty();
                Kind::Function(Function {
                    instructions: function.instructions as u32,
                    flags: function.flags as u32,
                    entry_count: function.entry_count,
                    calls: span(start, self.calls.len())?,
                    rare: rare(function, to),
                })
            }
            EntryKind::Variable { flags, .. } => Kind::Variable(*flags as u8),
            EntryKind::Alias(aliasee) => Kind::Alias { value: aliasee.map(to), base: None },
        };
        self.entries.push(Entry { value, module: of, flags: entry.flags, original, refs, kind });
        if self.entries.len() >= u32::MAX as usize { Err(too_many()) } else { Ok(()) }
    }

    /// Finds what the aliases from the entry `first` on stand for.
    fn set_bases(&mut self, first: u32) -> Result<(), Fault> {
        let added = self.entries.get(first as usize..).unwrap_or_default();
        if !added.iter().any(|entry| matches!(entry.kind, Kind::Alias { .. })) {
            return Ok(());
        }
        let mut places = HashMap::new();
        for (place, entry) in (first..).zip(added).filter(|(_, entry)| !matches!(entry.kind, Kind::Alias { .. })) {
            places.insert((entry.module, entry.value), place);
        }
        for entry in self.entries.iter_mut().skip(first as usize) {
            if let Kind::Alias { value: Some(value), base } = &mut entry.kind {
                *base = places.get(&(entry.module, *value)).copied();
            }
        }
        Ok(())
    }

    /// Adds what a summary says of types, and of functions for control-flow integrity.
    fn add_rest(&mut self, module: &Module, summary: &Summary, values: &[u32]) {
        let strings = &mut self.strings;
        let mut copy = |name: Str| strings.push(module.str(name));
        for id in &summary.type_ids {
            let mut id = id.clone();
            id.name = copy(id.name);
            id.resolutions.iter_mut().for_each(|resolution| resolution.single_impl = copy(resolution.single_impl));
            self.type_ids.push(id);
        }
        for (list, more) in [(&mut self.cfi_defs, &summary.cfi_defs), (&mut self.cfi_decls, &summary.cfi_decls)] {
            list.extend(more.iter().map(|function| CfiFunction { name: copy(function.name), guid: function.guid }));
        }
        for list in &summary.vtables {
            let tables = list.tables.iter().filter_map(|&(offset, table)| Some((offset, *values.get(table as usize)?))).collect();
            self.vtables.push(CompatibleVtables { name: copy(list.name), guid: list.guid, tables });
        }
    }

    /// Sorts what was added: to be called before anything else is done with the index.
    pub fn seal(&mut self) {
        self.latest = HashMap::new();
        let mut starts = vec![0u32; self.guids.len() + 1];
        for entry in &self.entries {
            if let Some(count) = starts.get_mut(entry.value as usize + 1) {
                *count += 1;
            }
        }
        let mut sum = 0;
        for start in &mut starts {
            sum += *start;
            *start = sum;
        }
        let mut next = starts.clone();
        let mut listed = vec![0u32; self.entries.len()];
        for (place, entry) in (0..).zip(&self.entries) {
            if let Some(slot) = next.get_mut(entry.value as usize) {
                if let Some(target) = listed.get_mut(*slot as usize) {
                    *target = place;
                }
                *slot += 1;
            }
        }
        (self.starts, self.listed) = (starts, listed);
        let mut order: Vec<u32> = (0..self.guids.len() as u32).collect();
        order.sort_unstable_by_key(|&value| self.guids.get(value as usize));
        self.order = order;
        let module = |place: &u32| self.entries.get(*place as usize).map(|entry| entry.module);
        let unordered = (0..self.guids.len() as u32).filter(|&value| !self.list(value).is_sorted_by_key(module)).collect();
        self.unordered = unordered;
    }

    /// The entries of a value, in the order in which they came.
    pub(super) fn list(&self, value: u32) -> &[u32] {
        let at = |value: usize| self.starts.get(value).copied().unwrap_or_default() as usize;
        self.listed.get(at(value as usize)..at(value as usize + 1)).unwrap_or_default()
    }

    /// The entry with this number.
    pub(super) fn entry(&self, place: u32) -> Option<&Entry> {
        self.entries.get(place as usize)
    }

    /// What a module says of a value.
    pub(super) fn find(&self, value: u32, module: u32) -> Option<u32> {
        let list = self.list(value);
        let module_at = |place: u32| self.entry(place).map_or(u32::MAX, |entry| entry.module);
        if list.len() > 8 && !self.unordered.contains(&value) {
            let at = list.partition_point(|&place| module_at(place) < module);
            return list.get(at).copied().filter(|&place| module_at(place) == module);
        }
        list.iter().copied().find(|&place| module_at(place) == module)
    }

    /// The entry of what an alias stands for; an entry itself if it is no alias.
    pub(super) fn base(&self, place: u32) -> Option<u32> {
        match self.entry(place)?.kind {
            Kind::Alias { base, .. } => base,
            _ => Some(place),
        }
    }

    pub(super) fn refs_of(&self, entry: &Entry) -> &[Ref] {
        self.refs.get(entry.refs.range()).unwrap_or_default()
    }

    pub(super) fn calls_of(&self, function: &Function) -> &[Call] {
        self.calls.get(function.calls.range()).unwrap_or_default()
    }

    /// Whether an entry is alive, as far as that was found out.
    pub(super) fn is_live(&self, entry: &Entry) -> bool {
        self.flags & index_flags::DEAD_STRIPPED == 0 || entry.flags.live
    }

    /// Whether a value is alive in any module; so is one that nothing is known about.
    pub(super) fn is_value_live(&self, value: u32) -> bool {
        let list = self.list(value);
        list.is_empty() || list.iter().filter_map(|&place| self.entry(place)).any(|entry| self.is_live(entry))
    }

    /// Whether a variable's flags say that it is only read, or only written.
    pub(super) fn is_only(&self, flags: u8, bit: u64) -> bool {
        self.flags & index_flags::ATTRIBUTES_PROPAGATED != 0 && u64::from(flags) & bit != 0
    }

    /// Whether the variable that `place` is, or that it stands for, may be imported; and whether its declaration may.
    pub(super) fn may_import_variable(&self, place: u32, looks_at_refs: bool, constants_with_refs: bool) -> (bool, bool) {
        let base = self.base(place).and_then(|base| self.entry(base));
        let (Some(entry), Some(base)) = (self.entry(place), base) else { return (false, false) };
        let Kind::Variable(flags) = base.kind else { return (false, false) };
        let declaration = !entry.flags.linkage.is_interposable() && !entry.flags.not_eligible_to_import;
        let is_constant = constants_with_refs && u64::from(flags) & variable_flags::CONSTANT != 0;
        let is_plain = is_constant
            || self.is_only(flags, variable_flags::READ_ONLY)
            || self.is_only(flags, variable_flags::WRITE_ONLY)
            || base.refs.is_empty();
        (declaration && (!looks_at_refs || is_plain), declaration)
    }
}

/// The GUID of a local value's name as if it were visible, 0 if unknown.
fn original(module: &Module, summary: &Summary, entry: &summary::Entry) -> u64 {
    if let Some(stated) = entry.original_guid {
        return stated;
    }
    let value = summary.values.get(entry.value as usize);
    let local =
        value.and_then(|value| value.global).and_then(|id| module.globals.get(id.index())).filter(|_| entry.flags.linkage.is_local());
    local.map_or(0, |global| summary::guid_of_name(module.str(global.name)))
}

/// What few functions have, with values by `to`.
fn rare(function: &FunctionSummary, to: impl Fn(u32) -> u32) -> Option<Box<Rare>> {
    let FunctionSummary { type_tests, assume_vcalls, checked_load_vcalls, assume_const_vcalls, checked_load_const_vcalls, .. } = function;
    let FunctionSummary { params, callsites, allocs, .. } = function;
    let is_plain = type_tests.is_empty()
        && assume_vcalls.is_empty()
        && checked_load_vcalls.is_empty()
        && assume_const_vcalls.is_empty()
        && checked_load_const_vcalls.is_empty()
        && params.is_empty()
        && callsites.is_empty()
        && allocs.is_empty();
    if is_plain {
        return None;
    }
    let mut rare = Rare {
        type_tests: type_tests.clone(),
        assume_vcalls: assume_vcalls.clone(),
        checked_load_vcalls: checked_load_vcalls.clone(),
        assume_const_vcalls: assume_const_vcalls.clone(),
        checked_load_const_vcalls: checked_load_const_vcalls.clone(),
        params: params.clone(),
        callsites: callsites.clone(),
        allocs: allocs.clone(),
    };
    rare.params.iter_mut().flat_map(|param| &mut param.calls).for_each(|call| call.1 = to(call.1));
    rare.callsites.iter_mut().for_each(|site| site.callee = site.callee.map(&to));
    Some(Box::new(rare))
}

fn span(start: usize, end: usize) -> Result<Span, Fault> {
    match (u32::try_from(start), u32::try_from(end)) {
        (Ok(start), Ok(end)) => Ok(Span { start, end }),
        _ => Err(too_many()),
    }
}

#[cold]
fn too_many() -> Fault {
    Fault("more than 4,294,967,295 summaries, references or calls".into())
}
