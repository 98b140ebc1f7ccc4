//! What LLVM of each version writes: the differences between the versions of the bitcode writer, as data.
//!
//! Whoever writes asks a [`Dialect`] for a capability or for a value of a table, and never compares versions. Fields that LLVM appended to a record and
//! records that it replaced say so in the rows of [`schema`](crate::schema), abbreviations in [`schema::abbrevs`](crate::schema::abbrevs).
//!
//! Source: `BitcodeWriter.cpp`, `ValueEnumerator.cpp`, `FixedMetadataKinds.def`, `IRSymtab.cpp` and `StringMap.cpp` of LLVM 13 to 22.
use crate::schema::metadata::DI_RECORDS;
use bctk_ir::metadata::di::DiKind;
use bctk_ir::metadata::{Metadata, MetadataTable};
use bctk_ir::module::Module;
use bctk_ir::types::Type;
use bctk_ir::version::LlvmVersion;

/// The form in which LLVM of some version writes bitcode.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Dialect {
    major: u8,
}

/// The oldest version whose writer is known.
const OLDEST: u8 = 13;
/// The newest.
const NEWEST: u8 = 22;

impl Default for Dialect {
    fn default() -> Dialect {
        Dialect::CURRENT
    }
}

impl Dialect {
    /// That of LLVM 22.
    pub const CURRENT: Dialect = Dialect { major: NEWEST };

    /// That of LLVM `major`, or of the nearest version that is known: 13 to 22.
    pub fn of_version(major: u32) -> Dialect {
        Dialect { major: major.clamp(u32::from(OLDEST), u32::from(NEWEST)) as u8 }
    }

    /// That of the LLVM which wrote the module's file or printed its text ([`Module::version`]), or an index, which names no producer; of LLVM 22
    /// where nothing tells.
    ///
    /// The version of a text without a description of its file is inferred from the compiler that it names. If the text has not the pointers of that
    /// version, or says what that could not, some newer tool has printed it since.
    pub fn of(module: &Module) -> Dialect {
        let of_index = || module.summary.as_deref().and_then(|summary| summary.writer);
        let dialect = module.version().or_else(of_index).map_or(Dialect::CURRENT, Dialect::of_version);
        let is_inferred = module.written.is_none() && module.era.is_some() && dialect != Dialect::CURRENT;
        let no_pointers =
            || module.types.iter().all(|(_, ty)| !matches!(ty, Type::Ptr(_))) && module.era.is_some_and(|era| era >= u32::from(OLDEST));
        let has_its_pointers = dialect.opaque_pointers() || module.types.has_typed_pointers() || no_pointers();
        if is_inferred && !(has_its_pointers && dialect.says_metadata(&module.metadata)) {
            return Dialect::CURRENT;
        }
        dialect
    }

    /// Whether the dialect has all fields of specialised nodes that are said in `table`.
    fn says_metadata(self, table: &MetadataTable) -> bool {
        let mut newer: Vec<Vec<usize>> = vec![Vec::new(); DiKind::ALL.len()];
        for row in DI_RECORDS.iter().filter(|row| row.until.is_none()) {
            let Some(at) = DiKind::ALL.iter().position(|kind| kind.name() == row.node) else { continue };
            let fields = row.operands.iter().filter(|op| op.since.is_some_and(|since| since > self.version())).map(|op| op.field);
            newer[at].extend(fields.filter_map(|name| Some(usize::from(DiKind::ALL[at].field(name)?.slot))));
        }
        table.items.iter().all(|item| match *item {
            Metadata::Node { kind, fields, .. } => {
                let slots = table.node_fields(kind, fields);
                let at = DiKind::ALL.iter().position(|known| *known == kind);
                at.is_none_or(|at| newer[at].iter().all(|&slot| slots.get(slot).is_none_or(|&word| word == 0)))
            }
            _ => true,
        })
    }

    /// Every dialect that is known, oldest first.
    pub fn all() -> impl Iterator<Item = Dialect> {
        (OLDEST..=NEWEST).map(|major| Dialect { major })
    }

    /// Its place among all.
    pub(crate) fn index(self) -> usize {
        usize::from(self.major - OLDEST)
    }

    /// The version of LLVM.
    pub fn version(self) -> LlvmVersion {
        LlvmVersion { major: u32::from(self.major), minor: 0 }
    }

    /// The major version of LLVM.
    pub fn major(self) -> u32 {
        u32::from(self.major)
    }

    /// The value of a table whose rows say since which version they hold, oldest first.
    fn value<T: Copy>(self, rows: &[(u8, T)], oldest: T) -> T {
        rows.iter().rev().find(|(since, _)| self.major >= *since).map_or(oldest, |&(_, value)| value)
    }
}

/// Declares capabilities, a row each: `/// ... sizes_as_metadata since 21;` is a method `sizes_as_metadata` that tells whether LLVM has it.
macro_rules! capabilities {
    ($( $(#[doc = $doc:literal])+ $name:ident since $since:literal; )*) => {
        impl Dialect {
            $(
                $(#[doc = $doc])+
                #[doc = concat!("\n\nSince LLVM ", stringify!($since), ".")]
                pub fn $name(self) -> bool {
                    self.major >= $since
                }
            )*

            /// Every capability: its name, the first version that has it, and what it is.
            pub const CAPABILITIES: &[(&str, u32, &str)] = &[$((stringify!($name), $since, concat!($($doc),+))),*];
        }
    };
}

capabilities! {
    /// What LLVM makes of an older module that it reads is what LLVM 22 makes of it.
    reads_as_current since 22;
    /// The value type of an indirect function is numbered with it (`ValueEnumerator`).
    ifunc_value_types since 14;
    /// Symbols of indirect functions are objects of their own, not their resolvers (`GlobalValue::getAliaseeObject`).
    ifunc_objects since 14;
    /// INLINEASM has the function type, whose pointer was the type of the constant before.
    inline_asm_function_type since 14;
    /// Bodies list the functions that take the addresses of their blocks (BLOCKADDR_USERS).
    block_address_users since 15;
    /// Summaries have the stacks of memory profiles.
    memory_profiles since 16;
    /// The number of basic blocks is left out of a summary where it is 0.
    block_count_if_any since 17;
    /// Tables of names are hashed by xxh3, not by Bernstein's function (`StringMap`).
    names_by_xxh3 since 17;
    /// The modules of an index are numbered in the order of their paths.
    modules_by_path since 18;
    /// The index of many modules numbers callees that calls without a stack name.
    numbered_callees since 18;
    /// Calls in a summary always have hotness, and a tail-call flag.
    calls_with_hotness since 18;
    /// Constant expressions with `getelementptr` have flags and a range (CE_GEP), instead of records of their own for `inbounds` and `inrange`.
    gep_with_flags since 19;
    /// Names with `$` or `.` are quoted in directives for the linker of Windows (`emitLinkerFlagsForGlobalCOFF`).
    dots_quoted since 14;
    /// Directives for the linker of MinGW tell it what is hidden.
    hidden_directives since 16;
    /// Names with `#` are not quoted in directives, being those of ARM64EC, whose plain names stand beside them.
    hash_unquoted since 19;
    /// Directives of UEFI are those of Windows.
    uefi_directives since 21;
    /// The symbol table names `_GLOBAL_OFFSET_TABLE_` for some modules of x86 (`ModuleSymbolTable`).
    offset_table_symbol since 19;
    /// Allocations of a memory profile tell how many contexts they have.
    counted_contexts since 19;
    /// GUIDs and stack identifiers stand as two halves, contexts as one tree (summary version 11 and 12).
    radix_tree since 20;
    /// The index of many modules leaves out the contexts of allocations.
    index_without_contexts since 20;
    /// The abbreviation for identifiers of allocation contexts is only defined where there are any.
    context_ids_if_any since 21;
    /// Sizes and offsets of types in debug information are metadata.
    sizes_as_metadata since 21;
    /// The abbreviation of global variables has room for the alignments of variables, not for those of functions, too.
    room_for_own_alignments since 22;
    /// Pointers do not say what they point to.
    opaque_pointers since 15;
    /// The assembly parser takes a typed pointer (`i32*`) for an opaque one.
    reads_stars_as_opaque since 17;
    /// Constants without operands have no use-lists (`Value::hasUseList`).
    constants_without_use_lists since 21;
}

impl Dialect {
    /// Version of the summaries (`ModuleSummaryIndex::BitcodeSummaryVersion`).
    pub fn summary_version(self) -> u64 {
        self.value(&[(19, 10), (20, 12)], 9)
    }

    /// Width of abbreviation ids in the summaries of an index of many modules.
    pub fn index_width(self) -> u32 {
        self.value(&[(16, 4)], 3)
    }

    /// The last release of the version, such as `17.0.6`.
    pub fn release(self) -> &'static str {
        let later = [
            (14, "14.0.6"),
            (15, "15.0.7"),
            (16, "16.0.6"),
            (17, "17.0.6"),
            (18, "18.1.8"),
            (19, "19.1.7"),
            (20, "20.1.8"),
            (21, "21.1.8"),
            (22, "22.1.8"),
        ];
        self.value(&later, "13.0.1")
    }

    /// The metadata kinds that every context has, in the order of their numbers.
    pub fn metadata_kinds(self) -> &'static [&'static str] {
        let kinds = bctk_ir::fixed::MD_KINDS;
        let known = self.value(&[(15, 36), (16, 39), (18, 40), (19, 41), (20, 42), (22, kinds.len())], 31);
        kinds.get(..known).unwrap_or(kinds)
    }

    /// The operand bundle tags that every context has.
    pub fn bundle_tags(self) -> &'static [&'static str] {
        let tags = bctk_ir::fixed::BUNDLE_TAGS;
        let known = self.value(&[(15, 8), (16, 9), (17, 10), (22, tags.len())], 7);
        tags.get(..known).unwrap_or(tags)
    }

    /// The sync scopes that every context has.
    pub fn sync_scopes(self) -> &'static [&'static str] {
        bctk_ir::fixed::SYNC_SCOPES
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_that_is_known() {
        assert_eq!(Dialect::of_version(3).major(), 13);
        assert_eq!(Dialect::of_version(40), Dialect::CURRENT);
        assert_eq!(Dialect::of(&Module::default()), Dialect::CURRENT);
        assert_eq!(Dialect::all().count(), 10);
        assert!(Dialect::all().enumerate().all(|(at, dialect)| dialect.index() == at));
        assert!(Dialect::all().all(|dialect| dialect.release().starts_with(&format!("{}.", dialect.major()))));
        assert_eq!(crate::write::PRODUCER, format!("LLVM{}", Dialect::CURRENT.release()).as_bytes());
    }

    #[test]
    fn tables_by_version() {
        let of = |major| Dialect::of_version(major);
        assert_eq!(of(14).metadata_kinds().last(), Some(&"annotation"));
        assert_eq!(of(15).metadata_kinds().last(), Some(&"callsite"));
        assert_eq!(of(17).metadata_kinds().last(), Some(&"DIAssignID"));
        assert_eq!(of(19).metadata_kinds().last(), Some(&"mmra"));
        assert_eq!(of(21).metadata_kinds().last(), Some(&"noalias.addrspace"));
        assert_eq!(of(13).bundle_tags().last(), Some(&"clang.arc.attachedcall"));
        assert_eq!(of(21).bundle_tags().last(), Some(&"convergencectrl"));
        assert_eq!([18, 19, 20, 22].map(|major| of(major).summary_version()), [9, 10, 12, 12]);
        assert!(!of(18).gep_with_flags() && of(19).gep_with_flags());
    }
}
