//! Intrinsics of x86 that become plain instructions or other intrinsics, and what makes these.
use super::call::Call;
use super::unmasked::Lanes;
use super::{arithmetic, masks, memory, shuffles};
use crate::upgrade::intrinsics::build::Build;
use bctk_ir::entity::{ListRef, TypeId};
use bctk_ir::module::Module;
use bctk_ir::opcodes::{BinOp, CastOp, ICmpPred};
use bctk_ir::types::Type;
use bctk_ir::value::Value;

/// The types of an intrinsic.
struct Signature<'m> {
    module: &'m Module,
    ret: Type,
    params: ListRef<'m, TypeId>,
}

impl Signature<'_> {
    fn param(&self, at: usize) -> Option<Type> {
        self.params.get(at).map(|ty| self.module.types.get(ty))
    }
}

/// Makes the replacement of a call.
type Made = fn(&mut Build<'_, '_>, &Call<'_>) -> Option<Value>;

/// A row of the table.
pub(super) struct Row {
    /// The names without `llvm.x86.`, or what they begin with.
    names: &'static [&'static str],
    /// The number of parameters; 0 for any.
    params: usize,
    fits: fn(&Signature<'_>) -> bool,
    pub(super) made: Made,
}

const fn row(names: &'static [&'static str], params: usize, fits: fn(&Signature<'_>) -> bool, made: Made) -> Row {
    Row { names, params, fits, made }
}

/// The first row for an intrinsic.
pub(super) fn find(module: &Module, name: &str, ret: TypeId, params: ListRef<'_, TypeId>) -> Option<&'static Row> {
    let signature = Signature { module, ret: module.types.get(ret), params };
    ROWS.iter().find(|row| {
        let is_named = |pattern: &&str| match pattern.strip_suffix('*') {
            Some(beginning) => name.starts_with(beginning),
            None => name == *pattern,
        };
        row.names.iter().any(is_named) && (row.params == 0 || row.params == params.len()) && (row.fits)(&signature)
    })
}

fn any(_: &Signature<'_>) -> bool {
    true
}

fn vector(signature: &Signature<'_>) -> bool {
    matches!(signature.ret, Type::Vector { .. })
}

fn number(signature: &Signature<'_>) -> bool {
    !vector(signature)
}

/// The 512-bit forms have explicit rounding.
fn unrounded(signature: &Signature<'_>) -> bool {
    vector(signature) && signature.params.len() != 4
}

fn unrounded_root(signature: &Signature<'_>) -> bool {
    vector(signature) && signature.params.len() <= 3
}

/// The mask is a number.
fn by_number(signature: &Signature<'_>) -> bool {
    matches!(signature.param(2), Some(Type::Int(_)))
}

fn compares_floats(signature: &Signature<'_>) -> bool {
    matches!(signature.ret, Type::Int(_)) && signature.params.len() >= 4
}

fn compares_all(signature: &Signature<'_>) -> bool {
    vector(signature) && signature.params.len() >= 3
}

/// The choice is a vector of floating-point numbers.
fn by_floats(signature: &Signature<'_>) -> bool {
    signature.param(2).and_then(|ty| Lanes::of(signature.module, ty)).is_some_and(|lanes| lanes.float)
}

/// The result is of integers of 16 bits.
fn words(signature: &Signature<'_>) -> bool {
    matches!(Lanes::of(signature.module, signature.ret), Some(Lanes { bits: 16, float: false, .. }))
}

/// The first factor is of integers of 32 bits.
fn of_words(signature: &Signature<'_>) -> bool {
    matches!(signature.param(1).and_then(|ty| Lanes::of(signature.module, ty)), Some(Lanes { bits: 32, float: false, .. }))
}

/// All rows. The first that fits counts: a longer name precedes one that it begins with, and rows with conditions those without.
const ROWS: &[Row] = &[
    row(&["avx512.mask.pternlog.*"], 5, any, |b, c| arithmetic::ternary_logic(b, c, false)),
    row(&["avx512.maskz.pternlog.*"], 5, any, |b, c| arithmetic::ternary_logic(b, c, true)),
    row(&["avx512.mask.lzcnt.*"], 3, any, arithmetic::leading_zeros),
    row(&["xop.vprot*", "avx512.prol*"], 2, any, |b, c| arithmetic::rotate(b, c, false)),
    row(&["avx512.pror*"], 2, any, |b, c| arithmetic::rotate(b, c, true)),
    row(&["avx512.mask.prol*"], 4, any, |b, c| arithmetic::rotate(b, c, false)),
    row(&["avx512.mask.pror*"], 4, any, |b, c| arithmetic::rotate(b, c, true)),
    row(&["avx512.vpshld.*", "avx512.mask.vpshld*"], 0, any, |b, c| arithmetic::funnel_shift(b, c, false, false)),
    row(&["avx512.vpshrd.*", "avx512.mask.vpshrd*"], 0, any, |b, c| arithmetic::funnel_shift(b, c, true, false)),
    row(&["avx512.maskz.vpshld*"], 0, any, |b, c| arithmetic::funnel_shift(b, c, false, true)),
    row(&["avx512.maskz.vpshrd*"], 0, any, |b, c| arithmetic::funnel_shift(b, c, true, true)),
    row(&["avx512.mask.sqrt.p*"], 4, any, arithmetic::sqrt_rounded),
    row(&["avx512.mask.cvtdq2ps.*", "avx512.mask.cvtqq2p*"], 4, any, |b, c| arithmetic::convert_rounded(b, c, true)),
    row(&["avx512.mask.cvtqq2ps.256*"], 3, any, |b, c| arithmetic::convert_rounded(b, c, true)),
    row(&["avx512.mask.cvtudq2ps.*", "avx512.mask.cvtuqq2p*"], 4, any, |b, c| arithmetic::convert_rounded(b, c, false)),
    row(&["avx512.mask.cvtuqq2ps.256*"], 3, any, |b, c| arithmetic::convert_rounded(b, c, false)),
    row(&["avx512.mask.vcvtph2ps.*"], 3, any, arithmetic::from_half),
    row(&["avx512.mask.loadu*"], 3, any, |b, c| memory::masked_load(b, c, false)),
    row(&["avx512.mask.load*"], 3, any, |b, c| memory::masked_load(b, c, true)),
    row(&["avx512.mask.store.ss"], 0, any, memory::masked_store_first),
    row(&["avx512.mask.storeu*"], 3, any, |b, c| memory::masked_store(b, c, false)),
    row(&["avx512.mask.store*"], 3, any, |b, c| memory::masked_store(b, c, true)),
    row(&["sse2.storel.dq"], 0, any, memory::store_low),
    row(&["avx512.mask.expand.load.*"], 0, any, memory::expand_load),
    row(&["avx512.mask.compress.store.*"], 0, any, memory::compress_store),
    row(&["avx512.mask.expand.*"], 0, by_number, |b, c| masks::compress(b, c, "expand")),
    row(&["avx512.mask.compress.*"], 0, by_number, |b, c| masks::compress(b, c, "compress")),
    row(&["avx512.kunpck*"], 0, any, masks::unpack_masks),
    row(&["avx512.knot.w"], 0, any, masks::not_mask),
    row(&["avx512.kortestz.w"], 0, any, |b, c| masks::test_masks(b, c, false)),
    row(&["avx512.kortestc.w"], 0, any, |b, c| masks::test_masks(b, c, true)),
    row(&["avx512.cvtmask2*"], 0, any, masks::vector_of_mask),
    row(&["avx512.broadcastm*"], 0, any, masks::broadcast_mask),
    row(&["avx512.mask.pbroadcast*"], 3, any, shuffles::broadcast_number),
    row(&["avx.vbroadcast.s*", "avx512.vbroadcast.s*"], 0, any, memory::broadcast_load),
    row(&["avx.vbroadcastf128*", "avx2.vbroadcasti128"], 0, any, memory::broadcast_lanes),
    row(&["avx512.mask.move.s*"], 0, any, masks::move_first),
    row(&["xop.vpcmov*"], 0, any, arithmetic::select_bits),
    row(
        &[
            "xop.vpcomlt*",
            "xop.vpcomle*",
            "xop.vpcomgt*",
            "xop.vpcomge*",
            "xop.vpcomeq*",
            "xop.vpcomne*",
            "xop.vpcomfalse*",
            "xop.vpcomtrue*",
        ],
        0,
        any,
        masks::compare_xop,
    ),
    row(&["xop.vpcom*"], 3, any, masks::compare_xop),
    row(
        &["avx512.mask.pmov.qd.256", "avx512.mask.pmov.qd.512", "avx512.mask.pmov.wb.256", "avx512.mask.pmov.wb.512"],
        0,
        any,
        arithmetic::truncate,
    ),
    row(&["avx512.mask.palignr.*"], 0, any, |b, c| shuffles::align(b, c, false)),
    row(&["avx512.mask.valign.*"], 0, any, |b, c| shuffles::align(b, c, true)),
    row(&["avx512.mask.shuf.i*", "avx512.mask.shuf.f*"], 0, any, shuffles::shuffle_lanes),
    row(&["avx.vperm2f128.*", "avx2.vperm2i128"], 0, any, shuffles::permute_halves),
    row(&["avx512.mask.vpshufbitqmb.*"], 3, any, |b, c| masks::classify(b, c, "vpshufbitqmb")),
    row(&["avx512.mask.fpclass.p*"], 3, any, |b, c| masks::classify(b, c, "fpclass")),
    row(&["avx512.mask.cmp.p*"], 0, compares_floats, masks::compare_floats),
    row(&["avx512.cmp.p*"], 0, compares_all, masks::compare_all_floats),
    row(&["addcarryx.u32", "addcarry.u32"], 4, any, |b, c| arithmetic::carry(b, c, "addcarry.32")),
    row(&["addcarryx.u64", "addcarry.u64"], 4, any, |b, c| arithmetic::carry(b, c, "addcarry.64")),
    row(&["subborrow.u32"], 4, any, |b, c| arithmetic::carry(b, c, "subborrow.32")),
    row(&["subborrow.u64"], 4, any, |b, c| arithmetic::carry(b, c, "subborrow.64")),
    row(&["xop.vpermil2*"], 4, by_floats, shuffles::permute_two),
    row(&["xop.vfrcz.ss", "xop.vfrcz.sd"], 2, any, arithmetic::first_fraction),
    row(&["avx512.mask.vfmaddsub.p*"], 0, any, |b, c| arithmetic::add_subtract(b, c, false, Some(0))),
    row(&["avx512.mask3.vfmaddsub.p*"], 0, any, |b, c| arithmetic::add_subtract(b, c, false, Some(2))),
    row(&["avx512.maskz.vfmaddsub.p*"], 0, any, |b, c| arithmetic::add_subtract(b, c, false, None)),
    row(&["avx512.mask.vfmsubadd.p*"], 0, any, |b, c| arithmetic::add_subtract(b, c, true, Some(0))),
    row(&["avx512.mask3.vfmsubadd.p*"], 0, any, |b, c| arithmetic::add_subtract(b, c, true, Some(2))),
    row(&["avx512.maskz.vfmsubadd.p*"], 0, any, |b, c| arithmetic::add_subtract(b, c, true, None)),
    row(&["rdtscp"], 1, any, arithmetic::rdtscp),
    row(&["avx512bf16.cvtne*", "avx512bf16.mask.cvtneps2bf16.128"], 0, words, arithmetic::to_bfloat),
    row(&["avx512bf16.dpbf16ps.*"], 0, of_words, arithmetic::dot_bfloat),
    row(&["sse2.padds.*", "avx2.padds.*", "avx512.padds.*", "avx512.mask.padds.*"], 0, vector, |b, c| arithmetic::of_two(b, c, "sadd.sat")),
    row(&["sse2.psubs.*", "avx2.psubs.*", "avx512.psubs.*", "avx512.mask.psubs.*"], 0, vector, |b, c| arithmetic::of_two(b, c, "ssub.sat")),
    row(&["sse2.paddus.*", "avx2.paddus.*", "avx512.mask.paddus.*"], 0, vector, |b, c| arithmetic::of_two(b, c, "uadd.sat")),
    row(&["sse2.psubus.*", "avx2.psubus.*", "avx512.mask.psubus.*"], 0, vector, |b, c| arithmetic::of_two(b, c, "usub.sat")),
    row(&["sse41.pmaxsb*", "sse41.pmaxsd*", "sse2.pmaxs.w*", "avx2.pmaxs*", "avx512.mask.pmaxs*"], 0, vector, |b, c| {
        arithmetic::of_two(b, c, "smax")
    }),
    row(&["sse41.pmaxuw*", "sse41.pmaxud*", "sse2.pmaxu.b*", "avx2.pmaxu*", "avx512.mask.pmaxu*"], 0, vector, |b, c| {
        arithmetic::of_two(b, c, "umax")
    }),
    row(&["sse41.pminsb*", "sse41.pminsd*", "sse2.pmins.w*", "avx2.pmins*", "avx512.mask.pmins*"], 0, vector, |b, c| {
        arithmetic::of_two(b, c, "smin")
    }),
    row(&["sse41.pminuw*", "sse41.pminud*", "sse2.pminu.b*", "avx2.pminu*", "avx512.mask.pminu*"], 0, vector, |b, c| {
        arithmetic::of_two(b, c, "umin")
    }),
    row(&["avx512.mask.padd.*"], 0, vector, |b, c| arithmetic::integer(b, c, BinOp::Add)),
    row(&["avx512.mask.psub.*"], 0, vector, |b, c| arithmetic::integer(b, c, BinOp::Sub)),
    row(&["avx512.mask.pmull.*"], 0, vector, |b, c| arithmetic::integer(b, c, BinOp::Mul)),
    row(&["avx512.mask.and.*", "avx512.mask.pand.*"], 0, vector, |b, c| arithmetic::bitwise(b, c, BinOp::And, false)),
    row(&["avx512.mask.andn.*", "avx512.mask.pandn.*"], 0, vector, |b, c| arithmetic::bitwise(b, c, BinOp::And, true)),
    row(&["avx512.mask.or.*", "avx512.mask.por.*"], 0, vector, |b, c| arithmetic::bitwise(b, c, BinOp::Or, false)),
    row(&["avx512.mask.xor.*", "avx512.mask.pxor.*"], 0, vector, |b, c| arithmetic::bitwise(b, c, BinOp::Xor, false)),
    row(&["avx512.mask.add.p*"], 0, vector, |b, c| arithmetic::float(b, c, "add", Some(BinOp::FAdd))),
    row(&["avx512.mask.sub.p*"], 0, vector, |b, c| arithmetic::float(b, c, "sub", Some(BinOp::FSub))),
    row(&["avx512.mask.mul.p*"], 0, vector, |b, c| arithmetic::float(b, c, "mul", Some(BinOp::FMul))),
    row(&["avx512.mask.div.p*"], 0, vector, |b, c| arithmetic::float(b, c, "div", Some(BinOp::FDiv))),
    row(&["avx512.mask.max.ps.512*", "avx512.mask.max.pd.512*"], 0, vector, |b, c| arithmetic::float(b, c, "max", None)),
    row(&["avx512.mask.min.ps.512*", "avx512.mask.min.pd.512*"], 0, vector, |b, c| arithmetic::float(b, c, "min", None)),
    row(&["sse.add.ss*", "sse2.add.sd*"], 0, vector, |b, c| arithmetic::first(b, c, BinOp::FAdd)),
    row(&["sse.sub.ss*", "sse2.sub.sd*"], 0, vector, |b, c| arithmetic::first(b, c, BinOp::FSub)),
    row(&["sse.mul.ss*", "sse2.mul.sd*"], 0, vector, |b, c| arithmetic::first(b, c, BinOp::FMul)),
    row(&["sse.div.ss*", "sse2.div.sd*"], 0, vector, |b, c| arithmetic::first(b, c, BinOp::FDiv)),
    row(&["sse2.pcmpeq.*", "avx2.pcmpeq.*"], 0, vector, |b, c| masks::compare_elements(b, c, ICmpPred::Eq)),
    row(&["sse2.pcmpgt.*", "avx2.pcmpgt.*"], 0, vector, |b, c| masks::compare_elements(b, c, ICmpPred::Sgt)),
    row(&["avx512.mask.pcmpeq.*"], 0, number, |b, c| masks::compare_to_mask(b, c, true, Some(0))),
    row(&["avx512.mask.pcmpgt.*"], 0, number, |b, c| masks::compare_to_mask(b, c, true, Some(6))),
    row(&["avx512.mask.cmp.b*", "avx512.mask.cmp.w*", "avx512.mask.cmp.d*", "avx512.mask.cmp.q*"], 0, number, |b, c| {
        masks::compare_to_mask(b, c, true, None)
    }),
    row(&["avx512.mask.ucmp.*"], 0, number, |b, c| masks::compare_to_mask(b, c, false, None)),
    row(&["ssse3.pabs.b.128*", "ssse3.pabs.w.128*", "ssse3.pabs.d.128*", "avx2.pabs.*", "avx512.mask.pabs.*"], 0, vector, arithmetic::abs),
    row(&["sse2.pmulu.dq*", "avx2.pmulu.dq*", "avx512.pmulu.dq.512*", "avx512.mask.pmulu.dq.*"], 0, vector, |b, c| {
        arithmetic::multiply_even(b, c, false)
    }),
    row(&["sse41.pmuldq*", "avx2.pmul.dq*", "avx512.pmul.dq.512*", "avx512.mask.pmul.dq.*"], 0, vector, |b, c| {
        arithmetic::multiply_even(b, c, true)
    }),
    row(&["avx512.mask.sqrt.p*", "avx.sqrt.p*", "sse.sqrt.p*", "sse2.sqrt.p*"], 0, unrounded_root, arithmetic::sqrt),
    row(&["sse.sqrt.ss*", "sse2.sqrt.sd*"], 0, vector, arithmetic::sqrt_first),
    row(&["sse2.cvtdq2p*", "avx.cvtdq2.p*", "avx512.mask.cvtdq2p*", "avx512.mask.cvtqq2pd.*"], 0, unrounded, |b, c| {
        arithmetic::convert(b, c, CastOp::SiToFp, "cvt")
    }),
    row(&["avx512.mask.cvtudq2p*", "avx512.mask.cvtuqq2pd.*"], 0, unrounded, |b, c| arithmetic::convert(b, c, CastOp::UiToFp, "cvt")),
    row(&["sse2.cvtps2pd*", "avx.cvt.ps2.pd.256*", "avx512.mask.cvtps2pd.128*", "avx512.mask.cvtps2pd.256*"], 0, unrounded, |b, c| {
        arithmetic::convert(b, c, CastOp::FpExt, "cvtps2pd")
    }),
    row(&["sse2.cvtss2sd*"], 0, vector, |b, c| arithmetic::convert_first(b, c, CastOp::FpExt)),
    row(&["avx512.cvtusi2sd*"], 0, vector, |b, c| arithmetic::convert_first(b, c, CastOp::UiToFp)),
    row(&["fma.vfmsubadd.p*"], 0, vector, arithmetic::subtract_add),
    row(&["sse2.psll.dq*", "avx2.psll.dq*", "avx512.psll.dq.512*"], 0, vector, |b, c| shuffles::shift_lanes(b, c, false)),
    row(&["sse2.psrl.dq*", "avx2.psrl.dq*", "avx512.psrl.dq.512*"], 0, vector, |b, c| shuffles::shift_lanes(b, c, true)),
    row(&["sse41.pmovsx*", "avx2.pmovsx*", "avx512.mask.pmovsx*"], 0, vector, |b, c| arithmetic::extend(b, c, CastOp::SExt)),
    row(&["sse41.pmovzx*", "avx2.pmovzx*", "avx512.mask.pmovzx*"], 0, vector, |b, c| arithmetic::extend(b, c, CastOp::ZExt)),
    row(&["sse41.pblendw*", "sse41.blendp*", "avx.blend.p*", "avx2.pblendw*", "avx2.pblendd.*"], 0, vector, shuffles::blend),
    row(&["avx.vinsertf128.*", "avx2.vinserti128*", "avx512.mask.insert*"], 0, vector, shuffles::insert_part),
    row(&["avx.vextractf128.*", "avx2.vextracti128*", "avx512.mask.vextract*"], 0, vector, shuffles::extract_part),
    row(&["avx.vpermil.*", "sse2.pshuf.d*", "avx512.mask.vpermil.p*", "avx512.mask.pshuf.d.*"], 0, vector, shuffles::permute),
    row(&["sse2.pshufl.w*", "avx512.mask.pshufl.w.*"], 0, vector, |b, c| shuffles::permute_half(b, c, false)),
    row(&["sse2.pshufh.w*", "avx512.mask.pshufh.w.*"], 0, vector, |b, c| shuffles::permute_half(b, c, true)),
    row(&["avx512.mask.perm.df.*", "avx512.mask.perm.di.*"], 0, vector, shuffles::permute_four),
    row(&["avx512.mask.shuf.p*"], 0, vector, shuffles::shuffle_both),
    row(&["avx512.mask.movddup*", "avx512.mask.movsldup*"], 0, vector, |b, c| shuffles::double(b, c, 0)),
    row(&["avx512.mask.movshdup*"], 0, vector, |b, c| shuffles::double(b, c, 1)),
    row(&["avx512.mask.punpckl*", "avx512.mask.unpckl.*"], 0, vector, |b, c| shuffles::interleave(b, c, false)),
    row(&["avx512.mask.punpckh*", "avx512.mask.unpckh.*"], 0, vector, |b, c| shuffles::interleave(b, c, true)),
    row(&["avx2.pbroadcast*", "avx2.vbroadcast.s*", "avx512.pbroadcast*", "avx512.mask.broadcast.s*"], 0, vector, shuffles::broadcast),
    row(&["avx512.mask.broadcastf*", "avx512.mask.broadcasti*"], 0, vector, shuffles::repeat),
    row(&["sse.storeu.*", "sse2.storeu.*", "avx.storeu.*"], 2, any, memory::store_unaligned),
    row(&["sse4a.movnt.*"], 2, any, memory::store_first_non_temporal),
    row(&["avx.movnt.*", "avx512.storent.*"], 2, any, memory::store_non_temporal),
    row(&["sse41.movntdqa*", "avx2.movntdqa*", "avx512.movntdqa*"], 0, vector, memory::load_non_temporal),
    row(&["avx512.cvtb2mask.*", "avx512.cvtw2mask.*", "avx512.cvtd2mask.*", "avx512.cvtq2mask.*"], 0, number, masks::sign_mask),
    row(&["avx512.ptestm.*"], 0, number, |b, c| masks::test(b, c, ICmpPred::Ne)),
    row(&["avx512.ptestnm.*"], 0, number, |b, c| masks::test(b, c, ICmpPred::Eq)),
    row(&["avx512.kand.w*"], 0, number, |b, c| masks::mask_operator(b, c, BinOp::And, false)),
    row(&["avx512.kandn.w*"], 0, number, |b, c| masks::mask_operator(b, c, BinOp::And, true)),
    row(&["avx512.kor.w*"], 0, number, |b, c| masks::mask_operator(b, c, BinOp::Or, false)),
    row(&["avx512.kxor.w*"], 0, number, |b, c| masks::mask_operator(b, c, BinOp::Xor, false)),
    row(&["avx512.kxnor.w*"], 0, number, |b, c| masks::mask_operator(b, c, BinOp::Xor, true)),
];
