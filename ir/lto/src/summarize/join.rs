//! Joins what is known of the values of a module to a summary.
use super::context::{Context, Target};
use super::function::{self, FunctionFacts};
use super::offsets::Offsets;
use super::variable::{self, VariableFacts};
use super::{SummarizeError, SummarizeOptions};
use bctk_ir::attr_set::AttrIndex;
use bctk_ir::attrs::AttrKind;
use bctk_ir::constants::ConstKind;
use bctk_ir::entity::GlobalId;
use bctk_ir::global::{GlobalKind, GlobalValue};
use bctk_ir::keywords::{Linkage, UnnamedAddr, Visibility};
use bctk_ir::mangle::aliasee_object;
use bctk_ir::module::Module;
use bctk_ir::summary::{
    CallEdge, Callsite, CompatibleVtables, Entry, EntryKind, FunctionSummary, ModulePath, Ref, RefKind, Summary, ValueFlags, ValueInfo,
    guid_of, variable_flags,
};
use bctk_ir::value::ValueKind;
use bctk_support::parallel::prelude::*;
use hashbrown::{HashMap, HashSet};

/// Bits of a symbol's flags in symbol tables.
const WEAK: u32 = 1 << 4;
const GLOBAL: u32 = 1 << 10;

/// Bits of the flags of an index.
const SPLIT: u64 = 1 << 3;
const UNIFIED: u64 = 1 << 9;

/// A value with its summary, before numbers.
struct Draft {
    /// The global value itself.
    own: GlobalId,
    /// The first value with its GUID.
    value: u32,
    flags: ValueFlags,
    refs: Vec<(Target, RefKind)>,
    kind: DraftKind,
}

enum DraftKind {
    Function(Box<FunctionFacts>),
    Variable(VariableFacts),
    Alias(u32),
}

pub(super) fn summarize(module: &Module, options: &SummarizeOptions) -> Result<Summary, SummarizeError> {
    refuse(module)?;
    let mut context = Context::new(module, options)?;
    let mut fixed: HashSet<u32> = context.used_locals.iter().map(|&id| context.first(id)).collect();
    let mut drafts = Vec::new();
    let mut blocks = 0;
    if !module.inline_asm.is_empty() {
        let is_known =
            options.knows_assembly || !module.asm_symbols.is_empty() || module.provenance.bitcode.as_ref().is_some_and(|file| file.symtab);
        if !is_known {
            return Err(SummarizeError::AssemblySymbols);
        }
        context.has_hidden_names |= of_assembly(&context, &mut drafts, &mut fixed);
    }
    of_functions(&context, &mut drafts, &mut fixed, &mut blocks)?;
    let context = &context;
    of_variables(context, &mut drafts, &mut fixed);
    of_aliases(context, &mut drafts, &mut fixed);
    block_addresses(module, &mut drafts);
    live_and_fixed(context, &mut drafts, &fixed);
    let mut summary = number(context, drafts);
    summary.full_lto = !context.is_thin;
    summary.writer = Some(context.llvm.major);
    summary.version = context.llvm.summary_version();
    summary.flags = if context.is_split { SPLIT } else { 0 } | if context.is_unified { UNIFIED } else { 0 };
    summary.block_count = if context.profile.is_partial || !context.llvm.block_count_if_any() { blocks } else { 0 };
    Ok(summary)
}

/// Refuses what has no summary, and what cannot be summarised.
fn refuse(module: &Module) -> Result<(), SummarizeError> {
    for (_, global, function) in module.functions() {
        if global.name.is_empty() {
            return Err(SummarizeError::Anonymous);
        }
        let own = module.attrs.set_at(function.attrs, AttrIndex::Function);
        if own.is_some_and(|set| module.attrs.set(set).iter().any(|attr| attr.kind() == Some(AttrKind::SANITIZE_MEMTAG))) {
            return Err(SummarizeError::ParameterAccesses);
        }
    }
    Ok(())
}

/// Whether a value may be left out of the symbol table (`GlobalValue::canBeOmittedFromSymbolTable`).
fn can_auto_hide(global: &GlobalValue) -> bool {
    if global.linkage != Linkage::LinkOnceOdr {
        return false;
    }
    match (global.unnamed_addr, &global.kind) {
        (UnnamedAddr::Global, _) => true,
        (_, GlobalKind::Variable { constant: false, .. }) => false,
        (unnamed, _) => unnamed != UnnamedAddr::None,
    }
}

/// The flags of a value of the module.
fn flags(global: &GlobalValue, not_eligible_to_import: bool) -> ValueFlags {
    ValueFlags {
        linkage: global.linkage,
        visibility: global.visibility,
        not_eligible_to_import,
        live: false,
        dso_local: global.dso_local,
        can_auto_hide: can_auto_hide(global),
        import_declaration: false,
        no_rename_on_promotion: false,
    }
}

/// Adds the values that module-level assembly defines for this module alone; returns whether it defines any symbol so.
fn of_assembly(context: &Context<'_>, drafts: &mut Vec<Draft>, fixed: &mut HashSet<u32>) -> bool {
    let module = context.module;
    let mut by_name: HashMap<&[u8], GlobalId> = HashMap::new();
    for (global, at) in module.globals.iter().zip(0..) {
        by_name.entry(module.str(global.name)).or_insert(GlobalId(at));
    }
    let mut is_any = false;
    for symbol in module.asm_symbols.iter().filter(|symbol| symbol.flags & (WEAK | GLOBAL) == 0) {
        is_any = true;
        let Some(&id) = by_name.get(module.str(symbol.name)) else { continue };
        let Some(global) = module.global(id) else { continue };
        let Target::Global(value) = context.target(id) else { continue };
        fixed.insert(value);
        let flags = ValueFlags { linkage: Linkage::Internal, visibility: Visibility::Default, live: true, ..flags(global, true) };
        let kind = match &global.kind {
            GlobalKind::Function(function) => DraftKind::Function(Box::new(FunctionFacts {
                flags: function::flags_of_assembly(context, function.attrs),
                ..FunctionFacts::default()
            })),
            GlobalKind::Variable { constant, .. } => {
                let flags = if *constant { variable_flags::CONSTANT } else { 0 };
                DraftKind::Variable(VariableFacts { flags, ..VariableFacts::default() })
            }
            _ => continue,
        };
        drafts.push(Draft { own: id, value, flags, refs: Vec::new(), kind });
    }
    is_any
}

fn of_functions(context: &Context<'_>, drafts: &mut Vec<Draft>, fixed: &mut HashSet<u32>, blocks: &mut u64) -> Result<(), SummarizeError> {
    let module = context.module;
    let defined: Vec<_> =
        module.functions().filter_map(|(id, global, function)| Some((id, global, function, module.body(function)?))).collect();
    let found: Vec<Result<FunctionFacts, SummarizeError>> =
        defined.par_iter().balanced().map(|&(id, _, function, body)| function::summarize(context, id, function, body)).collect();
    for (&(id, global, ..), facts) in defined.iter().zip(found) {
        let mut facts = facts?;
        *blocks += facts.blocks;
        let is_fixed = context.is_not_renamable(id, global);
        let Target::Global(value) = context.target(id) else { continue };
        if is_fixed {
            fixed.insert(value);
        }
        let flags = flags(global, is_fixed || facts.may_not_be_imported);
        let refs = std::mem::take(&mut facts.refs);
        drafts.push(Draft { own: id, value, flags, refs, kind: DraftKind::Function(Box::new(facts)) });
    }
    Ok(())
}

fn of_variables(context: &Context<'_>, drafts: &mut Vec<Draft>, fixed: &mut HashSet<u32>) {
    let module = context.module;
    let is_defined =
        |(_, global): &(GlobalId, &GlobalValue)| matches!(global.kind, GlobalKind::Variable { .. }) && !global.is_declaration();
    let defined: Vec<(GlobalId, &GlobalValue)> =
        module.globals.iter().enumerate().map(|(at, global)| (GlobalId::new(at), global)).filter(is_defined).collect();
    let found: Vec<VariableFacts> = defined
        .par_iter()
        .with_min_len(256)
        .map_init(|| Offsets::new(module, context.llvm), |offsets, &(id, global)| variable::summarize(context, id, global, offsets))
        .collect();
    for (&(id, global), mut facts) in defined.iter().zip(found) {
        let is_fixed = context.is_not_renamable(id, global);
        let Target::Global(value) = context.target(id) else { continue };
        if is_fixed {
            fixed.insert(value);
        }
        let flags = flags(global, is_fixed || facts.may_not_be_imported);
        let refs = std::mem::take(&mut facts.refs).into_iter().map(|target| (target, RefKind::Any)).collect();
        drafts.push(Draft { own: id, value, flags, refs, kind: DraftKind::Variable(facts) });
    }
}

fn of_aliases(context: &Context<'_>, drafts: &mut Vec<Draft>, fixed: &mut HashSet<u32>) {
    let module = context.module;
    for (global, at) in module.globals.iter().zip(0..) {
        let id = GlobalId(at);
        if !matches!(global.kind, GlobalKind::Alias { .. }) {
            continue;
        }
        let Some(object) = aliasee_object(module, id) else { continue };
        let Some(of) = module.global(object) else { continue };
        // The writer leaves aliases of values without a name out.
        if matches!(of.kind, GlobalKind::IFunc { .. }) || of.name.is_empty() {
            continue;
        }
        let is_fixed = context.is_not_renamable(id, global);
        let Target::Global(value) = context.target(id) else { continue };
        if is_fixed {
            fixed.insert(value);
        }
        drafts.push(Draft {
            own: id,
            value,
            flags: flags(global, is_fixed),
            refs: Vec::new(),
            kind: DraftKind::Alias(context.first(object)),
        });
    }
}

/// A function with a block whose address is used other than by `callbr` cannot be imported: the address would be that of a block of another
/// function.
fn block_addresses(module: &Module, drafts: &mut [Draft]) {
    let mut addressed: HashSet<GlobalId> = HashSet::new();
    for draft in drafts.iter() {
        let addresses = match &draft.kind {
            DraftKind::Function(facts) => &facts.addresses,
            DraftKind::Variable(facts) => &facts.addresses,
            DraftKind::Alias(_) => continue,
        };
        addressed.extend(addresses.iter().map(|&(function, _)| function));
    }
    for draft in drafts.iter_mut().filter(|draft| matches!(draft.kind, DraftKind::Function(_))) {
        let is_defined = module.globals.get(draft.value as usize).is_some_and(|global| !global.is_declaration());
        draft.flags.not_eligible_to_import |= is_defined && addressed.contains(&GlobalId(draft.value));
    }
}

/// Marks what must stay, and what cannot be imported because it refers to what keeps its name.
fn live_and_fixed(context: &Context<'_>, drafts: &mut [Draft], fixed: &HashSet<u32>) {
    let module = context.module;
    let mut live: HashSet<u32> = HashSet::new();
    for (global, at) in module.globals.iter().zip(0..) {
        if let GlobalKind::IFunc { resolver } = global.kind {
            let mut next = Some(resolver);
            // A circle of aliases ends, too.
            for _ in 0..=module.globals.len() {
                next = match next.map(|value| value.kind()) {
                    Some(ValueKind::Global(id)) => {
                        live.insert(context.first(id));
                        match module.global(id).map(|global| &global.kind) {
                            Some(&GlobalKind::Alias { aliasee }) => Some(aliasee),
                            _ => None,
                        }
                    }
                    Some(ValueKind::Const(index)) => match module.consts.get(index).map(|constant| constant.kind) {
                        Some(ConstKind::Cast { value, .. }) => Some(value),
                        Some(ConstKind::Gep { ops, .. }) => module.consts.values(ops).next(),
                        _ => None,
                    },
                    _ => None,
                };
            }
        }
        let roots: [&[u8]; 5] =
            [b"llvm.used", b"llvm.compiler.used", b"llvm.global_ctors", b"llvm.global_dtors", b"llvm.global.annotations"];
        if roots.contains(&module.str(global.name)) {
            live.insert(at);
        }
    }
    let used: HashSet<u32> = context.used_locals.iter().map(|&id| context.first(id)).collect();
    let is_fixed = |target: &Target| matches!(target, Target::Global(value) if fixed.contains(value));
    for draft in drafts {
        draft.flags.live |= live.contains(&draft.value);
        let calls = match &draft.kind {
            DraftKind::Function(facts) => &facts.calls[..],
            _ => &[],
        };
        draft.flags.not_eligible_to_import |= !context.is_thin
            || used.contains(&draft.value)
            || draft.refs.iter().any(|(target, _)| is_fixed(target))
            || calls.iter().any(|(target, _)| is_fixed(target));
    }
}

/// The values that the index shows for GUIDs which several have: each time, the last that it met.
fn shown(context: &Context<'_>, drafts: &[Draft]) -> HashMap<u32, u32> {
    let mut shown = HashMap::new();
    for draft in drafts {
        let met = match &draft.kind {
            DraftKind::Function(facts) => &facts.met[..],
            DraftKind::Variable(facts) => &facts.met[..],
            DraftKind::Alias(_) => &[],
        };
        let own = context.is_shared(draft.own).then_some(draft.own.0);
        shown.extend(met.iter().copied().chain(own).map(|id| (context.first(GlobalId(id)), id)));
    }
    shown
}

/// Numbers of values in the summary.
struct Numbers<'c, 'm> {
    context: &'c Context<'m>,
    /// By global value.
    globals: Vec<u32>,
    /// Of values that the index knows by their GUIDs alone.
    guids: HashMap<u64, u32>,
    /// Of values with one GUID, the one that is shown, by the first.
    shown: HashMap<u32, u32>,
    values: Vec<ValueInfo>,
}

impl Numbers<'_, '_> {
    /// The number of a global value itself.
    fn own(&self, id: GlobalId) -> u32 {
        self.globals.get(id.index()).copied().unwrap_or(0)
    }

    fn of(&mut self, target: Target) -> u32 {
        let guid = match target {
            Target::Global(id) if self.context.is_named(id) => {
                return self.own(GlobalId(self.shown.get(&id).copied().unwrap_or(id)));
            }
            Target::Global(id) => self.context.guids.get(id as usize).copied().unwrap_or(0),
            Target::Guid(guid) => guid,
        };
        *self.guids.entry(guid).or_insert_with(|| {
            self.values.push(ValueInfo { guid, name: bctk_ir::strings::Str::EMPTY, global: None });
            self.values.len() as u32 - 1
        })
    }
}

/// Gives all values numbers.
fn number(context: &Context<'_>, drafts: Vec<Draft>) -> Summary {
    let module = context.module;
    let shown = shown(context, &drafts);
    let defined: HashSet<GlobalId> = drafts.iter().map(|draft| draft.own).filter(|&id| context.is_shared(id)).collect();
    let mut numbers = Numbers { context, globals: vec![0; module.globals.len()], guids: HashMap::new(), shown, values: Vec::new() };
    for (global, at) in module.globals.iter().zip(0..) {
        let id = GlobalId(at);
        let first = context.first(id);
        if context.is_named(first) && (!context.is_shared(id) || defined.contains(&id) || numbers.shown.get(&first) == Some(&at)) {
            numbers.globals[at as usize] = numbers.values.len() as u32;
            let guid = context.guids.get(at as usize).copied().unwrap_or(0);
            numbers.values.push(ValueInfo { guid, name: global.name, global: Some(id) });
        }
    }
    let mut summary = Summary { modules: vec![ModulePath { id: 0, path: None, hash: [0; 5] }], ..Summary::default() };
    let mut stack_ids = HashSet::new();
    let mut tables: HashMap<&[u8], usize> = HashMap::new();
    let shared: Vec<(usize, u32)> =
        drafts.iter().enumerate().filter(|(_, draft)| context.is_shared(draft.own)).map(|(at, draft)| (at, draft.value)).collect();
    for draft in drafts {
        let value = numbers.own(draft.own);
        let refs = draft.refs.iter().map(|&(target, kind)| Ref { value: numbers.of(target), kind }).collect();
        let kind = match draft.kind {
            DraftKind::Function(facts) => {
                summary.stack_ids.extend(facts.stack_ids.iter().filter(|&&id| stack_ids.insert(id)));
                EntryKind::Function(Box::new(function_summary(&mut numbers, *facts)))
            }
            DraftKind::Variable(facts) => {
                for (name, offset) in facts.types {
                    let at = *tables.entry(module.str(name)).or_insert_with_key(|bytes| {
                        summary.vtables.push(CompatibleVtables { name, guid: guid_of(bytes), tables: Vec::new() });
                        summary.vtables.len() - 1
                    });
                    summary.vtables[at].tables.push((offset, value));
                }
                let vtable: Vec<(u32, u64)> = facts.functions.iter().map(|&(target, offset)| (numbers.of(target), offset)).collect();
                EntryKind::Variable { flags: facts.flags, is_vtable: !vtable.is_empty(), vtable }
            }
            DraftKind::Alias(object) => EntryKind::Alias(Some(numbers.of(Target::Global(object)))),
        };
        summary.entries.push(Entry { value, module: 0, flags: draft.flags, original_guid: None, refs, kind });
    }
    // Values that share their GUID with earlier ones have the summary of the first.
    let mut firsts: HashMap<u32, usize> = HashMap::new();
    for (at, value) in shared {
        let first = *firsts.entry(value).or_insert(at);
        let Entry { flags, refs, kind, .. } = summary.entries[first].clone();
        let entry = &mut summary.entries[at];
        (entry.flags, entry.refs) = (flags, refs);
        // The record of an alias has what it stands for itself.
        if !matches!(entry.kind, EntryKind::Alias(_)) && std::mem::discriminant(&entry.kind) == std::mem::discriminant(&kind) {
            entry.kind = kind;
        }
    }
    summary.vtables.sort_by_key(|tables| module.str(tables.name));
    summary.values = numbers.values;
    summary
}

fn function_summary(numbers: &mut Numbers<'_, '_>, facts: FunctionFacts) -> FunctionSummary {
    let calls = facts.calls.into_iter().map(|(target, edge)| CallEdge {
        callee: numbers.of(target),
        hotness: edge.hotness,
        rel_block_freq: 0,
        tail: edge.tail,
    });
    let calls = calls.collect();
    let callsites =
        facts.callsites.into_iter().map(|(target, stack_ids)| Callsite { callee: Some(numbers.of(target)), clones: vec![0], stack_ids });
    let callsites = callsites.collect();
    FunctionSummary {
        instructions: facts.instructions,
        flags: facts.flags,
        entry_count: 0,
        calls,
        type_tests: facts.type_tests,
        assume_vcalls: facts.assume_vcalls,
        checked_load_vcalls: facts.checked_load_vcalls,
        assume_const_vcalls: facts.assume_const_vcalls,
        checked_load_const_vcalls: facts.checked_load_const_vcalls,
        params: Vec::new(),
        callsites,
        allocs: facts.allocs,
    }
}
