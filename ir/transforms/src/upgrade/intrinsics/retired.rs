//! Intrinsics that LLVM 22 has and LLVM 23 replaces.
use super::build::Build;
use super::build::{size, sync_scope};
use bctk_edit::attributes::list_id;
use bctk_edit::functions::fn_type;
use bctk_edit::instructions::NewInst;
use bctk_ir::attr_set::{AttrIndex, AttrList};
use bctk_ir::body::Call;
use bctk_ir::entity::TypeId;
use bctk_ir::inst::{Access, Inst, RmwAccess};
use bctk_ir::intrinsics::lookup_in;
use bctk_ir::module::Module;
use bctk_ir::opcodes::{CastOp, Ordering, RmwOp};
use bctk_ir::types::{StructKind, Type};
use bctk_ir::value::Value;
use bctk_ir::version::LlvmVersion;

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
    /// An operation on matrices of integers, whose result is not limited by default.
    Unclamped,
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
    let is_unclamped = |whole: &str, count| params == count && begins(name, whole);
    if is_unclamped("amdgcn.wmma.i32.16x16x64.iu8", 7) || is_unclamped("amdgcn.swmmac.i32.16x16x128.iu8", 8) {
        return Some(Old::Unclamped);
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
pub(crate) fn knows(module: &Module, name: &str, fn_ty: TypeId, version: LlvmVersion) -> bool {
    let Some((_, params, _)) = module.types.function(fn_ty) else { return false };
    let own = || lookup_in(&[b"llvm.", name.as_bytes()].concat(), version);
    if name.starts_with("convert.") && !is_conversion(module, name, fn_ty) {
        return false;
    }
    old(name, params.len()).is_some() && !own().is_some_and(|intrinsic| intrinsic.has_signature(&module.types, fn_ty))
}

/// Whether a conversion has the types of one: 16 bits, and a number that is wider than `half`.
fn is_conversion(module: &Module, name: &str, fn_ty: TypeId) -> bool {
    use Type::{BFloat, Double, Float, Fp128, Half, Int, PpcFp128, X86Fp80};
    let Some((ret, params, _)) = module.types.function(fn_ty) else { return false };
    let Some(param) = params.first() else { return false };
    let (half, wide) = if name.starts_with("convert.to.") { (ret, param) } else { (param, ret) };
    // A bitcast of one element changes between vectors and numbers.
    let half = match module.types.get(half) {
        Type::Vector { elem, len: 1, scalable: false } => elem,
        _ => half,
    };
    matches!(module.types.get(half), Int(16) | Half | BFloat)
        && matches!(module.types.get(wide), Float | Double | Fp128 | PpcFp128 | X86Fp80)
}

/// What takes the place of a call.
pub(crate) fn replace(mut b: Build<'_, '_>, name: &str) -> Option<Vec<NewInst>> {
    let ret = b.result()?;
    let args = b.site.args.clone();
    let value = match old(name, args.len())? {
        Old::FromHalf => {
            let half = half_like(&mut b, ret);
            let value = b.cast(CastOp::BitCast, args[0], half, "")?;
            b.cast(CastOp::FpExt, value, ret, "")?
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
        Old::Unclamped => return unclamped(b, name, ret, args),
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

/// The call with a last argument that says that the result is not limited.
fn unclamped(mut b: Build<'_, '_>, name: &str, ret: TypeId, mut args: Vec<Value>) -> Option<Vec<NewInst>> {
    args.push(b.up.int(1, 0));
    let params = args.iter().map(|&arg| b.ty(arg)).collect::<Option<Vec<_>>>()?;
    let fn_ty = fn_type(b.up.module, ret, &params);
    let intrinsic = lookup_in(&[b"llvm.", name.as_bytes()].concat(), b.up.version)?;
    let callee = b.up.declare_intrinsic(intrinsic, fn_ty, b.old())?;
    let inst = b.up.call(b.site.body, callee, &args, b.site.call)?;
    let value = b.push(ret, inst, "")?;
    b.keep_attachments_of_last();
    b.done(value)
}

/// The call without the two modifiers, otherwise the same. LLVM fails if they are not zero; then the call stays.
fn matrix(b: Build<'_, '_>, name: &str, ret: TypeId, args: &[Value]) -> Option<Vec<NewInst>> {
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
    Some(vec![NewInst { inst, local: b.site.local, keeps_attachments: true, attachments: Vec::new() }])
}
