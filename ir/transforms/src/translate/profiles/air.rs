//! AIR: the bitcode of Metal libraries.
use super::super::report::Report;
use bctk_ir::module::Module;

/// Checks that a module is one for Metal. Apple's compilers give it its triple, data layout and metadata, which all stay.
pub(super) fn apply(module: &mut Module, report: &mut Report) {
    if !module.str(module.triple).starts_with(b"air64") {
        super::refuse_triple(module, report, "AIR is for air64 only.");
    }
}
