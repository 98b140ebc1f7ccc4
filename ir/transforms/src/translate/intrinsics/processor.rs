//! Intrinsics of all targets that one target had before.
use super::expand::Site;
use bctk_edit::editor::Editor;
use bctk_ir::attr_set::{Attr, AttrIndex};
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
    set.is_some_and(|set| {
        module.attrs.set(set).iter().any(|attr| match *attr {
            Attr::String(name, Some(value)) if module.str(name) == b"target-features" => {
                module.str(value).split(|&c| c == b',').any(|one| one == feature.as_bytes())
            }
            _ => false,
        })
    })
}
