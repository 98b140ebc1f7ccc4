//! The abbreviations of a module being written: those of BLOCKINFO by name, and others as blocks define them.
use super::emit::Emitter;
use crate::schema::abbrevs::{self, AbbrevRow, BLOCKINFO, BLOCKS, Widths};
use crate::schema::module as row;
use bctk_bitstream::stream::{BLOCKINFO as BLOCKINFO_ID, FIRST_ABBREV, UNABBREV_RECORD};
use bctk_bitstream::{Error, Result};

use bctk_ir::version::LlvmVersion;
use std::sync::LazyLock;

/// Defines LLVM's abbreviation for `name` in blocks of this id, and returns its id.
pub(super) fn define(out: &mut Emitter, block: u32, name: &str, widths: &Widths) -> Result<u32> {
    define_of(out, BLOCKS, block, name, widths)
}

/// As [`define`], from another table.
pub(super) fn define_of(out: &mut Emitter, rows: &'static [AbbrevRow], block: u32, name: &str, widths: &Widths) -> Result<u32> {
    let row = abbrevs::find(rows, block, name, out.llvm());
    let row = row.ok_or_else(|| Error::unsupported(format!("no abbreviation for {name} in LLVM {}", out.llvm())))?;
    out.define(row.abbrev(widths)?)
}

/// Defines the abbreviation for `name` if LLVM has one; otherwise returns [`UNABBREV_RECORD`].
pub(super) fn define_if_any(out: &mut Emitter, rows: &'static [AbbrevRow], block: u32, name: &str, widths: &Widths) -> Result<u32> {
    match abbrevs::find(rows, block, name, out.llvm()) {
        Some(row) => out.define(row.abbrev(widths)?),
        None => Ok(UNABBREV_RECORD),
    }
}

/// Writes BLOCKINFO (`writeBlockInfo`).
pub(super) fn write_block_info(out: &mut Emitter, widths: &Widths) -> Result<()> {
    out.open(BLOCKINFO_ID)?;
    let mut block = row::ID;
    let llvm = out.llvm();
    for abbrev in BLOCKINFO.iter().filter(|row| row.is_of(llvm)) {
        if abbrev.block != block {
            block = abbrev.block;
            out.operands(UNABBREV_RECORD, bctk_bitstream::stream::blockinfo::SETBID, &[u64::from(block)])?;
        }
        out.define(abbrev.abbrev(widths)?)?;
    }
    out.end()
}

/// An abbreviation of BLOCKINFO, whose id depends on the version of LLVM.
#[derive(Clone, Copy)]
pub(super) struct Shared(usize);

/// The ids of the shared abbreviations in one version of LLVM; the last one, [`NONE`], means no abbreviation.
pub(super) type SharedIds = [u32; NAMES.len() + 1];

/// No abbreviation.
pub(super) const NONE: Shared = Shared(NAMES.len());

/// The ids for each version.
static IDS: LazyLock<Vec<SharedIds>> = LazyLock::new(|| LlvmVersion::written().map(shared_ids).collect());

fn shared_ids(llvm: LlvmVersion) -> SharedIds {
    let mut ids = [UNABBREV_RECORD; NAMES.len() + 1];
    for (id, &(block, name)) in ids.iter_mut().zip(NAMES) {
        let mut rows = BLOCKINFO.iter().filter(|row| row.block == block && row.is_of(llvm));
        *id = rows.position(|row| row.name == name).map_or(UNABBREV_RECORD, |at| FIRST_ABBREV + at as u32);
    }
    ids
}

/// The ids of the shared abbreviations.
pub(super) fn ids(llvm: LlvmVersion) -> &'static SharedIds {
    static UNKNOWN: SharedIds = [UNABBREV_RECORD; NAMES.len() + 1];
    IDS.get(llvm.written_index()).unwrap_or(&UNKNOWN)
}

impl Shared {
    /// Its id, or no abbreviation if LLVM has none.
    #[inline]
    pub(super) fn id(self, ids: &SharedIds) -> u32 {
        ids.get(self.0).copied().unwrap_or(UNABBREV_RECORD)
    }
}

/// Declares the abbreviations of BLOCKINFO by the names that the writer knows them by: `LOAD = 0, 12 "INST_LOAD"` is that row.
macro_rules! shared {
    ($($name:ident = $number:literal, $block:literal $label:literal;)*) => {
        $(pub(super) const $name: Shared = Shared($number);)*
        const NAMES: &[(u32, &str)] = &[$(($block, $label)),*];
    };
}

shared! {
    VST_8 = 0, 14 "ENTRY or BBENTRY, 8 bits";
    VST_ENTRY_7 = 1, 14 "ENTRY, 7 bits";
    VST_ENTRY_6 = 2, 14 "ENTRY, char6";
    VST_BBENTRY_6 = 3, 14 "BBENTRY, char6";
    SETTYPE = 4, 11 "SETTYPE";
    INTEGER = 5, 11 "INTEGER";
    CE_CAST = 6, 11 "CE_CAST";
    LOAD = 7, 12 "INST_LOAD";
    STORE = 8, 12 "INST_STORE";
    UNOP = 9, 12 "INST_UNOP";
    UNOP_FLAGS = 10, 12 "INST_UNOP with flags";
    BINOP = 11, 12 "INST_BINOP";
    BINOP_FLAGS = 12, 12 "INST_BINOP with flags";
    CAST = 13, 12 "INST_CAST";
    CAST_FLAGS = 14, 12 "INST_CAST with flags";
    RET_VOID = 15, 12 "INST_RET without value";
    RET = 16, 12 "INST_RET";
    BR = 17, 12 "INST_BR to one block";
    COND_BR = 18, 12 "INST_BR on a condition";
    UNREACHABLE = 19, 12 "INST_UNREACHABLE";
    GEP = 20, 12 "INST_GEP";
    CMP = 21, 12 "INST_CMP2";
    CMP_FLAGS = 22, 12 "INST_CMP2 with flags";
    DBG_VALUE = 23, 12 "DEBUG_RECORD_VALUE_SIMPLE";
    DEBUG_LOC = 24, 12 "DEBUG_LOC";
    BYTE = 25, 11 "BYTE";
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_is_that_of_a_row() {
        for &(block, name) in NAMES {
            assert!(BLOCKINFO.iter().any(|row| row.block == block && row.name == name), "{name}");
        }
        assert!(ids(LlvmVersion::NEWEST)[..NAMES.len()].iter().all(|&id| id >= FIRST_ABBREV));
        assert_eq!(DEBUG_LOC.id(ids(LlvmVersion::nearest_written(20))), UNABBREV_RECORD);
        assert_eq!(NONE.id(ids(LlvmVersion::NEWEST)), UNABBREV_RECORD);
    }
}
