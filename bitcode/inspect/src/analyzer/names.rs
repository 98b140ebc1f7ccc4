//! The names that llvm-bcanalyzer uses for blocks and records of LLVM IR. Its table is maintained by hand and incomplete.
//!
//! With a few exceptions, the names of records are those of the schema, so the table only states for which codes the tool has a name.
//! Determined with the analyzers of LLVM 22.1.8 and 23.1.4 on a stream with every code of every block; the tool's table is in its
//! `GetBlockName` and `GetCodeName`.
use bctk_bitcode::schema;
use bctk_bitstream::stream::BLOCKINFO;
use bctk_ir::version::{Feature, LlvmVersion};

/// The release whose names are used unless another one is asked for: LLVM 22, the newest whose tool is in the packages of LLVM that the table
/// was compared with.
pub(super) fn default_release() -> LlvmVersion {
    Feature::GuidList.last_without()
}

/// The tool's knowledge of one block.
struct Known {
    block: u32,
    name: &'static str,
    /// Record codes, from and to, that it calls by the name in the schema.
    same: &'static [(u32, u32)],
    /// Record codes that it calls otherwise.
    other: &'static [(u32, &'static str)],
}

const fn known(block: u32, name: &'static str, same: &'static [(u32, u32)], other: &'static [(u32, &'static str)]) -> Known {
    Known { block, name, same, other }
}

/// Records that the tool of a later release calls by the name in the schema: block, code, and the feature of the releases that do.
static NEWER: &[(u32, u32, Feature)] = &[(8, 20, Feature::GuidList)];

/// By block id, from 8 on and without gaps. Names of LLVM 22.
static KNOWN: &[Known] = &[
    known(8, "MODULE_BLOCK", &[(1, 8), (11, 17)], &[]),
    known(9, "PARAMATTR_BLOCK", &[(2, 2)], &[(1, "ENTRY")]),
    known(10, "PARAMATTR_GROUP_BLOCK_ID", &[(3, 3)], &[]),
    known(
        11,
        "CONSTANTS_BLOCK",
        &[(1, 11), (13, 17), (19, 20), (22, 22), (25, 25), (27, 27), (29, 30), (32, 33)],
        &[(21, "CST_CODE_BLOCKADDRESS")],
    ),
    known(
        12,
        "FUNCTION_BLOCK",
        &[(1, 13), (15, 16), (19, 20), (23, 23), (26, 30), (33, 36), (41, 41), (43, 46), (48, 50), (55, 57), (59, 66)],
        &[],
    ),
    known(13, "IDENTIFICATION_BLOCK_ID", &[(1, 2)], &[]),
    known(14, "VALUE_SYMTAB", &[(1, 3), (5, 5)], &[]),
    known(15, "METADATA_BLOCK", &[(1, 10), (12, 39), (46, 46)], &[]),
    known(16, "METADATA_ATTACHMENT_BLOCK", &[(11, 11)], &[]),
    known(17, "TYPE_BLOCK_ID", &[(1, 8), (10, 23)], &[]),
    known(18, "USELIST_BLOCK_ID", &[], &[(1, "USELIST_CODE_DEFAULT"), (2, "USELIST_CODE_BB")]),
    known(19, "MODULE_STRTAB_BLOCK", &[(1, 2)], &[]),
    known(20, "GLOBALVAL_SUMMARY_BLOCK", &[(1, 33)], &[]),
    known(21, "OPERAND_BUNDLE_TAGS_BLOCK", &[(1, 1)], &[]),
    known(22, "METADATA_KIND_BLOCK", &[(6, 6)], &[]),
    known(23, "STRTAB_BLOCK", &[(1, 1)], &[]),
    known(24, "FULL_LTO_GLOBALVAL_SUMMARY_BLOCK", &[(1, 33)], &[]),
    known(25, "SYMTAB_BLOCK", &[(1, 1)], &[]),
];

fn row(block: u32) -> Option<&'static Known> {
    KNOWN.get(block.checked_sub(KNOWN[0].block)? as usize)
}

/// Ids below this one are those of the bitstream itself (`bitc::FIRST_APPLICATION_BLOCKID`).
pub(super) const FIRST_APPLICATION_BLOCK: u32 = 8;

/// Name of a block that every bitstream may hold.
pub(super) fn standard_block(block: u32) -> Option<&'static str> {
    (block == BLOCKINFO).then_some("BLOCKINFO_BLOCK")
}

/// Name of a record of a block that every bitstream may hold.
pub(super) fn standard_record(block: u32, code: u32) -> Option<&'static str> {
    if block == BLOCKINFO { schema::record_name(block, code) } else { None }
}

/// Name of a block of LLVM IR.
pub(super) fn ir_block(block: u32) -> Option<&'static str> {
    row(block).map(|row| row.name)
}

/// Name of a record of LLVM IR in a release.
pub(super) fn ir_record(block: u32, code: u32, llvm: LlvmVersion) -> Option<&'static str> {
    let row = row(block)?;
    if NEWER.iter().any(|&(in_block, newer, feature)| (in_block, newer) == (block, code) && llvm.has(feature)) {
        return schema::record_name(block, code);
    }
    if let Some((_, name)) = row.other.iter().find(|(other, _)| *other == code) {
        return Some(name);
    }
    row.same.iter().any(|&(from, to)| (from..=to).contains(&code)).then(|| schema::record_name(block, code)).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_stands_where_its_id_says_and_is_in_the_schema() {
        for (index, row) in KNOWN.iter().enumerate() {
            assert_eq!(row.block as usize, index + FIRST_APPLICATION_BLOCK as usize);
            for code in row.same.iter().flat_map(|&(from, to)| from..=to) {
                assert!(ir_record(row.block, code, default_release()).is_some(), "{} {code}", row.name);
            }
        }
    }

    #[test]
    fn what_it_does_not_know() {
        assert_eq!(ir_record(12, 58, default_release()), None, "INST_FREEZE");
        assert_eq!(ir_record(17, 25, default_release()), None, "OPAQUE_POINTER");
        assert_eq!(ir_block(26), None, "SYNC_SCOPE_NAMES");
    }

    // As the analyzers of LLVM 22.1.8 and 23.1.4 call them.
    #[test]
    fn what_newer_releases_know() {
        assert_eq!(ir_record(8, 20, default_release()), None);
        assert_eq!(ir_record(8, 20, LlvmVersion::NEWEST), Some("GUIDLIST"));
        assert_eq!(ir_record(8, 19, LlvmVersion::NEWEST), None, "ASM_PROPERTY");
    }
}
