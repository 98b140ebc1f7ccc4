//! Predecessor lists: the uses of each block by terminators, in the order of the block's use-list.
//!
//! LLVM puts a new use at the head of the list, so the latest comes first. A use-list order for the block then permutes the list.
use bctk_ir::body::Body;
use bctk_ir::entity::BlockId;
use bctk_ir::inst::Inst;
use bctk_ir::value::ValueKind;
use bctk_ir::visit::successors;

/// Calls `f` for each block that ends in a terminator and each block that it may go to, in the order of the operands.
fn edges(body: &Body, mut f: impl FnMut(BlockId, BlockId)) {
    for (from, block) in body.blocks.iter().enumerate() {
        let (from, last) = (BlockId::new(from), block.end.index().checked_sub(1));
        match last.and_then(|last| body.insts.get(last)) {
            // Most are one of these.
            Some(&Inst::Br(dest)) => f(from, dest),
            Some(&Inst::CondBr { if_true, if_false, .. }) => {
                f(from, if_false);
                f(from, if_true);
            }
            Some(inst) => successors(inst, body, |to| f(from, to)),
            None => {}
        }
    }
}

/// Whether a body is one block that leads nowhere. Nothing is kept of its predecessors.
pub(crate) fn has_no_edges(body: &Body) -> bool {
    let mut count = 0;
    if body.blocks.len() <= 1 {
        edges(body, |_, _| count += 1);
    }
    body.blocks.len() <= 1 && count == 0
}

/// Fills `BodyProvenance::preds` from the terminators and the block orders among `BodyProvenance::use_orders`.
///
/// A block order may count uses by `blockaddress` too, which depend on the rest of the module. Then this returns true, and the order has to
/// be applied when everything is read ([`crate::order_predecessors`]).
pub fn fill_predecessors(body: &mut Body) -> bool {
    let n = body.blocks.len();
    let known = body.provenance.get_mut().map(|known| (std::mem::take(&mut known.preds), std::mem::take(&mut known.pred_ends)));
    if has_no_edges(body) {
        return false;
    }
    let (mut preds, mut ends) = known.unwrap_or_default();
    ends.clear();
    ends.resize(n + 1, 0u32);
    edges(body, |_, to| {
        if let Some(count) = ends.get_mut(to.index()).filter(|_| to.index() < n) {
            *count += 1;
        }
    });
    let mut total = 0;
    for end in &mut ends {
        total += *end;
        *end = total;
    }
    // Filled from the back of each run, so that the latest use comes first. What was the end of a run becomes its start: the end of the one
    // before it.
    preds.clear();
    preds.resize(total as usize, BlockId(0));
    edges(body, |from, to| {
        if let Some(at) = ends.get_mut(to.index()).filter(|_| to.index() < n) {
            *at -= 1;
            preds[*at as usize] = from;
        }
    });
    ends.remove(0);
    let mut unsettled = false;
    for order in &body.provenance.use_orders {
        let ValueKind::Block(b) = order.value.kind() else { continue };
        let Some(&end) = ends.get(b.index()) else { continue };
        let start = if b.index() == 0 { 0 } else { ends[b.index() - 1] } as usize;
        let run = &mut preds[start..end as usize];
        if order.indexes.len() != run.len() {
            unsettled = true;
            continue;
        }
        let mut keyed: Vec<(u32, BlockId)> = order.indexes.iter().copied().zip(run.iter().copied()).collect();
        keyed.sort_by_key(|&(index, _)| index);
        for (to, (_, from)) in run.iter_mut().zip(keyed) {
            *to = from;
        }
    }
    let provenance = &mut *body.provenance;
    (provenance.preds, provenance.pred_ends) = (preds, ends);
    unsettled
}
