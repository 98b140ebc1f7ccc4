//! How the language of LLVM assembly changed, as data: what the text of a release says otherwise than that of LLVM 22.
//!
//! Printers ask a [`Language`] for a capability and compare no versions. Source: LangRef and release notes of LLVM 3.0 to 9, and what `AsmWriter.cpp` and
//! `LLParser.cpp` of these took and gave.
use crate::module::Module;
use crate::version::{LlvmVersion, NEWEST};

/// The language of a release.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Language {
    release: LlvmVersion,
}

impl Language {
    /// That of LLVM 22.
    pub const CURRENT: Language = Language { release: LlvmVersion::new(NEWEST) };

    /// That of a release.
    pub const fn of_release(release: LlvmVersion) -> Language {
        Language { release }
    }

    /// That in which a module prints: of the release that wrote it, where that is known ([`Module::release`]).
    pub fn of(module: &Module) -> Language {
        module.release().map_or(Language::CURRENT, Language::of_release)
    }

    /// Whether it is that of this release (its number times ten, such as 37 or 40) or of an older one.
    pub fn is_within(self, number: u32) -> bool {
        self.release <= LlvmVersion { major: number / 10, minor: number % 10 }
    }

    /// The release.
    pub fn release(self) -> LlvmVersion {
        self.release
    }
}

/// Declares capabilities, a row each, with the first release that has it.
macro_rules! capabilities {
    ($( $(#[doc = $doc:literal])+ $name:ident since $since:literal; )*) => {
        impl Language {
            $(
                $(#[doc = $doc])+
                #[doc = concat!("\n\nSince LLVM ", stringify!($since), ".")]
                pub fn $name(self) -> bool {
                    self.release >= const { LlvmVersion::of($since) }
                }
            )*
        }

        /// Every capability with the first release that has it, in the order of the table.
        pub const CAPABILITIES: &[(&str, LlvmVersion)] = &[$((stringify!($name), LlvmVersion::of($since))),*];
    };
}

capabilities! {
    /// `volatile` stands behind `load` and `store`, not before.
    volatile_behind since 3.0;
    /// Libraries that a module depends on (`deplibs`) are no part of it.
    no_libraries since 3.3;
    /// Attributes of functions stand in groups (`attributes #0 = { … }`), not behind the parameters.
    attribute_groups since 3.3;
    /// `sanitize_address` was called `address_safety` before.
    sanitize_address since 3.3;
    /// `cmpxchg` has an ordering for failure, and yields a pair.
    failure_ordering since 3.5;
    /// Metadata is no value: no type stands before it, and values stand in it as they are.
    bare_metadata since 3.6;
    /// Debug locations are nodes of their own (`!MDLocation`, `!DILocation`), not tuples of line, column, scope and inlined location.
    location_nodes since 3.6;
    /// The linkage of an alias stands before `alias`.
    linkage_before_alias since 3.6;
    /// The name of a comdat stands in parentheses, or not at all where it is that of the global value.
    comdat_in_parentheses since 3.6;
    /// `load`, `getelementptr` and calls of functions with variable arguments state a type beside that of the pointer.
    explicit_types since 3.7;
    /// Functions have a personality, which landing pads named before.
    function_personality since 3.7;
    /// Nodes of debug information are called `DI…`; the first, `!MDLocation`, was not.
    di_nodes since 3.7;
    /// Aliases state their type beside that of the target.
    alias_types since 3.8;
    /// The emission kind of a compile unit is a word.
    emission_kind_names since 3.9;
    /// `source_filename`.
    source_filename since 3.9;
    /// A colon stands behind the number in the comment that stands for the label of a block without a name.
    label_comment_colons since 4.0;
    /// The attributes that the reader gives to declarations of intrinsics are known here.
    intrinsics_known since 4.0;
    /// The module flag for class properties of Objective-C is there wherever the version of the image info is.
    class_properties since 4.0;
    /// Of the levels of position-independent code of modules that are joined, the greatest counts.
    maximum_flags since 5.0;
    /// Floating-point numbers have six significant digits where these say them exactly; before, seven.
    six_digits since 5.0;
    /// Scopes of synchronisation have names (`syncscope("singlethread")`) instead of the word `singlethread`.
    named_scopes since 5.0;
    /// The section of the Objective-C image info is named without blanks.
    image_info_without_blanks since 6.0;
    /// Expressions of debug information stand where they are used, not in numbered nodes.
    inline_expressions since 6.0;
    /// The list of a subprogram is `retainedNodes`, which was `variables`.
    retained_nodes since 7.0;
    /// A subprogram has `spFlags`, which were fields of their own.
    subprogram_flags since 8.0;
    /// Blocks without a name have labels, their numbers; before it was comments that told them.
    numbered_labels since 9.0;
    /// All flags of debug information have the names of today.
    today_flags since 10.0;
    /// A backslash in quotes is two of them; before, it was written as any other byte that needs it (`\5C`).
    double_backslash since 10.0;
    /// Parameters without a name have numbers in definitions; before, LLVM printed none and read none.
    numbered_parameters since 10.0;
    /// The module flag for the garbage collection of Objective-C is a byte, and Swift's versions are flags of their own.
    garbage_collection_byte since 11.0;
    /// A range whose lower bound is 0 says so.
    lower_bound_zero since 11.0;
    /// Every access has an alignment, which the reader gives to those that the file says nothing of.
    states_alignments since 11.0;
    /// Calls with `strictfp` in functions without it get `nobuiltin` instead when LLVM reads them.
    strict_calls_checked since 11.0;
    /// Atomic operations have an alignment, which the reader gives to those that the file says nothing of.
    states_atomic_alignments since 13.0;
    /// The selection kind of comdats is called `nodeduplicate`, which was `noduplicates`.
    no_deduplicate since 13.0;
    /// `uwtable` has a kind.
    unwind_table_kinds since 15.0;
    /// Of the flags for branch protection of modules that are joined, the least counts.
    minimum_protection since 15.0;
    /// `memory` says what a function does to memory, instead of `readnone`, `argmemonly` and others.
    memory_attribute since 16.0;
    /// The reader makes typed pointers opaque. Before, it kept those of a file.
    reads_as_opaque since 16.0;
    /// Of the levels of position-independent code of modules that are joined, the least counts.
    minimum_flags since 16.0;
    /// Undefined elements of the mask of a `shufflevector` are `poison`, not `undef`.
    poison_masks since 17.0;
    /// In a summary, virtual tables compatible with a type identifier have numbers of their own even where a value has the same GUID; before, the number
    /// of the tables stood for the value.
    vtables_numbered_apart since 18.0;
    /// A unit may have the source of some files with it and not of others; before, such debug information was invalid.
    mixed_sources since 18.0;
    /// The module flag for the version of AMD code objects is `amdhsa_code_object_version`, which was `amdgpu_code_object_version`.
    amdhsa_flag since 19.0;
    /// `inrange` of a constant `getelementptr` states bounds, not an index.
    in_range_bounds since 19.0;
    /// Variables are described by debug records, not by calls.
    debug_records since 19.0;
    /// `captures` is known.
    captures_known since 20.0;
    /// `x86_mmx` is a vector of 64 bits.
    mmx_as_vector since 20.0;
    /// A vector of equal numbers prints as `splat (i32 1)`.
    splats since 20.0;
    /// `blockaddress` is a use of the block, and none of the function.
    block_addresses_use_blocks_alone since 21.0;
    /// `captures` took the place of `nocapture`, which LLVM 20 has beside it.
    captures_attribute since 21.0;
    /// A declaration gets the attributes of an intrinsic only if it has a type that the intrinsic can have.
    intrinsic_types_checked since 21.0;
    /// A comment marks declarations of functions named `llvm.…` that are no intrinsics.
    unknown_intrinsic_comments since 21.0;
    /// Annotations of NVVM kernels are calling conventions and attributes.
    nvvm_annotations_as_attributes since 21.0;
    /// Parameters of NVVM kernels that are `grid_constant` have an attribute that says so.
    nvvm_grid_constant_attribute since 22.0;
    /// `memory` tells of two kinds of memory of the target.
    target_memory since 22.0;
    /// The reader takes getter and setter of an Objective-C property for what they are; before, for each other.
    accessors_in_place since 22.0;
    /// A compile unit whose language is 0 says so; LLVM 13 to 19 leave the field out, though no text can do without it (LLVM 20 and 21 were not tried).
    language_zero since 22.0;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn capabilities_by_release() {
        let old = Language::of_release(LlvmVersion::three(4));
        assert!(old.attribute_groups() && !old.failure_ordering() && !old.named_scopes());
        assert!(!Language::of_release(LlvmVersion::three(2)).attribute_groups());
        assert!(Language::of_release(LlvmVersion::three(7)).explicit_types());
        assert!(Language::of_release(LlvmVersion::new(5)).named_scopes());
        assert!(CAPABILITIES.is_sorted_by_key(|(_, since)| *since));
        assert!(CAPABILITIES.iter().all(|(_, since)| *since <= Language::CURRENT.release()));
        assert_eq!(Language::of(&Module::default()), Language::CURRENT);
    }
}
