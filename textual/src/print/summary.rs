//! ThinLTO summary entries (`AssemblyWriter::printModuleSummaryIndex`, LLVM 22): modules, values by GUID, type identifiers, virtual tables.

use super::operand::Printer;
use super::quote::write_quoted;
use bctk_ir::summary::{
    Alloc, ArgResolution, CallEdge, Callsite, DevirtResolution, Entry, EntryKind, FunctionSummary, OffsetRange, ParamAccess, RefKind,
    Summary, TypeIdSummary, VirtualFunction, function_flags, variable_flags, words,
};
use bctk_support::text::{write_i64, write_u64};
use std::collections::HashMap;

/// Numbers of a summary's things, and their order.
pub(super) struct Numbers<'m> {
    summary: &'m Summary,
    /// Whether values that the module lacks are shown by GUID: as part of a module for the thin link, which LLVM never prints. Their names
    /// could not be parsed again.
    lacks_values: bool,
    /// Number of each module.
    modules: Vec<u64>,
    /// Modules in print order.
    module_order: Vec<usize>,
    /// Number of each value.
    values: Vec<u64>,
    /// Values in print order.
    value_order: Vec<usize>,
    /// Type identifiers in print order: (GUID, index).
    type_ids: Vec<(u64, usize)>,
    first_type_id: u64,
    /// Virtual tables in print order.
    vtables: Vec<usize>,
    first_vtable: u64,
    /// The first number that is free.
    end: u64,
    /// Summaries of all values, in the order of these.
    entries: Vec<&'m Entry>,
    /// Where the summaries of each value begin; the last one is their number.
    entry_starts: Vec<usize>,
}

impl<'m> Numbers<'m> {
    fn new(printer: &Printer<'_, 'm>, summary: &'m Summary, alone: bool) -> Numbers<'m> {
        let module = printer.ctx.module;
        let mut module_order: Vec<usize> = (0..summary.modules.len()).collect();
        module_order.sort_by_key(|&i| printer.module_path(summary, i));
        let mut modules = vec![0; summary.modules.len()];
        for (number, &i) in module_order.iter().enumerate() {
            modules[i] = number as u64;
        }
        let mut value_order: Vec<usize> = (0..summary.values.len()).collect();
        value_order.sort_by_key(|&i| summary.values[i].guid);
        let first_value = modules.len() as u64;
        let mut values = vec![0; summary.values.len()];
        for (rank, &i) in value_order.iter().enumerate() {
            values[i] = first_value + rank as u64;
        }
        let first_vtable = first_value + values.len() as u64;
        let mut vtables: Vec<usize> = (0..summary.vtables.len()).collect();
        vtables.sort_by_key(|&i| module.str(summary.vtables[i].name));
        if !printer.ctx.llvm.numbered_vtables() {
            let numbers = vtables.iter().map(|&i| summary.vtables[i].guid).zip(first_vtable..);
            let by_guid: HashMap<u64, u64> = numbers.collect();
            for (number, value) in values.iter_mut().zip(&summary.values) {
                *number = by_guid.get(&value.guid).copied().unwrap_or(*number);
            }
        }
        let first_type_id = first_vtable + vtables.len() as u64;
        let mut type_ids: Vec<(u64, usize)> = summary.type_ids.iter().enumerate().map(|(i, id)| (id.guid, i)).collect();
        type_ids.sort_unstable();
        let mut entries: Vec<&Entry> = summary.entries.iter().filter(|entry| (entry.value as usize) < summary.values.len()).collect();
        entries.sort_by_key(|entry| entry.value);
        let entry_starts =
            (0..=summary.values.len()).map(|value| entries.partition_point(|entry| (entry.value as usize) < value)).collect();
        let end = first_type_id + type_ids.len() as u64;
        let lacks_values = !alone && module.provenance.bitcode.as_ref().is_some_and(|written| written.thin_link);
        Numbers {
            summary,
            lacks_values,
            modules,
            module_order,
            values,
            value_order,
            type_ids,
            first_type_id,
            vtables,
            first_vtable,
            end,
            entries,
            entry_starts,
        }
    }

    /// The summaries of a value.
    fn entries_of(&self, value: usize) -> &[&'m Entry] {
        match self.entry_starts.get(value..value.saturating_add(2)) {
            Some(&[start, end]) => &self.entries[start..end],
            _ => &[],
        }
    }

    /// The values in print order.
    pub(super) fn value_order(&self) -> &[usize] {
        &self.value_order
    }

    /// Numbers of the type identifiers with this GUID.
    fn type_ids_of(&self, guid: u64) -> impl Iterator<Item = u64> + '_ {
        let start = self.type_ids.partition_point(|&(g, _)| g < guid);
        let end = self.type_ids.partition_point(|&(g, _)| g <= guid);
        (start..end).map(|i| self.first_type_id + i as u64)
    }
}

impl<'m> Printer<'_, 'm> {
    fn module_path(&self, summary: &Summary, index: usize) -> &[u8] {
        match summary.modules.get(index).map(|m| m.path) {
            Some(Some(path)) => self.ctx.module.str(path),
            _ => &self.ctx.options.module_id,
        }
    }

    fn number(&mut self, number: u64) {
        write_u64(&mut self.out, number);
    }

    fn reference(&mut self, number: u64) {
        self.out.push(b'^');
        write_u64(&mut self.out, number);
    }

    fn value_reference(&mut self, numbers: &Numbers<'_>, value: u32) {
        match numbers.values.get(value as usize) {
            Some(&number) => self.reference(number),
            None => self.text(b"null"),
        }
    }

    /// `keyword: number`
    fn item(&mut self, keyword: &str, number: u64) {
        self.text(keyword.as_bytes());
        self.text(b": ");
        self.number(number);
    }

    /// Writes the items of a list with commas between.
    fn list<T>(&mut self, items: impl IntoIterator<Item = T>, mut item: impl FnMut(&mut Self, T)) {
        for (i, value) in items.into_iter().enumerate() {
            if i != 0 {
                self.text(b", ");
            }
            item(self, value);
        }
    }

    /// Writes the modules of the summary, if there is one: as part of the module, or `alone`. What follows needs the numbers.
    pub(super) fn summary_modules(&mut self, alone: bool) -> Option<Numbers<'m>> {
        let summary = self.ctx.module.summary.as_deref().filter(|_| alone || self.ctx.llvm.summary_text())?;
        let numbers = Numbers::new(self, summary, alone);
        self.out.push(b'\n');
        for (number, &i) in numbers.module_order.iter().enumerate() {
            self.reference(number as u64);
            self.text(b" = module: (path: ");
            let path = self.module_path(summary, i).to_vec();
            // LLVM names the part of a combined index that represents all modules of regular LTO.
            write_quoted(&mut self.out, if path.is_empty() { b"[Regular LTO]" } else { &path });
            self.text(b", hash: (");
            self.list(summary.modules[i].hash, |p, word| p.number(u64::from(word)));
            self.text(b"))\n");
        }
        Some(numbers)
    }

    /// Writes the type identifiers of the summary and what follows them.
    pub(super) fn summary_rest(&mut self, numbers: &Numbers<'m>) {
        let (module, summary) = (self.ctx.module, numbers.summary);
        for (rank, &(guid, i)) in numbers.type_ids.iter().enumerate() {
            let type_id = &summary.type_ids[i];
            self.reference(numbers.first_type_id + rank as u64);
            self.text(b" = typeid: (name: \"");
            self.text(module.str(type_id.name));
            self.out.push(b'"');
            self.type_id(type_id);
            self.text(b") ; guid = ");
            self.number(guid);
            self.out.push(b'\n');
        }
        for (rank, &i) in numbers.vtables.iter().enumerate() {
            let vtables = &summary.vtables[i];
            self.reference(numbers.first_vtable + rank as u64);
            self.text(b" = typeidCompatibleVTable: (name: \"");
            self.text(module.str(vtables.name));
            self.text(b"\", summary: (");
            self.list(&vtables.tables, |p, &(offset, value)| {
                p.text(b"(");
                p.item("offset", offset);
                p.text(b", ");
                p.value_reference(numbers, value);
                p.out.push(b')');
            });
            self.text(b")) ; guid = ");
            self.number(vtables.guid);
            self.out.push(b'\n');
        }
        let mut next = numbers.end;
        if summary.flags != 0 {
            self.reference(next);
            self.text(b" = ");
            self.item("flags", summary.flags);
            self.out.push(b'\n');
            next += 1;
        }
        self.reference(next);
        self.text(b" = ");
        self.item("blockcount", summary.block_count);
        self.out.push(b'\n');
    }

    /// Writes a value with its summaries.
    pub(super) fn summarised_value(&mut self, numbers: &Numbers<'m>, index: usize) {
        let value = numbers.summary.values[index];
        self.reference(numbers.values[index]);
        self.text(b" = gv: (");
        let is_named = value.global.is_some() || !numbers.lacks_values;
        if value.name.is_empty() || !is_named {
            self.item("guid", value.guid);
        } else {
            self.text(b"name: \"");
            self.text(self.ctx.module.str(value.name));
            self.out.push(b'"');
        }
        let entries = numbers.entries_of(index);
        if !entries.is_empty() {
            self.text(b", summaries: (");
            self.list(entries, |p, entry| p.summary_entry(numbers, entry));
            self.out.push(b')');
        }
        self.out.push(b')');
        if !value.name.is_empty() {
            if is_named {
                self.text(b" ; guid = ");
                self.number(value.guid);
            } else {
                self.text(b" ; name = ");
                let name = self.ctx.module.str(value.name);
                write_quoted(&mut self.out, name);
            }
        }
        self.out.push(b'\n');
    }

    fn summary_entry(&mut self, numbers: &Numbers<'m>, entry: &Entry) {
        self.text(match entry.kind {
            EntryKind::Function(_) => b"function: (module: ",
            EntryKind::Variable { .. } => b"variable: (module: ",
            EntryKind::Alias(_) => b"alias: (module: ",
        });
        self.reference(numbers.modules.get(entry.module as usize).copied().unwrap_or(0));
        let flags = &entry.flags;
        self.text(b", flags: (linkage: ");
        let (linkage, visibility) = flags.words();
        self.text(linkage.as_bytes());
        self.text(b", visibility: ");
        self.text(visibility.as_bytes());
        for (name, flag) in [
            (", notEligibleToImport", flags.not_eligible_to_import),
            (", live", flags.live),
            (", dsoLocal", flags.dso_local),
            (", canAutoHide", flags.can_auto_hide),
        ] {
            self.item(name, u64::from(flag));
        }
        if self.ctx.llvm.import_type() {
            self.text(if flags.import_declaration { b", importType: declaration" } else { b", importType: definition" });
        }
        if self.ctx.llvm.no_rename_on_promotion() {
            self.item(", noRenameOnPromotion", u64::from(flags.no_rename_on_promotion));
        }
        self.out.push(b')');
        match &entry.kind {
            EntryKind::Function(function) => self.function_summary(numbers, function),
            EntryKind::Variable { flags, vtable, .. } => self.variable_summary(numbers, *flags, vtable),
            EntryKind::Alias(aliasee) => {
                self.text(b", aliasee: ");
                // An index may contain an alias without its aliasee.
                let is_known = |&value: &u32| numbers.entries_of(value as usize).iter().any(|e| e.module == entry.module);
                match aliasee.filter(is_known) {
                    Some(aliasee) => self.value_reference(numbers, aliasee),
                    None => self.text(b"null"),
                }
            }
        }
        if !entry.refs.is_empty() {
            self.text(b", refs: (");
            self.list(&entry.refs, |p, r| {
                p.text(match r.kind {
                    RefKind::Any => b"",
                    RefKind::ReadOnly => b"readonly ",
                    RefKind::WriteOnly => b"writeonly ",
                });
                p.value_reference(numbers, r.value);
            });
            self.out.push(b')');
        }
        self.out.push(b')');
    }

    fn variable_summary(&mut self, numbers: &Numbers<'_>, flags: u64, vtable: &[(u32, u64)]) {
        let bit = |mask: u64| u64::from(flags & mask != 0);
        self.item(", varFlags: (readonly", bit(variable_flags::READ_ONLY));
        self.item(", writeonly", bit(variable_flags::WRITE_ONLY));
        self.item(", constant", bit(variable_flags::CONSTANT));
        if !vtable.is_empty() {
            self.item(", vcall_visibility", flags >> variable_flags::VCALL_VISIBILITY & 3);
        }
        self.out.push(b')');
        if !vtable.is_empty() {
            self.text(b", vTableFuncs: (");
            self.list(vtable, |p, &(function, offset)| {
                p.text(b"(virtFunc: ");
                p.value_reference(numbers, function);
                p.item(", offset", offset);
                p.out.push(b')');
            });
            self.out.push(b')');
        }
    }

    fn function_summary(&mut self, numbers: &Numbers<'_>, function: &FunctionSummary) {
        self.item(", insts", function.instructions);
        let names = function_flags(self.ctx.llvm);
        if function.flags & ((1 << names.len()) - 1) != 0 {
            self.text(b", funcFlags: (");
            self.list(names.iter().enumerate(), |p, (bit, name)| p.item(name, function.flags >> bit & 1));
            self.out.push(b')');
        }
        if !function.calls.is_empty() {
            self.text(b", calls: (");
            self.list(&function.calls, |p, call| p.call_edge(numbers, call));
            self.out.push(b')');
        }
        self.type_id_info(numbers, function);
        if !function.allocs.is_empty() {
            self.text(b", allocs: (");
            self.list(&function.allocs, |p, alloc| p.alloc(alloc));
            self.out.push(b')');
        }
        if !function.callsites.is_empty() {
            self.text(b", callsites: (");
            self.list(&function.callsites, |p, callsite| p.callsite(numbers, callsite));
            self.out.push(b')');
        }
        if !function.params.is_empty() {
            self.text(b", params: (");
            self.list(&function.params, |p, param| p.param_access(numbers, param));
            self.out.push(b')');
        }
    }

    fn call_edge(&mut self, numbers: &Numbers<'_>, call: &CallEdge) {
        self.text(b"(callee: ");
        self.value_reference(numbers, call.callee);
        if call.hotness != 0 {
            self.text(b", hotness: ");
            self.text(words::of(&words::HOTNESS, u64::from(call.hotness)).as_bytes());
        } else if call.rel_block_freq != 0 && self.ctx.llvm.rel_block_freq() {
            self.item(", relbf", u64::from(call.rel_block_freq));
        }
        if call.tail && self.ctx.llvm.calls_with_hotness() {
            self.text(b", tail: 1");
        }
        self.out.push(b')');
    }

    fn alloc_type(&mut self, kind: u8) {
        self.text(words::of_allocation(kind).as_bytes());
    }

    fn stack_ids(&mut self, ids: &[u64]) {
        self.text(b"stackIds: (");
        self.list(ids, |p, &id| p.number(id));
        self.out.push(b')');
    }

    fn alloc(&mut self, alloc: &Alloc) {
        self.text(b"(versions: (");
        self.list(&alloc.versions, |p, &kind| p.alloc_type(kind));
        self.text(b"), memProf: (");
        self.list(&alloc.contexts, |p, (kind, ids)| {
            p.text(b"(type: ");
            p.alloc_type(*kind);
            p.text(b", ");
            p.stack_ids(ids);
            p.out.push(b')');
        });
        self.text(b"))");
    }

    fn callsite(&mut self, numbers: &Numbers<'_>, callsite: &Callsite) {
        self.text(b"(callee: ");
        match callsite.callee {
            Some(callee) => self.value_reference(numbers, callee),
            None => self.text(b"null"),
        }
        self.text(b", clones: (");
        self.list(&callsite.clones, |p, &clone| p.number(u64::from(clone)));
        self.text(b"), ");
        self.stack_ids(&callsite.stack_ids);
        self.out.push(b')');
    }

    /// `offset: [least, greatest]`
    fn offset_range(&mut self, range: OffsetRange) {
        let (least, greatest) = range.bounds();
        self.text(b"offset: [");
        write_i64(&mut self.out, least);
        self.text(b", ");
        write_i64(&mut self.out, greatest);
        self.out.push(b']');
    }

    fn param_access(&mut self, numbers: &Numbers<'_>, access: &ParamAccess) {
        self.item("(param", access.param);
        self.text(b", ");
        self.offset_range(access.range);
        if !access.calls.is_empty() {
            self.text(b", calls: (");
            self.list(&access.calls, |p, &(param, callee, range)| {
                p.text(b"(callee: ");
                p.value_reference(numbers, callee);
                p.item(", param", param);
                p.text(b", ");
                p.offset_range(range);
                p.out.push(b')');
            });
            self.out.push(b')');
        }
        self.out.push(b')');
    }

    fn type_id_info(&mut self, numbers: &Numbers<'_>, function: &FunctionSummary) {
        let FunctionSummary { type_tests, assume_vcalls, checked_load_vcalls, assume_const_vcalls, checked_load_const_vcalls, .. } =
            function;
        if type_tests.is_empty()
            && assume_vcalls.is_empty()
            && checked_load_vcalls.is_empty()
            && assume_const_vcalls.is_empty()
            && checked_load_const_vcalls.is_empty()
        {
            return;
        }
        self.text(b", typeIdInfo: (");
        let mut separator: &[u8] = b"";
        if !type_tests.is_empty() {
            self.text(b"typeTests: (");
            separator = b", ";
            let mut inner: &[u8] = b"";
            for &guid in type_tests {
                let mut known = false;
                for number in numbers.type_ids_of(guid) {
                    self.text(inner);
                    inner = b", ";
                    self.reference(number);
                    known = true;
                }
                if !known {
                    self.text(inner);
                    inner = b", ";
                    self.number(guid);
                }
            }
            self.out.push(b')');
        }
        for (keyword, calls) in [(&b"typeTestAssumeVCalls: ("[..], assume_vcalls), (b"typeCheckedLoadVCalls: (", checked_load_vcalls)] {
            if !calls.is_empty() {
                self.text(separator);
                separator = b", ";
                self.text(keyword);
                self.list(calls, |p, &call| p.virtual_function(numbers, call));
                self.out.push(b')');
            }
        }
        for (keyword, calls) in
            [(&b"typeTestAssumeConstVCalls: ("[..], assume_const_vcalls), (b"typeCheckedLoadConstVCalls: (", checked_load_const_vcalls)]
        {
            if !calls.is_empty() {
                self.text(separator);
                separator = b", ";
                self.text(keyword);
                self.list(calls, |p, (call, args)| {
                    p.out.push(b'(');
                    p.virtual_function(numbers, *call);
                    if !args.is_empty() {
                        p.text(b", ");
                        p.args(args);
                    }
                    p.out.push(b')');
                });
                self.out.push(b')');
            }
        }
        self.out.push(b')');
    }

    fn args(&mut self, args: &[u64]) {
        self.text(b"args: (");
        self.list(args, |p, &arg| p.number(arg));
        self.out.push(b')');
    }

    fn virtual_function(&mut self, numbers: &Numbers<'_>, call: VirtualFunction) {
        let mut known = false;
        for number in numbers.type_ids_of(call.guid) {
            self.text(if known { b", vFuncId: (" } else { b"vFuncId: (" });
            known = true;
            self.reference(number);
            self.item(", offset", call.offset);
            self.out.push(b')');
        }
        if !known {
            self.item("vFuncId: (guid", call.guid);
            self.item(", offset", call.offset);
            self.out.push(b')');
        }
    }

    fn type_id(&mut self, id: &TypeIdSummary) {
        self.text(b", summary: (typeTestRes: (kind: ");
        self.text(words::of(&words::TYPE_TEST, id.kind).as_bytes());
        self.item(", sizeM1BitWidth", id.size_m1_bit_width);
        for (keyword, number) in [
            (", alignLog2", id.align_log2),
            (", sizeM1", id.size_m1),
            (", bitMask", u64::from(id.bit_mask)),
            (", inlineBits", id.inline_bits),
        ] {
            if number != 0 {
                self.item(keyword, number);
            }
        }
        self.out.push(b')');
        if !id.resolutions.is_empty() {
            self.text(b", wpdResolutions: (");
            self.list(&id.resolutions, |p, resolution| p.resolution(resolution));
            self.out.push(b')');
        }
        self.out.push(b')');
    }

    fn resolution(&mut self, resolution: &DevirtResolution) {
        self.item("(offset", resolution.offset);
        self.text(b", wpdRes: (kind: ");
        self.text(words::of(&words::DEVIRT, resolution.kind).as_bytes());
        if resolution.kind == 1 {
            self.text(b", singleImplName: \"");
            self.text(self.ctx.module.str(resolution.single_impl));
            self.out.push(b'"');
        }
        if !resolution.by_arg.is_empty() {
            self.text(b", resByArg: (");
            self.list(&resolution.by_arg, |p, by_arg| p.by_arg(by_arg));
            self.out.push(b')');
        }
        self.text(b"))");
    }

    fn by_arg(&mut self, by_arg: &ArgResolution) {
        self.args(&by_arg.args);
        self.text(b", byArg: (kind: ");
        self.text(words::of(&words::DEVIRT_BY_ARG, by_arg.kind).as_bytes());
        if matches!(by_arg.kind, 1 | 2) {
            self.item(", info", by_arg.info);
        }
        if by_arg.byte != 0 || by_arg.bit != 0 {
            self.item(", byte", u64::from(by_arg.byte));
            self.item(", bit", u64::from(by_arg.bit));
        }
        self.out.push(b')');
    }
}
