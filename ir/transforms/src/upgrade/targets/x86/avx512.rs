//! More x86 intrinsics that are replaced by plain instructions or other intrinsics: masks, memory, rotations, comparisons of XOP.
use super::unmasked::{Lanes, unmasked};
use super::vectors::{binary, compare, integers, mask_of_bits, not, splat};
use crate::upgrade::intrinsics::build::{Build, size};
use bctk_ir::constants::ConstKind;
use bctk_ir::entity::{ListRef, TypeId};
use bctk_ir::inst::{Access, Inst};
use bctk_ir::module::Module;
use bctk_ir::opcodes::{BinOp, CastOp, ICmpPred};
use bctk_ir::types::{StructKind, Type};
use bctk_ir::value::Value;

/// What an intrinsic is.
#[derive(Clone, Debug, PartialEq)]
enum Plan {
    /// Another intrinsic, and a selection.
    Select(String),
    /// A number of three, whether masked-out elements are zero.
    Ternary(bool),
    LeadingZeros,
    /// To the right or not, by a number or numbers.
    Rotate(bool),
    /// A concatenation of two values, shifted: whether to the right, whether masked-out elements are zero.
    Funnel(bool, bool),
    /// Square roots with explicit rounding.
    Sqrt,
    /// Conversion from integers, signed or not, with explicit rounding.
    Convert(bool),
    /// `float` from `half` under a mask.
    FromHalf,
    /// Masked access to memory, aligned or not.
    Load(bool),
    Store(bool),
    StoreFirst,
    /// The low half of a vector stored.
    StoreLow,
    ExpandLoad,
    CompressStore,
    /// `compress`, `expand`
    Compress(&'static str),
    /// Two masks side by side.
    Unpack,
    NotMask,
    /// Whether two masks are all zeros, or all ones.
    TestMask(bool),
    /// A mask as the elements of a vector.
    FromMask,
    /// A number made a vector: of a mask, or of an argument.
    BroadcastMask,
    Broadcast,
    /// The element in memory, or the 128 bits.
    BroadcastLoad,
    BroadcastLanes,
    /// The first element by a mask.
    Move,
    /// XOP comparison: the condition unless it is an argument, and signedness.
    Compare(Option<u64>, bool),
    /// Bits from two vectors.
    SelectBits,
    Truncate,
    /// Shift of two concatenated vectors by whole elements or bytes.
    Align(bool),
    /// Lanes of 128 bits by number, of two vectors.
    ShuffleLanes,
    /// Halves by number, some of them zero.
    Halves,
    /// A test of elements whose result is a mask.
    Classify(&'static str),
    /// A floating-point comparison whose result was a number.
    CompareFloat,
    /// The same without a mask.
    CompareAll,
    /// Arithmetic with a carry, which stored its result.
    Carry(&'static str),
    Rdtscp,
    /// A permutation of two vectors by integers that were floating-point numbers.
    PermuteTwo,
    /// The fraction of the first element, of the second argument.
    Fraction,
    /// A product with alternating addition and subtraction: which comes first, and the source of masked-out elements: an argument, or
    /// none.
    AddSub {
        subtract_odd: bool,
        other: Option<usize>,
    },
    /// `bfloat` as integers: results, or operands.
    FromBfloat,
    DotBfloat,
}

fn plan(module: &Module, name: &str, ret: TypeId, params: ListRef<'_, TypeId>) -> Option<Plan> {
    let param = |at: usize| params.get(at).map(|ty| module.types.get(ty));
    let ret = module.types.get(ret);
    let lanes = Lanes::of(module, ret);
    let count = params.len();
    let starts = |prefix: &str| name.starts_with(prefix);
    let mask = name.strip_prefix("avx512.mask.");
    if let (Some(rest), Some(lanes)) = (mask, lanes)
        && count >= 3
        && let Some(new) = unmasked(rest, lanes)
    {
        return Some(Plan::Select(new));
    }
    Some(match name {
        _ if starts("avx512.mask.pternlog.") && count == 5 => Plan::Ternary(false),
        _ if starts("avx512.maskz.pternlog.") && count == 5 => Plan::Ternary(true),
        _ if starts("avx512.mask.lzcnt.") && count == 3 => Plan::LeadingZeros,
        _ if (starts("xop.vprot") || starts("avx512.prol")) && count == 2 => Plan::Rotate(false),
        _ if starts("avx512.pror") && count == 2 => Plan::Rotate(true),
        _ if starts("avx512.mask.prol") && count == 4 => Plan::Rotate(false),
        _ if starts("avx512.mask.pror") && count == 4 => Plan::Rotate(true),
        _ if starts("avx512.vpshld.") || starts("avx512.mask.vpshld") => Plan::Funnel(false, false),
        _ if starts("avx512.vpshrd.") || starts("avx512.mask.vpshrd") => Plan::Funnel(true, false),
        _ if starts("avx512.maskz.vpshld") => Plan::Funnel(false, true),
        _ if starts("avx512.maskz.vpshrd") => Plan::Funnel(true, true),
        _ if starts("avx512.mask.sqrt.p") && count == 4 => Plan::Sqrt,
        _ if starts("avx512.mask.cvtdq2ps.") || starts("avx512.mask.cvtqq2p") => match count {
            4 => Plan::Convert(true),
            3 if starts("avx512.mask.cvtqq2ps.256") => Plan::Convert(true),
            _ => return None,
        },
        _ if starts("avx512.mask.cvtudq2ps.") || starts("avx512.mask.cvtuqq2p") => match count {
            4 => Plan::Convert(false),
            3 if starts("avx512.mask.cvtuqq2ps.256") => Plan::Convert(false),
            _ => return None,
        },
        _ if starts("avx512.mask.vcvtph2ps.") && count == 3 => Plan::FromHalf,
        _ if starts("avx512.mask.load") && count == 3 => Plan::Load(!starts("avx512.mask.loadu")),
        "avx512.mask.store.ss" => Plan::StoreFirst,
        _ if starts("avx512.mask.store") && count == 3 => Plan::Store(!starts("avx512.mask.storeu")),
        "sse2.storel.dq" => Plan::StoreLow,
        _ if starts("avx512.mask.expand.load.") => Plan::ExpandLoad,
        _ if starts("avx512.mask.compress.store.") => Plan::CompressStore,
        _ if starts("avx512.mask.expand.") && matches!(param(2), Some(Type::Int(_))) => Plan::Compress("expand"),
        _ if starts("avx512.mask.compress.") && matches!(param(2), Some(Type::Int(_))) => Plan::Compress("compress"),
        _ if starts("avx512.kunpck") => Plan::Unpack,
        "avx512.knot.w" => Plan::NotMask,
        "avx512.kortestz.w" => Plan::TestMask(false),
        "avx512.kortestc.w" => Plan::TestMask(true),
        _ if starts("avx512.cvtmask2") => Plan::FromMask,
        _ if starts("avx512.broadcastm") => Plan::BroadcastMask,
        _ if starts("avx512.mask.pbroadcast") && count == 3 => Plan::Broadcast,
        _ if starts("avx.vbroadcast.s") || starts("avx512.vbroadcast.s") => Plan::BroadcastLoad,
        _ if starts("avx.vbroadcastf128") || name == "avx2.vbroadcasti128" => Plan::BroadcastLanes,
        _ if starts("avx512.mask.move.s") => Plan::Move,
        _ if starts("xop.vpcmov") => Plan::SelectBits,
        _ if starts("xop.vpcom") => {
            let rest = name.strip_prefix("xop.vpcom")?;
            let signed = !["ub", "uw", "ud", "uq"].iter().any(|end| name.ends_with(end));
            const CONDITIONS: [&str; 8] = ["lt", "le", "gt", "ge", "eq", "ne", "false", "true"];
            let stated = CONDITIONS.iter().position(|condition| rest.starts_with(condition)).map(|at| at as u64);
            if stated.is_none() && count != 3 {
                return None;
            }
            Plan::Compare(stated.filter(|_| count != 3), signed)
        }
        "avx512.mask.pmov.qd.256" | "avx512.mask.pmov.qd.512" | "avx512.mask.pmov.wb.256" | "avx512.mask.pmov.wb.512" => Plan::Truncate,
        _ if starts("avx512.mask.palignr.") => Plan::Align(false),
        _ if starts("avx512.mask.valign.") => Plan::Align(true),
        _ if starts("avx512.mask.shuf.i") || starts("avx512.mask.shuf.f") => Plan::ShuffleLanes,
        _ if starts("avx.vperm2f128.") || name == "avx2.vperm2i128" => Plan::Halves,
        _ if starts("avx512.mask.vpshufbitqmb.") && count == 3 => Plan::Classify("vpshufbitqmb"),
        _ if starts("avx512.mask.fpclass.p") && count == 3 => Plan::Classify("fpclass"),
        _ if starts("avx512.mask.cmp.p") && matches!(ret, Type::Int(_)) && count >= 4 => Plan::CompareFloat,
        _ if starts("avx512.cmp.p") && matches!(ret, Type::Vector { .. }) && count >= 3 => Plan::CompareAll,
        "addcarryx.u32" | "addcarry.u32" if count == 4 => Plan::Carry("addcarry.32"),
        "addcarryx.u64" | "addcarry.u64" if count == 4 => Plan::Carry("addcarry.64"),
        "subborrow.u32" if count == 4 => Plan::Carry("subborrow.32"),
        "subborrow.u64" if count == 4 => Plan::Carry("subborrow.64"),
        _ if starts("xop.vpermil2") && count == 4 && Lanes::of(module, param(2)?)?.float => Plan::PermuteTwo,
        "xop.vfrcz.ss" | "xop.vfrcz.sd" if count == 2 => Plan::Fraction,
        _ if name.contains(".vfmaddsub.p") || name.contains(".vfmsubadd.p") => {
            let other = match name.strip_prefix("avx512.mask")?.split_once('.')?.0 {
                "" => Some(0),
                "3" => Some(2),
                _ => None,
            };
            Plan::AddSub { subtract_odd: name.contains(".vfmsubadd."), other }
        }
        "rdtscp" if count == 1 => Plan::Rdtscp,
        _ if starts("avx512bf16.cvtne") || name == "avx512bf16.mask.cvtneps2bf16.128" => match lanes? {
            Lanes { bits: 16, float: false, .. } => Plan::FromBfloat,
            _ => return None,
        },
        _ if starts("avx512bf16.dpbf16ps.") => match Lanes::of(module, param(1)?)? {
            Lanes { bits: 32, float: false, .. } => Plan::DotBfloat,
            _ => return None,
        },
        _ => return None,
    })
}

/// Whether calls of this intrinsic (without `llvm.x86.`) are replaced here.
pub(crate) fn knows(module: &Module, name: &str, ret: TypeId, params: ListRef<'_, TypeId>) -> bool {
    plan(module, name, ret, params).is_some()
}

/// What takes the place of a call, if it is one of these.
pub(crate) fn replace(b: &mut Build<'_, '_>, name: &str) -> Option<Option<Value>> {
    let (ret, params, _) = b.up.module.types.function(b.site.call.fn_ty)?;
    plan(b.up.module, name, ret, params).map(|plan| made(b, name, &plan))
}

fn made(b: &mut Build<'_, '_>, name: &str, plan: &Plan) -> Option<Value> {
    let (ret, args) = (b.result()?, b.site.args.clone());
    let arg = |at: usize| args.get(at).copied();
    let number = |b: &Build<'_, '_>, at: usize| args.get(at).and_then(|&arg| b.up.constant_int(b.site.body, arg));
    match plan {
        Plan::Select(new) => {
            let (kept, rest) = args.split_at_checked(args.len().checked_sub(2)?)?;
            let value = b.call(&format!("x86.{new}"), ret, kept, "")?;
            b.mask_select(rest[1], value, rest[0])
        }
        Plan::Ternary(zero) => {
            let lanes = Lanes::of(b.up.module, b.up.module.types.get(ret))?;
            let elem = if lanes.bits == 32 { "d" } else { "q" };
            let value = b.call(&format!("x86.avx512.pternlog.{elem}.{}", lanes.width), ret, args.get(..4)?, "")?;
            let other = if *zero { b.zero(ret) } else { arg(0)? };
            b.mask_select(arg(4)?, value, other)
        }
        Plan::LeadingZeros => {
            let no = b.up.int(1, 0);
            let value = b.call("ctlz", ret, &[arg(0)?, no], "")?;
            b.mask_select(arg(2)?, value, arg(1)?)
        }
        Plan::Rotate(right) => {
            let amount = amount(b, arg(1)?, ret)?;
            let value = b.call(if *right { "fshr" } else { "fshl" }, ret, &[arg(0)?, arg(0)?, amount], "")?;
            match (arg(2), arg(3)) {
                (Some(other), Some(mask)) => b.mask_select(mask, value, other),
                _ => Some(value),
            }
        }
        Plan::Funnel(right, zero) => {
            let (x, y) = if *right { (arg(1)?, arg(0)?) } else { (arg(0)?, arg(1)?) };
            let amount = amount(b, arg(2)?, ret)?;
            let value = b.call(if *right { "fshr" } else { "fshl" }, ret, &[x, y, amount], "")?;
            match args.len() {
                5 => b.mask_select(arg(4)?, value, arg(3)?),
                4 => {
                    let other = if *zero { b.zero(ret) } else { arg(0)? };
                    b.mask_select(arg(3)?, value, other)
                }
                _ => Some(value),
            }
        }
        Plan::Sqrt => {
            let value = match number(b, 3) {
                Some(4) => b.call("sqrt", ret, &[arg(0)?], "")?,
                _ => {
                    let ty = if name.contains(".ps") { "ps" } else { "pd" };
                    b.call(&format!("x86.avx512.sqrt.{ty}.512"), ret, &[arg(0)?, arg(3)?], "")?
                }
            };
            b.mask_select(arg(2)?, value, arg(1)?)
        }
        Plan::Convert(signed) => {
            let current = args.len() < 4 || number(b, 3) == Some(4);
            let op = if *signed { CastOp::SiToFp } else { CastOp::UiToFp };
            let value = match current {
                true => b.cast(op, arg(0)?, ret, "cvt")?,
                false => {
                    let intrinsic = if *signed { "x86.avx512.sitofp.round" } else { "x86.avx512.uitofp.round" };
                    b.call(intrinsic, ret, &[arg(0)?, arg(3)?], "")?
                }
            };
            b.mask_select(arg(2)?, value, arg(1)?)
        }
        Plan::FromHalf => {
            let ((_, len), (_, from)) = (b.parts(ret)?, b.parts(b.ty(arg(0)?)?)?);
            let short = if from == len { arg(0)? } else { b.first(arg(0)?, len, "")? };
            let half = b.intern(Type::Half);
            let halves = b.vector(half, len);
            let cast = b.cast(CastOp::BitCast, short, halves, "")?;
            let value = b.cast(CastOp::FpExt, cast, ret, "cvtph2ps")?;
            b.mask_select(arg(2)?, value, arg(1)?)
        }
        Plan::Load(aligned) => {
            let (align, bytes) = alignment(b, ret, *aligned);
            let ptr = b.pointer_to(arg(0)?, ret, "")?;
            if b.is_all_ones(arg(2)?) {
                return b.push(ret, Inst::Load { align, access: Access::PLAIN, scope: 1, ptr }, "");
            }
            let bits = mask_vec(b, arg(2)?, ret)?;
            let value = b.call("masked.load", ret, &[ptr, bits, arg(1)?], "")?;
            b.align_last(&[0], bytes);
            Some(value)
        }
        Plan::Store(aligned) => {
            let ty = b.ty(arg(1)?)?;
            let (align, bytes) = alignment(b, ty, *aligned);
            let ptr = b.pointer_to(arg(0)?, ty, "")?;
            if b.is_all_ones(arg(2)?) {
                b.push_void(Inst::Store { align, access: Access::PLAIN, scope: 1, value: arg(1)?, ptr });
                return Some(Value::NONE);
            }
            let bits = mask_vec(b, arg(2)?, ty)?;
            masked_store(b, arg(1)?, ptr, bits, bytes)
        }
        Plan::StoreFirst => {
            let one = b.up.int(8, 1);
            let mask = binary(b, BinOp::And, arg(2)?, one)?;
            let ty = b.ty(arg(1)?)?;
            let ptr = b.pointer_to(arg(0)?, ty, "")?;
            let bits = mask_vec(b, mask, ty)?;
            masked_store(b, arg(1)?, ptr, bits, 1)
        }
        Plan::StoreLow => {
            let long = b.intern(Type::Int(64));
            let longs = b.vector(long, 2);
            let cast = b.cast(CastOp::BitCast, arg(1)?, longs, "cast")?;
            let value = b.extract(cast, 0)?;
            let ptr = b.pointer_to(arg(0)?, long, "cast")?;
            b.push_void(Inst::Store { align: 1, access: Access::PLAIN, scope: 1, value, ptr });
            Some(Value::NONE)
        }
        Plan::ExpandLoad => {
            let bits = mask_vec(b, arg(2)?, ret)?;
            b.call("masked.expandload", ret, &[arg(0)?, bits, arg(1)?], "")
        }
        Plan::CompressStore => {
            let bits = mask_vec(b, arg(2)?, b.ty(arg(1)?)?)?;
            b.call("masked.compressstore", ret, &[arg(1)?, arg(0)?, bits], "")
        }
        Plan::Compress(which) => {
            let bits = mask_vec(b, arg(2)?, ret)?;
            b.call(&format!("x86.avx512.mask.{which}"), ret, &[arg(0)?, arg(1)?, bits], "")
        }
        Plan::Unpack => {
            let Type::Int(width) = b.up.module.types.get(ret) else { return None };
            let x = mask_of(b, arg(0)?, width)?;
            let y = mask_of(b, arg(1)?, width)?;
            let x = b.first(x, width / 2, "")?;
            let y = b.first(y, width / 2, "")?;
            let all: Vec<u32> = (0..width).collect();
            let both = b.shuffle(y, x, &all, "")?;
            b.cast(CastOp::BitCast, both, ret, "")
        }
        Plan::NotMask => {
            let bits = b.mask_bits(arg(0)?)?;
            let bits = not(b, bits)?;
            b.cast(CastOp::BitCast, bits, ret, "")
        }
        Plan::TestMask(ones) => {
            let x = b.mask_bits(arg(0)?)?;
            let y = b.mask_bits(arg(1)?)?;
            let either = binary(b, BinOp::Or, x, y)?;
            let short = b.intern(Type::Int(16));
            let either = b.cast(CastOp::BitCast, either, short, "")?;
            let wanted = b.up.int(16, if *ones { 0xffff } else { 0 });
            let bit = b.icmp(ICmpPred::Eq, either, wanted, "")?;
            b.cast(CastOp::ZExt, bit, ret, "")
        }
        Plan::FromMask => {
            let bits = mask_vec(b, arg(0)?, ret)?;
            b.cast(CastOp::SExt, bits, ret, "vpmovm2")
        }
        Plan::BroadcastMask => {
            let bits = Lanes::of(b.up.module, b.up.module.types.get(ret))?.width;
            let wide = if b.up.module.types.get(b.ty(arg(0)?)?) == Type::Int(8) { 64 } else { 32 };
            let number = b.intern(Type::Int(wide));
            let value = b.cast(CastOp::ZExt, arg(0)?, number, "")?;
            splat_of(b, value, bits / wide)
        }
        Plan::Broadcast => {
            let (_, len) = b.parts(ret)?;
            let value = splat_of(b, arg(0)?, len)?;
            b.mask_select(arg(2)?, value, arg(1)?)
        }
        Plan::BroadcastLoad => {
            let (elem, len) = b.parts(ret)?;
            let align = if b.up.module.types.get(elem) == Type::Double { 4 } else { 3 };
            let ptr = b.pointer_to(arg(0)?, elem, "")?;
            let loaded = b.push(elem, Inst::Load { align, access: Access::PLAIN, scope: 1, ptr }, "")?;
            let mut whole = b.up.constant(ret, ConstKind::Poison);
            for at in 0..len {
                let index = b.up.int(32, u64::from(at));
                whole = b.push(ret, Inst::InsertElement { vector: whole, element: loaded, index }, "")?;
            }
            Some(whole)
        }
        Plan::BroadcastLanes => {
            let (elem, len) = b.parts(ret)?;
            let half = b.vector(elem, len / 2);
            let ptr = b.pointer_to(arg(0)?, half, "")?;
            let loaded = b.push(half, Inst::Load { align: 1, access: Access::PLAIN, scope: 1, ptr }, "")?;
            let poison = b.up.constant(half, ConstKind::Poison);
            let twice: Vec<u32> = (0..len / 2).chain(0..len / 2).collect();
            b.shuffle(loaded, poison, &twice, "")
        }
        Plan::Move => {
            let one = b.up.int(8, 1);
            let bit = binary(b, BinOp::And, arg(3)?, one)?;
            let zero = b.up.int(8, 0);
            let cond = b.icmp(ICmpPred::Ne, bit, zero, "")?;
            let (x, y) = (b.extract(arg(1)?, 0)?, b.extract(arg(2)?, 0)?);
            let value = b.select(cond, x, y, "")?;
            b.insert(arg(0)?, value, 0)
        }
        Plan::Compare(stated, signed) => {
            let condition = match stated {
                Some(condition) => *condition,
                None => number(b, 2)?,
            };
            let pred = match (condition, signed) {
                (0, true) => ICmpPred::Slt,
                (0, false) => ICmpPred::Ult,
                (1, true) => ICmpPred::Sle,
                (1, false) => ICmpPred::Ule,
                (2, true) => ICmpPred::Sgt,
                (2, false) => ICmpPred::Ugt,
                (3, true) => ICmpPred::Sge,
                (3, false) => ICmpPred::Uge,
                (4, _) => ICmpPred::Eq,
                (5, _) => ICmpPred::Ne,
                (6, _) => return Some(b.zero(ret)),
                _ => return splat(b, ret, u64::MAX),
            };
            let bits = compare(b, pred, arg(0)?, arg(1)?)?;
            b.cast(CastOp::SExt, bits, ret, "")
        }
        Plan::SelectBits => {
            let other = not(b, arg(2)?)?;
            let x = binary(b, BinOp::And, arg(0)?, arg(2)?)?;
            let y = binary(b, BinOp::And, arg(1)?, other)?;
            binary(b, BinOp::Or, x, y)
        }
        Plan::Truncate => {
            let value = b.cast(CastOp::Trunc, arg(0)?, b.ty(arg(1)?)?, "")?;
            b.mask_select(arg(2)?, value, arg(1)?)
        }
        Plan::Align(by_element) => {
            let (_, len) = b.parts(ret)?;
            let mut shift = u32::try_from(number(b, 2)?).ok()?;
            if *by_element {
                shift &= len.saturating_sub(1);
            }
            if shift >= 32 {
                return Some(b.zero(ret));
            }
            let (mut high, mut low) = (arg(0)?, arg(1)?);
            if shift > 16 {
                shift -= 16;
                (high, low) = (b.zero(ret), high);
            }
            // Bytes stay in their lanes of sixteen.
            let element = |i: u32| match shift + i % 16 {
                past if !*by_element && past >= 16 => past + len - 16 + i - i % 16,
                at => at + i - i % 16,
            };
            let elements: Vec<u32> = (0..len).map(element).collect();
            let value = b.shuffle(low, high, &elements, "palignr")?;
            b.mask_select(arg(4)?, value, arg(3)?)
        }
        Plan::ShuffleLanes => {
            let lanes = Lanes::of(b.up.module, b.up.module.types.get(ret))?;
            let by = number(b, 2)? as u32;
            let (count, each) = (lanes.width / 128, 128 / lanes.bits.max(1));
            let mut elements = Vec::new();
            for lane in 0..count {
                let chosen = (by >> (lane * (count / 2)) & (count - 1)) + if lane >= count / 2 { count } else { 0 };
                elements.extend((0..each).map(|i| chosen * each + i));
            }
            let value = b.shuffle(arg(0)?, arg(1)?, &elements, "")?;
            b.mask_select(arg(4)?, value, arg(3)?)
        }
        Plan::Halves => {
            let by = number(b, 2)?;
            let (_, len) = b.parts(ret)?;
            let mut side = |from: u64, zero: u64| -> Option<Value> {
                if by & zero != 0 { Some(b.zero(ret)) } else { arg(usize::from(by & from != 0)) }
            };
            let (low, high) = (side(0x02, 0x08)?, side(0x20, 0x80)?);
            let (first, second) = (if by & 1 != 0 { len / 2 } else { 0 }, if by & 0x10 != 0 { len / 2 } else { 0 });
            let elements: Vec<u32> = (first..first + len / 2).chain(len + second..len + second + len / 2).collect();
            b.shuffle(low, high, &elements, "")
        }
        Plan::Classify(which) => {
            let ty = b.ty(arg(0)?)?;
            let lanes = Lanes::of(b.up.module, b.up.module.types.get(ty))?;
            let (_, len) = b.parts(ty)?;
            let bit = b.intern(Type::Int(1));
            let bits = b.vector(bit, len);
            let full = match (*which, lanes.bits) {
                ("fpclass", 32) => format!("x86.avx512.fpclass.ps.{}", lanes.width),
                ("fpclass", _) => format!("x86.avx512.fpclass.pd.{}", lanes.width),
                _ => format!("x86.avx512.{which}.{}", lanes.width),
            };
            let value = b.call(&full, bits, args.get(..2)?, "")?;
            mask_of_bits(b, value, Some(arg(2)?))
        }
        Plan::CompareFloat => {
            let ty = b.ty(arg(0)?)?;
            let lanes = Lanes::of(b.up.module, b.up.module.types.get(ty))?;
            let (_, len) = b.parts(ty)?;
            let mut args = args.clone();
            args[3] = mask_vec(b, arg(3)?, ty)?;
            let bit = b.intern(Type::Int(1));
            let bits = b.vector(bit, len);
            let elem = if lanes.bits == 32 { "ps" } else { "pd" };
            let value = b.call(&format!("x86.avx512.mask.cmp.{elem}.{}", lanes.width), bits, &args, "")?;
            b.take_name(value);
            mask_of_bits(b, value, None)
        }
        Plan::CompareAll => {
            let lanes = Lanes::of(b.up.module, b.up.module.types.get(b.ty(arg(0)?)?))?;
            let (_, len) = b.parts(ret)?;
            let ones = b.of_elements(ret, &vec![1; len as usize])?;
            let mut args = args.clone();
            // The widest have a rounding mode at the end.
            let at = if lanes.width == 512 { args.len() - 1 } else { args.len() };
            args.insert(at, ones);
            let elem = if lanes.bits == 32 { "ps" } else { "pd" };
            b.call(&format!("x86.avx512.mask.cmp.{elem}.{}", lanes.width), ret, &args, "")
        }
        Plan::Carry(new) => {
            let number = b.ty(arg(1)?)?;
            let value = pair(b, &format!("x86.{new}"), ret, number, args.get(..3)?)?;
            let sum = member(b, value, number, 1)?;
            let ptr = b.pointer_to(arg(3)?, number, "")?;
            b.push_void(Inst::Store { align: 1, access: Access::PLAIN, scope: 1, value: sum, ptr });
            member(b, value, ret, 0)
        }
        Plan::Rdtscp => {
            let word = b.intern(Type::Int(32));
            let value = pair(b, "x86.rdtscp", ret, word, &[])?;
            b.take_name(value);
            let processor = member(b, value, word, 1)?;
            let ptr = b.pointer_to(arg(0)?, word, "")?;
            b.push_void(Inst::Store { align: 1, access: Access::PLAIN, scope: 1, value: processor, ptr });
            member(b, value, ret, 0)
        }
        Plan::PermuteTwo => {
            let ty = b.ty(arg(2)?)?;
            let ints = integers(b, ty)?;
            let by = b.cast(CastOp::BitCast, arg(2)?, ints, "")?;
            let value = b.call(&format!("x86.{name}"), ret, &[arg(0)?, arg(1)?, by, arg(3)?], "")?;
            b.take_name(value);
            Some(value)
        }
        Plan::Fraction => {
            let value = b.call(&format!("x86.{name}"), ret, &[arg(1)?], "")?;
            b.take_name(value);
            Some(value)
        }
        Plan::AddSub { subtract_odd, other } => {
            let (elem, len) = b.parts(ret)?;
            let (x, y, addend) = (arg(0)?, arg(1)?, arg(2)?);
            let value = if args.len() == 5 {
                let addend = if *subtract_odd { b.fneg(addend)? } else { addend };
                let ty = if b.up.module.types.get(elem) == Type::Float { "ps" } else { "pd" };
                b.call(&format!("x86.avx512.vfmaddsub.{ty}.512"), ret, &[x, y, addend, arg(4)?], "")?
            } else {
                let sum = b.call("fma", ret, &[x, y, addend], "")?;
                let negated = b.fneg(addend)?;
                let difference = b.call("fma", ret, &[x, y, negated], "")?;
                let (even, odd) = if *subtract_odd { (sum, difference) } else { (difference, sum) };
                let elements: Vec<u32> = (0..len).map(|i| i + i % 2 * len).collect();
                b.shuffle(even, odd, &elements, "")?
            };
            let other = match other {
                Some(at) => arg(*at)?,
                None => b.zero(ret),
            };
            b.mask_select(arg(3)?, value, other)
        }
        Plan::FromBfloat => {
            let mut args = args.clone();
            let (_, len) = b.parts(ret)?;
            let bfloat = b.intern(Type::BFloat);
            let vector = b.vector(bfloat, len);
            if name.contains(".mask.") {
                args[1] = b.cast(CastOp::BitCast, arg(1)?, vector, "")?;
            }
            let value = b.call(&format!("x86.{name}"), vector, &args, "")?;
            b.take_name(value);
            b.cast(CastOp::BitCast, value, ret, "")
        }
        Plan::DotBfloat => {
            let (_, len) = b.parts(b.ty(arg(1)?)?)?;
            let bfloat = b.intern(Type::BFloat);
            let vector = b.vector(bfloat, len * 2);
            let x = b.cast(CastOp::BitCast, arg(1)?, vector, "")?;
            let y = b.cast(CastOp::BitCast, arg(2)?, vector, "")?;
            let value = b.call(&format!("x86.{name}"), ret, &[arg(0)?, x, y], "")?;
            b.take_name(value);
            Some(value)
        }
    }
}

/// Bits of a mask for a vector of so many elements.
fn mask_of(b: &mut Build<'_, '_>, mask: Value, len: u32) -> Option<Value> {
    let bits = b.mask_bits(mask)?;
    if len <= 4 { b.first(bits, len, "extract") } else { Some(bits) }
}

/// Bits of a mask for the elements of a vector.
fn mask_vec(b: &mut Build<'_, '_>, mask: Value, ty: TypeId) -> Option<Value> {
    let (_, len) = b.parts(ty)?;
    mask_of(b, mask, len)
}

/// The alignment of an access to a whole vector, as instructions encode it and in bytes.
fn alignment(b: &Build<'_, '_>, ty: TypeId, aligned: bool) -> (u8, u64) {
    let bytes = if aligned { size(b.up.module, ty).max(1).next_power_of_two() } else { 1 };
    (bytes.trailing_zeros() as u8 + 1, bytes)
}

fn masked_store(b: &mut Build<'_, '_>, value: Value, ptr: Value, bits: Value, bytes: u64) -> Option<Value> {
    let void = b.intern(Type::Void);
    b.call("masked.store", void, &[value, ptr, bits], "")?;
    b.align_last(&[1], bytes);
    Some(Value::NONE)
}

/// Shift amounts of elements; a single one is made a vector.
fn amount(b: &mut Build<'_, '_>, amount: Value, ty: TypeId) -> Option<Value> {
    let from = b.ty(amount)?;
    if from == ty {
        return Some(amount);
    }
    let (elem, len) = b.parts(ty)?;
    if let Some(number) = b.up.constant_int(b.site.body, amount) {
        let Type::Int(width) = b.up.module.types.get(from) else { return None };
        let number = if width < 64 { number & ((1 << width) - 1) } else { number };
        return if number == 0 { Some(b.zero(ty)) } else { splat(b, ty, number) };
    }
    let (Type::Int(was), Type::Int(width)) = (b.up.module.types.get(from), b.up.module.types.get(elem)) else { return None };
    let number = b.cast(if was < width { CastOp::ZExt } else { CastOp::Trunc }, amount, elem, "")?;
    splat_of(b, number, len)
}

/// A vector of one value.
fn splat_of(b: &mut Build<'_, '_>, element: Value, len: u32) -> Option<Value> {
    let elem = b.ty(element)?;
    let vector = b.vector(elem, len);
    let poison = b.up.constant(vector, ConstKind::Poison);
    let index = b.up.int(64, 0);
    let one = b.push(vector, Inst::InsertElement { vector: poison, element, index }, ".splatinsert")?;
    b.shuffle(one, poison, &vec![0; len as usize], ".splat")
}

/// A call that returns two values.
fn pair(b: &mut Build<'_, '_>, name: &str, first: TypeId, second: TypeId, args: &[Value]) -> Option<Value> {
    let fields = b.up.module.types.lists.push(&[first, second]);
    let both = b.intern(Type::Struct { kind: StructKind::Literal, packed: false, name: Default::default(), fields });
    b.call(name, both, args, "")
}

fn member(b: &mut Build<'_, '_>, aggregate: Value, ty: TypeId, at: u32) -> Option<Value> {
    let body = b.up.module.bodies.get_mut(b.site.body)?;
    let indices = body.lists.push(&[at]);
    b.push(ty, Inst::ExtractValue { aggregate, indices }, "")
}
