//! MODULE: the records of a module outside its sub-blocks.
use crate::schema::field::*;

/// Whether a GLOBALVAR has more fields than the short form.
#[inline]
fn is_long(f: &Fields<'_>) -> bool {
    f.len() > if f.strtab { 8 } else { 6 }
}

/// Whether names are in the records.
#[inline]
fn names_in_place(f: &Fields<'_>) -> bool {
    !f.strtab
}

records! {
    /// A module: version, target, globals, and the blocks that hold everything else.
    block "MODULE" = 8, since 3.0;

    /// Version of the module's encoding: 1 has relative value numbers (LLVM 3.2), 2 has names in STRTAB (LLVM 5).
    Version "VERSION" = 1, since 3.0 { version: U64 }
    /// Target triple.
    Triple<'r> "TRIPLE" = 2, since 3.0 { text: Chars<'r> }
    /// Data layout string.
    DataLayout<'r> "DATALAYOUT" = 3, since 3.0 { text: Chars<'r> }
    /// Module-level inline assembly.
    Asm<'r> "ASM" = 4, since 3.0 { text: Chars<'r> }
    /// Name of a section; globals refer to it by its position among these records plus one.
    SectionName<'r> "SECTIONNAME" = 5, since 3.0 { text: Chars<'r> }
    /// Name of a library that the module depends on.
    DepLib<'r> "DEPLIB" = 6, since 3.0 until 3.2 { text: Chars<'r> }
    /// A global variable.
    GlobalVar "GLOBALVAR" = 7, since 3.0, when is_long {
        name: StrtabName,
        /// Value type if `flags` says so, else the type of the pointer to it (up to LLVM 3.6).
        ty: TypeRef,
        /// Bit 0: constant; bit 1: `ty` is the value type and the bits from 2 on are the address space (LLVM 3.7).
        flags: U64,
        /// Value number of the initializer.
        init: OptIndex,
        linkage: U64,
        /// Logarithm of the alignment plus one; 0 is none.
        align: U64,
        section: OptIndex,
        visibility: U64 [= 0],
        thread_local: U64 [= 0],
        unnamed_addr: U64 [= 0],
        externally_initialized: Bool [= false],
        /// Where absent, the linkage of old modules says it.
        dll_storage_class: U64 [opt],
        /// If absent, the linkage in old modules decides whether there is a comdat of the global's own name.
        comdat: OptIndex [opt],
        attributes: OptIndex since 5.0 [= None],
        dso_local: Bool since 6.0 [= false],
        /// Offset of the partition's name in STRTAB.
        partition_offset: U64 since 9.0 [= 0],
        /// Size of the partition's name.
        partition_size: U64 since 9.0 [= 0],
        /// Bits: no_address, no_hwaddress, memtag, is_dyn_init.
        sanitizer: U64 since 15.0 [= 0],
        /// Code model plus one; 0 is none.
        code_model: U64 since 18.0 [= 0],
    }
    /// A global variable without any rarely used property.
    GlobalVarSimple "GLOBALVAR" = 7, since 3.0 {
        name: StrtabName,
        ty: TypeRef,
        /// As in the longer form.
        flags: U64,
        init: OptIndex,
        linkage: U64,
        align: U64,
        section: OptIndex,
    }
    /// A function; unless it is a prototype, its body is one of the FUNCTION blocks, in the order of these records.
    Function "FUNCTION" = 8, since 3.0 {
        name: StrtabName,
        /// The function type (LLVM 3.7), or a pointer to it before.
        ty: TypeRef,
        calling_convention: U64,
        is_prototype: Bool,
        linkage: U64,
        attributes: OptIndex,
        /// Logarithm of the alignment plus one; 0 is none.
        align: U64,
        section: OptIndex,
        visibility: U64,
        gc: OptIndex [= None],
        unnamed_addr: U64 [= 0],
        /// Value number.
        prologue: OptIndex [= None],
        /// Where absent, the linkage of old modules says it.
        dll_storage_class: U64 [opt],
        /// If absent, the linkage in old modules decides whether there is a comdat of the function's own name.
        comdat: OptIndex [opt],
        /// Value number.
        prefix: OptIndex [= None],
        /// Value number.
        personality: OptIndex [= None],
        dso_local: Bool since 6.0 [= false],
        /// If absent, the program address space of the data layout.
        address_space: U64 since 8.0 [opt],
        /// Offset of the partition's name in STRTAB.
        partition_offset: U64 since 9.0 [= 0],
        /// Size of the partition's name.
        partition_size: U64 since 9.0 [= 0],
        /// Logarithm of the preferred alignment plus one; 0 is none.
        preferred_align: U64 since 23.0 [= 0],
    }
    /// An alias, by the type of the pointer to it.
    AliasOld "ALIAS_OLD" = 9, since 3.0 until 3.7 {
        name: StrtabName,
        ty: TypeRef,
        aliasee: AbsValue,
        linkage: U64,
        visibility: U64 [= 0],
        dll_storage_class: U64 [opt],
        thread_local: U64 [= 0],
        unnamed_addr: U64 [= 0],
        dso_local: Bool since 6.0 [= false],
        partition_offset: U64 since 9.0 [= 0],
        partition_size: U64 since 9.0 [= 0],
    }
    /// Told readers to forget values; no supported release wrote it.
    PurgeVals "PURGEVALS" = 10, since 3.0 until 3.0 { count: U64 }
    /// Name of a garbage collector strategy; functions refer to it by its position among these records plus one.
    GcName<'r> "GCNAME" = 11, since 3.0 { text: Chars<'r> }
    /// A COMDAT with its name in place.
    ComdatOld<'r> "COMDAT" = 12, since 3.5 until 4.0, when names_in_place { selection_kind: U64, name_size: U64, name: Chars<'r> [count name_size] }
    /// A COMDAT; globals refer to it by its position among these records plus one.
    Comdat "COMDAT" = 12, since 5.0 { name: StrtabName, selection_kind: U64 }
    /// Offset of the module-level VALUE_SYMTAB block, in 32-bit words from the start of the IDENTIFICATION block (or stream).
    VstOffset "VSTOFFSET" = 13, since 3.8 { words: U64 }
    /// An alias, by its value type.
    Alias "ALIAS" = 14, since 3.8 {
        name: StrtabName,
        ty: TypeRef,
        address_space: U64,
        aliasee: AbsValue,
        linkage: U64,
        visibility: U64 [= 0],
        /// Where absent, the linkage of old modules says it.
        dll_storage_class: U64 [opt],
        thread_local: U64 [= 0],
        unnamed_addr: U64 [= 0],
        dso_local: Bool since 6.0 [= false],
        /// Offset of the partition's name in STRTAB.
        partition_offset: U64 since 9.0 [= 0],
        /// Size of the partition's name.
        partition_size: U64 since 9.0 [= 0],
    }
    /// Number of metadata values that precede function metadata; written for a short time, ignored since.
    MetadataValuesUnused "METADATA_VALUES_UNUSED" = 15, since 3.8 until 3.8 { count: U64 }
    /// Name of the source file.
    SourceFilename<'r> "SOURCE_FILENAME" = 16, since 3.9 { text: Chars<'r> }
    /// SHA-1 of the module's bytes, five words of 32 bits.
    Hash "HASH" = 17, since 3.9 { word0: U32, word1: U32, word2: U32, word3: U32, word4: U32 }
    /// An indirect function.
    IFunc "IFUNC" = 18, since 3.9 {
        name: StrtabName,
        ty: TypeRef,
        address_space: U64,
        resolver: AbsValue,
        linkage: U64,
        visibility: U64 [= 0],
        dso_local: Bool since 7.0 [= false],
        /// Offset of the partition's name in STRTAB.
        partition_offset: U64 since 9.0 [= 0],
        /// Size of the partition's name.
        partition_size: U64 since 9.0 [= 0],
    }
    /// A property of the inline assembly in the next ASM: name and value, with a zero byte between.
    AsmProperty<'r> "ASM_PROPERTY" = 19, since 23.0 { text: Chars<'r> }
    /// GUIDs of values by their numbers; 0 for values without one.
    GuidList<'r> "GUIDLIST" = 20, since 23.0 {
        guids: Halves<'r>,
    }
}
