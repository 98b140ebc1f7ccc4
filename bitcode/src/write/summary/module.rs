//! The summary of one module (`writePerModuleGlobalValueSummary`).
use super::memprof::{self, Stacks};
use super::{define, edge, push_name, special_counts, write_guid, write_stack_ids, write_type_records, wrong_kind};
use crate::schema::abbrevs::BLOCKS;
use crate::schema::summary as row;
use crate::write::emit::Emitter;
use crate::write::enumerate::Numbering;
use crate::write::strtab::Strtab;
use bctk_bitstream::Result;
use bctk_bitstream::stream::UNABBREV_RECORD;
use bctk_ir::constants::ConstKind;
use bctk_ir::entity::GlobalId;
use bctk_ir::global::GlobalKind;
use bctk_ir::guid::Guids;
use bctk_ir::metadata::Metadata;
use bctk_ir::metadata::module_flags::module_flags;
use bctk_ir::module::Module;
use bctk_ir::summary::{Entry, EntryKind, FunctionSummary, Summary};
use std::collections::BTreeMap;

/// Flags of an index that the summary of one module keeps: a split LTO unit, unified LTO.
const MODULE_FLAGS: u64 = 0x208;

/// Writes the GLOBALVAL_SUMMARY (or FULL_LTO_GLOBALVAL_SUMMARY) block of the module, if it has a summary.
pub(in crate::write) fn write_module(out: &mut Emitter, numbers: &Numbering<'_>, strtab: &mut Strtab) -> Result<()> {
    let module = numbers.module;
    let Some(summary) = module.summary.as_deref() else { return Ok(()) };
    out.open(if is_full_lto(module) { row::full_lto::ID } else { row::ID })?;
    let llvm = out.llvm();
    out.record(&row::Version { version: llvm.summary_version() })?;
    out.record_if_known(&row::Flags { flags: summary.flags & MODULE_FLAGS })?;
    if summary.entries.is_empty() && !summary.names_values {
        return out.end();
    }
    let mut writer = ModuleSummary::new(numbers, summary);
    writer.write_tables(out)?;
    let sizes = |entry: &Entry| match &entry.kind {
        EntryKind::Function(function) => function.allocs.iter().any(|alloc| !alloc.sizes.is_empty()),
        _ => false,
    };
    let abbrevs = Abbrevs::define(out, !llvm.context_ids_if_any() || summary.entries.iter().any(sizes))?;
    if llvm.radix_tree() {
        writer.stacks.write_contexts(out, abbrevs.contexts)?;
    }
    for (id, entry) in writer.entries_of(|kind| matches!(kind, GlobalKind::Function(_))) {
        let EntryKind::Function(function) = &entry.kind else { return Err(wrong_kind(entry)) };
        writer.function(out, &abbrevs, id, entry, function)?;
    }
    for (id, entry) in writer.entries_of(|kind| matches!(kind, GlobalKind::Variable { .. })) {
        let EntryKind::Variable { flags, vtable, .. } = &entry.kind else { return Err(wrong_kind(entry)) };
        writer.variable(out, &abbrevs, id, entry, *flags, vtable)?;
    }
    for (id, entry) in writer.entries_of(|kind| matches!(kind, GlobalKind::Alias { .. })) {
        let EntryKind::Alias(aliasee) = entry.kind else { return Err(wrong_kind(entry)) };
        let ops = [u64::from(numbers.global(id)), entry.flags.raw(), aliasee.map_or(0, |aliasee| writer.value(aliasee))];
        out.operands(abbrevs.alias, row::Alias::CODE, &ops)?;
    }
    let mut vtables: Vec<_> = summary.vtables.iter().collect();
    vtables.sort_by_key(|tables| module.str(tables.name));
    for tables in vtables {
        writer.ops.clear();
        push_name(&mut writer.ops, strtab, module.str(tables.name));
        for &(offset, table) in &tables.tables {
            let table = writer.value(table);
            writer.ops.extend([offset, table]);
        }
        out.operands(abbrevs.vtables, row::TypeIdMetadata::CODE, &writer.ops)?;
    }
    if summary.block_count != 0 || !llvm.block_count_if_any() {
        out.record_if_known(&row::BlockCount { count: summary.block_count })?;
    }
    out.end()
}

/// Whether the module flag `ThinLTO` is there and 0.
fn is_full_lto(module: &Module) -> bool {
    let mut values = module_flags(module).filter(|flag| flag.key == b"ThinLTO").filter_map(|flag| flag.constant(module));
    values.next() == Some(ConstKind::Null)
}

/// Ids of the abbreviations of the block.
struct Abbrevs {
    profile: u32,
    /// For functions without profile, of old versions.
    plain: u32,
    variable: u32,
    vtable: u32,
    alias: u32,
    vtables: u32,
    callsite: u32,
    alloc: u32,
    contexts: u32,
    context_ids: u32,
}

impl Abbrevs {
    /// Defines them in LLVM's order; `sizes` says whether there are sizes of allocation contexts.
    fn define(out: &mut Emitter, sizes: bool) -> Result<Abbrevs> {
        let mut define = |name| define(out, BLOCKS, row::ID, name);
        let context_ids = if sizes { define("ALLOC_CONTEXT_IDS")? } else { UNABBREV_RECORD };
        let profile = define("PERMODULE_PROFILE")?;
        let plain = define("PERMODULE")?;
        define("PERMODULE_RELBF")?;
        Ok(Abbrevs {
            profile,
            plain,
            variable: define("PERMODULE_GLOBALVAR_INIT_REFS")?,
            vtable: define("PERMODULE_VTABLE_GLOBALVAR_INIT_REFS")?,
            alias: define("ALIAS")?,
            vtables: define("TYPE_ID_METADATA")?,
            callsite: define("PERMODULE_CALLSITE_INFO")?,
            alloc: define("PERMODULE_ALLOC_INFO")?,
            contexts: define("CONTEXT_RADIX_TREE_ARRAY")?,
            context_ids,
        })
    }
}

struct ModuleSummary<'m> {
    numbers: &'m Numbering<'m>,
    summary: &'m Summary,
    /// Numbers of values that are not globals of the module, by GUID: they follow all values of the module.
    guids: BTreeMap<u64, u32>,
    /// For each global value the place of its first entry.
    of_global: Vec<Option<u32>>,
    stacks: Stacks,
    ops: Vec<u64>,
}

impl<'m> ModuleSummary<'m> {
    fn new(numbers: &'m Numbering<'m>, summary: &'m Summary) -> ModuleSummary<'m> {
        let mut of_value = vec![None; summary.values.len()];
        for (at, entry) in summary.entries.iter().enumerate() {
            if let Some(place @ None) = of_value.get_mut(entry.value as usize) {
                *place = Some(at as u32);
            }
        }
        let mut writer =
            ModuleSummary { numbers, summary, guids: BTreeMap::new(), of_global: Vec::new(), stacks: Stacks::default(), ops: Vec::new() };
        writer.find_globals(&of_value);
        writer.number_guids();
        let functions = writer.entries_of(|kind| matches!(kind, GlobalKind::Function(_)));
        let functions = functions.iter().filter_map(|(_, entry)| match &entry.kind {
            EntryKind::Function(function) => Some(&**function),
            _ => None,
        });
        writer.stacks = Stacks::new(&summary.stack_ids, functions, true);
        writer
    }

    /// Finds the entries of the global values, by their GUIDs where the summary does not name them.
    fn find_globals(&mut self, of_value: &[Option<u32>]) {
        let module = self.numbers.module;
        let entry_of = |value: usize| of_value.get(value).copied().flatten();
        self.of_global = vec![None; module.globals.len()];
        let mut unnamed = BTreeMap::new();
        for (at, value) in self.summary.values.iter().enumerate() {
            match value.global.and_then(|id| self.of_global.get_mut(id.index())) {
                Some(place) => *place = entry_of(at),
                None if entry_of(at).is_some() => drop(unnamed.insert(value.guid, at)),
                None => {}
            }
        }
        if unnamed.is_empty() {
            return;
        }
        let guids = Guids::new(module, self.numbers.llvm);
        for (place, global) in self.of_global.iter_mut().zip(&module.globals).filter(|(place, _)| place.is_none()) {
            let guid = guids.attached(global).unwrap_or_else(|| guids.computed(global));
            *place = unnamed.get(&guid).and_then(|&at| entry_of(at));
        }
    }

    /// Numbers the callees and references of functions that the module does not have, in the order of the functions' GUIDs. A repeated one
    /// gets a new number, as in LLVM.
    fn number_guids(&mut self) {
        let guid = |value: u32| self.summary.values.get(value as usize).filter(|value| value.global.is_none()).map(|value| value.guid);
        let key = |value: u32| self.summary.values.get(value as usize).map_or(0, |value| value.guid);
        let mut entries: Vec<&Entry> = self.summary.entries.iter().collect();
        entries.sort_by_key(|entry| key(entry.value));
        let mut next = self.numbers.values();
        for entry in entries {
            let EntryKind::Function(function) = &entry.kind else { continue };
            let calls = function.calls.iter().map(|call| call.callee);
            for guid in calls.chain(entry.refs.iter().map(|r| r.value)).filter_map(guid) {
                next += 1;
                self.guids.insert(guid, next);
            }
        }
    }

    /// Number of a value of the summary.
    fn value(&self, value: u32) -> u64 {
        let Some(info) = self.summary.values.get(value as usize) else { return 0 };
        u64::from(match info.global {
            Some(id) => self.numbers.global(id),
            None => self.guids.get(&info.guid).copied().unwrap_or(0),
        })
    }

    /// The first entries of global values of some kind, in the order of the values.
    fn entries_of(&self, wanted: impl Fn(&GlobalKind) -> bool) -> Vec<(GlobalId, &'m Entry)> {
        let globals = self.of_global.iter().zip(&self.numbers.module.globals).enumerate();
        let found = globals.filter(|(_, (_, global))| wanted(&global.kind)).filter_map(|(at, (place, _))| {
            let entry = self.summary.entries.get((*place)? as usize)?;
            Some((GlobalId::new(at), entry))
        });
        found.collect()
    }

    /// GUIDs of values that the module does not have, and stack identifiers.
    fn write_tables(&mut self, out: &mut Emitter) -> Result<()> {
        let abbrev = define(out, BLOCKS, row::ID, "VALUE_GUID")?;
        self.guids.iter().try_for_each(|(&guid, &value)| write_guid(out, abbrev, value, guid))?;
        write_stack_ids(out, BLOCKS, self.stacks.ids(), &mut self.ops)
    }

    fn function(&mut self, out: &mut Emitter, abbrevs: &Abbrevs, id: GlobalId, entry: &Entry, function: &FunctionSummary) -> Result<()> {
        let mut ops = std::mem::take(&mut self.ops);
        write_type_records(out, function, &mut ops, |value| Some(self.value(value)))?;
        let llvm = out.llvm();
        if !llvm.profiles_after_function() {
            self.profile(out, abbrevs, function, &mut ops)?;
        }
        let (read_only, write_only) = special_counts(entry.refs.iter());
        ops.clear();
        ops.extend([u64::from(self.numbers.global(id)), entry.flags.raw(), function.instructions, function.flags]);
        ops.extend([entry.refs.len() as u64, read_only, write_only]);
        ops.extend(entry.refs.iter().map(|r| self.value(r.value)));
        // Calls of functions without profile had no hotness.
        let written = if llvm.calls_with_hotness() || self.has_profile(id) {
            ops.extend(function.calls.iter().flat_map(|call| [self.value(call.callee), edge(call)]));
            out.operands(abbrevs.profile, row::PerModuleProfile::CODE, &ops)
        } else {
            ops.extend(function.calls.iter().map(|call| self.value(call.callee)));
            out.operands(abbrevs.plain, row::PerModule::CODE, &ops)
        };
        written?;
        if llvm.profiles_after_function() {
            self.profile(out, abbrevs, function, &mut ops)?;
        }
        self.ops = ops;
        Ok(())
    }

    /// Writes the records of a function's memory profile (`writeFunctionHeapProfileRecords`).
    fn profile(&mut self, out: &mut Emitter, abbrevs: &Abbrevs, function: &FunctionSummary, ops: &mut Vec<u64>) -> Result<()> {
        let llvm = out.llvm();
        for site in &function.callsites {
            ops.clear();
            ops.push(site.callee.map_or(0, |callee| self.value(callee)));
            ops.extend(site.stack_ids.iter().map(|&id| self.stacks.index(id)));
            out.operands(abbrevs.callsite, row::PerModuleCallsiteInfo::CODE, ops)?;
        }
        for alloc in &function.allocs {
            ops.clear();
            if llvm.counted_contexts() {
                ops.push(alloc.contexts.len() as u64);
            }
            if llvm.radix_tree() {
                for &(kind, _) in &alloc.contexts {
                    ops.extend([u64::from(kind), self.stacks.next_context()]);
                }
                memprof::write_sizes(out, abbrevs.context_ids, alloc, ops)?;
            } else {
                self.stacks.push_contexts(alloc, ops);
            }
            out.operands(abbrevs.alloc, row::PerModuleAllocInfo::CODE, ops)?;
        }
        Ok(())
    }

    /// Whether a function has a profile: its entry count is known (`Function::hasProfileData`).
    fn has_profile(&self, id: GlobalId) -> bool {
        let module = self.numbers.module;
        let own = module.global(id).map_or(&[][..], |global| &global.attachments);
        let of_body = self.numbers.body_of(id).map_or(&[][..], |(_, body)| &body.function_attachments);
        let table = &module.metadata;
        own.iter().chain(of_body).any(|attachment| {
            let is_profile = module.md_kinds.get(attachment.kind as usize).is_some_and(|&kind| module.str(kind) == b"prof");
            let Metadata::Tuple { ops, .. } = table.get(attachment.node) else { return false };
            let (Some(name), true) = (table.lists.get(ops).first(), is_profile) else { return false };
            let is_count =
                matches!(name.map(|md| table.get(md)), Some(Metadata::String(text)) if module.str(text) == b"function_entry_count");
            // -1 stands for a count that is not known.
            let count = table.lists.get(ops).get(1).flatten().and_then(|md| table.wrapped_value(md));
            let body = self.numbers.body_of(id).map(|(_, body)| body);
            let constant = count.and_then(|value| module.pool_of(body, value)).and_then(|(pool, index)| pool.get(index));
            is_count && constant.is_some_and(|constant| constant.kind != ConstKind::Int(-1))
        })
    }

    fn variable(
        &mut self,
        out: &mut Emitter,
        abbrevs: &Abbrevs,
        id: GlobalId,
        entry: &Entry,
        flags: u64,
        vtable: &[(u32, u64)],
    ) -> Result<()> {
        let mut refs: Vec<u64> = entry.refs.iter().map(|r| self.value(r.value)).collect();
        refs.sort_unstable();
        let ops = &mut self.ops;
        ops.clear();
        ops.extend([u64::from(self.numbers.global(id)), entry.flags.raw(), flags]);
        if vtable.is_empty() {
            ops.extend(refs);
            return out.operands(abbrevs.variable, row::PerModuleGlobalVarInitRefs::CODE, ops);
        }
        ops.push(refs.len() as u64);
        ops.extend(refs);
        for &(function, offset) in vtable {
            let function = self.value(function);
            self.ops.extend([function, offset]);
        }
        out.operands(abbrevs.vtable, row::PerModuleVTableGlobalVarInitRefs::CODE, &self.ops)
    }
}
