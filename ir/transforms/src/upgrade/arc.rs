//! Calls of the Objective-C reference counting runtime become calls of intrinsics (`UpgradeARCRuntime`).
use super::intrinsics::Upgrader;
use super::make::constant_type;
use super::module_flags::upgrade_retain_release_marker;
use super::rewrite::{GlobalChanges, NO_LOCAL, New};
use bctk_ir::body::Call;
use bctk_ir::entity::{AttrListId, GlobalId, TypeId};
use bctk_ir::global::GlobalValue;
use bctk_ir::inst::{FastMathFlags, Inst};
use bctk_ir::intrinsics::{Intrinsic, exact};
use bctk_ir::keywords::CallConv;
use bctk_ir::module::Module;
use bctk_ir::types::{Type, TypeTable};
use bctk_ir::version::LlvmVersion;

/// The runtime functions that LLVM replaces last, in its order; `clang.arc.use` comes first, followed by those not listed here, by name
/// (LLVM 22, `UpgradeARCRuntime`).
const LAST: [&str; 10] = [
    "objc_retainedObject",
    "objc_unretainedObject",
    "objc_unretainedPointer",
    "objc_retain_autorelease",
    "objc_sync_enter",
    "objc_sync_exit",
    "objc_arc_annotation_topdown_bbstart",
    "objc_arc_annotation_topdown_bbend",
    "objc_arc_annotation_bottomup_bbstart",
    "objc_arc_annotation_bottomup_bbend",
];

/// Where in LLVM's order a runtime function comes.
fn turn(name: &[u8]) -> (bool, Option<usize>, &[u8]) {
    (name != b"clang.arc.use", LAST.iter().position(|last| last.as_bytes() == name), name)
}

/// The intrinsic that replaces the runtime function `name`. The functions of the runtime proper are replaced only if the module's
/// compiler had no intrinsics for them.
fn intrinsic(name: &[u8], runtime: bool) -> Option<Intrinsic> {
    if name == b"clang.arc.use" {
        return exact("objc.clang.arc.use");
    }
    let rest = std::str::from_utf8(name.strip_prefix(b"objc_")?).ok()?;
    if !runtime || rest == "claimAutoreleasedReturnValue" || rest.contains("clang") || rest.contains('.') {
        return None;
    }
    exact(&format!("objc.{}", rest.replace('_', ".")))
}

/// Replaces the calls, and the marker that decides whether runtime functions are replaced.
pub(super) fn upgrade(module: &mut Module, changes: &mut GlobalChanges, llvm: LlvmVersion) {
    let runtime = upgrade_retain_release_marker(module, llvm);
    if !llvm.runtime_call_intrinsics() {
        if llvm.marker_flag() {
            remove_uses(module, changes);
        }
        return;
    }
    let mut found: Vec<(GlobalId, Intrinsic)> =
        module.functions().filter_map(|(id, global, _)| Some((id, intrinsic(module.str(global.name), runtime)?))).collect();
    if found.is_empty() {
        return;
    }
    found.sort_by(|(a, _), (b, _)| {
        let name = |id: &GlobalId| module.str(module.globals[id.index()].name);
        turn(name(a)).cmp(&turn(name(b)))
    });
    let mut upgrader = Upgrader::new(module);
    for (old, intrinsic) in found {
        let Some(mut fn_ty) = intrinsic.plain_type(&mut upgrader.module.types) else { continue };
        if upgrader.module.types.has_typed_pointers() {
            fn_ty = with_typed_pointers(&mut upgrader.module.types, fn_ty);
        }
        let name = format!("llvm.{}", intrinsic.name);
        let Some(new) = upgrader.functions.declare(upgrader.module, name.as_bytes(), fn_ty, old) else { continue };
        for (at, site) in upgrader.sites_of(old) {
            let Some((ret, params, _)) = upgrader.module.types.function(fn_ty) else { continue };
            let params: Vec<TypeId> = params.iter().collect();
            let call_ret = upgrader.module.types.function(site.call.fn_ty).map(|(ret, _, _)| ret);
            // LLVM inserts a cast where one is possible; with opaque pointers, none is needed there.
            let fits = params.len() <= site.args.len()
                && params
                    .iter()
                    .zip(&site.args)
                    .all(|(&param, &arg)| upgrader.type_of(site.body, arg).or_else(|| constant_type(upgrader.module, arg)) == Some(param));
            if call_ret != Some(ret) || !fits {
                continue;
            }
            let like = Call { attrs: AttrListId(0), bundles: (0, 0), cc: CallConv::C, fmf: FastMathFlags::NONE, ..site.call };
            let Some(inst @ Inst::Call(_)) = upgrader.call(site.body, new, &site.args, like) else { continue };
            let local = if upgrader.module.types.is_void(ret) { NO_LOCAL } else { site.local };
            upgrader.replace(site.body, at, vec![New { inst, local, keeps_attachments: false, attachments: Vec::new() }]);
        }
        changes.dropped.push(old);
    }
    upgrader.finish();
}

/// Removes `clang.arc.use` and its calls, as LLVM 9 does.
fn remove_uses(module: &mut Module, changes: &mut GlobalChanges) {
    let is_use = |(id, global, _): (GlobalId, &GlobalValue, _)| (module.str(global.name) == b"clang.arc.use").then_some(id);
    let Some(old) = module.functions().find_map(is_use) else { return };
    let mut upgrader = Upgrader::new(module);
    for (at, site) in upgrader.sites_of(old) {
        upgrader.replace(site.body, at, Vec::new());
    }
    upgrader.finish();
    changes.dropped.push(old);
}

/// A function type whose opaque pointers point to `i8`.
fn with_typed_pointers(types: &mut TypeTable, fn_ty: TypeId) -> TypeId {
    let Some((ret, params, vararg)) = types.function(fn_ty) else { return fn_ty };
    let params: Vec<TypeId> = params.iter().collect();
    let pointee = types.intern(Type::Int(8));
    let mut typed = |ty: TypeId| match types.get(ty) {
        Type::Ptr(addrspace) => types.intern(Type::TypedPtr { pointee, addrspace }),
        _ => ty,
    };
    let ret = typed(ret);
    let params: Vec<TypeId> = params.into_iter().map(typed).collect();
    let params = types.lists.push(&params);
    types.intern(Type::Function { ret, params, vararg })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names() {
        let name = |old: &str, runtime| intrinsic(old.as_bytes(), runtime).map(|i| i.name);
        assert_eq!(name("clang.arc.use", false), Some("objc.clang.arc.use"));
        assert_eq!(name("objc_sync_enter", true), Some("objc.sync.enter"));
        assert_eq!(name("objc_release", false), None);
        assert_eq!(name("objc_msgSend", true), None);
    }

    #[test]
    fn turns() {
        let mut names =
            [&b"objc_sync_exit"[..], b"objc_unsafeClaimAutoreleasedReturnValue", b"objc_retain", b"objc_retainedObject", b"clang.arc.use"];
        names.sort_by_key(|name| turn(name));
        let wanted =
            [&b"clang.arc.use"[..], b"objc_retain", b"objc_unsafeClaimAutoreleasedReturnValue", b"objc_retainedObject", b"objc_sync_exit"];
        assert_eq!(names, wanted);
    }
}
