//! Casts between integers and pointers of spaces whose pointers are no integers, which LLVM 4 to 11 reject.
//!
//! Source: `Verifier::visitPtrToIntInst`, `visitIntToPtrInst` and `visitConstantExpr` of LLVM 4 to 11.
use super::report::{Action, At, Report};
use bctk_edit::functions::owners;
use bctk_ir::constants::{ConstKind, Constant};
use bctk_ir::entity::{InstId, TypeId};
use bctk_ir::inst::Inst;
use bctk_ir::module::Module;
use bctk_ir::opcodes::CastOp;
use bctk_ir::types::Type;
use bctk_ir::value::{Value, ValueKind};
use bctk_ir::value_types::type_of;
use bctk_ir::version::Feature;

/// Refuses the casts, of the layout that the module has by now.
pub(super) fn refuse_casts(module: &Module, report: &mut Report) {
    let spaces = spaces(module.str(module.data_layout));
    if spaces.is_empty() {
        return;
    }
    let is_among = |ty: Option<TypeId>| {
        let ty = ty.map(|ty| module.types.get(ty));
        let ty = match ty {
            Some(Type::Vector { elem, .. }) => Some(module.types.get(elem)),
            ty => ty,
        };
        matches!(ty, Some(Type::Ptr(space) | Type::TypedPtr { addrspace: space, .. }) if spaces.contains(&space))
    };
    let mut tell = |at: At| report.feature(Action::Refused, Feature::NonIntegralCasts, module, at);
    let of_module = |value: Value| match value.kind() {
        ValueKind::Global(id) => module.globals.get(id.index()).map(|global| global.ptr_type),
        ValueKind::Const(at) => module.consts.get(at).map(|constant| constant.ty),
        _ => None,
    };
    let is_cast = |constant: &Constant, type_of: &dyn Fn(Value) -> Option<TypeId>| match constant.kind {
        ConstKind::Cast { op: CastOp::PtrToInt, value, .. } => is_among(type_of(value)),
        ConstKind::Cast { op: CastOp::IntToPtr, .. } => is_among(Some(constant.ty)),
        _ => false,
    };
    module.consts.consts.iter().filter(|constant| is_cast(constant, &of_module)).for_each(|_| tell(At::Module));
    for (id, index) in owners(module) {
        let body = &module.bodies[index];
        let type_of = |value: Value| type_of(value, body, &module.globals, &module.consts);
        body.consts.consts.iter().filter(|constant| is_cast(constant, &type_of)).for_each(|_| tell(At::Global(id)));
        for (at, inst) in body.insts.iter().enumerate() {
            let at = InstId::new(at);
            let is_one = match *inst {
                Inst::Cast { op: CastOp::PtrToInt, value, .. } => is_among(type_of(value)),
                Inst::Cast { op: CastOp::IntToPtr, .. } => is_among(body.result_type(at)),
                _ => false,
            };
            if is_one {
                tell(At::Inst(id, at));
            }
        }
    }
}

/// The address spaces that a data layout lists after `ni`.
fn spaces(layout: &[u8]) -> Vec<u32> {
    let layout = String::from_utf8_lossy(layout);
    let lists = layout.split('-').filter_map(|part| part.strip_prefix("ni:"));
    lists.flat_map(|list| list.split(':')).filter_map(|space| space.parse().ok()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spaces_of_layouts() {
        assert_eq!(spaces(b"e-p:64:64-ni:4:6-n8"), [4, 6]);
        assert_eq!(spaces(b"e-n8"), [0; 0]);
    }
}
