//! Funclets of Windows' exception handling: which blocks belong to which (`colorEHFunclets`).
use super::ControlFlowGraph;
use bctk_ir::body::Body;
use bctk_ir::entity::{BlockId, InstId};
use bctk_ir::inst::Inst;
use bctk_ir::value::{Value, ValueKind};

/// More colors than this of one block are not told apart. Valid code has one for each block.
const MOST: usize = 16;

/// The funclets of a body: a block is in the funclet of a pad if control gets to it from there. The entry stands for what is in no funclet.
///
/// Cost: linear in blocks and edges, times the number of funclets that a block is in, which is limited.
#[derive(Clone, Debug, Default)]
pub struct Funclets {
    colors: Vec<Vec<BlockId>>,
}

/// The first instruction of a block that is no `phi`.
fn head(body: &Body, block: BlockId) -> Option<(InstId, &Inst)> {
    let block = body.blocks.get(block.index())?;
    let insts = body.insts.get(block.first.index()..block.end.index())?;
    let at = insts.iter().position(|inst| !matches!(inst, Inst::Phi { .. }))?;
    Some((InstId::new(block.first.index() + at), &insts[at]))
}

impl Funclets {
    /// The funclets of `body`.
    pub fn new(body: &Body, cfg: &ControlFlowGraph) -> Funclets {
        let mut colors: Vec<Vec<BlockId>> = vec![Vec::new(); body.blocks.len()];
        // Only pads begin blocks of the tokens that follow.
        let mut pads: Vec<(u32, InstId, BlockId)> = Vec::new();
        for at in 0..body.blocks.len() {
            if let Some((id, Inst::CatchPad { .. } | Inst::CleanupPad { .. } | Inst::CatchSwitch { .. })) = head(body, BlockId::new(at))
                && let Some(local) = body.result(id)
            {
                pads.push((local, id, BlockId::new(at)));
            }
        }
        pads.sort_unstable_by_key(|&(local, ..)| local);
        let pad_of = |value: Value| {
            let ValueKind::Local(local) = value.kind() else { return None };
            let at = pads.binary_search_by_key(&local, |&(local, ..)| local).ok()?;
            Some((pads[at].1, pads[at].2))
        };
        // Where a `catchret` from this pad goes is in the funclet around its `catchswitch`.
        let around = |pad: Value| {
            let (id, _) = pad_of(pad)?;
            let Inst::CatchPad { parent, .. } = *body.insts.get(id.index())? else { return None };
            let (id, _) = pad_of(parent)?;
            let Inst::CatchSwitch { parent, .. } = *body.insts.get(id.index())? else { return None };
            Some(pad_of(parent).map_or(BlockId(0), |(_, block)| block))
        };
        let mut open = if body.blocks.is_empty() { Vec::new() } else { vec![(BlockId(0), BlockId(0))] };
        while let Some((block, mut color)) = open.pop() {
            let is_pad = matches!(
                head(body, block),
                Some((_, Inst::CatchPad { .. } | Inst::CleanupPad { .. } | Inst::CatchSwitch { .. } | Inst::LandingPad { .. }))
            );
            if is_pad {
                color = block;
            }
            let Some(own) = colors.get_mut(block.index()) else { continue };
            if own.contains(&color) || own.len() >= MOST {
                continue;
            }
            own.push(color);
            let last = body.blocks.get(block.index()).and_then(|block| body.insts.get(block.end.index().checked_sub(1)?));
            let next = match last {
                Some(&Inst::CatchRet { pad, .. }) => around(pad).unwrap_or(color),
                _ => color,
            };
            open.extend(cfg.successors(block).iter().map(|&successor| (successor, next)));
        }
        Funclets { colors }
    }

    /// The first blocks of the funclets that a block is in, the entry for what is in none; empty for a block that nothing reaches.
    pub fn colors(&self, block: BlockId) -> &[BlockId] {
        self.colors.get(block.index()).map_or(&[], Vec::as_slice)
    }
}
