//! Splits blocks at branches that were put into them.
use bctk_ir::body::{BasicBlock, Body};
use bctk_ir::entity::{BlockId, InstId};
use bctk_ir::inst::Inst;
use bctk_ir::strings::LocalStr;
use bctk_ir::value::{Value, ValueKind};
use bctk_ir::visit::{blocks_as_written, map_operands};
use hashbrown::HashMap;

/// The part of the block that follows, in a branch that is to split it.
pub const NEXT_PART: BlockId = BlockId(u32::MAX - 1);

/// The part of the block that the instruction is in.
pub const THIS_PART: BlockId = BlockId(u32::MAX - 2);

/// The part before that.
pub const PREVIOUS_PART: BlockId = BlockId(u32::MAX - 3);

/// Splits the blocks of a body after each terminator that is not their last instruction. References to parts become those to the new blocks.
/// Returns the first part of each old block.
pub fn split_blocks(body: &mut Body) -> Vec<BlockId> {
    let old = std::mem::take(&mut body.blocks);
    let names = std::mem::take(&mut body.block_names);
    let has_names = !names.is_empty();
    let (mut firsts, mut lasts) = (Vec::with_capacity(old.len()), Vec::with_capacity(old.len()));
    // Parts but for the last of their blocks that branch to other blocks, by both blocks.
    let mut leaving: HashMap<(BlockId, BlockId), BlockId> = HashMap::new();
    for (index, block) in old.iter().enumerate() {
        firsts.push(BlockId::new(body.blocks.len()));
        let mut first = block.first;
        for at in block.first.index()..block.end.index().min(body.insts.len()) {
            let end = InstId::new(at + 1);
            if end == block.end || body.insts[at].is_terminator() {
                let is_first = first == block.first;
                body.blocks.push(BasicBlock { first, end });
                if has_names {
                    let name = if is_first { names.get(index).copied().unwrap_or(LocalStr::EMPTY) } else { LocalStr::EMPTY };
                    body.block_names.push(name);
                }
                if end != block.end {
                    let part = BlockId::new(body.blocks.len() - 1);
                    blocks_as_written(&body.insts[at], body, |to| leaving.extend([((BlockId::new(index), to), part)]));
                }
                first = end;
            }
        }
        if block.first == block.end {
            body.blocks.push(*block);
            if has_names {
                body.block_names.push(names.get(index).copied().unwrap_or(LocalStr::EMPTY));
            }
        }
        lasts.push(BlockId::new(body.blocks.len() - 1));
    }
    for part in 0..body.blocks.len() {
        let BasicBlock { first, end } = body.blocks[part];
        // The old block that it is the first part of.
        let own = firsts.binary_search(&BlockId::new(part)).ok().map(BlockId::new);
        for at in first.index()..end.index().min(body.insts.len()) {
            let is_phi = matches!(body.insts[at], Inst::Phi { .. });
            let map = if is_phi { &lasts } else { &firsts };
            let number = |block: BlockId| match block {
                NEXT_PART => BlockId::new(part + 1),
                THIS_PART => BlockId::new(part),
                PREVIOUS_PART => BlockId::new(part.saturating_sub(1)),
                other => {
                    let leaves = own.filter(|_| is_phi && !leaving.is_empty()).and_then(|own| leaving.get(&(other, own)));
                    leaves.or(map.get(other.index())).copied().unwrap_or(other)
                }
            };
            map_operands(body, InstId::new(at), |value| value, number);
        }
    }
    predecessors(body);
    body.provenance.names_order.clear();
    body.provenance.use_orders.retain(|order| matches!(order.value.kind(), ValueKind::Local(_) | ValueKind::Block(_)));
    for order in &mut body.provenance.use_orders {
        if let ValueKind::Block(block) = order.value.kind() {
            order.value = Value::block(firsts.get(block.index()).copied().unwrap_or(block));
        }
    }
    firsts
}

/// Sets the predecessors of all blocks as a reader does: the latest comes first.
pub fn predecessors(body: &mut Body) {
    let mut preds: Vec<Vec<BlockId>> = vec![Vec::new(); body.blocks.len()];
    for (index, block) in body.blocks.iter().enumerate() {
        let Some(inst) = block.end.index().checked_sub(1).and_then(|last| body.insts.get(last)) else { continue };
        if !inst.is_terminator() {
            continue;
        }
        blocks_as_written(inst, body, |to| {
            if let Some(list) = preds.get_mut(to.index()) {
                list.push(BlockId::new(index));
            }
        });
    }
    body.set_predecessors(preds.into_iter().map(|of_block| of_block.into_iter().rev()));
}
