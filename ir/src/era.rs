//! Which LLVM a text was printed by, and what an older LLVM makes of a module that it reads.
//!
//! Bitcode names its producer, text does not. The language changed all the same: what LLVM 22 prints for a module of LLVM 14 is not what LLVM
//! 14 printed. A text counts as that of an older LLVM, and then prints again as it was, where it says so itself; see [`infer`].
use crate::attr_set::{Attr, sort_attrs};
use crate::attrs::{AttrKind, AttrRow};
use crate::constants::{ConstKind, Constant};
use crate::entity::{GlobalId, MdId, TypeId};
use crate::evidence::has_functions_that_only_read;
use crate::global::{Function, GlobalKind};
use crate::inst::Inst;
use crate::intrinsics;
use crate::language::Language;
use crate::metadata::di::DiKind;
use crate::metadata::{Metadata, slot_md};
use crate::module::Module;
use crate::release::{Inferred, NEWEST, Release, Trace};
use crate::types::{Type, TypeTable};
use crate::upgrade::{
    assume_target_memory, complete_data_layout, declares_intrinsics_of, flags_are_of, replace_stray_strictfp, reset_intrinsics, sets_of,
    strip_as_read, unsaid, upgrade_data_layout_in, upgrade_to,
};
use crate::value::{Value, ValueKind};
use std::collections::HashMap;

/// What a parser saw of a text that the model does not keep.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TextFacts {
    /// The text begins with the comment `; ModuleID = `, as every module that LLVM prints does.
    pub module_id: bool,
    /// The text has the type `ptr`.
    pub opaque_pointers: bool,
    /// The first release that has all the forms of the text, as far as the parser noted them.
    pub since: Release,
    /// The last release that printed all of them, where texts that no LLVM printed may have them too.
    pub until: Option<Release>,
    /// A comment marks functions named `llvm.…` that are no intrinsics.
    pub marks_unknown_intrinsics: bool,
}

impl Default for TextFacts {
    fn default() -> TextFacts {
        TextFacts { module_id: false, opaque_pointers: false, since: Release::three(0), until: None, marks_unknown_intrinsics: false }
    }
}

/// The release of LLVM that printed the text of `module`, if it is known to be older than the newest.
///
/// Forms of the language that LLVM 3 had tell it for certain ([`Module::inferred`]).
///
/// Typed pointers are of LLVM 16 or older in any case: the version that `!llvm.ident` names, or 14. Without them a text is of an older version only if it
/// begins with `; ModuleID = `: it is the output of a tool, not written or edited by hand, as most of LLVM's own tests are, whose `!llvm.ident` is still that
/// of the compiler they once came from. It is then of the release that `!llvm.ident` names (the newest, if it names several), unless it has something that is
/// newer: a source file name, units of subprograms (LLVM 3.9), their flags (LLVM 8), annotations (LLVM 14), opaque pointers (LLVM 15), debug records
/// (LLVM 19), splats (LLVM 20), lifetimes without sizes (LLVM 22), attributes ([`AttrRow::since`]). If it has, or if nothing is named, it is of the last release that printed all that
/// it has: functions that are `readnone` (LLVM 15), flags of the module (LLVM 14, 15, 18), `argmemonly` (LLVM 15), `nocapture` (LLVM 20), sizes of
/// lifetimes (LLVM 21); or of an older one, if that is the last that declares intrinsics as it does.
///
/// [`AttrRow::since`]: crate::attrs::AttrRow::since
pub fn infer(module: &Module, facts: TextFacts) -> Option<Release> {
    let ident = ident_release(module);
    if let Some(inferred) = &module.inferred {
        // The compiler is named by what it wrote: an LLVM that reads and prints it may be newer.
        let first = facts.since.max(attrs_since(module));
        let release = ident.filter(|release| (first..=inferred.release).contains(release)).unwrap_or(inferred.release);
        return Some(declaring_release(module, release, first));
    }
    let names_source = module.source_filename.is_some();
    let first_with_source = Release::three(9);
    if module.types.has_typed_pointers() {
        let release = ident.filter(|release| release.major <= 16).unwrap_or(Release::new(14));
        let release = if names_source { release.max(first_with_source) } else { release };
        let first = facts.since.max(attrs_since(module));
        return Some(declaring_release(module, release.max(first.min(Release::new(16))), first));
    }
    let records = module.bodies.iter().any(|body| !body.dbg_records.is_empty());
    let says_newer = |release: Release| {
        let version = release.major;
        let is_newer = |kind: AttrKind| kind.row().is_none_or(|row| u32::from(row.since.0) > version);
        let mut attrs = module.attrs.sets.iter().flatten().filter_map(Attr::kind);
        let newer_field = release < first_with_source && has_field(module, &[DiKind::Subprogram], "unit")
            || release < Release::new(14) && has_field(module, &ANNOTATED, "annotations");
        names_source && release < first_with_source
            || facts.opaque_pointers && version < 15
            || records && version < 19
            || facts.since > release
            || version < 22 && has_lifetimes(module, 1)
            || newer_field
            || attrs.any(is_newer)
    };
    if !facts.module_id {
        return None;
    }
    let named = ident.map(|release| facts.until.map_or(release, |until| release.min(until))).filter(|&release| !says_newer(release));
    let last = || {
        let last = last_release(module, facts.marks_unknown_intrinsics).into_iter().chain(facts.until).min()?;
        let first = facts.since.max(attrs_since(module)).max(FIRST_WITHOUT_POINTERS);
        Some(declaring_release(module, last, first)).filter(|&release| !says_newer(release))
    };
    named.or_else(last).filter(|release| release.major < NEWEST)
}

/// The newest release, `named` or an older one down to `since`, that gives the intrinsics declared in `module` the attributes that they have; `named` if
/// none does. A printer's text has those that the reader of its release gives them, whatever compiler the text names.
fn declaring_release(module: &Module, named: Release, since: Release) -> Release {
    let oldest = since.major.max(intrinsics::OLDEST);
    let fits = |&major: &u32| declares_intrinsics_of(module, Language::of_release(Release::new(major)));
    (oldest..=named.major).rev().find(fits).map_or(named, |major| if major == named.major { named } else { Release::new(major) })
}

/// The first release that a text without pointers and without a named compiler is taken for. Older ones are told by forms of their own.
const FIRST_WITHOUT_POINTERS: Release = Release::new(13);

/// The first release with opaque pointers.
const FIRST_OPAQUE: u32 = 15;

/// Whether `llvm.lifetime.start` or `llvm.lifetime.end` is declared with so many parameters: two until LLVM 21, which had the size of the object, too.
fn has_lifetimes(module: &Module, count: usize) -> bool {
    module.functions().any(|(_, global, _)| {
        let parameters = || module.types.function(global.value_type).map(|(_, parameters, _)| parameters.len());
        module.str(global.name).starts_with(b"llvm.lifetime.") && parameters() == Some(count)
    })
}

/// Whether a function is named as an intrinsic that no release has.
fn has_unknown_intrinsics(module: &Module) -> bool {
    let is_known = |name: &[u8]| (intrinsics::OLDEST..=NEWEST).any(|major| intrinsics::lookup_in(name, major).is_some());
    module.functions().map(|(_, global, _)| module.str(global.name)).any(|name| name.starts_with(b"llvm.") && !is_known(name))
}

/// The last release whose printer has all the forms of `module`; none if the newest has them.
fn last_release(module: &Module, marks_unknown: bool) -> Option<Release> {
    let of_attrs = module.attrs.sets.iter().flatten().filter_map(|attr| attr.kind()?.row()?.until());
    let of_functions = has_functions_that_only_read(module).then_some(Release::new(15));
    let of_lifetimes = has_lifetimes(module, 2).then_some(Release::new(21));
    // A printer's text has data layout and flags as the reader of its release completed them.
    let (layout, triple) = (module.str(module.data_layout), module.str(module.triple));
    let of_comments = (!marks_unknown && has_unknown_intrinsics(module)).then_some(Release::new(20));
    let is_whole = |&major: &u32| upgrade_data_layout_in(layout, triple, major) == layout;
    let of_layout = (FIRST_OPAQUE..=NEWEST).rev().find(is_whole);
    let of_flags = (intrinsics::OLDEST..=NEWEST).rev().find(|&major| flags_are_of(module, Language::of_release(Release::new(major))));
    let read = of_layout.into_iter().chain(of_flags).filter(|&major| major < NEWEST).map(Release::new);
    of_attrs.chain(of_functions).chain(of_lifetimes).chain(of_comments).chain(read).min()
}

/// The first release that has all the attributes of a module.
fn attrs_since(module: &Module) -> Release {
    let rows = module.attrs.sets.iter().flatten().filter_map(Attr::kind).filter_map(AttrKind::row);
    rows.map(AttrRow::first).max().unwrap_or(Release::three(0))
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

/// Notes in `module`, which comes from a text, of which LLVM the text is, and gives what older versions wrote otherwise the form that
/// it had then: `uwtable` was an attribute without a value until LLVM 14.
pub fn settle(module: &mut Module, facts: TextFacts) {
    let release = infer(module, facts);
    if let (Some(inferred), Some(release)) = (&mut module.inferred, release)
        && inferred.release != release
    {
        inferred.release = release;
        inferred.traces.push(Trace { what: "the compiler it names or the intrinsics it declares", since: None, until: Some(release) });
    }
    if let Some(release) = release.filter(|release| release.major < 4 && module.inferred.is_none()) {
        module.inferred =
            Some(Inferred { release, traces: vec![Trace { what: "the compiler it names", since: None, until: Some(release) }] });
    }
    let era = release.map(|release| release.major);
    settle_as(module, era);
    if era.is_some_and(|version| (13..15).contains(&version)) && !facts.opaque_pointers && !module.types.has_typed_pointers() {
        type_pointers(module);
    }
}

/// Gives a module of LLVM 14 or older its typed pointers where the text names no pointer at all, so that nothing could tell what they are: those to global
/// values, and results of `alloca` that nothing uses.
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
                && let Some(local) = body.local_types.get_mut(result as usize)
            {
                *local = typed(*local, ty);
            }
        }
    }
}

/// As [`settle`], for a text whose version is known.
pub fn settle_as(module: &mut Module, era: Option<u32>) {
    module.era = era;
    if era.is_some_and(|version| version <= 14) {
        for set in &mut module.attrs.sets {
            let Some(at) = set.iter().position(|attr| matches!(attr, Attr::Int(AttrKind::UW_TABLE, _))) else { continue };
            set[at] = Attr::Enum(AttrKind::UW_TABLE);
            sort_attrs(set, &module.strings);
        }
    }
}

/// The major version of LLVM that a producer names: `LLVM22.1.8`, `LLVM21.1.8-rust-1.93.0-stable` and the like; or on which a build of Apple's clang is based,
/// whose number begins with that of the release: `APPLE_1_1600.0.26.6_0`; or that of Zig, which writes bitcode by itself since 0.12: `zig 0.14.1`.
pub fn producer_version(producer: &[u8]) -> Option<u32> {
    let after = |prefix: &[u8]| number_after(producer, prefix);
    let apple = || mapped(&APPLE, after(b"APPLE_1_")? / 100);
    let zig = || mapped(&ZIG, after(b"zig 0.").filter(|_| producer.starts_with(b"zig 0."))?);
    after(b"LLVM").or_else(apple).or_else(zig)
}

/// The release that a producer names, see [`producer_version`].
pub fn producer_release(producer: &[u8]) -> Option<Release> {
    match producer_version(producer)? {
        3 => Some(Release::three(number_after(producer, b"LLVM3.").unwrap_or(8))),
        major => Some(Release::new(major)),
    }
}

/// The number that follows the first `prefix` in a text.
fn number_after(text: &[u8], prefix: &[u8]) -> Option<u32> {
    let at = text.windows(prefix.len()).position(|window| window == prefix)? + prefix.len();
    let digits = text[at..].iter().take_while(|c| c.is_ascii_digit()).count();
    std::str::from_utf8(&text[at..at + digits]).ok()?.parse::<u32>().ok()
}

/// The version of LLVM of a release, by a table of first release and version, descending.
fn mapped(table: &[(u32, u32)], release: u32) -> Option<u32> {
    table.iter().find(|(from, _)| release >= *from).map(|(_, llvm)| *llvm)
}

/// LLVM by release of Apple's clang.
const APPLE: [(u32, u32); 10] = [(17, 19), (16, 17), (15, 16), (14, 14), (13, 12), (12, 10), (11, 8), (10, 6), (9, 5), (8, 4)];

/// LLVM by release of Zig, without the `0.` that all have: the version that its compiler is linked with.
const ZIG: [(u32, u32); 5] = [(16, 21), (15, 20), (14, 19), (13, 18), (12, 17)];

/// The newest release of LLVM among the compilers that `!llvm.ident` names.
fn ident_release(module: &Module) -> Option<Release> {
    let table = &module.metadata;
    let string = |id: MdId| match table.get(id) {
        Metadata::Tuple { ops, .. } => match table.get(slot_md(*table.lists.get(ops).first()?)?) {
            Metadata::String(text) => Some(module.str(text)),
            _ => None,
        },
        _ => None,
    };
    let idents = table.named.iter().filter(|named| module.str(named.name) == b"llvm.ident").flat_map(|named| &named.nodes);
    idents.filter_map(|&id| compiler_release(string(id)?)).max()
}

/// The release of LLVM that a compiler with this identification is built on.
///
/// Clang and flang count as LLVM does; rustc and Apple's clang have numbers of their own (rustc: its release notes; Apple: the LLVM version
/// that a release branched from).
fn compiler_release(ident: &[u8]) -> Option<Release> {
    // (First version of the compiler, version of LLVM), descending.
    const RUSTC: [(u32, u32); 12] =
        [(94, 22), (91, 21), (87, 20), (82, 19), (78, 18), (73, 17), (70, 16), (65, 15), (60, 14), (56, 13), (52, 12), (47, 11)];
    let after = |prefix: &[u8]| number_after(ident, prefix);
    if let Some(minor) = after(b"rustc version 1.") {
        return mapped(&RUSTC, minor).map(Release::new);
    }
    if let Some(version) = after(b"Apple clang version ") {
        return mapped(&APPLE, version).map(Release::new);
    }
    match after(b"clang version ").or_else(|| after(b"flang version ")).or_else(|| after(b"flang-new version "))? {
        3 => Some(Release::three(after(b"clang version 3.")?)),
        major => Some(Release::new(major)),
    }
}

/// Makes the personality that the landing pads of a body name that of its function.
///
/// Of a body's own constants only a cast of a global value and null can become one of the module's; others LLVM never wrote, and they are left out.
pub fn hoist_personality(module: &mut Module) {
    if module.bodies.iter().any(|body| body.pad_personality.is_some()) {
        let mut known = HashMap::new();
        (0..module.globals.len()).for_each(|id| hoist(module, GlobalId::new(id), &mut known));
    }
}

/// [`hoist_personality`] for one function.
pub fn hoist_personality_of(module: &mut Module, id: GlobalId) {
    hoist(module, id, &mut HashMap::new());
}

/// [`hoist_personality`] for one function; `known` are the constants of the module that are personalities of others.
fn hoist(module: &mut Module, id: GlobalId, known: &mut HashMap<(TypeId, ConstKind), u32>) {
    let Some(index) = module.global(id).and_then(|global| global.function()?.body) else { return };
    let Some(body) = module.bodies.get_mut(index as usize) else { return };
    let Some(value) = body.pad_personality.take() else { return };
    let value = match value.kind() {
        ValueKind::LocalConst(at) => {
            let constant = body.consts.get(at).filter(|constant| match constant.kind {
                ConstKind::Cast { value, .. } => matches!(value.kind(), ValueKind::Global(_)),
                kind => kind == ConstKind::Null,
            });
            let Some(constant) = constant else { return };
            let consts = &mut module.consts.consts;
            let at = known.entry((constant.ty, constant.kind)).or_insert_with(|| {
                let there = consts.iter().position(|other| *other == constant);
                there.unwrap_or_else(|| {
                    consts.push(constant);
                    consts.len() - 1
                }) as u32
            });
            Value::constant(*at)
        }
        ValueKind::Global(_) | ValueKind::Const(_) => value,
        _ => return,
    };
    if let GlobalKind::Function(function) = &mut module.globals[id.index()].kind
        && function.personality.is_none()
    {
        function.personality = value;
    }
}

/// Makes the debug locations of `module` nodes of their own, where they are tuples of line, column, scope and the location it is inlined at, as the text of
/// LLVM before 3.6 has them.
pub fn settle_locations(module: &mut Module) {
    let mut open: Vec<MdId> = module.bodies.iter().flat_map(|body| body.loc_nodes.iter().copied()).collect();
    while let Some(id) = open.pop() {
        let table = &module.metadata;
        let Metadata::Tuple { ops, .. } = table.get(id) else { continue };
        let &[line, column, scope, inlined_at] = table.lists.get(ops) else { continue };
        let number = |slot: u32| match table.get(slot_md(slot)?) {
            Metadata::Value { value, .. } => match value.kind() {
                ValueKind::Const(at) => match module.consts.get(at)?.kind {
                    ConstKind::Int(number) => u32::try_from(number).ok(),
                    ConstKind::Null => Some(0),
                    _ => None,
                },
                _ => None,
            },
            _ => None,
        };
        let (Some(line), Some(column)) = (number(line), number(column)) else { continue };
        let mut slots = [0; DiKind::Location.slots()];
        slots[..4].copy_from_slice(&[line, column & 0xFFFF, scope, inlined_at]);
        let table = &mut module.metadata;
        let fields = table.fields.len() as u32;
        table.fields.extend_from_slice(&slots);
        if let Some(item) = table.items.get_mut(id.index()) {
            *item = Metadata::Node { kind: DiKind::Location, distinct: false, fields };
        }
        open.extend(slot_md(inlined_at));
    }
}

/// Changes `module`, read from the bitcode of an older LLVM than the newest, as that LLVM does when it reads it.
///
/// The data layout is completed as in its time. Declarations of intrinsics get the attributes of that LLVM's own table. Until LLVM 21, the reader took the
/// setter of an Objective-C property for its getter and the other way round.
///
/// A text is left as it is: what its LLVM printed has been read by it.
pub fn as_read(module: &mut Module) {
    as_read_by(module, Language::of(module));
}

/// As [`as_read`], by another LLVM than that of the file: the one of `language`.
pub fn as_read_by(module: &mut Module, language: Language) {
    let first_with_producer = Release::three(8);
    if module.producer.is_empty() && (!module.is_from_bitcode() || module.release().is_some_and(|release| release < first_with_producer)) {
        return;
    }
    upgrade_to(module, language);
    complete_data_layout(module, language);
    if !language.target_memory() {
        assume_target_memory(module);
    }
    if language.intrinsics_known() {
        let mut sets = sets_of(module);
        reset_intrinsics(module, language, &mut sets);
        if language.strict_calls_checked() {
            replace_stray_strictfp(module, &mut sets);
        }
    }
    // Whoever reads it, its writer put them where its own reader looks.
    if !Language::of(module).accessors_in_place() {
        swap_accessors(module);
    }
    add_placeholder(module);
    strip_as_read(module, language.mixed_sources());
    if language.states_alignments() {
        unsaid::complete(module, language);
    }
    if language.debug_records() {
        unsaid::calls_to_records(module);
    }
}

/// The type of the null pointer that stands in functions for a personality, prefix or prologue that they do not have, next to one that they have.
pub(crate) fn placeholder_type(types: &TypeTable) -> Option<TypeId> {
    match types.has_typed_pointers() {
        true => types.find(&Type::TypedPtr { pointee: types.find(&Type::Int(1))?, addrspace: 0 }),
        false => types.find(&Type::Ptr(0)),
    }
}

/// Sees to it that the module's pool has that null pointer, if there is a function that uses it.
fn add_placeholder(module: &mut Module) {
    let Some(ty) = placeholder_type(&module.types) else { return };
    let uses = |function: &Function| [function.personality, function.prefix, function.prologue].iter().any(|value| !value.is_none());
    let null = Constant { ty, kind: ConstKind::Null };
    if module.functions().any(|(_, _, function)| uses(function)) && !module.consts.consts.contains(&null) {
        module.consts.consts.push(null);
    }
}

/// Changes `module`, read from a text that an LLVM before 20 printed, to what that LLVM had read it from: the reverse of [`as_read`], as far as
/// a text tells.
pub fn as_stored(module: &mut Module) {
    if !Language::of(module).accessors_in_place() {
        swap_accessors(module);
    }
}

/// Exchanges getter and setter of Objective-C properties.
fn swap_accessors(module: &mut Module) {
    let table = &mut module.metadata;
    let (Some(getter), Some(setter)) = (DiKind::ObjCProperty.field("getter"), DiKind::ObjCProperty.field("setter")) else { return };
    for item in &table.items {
        if let Metadata::Node { kind: DiKind::ObjCProperty, fields, .. } = *item {
            let (a, b) = (fields as usize + usize::from(getter.slot), fields as usize + usize::from(setter.slot));
            if a.max(b) < table.fields.len() {
                table.fields.swap(a, b);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::metadata::{NamedMetadata, md_slot};

    fn with_ident(ident: &[u8]) -> Module {
        let mut module = Module::default();
        let text = module.strings.push(ident);
        let string = module.metadata.push(Metadata::String(text));
        let node = module.metadata.uniqued_tuple(&[md_slot(Some(string))]);
        let name = module.strings.push(b"llvm.ident");
        module.metadata.named.push(NamedMetadata { name, nodes: vec![node] });
        module
    }

    #[test]
    fn producers() {
        assert_eq!(producer_version(b"LLVM22.1.8"), Some(22));
        assert_eq!(producer_version(b"LLVM21.1.8-rust-1.93.0-stable"), Some(21));
        assert_eq!(producer_version(b"APPLE_1_1600.0.26.6_0"), Some(17));
        assert_eq!(producer_version(b"APPLE_1_902.0.39.2_0"), Some(5));
        assert_eq!(producer_version(b"zig 0.13.0"), Some(18));
        assert_eq!(producer_version(b"zig 0.15.2"), Some(20));
        assert_eq!(producer_version(b"someone"), None);
    }

    #[test]
    fn compilers() {
        assert_eq!(compiler_release(b"Debian clang version 14.0.6"), Some(Release::new(14)));
        assert_eq!(compiler_release(b"rustc version 1.78.0 (9b00956e5 2024-04-29)"), Some(Release::new(18)));
        assert_eq!(compiler_release(b"Apple clang version 15.0.0 (clang-1500.3.9.4)"), Some(Release::new(16)));
        assert_eq!(compiler_release(b"someone's compiler 3"), None);
        assert_eq!(compiler_release(b"clang version 3.7.0 (tags/RELEASE_370/final)"), Some(Release::three(7)));
    }

    #[test]
    fn an_old_text_is_printed_by_a_tool_names_its_compiler_and_holds_nothing_newer() {
        let printed = TextFacts { module_id: true, ..TextFacts::default() };
        let opaque = TextFacts { opaque_pointers: true, ..printed };
        let mut module = with_ident(b"Debian clang version 14.0.6");
        assert_eq!(infer(&module, printed), Some(Release::new(14)));
        assert_eq!(infer(&module, TextFacts::default()), None);
        assert_eq!(infer(&module, opaque), None);
        module = with_ident(b"clang version 16.0.6");
        assert_eq!(infer(&module, opaque), Some(Release::new(16)));
        module.attrs.sets.push(vec![Attr::Int(AttrKind::CAPTURES, 0)]);
        assert_eq!(infer(&module, opaque), None);
        assert_eq!(infer(&with_ident(b"clang version 22.1.8"), opaque), None);
        // Annotations came with LLVM 14.
        module = with_ident(b"clang version 13.0.0");
        let kind = DiKind::LocalVariable;
        let fields = module.metadata.fields.len() as u32;
        module.metadata.fields.resize(fields as usize + kind.slots(), 0);
        module.metadata.push(Metadata::Node { kind, distinct: false, fields });
        assert_eq!(infer(&module, printed), Some(Release::new(13)));
        let field = kind.field("annotations").expect("a field");
        module.metadata.fields[fields as usize + usize::from(field.slot)] = 1;
        assert_eq!(infer(&module, printed), None);
    }

    #[test]
    fn typed_pointers_are_old_whatever_else_the_text_says() {
        use crate::types::Type;
        let mut module = Module::default();
        let pointee = module.types.intern(Type::Int(8));
        module.types.intern(Type::TypedPtr { pointee, addrspace: 0 });
        assert_eq!(infer(&module, TextFacts::default()), Some(Release::new(14)));
    }
}
