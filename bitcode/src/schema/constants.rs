//! CONSTANTS: constants, at module level and in functions. Every record but SETTYPE adds a value.
use crate::schema::field::*;

records! {
    /// Constants of the type in the last SETTYPE record (`i32` at the start). Operands are absolute value numbers, including those of later
    /// values.
    block "CONSTANTS" = 11, since 3.0;

    /// Sets the type of the constants that follow.
    SetType "SETTYPE" = 1, since 3.0 { ty: TypeRef }
    /// Zero: `0`, `null`, `zeroinitializer`, `none`.
    Null "NULL" = 2, since 3.0 {}
    /// `undef`.
    Undef "UNDEF" = 3, since 3.0 {}
    /// An integer of at most 64 bits, or a vector of equal ones (LLVM 19, on request).
    Integer "INTEGER" = 4, since 3.0 { value: I64 }
    /// An integer of more than 64 bits.
    WideInteger<'r> "WIDE_INTEGER" = 5, since 3.0 {
        /// 64-bit words, lowest first.
        words: I64s<'r>,
    }
    /// A floating point constant, or a vector of equal ones (since LLVM 23; LLVM 19 on request).
    Float<'r> "FLOAT" = 6, since 3.0 {
        /// The bits: one word; for `x86_fp80` the upper 64 bits, then the lower 16; for `fp128` and `ppc_fp128` the lower word first.
        bits: Bits<'r>,
    }
    /// An array, structure or vector of values.
    Aggregate<'r> "AGGREGATE" = 7, since 3.0 {
        elements: Values<'r>,
    }
    /// An array of `i8`.
    Str<'r> "STRING" = 8, since 3.0 { chars: Chars<'r> }
    /// An array of `i8` that ends with 0; the 0 is omitted.
    CString<'r> "CSTRING" = 9, since 3.0 { chars: Chars<'r> }
    /// A binary operation.
    CeBinop "CE_BINOP" = 10, since 3.0 { opcode: U32, lhs: AbsValue, rhs: AbsValue, flags: U64 [omit 0] }
    /// A conversion. No LLVM up to 22 writes its flags.
    CeCast "CE_CAST" = 11, since 3.0 { opcode: U32, operand_ty: TypeRef, operand: AbsValue, flags: U64 [omit 0] }
    /// `getelementptr`.
    CeGepOld<'r> "CE_GEP_OLD" = 12, since 3.0 until 18.0 {
        /// The source element type (LLVM 3.7); where absent, what the typed pointer points to.
        pointee: TypeRef [odd],
        operands: TypedValues<'r>,
    }
    /// `select`.
    CeSelect "CE_SELECT" = 13, since 3.0 until 16.0 { condition: AbsValue, if_true: AbsValue, if_false: AbsValue }
    /// `extractelement`.
    CeExtractElt "CE_EXTRACTELT" = 14, since 3.0 {
        vector_ty: TypeRef,
        vector: AbsValue,
        /// Since LLVM 3.4; where absent, `i32`.
        index_ty: TypeRef [left > 1],
        index: AbsValue,
    }
    /// `insertelement`.
    CeInsertElt "CE_INSERTELT" = 15, since 3.0 {
        vector: AbsValue,
        element: AbsValue,
        /// Since LLVM 3.4; where absent, `i32`.
        index_ty: TypeRef [left > 1],
        index: AbsValue,
    }
    /// `shufflevector` whose result has the type of its operands.
    CeShuffleVec "CE_SHUFFLEVEC" = 16, since 3.0 { a: AbsValue, b: AbsValue, mask: AbsValue }
    /// `icmp` or `fcmp`.
    CeCmp "CE_CMP" = 17, since 3.0 until 19.0 { operand_ty: TypeRef, lhs: AbsValue, rhs: AbsValue, predicate: U32 }
    /// Inline assembly; its type is the pointee of the current type. Flags: 1 sideeffect, 2 alignstack.
    InlineAsmOld<'r> "INLINEASM_OLD" = 18, since 3.0 until 3.0 {
        flags: U64,
        asm_size: U64,
        asm: Chars<'r> [count asm_size],
        constraints_size: U64,
        constraints: Chars<'r> [count constraints_size],
    }
    /// `shufflevector` whose result has another type than its operands.
    CeShufVecEx "CE_SHUFVEC_EX" = 19, since 3.0 { operand_ty: TypeRef, a: AbsValue, b: AbsValue, mask: AbsValue }
    /// `getelementptr inbounds`, otherwise as CE_GEP_OLD.
    CeInboundsGep<'r> "CE_INBOUNDS_GEP" = 20, since 3.0 until 18.0 { pointee: TypeRef [odd], operands: TypedValues<'r> }
    /// Address of a basic block.
    BlockAddress "BLOCKADDRESS" = 21, since 3.0 { function_ty: TypeRef, function: AbsValue, block: BlockRef }
    /// An array or vector of simple integers or floating point numbers.
    Data<'r> "DATA" = 22, since 3.1 {
        elements: Bits<'r>,
    }
    /// Inline assembly; its type is the pointee of the current type. Flags: 1 sideeffect, 2 alignstack, 4 Intel dialect.
    InlineAsmOld2<'r> "INLINEASM_OLD2" = 23, since 3.1 until 12.0 {
        flags: U64,
        asm_size: U64,
        asm: Chars<'r> [count asm_size],
        constraints_size: U64,
        constraints: Chars<'r> [count constraints_size],
    }
    /// `getelementptr` with `inrange` at one index.
    CeGepWithInrangeIndexOld<'r> "CE_GEP_WITH_INRANGE_INDEX_OLD" = 24, since 4.0 until 18.0 {
        pointee: TypeRef,
        /// Bit 0: inbounds; from bit 1 on: number of the index.
        flags: U64,
        operands: TypedValues<'r>,
    }
    /// A unary operation.
    CeUnop "CE_UNOP" = 25, since 8.0 until 15.0 { opcode: U32, operand: AbsValue, flags: U64 [omit 0] }
    /// `poison`.
    Poison "POISON" = 26, since 12.0 {}
    /// `dso_local_equivalent`.
    DsoLocalEquivalent "DSO_LOCAL_EQUIVALENT" = 27, since 12.0 { ty: TypeRef, global: AbsValue }
    /// Inline assembly; its type is the pointee of the current type. Flags: 1 sideeffect, 2 alignstack, 4 Intel dialect, 8 unwind.
    InlineAsmOld3<'r> "INLINEASM_OLD3" = 28, since 13.0 until 13.0 {
        flags: U64,
        asm_size: U64,
        asm: Chars<'r> [count asm_size],
        constraints_size: U64,
        constraints: Chars<'r> [count constraints_size],
    }
    /// `no_cfi`.
    NoCfi "NO_CFI_VALUE" = 29, since 14.0 { ty: TypeRef, function: AbsValue }
    /// Inline assembly. Flags: 1 sideeffect, 2 alignstack, 4 Intel dialect, 8 unwind.
    InlineAsm<'r> "INLINEASM" = 30, since 14.0 {
        function_ty: TypeRef,
        flags: U64,
        asm_size: U64,
        asm: Chars<'r> [count asm_size],
        constraints_size: U64,
        constraints: Chars<'r> [count constraints_size],
    }
    /// `getelementptr inrange(lower, upper)`.
    CeGepWithInrange<'r> "CE_GEP_WITH_INRANGE" = 31, since 19.0 {
        pointee: TypeRef,
        /// Bits: inbounds, nusw, nuw.
        flags: U64,
        range: Range<'r>,
        operands: TypedValues<'r>,
    }
    /// `getelementptr`.
    CeGep<'r> "CE_GEP" = 32, since 19.0 {
        pointee: TypeRef,
        /// Bits: inbounds, nusw, nuw.
        flags: U64,
        operands: TypedValues<'r>,
    }
    /// `ptrauth`.
    PtrAuth "PTRAUTH" = 33, since 19.0 until 21.0 {
        pointer: AbsValue,
        key: AbsValue,
        discriminator: AbsValue,
        address_discriminator: AbsValue,
    }
    /// `ptrauth` with a deactivation symbol.
    PtrAuth2 "PTRAUTH2" = 34, since 22.0 {
        pointer: AbsValue,
        key: AbsValue,
        discriminator: AbsValue,
        address_discriminator: AbsValue,
        deactivation_symbol: AbsValue,
    }
    /// A byte constant of at most 64 bits, or a vector of equal ones.
    Byte "BYTE" = 35, since 23.0 { value: I64 }
    /// A byte constant of more than 64 bits, or a vector of equal ones.
    WideByte<'r> "WIDE_BYTE" = 36, since 23.0 {
        /// 64-bit words, lowest first.
        words: I64s<'r>,
    }
}
