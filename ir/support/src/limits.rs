//! All limits that bound what an input may ask for, in one place: their names, defaults and meaning, and how an error tells of one.
//!
//! [`Limits`] can be changed by whoever reads, parses or prints. What follows it are bounds of walks that go on without what lies beyond, so that there is nothing
//! to tell. What the format itself bounds (widths of abbreviations, alignments) stands where it is read.
use std::fmt;

/// Makes [`Limits`] and [`LimitName`] from one list.
macro_rules! limits {
    ($( $(#[doc = $doc:literal])+ $field:ident, $variant:ident, $name:literal: $ty:ty = $default:expr; )*) => {
        /// Bounds on what an input may ask for. The defaults are far above what LLVM's tools write.
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub struct Limits {
            $( $(#[doc = $doc])+ pub $field: $ty, )*
        }

        /// Which limit it is that an input goes beyond.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum LimitName {
            $( #[doc = concat!("[`Limits::", stringify!($field), "`]")] $variant, )*
        }

        impl LimitName {
            /// All there are.
            pub const ALL: &[LimitName] = &[$( LimitName::$variant, )*];

            /// Its name in messages and on command lines: `block-depth`.
            pub fn name(self) -> &'static str {
                match self { $( LimitName::$variant => $name, )* }
            }

            /// What it bounds, in a sentence or two.
            pub fn doc(self) -> &'static str {
                match self { $( LimitName::$variant => concat!($($doc),+).trim_ascii(), )* }
            }
        }

        impl Limits {
            /// The default limits, as a constant.
            pub const DEFAULT: Limits = Limits { $( $field: $default, )* };

            /// The limit of this name.
            pub fn get(&self, name: LimitName) -> u64 {
                match name { $( LimitName::$variant => self.$field as u64, )* }
            }

            /// Changes the limit of this name; what its type does not hold becomes the most that it does.
            pub fn set(&mut self, name: LimitName, value: u64) {
                match name { $( LimitName::$variant => self.$field = <$ty>::try_from(value).unwrap_or(<$ty>::MAX), )* }
            }
        }
    };
}

limits! {
    /// Blocks within blocks of a bitstream.
    block_depth, BlockDepth, "block-depth": usize = 64;
    /// Operands of one record. LLVM counts them in 32 bits; the bits that are left bound them further.
    record_operands, RecordOperands, "record-operands": usize = 1 << 30;
    /// Abbreviations defined inside one block, or for one block in BLOCKINFO.
    abbreviations, Abbreviations, "abbreviations": usize = 1 << 16;
    /// Operands of one abbreviation. Literals cost no bits in a record, so this bounds how far a record can grow beyond its bits.
    abbreviation_operands, AbbreviationOperands, "abbreviation-operands": usize = 256;
    /// Block ids that BLOCKINFO describes.
    block_infos, BlockInfos, "block-infos": usize = 4096;
    /// Types within types and constants within constants of bitcode, where these are walked by depth.
    depth, Depth, "depth": usize = 1024;
    /// Parts of a type of bitcode when it is written out in full.
    type_parts, TypeParts, "type-parts": u32 = 1 << 20;
    /// Parts of a constant of bitcode when it is written out in full: so many, and `constant-parts-per-byte` for every byte of the input.
    constant_parts, ConstantParts, "constant-parts": u64 = 1 << 18;
    /// See `constant-parts`.
    constant_parts_per_byte, ConstantPartsPerByte, "constant-parts-per-byte": u64 = 64;
    /// Bytes of the names of global values and comdats of bitcode, which may overlap in the string table: so many, and `names-per-byte` for every byte of the
    /// module and of that table. Modules that share a table or a file share these.
    names, Names, "names": u64 = 1 << 20;
    /// See `names`.
    names_per_byte, NamesPerByte, "names-per-byte": u64 = 8;
    /// Operands of a switch of LLVM 3.2 whose cases are ranges, when every number is a case of its own.
    switch_operands, SwitchOperands, "switch-operands": usize = 1 << 21;
    /// Bytes that the names and stacks of a summary may grow to. A file holds each once and may speak of it as often as it likes.
    summary_bytes, SummaryBytes, "summary-bytes": usize = 1 << 28;
    /// Entries of one table (types, constants, names) that a dump keeps to resolve numbers; what is beyond stays a number.
    table_entries, TableEntries, "table-entries": usize = 1 << 22;
    /// Bits of an integer type of bitcode (`IntegerType::MAX_INT_BITS` of LLVM 14 and later is 2^23; it was 2^24 - 1 before).
    integer_bits, IntegerBits, "integer-bits": u32 = (1 << 24) - 1;
    /// Levels of types, constants and metadata within each other in a text. Each takes some stack.
    nesting, Nesting, "nesting": usize = 256;
    /// Parts that follow a type in a text (`*`, parameter lists): each makes a type that contains the last.
    type_suffixes, TypeSuffixes, "type-suffixes": usize = 512;
    /// Digits of an integer in a text. Reading a number takes time that grows with their square.
    integer_digits, IntegerDigits, "integer-digits": usize = 200_000;
    /// Elements of one vector that a text says shortly: by `splat`, or by an expression that is folded.
    splat_elements, SplatElements, "splat-elements": u32 = 1 << 22;
    /// Elements of all such vectors of a part of a text, so many and one for every byte of the text.
    expanded_elements, ExpandedElements, "expanded-elements": u64 = 1 << 22;
    /// Constants within constants when they are printed. Each level takes some stack.
    printed_depth, PrintedDepth, "printed-depth": u32 = 1 << 10;
    /// Compound constants that are printed in one function body, or for all global values together.
    printed_constants, PrintedConstants, "printed-constants": u32 = 1 << 28;
    /// Bytes of the texts of all types of a module together: so many, and `printed-types-per-byte` for every type and every byte of its names and strings.
    printed_types, PrintedTypes, "printed-types": u64 = 1 << 25;
    /// See `printed-types`.
    printed_types_per_byte, PrintedTypesPerByte, "printed-types-per-byte": u64 = 64;
    /// Locations in all annotations of a module together, each of which names all that its instruction was inlined at: so many, and
    /// `printed-locations-each` for every instruction that has one.
    printed_locations, PrintedLocations, "printed-locations": u64 = 1 << 22;
    /// See `printed-locations`.
    printed_locations_each, PrintedLocationsEach, "printed-locations-each": u64 = 256;
}

impl Default for Limits {
    fn default() -> Limits {
        Limits::DEFAULT
    }
}

impl LimitName {
    /// The limit of this name.
    pub fn from_name(name: &str) -> Option<LimitName> {
        LimitName::ALL.iter().copied().find(|limit| limit.name() == name)
    }

    /// What a message says of an input that goes beyond this limit of `limits`: `types nested 1025 deep (the limit depth=1024 can be raised)`.
    pub fn exceeded(self, limits: &Limits, what: impl fmt::Display) -> String {
        format!("{what} (the limit {self}={} can be raised)", limits.get(self))
    }
}

impl fmt::Display for LimitName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// An input goes beyond a limit where no place can be told; the source of an [`std::io::Error`] when a module is printed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exceeded {
    /// Which limit it is.
    pub limit: LimitName,
    /// What went beyond it, as [`LimitName::exceeded`] says it.
    pub message: String,
}

impl fmt::Display for Exceeded {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Exceeded {}

/// Blocks within blocks where llvm-bcanalyzer's output is made: the tool has no limit but its stack, and lines get longer with every level.
pub const ANALYZER_BLOCK_DEPTH: usize = 1000;
/// Elements of a vector that the parser folds one by one; expressions of longer ones stay as they are.
pub const FOLDED_ELEMENTS: u32 = 1 << 12;
/// Digits of an integer without a type in a text (`s0x…`, in metadata and attributes); longer ones are no numbers.
pub const UNTYPED_DIGITS: usize = 20_000;
/// Instructions of a body that room is made for before any is read.
pub const RESERVED_INSTRUCTIONS: usize = 1 << 16;
/// Steps from an alias or a constant expression to the object behind it; what is further away has none.
pub const ALIAS_STEPS: u32 = 4096;
/// Expressions within each other on that way.
pub const ALIAS_DEPTH: u32 = 256;
/// Types within each other in the name of an intrinsic.
pub const MANGLED_DEPTH: u32 = 64;
/// Instructions that a module gets for constant expressions that LLVM gave up, so many and [`EXPANDED_PER_PART`] for every instruction and constant that it has:
/// each use gets all that such a constant consists of, far less than this in files of real compilers. Further ones stay constants.
pub const EXPANDED_INSTRUCTIONS: usize = 1 << 17;
/// See [`EXPANDED_INSTRUCTIONS`].
pub const EXPANDED_PER_PART: usize = 8;
/// Operands of nodes that are copied for single loops when locations are taken out of these: what lies below further ones is copied for all together.
pub const LOOP_OPERANDS: usize = 1 << 20;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_limit_has_a_name_of_its_own() {
        let mut limits = Limits::default();
        for (number, &limit) in LimitName::ALL.iter().enumerate() {
            assert_eq!(LimitName::from_name(limit.name()), Some(limit));
            assert!(limit.doc().ends_with(['.', ')']) && !limit.doc().contains("  "), "{}", limit.doc());
            limits.set(limit, 7 + number as u64);
        }
        for (number, &limit) in LimitName::ALL.iter().enumerate() {
            assert_eq!(limits.get(limit), 7 + number as u64);
        }
        limits.set(LimitName::IntegerBits, u64::MAX);
        assert_eq!(limits.integer_bits, u32::MAX);
        assert_eq!(LimitName::from_name("none"), None);
    }

    #[test]
    fn messages_name_the_limit_and_its_value() {
        let message = LimitName::Depth.exceeded(&Limits::default(), "types nested 1025 deep");
        assert_eq!(message, "types nested 1025 deep (the limit depth=1024 can be raised)");
    }
}
