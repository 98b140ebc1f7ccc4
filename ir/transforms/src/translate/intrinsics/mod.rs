//! Intrinsics that an older release does not have, or has under another name or with other arguments.
mod calls;
mod classes;
mod constrained;
mod coroutines;
mod expand;
mod library;
mod names;
mod processor;
mod selection;
mod x86;

pub(super) use calls::argument_lists;
pub(super) use expand::{extremum_of, insert_value, negated};
pub(super) use library::slot;

use super::report::{Action, At, Report};
use bctk_edit::editor::Editor;
use bctk_edit::functions::owners;
use bctk_edit::globals::GlobalChanges;
use bctk_ir::body::{Body, Call};
use bctk_ir::entity::{GlobalId, InstId, TypeId};
use bctk_ir::inst::Inst;
use bctk_ir::intrinsics::{Intrinsic, IntrinsicAttr, exact_in, lookup_in, versions};
use bctk_ir::keywords::TailKind;
use bctk_ir::module::Module;
use bctk_ir::types::Type;
use bctk_ir::value::{Value, ValueKind};
use bctk_ir::version::{Feature, LlvmVersion};
use bctk_support::parallel::prelude::*;
use classes::class_test;
use expand::{Expand, Site};
use hashbrown::{HashMap, HashSet};
use std::borrow::Cow;

/// What is done with the calls of an intrinsic.
#[derive(Clone)]
enum Plan {
    /// They call a function of another name and the same type.
    Rename(Vec<u8>),
    /// Their arguments change, and they call a function of this name.
    Rearrange(calls::Rearrange, Vec<u8>),
    /// Other instructions take their place.
    Expand(Expand),
    /// As `Expand`, but calls of types that this is not written for stay: the release has the intrinsic.
    Select(Expand),
    /// They call the function that they name as an argument.
    Await,
    /// A result of `coro.end` takes their place.
    InRamp,
    /// They go: they are hints.
    Drop,
    /// Nothing has the same meaning.
    Refuse,
}

impl Plan {
    fn how(&self) -> &'static str {
        match self {
            Plan::Rename(_) => "An older name.",
            Plan::Rearrange(..) => "Older arguments.",
            Plan::Expand(_) | Plan::Select(_) | Plan::Await | Plan::InRamp => "Other instructions.",
            Plan::Drop => "The calls.",
            Plan::Refuse => "The calls.",
        }
    }

    fn action(&self) -> Action {
        match self {
            Plan::Rename(_) | Plan::Rearrange(..) | Plan::Expand(_) | Plan::Select(_) | Plan::Await | Plan::InRamp => Action::Lowered,
            Plan::Drop => Action::Dropped,
            Plan::Refuse => Action::Refused,
        }
    }
}

pub use selection::{ElementTypes, Selected, Unselected, selected_intrinsics, unselected_intrinsics};

/// Intrinsics that other instructions can replace, by name without suffixes, and what replaces them, in words. A name that ends with a dot stands
/// for all that begin with it.
const EXPANDED: &[(&[&str], &str, Expand)] = &[
    (&["smax", "smin", "umax", "umin"], "a comparison and a selection", expand::min_max),
    (&["abs"], "a subtraction, a comparison and a selection", expand::abs),
    (&["ucmp", "scmp"], "comparisons and selections", expand::three_way),
    (&["fshl", "fshr"], "shifts", expand::funnel),
    (&["uadd.sat", "usub.sat"], "an operation and a selection of the limit", expand::unsigned_saturating),
    (&["sadd.sat", "ssub.sat"], "an operation and a selection of the limit", expand::signed_saturating),
    (&["ushl.sat", "sshl.sat"], "a shift and a selection of the limit", expand::saturating_shift),
    (
        &["expect.with.probability", "threadlocal.address", "launder.invariant.group", "strip.invariant.group", "ssa.copy"],
        "the first argument",
        expand::first,
    ),
    (&["bpf.passthrough"], "the second argument", expand::second),
    (&["is.constant"], "`false`", expand::no),
    // Where the vtables of a program are visible to others, linking makes `true` of it, too.
    (&["allow.ubsan.check", "allow.runtime.check", "experimental.widenable.condition", "public.type.test"], "`true`", expand::yes),
    (&["smul.with.overflow"], "a product of twice the width", expand::wide_product),
    (&["ptrmask"], "arithmetic of addresses", expand::pointer_mask),
    (&["ubsantrap"], "`llvm.trap`", expand::trap),
    (&["minimum", "maximum", "minimumnum", "maximumnum"], "comparisons and selections", expand::extremum),
    (&["minnum", "maxnum"], "comparisons and selections, of vectors of `half`", expand::number_extremum),
    (&["canonicalize"], "a product with 1", expand::canonical),
    (&["fptosi.sat", "fptoui.sat"], "a conversion and selections of the limits", expand::saturating_conversion),
    (&["is.fpclass"], "tests of bits", class_test),
    (&["x86.addcarry.32", "x86.addcarry.64", "x86.subborrow.32", "x86.subborrow.64"], "operations and comparisons", x86::carry),
    (AVERAGES, "the half of a sum of twice the width", x86::average),
    (
        &["experimental.constrained."],
        "the plain operation or function, of numbers that volatile accesses take through memory if exceptions or rounding matter",
        constrained::unconstrained,
    ),
    (&["vector.reduce."], "operations of the elements, one after the other", expand::reduction),
    (
        &["vector.extract", "vector.insert", "vector.reverse", "vector.splice", "vector.interleave2"],
        "`shufflevector`, of vectors of fixed length",
        expand::shuffles,
    ),
    (&["bitreverse"], "shifts", expand::bit_reverse),
    (&["pdep", "pext"], "the instruction of x86, in functions for processors that have it", processor::gather_bits),
    (&["frexp", "modf"], "the function of the C library, which returns one of the results in memory", library::through_memory),
    (library::FUNCTIONS, "the function of the C library, as in code generation", expand::library),
];

/// Averages of x86.
const AVERAGES: &[&str] =
    &["x86.sse2.pavg.b", "x86.sse2.pavg.w", "x86.avx2.pavg.b", "x86.avx2.pavg.w", "x86.avx512.pavg.b.512", "x86.avx512.pavg.w.512"];

/// Intrinsics that translations replace, each list with what replaces them; for documentation.
pub fn expanded_intrinsics() -> impl Iterator<Item = (&'static [&'static str], &'static str)> {
    // Their arguments stay, and with them attributes of the call.
    let not_inline = (&["memcpy.inline", "memset.inline"][..], "`llvm.memcpy` and `llvm.memset`");
    let awaits = "a call of the function that it names, and one of `llvm.coro.resume` of the handle that this returns";
    let in_ramp = "the opposite of the result of `llvm.coro.end`, where a call of it comes before on all ways";
    EXPANDED.iter().map(|&(names, how, _)| (names, how)).chain([not_inline, (AWAIT_SUSPEND, awaits), (&[IN_RAMP], in_ramp)])
}

/// Intrinsics whose calls translations leave out; for documentation.
pub fn dropped_intrinsics() -> &'static [&'static str] {
    HINTS
}

/// Intrinsics that call a function in a coroutine once it is split.
const AWAIT_SUSPEND: &[&str] = &["coro.await.suspend.void", "coro.await.suspend.bool", "coro.await.suspend.handle"];

/// Whether a coroutine runs for the first time, up to where it is suspended.
const IN_RAMP: &str = "coro.is_in_ramp";

/// Intrinsics without which a program means the same.
const HINTS: &[&str] = &[
    "assume",
    "experimental.noalias.scope.decl",
    "pseudoprobe",
    "fake.use",
    "dbg.label",
    "codeview.annotation",
    "instrprof.mcdc.parameters",
    "var.annotation",
    "objc.clang.arc.noop.use",
    "coro.dead",
];

/// Lowers, drops or refuses the intrinsics that `llvm` does not have.
pub(super) fn to_older(module: &mut Module, llvm: LlvmVersion, report: &mut Report) {
    let mut plans: HashMap<GlobalId, Plan> = HashMap::new();
    for (id, global, function) in module.functions() {
        if function.body.is_none()
            && let Some(plan) = plan(module, global.value_type, module.str(global.name), llvm)
        {
            plans.insert(id, plan);
        }
    }
    calls::without_bundles(module, llvm, report);
    selection::tell(module, llvm, &plans, report);
    if plans.is_empty() {
        return;
    }
    let mut names: HashMap<GlobalId, (String, Option<LlvmVersion>)> = HashMap::new();
    for (&id, plan) in &plans {
        let Some(global) = module.global(id) else { continue };
        let base = names::base(module.str(global.name));
        // What a release has and does not select is refused for that.
        let selected = matches!(plan, Plan::Refuse).then(|| selection::selected_since(module, global.value_type, base, llvm)).flatten();
        names.insert(id, (base.to_owned(), selected.or_else(|| names::since(base, llvm))));
    }
    let note = |report: &mut Report, module: &Module, id: GlobalId, action: Action, how: &'static str, at: At| {
        let (name, since) = names.get(&id).map_or(("", None), |(name, since)| (name.as_str(), *since));
        report.note(action, Cow::Owned(format!("@llvm.{name}")), since, how, module, at);
    };
    let of_body = |body: &Body| {
        let all = (0..body.insts.len()).map(InstId::new);
        all.filter(|&at| planned(body, at, &plans).is_some()).collect()
    };
    let found: Vec<Vec<InstId>> = module.bodies.par_iter().balanced().map(of_body).collect();
    let mut editor = Editor::new(module);
    let mut kept: HashSet<GlobalId> = HashSet::new();
    for (owner, index) in owners(editor.module) {
        editor.body = index;
        let ramps = ramps(&editor, &found[index], &plans, llvm);
        let in_ramps: HashSet<u32> = ramps.values().flatten().copied().collect();
        for &at in &found[index] {
            let Some((call, is_plain)) = planned(editor.body(), at, &plans) else { continue };
            let ValueKind::Global(callee) = call.callee.kind() else { continue };
            let Some(plan) = plans.get(&callee) else { continue };
            let place = At::Inst(owner, at);
            let done = match plan {
                Plan::Rename(name) => calls::rename(&mut editor, at, callee, name),
                Plan::Refuse => None,
                Plan::Await => {
                    let name = names.get(&callee).map_or("", |(name, _)| name.as_str());
                    coroutines::await_suspend(&mut editor, at, (callee, name))
                }
                _ if !is_plain => None,
                Plan::Drop => {
                    editor.end(at, None);
                    Some(())
                }
                Plan::Rearrange(how, name) => calls::rearrange(&mut editor, (callee, name), &call, *how, llvm).and_then(|value| {
                    if let Some(tests) = ramps.get(&at) {
                        coroutines::invert(&mut editor, value, tests)?;
                    }
                    editor.end(at, (!value.is_none()).then_some(value));
                    Some(())
                }),
                Plan::InRamp => {
                    let local = editor.body().result(at);
                    local.filter(|local| in_ramps.contains(local)).map(|_| editor.end(at, None))
                }
                Plan::Expand(expand) | Plan::Select(expand) => {
                    let args: Vec<Value> = editor.body().values(call.args).collect();
                    let ret = editor.module.types.function(call.fn_ty).map(|(ret, ..)| ret);
                    let name = names.get(&callee).map_or("", |(name, _)| name.as_str());
                    let made = ret.and_then(|ret| expand(&mut editor, &Site { callee, name, args: &args, ret, fmf: call.fmf }));
                    match made {
                        Some(value) => editor.end(at, (!value.is_none()).then_some(value)),
                        None => editor.cancel(),
                    }
                    made.map(|_| ())
                }
            };
            if done.is_none() && matches!(plan, Plan::Select(_)) {
                kept.insert(callee);
                continue;
            }
            let (action, how) = if done.is_some() { (plan.action(), plan.how()) } else { (Action::Refused, "The calls.") };
            note(report, editor.module, callee, action, how, place);
        }
        editor.finish_body();
    }
    editor.finish();
    plans.retain(|id, _| !kept.contains(id));
    drop_declarations(module, &plans);
}

/// The tests of the current body whether it is in its ramp, by the `coro.end` whose result tells.
fn ramps(ed: &Editor<'_>, sites: &[InstId], plans: &HashMap<GlobalId, Plan>, llvm: LlvmVersion) -> HashMap<InstId, Vec<u32>> {
    let (mut ends, mut tests) = (Vec::new(), Vec::new());
    for &at in sites {
        let Some((call, true)) = planned(ed.body(), at, plans) else { continue };
        let ValueKind::Global(callee) = call.callee.kind() else { continue };
        match plans.get(&callee) {
            Some(Plan::InRamp) => tests.push(at),
            Some(Plan::Rearrange(calls::Rearrange::CoroutineEnd, _)) if llvm.coroutine_end_results() => {
                let args: Vec<Value> = ed.body().values(call.args).collect();
                if llvm.coroutine_end_tokens() || !calls::states_results(ed, &args) {
                    ends.push(at);
                }
            }
            _ => {}
        }
    }
    coroutines::ramps(ed.body(), &ends, &tests)
}

/// The call at an instruction, if something is planned for it, and whether it is no `invoke` and no tail call that must stay one.
fn planned(body: &Body, at: InstId, plans: &HashMap<GlobalId, Plan>) -> Option<(Call, bool)> {
    let (id, is_call) = match *body.insts.get(at.index())? {
        Inst::Call(id) => (id, true),
        Inst::Invoke { call, .. } | Inst::CallBr { call, .. } => (call, false),
        _ => return None,
    };
    let &call = body.call(id)?;
    match call.callee.kind() {
        ValueKind::Global(callee) if plans.contains_key(&callee) => Some((call, is_call && call.tail != TailKind::MustTail)),
        _ => None,
    }
}

/// What is done with the calls of the function `name`; none if `llvm` has it as it is, or nothing is known about it.
fn plan(module: &Module, fn_ty: TypeId, name: &[u8], llvm: LlvmVersion) -> Option<Plan> {
    if !name.starts_with(b"llvm.") {
        return None;
    }
    let base = names::base(name);
    if let Some(rearrange) = calls::rearrangement(module, base, fn_ty, llvm) {
        let (name, base) = rearrange.renamed(name, base);
        return Some(Plan::Rearrange(rearrange, names::older(&name, base, llvm).unwrap_or_else(|| name.into_owned())));
    }
    // Releases with debug records read the calls, too.
    if base.starts_with("dbg.") && llvm.debug_records() {
        return None;
    }
    if base == "dbg.label" && !llvm.debug_labels_selected() {
        return Some(Plan::Drop);
    }
    // A name that no release knows is no intrinsic.
    let is_known = lookup_in(name, LlvmVersion::NEWEST).is_some() || versions().any(|version| lookup_in(name, version).is_some());
    if !is_known {
        return None;
    }
    if let Some(older) = super::arc::runtime_name(base, llvm) {
        let is_taken = |global: &bctk_ir::global::GlobalValue| {
            module.str(global.name) == older && (global.function().is_none() || global.value_type != fn_ty)
        };
        return Some(if module.globals.iter().any(is_taken) { Plan::Refuse } else { Plan::Rename(older) });
    }
    if base.ends_with(".with.overflow") && !llvm.overflows_of_vectors() && takes_vectors(module, fn_ty) {
        return Some(Plan::Refuse);
    }
    if names::has_other_type(base, module.llvm_version(), llvm) && !super::bfloat::is_of_integers(module, base, fn_ty) {
        return Some(Plan::Refuse);
    }
    let expansion = || {
        let found = EXPANDED.iter().find(|(names, ..)| names.iter().any(|name| selection::is_name(name, base)));
        found.map(|&(.., expand)| expand)
    };
    let has_scalars_only = match base {
        "lround" | "llround" => !llvm.rounding_of_vectors(),
        "lrint" | "llrint" => !llvm.nearest_of_vectors(),
        _ => false,
    };
    if has_scalars_only && takes_vectors(module, fn_ty) {
        return if exact_in(base, llvm).is_some() { Some(Plan::Expand(expand::elements)) } else { expansion().map(Plan::Expand) };
    }
    if !llvm.constrained_in_order() && base.starts_with("experimental.constrained.") {
        return expansion().map(Plan::Expand);
    }
    if base == "ptrmask" && !llvm.masks_of_pointer_vectors() && takes_vectors(module, fn_ty) {
        return expansion().map(Plan::Expand);
    }
    if selection::is_unselected(module, fn_ty, base, llvm) {
        if names::has(name, llvm) {
            return Some(expansion().map_or(Plan::Refuse, Plan::Select));
        }
        // Under an older name; other instructions have no scalable vectors.
        if names::older(name, base, llvm).is_some() && takes_vectors(module, fn_ty) && !takes_scalable_vectors(module, fn_ty) {
            return expansion().map(Plan::Expand);
        }
    }
    if names::has(name, llvm) {
        return names::older(name, base, llvm).filter(|older| older != name).map(Plan::Rename);
    }
    if let Some(older) = names::older(name, base, llvm) {
        return Some(Plan::Rename(older));
    }
    if let Some(expand) = expansion() {
        return Some(Plan::Expand(expand));
    }
    if AWAIT_SUSPEND.contains(&base) {
        return Some(Plan::Await);
    }
    if base == IN_RAMP {
        return Some(Plan::InRamp);
    }
    if HINTS.contains(&base) {
        return Some(Plan::Drop);
    }
    Some(Plan::Refuse)
}

/// The type of the first parameter of a function.
fn first_param(module: &Module, fn_ty: TypeId) -> Option<Type> {
    let first = module.types.function(fn_ty).and_then(|(_, params, _)| params.iter().next());
    first.map(|first| module.types.get(first))
}

/// Whether the first parameter of a function is a vector.
fn takes_vectors(module: &Module, fn_ty: TypeId) -> bool {
    matches!(first_param(module, fn_ty), Some(Type::Vector { .. }))
}

fn takes_scalable_vectors(module: &Module, fn_ty: TypeId) -> bool {
    matches!(first_param(module, fn_ty), Some(Type::Vector { scalable: true, .. }))
}

/// Refuses vector intrinsics of RISC-V whose operands came later: values of lanes that are not written, policies and rounding modes.
pub(super) fn riscv_vectors(module: &Module, llvm: LlvmVersion, report: &mut Report) {
    let own = module.llvm_version();
    if llvm.riscv_rounding_modes() || !own.riscv_vector_operands() {
        return;
    }
    let immediates = |name: &[u8], version: LlvmVersion| -> Vec<u32> {
        let is_immediate = |attr: &IntrinsicAttr| *attr == IntrinsicAttr::Enum("immarg");
        let args = lookup_in(name, version).into_iter().flat_map(Intrinsic::arg_attrs);
        args.filter(|(_, attrs)| attrs.iter().any(is_immediate)).map(|(at, _)| at).collect()
    };
    for (id, global, function) in module.functions() {
        let name = module.str(global.name);
        if function.body.is_some() || !name.starts_with(b"llvm.riscv.v") || name.starts_with(b"llvm.riscv.vsetvli") {
            continue;
        }
        if !llvm.riscv_vector_operands() {
            report.feature(Action::Refused, Feature::RiscvVectorOperands, module, At::Global(id));
        } else if immediates(name, own) != immediates(name, llvm) {
            report.feature(Action::Refused, Feature::RiscvRoundingModes, module, At::Global(id));
        }
    }
}

/// Takes out the declarations of intrinsics that nothing calls any more.
fn drop_declarations(module: &mut Module, plans: &HashMap<GlobalId, Plan>) {
    let mut changes = GlobalChanges::default();
    let mut dropped: Vec<GlobalId> = plans.keys().copied().collect();
    dropped.sort_unstable();
    changes.dropped = dropped;
    changes.apply(module);
}
