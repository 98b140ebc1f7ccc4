//! Removes global values, and lets metadata and constants forget them.
use crate::Changes;
use bctk_edit::erase::forget_in_metadata;
use bctk_edit::globals::{keep_bodies, renumber_globals};
use bctk_ir::constants::ConstKind;
use bctk_ir::entity::GlobalId;
use bctk_ir::inst::OpFlags;
use bctk_ir::module::Module;
use bctk_ir::opcodes::CastOp;
use bctk_ir::types::Type;
use bctk_ir::value::Value;

/// Lets metadata forget what is not kept.
pub(crate) fn forget_unused(module: &mut Module, kept: &[bool]) {
    forget_in_metadata(module, kept);
}

/// Removes all global values that are not kept, which nothing may use, with their bodies.
pub(crate) fn remove(module: &mut Module, kept: &[bool]) -> Changes {
    keep_some_bodies(module, kept);
    let same: Vec<GlobalId> = (0..kept.len()).map(GlobalId::new).collect();
    let new = renumber_globals(module, kept, &same, |at| at);
    Changes { is_changed: true, numbers: new.into_iter().zip(kept).map(|(new, kept)| kept.then_some(new)).collect() }
}

/// Takes out bodies of functions that are not kept; they have become declarations.
pub(crate) fn keep_some_bodies(module: &mut Module, kept: &[bool]) {
    forget_blocks(module, kept);
    keep_bodies(module, kept);
    for body in &mut module.bodies {
        body.block_addr_users.retain(|user| kept.get(user.index()) == Some(&true));
    }
}

/// Addresses of blocks in bodies that are deleted become `inttoptr (i32 1 to ptr)`.
fn forget_blocks(module: &mut Module, kept: &[bool]) {
    let gone = |kind: ConstKind| matches!(kind, ConstKind::BlockAddress { function, .. } if kept.get(function.index()) == Some(&false));
    let pools = || std::iter::once(&module.consts).chain(module.bodies.iter().map(|body| &body.consts));
    if !pools().any(|pool| pool.consts.iter().any(|constant| gone(constant.kind))) {
        return;
    }
    let int = module.types.intern(Type::Int(32));
    let one = Value::constant(module.consts.push(int, ConstKind::Int(1)));
    for constant in module.consts.consts.iter_mut().chain(module.bodies.iter_mut().flat_map(|body| &mut body.consts.consts)) {
        if gone(constant.kind) {
            constant.kind = ConstKind::Cast { op: CastOp::IntToPtr, flags: OpFlags::NONE, value: one };
        }
    }
}
