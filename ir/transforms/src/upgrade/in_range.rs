//! `inrange` before an index, until LLVM 18.
use bctk_ir::constants::{ConstKind, ConstPool, InRange};
use bctk_ir::entity::OptionalId;
use bctk_ir::module::Module;
use bctk_support::parallel::prelude::*;

/// Drops `inrange` before an index.
pub(super) fn forget_indices(module: &mut Module) {
    let forget = |pool: &mut ConstPool| {
        if !pool.in_ranges.iter().any(|range| matches!(range, InRange::Index(_))) {
            return;
        }
        for constant in &mut pool.consts {
            if let ConstKind::Gep { in_range, .. } = &mut constant.kind
                && matches!(in_range.get().and_then(|at| pool.in_ranges.get(at as usize)), Some(InRange::Index(_)))
            {
                *in_range = OptionalId::NONE;
            }
        }
    };
    forget(&mut module.consts);
    module.bodies.par_iter_mut().balanced().for_each(|body| forget(&mut body.consts));
}
