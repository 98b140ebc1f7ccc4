//! Flags of instructions and constants that an older release does not have. All of them are hints: they only make more results undefined.
use super::attributes::report_bodies;
use super::report::{Action, At, Report, Tally};
use bctk_edit::functions::owners_by_body;
use bctk_ir::body::Body;
use bctk_ir::constants::{ConstKind, ConstPool};
use bctk_ir::entity::{InstId, OptionalId, TypeId};
use bctk_ir::inst::{ArithFlags, FastMathFlags, GepNoWrapFlags, Inst, OpFlags};
use bctk_ir::module::Module;
use bctk_ir::opcodes::{BinOp, CastOp};
use bctk_ir::types::{Type, TypeTable};
use bctk_ir::version::{Feature, LlvmVersion};
use bctk_support::parallel::prelude::*;

/// Drops the flags that `llvm` does not have.
pub(super) fn to_older(module: &mut Module, llvm: LlvmVersion, report: &mut Report) {
    let mut found = Vec::new();
    constants(&mut module.consts, llvm, &mut found);
    for feature in found.drain(..) {
        report.feature(Action::Dropped, feature, module, At::Module);
    }
    let owners = owners_by_body(module);
    let Module { bodies, types, .. } = &mut *module;
    let of_body = |(index, body): (usize, &mut Body)| {
        let (mut tally, Some(id)) = (Tally::default(), owners[index]) else { return Tally::default() };
        let (mut found, mut dropped) = (Vec::new(), Vec::new());
        constants(&mut body.consts, llvm, &mut found);
        instructions(body, types, llvm, &mut dropped);
        found.into_iter().for_each(|feature| tally.count((Action::Dropped, feature), At::Global(id)));
        dropped.into_iter().for_each(|(inst, action, feature)| tally.count((action, feature), At::Inst(id, inst)));
        tally
    };
    let tallies: Vec<Tally<(Action, Feature)>> = bodies.par_iter_mut().enumerate().balanced().map(of_body).collect();
    report_bodies(tallies, module, report);
}

/// Drops the flags and `inrange` of constant expressions.
fn constants(pool: &mut ConstPool, llvm: LlvmVersion, found: &mut Vec<Feature>) {
    for constant in &mut pool.consts {
        match &mut constant.kind {
            ConstKind::Gep { flags, in_range, .. } => {
                if !llvm.constant_gep_flags() && flags.beyond_inbounds() {
                    *flags = only_inbounds(*flags);
                    found.push(Feature::ConstantGepFlags);
                }
                // The older form names an index and has no bounds.
                if !in_range.is_none() && !llvm.in_range_bounds() {
                    let is_index =
                        matches!(pool.in_ranges.get(in_range.get().unwrap_or(0) as usize), Some(bctk_ir::constants::InRange::Index(_)));
                    if !is_index || !llvm.in_range() {
                        *in_range = OptionalId::NONE;
                        found.push(if is_index { Feature::InRange } else { Feature::InRangeBounds });
                    }
                }
            }
            ConstKind::Cast { op: CastOp::Trunc, flags, .. } if !flags.is_empty() && !llvm.trunc_flags() => {
                *flags = OpFlags::NONE;
                found.push(Feature::TruncFlags);
            }
            _ => {}
        }
    }
}

/// `inbounds`, if it is set, with the `nusw` that it implies.
fn only_inbounds(flags: GepNoWrapFlags) -> GepNoWrapFlags {
    if flags.contains(GepNoWrapFlags::INBOUNDS) { flags & (GepNoWrapFlags::INBOUNDS | GepNoWrapFlags::NUSW) } else { GepNoWrapFlags::NONE }
}

fn instructions(body: &mut Body, types: &TypeTable, llvm: LlvmVersion, out: &mut Vec<(InstId, Action, Feature)>) {
    let Body { insts, results, local_types, calls, .. } = body;
    for (at, inst) in insts.iter_mut().enumerate() {
        let ty = || results.get(at).and_then(|local| local_types.get(local.get()? as usize)).copied();
        let of_type = || ty().and_then(|ty| fast_math_of(types, ty));
        let inst_id = InstId::new(at);
        let mut drop = |has: bool, feature: Feature| {
            let drops = has && !llvm.has(feature);
            if drops {
                out.push((inst_id, Action::Dropped, feature));
            }
            drops
        };
        match inst {
            Inst::Bin { op: BinOp::Or, flags, .. } if drop(flags.arith().contains(ArithFlags::DISJOINT), Feature::Disjoint) => {
                *flags = OpFlags::NONE
            }
            Inst::Cast { op: CastOp::ZExt, flags, .. } if drop(!flags.is_empty(), Feature::NonNegZext) => *flags = OpFlags::NONE,
            Inst::Cast { op: CastOp::Trunc, flags, .. } if drop(!flags.is_empty(), Feature::TruncFlags) => *flags = OpFlags::NONE,
            Inst::Cast { op: CastOp::SiToFp, flags, .. } if drop(!flags.is_empty(), Feature::FastMathConversions) => *flags = OpFlags::NONE,
            Inst::Cast { op: CastOp::UiToFp, flags, .. } => {
                let mut fast_math = flags.uitofp_fast_math();
                let mut nneg = flags.arith().contains(ArithFlags::NNEG);
                if drop(!fast_math.is_empty(), Feature::FastMathConversions) {
                    fast_math = FastMathFlags::NONE;
                }
                if drop(nneg, Feature::NonNegUiToFp) {
                    nneg = false;
                }
                *flags = OpFlags::of_uitofp(nneg, fast_math);
            }
            Inst::Cast { op: CastOp::FpTrunc | CastOp::FpExt, flags, .. } if drop(!flags.is_empty(), Feature::FastMathTruncations) => {
                *flags = OpFlags::NONE
            }
            Inst::Gep { flags, .. } if drop(flags.beyond_inbounds(), Feature::GepNoWrapFlags) => *flags = only_inbounds(*flags),
            Inst::ICmp { flags, .. } if drop(!flags.is_empty(), Feature::SameSign) => *flags = ArithFlags::NONE,
            Inst::Bin { op, flags, .. } if op.is_float() => {
                let fmf = older_fast_math(flags.fast_math(), llvm, inst_id, out);
                *flags = fmf.into();
            }
            Inst::FNeg { fmf, .. } | Inst::FCmp { fmf, .. } => *fmf = older_fast_math(*fmf, llvm, inst_id, out),
            Inst::Select { fmf, .. } => *fmf = of_result(*fmf, [Some(Feature::FastMathSelect), of_type()], llvm, inst_id, out),
            Inst::Phi { fmf, .. } => *fmf = of_result(*fmf, [Some(Feature::FastMathPhi), of_type()], llvm, inst_id, out),
            Inst::Call(id) => {
                if let Some(call) = calls.get_mut(id.index()) {
                    call.fmf = of_result(call.fmf, [Some(Feature::FastMathCalls), of_type()], llvm, inst_id, out);
                }
            }
            _ => {}
        }
    }
}

/// Fast-math flags of a result, as far as `llvm` has all the features that they need.
fn of_result(
    flags: FastMathFlags,
    needed: [Option<Feature>; 2],
    llvm: LlvmVersion,
    inst: InstId,
    out: &mut Vec<(InstId, Action, Feature)>,
) -> FastMathFlags {
    match needed.into_iter().flatten().find(|&feature| !llvm.has(feature)) {
        Some(feature) if !flags.is_empty() => {
            out.push((inst, Action::Dropped, feature));
            FastMathFlags::NONE
        }
        _ => older_fast_math(flags, llvm, inst, out),
    }
}

/// The feature that fast-math flags of results of this type need.
fn fast_math_of(types: &TypeTable, ty: TypeId) -> Option<Feature> {
    match types.get(ty) {
        Type::Struct { .. } => Some(Feature::FastMathStructures),
        Type::Array { .. } => Some(Feature::FastMathArrays),
        _ => None,
    }
}

/// Fast-math flags as `llvm` has them: `fast` was one flag until LLVM 5, and others came later.
fn older_fast_math(flags: FastMathFlags, llvm: LlvmVersion, inst: InstId, out: &mut Vec<(InstId, Action, Feature)>) -> FastMathFlags {
    const NEW: FastMathFlags = FastMathFlags::from_bits(FastMathFlags::REASSOC.bits() | FastMathFlags::AFN.bits());
    let mut new = flags;
    if llvm.fast_math_parts() {
        return new;
    }
    if new.contains(FastMathFlags::FAST) {
        out.push((inst, Action::Lowered, Feature::FastMathParts));
        let all = FastMathFlags::UNSAFE_ALGEBRA | FastMathFlags::NNAN | FastMathFlags::NINF | FastMathFlags::NSZ | FastMathFlags::ARCP;
        return if llvm.allow_contract() { all | FastMathFlags::CONTRACT } else { all };
    }
    if !(new & NEW).is_empty() {
        out.push((inst, Action::Dropped, Feature::FastMathParts));
        new = FastMathFlags::from_bits(new.bits() & !NEW.bits());
    }
    if !llvm.allow_contract() && new.contains(FastMathFlags::CONTRACT) {
        out.push((inst, Action::Dropped, Feature::AllowContract));
        new = FastMathFlags::from_bits(new.bits() & !FastMathFlags::CONTRACT.bits());
    }
    new
}
