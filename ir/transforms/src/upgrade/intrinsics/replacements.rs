//! Intrinsics that LLVM replaces by other instructions: which file knows them.
use super::build::Build;
use super::calls::{Site, Upgrader};
use super::reductions;
use super::retired;
use crate::upgrade::targets::amdgpu;
use crate::upgrade::targets::arm;
use crate::upgrade::targets::nvvm;
use crate::upgrade::targets::riscv;
use crate::upgrade::targets::x86;
use bctk_edit::functions::fn_type;
use bctk_edit::instructions::NewInst;
use bctk_ir::constants::ConstKind;
use bctk_ir::entity::{GlobalId, TypeId};
use bctk_ir::inst::Inst;
use bctk_ir::intrinsics::{Intrinsic, lookup};
use bctk_ir::module::Module;
use bctk_ir::types::{StructKind, Type};
use bctk_ir::version::LlvmVersion;

/// Whether calls of this intrinsic (without `llvm.`) are replaced here.
pub(crate) fn knows(module: &Module, name: &[u8], fn_ty: TypeId, version: LlvmVersion) -> bool {
    let Ok(name) = std::str::from_utf8(name) else { return false };
    if is_splice(name)
        || reductions::knows(name, version)
        || returns_named_struct(module, name, fn_ty).is_some()
        || retired::knows(module, name, fn_ty, version)
    {
        return true;
    }
    if let Some(name) = name.strip_prefix("nvvm.") {
        return nvvm::knows(module, name, fn_ty, version);
    }
    if let Some(name) = name.strip_prefix("amdgcn.") {
        return amdgpu::knows(name, version);
    }
    if let Some(name) = name.strip_prefix("riscv.") {
        return riscv::knows(module, name, fn_ty);
    }
    arm::knows(module, name, fn_ty) || name.strip_prefix("x86.").is_some_and(|name| x86::knows(module, name, fn_ty))
}

/// The function that replaces the intrinsic `old`, if it is the same for all calls.
pub(crate) fn declare(up: &mut Upgrader<'_>, old: GlobalId) -> Option<GlobalId> {
    let global = up.module.global(old)?;
    let fn_ty = global.value_type;
    let name = String::from_utf8(up.module.str(global.name).strip_prefix(b"llvm.")?.to_vec()).ok()?;
    if let Some(name) = name.strip_prefix("riscv.") {
        let (name, fn_ty) = riscv::replacement(up.module, name, fn_ty)?;
        return up.declare_intrinsic(up.exact(&name)?, fn_ty, old);
    }
    if reductions::knows(&name, up.version) {
        return reductions::declare(up, old, &name);
    }
    if retired::knows(up.module, &name, fn_ty, up.version) {
        return None;
    }
    if let Some(new) = arm::declare(up, old, &name) {
        return Some(new);
    }
    let (intrinsic, plain) = returns_named_struct(up.module, &name, fn_ty)?;
    let fields = up.module.types.lists.push(&plain.fields);
    let ret = up.module.types.intern(Type::Struct { kind: StructKind::Literal, packed: false, name: Default::default(), fields });
    let params: Vec<TypeId> = plain.params.clone();
    let fn_ty = fn_type(up.module, ret, &params);
    up.declare_intrinsic(intrinsic, fn_ty, old)
}

/// The replacement for a call of `old` with the name `name`.
pub(crate) fn replace(up: &mut Upgrader<'_>, site: &Site, old: GlobalId, name: &[u8]) -> Option<Vec<NewInst>> {
    let name = std::str::from_utf8(name).ok()?;
    if is_splice(name) {
        return splice(Build::new(up, site, old));
    }
    if reductions::knows(name, up.version) {
        return reductions::replace(Build::new(up, site, old), name);
    }
    if let Some((intrinsic, fn_ty)) = returns_named_struct(up.module, name, site.call.fn_ty) {
        return struct_result(Build::new(up, site, old), intrinsic, fn_ty);
    }
    if retired::knows(up.module, name, site.call.fn_ty, up.version) {
        return retired::replace(Build::new(up, site, old), name);
    }
    if let Some(name) = name.strip_prefix("nvvm.") {
        return nvvm::replace(Build::new(up, site, old), name);
    }
    if let Some(name) = name.strip_prefix("amdgcn.") {
        return amdgpu::replace(Build::new(up, site, old), name);
    }
    if let Some(name) = name.strip_prefix("riscv.") {
        return riscv::replace(Build::new(up, site, old), name);
    }
    match name.strip_prefix("x86.") {
        Some(name) => x86::replace(Build::new(up, site, old), name),
        None => arm::replace(up, site, old, name),
    }
}

/// One intrinsic until LLVM 21; the sign of the number selected the direction.
fn is_splice(name: &str) -> bool {
    let rest = name.strip_prefix("experimental.").unwrap_or(name);
    rest.strip_prefix("vector.splice").is_some_and(|rest| !rest.starts_with(".left") && !rest.starts_with(".right"))
}

fn splice(mut b: Build<'_, '_>) -> Option<Vec<NewInst>> {
    let &[left, right, count] = &b.site.args[..] else { return None };
    let count = b.up.constant_int(b.site.body, count)? as u32 as i32;
    let ret = b.result()?;
    let number = b.up.int(32, u64::from(count.unsigned_abs()));
    let value = b.call(if count < 0 { "vector.splice.right" } else { "vector.splice.left" }, ret, &[left, right, number], "")?;
    b.done(value)
}

/// An intrinsic that returns a literal structure where the old one returns a named one: the intrinsic, and the literal type.
fn returns_named_struct(module: &Module, name: &str, fn_ty: TypeId) -> Option<(Intrinsic, Plain)> {
    let (ret, params, _) = module.types.function(fn_ty)?;
    match module.types.get(ret) {
        Type::Struct { kind: StructKind::Literal, packed: false, .. } => None,
        Type::Struct { fields, .. } => {
            let intrinsic = lookup(&[b"llvm.", name.as_bytes()].concat()).filter(|intrinsic| intrinsic.returns_struct())?;
            Some((intrinsic, Plain { fields: module.types.list(fields).to_vec(), params: params.to_vec() }))
        }
        _ => None,
    }
}

/// Fields of the result, and parameters.
struct Plain {
    fields: Vec<TypeId>,
    params: Vec<TypeId>,
}

fn struct_result(mut b: Build<'_, '_>, intrinsic: Intrinsic, plain: Plain) -> Option<Vec<NewInst>> {
    let named = b.result()?;
    let list = b.up.module.types.lists.push(&plain.fields);
    let literal = b.intern(Type::Struct { kind: StructKind::Literal, packed: false, name: Default::default(), fields: list });
    if plain.params.len() != b.site.args.len() {
        return None;
    }
    let args = b.site.args.clone();
    let made = b.call(intrinsic.name, literal, &args, "")?;
    if b.up.version.attributes_of_struct_calls() {
        b.keep_attributes_of_last();
    }
    let mut whole = b.up.constant(named, ConstKind::Poison);
    for (i, &field) in plain.fields.iter().enumerate() {
        let body = b.up.module.bodies.get_mut(b.site.body)?;
        let (one, other) = (body.lists.push(&[i as u32]), body.lists.push(&[i as u32]));
        let member = b.push(field, Inst::ExtractValue { aggregate: made, indices: one }, "")?;
        whole = b.push(named, Inst::InsertValue { aggregate: whole, value: member, indices: other }, "")?;
    }
    b.done(whole)
}
