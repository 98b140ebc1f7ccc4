//! Attributes that an older release does not have: older words for them, or nothing.
//!
//! Most attributes are hints, without which a program means the same. Those that decide how arguments are passed, or what code a function must
//! have, are refused.
use super::report::{Action, At, Report, Tally, how};
use super::{attribute_strings, protection, stack_alignment};
use crate::upgrade::{ALL_MEMORY, old_memory};
use bctk_edit::attributes::{change_lists, list_id};
use bctk_edit::functions::owners;
use bctk_edit::intern::ModuleIndex;
use bctk_ir::attr_set::{Attr, AttrIndex, AttrSet, AttrTable, ConstantRange, sort_attrs};
use bctk_ir::attrs::{ALL_BYTES, AttrKind};
use bctk_ir::body::{Attachment, Body};
use bctk_ir::entity::{AttrListId, AttrSetId, GlobalId, InstId, MdId};
use bctk_ir::global::{GlobalKind, GlobalValue};
use bctk_ir::inst::Inst;
use bctk_ir::keywords::TailKind;
use bctk_ir::module::Module;
use bctk_ir::strings::Strings;
use bctk_ir::triple::Triple;
use bctk_ir::types::Type;
use bctk_ir::version::{Feature, LlvmVersion};
use bctk_support::parallel::prelude::*;
use hashbrown::{HashMap, HashSet};
use std::borrow::Cow;

/// What happened to one attribute.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Fate {
    action: Action,
    what: Cow<'static, str>,
    since: Option<LlvmVersion>,
    how: &'static str,
}

impl Fate {
    fn of(feature: Feature, action: Action) -> Fate {
        let row = feature.row();
        Fate { action, what: Cow::Borrowed(row.name), since: row.since, how: how(action, feature) }
    }

    fn of_kind(kind: AttrKind, action: Action, how: &'static str) -> Fate {
        match kind.row() {
            Some(row) => Fate { action, what: Cow::Owned(format!("attribute `{}`", row.spelling)), since: Some(row.since), how },
            None => Fate { action, what: Cow::Owned(format!("attribute number {}", kind.0)), since: None, how },
        }
    }
}

/// Replaces the attributes that `llvm` does not have, where it has others with the same meaning. All others stay.
pub fn lower_attributes(module: &mut Module, llvm: LlvmVersion) {
    for at in 0..module.attrs.sets.len() {
        let set = std::mem::take(&mut module.attrs.sets[at]);
        module.attrs.sets[at] = lowered(&set, llvm, &mut module.strings).0;
    }
}

/// Replaces or drops all attributes that `llvm` does not have.
pub(super) fn to_older(module: &mut Module, llvm: LlvmVersion, report: &mut Report) {
    if !llvm.has(Feature::VariableAttributes) {
        drop_of_variables(module, report);
    }
    if !known(AttrKind::RANGE, llvm) {
        ranges_to_metadata(module, report);
    }
    if !llvm.classes_of_structures() {
        protection::scalar_classes(module, report);
    }
    if !llvm.parameter_stack_alignments() {
        stack_alignment::to_older(module, report);
    }
    attribute_strings::features_of_modes(module, llvm);
    let (arch, own) = (Triple::parse(module.str(module.triple)).arch, module.llvm_version());
    let mut fates: Vec<Vec<Fate>> = Vec::with_capacity(module.attrs.sets.len());
    for at in 0..module.attrs.sets.len() {
        let mut set = std::mem::take(&mut module.attrs.sets[at]);
        let merged = merge_memory(&mut set, llvm);
        let (set, mut of_set) = lowered(&set, llvm, &mut module.strings);
        let (mut set, dropped) = without_newer(set, llvm);
        of_set.extend(merged.into_iter().chain(dropped));
        if !attribute_strings::is_like_newer(llvm) {
            let done = attribute_strings::older(&mut set, arch, [own, llvm], &mut module.strings);
            of_set.extend(done.into_iter().map(|(feature, action)| Fate::of(feature, action)));
        }
        if !known(AttrKind::ALLOC_KIND, llvm) {
            let known = set.len();
            set.retain(|attr| !matches!(attr, Attr::String(key, _) if module.strings.get(*key) == ZEROED_VARIANT));
            of_set.extend((set.len() < known).then(zeroed_variant));
        }
        sort_attrs(&mut set, &module.strings);
        module.attrs.sets[at] = set;
        fates.push(of_set);
    }
    tell(module, &fates, report);
    by_position(module, llvm, report);
    if !llvm.must_tail_alignments() {
        tail_alignments(module, report);
    }
    // Positions without attributes have no set, and equal sets are one.
    let AttrTable { sets, lists } = &mut module.attrs;
    let mut first: HashMap<&AttrSet, AttrSetId> = HashMap::new();
    let same: Vec<AttrSetId> = sets.iter().enumerate().map(|(at, set)| *first.entry(set).or_insert(AttrSetId::new(at))).collect();
    for list in lists {
        list.retain(|(_, set)| sets.get(set.index()).is_none_or(|set| !set.is_empty()));
        list.iter_mut().for_each(|(_, set)| *set = same.get(set.index()).copied().unwrap_or(*set));
    }
}

/// Parameters of functions with `musttail` calls, and arguments of these calls: older verifiers demand the same alignments, as if they
/// decided about the call.
fn tail_alignments(module: &mut Module, report: &mut Report) {
    let mut known: HashMap<AttrListId, AttrListId> = HashMap::new();
    for (id, index) in owners(module) {
        let calls: Vec<usize> =
            (0..module.bodies[index].calls.len()).filter(|&call| module.bodies[index].calls[call].tail == TailKind::MustTail).collect();
        if calls.is_empty() {
            continue;
        }
        for call in calls {
            let list = module.bodies[index].calls[call].attrs;
            module.bodies[index].calls[call].attrs = without_alignments(module, list, &mut known);
        }
        let Some(list) = module.global(id).and_then(|global| global.function()).map(|function| function.attrs) else { continue };
        let new = without_alignments(module, list, &mut known);
        if let GlobalKind::Function(function) = &mut module.globals[id.index()].kind
            && std::mem::replace(&mut function.attrs, new) != new
        {
            report.feature(Action::Dropped, Feature::MustTailAlignments, module, At::Global(id));
        }
    }
}

/// The list without alignments of parameters, but for those that are passed by value.
fn without_alignments(module: &mut Module, list: AttrListId, known: &mut HashMap<AttrListId, AttrListId>) -> AttrListId {
    if let Some(&new) = known.get(&list) {
        return new;
    }
    let mut new = module.attrs.lists.get(list.index()).cloned().unwrap_or_default();
    for (index, set) in &mut new {
        let attrs = module.attrs.set(*set);
        let is_by_value = attrs.iter().any(|attr| attr.kind() == Some(AttrKind::BY_VAL));
        if !matches!(index, AttrIndex::Param(_)) || is_by_value {
            continue;
        }
        let rest: AttrSet = attrs.iter().filter(|attr| attr.kind() != Some(AttrKind::ALIGNMENT)).cloned().collect();
        if rest.len() != attrs.len() {
            module.attrs.sets.push(rest);
            *set = AttrSetId::new(module.attrs.sets.len() - 1);
        }
    }
    let id = if module.attrs.lists.get(list.index()) == Some(&new) { list } else { list_id(module, new) };
    known.insert(list, id);
    id
}

/// Drops attributes that `llvm` has, but not at this position.
fn by_position(module: &mut Module, llvm: LlvmVersion, report: &mut Report) {
    let rows = [
        (AttrKind::NOFREE, Feature::NofreeParameters, true, Action::Dropped),
        (AttrKind::ALIGNMENT, Feature::ResultAlignments, false, Action::Dropped),
        (AttrKind::STACK_ALIGNMENT, Feature::ParameterStackAlignments, true, Action::Refused),
    ];
    let mut used = vec![false; module.attrs.lists.len()];
    change_lists(module, |_, list, _| {
        used.get_mut(list.index()).into_iter().for_each(|used| *used = true);
        list
    });
    for (kind, feature, of_params, action) in rows.into_iter().filter(|row| !llvm.has(row.1)) {
        let is_there = |index: AttrIndex| match index {
            AttrIndex::Param(_) => of_params,
            AttrIndex::Return => true,
            AttrIndex::Function => false,
        };
        let mut without: HashMap<AttrSetId, AttrSetId> = HashMap::new();
        for list in (0..used.len()).filter(|&list| used[list]) {
            for at in 0..module.attrs.lists[list].len() {
                let (index, set) = module.attrs.lists[list][at];
                let has = module.attrs.set(set).iter().any(|attr| attr.kind() == Some(kind));
                if !has || !is_there(index) {
                    continue;
                }
                let new = *without.entry(set).or_insert_with(|| {
                    let rest: AttrSet = module.attrs.set(set).iter().filter(|attr| attr.kind() != Some(kind)).cloned().collect();
                    module.attrs.sets.push(rest);
                    AttrSetId::new(module.attrs.sets.len() - 1)
                });
                module.attrs.lists[list][at].1 = new;
                report.feature(action, feature, module, At::Module);
            }
        }
    }
}

/// Whether a release has an attribute of this kind.
fn known(kind: AttrKind, llvm: LlvmVersion) -> bool {
    // The first release with the word does not read its number.
    if kind == AttrKind::NO_PROFILE && !llvm.no_profile_in_bitcode() {
        return false;
    }
    kind.row().is_some_and(|row| row.since <= llvm)
}

/// Lets `memory` say the same about all places that `llvm` does not tell apart: what is allowed for any of them.
fn merge_memory(set: &mut AttrSet, llvm: LlvmVersion) -> Option<Fate> {
    // The places after arguments and inaccessible memory, by their first bit.
    const ERRNO: u32 = 4;
    const OTHER: u32 = 6;
    const TARGET: [u32; 2] = [8, 10];
    let (merged, feature): (&[u32], _) = match (llvm.target_memory(), llvm.errno_memory()) {
        (true, _) => return None,
        (false, true) => (&[OTHER, TARGET[0], TARGET[1]], Feature::TargetMemory),
        (false, false) => (&[ERRNO, OTHER, TARGET[0], TARGET[1]], Feature::ErrnoMemory),
    };
    let effects = set.iter_mut().find_map(|attr| if let Attr::Int(AttrKind::MEMORY, effects) = attr { Some(effects) } else { None })?;
    let any = merged.iter().fold(0, |any, bit| any | *effects >> bit & 3);
    let new = merged.iter().fold(*effects & ALL_MEMORY, |new, bit| new & !(3 << bit) | any << bit);
    (std::mem::replace(effects, new) != new).then(|| Fate::of(feature, Action::Dropped))
}

/// The set with older words, and what became of each attribute that changed.
fn lowered(set: &[Attr], llvm: LlvmVersion, strings: &mut Strings) -> (AttrSet, Vec<Fate>) {
    let mut fates = Vec::new();
    let mut new: AttrSet = Vec::with_capacity(set.len());
    for attr in set {
        match *attr {
            Attr::Int(AttrKind::MEMORY, effects) if !llvm.memory_attribute() => match old_words(effects) {
                Some(words) => {
                    fates.push(Fate::of(Feature::MemoryAttribute, Action::Lowered));
                    new.extend(words.into_iter().map(Attr::Enum));
                }
                None => new.push(attr.clone()),
            },
            Attr::Int(AttrKind::CAPTURES, 0) if !llvm.captures_known() => {
                fates.push(Fate::of(Feature::CapturesKnown, Action::Lowered));
                new.push(Attr::Enum(AttrKind::NO_CAPTURE));
            }
            Attr::Int(AttrKind::DEAD_ON_RETURN, ALL_BYTES) if !llvm.dead_bytes() => new.push(Attr::Enum(AttrKind::DEAD_ON_RETURN)),
            Attr::Int(AttrKind::DENORMAL_FPENV, modes) if !llvm.denormal_environment() && modes >> 8 == 0 => {
                fates.push(Fate::of(Feature::DenormalEnvironment, Action::Lowered));
                new.extend(denormal_strings(modes, strings));
            }
            Attr::Int(AttrKind::UW_TABLE, _) if !llvm.unwind_table_kinds() => {
                fates.push(Fate::of(Feature::UnwindTableKinds, Action::Lowered));
                new.push(Attr::Enum(AttrKind::UW_TABLE));
            }
            Attr::Enum(kind @ (AttrKind::NULL_POINTER_IS_VALID | AttrKind::PRESPLIT_COROUTINE)) if !known(kind, llvm) => {
                let (key, value) = match kind {
                    AttrKind::NULL_POINTER_IS_VALID => ("null-pointer-is-valid", "true"),
                    _ => ("coroutine.presplit", "0"),
                };
                fates.push(Fate::of_kind(kind, Action::Lowered, "A string attribute."));
                new.push(Attr::String(strings.push(key.as_bytes()), Some(strings.push(value.as_bytes()))));
            }
            Attr::Type(kind @ (AttrKind::BY_VAL | AttrKind::STRUCT_RET | AttrKind::IN_ALLOCA), Some(_)) if !states_type(kind, llvm) => {
                new.push(Attr::Type(kind, None));
            }
            Attr::String(key, Some(value)) => new.push(match older_string(strings.get(key), strings.get(value), llvm) {
                Some(older) => {
                    fates.push(Fate {
                        action: Action::Lowered,
                        what: Cow::Owned(format!("value \"{}\" of \"{}\"", text(strings.get(value)), text(strings.get(key)))),
                        since: None,
                        how: "The nearest older value.",
                    });
                    Attr::String(key, Some(strings.push(older.as_bytes())))
                }
                None => attr.clone(),
            }),
            _ => new.push(attr.clone()),
        }
    }
    if new != set {
        sort_attrs(&mut new, strings);
        new.dedup();
    }
    (new, fates)
}

fn text(bytes: &[u8]) -> Cow<'_, str> {
    String::from_utf8_lossy(bytes)
}

/// Whether this attribute of a parameter states a type.
fn states_type(kind: AttrKind, llvm: LlvmVersion) -> bool {
    match kind {
        AttrKind::BY_VAL => llvm.typed_by_val(),
        AttrKind::STRUCT_RET => llvm.typed_struct_ret(),
        _ => llvm.typed_in_alloca(),
    }
}

/// Names the allocator that returns zeroes. The function has to have `allockind("zeroed")`, by which a newer release checks the name (LLVM 21
/// `Verifier::verifyFunctionAttrs`), so that both go together.
const ZEROED_VARIANT: &[u8] = b"alloc-variant-zeroed";

fn zeroed_variant() -> Fate {
    let what = Cow::Owned(format!("attribute \"{}\"", text(ZEROED_VARIANT)));
    Fate { action: Action::Dropped, what, since: None, how: "The attribute, as `allockind`." }
}

/// An older value for a string attribute whose value the verifier of `llvm` refuses.
fn older_string(key: &[u8], value: &[u8], llvm: LlvmVersion) -> Option<&'static str> {
    match (key, value) {
        (b"frame-pointer", b"non-leaf-no-reserve") if !llvm.frame_pointers_without_reserve() => Some("non-leaf"),
        (b"frame-pointer", b"reserved") if !llvm.reserved_frame_pointers() => Some("none"),
        _ => None,
    }
}

/// The set without what `llvm` does not have.
fn without_newer(set: AttrSet, llvm: LlvmVersion) -> (AttrSet, Vec<Fate>) {
    let mut fates = Vec::new();
    let mut new: AttrSet = Vec::with_capacity(set.len());
    for attr in set {
        match attr {
            Attr::Int(AttrKind::DEAD_ON_RETURN, _) if known(AttrKind::DEAD_ON_RETURN, llvm) && !llvm.dead_bytes() => {
                fates.push(Fate::of(Feature::DeadBytes, Action::Dropped));
            }
            Attr::Int(AttrKind::MEMORY, effects) if !llvm.memory_attribute() => {
                fates.push(Fate::of(Feature::MemoryAttribute, Action::Dropped));
                new.extend(weaker_words(effects).into_iter().filter(|&kind| known(kind, llvm)).map(Attr::Enum));
            }
            _ => match attr.kind() {
                Some(kind) if !known(kind, llvm) => fates.push(match is_required(kind) {
                    true => Fate::of_kind(kind, Action::Refused, "It decides about code or calls."),
                    false => Fate::of_kind(kind, Action::Dropped, "The attribute."),
                }),
                _ => new.push(attr),
            },
        }
    }
    (new, fates)
}

/// Whether a program means something else without an attribute: it decides how an argument is passed, or about the code of the function.
///
/// Source: LangRef, "Parameter Attributes" and "Function Attributes". A kind without a row counts as required.
pub fn is_required(kind: AttrKind) -> bool {
    const REQUIRED: &[AttrKind] = &[
        AttrKind::IN_ALLOCA,
        AttrKind::PREALLOCATED,
        AttrKind::BYREF,
        AttrKind::SWIFT_SELF,
        AttrKind::SWIFT_ERROR,
        AttrKind::SWIFT_ASYNC,
        AttrKind::CONVERGENT,
        AttrKind::NULL_POINTER_IS_VALID,
        AttrKind::PRESPLIT_COROUTINE,
        AttrKind::DENORMAL_FPENV,
        AttrKind::SAFESTACK,
        AttrKind::NOCF_CHECK,
        AttrKind::SHADOWCALLSTACK,
        AttrKind::SPECULATIVE_LOAD_HARDENING,
        AttrKind::FNRETTHUNK_EXTERN,
        AttrKind::HYBRID_PATCHABLE,
    ];
    kind.row().is_none() || REQUIRED.contains(&kind)
}

/// Drops the attributes of variables.
fn drop_of_variables(module: &mut Module, report: &mut Report) {
    for at in 0..module.globals.len() {
        let GlobalKind::Variable { attrs, .. } = &mut module.globals[at].kind else { continue };
        if std::mem::replace(attrs, AttrListId(0)) != AttrListId(0) {
            report.feature(Action::Dropped, Feature::VariableAttributes, module, At::Global(GlobalId::new(at)));
        }
    }
}

/// Reports what happened to the attributes of each global value and call.
fn tell(module: &Module, fates: &[Vec<Fate>], report: &mut Report) {
    let of_set = |set: AttrSetId| fates.get(set.index()).map_or(&[][..], |fates| fates);
    // Each change once, and the changes of each list by number.
    let mut kinds: Vec<&Fate> = Vec::new();
    let mut numbers: HashMap<(Action, &str), usize> = HashMap::new();
    let mut number = |fate| {
        let Fate { action, what, .. }: &Fate = fate;
        *numbers.entry((*action, what)).or_insert_with(|| {
            kinds.push(fate);
            kinds.len() - 1
        })
    };
    let of_lists: Vec<Vec<usize>> =
        module.attrs.lists.iter().map(|list| list.iter().flat_map(|&(_, set)| of_set(set)).map(&mut number).collect()).collect();
    if kinds.is_empty() {
        return;
    }
    let note = |list: AttrListId, at: At, tally: &mut Tally<usize>| {
        of_lists.get(list.index()).into_iter().flatten().for_each(|&kind| tally.count(kind, at));
    };
    let of_global = |(at, global): (usize, &GlobalValue)| {
        let (id, mut tally) = (GlobalId::new(at), Tally::default());
        match &global.kind {
            GlobalKind::Variable { attrs, .. } => note(*attrs, At::Global(id), &mut tally),
            GlobalKind::Function(function) => {
                note(function.attrs, At::Global(id), &mut tally);
                if let Some(body) = function.body.and_then(|body| module.bodies.get(body as usize)) {
                    call_lists(body).for_each(|(inst, list)| note(list, At::Inst(id, inst), &mut tally));
                }
            }
            GlobalKind::Alias { .. } | GlobalKind::IFunc { .. } => {}
        }
        tally
    };
    let tallies: Vec<Tally<usize>> = module.globals.par_iter().enumerate().balanced().map(of_global).collect();
    for (kind, count, places) in tallies.into_iter().flat_map(|tally| tally.counts) {
        let fate = kinds[kind];
        report.note_all(fate.action, fate.what.clone(), fate.since, fate.how, module, (count, &places));
    }
}

/// The calls of a body, with their attribute lists.
fn call_lists(body: &Body) -> impl Iterator<Item = (InstId, AttrListId)> + '_ {
    body.insts.iter().enumerate().filter_map(|(at, inst)| match inst {
        Inst::Call(call) | Inst::Invoke { call, .. } | Inst::CallBr { call, .. } => Some((InstId::new(at), body.call(*call)?.attrs)),
        _ => None,
    })
}

/// `range` of the result of a call becomes the metadata `!range`, as until LLVM 18; that of parameters and functions stays.
fn ranges_to_metadata(module: &mut Module, report: &mut Report) {
    let range_of = |set: AttrSetId, module: &Module| {
        module.attrs.set(set).iter().find_map(|attr| match attr {
            Attr::Range(AttrKind::RANGE, range) => Some(range.clone()),
            _ => None,
        })
    };
    let lists = &module.attrs.lists;
    let results: Vec<Option<ConstantRange>> =
        lists.iter().map(|list| list.iter().find(|(at, _)| *at == AttrIndex::Return).and_then(|&(_, set)| range_of(set, module))).collect();
    if results.iter().all(Option::is_none) {
        return;
    }
    let mut made = ModuleIndex::default();
    let kind = made.md_kind(module, b"range");
    let owners = owners(module);
    let of_body = |&(_, body): &(GlobalId, usize)| {
        let body = &module.bodies[body];
        let range_of_call = |(inst, list): (InstId, AttrListId)| {
            let range = results.get(list.index()).and_then(Option::as_ref)?;
            let ty = body.result_type(inst).map(|ty| module.types.get(ty));
            (range.width <= 64 && matches!(ty, Some(Type::Int(width)) if width == range.width)).then_some((inst, range))
        };
        let mut found: Vec<(InstId, &ConstantRange)> = call_lists(body).filter_map(range_of_call).collect();
        if !found.is_empty() {
            let there: HashSet<InstId> = body.attachments.iter().filter(|(_, own)| own.kind == kind).map(|&(at, _)| at).collect();
            found.retain(|(inst, _)| !there.contains(inst));
        }
        found
    };
    let found: Vec<Vec<(InstId, &ConstantRange)>> = owners.par_iter().balanced().map(of_body).collect();
    for (&(id, body), found) in owners.iter().zip(found).filter(|(_, found)| !found.is_empty()) {
        for (inst, range) in found {
            let node = range_node(module, &mut made, range);
            module.bodies[body].attachments.push((inst, Attachment { kind, node }));
            let what = Cow::Borrowed("attribute `range` of a result");
            let since = AttrKind::RANGE.row().map(|row| row.since);
            report.note(Action::Lowered, what, since, "The metadata `!range`.", module, At::Inst(id, inst));
        }
        module.bodies[body].attachments.sort_by_key(|&(at, attachment)| (at, attachment.kind));
    }
}

/// Counts what was gathered in each body, in the order of their functions.
pub(super) fn report_bodies(mut tallies: Vec<Tally<(Action, Feature)>>, module: &Module, report: &mut Report) {
    for (_, body) in owners(module) {
        if let Some(tally) = tallies.get_mut(body) {
            report.features(std::mem::take(tally), module);
        }
    }
}

/// The node of such a range.
fn range_node(module: &mut Module, made: &mut ModuleIndex, range: &ConstantRange) -> MdId {
    let bounds = [&range.lower, &range.upper].map(|bound| bound.first().copied().unwrap_or(0));
    let nodes = bounds.map(|bound| Some(made.md_int(module, range.width, bound)));
    made.tuple(module, &nodes)
}

/// Modes of denormal numbers in string attributes, by their number (`DenormalMode::DenormalModeKind`).
const DENORMAL_MODES: [&str; 4] = ["ieee", "preserve-sign", "positive-zero", "dynamic"];

/// `"denormal-fp-math"` and, if it differs, `"denormal-fp-math-f32"` for the value of `denormal_fpenv`.
fn denormal_strings(modes: u64, strings: &mut Strings) -> Vec<Attr> {
    let (default, float) = (modes & 15, modes >> 4);
    let mut found = vec![("denormal-fp-math", default)];
    if float != default {
        found.push(("denormal-fp-math-f32", float));
    }
    let attr = |(key, mode): (&str, u64)| {
        let value = format!("{},{}", DENORMAL_MODES[(mode & 3) as usize], DENORMAL_MODES[(mode >> 2 & 3) as usize]);
        Attr::String(strings.push(key.as_bytes()), Some(strings.push(value.as_bytes())))
    };
    found.into_iter().map(attr).collect()
}

/// The words of LLVM 15 for memory: places and accesses.
const PLACES: [Option<AttrKind>; 4] =
    [None, Some(AttrKind::ARGMEMONLY), Some(AttrKind::INACCESSIBLEMEM_ONLY), Some(AttrKind::INACCESSIBLEMEM_OR_ARGMEMONLY)];
const ACCESSES: [Option<AttrKind>; 3] = [None, Some(AttrKind::READ_ONLY), Some(AttrKind::WRITEONLY)];

/// All combinations of these words, with the memory that each allows.
fn words() -> impl Iterator<Item = (Vec<AttrKind>, u64)> {
    PLACES.iter().flat_map(|&place| ACCESSES.map(|access| [place, access])).map(|words| {
        let words: Vec<AttrKind> = words.into_iter().flatten().collect();
        let said = words.iter().filter_map(|&kind| old_memory(kind)).fold(ALL_MEMORY, |said, mask| said & mask);
        (words, said)
    })
}

/// The attributes of old that say just this.
fn old_words(effects: u64) -> Option<Vec<AttrKind>> {
    if effects == 0 {
        return Some(vec![AttrKind::READ_NONE]);
    }
    words().find(|&(_, said)| said == effects).map(|(words, _)| words)
}

/// The attributes of old that allow this, and as little else as possible.
fn weaker_words(effects: u64) -> Vec<AttrKind> {
    let effects = effects & ALL_MEMORY;
    let allowed = words().filter(|(_, said)| said & effects == effects);
    allowed.min_by_key(|(_, said)| said.count_ones()).map_or_else(Vec::new, |(words, _)| words)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn older(set: &[Attr], major: u32, strings: &mut Strings) -> AttrSet {
        without_newer(lowered(set, LlvmVersion::new(major), strings).0, LlvmVersion::new(major)).0
    }

    #[test]
    fn captures_of_nothing_have_an_older_word() {
        let mut strings = Strings::default();
        assert_eq!(older(&[Attr::Int(AttrKind::CAPTURES, 0)], 19, &mut strings), [Attr::Enum(AttrKind::NO_CAPTURE)]);
        assert_eq!(older(&[Attr::Int(AttrKind::CAPTURES, 0x10)], 19, &mut strings), []);
        assert_eq!(older(&[Attr::Int(AttrKind::CAPTURES, 0x10)], 20, &mut strings), [Attr::Int(AttrKind::CAPTURES, 0x10)]);
    }

    #[test]
    fn denormals_and_dead_bytes_in_older_forms() {
        let mut strings = Strings::default();
        // Flush to zero by default, dynamic inputs of `float`.
        let set = older(&[Attr::Int(AttrKind::DENORMAL_FPENV, 0b1101_0101)], 22, &mut strings);
        let texts: Vec<(&[u8], &[u8])> = set
            .iter()
            .filter_map(|attr| match attr {
                Attr::String(key, Some(value)) => Some((strings.get(*key), strings.get(*value))),
                _ => None,
            })
            .collect();
        let expected: [(&[u8], &[u8]); 2] =
            [(b"denormal-fp-math", b"preserve-sign,preserve-sign"), (b"denormal-fp-math-f32", b"preserve-sign,dynamic")];
        assert_eq!(texts, expected);
        assert_eq!(older(&[Attr::Int(AttrKind::DEAD_ON_RETURN, ALL_BYTES)], 22, &mut strings), [Attr::Enum(AttrKind::DEAD_ON_RETURN)]);
        assert_eq!(older(&[Attr::Int(AttrKind::DEAD_ON_RETURN, 8)], 22, &mut strings), []);
        assert_eq!(older(&[Attr::Int(AttrKind::DEAD_ON_RETURN, ALL_BYTES)], 21, &mut strings), []);
    }

    #[test]
    fn memory_that_the_old_words_can_say() {
        assert_eq!(old_words(0), Some(vec![AttrKind::READ_NONE]));
        assert_eq!(old_words(ALL_MEMORY), Some(vec![]));
        assert_eq!(old_words(0x1), Some(vec![AttrKind::ARGMEMONLY, AttrKind::READ_ONLY]));
        assert_eq!(old_words(0xa), Some(vec![AttrKind::INACCESSIBLEMEM_OR_ARGMEMONLY, AttrKind::WRITEONLY]));
        assert_eq!(old_words(0x555), Some(vec![AttrKind::READ_ONLY]));
        // Arguments are read, inaccessible memory is written.
        assert_eq!(old_words(0x9), None);
        assert_eq!(weaker_words(0x9), [AttrKind::INACCESSIBLEMEM_OR_ARGMEMONLY]);
        assert_eq!(old_words(0x557), None);
        assert_eq!(weaker_words(0x557), []);
    }

    #[test]
    fn what_decides_about_calls_is_refused() {
        let (set, fates) = without_newer(vec![Attr::Enum(AttrKind::SWIFT_ASYNC), Attr::Enum(AttrKind::MUSTPROGRESS)], LlvmVersion::new(7));
        assert!(set.is_empty());
        assert_eq!(fates.iter().map(|fate| fate.action).collect::<Vec<_>>(), [Action::Refused, Action::Dropped]);
    }
}
