//! Arithmetic of `bfloat` as that of `float`, which has the same exponents: its upper half are the bits of a `bfloat`.
//!
//! Source: the code of LLVM 22 for x86, and of the functions that it calls (`__truncsfbf2`, `__truncdfbf2`).
use crate::translate::edit::Replacement;
use bctk_edit::editor::Editor;
use bctk_edit::functions::fn_type;
use bctk_ir::body::{Body, Call};
use bctk_ir::constants::ConstKind;
use bctk_ir::entity::{InstId, TypeId};
use bctk_ir::inst::{FastMathFlags, Inst, OpFlags};
use bctk_ir::intrinsics::{Intrinsic, lookup};
use bctk_ir::keywords::TailKind;
use bctk_ir::module::Module;
use bctk_ir::opcodes::{BinOp, CastOp, FCmpPred, ICmpPred, RmwOp};
use bctk_ir::types::{StructKind, Type};
use bctk_ir::value::{Value, ValueKind};

/// The elements of a vector that are added or multiplied one by one.
const MOST_ELEMENTS: u32 = 256;

/// The bit that makes a NaN a quiet one.
const QUIET: i64 = 1 << 6;

/// Intrinsics that move numbers and look at none; those that end with `.` begin so.
const MOVES: &[&str] = &[
    "fake.use",
    "is.constant",
    "masked.",
    "ssa.copy",
    "vector.deinterleave",
    "vector.extract",
    "vector.insert",
    "vector.interleave",
    "vector.reverse",
    "vector.splice",
    "vp.gather",
    "vp.load",
    "vp.merge",
    "vp.scatter",
    "vp.select",
    "vp.store",
    "experimental.vector.",
    "experimental.vp.",
];

/// Intrinsics of processors begin so.
const TARGETS: &[&str] = &["aarch64.", "amdgcn.", "arm.", "nvvm.", "riscv.", "x86."];

/// Intrinsics that begin with one of these stay as they are.
pub(super) fn is_moved(base: &str) -> bool {
    MOVES.iter().any(|name| base.starts_with(name)) || is_of_processor(base)
}

/// Whether an intrinsic is one of a processor.
pub(super) fn is_of_processor(base: &str) -> bool {
    TARGETS.iter().any(|name| base.starts_with(name))
}

fn is_bfloat(ed: &Editor<'_>, ty: TypeId) -> bool {
    super::is_bfloat(&ed.module.types, ty)
}

/// Whether an instruction computes or selects, if an operand or its result is `bfloat`.
pub(super) fn may_compute(module: &Module, body: &Body, at: InstId) -> bool {
    match body.insts[at.index()] {
        Inst::FNeg { .. } | Inst::Bin { .. } | Inst::FCmp { .. } | Inst::AtomicRmw { .. } | Inst::Select { .. } => true,
        Inst::Cast { op, .. } => op != CastOp::BitCast,
        Inst::Call(id) => match body.call(id).map(|call| call.callee.kind()) {
            Some(ValueKind::Global(callee)) => {
                let name = module.global(callee).map(|global| module.str(global.name));
                name.and_then(lookup).is_some_and(|intrinsic| !is_moved(intrinsic.name))
            }
            _ => false,
        },
        _ => false,
    }
}

/// What computes the same as the instruction at `at`; nothing if that computes with no `bfloat`.
pub(super) fn instruction(ed: &mut Editor<'_>, at: InstId) -> Option<Replacement> {
    let result = ed.body().result_type(at);
    let is_bfloat_value = |ed: &Editor<'_>, value: Value| ed.ty(value).is_some_and(|ty| is_bfloat(ed, ty));
    let made = match ed.body().insts[at.index()] {
        Inst::FNeg { value, .. } if is_bfloat_value(ed, value) => negated(ed, value),
        Inst::Bin { op, flags, lhs, rhs } if is_bfloat_value(ed, lhs) => binary(ed, op, flags, lhs, rhs),
        Inst::FCmp { pred, fmf, lhs, rhs } if is_bfloat_value(ed, lhs) => compared(ed, pred, fmf, lhs, rhs, result?),
        Inst::Cast { op: op @ (CastOp::FpExt | CastOp::FpToSi | CastOp::FpToUi), value, .. } if is_bfloat_value(ed, value) => {
            widened(ed, value).and_then(|wide| ed.cast(op, wide, result?))
        }
        Inst::Cast { op: CastOp::FpTrunc, value, .. } if is_bfloat(ed, result?) => truncated(ed, value, result?),
        Inst::Cast { op: op @ (CastOp::SiToFp | CastOp::UiToFp), value, flags } if is_bfloat(ed, result?) => {
            let float = floats(ed, result?);
            let wide = ed.push(float, Inst::Cast { op, flags, value });
            rounded(ed, wide, result?)
        }
        // Those of vectors, element by element; others are loops by now.
        Inst::AtomicRmw { op, value, .. } if op != RmwOp::Xchg && is_bfloat_value(ed, value) => None,
        Inst::Call(id) => {
            let call = *ed.body().call(id)?;
            let (intrinsic, suits) = called(ed, &call)?;
            if !suits { None } else { intrinsic_call(ed, intrinsic, call) }
        }
        _ => return None,
    };
    Some(made.map(Some))
}

/// The intrinsic that a call computes something of `bfloat` with, and whether it can be written in another way.
fn called(ed: &Editor<'_>, call: &Call) -> Option<(Intrinsic, bool)> {
    let ValueKind::Global(callee) = call.callee.kind() else { return None };
    let global = ed.module.global(callee)?;
    let intrinsic = lookup(ed.module.str(global.name))?;
    if is_moved(intrinsic.name) {
        return None;
    }
    let (ret, params, _) = ed.module.types.function(call.fn_ty)?;
    let results: Vec<TypeId> = match ed.get(ret) {
        Type::Struct { fields, .. } => ed.module.types.list(fields).to_vec(),
        _ => vec![ret],
    };
    let is_it = params.iter().chain(results).any(|ty| is_bfloat(ed, ty));
    is_it.then_some((intrinsic, call.tail != TailKind::MustTail && call.bundles.0 == call.bundles.1))
}

/// `float` in the shape of `like`.
fn floats(ed: &mut Editor<'_>, like: TypeId) -> TypeId {
    let float = ed.intern(Type::Float);
    ed.shaped(like, float)
}

/// The same, where a type is `bfloat`, a vector or a structure of it.
fn type_of_floats(ed: &mut Editor<'_>, ty: TypeId) -> TypeId {
    match ed.get(ty) {
        Type::Struct { kind: StructKind::Literal, packed, name, fields } => {
            let fields: Vec<TypeId> = ed.module.types.list(fields).to_vec();
            let fields: Vec<TypeId> = fields.into_iter().map(|ty| if is_bfloat(ed, ty) { floats(ed, ty) } else { ty }).collect();
            let fields = ed.module.types.lists.push(&fields);
            ed.intern(Type::Struct { kind: StructKind::Literal, packed, name, fields })
        }
        _ if is_bfloat(ed, ty) => floats(ed, ty),
        _ => ty,
    }
}

/// The bits of a number.
pub(super) fn bits(ed: &mut Editor<'_>, value: Value) -> Option<Value> {
    let ty = ed.ty(value)?;
    let short = ed.ints(ty, 16);
    match ed.kind(value) {
        Some(ConstKind::Null) => Some(ed.int(short, 0)),
        Some(ConstKind::Float(bits)) => Some(ed.int(short, bits as i64)),
        _ => ed.cast(CastOp::BitCast, value, short),
    }
}

/// The same number as a `float`.
fn widened(ed: &mut Editor<'_>, value: Value) -> Option<Value> {
    let ty = ed.ty(value)?;
    let float = floats(ed, ty);
    match ed.kind(value) {
        Some(ConstKind::Null) => return Some(ed.constant(float, ConstKind::Null)),
        Some(ConstKind::Float(bits)) => return Some(ed.constant(float, ConstKind::Float((bits & 0xFFFF) << 16))),
        _ => {}
    }
    let word = ed.ints(ty, 32);
    let bits = bits(ed, value)?;
    let bits = ed.cast(CastOp::ZExt, bits, word)?;
    let half = ed.int(word, 16);
    let bits = ed.bin(BinOp::Shl, bits, half)?;
    ed.cast(CastOp::BitCast, bits, float)
}

/// The number of type `ty` that is the nearest to a `float`; of two such ones, the even one. NaNs stay, as quiet ones.
fn rounded(ed: &mut Editor<'_>, value: Value, ty: TypeId) -> Option<Value> {
    let word = ed.ints(ty, 32);
    let bits = ed.cast(CastOp::BitCast, value, word)?;
    rounded_bits(ed, bits, ty)
}

/// As [`rounded`], of the bits of a `float`.
fn rounded_bits(ed: &mut Editor<'_>, bits: Value, ty: TypeId) -> Option<Value> {
    let (word, short) = (ed.ints(ty, 32), ed.ints(ty, 16));
    let half = ed.int(word, 16);
    let upper = ed.bin(BinOp::LShr, bits, half)?;
    let one = ed.int(word, 1);
    let odd = ed.bin(BinOp::And, upper, one)?;
    let below_half = ed.int(word, 0x7FFF);
    let added = ed.bin(BinOp::Add, odd, below_half)?;
    let sum = ed.bin(BinOp::Add, bits, added)?;
    let nearest = ed.bin(BinOp::LShr, sum, half)?;
    let quiet = ed.int(word, QUIET);
    let quiet = ed.bin(BinOp::Or, upper, quiet)?;
    let (no_sign, infinity) = (ed.int(word, 0x7FFF_FFFF), ed.int(word, 0x7F80_0000));
    let magnitude = ed.bin(BinOp::And, bits, no_sign)?;
    let is_nan = ed.icmp(ICmpPred::Ugt, magnitude, infinity)?;
    let chosen = ed.select(is_nan, quiet, nearest)?;
    let chosen = ed.cast(CastOp::Trunc, chosen, short)?;
    ed.cast(CastOp::BitCast, chosen, ty)
}

/// A number of a wider format as a `bfloat`. Of the two formats that follow, the first rounds to odd numbers: what is not exact has its last bit set,
/// so that the second step rounds as if it saw all bits.
fn truncated(ed: &mut Editor<'_>, value: Value, ty: TypeId) -> Option<Value> {
    let from = ed.ty(value)?;
    match ed.get(ed.module.types.scalar(from)) {
        Type::Float => return rounded(ed, value, ty),
        Type::Double | Type::X86Fp80 | Type::Fp128 => {}
        _ => return None,
    }
    let (float, word) = (floats(ed, ty), ed.ints(ty, 32));
    let narrow = ed.cast(CastOp::FpTrunc, value, float)?;
    let back = ed.cast(CastOp::FpExt, narrow, from)?;
    let bits = ed.cast(CastOp::BitCast, narrow, word)?;
    let (zero, one, minus_one) = (ed.int(word, 0), ed.int(word, 1), ed.int(word, -1));
    let is_exact = ed.fcmp(FCmpPred::Ueq, value, back)?;
    let last = ed.bin(BinOp::And, bits, one)?;
    let is_odd = ed.icmp(ICmpPred::Ne, last, zero)?;
    let stays = ed.bin(BinOp::Or, is_exact, is_odd)?;
    let is_above = ed.fcmp(FCmpPred::Ogt, value, back)?;
    let is_negative = ed.icmp(ICmpPred::Slt, bits, zero)?;
    let is_longer = ed.bin(BinOp::Xor, is_above, is_negative)?;
    let step = ed.select(is_longer, one, minus_one)?;
    let odd = ed.bin(BinOp::Add, bits, step)?;
    let chosen = ed.select(stays, bits, odd)?;
    rounded_bits(ed, chosen, ty)
}

fn binary(ed: &mut Editor<'_>, op: BinOp, flags: OpFlags, lhs: Value, rhs: Value) -> Option<Value> {
    let ty = ed.ty(lhs)?;
    let float = floats(ed, ty);
    let (lhs, rhs) = (widened(ed, lhs)?, widened(ed, rhs)?);
    let wide = ed.push(float, Inst::Bin { op, flags, lhs, rhs });
    rounded(ed, wide, ty)
}

fn compared(ed: &mut Editor<'_>, pred: FCmpPred, fmf: FastMathFlags, lhs: Value, rhs: Value, ty: TypeId) -> Option<Value> {
    let (lhs, rhs) = (widened(ed, lhs)?, widened(ed, rhs)?);
    Some(ed.push(ty, Inst::FCmp { pred, fmf, lhs, rhs }))
}

fn negated(ed: &mut Editor<'_>, value: Value) -> Option<Value> {
    let ty = ed.ty(value)?;
    let short = ed.ints(ty, 16);
    let sign = ed.int(short, 1 << 15);
    let bits = bits(ed, value)?;
    let bits = ed.bin(BinOp::Xor, bits, sign)?;
    ed.cast(CastOp::BitCast, bits, ty)
}

/// The result of an intrinsic.
fn intrinsic_call(ed: &mut Editor<'_>, intrinsic: Intrinsic, call: Call) -> Option<Value> {
    let args: Vec<Value> = ed.body().values(call.args).collect();
    let (ret, ..) = ed.module.types.function(call.fn_ty)?;
    match (intrinsic.name, &args[..]) {
        ("fabs", &[value]) => with_sign_of(ed, value, None),
        ("copysign", &[value, sign]) => with_sign_of(ed, value, Some(sign)),
        // The code of LLVM 22 for x86 rounds twice, too.
        ("fmuladd", &[a, b, c]) => {
            let product = binary(ed, BinOp::FMul, call.fmf.into(), a, b)?;
            binary(ed, BinOp::FAdd, call.fmf.into(), product, c)
        }
        ("vector.reduce.fadd", &[first, vector]) => reduced(ed, BinOp::FAdd, call.fmf, first, vector),
        ("vector.reduce.fmul", &[first, vector]) => reduced(ed, BinOp::FMul, call.fmf, first, vector),
        ("experimental.constrained.fptrunc" | "vp.fptrunc", &[value, ..]) => truncated(ed, value, ret),
        ("experimental.constrained.fpext" | "vp.fpext", &[value, ..]) => {
            let wide = widened(ed, value)?;
            ed.cast(CastOp::FpExt, wide, ret)
        }
        ("fptrunc.round", _) => None,
        _ => of_floats(ed, intrinsic, call, &args, ret),
    }
}

/// A number without its sign, or with that of another.
fn with_sign_of(ed: &mut Editor<'_>, value: Value, sign: Option<Value>) -> Option<Value> {
    let ty = ed.ty(value)?;
    let short = ed.ints(ty, 16);
    let rest = ed.int(short, 0x7FFF);
    let own = bits(ed, value)?;
    let mut result = ed.bin(BinOp::And, own, rest)?;
    if let Some(sign) = sign {
        let only_sign = ed.int(short, 1 << 15);
        let other = bits(ed, sign)?;
        let other = ed.bin(BinOp::And, other, only_sign)?;
        result = ed.bin(BinOp::Or, result, other)?;
    }
    ed.cast(CastOp::BitCast, result, ty)
}

/// The sum or product of a number and those of a vector, each result rounded.
fn reduced(ed: &mut Editor<'_>, op: BinOp, fmf: FastMathFlags, first: Value, vector: Value) -> Option<Value> {
    let ty = ed.ty(vector)?;
    let Type::Vector { elem, len, scalable: false } = ed.get(ty) else { return None };
    if len > MOST_ELEMENTS {
        return None;
    }
    let index_ty = ed.intern(Type::Int(32));
    let mut result = first;
    for at in 0..len {
        let index = ed.int(index_ty, i64::from(at));
        let element = ed.push(elem, Inst::ExtractElement { vector, index });
        result = binary(ed, op, fmf.into(), result, element)?;
    }
    Some(result)
}

/// The result of the same intrinsic of `float`.
fn of_floats(ed: &mut Editor<'_>, intrinsic: Intrinsic, call: Call, args: &[Value], ret: TypeId) -> Option<Value> {
    let (_, params, is_variadic) = ed.module.types.function(call.fn_ty)?;
    let params: Vec<TypeId> = params.iter().collect();
    if is_variadic {
        return None;
    }
    let mut wide = Vec::with_capacity(args.len());
    for (&arg, &ty) in args.iter().zip(&params) {
        wide.push(if is_bfloat(ed, ty) { widened(ed, arg)? } else { arg });
    }
    let params: Vec<TypeId> = params.into_iter().map(|ty| type_of_floats(ed, ty)).collect();
    let wide_ret = type_of_floats(ed, ret);
    let fn_ty = fn_type(ed.module, wide_ret, &params);
    let name = intrinsic.mangled_name(ed.module, fn_ty)?;
    let like = ed.owner()?;
    let callee = Value::global(ed.functions.declare(ed.module, &name, fn_ty, like)?);
    ed.use_c_convention(callee);
    let args = ed.body_mut().lists.push(&wide);
    let result = ed.push_call(wide_ret, Call { callee, fn_ty, args, ..call });
    if wide_ret == ret {
        return Some(result);
    }
    let Type::Struct { fields, .. } = ed.get(ret) else { return rounded(ed, result, ret) };
    let fields: Vec<TypeId> = ed.module.types.list(fields).to_vec();
    let mut whole = ed.constant(ret, ConstKind::Undef);
    for (at, ty) in fields.into_iter().enumerate() {
        let indices = ed.body_mut().lists.push(&[at as u32]);
        let wide = type_of_floats(ed, ty);
        let value = ed.push(wide, Inst::ExtractValue { aggregate: result, indices });
        let value = if wide == ty { value } else { rounded(ed, value, ty)? };
        whole = ed.push(ret, Inst::InsertValue { aggregate: whole, value, indices });
    }
    Some(whole)
}
