//! What callers ask of texts, bitcode and translations.
use crate::types::{Sized_, bctk_string};

/// What to make of a module.
#[repr(u32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum bctk_output {
    /// Bitcode.
    BCTK_OUTPUT_BITCODE = 1,
    /// LLVM assembly.
    BCTK_OUTPUT_TEXT = 2,
}

/// A flag for texts: below the text, describe what it does not say of its bitcode file, so that `bctk_module_bitcode` restores that file.
pub const BCTK_TEXT_LOSSLESS: u32 = 1;
/// A flag for texts: print directives for the order of uses.
pub const BCTK_TEXT_USE_LIST_ORDER: u32 = 2;
/// A flag for texts: add comments about uses, types and places in the source.
pub const BCTK_TEXT_ANNOTATIONS: u32 = 4;

/// A flag for `bctk_module_strip`: remove debug information.
pub const BCTK_STRIP_DEBUG: u32 = 1;
/// A flag for `bctk_module_strip`: remove the names of local values, blocks, types, and of internal and private symbols.
pub const BCTK_STRIP_NAMES: u32 = 2;

/// What a translation may leave out.
#[repr(u32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum bctk_lossy {
    /// Hints: attributes, flags and metadata that only help the optimizer or a debugger.
    BCTK_LOSSY_HINTS = 0,
    /// Nothing: all must have an equivalent.
    BCTK_LOSSY_NONE = 1,
    /// Also all debug information, if the release cannot express it.
    BCTK_LOSSY_DEBUG = 2,
}

/// A flag for `bctk_module_translate`: do not verify the result with the rules of the release.
pub const BCTK_TRANSLATE_UNVERIFIED: u32 = 1;

/// How to translate. Set all to zero and `size` to `sizeof(bctk_translate_options)`, then what is wanted.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct bctk_translate_options {
    /// The size of the structure.
    pub size: usize,
    /// `BCTK_TRANSLATE_…` flags.
    pub flags: u32,
    /// A `bctk_lossy`.
    pub lossy: u32,
    /// A dialect whose rules the module must follow, such as `nvvm70`; empty for none. With one, the release is that of the dialect, and
    /// `llvm` must be 0.
    pub dialect: bctk_string,
}

// SAFETY: the structure is `repr(C)` with its size first, and has only pointers and integers.
unsafe impl Sized_ for bctk_translate_options {
    const FIRST: usize = size_of::<bctk_translate_options>();
}
