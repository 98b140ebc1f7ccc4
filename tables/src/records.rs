//! The table `records`: the bitstream itself.
use crate::Options;
use crate::columns::{Column, Kind};
use crate::fault::{Clock, Fault, Result};
use crate::rows::Rows;
use crate::source::{Form, Stored};
use bctk_bitcode::schema::{function, module, small_blocks};
use bctk_bitstream::stream::UNABBREV_RECORD;
use bctk_inspect::{Resolver, Step, Walk, WalkOptions};
use std::fmt::Write;

/// Records between two looks at the clock.
const BATCH: u32 = 4096;

pub(crate) const COLUMNS: &[Column] = &[
    Column::new(
        "path",
        Kind::Text,
        "The block, with the blocks around it: `MODULE/FUNCTION[3]/CONSTANTS`. A number in brackets counts blocks of the same kind in the same block, from 0; it is left out where it is 0, but for functions.",
    ),
    Column::new("function", Kind::Text, "Name of the function, directly in its FUNCTION block."),
    Column::new("block_id", Kind::U32, "Id of the block."),
    Column::new("code", Kind::U32, "Code of the record."),
    Column::new("name", Kind::Text, "Name of the record, as bcdump shows it."),
    Column::new("abbreviation", Kind::U32, "Id of the abbreviation that the record is written with; null if none."),
    Column::new("operands", Kind::U64List, "Operands. Elements of arrays follow the others; a blob is in the column `blob`."),
    Column::new("bit_offset", Kind::U64, "Where it is in the source, in bits."),
    Column::new("bit_size", Kind::U64, "Its size in bits, the id of its abbreviation included."),
    Column::new("blob", Kind::Binary, "Its blob; null if it has none."),
];

/// An open block.
struct Level {
    id: u32,
    path: String,
    function: Option<Vec<u8>>,
}

pub(crate) fn add(stored: &Stored<'_, '_>, options: &Options, clock: Clock, rows: &mut Rows<'_>) -> Result<()> {
    let Form::Bitcode { parts, index, bytes, start } = &stored.form else {
        return Err(Fault::new("assembly has no records"));
    };
    // A walk shows all modules of a file, and what is around them.
    if *index > 0 {
        return Ok(());
    }
    let mut walk = Walk::new(bytes, WalkOptions { limits: options.limits.clone(), ..WalkOptions::default() })?;
    let mut resolver = Resolver::new(&walk);
    let mut levels: Vec<Level> = Vec::new();
    let (mut modules, mut until_check) = (0u32, 0);
    let last = parts.len() as u32 - 1;
    while let Some(step) = walk.next()? {
        resolver.step(&walk, &step);
        match step {
            Step::Enter(block) => {
                let name = resolver.labels().block(walk.reader().block_info(), block.id);
                let mut path = levels.last().map_or_else(String::new, |level| format!("{}/", level.path));
                path.push_str(&name);
                if block.index > 0 && block.depth > 0 || block.id == function::ID {
                    // Writing to a string does not fail.
                    let _ = write!(path, "[{}]", block.index);
                }
                let function = resolver.function_name(&block).map(<[u8]>::to_vec);
                // The IDENTIFICATION block comes before its module, the tables after theirs.
                if block.depth == 0 && block.id == module::ID {
                    modules += 1;
                }
                levels.push(Level { id: block.id, path, function });
            }
            Step::Leave { .. } => {
                levels.pop();
            }
            Step::Record => {
                if until_check == 0 {
                    clock.check()?;
                    until_check = BATCH;
                }
                until_check -= 1;
                let Some(level) = levels.last() else { continue };
                let record = walk.record();
                let name = match resolver.row() {
                    Some(row) => row.into(),
                    None => resolver.labels().record(walk.reader().block_info(), level.id, record.code),
                };
                let is_before = levels.first().is_some_and(|level| level.id == small_blocks::identification::ID);
                let number = if is_before { modules } else { modules.saturating_sub(1) }.min(last);
                let mut row = rows.begin(stored.number + number)?;
                row.text(level.path.as_bytes())?.opt_text(level.function.as_deref())?.u32(level.id)?.u32(record.code)?;
                row.text(name.as_bytes())?.opt_u32(Some(record.abbrev).filter(|&id| id != UNABBREV_RECORD))?.u64_list(&record.ops)?;
                let bits = walk.record_bits();
                row.u64(bits.start + *start as u64 * 8)?.u64(bits.end.saturating_sub(bits.start))?;
                row.opt_binary(record.blob(walk.data()))?.end()?;
            }
            _ => {}
        }
    }
    Ok(())
}
