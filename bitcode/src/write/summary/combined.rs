//! The index of many modules (`IndexBitcodeWriter`).
use super::memprof::Stacks;
use super::{define, edge, push_name, special_counts, write_guid, write_stack_ids, write_type_records};

use crate::schema::abbrevs::{COMBINED_INDEX, NameChar};
use crate::schema::module as module_row;
use crate::schema::summary::{self as row, module_strtab};
use crate::write::emit::Emitter;
use crate::write::strtab::Strtab;
use bctk_bitstream::stream::UNABBREV_RECORD;
use bctk_bitstream::{Error, Result};
use bctk_ir::module::Module;
use bctk_ir::strings::Str;
use bctk_ir::summary::{CfiFunction, DevirtResolution, Entry, EntryKind, FunctionSummary, Summary, TypeIdSummary};
use bctk_ir::version::LlvmVersion;
use hashbrown::HashMap;
use std::collections::BTreeSet;

/// Version of a module block whose names are in STRTAB.
const MODULE_VERSION: u32 = 2;

/// Writes the module block of a combined index, which contains no IR (`IndexBitcodeWriter::write`); the caller writes identification and
/// STRTAB. With `as_listed`, entries are in the order of the summary, as in an index for the backend of one module.
pub(in crate::write) fn write_index(out: &mut Emitter, module: &Module, strtab: &mut Strtab, as_listed: bool) -> Result<()> {
    let Some(summary) = module.summary.as_deref() else { return Ok(()) };
    let mut writer = Combined::new(module, summary, out.llvm(), as_listed);
    out.enter(module_row::ID, 3)?;
    out.operands(UNABBREV_RECORD, module_row::Version::CODE, &[u64::from(MODULE_VERSION)])?;
    writer.write_modules(out)?;
    let llvm = out.llvm();
    out.enter(row::ID, llvm.index_width())?;
    out.record(&row::Version { version: llvm.summary_version() })?;
    out.record_if_known(&row::Flags { flags: summary.flags })?;
    writer.write_tables(out)?;
    let abbrevs = Abbrevs::define(out)?;
    let mut aliases = Vec::new();
    for entry in writer.entries.clone() {
        match &entry.kind {
            EntryKind::Function(function) => writer.function(out, &abbrevs, entry, function)?,
            EntryKind::Variable { flags, .. } => writer.variable(out, &abbrevs, entry, *flags)?,
            EntryKind::Alias(aliasee) => aliases.push((entry, *aliasee)),
        }
    }
    for (entry, aliasee) in aliases {
        writer.alias(out, &abbrevs, entry, aliasee)?;
    }
    writer.cfi_functions(out, strtab, row::CfiFunctionDefs::CODE, &summary.cfi_defs)?;
    writer.cfi_functions(out, strtab, row::CfiFunctionDecls::CODE, &summary.cfi_decls)?;
    writer.type_ids(out, strtab)?;
    if summary.block_count != 0 || !llvm.block_count_if_any() {
        out.record_if_known(&row::BlockCount { count: summary.block_count })?;
    }
    out.end()?;
    out.end()
}

/// Ids of the abbreviations of the block.
struct Abbrevs {
    profile: u32,
    /// For functions without profile, of old versions.
    plain: u32,
    variable: u32,
    alias: u32,
    callsite: u32,
    alloc: u32,
}

impl Abbrevs {
    fn define(out: &mut Emitter) -> Result<Abbrevs> {
        let mut define = |name| define(out, COMBINED_INDEX, row::ID, name);
        Ok(Abbrevs {
            plain: define("COMBINED")?,
            profile: define("COMBINED_PROFILE")?,
            variable: define("COMBINED_GLOBALVAR_INIT_REFS")?,
            alias: define("COMBINED_ALIAS")?,
            callsite: define("COMBINED_CALLSITE_INFO")?,
            alloc: define("COMBINED_ALLOC_INFO")?,
        })
    }
}

struct Combined<'m> {
    module: &'m Module,
    summary: &'m Summary,
    /// Entries by GUID; those of one GUID in the order of the file.
    entries: Vec<&'m Entry>,
    /// Numbers of values, from 1 on; 0 for none.
    numbers: Vec<u32>,
    /// Values by GUID.
    by_guid: Vec<u32>,
    /// Number of each module of the summary: by path.
    modules: Vec<u64>,
    stacks: Stacks,
    /// Entries are in the order of the summary.
    as_listed: bool,
    /// Functions by value and module, where that matters.
    functions: HashMap<(u32, u32), &'m FunctionSummary>,
    /// GUIDs that are defined or referred to.
    seen: BTreeSet<u64>,
    /// GUIDs of type identifiers that functions refer to.
    types: BTreeSet<u64>,
    ops: Vec<u64>,
}

/// GUID of a value of the summary.
fn guid(summary: &Summary, value: u32) -> Option<u64> {
    summary.values.get(value as usize).map(|value| value.guid)
}

impl<'m> Combined<'m> {
    fn new(module: &'m Module, summary: &'m Summary, llvm: LlvmVersion, as_listed: bool) -> Combined<'m> {
        let mut entries: Vec<&Entry> = summary.entries.iter().collect();
        if !as_listed {
            entries.sort_by_key(|entry| guid(summary, entry.value));
        }
        let mut numbers = vec![0; summary.values.len()];
        let mut next = 0;
        let mut number = |value: u32| {
            if let Some(number) = numbers.get_mut(value as usize) {
                next += 1;
                *number = next;
            }
        };
        for entry in &entries {
            number(entry.value);
            if let EntryKind::Alias(Some(aliasee)) = entry.kind
                && as_listed
            {
                // What it stands for has a number even if it is not listed.
                number(aliasee);
            }
            if let EntryKind::Function(function) = &entry.kind
                && llvm.numbered_callees()
            {
                // A call site without a stack was synthesised for a tail call; its callee gets a number even if nothing is known about it.
                for site in function.callsites.iter().filter(|site| site.stack_ids.is_empty()) {
                    if let Some(callee) = site.callee {
                        number(callee);
                    }
                }
            }
        }
        let functions = entries.iter().filter_map(|entry| match &entry.kind {
            EntryKind::Function(function) => Some(&**function),
            _ => None,
        });
        let mut by_guid: Vec<u32> = (0..summary.values.len() as u32).collect();
        by_guid.sort_by_key(|&value| guid(summary, value));
        let stacks = Stacks::new(&[], functions, !llvm.index_without_contexts());
        // Aliases name the types that their functions refer to.
        let mut by_place = HashMap::new();
        if !summary.type_ids.is_empty() {
            for entry in &summary.entries {
                if let EntryKind::Function(function) = &entry.kind {
                    by_place.insert((entry.value, entry.module), &**function);
                }
            }
        }
        Combined {
            module,
            summary,
            entries,
            numbers,
            by_guid,
            modules: vec![0; summary.modules.len()],
            stacks,
            as_listed,
            functions: by_place,
            seen: BTreeSet::new(),
            types: BTreeSet::new(),
            ops: Vec::new(),
        }
    }

    /// Number of a value, if anything is known of it.
    fn value(&self, value: u32) -> Option<u64> {
        self.numbers.get(value as usize).filter(|&&number| number != 0).map(|&number| u64::from(number))
    }

    fn module_of(&self, entry: &Entry) -> Result<u64> {
        let number = self.modules.get(entry.module as usize).copied();
        number.ok_or_else(|| Error::unsupported(format!("the summary of value {} is of no module", entry.value)))
    }

    /// MODULE_STRTAB: paths in their order, each with its hash if it has one.
    fn write_modules(&mut self, out: &mut Emitter) -> Result<()> {
        out.enter(module_strtab::ID, 3)?;
        let mut define = |name| define(out, COMBINED_INDEX, module_strtab::ID, name);
        let (wide, seven, six, hash) = (define("ENTRY, 8 bits")?, define("ENTRY, 7 bits")?, define("ENTRY, char6")?, define("HASH")?);
        let path = |at: usize| self.summary.modules.get(at).map_or(&[][..], |m| self.module.str(m.path.unwrap_or(Str::EMPTY)));
        let mut order: Vec<usize> = (0..self.summary.modules.len()).collect();
        // A damaged file may give several one number.
        let numbers: BTreeSet<u64> = self.summary.modules.iter().map(|module| module.id).collect();
        let by_path = out.llvm().modules_by_path() || numbers.len() != self.summary.modules.len();
        if by_path {
            order.sort_by_key(|&at| path(at));
        }
        let mut last = None;
        let mut next = 0;
        for at in order {
            let path = path(at);
            if last == Some(path) {
                self.modules[at] = next - 1;
                continue;
            }
            last = Some(path);
            let number = self.summary.modules.get(at).filter(|_| !by_path).map_or(next, |module| module.id);
            self.modules[at] = number;
            let abbrev = match NameChar::of(path) {
                NameChar::Fixed8 => wide,
                NameChar::Fixed7 => seven,
                NameChar::Char6 => six,
            };
            self.ops.clear();
            self.ops.push(number);
            self.ops.extend(path.iter().map(|&c| u64::from(c)));
            out.operands(abbrev, module_strtab::Entry::CODE, &self.ops)?;
            let words = self.summary.modules.get(at).map_or([0; 5], |module| module.hash);
            if words != [0; 5] {
                out.operands(hash, module_strtab::Hash::CODE, &words.map(u64::from))?;
            }
            next += 1;
        }
        out.end()
    }

    /// GUIDs of all values, and stack identifiers of call sites.
    fn write_tables(&mut self, out: &mut Emitter) -> Result<()> {
        let abbrev = define(out, COMBINED_INDEX, row::ID, "VALUE_GUID")?;
        for &value in &self.by_guid {
            if let (Some(number), Some(guid)) = (self.value(value), guid(self.summary, value)) {
                write_guid(out, abbrev, number as u32, guid)?;
            }
        }
        write_stack_ids(out, COMBINED_INDEX, self.stacks.ids(), &mut self.ops)
    }

    /// Collects what an entry refers to.
    fn see(&mut self, entry: &Entry) {
        if self.summary.cfi_defs.is_empty() && self.summary.cfi_decls.is_empty() {
            return;
        }
        let values = std::iter::once(entry.value).chain(entry.refs.iter().map(|r| r.value));
        self.seen.extend(values.filter_map(|value| guid(self.summary, value)));
    }

    /// Notes the type identifiers of a function.
    fn see_types(&mut self, function: &FunctionSummary) {
        if self.summary.type_ids.is_empty() {
            return;
        }
        let calls = function.assume_vcalls.iter().chain(&function.checked_load_vcalls);
        let const_calls = function.assume_const_vcalls.iter().chain(&function.checked_load_const_vcalls);
        self.types
            .extend(function.type_tests.iter().copied().chain(calls.map(|call| call.guid)).chain(const_calls.map(|(call, _)| call.guid)));
    }

    fn function(&mut self, out: &mut Emitter, abbrevs: &Abbrevs, entry: &Entry, function: &FunctionSummary) -> Result<()> {
        self.see(entry);
        self.see_types(function);
        let llvm = out.llvm();
        let mut ops = std::mem::take(&mut self.ops);
        write_type_records(out, function, &mut ops, |value| self.value(value))?;
        if !llvm.profiles_after_function() {
            self.profile(out, abbrevs, function, &mut ops)?;
        }
        ops.clear();
        ops.extend([
            self.value(entry.value).unwrap_or(0),
            self.module_of(entry)?,
            entry.flags.raw(),
            function.instructions,
            function.flags,
        ]);
        let refs = || entry.refs.iter().filter(|r| self.value(r.value).is_some());
        let (read_only, write_only) = special_counts(refs());
        ops.extend([function.entry_count, refs().count() as u64, read_only, write_only]);
        ops.extend(refs().filter_map(|r| self.value(r.value)));
        let profile = llvm.calls_with_hotness() || function.calls.iter().any(|call| call.hotness != 0);
        for call in &function.calls {
            let Some(callee) = self.value(call.callee) else { continue };
            ops.push(callee);
            ops.extend(profile.then(|| edge(call)));
        }
        let (abbrev, code) = match profile {
            true => (abbrevs.profile, row::CombinedProfile::CODE),
            false => (abbrevs.plain, row::Combined::CODE),
        };
        out.operands(abbrev, code, &ops)?;
        if llvm.profiles_after_function() {
            self.profile(out, abbrevs, function, &mut ops)?;
        }
        self.ops = ops;
        self.original_name(out, entry)
    }

    /// Writes the records of a function's memory profile (`writeFunctionHeapProfileRecords`).
    fn profile(&self, out: &mut Emitter, abbrevs: &Abbrevs, function: &FunctionSummary, ops: &mut Vec<u64>) -> Result<()> {
        let llvm = out.llvm();
        for site in &function.callsites {
            ops.clear();
            ops.push(site.callee.and_then(|callee| self.value(callee)).unwrap_or(0));
            ops.extend([site.stack_ids.len() as u64, site.clones.len() as u64]);
            ops.extend(site.stack_ids.iter().map(|&id| self.stacks.index(id)));
            ops.extend(site.clones.iter().map(|&clone| u64::from(clone)));
            out.operands(abbrevs.callsite, row::CombinedCallsiteInfo::CODE, ops)?;
        }
        for alloc in &function.allocs {
            ops.clear();
            ops.extend([alloc.contexts.len() as u64, alloc.versions.len() as u64]);
            let code = if llvm.index_without_contexts() {
                ops.extend(alloc.contexts.iter().map(|&(kind, _)| u64::from(kind)));
                row::CombinedAllocInfoNoContext::CODE
            } else {
                self.stacks.push_contexts(alloc, ops);
                row::CombinedAllocInfo::CODE
            };
            ops.extend(alloc.versions.iter().map(|&kind| u64::from(kind)));
            out.operands(abbrevs.alloc, code, ops)?;
        }
        Ok(())
    }

    fn variable(&mut self, out: &mut Emitter, abbrevs: &Abbrevs, entry: &Entry, flags: u64) -> Result<()> {
        self.see(entry);
        let head = [self.value(entry.value).unwrap_or(0), self.module_of(entry)?, entry.flags.raw(), flags];
        let mut ops = std::mem::take(&mut self.ops);
        ops.clear();
        ops.extend(head);
        ops.extend(entry.refs.iter().filter_map(|r| self.value(r.value)));
        out.operands(abbrevs.variable, row::CombinedGlobalVarInitRefs::CODE, &ops)?;
        self.ops = ops;
        self.original_name(out, entry)
    }

    fn alias(&mut self, out: &mut Emitter, abbrevs: &Abbrevs, entry: &Entry, aliasee: Option<u32>) -> Result<()> {
        self.see(entry);
        let ops = [
            self.value(entry.value).unwrap_or(0),
            self.module_of(entry)?,
            entry.flags.raw(),
            // No value has the number 0.
            aliasee.and_then(|aliasee| self.value(aliasee)).unwrap_or(0),
        ];
        out.operands(abbrevs.alias, row::CombinedAlias::CODE, &ops)?;
        self.original_name(out, entry)?;
        if let Some(function) = aliasee.and_then(|aliasee| self.functions.get(&(aliasee, entry.module)).copied()) {
            self.see_types(function);
        }
        Ok(())
    }

    /// Names of functions for control-flow integrity, limited to those in the index.
    fn cfi_functions(&mut self, out: &mut Emitter, strtab: &mut Strtab, code: u32, functions: &[CfiFunction]) -> Result<()> {
        let known = functions.iter().filter(|function| self.seen.contains(&function.guid));
        let mut known: Vec<(&[u8], u64)> = known.map(|function| (self.module.str(function.name), function.guid)).collect();
        known.sort_unstable();
        if known.is_empty() {
            return Ok(());
        }
        self.ops.clear();
        for (name, guid) in known {
            if out.llvm().cfi_guids() {
                self.ops.push(guid);
            }
            push_name(&mut self.ops, strtab, name);
        }
        out.operands(UNABBREV_RECORD, code, &self.ops)
    }

    /// Resolutions of type identifiers that functions refer to, by GUID.
    fn type_ids(&mut self, out: &mut Emitter, strtab: &mut Strtab) -> Result<()> {
        let mut by_guid: Vec<&TypeIdSummary> = self.summary.type_ids.iter().filter(|id| self.types.contains(&id.guid)).collect();
        by_guid.sort_by_key(|id| id.guid);
        for id in by_guid {
            self.ops.clear();
            push_name(&mut self.ops, strtab, self.module.str(id.name));
            self.ops.extend([id.kind, id.size_m1_bit_width, id.align_log2, id.size_m1, u64::from(id.bit_mask), id.inline_bits]);
            for resolution in &id.resolutions {
                self.resolution(strtab, resolution);
            }
            out.operands(UNABBREV_RECORD, row::TypeId::CODE, &self.ops)?;
        }
        Ok(())
    }

    fn resolution(&mut self, strtab: &mut Strtab, resolution: &DevirtResolution) {
        let ops = &mut self.ops;
        ops.extend([resolution.offset, resolution.kind]);
        push_name(ops, strtab, self.module.str(resolution.single_impl));
        ops.push(resolution.by_arg.len() as u64);
        for arg in &resolution.by_arg {
            ops.push(arg.args.len() as u64);
            ops.extend_from_slice(&arg.args);
            ops.extend([arg.kind, arg.info, u64::from(arg.byte), u64::from(arg.bit)]);
        }
    }

    /// The record of a local value is followed by the GUID of its name before promotion, 0 if unknown; not in an index for one backend.
    fn original_name(&self, out: &mut Emitter, entry: &Entry) -> Result<()> {
        if self.as_listed || !entry.flags.linkage.is_local() {
            return Ok(());
        }
        out.record(&row::CombinedOriginalName { guid: entry.original_guid.unwrap_or(0) })
    }
}
