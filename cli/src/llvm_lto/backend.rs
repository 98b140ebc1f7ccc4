//! Stages of backends on one module: promotion, import and internalizing.
use bctk_bitcode::LlvmVersion;

use super::Options;
use crate::llvm_output::Stop;

/// Does the stage that the options name.
pub(super) fn run(options: &Options, _llvm: LlvmVersion) -> Result<(), Stop> {
    let stage = options.action.map_or("", super::Action::name);
    Err(super::usage(&format!("--thinlto-action={stage} is not supported")))
}
