//! `atomicrmw xchg` of pointers, which releases with typed pointers do not have: an exchange of integers.
use bctk_edit::instructions::{InsertedInst, insert, new_local};
use bctk_ir::body::Body;
use bctk_ir::datalayout::DataLayout;
use bctk_ir::entity::{InstId, OptionalId, TypeId};
use bctk_ir::inst::{Inst, OpFlags};
use bctk_ir::opcodes::{CastOp, RmwOp};
use bctk_ir::types::{Type, TypeTable};
use bctk_ir::value::Value;

/// Exchanges integers instead of pointers; `type_of` gives the types of values.
pub(super) fn lower(body: &mut Body, types: &mut TypeTable, layout: &DataLayout, type_of: impl Fn(&Body, Value) -> Option<TypeId>) {
    let mut added = Vec::new();
    for at in 0..body.insts.len() {
        let Inst::AtomicRmw { op: RmwOp::Xchg, value, .. } = body.insts[at] else { continue };
        let ty = type_of(body, value);
        let (Some(Type::TypedPtr { addrspace, .. }), Some(result)) = (ty.map(|ty| types.get(ty)), body.result(InstId::new(at))) else {
            continue;
        };
        let int = types.intern(Type::Int(u32::try_from(layout.pointer_bytes(addrspace) * 8).unwrap_or(64)));
        let loc = body.debug_locs.get(at).copied().unwrap_or(0);
        let (new, old) = (new_local(body, int, b""), new_local(body, int, b""));
        let cast = |op, value| Inst::Cast { op, flags: OpFlags::NONE, value };
        let (here, next) = (InstId::new(at), InstId::new(at + 1));
        added.push(InsertedInst { before: here, inst: cast(CastOp::PtrToInt, value), local: OptionalId::some(new), loc });
        added.push(InsertedInst { before: next, inst: cast(CastOp::IntToPtr, Value::local(old)), local: OptionalId::some(result), loc });
        if let Inst::AtomicRmw { value, .. } = &mut body.insts[at] {
            *value = Value::local(new);
        }
        body.results[at] = OptionalId::some(old);
    }
    insert(body, &added);
}
