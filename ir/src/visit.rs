//! Walks over the operands of instructions.
use crate::body::{Body, Call};
use crate::entity::BlockId;
use crate::inst::Inst;
use crate::value::Value;

/// Calls `f` with the operand number and value of every operand of `inst`, in the order in which LLVM 22 creates their uses when it reads
/// bitcode. The numbers are those of LLVM's `User::getOperandNo`; blocks count as operands where LLVM has them as such (not in `phi`).
pub fn operands(inst: &Inst, body: &Body, mut f: impl FnMut(u32, Value)) {
    match *inst {
        Inst::Unreachable | Inst::Fence { .. } => {}
        Inst::Ret(value) => {
            if !value.is_none() {
                f(0, value);
            }
        }
        Inst::Br(dest) => f(0, Value::block(dest)),
        Inst::CondBr { cond, if_true, if_false } => {
            f(0, cond);
            f(1, Value::block(if_false));
            f(2, Value::block(if_true));
        }
        Inst::Switch { cond, default, cases } => {
            f(0, cond);
            f(1, Value::block(default));
            for (i, pair) in body.lists.get(cases).chunks_exact(2).enumerate() {
                f(2 + 2 * i as u32, Value::from_raw(pair[0]));
                f(3 + 2 * i as u32, Value::block(BlockId(pair[1])));
            }
        }
        Inst::IndirectBr { addr, dests } => {
            f(0, addr);
            for (i, &block) in body.lists.get(dests).iter().enumerate() {
                f(1 + i as u32, Value::block(BlockId(block)));
            }
        }
        Inst::Call(id) => {
            if let Some(call) = body.call(id) {
                call_operands(call, body, &[], &mut f);
            }
        }
        Inst::Invoke { call, normal, unwind } => {
            if let Some(call) = body.call(call) {
                call_operands(call, body, &[normal.0, unwind.0], &mut f);
            }
        }
        Inst::CallBr { call, default, indirect } => {
            if let Some(call) = body.call(call) {
                let mut blocks = vec![default.0];
                blocks.extend_from_slice(body.lists.get(indirect));
                call_operands(call, body, &blocks, &mut f);
            }
        }
        Inst::CatchSwitch { parent, handlers, unwind } => {
            f(0, parent);
            let mut next = 1;
            if unwind.0 != u32::MAX {
                f(1, Value::block(unwind));
                next = 2;
            }
            for (i, &block) in body.lists.get(handlers).iter().enumerate() {
                f(next + i as u32, Value::block(BlockId(block)));
            }
        }
        Inst::CatchPad { parent, args } | Inst::CleanupPad { parent, args } => {
            let args = body.lists.get(args);
            for (i, &arg) in args.iter().enumerate() {
                f(i as u32, Value::from_raw(arg));
            }
            f(args.len() as u32, parent);
        }
        Inst::CatchRet { pad, dest } => {
            f(0, pad);
            f(1, Value::block(dest));
        }
        Inst::CleanupRet { pad, unwind } => {
            f(0, pad);
            if unwind.0 != u32::MAX {
                f(1, Value::block(unwind));
            }
        }
        Inst::Resume(value)
        | Inst::VaArg(value)
        | Inst::Freeze(value)
        | Inst::FNeg { value, .. }
        | Inst::Cast { value, .. }
        | Inst::Alloca { count: value, .. }
        | Inst::Load { ptr: value, .. }
        | Inst::ExtractValue { aggregate: value, .. } => f(0, value),
        Inst::Bin { lhs, rhs, .. }
        | Inst::ICmp { lhs, rhs, .. }
        | Inst::FCmp { lhs, rhs, .. }
        | Inst::Store { value: lhs, ptr: rhs, .. }
        | Inst::AtomicRmw { ptr: lhs, value: rhs, .. }
        | Inst::ExtractElement { vector: lhs, index: rhs }
        | Inst::ShuffleVector { lhs, rhs, .. }
        | Inst::InsertValue { aggregate: lhs, value: rhs, .. } => {
            f(0, lhs);
            f(1, rhs);
        }
        Inst::Select { cond: a, if_true: b, if_false: c, .. } | Inst::InsertElement { vector: a, element: b, index: c } => {
            f(0, a);
            f(1, b);
            f(2, c);
        }
        Inst::CmpXchg { ops, .. } | Inst::Gep { ops, .. } => {
            for (i, value) in body.values(ops).enumerate() {
                f(i as u32, value);
            }
        }
        Inst::Phi { incoming: pairs, .. } => {
            for (i, pair) in body.lists.get(pairs).chunks_exact(2).enumerate() {
                f(i as u32, Value::from_raw(pair[0]));
            }
        }
        Inst::LandingPad { clauses, .. } => {
            for (i, pair) in body.lists.get(clauses).chunks_exact(2).enumerate() {
                f(i as u32, Value::from_raw(pair[1]));
            }
        }
    }
}

/// Arguments, blocks, callee, bundle inputs: the order of creation. By number, bundle inputs come after the arguments.
fn call_operands(call: &Call, body: &Body, blocks: &[u32], f: &mut impl FnMut(u32, Value)) {
    let args = body.lists.get(call.args);
    let bundles = body.call_bundles(call);
    let inputs: usize = bundles.iter().map(|b| body.lists.get(b.inputs).len()).sum();
    for (i, &arg) in args.iter().enumerate() {
        f(i as u32, Value::from_raw(arg));
    }
    let first_block = args.len() + inputs;
    for (i, &block) in blocks.iter().enumerate() {
        f((first_block + i) as u32, Value::block(BlockId(block)));
    }
    f((first_block + blocks.len()) as u32, call.callee);
    let mut next = args.len() as u32;
    for bundle in bundles {
        for value in body.values(bundle.inputs) {
            f(next, value);
            next += 1;
        }
    }
}

/// Calls `f` for every successor of a terminator, in the order in which LLVM 22 creates the uses.
pub fn successors(inst: &Inst, body: &Body, mut f: impl FnMut(BlockId)) {
    if inst.is_terminator() {
        operands(inst, body, |_, value| {
            if let crate::value::ValueKind::Block(block) = value.kind() {
                f(block);
            }
        });
    }
}
