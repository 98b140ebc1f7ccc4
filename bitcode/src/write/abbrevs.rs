//! The abbreviations of a module under way: those of BLOCKINFO by name, and others as blocks define them.
use super::emit::Emitter;
use crate::error::{Error, Result};
use crate::schema::abbrevs::{AbbrevRow, BLOCKINFO, BLOCKS, Widths};
use crate::schema::module as row;
use crate::stream::{BLOCKINFO as BLOCKINFO_ID, FIRST_ABBREV};

/// Defines the abbreviation that LLVM 22 has for `name` in blocks of this id, and returns its id.
pub(super) fn define(out: &mut Emitter, block: u32, name: &str, widths: &Widths) -> Result<u32> {
    out.define(find(BLOCKS, block, name)?.abbrev(widths)?)
}

fn find(rows: &'static [AbbrevRow], block: u32, name: &str) -> Result<&'static AbbrevRow> {
    let row = rows.iter().find(|row| row.block == block && row.name == name);
    row.ok_or_else(|| Error::malformed(format!("expected an abbreviation for {name}")))
}

/// Width of abbreviation ids in blocks of this id, as LLVM 22 has it.
pub(super) fn width(block: u32) -> u32 {
    crate::schema::abbrevs::BLOCK_WIDTHS.iter().find(|&&(id, _)| id == block).map_or(3, |&(_, width)| width)
}

/// Writes BLOCKINFO (`writeBlockInfo`).
pub(super) fn write_block_info(out: &mut Emitter, widths: &Widths) -> Result<()> {
    out.enter(BLOCKINFO_ID, width(BLOCKINFO_ID))?;
    let mut block = row::ID;
    for abbrev in BLOCKINFO {
        if abbrev.block != block {
            block = abbrev.block;
            out.operands(crate::stream::UNABBREV_RECORD, crate::stream::blockinfo::SETBID, &[u64::from(block)])?;
        }
        out.define(abbrev.abbrev(widths)?)?;
    }
    out.end()
}

/// Declares the abbreviations of BLOCKINFO by the names that the writer knows them by: `LOAD = 12 "INST_LOAD"` is the id of that row.
macro_rules! block_info_ids {
    ($($name:ident = $block:literal $label:literal;)*) => {
        $(pub(super) const $name: u32 = block_info_id($block, $label);)*
    };
}

const fn block_info_id(block: u32, name: &str) -> u32 {
    let mut id = FIRST_ABBREV;
    let mut i = 0;
    while i < BLOCKINFO.len() {
        if BLOCKINFO[i].block == block {
            if bctk_ir::text::same(BLOCKINFO[i].name.as_bytes(), name.as_bytes()) {
                return id;
            }
            id += 1;
        }
        i += 1;
    }
    panic!("no such abbreviation in BLOCKINFO")
}

block_info_ids! {
    VST_8 = 14 "ENTRY or BBENTRY, 8 bits";
    VST_ENTRY_7 = 14 "ENTRY, 7 bits";
    VST_ENTRY_6 = 14 "ENTRY, char6";
    VST_BBENTRY_6 = 14 "BBENTRY, char6";
    SETTYPE = 11 "SETTYPE";
    INTEGER = 11 "INTEGER";
    CE_CAST = 11 "CE_CAST";
    LOAD = 12 "INST_LOAD";
    STORE = 12 "INST_STORE";
    UNOP = 12 "INST_UNOP";
    UNOP_FLAGS = 12 "INST_UNOP with flags";
    BINOP = 12 "INST_BINOP";
    BINOP_FLAGS = 12 "INST_BINOP with flags";
    CAST = 12 "INST_CAST";
    CAST_FLAGS = 12 "INST_CAST with flags";
    RET_VOID = 12 "INST_RET without value";
    RET = 12 "INST_RET";
    BR = 12 "INST_BR to one block";
    COND_BR = 12 "INST_BR on a condition";
    UNREACHABLE = 12 "INST_UNREACHABLE";
    GEP = 12 "INST_GEP";
    CMP = 12 "INST_CMP2";
    CMP_FLAGS = 12 "INST_CMP2 with flags";
    DBG_VALUE = 12 "DEBUG_RECORD_VALUE_SIMPLE";
    DEBUG_LOC = 12 "DEBUG_LOC";
}
