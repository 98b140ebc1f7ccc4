//! DXIL: the bitcode of DirectX shaders.
use super::super::report::Report;
use bctk_ir::module::Module;

/// Checks that a module is DXIL. A shader of another form is not lowered to it.
pub(super) fn apply(module: &mut Module, report: &mut Report) {
    if !module.str(module.triple).starts_with(b"dxil-") {
        super::refuse_triple(module, report, "DXIL is for dxil-ms-dx only.");
    }
}
