//! What summaries of older releases do not say.
use super::report::{Action, At, Report};
use bctk_ir::module::Module;
use bctk_ir::strings::Str;
use bctk_ir::summary::EntryKind;
use bctk_ir::version::{Feature, LlvmVersion};
use std::collections::HashSet;

/// Drops what `llvm` does not have in summaries, or the whole summary if its form is not known.
pub(super) fn to_older(module: &mut Module, llvm: LlvmVersion, report: &mut Report) {
    let Some(mut summary) = module.summary.take() else { return };
    if !llvm.written_summaries() {
        report.feature(Action::Dropped, Feature::WrittenSummaries, module, At::Module);
        module.provenance.hash = None;
        return;
    }
    let mut drop = |has: bool, feature: Feature| {
        let drops = has && !llvm.has(feature);
        if drops {
            report.feature(Action::Dropped, feature, module, At::Module);
        }
        drops
    };
    for entry in &mut summary.entries {
        if drop(entry.flags.no_rename_on_promotion, Feature::NoRenameOnPromotion) {
            entry.flags.no_rename_on_promotion = false;
        }
        let EntryKind::Function(function) = &mut entry.kind else { continue };
        for call in &mut function.calls {
            if drop(call.tail, Feature::CallsWithHotness) {
                call.tail = false;
            }
        }
        let has_profiles = !function.allocs.is_empty() || !function.callsites.is_empty();
        if drop(has_profiles, Feature::MemoryProfiles) || drop(has_profiles, Feature::KindlessAllocations) {
            function.allocs.clear();
            function.callsites.clear();
        }
    }
    if !llvm.memory_profiles() || !llvm.kindless_allocations() {
        summary.stack_ids.clear();
    }
    module.summary = Some(summary);
}

/// Lets the summary name only global values that there are: readers of text look for the others. Intrinsics lose their names when they are renamed.
pub(super) fn forget_names(module: &mut Module) {
    let Some(mut summary) = module.summary.take() else { return };
    let names: HashSet<&[u8]> = module.globals.iter().map(|global| module.str(global.name)).collect();
    for value in &mut summary.values {
        if !value.name.is_empty() && !names.contains(module.str(value.name)) {
            value.name = Str::EMPTY;
        }
    }
    module.summary = Some(summary);
}
