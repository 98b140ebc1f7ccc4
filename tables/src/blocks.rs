//! The table `blocks`: control flow graphs.
use crate::columns::{Column, Kind};
use crate::fault::{Clock, Result};
use crate::names;
use crate::rows::Rows;
use crate::source::{Defined, Stored};
use bctk_hash::{OPCODES, opcode};
use bctk_ir::body::Body;
use bctk_ir::entity::BlockId;
use bctk_ir::inst::Inst;
use bctk_ir::visit::blocks_as_written;

pub(crate) const COLUMNS: &[Column] = &[
    Column::new("function", Kind::Text, "Name of the function; null for one without a name."),
    Column::new("function_index", Kind::U32, names::FUNCTION_INDEX),
    Column::new("block", Kind::U32, "Number of the basic block in the function, from 0; 0 is the entry."),
    Column::new("name", Kind::Text, "Name of the block; null for none."),
    Column::new("first_instruction", Kind::U32, "Number of its first instruction in the function, from 0."),
    Column::new("instructions", Kind::U32, "Number of its instructions, calls of debug intrinsics included."),
    Column::new("phis", Kind::U32, "Number of `phi`."),
    Column::new("terminator", Kind::Text, "Opcode of its last instruction."),
    Column::new(
        "successors",
        Kind::U32List,
        "Numbers of the blocks that it goes to, in the order of the text; a block may occur several times.",
    ),
    Column::new("predecessors", Kind::U32List, "Numbers of the blocks that come to it, ascending, each once."),
    Column::new("is_pad", Kind::Bool, "Whether it begins with `landingpad`, `catchpad`, `cleanuppad` or `catchswitch`."),
];

/// The successors of each block, in the order of the text.
pub(crate) fn successors(body: &Body) -> Vec<Vec<BlockId>> {
    let of = |last: Option<&Inst>| {
        let mut next = Vec::new();
        if let Some(last) = last.filter(|inst| inst.is_terminator()) {
            blocks_as_written(last, body, |block| next.push(block));
        }
        next
    };
    let last = |first: u32, end: u32| body.insts.get((end as usize).checked_sub(1)?).filter(|_| first < end);
    body.blocks.iter().map(|block| of(last(block.first.0, block.end.0))).collect()
}

pub(crate) fn add(stored: &Stored<'_, '_>, clock: Clock, rows: &mut Rows<'_>) -> Result<()> {
    let mut view = stored.view()?;
    view.for_each_body(clock, |Defined { index, name: function, body, .. }| {
        let next = successors(body);
        let mut before: Vec<Vec<u32>> = vec![Vec::new(); next.len()];
        for (from, blocks) in next.iter().enumerate() {
            for to in blocks {
                if let Some(list) = before.get_mut(to.index())
                    && list.last() != Some(&(from as u32))
                {
                    list.push(from as u32);
                }
            }
        }
        for (at, block) in body.blocks.iter().enumerate() {
            let insts = body.insts.get(block.first.index()..block.end.index()).unwrap_or(&[]);
            let phis = insts.iter().filter(|inst| matches!(inst, Inst::Phi { .. })).count();
            let mut row = rows.begin(stored.number)?;
            let name = Some(body.block_name(BlockId::new(at))).filter(|name| !name.is_empty());
            row.opt_text(function)?
                .u32(index)?
                .u32(at as u32)?
                .opt_text(name)?
                .u32(block.first.0)?
                .u32(insts.len() as u32)?
                .u32(phis as u32)?;
            row.opt_text(insts.last().map(|inst| OPCODES[opcode(inst)].as_bytes()))?;
            row.u32_list(next[at].iter().map(|block| block.0))?.u32_list(before[at].iter().copied())?;
            let first = insts.get(phis);
            let is_pad = |inst: &Inst| {
                matches!(inst, Inst::LandingPad { .. } | Inst::CatchPad { .. } | Inst::CleanupPad { .. } | Inst::CatchSwitch { .. })
            };
            row.bool(first.is_some_and(is_pad))?.end()?;
        }
        Ok(())
    })
}
