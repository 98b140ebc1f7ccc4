//! Turns a text into a module: the top level, then bodies and nodes in parallel, joined in text order.

use super::body::{ArgName, BodyTask};
use super::constants::{BlockName, PendingBlock};
use super::global_names::GlobalNames;
use super::join::{Joined, Maps, Unit};
use super::module::{Task, node_number};
use super::recover::{Found, is_of_failed};
use super::summary::Rest;
use super::{
    Env, ParseOptions, Parser, Passed, Pointers, is_printed, keeps_typed_pointers, language, locations, skip, strict_version, use_orders,
};
use crate::error::{Diagnostic, Diagnostics, Error, Late};
use crate::print::UNKNOWN_INTRINSIC;
use crate::teach;
use crate::token::Tok;
use bctk_ir::body::Body;
use bctk_ir::constants::ConstKind;
use bctk_ir::entity::{BlockId, GlobalId, OptionalId, TypeId};
use bctk_ir::global::{GlobalKind, GlobalValue};
use bctk_ir::metadata::unique::Which;
use bctk_ir::module::{AsmFragment, Module};
use bctk_ir::personality::{add_placeholder, hoist_personality};
use bctk_ir::provenance::NO_OFFSET;
use bctk_ir::types::{Type, TypeTable};
use bctk_ir::value::ValueKind;
use bctk_ir::version::{Feature, LlvmVersion};
use bctk_support::parallel::{Reused, Taken, in_order, join};
use bctk_transforms::text_version::{TextFacts, settle, settle_as, settle_locations};
use hashbrown::{HashMap, HashSet};
use std::ops::Range;
use std::sync::{Arc, Mutex, PoisonError};

/// Bytes of text that make a part, about.
const PART: usize = 1 << 17;
/// Faults that are kept until they are sorted, at least.
const KEPT: usize = 10_000;
/// Bytes of parsed text that wait until they are joined, for each thread: enough to keep all threads busy, few enough to save memory.
const WAITING: usize = 1 << 20;

pub(super) fn parse(text: &[u8], options: &ParseOptions, passed: Passed<'_>) -> Result<Module, Diagnostics> {
    // LLVM 15 goes by the first pointer.
    let is_15 = options.read_as.is_some_and(|llvm| llvm.opaque_pointers() && !llvm.reads_as_opaque());
    let opaque;
    let options = match is_15 && options.pointers == Pointers::Typed && skip::opaque_pointer_first(text) {
        true => {
            opaque = ParseOptions { pointers: Pointers::Opaque, ..options.clone() };
            &opaque
        }
        false => options,
    };
    // Most texts were printed by LLVM 15 or later. Others are parsed again without assumptions.
    if options.pointers != Pointers::TypedThroughout
        && let Ok(module) = attempt(text, &ParseOptions { errors: 1, ..options.clone() }, true, passed)
    {
        return Ok(module);
    }
    attempt(text, options, false, passed).map_err(|Diagnostics { mut faults, mut more }| {
        faults.sort_by_key(|fault| fault.span.start);
        // One fault may show in several parts, and one undefined name in several places.
        let mut seen = HashSet::new();
        let place = |fault: &Diagnostic| fault.late.is_none().then_some(fault.span.start);
        faults.retain(|fault| seen.insert((fault.message.clone(), fault.late.clone(), place(fault))));
        if let Some(version) = options.read_as {
            let is_late = |fault: &Diagnostic| !version.undefined_metadata_first() && matches!(fault.late, Some(Late::Metadata(_)));
            faults.sort_by(|a, b| (is_late(a), &a.late).cmp(&(is_late(b), &b.late)));
        }
        more += faults.len().saturating_sub(options.errors.max(1));
        faults.truncate(options.errors.max(1));
        teach::all(text, options, &mut faults, &mut more);
        Diagnostics { faults, more }
    })
}

/// Whether these faults are as many as are wanted. What nothing defines is told after all others.
fn is_enough(faults: &[Diagnostic], options: &ParseOptions) -> bool {
    let wanted = options.errors.max(1);
    faults.len() >= wanted && faults.iter().filter(|fault| fault.late.is_none()).count() >= wanted
}

fn attempt(text: &[u8], options: &ParseOptions, printed: bool, passed: Passed<'_>) -> Result<Module, Diagnostics> {
    let typed_pointers = match options.pointers {
        Pointers::TypedThroughout => Some(skip::first_star(text).unwrap_or(0)),
        _ if printed || !keeps_typed_pointers(options, text) => None,
        _ => skip::first_star(text),
    };
    let mut faults = Vec::new();
    let mut more = 0;
    let (env, mut joined, tasks, summary_at, summary) = {
        let mut parser = Parser::top_level(text, options, typed_pointers);
        parser.top().printed = printed;
        parser.module(&mut faults, options.errors.max(1));
        if printed && (!faults.is_empty() || parser.top().not_printed) {
            return Err(faults.into());
        }
        more += parser.found.more;
        let (summary_at, summary) = (parser.top().summary_at, parser.summary.take());
        let (env, joined, tasks) = settle_top(parser, options);
        (env, joined, tasks, summary_at, summary)
    };
    let top_level_fault = faults.iter().any(|fault| fault.late.is_none());
    let mut more_kept = 0;
    let mut parse_bodies = || {
        let goes_on = Found::new(options).goes_on;
        more += parse_tasks(&env, &mut joined, &tasks, printed, passed, |fault| {
            // What the top level failed to parse is missing here; that is not a separate error.
            let is_separate = match goes_on {
                true => !is_of_failed(text, &fault, &env.failed),
                false => !top_level_fault || fault.late.is_none(),
            };
            if goes_on && faults.len() >= KEPT.max(options.errors) {
                more_kept += usize::from(is_separate);
            } else if is_separate {
                faults.push(fault);
            }
            printed || !goes_on && is_enough(&faults, options)
        });
    };
    let mut rest = None;
    match summary_at {
        None => parse_bodies(),
        Some(at) => rest = join(parse_bodies, || Rest::read(Parser::top_level(text, options, typed_pointers), at)).1,
    }
    more += more_kept;
    match &rest {
        Some(rest) => joined.old.add(rest.old),
        None if summary_at.is_some() => return Err(Diagnostics { faults, more }),
        None => {}
    }
    // An intrinsic without such a type is another name that nothing defines.
    let is_whole = |fault: &Diagnostic| fault.late >= Some(Late::Intrinsic(Box::default()));
    if !faults.iter().all(is_whole) {
        return Err(Diagnostics { faults, more });
    }
    let strict = strict_version(options, text);
    joined.strict = strict.is_some();
    if strict.is_some_and(LlvmVersion::locations_required) {
        faults.extend(locations::misplaced(&env, &joined, &tasks.list, &tasks.arg_names));
    }
    if !faults.is_empty() {
        faults.extend(joined.into_module(env.module, Which::Equal, language(options)).err().map(|Error(fault)| *fault));
        return Err(Diagnostics { faults, more });
    }
    let orders = use_orders::parse(&env, &mut joined, &tasks.use_orders).map_err(Diagnostics::from)?;
    let node_offsets = if options.offsets { node_offsets(&env, &tasks.list) } else { Vec::new() };
    let Env { mut module, globals, .. } = env;
    module.provenance.node_offsets = node_offsets;
    joined.old.typed_pointers = joined.types.has_typed_pointers();
    joined.old.unsourced = is_printed(options, text) && joined.old.typed_pointers && module.source_filename.is_none();
    joined.old.opaque = joined.opaque_pointers;
    let inferred = joined.old.infer();
    let facts = TextFacts {
        module_id: is_printed(options, text),
        opaque_pointers: joined.opaque_pointers,
        since: joined.old.since().max(if joined.opaque_pointers { Feature::OpaquePointers.first() } else { words_since(text) }),
        until: joined.old.until().into_iter().chain(comments_until(options, text, &globals)).min(),
        marks_unknown_intrinsics: is_printed(options, text) && tasks.marks_unknown_intrinsics(text),
    };
    let which = match options.printed_by {
        Some(_) => Which::Unnumbered,
        None if facts.module_id => Which::Printed,
        None => Which::Equal,
    };
    let mut module = joined.into_module(module, which, language(options)).map_err(Diagnostics::from)?;
    module.provenance.text_use_orders = true;
    hoist_personality(&mut module);
    if inferred.is_some() {
        settle_locations(&mut module);
        module.provenance.inferred = inferred;
    }
    match options.printed_by.or(options.read_as) {
        Some(version) => settle_as(&mut module, (version != LlvmVersion::DEFAULT).then_some(version.min(LlvmVersion::NEWEST)), facts),
        None => settle(&mut module, facts),
    }
    // What has uses depends on the release.
    use_orders::settle(&mut module, orders).map_err(Diagnostics::from)?;
    // The uses of this null pointer have an order, which bitcode states.
    if !module.llvm_version().constants_without_use_lists() {
        add_placeholder(&mut module);
    }
    // An index without a value has no effect, and LLVM writes none; if one was printed, it existed.
    let summary = match rest {
        Some(rest) => Some(rest.with_strings_of(&mut module.strings).ok_or_else(Vec::new)?),
        None => summary,
    };
    if let Some(gathered) = summary.filter(|gathered| is_printed(options, text) || !gathered.is_empty()) {
        let finished = gathered.finish(&module, options.read_as.is_some(), |name| globals.name(name));
        module.summary = Some(finished.map_err(Diagnostics::from)?);
    }
    Ok(module)
}

/// Where the lines of the numbered nodes begin, by node.
fn node_offsets(env: &Env<'_>, tasks: &[Task]) -> Vec<u64> {
    let mut offsets = vec![NO_OFFSET; env.md_numbers.count() as usize];
    let spans = tasks.iter().filter_map(|task| match task {
        Task::Nodes(span) => Some(span.clone()),
        Task::Body(_) => None,
    });
    for span in spans {
        let ends = memchr::memchr_iter(b'\n', &env.source[span.clone()]);
        for start in std::iter::once(span.start).chain(ends.map(|end| span.start + end + 1)) {
            let node = node_number(env.source, start).and_then(|(number, _)| env.md_numbers.get(number));
            if let Some(slot) = node.and_then(|id| offsets.get_mut(id.index())) {
                *slot = start as u64;
            }
        }
    }
    offsets
}

/// The first release that prints some keywords that may be a text's only evidence of its release.
fn words_since(text: &[u8]) -> LlvmVersion {
    let rows: [(&[u8], Feature); 2] = [(b"\\\\", Feature::DoubleBackslash), (b"DIFlagEnumClass", Feature::EnumClass)];
    let found = rows.into_iter().find(|(word, _)| memchr::memmem::find(text, word).is_some());
    found.map_or(LlvmVersion::OLDEST, |(_, feature)| feature.first())
}

/// How the names of the intrinsics begin that test classes of floating-point numbers.
const FP_CLASS: &[u8] = b"llvm.is.fpclass.";

/// The last release that prints no comment for the classes that `llvm.is.fpclass` tests, if a printed text has none.
fn comments_until(options: &ParseOptions, text: &[u8], globals: &GlobalNames) -> Option<LlvmVersion> {
    if options.printed_by.is_some() || !is_printed(options, text) || !globals.names.may_contain(FP_CLASS) {
        return None;
    }
    let of_line = |at: usize| {
        let start = memchr::memrchr(b'\n', &text[..at]).map_or(0, |end| end + 1);
        let end = memchr::memchr(b'\n', &text[at..]).map_or(text.len(), |length| at + length);
        &text[start..end]
    };
    let lines = memchr::memmem::find_iter(text, FP_CLASS).filter(|&at| text[..at].ends_with(b"@")).map(of_line);
    let call = lines.into_iter().find(|line| memchr::memmem::find(line, b"call ").is_some())?;
    memchr::memmem::find(call, b"/*").is_none().then(|| Feature::FpClassComments.last_without())
}

/// What is left to parse, with the names of all parameters.
struct Tasks {
    list: Vec<Task>,
    arg_names: Vec<ArgName>,
    /// The positions of use-list orders.
    use_orders: Vec<usize>,
}

impl Tasks {
    /// Whether a comment between them marks an intrinsic as unknown.
    fn marks_unknown_intrinsics(&self, text: &[u8]) -> bool {
        let end = text.len();
        let spans = self.list.iter().map(Task::span).chain(std::iter::once(end..end));
        let mut last = 0;
        spans.into_iter().any(|span| {
            let between = text.get(last..span.start).unwrap_or_default();
            last = span.end;
            memchr::memmem::find(between, UNKNOWN_INTRINSIC).is_some()
        })
    }
}

/// Ends the top level: every name gets its number.
fn settle_top<'s>(mut parser: Parser<'_, 's>, options: &ParseOptions) -> (Env<'s>, Joined<'s>, Tasks) {
    attach_headers(&mut parser);
    let mut top = parser.top.take().unwrap_or_default();
    // Global values are sorted by kind, as in bitcode.
    let rank = |kind: &GlobalKind| match kind {
        GlobalKind::Variable { .. } => 0,
        GlobalKind::Function(_) => 1,
        GlobalKind::Alias { .. } => 2,
        GlobalKind::IFunc { .. } => 3,
    };
    let mut order: Vec<u32> = (0..top.globals.len() as u32).collect();
    order.sort_by_key(|&i| rank(&top.globals[i as usize].kind));
    let mut place = vec![0u32; order.len()];
    for (new, &old) in order.iter().enumerate() {
        place[old as usize] = new as u32;
    }
    // An undefined symbol has been reported by now; any value will do for it.
    let symbols: Vec<GlobalId> =
        top.symbols.iter().map(|s| GlobalId(s.definition.and_then(|d| place.get(d as usize).copied()).unwrap_or(0))).collect();
    let mut offsets = if options.offsets { vec![0; place.len()] } else { Vec::new() };
    for symbol in &top.symbols {
        if let Some(offset) = symbol.definition.and_then(|at| offsets.get_mut(*place.get(at as usize)? as usize)) {
            *offset = symbol.span.start as u64;
        }
    }
    let globals = GlobalNames {
        names: std::mem::take(&mut top.names),
        numbers: std::mem::take(&mut top.numbers),
        ids: top.symbols.iter().zip(&symbols).map(|(symbol, &id)| symbol.definition.map(|_| id)).collect(),
    };
    let typed_pointers = parser.first_typed_pointer();
    let source = parser.source();
    let md_count = top.md_numbers.count();
    let mut strings = std::mem::take(&mut parser.strings);
    let inline_asm = strings.push(&top.inline_asm);
    let has_properties = |fragment: &AsmFragment| fragment.properties().iter().any(|value| !value.is_empty());
    let asm_fragments = if top.asm_fragments.iter().any(has_properties) { std::mem::take(&mut top.asm_fragments) } else { Vec::new() };
    let mut joined = Joined::new(md_count, parser.types.own.clone(), strings, language(options));
    let spaces = parser.spaces.clone();
    let (md_kinds, bundle_tags, sync_scopes) = (parser.md_kinds.clone(), parser.bundle_tags.clone(), parser.sync_scopes.clone());
    let md_hasher = parser.md.hasher.clone();
    top.named.append(&mut parser.md.table.named);
    let unit = Unit::of(&mut parser);
    let maps = joined.join_unit(&unit, Some(&symbols));
    let mut module = Module {
        strings: joined.strings(),
        source_filename: top.source_filename,
        libraries: top.libraries,
        triple: top.triple,
        data_layout: top.data_layout,
        inline_asm,
        asm_fragments,
        comdats: std::mem::take(&mut top.comdat_list),
        types: joined.types.clone(),
        attrs: joined.attrs(),
        ..Module::default()
    };
    module.provenance.offsets = offsets;
    let mut read: Vec<_> = std::mem::take(&mut top.globals).into_iter().map(Some).collect();
    module.globals =
        order.iter().filter_map(|&i| Some(GlobalValue { place: OptionalId::some(i), ..read.get_mut(i as usize)?.take()? })).collect();
    let mut tasks = std::mem::take(&mut top.tasks);
    let mut bodies = 0;
    for task in &mut tasks {
        if let Task::Body(body) = task {
            body.global = place.get(body.global as usize).copied().unwrap_or(0);
            if let Some(GlobalKind::Function(function)) = module.globals.get_mut(body.global as usize).map(|g| &mut g.kind) {
                function.body = Some(bodies);
                bodies += 1;
            }
        }
    }
    for global in &mut module.globals {
        maps.global(global);
    }
    joined.take_named(std::mem::take(&mut top.named), &maps);
    joined.top_names([&md_kinds, &bundle_tags, &sync_scopes]);
    let env = Env {
        options: options.clone(),
        source,
        module,
        globals,
        type_names: std::mem::take(&mut top.type_names),
        md_numbers: std::mem::take(&mut top.md_numbers),
        groups: std::mem::take(&mut top.groups).into_iter().map(|(number, set)| (number, maps.set(set))).collect(),
        spaces,
        typed_pointers,
        md_kinds,
        bundle_tags,
        sync_scopes,
        failed: std::mem::take(&mut top.failed),
        md_hasher,
    };
    (env, joined, Tasks { list: tasks, arg_names: std::mem::take(&mut top.arg_names), use_orders: std::mem::take(&mut top.use_orders) })
}

/// Gives global values their attribute lists, now that all groups are known.
fn attach_headers(parser: &mut Parser<'_, '_>) {
    for header in std::mem::take(&mut parser.top().headers) {
        // The alignment of a function is not an attribute; that of a variable may be one.
        let kind = parser.top().globals.get(header.global as usize).map(|g| matches!(g.kind, GlobalKind::Function(_)));
        let sets = match kind {
            Some(true) => parser.definition_set(header.attrs),
            _ => parser.function_set(header.attrs).map(|set| (set, None)),
        };
        let Ok((set, align)) = sets else { continue };
        let list = parser.attr_list_of_sets(header.ret, &header.params, set);
        let Some(global) = parser.top().globals.get_mut(header.global as usize) else { continue };
        if let Some(align) = align.filter(|align| global.align == 0 && align.is_power_of_two()) {
            global.align = align.trailing_zeros() as u8 + 1;
        }
        match &mut global.kind {
            GlobalKind::Function(function) => function.attrs = list,
            GlobalKind::Variable { attrs, .. } => *attrs = list,
            _ => {}
        }
    }
}

/// A body with what waits for others.
pub(super) struct ParsedBody<'s> {
    pub(super) body: Body,
    /// Constants that wait for a block.
    pub(super) pending: Vec<PendingBlock<'s>>,
    /// Numbers of blocks, where they do not follow from the body.
    pub(super) numbers: Vec<(u32, BlockId)>,
}

/// What a part of the text has become.
struct Part<'s> {
    unit: Taken<Unit<'s>>,
    bodies: Vec<ParsedBody<'s>>,
    faults: Vec<Diagnostic>,
    /// How many faults there are besides these.
    more: usize,
}

/// Parses all tasks and joins the results. `fault` receives every error and returns whether to stop. Returns how many there are besides.
fn parse_tasks<'s>(
    env: &Env<'s>,
    joined: &mut Joined<'s>,
    tasks: &Tasks,
    printed: bool,
    passed: Passed<'_>,
    mut fault: impl FnMut(Diagnostic) -> bool,
) -> usize {
    let mut more = 0;
    let mut is_whole = true;
    passed(tasks.list.first().map_or(0, |first| first.span().start));
    let mut parts: Vec<Range<usize>> = Vec::new();
    let (mut start, mut bytes) = (0, 0);
    for (i, task) in tasks.list.iter().enumerate() {
        bytes += task.span().len();
        if bytes >= PART || i + 1 == tasks.list.len() {
            parts.push(start..i + 1);
            (start, bytes) = (i + 1, 0);
        }
    }
    let parts = parts.into_iter().map(|part| {
        let bytes = tasks.list[part.start].span().start.abs_diff(tasks.list[part.end - 1].span().end);
        (part, bytes)
    });
    // The table that parts start from; a newer one saves work and changes nothing else.
    let types: Mutex<Arc<TypeTable>> = Mutex::new(Arc::new(joined.types.clone()));
    // A thread drops what it has made when it makes the next part.
    let units: Reused<Unit<'s>> = Reused::default();
    let make = |part: Range<usize>| -> (usize, Part<'s>) {
        let known = Arc::clone(&types.lock().unwrap_or_else(PoisonError::into_inner));
        let end = tasks.list[part.end - 1].span().end;
        (end, parse_part(env, &known, &tasks.list[part], &tasks.arg_names, printed, units.take()))
    };
    // An error ends the work.
    let _ = in_order(WAITING, parts, make, |(end, part)| {
        let before = joined.types.len();
        let mut enough = false;
        more += part.more;
        for diagnostic in part.faults {
            is_whole &= diagnostic.late.is_some();
            enough |= fault(diagnostic);
        }
        if enough {
            return Err(());
        }
        if is_whole {
            joined.join_part(&part.unit, part.bodies);
        }
        units.give_back(part.unit);
        if joined.types.len() > before {
            *types.lock().unwrap_or_else(PoisonError::into_inner) = Arc::new(joined.types.clone());
        }
        passed(end);
        Ok(())
    });
    more
}

/// Parses a part; `unit` is that of an earlier one.
fn parse_part<'s>(
    env: &Env<'s>,
    types: &TypeTable,
    tasks: &[Task],
    arg_names: &[ArgName],
    printed: bool,
    mut unit: Taken<Unit<'s>>,
) -> Part<'s> {
    *unit = Unit::default();
    let mut faults = Vec::new();
    let mut bodies = Vec::new();
    let Some(first) = tasks.first() else { return Part { unit, bodies, faults, more: 0 } };
    let mut parser = Parser::part(env, types, first.span().start);
    for task in tasks {
        parser.syntax.reset();
        parser.scratch.clear();
        parser.type_scratch.clear();
        if parser.syntax.start != task.span().start {
            parser.syntax.seek(task.span().start);
        }
        let result = match task {
            Task::Body(task) => parse_body(&mut parser, task, arg_names, &mut bodies),
            Task::Nodes(span) => parse_nodes(&mut parser, span.end),
        };
        let laid_out = match task {
            Task::Body(task) => parser.syntax.last_end == task.end,
            Task::Nodes(span) => parser.syntax.start >= span.end && parser.syntax.last_end <= span.end,
        };
        let has_found = !parser.found.faults.is_empty();
        faults.append(&mut parser.found.faults);
        match result {
            Err(Error(fault)) => faults.push(*fault),
            Ok(()) if has_found => faults.append(&mut parser.late),
            Ok(()) if !parser.late.is_empty() => faults.append(&mut parser.late),
            Ok(()) if printed && !laid_out => faults.push(*parser.error("expected a text as a printer lays it out").0),
            Ok(()) => continue,
        }
        if parser.found.goes_on {
            // The others are only counted.
            parser.found.most = env.options.errors.max(1).saturating_sub(faults.len());
        } else if printed || is_enough(&faults, &env.options) {
            break;
        }
    }
    faults.append(&mut parser.late);
    *unit = Unit::of(&mut parser);
    Part { unit, bodies, faults, more: parser.found.more }
}

pub(super) fn parse_body<'s>(
    parser: &mut Parser<'_, 's>,
    task: &BodyTask,
    arg_names: &[ArgName],
    bodies: &mut Vec<ParsedBody<'s>>,
) -> Result<(), Error> {
    let args = arg_names.get(task.args.start as usize..task.args.end as usize).unwrap_or(&[]);
    let Some(body) = parser.body(task, args)? else { return Ok(()) };
    let numbers = parser.fun.locals.odd_block_numbers();
    bodies.push(ParsedBody { body, pending: std::mem::take(&mut parser.fun.consts.block_addresses), numbers });
    Ok(())
}

fn parse_nodes(parser: &mut Parser<'_, '_>, end: usize) -> Result<(), Error> {
    while parser.syntax.start < end && parser.tok != Tok::Eof {
        if let Err(fault) = parse_node(parser, end) {
            parser.recover_nodes(fault, end)?;
        }
    }
    Ok(())
}

/// A node, or as many as are laid out plainly.
fn parse_node(parser: &mut Parser<'_, '_>, end: usize) -> Result<(), Error> {
    if parser.tok == Tok::MetadataNum && parser.fast_nodes(end)? {
        return Ok(());
    }
    let spaced = parser.eat(Tok::Exclaim);
    let number = match (spaced, parser.tok) {
        (false, Tok::MetadataNum) | (true, Tok::Int) => parser.value as u32,
        _ => return Err(parser.error("expected top-level entity")),
    };
    parser.next();
    parser.expect(Tok::Equal, "expected '=' here")?;
    let Some(id) = parser.env.and_then(|env| env.md_numbers.get(number)) else {
        return Err(parser.error("expected a metadata node"));
    };
    parser.numbered_node(id)
}

/// The blocks of a body by how a text names them.
#[derive(Default)]
pub(super) struct BlockIndex {
    names: HashMap<Box<[u8]>, BlockId>,
    numbers: HashMap<u32, BlockId>,
}

impl BlockIndex {
    /// Unnamed arguments, blocks and results are numbered, too. `numbers` are those that do not follow from the body.
    pub(super) fn new(body: &Body, numbers: &[(u32, BlockId)]) -> Self {
        let mut index = BlockIndex { numbers: numbers.iter().copied().collect(), ..BlockIndex::default() };
        let unnamed = |local: u32| body.local_name(local).is_empty();
        let mut next = (0..body.args).filter(|&arg| unnamed(arg)).count() as u32;
        for (i, block) in body.blocks.iter().enumerate() {
            let id = BlockId::new(i);
            match body.block_name(id) {
                b"" => {
                    if numbers.is_empty() {
                        index.numbers.insert(next, id);
                    }
                    next += 1;
                }
                name => {
                    index.names.insert(name.into(), id);
                }
            }
            let results = body.results.get(block.first.index()..block.end.index()).unwrap_or(&[]);
            next += results.iter().filter(|local| local.get().is_some_and(unnamed)).count() as u32;
        }
        index
    }

    /// The block that is called so.
    pub(super) fn find(&self, name: &BlockName<'_>) -> Option<BlockId> {
        match name {
            BlockName::Name(name) => self.names.get(&**name).copied(),
            BlockName::Number(number) => self.numbers.get(number).copied(),
        }
    }
}

/// Resolves the blocks in `blockaddress` constants; returns the error for a missing one. Types must be those of the functions.
pub(super) fn settle_blocks(
    pool: &mut bctk_ir::constants::ConstPool,
    strict: bool,
    pending: &[PendingBlock<'_>],
    types: &TypeTable,
    mut find: impl FnMut(GlobalId, &BlockName<'_>) -> Option<(BlockId, TypeId)>,
) -> Result<(), Error> {
    let space = |ty: TypeId| match types.get(ty) {
        Type::Ptr(space) | Type::TypedPtr { addrspace: space, .. } => space,
        _ => 0,
    };
    let pointer = |ty: TypeId| match space(ty) {
        0 => "ptr".to_owned(),
        space => format!("ptr addrspace({space})"),
    };
    for wait in pending {
        let Some(constant) = pool.consts.get_mut(wait.index as usize) else { continue };
        let ty = constant.ty;
        let ConstKind::BlockAddress { function, block } = &mut constant.kind else { continue };
        let mut span = wait.span.clone();
        let message = match find(*function, &wait.block) {
            Some((BlockId(0), _)) if strict => "blockaddress may not be used with the entry block!".to_owned(),
            Some((_, of)) if space(of) != space(ty) => {
                span.start = wait.start;
                format!("constant expression type mismatch: got type '{}' but expected '{}'", pointer(of), pointer(ty))
            }
            Some((found, _)) => {
                *block = found;
                continue;
            }
            None => {
                let text = match &wait.block {
                    BlockName::Name(name) => String::from_utf8_lossy(name).into_owned(),
                    BlockName::Number(n) => n.to_string(),
                };
                format!("referenced value is not a basic block: '%{text}'")
            }
        };
        return Err(Error::new(span, message));
    }
    Ok(())
}

impl Maps {
    /// Renumbers what a global value refers to.
    fn global(&self, global: &mut bctk_ir::global::GlobalValue) {
        let value = |v: &mut bctk_ir::value::Value| {
            if !matches!(v.kind(), ValueKind::None) {
                *v = self.value(*v);
            }
        };
        let optional = |v: &mut OptionalId<bctk_ir::value::Value>| *v = v.get().map(|v| self.value(v)).into();
        for attachment in &mut global.attachments {
            attachment.node = self.md(attachment.node);
        }
        match &mut global.kind {
            GlobalKind::Variable { initializer, attrs, .. } => {
                optional(initializer);
                *attrs = self.list(*attrs);
            }
            GlobalKind::Function(function) => {
                function.attrs = self.list(function.attrs);
                optional(&mut function.prefix);
                optional(&mut function.prologue);
                optional(&mut function.personality);
            }
            GlobalKind::Alias { aliasee } => value(aliasee),
            GlobalKind::IFunc { resolver } => value(resolver),
        }
    }
}
