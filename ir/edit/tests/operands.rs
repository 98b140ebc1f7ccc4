//! What reads, replaces and copies the operands of instructions and constants agrees about which there are and in which order.
use bctk_edit::values::map_body;
use bctk_generate::Options;
use bctk_generate::numbers::Numbers;
use bctk_ir::body::Body;
use bctk_ir::constants::{ConstKind, ConstPool};
use bctk_ir::entity::{BlockId, InstId, TypeId};
use bctk_ir::inst::Inst;
use bctk_ir::module::Module;
use bctk_ir::value::{Value, ValueKind};
use bctk_ir::visit::{frequent_operands, map_operands, operands, operands_by_number, with_own_lists};
use std::collections::BTreeSet;

/// The operands of an instruction, in the order of their creation.
fn read(body: &Body, inst: &Inst) -> Vec<Value> {
    let mut out = Vec::new();
    operands(inst, body, |_, value| out.push(value));
    out
}

/// Those that are values, and those that are blocks.
fn parted(operands: &[Value]) -> (Vec<Value>, Vec<BlockId>) {
    let (mut values, mut blocks) = (Vec::new(), Vec::new());
    for &operand in operands {
        match operand.kind() {
            ValueKind::Block(block) => blocks.push(block),
            _ => values.push(operand),
        }
    }
    (values, blocks)
}

/// The blocks that the values of a `phi` come from, which are no operands.
fn from(body: &Body, inst: &Inst) -> Vec<BlockId> {
    match *inst {
        Inst::Phi { incoming, .. } => body.lists.get(incoming).iter().map(|(_, from)| from).collect(),
        _ => Vec::new(),
    }
}

/// Checks all that visits one instruction against the others.
fn check_inst(body: &Body, at: usize) {
    let inst = body.insts[at];
    let all = read(body, &inst);
    let (values, mut blocks) = parted(&all);
    blocks.extend(from(body, &inst));

    // By number.
    let mut numbered = Vec::new();
    operands(&inst, body, |number, value| numbered.push((number, value)));
    numbered.sort_by_key(|&(number, _)| number);
    assert!(numbered.iter().map(|&(number, _)| number).eq(0..all.len() as u32), "{inst:?}: {numbered:?}");
    let mut by_number = Vec::new();
    operands_by_number(&inst, body, |value| by_number.push(value));
    assert!(numbered.iter().map(|&(_, value)| value).eq(by_number.iter().copied()), "{inst:?}: {numbered:?}, {by_number:?}");

    // Those of frequent instructions.
    let mut frequent = Vec::new();
    if frequent_operands(&inst, body, |number, value| frequent.push((number, value))) {
        frequent.sort_by_key(|&(number, _)| number);
        assert_eq!(frequent, numbered, "{inst:?}");
    }

    // Replaced by what tells their places.
    let mut new = body.clone();
    let (mut seen, mut seen_blocks) = (Vec::new(), Vec::new());
    let value = |value: Value| {
        seen.push(value);
        Value::local(1000 + seen.len() as u32)
    };
    let block = |block: BlockId| {
        seen_blocks.push(block);
        BlockId(1000 + seen_blocks.len() as u32)
    };
    map_operands(&mut new, InstId::new(at), value, block);
    assert_eq!((&seen, &seen_blocks), (&values, &blocks), "{inst:?}");
    let (changed, mut changed_blocks) = parted(&read(&new, &new.insts[at]));
    changed_blocks.extend(from(&new, &new.insts[at]));
    assert!(changed.into_iter().eq((1001..).take(values.len()).map(Value::local)), "{inst:?}");
    assert!(changed_blocks.into_iter().eq((1001..).take(blocks.len()).map(BlockId)), "{inst:?}");

    // In a copy, of which the original knows nothing.
    let mut new = body.clone();
    new.insts[at] = with_own_lists(&mut new, inst);
    assert_eq!((read(&new, &new.insts[at]), from(&new, &new.insts[at])), (all.clone(), from(body, &inst)), "{inst:?}");
    assert_eq!(indices(&new, &new.insts[at]), indices(body, &inst));
    map_operands(&mut new, InstId::new(at), |_| Value::local(7777), |_| BlockId(7777));
    assert_eq!((read(&new, &inst), from(&new, &inst)), (all, from(body, &inst)), "a copy of {inst:?} shares lists with it");
}

/// The numbers that an instruction has beside its operands, and the mask of a shuffle.
fn indices(body: &Body, inst: &Inst) -> (Vec<u32>, Option<Value>) {
    match *inst {
        Inst::ExtractValue { indices, .. } | Inst::InsertValue { indices, .. } => (body.lists.get(indices).to_vec(), None),
        Inst::ShuffleVector { mask, .. } => (Vec::new(), Some(mask)),
        _ => (Vec::new(), None),
    }
}

/// Another value for each.
fn replaced(value: Value) -> Value {
    match value.kind() {
        ValueKind::Local(local) => Value::local(local + 3),
        ValueKind::Global(global) => Value::global(bctk_ir::entity::GlobalId(global.0 + 5)),
        ValueKind::Const(at) => Value::constant(at + 7),
        _ => value,
    }
}

/// The values that a constant uses.
fn used(pool: &ConstPool, kind: ConstKind) -> Vec<Value> {
    let mut out = Vec::new();
    pool.uses(kind, |value| out.push(value));
    out
}

fn check_consts(old: &ConstPool, new: &ConstPool) {
    for (constant, after) in old.consts.iter().zip(&new.consts) {
        let expected: Vec<Value> = used(old, constant.kind).into_iter().map(replaced).collect();
        assert_eq!(used(new, after.kind), expected, "{constant:?}");
        // In another pool.
        let mut other = ConstPool::default();
        let taken = other.take_from(constant.kind, old, replaced, |ty: TypeId| ty);
        assert_eq!(used(&other, taken), expected, "{constant:?}");
        // The same but for the function of a `blockaddress`.
        let mut operands = Vec::new();
        old.operands(constant.kind, |value| operands.push(value));
        let is_address = matches!(constant.kind, ConstKind::BlockAddress { .. });
        assert_eq!(operands, if is_address { Vec::new() } else { used(old, constant.kind) }, "{constant:?}");
    }
}

/// Checks a body, and that replacing values in all of it replaces each operand once, also in lists with two owners.
fn check_body(body: &mut Body) {
    for at in 0..body.insts.len() {
        check_inst(body, at);
    }
    // Every second instruction shares its lists and call with one behind it.
    let shared: Vec<Inst> = body.insts.iter().step_by(2).copied().collect();
    body.insts.extend(shared);
    let old = body.clone();
    map_body(body, &replaced);
    for (before, after) in old.insts.iter().zip(&body.insts) {
        let expected: Vec<Value> = read(&old, before).into_iter().map(replaced).collect();
        assert_eq!((read(body, after), from(body, after)), (expected, from(&old, before)), "{before:?}");
        let (numbers, mask) = indices(&old, before);
        assert_eq!(indices(body, after), (numbers, mask.map(replaced)), "{before:?}");
    }
    check_consts(&old.consts, &body.consts);
}

#[test]
fn all_that_visits_operands_agrees() {
    let mut opcodes = BTreeSet::new();
    let mut constants = BTreeSet::new();
    for seed in 0..150 {
        let bytes = Numbers::spread(seed).bytes(2500);
        let mut module = bctk_generate::module(&mut arbitrary::Unstructured::new(&bytes), &Options::default()).expect("a module");
        let pool = std::mem::take(&mut module.consts);
        let mut only = Module { consts: pool.clone(), ..Module::default() };
        bctk_edit::values::map_module(&mut only, &replaced);
        check_consts(&pool, &only.consts);
        let kinds = pool.consts.iter().chain(module.bodies.iter().flat_map(|body| &body.consts.consts));
        constants.extend(kinds.map(|constant| std::mem::discriminant(&constant.kind)).map(|kind| format!("{kind:?}")));
        for body in &mut module.bodies {
            opcodes.extend(body.insts.iter().map(Inst::opcode_name));
            check_body(body);
        }
    }
    // What generated modules do not contain: nothing newer than LLVM 3.0 has it.
    let mut body = Body::default();
    let value = Value::local(4);
    body.insts = vec![Inst::Unwind, Inst::Malloc { align: 0, ty: TypeId(0), count: value }, Inst::Free(value)];
    opcodes.extend(body.insts.iter().map(Inst::opcode_name));
    check_body(&mut body);
    let wanted = "unreachable unwind ret br switch indirectbr resume call invoke callbr catchswitch catchpad cleanuppad catchret cleanupret fneg \
        alloca load store fence cmpxchg atomicrmw getelementptr icmp fcmp phi select va_arg extractelement insertelement shufflevector \
        extractvalue insertvalue landingpad freeze malloc free add trunc";
    let missing: Vec<&str> = wanted.split_whitespace().filter(|&name| !opcodes.contains(name)).collect();
    assert!(missing.is_empty(), "{missing:?} in no module");
    assert!(constants.len() > 15, "{constants:?}");
}
