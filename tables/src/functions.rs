//! The table `functions`.
use crate::columns::{Column, Kind};
use crate::counts::Counts;
use crate::debug;
use crate::fault::{Clock, Result};
use crate::names;
use crate::rows::Rows;
use crate::source::Stored;
use crate::{Options, text};
use bctk_hash::opcode;
use bctk_hash::{Hasher, Hashes, hex};
use bctk_ir::attr_set::AttrIndex;
use bctk_ir::body::Body;
use bctk_ir::entity::{BlockId, GlobalId, MdId, TypeId};
use bctk_ir::inst::Inst;
use bctk_ir::metadata::subprograms::subprograms_by_function;
use bctk_ir::module::Module;
use bctk_ir::value::ValueKind;
use bctk_ir::visit::successors;
use bctk_textual::{DisplayIn, ModuleSlotTracker};
use hashbrown::HashMap;

pub(crate) const COLUMNS: &[Column] = &[
    Column::new("name", Kind::Text, "Name; null for a function without one."),
    Column::new("function_index", Kind::U32, names::FUNCTION_INDEX),
    Column::new("demangled", Kind::Text, "The name in the source language, if the name is mangled (C++, Rust, D)."),
    Column::new("linkage", Kind::Text, "`external`, `internal`, `linkonce_odr` …"),
    Column::new("visibility", Kind::Text, "`default`, `hidden` or `protected`."),
    Column::new("calling_convention", Kind::Text, "Keyword, such as `ccc` and `fastcc`, or `cc N`."),
    Column::new(
        "type",
        Kind::Text,
        "The function type: `i32 (ptr, ...)`. Structures without names are numbered in the order of the module's table.",
    ),
    Column::new("arguments", Kind::U32, "Number of parameters."),
    Column::new("is_vararg", Kind::Bool, "Whether it takes further arguments."),
    Column::new("is_declaration", Kind::Bool, "Whether it has no body."),
    Column::new("is_intrinsic", Kind::Bool, "Whether its name begins with `llvm.`."),
    Column::new("attributes", Kind::TextList, "Attributes of the function itself, as assembly prints them."),
    Column::new("comdat", Kind::Text, "Name of its comdat."),
    Column::new("section", Kind::Text, "Section that it is placed in by name."),
    Column::new("alignment", Kind::U64, "Alignment in bytes, if stated."),
    Column::new("gc", Kind::Text, "Name of its garbage collector."),
    Column::new("subprogram", Kind::Text, "Its name in debug information."),
    Column::new("file", Kind::Text, "Its file in debug information."),
    Column::new("directory", Kind::Text, "The directory that `file` is relative to."),
    Column::new("line", Kind::U32, "Its line in debug information."),
    Column::new("blocks", Kind::U32, "Number of basic blocks; this and all that follows is null for a declaration."),
    Column::new("instructions", Kind::U32, "Number of instructions as stored, calls of debug intrinsics included."),
    Column::new("debug_records", Kind::U32, "Number of debug records and of calls of debug intrinsics (`llvm.dbg.*`)."),
    Column::new("edges", Kind::U32, "Number of edges of the control flow graph; several between the same two blocks count once."),
    Column::new("cyclomatic_complexity", Kind::U32, "`edges` - `blocks` + 2, at least 1 (McCabe, one component)."),
    Column::new("loads", Kind::U32, "Number of `load`."),
    Column::new("stores", Kind::U32, "Number of `store`."),
    Column::new("calls", Kind::U32, "Number of `call`, `invoke` and `callbr`, without calls of debug intrinsics."),
    Column::new("branches", Kind::U32, "Number of `br`, `switch` and `indirectbr`."),
    Column::new(
        "opcodes",
        Kind::Counts,
        "Number of instructions of each opcode. A structure and no map: each opcode is a column of its own that engines add up without unpacking lists.",
    ),
    Column::new(
        "hash",
        Kind::Text,
        "Hash of all that assembly shows of the function, with names of what it refers to, and its debug information. 32 hexadecimal digits, as the other hashes.",
    ),
    Column::new("hash_no_debug", Kind::Text, "The same without debug information."),
    Column::new(
        "hash_code",
        Kind::Text,
        "Hash of the code and of the names of the global values that it refers to: not of its own name, names of values and types, linkage and debug information.",
    ),
    Column::new("hash_normalized", Kind::Text, "Hash of the code alone: no names but those of intrinsics."),
    Column::new("bit_offset", Kind::U64, "Where its block is in the source, in bits; null in assembly."),
    Column::new("bit_size", Kind::U64, "Size of its block in bits; null in assembly."),
    Column::text(
        "text",
        "The definition as bcconv prints it in the text of the module. With `normalize_names`, values and blocks are numbered, and types, global values, metadata and attributes are numbered in the order in which they occur; with `strip_debug`, debug information is left out.",
    ),
];

/// What is counted in a body.
struct Facts {
    counts: Counts,
    debug_records: u32,
    calls: u32,
    edges: u32,
    hashes: Option<Hashes>,
}

/// The number of edges between different pairs of blocks.
fn edges(body: &Body) -> u32 {
    let mut next: Vec<BlockId> = Vec::new();
    let mut count = 0usize;
    for block in &body.blocks {
        let last = block.end.index().checked_sub(1).and_then(|last| body.insts.get(last));
        let Some(last) = last.filter(|_| block.first < block.end) else { continue };
        next.clear();
        successors(last, body, |to| next.push(to));
        next.sort_unstable();
        next.dedup();
        count += next.len();
    }
    count.try_into().unwrap_or(u32::MAX)
}

fn facts(module: &Module, id: GlobalId, body: &Body, hasher: Option<&mut Hasher>) -> Facts {
    let mut facts =
        Facts { counts: Counts::NONE, debug_records: body.dbg_records.len() as u32, calls: 0, edges: edges(body), hashes: None };
    for inst in &body.insts {
        facts.counts.add(opcode(inst));
        if let Inst::Call(id) | Inst::Invoke { call: id, .. } | Inst::CallBr { call: id, .. } = *inst {
            let callee = body.call(id).and_then(|call| match call.callee.kind() {
                ValueKind::Global(id) => module.global(id),
                _ => None,
            });
            match callee.is_some_and(|callee| names::is_debug_intrinsic(module.str(callee.name))) {
                true => facts.debug_records += 1,
                false => facts.calls += 1,
            }
        }
    }
    facts.hashes = hasher.and_then(|hasher| hasher.function(module, id, body));
    facts
}

/// What printing gives, made before the bodies are read.
struct Printed {
    types: HashMap<TypeId, String>,
    attributes: HashMap<u32, Vec<String>>,
}

fn printed(module: &Module) -> Printed {
    let tracker = ModuleSlotTracker::of_tables(module);
    let mut printed = Printed { types: HashMap::new(), attributes: HashMap::new() };
    for (_, global, function) in module.functions() {
        printed.types.entry(global.value_type).or_insert_with(|| global.value_type.display(&tracker).to_string());
        if let Some(set) = module.attrs.set_at(function.attrs, AttrIndex::Function) {
            printed.attributes.entry(set.0).or_insert_with(|| tracker.attributes(set));
        }
    }
    printed
}

/// Columns of debug information. The attachment that they come from may be in the body.
const DEBUG: &[&str] = &["subprogram", "file", "directory", "line"];

/// Columns of counts and hashes, in their order: null without a body.
const COUNTED: &[&str] = &[
    "blocks",
    "instructions",
    "debug_records",
    "edges",
    "cyclomatic_complexity",
    "loads",
    "stores",
    "calls",
    "branches",
    "opcodes",
    "hash",
    "hash_no_debug",
    "hash_code",
    "hash_normalized",
];

/// What all rows of a module share.
struct Shared {
    number: u32,
    printed: Printed,
    spans: Vec<(u64, u64)>,
    dbg: Option<u32>,
    subprograms: std::collections::HashMap<GlobalId, MdId>,
    hasher: Option<Hasher>,
    with_demangled: bool,
}

pub(crate) fn add(stored: &Stored<'_, '_>, options: &Options, clock: Clock, rows: &mut Rows<'_>) -> Result<()> {
    let with_text = rows.wants(&["text"]);
    let mut view = if with_text { stored.view_to_print()? } else { stored.view()? };
    clock.check()?;
    let hasher = match (rows.wants(&["hash"]), rows.wants(&["hash_no_debug", "hash_code", "hash_normalized"])) {
        (true, _) => Some(Hasher::new()),
        (false, true) => Some(Hasher::without_debug()),
        (false, false) => None,
    };
    let mut shared = Shared {
        number: stored.number,
        printed: printed(view.module()),
        spans: if rows.wants(&["bit_offset", "bit_size"]) { stored.body_spans()? } else { Vec::new() },
        dbg: debug::kind_number(view.module(), b"dbg"),
        subprograms: subprograms_by_function(view.module()),
        hasher,
        with_demangled: rows.wants(&["demangled"]),
    };
    let with_bodies = rows.wants(DEBUG) || rows.wants(COUNTED);
    let functions: Vec<GlobalId> = view.module().functions().map(|(id, _, _)| id).collect();
    let mut deferred = Vec::new();
    for (index, id) in (0..).zip(functions) {
        clock.check()?;
        let body = if with_bodies { view.body(id)? } else { None };
        match body {
            Some((module, body)) => add_row(module, index, id, Some(&body), &mut shared, rows, &mut deferred)?,
            None => add_row(view.module(), index, id, None, &mut shared, rows, &mut deferred)?,
        }
    }
    if with_text {
        let texts = text::of_functions(stored.printed(view)?, options, clock)?;
        for (column, body) in deferred {
            let text = body.and_then(|body| texts.get(body as usize)?.as_deref());
            rows.fill(column, text.map(str::as_bytes))?;
        }
    }
    Ok(())
}

/// Adds the row of a function, but for its text: `deferred` gets the column to fill, and the body.
fn add_row(
    module: &Module,
    index: u32,
    id: GlobalId,
    body: Option<&Body>,
    shared: &mut Shared,
    rows: &mut Rows<'_>,
    deferred: &mut Vec<(usize, Option<u32>)>,
) -> Result<()> {
    let Some((global, function)) = module.global(id).and_then(|global| Some((global, global.function()?))) else { return Ok(()) };
    let name = names::global(module, global);
    let facts = body.map(|body| facts(module, id, body, shared.hasher.as_mut()));
    let demangled = name.filter(|_| shared.with_demangled).and_then(names::demangled);
    let mut row = rows.begin(shared.number)?;
    row.opt_text(name)?.u32(index)?.opt_text(demangled.as_deref())?;
    row.text(names::linkage(global.linkage).as_bytes())?.text(names::visibility(global.visibility).as_bytes())?;
    row.text(names::calling_convention(function.cc).as_bytes())?;
    row.opt_text(shared.printed.types.get(&global.value_type).map(|text| text.as_bytes()))?;
    let signature = module.types.function(global.value_type);
    row.u32(signature.map_or(0, |(_, params, _)| params.len() as u32))?.bool(signature.is_some_and(|(_, _, vararg)| vararg))?;
    row.bool(function.body.is_none())?.bool(name.is_some_and(names::is_intrinsic))?;
    let set = module.attrs.set_at(function.attrs, AttrIndex::Function);
    row.text_list(set.and_then(|set| shared.printed.attributes.get(&set.0)).into_iter().flatten())?;
    row.opt_text(names::comdat(module, global))?.some_text(module.str(global.section))?;
    row.opt_u64(names::alignment(global.align))?.some_text(module.str(function.gc))?;
    let scope = debug::subprogram(module, global, body, shared.dbg, shared.subprograms.get(&id).copied());
    let about = scope.unwrap_or_default();
    row.opt_text(about.function)?.opt_text(about.file)?.opt_text(about.directory)?.opt_u32(scope.map(|scope| scope.function_line))?;
    match facts.zip(body) {
        Some((facts, body)) => {
            let blocks = body.blocks.len() as u32;
            row.u32(blocks)?.u32(body.insts.len() as u32)?.u32(facts.debug_records)?.u32(facts.edges)?;
            row.u32((u64::from(facts.edges) + 2).saturating_sub(u64::from(blocks)).clamp(1, u64::from(u32::MAX)) as u32)?;
            row.u32(facts.counts.of(&["load"]))?.u32(facts.counts.of(&["store"]))?.u32(facts.calls)?;
            row.u32(facts.counts.of(&["br", "switch", "indirectbr"]))?.counts(&facts.counts)?;
            let hashes =
                facts.hashes.map_or([None; 4], |hashes| [hashes.all, Some(hashes.no_debug), Some(hashes.code), Some(hashes.normalized)]);
            for hash in hashes {
                row.opt_text(hash.map(hex).as_deref().map(str::as_bytes))?;
            }
        }
        None => {
            for _ in COUNTED {
                row.null()?;
            }
        }
    }
    let span = function.body.and_then(|index| shared.spans.get(index as usize));
    row.opt_u64(span.map(|span| span.0))?.opt_u64(span.map(|span| span.1))?;
    deferred.push((row.defer(), function.body));
    row.end()
}
