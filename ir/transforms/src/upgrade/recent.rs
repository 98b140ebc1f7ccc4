//! Intrinsics that LLVM 22 has and LLVM 23 replaces.
use super::build::Build;
use super::rewrite::New;
use super::target::{size, sync_scope};
use bctk_ir::attr_set::{AttrIndex, AttrList};
use bctk_ir::body::Call;
use bctk_ir::entity::TypeId;
use bctk_ir::inst::{Access, Inst, OpFlags, RmwAccess};
use bctk_ir::intrinsics::lookup_in;
use bctk_ir::module::Module;
use bctk_ir::opcodes::{CastOp, Ordering, RmwOp};
use bctk_ir::types::{StructKind, Type};
use bctk_ir::value::Value;
use bctk_ir::version::LlvmVersion;

use super::intrinsics::fn_type;
use super::make::list_id;

/// What an old intrinsic was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Old {
    /// A conversion of a `half`, given as an integer.
    FromHalf,
    /// A conversion to a `half`, returned as an integer.
    ToHalf,
    /// An intrinsic of all targets.
    Common(&'static str),
    /// `atomicrmw`
    Atomic(RmwOp),
    /// `cmpxchg`
    Exchange,
    /// An operation on matrices with modifiers of the first two (arguments 0 and 2), which must be zero.
    Matrix,
}

/// Operations of `nvvm.atomic.OP.gen`.
const ATOMICS: &[(&str, RmwOp)] = &[
    ("add.gen.f", RmwOp::FAdd),
    ("add.gen.i", RmwOp::Add),
    ("and.gen.i", RmwOp::And),
    ("dec.gen.i", RmwOp::UDecWrap),
    ("exch.gen.i", RmwOp::Xchg),
    ("inc.gen.i", RmwOp::UIncWrap),
    ("max.gen.i", RmwOp::Max),
    ("min.gen.i", RmwOp::Min),
    ("or.gen.i", RmwOp::Or),
    ("xor.gen.i", RmwOp::Xor),
];

/// Operations on matrices whose first two modifiers are gone.
const MATRICES: &[&str] =
    &["bf16.16x16x32.bf16", "bf16f32.16x16x32.bf16", "f16.16x16x32.f16", "f32.16x16x32.bf16", "f32.16x16x32.f16", "f32.16x16x4.f32"];

fn begins(name: &str, whole: &str) -> bool {
    name.strip_prefix(whole).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
}

/// The sync scope of `nvvm.atomic`: a thread block, or the whole system.
fn scope_of(name: &str) -> Option<(&str, &'static [u8])> {
    let rest = name.strip_prefix("nvvm.atomic.")?;
    [(".cta", &b"block"[..]), (".sys", b"")].into_iter().find_map(|(suffix, scope)| {
        let at = rest.find(suffix)?;
        begins(&rest[at..], suffix).then_some((&rest[..at], scope))
    })
}

fn old(name: &str, params: usize) -> Option<Old> {
    if let Some((op, _)) = scope_of(name) {
        let atomic = ATOMICS.iter().find(|(gen_op, _)| *gen_op == op).map(|&(_, op)| Old::Atomic(op));
        return atomic.filter(|_| params == 2).or((op == "cas.gen.i" && params == 3).then_some(Old::Exchange));
    }
    if let Some(rest) = name.strip_prefix("amdgcn.wmma.") {
        return (params == 8 && MATRICES.iter().any(|matrix| begins(rest, matrix))).then_some(Old::Matrix);
    }
    match (name, params) {
        ("aarch64.neon.vcvthf2fp", 1) => Some(Old::FromHalf),
        ("aarch64.neon.vcvtfp2hf", 1) => Some(Old::ToHalf),
        ("x86.bmi.pdep.32" | "x86.bmi.pdep.64", 2) => Some(Old::Common("pdep")),
        ("x86.bmi.pext.32" | "x86.bmi.pext.64", 2) => Some(Old::Common("pext")),
        (_, 1) if begins(name, "convert.from.fp16") => Some(Old::FromHalf),
        (_, 1) if begins(name, "convert.to.fp16") => Some(Old::ToHalf),
        _ => None,
    }
}

/// Whether calls of this intrinsic (without `llvm.`) are replaced here when LLVM `version` reads them: not if the release itself has the intrinsic.
pub(super) fn knows(module: &Module, name: &str, fn_ty: TypeId, version: LlvmVersion) -> bool {
    let Some((_, params, _)) = module.types.function(fn_ty) else { return false };
    let own = || lookup_in(&[b"llvm.", name.as_bytes()].concat(), version);
    old(name, params.len()).is_some() && !own().is_some_and(|intrinsic| intrinsic.has_signature(&module.types, fn_ty))
}

/// What takes the place of a call.
pub(super) fn replace(mut b: Build<'_, '_>, name: &str) -> Option<Vec<New>> {
    let ret = b.result()?;
    let args = b.site.args.clone();
    let value = match old(name, args.len())? {
        Old::FromHalf => {
            let half = half_like(&mut b, ret);
            let value = b.cast(CastOp::BitCast, args[0], half, "")?;
            match b.fold_cast(CastOp::FpExt, value, ret) {
                Some(folded) => folded,
                None => {
                    // The conversion keeps the flags of the call.
                    let flags = OpFlags::from(b.site.call.fmf);
                    b.push(ret, Inst::Cast { op: CastOp::FpExt, flags, value }, "")?
                }
            }
        }
        Old::ToHalf => {
            let half = half_like(&mut b, ret);
            let value = b.cast(CastOp::FpTrunc, args[0], half, "")?;
            b.cast(CastOp::BitCast, value, ret, "")?
        }
        Old::Common(new) => b.call(new, ret, &args, "")?,
        Old::Atomic(op) => {
            let (align, scope) = (natural(b.up.module, ret), scope(b.up.module, name)?);
            let access = RmwAccess::new(false, Ordering::Monotonic);
            b.push(ret, Inst::AtomicRmw { op, align, access, scope, ptr: args[0], value: args[1] }, "")?
        }
        Old::Exchange => {
            let (align, scope) = (natural(b.up.module, ret), scope(b.up.module, name)?);
            let access = Access::new(false, Ordering::Monotonic, Ordering::Monotonic, false);
            let bit = b.intern(Type::Int(1));
            let fields = b.up.module.types.lists.push(&[ret, bit]);
            let pair = b.intern(Type::Struct { kind: StructKind::Literal, packed: false, name: Default::default(), fields });
            let ops = b.up.module.bodies.get_mut(b.site.body)?.lists.push(&args);
            let both = b.push(pair, Inst::CmpXchg { align, access, scope, ops }, "")?;
            let indices = b.up.module.bodies.get_mut(b.site.body)?.lists.push(&[0u32]);
            b.push(ret, Inst::ExtractValue { aggregate: both, indices }, "")?
        }
        Old::Matrix => return matrix(b, name, ret, &args),
    };
    b.done(value)
}

/// `half`, or the vector of it that is as long as `ty`.
fn half_like(b: &mut Build<'_, '_>, ty: TypeId) -> TypeId {
    let half = b.intern(Type::Half);
    match b.parts(ty) {
        Some((_, len)) => b.vector(half, len),
        None => half,
    }
}

/// The code of a type's natural alignment.
fn natural(module: &Module, ty: TypeId) -> u8 {
    size(module, ty).next_power_of_two().trailing_zeros() as u8 + 1
}

/// The number of the sync scope in the name of an atomic intrinsic.
fn scope(module: &mut Module, name: &str) -> Option<u32> {
    Some(match scope_of(name)?.1 {
        // The whole system has no name.
        b"" => 1,
        scope => sync_scope(module, scope),
    })
}

/// The call without the two modifiers, otherwise the same. LLVM fails if they are not zero; then the call stays.
fn matrix(b: Build<'_, '_>, name: &str, ret: TypeId, args: &[Value]) -> Option<Vec<New>> {
    let body = b.site.body;
    if [0, 2].into_iter().any(|at| b.up.constant_int(body, args[at]) != Some(0)) {
        return None;
    }
    let kept = [1, 3, 4, 5, 6, 7].map(|at| args[at]);
    let params = kept.iter().map(|&arg| b.ty(arg)).collect::<Option<Vec<_>>>()?;
    let fn_ty = fn_type(b.up.module, ret, &params);
    let intrinsic = lookup_in(&[b"llvm.", name.as_bytes()].concat(), b.up.version)?;
    let callee = b.up.declare_intrinsic(intrinsic, fn_ty, b.old())?;
    let list: AttrList = b.up.module.attrs.lists.get(b.site.call.attrs.index()).cloned().unwrap_or_default();
    let moved = list.into_iter().filter_map(|(index, set)| match index {
        AttrIndex::Param(0 | 2) => None,
        AttrIndex::Param(1) => Some((AttrIndex::Param(0), set)),
        AttrIndex::Param(at) => Some((AttrIndex::Param(at - 2), set)),
        _ => Some((index, set)),
    });
    let moved: AttrList = moved.collect();
    let attrs = list_id(b.up.module, moved);
    let inst = b.up.call(body, callee, &kept, Call { attrs, ..b.site.call })?;
    Some(vec![New { inst, local: b.site.local, keeps_attachments: true, attachments: Vec::new() }])
}
