//! `cargo xtask ci`: runs `.ci/run`, the one list of everything that must pass.
use std::process::Command;

use crate::llvm;

/// Runs the command; `Ok(false)` means that something failed.
pub(crate) fn run(args: &[String]) -> Result<bool, String> {
    let script = llvm::root().join(".ci").join("run");
    let status = Command::new("bash")
        .arg(&script)
        .args(args)
        .current_dir(llvm::root())
        .status()
        .map_err(|e| format!("{}: {e}", script.display()))?;
    Ok(status.success())
}
