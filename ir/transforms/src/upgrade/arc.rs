//! Calls of the Objective-C reference counting runtime become calls of intrinsics (`UpgradeARCRuntime`).
use super::intrinsics::build::Build;
use super::intrinsics::calls::{Site, Upgrader};
use super::module_flags::upgrade_retain_release_marker;
use bctk_edit::globals::GlobalChanges;
use bctk_edit::instructions::{NO_LOCAL, NewInst};
use bctk_edit::intern::constant_type;
use bctk_ir::body::Call;
use bctk_ir::entity::{AttrListId, GlobalId, TypeId};
use bctk_ir::global::GlobalValue;
use bctk_ir::inst::{FastMathFlags, Inst};
use bctk_ir::intrinsics::{Intrinsic, exact, with_typed_pointers};
use bctk_ir::keywords::CallConv;
use bctk_ir::module::Module;
use bctk_ir::opcodes::CastOp;
use bctk_ir::types::Type;
use bctk_ir::value::Value;
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
        let name = format!("llvm.{}", intrinsic.name);
        let Some(fn_ty) = function_type(upgrader.module, intrinsic, &name, llvm) else { continue };
        let Some(new) = upgrader.functions.declare(upgrader.module, name.as_bytes(), fn_ty, old) else { continue };
        let mut sites = upgrader.sites_of(old);
        if llvm.numbered_runtime_calls() {
            // The last use comes first in the list of uses.
            sites.reverse();
        }
        for (at, site) in sites {
            if let Some(by) = replace(&mut upgrader, &site, old, new, llvm) {
                upgrader.replace(site.body, at, by);
            }
        }
        changes.dropped.push(old);
    }
    upgrader.finish();
}

/// The type of the intrinsic, whose pointers are those of the module.
fn function_type(module: &mut Module, intrinsic: Intrinsic, name: &str, llvm: LlvmVersion) -> Option<TypeId> {
    if !module.types.has_typed_pointers() {
        return intrinsic.plain_type(&mut module.types, None);
    }
    let byte = module.types.intern(Type::Int(8));
    let fn_ty = intrinsic.plain_type(&mut module.types, Some(byte))?;
    with_typed_pointers(module, name.as_bytes(), fn_ty, byte, &[], llvm).map(|(fn_ty, _)| fn_ty)
}

/// The call of `new` in the place of one of `old`, with casts of pointers; none if other types differ.
fn replace(upgrader: &mut Upgrader<'_>, site: &Site, old: GlobalId, new: GlobalId, llvm: LlvmVersion) -> Option<Vec<NewInst>> {
    let module = &*upgrader.module;
    let (ret, params, _) = module.types.function(module.global(new)?.value_type)?;
    let params: Vec<TypeId> = params.iter().collect();
    let becomes = |from: TypeId, to: TypeId| {
        let space = |ty: TypeId| match module.types.get(ty) {
            Type::TypedPtr { addrspace, .. } => Some(addrspace),
            _ => None,
        };
        from == to || space(from).is_some_and(|of| space(to) == Some(of))
    };
    let ty = |arg: Value| upgrader.type_of(site.body, arg).or_else(|| constant_type(module, arg));
    let mut pairs = params.iter().zip(&site.args);
    let call_ret = module.types.function(site.call.fn_ty)?.0;
    if params.len() > site.args.len()
        || !becomes(ret, call_ret)
        || !pairs.all(|(&param, &arg)| ty(arg).is_some_and(|ty| becomes(ty, param)))
    {
        return None;
    }
    let mut b = Build::new(upgrader, site, old);
    let mut args = site.args.clone();
    for (arg, &param) in args.iter_mut().zip(&params) {
        if b.ty(*arg).is_some_and(|ty| ty != param) {
            *arg = b.cast(CastOp::BitCast, *arg, param, "")?;
        }
    }
    let like = Call { attrs: AttrListId(0), bundles: (0, 0), cc: CallConv::C, fmf: FastMathFlags::NONE, ..site.call };
    let inst = b.up.call(site.body, new, &args, like).filter(|inst| matches!(inst, Inst::Call(_)))?;
    if b.up.module.types.is_void(ret) {
        b.push_void(inst);
        return b.done(Value::NONE);
    }
    let name = match llvm.numbered_runtime_calls() && site.local != NO_LOCAL {
        // The old call still has its name.
        true => String::from_utf8_lossy(b.up.module.bodies.get(site.body)?.local_name(site.local)).into_owned(),
        false => String::new(),
    };
    let made = b.push(ret, inst, &name)?;
    if ret == call_ret && name.is_empty() {
        return b.done_in_place(made);
    }
    if name.is_empty() {
        b.take_name(made);
    }
    let value = b.cast(CastOp::BitCast, made, call_ret, "")?;
    b.done(value)
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
