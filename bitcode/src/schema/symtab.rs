//! VALUE_SYMTAB, STRTAB and SYMTAB: names of values, the string table, and the symbol table that linkers read.

/// VALUE_SYMTAB: names of values.
pub mod value_symtab {
    use crate::schema::field::*;

    records! {
        /// Names of values, at module level (up to LLVM 4 names, since then positions of function bodies) and in functions.
        block "VALUE_SYMTAB" = 14, since 3.0;

        /// Name of a value.
        Entry<'r> "ENTRY" = 1, since 3.0 { value: AbsValue, name: Chars<'r> }
        /// Name of a basic block.
        BbEntry<'r> "BBENTRY" = 2, since 3.0 { block: BlockRef, name: Chars<'r> }
        /// Place of a function's body, and its name up to LLVM 4.
        FnEntry<'r> "FNENTRY" = 3, since 3.8 {
            value: AbsValue,
            /// 32-bit words from one word before the start of the IDENTIFICATION block.
            offset: U64,
            name: Chars<'r>,
        }
        /// Place and GUID of a summary in a combined index.
        CombinedGvDefEntry "COMBINED_GVDEFENTRY" = 4, since 3.8 until 3.8 { offset: U64, guid: U64 }
        /// GUID of a value in a combined index.
        CombinedEntry "COMBINED_ENTRY" = 5, since 3.8 until 4.0 { value: AbsValue, guid: U64 }
    }
}

/// STRTAB: the string table.
pub mod strtab {
    use crate::schema::field::*;

    records! {
        /// The string table of the preceding modules in the file, and of their SYMTAB.
        block "STRTAB" = 23, since 5.0;

        /// The strings, without separators.
        Strings "BLOB" = 1, since 5.0 { bytes: Blob }
    }
}

/// SYMTAB: the symbol table for linkers.
pub mod irsymtab {
    use crate::schema::field::*;

    records! {
        /// The symbol table of the preceding modules in the file, for linkers that do not read IR.
        block "SYMTAB" = 25, since 5.0;

        /// The table: structures of little-endian 32-bit words, see `STORAGE`.
        Table "BLOB" = 1, since 5.0 { bytes: Blob }
    }

    /// A structure inside the SYMTAB blob.
    #[derive(Debug)]
    pub struct StorageRow {
        /// Name of the structure.
        pub name: &'static str,
        /// Its fields: name and kind. `word` is 32 bits; `str` is offset and size in STRTAB; `range` is offset in the blob and count.
        pub fields: &'static [(&'static str, &'static str)],
        /// What it is for.
        pub doc: &'static str,
    }

    /// The structures of the blob (LLVM 22, `llvm::irsymtab::storage`, versions 3 and 4). The blob begins with the header.
    pub static STORAGE: &[StorageRow] = &[
        StorageRow {
            name: "Header",
            fields: &[
                ("version", "word"),
                ("producer", "str"),
                ("modules", "range of Module"),
                ("comdats", "range of Comdat"),
                ("symbols", "range of Symbol"),
                ("uncommons", "range of Uncommon"),
                ("target_triple", "str"),
                ("source_file_name", "str"),
                ("coff_linker_options", "str"),
                ("dependent_libraries", "range of str"),
            ],
            doc: "First structure of the blob.",
        },
        StorageRow {
            name: "Module",
            fields: &[("begin", "word"), ("end", "word"), ("uncommon_begin", "word")],
            doc: "Symbols of one module as a range of numbers, and the first of its uncommon parts.",
        },
        StorageRow { name: "Comdat", fields: &[("name", "str"), ("selection_kind", "word")], doc: "A COMDAT." },
        StorageRow {
            name: "Symbol",
            fields: &[("name", "str"), ("ir_name", "str"), ("comdat_index", "word"), ("flags", "word")],
            doc: "A symbol by its mangled name; `ir_name` is empty for symbols of assembly; `comdat_index` is -1 for none. Flags: bits 0 and 1 \
                  visibility, then has an Uncommon, undefined, weak, common, indirect, used, TLS, may omit, global, format specific, \
                  unnamed_addr, executable.",
        },
        StorageRow {
            name: "Uncommon",
            fields: &[
                ("common_size", "two words since version 4 (LLVM 23), before one"),
                ("common_align", "word"),
                ("coff_weak_external_fallback_name", "str"),
                ("section_name", "str"),
            ],
            doc: "What few symbols have; bit 2 of a symbol's flags says that the next one belongs to it.",
        },
    ];
}
