//! Blocks that only LLVM 2 wrote. Their ids were reused: that of the types for PARAMATTR_GROUP, that of their names for IDENTIFICATION, which is
//! outside of modules. Their contents distinguish them. Source: `LLVMBitCodes.h` of LLVM 2.9 and 3.0, and what `BitcodeReader` of 3.0 reads.

/// TYPE_BLOCK_ID_OLD: the type table. Its records are those of TYPE except for structures, which have no names there.
pub mod types {
    use crate::schema::field::*;

    records! {
        /// The type table of LLVM 2, where any type may refer to a later one.
        block "TYPE_OLD" = 10, since 2.0;

        /// A structure.
        Struct<'r> "STRUCT_OLD" = 10, since 2.0 until 2.9 {
            is_packed: Bool,
            elements: Types<'r>,
        }
    }
}

/// TYPE_SYMTAB_BLOCK_ID_OLD: names of types.
pub mod type_symtab {
    use crate::schema::field::*;

    records! {
        /// Names of types; a type may have several.
        block "TYPE_SYMTAB_OLD" = 13, since 2.0;

        /// A name.
        Entry<'r> "ENTRY" = 1, since 2.0 until 2.9 { ty: TypeRef, name: Chars<'r> }
    }
}
