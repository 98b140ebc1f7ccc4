//! Target intrinsics that LLVM 22 replaces by other instructions.
use super::arm;
use super::build::Build;
use super::intrinsics::{Site, Upgrader};
use super::nvvm_calls;
use super::old_metadata::kind_ranks;
use super::recent;
use super::reductions;
use super::riscv;
use super::x86;
use bctk_edit::functions::fn_type;
use bctk_edit::instructions::NewInst;
use bctk_ir::body::Attachment;
use bctk_ir::constants::ConstKind;
use bctk_ir::entity::{GlobalId, MdId, TypeId};
use bctk_ir::inst::{Inst, RmwAccess};
use bctk_ir::intrinsics::{Intrinsic, lookup};
use bctk_ir::module::Module;
use bctk_ir::opcodes::{CastOp, Ordering, RmwOp};
use bctk_ir::types::{StructKind, Type};
use bctk_ir::version::LlvmVersion;

/// Whether calls of this intrinsic (without `llvm.`) are replaced here.
pub(super) fn knows(module: &Module, name: &[u8], fn_ty: TypeId, version: LlvmVersion) -> bool {
    let Ok(name) = std::str::from_utf8(name) else { return false };
    if is_splice(name)
        || reductions::knows(name, version)
        || returns_named_struct(module, name, fn_ty).is_some()
        || recent::knows(module, name, fn_ty, version)
    {
        return true;
    }
    if let Some(name) = name.strip_prefix("nvvm.") {
        return nvvm_calls::knows(module, name, fn_ty, version);
    }
    if let Some(name) = name.strip_prefix("amdgcn.") {
        return atomic(name).is_some_and(|op| op != RmwOp::USubSat || version.atomic_csub()) || name == "alignbit";
    }
    if let Some(name) = name.strip_prefix("riscv.") {
        return riscv::knows(module, name, fn_ty);
    }
    arm::knows(module, name, fn_ty) || name.strip_prefix("x86.").is_some_and(|name| x86::knows(module, name, fn_ty))
}

/// The function that replaces the intrinsic `old`, if it is the same for all calls.
pub(super) fn declare(up: &mut Upgrader<'_>, old: GlobalId) -> Option<GlobalId> {
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
    if recent::knows(up.module, &name, fn_ty, up.version) {
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
pub(super) fn replace(up: &mut Upgrader<'_>, site: &Site, old: GlobalId, name: &[u8]) -> Option<Vec<NewInst>> {
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
    if recent::knows(up.module, name, site.call.fn_ty, up.version) {
        return recent::replace(Build::new(up, site, old), name);
    }
    if let Some(name) = name.strip_prefix("nvvm.") {
        return nvvm_calls::replace(Build::new(up, site, old), name);
    }
    if let Some(name) = name.strip_prefix("amdgcn.") {
        return match atomic(name) {
            Some(op) => amdgcn_atomic(Build::new(up, site, old), op),
            None => {
                let mut b = Build::new(up, site, old);
                let value = b.call("fshr", b.result()?, &site.args, "")?;
                b.done_in_place(value)
            }
        };
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

/// The operation of an old atomic intrinsic.
fn atomic(name: &str) -> Option<RmwOp> {
    let is = |prefixes: &[&str]| prefixes.iter().any(|prefix| name.strip_prefix(prefix).is_some_and(|rest| !rest.starts_with(".num")));
    Some(if is(&["ds.fadd", "global.atomic.fadd", "flat.atomic.fadd"]) {
        RmwOp::FAdd
    } else if is(&["ds.fmin", "global.atomic.fmin", "flat.atomic.fmin"]) {
        RmwOp::FMin
    } else if is(&["ds.fmax", "global.atomic.fmax", "flat.atomic.fmax"]) {
        RmwOp::FMax
    } else if is(&["atomic.cond.sub"]) {
        RmwOp::USubCond
    } else if is(&["atomic.csub"]) {
        RmwOp::USubSat
    } else if is(&["atomic.inc."]) {
        RmwOp::UIncWrap
    } else if is(&["atomic.dec."]) {
        RmwOp::UDecWrap
    } else {
        return None;
    })
}

fn amdgcn_atomic(mut b: Build<'_, '_>, op: RmwOp) -> Option<Vec<NewInst>> {
    let (ptr, mut value) = (b.arg(0)?, b.arg(1)?);
    let ret = b.result()?;
    // LLVM removes calls that cannot be such an operation.
    let Type::Ptr(space) = b.up.module.types.get(b.ty(ptr)?) else { return Some(Vec::new()) };
    if b.ty(value)? != ret {
        return Some(Vec::new());
    }
    let body = b.site.body;
    let number = |b: &Build<'_, '_>, at: usize| b.arg(at).map(|value| b.up.constant_int(body, value));
    let ordering = match number(&b, 2).flatten() {
        Some(2) => Ordering::Monotonic,
        Some(4) => Ordering::Acquire,
        Some(5) => Ordering::Release,
        Some(6) => Ordering::AcqRel,
        _ => Ordering::SeqCst,
    };
    let volatile = number(&b, 4).is_some_and(|number| number != Some(0));
    // `bfloat` was written as `i16`.
    let mut ty = ret;
    if let Some((elem, len)) = b.parts(ret)
        && b.up.module.types.get(elem) == Type::Int(16)
    {
        let bfloat = b.intern(Type::BFloat);
        ty = b.vector(bfloat, len);
        value = b.cast(CastOp::BitCast, value, ty, "")?;
    }
    let scope = sync_scope(b.up.module, b"agent");
    let bytes = size(b.up.module, ty);
    let access = RmwAccess::new(volatile, ordering);
    let align = bytes.next_power_of_two().trailing_zeros() as u8 + 1;
    let result = b.push(ty, Inst::AtomicRmw { op, align, access, scope, ptr, value }, "")?;
    let mut attachments = Vec::new();
    if space != 3 {
        let empty = b.up.uniqued_tuple(&[]);
        attachments.push((&b"amdgpu.no.fine.grained.memory"[..], empty));
        if op == RmwOp::FAdd && b.up.module.types.get(ret) == Type::Float {
            attachments.push((b"amdgpu.ignore.denormal.mode", empty));
        }
    }
    if space == 0 {
        let (low, high) = (b.up.md_int(32, 5), b.up.md_int(32, 6));
        let range = b.up.uniqued_tuple(&[Some(low), Some(high)]);
        attachments.push((b"noalias.addrspace", range));
    }
    b.attach(attachments);
    let value = b.cast(CastOp::BitCast, result, ret, "")?;
    b.done(value)
}

/// The number of a sync scope.
pub(super) fn sync_scope(module: &mut Module, name: &[u8]) -> u32 {
    if module.sync_scopes.is_empty() {
        module.sync_scopes = vec![module.strings.push(b"singlethread"), module.strings.push(b"")];
    }
    let there = module.sync_scopes.iter().position(|&scope| module.strings.get(scope) == name);
    there.unwrap_or_else(|| {
        module.sync_scopes.push(module.strings.push(name));
        module.sync_scopes.len() - 1
    }) as u32
}

/// The size in bytes of a number, a pointer or a vector of numbers.
pub(super) fn size(module: &Module, ty: TypeId) -> u64 {
    match module.types.get(ty) {
        Type::Int(width) => u64::from(width).div_ceil(8),
        Type::Half | Type::BFloat => 2,
        Type::Float => 4,
        Type::Fp128 | Type::PpcFp128 | Type::X86Fp80 => 16,
        Type::Vector { elem, len, .. } => match module.types.get(elem) {
            Type::Vector { .. } => 8,
            _ => size(module, elem).saturating_mul(u64::from(len)),
        },
        _ => 8,
    }
}

impl Build<'_, '_> {
    /// Notes attachments for the instruction appended last.
    pub(super) fn attach(&mut self, attachments: Vec<(&[u8], MdId)>) {
        let mut numbered: Vec<Attachment> =
            attachments.into_iter().map(|(name, node)| Attachment { kind: self.up.md_kind(name), node }).collect();
        // LLVM's own kinds have the first numbers, even if the file does not name them.
        let ranks = kind_ranks(self.up.module);
        numbered.sort_by_key(|attachment| ranks.get(attachment.kind as usize).copied());
        self.attach_last(numbered);
    }
}
