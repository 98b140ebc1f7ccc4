//! Intrinsics of all targets that one target had before.
use super::expand::Site;
use bctk_edit::editor::Editor;
use bctk_ir::attr_set::{AttrIndex, string_attr};
use bctk_ir::types::Type;
use bctk_ir::value::Value;

/// `pdep` and `pext`, which functions for x86 processors with BMI2 have as instructions.
pub(super) fn gather_bits(ed: &mut Editor<'_>, site: &Site<'_>) -> Option<Value> {
    let width = match ed.get(site.ret) {
        Type::Int(width @ (32 | 64)) => width,
        _ => return None,
    };
    if !has_feature(ed, "+bmi2") {
        return None;
    }
    ed.call(format!("llvm.x86.bmi.{}.{width}", site.name).as_bytes(), site.ret, site.args, site.callee)
}

/// Whether the current function states a feature of its processor.
fn has_feature(ed: &mut Editor<'_>, feature: &str) -> bool {
    let owner = ed.owner();
    let module = &ed.module;
    let function = owner.and_then(|owner| module.global(owner)?.function());
    let set = function.and_then(|function| module.attrs.set_at(function.attrs, AttrIndex::Function));
    let features = set.and_then(|set| string_attr(module.attrs.set(set), &module.strings, b"target-features"));
    features.is_some_and(|list| list.split(|&c| c == b',').any(|one| one == feature.as_bytes()))
}
