//! Limits on input: names, defaults, meaning, and how errors report them.
//!
//! Callers can change [`Limits`]. The constants after it bound walks that silently omit what is beyond the bound. Bounds of the format
//! itself (widths of abbreviations, alignments) are checked by its reader.
use std::fmt;

/// Makes [`Limits`] and [`LimitName`] from one list.
macro_rules! limits {
    ($( $(#[doc = $doc:literal])+ $field:ident, $variant:ident, $name:literal: $ty:ty = $default:expr; )*) => {
        /// Limits on input. The defaults are far above anything that LLVM's tools write.
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub struct Limits {
            $( $(#[doc = $doc])+ pub $field: $ty, )*
        }

        /// Names a limit.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum LimitName {
            $( #[doc = concat!("[`Limits::", stringify!($field), "`]")] $variant, )*
        }

        impl LimitName {
            /// All limits.
            pub const ALL: &[LimitName] = &[$( LimitName::$variant, )*];

            /// The name in messages and on command lines, such as `block-depth`.
            pub fn name(self) -> &'static str {
                match self { $( LimitName::$variant => $name, )* }
            }

            /// What it bounds.
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

            /// Sets the limit of this name, saturating at the maximum of its type.
            pub fn set(&mut self, name: LimitName, value: u64) {
                match name { $( LimitName::$variant => self.$field = <$ty>::try_from(value).unwrap_or(<$ty>::MAX), )* }
            }
        }
    };
}

limits! {
    /// Nesting depth of blocks in a bitstream.
    block_depth, BlockDepth, "block-depth": usize = 64;
    /// Operands of one record. LLVM counts them in 32 bits; the remaining bits of the file bound them further.
    record_operands, RecordOperands, "record-operands": usize = 1 << 30;
    /// Abbreviations defined inside one block, or for one block in BLOCKINFO.
    abbreviations, Abbreviations, "abbreviations": usize = 1 << 16;
    /// Operands of one abbreviation. Literals cost no bits in a record, so this bounds how much larger than its bits a record can get.
    abbreviation_operands, AbbreviationOperands, "abbreviation-operands": usize = 256;
    /// Block ids described by BLOCKINFO.
    block_infos, BlockInfos, "block-infos": usize = 4096;
    /// Nesting depth of types and of constants in bitcode, where they are walked recursively.
    depth, Depth, "depth": usize = 1024;
    /// Parts of a type in bitcode when it is fully expanded.
    type_parts, TypeParts, "type-parts": u32 = 1 << 20;
    /// Parts of a constant in bitcode when it is fully expanded, plus `constant-parts-per-byte` for every byte of the input.
    constant_parts, ConstantParts, "constant-parts": u64 = 1 << 18;
    /// See `constant-parts`.
    constant_parts_per_byte, ConstantPartsPerByte, "constant-parts-per-byte": u64 = 64;
    /// Total bytes of the names of global values and comdats in bitcode, which may overlap in the string table, plus `names-per-byte` for every byte of
    /// the module and of that table. Modules that share a table or a file share this budget.
    names, Names, "names": u64 = 1 << 20;
    /// See `names`.
    names_per_byte, NamesPerByte, "names-per-byte": u64 = 8;
    /// Operands of a switch of LLVM 3.2 after its ranges are expanded to one case per number.
    switch_operands, SwitchOperands, "switch-operands": usize = 1 << 21;
    /// Total bytes of the names and stacks of a summary. A file contains each once, but may refer to it any number of times.
    summary_bytes, SummaryBytes, "summary-bytes": usize = 1 << 28;
    /// Bytes of all compressed parts of an input when they are unpacked, plus `unpacked-per-byte` for every byte of the input.
    unpacked, Unpacked, "unpacked": u64 = 1 << 24;
    /// See `unpacked`.
    unpacked_per_byte, UnpackedPerByte, "unpacked-per-byte": u64 = 256;
    /// Entries of one table (types, constants, names) that a dump keeps to resolve numbers; numbers beyond it stay unresolved.
    table_entries, TableEntries, "table-entries": usize = 1 << 22;
    /// Width of an integer type in bitcode (`IntegerType::MAX_INT_BITS` of LLVM 14 and later is 2^23; it was 2^24 - 1 before).
    integer_bits, IntegerBits, "integer-bits": u32 = (1 << 24) - 1;
    /// Nesting depth of types, constants and metadata in a text. Each level needs stack space.
    nesting, Nesting, "nesting": usize = 1 << 10;
    /// Suffixes of a type in a text (`*`, parameter lists). Each creates a type that contains the previous one.
    type_suffixes, TypeSuffixes, "type-suffixes": usize = 512;
    /// Digits of an integer in a text. Reading an integer takes quadratic time.
    integer_digits, IntegerDigits, "integer-digits": usize = 200_000;
    /// Elements of one vector that a text abbreviates with `splat` or with an expression that is folded.
    splat_elements, SplatElements, "splat-elements": u32 = 1 << 22;
    /// Elements of all such vectors in a part of a text, plus one for every byte of the text.
    expanded_elements, ExpandedElements, "expanded-elements": u64 = 1 << 22;
    /// Nesting depth of constants when they are printed. Each level needs stack space.
    printed_depth, PrintedDepth, "printed-depth": u32 = 1 << 10;
    /// Compound constants printed in one function body, or for all global values together.
    printed_constants, PrintedConstants, "printed-constants": u32 = 1 << 28;
    /// Total bytes of the texts of all types of a module, plus `printed-types-per-byte` for every type and every byte of names and strings.
    printed_types, PrintedTypes, "printed-types": u64 = 1 << 25;
    /// See `printed-types`.
    printed_types_per_byte, PrintedTypesPerByte, "printed-types-per-byte": u64 = 64;
    /// Total locations in the annotations of a module, plus `printed-locations-each` for every annotated instruction. An annotation names every location
    /// that the instruction was inlined at.
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

    /// The message for an input that exceeds this limit of `limits`: `types nested 1025 deep (the limit depth=1024 can be raised)`.
    pub fn exceeded(self, limits: &Limits, what: impl fmt::Display) -> String {
        format!("{what} (the limit {self}={} can be raised)", limits.get(self))
    }
}

impl fmt::Display for LimitName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// An input exceeds a limit at no particular place; the source of an [`std::io::Error`] when a module is printed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exceeded {
    /// The limit.
    pub limit: LimitName,
    /// The message, as made by [`LimitName::exceeded`].
    pub message: String,
}

impl fmt::Display for Exceeded {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Exceeded {}

/// Nesting depth of blocks in llvm-bcanalyzer's output. The tool is limited only by its stack, and lines get longer with every level.
pub const ANALYZER_BLOCK_DEPTH: usize = 1000;
/// Elements of a vector that the parser folds one by one; expressions with longer vectors are not folded.
pub const FOLDED_ELEMENTS: u32 = 1 << 12;
/// Levels of first elements that a folded cast of a pointer looks through; deeper ones stay casts. LLVM has no limit, and types that each contain
/// the next would take as many indices as the square of their number.
pub const FIRST_ELEMENT_DEPTH: usize = 256;
/// Digits of an integer without a type in a text (`s0x…`, in metadata and attributes); longer ones are errors.
pub const UNTYPED_DIGITS: usize = 20_000;
/// Instructions of a body for which memory is reserved in advance.
pub const RESERVED_INSTRUCTIONS: usize = 1 << 16;
/// Steps from an alias or a constant expression to its object; one that is further away has no object.
pub const ALIAS_STEPS: u32 = 4096;
/// Nesting depth of expressions on that path.
pub const ALIAS_DEPTH: u32 = 256;
/// Nesting depth of types in the name of an intrinsic.
pub const MANGLED_DEPTH: u32 = 64;
/// Instructions that replace removed constant expressions in a module, plus [`EXPANDED_PER_PART`] for every instruction and constant of the module. Each
/// use gets a copy of the whole expression. Files of real compilers need far fewer. Further expressions stay constants.
pub const EXPANDED_INSTRUCTIONS: usize = 1 << 17;
/// See [`EXPANDED_INSTRUCTIONS`].
pub const EXPANDED_PER_PART: usize = 8;
/// Operands of metadata nodes that are copied per loop when locations are removed from loop metadata; further loops share their copies.
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
