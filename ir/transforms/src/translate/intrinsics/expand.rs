//! Intrinsics as other instructions. Each function appends what replaces a call, and returns the result.
//!
//! The meaning of each intrinsic is that of its section in the LangRef.
use bctk_edit::editor::Editor;
use bctk_edit::functions::fn_type;
use bctk_ir::constants::ConstKind;
use bctk_ir::entity::{GlobalId, TypeId};
use bctk_ir::inst::{FastMathFlags, Inst, OpFlags};
use bctk_ir::intrinsics::exact;
use bctk_ir::opcodes::{BinOp, CastOp, FCmpPred, ICmpPred, RmwOp};
use bctk_ir::types::Type;
use bctk_ir::value::Value;

/// A call that is replaced.
pub(super) struct Site<'a> {
    /// The intrinsic.
    pub(super) callee: GlobalId,
    /// Its name without `llvm.` and suffixes.
    pub(super) name: &'a str,
    pub(super) args: &'a [Value],
    /// The result type.
    pub(super) ret: TypeId,
    /// The fast-math flags of the call.
    pub(super) fmf: FastMathFlags,
}

impl Site<'_> {
    pub(super) fn arg(&self, at: usize) -> Option<Value> {
        self.args.get(at).copied()
    }

    /// A call of the intrinsic `name` with one overloaded type, as by this call's suffix.
    pub(super) fn name_for(&self, ed: &Editor<'_>, base: &str) -> Option<Vec<u8>> {
        let own = ed.module.str(ed.module.global(self.callee)?.name);
        let suffix = own.strip_prefix(b"llvm.")?.strip_prefix(self.name.as_bytes())?;
        Some([b"llvm.", base.as_bytes(), suffix].concat())
    }
}

/// How an intrinsic is replaced.
pub(super) type Expand = fn(&mut Editor<'_>, &Site<'_>) -> Option<Value>;

/// `smax`, `smin`, `umax`, `umin`: a comparison and a selection.
pub(super) fn min_max(ed: &mut Editor<'_>, site: &Site<'_>) -> Option<Value> {
    let (a, b) = (site.arg(0)?, site.arg(1)?);
    let pred = match site.name {
        "smax" => ICmpPred::Sgt,
        "smin" => ICmpPred::Slt,
        "umax" => ICmpPred::Ugt,
        _ => ICmpPred::Ult,
    };
    let first = ed.icmp(pred, a, b)?;
    ed.select(first, a, b)
}

/// `abs`. The least number stays what it is, also where it could be poison.
pub(super) fn abs(ed: &mut Editor<'_>, site: &Site<'_>) -> Option<Value> {
    let a = site.arg(0)?;
    let zero = ed.int(site.ret, 0);
    let negated = ed.bin(BinOp::Sub, zero, a)?;
    let is_negative = ed.icmp(ICmpPred::Slt, a, zero)?;
    ed.select(is_negative, negated, a)
}

/// `ucmp` and `scmp`.
pub(super) fn three_way(ed: &mut Editor<'_>, site: &Site<'_>) -> Option<Value> {
    let (a, b) = (site.arg(0)?, site.arg(1)?);
    let (less, greater) = if site.name == "ucmp" { (ICmpPred::Ult, ICmpPred::Ugt) } else { (ICmpPred::Slt, ICmpPred::Sgt) };
    let less = ed.icmp(less, a, b)?;
    let greater = ed.icmp(greater, a, b)?;
    let (minus, zero, one) = (ed.int(site.ret, -1), ed.int(site.ret, 0), ed.int(site.ret, 1));
    let not_less = ed.select(greater, one, zero)?;
    ed.select(less, minus, not_less)
}

/// `fshl` and `fshr`: shifts of both parts. A shift by the whole width would be poison, so the other part is shifted by one first.
pub(super) fn funnel(ed: &mut Editor<'_>, site: &Site<'_>) -> Option<Value> {
    let (high, low, amount) = (site.arg(0)?, site.arg(1)?, site.arg(2)?);
    let width = i64::from(ed.width(site.ret)?);
    let whole = ed.int(site.ret, width);
    let left = match width & (width - 1) {
        0 => {
            let mask = ed.int(site.ret, width - 1);
            ed.bin(BinOp::And, amount, mask)?
        }
        _ => ed.bin(BinOp::URem, amount, whole)?,
    };
    let (one, last) = (ed.int(site.ret, 1), ed.int(site.ret, width - 1));
    let rest = ed.bin(BinOp::Sub, last, left)?;
    let (a, b) = match site.name {
        "fshl" => {
            let a = ed.bin(BinOp::Shl, high, left)?;
            let half = ed.bin(BinOp::LShr, low, one)?;
            (a, ed.bin(BinOp::LShr, half, rest)?)
        }
        _ => {
            let b = ed.bin(BinOp::LShr, low, left)?;
            let half = ed.bin(BinOp::Shl, high, one)?;
            (ed.bin(BinOp::Shl, half, rest)?, b)
        }
    };
    ed.bin(BinOp::Or, a, b)
}

/// `uadd.sat` and `usub.sat`: the limit where the result wraps.
pub(super) fn unsigned_saturating(ed: &mut Editor<'_>, site: &Site<'_>) -> Option<Value> {
    let (a, b) = (site.arg(0)?, site.arg(1)?);
    if site.name == "uadd.sat" {
        let sum = ed.bin(BinOp::Add, a, b)?;
        let wraps = ed.icmp(ICmpPred::Ult, sum, a)?;
        let most = ed.int(site.ret, -1);
        return ed.select(wraps, most, sum);
    }
    let difference = ed.bin(BinOp::Sub, a, b)?;
    let wraps = ed.icmp(ICmpPred::Ult, a, b)?;
    let zero = ed.int(site.ret, 0);
    ed.select(wraps, zero, difference)
}

/// `sadd.sat` and `ssub.sat`. The sign bit of the tested word says whether the result overflowed.
pub(super) fn signed_saturating(ed: &mut Editor<'_>, site: &Site<'_>) -> Option<Value> {
    let (a, b) = (site.arg(0)?, site.arg(1)?);
    let op = if site.name == "sadd.sat" { BinOp::Add } else { BinOp::Sub };
    let result = ed.bin(op, a, b)?;
    // A sum overflows if both operands have another sign than it; a difference, if they differ and it has not that of the first.
    let by_first = ed.bin(BinOp::Xor, result, a)?;
    let by_second = match op {
        BinOp::Add => ed.bin(BinOp::Xor, result, b)?,
        _ => ed.bin(BinOp::Xor, a, b)?,
    };
    let tested = ed.bin(BinOp::And, by_first, by_second)?;
    let zero = ed.int(site.ret, 0);
    let overflows = ed.icmp(ICmpPred::Slt, tested, zero)?;
    let is_negative = ed.icmp(ICmpPred::Slt, a, zero)?;
    let (least, greatest) = (ed.limit(site.ret, false), ed.limit(site.ret, true));
    let limit = ed.select(is_negative, least, greatest)?;
    ed.select(overflows, limit, result)
}

/// The width of integers that all releases have.
const MOST_BITS: u32 = 1 << 23;

/// `smul.with.overflow`: the product of twice the width, which is that of its lower half unless that overflows.
pub(super) fn wide_product(ed: &mut Editor<'_>, site: &Site<'_>) -> Option<Value> {
    let (a, b) = (site.arg(0)?, site.arg(1)?);
    let ty = ed.ty(a)?;
    let Type::Int(width) = ed.get(ty) else { return None };
    let wide = ed.ints(ty, width.checked_mul(2).filter(|&wide| wide <= MOST_BITS)?);
    let (a, b) = (ed.cast(CastOp::SExt, a, wide)?, ed.cast(CastOp::SExt, b, wide)?);
    let product = ed.bin(BinOp::Mul, a, b)?;
    let low = ed.cast(CastOp::Trunc, product, ty)?;
    let extended = ed.cast(CastOp::SExt, low, wide)?;
    let overflows = ed.icmp(ICmpPred::Ne, extended, product)?;
    let undef = ed.constant(site.ret, ConstKind::Undef);
    let half = insert_value(ed, site.ret, undef, low, 0);
    Some(insert_value(ed, site.ret, half, overflows, 1))
}

/// `ushl.sat` and `sshl.sat`: the limit where shifting back gives another number.
pub(super) fn saturating_shift(ed: &mut Editor<'_>, site: &Site<'_>) -> Option<Value> {
    let (a, b) = (site.arg(0)?, site.arg(1)?);
    let shifted = ed.bin(BinOp::Shl, a, b)?;
    let is_signed = site.name == "sshl.sat";
    let back = ed.bin(if is_signed { BinOp::AShr } else { BinOp::LShr }, shifted, b)?;
    let overflows = ed.icmp(ICmpPred::Ne, back, a)?;
    let limit = match is_signed {
        false => ed.int(site.ret, -1),
        true => {
            let zero = ed.int(site.ret, 0);
            let is_negative = ed.icmp(ICmpPred::Slt, a, zero)?;
            let (least, greatest) = (ed.limit(site.ret, false), ed.limit(site.ret, true));
            ed.select(is_negative, least, greatest)?
        }
    };
    ed.select(overflows, limit, shifted)
}

/// The first argument: hints around a value.
pub(super) fn first(_: &mut Editor<'_>, site: &Site<'_>) -> Option<Value> {
    site.arg(0)
}

/// The second argument, which the call hides from the optimizer (`BPFCheckAndAdjustIR` puts it in the place of the call).
pub(super) fn second(_: &mut Editor<'_>, site: &Site<'_>) -> Option<Value> {
    site.arg(1)
}

/// False: nothing is known to be constant.
pub(super) fn no(ed: &mut Editor<'_>, site: &Site<'_>) -> Option<Value> {
    Some(ed.int(site.ret, 0))
}

/// True: checks are always made.
pub(super) fn yes(ed: &mut Editor<'_>, site: &Site<'_>) -> Option<Value> {
    Some(ed.int(site.ret, 1))
}

/// `ptrmask`, by way of an integer.
pub(super) fn pointer_mask(ed: &mut Editor<'_>, site: &Site<'_>) -> Option<Value> {
    let (pointer, mask) = (site.arg(0)?, site.arg(1)?);
    let ty = ed.ty(mask)?;
    let number = ed.cast(CastOp::PtrToInt, pointer, ty)?;
    // The offset keeps the provenance of the pointer.
    let masked = ed.bin(BinOp::And, number, mask)?;
    let offset = ed.bin(BinOp::Sub, masked, number)?;
    let byte = ed.intern(Type::Int(8));
    let ops = ed.body_mut().lists.push(&[pointer, offset]);
    let inst = Inst::Gep { flags: bctk_ir::inst::GepNoWrapFlags::NONE, source: byte, ops };
    Some(ed.push(site.ret, inst))
}

/// `ubsantrap`: `trap`.
pub(super) fn trap(ed: &mut Editor<'_>, site: &Site<'_>) -> Option<Value> {
    let void = ed.intern(Type::Void);
    ed.call(b"llvm.trap", void, &[], site.callee)
}

/// Floating-point functions, as code generation calls them: `exp10` and others by their name in C, `sincos` by two calls.
pub(super) fn library(ed: &mut Editor<'_>, site: &Site<'_>) -> Option<Value> {
    let ty = ed.ty(site.arg(0)?)?;
    if let Type::Vector { len, scalable: false, .. } = ed.get(ty) {
        return each_element(ed, site, len, library);
    }
    if ed.get(ty) == Type::Half && site.ret == ty && site.args.iter().all(|&arg| ed.ty(arg) == Some(ty)) {
        return library_of_half(ed, site);
    }
    let suffix = library_suffix(ed.get(ty))?;
    let name = |name: &str| format!("{name}{suffix}").into_bytes();
    match site.name {
        "sincos" => {
            let overload = site.name_for(ed, "")?;
            let suffix = &overload[b"llvm.".len()..];
            let sin = ed.call(&[b"llvm.sin", suffix].concat(), ty, site.args, site.callee)?;
            let cos = ed.call(&[b"llvm.cos", suffix].concat(), ty, site.args, site.callee)?;
            let undef = ed.constant(site.ret, ConstKind::Undef);
            let half = insert_value(ed, site.ret, undef, sin, 0);
            Some(insert_value(ed, site.ret, half, cos, 1))
        }
        "ldexp" => {
            let exponent = ed.ty(site.arg(1)?)?;
            if ed.width(exponent) != Some(32) {
                return None;
            }
            ed.call(&name("ldexp"), site.ret, site.args, site.callee)
        }
        "lround" | "llround" | "lrint" | "llrint" if !matches!(ed.get(site.ret), Type::Int(64)) => None,
        other => ed.call(&name(other), site.ret, site.args, site.callee),
    }
}

/// Such a function of `half`, which C does not have, as that of `float`.
fn library_of_half(ed: &mut Editor<'_>, site: &Site<'_>) -> Option<Value> {
    let float = ed.intern(Type::Float);
    let args = site.args.iter().map(|&arg| ed.cast(CastOp::FpExt, arg, float)).collect::<Option<Vec<_>>>()?;
    let wide = library(ed, &Site { args: &args, ret: float, ..*site })?;
    ed.cast(CastOp::FpTrunc, wide, site.ret)
}

/// What the names of C's functions for a type end with.
pub(super) fn library_suffix(ty: Type) -> Option<&'static str> {
    match ty {
        Type::Double => Some(""),
        Type::Float => Some("f"),
        Type::X86Fp80 | Type::Fp128 => Some("l"),
        _ => None,
    }
}

/// A call of the same intrinsic for each element of vectors of fixed length, by the names of the types of the elements.
pub(super) fn elements(ed: &mut Editor<'_>, site: &Site<'_>) -> Option<Value> {
    let ty = ed.ty(site.arg(0)?)?;
    let Type::Vector { len, scalable: false, .. } = ed.get(ty) else { return None };
    each_element(ed, site, len, |ed, site| {
        let params: Option<Vec<TypeId>> = site.args.iter().map(|&arg| ed.ty(arg)).collect();
        let fn_ty = fn_type(ed.module, site.ret, &params?);
        let name = exact(site.name)?.mangled_name(ed.module, fn_ty)?;
        let value = ed.call(&name, site.ret, site.args, site.callee)?;
        ed.body_mut().calls.last_mut()?.fmf = site.fmf;
        Some(value)
    })
}

/// What `of` makes of vectors, one element after the other.
pub(super) fn each_element(
    ed: &mut Editor<'_>,
    site: &Site<'_>,
    len: u32,
    of: impl Fn(&mut Editor<'_>, &Site<'_>) -> Option<Value>,
) -> Option<Value> {
    let Type::Vector { elem: ret, .. } = ed.get(site.ret) else { return None };
    if len > MOST_ELEMENTS {
        return None;
    }
    let index_ty = ed.intern(Type::Int(32));
    let mut result = ed.constant(site.ret, ConstKind::Undef);
    for at in 0..len {
        let index = ed.int(index_ty, i64::from(at));
        let mut args = Vec::with_capacity(site.args.len());
        for &vector in site.args {
            let ty = ed.ty(vector)?;
            args.push(match ed.get(ty) {
                Type::Vector { elem, .. } => ed.push(elem, Inst::ExtractElement { vector, index }),
                _ => vector,
            });
        }
        let element = of(ed, &Site { args: &args, ret, ..*site })?;
        result = ed.push(site.ret, Inst::InsertElement { vector: result, element, index });
    }
    Some(result)
}

/// The elements of a vector that are written out one by one.
const MOST_ELEMENTS: u32 = 256;

pub(in super::super) fn insert_value(ed: &mut Editor<'_>, ty: TypeId, aggregate: Value, value: Value, index: u32) -> Value {
    let indices = ed.body_mut().lists.push(&[index]);
    ed.push(ty, Inst::InsertValue { aggregate, value, indices })
}

/// `minimum`, `maximum`, `minimumnum`, `maximumnum`, by comparisons.
///
/// The sum of the operands is a NaN if one of them is. Zeros differ in their sign bit: the minimum of both has the bits of either, the maximum
/// those of both.
pub(super) fn extremum(ed: &mut Editor<'_>, site: &Site<'_>) -> Option<Value> {
    extremum_by_name(ed, site.name, site.arg(0)?, site.arg(1)?)
}

/// `minnum` and `maxnum`, by comparisons that optimizers do not make one of again. Which zero they return is not defined.
pub(super) fn number_extremum(ed: &mut Editor<'_>, site: &Site<'_>) -> Option<Value> {
    let name = if site.name == "maxnum" { "maximumnum" } else { "minimumnum" };
    extremum_by_name(ed, name, site.arg(0)?, site.arg(1)?)
}

/// As [`extremum`], for the operation of an `atomicrmw`.
pub(in super::super) fn extremum_of(ed: &mut Editor<'_>, op: RmwOp, a: Value, b: Value) -> Option<Value> {
    let name = match op {
        RmwOp::FMaximum => "maximum",
        RmwOp::FMinimum => "minimum",
        RmwOp::FMaximumNum => "maximumnum",
        RmwOp::FMinimumNum => "minimumnum",
        _ => return None,
    };
    extremum_by_name(ed, name, a, b)
}

pub(super) fn extremum_by_name(ed: &mut Editor<'_>, name: &str, a: Value, b: Value) -> Option<Value> {
    let ty = ed.ty(a)?;
    let element = ed.get(ed.module.types.scalar(ty));
    let width = element.float_bits().filter(|_| element != Type::PpcFp128)?;
    let is_max = name.starts_with("maximum");
    let pred = if is_max { FCmpPred::Ogt } else { FCmpPred::Olt };
    let first = ed.fcmp(pred, a, b)?;
    let chosen = ed.select(first, a, b)?;
    // Equal numbers are the same but for the sign of zeros.
    let ints = ed.ints(ty, width);
    let (bits_a, bits_b) = (ed.cast(CastOp::BitCast, a, ints)?, ed.cast(CastOp::BitCast, b, ints)?);
    let merged = ed.bin(if is_max { BinOp::And } else { BinOp::Or }, bits_a, bits_b)?;
    let merged = ed.cast(CastOp::BitCast, merged, ty)?;
    let equal = ed.fcmp(FCmpPred::Oeq, a, b)?;
    let number = ed.select(equal, merged, chosen)?;
    if name.ends_with("num") {
        // The other operand where one is a NaN. A sum makes NaNs quiet.
        let a_is_nan = ed.fcmp(FCmpPred::Uno, a, a)?;
        let b_is_nan = ed.fcmp(FCmpPred::Uno, b, b)?;
        let sum = ed.bin(BinOp::FAdd, a, b)?;
        let with_b = ed.select(b_is_nan, a, number)?;
        let both = ed.bin(BinOp::And, a_is_nan, b_is_nan)?;
        let with_a = ed.select(a_is_nan, b, with_b)?;
        return ed.select(both, sum, with_a);
    }
    let unordered = ed.fcmp(FCmpPred::Uno, a, b)?;
    let sum = ed.bin(BinOp::FAdd, a, b)?;
    ed.select(unordered, sum, number)
}

/// `canonicalize`: a product with 1, as code generators of later releases make it.
pub(super) fn canonical(ed: &mut Editor<'_>, site: &Site<'_>) -> Option<Value> {
    let number = site.arg(0)?;
    let one = match ed.get(ed.module.types.scalar(site.ret)) {
        Type::Half => ConstKind::Float(0x3c00),
        Type::BFloat => ConstKind::Float(0x3f80),
        Type::Float => ConstKind::Float(0x3f80_0000),
        Type::Double => ConstKind::Float(0x3ff0_0000_0000_0000),
        Type::X86Fp80 => wide_float(ed, [1 << 63, 0x3fff]),
        Type::Fp128 => wide_float(ed, [0, 0x3fff << 48]),
        _ => return None,
    };
    let one = ed.constant(site.ret, one);
    ed.bin(BinOp::FMul, number, one)
}

/// `fptosi.sat` and `fptoui.sat`: limits for numbers beyond them, 0 for a NaN.
pub(super) fn saturating_conversion(ed: &mut Editor<'_>, site: &Site<'_>) -> Option<Value> {
    let number = site.arg(0)?;
    let from = ed.ty(number)?;
    let width = ed.width(site.ret)?;
    let is_signed = site.name == "fptosi.sat";
    // The bounds must be exact: powers of two are, in all formats that reach them.
    let most = match ed.get(ed.module.types.scalar(from)) {
        Type::Float => 127,
        Type::Double => 1023,
        _ => return None,
    };
    let power = if is_signed { width - 1 } else { width };
    if width > 64 || power > most {
        return None;
    }
    let float = |ed: &mut Editor<'_>, exponent: i64, negative: bool| {
        let is_double = matches!(ed.get(ed.module.types.scalar(from)), Type::Double);
        let bits = match is_double {
            true => ((1023 + exponent) as u64) << 52 | u64::from(negative) << 63,
            false => ((127 + exponent) as u64) << 23 | u64::from(negative) << 31,
        };
        ed.constant(from, ConstKind::Float(bits))
    };
    let above = float(ed, i64::from(power), false);
    let (least, greatest) = match is_signed {
        true => (ed.limit(site.ret, false), ed.limit(site.ret, true)),
        false => (ed.int(site.ret, 0), ed.int(site.ret, -1)),
    };
    // Out of range, the conversion is poison, so it sees only numbers in range.
    let (below_bound, op) = match is_signed {
        true => (float(ed, i64::from(power), true), CastOp::FpToSi),
        false => (ed.constant(from, ConstKind::Null), CastOp::FpToUi),
    };
    let is_above = ed.fcmp(FCmpPred::Oge, number, above)?;
    let is_below = ed.fcmp(FCmpPred::Olt, number, below_bound)?;
    let is_nan = ed.fcmp(FCmpPred::Uno, number, number)?;
    let zero_number = ed.constant(from, ConstKind::Null);
    let safe = ed.select(is_above, zero_number, number)?;
    let safe = ed.select(is_below, zero_number, safe)?;
    let safe = ed.select(is_nan, zero_number, safe)?;
    let converted = ed.cast(op, safe, site.ret)?;
    let result = ed.select(is_above, greatest, converted)?;
    ed.select(is_below, least, result)
}

/// `vector.reduce.*` of vectors of fixed length, element by element.
pub(super) fn reduction(ed: &mut Editor<'_>, site: &Site<'_>) -> Option<Value> {
    let op = site.name.rsplit('.').next()?;
    let is_float = matches!(op, "fadd" | "fmul");
    let vector = if is_float { site.arg(1)? } else { site.arg(0)? };
    let ty = ed.ty(vector)?;
    let Type::Vector { elem, len, scalable: false } = ed.get(ty) else { return None };
    if len == 0 || len > MOST_ELEMENTS {
        return None;
    }
    let index_ty = ed.intern(Type::Int(32));
    let mut result = if is_float { Some(site.arg(0)?) } else { None };
    for at in 0..len {
        let index = ed.int(index_ty, i64::from(at));
        let element = ed.push(elem, Inst::ExtractElement { vector, index });
        result = Some(match result {
            None => element,
            Some(so_far) => combine(ed, op, so_far, element, site)?,
        });
    }
    result
}

fn combine(ed: &mut Editor<'_>, op: &str, a: Value, b: Value, site: &Site<'_>) -> Option<Value> {
    let ty = ed.ty(a)?;
    let site = |name, args| Site { callee: site.callee, name, args, ret: ty, fmf: site.fmf };
    let bin = match op {
        "add" => BinOp::Add,
        "mul" => BinOp::Mul,
        "and" => BinOp::And,
        "or" => BinOp::Or,
        "xor" => BinOp::Xor,
        "fadd" => BinOp::FAdd,
        "fmul" => BinOp::FMul,
        "smax" | "smin" | "umax" | "umin" => {
            return min_max(ed, &site(op, &[a, b]));
        }
        // They compare as these do, which all releases since 3.6 have.
        "fmax" => return maxnum(ed, &site("maxnum", &[a, b])),
        "fmin" => return maxnum(ed, &site("minnum", &[a, b])),
        // Written out: releases before 17 have no code for `maximum` on most targets.
        "fmaximum" => return extremum_by_name(ed, "maximum", a, b),
        "fminimum" => return extremum_by_name(ed, "minimum", a, b),
        _ => return None,
    };
    ed.bin(bin, a, b)
}

/// A call of `maxnum` or `minnum`, with the flags of what it replaces.
fn maxnum(ed: &mut Editor<'_>, site: &Site<'_>) -> Option<Value> {
    let fn_ty = fn_type(ed.module, site.ret, &[site.ret, site.ret]);
    let name = exact(site.name)?.mangled_name(ed.module, fn_ty)?;
    let value = ed.call(&name, site.ret, site.args, site.callee)?;
    ed.body_mut().calls.last_mut()?.fmf = site.fmf;
    Some(value)
}

/// `vector.insert` and `vector.extract` of vectors of fixed length, `vector.reverse`, `vector.splice`, `vector.interleave2`: shuffles.
pub(super) fn shuffles(ed: &mut Editor<'_>, site: &Site<'_>) -> Option<Value> {
    let fixed = |ed: &Editor<'_>, ty: TypeId| match ed.get(ty) {
        Type::Vector { len, scalable: false, .. } => Some(len),
        _ => None,
    };
    let first = site.arg(0)?;
    let ty = ed.ty(first)?;
    let len = fixed(ed, ty)?;
    let number = |ed: &Editor<'_>, value: Value| ed.kind(value)?.number();
    match site.name.strip_prefix("vector.")? {
        "extract" => {
            let start = u32::try_from(number(ed, site.arg(1)?)?).ok()?;
            let wanted = fixed(ed, site.ret)?;
            shuffle(ed, site.ret, first, first, (start..start + wanted).collect())
        }
        "insert" => {
            let part = site.arg(1)?;
            let part_ty = ed.ty(part)?;
            let part_len = fixed(ed, part_ty)?;
            let start = u32::try_from(number(ed, site.arg(2)?)?).ok()?;
            // First to the same length, then between the elements before and after.
            let wide = shuffle(ed, ty, part, part, (0..len).map(|at| if at < part_len { at } else { 0 }).collect())?;
            let inside = start..start.checked_add(part_len)?;
            let mask = (0..len).map(|at| if inside.contains(&at) { len + at - start } else { at }).collect();
            shuffle(ed, ty, first, wide, mask)
        }
        "reverse" => shuffle(ed, ty, first, first, (0..len).rev().collect()),
        "splice" => {
            let offset = number(ed, site.arg(2)?)?;
            let start = u32::try_from(if offset < 0 { i64::from(len) + offset } else { offset }).ok()?;
            shuffle(ed, ty, first, site.arg(1)?, (start..start + len).collect())
        }
        "interleave2" => shuffle(ed, site.ret, first, site.arg(1)?, (0..2 * len).map(|at| at / 2 + at % 2 * len).collect()),
        _ => None,
    }
}

fn shuffle(ed: &mut Editor<'_>, ty: TypeId, lhs: Value, rhs: Value, elements: Vec<u32>) -> Option<Value> {
    let word = ed.intern(Type::Int(32));
    let mask_ty = ed.intern(Type::Vector { elem: word, len: u32::try_from(elements.len()).ok()?, scalable: false });
    let kind = match elements.iter().all(|&element| element == 0) {
        true => ConstKind::Null,
        false => {
            let bytes: Vec<u8> = elements.iter().copied().flat_map(u32::to_le_bytes).collect();
            ConstKind::Data(ed.module.consts.bytes.push(&bytes))
        }
    };
    let mask = ed.constant(mask_ty, kind);
    Some(ed.push(ty, Inst::ShuffleVector { lhs, rhs, mask }))
}

/// `bitreverse`: halves are exchanged, from single bits to half of the width.
pub(super) fn bit_reverse(ed: &mut Editor<'_>, site: &Site<'_>) -> Option<Value> {
    let width = ed.width(site.ret)?;
    if !width.is_power_of_two() || width > 64 {
        return None;
    }
    let mut value = site.arg(0)?;
    let mut step = 1;
    while step < width {
        let mask = (0..width).filter(|bit| bit / step % 2 == 0).fold(0u64, |mask, bit| mask | 1 << bit) as i64;
        let (mask, amount) = (ed.int(site.ret, mask), ed.int(site.ret, i64::from(step)));
        let high = ed.bin(BinOp::LShr, value, amount)?;
        let high = ed.bin(BinOp::And, high, mask)?;
        let low = ed.bin(BinOp::And, value, mask)?;
        let low = ed.bin(BinOp::Shl, low, amount)?;
        value = ed.bin(BinOp::Or, high, low)?;
        step *= 2;
    }
    Some(value)
}

/// `fneg` and others as `fsub` from -0.0, for releases without it.
pub(in super::super) fn negated(ed: &mut Editor<'_>, value: Value, fmf: FastMathFlags) -> Option<Value> {
    let ty = ed.ty(value)?;
    let zero = negative_zero(ed, ty)?;
    Some(ed.push(ty, Inst::Bin { op: BinOp::FSub, flags: OpFlags::from(fmf), lhs: zero, rhs: value }))
}

fn negative_zero(ed: &mut Editor<'_>, ty: TypeId) -> Option<Value> {
    let kind = match ed.get(ed.module.types.scalar(ty)) {
        Type::Half | Type::BFloat => ConstKind::Float(1 << 15),
        Type::Float => ConstKind::Float(1 << 31),
        Type::Double => ConstKind::Float(1 << 63),
        Type::X86Fp80 => wide_float(ed, [0, 1 << 15]),
        Type::Fp128 => wide_float(ed, [0, 1 << 63]),
        Type::PpcFp128 => wide_float(ed, [1 << 63, 0]),
        _ => return None,
    };
    Some(ed.constant(ty, kind))
}

/// A number of more than 64 bits.
pub(super) fn wide_float(ed: &mut Editor<'_>, words: [u64; 2]) -> ConstKind {
    let start = ed.module.consts.words.len() as u32;
    ed.module.consts.words.extend(words);
    ConstKind::WideFloat { start }
}
