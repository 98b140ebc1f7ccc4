//! Attribute kinds, and how LLVM prints the attributes that carry a number.

mod historic;
mod places;
mod suits;
mod table;

pub use historic::{OLD_SANITIZE_ADDRESS, in_order_of};
pub use suits::Suits;
pub use table::{AttrRow, ROWS};

use crate::version::LlvmVersion;
use bctk_support::text::{write_i64, write_u64};

/// An attribute kind: the code in bitcode (`AttributeKindCodes` in `LLVMBitCodes.h`). Open, because a newer file may contain a
/// code that no row has.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct AttrKind(pub u16);

/// Attributes of a newer LLVM have no keyword here. In text they are string attributes; the key is this prefix with the number of the kind.
/// `"bctk.attribute.250"` has no value, `"bctk.attribute.250"="8"` has a number, `"bctk.attribute.250"(i32)` a type (`()` if the type is
/// absent), `"bctk.attribute.250"(i8 0, 2)` a range and `"bctk.attribute.250"((i64 0, 8), (i64 16, 24))` several ranges.
pub const UNKNOWN_PREFIX: &str = "bctk.attribute.";

/// The value of an attribute, in addition to its kind (`Attributes.td` of LLVM 23).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AttrClass {
    /// Nothing: `nounwind`.
    Enum,
    /// A number: `align 8`.
    Int,
    /// A type: `sret(%T)`.
    Type,
    /// One range of integers: `range(i8 0, 2)`.
    Range,
    /// Several ranges of 64-bit integers: `initializes((0, 8))`.
    RangeList,
}

impl AttrKind {
    /// The row of this kind, if the table has one.
    #[inline]
    pub fn row(self) -> Option<&'static AttrRow> {
        ROWS.get(usize::from(self.0).wrapping_sub(1))
    }

    /// The kind with this bitcode code, if the table has it.
    pub fn from_code(code: u64) -> Option<AttrKind> {
        let kind = AttrKind(u16::try_from(code).ok()?);
        kind.row().map(|_| kind)
    }

    /// Whether the table has the kind; a kind that is not in the table is of a newer LLVM.
    #[inline]
    pub fn is_known(self) -> bool {
        self.row().is_some()
    }

    /// The kind that a string attribute with this key represents: the number after [`UNKNOWN_PREFIX`], if no row has it.
    pub fn from_unknown_key(key: &[u8]) -> Option<AttrKind> {
        let digits = key.strip_prefix(UNKNOWN_PREFIX.as_bytes())?;
        let plain = digits.iter().all(u8::is_ascii_digit) && digits.first().is_some_and(|&first| first != b'0');
        let number = std::str::from_utf8(digits).ok().filter(|_| plain)?.parse().ok()?;
        Some(AttrKind(number)).filter(|kind| !kind.is_known())
    }

    /// The kind with this spelling in LLVM assembly.
    pub fn from_spelling(spelling: &[u8]) -> Option<AttrKind> {
        ROWS.iter().find(|row| row.spelling.as_bytes() == spelling).map(|row| AttrKind(row.code))
    }

    /// The spelling in LLVM assembly; empty for a kind that is not in the table.
    #[inline]
    pub fn spelling(self) -> &'static str {
        self.row().map_or("", |row| row.spelling)
    }

    /// The value that the kind has in LLVM 23; `Enum` for a kind that is not in the table.
    #[inline]
    pub fn class(self) -> AttrClass {
        self.row().map_or(AttrClass::Enum, |row| row.class)
    }

    /// The sort key for printing: the position in LLVM 23's enumeration, and the code for a kind that LLVM 23 removed and that follows
    /// the kind at this position. A kind that is not in the table comes last.
    #[inline]
    pub fn rank(self) -> (u8, u16) {
        match self.row() {
            Some(row) => (row.rank, if row.gone() { row.code } else { 0 }),
            None => (u8::MAX, self.0),
        }
    }
}

/// Writes an attribute that carries a number, as LLVM `llvm` prints it (`Attribute::getAsString`).
///
/// `in_attr_group` is true inside `attributes #0 = { … }` and false in `; Function Attrs:`. A group prints `align=8`, a parameter `align
/// 8`. `value` is the number as LLVM 23 stores it; for `memory` see [`memory_effects_from_bitcode`].
pub fn write_int_attr(out: &mut Vec<u8>, kind: AttrKind, value: u64, in_attr_group: bool, llvm: LlvmVersion) {
    match kind {
        AttrKind::ALIGNMENT => {
            out.extend_from_slice(if in_attr_group { b"align=" } else { b"align " });
            write_u64(out, value);
        }
        AttrKind::ALLOC_SIZE => {
            out.extend_from_slice(b"allocsize(");
            write_u64(out, value >> 32);
            // All ones in the low half: there is no count argument.
            if value as u32 != u32::MAX {
                out.push(b',');
                write_u64(out, u64::from(value as u32));
            }
            out.push(b')');
        }
        AttrKind::VSCALE_RANGE => {
            out.extend_from_slice(b"vscale_range(");
            write_u64(out, value >> 32);
            out.push(b',');
            write_u64(out, u64::from(value as u32));
            out.push(b')');
        }
        AttrKind::UW_TABLE => out.extend_from_slice(if value == 2 { b"uwtable" } else { b"uwtable(sync)" }),
        AttrKind::ALLOC_KIND => {
            out.extend_from_slice(b"allockind(\"");
            write_bit_names(out, value, ",", &["alloc", "realloc", "free", "uninitialized", "zeroed", "aligned"]);
            out.extend_from_slice(b"\")");
        }
        AttrKind::MEMORY => write_memory(out, value, llvm),
        AttrKind::NOFPCLASS => {
            out.extend_from_slice(b"nofpclass");
            write_fp_class(out, value as u32);
        }
        AttrKind::CAPTURES => write_captures(out, value as u32),
        AttrKind::DENORMAL_FPENV => write_denormal_fpenv(out, value),
        AttrKind::DEAD_ON_RETURN if value == ALL_BYTES => out.extend_from_slice(kind.spelling().as_bytes()),
        _ => {
            out.extend_from_slice(kind.spelling().as_bytes());
            if kind.class() == AttrClass::Int {
                out.push(if in_attr_group { b'=' } else { b'(' });
                write_u64(out, value);
                if !in_attr_group {
                    out.push(b')');
                }
            }
        }
    }
}

fn write_bit_names(out: &mut Vec<u8>, bits: u64, separator: &str, names: &[&str]) {
    let mut first = true;
    for (i, name) in names.iter().enumerate() {
        if bits >> i & 1 == 1 {
            if !first {
                out.extend_from_slice(separator.as_bytes());
            }
            first = false;
            out.extend_from_slice(name.as_bytes());
        }
    }
}

/// Converts the number of a `memory` attribute from bitcode to LLVM 22's: two bits (read, write) each for argument memory,
/// inaccessible memory, errno, other memory, and two kinds of target memory.
///
/// The top byte of the number in bitcode is its version. Version 0 (before LLVM 21) had no location for errno, which counted as other
/// memory (`BitcodeReader::parseAttributeGroupBlock`).
pub fn memory_effects_from_bitcode(value: u64) -> u64 {
    if value >> 56 != 0 {
        return value & 0x00ff_ffff_ffff_ffff;
    }
    let other = value >> 4 & 3;
    value & 0xf | other << 4 | other << 6 | other << 8 | other << 10
}

/// The bits of the locations that LLVM 21 knows.
const ERRNO_BITS: u64 = 0xff;

/// Converts the number of a `memory` attribute from LLVM 21 to LLVM 22: the bits for other memory apply to target memory, too.
pub fn memory_effects_of_21(value: u64) -> u64 {
    let other = value >> 6 & 3;
    value & ERRNO_BITS | other << 8 | other << 10
}

/// Converts the number of a `memory` attribute to bitcode. The top byte is the version of the encoding: 2, or 1 until LLVM 22
/// (`version`). Files of LLVM before 21 use version 0 if it can express the value; files of LLVM 21 omit target memory.
pub fn memory_effects_to_bitcode(value: u64, version: Option<u32>) -> u64 {
    let old = value & 0xf | (value >> 6 & 3) << 4;
    match version {
        Some(..21) if memory_effects_from_bitcode(old) == value => old,
        Some(21) => value & ERRNO_BITS | 1 << 56,
        Some(22) => value | 1 << 56,
        _ => value | 2 << 56,
    }
}

fn write_memory(out: &mut Vec<u8>, value: u64, llvm: LlvmVersion) {
    const ACCESS: [&str; 4] = ["none", "read", "write", "readwrite"];
    // Location, first bit; "other" is the default and comes first.
    const EACH: &[(&str, u32)] =
        &[("argmem: ", 0), ("inaccessiblemem: ", 2), ("errnomem: ", 4), ("target_mem0: ", 8), ("target_mem1: ", 10)];
    const TOGETHER: &[(&str, u32)] = &[("argmem: ", 0), ("inaccessiblemem: ", 2), ("errnomem: ", 4), ("target_mem: ", 8)];
    let locations = if llvm.all_target_memory() && value >> 8 & 3 == value >> 10 & 3 { TOGETHER } else { EACH };
    out.extend_from_slice(b"memory(");
    let other = value >> 6 & 3;
    let mut first = true;
    let any = (0..6).fold(0, |all, i| all | value >> (2 * i) & 3);
    if other != 0 || any == 0 {
        out.extend_from_slice(ACCESS[other as usize].as_bytes());
        first = false;
    }
    for &(name, bit) in locations {
        let access = value >> bit & 3;
        if access != other {
            if !first {
                out.extend_from_slice(b", ");
            }
            first = false;
            out.extend_from_slice(name.as_bytes());
            out.extend_from_slice(ACCESS[access as usize].as_bytes());
        }
    }
    out.push(b')');
}

/// Writes a mask of classes of floating-point numbers in parentheses, as `nofpclass` and `llvm.is.fpclass` print it (`operator<<` of `FPClassTest`).
pub fn write_fp_class(out: &mut Vec<u8>, mask: u32) {
    // Wider classes first, so that both halves print under their common name.
    const CLASSES: [(u32, &str); 16] = [
        (0x3ff, "all"),
        (0x003, "nan"),
        (0x001, "snan"),
        (0x002, "qnan"),
        (0x204, "inf"),
        (0x004, "ninf"),
        (0x200, "pinf"),
        (0x060, "zero"),
        (0x020, "nzero"),
        (0x040, "pzero"),
        (0x090, "sub"),
        (0x010, "nsub"),
        (0x080, "psub"),
        (0x108, "norm"),
        (0x008, "nnorm"),
        (0x100, "pnorm"),
    ];
    out.push(b'(');
    let mut rest = mask;
    if mask == 0 {
        out.extend_from_slice(b"none");
    }
    for (bits, name) in CLASSES {
        if rest & bits == bits {
            if rest != mask {
                out.push(b' ');
            }
            out.extend_from_slice(name.as_bytes());
            rest &= !bits;
        }
    }
    out.push(b')');
}

fn write_captures(out: &mut Vec<u8>, value: u32) {
    fn components(out: &mut Vec<u8>, bits: u32) {
        if bits == 0 {
            out.extend_from_slice(b"none");
            return;
        }
        let address = match bits & 3 {
            0 => "",
            1 => "address_is_null",
            _ => "address",
        };
        let provenance = match bits & 12 {
            0 => "",
            4 => "read_provenance",
            _ => "provenance",
        };
        out.extend_from_slice(address.as_bytes());
        if !address.is_empty() && !provenance.is_empty() {
            out.extend_from_slice(b", ");
        }
        out.extend_from_slice(provenance.as_bytes());
    }
    let (other, ret) = (value >> 4 & 15, value & 15);
    out.extend_from_slice(b"captures(");
    if other != 0 || other == ret {
        components(out, other);
    }
    if other != ret {
        if other != 0 {
            out.extend_from_slice(b", ");
        }
        out.extend_from_slice(b"ret: ");
        components(out, ret);
    }
    out.push(b')');
}

/// The number of `dead_on_return` without a number of bytes: all that the pointer refers to.
pub const ALL_BYTES: u64 = u64::MAX;

/// The words of `denormal_fpenv` by their number (`DenormalMode::DenormalModeKind`).
pub const DENORMAL_KINDS: [&str; 4] = ["ieee", "preservesign", "positivezero", "dynamic"];

/// Writes `denormal_fpenv(ieee|dynamic, float: preservesign)`. The low four bits are the default, the next four the mode of `float`. Of each, the low
/// two bits are the output, the others the input (`DenormalFPEnv`).
fn write_denormal_fpenv(out: &mut Vec<u8>, value: u64) {
    fn mode(out: &mut Vec<u8>, bits: u64) {
        let (output, input) = (bits & 3, bits >> 2 & 3);
        out.extend_from_slice(DENORMAL_KINDS[output as usize].as_bytes());
        if input != output {
            out.push(b'|');
            out.extend_from_slice(DENORMAL_KINDS[input as usize].as_bytes());
        }
    }
    let (default, float) = (value & 15, value >> 4 & 15);
    out.extend_from_slice(b"denormal_fpenv(");
    if default != 0 || float == default {
        mode(out, default);
    }
    if float != default {
        out.extend_from_slice(if default != 0 { b", float: " } else { b"float: " });
        mode(out, float);
    }
    out.push(b')');
}

/// Writes `initializes((0, 4), (8, 12))` from pairs of signed bounds, the upper one excluded.
pub fn write_initializes(out: &mut Vec<u8>, ranges: impl IntoIterator<Item = (i64, i64)>) {
    out.extend_from_slice(b"initializes(");
    for (i, (low, high)) in ranges.into_iter().enumerate() {
        out.extend_from_slice(if i == 0 { b"(" } else { b", (" });
        write_i64(out, low);
        out.extend_from_slice(b", ");
        write_i64(out, high);
        out.push(b')');
    }
    out.push(b')');
}

#[cfg(test)]
mod tests {
    use super::*;

    fn int(kind: AttrKind, value: u64, group: bool) -> String {
        let mut out = Vec::new();
        write_int_attr(&mut out, kind, value, group, LlvmVersion::NEWEST);
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn rows_stand_at_their_code() {
        for (i, row) in ROWS.iter().enumerate() {
            assert_eq!(usize::from(row.code), i + 1);
            assert_eq!(AttrKind::from_spelling(row.spelling.as_bytes()), Some(AttrKind(row.code)));
        }
        assert_eq!(AttrKind::from_code(0), None);
        assert_eq!(AttrKind::from_code(60_000), None);
        assert_eq!(AttrKind::CAPTURES.spelling(), "captures");
        assert_eq!(AttrKind::from_unknown_key(b"bctk.attribute.250"), Some(AttrKind(250)));
        for key in ["bctk.attribute.1", "bctk.attribute.0250", "bctk.attribute.", "bctk.attribute.+250", "bctk.attribute.70000", "250"] {
            assert_eq!(AttrKind::from_unknown_key(key.as_bytes()), None, "{key}");
        }
    }

    // The expected texts are what llvm-dis 23 printed for the same attributes.
    #[test]
    fn numbers_print_as_in_llvm() {
        assert_eq!(int(AttrKind::ALIGNMENT, 8, true), "align=8");
        assert_eq!(int(AttrKind::ALIGNMENT, 8, false), "align 8");
        assert_eq!(int(AttrKind::DEREFERENCEABLE, 4, false), "dereferenceable(4)");
        assert_eq!(int(AttrKind::STACK_ALIGNMENT, 16, true), "alignstack=16");
        assert_eq!(int(AttrKind::ALLOC_SIZE, 1 << 32 | 2, true), "allocsize(1,2)");
        assert_eq!(int(AttrKind::ALLOC_SIZE, 1 << 32 | 0xffff_ffff, true), "allocsize(1)");
        assert_eq!(int(AttrKind::UW_TABLE, 2, true), "uwtable");
        assert_eq!(int(AttrKind::UW_TABLE, 1, true), "uwtable(sync)");
        assert_eq!(int(AttrKind::ALLOC_KIND, 63, true), "allockind(\"alloc,realloc,free,uninitialized,zeroed,aligned\")");
        assert_eq!(int(AttrKind::MEMORY, 0, true), "memory(none)");
        assert_eq!(int(AttrKind::MEMORY, 0x300, true), "memory(target_mem0: readwrite)");
        assert_eq!(int(AttrKind::MEMORY, 0xfff, true), "memory(readwrite)");
        assert_eq!(
            int(AttrKind::MEMORY, memory_effects_from_bitcode(0x13), true),
            "memory(read, argmem: readwrite, inaccessiblemem: none)"
        );
        assert_eq!(int(AttrKind::NOFPCLASS, 0x3ff, true), "nofpclass(all)");
        assert_eq!(int(AttrKind::NOFPCLASS, 0x1b8, true), "nofpclass(nzero sub norm)");
        assert_eq!(int(AttrKind::CAPTURES, 0, false), "captures(none)");
        assert_eq!(int(AttrKind::CAPTURES, 0x10, false), "captures(address_is_null, ret: none)");
        assert_eq!(int(AttrKind::CAPTURES, 0x7f, false), "captures(address, read_provenance, ret: address, provenance)");
        assert_eq!(int(AttrKind::CAPTURES, 0x03, false), "captures(ret: address)");
    }
}
