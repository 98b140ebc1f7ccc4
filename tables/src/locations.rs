//! The table `debug_locations`.
use crate::columns::{Column, Kind};
use crate::debug;
use crate::fault::{Clock, Result};
use crate::names;
use crate::rows::Rows;
use crate::source::{Defined, Stored};
use bctk_hash::{OPCODES, opcode};
use bctk_ir::entity::InstId;

pub(crate) const COLUMNS: &[Column] = &[
    Column::new("function", Kind::Text, "Name of the function; null for one without a name."),
    Column::new("function_index", Kind::U32, names::FUNCTION_INDEX),
    Column::new("block", Kind::U32, "Number of the basic block in the function, from 0."),
    Column::new("instruction", Kind::U32, "Number of the instruction in the function, from 0."),
    Column::new("opcode", Kind::Text, "Opcode of the instruction."),
    Column::new("line", Kind::U32, "Line; 0 for code without one."),
    Column::new("column", Kind::U32, "Column; 0 if it is not stated."),
    Column::new("is_implicit", Kind::Bool, "Whether the code is the compiler's (`isImplicitCode`)."),
    Column::new("file", Kind::Text, "File of the scope."),
    Column::new("directory", Kind::Text, "The directory that `file` is relative to."),
    Column::new("subprogram", Kind::Text, "Name of the function that the code was written in."),
    Column::new("linkage_name", Kind::Text, "Its mangled name, if that differs."),
    Column::new("subprogram_line", Kind::U32, "Its line."),
    Column::new("inlined_at", Kind::Places, "Where the code was inlined, innermost first; empty for code of the function itself."),
];

pub(crate) fn add(stored: &Stored<'_, '_>, clock: Clock, rows: &mut Rows<'_>) -> Result<()> {
    let mut view = stored.view()?;
    view.for_each_body(clock, |Defined { module, index, name, body }| {
        for (number, block) in body.blocks.iter().enumerate() {
            for at in (block.first.0..block.end.0).map(InstId) {
                let Some(location) = body.debug_loc(at).and_then(|node| debug::location(module, node)) else { continue };
                let Some(inst) = body.insts.get(at.index()) else { continue };
                let mut row = rows.begin(stored.number)?;
                row.opt_text(name)?.u32(index)?.u32(number as u32)?.u32(at.0)?.text(OPCODES[opcode(inst)].as_bytes())?;
                row.u32(location.line)?.u32(location.column)?.bool(location.is_implicit)?;
                let scope = location.scope;
                row.opt_text(scope.file)?.opt_text(scope.directory)?.opt_text(scope.function)?.opt_text(scope.linkage_name)?;
                row.u32(scope.function_line)?.places(location.inlined_at(module))?.end()?;
            }
        }
        Ok(())
    })
}
