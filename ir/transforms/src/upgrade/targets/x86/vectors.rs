//! Vector intrinsics of x86 that have become plain instructions or target-independent intrinsics.
use crate::upgrade::intrinsics::build::{Build, size};
use bctk_ir::constants::ConstKind;
use bctk_ir::entity::TypeId;
use bctk_ir::inst::{Access, ArithFlags, Inst, OpFlags};
use bctk_ir::opcodes::{BinOp, CastOp, ICmpPred};
use bctk_ir::types::Type;
use bctk_ir::value::Value;

/// The type of a call, as far as it distinguishes old intrinsics from new ones.
#[derive(Clone, Copy)]
pub(crate) struct Shape {
    pub(crate) result: Type,
    pub(crate) params: usize,
}

/// What an intrinsic is.
#[derive(Clone, Copy, PartialEq)]
enum Kind {
    /// An intrinsic of two operands, and a mask if there are four.
    Binary(&'static str),
    /// An integer operator with a mask.
    Integer(BinOp),
    /// A bitwise operator for any element type, with a mask; the first operand inverted or not.
    Bits(BinOp, bool),
    /// A floating-point operator with a mask; the 512-bit form has a rounding mode.
    Float(&'static str, Option<BinOp>),
    /// The operator on the first elements.
    First(BinOp),
    /// A comparison whose result is as wide as the operands.
    Compare(ICmpPred),
    /// A comparison whose result is a mask: signed or not, by an immediate number or this one.
    CompareMask(bool, Option<u64>),
    /// The absolute value.
    Abs,
    /// Products of the even elements: signed or not.
    MulEven(bool),
    /// Square roots of all elements, or of the first.
    Sqrt,
    SqrtFirst,
    /// A conversion: the operator, the name of its result.
    Convert(CastOp, &'static str),
    /// The first element, converted from the second argument.
    ConvertFirst(CastOp),
    /// A product with alternating subtraction and addition.
    SubtractAdd,
    /// 128-bit lanes shifted by whole bytes: to the right or to the left.
    ShiftBytes(bool),
    /// Elements sign- or zero-extended.
    Extend(CastOp),
    /// Elements in another order.
    Shuffle(Shuffle),
    /// A store without alignment, or one that bypasses the caches.
    StoreUnaligned,
    StoreNonTemporal,
    LoadNonTemporal,
    /// A store of the first element that bypasses the caches.
    StoreFirst,
    /// The sign bits as a mask.
    SignMask,
    /// Whether the bits in common are none, or some.
    Test(ICmpPred),
    /// Operators on masks of 16 bits: the operator, whether the first is inverted.
    Mask(BinOp, bool),
}

/// Shuffles by an immediate number, or fixed ones.
#[derive(Clone, Copy, PartialEq)]
enum Shuffle {
    /// From either operand, selected by the bits of the number.
    Blend,
    /// A part put in, a part taken out.
    Insert,
    Extract,
    /// By two bits of the number for each element of a lane; within lanes of 128 bits.
    Permute,
    PermuteLow,
    PermuteHigh,
    /// Four elements at a time, by two bits each.
    PermuteFour,
    /// From both operands within lanes.
    Both,
    /// Elements twice: the even, or the odd.
    Double(u32),
    /// Interleaved: the low or the high halves of lanes.
    Interleave(bool),
    /// The first element everywhere.
    Broadcast,
    /// All elements again and again.
    Repeat,
}

/// Prefixes of names and their meaning; a longer prefix precedes one that it begins with.
const BEGINNINGS: &[(&str, Kind)] = &[
    ("sse2.padds.", Kind::Binary("sadd.sat")),
    ("avx2.padds.", Kind::Binary("sadd.sat")),
    ("avx512.padds.", Kind::Binary("sadd.sat")),
    ("avx512.mask.padds.", Kind::Binary("sadd.sat")),
    ("sse2.psubs.", Kind::Binary("ssub.sat")),
    ("avx2.psubs.", Kind::Binary("ssub.sat")),
    ("avx512.psubs.", Kind::Binary("ssub.sat")),
    ("avx512.mask.psubs.", Kind::Binary("ssub.sat")),
    ("sse2.paddus.", Kind::Binary("uadd.sat")),
    ("avx2.paddus.", Kind::Binary("uadd.sat")),
    ("avx512.mask.paddus.", Kind::Binary("uadd.sat")),
    ("sse2.psubus.", Kind::Binary("usub.sat")),
    ("avx2.psubus.", Kind::Binary("usub.sat")),
    ("avx512.mask.psubus.", Kind::Binary("usub.sat")),
    ("sse41.pmaxsb", Kind::Binary("smax")),
    ("sse41.pmaxsd", Kind::Binary("smax")),
    ("sse2.pmaxs.w", Kind::Binary("smax")),
    ("avx2.pmaxs", Kind::Binary("smax")),
    ("avx512.mask.pmaxs", Kind::Binary("smax")),
    ("sse41.pmaxuw", Kind::Binary("umax")),
    ("sse41.pmaxud", Kind::Binary("umax")),
    ("sse2.pmaxu.b", Kind::Binary("umax")),
    ("avx2.pmaxu", Kind::Binary("umax")),
    ("avx512.mask.pmaxu", Kind::Binary("umax")),
    ("sse41.pminsb", Kind::Binary("smin")),
    ("sse41.pminsd", Kind::Binary("smin")),
    ("sse2.pmins.w", Kind::Binary("smin")),
    ("avx2.pmins", Kind::Binary("smin")),
    ("avx512.mask.pmins", Kind::Binary("smin")),
    ("sse41.pminuw", Kind::Binary("umin")),
    ("sse41.pminud", Kind::Binary("umin")),
    ("sse2.pminu.b", Kind::Binary("umin")),
    ("avx2.pminu", Kind::Binary("umin")),
    ("avx512.mask.pminu", Kind::Binary("umin")),
    ("avx512.mask.padd.", Kind::Integer(BinOp::Add)),
    ("avx512.mask.psub.", Kind::Integer(BinOp::Sub)),
    ("avx512.mask.pmull.", Kind::Integer(BinOp::Mul)),
    ("avx512.mask.and.", Kind::Bits(BinOp::And, false)),
    ("avx512.mask.pand.", Kind::Bits(BinOp::And, false)),
    ("avx512.mask.andn.", Kind::Bits(BinOp::And, true)),
    ("avx512.mask.pandn.", Kind::Bits(BinOp::And, true)),
    ("avx512.mask.or.", Kind::Bits(BinOp::Or, false)),
    ("avx512.mask.por.", Kind::Bits(BinOp::Or, false)),
    ("avx512.mask.xor.", Kind::Bits(BinOp::Xor, false)),
    ("avx512.mask.pxor.", Kind::Bits(BinOp::Xor, false)),
    ("avx512.mask.add.p", Kind::Float("add", Some(BinOp::FAdd))),
    ("avx512.mask.sub.p", Kind::Float("sub", Some(BinOp::FSub))),
    ("avx512.mask.mul.p", Kind::Float("mul", Some(BinOp::FMul))),
    ("avx512.mask.div.p", Kind::Float("div", Some(BinOp::FDiv))),
    ("avx512.mask.max.ps.512", Kind::Float("max", None)),
    ("avx512.mask.max.pd.512", Kind::Float("max", None)),
    ("avx512.mask.min.ps.512", Kind::Float("min", None)),
    ("avx512.mask.min.pd.512", Kind::Float("min", None)),
    ("sse.add.ss", Kind::First(BinOp::FAdd)),
    ("sse2.add.sd", Kind::First(BinOp::FAdd)),
    ("sse.sub.ss", Kind::First(BinOp::FSub)),
    ("sse2.sub.sd", Kind::First(BinOp::FSub)),
    ("sse.mul.ss", Kind::First(BinOp::FMul)),
    ("sse2.mul.sd", Kind::First(BinOp::FMul)),
    ("sse.div.ss", Kind::First(BinOp::FDiv)),
    ("sse2.div.sd", Kind::First(BinOp::FDiv)),
    ("sse2.pcmpeq.", Kind::Compare(ICmpPred::Eq)),
    ("avx2.pcmpeq.", Kind::Compare(ICmpPred::Eq)),
    ("sse2.pcmpgt.", Kind::Compare(ICmpPred::Sgt)),
    ("avx2.pcmpgt.", Kind::Compare(ICmpPred::Sgt)),
    ("avx512.mask.pcmpeq.", Kind::CompareMask(true, Some(0))),
    ("avx512.mask.pcmpgt.", Kind::CompareMask(true, Some(6))),
    ("avx512.mask.cmp.b", Kind::CompareMask(true, None)),
    ("avx512.mask.cmp.w", Kind::CompareMask(true, None)),
    ("avx512.mask.cmp.d", Kind::CompareMask(true, None)),
    ("avx512.mask.cmp.q", Kind::CompareMask(true, None)),
    ("avx512.mask.ucmp.", Kind::CompareMask(false, None)),
    ("ssse3.pabs.b.128", Kind::Abs),
    ("ssse3.pabs.w.128", Kind::Abs),
    ("ssse3.pabs.d.128", Kind::Abs),
    ("avx2.pabs.", Kind::Abs),
    ("avx512.mask.pabs.", Kind::Abs),
    ("sse2.pmulu.dq", Kind::MulEven(false)),
    ("avx2.pmulu.dq", Kind::MulEven(false)),
    ("avx512.pmulu.dq.512", Kind::MulEven(false)),
    ("avx512.mask.pmulu.dq.", Kind::MulEven(false)),
    ("sse41.pmuldq", Kind::MulEven(true)),
    ("avx2.pmul.dq", Kind::MulEven(true)),
    ("avx512.pmul.dq.512", Kind::MulEven(true)),
    ("avx512.mask.pmul.dq.", Kind::MulEven(true)),
    ("avx512.mask.sqrt.p", Kind::Sqrt),
    ("avx.sqrt.p", Kind::Sqrt),
    ("sse.sqrt.p", Kind::Sqrt),
    ("sse2.sqrt.p", Kind::Sqrt),
    ("sse.sqrt.ss", Kind::SqrtFirst),
    ("sse2.sqrt.sd", Kind::SqrtFirst),
    ("sse2.cvtdq2p", Kind::Convert(CastOp::SiToFp, "cvt")),
    ("avx.cvtdq2.p", Kind::Convert(CastOp::SiToFp, "cvt")),
    ("avx512.mask.cvtdq2p", Kind::Convert(CastOp::SiToFp, "cvt")),
    ("avx512.mask.cvtqq2pd.", Kind::Convert(CastOp::SiToFp, "cvt")),
    ("avx512.mask.cvtudq2p", Kind::Convert(CastOp::UiToFp, "cvt")),
    ("avx512.mask.cvtuqq2pd.", Kind::Convert(CastOp::UiToFp, "cvt")),
    ("sse2.cvtps2pd", Kind::Convert(CastOp::FpExt, "cvtps2pd")),
    ("avx.cvt.ps2.pd.256", Kind::Convert(CastOp::FpExt, "cvtps2pd")),
    ("avx512.mask.cvtps2pd.128", Kind::Convert(CastOp::FpExt, "cvtps2pd")),
    ("avx512.mask.cvtps2pd.256", Kind::Convert(CastOp::FpExt, "cvtps2pd")),
    ("sse2.cvtss2sd", Kind::ConvertFirst(CastOp::FpExt)),
    ("avx512.cvtusi2sd", Kind::ConvertFirst(CastOp::UiToFp)),
    ("fma.vfmsubadd.p", Kind::SubtractAdd),
    ("sse2.psll.dq", Kind::ShiftBytes(false)),
    ("avx2.psll.dq", Kind::ShiftBytes(false)),
    ("avx512.psll.dq.512", Kind::ShiftBytes(false)),
    ("sse2.psrl.dq", Kind::ShiftBytes(true)),
    ("avx2.psrl.dq", Kind::ShiftBytes(true)),
    ("avx512.psrl.dq.512", Kind::ShiftBytes(true)),
    ("sse41.pmovsx", Kind::Extend(CastOp::SExt)),
    ("avx2.pmovsx", Kind::Extend(CastOp::SExt)),
    ("avx512.mask.pmovsx", Kind::Extend(CastOp::SExt)),
    ("sse41.pmovzx", Kind::Extend(CastOp::ZExt)),
    ("avx2.pmovzx", Kind::Extend(CastOp::ZExt)),
    ("avx512.mask.pmovzx", Kind::Extend(CastOp::ZExt)),
    ("sse41.pblendw", Kind::Shuffle(Shuffle::Blend)),
    ("sse41.blendp", Kind::Shuffle(Shuffle::Blend)),
    ("avx.blend.p", Kind::Shuffle(Shuffle::Blend)),
    ("avx2.pblendw", Kind::Shuffle(Shuffle::Blend)),
    ("avx2.pblendd.", Kind::Shuffle(Shuffle::Blend)),
    ("avx.vinsertf128.", Kind::Shuffle(Shuffle::Insert)),
    ("avx2.vinserti128", Kind::Shuffle(Shuffle::Insert)),
    ("avx512.mask.insert", Kind::Shuffle(Shuffle::Insert)),
    ("avx.vextractf128.", Kind::Shuffle(Shuffle::Extract)),
    ("avx2.vextracti128", Kind::Shuffle(Shuffle::Extract)),
    ("avx512.mask.vextract", Kind::Shuffle(Shuffle::Extract)),
    ("avx.vpermil.", Kind::Shuffle(Shuffle::Permute)),
    ("sse2.pshuf.d", Kind::Shuffle(Shuffle::Permute)),
    ("avx512.mask.vpermil.p", Kind::Shuffle(Shuffle::Permute)),
    ("avx512.mask.pshuf.d.", Kind::Shuffle(Shuffle::Permute)),
    ("sse2.pshufl.w", Kind::Shuffle(Shuffle::PermuteLow)),
    ("avx512.mask.pshufl.w.", Kind::Shuffle(Shuffle::PermuteLow)),
    ("sse2.pshufh.w", Kind::Shuffle(Shuffle::PermuteHigh)),
    ("avx512.mask.pshufh.w.", Kind::Shuffle(Shuffle::PermuteHigh)),
    ("avx512.mask.perm.df.", Kind::Shuffle(Shuffle::PermuteFour)),
    ("avx512.mask.perm.di.", Kind::Shuffle(Shuffle::PermuteFour)),
    ("avx512.mask.shuf.p", Kind::Shuffle(Shuffle::Both)),
    ("avx512.mask.movddup", Kind::Shuffle(Shuffle::Double(0))),
    ("avx512.mask.movsldup", Kind::Shuffle(Shuffle::Double(0))),
    ("avx512.mask.movshdup", Kind::Shuffle(Shuffle::Double(1))),
    ("avx512.mask.punpckl", Kind::Shuffle(Shuffle::Interleave(false))),
    ("avx512.mask.unpckl.", Kind::Shuffle(Shuffle::Interleave(false))),
    ("avx512.mask.punpckh", Kind::Shuffle(Shuffle::Interleave(true))),
    ("avx512.mask.unpckh.", Kind::Shuffle(Shuffle::Interleave(true))),
    ("avx2.pbroadcast", Kind::Shuffle(Shuffle::Broadcast)),
    ("avx2.vbroadcast.s", Kind::Shuffle(Shuffle::Broadcast)),
    ("avx512.pbroadcast", Kind::Shuffle(Shuffle::Broadcast)),
    ("avx512.mask.broadcast.s", Kind::Shuffle(Shuffle::Broadcast)),
    ("avx512.mask.broadcastf", Kind::Shuffle(Shuffle::Repeat)),
    ("avx512.mask.broadcasti", Kind::Shuffle(Shuffle::Repeat)),
    ("sse.storeu.", Kind::StoreUnaligned),
    ("sse2.storeu.", Kind::StoreUnaligned),
    ("avx.storeu.", Kind::StoreUnaligned),
    ("sse4a.movnt.", Kind::StoreFirst),
    ("avx.movnt.", Kind::StoreNonTemporal),
    ("avx512.storent.", Kind::StoreNonTemporal),
    ("sse41.movntdqa", Kind::LoadNonTemporal),
    ("avx2.movntdqa", Kind::LoadNonTemporal),
    ("avx512.movntdqa", Kind::LoadNonTemporal),
    ("avx512.cvtb2mask.", Kind::SignMask),
    ("avx512.cvtw2mask.", Kind::SignMask),
    ("avx512.cvtd2mask.", Kind::SignMask),
    ("avx512.cvtq2mask.", Kind::SignMask),
    ("avx512.ptestm.", Kind::Test(ICmpPred::Ne)),
    ("avx512.ptestnm.", Kind::Test(ICmpPred::Eq)),
    ("avx512.kand.w", Kind::Mask(BinOp::And, false)),
    ("avx512.kandn.w", Kind::Mask(BinOp::And, true)),
    ("avx512.kor.w", Kind::Mask(BinOp::Or, false)),
    ("avx512.kxor.w", Kind::Mask(BinOp::Xor, false)),
    ("avx512.kxnor.w", Kind::Mask(BinOp::Xor, true)),
];

fn kind(name: &str) -> Option<Kind> {
    BEGINNINGS.iter().find(|(beginning, _)| name.starts_with(beginning)).map(|(_, kind)| *kind)
}

/// Whether calls of this intrinsic are replaced here.
pub(crate) fn knows(name: &str, shape: Shape) -> bool {
    let vector = matches!(shape.result, Type::Vector { .. });
    match kind(name) {
        Some(Kind::CompareMask(..) | Kind::SignMask | Kind::Test(_) | Kind::Mask(..)) => !vector,
        Some(Kind::StoreUnaligned | Kind::StoreNonTemporal | Kind::StoreFirst) => shape.params == 2,
        // The 512-bit forms have explicit rounding.
        Some(Kind::Convert(..)) => vector && shape.params != 4,
        Some(Kind::Sqrt) => vector && shape.params <= 3,
        Some(_) => vector,
        None => false,
    }
}

/// What takes the place of a call, if it is one of these.
pub(crate) fn replace(b: &mut Build<'_, '_>, name: &str) -> Option<Option<Value>> {
    kind(name).map(|kind| made(b, name, kind))
}

fn made(b: &mut Build<'_, '_>, name: &str, kind: Kind) -> Option<Value> {
    let (ret, args) = (b.result()?, b.site.args.clone());
    let x = *args.first()?;
    let masked = |b: &mut Build<'_, '_>, value: Value, from: usize| match (args.get(from), args.get(from + 1)) {
        (Some(&other), Some(&mask)) => b.mask_select(mask, value, other),
        _ => Some(value),
    };
    match kind {
        Kind::Binary(intrinsic) => {
            let value = b.call(intrinsic, ret, &[x, *args.get(1)?], "")?;
            masked(b, value, 2)
        }
        Kind::Integer(op) => {
            let value = binary(b, op, x, *args.get(1)?)?;
            masked(b, value, 2)
        }
        Kind::Bits(op, inverted) => {
            let bits = integers(b, ret)?;
            let (mut lhs, rhs) = (b.cast(CastOp::BitCast, x, bits, "")?, *args.get(1)?);
            if inverted {
                lhs = not(b, lhs)?;
            }
            let rhs = b.cast(CastOp::BitCast, rhs, bits, "")?;
            let value = binary(b, op, lhs, rhs)?;
            let value = b.cast(CastOp::BitCast, value, ret, "")?;
            masked(b, value, 2)
        }
        Kind::Float(op, plain) => {
            let y = *args.get(1)?;
            let value = match (name.ends_with(".512"), plain) {
                (false, Some(plain)) => binary(b, plain, x, y)?,
                _ => {
                    let ty = if name.contains(".ps.") { "ps" } else { "pd" };
                    b.call(&format!("x86.avx512.{op}.{ty}.512"), ret, &[x, y, *args.get(4)?], "")?
                }
            };
            masked(b, value, 2)
        }
        Kind::First(op) => {
            let (elem, _) = b.parts(ret)?;
            let zero = b.up.int(32, 0);
            let mut first = |vector: Value| match b.fold_extract(vector, 0) {
                Some(folded) => Some(folded),
                None => b.push(elem, Inst::ExtractElement { vector, index: zero }, ""),
            };
            let (lhs, rhs) = (first(x)?, first(*args.get(1)?)?);
            let value = binary(b, op, lhs, rhs)?;
            b.push(ret, Inst::InsertElement { vector: x, element: value, index: zero }, "")
        }
        Kind::Compare(pred) => {
            let bits = compare(b, pred, x, *args.get(1)?)?;
            b.cast(CastOp::SExt, bits, ret, "")
        }
        Kind::CompareMask(signed, condition) => {
            let condition = match condition {
                Some(condition) => condition,
                None => b.up.constant_int(b.site.body, *args.get(2)?)?,
            };
            let mask = *args.last()?;
            let bits = match condition {
                // Nothing is asked.
                3 | 7 => {
                    let (_, len) = b.parts(b.ty(x)?)?;
                    let bit = b.intern(Type::Int(1));
                    let ty = b.vector(bit, len);
                    b.of_elements(ty, &vec![u64::from(condition == 7); len as usize])?
                }
                _ => compare(b, predicate(condition, signed)?, x, *args.get(1)?)?,
            };
            mask_of_bits(b, bits, Some(mask))
        }
        Kind::Abs => {
            let no = b.up.int(1, 0);
            let value = b.call("abs", ret, &[x, no], "")?;
            masked(b, value, 1)
        }
        Kind::MulEven(signed) => {
            let mut lhs = b.cast(CastOp::BitCast, x, ret, "")?;
            let mut rhs = b.cast(CastOp::BitCast, *args.get(1)?, ret, "")?;
            let number = splat(b, ret, if signed { 32 } else { 0xffff_ffff })?;
            for operand in [&mut lhs, &mut rhs] {
                if signed {
                    *operand = binary(b, BinOp::Shl, *operand, number)?;
                    *operand = binary(b, BinOp::AShr, *operand, number)?;
                } else {
                    *operand = binary(b, BinOp::And, *operand, number)?;
                }
            }
            let value = binary(b, BinOp::Mul, lhs, rhs)?;
            masked(b, value, 2)
        }
        Kind::Sqrt => {
            let value = b.call("sqrt", ret, &[x], "")?;
            masked(b, value, 1)
        }
        Kind::SqrtFirst => {
            let (elem, _) = b.parts(ret)?;
            let first = b.extract(x, 0)?;
            let value = b.call("sqrt", elem, &[first], "")?;
            b.insert(x, value, 0)
        }
        Kind::Convert(op, result) => {
            let ((_, len), (_, from)) = (b.parts(ret)?, b.parts(b.ty(x)?)?);
            let short = if len < from { b.first(x, len, "")? } else { x };
            let value = b.cast(op, short, ret, result)?;
            masked(b, value, 1)
        }
        Kind::ConvertFirst(op) => {
            let (elem, _) = b.parts(ret)?;
            let from = *args.get(1)?;
            let from = if b.parts(b.ty(from)?).is_some() { b.extract(from, 0)? } else { from };
            let value = b.cast(op, from, elem, "")?;
            b.insert(x, value, 0)
        }
        Kind::SubtractAdd => {
            let addend = b.fneg(*args.get(2)?)?;
            b.call(&format!("x86.{}", name.replace("subadd", "addsub")), ret, &[x, *args.get(1)?, addend], "")
        }
        Kind::ShiftBytes(right) => {
            let shift = b.up.constant_int(b.site.body, *args.get(1)?)?;
            // Without this ending the number is one of bits.
            let shift = if name.ends_with(".bs") || name.ends_with(".512") { shift } else { shift / 8 };
            shift_bytes(b, ret, x, u32::try_from(shift).ok()?, right)
        }
        Kind::Extend(op) => {
            let (_, len) = b.parts(ret)?;
            let mask: Vec<u32> = (0..len).collect();
            let short = one(b, x, &mask)?;
            let value = b.cast(op, short, ret, "")?;
            masked(b, value, 1)
        }
        Kind::Shuffle(shuffle) => shuffled(b, shuffle, ret, &args),
        Kind::StoreUnaligned => {
            let value = *args.get(1)?;
            let ptr = b.pointer_to(x, b.ty(value)?, "cast")?;
            b.push_void(Inst::Store { align: 1, access: Access::PLAIN, scope: 1, value, ptr });
            Some(Value::NONE)
        }
        Kind::StoreNonTemporal => {
            let value = *args.get(1)?;
            let ty = b.ty(value)?;
            let align = size(b.up.module, ty).next_power_of_two().trailing_zeros() as u8 + 1;
            let ptr = b.pointer_to(x, ty, "cast")?;
            b.push_void(Inst::Store { align, access: Access::PLAIN, scope: 1, value, ptr });
            non_temporal(b);
            Some(Value::NONE)
        }
        Kind::StoreFirst => {
            let vector = *args.get(1)?;
            let (elem, _) = b.parts(b.ty(vector)?)?;
            let index = b.up.int(64, 0);
            let value = b.push(elem, Inst::ExtractElement { vector, index }, "extractelement")?;
            let ptr = b.pointer_to(x, elem, "cast")?;
            b.push_void(Inst::Store { align: 1, access: Access::PLAIN, scope: 1, value, ptr });
            non_temporal(b);
            Some(Value::NONE)
        }
        Kind::LoadNonTemporal => {
            let align = size(b.up.module, ret).next_power_of_two().trailing_zeros() as u8 + 1;
            let ptr = b.pointer_to(x, ret, "cast")?;
            let value = b.push(ret, Inst::Load { align, access: Access::PLAIN, scope: 1, ptr }, "")?;
            non_temporal(b);
            Some(value)
        }
        Kind::SignMask => {
            let zero = b.zero(b.ty(x)?);
            let bits = compare(b, ICmpPred::Slt, x, zero)?;
            mask_of_bits(b, bits, None)
        }
        Kind::Test(pred) => {
            let common = binary(b, BinOp::And, x, *args.get(1)?)?;
            let zero = b.zero(b.ty(x)?);
            let bits = compare(b, pred, common, zero)?;
            mask_of_bits(b, bits, Some(*args.get(2)?))
        }
        Kind::Mask(op, inverted) => {
            let mut lhs = b.mask_bits(x)?;
            let rhs = b.mask_bits(*args.get(1)?)?;
            if inverted {
                lhs = not(b, lhs)?;
            }
            let value = binary(b, op, lhs, rhs)?;
            b.cast(CastOp::BitCast, value, ret, "")
        }
    }
}

/// The predicate for a condition number; two of them are constant and have none.
fn predicate(condition: u64, signed: bool) -> Option<ICmpPred> {
    Some(match (condition, signed) {
        (0, _) => ICmpPred::Eq,
        (1, true) => ICmpPred::Slt,
        (1, false) => ICmpPred::Ult,
        (2, true) => ICmpPred::Sle,
        (2, false) => ICmpPred::Ule,
        (4, _) => ICmpPred::Ne,
        (5, true) => ICmpPred::Sge,
        (5, false) => ICmpPred::Uge,
        (6, true) => ICmpPred::Sgt,
        (6, false) => ICmpPred::Ugt,
        _ => return None,
    })
}

pub(crate) fn binary(b: &mut Build<'_, '_>, op: BinOp, lhs: Value, rhs: Value) -> Option<Value> {
    let ty = b.ty(lhs)?;
    if !matches!(op, BinOp::FAdd | BinOp::FSub | BinOp::FMul | BinOp::FDiv)
        && let Some(folded) = b.fold_binary(op, lhs, rhs)
    {
        return Some(folded);
    }
    b.push(ty, Inst::Bin { op, flags: OpFlags::NONE, lhs, rhs }, "")
}

/// A comparison of vectors.
pub(crate) fn compare(b: &mut Build<'_, '_>, pred: ICmpPred, lhs: Value, rhs: Value) -> Option<Value> {
    let (_, len) = b.parts(b.ty(lhs)?)?;
    let bit = b.intern(Type::Int(1));
    let ty = b.vector(bit, len);
    if let Some(folded) = b.fold_compare(pred, lhs, rhs, ty) {
        return Some(folded);
    }
    b.push(ty, Inst::ICmp { pred, flags: ArithFlags::NONE, lhs, rhs }, "")
}

/// The vector of integers as wide as the elements of another.
pub(crate) fn integers(b: &mut Build<'_, '_>, ty: TypeId) -> Option<TypeId> {
    let (elem, len) = b.parts(ty)?;
    let width = size(b.up.module, elem).checked_mul(8)?;
    let int = b.intern(Type::Int(u32::try_from(width).ok()?));
    Some(b.vector(int, len))
}

/// A vector of one number.
pub(crate) fn splat(b: &mut Build<'_, '_>, ty: TypeId, value: u64) -> Option<Value> {
    let (_, len) = b.parts(ty)?;
    b.of_elements(ty, &vec![value; len as usize])
}

pub(crate) fn not(b: &mut Build<'_, '_>, value: Value) -> Option<Value> {
    let ones = splat(b, b.ty(value)?, u64::MAX)?;
    binary(b, BinOp::Xor, value, ones)
}

/// The listed elements of a vector, as a shuffle with one operand.
fn one(b: &mut Build<'_, '_>, vector: Value, mask: &[u32]) -> Option<Value> {
    let ty = b.ty(vector)?;
    let poison = b.up.constant(ty, ConstKind::Poison);
    b.shuffle(vector, poison, mask, "")
}

/// Bits as an integer of at least eight, of which a mask keeps some.
pub(crate) fn mask_of_bits(b: &mut Build<'_, '_>, mut bits: Value, mask: Option<Value>) -> Option<Value> {
    let (_, len) = b.parts(b.ty(bits)?)?;
    if let Some(mask) = mask.filter(|&mask| !b.is_all_ones(mask)) {
        let mut other = b.mask_bits(mask)?;
        if len <= 4 {
            other = b.first(other, len, "extract")?;
        }
        bits = binary(b, BinOp::And, bits, other)?;
    }
    if len < 8 {
        let mask: Vec<u32> = (0..8).map(|i| if i < len { i } else { len + i % len }).collect();
        let zero = b.zero(b.ty(bits)?);
        bits = b.shuffle(bits, zero, &mask, "")?;
    }
    let ty = b.intern(Type::Int(len.max(8)));
    b.cast(CastOp::BitCast, bits, ty, "")
}

fn shift_bytes(b: &mut Build<'_, '_>, ret: TypeId, vector: Value, shift: u32, right: bool) -> Option<Value> {
    let len = u32::try_from(size(b.up.module, ret)).ok()?;
    let byte = b.intern(Type::Int(8));
    let bytes = b.vector(byte, len);
    let value = b.cast(CastOp::BitCast, vector, bytes, "cast")?;
    let zero = b.zero(bytes);
    let shifted = if shift >= 16 {
        zero
    } else if right {
        let mask: Vec<u32> = (0..len).map(|i| if i % 16 + shift >= 16 { i + shift + len - 16 } else { i + shift }).collect();
        b.shuffle(value, zero, &mask, "")?
    } else {
        let mask: Vec<u32> = (0..len).map(|i| if i % 16 >= shift { len + i - shift } else { i + 16 - shift }).collect();
        b.shuffle(zero, value, &mask, "")?
    };
    b.cast(CastOp::BitCast, shifted, ret, "cast")
}

/// Marks the access appended last as nontemporal.
fn non_temporal(b: &mut Build<'_, '_>) {
    let number = b.up.md_int(32, 1);
    let node = b.up.uniqued_tuple(&[Some(number)]);
    b.attach(vec![(&b"nontemporal"[..], node)]);
}

fn shuffled(b: &mut Build<'_, '_>, shuffle: Shuffle, ret: TypeId, args: &[Value]) -> Option<Value> {
    let (elem, len) = b.parts(ret)?;
    let bits = u32::try_from(size(b.up.module, elem) * 8).ok()?;
    let lane = 128u32.checked_div(bits).filter(|&lane| lane != 0)?;
    let x = *args.first()?;
    let number = |b: &Build<'_, '_>, at: usize| args.get(at).and_then(|&arg| b.up.constant_int(b.site.body, arg)).map(|n| n as u32);
    // The positions of the value for masked-out elements and of the mask.
    let (value, rest) = match shuffle {
        Shuffle::Blend => {
            let by = number(b, 2)?;
            let mask: Vec<u32> = (0..len).map(|i| if by >> (i % 8) & 1 == 1 { i + len } else { i }).collect();
            (b.shuffle(x, *args.get(1)?, &mask, "")?, 3)
        }
        Shuffle::Insert => {
            let part = *args.get(1)?;
            let (_, count) = b.parts(b.ty(part)?)?;
            let at = number(b, 2)? % len.checked_div(count).filter(|&n| n != 0)?;
            let wide: Vec<u32> = (0..len).map(|i| i.min(count)).collect();
            let wide = one(b, part, &wide)?;
            let inside = at * count..(at + 1) * count;
            let mask: Vec<u32> = (0..len).map(|i| if inside.contains(&i) { len + i - inside.start } else { i }).collect();
            (b.shuffle(x, wide, &mask, "")?, 3)
        }
        Shuffle::Extract => {
            let (_, count) = b.parts(b.ty(x)?)?;
            let at = number(b, 1)? % count.checked_div(len).filter(|&n| n != 0)?;
            let mask: Vec<u32> = (0..len).map(|i| i + at * len).collect();
            (b.shuffle(x, x, &mask, "")?, 2)
        }
        Shuffle::Permute => {
            let by = number(b, 1)?;
            let step = 64 / bits.clamp(1, 64);
            let low = (1u32 << step.min(31)) - 1;
            let mask: Vec<u32> = (0..len).map(|i| (by >> ((i * step) % 8) & low) | (i & !low)).collect();
            (b.shuffle(x, x, &mask, "")?, 2)
        }
        Shuffle::PermuteLow | Shuffle::PermuteHigh => {
            let by = number(b, 1)?;
            let high = shuffle == Shuffle::PermuteHigh;
            let mask: Vec<u32> = (0..len).map(|i| if (i % 8 >= 4) == high { (by >> (2 * (i % 4)) & 3) + i - i % 4 } else { i }).collect();
            (b.shuffle(x, x, &mask, "")?, 2)
        }
        Shuffle::PermuteFour => {
            let by = number(b, 1)?;
            let mask: Vec<u32> = (0..len).map(|i| (i & !3) + (by >> (2 * (i & 3)) & 3)).collect();
            (b.shuffle(x, x, &mask, "")?, 2)
        }
        Shuffle::Both => {
            let by = number(b, 2)?;
            let half = lane / 2;
            let mask: Vec<u32> = (0..len)
                .map(|i| {
                    let second = if i % lane >= half { len } else { 0 };
                    i - i % lane + second + (by >> ((i * half) % 8) & ((1 << half) - 1))
                })
                .collect();
            (b.shuffle(x, *args.get(1)?, &mask, "")?, 3)
        }
        Shuffle::Double(offset) => {
            let mask: Vec<u32> = (0..len).map(|i| i - i % 2 + offset).collect();
            (b.shuffle(x, x, &mask, "")?, 1)
        }
        Shuffle::Interleave(high) => {
            let start = if high { lane / 2 } else { 0 };
            let mask: Vec<u32> = (0..len).map(|i| i - i % lane + start + i % lane / 2 + len * (i % lane % 2)).collect();
            (b.shuffle(x, *args.get(1)?, &mask, "")?, 2)
        }
        Shuffle::Broadcast => (one(b, x, &vec![0; len as usize])?, 1),
        Shuffle::Repeat => {
            let (_, count) = b.parts(b.ty(x)?)?;
            let mask: Vec<u32> = (0..len).map(|i| i % count.max(1)).collect();
            (b.shuffle(x, x, &mask, "")?, 1)
        }
    };
    match (args.get(rest), args.get(rest + 1)) {
        (Some(&other), Some(&mask)) => b.mask_select(mask, value, other),
        _ => Some(value),
    }
}
