//! Checks intrinsics of targets.
use super::general::element_type_of_first;
use super::{Called, Check};
use crate::function::{Checker, check};
use crate::report::Subject;
use bctk_ir::attrs::AttrKind;
use bctk_ir::inst::Inst;
use bctk_ir::keywords::CallConv;
use bctk_ir::types::Type;
use bctk_ir::value::{Value, ValueKind};

/// Calling conventions of AMDGPU (`CallingConv.h`).
const AMDGPU_CS: [u16; 3] = [90, 104, 105];
const AMDGPU_CHAIN: [u16; 2] = [104, 105];
const AMDGPU_SHADERS: [u16; 5] = [87, 88, 93, 95, 96];
const AMDGPU_GFX_WHOLE_WAVE: CallConv = CallConv(124);

pub(super) fn check_of(name: &str) -> Option<Check> {
    Some(match name {
        "aarch64.ldaxr" | "aarch64.ldxr" | "arm.ldaex" | "arm.ldrex" => exclusive_load,
        "aarch64.stlxr" | "aarch64.stxr" | "arm.stlex" | "arm.strex" => exclusive_store,
        "aarch64.prefetch" => aarch64_prefetch,
        "aarch64.range.prefetch" => aarch64_range_prefetch,
        "amdgcn.cs.chain" => amdgcn_chain,
        "amdgcn.init.exec.from.input" => amdgcn_init_exec,
        "amdgcn.set.inactive.chain.arg" => amdgcn_inactive,
        "amdgcn.call.whole.wave" => amdgcn_whole_wave,
        "amdgcn.s.prefetch.data" => amdgcn_prefetch,
        "amdgcn.load.to.lds"
        | "amdgcn.load.async.to.lds"
        | "amdgcn.global.load.lds"
        | "amdgcn.global.load.async.lds"
        | "amdgcn.raw.buffer.load.lds"
        | "amdgcn.raw.buffer.load.async.lds"
        | "amdgcn.raw.ptr.buffer.load.lds"
        | "amdgcn.raw.ptr.buffer.load.async.lds"
        | "amdgcn.struct.buffer.load.lds"
        | "amdgcn.struct.buffer.load.async.lds"
        | "amdgcn.struct.ptr.buffer.load.lds"
        | "amdgcn.struct.ptr.buffer.load.async.lds" => amdgcn_load_to_lds,
        "amdgcn.mfma.scale.f32.16x16x128.f8f6f4" | "amdgcn.mfma.scale.f32.32x32x64.f8f6f4" => amdgcn_mfma,
        "amdgcn.wmma.f32.16x16x128.f8f6f4" | "amdgcn.wmma.scale.f32.16x16x128.f8f6f4" | "amdgcn.wmma.scale16.f32.16x16x128.f8f6f4" => {
            amdgcn_wmma
        }
        "amdgcn.cooperative.atomic.load.32x4B"
        | "amdgcn.cooperative.atomic.load.16x8B"
        | "amdgcn.cooperative.atomic.load.8x16B"
        | "amdgcn.cooperative.atomic.store.32x4B"
        | "amdgcn.cooperative.atomic.store.16x8B"
        | "amdgcn.cooperative.atomic.store.8x16B" => amdgcn_cooperative,
        "amdgcn.av.load.b128" | "amdgcn.av.store.b128" => amdgcn_av,
        "ptrauth.auth.with.pc.and.resign" => ptrauth_resign,
        "nvvm.setmaxnreg.inc.sync.aligned.u32" | "nvvm.setmaxnreg.dec.sync.aligned.u32" => nvvm_registers,
        _ => return None,
    })
}

fn exclusive_load(c: &mut Checker<'_, '_>, of: &Called<'_>) {
    if c.shared.llvm.element_types_of_accesses() {
        element_type_of_first(c, of);
    }
}

fn exclusive_store(c: &mut Checker<'_, '_>, of: &Called<'_>) {
    if !c.shared.llvm.element_types_of_accesses() {
        return;
    }
    let has = c.param_element_type(of, 1).is_some();
    check!(c, has, "Intrinsic requires elementtype attribute on second argument.", of.this());
}

fn aarch64_prefetch(c: &mut Checker<'_, '_>, of: &Called<'_>) {
    let this = of.this();
    let below = |c: &Checker<'_, '_>, at: usize, end: u64| c.number(of, at).is_some_and(|number| number < end);
    check!(c, below(c, 1, 2), "write argument to llvm.aarch64.prefetch must be 0 or 1", this);
    check!(c, below(c, 2, 4), "target argument to llvm.aarch64.prefetch must be 0-3", this);
    check!(c, below(c, 3, 2), "stream argument to llvm.aarch64.prefetch must be 0 or 1", this);
    check!(c, below(c, 4, 2), "isdata argument to llvm.aarch64.prefetch must be 0 or 1", this);
}

fn aarch64_range_prefetch(c: &mut Checker<'_, '_>, of: &Called<'_>) {
    let this = of.this();
    let below = |c: &Checker<'_, '_>, at: usize| c.number(of, at).is_some_and(|number| number < 2);
    check!(c, below(c, 1), "write argument to llvm.aarch64.range.prefetch must be 0 or 1", this);
    check!(c, below(c, 2), "stream argument to llvm.aarch64.range.prefetch must be 0 or 1", this);
}

fn amdgcn_chain(c: &mut Checker<'_, '_>, of: &Called<'_>) {
    let this = of.this();
    let cc = c.function.cc.0;
    if c.shared.llvm.chains_of_shaders() {
        if !AMDGPU_CS.contains(&cc) && !AMDGPU_SHADERS.contains(&cc) {
            c.fail("Intrinsic cannot be called from functions with this calling convention", &[this]);
        }
    } else if !AMDGPU_CS.contains(&cc) {
        let message = "Intrinsic can only be used from functions with the amdgpu_cs, amdgpu_cs_chain or amdgpu_cs_chain_preserve calling \
                       conventions";
        c.fail(message, &[this]);
    }
    check!(c, c.has_param_attr(of, 2, AttrKind::IN_REG), "SGPR arguments must have the `inreg` attribute", this);
    check!(c, !c.has_param_attr(of, 3, AttrKind::IN_REG), "VGPR arguments must not have the `inreg` attribute", this);
    if c.shared.llvm.logical_pointers() {
        let fits = c.number(of, 4).is_some_and(|flags| flags < 2);
        check!(c, fits, "flags must be 0 or 1 for llvm.amdgcn.cs.chain", this);
    }
    if c.shared.llvm.chains_end_functions() {
        let next = bctk_ir::entity::InstId(of.inst.0 + 1);
        let ends = matches!(c.body.insts.get(next.index()), Some(Inst::Unreachable)) || c.intrinsic_at(next) == Some("amdgcn.unreachable");
        check!(c, ends, "llvm.amdgcn.cs.chain must be followed by unreachable", this);
    }
}

/// The number of the function's argument that a value is.
fn argument(c: &Checker<'_, '_>, value: Value) -> Option<u32> {
    match value.kind() {
        ValueKind::Local(local) if c.maker(value).is_none() && local < c.body.args => Some(local),
        _ => None,
    }
}

fn is_inreg_argument(c: &Checker<'_, '_>, value: Value) -> bool {
    argument(c, value).is_some_and(|number| c.own_param_attr(number, AttrKind::IN_REG).is_some())
}

fn amdgcn_init_exec(c: &mut Checker<'_, '_>, of: &Called<'_>) {
    if !c.shared.llvm.intrinsic_places_checked() {
        return;
    }
    let fits = is_inreg_argument(c, of.arg(0));
    check!(c, fits, "only inreg arguments to the parent function are valid as inputs to this intrinsic", of.this());
}

fn amdgcn_inactive(c: &mut Checker<'_, '_>, of: &Called<'_>) {
    let this = of.this();
    if !AMDGPU_CHAIN.contains(&c.function.cc.0) {
        let message = "Intrinsic can only be used from functions with the amdgpu_cs_chain or amdgpu_cs_chain_preserve calling conventions";
        c.fail(message, &[this]);
    }
    check!(c, !c.has_param_attr(of, 1, AttrKind::IN_REG), "Value for inactive lanes must not have the `inreg` attribute", this);
    let value = of.arg(1);
    check!(c, argument(c, value).is_some(), "Value for inactive lanes must be a function argument", this);
    check!(c, !is_inreg_argument(c, value), "Value for inactive lanes must be a VGPR function argument", this);
}

fn amdgcn_whole_wave(c: &mut Checker<'_, '_>, of: &Called<'_>) {
    let this = of.this();
    let Some((_, global, function)) = c.shared.function(of.arg(0)) else {
        return c.fail("Indirect whole wave calls are not allowed", &[this]);
    };
    let fits = function.cc == AMDGPU_GFX_WHOLE_WAVE;
    check!(c, fits, "Callee must have the amdgpu_gfx_whole_wave calling convention", this);
    let Some((_, params, vararg)) = c.module.types.function(global.value_type) else { return };
    let params: Vec<_> = params.iter().collect();
    check!(c, !vararg, "Variadic whole wave calls are not allowed", this);
    check!(c, of.args.len() == params.len(), "Call argument count must match callee argument count", this);
    let is_mask = params.first().is_some_and(|&ty| c.types.is_int_of(ty, 1));
    check!(c, is_mask, "Callee must have i1 as its first argument", this);
    for (at, &param) in params.iter().enumerate().skip(1) {
        let same = c.arg_ty(of, at).is_some_and(|ty| c.types.same(ty, param));
        check!(c, same, "Argument types must match", this);
        let own = c.param_attr_of(function.attrs, at as u32, AttrKind::IN_REG).is_some();
        check!(c, c.has_param_attr(of, at as u32, AttrKind::IN_REG) == own, "Argument inreg attributes must match", this);
    }
}

fn amdgcn_prefetch(c: &mut Checker<'_, '_>, of: &Called<'_>) {
    // Flat, global and constant, and what has no name.
    let fits = c.arg_ty(of, 0).and_then(|ty| c.types.addrspace(ty)).is_some_and(|space| matches!(space, 0 | 1 | 4) || space > 9);
    check!(c, fits, "llvm.amdgcn.s.prefetch.data only supports global or constant memory");
}

fn amdgcn_load_to_lds(c: &mut Checker<'_, '_>, of: &Called<'_>) {
    if !c.shared.llvm.logical_pointers() {
        return;
    }
    let fits = matches!(c.number(of, 2), Some(1 | 2 | 4 | 12 | 16));
    check!(c, fits, "invalid data size for load-to-LDS intrinsic; must be 1, 2, 4, 12, or 16", of.this());
}

/// The length of a vector of `i32`.
fn words(c: &Checker<'_, '_>, of: &Called<'_>, at: usize) -> Option<u32> {
    match c.types.get(c.arg_ty(of, at)?) {
        Type::Vector { elem, len, scalable: false } if c.types.is_int_of(elem, 32) => Some(len),
        _ => None,
    }
}

fn amdgcn_mfma(c: &mut Checker<'_, '_>, of: &Called<'_>) {
    let this = of.this();
    let value = |at: usize| Subject::Value(of.arg(at));
    let (Some(a), Some(b)) = (c.number(of, 3), c.number(of, 4)) else { return };
    check!(c, a <= 4, "invalid value for cbsz format", this, value(3));
    check!(c, b <= 4, "invalid value for blgp format", this, value(4));
    let registers = |format: u64| match format {
        0 | 1 => 8,
        2 | 3 => 6,
        _ => 4,
    };
    let length = |c: &Checker<'_, '_>, at| words(c, of, at).filter(|len| matches!(len, 4 | 6 | 8));
    check!(c, length(c, 0).is_some(), "operand 0 must be 4, 6 or 8 element i32 vector", this, value(0));
    check!(c, length(c, 1).is_some(), "operand 1 must be 4, 6 or 8 element i32 vector", this, value(1));
    check!(c, length(c, 0) >= Some(registers(a)), "invalid vector type for format", this, value(0), value(3));
    check!(c, length(c, 1) >= Some(registers(b)), "invalid vector type for format", this, value(1), value(5));
}

fn amdgcn_wmma(c: &mut Checker<'_, '_>, of: &Called<'_>) {
    let this = of.this();
    let value = |at: usize| Subject::Value(of.arg(at));
    let (Some(a), Some(b)) = (c.number(of, 0), c.number(of, 2)) else { return };
    check!(c, a <= 4, "invalid value for matrix format", this, value(0));
    check!(c, b <= 4, "invalid value for matrix format", this, value(2));
    let registers = |format: u64| match format {
        0 | 1 => 16,
        2 | 3 => 12,
        _ => 8,
    };
    let length = |c: &Checker<'_, '_>, at| words(c, of, at).filter(|len| matches!(len, 8 | 12 | 16));
    check!(c, length(c, 1).is_some(), "operand 1 must be 8, 12 or 16 element i32 vector", this, value(1));
    check!(c, length(c, 3).is_some(), "operand 3 must be 8, 12 or 16 element i32 vector", this, value(3));
    check!(c, length(c, 1) >= Some(registers(a)), "invalid vector type for format", this, value(1), value(0));
    check!(c, length(c, 3) >= Some(registers(b)), "invalid vector type for format", this, value(3), value(2));
}

/// Whether the last argument is a node of one string.
fn ends_in_string(c: &Checker<'_, '_>, of: &Called<'_>) -> bool {
    let ops = of.args.last().and_then(|&arg| c.nodes().tuple(c.metadata_of(arg)?));
    ops.is_some_and(|ops| ops.len() == 1 && c.nodes().string(ops.op(0)).is_some())
}

fn amdgcn_cooperative(c: &mut Checker<'_, '_>, of: &Called<'_>) {
    let this = of.this();
    let fits = c.arg_ty(of, 0).and_then(|ty| c.types.addrspace(ty)).is_some_and(|space| space <= 1);
    check!(c, fits, "cooperative atomic intrinsics require a generic or global pointer", this, Subject::Value(of.arg(0)));
    let last = Subject::Value(of.arg(of.args.len().saturating_sub(1)));
    check!(c, ends_in_string(c, of), "cooperative atomic intrinsics require that the last argument is a metadata string", this, last);
}

fn amdgcn_av(c: &mut Checker<'_, '_>, of: &Called<'_>) {
    let last = Subject::Value(of.arg(of.args.len().saturating_sub(1)));
    let fits = ends_in_string(c, of);
    check!(c, fits, "the last argument to av load/store intrinsics must be a metadata string", of.this(), last);
}

fn ptrauth_resign(c: &mut Checker<'_, '_>, of: &Called<'_>) {
    let fits = c.number(of, 1).is_some_and(|key| key < 2);
    check!(c, fits, "ptrauth.auth.with.pc.and.resign key must be IA (0) or IB (1)", of.this());
}

fn nvvm_registers(c: &mut Checker<'_, '_>, of: &Called<'_>) {
    let fits = c.number(of, 0).is_some_and(|count| count.is_multiple_of(8));
    check!(c, fits, "reg_count argument to nvvm.setmaxnreg must be in multiples of 8");
    if c.shared.llvm.register_counts_in_range() {
        let fits = c.number(of, 0).is_some_and(|count| (24..=256).contains(&count));
        check!(c, fits, "reg_count argument to nvvm.setmaxnreg must be within [24, 256]");
    }
}
