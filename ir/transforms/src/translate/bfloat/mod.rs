//! `bfloat` as `i16`, for releases that do not have it or make no code of it.
//!
//! What computes gets operands of `float` (`arithmetic`), functions pass the type that is in the same registers (`passing`), and then all that is
//! left moves numbers, which integers do as well.
mod arithmetic;
mod passing;
#[cfg(test)]
mod tests;

use super::edit::{drop_casts, replace_each};
use super::globals::in_parts;
use super::instructions::bfloat_loops;
use super::report::{Action, At, Report};
use crate::upgrade::{map_types, rebuilt_types, rename_intrinsics, replace_constants};
use bctk_edit::editor::Editor;
use bctk_edit::globals::GlobalChanges;
use bctk_ir::constants::{ConstKind, ConstPool};
use bctk_ir::entity::{GlobalId, InstId, TypeId};
use bctk_ir::inst::{FastMathFlags, Inst};
use bctk_ir::intrinsics::lookup;
use bctk_ir::metadata::unique::unique_wrapped;
use bctk_ir::module::Module;
use bctk_ir::opcodes::CastOp;
use bctk_ir::triple::{Arch, Triple};
use bctk_ir::types::{Type, TypeTable};
use bctk_ir::value::{Value, ValueKind};
use bctk_ir::value_types::type_of;
use bctk_ir::version::{Feature, LlvmVersion};
use bctk_ir::visit::operands;
use bctk_support::parallel::prelude::*;

/// Which types hold `bfloat`.
struct Types(Vec<bool>);

impl Types {
    fn of(types: &TypeTable) -> Option<Types> {
        let found = in_parts(types, |ty| (ty == Type::BFloat).then_some(()))?;
        Some(Types(found.into_iter().map(|found| found.is_some()).collect()))
    }

    fn has(&self, ty: TypeId) -> bool {
        self.0.get(ty.index()) == Some(&true)
    }
}

/// What a release lacks that a module with `bfloat` needs.
pub(super) fn lacking(module: &Module, llvm: LlvmVersion) -> Option<Feature> {
    match Triple::parse(module.str(module.triple)).arch {
        _ if !llvm.bfloat_type() => Some(Feature::BFloatType),
        Arch::X86 | Arch::X86_64 if !llvm.bfloat_code_of_x86() => Some(Feature::BFloatCodeOfX86),
        Arch::AArch64 | Arch::AArch64Be if !llvm.bfloat_code_of_aarch64() && needs_code(module) => Some(Feature::BFloatCodeOfAArch64),
        _ => None,
    }
}

/// Whether an intrinsic, which releases before LLVM 16 have for integers, has the type that it has there.
pub(super) fn is_of_integers(module: &Module, base: &str, fn_ty: TypeId) -> bool {
    base.starts_with("x86.avx512bf16.")
        && module.types.function(fn_ty).is_some_and(|(ret, params, _)| params.iter().chain([ret]).all(|ty| !is_bfloat(&module.types, ty)))
}

/// Whether a module does more with `bfloat` than to load, move, pass and store it.
fn needs_code(module: &Module) -> bool {
    let types = &module.types;
    if types.find(&Type::BFloat).is_none() {
        return false;
    }
    module.bodies.par_iter().balanced().any(|body| {
        (0..body.insts.len()).map(InstId::new).any(|at| {
            let mut found = arithmetic::may_compute(module, body, at) && body.result_type(at).is_some_and(|ty| is_bfloat(types, ty));
            operands(&body.insts[at.index()], body, |_, value| {
                let is_it = type_of(value, body, &module.globals, &module.consts).is_some_and(|ty| is_bfloat(types, ty));
                let constant = match value.kind() {
                    ValueKind::Const(at) => module.consts.get(at),
                    ValueKind::LocalConst(at) => body.consts.get(at),
                    _ => None,
                };
                let is_number = constant.is_some_and(|constant| !matches!(constant.kind, ConstKind::Undef | ConstKind::Poison));
                found |= is_it && (is_number || arithmetic::may_compute(module, body, at));
            });
            found
        })
    })
}

/// Whether a type is `bfloat` or a vector of it.
fn is_bfloat(types: &TypeTable, ty: TypeId) -> bool {
    types.get(types.scalar(ty)) == Type::BFloat
}

/// Writes `bfloat` as `i16`. What cannot be written leaves the module with the type.
pub(super) fn to_older(module: &mut Module, llvm: LlvmVersion, report: &mut Report) {
    let Some(feature) = lacking(module, llvm) else { return };
    let Some(types) = Types::of(&module.types) else { return };
    let mut is_refused = false;
    for id in passing::refused(module, &types) {
        report.feature(Action::Refused, feature, module, At::Global(id));
        is_refused = true;
    }
    bfloat_loops(module, llvm, feature, report);
    replace_each(module, report, |ed, at| {
        if passing::refused_in(ed, &types, at) {
            is_refused = true;
            return Some((feature, None));
        }
        forget_flags(ed, &types, at);
        let made = arithmetic::instruction(ed, at)?;
        is_refused |= made.is_none();
        Some((feature, made))
    });
    if is_refused {
        return;
    }
    drop_declarations(module, &types);
    for (at, global) in module.globals.iter().enumerate() {
        if global.function().is_none() && types.has(global.value_type) {
            report.feature(Action::Lowered, feature, module, At::Global(GlobalId::new(at)));
        }
    }
    // Intrinsics of processors keep the type where the release has it.
    let kept = llvm.bfloat_type().then(|| module.types.push(Type::BFloat));
    passing::to_carriers(module, &types, kept.map(|ty| (ty, llvm)), feature, report);
    to_integers(module, kept);
}

/// Takes out the declarations of intrinsics that computed, which nothing calls any more.
fn drop_declarations(module: &mut Module, types: &Types) {
    let mut changes = GlobalChanges::default();
    let computes = |name: &[u8]| lookup(name).is_some_and(|intrinsic| !arithmetic::is_moved(intrinsic.name));
    let declared = module.functions().filter(|(_, global, function)| function.body.is_none() && types.has(global.value_type));
    changes.dropped = declared.filter(|(_, global, _)| computes(module.str(global.name))).map(|(id, ..)| id).collect();
    if !changes.dropped.is_empty() {
        changes.apply(module);
    }
}

/// Selections of integers have no flags of arithmetic.
fn forget_flags(ed: &mut Editor<'_>, types: &Types, at: InstId) {
    if !ed.body().result_type(at).is_some_and(|ty| types.has(ty)) {
        return;
    }
    if let Inst::Phi { fmf, .. } | Inst::Select { fmf, .. } = &mut ed.body_mut().insts[at.index()] {
        *fmf = FastMathFlags::NONE;
    }
}

/// Makes `bfloat` the integer of the same bits, in all types but `kept` and in constants.
fn to_integers(module: &mut Module, kept: Option<TypeId>) {
    let Module { types, consts, bodies, .. } = module;
    let has_casts = integers(types, consts) | bodies.iter_mut().fold(false, |found, body| found | integers(types, &mut body.consts));
    let (types, ids) = rebuilt_types(&module.types, |new, id, ty| {
        (ty == Type::BFloat).then(|| new.intern(if kept == Some(id) { ty } else { Type::Int(16) }))
    });
    module.types = types;
    map_types(module, &|ty: TypeId| ids.get(ty.index()).copied().unwrap_or(ty));
    if has_casts {
        fold_casts(module);
    }
    unique_wrapped(module);
    rename_intrinsics(module, LlvmVersion::NEWEST);
    drop_casts(module, |_, _| true);
}

/// Makes numbers of a pool integers. Whether it has expressions that cast the type.
fn integers(types: &TypeTable, pool: &mut ConstPool) -> bool {
    let mut has_casts = false;
    for constant in &mut pool.consts {
        has_casts |= matches!(constant.kind, ConstKind::Cast { op: CastOp::BitCast, .. });
        if let ConstKind::Float(bits) = constant.kind
            && types.get(types.scalar(constant.ty)) == Type::BFloat
        {
            constant.kind = ConstKind::Int(i64::from(bits as u16 as i16));
        }
    }
    has_casts
}

/// Replaces casts between equal types.
fn fold_casts(module: &mut Module) {
    let of_pool = |pool: &ConstPool| -> Vec<Option<Value>> {
        let type_of = |value: Value| match value.kind() {
            ValueKind::Const(at) => module.consts.get(at).map(|constant| constant.ty),
            ValueKind::LocalConst(at) => pool.get(at).map(|constant| constant.ty),
            _ => None,
        };
        let step = |at: usize| match pool.consts[at] {
            constant if type_of_cast(constant.kind).and_then(type_of) == Some(constant.ty) => type_of_cast(constant.kind),
            _ => None,
        };
        (0..pool.consts.len()).map(step).collect()
    };
    let of_module = of_pool(&module.consts);
    let of_bodies: Vec<Vec<Option<Value>>> = module.bodies.iter().map(|body| of_pool(&body.consts)).collect();
    replace_constants(module, &of_module, &of_bodies);
}

/// The operand of a cast of bits.
fn type_of_cast(kind: ConstKind) -> Option<Value> {
    match kind {
        ConstKind::Cast { op: CastOp::BitCast, value, .. } => Some(value),
        _ => None,
    }
}
