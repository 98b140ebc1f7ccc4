//! The types that LLVM 23 allows each attribute on (`AttributeFuncs::typeIncompatible`). LLVM 17 to 22 allow the same.

use super::AttrKind;

/// The types of values that an attribute is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Suits {
    /// All, even `void`.
    All,
    /// All but `void`.
    Values,
    /// Integers, since LLVM 23 bytes too.
    Numbers,
    /// Integers.
    Integers,
    /// Integers and vectors of them. A range must have the width of the integers.
    IntegerVectors,
    /// Pointers.
    Pointers,
    /// Pointers and vectors of them.
    PointerVectors,
    /// What may have fast-math flags: floating-point numbers, vectors of them, and arrays and structures of either.
    Floats,
}

impl AttrKind {
    /// The types that it is for, on parameters and return values.
    pub const fn suits(self) -> Suits {
        match self {
            AttrKind::ALLOC_ALIGN => Suits::Integers,
            AttrKind::S_EXT | AttrKind::Z_EXT => Suits::Numbers,
            AttrKind::RANGE => Suits::IntegerVectors,
            AttrKind::ALIGNMENT => Suits::PointerVectors,
            AttrKind::NOFPCLASS => Suits::Floats,
            AttrKind::NOUNDEF => Suits::Values,
            AttrKind::ALLOCATED_POINTER
            | AttrKind::BYREF
            | AttrKind::BY_VAL
            | AttrKind::CAPTURES
            | AttrKind::DEAD_ON_RETURN
            | AttrKind::DEAD_ON_UNWIND
            | AttrKind::DEREFERENCEABLE
            | AttrKind::DEREFERENCEABLE_OR_NULL
            | AttrKind::ELEMENTTYPE
            | AttrKind::IN_ALLOCA
            | AttrKind::INITIALIZES
            | AttrKind::NEST
            | AttrKind::NO_ALIAS
            | AttrKind::NO_CAPTURE
            | AttrKind::NON_NULL
            | AttrKind::PREALLOCATED
            | AttrKind::READ_NONE
            | AttrKind::READ_ONLY
            | AttrKind::STRUCT_RET
            | AttrKind::SWIFT_ERROR
            | AttrKind::WRITABLE => Suits::Pointers,
            _ => Suits::All,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    // What llvm-as 23 accepts and rejects.
    #[test]
    fn types() {
        assert_eq!(AttrKind::ALIGNMENT.suits(), Suits::PointerVectors);
        assert_eq!(AttrKind::NO_ALIAS.suits(), Suits::Pointers);
        assert_eq!(AttrKind::Z_EXT.suits(), Suits::Numbers);
        // Also of integers and floating-point numbers.
        for kind in [AttrKind::WRITEONLY, AttrKind::NOFREE, AttrKind::IN_REG, AttrKind::SWIFT_SELF] {
            assert_eq!(kind.suits(), Suits::All);
        }
    }
}
