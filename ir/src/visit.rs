//! Walks over the operands of instructions.
use crate::body::{Body, Call};
use crate::entity::{BlockId, CallId, InstId};
use crate::inst::Inst;
use crate::value::Value;

/// Calls `f` with the operand number and value of every operand of `inst`, in the order in which LLVM creates their uses when it reads
/// bitcode. The numbers are those of LLVM's `User::getOperandNo`. Blocks count as operands where LLVM stores them as operands (not in
/// `phi`).
pub fn operands(inst: &Inst, body: &Body, mut f: impl FnMut(u32, Value)) {
    match *inst {
        Inst::Unreachable | Inst::Unwind | Inst::Fence { .. } => {}
        Inst::Ret(value) => {
            if let Some(value) = value.get() {
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
            for (i, (case, dest)) in body.lists.get(cases).iter().enumerate() {
                f(2 + 2 * i as u32, case);
                f(3 + 2 * i as u32, Value::block(dest));
            }
        }
        Inst::IndirectBr { addr, dests } => {
            f(0, addr);
            for (i, block) in body.lists.get(dests).iter().enumerate() {
                f(1 + i as u32, Value::block(block));
            }
        }
        Inst::Call(id) => {
            if let Some(call) = body.call(id) {
                call_operands(call, body, &[], &mut f);
            }
        }
        Inst::Invoke { call, normal, unwind } => {
            if let Some(call) = body.call(call) {
                call_operands(call, body, &[normal, unwind], &mut f);
            }
        }
        Inst::CallBr { call, default, indirect } => {
            if let Some(call) = body.call(call) {
                let mut blocks = vec![default];
                blocks.extend(body.lists.get(indirect));
                call_operands(call, body, &blocks, &mut f);
            }
        }
        Inst::CatchSwitch { parent, handlers, unwind } => {
            f(0, parent);
            let mut next = 1;
            if let Some(unwind) = unwind.get() {
                f(1, Value::block(unwind));
                next = 2;
            }
            for (i, block) in body.lists.get(handlers).iter().enumerate() {
                f(next + i as u32, Value::block(block));
            }
        }
        Inst::CatchPad { parent, args } | Inst::CleanupPad { parent, args } => {
            let args = body.lists.get(args);
            for (i, arg) in args.iter().enumerate() {
                f(i as u32, arg);
            }
            f(args.len() as u32, parent);
        }
        Inst::CatchRet { pad, dest } => {
            f(0, pad);
            f(1, Value::block(dest));
        }
        Inst::CleanupRet { pad, unwind } => {
            f(0, pad);
            if let Some(unwind) = unwind.get() {
                f(1, Value::block(unwind));
            }
        }
        Inst::Resume(value)
        | Inst::VaArg(value)
        | Inst::Freeze(value)
        | Inst::FNeg { value, .. }
        | Inst::Cast { value, .. }
        | Inst::Alloca { count: value, .. }
        | Inst::Malloc { count: value, .. }
        | Inst::Free(value)
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
            for (i, (value, _)) in body.lists.get(pairs).iter().enumerate() {
                f(i as u32, value);
            }
        }
        Inst::LandingPad { clauses, .. } => {
            for (i, clause) in body.lists.get(clauses).iter().enumerate() {
                f(i as u32, clause.value());
            }
        }
    }
}

/// As [`operands`], if `inst` is of a frequent kind and has no operand bundles: then its operands have the same order by number. Otherwise
/// returns false and calls nothing.
///
/// It becomes part of its caller with a copy of `f` for each operand, for walks over all instructions of a module.
#[inline(always)]
pub fn frequent_operands(inst: &Inst, body: &Body, mut f: impl FnMut(u32, Value)) -> bool {
    match *inst {
        Inst::Load { ptr: value, .. } | Inst::Cast { value, .. } | Inst::Alloca { count: value, .. } => f(0, value),
        Inst::Store { value: a, ptr: b, .. } | Inst::Bin { lhs: a, rhs: b, .. } | Inst::ICmp { lhs: a, rhs: b, .. } => {
            f(0, a);
            f(1, b);
        }
        Inst::Select { cond, if_true, if_false, .. } => {
            f(0, cond);
            f(1, if_true);
            f(2, if_false);
        }
        Inst::Gep { ops, .. } => {
            for (number, value) in (0..).zip(body.values(ops)) {
                f(number, value);
            }
        }
        Inst::Br(dest) => f(0, Value::block(dest)),
        Inst::CondBr { cond, if_true, if_false } => {
            f(0, cond);
            f(1, Value::block(if_false));
            f(2, Value::block(if_true));
        }
        Inst::Phi { incoming, .. } => {
            for (number, (value, _)) in (0..).zip(body.lists.get(incoming).iter()) {
                f(number, value);
            }
        }
        Inst::Call(call) | Inst::Invoke { call, .. } => {
            let Some(call) = body.call(call).filter(|call| call.bundles.0 == call.bundles.1) else { return false };
            let mut number = 0;
            for value in body.values(call.args) {
                f(number, value);
                number += 1;
            }
            if let Inst::Invoke { normal, unwind, .. } = *inst {
                f(number, Value::block(normal));
                f(number + 1, Value::block(unwind));
                number += 2;
            }
            f(number, call.callee);
        }
        _ => return false,
    }
    true
}

/// Calls `f` with every operand of `inst` in numeric order.
pub fn operands_by_number(inst: &Inst, body: &Body, mut f: impl FnMut(Value)) {
    let (call, blocks) = match *inst {
        Inst::Call(call) => (call, [None; 2]),
        Inst::Invoke { call, normal, unwind } => (call, [Some(normal), Some(unwind)]),
        Inst::CallBr { call, default, .. } => (call, [Some(default), None]),
        // All other instructions create their operands in this order.
        _ => return operands(inst, body, |_, value| f(value)),
    };
    let Some(call) = body.call(call) else { return };
    body.values(call.args).for_each(&mut f);
    for bundle in body.call_bundles(call) {
        body.values(bundle.inputs).for_each(&mut f);
    }
    blocks.into_iter().flatten().for_each(|block| f(Value::block(block)));
    if let Inst::CallBr { indirect, .. } = *inst {
        body.lists.get(indirect).iter().for_each(|block| f(Value::block(block)));
    }
    f(call.callee);
}

/// Calls `f` with the blocks of `inst` in the order in which a text names them, including those of `phi`.
pub fn blocks_as_written(inst: &Inst, body: &Body, mut f: impl FnMut(BlockId)) {
    match *inst {
        Inst::CondBr { if_true, if_false, .. } => {
            f(if_true);
            f(if_false);
        }
        Inst::CatchSwitch { handlers, unwind, .. } => {
            body.lists.get(handlers).iter().for_each(&mut f);
            if let Some(unwind) = unwind.get() {
                f(unwind);
            }
        }
        Inst::Phi { incoming, .. } => body.lists.get(incoming).iter().for_each(|(_, block)| f(block)),
        _ => operands(inst, body, |_, value| {
            if let crate::value::ValueKind::Block(block) = value.kind() {
                f(block);
            }
        }),
    }
}

/// Arguments, blocks, callee, bundle inputs: the order of creation. In numeric order, bundle inputs follow the arguments.
fn call_operands(call: &Call, body: &Body, blocks: &[BlockId], f: &mut impl FnMut(u32, Value)) {
    let args = body.lists.get(call.args);
    let bundles = body.call_bundles(call);
    let inputs: usize = bundles.iter().map(|b| body.lists.get(b.inputs).len()).sum();
    for (i, arg) in args.iter().enumerate() {
        f(i as u32, arg);
    }
    let first_block = args.len() + inputs;
    for (i, &block) in blocks.iter().enumerate() {
        f((first_block + i) as u32, Value::block(block));
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

/// Calls `f` for every successor of a terminator, in the order in which LLVM creates the uses.
pub fn successors(inst: &Inst, body: &Body, mut f: impl FnMut(BlockId)) {
    if inst.is_terminator() {
        operands(inst, body, |_, value| {
            if let crate::value::ValueKind::Block(block) = value.kind() {
                f(block);
            }
        });
    }
}

/// Replaces the values and blocks of an instruction: calls `value` for every operand that is a value, `block` for every block. Blocks that
/// mean "to caller" are left alone.
pub fn map_operands(body: &mut Body, inst: InstId, mut value: impl FnMut(Value) -> Value, mut block: impl FnMut(BlockId) -> BlockId) {
    let Some(mut new) = body.insts.get(inst.index()).copied() else { return };
    match &mut new {
        Inst::Unreachable | Inst::Unwind | Inst::Fence { .. } => {}
        Inst::Ret(v) => *v = v.get().map(&mut value).into(),
        Inst::Resume(v)
        | Inst::VaArg(v)
        | Inst::Freeze(v)
        | Inst::FNeg { value: v, .. }
        | Inst::Cast { value: v, .. }
        | Inst::Alloca { count: v, .. }
        | Inst::Malloc { count: v, .. }
        | Inst::Free(v)
        | Inst::Load { ptr: v, .. }
        | Inst::ExtractValue { aggregate: v, .. } => *v = value(*v),
        Inst::Br(dest) => *dest = block(*dest),
        Inst::CondBr { cond, if_true, if_false } => {
            *cond = value(*cond);
            *if_true = block(*if_true);
            *if_false = block(*if_false);
        }
        Inst::Switch { cond, default, cases } => {
            *cond = value(*cond);
            *default = block(*default);
            body.lists.update(*cases, |(case, dest)| (value(case), block(dest)));
        }
        Inst::IndirectBr { addr, dests } => {
            *addr = value(*addr);
            body.lists.update(*dests, &mut block);
        }
        Inst::Call(id) => map_call(body, *id, &mut value),
        Inst::Invoke { call, normal, unwind } => {
            map_call(body, *call, &mut value);
            *normal = block(*normal);
            *unwind = block(*unwind);
        }
        Inst::CallBr { call, default, indirect } => {
            map_call(body, *call, &mut value);
            *default = block(*default);
            body.lists.update(*indirect, &mut block);
        }
        Inst::CatchSwitch { parent, handlers, unwind } => {
            *parent = value(*parent);
            body.lists.update(*handlers, &mut block);
            *unwind = unwind.get().map(&mut block).into();
        }
        Inst::CatchPad { parent, args } | Inst::CleanupPad { parent, args } => {
            body.lists.update(*args, &mut value);
            *parent = value(*parent);
        }
        Inst::CatchRet { pad, dest } => {
            *pad = value(*pad);
            *dest = block(*dest);
        }
        Inst::CleanupRet { pad, unwind } => {
            *pad = value(*pad);
            *unwind = unwind.get().map(&mut block).into();
        }
        Inst::Bin { lhs, rhs, .. }
        | Inst::ICmp { lhs, rhs, .. }
        | Inst::FCmp { lhs, rhs, .. }
        | Inst::Store { value: lhs, ptr: rhs, .. }
        | Inst::AtomicRmw { ptr: lhs, value: rhs, .. }
        | Inst::ExtractElement { vector: lhs, index: rhs }
        | Inst::ShuffleVector { lhs, rhs, .. }
        | Inst::InsertValue { aggregate: lhs, value: rhs, .. } => {
            *lhs = value(*lhs);
            *rhs = value(*rhs);
        }
        Inst::Select { cond: a, if_true: b, if_false: c, .. } | Inst::InsertElement { vector: a, element: b, index: c } => {
            *a = value(*a);
            *b = value(*b);
            *c = value(*c);
        }
        Inst::CmpXchg { ops, .. } | Inst::Gep { ops, .. } => body.lists.update(*ops, &mut value),
        Inst::Phi { incoming, .. } => body.lists.update(*incoming, |(it, from)| (value(it), block(from))),
        Inst::LandingPad { clauses, .. } => body.lists.update(*clauses, |clause| clause.with(value(clause.value()))),
    }
    if let Some(slot) = body.insts.get_mut(inst.index()) {
        *slot = new;
    }
}

fn map_call(body: &mut Body, id: CallId, value: &mut impl FnMut(Value) -> Value) {
    let Some(call) = body.calls.get_mut(id.index()) else { return };
    call.callee = value(call.callee);
    let (args, bundles) = (call.args, call.bundles.0 as usize..call.bundles.1 as usize);
    let inputs = body.bundles.get(bundles).unwrap_or(&[]).iter().map(|b| b.inputs);
    for list in std::iter::once(args).chain(inputs) {
        body.lists.update(list, &mut *value);
    }
}
