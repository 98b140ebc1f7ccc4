//! Predecessor lists: the uses of each block by terminators, in the order of the block's use-list.
//!
//! LLVM puts a new use at the head of the list, so the latest comes first. A use-list order for the block then permutes the list.
use bctk_ir::body::Body;
use bctk_ir::entity::BlockId;
use bctk_ir::inst::Inst;
use bctk_ir::value::ValueKind;
use bctk_ir::visit::successors;

/// Fills `BodyProvenance::preds` from the terminators and the block orders among `BodyProvenance::use_orders`.
///
/// A block order may count uses by `blockaddress` too, which depend on the rest of the module. Then this returns true, and the order has to
/// be applied when everything is read ([`crate::order_predecessors`]).
pub fn fill_predecessors(body: &mut Body) -> bool {
    let n = body.blocks.len();
    let mut ends = vec![0u32; n];
    let terminators: Vec<(u32, Inst)> =
        body.blocks.iter().enumerate().filter_map(|(i, b)| Some((i as u32, *body.insts.get(b.end.index().checked_sub(1)?)?))).collect();
    for (_, inst) in &terminators {
        successors(inst, body, |b| {
            if let Some(count) = ends.get_mut(b.index()) {
                *count += 1;
            }
        });
    }
    let mut total = 0;
    for end in &mut ends {
        total += *end;
        *end = total;
    }
    // Filled from the back of each run, so that the latest use comes first.
    let mut next = ends.clone();
    let mut preds = vec![BlockId(0); total as usize];
    for (from, inst) in &terminators {
        successors(inst, body, |b| {
            if let Some(at) = next.get_mut(b.index()) {
                *at -= 1;
                preds[*at as usize] = BlockId(*from);
            }
        });
    }
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
    body.provenance.preds = preds;
    body.provenance.pred_ends = ends;
    unsettled
}
