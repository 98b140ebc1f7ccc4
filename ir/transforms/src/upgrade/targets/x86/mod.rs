//! Intrinsics of x86 that LLVM replaces by others or by plain instructions.
mod arithmetic;
mod call;
mod masks;
mod memory;
mod shuffles;
mod table;
mod unmasked;
mod vectors;

use crate::upgrade::intrinsics::build::Build;
use crate::upgrade::intrinsics::build::size;
use bctk_edit::instructions::NewInst;
use bctk_ir::constants::ConstKind;
use bctk_ir::entity::TypeId;
use bctk_ir::intrinsics::exact;
use bctk_ir::module::Module;
use bctk_ir::opcodes::CastOp;
use bctk_ir::types::Type;
use bctk_ir::value::Value;

/// x86 intrinsics with a mask, replaced by ones without: prefix of the old name, the new name, whether masked-out elements are zero
/// (otherwise, they come from the first argument).
const X86_MASKED: &[(&str, &str, bool)] = &[
    ("avx512.mask.vpmadd52h.uq.", "x86.avx512.vpmadd52h.uq.", false),
    ("avx512.mask.vpmadd52l.uq.", "x86.avx512.vpmadd52l.uq.", false),
    ("avx512.maskz.vpmadd52h.uq.", "x86.avx512.vpmadd52h.uq.", true),
    ("avx512.maskz.vpmadd52l.uq.", "x86.avx512.vpmadd52l.uq.", true),
];

/// Whether calls of this intrinsic (without `llvm.x86.`) are replaced here.
pub(crate) fn knows(module: &Module, name: &str, fn_ty: TypeId) -> bool {
    let Some((ret, params, _)) = module.types.function(fn_ty) else { return false };
    // The maximum number of vector elements and mask bits on x86; larger ones in a file are not expanded.
    let is_possible = |ty: TypeId| match module.types.get(ty) {
        Type::Vector { len, scalable, .. } => len <= 64 && !scalable,
        Type::Int(width) => width <= 64,
        _ => true,
    };
    if !is_possible(ret) || !params.iter().all(is_possible) {
        return false;
    }
    let vector = matches!(module.types.get(ret), Type::Vector { .. });
    without_mask(module, name, ret, params.len()).is_some()
        || table::find(module, name, ret, params).is_some()
        || X86_MASKED.iter().any(|(old, ..)| name.starts_with(old) && params.len() == 4)
        || x86_rotate(name).is_some() && params.len() == 4
        || has_wide_immediate(name) && params.last().is_some_and(|ty| module.types.get(ty) == Type::Int(32))
        || is_old_ptest(module, name, &params.iter().collect::<Vec<_>>())
        || matches!(name, "sse42.crc32.64.8" | "vcvtph2ps.128" | "vcvtph2ps.256")
        || matches!(name, "sse.cvtsi2ss" | "sse.cvtsi642ss" | "sse2.cvtsi2sd" | "sse2.cvtsi642sd")
        || fma(name).is_some() && vector
        || vpermt2(name).is_some() && params.len() == 4 && vector
        || dot_product(name).is_some() && params.get(1).is_some_and(|ty| ty == ret)
}

/// The intrinsic without a mask that replaces one with a mask.
fn without_mask(module: &Module, name: &str, ret: TypeId, params: usize) -> Option<String> {
    let rest = name.strip_prefix("avx512.mask.").filter(|_| params >= 3)?;
    unmasked::unmasked(rest, unmasked::Lanes::of(module, module.types.get(ret))?)
}

/// A dot product of bytes or words whose factors were vectors of `i32`, like the sums: the new name, the width of a factor, whether it has
/// a mask, and whether masked-out elements are zero.
fn dot_product(name: &str) -> Option<(String, u32, Option<bool>)> {
    let (set, rest) = name.split_once('.')?;
    let (mask, op) = if let Some(op) = rest.strip_prefix("mask.") {
        (Some(false), op)
    } else if let Some(op) = rest.strip_prefix("maskz.") {
        (Some(true), op)
    } else {
        (None, rest)
    };
    let width = if op.starts_with("vpdpb") {
        8
    } else if op.starts_with("vpdpw") {
        16
    } else {
        return None;
    };
    let today = format!("x86.{set}.{op}");
    exact(&today).map(|_| (today, width, mask))
}

/// A test of vectors of `float`, which are of `i64` now.
fn is_old_ptest(module: &Module, name: &str, params: &[TypeId]) -> bool {
    let is_float = |ty: &TypeId| matches!(module.types.get(*ty), Type::Vector { elem, .. } if module.types.get(elem) == Type::Float);
    matches!(name, "sse41.ptestc" | "sse41.ptestz" | "sse41.ptestnzc") && params.len() == 2 && params.iter().all(is_float)
}

/// Intrinsics whose immediate number was of 32 bits.
fn has_wide_immediate(name: &str) -> bool {
    matches!(name, "sse41.insertps" | "sse41.dppd" | "sse41.dpps" | "sse41.mpsadbw" | "avx.dp.ps.256" | "avx2.mpsadbw")
}

/// Whether a rotation by a vector goes to the right.
fn x86_rotate(name: &str) -> Option<bool> {
    let rest = name.strip_prefix("avx512.mask.pro")?;
    if rest.starts_with("lv.") || rest.starts_with("l.") {
        return Some(false);
    }
    (rest.starts_with("rv.") || rest.starts_with("r.")).then_some(true)
}

/// Fused multiply-add: the form, and whether product and addend are negated.
#[derive(Clone, Copy)]
struct Fma {
    form: FmaForm,
    negate_product: bool,
    negate_addend: bool,
    /// One element only.
    scalar: bool,
    /// With four operands; the other elements are zero.
    four: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum FmaForm {
    /// Without a mask.
    Plain,
    /// Masked-out elements are those of the first argument.
    Mask,
    /// Masked-out elements are those of the third argument.
    Mask3,
    /// Masked-out elements are zero.
    MaskZ,
}

fn fma(name: &str) -> Option<Fma> {
    let four = name.starts_with("fma4.vfmadd.s");
    let (form, rest) = if let Some(rest) = name.strip_prefix("fma.").or_else(|| name.strip_prefix("fma4.").filter(|_| four)) {
        (FmaForm::Plain, rest)
    } else if let Some(rest) = name.strip_prefix("avx512.mask.") {
        (FmaForm::Mask, rest)
    } else if let Some(rest) = name.strip_prefix("avx512.mask3.") {
        (FmaForm::Mask3, rest)
    } else {
        (FmaForm::MaskZ, name.strip_prefix("avx512.maskz.")?)
    };
    let (op, ty) = rest.split_once('.')?;
    let (negate_product, negate_addend) = match op {
        "vfmadd" => (false, false),
        "vfmsub" => (false, true),
        "vfnmadd" => (true, false),
        "vfnmsub" => (true, true),
        _ => return None,
    };
    let scalar = matches!(ty, "ss" | "sd");
    (scalar || matches!(ty, "ps" | "pd") || ty.starts_with("ps.") || ty.starts_with("pd.")).then_some(Fma {
        four,
        form,
        negate_product,
        negate_addend,
        scalar,
    })
}

/// A permutation of two tables: whether masked-out elements are zero, whether the index comes first.
fn vpermt2(name: &str) -> Option<(bool, bool)> {
    if name.starts_with("avx512.mask.vpermi2var.") {
        Some((false, true))
    } else if name.starts_with("avx512.mask.vpermt2var.") {
        Some((false, false))
    } else if name.starts_with("avx512.maskz.vpermt2var.") {
        Some((true, false))
    } else {
        None
    }
}

/// What takes the place of a call.
pub(crate) fn replace(mut b: Build<'_, '_>, name: &str) -> Option<Vec<NewInst>> {
    let ret = b.result()?;
    let args = b.site.args.clone();
    if name.starts_with("sse41.ptest") {
        let value = bit_test(&mut b, name, &args, ret)?;
        return b.done_in_place(value);
    }
    let &first = args.first()?;
    if let Some(dot) = dot_product(name) {
        return sum_of_products(b, dot, &args, ret);
    }
    if has_wide_immediate(name) {
        let value = narrow_immediate(&mut b, name, args, ret)?;
        return b.done_in_place(value);
    }
    let module = &*b.up.module;
    let (_, params, _) = module.types.function(b.site.call.fn_ty)?;
    let call = || call::Call { name, ret, args: args.clone() };
    if let Some(new) = without_mask(module, name, ret, params.len()) {
        let made = masks::without_mask(&mut b, &call(), &new)?;
        return b.done(made);
    }
    if let Some(row) = table::find(module, name, ret, params) {
        let made = (row.made)(&mut b, &call())?;
        return b.done(made);
    }
    let value = if let Some((old, new, zero)) = X86_MASKED.iter().find(|(old, ..)| name.starts_with(old)) {
        let full = format!("{new}{}", name.strip_prefix(old)?);
        let made = b.call(&full, ret, args.get(..3)?, "")?;
        let other = if *zero { b.zero(ret) } else { first };
        b.mask_select(*args.get(3)?, made, other)?
    } else if let Some(right) = x86_rotate(name) {
        let amount = *args.get(1)?;
        if b.ty(amount)? != ret {
            return None;
        }
        let made = b.call(if right { "fshr" } else { "fshl" }, ret, &[first, first, amount], "")?;
        b.mask_select(*args.get(3)?, made, *args.get(2)?)?
    } else if let Some(fma) = fma(name) {
        x86_fma(&mut b, fma)?
    } else if let Some((zero, index_first)) = vpermt2(name) {
        permutation(&mut b, zero, index_first, &args, ret)?
    } else {
        conversion(&mut b, name, &args, ret)?
    };
    b.done(value)
}

/// A test of bits, which takes vectors of `i64` today.
fn bit_test(b: &mut Build<'_, '_>, name: &str, args: &[Value], ret: TypeId) -> Option<Value> {
    let long = b.intern(Type::Int(64));
    let vector = b.vector(long, 2);
    let x = b.cast(CastOp::BitCast, *args.first()?, vector, "cast")?;
    let y = b.cast(CastOp::BitCast, *args.get(1)?, vector, "cast")?;
    b.call(&format!("x86.{name}"), ret, &[x, y], "")
}

/// A sum of products, whose factors are vectors of the narrow type today.
fn sum_of_products(
    mut b: Build<'_, '_>,
    (today, width, mask): (String, u32, Option<bool>),
    args: &[Value],
    ret: TypeId,
) -> Option<Vec<NewInst>> {
    let &first = args.first()?;
    let (_, len) = b.parts(ret)?;
    let factor = b.intern(Type::Int(width));
    let factors = b.vector(factor, len * (32 / width));
    let x = b.cast(CastOp::BitCast, *args.get(1)?, factors, "")?;
    let y = b.cast(CastOp::BitCast, *args.get(2)?, factors, "")?;
    let made = b.call(&today, ret, &[first, x, y], "")?;
    let Some(zero) = mask else { return b.done_in_place(made) };
    let other = if zero { b.zero(ret) } else { first };
    let value = b.mask_select(*args.get(3)?, made, other)?;
    b.done(value)
}

/// The call with a last argument of 8 bits.
fn narrow_immediate(b: &mut Build<'_, '_>, name: &str, mut args: Vec<Value>, ret: TypeId) -> Option<Value> {
    let last = args.pop()?;
    let byte = b.intern(Type::Int(8));
    // LLVM folds the cast of a constant.
    let last = match b.up.constant_int(b.site.body, last) {
        Some(number) => b.up.int(8, number),
        None => b.cast(CastOp::Trunc, last, byte, "trunc")?,
    };
    args.push(last);
    b.call(&format!("x86.{name}"), ret, &args, "")
}

/// A permutation of two tables ([`vpermt2`]).
fn permutation(b: &mut Build<'_, '_>, zero: bool, index_first: bool, args: &[Value], ret: TypeId) -> Option<Value> {
    let (elem, len) = b.parts(ret)?;
    let suffix = match b.up.module.types.get(elem) {
        Type::Float => "ps",
        Type::Double => "pd",
        Type::Int(32) => "d",
        Type::Int(64) => "q",
        Type::Int(16) => "hi",
        Type::Int(8) => "qi",
        _ => return None,
    };
    let bits = size(b.up.module, elem) * 8 * u64::from(len);
    let &[x, y, z, mask] = args else { return None };
    let operands = if index_first { [x, y, z] } else { [y, x, z] };
    let made = b.call(&format!("x86.avx512.vpermi2var.{suffix}.{bits}"), ret, &operands, "")?;
    let other = if zero { b.zero(ret) } else { b.cast(CastOp::BitCast, y, ret, "")? };
    b.mask_select(mask, made, other)
}

/// A checksum, or a conversion to floating point.
fn conversion(b: &mut Build<'_, '_>, name: &str, args: &[Value], ret: TypeId) -> Option<Value> {
    let &first = args.first()?;
    match name {
        "sse42.crc32.64.8" => {
            let word = b.intern(Type::Int(32));
            let narrow = b.cast(CastOp::Trunc, first, word, "")?;
            let made = b.call("x86.sse42.crc32.32.8", word, &[narrow, *args.get(1)?], "")?;
            b.cast(CastOp::ZExt, made, ret, "")
        }
        "vcvtph2ps.128" | "vcvtph2ps.256" => {
            let (_, len) = b.parts(ret)?;
            let (_, from) = b.parts(b.ty(first)?)?;
            let short = if from == len { first } else { b.first(first, len, "")? };
            let half = b.intern(Type::Half);
            let halves = b.vector(half, len);
            let cast = b.cast(CastOp::BitCast, short, halves, "")?;
            b.cast(CastOp::FpExt, cast, ret, "cvtph2ps")
        }
        _ => {
            let (elem, _) = b.parts(ret)?;
            let made = b.cast(CastOp::SiToFp, *args.get(1)?, elem, "")?;
            b.insert(first, made, 0)
        }
    }
}

/// The operands of a multiplication, negated as requested. Negation applies to the first factor without a mask, and to the second one for
/// single elements. With a mask it applies to the second, unless masked-out elements are zero or come from the third argument.
fn x86_fma(b: &mut Build<'_, '_>, fma: Fma) -> Option<Value> {
    let ret = b.result()?;
    let args = b.site.args.clone();
    let &[first, second, third, ..] = &args[..] else { return None };
    let masked = fma.form != FmaForm::Plain;
    // The rounding mode is the last argument of the widest forms; for any but the current mode, 4, an intrinsic is used.
    let current = args.get(4).is_none_or(|&mode| b.up.constant_int(b.site.body, mode) == Some(4));
    let negate_first = match fma.form {
        FmaForm::Plain => !fma.scalar,
        FmaForm::Mask => false,
        FmaForm::Mask3 | FmaForm::MaskZ => true,
    };
    let mut operands = [first, second, third];
    let extract_first = fma.scalar && !masked;
    if extract_first {
        operands = extracted(b, operands)?;
    }
    let factor = usize::from(!negate_first);
    if fma.negate_product {
        operands[factor] = b.fneg(operands[factor])?;
    }
    if fma.negate_addend {
        operands[2] = b.fneg(operands[2])?;
    }
    if fma.scalar && !extract_first {
        operands = extracted(b, operands)?;
    }
    let ty = b.ty(operands[0])?;
    let scalar = b.up.module.types.scalar(ty);
    let single = b.up.module.types.get(scalar) == Type::Float;
    let made = if current {
        b.call("fma", ty, &operands, "")?
    } else {
        let name = match (fma.scalar, single) {
            (true, true) => "x86.avx512.vfmadd.f32",
            (true, false) => "x86.avx512.vfmadd.f64",
            (false, true) => "x86.avx512.vfmadd.ps.512",
            (false, false) => "x86.avx512.vfmadd.pd.512",
        };
        b.call(name, ty, &[operands[0], operands[1], operands[2], args[4]], "")?
    };
    if !fma.scalar {
        let other = match fma.form {
            FmaForm::Plain => return Some(made),
            FmaForm::Mask => first,
            FmaForm::Mask3 => third,
            FmaForm::MaskZ => b.zero(ret),
        };
        return b.mask_select(*args.get(3)?, made, other);
    }
    let made = if masked {
        let other = match fma.form {
            FmaForm::MaskZ => b.zero(ty),
            // Without the sign that the addend was given.
            FmaForm::Mask3 if fma.negate_addend => b.extract(third, 0)?,
            FmaForm::Mask3 => operands[2],
            _ => operands[0],
        };
        b.scalar_mask_select(*args.get(3)?, made, other)?
    } else {
        made
    };
    let into = match (fma.form, fma.four) {
        (_, true) => b.zero(ret),
        (FmaForm::Mask3, _) => third,
        _ => first,
    };
    b.insert(into, made, 0)
}

fn extracted(b: &mut Build<'_, '_>, [x, y, z]: [Value; 3]) -> Option<[Value; 3]> {
    Some([b.extract(x, 0)?, b.extract(y, 0)?, b.extract(z, 0)?])
}

impl Build<'_, '_> {
    /// Whether a mask is a constant of ones.
    pub(crate) fn is_all_ones(&self, mask: Value) -> bool {
        self.up.constant_kind(self.site.body, mask) == Some(ConstKind::Int(-1))
    }

    /// The bits of a mask as a vector.
    pub(crate) fn mask_bits(&mut self, mask: Value) -> Option<Value> {
        let Type::Int(width) = self.up.module.types.get(self.ty(mask)?) else { return None };
        let bit = self.intern(Type::Int(1));
        let bits = self.vector(bit, width);
        self.cast(CastOp::BitCast, mask, bits, "")
    }

    /// Of two vectors, the elements that a mask says.
    pub(crate) fn mask_select(&mut self, mask: Value, if_set: Value, otherwise: Value) -> Option<Value> {
        if self.is_all_ones(mask) {
            return Some(if_set);
        }
        let (_, len) = self.parts(self.ty(if_set)?)?;
        let mut bits = self.mask_bits(mask)?;
        // A mask of a byte is the smallest there is.
        if len <= 4 {
            bits = self.first(bits, len, "extract")?;
        }
        self.select(bits, if_set, otherwise, "")
    }

    /// One of two numbers, selected by the first bit of a mask.
    fn scalar_mask_select(&mut self, mask: Value, if_set: Value, otherwise: Value) -> Option<Value> {
        if self.is_all_ones(mask) {
            return Some(if_set);
        }
        let bits = self.mask_bits(mask)?;
        let bit = self.extract(bits, 0)?;
        self.select(bit, if_set, otherwise, "")
    }
}
