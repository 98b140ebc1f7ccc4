//! The rules of dialects: what the compilers that take them want of a module besides the language of their release.
mod air;
mod annotations;
mod dxil;
mod edits;
mod nvvm;
mod nvvm_calls;
mod nvvm_memory;

use super::report::{Action, At, Report};
use bctk_ir::module::Module;
use bctk_ir::version::Profile;
use std::borrow::Cow;

/// Changes `module` by the rules of a dialect. What cannot be changed is counted in the report as refused.
///
/// It does not translate to the release of the dialect ([`Profile::llvm`]): that comes afterwards, and takes what this pass leaves.
pub fn apply(module: &mut Module, profile: Profile, report: &mut Report) {
    match profile {
        Profile::Nvvm70 | Profile::Nvvm100 => nvvm::apply(module, profile, report),
        Profile::Air => air::apply(module, report),
        Profile::Dxil => dxil::apply(module, report),
        _ => {}
    }
}

/// Refuses a module of another target.
fn refuse_triple(module: &Module, report: &mut Report, how: &'static str) {
    let triple = match module.str(module.triple) {
        b"" => Cow::Borrowed("a module without target triple"),
        triple => Cow::Owned(format!("the target triple \"{}\"", String::from_utf8_lossy(triple))),
    };
    report.note(Action::Refused, triple, None, how, module, At::Module);
}
