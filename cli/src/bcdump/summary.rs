//! `bcdump --summary`: the ThinLTO summaries of a file, as the entries of their text or as JSON (docs/bcdump-json.md).
use std::io::{self, Write};
use std::path::Path;

use bctk_bitcode::{modules, read_summary};
use bctk_ir::module::Module;
use bctk_ir::strings::Str;
use bctk_ir::summary::{
    Alloc, CallEdge, Callsite, CfiFunction, CompatibleVtables, Entry, EntryKind, FunctionSummary, OffsetRange, ParamAccess, RefKind,
    Summary, TypeIdSummary, ValueFlags, VirtualFunction, function_flags, variable_flags, words,
};
use bctk_ir::version::LlvmVersion;
use bctk_textual::{PrintOptions, print_index_to};
use serde_json::{Value, json};

use crate::bcdump::json::{SCHEMA, VERSION};
use crate::diag::Fault;
use crate::inputs;
use crate::limits;

/// Shows the summaries of all modules of `path`.
pub(crate) fn show(path: &Path, as_json: bool, out: &mut impl Write) -> Result<(), Fault> {
    let (contents, part) = inputs::all(path)?;
    let (entries, unread) = contents.entries_of(part.as_deref());
    let mut faults: Vec<String> = contents.faults.iter().chain(&unread).map(ToString::to_string).collect();
    let mut shown = 0;
    let mut emit = || -> io::Result<()> {
        if as_json {
            write!(
                out,
                "{{\"schema\":\"{SCHEMA}\",\"version\":{VERSION},\"view\":\"summary\",\"file\":{},\"modules\":[",
                json!(contents.name)
            )?;
        }
        for entry in &entries {
            let parts = modules(entry.bitcode.bytes(), &limits::read_options());
            let read = parts.and_then(|parts| parts.get(entry.index).map_or(Ok(None), |part| read_summary(part, &limits::read_options())));
            let module = match read {
                Ok(Some(module)) => module,
                Ok(None) => continue,
                Err(error) => {
                    faults.push(format!("{}: {error}", entry.name()));
                    continue;
                }
            };
            shown += 1;
            let name = match contents.container {
                None if entry.count == 1 => contents.name.clone(),
                _ => format!("{}:{}", contents.name, entry.name()),
            };
            if as_json {
                out.write_all(if shown > 1 { b",\n" } else { b"\n" })?;
                serde_json::to_writer(&mut *out, &module_json(&name, &module))?;
                continue;
            }
            let options = PrintOptions { module_id: name.into_bytes(), limits: limits::limits(), ..PrintOptions::default() };
            print_index_to(&module, &options, out)?;
        }
        if as_json {
            write!(out, "\n],\"faults\":{}}}\n", json!(faults))?;
        }
        out.flush()
    };
    emit().map_err(|error| Fault::write("<stdout>", error))?;
    match faults.as_slice() {
        [] if shown == 0 => Err(Fault::Content(contents.name.clone(), "contains no summary".into())),
        [] => Ok(()),
        faults => Err(Fault::Content(contents.name.clone(), faults.join("; "))),
    }
}

/// A summary in its module, to resolve its numbers.
struct View<'m> {
    module: &'m Module,
    summary: &'m Summary,
}

fn module_json(name: &str, module: &Module) -> Value {
    let Some(summary) = module.summary.as_deref() else { return Value::Null };
    let view = View { module, summary };
    let list = |functions: &[CfiFunction]| functions.iter().map(|function| view.text(function.name)).collect::<Vec<_>>();
    json!({
        "name": name,
        "producer": view.text(module.provenance.producer),
        "source": module.source_filename.map(|source| view.text(source)),
        "format": summary.version,
        "flags": summary.flags,
        "full_lto": summary.full_lto,
        "blocks": summary.block_count,
        "modules": summary.modules.iter().map(|module| json!({
            "path": module.path.map(|path| view.text(path)),
            "hash": (module.hash != [0; 5]).then(|| module.hash.map(|word| format!("{word:08x}")).concat()),
        })).collect::<Vec<_>>(),
        "values": view.values(),
        "type_ids": summary.type_ids.iter().map(|id| view.type_id(id)).collect::<Vec<_>>(),
        "vtables": summary.vtables.iter().map(|tables| view.vtables(tables)).collect::<Vec<_>>(),
        "cfi_defs": list(&summary.cfi_defs),
        "cfi_decls": list(&summary.cfi_decls),
    })
}

fn virtual_function(slot: &VirtualFunction) -> Value {
    json!({ "guid": slot.guid, "offset": slot.offset })
}

fn range(range: OffsetRange) -> Value {
    let (least, greatest) = range.bounds();
    json!([least, greatest])
}

fn flags_json(flags: &ValueFlags) -> Value {
    let (linkage, visibility) = flags.words();
    json!({
        "linkage": linkage,
        "visibility": visibility,
        "not_eligible_to_import": flags.not_eligible_to_import,
        "live": flags.live,
        "dso_local": flags.dso_local,
        "can_auto_hide": flags.can_auto_hide,
        "no_rename_on_promotion": flags.no_rename_on_promotion,
        "import": if flags.import_declaration { "declaration" } else { "definition" },
    })
}

impl View<'_> {
    fn text(&self, text: Str) -> String {
        String::from_utf8_lossy(self.module.str(text)).into_owned()
    }

    fn guid(&self, value: u32) -> Option<u64> {
        self.summary.values.get(value as usize).map(|value| value.guid)
    }

    fn values(&self) -> Vec<Value> {
        let mut entries: Vec<Vec<Value>> = vec![Vec::new(); self.summary.values.len()];
        for entry in &self.summary.entries {
            if let Some(of_value) = entries.get_mut(entry.value as usize) {
                of_value.push(self.entry(entry));
            }
        }
        let values = self.summary.values.iter().zip(entries);
        let name = |name: Str| (!name.is_empty()).then(|| self.text(name));
        values.map(|(value, entries)| json!({ "guid": value.guid, "name": name(value.name), "summaries": entries })).collect()
    }

    fn entry(&self, entry: &Entry) -> Value {
        let access = |kind| match kind {
            RefKind::Any => "any",
            RefKind::ReadOnly => "read",
            RefKind::WriteOnly => "write",
        };
        let (kind, more) = match &entry.kind {
            EntryKind::Function(function) => ("function", self.function(function)),
            EntryKind::Variable { flags, vtable, .. } => ("variable", self.variable(*flags, vtable)),
            EntryKind::Alias(aliasee) => ("alias", json!({ "aliasee": aliasee.and_then(|aliasee| self.guid(aliasee)) })),
        };
        let mut out = json!({
            "kind": kind,
            "module": entry.module,
            "flags": flags_json(&entry.flags),
            "original_guid": entry.original_guid,
            "refs": entry.refs.iter().map(|r| json!({ "guid": self.guid(r.value), "access": access(r.kind) })).collect::<Vec<_>>(),
        });
        if let (Value::Object(out), Value::Object(more)) = (&mut out, more) {
            out.extend(more);
        }
        out
    }

    fn variable(&self, flags: u64, vtable: &[(u32, u64)]) -> Value {
        json!({
            "read_only": flags & variable_flags::READ_ONLY != 0,
            "write_only": flags & variable_flags::WRITE_ONLY != 0,
            "constant": flags & variable_flags::CONSTANT != 0,
            "vcall_visibility": flags >> variable_flags::VCALL_VISIBILITY & 3,
            "functions": vtable.iter().map(|&(value, offset)| json!({ "guid": self.guid(value), "offset": offset })).collect::<Vec<_>>(),
        })
    }

    fn function(&self, function: &FunctionSummary) -> Value {
        let names = function_flags(LlvmVersion::NEWEST).iter().enumerate();
        let constant = |calls: &[(VirtualFunction, Vec<u64>)]| {
            calls.iter().map(|(slot, args)| json!({ "guid": slot.guid, "offset": slot.offset, "args": args })).collect::<Vec<_>>()
        };
        json!({
            "instructions": function.instructions,
            "function_flags": names.filter(|(bit, _)| function.flags >> bit & 1 != 0).map(|(_, name)| *name).collect::<Vec<_>>(),
            "entry_count": function.entry_count,
            "calls": function.calls.iter().map(|call| self.call(call)).collect::<Vec<_>>(),
            "type_tests": function.type_tests,
            "assume_vcalls": function.assume_vcalls.iter().map(virtual_function).collect::<Vec<_>>(),
            "checked_load_vcalls": function.checked_load_vcalls.iter().map(virtual_function).collect::<Vec<_>>(),
            "assume_const_vcalls": constant(&function.assume_const_vcalls),
            "checked_load_const_vcalls": constant(&function.checked_load_const_vcalls),
            "params": function.params.iter().map(|access| self.param(access)).collect::<Vec<_>>(),
            "callsites": function.callsites.iter().map(|site| self.callsite(site)).collect::<Vec<_>>(),
            "allocs": function.allocs.iter().map(alloc).collect::<Vec<_>>(),
        })
    }

    fn call(&self, call: &CallEdge) -> Value {
        json!({
            "guid": self.guid(call.callee),
            "hotness": words::of(&words::HOTNESS, u64::from(call.hotness)),
            "relative_frequency": call.rel_block_freq,
            "tail": call.tail,
        })
    }

    fn param(&self, access: &ParamAccess) -> Value {
        let call = |&(param, callee, offsets): &(u64, u32, OffsetRange)| json!({ "guid": self.guid(callee), "param": param, "offsets": range(offsets) });
        json!({ "param": access.param, "offsets": range(access.range), "calls": access.calls.iter().map(call).collect::<Vec<_>>() })
    }

    fn callsite(&self, site: &Callsite) -> Value {
        json!({ "guid": site.callee.and_then(|callee| self.guid(callee)), "clones": site.clones, "stack_ids": site.stack_ids })
    }

    fn type_id(&self, id: &TypeIdSummary) -> Value {
        let resolutions = id.resolutions.iter().map(|resolution| {
            let by_arg = resolution.by_arg.iter().map(|arg| {
                json!({
                    "args": arg.args,
                    "kind": words::of(&words::DEVIRT_BY_ARG, arg.kind),
                    "info": arg.info,
                    "byte": arg.byte,
                    "bit": arg.bit,
                })
            });
            json!({
                "offset": resolution.offset,
                "kind": words::of(&words::DEVIRT, resolution.kind),
                "single_impl": (!resolution.single_impl.is_empty()).then(|| self.text(resolution.single_impl)),
                "by_arg": by_arg.collect::<Vec<_>>(),
            })
        });
        json!({
            "name": self.text(id.name),
            "guid": id.guid,
            "kind": words::of(&words::TYPE_TEST, id.kind),
            "size_m1_bit_width": id.size_m1_bit_width,
            "align_log2": id.align_log2,
            "size_m1": id.size_m1,
            "bit_mask": id.bit_mask,
            "inline_bits": id.inline_bits,
            "devirtualised": resolutions.collect::<Vec<_>>(),
        })
    }

    fn vtables(&self, tables: &CompatibleVtables) -> Value {
        let table = |&(offset, value): &(u64, u32)| json!({ "guid": self.guid(value), "offset": offset });
        json!({ "name": self.text(tables.name), "guid": tables.guid, "tables": tables.tables.iter().map(table).collect::<Vec<_>>() })
    }
}

fn alloc(alloc: &Alloc) -> Value {
    let sizes = |at: usize| {
        let sizes = alloc.sizes.get(at).map_or(&[][..], |sizes| sizes);
        sizes.iter().map(|&(context, bytes)| json!({ "context": context, "bytes": bytes })).collect::<Vec<_>>()
    };
    json!({
        "versions": alloc.versions.iter().map(|&kind| words::of_allocation(kind)).collect::<Vec<_>>(),
        "contexts": alloc.contexts.iter().enumerate().map(|(at, (kind, stack))| json!({
            "kind": words::of_allocation(*kind),
            "stack_ids": stack,
            "sizes": sizes(at),
        })).collect::<Vec<_>>(),
    })
}
