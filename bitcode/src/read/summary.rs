//! GLOBALVAL_SUMMARY, FULL_LTO_GLOBALVAL_SUMMARY and MODULE_STRTAB blocks: the ThinLTO summary index
//! (`ModuleSummaryIndexBitcodeReader`, LLVM 22).
use super::decode;
use super::module::next_record;
use crate::error::{Error, Result};
use crate::schema::summary as row;
use crate::schema::{Fields, field::sign_rotated};
use crate::stream::{BlockPosition, Entry, RecordBuf, StreamReader};
use bctk_ir::entity::GlobalId;
use bctk_ir::global::GlobalKind;
use bctk_ir::module::Module;
use bctk_ir::strings::Str;
use bctk_ir::summary::{
    Alloc, ArgResolution, CallEdge, Callsite, CompatibleVtables, DevirtResolution, Entry as SummaryEntry, EntryKind, FunctionSummary,
    ModulePath, OffsetRange, ParamAccess, Ref, RefKind, Summary, TypeIdSummary, ValueFlags, ValueInfo, VirtualFunction, global_identifier,
    guid_of,
};
use std::collections::HashMap;

/// The latest version of the format that LLVM 22 reads.
const LATEST: u64 = 12;

/// Where the blocks of an index lie, and what the module says of itself.
#[derive(Default)]
pub(super) struct Blocks<'a> {
    /// The summary block, and whether it is for full LTO.
    pub(super) summary: Option<(StreamReader<'a>, BlockPosition, bool)>,
    /// MODULE_STRTAB.
    pub(super) paths: Option<(StreamReader<'a>, BlockPosition)>,
    /// The hash of the module.
    pub(super) hash: [u32; 5],
}

/// Reads the index that `blocks` point to into the module; nothing without a summary block.
pub(super) fn read(blocks: Blocks<'_>, module: &mut Module, strtab: &[u8]) -> Result<()> {
    let Some((stream, position, full_lto)) = blocks.summary else { return Ok(()) };
    let mut reader = Reader {
        strtab,
        summary: Summary { full_lto, ..Summary::default() },
        by_guid: HashMap::new(),
        by_number: HashMap::new(),
        modules: HashMap::new(),
        module,
        stack_ids: Vec::new(),
        contexts: Vec::new(),
        pending: FunctionSummary::default(),
    };
    reader.global_values();
    if !reader.module.source_filename.is_empty() {
        reader.summary.modules.push(ModulePath { id: 0, path: None, hash: blocks.hash });
    }
    if let Some((stream, position)) = blocks.paths {
        let mut stream = stream.reader_at(position);
        stream.next(&mut RecordBuf::new())?;
        stream.enter()?;
        reader.paths(&mut stream)?;
    }
    let mut stream = stream.reader_at(position);
    let mut record = RecordBuf::new();
    stream.next(&mut record)?;
    stream.enter()?;
    while let Entry::Record = next_record(&mut stream, &mut record)? {
        reader.record(&record).map_err(|e| stream.locate(e, &record))?;
    }
    let summary = reader.summary;
    module.summary = Some(Box::new(summary));
    Ok(())
}

struct Reader<'m> {
    module: &'m mut Module,
    strtab: &'m [u8],
    summary: Summary,
    /// Index of the value with a GUID.
    by_guid: HashMap<u64, u32>,
    /// Index of the value with a number of the file.
    by_number: HashMap<u64, u32>,
    /// Index of the module with a number of the file.
    modules: HashMap<u64, u32>,
    stack_ids: Vec<u64>,
    /// CONTEXT_RADIX_TREE_ARRAY.
    contexts: Vec<u64>,
    /// What the records before a function summary say of it.
    pending: FunctionSummary,
}

impl Reader<'_> {
    /// Gives the global values of the module their GUIDs. Values are numbered as the module's records are; ifuncs have no summaries.
    fn global_values(&mut self) {
        let source = self.module.str(self.module.source_filename).to_vec();
        let summarised = self.module.globals.iter().enumerate().filter(|(_, g)| !matches!(g.kind, GlobalKind::IFunc { .. }));
        for (number, (i, global)) in summarised.enumerate() {
            let name = self.module.str(global.name);
            let guid = guid_of(&global_identifier(name, global.linkage, &source));
            let next = self.summary.values.len() as u32;
            let index = *self.by_guid.entry(guid).or_insert(next);
            if index == next {
                self.summary.values.push(ValueInfo { guid, name: global.name, global: Some(GlobalId::new(i)) });
            }
            self.by_number.insert(number as u64, index);
        }
    }

    fn value_of_guid(&mut self, guid: u64) -> u32 {
        let next = self.summary.values.len() as u32;
        let index = *self.by_guid.entry(guid).or_insert(next);
        if index == next {
            self.summary.values.push(ValueInfo { guid, name: Str::EMPTY, global: None });
        }
        index
    }

    fn value(&self, number: u64) -> Result<u32> {
        let found = self.by_number.get(&number).copied();
        found.ok_or_else(|| Error::malformed(format!("expected the number of a value with a GUID, found {number}")))
    }

    fn module_index(&self, number: u64) -> Result<u32> {
        let found = self.modules.get(&number).copied();
        found.ok_or_else(|| Error::malformed(format!("expected the number of a module of MODULE_STRTAB, found {number}")))
    }

    fn string(&mut self, offset: u64, size: u64) -> Result<Str> {
        let range = usize::try_from(offset).ok().zip(usize::try_from(size).ok()).and_then(|(o, s)| Some(o..o.checked_add(s)?));
        match range.and_then(|r| self.strtab.get(r)) {
            Some(text) => Ok(self.module.strings.push(text)),
            None => Err(Error::malformed(format!("expected a name within STRTAB, found {size} bytes at {offset}"))),
        }
    }

    fn paths(&mut self, stream: &mut StreamReader<'_>) -> Result<()> {
        let mut record = RecordBuf::new();
        while let Entry::Record = next_record(stream, &mut record)? {
            match record.code {
                row::module_strtab::Entry::CODE => {
                    let entry = decode::<row::module_strtab::Entry<'_>>(&record.ops).map_err(|e| stream.locate(e, &record))?;
                    let path = self.module.strings.push_chars(entry.path.0);
                    self.modules.insert(entry.module, self.summary.modules.len() as u32);
                    self.summary.modules.push(ModulePath { id: entry.module, path: Some(path), hash: [0; 5] });
                }
                row::module_strtab::Hash::CODE => {
                    let hash = decode::<row::module_strtab::Hash>(&record.ops).map_err(|e| stream.locate(e, &record))?;
                    if let Some(module) = self.summary.modules.last_mut() {
                        module.hash = [hash.word0, hash.word1, hash.word2, hash.word3, hash.word4];
                    }
                }
                _ => {}
            }
        }
        Ok(())
    }

    fn record(&mut self, record: &RecordBuf) -> Result<()> {
        let version = self.summary.version;
        let mut ops = Fields::new(&record.ops);
        if version == 0 && record.code != row::Version::CODE {
            return Err(Error::malformed("expected the version of the summary first"));
        }
        match record.code {
            row::Version::CODE => {
                self.summary.version = ops.op("version")?;
                if !(1..=LATEST).contains(&self.summary.version) {
                    return Err(Error::unsupported(format!("summary version {}; {LATEST} is the latest known", self.summary.version)));
                }
            }
            row::Flags::CODE => self.summary.flags = ops.op("flags")?,
            row::BlockCount::CODE => self.summary.block_count = self.summary.block_count.wrapping_add(ops.op("count")?),
            row::ValueGuid::CODE => {
                let number = ops.op("value")?;
                let guid = match version >= 11 {
                    true => ops.op("guid_high")? << 32 | ops.op("guid_low")?,
                    false => ops.op("guid")?,
                };
                let index = self.value_of_guid(guid);
                self.by_number.insert(number, index);
            }
            row::PerModule::CODE | row::PerModuleProfile::CODE | row::PerModuleRelBf::CODE => self.function(record, ops, false)?,
            row::Combined::CODE | row::CombinedProfile::CODE => self.function(record, ops, true)?,
            row::PerModuleGlobalVarInitRefs::CODE => self.variable(ops, false)?,
            row::CombinedGlobalVarInitRefs::CODE => self.variable(ops, true)?,
            row::PerModuleVTableGlobalVarInitRefs::CODE => self.vtable(ops)?,
            row::Alias::CODE => self.alias(ops, false)?,
            row::CombinedAlias::CODE => self.alias(ops, true)?,
            row::CombinedOriginalName::CODE => {
                let guid = ops.op("guid")?;
                if let Some(entry) = self.summary.entries.last_mut() {
                    entry.original_guid = Some(guid);
                }
            }
            row::TypeTests::CODE => self.pending.type_tests.extend(&record.ops),
            row::TypeTestAssumeVCalls::CODE => self.pending.assume_vcalls.extend(virtual_functions(&record.ops)),
            row::TypeCheckedLoadVCalls::CODE => self.pending.checked_load_vcalls.extend(virtual_functions(&record.ops)),
            row::TypeTestAssumeConstVCall::CODE => self.pending.assume_const_vcalls.push(const_call(ops)?),
            row::TypeCheckedLoadConstVCall::CODE => self.pending.checked_load_const_vcalls.push(const_call(ops)?),
            row::TypeId::CODE => self.type_id(ops)?,
            row::TypeIdMetadata::CODE => self.compatible_vtables(ops)?,
            row::CfiFunctionDefs::CODE => {
                let names = self.names(&record.ops)?;
                self.summary.cfi_defs.extend(names);
            }
            row::CfiFunctionDecls::CODE => {
                let names = self.names(&record.ops)?;
                self.summary.cfi_decls.extend(names);
            }
            row::ParamAccess::CODE => self.pending.params = self.param_accesses(ops)?,
            row::StackIds::CODE => {
                self.stack_ids = match version > 11 {
                    true => record.ops.chunks_exact(2).map(|pair| pair[0] << 32 | pair[1]).collect(),
                    false => record.ops.clone(),
                };
            }
            row::ContextRadixTreeArray::CODE => self.contexts.clone_from(&record.ops),
            row::PerModuleCallsiteInfo::CODE => {
                let callee = self.value(ops.op("value")?)?;
                let stack_ids = self.stack(ops.ops())?;
                self.pending.callsites.push(Callsite { callee: Some(callee), clones: vec![0], stack_ids });
            }
            row::CombinedCallsiteInfo::CODE => {
                let callee = self.by_number.get(&ops.op("value")?).copied();
                let ids = ops.op("stack_id_count")? as usize;
                let versions = ops.op("version_count")? as usize;
                let stack_ids = self.stack(ops.take(ids, "stack_ids")?)?;
                let clones = ops.take(versions, "versions")?.iter().map(|&v| v as u32).collect();
                self.pending.callsites.push(Callsite { callee, clones, stack_ids });
            }
            row::PerModuleAllocInfo::CODE => self.alloc(ops, false, true)?,
            row::CombinedAllocInfo::CODE => self.alloc(ops, true, true)?,
            row::CombinedAllocInfoNoContext::CODE => self.alloc(ops, true, false)?,
            // Sizes of contexts, and records of newer versions.
            _ => {}
        }
        Ok(())
    }

    /// The module of an entry: the operand of a combined index, else the module itself.
    fn module_of(&self, ops: &mut Fields<'_>, combined: bool) -> Result<u32> {
        match combined {
            true => self.module_index(ops.op("module")?),
            false => Ok(0),
        }
    }

    fn push(&mut self, value: u32, module: u32, flags: u64, refs: Vec<Ref>, kind: EntryKind) {
        let flags = ValueFlags::from_raw(flags, self.summary.version);
        self.summary.entries.push(SummaryEntry { value, module, flags, original_guid: None, refs, kind });
    }

    fn refs(&self, numbers: &[u64], read_only: u64, write_only: u64) -> Result<Vec<Ref>> {
        // Those only read come before those only written, which come last.
        let first_written = (numbers.len() as u64).saturating_sub(write_only);
        let first_read = first_written.saturating_sub(read_only);
        let refs = numbers.iter().enumerate().map(|(i, &number)| {
            let kind = match i as u64 {
                i if i >= first_written => RefKind::WriteOnly,
                i if i >= first_read => RefKind::ReadOnly,
                _ => RefKind::Any,
            };
            Ok(Ref { value: self.value(number)?, kind })
        });
        refs.collect()
    }

    fn function(&mut self, record: &RecordBuf, mut ops: Fields<'_>, combined: bool) -> Result<()> {
        let version = self.summary.version;
        let value = self.value(ops.op("value")?)?;
        let module = self.module_of(&mut ops, combined)?;
        let flags = ops.op("flags")?;
        let mut function = std::mem::take(&mut self.pending);
        function.instructions = ops.op("instruction_count")?;
        function.flags = if version >= 4 { ops.op("function_flags")? } else { 0 };
        if combined && version >= 6 {
            function.entry_count = ops.op("entry_count")?;
        }
        let count = ops.op("reference_count")?;
        let read_only = if version >= 5 { ops.op("read_only_count")? } else { 0 };
        let write_only = if version >= 7 { ops.op("write_only_count")? } else { 0 };
        let refs = self.refs(ops.take(count as usize, "references")?, read_only, write_only)?;
        let profile = matches!(record.code, row::PerModuleProfile::CODE | row::CombinedProfile::CODE);
        let frequency = record.code == row::PerModuleRelBf::CODE;
        while !ops.is_empty() {
            let mut call = CallEdge { callee: self.value(ops.op("callee")?)?, hotness: 0, rel_block_freq: 0, tail: false };
            if version == 1 {
                // Counts of call sites and of the profile, which nobody reads any more.
                ops.op("callsite_count")?;
                if profile {
                    ops.op("profile_count")?;
                }
            } else if profile {
                let bits = ops.op("hotness")?;
                call.hotness = (bits & 7) as u8;
                call.tail = bits & 8 != 0;
            } else if frequency {
                const FREQUENCY_BITS: u32 = 28;
                let bits = ops.op("frequency")?;
                call.rel_block_freq = (bits & ((1 << FREQUENCY_BITS) - 1)) as u32;
                call.tail = bits >> FREQUENCY_BITS & 1 != 0;
            }
            function.calls.push(call);
        }
        self.push(value, module, flags, refs, EntryKind::Function(Box::new(function)));
        Ok(())
    }

    fn variable(&mut self, mut ops: Fields<'_>, combined: bool) -> Result<()> {
        let value = self.value(ops.op("value")?)?;
        let module = self.module_of(&mut ops, combined)?;
        let flags = ops.op("flags")?;
        let variable_flags = if self.summary.version >= 5 { ops.op("variable_flags")? } else { 0 };
        let refs = self.refs(ops.ops(), 0, 0)?;
        self.push(value, module, flags, refs, EntryKind::Variable { flags: variable_flags, vtable: Vec::new(), is_vtable: false });
        Ok(())
    }

    fn vtable(&mut self, mut ops: Fields<'_>) -> Result<()> {
        let value = self.value(ops.op("value")?)?;
        let flags = ops.op("flags")?;
        let variable_flags = ops.op("variable_flags")?;
        let count = ops.op("reference_count")?;
        let refs = self.refs(ops.take(count as usize, "references")?, 0, 0)?;
        let mut vtable = Vec::new();
        while !ops.is_empty() {
            vtable.push((self.value(ops.op("function")?)?, ops.op("offset")?));
        }
        self.push(value, 0, flags, refs, EntryKind::Variable { flags: variable_flags, vtable, is_vtable: true });
        Ok(())
    }

    fn alias(&mut self, mut ops: Fields<'_>, combined: bool) -> Result<()> {
        let value = self.value(ops.op("value")?)?;
        let module = self.module_of(&mut ops, combined)?;
        let flags = ops.op("flags")?;
        let aliasee = self.value(ops.op("aliasee")?)?;
        self.push(value, module, flags, Vec::new(), EntryKind::Alias(aliasee));
        Ok(())
    }

    fn names(&mut self, ops: &[u64]) -> Result<Vec<Str>> {
        ops.chunks_exact(2).map(|pair| self.string(pair[0], pair[1])).collect()
    }

    fn range(ops: &mut Fields<'_>) -> Result<OffsetRange> {
        Ok(OffsetRange { lower: sign_rotated(ops.op("lower")?), upper: sign_rotated(ops.op("upper")?) })
    }

    fn param_accesses(&self, mut ops: Fields<'_>) -> Result<Vec<ParamAccess>> {
        let mut accesses = Vec::new();
        while !ops.is_empty() {
            let mut access = ParamAccess { param: ops.op("param")?, range: Self::range(&mut ops)?, calls: Vec::new() };
            for _ in 0..ops.op("call_count")? {
                let param = ops.op("param")?;
                let callee = self.value(ops.op("callee")?)?;
                access.calls.push((param, callee, Self::range(&mut ops)?));
            }
            accesses.push(access);
        }
        Ok(accesses)
    }

    /// The stack ids at some indices.
    fn stack(&self, indices: &[u64]) -> Result<Vec<u64>> {
        indices.iter().map(|&i| self.stack_id(i)).collect()
    }

    fn stack_id(&self, index: u64) -> Result<u64> {
        let found = usize::try_from(index).ok().and_then(|i| self.stack_ids.get(i).copied());
        found.ok_or_else(|| Error::malformed(format!("expected an index into {} stack ids, found {index}", self.stack_ids.len())))
    }

    /// The stack ids of an allocation context: in place, or as a walk through the radix tree, in which a negative entry jumps ahead.
    fn context(&self, ops: &mut Fields<'_>) -> Result<Vec<u64>> {
        if self.contexts.is_empty() {
            let count = ops.op("stack_id_count")?;
            return self.stack(ops.take(count as usize, "stack_ids")?);
        }
        let entry = |at: usize| {
            let found = self.contexts.get(at).map(|&word| word as u32);
            found.ok_or_else(|| Error::malformed(format!("expected a place in {} contexts, found {at}", self.contexts.len())))
        };
        let mut at = ops.op("context")? as usize;
        let count = entry(at)?;
        at = at.saturating_add(1);
        let mut ids = Vec::new();
        for _ in 0..count {
            let mut word = entry(at)?;
            if (word as i32) < 0 {
                at = at.saturating_add((word as i32).unsigned_abs() as usize);
                word = entry(at)?;
            }
            at = at.saturating_add(1);
            ids.push(self.stack_id(u64::from(word))?);
        }
        Ok(ids)
    }

    fn alloc(&mut self, mut ops: Fields<'_>, combined: bool, with_context: bool) -> Result<()> {
        // Before version 10 the record has as many contexts as fit.
        let count = match combined || self.summary.version >= 10 {
            true => ops.op("profile_count")?,
            false => u64::MAX,
        };
        let versions = if combined { ops.op("version_count")? } else { 0 };
        let mut alloc = Alloc { versions: vec![0], contexts: Vec::new() };
        let mut read = 0;
        while read < count && (count != u64::MAX || !ops.is_empty()) {
            let kind = ops.op("allocation_type")? as u8;
            let ids = if with_context { self.context(&mut ops)? } else { Vec::new() };
            alloc.contexts.push((kind, ids));
            read += 1;
        }
        if combined {
            alloc.versions = ops.take(versions as usize, "versions")?.iter().map(|&v| v as u8).collect();
        }
        self.pending.allocs.push(alloc);
        Ok(())
    }

    fn type_id(&mut self, mut ops: Fields<'_>) -> Result<()> {
        let name = self.string(ops.op("name_offset")?, ops.op("name_size")?)?;
        let mut id = TypeIdSummary {
            name,
            guid: guid_of(self.module.str(name)),
            kind: ops.op("kind")?,
            size_m1_bit_width: ops.op("size_bits")?,
            align_log2: ops.op("align_log2")?,
            size_m1: ops.op("size_minus_one")?,
            bit_mask: ops.op("bit_mask")? as u8,
            inline_bits: ops.op("inline_bits")?,
            resolutions: Vec::new(),
        };
        while !ops.is_empty() {
            let offset = ops.op("offset")?;
            let kind = ops.op("kind")?;
            let single_impl = self.string(ops.op("name_offset")?, ops.op("name_size")?)?;
            let mut by_arg = Vec::new();
            for _ in 0..ops.op("by_arg_count")? {
                let count = ops.op("arg_count")?;
                let args = ops.take(count as usize, "args")?.to_vec();
                let (kind, info) = (ops.op("kind")?, ops.op("info")?);
                by_arg.push(ArgResolution { args, kind, info, byte: ops.op("byte")? as u32, bit: ops.op("bit")? as u32 });
            }
            by_arg.sort_by(|a, b| a.args.cmp(&b.args));
            id.resolutions.push(DevirtResolution { offset, kind, single_impl, by_arg });
        }
        id.resolutions.sort_by_key(|resolution| resolution.offset);
        self.summary.type_ids.push(id);
        Ok(())
    }

    fn compatible_vtables(&mut self, mut ops: Fields<'_>) -> Result<()> {
        let name = self.string(ops.op("name_offset")?, ops.op("name_size")?)?;
        let guid = guid_of(self.module.str(name));
        let mut tables = Vec::new();
        while !ops.is_empty() {
            tables.push((ops.op("offset")?, self.value(ops.op("value")?)?));
        }
        self.summary.vtables.push(CompatibleVtables { name, guid, tables });
        Ok(())
    }
}

fn virtual_functions(ops: &[u64]) -> impl Iterator<Item = VirtualFunction> + '_ {
    ops.chunks_exact(2).map(|pair| VirtualFunction { guid: pair[0], offset: pair[1] })
}

fn const_call(mut ops: Fields<'_>) -> Result<(VirtualFunction, Vec<u64>)> {
    let function = VirtualFunction { guid: ops.op("guid")?, offset: ops.op("offset")? };
    Ok((function, ops.ops().to_vec()))
}
