//! Walks over the operands of instructions.
use crate::body::{Body, Call};
use crate::entity::{BlockId, CallId, InstId, List};
use crate::inst::Inst;
use crate::value::Value;

/// Calls `f` with the operand number and value of every operand of `inst`, in the order in which LLVM 22 creates their uses when it reads
/// bitcode. The numbers are those of LLVM's `User::getOperandNo`. Blocks count as operands where LLVM stores them as operands (not in
/// `phi`).
pub fn operands(inst: &Inst, body: &Body, mut f: impl FnMut(u32, Value)) {
    match *inst {
        Inst::Unreachable | Inst::Unwind | Inst::Fence { .. } => {}
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
            if let Some(unwind) = unwind.get() {
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

/// Calls `f` with every operand of `inst` in numeric order.
pub fn operands_by_number(inst: &Inst, body: &Body, mut f: impl FnMut(Value)) {
    let (call, blocks) = match *inst {
        Inst::Call(call) => (call, [BlockId(u32::MAX); 2]),
        Inst::Invoke { call, normal, unwind } => (call, [normal, unwind]),
        Inst::CallBr { call, default, .. } => (call, [default, BlockId(u32::MAX)]),
        // All others make their operands in that order.
        _ => return operands(inst, body, |_, value| f(value)),
    };
    let Some(call) = body.call(call) else { return };
    body.values(call.args).for_each(&mut f);
    for bundle in body.call_bundles(call) {
        body.values(bundle.inputs).for_each(&mut f);
    }
    blocks.into_iter().filter(|block| block.0 != u32::MAX).for_each(|block| f(Value::block(block)));
    if let Inst::CallBr { indirect, .. } = *inst {
        body.lists.get(indirect).iter().for_each(|&block| f(Value::block(BlockId(block))));
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
            body.lists.get(handlers).iter().for_each(|&block| f(BlockId(block)));
            if let Some(unwind) = unwind.get() {
                f(unwind);
            }
        }
        Inst::Phi { incoming, .. } => body.lists.get(incoming).chunks_exact(2).for_each(|pair| f(BlockId(pair[1]))),
        _ => operands(inst, body, |_, value| {
            if let crate::value::ValueKind::Block(block) = value.kind() {
                f(block);
            }
        }),
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

/// Replaces the values and blocks of an instruction: calls `value` for every operand that is a value, `block` for every block. Blocks that
/// mean "to caller" are left alone.
pub fn map_operands(body: &mut Body, inst: InstId, mut value: impl FnMut(Value) -> Value, mut block: impl FnMut(BlockId) -> BlockId) {
    let Some(mut new) = body.insts.get(inst.index()).copied() else { return };
    let mut list = |body: &mut Body, list: List| {
        for word in body.lists.get_mut(list) {
            *word = value(Value::from_raw(*word)).raw();
        }
    };
    match &mut new {
        Inst::Unreachable | Inst::Unwind | Inst::Fence { .. } => {}
        Inst::Ret(v)
        | Inst::Resume(v)
        | Inst::VaArg(v)
        | Inst::Freeze(v)
        | Inst::FNeg { value: v, .. }
        | Inst::Cast { value: v, .. }
        | Inst::Alloca { count: v, .. }
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
            map_pairs(body, *cases, &mut value, &mut block);
        }
        Inst::IndirectBr { addr, dests } => {
            *addr = value(*addr);
            map_blocks(body, *dests, &mut block);
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
            map_blocks(body, *indirect, &mut block);
        }
        Inst::CatchSwitch { parent, handlers, unwind } => {
            *parent = value(*parent);
            map_blocks(body, *handlers, &mut block);
            *unwind = unwind.get().map(&mut block).into();
        }
        Inst::CatchPad { parent, args } | Inst::CleanupPad { parent, args } => {
            list(body, *args);
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
        Inst::CmpXchg { ops, .. } | Inst::Gep { ops, .. } => list(body, *ops),
        Inst::Phi { incoming, .. } => map_pairs(body, *incoming, &mut value, &mut block),
        Inst::LandingPad { clauses, .. } => {
            for pair in body.lists.get_mut(*clauses).chunks_exact_mut(2) {
                pair[1] = value(Value::from_raw(pair[1])).raw();
            }
        }
    }
    if let Some(slot) = body.insts.get_mut(inst.index()) {
        *slot = new;
    }
}

fn map_pairs(body: &mut Body, list: List, value: &mut impl FnMut(Value) -> Value, block: &mut impl FnMut(BlockId) -> BlockId) {
    for pair in body.lists.get_mut(list).chunks_exact_mut(2) {
        pair[0] = value(Value::from_raw(pair[0])).raw();
        pair[1] = block(BlockId(pair[1])).0;
    }
}

fn map_blocks(body: &mut Body, list: List, block: &mut impl FnMut(BlockId) -> BlockId) {
    for word in body.lists.get_mut(list) {
        *word = block(BlockId(*word)).0;
    }
}

fn map_call(body: &mut Body, id: CallId, value: &mut impl FnMut(Value) -> Value) {
    let Some(call) = body.calls.get_mut(id.index()) else { return };
    call.callee = value(call.callee);
    let (args, bundles) = (call.args, call.bundles.0 as usize..call.bundles.1 as usize);
    let inputs = body.bundles.get(bundles).unwrap_or(&[]).iter().map(|b| b.inputs);
    for list in std::iter::once(args).chain(inputs) {
        for word in body.lists.get_mut(list) {
            *word = value(Value::from_raw(*word)).raw();
        }
    }
}
