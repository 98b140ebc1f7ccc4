//! The abbreviations that LLVM's writer defines, as data, by version: in BLOCKINFO, and at the start of or inside blocks.
use bctk_bitstream::Result;
use bctk_bitstream::stream::{Abbrev, AbbrevOp};

use bctk_ir::version::LlvmVersion;

/// An operand of an abbreviation whose width may depend on the module.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum OpRow {
    /// As [`AbbrevOp::Literal`].
    Literal(u64),
    /// As [`AbbrevOp::Fixed`].
    Fixed(u32),
    /// As [`AbbrevOp::Vbr`].
    Vbr(u32),
    /// As [`AbbrevOp::Array`].
    Array,
    /// As [`AbbrevOp::Char6`].
    Char6,
    /// As [`AbbrevOp::Blob`].
    Blob,
    /// Fixed, as wide as a type number needs: for `Widths::types`.
    Type,
    /// Fixed, for `Widths::last_value`.
    Value,
    /// Fixed, for `Widths::last_global_type`.
    GlobalType,
    /// Fixed, for `Widths::max_global_align`; the literal 0 if no global has an alignment.
    GlobalAlign,
    /// Fixed, for `Widths::sections`; the literal 0 if there is no section.
    Section,
    /// Fixed(8), Fixed(7) or Char6, by the characters of the source file name.
    NameChar,
}

/// What widths depend on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Widths {
    /// Number of types in the module.
    pub types: u32,
    /// Highest number of a value type of a global variable.
    pub last_global_type: u32,
    /// Highest encoded alignment (logarithm plus one) of a global variable.
    pub max_global_align: u32,
    /// Number of sections.
    pub sections: u32,
    /// Number of the last value that the constants block defines.
    pub last_value: u32,
    /// How the source file name is encoded.
    pub name_char: NameChar,
}

/// The narrowest encoding of all characters of a name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum NameChar {
    /// All are `a-z A-Z 0-9 . _`.
    #[default]
    Char6,
    /// All are below 128.
    Fixed7,
    /// Any.
    Fixed8,
}

impl NameChar {
    /// The narrowest encoding of `name` (`getStringEncoding` of LLVM's writer).
    pub fn of(name: &[u8]) -> NameChar {
        if bctk_bitstream::stream::abbrev::is_char6(name) {
            NameChar::Char6
        } else if name.is_ascii() {
            NameChar::Fixed7
        } else {
            NameChar::Fixed8
        }
    }
}

/// An abbreviation.
#[derive(Clone, Copy, Debug)]
pub struct AbbrevRow {
    /// Block id.
    pub block: u32,
    /// The record that it is for, and how it differs from other abbreviations for that record.
    pub name: &'static str,
    /// First LLVM that defines it; none for all known versions.
    pub since: Option<LlvmVersion>,
    /// Last LLVM that defines it; none for the newest.
    pub until: Option<LlvmVersion>,
    /// Operands; the first one is the record code.
    pub ops: &'static [OpRow],
}

/// Bits that hold the numbers 0 to `last` (0 for `last` = 0): the logarithm of `last + 1`, rounded up.
fn bits_for(last: u32) -> u32 {
    32 - last.leading_zeros()
}

impl OpRow {
    /// The operand for a module.
    fn op(self, widths: &Widths) -> AbbrevOp {
        let or_zero = |last| if last == 0 { AbbrevOp::Literal(0) } else { AbbrevOp::Fixed(bits_for(last)) };
        match self {
            OpRow::Literal(value) => AbbrevOp::Literal(value),
            OpRow::Fixed(width) => AbbrevOp::Fixed(width),
            OpRow::Vbr(width) => AbbrevOp::Vbr(width),
            OpRow::Array => AbbrevOp::Array,
            OpRow::Char6 => AbbrevOp::Char6,
            OpRow::Blob => AbbrevOp::Blob,
            OpRow::Type => AbbrevOp::Fixed(bits_for(widths.types)),
            OpRow::Value => AbbrevOp::Fixed(bits_for(widths.last_value)),
            OpRow::GlobalType => AbbrevOp::Fixed(bits_for(widths.last_global_type)),
            OpRow::GlobalAlign => or_zero(widths.max_global_align),
            OpRow::Section => or_zero(widths.sections),
            OpRow::NameChar => match widths.name_char {
                NameChar::Char6 => AbbrevOp::Char6,
                NameChar::Fixed7 => AbbrevOp::Fixed(7),
                NameChar::Fixed8 => AbbrevOp::Fixed(8),
            },
        }
    }
}

impl AbbrevRow {
    /// Whether LLVM defines it in this version.
    pub fn is_of(&self, llvm: LlvmVersion) -> bool {
        self.since.is_none_or(|since| since <= llvm) && self.until.is_none_or(|until| llvm <= until)
    }

    /// Whether `abbrev` is this abbreviation for some module.
    pub fn matches(&self, abbrev: &Abbrev) -> bool {
        let is_op = |(row, op): (&OpRow, &AbbrevOp)| match row {
            OpRow::Type | OpRow::Value | OpRow::GlobalType => matches!(op, AbbrevOp::Fixed(_)),
            OpRow::GlobalAlign | OpRow::Section => matches!(op, AbbrevOp::Fixed(_) | AbbrevOp::Literal(0)),
            OpRow::NameChar => matches!(op, AbbrevOp::Char6 | AbbrevOp::Fixed(7 | 8)),
            plain => plain.op(&Widths::default()) == *op,
        };
        self.ops.len() == abbrev.ops().len() && self.ops.iter().zip(abbrev.ops()).all(is_op)
    }

    /// The abbreviation for a module.
    ///
    /// # Errors
    /// Those of [`Abbrev::new`]; none for the rows of this file.
    pub fn abbrev(&self, widths: &Widths) -> Result<Abbrev> {
        Abbrev::new(self.ops.iter().map(|op| op.op(widths)).collect())
    }
}

/// Width of abbreviation ids by block id, as LLVM writes blocks; METADATA inside functions has 3 and USELIST inside them 3.
pub static BLOCK_WIDTHS: &[(u32, u32)] = &[
    (0, 2),
    (8, 3),
    (9, 3),
    (10, 3),
    (11, 4),
    (12, 5),
    (13, 5),
    (14, 4),
    (15, 4),
    (16, 3),
    (17, 4),
    (18, 3),
    (19, 3),
    (20, 4),
    (21, 3),
    (22, 3),
    (23, 3),
    (24, 4),
    (25, 3),
    (26, 2),
];

/// Former widths: block id, last LLVM that used it, width.
static OLD_BLOCK_WIDTHS: &[(u32, LlvmVersion, u32)] = &[(12, LlvmVersion::new(20), 4)];

/// Width of abbreviation ids in blocks of this id.
pub fn block_width(block: u32, llvm: LlvmVersion) -> u32 {
    let old = OLD_BLOCK_WIDTHS.iter().find(|&&(id, until, _)| id == block && llvm <= until).map(|&(_, _, width)| width);
    old.or_else(|| BLOCK_WIDTHS.iter().find(|&&(id, _)| id == block).map(|&(_, width)| width)).unwrap_or(3)
}

/// The row for records of this name in blocks of this id.
pub fn find(rows: &'static [AbbrevRow], block: u32, name: &str, llvm: LlvmVersion) -> Option<&'static AbbrevRow> {
    rows.iter().find(|row| row.block == block && row.is_of(llvm) && row.name == name)
}

/// Declares rows: `14 "ENTRY, 8 bits" [Fixed(3), Vbr(8), Array, Fixed(8)];` is one `AbbrevRow { block: 14, .. }`. `since 21` or `until 18`
/// after the name limits the versions of LLVM that define it.
macro_rules! abbrevs {
    ($($block:literal $name:literal $(since $since:literal)? $(until $until:literal)? [$($op:ident $(($value:literal))?),*];)*) => {
        &[$(AbbrevRow {
            block: $block,
            name: $name,
            since: abbrevs!(@version $($since)?),
            until: abbrevs!(@version $($until)?),
            ops: &[$(OpRow::$op $(($value))?),*],
        }),*]
    };
    (@version) => { None };
    (@version $version:literal) => { Some(LlvmVersion::of($version as f64)) };
}

/// BLOCKINFO of a module, in order (`ModuleBitcodeWriter::writeBlockInfo`).
pub static BLOCKINFO: &[AbbrevRow] = abbrevs! {
    14 "ENTRY or BBENTRY, 8 bits" [Fixed(3), Vbr(8), Array, Fixed(8)];
    14 "ENTRY, 7 bits" [Literal(1), Vbr(8), Array, Fixed(7)];
    14 "ENTRY, char6" [Literal(1), Vbr(8), Array, Char6];
    14 "BBENTRY, char6" [Literal(2), Vbr(8), Array, Char6];
    11 "SETTYPE" [Literal(1), Type];
    11 "INTEGER" [Literal(4), Vbr(8)];
    11 "BYTE" since 23 [Literal(35), Vbr(8)];
    11 "CE_CAST" [Literal(11), Fixed(4), Type, Vbr(8)];
    11 "NULL" [Literal(2)];
    12 "INST_LOAD" [Literal(20), Vbr(6), Type, Vbr(4), Fixed(1)];
    12 "INST_STORE" since 21 [Literal(44), Vbr(6), Vbr(6), Vbr(4), Fixed(1)];
    12 "INST_UNOP" since 8 [Literal(56), Vbr(6), Fixed(4)];
    12 "INST_UNOP with flags" since 8 [Literal(56), Vbr(6), Fixed(4), Fixed(8)];
    12 "INST_BINOP" [Literal(2), Vbr(6), Vbr(6), Fixed(4)];
    12 "INST_BINOP with flags" until 5 [Literal(2), Vbr(6), Vbr(6), Fixed(4), Fixed(7)];
    12 "INST_BINOP with flags" since 6 [Literal(2), Vbr(6), Vbr(6), Fixed(4), Fixed(8)];
    12 "INST_CAST" [Literal(3), Vbr(6), Type, Fixed(4)];
    12 "INST_CAST with flags" since 18 until 22 [Literal(3), Vbr(6), Type, Fixed(4), Fixed(8)];
    12 "INST_CAST with flags" since 23 [Literal(3), Vbr(6), Type, Fixed(4), Fixed(9)];
    12 "INST_RET without value" [Literal(10)];
    12 "INST_RET" [Literal(10), Vbr(6)];
    12 "INST_BR to one block" since 21 [Literal(11), Vbr(6)];
    12 "INST_BR on a condition" since 21 [Literal(11), Vbr(6), Vbr(6), Vbr(6)];
    12 "INST_UNREACHABLE" [Literal(15)];
    12 "INST_GEP" until 18 [Literal(43), Fixed(1), Type, Array, Vbr(6)];
    12 "INST_GEP" since 19 [Literal(43), Fixed(3), Type, Array, Vbr(6)];
    12 "INST_CMP2" since 21 [Literal(28), Vbr(6), Vbr(6), Fixed(6)];
    12 "INST_CMP2 with flags" since 21 [Literal(28), Vbr(6), Vbr(6), Fixed(6), Fixed(8)];
    12 "DEBUG_RECORD_VALUE_SIMPLE" since 19 [Literal(64), Vbr(7), Vbr(7), Vbr(7), Vbr(6)];
    12 "DEBUG_LOC" since 21 [Literal(35), Vbr(6), Vbr(8), Vbr(6), Vbr(6), Fixed(1), Vbr(6), Vbr(3)];
};

/// Abbreviations defined inside blocks, in the order of their definition within each block.
///
/// Some are there only where they are needed: those of CONSTANTS at module level only; GLOBALVAR with a global; LOCATION and GENERIC_DEBUG
/// in module-level METADATA that has any node, LOCATION again in functions before the first one; INDEX_OFFSET and INDEX with more nodes
/// than a threshold; STRINGS with a string; NAME with named metadata; STACK_IDS with any; ALLOC_CONTEXT_IDS
/// where sizes of allocation contexts are kept.
pub static BLOCKS: &[AbbrevRow] = abbrevs! {
    13 "STRING" [Literal(1), Array, Char6];
    13 "EPOCH" [Literal(2), Vbr(6)];
    17 "POINTER in address space 0" until 16 [Literal(8), Type, Literal(0)];
    17 "OPAQUE_POINTER in address space 0" since 13 [Literal(25), Literal(0)];
    17 "FUNCTION" [Literal(21), Fixed(1), Array, Type];
    17 "STRUCT_ANON" [Literal(18), Fixed(1), Array, Type];
    17 "STRUCT_NAME, char6" [Literal(19), Array, Char6];
    17 "STRUCT_NAMED" [Literal(20), Fixed(1), Array, Type];
    17 "ARRAY" [Literal(11), Vbr(8), Type];
    8 "GLOBALVAR, simple" until 4 [Literal(7), GlobalType, Vbr(6), Vbr(6), Fixed(5), GlobalAlign, Section];
    8 "GLOBALVAR, simple" since 5 [Literal(7), Vbr(8), Vbr(8), GlobalType, Vbr(6), Vbr(6), Fixed(5), GlobalAlign, Section];
    8 "SOURCE_FILENAME" since 3.9 [Literal(16), Array, NameChar];
    8 "GUIDLIST" since 23 [Literal(20), Array, Fixed(32)];
    8 "VSTOFFSET" since 3.8 [Literal(13), Fixed(32)];
    11 "AGGREGATE" [Literal(7), Array, Value];
    11 "STRING" [Literal(8), Array, Fixed(8)];
    11 "CSTRING, 7 bits" [Literal(9), Array, Fixed(7)];
    11 "CSTRING, char6" [Literal(9), Array, Char6];
    15 "LOCATION" until 7 [Literal(7), Fixed(1), Vbr(6), Vbr(8), Vbr(6), Vbr(6)];
    15 "LOCATION" since 8 until 20 [Literal(7), Fixed(1), Vbr(6), Vbr(8), Vbr(6), Vbr(6), Fixed(1)];
    15 "LOCATION" since 21 [Literal(7), Fixed(1), Vbr(6), Vbr(8), Vbr(6), Vbr(6), Fixed(1), Vbr(6), Fixed(3)];
    15 "GENERIC_DEBUG" [Literal(12), Fixed(1), Vbr(6), Fixed(1), Vbr(6), Array, Vbr(6)];
    15 "STRING" until 3.8 [Literal(1), Array, Fixed(8)];
    15 "STRINGS" since 3.9 [Literal(35), Vbr(6), Vbr(6), Blob];
    15 "INDEX_OFFSET" since 4 [Literal(38), Fixed(32), Fixed(32)];
    15 "INDEX" since 4 [Literal(39), Array, Vbr(6)];
    15 "NAME" [Literal(4), Array, Fixed(8)];
    14 "FNENTRY, 8 bits" since 3.8 until 4 [Literal(3), Vbr(8), Vbr(8), Array, Fixed(8)];
    14 "FNENTRY, 7 bits" since 3.8 until 4 [Literal(3), Vbr(8), Vbr(8), Array, Fixed(7)];
    14 "FNENTRY, char6" since 3.8 until 4 [Literal(3), Vbr(8), Vbr(8), Array, Char6];
    14 "COMBINED_ENTRY" since 3.9 until 4 [Literal(5), Vbr(8), Vbr(8)];
    14 "FNENTRY" since 5 [Literal(3), Vbr(8), Vbr(8)];
    20 "VALUE_GUID" since 20 [Literal(16), Vbr(6), Fixed(32), Fixed(32)];
    20 "STACK_IDS" since 16 until 19 [Literal(30), Array, Vbr(8)];
    20 "STACK_IDS" since 20 [Literal(30), Array, Fixed(32)];
    20 "ALLOC_CONTEXT_IDS" since 20 [Literal(31), Array, Fixed(32)];
    20 "PERMODULE_PROFILE" until 16 [Literal(2), Vbr(8), Vbr(6), Vbr(8), Vbr(4), Vbr(4), Vbr(4), Vbr(4), Array, Vbr(8)];
    20 "PERMODULE_PROFILE" since 17 [Literal(2), Vbr(8), Vbr(8), Vbr(8), Vbr(4), Vbr(4), Vbr(4), Vbr(4), Array, Vbr(8)];
    20 "PERMODULE" until 17 [Literal(1), Vbr(8), Vbr(6), Vbr(8), Vbr(4), Vbr(4), Vbr(4), Vbr(4), Array, Vbr(8)];
    20 "PERMODULE_RELBF" since 18 until 22 [Literal(19), Vbr(8), Vbr(6), Vbr(8), Vbr(4), Vbr(4), Vbr(4), Vbr(4), Array, Vbr(8)];
    20 "PERMODULE_GLOBALVAR_INIT_REFS" [Literal(3), Vbr(8), Vbr(6), Array, Vbr(8)];
    20 "PERMODULE_VTABLE_GLOBALVAR_INIT_REFS" [Literal(23), Vbr(8), Vbr(6), Vbr(4), Array, Vbr(8)];
    20 "ALIAS" [Literal(7), Vbr(8), Vbr(6), Vbr(8)];
    20 "TYPE_ID_METADATA" [Literal(22), Vbr(8), Vbr(8), Array, Vbr(8)];
    20 "PERMODULE_CALLSITE_INFO" since 16 [Literal(26), Vbr(8), Array, Vbr(8)];
    20 "PERMODULE_ALLOC_INFO" since 16 until 18 [Literal(27), Array, Vbr(8)];
    20 "PERMODULE_ALLOC_INFO" since 19 [Literal(27), Vbr(4), Array, Vbr(8)];
    20 "CONTEXT_RADIX_TREE_ARRAY" since 20 [Literal(32), Array, Vbr(8)];
    23 "BLOB" [Literal(1), Blob];
    25 "BLOB" [Literal(1), Blob];
};

/// Abbreviations of a combined index, in order.
pub static COMBINED_INDEX: &[AbbrevRow] = abbrevs! {
    19 "ENTRY, 8 bits" [Literal(1), Vbr(8), Array, Fixed(8)];
    19 "ENTRY, 7 bits" [Literal(1), Vbr(8), Array, Fixed(7)];
    19 "ENTRY, char6" [Literal(1), Vbr(8), Array, Char6];
    19 "HASH" [Literal(2), Fixed(32), Fixed(32), Fixed(32), Fixed(32), Fixed(32)];
    20 "VALUE_GUID" since 20 [Literal(16), Vbr(6), Fixed(32), Fixed(32)];
    20 "STACK_IDS" since 16 until 19 [Literal(30), Array, Vbr(8)];
    20 "STACK_IDS" since 20 [Literal(30), Array, Fixed(32)];
    20 "COMBINED" until 17 [Literal(4), Vbr(8), Vbr(8), Vbr(6), Vbr(8), Vbr(4), Vbr(8), Vbr(4), Vbr(4), Vbr(4), Array, Vbr(8)];
    20 "COMBINED_PROFILE" [Literal(5), Vbr(8), Vbr(8), Vbr(6), Vbr(8), Vbr(4), Vbr(8), Vbr(4), Vbr(4), Vbr(4), Array, Vbr(8)];
    20 "COMBINED_GLOBALVAR_INIT_REFS" [Literal(6), Vbr(8), Vbr(8), Vbr(6), Array, Vbr(8)];
    20 "COMBINED_ALIAS" [Literal(8), Vbr(8), Vbr(8), Vbr(6), Vbr(8)];
    20 "COMBINED_CALLSITE_INFO" since 16 [Literal(28), Vbr(8), Vbr(4), Vbr(4), Array, Vbr(8)];
    20 "COMBINED_ALLOC_INFO" since 16 until 19 [Literal(29), Vbr(4), Vbr(4), Array, Vbr(8)];
    20 "COMBINED_ALLOC_INFO" since 20 [Literal(33), Vbr(4), Vbr(4), Array, Vbr(8)];
};

#[cfg(test)]
mod tests {
    use super::*;
    use bctk_bitstream::stream::{Event, EventReader};

    #[test]
    fn every_abbreviation_can_be_used() {
        for row in BLOCKINFO.iter().chain(BLOCKS).chain(COMBINED_INDEX) {
            let abbrev = row.abbrev(&Widths { types: 9, last_value: 3, ..Widths::default() }).unwrap();
            assert!(!matches!(abbrev.tail(), bctk_bitstream::stream::abbrev::Tail::Unusable(_)), "{}", row.name);
        }
    }

    #[test]
    fn name_characters() {
        assert_eq!(NameChar::of(b"a.c_9"), NameChar::Char6);
        assert_eq!(NameChar::of(b"a-b.c"), NameChar::Fixed7);
        assert_eq!(NameChar::of("\u{e9}.c".as_bytes()), NameChar::Fixed8);
    }

    /// The tables match the definitions in a file by clang 22, in order.
    #[test]
    fn the_tables_are_what_llvm_writes() {
        for name in ["small.bc", "small-opt.bc", "small-thin.bc"] {
            let data = std::fs::read(format!("{}/tests/data/{name}", env!("CARGO_MANIFEST_DIR"))).unwrap();
            let mut reader = EventReader::new(&data).unwrap();
            let mut blocks = Vec::new();
            let mut widths = Widths::default();
            let mut expected = BLOCKINFO.iter().filter(|row| row.is_of(LlvmVersion::new(22)));
            let mut defined = 0;
            // The type table comes after BLOCKINFO, so the number of types is read first.
            let mut first = EventReader::new(&data).unwrap();
            while let Some(item) = first.next().unwrap() {
                match item.event {
                    Event::EnterBlock { block, .. } => blocks.push(block),
                    Event::EndBlock { .. } => drop(blocks.pop()),
                    Event::Record { code: 1, ref ops, .. } if blocks.last() == Some(&17) => widths.types = ops[0] as u32,
                    _ => {}
                }
            }
            while let Some(item) = reader.next().unwrap() {
                match item.event {
                    Event::EnterBlock { block, width } => {
                        let local_metadata = block == 15 && blocks.last() == Some(&12);
                        let usual = BLOCK_WIDTHS.iter().find(|(id, _)| *id == block).map(|(_, width)| *width);
                        assert_eq!(Some(width), if local_metadata { Some(3) } else { usual }, "{name}: block {block}");
                        blocks.push(block);
                    }
                    Event::EndBlock { .. } => drop(blocks.pop()),
                    Event::DefineAbbrev(abbrev) if blocks.last() == Some(&0) => {
                        let row = expected.next().expect("no more rows in BLOCKINFO");
                        assert_eq!(abbrev, row.abbrev(&widths).unwrap(), "{name}: {}", row.name);
                        defined += 1;
                    }
                    Event::DefineAbbrev(abbrev) => {
                        let block = *blocks.last().unwrap();
                        let fits = |row: &&AbbrevRow| {
                            // Widths that depend on globals and constants are taken from the definition itself.
                            row.block == block
                                && row.is_of(LlvmVersion::new(22))
                                && row.ops.len() == abbrev.ops().len()
                                && row.ops.iter().zip(abbrev.ops()).all(|(row, op)| match row {
                                    OpRow::Value | OpRow::GlobalType => matches!(op, AbbrevOp::Fixed(_)),
                                    OpRow::GlobalAlign | OpRow::Section => matches!(op, AbbrevOp::Fixed(_) | AbbrevOp::Literal(0)),
                                    OpRow::NameChar => *op == AbbrevOp::Char6,
                                    _ => row.op(&widths) == *op,
                                })
                        };
                        assert!(BLOCKS.iter().any(|row| fits(&row)), "{name}: block {block}: {:?}", abbrev.ops());
                        defined += 1;
                    }
                    _ => {}
                }
            }
            assert_eq!(expected.next().map(|row| row.name), None, "{name}");
            assert!(defined > 40, "{name}: {defined}");
        }
    }
}
