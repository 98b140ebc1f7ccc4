//! All limits that bound what an input may ask for, in one place.

/// Bounds on what a file may ask for. The defaults are far above what LLVM's tools write.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Blocks within blocks.
    pub block_depth: usize,
    /// Operands of one record. LLVM counts them in 32 bits; the bits that are left bound them further.
    pub record_operands: usize,
    /// Abbreviations defined inside one block, or for one block in BLOCKINFO.
    pub abbreviations: usize,
    /// Operands of one abbreviation. Literals cost no bits in a record, so this bounds how far a record can grow beyond its bits.
    pub abbreviation_operands: usize,
    /// Block ids that BLOCKINFO describes.
    pub block_infos: usize,
    /// Types within types, constants within constants, metadata within metadata, where these are walked by depth.
    pub nesting: usize,
    /// Bytes that the names and stacks of a summary may grow to. A file holds each once and may speak of it as often as it likes.
    pub summary_bytes: usize,
    /// Parts of a constant when it is written out in full: so many, and `constant_parts_per_byte` for every byte of the input.
    pub constant_parts: u64,
    /// See `constant_parts`.
    pub constant_parts_per_byte: u64,
    /// Parts of a type when it is written out in full.
    pub type_parts: u32,
    /// Entries of one table (types, constants, names) that a dump keeps to resolve numbers; what is beyond stays a number.
    pub table_entries: usize,
    /// Bits of an integer type (`IntegerType::MAX_INT_BITS` of LLVM 14 and later is 2^23; it was 2^24 - 1 before).
    pub integer_bits: u32,
}

/// Blocks within blocks where llvm-bcanalyzer's output is made: the tool has no limit but its stack, and lines get longer with every level.
pub(crate) const ANALYZER_BLOCK_DEPTH: usize = 1000;

impl Limits {
    /// The default limits, as a constant.
    pub const DEFAULT: Limits = Limits {
        block_depth: 64,
        record_operands: 1 << 30,
        abbreviations: 1 << 16,
        abbreviation_operands: 256,
        block_infos: 4096,
        nesting: 1024,
        constant_parts: 1 << 18,
        constant_parts_per_byte: 64,
        type_parts: 1 << 20,
        summary_bytes: 1 << 28,
        table_entries: 1 << 22,
        integer_bits: (1 << 24) - 1,
    };
}

impl Default for Limits {
    fn default() -> Limits {
        Limits::DEFAULT
    }
}
