//! Intrinsics of coroutines that are not split yet.
use super::calls::moved_attrs;
use bctk_analysis::{ControlFlowGraph, DominatorTree};
use bctk_edit::editor::Editor;
use bctk_edit::split::NEXT_PART;
use bctk_ir::attr_set::{Attr, AttrIndex};
use bctk_ir::attrs::AttrKind;
use bctk_ir::body::{Body, Call};
use bctk_ir::entity::{BlockId, GlobalId, InstId, TypeId};
use bctk_ir::global::GlobalKind;
use bctk_ir::inst::Inst;
use bctk_ir::opcodes::BinOp;
use bctk_ir::types::Type;
use bctk_ir::value::{Value, ValueKind};
use hashbrown::HashMap;

/// `coro.await.suspend.*`: a call of the function that it names, with the awaiter and the frame, as `CoroSplit` makes it. That of
/// `coro.await.suspend.handle` returns another coroutine, which goes on.
pub(super) fn await_suspend(ed: &mut Editor<'_>, at: InstId, (callee, base): (GlobalId, &str)) -> Option<()> {
    let inst = *ed.body().insts.get(at.index())?;
    let (Inst::Call(id) | Inst::Invoke { call: id, .. }) = inst else { return None };
    let call = *ed.body().call(id)?;
    let args: Vec<Value> = ed.body().values(call.args).collect();
    let &[awaiter, frame, wrapper] = &args[..] else { return None };
    let ValueKind::Global(function) = wrapper.kind() else { return None };
    let (fn_ty, cc) = {
        let global = ed.module.global(function)?;
        (global.value_type, global.function()?.cc)
    };
    let transfers = base == "coro.await.suspend.handle";
    let ret = if transfers { ed.ty(frame)? } else { ed.module.types.function(call.fn_ty)?.0 };
    let (own_ret, params, _) = ed.module.types.function(fn_ty)?;
    let types: Vec<TypeId> = params.iter().collect();
    if own_ret != ret || types != [ed.ty(awaiter)?, ed.ty(frame)?] || transfers && call.bundles.0 != call.bundles.1 {
        return None;
    }
    // What the function has in memory must not become a part of the frame, which another thread may free (as of LLVM 17, clang calls
    // `await_suspend` so).
    let attrs = moved_attrs(ed.module, call.attrs, &[Some(0), Some(1)]);
    let attrs = ed.change_set(attrs, AttrIndex::Function, |set| {
        set.retain(|attr| !matches!(attr, Attr::Enum(AttrKind::ALWAYS_INLINE | AttrKind::NO_INLINE)));
        let is_before = |attr: &Attr| matches!(attr, Attr::Enum(kind) if kind.rank() < AttrKind::NO_INLINE.rank());
        set.insert(set.partition_point(is_before), Attr::Enum(AttrKind::NO_INLINE));
    });
    let args = ed.body_mut().lists.push(&[awaiter, frame]);
    let call = Call { callee: wrapper, fn_ty, attrs, args, cc, ..call };
    allow_calls(ed, function);
    if !transfers {
        *ed.body_mut().calls.get_mut(id.index())? = call;
        return Some(());
    }
    let void = ed.intern(Type::Void);
    if let Inst::Invoke { normal, unwind, .. } = inst {
        *ed.body_mut().calls.get_mut(id.index())? = call;
        // It is resumed on the way from the `invoke` alone.
        let handle = ed.push(ret, Inst::Invoke { call: id, normal: NEXT_PART, unwind });
        ed.begin_part();
        ed.call(b"llvm.coro.resume", void, &[handle], callee)?;
        ed.push_void(Inst::Br(normal));
    } else {
        let new = ed.call_inst(call);
        let handle = ed.push(ret, new);
        ed.call(b"llvm.coro.resume", void, &[handle], callee)?;
    }
    ed.end(at, None);
    Some(())
}

/// Lets calls of a function state that they are not inlined: where the function says the contrary, LLVM heeds that.
fn allow_calls(ed: &mut Editor<'_>, function: GlobalId) {
    let Some(old) = ed.module.global(function).and_then(|global| global.function()).map(|function| function.attrs) else { return };
    let new = ed.change_set(old, AttrIndex::Function, |set| set.retain(|attr| !matches!(attr, Attr::Enum(AttrKind::ALWAYS_INLINE))));
    if let Some(GlobalKind::Function(function)) = ed.module.globals.get_mut(function.index()).map(|global| &mut global.kind) {
        function.attrs = new;
    }
}

/// For each test whether a coroutine is in its ramp, a `coro.end` on every way to it, whose result says the contrary: the local of each test
/// by the instruction of the `coro.end`. Both lists are sorted.
pub(super) fn ramps(body: &Body, ends: &[InstId], tests: &[InstId]) -> HashMap<InstId, Vec<u32>> {
    let mut found: HashMap<InstId, Vec<u32>> = HashMap::new();
    if tests.is_empty() || ends.is_empty() {
        return found;
    }
    let block_of = |inst: InstId| body.blocks.partition_point(|block| block.first <= inst).checked_sub(1);
    let cfg = ControlFlowGraph::new(body);
    let tree = DominatorTree::new(&cfg);
    // By block: the last end in it, or in a block that dominates it.
    let mut last: Vec<Option<InstId>> = vec![None; body.blocks.len()];
    for &end in ends {
        if let Some(slot) = block_of(end).and_then(|block| last.get_mut(block)) {
            *slot = Some(end);
        }
    }
    for block in cfg.reverse_post_order() {
        if last[block.index()].is_none() {
            last[block.index()] = tree.immediate_dominator(block).and_then(|above| last[above.index()]);
        }
    }
    for &test in tests {
        let Some((block, local)) = block_of(test).zip(body.result(test)) else { continue };
        let own = ends[..ends.partition_point(|&end| end < test)].last().filter(|end| block_of(**end) == Some(block)).copied();
        let above = || tree.immediate_dominator(BlockId::new(block)).and_then(|above| last[above.index()]);
        if let Some(end) = own.or_else(above) {
            found.entry(end).or_default().push(local);
        }
    }
    found
}

/// Puts the opposite of `ended`, the result of a `coro.end`, in the place of tests whether the coroutine is in its ramp.
pub(super) fn invert(ed: &mut Editor<'_>, ended: Value, tests: &[u32]) -> Option<()> {
    let bit = ed.ty(ended)?;
    let yes = ed.int(bit, 1);
    let in_ramp = ed.bin(BinOp::Xor, ended, yes)?;
    tests.iter().for_each(|&test| ed.replace(test, in_ramp));
    Some(())
}
