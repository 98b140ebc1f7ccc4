//! Translates a module to the language of an older release: what that release does not have is lowered, dropped or refused.
//!
//! The passes run over the model, one for each kind of construct. A [`Report`] counts what they changed. What is done about a feature is in
//! its row of the feature table ([`FeatureRow::lowered`](bctk_ir::version::FeatureRow::lowered) and the columns below it).
mod amdgpu;
mod arc;
mod attribute_strings;
mod attributes;
mod bfloat;
mod bit_vectors;
mod by_kind;
mod byref;
mod call_locations;
mod callbr;
mod debug;
mod debug_nodes;
mod edit;
mod expressions;
mod flag_outputs;
mod flags;
mod function_spaces;
mod globals;
mod half;
mod ifuncs;
mod instructions;
mod intrinsics;
mod languages;
mod layout;
mod links;
mod metadata;
mod non_integral;
mod padded;
mod processors;
pub mod profiles;
mod protection;
mod quads;
mod report;
mod stack_alignment;
mod summary;
mod tail_calls;
mod target_types;
mod typed;
mod vector_conversions;

pub use attributes::{is_required, lower_attributes};
pub use debug::NewerField;
pub use intrinsics::{
    ElementTypes, Selected, Unselected, dropped_intrinsics, expanded_intrinsics, selected_intrinsics, unselected_intrinsics,
};
pub(crate) use layout::layout_since;
pub use layout::readable_layout;
pub use report::{Action, Change, Lossy, Place, Report};
pub use typed::to_typed_pointers;

use crate::upgrade::{expand_splats, omit_no_symbols, records_to_calls};
use bctk_ir::module::Module;
use bctk_ir::version::LlvmVersion;

/// Changes `module` so that it uses only what `llvm`, an older release, has; `newer` lists the fields of debug info nodes that it does not have.
///
/// What has no equivalent is dropped if the program means the same without it. Anything else is left, and counted in the report as refused.
pub fn to_older(module: &mut Module, llvm: LlvmVersion, newer: &[NewerField]) -> Report {
    in_steps(module, llvm, newer, &mut |_, _| {})
}

/// Counts what an upgrade to a newer release left out, as the readers of LLVM do without a word.
pub fn lost_in_upgrade(module: &mut Module, report: &mut Report) {
    for _ in 0..std::mem::take(&mut module.provenance.dbg_call_attachments) {
        let what = "metadata attached to calls of debug intrinsics";
        report.note(Action::Dropped, what.into(), None, "The attachments: debug records have none.", module, report::At::Module);
    }
    if module.provenance.dropped_debug.is_some() {
        let what = "debug information that the reader rejects";
        report.note(Action::Dropped, what.into(), None, "All of it.", module, report::At::Module);
    }
}

/// Drops all debug information, and counts it as dropped.
pub fn drop_debug(module: &mut Module, report: &mut Report) {
    crate::edit::strip_debug(module);
    report.note(Action::Dropped, "the debug information".into(), None, "All of it.", module, report::At::Module);
}

/// As [`to_older`]; calls `after` with the module and the name of each pass that ran, for tests.
#[doc(hidden)]
pub fn in_steps(module: &mut Module, llvm: LlvmVersion, newer: &[NewerField], after: &mut dyn FnMut(&Module, &'static str)) -> Report {
    let mut report = Report::default();
    // First, so that all others see the layout and spaces of the older release.
    amdgpu::to_older(module, llvm, &mut report);
    after(module, "amdgpu");
    function_spaces::to_older(module, llvm, &mut report);
    after(module, "function_spaces");
    byref::to_older(module, llvm, &mut report);
    after(module, "byref");
    debug::to_older(module, llvm, newer, &mut report);
    after(module, "debug");
    if !llvm.debug_records() {
        records_to_calls(module);
        after(module, "records_to_calls");
    }
    // Before all that depends on types and intrinsics, but debug information follows the values that it names.
    bfloat::to_older(module, llvm, &mut report);
    after(module, "bfloat");
    arc::to_older(module, llvm, &mut report);
    after(module, "arc");
    intrinsics::argument_lists(module, llvm, &mut report);
    after(module, "intrinsics::argument_lists");
    intrinsics::riscv_vectors(module, llvm, &mut report);
    after(module, "intrinsics::riscv_vectors");
    intrinsics::to_older(module, llvm, &mut report);
    after(module, "intrinsics");
    if !llvm.ifuncs() {
        ifuncs::to_older(module, &mut report);
        after(module, "ifuncs");
    }
    globals::to_older(module, llvm, &mut report);
    after(module, "globals");
    if !llvm.callbr_result_copies() && llvm.callbr_instruction() {
        callbr::results(module, llvm, &mut report);
        after(module, "callbr::results");
    }
    if !llvm.callbr_duplicates() && llvm.callbr_instruction() {
        if callbr::loses_values(llvm) {
            callbr::isolate(module);
        }
        callbr::split_edges(module, llvm, &mut report);
        after(module, "callbr::split_edges");
    }
    if !llvm.deactivation_symbols() {
        omit_no_symbols(module);
        after(module, "omit_no_symbols");
    }
    instructions::to_older(module, llvm, &mut report);
    after(module, "instructions");
    // After `callbr` became calls.
    flag_outputs::to_older(module, llvm, &mut report);
    after(module, "flag_outputs");
    if !llvm.tail_calls_with_copies() {
        tail_calls::to_older(module, &mut report);
        after(module, "tail_calls");
    }
    if !llvm.rounded_half_arithmetic() {
        half::to_older(module, llvm, &mut report);
        after(module, "half");
    }
    if !llvm.casts_of_extended_numbers() {
        quads::to_older(module, &mut report);
        after(module, "quads");
    }
    if !llvm.bit_vectors_in_memory() {
        bit_vectors::to_older(module, llvm, &mut report);
        after(module, "bit_vectors");
    }
    if llvm.vector_conversion_fold() && !llvm.converted_vector_bits() {
        vector_conversions::to_older(module, &mut report);
        after(module, "vector_conversions");
    }
    if !llvm.float_splats() {
        expand_splats(module);
        after(module, "expand_splats");
    }
    flags::to_older(module, llvm, &mut report);
    after(module, "flags");
    // Before the behaviors of flags get older.
    if !llvm.protection_by_attribute() {
        protection::to_older(module, &mut report);
        after(module, "protection");
    }
    processors::to_older(module, llvm, &mut report);
    after(module, "processors");
    metadata::to_older(module, llvm, &mut report);
    after(module, "metadata");
    summary::to_older(module, llvm, &mut report);
    after(module, "summary");
    layout::to_older(module, llvm, &mut report);
    after(module, "layout");
    if !llvm.non_integral_casts() {
        non_integral::refuse_casts(module, &mut report);
    }
    if !llvm.opaque_pointers() {
        typed::to_older(module, llvm, &mut report);
        after(module, "typed");
    }
    target_types::to_older(module, llvm, &mut report);
    after(module, "target_types");
    summary::forget_names(module);
    after(module, "summary::forget_names");
    // Last: the types in attributes are those of pointers.
    attributes::to_older(module, llvm, &mut report);
    after(module, "attributes");
    report
}

#[cfg(test)]
mod tests {
    use super::*;
    use bctk_ir::metadata::Metadata;

    #[test]
    fn dropped_debug_information_is_counted() {
        let mut module = Module::default();
        let mut report = Report::default();
        drop_debug(&mut module, &mut report);
        let dropped: Vec<&Change> = report.of(Action::Dropped).collect();
        assert!(matches!(dropped[..], [change] if change.what == "the debug information" && change.count == 1));
        assert!(!module.metadata.items.iter().any(|item| matches!(item, Metadata::Node { .. })));
    }
}
