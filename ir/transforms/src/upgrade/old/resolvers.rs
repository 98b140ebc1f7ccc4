//! Resolvers of ifuncs.
use bctk_edit::functions::fn_type;
use bctk_edit::intern;
use bctk_ir::constants::ConstKind;
use bctk_ir::global::GlobalKind;
use bctk_ir::inst::OpFlags;
use bctk_ir::module::Module;
use bctk_ir::opcodes::CastOp;
use bctk_ir::types::Type;
use bctk_ir::value::ValueKind;

/// Casts the resolver of an ifunc to a function that returns a pointer to the ifunc's type.
pub(crate) fn cast_resolvers(module: &mut Module) {
    for at in 0..module.globals.len() {
        let global = &module.globals[at];
        let GlobalKind::IFunc { resolver } = global.kind else { continue };
        let (value_type, space) = (global.value_type, global.addrspace);
        let constant = match resolver.kind() {
            ValueKind::Const(at) => module.consts.get(at),
            _ => None,
        };
        let ty = match resolver.kind() {
            ValueKind::Global(id) => module.global(id).map(|global| global.ptr_type),
            _ => constant.map(|constant| constant.ty),
        };
        let Some(Type::TypedPtr { addrspace, .. }) = ty.map(|ty| module.types.get(ty)) else { continue };
        let ret = module.types.intern(Type::TypedPtr { pointee: value_type, addrspace: space });
        let fn_ty = fn_type(module, ret, &[]);
        let wanted = module.types.intern(Type::TypedPtr { pointee: fn_ty, addrspace });
        if ty == Some(wanted) {
            continue;
        }
        let value = match constant.map(|constant| constant.kind) {
            Some(ConstKind::Cast { op: CastOp::BitCast, value, .. }) => value,
            _ => resolver,
        };
        let is_of_type = matches!(value.kind(), ValueKind::Global(id) if module.global(id).is_some_and(|global| global.ptr_type == wanted));
        let new = match is_of_type {
            true => value,
            false => intern::constant(module, wanted, ConstKind::Cast { op: CastOp::BitCast, flags: OpFlags::NONE, value }),
        };
        if let GlobalKind::IFunc { resolver } = &mut module.globals[at].kind {
            *resolver = new;
        }
    }
}
