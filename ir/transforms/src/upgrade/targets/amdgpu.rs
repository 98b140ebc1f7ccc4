//! `"amdgpu-unsafe-fp-atomics"`: moves the attribute of a function to its floating-point atomic operations.
use crate::upgrade::intrinsics::build::{Build, size, sync_scope};
use crate::upgrade::old::metadata::kind_ranks;
use crate::upgrade::string_attr;
use bctk_edit::attributes::Sets;
use bctk_edit::instructions::NewInst;
use bctk_ir::body::Attachment;
use bctk_ir::entity::{InstId, MdId};
use bctk_ir::inst::Inst;
use bctk_ir::inst::RmwAccess;
use bctk_ir::module::Module;
use bctk_ir::opcodes::RmwOp;
use bctk_ir::opcodes::{CastOp, Ordering};
use bctk_ir::types::Type;
use bctk_ir::version::LlvmVersion;

/// The metadata that replaces it on the operations.
const KINDS: [&[u8]; 3] = [b"amdgpu.no.fine.grained.host.memory", b"amdgpu.no.remote.memory.access", b"amdgpu.ignore.denormal.mode"];

/// Replaces the attribute in all functions.
pub(crate) fn replace_unsafe_atomics(module: &mut Module, sets: &mut Sets) {
    let functions: Vec<(usize, Option<u32>)> = module.functions().map(|(id, _, f)| (id.index(), f.body)).collect();
    let mut empty = None;
    for (global, body) in functions {
        // Declarations keep it.
        let Some(body) = body else { continue };
        let Some(value) = string_attr::take(module, global, b"amdgpu-unsafe-fp-atomics", sets) else { continue };
        if value.is_some_and(|v| module.str(v) == b"true") {
            mark(module, body as usize, &mut empty);
        }
    }
}

/// Marks the operations of one body; `empty` is the empty tuple, once it is known.
fn mark(module: &mut Module, body: usize, empty: &mut Option<MdId>) {
    let float = |op| matches!(op, RmwOp::FAdd | RmwOp::FSub | RmwOp::FMax | RmwOp::FMin | RmwOp::FMaximum | RmwOp::FMinimum);
    let Some(found) = module.bodies.get(body) else { return };
    let atomics: Vec<InstId> = found
        .insts
        .iter()
        .enumerate()
        .filter(|(_, inst)| matches!(inst, Inst::AtomicRmw { op, .. } if float(*op)))
        .map(|(i, _)| InstId::new(i))
        .collect();
    if atomics.is_empty() {
        return;
    }
    let kinds = KINDS.map(|name| {
        let there = module.md_kinds.iter().position(|&kind| module.strings.get(kind) == name);
        there.unwrap_or_else(|| {
            module.md_kinds.push(module.strings.push(name));
            module.md_kinds.len() - 1
        }) as u32
    });
    let empty = *empty.get_or_insert_with(|| module.metadata.uniqued_tuple(&[]));
    let ranks = kind_ranks(module);
    let Some(body) = module.bodies.get_mut(body) else { return };
    body.attachments.retain(|(at, attachment)| !kinds.contains(&attachment.kind) || atomics.binary_search(at).is_err());
    body.attachments.extend(atomics.into_iter().flat_map(|inst| kinds.map(|kind| (inst, Attachment { kind, node: empty }))));
    body.attachments.sort_by_key(|(inst, attachment)| (*inst, ranks.get(attachment.kind as usize).copied()));
}

/// Whether calls of this intrinsic (without `llvm.amdgcn.`) are replaced here.
pub(crate) fn knows(name: &str, version: LlvmVersion) -> bool {
    atomic(name).is_some_and(|op| op != RmwOp::USubSat || version.atomic_csub()) || name == "alignbit"
}

/// What takes the place of a call.
pub(crate) fn replace(mut b: Build<'_, '_>, name: &str) -> Option<Vec<NewInst>> {
    if let Some(op) = atomic(name) {
        return replace_atomic(b, op);
    }
    let value = b.call("fshr", b.result()?, &b.site.args, "")?;
    b.done_in_place(value)
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

fn replace_atomic(mut b: Build<'_, '_>, op: RmwOp) -> Option<Vec<NewInst>> {
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
