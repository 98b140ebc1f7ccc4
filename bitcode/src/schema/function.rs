//! FUNCTION: a function body. Instruction records whose result is not void number values.
use crate::schema::field::*;

/// The value of INST_SWITCH's first operand from bit 16 on if cases are ranges (`SWITCH_INST_MAGIC` of LLVM 3.2).
pub const SWITCH_RANGES: u64 = 0x4B5;

/// Whether an INST_SWITCH has ranges of cases.
#[inline]
fn has_ranges(f: &Fields<'_>) -> bool {
    f.ops().first().is_some_and(|magic| magic >> 16 == SWITCH_RANGES)
}

records! {
    /// A function body; it contains blocks of constants, metadata, symbols and use-list orders.
    block "FUNCTION" = 12, since 3.0;

    /// Number of basic blocks.
    DeclareBlocks "DECLAREBLOCKS" = 1, since 3.0 { count: U32 }
    /// A binary operation. Flags by opcode: nuw 1, nsw 2; exact 1; disjoint 1; or fast-math flags.
    Binop "INST_BINOP" = 2, since 3.0 { lhs: ValTy, rhs: RelValue, opcode: U32, flags: U64 [omit 0] }
    /// A conversion. Flags by opcode (LLVM 18): nneg 1; nuw 1, nsw 2; or fast-math flags (LLVM 20).
    Cast "INST_CAST" = 3, since 3.0 { operand: ValTy, ty: TypeRef, opcode: U32, flags: U64 [omit 0] }
    /// `getelementptr` on a typed pointer.
    GepOld<'r> "INST_GEP_OLD" = 4, since 3.0 until 3.6 {
        /// The pointer and indices.
        operands: ValTys<'r>,
    }
    /// `select` on an `i1`.
    Select "INST_SELECT" = 5, since 3.0 until 3.0 { if_true: ValTy, if_false: RelValue, condition: RelValue }
    /// `extractelement`.
    ExtractElt "INST_EXTRACTELT" = 6, since 3.0 { vector: ValTy, index: ValTy }
    /// `insertelement`.
    InsertElt "INST_INSERTELT" = 7, since 3.0 { vector: ValTy, element: RelValue, index: ValTy }
    /// `shufflevector`.
    ShuffleVec "INST_SHUFFLEVEC" = 8, since 3.0 { a: ValTy, b: RelValue, mask: ValTy }
    /// `icmp` or `fcmp`; read as INST_CMP2.
    Cmp "INST_CMP" = 9, since 3.0 until 3.0 { lhs: ValTy, rhs: RelValue, predicate: U32, flags: U64 [omit 0] }
    /// `ret`.
    Ret "INST_RET" = 10, since 3.0 { value: ValTy [opt] }
    /// `br`.
    Br "INST_BR" = 11, since 3.0 {
        if_true: BlockRef,
        /// There for a conditional branch, as is the condition.
        if_false: BlockRef [opt],
        condition: RelValue [opt],
    }
    /// `switch` with ranges of cases; written by development versions.
    SwitchRanges<'r> "INST_SWITCH" = 12, since 3.2 until 3.3, when has_ranges {
        /// 0x4B5 in the bits from 16 on.
        magic: U64,
        ty: TypeRef,
        condition: RelValue,
        default: BlockRef,
        case_count: U64,
        /// Per case: number of items; each a flag (single number), the low bound, and the high one unless it is a single number; and the
        /// block. (Not a list of one kind, because the number of operands of a bound depends on the width of `ty`.)
        cases: Rest<'r>,
    }
    /// `switch`.
    Switch<'r> "INST_SWITCH" = 12, since 3.0 {
        ty: TypeRef,
        condition: RelValue,
        default: BlockRef,
        cases: Cases<'r>,
    }
    /// `invoke`.
    Invoke<'r> "INST_INVOKE" = 13, since 3.0 {
        attributes: OptIndex,
        /// Calling convention; bit 13: `function_ty` follows.
        cc: U64,
        normal: BlockRef,
        unwind: BlockRef,
        function_ty: TypeRef [if cc >> 13 & 1 == 1],
        callee: ValTy,
        args: Args<'r>,
    }
    /// `unwind`.
    Unwind "INST_UNWIND" = 14, since 3.0 until 3.0 {}
    /// `unreachable`.
    Unreachable "INST_UNREACHABLE" = 15, since 3.0 {}
    /// `phi`.
    Phi<'r> "INST_PHI" = 16, since 3.0 {
        ty: TypeRef,
        incoming: Incoming<'r> [whole 2],
        /// Fast-math flags.
        flags: U64 [omit 0],
    }
    /// `malloc`, an instruction until LLVM 2.6.
    Malloc "INST_MALLOC" = 17, since 2.0 until 2.6 { ty: TypeRef, count: AbsValue, align: U64 }
    /// `free`, an instruction until LLVM 2.6.
    Free "INST_FREE" = 18, since 2.0 until 2.6 { pointer: ValTy }
    /// `alloca`.
    Alloca "INST_ALLOCA" = 19, since 2.0 {
        ty: TypeRef,
        /// Since LLVM 2.8; where absent, `i32`.
        size_ty: TypeRef [left > 2],
        size: AbsValue,
        /// Bits 0 to 4: logarithm of the alignment plus one, its upper bits in 8 to 10; 5: inalloca; 6: `ty` is the allocated type and not
        /// a pointer to it (LLVM 3.7); 7: swifterror.
        flags: U64,
        /// If absent, that of the data layout.
        address_space: U64 since 15.0 [opt],
    }
    /// `load`.
    Load "INST_LOAD" = 20, since 3.0 {
        pointer: ValTy,
        /// Since LLVM 3.7; where absent, what the typed pointer points to.
        ty: TypeRef [left > 2],
        align: U64,
        is_volatile: Bool,
    }
    /// `store` by the type of the value (`FUNC_CODE_INST_STORE` of LLVM 2).
    StoreByValue "INST_STORE_BY_VALUE" = 21, since 2.0 until 2.1 { value: ValTy, pointer: RelValue, align: U64, is_volatile: Bool }
    /// `call`, with metadata in an old numbering (`FUNC_CODE_INST_CALL` of LLVM 2).
    CallOld<'r> "INST_CALL_OLD" = 22, since 2.0 until 2.7 {
        attributes: OptIndex,
        /// Bit 0: tail; from 1 on: calling convention.
        cc: U64,
        callee: ValTy,
        args: Args<'r>,
    }
    /// `va_arg`.
    VaArg "INST_VAARG" = 23, since 3.0 { list_ty: TypeRef, list: RelValue, ty: TypeRef }
    /// `store` to a typed pointer.
    StoreOld "INST_STORE_OLD" = 24, since 3.0 until 3.6 { pointer: ValTy, value: RelValue, align: U64, is_volatile: Bool }
    /// `getresult`, an `extractvalue` by one index.
    GetResult "INST_GETRESULT" = 25, since 2.3 until 2.5 { aggregate: ValTy, index: U64 }
    /// `extractvalue`.
    ExtractVal<'r> "INST_EXTRACTVAL" = 26, since 3.0 {
        aggregate: ValTy,
        indices: U64s<'r>,
    }
    /// `insertvalue`.
    InsertVal<'r> "INST_INSERTVAL" = 27, since 3.0 {
        aggregate: ValTy,
        value: ValTy,
        indices: U64s<'r>,
    }
    /// `icmp` or `fcmp`. Flags: samesign 1, or fast-math flags.
    Cmp2 "INST_CMP2" = 28, since 3.0 { lhs: ValTy, rhs: RelValue, predicate: U32, flags: U64 [omit 0] }
    /// `select`.
    VSelect "INST_VSELECT" = 29, since 3.0 { if_true: ValTy, if_false: RelValue, condition: ValTy, flags: U64 [omit 0] }
    /// `getelementptr inbounds` on a typed pointer.
    InboundsGepOld<'r> "INST_INBOUNDS_GEP_OLD" = 30, since 3.0 until 3.6 {
        /// The pointer and indices.
        operands: ValTys<'r>,
    }
    /// `indirectbr`.
    IndirectBr<'r> "INST_INDIRECTBR" = 31, since 3.0 {
        ty: TypeRef,
        address: RelValue,
        targets: Blocks<'r>,
    }
    /// Debug location of the preceding instruction, with metadata in an old numbering (`FUNC_CODE_DEBUG_LOC` of LLVM 2.7).
    DebugLocOld "DEBUG_LOC_OLD" = 32, since 2.7 until 2.7 { line: U32, column: U32, scope: OptMdRef, inlined_at: OptMdRef }
    /// The instruction before has the debug location set last.
    DebugLocAgain "DEBUG_LOC_AGAIN" = 33, since 3.0 {}
    /// `call`.
    Call<'r> "INST_CALL" = 34, since 3.0 {
        attributes: OptIndex,
        /// Bit 0: tail; 1 to 10: calling convention; 14: musttail; 15: `function_ty` follows; 16: notail; 17: `fast_math` follows.
        cc: U64,
        fast_math: U64 [if cc >> 17 & 1 == 1],
        function_ty: TypeRef [if cc >> 15 & 1 == 1],
        callee: ValTy,
        args: Args<'r>,
    }
    /// Debug location of the instruction before.
    DebugLoc "DEBUG_LOC" = 35, since 3.0 {
        line: U32,
        column: U32,
        scope: OptMdRef,
        inlined_at: OptMdRef,
        is_implicit_code: Bool since 8.0 [= false],
        atom_group: U64 since 21.0 [= 0],
        atom_rank: U64 since 21.0 [= 0],
    }
    /// `fence`.
    Fence "INST_FENCE" = 36, since 3.0 { ordering: U64, scope: U64 }
    /// `cmpxchg` on a typed pointer; without `weak` it yields the old value alone (up to LLVM 3.4).
    CmpXchgOld "INST_CMPXCHG_OLD" = 37, since 3.0 until 3.6 {
        pointer: ValTy,
        compare: RelValue,
        new: RelValue,
        is_volatile: Bool,
        success: U64,
        scope: U64,
        failure: U64 [opt],
        weak: Bool [opt],
    }
    /// `atomicrmw` on a typed pointer.
    AtomicRmwOld "INST_ATOMICRMW_OLD" = 38, since 3.0 until 12.0 {
        pointer: ValTy,
        value: RelValue,
        operation: U64,
        is_volatile: Bool,
        ordering: U64,
        scope: U64,
        align: U64 since 13.0 [= 0],
    }
    /// `resume`.
    Resume "INST_RESUME" = 39, since 3.0 { value: ValTy }
    /// `landingpad` that names the personality function.
    LandingPadOld<'r> "INST_LANDINGPAD_OLD" = 40, since 3.0 until 3.6 {
        ty: TypeRef,
        personality: ValTy,
        is_cleanup: Bool,
        clause_count: U64,
        clauses: Clauses<'r> [count clause_count],
    }
    /// Atomic `load`.
    LoadAtomic "INST_LOADATOMIC" = 41, since 3.0 {
        pointer: ValTy,
        /// Since LLVM 3.7; where absent, what the typed pointer points to.
        ty: TypeRef [left > 4],
        align: U64,
        is_volatile: Bool,
        ordering: U64,
        scope: U64,
        /// Whether each element of a vector is loaded on its own.
        is_elementwise: Bool since 24.0 [omit false],
    }
    /// Atomic `store` to a typed pointer.
    StoreAtomicOld "INST_STOREATOMIC_OLD" = 42, since 3.0 until 3.6 {
        pointer: ValTy, value: RelValue, align: U64, is_volatile: Bool, ordering: U64, scope: U64,
    }
    /// `getelementptr`.
    Gep<'r> "INST_GEP" = 43, since 3.7 {
        /// Bits: inbounds, nusw, nuw (the last two since LLVM 19).
        flags: U64,
        /// Source element type.
        ty: TypeRef,
        /// The pointer and indices.
        operands: ValTys<'r>,
    }
    /// `store`.
    Store "INST_STORE" = 44, since 3.7 { pointer: ValTy, value: ValTy, align: U64, is_volatile: Bool }
    /// Atomic `store`.
    StoreAtomic "INST_STOREATOMIC" = 45, since 3.7 {
        pointer: ValTy, value: ValTy, align: U64, is_volatile: Bool, ordering: U64, scope: U64,
    }
    /// `cmpxchg`.
    CmpXchg "INST_CMPXCHG" = 46, since 3.7 {
        pointer: ValTy,
        compare: ValTy,
        new: RelValue,
        is_volatile: Bool,
        success: U64,
        scope: U64,
        failure: U64,
        weak: Bool,
        /// Logarithm of the alignment plus one; where absent or 0, the size of the operand.
        align: U64 since 13.0 [= 0],
    }
    /// `landingpad`.
    LandingPad<'r> "INST_LANDINGPAD" = 47, since 3.7 {
        ty: TypeRef,
        is_cleanup: Bool,
        clause_count: U64,
        clauses: Clauses<'r> [count clause_count],
    }
    /// `cleanupret`.
    CleanupRet "INST_CLEANUPRET" = 48, since 3.8 { pad: RelValue, unwind: BlockRef [opt] }
    /// `catchret`.
    CatchRet "INST_CATCHRET" = 49, since 3.8 { pad: RelValue, successor: BlockRef }
    /// `catchpad`.
    CatchPad<'r> "INST_CATCHPAD" = 50, since 3.8 {
        parent: RelValue,
        arg_count: U64,
        args: ValTys<'r>,
    }
    /// `cleanuppad`.
    CleanupPad<'r> "INST_CLEANUPPAD" = 51, since 3.8 {
        parent: RelValue,
        arg_count: U64,
        args: ValTys<'r>,
    }
    /// `catchswitch`.
    CatchSwitch<'r> "INST_CATCHSWITCH" = 52, since 3.8 {
        parent: RelValue,
        handler_count: U64,
        handlers: Blocks<'r> [count handler_count],
        unwind: BlockRef [opt],
    }
    /// An operand bundle of the call that follows.
    OperandBundle<'r> "OPERAND_BUNDLE" = 55, since 3.8 {
        /// Number of the tag in OPERAND_BUNDLE_TAGS.
        tag: U32,
        inputs: BundleInputs<'r>,
    }
    /// A unary operation.
    Unop "INST_UNOP" = 56, since 8.0 { operand: ValTy, opcode: U32, flags: U64 [omit 0] }
    /// `callbr`.
    CallBr<'r> "INST_CALLBR" = 57, since 9.0 {
        attributes: OptIndex,
        /// Bits 1 to 10: calling convention; 15: `function_ty` follows.
        cc: U64,
        default: BlockRef,
        indirect_count: U32,
        targets: Blocks<'r> [count indirect_count],
        function_ty: TypeRef [if cc >> 15 & 1 == 1],
        callee: ValTy,
        args: Args<'r>,
    }
    /// `freeze`.
    Freeze "INST_FREEZE" = 58, since 10.0 { operand: ValTy }
    /// `atomicrmw`.
    AtomicRmw "INST_ATOMICRMW" = 59, since 13.0 {
        pointer: ValTy,
        value: ValTy,
        operation: U64,
        is_volatile: Bool,
        ordering: U64,
        scope: U64,
        /// Logarithm of the alignment plus one; where absent or 0, the size of the operand.
        align: U64 [= 0],
    }
    /// Functions whose bodies take the address of blocks of this one.
    BlockAddrUsers<'r> "BLOCKADDR_USERS" = 60, since 15.0 {
        functions: Values<'r>,
    }
    /// `#dbg_value`.
    DebugRecordValue "DEBUG_RECORD_VALUE" = 61, since 19.0 { location: MdRef, variable: MdRef, expression: MdRef, value: MdRef }
    /// `#dbg_declare`.
    DebugRecordDeclare "DEBUG_RECORD_DECLARE" = 62, since 19.0 { location: MdRef, variable: MdRef, expression: MdRef, value: MdRef }
    /// `#dbg_assign`.
    DebugRecordAssign "DEBUG_RECORD_ASSIGN" = 63, since 19.0 {
        location: MdRef,
        variable: MdRef,
        expression: MdRef,
        value: MdRef,
        assign_id: MdRef,
        address_expression: MdRef,
        address: MdRef,
    }
    /// `#dbg_value` of a plain value.
    DebugRecordValueSimple "DEBUG_RECORD_VALUE_SIMPLE" = 64, since 19.0 {
        location: MdRef, variable: MdRef, expression: MdRef, value: ValTy,
    }
    /// `#dbg_label`.
    DebugRecordLabel "DEBUG_RECORD_LABEL" = 65, since 19.0 { location: MdRef, label: MdRef }
    /// `#dbg_declare_value`.
    DebugRecordDeclareValue "DEBUG_RECORD_DECLARE_VALUE" = 66, since 22.0 {
        location: MdRef, variable: MdRef, expression: MdRef, value: MdRef,
    }
}

impl AtomicRmw {
    /// The bit of the operation that says that each element of a vector is accessed on its own (`RMW_ELEMENTWISE_FLAG`, since LLVM 23).
    pub const ELEMENTWISE: u64 = 1 << 5;
}
