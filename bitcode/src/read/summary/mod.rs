//! Summary blocks: modules, values, functions, variables and aliases of a ThinLTO index, of one module or combined.
//!
//! They are read after the module, because GUIDs are computed from the names of global values.

mod memprof;
mod typeid;

use super::module_reader::{Extent, ModuleReader};
use super::records::{decode, next_record};
use crate::limits::LimitName;
use crate::schema::field::{Items, StrtabRef, VirtualCall, sign_rotated};
use crate::schema::{self, Fields, Record, summary as row};
use bctk_bitstream::stream::{Entry as Event, RecordBuf, StreamReader};
use bctk_bitstream::{Error, Result};
use bctk_ir::entity::GlobalId;
use bctk_ir::global::{GlobalKind, GlobalValue};
use bctk_ir::guid::Guids;
use bctk_ir::strings::Str;
use bctk_ir::summary::{
    CallEdge, CfiFunction, Entry, EntryKind, FunctionSummary, ModulePath, OffsetRange, ParamAccess, Ref, RefKind, Summary, ValueFlags,
    ValueInfo, VirtualFunction, guid_of_name,
};
use bctk_support::parallel::prelude::*;
use hashbrown::{HashMap, HashSet};
use schema::summary::module_strtab;
use std::collections::BTreeMap;

/// The latest version of the summary format that is known (LLVM 23, `ModuleSummaryIndex::BitcodeSummaryVersion`).
const LATEST_VERSION: u64 = 14;

/// The first version whose records of memory profiles follow the function that they are about.
const PROFILES_AFTER_FUNCTION: u64 = 13;

/// The first version with GUIDs of functions for control-flow integrity.
const CFI_GUIDS: u64 = 14;

/// Bits of relative block frequency in an edge of PERMODULE_RELBF; the bit above says that the call is a tail call
/// (`CalleeInfo::RelBlockFreqBits`).
const REL_BLOCK_FREQ_BITS: u32 = 28;

/// Reads the summary blocks noted by `owner`, if there are any, into its module.
pub(super) fn read(owner: &mut ModuleReader<'_>) -> Result<()> {
    let noted = std::mem::take(&mut owner.noted);
    let Some(within) = noted.within else { return Ok(()) };
    // A table of paths alone is no summary.
    if noted.blocks.iter().all(|position| position.block == module_strtab::ID) {
        return Ok(());
    }
    let mut reader = SummaryReader {
        room: owner.limits.summary_bytes,
        owner,
        summary: Summary::default(),
        by_number: ByNumber::default(),
        by_guid: HashMap::new(),
        modules: HashMap::new(),
        this_module: None,
        hash: noted.hash,
        newer: None,
        entries: HashSet::new(),
        last: None,
        pending: FunctionSummary::default(),
        stack_ids: Vec::new(),
        radix_tree: Vec::new(),
        context_ids: Vec::new(),
        type_ids: BTreeMap::new(),
        vtables: BTreeMap::new(),
    };
    reader.globals();
    for &(number, guid) in &noted.guids {
        reader.define(number, guid);
    }
    for position in noted.blocks {
        let mut stream = within.reader_at(position);
        stream.next(&mut RecordBuf::new())?;
        stream.enter()?;
        match position.block {
            module_strtab::ID => reader.module_paths(&mut stream)?,
            block => {
                let read = reader.block(&mut stream, block == row::full_lto::ID);
                match (read, reader.newer.take()) {
                    // The module can be read without it.
                    (Err(_), Some(version)) if reader.owner.extent == Extent::All => {
                        reader.owner.facts.unknown.version(block, version);
                        return Ok(());
                    }
                    (read, _) => read?,
                }
            }
        }
    }
    reader.finish();
    Ok(())
}

/// Evidence for the LLVM that wrote an index.
#[derive(Default)]
struct Shape {
    /// Width of abbreviation ids in the block.
    width: u32,
    /// There is a function without hotness of its calls.
    plain: bool,
    /// The number of basic blocks is stated although it is 0.
    no_blocks: bool,
}

impl Shape {
    fn note(&mut self, record: &RecordBuf) {
        self.plain |= record.code == row::Combined::CODE;
        self.no_blocks |= record.code == row::BlockCount::CODE && record.ops.first() == Some(&0);
    }

    /// See [`Summary::writer`]; `version` is that of the summary.
    fn writer(&self, version: u64) -> Option<u32> {
        Some(match version {
            ..=9 if self.width == 3 => 15,
            ..=9 if self.no_blocks => 16,
            ..=9 if self.plain => 17,
            ..=9 => 18,
            10 => 19,
            11 => 20,
            12 => 22,
            _ => return None,
        })
    }
}

/// Indices of values by their numbers in the file. Nearly all numbers are consecutive.
#[derive(Default)]
struct ByNumber {
    /// The indices of the first numbers; [`ABSENT`] for one that is not defined.
    first: Vec<u32>,
    others: HashMap<u32, u32>,
}

/// In place of the index of a value.
const ABSENT: u32 = u32::MAX;

impl ByNumber {
    fn insert(&mut self, number: u32, index: u32) {
        let end = self.first.len();
        match self.first.get_mut(number as usize) {
            Some(there) => *there = index,
            None if number as usize == end => self.first.push(index),
            None => _ = self.others.insert(number, index),
        }
    }

    /// Leaves out the numbers before `number`, so that those from there on count as consecutive.
    fn skip_to(&mut self, number: usize) {
        self.first.resize(self.first.len().max(number), ABSENT);
    }

    fn get(&self, number: u32) -> Option<u32> {
        match self.first.get(number as usize) {
            Some(&index) => Some(index).filter(|&index| index != ABSENT),
            None => self.others.get(&number).copied(),
        }
    }
}

/// What has been gathered so far.
struct SummaryReader<'m, 'a> {
    owner: &'m mut ModuleReader<'a>,
    summary: Summary,
    /// Index of each value by its number in the file.
    by_number: ByNumber,
    /// Index of each value by its GUID.
    by_guid: HashMap<u64, u32>,
    /// Index of each module by its number in the file.
    modules: HashMap<u64, u32>,
    /// Index of the module that holds the summary.
    this_module: Option<u32>,
    hash: Option<[u32; 5]>,
    /// The version of a summary that is newer than all known ones.
    newer: Option<u64>,
    /// Values that have a summary in a module: value and module.
    entries: HashSet<(u32, u32)>,
    /// The entry that COMBINED_ORIGINAL_NAME would speak of.
    last: Option<usize>,
    /// The contents of preceding records about the function whose record follows.
    pending: FunctionSummary,
    /// STACK_IDS.
    stack_ids: Vec<u64>,
    /// CONTEXT_RADIX_TREE_ARRAY; the low 32 bits count.
    radix_tree: Vec<u32>,
    /// ALLOC_CONTEXT_IDS.
    context_ids: Vec<u64>,
    type_ids: BTreeMap<Vec<u8>, typeid::TypeId>,
    vtables: BTreeMap<Vec<u8>, Vec<(u64, u32)>>,
    /// Bytes that names and stacks may still take.
    room: usize,
}

/// The four or so numbers with which records of functions begin, by version.
struct FunctionHead<'r> {
    flags: ValueFlags,
    instructions: u64,
    function_flags: u64,
    entry_count: u64,
    refs: &'r [u64],
    read_only: u64,
    write_only: u64,
}

/// How a record writes its calls.
#[derive(Clone, Copy, PartialEq)]
enum Edges {
    /// Callees alone.
    Plain,
    /// With hotness and tail call.
    Profile,
    /// With relative block frequency and tail call.
    RelBlockFreq,
}

impl SummaryReader<'_, '_> {
    /// Gives the global values of the module their GUIDs: those that the file lists, or computed ones. Indirect functions have none.
    fn globals(&mut self) {
        let module = &self.owner.module;
        let listed = &self.owner.guid_list;
        let named_apart = self.owner.version < 2;
        let guids = Guids::new(module, module.version().unwrap_or_default());
        let guid = |(i, global): (usize, &GlobalValue)| {
            if matches!(global.kind, GlobalKind::IFunc { .. }) || (named_apart && global.name.is_empty()) {
                return None;
            }
            Some((listed.get(i).copied().filter(|&guid| guid != 0).unwrap_or_else(|| guids.computed(global)), global.name))
        };
        // A GUID takes a hash of the name.
        let values: Vec<_> = module.globals.par_iter().enumerate().balanced().with_min_len(256).map(guid).collect();
        self.by_guid.reserve(values.len());
        for (i, (guid, name)) in values.into_iter().enumerate().filter_map(|(i, value)| Some((i, value?))) {
            self.by_number.skip_to(i);
            let index = self.define(i as u32, guid);
            if let Some(value) = self.summary.values.get_mut(index as usize) {
                value.name = name;
                value.global = Some(GlobalId::new(i));
            }
        }
        self.by_number.skip_to(self.owner.module.globals.len());
    }

    /// Makes `number` stand for the value `guid`; gives its index.
    fn define(&mut self, number: u32, guid: u64) -> u32 {
        let values = &mut self.summary.values;
        let index = *self.by_guid.entry(guid).or_insert_with(|| {
            values.push(ValueInfo { guid, name: Str::EMPTY, global: None });
            values.len() as u32 - 1
        });
        self.by_number.insert(number, index);
        index
    }

    /// The value with this number, if it is one of the index.
    fn known(&self, number: u64) -> Option<u32> {
        self.by_number.get(u32::try_from(number).ok()?)
    }

    /// The value with this number.
    fn value(&self, number: u64) -> Result<u32> {
        self.known(number).ok_or_else(|| Error::malformed(format!("expected the number of a value with a GUID, found {number}")))
    }

    fn module(&self, number: u64) -> Result<u32> {
        let found = self.modules.get(&number).copied();
        found.ok_or_else(|| Error::malformed(format!("expected a module number of MODULE_STRTAB, found {number}")))
    }

    /// The module that contains the summary; it becomes part of the index once it has an entry.
    fn this_module(&mut self) -> u32 {
        let modules = &mut self.summary.modules;
        let hash = self.hash.unwrap_or_default();
        *self.this_module.get_or_insert_with(|| {
            modules.push(ModulePath { id: 0, path: None, hash });
            modules.len() as u32 - 1
        })
    }

    fn strtab_name(&mut self, fields: &mut Fields<'_>) -> Result<Str> {
        let name = StrtabRef { offset: fields.op("name_offset")?, size: fields.op("name_size")? };
        self.name_in_strtab(name)
    }

    fn name_in_strtab(&mut self, name: StrtabRef) -> Result<Str> {
        self.spend(name.size)?;
        self.owner.strtab_name(name.offset, name.size)
    }

    /// Accounts for `bytes` that are stored although they are elsewhere in the file.
    fn spend(&mut self, bytes: u64) -> Result<()> {
        let left = usize::try_from(bytes).ok().and_then(|bytes| self.room.checked_sub(bytes));
        self.room = left.ok_or_else(|| Error::beyond(LimitName::SummaryBytes, &self.owner.limits, "names and stacks of a summary"))?;
        Ok(())
    }

    fn module_paths(&mut self, stream: &mut StreamReader<'_>) -> Result<()> {
        let mut record = RecordBuf::new();
        let mut last = None;
        let mut by_path: HashMap<Vec<u8>, u32> = HashMap::new();
        while let Event::Record = next_record(stream, &mut record)? {
            let result = match record.code {
                module_strtab::Entry::CODE => decode::<module_strtab::Entry<'_>>(&record.ops).map(|r| {
                    // A repeated path is one module.
                    let modules = &mut self.summary.modules;
                    let strings = &mut self.owner.module.strings;
                    let index = *by_path.entry(r.path.to_vec()).or_insert_with(|| {
                        modules.push(ModulePath { id: r.module, path: Some(strings.push_chars(r.path.0)), hash: [0; 5] });
                        modules.len() as u32 - 1
                    });
                    self.modules.insert(r.module, index);
                    last = Some(index as usize);
                }),
                module_strtab::Hash::CODE => decode::<module_strtab::Hash>(&record.ops).and_then(|r| {
                    let of = last.take().and_then(|index| self.summary.modules.get_mut(index));
                    let of = of.ok_or_else(|| Error::malformed("expected the hash of a module after its path"))?;
                    of.hash = [r.word0, r.word1, r.word2, r.word3, r.word4];
                    Ok(())
                }),
                _ => Ok(()),
            };
            result.map_err(|e| stream.locate(e, &record))?;
        }
        Ok(())
    }

    fn block(&mut self, stream: &mut StreamReader<'_>, full_lto: bool) -> Result<()> {
        self.summary.full_lto |= full_lto;
        // An index of one module has a source file name; a combined one has none.
        if self.owner.module.source_filename.is_some_and(|name| !name.is_empty()) {
            self.this_module();
        }
        let mut record = RecordBuf::new();
        let version = match next_record(stream, &mut record)? {
            Event::Record if record.code == row::Version::CODE => decode::<row::Version>(&record.ops)?.version,
            _ => return Err(Error::malformed("expected the version of the summary").at(record.bit)),
        };
        if version == 0 || version > LATEST_VERSION {
            self.newer = Some(version).filter(|&version| version != 0);
            let error = Error::unsupported(format!("summary version {version}; 1 to {LATEST_VERSION} are known"));
            return Err(stream.locate(error, &record));
        }
        self.summary.version = version;
        let mut shape = Shape { width: stream.abbrev_width(), ..Shape::default() };
        while let Event::Record = next_record(stream, &mut record)? {
            shape.note(&record);
            self.owner.facts.unknown.count(row::ID, record.code, record.ops.len());
            self.record(&record).map_err(|e| stream.locate(e, &record))?;
        }
        self.summary.writer = shape.writer(version);
        Ok(())
    }

    fn record(&mut self, record: &RecordBuf) -> Result<()> {
        let ops = &record.ops[..];
        let version = self.summary.version;
        let mut f = Fields::new(ops);
        match record.code {
            row::Flags::CODE => self.summary.flags |= f.op("flags")? & bctk_ir::summary::KNOWN_FLAGS,
            row::BlockCount::CODE => self.summary.block_count = self.summary.block_count.wrapping_add(f.op("count")?),
            row::ValueGuid::CODE => {
                let (number, guid) = if version >= 11 {
                    let r = row::ValueGuid::decode(&mut f)?;
                    (r.value, u64::from(r.guid_high) << 32 | u64::from(r.guid_low))
                } else {
                    let r = row::ValueGuidOld::decode(&mut f)?;
                    (r.value, r.guid)
                };
                self.define(number, guid);
            }
            row::PerModule::CODE | row::PerModuleProfile::CODE | row::PerModuleRelBf::CODE => {
                let value = self.value(f.op("value")?)?;
                let head = self.function_head(&mut f, false)?;
                let edges = match record.code {
                    row::PerModuleProfile::CODE => Edges::Profile,
                    row::PerModuleRelBf::CODE => Edges::RelBlockFreq,
                    _ => Edges::Plain,
                };
                let module = self.this_module();
                self.function(value, module, &head, f, edges)?;
            }
            row::Combined::CODE | row::CombinedProfile::CODE => {
                let value = self.value(f.op("value")?)?;
                let module = self.module(f.op("module")?)?;
                let head = self.function_head(&mut f, true)?;
                let edges = if record.code == row::CombinedProfile::CODE { Edges::Profile } else { Edges::Plain };
                let entry = self.function(value, module, &head, f, edges)?;
                self.last = Some(entry);
            }
            row::PerModuleGlobalVarInitRefs::CODE => {
                let value = self.value(f.op("value")?)?;
                let flags = ValueFlags::from_raw(f.op("flags")?, version);
                let module = self.this_module();
                self.variable(value, module, flags, f)?;
            }
            row::CombinedGlobalVarInitRefs::CODE => {
                let value = self.value(f.op("value")?)?;
                let module = self.module(f.op("module")?)?;
                let flags = ValueFlags::from_raw(f.op("flags")?, version);
                let entry = self.variable(value, module, flags, f)?;
                self.last = Some(entry);
            }
            row::PerModuleVTableGlobalVarInitRefs::CODE => {
                let r = row::PerModuleVTableGlobalVarInitRefs::decode(&mut f)?;
                let value = self.value(u64::from(r.value))?;
                let refs = self.refs(r.references.ops(), 0, 0)?;
                let mut vtable = Vec::with_capacity(r.functions.most());
                for function in r.functions {
                    let (function, offset) = function?;
                    vtable.push((self.value(function)?, offset));
                }
                let module = self.this_module();
                let kind = EntryKind::Variable { flags: r.variable_flags, vtable, is_vtable: true };
                self.push(value, module, ValueFlags::from_raw(r.flags, version), refs, kind);
            }
            row::Alias::CODE => {
                let r = row::Alias::decode(&mut f)?;
                let module = self.this_module();
                let (value, aliasee) = (self.value(u64::from(r.value))?, self.value(u64::from(r.aliasee))?);
                if !self.entries.contains(&(aliasee, module)) {
                    return Err(Error::malformed("expected the summary of an aliasee before that of its alias"));
                }
                self.push(value, module, ValueFlags::from_raw(r.flags, version), Vec::new(), EntryKind::Alias(Some(aliasee)));
            }
            row::CombinedAlias::CODE => {
                let r = row::CombinedAlias::decode(&mut f)?;
                let (value, module) = (self.value(u64::from(r.value))?, self.module(r.module)?);
                // An index for one of many modules may leave the aliasee out.
                let aliasee = self.known(u64::from(r.aliasee));
                let entry = self.push(value, module, ValueFlags::from_raw(r.flags, version), Vec::new(), EntryKind::Alias(aliasee));
                self.last = Some(entry);
            }
            row::CombinedOriginalName::CODE => {
                let guid = f.op("guid")?;
                let entry = self.last.take().and_then(|index| self.summary.entries.get_mut(index));
                let entry = entry.ok_or_else(|| Error::malformed("expected an original name after the summary of its value"))?;
                entry.original_guid = Some(guid);
            }
            row::TypeTests::CODE => self.pending.type_tests.extend_from_slice(ops),
            row::TypeTestAssumeVCalls::CODE => {
                virtual_calls(row::TypeTestAssumeVCalls::decode(&mut f)?.calls, &mut self.pending.assume_vcalls)?
            }
            row::TypeCheckedLoadVCalls::CODE => {
                virtual_calls(row::TypeCheckedLoadVCalls::decode(&mut f)?.calls, &mut self.pending.checked_load_vcalls)?
            }
            row::TypeTestAssumeConstVCall::CODE => {
                let r = row::TypeTestAssumeConstVCall::decode(&mut f)?;
                self.pending.assume_const_vcalls.push((VirtualFunction { guid: r.guid, offset: r.offset }, r.args.ops().to_vec()));
            }
            row::TypeCheckedLoadConstVCall::CODE => {
                let r = row::TypeCheckedLoadConstVCall::decode(&mut f)?;
                self.pending.checked_load_const_vcalls.push((VirtualFunction { guid: r.guid, offset: r.offset }, r.args.ops().to_vec()));
            }
            row::CfiFunctionDefs::CODE => {
                let functions = self.cfi_functions(f)?;
                self.summary.cfi_defs.extend(functions);
            }
            row::CfiFunctionDecls::CODE => {
                let functions = self.cfi_functions(f)?;
                self.summary.cfi_decls.extend(functions);
            }
            row::TypeId::CODE => self.type_id(f)?,
            row::TypeIdMetadata::CODE => self.type_id_vtables(f)?,
            row::ParamAccess::CODE => self.pending.params = self.param_accesses(f)?,
            _ => self.memprof_record(record.code, f)?,
        }
        Ok(())
    }

    fn function_head<'r>(&self, f: &mut Fields<'r>, combined: bool) -> Result<FunctionHead<'r>> {
        let version = self.summary.version;
        let flags = ValueFlags::from_raw(f.op("flags")?, version);
        let instructions = u64::from(f.op("instruction_count")? as u32);
        let function_flags = if version >= 4 { f.op("function_flags")? } else { 0 };
        let entry_count = if version >= 6 && combined { f.op("entry_count")? } else { 0 };
        let count = f.op("reference_count")?;
        let read_only = if version >= 5 { f.op("read_only_count")? } else { 0 };
        let write_only = if version >= 7 { f.op("write_only_count")? } else { 0 };
        let refs = take(f, count, "references")?;
        Ok(FunctionHead { flags, instructions, function_flags, entry_count, refs, read_only, write_only })
    }

    /// References: the last `write_only` ones only write, the `read_only` ones before them only read.
    fn refs(&self, numbers: &[u64], read_only: u64, write_only: u64) -> Result<Vec<Ref>> {
        let first_write = (numbers.len() as u64).checked_sub(write_only);
        let Some((first_write, first_read)) = first_write.and_then(|first| Some((first, first.checked_sub(read_only)?))) else {
            return Err(Error::malformed(format!(
                "expected at most {} references, found {read_only} that only read and {write_only} that only write",
                numbers.len()
            )));
        };
        let kind = |i: u64| match i {
            _ if i >= first_write => RefKind::WriteOnly,
            _ if i >= first_read => RefKind::ReadOnly,
            _ => RefKind::Any,
        };
        numbers.iter().zip(0..).map(|(&number, i)| Ok(Ref { value: self.value(number)?, kind: kind(i) })).collect()
    }

    fn calls(&self, mut f: Fields<'_>, edges: Edges) -> Result<Vec<CallEdge>> {
        let mut calls = Vec::with_capacity(if edges == Edges::Plain { f.len() } else { f.len() / 2 });
        let first_version = self.summary.version == 1;
        while !f.is_empty() {
            let callee = self.value(f.op("callee")?)?;
            let mut call = CallEdge { callee, hotness: 0, rel_block_freq: 0, tail: false };
            match edges {
                // The first version had counts of call sites, and of the profile.
                Edges::Profile if first_version => _ = f.take(2, "counts")?,
                _ if first_version => _ = f.op("call_site_count")?,
                Edges::Plain => {}
                Edges::Profile => {
                    let flags = f.op("hotness")?;
                    call.hotness = (flags & 7) as u8;
                    call.tail = flags & 8 != 0;
                }
                Edges::RelBlockFreq => {
                    let flags = f.op("relative_block_frequency")?;
                    call.rel_block_freq = (flags & ((1 << REL_BLOCK_FREQ_BITS) - 1)) as u32;
                    call.tail = flags >> REL_BLOCK_FREQ_BITS & 1 != 0;
                }
            }
            calls.push(call);
        }
        Ok(calls)
    }

    fn function(&mut self, value: u32, module: u32, head: &FunctionHead<'_>, edges: Fields<'_>, form: Edges) -> Result<usize> {
        let refs = self.refs(head.refs, head.read_only, head.write_only)?;
        let calls = self.calls(edges, form)?;
        let function = FunctionSummary {
            instructions: head.instructions,
            flags: head.function_flags,
            entry_count: head.entry_count,
            calls,
            ..std::mem::take(&mut self.pending)
        };
        Ok(self.push(value, module, head.flags, refs, EntryKind::Function(Box::new(function))))
    }

    fn variable(&mut self, value: u32, module: u32, flags: ValueFlags, mut f: Fields<'_>) -> Result<usize> {
        let variable_flags = if self.summary.version >= 5 { f.op("variable_flags")? } else { 0 };
        let refs = self.refs(f.ops(), 0, 0)?;
        Ok(self.push(value, module, flags, refs, EntryKind::Variable { flags: variable_flags, vtable: Vec::new(), is_vtable: false }))
    }

    fn push(&mut self, value: u32, module: u32, flags: ValueFlags, refs: Vec<Ref>, kind: EntryKind) -> usize {
        self.entries.insert((value, module));
        self.summary.entries.push(Entry { value, module, flags, original_guid: None, refs, kind });
        self.summary.entries.len() - 1
    }

    fn param_accesses(&self, mut f: Fields<'_>) -> Result<Vec<ParamAccess>> {
        let range = |f: &mut Fields<'_>| -> Result<OffsetRange> {
            Ok(OffsetRange { lower: sign_rotated(f.op("lower")?), upper: sign_rotated(f.op("upper")?) })
        };
        let mut accesses = Vec::new();
        while !f.is_empty() {
            let param = f.op("parameter")?;
            let uses = range(&mut f)?;
            let count = f.op("call_count")?;
            let mut calls = Vec::new();
            // Each call takes operands, so a wrong count ends with them.
            for _ in 0..count {
                let callee_param = f.op("callee_parameter")?;
                let callee = self.value(f.op("callee")?)?;
                calls.push((callee_param, callee, range(&mut f)?));
            }
            accesses.push(ParamAccess { param, range: uses, calls });
        }
        Ok(accesses)
    }

    /// Functions for control-flow integrity: their names, and since version 14 their GUIDs.
    fn cfi_functions(&mut self, mut f: Fields<'_>) -> Result<Vec<CfiFunction>> {
        let mut functions = Vec::new();
        if self.summary.version >= CFI_GUIDS {
            for function in row::CfiFunctionDefs::decode(&mut f)?.functions {
                let (guid, name) = function?;
                functions.push(CfiFunction { name: self.name_in_strtab(name)?, guid });
            }
        } else {
            for name in row::CfiFunctionDefsOld::decode(&mut f)?.names {
                let name = self.name_in_strtab(name?)?;
                functions.push(CfiFunction { name, guid: guid_of_name(self.owner.module.str(name)) });
            }
        }
        Ok(functions)
    }

    /// The function that a record of a memory profile is about: the next one, or since version 13 the last one.
    fn profiled(&mut self) -> Result<&mut FunctionSummary> {
        if self.summary.version < PROFILES_AFTER_FUNCTION {
            return Ok(&mut self.pending);
        }
        match self.summary.entries.last_mut().map(|entry| &mut entry.kind) {
            Some(EntryKind::Function(function)) => Ok(function),
            _ => Err(Error::malformed("expected a memory profile after the summary of its function")),
        }
    }

    fn finish(mut self) {
        self.finish_type_ids();
        self.owner.module.summary = Some(Box::new(self.summary));
    }
}

/// The next `count` operands.
fn take<'r>(f: &mut Fields<'r>, count: u64, what: &'static str) -> Result<&'r [u64]> {
    f.take(usize::try_from(count).unwrap_or(usize::MAX), what)
}

fn virtual_calls(listed: Items<'_, VirtualCall>, calls: &mut Vec<VirtualFunction>) -> Result<()> {
    for call in listed {
        let (guid, offset) = call?;
        calls.push(VirtualFunction { guid, offset });
    }
    Ok(())
}
