//! Atomic instructions that libNVVM does not take: loads, stores, fences and operations on floating-point numbers.
//!
//! PTX gives a volatile access the meaning of a relaxed one of the whole system (PTX ISA, "Volatile Operations"), and barriers order it.
use super::super::report::Action;
use super::edits::{Edits, Outcome};
use bctk_ir::entity::TypeId;
use bctk_ir::inst::{Access, FastMathFlags, Inst};
use bctk_ir::opcodes::{Ordering, RmwOp};
use bctk_ir::types::Type;
use bctk_ir::value::Value;
use bctk_ir::version::Profile;

/// The rule for one instruction.
pub(super) fn rule(edits: &mut Edits<'_>, profile: Profile, inst: Inst) -> Outcome {
    match inst {
        Inst::Load { align, access, scope, ptr } if access.is_atomic() => {
            let plain = Inst::Load { align, access: Access::PLAIN.made_volatile(), scope: 1, ptr };
            around(edits, profile, plain, access.ordering(), scope, "atomic load")
        }
        Inst::Store { align, access, scope, value, ptr } if access.is_atomic() => {
            let plain = Inst::Store { align, access: Access::PLAIN.made_volatile(), scope: 1, value, ptr };
            around(edits, profile, plain, access.ordering(), scope, "atomic store")
        }
        Inst::Fence { scope, .. } if profile == Profile::Nvvm70 => {
            edits.note(Action::Lowered, "fence", "The barrier of memory of its scope.");
            match barrier(edits, profile, Ordering::SeqCst, scope) {
                Some(()) => Outcome::Replaced(Value::NONE),
                None => Outcome::Kept,
            }
        }
        Inst::AtomicRmw { op, ptr, value, .. } => {
            let Some(ty) = edits.ty(value) else { return Outcome::Kept };
            if profile == Profile::Nvvm70
                && let Some(value) = intrinsic(edits, op, ty, ptr, value)
            {
                edits.note(Action::Lowered, format!("atomicrmw {}", op.spelling()), "An intrinsic of NVPTX, of the scope of the device.");
                return Outcome::Replaced(value);
            }
            let is_small = match edits.get(ty) {
                Type::Int(8 | 16) => true,
                // An older release exchanges the bits in a loop.
                Type::Half | Type::BFloat => profile == Profile::Nvvm70,
                _ => false,
            };
            if is_small {
                edits.note(Action::Refused, format!("atomicrmw {} of 8 or 16 bits", op.spelling()), "libNVVM does not take it.");
            } else if profile == Profile::Nvvm70 && op == RmwOp::Nand {
                edits.note(Action::Refused, "atomicrmw nand", "libNVVM does not take it.");
            }
            Outcome::Kept
        }
        Inst::CmpXchg { ops, .. } => {
            let ops = edits.values(ops);
            let ty = ops.get(1).and_then(|&value| edits.ty(value)).map(|ty| edits.get(ty));
            if let Some(Type::Int(8 | 16)) = ty {
                edits.note(Action::Refused, "cmpxchg of 8 or 16 bits", "libNVVM does not take it.");
            }
            Outcome::Kept
        }
        _ => Outcome::Kept,
    }
}

/// The access, with the barriers that its ordering needs before and after it.
fn around(edits: &mut Edits<'_>, profile: Profile, plain: Inst, ordering: Ordering, scope: u32, what: &'static str) -> Outcome {
    let is_load = matches!(plain, Inst::Load { .. });
    let (before, after) = match ordering {
        Ordering::SeqCst => (true, true),
        Ordering::Acquire | Ordering::AcqRel => (!is_load, is_load),
        Ordering::Release => (true, false),
        _ => (false, false),
    };
    if before && barrier(edits, profile, ordering, scope).is_none() {
        return Outcome::Kept;
    }
    let value = match is_load.then(|| edits.result_type()).flatten() {
        Some(ty) => edits.push(ty, plain),
        None => {
            edits.push_void(plain);
            Value::NONE
        }
    };
    if after && barrier(edits, profile, ordering, scope).is_none() {
        return Outcome::Kept;
    }
    edits.note(Action::Lowered, what, "A volatile access, with the barriers that its ordering needs.");
    Outcome::Replaced(value)
}

/// Appends a barrier of memory; nothing where only one thread is concerned.
fn barrier(edits: &mut Edits<'_>, profile: Profile, ordering: Ordering, scope: u32) -> Option<()> {
    const SINGLE_THREAD: u32 = 0;
    if scope == SINGLE_THREAD {
        return Some(());
    }
    if profile != Profile::Nvvm70 {
        edits.push_void(Inst::Fence { ordering, scope });
        return Some(());
    }
    let name = edits.module.sync_scopes.get(scope as usize).map_or(&[][..], |&name| edits.module.str(name));
    let level = match name {
        b"block" | b"workgroup" => "cta",
        b"device" | b"agent" | b"cluster" => "gl",
        _ => "sys",
    };
    let void = edits.intern(Type::Void);
    edits.call_named(&format!("llvm.nvvm.membar.{level}"), void, &[]).map(drop)
}

/// What LLVM 7 has as intrinsics (`IntrinsicsNVVM.td`).
fn intrinsic(edits: &mut Edits<'_>, op: RmwOp, ty: TypeId, ptr: Value, value: Value) -> Option<Value> {
    let (name, value) = match (op, edits.get(ty)) {
        (RmwOp::FAdd, Type::Float) => ("add.f32", value),
        (RmwOp::FAdd, Type::Double) => ("add.f64", value),
        (RmwOp::FSub, Type::Float) => ("add.f32", edits.push(ty, Inst::FNeg { fmf: FastMathFlags::NONE, value })),
        (RmwOp::FSub, Type::Double) => ("add.f64", edits.push(ty, Inst::FNeg { fmf: FastMathFlags::NONE, value })),
        (RmwOp::UIncWrap, Type::Int(32)) => ("inc.32", value),
        (RmwOp::UDecWrap, Type::Int(32)) => ("dec.32", value),
        _ => return None,
    };
    // The suffix names the type of the pointer.
    let ptr_ty = edits.ty(ptr)?;
    let suffix = match edits.get(ptr_ty) {
        Type::Ptr(space) => format!("p{space}"),
        Type::TypedPtr { addrspace, .. } => match edits.get(ty) {
            Type::Float => format!("p{addrspace}f32"),
            Type::Double => format!("p{addrspace}f64"),
            _ => format!("p{addrspace}i32"),
        },
        _ => return None,
    };
    edits.call_named(&format!("llvm.nvvm.atomic.load.{name}.{suffix}"), ty, &[ptr, value])
}
