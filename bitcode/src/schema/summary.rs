//! GLOBALVAL_SUMMARY, FULL_LTO_GLOBALVAL_SUMMARY and MODULE_STRTAB: the summary index of ThinLTO.
use crate::schema::field::*;

/// MODULE_STRTAB: paths of the modules of a combined index.
pub mod module_strtab {
    use crate::schema::field::*;

    records! {
        /// Paths and hashes of the modules in a combined index.
        block "MODULE_STRTAB" = 19, since 3.8;

        /// Number and path of a module.
        Entry<'r> "ENTRY" = 1, since 3.8 { module: U64, path: Chars<'r> }
        /// SHA-1 of the module before, five words of 32 bits.
        Hash "HASH" = 2, since 3.9 { word0: U32, word1: U32, word2: U32, word3: U32, word4: U32 }
    }
}

/// FULL_LTO_GLOBALVAL_SUMMARY: the same records for a module that takes part in full LTO.
pub mod full_lto {
    records! {
        /// The records of GLOBALVAL_SUMMARY, for a module compiled for full LTO.
        block "FULL_LTO_GLOBALVAL_SUMMARY" = 24, since 5.0;
    }
}

/// Whether a GUID takes one operand.
#[inline]
fn in_one_operand(f: &Fields<'_>) -> bool {
    f.summary < 11
}

/// Whether functions for control-flow integrity have no GUIDs.
#[inline]
fn cfi_names_alone(f: &Fields<'_>) -> bool {
    f.summary < 14
}

records! {
    /// Summaries of functions, variables and aliases, of one module or of many. `v4` and so on name the summary's own version (record VERSION).
    block "GLOBALVAL_SUMMARY" = 20, since 3.8;

    /// Function summary without profile.
    PerModule<'r> "PERMODULE" = 1, since 3.8 until 17.0 {
        value: AbsValue,
        flags: U64,
        instruction_count: U64,
        /// v4: function flags; number of references; v5: of them read only; v7: of them write only; the references; the callees.
        /// (Not a list of one kind, because the operands depend on the version of the summary.)
        rest: Rest<'r>,
    }
    /// Function summary with profile.
    PerModuleProfile<'r> "PERMODULE_PROFILE" = 2, since 3.8 {
        value: AbsValue,
        flags: U64,
        instruction_count: U64,
        /// As PERMODULE, with hotness and tail-call flag after each callee. (Not a list of one kind, because the
        /// operands depend on the version of the summary.)
        rest: Rest<'r>,
    }
    /// Variable summary.
    PerModuleGlobalVarInitRefs<'r> "PERMODULE_GLOBALVAR_INIT_REFS" = 3, since 3.8 {
        value: AbsValue,
        flags: U64,
        /// v5: variable flags; the references. (Not a list of one kind, because the operands depend on the version of
        /// the summary.)
        rest: Rest<'r>,
    }
    /// Function summary in a combined index, without profile.
    Combined<'r> "COMBINED" = 4, since 3.8 until 17.0 {
        value: AbsValue,
        module: U64,
        flags: U64,
        instruction_count: U64,
        /// v4: function flags; v6: entry count; number of references; v5: of them read only; v7: of them write only; references; callees.
        /// (Not a list of one kind, because the operands depend on the version of the summary.)
        rest: Rest<'r>,
    }
    /// Function summary in a combined index, with profile.
    CombinedProfile<'r> "COMBINED_PROFILE" = 5, since 3.8 {
        value: AbsValue,
        module: U64,
        flags: U64,
        instruction_count: U64,
        /// As COMBINED, with hotness and tail-call flag after each callee. (Not a list of one kind, because the
        /// operands depend on the version of the summary.)
        rest: Rest<'r>,
    }
    /// Variable summary in a combined index.
    CombinedGlobalVarInitRefs<'r> "COMBINED_GLOBALVAR_INIT_REFS" = 6, since 3.8 {
        value: AbsValue,
        module: U64,
        flags: U64,
        /// v5: variable flags; the references. (Not a list of one kind, because the operands depend on the version of
        /// the summary.)
        rest: Rest<'r>,
    }
    /// Alias summary.
    Alias "ALIAS" = 7, since 3.9 { value: AbsValue, flags: U64, aliasee: AbsValue }
    /// Alias summary in a combined index.
    CombinedAlias "COMBINED_ALIAS" = 8, since 3.9 { value: AbsValue, module: U64, flags: U64, aliasee: AbsValue }
    /// GUID of the original name of the preceding value, if it was renamed.
    CombinedOriginalName "COMBINED_ORIGINAL_NAME" = 9, since 3.9 { guid: U64 }
    /// Version of the summary.
    Version "VERSION" = 10, since 3.9 { version: U64 }
    /// Type identifiers that the following function tests.
    TypeTests<'r> "TYPE_TESTS" = 11, since 5.0 {
        /// GUIDs.
        types: U64s<'r>,
    }
    /// Virtual calls under `llvm.assume` of a type test.
    TypeTestAssumeVCalls<'r> "TYPE_TEST_ASSUME_VCALLS" = 12, since 5.0 {
        calls: VirtualCalls<'r>,
    }
    /// Virtual calls by `llvm.type.checked.load`.
    TypeCheckedLoadVCalls<'r> "TYPE_CHECKED_LOAD_VCALLS" = 13, since 5.0 {
        calls: VirtualCalls<'r>,
    }
    /// A virtual call with constant arguments under `llvm.assume` of a type test.
    TypeTestAssumeConstVCall<'r> "TYPE_TEST_ASSUME_CONST_VCALL" = 14, since 5.0 { guid: U64, offset: U64, args: U64s<'r> }
    /// A virtual call with constant arguments by `llvm.type.checked.load`.
    TypeCheckedLoadConstVCall<'r> "TYPE_CHECKED_LOAD_CONST_VCALL" = 15, since 5.0 { guid: U64, offset: U64, args: U64s<'r> }
    /// GUID of a value.
    ValueGuidOld "VALUE_GUID" = 16, since 5.0 until 19.0, when in_one_operand { value: AbsValue, guid: U64 }
    /// GUID of a value, in two operands (v11).
    ValueGuid "VALUE_GUID" = 16, since 20.0 { value: AbsValue, guid_high: U32, guid_low: U32 }
    /// Local functions with jump tables for control-flow integrity.
    CfiFunctionDefsOld<'r> "CFI_FUNCTION_DEFS" = 17, since 6.0 until 22.0, when cfi_names_alone {
        names: StrtabNames<'r>,
    }
    /// Local functions with jump tables for control-flow integrity, with their GUIDs (v14).
    CfiFunctionDefs<'r> "CFI_FUNCTION_DEFS" = 17, since 23.0 {
        functions: GuidNames<'r>,
    }
    /// External functions with jump tables for control-flow integrity.
    CfiFunctionDeclsOld<'r> "CFI_FUNCTION_DECLS" = 18, since 6.0 until 22.0, when cfi_names_alone {
        names: StrtabNames<'r>,
    }
    /// External functions with jump tables for control-flow integrity, with their GUIDs (v14).
    CfiFunctionDecls<'r> "CFI_FUNCTION_DECLS" = 18, since 23.0 {
        functions: GuidNames<'r>,
    }
    /// Function summary with relative block frequencies.
    PerModuleRelBf<'r> "PERMODULE_RELBF" = 19, since 6.0 until 22.0 {
        value: AbsValue,
        flags: U64,
        instruction_count: U64,
        /// As PERMODULE, with relative block frequency and tail-call flag after each callee. (Not a list of one kind,
        /// because the operands depend on the version of the summary.)
        rest: Rest<'r>,
    }
    /// Flags of the whole index.
    Flags "FLAGS" = 20, since 6.0 { flags: U64 }
    /// What is known about a type identifier.
    TypeId<'r> "TYPE_ID" = 21, since 6.0 {
        /// Name, as offset and size in STRTAB.
        name_offset: U64,
        name_size: U64,
        /// Kind of the type test resolution.
        kind: U64,
        size_bits: U64,
        align_log2: U64,
        size_minus_one: U64,
        bit_mask: U64,
        inline_bits: U64,
        /// Per resolution: offset, kind, name (offset and size in STRTAB), number of resolutions by argument; each of those: number of
        /// arguments, arguments, kind, info, byte, bit. (Not a list of one kind, because resolutions contain lists.)
        resolutions: Rest<'r>,
    }
    /// Virtual tables that are compatible with a type identifier.
    TypeIdMetadata<'r> "TYPE_ID_METADATA" = 22, since 9.0 {
        /// Name, as offset and size in STRTAB.
        name_offset: U64,
        name_size: U64,
        tables: OffsetValues<'r>,
    }
    /// Variable summary of a virtual table.
    PerModuleVTableGlobalVarInitRefs<'r> "PERMODULE_VTABLE_GLOBALVAR_INIT_REFS" = 23, since 9.0 {
        value: AbsValue,
        flags: U64,
        variable_flags: U64,
        reference_count: U64,
        references: Values<'r> [count reference_count],
        /// Functions of the table.
        functions: ValueOffsets<'r>,
    }
    /// Number of basic blocks.
    BlockCount "BLOCK_COUNT" = 24, since 11.0 { count: U64 }
    /// Offsets that the following function accesses through its parameters.
    ParamAccess<'r> "PARAM_ACCESS" = 25, since 11.0 {
        /// Per parameter: number, lower and upper bound (signed), number of calls; each of those: parameter of the callee, callee, lower
        /// and upper bound (signed). (Not a list of one kind, because accesses contain lists.)
        accesses: Rest<'r>,
    }
    /// A call site for memory profiles.
    PerModuleCallsiteInfo<'r> "PERMODULE_CALLSITE_INFO" = 26, since 16.0 {
        value: AbsValue,
        /// Indices into STACK_IDS.
        stack_ids: U64s<'r>,
    }
    /// An allocation for memory profiles.
    PerModuleAllocInfo<'r> "PERMODULE_ALLOC_INFO" = 27, since 16.0 {
        /// v10: number of profiles. Per profile: allocation type, and an index into CONTEXT_RADIX_TREE_ARRAY (before v12: number of stack
        /// ids and their indices). Then, optionally, total sizes. (Not a list of one kind, because profiles contain lists whose form
        /// depends on the version of the summary.)
        profiles: Rest<'r>,
    }
    /// A call site for memory profiles in a combined index.
    CombinedCallsiteInfo<'r> "COMBINED_CALLSITE_INFO" = 28, since 16.0 {
        value: AbsValue,
        stack_id_count: U64,
        version_count: U64,
        /// Indices into STACK_IDS.
        stack_ids: U64s<'r> [count stack_id_count],
        versions: U64s<'r> [count version_count],
    }
    /// An allocation for memory profiles in a combined index.
    CombinedAllocInfo<'r> "COMBINED_ALLOC_INFO" = 29, since 16.0 {
        profile_count: U64,
        version_count: U64,
        /// Profiles as in PERMODULE_ALLOC_INFO, then versions, then, optionally, total sizes. (Not a list of one
        /// kind, because profiles contain lists whose form depends on the version of the summary.)
        rest: Rest<'r>,
    }
    /// All stack ids that other records refer to.
    StackIds<'r> "STACK_IDS" = 30, since 16.0 {
        /// Ids; since v12 each as upper and lower 32 bits. (Not a list of one kind, because the number of operands of
        /// an id depends on the version of the summary.)
        ids: Rest<'r>,
    }
    /// Full stack ids of the following allocation.
    AllocContextIds<'r> "ALLOC_CONTEXT_IDS" = 31, since 20.0 {
        ids: Halves<'r>,
    }
    /// Allocation contexts as a linearized radix tree.
    ContextRadixTreeArray<'r> "CONTEXT_RADIX_TREE_ARRAY" = 32, since 20.0 {
        entries: U64s<'r>,
    }
    /// An allocation for memory profiles in a combined index, without contexts.
    CombinedAllocInfoNoContext<'r> "COMBINED_ALLOC_INFO_NO_CONTEXT" = 33, since 21.0 {
        profile_count: U64,
        version_count: U64,
        /// Allocation types.
        profiles: U64s<'r> [count profile_count],
        versions: U64s<'r> [count version_count],
    }
}
