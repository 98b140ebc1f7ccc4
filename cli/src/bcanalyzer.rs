//! `bcdump` under the name `llvm-bcanalyzer`: that tool's options, messages and exit status.
use std::ffi::OsString;
use std::process::ExitCode;

/// Runs as `llvm-bcanalyzer` with `args`, the program's name first.
pub(crate) fn run(_args: &[OsString]) -> ExitCode {
    ExitCode::FAILURE
}
