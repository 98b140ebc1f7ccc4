//! Collects the unknown parts of a module's records: operands, flags, values and records that a newer LLVM added.
//!
//! The reader of a record takes the fields of its row. Extra operands, and values that a field cannot have, are something that the model
//! cannot represent. They are collected here, so that nobody assumes that the module is complete.
use crate::schema::demands::DEMANDS;
use crate::schema::{self, BLOCKS, block_name, record_name};
use bctk_ir::provenance::{NotUnderstood, ShortRecord};
use bctk_ir::version::LlvmVersion;
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// What is not known, with how often it occurs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Unknown {
    seen: BTreeMap<(u32, u32, What), u64>,
    /// Records with fewer operands than some reader demands, by block, code and number of operands.
    short: BTreeMap<(u32, u32, usize), u64>,
}

/// What of a record, or of a block, is not known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum What {
    /// Operands beyond those of the row.
    Operands,
    /// Bits of this field.
    Flags(&'static str, u64),
    /// The unknown value of this field, which was replaced by another.
    Value(&'static str, u64),
    /// The record itself.
    Record,
    /// The version of the whole block.
    Version(u64),
    /// A nested block: its id takes the place of the record code.
    Block,
}

/// Maximum number of distinct findings: a damaged file has many.
const MOST: usize = 200;

impl Unknown {
    #[cold]
    #[inline(never)]
    fn note(&mut self, block: u32, code: u32, what: What) {
        if self.seen.len() < MOST || self.seen.contains_key(&(block, code, what)) {
            *self.seen.entry((block, code, what)).or_default() += 1;
        }
    }

    /// Operands beyond the last known one.
    pub(super) fn operands(&mut self, block: u32, code: u32) {
        self.note(block, code, What::Operands);
    }

    /// Looks for operands beyond the longest known shape of a record, and for fewer than some reader demands. Not for instruction records, whose
    /// number of operands depends on their contents.
    #[inline]
    pub(super) fn count(&mut self, block: u32, code: u32, operands: usize) {
        let (least, most) = known_operands(block, code);
        if operands > most {
            self.operands(block, code);
        }
        if operands < least {
            self.note_short(block, code, operands);
        }
    }

    /// Looks for fewer operands than some reader demands.
    #[inline]
    pub(super) fn least(&mut self, block: u32, code: u32, operands: usize) {
        if operands < known_operands(block, code).0 {
            self.note_short(block, code, operands);
        }
    }

    #[cold]
    #[inline(never)]
    fn note_short(&mut self, block: u32, code: u32, operands: usize) {
        *self.short.entry((block, code, operands)).or_default() += 1;
    }

    /// Looks for bits of a field beyond those in `mask`.
    #[inline]
    pub(super) fn flags(&mut self, block: u32, code: u32, field: &'static str, bits: u64, mask: u64) {
        if bits & !mask != 0 {
            self.note(block, code, What::Flags(field, bits & !mask));
        }
    }

    /// A value for which another was taken.
    pub(super) fn value(&mut self, block: u32, code: u32, field: &'static str, value: u64) {
        self.note(block, code, What::Value(field, value));
    }

    /// A record that was passed over.
    pub(super) fn record(&mut self, block: u32, code: u32) {
        self.note(block, code, What::Record);
    }

    /// A block that was passed over for its version.
    pub(super) fn version(&mut self, block: u32, version: u64) {
        self.note(block, 0, What::Version(version));
    }

    /// A skipped block, unless it is a known one.
    pub(super) fn block(&mut self, outer: u32, id: u32) {
        let known =
            id == bctk_bitstream::stream::BLOCKINFO || schema::block_row(id).is_some() || schema::OLD_BLOCKS.iter().any(|row| row.id == id);
        if !known {
            self.note(outer, id, What::Block);
        }
    }

    /// Adds what was noted elsewhere in the module.
    pub(super) fn add(&mut self, other: Unknown) {
        for (short, count) in other.short {
            *self.short.entry(short).or_default() += count;
        }
        for ((block, code, what), count) in other.seen {
            if self.seen.len() < MOST || self.seen.contains_key(&(block, code, what)) {
                *self.seen.entry((block, code, what)).or_default() += count;
            }
        }
    }

    /// The records that have fewer operands than some reader demands.
    pub(super) fn short(&self) -> Vec<ShortRecord> {
        let short = |(&(block, code, operands), &count): (&(u32, u32, usize), &u64)| ShortRecord { block, code, operands, count };
        self.short.iter().map(short).collect()
    }

    /// All of it in words.
    pub(super) fn list(&self) -> Vec<NotUnderstood> {
        let said = |(&(block, code, what), &count): (&(u32, u32, What), &u64)| {
            let outer = block_name(block).map_or_else(|| format!("block {block}"), str::to_owned);
            let name = || record_name(block, code).map_or_else(|| format!("{outer} record {code}"), |name| format!("{outer}/{name}"));
            let what_is = match what {
                What::Operands => format!("{}: more operands than known", name()),
                What::Flags(field, bits) => format!("{}: {field} {bits:#x}", name()),
                What::Value(field, value) => format!("{}: {field} {value}", name()),
                What::Version(version) => format!("{outer} of version {version}"),
                What::Record => format!("{outer} record {code}"),
                What::Block => format!("block {code} in {outer}"),
            };
            NotUnderstood { what: what_is, count, replaced: matches!(what, What::Value(..)) }
        };
        self.seen.iter().map(said).collect()
    }
}

/// The greatest number of operands that any reader demands of a record, and the maximum number in any of its
/// shapes; unlimited if a shape is open or the record is not in the schema.
fn known_operands(block: u32, code: u32) -> (usize, usize) {
    const ANY: (usize, usize) = (0, usize::MAX);
    static KNOWN: LazyLock<Vec<Vec<(usize, usize)>>> = LazyLock::new(|| {
        let of_block = |block: &&schema::BlockRow| {
            let rows = block.rows;
            let most_code = rows.iter().map(|row| row.code).max().unwrap_or(0);
            let demands = || DEMANDS.iter().filter(|row| row.block == block.id);
            let codes = most_code.max(demands().map(|row| row.code).max().unwrap_or(0));
            let of_code = |code: u32| {
                // What LLVM 2 wrote under the same codes is read by itself.
                let is_read = |row: &&schema::RecordRow| row.code == code && row.until.is_none_or(|until| until >= LlvmVersion::OLDEST);
                let count = |row: &schema::RecordRow| row.fields.iter().try_fold(0usize, |sum, field| Some(sum + field.most?));
                let most = rows.iter().filter(is_read).map(|row| count(row).unwrap_or(usize::MAX)).max().unwrap_or(usize::MAX);
                let stated = demands().filter(|row| row.code == code && row.head.is_none()).filter_map(|row| row.least).max().unwrap_or(0);
                // Some records are of no use here and not decoded.
                let least = stated.max(rows.iter().filter(is_read).map(schema::demands::least_of).min().unwrap_or(0));
                (least, most)
            };
            (0..=codes).map(of_code).collect()
        };
        BLOCKS.iter().map(of_block).collect()
    });
    let block = block.checked_sub(schema::module::ID).and_then(|at| KNOWN.get(at as usize));
    block.and_then(|codes| codes.get(code as usize)).copied().unwrap_or(ANY)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn most_operands(block: u32, code: u32) -> usize {
        known_operands(block, code).1
    }

    #[test]
    fn the_longest_shape_counts() {
        use crate::schema::{constants, metadata, module};
        assert_eq!(most_operands(constants::ID, constants::CeBinop::CODE), 4);
        assert_eq!(most_operands(constants::ID, constants::Data::CODE), usize::MAX);
        assert_eq!(most_operands(metadata::ID, metadata::Strings::CODE), 2);
        assert_eq!(most_operands(module::ID, module::Version::CODE), 1);
        assert_eq!(most_operands(module::ID, 999), usize::MAX);
        assert_eq!(most_operands(999, 1), usize::MAX);
    }

    #[test]
    fn short_records_are_noted() {
        use crate::schema::metadata::kind;
        let mut unknown = Unknown::default();
        unknown.least(kind::ID, kind::Kind::CODE, 2);
        unknown.count(schema::module::ID, schema::module::Version::CODE, 1);
        assert!(unknown.short().is_empty());
        unknown.least(kind::ID, kind::Kind::CODE, 1);
        unknown.least(kind::ID, kind::Kind::CODE, 1);
        assert_eq!(unknown.short(), [ShortRecord { block: kind::ID, code: kind::Kind::CODE, operands: 1, count: 2 }]);
    }

    #[test]
    fn words() {
        let mut unknown = Unknown::default();
        unknown.count(schema::module::ID, schema::module::Version::CODE, 3);
        unknown.count(schema::module::ID, schema::module::Version::CODE, 1);
        unknown.flags(schema::function::ID, schema::function::Cast::CODE, "flags", 0x45, 0x5);
        unknown.block(schema::module::ID, 61);
        unknown.block(schema::module::ID, schema::function::ID);
        let said: Vec<String> = unknown.list().into_iter().map(|it| format!("{}, {}", it.what, it.count)).collect();
        assert_eq!(said, ["MODULE/VERSION: more operands than known, 1", "block 61 in MODULE, 1", "FUNCTION/INST_CAST: flags 0x40, 1"]);
    }
}
