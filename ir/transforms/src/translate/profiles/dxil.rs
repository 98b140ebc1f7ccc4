//! DXIL: the bitcode of DirectX shaders.
use super::super::report::{Action, At, Report};
use bctk_ir::module::Module;
use std::borrow::Cow;

/// Checks that a module is DXIL. A shader of another form is not lowered to it.
pub(super) fn apply(module: &mut Module, report: &mut Report) {
    if !module.str(module.triple).starts_with(b"dxil-") {
        report.note(Action::Refused, Cow::Borrowed("target triple"), None, "DXIL is for dxil-ms-dx only.", module, At::Module);
    }
}
