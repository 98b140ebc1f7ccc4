//! `alignstack` of parameters before LLVM 13: left out where the parameter is in registers.
use super::report::{Action, At, Report};
use bctk_edit::attributes::{change_lists, change_set, sets_of};
use bctk_ir::attr_set::{AttrIndex, AttrSet};
use bctk_ir::attrs::AttrKind;
use bctk_ir::entity::TypeId;
use bctk_ir::keywords::CallConv;
use bctk_ir::module::Module;
use bctk_ir::triple::{Arch, Triple};
use bctk_ir::types::{Type, TypeTable};
use bctk_ir::version::Feature;

/// Registers for arguments of each class on AArch64 (Procedure Call Standard for the Arm 64-bit Architecture, "Parameter passing").
const REGISTERS: u64 = 8;

/// Drops `alignstack` of parameters that AArch64 passes in registers: it says how an argument lies on the stack
/// (`CC_AArch64_Custom_Block` of LLVM 13 on). Leaves it where a parameter might lie on the stack, and on other targets.
pub(super) fn to_older(module: &mut Module, report: &mut Report) {
    let is_alignment = |attrs: &AttrSet| attrs.iter().any(|attr| attr.kind() == Some(AttrKind::STACK_ALIGNMENT));
    let arch = Triple::parse(module.str(module.triple)).arch;
    // The convention of GHC has registers of its own.
    let has_own_registers = module.functions().any(|(_, _, function)| function.cc == CallConv::GHC);
    if arch != Arch::AArch64 || has_own_registers || !module.attrs.sets.iter().any(is_alignment) {
        return;
    }
    let mut sets = sets_of(module);
    let mut count = 0;
    change_lists(module, |module, list, fn_ty| {
        let places: Vec<u32> = module.attrs.lists.get(list.index()).into_iter().flatten().filter_map(|&(at, _)| parameter(at)).collect();
        // Variable arguments have rules of their own, which differ between systems.
        let Some((_, params, false)) = module.types.function(fn_ty) else { return list };
        if places.is_empty() {
            return list;
        }
        let in_registers = in_registers(&module.types, params.iter());
        let mut new = list;
        for place in places.into_iter().filter(|&at| in_registers.get(at as usize) == Some(&true)) {
            let without = |_: &mut Module, set: &mut AttrSet| set.retain(|attr| attr.kind() != Some(AttrKind::STACK_ALIGNMENT));
            let older = change_set(module, new, AttrIndex::Param(place), &mut sets, without);
            count += u32::from(older != new);
            new = older;
        }
        new
    });
    for _ in 0..count {
        report.feature(Action::Dropped, Feature::ParameterStackAlignments, module, At::Module);
    }
}

fn parameter(at: AttrIndex) -> Option<u32> {
    if let AttrIndex::Param(at) = at { Some(at) } else { None }
}

/// Whether each parameter surely is in registers, if all before it take as many as they can.
fn in_registers(types: &TypeTable, params: impl Iterator<Item = TypeId>) -> Vec<bool> {
    // General registers, and those of floating point and vectors.
    let mut used = [0u64; 2];
    let mut are_known = true;
    let fits = params.map(|ty| {
        let Some(needed) = registers(types, ty, 1) else {
            are_known = false;
            return false;
        };
        used = [0, 1].map(|class| used[class].saturating_add(needed[class]));
        are_known && [0, 1].iter().all(|&class| needed[class] == 0 || used[class] <= REGISTERS)
    });
    fits.collect()
}

/// The most registers of each class that `count` values of a type take; none if that is not known.
fn registers(types: &TypeTable, ty: TypeId, count: u64) -> Option<[u64; 2]> {
    let count = |each: u64| each.saturating_mul(count);
    match types.get(ty) {
        // A pair begins with an even register.
        Type::Int(bits) => Some([count(u64::from(bits).div_ceil(64) + u64::from(bits > 64)), 0]),
        Type::Ptr(_) | Type::TypedPtr { .. } => Some([count(1), 0]),
        Type::Half | Type::BFloat | Type::Float | Type::Double | Type::Fp128 => Some([0, count(1)]),
        // Vectors of other sizes are widened or split.
        Type::Vector { elem, len, scalable: false } => {
            let bits = match types.get(elem) {
                Type::Int(bits @ (8 | 16 | 32 | 64)) => u64::from(bits),
                Type::Half | Type::BFloat => 16,
                Type::Float => 32,
                Type::Double => 64,
                _ => return None,
            };
            matches!(bits.checked_mul(u64::from(len)), Some(64 | 128)).then(|| [0, count(1)])
        }
        // clang makes no arrays of others.
        Type::Array { elem, len } if !matches!(types.get(elem), Type::Array { .. }) => registers(types, elem, len),
        _ => None,
    }
}
