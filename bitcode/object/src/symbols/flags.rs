//! The flags of a symbol.
use bctk_bitcode::symtab::flags;
use std::fmt;
use std::ops::BitOr;

/// Flags of a symbol, as a symbol table for linkers has them (LLVM 22, `irsymtab::storage::Symbol::FlagBits`); its visibility, which the table has
/// among them, is [`crate::symbols::Symbol::visibility`].
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct SymbolFlags(u32);

impl SymbolFlags {
    /// Defined elsewhere, or here only for inlining (`available_externally`).
    pub const UNDEFINED: SymbolFlags = SymbolFlags(flags::UNDEFINED);
    /// Weak, or merged with others of its name at link time.
    pub const WEAK: SymbolFlags = SymbolFlags(flags::WEAK);
    /// A common symbol of C; [`crate::symbols::Symbol::common`] has its size.
    pub const COMMON: SymbolFlags = SymbolFlags(flags::COMMON);
    /// An alias.
    pub const INDIRECT: SymbolFlags = SymbolFlags(flags::INDIRECT);
    /// Must be kept although nothing may refer to it: in `llvm.used` or `llvm.compiler.used`, a function of a runtime library, or needed by inline
    /// assembly.
    pub const USED: SymbolFlags = SymbolFlags(flags::USED);
    /// Thread-local.
    pub const TLS: SymbolFlags = SymbolFlags(flags::TLS);
    /// May be left out of the dynamic symbol table (`GlobalValue::canBeOmittedFromSymbolTable`).
    pub const MAY_OMIT: SymbolFlags = SymbolFlags(flags::MAY_OMIT);
    /// Visible outside of its module.
    pub const GLOBAL: SymbolFlags = SymbolFlags(flags::GLOBAL);
    /// No symbol of the program: private, an intrinsic, or for LLVM alone.
    pub const FORMAT_SPECIFIC: SymbolFlags = SymbolFlags(flags::FORMAT_SPECIFIC);
    /// Its address does not matter (`unnamed_addr`).
    pub const UNNAMED_ADDR: SymbolFlags = SymbolFlags(flags::UNNAMED_ADDR);
    /// Code: a function, or an alias or ifunc of one. Symbols of assembly count as code.
    pub const EXECUTABLE: SymbolFlags = SymbolFlags(flags::EXECUTABLE);

    const NAMES: [(SymbolFlags, &'static str); 11] = [
        (SymbolFlags::UNDEFINED, "undefined"),
        (SymbolFlags::WEAK, "weak"),
        (SymbolFlags::COMMON, "common"),
        (SymbolFlags::INDIRECT, "indirect"),
        (SymbolFlags::USED, "used"),
        (SymbolFlags::TLS, "tls"),
        (SymbolFlags::MAY_OMIT, "may_omit"),
        (SymbolFlags::GLOBAL, "global"),
        (SymbolFlags::FORMAT_SPECIFIC, "format_specific"),
        (SymbolFlags::UNNAMED_ADDR, "unnamed_addr"),
        (SymbolFlags::EXECUTABLE, "executable"),
    ];

    /// The flags in a word of a table; unknown bits are dropped.
    pub(super) fn from_word(word: u32) -> SymbolFlags {
        SymbolFlags(word & SymbolFlags::NAMES.iter().fold(0, |all, (flag, _)| all | flag.0))
    }

    /// Whether all of `flags` are set.
    pub fn contains(self, flags: SymbolFlags) -> bool {
        self.0 & flags.0 == flags.0
    }

    /// Names of the flags that are set, in the order of their bits.
    pub fn names(self) -> impl Iterator<Item = &'static str> {
        SymbolFlags::NAMES.into_iter().filter(move |(flag, _)| self.contains(*flag)).map(|(_, name)| name)
    }

    /// The bits, as in the table.
    pub const fn bits(self) -> u32 {
        self.0
    }
}

impl BitOr for SymbolFlags {
    type Output = SymbolFlags;
    fn bitor(self, other: SymbolFlags) -> SymbolFlags {
        SymbolFlags(self.0 | other.0)
    }
}

impl fmt::Debug for SymbolFlags {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SymbolFlags(")?;
        for (number, name) in self.names().enumerate() {
            f.write_str(if number == 0 { "" } else { "|" })?;
            f.write_str(name)?;
        }
        f.write_str(")")
    }
}
