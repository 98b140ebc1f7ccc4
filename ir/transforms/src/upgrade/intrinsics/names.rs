//! Names of intrinsics: renamed ones, and the suffixes of overloaded ones.
use super::reductions;
use bctk_ir::entity::TypeId;
use bctk_ir::intrinsics::{Intrinsic, exact_in, is_gone, lookup_in};
use bctk_ir::module::Module;
use bctk_ir::types::Type;
use bctk_ir::version::LlvmVersion;

/// Renamed intrinsics with the same type: old prefix and new prefix.
pub(crate) const RENAMED: &[(&str, &str)] = &[
    ("aarch64.neon.frintn", "roundeven"),
    ("aarch64.neon.rbit", "bitreverse"),
    ("aarch64.rbit", "bitreverse"),
    ("aarch64.sve.rev.nxv", "vector.reverse"),
    ("aarch64.thread.pointer", "thread.pointer"),
    ("arm.neon.vcnt.", "ctpop"),
    ("arm.neon.vqadds.", "sadd.sat"),
    ("arm.neon.vqaddu.", "uadd.sat"),
    ("arm.neon.vqsubs.", "ssub.sat"),
    ("arm.neon.vqsubu.", "usub.sat"),
    ("arm.neon.vrinta.", "round"),
    ("arm.neon.vrintm.", "floor"),
    ("arm.neon.vrintn.", "roundeven"),
    ("arm.neon.vrintp.", "ceil"),
    ("arm.neon.vrintx.", "rint"),
    ("arm.neon.vrintz.", "trunc"),
    ("arm.mve.vrintn.", "roundeven"),
    ("x86.seh.recoverfp", "eh.recoverfp"),
    ("arm.rbit", "bitreverse"),
    ("arm.thread.pointer", "thread.pointer"),
    ("aarch64.sve.bfmmla", "aarch64.sve.fmmla"),
    ("riscv.clmul.", "clmul"),
    ("nvvm.brev32", "bitreverse"),
    ("nvvm.brev64", "bitreverse"),
    ("nvvm.popc.i", "ctpop"),
    ("nvvm.max.s", "smax"),
    ("nvvm.max.i", "smax"),
    ("nvvm.max.ll", "smax"),
    ("nvvm.max.us", "umax"),
    ("nvvm.max.ui", "umax"),
    ("nvvm.max.ull", "umax"),
    ("nvvm.min.s", "smin"),
    ("nvvm.min.i", "smin"),
    ("nvvm.min.ll", "smin"),
    ("nvvm.min.us", "umin"),
    ("nvvm.min.ui", "umin"),
    ("nvvm.min.ull", "umin"),
    ("experimental.vector.partial.reduce.add", "vector.partial.reduce.add"),
    ("experimental.vector.interleave3.", "vector.interleave3"),
    ("experimental.vector.deinterleave3.", "vector.deinterleave3"),
    ("experimental.vector.interleave4.", "vector.interleave4"),
    ("experimental.vector.deinterleave4.", "vector.deinterleave4"),
    ("experimental.vector.interleave5.", "vector.interleave5"),
    ("experimental.vector.deinterleave5.", "vector.deinterleave5"),
    ("experimental.vector.interleave6.", "vector.interleave6"),
    ("experimental.vector.deinterleave6.", "vector.deinterleave6"),
    ("experimental.vector.interleave7.", "vector.interleave7"),
    ("experimental.vector.deinterleave7.", "vector.deinterleave7"),
    ("experimental.vector.interleave8.", "vector.interleave8"),
    ("experimental.vector.deinterleave8.", "vector.deinterleave8"),
    ("experimental.vector.extract.", "vector.extract"),
    ("experimental.vector.insert.", "vector.insert"),
    ("experimental.vector.reverse.", "vector.reverse"),
    ("experimental.vector.interleave2.", "vector.interleave2"),
    ("experimental.vector.deinterleave2.", "vector.deinterleave2"),
    ("experimental.vector.reduce.add.", "vector.reduce.add"),
    ("experimental.vector.reduce.mul.", "vector.reduce.mul"),
    ("experimental.vector.reduce.and.", "vector.reduce.and"),
    ("experimental.vector.reduce.or.", "vector.reduce.or"),
    ("experimental.vector.reduce.xor.", "vector.reduce.xor"),
    ("experimental.vector.reduce.smax.", "vector.reduce.smax"),
    ("experimental.vector.reduce.smin.", "vector.reduce.smin"),
    ("experimental.vector.reduce.umax.", "vector.reduce.umax"),
    ("experimental.vector.reduce.umin.", "vector.reduce.umin"),
    ("experimental.vector.reduce.fmax.", "vector.reduce.fmax"),
    ("experimental.vector.reduce.fmin.", "vector.reduce.fmin"),
    ("experimental.vector.reduce.v2.fadd.", "vector.reduce.fadd"),
    ("experimental.vector.reduce.v2.fmul.", "vector.reduce.fmul"),
    ("experimental.stepvector.", "stepvector"),
    ("flt.rounds", "get.rounding"),
    ("invariant.group.barrier", "launder.invariant.group"),
    ("amdgcn.ldexp.", "ldexp"),
    ("wasm.fma.", "wasm.relaxed.madd"),
    ("wasm.fms.", "wasm.relaxed.nmadd"),
    ("wasm.laneselect.", "wasm.relaxed.laneselect"),
    ("wasm.dot.i8x16.i7x16.signed", "wasm.relaxed.dot.i8x16.i7x16.signed"),
    ("wasm.dot.i8x16.i7x16.add.signed", "wasm.relaxed.dot.i8x16.i7x16.add.signed"),
];

/// Intrinsics whose names got more suffixes before LLVM 13.
const LONGER: [&str; 5] = ["powi", "masked.load", "masked.store", "masked.gather", "masked.scatter"];

/// The name of an intrinsic of this type in LLVM `version`.
pub(crate) fn wanted_name(module: &Module, name: &[u8], fn_ty: TypeId, version: LlvmVersion) -> Option<Vec<u8>> {
    let rest = name.strip_prefix(b"llvm.")?;
    if let Some(own) = reductions::own_name(module, rest, fn_ty, version) {
        return Some(own);
    }
    let is_replaced = |old: &str| old.starts_with("nvvm.m") && !version.nvvm_min_max_as_intrinsics();
    let renamed = |(old, _): &&(&str, &str)| rest.starts_with(old.as_bytes()) && is_gone(name, version) && !is_replaced(old);
    // Pairwise addition of floating-point numbers has its own intrinsic.
    let float_addp = rest.starts_with(b"aarch64.neon.addp.")
        && module
            .types
            .function(fn_ty)
            .is_some_and(|(ret, _, _)| matches!(module.types.get(module.types.scalar(ret)), Type::Half | Type::Float | Type::Double));
    let intrinsic: Option<Intrinsic> = match RENAMED.iter().find(renamed) {
        Some((_, new)) => exact_in(new, version),
        None if float_addp => exact_in("aarch64.neon.faddp", version),
        // Those of numbers of 8 bits depend on the floating-point mode, and are intrinsics of their own since LLVM 23.
        None if rest == b"aarch64.sme.ftmopa.za16.nxv16i8" => {
            exact_in("aarch64.sme.fp8.ftmopa.za16", version).or_else(|| lookup_in(name, version))
        }
        None if rest == b"aarch64.sme.ftmopa.za32.nxv16i8" => {
            exact_in("aarch64.sme.fp8.ftmopa.za32", version).or_else(|| lookup_in(name, version))
        }
        None => lookup_in(name, version),
    };
    let intrinsic = intrinsic?;
    let wanted = intrinsic.mangled_name(module, fn_ty)?;
    // The overloaded types until LLVM 20 are not known for certain. There were as many as the name has suffixes, if it has any and they
    // are not typed pointers that become opaque.
    let suffixes = |name: &[u8]| name.iter().skip(b"llvm.".len() + intrinsic.name.len()).filter(|&&c| c == b'.').count();
    let is_checked = version.intrinsic_types_checked();
    let is_guessed = !is_checked && name.starts_with(&[b"llvm.", intrinsic.name.as_bytes()].concat());
    let is_longer = match intrinsic.name {
        "annotation" => version.opaque_pointers(),
        known => LONGER.contains(&known),
    };
    let is_opaque = version.reads_as_opaque() && has_typed_pointers(name);
    let is_sure = !is_guessed || is_longer || suffixes(name) == 0 || suffixes(name) == suffixes(&wanted) || is_opaque;
    is_sure.then_some(wanted)
}

/// Whether a suffix of the name is that of a typed pointer (`.p0i8`).
fn has_typed_pointers(name: &[u8]) -> bool {
    name.split(|&c| c == b'.').filter_map(|part| part.strip_prefix(b"p")).any(|rest| {
        let space = rest.iter().take_while(|c| c.is_ascii_digit()).count();
        space > 0 && space < rest.len()
    })
}
