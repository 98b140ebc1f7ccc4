//! Infers which release of LLVM wrote a module that does not name its producer, from the forms of its records.
use super::unknown::Unknown;
use bctk_ir::entity::GlobalId;
use bctk_ir::version::{Feature, Inferred, Trace};

/// The current version of the operations in expressions (LLVM 22, `METADATA_EXPRESSION`).
const CURRENT_EXPRESSIONS: u64 = 3;

/// The forms in a module that identify the version of its writer. Sources: the forms that `BitcodeReader` of LLVM 19 still reads, and the
/// release notes and `LLVMBitCodes.h` of the releases that replaced them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Facts {
    /// Types are in the block of LLVM 2.
    pub(super) old_types: bool,
    /// Metadata is in records of LLVM 2.7.
    pub(super) old_metadata: bool,
    /// `alloca` lacks the type of its size.
    pub(super) untyped_sizes: bool,
    /// `getresult`.
    pub(super) get_result: bool,
    /// `malloc` or `free`.
    pub(super) heap_instructions: bool,
    /// Attributes of functions are at the index of the result.
    pub(super) function_masks: bool,
    /// `store` by the type of the value.
    pub(super) store_by_value: bool,
    /// `unwind`.
    pub(super) unwind: bool,
    /// Global values have only names and linkages, for the thin link.
    pub(super) thin_link: bool,
    /// PARAMATTR has bit masks.
    pub(super) masks: bool,
    /// Value numbers are absolute.
    pub(super) absolute: bool,
    /// Nodes have pairs of type and number as operands.
    pub(super) typed_nodes: bool,
    /// `cmpxchg` yields only the old value.
    pub(super) plain_cmpxchg: bool,
    /// Ranges of cases.
    pub(super) case_ranges: bool,
    /// Only pointer types name the types of what is loaded, indexed or called.
    pub(super) pointee_types: bool,
    /// Records of variables and functions have the type of the pointer to them.
    pub(super) pointer_globals: bool,
    /// Landing pads name the personality.
    pub(super) pad_personality: bool,
    /// Aliases with the type of the pointer to them.
    pub(super) old_alias: bool,
    /// Names of metadata kinds among the metadata.
    pub(super) inline_kinds: bool,
    /// There is an IDENTIFICATION block.
    pub(super) identified: bool,
    /// Strings of metadata in records of their own.
    pub(super) single_strings: bool,
    /// Names of global values are in the module.
    pub(super) names_in_module: bool,
    /// Sets of attributes.
    pub(super) groups: bool,
    /// Wrapped values in metadata.
    pub(super) wrapped_values: bool,
    /// Named global values in the order of the symbol table of the module.
    pub(super) names_order: Vec<GlobalId>,
    /// The oldest version of expressions, if older than the current one.
    pub(super) expressions: Option<u8>,
    /// Global variables of debug information name their values.
    pub(super) plain_variables: bool,
    /// The expression of a global variable is null.
    pub(super) null_expressions: bool,
    /// Imported entities have no operand for their file.
    pub(super) fileless_imports: bool,
    /// There are orders of uses.
    pub(super) use_orders: bool,
    /// How many pieces of metadata precede those that an index lists.
    pub(super) before_index: Option<usize>,
    /// The code of a metadata record that was passed over.
    pub(super) skipped_metadata: Option<u32>,
    /// Contents from a newer LLVM.
    pub(super) unknown: Unknown,
}

impl Facts {
    /// Adds the forms found elsewhere in the module.
    pub(super) fn add(&mut self, other: Facts) {
        self.old_metadata |= other.old_metadata;
        self.untyped_sizes |= other.untyped_sizes;
        self.get_result |= other.get_result;
        self.heap_instructions |= other.heap_instructions;
        self.store_by_value |= other.store_by_value;
        self.unwind |= other.unwind;
        self.typed_nodes |= other.typed_nodes;
        self.plain_cmpxchg |= other.plain_cmpxchg;
        self.case_ranges |= other.case_ranges;
        self.pointee_types |= other.pointee_types;
        self.pad_personality |= other.pad_personality;
        self.single_strings |= other.single_strings;
        self.wrapped_values |= other.wrapped_values;
        self.plain_variables |= other.plain_variables;
        self.null_expressions |= other.null_expressions;
        self.fileless_imports |= other.fileless_imports;
        self.use_orders |= other.use_orders;
        self.unknown.add(other.unknown);
        other.expressions.into_iter().for_each(|version| self.note_expression(u64::from(version)));
    }

    /// Records an expression of this version.
    pub(super) fn note_expression(&mut self, version: u64) {
        if version < CURRENT_EXPRESSIONS {
            self.expressions = Some(self.expressions.map_or(version as u8, |oldest| oldest.min(version as u8)));
        }
    }

    /// The release, with the evidence.
    pub(super) fn infer(&self) -> Option<Inferred> {
        let until = |what, until| Trace { what, since: None, until: Some(until) };
        let before = |what, feature: Feature| until(what, feature.last_without());
        let since = |what, feature: Feature| Trace { what, since: Some(feature.first()), until: None };
        let rows = [
            (self.store_by_value, before("stores by the type of the value", Feature::StorePointerType)),
            (self.function_masks, before("attributes of functions with those of the result", Feature::FunctionAttributeIndex)),
            (self.get_result, until("getresult", Feature::GetResult.last())),
            (self.heap_instructions, until("malloc or free as an instruction", Feature::HeapInstructions.last())),
            (self.untyped_sizes, before("alloca without the type of its size", Feature::AllocaSizeType)),
            (self.old_metadata, before("metadata in the records of LLVM 2.7", Feature::MetadataNodes)),
            (self.old_types, before("types in the block of LLVM 2", Feature::IdentifiedStructs)),
            (self.unwind, until("unwind", Feature::Unwind.last())),
            (self.absolute, before("absolute value numbers", Feature::RelativeIds)),
            (self.masks, before("attributes as masks of bits", Feature::AttributeGroups)),
            (self.case_ranges, until("ranges of cases in switches", Feature::CaseRanges.last())),
            (self.plain_cmpxchg, before("cmpxchg without failure ordering", Feature::FailureOrdering)),
            (self.typed_nodes, before("metadata nodes with types of their operands", Feature::UntypedMetadata)),
            (self.pointee_types, before("no types beside those of pointers", Feature::ExplicitTypes)),
            (self.pointer_globals, before("variables and functions by pointer type", Feature::ExplicitTypes)),
            (self.pad_personality, before("landing pads that name the personality", Feature::FunctionPersonality)),
            (self.old_alias, before("aliases by pointer type", Feature::AliasTypes)),
            (self.inline_kinds, before("metadata kinds among the metadata", Feature::MetadataKindBlock)),
            (!self.identified, before("no identification block", Feature::ProducerInBitcode)),
            (self.single_strings, before("metadata strings one by one", Feature::MetadataStrings)),
            (self.names_in_module, before("names of global values in the module", Feature::StringTable)),
            (self.groups, since("groups of attributes", Feature::AttributeGroups)),
            (self.wrapped_values, since("values as metadata", Feature::UntypedMetadata)),
        ];
        Inferred::of(rows.into_iter().filter(|(there, _)| *there).map(|(_, trace)| trace).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bctk_ir::version::LlvmVersion;

    #[test]
    fn what_went_first_tells_the_release() {
        let none = Facts::default();
        assert_eq!(none.infer().map(|inferred| inferred.release), Some(LlvmVersion::three(7)));
        let nodes = Facts { typed_nodes: true, inline_kinds: true, groups: true, ..none.clone() };
        assert_eq!(nodes.infer().map(|inferred| inferred.release), Some(LlvmVersion::three(5)));
        let masks = Facts { masks: true, ..nodes.clone() };
        assert_eq!(masks.infer().map(|inferred| inferred.release), Some(LlvmVersion::three(2)));
        let absolute = Facts { absolute: true, ..masks.clone() };
        assert_eq!(absolute.infer().map(|inferred| inferred.release), Some(LlvmVersion::three(1)));
        assert_eq!(Facts { identified: true, ..none }.infer(), None);
    }
}
