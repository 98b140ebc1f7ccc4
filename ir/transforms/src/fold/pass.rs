//! Folds the constants of a module that a reader of bitcode made from records.
use super::pools::{Pools, has_operands};
use super::rules::Rule;
use super::{Folder, pair};
use crate::upgrade::{gone_constants, replace_constants};
use bctk_ir::constants::{ConstKind, ConstPool, Constant};
use bctk_ir::datalayout::{DataLayout, Layouts};
use bctk_ir::entity::TypeId;
use bctk_ir::inst::GepNoWrapFlags;
use bctk_ir::module::Module;
use bctk_ir::opcodes::{BinOp, CastOp};
use bctk_ir::types::{Type, TypeTable};
use bctk_ir::value::{Value, ValueKind};
use bctk_ir::version::LlvmVersion;
use bctk_support::limits::Limits;
use bctk_support::parallel::prelude::*;

/// Replaces the constants of `module` that `llvm` folds when it reads them.
pub(crate) fn fold(module: &mut Module, llvm: LlvmVersion) {
    if !llvm.sign_extended_integers() && module.types.iter().any(|(_, ty)| matches!(ty, Type::Int(65..))) {
        let types = &module.types;
        extend_with_zeros(types, &mut module.consts);
        module.bodies.par_iter_mut().balanced().for_each(|body| extend_with_zeros(types, &mut body.consts));
    }
    if Rule::WideNumbers.is_in(llvm) && module.types.iter().any(|(_, ty)| ty == Type::PpcFp128) {
        let types = &module.types;
        one_number_of_two(types, &mut module.consts);
        module.bodies.par_iter_mut().balanced().for_each(|body| one_number_of_two(types, &mut body.consts));
    }
    let shared = may_fold(&module.types, &module.consts, &module.consts, llvm);
    let types = &module.types;
    let of_module = &module.consts;
    let own: Vec<bool> = module.bodies.par_iter().balanced().map(|body| may_fold(types, of_module, &body.consts, llvm)).collect();
    if !shared && own.iter().all(|&own| !own) {
        return;
    }
    let gone = gone_constants(module, llvm);
    let mut types = std::mem::take(&mut module.types);
    let globals = std::mem::take(&mut module.globals);
    let layouts = Layouts::new(DataLayout::parse(module.str(module.data_layout))).of_release(llvm);
    let mut folder = Folder::new(&mut types, &globals, llvm, layouts, Limits::default().expanded_elements);
    let mut pools = Pools::new(std::mem::take(&mut module.consts), None);
    let of_module = pools.fold(&mut folder, &gone.0);
    let mut of_bodies = Vec::with_capacity(module.bodies.len());
    for (at, body) in module.bodies.iter_mut().enumerate() {
        let is_needed = own[at] || !of_module.is_empty() && body.consts.consts.iter().any(|constant| has_operands(constant.kind));
        if !is_needed {
            of_bodies.push(Vec::new());
            continue;
        }
        folder.in_module = false;
        pools.open(std::mem::take(&mut body.consts));
        of_bodies.push(pools.fold(&mut folder, gone.1.get(at).map_or(&[], |gone| gone)));
        body.consts = pools.close();
    }
    module.consts = pools.shared;
    module.types = types;
    module.globals = globals;
    replace_constants(module, &of_module, &of_bodies);
}

/// The records of negative integers in types of more than 64 bits are those of positive ones.
fn extend_with_zeros(types: &TypeTable, pool: &mut ConstPool) {
    for constant in &mut pool.consts {
        if let ConstKind::Int(number @ ..0) = constant.kind
            && matches!(types.get(types.scalar(constant.ty)), Type::Int(65..))
        {
            constant.kind = ConstKind::WideInt { start: pool.words.len() as u32, len: 1 };
            pool.words.push(number as u64);
        }
    }
}

/// Each `ppc_fp128` is read as one number; what its two numbers say beyond that is lost.
fn one_number_of_two(types: &TypeTable, pool: &mut ConstPool) {
    for constant in &mut pool.consts {
        let ConstKind::WideFloat { start } = constant.kind else { continue };
        let words = pool.words.get_mut(start as usize..start as usize + 2);
        if let Some([high, low]) = words
            && types.get(types.scalar(constant.ty)) == Type::PpcFp128
        {
            let bits = pair::normal(u128::from(*high) | u128::from(*low) << 64);
            (*high, *low) = (bits as u64, (bits >> 64) as u64);
            if bits == 0 {
                constant.kind = ConstKind::Null;
            }
        }
    }
}

/// Whether a pool has an expression that may be folded. What releases have always written as it is must be passed fast.
fn may_fold(types: &TypeTable, shared: &ConstPool, pool: &ConstPool, llvm: LlvmVersion) -> bool {
    let of = |value: Value| match value.kind() {
        ValueKind::Const(at) => shared.get(at).map(|constant| constant.kind),
        ValueKind::LocalConst(at) => pool.get(at).map(|constant| constant.kind),
        _ => None,
    };
    let typed = types.has_typed_pointers();
    let is_number = |kind: Option<ConstKind>| {
        use ConstKind::{Aggregate, Data, Float, Int, Null, Poison, Undef, WideFloat, WideInt};
        matches!(kind, Some(Null | Undef | Poison | Int(_) | WideInt { .. } | Float(_) | WideFloat { .. } | Data(_) | Aggregate(_)))
    };
    let one = |constant: &Constant| match constant.kind {
        ConstKind::Bin { op: BinOp::Sub, lhs, rhs, .. } if !matches!(types.get(constant.ty), Type::Vector { .. } | Type::Int(1)) => {
            is_number(of(lhs)) || is_number(of(rhs))
        }
        ConstKind::Bin { op: BinOp::Add, lhs, rhs, .. } if matches!(types.get(constant.ty), Type::Int(2..)) => {
            let (left, right) = (of(lhs), of(rhs));
            let is_sum = matches!(left, Some(ConstKind::Bin { .. }));
            is_sum || !matches!(left, Some(ConstKind::Cast { .. })) || !matches!(right, Some(ConstKind::Int(_) | ConstKind::Cast { .. }))
        }
        ConstKind::Cast { op: CastOp::AddrSpaceCast, .. } if typed => true,
        ConstKind::Cast { op: CastOp::PtrToInt | CastOp::PtrToAddr | CastOp::AddrSpaceCast, value, .. } => {
            let inner = of(value);
            is_number(inner)
                || matches!(inner, Some(ConstKind::Cast { .. } | ConstKind::Gep { .. }) if typed)
                || matches!(inner, Some(ConstKind::Cast { .. }))
        }
        ConstKind::Cast { op: CastOp::IntToPtr, value, .. } => {
            !matches!(of(value), Some(ConstKind::Int(_) | ConstKind::Bin { .. })) || matches!(types.get(constant.ty), Type::Vector { .. })
        }
        ConstKind::Cast { op: CastOp::Trunc, value, .. } => !matches!(of(value), Some(ConstKind::Bin { op: BinOp::Sub, .. })),
        ConstKind::Gep { flags, source, ops, .. } => {
            let Some(base) = pool.values(ops).next().map(of) else { return true };
            let indices = || pool.values(ops).skip(1).map(|index| index_of(of(index)));
            let all_zero = indices().all(|index| index == Some(0));
            if matches!(types.get(constant.ty), Type::Vector { .. }) || all_zero || is_number(base) {
                return true;
            }
            let is_normal = flags.contains(GepNoWrapFlags::INBOUNDS) && base.is_none() && stays_within(types, source, indices());
            !llvm.in_range_bounds() && !is_normal
        }
        ConstKind::Aggregate(parts) => {
            // Of parts that make it one constant.
            let is_plain = |part| matches!(of(part), Some(ConstKind::Undef | ConstKind::Poison));
            let mut parts = pool.values(parts);
            parts.next().is_some_and(is_plain) && parts.all(is_plain)
        }
        kind => kind.is_expression(),
    };
    pool.consts.iter().any(one)
}

/// An index of a `getelementptr`, if it is a number; an undefined one counts as zero.
fn index_of(kind: Option<ConstKind>) -> Option<i64> {
    match kind {
        Some(ConstKind::Null | ConstKind::Undef | ConstKind::Poison) => Some(0),
        Some(ConstKind::Int(number)) => Some(number),
        _ => None,
    }
}

/// Whether all indices but the first are within their arrays.
fn stays_within(types: &TypeTable, source: TypeId, indices: impl Iterator<Item = Option<i64>>) -> bool {
    let mut at = Some(source);
    indices.skip(1).all(|index| {
        let (Some(holder), Some(index)) = (at, index.and_then(|index| u64::try_from(index).ok())) else { return false };
        let is_within = !matches!(types.get(holder), Type::Array { len, .. } if index >= len && len != 0);
        at = match types.get(holder) {
            Type::Array { elem, .. } => Some(elem),
            _ => types.member(holder, index),
        };
        is_within
    })
}
