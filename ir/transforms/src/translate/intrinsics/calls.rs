//! Calls of intrinsics with other names or arguments.
use super::super::attributes::report_bodies;
use super::super::report::{Action, At, Report, Tally};
use crate::upgrade::targets::nvvm::TENSOR_REDUCTIONS;
use bctk_edit::attributes::list_id;
use bctk_edit::editor::Editor;
use bctk_edit::functions::fn_type;
use bctk_edit::functions::{owners, owners_by_body};
use bctk_ir::attr_set::{Attr, AttrIndex, AttrList};
use bctk_ir::attrs::AttrKind;
use bctk_ir::body::{Body, Call};
use bctk_ir::constants::ConstKind;
use bctk_ir::entity::{AttrListId, GlobalId, InstId, TypeId};
use bctk_ir::inst::Inst;
use bctk_ir::intrinsics::exact_in;
use bctk_ir::metadata::Metadata;
use bctk_ir::module::Module;
use bctk_ir::types::Type;
use bctk_ir::value::{Value, ValueKind};
use bctk_ir::version::{Feature, LlvmVersion};
use bctk_support::parallel::prelude::*;
use std::borrow::Cow;

/// How the arguments of an intrinsic change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Rearrange {
    /// `lifetime.start`, `lifetime.end`: a size in front.
    Lifetime,
    /// `masked.load` and others: the alignment as the argument `at`, from the attribute of the argument before it.
    Masked { at: usize },
    /// `memcpy`, `memmove`, `memset`: the alignment as argument 3, the least of those of the first `pointers` arguments.
    Memory { pointers: usize },
    /// `memcpy.inline`, `memset.inline`: the intrinsics that may call a function, with their arguments.
    Inline { pointers: usize },
    /// Fewer arguments; those that are left out have these values, or the result is less exact.
    Shorter { count: usize },
    /// `dbg.value` with an offset in front of the variable.
    Offset,
    /// `dbg.assign` as `dbg.value`.
    Assignment,
    /// A reduction into a tensor, whose operation is a part of the name instead of the argument before the last.
    TensorReduction,
    /// `coro.end` with a result, which says whether the caller resumes.
    CoroutineEnd,
}

impl Rearrange {
    /// The intrinsic that is called instead of `name`, with `llvm.` and suffixes, and its name `base` without them.
    pub(super) fn renamed<'a>(self, name: &'a [u8], base: &'a str) -> (Cow<'a, [u8]>, &'a str) {
        match self {
            Rearrange::Assignment => (Cow::Borrowed(b"llvm.dbg.value"), "dbg.value"),
            Rearrange::Inline { .. } => {
                let shorter = base.strip_suffix(".inline").unwrap_or(base);
                let suffix = name.get(b"llvm.".len() + base.len()..).unwrap_or_default();
                (Cow::Owned([b"llvm.", shorter.as_bytes(), suffix].concat()), shorter)
            }
            _ => (Cow::Borrowed(name), base),
        }
    }
}

/// The change of the arguments of an intrinsic of the type `fn_ty` for `llvm`, if there is one.
pub(super) fn rearrangement(module: &Module, base: &str, fn_ty: TypeId, llvm: LlvmVersion) -> Option<Rearrange> {
    let (ret, params, _) = module.types.function(fn_ty)?;
    let count = params.len();
    Some(match base {
        "lifetime.start" | "lifetime.end" if count == 1 && !llvm.lifetimes_without_size() => Rearrange::Lifetime,
        "masked.load" | "masked.gather" if count == 3 && !llvm.masked_alignments_as_attributes() => Rearrange::Masked { at: 1 },
        "masked.store" | "masked.scatter" if count == 3 && !llvm.masked_alignments_as_attributes() => Rearrange::Masked { at: 2 },
        "memcpy" | "memmove" if count == 4 && !llvm.memory_alignments_as_attributes() => Rearrange::Memory { pointers: 2 },
        "memset" if count == 4 && !llvm.memory_alignments_as_attributes() => Rearrange::Memory { pointers: 1 },
        "memcpy.inline" if count == 4 && exact_in(base, llvm).is_none() => Rearrange::Inline { pointers: 2 },
        "memset.inline" if count == 4 && exact_in(base, llvm).is_none() => Rearrange::Inline { pointers: 1 },
        "objectsize" if count > 2 && !llvm.object_sizes_of_null() => Rearrange::Shorter { count: 2 },
        "objectsize" if count > 3 && !llvm.dynamic_object_sizes() => Rearrange::Shorter { count: 3 },
        "var.annotation" | "ptr.annotation" if count == 5 && !llvm.annotation_arguments() => Rearrange::Shorter { count: 4 },
        "coro.end" if module.types.is_void(ret) && !llvm.coroutine_ends_without_result() || count == 3 && !llvm.coroutine_end_tokens() => {
            Rearrange::CoroutineEnd
        }
        "dbg.assign" if !llvm.assignment_tracking() => Rearrange::Assignment,
        _ if tensor_reduction(base, llvm) => Rearrange::TensorReduction,
        "dbg.value" if count == 3 && !llvm.debug_values_without_offset() => Rearrange::Offset,
        _ => return None,
    })
}

/// Reductions into tensors begin so.
const TENSOR_REDUCTION: &str = "nvvm.cp.async.bulk.tensor.reduce.";

/// Whether the operation of a reduction into a tensor is a part of the name in `llvm`.
fn tensor_reduction(base: &str, llvm: LlvmVersion) -> bool {
    let older = |rest: &str| exact_in(&format!("{TENSOR_REDUCTION}{}.{rest}", TENSOR_REDUCTIONS[0]), llvm).is_some();
    base.strip_prefix(TENSOR_REDUCTION).is_some_and(|rest| exact_in(base, llvm).is_none() && older(rest))
}

/// Lets the call at `at` call the function `name` of the same type.
pub(super) fn rename(ed: &mut Editor<'_>, at: InstId, callee: GlobalId, name: &[u8]) -> Option<()> {
    let fn_ty = ed.module.global(callee)?.value_type;
    let new = ed.functions.declare(ed.module, name, fn_ty, callee)?;
    let id = match *ed.body().insts.get(at.index())? {
        Inst::Call(id) | Inst::Invoke { call: id, .. } | Inst::CallBr { call: id, .. } => id,
        _ => return None,
    };
    ed.body_mut().calls.get_mut(id.index())?.callee = Value::global(new);
    Some(())
}

/// Calls the intrinsic `name` with the older arguments of `callee`, and returns its result.
pub(super) fn rearrange(
    ed: &mut Editor<'_>,
    (callee, name): (GlobalId, &[u8]),
    call: &Call,
    how: Rearrange,
    llvm: LlvmVersion,
) -> Option<Value> {
    let args: Vec<Value> = ed.body().values(call.args).collect();
    let (mut ret, params, _) = ed.module.types.function(call.fn_ty)?;
    let params: Vec<TypeId> = params.iter().collect();
    // The new arguments: the number of an old one, or a value and its type.
    let mut new: Vec<(Option<usize>, Value, TypeId)> =
        (0..args.len()).map(|at| Some((Some(at), args[at], *params.get(at)?))).collect::<Option<_>>()?;
    let word = ed.intern(Type::Int(32));
    let mut renamed = String::new();
    match how {
        Rearrange::Lifetime => {
            let long = ed.intern(Type::Int(64));
            let size = ed.int(long, -1);
            new.insert(0, (None, size, long));
        }
        Rearrange::Masked { at } => {
            let bytes = align_of(ed.module, call.attrs, at - 1).unwrap_or(1);
            let align = ed.int(word, i64::from(u32::try_from(bytes).ok()?));
            new.insert(at, (None, align, word));
        }
        Rearrange::Inline { .. } if llvm.memory_alignments_as_attributes() => {}
        Rearrange::Memory { pointers } | Rearrange::Inline { pointers } => {
            let bytes = (0..pointers).map(|at| align_of(ed.module, call.attrs, at).unwrap_or(1)).min().unwrap_or(1);
            let align = ed.int(word, i64::from(u32::try_from(bytes).ok()?));
            new.insert(3, (None, align, word));
        }
        Rearrange::Shorter { count } => {
            // The size that does not depend on what was left out: unknown.
            let is_changed = (count..args.len()).any(|at| !is_null(ed, args[at]));
            if is_changed && name.starts_with(b"llvm.objectsize") && count == 2 {
                let least = !is_null(ed, *args.get(1)?);
                return Some(ed.int(ret, if least { 0 } else { -1 }));
            }
            new.truncate(count);
        }
        Rearrange::Offset => {
            let long = ed.intern(Type::Int(64));
            let zero = ed.int(long, 0);
            new.insert(1, (None, zero, long));
        }
        Rearrange::CoroutineEnd => {
            ret = ed.intern(if llvm.coroutine_end_results() { Type::Int(1) } else { Type::Void });
            if !llvm.coroutine_end_tokens() {
                if states_results(ed, &args) {
                    return None;
                }
                new.truncate(2);
            }
        }
        Rearrange::TensorReduction => {
            let (_, op, _) = new.remove(new.len().checked_sub(2)?);
            let number = match ed.kind(op)? {
                ConstKind::Null => 0,
                ConstKind::Int(number) => usize::try_from(number).ok()?,
                _ => return None,
            };
            let rest = std::str::from_utf8(name).ok()?.strip_prefix("llvm.")?.strip_prefix(TENSOR_REDUCTION)?;
            renamed = format!("llvm.{TENSOR_REDUCTION}{}.{rest}", TENSOR_REDUCTIONS.get(number)?);
        }
        Rearrange::Assignment => {
            new.truncate(3);
            if !llvm.debug_values_without_offset() {
                let long = ed.intern(Type::Int(64));
                let zero = ed.int(long, 0);
                new.insert(1, (None, zero, long));
            }
        }
    }
    let types: Vec<TypeId> = new.iter().map(|&(_, _, ty)| ty).collect();
    let fn_ty = fn_type(ed.module, ret, &types);
    let name = if renamed.is_empty() { name } else { renamed.as_bytes() };
    let target = ed.functions.declare(ed.module, name, fn_ty, callee)?;
    let mut attrs = moved_attrs(ed.module, call.attrs, &new.iter().map(|&(old, ..)| old).collect::<Vec<_>>());
    if let Rearrange::Masked { at } = how {
        // LLVM 12 takes no alignment of vectors of pointers.
        let place = AttrIndex::Param(at as u32 - 1);
        attrs = ed.change_set(attrs, place, |set| set.retain(|attr| !matches!(attr, Attr::Int(AttrKind::ALIGNMENT, _))));
    }
    let values: Vec<Value> = new.iter().map(|&(_, value, _)| value).collect();
    let args = ed.body_mut().lists.push(&values);
    let inst = ed.call_inst(Call { callee: Value::global(target), fn_ty, attrs, args, ..*call });
    if ed.module.types.is_void(ret) {
        ed.push_void(inst);
        return Some(Value::NONE);
    }
    Some(ed.push(ret, inst))
}

/// Whether a `coro.end` has a token, which states results of the coroutine.
pub(super) fn states_results(ed: &Editor<'_>, args: &[Value]) -> bool {
    args.get(2).is_some_and(|&token| !is_null(ed, token))
}

fn is_null(ed: &Editor<'_>, value: Value) -> bool {
    ed.kind(value) == Some(ConstKind::Null)
}

/// The alignment of parameter `at` in a list, in bytes.
fn align_of(module: &Module, list: AttrListId, at: usize) -> Option<u64> {
    let set = module.attrs.set_at(list, AttrIndex::Param(at as u32))?;
    module.attrs.set(set).iter().find_map(|attr| match attr {
        Attr::Int(AttrKind::ALIGNMENT, bytes) => Some(*bytes),
        _ => None,
    })
}

/// The list for arguments in other places: `places` has the old number of each.
pub(super) fn moved_attrs(module: &mut Module, list: AttrListId, places: &[Option<usize>]) -> AttrListId {
    let old = module.attrs.lists.get(list.index()).cloned().unwrap_or_default();
    let mut new: AttrList = old
        .iter()
        .filter_map(|&(index, set)| match index {
            AttrIndex::Param(at) => {
                let to = places.iter().position(|&place| place == Some(at as usize))?;
                Some((AttrIndex::Param(to as u32), set))
            }
            other => Some((other, set)),
        })
        .collect();
    if new == old {
        return list;
    }
    new.sort();
    list_id(module, new)
}

/// Takes operand bundles from calls of `llvm.assume`, where they state facts, and refuses those that `llvm` does not have.
pub(super) fn without_bundles(module: &mut Module, llvm: LlvmVersion, report: &mut Report) {
    let is_assume: Vec<bool> = module.globals.iter().map(|global| module.str(global.name) == b"llvm.assume").collect();
    if module.bodies.iter().all(|body| body.bundles.is_empty()) {
        return;
    }
    for (id, index) in owners(module) {
        if module.bodies[index].bundles.is_empty() {
            continue;
        }
        for at in 0..module.bodies[index].insts.len() {
            let call_id = match module.bodies[index].insts[at] {
                Inst::Call(id) | Inst::Invoke { call: id, .. } | Inst::CallBr { call: id, .. } => id,
                _ => continue,
            };
            let Some(&call) = module.bodies[index].call(call_id) else { continue };
            if call.bundles.0 == call.bundles.1 {
                continue;
            }
            let place = At::Inst(id, InstId::new(at));
            let assumes = matches!(call.callee.kind(), ValueKind::Global(callee) if is_assume.get(callee.index()) == Some(&true));
            if assumes && !llvm.assumption_bundles() {
                module.bodies[index].calls[call_id.index()].bundles = (0, 0);
                report.feature(Action::Dropped, Feature::AssumptionBundles, module, place);
            } else if !llvm.live_pointer_bundles() && has_bundle(module, index, &call, b"gc-live") {
                report.feature(Action::Refused, Feature::LivePointerBundles, module, place);
            } else if !llvm.operand_bundles() {
                report.feature(Action::Refused, Feature::OperandBundles, module, place);
            } else if has_bundle(module, index, &call, b"ptrauth") && !llvm.pointer_auth_bundles() {
                report.feature(Action::Refused, Feature::PointerAuthBundles, module, place);
            } else if has_bundle(module, index, &call, b"kcfi") && !llvm.kcfi_bundles() {
                let tags = &module.bundle_tags;
                let is_kcfi = |tag: u32| tags.get(tag as usize).is_some_and(|&tag| module.strings.get(tag) == b"kcfi");
                let body = &mut module.bodies[index];
                let rest: Vec<_> = body.call_bundles(&call).iter().filter(|bundle| !is_kcfi(bundle.tag)).copied().collect();
                let first = body.bundles.len() as u32;
                body.bundles.extend(rest);
                body.calls[call_id.index()].bundles = (first, body.bundles.len() as u32);
                report.feature(Action::Dropped, Feature::KcfiBundles, module, place);
            }
        }
    }
}

/// Whether a call has an operand bundle with this tag.
fn has_bundle(module: &Module, body: usize, call: &Call, wanted: &[u8]) -> bool {
    let is_wanted = |tag: u32| module.bundle_tags.get(tag as usize).is_some_and(|&name| module.str(name) == wanted);
    module.bodies[body].call_bundles(call).iter().any(|bundle| is_wanted(bundle.tag))
}

/// Arguments of debug intrinsics that are lists, which came with LLVM 13: one value, or none.
pub(in super::super) fn argument_lists(module: &mut Module, llvm: LlvmVersion, report: &mut Report) {
    if llvm.argument_lists() || !module.metadata.items.iter().any(|item| matches!(item, Metadata::ArgList(_))) {
        return;
    }
    let nothing = module.metadata.uniqued_tuple(&[]);
    let owners = owners_by_body(module);
    let Module { bodies, metadata, .. } = &mut *module;
    let of_body = |(index, body): (usize, &mut Body)| {
        let (mut tally, Some(id)) = (Tally::default(), owners[index]) else { return Tally::default() };
        for at in 0..body.insts.len() {
            let Inst::Call(call_id) = body.insts[at] else { continue };
            let Some(args) = body.call(call_id).map(|call| call.args) else { continue };
            for position in 0..body.lists.get(args).len() {
                let Some(ValueKind::Metadata(list)) = body.lists.get(args).get(position).map(Value::kind) else { continue };
                let Metadata::ArgList(values) = metadata.get(list) else { continue };
                let values = metadata.lists.get(values);
                let (one, action) = match (values.len(), values.first()) {
                    (1, Some(one)) => (one, Action::Lowered),
                    _ => (nothing, Action::Dropped),
                };
                body.lists.set(args, position, Value::metadata(one));
                tally.count((action, Feature::ArgumentLists), At::Inst(id, InstId::new(at)));
            }
        }
        tally
    };
    let tallies: Vec<Tally<(Action, Feature)>> = bodies.par_iter_mut().enumerate().balanced().map(of_body).collect();
    report_bodies(tallies, module, report);
}
