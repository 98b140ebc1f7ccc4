//! Flags of instructions: sets of named bits, encoded as in bitcode.
use core::fmt;

/// Declares sets of flags: newtypes over `u8` with a constant and a keyword for each flag.
macro_rules! flags {
    ($($(#[$doc:meta])* $set:ident { $($(#[$flag_doc:meta])* $name:ident = $bits:literal,)* })*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
        #[repr(transparent)]
        pub struct $set(u8);

        impl $set {
            /// No flags.
            pub const NONE: Self = Self(0);
            $($(#[$flag_doc])* pub const $name: Self = Self($bits);)*

            /// The set with these bits, encoded as in bitcode. Bits without a name are kept.
            #[inline]
            pub const fn from_bits(bits: u8) -> Self {
                Self(bits)
            }
            /// The bits.
            #[inline]
            pub const fn bits(self) -> u8 {
                self.0
            }
            /// Whether no flag is set.
            #[inline]
            pub const fn is_empty(self) -> bool {
                self.0 == 0
            }
            /// Whether all of `flags` are set.
            #[inline]
            pub const fn contains(self, flags: Self) -> bool {
                self.0 & flags.0 == flags.0
            }
            /// The flags of both.
            #[inline]
            #[must_use]
            pub const fn union(self, other: Self) -> Self {
                Self(self.0 | other.0)
            }
        }

        impl core::ops::BitOr for $set {
            type Output = Self;
            #[inline]
            fn bitor(self, other: Self) -> Self {
                self.union(other)
            }
        }

        impl core::ops::BitOrAssign for $set {
            #[inline]
            fn bitor_assign(&mut self, other: Self) {
                self.0 |= other.0;
            }
        }

        impl core::ops::BitAnd for $set {
            type Output = Self;
            #[inline]
            fn bitand(self, other: Self) -> Self {
                Self(self.0 & other.0)
            }
        }

        impl core::ops::BitAndAssign for $set {
            #[inline]
            fn bitand_assign(&mut self, other: Self) {
                self.0 &= other.0;
            }
        }

        impl From<$set> for u64 {
            #[inline]
            fn from(flags: $set) -> u64 {
                u64::from(flags.0)
            }
        }

        impl From<$set> for u32 {
            #[inline]
            fn from(flags: $set) -> u32 {
                u32::from(flags.0)
            }
        }
    )*};
}

flags! {
    /// The flags of one integer operator, cast or comparison. The meaning of a bit depends on the operator (LLVM
    /// `OverflowingBinaryOperator`, `PossiblyExactOperator`, `PossiblyDisjointInst` …).
    ArithFlags {
        /// `nuw` (add, sub, mul, shl, trunc)
        NUW = 1,
        /// `nsw` (add, sub, mul, shl, trunc)
        NSW = 2,
        /// `exact` (udiv, sdiv, lshr, ashr)
        EXACT = 1,
        /// `disjoint` (or)
        DISJOINT = 1,
        /// `nneg` (zext, uitofp)
        NNEG = 1,
        /// `samesign` (icmp)
        SAMESIGN = 1,
    }
    /// Fast-math flags, as in bitcode since LLVM 6 (LLVMBitCodes.h, `FastMathMap`).
    FastMathFlags {
        /// `fast` before LLVM 6, which meant all flags.
        UNSAFE_ALGEBRA = 1,
        /// `nnan`
        NNAN = 2,
        /// `ninf`
        NINF = 4,
        /// `nsz`
        NSZ = 8,
        /// `arcp`
        ARCP = 16,
        /// `contract`
        CONTRACT = 32,
        /// `afn`
        AFN = 64,
        /// `reassoc`
        REASSOC = 128,
        /// All flags that `fast` means.
        FAST = 254,
    }
    /// Flags of `getelementptr` (LLVMBitCodes.h, `GetElementPtrOptionalFlags`).
    GepNoWrapFlags {
        /// `inbounds` (implies `nusw`)
        INBOUNDS = 1,
        /// `nusw`
        NUSW = 2,
        /// `nuw`
        NUW = 4,
    }
    /// The flags of any binary operator or cast: [`ArithFlags`] of an integer operator, [`FastMathFlags`] of a floating-point one
    /// (LLVM `Value::SubclassOptionalData`).
    OpFlags {}
}

impl OpFlags {
    /// The flags of `uitofp`: `nneg`, and since LLVM 23 fast-math flags. The bit of `nneg` is that of [`FastMathFlags::UNSAFE_ALGEBRA`], which no
    /// release with `nneg` has.
    #[inline]
    pub const fn of_uitofp(nneg: bool, fast_math: FastMathFlags) -> OpFlags {
        OpFlags(nneg as u8 | fast_math.0 & !1)
    }
    /// The fast-math flags of `uitofp`.
    #[inline]
    pub const fn uitofp_fast_math(self) -> FastMathFlags {
        FastMathFlags(self.0 & !1)
    }
    /// The flags of an integer operator.
    #[inline]
    pub const fn arith(self) -> ArithFlags {
        ArithFlags(self.0)
    }
    /// The flags of a floating-point operator.
    #[inline]
    pub const fn fast_math(self) -> FastMathFlags {
        FastMathFlags(self.0)
    }
}

impl From<ArithFlags> for OpFlags {
    #[inline]
    fn from(flags: ArithFlags) -> Self {
        Self(flags.0)
    }
}

impl From<FastMathFlags> for OpFlags {
    #[inline]
    fn from(flags: FastMathFlags) -> Self {
        Self(flags.0)
    }
}

impl FastMathFlags {
    /// The assembly keywords for these flags, in the order in which LLVM prints them; only `fast` if all flags are set.
    #[inline]
    pub fn keywords(self) -> impl Iterator<Item = &'static str> {
        const NAMES: [(FastMathFlags, &str); 7] = [
            (FastMathFlags::REASSOC, "reassoc"),
            (FastMathFlags::NNAN, "nnan"),
            (FastMathFlags::NINF, "ninf"),
            (FastMathFlags::NSZ, "nsz"),
            (FastMathFlags::ARCP, "arcp"),
            (FastMathFlags::CONTRACT, "contract"),
            (FastMathFlags::AFN, "afn"),
        ];
        let fast = self.contains(Self::FAST) || self.contains(Self::UNSAFE_ALGEBRA);
        let named = NAMES.into_iter().filter(move |(flag, _)| !fast && self.contains(*flag));
        fast.then_some("fast").into_iter().chain(named.map(|(_, name)| name))
    }
}

impl GepNoWrapFlags {
    /// The flags as LLVM has them in memory, whatever a file states: `inbounds` implies `nusw`.
    #[must_use]
    pub fn with_implied(self) -> GepNoWrapFlags {
        if self.contains(Self::INBOUNDS) { self | Self::NUSW } else { self }
    }
    /// Whether there are flags that `inbounds` (which implies `nusw`) does not cover.
    pub const fn beyond_inbounds(self) -> bool {
        self.contains(Self::NUW) || self.contains(Self::NUSW) && !self.contains(Self::INBOUNDS)
    }
    /// The assembly keywords for these flags, in the order in which LLVM prints them.
    #[inline]
    pub fn keywords(self) -> impl Iterator<Item = &'static str> {
        let bounds = match () {
            () if self.contains(Self::INBOUNDS) => Some("inbounds"),
            () if self.contains(Self::NUSW) => Some("nusw"),
            () => None,
        };
        bounds.into_iter().chain(self.contains(Self::NUW).then_some("nuw"))
    }
}

fn write_words(f: &mut fmt::Formatter<'_>, words: impl Iterator<Item = &'static str>) -> fmt::Result {
    for (i, word) in words.enumerate() {
        if i != 0 {
            f.write_str(" ")?;
        }
        f.write_str(word)?;
    }
    Ok(())
}

impl fmt::Display for FastMathFlags {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_words(f, self.keywords())
    }
}

impl fmt::Display for GepNoWrapFlags {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_words(f, self.keywords())
    }
}

impl fmt::Debug for FastMathFlags {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "FastMathFlags({self})")
    }
}

impl fmt::Debug for GepNoWrapFlags {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "GepNoWrapFlags({self})")
    }
}

// What a bit means depends on the operator.
impl fmt::Debug for ArithFlags {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ArithFlags({:#b})", self.0)
    }
}

impl fmt::Debug for OpFlags {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "OpFlags({:#b})", self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    // The words that llvm-dis 22 prints for these bits.
    #[test]
    fn flags_show_as_their_keywords() {
        assert_eq!((FastMathFlags::NNAN | FastMathFlags::REASSOC).to_string(), "reassoc nnan");
        assert_eq!(FastMathFlags::FAST.to_string(), "fast");
        assert_eq!(FastMathFlags::NONE.to_string(), "");
        assert_eq!((GepNoWrapFlags::INBOUNDS | GepNoWrapFlags::NUSW | GepNoWrapFlags::NUW).to_string(), "inbounds nuw");
        assert_eq!(GepNoWrapFlags::NUSW.to_string(), "nusw");
        assert!(!(FastMathFlags::FAST & FastMathFlags::NNAN).contains(FastMathFlags::FAST));
    }
}
