//! Atomic operations of NVVM with a scope, which are instructions today.
use super::begins;
use crate::upgrade::intrinsics::build::{Build, size, sync_scope};
use bctk_ir::entity::TypeId;
use bctk_ir::inst::{Access, Inst, RmwAccess};
use bctk_ir::opcodes::{Ordering, RmwOp};
use bctk_ir::types::{StructKind, Type};
use bctk_ir::value::Value;

/// The instruction in the place of an intrinsic, and its sync scope.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Atomic {
    /// The operation of an `atomicrmw`; none is `cmpxchg`.
    op: Option<RmwOp>,
    scope: &'static [u8],
}

/// Operations of `nvvm.atomic.OP.gen`.
const ATOMICS: &[(&str, RmwOp)] = &[
    ("add.gen.f", RmwOp::FAdd),
    ("add.gen.i", RmwOp::Add),
    ("and.gen.i", RmwOp::And),
    ("dec.gen.i", RmwOp::UDecWrap),
    ("exch.gen.i", RmwOp::Xchg),
    ("inc.gen.i", RmwOp::UIncWrap),
    ("max.gen.i", RmwOp::Max),
    ("min.gen.i", RmwOp::Min),
    ("or.gen.i", RmwOp::Or),
    ("xor.gen.i", RmwOp::Xor),
];

/// What an intrinsic was, without `nvvm.atomic.`. Its name ends with the sync scope: a thread block, or the whole system.
pub(super) fn old(name: &str, params: usize) -> Option<Atomic> {
    let (op, scope) = [(".cta", &b"block"[..]), (".sys", b"")].into_iter().find_map(|(suffix, scope)| {
        let at = name.find(suffix)?;
        begins(&name[at..], suffix).then_some((&name[..at], scope))
    })?;
    match ATOMICS.iter().find(|(gen_op, _)| *gen_op == op) {
        Some(&(_, op)) if params == 2 => Some(Atomic { op: Some(op), scope }),
        _ => (op == "cas.gen.i" && params == 3).then_some(Atomic { op: None, scope }),
    }
}

/// The value of the instruction in the place of a call.
pub(super) fn replace(b: &mut Build<'_, '_>, atomic: Atomic, ret: TypeId) -> Option<Value> {
    let args = b.site.args.clone();
    let align = size(b.up.module, ret).next_power_of_two().trailing_zeros() as u8 + 1;
    let scope = match atomic.scope {
        // The whole system has no name.
        b"" => 1,
        scope => sync_scope(b.up.module, scope),
    };
    if let Some(op) = atomic.op {
        let access = RmwAccess::new(false, Ordering::Monotonic);
        return b.push(ret, Inst::AtomicRmw { op, align, access, scope, ptr: args[0], value: args[1] }, "");
    }
    let access = Access::new(false, Ordering::Monotonic, Ordering::Monotonic, false);
    let bit = b.intern(Type::Int(1));
    let fields = b.up.module.types.lists.push(&[ret, bit]);
    let pair = b.intern(Type::Struct { kind: StructKind::Literal, packed: false, name: Default::default(), fields });
    let ops = b.up.module.bodies.get_mut(b.site.body)?.lists.push(&args);
    let both = b.push(pair, Inst::CmpXchg { align, access, scope, ops }, "")?;
    let indices = b.up.module.bodies.get_mut(b.site.body)?.lists.push(&[0u32]);
    b.push(ret, Inst::ExtractValue { aggregate: both, indices }, "")
}
