//! TYPE_BLOCK_ID_NEW: the type table. The records of types number them, from 0 on.
use crate::schema::field::*;

records! {
    /// The type table: every record but NUMENTRY and STRUCT_NAME adds a type.
    block "TYPE" = 17, since 3.0;

    /// Number of types that follow.
    NumEntry "NUMENTRY" = 1, since 3.0 { count: U64 }
    /// `void`.
    Void "VOID" = 2, since 3.0 {}
    /// `float`.
    Float "FLOAT" = 3, since 3.0 {}
    /// `double`.
    Double "DOUBLE" = 4, since 3.0 {}
    /// `label`.
    Label "LABEL" = 5, since 3.0 {}
    /// A structure without body, with the name in the preceding STRUCT_NAME.
    Opaque "OPAQUE" = 6, since 3.0 {
        /// 0.
        is_packed: U64 [= 0],
    }
    /// `iN`.
    Integer "INTEGER" = 7, since 3.0 {
        /// Bits.
        width: U32,
    }
    /// A typed pointer.
    Pointer "POINTER" = 8, since 3.0 until 16.0 { pointee: TypeRef, address_space: U64 [= 0] }
    /// A function type with the number of an attribute list that was never used.
    FunctionOld<'r> "FUNCTION_OLD" = 9, since 3.0 until 3.0 {
        is_vararg: Bool,
        attributes: U64,
        result: TypeRef,
        params: Types<'r>,
    }
    /// `half`.
    Half "HALF" = 10, since 3.1 {}
    /// An array.
    Array "ARRAY" = 11, since 3.0 { count: U64, element: TypeRef }
    /// A vector.
    Vector "VECTOR" = 12, since 3.0 { count: U64, element: TypeRef, is_scalable: Bool [omit false] }
    /// `x86_fp80`.
    X86Fp80 "X86_FP80" = 13, since 3.0 {}
    /// `fp128`.
    Fp128 "FP128" = 14, since 3.0 {}
    /// `ppc_fp128`.
    PpcFp128 "PPC_FP128" = 15, since 3.0 {}
    /// `metadata`.
    Metadata "METADATA" = 16, since 3.0 {}
    /// `x86_mmx`; LLVM 20 and later read it as `<1 x i64>`.
    X86Mmx "X86_MMX" = 17, since 3.0 until 19.0 {}
    /// A literal structure.
    StructAnon<'r> "STRUCT_ANON" = 18, since 3.0 {
        is_packed: Bool,
        elements: Types<'r>,
    }
    /// Name of the following identified structure or target extension type.
    StructName<'r> "STRUCT_NAME" = 19, since 3.0 { name: Chars<'r> }
    /// An identified structure, with the name in the preceding STRUCT_NAME (if any).
    StructNamed<'r> "STRUCT_NAMED" = 20, since 3.0 {
        is_packed: Bool,
        elements: Types<'r>,
    }
    /// A function type.
    Function<'r> "FUNCTION" = 21, since 3.1 {
        is_vararg: Bool,
        result: TypeRef,
        params: Types<'r>,
    }
    /// `token`.
    Token "TOKEN" = 22, since 3.8 {}
    /// `bfloat`.
    BFloat "BFLOAT" = 23, since 11.0 {}
    /// `x86_amx`.
    X86Amx "X86_AMX" = 24, since 12.0 {}
    /// `ptr`.
    OpaquePointer "OPAQUE_POINTER" = 25, since 13.0 { address_space: U64 }
    /// `target("name", ...)`, named by the STRUCT_NAME before.
    TargetType<'r> "TARGET_TYPE" = 26, since 16.0 {
        /// Number of type parameters.
        type_count: U64,
        types: Types<'r> [count type_count],
        /// Integers of 32 bits.
        integers: U64s<'r>,
    }
    /// `bN`.
    Byte "BYTE" = 27, since 23.0 {
        /// Bits.
        width: U32,
    }
}
