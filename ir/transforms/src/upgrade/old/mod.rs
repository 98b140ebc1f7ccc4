//! Upgrades old forms as LLVM's bitcode reader does: alignments that the data layout determines, attribute types that only typed pointers
//! had, `cmpxchg` that returns only the old value, the old links between functions and their debug information, and others.
pub(crate) mod arc;
pub(crate) mod attributes;
mod calls;
mod cmpxchg;
mod comdats;
mod expressions;
pub(crate) mod heap;
mod imported_entities;
pub(crate) mod linkages;
pub(crate) mod metadata;
mod nodes;
mod resolvers;
mod structors;
mod subprograms;
mod type_references;
pub(crate) mod variables;

use crate::upgrade::alignments;
use crate::upgrade::datalayout::upgrade_data_layout_in;
use crate::upgrade::element_types;
use crate::upgrade::opaque;
use bctk_edit::functions::bodies_with;
use bctk_ir::inst::Inst;
use bctk_ir::module::Module;
use bctk_ir::version::LlvmVersion;

/// Upgrades the module, whose pointers are still typed, to the form that `llvm` has in memory after reading it.
pub(crate) fn upgrade(module: &mut Module, llvm: LlvmVersion) {
    attributes::type_attributes(module, llvm);
    let atomics = llvm.explicit_atomic_alignments();
    let [paired, calling, open] = bodies_with(module, |inst| {
        let (exchanges, calls) = (matches!(inst, Inst::CmpXchg { .. }), matches!(inst, Inst::CallBr { .. }));
        u8::from(exchanges) | u8::from(calls) << 1 | u8::from(alignments::is_open(inst, atomics)) << 2
    });
    cmpxchg::pair_cmpxchg(module, &paired);
    if llvm.explicit_alignments() {
        let layout = upgrade_data_layout_in(module.str(module.data_layout), module.str(module.triple), llvm);
        alignments::fill(module, &layout, atomics, &open);
    }
    if llvm.subprogram_units() {
        subprograms::tie_debug_info(module);
    }
    upgrade_debug_forms(module, llvm);
    structors::complete_structors(module);
    calls::upgrade(module, llvm, &calling);
    attributes::drop_misplaced_attributes(module);
    arc::drop_empty_bundles(module);
    comdats::imply_comdats(module);
    if llvm.types_by_node() {
        type_references::resolve_type_references(module);
    }
    metadata::upgrade(module);
    if llvm.mmx_as_vector() {
        opaque::replace_mmx(module);
    }
}

/// Upgrades debug information whose records have the forms of a release before `llvm`, whatever the producer says.
fn upgrade_debug_forms(module: &mut Module, llvm: LlvmVersion) {
    let Some(forms) = module.provenance.bitcode.as_ref().map(|written| &written.forms) else { return };
    let (plain_variables, fileless_imports) = (forms.plain_variables, forms.fileless_imports);
    if forms.expressions.is_some_and(|version| u64::from(version) < llvm.expression_version()) {
        expressions::upgrade(module);
    }
    if llvm.expression_version() > 0 && plain_variables {
        variables::wrap_variables(module, llvm);
    }
    if fileless_imports {
        imported_entities::forget_lines_without_files(module);
    }
}

/// Changes what the reader of `llvm`, whose pointers may be typed, changes in a file that names that release: a compiler from before the
/// release may have its number.
pub(crate) fn settle_own(module: &mut Module, llvm: LlvmVersion) {
    if llvm.typed_pointers() {
        settle_typed(module, llvm);
        upgrade_debug_forms(module, llvm);
    }
}

/// Changes what the reader of `llvm`, whose pointers may be typed, completes or drops in files of any release: types of attributes,
/// attributes that do not fit, types of resolvers. Compilers from before a release may have its version.
pub(crate) fn settle_typed(module: &mut Module, llvm: LlvmVersion) {
    attributes::type_attributes(module, llvm);
    attributes::drop_misplaced_attributes(module);
    element_types::state(module, Some(llvm));
    if llvm.typed_resolvers() {
        resolvers::cast_resolvers(module);
    }
}
