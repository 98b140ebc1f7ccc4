//! The feature table: what each LLVM release added to the IR, its bitcode and its assembly, and what it removed.
//!
//! Each row names a feature in LLVM's terms, the releases that have it, and what it changes in bitcode records, in the text and in what LLVM's
//! readers upgrade. Code asks a [`LlvmVersion`] for a feature (`version.opaque_pointers()`) and never compares version numbers. Fields and
//! records state their own `since` and `until` in the record schema, attributes and intrinsics in their tables.
//!
//! Sources: the release notes and language references of LLVM 3.0 to 22; `BitcodeWriter.cpp`, `ValueEnumerator.cpp`, `AsmWriter.cpp`,
//! `LLParser.cpp`, `AutoUpgrade.cpp`, `IRSymtab.cpp` and `StringMap.cpp` of these releases, and what their tools print and read.
use super::LlvmVersion;

/// A row of the feature table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FeatureRow {
    /// The feature in LLVM's terms.
    pub name: &'static str,
    /// The first release that has it; none if all releases had it from the start.
    pub since: Option<LlvmVersion>,
    /// The last release that has it; none if the newest one does.
    pub until: Option<LlvmVersion>,
    /// What it changes in bitcode; empty for nothing.
    pub records: &'static str,
    /// What it changes in the text; empty for nothing.
    pub text: &'static str,
    /// The changes in what readers upgrade; empty for none.
    pub upgrade: &'static str,
    /// What a translation to a release without the feature writes instead, with the same meaning; empty if there is no equivalent.
    pub lowered: &'static str,
    /// What such a translation leaves out, because the program means the same without it; empty for nothing.
    pub dropped: &'static str,
    /// What such a translation refuses, because the program would mean something else; empty for nothing.
    pub refused: &'static str,
}

impl FeatureRow {
    /// Whether a release has the feature.
    pub const fn is_in(&self, version: LlvmVersion) -> bool {
        let started = match self.since {
            None => true,
            Some(since) => !version.is_before(since),
        };
        let ended = match self.until {
            None => false,
            Some(until) => until.is_before(version),
        };
        started && !ended
    }
}

impl Feature {
    /// Its row.
    pub const fn row(self) -> &'static FeatureRow {
        &FEATURES[self as usize]
    }

    /// The first release that has it; LLVM 3.0 for older features.
    pub fn first(self) -> LlvmVersion {
        self.row().since.unwrap_or(LlvmVersion::three(0))
    }

    /// The last release that has it; the newest if it was not removed.
    pub fn last(self) -> LlvmVersion {
        self.row().until.unwrap_or(LlvmVersion::NEWEST)
    }

    /// The last release before the first that has it.
    pub fn last_without(self) -> LlvmVersion {
        match self.first() {
            LlvmVersion { major: 4, .. } => LlvmVersion::three(9),
            LlvmVersion { major: 3, minor: 0 } => LlvmVersion { major: 2, minor: 9 },
            LlvmVersion { major, minor: 0 } => LlvmVersion::new(major.saturating_sub(1)),
            LlvmVersion { major, minor } => LlvmVersion { major, minor: minor - 1 },
        }
    }
}

impl LlvmVersion {
    /// Whether this release has `feature`.
    #[inline]
    pub const fn has(self, feature: Feature) -> bool {
        feature.row().is_in(self)
    }
}

/// Declares the table: each row becomes a variant of [`Feature`], a [`FeatureRow`] and a method of [`LlvmVersion`].
macro_rules! features {
    ($( $variant:ident $method:ident $name:literal $(since $since:literal)? $(until $until:literal)? { $($column:ident: $text:literal),* } )*) => {
        /// A feature, by its place in [`FEATURES`].
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum Feature {
            $( #[doc = $name] $variant, )*
        }

        /// All features, by the release that added them, followed by those that a release removed.
        pub static FEATURES: &[FeatureRow] = &[
            $( FeatureRow {
                $($column: $text,)*
                ..FeatureRow { name: $name, since: features!(@version $($since)?), until: features!(@version $($until)?), records: "", text: "", upgrade: "", lowered: "", dropped: "", refused: "" }
            }, )*
        ];

        impl LlvmVersion {
            $(
                #[doc = concat!("Whether this release has: ", $name, ".")]
                #[inline]
                pub const fn $method(self) -> bool {
                    self.has(Feature::$variant)
                }
            )*
        }
    };
    (@version) => { None };
    (@version $version:literal) => { Some(const { LlvmVersion::of($version) }) };
}

features! {
    StorePointerType store_pointer_type "STORE by the type of the pointer" since 2.2 { records: "Before, by the type of the value." }
    FunctionAttributeIndex function_attribute_index "an index for attributes of functions" since 2.6 { records: "PARAMATTR. Before, with those of the result." }
    AllocaSizeType alloca_size_type "the type of the size of `alloca`" since 2.8 { records: "ALLOCA states it. Before, i32." }
    MetadataNodes metadata_nodes "METADATA_NODE, METADATA_NAMED_NODE and METADATA_KIND" since 2.8 { records: "Before, other records with pairs of type and value." }
    IdentifiedStructs identified_structs "identified structures" since 3.0 { records: "TYPE_BLOCK_ID_NEW. Before, types were equal by shape." }
    VolatileAfterOpcode volatile_after_opcode "`volatile` after `load` and `store`" since 3.0 { text: "Before, `volatile load`." }
    RelativeIds relative_ids "relative value numbers" since 3.2 { records: "VERSION 1." }
    SynchronousMasks synchronous_masks "`uwtable(sync)` for `uwtable` in a mask" since 19.0 { upgrade: "In masks of attributes. Before, `uwtable`." }
    AutoHideName auto_hide_name "the name `linkonce_odr_auto_hide`" since 3.2 { text: "Before, `linker_private_weak_def_auto`." }
    AttributeGroups attribute_groups "attribute groups" since 3.3 { records: "PARAMATTR_GROUP. Before, masks of bits.", text: "`attributes #0 = { … }` instead of attributes after the parameters." }
    SanitizeAddress sanitize_address "the name `sanitize_address`" since 3.3 { text: "Before, `address_safety`." }
    FailureOrdering failure_ordering "a failure ordering of `cmpxchg`" since 3.5 { text: "`cmpxchg` has two orderings and returns a pair." }
    UntypedMetadata untyped_metadata "metadata apart from values" since 3.6 { text: "No type before metadata; values in metadata have their type." }
    LocationNodes location_nodes "`DILocation` nodes" since 3.6 { text: "Before, a tuple of line, column, scope and inlined location." }
    LinkageBeforeAlias linkage_before_alias "linkage before `alias`" since 3.6 { text: "Before, after `alias`." }
    ComdatInParentheses comdat_in_parentheses "`comdat($name)`" since 3.6 { text: "No name if it is that of the global value. Before, `comdat $name`." }
    ExplicitTypes explicit_types "explicit types of `load`, `getelementptr` and calls" since 3.7 { records: "Also of GLOBALVAR and FUNCTION.", text: "A type besides that of the pointer." }
    FunctionPersonality function_personality "the personality of a function" since 3.7 { text: "Before, each `landingpad` names it." }
    DiNodes di_nodes "the prefix `DI` of debug info nodes" since 3.7 { text: "Before, `!MDLocation`." }
    AliasTypes alias_types "the value type of an alias" since 3.8 { text: "Stated besides the type of the aliasee." }
    NumberedAliases numbered_aliases "references to aliases without a name before their definition" since 3.8 { text: "Any numbered alias can be referred to.", lowered: "A name." }
    SubprogramAttachments subprogram_attachments "subprograms attached to functions" since 3.8 { text: "Before, the field `function` of a subprogram.", lowered: "The field `function`." }
    ProducerInBitcode producer_in_bitcode "the IDENTIFICATION block" since 3.8 { records: "Names the producer." }
    SymbolTableOffset symbol_table_offset "the place of the value symbol table" since 3.8 { records: "VSTOFFSET. The table of the module follows the functions and states their places." }
    CallFlags call_flags "`notail` and fast-math flags of calls" since 3.8 {}
    FunctionOperands function_operands "personality, prefix and prologue of a function as its operands" since 3.8 { records: "The order of constants. Before, of all functions one after the other." }
    Macros macros "macros of compile units" since 3.8 { records: "MACRO and MACRO_FILE. Compile units are always distinct.", text: "The field `macros`.", dropped: "The macros." }
    MetadataKindBlock metadata_kind_block "METADATA_KIND_BLOCK" since 3.8 { records: "Before, kinds are among the metadata." }
    FunctionMetadata function_metadata "metadata of one function in its block" since 3.9 { records: "METADATA of functions. Before, only local values." }
    StableIntegersFirst stable_integers_first "integers before other constants in their order" since 3.9 { records: "The order of constants. Before, an unstable partition." }
    MetadataStrings metadata_strings "METADATA_STRINGS" since 3.9 { records: "Before, a record for each string." }
    DistinctUnits distinct_units "distinct compile units" since 3.9 { text: "Before, a unit could be uniqued." }
    EmissionKindNames emission_kind_names "names of emission kinds" since 3.9 { text: "`FullDebug` instead of a number." }
    TypesByNode types_by_node "types by node" since 3.9 { records: "Bit 1 of COMPOSITE_TYPE and SUBROUTINE_TYPE. Before, strings could name types by their identifier." }
    SourceFilename source_filename "`source_filename`" since 3.9 { text: "Printed for every module." }
    LoopHintNames loop_hint_names "the present names of loop hints" since 3.9 { upgrade: "Hints for the vectorizer get their new names." }
    SubprogramUnits subprogram_units "the unit of a subprogram" since 3.9 { upgrade: "Older readers look for subprograms in the lists of compile units.", lowered: "A list of the unit." }
    Fragments fragments "`DW_OP_LLVM_fragment`" since 4.0 { records: "EXPRESSION, version 1.", text: "Before, `DW_OP_bit_piece`.", lowered: "`DW_OP_bit_piece`." }
    MetadataIndex metadata_index "an index of metadata" since 4.0 { records: "INDEX. METADATA of a module defines its abbreviations first." }
    LabelCommentColons label_comment_colons "a colon in label comments" since 4.0 { text: "`; <label>:1:` instead of `; <label>:1`." }
    IntrinsicAttributes intrinsic_attributes "recorded attributes of intrinsics" since 4.0 {
        upgrade: "Declarations get the attributes of the release's own table."
    }
    NewerConventions newer_conventions "calling conventions of debug information beyond `DW_CC_GNU_borland_fastcall_i386`" since 7.0 { dropped: "The convention." }
    MainSubprograms main_subprograms "`DIFlagMainSubprogram`" since 3.9 {}
    MainAmongSubprogramFlags main_among_subprogram_flags "`DISPFlagMainSubprogram`" since 9.0 { lowered: "`DIFlagMainSubprogram`.", dropped: "The flag, before LLVM 3.9." }
    AtomicTypes atomic_types "DW_TAG_atomic_type" since 4.0 { lowered: "A volatile type." }
    VariableExpressions variable_expressions "!DIGlobalVariableExpression" since 4.0 { text: "Before, the field `variable` of a global variable.", lowered: "The field `variable`." }
    NonIntegralSpaces non_integral_spaces "address spaces of pointers that are no integers, in the data layout" since 4.0 { dropped: "The list of address spaces." }
    ClassProperties class_properties "the module flag for Objective-C class properties" since 4.0 {
        upgrade: "Added where the image info version is present."
    }
    MaximumFlags maximum_flags "`max` behavior of the PIC level flags" since 5.0 { upgrade: "Before, `error`." }
    MinimumBehavior minimum_behavior "`min` as the behavior of a module flag" since 12.0 {}
    Win64CcName win64_cc_name "the name `win64cc`" since 5.0 { text: "Before, `x86_64_win64cc`." }
    SixDigits six_digits "floating-point numbers with six digits" since 5.0 { text: "Before, seven digits." }
    DwarfFive dwarf_five "DWARF 5" since 5.0 { upgrade: "LLVM 4 writes units of version 5 with the headers of version 4.", lowered: "DWARF 4, in the module flag `Dwarf Version`." }
    StringTable string_table "STRTAB" since 5.0 { records: "Names of global values. Before, in the value symbol table of the module." }
    SyncScopeNames sync_scope_names "`syncscope(\"…\")`" since 5.0 { text: "Before, the word `singlethread`.", lowered: "`singlethread`.", refused: "Other scopes." }
    SumsOnTheStack sums_on_the_stack "`DW_OP_plus` and `DW_OP_minus` without operands" since 5.0 { records: "EXPRESSION, version 3. Before, the summand follows.", text: "Before, `DW_OP_plus, 4`.", lowered: "`DW_OP_plus` and `DW_OP_minus` with an operand.", dropped: "Other expressions." }
    SubprogramOperands subprogram_operands "the present order of the operands of a subprogram" since 5.0 { records: "The order of metadata." }
    FunctionAttributesFirst function_attributes_first "attributes of a function before those of its result and parameters" since 5.0 { records: "The order of attribute groups." }
    VariableAttributes variable_attributes "attributes of variables" since 5.0 { records: "An operand of GLOBALVAR.", text: "`#0` after a variable.", dropped: "The attributes." }
    AllowContract allow_contract "`contract`" since 5.0 { records: "Bit 5 of fast-math flags.", dropped: "The flag." }
    UniquedMetadata uniqued_metadata "uniqued metadata in bitcode" since 5.0 { records: "Older writers repeat equal nodes." }
    VariablesWithExpressions variables_with_expressions "an expression in every `DIGlobalVariableExpression`" since 6.0 { upgrade: "An empty expression for null." }
    ImageInfoWithoutSpaces image_info_without_spaces "the image info section without spaces" since 6.0 { upgrade: "Spaces are removed." }
    ImportedEntityFiles imported_entity_files "the file of a `DIImportedEntity`" since 5.0 { upgrade: "A line is dropped if the record has no operand for the file." }
    SymtabSections symtab_sections "sections in the symbol table" since 6.0 { records: "The symbol table, version 1. Comdats of COFF by the name of their leader." }
    DsoLocal dso_local "`dso_local`" since 6.0 { records: "An operand of global values.", text: "The word `dso_local`.", dropped: "The word." }
    FastMathParts fast_math_parts "`reassoc` and `afn`" since 6.0 { records: "Bits 7 and 6 of fast-math flags. Before, bit 0 stands for all of them.", text: "`fast` for all flags.", lowered: "`fast` if all flags are set.", dropped: "The flags." }
    InlineExpressions inline_expressions "inline `DIExpression`" since 6.0 { text: "Before, numbered nodes." }
    DsoLocalIfuncs dso_local_ifuncs "`dso_local` of ifuncs" since 7.0 { dropped: "The word." }
    ImpliedDsoLocal implied_dso_local "`dso_local` implied by linkage or visibility" since 7.0 { records: "An operand of global values.", text: "Before, stated." }
    LibraryCallsUsed library_calls_used "library calls are used symbols" since 7.0 until 22.0 { records: "A flag in the symbol table. Later linkers know the names themselves." }
    AmdAddressSpaces amd_address_spaces "numbers of the address spaces of AMD's GPUs: generic 0, constant 4, private 5" since 7.0 { lowered: "The older numbers; for amdgcn of LLVM 5 and 6, those of the environment `amdgiz`.", refused: "Pointers into spaces above 5 of amdgcn." }
    AmdNoUnknownSpace amd_no_unknown_space "no address space of unknown pointers of AMD's GPUs, in the data layout" since 3.9 {}
    VariantParts variant_parts "DW_TAG_variant_part" since 7.0 { lowered: "A union." }
    VariableCounts variable_counts "variable counts of subranges" since 7.0 { dropped: "The count." }
    VariantDiscriminators variant_discriminators "discriminators of variant parts, read from bitcode" since 8.0 { dropped: "Which value each variant has: its code generator ends on one \
        without a discriminator, which its reader loses." }
    RetainedNodes retained_nodes "`retainedNodes` of a subprogram" since 7.0 { text: "Before, `variables`." }
    SubprogramFlags subprogram_flags "`spFlags` of a subprogram" since 8.0 { text: "Before, one field per flag.", lowered: "One field per flag." }
    NameTableKinds name_table_kinds "kinds of name tables of a compile unit" since 8.0 { text: "`nameTableKind`. Before, `gnuPubnames: true`." }
    CalleeLast callee_last "the callee as the last operand" since 8.0 { records: "The order of types. Before, the blocks of an `invoke` follow it." }
    EnumClass enum_class "`DIFlagEnumClass`" since 8.0 { text: "Enumerations whose enumerators are scoped." }
    DependentLibraries dependent_libraries "`llvm.dependent-libraries`" since 9.0 { records: "The symbol table, version 2." }
    FastMathSelect fast_math_select "fast-math flags of `select`" since 9.0 { dropped: "The flags." }
    Partitions partitions "partitions" since 9.0 { records: "Two operands of global values.", text: "`partition \"…\"`.", dropped: "The partition." }
    TypesBeforeAttributes types_before_attributes "types before attributes" since 9.0 { records: "The order of TYPE, PARAMATTR_GROUP and PARAMATTR." }
    NumberedLabels numbered_labels "labels of unnamed blocks" since 9.0 { text: "`1:` instead of a comment." }
    CurrentDiFlagNames current_di_flag_names "the present names of debug info flags" since 10.0 { text: "Before, some flags had other names." }
    TypedByVal typed_by_val "a type of `byval`" since 9.0 { upgrade: "The pointee type of the parameter.", lowered: "The pointee type of the parameter states it." }
    DoubleBackslash double_backslash "`\\\\` in quoted strings" since 10.0 { text: "Before, `\\5C`." }
    NumberedParameters numbered_parameters "numbers of unnamed parameters" since 10.0 { text: "Printed in definitions." }
    X86SpacesLayout x86_spaces_layout "address spaces 270 to 272 of x86, in the data layout" since 10.0 { upgrade: "Completed by the reader." }
    ApiNotes api_notes "`apinotes` of a `DIModule`" since 11.0 { text: "Before, `isysroot`." }
    GarbageCollectionByte garbage_collection_byte "an i8 Objective-C garbage collection flag" since 11.0 {
        upgrade: "Swift versions become flags of their own."
    }
    LowerBoundZero lower_bound_zero "`lowerBound: 0`" since 11.0 { text: "Printed if the subrange has it." }
    ExplicitAlignments explicit_alignments "alignment of every `load`, `store` and `alloca`" since 11.0 { upgrade: "The reader adds those that are missing." }
    Sha256Checksums sha256_checksums "`CSK_SHA256`" since 11.0 { dropped: "The checksum." }
    StrictfpChecked strictfp_checked "`strictfp` calls only in `strictfp` functions" since 11.0 { upgrade: "Others become `nobuiltin`." }
    FastMathPhi fast_math_phi "fast-math flags of `phi`" since 10.0 { dropped: "The flags." }
    FastMathArrays fast_math_arrays "fast-math flags of results that are arrays" since 10.0 { dropped: "The flags." }
    MisexpectKind misexpect_kind "the metadata kind `misexpect`" since 10.0 until 11.0 { records: "METADATA_KIND 28." }
    CallbrValues callbr_values "code for values that live in indirect destinations of `callbr`" since 12.0 { lowered: "For LLVM 11, a block of its own for the `callbr`, and one between for each destination with a `phi`." }
    GlobalsSpaceInLayout globals_space_in_layout "the address space of globals (`G1`) in the data layout" since 12.0 { dropped: "The specification." }
    InterruptFramesByValue interrupt_frames_by_value "`byval` frames of `x86_intrcc` functions" since 12.0 { upgrade: "The pointee type of the first parameter." }
    AmdGlobalsLayout amd_globals_layout "the address space of globals of AMD's GPUs, in the data layout" since 12.0 { upgrade: "Completed by the reader." }
    TypedStructRet typed_struct_ret "a type of `sret`" since 12.0 { upgrade: "The pointee type of the parameter.", lowered: "The pointee type of the parameter states it." }
    ExplicitAtomicAlignments explicit_atomic_alignments "alignment of `cmpxchg` and `atomicrmw`" since 13.0 { upgrade: "The reader adds those that are missing.", dropped: "Alignments of `cmpxchg` and `atomicrmw` that are at least natural, or of AVR.", refused: "Smaller ones." }
    SymtabComdatKinds symtab_comdat_kinds "kinds of comdats in the symbol table" since 13.0 { records: "The symbol table, version 3." }
    CallbrOutputs callbr_outputs "results of `callbr`" since 11.0 { lowered: "A call and a branch. Assembly for x86 and AArch64 that jumps gets labels of its own, and says in a register where it went.", refused: "Assembly that jumps, for other targets or in Intel's syntax, or that refers to labels otherwise than by `${N:l}`." }
    TypedInAlloca typed_in_alloca "a type of `inalloca`" since 13.0 { lowered: "The pointee type of the parameter states it." }
    CompilerUsedSymbols compiler_used_symbols "symbols of `llvm.compiler.used` are used" since 13.0 { records: "A flag in the symbol table." }
    AtomicRmwValueType atomicrmw_value_type "the type of the value of `atomicrmw`" since 13.0 { records: "INST_ATOMICRMW states it where the value is not defined yet." }
    InlineAsmUnwind inline_asm_unwind "inline assembly that unwinds" since 13.0 { records: "A flag of INLINEASM.", text: "`asm unwind`.", refused: "Inline assembly that may unwind." }
    MustprogressOrder mustprogress_order "`mustprogress` in the order of its kind" since 13.0 { text: "Before, it is the last attribute." }
    NoDeduplicate no_deduplicate "the comdat kind `nodeduplicate`" since 13.0 { text: "Before, `noduplicates`.", dropped: "The comdat of global values, in modules for ELF." }
    IfuncValueTypes ifunc_value_types "the value type of an ifunc" since 14.0 { records: "Enumerated with the ifunc." }
    BFloatCodeOfX86 bfloat_code_of_x86 "code for bfloat on x86" since 17.0 { lowered: "As before LLVM 11: code generators select nothing of the type before LLVM 15, and not all until LLVM 16. Intrinsics of the processor have the types of the release.", refused: "As before LLVM 11." }
    BFloatCodeOfAArch64 bfloat_code_of_aarch64 "code for bfloat on AArch64" since 18.0 { lowered: "As before LLVM 11, in modules that do more than to move the type. Intrinsics of the processor keep it.", refused: "As before LLVM 11." }
    RoundedHalfArithmetic rounded_half_arithmetic "rounding of each result of `half` arithmetic on x86" since 15.0 { lowered: "Arithmetic of `float`, and a conversion.", refused: "Arithmetic of long or scalable vectors." }
    IfuncObjects ifunc_objects "ifuncs as objects" since 14.0 { records: "The symbol of an ifunc is an object, not its resolver." }
    InlineAsmFunctionType inline_asm_function_type "the function type of inline assembly" since 14.0 { records: "INLINEASM states it. Before, the type of the constant implied it." }
    SuffixesOfAliases suffixes_of_aliases "calling-convention suffixes of aliases" since 14.0 { records: "Names in the symbol table (`_f@8`)." }
    QuotedDots quoted_dots "quoted `.` and `$` in linker directives" since 14.0 { records: "Names in COFF directives of the symbol table." }
    SummaryFunctionFlags summary_function_flags "all function flags of summaries" since 14.0 { text: "`noUnwind`, `mayThrow`, `hasUnknownCall`, `mustBeUnreachable`." }
    Annotations annotations "annotations of debug info" since 14.0 { text: "The field `annotations`." }
    ElementTypesOfAsm element_types_of_asm "elementtype of indirect operands of inline assembly" since 14.0 { upgrade: "The pointee type of the operand.", lowered: "The pointee type of the operand states it." }
    MsvcFp80Layout msvc_fp80_layout "alignment of `x86_fp80` for 32-bit MSVC, in the data layout" since 14.0 { upgrade: "Completed by the reader." }
    TypedResolvers typed_resolvers "resolvers of the type of their ifunc" since 14.0 { upgrade: "Cast to a function that returns a pointer to the ifunc's type." }
    ElementTypesOfAccesses element_types_of_accesses "elementtype of exclusive accesses of Arm" since 15.0 { upgrade: "The pointee type of the operand." }
    ForwardPlaceholders forward_placeholders "placeholders only for forward references of constants" since 15.0 {
        records: "Before, the reader made each constant again when its operands were known, which changes use-lists."
    }
    OpaquePointers opaque_pointers "opaque pointers (ptr)" since 15.0 { records: "OPAQUE_POINTER.", text: "`ptr` instead of `i32*`.", lowered: "Typed pointers: `T*` where the module states T, else `i8*` and a `bitcast`." }
    OpaquePointersOnRequest opaque_pointers_on_request "a reader of opaque pointers that has to be asked for" since 14.0 until 14.0 {}
    MemoryCallAttributes memory_call_attributes "attributes of upgraded calls of `memcpy` and the like" since 15.0 { upgrade: "Kept. Before, dropped." }
    UnwindTableKinds unwind_table_kinds "a kind of `uwtable`" since 15.0 { upgrade: "`uwtable` without a value becomes `uwtable` with one.", lowered: "`uwtable` without a kind." }
    MinimumProtection minimum_protection "`min` behavior of branch protection flags" since 15.0 { upgrade: "Before, `error`.", lowered: "`max`, or `error`." }
    BlockAddressUsers block_address_users "BLOCKADDR_USERS" since 15.0 { records: "Bodies list the functions that take addresses of their blocks." }
    SanitizerMetadata sanitizer_metadata "sanitizer attributes of a variable" since 15.0 { text: "`no_sanitize_address` and others.", dropped: "The attributes." }
    NoCfi no_cfi "no_cfi" since 15.0 { text: "The constant `no_cfi @f`.", refused: "The constant." }
    RmwMinMax rmw_min_max "atomicrmw fmax and fmin" since 15.0 { lowered: "A loop with `cmpxchg`." }
    NaturalByteLayout natural_byte_layout "data layouts in which `i8` is aligned to 8 bits" since 16.0 { text: "Before, other alignments are read, too." }
    MemoryAttribute memory_attribute "the attribute `memory`" since 16.0 { upgrade: "Replaces `readnone`, `argmemonly` and others.", lowered: "`readnone`, `readonly`, `writeonly`, `argmemonly` and the like.", dropped: "What these words cannot express." }
    ReadsAsOpaque reads_as_opaque "pointers always opaque" since 16.0 { upgrade: "The reader makes typed pointers opaque." }
    MinimumFlags minimum_flags "`min` behavior of the PIC level flags" since 16.0 { upgrade: "Before, `max`." }
    TargetTypes target_types "target types (target(\"…\"))" since 16.0 { records: "TARGET_TYPE.", text: "`target(\"…\")`.", lowered: "Those of OpenCL: pointers to opaque structures.", refused: "All others." }
    RmwWrap rmw_wrap "atomicrmw uinc_wrap and udec_wrap" since 16.0 { lowered: "A loop with `cmpxchg`." }
    MemoryProfiles memory_profiles "memory profiles in summaries" since 16.0 { records: "PERMODULE_ALLOC_INFO, PERMODULE_CALLSITE_INFO and others.", dropped: "The profiles." }
    HiddenDirectives hidden_directives "hidden symbols in MinGW directives" since 16.0 { records: "`-exclude-symbols` in the symbol table." }
    RiscvN32Layout riscv_n32_layout "`n32` of 64-bit RISC-V, in the data layout" since 16.0 { upgrade: "Completed by the reader." }
    PoisonMasks poison_masks "poison elements of shuffle masks" since 17.0 { text: "Before, `undef`." }
    BlockCountIfAny block_count_if_any "BLOCK_COUNT only if not 0" since 17.0 { records: "The summary leaves a count of 0 out." }
    NamesByXxh3 names_by_xxh3 "StringMap with xxh3" since 17.0 { records: "Order of names in value symbol tables. Before, Bernstein's hash." }
    AppleNameTables apple_name_tables "nameTableKind: Apple" since 17.0 { text: "`nameTableKind: Apple`.", dropped: "The kind of name table." }
    AmdBuffersLayout amd_buffers_layout "buffer pointers of amdgcn: address spaces 7 and 8, in the data layout" since 17.0 { upgrade: "Completed by the reader." }
    NumberedVtables numbered_vtables "numbers of compatible vtables" since 18.0 { text: "In a summary. Before, the number of the value with the same GUID." }
    MixedSources mixed_sources "sources of some files of a unit" since 18.0 { upgrade: "Before, such debug info was invalid." }
    CodeModel code_model "code_model of a variable" since 18.0 { dropped: "The code model of a variable." }
    Disjoint disjoint "or disjoint" since 18.0 { dropped: "The flag." }
    NonNegZext nneg_zext "zext nneg" since 18.0 { dropped: "The flag." }
    StaticMemberVariables static_member_variables "DW_TAG_variable for static members" since 18.0 { lowered: "`DW_TAG_member`." }
    ModulesByPath modules_by_path "modules of an index ordered by path" since 18.0 { records: "Numbers in MODULE_STRTAB." }
    LocalSeparator local_separator "`;` between path and name of local symbols" since 18.0 { records: "In the GUID of a local symbol. Before, `:`." }
    NumberedCallees numbered_callees "numbers of callees without a stack" since 18.0 { records: "COMBINED_CALLSITE_INFO." }
    CallsWithHotness calls_with_hotness "hotness of every call" since 18.0 { records: "FS_PERMODULE_PROFILE with a tail-call flag.", dropped: "Marks of tail calls." }
    AmdStridedLayout amd_strided_layout "strided buffer pointers of amdgcn: address space 9, in the data layout" since 18.0 { upgrade: "Completed by the reader." }
    OverloadsRenamedInPlace overloads_renamed_in_place "renamed overloads of `llvm.masked` and `llvm.invariant` in place" since 18.0 { upgrade: "Before, the reader made their calls anew, which changes use-lists." }
    X86I128Layout x86_i128_layout "alignment of `i128` of x86, in the data layout" since 18.0 { upgrade: "Completed by the reader.", lowered: "Structures that the older one \
        moves are packed in memory, with explicit padding.", refused: "Such structures that calls or `va_arg` return, and large ones that are loaded or stored." }
    AmdhsaFlag amdhsa_flag "the module flag `amdhsa_code_object_version`" since 19.0 { upgrade: "Before, `amdgpu_code_object_version`." }
    InRangeBounds in_range_bounds "inrange with bounds" since 19.0 { records: "CE_GEP_WITH_INRANGE.", upgrade: "`inrange` before an index is dropped.", dropped: "`inrange`." }
    ConstantGepFlags constant_gep_flags "nusw and nuw of a constant getelementptr" since 19.0 { records: "CE_GEP has flags and a range.", dropped: "The flags; `inbounds` stays." }
    GepNoWrapFlags gep_flags "nusw and nuw of getelementptr" since 19.0 { dropped: "The flags; `inbounds` stays." }
    TruncFlags trunc_flags "nuw and nsw of trunc" since 19.0 { dropped: "The flags." }
    NonNegUiToFp nneg_ui_to_fp "uitofp nneg" since 19.0 { dropped: "The flag." }
    PtrAuthTypes ptr_auth_types "types of signed pointers (`DW_TAG_LLVM_ptrauth_type`)" since 19.0 { lowered: "The type of the pointer, by the name `__ptrauth`." }
    KindlessAllocations kindless_allocations "memory profiles of the summary whose allocations have no kind (`versions: (none)`)" since 19.0 { dropped: "All memory profiles." }
    AllocationSizes allocation_sizes "sizes in `!memprof`" since 20.0 { records: "Nodes after the kind of an allocation.", dropped: "The sizes." }
    RenamedByOpcode renamed_by_opcode "`metarenamer` with names of opcodes" since 19.0 { text: "`tmp` before, for results of instructions." }
    PtrAuth ptr_auth "ptrauth constants" since 19.0 { refused: "The constants." }
    DebugRecords debug_records "debug records (#dbg_value)" since 19.0 { records: "DEBUG_RECORD_VALUE and others.", upgrade: "Calls of `llvm.dbg` intrinsics become records.", lowered: "Calls of `llvm.dbg` intrinsics." }
    ImportType import_type "importType of summaries" since 19.0 { text: "Printed with the flags of a value." }
    HashUnquoted hash_unquoted "unquoted `#` in linker directives" since 19.0 { records: "Names of ARM64EC." }
    OffsetTableSymbol offset_table_symbol "the symbol `_GLOBAL_OFFSET_TABLE_`" since 19.0 { records: "In the symbol table of some x86 modules." }
    CountedContexts counted_contexts "counts of allocation contexts" since 19.0 { records: "Allocations of a memory profile." }
    SpirvGlobalsLayout spirv_globals_layout "the address space of globals of SPIR and SPIR-V, in the data layout" since 19.0 { upgrade: "Completed by the reader." }
    LoongarchN32Layout loongarch_n32_layout "`n32` of 64-bit LoongArch, in the data layout" since 19.0 { upgrade: "Completed by the reader." }
    Aarch64FunctionsLayout aarch64_functions_layout "alignment of functions of AArch64, in the data layout" since 19.0 { upgrade: "Completed by the reader." }
    CapturesKnown captures_known "the attribute `captures`" since 20.0 { upgrade: "Older releases have `nocapture` alone.", lowered: "`captures(none)` becomes `nocapture`.", dropped: "Other forms of `captures`." }
    MmxAsVector mmx_as_vector "`x86_mmx` as a vector" since 20.0 { upgrade: "The type becomes `<1 x i64>`." }
    Splats splats "`splat` of vectors" since 20.0 { text: "`splat (i32 1)` for equal elements.", lowered: "Vectors element by element." }
    SameSign samesign "icmp samesign" since 20.0 { dropped: "The flag." }
    RmwSubtract rmw_subtract "atomicrmw usub_cond and usub_sat" since 20.0 { lowered: "A loop with `cmpxchg`." }
    RadixTree radix_tree "radix trees of allocation contexts" since 20.0 { records: "GUIDs and stack ids in two halves, contexts as one tree." }
    IndexWithoutContexts index_without_contexts "no allocation contexts in a combined index" since 20.0 { records: "COMBINED_ALLOC_INFO." }
    Aarch64SpacesLayout aarch64_spaces_layout "address spaces 270 to 272 of AArch64, in the data layout" since 20.0 { upgrade: "Completed by the reader." }
    MoreI128Layout more_i128_layout "alignment of `i128` of MIPS, PowerPC, SPARC and WebAssembly, in the data layout" since 20.0 { upgrade: "Completed by the reader.", lowered: "Structures that the older one \
        moves are packed in memory, with explicit padding.", refused: "Such structures that calls or `va_arg` return, and large ones that are loaded or stored." }
    BlockAddressUsesBlock block_address_uses_block "`blockaddress` without a use of the function" since 21.0 { records: "Use-lists of functions." }
    SalvagedAsPoison salvaged_as_poison "`poison` in debug information for constants that are gone" since 21.0 { text: "`undef` before, in what `globaldce` leaves." }
    ConstantsWithoutUseLists constants_without_use_lists "constants without use-lists" since 21.0 { records: "Constants without operands have no use-list." }
    CapturesAttribute captures_attribute "`captures` instead of `nocapture`" since 21.0 { upgrade: "`nocapture` becomes `captures(none)`." }
    IntrinsicTypesChecked intrinsic_types_checked "intrinsics only with their type" since 21.0 {
        upgrade: "A declaration of another type keeps its attributes."
    }
    UnknownIntrinsicComments unknown_intrinsic_comments "comments on unknown intrinsics" since 21.0 { text: "`; Unknown intrinsic`." }
    NvvmAnnotationsAsAttributes nvvm_annotations_as_attributes "NVVM kernels by convention and attributes" since 21.0 {
        upgrade: "`nvvm.annotations` become calling conventions and attributes."
    }
    ErrnoMemory errno_memory "`errnomem` in `memory`" since 21.0 { dropped: "What `memory` says about `errno`." }
    RmwExtremum rmw_extremum "atomicrmw fmaximum and fminimum" since 21.0 { lowered: "A loop with `cmpxchg`." }
    DebugAtoms debug_atoms "atomGroup of debug locations" since 21.0 { dropped: "The groups and ranks." }
    UefiDirectives uefi_directives "linker directives of UEFI" since 21.0 { records: "As those of Windows." }
    ContextIdsIfAny context_ids_if_any "an abbreviation for allocation contexts only if needed" since 21.0 { records: "Before, always." }
    SizesAsMetadata sizes_as_metadata "sizes as metadata" since 21.0 { records: "Sizes and offsets of types in debug info.", lowered: "Constant ones as numbers.", dropped: "Others." }
    TargetMemoryOfAttributes target_memory_of_attributes "`memory` attributes written with target memory" since 21.0 {
        upgrade: "What older releases wrote says nothing of target memory."
    }
    AmdBufferOffsetsLayout amd_buffer_offsets_layout "width of the offsets of address space 8 of amdgcn, in the data layout" since 21.0 { upgrade: "Completed by the reader." }
    StrictLayouts strict_layouts "alignments of functions and of the stack other than 0, in data layouts" since 20.0 {}
    PoisonForLostConstants poison_for_lost_constants "`poison` for constants that metadata loses" since 21.0 { upgrade: "For removed constant expressions. Before, `undef`." }
    CallsUpgradedInOrder calls_upgraded_in_order "old calls upgraded in their order" since 22.0 { upgrade: "Before, the reader starts with the last call, which numbers added names." }
    UpgradesAll upgrades_all "all upgrades of the reader" since 22.0 { upgrade: "Of older releases, only those that change the text of current files." }
    SignExtendedIntegers sign_extended_integers "INTEGER in types of more than 64 bits is sign-extended" since 22.0 { upgrade: "Before, zero-extended; writers use WIDE_INTEGER there." }
    SwitchCasesAsRead switch_cases_as_read "cases of a `switch` are integers when they are read" since 22.0 { upgrade: "Before, expressions that fold to one are taken." }
    SwitchRecordNamed switch_record_named "errors that name the record of a `switch`" since 23.0 {}
    NvvmGridConstantAttribute nvvm_grid_constant_attribute "the attribute `nvvm.grid_constant`" since 22.0 { upgrade: "From the annotation." }
    UnannotatedDeclarations unannotated_declarations "no annotations of modules without their bodies" since 22.0 { text: "`llvm-dis --materialize-metadata --show-annotations` adds no comments." }
    TargetMemory target_memory "target memory in `memory`" since 22.0 { text: "`target_mem0`, `target_mem1`.", dropped: "What `memory` says about target memory." }
    DeactivationSymbols deactivation_symbols "deactivation symbols of ptrauth constants" since 22.0 { records: "PTRAUTH2. Before, PTRAUTH.", refused: "The constants." }
    SimplifiedNameFlag simplified_name_flag "`DIFlagNameIsSimplified`" since 22.0 { text: "Before, a number, and only if there is no other flag.", dropped: "The flag." }
    AccessorsInPlace accessors_in_place "getter and setter of `DIObjCProperty` in place" since 22.0 { records: "Older readers swap them." }
    NewerLanguages newer_languages "`DW_LANG_C17`, `DW_LANG_C_plus_plus_17` (16), `DW_LANG_HIP` (19), `DW_LANG_Metal` and other languages" since 20.0 { lowered: "The nearest older language." }
    SourceLanguageNames source_language_names "`sourceLanguageName` of compile units" since 22.0 { records: "Bit 63 of the language.", lowered: "The language of this name and version." }
    LanguageOfHip language_of_hip "`DW_LNAME_HIP`" since 23.0 { lowered: "`DW_LANG_HIP`." }
    LanguageZero language_zero "`language: 0`" since 22.0 { text: "A compile unit prints it; LLVM 13 to 19 leave it out (20 and 21 were not tried)." }
    PtrToAddr ptr_to_addr "ptrtoaddr" since 22.0 { lowered: "`ptrtoint`." }
    DebugDeclareValue debug_declare_value "#dbg_declare_value" since 22.0 { dropped: "The record." }
    OwnAlignmentWidth own_alignment_width "room for alignments of variables alone" since 22.0 { records: "Abbreviation of GLOBALVAR. Before, with those of functions." }
    LifetimesWithoutSize lifetimes_without_size "`llvm.lifetime` without a size" since 22.0 { upgrade: "The size is dropped.", lowered: "A size of -1: that of the whole object." }
    NvvmConditionsOfOneBit nvvm_conditions_of_one_bit "conditions of one bit in NVVM barriers, `tanh` instead of `llvm.nvvm.tanh.approx.f32`" since 22.0 { upgrade: "`llvm.nvvm.barrier0.and`, `or` and `popc` are replaced." }
    AmdManglingLayout amd_mangling_layout "mangling of AMD's GPUs, in the data layout" since 22.0 { upgrade: "Completed by the reader." }
    RiscvBeN32Layout riscv_be_n32_layout "`n32` of big-endian RISC-V, in the data layout" since 22.0 { upgrade: "Completed by the reader." }
    AixDoubleLayout aix_double_layout "alignment of `double` of AIX, in the data layout" since 22.0 { upgrade: "Completed by the reader." }
    DeadBytes dead_bytes "a number of bytes of `dead_on_return`" since 23.0 { records: "An attribute with a value.", text: "`dead_on_return(8)`.", upgrade: "The attribute without a value gets one.", dropped: "The number of bytes." }
    VectorsInRmw vectors_in_rmw "atomicrmw of vectors of integers" since 23.0 { refused: "The operation." }
    RmwElementwise rmw_elementwise "atomicrmw elementwise" since 23.0 { records: "A bit of the operation.", text: "`atomicrmw elementwise add`.", refused: "The operation." }
    RmwMaximumNum rmw_maximum_num "atomicrmw fmaximumnum and fminimumnum" since 23.0 { lowered: "A loop with `cmpxchg`." }
    FastMathConversions fast_math_conversions "fast-math flags of uitofp and sitofp" since 23.0 { records: "Flags of INST_CAST; those of `uitofp` follow `nneg`.", dropped: "The flags." }
    PreferredAlign preferred_align "prefalign of functions" since 23.0 { records: "The last operand of FUNCTION.", dropped: "The alignment." }
    NullPointerSplats null_pointer_splats "vectors of null pointers as splats" since 23.0 { text: "`splat (ptr null)`. Before, `zeroinitializer`." }
    AssumptionBundleTags assumption_bundle_tags "tags of assumptions among the operand bundle tags of every context" since 23.0 { records: "OPERAND_BUNDLE_TAG." }
    BlockAddressUsesNothing block_address_uses_nothing "`blockaddress` without a use of the block" since 23.0 { records: "Use-lists of blocks." }
    NamesByLinearProbing names_by_linear_probing "StringMap with linear probing" since 23.0 { records: "Order of names in value symbol tables. Before, quadratic probing." }
    FloatLiterals float_literals "floating-point numbers in one form for all formats" since 23.0 { text: "Decimal, `f0x3F800001`, `+inf`, `+qnan`, `+nan(0x1)`. Before, hexadecimal after a letter for other formats than `float` and `double`." }
    FloatSplats float_splats "splats of floating-point numbers and bytes as one constant" since 23.0 { records: "FLOAT and BYTE with a vector type.", lowered: "Vectors element by element." }
    ByteTypes byte_types "byte types (b8)" since 23.0 { records: "BYTE of types, BYTE and WIDE_BYTE of constants.", text: "`b8`.", refused: "The types." }
    SplitsInTurn splits_in_turn "`llvm-split` distributes functions in turn, or by the target (`--round-robin`, `--mtriple`)" since 19.0 {}
    SplitsAsMet splits_as_met "`llvm-split` gives groups of symbols to parts in the order in which it meets them" since 22.0 { upgrade: "Before, the largest come first (20 and 21 were not tried)." }
    SplitsByCategory splits_by_category "`llvm-split` writes text and splits by category (`-S`, `--split-by-category`)" since 22.0 {}
    VerifiedKinds verified_kinds "metadata kinds that the verifier looks up" since 23.0 { records: "KIND of `reqd_work_group_size` and `amdgpu.expected.active.lanes`, if functions or instructions have metadata." }
    FunctionLocalDebugInfo function_local_debug_info "types and variables that are local to a function among its retained nodes" since 23.0 { upgrade: "Local variables and enumerations move from the compile unit to the function; a function drops retained types of other scopes. Before, a \
                  function that retains types or variables is invalid.", lowered: "They move to the compile unit." }
    NvvmAbsAsIntrinsic nvvm_abs_as_intrinsic "`llvm.nvvm.abs` as `llvm.abs`" since 23.0 { upgrade: "Before, a subtraction, comparison and selection." }
    AtomicVectors atomic_vectors "atomic loads and stores of vectors" since 22.0 { lowered: "An integer of the same size." }
    CallbrResults callbr_results "results of `callbr` in all destinations" since 17.0 { lowered: "A call and a branch, if indirect destinations use the result. Assembly for x86 and AArch64 that jumps gets labels of its own, and says in a register where it went.", refused: "Results of assembly that jumps, which indirect destinations use: for other targets or in Intel's syntax, or that refers to labels otherwise than by `${N:l}`." }
    CallbrResultCopies callbr_result_copies "code for several results of `callbr` in indirect destinations" since 21.0 { lowered: "A call and a branch, if indirect destinations use the result. Assembly for x86 and AArch64 that jumps gets labels of its own, and says in a register where it went." }
    TypeHashes type_hashes "type hashes of functions (`!func_sanitize`)" since 17.0 { dropped: "The hash: calls of the function are not checked." }
    RiscvRoundingModes riscv_rounding_modes "rounding modes of vector intrinsics of RISC-V" since 17.0 { refused: "Calls of the intrinsics." }
    EntryValues entry_values "values on entry to a function (`DW_OP_LLVM_entry_value`)" since 17.0 { dropped: "The place of the variable." }
    InlinableDefinitions inlinable_definitions "calls without a location of declared functions that have debug information" since 16.0 { lowered: "A location in line 0." }
    AttributeRules attribute_rules "rules of attributes as LLVM 17 checks them" since 17.0 {}
    ProtectionRules protection_rules "checked values of `sign-return-address`, `branch-target-enforcement` and `vector-function-abi-variant`" since 18.0 {}
    ArgumentSizeRules argument_size_rules "limits of `byval` and `byref`, checked values of attributes for branch protection" since 19.0 {}
    NakedRules naked_rules "unused arguments of `naked` functions, agnostic ZA state, checked `denormal-fp-math`" since 20.0 {}
    CallableConventions callable_conventions "conventions without calls, checked `alloc-variant-zeroed`, ranges of `immarg`" since 21.0 {}
    TargetParameters target_parameters "checked parameters of target types; no constant addresses of scalable types" since 20.0 {}
    TokenLikeTargetTypes token_like_target_types "target types `dx.…` are like tokens, and no variables of SPIR-V constants" since 22.0 {}
    StrideMarks stride_marks "target type `amdgpu.stridemark`, which is like a token" since 23.0 {}
    FormatRules format_rules "checked `modular-format` and `target-features`, `callbr` of intrinsics" since 22.0 {}
    FormatIndexRules format_index_rules "checked indices of `modular-format`, no casts between `musttail` and `ret`, no calls of `ptx_kernel`" since 23.0 {}
    SizesOfGlobalsChecked sizes_of_globals_checked "no variables that are larger than their address space" since 23.0 {}
    EmptyRanges empty_ranges "`range` of no or all numbers" since 20.0 {}
    PointerSpacesBeforeAll pointer_spaces_before_all "address spaces of pointers in data layouts of x86 before all other parts" since 20.0 {
        upgrade: "Before, they were added before `i64` or `f64` alone."
    }
    RoundingOfVectors rounding_of_vectors "`llvm.lround` and `llvm.llround` of vectors" since 20.0 { lowered: "A call for each element." }
    MasksOfPointerVectors masks_of_pointer_vectors "`llvm.ptrmask` of vectors" since 17.0 { lowered: "Arithmetic of addresses." }
    KcfiBundles kcfi_bundles "the operand bundle `kcfi`" since 16.0 { dropped: "The bundle: the type of the callee is not checked." }
    PointerAuthBundles pointer_auth_bundles "the operand bundle `ptrauth`" since 19.0 { refused: "The bundle: older code calls the signed address." }
    StackGuards stack_guards "module flags that say where the guard of stacks is" since 13.0 { refused: "The flags: older code takes the guard from the usual place." }
    StackGuardSymbols stack_guard_symbols "the module flag `stack-protector-guard-symbol`" since 15.0 { refused: "The flag." }
    NearestOfVectors nearest_of_vectors "`llvm.lrint` and `llvm.llrint` of vectors" since 19.0 { lowered: "A call for each element." }
    UnifiedStructorNames unified_structor_names "linkage names of constructors and destructors without a variant (`_ZN1AC4Ev`) in their declarations" since 22.0 { lowered: "No linkage \
                  name. Before, debuggers looked for the symbol." }
    RetainedNodesOwned retained_nodes_owned "nodes that a function retains are in its scope" since 22.0 {}
    PoisonEmptyArrays poison_empty_arrays "the array `[]` is poison" since 20.0 { text: "Before, `undef`." }
    OpaqueUndefRefused opaque_undef_refused "no variables with values of opaque structures" since 21.0 {}
    NvvmMinMaxOfShorts nvvm_min_max_of_shorts "no `llvm.nvvm.max.s`, `us` and `min` of these" since 18.0 { upgrade: "Comparisons and selections." }
    NvvmMinMaxAsIntrinsics nvvm_min_max_as_intrinsics "`llvm.nvvm.max` and `min` as `llvm.smax` and others" since 22.0 { upgrade: "Before, comparisons and selections." }
    CallgraphMetadata callgraph_metadata "`!callee_type` lists metadata like that of `!callgraph`; before, like that of `!type`" since 23.0 {}
    SpliceOffsetsVary splice_offsets_vary "offsets of `llvm.vector.splice.left` and `right` that vary" since 23.0 {}
    CatchpadArgumentsChecked catchpad_arguments_checked "arguments of `catchpad` are constants or variables on the stack" since 23.0 {}
    ProfileNamesChecked profile_names_checked "profiles of instructions are weights, values or unknown; the forms of memory profiles" since 22.0 { dropped: "Profiles that are unknown." }
    ProfileValuesChecked profile_values_checked "values of profiles differ; no weights of unconditional branches" since 23.0 {}
    IntrinsicDeclarationsVerified intrinsic_declarations_verified "declarations of intrinsics have their signature and name" since 23.0 {
        upgrade: "Before, where they are called."
    }
    AssumptionTags assumption_tags "operand bundles of `llvm.assume` with tags of their own" since 23.0 { text: "Before, names of attributes.", dropped: "The assumptions." }
    AssumptionsOfTrue assumptions_of_true "`llvm.assume` with operand bundles assumes `true`" since 22.0 {}
    DereferenceableAssumptions dereferenceable_assumptions "`dereferenceable` assumptions have two arguments, which need not be constant" since 21.0 {}
    IfuncAttachments ifunc_attachments "metadata attached to ifuncs" since 22.0 { records: "GLOBAL_DECL_ATTACHMENT of an ifunc.", dropped: "The attachments." }
    UndeclaredIntrinsics undeclared_intrinsics "calls declare the intrinsics that a text does not" since 18.0 {}
    UndeclaredOldIntrinsics undeclared_old_intrinsics "also those that LLVM no longer has" since 18.0 until 18.9 {}
    UnknownIntrinsicsRefused unknown_intrinsics_refused "names with `llvm.` that are not declared are intrinsics" since 22.0 {}
    LifetimesOfAllocas lifetimes_of_allocas "`llvm.lifetime` of `alloca` alone" since 22.0 {}
    CoroutineIdsChecked coroutine_ids_checked "arguments of `llvm.coro.id` and `llvm.coro.begin`" since 23.0 {}
    OpaqueArgumentsRefused opaque_arguments_refused "no arguments of opaque structures" since 21.0 {}
    LogicalPointers logical_pointers "`require-logical-pointer`, no addresses of parts of bytes, checked work groups of AMD" since 23.0 {}
    ChainsEndFunctions chains_end_functions "`llvm.amdgcn.cs.chain` before `unreachable`" since 21.0 {}
    ChainsOfShaders chains_of_shaders "`llvm.amdgcn.cs.chain` in shaders of all kinds" since 22.0 {}
    MatrixStrideWidthChecked matrix_stride_width_checked "strides of matrices of at most 64 bits" since 22.0 {}
    IntrinsicPlacesChecked intrinsic_places_checked "address spaces and arguments of some intrinsics" since 21.0 {}
    RegisterCountsInRange register_counts_in_range "`llvm.nvvm.setmaxnreg` of 24 to 256" since 18.0 until 20.9 {}
    ImmArgComments imm_arg_comments "names of immediate arguments of `llvm.nvvm` intrinsics in comments" since 22.0 { text: "`/* kind=f16 */ i32 0`." }
    NvvmAtomicsOfDevice nvvm_atomics_of_device "`llvm.nvvm.atomic.load` as monotonic operations of a device" since 23.0 { upgrade: "Before, sequentially consistent ones of the whole system." }
    FpClassComments fp_class_comments "classes of `llvm.is.fpclass` in a comment" since 23.0 { text: "`/* (nan) */ i32 3`." }
    UndefinedMetadataFirst undefined_metadata_first "undefined metadata is reported before undefined values" since 23.0 {}
    LocationsRequired locations_required "attachments `!dbg` of instructions and locations of records that are no `DILocation` are refused" since 23.0 {}
    InitFiniFlags init_fini_flags "flags for signed constructors" since 23.0 { upgrade: "Constructors that are all signed in the same way become plain functions." }
    FastMathOfReplacedCalls fast_math_of_replaced_calls "fast-math flags of intrinsic calls that are replaced" since 23.0 { upgrade: "Instructions in their place keep the flags." }
    AmdgpuTriples amdgpu_triples "triples that begin with `amdgpu`" since 23.0 { upgrade: "They get the data layout of `amdgcn`." }
    NoOutlineAttribute no_outline_attribute "the attribute `nooutline`" since 23.0 { upgrade: "From `\"nooutline\"`." }
    GuidsOfCfiFunctions guids_of_cfi_functions "GUIDs in `!cfi.functions`" since 23.0 { upgrade: "The hash of the name." }
    AtomicCsub atomic_csub "`llvm.amdgcn.atomic.csub` as `atomicrmw`" since 22.0 { upgrade: "An atomic operation." }
    FpmathOfAggregates fpmath_of_aggregates "`!fpmath` of arrays and structures" since 23.0 {}
    ClusterMemory cluster_memory "address space 7 of NVPTX, the shared memory of a cluster" since 21.0 { upgrade: "Arguments of `llvm.nvvm.cp.async.bulk` and results of `llvm.nvvm.mapa.shared.cluster` are cast." }
    AttributesOfStructCalls attributes_of_struct_calls "attributes of calls whose result gets a literal type" since 20.0 { upgrade: "They are kept." }
    LabelLineZero label_line_zero "line 0 of labels in debug information" since 23.0 { text: "`line: 0` is printed." }
    BreadthFirstNodes breadth_first_nodes "metadata nodes are verified in order of their distance" since 23.0 {}
    SubprogramTypes subprogram_types "functions in debug information have a type" since 23.0 {
        upgrade: "Debug information with a function without a type is invalid."
    }
    AllTargetMemory all_target_memory "all target memory in `memory`" since 23.0 { records: "Version 2 of the attribute's value.", text: "`target_mem: none`." }
    MixedHashes mixed_hashes "numbers in hash tables are mixed by a product" since 19.0 {}
    LinearProbing linear_probing "hash tables are searched one place after the other" since 23.0 {}
    ProfiledTables profiled_tables "virtual tables of a profile are references in summaries" since 19.0 {}
    VtableAliases vtable_aliases "aliases of functions in virtual tables of summaries" since 17.0 {}
    RelativeVtables relative_vtables "relative virtual tables in summaries" since 19.0 {}
    ThinBitcodeOrders thin_bitcode_orders "use-list orders in the bitcode of `opt -thinlto-bc`" since 22.0 {}
    LocalIfuncsStay local_ifuncs_stay "functions that refer to local ifuncs are not imported" since 19.0 {}
    IndirectCallsites indirect_callsites "memory profiles of indirect calls in summaries" since 21.0 {}
    GuidList guid_list "GUIDLIST" since 23.0 { records: "GUIDs of all values, before the global values. Before, readers computed them from names." }
    NoRenameOnPromotion no_rename_on_promotion "noRenameOnPromotion of summaries" since 23.0 { records: "A bit of the flags of a value.", text: "Printed with the flags of a value.", dropped: "The flag." }
    ProfilesAfterFunction profiles_after_function "memory profiles after the summary of their function" since 23.0 { records: "PERMODULE_ALLOC_INFO, PERMODULE_CALLSITE_INFO and others. Before, in front of it." }
    CfiGuids cfi_guids "GUIDs of functions for control-flow integrity" since 23.0 { records: "CFI_FUNCTION_DEFS and CFI_FUNCTION_DECLS. Before, names alone.", dropped: "The GUIDs." }
    AsmProperties asm_properties "properties of module assembly" since 23.0 { records: "ASM_PROPERTY.", text: "`module asm(target_cpu: \"…\")`.", dropped: "The properties." }
    AsmLists asm_lists "lists of strings of `module asm`" since 23.0 { text: "Before, the words in front of every line." }
    WideCommonSizes wide_common_sizes "64-bit sizes of common symbols" since 23.0 { records: "The symbol table, version 4." }
    SystemzStackLayout systemz_stack_layout "alignment of the stack of SystemZ, in the data layout" since 23.0 { upgrade: "Completed by the reader." }
    ElementAlignedLayout element_aligned_layout "vectors aligned as their elements, values of null pointers, in the data layout" since 23.0 { text: "`ve`, and `z` and `o` of `p`.", lowered: "The data layout without them, if that is the same layout." }
    LifetimesDeclaredOnce lifetimes_declared_once "`llvm.lifetime` declared once" since 23.0 { upgrade: "LLVM 22 leaves a declaration with the size alone." }
    DenormalEnvironment denormal_environment "`denormal_fpenv`" since 23.0 { upgrade: "From `\"denormal-fp-math\"` and `\"denormal-fp-math-f32\"`.", lowered: "`\"denormal-fp-math\"` and `\"denormal-fp-math-f32\"`." }
    UniformGroupsAlone uniform_groups_alone "`\"uniform-work-group-size\"` without a value" since 23.0 { upgrade: "`\"true\"` is dropped, and the attribute with any other value.", lowered: "The value `true`." }
    ElementwiseLoads elementwise_loads "load atomic elementwise" since 24.0 { records: "The last operand of INST_LOADATOMIC.", text: "`load atomic elementwise <4 x i32>`.", lowered: "An atomic load of the whole vector." }
    RmwXchgOfVectors rmw_xchg_of_vectors "atomicrmw xchg of vectors" since 24.0 { lowered: "An exchange of an integer of the same size.", refused: "Vectors of pointers." }
    ExactCalleeTypes exact_callee_types "types of callees that are not generalized" since 24.0 { text: "`!callee_type` may list them.", dropped: "The attachment." }
    NamedLoopSwitches named_loop_switches "`llvm.loop.vectorize.disable` and `llvm.loop.distribute.disable`" since 24.0 { text: "These and `enable` have no operand. Before, `i1 true` or `i1 false` follows `enable`.", upgrade: "Nodes of loops lose the operand.", lowered: "`enable` with an operand." }
    LongDoubleFlag long_double_flag "the module flag `long-double-type`" since 24.0 { upgrade: "Before, a value of `float-abi`.", lowered: "The flag `float-abi`." }
    SharedVariableExpressions shared_variable_expressions "one expression for each variable of LLVM 3" since 24.0 { upgrade: "The list of the unit has that of the variable itself. Before, one of its own." }
    ResultAlignments result_alignments "`align` of results" since 3.8 { dropped: "The alignment." }
    FastMathCalls fast_math_calls "fast-math flags of calls" since 3.8 { dropped: "The flags." }
    Tokens tokens "the type `token`" since 3.8 { refused: "The type." }
    OperandBundles operand_bundles "operand bundles" since 3.8 { dropped: "Bundles of `llvm.assume`.", refused: "Other bundles." }
    FuncletPads funclet_pads "`catchswitch`, `catchpad` and `cleanuppad`" since 3.8 { refused: "The instructions." }
    NoTail no_tail "`notail`" since 3.8 { refused: "The marker." }
    LocalUnnamedAddr local_unnamed_addr "local_unnamed_addr" since 3.9 { dropped: "The word." }
    IFuncs ifuncs "ifunc" since 3.9 { lowered: "In ELF, a declaration, and module assembly that defines the symbol.", refused: "The global value, in other formats." }
    CmpxchgOfPointers cmpxchg_of_pointers "`cmpxchg` of pointers" since 3.9 { lowered: "`cmpxchg` of integers." }
    VariableAttachments variable_attachments "metadata attached to variables and declarations" since 4.0 { dropped: "The attachments." }
    InRange in_range "inrange" since 4.0 { dropped: "The word." }
    ObjectSizesOfNull object_sizes_of_null "the argument of `llvm.objectsize` about null" since 5.0 { lowered: "Without it, or an unknown size." }
    AllocaAddressSpaces alloca_address_spaces "address spaces of `alloca`" since 5.0 { refused: "Others than 0." }
    DebugValuesWithoutOffset debug_values_without_offset "`llvm.dbg.value` without an offset" since 6.0 { lowered: "An offset of 0." }
    DebugLabelsSelected debug_labels_selected "`llvm.dbg.label` in code generation" since 9.0 { dropped: "The call: the code generator of LLVM 7 does not know it, and the register allocator of LLVM 8 fails at blocks that have nothing else." }
    DebugLabels debug_labels "`llvm.dbg.label`" since 7.0 { dropped: "The call." }
    DirectivesOnly directives_only "emission kind `DebugDirectivesOnly`" since 8.0 { lowered: "`LineTablesOnly`." }
    SemicolonsInMarkers semicolons_in_markers "`;` in the marker of `objc_retainAutoreleaseReturnValue`" since 7.0 { upgrade: "Inline assembly and metadata get it for `#`." }
    SummaryText summary_text "summaries in the text" since 7.0 { text: "`^0 = module: …`." }
    MarkerFlag marker_flag "the marker of `objc_retainAutoreleaseReturnValue` as a module flag" since 9.0 { upgrade: "Before, named metadata." }
    ReductionsByResult reductions_by_result "the type of the result in the names of reductions" since 5.0 until 8.0 { upgrade: "Names get the types of result and operands." }
    SecondReductions second_reductions "`llvm.experimental.vector.reduce.v2.fadd` and `v2.fmul`" since 9.0 until 11.0 { upgrade: "`experimental.vector.reduce.fadd` and `fmul` get this name; what a fast call ignored becomes the neutral element." }
    FramePointerStrings frame_pointer_strings "`\"frame-pointer\"`" since 10.0 { upgrade: "`\"no-frame-pointer-elim\"` and `\"no-frame-pointer-elim-non-leaf\"` are renamed." }
    RuntimeCallIntrinsics runtime_call_intrinsics "intrinsics for calls of the Objective-C runtime" since 10.0 { upgrade: "Calls of the functions become calls of the intrinsics." }
    NumberedRuntimeCalls numbered_runtime_calls "a number after the name of a call of the Objective-C runtime that becomes one of an intrinsic" since 10.0 until 11.0 { upgrade: "The old call still has the name." }
    MemoryAlignmentsAsAttributes memory_alignments_as_attributes "alignment of `llvm.memcpy` as attributes" since 7.0 { lowered: "An argument." }
    FNegInstruction fneg_instruction "fneg" since 8.0 { lowered: "`fsub` from -0.0." }
    FunctionAddressSpaces function_address_spaces "address spaces of functions" since 8.0 { lowered: "Casts of their addresses, and of those that are called.", refused: "Addresses of another size." }
    DynamicObjectSizes dynamic_object_sizes "the argument of `llvm.objectsize` about dynamic sizes" since 9.0 { lowered: "Without it: only static sizes." }
    DeclarationSubprograms declaration_subprograms "subprograms of declarations" since 9.0 { dropped: "The attachment." }
    ScalableVectors scalable_vectors "scalable vectors" since 9.0 { refused: "The types." }
    ScalableShuffles scalable_shuffles "constant insertelement and shufflevector of scalable vectors" since 10.0 { refused: "The constants." }
    CallBrInstruction callbr_instruction "callbr" since 9.0 { lowered: "A call and a branch. Assembly for x86 and AArch64 that jumps gets labels of its own, and says in a register where it went.", refused: "Assembly that jumps, for other targets or in Intel's syntax, or that refers to labels otherwise than by `${N:l}`." }
    ArcMarkerFlag arc_marker_flag "the marker of `objc_retainAutoreleasedReturnValue` as a module flag" since 9.0 { lowered: "Named metadata." }
    ArcMarkerSemicolon arc_marker_semicolon "`;` before the comment in that marker" since 7.0 {}
    HalfOfBit half_of_bit "conversions of `i1` to `half` on x86" since 8.0 { lowered: "A selection." }
    VectorConversionFold vector_conversion_fold "a fold of comparisons of the bits of converted integers with zero" since 7.0 {}
    ConvertedVectorBits converted_vector_bits "comparisons of the bits of vectors of converted integers with zero" since 9.0 { lowered: "The first element is converted on its own, where integers of as many bits are compared: the optimizer of LLVM 7 and 8 aborts otherwise." }
    HalfVectorBits half_vector_bits "casts of short vectors of `half` to vectors of integers, and elements at an index that is not constant, on x86" since 9.0 { lowered: "Conversions of the elements; selections." }
    BitVectorsInMemory bit_vectors_in_memory "all vectors of `i1` in memory on x86" since 9.0 { lowered: "Integers, which are converted.", refused: "Long vectors." }
    TailCallsWithCopies tail_calls_with_copies "tail calls that copy objects from the stack of the caller (`byval`)" since 7.0 { lowered: "Calls without the marker." }
    BitVectorsAsIntegers bit_vectors_as_integers "conversion of vectors of `i1` to integers on x86" since 7.0 { lowered: "Shifts and `or`, bit by bit.", refused: "Long vectors." }
    RmwFloat rmw_float "atomicrmw fadd and fsub" since 9.0 { lowered: "A loop with `cmpxchg`." }
    RmwXchgOfFloats rmw_xchg_of_floats "`atomicrmw xchg` of floating-point numbers" since 9.0 { lowered: "`atomicrmw xchg` of integers." }
    CommonBlocks common_blocks "!DICommonBlock" since 10.0 { dropped: "The declaration, the file and the line: what is left is a namespace of this name." }
    PrivateComdatMembers private_comdat_members "private members of comdats" since 10.0 { lowered: "Internal members." }
    NofreeParameters nofree_parameters "`nofree` of parameters" since 10.0 { dropped: "The attribute." }
    FlagOutputsOfX86 flag_outputs_of_x86 "flags as results of inline assembly (`={@ccz}`) for x86" since 9.0 { lowered: "`setz` and its like at the end of the assembly.", refused: "Intel's dialect, results that are no integers of a register, and operands that the assembly names." }
    FlagOutputsOfAarch64 flag_outputs_of_aarch64 "flags as results of inline assembly (`={@cceq}`) for AArch64" since 17.0 { lowered: "`cset` at the end of the assembly.", refused: "`callbr`, and results that are no integers of a register." }
    FlagOutputsOfSystemz flag_outputs_of_systemz "the condition code as a result of inline assembly (`={@cc}`) for SystemZ" since 22.0 { lowered: "`ipm` and `srl` at the end of the assembly.", refused: "`callbr`, and results that are not `i32`." }
    LongConstraints long_constraints "constraints of inline assembly with a length" since 10.0 { refused: "The assembly." }
    FreezeInstruction freeze_instruction "freeze" since 10.0 { refused: "The instruction, if its operand may be undefined.", lowered: "The operand." }
    AssumptionBundles assumption_bundles "operand bundles of `llvm.assume`" since 11.0 { dropped: "The bundles." }
    MustTailAlignments must_tail_alignments "parameters of other alignments than those of a `musttail` call" since 11.0 { dropped: "The alignments of the caller." }
    SubrangeNodes subrange_nodes "bounds of subranges that are not constant" since 11.0 { dropped: "The bounds." }
    CastsOfExtendedNumbers casts_of_extended_numbers "casts between x86_fp80 and fp128 on x86-64" since 7.0 { lowered: "A call of `__extendxftf2` or `__trunctfxf2`.", refused: "Casts in modules that have another function of this name." }
    BFloatType bfloat_type "bfloat" since 11.0 { lowered: "`i16`, and arithmetic of `float`. Functions pass what is in the same registers: on x86 a `float` with these lowest bits, on AArch64 `half`.", refused: "What is passed in nested or long structures; rounding modes; on other targets, functions that others call." }
    XcoffMangling xcoff_mangling "names of AIX (`m:a`) in the data layout" since 11.0 { refused: "The layout." }
    WideEnumerators wide_enumerators "enumerators of any width" since 11.0 { lowered: "Numbers of 64 bits.", dropped: "Enumerators that need more." }
    PoisonConstant poison_constant "poison" since 12.0 { lowered: "`undef`." }
    StringTypes string_types "!DIStringType and DW_TAG_string_type" since 12.0 { lowered: "A basic type." }
    GenericSubranges generic_subranges "!DIGenericSubrange" since 12.0 { lowered: "A subrange." }
    AmxType amx_type "x86_amx" since 12.0 { refused: "The type." }
    DsoLocalEquivalentConstant dso_local_equivalent_constant "dso_local_equivalent" since 12.0 { lowered: "The function, if it is local.", refused: "Other functions." }
    ScalableStructures scalable_structures "structures of scalable vectors" since 12.0 { refused: "The types." }
    SizedScalableStructures sized_scalable_structures "sizes of structures of scalable vectors" since 17.0 { refused: "Instructions that have them in memory." }
    CoroutineEndResults coroutine_end_results "a result of `llvm.coro.end`" since 5.0 {}
    OverflowsOfVectors overflows_of_vectors "`llvm.*.with.overflow` of vectors" since 9.0 { refused: "The calls." }
    LivePointerBundles live_pointer_bundles "the operand bundle `gc-live`" since 11.0 { refused: "The bundle." }
    NonIntegralCasts non_integral_casts "casts between integers and pointers that are no integers" since 12.0 { refused: "The casts." }
    ArcBundles arc_bundles "the operand bundle `clang.arc.attachedcall`" since 13.0 { lowered: "A call of the function after the call.", refused: "The bundle of a call that other blocks follow, too." }
    GoffMangling goff_mangling "names of z/OS (`m:l`) in the data layout" since 14.0 { refused: "The layout." }
    CompositesWithoutFile composites_without_file "classes and unions without a file" since 12.0 { lowered: "The file of the nearest scope, or of the unit." }
    SetTypes set_types "DW_TAG_set_type" since 13.0 { lowered: "An unspecified type." }
    ArgumentLists argument_lists "!DIArgList" since 13.0 { lowered: "A single value without a list.", dropped: "Other lists of values." }
    WrittenSummaries written_summaries "summaries for ThinLTO in a form that can be written" since 13.0 { dropped: "The summary." }
    NoProfileInBitcode no_profile_in_bitcode "`noprofile` in bitcode" since 13.0 { dropped: "The attribute." }
    ParameterStackAlignments parameter_stack_alignments "`alignstack` of parameters" since 13.0 { dropped: "The attribute, of parameters that AArch64 passes in registers.", refused: "The attribute, of others." }
    AnyFailureOrdering any_failure_ordering "failure orderings of `cmpxchg` that are stronger than the other" since 13.0 { lowered: "A stronger success ordering." }
    AnnotationArguments annotation_arguments "arguments of annotations" since 13.0 { dropped: "The arguments." }
    HeapSitesStripped heap_sites_stripped "`heapallocsite` looked up when debug information is stripped" since 13.0 { records: "KIND of `heapallocsite`, if a text states no version of debug information and instructions have metadata." }
    FunctionByFunction function_by_function "personality, prefix and prologue set function by function" since 14.0 { records: "Use-lists of constants. Before, the reader set all prefixes, then all prologues, then all personalities, and the writer took several uses by one function for equal." }
    WideAlignments wide_alignments "alignments above 2^29" since 14.0 { dropped: "Alignment of accesses above 2^29.", refused: "Of variables." }
    ImmutableTypes immutable_types "DW_TAG_immutable_type" since 14.0 { lowered: "A constant type." }
    NamelistNodes namelist_nodes "DW_TAG_namelist" since 14.0 { lowered: "A structure." }
    ArcBundleFunctions arc_bundle_functions "functions in the operand bundle `clang.arc.attachedcall`" since 14.0 { lowered: "The number 0 or 1.", refused: "Other functions." }
    RiscvVectorOperands riscv_vector_operands "operands of vector intrinsics of RISC-V for lanes that are not written" since 15.0 { refused: "Calls of the intrinsics." }
    OptionalVariableNames optional_variable_names "variables without a name in debug information" since 15.0 { text: "Before, `name` is always printed." }
    StatedAllocaSpaces stated_alloca_spaces "an address space of `alloca` other than that of the data layout, in bitcode" since 15.0 { refused: "The instruction." }
    CallbrDuplicates callbr_duplicates "destinations that a `callbr` states twice" since 15.0 { lowered: "A block of its own between, which branches there." }
    LabelConstraints label_constraints "label constraints of `callbr`" since 15.0 { lowered: "Arguments that are `blockaddress` constants." }
    RmwXchgOfPointers rmw_xchg_of_pointers "`atomicrmw xchg` of pointers" since 15.0 { lowered: "`atomicrmw xchg` of integers." }
    AssignmentTracking assignment_tracking "!DIAssignID" since 16.0 { lowered: "`llvm.dbg.assign` becomes `llvm.dbg.value`.", dropped: "The attachments." }
    RetainedImports retained_imports "imported entities that functions retain" since 17.0 { upgrade: "The reader of bitcode moves them from the compile unit to the function.", lowered: "They move to the compile unit." }
    FramePointersByWord frame_pointers_by_word "`frame-pointer` in code generation" since 8.0 { lowered: "`no-frame-pointer-elim` and `no-frame-pointer-elim-non-leaf`." }
    InlineStackProbes inline_stack_probes "the value \"inline-asm\" of `probe-stack`" since 11.0 { dropped: "The attribute: stacks are not probed. Before, x86 calls a function of this name." }
    ProbesOfAarch64 probes_of_aarch64 "`probe-stack` of AArch64" since 18.0 { dropped: "The attribute: stacks are not probed." }
    PatchableEntries patchable_entries "`patchable-function-entry` and `patchable-function-prefix`" since 10.0 { refused: "The attributes, unless their value is 0." }
    ZeroedRegisters zeroed_registers "`zero-call-used-regs`" since 15.0 { dropped: "The attribute: registers keep their values." }
    DynamicDenormals dynamic_denormals "the mode `dynamic` of denormal numbers" since 17.0 { lowered: "`ieee`. Before, it counts as `preserve-sign`." }
    DenormalModePairs denormal_mode_pairs "modes of denormal numbers for results and operands, and for `float`" since 11.0 { lowered: "One mode, that of operands; for `float`, `nvptx-f32ftz`, and features of AMD's GPUs.", dropped: "The mode for `float`, on other targets." }
    ReservedFramePointers reserved_frame_pointers "the value \"reserved\" of `frame-pointer`" since 18.0 { lowered: "\"none\"." }
    BranchWeightOrigins branch_weight_origins "the origin of branch weights" since 19.0 { dropped: "The origin." }
    ProtectionByAttribute protection_by_attribute "branch protection of functions by attributes without a value" since 19.0 { lowered: "The value `true`; `false` or `none` for others. The module flags have the value 1." }
    VectorRanges vector_ranges "`!range` of vectors" since 17.0 { dropped: "The range." }
    CoroutineEndTokens coroutine_end_tokens "the token of `llvm.coro.end`" since 18.0 { refused: "Calls with a token that is not `none`." }
    SubrangesWithoutCount subranges_without_count "subranges without a count or upper bound" since 19.0 { lowered: "A count of -1." }
    TemplateAliases template_aliases "DW_TAG_template_alias" since 19.0 { lowered: "A type definition.", dropped: "The list of arguments." }
    VariantNodes variant_nodes "DW_TAG_variant" since 21.0 { lowered: "A structure." }
    ScalableArrays scalable_arrays "arrays of scalable vectors" since 18.0 { refused: "The types." }
    RmwFloatVectors rmw_float_vectors "`atomicrmw` of vectors of floating-point numbers" since 19.0 { lowered: "A loop with `cmpxchg`." }
    ConstrainedInOrder constrained_in_order "code for `llvm.experimental.constrained` that stays between the calls around it" since 10.0 { lowered: "The plain operations; of numbers that volatile accesses take through memory, unless exceptions are ignored and results rounded to the nearest number. Before, code is moved across calls that change the rounding mode.", refused: "`maximum`, `minimum`, and operations of scalable vectors, with exceptions or other rounding." }
    CoroutineEndsWithoutResult coroutine_ends_without_result "`llvm.coro.end` without a result" since 22.0 { lowered: "A result that is not used, but for `llvm.coro.is_in_ramp`." }
    MaskedAlignmentsAsAttributes masked_alignments_as_attributes "alignment of `llvm.masked` as an attribute" since 22.0 { lowered: "An argument." }
    FramePointersWithoutReserve frame_pointers_without_reserve "the value \"non-leaf-no-reserve\" of `frame-pointer`" since 22.0 { lowered: "\"non-leaf\"." }
    SubrangeTypes subrange_types "!DISubrangeType" since 20.0 { lowered: "A type definition." }
    FixedPointTypes fixed_point_types "!DIFixedPointType" since 20.0 { lowered: "A basic type." }
    FastMathTruncations fast_math_truncations "fast-math flags of fptrunc and fpext" since 20.0 { dropped: "The flags." }
    FastMathStructures fast_math_structures "fast-math flags of results that are structures" since 20.0 { dropped: "The flags." }
    ClassesOfStructures classes_of_structures "`nofpclass` of structures" since 20.0 { dropped: "The attribute." }
    LinkedCallbacks linked_callbacks "`nocallback` dropped where modules are linked" since 16.0 {}
    ExtractedIfuncs extracted_ifuncs "ifuncs that are not extracted become declarations" since 17.0 {}
    LinkedPrivateMembers linked_private_members "private members of a comdat that another one replaces, where modules are linked: available externally" since 18.0 {}
    LinkedBranchProtection linked_branch_protection "branch protection by module flags made attributes of functions where modules are linked" since 21.0 {}
    LinkedDeclarations linked_declarations "attachments of declarations made those of the linked module" since 21.0 {}
    LinkedNamesOnce linked_names_once "operands of named metadata once where modules are linked" since 22.0 {}
    LinkedFlagValues linked_flag_values "values of module flags in the linker's errors" since 22.0 {}
    OutlinedExitsLate outlined_exits_late "exits of extracted blocks in the order that they have after splits" since 20.0 {}
    ExtractedNumberedBlocks extracted_numbered_blocks "blocks without names extracted by their numbers" since 20.0 {}
    OutlinedGuards outlined_guards "guards in extracted blocks, which older ones drop" since 17.0 {}
    GetResult get_result "getresult" until 2.5 { text: "The instruction." }
    HeapInstructions heap_instructions "malloc and free as instructions" until 2.6 { text: "The instructions.", upgrade: "Calls of the functions with these names." }
    Unwind unwind "unwind" until 3.0 { text: "The instruction." }
    Deplibs deplibs "dependent libraries" until 3.2 { text: "`deplibs = [ … ]`." }
    CaseRanges case_ranges "ranges of cases in switches" until 3.3 { records: "A form of SWITCH that no release printed." }
    LinkerPrivate linker_private "linker_private, linker_private_weak and linkonce_odr_auto_hide" until 3.4 { text: "The words.", upgrade: "`private` and `linkonce_odr` replace them." }
    OpaquePointersUnknown opaque_pointers_unknown "no reader of opaque pointers" until 12.0 {}
    ConstantDivision constant_division "constant divisions and floating-point arithmetic" until 14.0 {}
    InsertedElements inserted_elements "instructions for constant arrays and structures of removed expressions: insertelement" since 15.0 until 15.0 { upgrade: "Later, insertvalue." }
    ConstantFNeg constant_fneg "constant fneg" until 15.0 {}
    FunctionsThatOnlyRead functions_that_only_read "readnone and readonly functions" until 15.0 { upgrade: "`memory` replaces them." }
    TypedPointers typed_pointers "typed pointers (i8*)" until 16.0 { records: "POINTER.", text: "`i8*`." }
    ConstantSelect constant_select "constant select" until 16.0 {}
    ConstantScalableGep constant_scalable_gep "constant getelementptr of scalable vectors" until 16.0 {}
    ConstantBits constant_bits "constant and, or, lshr, ashr" until 17.0 {}
    SpirvImageZeros spirv_image_zeros "zeros of `spirv.Image`" until 17.0 { refused: "The constants." }
    ConstantConversion constant_conversion "constant conversions of numbers (zext, fptosi …)" until 17.0 {}
    ConstantCompare constant_compare "constant icmp and fcmp" until 18.0 {}
    ConstantShl constant_shl "constant shl" until 18.0 {}
    InRangeIndex in_range_index "inrange before an index" until 18.0 {}
    X86Mmx x86_mmx "the type x86_mmx" until 19.0 {}
    ConstantMul constant_mul "constant mul" until 20.0 {}
    LinkedOpaqueStructures linked_opaque_structures "opaque structures that linked modules complete by name" until 20.0 {}
    RelBlockFreq rel_block_freq "relative block frequencies of calls in summaries" until 22.0 { records: "FS_PERMODULE_RELBF.", text: "`relbf` of a callee." }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn features_by_version() {
        let old = LlvmVersion::of(3.4);
        assert!(old.attribute_groups() && !old.failure_ordering() && !old.sync_scope_names());
        assert!(!LlvmVersion::of(3.2).attribute_groups() && LlvmVersion::of(3.2).deplibs());
        assert!(LlvmVersion::of(3.7).explicit_types() && LlvmVersion::of(5.0).sync_scope_names());
        assert!(LlvmVersion::of(20.0).constant_mul() && !LlvmVersion::of(21.0).constant_mul());
    }

    #[test]
    fn the_release_before() {
        assert_eq!(Feature::VolatileAfterOpcode.last_without(), LlvmVersion::of(2.9));
        assert_eq!(Feature::ClassProperties.last_without(), LlvmVersion::of(3.9));
        assert_eq!(Feature::ExplicitTypes.last_without(), LlvmVersion::of(3.6));
        assert_eq!(Feature::OpaquePointers.last_without(), LlvmVersion::of(14.0));
    }

    #[test]
    fn rows_are_sorted_named_once_and_known() {
        let ends = FEATURES.iter().position(|row| row.since.is_none()).expect("features that are gone");
        let (added, gone) = FEATURES.split_at(ends);
        assert!(added.iter().all(|row| row.since.is_some_and(|since| since <= LlvmVersion::NEWEST)));
        assert!(gone.iter().all(|row| row.until.is_some_and(|until| until < LlvmVersion::NEWEST)));
        assert!(gone.is_sorted_by_key(|row| row.until));
        let mut names: Vec<&str> = FEATURES.iter().map(|row| row.name).collect();
        names.sort_unstable();
        assert!(names.windows(2).all(|pair| pair[0] != pair[1]));
        assert_eq!(Feature::OpaquePointers.row().name, "opaque pointers (ptr)");
    }
}
