//! Flags and small enumerations of debug-information metadata, and how LLVM prints them.
//!
//! Sources, all LLVM 22: `IR/DebugInfoFlags.def` for the flags, `DINode::splitFlags` and `DISubprogram::splitFlags` for how a
//! word is split into flags, `IR/DebugInfoMetadata.h` for the enumerations.

use crate::version::LlvmVersion;
use bctk_support::text::write_u64;

/// The name of a bit pattern: (bits, mask for the comparison, name).
type FlagRow = (u32, u32, &'static str);

/// `DIFlags`: multi-bit fields first, because they are split first, then single bits.
const DI_FLAGS: &[FlagRow] = &[
    (1, 3, "DIFlagPrivate"),
    (2, 3, "DIFlagProtected"),
    (3, 3, "DIFlagPublic"),
    (1 << 16, 3 << 16, "DIFlagSingleInheritance"),
    (2 << 16, 3 << 16, "DIFlagMultipleInheritance"),
    (3 << 16, 3 << 16, "DIFlagVirtualInheritance"),
    (1 << 2 | 1 << 5, 1 << 2 | 1 << 5, "DIFlagIndirectVirtualBase"),
    (1 << 2, 1 << 2, "DIFlagFwdDecl"),
    (1 << 3, 1 << 3, "DIFlagAppleBlock"),
    (1 << 4, 1 << 4, "DIFlagReservedBit4"),
    (1 << 5, 1 << 5, "DIFlagVirtual"),
    (1 << 6, 1 << 6, "DIFlagArtificial"),
    (1 << 7, 1 << 7, "DIFlagExplicit"),
    (1 << 8, 1 << 8, "DIFlagPrototyped"),
    (1 << 9, 1 << 9, "DIFlagObjcClassComplete"),
    (1 << 10, 1 << 10, "DIFlagObjectPointer"),
    (1 << 11, 1 << 11, "DIFlagVector"),
    (1 << 12, 1 << 12, "DIFlagStaticMember"),
    (1 << 13, 1 << 13, "DIFlagLValueReference"),
    (1 << 14, 1 << 14, "DIFlagRValueReference"),
    (1 << 15, 1 << 15, "DIFlagExportSymbols"),
    (1 << 18, 1 << 18, "DIFlagIntroducedVirtual"),
    (1 << 19, 1 << 19, "DIFlagBitField"),
    (1 << 20, 1 << 20, "DIFlagNoReturn"),
    (1 << 22, 1 << 22, "DIFlagTypePassByValue"),
    (1 << 23, 1 << 23, "DIFlagTypePassByReference"),
    (1 << 24, 1 << 24, "DIFlagEnumClass"),
    (1 << 25, 1 << 25, "DIFlagThunk"),
    (1 << 26, 1 << 26, "DIFlagNonTrivial"),
    (1 << 27, 1 << 27, "DIFlagBigEndian"),
    (1 << 28, 1 << 28, "DIFlagLittleEndian"),
    (1 << 29, 1 << 29, "DIFlagAllCallsDescribed"),
    (DI_FLAG_NAME_IS_SIMPLIFIED, DI_FLAG_NAME_IS_SIMPLIFIED, "DIFlagNameIsSimplified"),
];

/// `DIFlagArtificial`.
pub const DI_FLAG_ARTIFICIAL: u32 = 1 << 6;

/// The newest flag of all nodes.
pub const DI_FLAG_NAME_IS_SIMPLIFIED: u32 = 1 << 30;
/// The flag of the main program until LLVM 7; [`SP_MAIN_SUBPROGRAM`] since.
pub const DI_FLAG_MAIN_SUBPROGRAM: u32 = 1 << 21;
/// `DISPFlagMainSubprogram`.
pub const SP_MAIN_SUBPROGRAM: u32 = 1 << 8;
/// `DISPFlagLocalToUnit`.
pub const SP_LOCAL: u32 = 1 << 2;
/// `DISPFlagDefinition`.
pub const SP_DEFINITION: u32 = 1 << 3;
/// `DISPFlagOptimized`.
pub const SP_OPTIMIZED: u32 = 1 << 4;

/// The tags of local variables in LLVM 3.7 that DWARF does not have.
pub const LOCAL_TAGS: &[(u32, &str)] = &[(0x100, "DW_TAG_auto_variable"), (0x101, "DW_TAG_arg_variable")];

/// `DISPFlags`.
const SP_FLAGS: &[FlagRow] = &[
    (1, 1, "DISPFlagVirtual"),
    (2, 2, "DISPFlagPureVirtual"),
    (1 << 2, 1 << 2, "DISPFlagLocalToUnit"),
    (1 << 3, 1 << 3, "DISPFlagDefinition"),
    (1 << 4, 1 << 4, "DISPFlagOptimized"),
    (1 << 5, 1 << 5, "DISPFlagPure"),
    (1 << 6, 1 << 6, "DISPFlagElemental"),
    (1 << 7, 1 << 7, "DISPFlagRecursive"),
    (1 << 8, 1 << 8, "DISPFlagMainSubprogram"),
    (1 << 9, 1 << 9, "DISPFlagDeleted"),
    (1 << 11, 1 << 11, "DISPFlagObjCDirect"),
];

/// The width of LLVM's enumerations: splitting off one flag clears all bits above.
const DI_MASK: u32 = 0x7fff_ffff;
/// See [`DI_MASK`].
const SP_MASK: u32 = 0xfff;

fn write_flags(out: &mut Vec<u8>, table: &[FlagRow], known: u32, flags: u32) {
    let mut rest = flags;
    let mut first = true;
    for &(bits, mask, name) in table {
        if rest & mask == bits {
            if !first {
                out.extend_from_slice(b" | ");
            }
            first = false;
            out.extend_from_slice(name.as_bytes());
            rest &= !bits & known;
        }
    }
    if rest != 0 || first {
        if !first {
            out.extend_from_slice(b" | ");
        }
        write_u64(out, u64::from(rest));
    }
}

/// Writes a word of `DIFlags` as LLVM prints it: names joined by ` | `, unnamed bits as a number at the end, 0 as `0`.
pub fn write_di_flags(out: &mut Vec<u8>, flags: u32) {
    write_flags(out, DI_FLAGS, DI_MASK, flags);
}

/// Flags with other names in older releases, with the first and last release of each name: the output of LLVM 3.7 to 10 for single bits.
const OLD_DI_FLAGS: &[(u32, &str, LlvmVersion, LlvmVersion)] = &[
    (1 << 4, "DIFlagBlockByrefStruct", LlvmVersion::three(7), LlvmVersion::new(9)),
    (1 << 15, "DIFlagExternalTypeRef", LlvmVersion::three(8), LlvmVersion::new(4)),
    (1 << 15, "DIFlagReserved", LlvmVersion::new(5), LlvmVersion::new(9)),
    (DI_FLAG_MAIN_SUBPROGRAM, "DIFlagMainSubprogram", LlvmVersion::three(9), LlvmVersion::new(8)),
    (DI_FLAG_MAIN_SUBPROGRAM, "DIFlagArgumentNotModified", LlvmVersion::new(9), LlvmVersion::new(9)),
    (1 << 24, "DIFlagFixedEnum", LlvmVersion::new(7), LlvmVersion::new(7)),
    (1 << 26, "DIFlagTrivial", LlvmVersion::new(7), LlvmVersion::new(8)),
];

/// Writes a word of `DIFlags` as this release of LLVM prints it.
pub fn write_di_flags_of(out: &mut Vec<u8>, flags: u32, release: LlvmVersion) {
    let has_names = release.simplified_name_flag() || flags & DI_FLAG_NAME_IS_SIMPLIFIED == 0;
    if release.current_di_flag_names() && has_names {
        return write_di_flags(out, flags);
    }
    let mut table = DI_FLAGS.to_vec();
    for &(bit, name, since, until) in OLD_DI_FLAGS {
        if (since..=until).contains(&release) {
            table.retain(|row| row.0 != bit);
            let at = table.partition_point(|row| row.0 < bit || row.1 != row.0);
            table.insert(at, (bit, bit, name));
        }
    }
    let mut known = DI_MASK;
    if !release.simplified_name_flag() {
        table.retain(|row| row.0 != DI_FLAG_NAME_IS_SIMPLIFIED);
        known &= !DI_FLAG_NAME_IS_SIMPLIFIED;
    }
    write_flags(out, &table, known, flags);
}

/// Writes a word of `DISPFlags` as LLVM prints it.
pub fn write_sp_flags(out: &mut Vec<u8>, flags: u32) {
    write_flags(out, SP_FLAGS, SP_MASK, flags);
}

/// The bits of the `DIFlags` name, e.g. `DIFlagPrototyped`.
pub fn di_flag_from_name(name: &[u8]) -> Option<u32> {
    if name == b"DIFlagZero" {
        return Some(0);
    }
    let old = || OLD_DI_FLAGS.iter().find(|row| row.1.as_bytes() == name).map(|row| row.0);
    DI_FLAGS.iter().find(|row| row.2.as_bytes() == name).map(|row| row.0).or_else(old)
}

/// The bits of the `DISPFlags` name, e.g. `DISPFlagDefinition`.
pub fn sp_flag_from_name(name: &[u8]) -> Option<u32> {
    if name == b"DISPFlagZero" {
        return Some(0);
    }
    SP_FLAGS.iter().find(|row| row.2.as_bytes() == name).map(|row| row.0)
}

/// The names of all `DIFlags`.
pub fn di_flag_names() -> impl Iterator<Item = &'static str> {
    DI_FLAGS.iter().map(|row| row.2)
}

/// The names of all `DISPFlags`.
pub fn sp_flag_names() -> impl Iterator<Item = &'static str> {
    SP_FLAGS.iter().map(|row| row.2)
}

/// `DISPFlags`: whether the subprogram is virtual or pure virtual (a field of two bits).
pub const SP_FLAG_VIRTUALITY: u32 = 3;

/// Declares one open newtype over a small enumeration with names.
macro_rules! named {
    ($(#[$doc:meta])* $ty:ident ; $($id:ident = $num:literal $name:literal)*) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
        pub struct $ty(pub u32);

        impl $ty {
            $(#[doc = concat!("`", $name, "`")] pub const $id: $ty = $ty($num);)*

            /// All names.
            pub const NAMES: &'static [&'static str] = &[$($name),*];

            /// The name LLVM prints, if the number has one.
            pub fn name(self) -> Option<&'static str> {
                match self.0 {
                    $($num => Some($name),)*
                    _ => None,
                }
            }

            /// The value with this name.
            pub fn from_name(name: &[u8]) -> Option<$ty> {
                $(if name == $name.as_bytes() { return Some($ty($num)); })*
                None
            }
        }
    };
}

named! {
    /// The amount of debug information of a compile unit (`DICompileUnit::DebugEmissionKind`).
    EmissionKind;
    NO_DEBUG = 0 "NoDebug"
    FULL_DEBUG = 1 "FullDebug"
    LINE_TABLES_ONLY = 2 "LineTablesOnly"
    DEBUG_DIRECTIVES_ONLY = 3 "DebugDirectivesOnly"
}

named! {
    /// The kind of name table of a compile unit (`DICompileUnit::DebugNameTableKind`).
    NameTableKind;
    DEFAULT = 0 "Default"
    GNU = 1 "GNU"
    NONE = 2 "None"
    APPLE = 3 "Apple"
}

named! {
    /// The form of a fixed-point type's factor (`DIFixedPointType::FixedPointKind`).
    FixedPointKind;
    BINARY = 0 "Binary"
    DECIMAL = 1 "Decimal"
    RATIONAL = 2 "Rational"
}

named! {
    /// Algorithm of a file's checksum (`DIFile::ChecksumKind`); 0 means there is none.
    ChecksumKind;
    MD5 = 1 "CSK_MD5"
    SHA1 = 2 "CSK_SHA1"
    SHA256 = 3 "CSK_SHA256"
}

#[cfg(test)]
mod tests {
    use super::*;

    fn di(flags: u32) -> String {
        let mut out = Vec::new();
        write_di_flags(&mut out, flags);
        String::from_utf8(out).unwrap()
    }

    // The expected texts are what llvm-dis 22 printed for the same numbers.
    #[test]
    fn flags_print_as_in_llvm() {
        assert_eq!(di(36), "DIFlagIndirectVirtualBase");
        assert_eq!(di(2_099_200), "DIFlagVector | 2097152");
        assert_eq!(di(2_097_152), "2097152");
        assert_eq!(di(1 << 30 | 3), "DIFlagPublic | DIFlagNameIsSimplified");
        assert_eq!(di(3 | 2 << 16 | 1 << 19), "DIFlagPublic | DIFlagMultipleInheritance | DIFlagBitField");
        let mut out = Vec::new();
        write_sp_flags(&mut out, 2 | 1 << 11 | 1024);
        assert_eq!(out, b"DISPFlagPureVirtual | DISPFlagObjCDirect | 1024");
        out.clear();
        write_sp_flags(&mut out, 3);
        assert_eq!(out, b"DISPFlagVirtual | DISPFlagPureVirtual");
        out.clear();
        write_sp_flags(&mut out, 0);
        assert_eq!(out, b"0");
    }
}
