//! Tests of the analyses, on functions whose answers can be read off.
use bctk_analysis::{ControlFlowGraph, Cycles, DominatorTree, Funclets, GlobalUses, User, Uses};
use bctk_ir::body::Body;
use bctk_ir::entity::{BlockId, GlobalId};
use bctk_ir::module::Module;
use bctk_ir::types::Type;
use bctk_ir::value::Value;
use bctk_ir::value_types::Types;
use bctk_textual::{ParseOptions, parse};

/// The module of a text that parses.
fn module(text: &str) -> Module {
    match parse(text.as_bytes(), &ParseOptions::default()) {
        Ok(module) => module,
        Err(errors) => panic!("{text}\n{errors}"),
    }
}

/// The block of a body with this name.
fn block(body: &Body, name: &str) -> BlockId {
    let found = (0..body.blocks.len()).map(BlockId::new).find(|&block| body.block_name(block) == name.as_bytes());
    found.unwrap_or_else(|| panic!("no block {name}"))
}

/// The local of a body with this name.
fn local(body: &Body, name: &str) -> u32 {
    let found = (0..body.local_types.len() as u32).find(|&local| body.local_name(local) == name.as_bytes());
    found.unwrap_or_else(|| panic!("no local {name}"))
}

const LOOP: &str = "
define i32 @f(i1 %c, i32 %n) {
entry:
  br label %head
head:
  %i = phi i32 [ 0, %entry ], [ %next, %latch ]
  br i1 %c, label %left, label %right
left:
  br label %latch
right:
  switch i32 %i, label %latch [ i32 1, label %latch
                                i32 2, label %exit ]
latch:
  %next = add i32 %i, %n
  br i1 %c, label %head, label %exit
exit:
  ret i32 %i
dead:
  br label %exit
}
";

#[test]
fn control_flow() {
    let module = module(LOOP);
    let body = &module.bodies[0];
    let cfg = ControlFlowGraph::new(body);
    let at = |name| block(body, name);
    assert_eq!(cfg.len(), 7);
    let sorted = |blocks: &[_]| {
        let mut blocks = blocks.to_vec();
        blocks.sort();
        blocks
    };
    // Each edge of a switch counts.
    assert_eq!(sorted(cfg.successors(at("right"))), [at("latch"), at("latch"), at("exit")]);
    assert_eq!(sorted(cfg.predecessors(at("latch"))), [at("left"), at("right"), at("right")]);
    assert_eq!(cfg.unique_predecessor(at("left")), Some(at("head")));
    assert_eq!(cfg.unique_predecessor(at("latch")), None);
    let order = cfg.reverse_post_order();
    assert_eq!(order.len(), 6, "all that is reachable, once");
    assert_eq!(order[0], at("entry"));
    let place = |name| order.iter().position(|&other| other == at(name));
    assert!(place("head") < place("left") && place("left") < place("latch") && place("latch") < place("exit"));
}

#[test]
fn dominators() {
    let module = module(LOOP);
    let body = &module.bodies[0];
    let tree = DominatorTree::new(&ControlFlowGraph::new(body));
    let at = |name| block(body, name);
    assert_eq!(tree.immediate_dominator(at("entry")), None);
    assert_eq!(tree.immediate_dominator(at("head")), Some(at("entry")));
    assert_eq!(tree.immediate_dominator(at("latch")), Some(at("head")));
    assert_eq!(tree.immediate_dominator(at("exit")), Some(at("head")));
    assert!(tree.dominates(at("head"), at("head")) && !tree.properly_dominates(at("head"), at("head")));
    assert!(!tree.dominates(at("left"), at("latch")));
    assert!(!tree.is_reachable(at("dead")));
}

/// The dominator of each block by definition: removing it makes the block unreachable.
fn slow_dominates(cfg: &ControlFlowGraph, dominator: usize, of: usize) -> bool {
    use bctk_ir::entity::BlockId;
    let mut seen = vec![false; cfg.len()];
    let mut open = if dominator == 0 { vec![] } else { vec![0] };
    while let Some(block) = open.pop() {
        if block != dominator && !std::mem::replace(&mut seen[block], true) {
            open.extend(cfg.successors(BlockId::new(block)).iter().map(|next| next.index()));
        }
    }
    !seen[of]
}

#[test]
fn dominators_are_those_of_the_definition() {
    use bctk_ir::entity::BlockId;
    // Graphs of twelve blocks with two edges each, from a plain generator of numbers.
    let mut state = 1u32;
    let mut number = || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 16) as usize
    };
    for _ in 0..200 {
        let mut text = "define void @f(i1 %c) {\nentry:\n  br label %b0\n".to_owned();
        for at in 0..12 {
            text += &format!("b{at}:\n  br i1 %c, label %b{}, label %b{}\n", number() % 12, number() % 12);
        }
        let module = module(&(text + "}\n"));
        let body = &module.bodies[0];
        let cfg = ControlFlowGraph::new(body);
        let tree = DominatorTree::new(&cfg);
        for of in 0..cfg.len() {
            let id = BlockId::new(of);
            let is_reachable = !slow_dominates(&cfg, cfg.len(), of);
            assert_eq!(tree.is_reachable(id), is_reachable);
            for dominator in (0..cfg.len()).filter(|_| is_reachable) {
                let by = BlockId::new(dominator);
                assert_eq!(tree.dominates(by, id), slow_dominates(&cfg, dominator, of), "{dominator} {of}");
            }
        }
    }
}

#[test]
fn cycles() {
    let module = module(LOOP);
    let body = &module.bodies[0];
    let cycles = Cycles::new(&ControlFlowGraph::new(body));
    let at = |name| block(body, name);
    assert_eq!((cycles.len(), cycles.header(0), cycles.depth(0), cycles.parent(0)), (1, Some(at("head")), 1, None));
    assert!(cycles.is_reducible(0) && cycles.contains(0, at("right")) && !cycles.contains(0, at("exit")));
    assert_eq!((cycles.innermost(at("latch")), cycles.innermost(at("dead"))), (Some(0), None));
}

/// The blocks of `within` that are on a cycle with `block` that stays in `within`; empty if there is none.
fn slow_component(cfg: &ControlFlowGraph, within: &[bool], block: usize) -> Vec<bool> {
    use bctk_ir::entity::BlockId;
    let reach = |from: usize| {
        let mut seen = vec![false; cfg.len()];
        let mut open = vec![from];
        while let Some(block) = open.pop() {
            for next in cfg.successors(BlockId::new(block)).iter().map(|next| next.index()) {
                if within[next] && !std::mem::replace(&mut seen[next], true) {
                    open.push(next);
                }
            }
        }
        seen
    };
    let from = reach(block);
    (0..cfg.len()).map(|other| from[other] && reach(other)[block]).collect()
}

#[test]
fn cycles_are_those_of_the_definition() {
    use bctk_ir::entity::BlockId;
    let mut state = 7u32;
    let mut number = || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 16) as usize
    };
    for _ in 0..200 {
        let mut text = "define void @f(i1 %c) {\nentry:\n  br i1 %c, label %b0, label %b5\n".to_owned();
        for at in 0..10 {
            match number() % 3 {
                0 => text += &format!("b{at}:\n  ret void\n"),
                _ => text += &format!("b{at}:\n  br i1 %c, label %b{}, label %b{}\n", number() % 10, number() % 10),
            }
        }
        let module = module(&(text + "}\n"));
        let cfg = ControlFlowGraph::new(&module.bodies[0]);
        let cycles = Cycles::new(&cfg);
        let reached: Vec<bool> = (0..cfg.len()).map(|of| !slow_dominates(&cfg, cfg.len(), of)).collect();
        let members = |cycle| (0..cfg.len()).map(|block| cycles.contains(cycle, BlockId::new(block))).collect::<Vec<_>>();
        for cycle in 0..cycles.len() {
            let own = members(cycle);
            let header = cycles.header(cycle).unwrap();
            // A cycle is a strongly connected component of its parent without the parent's header.
            let mut within = reached.clone();
            if let Some(parent) = cycles.parent(cycle) {
                within = members(parent);
                within[cycles.header(parent).unwrap().index()] = false;
                assert_eq!(cycles.depth(cycle), cycles.depth(parent) + 1);
            }
            assert_eq!(slow_component(&cfg, &within, header.index()), own);
            let mut entries: Vec<usize> = cycles.entries(cycle).iter().map(|entry| entry.index()).collect();
            entries.sort_unstable();
            let from_outside = |&block: &usize| {
                let outside = |pred: &BlockId| reached[pred.index()] && !own[pred.index()];
                own[block] && cfg.predecessors(BlockId::new(block)).iter().any(outside)
            };
            assert_eq!(entries, (0..cfg.len()).filter(from_outside).collect::<Vec<_>>());
        }
        // What is in no cycle any more is on no cycle.
        for block in (0..cfg.len()).filter(|&block| reached[block]) {
            let mut within = reached.clone();
            if let Some(inner) = cycles.innermost(BlockId::new(block)) {
                within = members(inner);
                let header = cycles.header(inner).unwrap().index();
                within[header] = false;
                if header == block {
                    continue;
                }
            }
            assert!(!slow_component(&cfg, &within, block)[block]);
        }
    }
}

#[test]
fn uses() {
    let module = module("define i32 @f(i32 %a) {\n  %b = add i32 %a, %a\n  %c = mul i32 %b, %a\n  ret i32 %b\n}\n");
    let body = &module.bodies[0];
    let uses = Uses::new(body);
    let of = |name| uses.of(local(body, name)).iter().map(|of| (of.inst.0, of.operand)).collect::<Vec<_>>();
    assert_eq!(of("a"), [(0, 0), (0, 1), (1, 1)]);
    assert_eq!(of("b"), [(1, 0), (2, 0)]);
    assert_eq!(of("c"), []);
}

#[test]
fn uses_of_globals() {
    let text = "@g = global i32 0\n@p = global ptr @g\n@q = global ptr getelementptr (i8, ptr @g, i64 4)\n\
                define ptr @f() {\n  store i32 1, ptr @g\n  ret ptr @p\n}\n";
    let module = module(text);
    let id = |name: &[u8]| GlobalId::new(module.globals.iter().position(|global| module.str(global.name) == name).unwrap());
    let uses = GlobalUses::new(&module, |of| of == id(b"g"));
    let users = uses.of(id(b"g"));
    assert!(users.contains(&User::Global(id(b"p"))));
    assert!(users.iter().any(|user| matches!(user, User::Const(_))));
    assert!(users.iter().any(|user| matches!(user, User::Inst(0, of) if of.inst.0 == 0 && of.operand == 1)));
    assert_eq!(users.len(), 3);
    assert_eq!(uses.of(id(b"p")), [], "not asked for");
}

#[test]
fn types() {
    let module = module("@g = addrspace(3) global i32 0\ndefine <4 x float> @f(<4 x float> %v) {\n  ret <4 x float> %v\n}\n");
    let (types, body) = (Types::new(&module), &module.bodies[0]);
    let vector = types.of(Value::local(0), Some(body)).unwrap();
    assert_eq!(types.element_count(vector), Some((4, false)));
    assert_eq!(types.scalar(vector), Type::Float);
    assert!(types.is_floats(vector) && !types.is_float(vector) && types.is_vector(vector));
    assert_eq!(types.scalar_bits(vector), 32);
    let pointer = types.of(Value::global(GlobalId::new(0)), None).unwrap();
    assert_eq!(types.addrspace(pointer), Some(3));
    assert_eq!(types.of(Value::local(7), Some(body)), None);
}

#[test]
fn funclets() {
    let text = "
define void @f() personality ptr @__CxxFrameHandler3 {
entry:
  invoke void @g() to label %done unwind label %dispatch
dispatch:
  %s = catchswitch within none [label %catch] unwind to caller
catch:
  %p = catchpad within %s [ptr null, i32 64, ptr null]
  br label %inside
inside:
  catchret from %p to label %done
done:
  ret void
}
declare void @g()
declare i32 @__CxxFrameHandler3(...)
";
    let module = module(text);
    let body = &module.bodies[0];
    let funclets = Funclets::new(body, &ControlFlowGraph::new(body));
    let at = |name| block(body, name);
    assert_eq!(funclets.colors(at("inside")), [at("catch")]);
    assert_eq!(funclets.colors(at("dispatch")), [at("dispatch")]);
    assert_eq!(funclets.colors(at("done")), [at("entry")], "catchret leaves the funclet");
}
