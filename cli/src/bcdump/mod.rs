//! `bcdump` under its own name.
use std::ffi::OsString;
use std::process::ExitCode;

/// Runs `bcdump` with `args`, the program's name first.
pub(crate) fn run(_args: &[OsString]) -> ExitCode {
    eprintln!("bcdump: error: only available under the name llvm-bcanalyzer");
    ExitCode::from(2)
}
