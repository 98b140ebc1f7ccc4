//! The symbol table entries of Mach-O, and the meaning of their fields.
use object::macho;

/// The facts in the header that a list depends on.
#[derive(Clone, Copy, Debug, Default)]
pub struct Header {
    /// `filetype`.
    pub file_type: u32,
    /// `flags`.
    pub flags: u32,
}

/// An entry of the table of symbols.
#[derive(Clone, Debug, Default)]
pub struct Entry {
    /// `n_type`.
    pub n_type: u8,
    /// `n_sect`.
    pub n_sect: u8,
    /// `n_desc`.
    pub n_desc: u16,
    /// `n_strx`.
    pub n_strx: u32,
    /// `n_value`.
    pub n_value: u64,
    /// `SEGMENT,SECTION`, or question marks.
    pub place: Vec<u8>,
    /// The name of the symbol that an indirect one refers to.
    pub indirect: Vec<u8>,
    /// The path of the library that an undefined symbol comes from; none if the ordinal is invalid.
    pub library: Option<Vec<u8>>,
}

/// `MH_OBJECT` of `filetype`.
pub const OBJECT: u32 = macho::MH_OBJECT.0;
/// `MH_TWOLEVEL` of `flags`.
pub const TWO_LEVEL: u32 = macho::MH_TWOLEVEL.0;
// Of `n_type`.
/// `N_STAB`.
pub const STAB: u8 = 0xE0;
/// `N_PEXT`.
pub const PRIVATE: u8 = 0x10;
/// `N_TYPE`.
pub const TYPE: u8 = 0x0E;
/// `N_EXT`.
pub const EXTERNAL: u8 = 0x01;
/// `N_UNDF`.
pub const UNDEFINED: u8 = 0;
/// `N_ABS`.
pub const ABSOLUTE: u8 = 2;
/// `N_INDR`.
pub const INDIRECT: u8 = 0xA;
/// `N_PBUD`.
pub const PREBOUND: u8 = 0xC;
/// `N_SECT`.
pub const IN_SECTION: u8 = 0xE;
// Of `n_desc`.
/// `REFERENCE_TYPE`.
pub const REFERENCE: u16 = 7;
/// `REFERENCE_FLAG_UNDEFINED_LAZY`.
pub const LAZY: u16 = 1;
/// `N_ARM_THUMB_DEF`.
pub const THUMB: u16 = 8;
/// `REFERENCED_DYNAMICALLY`.
pub const DYNAMICALLY: u16 = 0x10;
/// `N_NO_DEAD_STRIP`.
pub const NO_DEAD_STRIP: u16 = 0x20;
/// `N_WEAK_REF`.
pub const WEAK_REFERENCE: u16 = 0x40;
/// `N_WEAK_DEF`.
pub const WEAK_DEFINITION: u16 = 0x80;
/// `N_SYMBOL_RESOLVER`.
pub const RESOLVER: u16 = 0x100;
/// `N_ALT_ENTRY`.
pub const ALT_ENTRY: u16 = 0x200;
/// `N_COLD_FUNC`.
pub const COLD: u16 = 0x400;
