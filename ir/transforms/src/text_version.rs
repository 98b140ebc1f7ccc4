//! Which LLVM printed a text.
//!
//! Bitcode names its producer, text does not. Still, the language changed: LLVM 22 and LLVM 14 print the same module differently. A text
//! counts as that of an older LLVM, and prints again as it was, only if it says so itself; see [`infer`].
use crate::translate::layout_since;
use crate::upgrade::{
    declares_intrinsics_of, expand_splats, flags_are_of, flags_since, omit_no_symbols, replaces_no_intrinsic, upgrade_data_layout_in,
};
use bctk_ir::attr_set::{Attr, sort_attrs};
use bctk_ir::attrs::{ALL_BYTES, AttrKind};
use bctk_ir::entity::{MdId, TypeId};
use bctk_ir::inst::Inst;
use bctk_ir::intrinsics;
use bctk_ir::metadata::di::DiKind;
use bctk_ir::metadata::flags::DI_FLAG_MAIN_SUBPROGRAM;
use bctk_ir::metadata::{Metadata, md_slot};
use bctk_ir::module::Module;
use bctk_ir::types::Type;
use bctk_ir::value::{Value, ValueKind};
use bctk_ir::version::evidence::has_functions_that_only_read;
use bctk_ir::version::{Feature, Inferred, LlvmVersion, Trace};

/// What a parser saw of a text that the model does not keep.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TextFacts {
    /// The text starts with the comment `; ModuleID = `, which LLVM prints for every module.
    pub module_id: bool,
    /// The text has the type `ptr`.
    pub opaque_pointers: bool,
    /// The first release that has all the syntax of the text, as far as the parser noticed.
    pub since: LlvmVersion,
    /// The last release that printed all of it; handwritten texts may still use it.
    pub until: Option<LlvmVersion>,
    /// A comment marks functions named `llvm.…` that are not intrinsics.
    pub marks_unknown_intrinsics: bool,
}

impl Default for TextFacts {
    fn default() -> TextFacts {
        TextFacts { module_id: false, opaque_pointers: false, since: LlvmVersion::OLDEST, until: None, marks_unknown_intrinsics: false }
    }
}

/// The release of LLVM that printed the text of `module`, if it is known to be another than the default.
///
/// Syntax of LLVM 3 decides it for certain (`Provenance::inferred`).
///
/// Typed pointers always mean LLVM 16 or older: the version that `!llvm.ident` names, or 14. Without them, a text is from an older version
/// only if it starts with `; ModuleID = `, that is, if a tool printed it. Most of LLVM's own tests are edited by hand, and their
/// `!llvm.ident` still names the compiler that they once came from.
///
/// Such a text is from the release that `!llvm.ident` names (the newest, if it names several), unless it has something newer: a source file
/// name, units of subprograms (LLVM 3.9), their flags (LLVM 8), annotations (LLVM 14), opaque pointers (LLVM 15), `poison` in masks (LLVM 17),
/// debug records (LLVM 19), splats (LLVM 20), lifetimes without sizes (LLVM 22), floating-point literals (LLVM 23), attributes
/// ([`AttrRow::since`]), a data layout or flags of newer compilers; or a later one, if only that declares intrinsics so. In that case, or if
/// nothing is named, it is from the last release that printed everything in it: `readnone` on functions (LLVM 15), flags of the module (LLVM 4,
/// 14, 15, 18), `argmemonly` (LLVM 15), `undef` in masks (LLVM 16), calls of debug intrinsics and `inrange` before an index (LLVM 18), vectors of
/// equal numbers written out (LLVM 19), `nocapture` (LLVM 20), sizes of lifetimes (LLVM 21), floating-point numbers as `0x…` (LLVM 22), and what
/// LLVM 23 changes or drops when it reads it (LLVM 22: intrinsics, string attributes, functions without a type or with variables in their
/// compile unit); or from an older one, if that is the last one that declares intrinsics in the same way.
///
/// [`AttrRow::since`]: bctk_ir::attrs::AttrRow::since
pub fn infer(module: &Module, facts: TextFacts) -> Option<LlvmVersion> {
    let ident = ident_release(module);
    let first = facts.since.max(attrs_since(module));
    // What compilers write says less than what the printing LLVM made of it: intrinsics that it declares as an older one count more.
    let likely = first.max(if facts.module_id { compiler_since(module) } else { first });
    // The last release that prints all of it, if a tool printed it.
    let last_release = || {
        let printed = facts.module_id.then(|| last_release(module, facts.marks_unknown_intrinsics, facts.opaque_pointers)).flatten();
        printed.into_iter().chain(facts.until).min()
    };
    if let Some(inferred) = &module.provenance.inferred {
        // The named compiler wrote the bitcode; a newer LLVM may have read and printed it.
        let last = last_release().map_or(inferred.release, |until| until.min(inferred.release));
        let last = of_replaced_intrinsics(module, last).unwrap_or(last);
        let release = ident.filter(|release| (first..=last).contains(release)).unwrap_or(last);
        return Some(declaring_release(module, release, first, facts.marks_unknown_intrinsics));
    }
    let names_source = module.source_filename.is_some();
    if module.types.has_typed_pointers() {
        let release = ident.filter(|release| release.typed_pointers()).unwrap_or(LlvmVersion::LAST_TYPED_BY_DEFAULT);
        let release = last_release().map_or(release, |last| release.min(last));
        let release = if names_source { release.max(Feature::SourceFilename.first()) } else { release };
        let release = release.max(likely.min(Feature::TypedPointers.last()));
        let release = of_replaced_intrinsics(module, release).unwrap_or(release);
        return Some(declaring_release(module, release, first, facts.marks_unknown_intrinsics));
    }
    let records = module.bodies.iter().any(|body| !body.dbg_records.is_empty());
    let says_newer = |release: LlvmVersion, first: LlvmVersion| {
        let is_newer = |kind: AttrKind| kind.row().is_none_or(|row| row.since.major > release.major);
        let mut attrs = module.attrs.sets.iter().flatten().filter_map(Attr::kind);
        let newer_field = !release.subprogram_units() && has_field(module, &[DiKind::Subprogram], "unit")
            || !release.annotations() && has_field(module, &ANNOTATED, "annotations");
        names_source && !release.source_filename()
            || facts.opaque_pointers && !release.opaque_pointers()
            || records && !release.debug_records()
            || first > release
            || !release.function_local_debug_info() && crate::upgrade::retains_locals(module)
            || !release.lifetimes_without_size() && has_lifetimes(module, 1)
            || newer_field
            || attrs.any(is_newer)
    };
    if !facts.module_id {
        // The default release does not read it.
        return Some(facts.since).filter(|since| *since > LlvmVersion::DEFAULT);
    }
    let named =
        ident.map(|release| facts.until.map_or(release, |until| release.min(until))).filter(|&release| !says_newer(release, likely));
    // A later LLVM may have read and printed what the named compiler wrote.
    let named = named.map(|release| {
        let declaring = declaring_release(module, release, release, facts.marks_unknown_intrinsics);
        if declaring == release || last_release().is_none_or(|last| declaring <= last) { declaring } else { release }
    });
    let last = || {
        // Texts of releases before that have forms of their own.
        let mut first = first.max(LlvmVersion::OLDEST_WRITTEN);
        let last = last_release().unwrap_or_else(|| {
            // The default release marks what it does not have.
            if !facts.marks_unknown_intrinsics
                && let Some(newer) = newer_intrinsics(module)
            {
                first = first.max(newer);
            }
            first.max(LlvmVersion::DEFAULT)
        });
        let release = declaring_release(module, last, first.min(last), facts.marks_unknown_intrinsics);
        Some(release).filter(|&release| !says_newer(release, first))
    };
    named.or_else(last).filter(|&release| release != LlvmVersion::DEFAULT)
}

/// The newest release, from `named` down to `since`, whose attributes of intrinsics match the declarations in `module`; else the first after
/// `named`, as a later LLVM may have read and printed what the named compiler wrote; `named` if none does. A printed text has the attributes that
/// the reader of the printing release adds, whatever compiler the text names.
fn declaring_release(module: &Module, named: LlvmVersion, since: LlvmVersion, marks_unknown: bool) -> LlvmVersion {
    let mut candidates = intrinsics::versions().rev().filter(|version| (since.major..=named.major).contains(&version.major)).peekable();
    if candidates.peek().is_none() {
        return named;
    }
    let declares = |&version: &LlvmVersion| declares_intrinsics_of(module, version, true);
    // What a later release does not have says nothing for it, unless it is marked.
    let declares_all = |&version: &LlvmVersion| declares_intrinsics_of(module, version, marks_unknown);
    let is_later = |&version: &LlvmVersion| {
        version > named && if module.types.has_typed_pointers() { version.typed_pointers() } else { version.opaque_pointers() }
    };
    let found = candidates.find(declares).or_else(|| intrinsics::versions().filter(is_later).find(declares_all));
    found.filter(|version| version.major != named.major).unwrap_or(named)
}

/// Whether `llvm.lifetime.start` or `llvm.lifetime.end` is declared with this number of parameters: two until LLVM 21, which included the
/// size of the object.
fn has_lifetimes(module: &Module, count: usize) -> bool {
    module.functions().any(|(_, global, _)| {
        let parameters = || module.types.function(global.value_type).map(|(_, parameters, _)| parameters.len());
        module.str(global.name).starts_with(b"llvm.lifetime.") && parameters() == Some(count)
    })
}

/// Whether `llvm.lifetime.start` or `llvm.lifetime.end` is declared with the size alone, which LLVM 22 leaves when it drops the size.
fn has_lifetimes_of_size(module: &Module) -> bool {
    module.functions().any(|(_, global, _)| {
        let first = || module.types.function(global.value_type).and_then(|(_, parameters, _)| parameters.first());
        module.str(global.name).starts_with(b"llvm.lifetime.") && first().is_some_and(|ty| matches!(module.types.get(ty), Type::Int(_)))
    })
}

/// Whether a function has the name of an intrinsic that no release has.
fn has_unknown_intrinsics(module: &Module) -> bool {
    let is_known = |name: &[u8]| intrinsics::versions().any(|version| intrinsics::lookup_in(name, version).is_some());
    module.functions().map(|(_, global, _)| module.str(global.name)).any(|name| name.starts_with(b"llvm.") && !is_known(name))
}

/// The first release after the default that has an intrinsic of the module which that has not.
fn newer_intrinsics(module: &Module) -> Option<LlvmVersion> {
    let has = |name: &[u8], version| intrinsics::lookup_in(name, version).is_some();
    let names = || module.functions().map(|(_, global, _)| module.str(global.name)).filter(|name| name.starts_with(b"llvm."));
    let mut newer = intrinsics::versions().filter(|version| *version > LlvmVersion::DEFAULT);
    newer.find(|&version| names().any(|name| has(name, version) && !has(name, LlvmVersion::DEFAULT)))
}

/// Whether a function is an intrinsic that `version` has and the default release has not.
fn has_intrinsics_before(module: &Module, version: LlvmVersion) -> bool {
    let has = |name: &[u8], version| intrinsics::lookup_in(name, version).is_some();
    let names = module.functions().map(|(_, global, _)| module.str(global.name));
    names.filter(|name| name.starts_with(b"llvm.")).any(|name| !has(name, LlvmVersion::DEFAULT) && has(name, version))
}

/// Whether a string attribute has a key that begins so.
fn has_string(module: &Module, key: &[u8]) -> bool {
    module.attrs.sets.iter().flatten().any(|attr| matches!(*attr, Attr::String(of, _) if module.str(of).starts_with(key)))
}

/// Whether the string attribute `key` has a value.
fn has_value(module: &Module, key: &[u8]) -> bool {
    module.attrs.sets.iter().flatten().any(|attr| matches!(*attr, Attr::String(of, Some(_)) if module.str(of) == key))
}

/// Whether a function in debug information has no type.
fn has_subprogram_without_type(module: &Module) -> bool {
    let Some(field) = DiKind::Subprogram.field("type") else { return false };
    module.metadata.items.iter().any(|item| match *item {
        Metadata::Node { kind: kind @ DiKind::Subprogram, fields, .. } => {
            module.metadata.node_fields(kind, fields).get(usize::from(field.slot)) == Some(&0)
        }
        _ => false,
    })
}

/// The last release with `DIFlagMainSubprogram`, if a function has it.
fn of_main_flags(module: &Module) -> Option<LlvmVersion> {
    let field = DiKind::Subprogram.field("flags")?;
    let has_it = module.metadata.items.iter().any(|item| match *item {
        Metadata::Node { kind: kind @ DiKind::Subprogram, fields, .. } => {
            let fields = module.metadata.node_fields(kind, fields);
            fields.get(usize::from(field.slot)).is_some_and(|flags| flags & DI_FLAG_MAIN_SUBPROGRAM != 0)
        }
        _ => false,
    });
    has_it.then_some(Feature::MainAmongSubprogramFlags.last_without())
}

/// The newest release up to `last` whose reader replaces no intrinsic that `module` declares, unless that is `last`.
fn of_replaced_intrinsics(module: &Module, last: LlvmVersion) -> Option<LlvmVersion> {
    let mut candidates = intrinsics::versions().rev().filter(|version| *version <= last);
    candidates.find(|&version| replaces_no_intrinsic(module, version)).filter(|version| *version < last)
}

/// Whether the marker of the Objective-C runtime is named metadata.
fn has_marker(module: &Module) -> bool {
    module.metadata.named.iter().any(|named| module.str(named.name) == crate::upgrade::module_flags::MARKER)
}

/// The last release whose printer produces all the syntax of `module`; none if the newest does.
fn last_release(module: &Module, marks_unknown: bool, opaque: bool) -> Option<LlvmVersion> {
    let of_attrs = module.attrs.sets.iter().flatten().filter_map(|attr| attr.kind()?.row()?.until());
    let of_functions = has_functions_that_only_read(module).then_some(Feature::FunctionsThatOnlyRead.last());
    let of_lifetimes = if has_lifetimes(module, 2) {
        Some(Feature::LifetimesWithoutSize.last_without())
    } else {
        has_lifetimes_of_size(module).then_some(Feature::LifetimesDeclaredOnce.last_without())
    };
    // In a printed text, data layout and flags are as the reader of that release completed them.
    let (layout, triple) = (module.str(module.data_layout), module.str(module.triple));
    let of_comments = (!marks_unknown && has_unknown_intrinsics(module)).then_some(Feature::UnknownIntrinsicComments.last_without());
    // What the readers of LLVM 23 would have changed or dropped.
    let of_intrinsics =
        (!marks_unknown && has_intrinsics_before(module, Feature::UpgradesAll.first())).then(|| Feature::UpgradesAll.first());
    let of_replaced = (!marks_unknown).then(|| of_replaced_intrinsics(module, LlvmVersion::NEWEST)).flatten();
    // Types with opaque pointers do not tell how a release before them reads a declaration.
    let of_replaced = of_replaced.filter(|release| !opaque || release.opaque_pointers());
    let of_strings = has_string(module, b"denormal-fp-math").then_some(Feature::DenormalEnvironment.last_without());
    let of_groups = has_value(module, b"uniform-work-group-size").then_some(Feature::UniformGroupsAlone.last_without());
    let of_debug_calls = has_debug_calls(module).then_some(Feature::DebugRecords.last_without());
    let of_locals = crate::upgrade::lists_locals(module).then_some(Feature::FunctionLocalDebugInfo.last_without());
    let of_subprograms = has_subprogram_without_type(module).then_some(Feature::SubprogramTypes.last_without());
    let of_marker = has_marker(module).then_some(Feature::MarkerFlag.last_without());
    let is_whole = |&version: &LlvmVersion| upgrade_data_layout_in(layout, triple, version) == layout;
    let of_layout = intrinsics::versions().rev().take_while(|version| !opaque || version.opaque_pointers()).find(is_whole);
    let of_flags = intrinsics::versions().rev().find(|&version| flags_are_of(module, version));
    let read = of_layout.into_iter().chain(of_flags).filter(|version| !version.is_newest());
    let changed = of_intrinsics.into_iter().chain(of_strings).chain(of_groups).chain(of_locals).chain(of_subprograms);
    of_attrs
        .chain(of_functions)
        .chain(of_lifetimes)
        .chain(of_comments)
        .chain(changed)
        .chain(of_marker)
        .chain(of_replaced)
        .chain(of_debug_calls)
        .chain(of_main_flags(module))
        .chain(read)
        .min()
}

/// The first release that has all the attributes of a module.
fn attrs_since(module: &Module) -> LlvmVersion {
    let rows = module.attrs.sets.iter().flatten().filter_map(Attr::kind).filter_map(AttrKind::row);
    rows.map(|row| row.since).max().unwrap_or(LlvmVersion::OLDEST)
}

/// The first release whose compilers or readers make the data layout and flags of a module.
fn compiler_since(module: &Module) -> LlvmVersion {
    let of_layout = layout_since(module.str(module.data_layout), module.str(module.triple));
    of_layout.max(flags_since(module)).unwrap_or(LlvmVersion::OLDEST)
}

/// Whether a function calls an intrinsic that describes variables, which is a record since LLVM 19.
fn has_debug_calls(module: &Module) -> bool {
    let names = [&b"llvm.dbg.value"[..], b"llvm.dbg.declare", b"llvm.dbg.label", b"llvm.dbg.assign"];
    let found: Vec<Value> =
        module.functions().filter(|(_, global, _)| names.contains(&module.str(global.name))).map(|(id, ..)| Value::global(id)).collect();
    !found.is_empty() && module.bodies.iter().flat_map(|body| &body.calls).any(|call| found.contains(&call.callee))
}

/// Nodes that have annotations since LLVM 14.
const ANNOTATED: [DiKind; 5] =
    [DiKind::CompositeType, DiKind::DerivedType, DiKind::GlobalVariable, DiKind::LocalVariable, DiKind::Subprogram];

/// Whether a node of these kinds has the field `name`, which refers to metadata.
fn has_field(module: &Module, kinds: &[DiKind], name: &str) -> bool {
    let table = &module.metadata;
    table.items.iter().any(|item| match *item {
        Metadata::Node { kind, fields, .. } if kinds.contains(&kind) => {
            kind.field(name).and_then(|field| table.node_fields(kind, fields).get(usize::from(field.slot))).is_some_and(|&slot| slot != 0)
        }
        _ => false,
    })
}

/// Stores in `module`, which comes from a text, which LLVM printed the text, and restores forms that older versions used: `uwtable`
/// was an attribute without a value until LLVM 14.
pub fn settle(module: &mut Module, facts: TextFacts) {
    let release = infer(module, facts);
    if let (Some(inferred), Some(release)) = (&mut module.provenance.inferred, release)
        && inferred.release != release
    {
        inferred.release = release;
        inferred.traces.push(Trace {
            what: "the compiler it names, its forms or the intrinsics it declares",
            since: None,
            until: Some(release),
        });
    }
    if let Some(release) = release.filter(|release| release.has_minor() && module.provenance.inferred.is_none()) {
        module.provenance.inferred =
            Some(Inferred { release, traces: vec![Trace { what: "the compiler it names", since: None, until: Some(release) }] });
    }
    settle_as(module, release, facts);
}

/// Restores typed pointers in a module of LLVM 14 or older whose text names no pointer type at all, so that the parser could not decide:
/// the types of global values, and of results of `alloca` without uses.
fn type_pointers(module: &mut Module) {
    let types = &mut module.types;
    let mut typed = |pointer: TypeId, pointee: TypeId| match types.get(pointer) {
        Type::Ptr(addrspace) => types.intern(Type::TypedPtr { pointee, addrspace }),
        _ => pointer,
    };
    for global in &mut module.globals {
        global.ptr_type = typed(global.ptr_type, global.value_type);
    }
    for body in &mut module.bodies {
        for (inst, &result) in body.insts.iter().zip(&body.results) {
            if let Inst::Alloca { ty, .. } = *inst
                && let Some(local) = body.local_types.get_mut(result.get().map_or(usize::MAX, |local| local as usize))
            {
                *local = typed(*local, ty);
            }
        }
    }
}

/// As [`settle`], for a text whose version is known.
pub fn settle_as(module: &mut Module, version: Option<LlvmVersion>, facts: TextFacts) {
    module.provenance.text_version = version;
    if version.is_some_and(|version| !version.opaque_pointers()) && !facts.opaque_pointers && !module.types.has_typed_pointers() {
        type_pointers(module);
    }
    if version.is_some_and(|version| !version.unwind_table_kinds()) {
        for set in &mut module.attrs.sets {
            let Some(at) = set.iter().position(|attr| matches!(attr, Attr::Int(AttrKind::UW_TABLE, _))) else { continue };
            set[at] = Attr::Enum(AttrKind::UW_TABLE);
            sort_attrs(set, &module.strings);
        }
    }
    if version.is_some_and(|version| !version.float_splats()) {
        expand_splats(module);
    }
    if version.is_some_and(|version| !version.deactivation_symbols()) {
        omit_no_symbols(module);
    }
    if version.is_some_and(|version| !version.dead_bytes()) {
        for set in &mut module.attrs.sets {
            let Some(at) = set.iter().position(|attr| *attr == Attr::Int(AttrKind::DEAD_ON_RETURN, ALL_BYTES)) else { continue };
            set[at] = Attr::Enum(AttrKind::DEAD_ON_RETURN);
            sort_attrs(set, &module.strings);
        }
    }
}

/// The newest release of LLVM among the compilers that `!llvm.ident` names; the newest known one for a newer one.
fn ident_release(module: &Module) -> Option<LlvmVersion> {
    let table = &module.metadata;
    let string = |id: MdId| match table.get(id) {
        Metadata::Tuple { ops, .. } => match table.get(table.lists.get(ops).first()??) {
            Metadata::String(text) => Some(module.str(text)),
            _ => None,
        },
        _ => None,
    };
    let idents = table.named.iter().filter(|named| module.str(named.name) == b"llvm.ident").flat_map(|named| &named.nodes);
    let releases = idents.filter_map(|&id| bctk_ir::version::producer::compiler_release(string(id)?));
    releases.map(|release| release.min(LlvmVersion::NEWEST)).max()
}

/// Turns debug locations of `module` into location nodes. In texts of LLVM before 3.6, they are tuples of line, column, scope and
/// inlined-at location.
pub fn settle_locations(module: &mut Module) {
    let mut open: Vec<MdId> = module.bodies.iter().flat_map(|body| body.loc_nodes.iter().copied()).collect();
    while let Some(id) = open.pop() {
        let table = &module.metadata;
        let Metadata::Tuple { ops, .. } = table.get(id) else { continue };
        let Some([line, column, scope, inlined_at]) = table.lists.get(ops).array() else { continue };
        let number = |id: Option<MdId>| match table.get(id?) {
            Metadata::Value { value, .. } => match value.kind() {
                ValueKind::Const(at) => u32::try_from(module.consts.get(at)?.kind.number()?).ok(),
                _ => None,
            },
            _ => None,
        };
        let (Some(line), Some(column)) = (number(line), number(column)) else { continue };
        let table = &mut module.metadata;
        let fields = table.fields.len() as u32;
        table.fields.extend([line, column & 0xFFFF, md_slot(scope), md_slot(inlined_at)]);
        if let Some(item) = table.items.get_mut(id.index()) {
            *item = Metadata::Node { kind: DiKind::Location, distinct: false, fields };
        }
        open.extend(inlined_at);
    }
}
#[cfg(test)]
mod tests {
    use super::*;
    use bctk_ir::metadata::NamedMetadata;

    fn with_ident(ident: &[u8]) -> Module {
        let mut module = Module::default();
        let text = module.strings.push(ident);
        let string = module.metadata.push(Metadata::String(text));
        let node = module.metadata.uniqued_tuple(&[Some(string)]);
        let name = module.strings.push(b"llvm.ident");
        module.metadata.named.push(NamedMetadata { name, nodes: vec![node] });
        module
    }

    #[test]
    fn an_old_text_is_printed_by_a_tool_names_its_compiler_and_holds_nothing_newer() {
        let printed = TextFacts { module_id: true, ..TextFacts::default() };
        let opaque = TextFacts { opaque_pointers: true, ..printed };
        let mut module = with_ident(b"Debian clang version 14.0.6");
        assert_eq!(infer(&module, printed), Some(LlvmVersion::new(14)));
        assert_eq!(infer(&module, TextFacts::default()), None);
        assert_eq!(infer(&module, opaque), None);
        module = with_ident(b"clang version 16.0.6");
        assert_eq!(infer(&module, opaque), Some(LlvmVersion::new(16)));
        module.attrs.sets.push(vec![Attr::Int(AttrKind::CAPTURES, 0)]);
        assert_eq!(infer(&module, opaque), None);
        assert_eq!(infer(&with_ident(b"clang version 22.1.8"), opaque), Some(LlvmVersion::new(22)));
        assert_eq!(infer(&with_ident(b"clang version 23.1.4"), opaque), None);
        // Annotations came with LLVM 14.
        module = with_ident(b"clang version 13.0.0");
        let kind = DiKind::LocalVariable;
        let fields = module.metadata.fields.len() as u32;
        module.metadata.fields.resize(fields as usize + kind.slots(), 0);
        module.metadata.push(Metadata::Node { kind, distinct: false, fields });
        assert_eq!(infer(&module, printed), Some(LlvmVersion::new(13)));
        let field = kind.field("annotations").expect("a field");
        module.metadata.fields[fields as usize + usize::from(field.slot)] = 1;
        assert_eq!(infer(&module, printed), None);
    }

    #[test]
    fn what_the_newest_reader_changes_was_printed_before() {
        let printed = TextFacts { module_id: true, opaque_pointers: true, ..TextFacts::default() };
        let before = Some(LlvmVersion::new(22));
        let mut module = Module::default();
        let key = module.strings.push(b"denormal-fp-math-f32");
        let value = module.strings.push(b"preserve-sign");
        module.attrs.sets.push(vec![Attr::String(key, Some(value))]);
        assert_eq!(infer(&module, printed), before);
        assert_eq!(infer(&module, TextFacts { module_id: false, ..printed }), None);
        // A function in debug information without a type, and one with a type.
        module = Module::default();
        let kind = DiKind::Subprogram;
        module.metadata.fields.resize(kind.slots(), 0);
        module.metadata.push(Metadata::Node { kind, distinct: true, fields: 0 });
        assert_eq!(infer(&module, printed), before);
        let field = kind.field("type").expect("a field");
        module.metadata.fields[usize::from(field.slot)] = 1;
        assert_eq!(infer(&module, printed), None);
    }

    #[test]
    fn typed_pointers_are_old_whatever_else_the_text_says() {
        use bctk_ir::types::Type;
        let mut module = Module::default();
        let pointee = module.types.intern(Type::Int(8));
        module.types.intern(Type::TypedPtr { pointee, addrspace: 0 });
        assert_eq!(infer(&module, TextFacts::default()), Some(LlvmVersion::new(14)));
    }
}
