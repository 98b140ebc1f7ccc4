//! Where LLVM 23 allows each attribute: functions, parameters, return values (`IR/Attributes.inc`, the table of attribute properties).

use super::AttrKind;

impl AttrKind {
    /// Whether it is allowed on a parameter.
    pub const fn fits_parameter(self) -> bool {
        matches!(
            self,
            AttrKind::ALLOC_ALIGN
                | AttrKind::ALLOCATED_POINTER
                | AttrKind::DEAD_ON_RETURN
                | AttrKind::DEAD_ON_UNWIND
                | AttrKind::IMMARG
                | AttrKind::NEST
                | AttrKind::NO_CAPTURE
                | AttrKind::NOFREE
                | AttrKind::READ_NONE
                | AttrKind::READ_ONLY
                | AttrKind::RETURNED
                | AttrKind::SWIFT_ASYNC
                | AttrKind::SWIFT_ERROR
                | AttrKind::SWIFT_SELF
                | AttrKind::WRITABLE
                | AttrKind::WRITEONLY
                | AttrKind::BYREF
                | AttrKind::BY_VAL
                | AttrKind::IN_ALLOCA
                | AttrKind::PREALLOCATED
                | AttrKind::STRUCT_RET
                | AttrKind::CAPTURES
                | AttrKind::INITIALIZES
        ) || self.fits_return()
    }

    /// Whether it is allowed on a return value.
    pub const fn fits_return(self) -> bool {
        matches!(
            self,
            AttrKind::ELEMENTTYPE
                | AttrKind::IN_REG
                | AttrKind::NO_ALIAS
                | AttrKind::NO_EXT
                | AttrKind::NOUNDEF
                | AttrKind::NON_NULL
                | AttrKind::S_EXT
                | AttrKind::Z_EXT
                | AttrKind::ALIGNMENT
                | AttrKind::DEREFERENCEABLE
                | AttrKind::DEREFERENCEABLE_OR_NULL
                | AttrKind::NOFPCLASS
                | AttrKind::STACK_ALIGNMENT
                | AttrKind::RANGE
        )
    }

    /// Whether it is allowed on a function. The memory attributes from before `memory` (LLVM 16) are.
    pub const fn fits_function(self) -> bool {
        matches!(
            self,
            AttrKind::NOFREE
                | AttrKind::PREALLOCATED
                | AttrKind::STACK_ALIGNMENT
                | AttrKind::READ_NONE
                | AttrKind::READ_ONLY
                | AttrKind::WRITEONLY
        ) || !self.fits_parameter()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    // What llvm-as 22 accepts and rejects.
    #[test]
    fn places() {
        assert!(AttrKind::NOUNDEF.fits_parameter() && AttrKind::NOUNDEF.fits_return() && !AttrKind::NOUNDEF.fits_function());
        assert!(AttrKind::COLD.fits_function() && !AttrKind::COLD.fits_parameter() && !AttrKind::COLD.fits_return());
        assert!(AttrKind::STACK_ALIGNMENT.fits_function() && AttrKind::STACK_ALIGNMENT.fits_return());
        assert!(!AttrKind::CAPTURES.fits_return() && !AttrKind::CAPTURES.fits_function());
        assert!(AttrKind::NOFREE.fits_function() && !AttrKind::NOFREE.fits_return());
    }
}
