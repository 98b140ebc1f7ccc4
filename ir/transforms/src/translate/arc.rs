//! Reference counting of Objective-C: calls of the runtime that belong to other calls, and the marker of the module.
use super::report::{Action, At, Report};
use bctk_analysis::ControlFlowGraph;
use bctk_edit::editor::Editor;
use bctk_edit::functions::fn_type;
use bctk_edit::functions::owners;
use bctk_edit::instructions::{InsertedInst, insert, new_local};
use bctk_edit::intern::md_string;
use bctk_edit::locals::order_locals;
use bctk_edit::nodes::{text, tuple};
use bctk_ir::body::{Body, Call};
use bctk_ir::entity::{AttrListId, BlockId, GlobalId, InstId, OptionalId};
use bctk_ir::inst::{FastMathFlags, Inst};
use bctk_ir::intrinsics::exact_in;
use bctk_ir::keywords::{CallConv, TailKind};
use bctk_ir::metadata::NamedMetadata;
use bctk_ir::module::Module;
use bctk_ir::types::Type;
use bctk_ir::value::{Value, ValueKind};
use bctk_ir::version::{Feature, LlvmVersion};
use std::borrow::Cow;

/// The bundle that attaches a call of the runtime to another call.
const ATTACHED: &[u8] = b"clang.arc.attachedcall";
/// The instruction that tells the runtime of some targets that such a call follows.
const MARKER: &[u8] = b"clang.arc.retainAutoreleasedReturnValueMarker";

const RETAIN: &str = "objc.retainAutoreleasedReturnValue";
const CLAIM: &str = "objc.claimAutoreleasedReturnValue";
const UNSAFE_CLAIM: &str = "objc.unsafeClaimAutoreleasedReturnValue";

/// Gives attached calls and the marker the forms that `llvm` has.
pub(super) fn to_older(module: &mut Module, llvm: LlvmVersion, report: &mut Report) {
    let is_newest = llvm.arc_bundle_functions() && exact_in(CLAIM, llvm).is_some();
    if !is_newest && module.bundle_tags.iter().any(|&tag| module.str(tag) == ATTACHED) {
        let mut editor = Editor::new(module);
        for (id, index) in owners(editor.module) {
            editor.body = index;
            if editor.body().bundles.is_empty() {
                continue;
            }
            attached(&mut editor, id, llvm, report);
        }
    }
    if !llvm.arc_marker_flag() {
        marker(module, llvm, report);
    }
}

/// The attached calls of the current body: numbers in bundles (LLVM 13), or calls of their own.
fn attached(editor: &mut Editor<'_>, id: GlobalId, llvm: LlvmVersion, report: &mut Report) {
    let mut added: Vec<InsertedInst> = Vec::new();
    let mut cfg: Option<ControlFlowGraph> = None;
    for at in 0..editor.body().insts.len() {
        let at = InstId::new(at);
        let call_id = match editor.body().insts[at.index()] {
            Inst::Call(call) | Inst::Invoke { call, .. } | Inst::CallBr { call, .. } => call,
            _ => continue,
        };
        let Some(&call) = editor.body().call(call_id) else { continue };
        let of_call = call.bundles.0 as usize..call.bundles.1 as usize;
        let is_attached = |tag: u32| editor.module.bundle_tags.get(tag as usize).is_some_and(|&tag| editor.module.str(tag) == ATTACHED);
        let bundles = editor.body().call_bundles(&call);
        let Some(bundle) = bundles.iter().position(|bundle| is_attached(bundle.tag)).map(|at| at + of_call.start) else { continue };
        let inputs = editor.body().bundles[bundle].inputs;
        let callee = editor.body().values(inputs).next();
        let claims = match callee.map(|callee| callee.kind()) {
            Some(ValueKind::Global(callee)) => runtime_of(editor.module, callee).map(|claims| (claims, callee)),
            _ => None,
        };
        if llvm.arc_bundle_functions() {
            if let Some((false, callee)) = claims {
                retain_instead(editor, bundle, callee, At::Inst(id, at), report);
            }
            continue;
        }
        let feature = if llvm.arc_bundles() { Feature::ArcBundleFunctions } else { Feature::ArcBundles };
        let done = claims.and_then(|(claims, callee)| {
            if llvm.arc_bundles() {
                let long = editor.intern(Type::Int(64));
                let number = editor.int(long, i64::from(claims));
                let inputs = editor.body_mut().lists.push(&[number]);
                editor.body_mut().bundles.get_mut(bundle)?.inputs = inputs;
                return Some(());
            }
            let before = after(editor.body(), at, &call, &mut cfg)?;
            let new = own_call(editor, at, claims, callee, before)?;
            // The other bundles stay together.
            let rest: Vec<_> = of_call.clone().filter(|&other| other != bundle).map(|other| editor.body().bundles[other]).collect();
            let body = editor.body_mut();
            let first = body.bundles.len() as u32;
            body.bundles.extend(rest);
            body.calls.get_mut(call_id.index())?.bundles = (first, body.bundles.len() as u32);
            added.push(new);
            Some(())
        });
        report.feature(if done.is_some() { Action::Lowered } else { Action::Refused }, feature, editor.module, At::Inst(id, at));
    }
    if !added.is_empty() {
        added.sort_by_key(|added| added.before);
        insert(editor.body_mut(), &added);
        order_locals(editor.module, editor.body);
    }
}

/// Whether a function of the runtime claims what a call returns, without keeping it; none for another function.
fn runtime_of(module: &Module, callee: GlobalId) -> Option<bool> {
    match module.str(module.global(callee)?.name) {
        b"llvm.objc.unsafeClaimAutoreleasedReturnValue" | b"objc_unsafeClaimAutoreleasedReturnValue" => Some(true),
        b"llvm.objc.retainAutoreleasedReturnValue"
        | b"objc_retainAutoreleasedReturnValue"
        | b"llvm.objc.claimAutoreleasedReturnValue"
        | b"objc_claimAutoreleasedReturnValue" => Some(false),
        _ => None,
    }
}

/// Lets a bundle name the older function that keeps a result, in place of the one that needs no marker.
fn retain_instead(editor: &mut Editor<'_>, bundle: usize, callee: GlobalId, at: At, report: &mut Report) {
    let Some(global) =
        editor.module.global(callee).filter(|global| editor.module.str(global.name).ends_with(b".claimAutoreleasedReturnValue"))
    else {
        return;
    };
    let fn_ty = global.value_type;
    let Some(function) = editor.functions.declare(editor.module, format!("llvm.{RETAIN}").as_bytes(), fn_ty, callee) else { return };
    let body = editor.body_mut();
    let inputs = body.lists.push(&[Value::global(function)]);
    if let Some(bundle) = body.bundles.get_mut(bundle) {
        bundle.inputs = inputs;
        report.note(Action::Lowered, Cow::Owned(format!("@llvm.{CLAIM}")), None, "An older name.", editor.module, at);
    }
}

/// The instruction before which something is to be done with the result of a call, at once; none if that place is reached otherwise, too.
fn after(body: &Body, at: InstId, call: &Call, cfg: &mut Option<ControlFlowGraph>) -> Option<InstId> {
    match *body.insts.get(at.index())? {
        Inst::Call(_) if call.tail != TailKind::MustTail => Some(InstId::new(at.index() + 1)),
        Inst::Invoke { normal, .. } => {
            let block = BlockId::new(body.blocks.partition_point(|block| block.first <= at).checked_sub(1)?);
            let cfg = cfg.get_or_insert_with(|| ControlFlowGraph::new(body));
            if cfg.predecessors(normal) != [block] {
                return None;
            }
            let first = body.blocks.get(normal.index())?.first;
            let phis = body.insts.get(first.index()..)?.iter().take_while(|inst| matches!(inst, Inst::Phi { .. })).count();
            Some(InstId::new(first.index() + phis))
        }
        _ => None,
    }
}

/// A call of the runtime with the result of the call `at`.
fn own_call(editor: &mut Editor<'_>, at: InstId, claims: bool, callee: GlobalId, before: InstId) -> Option<InsertedInst> {
    let result = editor.body().result(at)?;
    let ty = *editor.body().local_types.get(result as usize)?;
    let name = format!("llvm.{}", if claims { UNSAFE_CLAIM } else { RETAIN });
    let fn_ty = fn_type(editor.module, ty, &[ty]);
    let function = editor.functions.declare(editor.module, name.as_bytes(), fn_ty, callee)?;
    let args = editor.body_mut().lists.push(&[Value::local(result)]);
    let inst = editor.call_inst(Call {
        callee: Value::global(function),
        fn_ty,
        attrs: AttrListId(0),
        args,
        bundles: (0, 0),
        cc: CallConv::C,
        tail: TailKind::None,
        fmf: FastMathFlags::NONE,
    });
    let local = OptionalId::some(new_local(editor.body_mut(), ty, b""));
    let loc = editor.body().debug_locs.get(at.index()).copied().unwrap_or(0);
    Some(InsertedInst { before, inst, local, loc })
}

/// The marker as named metadata (`ObjCARCContract`, LLVM 8), with the comment sign of that time.
fn marker(module: &mut Module, llvm: LlvmVersion, report: &mut Report) {
    let Some(flags) = module.metadata.named.iter().position(|named| module.str(named.name) == b"llvm.module.flags") else { return };
    let is_marker = |node| {
        let value = tuple(module, node)?.array::<3>().and_then(|[_, key, value]| (text(module, key?)? == MARKER).then_some(value?));
        value.and_then(|value| text(module, value)).map(<[u8]>::to_vec)
    };
    let nodes = &module.metadata.named[flags].nodes;
    let Some((at, text)) = nodes.iter().enumerate().find_map(|(at, &node)| Some((at, is_marker(node)?))) else { return };
    let text = if llvm.arc_marker_semicolon() { text } else { text.iter().map(|&c| if c == b';' { b'#' } else { c }).collect() };
    let string = md_string(module, &text);
    let node = module.metadata.uniqued_tuple(&[Some(string)]);
    let name = module.strings.push(MARKER);
    module.metadata.named[flags].nodes.remove(at);
    module.metadata.named.push(NamedMetadata { name, nodes: vec![node] });
    report.feature(Action::Lowered, Feature::ArcMarkerFlag, module, At::Module);
}

/// The name of an intrinsic for `llvm` that calls the runtime, if `llvm` does not have it: that of another, or of the function of the runtime.
/// Both sides of `UpgradeARCRuntime` (LLVM 8).
pub(super) fn runtime_name(base: &str, llvm: LlvmVersion) -> Option<Vec<u8>> {
    if exact_in(base, llvm).is_some() {
        return None;
    }
    // The same for its callers; it only needs no marker.
    let base = if base == CLAIM { RETAIN } else { base };
    if exact_in(base, llvm).is_some() {
        return Some(format!("llvm.{base}").into_bytes());
    }
    match base.strip_prefix("objc.")? {
        "clang.arc.use" => Some(b"clang.arc.use".to_vec()),
        name if name.starts_with("clang.") => None,
        name => Some(format!("objc_{}", name.replace('.', "_")).into_bytes()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_the_runtime() {
        let name = |base, major| runtime_name(base, LlvmVersion::new(major)).map(|name| String::from_utf8(name).unwrap());
        assert_eq!(name("objc.retain", 8), None);
        assert_eq!(name("objc.retain", 7).as_deref(), Some("objc_retain"));
        assert_eq!(name("objc.sync.enter", 7).as_deref(), Some("objc_sync_enter"));
        assert_eq!(name("objc.clang.arc.use", 7).as_deref(), Some("clang.arc.use"));
        assert_eq!(name("objc.clang.arc.noop.use", 7), None);
    }
}
